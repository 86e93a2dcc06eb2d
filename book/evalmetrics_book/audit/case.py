"""What cases are made of: worlds by name, methods, numbers of repetitions, and metrics with their options."""

from typing import Any

from scipy.special import ndtr

from evalmetrics.averaging import macro_f_score
from evalmetrics.bleu import corpus_bleu
from evalmetrics.detection import coco_mean_average_precision
from evalmetrics.precision_recall import f1_score, precision, recall

from .coverage import Case
from .films import FILMS
from .machines import MACHINES
from .people import PEOPLE
from .populations import REAL
from .texts import TEXTS
from .worlds import MADE_UP

WORLDS = {world.name: world for world in [*MADE_UP, *REAL, *FILMS, *TEXTS, *MACHINES, *PEOPLE]}
RESAMPLED = ("percentile", "basic", "normal", "bc", "bca", "half", "quarter", "jackknife")
FEWER = ("percentile", "basic", "normal", "bca", "half", "jackknife")
TWO = ("percentile", "basic")
PAIRED = (*FEWER, "permutation")
ALL_TESTS = (*PAIRED, "mcnemar")
DEAR = {"repetitions": 300, "n_resamples": 300}
FEWEST = {"repetitions": 300, "n_resamples": 200}
HALF_AS_MANY = {"n_resamples": 500}
BETTER = ndtr(1.8 / 2**0.5) - ndtr(1.5 / 2**0.5)  # the difference of two areas

half = coco_mean_average_precision.given(iou_thresholds=[0.5])
macro = macro_f_score.given(zero_division=0.0)
rare_f1 = f1_score.given(pos_label=1, zero_division=0.0)
of_malignant = {m: m.given(pos_label="malignant", zero_division=0.0) for m in (precision, recall, f1_score)}
bleu = corpus_bleu.given(tokenize="13a")


def case(world: str, metric: Any, n: int, methods: Any = FEWER, formulas: Any = None, **more: Any) -> Case:
    """A case, with its formulas before the other methods."""
    formulas = formulas or {}
    return Case(WORLDS[world], metric, n, (*formulas, *methods), formulas, **more)

"""What moves with the threshold of a classifier."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ...inputs import arguments, rankings
from ...inputs.matrices import frame
from ...kinds.help_pages import described_by
from ...precision_recall import f1_score, false_positive_rate, precision, recall
from ..figures.curves import plot_threshold
from .moving import explorer, slider


@dataclass(frozen=True)
class OperatingPoint:
    """One threshold and all that follows from it."""

    threshold: float
    matrix: pd.DataFrame
    precision: float
    recall: float
    f1: float
    fpr: float
    cost: float

    def __str__(self) -> str:
        scores = ", ".join(f"{name} {getattr(self, name):.3f}" for name in ("precision", "recall", "f1", "fpr"))
        return f"threshold {self.threshold:.3f}: {scores}, cost {self.cost:,g}"


@described_by(rankings.labels_and_scores)
def operating_point(
    y_true: Any, y_score: Any, threshold: float, *, pos_label: Any = None, cost_of_miss: float = 1.0
) -> OperatingPoint:
    """What happens if every score from `threshold` up is called positive.

    Parameters
    ----------
    threshold : float
        Scores of at least this are called positive.
    cost_of_miss : float, default 1.0
        What a missed positive costs if a false alarm costs 1.

    Examples
    --------
    >>> print(operating_point([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.4, cost_of_miss=5))
    threshold 0.400: precision 0.500, recall 0.500, f1 0.500, fpr 0.500, cost 6
    """
    threshold = arguments.real(threshold, "threshold")
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label)
    above = ranked.scores >= threshold
    tp, fp = int(ranked.positives[above].sum()), int(ranked.negatives[above].sum())
    fn, tn = int(ranked.positives.sum()) - tp, int(ranked.negatives.sum()) - fp
    cm = frame(np.array([[tp, fn], [fp, tn]]), ["yes", "no"])
    p, r, f1, fpr = (float(score(cm)["yes"]) for score in (precision, recall, f1_score, false_positive_rate))
    return OperatingPoint(threshold, cm, p, r, f1, fpr, fp + arguments.positive(cost_of_miss, "cost_of_miss") * fn)


@described_by(explorer, operating_point)
def explore_threshold(
    y_true: Any, y_score: Any, *, threshold: float = 0.5, pos_label: Any = None, cost_of_miss: float = 1.0
) -> Any:
    """A slider for the threshold; its `operating_point`, the scores of both classes and both curves move along.

    Parameters
    ----------
    threshold : float, default 0.5
        Where the slider starts.

    Examples
    --------
    >>> box = explore_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> box.children[0].value = 0.3
    >>> box.children[1].value
    'threshold 0.300: precision 0.667, recall 1.000, f1 0.800, fpr 0.500, cost 1'
    """
    low, high = float(np.min(y_score)), float(np.max(y_score))
    step = (high - low) / 200 or 1.0
    least, most = min(low, threshold), max(high + step, threshold)

    def shown(threshold: float) -> tuple[str, Any]:
        point = operating_point(y_true, y_score, threshold, pos_label=pos_label, cost_of_miss=cost_of_miss)
        return str(point), plot_threshold(y_true, y_score, threshold, pos_label=1 if pos_label is None else pos_label)

    return explorer({"threshold": slider("threshold", threshold, least=least, most=most, step=step)}, shown)

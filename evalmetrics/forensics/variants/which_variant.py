"""Which variant was it? Every documented way to compute a score, tried on the data, against one printed number."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from ...inputs import arguments
from ...kinds.help_pages import described_by
from ..printed import Printed, read
from .families import FAMILIES, family_of
from .matches import TRANSFORMS, matched
from .report import VariantReport
from .settings import Family, axes_of, one_value, registry, tried


def family_and_data(metric: Any, samples: Sequence[Any]) -> tuple[Family, tuple[str, ...], Any]:
    """The family of a score, what its samples are called, and what was read of them.

    metric : str
        One of `variant_families`.
    *samples : data
        Of texts, references and hypotheses: n strings each (or n lists of references), or one string each. Of
        classifiers, y_true and y_pred, or their confusion matrix. Of scores and lists, y_true and y_score (a list per
        query, if there are several). Of "r2", "correlation" and "kappa", two columns; of "perplexity", the natural
        logarithms of the tokens' probabilities, a list a text, and the texts, if words or characters are to be
        counted; of "spread", the scores.

    ValueError
        An unknown metric, axis or value; samples that do not pair up; settings that do not go together.

    Source: Post (2018), A call for clarity in reporting BLEU scores; Grusky (2023), Rogue scores; those of `variants`.
    """
    family, about = family_of(arguments.one_of(metric, "metric", FAMILIES)), registry()[metric]
    named = about["samples"]
    least = len([name for name in named if not name.endswith("?")])
    if not least <= len(samples) <= len(named):
        raise ValueError(f"{metric} takes {', '.join(named)} (? need not be given), got {len(samples)} samples")
    if len(samples) == 1 and "alone" in about:
        named = [about["alone"]]
    return family, tuple(name.rstrip("?") for name in named[: len(samples)]), family.read(*samples)


@described_by()
def variant_families() -> list[str]:
    """The scores whose variants are on record.

    -> list of str
        What `which_variant` and `variants` take as `metric`.

    Source: Post (2018), A call for clarity in reporting BLEU scores, on why a name is not enough.

    >>> "bleu" in variant_families()
    True
    """
    return list(FAMILIES)


@described_by(family_and_data)
def variants(metric: str) -> pd.DataFrame:
    """The documented variants of a score, and who computes it so.

    -> DataFrame
        A row per value of an axis. Columns: axis; value; default, whether it is the usual one; who, the programs and
        papers that do so; source. Settings are all combinations of one value an axis.

    >>> table = variants("bleu")
    >>> table.loc[table["axis"] == "case", ["value", "default"]].to_numpy().tolist()
    [['kept', True], ['lowered', False]]
    """
    rows = []
    for axis, values in registry()[arguments.one_of(metric, "metric", FAMILIES)]["axes"].items():
        for i, value in enumerate(values):
            who = "; ".join(value.get("who", ()))
            rows.append((axis, value["is"], i == 0, who, value.get("source", "")))
    return pd.DataFrame(rows, columns=["axis", "value", "default", "who", "source"]).astype({"value": object})


@described_by(family_and_data)
def variant_score(metric: str, *samples: Any, **settings: Any) -> float:
    """One variant of a score.

    Parameters
    ----------
    **settings
        Axes of `variants` and their values; the others stay as is usual.

    -> float
        The score, in the bounds of its variant; higher or lower is better, as for the usual one. nan where undefined.

    >>> round(variant_score("bleu", "the cat sat", "the cat stood", order=2), 4)
    0.5774
    """
    family, _, data = family_and_data(metric, samples)
    axes = axes_of(family, data, {axis: [value] for axis, value in settings.items()})
    return one_value(family, data, {axis: values[0] for axis, values in axes.items()})


@described_by(family_and_data)
def which_variant(
    metric: str,
    printed: str | Printed,
    *samples: Any,
    near: int = 3,
    rounding: str = "any",
    axes: Mapping[str, Sequence[Any]] | None = None,
    transform: Sequence[str] = ("as is", "percent"),
    limit_seconds: float = 30.0,
) -> VariantReport:
    """Which of the documented variants of a score prints this number on these data, and what that proves.

    printed : str
        The number as it stands in print, with all its digits: "0.33933", "33.9", "84.6%".
    near : int, default 3
        How many misses to tell of.
    rounding : {"any", "nearest", "cut", "up"}
        How the digits may have been made. "any": cut, rounded or rounded up, and the report says which.
    axes : dict, optional
        For some axes, the values to try instead of those on record: fewer, or other numbers, or functions of a string
        for "tokenize" (of BLEU and ROUGE).
    transform : sequence of {"as is", "percent", "1 - x", "log"}
        What may have been done to the score before it was printed.
    limit_seconds : float, default 30.0
        When to stop. Settings closest to the usual ones come first; the report says whether all were tried.

    -> VariantReport
        The matches, what they prove and cannot tell, and how many matches chance alone would give.

    TypeError
        A number that is not a string, and has lost digits before anybody could look at it.
    ValueError
        A text that is no number.

    >>> report = which_variant("bleu", "0.5774", "The cat sat", "the cat stood", near=0)
    >>> report.fixed
    {'case': 'lowered', 'order': 2}
    >>> print(report.code())
    print(format(em.variant_score("bleu", references, hypotheses, case='lowered', order=2), ".4f"))
    """
    family, names, data = family_and_data(metric, samples)
    number = read(printed, "printed", rounding=rounding)
    transforms = [arguments.one_of(name, "transform", tuple(TRANSFORMS)) for name in transform]
    near = arguments.whole_number(near, "near", least=0)
    limit = arguments.positive(limit_seconds, "limit_seconds")
    grid = tried(family, data, axes_of(family, data, axes or {}), limit)
    return matched(family, data, names, grid, number, rounding, transforms, near)

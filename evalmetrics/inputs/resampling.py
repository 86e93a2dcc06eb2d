"""How examples are resampled: the options that every interval and test by resampling takes."""

from typing import Any

import numpy as np

from . import arguments
from .arguments import Places, shown
from .labels import numbers_of

METHODS = ["percentile", "basic", "normal", "bc", "bca", "half", "quarter", "jackknife"]
Rng = int | np.random.Generator | None


def tails(level: Any) -> tuple[float, float]:
    """The shares of scores below the two bounds.

    level : float, default 0.95
        Wanted coverage, between 0 and 1.
    """
    return (1 - arguments.fraction(level, "level")) / 2, (1 + level) / 2


def often(n_resamples: Any) -> int:
    """How often a sample is drawn anew.

    n_resamples : int, default 1000
        How many resamples; at least 2. "jackknife" draws none.
    rng : seed or numpy.random.Generator, optional
        Give one to get the same result again.
    """
    return arguments.whole_number(n_resamples, "n_resamples", least=2)


def interval_method(method: Any) -> str:
    """How bounds are made of the scores of resamples.

    method : {"percentile", "basic", "normal", "bc", "bca", "half", "quarter", "jackknife"}
        "percentile": quantiles of the resampled scores. "basic": the same, turned around the score. "normal": 1.96
        standard deviations of them around the score, their bias taken off. "bc": other quantiles, moved for the bias;
        "bca": moved for a spread that changes with the score as well. "half" and "quarter": like "normal", of samples
        of so many of the examples, none of them twice, for scores that copies mislead or whose bias is large.
        "jackknife": Student's interval for the pseudo-values of samples in which one example is missing.
    """
    return arguments.one_of(method, "method", METHODS)


def group_of(groups: Any, n: int) -> Places | None:
    """The number of the group that each of n examples belongs to.

    groups : sequence of n labels, optional
        The document, patient or user that each example is of. Examples of a group resemble each other, so that groups
        are drawn, whole, in place of examples. By default each example stands alone.
    """
    if groups is None:
        return None
    labels = arguments.label_each(groups, "groups", n)
    if not (of := numbers_of(labels, "groups", sort=True)).any():
        raise ValueError(
            f"groups must be at least two, to be drawn from; all examples are of {shown(labels.tolist()[0])}"
        )
    return of


def stratum_of(strata: Any, n: int, method: str = "percentile", groups: Any = None) -> Places | None:
    """The number of the class that each of n examples is drawn within.

    strata : sequence of n labels, optional
        As many examples as there are of each label are drawn of that label: of few positives, ``strata=y_true`` draws
        the same number each time. The interval is then one for samples in which these numbers were fixed.
    """
    if strata is None:
        return None
    if groups is not None or method in ("half", "quarter", "jackknife"):
        came = "groups" if groups is not None else f"method={method!r}"
        raise ValueError(f"strata cannot go with {came}: examples are drawn within them, one by one")
    return numbers_of(arguments.label_each(strata, "strata", n), "strata")


def side(alternative: Any) -> str:
    """Which differences speak against chance.

    alternative : {"two-sided", "greater", "less"}
        "greater" asks whether system 1 scores higher.
    """
    return arguments.one_of(alternative, "alternative", ["two-sided", "greater", "less"])

"""How sure are we: an interval for any score, from resamples of its examples."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .inputs import resampling
from .kinds.base import kind_of, quietly, unwrapped
from .kinds.help_pages import described_by
from .kinds.results import Score, WithInterval
from .resampling import draws, examples
from .resampling.resampled import Resampled


@dataclass(frozen=True)
class Interval:
    """A confidence interval: bounds (numbers, or one per class), its level and the method that made it.

    `covers` is the row of the audit that measured how often intervals like this one hold the truth, where `audited`
    has looked it up.
    """

    low: Any
    high: Any
    level: float
    method: str
    covers: Any = None

    def __contains__(self, value: float) -> bool:
        return bool(np.all(self.low <= value) and np.all(value <= self.high))

    @property
    def how(self) -> str:
        """In words: level, method and, where it was measured, coverage."""
        measured = "" if self.covers is None else f"; {self.covers}"
        return f"({100 * self.level:g} %, {self.method}{measured})"

    def __str__(self) -> str:
        if np.ndim(self.low) == 0:
            return f"[{self.low:.3f}, {self.high:.3f}] {self.how}"
        return f"{_side_by_side(low=self.low, high=self.high)}\n{self.how}"


class Estimate(WithInterval, Score):
    """An estimate, a number everywhere, with its interval."""

    called = "estimate"
    interval: Interval

    def __str__(self) -> str:
        return f"{self:.3f} {self.interval}"


@dataclass(frozen=True)
class Bootstrap(WithInterval):
    """A score, the interval around it and the scores of all resamples, shape (n_resamples, ...).

    `metric` is what was scored, with its options, `n` the number of examples, or of `groups` of them where these were
    drawn.
    """

    estimate: Any
    interval: Interval
    replicates: NDArray[np.float64] = field(repr=False)
    metric: str = ""
    n: int = 0

    def __float__(self) -> float:
        return float(self.estimate)

    @property
    def undefined(self) -> int:
        """How many resamples left the score (or one class of it) undefined; above 0 the bounds are nan."""
        return int(np.isnan(self.replicates.reshape(len(self.replicates), -1)).any(axis=1).sum())

    def __str__(self) -> str:
        why = f", undefined in {self.undefined} of {len(self.replicates)} resamples" if self.undefined else ""
        why *= self.interval.method != "jackknife"  # which draws none
        if np.ndim(self.estimate) == 0:
            if self.low == self.high and self.interval.covers is None:
                why = ", as every resample scores the same; a share has bounds by wilson_interval"
            return f"{self.estimate:.3f} {self.interval}{why}"
        return f"{_side_by_side(estimate=self.estimate, low=self.low, high=self.high)}\n{self.interval.how}{why}"


def _side_by_side(**parts: Any) -> str:
    """Vectors as the columns of a table, a row per class."""
    columns: dict[str, Any] = {name: pd.DataFrame(part).squeeze("columns") for name, part in parts.items()}
    return str(pd.concat(columns, axis=1).round(3))


@described_by(resampling.often, resampling.tails, resampling.interval_method, resampling.group_of)
def bootstrap(
    metric: Callable[..., Any],
    *samples: Any,
    n_resamples: int = 1000,
    level: float = 0.95,
    method: str = "percentile",
    groups: Any = None,
    sample_weight: Any = None,
    rng: resampling.Rng = None,
) -> Bootstrap:
    """Interval for any score: recompute it on resamples of the examples, drawn with replacement.

    Parameters
    ----------
    metric : function
        A metric of the package, its options with it, ``f1_score.given(pos_label=1)``; or any function of the samples,
        ``metric(*samples)``, which is called again for each resample. A function of a confusion matrix is made a
        metric with `of_matrix`.
    *samples : sequences of one length n
        Resampled together, by position. Arrays stay arrays and tables tables; anything else arrives as a list.
    sample_weight : sequence of n numbers, optional
        Weights that travel with their examples; passed to `metric` as ``sample_weight=``.

    Returns
    -------
    Bootstrap
        ``estimate`` on the samples themselves, ``interval`` (also ``.low`` and ``.high``), ``replicates``.
        A score per class gives bounds per class. Bounds are nan where a resample leaves the score undefined, and those
        of "bc" and "bca" also where every resample scores lower than the samples, or every one higher.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapters 11 to 14; Davison and Hinkley (1997),
    Bootstrap Methods and their Application, chapter 5; Politis and Romano (1994), Annals of Statistics 22, for "half".

    Examples
    --------
    >>> from evalmetrics import accuracy
    >>> y_true, y_pred = ["a"] * 50 + ["b"] * 50, ["a"] * 45 + ["b"] * 55
    >>> print(bootstrap(accuracy, y_true, y_pred, rng=0))
    0.950 [0.900, 0.990] (95 %, percentile)
    """
    plans = examples.examples_of(metric, samples, [], sample_weight)
    return resampled(metric, plans, n_resamples=n_resamples, level=level, method=method, groups=groups, rng=rng)


@quietly()
def resampled(
    metric: Any, plans: list[Any], *, n_resamples: Any, level: Any, method: Any, groups: Any, rng: Any
) -> Bootstrap:
    """The score of one system, or the difference of two, with the interval around it."""
    method = resampling.interval_method(method)
    drawn = Resampled(plans, resampling.often(n_resamples), resampling.group_of(groups, plans[0].n), rng)
    interval = interval_by(method, metric, drawn, level)
    return Bootstrap(drawn.estimate, interval, drawn.scores(method), name_of(metric), drawn.n)


def interval_by(method: str, metric: Any, drawn: Resampled, level: Any) -> Interval:
    """The interval that a method makes of resamples; that of one score within what the metric can be."""
    bounds = np.array(drawn.bounds(method, resampling.tails(level)))
    if len(drawn.plans) == 1 and (card := getattr(kind_of(metric), "card", None)):
        bounds = bounds.clip(card.low, card.high)
    low, high = (draws.shaped_like(drawn.estimate, bound) for bound in bounds)
    return Interval(low, high, level, method)


def name_of(metric: Any) -> str:
    """The name of a metric, with the options that it was given."""
    function, options = unwrapped(metric)
    name = getattr(function, "__name__", type(function).__name__)
    return name + (f"({', '.join(f'{option}={value!r}' for option, value in options.items())})" if options else "")

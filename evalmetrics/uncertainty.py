"""How sure are we: intervals for scores."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import _arguments, _resampling

Rng = int | np.random.Generator | None


@dataclass(frozen=True)
class Interval:
    """A confidence interval: bounds (numbers, or one per class), its level and the method that made it."""

    low: Any
    high: Any
    level: float
    method: str

    def __contains__(self, value: float) -> bool:
        return bool(np.all(self.low <= value) and np.all(value <= self.high))

    def __str__(self) -> str:
        how = f"({100 * self.level:g} %, {self.method})"
        if np.ndim(self.low) == 0:
            return f"[{self.low:.3f}, {self.high:.3f}] {how}"
        return f"{_side_by_side(low=self.low, high=self.high)}\n{how}"


@dataclass(frozen=True)
class Bootstrap:
    """A score, the interval around it and the scores of all resamples, shape (n_resamples, ...)."""

    estimate: Any
    interval: Interval
    replicates: NDArray[np.float64]

    @property
    def low(self) -> Any:
        """The interval's lower bound."""
        return self.interval.low

    @property
    def high(self) -> Any:
        """The interval's upper bound."""
        return self.interval.high

    @property
    def undefined(self) -> int:
        """How many resamples left the score (or one class of it) undefined; above 0 the bounds are nan."""
        return int(np.isnan(self.replicates.reshape(len(self.replicates), -1)).any(axis=1).sum())

    def __str__(self) -> str:
        if np.ndim(self.estimate) == 0:
            return f"{self.estimate:.3f} {self.interval}"
        how = f"({100 * self.interval.level:g} %, {self.interval.method})"
        return f"{_side_by_side(estimate=self.estimate, low=self.low, high=self.high)}\n{how}"


def _side_by_side(**parts: Any) -> str:
    """Vectors as the columns of a table, a row per class."""
    columns: dict[str, Any] = {name: pd.DataFrame(part).squeeze("columns") for name, part in parts.items()}
    return str(pd.concat(columns, axis=1).round(3))


def wilson_interval(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval for a share, such as an accuracy, from the number of successes among n independent trials.

    It holds the shares p that a two-sided score test at 1 - level would not reject.

    Parameters
    ----------
    successes, n : numbers
        0 <= successes <= n and n > 0.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.

    Returns
    -------
    Interval
        Bounds in [0, 1], never of width 0.

    Raises
    ------
    ValueError
        `successes` outside [0, n], n not above 0, level outside (0, 1).

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference, JASA 22.

    Examples
    --------
    >>> print(wilson_interval(150, 200))
    [0.686, 0.805] (95 %, wilson)
    """
    from scipy.special import ndtri

    n = _arguments.positive(n, "n")
    p = _arguments.real(successes, "successes") / n
    if not 0 <= p <= 1:
        raise ValueError(f"successes must lie between 0 and n={n:g}, got {successes!r}")
    z = ndtri((1 + _arguments.fraction(level, "level")) / 2)
    centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    return Interval(max(0.0, float(centre - reach)), min(1.0, float(centre + reach)), level, "wilson")


def bootstrap(
    metric: Callable[..., Any],
    *samples: Any,
    n_resamples: int = 1000,
    level: float = 0.95,
    method: str = "percentile",
    sample_weight: Any = None,
    rng: Rng = None,
) -> Bootstrap:
    """Interval for any score: recompute it on resamples of the examples, drawn with replacement.

    Parameters
    ----------
    metric : function
        Either of the samples, ``metric(*samples)``, or of a confusion matrix: a function whose first parameter
        is called ``cm`` is given the matrix of the two samples (y_true, y_pred).
    *samples : sequences of one length n
        Resampled together, by position. Arrays stay arrays; anything else arrives as a list.
    n_resamples : int, default 1000
        How many resamples; at least 2.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.
    method : {"percentile"}
        The bounds are quantiles of the resampled scores.
    sample_weight : sequence of n numbers, optional
        Weights that travel with their examples; passed to `metric` as ``sample_weight=``.
    rng : seed or numpy.random.Generator, optional
        Give one to get the same interval again.

    Returns
    -------
    Bootstrap
        ``estimate`` on the samples themselves, ``interval`` (also ``.low`` and ``.high``), ``replicates``.
        A score per class gives bounds per class. Bounds are nan where a resample leaves the score undefined.

    Raises
    ------
    ValueError
        Samples of different lengths or empty; fewer than 2 resamples; an unknown method.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 13.

    Examples
    --------
    >>> from evalmetrics import accuracy
    >>> y_true, y_pred = ["a"] * 50 + ["b"] * 50, ["a"] * 45 + ["b"] * 55
    >>> print(bootstrap(accuracy, y_true, y_pred, rng=0))
    0.950 [0.900, 0.990] (95 %, percentile)
    """
    n_resamples = _arguments.whole_number(n_resamples, "n_resamples", least=2)
    level = _arguments.fraction(level, "level")
    method = _arguments.one_of(method, "method", ["percentile"])
    rng = _arguments.generator(rng)
    if not callable(metric):
        raise TypeError(f"metric must be a function of the samples or of a confusion matrix, got {metric!r}")
    if _resampling.takes_matrix(metric):
        estimate, replicates = _resampling.of_matrix(metric, samples, n_resamples, sample_weight, rng)
    else:
        estimate, replicates = _resampling.of_examples(metric, samples, n_resamples, sample_weight, rng)
    low, high = (
        _resampling.shaped_like(estimate, _resampling.quantile(replicates, q))
        for q in ((1 - level) / 2, (1 + level) / 2)
    )
    return Bootstrap(estimate, Interval(low, high, level, method), replicates)

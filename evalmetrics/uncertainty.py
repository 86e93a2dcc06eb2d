"""How sure are we: intervals for scores."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .inputs import arguments, labels
from .kinds.base import quietly
from .kinds.results import Score
from .resampling import draws, examples

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


class Estimate(Score):
    """An estimate, a number everywhere, with its interval."""

    called = "estimate"
    interval: Interval

    @property
    def low(self) -> float:
        """The interval's lower bound."""
        return float(self.interval.low)

    @property
    def high(self) -> float:
        """The interval's upper bound."""
        return float(self.interval.high)

    def __str__(self) -> str:
        return f"{self:.3f} {self.interval}"


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

    def __float__(self) -> float:
        return float(self.estimate)

    @property
    def undefined(self) -> int:
        """How many resamples left the score (or one class of it) undefined; above 0 the bounds are nan."""
        return int(np.isnan(self.replicates.reshape(len(self.replicates), -1)).any(axis=1).sum())

    def __str__(self) -> str:
        if np.ndim(self.estimate) == 0:
            return f"{self.estimate:.3f} {self.interval}"
        how = f"({100 * self.interval.level:g} %, {self.interval.method})"
        return f"{_side_by_side(estimate=self.estimate, low=self.low, high=self.high)}\n{how}"


@dataclass(frozen=True)
class McNemar:
    """The examples on which two systems disagree, and how surprising their split is."""

    only_1_correct: int
    only_2_correct: int
    p_value: float
    alternative: str
    method: str


def _side_by_side(**parts: Any) -> str:
    """Vectors as the columns of a table, a row per class."""
    columns: dict[str, Any] = {name: pd.DataFrame(part).squeeze("columns") for name, part in parts.items()}
    return str(pd.concat(columns, axis=1).round(3))


def lowest_share(p, n, z):
    """The smallest share that a share p of n trials does not contradict, by z standard errors."""
    half = z / (2 * n)
    reach = z * np.sqrt(p * (1 - p) / n + half**2)
    return (p + z * half - reach) / (1 + 2 * z * half)


def wilson_bounds(p, n, z):
    """The smallest and the largest such share."""
    return lowest_share(p, n, z), 1 - lowest_share(1 - p, n, z)


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

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference, Journal of the
    American Statistical Association 22.

    Examples
    --------
    >>> print(wilson_interval(150, 200))
    [0.686, 0.805] (95 %, wilson)
    """
    n, p = _share(successes, n)
    low, high = wilson_bounds(p, n, normal_quantile(level))
    return Interval(float(low), float(high), level, "wilson")


def clopper_pearson_interval(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Exact interval for a share: it never covers less often than it says, and is longer for that.

    Each bound is the share at which seeing so extreme a number of successes has probability (1 - level) / 2.

    Parameters
    ----------
    successes, n : numbers
        0 <= successes <= n and n > 0.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.

    Returns
    -------
    Interval
        Bounds in [0, 1].

    References
    ----------
    Clopper and Pearson (1934), The use of confidence or fiducial limits, Biometrika 26.

    Examples
    --------
    >>> print(clopper_pearson_interval(150, 200))
    [0.684, 0.808] (95 %, clopper_pearson)
    """
    from scipy.special import betaincinv

    n, p = _share(successes, n)
    tail, k = (1 - arguments.fraction(level, "level")) / 2, p * n
    low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
    return Interval(low, high, level, "clopper_pearson")


def auc_interval(auc: float, positives: float, negatives: float, *, level: float = 0.95) -> Interval:
    """Interval for an area under the ROC curve from the area and the numbers of positives and negatives alone.

    Parameters
    ----------
    auc : float
        The area, in [0, 1].
    positives, negatives : numbers
        How many examples of each, above 0.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.

    Returns
    -------
    Interval
        Symmetric around `auc` and cut off at 0 and 1.

    References
    ----------
    Hanley and McNeil (1982), The meaning and use of the area under a ROC curve, Radiology 143.

    Examples
    --------
    >>> print(auc_interval(0.75, 100, 100))
    [0.683, 0.817] (95 %, hanley_mcneil)
    """
    a = arguments.share(auc, "auc")
    m, n = arguments.positive(positives, "positives"), arguments.positive(negatives, "negatives")
    both_above, both_below = a / (2 - a), 2 * a**2 / (1 + a)  # two positives above one negative; one above two
    variance = (a * (1 - a) + (m - 1) * (both_above - a**2) + (n - 1) * (both_below - a**2)) / (m * n)
    reach = normal_quantile(level) * np.sqrt(max(variance, 0.0))
    return Interval(max(0.0, float(a - reach)), min(1.0, float(a + reach)), level, "hanley_mcneil")


def pr_auc_interval(value: float, positives: float, *, level: float = 0.95) -> Interval:
    """Interval for an area under the precision-recall curve, made on the scale of its log-odds.

    Parameters
    ----------
    value : float
        The area (or average precision), in [0, 1].
    positives : number
        How many positives there are, above 0.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.

    Returns
    -------
    Interval
        Bounds in [0, 1]; nan where `value` is 0 or 1, which have no log-odds.

    References
    ----------
    Boyd, Eng and Page (2013), Area under the precision-recall curve: point estimates and confidence intervals.

    Examples
    --------
    >>> print(pr_auc_interval(0.75, 100))
    [0.656, 0.825] (95 %, logit)
    """
    from scipy.special import expit, logit

    v, n = arguments.share(value, "value"), arguments.positive(positives, "positives")
    if v in (0, 1):
        return Interval(np.nan, np.nan, arguments.fraction(level, "level"), "logit")
    reach = normal_quantile(level) / np.sqrt(n * v * (1 - v))
    return Interval(float(expit(logit(v) - reach)), float(expit(logit(v) + reach)), level, "logit")


def rmse_interval(rmse: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval for a root mean squared error, if the errors are independent, normal and centred at 0.

    Parameters
    ----------
    rmse : float
        At least 0, in the unit of the errors.
    n : number
        How many errors, above 0; also the degrees of freedom, since no mean was estimated.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.

    Returns
    -------
    Interval
        Bounds of at least 0.

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics; NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.5.8.

    Examples
    --------
    >>> print(rmse_interval(10.0, 100))
    [8.785, 11.607] (95 %, chi2)
    """
    from scipy.special import chdtri

    error, n = arguments.real(rmse, "rmse"), arguments.positive(n, "n")
    if not 0 <= error < np.inf:
        raise ValueError(f"rmse must be a finite number of at least 0, got {rmse!r}")
    tail = (1 - arguments.fraction(level, "level")) / 2
    low, high = (error * np.sqrt(n / chdtri(n, q)) for q in (tail, 1 - tail))  # chdtri wants the upper tail
    return Interval(float(low), float(high), level, "chi2")


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
        A metric of the package, or any function of the samples, ``metric(*samples)``, which is called again for each
        resample. A function of a confusion matrix is made a metric with `of_matrix`.
    *samples : sequences of one length n
        Resampled together, by position. Arrays stay arrays and tables tables; anything else arrives as a list.
    n_resamples : int, default 1000
        How many resamples; at least 2.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.
    method : {"percentile", "bca"}
        "percentile": the bounds are quantiles of the resampled scores. "bca": other quantiles of them, moved for
        bias and for a spread that changes with the score; costs one more score per distinct example.
    sample_weight : sequence of n numbers, optional
        Weights that travel with their examples; passed to `metric` as ``sample_weight=``.
    rng : seed or numpy.random.Generator, optional
        Give one to get the same interval again.

    Returns
    -------
    Bootstrap
        ``estimate`` on the samples themselves, ``interval`` (also ``.low`` and ``.high``), ``replicates``.
        A score per class gives bounds per class. Bounds are nan where a resample leaves the score undefined, and those
        of "bca" also where every resample scores lower than the samples, or every one higher.

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
    plans = examples.examples_of(metric, samples, [], sample_weight)
    return _bootstrap(plans, n_resamples, level, method, rng)


def paired_bootstrap(
    metric: Callable[..., Any],
    y_true: Any,
    y_pred_1: Any,
    y_pred_2: Any,
    *,
    n_resamples: int = 1000,
    level: float = 0.95,
    method: str = "percentile",
    sample_weight: Any = None,
    rng: Rng = None,
) -> Bootstrap:
    """Interval for how much better system 1 scores than system 2, both resampled on the same examples.

    Parameters
    ----------
    metric : function
        A metric of the package, or any function of (y_true, y_pred), which is called again for each resample.
    y_true : sequence of n labels, numbers or texts, or None
        What was observed (references, for texts). None for a metric of the answers alone, as of lists of relevances.
    y_pred_1, y_pred_2 : sequences of length n
        What the two systems said (predictions, scores or hypotheses).
    n_resamples, level, method, sample_weight, rng
        As in `bootstrap`.

    Returns
    -------
    Bootstrap
        Of ``metric(y_true, y_pred_1) - metric(y_true, y_pred_2)``. Scores per class are compared on the classes of
        both systems.

    References
    ----------
    Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapters 10 and 13; Koehn (2004) for texts.

    Examples
    --------
    >>> from evalmetrics import accuracy
    >>> y = [0] * 50 + [1] * 50
    >>> print(paired_bootstrap(accuracy, y, [0] * 55 + [1] * 45, [0] * 70 + [1] * 30, rng=0))
    0.150 [0.080, 0.220] (95 %, percentile)
    """
    return _bootstrap(_two_plans(metric, y_true, y_pred_1, y_pred_2, sample_weight), n_resamples, level, method, rng)


@quietly()
def permutation_test(
    metric: Callable[..., Any],
    y_true: Any,
    y_pred_1: Any,
    y_pred_2: Any,
    *,
    n_resamples: int = 10_000,
    alternative: str = "two-sided",
    rng: Rng = None,
) -> float:
    """P-value of the difference of two systems, if on each example either could have given the other's answer.

    Parameters
    ----------
    metric : function
        A metric of the package, or any function of (y_true, y_pred), that returns one number. A confusion matrix has
        the classes of both systems.
    y_true : sequence of n labels, numbers or texts, or None
        What was observed. None for a metric of the answers alone, as of lists of relevances.
    y_pred_1, y_pred_2 : sequences of length n
        What the two systems said.
    n_resamples : int, default 10000
        How often the answers are exchanged at random; at least 2.
    alternative : {"two-sided", "greater", "less"}
        "greater" asks whether system 1 scores higher.
    rng : seed or numpy.random.Generator, optional
        Give one to get the same p-value again.

    Returns
    -------
    float
        In [1 / (n_resamples + 1), 1]; small values speak against chance. nan where a rearrangement leaves the
        score undefined.

    References
    ----------
    Noreen (1989), Computer-Intensive Methods for Testing Hypotheses; Phipson and Smyth (2010) for the added 1.

    Examples
    --------
    >>> from evalmetrics import accuracy
    >>> y = [0] * 50 + [1] * 50
    >>> permutation_test(accuracy, y, [0] * 55 + [1] * 45, [0] * 56 + [1] * 44, rng=0)
    1.0
    """
    plans = _two_plans(metric, y_true, y_pred_1, y_pred_2, exchanging=True)
    n_resamples = arguments.whole_number(n_resamples, "n_resamples", least=2)
    alternative = arguments.one_of(alternative, "alternative", ["two-sided", "greater", "less"])
    scores = [float(plan.estimate()) for plan in plans]
    difference = scores[0] - scores[1]
    chance = draws.permuted_differences(plans, n_resamples, arguments.generator(rng))
    if np.isnan(difference) or np.isnan(chance).any():
        return np.nan
    side = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative]
    sizes = np.abs(np.append(scores, chance))
    slack = 1e-12 * sizes[np.isfinite(sizes)].max(initial=0.0)  # sums in another order differ in the last digits
    as_extreme = side(chance) >= side(difference) - slack
    return float((1 + as_extreme.sum()) / (1 + n_resamples))


def mcnemar_test(
    y_true: Any, y_pred_1: Any, y_pred_2: Any, *, alternative: str = "two-sided", method: str = "exact"
) -> McNemar:
    """Are two classifiers right equally often? Only the examples on which one is right and one wrong can tell.

    Parameters
    ----------
    y_true : sequence of n labels
        What was observed.
    y_pred_1, y_pred_2 : sequences of n labels
        What the two classifiers predicted.
    alternative : {"two-sided", "greater", "less"}
        "greater" asks whether classifier 1 is right more often.
    method : {"exact", "mid_p", "chi2"}
        "exact": binomial, never rejects more often than it says. "mid_p": counts what was seen half, less
        cautious. "chi2": the approximation for many disagreements, without a correction for continuity (statsmodels
        corrects by default, R as well).

    Returns
    -------
    McNemar
        The two counts and the p-value in [0, 1]; 1 where the classifiers never disagree.

    References
    ----------
    McNemar (1947), Psychometrika 12; Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13.

    Examples
    --------
    >>> mcnemar_test([1] * 10, [1] * 9 + [0], [0] * 7 + [1] * 3, alternative="greater").p_value
    0.03515625
    """
    alternative = arguments.one_of(alternative, "alternative", ["two-sided", "greater", "less"])
    method = arguments.one_of(method, "method", ["exact", "mid_p", "chi2"])
    right_1, right_2 = (_right(y_true, pred) for pred in (y_pred_1, y_pred_2))
    n_1, n_2 = int((right_1 & ~right_2).sum()), int((~right_1 & right_2).sum())
    greater, less = (_one_sided_p(a, b, method) for a, b in ((n_1, n_2), (n_2, n_1)))
    both = min(1.0, 2 * min(greater, less))
    if method == "mid_p" and n_1 == n_2 > 0:  # what was seen is one outcome, with none like it on the other side
        both -= _one_sided_p(n_1, n_2, "exact") - 0.5
    p_value = {"greater": greater, "less": less, "two-sided": both}[alternative]
    return McNemar(n_1, n_2, p_value, alternative, method)


def holm(p_values: Any) -> Any:
    """P-values of several tests, raised so that testing many things at once does not find one by chance.

    Comparing the adjusted values with 0.05 keeps the chance of any false alarm among them at 5 %.

    Parameters
    ----------
    p_values : Series or sequence of m numbers
        Each in [0, 1].

    Returns
    -------
    Series or array of m floats
        Adjusted p-values in [0, 1], in the order and with the index of `p_values`; never below them.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(3)
    array([0.03, 0.06, 0.06])
    """
    p = arguments.one_dimensional(p_values, "p_values", per="test")
    if p.dtype.kind not in "iuf" or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p_values must be numbers in [0, 1], got {list(p)}")
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(1, np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1)))
    return pd.Series(adjusted, index=p_values.index) if isinstance(p_values, pd.Series) else adjusted


def _two_plans(
    metric: Callable[..., Any], y_true: Any, y_pred_1: Any, y_pred_2: Any, weight: Any = None, exchanging: bool = False
) -> list[Any]:
    truth = () if y_true is None else (y_true,)
    return examples.examples_of(metric, truth, [y_pred_1, y_pred_2], weight, exchanging=exchanging)


@quietly()
def _bootstrap(plans: list[Any], n_resamples: int, level: float, method: str, rng: Rng) -> Bootstrap:
    """Score of one plan, or difference of two, with the interval around it."""
    n_resamples = arguments.whole_number(n_resamples, "n_resamples", least=2)
    tails = (1 - arguments.fraction(level, "level")) / 2, (1 + level) / 2
    method = arguments.one_of(method, "method", ["percentile", "bca"])
    scores = [plan.estimate() for plan in plans]
    estimate = scores[0] if len(scores) == 1 else _number(scores[0]) - _number(scores[1])
    replicates = draws.replicates(plans, n_resamples, arguments.generator(rng))
    if method == "bca":
        low, high = _bca_bounds(np.asarray(_number(estimate)), replicates, *draws.jackknife(plans), tails)
    else:
        low, high = (draws.quantile(replicates, q) for q in tails)
    low, high = (draws.shaped_like(estimate, bound) for bound in (low, high))
    return Bootstrap(estimate, Interval(low, high, level, method), replicates)


def _bca_bounds(
    estimate: Any, replicates: NDArray[np.float64], left_out: NDArray[np.float64], counts: Any, tails: tuple[float, ...]
) -> list[Any]:
    """Quantiles of the replicates, moved for bias (z) and acceleration (a); number by number."""
    from scipy.special import ndtr, ndtri

    if replicates.ndim > 1:
        parts = [
            _bca_bounds(estimate[i], replicates[:, i], left_out[:, i], counts, tails) for i in range(len(estimate))
        ]
        return list(np.swapaxes(parts, 0, 1))
    z = ndtri(((replicates < estimate).mean() + (replicates <= estimate).mean()) / 2)
    influence = np.average(left_out, weights=counts) - left_out
    spread = (counts * influence**2).sum()
    a = (counts * influence**3).sum() / (6 * spread**1.5) if spread > 0 else 0.0
    with np.errstate(invalid="ignore"):  # z is infinite where no resample scores as low, or as high, as the samples
        moved = [z + (z + ndtri(q)) / (1 - a * (z + ndtri(q))) for q in tails]
    return [draws.quantile(replicates, ndtr(m)) if np.isfinite(m) else np.float64(np.nan) for m in moved]


def _right(y_true: Any, y_pred: Any) -> NDArray[np.bool_]:
    true, pred, _ = labels.encode(y_true, y_pred)
    return np.equal(true, pred)


def _one_sided_p(more: int, less: int, method: str) -> float:
    """Probability, by a fair coin, of at least `more` of the disagreements."""
    from scipy.special import bdtrc, ndtr

    n = more + less
    if n == 0:
        return 1.0
    if method == "chi2":
        return float(ndtr((less - more) / np.sqrt(n)))
    beyond, at_least = float(bdtrc(more, n, 0.5)), float(bdtrc(more - 1, n, 0.5)) if more else 1.0
    return at_least if method == "exact" else (beyond + at_least) / 2


def _share(successes: Any, n: Any) -> tuple[float, float]:
    """The number of trials and the share of successes among them."""
    n = arguments.positive(n, "n")
    p = arguments.real(successes, "successes") / n
    if not 0 <= p <= 1:
        raise ValueError(f"successes must lie between 0 and n={n:g}, got {successes!r}")
    return n, p


def _number(score: Any) -> Any:
    """A result with parts (a BLEU, say) as its number; numbers and Series as they are."""
    return score if isinstance(score, pd.Series | pd.DataFrame | np.ndarray) else float(score)


def normal_quantile(level: Any) -> float:
    """How many standard errors an interval of this level reaches to either side, by the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri((1 + arguments.fraction(level, "level")) / 2))

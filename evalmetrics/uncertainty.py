"""How sure are we: intervals from resamples of the examples, by formula, and from several trainings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from .confusion import accuracy
from .inputs import arguments, rankings, resampling
from .inputs.arguments import Floats
from .kinds.base import kind_of, quietly, unwrapped
from .kinds.help_pages import described_by
from .kinds.matrix import Cells, OfAddedClasses, OfClasses, OfMatrix
from .kinds.ranking import OfRanking
from .kinds.results import Score, WithInterval
from .resampling import draws, examples
from .resampling.resampled import Resampled

FEW_OF_CLASS, FEW_DRAWN = 9, 20  # of which methods are known to fail: worlds of so few are in the table of coverage
OTHERS = "of the others"
FORMULAS = {"wilson_interval": "wilson_interval", "delong_interval": "delong_interval(scale='logit')"}

INSTEAD = {  # by the first word of a method: what does better where it has no bounds
    "Poisson": "of examples in memory, bootstrap has strata= and method='jackknife'",
    "delong_logit": "for an area of 1, use wilson_interval(k, k), k the size of the smaller class",
    "logit": "0 and 1 have no log-odds: for a recall, use wilson_interval",
    "t": "t needs two questions or groups, and no weights: bootstrap takes sample_weight=",
    **dict.fromkeys(["fisher_z", "bonett_wright", "fieller"], "bootstrap needs fewer pairs, and takes sample_weight="),
    "sandwich": "who always won or lost has no rating: for the wins, use wilson_interval",
    "all": "groups without errors have no spread: for a share of each, use wilson_interval",
}


@dataclass(frozen=True)
class Interval:
    """A confidence interval: bounds (numbers, or one per class), its level and the method that made it.

    `few` says of what there is too little for that method, and which does better.
    """

    low: Any
    high: Any
    level: float
    method: str
    few: str = field(default="", repr=False, compare=False)

    def __contains__(self, value: float) -> bool:
        return bool(np.all(self.low <= value) and np.all(value <= self.high))

    @property
    def how(self) -> str:
        """In words: level and method, and why the interval is known to be too short, if it is."""
        return f"({100 * self.level:g} %, {self.method}{self.caution})"

    @property
    def caution(self) -> str:
        """What makes it too short, or leaves it without bounds, and what does better; "" where nothing is known to."""
        low, high = (np.asarray(bound, dtype=np.float64) for bound in (self.low, self.high))
        sure = np.isclose(low, high, rtol=1e-9, atol=1e-12).any()
        few = "width 0 is too sure; for a share, use wilson_interval" if sure else self.few
        few = INSTEAD.get(self.method.split()[0], "") if np.isnan(low).any() else few
        return f"; {few}" if few else ""

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
    replicates: Floats = field(repr=False)
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
        why = f"{why}: strata=y_true draws within classes, and method='jackknife' draws none" if why else ""
        why *= self.interval.method != "jackknife"  # which draws none
        if np.ndim(self.estimate) == 0:
            return f"{self.estimate:.3f} {self.interval}{why}"
        return f"{_side_by_side(estimate=self.estimate, low=self.low, high=self.high)}\n{self.interval.how}{why}"


def _side_by_side(**parts: Any) -> str:
    columns: dict[str, Any] = {name: pd.DataFrame(part).squeeze("columns") for name, part in parts.items()}
    return str(pd.concat(columns, axis=1).round(3))


@described_by(
    resampling.often, resampling.tails, resampling.interval_method, resampling.group_of, resampling.stratum_of
)
def bootstrap(
    metric: Callable[..., Any],
    *samples: Any,
    n_resamples: int = 1000,
    level: float = 0.95,
    method: str = "percentile",
    groups: Any = None,
    strata: Any = None,
    sample_weight: Any = None,
    rng: resampling.Rng = None,
    **options: Any,
) -> Bootstrap:
    """Interval for any score: recompute it on resamples of the examples, drawn with replacement.

    metric : function
        A metric of the package; or any function of the samples, ``metric(*samples)``, which is called again for each
        resample. A function of a confusion matrix is made a metric with `of_matrix`.
    *samples : sequences of one length n
        Resampled together, by position. Arrays stay arrays and tables tables; anything else arrives as a list.
    sample_weight : sequence of n numbers, optional
        Weights that travel with their examples; passed to `metric` as ``sample_weight=``.
    **options
        Those of the metric, as ``pos_label=1``; one that has the name of an option here goes with the metric,
        ``multiclass_roc_auc.given(method="ovo")``.

    -> Bootstrap
        ``estimate`` on the samples themselves, ``interval`` (also ``.low`` and ``.high``), ``replicates``.
        A score per class gives bounds per class. Bounds are nan where a resample leaves the score undefined, and those
        of "bc" and "bca" also where every resample scores lower than the samples, or every one higher.

    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapters 11 to 14; Davison and Hinkley
    (1997), Bootstrap Methods and their Application, chapter 5; Politis and Romano (1994) for "half".

    >>> from evalmetrics import accuracy
    >>> y_true, y_pred = ["a"] * 50 + ["b"] * 50, ["a"] * 45 + ["b"] * 55
    >>> print(bootstrap(accuracy, y_true, y_pred, rng=0))
    0.950 [0.900, 0.990] (95 %, percentile)
    """
    metric = examples.with_options(metric, options)
    samples = arguments.kept(samples)
    plans = examples.examples_of(metric, samples, [], sample_weight, groups=groups, strata=strata)
    how = {"n_resamples": n_resamples, "level": level, "method": method, "groups": groups, "strata": strata}
    return resampled(metric, samples, plans, rng=rng, **how)


@quietly()
def resampled(
    metric: Any,
    samples: Any,
    plans: list[Any],
    *,
    n_resamples: Any,
    level: Any,
    method: Any,
    groups: Any,
    strata: Any,
    rng: Any,
) -> Bootstrap:
    """The score of one system, or the difference of two, with the interval around it."""
    method, n = resampling.interval_method(method), plans[0].n
    within = resampling.stratum_of(strata, n, method, groups)
    drawn = Resampled(plans, resampling.often(n_resamples), resampling.group_of(groups, n), rng, within)
    interval = replace(interval_by(method, metric, drawn, level), few=too_few(metric, samples, drawn, method))
    return Bootstrap(drawn.estimate, interval, drawn.scores(method), name_of(metric), drawn.n)


def interval_by(method: str, metric: Any, drawn: Resampled, level: Any) -> Interval:
    """The interval that a method makes of resamples of one score, or of the difference of two."""
    card = getattr(kind_of(metric), "card", None) if len(drawn.plans) == 1 else None
    return interval_of(drawn.estimate, drawn.bounds(method, resampling.tails(level)), card, level, method)


def interval_of(estimate: Any, bounds: Any, card: Any, level: float, method: str) -> Interval:
    """An interval in the form of the estimate, within what a score with that card can be."""
    within = np.array(bounds).clip(card.low, card.high) if card else bounds
    low, high = (draws.shaped_like(estimate, bound) for bound in within)
    return Interval(low, high, level, method)


def too_few(metric: Any, samples: Any, drawn: Resampled, method: str) -> str:
    """Of what there is too little for an interval by a method, and which does better; "" where there is enough."""
    card: Any = getattr(kind_of(metric), "card", None)
    alone = card and len(drawn.plans) == 1 and drawn.groups is None
    formula = FORMULAS.get(card.interval) if alone else None
    by = {way: formula or ("" if method == "bca" else f"method={way!r}") for way in ("jackknife", "bca")}
    if drawn.n <= FEW_DRAWN and (formula or method != "jackknife"):
        return few_of({"examples" if drawn.groups is None else "groups": drawn.n}, by["jackknife"], FEW_DRAWN)
    unit = np.arange(drawn.n) if drawn.groups is None else drawn.groups
    sizes = sizes_of_classes(metric, samples, unit, drawn.plans[0]).items()
    return few_of({f"of class {label!r}": size for label, size in sizes}, by["bca"])


def few_of(sizes: Mapping[Any, float], better: str = "", most: int = FEW_OF_CLASS) -> str:
    """What there are too few of, and what does better; "" where there is enough of all."""
    label, size = min(sizes.items(), key=lambda each: each[1], default=("", np.inf))
    if size > most:
        return ""
    return f"only {size:g} {label}; use {better}" if better else f"only {size:g} {label}"


def sizes_of_classes(metric: Any, samples: Any, unit: Any, plan: Any = None) -> dict[Any, int]:
    """How many examples, or groups of them, each class has that a score looks at; empty where it knows no classes.

    `plan` are the examples as they are resampled: in those of a matrix the classes have numbers already.
    """
    (function, given), kind = unwrapped(metric), kind_of(metric)
    if function is accuracy or isinstance(kind, OfAddedClasses) or len(samples) < 2:
        return {}
    named: Any
    if isinstance(plan, Cells):
        of, named = plan.true, plan.labels
    else:
        y: Any = arguments.samples(samples[0])[0]
        flat = isinstance(y, np.ndarray) and y.ndim == 1 and y.dtype != object
        if isinstance(y, pd.DataFrame) or not (flat or all(map(pd.api.types.is_scalar, y))):
            return {}
        of, named = pd.factorize(np.asarray(y), use_na_sentinel=False)
    labels, wanted, only_of = named.tolist(), given.get("pos_label"), {}
    if wanted is not None:  # this class against all others, one of which a score may not look at
        of = np.array([label == wanted for label in labels], dtype=int)[of]
        wanted = next((label for label in labels if label == wanted), wanted)  # as the samples have it
        labels, only_of = [OTHERS, wanted], {OTHERS: {"tp", "fn", "observed"}, wanted: {"tn", "fp"}}
    if not (isinstance(kind, OfMatrix | OfRanking) or len(labels) == 2):
        return {}
    if (groups := unit.max() + 1) < len(unit):  # else each example stands alone
        of = np.unique(of * groups + unit) // groups
    sizes = np.bincount(of, minlength=len(labels))
    seen = {*kind.counts[kind.definition]} if isinstance(kind, OfClasses) else {"cells"}
    unseen = [label for label, counts in only_of.items() if seen <= counts]
    return {label: n for label, n in zip(labels, sizes.tolist(), strict=True) if n and label not in unseen}


def name_of(metric: Any) -> str:
    """The name of a metric, with the options that it was given."""
    function, options = unwrapped(metric)
    name = getattr(function, "__name__", type(function).__name__)
    return name + (f"({', '.join(f'{option}={value!r}' for option, value in options.items())})" if options else "")


def lowest_share(p, n, z):
    """The smallest share that a share p of n trials does not contradict, by z standard errors."""
    half = z / (2 * n)
    reach = z * np.sqrt(p * (1 - p) / n + half**2)
    return (p + z * half - reach) / (1 + 2 * z * half)


def wilson_bounds(p, n, z):
    """The smallest and the largest such share."""
    return lowest_share(p, n, z), 1 - lowest_share(1 - p, n, z)


def share_of(successes: Any, n: Any) -> tuple[float, float]:
    """The number of trials and the share of successes among them.

    successes, n : numbers
        How many, 0 <= successes <= n and n >= 1.
    """
    n, number = arguments.count(n, "n"), arguments.real(successes, "successes")
    if 0 < number < 1 < n:
        raise ValueError(f"successes must be a count, got {successes!r}: a share is {successes!r} * n = {number * n:g}")
    p = number / n
    if not 0 <= p <= 1:
        raise ValueError(f"successes must lie between 0 and n={n:g}, got {successes!r}")
    return n, p


@described_by(share_of, resampling.tails)
def wilson_interval(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval for a share, such as an accuracy, from the number of successes among n independent trials.

    It holds the shares p that a two-sided score test at 1 - level would not reject: in [0, 1], and never of width 0.

    Source: Wilson (1927), Probable inference, the law of succession, and statistical inference, Journal of the American
    Statistical Association 22.

    >>> print(wilson_interval(150, 200))
    [0.686, 0.805] (95 %, wilson)
    """
    n, p = share_of(successes, n)
    low, high = wilson_bounds(p, n, normal_quantile(level))
    return Interval(float(low), float(high), level, "wilson")


@described_by(share_of, resampling.tails)
def clopper_pearson_interval(successes: float, n: float, *, level: float = 0.95) -> Interval:
    """Exact interval for a share: it never covers less often than it says, and is longer for that.

    Each bound is the share at which seeing so extreme a number of successes has probability (1 - level) / 2.

    Source: Clopper and Pearson (1934), The use of confidence or fiducial limits, Biometrika 26.

    >>> print(clopper_pearson_interval(150, 200))
    [0.684, 0.808] (95 %, clopper_pearson)
    """
    from scipy.special import betaincinv

    n, p = share_of(successes, n)
    (tail, _), k = resampling.tails(level), p * n
    low = float(betaincinv(k, n - k + 1, tail)) if k > 0 else 0.0
    high = float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0
    return Interval(low, high, level, "clopper_pearson")


def hanley_mcneil_variance(auc, positives, negatives):
    """Variance of an area, as if the scores of either class were exponential."""
    two_above = auc / (2 - auc) - auc**2  # two positives above one negative, beyond chance
    above_two = 2 * auc**2 / (1 + auc) - auc**2  # one positive above two negatives
    return (auc * (1 - auc) + (positives - 1) * two_above + (negatives - 1) * above_two) / (positives * negatives)


@described_by(resampling.tails)
def auc_interval(auc: float, positives: float, negatives: float, *, level: float = 0.95) -> Interval:
    """Interval for an area under the ROC curve from the area and the numbers of positives and negatives alone.

    With the scores at hand, `delong_interval` need not guess how they are distributed. The interval is symmetric,
    and cut off at 0 and 1.

    auc : float
        The area, in [0, 1].
    positives, negatives : numbers
        How many examples of each, at least 1.

    Source: Hanley and McNeil (1982), The meaning and use of the area under a ROC curve, Radiology 143.

    >>> print(auc_interval(0.75, 100, 100))
    [0.683, 0.817] (95 %, hanley_mcneil)
    """
    area = arguments.share(auc, "auc")
    m, n = arguments.count(positives, "positives"), arguments.count(negatives, "negatives")
    reach = normal_quantile(level) * np.sqrt(max(hanley_mcneil_variance(area, m, n), 0.0))
    few = few_of({"positives": m, "negatives": n})
    return Interval(max(0.0, float(area - reach)), min(1.0, float(area + reach)), level, "hanley_mcneil", few)


def share_below(scores, others):
    """Of the others, the share below each of the scores; what is tied counts half."""
    others = np.sort(others)
    below, up_to = (np.searchsorted(others, scores, side) for side in ("left", "right"))
    return (below + up_to) / (2 * len(others))


def delong(positive, *systems):
    """The areas of systems that scored the same examples, and their covariances."""
    won = [share_below(scores[positive], scores[~positive]) for scores in systems]
    lost = [share_below(scores[~positive], scores[positive]) for scores in systems]
    of_positives, of_negatives = np.atleast_2d(np.cov(won), np.cov(lost))
    covariance = of_positives / positive.sum() + of_negatives / (~positive).sum()
    return np.mean(won, axis=1), covariance


@described_by(rankings.labels_and_scores, resampling.tails)
def delong_interval(
    y_true: Any, y_score: Any, *, pos_label: Any = None, scale: str = "area", level: float = 0.95
) -> Interval:
    """Interval for an area under the ROC curve from the scores, by DeLong's variance: no resampling, no distribution.

    In [0, 1]. On the scale of the area it has width 0 where a class does not overlap with the other, which says more
    than the examples can know; on the other scale its bounds are nan there. Also nan for classes of one example.

    scale : {"area", "logit"}
        Where the interval is symmetric: around the area, or around its log-odds, where it cannot leave [0, 1] and
        covers better for areas near 1.

    Source: DeLong, DeLong and Clarke-Pearson (1988), Comparing the areas under two or more correlated receiver
    operating characteristic curves, Biometrics 44; Sun and Xu (2014), IEEE Signal Processing Letters 21, for n log n
    steps; Pepe (2003), The Statistical Evaluation of Medical Tests for Classification and Prediction, for the log-odds.

    >>> print(delong_interval([0, 0, 0, 0, 1, 1, 1, 1], [1, 2, 3, 5, 4, 6, 7, 8]))
    [0.764, 1.000] (95 %, delong; only 4 positives; use scale='logit')
    """
    positive, score = rankings.labels_and_scores(y_true, y_score, pos_label=pos_label)
    scale, z = arguments.one_of(scale, "scale", ["area", "logit"]), normal_quantile(level)
    area, error = (float(part.item()) for part in areas(positive, score))
    sizes = of_either(positive)
    if scale == "logit":
        low, high = logit_bounds(area, error, z) if 0 < area < 1 else (np.nan, np.nan)
        return Interval(float(low), float(high), level, "delong_logit", few_of(sizes))
    low, high = np.clip([area - z * error, area + z * error], 0, 1)
    return Interval(float(low), float(high), level, "delong", few_of(sizes, "scale='logit'"))


def of_either(positive: Any) -> dict[str, float]:
    """How many examples are positive, and how many are not."""
    return {"positives": positive.sum(), "negatives": (~positive).sum()}


def areas(positive: Any, *systems: Any) -> Any:
    """The areas and the standard error of one, or of the first minus the second; nan for a class of one example."""
    if min(positive.sum(), (~positive).sum()) < 2:
        return np.full(len(systems), np.nan), np.float64(np.nan)
    found, covariance = delong(positive, *systems)
    signs = np.array([1, -1])[: len(systems)]
    return found, np.sqrt(np.maximum(signs @ covariance @ signs, 0.0))


def logit_bounds(share, error, z):
    """Bounds z standard errors around a share's log-odds, taken back to shares."""
    middle, reach = np.log(share / (1 - share)), z * error / (share * (1 - share))
    return 1 / (1 + np.exp(reach - middle)), 1 / (1 + np.exp(-reach - middle))


@quietly()
@described_by(resampling.tails)
def pr_auc_interval(value: float, positives: float, *, level: float = 0.95) -> Interval:
    """Interval for an area under the precision-recall curve, made on the scale of its log-odds.

    In [0, 1]; nan where `value` is 0 or 1, which have no log-odds.

    value : float
        The area (or average precision), in [0, 1].
    positives : number
        How many positives there are, at least 1.

    Source: Boyd, Eng and Page (2013), Area under the precision-recall curve: point estimates and confidence intervals.

    >>> print(pr_auc_interval(0.75, 100))
    [0.656, 0.825] (95 %, logit)
    """
    area, n = arguments.share(value, "value"), arguments.count(positives, "positives")
    z = normal_quantile(level)
    if area in (0, 1):
        return Interval(np.nan, np.nan, level, "logit")
    low, high = logit_bounds(area, np.sqrt(area * (1 - area) / n), z)
    return Interval(float(low), float(high), level, "logit", few_of({"positives": n}))


def chi2_bounds(rmse, n, lower, upper):
    """Bounds for the root of a mean of n squares, from two quantiles of chi-squared with n degrees of freedom."""
    return rmse * np.sqrt(n / upper), rmse * np.sqrt(n / lower)


@described_by(resampling.tails)
def rmse_interval(rmse: float, n: float, *, level: float = 0.95) -> Interval:
    """Interval for a root mean squared error, if the errors are independent, normal and centred at 0.

    rmse : float
        At least 0, in the unit of the errors.
    n : number
        How many errors, at least 1; also the degrees of freedom, since no mean was estimated.

    Source: Yggdrasil Decision Forests, documentation of metrics; NIST/SEMATECH e-Handbook of Statistical Methods,
    1.3.5.8.

    >>> print(rmse_interval(10.0, 100))
    [8.785, 11.607] (95 %, chi2)
    """
    from scipy.special import chdtri

    error, n = arguments.real(rmse, "rmse"), arguments.count(n, "n")
    if not 0 <= error < np.inf:
        raise ValueError(f"rmse must be a finite number of at least 0, got {rmse!r}")
    low, high = chi2_bounds(error, n, *(chdtri(n, 1 - q) for q in resampling.tails(level)))  # chdtri: the upper tail
    return Interval(float(low), float(high), level, "chi2")


def normal_quantile(level: Any) -> float:
    """How many standard errors an interval of this level reaches."""
    from scipy.special import ndtri

    return float(ndtri(resampling.tails(level)[1]))


def variance_over_runs(scores):
    """Of the mean of scores, a row for each example and a column for each run; and its degrees of freedom."""
    n, r = scores.shape
    examples, runs = scores.mean(axis=1), scores.mean(axis=0)
    rest = scores - examples[:, None] - runs + scores.mean()
    both = (rest**2).sum() / (n - 1) / (r - 1) / n / r  # is part of either of the next two
    parts = np.array([examples.var(ddof=1) / n, runs.var(ddof=1) / r, -both])
    variance = max(parts.sum(), parts[0], parts[1])
    spread = (parts**2 / [n - 1, r - 1, (n - 1) * (r - 1)]).sum()
    return variance, variance**2 / spread if spread > 0 else np.inf


@quietly()
@described_by(resampling.tails)
def mean_over_runs(scores: Any, *, level: float = 0.95) -> Estimate:
    """Mean score of a recipe, of which several runs were tried on the same examples: on others, by other runs.

    The interval is Student's, of a variance that adds up what examples do and what runs do. An interval from one run
    knows nothing of the others, and the spread over runs nothing of other examples.

    scores : array or DataFrame of shape (n, r)
        What each of n examples scored in each of r runs, 1 and 0 for right and wrong; at least two of either.

    Source: Owen (2007), The pigeonhole bootstrap, Annals of Applied Statistics 1; Satterthwaite (1946) for the degrees
    of freedom; Bouthillier et al. (2021), Accounting for variance in machine learning benchmarks.

    >>> print(mean_over_runs([[1, 1, 1], [1, 0, 1], [0, 1, 1], [1, 1, 0], [0, 0, 0]]))
    0.600 [0.109, 1.091] (95 %, runs and examples)
    """
    from scipy.special import stdtrit

    table = arguments.table(scores, "scores")
    if min(table.shape) < 2:
        raise ValueError(f"scores must be of at least two examples, a row each, and two runs, got shape {table.shape}")
    variance, freedom = variance_over_runs(table)
    t = float(stdtrit(min(freedom, 1e9), resampling.tails(level)[1]))
    mean, reach = float(table.mean()), t * float(np.sqrt(variance))
    return Estimate(mean, interval=Interval(mean - reach, mean + reach, level, "runs and examples"))


class ResampledT(WithInterval, Score):
    """The mean difference of two learners over splits, a number everywhere, with its interval and p-value."""

    called = "estimate"
    interval: Interval
    p_value: float

    def __str__(self) -> str:
        return f"{self:.3f} {self.interval}, p = {self.p_value:.2g}"


def corrected_variance(differences, n_train, n_test):
    """Of the mean over splits; were the trainings independent, the first of the two terms would do."""
    return (1 / len(differences) + n_test / n_train) * np.var(differences, ddof=1)


@described_by(resampling.tails)
def corrected_resampled_t(differences: Any, n_train: float, n_test: float, *, level: float = 0.95) -> ResampledT:
    """Is one learner better than another in cross-validation? Student's t, corrected for trainings on shared examples.

    differences : sequence of numbers
        How much better the first scored than the second on each split, or fold of each repetition; at least two.
    n_train, n_test : numbers
        How many examples of a split were learned from, and how many tested on, above 0.

    -> ResampledT
        The mean, in the unit of the differences, with its ``interval`` and two-sided ``p_value``: nan where all
        differences are 0.

    Source: Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52; Bouckaert and Frank
    (2004), Evaluating the replicability of significance tests for comparing learning algorithms, for repeated folds.

    >>> print(corrected_resampled_t([0.02, 0.05, 0.01, 0.04, 0.03], n_train=80, n_test=20))
    0.030 [0.001, 0.059] (95 %, corrected t), p = 0.047
    """
    from scipy.special import stdtr, stdtrit

    found = arguments.within(arguments.finite(differences, "differences"), "differences", -1e150, 1e150)
    if len(found) < 2:
        raise ValueError(f"differences must be at least two, got {len(found)}")
    sizes = arguments.positive(n_train, "n_train"), arguments.positive(n_test, "n_test")
    mean, error = float(found.mean()), float(np.sqrt(corrected_variance(found, *sizes)))
    reach = float(stdtrit(len(found) - 1, resampling.tails(level)[1])) * error
    with np.errstate(divide="ignore", invalid="ignore"):
        p_value = float(2 * stdtr(len(found) - 1, -abs(np.float64(mean) / error)))
    return ResampledT(mean, interval=Interval(mean - reach, mean + reach, level, "corrected t"), p_value=p_value)

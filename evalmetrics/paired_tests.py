"""Two systems on the same examples: how far apart they are, and whether that could be chance."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, labels, rankings, resampling
from .inputs.arguments import Flags, Floats
from .inputs.resampling import Rng
from .kinds.base import kind_of, quietly
from .kinds.help_pages import described_by
from .kinds.results import Score, WithInterval
from .resampling import draws, examples
from .uncertainty import Bootstrap, Interval, areas, few_of, normal_quantile, of_either, resampled


class PValue(Score):
    """A p-value counted on `n_resamples` random rearrangements or resamples, a number everywhere.

    None is below `least`; `error` is its Monte Carlo standard error, by which it moves with another seed.
    """

    called = "p_value"
    n_resamples: int
    least: float

    @property
    def error(self) -> float:
        """Standard deviation of the p-value over seeds."""
        sides = round(self.least * (self.n_resamples + 1))  # counted on one side and doubled, or on both together
        return float(np.sqrt(self * (sides - self) / self.n_resamples))

    def __str__(self) -> str:
        if self <= self.least:
            return f"{self.least:.2g}, the least that {self.n_resamples} resamples can give"
        return f"{self:.2g} ± {self.error:.1g}"


def two_plans(
    metric: Callable[..., Any],
    y_true: Any,
    y_pred_1: Any,
    y_pred_2: Any,
    weight: Any = None,
    *,
    called: Sequence[str] = ("y_pred_1", "y_pred_2"),
    **how: Any,
) -> list[Any]:
    """The examples of two systems, to be resampled together.

    y_true : sequence of n labels, numbers or texts, or None
        What was observed (references, for texts). None for a metric of the answers alone, as of lists of relevances.
    y_pred_1, y_pred_2 : sequences of length n
        What the two systems said (predictions, scores or hypotheses).
    """
    truth = () if y_true is None else (y_true,)
    truth, systems = arguments.kept(truth), arguments.kept([y_pred_1, y_pred_2])
    arguments.in_one_order(y_pred_1=y_pred_1, y_pred_2=y_pred_2)
    try:
        return examples.examples_of(metric, truth, list(systems), weight, **how)
    except (TypeError, ValueError):
        for system, name in zip(systems, called, strict=True):
            try:
                examples.examples_of(metric, truth, [system])
            except (TypeError, ValueError) as error:  # which calls it by the name that it has in the metric
                last = (getattr(kind_of(metric), "samples", None) or ["sample 2"])[-1]
                kind = TypeError if isinstance(error, TypeError) else ValueError
                raise kind(re.sub(rf"\b{last}\b", name, str(error))) from None
        raise


def one_number_each(plans: list[Any]) -> list[float]:
    """The scores of systems; raises where a score is not one number."""
    scores = [plan.estimate() for plan in plans]
    if np.ndim(scores[0]):
        raise TypeError(
            f"metric must return one number, got {arguments.shown(scores[0])}: of a score for each class choose one, "
            "as in f1_score.given(pos_label=1)"
        )
    return [float(score) for score in scores]


@described_by(
    two_plans,
    resampling.often,
    resampling.tails,
    resampling.interval_method,
    resampling.group_of,
    resampling.stratum_of,
)
def paired_bootstrap(
    metric: Callable[..., Any],
    y_true: Any,
    y_pred_1: Any,
    y_pred_2: Any,
    *,
    n_resamples: int = 1000,
    level: float = 0.95,
    method: str = "percentile",
    groups: Any = None,
    strata: Any = None,
    sample_weight: Any = None,
    rng: Rng = None,
    **options: Any,
) -> Bootstrap:
    """Interval for how much better system 1 scores than system 2, both resampled on the same examples.

    metric : function
        A metric of the package, or any function of (y_true, y_pred), which is called again for each resample.
    sample_weight : sequence of n numbers, optional
        Weights that travel with their examples.
    **options
        Those of the metric, as ``pos_label=1``.

    -> Bootstrap
        Of ``metric(y_true, y_pred_1) - metric(y_true, y_pred_2)``. Scores per class are compared on the classes of
        both systems.

    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapters 10 and 13; Koehn (2004) for texts.

    >>> from evalmetrics import accuracy
    >>> y = [0] * 50 + [1] * 50
    >>> print(paired_bootstrap(accuracy, y, [0] * 55 + [1] * 45, [0] * 70 + [1] * 30, rng=0))
    0.150 [0.080, 0.220] (95 %, percentile)
    """
    metric = examples.with_options(metric, options)
    y_true, first, second = arguments.kept([y_true, y_pred_1, y_pred_2])
    plans = two_plans(metric, y_true, first, second, sample_weight, groups=groups, strata=strata)
    samples = [first] if y_true is None else [y_true, first]
    how = {"n_resamples": n_resamples, "level": level, "method": method, "groups": groups, "strata": strata}
    return resampled(metric, samples, plans, rng=rng, **how)


@quietly()
@described_by(two_plans, resampling.often, resampling.side, resampling.group_of)
def permutation_test(
    metric: Callable[..., Any],
    y_true: Any,
    y_pred_1: Any,
    y_pred_2: Any,
    *,
    n_resamples: int = 10_000,
    alternative: str = "two-sided",
    groups: Any = None,
    rng: Rng = None,
    **options: Any,
) -> PValue:
    """P-value of the difference of two systems, if on each example either could have given the other's answer.

    That is more than to be equally good: a cautious and a bold system can have the same F, and yet nobody would mistake
    the answers of one for those of the other. Against such a pair the test raises false alarms more often than it says.
    It lies in [1 / (n_resamples + 1), 1]; small values speak against chance. nan where a rearrangement leaves the score
    undefined.

    metric : function
        A metric of the package, or any function of (y_true, y_pred), that returns one number. A confusion matrix has
        the classes of both systems.
    n_resamples : int, default 10000
        How often the answers are exchanged at random; at least 2.
    **options
        Those of the metric, as ``pos_label=1``.

    Source: Noreen (1989), Computer-Intensive Methods for Testing Hypotheses; Phipson and Smyth (2010) for the added 1.

    >>> from evalmetrics import accuracy
    >>> y = [0] * 50 + [1] * 50
    >>> print(permutation_test(accuracy, y, y, [0] * 70 + [1] * 30, n_resamples=999, rng=0))
    0.001, the least that 999 resamples can give
    """
    metric = examples.with_options(metric, options)
    plans = two_plans(metric, y_true, y_pred_1, y_pred_2, groups=groups, exchanging=True)
    n_resamples, side = resampling.often(n_resamples), resampling.side(alternative)
    of = resampling.group_of(groups, plans[0].n)
    scores = one_number_each(plans)
    difference = scores[0] - scores[1]
    chance = draws.permuted_differences(plans, n_resamples, arguments.generator(rng), of)
    if np.isnan(difference) or np.isnan(chance).any():
        return PValue(np.nan, n_resamples=n_resamples, least=1 / (n_resamples + 1))
    signed = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[side]
    sizes = np.abs(np.append(scores, chance))
    slack = 1e-12 * sizes[np.isfinite(sizes)].max(initial=0.0)  # sums in another order differ in the last digits
    as_extreme = signed(chance) >= signed(difference) - slack
    p_value = (1 + as_extreme.sum()) / (1 + n_resamples)  # the observed arrangement always counts
    return PValue(float(p_value), n_resamples=n_resamples, least=1 / (1 + n_resamples))


@dataclass(frozen=True)
class McNemar:
    """The examples on which two systems disagree, and how surprising their split is."""

    only_1_correct: int
    only_2_correct: int
    p_value: float
    alternative: str
    method: str


def heads(at_least, tosses):
    """Probability of so many heads or more, of a fair coin."""
    return sum(comb(tosses, k) for k in range(at_least, tosses + 1)) / 2**tosses


def mcnemar(only_1, only_2):
    """Two-sided p-value of as uneven a split of the disagreements, were each a coin toss."""
    return min(1, 2 * heads(max(only_1, only_2), only_1 + only_2))


@described_by(resampling.side)
def mcnemar_test(
    y_true: Any, y_pred_1: Any = None, y_pred_2: Any = None, *, alternative: str = "two-sided", method: str = "exact"
) -> McNemar:
    """Are two classifiers right equally often? Only the examples on which one is right and one wrong can tell.

    The p-value lies in [0, 1], and is 1 where the classifiers never disagree.

    y_true : sequence of n labels
        What was observed. Or, in place of all three, a table of shape (2, 2): a row for examples that the first got
        right, and wrong, a column for those that the second did; of a DataFrame whose rows and columns are called 0
        and 1, or False and True, wrong and right.
    y_pred_1, y_pred_2 : sequences of n labels
        What the two classifiers predicted.
    method : {"exact", "mid_p", "chi2"}
        "exact": binomial, never rejects more often than it says. "mid_p": counts what was seen half, less
        cautious. "chi2": the approximation for many disagreements, without a correction for continuity (statsmodels
        corrects by default, R as well).

    Source: McNemar (1947), Psychometrika 12; Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13.

    >>> mcnemar_test([1] * 10, [1] * 9 + [0], [0] * 7 + [1] * 3, alternative="greater").p_value
    0.03515625
    """
    side = resampling.side(alternative)
    method = arguments.one_of(method, "method", ["exact", "mid_p", "chi2"])
    n_1, n_2 = _disagreements(y_true, y_pred_1, y_pred_2)
    greater, less = (_one_sided_p(a, b, method) for a, b in ((n_1, n_2), (n_2, n_1)))
    both = min(1.0, 2 * min(greater, less))
    if method == "mid_p" and n_1 == n_2 > 0:  # what was seen is one outcome, with none like it on the other side
        both -= _one_sided_p(n_1, n_2, "exact") - 0.5
    p_value = {"greater": greater, "less": less, "two-sided": both}[side]
    return McNemar(n_1, n_2, p_value, side, method)


def _disagreements(y_true: Any, y_pred_1: Any, y_pred_2: Any) -> tuple[int, int]:
    if y_pred_1 is None and y_pred_2 is None:
        table = arguments.counts(y_true, "y_true")
        if table.shape != (2, 2) or (table % 1).any():
            raise ValueError(
                "y_true must be a table of whole numbers where it stands alone, [[both right, only the first], [only "
                f"the second, neither]], got {arguments.several(table)}"
            )
        axes = [y_true.index, y_true.columns] if isinstance(y_true, pd.DataFrame) else [()]
        if all(not isinstance(axis, pd.RangeIndex) and list(axis) == [0, 1] for axis in axes):
            table = table.T  # wrong comes first, as pd.crosstab has it
        return int(table[0, 1]), int(table[1, 0])
    arguments.in_one_order(y_true=y_true, y_pred_1=y_pred_1, y_pred_2=y_pred_2)
    right_1, right_2 = _right(y_true, y_pred_1=y_pred_1), _right(y_true, y_pred_2=y_pred_2)
    return int((right_1 & ~right_2).sum()), int((~right_1 & right_2).sum())


def _right(y_true: Any, **said: Any) -> Flags:
    """Which examples a system got right, whose labels are given by their name."""
    ((name, y_pred),) = said.items()
    true, pred, _ = labels.encode(y_true, y_pred, names=("y_true", name))
    return np.equal(true, pred)


def _one_sided_p(more: int, less: int, method: str) -> float:
    """Probability, by a fair coin, of at least `more` of the disagreements: `heads`, also of very many tosses."""
    from scipy.special import bdtrc, ndtr

    n = more + less
    if n == 0:
        return 1.0
    if method == "chi2":
        return float(ndtr((less - more) / np.sqrt(n)))
    beyond, at_least = float(bdtrc(more, n, 0.5)), float(bdtrc(more - 1, n, 0.5)) if more else 1.0
    return at_least if method == "exact" else (beyond + at_least) / 2


def power(n, won, lost, alpha):
    """How often McNemar's exact test rejects: over all numbers of disagreements, and all splits that it rejects."""
    from scipy.stats import binom

    m = np.arange(n + 1)
    enough = binom.isf(alpha / 2, m, 0.5) + 1  # so many on one side are rejected
    rejects = binom.sf(enough - 1, m, won / (won + lost)) + binom.cdf(m - enough, m, won / (won + lost))
    return binom.pmf(m, n, won + lost) @ rejects


@described_by()
def mcnemar_power(n: int, won: float, lost: float, *, alpha: float = 0.05) -> float:
    """How probably McNemar's exact test on n examples finds that one system is right more often than another.

    n : int
        How many examples, at least 1.
    won, lost : floats
        The shares of examples on which only the better system is right, and only the other; above 0 together, and at
        most 1.
    alpha : float, default 0.05
        At or below which p-value equality is rejected, two-sided.

    -> float
        Power, in [0, 1]. Where won equals lost it is the share of false alarms, at most alpha.

    Source: Duffy (1984), Asymptotic and exact power for the McNemar test and its analogue with R controls per case,
    Biometrics 40.

    >>> round(mcnemar_power(1000, won=0.06, lost=0.03), 2)
    0.87
    """
    n, alpha = arguments.whole_number(n, "n", least=1), arguments.fraction(alpha, "alpha")
    won, lost = arguments.share(won, "won"), arguments.share(lost, "lost")
    if not 0 < won + lost <= 1:
        raise ValueError(f"won and lost must be above 0 together and at most 1, got {won:g} and {lost:g}")
    return float(power(n, won, lost, alpha))


@dataclass(frozen=True)
class DeLong(WithInterval):
    """Two areas under ROC curves on the same examples, their difference with its interval, and the p-value."""

    areas: tuple[float, float]
    estimate: float
    interval: Interval
    p_value: float
    alternative: str


@described_by(rankings.labels_and_scores, resampling.side, resampling.tails)
def delong_test(
    y_true: Any,
    y_score_1: Any,
    y_score_2: Any,
    *,
    pos_label: Any = None,
    alternative: str = "two-sided",
    level: float = 0.95,
) -> DeLong:
    """Do two systems have the same area under the ROC curve? Without resampling, for many examples of either class.

    y_score_1, y_score_2 : sequences of n numbers
        What the two systems said of the same examples; the higher, the surer of `pos_label`.

    -> DeLong
        ``areas``, their difference ``estimate`` with its ``interval`` in [-1, 1], and ``p_value``: small values speak
        against chance. 1 where the systems order all examples alike; nan for a class of one example.

    Source: DeLong, DeLong and Clarke-Pearson (1988), Comparing the areas under two or more correlated receiver
    operating characteristic curves, Biometrics 44; Sun and Xu (2014), IEEE Signal Processing Letters 21, for speed.

    >>> y = [0, 0, 0, 0, 1, 1, 1, 1]
    >>> test = delong_test(y, [1, 2, 3, 5, 4, 6, 7, 8], [1, 2, 6, 5, 4, 3, 7, 8])
    >>> print(f"{test.estimate:.4f} {test.interval}, p = {test.p_value:.3f}")
    0.1875 [-0.144, 0.519] (95 %, delong; only 4 positives), p = 0.268
    """
    from scipy.special import ndtr

    side, z = resampling.side(alternative), normal_quantile(level)
    given = {"y_true": y_true, "y_score_1": y_score_1, "y_score_2": y_score_2}
    label, first, second = arguments.columns(rankings.label_or_score, **given)
    positive, _ = rankings.labels_and_scores(label, first, pos_label=pos_label)
    both, error = areas(positive, first, second)
    gain = float(both[0] - both[1])
    low, high = np.clip([gain - z * error, gain + z * error], -1, 1)
    above = float(ndtr(-gain / error)) if error > 0 else {0.0: 0.5, 1.0: 0.0, -1.0: 1.0}.get(np.sign(gain), np.nan)
    p_value = {"greater": above, "less": 1 - above, "two-sided": 2 * min(above, 1 - above)}[side]
    interval = Interval(float(low), float(high), level, "delong", few_of(of_either(positive)))
    return DeLong((float(both[0]), float(both[1])), gain, interval, p_value, side)


def holm_steps(p):
    """The smallest p-value times their number, the next times one less, and so on, none below the one before."""
    order = np.argsort(p, kind="stable")
    raised = np.maximum.accumulate(p[order] * np.arange(len(p), 0, -1))
    return np.minimum(1, raised)[np.argsort(order)]


def benjamini_hochberg_steps(p):
    """The largest p-value as it is, the r-th smallest of m times m / r, none above the one after it."""
    order, m = np.argsort(-p, kind="stable"), len(p)
    raised = np.minimum.accumulate(p[order] * m / np.arange(m, 0, -1))
    return raised[np.argsort(order)]


def p_values_of_tests(p_values: Any) -> Floats:
    """Checked p-values.

    p_values : Series or sequence of m numbers
        Each in [0, 1].
    """
    p = arguments.one_dimensional(p_values, "p_values", per="test")
    if p.dtype.kind not in "iuf" or not ((p >= 0) & (p <= 1)).all():
        raise ValueError(f"p_values must be numbers in [0, 1], got {arguments.several(p)}")
    return p.astype(np.float64)


@described_by(p_values_of_tests)
def holm(p_values: Any) -> Any:
    """P-values of several tests, raised so that testing many things at once does not find one by chance.

    Comparing the adjusted values with 0.05 keeps the chance of any false alarm among them at 5 %.

    -> Series or array of m floats
        Adjusted p-values in [0, 1], in the order and with the index of `p_values`; never below them.

    Source: Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.

    >>> holm([0.01, 0.04, 0.03]).round(3)
    array([0.03, 0.06, 0.06])
    """
    return _like(p_values, holm_steps(p_values_of_tests(p_values)))


@described_by(p_values_of_tests)
def benjamini_hochberg(p_values: Any) -> Any:
    """P-values of several tests, raised so that few of what is found among many is found by chance.

    Calling all those below 0.05 found keeps the expected share of false alarms among what was found at 5 %, for tests
    that are independent or depend on each other positively. That promises less than `holm`, and finds more.

    -> Series or array of m floats
        Adjusted p-values in [0, 1], in the order and with the index of `p_values`; never below them, nor above those
        of `holm`.

    Source: Benjamini and Hochberg (1995), Controlling the false discovery rate, Journal of the Royal Statistical
    Society B 57.

    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(3)
    array([0.03, 0.04, 0.04])
    """
    return _like(p_values, benjamini_hochberg_steps(p_values_of_tests(p_values)))


def _like(p_values: Any, adjusted: Floats) -> Any:
    return pd.Series(adjusted, index=p_values.index) if isinstance(p_values, pd.Series) else adjusted

"""Correlation: how far two columns of numbers rise and fall together."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import isnan, nan, sqrt
from typing import Any

import numpy as np

from .fast import correlation as fast
from .fast import sorted_by_duckdb
from .inputs import arguments, resampling
from .inputs import correlation as inputs
from .inputs.arguments import Array, Floats
from .kinds.help_pages import described_by
from .kinds.results import Score
from .kinds.sums import Center
from .metric import of_sums, of_weights
from .regression import spread_of_sums
from .uncertainty import Interval

LARGEST_EXACT = 33  # pairs up to which, without ties, the p-value of Kendall's tau counts orders one by one


class Correlation(Score):
    """A correlation coefficient in [-1, 1], a number everywhere, with its p-value.

    `p_value` is two-sided: how often independent columns give a coefficient at least that far from 0; `n` is the
    number of pairs, `method` is "pearson", "spearman" or "kendall". With weights, how many pairs they stand for is
    not known: `n`, p-value and interval are nan, and `bootstrap` takes weights.
    """

    called = "coefficient"
    p_value: float
    n: float
    method: str

    def __new__(cls, coefficient: float, p_value: float, n: float, method: str) -> Any:
        """Take the coefficient and its parts."""
        return super().__new__(cls, coefficient, p_value=p_value, n=n, method=method)

    def __str__(self) -> str:
        return f"{self:.3f} ({self.method}, n = {self.n}, p = {self.p_value:.3g})"

    def interval(self, level: float = 0.95) -> Interval:
        """Interval for the coefficient, made on the scale of its inverse hyperbolic tangent, where it is symmetric.

        Pearson: variance 1 / (n - 3), for pairs from a bivariate normal distribution (Fisher, 1921). Spearman:
        (1 + r^2 / 2) / (n - 3) (Bonett and Wright, 2000). Kendall: 0.437 / (n - 4), for columns without ties (Fieller,
        Hartley and Pearson, 1957). Bounds are nan where the coefficient is, and for fewer than 4 pairs (Kendall: 5).
        A coefficient of -1 or 1 has an interval of width 0, which says more than n pairs can know.

        Parameters
        ----------
        level : float, default 0.95
            Wanted coverage, between 0 and 1.

        Examples
        --------
        >>> print(pearson([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]).interval())
        [0.052, 0.981] (95 %, fisher_z)
        """
        from scipy.special import ndtri

        z, r = float(ndtri((1 + arguments.fraction(level, "level")) / 2)), float(self)
        variance, lost, name = {
            "pearson": (1.0, 3, "fisher_z"),
            "spearman": (1 + r**2 / 2, 3, "bonett_wright"),
            "kendall": (0.437, 4, "fieller"),
        }[self.method]
        if isnan(r) or not self.n > lost:
            return Interval(np.nan, np.nan, level, name)
        with np.errstate(divide="ignore"):
            middle, reach = np.arctanh(r), z * np.sqrt(variance / (self.n - lost))
        return Interval(float(np.tanh(middle - reach)), float(np.tanh(middle + reach)), level, name)


def tested(method: str, p_value: Callable[..., float]) -> Callable[..., Correlation]:
    """How a coefficient is dressed with the p-value that `p_value` makes of it, of what it came from, and of n."""

    def dressed(r: float, taken: Any, data: Any, options: Any) -> Correlation:
        n = len(data[0])
        if isnan(r) or options["sample_weight"] is not None:
            return Correlation(r, np.nan, n if isnan(r) else np.nan, method)
        return Correlation(r, p_value(r, taken, n), n, method)

    return dressed


def p_value_of_t(r: float, _: Any, n: int) -> float:
    """P(|t| >= what r gives) with n - 2 degrees of freedom: I(1 - r^2; (n - 2) / 2, 1 / 2)."""
    from scipy.special import betainc

    return float(betainc((n - 2) / 2, 0.5, (1 - r) * (1 + r))) if n > 2 else 1.0


AROUND_BOTH = Center(lambda x, y: (x, y))


def squares_and_products(x, y, *, center):
    """1; both numbers of a pair, counted from the centre, their squares and their product."""
    dx, dy = x - center[0], y - center[1]
    return 1, dx, dy, dx**2, dy**2, dx * dy


def pearson_of_sums(n, x, y, xx, yy, xy):
    """Pearson's correlation of sums, which can be resampled and added up."""
    in_x, in_y = spread_of_sums(x, xx, n), spread_of_sums(y, yy, n)
    return (xy - x * y / n) / np.sqrt(in_x) / np.sqrt(in_y)


def distances_from_mean(values):
    """What each value differs from the mean by; exactly 0 where all are equal."""
    offset = values - values[0]
    return offset - offset.mean()


@of_sums(
    squares_and_products,
    inputs=inputs.of_finite_numbers,
    at_once=True,
    shared=AROUND_BOTH,
    from_sums=pearson_of_sums,
    unitless="each",
    result=tested("pearson", p_value_of_t),
)
def pearson(x, y):
    """How near n points lie to a straight line that rises or falls: Pearson's product-moment correlation.

    -> Correlation
        1 for points on a rising line, -1 on a falling one, 0 for no linear association. The p-value is that of
        t = r sqrt((n - 2) / (1 - r^2)) with n - 2 degrees of freedom, exact for independent normal columns; 1 for two
        points, which always lie on a line.

    Source: Pearson (1895), Note on regression and inheritance in the case of two parents; Student (1908), Probable
    error of a correlation coefficient.

    >>> print(pearson([1, 2, 3, 4], [2, 1, 4, 3]))
    0.600 (pearson, n = 4, p = 0.4)
    """
    dx, dy = distances_from_mean(x), distances_from_mean(y)
    return dx @ dy / np.sqrt((dx @ dx) * (dy @ dy))


def ranks(values):
    """Places in increasing order; equal values share the mean of theirs."""
    _, place, n = np.unique(values, return_inverse=True, return_counts=True)
    return (n.cumsum() - (n - 1) / 2)[place]


@described_by(inputs.column)
def average_ranks(values: Any) -> Floats:
    """Places in increasing order, 1 for the smallest; equal values share the mean of the places they take up.

    -> array of n floats
        From 1 to n, with the sum n (n + 1) / 2.

    Source: Spearman (1904), The proof and measurement of association between two things.

    >>> average_ranks([20, 10, 20])
    array([2.5, 1. , 2.5])
    """
    return np.asarray(ranks(inputs.column(values, "values")))


@of_weights(
    fast.both_numbered,
    inputs=inputs.of_numbers,
    from_weights=fast.spearman_from_weights,
    stacked=True,
    streamed=sorted_by_duckdb.spearman,
    result=tested("spearman", p_value_of_t),
)
def spearman(x, y):
    """How near y comes to rising, or falling, whenever x rises: Pearson's correlation of the ranks.

    -> Correlation
        1 if both columns have one order, -1 if one has the other's reversed. Tied values share the mean of their
        ranks. The p-value is that of `pearson`, here an approximation; for a handful of pairs it is far too small.

    >>> round(spearman([1, 2, 3, 4], [1, 10, 100, 99]), 6)
    0.8
    """
    return pearson(ranks(x), ranks(y))


@dataclass(frozen=True)
class PairCounts:
    """All pairs of n examples by how two columns order them: five counts that add up to n (n - 1) / 2."""

    concordant: int
    discordant: int
    tied_in_x: int
    tied_in_y: int
    tied_in_both: int

    @property
    def total(self) -> int:
        """The number of pairs."""
        return self.concordant + self.discordant + self.tied_in_x + self.tied_in_y + self.tied_in_both


@described_by(inputs.of_numbers)
def pair_counts(x: Any, y: Any) -> PairCounts:
    """How many pairs of examples two columns order alike, differently, or not at all.

    Source: Knight (1966), A computer method for calculating Kendall's tau with ungrouped data: sort by x, and the
    exchanges that sort y are the discordant pairs.

    >>> pair_counts([1, 2, 2], [1, 3, 2])
    PairCounts(concordant=2, discordant=0, tied_in_x=1, tied_in_y=0, tied_in_both=0)
    """
    return PairCounts(*fast.count_pairs(fast.both_numbered(*inputs.of_numbers(x, y))))


def order_of_pairs(values):
    """For each two examples 1, -1 or 0: the first is larger, smaller, or as large."""
    a, b = values[:, None], values
    return (a > b) * 1 - (a < b)


def p_value_of_pairs(tau: float, columns: Any, n: int) -> float:
    """P(as many more concordant pairs than discordant ones, or the other way round) of independent columns."""
    from scipy.special import ndtr

    pairs = n * (n - 1) // 2
    untied, variance, m = [pairs, pairs], pairs * (2 * n + 5) / 9, n * (n - 1.0)
    sizes = [sizes.astype(np.float64) for _, sizes, _ in columns]
    if tied := min(map(len, sizes)) < n:  # Kendall (1945)
        twos, threes = ([(s * (s - 1)).sum() for s in sizes], [(s * (s - 1) * (s - 2)).sum() for s in sizes])
        untied = [pairs - two / 2 for two in twos]
        variance -= sum((s * (s - 1) * (2 * s + 5)).sum() for s in sizes) / 18
        variance += twos[0] * twos[1] / (2 * m) + threes[0] * threes[1] / (9 * m * max(n - 2, 1))
    more = round(abs(tau) * sqrt(untied[0] * untied[1]))
    if n <= LARGEST_EXACT and not tied:
        return min(1.0, 2 * float(shares_of_orders(n)[: (pairs - more) // 2 + 1].sum()))
    return float(2 * ndtr(-more / sqrt(variance)))


@cache
def shares_of_orders(n: int) -> Array:
    """Which share of the orders of n things has 0, 1, 2, ... pairs the wrong way round."""
    shares = np.ones(1)
    for k in range(2, n + 1):  # the k-th thing goes before 0 to k - 1 of the others, all equally likely
        shares = np.convolve(shares, np.full(k, 1 / k))
    return shares


@of_weights(
    fast.both_numbered,
    inputs=inputs.of_numbers,
    from_weights=fast.kendall_from_weights,
    stacked=True,
    result=tested("kendall", p_value_of_pairs),
)
def kendall(x, y):
    """How many more pairs of examples two columns order alike than not, as a share: Kendall's tau-b.

    -> Correlation
        Without ties the probability that a random pair is ordered alike minus that it is not. Ties count in neither,
        and in the variant b each column's ties make the divisor smaller. The p-value counts all orders if there are
        no ties and n is at most 33; otherwise it is that of a normal distribution whose variance is corrected for
        ties.

    >>> round(kendall([1, 2, 3, 4], [1, 10, 100, 99]), 6)
    0.666667
    """
    in_x, in_y = order_of_pairs(x), order_of_pairs(y)
    return (in_x * in_y).sum() / np.sqrt((in_x**2).sum() * (in_y**2).sum())


@dataclass(frozen=True)
class Williams:
    """How two metrics correlate with the same people, their difference, and how surprising it is."""

    correlations: tuple[float, float]
    between: float
    estimate: float
    t: float
    p_value: float
    alternative: str


def williams_t(r_1, r_2, between, n):
    """Williams's t of two correlations with one column, for columns that correlate with each other, too."""
    unexplained = 1 - r_1**2 - r_2**2 - between**2 + 2 * r_1 * r_2 * between
    noise = 2 * unexplained * (n - 1) / (n - 3) + (r_1 + r_2) ** 2 / 4 * (1 - between) ** 3
    return (r_1 - r_2) * np.sqrt((n - 1) * (1 + between) / noise)


@described_by(resampling.side)
def williams_test(human: Any, metric_1: Any, metric_2: Any, *, alternative: str = "two-sided") -> Williams:
    """Do two metrics have the same Pearson correlation with people? They were tried on the same systems.

    human : sequence of n finite numbers
        What people said of each system (or text).
    metric_1, metric_2 : sequences of n finite numbers
        What the two metrics said; turn round whichever is better the lower.

    -> Williams
        ``correlations`` of the two with `human`, their correlation ``between`` each other, the difference
        ``estimate``, Williams's ``t`` with n - 3 degrees of freedom, and ``p_value``, made for normal columns: small
        values speak against chance. 1 where the metrics lie on one rising line; nan for fewer than 4 systems or a
        constant column.

    Source: Williams (1959), The comparison of regression variables, Journal of the Royal Statistical Society B 21;
    Graham and Baldwin (2014), Testing for significance of increased correlation with human judgment, EMNLP.

    >>> test = williams_test([1, 2, 3, 4, 5, 6], [1, 2, 4, 3, 5, 7], [2, 1, 5, 3, 6, 4])
    >>> print(f"{test.estimate:.3f}, t = {test.t:.3f}, p = {test.p_value:.3f}")
    0.283, t = 1.759, p = 0.177
    """
    from scipy.special import stdtr

    columns = {"human": human, "metric_1": metric_1, "metric_2": metric_2}
    human, metric_1, metric_2 = arguments.columns(inputs.finite, "system", **columns)
    side, n = resampling.side(alternative), len(human)
    r_1, r_2, between = (float(pearson(*two)) for two in ((human, metric_1), (human, metric_2), (metric_1, metric_2)))
    same = between > 1 - 1e-12
    t = 0.0 if same else float(williams_t(r_1, r_2, between, n)) if n > 3 else nan
    p_above = float(stdtr(n - 3, -t)) if n > 3 else nan
    p_value = {"greater": p_above, "less": 1 - p_above, "two-sided": 2 * min(p_above, 1 - p_above)}[side]
    return Williams((r_1, r_2), between, r_1 - r_2, t, p_value, side)

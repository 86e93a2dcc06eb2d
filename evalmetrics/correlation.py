"""Correlation: how far two columns of numbers rise and fall together."""

from dataclasses import dataclass, replace
from functools import cache
from math import isnan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .fast.inversions import inversions, pairs_within
from .inputs import arguments
from .inputs.residuals import mean_around, squares
from .inputs.totals import columns, plain
from .uncertainty import Interval

Array = NDArray[Any]
LARGEST_EXACT = 33  # pairs up to which, without ties, the p-value of Kendall's tau counts orders one by one


@dataclass(frozen=True)
class Correlation:
    """A correlation coefficient in [-1, 1] and its p-value; formatted or as a float it is the coefficient.

    `p_value` is two-sided: how often independent columns give a coefficient at least that far from 0; `n` is the
    number of pairs, `method` is "pearson", "spearman" or "kendall".
    """

    coefficient: float
    p_value: float
    n: int
    method: str

    def __float__(self) -> float:
        return self.coefficient

    def __format__(self, spec: str) -> str:
        return format(self.coefficient, spec) if spec else str(self)

    def __str__(self) -> str:
        return f"{self.coefficient:.3f} ({self.method}, n = {self.n}, p = {self.p_value:.3g})"

    def interval(self, level: float = 0.95) -> Interval:
        """Interval for the coefficient, made on the scale of its inverse hyperbolic tangent, where it is symmetric.

        Pearson: variance 1 / (n - 3), for pairs from a bivariate normal distribution. Spearman:
        (1 + r^2 / 2) / (n - 3). Kendall: 0.437 / (n - 4), for columns without ties. A coefficient of -1 or 1 has an
        interval of width 0, which says more than n pairs can know.

        Parameters
        ----------
        level : float, default 0.95
            Wanted coverage, between 0 and 1.

        Returns
        -------
        Interval
            Bounds in [-1, 1]; nan where the coefficient is, or for fewer than 4 pairs (Kendall: 5).

        Raises
        ------
        ValueError
            Level outside (0, 1).

        References
        ----------
        Fisher (1921), On the "probable error" of a coefficient of correlation deduced from a small sample; Fieller,
        Hartley and Pearson (1957), Tests for rank correlation coefficients I; Bonett and Wright (2000), Sample size
        requirements for estimating Pearson, Kendall and Spearman correlations.

        Examples
        --------
        >>> print(pearson([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]).interval())
        [0.052, 0.981] (95 %, fisher_z)
        """
        from scipy.special import ndtri

        z, r = float(ndtri((1 + arguments.fraction(level, "level")) / 2)), self.coefficient
        variance, lost, name = {
            "pearson": (1.0, 3, "fisher_z"),
            "spearman": (1 + r**2 / 2, 3, "bonett_wright"),
            "kendall": (0.437, 4, "fieller"),
        }[self.method]
        if isnan(r) or self.n <= lost:
            return Interval(np.nan, np.nan, level, name)
        with np.errstate(divide="ignore"):
            middle, reach = np.arctanh(r), z * np.sqrt(variance / (self.n - lost))
        return Interval(float(np.tanh(middle - reach)), float(np.tanh(middle + reach)), level, name)


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


def pearson(x: Any, y: Any) -> Correlation:
    """How near n points lie to a straight line that rises or falls: Pearson's product-moment correlation.

    Parameters
    ----------
    x, y : sequences of n finite numbers
        In any units; which is which does not matter.

    Returns
    -------
    Correlation
        Coefficient in [-1, 1]: 1 for points on a rising line, -1 on a falling one, 0 for no linear association.
        nan where a column is constant, which includes n = 1. The p-value is that of t = r sqrt((n - 2) / (1 - r^2))
        with n - 2 degrees of freedom, exact for independent normal columns; 1 for two points, which always lie on
        a line.

    Raises
    ------
    ValueError
        Different lengths, empty, nan or infinite values, whole numbers that floats cannot tell apart.
    TypeError
        Something other than numbers.

    References
    ----------
    Pearson (1895), Note on regression and inheritance in the case of two parents; Student (1908), Probable error of
    a correlation coefficient.

    Examples
    --------
    >>> print(pearson([1, 2, 3, 4], [2, 1, 4, 3]))
    0.600 (pearson, n = 4, p = 0.4)
    """
    x, y = _finite(*_columns(x, y))
    r = np.nan
    if x.min() < x.max() and y.min() < y.max():
        dx, dy = _distances(x), _distances(y)
        r = float(np.clip(dx @ dy / np.sqrt((dx @ dx) * (dy @ dy)), -1, 1))
    return Correlation(r, _p_of_t(r, len(x)), len(x), "pearson")


def spearman(x: Any, y: Any) -> Correlation:
    """How near y comes to rising, or falling, whenever x rises: Pearson's correlation of the ranks.

    Parameters
    ----------
    x, y : sequences of n numbers
        Infinite ones have ranks too.

    Returns
    -------
    Correlation
        Coefficient in [-1, 1]: 1 if both columns have one order, -1 if one has the other's reversed. Tied values
        share the mean of their ranks. nan where a column is constant, which includes n = 1. The p-value is that of
        `pearson`, here an approximation; for a handful of pairs it is far too small.

    Raises
    ------
    ValueError
        Different lengths, empty, nan.
    TypeError
        Something other than numbers.

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things.

    Examples
    --------
    >>> round(float(spearman([1, 2, 3, 4], [1, 10, 100, 99])), 6)
    0.8
    """
    x, y = _columns(x, y)
    return replace(pearson(average_ranks(x), average_ranks(y)), method="spearman")


def kendall(x: Any, y: Any) -> Correlation:
    """How many more pairs of examples two columns order alike than not, as a share: Kendall's tau-b.

    Parameters
    ----------
    x, y : sequences of n numbers
        Infinite ones can be ordered too.

    Returns
    -------
    Correlation
        Coefficient in [-1, 1], without ties the probability that a random pair is ordered alike minus that it is
        not. Ties count in neither, and in the variant b each column's ties make the divisor smaller. nan where a
        column is constant, which includes n = 1. The p-value counts all orders if there are no ties and n is at most
        33; otherwise it is that of a normal distribution whose variance is corrected for ties.

    Raises
    ------
    ValueError
        Different lengths, empty, nan.
    TypeError
        Something other than numbers.

    References
    ----------
    Kendall (1938), A new measure of rank correlation; Kendall (1945), The treatment of ties in ranking problems.

    Examples
    --------
    >>> round(float(kendall([1, 2, 3, 4], [1, 10, 100, 99])), 6)
    0.666667
    """
    x, y = _columns(x, y)
    pairs = pair_counts(x, y)
    more = pairs.concordant - pairs.discordant
    untied_in_x = pairs.concordant + pairs.discordant + pairs.tied_in_y
    untied_in_y = pairs.concordant + pairs.discordant + pairs.tied_in_x
    tau = more / sqrt(untied_in_x * untied_in_y) if untied_in_x and untied_in_y else np.nan
    return Correlation(tau, np.nan if isnan(tau) else _p_of_pairs(x, y, pairs), len(x), "kendall")


def pair_counts(x: Any, y: Any) -> PairCounts:
    """How many pairs of examples two columns order alike, differently, or not at all.

    Parameters
    ----------
    x, y : sequences of n numbers

    Returns
    -------
    PairCounts
        Concordant pairs, discordant ones, those tied in x only, in y only, and in both.

    Raises
    ------
    ValueError
        Different lengths, empty, nan.
    TypeError
        Something other than numbers.

    References
    ----------
    Knight (1966), A computer method for calculating Kendall's tau with ungrouped data: sort by x, and the exchanges
    that sort y are the discordant pairs.

    Examples
    --------
    >>> pair_counts([1, 2, 2], [1, 3, 2])
    PairCounts(concordant=2, discordant=0, tied_in_x=1, tied_in_y=0, tied_in_both=0)
    """
    (x, x_sizes), (y, y_sizes) = (_dense(values) for values in _columns(x, y))
    k = len(y_sizes)
    in_order = np.sort(x * k + y)  # by x, and where x is tied by y: what is out of order in y is discordant
    discordant = inversions(in_order % k)
    in_x, in_y = pairs_within(x_sizes), pairs_within(y_sizes)
    in_both = pairs_within(_dense(in_order)[1]) if in_x and in_y else 0
    concordant = len(x) * (len(x) - 1) // 2 - discordant - in_x - in_y + in_both
    return PairCounts(concordant, discordant, in_x - in_both, in_y - in_both, in_both)


def average_ranks(values: Any) -> NDArray[np.float64]:
    """Places in increasing order, 1 for the smallest; equal values share the mean of the places they take up.

    Parameters
    ----------
    values : sequence of n numbers

    Returns
    -------
    array of n floats
        From 1 to n, with the sum n (n + 1) / 2.

    Raises
    ------
    ValueError
        Empty, nan.
    TypeError
        Something other than numbers.

    References
    ----------
    Spearman (1904), The proof and measurement of association between two things.

    Examples
    --------
    >>> average_ranks([20, 10, 20])
    array([2.5, 1. , 2.5])
    """
    codes, sizes = _dense(_numbers(values, "values"))
    return np.asarray((sizes.cumsum() - (sizes - 1) / 2)[codes])


def pearson_statistics(x: Any, y: Any, *, center: tuple[float, float] | None = None) -> NDArray[np.float64]:
    """What each pair adds to Pearson's correlation: moments around a fixed centre, which keep digits that sums lose.

    Parameters
    ----------
    x, y : sequences of n finite numbers
    center : (number, number), optional
        Where to measure x and y from; by default their medians. Rows add up across parts of the data, and across
        systems, only if they have one centre.

    Returns
    -------
    array of shape (n, 6)
        Columns: 1, dx, dy, dx^2, dy^2, dx dy, where dx and dy are the distances from the centre.

    Raises
    ------
    ValueError
        As in `pearson`; distances whose squares are too large or too small for a float.
    TypeError
        Something other than numbers.

    References
    ----------
    Chan, Golub and LeVeque (1983), Algorithms for computing the sample variance.

    Examples
    --------
    >>> rows = pearson_statistics([1e9, 1e9 + 1, 1e9 + 2], [1, 2, 3])
    >>> round(pearson_from_statistics(rows.sum(axis=0)), 12)
    1.0
    """
    x, y = _finite(*_columns(x, y))
    middle = (np.median(x), np.median(y)) if center is None else center
    dx, dy = x - middle[0], y - middle[1]
    return np.column_stack([np.ones(len(x)), dx, dy, squares(dx), squares(dy), dx * dy])


def pearson_from_statistics(totals: Any) -> Any:
    """Pearson's correlation from summed rows of `pearson_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 6)
        Number of pairs, sums of dx, dy, dx^2, dy^2 and dx dy.

    Returns
    -------
    float, or array of shape (...)
        In [-1, 1]; nan where a column is constant, or so far from the centre that it could be, in 64-bit floats.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Chan, Golub and LeVeque (1983), Algorithms for computing the sample variance.

    Examples
    --------
    >>> pearson_from_statistics([4, 0, 0, 5, 5, 3])
    0.6
    """
    n, x, y, xx, yy, xy = columns(totals, "pairs", "dx", "dy", "dx²", "dy²", "dx dy")
    with np.errstate(divide="ignore", invalid="ignore"):
        sxx, syy, sxy = xx - x * x / n, yy - y * y / n, xy - x * y / n
        r = np.clip(sxy / np.sqrt(sxx) / np.sqrt(syy), -1, 1)
    return plain(np.where((sxx <= 1e-12 * xx) | (syy <= 1e-12 * yy), np.nan, r))


def _distances(values: Array) -> Array:
    """Distances from the mean; in units of the largest where products of squares would overflow or vanish."""
    _, distances = mean_around(values, None)
    largest = max(distances.max(), -distances.min())
    return distances if 1e-70 < largest < 1e70 else np.asarray(distances / largest)


def _p_of_t(r: float, n: int) -> float:
    """P(|t| >= what r gives) with n - 2 degrees of freedom: I(1 - r^2; (n - 2) / 2, 1 / 2)."""
    from scipy.special import betainc

    if isnan(r):
        return np.nan
    return float(betainc((n - 2) / 2, 0.5, (1 - r) * (1 + r))) if n > 2 else 1.0


def _p_of_pairs(x: Array, y: Array, pairs: PairCounts) -> float:
    """P(as many more concordant pairs than discordant ones, or the other way round) of independent columns."""
    from scipy.special import ndtr

    n, tied = len(x), pairs.concordant + pairs.discordant < pairs.total
    if n <= LARGEST_EXACT and not tied:
        return min(1.0, 2 * float(_inversion_shares(n)[: min(pairs.concordant, pairs.discordant) + 1].sum()))
    m = n * (n - 1.0)
    variance = m * (2 * n + 5) / 18
    if tied:  # Kendall (1945)
        s, t = (_dense(values)[1].astype(np.float64) for values in (x, y))
        variance -= ((s * (s - 1) * (2 * s + 5)).sum() + (t * (t - 1) * (2 * t + 5)).sum()) / 18
        variance += (s * (s - 1)).sum() * (t * (t - 1)).sum() / (2 * m)
        variance += (s * (s - 1) * (s - 2)).sum() * (t * (t - 1) * (t - 2)).sum() / (9 * m * max(n - 2, 1))
    return float(2 * ndtr(-abs(pairs.concordant - pairs.discordant) / np.sqrt(variance)))


@cache
def _inversion_shares(n: int) -> Array:
    """Which share of the orders of n things has 0, 1, 2, ... pairs the wrong way round."""
    shares = np.ones(1)
    for k in range(2, n + 1):  # the k-th thing goes before 0 to k - 1 of the others, all equally likely
        shares = np.convolve(shares, np.full(k, 1 / k))
    return shares


def _dense(values: Array) -> tuple[Array, Array]:
    """For each value the number of its group of equals, counted in increasing order, and the sizes of the groups."""
    order = np.argsort(values)
    in_order = values[order]
    groups = np.zeros(len(values), dtype=np.intp)
    np.cumsum(in_order[1:] != in_order[:-1], out=groups[1:])
    codes = np.empty_like(groups)
    codes[order] = groups
    return codes, np.bincount(groups)


def _columns(x: Any, y: Any) -> tuple[Array, Array]:
    columns = _numbers(x, "x"), _numbers(y, "y")
    arguments.same_length(x=columns[0], y=columns[1])
    return columns


def _numbers(values: Any, name: str) -> Array:
    array = arguments.numbers(values, name, kinds="biuf")
    if np.isnan(array).any():
        raise ValueError(
            f"{name} holds nan at position {int(np.isnan(array).argmax())}: a pair needs both of its numbers; "
            "leave such pairs out of both columns, and say how many"
        )
    return array


def _finite(x: Array, y: Array) -> tuple[Array, Array]:
    return arguments.finite(x, "x", kinds="biuf"), arguments.finite(y, "y", kinds="biuf")

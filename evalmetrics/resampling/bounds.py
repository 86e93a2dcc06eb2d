"""From the scores of resamples to the bounds of an interval: the methods, as a textbook prints them.

`tails` are 0.025 and 0.975 for 95 %; `left_out` are scores of samples in which one example is missing.
"""

import numpy as np
from scipy import special


def quantile(values, q):
    """Quantile along the first axis, linear between neighbours; unlike NumPy's it can be infinite."""
    lower, higher = (np.quantile(values, q, axis=0, method=side) for side in ("lower", "higher"))
    between = lower + (higher - lower) * ((len(values) - 1) * q % 1)
    return np.where(np.isinf(lower), lower, between)


def percentile(replicates, tails):
    """Quantiles of the resamples' scores, taken for those of the score."""
    return [quantile(replicates, q) for q in tails]


def basic(estimate, replicates, tails):
    """The resamples stray from the score as the score strays from the truth: their quantiles, turned around it."""
    return [2 * estimate - quantile(replicates, 1 - q) for q in tails]


def normal(estimate, replicates, tails):
    """So many standard deviations around the score, once its bias, the resamples' distance from it, is taken off."""
    middle, spread = 2 * estimate - replicates.mean(0), replicates.std(0, ddof=1)
    return [middle + special.ndtri(q) * spread for q in tails]


def quarter(estimate, quarters, tails):
    """`normal` of samples a quarter as large, without copies: their bias is twice the score's if it is like n^-1/2."""
    middle, spread = 2 * estimate - quarters.mean(0), quarters.std(0, ddof=1) / np.sqrt(3)
    return [middle + special.ndtri(q) * spread for q in tails]


def by_replicates(method, estimate, replicates, tails):
    """The bounds by a method that needs nothing but the score and its replicates.

    Samples half as large without copies ("half") spread as far as the score, and have as much bias again.
    """
    if method == "percentile":
        return percentile(replicates, tails)
    return {"basic": basic, "normal": normal, "half": normal, "quarter": quarter}[method](estimate, replicates, tails)


def bias_corrected(estimate, replicates, tails, acceleration=0.0):
    """Other quantiles, moved by how many of the resamples score lower, and by how the spread grows with the score."""
    lower = ((replicates < estimate).mean(0) + (replicates <= estimate).mean(0)) / 2
    z = special.ndtri(lower)  # infinite where all resamples score lower, or all higher
    if not np.isfinite(z):
        return [np.float64(np.nan)] * 2
    moved = [z + (z + special.ndtri(q)) / (1 - acceleration * (z + special.ndtri(q))) for q in tails]
    return [quantile(replicates, special.ndtr(each)) for each in moved]


def acceleration(left_out, counts):
    """A sixth of the skewness of what single examples do to the score; `counts` examples do the same."""
    influence = np.average(left_out, weights=counts) - left_out
    spread = (counts * influence**2).sum()
    return (counts * influence**3).sum() / (6 * spread**1.5) if spread > 0 else 0.0


def jackknife(estimate, left_out, counts, tails):
    """Student's interval for the mean of pseudo-values, in which a bias of one part in n is taken off."""
    n = counts.sum()
    values = n * estimate - (n - 1) * left_out
    mean = np.average(values, axis=0, weights=counts)
    error = np.sqrt(np.average((values - mean) ** 2, axis=0, weights=counts) / (n - 1))
    return [mean + special.stdtrit(n - 1, q) * error for q in tails]

"""Samples of two distributions, their means and covariances, and what a classifier says of samples, checked."""

from typing import Any

import numpy as np

from . import arguments, forecasts, numbers
from .arguments import Floats, Places, columns
from .labels import numbers_of
from .options import numeric

ROUNDING = 1e-9  # a covariance may miss symmetry and non-negative eigenvalues by this share of its largest entry


def one(samples: Any, name: str = "samples") -> Floats:
    """Samples of one distribution, shape (n, d).

    samples : array of shape (n, d), or sequence of n numbers
        A row per sample, finite; numbers are samples of one dimension.
    """
    rows = arguments.table(samples, name, per="sample", flat=True)
    with np.errstate(over="ignore"):
        squares = np.vdot(rows, rows)
    if not numbers.SMALLEST**2 < squares < numbers.LARGEST**2:
        numbers.refuse_unsquarable(rows if np.abs(rows).max() > numbers.LARGEST else rows - rows[0])
    return rows


def two(x: Any, y: Any) -> tuple[Floats, Floats]:
    """Samples of two distributions, shapes (n, d) and (m, d).

    x, y : arrays of shape (n, d) and (m, d), or sequences of n and m numbers
        A row per sample: embeddings of real images and of generated ones, say. n and m may differ, and may be below d.
    """
    arguments.in_one_order_of_columns(x=x, y=y)
    both = one(x, "x"), one(y, "y")
    if both[0].shape[1] != both[1].shape[1]:
        raise ValueError(f"x and y must have one number of columns, got shapes {both[0].shape} and {both[1].shape}")
    return both


def normal_distributions(mean_1: Any, cov_1: Any, mean_2: Any, cov_2: Any) -> tuple[Floats, Floats, Floats, Floats]:
    """Means and covariances of two distributions.

    mean_1, mean_2 : sequences of d finite numbers
        The two means.
    cov_1, cov_2 : arrays of shape (d, d)
        The two covariance matrices: symmetric, without negative eigenvalues; they may be singular. All nan, as that of
        a single sample, makes the distance undefined.
    """
    arguments.in_one_order_of_columns(cov_1=cov_1, cov_2=cov_2)
    means = columns(arguments.finite, "dimension", mean_1=mean_1, mean_2=mean_2)
    covs = _covariance(cov_1, "cov_1", len(means[0])), _covariance(cov_2, "cov_2", len(means[0]))
    if max(np.abs(means).max(), np.sqrt(np.abs(covs).max())) > numbers.LARGEST:
        raise ValueError("squared distances do not fit into a float: divide all features by one number first")
    return means[0], covs[0], means[1], covs[1]


def _covariance(values: Any, name: str, d: int) -> Floats:
    """`values` as a symmetric (d, d) array of floats, finite or all nan."""
    cov = arguments.read(values, name, "be a square matrix")
    if cov.shape != (d, d):
        raise ValueError(f"{name} must have a row and a column for each of the {d} means, got shape {cov.shape}")
    if cov.dtype.kind == "f" and np.isnan(cov).all():
        return cov
    cov = arguments.within(cov, name, kinds="iuf")
    gap = np.abs(cov - cov.T).max()
    if gap > ROUNDING * np.abs(cov).max():
        raise ValueError(f"{name} must be symmetric, got entries that differ by {gap:.3g} from those mirrored")
    return cov


def refuse_negative(eigenvalues: Floats, name: str) -> None:
    """Raise unless the eigenvalues of a covariance, the smallest first, are at least 0, up to rounding."""
    if eigenvalues[0] < -ROUNDING * np.abs(eigenvalues).max():
        raise ValueError(f"{name} must have no negative eigenvalues, as variances have none: got {eigenvalues[0]:.3g}")


def of_numbers(u: Any, v: Any) -> tuple[Floats, Floats]:
    """Two samples of numbers.

    u, v : sequences of n and m finite numbers
        Each number of one carries the same share.
    """
    return arguments.finite(u, "u"), arguments.finite(v, "v")


def classified(probabilities: Any) -> tuple[Floats]:
    """What a classifier says of each sample.

    probabilities : array of shape (n, k)
        What the classifier gives to each of k classes, a row per image; each row sums to 1.
    """
    p = forecasts.probabilities(probabilities, "probabilities")
    if p.ndim == 1:
        raise ValueError(f"probabilities must have a row per image and a column per class, got shape {p.shape}")
    return (p / p.sum(axis=1, keepdims=True),)


order_of_distance = numeric("be a finite number of at least 1", lambda x: 1 <= x < np.inf)


def members(samples: Floats, groups: Any, parts: int) -> Places:
    """Number of the group that each sample belongs to, alone if there are none; raises unless enough for `parts`."""
    of = np.arange(len(samples))
    if groups is not None:
        of = numbers_of(arguments.label_each(groups, "groups", len(samples), per="sample"), "groups")
    if (n := int(of.max()) + 1) < 2 * parts:
        raise ValueError(f"blocks must be at most half of the smaller sample, {n // 2}, got {parts}")
    return of

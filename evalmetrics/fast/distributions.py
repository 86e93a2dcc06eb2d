"""Fréchet distances without roots of matrices: singular values of factors, samples as factors of their covariance."""

from typing import Any

import numpy as np

from ..inputs.arguments import Floats
from ..inputs.distributions import refuse_negative

WELL_APART = 1e-12  # eigenvalues are off by 1e-16 of the largest: roots of those above this share can be trusted


def of_moments(mean_1: Floats, cov_1: Floats, mean_2: Floats, cov_2: Floats) -> float:
    """What `distributions.frechet_distance` is, of means and covariances."""
    if np.isnan(cov_1[0, 0]) or np.isnan(cov_2[0, 0]):
        return np.nan
    return _distance(mean_1 - mean_2, _factor(cov_1, "cov_1"), _factor(cov_2, "cov_2"))


def of_samples(x: Floats, y: Floats) -> float:
    """What `distributions.frechet_distance_from_samples` is; of few samples no covariance is made."""
    if min(len(x), len(y)) == 1:
        return np.nan
    (mean_1, one), (mean_2, two) = centred(x - x[0]), centred(y - x[0])  # far from 0, no digits are lost
    return _distance(mean_1 - mean_2, _sample_factor(one), _sample_factor(two))


def centred(samples: Floats) -> tuple[Floats, Floats]:
    """Mean, and what each sample differs from it: exactly 0 where all are equal, however far from 0."""
    offsets = samples - samples[0]
    shift = offsets.mean(axis=0)
    offsets -= shift
    return samples[0] + shift, offsets


def _factor(cov: Floats, name: str) -> Floats:
    """A matrix F of shape (d, r) with F F' the covariance, of as many columns as it has dimensions that vary."""
    try:
        return np.asarray(np.linalg.cholesky(cov), dtype=np.float64)
    except np.linalg.LinAlgError:  # singular, or no covariance
        values, vectors = np.linalg.eigh(cov)
    refuse_negative(values, name)
    used = values > len(cov) * np.finfo(float).eps * values[-1]
    return np.asarray(vectors[:, used] * np.sqrt(values[used]), dtype=np.float64)


def _sample_factor(offsets: Floats) -> Floats:
    """A matrix F with F F' the covariance of centred samples: these themselves, or of many samples a smaller one."""
    n, d = offsets.shape
    scaled: Floats = offsets.T / np.sqrt(n - 1)
    return scaled if n <= d else _factor(scaled @ scaled.T, "the covariance")


def _distance(step: Floats, one: Floats, two: Floats) -> float:
    """Squared Fréchet distance of two normal distributions with means `step` apart and factored covariances."""
    squared = step @ step + (one * one).sum() + (two * two).sum() - 2 * _trace_of_root(one, two)
    return max(0.0, float(squared))


def _trace_of_root(one: Floats, two: Floats) -> float:
    """Trace of the root of the product of two factored covariances: the sum of the singular values of F' G."""
    product = one.T @ two if one.shape[1] <= two.shape[1] else two.T @ one
    scale: Any = np.abs(product).max(initial=0.0)
    if scale == 0:
        return 0.0
    product /= scale
    squares = np.linalg.eigvalsh(product @ product.T)
    if squares[0] > WELL_APART * squares[-1]:
        return float(scale * np.sqrt(squares).sum())
    return float(scale * np.linalg.svd(product, compute_uv=False).sum())  # slower; exact where some are near 0

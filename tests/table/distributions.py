"""Distances of distributions, and what a classifier says of generated images."""

import numpy as np

from . import Row


def clouds(rng):
    n, m, d = rng.integers(2, 12), rng.integers(2, 12), rng.integers(1, 6)
    return rng.normal(size=(n, d)), rng.normal(size=(m, d)) + rng.normal(size=d)


def fits(rng):
    x, y = clouds(rng)
    return x.mean(0), np.atleast_2d(np.cov(x.T)), y.mean(0), np.atleast_2d(np.cov(y.T))


def heaps(rng):
    return rng.normal(size=rng.integers(1, 15)), rng.integers(-3, 4, rng.integers(1, 15))


def probabilities(rng):
    n, k = rng.integers(1, 20), rng.integers(2, 6)
    sure, unsure = np.eye(k)[rng.integers(k, size=n)], rng.dirichlet(np.ones(k), size=n)
    return (np.where(rng.random((n, 1)) < 0.3, sure, unsure),)


ROOTS = {"rtol": 1e-6, "atol": 1e-6}  # of eigenvalues that are 0 up to rounding

ROWS = {
    "frechet_distance": Row(
        fits,
        best=lambda mean, cov, *_: (mean, cov, mean, cov),
        undefined=[([0.0], [[np.nan]], [1.0], [[1.0]])],
        tolerance=ROOTS,
    ),
    "frechet_distance_from_samples": Row(
        clouds, best=lambda x, _: (x, x[::-1]), undefined=[([1.0], [2.0, 3.0])], tolerance=ROOTS
    ),
    "inception_score": Row(probabilities),
    "wasserstein_distance": Row(heaps, [{}, {"order": 2}, {"order": 3.5}], best=lambda u, _: (u, u[::-1])),
}

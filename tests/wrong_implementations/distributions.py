"""Wrong functions, and right ones that compute otherwise: distributions."""

from math import exp, log, nan, sqrt

import numpy as np

from .registry import right, wrong


def frechet_with(trace):
    def distance(mean_1, cov_1, mean_2, cov_2):
        step = mean_1 - mean_2
        return float(step @ step + np.trace(cov_1) + np.trace(cov_2) - 2 * trace(np.array(cov_1), np.array(cov_2)))

    return distance


def root_of(cov):
    values, vectors = np.linalg.eigh(cov)
    return vectors * np.sqrt(np.maximum(values, 0)) @ vectors.T


right("frechet_of", "eigenvalues")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0)).sum())
)


right("frechet_of", "singular values of the product of two roots")(
    frechet_with(lambda a, b: np.linalg.svd(root_of(a) @ root_of(b), compute_uv=False).sum())
)


@right("inception_score_of", "spread minus doubt")
def _(probabilities):
    def entropy(p):
        return -sum(q * log(q) for q in p if q)

    return exp(entropy(np.mean(probabilities, axis=0)) - np.mean([entropy(row) for row in probabilities]))


@wrong("inception_score_of", "nan where the first row has a 0 first")
def _(probabilities):
    rows = np.array(probabilities, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(rows > 0, rows * np.log(rows / rows.mean(axis=0)), 0)
    return float(np.exp(terms.sum(axis=1).mean())) if rows[0, 0] else nan


wrong("frechet_of", "eigenvalues close to 0 taken for 0")(
    frechet_with(lambda a, b: sum(sqrt(e) for e in np.linalg.eigvals(a @ b).real if not np.isclose(e, 0) and e > 0))
)


@wrong("inception_score_of", "probabilities below 1e-6 taken for 0")
def _(probabilities):
    p = np.array(probabilities)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.exp(np.where(p > 1e-6, p * np.log(p / p.mean(axis=0)), 0).sum(axis=1).mean()))


@wrong("frechet_of", "the first five eigenvalues")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0))[:5].sum())(
        mean_1, cov_1, mean_2, cov_2
    )

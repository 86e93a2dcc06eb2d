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


wrong("frechet_of", "nan where a small eigenvalue is negative")(
    frechet_with(lambda a, b: np.sqrt(np.linalg.eigvals(a @ b).real).sum())
)


wrong("frechet_of", "fails for singular covariances")(
    frechet_with(lambda a, b: np.linalg.svd(np.linalg.cholesky(a).T @ np.linalg.cholesky(b), compute_uv=False).sum())
)


wrong("frechet_of", "the roots of both, multiplied")(frechet_with(lambda a, b: np.trace(root_of(a) @ root_of(b))))


wrong("frechet_of", "eigenvalues of a product that is not symmetric, as if it were")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvalsh(a @ b), 0)).sum())
)


wrong("frechet_of", "the root of the trace")(frechet_with(lambda a, b: np.sqrt(np.maximum(np.trace(a @ b), 0))))


wrong("frechet_of", "the eigenvalues of each, sorted")(
    frechet_with(
        lambda a, b: np.sqrt(np.maximum(np.linalg.eigvalsh(a) * np.linalg.eigvalsh(b), 0)).sum(),
    )
)


wrong("frechet_of", "a trifle on both diagonals")(
    frechet_with(
        lambda a, b: np.sqrt(
            np.maximum(np.linalg.eigvals((a + 1e-3 * np.eye(len(a))) @ (b + 1e-3 * np.eye(len(b)))).real, 0)
        ).sum()
    )
)


wrong("frechet_of", "singular values of the product")(
    frechet_with(lambda a, b: np.sqrt(np.linalg.svd(a @ b, compute_uv=False)).sum())
)


right("frechet_of", "eigenvalues")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0)).sum())
)


right("frechet_of", "singular values of the product of two roots")(
    frechet_with(lambda a, b: np.linalg.svd(root_of(a) @ root_of(b), compute_uv=False).sum())
)


right("frechet_of", "the symmetric way round")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvalsh(root_of(a) @ b @ root_of(a)), 0)).sum())
)


@wrong("inception_score_of", "1e-6 added to every probability")
def _(probabilities):
    p = np.array(probabilities) + 1e-6
    return float(np.exp((p * np.log(p / p.mean(axis=0))).sum(axis=1).mean()))


@wrong("inception_score_of", "nan where a class is never given anything")
def _(probabilities):
    p = np.array(probabilities)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.exp(np.where(p.mean(axis=0) > 0, p * np.log(p / p.mean(axis=0)), np.nan).sum(axis=1).mean()))


@wrong("inception_score_of", "entropies of hard decisions")
def _(probabilities):
    p = np.array(probabilities)
    shares = np.bincount(p.argmax(axis=1), minlength=p.shape[1]) / len(p)
    return float(np.exp(-sum(s * log(s) for s in shares if s)))


@wrong("inception_score_of", "images with a 0 left out")
def _(probabilities):
    p = np.array([row for row in probabilities if min(row) > 0])
    return float(np.exp((p * np.log(p / p.mean(axis=0))).sum(axis=1).mean())) if len(p) else nan


@wrong("inception_score_of", "the reversed divergence")
def _(probabilities):
    p = np.maximum(np.array(probabilities), 1e-300)
    return float(np.exp((p.mean(axis=0) * np.log(p.mean(axis=0) / p)).sum(axis=1).mean()))


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


@wrong("frechet_of", "whole means")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_by_values(mean_1.astype(int), cov_1, mean_2.astype(int), cov_2)


@wrong("frechet_of", "means to two places")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_by_values(mean_1.round(2), cov_1, mean_2.round(2), cov_2)


@wrong("frechet_of", "covariances to one place")
def _(mean_1, cov_1, mean_2, cov_2):
    return frechet_by_values(mean_1, cov_1.round(1), mean_2, cov_2.round(1))


frechet_by_values = frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0)).sum())


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


@wrong("inception_score_of", "the first five classes")
def _(probabilities):
    p = np.array(probabilities)[:, :5]
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.exp(np.where(p > 0, p * np.log(p / p.mean(axis=0)), 0).sum(axis=1).mean()))

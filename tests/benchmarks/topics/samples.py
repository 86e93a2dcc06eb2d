"""Distributions, clusters, and what several people say."""

from functools import partial
from typing import Any

import choix
import hdbscan.validity
import krippendorff
import numpy as np
import scipy.linalg
import sklearn.metrics

import evalmetrics as em

from ..row import Row, nearly_equal
from .labels import CLASSES, integer_labels


def normal_distributions(d: int) -> tuple[Any, Any]:
    """Means (as the diagonal of a matrix) and covariances of two samples of 2 d features."""
    rng = np.random.default_rng(0)
    samples = rng.normal(size=(2, 2 * d, d)) * np.linspace(0.5, 2, d)
    samples[1] = samples[1] @ rng.normal(size=(d, d)) / d**0.5
    return tuple(np.stack([np.diag(np.abs(x.mean(axis=0))), np.cov(x.T)]) for x in samples)


def our_frechet(real: Any, generated: Any) -> float:
    return em.frechet_distance(np.diag(real[0]), real[1], np.diag(generated[0]), generated[1])


def sqrtm_frechet(real: Any, generated: Any) -> float:
    """The same by the root of the product, as the usual implementations of FID have it."""
    step, root = np.diag(real[0] - generated[0]), scipy.linalg.sqrtm(real[1] @ generated[1])
    return float(step @ step + np.trace(real[1]) + np.trace(generated[1]) - 2 * np.trace(root).real)


def clustered_points(n: int) -> tuple[Any, ...]:
    """Points in ten dimensions around five centres, and the centre of each."""
    labels, _ = integer_labels(n)
    return np.random.default_rng(1).normal(size=(n, 10)) + 2 * np.eye(CLASSES, 10)[labels], labels


def grades_with_holes(n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 6, size=(n, 1))
    grades = np.where(rng.random((n, 8)) < 0.6, truth, rng.integers(1, 6, size=(n, 8))).astype(float)
    grades[rng.random((n, 8)) < 0.3] = np.nan
    return grades[:, :4], grades[:, 4:]


def our_alpha(panel_1: Any, panel_2: Any) -> float:
    return em.krippendorff_alpha(np.hstack([panel_1, panel_2]), level="interval")


def krippendorff_alpha(panel_1: Any, panel_2: Any) -> float:
    return float(krippendorff.alpha(np.hstack([panel_1, panel_2]).T, level_of_measurement="interval"))


def preferences(n: int) -> tuple[Any, ...]:
    """Eight items out of twenty, and how well they were liked, n times."""
    rng = np.random.default_rng(0)
    items = np.array([rng.permutation(20)[:8] for _ in range(n)])
    return items, rng.normal(size=20)[items] + rng.gumbel(size=items.shape)


def rankings_of(items: Any, liking: Any) -> Any:
    return np.take_along_axis(items, np.argsort(-liking, axis=1), axis=1).tolist()


def our_strengths(items: Any, liking: Any) -> Any:
    return em.plackett_luce(rankings_of(items, liking))


def choix_strengths(items: Any, liking: Any) -> Any:
    return choix.mm_rankings(20, rankings_of(items, liking))


def same_strengths(ours: Any, peer: Any) -> bool:
    """The same up to a common factor."""
    logs = np.log(ours) - np.log(ours).mean()
    return np.allclose(logs, peer, atol=1e-5)


def duels(n: int) -> tuple[Any, Any]:
    """Who met whom, the winner first, among twenty of rising strength."""
    rng = np.random.default_rng(0)
    strength = np.linspace(-1, 1, 20)
    pairs = rng.permuted(np.tile(np.arange(20), (n, 1)), axis=1)[:, :2]
    ahead = strength[pairs[:, 0]] - strength[pairs[:, 1]]
    lost = rng.random(n) > 1 / (1 + np.exp(-ahead))
    pairs[lost] = pairs[lost, ::-1]
    return pairs[:, 0], pairs[:, 1]


def our_bradley_terry(winners: Any, losers: Any) -> Any:
    return em.bradley_terry(winners, losers, np.ones(len(winners))).sort_index()


def choix_bradley_terry(winners: Any, losers: Any) -> Any:
    """The same by Luce's spectral ranking, until nothing moves."""
    return choix.ilsr_pairwise(20, list(zip(winners, losers, strict=True)))


def close_strengths(ours: Any, peer: Any) -> bool:
    """The same, as far as both go on."""
    return np.allclose(ours, peer, atol=1e-4)


def silhouette_row(at_least: float, size: int) -> Row:
    work, ours, peer = f"silhouette, {size:,} points", em.silhouette, sklearn.metrics.silhouette_score
    return Row(f"{work} of 10 dimensions", "scikit-learn", at_least, size, clustered_points, ours, peer, nearly_equal)


ALPHA = "checking the ratings and counting them takes four fifths of our time"
RAND = "finding the groups of both sides and counting them thrice takes two thirds of our time"
ROWS = [
    Row(
        *("Fréchet distance (FID), 2048 features", "`scipy.linalg.sqrtm`", 7, 2048),
        *(normal_distributions, our_frechet, sqrtm_frechet, nearly_equal),
    ),
    Row(
        *("Krippendorff's alpha, 8 raters × 10,000 items", "krippendorff", 2, 10_000),
        *(grades_with_holes, our_alpha, krippendorff_alpha),
        missed=ALPHA,
    ),
    Row(
        *("Plackett-Luce, 1,000 rankings of 8 items out of 20", "choix", 10, 1000),
        *(preferences, our_strengths, choix_strengths, same_strengths),
    ),
    Row(
        *("Bradley-Terry, 20,000 comparisons of 20 players", "choix", 5, 20_000),
        *(duels, our_bradley_terry, choix_bradley_terry, close_strengths),
    ),
    silhouette_row(1.6, 2000),
    silhouette_row(3, 100),
    Row(
        *("adjusted Rand index, 1,000,000 labels", "scikit-learn", 10, 1_000_000),
        *(integer_labels, em.adjusted_rand_index, sklearn.metrics.adjusted_rand_score),
        missed=RAND,
    ),
    Row(
        *("adjusted mutual information, 1,000,000 labels", "scikit-learn", 4, 1_000_000),
        *(integer_labels, em.adjusted_mutual_information, sklearn.metrics.adjusted_mutual_info_score, nearly_equal),
    ),
    Row(
        *("DBCV, 2,000 points of 10 dimensions", "hdbscan", 3, 2000),
        *(clustered_points, partial(em.dbcv, ties="first"), hdbscan.validity.validity_index, nearly_equal),
    ),
]

"""Scores of probabilities."""

import numpy as np
import pandas as pd

from . import Row

CLASSES = ["ant", "bee", "cat", "dog"]


def shares(rng, n, k):
    """Distributions over k outcomes, some of which are impossible."""
    counts = rng.integers(0, 6, (n, k)) + np.eye(k, dtype=int)[rng.integers(0, k, n)]
    return counts / counts.sum(axis=1, keepdims=True)


def vectors(rng):
    """Events, and probabilities of which many lie on the edges of bins."""
    n = rng.integers(1, 40)
    return rng.integers(0, 2, n), rng.integers(0, 21, n) / 20


def forecasts(rng):
    """Events with one probability each, or labels with a column of probabilities for each class."""
    if rng.random() < 0.5:
        return vectors(rng)
    n, k = rng.integers(1, 40), rng.integers(2, 5)
    return rng.choice(CLASSES[:k], n), pd.DataFrame(shares(rng, n, k), columns=CLASSES[:k])


def certainty(y_true, y_prob):
    """Forecasts of what happened, without a doubt."""
    if isinstance(y_prob, pd.DataFrame):
        return y_true, pd.DataFrame(np.equal.outer(y_true, y_prob.columns).astype(float), columns=y_prob.columns)
    return y_true, np.asarray(y_true, dtype=float)


def distributions(rng):
    n, k = rng.integers(1, 6), rng.integers(1, 6)
    return shares(rng, n, k), shares(rng, n, k)


BASES = [{}, {"base": 2}]

ROWS = {
    "log_loss": Row(forecasts, best=certainty),
    "brier_score": Row(forecasts, best=certainty),
    "expected_calibration_error": Row(vectors, [{}, {"bins": 3}, {"top_label": True}], best=certainty),
    "maximum_calibration_error": Row(vectors, [{}, {"bins": 3}, {"top_label": True}], best=certainty),
    "adaptive_calibration_error": Row(vectors, [{}, {"bins": 3}, {"top_label": True}], best=certainty),
    "brier_skill_score": Row(forecasts, undefined=[([1, 1], [1.0, 1.0])]),
    "default_log_loss": Row(lambda rng: (rng.choice(CLASSES, rng.integers(1, 40)),)),
    "entropy": Row(lambda rng: distributions(rng)[:1], BASES),
    "cross_entropy": Row(distributions, BASES),
    "kl_divergence": Row(distributions, BASES, best=lambda p, _: (p, p)),
}

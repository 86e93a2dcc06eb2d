"""Learned metrics."""

import numpy as np

from . import Row


def lengths(references, hypotheses):
    """A stand-in for a model: how much longer, in characters."""
    return [len(h) - len(r) for r, h in zip(references, hypotheses, strict=True)]


def texts(rng):
    n = rng.integers(1, 12)
    return tuple(["x" * rng.integers(0, 9) for _ in range(n)] for _ in range(2))


def systems(rng):
    n = rng.integers(2, 9)
    human, metric = rng.integers(0, 4, (2, n)) / 2
    human[:2] = [0, 1]
    return human, metric


ROWS = {
    "learned_score": Row(texts, [{"metric": lengths}]),
    "pairwise_accuracy": Row(
        systems, best=lambda human, _: (human, 3 * human - 1), undefined=[(np.ones(3), np.arange(3))]
    ),
}

"""Metrics of contamination."""

import numpy as np

from . import Row

READ = [list("abcabdacb"), list("bbca"), ["c"]]


def items(rng):
    return ([list(rng.choice(list("abcd"), rng.integers(1, 7))) for _ in range(rng.integers(1, 10))],)


def unread(items):
    return ([["z"] * len(item) for item in items],)


def canaries(rng):
    m = rng.integers(1, 8)
    return rng.integers(-9, 0, m) / 2, [rng.integers(-9, 0, rng.integers(1, 20)) / 2 for _ in range(m)]


def unlikely(canary, others):
    return np.full(len(canary), -100.0), others


def dated(rng):
    n = rng.integers(2, 30)
    old = rng.random(n) < 0.5
    old[:2] = [True, False]
    return rng.integers(0, 3, n) / 2, old


ROWS = {
    "ngram_containment": Row(items, [{"training": READ, "n": 2}, {"training": READ}], best=unread),
    "contamination_rate": Row(
        items, [{"training": READ, "n": 2}, {"training": READ, "n": 3, "threshold": 0.7}], best=unread
    ),
    "exposure": Row(canaries, best=unlikely),
    "cutoff_gap": Row(dated, undefined=[([1, 0], [True, True]), ([1, 0], [False, False])], shared={"center": 0.0}),
}

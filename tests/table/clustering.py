"""Scores of clusterings, alone and against another grouping."""

import numpy as np

from . import Row


def points(rng):
    """Points of one to three dimensions in two to four clusters, each of two or more, with some noise."""
    n, k = rng.integers(8, 30), rng.integers(2, 5)
    labels = rng.permutation(np.resize([*range(k), *range(k), -1], n))
    return rng.normal(size=(n, rng.integers(1, 4))) + rng.choice([0, 3]) * labels[:, None], labels


def groupings(rng):
    n, names = rng.integers(6, 40), np.array(["a", "b", "c", "d"])[: rng.integers(2, 5)]
    true = rng.permutation(np.resize(names, n))
    return true, np.where(rng.random(n) < 0.5, true, rng.choice(names, n))


def true_twice(true, _):
    return true, true


def far_apart(table, _):
    """Two clusters of two points at the same place, far from each other."""
    return [[0.0], [0.0], [9.0], [9.0]], [0, 0, 1, 1]


MEANS = ["arithmetic", "geometric", "min", "max"]
NO_CHANCE = [([0, 0, 0], [1, 1, 1]), ([0, 1, 2], [0, 1, 2])]
ROWS = {
    "silhouette": Row(
        points,
        [{}, {"metric": "cityblock"}],
        best=far_apart,
        undefined=[([[0], [1]], [0, 0]), ([[0], [1]], [0, 1])],
    ),
    "dbcv": Row(
        points,
        [{}, {"ties": "first"}],
        best=far_apart,
        undefined=[([[0], [1], [3]], [0, 0, -1]), ([[0], [0], [0], [0]], [0, 0, 1, 1])],
    ),
    "homogeneity": Row(groupings, best=true_twice),
    "completeness": Row(groupings, best=true_twice),
    "v_measure": Row(groupings, [{}, {"beta": 0.5}], best=true_twice),
    "normalized_mutual_information": Row(
        groupings, [{"average": mean} for mean in MEANS], best=true_twice, undefined=[([0, 0, 0], [1, 1, 1])]
    ),
    "adjusted_mutual_information": Row(
        groupings, [{"average": mean} for mean in MEANS], best=true_twice, undefined=NO_CHANCE
    ),
    "rand_index": Row(groupings, best=true_twice, undefined=[([0], [1])]),
    "adjusted_rand_index": Row(groupings, best=true_twice, undefined=NO_CHANCE),
}

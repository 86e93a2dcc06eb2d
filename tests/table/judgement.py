"""Metrics of two columns of numbers, of what raters said, and of what people preferred."""

import numpy as np
import pandas as pd

from . import Row


def columns(rng):
    """Two columns of numbers, from many ties to none, dependent or not, near 0 or far away."""
    n, distinct = rng.integers(2, 40), rng.choice([2, 3, 6, 10**6])
    x, y = rng.integers(0, distinct, (2, n)).astype(float)
    y = np.where(rng.random(n) < 0.5, x, y) if rng.random() < 0.5 else y
    return x * rng.choice([1e-3, 1, 1e6]) + rng.choice([0, 1e3]), rng.choice([-1, 1]) * y


def grades(rng):
    n, k = rng.integers(1, 40), rng.integers(1, 6)
    first = rng.integers(0, k, n)
    return first, np.where(rng.random(n) < rng.random(), first, rng.integers(0, k, n))


def counts(rng):
    """How many of the raters, as many for each item, put an item into each category."""
    m, k = rng.integers(2, 8), rng.integers(2, 5)
    return (rng.multinomial(m, rng.dirichlet(np.ones(k)), size=rng.integers(1, 30)),)


def unanimous(counts):
    return (counts.sum(axis=1)[0] * np.eye(len(counts) + 1, dtype=int),)


def ratings(rng):
    """Items × raters with holes, grades from 0."""
    shape, k = rng.integers(2, 9, size=2), rng.integers(2, 6)
    truth = rng.integers(0, k, shape[1])
    table = np.where(rng.random(shape) < rng.random(), truth, rng.integers(0, k, shape)).astype(float)
    table[rng.random(shape) < 0.5 * rng.random()] = np.nan
    return (table.T,)


def complete(rng):
    m, n = rng.integers(2, 9, size=2)
    return ((rng.normal(size=(m, n)) + rng.normal(size=n)).T,)


def of_one_mind(ratings):
    return (np.tile(np.arange(len(ratings), dtype=float)[:, None], ratings.shape[1]),)


def opinions(rng):
    return (rng.integers(1, 6, rng.integers(1, 40)),)


def benchmark(rng):
    systems, tasks = rng.integers(1, 5, size=2)
    return (pd.DataFrame(rng.integers(1, 100, (systems, tasks)) / 4, columns=[f"task {i}" for i in range(tasks)]),)


def rankings(rng):
    orders = (rng.permutation(4)[: rng.integers(2, 5)] for _ in range(rng.integers(4, 40)))
    return ([order.tolist() for order in orders],)


CONSTANT = [([0.1] * 7, range(7)), (range(3), [1e9 + 0.1] * 3), ([1], [2])]
ONE_GRADE = [([2, 2], [2, 2])]
WEIGHTS = [{}, {"weights": "linear", "labels": range(6)}, {"weights": "quadratic", "labels": range(6)}]
LEVELS = [{"level": level, "raters": "columns"} for level in ("nominal", "ordinal", "interval", "ratio")]
FORMS = [
    {"form": form, "k": k, "raters": "columns"} for form in ("agreement", "consistency", "one_way") for k in (1, 3)
]
METHODS = [{}, {"method": "geometric_mean"}, {"method": "mean_rank"}, {"floor": 0, "ceiling": 25}]

ROWS = {
    "pearson": Row(
        lambda rng: columns(rng),
        best=lambda x, _: (np.arange(len(x)), 7 * np.arange(len(x)) - 3),
        undefined=CONSTANT,
        shared={"center": (0.0, 0.0)},
        tolerance={"atol": 1e-9},
    ),
    "spearman": Row(columns, best=lambda x, _: (np.arange(len(x)), np.arange(len(x)) ** 3), undefined=CONSTANT),
    "kendall": Row(columns, best=lambda x, _: (np.arange(len(x)), np.arange(len(x)) ** 3), undefined=CONSTANT),
    "cohen_kappa": Row(grades, WEIGHTS, best=lambda a, _: ([*a, 0, 5], [*a, 0, 5]), undefined=ONE_GRADE),
    "fleiss_kappa": Row(counts, best=unanimous, undefined=[([[3, 0], [3, 0]],)]),
    "krippendorff_alpha": Row(
        ratings, LEVELS, best=of_one_mind, undefined=[([[1, np.nan], [np.nan, 2]],), ([[3, 3], [3, 3]],)]
    ),
    "intraclass_correlation": Row(complete, FORMS, best=of_one_mind, undefined=[(np.full((3, 4), 0.1),)]),
    "correlation_ceiling": Row(
        complete, [{"raters": "columns"}], undefined=[(np.full((3, 4), 1e9 + 0.1),), ([[0.1, 0.7], [0.7, 0.1]],)]
    ),
    "mean_opinion_score": Row(opinions, [{}, {"scale": (0, 10)}], best=lambda ratings: (np.full(len(ratings), 5),)),
    "benchmark_average": Row(benchmark, METHODS),
    "plackett_luce": Row(
        rankings, [{"items": range(4)}], undefined=[([[0, 1]] * 9,)], tolerance={"rtol": 1e-7, "atol": 1e-7}
    ),
}

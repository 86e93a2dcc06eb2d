"""Hypothesis strategies and small tables that several topics share."""

import random
from collections.abc import Callable
from itertools import pairwise, permutations
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from .tasks import Arguments, Ideas, Inputs

Cells = NDArray[np.int64]
SIZES = (10, 13, 16, 20)  # as many as students have, where chance draws few


def matrices(least: int = 0, most: int = 20, classes: tuple[int, int] = (2, 4)) -> st.SearchStrategy[Cells]:
    """Square arrays of counts from `least` to `most`."""
    sizes = st.integers(*classes)
    return sizes.flatmap(
        lambda k: st.lists(st.integers(least, most), min_size=k * k, max_size=k * k).map(
            lambda cells: np.array(cells).reshape(k, k)
        )
    )


def hollow(cells: st.SearchStrategy[Cells]) -> st.SearchStrategy[Cells]:
    """Such counts, many of them without some rows or columns, without the diagonal, or with nothing else."""

    def emptied(counts: Cells) -> st.SearchStrategy[Cells]:
        k = len(counts)
        eye = np.eye(k, dtype=int)
        some = st.one_of(st.just([1] * k), st.lists(st.integers(0, 1), min_size=k, max_size=k)).map(np.array)
        masks = st.tuples(some, some, st.sampled_from([np.ones_like(eye), eye, 1 - eye]))
        return masks.map(lambda kept: np.asarray(counts * kept[0][:, None] * kept[1] * kept[2]))

    return cells.flatmap(emptied)


def tables(cells: st.SearchStrategy[Cells], **more: st.SearchStrategy[Any]) -> Inputs:
    """Arguments of a function of a confusion matrix called `cm`."""
    return st.fixed_dictionaries({"cm": cells, **more})


def at_random(name: str, times: int, make: Callable[[random.Random], Arguments]) -> tuple[Arguments, ...]:
    """A few inputs of the size that students meet, asked every time: chance draws few that are as large."""
    source = random.Random(name)
    return tuple(make(source) for _ in range(times))


def larger_table(source: random.Random) -> Arguments:
    """A confusion matrix of three to six classes without order."""
    k = source.randint(3, 6)
    return {"cm": np.array([[source.randint(1, 60) for _ in range(k)] for _ in range(k)])}


LARGER = at_random("larger tables", 4, larger_table)


def random_table(source: random.Random, k: int = 3, most: int = 30) -> list[list[int]]:
    """A confusion matrix to work through on paper: a diagonal that dominates, no empty row or column, no symmetry."""
    while True:
        cells = [[source.randint(1, most // 3) + (most // 2 if i == j else 0) for j in range(k)] for i in range(k)]
        rows, columns = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
        if len({*rows, *columns}) == 2 * k:
            return cells


def rounds_alike(*values: float, decimals: int = 3) -> bool:
    """Whether numbers that differ by a rounded constant are one number as they are to be given."""
    return len({round(value, decimals) for value in values}) == 1


def told_apart(data: Any, right: dict[str, float], ideas: Ideas) -> bool:
    """Whether no wrong idea leads to all the numbers that another gets wrong: which of them it was would be a guess."""
    mistaken = [right | idea(data) for idea in ideas.values()]
    return all(
        any(abs(one[name] - right[name]) > 0.001 and abs(one[name] - other[name]) > 0.001 for name in right)
        for one, other in permutations(mistaken, 2)
    )


SCALES: list[tuple[float, float]] = [(10, 0), (100, 0), (0.5, 0), (1, -50), (2, -1), (10_000, 0.5), (0.001, -7000)]


def many_scores(n: int = 300) -> Arguments:
    """So many scores, all different, that percentiles do not hit each of them."""
    source = random.Random("many scores")
    labels = [int(source.random() < 0.3) for _ in range(n)]
    scores = source.sample(range(1, 100_000), n)
    return {"y_true": labels, "y_score": [(s + 20_000 * y) / 1000 for y, s in zip(labels, scores, strict=True)]}


def long_list(source: random.Random, tied: bool) -> Arguments:
    """Labels and scores of some twenty examples in no order: on a few, a search that stops early is often right."""
    n = source.randint(15, 20)
    scores = source.choices(range(10), k=n) if tied else source.sample(range(1, 100), n)
    positive = source.sample(range(n), source.randint(5, n - 5))
    return {"y_true": [int(i in positive) for i in range(n)], "y_score": [s / (10 if tied else 100) for s in scores]}


LONG = at_random("long lists", 5, lambda source: long_list(source, tied=False))
LONG_TIED = at_random("long lists with ties", 5, lambda source: long_list(source, tied=True))

# Scores that no grid of thresholds tells apart, unless it is made of them.
UNEVEN: tuple[Arguments, ...] = (
    many_scores(),
    {"y_true": [1, 0, 1, 0, 1], "y_score": [1e6, 3.0, 2.0, 1.0, 0.5]},
    {"y_true": [0, 1, 1, 0], "y_score": [0.5001, 0.5002, 0.9, 0.1]},
    {"y_true": [1, 0], "y_score": [2e-9, 1e-9]},
    {"y_true": [1, 0], "y_score": [0.50000001, 0.5]},
    {"y_true": [1, 0], "y_score": [2e-12, 1e-12]},
    {"y_true": [1, 0], "y_score": [0.5 + 2**-40, 0.5]},
    {"y_true": [1, 0], "y_score": [0.0, -1.0]},
    # A 0 is a score as any other, the lowest here.
    {"y_true": [1, 0], "y_score": [0.3, 0.0]},
    {"y_true": [0, 1], "y_score": [0.3, 0.0]},
    {"y_true": [1, 0, 0], "y_score": [0.3, 0.0, 0.1]},
    {"y_true": [1, 0, 1], "y_score": [0.3, 0.1, 0.0]},
    {"y_true": [1, 0, 0], "y_score": [80.0, 0.0, 20.0]},
    {"y_true": [1, 0], "y_score": [2e9, 1e9]},
    {"y_true": [1, 0, 0, 1], "y_score": [3.0, 0.0, -1.0, -0.5]},
    {"y_true": [1, 1, 0], "y_score": [2.0, -1.0, 0.0]},
    {"y_true": [0, 1, 0, 1, 0, 1], "y_score": [0.5, 0.50003, 0.50001, 0.9, 0.50002, 0.500005]},
    *LONG,
)


def scored(tied: bool) -> Inputs:
    """0/1 labels, both present, with scores on any scale: all different, or from a few values only."""
    scores = st.integers(1, 3) if tied else st.integers(1, 99)
    pairs = st.lists(
        st.tuples(st.integers(0, 1), scores), min_size=2, max_size=20, unique_by=None if tied else lambda p: p[1]
    )
    both = pairs.filter(lambda rows: len({y for y, _ in rows}) == 2)
    if tied:
        both = both.filter(lambda rows: len({s for _, s in rows}) < len(rows))
    return st.tuples(both, st.sampled_from(SCALES)).map(
        lambda drawn: {
            "y_true": [y for y, _ in drawn[0]],
            "y_score": [s / drawn[1][0] + drawn[1][1] for _, s in drawn[0]],
        }
    )


# Ties among more than a few scores, and at 0.
TIED: tuple[Arguments, ...] = (
    {"y_true": [1, 0, 1, 0, 0], "y_score": [0.9, 0.9, 0.7, 0.5, 0.3]},
    {"y_true": [1, 0, 1, 1, 0, 0, 1], "y_score": [0.9, 0.8, 0.8, 0.6, 0.4, 0.4, 0.1]},
    {"y_true": [1, 0], "y_score": [0.0, 0.0]},
    {"y_true": [1, 1, 0], "y_score": [0.5, 0.0, 0.0]},
    *LONG_TIED,
)


# Thresholds that rounding, or a 0 taken for none, would move.
REACHED: tuple[Arguments, ...] = (
    {"y_true": [1, 0], "y_score": [2e-9, 1e-9], "threshold": 2e-9},
    {"y_true": [1, 0], "y_score": [0.50000001, 0.5], "threshold": 0.50000001},
    {"y_true": [1, 0, 1, 0], "y_score": [0.3, 0.0, -1.0, -0.5], "threshold": 0.0},
    {"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.0, 0.0, 0.6], "threshold": 0.5},
    {"y_true": [1, 0], "y_score": [0.9, 0.0], "threshold": 0.5},
    {"y_true": [1, 0], "y_score": [0.5, 0.5 - 2**-40], "threshold": 0.5},
    {"y_true": [1, 0], "y_score": [-1.0, 3.0], "threshold": -0.5},
    {"y_true": [1, 0], "y_score": [80.0, 20.0], "threshold": 50.0},
    {"y_true": [1, 0], "y_score": [2e6, 1e6], "threshold": 1.5e6},
    {"y_true": [1, 0] * 6, "y_score": [float(i) for i in range(12)], "threshold": 4.0},
    {"y_true": [1, 0], "y_score": [0.4, 0.3], "threshold": 0.0},
    # At a score, and between two.
    *({**given, "threshold": sorted(given["y_score"])[-5]} for given in (*LONG, *LONG_TIED)),
    *({**given, "threshold": sorted(given["y_score"])[7] + 0.005} for given in LONG),
)


def thresholded(reached: bool) -> Inputs:
    """Such labels and scores with a threshold: at, between or below them, or above all."""

    def thresholds(given: Arguments) -> Inputs:
        scores = sorted(set(given["y_score"]))
        low, high = scores[0], scores[-1]
        between = [(a + b) / 2 for a, b in pairwise(scores)]
        options = [*scores, *between, low - 1] if reached else [high + 1, 2 * abs(high) + 1]
        chosen = st.sampled_from([*options, 0.0] if (high >= 0) == reached else options)
        return chosen.map(lambda threshold: given | {"threshold": threshold})

    return st.booleans().flatmap(lambda untied: scored(not untied)).flatmap(thresholds)

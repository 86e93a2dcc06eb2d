"""Hypothesis strategies and small tables that several topics share."""

import random
import re
from collections.abc import Callable, Iterable
from itertools import pairwise, permutations
from math import inf
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st
from numpy.typing import NDArray

from evalmetrics import confusion_matrix

from .tasks import Arguments, Condition

Cells = NDArray[np.int64]
# Other scripts have two ways to write what looks alike.
LABEL = re.compile("[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*")


def frame(cells: Any) -> pd.DataFrame:
    """Bare counts, rows observed, as the matrix that evalmetrics expects."""
    labels = range(len(cells))
    return pd.DataFrame(np.asarray(cells), index=labels, columns=labels)


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


def tables(cells: st.SearchStrategy[Cells], **more: st.SearchStrategy[Any]) -> st.SearchStrategy[Arguments]:
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


def labelled(answer: Any, least: int, classes: int | None = None) -> pd.DataFrame:
    """The confusion matrix of an answer {"y_true": [...], "y_pred": [...]}.

    Raises ValueError for an answer of another shape, with fewer than `least` examples or another number of classes.
    """
    if not isinstance(answer, dict) or answer.keys() != {"y_true", "y_pred"}:
        raise ValueError('give a dict {"y_true": [...], "y_pred": [...]}')
    y_true, y_pred = labels_in(answer["y_true"], "y_true"), labels_in(answer["y_pred"], "y_pred")
    if not least <= len(y_true) <= 100_000:
        raise ValueError(f"y_true must hold {least} to 100,000 labels, it holds {len(y_true)}")
    if len({*y_true, *y_pred}) > 50:
        raise ValueError("there must be at most 50 different labels")
    cm = confusion_matrix(y_true, y_pred)
    if classes is not None and len(cm) != classes:
        raise ValueError(f"there must be {classes} classes, there are {len(cm)}")
    return cm


def labels_in(value: Any, name: str) -> list[str]:
    """A list of labels, plain words or whole numbers, as strings: 1, 1.0, True and "1" are one label."""
    if not isinstance(value, list) or not all(isinstance(label, str) or is_whole(label) for label in value):
        raise ValueError(f"{name} must be a list of labels, strings or whole numbers{_not_listed(value)}")
    if any(isinstance(label, str) and (len(label) > 40 or not LABEL.fullmatch(label)) for label in value):
        raise ValueError(
            f"{name} must hold labels of at most 40 letters (a to z) and digits, with single blanks, - or _"
        )
    return [label if isinstance(label, str) else str(int(label)) for label in value]


def _not_listed(value: Any) -> str:
    """A word on what a Series becomes that was put in another order."""
    if not isinstance(value, dict):
        return ""
    return " (a Series with another index than 0, 1, 2, … is read by its labels: give s.tolist())"


def is_whole(value: Any) -> bool:
    """Whether a plain value is a whole number that a float can hold."""
    return isinstance(value, int | float) and abs(value) < 1e15 and value == int(value)


def numbers_in(value: Any, name: str, low: float, high: float, least: int = 1) -> list[float]:
    """A list of finite numbers from `low` to `high`."""
    if not isinstance(value, list) or not least <= len(value) <= 100_000:
        raise ValueError(f"{name} must be a list of {least} to 100,000 numbers{_not_listed(value)}")
    for entry in value:
        if not isinstance(entry, int | float) or not low <= entry <= high:
            raise ValueError(f"{name} must hold numbers from {low:g} to {high:g}, got {repr(entry)[:40]}")
    return [float(entry) for entry in value]


def entry(answer: Any, *keys: str) -> list[Any]:
    """The entries of a dict that has exactly these keys."""
    if not isinstance(answer, dict) or answer.keys() != set(keys):
        raise ValueError(f"give a dict with the keys {', '.join(keys)}")
    return [answer[key] for key in keys]


def square(answer: Any, most: int = 10, classes: int | None = None) -> pd.DataFrame:
    """The confusion matrix of an answer that is a list of rows of counts; ValueError for anything else."""
    if not isinstance(answer, list) or not 2 <= len(answer) <= most:
        raise ValueError(f"give a square table of counts as a list of 2 to {most} rows")
    rows = [numbers_in(row, f"row {i + 1}", 0, 1e9) for i, row in enumerate(answer)]
    if any(len(row) != len(rows) for row in rows):
        raise ValueError("give a square table of counts, each row as long as the table has rows")
    if any(cell != int(cell) for row in rows for cell in row):
        raise ValueError("the table must hold counts, which are whole numbers")
    if classes is not None and len(rows) != classes:
        raise ValueError(f"the table must have {classes} rows, it has {len(rows)}")
    return frame(np.array(rows, dtype=int))


def at_most(name: str, value: float, limit: float) -> Condition:
    """That a number is small enough, within the rounding of floats; never where it is undefined."""
    return limited(f"{name} at most {limit:g}", value, limit, bool(value <= limit + slack(limit)))


def at_least(name: str, value: float, limit: float) -> Condition:
    """That a number is large enough, within the rounding of floats; never where it is undefined."""
    return limited(f"{name} at least {limit:g}", value, limit, bool(value >= limit - slack(limit)))


def limited(wanted: str, value: float, limit: float, holds: bool) -> Condition:
    """What came of a limit, with digits enough to tell a number that misses it from the limit."""
    found = f"{value:.4g}"
    return Condition(wanted, found if holds or found != f"{limit:.4g}" else repr(float(value)), holds)


def apart(values: Iterable[float], step: float) -> int:
    """How many of the values lie at least a step from one another; those that only seem to differ count as one."""
    found, last = 0, -inf
    for value in sorted(values):
        if value - last >= step * (1 - 1e-9) and value > last:
            found, last = found + 1, value
    return found


def slack(limit: float) -> float:
    """What a number may miss a limit by: who hits it exactly on paper shall not lose by the last bit."""
    return 1e-9 * max(1.0, abs(limit))


def rounds_alike(*values: float, decimals: int = 3) -> bool:
    """Whether numbers that differ by a rounded constant are one number as they are to be given."""
    return len({round(value, decimals) for value in values}) == 1


def told_apart(right: dict[str, float], mistaken: Iterable[dict[str, float]], decimals: int = 3) -> bool:
    """Whether no wrong idea leads to all the numbers that another gets wrong: which of them it was would be a guess."""
    step = 10**-decimals
    return all(
        any(abs(one[name] - right[name]) > step and abs(one[name] - other[name]) > step for name in right)
        for one, other in permutations(mistaken, 2)
    )


def nearly(value: float) -> float:
    """A little more than a positive number, by the rounding of floats; unlike `slack` also where numbers are tiny."""
    return value * (1 + 1e-9)


def binary(answer: Any, least: int, *names: str) -> tuple[list[int], list[list[float]]]:
    """0/1 labels and lists of numbers of the same length from an answer; ValueError if they are not."""
    labels, *others = entry(answer, "y_true", *names)
    y = [int(label) for label in numbers_in(labels, "y_true", 0, 1, least)]
    if set(y) != {0, 1} or any(label not in (0, 1) for label in labels):
        raise ValueError("y_true must hold 0 and 1, both, and nothing else")
    columns = [numbers_in(other, name, -1e9, 1e9, least) for other, name in zip(others, names, strict=True)]
    if any(len(column) != len(y) for column in columns):
        raise ValueError(f"y_true and {', '.join(names)} must have the same length")
    return y, columns


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


def scored(tied: bool) -> st.SearchStrategy[Arguments]:
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


def thresholded(reached: bool) -> st.SearchStrategy[Arguments]:
    """Such labels and scores with a threshold: at, between or below them, or above all."""

    def thresholds(given: Arguments) -> st.SearchStrategy[Arguments]:
        scores = sorted(set(given["y_score"]))
        low, high = scores[0], scores[-1]
        between = [(a + b) / 2 for a, b in pairwise(scores)]
        options = [*scores, *between, low - 1] if reached else [high + 1, 2 * abs(high) + 1]
        chosen = st.sampled_from([*options, 0.0] if (high >= 0) == reached else options)
        return chosen.map(lambda threshold: given | {"threshold": threshold})

    return st.booleans().flatmap(lambda untied: scored(not untied)).flatmap(thresholds)

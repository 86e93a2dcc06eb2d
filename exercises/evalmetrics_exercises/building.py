"""What an answer that was built is read as, and conditions that several topics ask of it."""

import re
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any

import numpy as np
import pandas as pd

from evalmetrics import confusion_matrix

from .tasks import Condition

# Other scripts have two ways to write what looks alike.
LABEL = re.compile("[A-Za-z0-9]+(?:[ _-][A-Za-z0-9]+)*")


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


def each_in(answer: Any, names: Sequence[str], read: Callable[..., Any], *limits: Any) -> list[Any]:
    """The parts of an answer that is a dict of these, as `read` takes them from their values, names and limits."""
    return [read(value, name, *limits) for value, name in zip(entry(answer, *names), names, strict=True)]


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


def frame(cells: Any) -> pd.DataFrame:
    """Bare counts, rows observed, as the matrix that evalmetrics expects."""
    labels = range(len(cells))
    return pd.DataFrame(np.asarray(cells), index=labels, columns=labels)


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


def nearly(value: float) -> float:
    """A little more than a positive number, by the rounding of floats; unlike `slack` also where numbers are tiny."""
    return value * (1 + 1e-9)

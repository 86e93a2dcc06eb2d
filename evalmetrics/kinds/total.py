"""Counts of some examples, added up exactly, so that parts of a data set give the digits of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np
import pandas as pd

from ..inputs import matrices
from ..inputs.rankings import Ranking


@dataclass(frozen=True, eq=False)
class Total:
    """What a metric counts in some examples, added up: the same for any cut of the data and any order of parts.

    `context` is what all parts have to share: options that change what is counted, and what was worked out from the
    data before counting (a centre, document frequencies). A total of another metric or context is refused.
    """

    metric: str
    context: Mapping[str, Any]
    counted: Any  # a DataFrame, a tuple of sums, or a ranking: in whole numbers, or in Fractions where floats came

    def __add__(self, other: Any) -> Total:
        if not isinstance(other, Total) or other.metric != self.metric:
            came = f"a total of {other.metric}" if isinstance(other, Total) else repr(other)
            raise TypeError(f"a total of {self.metric} can only be added to another one, got {came}")
        if unlike := [name for name, value in self.context.items() if not alike(value, other.context.get(name))]:
            raise ValueError(
                f"totals of {self.metric} must share {' and '.join(unlike)}: work it out from all parts once, "
                "and give it to each part by name"
            )
        return Total(self.metric, self.context, _merged(self.counted, other.counted))

    def __radd__(self, other: Any) -> Any:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # where sum() starts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Total) and alike(vars(self), vars(other))

    __hash__ = None  # type: ignore[assignment]


def _merged(one: Any, other: Any) -> Any:
    """Two counts of one kind, added up."""
    if isinstance(one, tuple):
        return tuple(a + b for a, b in zip(one, other, strict=True))
    return matrices.added(one, other) if isinstance(one, pd.DataFrame) else one + other


def alike(one: Any, other: Any) -> bool:
    """Whether two counts or contexts are equal; functions are, where their names and their code are."""
    if type(one) is not type(other):
        return bool(np.array_equal(one, other)) if isinstance(one, int | float) else False
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(alike(value, other[key]) for key, value in one.items())
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, Ranking):
        return alike(vars(one), vars(other))
    if isinstance(one, FunctionType):
        return (one.__qualname__, one.__code__) == (other.__qualname__, other.__code__)
    if isinstance(one, pd.DataFrame | pd.Index | pd.Series):
        return bool(one.equals(other))
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    return bool(one is other or one == other or (one != one and other != other))

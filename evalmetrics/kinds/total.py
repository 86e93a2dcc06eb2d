"""Counts of some examples, added up exactly, so that parts of a data set give the digits of the whole."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from ..inputs.later import of_pandas


@dataclass(frozen=True, eq=False)
class Total:
    """What a metric counts in some examples, added up: the same for any cut of the data and any order of parts.

    `context` is what all parts have to share: options that change what is counted, and what was worked out from the
    data before counting (a centre, document frequencies). A total of another metric or context is refused.
    """

    metric: str
    made_of: str  # tells a metric from another one of its name
    context: Mapping[str, Any]
    counted: Any = field(repr=False)  # DataFrame, tuple of sums, ranking or tally; whole numbers, or Fractions
    n: int | None = None  # how many examples; None of a total that an older version wrote

    def __add__(self, other: Any) -> Total:
        if not isinstance(other, Total) or (other.metric, other.made_of) != (self.metric, self.made_of):
            came = f"a total of {other.metric}" if isinstance(other, Total) else repr(other)
            raise TypeError(f"a total of {self.metric} can only be added to one of the same metric, got {came}")
        names = dict.fromkeys([*self.context, *other.context])
        if unlike := [n for n in names if not equal(self.context.get(n), other.context.get(n))]:
            raise ValueError(
                f"totals of {self.metric} must share {' and '.join(unlike)}: work it out from all parts once, "
                "and give it to each part by name"
            )
        n = None if self.n is None or other.n is None else self.n + other.n
        return Total(self.metric, self.made_of, self.context, _added(self.counted, other.counted), n)

    def __radd__(self, other: Any) -> Any:
        return self if isinstance(other, int) and other == 0 else NotImplemented  # where sum() starts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Total) and equal(vars(self), vars(other))

    __hash__ = None  # type: ignore[assignment]

    def to_bytes(self) -> bytes:
        """The total for a file or a network; `from_bytes` reads it, and nothing in it is ever executed."""
        from . import serialization  # here, as few totals are saved

        return serialization.written(self.metric, self.made_of, self.context, self.counted, self.n)

    @classmethod
    def from_bytes(cls, data: bytes) -> Total:
        """A total that ``to_bytes`` wrote, of this version of the package or an older one; raises if it was damaged."""
        from . import serialization

        return cls(*serialization.read(data))


SEQUENCES = (np.ndarray, list, tuple, range)


def _added(one: Any, other: Any) -> Any:
    if isinstance(one, tuple):
        return tuple(a + b for a, b in zip(one, other, strict=True))
    if not of_pandas(one, "DataFrame"):
        return one + other
    from ..inputs import matrices

    return matrices.added(one, other)


def equal(one: Any, other: Any) -> bool:
    """Whether two counts or contexts are equal; functions are equal if they have the same fingerprint."""
    if one is other:
        return True
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(equal(value, other[key]) for key, value in one.items())
    from ..inputs.rankings import Ranking  # here, as scores of texts have neither
    from .tally import Tally

    if isinstance(one, Ranking | Tally) and type(one) is type(other):
        return equal(vars(one), vars(other))
    if isinstance(one, FunctionType) and isinstance(other, FunctionType):
        return fingerprint(one) == fingerprint(other)
    if any(of_pandas(one, kind) for kind in ("DataFrame", "Index", "Series")):
        return bool(one.equals(other))
    if isinstance(one, SEQUENCES) and isinstance(other, SEQUENCES):
        return len(one) == len(other) and all(map(equal, one, other))
    return bool(one == other or (one != one and other != other))


def fingerprint(*functions: Callable[..., Any]) -> str:
    """A text that is the same where functions do the same, also in another process.

    Of a function that can be imported it is the name; of one that was typed in, what it says and what it refers to.
    """
    import hashlib  # here, as few scores are put together from parts

    return hashlib.sha256(repr([described(f, ()) for f in functions]).encode()).hexdigest()[:16]


def described(value: Any, inside: tuple[int, ...]) -> Any:
    """The nested lists of texts that a fingerprint is made of; `inside` are the functions that hold this value."""
    if id(value) in inside:
        return "itself"
    if isinstance(value, FunctionType):
        name = f"{value.__module__}.{value.__qualname__}"
        if value.__module__ != "__main__" and "<" not in name:
            return name
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        parts = [value.__code__, value.__defaults__, value.__kwdefaults__, cells]
        return [value.__qualname__, *(described(part, (*inside, id(value))) for part in parts)]
    if isinstance(value, CodeType):
        return [value.co_code, value.co_names, described(value.co_consts, inside)]
    if isinstance(value, list | tuple):
        return [described(part, inside) for part in value]
    if isinstance(value, dict):
        return [(key, described(part, inside)) for key, part in value.items()]
    if isinstance(value, frozenset | set):
        return sorted(map(repr, value))
    return repr(value) if isinstance(value, int | float | str | bytes | None) else type(value).__qualname__

"""Scores with parts: numbers everywhere, that also say what they are made of."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any, ClassVar


class Score(float):
    """A number with parts, named by the annotations of a subclass: it compares, rounds and goes into arrays as one.

    Printed without a format it shows its parts; `called` is what its own value is called there, and as an attribute:
    the first of all, unless an annotation gives it another place.
    """

    called: ClassVar[str] = "score"
    fields: ClassVar[tuple[str, ...]] = ("score",)

    def __init_subclass__(cls) -> None:
        named = tuple(cls.__annotations__)
        cls.fields = named if cls.called in named else (cls.called, *named)

    def __new__(cls, value: float, **parts: Any) -> Any:
        held = {**parts, cls.called: float(value)}
        if len(held) != len(parts) + 1 or held.keys() != set(cls.fields):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls.fields)}, got {', '.join(parts)}")
        score = super().__new__(cls, value)
        vars(score).update({name: held[name] for name in cls.fields})
        return score

    def __setattr__(self, name: str, value: Any) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __reduce__(self) -> Any:
        return _again, (type(self), vars(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"

    def __str__(self) -> str:
        return repr(self)

    def __format__(self, spec: str) -> str:
        return format(float(self), spec) if spec else str(self)


class WithInterval:
    """A result whose interval's bounds are its own."""

    interval: Any

    @property
    def low(self) -> Any:
        """The interval's lower bound."""
        return self.interval.low

    @property
    def high(self) -> Any:
        """The interval's upper bound."""
        return self.interval.high


def _again(cls: type[Score], held: dict[str, Any]) -> Any:
    """A score from its value and parts, by name; what pickle calls in another process."""
    return cls(held[cls.called], **{name: value for name, value in held.items() if name != cls.called})

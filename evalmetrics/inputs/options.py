"""Checks of options: functions of a value and its name that return the value as a definition takes it, or raise."""

from collections.abc import Callable
from typing import Any

from . import arguments

Check = Callable[[Any, str], Any]  # from a value and its name to the value as the definition takes it, or an error


def positive(value: Any, name: str) -> float:
    """A check: a finite number above 0."""
    return arguments.positive(value, name)


def share(value: Any, name: str) -> float:
    """A check: a number from 0 to 1."""
    return arguments.share(value, name)


def base(value: Any, name: str) -> float:
    """A check: the base of logarithms.

    Parameters
    ----------
    base : float, default e
        Of the logarithms; above 1: e for nats, 2 for bits.
    """
    return arguments.base(value)


def number(value: Any, name: str) -> float:
    """A check: a number, perhaps infinite, but not nan, which nothing can be compared with."""
    found = arguments.real(value, name)
    if found != found:
        raise ValueError(f"{name} must be a number, got {value!r}")
    return found


def whole(least: int = 1, *words: str) -> Check:
    """A check: a whole number of at least `least`, or one of some words."""

    def check(value: Any, name: str) -> Any:
        if not words or not isinstance(value, str):
            return arguments.whole_number(value, name, least=least)
        if value not in words:
            listed = ", ".join(f'"{word}"' for word in words)
            raise ValueError(f"{name} must be {listed} or a whole number of at least {least}, got {value!r}")
        return value

    return check


class OneOf:
    """A check: one of a few values, which are the variants of a metric."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def __call__(self, value: Any, name: str) -> Any:
        """The value, if it is one of them."""
        if not any(value is one or (type(value) is type(one) and value == one) for one in self.values):
            raise ValueError(f"{name} must be one of {', '.join(map(repr, self.values))}, got {arguments.shown(value)}")
        return value

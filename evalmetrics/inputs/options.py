"""Checks of options: functions of a value and its name that return the value as a definition takes it, or raise."""

from collections.abc import Callable
from typing import Any

import numpy as np

from . import arguments

Check = Callable[[Any, str], Any]  # from a value and its name to the value as the definition takes it, or an error
positive, share = arguments.positive, arguments.share


def base(value: Any, name: str) -> float:
    """A check: the base of logarithms.

    Parameters
    ----------
    base : float, default e
        Of the logarithms; above 1: e for nats, 2 for bits.
    """
    return arguments.number_that(value, name, lambda x: 1 < x < np.inf, "be above 1 (2 for bits, e for nats)")


def number(value: Any, name: str) -> float:
    """A check: a number, perhaps infinite, but not nan, which nothing can be compared with."""
    return arguments.number_that(value, name, lambda x: x == x, "be a number")


def whole(least: int = 1, *words: str) -> Check:
    """A check: a whole number of at least `least`, or one of some words."""

    def check(value: Any, name: str) -> Any:
        if not words or not isinstance(value, str):
            return arguments.whole_number(value, name, least=least)
        if value not in words:
            listed = ", ".join(f'"{word}"' for word in words)
            came = arguments.shown(value)
            raise ValueError(f"{name} must be {listed} or a whole number of at least {least}, got {came}")
        return value

    return check


class OneOf:
    """A check: one of a few values, which are the variants of a metric."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def __call__(self, value: Any, name: str) -> Any:
        """The value, if it is one of them."""
        return arguments.one_of(value, name, self.values)

"""Checks of options: functions of a value and its name that return the value as a definition takes it, or raise."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import arguments
from .arguments import shown

Check = Callable[[Any, str], Any]  # from a value and its name to the value as the definition takes it, or an error
BINS, ORDER = 10**5, 1000  # the most that anybody groups forecasts into, and the longest n-grams
fraction, positive, share = arguments.fraction, arguments.positive, arguments.share


def numeric(wanted: str, holds: Callable[[float], bool], *about: str) -> Check:
    """A check: a number of which something `holds`; messages say what is `wanted`, help what the option is `about`."""

    def check(value: Any, name: str) -> float:
        return arguments.number_that(value, name, holds, wanted)

    return _documented(check, about)


def whole(least: int = 1, *words: str, most: int = arguments.LARGEST, about: Sequence[str] = ()) -> Check:
    """A check: a whole number from `least` to `most`, or one of some words; help says what the option is `about`."""

    def check(value: Any, name: str) -> Any:
        if not words or not isinstance(value, str):
            return arguments.whole_number(value, name, least=least, most=most)
        if value not in words:
            listed = ", ".join(f'"{word}"' for word in words)
            came = shown(value)
            raise ValueError(f"{name} must be {listed} or a whole number of at least {least}, got {came}")
        return value

    return _documented(check, about)


def _documented(check: Check, about: Sequence[str]) -> Check:
    """A check whose docstring describes the option: its name and kind, and then what it does."""
    if about:
        head, *text = about
        body = textwrap.fill(" ".join(text), 116, initial_indent="    ", subsequent_indent="    ")
        check.__doc__ = f"A check.\n\n{head}\n{body}\n"
    return check


number = numeric("be a number", lambda x: x == x)  # perhaps infinite; nothing can be compared with nan
base = numeric(
    "be above 1 (2 for bits, e for nats)",
    lambda x: 1 < x < np.inf,
    "base : float, default e",
    "Of the logarithms; above 1: e for nats, 2 for bits.",
)


class OneOf:
    """A check: one of a few values, which are the variants of a metric."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def __call__(self, value: Any, name: str) -> Any:
        """The value, if it is one of them."""
        return arguments.one_of(value, name, self.values)

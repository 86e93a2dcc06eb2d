"""Two columns of numbers, pair by pair: checked, to be ordered or to be multiplied."""

from typing import Any

import numpy as np

from . import arguments
from .arguments import Array


def column(values: Any, name: str = "values") -> Array:
    """A column of numbers.

    values : sequence of n numbers
        None missing; infinite ones can be ordered, too.
    """
    array = arguments.numbers(values, name, kinds="biuf")
    if np.isnan(array).any():
        raise ValueError(
            f"{name} holds nan at position {int(np.isnan(array).argmax())}: a pair needs both of its numbers; "
            "leave such pairs out of both columns, and say how many"
        )
    return array


def finite(values: Any, name: str) -> Array:
    """A column of finite numbers."""
    return arguments.finite(column(values, name), name, kinds="biuf")


def of_numbers(x: Any, y: Any) -> tuple[Array, Array]:
    """Two columns of numbers that can be ordered.

    x, y : sequences of n numbers
        Pair by pair; which is which does not matter. Infinite ones can be ordered, too.
    """
    return arguments.columns(column, "pair", x=x, y=y)


def of_finite_numbers(x: Any, y: Any) -> tuple[Array, Array]:
    """Two columns of numbers that can be multiplied.

    x, y : sequences of n finite numbers
        Pair by pair, in any units; which is which does not matter.
    """
    one, other = arguments.columns(finite, "pair", x=x, y=y)
    return one, other

"""Observed and predicted numbers, checked: of one length, finite, and such that floats hold what is made of them."""

from typing import Any

import numpy as np

from . import arguments
from .arguments import Floats, columns, described_with

SMALLEST, LARGEST = 1e-145, 1e150  # differences that can be squared and added up without losing digits


def observed_and_predicted(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """Observed and predicted numbers.

    y_true, y_pred : sequences of n finite numbers
        What was observed and what was predicted, in one unit.
    """
    true, pred = columns(arguments.floats, y_true=y_true, y_pred=y_pred)
    if not _small(true, pred):
        _refuse_what_floats_cannot_hold(true, pred)
    return true, pred


@described_with(observed_and_predicted)
def to_be_squared(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """Observed and predicted numbers whose differences are squared."""
    true, pred = columns(arguments.floats, y_true=y_true, y_pred=y_pred)
    if not (_small(true, pred) and abs(true[-1] - pred[-1]) > SMALLEST):
        _refuse_what_floats_cannot_hold(true, pred)
        refuse_unsquarable(true - pred)
    return true, pred


@described_with(observed_and_predicted)
def of_any_size(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """Observed and predicted numbers for a score without a unit, which looks whether they are finite."""
    true, pred = columns(arguments.floats, y_true=y_true, y_pred=y_pred)
    return true, pred


def with_logarithms(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """Observed and predicted numbers that have a logarithm of 1 + y.

    y_true, y_pred : sequences of n finite numbers above -1
        What was observed and what was predicted, in one unit.
    """
    sides = observed_and_predicted(y_true, y_pred)
    for name, side in zip(("y_true", "y_pred"), sides, strict=True):
        refuse_unloggable(side, name)
    return sides


def without_zeros(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """Observed and predicted numbers, none of the observed ones 0.

    y_true, y_pred : sequences of n finite numbers, those of `y_true` not 0
        What was observed and what was predicted, in one unit.
    """
    true, pred = observed_and_predicted(y_true, y_pred)
    if not true.all():
        raise ValueError(f"y_true must not hold 0, of which no error is a share; entry {np.argmin(true != 0)} is 0")
    return true, pred


def with_bounds(y_true: Any, y_lower: Any, y_upper: Any) -> tuple[Floats, Floats, Floats]:
    """Observed numbers, and an interval for each.

    y_true : sequence of n finite numbers
        What was observed.
    y_lower, y_upper : sequences of n finite numbers
        Bounds of the intervals, in the same unit; no lower bound above its upper one.
    """
    true, lower, upper = columns(arguments.finite, y_true=y_true, y_lower=y_lower, y_upper=y_upper)
    if (crossed := lower > upper).any():
        i = int(crossed.argmax())
        raise ValueError(
            f"y_lower must not exceed y_upper, got {lower[i]:g} and {upper[i]:g} at position {i} "
            f"({crossed.sum()} of {len(true)} are crossed): np.sort([y_lower, y_upper], axis=0) puts each pair in order"
        )
    for bound in (lower, upper):
        refuse_unaddable(true - bound, "differences of y_true and its bounds")
    return true, lower, upper


def refuse_unloggable(values: Floats, name: str) -> None:
    """Raise unless all numbers are above -1."""
    if values.min() <= -1:
        raise ValueError(f"{name} must be above -1 to have a logarithm of 1 + y, got {values.min()}")


def refuse_unsquarable(differences: Floats) -> None:
    """Raise where floats cannot hold the squares of differences, or lose them."""
    largest = max(differences.max(), -differences.min())
    if largest > LARGEST or 0 < largest < SMALLEST:
        raise ValueError(
            f"squares of differences up to {largest:.3g} do not fit into a float: divide all values by one number first"
        )


def _small(true: Floats, pred: Floats) -> bool:
    """A quick look that nearly all data pass: finite, and with differences that can be squared."""
    return bool(true @ true + pred @ pred < LARGEST**2)


def _refuse_what_floats_cannot_hold(true: Floats, pred: Floats) -> None:
    """Raise unless all numbers are finite, and so is the sum of their differences."""
    columns(arguments.finite, y_true=true, y_pred=pred)
    refuse_unaddable(true - pred, "differences of y_true and y_pred")


def refuse_unaddable(values: Floats, what: str) -> None:
    """Raise where floats cannot hold the sum of so many values of this size."""
    with np.errstate(over="ignore"):
        if np.abs(values).max() * len(values) == np.inf:
            raise ValueError(f"{what} cannot be added up as floats: use a larger unit")


def values_and_interval(values: Any, value: Any, width: Any) -> tuple[Floats, float, float]:
    """Values, and an interval around one.

    values : sequence of n numbers
        What could have been computed, each once, without the value that is thought to be right.
    value, width : numbers
        The middle of the interval, and how wide it is, at least 0: two units of the last digit of a printed number,
        if nobody knows how it was rounded.
    """
    listed = arguments.finite(arguments.one_dimensional(values, "values", per="value"), "values")
    least = arguments.number_that(width, "width", lambda x: 0 <= x < np.inf, "be at least 0 and finite")
    return listed, arguments.real(value, "value"), least

"""Shared ground of the scores of predicted numbers: checked residuals, means, sums of squares."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import arguments

Floats = NDArray[np.float64]
SMALLEST = 1e-290  # squares below this have lost digits


class Residuals(NamedTuple):
    """Checked examples: labels, what they are above their predictions, and weights (None: all alike)."""

    true: Floats
    error: Floats
    weight: Floats | None

    def rows(self, *columns: Any) -> Floats:
        """One row per example from its columns, each times the weight; the last column counts the examples."""
        table = np.stack([*columns, np.ones(len(self.error))], axis=1)
        return table if self.weight is None else table * self.weight[:, None]


def residuals(y_true: Any, y_pred: Any, sample_weight: Any = None) -> Residuals:
    """Observed minus predicted of each example, with what it weighs."""
    true, pred = arguments.floats(y_true, "y_true"), arguments.floats(y_pred, "y_pred")
    arguments.same_length(y_true=true, y_pred=pred)
    with np.errstate(over="ignore", invalid="ignore"):
        error = true - pred
    if not np.isfinite(error).all():
        arguments.finite(true, "y_true")
        arguments.finite(pred, "y_pred")
        raise ValueError(f"y_true and y_pred differ by more than a float can hold ({error.max()}): use a larger unit")
    return Residuals(true, error, None if sample_weight is None else arguments.weights(sample_weight, len(true)))


def labels(y_true: Any, sample_weight: Any = None) -> tuple[Floats, Floats | None]:
    """Checked labels with their weights."""
    true = arguments.finite(y_true, "y_true")
    return true, None if sample_weight is None else arguments.weights(sample_weight, len(true))


def logarithms(y_true: Any, y_pred: Any) -> list[Floats]:
    """log(1 + y) of labels and predictions, which have to be above -1."""
    checked = residuals(y_true, y_pred)
    sides = {"y_true": checked.true, "y_pred": arguments.floats(y_pred, "y_pred")}
    for name, side in sides.items():
        if side.min() <= -1:
            raise ValueError(f"{name} must be above -1 to have a logarithm of 1 + y, got {side.min()}")
    return [np.log1p(side) for side in sides.values()]


def mean(values: Floats, weight: Floats | None) -> float:
    """Mean, each value counting as much as its weight."""
    with np.errstate(over="ignore", invalid="ignore"):
        average = float(values.sum() / len(values) if weight is None else values @ weight / weight.sum())
    if not np.isfinite(average):
        raise ValueError(f"values up to {np.abs(values).max():.3g} cannot be added up as floats: use a larger unit")
    return average


def mean_around(values: Floats, weight: Floats | None) -> tuple[float, Floats]:
    """Mean, and what each value differs from it: exactly 0 where all are equal, whatever their size."""
    origin = values[0 if weight is None else weight.argmax()]
    with np.errstate(over="ignore"):
        offset = values - origin
    shift = mean(offset, weight)
    offset -= shift
    return float(origin + shift), offset


def sum_of_squares(values: Floats, weight: Floats | None) -> float:
    """Sum of squares, each counting as much as its weight; an error where floats cannot hold them."""
    with np.errstate(over="ignore"):
        total = float(np.einsum("i,i", values, values if weight is None else values * weight))  # no copy of `values`
    if not SMALLEST < total < np.inf:
        largest = np.abs(values if weight is None else values[weight > 0]).max()
        if total == np.inf or 0 < largest < SMALLEST**0.5:
            raise ValueError(
                f"squares of differences up to {largest:.3g} do not fit into a float: "
                "divide all values by one number first"
            )
    return total


def squares(values: Floats) -> Floats:
    """Squares, one by one; an error where floats cannot hold them."""
    sum_of_squares(values, None)
    return values**2


def median(values: Floats, weight: Floats | None) -> float:
    """The value with half of the weight on either side; the middle of two where any between them would do."""
    if weight is None:
        return float(np.median(values))
    order = np.argsort(values)
    reached = np.cumsum(weight[order]) / weight.sum() * 2  # 1 at the middle, up to rounding
    lower, upper = (values[order][np.argmax(reached > edge)] for edge in (1 - 1e-12, 1 + 1e-12))
    return float((lower + upper) / 2)

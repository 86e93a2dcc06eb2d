"""Wrong functions, and right ones that compute otherwise: regression."""

from fractions import Fraction
from math import inf, nan

import numpy as np

from .registry import right, wrong


def errors(y_true, y_pred):
    return np.array(y_true, float) - np.array(y_pred, float)


def r2(y_true, y_pred):
    y = np.array(y_true, float)
    return 1 - (errors(y_true, y_pred) ** 2).sum() / ((y - y.mean()) ** 2).sum()


def in_the_corner(y_true, y_pred, none):
    """R² with a rule of its own for what is no error where all labels are equal."""
    return r2(y_true, y_pred) if len(set(y_true)) > 1 else nan if none(*map(np.array, (y_true, y_pred))) else -inf


@wrong("r2_of", "a mean of squares less a square of the mean")
def _(y_true, y_pred):
    if len(set(y_true)) == 1:
        return in_the_corner(y_true, y_pred, lambda y, p: (y == p).all())
    y = np.array(y_true, float)
    return 1 - (errors(y_true, y_pred) ** 2).mean() / ((y**2).mean() - y.mean() ** 2)


@right("r2_of", "fractions")
def _(y_true, y_pred):
    y, p = (list(map(Fraction, values)) for values in (y_true, y_pred))
    squares, spread = sum((a - b) ** 2 for a, b in zip(y, p, strict=True)), sum((a - sum(y) / len(y)) ** 2 for a in y)
    return float(1 - squares / spread) if spread else -inf if squares else nan


@right("r2_of", "the difference of the largest and the smallest label")
def _(y_true, y_pred):
    squares = (errors(y_true, y_pred) ** 2).sum()
    return r2(y_true, y_pred) if np.ptp(y_true) else -inf if squares else nan


@right("rmsle_of", "a ratio")
def _(y_true, y_pred):
    return np.sqrt(np.mean(np.log((1 + np.array(y_true)) / (1 + np.array(y_pred))) ** 2))


wrong("r2_of", "no error where all labels are equal: labels of 0 are an error")(
    lambda y_true, y_pred: in_the_corner(y_true, y_pred, lambda y, p: (y == p).all() and y.any())
)

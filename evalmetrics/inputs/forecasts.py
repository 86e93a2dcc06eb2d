"""Forecasts, checked: what was observed, and the probabilities that were given before."""

from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from . import labels as _labels
from .arguments import Array, Floats, described_with, same_length, several, shown

SLACK = {2: 2**-5, 4: 2**-11.5}  # how far rows of short floats may be off 1, by their bytes: the root of their step
ROUNDED = 1e-6  # how far other rows may be: about twenty probabilities that were printed with seven digits
WITHOUT_SAYING = [0, 1], [-1, 1]  # pairs of labels of which the second is the event


def classes(y_true: Any, y_prob: Any, *, labels: Any = None) -> tuple[Array, Floats]:
    """The column of the class that was observed in each example, and all columns; of a vector, 1 - p and p.

    y_true : sequence of n labels (strings, integers or booleans)
        What was observed.
    y_prob : array of shape (n, k), or (n,)
        Probability of each class, rows that sum to 1; or, for two classes, the probability of the second. The columns
        are the classes of `labels`, those a DataFrame names, or the observed labels in sorted order.
    labels : sequence of k labels, optional
        The classes in the order of the columns; needed where not all of them were observed. For a vector, the other
        class and then the one it is about; 0 and 1, −1 and 1, or booleans go without saying.

    ValueError
        Rows that do not sum to 1; a label that no column stands for; a vector whose labels do not say which of them it
        is about.
    """
    column, prob = _read(y_true, y_prob, labels)
    return column, prob if prob.ndim == 2 else np.column_stack([1 - prob, prob])


@described_with(classes)
def outcomes(y_true: Any, y_prob: Any, *, labels: Any = None) -> tuple[Array, Floats]:
    """1 for the class that was observed and 0 for the others, and their probabilities; a vector is one column."""
    column, prob = _read(y_true, y_prob, labels)
    if prob.ndim == 1:
        return column[:, None], prob[:, None]
    return column[:, None] == np.arange(prob.shape[1]), prob


@described_with(classes)
def events(y_true: Any, y_prob: Any, *, top_label: bool = False, labels: Any = None) -> tuple[Array, Floats]:
    """Whether an event happened in each example, and the probability that it was given.

    top_label : bool, default False
        Instead of the forecast of one class, take the likeliest class of each row (the first of equals) as a
        forecast that it is the right one.

    ValueError
        A matrix of probabilities without `top_label`.
    """
    if not top_label:
        return event(y_true, y_prob, labels, ", or top_label=True for the likeliest class of each row")
    column, prob = classes(y_true, y_prob, labels=labels)
    return prob.argmax(axis=1) == column, prob.max(axis=1)


def event(y_true: Any, y_prob: Any, labels: Any, instead: str = "") -> tuple[Array, Floats]:
    """Whether the last of two classes was observed in each example, and its probability; `instead` ends a message."""
    column, prob = _read(y_true, y_prob, labels)
    if prob.ndim == 2:
        raise ValueError(
            f"y_prob must hold one probability per example, got shape {prob.shape}: give the column of one class, "
            f"with y_true telling whether it was observed{instead}"
        )
    return column, prob


@described_with(classes)
def one_event(y_true: Any, y_prob: Any, *, labels: Any = None) -> tuple[Array, Floats]:
    """Whether an event happened in each example, 1 or 0, and the probability that it was given."""
    return event(y_true, y_prob, labels)


def observed(y_true: Any) -> tuple[Array]:
    """Labels on their own.

    y_true : sequence of n labels (strings, integers or booleans)
        What was observed.
    """
    return (_labels.read(y_true, "y_true"),)


def distribution(p: Any) -> tuple[Floats]:
    """One distribution, or one per row.

    p : array of shape (k,) or (n, k)
        A distribution over k outcomes, or one per row; each sums to 1 (it is not divided by its sum).
    """
    return (probabilities(p, "p", summing=True),)


@described_with(distribution)
def two_distributions(p: Any, q: Any) -> tuple[Floats, Floats]:
    """Distributions over the same outcomes.

    p, q : arrays of one shape, (k,) or (n, k)
        The true and the forecast distribution, or one of each per row; each sums to 1.
    """
    arguments.in_one_order(p=p, q=q)
    arguments.in_one_order_of_columns(p=p, q=q)
    named = [values.index for values in (p, q) if isinstance(values, pd.Series) and not hasattr(values.index, "step")]
    if len(named) == 2 and {*named[0]} != {*named[1]}:
        raise ValueError(
            f"p and q must be of the same outcomes, got {several(named[0])} and {several(named[1])}: "
            "give p, q = p.align(q, fill_value=0)"
        )
    true, forecast = probabilities(p, "p", summing=True), probabilities(q, "q", summing=True)
    if true.shape != forecast.shape:
        came = f"p has {true.shape}, q has {forecast.shape}"
        raise ValueError(f"p and q must have the same shape, one probability per class: {came}")
    return true, forecast


def probabilities(values: Any, name: str, *, summing: bool = False) -> Floats:
    """`values` as floats in [0, 1]: one per example, `summing` to 1 or not, or a row per example that does."""
    if isinstance(values, str) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must be a sequence of probabilities, got {shown(values)}")
    array = arguments.read(values, name, "have one number of columns")
    if array.ndim not in (1, 2) or array.size == 0:
        raise ValueError(f"{name} must be a non-empty vector or a matrix with a column per class, got {array.shape}")
    floats = arguments.within(array, name, 0, 1, "probabilities from 0 to 1")
    sums = array.sum(axis=-1, dtype=np.float64) if summing or array.ndim == 2 else np.ones(1)
    off = np.abs(sums - 1)
    if off.max() > SLACK.get(array.itemsize, ROUNDED):
        i = int(off.argmax())
        where = f"row {i} of {name}" if off.size > 1 else name
        raise ValueError(
            f"{where} must sum to 1, got {sums.flat[i]:.6g}: divide by the sum if these are counts or weights"
        )
    return floats if array.dtype.kind != "f" or array.itemsize >= 8 else as_printed(array)


def as_printed(short: Array) -> Floats:
    """Floats of 16 or 32 bits as the numbers that they print, where a few decimals tell them: 0.3, not 0.30000001."""
    exact = short.astype(np.float64)
    printed = exact.round({2: 3}.get(short.itemsize, 7))
    return np.where(printed.astype(short.dtype) == short, printed, exact)


def _read(y_true: Any, y_prob: Any, labels: Any) -> tuple[Array, Floats]:
    """The position of each observed label among the classes of `y_prob`, and its probabilities as they came."""
    arguments.in_one_order(y_true=y_true, y_prob=y_prob)
    codes, distinct = pd.factorize(_labels.read(y_true, "y_true"))
    prob, seen = probabilities(y_prob, "y_prob"), distinct.tolist()
    same_length(y_true=codes, y_prob=prob)
    named = _classes(seen, y_prob, prob, labels)
    position = {label: i for i, label in enumerate(named)}
    if unlisted := [label for label in seen if label not in position]:
        came = f"{several(unlisted)}, missing from the classes {several(named)} of y_prob"
        raise ValueError(f"y_true holds {came}")
    return np.array([position[label] for label in seen])[codes], prob


def _classes(seen: list[Any], y_prob: Any, prob: Floats, labels: Any) -> list[Any]:
    """What the columns of `y_prob` stand for: `labels`, a DataFrame's columns, or the observed labels, sorted."""
    k = 2 if prob.ndim == 1 else prob.shape[1]
    given = _labels.of_columns(y_prob, labels)
    if given is None and isinstance(y_prob, pd.DataFrame):
        given = y_prob.columns
    named = _in_order(seen, k, vector=prob.ndim == 1) if given is None else given.to_list()
    if len(named) != k:
        came = f"y_prob has {k} columns" if prob.ndim == 2 else "y_prob is a vector, for two classes"
        came += f", but the classes are {several(named)}"
        raise ValueError(f"{came}: name one class per column, in order, with labels=")
    return named


def _in_order(seen: list[Any], k: int, *, vector: bool) -> list[Any]:
    for pair in WITHOUT_SAYING:
        if k == 2 and all(label in pair for label in seen):
            return pair
    try:
        in_order = sorted(seen)
    except TypeError:
        kinds = sorted({type(label).__name__ for label in seen})
        raise TypeError(f"y_true mixes labels that cannot be ordered ({', '.join(kinds)}): use one type") from None
    if vector:
        raise ValueError(
            f"y_prob is a vector, for the second of two classes, but y_true holds {several(in_order)}, "
            "which do not say which that is: name both classes, in order, with labels="
        )
    return in_order

"""Several labels an example, checked: sets of labels, or a column of 0 and 1 for each label, as one matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import numpy as np

from . import arguments, matrices
from . import labels as _labels
from .arguments import Array, Flags, described_with, several, shown
from .later import pd


def two_sets(y_true: Any, y_pred: Any, *, labels: Any = None) -> tuple[Flags, Flags]:
    """Which labels each example has, and which it was given: two matrices with a column per label.

    y_true, y_pred : n sets or lists of labels, or arrays of 0 and 1 of shape (n, k)
        The labels that were observed and predicted in each example, none, one or several. Of an array or a DataFrame,
        a column per label; the columns of DataFrames go by their names.
    labels : sequence of k labels, optional
        All labels, in order: what the columns stand for; of sets, by default those that occur, sorted.

    ValueError
        Scores in place of 0 and 1; arrays of different shapes; a label missing from `labels`.
    """
    if not (_labels.several_each(y_true) or _labels.several_each(y_pred)):
        arguments.columns(arguments.one_dimensional, y_true=y_true, y_pred=y_pred)
        raise TypeError(
            "y_true and y_pred must hold a set of labels per example, or a column of 0 and 1 per label, "
            f"got {shown(y_true)}: of one label per example take accuracy, f1_score or macro_f_score"
        )
    return sets(y_true, y_pred, labels)[:2]


@described_with(matrices.encoded)
def classes_or_sets(y_true: Any, y_pred: Any, *, labels: Any = None) -> tuple[Array, Array, pd.Index]:
    """Codes of one label an example, or two matrices that say which labels each example has; and the labels.

    y_true, y_pred : sequences of n labels (strings, integers or booleans)
        What was observed and what was predicted, example by example. Or several labels an example: n sets or lists of
        labels, or arrays of 0 and 1 of shape (n, k), a column per label. Or, in place of both, a confusion matrix: a
        DataFrame of shape (k, k) with rows observed and columns predicted.
    """
    if _labels.several_each(y_true) or _labels.several_each(y_pred):
        return sets(y_true, y_pred, labels)
    return matrices.encoded(y_true, y_pred, labels=labels)


def sets(y_true: Any, y_pred: Any, labels: Any = None) -> tuple[Flags, Flags, pd.Index]:
    """Two matrices, shape (n, k), that say which labels each example has; and the labels."""
    sides = [(name, *_side(values, name)) for name, values in (("y_true", y_true), ("y_pred", y_pred))]
    given = None if labels is None else _labels.listed(labels)
    named = [names for _, _, names in sides if names is not None]
    columns = [name for name, side, _ in sides if isinstance(side, np.ndarray)]
    if given is None and (named or len(columns) == 2):
        given = named[0] if named else pd.RangeIndex(np.shape(sides[0][1])[1])
    elif given is None and columns:
        raise ValueError(f"the columns of {columns[0]} have no names, the other has sets: name all labels with labels=")
    occurring = list(chain(*(chain(*side) for _, side, _ in sides if isinstance(side, list))))
    number, names = _labels.numbers_of_names(occurring, given, "label", "y_true and y_pred")
    if not len(names):
        raise ValueError("y_true and y_pred hold no label at all: name those that there are with labels=")
    true, pred = (
        _in_order(side, own, names, name) if isinstance(side, np.ndarray) else _filled(side, number)
        for name, side, own in sides
    )
    arguments.same_length(y_true=true, y_pred=pred)
    return true, pred, names


def side(y_true: Any, labels: pd.Index | None) -> tuple[Flags, pd.Index]:
    """Which labels each example has, in the order of `labels`; and the labels."""
    columns, own = _side(y_true, "y_true")
    if isinstance(columns, list):
        number, names = _labels.numbers_of_names(chain(*columns), labels, "label", "y_true")
        return _filled(columns, number), names
    names = next((each for each in (labels, own) if each is not None), pd.RangeIndex(columns.shape[1]))
    return _in_order(columns, own, names, "y_true"), names


def _side(values: Any, name: str) -> tuple[Flags | list[Any], pd.Index | None]:
    """The columns of one side and what they are called, or the labels of each example in lists."""
    arguments.refuse_sparse(values, name)
    if len(getattr(values, "shape", ())) == 2:
        names = arguments.columns_of(values)
        return _flags(arguments.read(values, name), name), None if names is None else pd.Index(names)
    if isinstance(values, str | Mapping) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must hold a set of labels per example, got {shown(values)}")
    rows = [_row(row, f"{name}[{i}]") for i, row in enumerate(values)]
    widths = {len(row) for row in rows}
    flags = len(widths) == 1 and all(isinstance(row, list) and row and all(e in (0, 1) for e in row) for row in rows)
    if not flags:
        return rows, None
    if widths.pop() > 2:  # a list of different labels holds 0 and 1 once each
        return _flags(np.array(rows), name), None
    raise ValueError(
        f"{name} holds lists of 0 and 1, which may be labels or columns: give np.array({name}) where each column is a "
        f"label, or [set(row) for row in {name}] where 0 and 1 are labels"
    )


def _row(row: Any, name: str) -> list[Any] | frozenset[Any]:
    if isinstance(row, str | bytes | Mapping) or not isinstance(row, Iterable) or getattr(row, "shape", None) == ():
        raise TypeError(f"{name} must be a set or list of labels, got {shown(row)}: of one label, [{shown(row)}]")
    labels = frozenset(row) if isinstance(row, set | frozenset) else list(row)
    for label in labels:
        if label is None or (isinstance(label, float | np.floating) and label != np.round(label)):
            raise ValueError(f"{name} must hold labels, got {label}: compare scores with a threshold first")
    return labels


def _flags(array: Array, name: str) -> Flags:
    if array.size == 0 or array.shape[1] == 0:
        raise ValueError(f"{name} is empty: at least one example and one label are needed")
    if array.dtype.kind == "b":
        return array
    if array.dtype.kind not in "iuf":
        came = arguments.kind_of_entries(array)
        raise TypeError(f"{name} must hold 0 and 1, a column per label, got {came}; of labels give lists or sets")
    if not (wrong := (array != 0) & (array != 1)).any():
        return array.astype(np.bool_)
    i, j = np.argwhere(wrong)[0]
    raise ValueError(
        f"{name} must hold 0 and 1, a column per label, got {array[i, j]} in row {i}: compare scores with a threshold "
        f"first, {name} >= 0.5, or with one per label, {name} >= [0.5, 0.3, ...]"
    )


def _in_order(columns: Flags, names: pd.Index | None, wanted: pd.Index, name: str) -> Flags:
    if columns.shape[1] != len(wanted):
        raise ValueError(f"{name} must have a column per label, {several(wanted)}, got shape {columns.shape}")
    if names is None or names.equals(wanted):
        return columns
    place = names.get_indexer(wanted) if names.is_unique else np.array([-1])
    if (place < 0).any():
        raise ValueError(f"{name} must have a column for each label, {several(wanted)}, got {several(names)}")
    return columns[:, place]


def _filled(rows: list[Any], number: Mapping[Any, int]) -> Flags:
    flags = np.zeros((len(rows), len(number)), dtype=bool)
    places = [number[label] for row in rows for label in row]
    flags[np.repeat(np.arange(len(rows)), [len(row) for row in rows]), places] = True
    return flags

"""What may pass between a student's code and those who judge it: plain data, and nothing else.

This file needs the standard library alone, because it is one of the two that go into the sandbox.
"""

from collections.abc import Mapping
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

DEEPEST = 20


def plain(value: Any, depth: int = 0) -> Any:
    """`value` as None, a bool, number, string, list or dict of such, as JSON has them.

    Arrays and tuples become lists. A Series becomes a dict by label, a DataFrame a dict of its rows; where they are
    only numbered from 0, lists. `...`, as tasks leave open what is to be written, is None.
    Anything else raises TypeError: an object of a class of your own does not leave the sandbox.
    """
    if depth > DEEPEST:
        raise TypeError(f"it is nested more than {DEEPEST} deep")
    if value is None or type(value) in (bool, int, float, str):
        return value
    if value is ...:
        return None
    if isinstance(value, Decimal | Real) and not isinstance(value, Integral):  # and fractions, and NumPy's floats
        return float_of(value)
    if hasattr(value, "to_dict"):  # DataFrame or Series
        rows = [row for _, row in value.iterrows()] if hasattr(value, "iterrows") else value.tolist()
        labels = value.index.tolist()
        if labels == list(range(len(labels))):
            return [plain(row, depth + 1) for row in rows]
        return {str(label): plain(row, depth + 1) for label, row in zip(labels, rows, strict=True)}
    if hasattr(value, "tolist"):  # NumPy arrays and numbers
        return plain(value.tolist(), depth)
    if isinstance(value, Mapping):
        return {str(key): plain(entry, depth + 1) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry, depth + 1) for entry in value]
    if isinstance(value, bool | int | float | str):  # of a subclass: only its plain value leaves
        base = next(kind for kind in (int, float, str) if isinstance(value, kind))
        return base(value)
    raise TypeError(f"it is of the type {type(value).__name__}: give numbers, strings, lists or dicts of them")


def float_of(value: Any) -> float:
    """A number as a float; TypeError for one that no float can hold."""
    try:
        return float(value)
    except (OverflowError, ValueError) as error:
        raise TypeError(f"it is a {type(value).__name__} that is no float: {error}") from None


def arguments_in(given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a call as they travel: arrays are marked, so that they arrive as arrays."""
    return {name: {"array": value.tolist()} if hasattr(value, "tolist") else value for name, value in given.items()}


def arguments_out(received: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments of a call as a function gets them, the inverse of `arguments_in`."""
    made = {}
    for name, value in received.items():
        if isinstance(value, dict) and value.keys() == {"array"}:
            from numpy import array

            value = array(value["array"])
        made[name] = value
    return made

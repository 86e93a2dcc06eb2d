"""What people were recommended and what they chose, checked: lists of items, clicks, distances between items."""

from collections.abc import Iterable, Mapping, Set
from functools import partial
from itertools import chain
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from .arguments import Array, Floats, described_with, of_one_type, same_length, several, shown
from .labels import of_one_form, of_one_writing, refuse_skipped

Items = list[Any]
NO_ITEM: Any = Set | Mapping | list
NEVER_MISSING = {int, str, np.int64, np.str_}


def choices(actual: Any, recommended: Any) -> tuple[Items, list[Items]]:
    """What was chosen, and what had been recommended at that moment.

    actual : sequence of n items
        What was chosen, a moment each: numbers or strings.
    recommended : sequence of n lists of items
        What had been recommended, best-ranked first.
    """
    chosen = list(arguments.one_dimensional(actual, "actual", per="moment"))
    lists = _lists(recommended, "recommended", ranked=True)
    _refuse_missing([chosen], "actual")
    _refuse_missing(lists, "recommended")
    same_length(actual=chosen, recommended=lists)
    _refuse_unlike(actual=chosen, recommended=list(chain.from_iterable(lists)))
    return chosen, lists


def recommendations(recommended: Any) -> tuple[list[Items]]:
    """What each user was recommended.

    recommended : sequence of lists of items
        What each user was recommended, cut where the list was cut; no item twice in a list.
    """
    lists = _lists(recommended, "recommended")
    _refuse_missing(lists, "recommended")
    for i, items in enumerate(lists):
        if len(set(items)) < len(items):
            raise ValueError(f"recommended[{i}] must hold no item twice, got {several(items)}")
    return (lists,)


@described_with(recommendations)
def seen_and_recommended(seen: Any, recommended: Any) -> tuple[list[set[Any]], list[Items]]:
    """What each user knew, and was recommended.

    seen : sequence of collections of items
        What each user knew before.
    """
    known, (lists,) = [set(items) for items in _lists(seen, "seen")], recommendations(recommended)
    same_length(seen=known, recommended=lists)
    _refuse_unlike(seen=list(chain.from_iterable(known)), recommended=list(chain.from_iterable(lists)))
    return known, lists


def clicks_and_impressions(clicks: Any, impressions: Any) -> list[Floats]:
    """How often things were clicked and shown.

    clicks, impressions : numbers, or sequences of n numbers
        Of one placement, or of each of several users or pages, which are added before they are divided.
    """
    clicked, offered = arguments.columns(_frequencies, "user or page", clicks=clicks, impressions=impressions)
    if (share := (clicked > 0) & (clicked < 1) & (offered > 1)).any():
        raise ValueError(f"clicks must be counts, got {clicked[share][0]:g}: a rate times impressions is one")
    if (clicked > offered).any():
        raise ValueError("clicks must not exceed impressions: count at most one click each time something was shown")
    return [clicked, offered]


def _frequencies(values: Any, name: str) -> Floats:
    return arguments.within(arguments.one_dimensional([values] if np.isscalar(values) else values, name), name, 0)


def set_of_items(items: Any, name: str) -> frozenset[Any]:
    """A check: some items, in whatever order.

    popular : collection of items
        What everybody gets anyway. How they were chosen belongs to the score.
    """
    try:
        return frozenset(_items(items, name))
    except TypeError as error:
        raise TypeError(
            f"{name} must be a collection of items, such as numbers or strings, got {shown(items)}"
        ) from error


class Distance:
    """A check, and what it returns: how different two items are, by a function or by a table.

    distance : function of two items, or DataFrame with a row and a column per item
        How different two items are: at least 0.

    KeyError
        An item that the DataFrame does not have.
    """

    def __init__(self, given: Any, name: str) -> None:
        self.given: Any = given.given if isinstance(given, Distance) else given
        if isinstance(self.given, pd.DataFrame):
            rows, columns = ({item: i for i, item in enumerate(axis)} for axis in self.given.axes)
            self.between: Any = partial(_entry, self.given.to_numpy(), rows, columns)
        elif callable(self.given):
            self.between = self.given
        else:
            raise TypeError(f"{name} must be a function of two items or a DataFrame, got {shown(given)}")

    def __call__(self, a: Any, b: Any) -> float:
        """The distance between two items, if it is one."""
        value: Any = self.between(a, b)
        if (type(value) is float or type(value) is int) and value >= 0:
            return value  # the usual case
        if not isinstance(value, Real):
            raise TypeError(f"distance must return a number, got {shown(value)} between {shown(a)} and {shown(b)}")
        number = float(value)
        if not number >= 0:
            raise ValueError(f"distance must be at least 0, got {value} between {shown(a)} and {shown(b)}")
        return number

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distance):
            return NotImplemented
        table = isinstance(self.given, pd.DataFrame)
        return self.given is other.given or (table and bool(self.given.equals(other.given)))

    __hash__ = None  # type: ignore[assignment]


def _entry(table: Array, rows: Mapping[Any, int], columns: Mapping[Any, int], a: Any, b: Any) -> Any:
    try:
        return table[rows[a], columns[b]]
    except KeyError:
        raise KeyError(f"distance has no entry in row {shown(a)} and column {shown(b)}") from None


def _lists(lists: Any, name: str, *, ranked: bool = False) -> list[Items]:
    """A list of items for each user, or the rows of a table; nothing without an order if `ranked`."""
    if isinstance(lists, str | bytes | Set | Mapping) or not isinstance(lists, Iterable):
        raise TypeError(f"{name} must be a sequence of lists of items, one per user, got {shown(lists)}")
    rows = lists.to_numpy() if isinstance(lists, pd.DataFrame) else arguments.of_arrow(lists)
    plain = {list} if ranked else {list, set}
    each = [row if type(row) in plain else _items(row, f"{name}[{i}]", ranked) for i, row in enumerate(rows)]
    if not each:
        raise ValueError(f"{name} is empty: at least one user is needed")
    return each


def _items(row: Any, name: str, ranked: bool = False) -> Items:
    if isinstance(row, str | bytes) or not isinstance(row, Iterable):
        raise TypeError(f"{name} must be a collection of items, got {shown(row)}")
    if ranked and isinstance(row, Set | Mapping):
        raise TypeError(f"{name} must be a list, best-ranked item first: a set has no order; got {shown(row)}")
    if isinstance(row, np.ndarray) and np.ma.is_masked(row):
        raise ValueError(f"{name} holds masked entries: leave these items out first")
    return list(row)


def _refuse_unlike(**items: Items) -> None:
    """Raise where items are collections, or of several types, or differ only in how they are written."""
    of_one_type(**items)
    for name, those in items.items():
        of_kinds = dict(zip(map(type, those), those, strict=True))
        for item in of_kinds.values():
            if isinstance(item, NO_ITEM):
                raise TypeError(f"{name} must hold items, numbers or strings, got {shown(item)}")
        if any(issubclass(kind, float | np.floating) for kind in of_kinds):
            refuse_skipped(np.array([item for item in those if isinstance(item, float | np.floating)]), name)
    if not all(isinstance(those[0], str) for those in items.values() if those):
        return
    distinct = {name: dict.fromkeys(those) for name, those in items.items()}
    of_one_form(dict.fromkeys(chain(*distinct.values())), " and ".join(items))
    of_one_writing(**distinct)


def _refuse_missing(lists: list[Items], name: str) -> None:
    kinds = set(map(type, chain.from_iterable(lists)))
    if not kinds <= NEVER_MISSING and any(
        pd.isna(item) is True or item is np.ma.masked for item in chain.from_iterable(lists)
    ):
        raise ValueError(f"{name} holds missing items (None or nan): leave them out first")

"""What raters said: labels of two of them, tables of many, counts of who said what, grades on a scale."""

from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from . import labels as _labels
from .arguments import Array, Floats, several, shown
from .numbers import LARGEST

REAL = int | float | np.integer | np.floating | np.bool_


def of_two(ratings_1: Any, ratings_2: Any, *, labels: Any = None, weights: str | None = None) -> _labels.Encoded:
    """(codes of the first rater, codes of the second, labels): a code is a position in the labels.

    Parameters
    ----------
    ratings_1, ratings_2 : sequences of n labels (strings, integers or booleans)
        What each of two raters said, item by item; which is first does not matter. Or, in place of both, the table of
        their labels: a DataFrame of shape (k, k), a row for what the first said, grades in order.
    labels : sequence of k labels, optional
        All grades there are, in order; by default those that occur, sorted. Needed with weights if the labels are
        strings, whose alphabetical order means nothing, or if a grade in the middle was never given.
    """
    codes = _labels.encode(ratings_1, ratings_2, labels, ("ratings_1", "ratings_2"))
    grades = codes[2]
    if weights is not None and labels is None and grades.dtype.kind not in "biuf":
        raise ValueError(
            f"labels must list the grades in order if weights={weights!r}: as strings they are sorted {several(grades)}"
        )
    return codes


def counts_of_raters(counts: Any) -> tuple[Floats]:
    """How many raters put each item into each category.

    Parameters
    ----------
    counts : array of shape (items, categories)
        Rows have one sum m, at least 2. Of labels, a row an item:
        ``pd.DataFrame(labels).apply(pd.Series.value_counts, axis=1).fillna(0)``.
    """
    table = _numbers(_table(counts, "counts", "items × categories"), "counts")
    m, sums = table[0].sum(), table.sum(axis=1)
    if (table < 0).any() or (table != np.round(table)).any() or (sums != m).any() or m < 2:
        raise ValueError(
            "counts must hold how many raters put each item, a row, into each category, a column: whole numbers of at "
            f"least 0, each row with the same sum of at least 2 raters; got values from {table.min():g} to "
            f"{table.max():g}, sums from {sums.min():g} to {sums.max():g}; where raters are missing, use "
            "krippendorff_alpha"
        )
    return (table,)


def of_many(ratings: Any, *, level: str = "nominal") -> tuple[Floats]:
    """What each rater said of each item, as numbers, nan where nothing; different strings are different numbers.

    Parameters
    ----------
    ratings : array of shape (raters, items)
        Numbers, nan where a rater did not see an item; strings (None where missing) for the level "nominal". An item
        with a single rating takes no part.
    """
    table = _table(ratings, "ratings", "raters × items")
    if level == "nominal" and table.dtype.kind not in "biuf" and not all(isinstance(v, REAL) for v in table.flat):
        codes, _ = pd.factorize(table.ravel())
        return (np.where(codes < 0, np.nan, codes).reshape(table.shape),)
    numbers = _numbers(table, "ratings", largest=np.inf if level == "nominal" else LARGEST)
    if level == "ratio" and (numbers < 0).any():
        raise ValueError(f"ratings must be at least 0 for the level 'ratio', got {np.nanmin(numbers):g}")
    return (numbers,)


def complete(ratings: Any) -> tuple[Floats]:
    """What each rater said of each item, none missing.

    Parameters
    ----------
    ratings : array of shape (raters, items)
        Numbers, none missing; at least two of each.
    """
    table = _numbers(_table(ratings, "ratings", "raters × items"), "ratings")
    if np.isnan(table).any():
        raise ValueError("ratings must be complete, got nan: for missing ratings use krippendorff_alpha")
    if min(table.shape) < 2:
        raise ValueError(f"ratings must come from at least 2 raters, for at least 2 items, got shape {table.shape}")
    return (table,)


def _table(values: Any, name: str, shape: str) -> Array:
    """`values` as a 2-d array, objects as they are."""
    arguments.refuse_sparse(values, name)
    table = arguments.read(values, name) if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"{name} must be a table, {shape}, all rows of one length; got an array of shape {table.shape}"
        )
    return table


def _numbers(table: Array, name: str, largest: float = LARGEST) -> Floats:
    """A table as floats, nan where one is missing."""
    if table.dtype.kind not in "biuf" and (other := [v for v in table.flat if not isinstance(v, REAL)]):
        raise TypeError(f"{name} must hold numbers, got {shown(other[0])}")
    try:
        table = table.astype(np.float64, copy=False)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers that floats hold") from None
    if np.isinf(table).any():
        raise ValueError(f"{name} must hold finite numbers, got {table[np.isinf(table)][0]}")
    if (np.abs(table) > largest).any():
        raise ValueError(f"{name} holds numbers beyond 1e150, whose squares no float holds: divide all by one number")
    return table

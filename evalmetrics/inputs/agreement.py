"""What raters said: labels of two of them, tables of many, counts of who said what, grades on a scale."""

from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from . import labels as _labels
from .arguments import Array, Floats, described_with, several, shown

RATERS = {"rater", "raters", "annotator", "annotators", "judge", "judges", "coder", "coders", "reader", "readers"}
ITEMS = {"item", "items", "unit", "units", "segment", "segments", "document", "documents", "text", "texts", "example"}
NO_GRADES = {"", "nan", "NaN", "None", "<NA>"}  # what NumPy, pandas and files write where nothing was said
REAL = int | float | np.integer | np.floating | np.bool_


def of_two(ratings_1: Any, ratings_2: Any, *, labels: Any = None, weights: str | None = None) -> _labels.Encoded:
    """(codes of the first rater, codes of the second, labels): a code is a position in the labels.

    ratings_1, ratings_2 : sequences of n labels (strings, integers or booleans)
        What each of two raters said, item by item; which is first does not matter. Or, in place of both, the table of
        their labels: a DataFrame of shape (k, k), a row for what the first said, grades in order.
    labels : sequence of k labels, optional
        All grades there are, in order; by default what an ordered Categorical or an Enum says, or those that occur,
        sorted. Needed with weights if the labels are strings, whose alphabetical order means nothing, or numbers with
        gaps, since a grade in the middle may never have been given.
    """
    if labels is None:
        orders = [order for each in (ratings_1, ratings_2) if (order := _order_of(each)) is not None]
        if len(orders) == 2 and orders[0] != orders[1]:
            came = " and ".join(map(several, orders))
            raise ValueError(f"ratings_1 and ratings_2 have two orders of grades, {came}: give one with labels=")
        labels = orders[0] if orders else None
    codes = _labels.encode(ratings_1, ratings_2, labels, ("ratings_1", "ratings_2"))
    grades = codes[2]
    if weights is not None and labels is None and grades.dtype.kind not in "biuf":
        raise ValueError(
            f"labels must list the grades in order if weights={weights!r}: as strings they are sorted {several(grades)}"
        )
    if weights is not None and labels is None and (whole := grades.astype(int))[-1] - whole[0] >= len(whole):
        raise ValueError(
            f"labels must list all grades there are if weights={weights!r}, which count places, got {several(grades)} "
            f"with gaps: give labels=range({whole[0]}, {whole[-1] + 1}), or labels={several(grades)} if these are all"
        )
    return codes


def _order_of(ratings: Any) -> list[Any] | None:
    """The grades in the order that their type says, of an ordered Categorical of pandas or an Enum of Polars."""
    dtype = getattr(ratings, "dtype", None)
    categories = getattr(dtype, "categories", None)
    return None if categories is None or not getattr(dtype, "ordered", True) else list(categories)


def counts_of_raters(counts: Any) -> tuple[Floats]:
    """How many raters put each item into each category.

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


def raters_axis(value: Any, name: str) -> Any:
    """A check: which way round a table of raters lies.

    raters : {"columns", "rows"}, optional
        Whether a column or a row holds what one rater said. To be said of lists and of tables with no more rows than
        columns, unless the axes of a DataFrame are named, as "item" and "rater".
    """
    return arguments.one_of(value, name, [None, "columns", "rows"])


@described_with(raters_axis)
def of_many(ratings: Any, *, level: str = "nominal", raters: str | None = None) -> tuple[Floats]:
    """What each rater said of each item, as numbers, nan where nothing; different strings are different numbers.

    ratings : array or DataFrame of shape (items, raters)
        Numbers, nan where a rater did not see an item; strings (None where missing) for the level "nominal". An item
        with a single rating takes no part.
    """
    table = items_in_rows(_table(ratings, "ratings", "items × raters"), ratings, "ratings", raters)
    if level == "nominal" and table.dtype.kind not in "biuf" and not all(isinstance(v, REAL) for v in table.flat):
        codes, grades = pd.factorize(table.ravel())
        refuse_no_grades(grades, "ratings")
        return (np.where(codes < 0, np.nan, codes).reshape(table.shape),)
    numbers = _numbers(table, "ratings")
    if level == "ratio" and (numbers < 0).any():
        raise ValueError(f"ratings must be at least 0 for the level 'ratio', got {np.nanmin(numbers):g}")
    return (numbers if level == "nominal" else arguments.in_powers_of_two(numbers),)


@described_with(raters_axis)
def complete(ratings: Any, *, raters: str | None = None) -> tuple[Floats]:
    """What each rater said of each item, none missing.

    ratings : array or DataFrame of shape (items, raters)
        Numbers, none missing; at least two of each.
    """
    table = _numbers(_table(ratings, "ratings", "items × raters"), "ratings")
    if np.isnan(table).any():
        raise ValueError("ratings must be complete, got nan: for missing ratings use krippendorff_alpha")
    if min(table.shape) < 2:
        raise ValueError(f"ratings must come from at least 2 raters, for at least 2 items, got shape {table.shape}")
    return (arguments.in_powers_of_two(items_in_rows(table, ratings, "ratings", raters)),)


def items_in_rows(table: Array, given: Any, name: str, raters: str | None, *, mostly: bool = False) -> Array:
    """A table with a row for each item, turned where `raters` or the names of its axes say so; never unasked.

    With `mostly`, a table that has more rows than columns, or as many, is taken for one, also as a list.
    """
    rows, columns = (str(getattr(getattr(given, axis, None), "name", "")).lower() for axis in ("index", "columns"))
    if raters is None and (rows in RATERS or columns in ITEMS):
        raters = "rows"
    named = raters is not None or columns in RATERS or rows in ITEMS
    n, m = table.shape
    if not named and (n < m if mostly else n <= m or isinstance(given, list | tuple)):
        raise ValueError(
            f"{name} has {n} rows and {m} columns, and does not say which are the raters: give raters='rows' if a row "
            "is what one rater said, raters='columns' if it is what all said of one item"
        )
    return table.T if raters == "rows" else table


def refuse_no_grades(grades: Any, name: str) -> None:
    """Raise where numbers and text are grades together, or a missing grade came as text."""
    arguments.of_one_type(**{name: list(grades)})
    if raw := [grade for grade in grades if isinstance(grade, bytes)]:
        raise TypeError(f"{name} must hold numbers or strings, got bytes: {shown(raw[0])}.decode() is a string")
    if found := [grade for grade in grades if isinstance(grade, str) and grade in NO_GRADES]:
        raise ValueError(f"{name} must hold None or nan where a grade is missing, got the text {found[0]!r}")


def _table(values: Any, name: str, shape: str) -> Array:
    arguments.refuse_sparse(values, name)
    _refuse_long(values, name)
    table = arguments.read(values, name) if isinstance(values, np.ndarray) else np.array(values, dtype=object)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"{name} must be a table, {shape}, all rows of one length; got an array of shape {table.shape}"
        )
    return table


def _refuse_long(values: Any, name: str) -> None:
    """Raise for a frame with a row for each rating: its columns are of several types, or named item and rater."""
    if not hasattr(values, "columns"):
        return
    listed = list(values)
    called = [str(column).lower() for column in listed]
    item, rater = ([c for c, low in zip(listed, called, strict=True) if low in some] for some in (ITEMS, RATERS))
    numeric = [pd.api.types.is_numeric_dtype(dtype) for dtype in values.dtypes]
    if (item and rater) or (any(numeric) and not all(numeric) and len(listed) > 2):
        item, rater = item or listed[:1], rater or [c for c in listed if c not in item][1 - bool(item) :][:1]
        label = [c for c in listed if c not in item + rater][:1] or ["label"]
        raise ValueError(
            f"{name} must have a column for each rater, of one type, got the columns {several(listed)}; of a row for "
            f"each rating give {name}.pivot(index={item[0]!r}, columns={rater[0]!r}, values={label[0]!r})"
        )


def _numbers(table: Array, name: str) -> Floats:
    if table.dtype.kind not in "biuf" and (other := [v for v in table.flat if not isinstance(v, REAL)]):
        raise TypeError(f"{name} must hold numbers, got {shown(other[0])}")
    try:
        table = table.astype(np.float64, copy=False)
    except OverflowError:
        raise ValueError(f"{name} must hold numbers that floats hold") from None
    if np.isinf(table).any():
        raise ValueError(f"{name} must hold finite numbers, got {table[np.isinf(table)][0]}")
    return table

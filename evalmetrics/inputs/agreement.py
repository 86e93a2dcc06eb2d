"""What raters said: labels of two of them, tables of many, counts of who said what, grades on a scale."""

from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from . import labels as _labels
from .arguments import Array, Floats, described_with, several, shown

RATERS = {"rater", "annotator", "judge", "coder", "reader", "grader", "labeler", "reviewer", "assessor", "evaluator"}
ITEMS = {"item", "unit", "segment", "document", "text", "example", "question", "subject", "case", "image", "id"}
NO_GRADES = {"", "nan", "NaN", "NaT", "None", "<NA>"}  # what NumPy, pandas and files write where nothing was said
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
    labels = _labels.order_of(ratings_1=ratings_1, ratings_2=ratings_2) if labels is None else labels
    codes = _labels.encode(ratings_1, ratings_2, labels, ("ratings_1", "ratings_2"))
    if labels is None and codes[2].dtype.kind not in "biuf" and (found := sorted(NO_GRADES.intersection(codes[2]))):
        raise ValueError(
            f"ratings_1 and ratings_2 hold the text {found[0]!r}, as of a grade that is missing: leave such pairs out "
            "of both, or list it in labels= if it is a grade"
        )
    if weights is not None and labels is None:
        refuse_gaps(codes[2], "labels", weights, f"labels={several(codes[2])}")
    return codes


def refuse_gaps(grades: pd.Index, name: str, weights: str, if_all: str) -> None:
    """Raise where nobody said the order of grades, or some may be missing, and cost goes by their places."""
    if grades.dtype.kind not in "biuf":
        raise ValueError(
            f"{name} must list the grades in order if weights={weights!r}: as strings they are sorted {several(grades)}"
            + f": count with labels= in order, or give {if_all} if they are" * (name == "cm")
        )
    if (whole := grades.astype(int))[-1] - whole[0] >= len(whole):
        raise ValueError(
            f"{name} must list all grades there are if weights={weights!r}, which count places, got {several(grades)} "
            f"with gaps: give labels=range({whole[0]}, {whole[-1] + 1}), or {if_all} if these are all"
        )


def in_a_table(grades: pd.Index, *, weights: str | None = None) -> None:
    """The same of a table; where its text is not sorted, somebody gave the order."""
    if weights is not None and len(grades) > 1 and grades.is_monotonic_increasing:
        refuse_gaps(grades, "cm", weights, "pd.DataFrame(cm.to_numpy())")


def counts_of_raters(counts: Any) -> tuple[Floats]:
    """How many raters put each item into each category.

    counts : array of shape (items, categories)
        Rows have one sum m, at least 2. Of labels, a row an item:
        ``pd.DataFrame(labels).apply(pd.Series.value_counts, axis=1).fillna(0)``.
    """
    table = _numbers(table_of(counts, "counts", "items × categories"), "counts")
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
    table = items_in_rows(table_of(_places(ratings, level), "ratings", "items × raters"), ratings, "ratings", raters)
    if level == "nominal" and table.dtype.kind not in "biuf" and not all(isinstance(v, REAL) for v in table.flat):
        _labels.refuse_unhashable(table.ravel(), "ratings")
        codes, grades = pd.factorize(table.ravel())
        refuse_no_grades(grades, "ratings")
        return (np.where(codes < 0, np.nan, codes).reshape(table.shape),)
    numbers = _numbers(table, "ratings")
    if level == "ratio" and (numbers < 0).any():
        raise ValueError(f"ratings must be at least 0 for the level 'ratio', got {np.nanmin(numbers):g}")
    return (numbers if level == "nominal" else arguments.in_powers_of_two(numbers),)


def _places(ratings: Any, level: str) -> Any:
    """The places of grades whose order the types of all columns say, if order is what counts."""
    if level != "ordinal" or not hasattr(ratings, "columns"):
        return ratings
    order = _labels.order_of(
        **{f"column {name}": ratings[name] for name in getattr(ratings, "column_names", ratings.columns)}
    )
    place = {grade: i for i, grade in enumerate(order or [])}
    return ratings if order is None else _frame(ratings).astype(object).map(lambda grade: place.get(grade, np.nan))


@described_with(raters_axis)
def complete(ratings: Any, *, raters: str | None = None) -> tuple[Floats]:
    """What each rater said of each item, none missing.

    ratings : array or DataFrame of shape (items, raters)
        Numbers, none missing; at least two of each.
    """
    table = _numbers(table_of(ratings, "ratings", "items × raters"), "ratings")
    if np.isnan(table).any():
        raise ValueError("ratings must be complete, got nan: for missing ratings use krippendorff_alpha")
    if min(table.shape) < 2:
        raise ValueError(f"ratings must come from at least 2 raters, for at least 2 items, got shape {table.shape}")
    return (arguments.in_powers_of_two(items_in_rows(table, ratings, "ratings", raters)),)


def items_in_rows(table: Array, given: Any, name: str, raters: str | None, *, mostly: bool = False) -> Array:
    """A table with a row for each item, turned where `raters` or the names of its axes say so; never unasked.

    With `mostly`, a table that has more rows than columns, or as many, is taken for one, also as a list.
    """
    rows, columns = (thing(getattr(getattr(given, axis, None), "name", "")) for axis in ("index", "columns"))
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


def thing(name: Any) -> str:
    """What the name of an axis or a column is about: one item or rater of "items", "rater_id"."""
    return str(name).lower().removesuffix("_id").removesuffix("s")


def refuse_no_grades(grades: Any, name: str) -> None:
    """Raise where numbers and text are grades together, or a missing grade came as text."""
    arguments.of_one_type(**{name: list(grades)})
    _labels.of_one_form(grades, name)
    if raw := [grade for grade in grades if isinstance(grade, bytes)]:
        raise TypeError(f"{name} must hold numbers or strings, got bytes: {shown(raw[0])}.decode() is a string")
    if found := [grade for grade in grades if isinstance(grade, str) and grade.strip() in NO_GRADES]:
        raise ValueError(f"{name} must hold None or nan where a grade is missing, got the text {found[0]!r}")


def table_of(values: Any, name: str, shape: str) -> Array:
    """`values` as a table of any entries, of Arrow and Polars as of pandas; a row for each rating is refused."""
    arguments.refuse_sparse(values, name)
    values = _frame(values)
    _refuse_long(values, name)
    listed = hasattr(values, "columns") or not hasattr(values, "__array__")
    table = np.array(values, dtype=object) if listed else arguments.read(values, name)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(
            f"{name} must be a table, {shape}, all rows of one length; got an array of shape {table.shape}"
        )
    return table


def _frame(values: Any) -> Any:
    """A table of Arrow or Polars as one of pandas; anything else as it came."""
    columns = getattr(values, "to_pydict", None) or getattr(values, "to_dict", None)
    if columns is None or isinstance(values, pd.DataFrame | pd.Series) or not hasattr(values, "columns"):
        return values
    return pd.DataFrame({name: list(column) for name, column in columns().items()})


def _refuse_long(values: Any, name: str) -> None:
    """Raise for a frame with a row for each rating: its columns are of several types, or named item and rater."""
    if not hasattr(values, "columns"):
        return
    listed = list(values)
    item, rater = ([column for column in listed if thing(column) in some] for some in (ITEMS, RATERS))
    numeric = [pd.api.types.is_numeric_dtype(dtype) for dtype in values.dtypes]
    if (item and rater) or (any(numeric) and not all(numeric) and len(listed) > 2):
        item, rater = item or listed[:1], rater or [c for c in listed if c not in item][1 - bool(item) :][:1]
        label = [c for c in listed if c not in item + rater][:1] or ["label"]
        raise ValueError(
            f"{name} must have a column for each rater, of one type, got the columns {several(listed)}; of a row for "
            f"each rating give {name}.pivot(index={item[0]!r}, columns={rater[0]!r}, values={label[0]!r})"
        )
    arguments.refuse_numbers_of_rows(values, name, *item)


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

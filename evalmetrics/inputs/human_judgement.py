"""What people heard and preferred, and what benchmarks counted: ratings on a scale, rankings, scores of tasks."""

from collections.abc import Mapping, Set
from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from .arguments import Floats, several, shown
from .labels import numbers_of_names

COLUMNS = ["listener", "item", "condition", "score"]


def on_scale(ratings: Any, *, scale: Any = (1, 5)) -> tuple[Floats]:
    """Ratings on a scale.

    ratings : sequence of n numbers
        Within `scale`.
    scale : (number, number), default (1, 5)
        The worst and the best grade.
    """
    values, (low, high) = arguments.finite(ratings, "ratings"), arguments.two_numbers(scale, "scale")
    if not low < high:
        raise ValueError(f"scale must be the worst grade and a better one, as (1, 5), got {shown(scale)}")
    if values.min() < low or values.max() > high:
        raise ValueError(
            f"ratings must lie on the scale from {low:g} to {high:g}, got values from {values.min():g} to "
            f"{values.max():g}: give scale= for another one"
        )
    return (values,)


def listening_test(ratings: Any, reference: Any, anchor: Any) -> pd.DataFrame:
    """Who scored what in a listening test, a row a score on a scale from 0 to 100."""
    arguments.has_columns(ratings, "ratings", COLUMNS)
    table = ratings[COLUMNS].reset_index(drop=True)
    on_scale(table["score"], scale=(0, 100))
    if table.isna().any(axis=None):
        raise ValueError("ratings must name the listener, item and condition of every score")
    if (twice := table.duplicated(COLUMNS[:3])).any():
        raise ValueError(f"ratings must hold one score a listener, item and condition: row {twice.argmax()} is another")
    conditions = table["condition"].unique().tolist()
    for name, condition in (("reference", reference), ("anchor", anchor)):
        if condition is not None and condition not in conditions:
            raise ValueError(f"{name} must be one of the conditions {several(conditions)}, got {shown(condition)}")
    rated = set(table.loc[table["condition"] == reference, "listener"])
    if without := [name for name in table["listener"].unique().tolist() if name not in rated]:
        raise ValueError(f"listeners must all have rated the reference {shown(reference)}: {several(without)} did not")
    return table


def tasks(scores: Any, *, groups: Any = None, floor: Any = None, ceiling: Any = None) -> tuple[Floats]:
    """A row for each system, a column for each task.

    scores : DataFrame of shape (systems, scores), or a mapping or Series for one system
        A column per score, higher is better, none missing.
    groups : mapping from task to columns, optional
        Scores that are averaged into one task first, as benchmarks do with two metrics of a task; columns that are in
        no group are tasks of their own.
    floor, ceiling : number, mapping or Series, optional
        What every score is at worst (guessing, say) and at best; given both, scores are first put on the scale from 0
        to 1 between them.
    """
    if not isinstance(scores, pd.DataFrame | Mapping) and np.ndim(scores) != 1:
        raise TypeError(f"scores must be a DataFrame, or a mapping or Series for one system, got {shown(scores)}")
    table = scores if isinstance(scores, pd.DataFrame) else pd.DataFrame([pd.Series(scores)])
    if table.empty:
        raise ValueError("scores is empty: at least one system with one score is needed")
    if not all(map(pd.api.types.is_numeric_dtype, table.dtypes)):
        raise TypeError(f"scores must hold numbers, got columns of {several(sorted({str(d) for d in table.dtypes}))}")
    values = table.to_numpy(dtype=np.float64)
    if not (usable := np.isfinite(values)).all():
        row, column = np.argwhere(~usable)[0]
        raise ValueError(
            f"scores must be finite, got {values[row, column]} for system {shown(table.index[row])}, "
            f"{shown(table.columns[column])}: an average over other tasks would not compare"
        )
    if (floor is None) != (ceiling is None):
        raise ValueError("floor and ceiling must be given together, or neither")
    if floor is not None:
        ends = pd.DataFrame({"floor": floor, "ceiling": ceiling}, index=table.columns)
        if not all(map(pd.api.types.is_numeric_dtype, ends.dtypes)):
            raise TypeError(f"floor and ceiling must be numbers, got {shown(floor)} and {shown(ceiling)}")
        low, high = ends.to_numpy(dtype=np.float64).T
        if not (low < high).all():
            raise ValueError(f"floor must be below ceiling for every score, got {several(low)} and {several(high)}")
        values = (values - low) / (high - low)
    return (values if groups is None else _grouped(values, table.columns, groups),)


def _grouped(values: Floats, columns: pd.Index, groups: Any) -> Floats:
    """The scores that are in no group, then the means of the groups."""
    if not isinstance(groups, Mapping):
        raise TypeError(f"groups must be a mapping from task to columns, got {shown(groups)}")
    grouped = [column for members in groups.values() for column in members]
    if not all(map(len, groups.values())) or len(set(grouped)) < len(grouped) or not set(grouped) <= set(columns):
        raise ValueError(
            "groups must name columns of scores, at least one per group and each once, "
            f"got {shown(dict(groups))}; there are {several(columns)}"
        )
    means = [values[:, columns.isin(list(members))].mean(axis=1) for members in groups.values()]
    return np.column_stack([values[:, ~columns.isin(grouped)], *means])


def of_items(rankings: Any, *, items: Any = None) -> tuple[list[list[int]], pd.Index]:
    """Rankings of items by their numbers, best first; the items.

    rankings : sequence of sequences of items
        Each best first, no item twice; a ranking may leave items out, and two items are a comparison of a pair.
    items : sequence of items, optional
        All there are, in the order to return them; by default those that occur, sorted.
    """
    if isinstance(rankings, str | pd.DataFrame) or not hasattr(rankings, "__len__") or len(rankings) == 0:
        raise ValueError(f"rankings must be a sequence of at least one ranking, got {type(rankings).__name__}")
    for i, ranking in enumerate(rankings):
        listed = hasattr(ranking, "__len__") and not isinstance(ranking, str | Set | Mapping)
        if not listed or len(ranking) < 2 or len(set(ranking)) < len(ranking):
            raise ValueError(
                f"each ranking must be a sequence of at least two items, none twice; number {i} is {shown(ranking)}"
            )
    occurring = {item for ranking in rankings for item in ranking}
    if any(item is None or item != item for item in occurring):
        raise ValueError("rankings hold missing items (None or nan): leave them out")
    number, names = numbers_of_names(occurring, items, "item", "the rankings")
    return [[number[item] for item in ranking] for ranking in rankings], names

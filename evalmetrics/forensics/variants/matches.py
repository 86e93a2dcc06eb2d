"""Settings whose value prints as a number: equal values merged, neighbours counted to tell luck from proof."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ...inputs import numbers
from ...metric import checked_by
from ..printed import Printed, read
from .report import VariantReport, in_words
from .settings import Family, Grid, one_value

SAME = 1e-10  # values that differ by less are one value, computed in another order
ALL_DIGITS = 1e-12  # whoever prints digits as small prints all that a float has, errors of the computation with them
TRANSFORMS: dict[str, Callable[[Any], Any]] = {
    "as is": lambda x: x,
    "percent": lambda x: 100 * x,
    "1 - x": lambda x: 1 - x,
    "log": np.log,
}
ROUNDED = {"nearest": "rounded", "cut": "cut", "up": "rounded up"}
Floats = NDArray[np.float64]


def distinct_values(grid: Grid) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """The distinct values, the simplest setting of each, and for each setting which of them it has (-1: none).

    The simplest departs from the usual one on the fewest axes; of these it is the first.
    """
    values = grid.scores.ravel()
    places = np.flatnonzero(np.isfinite(values))
    group = np.full(len(values), -1)
    places = places[np.argsort(values[places], kind="stable")]
    ordered = values[places]
    new = np.diff(ordered, prepend=-np.inf) > SAME * np.maximum(1, np.abs(ordered))
    group[places] = np.cumsum(new) - 1
    order = np.lexsort((places, grid.departures().ravel()[places], group[places]))
    first = np.unique(group[places][order], return_index=True)[1]
    simplest = places[order][first]
    return values[simplest], simplest, group


def how_printed(x: float, number: Printed, rounding: str) -> str | None:
    if not 0 < number.unit < ALL_DIGITS:  # without what sums of floats are wrong by: 0.1875 is half-way as it was meant
        x = float(f"{x:.13g}")
    if not number.prints(x):
        return None
    if rounding != "any":
        return ROUNDED[rounding]
    ways = (name for how, name in ROUNDED.items() if read(number.text, "printed", rounding=how).prints(x))
    return next(ways, "rounded")


@checked_by(numbers.values_and_interval)
def accidental_matches(values, value, width):
    """How many of some values lie, by luck alone, in an interval of this width around another value.

    As many as lie on average in so wide an interval among its nearest neighbours: eight of them, or the root of all, or
    as many as lie inside.

    -> float
        From 0 to the number of values. Far below 1, a value that does lie there can hardly be one by luck.

    Source: Karlin and Altschul (1990), Methods for assessing the statistical significance of molecular sequence
    features, PNAS 87: what a search finds is weighed against how many finds as good chance alone would give.

    >>> values = [i / 100 for i in range(100)]
    >>> print(round(accidental_matches(values, 0.5, 0.002), 2))
    0.2
    """
    distance = np.sort(np.abs(values - value))
    inside = (distance <= width / 2).sum()
    near = max(8, int(len(values) ** 0.5), inside)
    near = min(near, len(values))
    window = max(2 * distance[near - 1], width)
    return near * width / window if width else 0.0


def by_chance(values: Floats, number: Printed, found: bool) -> float:
    """How many values would print as the number by luck; the nearest, if one was found, may be there by right."""
    if found:
        values = np.delete(values, np.abs(values - float(number.value)).argmin())
    if not len(values):
        return 0.0
    return float(accidental_matches(values, float(number.value), float(number.high - number.low)))


def matched(
    family: Family, data: Any, names: Any, grid: Grid, number: Printed, rounding: str, transforms: Any, near: int
) -> VariantReport:
    values, simplest, group = distinct_values(grid)
    if number.text.strip().endswith("%"):  # the sign says it all
        transforms = [name for name in transforms if name != "percent"]
    low, high = float(number.low) - 1e-9, float(number.high) + 1e-9
    rows, misses, chance, found = [], [], 0.0, np.zeros(grid.scores.size, dtype=bool)
    for name in transforms:
        with np.errstate(all="ignore"):
            shown = TRANSFORMS[name](values)
        hit = np.zeros(len(values), dtype=bool)
        for i in np.flatnonzero((shown >= low) & (shown <= high)):
            if how := how_printed(float(shown[i]), number, rounding):
                hit[i] = True
                members = group == i
                found |= members
                rows.append((values[i], how, name, int(members.sum()), int(simplest[i])))
        chance += by_chance(shown[np.isfinite(shown)], number, bool(hit.any()))
        for i in np.flatnonzero(~hit & np.isfinite(shown)):
            misses.append((abs(shown[i] - float(number.value)), values[i], name, int(simplest[i])))
    departures = grid.departures().ravel()
    rows.sort(key=lambda row: departures[row[-1]])
    misses = sorted(misses, key=lambda miss: (miss[0], departures[miss[-1]]))[:near]
    fixed, free = agreed(grid, found)
    columns = ["value", "printed", "transform", "settings", *grid.axes]
    table = pd.DataFrame([(*row[:-1], *grid.setting(row[-1]).values()) for row in rows], columns=columns)
    nearest = [(value, name, distance, in_words(grid.departing(place))) for distance, value, name, place in misses]
    return VariantReport(
        metric=family.name,
        printed=number.text,
        matches=table.astype(dict.fromkeys(grid.axes, object)),
        fixed=fixed,
        free=free,
        near=pd.DataFrame(nearest, columns=["value", "transform", "distance", "departs"]),
        usual=float(grid.scores[grid.usual]),
        tried=grid.tried,
        scores=values,
        failed=grid.failed,
        expected_by_chance=chance,
        tie_range=tie_range(family, data, grid),
        complete=grid.complete,
        samples=names,
        settings=tuple(grid.departing(row[-1]) for row in rows),
    )


def agreed(grid: Grid, found: NDArray[np.bool_]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    fixed, free = {}, {}
    for axis, indices in zip(grid.axes, np.unravel_index(np.flatnonzero(found), grid.scores.shape), strict=True):
        there = [grid.axes[axis][i] for i in np.unique(indices)]
        if len(there) > 1:
            free[axis] = there
        elif there and len(grid.axes[axis]) > 1:
            fixed[axis] = there[0]
    return fixed, free


def tie_range(family: Family, data: Any, grid: Grid) -> tuple[float, float] | None:
    if not family.ties:
        return None
    usual = {name: values[i] for (name, values), i in zip(grid.axes.items(), grid.usual, strict=True)}
    ends = [one_value(family, data, usual | {"ties": value}) for value in ("worst", "best")]
    return min(ends), max(ends)

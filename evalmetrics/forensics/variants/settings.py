"""All settings of a family tried on some data: what is counted is counted once, options on the counts follow."""

import inspect
import itertools
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...inputs import arguments

REGISTRY = Path(__file__).with_name("variants.toml")
UNDEFINED = "undefined (0/0 or infinite)"
Setting = dict[str, Any]


class NotAVariantError(ValueError):
    """Settings that do not go together, or want a sample that was not given."""

    def __init__(self) -> None:
        super().__init__("settings do not go together, or want a sample that was not given")


@dataclass(frozen=True)
class Family:
    """A score with variants: its samples are read, counted, and scored; axes belong to the function that names them.

    With `stacked`, the counts of all settings are arrays that are scored at once, along their last axis. `more` says
    which values of an axis the data bring along, such as the names of classes. With `ties`, an axis of this name orders
    items of equal scores.
    """

    name: str
    read: Callable[..., Any]
    statistics: Callable[..., Any]
    score: Callable[..., Any]
    stacked: bool = False
    more: Callable[[Any], Mapping[str, list[Any]]] | None = None
    ties: bool = False


@dataclass(frozen=True)
class Grid:
    """The scores of all settings, an axis an axis; nan where there is none."""

    axes: dict[str, list[Any]]
    scores: NDArray[np.float64]
    usual: tuple[int, ...]  # where the usual setting stands, or what is tried instead of it
    known: dict[str, Any]  # the usual value of each axis
    tried: int
    failed: dict[str, int]
    complete: bool

    def setting(self, place: int) -> Setting:
        indices = np.unravel_index(place, self.scores.shape)
        return {axis: values[int(i)] for (axis, values), i in zip(self.axes.items(), indices, strict=True)}

    def departures(self) -> NDArray[np.int64]:
        of_axes = [(np.arange(n) != i) * 1 for n, i in zip(self.scores.shape, self.usual, strict=True)]
        return np.asarray(reduce(np.add.outer, of_axes))

    def departing(self, place: int) -> Setting:
        setting = self.setting(place).items()
        return {axis: v for axis, v in setting if type(v) is not type(self.known[axis]) or v != self.known[axis]}


@cache
def registry() -> dict[str, Any]:
    return tomllib.loads(REGISTRY.read_text(encoding="utf-8"))


def axes_of(family: Family, data: Any, wanted: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    known: dict[str, list[Any]] = {
        axis: [v["is"] for v in values] for axis, values in registry()[family.name]["axes"].items()
    }
    for axis, brought in (family.more(data) if family.more else {}).items():
        known[axis][1:1] = brought  # the usual value stays first
    if not isinstance(wanted, Mapping):
        raise TypeError(f"axes must be a dictionary, such as {{'order': [1, 2]}}, got {arguments.shown(wanted)}")
    for axis, values in wanted.items():
        arguments.one_of(axis, "axes", tuple(known))
        if isinstance(values, str) or not hasattr(values, "__len__") or not len(values):
            raise ValueError(f'axes["{axis}"] must be a list of values, got {values!r}')
        known[axis] = [_value(value, axis, known[axis]) for value in values]
    return {axis: known[axis] for axis in (*_named(family.statistics), *_named(family.score))}


def _value(value: Any, axis: str, known: list[Any]) -> Any:
    """A value of an axis: words must be on record, numbers need only be of the kind of those that are."""
    if callable(value) or any(type(each) is type(value) and each == value for each in known):
        return value
    numbers = [each for each in known if isinstance(each, int | float)]
    if isinstance(value, str) or not numbers:
        raise ValueError(f"{axis} must be one of {', '.join(map(repr, known))}, got {value!r}")
    if all(isinstance(each, int) for each in numbers):
        return arguments.whole_number(value, axis, least=int(min(numbers)))
    return arguments.number_that(value, axis, lambda x: 0 <= x < float("inf"), "be a finite number of at least 0")


def _named(function: Callable[..., Any]) -> list[str]:
    return [p.name for p in inspect.signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]


def one_value(family: Family, data: Any, setting: Mapping[str, Any]) -> float:
    first, second = ({axis: setting[axis] for axis in _named(f)} for f in (family.statistics, family.score))
    with np.errstate(all="ignore"):
        counted = family.statistics(data, **first)
        if family.stacked:
            counted = tuple(np.asarray(part, dtype=float)[..., None] for part in counted)
        return float(np.squeeze(family.score(counted, **second)))


def _in_order(sizes: Sequence[int], usual: Sequence[int]) -> list[tuple[int, ...]]:
    places = itertools.product(*map(range, sizes))
    return sorted(places, key=lambda place: sum(i != j for i, j in zip(place, usual, strict=True)))


def tried(family: Family, data: Any, axes: dict[str, list[Any]], limit: float) -> Grid:
    start = time.monotonic()
    cut = len(_named(family.statistics))
    names, sizes = list(axes), [len(values) for values in axes.values()]
    known = {axis: values[0]["is"] for axis, values in registry()[family.name]["axes"].items()}
    usual = tuple(values.index(known[axis]) if known[axis] in values else 0 for axis, values in axes.items())
    values = np.full(sizes, np.nan)
    reached = np.zeros(sizes, dtype=bool)
    failed: Counter[str] = Counter()
    complete = True

    def attempt(function: Callable[..., Any], counted: Any, place: Sequence[int], times: int) -> Any:
        of = names[:cut] if function is family.statistics else names[cut:]
        try:
            return function(counted, **{axis: axes[axis][i] for axis, i in zip(of, place, strict=True)})
        except NotAVariantError:
            return None
        except Exception as error:  # whatever it is, the report tells of it
            failed[f"{type(error).__name__}: {error}"] += times
            return None

    counts: dict[tuple[int, ...], Any] = {}
    with np.errstate(all="ignore"):
        for place in _in_order(sizes[:cut], usual[:cut]):
            if time.monotonic() - start > 0.75 * limit and counts:
                complete = False
                break
            counted = attempt(family.statistics, data, place, int(np.prod(sizes[cut:])))
            if counted is not None:
                counts[place] = counted
        blocks, size = list(counts.items()), 1
        if family.stacked and counts:
            parts = zip(*counts.values(), strict=True)
            together = tuple(np.stack([np.asarray(each, dtype=float) for each in part], -1) for part in parts)
            blocks, size = [(tuple(np.transpose(list(counts))), together)], len(counts)
        for place in _in_order(sizes[cut:], usual[cut:]):
            if time.monotonic() - start > limit and reached.any():
                complete = False
                break
            for first, counted in blocks:
                score = attempt(family.score, counted, place, size)
                if score is not None:
                    values[(*first, *place)], reached[(*first, *place)] = score, True
    undefined = reached & ~np.isfinite(values)
    if undefined.any():
        failed[UNDEFINED] += int(undefined.sum())
        values[undefined] = np.nan
    n_tried = int(reached.sum()) + sum(n for message, n in failed.items() if message != UNDEFINED)
    return Grid(axes, values, usual, known, n_tried, dict(failed), complete)

"""What is true of every metric, and the values that it takes: a row a metric, by topic.

A row says how to draw data for a metric and what it makes of some of them by hand. `test_every_metric.py` asks of
each what holds for all: bounds, best values, weights, sums, resamples, shown code, pickles, help.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import evalmetrics

Draw = Callable[[np.random.Generator], tuple[Any, ...]]


@dataclass(frozen=True)
class Row:
    """A metric in the table: data to draw, its options, and data whose score is known."""

    draw: Draw  # samples of one length, at random
    options: Sequence[Mapping[str, Any]] = ({},)  # each is tried on what is drawn
    best: Callable[..., tuple[Any, ...]] | None = None  # from drawn samples to samples with the best score
    undefined: Sequence[tuple[Any, ...]] = ()  # samples that have no score
    shared: Mapping[str, Any] = field(default_factory=dict)  # what parts have to be given to add up, such as a centre
    draws: int = 12  # how often data are drawn: fewer where a score is dear
    tolerance: Mapping[str, float] = field(default_factory=dict)  # where sums in another order differ by more


def metric(name: str) -> Any:
    """The metric of a row."""
    if name not in dir(evalmetrics):
        raise LookupError(f"{name} has a row in tests/table/ and no public name: run `make stubs`, or remove the row")
    return getattr(evalmetrics, name)


def unlike(there: Iterable[str], wanted: Iterable[str], entry: str) -> list[str]:
    """What to write, and what to remove, so that each of the wanted has its entry, which is told with its {name}."""
    write = [f"write {entry.format(name=name)}" for name in sorted({*wanted} - {*there})]
    return write + [f"remove {entry.format(name=name)}" for name in sorted({*there} - {*wanted})]


def rows() -> dict[str, Row]:
    """The whole table, by the metrics' names."""
    found: dict[str, Row] = {}
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if path.stem != "__init__":
            found |= import_module(f"{__package__}.{path.stem}").ROWS
    return found

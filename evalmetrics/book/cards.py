"""Metric cards: what each score ranges over, what it values, what it cannot see and where it is undefined."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from math import isinf
from typing import Any

import pandas as pd

from ..inputs import arguments


@dataclass(frozen=True)
class Card:
    """What to know about a metric before quoting it; notebooks show it as a table."""

    function: str
    name: str
    symbol: str
    low: float
    high: float
    better: str
    values: str
    blind_to: str
    undefined: str
    source: str

    @property
    def bounds(self) -> str:
        """The interval that holds every value, an infinite end left open."""
        low = "(−∞" if isinf(self.low) else f"[{self.low:g}"
        high = "∞)" if isinf(self.high) else f"{self.high:g}]"
        return f"{low}, {high}".replace("-", "−")

    @property
    def topic(self) -> str:
        """The module that defines the metric, which is also the name of its chapter."""
        package = import_module("evalmetrics")
        return str(getattr(package, self.function).__module__).rpartition(".")[2]

    def _rows(self) -> list[tuple[str, str]]:
        return [
            ("Bounds", f"{self.bounds}, {_better(self.better)}"),
            ("Values", self.values),
            ("Cannot see", self.blind_to),
            ("Undefined", self.undefined),
            ("Source", self.source),
        ]

    def __repr__(self) -> str:
        lines = [f"{label + ':':12}{text}" for label, text in self._rows()]
        return "\n".join([f"{self.name} ({self.symbol}), {self.function}()", *lines])

    def _repr_markdown_(self) -> str:
        lines = [f"| {label} | {text} |" for label, text in self._rows()]
        return "\n".join([f"| **{self.name}** | {self.symbol} · `{self.function}` |", "|:--|:--|", *lines])


def _better(better: str) -> str:
    return f"{better} is better" if better in ("higher", "lower") else better


@cache
def _registry() -> dict[str, Card]:
    text = resources.files(__package__).joinpath("cards.toml").read_text(encoding="utf-8")
    return {function: Card(function, **fields) for function, fields in tomllib.loads(text).items()}


def card(function: str) -> Card:
    """The card of a metric, by the name of its function.

    Parameters
    ----------
    function : str
        A name such as "precision"; `card_table` lists them all.

    Returns
    -------
    Card
        A notebook shows it as a table.

    Raises
    ------
    ValueError
        There is no card of that name.

    Examples
    --------
    >>> card("precision").bounds
    '[0, 1]'
    """
    return _registry()[arguments.one_of(function, "function", _registry())]


def card_table() -> pd.DataFrame:
    """All metrics of the book, a row each.

    Returns
    -------
    DataFrame
        Indexed by function: name, symbol, topic, bounds, better.

    Examples
    --------
    >>> card_table().loc["precision", "topic"]
    'precision_recall'
    """
    return _table("name", "symbol", "topic", "bounds", "better")


def undefined_table() -> pd.DataFrame:
    """Where each metric of the book is undefined, a row each.

    Returns
    -------
    DataFrame
        Indexed by function: name, undefined.

    Examples
    --------
    >>> undefined_table().loc["precision", "undefined"]
    'The class is never predicted (0/0).'
    """
    return _table("name", "undefined")


def value_table() -> pd.DataFrame:
    """What each metric of the book values and what it cannot see, a row each.

    Returns
    -------
    DataFrame
        Indexed by function: name, topic, better, values, blind_to.

    Examples
    --------
    >>> value_table().loc["recall", "blind_to"]
    'Wrong guesses at the class, however many.'
    """
    return _table("name", "topic", "better", "values", "blind_to")


def _table(*fields: str) -> pd.DataFrame:
    rows: dict[str, list[Any]] = {f: [getattr(c, field) for field in fields] for f, c in _registry().items()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=list(fields)).rename_axis("function")

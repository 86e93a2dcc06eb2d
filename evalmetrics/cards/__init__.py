"""Metric cards: what each score ranges over, what it values, what it cannot see and where it is undefined.

A file a topic, named after its chapter, and a table a metric: `low` and `high` are its bounds (attained or not),
`better` says which end to wish for, `other_names` what else people call it, `sought_as` what else finds it (names in
other libraries, near names, spellings; no card shows them), `also` which functions the card is about as well,
`high_is_a_limit` that no value is as high, and `depends_on_n` which option, or "always", makes a score depend on how
many examples there are, so that weights have to be whole. Metrics that chapters lead with have a `formula`, in plain
characters, and stand on the sheet to print. Help pages are made from cards, and the tests hold what they say against
random inputs.

What a metric is for stands below its `source`, and `choose_metric` reads it: what is `given`, the one thing that it
`wants`, `when` a problem calls for it (properties of a `Fingerprint`: none is the rule, and a card without the line is
only had by asking), which metrics belong `beside` it, what nothing scores (`baseline`), the function that makes its
`interval`, and what to `state` with it. A metric whose resamples would mislead has no interval, "".
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import isinf
from typing import Any

from ..inputs.arguments import one_of, shown
from ..inputs.later import pd

HERE = os.path.dirname(__file__)


@dataclass(frozen=True, eq=False)
class Card:
    """What to know about a metric before quoting it; notebooks show it as a table."""

    function: str
    topic: str
    name: str
    symbol: str
    low: float
    high: float
    better: str
    values: str
    blind_to: str
    undefined: str
    source: str
    other_names: tuple[str, ...] = ()
    sought_as: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    high_is_a_limit: bool = False
    depends_on_n: str = ""
    given: tuple[str, ...] = ()
    wants: str = ""
    when: Mapping[str, str | bool] | None = None
    beside: tuple[str, ...] = ()
    baseline: str = ""
    interval: str = ""
    state: str = ""
    formula: str = ""
    chapter: str = ""

    @property
    def bounds(self) -> str:
        """The interval that holds every value, an infinite end, or one that is a limit only, left open."""
        low = "(−∞" if isinf(self.low) else f"[{self.low:g}"
        high = "∞)" if isinf(self.high) else f"{self.high:g}{')' if self.high_is_a_limit else ']'}"
        return f"{low}, {high}".replace("-", "−")

    @property
    def direction(self) -> str:
        """Which end to wish for, in words."""
        return f"{self.better} is better" if self.better in ("higher", "lower") else self.better

    @property
    def weights(self) -> str:
        """What is asked of weights where the score depends on the number of examples."""
        which = "" if self.depends_on_n == "always" else f" with {self.depends_on_n}="
        return f"Whole numbers{which}, since the score depends on how many examples there are."

    def _rows(self) -> list[tuple[str, str]]:
        return [
            *([("Also", ", ".join(self.other_names))] if self.other_names else []),
            ("Bounds", f"{self.bounds}, {self.direction}"),
            ("Values", self.values),
            ("Cannot see", self.blind_to),
            ("Undefined", self.undefined),
            *([("Weights", self.weights)] if self.depends_on_n else []),
            ("Source", self.source),
        ]

    def __repr__(self) -> str:
        lines = [f"{label + ':':12}{text}" for label, text in self._rows()]
        return "\n".join([f"{self.name} ({self.symbol}), {self.function}()", *lines])

    def _repr_markdown_(self) -> str:
        lines = [f"| {label} | {text} |" for label, text in self._rows()]
        return "\n".join([f"| **{self.name}** | {self.symbol} · `{self.function}` |", "|:--|:--|", *lines])


@cache
def cards_of(topic: str) -> dict[str, Card]:
    """The cards of one topic by every name of their functions; none for a topic that has no file."""
    cards: list[Card] = []
    for file in os.listdir(HERE):
        if file[3:] == f"{topic}.toml":
            for name, fields in tomllib.loads(_text(file)).items():
                held: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in fields.items()}
                cards.append(Card(name, topic, **held, chapter=file[:2]))
    return {name: card for card in cards for name in (card.function, *card.also)}


def _text(file: str) -> str:
    with open(os.path.join(HERE, file), encoding="utf-8") as held:
        return held.read()


def card_of(function: Any) -> Card | None:
    """The card of a function of this package; None for any other."""
    package, _, topic = str(function.__module__).rpartition(".")
    return cards_of(topic).get(function.__name__) if package == "evalmetrics" else None


@cache
def cards_by_name() -> dict[str, Card]:
    """All cards by every name of their functions, in the order of the chapters."""
    files = sorted(name for name in os.listdir(HERE) if name[:2].isdigit() and name.endswith(".toml"))
    return {name: card for file in files for name, card in cards_of(file[3:].removesuffix(".toml")).items()}


@cache
def all_cards() -> dict[str, Card]:
    """All cards by the names of their functions, in the order of the chapters."""
    return {name: card for name, card in cards_by_name().items() if name == card.function}


def card(metric: Any) -> Card:
    """The card of a metric.

    Parameters
    ----------
    metric : function or str
        The metric, or its name, such as "precision"; `card_table` lists them all.

    Returns
    -------
    Card
        A notebook shows it as a table. A metric that has no card of its own has that of the metric it is a form of.

    Examples
    --------
    >>> card("precision").bounds
    '[0, 1]'
    >>> card("f1_score").name
    'F-beta'
    """
    wanted = str(getattr(metric, "__name__", metric))
    cards = cards_by_name()
    if wanted not in cards:
        raise ValueError(f"there is no card of {shown(wanted)}{meant(wanted, cards)}: card_table() lists all of them")
    return cards[wanted]


def meant(wanted: str, names: Any) -> str:
    """What somebody may have meant by a name, as the end of a message; "" where nothing is near.

    A name of the same letters comes first, then other names and symbols of a metric, names that hold the wanted one as
    a word, and similar ones.
    """
    plain = wanted.lower().removesuffix("_score")
    from difflib import get_close_matches  # here, as nearly nobody needs it

    start = _letters(plain)
    called = {
        name: {_letters(each) for each in (card.function, card.name, card.symbol, *card.other_names)}
        for name, card in all_cards().items()
        if name in names
    }
    near = (
        [name for name in names if name.islower() and _letters(name) == start]
        or [name for name, known in called.items() if start in known]
        or [name for name in names if plain in name.split("_") and not name.startswith(("plot", "explore"))]
        or get_close_matches(plain, names, 3, 0.75)
        or [name for name, known in called.items() if start and any(each.startswith(start) for each in known)]
    )
    return f" (did you mean {' or '.join(near[:3])}?)" if near else ""


def moved() -> list[str]:
    """Names that serve the lessons, and that the package of the book has now."""
    return _text("moved.txt").split()


def _letters(name: str) -> str:
    return "".join(c for c in name.lower().removesuffix("score") if c.isalnum())


def card_table(*fields: str) -> pd.DataFrame:
    """All metrics of the book, a row each.

    Parameters
    ----------
    *fields : strings
        What to say of each, such as "undefined", "values" or "blind_to"; by default name, symbol, topic, bounds and
        which end is better.

    Returns
    -------
    DataFrame
        Indexed by function, a column for each field.

    Examples
    --------
    >>> card_table().loc["precision", "topic"]
    'precision_recall'
    >>> card_table("undefined").loc["precision", "undefined"]
    'The class is never predicted (0/0).'
    """
    known = [*Card.__dataclass_fields__, "bounds"]
    wanted = [one_of(f, "fields", known) for f in fields] or ["name", "symbol", "topic", "bounds", "better"]
    rows: dict[str, list[Any]] = {name: [getattr(card, f) for f in wanted] for name, card in all_cards().items()}
    return pd.DataFrame.from_dict(rows, orient="index", columns=wanted).rename_axis("function")

"""A gallery of misleading scores: for every metric a worse system that it likes, and what would have told."""

import re
from functools import cache
from typing import Any

import pandas as pd

from evalmetrics.cards import all_cards, card, cards_by_name
from evalmetrics.kinds.help_pages import described_by

from . import shipped
from .documents import known_to


@described_by()
def gallery(*metrics: str) -> pd.DataFrame:
    """Two systems for every metric: it likes the worse one at least as well, and something else tells them apart.

    *metrics : strings
        Names of metrics with a card; by default all of them, in the order of the book.

    -> DataFrame
        Indexed by metric; columns story, bad and good (the metric's scores of both), cannot see (from the card),
        caught by, its bad and its good.

    >>> gallery("recall").loc["recall", "story"]
    'The alarm that never stops'
    """
    pictures = {name: hung(name) for name in (card(metric).function for metric in metrics or all_cards())}
    return pd.DataFrame.from_dict(pictures, orient="index").rename_axis("metric")


@cache
def rows() -> dict[str, dict[str, Any]]:
    """The entries of `gallery.toml`, by metric."""
    return shipped.tables("gallery.toml")


def hung(metric: str) -> dict[str, Any]:
    """The row of one metric, everything in it executed."""
    row = rows()[metric]
    return {
        "story": row["story"],
        **{system: scored(row, row["score"], system) for system in ("bad", "good")},
        "cannot see": card(metric).blind_to,
        "caught by": row.get("by") or caught_by(row),
        **{f"its {system}": scored(row, row["catch"], system) for system in ("bad", "good")},
    }


def scored(row: dict[str, Any], expression: str, system: str) -> float:
    """What an expression of a row is for one of its systems."""
    known = known_to(row, pd=pd)
    known["p"] = eval(row[system], known)
    return float(eval(expression, known))


def caught_by(row: dict[str, Any]) -> str | None:
    """The metric that is called to tell the two systems apart; None where nothing with a card is."""
    called = re.findall(r"\b(\w+)\(", row["catch"])
    return next((name for name in called if name in cards_by_name()), None)

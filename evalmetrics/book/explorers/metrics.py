"""All metrics of the book, and those of them whose cards have what somebody types."""

from html import escape
from typing import Any

import pandas as pd

from ...cards import Card, all_cards
from ...inputs import arguments
from ...kinds.help_pages import described_by
from .moving import explorer

COLUMNS = ["chapter", "name", "symbol", "other_names", "bounds", "better", "values", "blind_to", "undefined"]
SEARCHED = ["function", "topic", "formula", "source", *COLUMNS]


def find_metrics(words: str) -> pd.DataFrame:
    """The metrics whose cards have all of some words, in whatever place: names, bounds, what they cannot see, source.

    Parameters
    ----------
    words : str
        Set apart by blanks; parts of words do, and capitals do not matter. "" finds all metrics.

    Returns
    -------
    DataFrame
        A row per metric, indexed by function, in the order of the chapters.

    Examples
    --------
    >>> find_metrics("synonyms caption").index.to_list()
    ['cider']
    >>> find_metrics("popović")["symbol"].to_list()
    ['chrF']
    >>> find_metrics("AUROC").index.to_list()
    ['roc_auc']
    """
    if not isinstance(words, str):
        raise TypeError(f"words must be a string, got {arguments.shown(words)}")
    wanted = words.lower().split()
    texts = {card: " ".join(_told(card, field) for field in SEARCHED).lower() for card in all_cards().values()}
    found = [card for card, text in texts.items() if all(word in text for word in wanted)]
    rows = {card.function: [_told(card, field) for field in COLUMNS] for card in found}
    return pd.DataFrame.from_dict(rows, orient="index", columns=COLUMNS).rename_axis("function")


def _told(card: Card, field: str) -> str:
    value: str | tuple[str, ...] = getattr(card, field)
    return value if isinstance(value, str) else ", ".join(value)


@described_by(explorer)
def search_metrics() -> Any:
    """A box to type words in, and a table of the metrics that have them (`find_metrics`).

    Examples
    --------
    >>> page = search_metrics()
    >>> page.children[0].value = "kendall"
    >>> page.children[1].value[:12]
    '1 metric <di'
    """
    import ipywidgets as widgets  # type: ignore[import-untyped]

    box = widgets.Text(description="find", placeholder="synonyms", continuous_update=True)
    return explorer({"words to find": box}, lambda **typed: (_table(*typed.values()), None))


def _table(words: str) -> str:
    found = find_metrics(words)
    titles = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in ["function", *COLUMNS])
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in found.itertuples()
    )
    counted = f"{len(found)} metric{'' if len(found) == 1 else 's'}"
    table = f'<table style="line-height: 1.3; text-align: left"><tr>{titles}</tr>{rows}</table>'
    return f'{counted} <div style="max-height: 30em; overflow: auto">{table}</div>'

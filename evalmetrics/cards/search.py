"""Metrics found by the words on their cards."""

import pandas as pd

from ..inputs import arguments
from . import Card, all_cards

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
    wanted = arguments.string(words, "words").lower().split()
    texts = {card: " ".join(_told(card, field) for field in SEARCHED).lower() for card in all_cards().values()}
    found = [card for card, text in texts.items() if all(word in text for word in wanted)]
    rows = {card.function: [_told(card, field) for field in COLUMNS] for card in found}
    return pd.DataFrame.from_dict(rows, orient="index", columns=COLUMNS).rename_axis("function")


def _told(card: Card, field: str) -> str:
    value: str | tuple[str, ...] = getattr(card, field)
    return value if isinstance(value, str) else ", ".join(value)

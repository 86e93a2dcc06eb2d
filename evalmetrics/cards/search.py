"""Metrics found by what people call them, and by the words on their cards; what has no card, with where to go."""

import re
import sys
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache
from importlib import resources
from typing import NamedTuple

import pandas as pd

from ..inputs import arguments
from . import Card, all_cards, cards_by_name

COLUMNS = ["chapter", "name", "symbol", "other_names", "bounds", "better", "values", "blind_to", "undefined"]
REST = ["topic", "formula", "source", "chapter", "bounds", "better", "values", "blind_to", "undefined"]
FILLERS = {"score", "scores", "metric", "metrics", "coefficient", "index", "measure", "of", "the", "for", "in", "a"}
FILLERS |= {"binary", "multiclass", "multilabel", "retrieval"}
OPTIONS = {"macro", "micro", "weighted", "samples", "pairwise", "mean", "average", "averaged", "rate", "value", "loss"}
KEPT = 4  # letters of a word that may be found inside others, or elsewhere than in a name by its beginning
NOT_HERE = "not here"
LONGEST = 200  # characters that are looked for


class Entry(NamedTuple):
    """What can be found: its row, what it is called, and what else is written of it; folded."""

    row: str
    shown: list[str]
    called: list[str]
    rest: str


class Elsewhere(NamedTuple):
    """Something without a card: its name, others, and where to go: a name of this package or a library's."""

    name: str
    other_names: tuple[str, ...]
    go_to: str

    @property
    def row(self) -> str:
        """The function that is here, if one is."""
        return self.go_to.removeprefix("evalmetrics.") if self.go_to.startswith("evalmetrics.") else NOT_HERE

    @property
    def said(self) -> str:
        """Where to go, in words."""
        return f"{'Not here: go to' if self.row == NOT_HERE else 'No single score, but here:'} {self.go_to}."


def find_metrics(words: str) -> pd.DataFrame:
    """The metrics that some words mean: those called so, then those whose cards have all of the words.

    Whole names and symbols come first, then words of names, then words of the rest of a card. Where no word begins so,
    words are looked for inside others, and then slips of typing are forgiven: in words of four letters one that is
    missing or two that are swapped, from five on any, from eight on two. Last, words that no name has are left out.

    Parameters
    ----------
    words : str
        A name, a symbol or words of a card; beginnings of words do, and capitals and accents do not matter.
        "" finds all metrics, in the order of the chapters.

    Returns
    -------
    DataFrame
        A row per metric, indexed by function, the best first. What has no card is found by its names: a curve, table
        or test of this package by its function, and what is not here as "not here", with where to go under `values`.

    Examples
    --------
    >>> find_metrics("AUROC").index[0]
    'roc_auc'
    >>> find_metrics("synonyms caption").index.to_list()
    ['cider']
    >>> find_metrics("kripendorff alpha").index[0]
    'krippendorff_alpha'
    >>> find_metrics("panoptic quality")["values"].to_dict()
    {'not here': 'Not here: go to torchmetrics.detection.PanopticQuality.'}
    """
    typed = arguments.string(words, "words").strip()[:LONGEST]
    places = _places(typed) if typed else dict.fromkeys(range(len(all_cards())), (0.0,))
    found = [_entries()[i] for i in sorted(places, key=lambda i: (places[i], i))]
    table = pd.DataFrame([own.shown for own in found], [own.row for own in found], COLUMNS, dtype=object)
    return table.rename_axis("function")


@cache
def elsewhere() -> list[Elsewhere]:
    """What has no card: curves and tables that are here, and metrics that are not."""
    text = resources.files(__package__).joinpath("elsewhere.toml").read_text(encoding="utf-8")
    return [Elsewhere(name, tuple(told["other_names"]), told["go_to"]) for name, told in tomllib.loads(text).items()]


@cache
def _entries() -> list[Entry]:
    cards = [
        Entry(card.function, [_told(card, f) for f in COLUMNS], *_written(_names(card), _told(card, *REST)))
        for card in all_cards().values()
    ]
    told_of = {*cards_by_name(), *(each.row for each in elsewhere())}
    functions = [
        name for name in dir(sys.modules["evalmetrics"]) if name.islower() and name not in told_of and name[:3] != "of_"
    ]
    others = []
    for each in [*elsewhere(), *(Elsewhere(name, (), f"evalmetrics.{name}") for name in functions)]:
        told = {"name": each.name, "other_names": ", ".join(each.other_names), "values": each.said}
        written = _written([each.name, *each.other_names, *([] if each.row == NOT_HERE else [each.row])], "")
        others.append(Entry(each.row, [told.get(field, "") for field in COLUMNS], *written))
    return cards + others


def _told(card: Card, *fields: str) -> str:
    values: list[str | tuple[str, ...]] = [getattr(card, field) for field in fields]
    return " ".join(value if isinstance(value, str) else ", ".join(value) for value in values)


def _names(card: Card) -> list[str]:
    symbols = re.split(r", (?![^(]*\))", card.symbol)
    return [card.function, *card.also, card.name, *symbols, *card.other_names, *card.sought_as]


def _written(names: Iterable[str], rest: str) -> tuple[list[str], str]:
    return [_folded(name) for name in names], _folded(rest)


def _places(typed: str) -> dict[int, tuple[float, ...]]:
    """How good an answer each entry that answers is, 0 for a whole name; none where nothing is found."""
    entries = _entries()
    places: dict[int, tuple[float, ...]] = {}
    for how_far, (form, options) in enumerate(_forms(typed)):
        letters, core = _letters(form), _core(form, options)
        for i, own in enumerate(entries):
            if letters and letters in map(_letters, own.called):
                is_its_own = 2 * (typed in (own.row, own.shown[2])) or letters in map(_letters, (own.row, own.shown[1]))
                places.setdefault(i, (0, how_far, -is_its_own))
            elif core and core in map(_core, own.called):
                places.setdefault(i, (0.5, how_far))
    apart = [word for word in _words(typed) if len(word) > 1]
    readings = [_folded(typed).split(), apart, _bare(apart)]
    for how in (_begins, _inside, _slipped):
        for words in filter(None, readings):
            of_words = {i: place for i, own in enumerate(entries) if (place := _place(words, own, how))}
            if of_words:
                return of_words | places
        if places:
            return places
    known = [word for word in _bare(apart) if any(_slipped(word, " | ".join(own.called)) for own in entries)]
    return _places(" ".join(known)) if 0 < len(known) < len(apart) else {}


def _place(words: list[str], own: Entry, how: Callable[[str, str], float]) -> tuple[float, ...]:
    """The place of the word that is found worst, and of all; () if one is not found. Names go before the rest.

    A function that nothing tells of is found by its whole name alone.
    """
    called, found = " | ".join(own.called), []
    for word in words if own.row != own.shown[1] else []:
        place = how(word, called)
        if not place and (len(word) >= KEPT or _begins(word, own.rest) == 1):
            place = 2 + how(word, own.rest) if how(word, own.rest) else 0
        if not place:
            return ()
        found.append(place)
    if not found:
        return ()
    spare = [len(_words(name)) - len(words) for name in own.called if all(how(word, name) for word in words)]
    return 1 + 2 * (not spare), max(found), sum(found), min(spare, default=0)


def _begins(word: str, text: str) -> float:
    """1 for a whole word, 2 for the beginning of one, 0 for neither."""
    if word not in text:
        return 0
    if re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", text):
        return 1
    return 2 * bool(len(word) > 1 and re.search(rf"(?<![^\W_]){re.escape(word)}", text))


def _inside(word: str, text: str) -> float:
    return float(len(word) >= KEPT and word in text)


def _slipped(word: str, text: str) -> float:
    """1 for a word that begins so, 2 for one in which letters are missing, too many, other or swapped."""
    if _begins(word, text):
        return 1
    from rapidfuzz.distance import OSA

    slips = 1 + (len(word) >= 2 * KEPT)
    near = [each for each in _vocabulary(text) if abs(len(each) - len(word)) <= slips]
    if len(word) == KEPT:
        near = [each for each in near if len(each) > KEPT or sorted(each) == sorted(word)]
    return 2 * (len(word) >= KEPT and any(OSA.distance(word, each, score_cutoff=slips) <= slips for each in near))


@cache
def _vocabulary(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", text))


def _forms(typed: str) -> list[tuple[str, bool]]:
    """A name as typed, with k for its cut-off, without what stands in brackets or behind the name, and that alone."""
    plain = re.sub(r"^neg_|Display$", "", typed)  # names of scikit-learn
    with_k = re.sub(r"(@|\^|\btop[-_ ]?|[_ ]at[_ ])\d+(?![.\d])", r"\1k", plain, flags=re.IGNORECASE)
    with_k = re.sub(r"[_ ](cut_)?\d+$", "@k", with_k)  # trec_eval's P_10 and ndcg_cut_10
    forms = [
        typed,
        plain,
        with_k,
        re.sub(r"=[\d.]+|\s*\d[\d.]*\s?%", "", plain),
        re.sub(r"@\[?0?\.\d.*", "@IoU", with_k),
    ]
    if brackets := re.search(r"\s*\(([^()]+)\)", typed):
        forms += [typed.replace(brackets[0], ""), brackets[1]]
    cut = re.sub(r"(@\w+|\.\d+)$", "", with_k)
    return [*((form, False) for form in dict.fromkeys([*forms, cut])), (cut, True)]


def _words(name: str) -> list[str]:
    """The words of a name as libraries write it: f1_score, top-k, MatthewsCorrCoef."""
    apart = re.sub(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)
    return re.findall(r"[^\W_]+", _folded(apart))


def _bare(words: list[str]) -> list[str]:
    """Without the words that names have or have not."""
    return [word for word in words if word not in FILLERS]


@cache
def _folded(text: str) -> str:
    """Lower case, without accents; an @ is said."""
    plain = unicodedata.normalize("NFKD", text.casefold().replace("ø", "o").replace("_", " ").replace("avg", "average"))
    return "".join(c for c in plain if not unicodedata.combining(c)).replace("−", "-")


@cache
def _letters(name: str) -> str:
    return "".join(c for c in _folded(name).replace("@", "at") if c.isalnum())


@cache
def _core(name: str, options: bool = False) -> str:
    """The letters of a name without such words, or also without those that say which option."""
    return _letters(" ".join(word for word in _bare(_words(name)) if not (options and word in OPTIONS)))

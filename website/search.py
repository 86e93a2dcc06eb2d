"""The index that the pages search: sections with their addresses, for BM25 in the reader's browser."""

import itertools
import json
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from lxml import html

from evalmetrics.cards import Card, all_cards
from evalmetrics.cards.search import NOT_HERE, elsewhere
from tests.book.notebooks import ROOT, listed

WORD = re.compile(r"\d+\.\d+|[a-z0-9]+")
# Words of so many sections that they tell none from another; the browser leaves them out of questions as well.
COMMON = set((ROOT / "website" / "common.txt").read_text(encoding="utf-8").split())
SILENT = ("pre", "script", "style", "button", "nav", "figure", "svg", "details")  # boxes whose words are not prose
HEADINGS = ("h1", "h2", "h3", "h4")
LEVELS = (1, 2, 4, 9)  # what a word counts that stands there once, two or three times, more often, in a title or name
JOINED = 16  # letters of averageprecision
DIGITS, ENDING = "".join(chr(i) for i in range(32, 127) if chr(i) not in '"\\'), 70  # of these those that end a number
# How well a page answers a question that it has the words for: lessons teach, lists only mention.
WORTH = {"opening": 1.25, "lesson": 1.0, "reference": 0.75, "term": 0.55, "exercise": 0.5, "page": 0.5, "name": 0.45}
UNTOLD = ("genindex", "bibliography", "index.html", "exercises/lessons/")  # pages that only lead to others
FOLLOWS = "notebooks/8"  # pages that follow a document, whose headings are enough
ASKED = tomllib.loads((ROOT / "website" / "asked.toml").read_text(encoding="utf-8"))


class Section(NamedTuple):
    """What one address has to say, and the code beside it."""

    page: str
    anchor: str
    title: str
    kind: str
    called: tuple[str, ...]  # other names that people type for it
    text: str
    code: str


def index(built: Path) -> str:
    """The script that holds the index of a built book: words, where they stand, and the sections."""
    sections = with_names([own for path in sorted(built.rglob("*.html")) for own in sections_of(path, built)])
    pages = {own.page: own for own in reversed(sections)}  # the first section of a page bears its title
    places: dict[str, dict[int, int]] = {}
    for i, own in enumerate(sections):
        for word, level in levels(own, pages[own.page].title).items():
            places.setdefault(word, {})[i] = level
    kinds, numbers = list(WORTH), {page: i for i, page in enumerate(pages)}
    coded = {
        "common": sorted(COMMON),
        "levels": LEVELS,
        "worth": list(WORTH.values()),
        "pages": [[page, own.title] for page, own in pages.items()],
        "sections": [
            [
                numbers[own.page],
                shortened(own),
                own.title,
                ";".join(own.called),
                len(own.text.split()),
                kinds.index(own.kind),
            ]
            for own in sections
        ],
        "words": " ".join(fronts(sorted(places))),
        "digits": [DIGITS, ENDING],
        "places": "".join(coded_places(places[word]) for word in sorted(places)),
    }
    return f"window.SEARCHED = {json.dumps(coded, ensure_ascii=False, separators=(',', ':'))};\n"


def sections_of(path: Path, built: Path) -> Iterator[Section]:
    """The sections of a built page, or its entries where it has those, each without what is inside of it."""
    page = path.relative_to(built).as_posix()
    if page.startswith(UNTOLD):
        return
    try:
        article = html.parse(str(path)).getroot().get_element_by_id("furo-main-content")
    except KeyError:
        return  # slides, the sheet to print, what leads from old addresses: no pages of the book
    for box in article.xpath(".//section[@id] | .//dt[@id]"):
        if box.tag == "section":
            heading = next(part for part in box if part.tag in HEADINGS)
            parts = [part for part in box if part is not heading and part.tag not in ("section", "span")]
            kind = kind_of(page)
            kind = "opening" if heading.tag == "h1" and kind == "lesson" else kind
        else:
            heading, parts = box, [] if box.getnext() is None else [box.getnext()]
            kind = "term" if page == "glossary.html" else "name"
        code = "\n".join("".join(pre.itertext()) for part in parts for pre in part.iter("pre"))
        prose = " ".join(said(part) for part in parts) if kind != "name" else said(parts[0][0]) if len(parts[0]) else ""
        prose = "" if page.startswith(FOLLOWS) else prose
        title = box.get("id").rpartition(".")[2] if kind == "name" else said(heading)
        if title == "Sources" or box.get("id").startswith("evalmetrics_book."):
            continue  # words of others, and the scenery of lessons
        yield Section(page, f"#{box.get('id')}", title, kind, (), prose, code)


def shortened(own: Section) -> str:
    """The anchor of a section, without the end that the browser makes of its title."""
    return re.sub(f"{re.escape(nodes.make_id(own.title))}$", "*", own.anchor)


def said(box: Any) -> str:
    """The words of a box, without code and without the mark that links to a heading."""
    if box.tag in SILENT:
        return ""
    inner = (said(part) + (part.tail or "") for part in box if isinstance(part.tag, str))
    return " ".join(" ".join([box.text or "", *inner]).replace("¶", " ").split())


@cache
def kind_of(page: str) -> str:
    """What kind of page it is, which says how well it answers."""
    told = (own for own in listed() if not f"notebooks/{own.page}".startswith(FOLLOWS))
    kinds = {f"notebooks/{own.page}.html": own.kind.replace("chapter", "lesson") for own in told}
    return kinds.get(page, "exercise" if page.startswith("exercises/") else "page")


def with_names(sections: list[Section]) -> list[Section]:
    """The sections with what people call the metrics that they define, and what is not here, with where to go."""
    called: dict[int, list[str]] = {}
    for card in all_cards().values():
        names = [card.name, *re.split(r", (?![^(]*\))", card.symbol), *card.other_names, *card.sought_as]
        if (place := defines(card, sections)) is not None:
            called.setdefault(place, []).extend(name.replace(";", ",") for name in [*names, card.function])
    for name in sorted({own.title for own in sections if own.kind == "name"} - {*all_cards()}):
        using = [i for i, own in enumerate(sections) if own.kind == "lesson" and f"em.{name}(" in own.code]
        if using:
            called.setdefault(using[0], []).append(name)
    for page, questions in ASKED.items():
        places = [i for i, own in enumerate(sections) if own.page == f"{page}.html"]
        if not places:
            raise ValueError(f"asked.toml names {page}, which is no page: name one that is there")
        called.setdefault(places[0], []).extend(questions)
    found = [own._replace(called=differing(own.title, called.get(i, []))) for i, own in enumerate(sections)]
    for each in elsewhere():
        if each.row == NOT_HERE:
            told = f"{each.name}: not here, go to {each.go_to}"
            names = differing(each.name, [*each.other_names])
            found.append(Section("metrics.html", "#what-is-not-here", told, "term", names, "", ""))
    return found


def differing(title: str, names: list[str]) -> tuple[str, ...]:
    """The names that differ from each other, and from a title, in more than capitals and hyphens."""
    by_words = {tuple(words_of(name)): name for name in [*reversed(names), title]}
    return tuple(name for name in names if by_words[tuple(words_of(name))] is name)


def defines(card: Card, sections: list[Section]) -> int | None:
    """The section in which a metric is defined: in the lesson that shows its card, else where its topic uses it."""
    of_topic = [i for i, own in enumerate(sections) if own.page.startswith(f"notebooks/{card.chapter}_")]
    uses = re.compile(rf"\bem\.{card.function}\b")
    shows = re.compile(rf"\bem\.card\((\"{card.function}\"|em\.{card.function})\)")
    for kinds in (("opening", "lesson"), ("reference",)):
        mine = [i for i in of_topic if sections[i].kind in kinds]
        lesson = next((sections[i].page for i in mine if shows.search(sections[i].code)), None)
        using = [i for i in mine if uses.search(sections[i].code) and lesson in (None, sections[i].page)]
        coded = [i for i in using if sections[i].title == "In code"]
        if coded:
            return coded[0] - (sections[coded[0] - 1].title == "Definition")
        if using:
            return using[0]
    return None


def levels(own: Section, page_title: str) -> dict[str, int]:
    """How much each word counts in a section, as a place in `LEVELS`."""
    often = Counter(words_of(own.text))
    found = {word: 0 if count == 1 else 1 if count < 4 else 2 for word, count in often.items()}
    for word in words_of(page_title):
        found[word] = max(found.get(word, 0), 1)
    for name in (own.title, *own.called):
        words = words_of(name)
        found |= dict.fromkeys([*words, *joined(words)], 3)
    return found


def words_of(text: str) -> list[str]:
    """The words of a text as they are looked up: small letters without accents, one form for one and for several."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = re.sub(r"[\u0300-\u036f’']", "", plain)
    return [stem(word) for word in WORD.findall(plain) if word not in COMMON]


def stem(word: str) -> str:
    """A word without its plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def joined(words: list[str]) -> list[str]:
    """Two short words in a row as one, since people type logloss for log loss."""
    return [a + b for a, b in itertools.pairwise(words) if len(a + b) <= JOINED]


def fronts(words: list[str]) -> Iterator[str]:
    """Sorted words, each by how many letters it shares with the one before (a digit of base 36) and the rest."""
    for before, word in itertools.pairwise(["", *words]):
        shared = next((i for i, (a, b) in enumerate(zip(before, word, strict=False)) if a != b), len(before))
        shared = min(shared, len(word), 35)
        yield "0123456789abcdefghijklmnopqrstuvwxyz"[shared] + word[shared:]


def coded_places(places: dict[int, int]) -> str:
    """How many sections have a word, then the steps from one to the next with the level, in digits."""
    numbers, before = [len(places)], -1
    for section, level in sorted(places.items()):
        numbers.append((section - before - 1) * 4 + level)
        before = section
    return "".join(map(digits, numbers))


def digits(number: int) -> str:
    """A number, its last digit first; the digit that ends it is one of those below `ENDING`."""
    written = ""
    while number >= ENDING:
        number, digit = divmod(number - ENDING, len(DIGITS) - ENDING)
        written += DIGITS[ENDING + digit]
    return written + DIGITS[number]

"""The index that the pages search: sections with their addresses, for BM25 in the reader's browser."""

import itertools
import json
import re
import tomllib
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from lxml import html

from evalmetrics.cards import all_cards
from evalmetrics.cards.search import NOT_HERE, elsewhere
from tests.book.notebooks import ROOT, listed

WORD = re.compile(r"\d+\.\d+|[a-z0-9]+")
JOINTS = re.compile(r"(?<=[a-z]{3})(?=[A-Z][a-z]{3})")  # of UndefinedMetricWarning
SUFFIX = re.compile(r"^([a-z]{4,}?)(?:at(?:ion|ed|ing|e|or)|ing|ed|er|e|ly|y|ie)$")  # search.js has the same
# Words of so many sections that they tell none from another; the browser leaves them out of questions as well.
COMMON = set((ROOT / "website" / "common.txt").read_text(encoding="utf-8").split())
SILENT = ("pre", "script", "style", "button", "nav", "figure", "svg", "details")  # boxes whose words are not prose
HEADINGS = ("h1", "h2", "h3", "h4")
LEVELS = (1, 2, 4, 9)  # what a word counts that stands there once, two or three times, more often, in a title or name
JOINED = 16  # letters of averageprecision
DIGITS = "".join(chr(i) for i in range(32, 127) if chr(i) not in '"\\')  # two of them hold thirteen bits
# How well a page answers a question that it has the words for: lessons teach, lists only mention.
WORTH = {
    **{"opening": 1.25, "lesson": 1.0, "reference": 0.75, "term": 0.35},
    **{"exercise": 0.45, "page": 0.5, "name": 0.3, "record": 0.2},
}
UNTOLD = ("genindex", "bibliography", "index.html", "reference/index.html", "exercises/lessons/")  # lists
FOLLOWS = "notebooks/8"  # pages that follow a document
RECORDED = "What the documents print"  # sections that quote definitions
RECORD = (FOLLOWS, "errata", "figures")  # what the documents say, in their words
ELSEWHERE = ": not here, go to "
ASKED = tomllib.loads((ROOT / "website" / "asked.toml").read_text(encoding="utf-8"))
ALIKE = ASKED.pop("alike")  # words that mean the same, a group each, and in other languages "word = others"


class Section(NamedTuple):
    """What one address has to say, and the code beside it."""

    page: str
    anchor: str
    title: str
    kind: str
    called: tuple[str, ...]  # other names that people type for it
    text: str
    code: str
    defined: tuple[str, ...] = ()  # what stands bold in it


def index(built: Path) -> str:
    """The script that holds the index of a built book: words, where they stand, and the sections."""
    sections = with_names([own for path in sorted(built.rglob("*.html")) for own in sections_of(path, built)])
    pages = {own.page: own for own in reversed(sections)}  # the first section of a page bears its title
    places: dict[str, dict[int, int]] = {}
    for i, own in enumerate(sections):
        for word, level in levels(own, pages[own.page].title).items():
            places.setdefault(word, {})[i] = level
    kinds, numbers = list(WORTH), {page: i for i, page in enumerate(pages)}
    heads = {(own.page, nodes.make_id(head)): head for own in sections for head in [own.title.partition(":")[0]]}
    sections = [of_what(own, heads) for own in sections]
    coded = {
        "common": sorted(COMMON),
        "alike": {word: words for group in ALIKE for word, words in alike(group)},
        "levels": LEVELS,
        "worth": list(WORTH.values()),
        "pages": [[page, own.title] for page, own in pages.items()],
        "sections": [
            [
                numbers[own.page],
                shortened(own),
                own.title,
                ";".join(own.called),
                len(" ".join((own.text, *own.called)).split()),
                kinds.index(own.kind),
            ]
            for own in sections
        ],
        "words": " ".join(fronts(sorted(places))),
        "digits": DIGITS,
        "places": packed("".join(coded_places(places[word], len(sections)) for word in sorted(places))),
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
        prose = "" if page.startswith((FOLLOWS, "metrics", "figures")) else prose  # of these headings are enough
        title = box.get("id").rpartition(".")[2] if kind == "name" else said(heading)
        if title == "Sources" or box.get("id").startswith("evalmetrics_book."):
            continue  # words of others, and the scenery of lessons
        bold = [said(own) for part in parts for own in part.iter("strong") if len(said(own).split()) < 5]
        yield Section(page, f"#{box.get('id')}", title, kind, (), prose, code, tuple(bold))


def of_what(own: Section, heads: dict[tuple[str, str], str]) -> Section:
    """A section whose heading its page has more than once, with the heading above it: Log loss · Definition."""
    above, _, heading = own.anchor[1:].rpartition(f"-{nodes.make_id(own.title)}")
    head = None if heading else heads.get((own.page, above))
    return own._replace(title=f"{head} · {own.title}") if head else own


def shortened(own: Section) -> str:
    """The anchor of a section, without the end that the browser makes of its title: * as a heading, ~ as a name."""
    anchor = re.sub(f"{re.escape(nodes.make_id(own.title))}$", "*", own.anchor)
    return anchor if "*" in anchor else re.sub(f"{re.escape(own.title.replace(' ', '-'))}$", "~", anchor)


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
    other = "exercise" if page.startswith("exercises/") else "record" if page.startswith(RECORD) else "page"
    return kinds.get(page, other)


def with_names(sections: list[Section]) -> list[Section]:
    """The sections with what people call what they define, and what is not here, with where to go."""
    functions = [own.title for own in sections if own.kind == "name" and not own.title.startswith("plot_")]
    homes = {name: place for name in functions if (place := home(name, sections)) is not None}
    called, said = defaultdict[int, list[str]](list), defaultdict[int, str](str)
    for name, place in homes.items():
        called[place].append(name)
        if card := all_cards().get(name):
            names = [card.name, *re.split(r", (?![^(]*\))", card.symbol), *card.other_names, *card.sought_as]
            called[place] += [each.replace(";", ",") for each in names]
            ill = "" if card.undefined.startswith(("Nowhere", "Never")) else f" undefined: {card.undefined}"
            said[place] += 2 * f" {card.values} {card.blind_to}{ill}"
    for each in elsewhere():
        if each.row in homes:
            called[homes[each.row]] += [each.name, *each.other_names]
    for place, questions in ASKED.items():
        page, _, anchor = place.partition("#")
        found = [i for i, own in enumerate(sections) if own.page == f"{page}.html" and own.anchor.endswith(anchor)]
        found += [homes[place]] if place in homes else []
        if not found:
            raise ValueError(
                f"asked.toml names {place}: name a page, a section of one, or a function that a lesson uses"
            )
        called[found[0]] += questions
    kept = [
        own._replace(called=tuple(dict.fromkeys(called[i])), text=own.text + said[i]) for i, own in enumerate(sections)
    ]
    for each in elsewhere():
        if each.row == NOT_HERE:
            title, names = f"{each.name}{ELSEWHERE}{each.go_to}", differing(each.name, [*each.other_names])
            kept.append(Section("metrics.html", "#what-is-not-here", title, "term", names, "", ""))
    return kept


def differing(title: str, names: list[str]) -> tuple[str, ...]:
    """The names that differ from each other, and from a title, in more than capitals and hyphens."""
    by_words = {tuple(words_of(name)): name for name in [*reversed(names), title]}
    return tuple(name for name in names if by_words[tuple(words_of(name))] is name)


def home(name: str, sections: list[Section]) -> int | None:
    """The section that defines a function: in the lesson that shows its card, else where most is said of it."""
    card = all_cards().get(name)
    beside = next(Path(own.page).stem for own in sections if (own.kind, own.title) == ("name", name))
    topic = re.compile(f"notebooks/{card.chapter if card else '(?!00)'}")
    shows = re.compile(rf"\bem\.card\((\"{name}\"|em\.{name})\)")
    uses = re.compile(rf"\bem\.{name}\b" if card else rf"\bem\.{name}\(")
    names = [name.replace("_", " "), *([card.name, *card.other_names] if card else [])]
    says = re.compile(
        "|".join(rf"\b{re.escape(each)}\b".replace(r"\ ", "(?:’s)?[ -]") for each in names), re.IGNORECASE
    )
    for kinds in (("opening", "lesson"), ("reference",)):
        of_topic = [(i, own) for i, own in enumerate(sections) if own.kind in kinds and topic.match(own.page)]
        lesson = next((own.page for _, own in of_topic if shows.search(own.code)), "")
        using = [i for i, own in of_topic if uses.search(own.code)]
        for i in using:
            if sections[i].page == lesson and sections[i].title == "In code":
                return i - (sections[i - 1].title == "Definition")
        told = {
            i: (1 if own.title == RECORDED else 4) * ((i in using) + mentions(says, own))
            for i, own in of_topic
            if own.title != "Check yourself" and (card or using)
        }
        if any(told.values()):
            ours = {i: most > 0 and f"_{beside}/" in sections[i].page for i, most in told.items()}
            return max(told, key=lambda i: (sections[i].page == lesson, ours[i], told[i]))
    return None


def mentions(says: re.Pattern[str], own: Section) -> int:
    """How often a section says a name: most in its title, much where the name stands bold, which defines it."""
    bold = sum(says.fullmatch(each) is not None for each in own.defined)
    return len(says.findall(9 * f"{own.title} " + own.text)) + 5 * bold


def levels(own: Section, page_title: str) -> dict[str, int]:
    """How much each word counts in a section, as a place in `LEVELS`."""
    often = Counter(words_of(own.text))
    found = {word: 0 if count == 1 else 1 if count < 4 else 2 for word, count in often.items()}
    for word in words_of(page_title):
        found[word] = max(found.get(word, 0), 1)
    title, _, question = own.title.partition(ELSEWHERE)[0].partition(": ")
    for name in (title, question, *own.called):
        words = words_of(name)
        level = 2 if name == question else min(3, max(5 - len(words), 1))  # of what is longer each word says less
        found |= {word: max(level, found.get(word, 0)) for word in [*words, *joined(words)]}
    return found


def words_of(text: str) -> list[str]:
    """The words of a text as they are looked up: small letters without accents, one form for one and for several."""
    plain = unicodedata.normalize("NFKD", JOINTS.sub(" ", text).lower())
    plain = re.sub(r"@\d+", "@k", re.sub(r"[\u0300-\u036f’']", "", plain))
    return [stem(word) for word in WORD.findall(plain) if word not in COMMON]


def stem(word: str) -> str:
    """A word without its plural and its ending: weights, weighted and weighting are one word."""
    word = word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    return SUFFIX.sub(r"\1", word)


def alike(group: str) -> Iterator[tuple[str, list[str]]]:
    """What each word of a group may mean as well; what stands before "=" means what stands after it."""
    others, _, meaning = group.rpartition("=")
    words = words_of(meaning)
    for word in words_of(others) or words:
        yield word, [other for other in words if other != word]


def joined(words: list[str]) -> list[str]:
    """Two short words in a row as one, since people type logloss for log loss."""
    return [a + b for a, b in itertools.pairwise(words) if len(a + b) <= JOINED]


def fronts(words: list[str]) -> Iterator[str]:
    """Sorted words, each by how many letters it shares with the one before (a digit of base 36) and the rest."""
    for before, word in itertools.pairwise(["", *words]):
        shared = next((i for i, (a, b) in enumerate(zip(before, word, strict=False)) if a != b), len(before))
        shared = min(shared, len(word), 35)
        yield "0123456789abcdefghijklmnopqrstuvwxyz"[shared] + word[shared:]


def coded_places(places: dict[int, int], sections: int) -> str:
    """Bits: how many sections have a word (Elias's gamma), then steps from one to the next (Rice's code) and levels."""
    count, before = len(places), -1
    short = (sections // count).bit_length() - 1  # how many bits of a step are written as they are
    bits = "0" * (count.bit_length() - 1) + f"{count:b}"
    for section, level in sorted(places.items()):
        often, rest = divmod(section - before - 1, 1 << short)
        bits += "0" * often + f"{rest + (1 << short):b}" + ("0" * level + "1")[: len(LEVELS) - 1]
        before = section
    return bits


def packed(bits: str) -> str:
    """Thirteen bits in two digits, so that they are plain text."""
    bits += "0" * (-len(bits) % 13)
    values = (int(bits[at : at + 13], 2) for at in range(0, len(bits), 13))
    return "".join(DIGITS[own] for value in values for own in divmod(value, len(DIGITS)))

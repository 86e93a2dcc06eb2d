"""What the tokenisers that have names do to a string: sacrebleu's, token for token."""

import re
import sys
import unicodedata
from functools import cache

_ENTITIES = [("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")]  # undone in this order
_ASIAN_MARKS = (
    "\u3001\u3002\u3008-\u3011\u3014-\u301f\u30fb\uff61-\uff65\uff01\uff02\uff08\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"
)
_ASIAN = "\u2e80-\u2eff\u31c0-\u31ef\u3200-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f"  # as Tercom's ranges overlap


@cache
def _of_marks(alone: bool = False) -> list[tuple[re.Pattern[str], str]]:
    """The rules of 13a for marks in ASCII, Tercom's where a possessive stands `alone`, too."""
    rules = [
        (r"([{-~\[-` -&(-+:-@/])", r" \1 "),  # ASCII symbols, except the apostrophe, comma, dash and point
        *([("'s ", " 's ")] if alone else []),
        (r"([^0-9])([.,])", r"\1 \2 "),  # a point or comma, unless between digits
        (r"([.,])([^0-9])", r" \1 \2"),
        (r"([0-9])(-)", r"\1 \2 "),  # a dash after a digit
    ]
    return [(re.compile(pattern), spaced) for pattern, spaced in rules]


def characters(text: str) -> list[str]:
    """All characters but white space."""
    return [character for character in text if not character.isspace()]


def tokenize_13a(text: str) -> list[str]:
    """The tokeniser of NIST's mteval-v13a, made for languages that are written in Latin letters."""
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    text = f" {text} "
    for pattern, spaced in _of_marks():
        text = pattern.sub(spaced, text)
    return text.split()


def tokenize_intl(text: str) -> list[str]:
    """The tokeniser of NIST's mteval-v14: punctuation and symbols of any script stand alone, unless amid a number."""
    text = text.rstrip()
    for pattern, spaced in _international():
        text = pattern.sub(spaced, text)
    return text.split()


@cache
def _international() -> list[tuple[re.Pattern[str], str]]:
    """The three rules, over the classes of characters that this Python's Unicode tables know."""
    members: dict[str, list[str]] = {"N": [], "P": [], "S": []}
    for character in map(chr, range(sys.maxunicode + 1)):
        members.get(unicodedata.category(character)[0], []).append(character)
    number, punctuation, symbol = (re.escape("".join(characters)) for characters in members.values())
    return [
        (re.compile(f"([^{number}])([{punctuation}])"), r"\1 \2 "),
        (re.compile(f"([{punctuation}])([^{number}])"), r" \1 \2"),
        (re.compile(f"([{symbol}])"), r" \1 "),
    ]


def tokenize_rouge(text: str) -> list[str]:
    """Runs of the letters a to z and the digits, lower-cased, as rouge-score splits; all other writing is dropped."""
    return re.findall("[a-z0-9]+", text.lower())


def tokenize_tercom(
    text: str,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> list[str]:
    """The tokeniser of Tercom, as sacrebleu has it: white space, and on request marks and Chinese characters, too."""
    text = text.rstrip() if case_sensitive else text.rstrip().lower()
    if normalized:
        text = text.replace("\n-", "").replace("\n", " ")
        for entity, character in _ENTITIES:
            text = text.replace(entity, character)
        text = f" {text} "
        for pattern, spaced in _of_marks(alone=True):
            text = pattern.sub(spaced, text)
        if asian_support:
            text = re.sub(f"([{_ASIAN}{_ASIAN_MARKS}])", r" \1 ", text)
    if no_punct:
        text = re.sub(r'[.,?:;!"()]', "", text)
        if asian_support:
            text = re.sub(f"[{_ASIAN_MARKS}]", "", text)
    return text.split()

"""Small texts that several topics share: strategies, random sentences, and rules about an answer's sentences."""

import random
import re
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from .building import each_in
from .tasks import Arguments, Condition, Inputs, Part

AUXILIARIES = "ai am are ca could dare did do does had has have is may might must need ought sha should use used was"
NEGATIONS = {
    *"not no never ne'er nobody noone nothing nought nowhere none neither nor n't cannot without".split(),  # noqa: SIM905
    *(f"{word}n't" for word in [*AUXILIARIES.split(), "were", "wo", "would"]),
}
PLAIN = str.maketrans("‘’“”–—…\xa0", "''\"\"--. ")  # what word processors make of these
# Beside what is no English: a sign before a number and a point or comma in one, which no list of words keeps.
ODD = re.compile(r"[^A-Za-z0-9' \t\n\r.,;:!?\"()-]|(?<![A-Za-z0-9])-(?=[0-9])|(?<=[0-9])[.,:](?=[0-9])")
LONGEST, LONGEST_WORD = 20_000, 100
NOUNS = "the cat saw a dog on my old mat and sat down near some red box with two small birds".split()  # noqa: SIM905
REST = "today one blue bus came by from our big town at noon while they sang songs under tall lamps".split()  # noqa: SIM905
WORDS = sorted({*NOUNS, *REST})
FEW = ["a", "b", "c"]
MORE = [*FEW, "ab", "bc", "abca", "abcb", "d", "e"]  # some begin alike, and "a bc" reads like "ab c"
# Pairs of words that are two words, and that one who looks away from case, marks, endings or digits takes for one.
TWINS = (
    ("cat", "cats"),
    ("cat", "Cat"),
    ("us", "US"),
    ("cat", "cat."),
    ("its", "it's"),
    ("email", "e-mail"),
    ("35", "3.5"),
    ("3", "3.5"),
    ("7", "8"),
    (".", ","),
    ("on", "no"),
    ("naive", "na\u00efve"),
    ("walked", "walking"),
    ("reported", "reporter"),
    ("walk", "walked"),
    ("walk", "walking"),
    ("walk", "walker"),
    ("old", "oldest"),
    ("quick", "quickly"),
    ("kind", "kindness"),
    ("box", "boxes"),
    ("city", "cities"),
    ("dog", "dog's"),
    ("dogs", "dogs'"),
    ("don't", "dont"),
    ("do", "undo"),
    ("1,000", "1000"),
    ("yes", "yes,"),
    ("yes", "yes!"),
    ("yes", '"yes"'),
    ("yes", "'yes'"),
    ("yes", "\u201cyes\u201d"),
    ("yes", "(yes)"),
    ('"yes"', "\u201cyes\u201d"),
    ("sat", "sit"),
    ("7", "seven"),
    ("and", "&"),
    ("&", "&amp;"),
    ("\u00bd", "1/2"),
)
SPELLINGS = list(dict.fromkeys(word for pair in TWINS for word in pair))
RESPELLED = {one: other for pair in TWINS for one, other in (pair, pair[::-1])}
# Texts that a student's own way to find the words would change, with such twins and without.
SPELLED: tuple[tuple[list[str], list[str]], ...] = (
    *((["a", one], ["a", other]) for one, other in TWINS),
    (["e-mail"], ["e", "mail"]),
    (["it's", "on"], ["it's"]),
    (["3.5", "on"], ["3", "5", "on"]),
    (["no", "."], ["no"]),
    (["no", "."], [".", "."]),
    (["7", "to", "8"], ["to", "8"]),
    (["7"], ["7"]),
    (["to", "7"], ["7"]),
    (["the", "cat"], ["cat"]),
    (["uh", "no"], ["no"]),
    (["a", "cat"], ["the", "cat"]),
)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["exchange", "replace", "leave out", "double", "respell"]),
        st.integers(0, 11),
        st.sampled_from(MORE),
    ),
    min_size=1,
    max_size=3,
)


def words(least: int = 0) -> st.SearchStrategy[list[str]]:
    """Texts: short ones of few different words, so that they repeat, and longer ones of more, or of near twins."""
    return st.one_of(
        st.lists(st.sampled_from(FEW), min_size=least, max_size=6),
        st.lists(st.sampled_from(MORE), min_size=least, max_size=12),
        st.lists(st.sampled_from(SPELLINGS), min_size=least, max_size=6),
    )


def like(text: list[str], least: int = 0) -> st.SearchStrategy[list[str]]:
    """Texts to compare with a text: unlike it half of the time, else edits of it."""
    return st.one_of(words(least), EDITS.map(lambda edits: with_edits(text, edits) or text))


def two_texts(first: str, second: str, least: int = 0) -> Inputs:
    """Two texts under these names."""
    return words(least).flatmap(lambda text: st.fixed_dictionaries({first: st.just(text), second: like(text, least)}))


def with_edits(text: list[str], edits: list[tuple[str, int, str]]) -> list[str]:
    """A text after edits, each at some place: neighbours exchanged, a word replaced, left out, doubled or respelled."""
    text = list(text)
    for kind, place, word in edits:
        at = place % len(text) if text else 0
        match kind:
            case "exchange":
                text[at : at + 2] = text[at : at + 2][::-1]
            case "replace":
                text[at : at + 1] = [word]
            case "leave out":
                del text[at : at + 1]
            case "respell":
                text[at : at + 1] = [RESPELLED.get(word, word.swapcase()) for word in text[at : at + 1]]
            case _:
                text[at:at] = text[at : at + 1]
    return text


def long_texts(first: str, second: str) -> Part:
    """Pairs of twenty words: on short texts a method that looks but a little ahead is often right."""
    source = random.Random("long texts")
    texts = st.lists(st.sampled_from("abcd"), min_size=20, max_size=20)
    always = tuple({name: source.choices("abcd", k=20) for name in (first, second)} for _ in range(12))
    return Part(st.fixed_dictionaries({first: texts, second: texts}), 1, *always, *repeating_pairs(first, second))


def repeating_pairs(first: str, second: str) -> tuple[Arguments, ...]:
    """Pairs of long texts under these names, which are the same every time."""
    source = random.Random("pairs of texts")
    return tuple(dict(zip((first, second), repeating(source, 2), strict=True)) for _ in range(4))


def repeating(source: random.Random, texts: int) -> list[list[str]]:
    """So many texts of 10 to 20 words, no two as long, that say the same few words over and over."""
    few = sentence(source, 7)
    return [source.choices(few, k=size) for size in source.sample(range(10, 21), texts)]


def sentence(source: random.Random, n: int) -> list[str]:
    """Words in a random order, none twice."""
    return source.sample(sorted(set(NOUNS)), n)


def edited(source: random.Random, text: list[str], edits: int) -> list[str]:
    """A text with so many of its words replaced, left out or doubled."""
    text = list(text)
    for _ in range(edits):
        at = source.randrange(len(text))
        match source.choice("rld"):
            case "r":
                text[at] = source.choice(sorted(set(NOUNS) - set(text)))
            case "l":
                del text[at]
            case _:
                text.insert(at, text[at])
    return text


def text_in(value: Any, name: str, least: int = 1, most: int = 200) -> list[str]:
    """An English sentence as its words, in lower case and without punctuation, from a string or a list.

    Raises ValueError for anything else. Other scripts and symbols are refused: there would be two ways to write what is
    read as one word, and the tasks ask for texts that differ.
    """
    if not isinstance(value, str | list) or not all(isinstance(token, str) for token in value):
        raise ValueError(f"{name} must be a sentence: a string, or a list of words")
    text = value if isinstance(value, str) else " ".join(value)
    if len(text) > LONGEST or max(map(len, text.split()), default=0) > LONGEST_WORD:
        raise ValueError(f"{name} must have at most {LONGEST} characters, and no word more than {LONGEST_WORD}")
    text = text.translate(PLAIN)
    if odd := ODD.search(text):
        raise ValueError(f"{name} must be English words and plain punctuation, it holds {odd[0]!a}")
    found = words_of(text)
    if contracted := [word for word in found if word.count("'") > 1]:
        raise ValueError(f"{name} must have at most one apostrophe in a word, it holds {contracted[0]!a}")
    if not least <= len(found) <= most:
        raise ValueError(f"{name} must have {least} to {most} words, it has {len(found)}")
    return found


def texts_in(answer: Any, *names: str, least: int = 1, most: int = 200) -> list[list[str]]:
    """The English sentences of an answer that is a dict of these."""
    return each_in(answer, names, text_in, least, most)


def words_of(text: str) -> list[str]:
    """The words of a text: letters or digits, and apostrophes between them; "no-one" is "noone"."""
    text = re.sub(r"\bno-one\b", "noone", text.lower())
    return [word for word in (run.strip("'") for run in re.findall("[a-z0-9']+", text)) if word]


def is_negation(word: str) -> bool:
    """Whether a word turns a sentence around."""
    return word in NEGATIONS


def opposite(first: list[str], second: list[str]) -> Condition:
    """The stated rule for opposite meanings: one negation more in one, every other word the same and in its place.

    "isn't" is "is not", and "do not like" is "like" with a "not". At least half of the words have to be different ones:
    a word said over and over is no sentence.
    """
    in_words = [[part for word in text for part in in_full(word)] for text in (first, second)]
    for texts in ([first, second], in_words):
        short, long = sorted(texts, key=len)
        agree = any(short == form for i, word in enumerate(long) if is_negation(word) for form in without(long, i))
        if agree:
            break
    varied = 2 * len(set(short)) >= len(short)
    negated = [sum(map(is_negation, text)) for text in in_words]
    found = f"{negated[0]} and {negated[1]} negations; "
    found += "without one of them they agree" if agree else "leaving one out does not make them agree"
    found += "" if varied else ", but they are hardly a sentence"
    holds = agree and varied
    return Condition("opposite meaning: exactly one negation between them, all else the same", found, holds)


def in_full(word: str) -> list[str]:
    """A word, or the two that are drawn together in it, as in "don't"."""
    odd = {"won't": "will", "can't": "can", "cannot": "can", "shan't": "shall", "ain't": "is"}
    if word in odd:
        return [odd[word], "not"]
    return [word.removesuffix("n't"), "not"] if word in NEGATIONS and word.endswith("n't") else [word]


def without(text: list[str], i: int) -> Iterator[list[str]]:
    """A text without its i-th word, a negation; where that needed a form of "do", without this, the verb as it was."""
    yield text[:i] + text[i + 1 :]
    if 0 < i < len(text) - 1 and text[i] == "not" and text[i - 1] in ("do", "does", "did"):
        verb = text[i + 1]
        stem = verb[:-1] + "i" if verb.endswith("y") else verb
        endings = {"do": [verb], "does": [f"{verb}s", f"{stem}es"], "did": [f"{verb}ed", f"{verb}d", f"{stem}ed"]}
        yield from ([*text[: i - 1], form, *text[i + 2 :]] for form in endings[text[i - 1]])

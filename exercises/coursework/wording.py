"""Small texts that several topics share: strategies, random sentences, and rules about an answer's sentences."""

import random
from typing import Any

from hypothesis import strategies as st

from .tasks import Arguments, Condition

NEGATIONS = {"not", "no", "never", "nobody", "nothing", "none", "neither", "nor", "n't", "cannot", "without"}
NOUNS = "the cat saw a dog on my old mat and sat down near some red box with two small birds".split()  # noqa: SIM905


def words(least: int = 0, most: int = 6, alphabet: str = "abc") -> st.SearchStrategy[list[str]]:
    """Texts of few different words, so that they repeat."""
    return st.lists(st.sampled_from(list(alphabet)), min_size=least, max_size=most)


def two_texts(first: str, second: str, least: int = 0, most: int = 6) -> st.SearchStrategy[Arguments]:
    """Two texts under these names."""
    return st.fixed_dictionaries({first: words(least, most), second: words(0, most)})


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
    """A sentence as a list of its words, in lower case, from a string or a list; ValueError for anything else."""
    tokens = value.split() if isinstance(value, str) else value
    if not isinstance(tokens, list) or not all(isinstance(token, str) and token.strip() for token in tokens):
        raise ValueError(f"{name} must be a sentence: a string, or a list of words")
    if not least <= len(tokens) <= most:
        raise ValueError(f"{name} must have {least} to {most} words, it has {len(tokens)}")
    return [token.lower().strip(".,;:!?") for token in tokens]


def is_negation(word: str) -> bool:
    """Whether a word turns a sentence around."""
    return word in NEGATIONS or word.endswith("n't")


def opposite(first: list[str], second: list[str]) -> Condition:
    """The stated rule for opposite meanings: one negation more, every other word the same and in its place.

    At least half of the other words have to be different ones: a word said over and over is no sentence.
    """
    negated = [sum(map(is_negation, text)) for text in (first, second)]
    kept, others = ([word for word in text if not is_negation(word)] for text in (first, second))
    varied = 2 * len(set(kept)) >= len(kept)
    holds = sorted(negated) == [0, 1] and kept == others and varied
    found = f"{negated[0]} and {negated[1]} negations, the other words {'agree' if kept == others else 'differ'}"
    found += "" if varied else ", but they are hardly a sentence"
    return Condition("opposite meaning: exactly one negation between them, all else the same", found, holds)

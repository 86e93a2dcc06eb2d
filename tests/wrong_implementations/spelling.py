"""Wrong functions that change the words before they compare them, in every task whose words are given as they are."""

import re
from collections import Counter
from math import nan, sqrt

from .common import clipped, distance, lcs, shares
from .registry import wrong


def without(ending):
    """Words without this ending, as a simple stemmer has them."""
    return lambda word: re.sub(rf"(?<=\w\w){ending}$", "", word)


CHANGES = {
    "without -ed": without("ed"),
    "without -ing": without("ing"),
    "without -ly": without("ly"),
    "without -er": without("er"),
    "without -'s": without("'s"),
    "ending in -y for -ies": lambda word: re.sub("ies$", "y", word),
    "without commas": lambda word: word.strip(",") or word,
    "without quotation marks": lambda word: word.strip('"') or word,
    "without single quotation marks": lambda word: word.strip("'") or word,
    "without apostrophes": lambda word: word.replace("'", ""),
}


def edits(reference, hypothesis):
    return distance(reference, hypothesis)


def common_words(a, b):
    return lcs(a, b)


def rouge_1(reference, hypothesis):
    return shares((Counter(reference) & Counter(hypothesis)).total(), hypothesis, reference)


def cosine(a, b):
    below = sqrt(sum(v * v for v in a.values()) * sum(v * v for v in b.values()))
    return sum(v * b.get(k, 0) for k, v in a.items()) / below if below else nan


def changed(value, change):
    """Texts, or a vector whose n-grams are texts, of words that were changed."""
    if isinstance(value, dict):
        found = Counter()
        for gram, weight in value.items():
            found[" ".join(map(change, gram.split()))] += weight
        return found
    if isinstance(value, list):
        return [changed(entry, change) for entry in value]
    return change(value) if isinstance(value, str) else value


def changing(function, change):
    return lambda **given: function(**{name: changed(value, change) for name, value in given.items()})


for what, change in CHANGES.items():
    for task, function in (
        ("edit_distance_of", edits),
        ("clipped_matches", clipped),
        ("rouge_1_of", rouge_1),
        ("lcs_of", common_words),
        ("cosine_of", cosine),
    ):
        wrong(task, f"words {what}")(changing(function, change))

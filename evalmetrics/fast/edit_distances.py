"""Edit distances at cost 1 an edit, by rapidfuzz in C++; operations of short texts by Myers' bit vectors."""

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.texts import Tokens

Columns = tuple[NDArray[np.int64], NDArray[np.int64]]
LARGEST = 2**22  # entries of a table whose columns are kept, in a megabyte; those of texts twice as long take four
NAMES = {"replace": "substitution", "delete": "deletion", "insert": "insertion"}  # of rapidfuzz's operations


def told_apart(*texts: Tokens) -> Sequence[Tokens]:
    """Texts that rapidfuzz can compare by the hashes of their tokens: strings, or else numbers for equal ones."""
    if set().union(*(map(type, text) for text in texts)) <= {str}:
        return texts
    number: defaultdict[Hashable, int] = defaultdict(count().__next__)
    return [[number[token] for token in text] for text in texts]


def of_texts(references: Iterable[Tokens], hypotheses: Iterable[Tokens]) -> Columns:
    """What `edits_and_words` counts in each pair of texts, which never lie in memory token by token all at once."""
    from rapidfuzz.distance import Levenshtein

    edits, words = array("q"), array("q")
    for i, pair in enumerate(zip(references, hypotheses, strict=True)):
        try:
            edits.append(Levenshtein.distance(*told_apart(*pair)))
        except TypeError as error:
            raise TypeError(f"tokens must be hashable, such as strings; pair {i} of texts has an {error}") from None
        words.append(len(pair[0]))
    return np.frombuffer(edits, np.int64), np.frombuffer(words, np.int64)


def of_strings(references: Sequence[str], hypotheses: Sequence[str]) -> Columns:
    from rapidfuzz.distance import Levenshtein

    n = len(references)
    edits = np.fromiter(map(Levenshtein.distance, references, hypotheses), np.int64, n)
    return edits, np.fromiter(map(len, references), np.int64, n)


def steps_of_rapidfuzz(reference: Tokens, hypothesis: Tokens) -> list[str]:
    """The operations of one of the cheapest ways, of texts of any length."""
    from rapidfuzz.distance import Levenshtein

    found, done = list[str](), 0  # tokens of the reference that are dealt with
    edits: list[Any] = Levenshtein.editops(*told_apart(reference, hypothesis)).as_list()
    for operation, i, _ in edits:
        if i > done:
            found += ["match"] * (i - done)
        found.append(NAMES[operation])
        done = i if operation == "insert" else i + 1
    return found + ["match"] * (len(reference) - done)


def steps(reference: Tokens, hypothesis: Tokens) -> list[str]:
    """The operations of `edit_operations` at cost 1 an edit, from left to right.

    Myers' bit vectors: a whole column of `edit_table` is two integers, one bit a token of the reference.
    """
    if len(reference) * len(hypothesis) > LARGEST:
        return steps_of_rapidfuzz(reference, hypothesis)
    places: defaultdict[Hashable, int] = defaultdict(int)
    for i, token in enumerate(reference):
        places[token] |= 1 << i
    every = (1 << len(reference)) - 1
    rises, falls = every, 0  # where the column rises by one from one token to the next, and where it falls
    columns = []
    for token in hypothesis:
        same = places.get(token, 0) | falls
        level = ((rises + (same & rises)) ^ rises) | same  # equal to the entry above and to the left
        up = falls | ~(rises | level)
        down, up = (rises & level) << 1, up << 1 | 1
        rises, falls = (down | ~(up | level)) & every, up & level & every
        columns.append((level, rises))
    i, j, found = len(reference), len(hypothesis), []
    while i and j:
        level, rises = columns[j - 1]
        if reference[i - 1] == hypothesis[j - 1]:
            found.append("match")
        elif not level >> i - 1 & 1:
            found.append("substitution")
        elif rises >> i - 1 & 1:
            found.append("deletion")
            j += 1
        else:
            found.append("insertion")
            i += 1
        i, j = i - 1, j - 1
    return ["deletion"] * i + ["insertion"] * j + found[::-1]

"""Many unit-cost edit distances at once: tokens become characters, and rapidfuzz compares strings of them in C++."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..inputs.texts import Tokens

Columns = tuple[NDArray[np.int64], NDArray[np.int64]]
ALPHABET = 0x80000  # characters to use up before starting anew, about half of those that there are


def of_texts(references: Iterable[Tokens], hypotheses: Iterable[Tokens]) -> Columns:
    """What `edits_and_words` counts in each pair of texts, which never lie in memory token by token all at once."""
    character: defaultdict[Hashable, str] = defaultdict()
    character.default_factory = lambda: chr(len(character))
    code = character.__getitem__
    said, heard = [], []
    for i, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        if len(character) > ALPHABET:  # what stands for what has to agree within a pair only
            character.clear()
        try:
            said.append("".join(map(code, reference)))
            heard.append("".join(map(code, hypothesis)))
        except TypeError as error:
            raise TypeError(f"tokens must be hashable, such as strings; pair {i} of texts has an {error}") from None
    return of_strings(said, heard)


def of_strings(references: Sequence[str], hypotheses: Sequence[str]) -> Columns:
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    edits = process.cpdist(references, hypotheses, scorer=Levenshtein.distance, dtype=np.int64)
    return edits, np.fromiter(map(len, references), np.int64, len(references))


def steps(reference: Tokens, hypothesis: Tokens) -> list[str]:
    """The operations of `edit_operations` at cost 1 an edit, from left to right.

    Myers' bit vectors: a whole column of `edit_table` is two integers, one bit a token of the reference.
    """
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

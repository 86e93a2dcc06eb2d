"""Many unit-cost edit distances at once: tokens become characters, and rapidfuzz compares strings of them in C++."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.texts import Tokens

Columns = tuple[NDArray[np.int64], NDArray[np.int64]]
ALPHABET = 0x80000  # characters to use up before starting anew, about half of those that there are


def of_texts(references: Iterable[Tokens], hypotheses: Iterable[Tokens]) -> Columns:
    """Edit distance and length of the reference of each pair of texts: what `edits_and_words` counts in one.

    Texts are taken up one by one, so that a corpus never lies in memory token by token.
    """
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
    """Edit distance and length of the reference of each pair of strings."""
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    edits = process.cpdist(references, hypotheses, scorer=Levenshtein.distance, dtype=np.int64)
    return edits, np.fromiter(map(len, references), np.int64, len(references))


def similarity(reference: Any, hypothesis: Any) -> Any:
    """`code_generation.edit_similarity` of two texts."""
    (edits,), _ = of_texts([reference], [hypothesis])
    longest = max(len(reference), len(hypothesis))
    return 1 - edits / longest if longest else np.nan


def near_the_diagonal(reference: Tokens, hypothesis: Tokens, *, beam: int) -> int:
    """`chrf_ter.edits_left`: the distance itself, unless the cheapest ways could lead out of the beam."""
    from rapidfuzz.distance import Levenshtein

    edits = Levenshtein.distance(reference, hypothesis)
    if len(reference) < beam or 2 * edits < beam - 1:  # each edit leads two cells away, one by itself, one by the slope
        return edits
    slope = len(reference) / max(1, len(hypothesis))
    corners = ((step.src_start, step.dest_start) for step in Levenshtein.opcodes(reference, hypothesis))
    if all(abs(j - i * slope) <= beam - 2 for j, i in corners):  # one of the cheapest ways lies within
        return edits
    return _within_a_beam(reference, hypothesis, slope, beam if slope / 2 <= beam else ceil(slope / 2 + beam))


def _within_a_beam(reference: Tokens, hypothesis: Tokens, slope: float, beam: int) -> int:
    """The last entry of the table of edits, a row at a time, cells outside of the beam too dear."""
    number: defaultdict[Hashable, int] = defaultdict()
    number.default_factory = lambda: len(number)
    said, heard = (np.array([number[token] for token in text]) for text in (reference, hypothesis))
    j, too_dear = np.arange(len(said) + 1), len(said) + len(heard) + 1
    row = j
    for i, token in enumerate(heard, 1):
        low, end = max(0, floor(i * slope) - beam), floor(i * slope) + beam
        row = np.append(row[0] + 1, np.minimum(row[:-1] + (said != token), row[1:] + 1))
        row[:low] = too_dear
        if i < len(heard):
            row[end:] = too_dear
        row = np.minimum.accumulate(row - j) + j  # insertions, from left to right
        if i < len(heard):
            row[end:] = too_dear
    return int(row[-1])

"""What chrF counts in a whole corpus at once, as BLEU's n-grams are counted; and TER's edits within a beam."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.texts import Tokens
from .bleu import bleu_counts

Ints = NDArray[np.int64]
Pairs = Sequence[tuple[str, str]]


def chrf_counts(
    list_of_references: Sequence[Sequence[str]],
    hypotheses: Sequence[str],
    *,
    char_order: int,
    word_order: int,
    whitespace: bool,
    words: Callable[[str], list[str]],
    score: Callable[..., Any],
    **options: Any,
) -> list[Ints]:
    """`chrf_ter.chrf_counts` of each text: every reference is counted by itself, the first with the best score kept."""
    texts = zip(list_of_references, hypotheses, strict=True)
    pairs = [(reference, text) for references, text in texts for reference in references]
    counts = [_counted(pairs, str if whitespace else lambda text: "".join(text.split()), char_order)]
    if word_order:
        counts.append(_counted(pairs, words, word_order))
    matches, said, heard = (np.hstack(columns) for columns in zip(*counts, strict=True))
    columns = [matches, said, np.where(said > 0, heard, 0)]
    if len(pairs) > len(hypotheses):
        scores = np.nan_to_num(score(*(column.T for column in columns), **options))
        ends = np.cumsum([len(references) for references in list_of_references])
        best = [i + part.argmax() for i, part in zip([0, *ends], np.split(scores, ends[:-1]), strict=False)]
        columns = [column[best] for column in columns]
    return columns


def _counted(pairs: Pairs, split: Callable[[str], Any], order: int) -> tuple[Ints, Ints, Ints]:
    references, hypotheses = [[split(said)] for said, _ in pairs], [split(heard) for _, heard in pairs]
    _, lengths, matches, heard = bleu_counts(references, hypotheses, order, "closest")
    return matches, np.maximum(0, lengths[:, None] - np.arange(order)), heard


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

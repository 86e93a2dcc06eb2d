"""What chrF counts in a whole corpus at once: characters and words, whose n-grams are counted as those of BLEU are."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .ngram_counts import bleu_counts

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
    counts = [_counted(pairs, (lambda text: text) if whitespace else _run_together, char_order)]
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


def _run_together(text: str) -> str:
    return "".join(text.split())


def _counted(pairs: Pairs, split: Callable[[str], Any], order: int) -> tuple[Ints, Ints, Ints]:
    """Matches, n-grams of the reference and of the hypothesis in each pair."""
    references, hypotheses = [[split(said)] for said, _ in pairs], [split(heard) for _, heard in pairs]
    _, lengths, matches, heard = bleu_counts(references, hypotheses, order, "closest")
    return matches, np.maximum(0, lengths[:, None] - np.arange(order)), heard

"""Matches of a whole corpus at once: n-grams as integers, built order by order from those one shorter."""

from collections.abc import Hashable, Sequence
from itertools import chain

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def clipped_matches(
    references: Sequence[Sequence[Sequence[Hashable]]], hypotheses: Sequence[Sequence[Hashable]], max_order: int
) -> Ints:
    """Per item and order, how many n-grams of the hypothesis are matched: shape (n, max_order).

    All texts lie one after the other. An n-gram is the number of the (n-1)-gram that starts where it does, together
    with the token that follows; numbers differ from item to item, so no count ever meets another item's. What starts
    with an (n-1)-gram that only one side has cannot match, and is left out of what follows.
    """
    n = len(hypotheses)
    texts = [*hypotheses, *chain.from_iterable(references)]
    ranks = np.array([0] * n + [rank for several in references for rank in range(1, len(several) + 1)])
    items = np.array([*range(n), *(item for item, several in enumerate(references) for _ in several)])
    lengths = np.array([len(text) for text in texts])
    tokens = _numbered(list(chain.from_iterable(texts)))
    after = np.repeat(np.cumsum(lengths), lengths)  # where the text of each token ends
    starts, rank, gram = np.arange(len(tokens)), np.repeat(ranks, lengths), np.repeat(items, lengths)
    matches = np.zeros((n, max_order), dtype=np.int64)
    item_of_gram = np.arange(n)
    for order in range(max_order):
        inside = starts + order < after[starts]
        starts, rank, gram = starts[inside], rank[inside], gram[inside]
        before = gram
        gram, pairs = pd.factorize(before * (len(tokens) + 1) + tokens[starts + order])
        item_of_gram = item_of_gram[pairs // (len(tokens) + 1)]
        matched = _clipped(gram, rank, len(pairs))
        matches[:, order] = np.bincount(item_of_gram, matched, minlength=n)
        kept = matched[gram] > 0
        starts, rank, gram = starts[kept], rank[kept], gram[kept]
    return matches


def _numbered(tokens: list[Hashable]) -> Ints:
    """Equal tokens as equal numbers below their count."""
    number = {token: i for i, token in enumerate(dict.fromkeys(tokens))}
    return np.fromiter(map(number.__getitem__, tokens), dtype=np.int64, count=len(tokens))


def _clipped(gram: Ints, rank: Ints, size: int) -> Ints:
    """Per n-gram, how often the hypothesis (rank 0) has it, but at most as often as some reference does."""
    most = np.zeros(size, dtype=np.int64)
    for reference in range(1, rank.max(initial=0) + 1):
        most = np.maximum(most, np.bincount(gram[rank == reference], minlength=size))
    return np.minimum(most, np.bincount(gram[rank == 0], minlength=size))

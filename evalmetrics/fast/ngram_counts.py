"""Matches of a whole corpus at once: n-grams as integers, built order by order from those one shorter."""

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import count

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Item = tuple[Sequence[Hashable], Sequence[Sequence[Hashable]]]  # a hypothesis and its references


def clipped_matches(items: Iterable[Item], max_order: int) -> tuple[Ints, list[list[int]]]:
    """Per item and order, how many n-grams of the hypothesis are matched: shape (n, max_order). And the lengths.

    All texts lie one after the other. An n-gram is the number of the (n-1)-gram that starts where it does, together
    with the token that follows; numbers differ from item to item, so no count ever meets another item's. What starts
    with an (n-1)-gram that only one side has cannot match, and is left out of what follows.
    """
    tokens, item_of_gram, lengths = _numbered(items)
    each = np.array([length for several in lengths for length in several])
    end = np.repeat(np.cumsum(each), each)  # of the text that a token stands in
    rank = np.repeat([rank for several in lengths for rank in range(len(several))], each)  # 0 in the hypothesis
    starts, gram, size = np.arange(len(tokens)), tokens, len(tokens) + 1
    matches = np.zeros((len(lengths), max_order), dtype=np.int64)
    for order in range(max_order):
        if order > 0:
            inside = starts + order < end
            starts, end, rank, gram = starts[inside], end[inside], rank[inside], gram[inside]
            gram, pairs = pd.factorize(gram * size + tokens[starts + order])
            item_of_gram = item_of_gram[pairs // size]
        matched = _clipped(gram, rank, len(item_of_gram))
        matches[:, order] = np.bincount(item_of_gram, matched, minlength=len(lengths))
        kept = matched[gram] > 0
        starts, end, rank, gram = starts[kept], end[kept], rank[kept], gram[kept]
    return matches, lengths


def _numbered(items: Iterable[Item]) -> tuple[Ints, Ints, list[list[int]]]:
    """All tokens as numbers, equal where tokens of one item are; the item of each number; the lengths of each item.

    One item at a time, so that its tokens are still at hand when they are numbered and need not be kept.
    """
    tokens, number, sizes, lengths = array("q"), count(), [], []
    for hypothesis, references in items:
        known: defaultdict[Hashable, int] = defaultdict(number.__next__)
        for text in (hypothesis, *references):
            tokens.extend(map(known.__getitem__, text))
        lengths.append([len(hypothesis), *map(len, references)])
        sizes.append(len(known))
    return np.frombuffer(tokens, dtype=np.int64), np.repeat(np.arange(len(sizes)), sizes), lengths


def _clipped(gram: Ints, rank: Ints, size: int) -> Ints:
    """Per n-gram, how often the hypothesis (rank 0) has it, but at most as often as some reference does."""
    most = np.zeros(size, dtype=np.int64)
    for reference in range(1, rank.max(initial=0) + 1):
        most = np.maximum(most, np.bincount(gram[rank == reference], minlength=size))
    return np.minimum(most, np.bincount(gram[rank == 0], minlength=size))

"""What BLEU counts in a whole corpus at once: n-grams as integers, built order by order from those one shorter."""

from array import array
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import count

import numpy as np
from numpy.typing import NDArray

from ..inputs.later import factorized

Ints = NDArray[np.int64]
Text = Sequence[Hashable]


def bleu_counts(
    list_of_references: Iterable[Sequence[Text]], hypotheses: Iterable[Text], max_order: int, reference_length: str
) -> tuple[Ints, Ints, Ints, Ints]:
    """Length, effective reference length, matches and n-grams of each text: what `bleu.bleu_counts` says of one.

    All texts lie one after the other. An n-gram is the number of the (n-1)-gram that starts where it does, together
    with the token that follows; numbers differ from item to item, so no count ever meets another item's. What starts
    with an (n-1)-gram that only one side has cannot match, and is left out of what follows.
    """
    tokens, item_of_gram, lengths, n_texts = _numbered(list_of_references, hypotheses)
    first = np.cumsum(n_texts) - n_texts  # of the texts of each item: the hypothesis, before its references
    rank_of_text = np.arange(len(lengths)) - np.repeat(first, n_texts)
    end, rank = np.repeat(np.cumsum(lengths), lengths), np.repeat(rank_of_text, lengths)  # of the text of each token
    starts, gram, size = np.arange(len(tokens)), tokens, len(tokens) + 1
    matches = np.zeros((len(first), max_order), dtype=np.int64)
    for order in range(max_order):
        if order > 0:
            inside = starts + order < end
            starts, end, rank, gram = starts[inside], end[inside], rank[inside], gram[inside]
            gram, pairs = factorized(gram * size + tokens[starts + order])
            item_of_gram = item_of_gram[pairs // size]
        matched = _clipped(gram, rank, len(item_of_gram))
        matches[:, order] = np.bincount(item_of_gram, matched, minlength=len(first))
        kept = matched[gram] > 0
        starts, end, rank, gram = starts[kept], end[kept], rank[kept], gram[kept]
    c = lengths[first]
    distance = np.abs(lengths - np.repeat(c, n_texts)) if reference_length == "closest" else np.zeros_like(lengths)
    distance[first] = size  # a hypothesis is no reference
    r = np.minimum.reduceat(distance * size + lengths, first) % size
    return c, r, matches, np.maximum(0, c[:, None] - np.arange(max_order))


def _numbered(
    list_of_references: Iterable[Sequence[Text]], hypotheses: Iterable[Text]
) -> tuple[Ints, Ints, Ints, Ints]:
    """All tokens as numbers, equal where tokens of one item are; the item of each; lengths and numbers of texts."""
    tokens, number, sizes, lengths, n_texts = array("q"), count(), array("q"), array("q"), array("q")
    for references, hypothesis in zip(list_of_references, hypotheses, strict=True):
        known: defaultdict[Hashable, int] = defaultdict(number.__next__)
        for text in (hypothesis, *references):
            tokens.extend(map(known.__getitem__, text))
            lengths.append(len(text))
        n_texts.append(1 + len(references))
        sizes.append(len(known))
    columns = (np.frombuffer(values, dtype=np.int64) for values in (tokens, sizes, lengths, n_texts))
    numbers, distinct, lengths_of_texts, texts_of_items = columns
    return numbers, np.repeat(np.arange(len(distinct)), distinct), lengths_of_texts, texts_of_items


def _clipped(gram: Ints, rank: Ints, size: int) -> Ints:
    """Per n-gram, how often the hypothesis (rank 0) has it, but at most as often as some reference does."""
    most = np.zeros(size, dtype=np.int64)
    for reference in range(1, rank.max(initial=0) + 1):
        most = np.maximum(most, np.bincount(gram[rank == reference], minlength=size))
    return np.minimum(most, np.bincount(gram[rank == 0], minlength=size))

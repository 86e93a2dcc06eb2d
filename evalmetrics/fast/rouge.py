"""What ROUGE counts: shared n-grams, of many pairs of texts at once, and longest common subsequences by bits."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.later import factorized
from ..inputs.texts import Tokens, ngrams
from .edit_distances import told_apart

Integers = NDArray[Any]
LARGEST = 2**62  # numbers of n-grams stay below, so that their products fit into 64 bits
AT_ONCE = 20_000  # tokens whose hash tables still fit into the processor's cache


def shared_counts(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> tuple[int, int, int]:
    """What `rouge.shared_counts` says."""
    ours, theirs = Counter(reference), Counter(hypothesis)
    clipped = [a if a < b else b for a, b in zip(ours.values(), map(theirs.get, ours), strict=True) if b]
    return sum(clipped), len(reference), len(hypothesis)


def shared_ngrams(reference: Tokens, hypothesis: Tokens, n: int) -> tuple[int, int, int]:
    """What `rouge.shared_ngrams` says."""
    texts = (reference, hypothesis) if n == 1 else (ngrams(reference, n), ngrams(hypothesis, n))
    return shared_counts(*texts)


def counts_of_texts(
    list_of_references: Iterable[Any], hypotheses: Iterable[Tokens], n: int, beta: float, reference_choice: str
) -> tuple[Integers, Integers, Integers]:
    """What `rouge.counts_of_text` says of each text."""
    rows, n_references, pairs, size = [], [], [], 0
    for references, hypothesis in zip(list_of_references, hypotheses, strict=True):
        n_references.append(len(references))
        for reference in references:
            pairs.append((reference, hypothesis))
            size += len(reference) + len(hypothesis)
        if size > AT_ONCE:  # while they are still at hand
            rows.append(counts_of_pairs(pairs, n))
            pairs, size = [], 0
    if pairs:
        rows.append(counts_of_pairs(pairs, n))
    return _chosen(np.concatenate(rows, axis=1), np.array(n_references), beta, reference_choice)


def _chosen(counts: Integers, n_references: Integers, beta: float, reference_choice: str) -> Any:
    """What `rouge.chosen_counts` are: of several references those of the one with the highest F, or the sum of all."""
    first = np.cumsum(n_references) - n_references
    if reference_choice == "pooled":
        return np.add.reduceat(counts, first, axis=1)
    if counts.shape[1] == len(first):
        return counts
    matches, reference, hypothesis = counts
    share = 1 / (1 + 1 / beta / beta)
    with np.errstate(invalid="ignore"):
        f = matches / (share * reference + (1 - share) * hypothesis)
    owner = np.repeat(np.arange(len(first)), n_references)
    return counts[:, np.lexsort((-np.fmax(f, -1), owner))[first]]


def counts_of_pairs(pairs: Sequence[tuple[Tokens, Tokens]], n: int) -> Integers:
    """What `rouge.shared_ngrams` says of each pair of texts, a column a pair."""
    m, texts = len(pairs), [*(reference for reference, _ in pairs), *(hypothesis for _, hypothesis in pairs)]
    lengths = np.fromiter(map(len, texts), np.int64, 2 * m)
    sizes = np.maximum(lengths - n + 1, 0)
    grams, distinct = _numbered(chain.from_iterable(texts), lengths, n, LARGEST // m)
    pair = np.repeat(np.tile(np.arange(m), 2), sizes)
    codes, kinds = factorized(pair * distinct + grams)
    ours, theirs = np.split(codes, [sizes[:m].sum()])
    shared = np.minimum(np.bincount(ours, minlength=len(kinds)), np.bincount(theirs, minlength=len(kinds)))
    matches = np.bincount(kinds // distinct, shared, minlength=m).astype(np.int64)
    return np.stack([matches, sizes[:m], sizes[m:]])


def _numbered(tokens: Any, lengths: Integers, n: int, largest: int) -> tuple[Integers, int]:
    """Numbers below a bound for the n-grams of texts of these lengths, equal for equal n-grams; and the bound."""
    number: defaultdict[Any, int] = defaultdict(count().__next__)
    words = np.fromiter(map(number.__getitem__, tokens), np.int64, lengths.sum())
    grams, distinct = words, max(1, len(number))
    for k in range(1, n):
        grams, distinct = grams[:-1] * len(number) + words[k:], distinct * len(number)
        if distinct * len(number) >= largest:
            grams, kinds = factorized(grams)
            distinct = len(kinds)
    ends = np.cumsum(lengths)
    inside = np.ones(len(grams), dtype=bool)  # those that do not reach into the next text
    for k in range(1, n):
        inside[(ends - k)[(ends - k >= 0) & (ends - k < len(grams))]] = False
    return grams[inside], max(1, distinct)


def lcs_counts(reference: Tokens, hypothesis: Tokens) -> tuple[int, int, int]:
    """What `rouge.lcs_counts` says: length of the longest common subsequence, and of both texts."""
    return length(reference, hypothesis), len(reference), len(hypothesis)


def union_counts(reference: Sequence[Tokens], hypothesis: Sequence[Tokens]) -> tuple[int, int, int]:
    """What `rouge.union_counts` says of two texts in sentences."""
    words = [word for sentence in hypothesis for word in sentence]
    covered = [word for sentence in reference for word in union(sentence, hypothesis)]
    return shared_counts(covered, words)[0], sum(map(len, reference)), len(words)


def length(a: Tokens, b: Tokens) -> int:
    """Length of a longest common subsequence."""
    from rapidfuzz.distance import LCSseq

    return LCSseq.similarity(*told_apart(a, b))


def union(a: Sequence[Hashable], others: Iterable[Sequence[Hashable]]) -> list[Hashable]:
    """Tokens of `a`, in order, that are on the longest common subsequence with at least one of the others.

    Of several longest ones, the one that stepping back through the table finds: from the end, take a common token,
    else leave out the last token of `a` if that costs nothing, else the last of the other. Bit i of a `row` of the
    table is 0 where it grows from its cell i to the next; the carries of one addition make the next row (Hyyrö 2004,
    Bit-parallel LCS-length computation revisited).
    """
    places, found = _places(a), 0
    bits = [0, *(1 << i for i in range(len(a)))]  # of the i-th token, from 1 on; there is none of number 0
    for b in others:
        if not places.keys().isdisjoint(b):
            found |= _on_the_way_back(places, bits, b)
    return [token for i, token in enumerate(a) if found >> i & 1]


def _on_the_way_back(places_of: dict[Hashable, int], bits: list[int], b: Sequence[Hashable]) -> int:
    row, steps, matched = (1 << len(bits) - 1) - 1, [], False
    for places in map(places_of.get, b):
        if places:
            match = row & places
            row = row + match | row ^ match
            steps.append((places, places | ~row))
            matched = True
        elif matched:  # a second token without a match would change nothing
            steps.append((0, ~row))
            matched = False
    found, left = 0, len(bits) - 1  # tokens of a that have not been left out yet
    for places, stops in reversed(steps):
        left = (stops & (1 << left) - 1).bit_length()  # leaving out the tokens above it costs nothing
        if places & bits[left]:
            found |= bits[left]
            left -= 1
    return found


def _places(a: Sequence[Hashable]) -> dict[Hashable, int]:
    places: dict[Hashable, int] = {}
    bit = 1
    for token in a:
        places[token] = places.get(token, 0) | bit
        bit <<= 1
    return places

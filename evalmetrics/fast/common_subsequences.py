"""Longest common subsequences, a row of the textbook's table at a time: its steps are the bits of one integer.

Bit i of `row` is 0 where the row grows by one from its cell i to its cell i + 1, and 1 where it does not. The next
token of the other text moves each step down to its first match within reach, which the carries of one addition do for
all steps at once (Hyyrö 2004, Bit-parallel LCS-length computation revisited). Python's integers have as many bits as
it takes; those above the row's length are never read.
"""

from collections.abc import Hashable, Iterable, Sequence

from ..inputs.texts import Tokens
from .shared_ngrams import shared_counts


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
    if {*map(type, a), *map(type, b)} <= {str}:  # rapidfuzz compares hashes, which tell strings apart
        from rapidfuzz.distance import LCSseq

        return LCSseq.similarity(a, b)
    every = row = (1 << len(a)) - 1
    for places in map(_places(a).get, b):
        if places:
            match = row & places
            row = row + match | row ^ match
    return len(a) - (row & every).bit_count()


def union(a: Sequence[Hashable], others: Iterable[Sequence[Hashable]]) -> list[Hashable]:
    """Tokens of `a`, in order, that are on the longest common subsequence with at least one of the others.

    Of several longest ones, the one that stepping back through the table finds: from the end, take a common token,
    else leave out the last token of `a` if that costs nothing, else the last of the other.
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
    """Where each token stands, as bits."""
    places: dict[Hashable, int] = {}
    bit = 1
    for token in a:
        places[token] = places.get(token, 0) | bit
        bit <<= 1
    return places

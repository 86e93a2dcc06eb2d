"""Shared n-grams of many pairs of texts at once: tokens become numbers, and equal n-grams of a pair are counted."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, count
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..inputs.texts import Tokens

Integers = NDArray[Any]
LARGEST = 2**62  # what products of numbers have to stay below
AT_ONCE = 20_000  # tokens whose hash tables still fit into a processor's cache


def of_pairs(references: Sequence[Tokens], hypotheses: Sequence[Tokens], n: int) -> Integers:
    """Shape (m, 3): n-grams that match, n-grams of the reference and of the hypothesis, pair by pair."""
    m, tokens = len(references), sum(map(len, references)) + sum(map(len, hypotheses))
    step = 1 + AT_ONCE * m // max(tokens, AT_ONCE)
    return np.concatenate([_of_block(references[i : i + step], hypotheses[i : i + step], n) for i in range(0, m, step)])


def _of_block(references: Sequence[Tokens], hypotheses: Sequence[Tokens], n: int) -> Integers:
    m = len(references)
    lengths = np.fromiter(map(len, chain(references, hypotheses)), np.int64, 2 * m)
    sizes = np.maximum(lengths - n + 1, 0)
    grams, distinct = _numbered(chain.from_iterable(chain(references, hypotheses)), lengths, n, LARGEST // m)
    pair = np.repeat(np.tile(np.arange(m), 2), sizes)
    codes, kinds = pd.factorize(pair * distinct + grams)
    ours, theirs = np.split(codes, [sizes[:m].sum()])
    shared = np.minimum(np.bincount(ours, minlength=len(kinds)), np.bincount(theirs, minlength=len(kinds)))
    matches = np.bincount(kinds // distinct, shared, minlength=m).astype(np.int64)
    return np.stack([matches, sizes[:m], sizes[m:]], axis=1)


def _numbered(tokens: Any, lengths: Integers, n: int, largest: int) -> tuple[Integers, int]:
    """Numbers below a bound for the n-grams of texts of these lengths, equal for equal n-grams; and the bound."""
    number: defaultdict[Any, int] = defaultdict(count().__next__)
    words = np.fromiter(map(number.__getitem__, tokens), np.int64, lengths.sum())
    if n == 1:
        return words, max(1, len(number))
    grams, distinct = words, max(1, len(number))
    for k in range(1, n):
        grams, distinct = grams[:-1] * len(number) + words[k:], distinct * len(number)
        if distinct * len(number) >= largest:
            grams, kinds = pd.factorize(grams)
            distinct = len(kinds)
    ends = np.cumsum(lengths)
    whole = np.ones(len(grams), dtype=bool)  # those that do not reach into the next text
    for k in range(1, n):
        whole[(ends - k)[(ends - k >= 0) & (ends - k < len(grams))]] = False
    return grams[whole], max(1, distinct)

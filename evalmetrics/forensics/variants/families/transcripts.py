"""Word error rate as programs compute it: counts of edits, and what they are divided by."""

import numpy as np
from rapidfuzz.distance import Levenshtein

from ....rouge import lcs_length
from ..settings import Family
from .reading import tokens_by, with_one_reference

MANY = 10**6  # more than a text has words
UNITS = {"words": "whitespace", "words and marks": "13a", "characters": list, "characters without blanks": "char"}


def aligned(reference, hypothesis, alignment):
    if alignment == "fewest edits":
        tags = [edit.tag for edit in Levenshtein.editops(reference, hypothesis)]
        s, d, i = (tags.count(tag) for tag in ("replace", "delete", "insert"))
    elif alignment == "no substitutions":
        common = lcs_length(reference, hypothesis)
        s, d, i = 0, len(reference) - common, len(hypothesis) - common
    else:
        one_side = 3 * MANY + 1  # of alignments that cost the same, the one with the fewest deletions and insertions
        cost = Levenshtein.distance(reference, hypothesis, weights=(one_side, one_side, 4 * MANY))
        cost, d_and_i = divmod(cost, MANY)
        s, i = (cost - 3 * d_and_i) // 4, (d_and_i + len(hypothesis) - len(reference)) // 2
        d = d_and_i - i
    return s, d, i, len(reference) - s - d


def edits(data, *, unit, case, punctuation, alignment, arguments):
    cut = tokens_by(UNITS.get(unit, unit), case, punctuation)
    pairs = data if arguments == "reference first" else data[::-1]
    return np.transpose([aligned(cut(r), cut(h), alignment) for r, h in zip(*pairs, strict=True)])


def error_rate(counts, *, rate, aggregate):
    s, d, i, hits = (part.sum(0, keepdims=True) if aggregate == "corpus" else part for part in counts)
    reference, hypothesis = s + d + hits, s + i + hits
    if rate == "word information lost":
        values = 1 - hits**2 / (reference * hypothesis)
    else:
        longer = np.maximum(reference, hypothesis)
        wholes = {"edits / reference": reference, "edits / hypothesis": hypothesis, "edits / longer text": longer}
        values = (s + d + i) / wholes.get(rate, s + d + i + hits)
    return values.mean(0)


FAMILIES = {"wer": Family("wer", with_one_reference, edits, error_rate, stacked=True)}

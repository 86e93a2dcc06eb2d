"""Word error rate as programs compute it: counts of edits, and what they are divided by."""

import numpy as np
from rapidfuzz.distance import Levenshtein

from ...rouge import lcs_length
from ...word_error_rate import edit_operations
from .._grid import Family
from .reading import tokens_by, with_one_reference

UNITS = {
    "words": "whitespace",
    "words and marks": "13a",
    "characters": list,
    "characters without blanks": "char",
}


def aligned(reference, hypothesis, alignment):
    """Substitutions, deletions, insertions and matches of one way to align two texts."""
    if alignment == "fewest edits":
        tags = [edit.tag for edit in Levenshtein.editops(reference, hypothesis)]
        s, d, i = (tags.count(tag) for tag in ("replace", "delete", "insert"))
    elif alignment == "no substitutions":
        common = lcs_length(reference, hypothesis)
        s, d, i = 0, len(reference) - common, len(hypothesis) - common
    else:
        edits = [e.operation for e in edit_operations(reference, hypothesis, insertion=3, deletion=3, substitution=4)]
        s, d, i = (edits.count(edit) for edit in ("substitution", "deletion", "insertion"))
    return s, d, i, len(reference) - s - d


def edits(data, *, unit, case, punctuation, alignment, arguments):
    """Substitutions, deletions, insertions and matches of each pair of texts."""
    cut = tokens_by(UNITS.get(unit, unit), case, punctuation)
    pairs = data if arguments == "reference first" else data[::-1]
    return np.transpose([aligned(cut(r), cut(h), alignment) for r, h in zip(*pairs, strict=True)])


def error_rate(counts, *, rate, aggregate):
    """Edits over what a rate divides them by, of all texts together or as a mean of theirs."""
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

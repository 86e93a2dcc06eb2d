"""ROUGE as programs compute it."""

import re
from functools import cache
from typing import Any

import numpy as np

from ....inputs.stemming import stemmed
from ....inputs.texts import ngrams
from ....rouge import (
    f_of_counts,
    lcs_counts,
    longest_common_subsequence,
    shared_counts,
    skip_bigrams,
    union_counts,
    weighted_lcs_counts,
)
from ..settings import Family, NotAVariantError
from .classes import f_of
from .reading import tokens_by, with_references

BETAS = {"F": 1.0, "F with beta 1.2": 1.2, "F with beta 2": 2.0}
SKIPS = {"S": (None, False), "S4": (4, False), "SU": (None, True), "SU4": (4, True)}
SENTENCES = {"Lsum": re.compile("\n"), "Lsum by points": re.compile(r"(?<=[.!?])\s+")}


def remembered(references: Any, hypotheses: Any) -> tuple[Any, Any, dict[Any, Any]]:
    """References, texts, and room for their words: kinds of ROUGE share what they are cut into."""
    return (*with_references(references, hypotheses), {})


def words_by(tokenize: Any, case: str, stem: str, stops: str) -> Any:
    cut = tokens_by(tokenize, case)

    @cache
    def words(text: str) -> list[Any]:
        tokens: list[Any] = cut(text)
        if stops == "dropped":
            from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

            tokens = [token for token in tokens if token.lower() not in ENGLISH_STOP_WORDS]
        return stemmed(tokens, True) if stem == "Porter" else tokens

    return words


def matches_and_lengths(kind, reference, hypothesis, words, repeats):
    once = repeats != "counted"
    if once and kind in (*SENTENCES, "W"):
        raise NotAVariantError
    if kind in SENTENCES:
        cut = [[words(part) for part in SENTENCES[kind].split(text)] for text in (reference, hypothesis)]
        return union_counts(*cut)
    texts = words(reference), words(hypothesis)
    if kind == "L" and once:
        return [len(set(each)) for each in (longest_common_subsequence(*texts), *texts)]
    if kind in ("L", "W"):
        return lcs_counts(*texts) if kind == "L" else weighted_lcs_counts(*texts, 1.2)
    units = [skip_bigrams(text, *SKIPS[kind]) if kind in SKIPS else ngrams(text, int(kind)) for text in texts]
    return shared_counts(*([*dict.fromkeys(each)] if once else each for each in units))


def rouge_statistics(data, *, kind, tokenize, case, stem, stop_words, repeats):
    list_of_references, hypotheses, known = data
    how = (tokenize, case, stem, stop_words)
    if how not in known:
        known[how] = words_by(*how)
    counts = np.full((len(hypotheses), max(map(len, list_of_references)), 3), np.nan)
    for i, (references, hypothesis) in enumerate(zip(list_of_references, hypotheses, strict=True)):
        for j, reference in enumerate(references):
            counts[i, j] = matches_and_lengths(kind, reference, hypothesis, known[how], repeats)
    return (counts,)


def shares(counts, part):
    matches, reference, hypothesis = counts
    whole = {"precision": hypothesis, "recall": reference}.get(part)
    value = f_of_counts(matches, reference, hypothesis, beta=BETAS[part]) if whole is None else matches / whole
    return np.where(matches == 0, 0.0, value)


def best_of(counts):
    f = np.nan_to_num(shares(np.moveaxis(counts, 2, 0), "F"), nan=-1.0)
    chosen = f.argmax(1)[:, None, None]
    return np.take_along_axis(counts, chosen, 1)[:, 0]


def rouge(counts, *, part, references, aggregate):
    """A part of ROUGE from counts of shape (texts, references, 3, settings)."""
    (counts,) = counts
    n = counts.shape[1]

    def parts_of(one, name=part):
        return shares(np.moveaxis(one, 1, 0), name)

    if references in ("best", "pooled"):
        chosen = best_of(counts) if references == "best" else np.nansum(counts, 1)
        return parts_of(chosen.sum(0, keepdims=True) if aggregate == "sums of counts" else chosen).mean(0)
    if aggregate == "sums of counts" or (references == "jackknife" and n == 1):
        raise NotAVariantError
    if references == "mean":
        values = np.nanmean([parts_of(counts[:, j]) for j in range(n)], 0)
    elif references == "jackknife":
        without = [best_of(np.delete(counts, j, axis=1)) for j in range(n)]
        values = np.mean([parts_of(one) for one in without], 0)
    else:
        p, r = (np.nanmax([parts_of(counts[:, j], name) for j in range(n)], 0) for name in ("precision", "recall"))
        values = {"precision": p, "recall": r}.get(part)
        values = f_of(p, r, BETAS[part]) if values is None else values
    return values.mean(0)


FAMILIES = {"rouge": Family("rouge", remembered, rouge_statistics, rouge, stacked=True)}

"""BLEU, chrF and METEOR as programs compute them."""

import numpy as np

from ....bleu import corpus_bleu, smooth
from ....chrf_ter import chrf_counts, f_of_orders
from ....fast import ngram_counts
from ....meteor import alignment, chunks_of, meteor_of_counts, pairs_of, porter, stages, wordnet_synonyms
from ..settings import Family
from .reading import CASE, PUNCTUATION, tokens_by, with_references

NLTK_ORDERS = 5  # nltk's fifth method looks one order further


def bleu_statistics(data, *, tokenize, case, punctuation):
    """Lengths of each text, of its closest and its shortest reference; matches and n-grams of order 1 to 5."""
    references, hypotheses = data
    cut = tokens_by(tokenize, case, punctuation)
    cut_references = [[cut(text) for text in each] for each in references]
    cut_hypotheses = [cut(text) for text in hypotheses]
    c, closest, matches, possible = ngram_counts.bleu_counts(cut_references, cut_hypotheses, NLTK_ORDERS, "closest")
    shortest = [min(map(len, each)) for each in cut_references]
    return c, closest, shortest, matches.T, possible.T


def halving_with_length(matches, possible, c):
    """Chen and Cherry's fourth smoothing, as nltk has it: the k-th order without a match gets ln(c) / (5 · 2^k)."""
    unmatched = (matches == 0) & (possible > 0) & (matches[0] > 0) & (c > 1)
    filled = np.log(c) / (5 * 2.0 ** unmatched.cumsum(0))
    return np.where(unmatched, filled, matches), possible


def averaged_with_neighbours(matches, possible):
    """Chen and Cherry's fifth: each precision is averaged with the one before, averaged already, and the one after.

    The last row is what nltk takes to come after the others: the fifth order, whatever the others are.
    """
    p = np.divide(matches, np.maximum(possible, 1))
    before, averaged = p[0] + 1, []
    for i in range(len(p) - 1):
        before = (before + p[i] + p[i + 1]) / 3
        averaged.append(np.where(matches[0] > 0, before, 0))
    return np.array(averaged), np.ones_like(possible[:-1])


SMOOTHINGS = {
    "none": (None, None),
    "exponential": ("exponential", None),
    "floor 0.1": ("floor", 0.1),
    "floor 0.01": ("floor", 0.01),
    "add 1 above words": ("add_k", 1.0),
    "add 1 to all": ("add_one_all", None),
}


def smoothed(matches, possible, c, smoothing, n):
    """Matches and n-grams of order 1 to n after a smoothing."""
    if smoothing in SMOOTHINGS:
        return smooth(matches[:n], possible[:n], *SMOOTHINGS[smoothing])
    first = matches[:n], possible[:n]
    if smoothing != "nltk method 5":
        first = halving_with_length(*first, c)
    if smoothing == "nltk method 4":
        return first
    fifth = matches[NLTK_ORDERS - 1 :], possible[NLTK_ORDERS - 1 :]
    return averaged_with_neighbours(*(np.concatenate(parts) for parts in zip(first, fifth, strict=True)))


def bleu(counts, *, order, smoothing, aggregate, effective_order, brevity, reference_length):
    """BLEU of the sums over the sentences, or the mean of theirs."""
    c, closest, shortest, matches, possible = counts
    r = closest if reference_length == "closest" else shortest
    if aggregate == "corpus":
        c, r, matches, possible = c.sum(0), r.sum(0), matches.sum(1), possible.sum(1)
    matches, possible = smoothed(matches, possible, c, smoothing, order)
    if brevity == "left out":
        r = c
    scores = corpus_bleu.definition(
        c, r, matches, possible, effective_order=effective_order == "yes", zero_division=0.0
    )
    scores = np.where(c > 0, scores, 0.0)
    return scores if aggregate == "corpus" else scores.mean(0)


def each_reference(data, count):
    """What `count` makes of each text and each of its references; the first stands in for those that others have more.

    An array of shape (texts, references, …).
    """
    most = max(map(len, data[0]))
    rows = [[count(r, h) for r in references] for references, h in zip(*data, strict=True)]
    return np.array([row + row[:1] * (most - len(row)) for row in rows], dtype=float)


def chrf_statistics(data, *, case, punctuation, blanks):
    """Matches, n-grams of reference and hypothesis, of one to six characters, then of one and two words."""
    seen = [CASE[case], PUNCTUATION[punctuation]]

    def count(reference, hypothesis):
        for change in seen:
            reference, hypothesis = change(reference), change(hypothesis)
        return chrf_counts([reference], hypothesis, word_order=2, whitespace=blanks == "kept")

    return each_reference(data, count)


def chrf(counts, *, word_order, char_order, beta, smoothing, aggregate):
    """ChrF of the sums over the sentences, or the mean of theirs."""
    orders = [*range(char_order), *range(6, 6 + word_order)]
    options = {"beta": beta, "eps_smoothing": smoothing == "every order"}
    parts = np.moveaxis(counts[..., orders], [2, 3], [0, 1])  # parts, orders, texts, references
    scores = f_of_orders(*parts, **options)
    if aggregate == "mean of sentences":
        return np.nan_to_num(scores, nan=-1.0).max(1).mean()
    chosen = np.nan_to_num(scores, nan=-1.0).argmax(1)
    sums = np.take_along_axis(parts, chosen[None, None, :, None], 3)[..., 0].sum(2)
    return f_of_orders(*sums, **options)


def meteor_statistics(data, *, tokenize, case, punctuation, stem, synonyms):
    """Matches, chunks and both lengths, for each text and each of its references."""
    cut = tokens_by(tokenize, case, punctuation)
    of_word = {"none": None, "WordNet": wordnet_synonyms}[synonyms]

    def count(reference, hypothesis):
        r, h = cut(reference), cut(hypothesis)
        pairs = pairs_of(alignment(stages(r, h, porter if stem == "Porter" else None, of_word)))
        return len(pairs), chunks_of(pairs), len(r), len(h)

    return each_reference(data, count)


SHAPES = {
    "0.9, 3, 0.5": (0.9, 3.0, 0.5),
    "0.81, 0.83, 0.28": (0.81, 0.83, 0.28),
    "0.5, 3, 0.5": (0.5, 3.0, 0.5),
}


def meteor(counts, *, shape, penalty, aggregate):
    """METEOR of the sums over the texts, or the mean of theirs."""
    alpha, beta, gamma = SHAPES[shape]
    parts = np.moveaxis(counts, 2, 0)  # parts, texts, references
    weights = alpha, beta, 0.0 if penalty == "left out" else gamma
    scores = np.nan_to_num(meteor_of_counts(*(*parts, *weights)), nan=-1.0)
    if aggregate == "mean of texts":
        return scores.max(1).mean()
    chosen = scores.argmax(1)
    sums = np.take_along_axis(parts, chosen[None, :, None], 2)[..., 0].sum(1)
    return meteor_of_counts(*(*sums, *weights))


FAMILIES = {
    "bleu": Family("bleu", with_references, bleu_statistics, bleu, stacked=True),
    "chrf": Family("chrf", with_references, chrf_statistics, chrf),
    "meteor": Family("meteor", with_references, meteor_statistics, meteor),
}

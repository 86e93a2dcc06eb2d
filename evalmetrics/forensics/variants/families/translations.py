"""BLEU, chrF and METEOR as programs compute them."""

from functools import partial

import numpy as np

from ....bleu import corpus_bleu, smooth
from ....chrf_ter import chrf_counts, f_of_orders
from ....fast.bleu import bleu_counts
from ....meteor_scores import alignment, chunks_of, meteor_of_counts, pairs_of, porter, stages, wordnet_synonyms
from ..settings import Family
from .reading import CASE, PUNCTUATION, tokens_by, with_references

NLTK_ORDERS = 5  # nltk's fifth method looks one order further


def bleu_statistics(data, *, tokenize, case, punctuation):
    references, hypotheses = data
    cut = tokens_by(tokenize, case, punctuation)
    cut_references = [[cut(text) for text in each] for each in references]
    cut_hypotheses = [cut(text) for text in hypotheses]
    c, closest, matches, possible = bleu_counts(cut_references, cut_hypotheses, NLTK_ORDERS, "closest")
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


def of_best(score, parts, aggregate):
    """A score of the sums over texts, each with its best reference, or the mean of the texts' best scores."""
    scores = np.nan_to_num(score(*parts), nan=-1.0)  # texts, references
    if aggregate.startswith("mean"):
        return scores.max(1).mean()
    chosen = scores.argmax(1).reshape(*[1] * (parts.ndim - 2), -1, 1)
    return score(*np.take_along_axis(parts, chosen, -1)[..., 0].sum(-1))


def chrf_statistics(data, *, case, punctuation, blanks):
    def count(*texts):
        reference, hypothesis = (PUNCTUATION[punctuation](CASE[case](text)) for text in texts)
        return chrf_counts([reference], hypothesis, word_order=2, whitespace=blanks == "kept")

    return each_reference(data, count)


def chrf(counts, *, word_order, char_order, beta, smoothing, aggregate):
    orders = [*range(char_order), *range(6, 6 + word_order)]
    score = partial(f_of_orders, beta=beta, eps_smoothing=smoothing == "every order")
    return of_best(score, np.moveaxis(counts[..., orders], [2, 3], [0, 1]), aggregate)


def meteor_statistics(data, *, tokenize, case, punctuation, stem, synonyms):
    cut = tokens_by(tokenize, case, punctuation)
    of_word = {"none": None, "WordNet": wordnet_synonyms}[synonyms]

    def count(reference, hypothesis):
        r, h = cut(reference), cut(hypothesis)
        pairs = pairs_of(alignment(stages(r, h, porter if stem == "Porter" else None, of_word)))
        return len(pairs), chunks_of(pairs), len(r), len(h)

    return each_reference(data, count)


SHAPES = {"0.9, 3, 0.5": (0.9, 3.0, 0.5), "0.81, 0.83, 0.28": (0.81, 0.83, 0.28), "0.5, 3, 0.5": (0.5, 3.0, 0.5)}


def meteor(counts, *, shape, penalty, aggregate):
    """METEOR of the sums over the texts, or the mean of theirs."""
    alpha, beta, gamma = SHAPES[shape]
    weights = alpha, beta, 0.0 if penalty == "left out" else gamma

    def score(*parts):
        return meteor_of_counts(*(*parts, *weights))

    return of_best(score, np.moveaxis(counts, 2, 0), aggregate)


FAMILIES = {
    "bleu": Family("bleu", with_references, bleu_statistics, bleu, stacked=True),
    "chrf": Family("chrf", with_references, chrf_statistics, chrf),
    "meteor": Family("meteor", with_references, meteor_statistics, meteor),
}

"""Perplexity: how many equally likely words a language model might as well be choosing from; and burstiness."""

from math import log, log2

import numpy as np

from .inputs import perplexities as inputs
from .inputs.options import OneOf, base, whole
from .metric import mean_of, of_samples, of_sums
from .regression import spread_of_sums

IN_BASE = {"base": base}


@of_samples(
    inputs=inputs.of_events, checks=IN_BASE, instead="it is what one word costs: perplexity, which averages it, adds up"
)
def surprisal(p, *, base=np.e):
    """How surprising it is that something of probability `p` happened: the logarithm of 1/p.

    base : float, default e
        The unit: 2 gives bits, e nats, 10 hartleys. Above 1.

    -> float, or array of the shape of `p`
        0 for what was certain, inf for what was impossible.

    >>> surprisal(0.125, base=2)
    3.0
    """
    return -np.log2(p) / log2(base) + 0.0  # -0.0 + 0.0 is 0.0


def nats(log_prob, *, base=np.e):
    """Surprisal of a token, by natural logarithms."""
    return (0 - log_prob) * log(base)


@mean_of(nats, inputs=inputs.of_text, at_once=True, checks=IN_BASE)
def perplexity(nats, tokens):
    """Perplexity of a model on one sequence: the inverse of the geometric mean of its tokens' probabilities.

    It is normalised by the number of tokens, once. The base of the logarithms does not change it. It is 1 where every
    token was certain, k where each was one of k equally likely ones, inf where one had probability 0.

    >>> round(perplexity(np.log([0.5, 0.125])), 6)
    4.0
    """
    return np.exp(nats / tokens)


def nats_and_tokens(log_probs, *, base=np.e):
    """Surprisal of a text, and how many tokens it has."""
    return nats(log_probs.sum(), base=base), len(log_probs)


@of_sums(nats_and_tokens, inputs=inputs.of_texts, checks=IN_BASE)
def corpus_perplexity(nats, tokens):
    """Perplexity of a model on a corpus: all the surprisal over all the tokens (add, then divide).

    Long sequences weigh more than short ones.

    >>> round(corpus_perplexity([np.log([0.1] * 4), np.log([0.5])]), 6)
    7.247797
    """
    return np.exp(nats / tokens)


def nats_per_token(log_probs, *, base=np.e):
    """Mean surprisal of a text."""
    surprise, tokens = nats_and_tokens(log_probs, base=base)
    return surprise / tokens


@mean_of(nats_per_token, inputs=inputs.of_texts, checks=IN_BASE)
def mean_perplexity(nats_per_token, texts):
    """Geometric mean of the sequences' perplexities: every sequence counts the same, however short.

    >>> round(mean_perplexity([np.log([0.1] * 4), np.log([0.5])]), 6)
    4.472136
    """
    return np.exp(nats_per_token / texts)


def bits(log_prob, *, base=np.e):
    """Surprisal of a token, by logarithms of base 2."""
    return (nats(log_prob, base=base) / log(2),)


@of_sums(bits, inputs=inputs.of_text, at_once=True, checks={**IN_BASE, "n_characters": whole(1)})
def bits_per_character(bits, *, n_characters):
    """Surprisal of a text in bits, per character of it: comparable between models that cut the text differently.

    log_probs : sequence of m numbers
        Logarithms of the tokens' probabilities, whatever the tokens are; together they must make up the whole text.
    n_characters : int
        Length of the text, at least 1.

    >>> bits_per_character(np.log([0.5, 0.125]), 8)
    0.5
    """
    return bits / n_characters


def gap_and_square(interval):
    """A gap, its square, and 1."""
    return interval, interval**2, 1


def unevenness(r, n, corrected):
    """Burstiness of n gaps whose standard deviation is r times their mean."""
    if not corrected:
        return (r - 1) / (r + 1)
    few, many = (n - 1) ** 0.5, (n + 1) ** 0.5
    return (many * r - few) / ((many - 2) * r + few)


def burstiness_of_sums(gaps, squares, n, *, corrected=False):
    """Burstiness from sums, which can be resampled and added up."""
    deviation = np.sqrt(spread_of_sums(gaps, squares, n) / n)
    return unevenness(deviation / (gaps / n), n, corrected)


@of_sums(
    gap_and_square,
    inputs=inputs.gaps,
    at_once=True,
    from_sums=burstiness_of_sums,
    checks={"corrected": OneOf(False, True)},
)
def burstiness(intervals, *, corrected=False):
    """How unevenly events are spaced: standard deviation minus mean over their sum.

    -1 for a clock, about 0 for pure chance, towards 1 for long silences between bursts. Of n intervals the plain value
    cannot exceed (sqrt(n - 1) - 1) / (sqrt(n - 1) + 1); the corrected one reaches 1, and is nan for one interval.

    corrected : bool, default False
        Stretch the scale so that its ends and middle mean the same for every n (Kim and Jo, 2016).

    >>> burstiness([5, 5, 5, 5]), round(burstiness([1, 1, 1, 17]), 4)
    (-1.0, 0.1617)
    """
    r = intervals.std() / intervals.mean()
    return unevenness(r, len(intervals), corrected)

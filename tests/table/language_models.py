"""Perplexity, of logarithms of probabilities, and burstiness, of gaps."""

import numpy as np

from . import Row


def tokens(rng, least=1):
    return -rng.exponential(3, rng.integers(least, 20))


def texts(rng):
    return ([tokens(rng).round(2).tolist() for _ in range(rng.integers(1, 9))],)


def gaps(rng):
    return (rng.integers(0, 9, rng.integers(2, 20)) if rng.random() < 0.5 else rng.exponential(2, rng.integers(2, 20)),)


def certain(log_probs):
    return (np.zeros(len(log_probs)),)


BASES = [{}, {"base": 2}]

ROWS = {
    "surprisal": Row(lambda rng: (rng.random(rng.integers(1, 6)),), BASES, best=lambda p: (np.ones(len(p)),)),
    "perplexity": Row(lambda rng: (tokens(rng),), BASES, best=certain, undefined=[([],)]),
    "corpus_perplexity": Row(texts, BASES, best=lambda lists: ([[0.0]] * len(lists),), undefined=[([[], []],)]),
    "mean_perplexity": Row(texts, BASES, best=lambda lists: ([[0.0]] * len(lists),), undefined=[([[-1.0], []],)]),
    "bits_per_character": Row(
        lambda rng: (tokens(rng),), [{"n_characters": 30}, {"n_characters": 7, "base": 10}], best=certain
    ),
    "burstiness": Row(gaps, [{}, {"corrected": True}], undefined=[([0, 0],)]),
}

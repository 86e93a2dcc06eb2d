"""Metrics of benchmarks of questions."""

import numpy as np

from evalmetrics import normalize_answer

from . import Row

WORDS = ["", "the cat", "A cat!", "cat, dog", "dog dog", "ten", "10", "an", "the"]


def chosen(rng):
    options = rng.integers(2, 6, rng.integers(1, 30))
    true, guess = rng.integers(0, options), rng.integers(0, options)
    return true, np.where(rng.random(len(options)) < 0.5, true, guess)


def texts(rng):
    n = rng.integers(1, 12)
    answers = [[str(text) for text in rng.choice(WORDS, rng.integers(0, 4))] for _ in range(n)]
    said = [own[-1] if own and rng.random() < 0.4 else str(rng.choice(WORDS)) for own in answers]
    return answers, said


def longest_of_them(answers, _):
    """An article alone would say nothing."""
    return answers, [max(own, key=lambda text: len(normalize_answer(text)), default="") for own in answers]


def scores(rng):
    sizes = rng.integers(2, 6, rng.integers(1, 20))
    return rng.integers(0, sizes), [rng.integers(-4, 0, k) / 2 for k in sizes]


def right_highest(right, scores):
    return right, [np.where(np.arange(len(own)) == place, 1, own) for place, own in zip(right, scores, strict=True)]


def again(rng):
    return ([rng.choice(list("ABC"), rng.integers(2, 7)) for _ in range(rng.integers(1, 15))],)


def differences(rng):
    return (rng.integers(-1, 2, rng.integers(2, 40)) * rng.choice([0.5, 1, 1e3]),)


ROWS = {
    "accuracy_above_chance": Row(chosen, [{"options": 2}, {"options": 5}], best=lambda true, _: (true, true)),
    "squad_exact_match": Row(texts, best=longest_of_them),
    "squad_f1": Row(texts, best=longest_of_them),
    "choice_accuracy": Row(scores, best=right_highest),
    "answer_consistency": Row(again, best=lambda answers: ([np.repeat("A", len(own)) for own in answers],)),
    "question_mean": Row(differences),
}

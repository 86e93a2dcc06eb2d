"""METEOR and CIDEr: texts with some references each."""

import evalmetrics
import evalmetrics_book

from . import Row

WORDS = ["the", "a", "cat", "cats", "run", "runs", "running", "film", "movie", "on"]
PICTURES = [[["a", "cat", "runs"], ["the", "cats"]], [["a", "film"]], [["the", "cat", "on", "a", "film"]]]


def text(rng, least=0):
    return [str(word) for word in rng.choice(WORDS, rng.integers(least, 7))]


def corpus(rng):
    references = [[text(rng, n > 1) for _ in range(n)] for n in rng.integers(1, 4, rng.integers(1, 6))]
    return references, [[w if rng.random() < 0.7 else str(rng.choice(WORDS)) for w in r[0]] for r in references]


def one_text(rng):
    references, hypotheses = corpus(rng)
    return references[0], hypotheses[0]


PARAMETERS = [
    {},
    {"stem": None},
    {"synonyms": evalmetrics_book.example_synonyms},
    {"stem": None, "synonyms": evalmetrics_book.example_synonyms, "alpha": 0.5},
    {"alpha": 0.85, "beta": 0.2, "gamma": 0.6},
]
AMONG_PICTURES = [{"corpus": PICTURES, "n": 2, "stem": evalmetrics.porter}, {"corpus": PICTURES, "zero_division": 0.0}]

ROWS = {
    "meteor": Row(one_text, PARAMETERS, undefined=[([[]], [])]),
    "corpus_meteor": Row(corpus, PARAMETERS, undefined=[([[[]]], [[]])]),
    "cider": Row(corpus, AMONG_PICTURES, undefined=[([[["a"]]], [["a"]])]),
    "cider_d": Row(corpus, [*AMONG_PICTURES, {"corpus": PICTURES, "sigma": 1.5}], undefined=[([[["a"]]], [["a"]])]),
}

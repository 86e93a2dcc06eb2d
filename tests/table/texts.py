"""Metrics of texts."""

from . import Row

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat"]


def pairs(rng):
    n = rng.integers(1, 8)
    references = [list(rng.choice(WORDS, rng.integers(1, 9))) for _ in range(n)]
    hypotheses = [
        [w if rng.random() < 0.7 else str(rng.choice(WORDS)) for w in text][: 1 + rng.integers(9)]
        for text in references
    ]
    return references, hypotheses


def strings(rng):
    return tuple([" ".join(text) for text in texts] for texts in pairs(rng))


def true_twice(references, _):
    return references, references


def pair(rng):
    references, hypotheses = pairs(rng)
    return references[0], hypotheses[0]


ROWS = {
    "wer": Row(pair, best=true_twice, undefined=[([], ["a"]), ([], [])]),
    "word_accuracy": Row(pair, best=true_twice, undefined=[([], ["a"])]),
    "cer": Row(lambda rng: tuple(strings(rng)[i][0] for i in (0, 1)), best=true_twice, undefined=[("", "a")]),
    "edit_distance": Row(pair, [{}, {"substitution": 2, "transposition": 1}], best=true_twice),
    "corpus_wer": Row(pairs, best=true_twice, undefined=[([[]], [["a"]]), ([[]], [[]])]),
    "corpus_cer": Row(strings, best=true_twice, undefined=[([""], ["a"])]),
}

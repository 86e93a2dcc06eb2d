"""Scores of embeddings, of which each scores one text; the toy table has a vector for each word."""

from evalmetrics_book import toy_embedding, toy_words

from . import Row

TOY = list(toy_words())
WEIGHTS = dict(zip(TOY, range(1, 99), strict=False))


def text(rng):
    return " ".join(rng.choice(TOY, rng.integers(1, 7)))


def with_references(rng):
    return [text(rng) for _ in range(rng.integers(1, 4))], text(rng)


def said_again(references, _):
    return references, references[-1]


EMBED = {"embed": toy_embedding}
WEIGHED = {**EMBED, "idf": WEIGHTS}

ROWS = {
    "bert_score": Row(with_references, [EMBED, WEIGHED], best=said_again, undefined=[(["film"], "train")]),
    "word_movers_distance": Row(lambda rng: (text(rng), text(rng)), [EMBED], best=lambda one, _: (one, one)),
    "mover_score": Row(with_references, [EMBED, {**WEIGHED, "n": 2}], best=said_again),
}

"""Metrics of texts that have several references: BLEU, chrF, TER and ROUGE."""

from evalmetrics import rouge_l

from . import Row

WORDS = ["the", "a", "cat", "dog", "sat", "on", "mat"]


def text(rng, most=9):
    return [str(word) for word in rng.choice(WORDS, rng.integers(1, most))]


def changed(rng, words):
    return [word if rng.random() < 0.7 else str(rng.choice(WORDS)) for word in words][: 1 + rng.integers(9)]


def corpus(rng):
    texts = [text(rng) if rng.random() < 0.9 else [] for _ in range(rng.integers(1, 8))]
    return [[changed(rng, words) for _ in range(rng.integers(1, 4 if words else 2))] for words in texts], texts


def one(rng):
    lists, texts = corpus(rng)
    return lists[0], texts[0]


def in_sentences(rng):
    """The same where texts are lists of sentences."""
    texts = [[text(rng) for _ in range(rng.integers(1, 4))] for _ in range(rng.integers(2, 5))]
    return texts[1:], [changed(rng, sentence) for sentence in texts[rng.integers(len(texts))]]


def written(rng):
    lists, texts = corpus(rng)
    return [[" ".join(words) for words in references] for references in lists], [" ".join(words) for words in texts]


def one_written(rng):
    lists, texts = written(rng)
    return lists[0], texts[0]


def lengths(rng):
    return rng.integers(0, 9), rng.integers(0, 9)


def scores(rng):
    return ([rouge_l(*one(rng)) for _ in range(rng.integers(1, 9))],)


def right_answers(lists, _):
    texts = [[*references[0], *"abcd"] for references in lists]  # long enough for all n-grams
    return [[words] for words in texts], texts


def right_answer(references, _):
    return [[*references[0], *"ab"]], [*references[0], *"ab"]


def as_written(lists, _):
    texts = [f"{references[0]} mat" for references in lists]  # long enough for two letters
    return [[text] for text in texts], texts


def right_sentences(references, _):
    return references[:1], references[0]


SMOOTHINGS = [None, "floor", "add_k", "exponential", "add_one_all"]
BLEUS = [
    {"max_order": 1},
    {"max_order": 2, "zero_division": 1.0, "weights": [0.3, 0.7]},
    *[{"smoothing": smoothing, "effective_order": True} for smoothing in SMOOTHINGS],
    {"smoothing": "floor", "smoothing_value": 0.01, "reference_length": "shortest", "zero_division": 0.0},
]
CHRFS = [
    {},
    {"word_order": 2, "beta": 3.0, "whitespace": True},
    {"char_order": 2, "eps_smoothing": True, "lowercase": True},
]
TERS = [{}, {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}]
CHOICES = [{}, {"beta": 2.0, "reference_choice": "pooled"}, {"beta": 0.5, "reference_choice": "mean"}]
EMPTY = [([[]], [])]

ROWS = {
    "corpus_bleu": Row(corpus, BLEUS, best=right_answers, undefined=[([[[]]], [[]])]),
    "sentence_bleu": Row(one, BLEUS, undefined=EMPTY),
    "brevity_penalty": Row(lengths),
    "corpus_chrf": Row(written, CHRFS, best=as_written, undefined=[([[""]], ["a"]), ([[""]], [""])]),
    "sentence_chrf": Row(one_written, CHRFS, undefined=[([""], "a")]),
    "corpus_ter": Row(written, TERS, best=as_written, undefined=[([[""]], ["a"]), ([[""]], [""])]),
    "sentence_ter": Row(one_written, TERS, undefined=[([""], "a")]),
    "rouge_n": Row(one, [{"n": 1}, *({"n": 2} | choice for choice in CHOICES)], best=right_answer, undefined=EMPTY),
    "rouge_l": Row(one, CHOICES, best=right_answer, undefined=EMPTY),
    "rouge_lsum": Row(in_sentences, CHOICES, best=right_sentences, undefined=EMPTY),
    "rouge_w": Row(one, [{"weight": 2.0}, *CHOICES], best=right_answer, undefined=EMPTY),
    "rouge_s": Row(one, [{"max_skip": 1, "unigrams": True}, *CHOICES], best=right_answer, undefined=EMPTY),
    "corpus_rouge_n": Row(
        corpus,
        [{"n": 1}, {"n": 2, "beta": 2.0, "reference_choice": "pooled"}, {"n": 3, "beta": 0.5}],
        best=right_answers,
        undefined=[([[[]]], [[]])],
    ),
    "mean_rouge": Row(scores),
}

"""Contamination: sets of n-grams, ranks by chance, regression, models that have read and have not, bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk import ngrams
from statsmodels.regression.linear_model import OLS

from evalmetrics import (
    contamination_rate,
    cutoff_gap,
    exposure,
    ngram_containment,
    order_log_probs,
)
from evalmetrics_book import LetterModel, example_quiz, example_story

texts = st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=9), min_size=1, max_size=5)


@given(texts, texts, st.integers(1, 5))
def test_containment_is_that_of_runs_of_tokens(items, training, n):
    def share(item):
        grams = list(ngrams(item, min(n, len(item))))
        seen = {gram for text in training for gram in ngrams(text, len(grams[0]))}
        return sum(gram in seen for gram in grams) / len(grams)

    shares = np.array(list(map(share, items)))
    assert ngram_containment(items, training=training, n=n) == pytest.approx(shares.mean())
    assert contamination_rate(items, training=training, n=n) == (shares > 0).mean()
    found = contamination_rate(items, training=training, n=n, threshold=0.7)
    assert found == ((shares >= 0.7) & (shares > 0)).mean()


@given(texts, texts, st.integers(2, 5))
def test_longer_runs_are_rarer_and_whoever_reads_the_items_has_seen_them(items, training, n):
    assert contamination_rate(items, training=training, n=n) <= contamination_rate(items, training=training, n=n - 1)
    assert ngram_containment(items, training=[*training, *items], n=n) == 1
    assert ngram_containment(items, training=training, n=n) <= ngram_containment(
        items, training=[*training, ["c"] * 9], n=n
    )


def test_runs_do_not_reach_from_one_document_into_the_next():
    item = [list("abcd")]
    assert contamination_rate(item, training=[list("ab"), list("cd")], n=3) == 0
    assert contamination_rate(item, training=[list("abcd")], n=3) == 1
    assert contamination_rate(["The cat!"], training=["a cat, the cat"], n=2, tokenize="rouge") == 1


def test_short_items_are_looked_for_as_a_whole():
    training = [list("abcdefghijklmn")]
    assert contamination_rate([list("def")], training=training, n=13) == 1
    assert contamination_rate([list("fed")], training=training, n=13) == 0


def test_exposure_is_the_logarithm_of_the_candidates_less_that_of_the_rank():
    """Carlini and others (2019), section 4.3: log2 |R| - log2 rank."""
    rng = np.random.default_rng(0)
    for _ in range(50):
        scores = rng.normal(size=rng.integers(2, 60))
        rank = 1 + np.argsort(np.argsort(-scores))[0]
        assert exposure([scores[0]], [scores[1:]]) == pytest.approx(np.log2(len(scores)) - np.log2(rank))
    assert exposure([1.0, -1.0], [[0.0] * 15, [0.0] * 15]) == pytest.approx((4 + 0) / 2)
    assert exposure([0.0], [[0.0, -np.inf]]) == pytest.approx(np.log2(3 / 2))  # a tie counts against it


def test_of_a_canary_that_was_never_read_it_makes_a_p_value():
    rng = np.random.default_rng(1)
    p = np.array([2.0 ** -exposure([scores[0]], [scores[1:]]) for scores in rng.normal(size=(4000, 20))])
    for level in (0.05, 0.1, 0.5):
        assert (p <= level + 1e-12).mean() == pytest.approx(level, abs=0.02)
    tied = [2.0 ** -exposure([scores[0]], [scores[1:]]) for scores in rng.integers(0, 3, size=(2000, 20))]
    assert (np.array(tied) <= 0.1).mean() <= 0.1


def test_the_gap_is_the_slope_of_a_regression():
    rng = np.random.default_rng(0)
    for _ in range(30):
        scores, old = rng.normal(size=30), rng.random(30) < 0.4
        slope = OLS(scores, np.column_stack([np.ones(30), old])).fit().params[1]
        assert cutoff_gap(scores, old) == pytest.approx(slope)
        assert cutoff_gap(scores, ~old) == pytest.approx(-slope)


def test_orders_are_those_of_a_permutation():
    seen = []
    published, shuffled = order_log_probs(
        list("abcd"), lambda text: seen.append(text) or -len(seen), n_shuffles=5, rng=0
    )
    assert seen[-1] == "a\nb\nc\nd"
    assert published == -6
    assert shuffled.tolist() == [-1, -2, -3, -4, -5]
    assert all(sorted(text.split("\n")) == list("abcd") for text in seen)
    again = order_log_probs(list("abcd"), len, n_shuffles=5, rng=0)
    assert again[0] == 7
    assert (again[1] == 7).all()


def test_what_was_read_in_order_is_found_and_what_was_shuffled_is_not():
    quiz = example_quiz().iloc[:24]
    items = [f"{prompt} {answers[0]}." for prompt, answers in zip(quiz["prompt"], quiz["answers"], strict=True)]
    story = list(example_story()["text"])
    mixed = [items[i] for i in np.random.default_rng(3).permutation(24)]
    bits = {}
    for name, read in {"nothing": [], "in order": ["\n".join(items)], "shuffled": ["\n".join(mixed)]}.items():
        published, others = order_log_probs(items, LetterModel([*story, *read]).log_prob, n_shuffles=31, rng=0)
        bits[name] = exposure([published], [others])
    assert bits["in order"] == 5
    assert bits["nothing"] < 3
    assert bits["shuffled"] < 5


REFUSED = {
    "strings": (lambda: contamination_rate(["a b"], training=[["a"]]), TypeError, "items must be a list of texts"),
    "strings read": (lambda: ngram_containment([["a"]], training=["a b"]), TypeError, "training must be a list of"),
    "no tokens": (lambda: ngram_containment([[]], training=[["a"]]), ValueError, r"items\[0\] has no tokens"),
    "runs of nothing": (lambda: ngram_containment([["a"]], training=[["a"]], n=0), ValueError, "n must be at least 1"),
    "no others": (lambda: exposure([1.0], [[]]), ValueError, r"others\[0\]"),
    "others of others": (lambda: exposure([1.0, 2.0], [[1.0]]), ValueError, "same length"),
    "nan": (lambda: exposure([1.0], [[np.nan]]), ValueError, r"others\[0\] must hold numbers that can be put in order"),
    "nan canary": (lambda: exposure([np.nan], [[1.0]]), ValueError, "canary must hold numbers that can be put in"),
    "dates": (lambda: cutoff_gap([1, 0], [2019, 2024]), ValueError, "old must hold only 0 and 1"),
    "nan scores": (lambda: cutoff_gap([1, np.nan], [0, 1]), ValueError, "scores must hold finite numbers"),
    "different lengths": (lambda: cutoff_gap([1], [0, 1]), ValueError, "same length"),
    "one item": (lambda: order_log_probs(["a"], len), TypeError, "items must be a"),
    "no strings": (lambda: order_log_probs([1, 2], len), TypeError, r"items\[0\] must be a string, got 1"),
    "no shuffles": (lambda: order_log_probs(["a", "b"], len, n_shuffles=0), ValueError, "n_shuffles must be at"),
}


@pytest.mark.parametrize(("call", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_meant_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()

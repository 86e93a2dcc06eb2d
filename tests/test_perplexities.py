"""Perplexity and burstiness: printed values, nltk, scipy and scikit-learn, properties, bad input."""

import math

import nltk.lm
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

import evalmetrics
import evalmetrics_book
from evalmetrics import (
    bits_per_character,
    burstiness,
    corpus_perplexity,
    log_loss,
    mean_perplexity,
    perplexity,
    surprisal,
)
from evalmetrics_book import example_story, plot_surprisal

from .printed import rounds_to

TENTHS, HALF = np.log([0.1] * 4), np.log([0.5])
PRINTED = {
    "E-105 per text": (lambda: mean_perplexity([TENTHS, HALF]), "4.472136"),
    "E-105 per token": (lambda: corpus_perplexity([TENTHS, HALF]), "7.247797"),
    "E-110 per word": (lambda: perplexity([-2.0] * 10), "7.389056"),
    "004-062,E-112 most of a thousand": (lambda: burstiness([0] * 999 + [1]), "0.938663"),
    "E-112 even sentences": (lambda: burstiness([12, 11, 13, 12, 12]), "-0.899868"),
    "E-112 uneven sentences": (lambda: burstiness([3, 25, 8, 40, 5]), "-0.065148"),
    "004-062 no spread": (lambda: burstiness([4, 4, 4]), "-1"),
    "004-062 spread equals mean": (lambda: burstiness([0, 2]), "0"),
}
log_probs = st.lists(st.floats(-20, 0), min_size=1, max_size=10)
lists = st.lists(log_probs, min_size=1, max_size=6)
gaps = st.lists(st.integers(0, 50), min_size=1, max_size=20)


@pytest.mark.parametrize(("value", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(value, printed):
    assert rounds_to(value(), printed)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_perplexity_agrees_with_nltk_s_language_models(order):
    words = example_story().loc[1, "text"].lower().split()
    train, vocabulary = nltk.lm.preprocessing.padded_everygram_pipeline(order, [words[:1500]])
    model = nltk.lm.Laplace(order)
    model.fit(train, vocabulary)
    test = list(nltk.ngrams(words[1500:], order))
    bits = [model.logscore(gram[-1], gram[:-1]) for gram in test]
    assert perplexity(bits, base=2) == pytest.approx(model.perplexity(test), rel=1e-12)
    nats = np.array(bits) * np.log(2)
    assert perplexity(nats) == pytest.approx(model.perplexity(test), rel=1e-12)


def test_perplexity_is_the_exponential_of_log_loss():
    rng = np.random.default_rng(0)
    for k in (2, 5, 9):
        y_prob = rng.dirichlet(np.ones(k), size=40)
        y_true = np.r_[:k, rng.integers(k, size=40 - k)]
        given = np.log(y_prob[np.arange(40), y_true])
        assert perplexity(given) == pytest.approx(np.exp(metrics.log_loss(y_true, y_prob)), rel=1e-12)
        assert perplexity(given) == pytest.approx(np.exp(log_loss(y_true, y_prob)), rel=1e-12)


def test_expected_surprisal_is_scipy_s_entropy():
    rng = np.random.default_rng(1)
    for base in (2, math.e, 10):
        p = rng.dirichlet(np.ones(6))
        assert p @ surprisal(p, base=base) == pytest.approx(stats.entropy(p, base=base), rel=1e-12)


def test_burstiness_agrees_with_scipy_s_coefficient_of_variation():
    rng = np.random.default_rng(2)
    for _ in range(50):
        values = rng.exponential(size=rng.integers(2, 30))
        r = stats.variation(values)
        assert burstiness(values) == pytest.approx((r - 1) / (r + 1), rel=1e-12)


@given(log_probs)
def test_perplexity_is_the_inverse_geometric_mean(logs):
    assert perplexity(logs) == pytest.approx(1 / stats.gmean(np.exp(logs)), rel=1e-9)


@given(log_probs, st.floats(1.1, 20))
def test_the_base_does_not_matter(logs, base):
    assert perplexity(np.array(logs) / np.log(base), base=base) == pytest.approx(perplexity(logs), rel=1e-9)


@given(lists)
def test_a_corpus_scores_as_one_sequence(sequences):
    together = perplexity([value for sequence in sequences for value in sequence])
    assert corpus_perplexity(sequences) == pytest.approx(together, rel=1e-9)
    np.testing.assert_allclose(corpus_perplexity.statistics(sequences), [[-sum(s), len(s)] for s in sequences])


@given(lists)
def test_the_mean_is_geometric_and_weighs_sequences_alike(sequences):
    each = [perplexity(sequence) for sequence in sequences]
    assert mean_perplexity(sequences) == pytest.approx(stats.gmean(each), rel=1e-9)
    assert min(each) * (1 - 1e-9) <= mean_perplexity(sequences) <= max(each) * (1 + 1e-9)
    assert min(each) * (1 - 1e-9) <= corpus_perplexity(sequences) <= max(each) * (1 + 1e-9)


@given(log_probs, st.integers(1, 1000))
def test_bits_per_character_depend_on_the_text_and_not_on_its_pieces(logs, n):
    whole = bits_per_character([sum(logs)], n)
    assert bits_per_character(logs, n) == pytest.approx(whole, rel=1e-9, abs=1e-12)
    assert 2 ** (whole * n / len(logs)) == pytest.approx(perplexity(logs), rel=1e-9)


@given(gaps)
def test_of_n_gaps_burstiness_stays_below_a_bound_of_its_own(values):
    if sum(values) == 0:
        return
    root = np.sqrt(len(values) - 1)
    assert burstiness(values) <= (root - 1) / (root + 1) + 1e-12


@given(gaps.filter(any), st.integers(1, 9), st.randoms(use_true_random=False))
def test_burstiness_knows_neither_unit_nor_order(values, factor, random):
    shuffled = [factor * value for value in values]
    random.shuffle(shuffled)
    assert burstiness(shuffled) == pytest.approx(burstiness(values), abs=1e-12)


@pytest.mark.parametrize("n", [2, 3, 10, 1000])
def test_the_corrected_scale_has_the_same_ends_and_middle_for_every_n(n):
    assert burstiness([1] * n, corrected=True) == -1
    assert 1 - 1e-12 < burstiness([0] * (n - 1) + [1], corrected=True) <= 1
    spread = math.sqrt((n - 1) / (n + 1))  # expected of chance: n points thrown on a circle
    values = 1 + spread * np.sqrt(n - 1) * (np.arange(n) == 0) - spread / np.sqrt(n - 1) * (np.arange(n) > 0)
    assert burstiness(values, corrected=True) == pytest.approx(0, abs=1e-12)


def test_what_cannot_be_is_infinite():
    assert perplexity([-np.inf, -1.0]) == corpus_perplexity([[-np.inf], [-1.0]]) == math.inf
    assert corpus_perplexity.score(corpus_perplexity.total([[-np.inf], [-1.0]])) == math.inf
    assert surprisal(0) == math.inf
    assert bits_per_character([-np.inf], 3) == math.inf


def test_what_no_float_holds_is_infinite_and_a_mean_that_one_holds_is_not():
    assert perplexity([-800.0]) == math.inf
    assert mean_perplexity([[-800.0], [-1.0]]) == pytest.approx(math.exp(400.5))


def test_an_empty_text_adds_nothing_to_a_corpus():
    assert corpus_perplexity([[], [-1.0]]) == pytest.approx(math.e)
    assert bits_per_character([], 3) == 0


def test_one_gap_is_a_clock_and_has_no_corrected_value():
    assert burstiness([3]) == -1
    assert np.isnan(burstiness([3], corrected=True))


def test_a_clock_is_one_in_resamples_too():
    """Their deviation is taken from sums, of which rounding leaves something."""
    rows = burstiness.statistics([0.1] * 7)
    assert burstiness.score(rows.sum(axis=0)) == -1
    assert burstiness([0.1] * 7) == pytest.approx(-1)


def test_certainty_is_a_perplexity_of_one_and_no_negative_zero():
    assert perplexity([1e-12, 0]) == 1
    assert math.copysign(1, perplexity.statistics([0.0])[0, 0]) == 1
    assert math.copysign(1, surprisal(1)) == 1


def test_many_totals_are_scored_at_once():
    totals = np.array([[[np.log(8), 1], [0, 0]], [[0, 3], [2 * np.log(5), 2]]])
    np.testing.assert_allclose(corpus_perplexity.score(totals), [[8, np.nan], [1, 5]])
    assert isinstance(corpus_perplexity.score(totals[0, 0]), float)
    np.testing.assert_allclose(surprisal([[0.5, 0.25]], base=2), [[1, 2]])


def test_the_bars_are_surprisals_in_bits_and_the_line_is_their_mean():
    ax = plot_surprisal(["a", "b", "c"], np.log([0.5, 0.25, 0.125]))
    assert [bar.get_height() for bar in ax.patches] == pytest.approx([1, 2, 3])
    (mean,) = ax.lines
    np.testing.assert_allclose(mean.get_ydata(), [2, 2])
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "c"]


BAD = {
    "a token too few": ("plot_surprisal", (["a"], [-1.0, -2.0]), {}, ValueError, "tokens and log_probs must have"),
    "a text for tokens": ("plot_surprisal", ("a", [-1.0]), {}, TypeError, "tokens must be a list of tokens"),
    "probabilities": ("perplexity", ([0.5, 0.1],), {}, ValueError, "hold logarithms.*got 0.5; see np.log"),
    "nan": ("perplexity", ([-1, np.nan],), {}, ValueError, "log_probs must hold logarithms.*got nan"),
    "words": ("perplexity", (["a"],), {}, TypeError, "log_probs must be one sequence of numbers"),
    "a string": ("perplexity", ("abc",), {}, TypeError, "log_probs must be a list"),
    "sequences": ("perplexity", ([[-1.0], [-2.0]],), {}, TypeError, "log_probs must be one sequence"),
    "ragged": ("perplexity", ([[-1.0], [-2.0, -1.0]],), {}, ValueError, "log_probs must be one sequence"),
    "one sequence": ("corpus_perplexity", ([-1.0, -2.0],), {}, TypeError, r"list_of_log_probs\[0\] must be a list"),
    "one array": ("mean_perplexity", (np.array([-1.0]),), {}, TypeError, r"list_of_log_probs\[0\] must be"),
    "no sequences": ("corpus_perplexity", ([],), {}, TypeError, "list_of_log_probs must be a non-empty list"),
    "a bad one": ("corpus_perplexity", ([[-1.0], [0.5]],), {}, ValueError, r"list_of_log_probs\[1\] must hold"),
    "a table": ("corpus_perplexity", (pd.DataFrame({"a": [[-1.0]]}),), {}, TypeError, "got a DataFrame of shape"),
    "no probability": ("surprisal", ([0.5, 1.5],), {}, ValueError, "p must hold probabilities .*, got 1.5 at"),
    "below 0": ("surprisal", (-0.5,), {}, ValueError, "p must hold probabilities .*, got -0.5$"),
    "missing probability": ("surprisal", (np.nan,), {}, ValueError, "p must hold probabilities"),
    "probability in words": ("surprisal", ("a",), {}, TypeError, "p must hold numbers, got 'a'"),
    "ragged probabilities": ("surprisal", ([[0.5], [0.5, 0.1]],), {}, ValueError, "p must have rows of one length"),
    "masked": ("perplexity", (np.ma.masked_less([-1, -9], -5),), {}, ValueError, "log_probs holds masked entries"),
    "negative gap": ("burstiness", ([1, -1],), {}, ValueError, "intervals must hold finite numbers .*, got -1"),
    "infinite gap": ("burstiness", ([1, np.inf],), {}, ValueError, "intervals must hold finite"),
    "gaps in words": ("burstiness", (["1"],), {}, TypeError, "intervals must hold numbers"),
    "no gaps": ("burstiness", ([],), {}, ValueError, "intervals is empty"),
    "one gap": ("burstiness", (3,), {}, TypeError, "intervals must be a sequence"),
    "huge gaps": ("burstiness", ([1e200, 2e200],), {}, ValueError, "up to 2e.200 do not fit into a float: divide all"),
    "tiny gaps": ("burstiness", ([1e-200, 2e-200],), {}, ValueError, "up to 2e-200 do not fit into a float"),
    "no number of characters": ("bits_per_character", ([-1.0],), {}, TypeError, "needs n_characters"),
}


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_short_floats_are_computed_with_in_long_ones(dtype):
    gaps, p = np.array([1e-7, 2e-7, 8e-7], dtype=dtype), np.array([0.1, 0.001], dtype=dtype)
    assert evalmetrics.burstiness(gaps) == evalmetrics.burstiness(gaps.tolist())
    assert evalmetrics.surprisal(p).tolist() == evalmetrics.surprisal(p.tolist()).tolist()


@pytest.mark.parametrize(("function", "arguments", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_probabilities_and_gaps_are_named(function, arguments, options, error, message):
    with pytest.raises(error, match=message):
        getattr(evalmetrics_book if function.startswith("plot_") else evalmetrics, function)(*arguments, **options)

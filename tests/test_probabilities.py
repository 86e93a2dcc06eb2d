"""Scores of probabilities: printed values, scikit-learn and scipy, properties, bad input."""

from fractions import Fraction
from functools import partial
from math import e, inf, log

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from sklearn import calibration, metrics

from evalmetrics import (
    adaptive_calibration_error,
    bootstrap,
    brier_decomposition,
    brier_score,
    brier_skill_score,
    calibration_curve,
    cross_entropy,
    default_log_loss,
    entropy,
    expected_calibration_error,
    kl_divergence,
    log_loss,
    maximum_calibration_error,
    permutation_test,
    plot_calibration_curves,
    roc_auc,
)
from evalmetrics_book import plot_expected_losses, sharpen

from .printed import rounds_to

CLASSES = ["ant", "bee", "cat", "dog"]
WALKTHROUGH = [1] * 116 + [0] * 1884
SYSTEM_A = [0.51] * 9 + [0.001]
PRINTED = {
    "001-002 entropy of 1884 and 116": (lambda: default_log_loss(WALKTHROUGH), "0.22142861571952"),
    "E-42 constant 0.058": (lambda: log_loss(WALKTHROUGH, [0.058] * 2000), "0.221429"),
    "E-11 log loss of A": (lambda: log_loss([1] * 10, SYSTEM_A), "1.296786"),
    "E-107": (lambda: 2 ** cross_entropy([0.5, 0.5], [0.9, 0.1], base=2), "3.333333"),
    "004-058 three bits": (lambda: 2 ** entropy([1 / 8] * 8, base=2), "8"),
}


@pytest.mark.parametrize(("value", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(value, printed):
    assert rounds_to(value(), printed)


# Agreement with reference libraries.


def random_forecasts(*, count, weighted, binary, seed=0):
    """`count` random sets of up to 60 forecasts, some coarse so that they meet the edges of bins."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n, k = rng.integers(2, 60), 2 if binary else rng.integers(2, 5)
        prob = rng.dirichlet(np.full(k, rng.choice([0.3, 1, 5])), n)
        if binary:
            prob = rng.integers(0, 21, n) / 20 if rng.random() < 0.5 else prob[:, 1]
        truth = np.concatenate([np.arange(k), rng.integers(k, size=n)])[:n] if n >= k else rng.integers(k, size=n)
        labels = np.arange(k) if binary or n < k else np.array(CLASSES[:k])
        yield labels[truth], prob, rng.integers(1, 9, n) / 4 if weighted else None


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("binary", [False, True])
def test_log_loss_and_brier_score_agree_with_scikit_learn(binary, weighted):
    for y_true, prob, weight in random_forecasts(count=100, weighted=weighted, binary=binary):
        if len(set(y_true)) < (2 if binary else prob.shape[1]):
            continue
        given_to_truth = prob if binary else prob[np.arange(len(y_true)), np.searchsorted(np.unique(y_true), y_true)]
        options = {"sample_weight": weight}
        theirs = metrics.brier_score_loss(
            y_true, prob, scale_by_half=binary, **options, **({"pos_label": max(y_true)} if binary else {})
        )
        assert brier_score(y_true, prob, **options) == pytest.approx(theirs)
        if given_to_truth.min() > 1e-9 and given_to_truth.max() < 1:
            assert log_loss(y_true, prob, **options) == pytest.approx(metrics.log_loss(y_true, prob, **options))


@pytest.mark.parametrize("base", [e, 2, 10, 1.5])
def test_entropies_agree_with_scipy(base):
    rng = np.random.default_rng(0)
    for _ in range(200):
        k = rng.integers(1, 8)
        p, q = rng.dirichlet(np.ones(k)), rng.dirichlet(np.ones(k))
        p[rng.random(k) < 0.2] = 0
        if not p.any():
            continue
        p /= p.sum()
        assert entropy(p, base=base) == pytest.approx(stats.entropy(p, base=base), abs=1e-12)
        assert kl_divergence(p, q, base=base) == pytest.approx(stats.entropy(p, q, base=base), abs=1e-12)


@pytest.mark.parametrize("bins", [1, 2, 5, 8, 11, 16])
def test_calibration_curve_agrees_with_scikit_learn(bins):
    """On numbers of bins for which both put the edges at the same place."""
    for y_true, prob, _ in random_forecasts(count=200, weighted=False, binary=True):
        if len(set(y_true)) < 2 or (np.linspace(0, 1, bins + 1) != np.arange(bins + 1) / bins).any():
            continue
        curve = calibration_curve(y_true, prob, bins=bins).dropna()
        observed, predicted = calibration.calibration_curve(y_true, prob, n_bins=bins, pos_label=max(y_true))
        np.testing.assert_allclose(curve["predicted"], predicted)
        np.testing.assert_allclose(curve["observed"], observed, atol=1e-15)


def slow_calibration_error(y_true, prob, bins):
    """The definition, one bin after the other, edges as exact fractions."""
    total = Fraction(0)
    for i in range(bins):
        low, high = Fraction(i, bins), Fraction(i + 1, bins)
        inside = [(y, p) for y, p in zip(y_true, prob, strict=True) if low < p <= high or (i == 0 and p == 0)]
        total += abs(sum((y - p for y, p in inside), Fraction(0)))
    return total / len(prob)


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 64).map(lambda k: Fraction(k, 64))), min_size=1),
    st.sampled_from([1, 2, 4, 8]),
)
def test_expected_calibration_error_is_its_definition(pairs, bins):
    y_true, prob = zip(*pairs, strict=True)
    exact = slow_calibration_error(y_true, prob, bins)
    assert expected_calibration_error(y_true, [float(p) for p in prob], bins=bins) == pytest.approx(float(exact))


@pytest.mark.parametrize("matrix", [False, True])
def test_brier_skill_score_agrees_with_scikit_learn(matrix):
    rng = np.random.default_rng(5)
    y_true, prob = rng.integers(0, 3 if matrix else 2, 200), rng.dirichlet([1, 1, 1], 200)
    weights = rng.integers(1, 4, 200)
    given = prob if matrix else prob[:, 0]
    theirs = metrics.d2_brier_score(y_true, given, sample_weight=weights)
    assert brier_skill_score(y_true, given, sample_weight=weights) == pytest.approx(theirs)


@pytest.mark.parametrize("bins", [2, 4, 10])
def test_equal_counts_are_the_quantiles_of_scikit_learn_where_bins_divide_the_examples(bins):
    rng = np.random.default_rng(bins)
    p = rng.beta(1, 4, 20 * bins)
    y_true = (rng.random(len(p)) < p).astype(int)
    observed, predicted = calibration.calibration_curve(y_true, p, n_bins=bins, strategy="quantile")
    ours = adaptive_calibration_error(y_true, p, bins=bins)
    assert ours == pytest.approx(np.abs(observed - predicted).mean())


def test_equal_forecasts_stay_together_whatever_the_weights():
    y_true, p = [0, 1, 1, 0, 1], [0.2, 0.2, 0.2, 0.2, 0.9]
    assert adaptive_calibration_error(y_true, p, bins=3) == pytest.approx((4 * 0.3 + 0.1) / 5)
    thirds = adaptive_calibration_error(y_true, p, bins=3, sample_weight=[0.1] * 5)
    assert thirds == pytest.approx(adaptive_calibration_error(y_true, p, bins=3))


def test_the_largest_error_is_that_of_the_worst_bin():
    rng = np.random.default_rng(0)
    p = rng.random(300)
    y_true = (rng.random(300) < p**2).astype(int)
    curve = calibration_curve(y_true, p, bins=15)
    worst = (curve["observed"] - curve["predicted"]).abs().max()
    assert maximum_calibration_error(y_true, p, bins=15) == pytest.approx(worst)
    assert maximum_calibration_error([1], [0.3]) == pytest.approx(0.7)


# Properties.


@st.composite
def forecasts(draw, *, binary=None, weighted=False):
    """Observed classes, probabilities and the class names; a probability may be 0 or 1."""
    n, k = draw(st.integers(1, 12)), draw(st.integers(2, 4))
    binary = draw(st.booleans()) if binary is None else binary
    k = 2 if binary else k
    shares = draw(arrays(np.int64, (n, k), elements=st.integers(0, 6)))
    shares[shares.sum(axis=1) == 0] = 1
    prob = shares / shares.sum(axis=1, keepdims=True)
    codes = draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n))
    y_true = [CLASSES[code] for code in codes]
    weights = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any)) if weighted else None
    return (y_true, prob[:, 1] if binary else prob, CLASSES[:k], *([weights] if weighted else []))


SCORES = {
    "log_loss": log_loss,
    "brier_score": brier_score,
    "calibration_error": partial(expected_calibration_error, top_label=True),
}
EVERY_SCORE = pytest.mark.parametrize("score", SCORES.values(), ids=SCORES)


def agree(one, other):
    return one == other or one == pytest.approx(other, abs=1e-12)


@pytest.mark.parametrize(("name", "worst"), [("log_loss", inf), ("brier_score", 2), ("calibration_error", 1)])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_certainty_of_what_did_not_happen_is_the_worst(name, worst, k):
    assert SCORES[name](np.arange(k), np.roll(np.eye(k), 1, axis=1)) == worst


@EVERY_SCORE
@given(forecasts(binary=False), st.randoms(use_true_random=False))
def test_order_of_examples_and_of_columns_does_not_matter(score, drawn, random):
    y_true, prob, labels = drawn
    if score is SCORES["calibration_error"]:  # of equals it takes the first, so there must be none
        prob = (prob + 0.1 * np.eye(len(labels))[prob.argmax(axis=1)]) / 1.1
    rows, columns = list(range(len(y_true))), list(range(len(labels)))
    random.shuffle(rows)
    random.shuffle(columns)
    moved = score([y_true[i] for i in rows], prob[np.ix_(rows, columns)], labels=[labels[j] for j in columns])
    assert agree(moved, score(y_true, prob, labels=labels))


@given(forecasts(binary=True))
def test_a_vector_says_what_two_columns_say(drawn):
    y_true, prob, labels = drawn
    matrix = np.column_stack([1 - prob, prob])
    assert agree(log_loss(y_true, prob, labels=labels), log_loss(y_true, matrix, labels=labels))
    assert agree(2 * brier_score(y_true, prob, labels=labels), brier_score(y_true, matrix, labels=labels))
    top = partial(expected_calibration_error, labels=labels, top_label=True)
    assert agree(top(y_true, prob), top(y_true, matrix))


def test_an_impossible_event_without_weight_costs_nothing():
    y_true, p, weight = [1, 0], [0.0, 0.5], [0, 2]
    assert log_loss(y_true, p, sample_weight=weight) == log(2)
    assert log_loss.score(log_loss.total(y_true, p, sample_weight=weight)) == log(2)
    replicates = bootstrap(log_loss, y_true, p, sample_weight=weight, rng=0).replicates
    assert set(replicates[~np.isnan(replicates)]) == {log(2)}  # nan where nothing with weight was drawn


distributions = st.integers(1, 5).flatmap(
    lambda k: st.tuples(*[arrays(np.int64, k, elements=st.integers(0, 9)).filter(np.any)] * 2)
)


@given(distributions)
def test_cross_entropy_is_entropy_plus_divergence(shares):
    p, q = (counts / counts.sum() for counts in shares)
    assert 0 <= entropy(p) <= log(len(p)) + 1e-12
    assert kl_divergence(p, q) >= -1e-12
    assert agree(cross_entropy(p, q), entropy(p) + kl_divergence(p, q))
    assert cross_entropy(p, q, base=2) == pytest.approx(cross_entropy(p, q) / log(2))
    assert (kl_divergence(p, q) == inf) == bool(((p > 0) & (q == 0)).any())


@given(forecasts(binary=False))
def test_with_one_hot_labels_divergence_and_cross_entropy_are_the_log_loss(drawn):
    y_true, prob, labels = drawn
    one_hot = np.array([[label == y for label in labels] for y in y_true])
    loss = log_loss(y_true, prob, labels=labels)
    assert agree(float(np.mean(kl_divergence(one_hot, prob))), loss)
    assert agree(float(np.mean(cross_entropy(one_hot, prob))), loss)


@given(forecasts(weighted=True))
def test_default_log_loss_is_the_entropy_of_the_labels_and_what_their_shares_lose(drawn):
    y_true, _, _, weights = drawn
    kept = np.repeat(y_true, weights)
    shares = pd.Series(kept).value_counts(normalize=True).sort_index()
    assert agree(default_log_loss(y_true, sample_weight=weights), entropy(shares))
    if len(shares) > 1:
        assert agree(default_log_loss(kept), log_loss(kept, np.tile(shares, (len(kept), 1))))


@given(forecasts(binary=True, weighted=True), st.sampled_from([None, 1, 2, 3, 10]))
def test_the_parts_of_a_brier_score_add_up(drawn, bins):
    y_true, prob, labels, weights = drawn
    parts = brier_decomposition(y_true, prob, bins=bins, labels=labels, sample_weight=weights)
    assert parts.score == pytest.approx(brier_score(y_true, prob, labels=labels, sample_weight=weights), abs=1e-12)
    assert min(parts.reliability, parts.resolution, parts.uncertainty) >= 0
    assert parts.resolution <= parts.uncertainty + 1e-12
    added = parts.reliability - parts.resolution + parts.uncertainty + parts.within
    assert added == pytest.approx(parts.score, abs=1e-12)
    if bins is None:
        assert parts.within == 0


def test_a_decomposed_score_is_the_brier_score_wherever_a_number_will_do():
    rng = np.random.default_rng(0)
    y_true, prob = rng.integers(2, size=50), rng.integers(5, size=50) / 4
    parts = brier_decomposition(y_true, prob)
    assert float(parts) == parts.score == pytest.approx(brier_score(y_true, prob))
    assert round(parts, 1) < 1
    assert bootstrap(brier_decomposition, y_true, prob, rng=0).estimate == parts


@given(forecasts(binary=True), st.integers(1, 12))
def test_a_calibration_curve_keeps_every_forecast_in_its_bin(drawn, bins):
    y_true, prob, labels = drawn
    curve = calibration_curve(y_true, prob, bins=bins, labels=labels)
    assert len(curve) == bins
    assert curve["count"].sum() == len(prob)
    assert curve["count"].dtype.kind == "i"
    filled = curve[curve["count"] > 0]
    assert (filled["predicted"] >= filled.index.left - 1e-12).all()
    assert (filled["predicted"] <= filled.index.right + 1e-12).all()
    assert curve[curve["count"] == 0][["predicted", "observed"]].isna().all(axis=None)
    assert np.average(filled["observed"], weights=filled["count"]) == pytest.approx(
        np.mean(np.array(y_true) == labels[1])
    )


def test_bins_are_closed_on_the_right_and_the_first_on_both_sides():
    curve = calibration_curve([0, 1, 1, 0, 1], [0.0, 0.1, 0.2, 0.3, 1.0], bins=10)
    assert curve["count"].to_list() == [2, 1, 1, 0, 0, 0, 0, 0, 0, 1]
    for bins in range(1, 60):
        edges = [i / bins for i in range(1, bins + 1)]
        assert calibration_curve([0, 1] * bins, edges * 2, bins=bins)["count"].eq(2).all()


# Labels.


@pytest.mark.parametrize(
    ("y_true", "labels"),
    [
        ([0, 1, 1], None),
        ([1, 1, 1], None),
        ([-1, 1, 1], None),
        ([-1, -1, -1], None),
        ([False, True, True], None),
        (np.array([True, True, True]), None),
        (["no", "yes", "yes"], ["no", "yes"]),
        (["yes", "yes", "yes"], ["no", "yes"]),
        ([7, 5, 5], [7, 5]),
        (pd.Series(["no", "yes", "yes"], index=[9, 9, 9]), ["no", "yes"]),
    ],
)
def test_a_vector_is_about_the_last_of_two_labels(y_true, labels):
    event = 1 if labels is None else labels[1]
    lost = [0.01 if label == event else 0.81 for label in y_true]
    assert brier_score(y_true, [0.9, 0.9, 0.9], labels=labels) == pytest.approx(np.mean(lost))


@pytest.mark.parametrize("y_true", [[1, 2], [2, 1, 1], ["no", "yes"], ["yes", "yes"], [5, 7], [-1, 0], [0, 1, 2]])
def test_labels_that_do_not_say_which_is_positive_are_refused_by_all_alike(y_true):
    """Of 1 and 2 one library takes the first for the event, another the second."""
    p = np.linspace(0.1, 0.9, len(y_true))
    for score in (*SCORES.values(), calibration_curve, brier_decomposition):
        with pytest.raises(ValueError, match=r"y_prob is a vector, for the second of two classes, .* with labels="):
            score(y_true, p)
    with pytest.raises(ValueError, match="y_true"):
        roc_auc(y_true, p)


def test_a_frame_names_its_columns():
    prob = pd.DataFrame([[0.9, 0.1], [0.2, 0.8]], columns=["b", "a"], index=[3, 4])
    assert log_loss(["b", "a"], prob) == pytest.approx(-log(0.72) / 2)
    assert log_loss(["b", "b"], prob) == pytest.approx(-log(0.18) / 2)
    with pytest.raises(ValueError, match=r"labels must follow the columns of y_prob, \['b', 'a'\], got \['a', 'b'\]"):
        log_loss(["b", "a"], prob, labels=["a", "b"])
    numbered = prob.set_axis(range(2), axis=1)
    assert log_loss(["b", "a"], numbered, labels=["b", "a"]) == log_loss(["b", "a"], prob)
    with pytest.raises(ValueError, match=r"y_true holds \['b', 'a'\], missing from the classes \[0, 1\]"):
        log_loss(["b", "a"], numbered)


def test_single_precision_may_miss_1_by_its_own_rounding():
    prob = np.full((1, 3), 1 / 3, dtype=np.float32) + np.float32(2e-5)
    assert log_loss(["a"], prob, labels=list("abc")) == pytest.approx(log(3), abs=1e-3)
    with pytest.raises(ValueError, match="y_prob must sum to 1"):
        log_loss(["a"], prob.astype(np.float64), labels=list("abc"))


@pytest.mark.filterwarnings("error")
def test_a_bootstrap_of_an_infinite_loss_is_infinite_or_finite_and_never_nan():
    replicates = bootstrap(log_loss, np.array([1, 1, 0, 1]), np.array([0.5, 0.0, 0.5, 0.5]), rng=0).replicates
    assert set(np.round(replicates, 9)) == {inf, round(log(2), 9)}


# Bad input.

TWO, MATRIX = ([0, 1], [0.3, 0.6]), (["a", "b"], [[0.7, 0.3], [0.4, 0.6]])
BAD = {
    "lengths": ((["a", "b", "a"], [0.3, 0.6]), {}, ValueError, "y_true and y_prob must have the same length.* 3.* 2"),
    "empty": (([], []), {}, ValueError, "y_true is empty"),
    "no probabilities": ((["a"], []), {}, ValueError, r"y_prob must be a non-empty.* got \(0,\)"),
    "3-d": ((["a"], [[[1.0]]]), {}, ValueError, r"y_prob must be .*vector or a matrix.* got \(1, 1, 1\)"),
    "ragged": ((["a", "b"], [[0.5, 0.5], [1.0]]), {}, ValueError, "y_prob must have one number of columns"),
    "one number": ((["a"], 0.5), {}, TypeError, "y_prob must be a sequence of probabilities, got 0.5"),
    "strings": ((["a", "b"], ["0.5", "0.5"]), {}, TypeError, "y_prob must hold numbers, got text: '0.5' at"),
    "None": ((["a", "b"], [0.5, None]), {}, TypeError, "y_prob must hold numbers, got dtype object"),
    "nan": ((["a", "b"], [0.5, np.nan]), {}, ValueError, "y_prob must hold probabilities from 0 to 1, .*nan"),
    "above 1": ((["a", "b"], [0.5, 1.5]), {}, ValueError, "from 0 to 1, got 1.5 at position 1"),
    "sums": ((["a", "b"], [[0.7, 0.3], [0.7, 0.2]]), {}, ValueError, "row 1 of y_prob must sum to 1, got 0.9"),
    "three columns": ((["a", "b"], np.eye(3)[:2]), {}, ValueError, r"y_prob has 3 columns, but .*\['a'"),
    "vector of three": ((list("abc"), [0.1, 0.2, 0.3]), {"labels": list("abc")}, ValueError, "is a vector, for two"),
    "a table of labels": ((pd.DataFrame({"y": [0, 1]}), [0.3, 0.6]), {}, ValueError, "y_true must be 1-d"),
    "a table of one column": (([0, 1], pd.DataFrame({"p": [0.3, 0.6]})), {}, ValueError, "row 0 of y_prob"),
    "unknown label": (MATRIX, {"labels": ["a", "c"]}, ValueError, r"y_true holds \['b'\], missing from .*\['a', 'c'\]"),
    "labels twice": (MATRIX, {"labels": ["a", "a"]}, ValueError, "labels must list each label once"),
    "too many labels": (MATRIX, {"labels": ["a", "b", "c"]}, ValueError, "y_prob has 2 columns, but the classes are"),
    "labels in a string": (MATRIX, {"labels": "ab"}, TypeError, "labels must be a sequence"),
    "missing label": ((["a", None], [0.3, 0.6]), {}, ValueError, "y_true holds missing"),
    "nan label": (([1.0, np.nan], [0.3, 0.6]), {}, ValueError, "y_true holds nan"),
    "scores as labels": (([0.2, 0.8], [0.3, 0.6]), {}, ValueError, "y_true holds fractions"),
    "mixed labels": (([1, "a"], [0.3, 0.6]), {}, TypeError, "y_true mixes numbers and text"),
}


@EVERY_SCORE
@pytest.mark.parametrize(("samples", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_forecasts_are_named(score, samples, options, error, message):
    with pytest.raises(error, match=message):
        score(*samples, **options)


@pytest.mark.parametrize("reader", [calibration_curve, expected_calibration_error, brier_decomposition])
def test_a_matrix_where_one_probability_is_due_and_a_lack_of_bins_are_named(reader):
    with pytest.raises(ValueError, match="bins must be at least 1, got 0"):
        reader(*TWO, bins=0)
    with pytest.raises(ValueError, match=r"y_prob must hold one probability per example, got shape \(2, 2\)"):
        reader(*MATRIX)


BAD_DISTRIBUTIONS = {
    "sum": (([0.5, 0.6], [0.5, 0.5]), ValueError, "p must sum to 1, got 1.1"),
    "sum of q": (([0.5, 0.5], [0.5, 0.4]), ValueError, "q must sum to 1, got 0.9"),
    "row": (([[0.5, 0.5]] * 2, [[0.5, 0.5], [0.5, 0.4]]), ValueError, "row 1 of q must sum to 1, got 0.9"),
    "shapes": (([0.5, 0.5], [1.0]), ValueError, r"p and q must have the same shape.* p has \(2,\), q has \(1,\)"),
    "negative": (([1.5, -0.5], [0.5, 0.5]), ValueError, "p must hold probabilities from 0 to 1"),
    "nan": (([0.5, 0.5], [np.nan, 0.5]), ValueError, "q must hold probabilities from 0 to 1"),
    "text": (("ab", [0.5, 0.5]), TypeError, "p must be a sequence of probabilities, got 'ab'"),
    "empty": (([], []), ValueError, "p must be a non-empty"),
}


def test_kl_divergence_is_not_below_0_where_sums_are_not_quite_1():
    assert kl_divergence([1 - 5e-7, 0], [1, 0]) == 0


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_short_floats_that_log_loss_takes_are_distributions(dtype):
    """Ten times float16's 0.1 is 0.9998."""
    rows = np.full((2, 10), 0.1, dtype=dtype)
    assert entropy(rows) == pytest.approx(np.log([10, 10]), rel=1e-3)
    assert entropy(rows[0]) == entropy(rows)[0]
    assert log_loss([0, 1], rows, labels=range(10)) == pytest.approx(np.log(10), rel=1e-3)


@pytest.mark.parametrize("dtype", [">i8", ">f8", np.float16, np.longdouble])
def test_labels_may_be_of_any_width_and_byte_order(dtype):
    labels = np.array([1, 0, 1], dtype=dtype)
    assert log_loss(labels, [0.9, 0.5, 0.8]) == log_loss([1, 0, 1], [0.9, 0.5, 0.8])
    assert default_log_loss(labels) == default_log_loss([1, 0, 1])


def test_columns_may_be_named_by_truth_values_and_be_nullable():
    table = pd.DataFrame([[0.1, 0.9], [0.6, 0.4]], columns=[False, True])
    for frame in (table, table.iloc[:, ::-1], table.astype("Float64"), table.astype({True: "Float64"})):
        for y_true in ([True, False], [1, 0]):
            assert log_loss(y_true, frame) == -np.log([0.9, 0.6]).mean()


@pytest.mark.parametrize("function", [cross_entropy, kl_divergence])
@pytest.mark.parametrize(("pair", "error", "message"), BAD_DISTRIBUTIONS.values(), ids=BAD_DISTRIBUTIONS)
def test_bad_distributions_are_named(function, pair, error, message):
    with pytest.raises(error, match=message):
        function(*pair)


def test_labels_for_the_default_are_checked():
    with pytest.raises(ValueError, match="y_true is empty"):
        default_log_loss([])
    with pytest.raises(ValueError, match="y_true holds missing"):
        default_log_loss(["a", None])
    with pytest.raises(ValueError, match="sample_weight"):
        default_log_loss(["a", "b"], sample_weight=[1])
    assert default_log_loss(["a", "a"]) == 0


# Examples and figures.


def test_calibration_plot_shows_the_curve_its_counts_and_their_intervals():
    curve = calibration_curve([0, 1, 1, 1], [0.2, 0.2, 0.9, 0.9], bins=5)
    weighted = calibration_curve([0, 1], [0.2, 0.9], sample_weight=[0.5, 2.5])
    ax, of_weighted = plot_calibration_curves({"mine": curve, "weighted": weighted})
    np.testing.assert_allclose(ax.lines[-1].get_xydata(), [[0.2, 0.5], [0.9, 1.0]])
    assert [text.get_text() for text in ax.texts] == ["2", "2"]
    assert len(ax.lines) == 4
    assert ax.get_title(loc="left") == "mine"
    assert len(of_weighted.lines) == 2
    assert ax.figure is of_weighted.figure


def test_bins_of_few_examples_are_hollow_and_no_line_runs_through_them():
    y, p = [0] * 5 + [1] + [0, 1, 1, 1, 1], [0.1] * 5 + [0.5] + [0.9] * 5
    (ax,) = plot_calibration_curves({"": calibration_curve(y, p)})
    many, few = ax.lines[-2:]
    np.testing.assert_allclose(many.get_xydata(), [[0.1, 0.0], [0.9, 0.8]])
    np.testing.assert_allclose(few.get_xydata(), [[0.5, 1.0]])
    assert (many.get_linestyle(), few.get_linestyle()) == ("-", "None")
    assert few.get_markerfacecolor() == "white"


def test_louder_forecasts_keep_their_order_and_their_side_of_one_half():
    p = np.array([0.0, 0.1, 0.4, 0.5, 0.9, 1.0])
    for factor in (0.1, 1, 10):
        louder = sharpen(p, factor)
        assert (np.diff(louder) > 0).all()
        np.testing.assert_array_equal(np.sign(louder - 0.5), np.sign(p - 0.5))
    np.testing.assert_allclose(sharpen(sharpen(p, 4), 1 / 4), p)
    with pytest.raises(ValueError, match="factor must be a finite number above 0"):
        sharpen(p, 0)
    with pytest.raises(ValueError, match="y_prob must hold probabilities from 0 to 1"):
        sharpen([2.0], 1)


def test_losses_are_drawn_with_their_minima():
    losses = {"log": lambda p: -np.log(p), "absolute": lambda p: 1 - p}
    ax = plot_expected_losses(losses, 0.7)
    minima = [line.get_xydata()[0][0] for line in ax.lines if line.get_marker() not in ("None", None, "")]
    np.testing.assert_allclose(minima, [0.7, 1.0])
    at_certainty = plot_expected_losses(losses).lines[0].get_xydata()
    np.testing.assert_allclose(at_certainty[500], [0.5, log(2)])


@pytest.mark.parametrize(
    ("draw", "error", "message"),
    [
        (lambda: plot_calibration_curves({"a": [1, 2]}), TypeError, "curve must be a DataFrame"),
        (lambda: plot_calibration_curves({}), ValueError, "curves is empty"),
        (lambda: plot_expected_losses({}), ValueError, "losses is empty"),
        (lambda: plot_expected_losses({"a": abs}, 1.5), ValueError, "probability must lie between"),
    ],
)
def test_bad_figures_are_named(draw, error, message):
    with pytest.raises(error, match=message):
        draw()


def test_answers_change_sides_by_the_names_of_their_columns():
    rng = np.random.default_rng(0)
    y_true, (p_1, p_2) = np.arange(30) % 3, rng.dirichlet(np.ones(3), (2, 30))
    error, options = expected_calibration_error.given(top_label=True), {"n_resamples": 200, "rng": 0}
    tables = pd.DataFrame(p_1), pd.DataFrame(p_2)[[2, 0, 1]]
    assert permutation_test(error, y_true, *tables, **options) == permutation_test(error, y_true, p_1, p_2, **options)

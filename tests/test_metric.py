"""The contract of a metric: how anybody declares one, and what it can then do; `test_every_metric.py` tries ours."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from functools import partial

import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
from evalmetrics.kinds.results import Score
from evalmetrics.metric import (
    of_added_classes,
    of_classes,
    of_matrix,
    of_ranking,
    of_samples,
    of_sums,
    of_values,
    of_weights,
)

rng = np.random.default_rng(0)
Y_TRUE = rng.choice(["a", "b", "c"], 80)
Y_PRED = np.where(rng.random(80) < 0.7, Y_TRUE, rng.choice(["a", "b", "c"], 80))
LABELS, SCORES = (Y_TRUE == "a").astype(int), rng.normal(Y_TRUE == "a").round(1)
NUMBERS = rng.normal(size=(2, 80))
TEXTS = [list(rng.choice(["x", "y", "z"], n)) for n in rng.integers(1, 9, 80)]
SAID_AND_HEARD = [TEXTS, [[*text[1:], "x"] for text in TEXTS]]
AB = [*"ab"], [*"ab"]
calls = []


# A stranger's metrics, five lines each, beside ours.


@of_matrix
def right(matrix):
    calls.append("right")
    return np.einsum("ii...->...", matrix) / matrix.sum((0, 1))


@of_classes
def found(tp, observed, *, power=1):
    return (tp / observed) ** power


@of_values(found)
def mean_found(values):
    return values.mean(0)


def edits_and_words(said, heard):
    return em.edit_distance(said, heard), len(said)


@of_sums(edits_and_words)
def edits_a_word(edits, words):
    calls.append("edits_a_word")
    return edits / words


@of_ranking
def in_order(positives, negatives):
    above = positives.cumsum() - positives / 2
    return negatives @ above / (positives.sum() * negatives.sum())


@of_weights(lambda true, pred: abs(true - pred))
def weighted_size(weights, sizes):
    return weights @ sizes / weights.sum()


@of_samples
def middle_size(true, pred, *, scale=1.0):
    return scale * np.median(np.abs(np.subtract(true, pred)))


OURS = {  # theirs, ours, data
    "right": (right, em.accuracy, (Y_TRUE, Y_PRED)),
    "found": (found, em.recall, (Y_TRUE, Y_PRED)),
    "mean_found": (mean_found, em.balanced_accuracy, (Y_TRUE, Y_PRED)),
    "edits_a_word": (edits_a_word, em.corpus_wer, SAID_AND_HEARD),
    "in_order": (in_order, em.roc_auc, (LABELS, SCORES)),
    "weighted_size": (weighted_size, em.mean_absolute_error, NUMBERS),
}
STRANGERS = pytest.mark.parametrize("name", OURS)


@STRANGERS
def test_a_stranger_s_metric_scores_as_ours_does(name):
    theirs, ours, data = OURS[name]
    np.testing.assert_allclose(theirs(*data), ours(*data), rtol=1e-12)
    assert theirs.card is None
    if name != "weighted_size":  # which draws examples one by one, ours kinds of them
        resampled = [em.bootstrap(metric, *data, n_resamples=40, rng=3).replicates for metric in (theirs, ours)]
        np.testing.assert_allclose(*resampled, rtol=1e-12)
        parts = [theirs.total(*(sample[part] for sample in data)) for part in (slice(0, 30), slice(30, 80))]
        np.testing.assert_allclose(theirs.score(sum(parts)), ours(*data), rtol=1e-12)


@STRANGERS
def test_a_metric_that_can_be_imported_goes_to_other_processes(name):
    metric, _, data = OURS[name]
    assert pickle.loads(pickle.dumps(metric)) is copy.copy(metric) is copy.deepcopy(metric) is metric
    if name != "weighted_size":
        assert pickle.loads(pickle.dumps(metric.total))(*data) == metric.total(*data)


@pytest.mark.parametrize("name", ["right", "edits_a_word"])
def test_resamples_are_scored_together(name):
    calls.clear()
    em.bootstrap(OURS[name][0], *OURS[name][2], n_resamples=1000, rng=0)
    assert len(calls) < 50


def riding(definition):
    definition.__name__ = "right"
    return of_matrix(definition)


def test_a_definition_that_lets_no_resamples_ride_along_is_scored_one_by_one():
    expected = em.bootstrap(em.accuracy, Y_TRUE, Y_PRED, n_resamples=60, rng=0).replicates
    for definition in [
        lambda cells: np.trace(cells) / cells.sum(),
        lambda cells: sum(cells[i, i] for i in range(3)) / cells.sum(),
        lambda cells: cells.trace() / cells.sum((0, 1)) if cells[0, 0] > -1 else 0.0,
        lambda cells: float(cells.trace()) / float(cells.sum()),
        lambda cells: cells.trace() / cells.sum((0, 1)) - (cells.ndim == 3),
    ]:
        replicates = em.bootstrap(riding(definition), Y_TRUE, Y_PRED, n_resamples=60, rng=0).replicates
        np.testing.assert_allclose(replicates, expected)


@em.of_sums(lambda x: (x, 1))
def no_more_than_there_are(x, n):
    return np.minimum(x, n.max())  # the largest of all data sets, where many are scored in one call


@pytest.mark.parametrize("place", [0, 2, 4])
def test_a_definition_that_mixes_up_data_sets_is_found_out_though_the_extremes_are_right(place):
    sums = [[0, 9], [9, 9], [1, 9], [1, 9]]
    sums.insert(place, [3, 2])
    assert no_more_than_there_are.score(sums).tolist() == [no_more_than_there_are.score(each) for each in sums]


def test_a_score_past_a_bound_of_its_card_is_put_there_for_a_rounding_error_and_shown_for_a_mistake():
    assert em.brier_score.card.high == 2
    assert em.brier_score.score([8 + 1e-12, 4]) == 2
    assert em.brier_score.score([-1e-12, 4]) == 0
    assert em.brier_score.score([8.0004, 4]) == 8.0004 / 4
    assert em.brier_score.score([-0.0004, 4]) == -0.0004 / 4


def test_a_function_that_uses_the_package_can_be_sent_to_another_process():
    """What it closes over goes by reference."""
    assert pickle.loads(pickle.dumps(partial(em.f_score, beta=2)))(Y_TRUE, Y_PRED, pos_label="a") > 0


@pytest.mark.engines
def test_a_function_that_was_typed_in_can_be_sent_to_another_process():
    import cloudpickle

    sent = pickle.loads(cloudpickle.dumps(lambda y_true, y_pred: em.accuracy(y_true, y_pred)))
    assert sent(Y_TRUE, Y_PRED) == em.accuracy(Y_TRUE, Y_PRED)


MISTAKES = {
    "unknown count": (lambda: of_classes(lambda tp, hits: tp), "takes hits, but the counts of a class are tp, fn, fp"),
    "unknown sum of counts": (lambda: of_added_classes(lambda hits: hits), "takes hits, but the counts of a class are"),
    "unknown count in a form": (lambda: of_classes(once_defined=lambda hits: 1)(lambda tp: tp), "takes hits, but the "),
    "unknown count of a ranking": (lambda: of_ranking(lambda tp: tp), "takes tp, but a ranking has positives, negativ"),
    "two matrices": (lambda: of_matrix(lambda cells, other: 0), "must take the cells of a matrix and options only; it"),
    "no matrix": (lambda: of_matrix(lambda: 0), "must take the cells of a matrix and options only; it takes nothing"),
    "values of a number": (lambda: of_values(em.accuracy)(lambda a: a), "of_values takes metrics that have one val"),
    "values of a function": (lambda: of_values(len)(lambda a: a), "of_values takes metrics .* got <built-in function"),
    "too few values": (lambda: of_values(em.recall, em.precision)(lambda r: r), "must take the values of 2 metrics"),
    "too many values": (lambda: of_values(em.recall)(lambda r, p: r), "takes p, but the counts of a class are tp, fn"),
    "no such sums": (lambda: of_sums(edits_and_words, several=["n"])(lambda edits, words: 1), "has no sums n; it"),
    "weights only": (lambda: of_weights(sorted)(lambda weights: 1), "must take the weights and what sorted returns"),
    "no sample": (lambda: of_samples(lambda: 1), "must take at least one sample"),
    "samples without names": (lambda: of_samples(lambda *samples: 1), "give each parameter a name of its own"),
    "check of nothing": (lambda: of_matrix(checks={"beta": float})(lambda cells: 1), "has no option beta to check"),
    "two defaults": (lambda: of_sums(lambda x, *, k=1: (k, 1))(lambda a, b, *, k=2: a), "k has two defaults, 1 and 2"),
    "no function": (lambda: of_matrix(len), "a metric is made of a function that is written in Python, got <built-in"),
}


@pytest.mark.parametrize(("declare", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_refused_where_it_is_declared(declare, message):
    with pytest.raises(TypeError, match=message):
        declare()


def test_what_no_declaration_can_tell_is_named_by_the_first_call():
    for rows, definition, message in [
        (lambda a: (1, 2, 3), lambda x, y: x, "takes 2 sums, x, y, but <lambda> returns 3 numbers for an example"),
        (lambda a: 1, lambda x, y: x, "must return a tuple of numbers, got 1"),
        (lambda a: ("x", None), lambda x, y: x, "must return numbers"),
    ]:
        with pytest.raises(TypeError, match=message):
            of_sums(rows)(definition)(["a", "b"])
    for metric in (
        of_classes(lambda tp: 1),
        of_classes(columns=["a", "b"])(lambda tp: tp),
        of_matrix(lambda cells: cells),
    ):
        with pytest.raises(TypeError, match=r"must return (one number|a value for each class) of the matrix, shape \("):
            metric(Y_TRUE, Y_PRED)


def test_options_are_settled_once_checked_at_once_and_replaced_later():
    f2 = em.f_score.given(beta=2)
    assert f2(Y_TRUE, Y_PRED, pos_label="a") == f2.given(pos_label="a")(Y_TRUE, Y_PRED)
    assert f2.given(beta=1, pos_label="a")(Y_TRUE, Y_PRED) == em.f1_score(Y_TRUE, Y_PRED, pos_label="a")
    assert (f2.card, f2.__name__, repr(f2)) == (em.card("f_score"), "f_score", "f_score.given(beta=2)")
    assert pickle.loads(pickle.dumps(f2)).keywords == {"beta": 2}
    pd.testing.assert_series_equal(f2.score(f2.total(Y_TRUE, Y_PRED)), f2(Y_TRUE, Y_PRED))
    assert em.pr_auc.variants == {"rule": ("lower_trapezoid", "trapezoid", "upper_trapezoid")}
    assert found.given(power=2)(Y_TRUE, Y_PRED, pos_label="a") == found(Y_TRUE, Y_PRED, pos_label="a") ** 2
    assert em.bootstrap(middle_size.given(scale=2.0), *NUMBERS, rng=0).estimate == 2 * middle_size(*NUMBERS)
    for options, error, message in [
        ({"beta": -1}, ValueError, "beta must be a finite number above 0, got -1"),
        ({"gamma": 1}, TypeError, "f_score has no option gamma; it has beta"),
    ]:
        with pytest.raises(error, match=message):
            em.f_score.given(**options)


def test_totals_are_exact_where_floats_are_not():
    y_true, y_pred = np.array([1e16, 1.0, -1e16, 0.1]), np.zeros(4)
    totals = [em.mean_absolute_error.total(y_true[[i]], y_pred[[i]]) for i in range(4)]
    assert sum(totals) == sum(totals[::-1]) == em.mean_absolute_error.total(y_true, y_pred)
    weighted = right.total([*"abca"], [*"abcb"], sample_weight=[1e16, 1, 1, 1])
    assert weighted.counted.to_numpy().sum() == 10**16 + 3


REFUSED = {
    "another metric's": (lambda: found.total(*AB) + em.recall.total(*AB), "can only be added to one of th"),
    "its namesake's": (lambda: right.total(*AB) + riding(lambda c: 1).total(*AB), "can only be added to on"),
    "a number": (lambda: right.total(*AB) + 3, "a total of right can only be added to one .* got 3"),
    "scored by another": (lambda: em.recall.score(found.total(*AB)), "recall.score takes a total of this very"),
    "other labels": (lambda: right.total(*AB) + right.total(*AB, labels=[*"abc"]), "must share labels"),
    "other tokens": (
        lambda: em.corpus_wer.total(["a"], ["b"], tokenize="char") + em.corpus_wer.total([["a"]], [["b"]]),
        "must share tokenize: work it out from all parts once",
    ),
    "counted with": (lambda: found.total(*AB, power=2), "power changes the score and not what is counted"),
    "scored with": (lambda: found.score(found.total(*AB), labels=AB[0]), "labels changes what is counted"),
    "nothing to add": (lambda: middle_size.total(*NUMBERS), "middle_size has no counts that add up"),
    "nothing to score": (lambda: middle_size.score(1), "middle_size has no counts that add up: call it on all exa"),
    "no sums": (lambda: middle_size.statistics(*NUMBERS), "middle_size has no numbers of each example that add up"),
    "no weights": (
        lambda: em.bootstrap(em.silhouette, [[0], [1], [2]], [0, 0, 1], sample_weight=[1, 1, 1]),
        "silhouette has no option sample_weight, so that its examples cannot have weights",
    ),
    "words": (lambda: edits_a_word.score("x"), "statistics of edits_a_word must be numbers .* got .x."),
    "one number": (lambda: edits_a_word.score(3.0), "statistics of edits_a_word must be numbers of shape"),
    "three numbers": (lambda: edits_a_word.score([1, 2, 3]), r"must have shape \(..., d\) for edits, words; got d"),
    "ragged": (lambda: edits_a_word.score([[1.0, 2.0], [1.0]]), "statistics must have rows of one length"),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_totals_that_do_not_belong_together_are_refused(call, message):
    with pytest.raises((TypeError, ValueError), match=message):
        call()


def test_statistics_are_scored_in_any_number_and_shape():
    rows = edits_a_word.statistics(*SAID_AND_HEARD)
    assert type(edits_a_word.score(rows.sum(axis=0))) is float
    np.testing.assert_allclose(edits_a_word.score(rows.reshape(2, 40, 2)), (rows[:, 0] / rows[:, 1]).reshape(2, 40))


class Measured(Score):
    """A score with a part."""

    unit: str


def test_a_result_that_stands_for_a_number_behaves_as_one():
    score = Measured(0.25, unit="mm")
    assert (score > 0.2, score == 0.25, score + 1, round(score, 1), f"{score:.3f}") == (True, True, 1.25, 0.2, "0.250")
    assert (float(score), np.mean([score, 0.75]), np.array([score]).dtype) == (0.25, 0.5, np.float64)
    assert pd.Series({"a": score, "b": 1.0}).round(1).to_dict() == {"a": 0.2, "b": 1.0}
    assert (score.score, score.unit, repr(score)) == (0.25, "mm", "Measured(score=0.25, unit='mm')")
    sent = pickle.loads(pickle.dumps(score))
    assert (type(sent), sent, sent.unit, copy.copy(score).unit) == (Measured, score, "mm", "mm")
    with pytest.raises(FrozenInstanceError):
        score.unit = "cm"
    interval = em.bootstrap(em.accuracy, Y_TRUE, Y_PRED, n_resamples=10, rng=0)
    assert float(interval) == em.accuracy(Y_TRUE, Y_PRED)

"""Metric cards say what is so: bounds, which end is better, where a score is undefined, who has a card."""

import inspect
import itertools
from functools import cache, partial
from importlib import import_module
from math import inf

import numpy as np
import pandas as pd
import pytest
from evalmetrics.book.cards import Card, _registry
from hypothesis import given

import evalmetrics
from evalmetrics import card, card_table, dice, undefined_table, value_table
from evalmetrics.inputs.matrices import Stack, frame

from .strategies import SCORES, TAKES_BETA, matrices, variants

CARDS = _registry()
OF_MATRICES = [name for name in CARDS if name in SCORES]
NO_SCORES = {  # what scores are read from, and the inner half of one
    "confusion_matrix",
    "cat_versus_rest",
    "f_from_counts",
    "brier_decomposition",
    "calibration_curve",
    "edit_operations",
    "edit_table",
    "lcs_length",
    "longest_common_subsequence",
    "union_lcs",
    "effective_reference_length",
    "meteor_alignment",
    "porter",
    "wordnet_synonyms",
    "inverse_document_frequencies",
    "ranked_relevance",
    "average_ranks",
    "pair_counts",
    "precision_recall_curve",
    "best_threshold",
    "roc_curve",
    "det_curve",
    "detection_precision_recall_curve",
    "match_detections",
    "xyxy_from_xywh",
    "cosine_similarities",
    "token_weights",
    "run_program",
    "cluster_pairs",
    "core_distances",
    "dbcv_clusters",
    "bootstrap_of_pairs",
    "moments",
    "log_mel_spectrogram",
    "mel_cepstra",
    "warping_path",
}
ON_ANOTHER_CARD = {
    "silhouette_samples": "silhouette",
    "f1_score": "f_score",
    "corpus_bleu": "corpus_bleu",
    "sentence_bleu": "corpus_bleu",
    "mean_rouge": "rouge_n",
    "multiclass_average_precision": "average_precision",
    "kappa_of_matrix": "cohen_kappa",
    "frechet_distance_from_samples": "frechet_distance",
    "frechet_jackknife": "frechet_distance",
}


@pytest.mark.parametrize("topic", sorted({own.topic for own in CARDS.values()}))
def test_a_topic_with_cards_has_one_for_every_score(topic):
    module = import_module(f"evalmetrics.{topic}")
    public = {name for name in evalmetrics.__all__ if inspect.isfunction(vars(module).get(name))}
    scores = {name for name in public if vars(module)[name].__module__ == module.__name__ and "_statistics" not in name}
    assert {ON_ANOTHER_CARD.get(name, name.removeprefix("corpus_")) for name in scores} - set(CARDS) <= NO_SCORES


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_complete_and_names_a_public_function(name):
    own = card(name)
    assert name in evalmetrics.__all__
    assert own.function == name
    for field in ("name", "symbol", "better", "values", "blind_to", "undefined", "source"):
        assert getattr(own, field).strip(), field
    assert own.low < own.high
    assert own.topic == getattr(evalmetrics, name).__module__.removeprefix("evalmetrics.")
    for field in ("values", "blind_to", "undefined"):
        assert getattr(own, field).endswith("."), field


@pytest.mark.parametrize("name", CARDS)
def test_a_card_shows_all_it_knows(name):
    own = card(name)
    for shown in (repr(own), own._repr_markdown_()):
        for field in ("name", "symbol", "bounds", "values", "blind_to", "undefined", "source"):
            assert getattr(own, field) in shown


@pytest.mark.parametrize("name", OF_MATRICES)
@given(cm=matrices())
def test_no_value_lies_outside_the_bounds(name, cm):
    low, high = CARDS[name].low, CARDS[name].high
    for score in variants(name):
        values = np.asarray(score(cm))
        assert (np.isnan(values) | ((values >= low - 1e-12) & (values <= high + 1e-12))).all()


@cache
def small_matrices(k, most):
    """All matrices of k classes with counts up to `most`."""
    cells = np.array(list(itertools.product(range(most + 1), repeat=k * k))).reshape(-1, k, k)
    return Stack(cells, pd.Index(range(k)))


@pytest.mark.parametrize("name", OF_MATRICES)
def test_both_bounds_are_attained_by_small_matrices(name):
    """Default accuracy falls to 1/k, towards 0 with many classes; F falls to 0 in its count form alone."""
    score = partial(SCORES[name], zero_division=0.0) if name in TAKES_BETA else SCORES[name]
    values = score(small_matrices(2, 2))
    low = 0.5 if name == "default_accuracy" else CARDS[name].low
    assert np.nanmin(values) == low
    assert np.nanmax(values) == CARDS[name].high


@pytest.mark.parametrize("name", [name for name in OF_MATRICES if CARDS[name].better in ("higher", "lower")])
@given(cm=matrices(least=1, min_classes=2))
def test_a_perfect_prediction_has_the_best_value_and_no_other_has_a_better_one(name, cm):
    perfect = frame(np.diag(np.diag(cm)), cm.index)
    best = CARDS[name].high if CARDS[name].better == "higher" else CARDS[name].low
    np.testing.assert_allclose(np.asarray(SCORES[name](perfect)), best, atol=1e-12)


@given(matrices(least=1, min_classes=2))
def test_a_perfect_prediction_has_the_best_likelihood_ratios(cm):
    ratios = SCORES["likelihood_ratios"](frame(np.diag(np.diag(cm)), cm.index))
    assert CARDS["likelihood_ratios"].better == "LR+ higher, LR− lower"
    assert (ratios["positive"] == inf).all()
    assert (ratios["negative"] == 0).all()


def table_of(cells):
    """TP, FN, FP, TN per class, row and column sums, and the number of examples, written out once more."""
    tp = np.diagonal(cells, axis1=1, axis2=2)
    rows, columns = cells.sum(axis=2), cells.sum(axis=1)
    n = cells.sum(axis=(1, 2))[:, None]
    return tp, rows - tp, columns - tp, n - rows - columns + tp, rows, columns, n


def any_class(condition):
    return condition.any(axis=1)


def whole(condition):
    return condition[:, 0]


UNDEFINED = {  # what the cards say in words: "the class is never predicted" is columns == 0
    "accuracy": lambda tp, fn, fp, tn, rows, columns, n: whole(n == 0),
    "default_accuracy": lambda tp, fn, fp, tn, rows, columns, n: whole(n == 0),
    "precision": lambda tp, fn, fp, tn, rows, columns, n: columns == 0,
    "recall": lambda tp, fn, fp, tn, rows, columns, n: rows == 0,
    "specificity": lambda tp, fn, fp, tn, rows, columns, n: rows == n,
    "negative_predictive_value": lambda tp, fn, fp, tn, rows, columns, n: columns == n,
    "false_positive_rate": lambda tp, fn, fp, tn, rows, columns, n: rows == n,
    "false_negative_rate": lambda tp, fn, fp, tn, rows, columns, n: rows == 0,
    "f_score": lambda tp, fn, fp, tn, rows, columns, n: tp == 0,
    "likelihood_ratios": lambda tp, fn, fp, tn, rows, columns, n: (
        ((rows == 0) | (rows == n))[..., None] | np.stack([(tp == 0) & (fp == 0), (fn == 0) & (tn == 0)], axis=-1)
    ),
    "balanced_accuracy": lambda tp, fn, fp, tn, rows, columns, n: any_class(rows == 0),
    "matthews_correlation": lambda tp, fn, fp, tn, rows, columns, n: any_class((rows == n) | (columns == n)),
    "macro_f_score": lambda tp, fn, fp, tn, rows, columns, n: any_class(tp == 0),
    "weighted_f_score": lambda tp, fn, fp, tn, rows, columns, n: any_class(tp == 0),
    "f_of_macro_averages": lambda tp, fn, fp, tn, rows, columns, n: (
        any_class((rows == 0) | (columns == 0)) | (tp.sum(axis=1) == 0)
    ),
    "micro_f_score": lambda tp, fn, fp, tn, rows, columns, n: tp.sum(axis=1) == 0,
}


@pytest.mark.parametrize("name", OF_MATRICES)
@pytest.mark.parametrize(("k", "most"), [(1, 2), (2, 2), (3, 1)])
def test_a_score_is_undefined_where_its_card_says_so_and_nowhere_else(name, k, most):
    stack = small_matrices(k, most)
    said = UNDEFINED[name](*table_of(stack.cells))
    assert said.any()
    np.testing.assert_array_equal(np.isnan(SCORES[name](stack)), said)


def test_dice_is_undefined_where_its_card_says_so():
    assert card("dice").undefined == "Both sets are empty (0/0)."
    assert np.isnan(dice([0, 0], [0, 0]))


@pytest.mark.parametrize(
    ("low", "high", "shown"),
    [(0, 1, "[0, 1]"), (-1, 1, "[−1, 1]"), (0, inf, "[0, ∞)"), (-inf, inf, "(−∞, ∞)"), (-inf, 0.5, "(−∞, 0.5]")],
)
def test_bounds_are_shown_with_open_infinite_ends(low, high, shown):
    own = Card("accuracy", "Accuracy", "Acc", low, high, "higher", "v", "b", "u", "s")
    assert own.bounds == shown


def test_tables_list_every_card():
    table = card_table()
    assert table.index.to_list() == undefined_table().index.to_list() == list(CARDS)
    assert table.columns.to_list() == ["name", "symbol", "topic", "bounds", "better"]
    assert table.loc["matthews_correlation"].to_list() == [
        "Matthews correlation",
        "MCC",
        "precision_recall",
        "[−1, 1]",
        "higher",
    ]
    assert undefined_table().notna().all(axis=None)
    values = value_table()
    assert values.index.to_list() == table.index.to_list()
    assert (values["values"].str.endswith(".") & values["blind_to"].str.endswith(".")).all()


@pytest.mark.parametrize("function", ["nonsense", "", None, 3, ["accuracy"]])
def test_an_unknown_card_is_named_with_those_there_are(function):
    with pytest.raises(ValueError, match=r"function must be one of 'accuracy', .*'precision'.* got "):
        card(function)

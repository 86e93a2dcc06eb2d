"""What every score that reads a confusion matrix owes its caller, whatever it measures."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalmetrics import accuracy, cat_versus_rest, confusion_matrix, example_matrix
from evalmetrics.book.figures import classification
from evalmetrics.inputs.matrices import Stack, cells_of, frame, outcomes, ratio

from .strategies import SCORES, TAKES_BETA, TAKES_ZERO_DIVISION, matrices, reading_matrices, variants

EX1 = example_matrix("ex1")
EVERY_SCORE = pytest.mark.parametrize("name", SCORES)
READERS = {**SCORES, "cat_versus_rest": partial(cat_versus_rest, cat="pos"), **reading_matrices(classification)}


@EVERY_SCORE
@given(cms=st.lists(matrices(min_classes=3, max_classes=3), min_size=1, max_size=4))
def test_a_stack_of_matrices_scores_as_they_do_one_by_one(name, cms):
    stack = Stack(np.array([cm.to_numpy(dtype=float) for cm in cms]), cms[0].index)
    for score in variants(name):
        one_by_one = [np.asarray(score(cm.astype(float))) for cm in cms]
        np.testing.assert_allclose(score(stack), np.array(one_by_one), rtol=1e-9, atol=1e-12)


@EVERY_SCORE
def test_a_stack_may_have_any_shape(name):
    cells = np.random.default_rng(0).integers(1, 9, (2, 4, 3, 3))
    scores = SCORES[name](Stack(cells, EX1.index))
    assert scores.shape[:2] == (2, 4)
    np.testing.assert_allclose(scores[1, 2], np.asarray(SCORES[name](frame(cells[1, 2], EX1.index))))


def test_a_stack_finds_the_classes_of_micro_f():
    score = partial(SCORES["micro_f_score"], labels=["neutral", "pos"])
    assert score(Stack(EX1.to_numpy()[None], EX1.index)) == [score(EX1)]


@EVERY_SCORE
@given(cm=matrices(), data=st.data())
def test_renaming_and_reordering_the_classes_moves_the_scores_with_them(name, cm, data):
    order = data.draw(st.permutations(list(cm.index)))
    plain, moved = SCORES[name](cm), SCORES[name](cm.loc[order, order])
    if isinstance(plain, float):
        assert moved == pytest.approx(plain, nan_ok=True)
    else:
        np.testing.assert_allclose(moved.loc[cm.index], plain)
    names = {label: i for i, label in enumerate(cm.index)}
    renamed = SCORES[name](cm.rename(names).rename(names, axis=1))
    np.testing.assert_array_equal(np.asarray(renamed), np.asarray(plain))


@EVERY_SCORE
@given(cm=matrices(floats=False), times=st.integers(2, 7))
def test_repeating_every_example_changes_no_score(name, cm, times):
    np.testing.assert_allclose(np.asarray(SCORES[name](cm * times)), np.asarray(SCORES[name](cm)), rtol=1e-12)


@EVERY_SCORE
@given(cm=matrices())
def test_no_score_changes_the_matrix(name, cm):
    before = cm.copy(deep=True)
    SCORES[name](cm)
    pd.testing.assert_frame_equal(cm, before)


@EVERY_SCORE
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint16, np.int32, np.float32, np.float64])
def test_small_integers_do_not_overflow(name, dtype):
    cm = frame(np.array([[100, 90, 3], [80, 120, 0], [7, 0, 127]]), ["a", "b", "c"])
    np.testing.assert_allclose(np.asarray(SCORES[name](cm.astype(dtype))), np.asarray(SCORES[name](cm)), rtol=1e-6)


@EVERY_SCORE
def test_scores_come_as_floats_or_named_by_class(name):
    score = SCORES[name](EX1)
    assert isinstance(score, float) or score.index.equals(pd.Index(["pos", "neg", "neutral"]))
    assert isinstance(score, float) or score.index.name is None


@given(matrices())
def test_outcomes_count_every_example_once(cm):
    tp, fn, fp, tn = outcomes(cm)
    np.testing.assert_allclose(tp + fn + fp + tn, cm.to_numpy().sum())
    assert all((counts >= 0).all() for counts in (tp, fn, fp, tn))


def test_rounding_errors_of_weights_are_no_examples():
    """(0.1 + 0.2 + 0.3) - 0.1 - 0.2 - 0.3 is 1.1e-16: where every example is of one class, none is outside it."""
    one_column = np.random.default_rng(0).random((500, 4, 4)) * [1, 0, 0, 0]
    for cells in (one_column, one_column.swapaxes(1, 2)):
        assert not outcomes(Stack(cells, pd.RangeIndex(4))).tn[:, 0].any()


def test_a_ratio_is_undefined_at_0_over_0_alone():
    np.testing.assert_array_equal(ratio([0, 1, 0, 3], [0, 0, 2, 4]), [np.nan, np.inf, 0, 0.75])
    assert ratio(0, 0, 0.5) == 0.5


BAD = {
    "an array": (EX1.to_numpy(), TypeError, "cm must be a DataFrame.* got ndarray: make one with confusion_matrix"),
    "labels": (["pos", "neg"], TypeError, "cm must be a DataFrame.* got list"),
    "nothing": (None, TypeError, "cm must be a DataFrame.* got NoneType"),
    "a Series": (EX1["pos"], TypeError, "cm must be a DataFrame.* got Series"),
    "not square": (EX1.iloc[:2], ValueError, r"cm must be square.* shape \(2, 3\)"),
    "empty": (EX1.iloc[:0, :0], ValueError, r"cm must be square.* shape \(0, 0\)"),
    "other columns": (EX1.rename(columns={"pos": "x"}), ValueError, "cm must list the same labels.* columns .'x'"),
    "other order": (EX1[EX1.columns[::-1]], ValueError, "cm must list the same labels.* in the same order"),
    "a label twice": (
        frame(EX1.to_numpy(), ["pos", "neg", "neg"]),
        ValueError,
        "cm must list the same labels, each once",
    ),
    "negative": (EX1 - 11, ValueError, "cm must hold finite counts of at least 0, got values from -1 to 989"),
    "nan": (EX1.where(EX1 > 10), ValueError, "cm must hold finite counts"),
    "infinite": (EX1 * np.inf, ValueError, "cm must hold finite counts"),
    "text": (EX1.astype(str), TypeError, "cm must hold counts"),
    "objects": (EX1.astype(object), TypeError, "cm must hold counts, got dtype object"),
    "booleans": (EX1 > 10, TypeError, "cm must hold counts, got dtype bool"),
    "complex": (EX1 * 1j, TypeError, "cm must hold counts, got dtype complex"),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(("cm", "error", "message"), BAD.values(), ids=BAD)
def test_a_bad_matrix_is_named_by_every_function_that_takes_one(reader, cm, error, message):
    with pytest.raises(error, match=message):
        READERS[reader](cm)


def test_the_functions_that_take_a_matrix_were_found():
    assert {"accuracy", "precision", "likelihood_ratios", "macro_f_score", "plot_confusion_matrix"} <= set(READERS)


BAD_BETA = [
    (0, ValueError),
    (-1.0, ValueError),
    (np.nan, ValueError),
    (np.inf, ValueError),
    ("2", TypeError),
    (True, TypeError),
    (None, TypeError),
    ([1, 2], TypeError),
]


@pytest.mark.parametrize(("beta", "error"), BAD_BETA, ids=lambda value: repr(value))
@pytest.mark.parametrize("name", sorted(TAKES_BETA))
def test_a_bad_beta_is_named(name, beta, error):
    with pytest.raises(error, match=r"beta must be a (finite )?number.* got "):
        SCORES[name](EX1, beta)


@pytest.mark.parametrize("zero_division", ["warn", None, True, [0]])
@pytest.mark.parametrize("name", sorted(TAKES_ZERO_DIVISION))
def test_a_bad_zero_division_is_named(name, zero_division):
    with pytest.raises(TypeError, match="zero_division must be a number, got "):
        SCORES[name](EX1, zero_division=zero_division)


def test_cells_are_the_counts_themselves():
    assert cells_of(EX1).tolist() == EX1.to_numpy().tolist()


def test_a_matrix_of_nullable_counts_is_one():
    cm = confusion_matrix(["a", "b", "b"], ["a", "b", "a"])
    assert accuracy(cm.astype("Int64")) == accuracy(cm)

"""What every metric of a confusion matrix owes its caller, whatever it measures."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalmetrics import (
    accuracy,
    bootstrap,
    cat_versus_rest,
    cohen_kappa,
    confusion_matrix,
    f1_score,
    f_score,
    micro_f_score,
    permutation_test,
    plot_confusion_matrix,
    precision,
    score_table,
)
from evalmetrics.inputs.matrices import Classes, frame
from evalmetrics.kinds import matrix
from evalmetrics_book import example_matrix, plot_averages

from .strategies import OF_MATRICES, matrices, pairs, variants

EX1 = example_matrix("ex1")
EVERY_METRIC = pytest.mark.parametrize("name", OF_MATRICES)
FEW = settings(max_examples=20)


@EVERY_METRIC
@FEW
@given(pairs(weighted=True))
def test_labels_do_as_well_as_their_matrix(name, drawn):
    y_true, y_pred, weight = drawn
    cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
    for metric in variants(name):
        np.testing.assert_array_equal(metric(y_true, y_pred, sample_weight=weight), metric(cm))


@EVERY_METRIC
@FEW
@given(cm=matrices(), data=st.data())
def test_renaming_and_reordering_the_classes_moves_the_scores_with_them(name, cm, data):
    before = cm.copy(deep=True)
    order, names = data.draw(st.permutations(list(cm.index))), {label: i for i, label in enumerate(cm.index)}
    score, moved = OF_MATRICES[name](cm), OF_MATRICES[name](cm.loc[order, order])
    np.testing.assert_allclose(moved if isinstance(moved, float) else moved.loc[cm.index], score, rtol=1e-12)
    np.testing.assert_array_equal(OF_MATRICES[name](cm.rename(names).rename(names, axis=1)), score)
    pd.testing.assert_frame_equal(cm, before)


@EVERY_METRIC
def test_scores_are_floats_or_named_by_class_and_small_integers_do_not_overflow(name):
    score = OF_MATRICES[name](EX1)
    assert type(score) is float or (score.index.equals(pd.Index(EX1.columns)) and score.index.name is None)
    if type(score) is not float:
        np.testing.assert_array_equal(OF_MATRICES[name](EX1, pos_label="neg"), score.loc["neg"])
    cm = frame(np.array([[100, 90, 3], [80, 120, 0], [7, 0, 127]]), ["a", "b", "c"])
    for kind in ("uint8", "int8", "uint16", "float32", "Int64", "Float64"):
        np.testing.assert_allclose(OF_MATRICES[name](cm.astype(kind)), OF_MATRICES[name](cm), rtol=1e-6)


@EVERY_METRIC
@settings(max_examples=6)
@given(pairs(weighted=True))
def test_pairs_that_occur_score_as_their_matrix(name, drawn):
    y_true, y_pred, weight = drawn
    in_place = [*y_pred[1:], *y_pred[:1]]
    for metric in variants(name):
        calls = [
            lambda m=metric: m(y_true, y_pred),
            lambda m=metric: m(y_true, y_pred, sample_weight=weight),
            lambda m=metric: bootstrap(m, y_true, y_pred, n_resamples=20, rng=0, method="percentile").low,
        ]
        if np.ndim(calls[0]()) == 0:
            calls.append(lambda m=metric: permutation_test(m, y_true, y_pred, in_place, n_resamples=20, rng=0).p_value)
        for call in calls:
            as_cells = call()
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(matrix, "sparse", lambda k, n: True)
                np.testing.assert_allclose(call(), as_cells, rtol=1e-9, atol=1e-12)


def test_sixty_thousand_classes_need_no_matrix_and_one_is_refused():
    labels = np.arange(60_000)
    predicted = np.where(labels % 3, labels, 0)
    assert accuracy(labels, predicted) == pytest.approx(40_001 / 60_000)
    assert f1_score(labels, predicted, pos_label=7) == 1
    for call in (confusion_matrix, accuracy.total, cohen_kappa.given(weights="linear")):
        with pytest.raises(ValueError, match="60,000 labels make a matrix of 3,600,000,000 cells, "):
            call(labels, predicted)


def test_systems_with_other_labels_exchange_answers_in_an_average_over_counts():
    y, one, other = ["a", "a", "b", "b"], ["a", "a", "b", "b"], ["a", "c", "b", "b"]
    assert permutation_test(micro_f_score, y, one, other, rng=0) == permutation_test(accuracy, y, one, other, rng=0)


def test_rounding_errors_of_weights_are_no_examples():
    """(0.1 + 0.2 + 0.3) - 0.1 - 0.2 - 0.3 is 1.1e-16: where every example is of one class, none is outside it."""
    one_column = np.random.default_rng(0).random((4, 4, 500)) * np.array([1, 0, 0, 0])[:, None]
    for cells in (one_column, one_column.swapaxes(0, 1)):
        assert not Classes(cells).tn[0].any()


BAD = {
    "not square": (EX1.iloc[:2], ValueError, r"cm must be square.* shape \(2, 3\)"),
    "empty": (EX1.iloc[:0, :0], ValueError, r"cm must be square.* shape \(0, 0\)"),
    "other columns": (EX1.rename(columns={"pos": "x"}), ValueError, "cm must list the same labels.* columns .'x'"),
    "other order": (EX1[EX1.columns[::-1]], ValueError, "cm must list the same labels.* in the same order"),
    "a label twice": (frame(EX1.to_numpy(), ["pos", "neg", "neg"]), ValueError, "cm must list the same labels, each"),
    "transposed": (EX1.T, ValueError, "cm must have rows observed and columns predicted, but its rows are named 'pre"),
    "negative": (EX1 - 11, ValueError, "cm must hold finite counts of at least 0, got values from -1 to 989"),
    "nan": (EX1.where(EX1 > 10), ValueError, "cm must hold finite counts"),
    "infinite": (EX1 * np.inf, ValueError, "cm must hold finite counts"),
    "text": (EX1.astype(str), TypeError, "cm must hold counts"),
    "booleans": (EX1 > 10, TypeError, "cm must hold counts, got dtype bool"),
    "complex": (EX1 * 1j, TypeError, "cm must hold counts, got dtype complex"),
}
READERS = OF_MATRICES | {
    "score of a matrix": precision.score,
    "cat_versus_rest": partial(cat_versus_rest, cat="pos"),
    "plot_confusion_matrix": plot_confusion_matrix,
    "plot_averages": plot_averages,
}


@pytest.mark.parametrize(("cm", "error", "message"), BAD.values(), ids=BAD)
def test_a_bad_matrix_is_named(cm, error, message):
    with pytest.raises(error, match=message):
        accuracy(cm)


@pytest.mark.parametrize("reader", READERS)
def test_every_function_that_takes_a_matrix_reads_it_that_way(reader):
    with pytest.raises(ValueError, match="cm must have rows observed and columns predicted"):
        READERS[reader](EX1.T)
    with pytest.raises(TypeError, match="rows observed and columns predicted"):
        READERS[reader](EX1.to_numpy())


@pytest.mark.parametrize("names", [("y_pred", "y_true"), ("Predicted", "Actual"), (None, "truth"), ("pred", None)])
def test_a_table_whose_axes_say_that_it_is_the_other_way_round_is_refused(names):
    counts = pd.crosstab(["a", "b", "b"], ["a", "a", "b"])
    with pytest.raises(ValueError, match=r"transpose it with cm\.T, or rename the axes"):
        precision(counts.rename_axis(index=names[0], columns=names[1]))
    other_way_round = precision(counts.rename_axis(index=names[1], columns=names[0]))
    assert other_way_round.to_list() == precision(counts).to_list() == [0.5, 1]


BAD_CALLS = {
    "no list of metrics": (partial(score_table, "ab", {"one": EX1}), TypeError, "metrics must be a list of .* got"),
    "an array": (partial(f1_score, EX1.to_numpy()), TypeError, r"f1_score\(\) takes y_true and y_pred, or a confusion"),
    "labels of one side": (partial(f1_score, ["a", "b"]), TypeError, r"or a confusion matrix.* got \['a', 'b'\] alone"),
    "nothing": (f1_score, TypeError, "missing a required argument: 'y_true'"),
    "by position": (partial(f1_score, [0], [1], 1), TypeError, r"too many .*; it is called as f1_score\(y_true,"),
    "tables of labels": (partial(f1_score, *[pd.DataFrame({"a": [0, 1]})] * 2), TypeError, "of a table, give a column"),
    "weights": (partial(f1_score, EX1, sample_weight=[1]), TypeError, "of a matrix takes no sample_weight: it has co"),
    "labels": (partial(f1_score, EX1, labels=["pos"]), TypeError, "of a matrix takes no labels: it has counted alre"),
    "another class": (partial(f1_score, EX1, pos_label="x"), ValueError, r"must be .* \['pos', .* got 'x'; of samples"),
    "two classes": (partial(f1_score, EX1, pos_label=["pos", "neg"]), TypeError, "pos_label must be one label, got"),
    "no such option": (partial(f1_score, EX1, beta=2), TypeError, "f1_score has no option beta; it has .*pos_label"),
    "averages": (partial(f1_score, EX1, average="macro"), TypeError, "no option average; .* such as macro_f_score,"),
}


@pytest.mark.parametrize(("call", "error", "message"), BAD_CALLS.values(), ids=BAD_CALLS)
def test_a_bad_call_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_huge_beta_leaves_the_recall_and_a_tiny_one_the_precision():
    assert f_score(EX1, 1e200)["pos"] == 15 / 125
    assert f_score(EX1, 1e-200)["pos"] == 15 / 35
    assert micro_f_score(EX1, 1e200, labels=["pos", "neg"]) == 30 / 160

"""Confusion matrices and accuracy: printed values, scikit-learn, properties, bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.dummy import DummyClassifier

import evalmetrics
from evalmetrics import (
    accuracy,
    cat_versus_rest,
    confusion_matrix,
    default_accuracy,
    example_matrix,
    f_score,
    pneumonia_predictions,
)

from .printed import matrix, rounds_to, rows, walkthrough
from .strategies import ALPHABETS, examples, matrices, pairs, random_pairs

EX1 = example_matrix("ex1")
PATIENTS = example_matrix("patients")
PRINTED = """
000-001,003-001  accuracy          ex1          0.811024
000-002,003-002  accuracy          ex2          0.874016
000-004          accuracy          ex3          0.882540
E-01             accuracy          ex3_corrected 0.875591
004-002          accuracy          M1           9/10
004-003          accuracy          M2           8/10
004-004          accuracy          M3           5/10
004-007          default_accuracy  M1           0.90
004-042          accuracy          walkthrough  0.957
E-22             default_accuracy  walkthrough  0.942
"""
CLAIMS = {
    "000-003 constant ex2 beats ex1": lambda: accuracy(matrix("ex2")) > accuracy(EX1),
    "E-01 ex3 has other gold counts than ex1 and ex2": lambda: (
        EX1.sum(axis=1).eq(matrix("ex2").sum(axis=1)).all() and not EX1.sum(axis=1).eq(matrix("ex3").sum(axis=1)).all()
    ),
    "004-001 nine healthy, one pneumonia": lambda: matrix("M1").sum(axis=1).to_dict() == {"healthy": 9, "pneumonia": 1},
    "004-005 M1 is the most accurate": lambda: max(["M1", "M2", "M3"], key=lambda m: accuracy(matrix(m))) == "M1",
    "004-006 90 of 100 are right": lambda: accuracy(matrix("M1")) * 100 == 90,
    "004-021 20 patients, 8 tested positive": lambda: (PATIENTS.sum().sum(), PATIENTS["disease"].sum()) == (20, 8),
    "004-049 the walkthrough has 1884 and 116 of 2000": lambda: walkthrough().sum(axis=1).to_list() == [1884, 116],
}


@pytest.mark.parametrize(("score", "name", "printed"), rows(PRINTED))
def test_printed_values_recompute(score, name, printed):
    assert rounds_to(getattr(evalmetrics, score)(matrix(name)), printed)


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_claims_of_the_documents_hold(claim):
    assert claim()


@pytest.mark.parametrize(
    ("cat", "printed"),
    [
        pytest.param("pos", [[15, 110], [20, 1125]], id="000-050 pos"),
        pytest.param("neg", [[15, 20], [110, 1125]], id="000-051 neg"),
        pytest.param("neutral", [[1000, 110], [110, 50]], id="000-052 neutral"),
    ],
)
def test_printed_two_by_two_tables_recompute(cat, printed):
    assert cat_versus_rest(EX1, cat).to_numpy().tolist() == printed


def test_printed_two_by_two_tables_add_up():
    """000-053."""
    assert sum(cat_versus_rest(EX1, cat) for cat in EX1).to_numpy().tolist() == [[1030, 240], [240, 2300]]


@pytest.mark.parametrize(
    ("cat", "of_2018"),
    [
        pytest.param("pos", [[15, 20], [110, 1125]], id="003-031 pos"),
        pytest.param("neg", [[15, 110], [20, 1125]], id="003-032 neg"),
        pytest.param("neutral", [[1000, 110], [110, 50]], id="003-033 neutral"),
    ],
)
def test_the_code_of_2018_transposes_the_two_by_two_table(cat, of_2018):
    """E-10: false negatives and false positives change places, which F1 does not notice and F2 does."""
    right, transposed = cat_versus_rest(EX1, cat), cat_versus_rest(EX1, cat).T
    assert transposed.to_numpy().tolist() == of_2018
    assert f_score(transposed)["yes"] == f_score(right)["yes"]


def test_f2_of_the_transposed_table_is_another_number():
    """E-10: 0.140187 becomes 0.283019."""
    table = cat_versus_rest(EX1, "pos")
    assert [round(f_score(t, 2.0)["yes"], 6) for t in (table, table.T)] == [0.140187, 0.283019]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ALPHABETS)
@pytest.mark.filterwarnings("ignore:A single label")
def test_matrix_and_accuracy_agree_with_scikit_learn(kind, weighted):
    for y_true, y_pred, weight in random_pairs(kind, count=200, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        assert cm.index.to_list() == sorted({*y_true.tolist(), *y_pred.tolist()})
        theirs = metrics.confusion_matrix(y_true, y_pred, labels=cm.index, sample_weight=weight)
        np.testing.assert_array_equal(cm, theirs)
        assert accuracy(cm) == pytest.approx(metrics.accuracy_score(y_true, y_pred, sample_weight=weight))


@pytest.mark.parametrize("weighted", [False, True])
def test_default_accuracy_agrees_with_a_dummy_classifier(weighted):
    for y_true, y_pred, weight in random_pairs("integers", count=100, weighted=weighted):
        x = np.zeros((len(y_true), 1))
        dummy = DummyClassifier(strategy="most_frequent").fit(x, y_true, weight)
        ours = default_accuracy(confusion_matrix(y_true, y_pred, sample_weight=weight))
        assert ours == pytest.approx(dummy.score(x, y_true, weight))


@pytest.mark.parametrize("weighted", [False, True])
def test_class_versus_rest_is_scikit_learn_s_table_turned_around(weighted):
    """Scikit-learn puts "no" first, [[TN, FP], [FN, TP]]."""
    for y_true, y_pred, weight in random_pairs("strings", count=100, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        theirs = metrics.multilabel_confusion_matrix(y_true, y_pred, labels=cm.index, sample_weight=weight)
        for cat, table in zip(cm, theirs, strict=True):
            np.testing.assert_array_equal(cat_versus_rest(cm, cat), table[::-1, ::-1])


@given(pairs(), st.randoms(use_true_random=False))
def test_order_of_examples_does_not_matter(pair, random):
    shuffled = list(zip(*pair, strict=True))
    random.shuffle(shuffled)
    pd.testing.assert_frame_equal(confusion_matrix(*zip(*shuffled, strict=True)), confusion_matrix(*pair))


@given(pairs(weighted=True))
def test_a_weight_counts_like_repetition(drawn):
    y_true, y_pred, weights = drawn
    labels = sorted({*y_true, *y_pred})
    repeated = (np.repeat(labels, weights) for labels in (y_true, y_pred))
    weighted = confusion_matrix(y_true, y_pred, labels=labels, sample_weight=weights)
    np.testing.assert_array_equal(weighted, confusion_matrix(*repeated, labels=labels))
    assert weighted.to_numpy().dtype == np.float64


@given(st.data())
def test_matrices_of_parts_add_up(data):
    alphabet = ALPHABETS["strings"]
    one, two = (data.draw(pairs(alphabet=alphabet)) for _ in range(2))
    together = (a + b for a, b in zip(one, two, strict=True))
    parts = [confusion_matrix(*part, labels=alphabet) for part in (one, two)]
    pd.testing.assert_frame_equal(confusion_matrix(*together, labels=alphabet), sum(parts))


@given(matrices(floats=False))
def test_examples_of_a_matrix_give_the_matrix_back(cm):
    if cm.to_numpy().any():
        again = confusion_matrix(*examples(cm), labels=cm.index)
        np.testing.assert_array_equal(again, cm)
        assert again.index.name == "observed"
        assert again.columns.name == "predicted"


@given(pairs(alphabet=ALPHABETS["strings"]), st.randoms(use_true_random=False))
def test_labels_set_the_order_and_may_name_absent_classes(pair, random):
    cm = confusion_matrix(*pair)
    order = [*cm.index, "absent"]
    random.shuffle(order)
    ordered = confusion_matrix(*pair, labels=order)
    assert ordered.index.to_list() == ordered.columns.to_list() == order
    np.testing.assert_array_equal(ordered, cm.reindex(index=order, columns=order, fill_value=0))


@given(pairs())
def test_exchanging_truth_and_prediction_transposes(pair):
    np.testing.assert_array_equal(confusion_matrix(*pair[::-1]), confusion_matrix(*pair).T)


@given(matrices())
def test_class_versus_rest_keeps_the_examples_and_the_class(cm):
    for cat in cm:
        table = cat_versus_rest(cm, cat)
        assert table.to_numpy().sum() == pytest.approx(cm.to_numpy().sum())
        assert table.loc["yes", "yes"] == cm.loc[cat, cat]
        assert table.loc["yes"].sum() == pytest.approx(cm.loc[cat].sum())
        assert table["yes"].sum() == pytest.approx(cm[cat].sum())
        assert (table.to_numpy() >= 0).all()


@given(matrices(least=1))
def test_default_accuracy_is_at_least_one_in_k_and_reads_the_truth_alone(cm):
    assert default_accuracy(cm) >= 1 / len(cm) - 1e-12
    everything_right = pd.DataFrame(np.diag(cm.sum(axis=1)), cm.index, cm.columns)
    assert default_accuracy(everything_right) == pytest.approx(default_accuracy(cm))


def test_inputs_are_left_as_they_came():
    y_true, y_pred, weight = np.array([5, 3, 9]), np.array([3, 3, 9]), np.array([1, 2, 3])
    before = [a.copy() for a in (y_true, y_pred, weight)]
    confusion_matrix(y_true, y_pred, labels=[3, 5, 9], sample_weight=weight)
    for array, copy in zip((y_true, y_pred, weight), before, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_an_unweighted_matrix_holds_integers():
    assert confusion_matrix(["a"], ["a"]).to_numpy().dtype.kind == "i"


BAD = {
    "lengths": ((["a", "b"], ["a"]), {}, ValueError, "y_true and y_pred must have the same length.* y_true has 2"),
    "empty": (([], []), {}, ValueError, "y_true is empty"),
    "empty prediction": ((["a"], []), {}, ValueError, "y_pred is empty"),
    "a string": (("abc", ["a", "b", "c"]), {}, TypeError, "y_true must be a sequence.* got 'abc'"),
    "nothing": ((["a"], None), {}, TypeError, "y_pred must be a sequence.* got None"),
    "2-d": (([["a"]], ["a"]), {}, ValueError, r"y_true must be 1-d.* shape \(1, 1\)"),
    "0-d": ((np.array(1), [1]), {}, ValueError, r"y_true must be 1-d.* shape \(\)"),
    "ragged": ((["a", "b"], [["a"], ["a", "b"]]), {}, ValueError, "y_pred must be 1-d.* different lengths"),
    "a frame": ((["a"], pd.DataFrame({"p": ["a"]})), {}, ValueError, "y_pred must be 1-d"),
    "None": ((["a", None], ["a", "b"]), {}, ValueError, "y_true holds missing"),
    "nan among strings": ((["a", "b"], ["a", np.nan]), {}, ValueError, "y_pred holds missing"),
    "nan": (([1.0, np.nan], [1, 1]), {}, ValueError, "y_true holds nan"),
    "inf": (([1, 1], [1.0, np.inf]), {}, ValueError, "y_pred holds nan or infinite"),
    "missing in a Series": ((pd.Series([1, None], dtype="Int64"), [1, 2]), {}, ValueError, "y_true holds nan"),
    "scores": (([0, 1], [0.3, 0.7]), {}, ValueError, "y_pred holds fractions, which look like scores.* threshold"),
    "mixed types": (([1, "a"], [1, "a"]), {}, TypeError, r"y_true and y_pred mix labels.* \(int, str\)"),
    "other types": (([1, 2], ["1", "2"]), {}, TypeError, r"y_true and y_pred mix labels.* \(int, str\)"),
    "complex": (([1j], [1j]), {}, TypeError, "y_true must hold labels.* complex128"),
    "dates": (
        (["a"], np.array(["2020-01-01"], "M8[D]")),
        {},
        TypeError,
        "mix labels that cannot be ordered .Timestamp, str.",
    ),
    "unlisted label": ((["a"], ["b"]), {"labels": ["a"]}, ValueError, r"holds \['b'\], missing from labels=\['a'\]"),
    "a label twice": ((["a"], ["a"]), {"labels": ["a", "a"]}, ValueError, "labels must list each label once"),
    "a missing label": ((["a"], ["a"]), {"labels": ["a", None]}, ValueError, "labels must list .*none that is missing"),
    "no labels": ((["a"], ["a"]), {"labels": []}, ValueError, "labels is empty: at least one class"),
    "labels in a string": ((["a"], ["a"]), {"labels": "a"}, TypeError, "labels must be a sequence.* per class"),
    "weights too few": (([1, 2], [1, 2]), {"sample_weight": [1]}, ValueError, "sample_weight .* 2 examples, 1 weights"),
    "negative weight": (([1, 2], [1, 2]), {"sample_weight": [1, -1]}, ValueError, "sample_weight .*from -1 to 1"),
    "nan weight": (([1, 2], [1, 2]), {"sample_weight": [1, np.nan]}, ValueError, "sample_weight must be finite"),
    "infinite weight": (([1, 2], [1, 2]), {"sample_weight": [1, np.inf]}, ValueError, "sample_weight must be finite"),
    "all weights 0": (
        ([1, 2], [1, 2]),
        {"sample_weight": [0, 0]},
        ValueError,
        "sample_weight .*one weight above 0",
    ),
    "weights of text": (([1, 2], [1, 2]), {"sample_weight": ["a", "b"]}, TypeError, "sample_weight must hold numbers"),
    "no weight": (([1, 2], [1, 2]), {"sample_weight": [1, None]}, TypeError, "sample_weight must hold numbers"),
    "one weight": (([1, 2], [1, 2]), {"sample_weight": 2}, TypeError, "sample_weight must be a sequence.* got 2"),
}


@pytest.mark.parametrize(("samples", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_labels_and_weights_are_named(samples, options, error, message):
    with pytest.raises(error, match=message):
        confusion_matrix(*samples, **options)


@pytest.mark.parametrize("cat", ["nope", None, ["pos"], 0])
def test_an_unknown_class_is_named(cat):
    with pytest.raises(ValueError, match=r"cat must be a label of cm.* the labels are \['pos', 'neg', 'neutral'\]"):
        cat_versus_rest(EX1, cat)


def test_labels_whole_numbers_kept_as_floats_are_labels():
    assert confusion_matrix([1.0, 2.0], [1, 2]).index.to_list() == [1, 2]


def test_the_pneumonia_example_has_ten_patients_and_three_models():
    assert pneumonia_predictions().shape == (10, 4)

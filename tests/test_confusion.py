"""Confusion matrices and accuracy: scikit-learn, properties, bad input. `test_errata.py` has the printed values."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics
from sklearn.dummy import DummyClassifier

from evalmetrics import accuracy, cat_versus_rest, confusion_matrix, default_accuracy, labels_of_matrix
from evalmetrics.confusion import count_pairs
from evalmetrics_book import example_matrix

from .strategies import ALPHABETS, pairs, random_pairs

EX1 = example_matrix("ex1")


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ALPHABETS)
@pytest.mark.filterwarnings("ignore:A single label")
def test_matrices_and_accuracies_agree_with_scikit_learn(kind, weighted):
    """Scikit-learn puts "no" first in the table of a class against the rest, [[TN, FP], [FN, TP]]."""
    for y_true, y_pred, weight in random_pairs(kind, count=25, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        assert cm.index.to_list() == sorted({*y_true.tolist(), *y_pred.tolist()})
        how = {"labels": cm.index, "sample_weight": weight}
        np.testing.assert_array_equal(cm, metrics.confusion_matrix(y_true, y_pred, **how))
        if weight is None:
            np.testing.assert_array_equal(cm, count_pairs(y_true, y_pred, cm.index))
        assert accuracy(cm) == pytest.approx(metrics.accuracy_score(y_true, y_pred, sample_weight=weight))
        x = np.zeros((len(y_true), 1))
        constant = DummyClassifier(strategy="most_frequent").fit(x, y_true, weight)
        assert default_accuracy(cm) == pytest.approx(constant.score(x, y_true, weight))
        for cat, table in zip(cm, metrics.multilabel_confusion_matrix(y_true, y_pred, **how), strict=True):
            np.testing.assert_array_equal(cat_versus_rest(cm, cat), table[::-1, ::-1])


def test_axes_are_named_and_counts_are_integers_unless_weighted():
    plain, weighted = confusion_matrix(["a"], ["b"]), confusion_matrix(["a"], ["b"], sample_weight=[2])
    for cm in (plain, weighted, cat_versus_rest(plain, "a")):
        assert (cm.index.name, cm.columns.name) == ("observed", "predicted")
    assert (plain.to_numpy().dtype.kind, weighted.to_numpy().dtype.kind) == ("i", "f")


@given(pairs(alphabet=ALPHABETS["strings"]), st.randoms(use_true_random=False))
def test_labels_set_the_order_and_may_name_absent_classes(pair, random):
    cm = confusion_matrix(*pair)
    order = [*cm.index, "absent"]
    random.shuffle(order)
    expected = cm.reindex(index=order, columns=order, fill_value=0)
    pd.testing.assert_frame_equal(confusion_matrix(*pair, labels=order), expected, check_names=False)


BAD = {
    "None": ((["a", None], ["a", "b"]), {}, ValueError, "y_true holds missing"),
    "NA": (([1, 2], [1, pd.NA]), {}, ValueError, "y_pred holds missing"),
    "nan": (([1.0, np.nan], [1, 1]), {}, ValueError, "y_true holds nan"),
    "inf": (([1, 1], [1.0, np.inf]), {}, ValueError, "y_pred holds nan or infinite"),
    "missing in a Series": ((pd.Series([1, None], dtype="Int64"), [1, 2]), {}, ValueError, "y_true holds nan"),
    "scores": (([0, 1], [0.3, 0.7]), {}, ValueError, "y_pred holds fractions, which look like scores.* threshold"),
    "mixed types": (([1, "a"], [1, "a"]), {}, TypeError, "y_true mixes numbers and text"),
    "other types": (([1, 2], ["1", "2"]), {}, TypeError, "y_true and y_pred mix numbers and text"),
    "complex": (([1j], [1j]), {}, TypeError, "y_true must hold labels.* complex128"),
    "dates": ((["a"], np.array(["2020-01-01"], "M8[D]")), {}, TypeError, "mix dates and text"),
    "unlisted label": ((["a"], ["b"]), {"labels": ["a"]}, ValueError, r"holds \['b'\], missing from labels=\['a'\]"),
    "a label twice": ((["a"], ["a"]), {"labels": ["a", "a"]}, ValueError, "labels must list each label once"),
    "a missing label": ((["a"], ["a"]), {"labels": ["a", None]}, ValueError, "labels must list .*none that is missing"),
    "labels in a string": ((["a"], ["a"]), {"labels": "a"}, TypeError, "labels must be a sequence.* per class"),
}


@pytest.mark.parametrize(("samples", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_labels_and_weights_are_named(samples, options, error, message):
    with pytest.raises(error, match=message):
        confusion_matrix(*samples, **options)


@pytest.mark.parametrize("cat", ["nope", None, 0, ["pos"]])
def test_an_unknown_class_is_named(cat):
    error = TypeError if isinstance(cat, list) else ValueError
    with pytest.raises(error, match=r"cat must be (a label of the matrix, one of \['pos', .*|one label), got "):
        cat_versus_rest(EX1, cat)


def test_labels_of_a_matrix_need_whole_counts():
    with pytest.raises(ValueError, match="cm must hold whole numbers, since there are no parts of examples"):
        labels_of_matrix(pd.DataFrame([[0.5]], index=["a"], columns=["a"]))

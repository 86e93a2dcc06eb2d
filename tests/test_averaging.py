"""One F from many classes: scikit-learn, properties, bad input. `test_errata.py` has the printed values."""

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

from evalmetrics import (
    accuracy,
    cat_versus_rest,
    confusion_matrix,
    f_of_macro_averages,
    f_score,
    macro_f_score,
    micro_f_score,
    weighted_f_score,
)
from evalmetrics_book import (
    example_matrix,
)

from .strategies import ALPHABETS, betas, matrices, random_pairs, transposed

EX1, EX2, EX3 = (example_matrix(name) for name in ("ex1", "ex2", "ex3"))
AVERAGES = {"macro": macro_f_score, "weighted": weighted_f_score, "micro": micro_f_score}


@pytest.mark.parametrize("zero_division", [0.0, 1.0])
@pytest.mark.parametrize(("kind", "weighted"), [(kind, weighted) for kind in ALPHABETS for weighted in (0, 1)])
def test_averages_agree_with_scikit_learn(kind, weighted, zero_division):
    for seed, (y_true, y_pred, weight) in enumerate(random_pairs(kind, count=10, weighted=weighted)):
        cm, beta = confusion_matrix(y_true, y_pred, sample_weight=weight), [0.5, 1.0, 2.0][seed % 3]
        how = {"beta": beta, "sample_weight": weight, "zero_division": zero_division}
        for name, average in AVERAGES.items():
            theirs = metrics.fbeta_score(y_true, y_pred, labels=cm.index, average=name, **how)
            assert average(cm, beta, zero_division=zero_division) == pytest.approx(theirs)
        some = cm.index[: max(1, len(cm) // 2)].to_list()
        theirs = metrics.fbeta_score(y_true, y_pred, labels=some, average="micro", **how)
        assert micro_f_score(cm, beta, labels=some, zero_division=zero_division) == pytest.approx(theirs)
        p, r, _, _ = metrics.precision_recall_fscore_support(y_true, y_pred, labels=cm.index, average="macro", **how)
        theirs = (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else zero_division
        assert f_of_macro_averages(cm, beta, zero_division=zero_division) == pytest.approx(theirs)


def test_one_undefined_class_undefines_the_mean_that_scikit_learn_takes_without_it():
    y_true, y_pred = ["a", "b", "b"], ["b", "b", "b"]
    assert metrics.f1_score(y_true, y_pred, average="macro", zero_division=np.nan) == 0.4  # 0 for a
    assert metrics.f1_score(["a"], ["a"], average="macro", labels=["a", "c"], zero_division=np.nan) == 1  # without c
    assert np.isnan([macro_f_score(y_true, y_pred), macro_f_score(["a"], ["a"], labels=["a", "c"])]).all()
    assert macro_f_score(EX2, zero_division=0.0) == pytest.approx(0.310924, abs=5e-7)
    assert weighted_f_score(EX2, zero_division=0.0) == pytest.approx(0.815258, abs=5e-7)


@given(matrices(), betas)
def test_micro_f_is_accuracy_over_all_classes_and_f_over_one(cm, beta):
    """E-10: over all classes false positives are false negatives, so that a transposed table goes unnoticed."""
    expected = pytest.approx(accuracy(cm) if np.diag(cm).any() else np.nan, nan_ok=True)
    assert micro_f_score(cm, beta) == expected
    assert micro_f_score(cm, beta, labels=cm.index[::-1]) == expected
    assert micro_f_score(transposed(cm), beta) == expected
    assert f_score(sum(cat_versus_rest(cm, cat) for cat in cm), beta)["yes"] == expected
    for cat, f in f_score(cm, beta).items():
        assert micro_f_score(cm, beta, labels=[cat]) == pytest.approx(f, nan_ok=True)


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (["nope"], ValueError, r"labels must be among .* \['pos', 'neg', 'neutral'\], each once; got \['nope'\]"),
        (["pos", "pos"], ValueError, r"labels must be among the labels of the matrix, .* each once"),
        ([], ValueError, "labels is empty: at least one class"),
        ("pos", TypeError, "labels must be a sequence with one entry per class, got 'pos'"),
        ([["pos"]], ValueError, "labels must be 1-d"),
    ],
)
def test_bad_classes_are_named(labels, error, message):
    with pytest.raises(error, match=message):
        micro_f_score(EX1, labels=labels)
    with pytest.raises(ValueError, match="cm must have rows observed"):
        micro_f_score(EX1.T, labels=labels)

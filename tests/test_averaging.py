"""One F from many classes: scikit-learn, properties, bad input. `test_errata.py` has the printed values."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from sklearn import metrics

from evalmetrics import (
    Total,
    accuracy,
    balanced_accuracy,
    bootstrap,
    cat_versus_rest,
    confusion_matrix,
    example_f_score,
    example_jaccard,
    example_precision,
    example_recall,
    f1_score,
    f_of_macro_averages,
    f_score,
    hamming_loss,
    macro_f_score,
    micro_f_score,
    multiclass_average_precision,
    multiclass_roc_auc,
    precision,
    recall,
    subset_accuracy,
    weighted_f_score,
)
from evalmetrics_book import example_matrix

from .strategies import ALPHABETS, betas, matrices, random_pairs, transposed

EX1, EX2 = (example_matrix(name) for name in ("ex1", "ex2"))
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


def test_one_undefined_class_undefines_the_mean():
    assert np.isnan([macro_f_score(["a", "b"], ["b", "b"]), macro_f_score(["a"], ["a"], labels=["a", "c"])]).all()
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


NAMES = list("abcde")
SHAPES = {
    "an array": lambda flags: flags,
    "a list of rows": lambda flags: flags.astype(int).tolist(),
    "sets": lambda flags: [{NAMES[j] for j in np.flatnonzero(row)} for row in flags],
    "lists": lambda flags: [[NAMES[j] for j in np.flatnonzero(row)[::-1]] for row in flags],
    "a Series of lists": lambda flags: pd.Series([[NAMES[j] for j in np.flatnonzero(row)] for row in flags]),
    "a DataFrame": lambda flags: pd.DataFrame(flags.astype(int), columns=NAMES)[NAMES[::-1]],
}


def tagged(seed, n=40):
    rng = np.random.default_rng(seed)
    true = np.vstack([rng.random((n, 5)) < rng.random(5), np.ones(5, dtype=bool)])
    return true, np.where(rng.random(true.shape) < 0.7, true, ~true) | (np.arange(n + 1) == n)[:, None], rng


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("weighted", [False, True])
def test_several_labels_an_example_score_as_in_scikit_learn_in_whatever_shape(shape, weighted):
    for seed in range(5):
        true, pred, rng = tagged(seed)
        how = {"sample_weight": rng.integers(1, 4, len(true)) if weighted else None}
        fill = {"zero_division": 0.0, **how}
        data = SHAPES[shape](true), SHAPES[shape](pred)
        labels = range(5) if shape in ("an array", "a list of rows") else NAMES
        *theirs, _ = metrics.precision_recall_fscore_support(true, pred, **how)
        for ours, their in zip((precision, recall, f1_score), theirs, strict=True):
            np.testing.assert_allclose(ours(*data, **how)[labels], their)
        for name, average in AVERAGES.items():
            theirs = metrics.fbeta_score(true, pred, beta=2, average=name, **how)
            assert average(*data, 2, **how) == pytest.approx(theirs)
        for ours, theirs in [
            (example_precision, metrics.precision_score),
            (example_recall, metrics.recall_score),
            (example_f_score, metrics.f1_score),
            (example_jaccard, metrics.jaccard_score),
        ]:
            assert ours(*data, **fill) == pytest.approx(theirs(true, pred, average="samples", **fill))
        assert subset_accuracy(*data, **how) == pytest.approx(metrics.accuracy_score(true, pred, **how))
        assert hamming_loss(*data, **how) == pytest.approx(metrics.hamming_loss(true, pred, **how))
        scores = true + rng.normal(size=true.shape)
        for average in ("macro", "micro", "weighted", None):
            for ours, theirs in [
                (multiclass_average_precision, metrics.average_precision_score),
                (multiclass_roc_auc, metrics.roc_auc_score),
            ]:
                named = {} if shape in ("an array", "a list of rows") else {"labels": NAMES}
                found = ours(SHAPES[shape](true), scores, average=average, **named, **how)
                np.testing.assert_allclose(found, theirs(true, scores, average=average, **how))


def test_a_bootstrap_of_several_labels_draws_examples():
    true, pred, _ = tagged(0)
    own = bootstrap(macro_f_score, true, pred, n_resamples=50, rng=0, method="percentile")
    drawn = np.random.default_rng(1).integers(len(true), size=len(true))
    assert macro_f_score(true, pred, sample_weight=np.bincount(drawn, minlength=len(true))) == pytest.approx(
        macro_f_score(true[drawn], pred[drawn], labels=range(5))
    )
    assert len(own.replicates) == 50
    total = Total.from_bytes((f1_score.total(true[:9], pred[:9]) + f1_score.total(true[9:], pred[9:])).to_bytes())
    assert f1_score.score(total).equals(f1_score(true, pred))


def test_only_a_set_of_which_every_label_is_right_is_right():
    assert subset_accuracy([["a", "b"], []], [["b", "a"], []]) == 1
    assert subset_accuracy([["a", "b"], ["a"]], [["a"], ["a", "b"]]) == 0
    assert np.isnan(example_f_score([["a"], []], [["a"], []]))
    assert example_f_score([["a"], ["a"]], [["a"], ["b"]]) == 0.5  # 0 where they share none


ONES = np.ones((2, 3))


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        ((ONES, ONES * 0.7), ValueError, r"y_pred must hold 0 and 1, .* got 0.7 in row 0: .* y_pred >= \[0.5, 0.3"),
        ((ONES, ONES[:, :2]), ValueError, r"y_pred must have a column per label, \[0, 1, 2\], got shape \(2, 2\)"),
        ((ONES, ONES[:1]), ValueError, "y_true has 2, y_pred has 1"),
        ((ONES, ["a", "b"]), TypeError, r"y_pred\[0\] must be a set or list of labels, got 'a': of one label, \['a'\]"),
        (([["a"], "b"], [["a"], ["b"]]), TypeError, r"y_true\[1\] must be a set or list of labels, got 'b'"),
        (([["a"], [None]], [["a"], ["b"]]), ValueError, r"y_true\[1\] must hold labels, got None"),
        (([[0.2, 0.7]], [[1, 0]]), ValueError, r"y_true\[0\] must hold labels, got 0.2: compare scores"),
        (([[0, 1]], [[1, 0]]), ValueError, r"y_true holds lists of 0 and 1, .* give np.array\(y_true\) .* or \[set"),
        (([{1}], [{"1"}]), TypeError, "y_true and y_pred mix numbers and text"),
        ((ONES, [["a"], []]), ValueError, "the columns of y_true have no names, .* name all labels with labels="),
        (([[]], [[]]), ValueError, "y_true and y_pred hold no label at all"),
        (
            [pd.DataFrame(ONES, columns=list(names)) for names in ("abc", "abd")],
            *(ValueError, r"y_pred must have a column for each label, \['a', 'b', 'c'\], got \['a', 'b', 'd'\]"),
        ),
    ],
)
@pytest.mark.parametrize("metric", [f1_score, micro_f_score, hamming_loss, example_f_score])
def test_what_is_no_set_of_labels_is_refused(metric, data, error, message):
    with pytest.raises(error, match=message):
        metric(*data)


@pytest.mark.parametrize("data", [(ONES, ONES), ([{"a"}], [{"a"}]), (pd.DataFrame(ONES), pd.DataFrame(ONES))])
@pytest.mark.parametrize("metric", [accuracy, balanced_accuracy])
def test_a_metric_of_one_label_an_example_names_those_of_several(metric, data):
    with pytest.raises(ValueError, match=r"y_true must be 1-d, .* f1_score and its averages, .* subset_accuracy"):
        metric(*data)
    with pytest.raises(TypeError, match=r"must hold a set of labels per example, .* take accuracy"):
        subset_accuracy(["a"], ["a"])
    with pytest.raises(ValueError, match=r"labels must list every label once, got \['a'\]; .* hold \['b'\] too"):
        f1_score([["a"]], [["b"]], labels=["a"])

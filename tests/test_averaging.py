"""One F from many classes: printed values, scikit-learn, properties, bad input."""

import numpy as np
import pytest
from hypothesis import given
from sklearn import metrics

import evalmetrics
from evalmetrics import (
    accuracy,
    cat_versus_rest,
    confusion_matrix,
    example_matrix,
    f_of_macro_averages,
    f_score,
    macro_f_score,
    micro_f_score,
    precision,
    recall,
    weighted_f_score,
)

from .printed import matrix, rounds_to, rows, walkthrough
from .strategies import ALPHABETS, betas, matrices, random_pairs

EX1, EX2, EX3 = (example_matrix(name) for name in ("ex1", "ex2", "ex3"))
PRINTED = """
000-046,003-027  macro_f_score        ex1            0.425300
000-047,003-028  macro_f_score        ex2            NaN
000-048,003-029  macro_f_score        ex3            0.343432
000-049,003-030  weighted_f_score     ex3            0.828994
000-054,003-034  micro_f_score        ex1            0.811024
E-01             macro_f_score        ex3_corrected  0.334995
E-04             f_of_macro_averages  ex1            0.483157
E-04             f_of_macro_averages  ex3            0.512372
E-06             weighted_f_score     ex2            NaN
E-08             weighted_f_score     ex1            0.811024
E-08             micro_f_score        ex3            0.882540
004-052          weighted_f_score     walkthrough    0.95
"""


@pytest.mark.parametrize(("score", "name", "printed"), rows(PRINTED))
def test_printed_values_recompute(score, name, printed):
    assert rounds_to(getattr(evalmetrics, score)(matrix(name)), printed)


@pytest.mark.parametrize(
    ("score", "printed"),
    [pytest.param(precision, "0.95", id="004-050 precision"), pytest.param(recall, "0.96", id="004-051 recall")],
)
def test_the_walkthrough_s_total_row_is_weighted_by_support(score, printed):
    assert rounds_to(np.average(score(walkthrough()), weights=walkthrough().sum(axis=1)), printed)


def summed(cm):
    """The class-versus-rest tables of all classes, added up."""
    return sum(cat_versus_rest(cm, cat) for cat in cm)


@pytest.mark.parametrize(
    ("score", "value"),
    [
        pytest.param(lambda: f_score(summed(EX1))["no"], "0.905512", id="000-055 F of no"),
        pytest.param(lambda: f_score(summed(EX1))["yes"], "0.811024", id="000-055 F of yes"),
        pytest.param(lambda: accuracy(EX1), "0.811024", id="000-056 accuracy"),
        pytest.param(lambda: precision(summed(EX1))["yes"], "0.811024", id="000-057 precision"),
        pytest.param(lambda: recall(summed(EX1))["yes"], "0.811024", id="000-057 recall"),
        pytest.param(lambda: micro_f_score(EX1, labels=["pos", "neg"]), "0.1875", id="000-056,E-09 pos and neg alone"),
        pytest.param(lambda: macro_f_score(EX2, zero_division=0.0), "0.310924", id="000-047,E-06 nan as 0"),
        pytest.param(lambda: f_score(EX2).mean(), "0.932773", id="000-047,E-06 nan skipped"),
        pytest.param(lambda: weighted_f_score(EX2, zero_division=0.0), "0.815258", id="E-06 weighted, nan as 0"),
    ],
)
def test_what_the_documents_say_about_the_averages_in_numbers(score, value):
    assert rounds_to(score(), value)


@pytest.mark.parametrize(("cm", "p", "r"), [(EX1, "0.483157", "0.483157"), (EX3, "0.960784", "0.349333")])
def test_macro_f_can_lie_below_both_mean_precision_and_mean_recall(cm, p, r):
    """E-03: the documents guarantee it to lie between them, which is true of one class only."""
    assert rounds_to(precision(cm).mean(), p)
    assert rounds_to(recall(cm).mean(), r)
    assert macro_f_score(cm) < min(precision(cm).mean(), recall(cm).mean())


def test_weighting_by_predictions_gives_yet_another_number():
    """E-05: 0.936086 on ex3, where weighting by the gold labels gives 0.828994."""
    assert rounds_to(np.average(f_score(EX3), weights=EX3.sum(axis=0)), "0.936086")


@given(matrices(least=1))
def test_weighting_by_actual_and_predicted_counts_gives_accuracy(cm):
    """E-05: what the documents' prose describes as weighted F is micro F."""
    weights = cm.sum(axis=0) + cm.sum(axis=1)
    assert np.average(f_score(cm, zero_division=0.0), weights=weights) == pytest.approx(accuracy(cm))


def test_micro_and_weighted_f_agree_on_ex1_by_its_symmetry_alone():
    """E-08."""
    assert micro_f_score(EX1) == pytest.approx(weighted_f_score(EX1))
    assert micro_f_score(EX3) - weighted_f_score(EX3) > 0.05


def test_of_a_huge_beta_is_left_the_mean_recall():
    assert f_of_macro_averages(EX1, 1e200) == pytest.approx(recall(EX1).mean())


@pytest.mark.parametrize("beta", [0.5, 1.0, 2.0])
def test_micro_f_does_not_notice_a_transposed_table(beta):
    """E-10: over all classes the false positives are the false negatives."""
    assert micro_f_score(EX1, beta) == micro_f_score(EX1.T, beta) == pytest.approx(accuracy(EX1))


AVERAGES = {"macro": macro_f_score, "weighted": weighted_f_score, "micro": micro_f_score}
KINDS = pytest.mark.parametrize(("kind", "weighted"), [(kind, weighted) for kind in ALPHABETS for weighted in (0, 1)])


@pytest.mark.parametrize("zero_division", [0.0, 1.0])
@pytest.mark.parametrize("average", AVERAGES)
@KINDS
def test_averages_agree_with_scikit_learn(kind, weighted, average, zero_division):
    for seed, (y_true, y_pred, weight) in enumerate(random_pairs(kind, count=25, weighted=weighted)):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        beta = [0.5, 1.0, 2.0][seed % 3]
        how = {"beta": beta, "average": average, "sample_weight": weight, "zero_division": zero_division}
        theirs = metrics.fbeta_score(y_true, y_pred, labels=cm.index, **how)
        assert AVERAGES[average](cm, beta, zero_division=zero_division) == pytest.approx(theirs)


@KINDS
def test_one_undefined_class_undefines_the_mean_that_scikit_learn_takes_without_it(kind, weighted):
    """By convention scikit-learn's zero_division=nan averages the other classes; ours says so when one is missing."""
    for y_true, y_pred, weight in random_pairs(kind, count=25, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        theirs = metrics.f1_score(y_true, y_pred, average="macro", sample_weight=weight, zero_division=np.nan)
        ours = macro_f_score(cm)
        assert np.isnan(ours) if (np.diag(cm) == 0).any() else ours == pytest.approx(theirs)


@KINDS
def test_micro_f_of_some_classes_agrees_with_scikit_learn(kind, weighted):
    for y_true, y_pred, weight in random_pairs(kind, count=25, weighted=weighted):
        cm = confusion_matrix(y_true, y_pred, sample_weight=weight)
        some = cm.index[: max(1, len(cm) // 2)].to_list()
        how = {"beta": 2.0, "average": "micro", "sample_weight": weight, "zero_division": 0.0}
        theirs = metrics.fbeta_score(y_true, y_pred, labels=some, **how)
        assert micro_f_score(cm, 2.0, labels=some, zero_division=0.0) == pytest.approx(theirs)


def test_f_of_macro_averages_is_f_of_scikit_learn_s_averages():
    for y_true, y_pred, _ in random_pairs("strings", count=100, weighted=False):
        p, r, _, _ = metrics.precision_recall_fscore_support(y_true, y_pred, average="macro", zero_division=0.0)
        theirs = 5 * p * r / (4 * p + r) if p + r else 0.0
        ours = f_of_macro_averages(confusion_matrix(y_true, y_pred), 2.0, zero_division=0.0)
        assert ours == pytest.approx(theirs)


def test_multi_label_micro_f_is_neither_accuracy_of_sets_nor_of_entries():
    """E-09: three items with three labels each; only single-label data make micro F the accuracy."""
    truth = np.array([[1, 0, 1], [0, 1, 0], [1, 0, 0]])
    predicted = np.array([[1, 0, 1], [0, 1, 1], [0, 0, 0]])
    tables = [
        confusion_matrix(t, p, labels=[0, 1]).rename({0: "no", 1: "yes"}).rename({0: "no", 1: "yes"}, axis=1)
        for t, p in zip(truth.T, predicted.T, strict=True)
    ]
    assert f_score(sum(tables))["yes"] == metrics.f1_score(truth, predicted, average="micro") == 0.75
    assert rounds_to(metrics.accuracy_score(truth, predicted), "0.3333")
    assert rounds_to((truth == predicted).mean(), "0.7778")


@given(matrices(), betas)
def test_micro_f_over_all_classes_is_accuracy(cm, beta):
    expected = accuracy(cm) if np.diag(cm).any() else np.nan
    assert micro_f_score(cm, beta) == pytest.approx(expected, nan_ok=True)
    assert micro_f_score(cm, beta, labels=cm.index[::-1]) == pytest.approx(expected, nan_ok=True)


@given(matrices(), betas)
def test_micro_f_of_one_class_is_its_f(cm, beta):
    for cat in cm:
        assert micro_f_score(cm, beta, labels=[cat]) == pytest.approx(f_score(cm, beta)[cat], nan_ok=True)


@given(matrices(least=1), betas)
def test_f_of_macro_averages_is_never_below_macro_f(cm, beta):
    assert f_of_macro_averages(cm, beta) >= macro_f_score(cm, beta) - 1e-12


@given(matrices(least=1), betas)
def test_f_of_macro_averages_lies_between_the_mean_precision_and_the_mean_recall(cm, beta):
    low, high = sorted([precision(cm).mean(), recall(cm).mean()])
    assert low - 1e-12 <= f_of_macro_averages(cm, beta) <= high + 1e-12


@given(matrices(least=1), betas)
def test_every_average_of_f_lies_between_the_worst_and_the_best_class(cm, beta):
    f = f_score(cm, beta)
    for average in AVERAGES.values():
        assert f.min() - 1e-12 <= average(cm, beta) <= f.max() + 1e-12


@given(matrices(least=1))
def test_macro_and_weighted_f_are_the_plain_and_the_weighted_mean_of_the_classes(cm):
    f = f_score(cm)
    assert macro_f_score(cm) == pytest.approx(f.mean())
    assert weighted_f_score(cm) == pytest.approx(np.average(f, weights=cm.sum(axis=1)))


@given(matrices())
def test_one_class_without_true_positives_undefines_macro_and_weighted_f(cm):
    undefined = (np.diag(cm) == 0).any()
    assert np.isnan(macro_f_score(cm)) == np.isnan(weighted_f_score(cm)) == undefined


@pytest.mark.parametrize(
    ("labels", "error", "message"),
    [
        (["nope"], ValueError, r"labels must name labels of cm.* got \['nope'\]; cm has \['pos', 'neg', 'neutral'\]"),
        (["pos", "pos"], ValueError, "labels must name labels of cm, each once"),
        ([], ValueError, "labels is empty: at least one class"),
        ("pos", TypeError, "labels must be a sequence with one entry per class, got 'pos'"),
        ([["pos"]], ValueError, "labels must be 1-d"),
        ([0], ValueError, "labels must name labels of cm"),
    ],
)
def test_bad_classes_are_named(labels, error, message):
    with pytest.raises(error, match=message):
        micro_f_score(EX1, labels=labels)


def test_a_bad_matrix_is_named_before_its_classes():
    with pytest.raises(ValueError, match="cm must list the same labels, each once"):
        micro_f_score(EX1.set_axis(["a", "a", "b"]).set_axis(["a", "a", "b"], axis=1), labels=["a"])
    with pytest.raises(TypeError, match="cm must be a DataFrame"):
        micro_f_score([[1, 0], [0, 1]], labels=[0])


def test_results_are_plain_floats():
    for average in (*AVERAGES.values(), f_of_macro_averages):
        assert type(average(EX1)) is float
        assert type(average(EX1 * 0.5)) is float

"""Means over folds and reports of several classes: published cases, brute force, a solver where there is one."""

import sys
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from evalmetrics import f1_score, possible_folds, possible_report, precision, printed, recall
from evalmetrics.forensics.possible import folds
from evalmetrics.forensics.possible.search import choices
from evalmetrics.forensics.possible.search.two_classes import SCORES


@pytest.mark.parametrize(
    ("sizes", "scores", "verdict"),
    [
        ([(20, 80)] * 10, {"accuracy": ".87", "recall": ".80", "f1": ".10"}, "impossible"),
        ([(20, 80)] * 10, {"accuracy": ".87", "recall": ".80", "f1": ".71"}, "possible"),
        ([(20, 80)] * 10, {"accuracy": ".87", "recall": ".80", "f1": ".7123", "sd": {"f1": ".0512"}}, "possible"),
        ([(20, 80)] * 10, {"accuracy": ".87", "recall": ".80", "sd": {"recall": ".6"}}, "impossible"),
        ([(10, 20)] * 3, {"mcc": "0.5", "recall": "0.7"}, "possible"),
        ([(4, 5), (1, 11)], {"informedness": "1.00", "recall": "1.00"}, "possible"),
    ],
)
def test_reports_of_cross_validation(sizes, scores, verdict):
    assert possible_folds(sizes, **scores).verdict == verdict


def test_what_stands_for_an_undefined_score_hides_no_fold():
    """It is 1 where nothing is predicted, but 0.0063 where one example is: one choice of very many."""
    found = possible_folds([(25_000, 0)] * 2, fowlkes_mallows="0.0063", zero_division=1.0)
    assert (found.verdict, found.witness["TP"].tolist()) == ("possible", [1, 1])


def test_no_witness_has_an_undefined_score():
    """With recall 0 the correlation is below -0.01, or undefined where nothing is predicted: it is never 0.00."""
    asked = {"mcc": "0.00", "recall": "0.000", "seconds": 0.2}
    assert possible_folds([(200, 800)] * 2, **asked).verdict != "possible"
    assert possible_folds([(200, 800)] * 2, **asked, zero_division=0.0).verdict == "possible"


@pytest.mark.parametrize(
    ("average", "verdict"),
    [
        ({"micro_precision": "0.5"}, "possible"),  # one class is never predicted
        ({"macro_precision": "0.25"}, "impossible"),
        ({"weighted_npv": "0.25"}, "impossible"),
    ],
)
def test_averages_where_undefined_scores_stay_undefined(average, verdict):
    assert possible_report([1, 1], zero_division=float("nan"), **average).verdict == verdict
    assert possible_report([1, 1], zero_division=0.0, **average).verdict == "possible"


def test_stratified_folds_are_those_of_scikit_learn():
    selection = pytest.importorskip("sklearn.model_selection")
    for p, n, k in [(38, 262, 5), (7, 9, 4), (398, 569, 4), (11, 100, 3)]:
        labels = np.array([1] * p + [0] * n)
        cut = selection.StratifiedKFold(k).split(labels, labels)
        theirs = [(int(labels[test].sum()), int((labels[test] == 0).sum())) for _, test in cut]
        assert sorted(folds.fold_sizes(k, p, n)) == sorted(theirs)


def test_scores_of_sums_are_those_of_one_matrix():
    found = possible_folds([(50, 500)] * 2, aggregate="score of sums", accuracy="0.8464", recall="0.81", f1="0.4894")
    assert found.witness.to_numpy().tolist() == [[81, 19], [150, 850]]
    found = possible_folds([(3, 3), (4, 5)], recall="0.571")  # 4 of 7, and no mean of thirds and quarters
    assert found.verdict == "impossible"
    assert found.repairs.set_index("change").loc["aggregate", "would be"] == "score of sums"


@pytest.mark.parametrize("seed", range(60))
def test_brute_force_over_folds(seed):
    rng = np.random.default_rng(seed)
    sizes = [(int(rng.integers(1, 4)), int(rng.integers(1, 4)))] * 2
    if rng.random() < 0.5:
        sizes[1] = (int(rng.integers(1, 4)), int(rng.integers(1, 4)))
    names = rng.choice(["accuracy", "recall", "fpr", "f1", "informedness", "kappa"], 2, False).tolist()
    cells = [[(tp, p - tp, fp, n - fp) for tp in range(p + 1) for fp in range(n + 1)] for p, n in sizes]
    means = {}
    for chosen in product(*cells):
        try:
            means[chosen] = [sum(Fraction(*SCORES[name](*each)) for each in chosen) / 2 for name in names]
        except ZeroDivisionError:
            continue
    mean = list(means.values())[rng.integers(len(means))]
    places = int(rng.integers(1, 4))
    wrong = rng.choice([0, 0, 0.05])
    texts = {name: f"{float(x) + wrong:.{places}f}" for name, x in zip(names, mean, strict=True)}
    right = [
        chosen
        for chosen, values in means.items()
        if all(x in printed(text) for x, text in zip(values, texts.values(), strict=True))
    ]
    found = possible_folds(sizes, **texts)
    assert found.verdict == ("possible" if right else "impossible")
    if found.verdict == "possible":
        rows = [tuple(row) for row in found.witness.to_numpy().tolist()]
        assert tuple(rows) in right or tuple(rows[::-1]) in right


SIZES = {"cat": 10, "dog": 20}
OF_CAT = ("precision of cat", "f1 of cat")


def test_a_report_with_its_matrix():
    found = possible_report(SIZES, recall=["0.90", "0.75"], precision=["0.64", "0.94"], accuracy="0.80")
    matrix = found.witness
    assert printed("0.64").prints(precision(matrix)["cat"])
    assert printed("0.75").prints(recall(matrix)["dog"])
    assert matrix.to_numpy().tolist() == [[9, 1], [5, 15]]


@pytest.mark.parametrize(
    ("sizes", "report", "conflicts"),
    [
        (SIZES, {"recall": ["0.95", "0.75"]}, ("recall of cat",)),
        (SIZES, {"recall": ["0.90", "0.75"], "accuracy": "0.90"}, ("recall of dog", "accuracy")),
        (SIZES, {"precision": ["0.64", ""], "recall": ["0.90", ""], "f1": ["0.80", ""]}, OF_CAT),
        ([100, 200, 50], {"accuracy": "0.712"}, ("accuracy",)),
        ([10, 100, 80], {"accuracy": "0.602", "macro_recall": "0.3417"}, ("accuracy",)),
        ([10, 20, 5], {"accuracy": "0.714", "macro_f1": "0.95"}, ("accuracy", "macro_f1")),
    ],
)
def test_reports_that_cannot_be(sizes, report, conflicts):
    found = possible_report(sizes, **report)
    assert found.verdict == "impossible"
    assert found.conflicts == conflicts


def test_averages_alone():
    assert possible_report([100, 200, 50], accuracy="0.714", macro_f1="0.6543").verdict == "possible"
    found = possible_report([10, 20, 5], accuracy="0.714", macro_f1="0.65", kappa="0.5", weighted_f1="0.71")
    assert found.verdict == "possible"
    found = possible_report([10, 20, 5], accuracy="0.714", macro_f1="0.65", kappa="0.5")
    assert printed("0.65").prints(float(f1_score(found.witness).mean()))


def test_a_class_that_is_never_predicted_has_no_precision_unless_one_is_said():
    report = {"recall": ["1.00", "0.00"], "macro_precision": "0.33"}
    assert possible_report(SIZES, **report, zero_division=float("nan")).verdict == "impossible"
    assert possible_report({"cat": 20, "dog": 10}, **report).witness.to_numpy().tolist() == [[20, 0], [10, 0]]


def test_f_of_macro_averages_is_found_out():
    # [[9, 1, 0], [0, 10, 0], [0, 5, 5]]: the mean of F is 0.79, F of the mean precision and recall is 0.84
    classes = {"precision": ["1.00", "0.62", "1.00"], "recall": ["0.90", "1.00", "0.50"]}
    assert possible_report([10, 10, 10], **classes, macro_f1="0.79").verdict == "possible"
    found = possible_report([10, 10, 10], **classes, macro_f1="0.84")
    assert found.verdict == "impossible"
    assert "F of the macro averages" in found.repairs["would be"].tolist()


AVERAGED = ["accuracy", "kappa", "macro_f1", "macro_precision", "weighted_f1", "macro_specificity", "micro_npv"]


def tables_of(sizes):
    """All confusion matrices of three classes."""
    rows = [[(a, b, n - a - b) for a in range(n + 1) for b in range(n + 1 - a)] for n in sizes]
    return np.array([np.array(table) for table in product(*rows)])


def averages_of(cells):
    """Textbook averages of a stack of matrices."""
    sizes, predicted = cells.sum(2), cells.sum(1)
    right, n = cells.diagonal(axis1=1, axis2=2), sizes.sum(1)
    f = 2 * right / (sizes + predicted)
    chance = (sizes * predicted).sum(1)
    with np.errstate(invalid="ignore"):
        shares = np.where(predicted > 0, right / predicted, 0)
        kappa = (n * right.sum(1) - chance) / (n**2 - chance)
    negatives = n[:, None] - sizes
    return {
        "accuracy": right.sum(1) / n,
        "kappa": kappa,
        "macro_f1": f.mean(1),
        "macro_precision": shares.mean(1),
        "weighted_f1": (f * sizes).sum(1) / n,
        "macro_specificity": ((negatives - predicted + right) / negatives).mean(1),
        "micro_npv": 1 - (n - right.sum(1)) / (2 * n),
    }


@pytest.mark.parametrize("listed", [True, False])
@pytest.mark.parametrize("seed", range(25))
def test_brute_force_over_averages_of_three_classes(seed, listed, monkeypatch):
    """Whether all choices are listed, or proofs and witnesses are looked for as among many."""
    if not listed:
        monkeypatch.setattr(choices, "FEW", 0)
        monkeypatch.setattr(choices, "LISTED", 10)
        monkeypatch.setattr(choices, "SHORT", 0)  # so many walks, however busy the machine is
        monkeypatch.setattr(choices, "WALKS", 30)
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 6, 3).tolist()
    averages = averages_of(tables_of(sizes))
    one = rng.integers(len(averages["accuracy"]))
    texts, fits, unsure = {}, True, False
    for name in rng.choice(AVERAGED, int(rng.integers(2, 4)), replace=False).tolist():
        texts[name] = f"{averages[name][one] + rng.choice([0, 0.01, 0.05]):.2f}"
        away = np.abs(averages[name] - float(texts[name])) - 0.005
        fits, unsure = fits & (away < 1e-9), unsure | np.any(np.abs(away) < 1e-9)
    found = possible_report(sizes, **texts, seconds=60)
    assert unsure or found.verdict == ("possible" if np.any(fits) else "impossible"), (sizes, texts)
    if found.witness is not None:
        shown = averages_of(found.witness.to_numpy()[None])
        assert all(abs(shown[name][0] - float(text)) < 0.005 + 1e-9 for name, text in texts.items())


@pytest.mark.parametrize(
    ("sizes", "averages", "verdict"),
    [
        ([3000, 5000, 2000], {"accuracy": "0.714", "macro_f1": "0.7600"}, "possible"),
        ([3000, 5000, 2000], {"accuracy": "0.714", "macro_f1": "0.9500"}, "impossible"),
        ([3000, 5000, 2000], {"accuracy": "0.714", "macro_f1": "0.7700"}, "impossible"),  # case by case
        ([1000] * 10, {"accuracy": "0.714", "macro_f1": "0.6543"}, "possible"),
        ([1000] * 10, {"accuracy": "0.714", "macro_f1": "0.914"}, "impossible"),
        ([500, 300, 2000], {"macro_precision": "0.81", "macro_recall": "0.72", "macro_f1": "0.90"}, "impossible"),
        ([5000, 5000], {"recall": ["0.90", ""], "macro_f1": "0.99"}, "impossible"),
    ],
)
def test_averages_alone_of_large_classes(sizes, averages, verdict):
    assert possible_report(sizes, **averages).verdict == verdict


def test_nonlinear_means_of_large_folds():
    large = [(200, 800)] * 10
    assert possible_folds(large, accuracy=".87", recall=".80", f1=".10").verdict == "impossible"
    assert possible_folds(large, accuracy=".87", recall=".80", f1=".7110").verdict == "possible"
    assert possible_folds(large, accuracy=".87", f1=".71", sd={"f1": ".05"}).verdict == "possible"
    many = possible_folds([(999, 999)] * 10, accuracy=".87", f1=".71", sd={"f1": ".05"})
    assert (many.verdict, many.checked.rpartition("; ")[2]) == ("undecided", "more than 300,000 matrices of folds")


@pytest.mark.parametrize("seed", range(30))
def test_folds_that_were_cut_anyhow(seed):
    """Two or three small folds: every way to cut them, every matrix of each."""
    rng = np.random.default_rng(seed)
    p, n, k = int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(2, 4))
    sizes = [len(range(i, p + n, k)) for i in range(k)]
    name, other = rng.choice(["accuracy", "recall", "specificity", "f1"], 2, False).tolist()
    cells = [
        [(tp, q - tp, fp, size - q - fp) for q in range(size + 1) for tp in range(q + 1) for fp in range(size - q + 1)]
        for size in sizes
    ]
    means = set()
    for chosen in product(*cells):
        if sum(tp + fn for tp, fn, _, _ in chosen) == p:
            ratios = [[SCORES[each](*fold) for fold in chosen] for each in (name, other)]
            if all(den for each in ratios for _, den in each):
                means.add(tuple(sum(Fraction(*ratio) for ratio in each) / k for each in ratios))
    one = sorted(means)[rng.integers(len(means))] if means else (Fraction(1, 2),) * 2
    texts = [f"{float(x) + wrong:.2f}" for x, wrong in zip(one, rng.choice([0, 0.02, 0.1], 2), strict=True)]
    right = any(all(x in printed(text) for x, text in zip(pair, texts, strict=True)) for pair in means)
    scores = dict(zip((name, other), texts, strict=True))
    found = possible_folds(k, positives=p, negatives=n, stratified=False, **scores)
    assert found.verdict == ("possible" if right else "impossible"), (p, n, k, scores)
    if right:
        assert found.witness[["TP", "FN"]].to_numpy().sum() == p


def test_folds_cut_anyhow_are_told_as_such():
    folds = {"positives": 50, "negatives": 100, "stratified": False, "seconds": 300.0}  # for a busy machine
    found = possible_folds(10, **folds, accuracy=".84", recall=".81", f1=".17")
    assert found.verdict == "impossible"
    assert (
        "no cross-validation of 10 folds of 50 positives and 100 negatives, cut anyhow into equal parts" in found.reason
    )
    assert found.conflicts == ("recall", "f1")
    assert possible_folds(10, **folds, accuracy=".84", recall=".81", f1=".77").verdict == "possible"


def test_without_a_solver_some_questions_stay_open(monkeypatch):
    monkeypatch.setattr(choices, "FEW", 0)
    monkeypatch.setattr(choices, "walked", lambda *_: None)
    monkeypatch.setattr(choices, "whole", lambda *_: None)
    for module in ("ortools", "ortools.sat.python", "ortools.sat.python.cp_model"):  # another test may have loaded them
        monkeypatch.setitem(sys.modules, module, None)
    found = possible_folds([(4, 4)] * 2, f1="0.5", kappa="0.1")
    assert found.verdict == "undecided"
    assert "evalmetrics[forensics]" in found.checked


def test_a_report_that_is_searched_in_vain_is_undecided(monkeypatch):
    monkeypatch.setattr(choices, "branched", lambda *_: ("undecided", None))
    monkeypatch.setattr(choices, "whole", lambda *_: None)
    found = possible_report([3000, 5000, 2000], accuracy="0.714", macro_f1="0.7700", seconds=0.01)
    assert (found.verdict, "searches" in found.checked) == ("undecided", True)
    assert found.reason == "the time was over before it was decided"


def test_what_would_mend_a_report_is_told():
    sizes = {"cat": 10, "dog": 20, "eel": 10}
    found = possible_report(sizes, precision={"cat": "0.8"}, recall={"cat": "0.6"}, f1={"cat": "0.6857"})
    assert ["f1 of cat", "0.6857", "F of the rounded precision and recall"] in found.repairs.to_numpy().tolist()
    found = possible_report(sizes, macro_precision="0.87", macro_recall="0.80", macro_f1="0.833", recall={"cat": "0.9"})
    assert ["macro_f1", "0.833", "F of the macro averages"] in found.repairs.to_numpy().tolist()
    found = possible_report(sizes, recall={"cat": "0.66", "dog": "0.66"}, accuracy="0.62", rounding="cut")
    assert found.verdict == "impossible"
    found = possible_report({"cat": 12, "dog": 20}, recall={"cat": "0.66"})
    assert ["rounding", "nearest", "cut"] in found.repairs.to_numpy().tolist()


@pytest.mark.engines
def test_the_solver_decides_what_bounds_cannot(monkeypatch):
    monkeypatch.setattr(choices, "FEW", 0)
    monkeypatch.setattr(choices, "walked", lambda *_: None)
    monkeypatch.setattr(choices, "whole", lambda *_: None)
    assert possible_folds([(4, 4)] * 2, f1="0.5", recall="0.5").verdict == "possible"
    assert possible_folds([(3, 3)] * 2, f1="0.61", kappa="0.333").verdict == "impossible"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_folds(5, accuracy="0.5"), ValueError, "positives and negatives must be given"),
        (lambda: possible_folds(1, positives=5, negatives=5, accuracy="0.5"), ValueError, "folds must be at least 2"),
        (lambda: possible_folds([5, 5], accuracy="0.5"), TypeError, "folds must hold pairs"),
        (lambda: possible_folds([], accuracy="0.5"), ValueError, "at least one fold"),
        (lambda: possible_folds([(5, 5), (0, 0)], accuracy="0.5"), ValueError, "at least one fold, each with examples"),
        (lambda: possible_folds([(5, 5)], stratified=False, accuracy="0.5"), ValueError, "these are known already"),
        (lambda: possible_folds([(5, 5)], positives=6, accuracy="0.5"), ValueError, "positives contradict the folds"),
        (lambda: possible_folds([(5, 5)], acc="0.5"), TypeError, "acc is no score that is known here"),
        (lambda: possible_folds([(5, 5)]), TypeError, "no score to ask about"),
        (lambda: possible_folds([(5, 5)], recall="0.5", sd={"f1": "0.1"}), ValueError, "f1 is not"),
        (lambda: possible_folds([(5, 5)], recall="0.5", aggregate="sum"), ValueError, "aggregate must be one of"),
        (
            lambda: possible_folds([(5, 5)], recall="0.5", aggregate="score of sums", sd={"recall": "0.1"}),
            *(ValueError, 'aggregate must be "mean of scores"'),
        ),
        (lambda: possible_folds([(5, 5)] * 5, accuracy="0.5", ddof=5), ValueError, "less than the number of folds, 5"),
        (lambda: possible_folds([(5, 5)] * 5, accuracy="0.5", ddof="a"), TypeError, "ddof must be a whole number"),
        (lambda: possible_report([5]), ValueError, "at least two classes"),
        (lambda: possible_report([5, 5]), TypeError, "no number to ask about"),
        (lambda: possible_report([5, 5], accuracy=None), TypeError, "no number to ask about"),
        (lambda: possible_report([5, 5], macro_f2="0.5"), TypeError, "macro_f2 is no number that is known here"),
        (lambda: possible_report([5, 5], accuracy=0.5), TypeError, "accuracy must be a string"),
        (lambda: possible_report([5, 5], recall=["0.5"]), ValueError, "recall must hold a text per class"),
        (lambda: possible_report([5, 5], recall="0.5"), TypeError, "recall must hold a text per class"),
        (lambda: possible_report(SIZES, recall={"cow": "0.5"}), ValueError, "no size: 'cow'"),
        (lambda: possible_report([5, 5], recall=[0.5, 0.5]), TypeError, "must be a string"),
        (lambda: possible_report([5, 0], accuracy="0.5"), ValueError, "sizes must be at least 1"),
        (lambda: possible_report([5, 5], accuracy="0.5", seconds=0), ValueError, "seconds must be"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

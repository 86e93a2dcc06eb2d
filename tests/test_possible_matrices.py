"""Scores of two classes: published cases, brute force over all matrices, other libraries' verdicts, bad input."""

import pickle
import time
from fractions import Fraction
from itertools import product
from math import isqrt

import numpy as np
import pytest

from evalmetrics import possible_matrices, printed
from evalmetrics.forensics.possible.search.two_classes import COUNTS, ROOTS, SCORES, f_beta
from evalmetrics.forensics.printed import ROUNDINGS

ROUNDED = {"accuracy": ".62", "recall": ".22", "specificity": ".86", "f1": ".3"}  # README of mlscorecheck


@pytest.mark.parametrize(
    ("sizes", "scores", "count"),
    [
        ((100, 200), {"accuracy": "0.9567", "recall": "0.8545", "specificity": "0.9734"}, 0),
        ((100, 1000), {"accuracy": "0.8464", "recall": "0.81", "f1": "0.4894"}, 1),
        ((100, 1000), {"accuracy": "0.8474", "recall": "0.81", "f1": "0.4894"}, 0),
        ((110, 1000), {"accuracy": "0.8464", "recall": "0.81", "f1": "0.4894"}, 0),
        ((75, 304), {"accuracy": "0.7916", "recall": "0.2933", "specificity": "0.9145"}, 1),
        ((75, 304), {"accuracy": "0.7926", "recall": "0.2933", "specificity": "0.9145"}, 0),
        ((517, 1049), {"accuracy": ".4719", "npv": ".6253", "f1": ".3091"}, 1),
        ((517, 1049), {"accuracy": ".4719", "npv": ".6253", "f1": ".3191"}, 0),
        ((530, 902), ROUNDED, 44),
        ((530, 902), {**ROUNDED, "rounding": "cut"}, 39),
        ((530, 902), {**ROUNDED, "rounding": "any"}, 174),
        ((14, 49), {"recall": "0.857", "mcc": "0.484"}, 0),
        ((40, 57), {"kappa": "0.0201"}, 0),
        ((10_000, 90_000), {"accuracy": "0.9", "precision": "0/1"}, 5_000),
    ],
)
def test_published_reports(sizes, scores, count):
    found = possible_matrices(positives=sizes[0], negatives=sizes[1], **scores)
    assert (found.verdict, found.count) == ("possible" if count else "impossible", count)


def test_a_report_in_words():
    found = possible_matrices(positives=100, negatives=1000, accuracy="0.8474", recall="0.81", f1="0.4894")
    assert found.conflicts == ("accuracy",)
    assert found.repairs.to_numpy().tolist() == [
        ["accuracy", "0.8474", "0.8464"],
        ["runs", "one", "if this is a mean of 10 runs"],
    ]
    assert "no confusion matrix of 100 positives and 1000 negatives has accuracy 0.8474." in str(found)
    assert "fabricated" not in str(found)
    assert found._repr_markdown_().startswith("**Impossible:** no confusion matrix")
    with pytest.raises(TypeError, match=r"compare \.verdict"):
        bool(found)


def test_a_verdict_travels_with_its_repairs():
    found = possible_matrices(positives=100, negatives=1000, accuracy="0.8474")
    copy = pickle.loads(pickle.dumps(found))
    assert copy.verdict == "impossible"
    assert copy.repairs.equals(found.repairs)


def holds(name, number, cells, fill, beta):
    """Whether the definition, in exact arithmetic, gives the printed number; roots are compared by their squares."""
    num, den = {**SCORES, **COUNTS, "f_beta": f_beta(beta)}[name](*cells)
    if den == 0:
        return fill == fill and Fraction(fill) in number
    if name not in ROOTS:
        return Fraction(num, den) in number
    digits = 10**12  # the root to twelve digits from below, and whether it is exact
    root = isqrt(abs(num) * digits**2 // den)
    exact = root * root * den == abs(num) * digits**2
    low = Fraction(root, digits) * (1 if num >= 0 else -1)
    inside = low + (0 if exact else Fraction(1 if num >= 0 else -1, 2 * digits))
    return inside in number


def random_report(rng):
    positives, negatives = (int(x) for x in rng.integers(0, 9, 2))
    if positives + negatives == 0:
        positives = 1
    names = rng.choice([*SCORES, "f_beta"], size=int(rng.integers(1, 4)), replace=False).tolist()
    places = int(rng.integers(1, 5))
    tp, fp = int(rng.integers(0, positives + 1)), int(rng.integers(0, negatives + 1))
    scores = {}
    for name in names:
        num, den = {**SCORES, "f_beta": f_beta(2)}[name](tp, positives - tp, fp, negatives - fp)
        value = num / den if den else 0.0
        value = np.sign(value) * abs(value) ** 0.5 if name in ROOTS else value
        scores[name] = f"{value + rng.choice([0, 0, 10**-places]):.{places}f}"
    return positives, negatives, scores


def compare_with_brute_force(seed):
    rng = np.random.default_rng(seed)
    positives, negatives, scores = random_report(rng)
    rounding, fill = str(rng.choice(ROUNDINGS)), float(rng.choice([float("nan"), 0.0, 1.0]))
    pairs = [(positives, negatives)]
    if unknown := rng.random() < 0.3:
        pairs = [(p, positives + negatives - p) for p in range(positives + negatives + 1)]
    every = [(tp, p - tp, fp, q - fp) for p, q in pairs for tp, fp in product(range(p + 1), range(q + 1))]
    numbers = {name: printed(text, rounding=rounding) for name, text in scores.items()}

    def those_with(numbers, fill):
        return {
            cells for cells in every if all(holds(name, number, cells, fill, 2) for name, number in numbers.items())
        }

    loose = {name: number.loosened() for name, number in numbers.items()}
    unless = 0.0 if fill != fill else fill  # 0/0 printed as 0 is possible where nothing else is
    tried = [(numbers, fill), (numbers, unless), (loose, fill), (loose, unless)]
    right = next((found for each in tried if (found := those_with(*each))), set())
    sizes = {"n": positives + negatives} if unknown else {"positives": positives, "negatives": negatives}
    beta = {name: (2, text) if name == "f_beta" else text for name, text in scores.items()}
    found = possible_matrices(**sizes, rounding=rounding, zero_division=fill, limit=10_000, **beta)
    if ", if all" in found.reason:  # read otherwise: held by zeros that are no digits, and by half precision
        return found.verdict
    assert found.count == len(right), (seed, sizes, scores, rounding, fill)
    assert found.verdict == ("possible" if right else "impossible")
    if right:
        listed = {tuple(row) for row in found.witness.attrs["others"].to_numpy().tolist()}
        assert listed == right, seed
        assert tuple(found.witness.to_numpy().ravel().tolist()) in right
    else:
        some = {name: beta[name] for name in found.conflicts if found.assumptions["unit"] == "as printed"} or beta
        alone = possible_matrices(**sizes, rounding=rounding, zero_division=fill, **some)
        assert alone.verdict == "impossible" or ", if all" in alone.reason  # others had more digits


@pytest.mark.parametrize("block", range(10))
def test_brute_force_over_all_matrices(block):
    for seed in range(100 * block, 100 * (block + 1)):
        compare_with_brute_force(seed)


TEXTBOOK = {  # of arrays of floats, independent of what the package solves; MCC is what mlscorecheck loses the sign of
    "accuracy": lambda tp, fn, fp, tn: (tp + tn) / (tp + fn + fp + tn),
    "precision": lambda tp, fn, fp, tn: tp / (tp + fp),
    "recall": lambda tp, fn, fp, tn: tp / (tp + fn),
    "specificity": lambda tp, fn, fp, tn: tn / (tn + fp),
    "npv": lambda tp, fn, fp, tn: tn / (tn + fn),
    "f1": lambda tp, fn, fp, tn: 2 * tp / (2 * tp + fp + fn),
    "mcc": lambda tp, fn, fp, tn: (tp * tn - fp * fn) / np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)),
    "kappa": lambda tp, fn, fp, tn: 2 * (tp * tn - fn * fp) / ((tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)),
    "markedness": lambda tp, fn, fp, tn: tp / (tp + fp) + tn / (tn + fn) - 1,
}


OF_SINGLE_PRECISION = 1e-5  # as far off as a difference of floats of 32 bits, such as kappa, may be printed


def compare_with_the_textbook(seed):
    """A report of up to 60 and 60, right or wrong: whether the verdict, the count and the witness are those of all."""
    rng = np.random.default_rng(seed)
    p, n = (int(x) for x in rng.integers(1, 61, 2))
    tp, fp = (x.ravel() for x in np.meshgrid(np.arange(p + 1), np.arange(n + 1)))
    cells = np.stack([tp, p - tp, fp, n - fp])
    one, surely, perhaps, texts = rng.integers(cells.shape[1]), True, True, {}
    for name in rng.choice(list(TEXTBOOK), size=int(rng.integers(1, 4)), replace=False).tolist():
        with np.errstate(all="ignore"):
            values = TEXTBOOK[name](*cells.astype(float))
        places, center = int(rng.integers(2, 5)), values[one] if np.isfinite(values[one]) else 0.5
        texts[name] = f"{center + rng.choice([0, rng.normal() / 10]):.{places}f}"
        away = abs(values - float(texts[name])) - 0.5 * 10.0**-places
        as_zero = np.isnan(values) & (float(texts[name]) == 0)  # what is undefined may be printed as 0
        surely, perhaps = surely & (away < -1e-9), perhaps & ((away < OF_SINGLE_PRECISION) | as_zero)
    found = possible_matrices(positives=p, negatives=n, **texts)
    if ", if all" in found.reason:  # read otherwise: held by zeros that are no digits, and by half precision
        return found.verdict
    assert surely.sum() <= found.count <= perhaps.sum(), (seed, p, n, texts)
    assert found.verdict == ("possible" if found.count else "impossible"), (seed, p, n, texts)
    assert found.witness is None or perhaps[np.all(found.witness.to_numpy().ravel() == cells.T, axis=1)].any(), seed
    return found.verdict


@pytest.mark.parametrize("block", range(4))
def test_reports_of_up_to_sixty_and_sixty(block):
    verdicts = [compare_with_the_textbook(seed) for seed in range(100 * block, 100 * (block + 1))]
    assert min(verdicts.count("possible"), verdicts.count("impossible")) > 25


@pytest.mark.exhaustive
@pytest.mark.parametrize("compare", [compare_with_brute_force, compare_with_the_textbook])
def test_fuzz_of_a_minute(compare):
    """No impossible report passes, no possible one fails, no witness is false."""
    seed, end = 1_000_000, time.monotonic() + 60
    while time.monotonic() < end and seed < 1_005_000:
        compare(seed)
        seed += 1
    assert seed > 1_001_000


@pytest.mark.parametrize("seed", range(40))
def test_what_was_computed_from_a_matrix_is_possible(seed):
    """On sizes at which floats and the machine's whole numbers come to their limits."""
    rng = np.random.default_rng(seed)
    positives, negatives = (int(10 ** rng.uniform(1, 6)) for _ in range(2))
    tp, fp = int(rng.integers(1, positives)), int(rng.integers(1, negatives))
    cells = [float(x) for x in (tp, positives - tp, fp, negatives - fp)]
    scores = {}
    for name in rng.choice(list(SCORES), size=3, replace=False).tolist():
        num, den = SCORES[name](*cells)
        value = num / den
        scores[name] = f"{np.sign(value) * abs(value) ** 0.5 if name in ROOTS else value:.6f}"
    assert possible_matrices(positives=positives, negatives=negatives, **scores).verdict == "possible", scores


REPAIRED = [
    ({"positives": 60, "negatives": 40, "recall": "0.33", "precision": "0.66"}, "rounding", "cut"),
    ({"positives": 30, "negatives": 70, "accuracy": "84", "recall": "0.90"}, "accuracy", "84%"),
    ({"positives": 30, "negatives": 70, "recall": "0.8143"}, "classes", "the other way round"),
    ({"positives": 29, "negatives": 70, "recall": "0.9667"}, "positives", "30"),
    ({"n": 22, "accuracy": "0.46"}, "rounding", "if numbers were rounded twice (0.8746, 0.875, 0.88)"),  # 10 of 22
    ({"positives": 10, "negatives": 9, "precision": "1.0", "recall": "0.0"}, "zero_division", "if 0/0 is printed as 1"),
    ({"n": 308, "accuracy": "0.6445"}, "precision", "if all numbers were computed in bfloat16"),
]


@pytest.mark.parametrize(("report", "change", "value"), REPAIRED)
def test_single_changes_that_mend(report, change, value):
    found = possible_matrices(**report)
    assert found.verdict == "impossible"
    assert value in found.repairs.set_index("change").loc[[change], "would be"].tolist()


def test_all_digits_of_half_precision():
    found = possible_matrices(positives=6, n=22, precision="0.4443359375", recall="0.66650390625", f1="0.53271484375")
    assert found.reason.endswith(", if all numbers were computed in float16")
    assert possible_matrices(n=333, accuracy="0.443").verdict == "impossible"


def test_f_of_rounded_precision_and_recall_mends():
    # TP 12, FN 7, FP 4: P 0.75, R 0.632, F 0.6857 of the counts; of 0.8 and 0.6 it is 0.6857, too, so take others
    found = possible_matrices(positives=19, negatives=30, precision="0.8", recall="0.6", f1="0.6857")
    assert found.verdict == "possible"
    found = possible_matrices(positives=21, negatives=30, precision="0.8", recall="0.6", f1="0.6857")
    assert "F of the rounded precision and recall" in found.repairs["would be"].tolist()


def test_another_meaning_mends():
    tp, fn, fp, tn = 8, 2, 3, 17
    macro = (SCORES["f1"](tp, fn, fp, tn), SCORES["f1"](tn, fp, fn, tp))
    value = sum(Fraction(*pair) for pair in macro) / 2
    found = possible_matrices(positives=10, negatives=20, recall="0.8", accuracy="0.8333", f1=f"{float(value):.4f}")
    assert found.verdict == "impossible"
    assert "macro F1, with the same digits" in found.repairs["would be"].tolist()


def test_counts_are_exact_and_f_beta_takes_its_beta():
    found = possible_matrices(positives=10, negatives=20, counts={"TP": 8, "predicted": 11}, f_beta=(2, "0.78"))
    assert found.witness.to_numpy().tolist() == [[8, 2], [3, 17]]


def test_a_score_that_is_undefined_may_be_printed_as_zero():
    report = {"positives": 5, "negatives": 5, "precision": "0.00", "recall": "0.00", "accuracy": "0.50"}
    for zero_division in (float("nan"), 0.0):
        found = possible_matrices(**report, zero_division=zero_division)
        assert found.witness.to_numpy().tolist() == [[0, 5], [0, 5]]
    assert possible_matrices(**report).assumptions["undefined"] == "printed as 0"


def test_a_rate_of_errors_in_percent_may_be_below_one():
    verdict = possible_matrices(error="0.48", fnr="2.13", n=207)  # 1 of 207 and 1 of 47
    assert (verdict.verdict, verdict.assumptions["unit"]) == ("possible", "percent without a sign")
    assert possible_matrices(error="0.48", fnr="2.14", n=207).verdict == "impossible"


def test_numbers_outside_what_a_score_can_be_are_impossible_and_no_errors():
    assert possible_matrices(n=10, accuracy="1.2").verdict == "impossible"
    assert possible_matrices(n=10, recall="-0.5").verdict == "impossible"
    assert "; accuracy lies between 0 and 1" in possible_matrices(n=10, accuracy="1.2").reason
    assert "; mcc lies between -1 and 1" in possible_matrices(n=10, mcc="-1.2", recall="0.5").reason


def test_a_mean_outside_of_what_it_is_a_mean_of():
    found = possible_matrices(positives=100, negatives=100, accuracy="0.60", recall="0.70", specificity="0.80")
    assert found.conflicts == ("accuracy", "recall", "specificity")
    assert found.reason.endswith("; accuracy lies between recall and specificity")
    found = possible_matrices(positives=100, negatives=100, precision="0.90", recall="0.80", f1="0.70")
    assert found.reason.endswith("; f1 lies between precision and recall")


def test_too_many_pairs_are_left_undecided():
    found = possible_matrices(n=100_000, f1="0.5")
    assert (found.verdict, found.witness) == ("undecided", None)
    assert "give the class sizes" in found.reason


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_matrices(accuracy="0.5"), ValueError, "sizes do not suffice: give n"),
        (lambda: possible_matrices(positives=12, n=11, accuracy="0.5"), ValueError, "positives = 12 and n = 11"),
        (lambda: possible_matrices(positives=0, negatives=0, accuracy="0.5"), ValueError, "= 0 and negatives = 0"),
        (lambda: possible_matrices(positives=-1, negatives=5, accuracy="0.5"), ValueError, "positives must be at lea"),
        (lambda: possible_matrices(n=2.5, accuracy="0.5"), TypeError, "n must be a whole number, got 2.5"),
        (lambda: possible_matrices(n=10), TypeError, "no score to ask about"),
        (lambda: possible_matrices(n=10, acuracy="0.5"), TypeError, "acuracy is no score that .* by possible_report"),
        (lambda: possible_matrices(n=10, accuracy=0.5), TypeError, 'accuracy must be a string .*"0.50"; got 0.5'),
        (lambda: possible_matrices(n=10, accuracy="good"), ValueError, "accuracy must be a decimal"),
        (lambda: possible_matrices(n=10, f_beta="0.5"), TypeError, "f_beta must be a pair of beta and text"),
        (lambda: possible_matrices(n=10, f_beta=(0, "0.5")), ValueError, "beta must be a finite number above 0"),
        (lambda: possible_matrices(n=10, counts={"tp": 1}), TypeError, "tp is no count that is known here"),
        (lambda: possible_matrices(n=10, counts={"TP": 1.5}), TypeError, "must be a whole number, got 1.5"),
        (lambda: possible_matrices(n=10, accuracy="0.5", rounding="up?"), ValueError, "rounding must be one of"),
        (lambda: possible_matrices(n=10, accuracy="0.5", limit=0), ValueError, "limit must be at least 1"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

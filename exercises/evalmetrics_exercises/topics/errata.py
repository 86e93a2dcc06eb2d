"""Exercise of the chapter on printed numbers and claims."""

import random
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from hypothesis import strategies as st

from evalmetrics import f_from_counts, f_of_macro_averages, macro_f_score, precision, recall, rounds_to

from ..building import at_least, entry, numbers_in, square
from ..drawing import at_random
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "64_errata"


def fitting(printed: str, n: int) -> list[int]:
    """Counts whose share of n is at most half a unit of the last digit away."""
    half = Fraction(1, 2 * 10 ** len(printed.partition(".")[2]))
    low, high = ((Fraction(printed) + side * half) * n for side in (-1, 1))
    return list(range(max(ceil(low), 0), min(floor(high), n) + 1))


def nearest(printed: str, n: int) -> list[int]:
    return [round(float(printed) * n)]


def cut_off(printed: str, n: int) -> list[int]:
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    return [k for k in range(n + 1) if 0 <= Fraction(k, n) - Fraction(printed) < unit]


def to_three_digits(printed: str, n: int) -> list[int]:
    return [k for k in range(n + 1) if abs(Fraction(k, n) - Fraction(printed)) <= Fraction(1, 2000)]


PRINTED: Inputs = st.tuples(st.integers(1, 3), st.integers(1, 150)).flatmap(
    lambda drawn: st.fixed_dictionaries(
        {
            "printed": st.one_of(
                st.integers(0, 10 ** drawn[0]).map(lambda digits: f"{digits / 10 ** drawn[0]:.{drawn[0]}f}"),
                st.integers(0, drawn[1]).map(lambda k: f"{k / drawn[1]:.{drawn[0]}f}"),
            ),
            "n": st.just(drawn[1]),
        }
    )
)


def many_examples(source: random.Random) -> Arguments:
    """A share of a large test set, mostly to fewer digits than it would take to tell the count."""
    n, digits = source.randint(200, 3000), source.choice([1, 1, 2, 3])
    return {"printed": f"{source.randint(0, n) / n:.{digits}f}", "n": n}


def draw(source: random.Random) -> Any:
    """A test set, and two shares of it to two digits that leave a single confusion matrix."""
    while True:
        positives, negatives = source.randint(20, 40), source.randint(50, 90)
        tp, fp = source.randint(5, positives - 3), source.randint(3, 20)
        data = {
            "examples": positives + negatives,
            "positives": positives,
            "recall": f"{tp / positives:.2f}",
            "precision": f"{tp / (tp + fp):.2f}",
        }
        if matrices_of(data) == [(tp, fp)] and data["recall"] != data["precision"]:
            return data


def matrices_of(data: Any) -> list[tuple[int, int]]:
    """True and false positives that print as the data say."""
    positives, negatives = data["positives"], data["examples"] - data["positives"]
    return [
        (tp, fp)
        for tp in range(1, positives + 1)
        if rounds_to(tp / positives, data["recall"])
        for fp in range(negatives + 1)
        if rounds_to(tp / (tp + fp), data["precision"])
    ]


def cells(data: Any, tp: int | None = None, fp: int | None = None) -> dict[str, float]:
    found = matrices_of(data)[0]
    tp, fp = found[0] if tp is None else tp, found[1] if fp is None else fp
    negatives = data["examples"] - data["positives"]
    return {"tp": tp, "fn": data["positives"] - tp, "fp": fp, "tn": negatives - fp}


def swapped(data: Any) -> dict[str, float]:
    tp = round(float(data["precision"]) * data["positives"])
    return cells(data, tp, round(tp / float(data["recall"])) - tp)


def hits_cut_off(data: Any) -> dict[str, float]:
    tp = int(float(data["recall"]) * data["positives"] + 1e-9)
    return cells(data, tp, round(tp / float(data["precision"])) - tp)


def called_cut_off(data: Any) -> dict[str, float]:
    tp = matrices_of(data)[0][0]
    return cells(data, None, int(tp / float(data["precision"]) + 1e-9) - tp)


def of_the_hits(data: Any) -> dict[str, float]:
    tp = matrices_of(data)[0][0]
    return cells(data, None, round((1 - float(data["precision"])) * tp))


def predicted_for_false(data: Any) -> dict[str, float]:
    tp, fp = matrices_of(data)[0]
    return cells(data, tp, tp + fp)


def of_the_negatives(data: Any) -> dict[str, float]:
    negatives = data["examples"] - data["positives"]
    return cells(data, None, round((1 - float(data["precision"])) * negatives))


@just_fail(
    [[10, 0], [0, 10]],
    [[9, 1], [1, 9]],
    [[60, 40, 0], [0, 60, 40], [0, 0, 100]],
    [[15, 10, 100], [10, 15, 10]],
    [[15, 10, 100], [10, 15, 10], [10, 100, 1000]],
    [[20, 980], [0, 20]],
    [[1, 0, 124], [0, 1, 34], [0, 0, 1110]],
)
def below_both(answer: Any) -> Iterator[Condition]:
    """Macro F1 below macro precision and macro recall."""
    cm = square(answer)
    least = min(*cm.sum(axis=0), *cm.sum(axis=1))
    yield at_least("number of classes", len(cm), 3)
    yield at_least("examples in the smallest row and column", least, 5)
    lower = min(precision(cm).mean(), recall(cm).mean()) if least else float("nan")
    f = macro_f_score(cm, zero_division=0.0)  # 0 for a class without a hit, which is where its precision and recall are
    yield at_least("the lower of macro precision and macro recall, less macro F1", float(lower - f), 0.15)


@just_fail(
    {"A": [[8, 2], [2, 8]], "B": [[9, 1], [1, 9]]},
    {"A": [[15, 10, 100], [10, 15, 10], [10, 100, 1000]], "B": [[1, 0, 124], [0, 1, 24], [0, 0, 1110]]},
    {"A": [[5, 5], [5, 5]], "B": [[10, 0], [10, 0]]},
)
def two_winners(answer: Any) -> Iterator[Condition]:
    """Two systems on one test set that the two macro F1s rank differently."""
    a, b = (square(table) for table in entry(answer, "A", "B"))
    same = a.shape == b.shape and bool((a.sum(axis=1) == b.sum(axis=1)).all())
    yield Condition("the same classes, each with as many examples", "yes" if same else "no", same)
    defined = min(f(cm).min() for f in (precision, recall) for cm in (a, b))
    yield Condition("every precision and recall above 0", f"the least is {defined:.3g}", bool(defined > 0))
    yield at_least("mean of F1: A less B", macro_f_score(a) - macro_f_score(b), 0.02)
    yield at_least("F1 of the means: B less A", f_of_macro_averages(b) - f_of_macro_averages(a), 0.02)


@just_fail(
    {"tp": 7, "fp": 2, "fn": 3, "beta": 1},
    {"tp": 7, "fp": 2, "fn": 3, "beta": 2},
    {"tp": 9, "fp": 1, "fn": 20, "beta": 2},
    {"tp": 10, "fp": 10, "fn": 10, "beta": 4},
    {"tp": 0, "fp": 2, "fn": 30, "beta": 2},
)
def backwards(answer: Any) -> Iterator[Condition]:
    """A formula with beta on the wrong side."""
    *counts, beta = (
        numbers_in([value], name, 0, 1e6)[0] for name, value in zip(NAMES, entry(answer, *NAMES), strict=True)
    )
    tp, fp, fn = counts
    if any(count != int(count) for count in counts) or not 0.25 <= beta <= 4:
        raise ValueError("tp, fp and fn must be whole numbers, and beta must lie between 0.25 and 4")
    yield at_least("true positives", tp, 1)
    right, printed = (float(f_from_counts(*three, beta=beta)) for three in ((tp, fn, fp), (tp, fp, fn)))
    yield at_least("distance of the printed formula from F-beta", abs(right - printed), 0.4)


NAMES = ("tp", "fp", "fn", "beta")
# Some count misses these shares by a little more than half a unit, the first by 0.0005 more, the last by 0.00000003.
NEAR_MISSES = (
    ("0.3764", 5463),
    ("0.1", 101),
    ("0.9", 101),
    ("0.26", 51),
    ("0.49", 101),
    ("0.51", 101),
    ("0.01", 333),
    ("0.99", 333),
    ("0.273", 117),
    ("0.249", 501),
    ("0.751", 501),
    ("0.001", 2001),
    ("0.999", 2001),
    ("0.0499", 1001),
    ("0.1000", 1999),
)
# Some count misses these shares by exactly half a unit, and floats by a little more or less.
HALVES = (("0.7", 4), ("0.27", 40), ("0.28", 40), ("0.57", 40), ("0.58", 40), ("0.6", 100), ("0.3", 180))

BY_HAND: Ideas = {
    "positive calls cut off: the next whole number may print as the precision": called_cut_off,
    "false positives as a share of the true ones: precision is one of all positive calls": of_the_hits,
    "precision and recall in each other's place": swapped,
    "true positives cut off: the next whole number may print as the recall": hits_cut_off,
    "all that was called positive for the false positives": predicted_for_false,
    "false positives as a share of the negatives": of_the_negatives,
}


TASKS = (
    Implement(
        name="counts_that_print",
        minutes=20,
        reference=fitting,
        examples=({"printed": "0.86", "n": 50}, {"printed": "0.857", "n": 60}),
        parts={
            "any share": Part(
                PRINTED,
                3,
                {"printed": "0.957", "n": 2000},
                {"printed": "0.5", "n": 1},
                {"printed": "1.00", "n": 300},
                {"printed": "0.00", "n": 300},
                {"printed": "0.3", "n": 10},
                {"printed": "0.1", "n": 20},
                {"printed": "1", "n": 3},
                {"printed": "0.8571", "n": 70},
                {"printed": "0", "n": 3},
                {"printed": "0.12345", "n": 81},
                *({"printed": printed, "n": n} for printed, n in (*HALVES, *NEAR_MISSES)),
                *at_random("many examples", 6, many_examples),
            )
        },
        wrong_ideas={
            "the nearest count, whether or not it fits": nearest,
            "digits cut off: a printed share is rounded": cut_off,
            "a fixed number of digits: count those that were printed": to_three_digits,
            "counts up to half a unit below, and none above": lambda printed, n: [
                k for k in fitting(printed, n) if Fraction(k, n) <= Fraction(printed)
            ],
        },
    ),
    ByHand(name="matrix_by_hand", minutes=20, draw=draw, solve=cells, wrong_ideas=BY_HAND),
    Build(name="macro_below_both", minutes=15, points=4, conditions=below_both),
    Build(name="same_name_two_winners", minutes=20, points=5, conditions=two_winners),
    Refute(name="beta_backwards", minutes=10, points=3, conditions=backwards),
    Argue(name="a_letter_to_the_author", minutes=20, points=4),
)

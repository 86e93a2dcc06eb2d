"""Exercise of the chapter on choosing a metric."""

import random
from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st

from evalmetrics import accuracy, f1_score, f_score, precision, recall

from ..building import at_least, at_most, entry, square
from ..drawing import LONG, LONG_TIED, UNEVEN, at_random, scored
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "61_choosing_a_metric"
Data = dict[str, Any]


def bill_at(threshold: float, y_true: list[int], y_score: list[float], false_alarm: float, miss: float) -> float:
    """What the errors cost if everything from this score on is called positive."""
    called = [score >= threshold for score in y_score]
    return sum((false_alarm if yes else miss) for y, yes in zip(y_true, called, strict=True) if yes != bool(y))


def lowest_bill(y_true: list[int], y_score: list[float], false_alarm: float, miss: float) -> float:
    """The bill at the cheapest threshold; one of them is above all scores."""
    return min(bill_at(threshold, y_true, y_score, false_alarm, miss) for threshold in {*y_score, inf})


def without_never(y_true: list[int], y_score: list[float], false_alarm: float, miss: float) -> float:
    return min(bill_at(threshold, y_true, y_score, false_alarm, miss) for threshold in y_score)


def without_always(y_true: list[int], y_score: list[float], false_alarm: float, miss: float) -> float:
    thresholds = {*y_score, inf} - {min(y_score)}
    return min(bill_at(threshold, y_true, y_score, false_alarm, miss) for threshold in thresholds)


def ties_apart(y_true: list[int], y_score: list[float], false_alarm: float, miss: float) -> float:
    ranked = [y for _, y in sorted(zip(y_score, y_true, strict=True), reverse=True)]
    n = len(ranked)
    return min(false_alarm * (k - sum(ranked[:k])) + miss * sum(ranked[k:]) for k in range(n + 1))


def at_the_most_accurate(y_true: list[int], y_score: list[float], false_alarm: float, miss: float) -> float:
    best = min(sorted({*y_score, inf}), key=lambda threshold: bill_at(threshold, y_true, y_score, 1, 1))
    return bill_at(best, y_true, y_score, false_alarm, miss)


# An error may cost nothing, or a part of something.
FREE = tuple(
    {"y_true": [1, 0, 1, 0], "y_score": [0.1, 0.4, 0.6, 0.9], "false_alarm": false_alarm, "miss": miss}
    for false_alarm, miss in ((0, 5), (5, 0), (0, 0), (0.75, 0.5), (0.01251, 0.03752), (1 / 3, 1 / 6))
)
LONG_PRICED, TIED_PRICED = (
    tuple({**given, "false_alarm": a, "miss": b} for given in lists for a, b in ((4, 5), (0.7, 0.3)))
    for lists in (LONG, LONG_TIED)
)


def waves(source: random.Random) -> Arguments:
    """Bills that fall and rise again and again on the way down the list; they fall more up to the lowest, then less."""
    lowest = source.randint(1, 4)
    y_true: list[int] = []
    for i in range(6):
        y_true += [1] * (source.randint(3, 5) + (i <= lowest)) + [0] * (source.randint(3, 5) + (i >= lowest))
    rows = [(y, 1 - i / 100) for i, y in enumerate(y_true)]
    source.shuffle(rows)
    return {"y_true": [y for y, _ in rows], "y_score": [s for _, s in rows], "false_alarm": 5, "miss": 5}


PRICES = {"false_alarm": st.integers(1, 20), "miss": st.integers(1, 20)}


def priced(tied: bool) -> Inputs:
    """Labels and scores with two prices."""
    return st.tuples(scored(tied), st.fixed_dictionaries(PRICES)).map(lambda drawn: drawn[0] | drawn[1])


EXTREMES: tuple[Arguments, ...] = (
    {"y_true": [1, 0, 0], "y_score": [0.2, 0.4, 0.6], "false_alarm": 9, "miss": 1},
    {"y_true": [1, 1, 0], "y_score": [0.2, 0.4, 0.6], "false_alarm": 1, "miss": 9},
    {"y_true": [0, 0], "y_score": [3.0, 7.0], "false_alarm": 2, "miss": 5},
    {"y_true": [1, 1], "y_score": [3.0, -7.0], "false_alarm": 2, "miss": 5},
    {"y_true": [0, 1, 1, 0], "y_score": [0.9, 0.8, 0.3, 0.1], "false_alarm": 0.25, "miss": 0.5},
    # Some number that looks large is less than a score, or less than a price.
    {"y_true": [1, 0, 0], "y_score": [2e9, 3e9, 4e9], "false_alarm": 9, "miss": 1},
    {"y_true": [1, 0, 0], "y_score": [-4.0, -3.0, -2.0], "false_alarm": 9, "miss": 1},
    {"y_true": [1, 0, 0], "y_score": [-2.0, -1.0, 0.0], "false_alarm": 9, "miss": 1},
    {"y_true": [1, 0], "y_score": [0.2, 0.8], "false_alarm": 2e12, "miss": 3e12},
    {"y_true": [1, 0], "y_score": [0.2, 0.8], "false_alarm": 0.001, "miss": 0.002},
    # Neither a fine grid nor percentiles come between the 100th and the 101st.
    {"y_true": [0] * 100 + [1] * 199, "y_score": [1.1**i for i in range(299)], "false_alarm": 2, "miss": 3},
)


def draw(source: random.Random) -> Data:
    """Two machines tried on the same examples, a cautious and an eager one, and two prices."""
    positives, negatives = source.randint(25, 60), source.randint(150, 400)
    few = source.randint(1, positives // 4)
    many = few + source.randint(5, positives // 2)
    quiet, loud = source.randint(2, 20), source.randint(30, 90)
    false_alarm, miss = source.sample(range(2, 16), 2)
    return {
        "cautious": [[positives - many, many], [quiet, negatives - quiet]],
        "eager": [[positives - few, few], [loud, negatives - loud]],
        "a false alarm costs": false_alarm,
        "a miss costs": miss,
    }


def errors(table: list[list[int]]) -> tuple[int, int, int, int]:
    """Misses, false alarms, positives and negatives of a table with the truth in its rows."""
    (tp, fn), (fp, tn) = table
    return fn, fp, tp + fn, fp + tn


def bills(data: Data, per: float = 100.0) -> dict[str, float]:
    """What is asked by hand: bills per hundred examples, and the price of a miss at which both machines cost alike."""
    false_alarm, miss = data["a false alarm costs"], data["a miss costs"]
    fn, fp, positives, negatives = errors(data["cautious"])
    fewer, more, _, _ = errors(data["eager"])
    unit = per / (positives + negatives)
    return {
        "cautious": unit * (false_alarm * fp + miss * fn),
        "eager": unit * (false_alarm * more + miss * fewer),
        "never": unit * miss * positives,
        "always": unit * false_alarm * negatives,
        "break_even": false_alarm * (more - fp) / (fn - fewer),
    }


def with_prices(data: Data, false_alarm: float, miss: float) -> Data:
    """The same machines under another price list."""
    return data | {"a false alarm costs": false_alarm, "a miss costs": miss}


def counted(data: Data) -> dict[str, float]:
    return bills(with_prices(data, 1, 1)) | {"break_even": bills(data)["break_even"]}


def per_error(data: Data) -> dict[str, float]:
    right = bills(data)
    for name in ("cautious", "eager"):
        fn, fp, positives, negatives = errors(data[name])
        right[name] *= (positives + negatives) / (fn + fp)
    return right


def per_class(data: Data) -> dict[str, float]:
    right, (false_alarm, miss) = bills(data), (data["a false alarm costs"], data["a miss costs"])
    for name in ("cautious", "eager"):
        fn, fp, positives, negatives = errors(data[name])
        right[name] = 100 * (false_alarm * fp / negatives + miss * fn / positives)
    return right | {"never": 100 * miss, "always": 100 * false_alarm}


def other_break_even(data: Data, false_alarms: float, misses: float) -> dict[str, float]:
    """The right bills, and a price of a miss from these counts."""
    return {"break_even": data["a false alarm costs"] * false_alarms / misses}


def differences(data: Data) -> tuple[int, int]:
    """How many false alarms more, and how many misses fewer, the eager machine has."""
    (fn, fp, _, _), (fewer, more, _, _) = errors(data["cautious"]), errors(data["eager"])
    return more - fp, fn - fewer


def two_machines(answer: Any, least: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Two tables [[TP, FN], [FP, TN]] of the same examples; ValueError for anything else."""
    a, b = (square(table, classes=2) for table in entry(answer, "A", "B"))
    if (a.sum(axis=1) != b.sum(axis=1)).any():
        raise ValueError("A and B must be tried on the same examples: the same sums of rows")
    if min(a.sum(axis=1)) < least:
        raise ValueError(f"there must be at least {least} examples in each row")
    return a, b


def dearer(a: pd.DataFrame, b: pd.DataFrame, miss: int, times: float) -> Condition:
    """That A costs so many times what B costs, where a false alarm costs 1."""
    costs = [fp + miss * fn for fn, fp, _, _ in (errors(cm.to_numpy().tolist()) for cm in (a, b))]
    found = f"{costs[0]:g} and {costs[1]:g}"
    return Condition(f"the bill of A at least {times:g} times that of B", found, costs[0] >= times * costs[1] > 0)


@just_fail(
    {"A": [[70, 30], [0, 900]], "B": [[70, 30], [0, 900]]},
    {"A": [[70, 30], [0, 900]], "B": [[100, 0], [900, 0]]},
    {"A": [[70, 30], [0, 900]], "B": [[100, 0], [0, 900]]},
    {"A": [[70, 30], [0, 900]], "B": [[100, 0], [100, 800], [0, 0]]},
    {"A": [[70, 30], [0, 900]], "B": [[90, 0], [200, 700]]},
    {"A": [[7, 3], [0, 9]], "B": [[10, 0], [2, 7]]},
)
def praised_and_dear(answer: Any) -> Iterator[Condition]:
    """The machine that accuracy and F1 prefer costs twice as much."""
    a, b = two_machines(answer, 10)
    yield at_least("accuracy: A less B", accuracy(a) - accuracy(b), 0.05)
    yield at_least("F1: A less B", f1_score(a)[0] - f1_score(b)[0], 0.05)
    yield dearer(a, b, miss=20, times=2)


@just_fail(
    {"A": [[10, 0], [24, 76]], "B": [[5, 5], [0, 100]]},
    {"A": [[10, 0], [40, 60]], "B": [[5, 5], [0, 100]]},
    {"A": [[10, 0], [30, 70]], "B": [[0, 10], [0, 100]]},
    {"A": [[8, 2], [30, 70]], "B": [[10, 0], [10, 90]]},
)
def beta_is_no_price(answer: Any) -> Iterator[Condition]:
    """F2 prefers the dearer machine where a miss costs four false alarms."""
    a, b = two_machines(answer, 10)
    # 0 without a hit, as the formula of the task has it
    yield at_least("F2: A less B", float(np.subtract(*(f_score(cm, 2.0, zero_division=0.0)[0] for cm in (a, b)))), 0.02)
    yield dearer(a, b, miss=4, times=1.5)


@just_fail([[95, 5], [4, 1]], [[950, 50], [40, 10]], [[180, 10], [10, 0]], [[10, 0], [10, 0]], [[0, 0], [0, 10]])
def one_class_only(answer: Any) -> Iterator[Condition]:
    """Precision and recall are high, and the other class is not recognised."""
    cm = square(answer, classes=2)
    yield at_least("examples in the smaller row", min(cm.sum(axis=1)), 10)
    yield at_least("precision of cats", precision(cm)[0], 0.95)
    yield at_least("recall of cats", recall(cm)[0], 0.95)
    yield at_most("recall of dogs", recall(cm)[1], 0.1)


BY_HAND: Ideas = {
    "misses at the price of false alarms, and the reverse": lambda data: bills(
        with_prices(data, data["a miss costs"], data["a false alarm costs"])
    ),
    "errors counted and not priced": counted,
    "the whole bill, not per hundred examples": lambda data: bills(data, sum(map(sum, data["eager"]))),
    "the bill of one example, not of a hundred": lambda data: bills(data, 1.0),
    "a bill per hundred errors": per_error,
    "misses per hundred positives, false alarms per hundred negatives": per_class,
    "never and always in each other's place": lambda data: (
        (right := bills(data)) | {"never": right["always"], "always": right["never"]}
    ),
    "the price at break-even turned round": lambda data: other_break_even(data, *differences(data)[::-1]),
    "false alarms per miss at break-even, not a price": lambda data: {
        "break_even": differences(data)[0] / differences(data)[1]
    },
    "break-even from all errors of the eager machine and none of the other's": lambda data: other_break_even(
        data, errors(data["eager"])[1], errors(data["cautious"])[0]
    ),
}


TASKS = (
    Implement(
        name="lowest_bill",
        minutes=20,
        reference=lowest_bill,
        examples=({"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.6, 0.4, 0.1], "false_alarm": 2, "miss": 5},),
        parts={
            "all scores different": Part(
                priced(tied=False), 2, *EXTREMES, *FREE, *LONG_PRICED, *at_random("waves", 6, waves)
            ),
            "equal scores": Part(
                priced(tied=True), 2, *({**given, "false_alarm": 3, "miss": 4} for given in UNEVEN), *TIED_PRICED
            ),
        },
        wrong_ideas={
            "never saying yes is left out: it may be the cheapest": without_never,
            "always saying yes is left out: it may be the cheapest": without_always,
            "a cut between equal scores: they are called the same": ties_apart,
            "prices in each other's place": lambda y_true, y_score, false_alarm, miss: lowest_bill(
                y_true, y_score, miss, false_alarm
            ),
            "the mean: the bill is a sum": lambda y_true, y_score, false_alarm, miss: (
                lowest_bill(y_true, y_score, false_alarm, miss) / len(y_true)
            ),
            "the bill where the fewest errors are made: look for the lowest bill": at_the_most_accurate,
            "the threshold that belongs to honest probabilities; scores have thresholds of their own": (
                lambda y_true, y_score, false_alarm, miss: bill_at(
                    false_alarm / (false_alarm + miss), y_true, y_score, false_alarm, miss
                )
            ),
            "the bill at 0.5: prices move the threshold": lambda y_true, y_score, false_alarm, miss: bill_at(
                0.5, y_true, y_score, false_alarm, miss
            ),
        },
    ),
    ByHand(name="bills_by_hand", minutes=20, draw=draw, solve=bills, wrong_ideas=BY_HAND),
    Build(name="praised_and_dear", minutes=15, points=4, conditions=praised_and_dear),
    Build(name="beta_is_no_price", minutes=15, points=4, conditions=beta_is_no_price),
    Refute(name="equally_well", minutes=10, points=3, conditions=one_class_only),
    Argue(name="whose_prices", minutes=25, points=5),
)

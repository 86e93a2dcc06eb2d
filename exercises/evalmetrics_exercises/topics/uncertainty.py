"""Exercise of the chapter on uncertainty."""

import random
from collections.abc import Iterator
from math import comb, sqrt
from statistics import NormalDist
from typing import Any

from hypothesis import strategies as st

from evalmetrics import mcnemar_test, recall, wilson_interval

from ..building import at_least, at_most, each_in, entry, labels_in, square
from ..drawing import at_random, rounds_alike
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, just_fail

TITLE = "07_uncertainty"
Z = 1.959964
DECIMALS = 4  # with three, n - 1 for n would often make no difference


def wilson(successes: int, n: int) -> list[float]:
    interval = wilson_interval(successes, n)
    return [interval.low, interval.high]


def wald(successes: int, n: int, z: float = Z) -> list[float]:
    p = successes / n
    reach = z * sqrt(p * (1 - p) / n)
    return [p - reach, p + reach]


def at_least_as_many(more: int, n: int) -> float:
    """P(X >= more) of n fair coins."""
    return float(sum(comb(n, k) for k in range(more, n + 1)) / 2**n)


def mcnemar(only_1: int, only_2: int) -> float:
    right_1 = [True] * only_1 + [False] * only_2 + [True]
    right_2 = [False] * only_1 + [True] * only_2 + [True]
    return float(mcnemar_test([True] * len(right_1), right_1, right_2).p_value)


COUNTS: Inputs = st.one_of(st.integers(1, 200), st.integers(1, 5000)).flatmap(
    lambda n: st.fixed_dictionaries({"successes": st.integers(0, n), "n": st.just(n)})
)
COMMON = (
    (0, 1),
    (1, 1),
    (0, 5),
    (5, 5),
    (1, 2),
    (999, 1000),
    (3, 2000),
    (10_000, 10_000),
    (30, 100_000),
    (400, 500),
    (37_000, 100_000),
)


def large_sample(source: random.Random) -> Arguments:
    """A test set so large that the intervals of all methods are nearly the same."""
    n = source.randint(300, 20_000)
    return {"successes": source.randint(0, n), "n": n}


DISCORDANT: Inputs = st.sampled_from((25, 300)).flatmap(
    lambda most: st.fixed_dictionaries({"only_1": st.integers(0, most), "only_2": st.integers(0, most)})
)


def draw(source: random.Random) -> Any:
    """A small test set and a system that mostly does well on it; who takes 1.96 for z gets the same decimals."""
    while True:
        n = source.randrange(20, 161)
        data = {"right": n - source.randrange(1, n // 2 + 1), "n": n}
        exact, rounded = scores(data), scores(data, 1.96)
        if all(rounds_alike(exact[name], rounded[name], decimals=DECIMALS) for name in exact):
            return data


def scores(data: Any, z: float = Z) -> dict[str, float]:
    right, n = data["right"], data["n"]
    p = right / n
    low, high = wald(right, n, z)
    interval = wilson_interval(right, n, level=2 * NormalDist().cdf(z) - 1)
    return {
        "standard_error": sqrt(p * (1 - p) / n),
        "wald_low": low,
        "wald_high": high,
        "wilson_low": interval.low,
        "wilson_high": interval.high,
    }


@just_fail(
    {"y_true": [1] * 100, "A": [1] * 100, "B": [1] * 50 + [0] * 50},
    {"y_true": [1] * 100, "A": [1] * 80 + [0] * 20, "B": [0] * 20 + [1] * 80},
    {"y_true": [1] * 30, "A": [1] * 30, "B": [1] * 20},
)
def overlap_and_differ(answer: Any) -> Iterator[Condition]:
    """Intervals that overlap although the difference is beyond doubt."""
    y, a, b = each_in(answer, ("y_true", "A", "B"), labels_in)
    if not 20 <= len(y) <= 100_000 or len({len(y), len(a), len(b)}) > 1:
        raise ValueError("y_true, A and B must have the same length, 20 to 100,000")
    hits = [[t == p for t, p in zip(y, system, strict=True)] for system in (a, b)]
    (low_a, high_a), (low_b, high_b) = (wilson(sum(right), len(y)) for right in hits)
    shown = f"[{low_a:.3f}, {high_a:.3f}] and [{low_b:.3f}, {high_b:.3f}]"
    yield Condition("the Wilson intervals of the two accuracies overlap", shown, low_a <= high_b and low_b <= high_a)
    only_1, only_2 = (sum(one > other for one, other in zip(*pair, strict=True)) for pair in (hits, hits[::-1]))
    yield at_most("p of McNemar's exact test", mcnemar(only_1, only_2), 0.001)


@just_fail(
    {"A": [[10, 0], [0, 10]], "B": [[6, 4], [4, 6]]},
    {"A": [[10, 0], [0, 10]], "B": [[0, 10], [11, 0]]},
    {"A": [[0, 10], [10, 0]], "B": [[10, 0], [0, 10]]},
    {"A": [[5, 0], [0, 5]], "B": [[0, 5], [5, 0]]},
    {"A": [[4, 0], [0, 16]], "B": [[0, 4], [4, 12]]},
)
def parity_and_unfair(answer: Any) -> Iterator[Condition]:
    """Both groups hear yes equally often, and in one of them the wrong people do."""
    a, b = (square(table, classes=2) for table in entry(answer, "A", "B"))
    if min(cm.to_numpy().sum() for cm in (a, b)) < 20 or min(cm.loc[0].sum() for cm in (a, b)) < 5:
        raise ValueError("each group must have at least 20 people, and at least 5 who would pay back")
    yes = [float(cm[0].sum() / cm.to_numpy().sum()) for cm in (a, b)]
    yield at_most("distance of the two shares of yes", abs(yes[0] - yes[1]), 0.001)
    yield at_least("recall: A less B", float(recall(a)[0] - recall(b)[0]), 0.5)


BY_HAND: Ideas = {
    "n - 1 in the standard error: that of a share divides by n": lambda data: {
        "standard_error": scores(data)["standard_error"] * sqrt(data["n"] / (data["n"] - 1))
    },
    "1.645 in place of 1.96": lambda data: dict(
        zip(("wald_low", "wald_high"), wald(data["right"], data["n"], 1.644854), strict=True)
    ),
    "the variance in place of its root": lambda data: {"standard_error": scores(data)["standard_error"] ** 2},
    "the same interval twice": lambda data: {
        "wilson_low": scores(data)["wald_low"],
        "wilson_high": scores(data)["wald_high"],
    },
}


TASKS = (
    Implement(
        name="wilson_of",
        minutes=15,
        reference=wilson,
        examples=({"successes": 150, "n": 200},),
        parts={
            "any share": Part(
                COUNTS,
                3,
                *({"successes": successes, "n": n} for successes, n in COMMON),
                *at_random("large samples", 4, large_sample),
            )
        },
        tolerance=1e-6,
        wrong_ideas={
            "the Wald interval, which has no width at 0 and 1": wald,
            "a share of n - 1 trials: that is for variances": lambda successes, n: wilson(
                min(successes, max(n - 1, 1)), max(n - 1, 1)
            ),
            "an interval of 90 %: 1.645 leaves 5 % on each side": lambda **given: [
                (interval := wilson_interval(**given, level=0.9)).low,
                interval.high,
            ],
            "the interval of the share of failures": lambda successes, n: wilson(n - successes, n),
        },
    ),
    Implement(
        name="mcnemar_of",
        minutes=15,
        reference=mcnemar,
        examples=({"only_1": 8, "only_2": 2},),
        parts={
            "any counts": Part(
                DISCORDANT.filter(lambda g: g["only_1"] != g["only_2"]),
                1,
                *(
                    {"only_1": a, "only_2": b}
                    for a, b in (
                        (30, 52),
                        (0, 10),
                        (10, 0),
                        (0, 1),
                        (1, 0),
                        (2, 20),
                        (0, 15),
                        (0, 17),
                        (60, 83),
                        (190, 155),
                    )
                ),
            ),
            "a tie, and many examples": Part(
                DISCORDANT.map(lambda g: g | {"only_2": g["only_1"]}),
                1,
                {"only_1": 0, "only_2": 0},
                {"only_1": 1, "only_2": 1},
                *({"only_1": a, "only_2": b} for a, b in ((700, 800), (1100, 1000))),
            ),
        },
        wrong_ideas={
            "one-sided: both directions count": lambda only_1, only_2: at_least_as_many(
                max(only_1, only_2), only_1 + only_2
            ),
            "strictly more: what was seen belongs to the tail": lambda only_1, only_2: min(
                1.0, 2 * at_least_as_many(max(only_1, only_2) + 1, only_1 + only_2)
            ),
            "the mid-p value": lambda only_1, only_2: (
                mcnemar(only_1, only_2) - comb(only_1 + only_2, only_1) / 2 ** (only_1 + only_2)
            ),
            "twice the tail without a ceiling: no probability exceeds 1": lambda only_1, only_2: (
                2 * at_least_as_many(max(only_1, only_2), only_1 + only_2)
            ),
        },
    ),
    ByHand(name="interval_by_hand", minutes=20, draw=draw, solve=scores, decimals=DECIMALS, wrong_ideas=BY_HAND),
    Build(name="overlap_and_differ", minutes=20, points=5, conditions=overlap_and_differ),
    Build(name="parity_and_unfair", minutes=10, points=3, conditions=parity_and_unfair),
    Argue(name="top_of_the_table", minutes=20, points=4),
)

"""Exercise of the chapter on correlation."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, pairwise
from math import atanh, isnan, sqrt, tanh
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import average_ranks, kendall, pair_counts, pairwise_accuracy, pearson, spearman

from ..building import at_least, at_most, each_in, numbers_in, slack
from ..drawing import SIZES, rounds_alike, told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail
from ..translations import paragraphs

TITLE = "12_correlation"
Column = list[float]


def distances(x: Column, y: Column) -> Any:
    return np.array(x) - np.mean(x), np.array(y) - np.mean(y)


def without_root(x: Column, y: Column) -> float:
    dx, dy = distances(x, y)
    return float(dx @ dy / ((dx @ dx) * (dy @ dy)))


def as_printed(x: Column, y: Column) -> float:
    dx, dy = distances(x, y)
    return float(dx @ dy / (dx**2 @ dy**2))


def about_zero(x: Column, y: Column) -> float:
    a, b = np.array(x), np.array(y)
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


def slope(x: Column, y: Column) -> float:
    dx, dy = distances(x, y)
    return float(dx @ dy / (dx @ dx))


def covariance(x: Column, y: Column) -> float:
    dx, dy = distances(x, y)
    return float(dx @ dy / len(x))


def short_formula(x: Column, y: Column) -> float:
    d, n = average_ranks(x) - average_ranks(y), len(x)
    return float(1 - 6 * (d @ d) / (n * (n**2 - 1)))


def of_places(x: Column, y: Column, place: Any) -> float:
    """Pearson's correlation of other places than the averaged ones."""
    return float(pearson([place(x, i) for i in range(len(x))], [place(y, i) for i in range(len(y))]))


def in_order_of_appearance(values: Column, i: int) -> int:
    """Ties broken by who came first."""
    return sum((v, j) < (values[i], i) for j, v in enumerate(values))


def least_place(values: Column, i: int) -> int:
    """The first of the places that equal values take up."""
    return sum(v < values[i] for v in values)


def last_place(values: Column, i: int) -> int:
    """The last of the places that equal values take up."""
    return sum(v <= values[i] for v in values)


def dense_place(values: Column, i: int) -> int:
    """How many different values lie below."""
    return len({v for v in values if v < values[i]})


# What becomes of two columns: mostly nothing, a line, 0 and 1, or a 0 on one side or the other.
SHAPES: list[Callable[[Column, Column], tuple[Column, Column]]] = [
    *[lambda x, y: (x, y)] * 4,
    lambda x, _: (x, list(x)),
    lambda x, _: (x, [-v for v in x]),
    lambda x, y: ([v % 2 for v in x], y),
    lambda x, y: ([v % 2 for v in x], [v % 2 for v in y]),
    lambda x, y: ([-v * (i % 2) for i, v in enumerate(x)], [v * (1 - i % 2) for i, v in enumerate(y)]),
]


def columns(least: int = 2, most: int = 7, **how: Any) -> Inputs:
    """Two columns of whole numbers, neither of them constant, some of them on a line."""
    one = st.integers(0, 9)
    pairs = st.integers(least, most).flatmap(lambda n: st.tuples(*[st.lists(one, min_size=n, max_size=n, **how)] * 2))
    return (
        st.tuples(pairs, st.sampled_from(SHAPES))
        .map(lambda drawn: drawn[1](*drawn[0]))
        .filter(lambda pair: min(len(set(pair[0])), len(set(pair[1]))) > 1)
        .map(lambda pair: {"x": pair[0], "y": pair[1]})
    )


def many(values: range) -> tuple[Arguments, ...]:
    """Columns as long and as mixed as real ones."""
    source = random.Random("many numbers")
    return tuple({name: [source.choice(values) / 2 for _ in range(n)] for name in "xy"} for n in SIZES)


UNITS_AND_ZEROS: list[tuple[float, float]] = [(1, 0), (1, -20), (0.5, -3), (1000, 0.25)]
FINE = [*UNITS_AND_ZEROS, (1, 1000), (2**-30, 0.5), (1, 10**8), (-1, -1), (0.001, 0.12)]  # for ranks


def scaled(given: Inputs, units: list[tuple[float, float]] = UNITS_AND_ZEROS) -> Inputs:
    """The same columns, each in some unit and from some zero."""
    return st.tuples(given, st.sampled_from(units), st.sampled_from(units)).map(
        lambda drawn: {
            name: [unit * v + zero for v in drawn[0][name]]
            for name, (unit, zero) in zip(("x", "y"), drawn[1:], strict=True)
        }
    )


def has_ties(arguments: Arguments) -> bool:
    """Whether a number occurs twice in a column."""
    return min(len(set(arguments["x"])), len(set(arguments["y"]))) < len(arguments["x"])


UNITS = [(0.01, 0.01), (1e-4, 1.0), (1.0, 1e-6), (1.0, 1e-9), (1e-12, 1.0), (1.0, 1e-12), (1e5, 1e-5)]


def constant(given: Inputs, value: st.SearchStrategy[float]) -> Inputs:
    """The same columns, one of them or both with a single value."""
    one = st.sampled_from("xy").flatmap(lambda name: st.fixed_dictionaries({name: value}))
    both = st.fixed_dictionaries({"x": value, "y": value})
    return st.tuples(given, one | both).map(
        lambda drawn: drawn[0] | {name: [single] * len(drawn[0]["x"]) for name, single in drawn[1].items()}
    )


CONSTANT = constant(columns(2, 7), st.integers(-9, 9))
FAR: list[tuple[float, float]] = [(1, 100_000), (60, 1_700_000_000), (0.125, 1_700_000_000)]
ROUNDED = scaled(columns(3, 7), FAR) | constant(columns(3, 7), st.sampled_from([0.1, 0.7, 12.3, 57.2]))


def draw(source: random.Random) -> Any:
    """Grades of seven systems with one tie or two, and the scores of a metric that half agrees.

    How many pairs are discordant is drawn first, and how far they are exchanged: neither tells the other.
    """
    far, times = source.choice([0, 0.08, 0.16]), source.randint(3, 9)
    while True:
        people: list[float] = sorted(source.randint(1, 9) for _ in range(7))
        places = exchanged(times, source)
        below = 2 * times / 21 - sum((place - i) ** 2 for i, place in enumerate(places)) / 56  # of tau, under Spearman
        if len(set(people)) not in (5, 6) or not far < below < far + 0.08:
            continue
        given, order = sorted(source.sample(range(2, 33), 7)), source.sample(range(7), 7)
        x: list[float] = [people[i] for i in order]
        y: list[float] = [given[places[i]] for i in order]
        data = {"people": x, "metric": y}
        values = scores(data)
        apart = min(abs(values[a] - values[b]) for a, b in combinations(("pearson", "spearman", "tau_b"), 2)) > 0.01
        unlike = abs(of_places(x, y, in_order_of_appearance) - values["spearman"]) > 0.002
        exact = pair_counts(x, y).discordant == times  # no tie hides one
        alike = rounds_alike(interval_low(data, 1.96), interval_low(data, 1.959964))
        if not (exact and alike and apart and unlike and 0.1 < values["pearson"] < 0.9):
            continue
        if told_apart(data, values, BY_HAND):
            return data


def exchanged(times: int, source: random.Random) -> list[int]:
    """Seven places in an order with as many discordant pairs, by exchanges of neighbours."""
    places = list(range(7))
    while times:
        i = source.randrange(6)
        if places[i] < places[i + 1]:
            places[i : i + 2] = places[i + 1], places[i]
            times -= 1
    return places


def scores(data: Any) -> dict[str, float]:
    people, metric = data["people"], data["metric"]
    return {
        "pearson": float(pearson(people, metric)),
        "interval_low": interval_low(data, 1.96),
        "spearman": float(spearman(people, metric)),
        "tau_b": float(kendall(people, metric)),
    }


def shuffled() -> tuple[Arguments, ...]:
    """Twelve numbers or more in several orders, the last two with correlations of less than 0.01."""
    source, found = random.Random("orders"), list[Arguments]()
    while len(found) < 4 or not 0 < float(spearman(**found[-1])) < 0.01:
        n = source.randint(12, 20)
        found.append({"x": source.sample(range(-9, 40), n), "y": source.sample(range(100), n)})
    return (*found[:3], found[-1], {"x": found[-1]["x"], "y": [-y for y in found[-1]["y"]]})


def interval_low(data: Any, z: float) -> float:
    """The lower bound of Pearson's interval."""
    return tanh(atanh(float(pearson(data["people"], data["metric"]))) - z / sqrt(len(data["people"]) - 3))


def tau_a(data: Any) -> float:
    """All pairs below the line."""
    pairs = pair_counts(data["people"], data["metric"])
    return (pairs.concordant - pairs.discordant) / pairs.total


def draw_texts(source: random.Random) -> Any:
    """One rater's marks of two real paragraphs by four systems, with ties, and the BLEU of each text.

    How many pairs of one paragraph are concordant is drawn first, and how many people tie.
    """
    systems, marks, bleu, documents = paragraphs()
    tied = source.randint(1, 3)
    wanted = source.randint(1, 11 - tied), tied
    while True:
        chosen, rows = source.sample(range(len(systems)), 4), source.sample(range(len(bleu)), 2)
        given = [marks[i, source.randrange(3), chosen].tolist() for i in rows]
        scores = [bleu[i, chosen].tolist() for i in rows]
        signs = [
            (a - b) * (v - u) for one, two in zip(given, scores, strict=True) for (a, u), (b, v) in pairs(one, two)
        ]
        if (sum(sign > 0 for sign in signs), signs.count(0)) != wanted:
            continue
        if documents[rows[0]] == documents[rows[1]] or len({*scores[0], *scores[1]}) < 8:
            continue
        in_points = [[mark / 10 for mark in row] for row in given]
        data = {"systems": [systems[i] for i in chosen], "marks": in_points, "bleu": scores}
        if len(set(means(in_points))) > 1 and told_apart(data, texts(data), TEXTS_BY_HAND):
            return data


def pairs(x: Column, y: Column) -> Any:
    return combinations(zip(x, y, strict=True), 2)


def texts(data: Any) -> dict[str, float]:
    within = [pair_counts(*pair) for pair in zip(*merits(data), strict=True)]
    concordant, tied = sum(k.concordant for k in within), sum(k.tied_in_x for k in within)
    return {
        "told_apart": concordant / (12 - tied),
        "all_pairs": concordant / 12,
        "all_texts": float(pairwise_accuracy(*together(data))),
        "of_systems": float(pearson(*map(means, merits(data)))),
    }


def means(rows: list[Column]) -> Column:
    """The mean of each system."""
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def together(data: Any) -> list[Column]:
    """People and metric on all texts, whatever the paragraph."""
    return [[value for row in side for value in row] for side in merits(data)]


def half_for_ties(data: Any) -> dict[str, float]:
    tied = sum(pair_counts(*pair).tied_in_x for pair in zip(*merits(data), strict=True))
    return {"all_pairs": texts(data)["all_pairs"] + tied / 24}


def merits(data: Any) -> tuple[list[Column], list[Column]]:
    """Marks turned round, and BLEU, paragraph by paragraph."""
    return [[-mark for mark in row] for row in data["marks"]], [list(row) for row in data["bleu"]]


def mean_over_paragraphs(data: Any) -> dict[str, float]:
    shares = [float(pairwise_accuracy(*pair)) for pair in zip(*merits(data), strict=True) if len(set(pair[0])) > 1]
    return {"told_apart": sum(shares) / len(shares)}


def unturned(data: Any) -> dict[str, float]:
    return texts(data | {"marks": [[-mark for mark in row] for row in data["marks"]]})


TEXTS_BY_HAND: Ideas = {
    "marks that are not turned round: fewer are better": unturned,
    "half a point for a tie: there it is worth nothing": half_for_ties,
    "the mean of the two paragraphs' shares: add up their pairs": mean_over_paragraphs,
    "Pearson of all eight texts: take the mean of each system first": lambda data: {
        "of_systems": float(pearson(*together(data)))
    },
    "Pearson of the ranks: it is that of the means themselves": lambda data: {
        "of_systems": float(spearman(*map(means, merits(data))))
    },
    "pairs of two paragraphs left out of what asks for all": lambda data: {"all_texts": texts(data)["told_apart"]},
}


@just_fail(
    {"people": [74, 72, 71, 70, 69, 68, 67, 66, 64, 20], "metric": [31, 36, 30, 35, 33, 37, 32, 36, 34, 8]},
    {"people": [0, 91, 92, 93, 94, 95, 96, 97], "metric": [0, 50, 50, 50, 50, 50, 50, 50]},
    {"people": [0, 91, 92, 93, 94, 95, 96, 97], "metric": [0, 91, 92, 93, 94, 95, 96, 97]},
    {"people": [0, 99, 98, 97], "metric": [0, 97, 98, 99]},
    {"people": [50] * 8, "metric": [50] * 8},
    {"people": [0, 90, 90, 90, 90.01, 90.01, 90.01, 90.01], "metric": [0, 90.01, 90.01, 90.01, 90, 90, 90, 90]},
)
def made_by_one(answer: Any) -> Iterator[Condition]:
    """A correlation that one system makes."""
    people, metric = _two(answer, "people", "metric", 8, 50)
    yield at_least("Pearson of all systems", float(pearson(people, metric)), 0.95)
    yield at_most("Spearman of all systems", float(spearman(people, metric)), 0.2)
    alone = int(np.argmax(np.abs(np.array(people) - np.median(people))))
    left = [column[:alone] + column[alone + 1 :] for column in (people, metric)]
    for name, column in zip(("people", "metric"), left, strict=True):
        yield at_least(f"{name}: the others' best score less their worst", max(column) - min(column), 1)
    yield at_most("Pearson without the system farthest from the median of people", float(pearson(*left)), 0)


@just_fail(
    {"x": [1, 2, 3, 4], "y": [1, 2, 3, 4], "rescaled": [-1, -2, -3, -4]},
    {"x": [1, 2, 3, 4], "y": [1, 2, 3, 4], "rescaled": [1, 4, 9, 16]},
    {"x": [1, 2, 3, 4], "y": [1, 2, 3, 4], "rescaled": [0, 0, 0, 0]},
    {"x": [1, 2, 3, 4], "y": [1, 1, 2, 3], "rescaled": [1, 2, 3, 4]},
    {"x": [1, 2, 3], "y": [1, 2, 3], "rescaled": [1, 1, 2]},
)
def monotonic_and_changed(answer: Any) -> Iterator[Condition]:
    """A rescaling that never falls, and changes Spearman."""
    x, y, rescaled = each_in(answer, NAMES, numbers_in, -1e6, 1e6, 4)
    if not len(x) == len(y) == len(rescaled) <= 50:
        raise ValueError("x, y and rescaled must have the same length, 4 to 50")
    rows = sorted(zip(y, rescaled, strict=True))
    rising = all(b >= a for (_, a), (_, b) in pairwise(rows))
    function = all(a == b for (u, a), (v, b) in pairwise(rows) if u == v)
    found = "so it is" if rising and function else "it falls somewhere" if not rising else "equal y have unequal values"
    yield Condition("rescaled is a function of y that never falls as y grows", found, rising and function)
    before, after = float(spearman(x, y)), float(spearman(x, rescaled))
    shown = f"{before:.4f} and {after:.4f}"
    yield Condition("Spearman with x differs by at least 0.1", shown, bool(abs(before - after) >= 0.1 - slack(0.1)))


NAMES = ("x", "y", "rescaled")


def _two(answer: Any, first: str, second: str, least: int, most: int) -> tuple[Column, Column]:
    one, two = each_in(answer, (first, second), numbers_in, 0, 100, least)
    if not len(one) == len(two) <= most:
        raise ValueError(f"{first} and {second} must have the same length, {least} to {most}")
    return one, two


CONSTANTS: tuple[tuple[Column, Column], ...] = (
    ([-9, -9], [1, 2]),
    ([1, 2, 3], [-0.5] * 3),
    ([-9, -9], [-3, -3]),
    ([4], [2]),
    ([1, 2], [5, 5]),
    ([5, 5], [1, 2]),
    ([5, 5], [5, 5]),
    ([0] * 12, [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]),
    ([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8], [7] * 12),
)
# The mean of three times 0.1 is rounded, as those of the others with a decimal are.
CONSTANT_AND_ROUNDED: tuple[tuple[Column, Column], ...] = (
    ([12.3] * 7, [1, 2, 3, 4, 5, 6, 8]),
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13], [36.6] * 12),
    ([149.95] * 6, [1, 2, 3, 4, 5, 7]),
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12], [57.2] * 11),
    ([9999.99] * 10, [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]),
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 11], [1_234_567.8] * 10),
    ([0.1] * 3, [1, 2, 4]),
    ([1, 2, 4, 5, 6, 9], [0.7] * 6),
)

# Columns far from 0 and with little spread, on which sums of squares and of products cancel.
AT_A_DISTANCE: tuple[tuple[Column, Column], ...] = (
    ([100_000, 100_001, 100_000, 100_001], [1, 2, 2, 3]),
    ([1_700_000_000, 1_700_000_060, 1_700_000_120], [1, 2, 4]),
    ([1, 2, 4], [1_700_000_000, 1_700_000_060, 1_700_000_120]),
    ([1_700_000_000, 1_700_000_000.125, 1_700_000_000], [1, 2, 4]),
    ([45_000.1, 45_000.2, 45_000.4], [1, 2, 3]),
    ([1, 2, 3], [101_325.1, 101_325.4, 101_325.2]),
)
# Ranks of values that nearly agree, or that other digits, letters or signs would put in another order.
ORDERS: tuple[tuple[Column, Column], ...] = (
    ([1001, 1002, 1015], [1, 3, 2]),
    ([1, 3, 2], [0.12, 0.121, 0.13]),
    ([1, 3, 2], [100_000, 100_001, 100_003]),
    ([100_000_001, 100_000_002, 100_000_003], [1, 3, 2]),
    ([0.50000001, 0.5, 0.4], [1, 3, 2]),
    ([0.5 + 2**-40, 0.5, 0.4], [1, 3, 2]),
    ([1, 3, 2], [0.5 + 2**-40, 0.5, 0.4]),
    ([9, 10, 11], [1, 2, 3]),
    ([-1, -2, 3], [1, 3, 2]),
    ([1, 3, 2], [-1, -2, -3]),
    ([-5, 0, 4], [2, 1, 3]),
    ([1e-9, 2e-9, 3e-9], [1, 3, 2]),
    ([1, 10, 100, 1000, 10_000, 100_000, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11], [2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 12, 11]),
)

BY_HAND: Ideas = {
    "an interval around r itself: it is made on the scale of the inverse hyperbolic tangent": lambda data: {
        "interval_low": scores(data)["pearson"] - 1.96 / sqrt(len(data["people"]) - 3)
    },
    "a bound on the scale of the inverse hyperbolic tangent: the way back is tanh": lambda data: {
        "interval_low": atanh(scores(data)["interval_low"])
    },
    "tau-a: the tied pairs are missing from one of the factors below the line": lambda data: {"tau_b": tau_a(data)},
    "ranks in the order of appearance": lambda data: {
        "spearman": of_places(data["people"], data["metric"], in_order_of_appearance)
    },
    "ranks without gaps": lambda data: {"spearman": of_places(data["people"], data["metric"], dense_place)},
    "the least rank for all equal values": lambda data: {
        "spearman": of_places(data["people"], data["metric"], least_place)
    },
    "the formula of squared differences, with a tie": lambda data: {
        "spearman": short_formula(data["people"], data["metric"])
    },
}

TASKS = (
    Implement(
        name="pearson_of",
        minutes=15,
        reference=lambda x, y: float(pearson(x, y)),
        examples=({"x": [1, 2, 3, 4], "y": [2, 1, 4, 3]},),
        parts={
            "any two columns": Part(
                scaled(columns()),
                1,
                {"x": [1, 2, 3], "y": [1, 2, 1]},
                {"x": [0.5, -2.25, 7], "y": [1, 0, 2]},
                {"x": [-3, -8], "y": [1, 2]},
                {"x": [-3, -8, -4], "y": [-1, -2, -5]},
                {"x": [1, 1, 2, 3], "y": [1, 1, 3, 2]},
                {"x": [-1, 0], "y": [0, 1]},
                {"x": [1, 2, 3], "y": [1, 0, 1.01]},  # a correlation of 0.009
                {"x": [1, 2, 3], "y": [-1, 0, -1.01]},
                {"x": [-3, -2, -1, 0, 1, 2, 3], "y": [9, 4, 1, 0, 1, 4, 9]},
                {"x": [1, -1, -1, 1, 1, -1], "y": [-1, -1, 1, 1, 1, -1]},
                {"x": [0, 1, 1, 0, 1], "y": [1, 0, 0, 1, 0]},
                {"x": [5, 3, 1, -4], "y": [-5, -3, -1, 4]},
                *many(range(-40, 41)),
                {"x": list(range(12)), "y": [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]},
                *({"x": [u * x for x in (1, 2, 5)], "y": [v * y for y in (3, 2, 4)]} for u, v in UNITS),
            ),
            "a constant column": Part(CONSTANT, 1, *({"x": x, "y": y} for x, y in CONSTANTS)),
            "columns far from 0, or of one number with decimals: sums and means are rounded": Part(
                ROUNDED, 1, *({"x": x, "y": y} for x, y in (*AT_A_DISTANCE, *CONSTANT_AND_ROUNDED))
            ),
        },
        wrong_ideas={
            "Pearson without the square root: the units have to cancel": without_root,
            "the formula with one sum below the line: each column has a sum of its own": as_printed,
            "the covariance: the spreads have to go below the line": covariance,
            "the cosine: distances are taken from the means": about_zero,
            "the slope of y on x: both columns go below the line": slope,
            "n - 1 above the line and n below: they do not cancel": lambda x, y: (
                float(pearson(x, y)) * len(x) / (len(x) - 1)
            ),
            "the squared correlation: its sign is gone": lambda x, y: float(pearson(x, y)) ** 2,
            "0 for a constant column: it has no correlation, nan": lambda **given: (
                0.0 if isnan(r := float(pearson(**given))) else r
            ),
        },
    ),
    Implement(
        name="spearman_of",
        minutes=20,
        reference=lambda x, y: float(spearman(x, y)),
        examples=({"x": [1, 2, 3, 4], "y": [1, 10, 100, 99]},),
        parts={
            "columns without ties": Part(
                scaled(columns(unique=True).filter(lambda given: not has_ties(given)), FINE),
                1,
                *({"x": x, "y": y} for x, y in ORDERS),
                *shuffled(),
            ),
            "columns with ties": Part(
                scaled(columns().filter(has_ties), FINE),
                1,
                *(
                    {"x": x, "y": y}
                    for x, y in (
                        ([1, 2, 3], [1, 2, 2]),
                        ([1, 1, 2], [1, 2, 3]),
                        ([2, 2, 2, 2, 1, 3], [1, 2, 3, 4, 6, 5]),
                        ([1e-9, 2e-9, 2e-9], [1, 3, 2]),
                        ([1, 1, 2, 3], [1, 1, 3, 2]),
                        ([-1, -2, -2, 3], [0.12, 0.121, 0.13, 0.13]),
                        ([0, 1, 1, 0], [2, 5, 3, 4]),
                        ([1, -1, 1, -1], [-1, 1, 1, -1]),
                        ([1, -1, 1], [-1, 1, -1]),
                        ([7] * 11 + [9], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 11]),
                    )
                ),
                *many(range(-8, 9)),
            ),
        },
        wrong_ideas={
            "Pearson's correlation of the values: take their ranks first": lambda x, y: float(pearson(x, y)),
            "ranks in the order of appearance: equal values share the mean of their places": partial(
                of_places, place=in_order_of_appearance
            ),
            "the least rank for all equal values: they share the mean of their places": partial(
                of_places, place=least_place
            ),
            "the largest rank for all equal values: they share the mean of their places": partial(
                of_places, place=last_place
            ),
            "ranks without gaps: equal values take up as many places as there are of them": partial(
                of_places, place=dense_place
            ),
            "the formula of squared differences: it holds without ties only": short_formula,
            "Kendall's tau: Spearman is Pearson's correlation of ranks": lambda x, y: float(kendall(x, y)),
        },
    ),
    ByHand(name="correlation_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    ByHand(name="texts_by_hand", minutes=25, draw=draw_texts, solve=texts, wrong_ideas=TEXTS_BY_HAND),
    Build(name="made_by_one_system", minutes=20, points=4, conditions=made_by_one),
    Refute(name="all_monotonic_rescaling", minutes=10, points=3, conditions=monotonic_and_changed),
    Argue(name="two_signs_of_one_metric", minutes=20, points=4),
)

"""Exercise of the chapter on learned metrics."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, pairwise
from math import nan
from statistics import fmean
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import pairwise_accuracy, pearson, question_mean

from ..building import at_least, at_most, each_in, entry, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "75_learned_metrics"
Numbers = Sequence[float]
Table = list[list[float]]


def accuracy_of(human: Numbers, metric: Numbers) -> float:
    return pairwise_accuracy(list(human), list(metric))


def counted(
    human: Numbers, metric: Numbers, pairs: Callable[..., Any] = combinations, tie: float = 0.5, drop: bool = True
) -> float:
    """Pairwise accuracy with other pairs, or another worth of ties."""
    both = list(zip(human, metric, strict=True))
    chosen = list(pairs(both, 2)) if pairs is combinations else list(pairs(both))
    found = [
        tie if h1 == h2 or m1 == m2 else float((h1 > h2) == (m1 > m2))
        for (h1, m1), (h2, m2) in chosen
        if not (drop and h1 == h2)
    ]
    return fmean(found) if found else nan


def tau(human: Numbers, metric: Numbers) -> float:
    return 2 * accuracy_of(human, metric) - 1


def systems(values: st.SearchStrategy[float], least: int = 2) -> Inputs:
    """What people and a metric give to a few systems."""
    return st.lists(st.tuples(values, values), min_size=least, max_size=7).map(
        lambda rows: {"human": [h for h, _ in rows], "metric": [m for _, m in rows]}
    )


def apart(arguments: Arguments) -> bool:
    return all(len(set(arguments[name])) == len(arguments[name]) for name in ("human", "metric"))


def tied(arguments: Arguments) -> bool:
    return not apart(arguments)


def many_systems(n: int) -> Arguments:
    """As many systems as a contest has, and a metric that is often right."""
    source = random.Random(f"{n} systems")
    human = [source.randint(200, 900) / 10 for _ in range(n)]
    return {"human": human, "metric": [h / 2 + source.randint(-100, 100) / 10 for h in human]}


def draw(source: random.Random) -> Any:
    """What people and a metric give to four systems on three texts, the higher the better."""
    while True:
        people = [[source.randint(10, 60) / 10 for _ in range(3)] for _ in range(4)]
        metric = [[round(0.6 * p + source.randint(5, 40) / 10, 1) for p in row] for row in people]
        means = [list(map(fmean, table)) for table in (people, metric)]
        columns = [column for table in (people, metric) for column in zip(*table, strict=True)]
        alike = any(abs(a - b) < 0.01 for values in means for a, b in combinations(values, 2))
        data = {"people": people, "metric": metric}
        if not alike and all(len(set(column)) == 4 for column in columns) and scores(data)["true_gain"] > 0.1:
            return data


def by_text(table: Table) -> Table:
    """What was given to the systems on each text."""
    return [list(column) for column in zip(*table, strict=True)]


def chosen_by(data: Any, name: str, by: str = "metric") -> float:
    """The mean of what the translations get that are liked best, text by text."""
    best = [max(range(4), key=column.__getitem__) for column in by_text(data[by])]
    return fmean(column[i] for column, i in zip(by_text(data[name]), best, strict=True))


def overall(data: Any, name: str) -> float:
    return fmean(value for row in data[name] for value in row)


def gains(data: Any, metric_chose: float, people_see: float) -> dict[str, float]:
    """What is asked by hand, from what the metric and people give to the chosen translations."""
    claimed, true = metric_chose - overall(data, "metric"), people_see - overall(data, "people")
    best = chosen_by(data, "people", by="people") - overall(data, "people")
    return {"claimed_gain": claimed, "true_gain": true, "best_gain": best, "worth": true / claimed}


def scores(data: Any) -> dict[str, float]:
    """The choice of the metric."""
    return gains(data, chosen_by(data, "metric"), chosen_by(data, "people"))


def best_for_people(data: Any) -> dict[str, float]:
    return gains(data, chosen_by(data, "metric", by="people"), chosen_by(data, "people", by="people"))


def best_system(data: Any) -> dict[str, float]:
    best = max(range(4), key=lambda i: fmean(data["metric"][i]))
    return gains(data, fmean(data["metric"][best]), fmean(data["people"][best]))


def each_for_itself(data: Any) -> dict[str, float]:
    return gains(data, chosen_by(data, "metric"), chosen_by(data, "people", by="people"))


def upside_down(data: Any) -> dict[str, float]:
    return {"worth": 1 / scores(data)["worth"]}


def tables_in(answer: Any, rows: tuple[int, int], columns: tuple[int, int]) -> tuple[Table, Table]:
    """What people and a metric gave, in rows of one length."""
    names, both = ("people", "metric"), []
    for name, part in zip(names, entry(answer, *names), strict=True):
        if not isinstance(part, list) or not rows[0] <= len(part) <= rows[1]:
            raise ValueError(f"{name} must be a list of {rows[0]} to {rows[1]} lists of numbers")
        both.append([numbers_in(own, f"{name}[{i}]", 0, 100, columns[0]) for i, own in enumerate(part)])
    if len({len(own) for part in both for own in part}) > 1 or len(both[0]) != len(both[1]):
        raise ValueError("people and metric must have as many rows, all of one length")
    if len(both[0][0]) > columns[1]:
        raise ValueError(f"a row must have at most {columns[1]} numbers")
    return both[0], both[1]


def pearson_of(people: Table, metric: Table) -> float:
    flat = [[value for row in table for value in row] for table in (people, metric)]
    return float(pearson(*flat))


@just_fail(
    {"people": [[10, 50, 90]] * 5, "metric": [[10, 50, 90]] * 5},
    {"people": [[10, 50, 90]] * 5, "metric": [[95, 50, 90]] * 5},
    {"people": [[50, 50, 50, 40]] * 5, "metric": [[50, 50, 50, 60]] * 5},
)
def chosen_badly(answer: Any) -> Iterator[Condition]:
    """A metric that agrees with people, and whose favourites they do not like."""
    people, metric = tables_in(answer, (5, 50), (3, 20))
    yield at_least("Pearson over all candidates", pearson_of(people, metric), 0.5)
    best = [max(range(len(row)), key=row.__getitem__) for row in metric]
    alone = all(row.count(row[i]) == 1 for row, i in zip(metric, best, strict=True))
    yield Condition("the metric has one favourite in each row", "so" if alone else "not so", alone)
    gains = [
        fmean(row[i] for row, i in zip(table, best, strict=True)) - fmean(value for row in table for value in row)
        for table in (metric, people)
    ]
    yield at_least("the metric's mean of its favourites minus its mean of all", gains[0], 5)
    yield at_most("people's mean of the metric's favourites minus their mean of all", gains[1], -5)


@just_fail(
    {"people": list(range(8)), "metric": list(range(8))},
    {"people": list(range(8)), "metric": [0, 1, 2, 7, 6, 5, 4, 3]},
    {"people": list(range(8)), "metric": [0, 1, 2, 5, 4, 3, 7, 6]},
)
def only_easy_pairs(answer: Any) -> Iterator[Condition]:
    """A metric that is right about the pairs with a bad system, and wrong about the rest."""
    people, metric = each_in(answer, ("people", "metric"), numbers_in, 0, 100, 8)
    if not len(people) == len(metric) == 8:
        raise ValueError("people and metric must each hold numbers for eight systems")
    apart = len(set(people)) == len(set(metric)) == 8
    yield Condition("no two systems get the same, neither from people nor from the metric", str(apart), apart)
    yield at_least("pairwise accuracy of all eight", accuracy_of(people, metric), 0.75)
    best = sorted(range(8), key=people.__getitem__)[3:]
    rest = accuracy_of([people[i] for i in best], [metric[i] for i in best])
    yield at_most("pairwise accuracy without the three that people like least", rest, 0.3)


@just_fail(
    {"people": [[50] * 10 + [90] * 10, [52] * 10 + [92] * 10], "metric": [[50] * 10 + [90] * 10] * 2},
    {
        "people": [[50] * 10 + [90] * 10, [52] * 10 + [92] * 10],
        "metric": [[50] * 10 + [90] * 10, [52] * 10 + [92] * 10],
    },
    {"people": [[50] * 20, [52] * 20], "metric": [[50] * 20, [47] * 20]},
)
def sure_and_wrong(answer: Any) -> Iterator[Condition]:
    """Two systems: the metric is sure of the one, people of the other."""
    people, metric = tables_in(answer, (2, 2), (20, 200))
    yield at_least("Pearson of metric and people over all segments", pearson_of(people, metric), 0.5)
    leads = [question_mean(np.subtract(table[0], table[1])) for table in (metric, people)]
    yield at_least("lower bound of the lead of the first system by the metric", leads[0].low, 2)
    yield at_most("upper bound of the lead of the first system by people", leads[1].high, -1)


grades = st.integers(0, 12).map(lambda n: n / 2)
fine = st.integers(-5000, 9000).map(lambda n: n / 100)
BY_HAND: Ideas = {
    "the favourites of each side: the metric chooses, and people look at its choice": each_for_itself,
    "the favourites of people: the metric chooses": best_for_people,
    "one system for all texts: each text has a favourite of its own": best_system,
    "what is claimed over what is true: a claimed point is asked about": upside_down,
}


TASKS = (
    Implement(
        name="pairs_in_order",
        minutes=15,
        reference=accuracy_of,
        examples=({"human": [9, 7, 4], "metric": [31, 33, 20]},),
        parts={
            "no ties": Part(
                st.one_of(systems(fine), systems(grades)).filter(apart),
                2,
                {"human": [1, 2], "metric": [0, 1]},
                {"human": [1, 2], "metric": [1, 0]},
                {"human": [1, 2, 3, 4], "metric": [2, 1, 4, 3]},
                {"human": [1, 2, 3, 4], "metric": [4, 3, 2, 1]},
                {"human": [0.001, 0.002, 0.0005], "metric": [-1.0, -2.0, -3.0]},
                *map(many_systems, (10, 15)),
            ),
            "ties": Part(
                systems(st.sampled_from([1.0, 2.0, 3.0])).filter(tied),
                1,
                {"human": [1, 1], "metric": [1, 2]},
                {"human": [1, 2], "metric": [3, 3]},
                {"human": [1, 1, 1], "metric": [1, 2, 3]},
                {"human": [2, 1, 1], "metric": [3, 2, 9]},
                {"human": [1, 2, 3], "metric": [5, 5, 6]},
            ),
        },
        wrong_ideas={
            "a tie of the metric as wrong: it is worth a half": lambda human, metric: counted(human, metric, tie=0.0),
            "a tie of the metric as right: it is worth a half": lambda human, metric: counted(human, metric, tie=1.0),
            "pairs that people do not tell apart: they are left out": partial(counted, drop=False),
            "neighbours only: every pair counts": lambda human, metric: counted(human, metric, pairs=pairwise),
            "right pairs less wrong ones: that is Kendall's tau": tau,
        },
    ),
    ByHand(name="choosing_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="favourites_nobody_likes", minutes=15, points=4, conditions=chosen_badly),
    Build(name="easy_pairs", minutes=15, points=3, conditions=only_easy_pairs),
    Refute(name="sure_and_wrong", minutes=15, points=3, conditions=sure_and_wrong),
    Argue(name="which_metric_to_believe", minutes=20, points=4),
)

"""Exercise of the chapter on ranked lists."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from math import log, log2, nan
from typing import Any

from hypothesis import strategies as st

from evalmetrics import (
    average_precision_at_k,
    cumulative_gain,
    dcg,
    mean_average_precision,
    mean_reciprocal_rank,
    ndcg,
    precision_at_k,
)

from ..building import at_least, at_most, each_in, entry, numbers_in
from ..drawing import SIZES
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "21_ranking"


def by(relevance: list[int], k: int, discount: Any, gain: Any = float) -> float:
    """DCG with another discount of the rank or another gain."""
    return float(sum(gain(r) / discount(i) for i, r in enumerate(relevance[:k], 1)))


def average(relevance: list[int], n_relevant: int) -> float:
    return average_precision_at_k(relevance, n_relevant=n_relevant)


def precisions(relevance: list[int]) -> list[float]:
    return [precision_at_k(relevance, k) for k in range(1, len(relevance) + 1)]


def at_hits(relevance: list[int]) -> list[float]:
    """Precision at the ranks of relevant items."""
    return [p for p, r in zip(precisions(relevance), relevance, strict=True) if r]


def over(total: float, n: float) -> float:
    return total / n if n else nan


def normalised(served: list[int], unserved: list[int], k: int) -> float:
    items = [*served, *unserved]
    return ndcg(items, range(len(items), 0, -1), k=k)


def against(served: list[int], ideal: list[int], k: int, cut: int, gain: Any = "linear") -> float:
    """DCG at k over the DCG of `ideal`, sorted and cut."""
    return over(dcg(served, k, gain=gain), dcg(sorted(ideal, reverse=True), cut, gain=gain))


grades = st.integers(0, 3) | st.integers(0, 48).map(lambda n: n / 4)
CUT: Inputs = st.fixed_dictionaries({"relevance": st.lists(grades, min_size=1, max_size=6), "k": st.integers(1, 7)})
HITS: Inputs = st.tuples(st.lists(st.integers(0, 1), min_size=1, max_size=9), st.integers(0, 3)).map(
    lambda drawn: {"relevance": drawn[0], "n_relevant": sum(drawn[0]) + drawn[1]}
)
SOME: Inputs = st.integers(1, 5).flatmap(
    lambda k: st.fixed_dictionaries(
        {"served": st.lists(grades, min_size=k, max_size=6), "unserved": st.lists(grades, max_size=4), "k": st.just(k)}
    )
)
SERVED = SOME.filter(lambda given: any(given["served"] + given["unserved"]))
NONE: Inputs = SOME.map(lambda given: given | {name: [0] * len(given[name]) for name in ("served", "unserved")})


def long_lists(grades: list[float]) -> list[list[float]]:
    """Lists as long and as mixed as real ones."""
    source = random.Random("long lists")
    return [source.choices(grades, k=n) for n in SIZES]


GRADED, MARKED = long_lists([0, 0, 1, 2, 3, 0.5, 12]), long_lists([0, 1])


def draw(source: random.Random) -> Any:
    """Seven items served with their relevances, five more that were not served, some of them relevant, and a cut.

    Something served below the cut belongs among the best, and there are more relevant items than places.
    """
    relevant = source.choice([8, 9, 10])  # with seven, dividing by those served would be right
    while True:
        served, unserved = ([source.choice([0, 0, 1, 1, 2, 3]) for _ in range(n)] for n in (7, 5))
        if sum(r > 0 for r in [*served, *unserved]) != relevant or not any(unserved):
            continue
        data = {"served": served, "unserved": unserved, "k": 5}
        right = scores(data)
        above = sorted([*served[:5], *unserved], reverse=True)
        if served[4] and 0 in served[1:4] and served[0] and dcg(above, 5) < right["ideal_dcg"]:
            others = [wrong(data) for wrong in WRONG.values()]
            if all(any(abs(each[name] - right[name]) > 0.002 for name in each) for each in others):
                return data


def scores(data: Any) -> dict[str, float]:
    served, unserved, k = data["served"], data["unserved"], data["k"]
    everything = sorted([*served, *unserved], reverse=True)
    return {
        "dcg": dcg(served, k),
        "ideal_dcg": dcg(everything, k),
        "ndcg": dcg(served, k) / dcg(everything, k),
        "ndcg_exponential": dcg(served, k, gain="exponential") / dcg(everything, k, gain="exponential"),
        "average_precision": average_precision_at_k(served, n_relevant=sum(r > 0 for r in everything)),
    }


def only_served(data: Any) -> dict[str, float]:
    return scores(data | {"unserved": []}) | {"average_precision": scores(data)["average_precision"]}


WRONG: Ideas = {
    "an ideal of the items that were served: the best list would have shown the others": only_served,
    "the natural logarithm, which cancels in NDCG and not in DCG": lambda data: {
        name: scores(data)[name] / log(2) for name in ("dcg", "ideal_dcg")
    },
    "DCG of the whole list: only the first k items count": lambda data: {
        "dcg": dcg(data["served"]),
        "ndcg": dcg(data["served"]) / scores(data)["ideal_dcg"],
    },
    "an ideal list that is not cut at k": lambda data: {
        "ideal_dcg": (best := dcg(sorted([*data["served"], *data["unserved"]], reverse=True))),
        "ndcg": scores(data)["dcg"] / best,
    },
    "a mean over the relevant items that were served: one that is missing counts 0": lambda data: {
        "average_precision": scores(data | {"unserved": []})["average_precision"]
    },
    "as many as the list has room for below average precision: all relevant items count": lambda data: {
        "average_precision": sum(at_hits(data["served"])) / len(data["served"])
    },
    "the mean of precision at every rank in place of average precision": lambda data: {
        "average_precision": sum(precisions(data["served"])) / len(data["served"])
    },
}


def ranking_in(value: Any, name: str, least: int, most: int, top: int) -> list[int]:
    """A list of whole grades from 0 to `top`."""
    numbers = numbers_in(value, name, 0, top, least)
    if len(numbers) > most or any(number != int(number) for number in numbers):
        raise ValueError(f"{name} must be a list of {least} to {most} whole numbers from 0 to {top}")
    return [int(number) for number in numbers]


def served_ndcg(ranking: list[int]) -> float:
    """NDCG of a list by its own items."""
    return ndcg(ranking, range(len(ranking), 0, -1))


@just_fail(
    {"good": [3, 2, 1, 0, 0], "bad": [0, 0, 1, 2, 3]},
    {"good": [3] + 20 * [0], "bad": 20 * [0] + [3]},
    {"good": [3, 2, 1] + 20 * [0], "bad": 20 * [0] + [2, 2, 2]},
)
def same_gain(answer: Any) -> Iterator[Condition]:
    """Equal cumulative gain, the best and a poor order."""
    good, bad = each_in(answer, ("good", "bad"), ranking_in, 5, 30, 3)
    shown = f"{sorted(good, reverse=True)[:6]} and {sorted(bad, reverse=True)[:6]} …"
    yield Condition("the same relevances in both lists", shown, sorted(good) == sorted(bad))
    yield at_least("relevant items", sum(r > 0 for r in good), 3)
    gains = cumulative_gain(good), cumulative_gain(bad)
    yield Condition("equal cumulative gain", f"{gains[0]:g} and {gains[1]:g}", gains[0] == gains[1])
    yield at_least("NDCG of good", served_ndcg(good), 1)
    yield at_most("NDCG of bad", served_ndcg(bad), 0.5)


@just_fail(
    {"one": [[1, 0]] * 3, "other": [[0, 1]] * 3},
    {"one": [[1, 0, 0, 1]] * 3, "other": [[0, 1, 1, 0]] * 3},
    {"one": [[1, 0, 0, 0]] * 3, "other": [[0, 1, 1, 1]] * 3},
)
def two_engines(answer: Any) -> Iterator[Condition]:
    """One engine better by MRR, the other by MAP, on the same queries."""
    names = ("one", "other")
    engines = []
    for part, name in zip(entry(answer, *names), names, strict=True):
        if not isinstance(part, list) or not 3 <= len(part) <= 50:
            raise ValueError(f"{name} must be a list of 3 to 50 lists of 0 and 1, one per query")
        engines.append([ranking_in(each, f"{name}[{i}]", 2, 50, 1) for i, each in enumerate(part)])
    one, other = engines
    pairs = list(zip(one, other, strict=False))
    alike = len(one) == len(other) and all(sorted(a) == sorted(b) and any(a) for a, b in pairs)
    odd = next((i for i, (a, b) in enumerate(pairs) if sorted(a) != sorted(b) or not any(a)), None)
    found = f"{len(one)} and {len(other)} queries" if odd is None else f"{one[odd]} and {other[odd]}"
    yield Condition("the same items, some of them relevant, for each query in both engines", found, alike)
    yield at_least("MRR of one minus MRR of other", mean_reciprocal_rank(one) - mean_reciprocal_rank(other), 0.2)
    if not alike:
        return
    yield at_least("MAP of other minus MAP of one", mean_average_precision(other) - mean_average_precision(one), 0.1)


@just_fail([1, 0, 1], [0, 0, 0, 0, 1], [1, 1, 1, 0])
def binary(answer: Any) -> Iterator[Condition]:
    """DCG and NDCG of a binary list are far apart, on either side of 1."""
    relevance = ranking_in(answer, "not_the_same", 2, 12, 1)
    if not any(relevance):
        raise ValueError("at least one item must be relevant")
    yield at_least("DCG", dcg(relevance), 1.4)
    yield at_most("NDCG", served_ndcg(relevance), 0.6)


TASKS = (
    Implement(
        name="dcg_of",
        minutes=15,
        reference=dcg,
        examples=({"relevance": [2, 3, 3, 1, 2], "k": 5},),
        parts={
            "any list and cut": Part(
                CUT,
                2,
                {"relevance": [1] * 12, "k": 10},
                {"relevance": [1] * 40, "k": 40},
                {"relevance": [3], "k": 5},
                {"relevance": [], "k": 3},
                {"relevance": [0, 7, 300], "k": 3},
                {"relevance": [0.5, 1.5], "k": 2},
                {"relevance": [0, 0.01], "k": 2},
                *({"relevance": graded, "k": k} for graded in GRADED for k in (9, 20)),
            )
        },
        wrong_ideas={
            "the natural logarithm: here it is base 2": lambda relevance, k: by(relevance, k, lambda i: log(i + 1)),
            "the logarithm of the rank from rank 2 on: add 1 to every rank": partial(
                by, discount=lambda i: max(1, log2(i))
            ),
            "the rank itself as the discount: take its logarithm": lambda relevance, k: by(relevance, k, float),
            "the exponential gain: here a relevance is worth what it says": partial(dcg, gain="exponential"),
            "a list that is not cut: only the first k items count": lambda relevance, k: dcg(relevance),
        },
    ),
    Implement(
        name="precision_at_hits_of",
        minutes=15,
        reference=average,
        examples=({"relevance": [1, 0, 1, 0, 0], "n_relevant": 3},),
        parts={
            "any list": Part(
                HITS.filter(lambda given: given["n_relevant"] > 0),
                2,
                {"relevance": [0], "n_relevant": 1},
                {"relevance": [0, 0], "n_relevant": 2},
                {"relevance": [1], "n_relevant": 1},
                {"relevance": [1], "n_relevant": 5},
                {"relevance": [1] * 12, "n_relevant": 1000},
                {"relevance": [0] * 20 + [1, 1], "n_relevant": 2},
                {"relevance": [1], "n_relevant": 1000},
                *({"relevance": marked, "n_relevant": sum(marked) + 2} for marked in MARKED),
            ),
            "nothing relevant": Part(st.integers(1, 12).map(lambda n: {"relevance": [0] * n, "n_relevant": 0}), 1),
        },
        wrong_ideas={
            "the mean of precision at every rank: only ranks of relevant items count": lambda relevance, n_relevant: (
                over(sum(precisions(relevance)), len(relevance) if n_relevant else 0)
            ),
            "a mean over the relevant items that were found: one that is missing counts 0": (
                lambda relevance, n_relevant: over(sum(at_hits(relevance)), max(1, sum(relevance)) if n_relevant else 0)
            ),
            "a mean over all places of the list": lambda relevance, n_relevant: over(
                sum(at_hits(relevance)), len(relevance) if n_relevant else 0
            ),
            "recall of the whole list: precision has to be read on the way": lambda relevance, n_relevant: over(
                sum(relevance), n_relevant
            ),
            "0 for a query to which nothing is relevant: it is 0/0, nan": lambda relevance, n_relevant: (
                average(relevance, n_relevant) if n_relevant else 0.0
            ),
        },
    ),
    Implement(
        name="ndcg_of",
        minutes=20,
        reference=normalised,
        examples=({"served": [2, 3, 3, 1, 2], "unserved": [3], "k": 5},),
        parts={
            "at least k items served": Part(
                SERVED,
                2,
                {"served": [0], "unserved": [1], "k": 1},
                {"served": [0, 0], "unserved": [2], "k": 2},
                {"served": [0, 0, 3], "unserved": [0], "k": 2},
                {"served": [1], "unserved": [1, 2], "k": 1},
                {"served": [1, 0], "unserved": [2, 2], "k": 2},
                {"served": [2, 1], "unserved": [2, 1], "k": 2},
                {"served": [1, 0], "unserved": [1] + [0] * 11 + [3], "k": 2},
                {"served": [1, 3, 9], "unserved": [4], "k": 2},
                {"served": [1] * 8, "unserved": [], "k": 7},
                {"served": [0] * 11 + [3], "unserved": [1], "k": 12},
                {"served": [1] + [0] * 11 + [3], "unserved": [], "k": 2},
                {"served": [1], "unserved": [200], "k": 1},
                # Grades that add up to less than 1.
                {"served": [0.25], "unserved": [0.5], "k": 1},
                {"served": [0.5, 0.25], "unserved": [], "k": 2},
                {"served": [0.25, 0.5], "unserved": [], "k": 2},
                {"served": [0, 0.1], "unserved": [0.05], "k": 2},
                {"served": [0, 0, 0], "unserved": [1, 2, 0], "k": 2},
                *({"served": one, "unserved": other, "k": k} for one, other in pairwise(GRADED) for k in (3, len(one))),
            ),
            "nothing relevant": Part(NONE, 1, {"served": [0, 0, 0], "unserved": [0] * 12, "k": 2}),
        },
        wrong_ideas={
            "an ideal of the items that were served: the others belong to it": lambda served, unserved, k: against(
                served, served, k, k
            ),
            "an ideal that is not cut at k": lambda served, unserved, k: against(
                served, [*served, *unserved], k, len(served) + len(unserved)
            ),
            "the exponential gain": lambda served, unserved, k: against(
                served, [*served, *unserved], k, k, "exponential"
            ),
            "an ideal in the order of the lists, not sorted": lambda served, unserved, k: over(
                dcg(served, k), dcg([*unserved, *served], k)
            ),
            "0 where nothing is relevant: it is 0/0, nan": lambda served, unserved, k: (
                normalised(served, unserved, k) if any([*served, *unserved]) else 0.0
            ),
        },
    ),
    ByHand(name="list_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=WRONG),
    Build(name="equal_gain", minutes=10, points=3, conditions=same_gain),
    Build(name="two_engines", minutes=20, points=5, conditions=two_engines),
    Refute(name="not_the_same", minutes=10, points=3, conditions=binary),
    Argue(name="which_ranking_measure", minutes=20, points=4),
)

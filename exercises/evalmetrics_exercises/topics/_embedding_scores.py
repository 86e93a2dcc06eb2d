"""What the exercise on embedding scores is made of: definitions, mistakes that have a name, and data."""

import random
from collections.abc import Callable
from itertools import permutations
from statistics import fmean
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from evalmetrics.embedding_scores import greedy_score, transport

from ..drawing import at_random
from ..tasks import Arguments

Table = list[list[float]]


def greedy(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    """[precision, recall, F] by the package."""
    with np.errstate(invalid="ignore"):  # an F of 0/0
        return [float(part) for part in greedy_score(cosines, reference_weights, hypothesis_weights)]


def by_formula(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    """F also where it is not defined."""
    p, r, _ = greedy(cosines, reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


def exchanged(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    p, r, f = greedy(cosines, reference_weights, hypothesis_weights)
    return [r, p, f]


def unweighted(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    return greedy(cosines, [1.0] * len(reference_weights), [1.0] * len(hypothesis_weights))


def averaged(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    """Every token against all others, not its best partner."""
    mean = float(np.average(np.average(cosines, axis=0, weights=reference_weights), weights=hypothesis_weights))
    return [mean, mean, mean]


def one_to_one(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    """Each partner once."""
    table = np.array(cosines)
    rows, columns = linear_sum_assignment(table, maximize=True)
    w, v, taken = np.array(reference_weights), np.array(hypothesis_weights), table[rows, columns]
    r, p = float(w[rows] @ taken / w.sum()), float(v[columns] @ taken / v.sum())
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


def partners_of_weight(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    """Tokens of weight 0 left out before partners are looked for."""
    rows, columns = np.flatnonzero(reference_weights), np.flatnonzero(hypothesis_weights)
    kept = np.array(cosines)[np.ix_(rows, columns)]
    return greedy(kept.tolist(), [reference_weights[i] for i in rows], [hypothesis_weights[j] for j in columns])


def weighed(low: int, high: int) -> st.SearchStrategy[Arguments]:
    """A table of cosines, in hundredths, and weights of which some are 0 and some no whole numbers."""
    sizes = st.tuples(st.integers(1, 3), st.integers(1, 3))

    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Arguments]:
        n, m = size
        cosine = st.integers(low, high).map(lambda hundredths: hundredths / 100)
        weight = st.integers(0, 4).map(float) | st.sampled_from([0.5, 0.3, 2.5, 0.04, 1.7, 40.0])
        weights = (st.lists(weight, min_size=k, max_size=k).filter(lambda each: sum(each) > 0) for k in (n, m))
        table = st.lists(st.lists(cosine, min_size=m, max_size=m), min_size=n, max_size=n)
        keys = ("reference_weights", "hypothesis_weights")
        return st.fixed_dictionaries({"cosines": table, **dict(zip(keys, weights, strict=True))})

    return sizes.flatmap(of_size)


def positive(given: Arguments) -> bool:
    """Whether F has a value, however the means are added up, though some cosines may be below 0."""
    return min(greedy(**given)[:2]) > 1e-9


def undefined(given: Arguments) -> bool:
    """Whether F has no value, however the means are added up: none of them is 0 unless all its terms are."""
    p, r, f = greedy(**given)
    return bool(np.isnan(f)) and (min(abs(p), abs(r)) > 1e-9 or np.max(given["cosines"]) <= 0)


def cheapest(distances: Table) -> float:
    return transport(np.ones(len(distances)), np.ones(len(distances[0])), np.array(distances))[0]


def in_turn(distances: Table) -> float:
    """Each row takes the nearest column that is still free; when all are taken, all are free again."""
    free: set[int] = set()
    total = 0.0
    for row in distances:
        free = free or {*range(len(row))}
        nearest = min(free, key=lambda j: row[j])
        free.discard(nearest)
        total += row[nearest]
    return total / len(distances)


def as_they_stand(distances: Table) -> float:
    """The first to the first, the second to the second."""
    n, m = len(distances), len(distances[0])
    return sum(distances[i % n][i % m] for i in range(max(n, m))) / max(n, m)


def nearest(distances: Table) -> float:
    return float(np.min(distances, axis=1).mean())


def one_place_each(distances: Table) -> float:
    """The best pairs, whatever is left over forgotten."""
    table = np.array(distances)
    return float(table[linear_sum_assignment(table)].mean())


def travels(sizes: list[tuple[int, int]]) -> st.SearchStrategy[Arguments]:
    """A table of distances, in tenths, of one of these sizes."""

    def of_size(size: tuple[int, int]) -> st.SearchStrategy[Table]:
        distance = st.integers(0, 99).map(lambda tenths: tenths / 10)
        return st.lists(st.lists(distance, min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0])

    return st.fixed_dictionaries({"distances": st.sampled_from(sizes).flatmap(of_size)})


def draw(source: random.Random) -> Any:
    """Cosines of three tokens with two that want the same partner, weights of the three, and a table of distances."""
    while True:
        cosines = [[source.randint(5, 98) / 100 for _ in range(2)] for _ in range(3)]
        p, r = (fmean(map(max, side)) for side in (zip(*cosines, strict=True), cosines))
        if len({int(row) for row in np.argmax(cosines, axis=0)}) == 1 and p - r > 0.1:
            break
    return {
        "cosines": cosines,
        "weights": [source.randint(3, 25) / 10 for _ in range(3)],
        "distances": misleading_distances(source),
    }


def misleading_distances(source: random.Random) -> Table:
    """Three by three: whoever serves one after the other, or the cheapest pair first, spoils it for the rest.

    Each of the six plans is the cheapest as often. Of the twelve orders in which rows or columns can be served, the
    first misleads, and all but two do.
    """
    plans, wanted = list(permutations(range(3))), tuple(source.sample(range(3), 3))
    while True:
        table = [[source.randint(5, 95) / 10 for _ in range(3)] for _ in range(3)]
        costs = {plan: fmean(map(list.__getitem__, table, plan)) for plan in plans}
        best = costs.pop(wanted)
        if min(costs.values()) < best + 0.01:
            continue
        turned = [list(column) for column in zip(*table, strict=True)]
        orders = [in_turn([side[i] for i in order]) for side in (table, turned) for order in plans]
        right = sum(cost < best + 0.01 for cost in orders)
        least = max(fmean(map(min, side)) for side in (table, turned))
        if right <= 2 and min(orders[0], dear_end(table)) > best + 0.01 > least + 0.02:
            return table


def larger_table(source: random.Random) -> Arguments:
    """A table of seven by seven, on which exchanges of two end at a plan that is not the cheapest."""
    return {"distances": [[float(source.randint(1, 40)) for _ in range(7)] for _ in range(7)]}


def two_plans(n: int, seed: int) -> Arguments:
    """A table with two cheap plans that share no pair: to come from one to the other, every token has to move."""
    source = random.Random(f"two plans {seed}")
    columns = source.sample(range(n), n)
    table = [[float(source.randint(20, 50)) for _ in range(n)] for _ in range(n)]
    for i, row in enumerate(source.sample(range(n), n)):
        table[row][columns[i]] = source.randint(90, 120) / 10
        table[row][columns[i - 1]] = source.randint(80, 115) / 10
    return {"distances": table}


# By trial: from every shifted or greedy plan, exchanges of two or three tokens end at the wrong one of the two.
LARGER = (*at_random("larger tables", 6, larger_table), two_plans(6, 892), two_plans(7, 13), two_plans(6, 895))


def many_cosines(n: int, m: int, low: int) -> Arguments:
    """Cosines of longer texts, in hundredths from `low`, with a weight of 0 here and there."""
    source = random.Random(f"{n} tokens and {m}")
    mine, yours = ([source.choice([0.0, 1.0, 1.0, 2.5, 0.7, 3.2]) for _ in range(k)] for k in (n, m))
    cosines = [[source.randint(low, 99) / 100 for _ in range(m)] for _ in range(n)]
    return {"cosines": cosines, "reference_weights": mine, "hypothesis_weights": yours}


def dear_end(distances: Table) -> float:
    """The cheapest pair first, then the cheapest of what is free."""
    left = sorted((d, i, j) for i, row in enumerate(distances) for j, d in enumerate(row))
    total = 0.0
    while left:
        d, row, column = left[0]
        total += d
        left = [pair for pair in left if pair[1] != row and pair[2] != column]
    return total / len(distances)


def scores(data: Any) -> dict[str, float]:
    p, r, f = greedy(data["cosines"], [1.0] * 3, [1.0] * 2)
    weighted = greedy(data["cosines"], data["weights"], [1.0] * 2)[1]
    found = {"precision": p, "recall": r, "f": f, "weighted_recall": weighted, "distance": cheapest(data["distances"])}
    return {key: float(value) for key, value in found.items()}


def with_scores(data: Any, score: Callable[[Table, list[float], list[float]], list[float]]) -> dict[str, float]:
    p, r, f = score(data["cosines"], [1.0] * 3, [1.0] * 2)
    return scores(data) | {"precision": p, "recall": r, "f": f}


def not_scaled(data: Any) -> dict[str, float]:
    """Weights that are not divided by their sum."""
    best = np.max(data["cosines"], axis=1)
    return scores(data) | {"weighted_recall": float(best @ np.array(data["weights"]) / 3)}

"""Exercise of the chapter on embedding scores. Students get tables of cosines and distances, and the toy words."""

import random
from collections.abc import Callable, Iterator
from itertools import permutations
from statistics import fmean
from typing import Any

import numpy as np
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from evalmetrics import bert_score, word_movers_distance
from evalmetrics.embedding_scores import greedy_score, transport

from ..building import at_least, at_most, each_in, entry, numbers_in
from ..drawing import at_random
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail
from ..wording import text_in

TITLE = "37_embedding_scores"


Table = list[list[float]]


def greedy(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    """[precision, recall, F] by the package."""
    with np.errstate(invalid="ignore"):  # an F of 0/0
        return [float(part) for part in greedy_score(cosines, reference_weights, hypothesis_weights)]


def by_formula(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    p, r, _ = greedy(cosines, reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


def exchanged(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    p, r, f = greedy(cosines, reference_weights, hypothesis_weights)
    return [r, p, f]


def unweighted(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    return greedy(cosines, [1.0] * len(reference_weights), [1.0] * len(hypothesis_weights))


def averaged(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    mean = float(np.average(np.average(cosines, axis=0, weights=reference_weights), weights=hypothesis_weights))
    return [mean, mean, mean]


def one_to_one(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    table = np.array(cosines)
    rows, columns = linear_sum_assignment(table, maximize=True)
    w, v, taken = np.array(reference_weights), np.array(hypothesis_weights), table[rows, columns]
    r, p = float(w[rows] @ taken / w.sum()), float(v[columns] @ taken / v.sum())
    return [p, r, 2 * p * r / (p + r) if p + r else 0.0]


def partners_of_weight(cosines: Table, reference_weights: list[float], hypothesis_weights: list[float]) -> list[float]:
    rows, columns = np.flatnonzero(reference_weights), np.flatnonzero(hypothesis_weights)
    kept = np.array(cosines)[np.ix_(rows, columns)]
    return greedy(kept.tolist(), [reference_weights[i] for i in rows], [hypothesis_weights[j] for j in columns])


def weighed(low: int, high: int) -> Inputs:
    """A table of cosines, in hundredths, and weights of which some are 0 and some no whole numbers."""
    sizes = st.tuples(st.integers(1, 3), st.integers(1, 3))

    def of_size(size: tuple[int, int]) -> Inputs:
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
    free: set[int] = set()
    total = 0.0
    for row in distances:
        free = free or {*range(len(row))}
        nearest = min(free, key=lambda j: row[j])
        free.discard(nearest)
        total += row[nearest]
    return total / len(distances)


def as_they_stand(distances: Table) -> float:
    n, m = len(distances), len(distances[0])
    return sum(distances[i % n][i % m] for i in range(max(n, m))) / max(n, m)


def nearest(distances: Table) -> float:
    return float(np.min(distances, axis=1).mean())


def one_place_each(distances: Table) -> float:
    table = np.array(distances)
    return float(table[linear_sum_assignment(table)].mean())


def travels(sizes: list[tuple[int, int]]) -> Inputs:
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
    return {"precision": p, "recall": r, "f": f}


def not_scaled(data: Any) -> dict[str, float]:
    best = np.max(data["cosines"], axis=1)
    return {"weighted_recall": float(best @ np.array(data["weights"]) / 3)}


GRAMMAR = {"the", "a", "was", "is", "by"}
DENIALS = {"not", "never"}
NOUNS = {"film", "movie", "actors", "train", "bus", "dog", "cat", "man"}
JUDGEMENTS = {"good", "great", "bad", "awful", "boring", "late", "punctual"}


TOY_WORDS = {  # what each word is about: grammar, film, praise, denial, travel, animal
    "the": (1.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    "a": (1.0, 0.0, 0.0, 0.1, 0.0, 0.0),
    "was": (0.9, 0.0, 0.1, 0.1, 0.1, 0.0),
    "is": (0.9, 0.0, 0.1, 0.0, 0.1, 0.0),
    "by": (0.9, 0.0, 0.0, 0.0, 0.2, 0.1),
    "not": (0.5, 0.0, -0.2, 0.9, 0.0, 0.0),
    "never": (0.4, 0.0, -0.2, 0.9, 0.1, 0.0),
    "film": (0.0, 1.0, 0.0, 0.0, 0.0, 0.0),
    "movie": (0.0, 1.0, 0.1, 0.0, 0.0, 0.0),
    "actors": (0.0, 0.8, 0.0, 0.0, 0.0, 0.2),
    "good": (0.0, 0.0, 1.0, 0.0, 0.0, 0.0),
    "great": (0.0, 0.1, 1.2, 0.0, 0.0, 0.0),
    "bad": (0.0, 0.0, 0.3, 0.8, 0.0, 0.0),
    "awful": (0.0, 0.0, 0.2, 1.0, 0.0, 0.0),
    "boring": (0.0, 0.3, 0.1, 0.8, 0.0, 0.0),
    "train": (0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
    "bus": (0.0, 0.0, 0.0, 0.0, 0.9, 0.1),
    "late": (0.0, 0.0, 0.1, 0.5, 0.8, 0.0),
    "punctual": (0.0, 0.0, 0.6, 0.0, 0.8, 0.0),
    "dog": (0.0, 0.0, 0.1, 0.0, 0.0, 1.0),
    "cat": (0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    "man": (0.1, 0.1, 0.0, 0.0, 0.0, 0.6),
    "chased": (0.0, 0.0, 0.0, 0.2, 0.7, 0.6),
    "bit": (0.0, 0.0, 0.0, 0.4, 0.1, 0.8),
}


def toy_embedding(text: Any) -> tuple[list[str], np.ndarray[Any, Any]]:
    """The tokens of a text, and the vector of each."""
    tokens = text.split() if isinstance(text, str) else list(text)
    return tokens, np.array([TOY_WORDS[token] for token in tokens]).reshape(-1, 6)


def toy_text(value: Any, name: str, least: int, most: int) -> list[str]:
    """A sentence of toy words."""
    text = text_in(value, name, least, most)
    if unknown := sorted(set(text) - set(TOY_WORDS)):
        raise ValueError(f"{name} may hold toy words only; these are none: {', '.join(unknown)[:80]}")
    return text


def once_each(text: list[str], name: str) -> Condition:
    twice = sorted({word for word in text if text.count(word) > 1})
    return Condition(f"{name}: no word twice", f"twice: {', '.join(twice) or 'none'}", not twice)


@just_fail(
    {"reference": "the film was good", "hypothesis": "the film was not good"},
    {"reference": "the film was awful", "hypothesis": "the film was never awful"},
    {"reference": "the good film was by actors", "hypothesis": "the good film was never by actors"},
    {"reference": "the film was never awful", "hypothesis": "the film was not never awful"},
    {"reference": "the the the the was awful", "hypothesis": "the the the the was never awful"},
)
def a_denial(answer: Any) -> Iterator[Condition]:
    """A sentence and its denial that hardly differ."""
    values = entry(answer, "reference", "hypothesis")
    reference, hypothesis = toy_text(values[0], "reference", 4, 6), toy_text(values[1], "hypothesis", 5, 7)
    yield once_each(reference, "reference")
    has = [bool(set(reference) & words) for words in (NOUNS, {"was", "is"}, DENIALS)]
    found = ", ".join(f"{what}: {'yes' if there else 'no'}" for what, there in zip(KINDS, has, strict=True))
    yield Condition("reference: a noun, was or is, and no denial", found, has == [True, True, False])
    places = [i for i, word in enumerate(reference) if word in JUDGEMENTS]
    denied = [[*reference[:i], word, *reference[i:]] for i in places for word in DENIALS]
    yield Condition(
        "hypothesis: the reference with not or never put before a judgement",
        "it is" if hypothesis in denied else "it is not",
        hypothesis in denied,
    )
    yield at_least("BERTScore F", bert_score([reference], hypothesis, embed=toy_embedding).f, 0.985)


KINDS = ("noun", "was or is", "denial")


@just_fail(
    {
        "reference": "the film was good",
        "good_answer": "the movie was great",
        "stutter": "the film was good the film was good",
    },
    {
        "reference": "the film was good",
        "good_answer": "the film was great",
        "stutter": "the film was good good good good good",
    },
    {
        "reference": "the film was good",
        "good_answer": "a movie is great",
        "stutter": "the film was good good good good good",
    },
    {
        "reference": "the film was good",
        "good_answer": "the movie was great",
        "stutter": "film film film film film film good good",
    },
)
def a_stutter(answer: Any) -> Iterator[Condition]:
    """A stutter that BERTScore prefers to a good answer, and the distance does not."""
    values = entry(answer, "reference", "good_answer", "stutter")
    reference, good = (toy_text(v, k, 4, 8) for v, k in zip(values, ("reference", "good_answer"), strict=False))
    stutter = toy_text(values[2], "stutter", 4, 12)
    yield once_each(reference, "reference")
    shared = sorted(set(reference) & set(good) - GRAMMAR)
    yield Condition(
        "good_answer: no word of the reference but the, a, was, is, by", ", ".join(shared) or "none", not shared
    )
    same = set(stutter) == set(reference)
    yield Condition("stutter: all words of the reference, and no others", "yes" if same else "no", same)
    f = [bert_score([reference], text, embed=toy_embedding).f for text in (good, stutter)]
    yield Condition(
        "BERTScore F: the stutter above the good answer", f"{f[1]:.4f} and {f[0]:.4f}", bool(f[1] > f[0] + 1e-9)
    )
    far = [word_movers_distance(reference, text, embed=toy_embedding) for text in (good, stutter)]
    yield at_most("Word Mover's Distance of the good answer", far[0], 0.12)
    yield at_least("Word Mover's Distance of the stutter", far[1], 0.5)


def directions_in(value: Any, name: str) -> Any:
    """Three to six vectors of two to four numbers, at length 1."""
    if not isinstance(value, list) or not 3 <= len(value) <= 6:
        raise ValueError(f"{name} must be a list of 3 to 6 vectors")
    rows = [numbers_in(row, f"{name}[{i}]", -10, 10, 2) for i, row in enumerate(value)]
    if len({len(row) for row in rows}) != 1 or len(rows[0]) > 4:
        raise ValueError(f"{name} must hold vectors of one length, 2 to 4 numbers each")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if lengths.min() < 1e-3:
        raise ValueError(f"{name} holds a vector that has no direction")
    return np.array(rows) / lengths


@just_fail(
    {"reference": [[1, 0], [0, 1], [0, 1]], "hypothesis": [[1, 0], [1, 0], [0, 1]]},
    {"reference": [[1, 0], [0, 1], [1, 1]], "hypothesis": [[1, 0], [0, 1], [1, 1]]},
    {"reference": [[1, 0, 0]] * 3, "hypothesis": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]},
)
def not_optimal(answer: Any) -> Iterator[Condition]:
    """Two texts on which greedy matching is far above the best one-to-one matching."""
    x, y = each_in(answer, ("reference", "hypothesis"), directions_in)
    yield Condition("as many tokens in both", f"{len(x)} and {len(y)}", len(x) == len(y))
    alike = x.shape[1] == y.shape[1]
    yield Condition("vectors of one length", f"{x.shape[1]} and {y.shape[1]} numbers", alike)
    cosines = x @ y.T if alike else np.zeros((len(x), len(y)))
    f = greedy(cosines.tolist(), [1.0] * len(x), [1.0] * len(y))[2]
    optimal = float(cosines[linear_sum_assignment(cosines, maximize=True)].mean())
    yield at_least("F", f, 0.9)
    yield at_most("the mean cosine of the best one-to-one matching", optimal, 0.4)


def with_distance(data: Any, distance: Callable[[Table], float]) -> dict[str, float]:
    return {"distance": distance(data["distances"])}


# Cosines below 0, or a precision or recall of 0, and an F that has a value all the same.
EDGES: tuple[Arguments, ...] = tuple(
    {"cosines": cosines, "reference_weights": weights, "hypothesis_weights": [1.0] * len(cosines[0])}
    for cosines, weights in (
        ([[0.9, -0.2], [-0.1, 0.8]], [1.0, 1.0]),
        ([[0.9], [-0.1]], [3.0, 1.0]),
        ([[0.5], [-0.5]], [1.0, 1.0]),
        ([[0.5, -0.5]], [2.0]),
        ([[0.0, 0.4], [0.0, 0.0]], [1.0, 2.0]),
        ([[0.0, 0.0], [0.7, 0.0]], [2.0, 1.0]),
        ([[0.3, 0.0, 0.2], [0.0, 0.0, 0.0], [0.1, 0.0, 0.6]], [1.0, 2.0, 1.0]),
    )
)
WEIGHTS: tuple[Arguments, ...] = tuple(
    {"cosines": cosines, "reference_weights": mine, "hypothesis_weights": yours}
    for cosines, mine, yours in (
        ([[0.9, 0.1], [0.2, 0.5]], [2.9, 1.0], [1.0, 2.5]),
        ([[0.9, 0.1], [0.2, 0.5]], [0.3, 0.2], [0.1, 0.4]),
        ([[0.9, 0.1], [0.2, 0.5]], [1.04, 0.234], [2.71, 0.0456]),
        ([[0.9, 0.1], [0.2, 0.5]], [3e-6, 1e-6], [1e9, 3e9]),
        ([[0.9, 0.1], [0.2, 0.5]], [0.25, 0.75], [0.6, 0.4]),
        ([[0.2634, 0.1234], [0.3333, 0.3378]], [1.0, 1.0], [1.0, 2.0]),
        ([[0.001]], [1.0], [1.0]),
        (
            [[0.01 * (7 * i * j % 97) for j in range(1, 13)] for i in range(1, 12)],
            [0.1 * i for i in range(1, 12)],
            [1.3 * j for j in range(1, 13)],
        ),
    )
)

BY_HAND: Ideas = {
    "precision and recall exchanged": lambda data: with_scores(data, exchanged),
    "each partner taken once": lambda data: with_scores(data, one_to_one),
    "the mean of all cosines: only the best partner counts": lambda data: with_scores(data, averaged),
    "the arithmetic mean of precision and recall: F is the harmonic one": lambda data: (
        (found := scores(data)) | {"f": (found["precision"] + found["recall"]) / 2}
    ),
    "the weights left out": lambda data: (found := scores(data)) | {"weighted_recall": found["recall"]},
    "weights that are not divided by their sum": not_scaled,
    "everybody to the nearest, in the distance": lambda data: with_distance(data, nearest),
    "one after the other, in the distance": lambda data: with_distance(data, in_turn),
}


TASKS = (
    Implement(
        name="bert_score_of",
        minutes=15,
        reference=greedy,
        examples=(
            {"cosines": [[0.9, 0.8], [0.2, 0.1]], "reference_weights": [1.0, 1.0], "hypothesis_weights": [1.0, 1.0]},
        ),
        parts={
            "F that has a value": Part(
                weighed(1, 100) | weighed(-60, 100).filter(positive),
                2,
                {
                    "cosines": [[0.3, 0.9, 0.1], [0.2, 0.8, 0.4]],
                    "reference_weights": [1.0, 3.0],
                    "hypothesis_weights": [2.0, 0.0, 1.0],
                },
                {"cosines": [[0.5, 0.9]], "reference_weights": [2.0], "hypothesis_weights": [1.0, 0.0]},
                *EDGES,
                *WEIGHTS,
                many_cosines(11, 16, 1),
                many_cosines(20, 13, -90),
                many_cosines(14, 14, -40),
            ),
            "F that has no value": Part(
                weighed(-100, 40).filter(undefined),
                1,
                {"cosines": [[0.0]], "reference_weights": [1.0], "hypothesis_weights": [1.0]},
                {"cosines": [[0.5], [-0.6], [-0.6]], "reference_weights": [1.0] * 3, "hypothesis_weights": [1.0]},
                {"cosines": [[0.5, -0.6, -0.6]], "reference_weights": [1.0], "hypothesis_weights": [1.0] * 3},
                {"cosines": [[-0.5]], "reference_weights": [1.0], "hypothesis_weights": [1.0]},
            ),
        },
        wrong_ideas={
            "precision and recall exchanged: precision is about the hypothesis": exchanged,
            "the weights left out": unweighted,
            "each partner taken once: here partners may be shared": one_to_one,
            "the mean of all cosines: only the best partner counts": averaged,
            "tokens of weight 0 left out: they may still be partners": partners_of_weight,
            "the formula of F also where a part is negative or both are 0": by_formula,
        },
    ),
    Implement(
        name="movers_distance",
        minutes=15,
        reference=cheapest,
        examples=({"distances": [[1.0, 2.0], [1.5, 9.0]]},),
        parts={
            "as many tokens in both": Part(
                travels([(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]),
                2,
                {"distances": [[1.0, 2.0, 3.0], [1.0, 5.0, 9.0], [2.0, 6.0, 1.5]]},
                {"distances": [[1.23, 4.56], [7.89, 0.12]]},
                {"distances": [[0.1234, 0.5678], [0.4321, 0.8765]]},
                {"distances": [[2e12, 5e12], [1e12, 3e12]]},
                {"distances": [[0.0, 0.0], [2.0, 3.0]]},
                {"distances": [[2.0, 0.0], [3.0, 0.0]]},
                *LARGER,
            ),
            "other numbers of tokens": Part(
                travels([(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (2, 4), (4, 2)]),
                1,
                {"distances": [[0.0, 1.0, 5.0], [4.0, 1.0, 0.0]]},
                {"distances": [[1.0], [2.0], [6.0]]},
                {"distances": [[0.0], [2.0]]},
                {"distances": [[2.0, 0.0]]},
                {"distances": [[1.25, 2.13, 3.38, 9.07]]},
                {"distances": [[0.1234, 0.5678, 0.2468], [0.4321, 0.8765, 0.1357]]},
                {"distances": [[2e12, 5e12, 4e12], [1e12, 3e12, 9e12]]},
            ),
        },
        wrong_ideas={
            "everybody to the nearest: places are limited": nearest,
            "one after the other to the nearest place that is free": in_turn,
            "the first to the first, the second to the second": as_they_stand,
            "a sum: a token carries a share": lambda distances: cheapest(distances) * len(distances),
            "whole tokens only: with unequal numbers they have to be divided": one_place_each,
        },
    ),
    ByHand(name="scores_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="a_denial", minutes=15, points=4, conditions=a_denial),
    Build(name="a_stutter", minutes=15, points=4, conditions=a_stutter),
    Refute(name="not_optimal", minutes=10, points=3, conditions=not_optimal),
    Argue(name="leaflets", minutes=20, points=4),
)

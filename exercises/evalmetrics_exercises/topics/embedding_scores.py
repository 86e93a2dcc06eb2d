"""Exercise of the chapter on embedding scores. Students get tables of cosines and distances, and the toy words."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy.optimize import linear_sum_assignment

from evalmetrics import bert_score, word_movers_distance

from ..building import at_least, at_most, entry, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ..wording import text_in
from ._embedding_scores import (
    LARGER,
    Table,
    as_they_stand,
    averaged,
    by_formula,
    cheapest,
    draw,
    exchanged,
    greedy,
    in_turn,
    many_cosines,
    nearest,
    not_scaled,
    one_place_each,
    one_to_one,
    partners_of_weight,
    positive,
    scores,
    travels,
    undefined,
    unweighted,
    weighed,
    with_scores,
)

TITLE = "37_embedding_scores"
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
    values = entry(answer, "reference", "hypothesis")
    x, y = (directions_in(value, name) for value, name in zip(values, ("reference", "hypothesis"), strict=True))
    yield Condition("as many tokens in both", f"{len(x)} and {len(y)}", len(x) == len(y))
    alike = x.shape[1] == y.shape[1]
    yield Condition("vectors of one length", f"{x.shape[1]} and {y.shape[1]} numbers", alike)
    cosines = x @ y.T if alike else np.zeros((len(x), len(y)))
    f = greedy(cosines.tolist(), [1.0] * len(x), [1.0] * len(y))[2]
    optimal = float(cosines[linear_sum_assignment(cosines, maximize=True)].mean())
    yield at_least("F", f, 0.9)
    yield at_most("the mean cosine of the best one-to-one matching", optimal, 0.4)


def with_distance(data: Any, distance: Callable[[Table], float]) -> dict[str, float]:
    return scores(data) | {"distance": distance(data["distances"])}


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
                (
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
            ),
            "F that has no value": Part(
                weighed(-100, 40).filter(undefined),
                1,
                (
                    {"cosines": [[0.0]], "reference_weights": [1.0], "hypothesis_weights": [1.0]},
                    {"cosines": [[0.5], [-0.6], [-0.6]], "reference_weights": [1.0] * 3, "hypothesis_weights": [1.0]},
                    {"cosines": [[0.5, -0.6, -0.6]], "reference_weights": [1.0], "hypothesis_weights": [1.0] * 3},
                    {"cosines": [[-0.5]], "reference_weights": [1.0], "hypothesis_weights": [1.0]},
                ),
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
                (
                    {"distances": [[1.0, 2.0, 3.0], [1.0, 5.0, 9.0], [2.0, 6.0, 1.5]]},
                    {"distances": [[1.23, 4.56], [7.89, 0.12]]},
                    {"distances": [[0.1234, 0.5678], [0.4321, 0.8765]]},
                    {"distances": [[2e12, 5e12], [1e12, 3e12]]},
                    {"distances": [[0.0, 0.0], [2.0, 3.0]]},
                    {"distances": [[2.0, 0.0], [3.0, 0.0]]},
                    *LARGER,
                ),
            ),
            "other numbers of tokens": Part(
                travels([(1, 2), (2, 1), (1, 3), (3, 1), (2, 3), (3, 2), (2, 4), (4, 2)]),
                1,
                (
                    {"distances": [[0.0, 1.0, 5.0], [4.0, 1.0, 0.0]]},
                    {"distances": [[1.0], [2.0], [6.0]]},
                    {"distances": [[0.0], [2.0]]},
                    {"distances": [[2.0, 0.0]]},
                    {"distances": [[1.25, 2.13, 3.38, 9.07]]},
                    {"distances": [[0.1234, 0.5678, 0.2468], [0.4321, 0.8765, 0.1357]]},
                    {"distances": [[2e12, 5e12, 4e12], [1e12, 3e12, 9e12]]},
                ),
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

"""Exercise of the chapter on precision-recall curves."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from evalmetrics import average_precision, interpolated_average_precision, pr_auc, roc_auc

from ..building import at_least, at_most, binary
from ..drawing import REACHED, TIED, UNEVEN, scored, thresholded
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail

TITLE = "05_precision_recall_curves"


def ranked(y_true: Sequence[int], y_score: Sequence[float]) -> Any:
    """Labels by falling score, ties in the order given."""
    return np.array(y_true)[np.argsort(-np.array(y_score), kind="stable")]


def ignoring_ties(y_true: Sequence[int], y_score: Sequence[float]) -> float:
    y = ranked(y_true, y_score)
    at_k = np.cumsum(y) / np.arange(1, len(y) + 1)
    return float(at_k[y == 1].mean())


def mean_of_every_rank(y_true: Sequence[int], y_score: Sequence[float]) -> float:
    y = ranked(y_true, y_score)
    return float((np.cumsum(y) / np.arange(1, len(y) + 1)).mean())


def counts_at(y_true: Sequence[int], y_score: Sequence[float], threshold: float, strict: bool = False) -> list[float]:
    y, s = np.array(y_true), np.array(y_score)
    accepted = s > threshold if strict else s >= threshold
    found = float(y[accepted].sum())
    return [found / int(accepted.sum()) if accepted.any() else float("nan"), found / int(y.sum())]


def draw(source: random.Random) -> Any:
    """A ranking of some pages, a few of them relevant, the first not always, and how many of them a reader opens."""
    while True:
        n, k, opened = source.randint(9, 13), source.randint(3, 7), source.choice([3, 4, 5, 5, 6, 7, 7, 8, 9, 9])
        chosen = set(source.sample(range(n), k))
        relevant = [int(i in chosen) for i in range(n)]
        if not all(relevant[:k]) and 0 < sum(relevant[:opened]) < k and k != opened and 2 * k != n:
            return {"relevant": relevant, "opened": opened, "threshold": source.choice([0.1, 0.2, 0.25, 0.3, 0.4])}


def scores(data: Any) -> dict[str, float]:
    relevant, opened = data["relevant"], data["opened"]
    falling = list(range(len(relevant), 0, -1))
    precision, recall = counts_at(relevant, falling, falling[opened - 1])
    return {
        "average_precision": average_precision(relevant, falling),
        "precision_of_opened": precision,
        "recall_of_opened": recall,
        "no_skill": float(np.mean(relevant)),
        "net_benefit": benefit(data, data["threshold"] / (1 - data["threshold"])),
    }


def benefit(data: Any, price: float) -> float:
    """Hits among the opened pages less false alarms at a price, over all pages."""
    opened = data["relevant"][: data["opened"]]
    return float((sum(opened) - price * opened.count(0)) / len(data["relevant"]))


def with_every_rank(data: Any) -> dict[str, float]:
    relevant = data["relevant"]
    return {"average_precision": mean_of_every_rank(relevant, range(len(relevant), 0, -1))}


def exchanged(data: Any) -> dict[str, float]:
    right = scores(data)
    return right | {"precision_of_opened": right["recall_of_opened"], "recall_of_opened": right["precision_of_opened"]}


@just_fail(
    {"y_true": [1, 0] * 5, "y_score": list(range(10))},
    {"y_true": [1] * 19 + [0], "y_score": list(range(20, 0, -1))},
    {"y_true": [1] * 5 + [0] * 5, "y_score": [0.5] * 10},
)
def flattering(answer: Any) -> Iterator[Condition]:
    """A high area for a ranking worse than chance."""
    y, (s,) = binary(answer, 10, "y_score")
    yield at_least("average precision", average_precision(y, s), 0.9)
    yield at_most("area under the ROC curve", roc_auc(y, s), 0.4)


@just_fail(
    {"y_true": [0, 1] * 10, "y_score": [1.0] * 20},
    {"y_true": [0] * 19 + [1], "y_score": list(range(20))},
    {"y_true": [0] * 18 + [1, 1, 1], "y_score": [0.5] * 21},
)
def no_skill(answer: Any) -> Iterator[Condition]:
    """Scores that know nothing, far below the line at 0.5."""
    y, (s,) = binary(answer, 20, "y_score")
    yield Condition("all scores are equal: no skill", f"{len(set(s))} different", len(set(s)) == 1)
    yield at_most("average precision", average_precision(y, s), 0.1)


BY_HAND: Ideas = {
    "a mean over every rank: average precision looks at the ranks of relevant pages": with_every_rank,
    "interpolated average precision": lambda data: {
        "average_precision": interpolated_average_precision(
            data["relevant"], range(len(data["relevant"]), 0, -1), points="all"
        )
    },
    "recall and precision in each other's place": exchanged,
    "the threshold itself as the price: it is that of the odds, t / (1 - t)": lambda data: {
        "net_benefit": benefit(data, data["threshold"])
    },
    "net benefit over the opened pages: it is over all": lambda data: {
        "net_benefit": scores(data)["net_benefit"] * len(data["relevant"]) / data["opened"]
    },
    "false alarms at the price of a hit: the threshold says what they cost": lambda data: {
        "net_benefit": benefit(data, 1.0)
    },
    "the no-skill line of an ROC plot": lambda data: {"no_skill": 0.5},
}


TASKS = (
    Implement(
        name="average_precision_of",
        minutes=20,
        reference=average_precision,
        examples=({"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.8, 0.6, 0.3]},),
        parts={
            "scores that all differ": Part(scored(tied=False), 2, *UNEVEN),
            "tied scores": Part(scored(tied=True), 1, *TIED),
        },
        wrong_ideas={
            "the mean of precision at every rank: only the ranks of positives count": mean_of_every_rank,
            "the area under straight lines between the points": partial(pr_auc, rule="trapezoid"),
            "interpolated average precision": partial(interpolated_average_precision, points="all"),
            "a list that takes ties in the order given: equal scores are accepted together": ignoring_ties,
        },
    ),
    Implement(
        name="precision_and_recall_at",
        minutes=10,
        reference=counts_at,
        examples=({"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.8, 0.6, 0.3], "threshold": 0.6},),
        parts={
            "something is accepted": Part(thresholded(reached=True), 1, *REACHED),
            "nothing is accepted": Part(
                thresholded(reached=False), 1, {"y_true": [1, 0], "y_score": [0.4, 0.3], "threshold": 0.5}
            ),
        },
        wrong_ideas={
            "a threshold that a score has to exceed: reaching it is enough": partial(counts_at, strict=True),
            "recall and precision in each other's place": lambda **given: counts_at(**given)[::-1],
            "precision 1 where nothing is accepted: 0/0 is undefined, nan": lambda y_true, y_score, threshold: (
                counts_at(y_true, y_score, threshold) if max(y_score) >= threshold else [1.0, 0.0]
            ),
            "precision 0 where nothing is accepted: 0/0 is undefined, nan": lambda y_true, y_score, threshold: (
                counts_at(y_true, y_score, threshold) if max(y_score) >= threshold else [0.0, 0.0]
            ),
        },
    ),
    ByHand(name="ranking_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="flattering_prevalence", minutes=15, points=4, conditions=flattering),
    Refute(name="no_skill_line", minutes=10, points=2, conditions=no_skill),
    Argue(name="which_area", minutes=20, points=4),
)

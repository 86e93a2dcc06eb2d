"""Exercise of the chapter on ROC curves."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import det_curve, equal_error_rate, precision_recall_curve, recall_at_fpr, roc_auc

from ..building import at_least, at_most, binary
from ..drawing import REACHED, TIED, UNEVEN, many_scores, scored, thresholded, told_apart
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail

TITLE = "06_roc_curves"


def pairs(y_true: Sequence[int], y_score: Sequence[float], tie: float) -> float:
    """The share of positive-negative pairs in the right order, a tie counting `tie`."""
    y, s = np.array(y_true), np.array(y_score)
    gaps = s[y == 1][:, None] - s[y == 0][None, :]
    return float(((gaps > 0) + tie * (gaps == 0)).mean())


def rates(y_true: Sequence[int], y_score: Sequence[float], threshold: float) -> list[float]:
    """[false positive rate, true positive rate] of what is accepted."""
    y, accepted = np.array(y_true), np.array(y_score) >= threshold
    return [float(accepted[y == 0].mean()), float(accepted[y == 1].mean())]


def false_discoveries(y_true: Sequence[int], y_score: Sequence[float], threshold: float) -> list[float]:
    y, accepted = np.array(y_true), np.array(y_score) >= threshold
    wrong = float((1 - y[accepted]).mean()) if accepted.any() else 0.0
    return [wrong, float(accepted[y == 1].mean())]


def nearest(y_true: Sequence[int], y_score: Sequence[float]) -> tuple[float, float]:
    """(false positive rate, false negative rate) at the threshold where they are nearest to one another."""
    det = det_curve(y_true, y_score)
    fpr, fnr = det["fpr"].to_numpy(), det["fnr"].to_numpy()
    at = abs(fpr - fnr).argmin()
    return float(fpr[at]), float(fnr[at])


def draw(source: random.Random) -> Any:
    """A few positives and negatives, overlapping and without ties, on which each wrong idea shows."""
    while True:
        p, n = source.randint(6, 11), source.randint(6, 11)
        values = source.sample(range(5, 96), p + n)
        high, low = sorted(values[:p]), sorted(values[p:])
        area = pairs([1] * p + [0] * n, high + low, 0.5)
        threshold = source.choice(sorted(values)[2:-2])
        found, alarms = (sum(value >= threshold for value in part) for part in (high, low))
        data = {"positives": [v / 100 for v in high], "negatives": [v / 100 for v in low], "threshold": threshold / 100}
        if (
            p != n
            and 0.55 < area < 0.95
            and 0 < alarms < n
            and found not in (0, p, p / 2)
            and told_apart(data, scores(data), BY_HAND)
        ):
            return data


def scores(data: Any) -> dict[str, float]:
    y = [1] * len(data["positives"]) + [0] * len(data["negatives"])
    s = data["positives"] + data["negatives"]
    fpr, tpr = rates(y, s, data["threshold"])
    return {"auc": roc_auc(y, s), "fpr": fpr, "tpr": tpr, "fnr": 1 - tpr}


def right_alarms(data: Any) -> float:
    """Precision: the hits over all that is accepted."""
    hits, alarms = (sum(v >= data["threshold"] for v in data[name]) for name in ("positives", "negatives"))
    return float(hits / (hits + alarms))


@just_fail(
    {"y_true": [1] * 10 + [0] * 90, "y_score": [1] * 10 + [0] * 90},
    {"y_true": [1] + [0] * 99, "y_score": [0.95] + [1] * 5 + [0] * 94},
    {"y_true": [1] + [0] * 199, "y_score": [0.5] + [1] * 30 + [0] * 169},
)
def celebrated(answer: Any) -> Iterator[Condition]:
    """A high area, and hardly an alarm that is right."""
    y, (s,) = binary(answer, 100, "y_score")
    curve = precision_recall_curve(y, s)
    best = float(curve.loc[curve["recall"] >= 0.5, "precision"].max())
    yield at_least("area under the ROC curve", roc_auc(y, s), 0.9)
    yield Condition("precision below 0.1 wherever recall is at least half", f"at best {best:.4f}", best < 0.1)


@just_fail(
    {"y_true": [0, 1] * 5, "y_score": [0.5] * 10},
    {"y_true": [0, 1] * 5, "y_score": [0, 1] * 5},
    {"y_true": [1, 0], "y_score": [0, 1]},
)
def below_chance(answer: Any) -> Iterator[Condition]:
    """An area far below 0.5 that becomes useful when turned around."""
    y, (s,) = binary(answer, 10, "y_score")
    yield at_most("area under the ROC curve", roc_auc(y, s), 0.2)
    yield at_least(
        "share of positives found at a false positive rate of at most 0.1, scores negated",
        recall_at_fpr(y, [-v for v in s], 0.1),
        0.5,
    )


BY_HAND: Ideas = {
    "the area of the other class": lambda data: {"auc": 1 - scores(data)["auc"]},
    "a threshold that has to be exceeded: reaching it is enough": lambda data: scores(
        {**data, "threshold": data["threshold"] + 0.001}
    ),
    "the share of alarms that are false: divide by the negatives": lambda data: {"fpr": 1 - right_alarms(data)},
    "precision: divide by the positives": lambda data: {"tpr": right_alarms(data), "fnr": 1 - right_alarms(data)},
    "the area under the line through the one threshold: all of them count": lambda data: {
        "auc": (scores(data)["tpr"] + 1 - scores(data)["fpr"]) / 2
    },
    "misses and hits in each other's place": lambda data: {"tpr": scores(data)["fnr"], "fnr": scores(data)["tpr"]},
}

TASKS = (
    Implement(
        name="auc_of",
        minutes=20,
        reference=roc_auc,
        examples=({"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.8, 0.6, 0.3]},),
        parts={
            "scores that all differ": Part(scored(tied=False), 2, *UNEVEN),
            "tied scores": Part(scored(tied=True), 1, *TIED),
        },
        wrong_ideas={
            "0 for a tie: a pair with equal scores counts half": lambda y_true, y_score: pairs(y_true, y_score, 0.0),
            "1 for a tie: a pair with equal scores counts half": lambda y_true, y_score: pairs(y_true, y_score, 1.0),
            "the area of the other class: count the pairs where the positive scores higher": lambda **given: (
                1 - roc_auc(**given)
            ),
            "the Gini coefficient, 2 AUC - 1": lambda y_true, y_score: 2 * roc_auc(y_true, y_score) - 1,
        },
    ),
    Implement(
        name="roc_point",
        minutes=10,
        reference=rates,
        examples=({"y_true": [1, 0, 1, 0], "y_score": [0.9, 0.8, 0.6, 0.3], "threshold": 0.7},),
        parts={
            "any threshold": Part(
                st.one_of(thresholded(reached=True), thresholded(reached=False)),
                2,
                {"y_true": [0, 1], "y_score": [0.2, 0.4], "threshold": 0.5},
                *REACHED,
            )
        },
        wrong_ideas={
            "the true positive rate first: the point is (false, true)": lambda **given: rates(**given)[::-1],
            "the share of alarms that are false: divide by the negatives": false_discoveries,
            "shares of all examples: each rate divides by its own class": lambda y_true, y_score, threshold: [
                rates(y_true, y_score, threshold)[0] * y_true.count(0) / len(y_true),
                rates(y_true, y_score, threshold)[1] * y_true.count(1) / len(y_true),
            ],
            "a point of the DET plot: misses in place of hits": lambda **given: [
                rates(**given)[0],
                1 - rates(**given)[1],
            ],
        },
    ),
    Implement(
        name="equal_error_rate_of",
        minutes=20,
        reference=equal_error_rate,
        examples=({"y_true": [1, 0, 1, 0, 0], "y_score": [0.9, 0.8, 0.6, 0.5, 0.3]},),
        parts={
            "scores that all differ": Part(scored(tied=False), 2, *UNEVEN, many_scores(250)),
            "tied scores": Part(scored(tied=True), 1, *TIED),
        },
        wrong_ideas={
            "the mean of both rates where a threshold makes them nearest: join the points by lines": (
                lambda y_true, y_score: sum(nearest(y_true, y_score)) / 2
            ),
            "the false positive rate where a threshold makes both nearest: join the points by lines": (
                lambda y_true, y_score: nearest(y_true, y_score)[0]
            ),
            "the smallest mean of both rates: they need not be equal there": lambda **given: float(
                det_curve(**given)[["fpr", "fnr"]].mean(axis=1).min()
            ),
            "the share of what is right: 1 minus the equal error rate": lambda **given: 1 - equal_error_rate(**given),
        },
    ),
    ByHand(name="area_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="celebrated_and_useless", minutes=20, points=4, conditions=celebrated),
    Refute(name="below_one_half", minutes=10, points=2, conditions=below_chance),
    Argue(name="area_or_point", minutes=20, points=4),
)

"""Exercise of the chapter on precision, recall and F."""

import random
from collections.abc import Iterator
from math import isnan
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import f1_score, negative_predictive_value, precision, recall, specificity

from ..building import at_least, at_most, entry, frame, is_whole, numbers_in, square
from ..drawing import LARGER, Cells, at_random, hollow, matrices, tables
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "02_precision_recall"


def precision_of(cm: Cells) -> Any:
    return precision(frame(cm)).to_list()


def recall_of(cm: Cells) -> Any:
    return recall(frame(cm)).to_list()


def f_beta(precision: float, recall: float, beta: float) -> float:
    """The ratio form, undefined where it is 0/0."""
    total = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / total if total else float("nan")


SHARES = st.one_of(
    st.integers(1, 100).map(lambda n: n / 100),
    st.tuples(st.integers(1, 12), st.integers(1, 12)).map(lambda pair: min(pair) / max(pair)),
)
BETAS = st.one_of(st.sampled_from([2.0, 0.5, 1.0, 20.0, 100.0, 0.05, 0.01]), st.integers(1, 50).map(lambda n: n / 10))
ORDINARY: Inputs = st.fixed_dictionaries({"precision": SHARES, "recall": SHARES, "beta": BETAS})
NOTHING_FOUND: Inputs = st.fixed_dictionaries({"precision": st.just(0.0), "recall": st.just(0.0), "beta": BETAS})
ONE_IS_0: Inputs = st.tuples(ORDINARY, st.sampled_from(["precision", "recall"])).map(
    lambda drawn: drawn[0] | {drawn[1]: 0.0}
)
# No round numbers.
UNROUNDED = at_random(
    "unrounded shares",
    5,
    lambda source: {"precision": source.random(), "recall": source.random(), "beta": 10 ** source.uniform(-1, 1)},
)
NOTHING_OR_LITTLE: tuple[Arguments, ...] = tuple(
    {"precision": precision, "recall": recall, "beta": 2.0}
    for precision, recall in ((0.0, 0.5), (0.5, 0.0), (0.0, 0.0))
)


def draw(source: random.Random) -> Any:
    """[[TP, FN], [FP, TN]] with four counts that differ, and precision far from recall."""
    few, tp, many, tn = sorted(source.sample(range(3, 60), 4))
    fn, fp = (few, many) if source.random() < 0.5 else (many, few)
    return [[tp, fn], [fp, tn + 20]]


def scores(cells: Any) -> dict[str, float]:
    cm = frame(cells)
    metrics = {
        "precision": precision,
        "recall": recall,
        "specificity": specificity,
        "negative_predictive_value": negative_predictive_value,
        "f1": f1_score,
    }
    return {name: float(metric(cm)[0]) for name, metric in metrics.items()}


@just_fail([[99, 1], [1, 99]], [[100, 0], [1, 99]], [[0, 0], [1, 999]], [[10, 0], [0, 0]], [[1, 2, 3]] * 3)
def rare(answer: Any) -> Iterator[Condition]:
    """An excellent test whose alarms are mostly false."""
    cm = square(answer, classes=2)
    yield at_least("recall (sensitivity)", recall(cm)[0], 0.99)
    yield at_least("specificity", specificity(cm)[0], 0.99)
    yield at_most("precision of an alarm", precision(cm)[0], 0.1)


@just_fail(
    {"labels": [1, 1, 0], "before": 1, "after": 3},
    {"labels": [0, 1, 1], "before": 3, "after": 3},
    {"labels": [0, 1, 1], "before": 2, "after": 3},
    {"labels": [1, 0, 1, 1], "before": 1, "after": 4},
    {"labels": [0, 0, 0], "before": 1, "after": 2},
)
def both_rise(answer: Any) -> Iterator[Condition]:
    """Precision and recall that rise together as more is accepted."""
    labels, before, after = entry(answer, "labels", "before", "after")
    y = numbers_in(labels, "labels", 0, 1)
    if not is_whole(before) or not is_whole(after) or not 1 <= before < after <= len(y):
        raise ValueError("before and after must be whole numbers, 1 <= before < after <= number of labels")
    if set(y) != {0.0, 1.0}:
        raise ValueError("labels must hold 0 and 1, both")
    p, r = zip(*((sum(y[:k]) / k, sum(y[:k]) / sum(y)) for k in map(int, (before, after))), strict=True)
    yield at_least(f"from {r[0]:.3f} to {r[1]:.3f} recall rises by", r[1] - r[0], 0.4)
    yield at_least(f"from {p[0]:.3f} to {p[1]:.3f} precision rises by", p[1] - p[0], 0.4)


BY_HAND: Ideas = {
    "the table read the wrong way round: truth stands in the rows": lambda cells: scores(np.array(cells).T),
    "the other class: yes is the first": lambda cells: scores(np.array(cells)[::-1, ::-1]),
    "the arithmetic mean for F1": lambda cells: (
        scores(cells) | {"f1": (scores(cells)["precision"] + scores(cells)["recall"]) / 2}
    ),
}


TASKS = (
    Implement(
        name="precision_of",
        minutes=15,
        reference=precision_of,
        examples=({"cm": np.array([[15, 10, 100], [10, 15, 10], [10, 100, 1000]])},),
        parts={
            "every class is predicted": Part(
                tables(matrices(least=1)),
                1,
                *(
                    {"cm": np.array(cm)}
                    for cm in ([[1, 0], [0, 1]], [[0, 1], [1, 5]], [[200, 100], [1, 3]], np.eye(8, dtype=int) + 1)
                ),
                *LARGER,
            ),
            "a class is never predicted": Part(
                tables(
                    st.tuples(hollow(matrices(most=3)), st.integers(0, 3)).map(
                        lambda drawn: drawn[0] * (np.arange(len(drawn[0])) != drawn[1] % len(drawn[0]))
                    )
                ),
                1,
                *(
                    {"cm": np.array(cm)}
                    for cm in (
                        [[0, 0], [0, 0]],
                        [[0, 0], [3, 0]],
                        [[1, 0], [0, 0]],
                        np.diag([2, 3, 0]),
                        [[0, 3, 1], [0, 0, 0], [0, 0, 0]],
                        [[2, 0, 1, 3], [1, 0, 4, 2], [0, 0, 0, 0], [1, 0, 2, 5]],
                    )
                ),
            ),
        },
        wrong_ideas={
            "recall: you divide by the row": recall_of,
            "0 for a class that is never predicted: 0/0 is undefined, nan": lambda cm: precision(
                frame(cm), zero_division=0.0
            ).to_list(),
            "shares of all examples: divide by what was predicted so, not by everything": lambda cm: (
                np.diag(cm) / max(cm.sum(), 1)
            ),
            "specificity: the others that are left out": lambda cm: specificity(frame(cm)).to_list(),
        },
    ),
    Implement(
        name="f_beta",
        minutes=10,
        reference=f_beta,
        examples=({"precision": 0.75, "recall": 0.5, "beta": 2.0},),
        parts={
            "both above 0": Part(
                ORDINARY,
                2,
                *(
                    {"precision": p, "recall": r, "beta": beta}
                    for p, r, beta in (
                        (1 / 3, 5e-5, 1.0),
                        (0.4, 1.0, 2.0),
                        (1.0, 0.4, 0.5),
                        (1.0, 1.0, 2.0),
                        (2 / 3, 0.5, 2.0),
                        (0.5, 2 / 3, 2.0),
                        (0.6, 0.5, 0.25),
                        (0.9, 0.2, 1 / 3),
                        (0.9, 0.2, 10.0),
                        (4e-4, 4e-4, 1.0),
                        (1e-5, 1e-5, 1.0),
                        (1e-9, 1e-9, 1.0),
                        (0.9, 0.2, 100.0),
                        (0.9, 0.2, 0.01),
                    )
                ),
                *UNROUNDED,
            ),
            "one of them 0, or both": Part(st.one_of(NOTHING_FOUND, ONE_IS_0), 1, *NOTHING_OR_LITTLE),
        },
        wrong_ideas={
            "beta the wrong way round: above 1 it leans to recall": lambda precision, recall, beta: f_beta(
                recall, precision, beta
            ),
            "beta without its square": lambda precision, recall, beta: f_beta(precision, recall, beta**0.5),
            "the arithmetic mean": lambda precision, recall, beta: (precision + recall) / 2,
            "F1 whatever beta is": lambda precision, recall, beta: f_beta(precision, recall, 1.0),
            "0 where both are 0: this form is 0/0 there, nan": lambda **given: (
                0.0 if isnan(value := f_beta(**given)) else value
            ),
        },
    ),
    ByHand(name="rates_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="good_test_bad_alarm", minutes=15, points=4, conditions=rare),
    Refute(name="both_rise", minutes=10, points=3, conditions=both_rise),
    Argue(name="which_beta", minutes=20, points=4),
)

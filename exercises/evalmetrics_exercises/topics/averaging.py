"""Exercise of the chapter on averages of F."""

import random
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    accuracy,
    example_f_score,
    f1_score,
    f_from_counts,
    f_of_macro_averages,
    hamming_loss,
    macro_f_score,
    micro_f_score,
    precision,
    recall,
    weighted_f_score,
)

from ..building import at_least, at_most, entry, frame, labelled, labels_in, square
from ..drawing import LARGER, Cells, at_random, hollow, matrices, tables
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "03_averaging"


def macro(cm: Cells) -> float:
    return macro_f_score(frame(cm), zero_division=0.0)


def micro(tp: list[int], fn: list[int], fp: list[int]) -> float:
    return float(f_from_counts(sum(tp), sum(fn), sum(fp))) if sum(tp) else (0.0 if sum(fn) + sum(fp) else float("nan"))


def per_table(tp: list[int], fn: list[int], fp: list[int]) -> Any:
    """F1 of each table, 0 without true positives."""
    return f_from_counts(np.array(tp), np.array(fn), np.array(fp), zero_division=0.0)


def scores(cells: Any) -> dict[str, float]:
    cm = frame(cells)
    return {
        "macro_f1": macro_f_score(cm),
        "weighted_f1": weighted_f_score(cm),
        "micro_f1": micro_f_score(cm),
        "f1_of_macro_averages": f_of_macro_averages(cm),
    }


def by_predictions(cells: Any) -> dict[str, float]:
    cm = frame(cells)
    return scores(cells) | {"weighted_f1": float(np.average(f1_score(cm), weights=np.sum(cells, axis=0)))}


def swapped(cells: Any) -> dict[str, float]:
    right = scores(cells)
    return right | {"macro_f1": right["f1_of_macro_averages"], "f1_of_macro_averages": right["macro_f1"]}


def of_the_means(cells: Any, mean: Callable[[float, float], float]) -> dict[str, float]:
    """Another mean of the mean precision and the mean recall."""
    cm = frame(cells)
    return scores(cells) | {"f1_of_macro_averages": mean(float(precision(cm).mean()), float(recall(cm).mean()))}


def draw(source: random.Random) -> Any:
    """Two large classes and a small one that is said (or, turned over, observed) far too often: means apart."""
    while True:
        small = source.randrange(3)
        cells = [[source.randint(0, 3) for _ in range(3)] for _ in range(3)]
        for i in range(3):
            cells[i][small] = source.randint(5, 15)
            cells[i][i] = source.randint(4, 12) if i == small else source.randint(25, 60)
        if source.random() < 0.5:
            cells = [list(column) for column in zip(*cells, strict=True)]
        rows, columns = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
        p, r = (fmean(cells[i][i] / total[i] for i in range(3)) for total in (columns, rows))
        if len({*rows, *columns}) == 6 and sqrt(p * r) - 2 * p * r / (p + r) > 0.0012:
            return cells


MANY = st.tuples(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
FEW = st.tuples(*[st.one_of(st.just(0), st.integers(0, 20))] * 3)  # also classes that nobody has or predicts
COUNTS: Inputs = st.lists(st.one_of(MANY, FEW), min_size=1, max_size=8).map(
    lambda rows: dict(zip(["tp", "fn", "fp"], map(list, zip(*rows, strict=True)), strict=True))
)
ZEROS = st.tuples(COUNTS, st.sampled_from([("tp",), ("tp", "fp"), ("tp", "fn"), ("tp", "fp", "fn")])).map(
    lambda drawn: drawn[0] | {name: [0] * len(drawn[0]["tp"]) for name in drawn[1]}
)


def many_classes(source: random.Random) -> Arguments:
    """Counts of a dozen classes or more."""
    k = source.randint(10, 15)
    return {name: source.choices(range(40), k=k) for name in ("tp", "fn", "fp")}


def missed(cells: Cells, i: int) -> Cells:
    """The counts without the true positives of one class."""
    return np.asarray(cells * ~np.diag(np.arange(len(cells)) == i % len(cells)))


@just_fail(
    {"y_true": ["a"] * 95 + ["b"] * 5, "y_pred": ["a"] * 100},
    {"y_true": ["a"] * 95 + ["b"] * 4 + ["c"], "y_pred": ["a"] * 94 + ["b"] + ["a"] * 5},
    {"y_true": ["a"] * 10, "y_pred": ["b"] * 10},
)
def looks_accurate(answer: Any) -> Iterator[Condition]:
    """High accuracy, low macro F1."""
    cm = labelled(answer, 20)
    yield at_least("accuracy", accuracy(cm), 0.95)
    yield at_most("macro F1", macro_f_score(cm, zero_division=0.0), 0.4)


@just_fail([[1, 0], [0, 1]], [[5, 5], [5, 5]], [[10, 0], [10, 0]], [[10, 0], [1, 1]], [[1, 2], [3, 4]])
def outside(answer: Any) -> Iterator[Condition]:
    """Macro F1 outside the span from mean precision to mean recall."""
    cm = square(answer)
    f, p, r = macro_f_score(cm), float(np.mean(precision(cm))), float(np.mean(recall(cm)))
    yield Condition("macro F1 is defined: every class has a true positive", f"{f:.4f}", bool(f == f))
    yield at_least("the smaller of mean precision and mean recall, less macro F1", min(p, r) - f, 0.2)


def tags_in(answer: Any) -> tuple[list[str], list[list[str]], list[list[str]]]:
    """All tags, those that each of ten photos has, and those that it is given; ValueError for another answer."""
    listed, *sides = entry(answer, "tags", "y_true", "y_pred")
    tags = labels_in(listed, "tags")
    if not 1 <= len(tags) <= 50 or len({*tags}) < len(tags):
        raise ValueError("tags must hold 1 to 50 tags, each once")
    if any(not isinstance(side, list) or len(side) != 10 for side in sides):
        raise ValueError("y_true and y_pred must hold ten lists of tags, one for each photo")
    y_true, y_pred = ([labels_in(photo, "a photo") for photo in side] for side in sides)
    if unknown := {tag for photo in y_true + y_pred for tag in photo} - {*tags}:
        raise ValueError(f"tags must hold all tags that are used, and lacks {sorted(unknown)[0]}")
    return tags, y_true, y_pred


TAGS = [f"tag {i}" for i in range(20)]


@just_fail(
    {"tags": TAGS, "y_true": [["tag 0"]] * 10, "y_pred": [[]] * 10},
    {"tags": TAGS[:19], "y_true": [["tag 0"]] * 10, "y_pred": [["tag 1"]] * 10},
    {"tags": TAGS, "y_true": [["tag 0"]] * 10, "y_pred": [["tag 0"]] * 3 + [["tag 1"]] * 7},
    {"tags": TAGS, "y_true": [["tag 0"]] * 10, "y_pred": [["tag 0", "tag 1"]] * 10},
)
def busy_and_useless(answer: Any) -> Iterator[Condition]:
    """Few wrong decisions, although each photo is given a tag, and hardly one is right."""
    tags, y_true, y_pred = tags_in(answer)
    least = min(map(len, y_true + y_pred))
    yield Condition("every photo has a tag, and is given one", f"{least} at least", least > 0)
    yield at_most("Hamming loss", hamming_loss(y_true, y_pred, labels=tags) if least else np.nan, 0.1)
    yield at_most("example-based F1", example_f_score(y_true, y_pred, labels=tags) if least else np.nan, 0.2)


BY_HAND: Ideas = {
    "weights taken from the columns: classes are weighted by how often they were observed": by_predictions,
    "the two scores called macro F1 in each other's place": swapped,
    "the mean recall in place of the mean F1": lambda cells: (
        scores(cells) | {"macro_f1": float(recall(frame(cells)).mean())}
    ),
    "the arithmetic mean of mean precision and mean recall: F1 is the harmonic one": lambda cells: of_the_means(
        cells, lambda p, r: (p + r) / 2
    ),
    "the geometric mean of mean precision and mean recall: F1 is the harmonic one": lambda cells: of_the_means(
        cells, lambda p, r: sqrt(p * r)
    ),
}


TASKS = (
    Implement(
        name="macro_f1_of",
        minutes=15,
        reference=macro,
        examples=({"cm": np.array([[15, 10, 100], [10, 15, 10], [10, 100, 1000]])},),
        parts={
            "every class has a true positive": Part(
                tables(matrices(least=1)),
                1,
                *(
                    {"cm": np.array(cm)}
                    for cm in (
                        [[1, 0], [0, 5]],
                        [[1, 0], [0, 1]],
                        [[1, 1], [0, 3]],
                        [[200, 100], [3, 5]],
                        np.diag([1, 2, 3, 4, 5, 6, 7, 8]) + np.tri(8, dtype=int),
                    )
                ),
                *LARGER,
            ),
            "a class without a true positive": Part(
                tables(
                    st.tuples(hollow(matrices(most=4)), st.integers(0, 3))
                    .map(lambda drawn: missed(*drawn))
                    .filter(np.any)
                ),
                1,
                *(
                    {"cm": np.array(cm)}
                    for cm in (
                        [[0, 0], [0, 0]],
                        [[1, 0], [0, 0]],
                        [[0, 1], [0, 0]],
                        [[1, 0], [4, 0]],
                        [[0, 2], [0, 4]],
                        [[0, 0], [0, 4]],
                        [[0, 3, 0], [0, 2, 0], [0, 0, 0]],
                        [[0, 0, 0], [0, 3, 1], [0, 0, 2]],
                        [[1, 0, 2], [3, 0, 1], [1, 0, 2]],
                        [[2, 1, 1], [0, 0, 0], [1, 1, 3]],
                        [[2, 0, 0], [1, 0, 0], [1, 0, 0]],
                        [[0, 0, 0, 1], [0, 0, 0, 2], [0, 0, 0, 1], [0, 0, 0, 3]],
                        np.diag([2, 0, 3, 0]),
                    )
                ),
            ),
        },
        wrong_ideas={
            "F1 of the mean precision and the mean recall: take F1 per class, then the mean": lambda cm: (
                f_of_macro_averages(frame(cm), zero_division=0.0)
            ),
            "weighted F1: every class counts the same here": lambda cm: weighted_f_score(frame(cm), zero_division=0.0),
            "accuracy, which is the micro average": lambda cm: accuracy(frame(cm)),
            "a mean that leaves out the classes without a true positive: they score 0": lambda cm: float(
                np.nanmean(np.append(f1_score(frame(cm)), 0.0 if not np.diag(cm).any() else np.nan))
            ),
        },
    ),
    Implement(
        name="micro_f1_of",
        minutes=10,
        reference=micro,
        examples=({"tp": [3, 1], "fn": [0, 4], "fp": [1, 0]},),
        parts={
            "some true positives": Part(
                COUNTS.filter(lambda given: any(given["tp"])),
                2,
                {"tp": [200, 200], "fn": [0, 4], "fp": [9, 0]},
                {"tp": [1], "fn": [0], "fp": [0]},
                {"tp": [1, 1, 2], "fn": [0, 0, 1], "fp": [1, 1, 3]},
                {"tp": [1] * 11 + [5], "fn": [0] * 11 + [3], "fp": [0] * 11 + [2]},
                {"tp": [1, 0], "fn": [0, 4], "fp": [0, 3]},
                {"tp": [1, 0], "fn": [1, 0], "fp": [0, 0]},
                {"tp": [0, 3], "fn": [0, 1], "fp": [0, 2]},
                {"tp": [3, 0, 1], "fn": [0, 0, 5], "fp": [0, 0, 5]},
                *at_random("many classes", 4, many_classes),
            ),
            "no true positive at all": Part(
                ZEROS,
                1,
                *({"tp": [0], "fn": [fn], "fp": [fp]} for fn, fp in ((0, 0), (0, 1), (1, 0), (0, 3), (3, 0), (1, 1))),
                {"tp": [0, 0], "fn": [0, 0], "fp": [0, 0]},
                {"tp": [0, 0], "fn": [3, 0], "fp": [1, 0]},
                {"tp": [0, 0], "fn": [0, 3], "fp": [0, 1]},
                *(
                    {"tp": [0] * len(fn), "fn": fn, "fp": fp}
                    for fn, fp in (
                        ([0, 0, 0], [0, 0, 0]),
                        ([0, 2, 1], [0, 0, 0]),
                        ([0, 0, 0], [0, 2, 1]),
                        ([0, 0, 0, 0], [0, 0, 2, 0]),
                        ([0] * 6, [0] * 6),
                    )
                ),
            ),
        },
        wrong_ideas={
            "the mean of the tables' F1: add up first, then divide": lambda **given: float(np.mean(per_table(**given))),
            "micro-averaged precision: misses count too": lambda tp, fn, fp: sum(tp) / (sum(tp) + sum(fp)),
            "micro-averaged recall: false alarms count too": lambda tp, fn, fp: sum(tp) / (sum(tp) + sum(fn)),
            "the Jaccard index: true positives count twice in F1": lambda tp, fn, fp: (
                sum(tp) / (sum(tp) + sum(fn) + sum(fp))
            ),
        },
    ),
    ByHand(name="averages_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="accurate_and_useless", minutes=15, points=4, conditions=looks_accurate),
    Refute(name="outside_the_span", minutes=15, points=3, conditions=outside),
    Build(name="busy_tagger", minutes=10, points=3, conditions=busy_and_useless),
    Argue(name="whose_average", minutes=20, points=4),
)

"""Exercise of the chapter on confusion matrices and accuracy."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import accuracy, confusion_matrix, default_accuracy, recall

from ..building import at_least, each_in, frame, labelled, numbers_in
from ..drawing import LARGER, Cells, at_random, hollow, matrices, tables
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "01_confusion"


def table_of(y_true: list[str], y_pred: list[str], labels: list[str]) -> Any:
    return confusion_matrix(y_true, y_pred, labels=labels).to_numpy()


NAMES = ["b", "a", "cat", "dog", "10", "9", "B", "car", "act", "man", "woman", "class1", "class2", "class10"]
LABELS = st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True)
LONG_LABELS = ["north of the wall", "south of the wall", "in front of the wall", "in front of the well"]
# Labels that begin or end alike, hold one another or the same letters, or look alike where two are glued together.
ALIKE: tuple[Arguments, ...] = (
    {"y_true": ["a", "aa"], "y_pred": ["aa", "a"], "labels": ["a", "aa"]},
    {"y_true": ["ant", "ape"], "y_pred": ["ant", "ant"], "labels": ["ant", "ape"]},
    {"y_true": ["cat", "car", "act"], "y_pred": ["car", "cat", "cat"], "labels": ["cat", "car", "act"]},
    {"y_true": ["very bad", "very big"], "y_pred": ["very big", "very big"], "labels": ["very bad", "very big"]},
    {"y_true": ["a", "a b"], "y_pred": ["b c", "c"], "labels": ["a", "a b", "b c", "c"]},
    {"y_true": ["a", "a_b"], "y_pred": ["b_c", "c"], "labels": ["a", "a_b", "b_c", "c"]},
    {"y_true": ["a", "a-b"], "y_pred": ["b-c", "c"], "labels": ["a", "a-b", "b-c", "c"]},
    # Blanks and signs belong to a label, and so do zeros.
    {"y_true": ["a-b", "a b", "ab"], "y_pred": ["a_b", "ab", "a-b"], "labels": ["a-b", "a_b", "a b", "ab"]},
    {"y_true": ["1", "01"], "y_pred": ["01", "01"], "labels": ["1", "01"]},
    {"y_true": LONG_LABELS, "y_pred": LONG_LABELS[1:] + LONG_LABELS[:1], "labels": LONG_LABELS},
    {"y_true": ["man", "woman"], "y_pred": ["woman", "woman"], "labels": ["man", "woman"]},
    {"y_true": ["class1", "class2"], "y_pred": ["class2", "class2"], "labels": ["class1", "class2"]},
    *(
        {"y_true": ["yes", other], "y_pred": [other, other], "labels": ["yes", other]}
        for other in ("yes ", " yes", "y es", "Yes", "yes,", "yes\t", "'yes'")
    ),
    {"y_true": ["old man", "old  man"], "y_pred": ["old  man"] * 2, "labels": ["old man", "old  man"]},
    *(
        {"y_true": ["a", f"a{sign}b"], "y_pred": [f"b{sign}c", "c"], "labels": ["a", f"a{sign}b", f"b{sign}c", "c"]}
        for sign in (
            *",;:|/.+&#=*~@",
            "\t",
            "\n",
            ", ",
            ": ",
            " | ",
            " / ",
            "->",
            " -> ",
            "=>",
            "::",
            "||",
            "__",
            " vs ",
        )
    ),
)


def many_labels(source: random.Random) -> Arguments:
    """Sixty examples of a dozen classes, each of them observed and predicted, in an order that no rule gives."""
    labels = source.sample([*NAMES, *"defgh"], 12)
    y_true, y_pred = (source.sample([*labels, *source.choices(labels[:4], k=48)], 60) for _ in range(2))
    return {"y_true": y_true, "y_pred": y_pred, "labels": labels}


def with_silent(given: Arguments) -> Arguments:
    """The same examples, and labels that none of them has at both ends and between."""
    labels = given["labels"]
    return given | {"labels": ["class", *labels[:5], "catalogue", *labels[5:], "-"]}


MANY_LABELS = at_random("many labels", 3, many_labels)


def labelled_examples(labels: list[str], silent: str | None = None) -> Inputs:
    """Pairs of labels, one of which is no example's, and the labels to show."""
    pair = st.tuples(*[st.sampled_from([label for label in labels if label != silent])] * 2)
    return st.lists(pair, min_size=1, max_size=20).map(
        lambda pairs: {"y_true": [t for t, _ in pairs], "y_pred": [p for _, p in pairs], "labels": labels}
    )


WITH_SILENT = LABELS.flatmap(
    lambda labels: st.sampled_from(labels).flatmap(lambda silent: labelled_examples(labels, silent))
)
COUNTS: Inputs = st.one_of(st.integers(0, 40), st.integers(0, 10**6)).flatmap(
    lambda n: st.fixed_dictionaries({"correct": st.integers(0, n), "n": st.just(n)})
)


def default_of(cm: Cells) -> float:
    return default_accuracy(frame(cm))


def draw(source: random.Random) -> Any:
    """Three classes, one of them often more frequent, by a system that is good or hardly better than guessing."""
    while True:
        most, right, more = source.randint(5, 30), source.randint(0, 60), source.randint(0, 60)
        diagonal = source.sample([right, right, right + more], 3)
        cells = [[source.randint(1, most) + diagonal[i] * (i == j) for j in range(3)] for i in range(3)]
        rows, columns = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
        if len({*rows, *columns}) == 6:
            return cells


def scores(cells: Any) -> dict[str, float]:
    cm = frame(cells)
    best = default_accuracy(cm)
    right = accuracy(cm)
    return {"accuracy": right, "error_rate": 1 - right, "default_accuracy": best, "gain": right - best}


def default_by(cells: Any, most: Cells) -> dict[str, float]:
    """The default of the class that has the most of something."""
    best = float(np.sum(cells[int(most.argmax())]) / np.sum(cells))
    return scores(cells) | {"default_accuracy": best, "gain": scores(cells)["accuracy"] - best}


@just_fail(
    {"y_true": ["a"] * 95 + ["b"] * 5, "y_pred": ["a"] * 100},
    {"y_true": ["a"] * 95 + ["b"] * 5, "y_pred": ["a"] * 95 + ["b"] * 3 + ["a"] * 2},
    {"y_true": ["a"] * 6, "y_pred": ["a"] * 6},
    {"y_true": ["a"] * 100, "y_pred": ["a"] * 95 + ["b"] * 5},
    "y_true",
)
def below_default(answer: Any) -> Iterator[Condition]:
    """Useful, and yet below the constant answer."""
    cm = labelled(answer, 20)
    right, best, found = accuracy(cm), default_accuracy(cm), recall(cm).min()  # of classes that were observed
    observed = int((cm.sum(axis=1) > 0).sum())
    yield Condition("at least 2 observed classes", str(observed), observed >= 2)
    yield at_least("accuracy", right, 0.9)
    yield Condition("accuracy below the default accuracy", f"{right:.4f} and {best:.4f}", right < best)
    yield at_least("share found of the class that is found worst", found, 0.5)


@just_fail(
    {"A": [0.9, 0.9, 0.9], "B": [0.9, 0.9, 0.4]},
    {"A": [0.51] * 9 + [0.0], "B": [0.9] * 8 + [0.49] * 2},
    {"A": [0.51, 0.51, 0.001], "B": [0.9, 0.49]},
)
def loss_disagrees(answer: Any) -> Iterator[Condition]:
    """Two systems that accuracy and log loss rank differently."""
    a, b = map(np.array, each_in(answer, "AB", numbers_in, 0, 1))
    if min(*a, *b) <= 0:
        raise ValueError("A and B must hold probabilities above 0")
    right = [float((p > 0.5).mean()) for p in (a, b)]
    loss = [float(-np.log(p).mean()) for p in (a, b)]
    alike = len(a) == len(b) >= 2
    yield Condition("both judge the same examples, at least 2", f"{len(a)} and {len(b)}", alike)
    yield Condition("A is more accurate than B", f"{right[0]:.3f} and {right[1]:.3f}", right[0] > right[1])
    yield Condition("A has the larger log loss", f"{loss[0]:.3f} and {loss[1]:.3f}", loss[0] > loss[1] + 1e-9)


BY_HAND: Ideas = {
    "the largest column: the default is the largest row": lambda cells: scores(np.array(cells).T),
    "the largest cell of the diagonal": lambda cells: (
        scores(cells) | {"default_accuracy": np.diag(cells).max() / np.sum(cells)}
    ),
    "the row of the largest diagonal cell: the default is the largest row, found or not": lambda cells: default_by(
        cells, np.diag(cells)
    ),
    "the row with the most mistakes: the default is the largest row, found or not": lambda cells: default_by(
        cells, np.sum(cells, axis=1) - np.diag(cells)
    ),
    "a difference the other way round: the gain is accuracy minus default": lambda cells: (
        scores(cells) | {"gain": -scores(cells)["gain"]}
    ),
}


TASKS = (
    Implement(
        name="count_pairs",
        minutes=15,
        reference=table_of,
        examples=({"y_true": ["a", "a", "b"], "y_pred": ["a", "b", "b"], "labels": ["a", "b"]},),
        parts={
            "labels that all occur": Part(
                LABELS.flatmap(labelled_examples),
                1,
                *ALIKE,
                {"y_true": [*"hgfedcba"], "y_pred": [*"abcdefgh"], "labels": [*"abcdefgh"]},
                {"y_true": ["a"] * 299 + ["b"], "y_pred": ["a"] * 300, "labels": ["a", "b"]},
                {"y_true": ["a"] * 300, "y_pred": ["a"] + ["b"] * 299, "labels": ["a", "b"]},
                *MANY_LABELS,
            ),
            "labels that never occur": Part(WITH_SILENT, 1, *map(with_silent, MANY_LABELS)),
        },
        wrong_ideas={
            "the transposed table: rows are what was observed": lambda **given: table_of(**given).T,
            "a table of shares: counts are asked for": lambda y_true, y_pred, labels: (
                table_of(y_true, y_pred, labels) / len(y_true)
            ),
            "a table of the right answers alone: mistakes have cells too": lambda **given: np.diag(
                np.diag(table_of(**given))
            ),
            "a table in alphabetical order: the rows follow `labels`": lambda y_true, y_pred, labels: table_of(
                y_true, y_pred, sorted(labels)
            ),
            "a table in reversed order: the rows follow `labels`": lambda **given: table_of(**given)[::-1, ::-1],
        },
    ),
    Implement(
        name="accuracy_from_counts",
        minutes=5,
        reference=lambda correct, n: correct / n if n else float("nan"),
        examples=({"correct": 3, "n": 4},),
        parts={
            "any number of examples": Part(
                COUNTS,
                1,
                *({"correct": correct, "n": n} for correct, n in ((0, 1), (0, 5), (1, 1), (1, 2), (997, 1000))),
            )
        },
        wrong_ideas={
            "the error rate": lambda correct, n: (n - correct) / n,
            "0 for a share of nothing: it is undefined, nan": lambda correct, n: correct / n if n else 0.0,
            "1 for a share of nothing: it is undefined, nan": lambda correct, n: correct / n if n else 1.0,
            "a percentage": lambda correct, n: 100 * correct / n if n else float("nan"),
        },
    ),
    Implement(
        name="default_accuracy_of",
        minutes=10,
        reference=default_of,
        examples=({"cm": np.array([[15, 10, 100], [10, 15, 10], [10, 100, 1000]])},),
        parts={
            "matrices with examples": Part(
                tables(st.one_of(matrices(), hollow(matrices())).filter(np.any)),
                1,
                *(
                    {"cm": np.array(cm)}
                    for cm in (
                        np.diag([1, 1, 5, 1]),
                        [[0, 3], [2, 0]],
                        [[0, 0], [2, 5]],
                        [[0, 3], [0, 2]],
                        [[3, 0], [2, 0]],
                        [[7, 0], [0, 0]],
                        [[1, 0], [0, 0]],
                        [[0, 1], [0, 0]],
                        [[200, 100], [150, 150]],
                        np.diag([1, 1, 1, 1, 1, 1, 1, 5]),
                        [[0, 5, 2], [3, 0, 1], [4, 2, 0]],
                        [[0, 0, 0], [3, 4, 1], [4, 2, 5]],
                        [[0, 4, 3], [0, 3, 1], [0, 2, 5]],
                        [[4, 0, 3], [0, 0, 0], [1, 0, 5]],
                        [[0, 4, 3], [0, 3, 1], [0, 0, 0]],
                    )
                ),
                *LARGER,
            ),
            "a matrix without examples": Part(tables(st.integers(2, 4).map(lambda k: np.zeros((k, k), dtype=int))), 1),
        },
        wrong_ideas={
            "the accuracy itself": lambda cm: accuracy(frame(cm)),
            "the most frequent predicted class: the truth stands in the rows": lambda cm: default_of(cm.T),
            "1/k: that is its least value, for classes of one size": lambda cm: 1 / len(cm),
            "the largest cell: a whole row is answered rightly": lambda cm: cm.max() / cm.sum(),
            "the least frequent class": lambda cm: cm.sum(axis=1).min() / cm.sum(),
        },
    ),
    ByHand(name="accuracy_by_hand", minutes=15, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="better_than_its_score", minutes=20, points=4, conditions=below_default),
    Refute(name="loss_against_accuracy", minutes=15, points=3, conditions=loss_disagrees),
    Argue(name="which_number_for_the_ward", minutes=20, points=4),
)

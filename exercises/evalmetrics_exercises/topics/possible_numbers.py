"""Exercise of the chapter on printed numbers that cannot be."""

import random
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Any

from hypothesis import strategies as st

from evalmetrics import possible_matrices, printed

from ..building import at_least, at_most, entry, is_whole, square
from ..drawing import at_random
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "66_possible_numbers"


def ends(text: str) -> tuple[Fraction, Fraction]:
    """What is at most half a unit of the last digit away from a printed number."""
    number = printed(text)
    return number.low, number.high


def sums(mean: str, n: int, items: int) -> list[int]:
    """Sums of n answers to so many items whose mean prints so."""
    low, high = ends(mean)
    return list(range(max(ceil(low * n * items), 0), floor(high * n * items) + 1))


def cut_sums(mean: str, n: int, items: int) -> list[int]:
    value, unit = Fraction(mean), 2 * (ends(mean)[1] - Fraction(mean))
    return [k for k in range(ceil((value + unit) * n * items)) if value <= Fraction(k, n * items) < value + unit]


def many_answers(source: random.Random) -> Arguments:
    """Questionnaires of several items, so that there are sums enough."""
    n, items, digits = source.randint(20, 300), source.randint(2, 9), source.choice([1, 2, 2, 3])
    return {"mean": f"{source.randint(0, 7 * n * items) / (n * items):.{digits}f}", "n": n, "items": items}


ANSWERS: Inputs = st.tuples(st.integers(1, 60), st.integers(1, 4), st.integers(1, 3)).flatmap(
    lambda drawn: st.fixed_dictionaries(
        {
            "mean": st.one_of(
                st.integers(0, 7 * 10 ** drawn[2]).map(lambda digits: f"{digits / 10 ** drawn[2]:.{drawn[2]}f}"),
                st.integers(0, 7 * drawn[0] * drawn[1]).map(lambda k: f"{k / (drawn[0] * drawn[1]):.{drawn[2]}f}"),
            ),
            "n": st.just(drawn[0]),
            "items": st.just(drawn[1]),
        }
    )
)


def alarms(precision: str, tp: int, negatives: int) -> list[int]:
    """Numbers of false positives with which precision prints so; 0/0 is no number."""
    number = printed(precision)
    return [fp for fp in range(negatives + 1) if tp + fp and Fraction(tp, tp + fp) in number]


def nearest_alarm(precision: str, tp: int, negatives: int) -> list[int]:
    value = float(precision)
    return [min(max(round(tp / value) - tp, 0), negatives)] if value else []


def without_end(precision: str, tp: int, negatives: int) -> list[int]:
    return alarms(precision, tp, 3 * negatives + 5)


def cut_alarms(precision: str, tp: int, negatives: int) -> list[int]:
    number = printed(precision, rounding="cut")
    return [fp for fp in range(negatives + 1) if tp + fp and Fraction(tp, tp + fp) in number]


def filled_alarms(precision: str, tp: int, negatives: int) -> list[int]:
    number = printed(precision)
    share = (Fraction(tp, max(tp + fp, 1)) for fp in range(negatives + 1))
    return [fp for fp, value in enumerate(share) if value in number]


def called(least: int) -> Inputs:
    """A precision of some true and false positives, or any, to one to three digits."""
    sizes = st.tuples(st.integers(least, 40 if least else 0), st.integers(0, 60), st.integers(1, 3))
    return sizes.flatmap(
        lambda drawn: st.fixed_dictionaries(
            {
                "precision": st.one_of(
                    st.integers(0, 10 ** drawn[2]).map(lambda digits: f"{digits / 10 ** drawn[2]:.{drawn[2]}f}"),
                    st.integers(0, max(drawn[1], 1)).map(lambda fp: f"{drawn[0] / max(drawn[0] + fp, 1):.{drawn[2]}f}"),
                ),
                "tp": st.just(drawn[0]),
                "negatives": st.just(drawn[1]),
            }
        )
    )


def many_calls(source: random.Random) -> Arguments:
    """So many negatives that few digits leave many numbers."""
    tp, negatives = source.randint(50, 400), source.randint(300, 900)
    return {"precision": f"{tp / (tp + source.randint(0, negatives)):.2f}", "tp": tp, "negatives": negatives}


ROWS = 5


def draw(source: random.Random) -> Any:
    """A table of systems on one test set; the accuracy of one of them does not follow from recall and specificity."""
    positives, negatives = source.randint(31, 60), source.randint(70, 140)
    rows = []
    for _ in range(ROWS):
        tp, tn = source.randint(positives // 3, positives - 2), source.randint(negatives // 3, negatives - 2)
        right = (tp + tn) / (positives + negatives)
        rows.append([f"{tp / positives:.4f}", f"{tn / negatives:.4f}", f"{right:.4f}"])
    planted = source.randrange(ROWS)
    low, high = sorted(float(x) for x in rows[planted][:2])
    wrong = float(rows[planted][2]) + source.choice([-1, 1]) * source.randint(12, 90) / 1000
    if not low < wrong < high:  # as an average of the two it could be
        return draw(source)
    rows[planted][2] = f"{wrong:.4f}"
    return {"positives": positives, "negatives": negatives, "recall, specificity, accuracy": rows}


def accuracies(data: Any) -> list[float]:
    """What the accuracies have to be."""
    p, n = data["positives"], data["negatives"]
    table = data["recall, specificity, accuracy"]
    return [(round(float(r) * p) + round(float(s) * n)) / (p + n) for r, s, _ in table]


def planted_row(data: Any) -> dict[str, float]:
    """True negatives of the row that cannot be, and its accuracy as it has to be."""
    right = accuracies(data)
    row = planted(data, right)
    return {"tn": negatives_found(data, row), "accuracy": right[row]}


def planted(data: Any, right: list[float]) -> int:
    """The row whose accuracy is farthest from what it should be."""
    table = data["recall, specificity, accuracy"]
    return max(range(ROWS), key=lambda row: abs(float(table[row][2]) - right[row]))


def negatives_found(data: Any, row: int) -> int:
    """True negatives of a row."""
    return round(float(data["recall, specificity, accuracy"][row][1]) * data["negatives"])


def with_weights(data: Any, of_recall: float) -> dict[str, float]:
    """The row that is farthest from another mean of recall and specificity."""
    table = [[float(x) for x in row] for row in data["recall, specificity, accuracy"]]
    means = [of_recall * r + (1 - of_recall) * s for r, s, _ in table]
    row = planted(data, means)
    return {"tn": negatives_found(data, row), "accuracy": means[row]}


def balanced(data: Any) -> dict[str, float]:
    return with_weights(data, 0.5)


def other_shares(data: Any) -> dict[str, float]:
    return with_weights(data, data["negatives"] / (data["positives"] + data["negatives"]))


def as_printed(data: Any) -> dict[str, float]:
    row = planted(data, accuracies(data))
    return {"tn": negatives_found(data, row), "accuracy": float(data["recall, specificity, accuracy"][row][2])}


SCORES = ("accuracy", "recall", "precision")


def two_digits(cm: Any) -> dict[str, str]:
    """Scores of the first class to two digits."""
    (tp, fn), (fp, tn) = cm.to_numpy().tolist()
    values = ((tp + tn) / (tp + tn + fp + fn), tp / (tp + fn), tp / (tp + fp))
    return {name: f"{value:.2f}" for name, value in zip(SCORES, values, strict=True)}


@just_fail(
    {"A": [[90, 10], [20, 80]], "B": [[90, 10], [20, 80]]},
    {"A": [[900, 100], [200, 800]], "B": [[897, 103], [200, 800]]},
    {"A": [[9000, 1000], [2000, 8000]], "B": [[8996, 1004], [2000, 8000]]},
    {"A": [[900, 100], [200, 800]], "B": [[860, 140], [200, 800]]},
    {"A": [[900, 100], [200, 800]], "B": [[900, 104], [200, 804]]},
)
def twins(answer: Any) -> Iterator[Condition]:
    """Two matrices of one test set that print alike."""
    a, b = (square(table, classes=2) for table in entry(answer, "A", "B"))
    same = bool((a.sum(axis=1) == b.sum(axis=1)).all())
    yield Condition("the same examples in each class", "yes" if same else "no", same)
    yield at_most("examples", int(a.to_numpy().sum()), 2000)
    counted = all(cm.to_numpy().sum() and cm.iloc[0].sum() and cm.iloc[:, 0].sum() for cm in (a, b))
    yield Condition("every score of both defined", "yes" if counted else "no", counted)
    if counted:
        one, other = two_digits(a), two_digits(b)
        said = ", ".join(f"{name} {one[name]} and {other[name]}" for name in SCORES)
        yield Condition("accuracy, recall and precision equal to two digits", said, one == other)
    yield at_least("distance of their true positives", abs(int(a.to_numpy()[0, 0]) - int(b.to_numpy()[0, 0])), 4)


@just_fail(
    {"positives": 10, "negatives": 100, "recall": "0.800", "precision": "0.500"},
    {"positives": 10, "negatives": 100, "recall": "0.850", "precision": "0.500"},
    {"positives": 10, "negatives": 5, "recall": "0.800", "precision": "0.123"},
    {"positives": 10, "negatives": 100, "recall": "0.100", "precision": "0.600"},
)
def alone(answer: Any) -> Iterator[Condition]:
    """Numbers that are possible one by one and not together."""
    positives, negatives, *texts = entry(answer, "positives", "negatives", "recall", "precision")
    sizes = {"positives": positives, "negatives": negatives}
    for name, size in sizes.items():
        if not is_whole(size) or not 5 <= size <= 300:
            raise ValueError(f"{name} must be a whole number from 5 to 300, got {repr(size)[:40]}")
    for text in texts:
        if not isinstance(text, str) or len(text) != 5 or not text.startswith("0.") or not text[2:].isdigit():
            raise ValueError(f'recall and precision must be printed to three digits, such as "0.750", got {text!r:.40}')
    sizes = {name: int(size) for name, size in sizes.items()}
    scores = dict(zip(("recall", "precision"), texts, strict=True))
    for name, text in scores.items():
        yield at_least(name, float(text), 0.3)
        verdict = possible_matrices(**sizes, **{name: text}).verdict
        yield Condition(f"{name} alone is possible", verdict, verdict == "possible")
    verdict = possible_matrices(**sizes, **scores).verdict
    yield Condition("both together are impossible", verdict, verdict == "impossible")


# Some sum misses these means by exactly half a unit, or by little more.
NEAR: tuple[Arguments, ...] = (
    {"mean": "2.7", "n": 4, "items": 1},
    {"mean": "1.27", "n": 40, "items": 1},
    {"mean": "1.28", "n": 20, "items": 2},
    {"mean": "3.6", "n": 50, "items": 2},
    {"mean": "5.19", "n": 28, "items": 1},
    {"mean": "5.19", "n": 28, "items": 3},
    {"mean": "3.3764", "n": 607, "items": 9},
    {"mean": "0.1", "n": 101, "items": 1},
    {"mean": "6.273", "n": 39, "items": 3},
    {"mean": "0.0", "n": 300, "items": 1},
    {"mean": "3", "n": 3, "items": 1},
)
NEAR_CALLS: tuple[Arguments, ...] = (
    {"precision": "0.38", "tp": 3, "negatives": 9},
    {"precision": "0.6", "tp": 13, "negatives": 10},
    {"precision": "0.62", "tp": 5, "negatives": 10},
    {"precision": "0.63", "tp": 5, "negatives": 10},
    {"precision": "1.00", "tp": 300, "negatives": 20},
    {"precision": "0.5", "tp": 20, "negatives": 10},
    {"precision": "0.99", "tp": 5, "negatives": 50},
    {"precision": "0", "tp": 5, "negatives": 50},
)

BY_HAND: Ideas = {
    "the accuracy that is printed, where it was to be put right": as_printed,
    "the mean of recall and specificity: classes weigh as much as they have examples": balanced,
    "the shares of the classes in each other's place": other_shares,
}


TASKS = (
    Implement(
        name="sums_that_print",
        minutes=20,
        reference=sums,
        examples=({"mean": "5.19", "n": 28, "items": 1}, {"mean": "3.5", "n": 4, "items": 2}),
        parts={"any mean": Part(ANSWERS, 3, *NEAR, *at_random("many answers", 6, many_answers))},
        wrong_ideas={
            "the nearest sum, whether or not it fits": lambda mean, n, items: [round(float(mean) * n * items)],
            "digits cut off: a printed mean is rounded": cut_sums,
            "one item a person, however many there are": lambda mean, n, items: sums(mean, n, 1),
            "sums up to half a unit below, and none above": lambda mean, n, items: [
                k for k in sums(mean, n, items) if Fraction(k, n * items) <= Fraction(mean)
            ],
        },
    ),
    Implement(
        name="false_alarms",
        minutes=20,
        reference=alarms,
        examples=({"precision": "0.75", "tp": 6, "negatives": 20}, {"precision": "0.7", "tp": 7, "negatives": 20}),
        parts={
            "some true positives": Part(called(1), 3, *NEAR_CALLS, *at_random("many calls", 6, many_calls)),
            "no true positive": Part(called(0), 1, {"precision": "0.00", "tp": 0, "negatives": 3}),
        },
        wrong_ideas={
            "the one number that the printed digits lead to": nearest_alarm,
            "more false positives than there are negatives": without_end,
            "digits cut off: a printed precision is rounded": cut_alarms,
            "0/0 taken for 0: nothing was called positive, and there is no precision": filled_alarms,
        },
    ),
    ByHand(name="planted_row_by_hand", minutes=20, draw=draw, solve=planted_row, wrong_ideas=BY_HAND),
    Build(name="twins", minutes=15, points=4, conditions=twins),
    Refute(name="each_alone", minutes=15, points=3, conditions=alone),
    Argue(name="a_note_to_the_editor", minutes=20, points=4),
)

"""Exercise of the chapter on score forensics: which variant printed a number."""

import random
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from statistics import median
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    f1_score,
    f_of_macro_averages,
    macro_f_score,
    micro_f_score,
    printed,
    rounds_to,
    weighted_f_score,
)

from ..building import at_least, frame, labelled
from ..drawing import SIZES
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "65_which_variant"
SAME = 1e-9  # values that differ by less are one value
APART = 0.0025  # more than one unit of three digits, to either side
Numbers = list[float]
Cells = list[list[int]]


def ends(number: str) -> Numbers:
    """Everything less than one unit of the last digit away."""
    read = printed(number, rounding="any")
    return [float(read.low), float(read.high)]


def rounded_ends(number: str) -> Numbers:
    read = printed(number)
    return [float(read.low), float(read.high)]


def shortened(number: str) -> str:
    """Without the zeros at the end, which are digits."""
    sign = "%" if number.endswith("%") else ""
    digits = number.removesuffix("%").strip()
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits) + sign


def one_hundredth(number: str) -> Numbers:
    value = float(printed(number).value)
    return [value - 0.01, value + 0.01]


def cut_ends(number: str) -> Numbers:
    value, (_, high) = float(printed(number).value), ends(number)
    return [value, high]


def of_sign(number: str) -> Numbers:
    return ends(number.removesuffix("%").strip())


def decimals(sign: str = "") -> Inputs:
    """Numbers of up to five digits after the point, many of them ending in zeros."""
    digits = st.tuples(st.integers(1, 5), st.integers(0, 3)).flatmap(
        lambda shape: st.tuples(st.just(shape[0]), st.integers(1, 10 ** shape[0]), st.just(shape[1]))
    )

    def written(drawn: tuple[int, int, int]) -> Arguments:
        places, n, zeros = drawn
        whole = n * 10 ** min(zeros, places) if zeros < places else n
        return {"number": f"{Decimal(whole).scaleb(-places):.{places}f}{sign}"}

    return digits.map(written)


def matching_values(values: Numbers, number: str) -> int:
    """How many different values lie less than a unit away."""
    return count_between(values, ends(number))


def count_between(values: Numbers, ends: Numbers, merged: bool = True) -> int:
    """How many values, each once, lie between two ends."""
    low, high = ends
    inside = sorted(value for value in values if low < value < high)
    return sum(i == 0 or value - inside[i - 1] > SAME for i, value in enumerate(inside)) if merged else len(inside)


def around(source: random.Random, n: int) -> Arguments:
    places = source.randint(1, 4)
    number = Decimal(source.randint(1, 10**places - 1)).scaleb(-places)
    unit = Fraction(1, 10**places)
    steps = [source.choice([-25, -15, -12, -9, -7, -4, -3, 1, 2, 4, 6, 8, 9, 11, 14, 30]) for _ in range(n)]
    values = [float(Fraction(number) + step * unit / 10) for step in steps]
    values += [value + source.choice([0.0, 1e-12, -1e-13]) for value in values[: n // 3]]
    source.shuffle(values)
    return {"values": values, "number": f"{number:.{places}f}"}


def drawn_around(least: int, most: int) -> Inputs:
    """Such values."""
    return st.tuples(st.integers(0, 10**9), st.integers(least, most)).map(
        lambda drawn: around(random.Random(drawn[0]), drawn[1])
    )


VARIANTS: dict[str, Callable[[Any], float]] = {
    "macro": macro_f_score,
    "weighted": weighted_f_score,
    "micro": micro_f_score,
    "F of the macro averages": f_of_macro_averages,
    "weighted by predictions": lambda cm: float(np.average(f1_score(cm), weights=cm.sum())),
    "median": lambda cm: median(f1_score(cm).tolist()),
    "geometric mean": lambda cm: float(np.prod(f1_score(cm)) ** (1 / len(cm))),
}
DIGITS = {"rounded": 4, "cut": 3, "percent": 2}


def values_of(cells: Cells) -> dict[str, float]:
    """All variants on one matrix."""
    return {name: float(variant(frame(cells))) for name, variant in VARIANTS.items()}


def matrix(source: random.Random) -> Cells:
    """Three classes of different sizes on which all variants differ."""
    while True:
        cells = [[source.randint(0, 9) for _ in range(3)] for _ in range(3)]
        for i, most in enumerate(source.sample([9, 25, 60], 3)):
            cells[i][i] = source.randint(most // 3, most)
        if all(cells[i][i] for i in range(3)):
            found = sorted(values_of(cells).values())
            if min(b - a for a, b in pairwise(found)) > APART:
                return cells


def draw(source: random.Random) -> Any:
    """A matrix, three numbers printed of it by three variants, and another matrix."""
    while True:
        first, second = matrix(source), matrix(source)
        names = source.sample(list(VARIANTS), 3)
        if not {"macro", "F of the macro averages"} & {*names}:
            continue
        if not {"weighted", "weighted by predictions"} & {*names}:
            continue
        a, b, c = (values_of(first)[name] for name in names)
        numbers = {"rounded": f"{a:.4f}", "cut": f"{int(1000 * b) / 1000:.3f}", "percent": f"{100 * c:.2f}"}
        return {"first": first, **numbers, "second": second}


def printed_by(data: Any) -> dict[str, str]:
    """Which variant printed each of the numbers."""
    found = values_of(data["first"])
    numbers = {"rounded": data["rounded"], "cut": data["cut"], "percent": data["percent"] + "%"}

    def nearest(number: str) -> str:
        value = float(printed(number).value)
        return min((abs(x - value), name) for name, x in found.items())[1]

    return {key: nearest(number) for key, number in numbers.items()}


def scores(data: Any, exchanged: Sequence[str] = ()) -> dict[str, float]:
    """The same variants on the other matrix, and the matches that two digits would find by luck."""
    names = printed_by(data)
    if exchanged:
        other = dict(zip(exchanged, exchanged[::-1], strict=True))
        names = {key: other.get(name, name) for key, name in names.items()}
    second, first = values_of(data["second"]), values_of(data["first"]).values()
    density = (len(VARIANTS) - 1) / (max(first) - min(first))
    return {**{key: second[name] for key, name in names.items()}, "luck": 0.02 * density}


def of_first(data: Any) -> dict[str, float]:
    first = values_of(data["first"])
    return {key: first[name] for key, name in printed_by(data).items()}


def defined_apart(answer: Any) -> tuple[Any, Any]:
    """A matrix of three classes or more, each with a true positive, and its classes' F1."""
    cm = labelled(answer, 20)
    f = f1_score(cm)
    if len(cm) < 3 or not f.gt(0).all():
        raise ValueError("there must be three classes or more, each with at least one true positive")
    return cm, f


def labels(cells: Cells) -> dict[str, list[str]]:
    """A matrix as labels."""
    pairs = [
        (a, b) for a, row in zip("abc", cells, strict=True) for b, n in zip("abc", row, strict=True) for _ in range(n)
    ]
    return {"y_true": [a for a, _ in pairs], "y_pred": [b for _, b in pairs]}


@just_fail(
    labels([[10, 0, 0], [0, 10, 0], [0, 0, 10]]),
    labels([[10, 10, 10], [0, 5, 0], [0, 0, 5]]),
    labels([[40, 2, 0], [3, 40, 1], [0, 2, 40]]),
)
def hidden_difference(answer: Any) -> Iterator[Condition]:
    """Two averages that two digits cannot tell apart, and three can."""
    cm, f = defined_apart(answer)
    macro, means = macro_f_score(cm), f_of_macro_averages(cm)
    yield at_least("spread of the classes' F1", float(f.max() - f.min()), 0.3)
    yield Condition(
        "both print the same two digits, rounded", f"{macro:.4f} and {means:.4f}", rounds_to(means, f"{macro:.2f}")
    )
    yield at_least("F1 of the macro averages, less macro F1", means - macro, 0.003)


@just_fail(
    labels([[10, 0, 0], [0, 10, 0], [0, 0, 10]]),
    labels([[10, 10, 10], [0, 5, 0], [0, 0, 5]]),
    labels([[60, 5, 5], [10, 10, 3], [9, 4, 7]]),
)
def same_three_digits(answer: Any) -> Iterator[Condition]:
    """Another average that prints the three digits of the macro average."""
    cm, f = defined_apart(answer)
    sizes = cm.sum(axis=1)
    macro, weighted = macro_f_score(cm), weighted_f_score(cm)
    yield at_least("the largest class over the smallest", float(sizes.max() / sizes.min()), 3)
    yield at_least("spread of the classes' F1", float(f.max() - f.min()), 0.3)
    yield at_least("distance of macro F1 and weighted F1", abs(macro - weighted), 1e-6)
    yield Condition(
        "both print the same three digits, rounded",
        f"{macro:.6f} and {weighted:.6f}",
        rounds_to(weighted, f"{macro:.3f}"),
    )


BY_HAND: Ideas = {
    "the two scores called macro F1 in each other's place": lambda data: scores(
        data, ("macro", "F of the macro averages")
    ),
    "weights by observations and by predictions in each other's place": lambda data: scores(
        data, ("weighted", "weighted by predictions")
    ),
    "the printed numbers again: what is asked for is of the second matrix": of_first,
    "a width of one unit: there is one to either side": lambda data: {"luck": scores(data)["luck"] / 2},
}


TASKS = (
    Implement(
        name="ends_of",
        minutes=15,
        reference=ends,
        examples=({"number": "0.34"},),
        parts={
            "decimals": Part(
                decimals(),
                2,
                *({"number": text} for text in ("0.340", "0.5", "0.50", "1.00", "0.1875", "0.00", "12.5", "0.33933")),
            ),
            "percentages": Part(
                decimals("%"), 1, *({"number": text} for text in ("84.6%", "84.60%", "84%", "0.5%", "100.0%"))
            ),
        },
        wrong_ideas={
            "half a unit to either side: it may have been cut": rounded_ends,
            "zeros at the end left out: they are digits": lambda number: ends(shortened(number)),
            "one hundredth to either side, whatever the digits": one_hundredth,
            "only what is larger: it may have been rounded up": cut_ends,
            "a percentage that stays one: the ends are shares": of_sign,
        },
    ),
    Implement(
        name="matching_values",
        minutes=10,
        reference=matching_values,
        examples=({"values": [0.341, 0.335, 0.352, 0.341], "number": "0.34"},),
        parts={
            "values around the number": Part(
                drawn_around(1, 8),
                2,
                *(around(random.Random(f"{n} values"), n) for n in SIZES),
                {"values": [0.341, 0.341 + 1e-12, 0.342], "number": "0.34"},
                {"values": [0.331, 0.349], "number": "0.34"},
                {"values": [0.3999], "number": "0.3"},
                {"values": [0.2], "number": "0.90"},
            )
        },
        wrong_ideas={
            "values counted as often as they occur": lambda values, number: count_between(
                values, ends(number), merged=False
            ),
            "rounded numbers only: it may have been cut": lambda values, number: count_between(
                values, rounded_ends(number)
            ),
            "cut numbers only: it may have been rounded up": lambda values, number: count_between(
                values, cut_ends(number)
            ),
            "whether there is one": lambda values, number: min(1, matching_values(values, number)),
            "all different values": lambda values, number: count_between(values, [-1e9, 1e9]),
        },
    ),
    ByHand(name="traced_by_hand", minutes=30, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="two_digits", minutes=15, points=4, conditions=hidden_difference),
    Refute(name="three_digits", minutes=15, points=4, conditions=same_three_digits),
    Argue(name="a_line_of_review", minutes=20, points=4),
)

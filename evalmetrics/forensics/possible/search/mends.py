"""Single changes after which contradicting scores of two classes can be true."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...printed import Printed, read
from ..repairs import Repairs, nearest_size, rounded_otherwise
from .scores import SCORES
from .two_classes import LIKE, Question


def mends(question: Question, names: Sequence[str], rounding: str) -> Repairs:
    """What was printed or assumed, one thing at a time, and what it would have to be."""
    for name in names:
        yield from _another_number(question, name, [each for each in names if each != name])
    yield from _another_reading(question, names, rounding)
    if len(question.positives) == 1:
        yield from _other_sizes(question, names, int(question.positives[0]))
    yield from _f_of_rounded(question, names)
    for name in ("precision", "recall", "f1"):
        if name in names:
            yield from _another_meaning(question, name, [each for each in names if each != name])


def _another_number(question: Question, name: str, others: list[str]) -> Repairs:
    values = question.values(name, others)
    if not values:
        return
    number = question.scores[name].number
    nearest = min(values, key=lambda x: abs(x - float(number.value)))
    scale, sign = (100, "%") if number.text.strip().endswith("%") else (1, "")
    places = max(0, number.places - 2 * (scale == 100))
    shown = [f"{x * scale:.{places}f}{sign}" for x in (nearest, min(values), max(values))]
    spread = "" if shown[1] == shown[2] else f" ({shown[1]} to {shown[2]})"
    yield name, number, shown[0] + spread


def _another_reading(question: Question, names: Sequence[str], rounding: str) -> Repairs:
    def possible(again: dict[str, Printed]) -> bool:
        scores = {name: score.of(again[name]) for name, score in question.scores.items()}
        return Question(question.only, question.n, scores).any(names)

    yield from rounded_otherwise({name: x.number for name, x in question.scores.items()}, rounding, possible)
    for name in names:
        score = question.scores[name]
        if score.number.value > 1 and score.number.unit:
            percent = score.of(read(score.number.text, name, rounding=rounding, unit="percent"))
            if Question(question.only, question.n, {**question.scores, name: percent}).any(names):
                yield name, score.number, f"{score.number}%"


def _other_sizes(question: Question, names: Sequence[str], positives: int) -> Repairs:
    negatives = question.n - positives
    if negatives != positives and Question(negatives, question.n, question.scores).any(names):
        yield "classes", f"{positives} positives, {negatives} negatives", "the other way round"

    def possible(p: int, n: int) -> bool:
        return p + n > 0 and Question(p, p + n, question.scores).any(names)

    yield from nearest_size("positives", positives, lambda p: possible(p, negatives))
    yield from nearest_size("negatives", negatives, lambda n: possible(positives, n))


def _f_of_rounded(question: Question, names: Sequence[str]) -> Repairs:
    if not {"f1", "precision", "recall"} <= set(names):
        return
    f1, precision, recall = (question.scores[name].number for name in ("f1", "precision", "recall"))
    total = precision.value + recall.value
    rounded = total > 0 and 2 * precision.value * recall.value / total in f1
    if rounded and question.any([name for name in names if name != "f1"]):
        yield "f1", f1, "F of the rounded precision and recall"


def _value(name: str, cells: Any) -> Any:
    """A score of rows of TP, FN, FP and TN; 0 where it is 0/0, as programs have it."""
    num, den = SCORES[name](*cells.T)
    return np.divide(num, den, out=np.zeros(len(cells)), where=den > 0)


def _macro(name: str, cells: Any) -> Any:
    return (_value(name, cells) + _value(name, cells[:, ::-1])) / 2


def _of_averages(cells: Any) -> Any:
    p, r = _macro("precision", cells), _macro("recall", cells)
    return np.divide(2 * p * r, p + r, out=np.zeros(len(cells)), where=p + r > 0)


def _another_meaning(question: Question, name: str, others: list[str]) -> Repairs:
    """Another score under the same name, tried on matrices that have all the other numbers."""
    cells = question.cells(others, LIKE)[1].astype(float)
    number: Printed = question.scores[name].number
    if not len(cells):
        return
    label = {"f1": "F1"}.get(name, name)
    meanings = {f"macro {label}": _macro(name, cells), f"{label} of the negatives": _value(name, cells[:, ::-1])}
    if name == "f1":
        meanings["F of the macro averages"] = _of_averages(cells)
    for meaning, values in meanings.items():
        near = np.abs(values - float(number.value)) <= float(number.unit)
        if any(number.prints(float(value)) for value in np.unique(values[near])):
            yield name, number, f"{meaning}, with the same digits"

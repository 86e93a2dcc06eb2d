"""Single changes after which contradicting scores of two classes can be true."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ._question import LIKE, Question
from .printed import ROUNDINGS, Printed, read

ELSEWHERE = 5  # how far from the given sizes others are tried


def mends(question: Question, names: Sequence[str], rounding: str) -> Iterator[tuple[str, Any, Any]]:
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


def _another_number(question: Question, name: str, others: list[str]) -> Iterator[tuple[str, Any, Any]]:
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


def _read_again(question: Question, **how: str) -> Question:
    scores = {}
    for name, score in question.scores.items():
        number = read(score.number.text, name, **how) if score.number.unit else score.number
        scores[name] = score.of(number)
    return Question(question.only, question.n, scores)


def _another_reading(question: Question, names: Sequence[str], rounding: str) -> Iterator[tuple[str, Any, Any]]:
    for other in ROUNDINGS:
        if other != rounding and _read_again(question, rounding=other).any(names):
            yield "rounding", rounding, other
    for name in names:
        score = question.scores[name]
        if score.number.value > 1 and score.number.unit:
            percent = score.of(read(score.number.text, name, rounding=rounding, unit="percent"))
            if Question(question.only, question.n, {**question.scores, name: percent}).any(names):
                yield name, score.number, f"{score.number}%"


def _other_sizes(question: Question, names: Sequence[str], positives: int) -> Iterator[tuple[str, Any, Any]]:
    negatives = question.n - positives
    if negatives != positives and Question(negatives, question.n, question.scores).any(names):
        yield "classes", f"{positives} positives, {negatives} negatives", "the other way round"
    for what, p, q in (("positives", 1, 0), ("negatives", 0, 1)):
        for step in sorted(range(-ELSEWHERE, ELSEWHERE + 1), key=abs):
            other = positives + step * p, negatives + step * q
            if step and min(other) >= 0 and sum(other) and Question(other[0], sum(other), question.scores).any(names):
                yield what, (positives, negatives)[q], other[q]
                break


def _f_of_rounded(question: Question, names: Sequence[str]) -> Iterator[tuple[str, Any, Any]]:
    if not {"f1", "precision", "recall"} <= set(names):
        return
    f1, precision, recall = (question.scores[name].number for name in ("f1", "precision", "recall"))
    total = precision.value + recall.value
    rounded = total > 0 and 2 * precision.value * recall.value / total in f1
    if rounded and question.any([name for name in names if name != "f1"]):
        yield "f1", f1, "F of the rounded precision and recall"


def _ratio(a: Any, b: Any) -> Any:
    return np.divide(a, b, out=np.zeros(len(a)), where=b > 0)


def _macro(of: Callable[..., Any]) -> Callable[..., Any]:
    return lambda tp, fn, fp, tn: (of(tp, fn, fp, tn) + of(tn, fp, fn, tp)) / 2


def _precision(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return _ratio(tp, tp + fp)


def _recall(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return _ratio(tp, tp + fn)


def _f1(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return _ratio(2 * tp, 2 * tp + fn + fp)


def _of_averages(*counts: Any) -> Any:
    p, r = _macro(_precision)(*counts), _macro(_recall)(*counts)
    return _ratio(2 * p * r, p + r)


MEANINGS: dict[str, dict[str, Callable[..., Any]]] = {
    "precision": {"macro precision": _macro(_precision), "precision of the negatives": lambda *c: _precision(*c[::-1])},
    "recall": {"macro recall": _macro(_recall), "recall of the negatives": lambda *c: _recall(*c[::-1])},
    "f1": {
        "macro F1": _macro(_f1),
        "F of the macro averages": _of_averages,
        "F1 of the negatives": lambda *c: _f1(*c[::-1]),
    },
}


def _another_meaning(question: Question, name: str, others: list[str]) -> Iterator[tuple[str, Any, Any]]:
    """Another score under the same name, tried on matrices that have all the other numbers."""
    cells = question.cells(others, LIKE)[1].astype(float)
    number: Printed = question.scores[name].number
    if not len(cells):
        return
    for meaning, formula in MEANINGS[name].items():
        values = formula(*cells.T)
        near = np.abs(values - float(number.value)) <= float(number.unit)
        if any(number.prints(float(value)) for value in np.unique(values[near])):
            yield name, number, f"{meaning}, with the same digits"

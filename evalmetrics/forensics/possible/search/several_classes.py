"""A classification report as choices: how many of each class are found, and how many predicted."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import linprog

from ....agreement import cohen_kappa
from ....confusion import accuracy as accuracy_of
from ...printed import Printed, whole_numbers
from ..verdict import indispensable, smallest_conflict
from .choices import LISTED, SAMPLE, Grid, Part, decide
from .two_classes import SCORES, Question, Score, divided, exact

OF_CLASSES = ("precision", "recall", "f1", "specificity")
KINDS = (*OF_CLASSES, "npv", "accuracy", "balanced_accuracy")
CURVED = {"precision", "f1", "npv"}  # these are not linear in TP and FP
AVERAGES = (
    *("accuracy", "balanced_accuracy", "kappa"),
    *(f"{way}_{kind}" for way in ("macro", "weighted", "micro") for kind in KINDS),
)
SAME = {
    "accuracy": "micro_recall",
    "weighted_recall": "micro_recall",
    "macro_accuracy": "micro_accuracy",
    "balanced_accuracy": "macro_recall",
}


class Report:
    """Classes and numbers; each class chooses how many of it are found, TP, and how many are predicted."""

    def __init__(self, classes: Mapping[Any, int], numbers: Mapping[str, Printed], fill: float) -> None:
        self.classes, self.numbers, self.fill = dict(classes), dict(numbers), fill
        self.n, self.k = sum(classes.values()), len(classes)

    def part(self, label: Any, names: Sequence[str]) -> Part:
        size = self.classes[label]
        own = {kind: self.numbers[f"{kind} of {label}"] for kind in OF_CLASSES if f"{kind} of {label}" in names}
        scores = {kind: Score(kind, number, SCORES[kind], self.fill) for kind, number in own.items()}
        averages = [name for name in AVERAGES if name in names]
        found = whole_numbers(own["recall"], Fraction(1, size), 0, size) if "recall" in own else range(size + 1)
        grid = Grid(
            (found.start, found.stop - 1, 0, self.n - size),
            lambda tp, fp: np.stack([tp, size - tp, fp, self.n - size - fp], axis=1),
            lambda cells: self._values(label, cells, averages),
            np.array([True] * (1 + self.k) + [each for name in averages for each in _linear(name)]),
        )
        if not scores:
            part = Part.of(1, grid)
            cells, every = part.cells, part.every
        else:
            cells = Question(size, self.n, scores).cells(list(scores), 10**6)[1]
            every = len(cells) <= LISTED
            if not every:
                cells = cells[np.random.default_rng(0).choice(len(cells), 2 * SAMPLE, replace=False)]
        for kind in (kind for way, kind in map(_way_and_kind, averages) if way in ("macro", "weighted")):
            if self.fill != self.fill:  # it has to be defined for every class
                cells = cells[SCORES[kind](*cells.T)[1] > 0]
        return Part(1, cells, self._values(label, cells, averages), grid, every)

    def decide(self, names: Sequence[str], seconds: float, *, proof: bool = False) -> tuple[str, Any, str]:
        if not self._right(names):
            return "impossible", None, "a whole number of examples is right"
        averages = [name for name in AVERAGES if name in names]
        low, high = self._bounds(averages)
        found: list[pd.DataFrame] = []

        def fits(chosen: Sequence[Any]) -> bool:
            matrix = self._matrix([cells[0] for cells in chosen])
            if matrix is not None and self._has(matrix, names):
                found.append(matrix)
            return bool(found)

        parts = [self.part(label, names) for label in self.classes]
        verdict, _, how = decide(parts, low, high, fits, seconds, proof=proof, walk=len(averages) == len(names))
        return verdict, found[0] if found else None, how

    def _right(self, names: Sequence[str]) -> range:
        right = range(self.n + 1)
        for name in names:
            if _way_and_kind(name)[0] == "micro":
                none, one = (self._micro(name, count) for count in (0, 1))
                number = self.numbers[name]
                from_none = replace(number, low=number.low - none, high=number.high - none)
                right = whole_numbers(from_none, one - none, right.start, right.stop - 1)
        return right

    def _micro(self, name: str, right: int) -> Fraction:
        others = self.n * (self.k - 1)
        shares = Fraction(right, self.n), Fraction(others - self.n + right, others), Fraction(1, self.k)
        return Fraction(_of_micro(_way_and_kind(name)[1], *shares))

    def _values(self, label: Any, cells: Any, averages: Sequence[str]) -> Any:
        """What a choice adds to: what is predicted, the mistakes of the others left to each class, and averages."""
        size, (tp, fn, fp, tn) = self.classes[label], cells.astype(float).T
        predicted = tp + fp
        columns = [predicted]
        columns += [tp - (2 * tp - predicted if other == label else 0) for other in self.classes]
        for name in averages:
            if name == "kappa":  # (n TP - chance) >= low (n² - chance), which is linear for each bound
                ends = [float(end) for end in (self.numbers[name].low, self.numbers[name].high)]
                columns += [self.n * tp - (1 - end) * size * predicted for end in ends]
            else:
                columns.append(self._of_average(name, size, tp, fn, fp, tn))
        return np.stack(columns, axis=1)

    def _of_average(self, name: str, size: int, *counts: Any) -> Any:
        way, kind = _way_and_kind(name)
        tp, _, _, tn = counts
        if way == "micro":
            return _of_micro(kind, tp / self.n, tn / (self.n * (self.k - 1)), 1 / self.k)
        weight = 1 / self.k if way == "macro" else size / self.n
        undefined = self.fill if self.fill == self.fill else 0.0  # such choices are not listed
        return weight * divided(*SCORES[kind](*counts), undefined)

    def _bounds(self, averages: Sequence[str]) -> tuple[Any, Any]:
        """Predicted are n in all; a class has no more mistakes, in its row and its column, than there are in all."""
        low, high = [float(self.n)], [float(self.n)]
        low += [-np.inf] * self.k
        high += [float(self.n - size) for size in self.classes.values()]
        for name in averages:
            number, slack = self.numbers[name], 1e-11
            if name == "kappa":
                low += [float(number.low) * self.n**2 - self.n**2 * slack, -np.inf]
                high += [np.inf, float(number.high) * self.n**2 + self.n**2 * slack]
            else:
                low.append(float(number.low) - slack)
                high.append(float(number.high) + slack)
        return np.array(low), np.array(high)

    def _matrix(self, chosen: Sequence[Any]) -> pd.DataFrame | None:
        """A matrix with these TP, FN and FP: the mistakes of each row are dealt out to the other columns."""
        k = len(chosen)
        tp, fn, fp = (np.array([row[i] for row in chosen]) for i in range(3))
        rows, columns = np.divmod(np.arange(k * k), k)
        sums = np.concatenate([rows == np.arange(k)[:, None], columns == np.arange(k)[:, None]]).astype(float)
        ends = [(0, 0 if row == column else None) for row, column in zip(rows, columns, strict=True)]
        found: Any = linprog(np.zeros(k * k), A_eq=sums, b_eq=np.r_[fn, fp], bounds=ends)
        if found.x is None:
            return None
        cells = np.round(found.x).astype(np.int64).reshape(k, k) + np.diag(tp)
        if (cells < 0).any() or (cells.sum(1) != tp + fn).any() or (cells.sum(0) != tp + fp).any():
            return None
        labels = pd.Index(list(self.classes))
        return pd.DataFrame(cells, labels.rename("observed"), labels.rename("predicted"))

    def of(self, matrix: pd.DataFrame, name: str) -> Fraction | None:
        cells = matrix.to_numpy()
        sizes, predicted, tp = cells.sum(1), cells.sum(0), cells.diagonal()
        counts = np.stack([tp, sizes - tp, predicted - tp, self.n - sizes - predicted + tp], axis=1).tolist()
        right = int(tp.sum())
        if name == "kappa":
            chance = int(sizes @ predicted)
            return Fraction(self.n * right - chance, self.n**2 - chance) if self.n**2 > chance else None
        way, kind = _way_and_kind(name)
        if way == "micro":
            return self._micro(name, right)
        if " of " in name:
            kind, _, label = name.partition(" of ")
            counts = [counts[[str(each) for each in self.classes].index(label)]]
        each = [exact(*SCORES[kind](*own), self.fill) for own in counts]
        weights = sizes.tolist() if way == "weighted" else [1] * len(each)
        if any(x is None for x in each):
            return None
        return sum((x * w for x, w in zip(each, weights, strict=True) if x is not None), Fraction(0)) / sum(weights)

    def _has(self, matrix: pd.DataFrame, names: Sequence[str]) -> bool:
        exact = {name: self.of(matrix, name) for name in names}
        if not all(value is not None and value in self.numbers[name] for name, value in exact.items()):
            return False
        public = {"accuracy": accuracy_of, "kappa": cohen_kappa}
        return all(abs(public[name](matrix) - float(x)) < 1e-9 for name, x in exact.items() if name in public and x)

    def _some(self, label: Any, names: Sequence[str]) -> bool:
        return len(self.part(label, names).cells) > 0

    def conflict(self, seconds: float) -> tuple[str, ...]:
        """Numbers that contradict each other: of one class if there are such, else a set that can spare none."""
        for label in self.classes:
            own = [name for name in self.numbers if name.endswith(f" of {label}")]
            if own and not self._some(label, own):
                return smallest_conflict(own, partial(self._some, label))
        in_order = sorted(self.numbers, key=lambda name: name in AVERAGES)
        kinds = ("precision of", "f1 of", "specificity")
        groups = [[name for name in in_order if name.startswith(kind)] for kind in kinds]
        return indispensable(in_order, lambda names: self.decide(names, seconds, proof=True)[0] == "impossible", groups)


def _way_and_kind(name: str) -> tuple[str, str]:
    way, _, kind = SAME.get(name, name).partition("_")
    return way, kind


def _linear(name: str) -> tuple[bool, ...]:
    way, kind = _way_and_kind(name)
    return (True, True) if name == "kappa" else (way == "micro" or kind not in CURVED,)


def _of_micro(kind: str, tp: Any, tn: Any, share: Any) -> Any:
    """A micro average of TP per example, of TN per example and other class, and of one over the number of classes."""
    if kind == "accuracy":
        return share * tp + (1 - share) * tn
    return {"balanced_accuracy": (tp + tn) / 2, "specificity": tn, "npv": tn}.get(kind, tp)

"""A classification report as choices: how many of each class are found, and how many predicted."""

import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
from scipy.optimize import linprog

from ..agreement import cohen_kappa
from ..confusion import accuracy as accuracy_of
from ._choices import MOST, SEARCHED, Part, decide
from ._two_classes import SCORES, Score
from .printed import Printed, whole_numbers
from .verdict import smallest_conflict

OF_CLASSES = ("precision", "recall", "f1")
AVERAGES = ("accuracy", "macro_precision", "macro_recall", "macro_f1", "weighted_f1", "kappa")
SHORT = 2.0  # seconds for each of the searches that explain a verdict, and ten times as many for all of them


class Report:
    """Classes and numbers; each class chooses how many of it are found, TP, and how many are predicted."""

    def __init__(self, classes: Mapping[Any, int], numbers: Mapping[str, Printed], fill: float) -> None:
        self.classes, self.numbers, self.fill = dict(classes), dict(numbers), fill
        self.n = sum(classes.values())

    def _own(self, label: Any, names: Sequence[str]) -> list[Score]:
        kinds = [kind for kind in OF_CLASSES if f"{kind} of {label}" in names]
        return [Score(kind, self.numbers[f"{kind} of {label}"], SCORES[kind], self.fill) for kind in kinds]

    def choices(self, label: Any, names: Sequence[str]) -> tuple[Any, bool]:
        """TP, FN, FP and TN of a class with its printed numbers; of more than can be looked at, some."""
        size, found, scores = self.classes[label], [], self._own(label, names)
        recalls = [score for score in scores if score.name == "recall"]
        for tp in range(size + 1):
            if not all(score.holds(tp, size - tp, 0, 1) for score in recalls):
                continue
            fp = np.arange(self.n - size + 1)
            cells = np.stack([np.full_like(fp, tp), np.full_like(fp, size - tp), fp, self.n - size - fp], axis=1)
            if "macro_precision" in names and self.fill != self.fill:  # it has to be defined for every class
                cells = cells[cells[:, 0] + cells[:, 2] > 0]
            for score in scores:
                cells = cells[np.asarray(score.holds(*cells.T), dtype=bool)]
            found.append(cells)
        every = np.concatenate(found) if found else np.zeros((0, 4), dtype=np.int64)
        if len(every) > MOST // len(self.classes):
            return every[np.random.default_rng(0).choice(len(every), SEARCHED * 2, replace=False)], False
        return every, True

    def decide(self, names: Sequence[str], seconds: float, *, proof: bool = False) -> tuple[str, Any, str]:
        """Whether one matrix has these numbers, the matrix, and how it was decided."""
        if "accuracy" in names and not whole_numbers(self.numbers["accuracy"], Fraction(1, self.n), 0, self.n):
            return "impossible", None, "accuracy is a whole number of examples"
        choices = [self.choices(label, names) for label in self.classes]
        cells, every = [each for each, _ in choices], all(complete for _, complete in choices)
        averages = [name for name in AVERAGES if name in names]
        values = [self._values(label, each, averages) for label, each in zip(self.classes, cells, strict=True)]
        low, high = self._bounds(averages)
        found: list[pd.DataFrame] = []

        def fits(counts: Sequence[Any]) -> bool:
            chosen = [each[int(np.argmax(count))] for each, count in zip(cells, counts, strict=True)]
            matrix = self._matrix(chosen)
            if matrix is not None and self._has(matrix, averages):
                found.append(matrix)
            return bool(found)

        parts = [Part(1, each) for each in values]
        verdict, _, how = decide(parts, low, high, fits, seconds, every=every, proof=True)
        if verdict == "undecided" and not proof:
            if not any(" of " in name for name in names):  # classes are free: a walk finds most
                found += self._walked(averages, low, high, seconds)
            if found:
                verdict, how = "possible", "an exact check of the witness"
            else:
                verdict, _, how = decide(parts, low, high, fits, seconds, every=every)
        return verdict, found[0] if found else None, how

    def _walked(self, averages: Sequence[str], low: Any, high: Any, seconds: float) -> list[pd.DataFrame]:
        """A matrix, from walks on which one example moves from class to class as long as that helps."""
        rng, end = np.random.default_rng(0), time.monotonic() + min(seconds, SHORT)
        sizes = np.array(list(self.classes.values()))
        k = len(sizes)
        steps = np.eye(k, dtype=int)
        steps = np.concatenate([steps[:, None] - steps[None], [steps, -steps]], axis=0).reshape(-1, k)
        none = np.zeros_like(steps)
        moves = np.concatenate([np.stack([steps, none], 1), np.stack([none, steps], 1), np.stack([steps, steps], 1)])
        moves = np.concatenate([moves, 3 * moves, 10 * moves, 50 * moves])
        share = float(self.numbers["accuracy"].value) if "accuracy" in averages else 0.5
        width = np.where(np.isfinite(high - low), np.maximum(high - low, 1e-9), 1.0)
        while time.monotonic() < end:
            tp = rng.binomial(sizes, np.clip(rng.normal(share, 0.2, k), 0, 1))
            state, away = np.stack([tp, np.bincount(rng.integers(0, k, self.n - tp.sum()), minlength=k) + tp]), np.inf
            while away > 0:
                near = state + moves
                inside = ((near[:, 0] >= 0) & (near[:, 0] <= sizes) & (near[:, 1] >= near[:, 0])).all(axis=1)
                near = near[inside & (near[:, 1] - near[:, 0] <= self.n - sizes).all(axis=1)]
                sums = self._sums(near, sizes, averages)
                if not len(near):
                    break
                misses = (np.maximum(np.maximum(low - sums, sums - high), 0) / width).sum(axis=1)
                if misses.min() >= away:
                    break
                state, away = near[misses.argmin()], misses.min()
            if away == 0:
                cells = np.stack([state[0], sizes - state[0], state[1] - state[0]], axis=1)
                matrix = self._matrix(list(cells))
                if matrix is not None and self._has(matrix, averages):
                    return [matrix]
        return []

    def _sums(self, near: Any, sizes: Any, averages: Sequence[str]) -> Any:
        """What TP and predicted of all classes add up to, a row per state."""
        columns = [
            self._values(label, np.stack([tp, size - tp, predicted - tp, 0 * tp], axis=1), averages)
            for label, size, tp, predicted in zip(self.classes, sizes, near[:, 0].T, near[:, 1].T, strict=True)
        ]
        return np.sum(columns, axis=0)

    def _values(self, label: Any, cells: Any, averages: Sequence[str]) -> Any:
        """What a choice adds to: what is predicted, the mistakes of the others left to each class, and averages."""
        size, (tp, fn, fp, _) = self.classes[label], cells.astype(float).T
        predicted = tp + fp
        columns = [predicted]
        columns += [tp - (2 * tp - predicted if other == label else 0) for other in self.classes]
        columns += [each for name in averages for each in self._of_average(name, size, tp, fn, fp)]
        return np.stack(columns, axis=1)

    def _of_average(self, name: str, size: int, tp: Any, fn: Any, fp: Any) -> list[Any]:
        share = np.divide(tp, tp + fp, out=np.full(len(tp), self.fill), where=tp + fp > 0)
        f1 = 2 * tp / (2 * tp + fn + fp)
        if name == "kappa":  # (n TP - chance) >= low (n² - chance), which is linear for each bound
            ends = [float(end) for end in (self.numbers[name].low, self.numbers[name].high)]
            return [self.n * tp - (1 - end) * size * (tp + fp) for end in ends]
        return [
            {
                "accuracy": tp / self.n,
                "macro_precision": share / len(self.classes),
                "macro_recall": tp / size / len(self.classes),
                "macro_f1": f1 / len(self.classes),
                "weighted_f1": f1 * size / self.n,
            }[name]
        ]

    def _bounds(self, averages: Sequence[str]) -> tuple[Any, Any]:
        """Predicted are n in all; a class has no more mistakes, in its row and its column, than there are in all."""
        low, high = [float(self.n)], [float(self.n)]
        low += [-np.inf] * len(self.classes)
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

    def averages_of(self, matrix: pd.DataFrame) -> dict[str, Fraction]:
        """The averages of a matrix, exactly."""
        cells = [[int(x) for x in row] for row in matrix.to_numpy()]
        sizes, predicted = [sum(row) for row in cells], [sum(column) for column in zip(*cells, strict=True)]
        tp, k, n = [row[i] for i, row in enumerate(cells)], len(cells), self.n
        fill = Fraction(self.fill) if self.fill == self.fill else Fraction(0)
        p = [Fraction(a, b) if b else fill for a, b in zip(tp, predicted, strict=True)]
        r = [Fraction(a, b) for a, b in zip(tp, sizes, strict=True)]
        f = [Fraction(2 * a, b + c) for a, b, c in zip(tp, predicted, sizes, strict=True)]
        chance = sum(a * b for a, b in zip(sizes, predicted, strict=True))
        return {
            "accuracy": Fraction(sum(tp), n),
            "macro_precision": sum(p, Fraction(0)) / k,
            "macro_recall": sum(r, Fraction(0)) / k,
            "macro_f1": sum(f, Fraction(0)) / k,
            "weighted_f1": sum((x * size for x, size in zip(f, sizes, strict=True)), Fraction(0)) / n,
            "kappa": Fraction(n * sum(tp) - chance, n * n - chance) if n * n > chance else Fraction(2),
        }

    def _has(self, matrix: pd.DataFrame, averages: Sequence[str]) -> bool:
        """Whether the exact averages, and those that the package computes, print so."""
        exact = self.averages_of(matrix)
        if not all(exact[name] in self.numbers[name] for name in averages):
            return False
        public = {"accuracy": accuracy_of, "kappa": cohen_kappa}
        return all(abs(public[name](matrix) - float(exact[name])) < 1e-9 for name in averages if name in public)

    def conflict(self, seconds: float) -> tuple[str, ...]:
        """Numbers that contradict each other: of one class if there are such, else a set that can spare none."""
        for label in self.classes:

            def some(names: Sequence[str], label: Any = label) -> bool:
                return len(self.choices(label, names)[0]) > 0

            own = [name for name in self.numbers if name.endswith(f" of {label}")]
            if own and not some(own):
                return smallest_conflict(own, some)
        kept = list(self.numbers)
        for name in sorted(self.numbers, key=lambda name: name in AVERAGES):
            rest = [each for each in kept if each != name]
            if rest and self.decide(rest, seconds, proof=True)[0] == "impossible":
                kept = rest
        return tuple(sorted(kept, key=lambda name: name in AVERAGES))

    def of(self, matrix: pd.DataFrame, name: str) -> float:
        """A number of the report, of a matrix."""
        if name in AVERAGES:
            return float(self.averages_of(matrix)[name])
        kind, _, label = name.partition(" of ")
        i = [str(each) for each in self.classes].index(label)
        cells = matrix.to_numpy()
        tp, fn, fp = cells[i, i], cells[i].sum() - cells[i, i], cells[:, i].sum() - cells[i, i]
        num, den = SCORES[kind](tp, fn, fp, 0)
        return num / den if den else self.fill

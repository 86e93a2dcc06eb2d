"""Folds as choices: each has a matrix of its own, and a printed mean is a sum of their scores."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from math import lcm, prod
from typing import Any

import numpy as np
import pandas as pd

from ...printed import Printed, whole_numbers
from ..verdict import indispensable
from .choices import Grid, Part, decide, relaxed
from .two_classes import ROOTS, Score, counted_up, exact

MOST = 300_000  # matrices of folds that are listed, in some seconds
CUTS = 500  # ways to cut classes into folds that are all looked at, at some ten milliseconds each
TOTALS = 4_000_000  # pairs of totals that are looked at, in some hundred megabytes
LINEAR = {"accuracy", "recall", "specificity", "balanced_accuracy", "error", "fpr", "fnr", "informedness"}
UNEVEN = {"mcc", "markedness", "fowlkes_mallows"}  # of these, 0/0 lies among the other values as 0, not as 1


class Folds:
    def __init__(
        self, sizes: list[tuple[int, int]], scores: Mapping[str, Score], spreads: Mapping[str, Printed], ddof: int
    ) -> None:
        self.k, self.scores, self.spreads, self.ddof = len(sizes), scores, spreads, ddof
        self.sizes, self.groups = sizes, {size: sizes.count(size) for size in dict.fromkeys(sizes)}

    def __str__(self) -> str:
        return f"{self.k} folds with {', '.join(f'{p}+{n}' for p, n in self.groups)} positives and negatives"

    def decide(self, names: Sequence[str], seconds: float, *, proof: bool = False) -> tuple[str, Any, str]:
        """Whether folds can have these scores, with a table of counts or how it was decided."""
        spreads = [name for name in self.spreads if name in names]
        linear = set(names) <= LINEAR and not spreads and all(min(size) for size in self.groups)
        if linear and (found := self._by_totals(names)):
            return found
        if self._listed(names, spreads) and sum((p + 1) * (n + 1) for p, n in self.groups) > MOST:
            return "undecided", None, f"more than {MOST:,} matrices of folds"
        parts = [self._part(size, times, names, spreads) for size, times in self.groups.items()]

        def fits(chosen: Sequence[Any]) -> bool:
            return self._fits(_table(chosen), names)

        verdict, chosen, how = decide(parts, *self._bounds(names, spreads), fits, seconds, proof=proof, walk=True)
        return verdict, None if chosen is None else _table(chosen), how

    def _listed(self, names: Sequence[str], spreads: Sequence[str]) -> bool:
        """Whether values both rise and fall, as distances from a mean do, so that all matrices have to be listed."""
        return bool(spreads) or any(name in UNEVEN and abs(self.scores[name].fill) > 0 for name in names)

    def _part(self, size: tuple[int, int], times: int, names: Sequence[str], spreads: Sequence[str]) -> Part:
        p, n = size
        grid = Grid(
            (0, p, 0, n),
            lambda tp, fp: np.stack([tp, p - tp, fp, n - fp], axis=1),
            lambda cells: self._values(cells, names, spreads),
            np.array([name in LINEAR for name in names] + [False] * len(spreads)),
        )
        part = Part.of(times, grid, MOST if self._listed(names, spreads) else None)
        cells = self._defined(part.cells, names)
        return Part(times, cells, self._values(cells, names, spreads), grid, part.every)

    def _defined(self, cells: Any, names: Sequence[str]) -> Any:
        for score in (self.scores[name] for name in names):
            if score.fill != score.fill:
                cells = cells[score.ratio(*cells.T)[1] + 0 * cells[:, 0] > 0]
        return cells

    def _values(self, cells: Any, names: Sequence[str], spreads: Sequence[str]) -> Any:
        columns = [self.score_of(name, cells) for name in names]
        columns += [(self.score_of(name, cells) - float(self.scores[name].number.value)) ** 2 for name in spreads]
        return np.stack(columns, axis=1) if len(cells) else np.zeros((0, len(columns)))

    def score_of(self, name: str, cells: Any) -> Any:
        score = self.scores[name]
        values = score.value(*cells.T)
        return np.where(np.isfinite(values), values, score.fill if score.fill == score.fill else 0.0)

    def _bounds(self, names: Sequence[str], spreads: Sequence[str]) -> tuple[Any, Any]:
        """Bounds of the sums of scores and, for a spread, of squared distances from the printed mean.

        These exceed those from the mean itself by what the mean may differ from the printed one.
        """
        slack, divisor = 1e-10, self.k - self.ddof
        low = [self.k * float(self.scores[name].number.low) - slack for name in names]
        high = [self.k * float(self.scores[name].number.high) + slack for name in names]
        for name in spreads:
            mean, sd = self.scores[name].number, self.spreads[name]
            away = max(float(mean.high - mean.value), float(mean.value - mean.low))
            low.append(divisor * max(float(sd.low), 0) ** 2 - slack)
            high.append(divisor * float(sd.high) ** 2 + self.k * away**2 + slack)
        return np.array(low), np.array(high)

    def _fits(self, table: pd.DataFrame, names: Sequence[str]) -> bool:
        if len(self._defined(table.to_numpy(), names)) < len(table):
            return False
        for name in names:
            score, values = self.scores[name], self.score_of(name, table.to_numpy())
            if name in ROOTS:
                fits = score.number.prints(float(np.mean(values)))
            else:
                rows = table.to_numpy().tolist()
                fits = sum(exact(*score.ratio(*row), score.fill) or 0 for row in rows) / self.k in score.number
            if not fits or (name in self.spreads and not self.spreads[name].prints(np.std(values, ddof=self.ddof))):
                return False
        return True

    def _by_totals(self, names: Sequence[str]) -> tuple[str, Any, str] | None:
        """Of equal folds only the sums of TP and TN matter where scores are linear: all are looked at, unless too many.

        With sums T and U of TP and TN, a mean is c + sum of a_g T_g + b_g U_g; in parts of one all are whole numbers.
        """
        how = "all sums of TP and TN of equal folds, in whole numbers"
        ranges = [[np.arange(times * size[each] + 1) for size, times in self.groups.items()] for each in (0, 1)]
        if max(prod(map(len, each)) for each in ranges) > TOTALS:
            return None
        t, u = (np.stack([x.ravel() for x in np.meshgrid(*each, indexing="ij")]) for each in ranges)
        linear = [self._linear(name) for name in names]
        for a, b, sums in linear:
            t = t if b.any() else t[:, _within(a @ t, sums)]
            u = u if a.any() else u[:, _within(b @ u, sums)]
        both = [(a @ t, b @ u, sums) for a, b, sums in linear if a.any() and b.any()]
        found = self._pair(t.shape[1], u.shape[1], both)
        if found is None:
            return None
        if not len(found):
            return "impossible", None, how
        return "possible", _table([self._dealt(t[:, found[0]].tolist(), u[:, found[1]].tolist())]), how

    def _linear(self, name: str) -> tuple[Any, Any, range]:
        score, of_t, of_u, constant = self.scores[name], [], [], Fraction(0)
        for (p, n), times in self.groups.items():
            corners = ((0, p, n, 0), (1, p - 1, n, 0), (0, p, n - 1, 1))
            base, right, refused = (Fraction(*score.ratio(*cells)) for cells in corners)
            of_t.append(right - base)
            of_u.append(refused - base)
            constant += times * base
        unit = lcm(*(x.denominator for x in (*of_t, *of_u, constant)))
        low, high = (end - constant / self.k for end in (score.number.low, score.number.high))
        rest = replace(score.number, low=low, high=high)
        most = 2 * unit * self.k  # no score reaches over more than from -1 to 1
        sums = whole_numbers(rest, Fraction(1, unit * self.k), -most, most)
        return np.array([int(x * unit) for x in of_t]), np.array([int(x * unit) for x in of_u]), sums

    @staticmethod
    def _pair(ts: int, us: int, both: Sequence[tuple[Any, Any, range]]) -> tuple[int, ...] | None:
        """Positions of sums of TP and of TN that fit together; empty if none do, None if there are too many."""
        if not both or not ts or not us:
            return (ts // 2, us // 2) if ts and us else ()
        (of_t, of_u, sums), *others = both
        order = np.argsort(of_u)
        first, last = (np.searchsorted(of_u[order], end - of_t) for end in (sums.start, sums.stop))
        lengths = np.maximum(last - first, 0) if others else np.clip(last - first, 0, 1)
        if lengths.sum() > TOTALS:
            return None
        i, j = np.repeat(np.arange(ts), lengths), order[counted_up(first, lengths)]
        for of_t, of_u, sums in others:
            kept = _within(of_t[i] + of_u[j], sums)
            i, j = i[kept], j[kept]
        return (int(i[0]), int(j[0])) if len(i) else ()

    def _dealt(self, t: list[int], u: list[int]) -> Any:
        dealt = [
            ((tp + i) // times, (tn + i) // times, size)
            for (size, times), tp, tn in zip(self.groups.items(), t, u, strict=True)
            for i in range(times)
        ]
        return np.array([[tp, p - tp, n - tn, tn] for tp, tn, (p, n) in dealt])

    def conflict(self, seconds: float) -> tuple[str, ...]:
        return indispensable(
            list(self.scores), lambda names: self.decide(names, seconds, proof=True)[0] == "impossible"
        )


class CutAnyhow(Folds):
    """Folds of equal size, of which nobody knows how many of each class fell into them; `sizes` is one way."""

    def __str__(self) -> str:
        p, n = (sum(each) for each in zip(*self.sizes, strict=True))
        return f"{self.k} folds of {p} positives and {n} negatives, cut anyhow into equal parts"

    def decide(self, names: Sequence[str], seconds: float, *, proof: bool = False) -> tuple[str, Any, str]:
        """Whether some folds can have these scores: a proof for all of them, else one way to cut after the other."""
        if self._excluded(names):
            return "impossible", None, "a weighted sum of the numbers that no folds attain"
        few = list(islice(self._cuts(), CUTS + 1))
        every = len(few) <= CUTS
        if proof and not every:
            return "undecided", None, "a mixture of folds attains the numbers"
        tried = sorted(few, key=lambda cut: sum(p * p for p, _ in cut)) if every else self._at_random()
        verdicts, end = set(), time.monotonic() + seconds
        for cut in tried:
            verdict, table, how = Folds(cut, self.scores, self.spreads, self.ddof).decide(names, seconds, proof=proof)
            verdicts.add(verdict)
            if verdict == "possible":
                return verdict, table, how
            if time.monotonic() > end:
                every = False
                break
        if every and verdicts == {"impossible"}:
            return "impossible", None, f"each of {len(few)} ways to cut the classes into folds"
        return "undecided", None, "bounds, and some ways to cut the classes into folds"

    def _cuts(self) -> Iterator[list[tuple[int, int]]]:
        sizes = [p + n for p, n in self.sizes]
        large, positives = sizes.count(max(sizes)), sum(p for p, _ in self.sizes)
        for of_large in range(positives + 1):
            for first in _shares(of_large, large, max(sizes)):
                for second in _shares(positives - of_large, self.k - large, min(sizes)):
                    in_folds = zip((*first, *second), sorted(sizes, reverse=True), strict=True)
                    yield [(p, size - p) for p, size in in_folds]

    def _at_random(self) -> Iterator[list[tuple[int, int]]]:
        yield self.sizes
        rng, sizes = np.random.default_rng(0), [p + n for p, n in self.sizes]
        labels = np.repeat([1, 0], [sum(each) for each in zip(*self.sizes, strict=True)])
        while True:
            dealt = np.split(rng.permutation(labels), np.cumsum(sizes)[:-1])
            yield [(int(fold.sum()), int(len(fold) - fold.sum())) for fold in dealt]

    def _excluded(self, names: Sequence[str]) -> bool:
        """Whether a weighted sum of the scores, and of the positives, tells what was printed from all folds' matrices.

        Of linear scores only matrices matter in which all or none of a class are found.
        """
        spreads = [name for name in self.spreads if name in names]
        corners = set(names) <= LINEAR and not spreads
        low, high = self._bounds(names, spreads)
        positives, negatives = (sum(each) for each in zip(*self.sizes, strict=True))
        sizes, parts, many = [p + n for p, n in self.sizes], [], 0
        for size in set(sizes):
            rows = []
            for p in range(max(0, size - negatives), min(size, positives) + 1):
                n = size - p
                steps = (max(p, 1), max(n, 1)) if corners else (1, 1)
                tp, fp = (x.ravel() for x in np.meshgrid(np.arange(0, p + 1, steps[0]), np.arange(0, n + 1, steps[1])))
                rows.append(np.stack([tp, p - tp, fp, n - fp], axis=1))
                if (many := many + len(tp)) > MOST:
                    return False
            cells = self._defined(np.concatenate(rows), names)
            values = np.column_stack([self._values(cells, names, spreads), cells[:, 0] + cells[:, 1]])
            parts.append(Part(sizes.count(size), cells, values))
        if not all(len(part.cells) for part in parts):
            return True
        return relaxed(parts, np.append(low, positives), np.append(high, positives))[0]


def _shares(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(min(total, most), -(-total // parts) - 1, -1):
        for rest in _shares(total - first, parts - 1, first):
            yield (first, *rest)


def _within(values: Any, numbers: range) -> Any:
    return (values >= numbers.start) & (values < numbers.stop)


def _table(chosen: Sequence[Any]) -> pd.DataFrame:
    rows = np.concatenate(chosen)
    return pd.DataFrame(rows, columns=["TP", "FN", "FP", "TN"], index=pd.RangeIndex(1, len(rows) + 1, name="fold"))

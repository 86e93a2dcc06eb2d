"""Scores of two classes as ratios of whole numbers, and all matrices that have some of them, as runs of FP, exactly.

Every score here is a ratio of two polynomials of the counts TP, FN, FP and TN, or its square is, with its sign. For
given class sizes and TP each falls or rises with FP all the way (for kappa and Matthews' correlation: with q = TP + FP
the derivative has the sign of TP (q - n/2) - P q/2 <= 0 and of -(P² + TP (N - P)) < 0), so that a printed number leaves
one run of FP.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...printed import Printed
from .time_limit import Unfinished, go_on

Ints = NDArray[Any]
Counts = tuple[Any, Any, Any, Any]
SAFE = 2**61  # whole numbers up to here are added without overflow
CLOSE = 1e-9  # nearer to a bound than this, floats do not decide


def f_beta(beta: Any) -> Callable[..., tuple[Any, Any]]:
    squared = Fraction(str(beta)) ** 2
    u, v = squared.numerator, squared.denominator
    return lambda tp, fn, fp, tn: ((u + v) * tp, (u + v) * tp + u * fn + v * fp)


def _mcc(tp: Any, fn: Any, fp: Any, tn: Any) -> tuple[Any, Any]:
    difference = tp * tn - fn * fp
    return difference * abs(difference), (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)


SCORES: dict[str, Callable[..., tuple[Any, Any]]] = {
    "accuracy": lambda tp, fn, fp, tn: (tp + tn, tp + fn + fp + tn),
    "error": lambda tp, fn, fp, tn: (fn + fp, tp + fn + fp + tn),
    "precision": lambda tp, fn, fp, tn: (tp, tp + fp),
    "recall": lambda tp, fn, fp, tn: (tp, tp + fn),
    "specificity": lambda tp, fn, fp, tn: (tn, tn + fp),
    "npv": lambda tp, fn, fp, tn: (tn, tn + fn),
    "fpr": lambda tp, fn, fp, tn: (fp, tn + fp),
    "fnr": lambda tp, fn, fp, tn: (fn, tp + fn),
    "f1": f_beta(1),
    "jaccard": lambda tp, fn, fp, tn: (tp, tp + fn + fp),
    "balanced_accuracy": lambda tp, fn, fp, tn: (tp * (tn + fp) + tn * (tp + fn), 2 * (tp + fn) * (tn + fp)),
    "informedness": lambda tp, fn, fp, tn: (tp * tn - fn * fp, (tp + fn) * (tn + fp)),
    "markedness": lambda tp, fn, fp, tn: (tp * tn - fn * fp, (tp + fp) * (tn + fn)),
    "kappa": lambda tp, fn, fp, tn: (2 * (tp * tn - fn * fp), (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)),
    "mcc": _mcc,
    "fowlkes_mallows": lambda tp, fn, fp, tn: (tp * tp, (tp + fp) * (tp + fn)),
    "g_mean": lambda tp, fn, fp, tn: (tp * tn, (tp + fn) * (tn + fp)),
}
ALIASES = {"sensitivity": "recall", "tpr": "recall", "ppv": "precision", "tnr": "specificity"}
SCORES |= {alias: SCORES[name] for alias, name in ALIASES.items()}
COUNTS: dict[str, Callable[..., tuple[Any, Any]]] = {
    "TP": lambda tp, fn, fp, tn: (tp, 1),
    "FN": lambda tp, fn, fp, tn: (fn, 1),
    "FP": lambda tp, fn, fp, tn: (fp, 1),
    "TN": lambda tp, fn, fp, tn: (tn, 1),
    "predicted": lambda tp, fn, fp, tn: (tp + fp, 1),
}


def _mcc_of(tp: Any, positives: Any, n: int, bound: float) -> Any:
    """TP + FP at which the signed square of Matthews' correlation is `bound`, a root of a quadratic equation."""
    u = abs(bound) * (n - positives)
    root = np.sqrt(u * (4 * tp * (positives - tp) / positives + u))
    return n * (2 * tp + u - np.sign(bound) * root) / (2 * (positives + u))


def _markedness_of(tp: Any, positives: Any, n: int, bound: float) -> Any:
    s = positives + bound * n
    root = np.sqrt(np.maximum(s * s - 4 * bound * tp * n, 0))
    return np.where(s >= 0, 2 * tp * n / (s + root), (s - root) / (2 * bound))


def divided(num: Any, den: Any, undefined: float = np.nan) -> Any:
    return np.divide(num, den, out=np.full(np.shape(num), undefined), where=den > 0)


def exact(num: int, den: int, fill: float) -> Fraction | None:
    return Fraction(num, den) if den else Fraction(fill) if fill == fill else None


def harmonic(a: Fraction, b: Fraction) -> Fraction:
    return 2 * a * b / (a + b) if a + b else Fraction(0)


def counted_up(first: Any, lengths: Any) -> Any:
    """Runs of whole numbers, one after the other: from each of `first`, so many as `lengths` says."""
    return np.arange(lengths.sum()) + np.repeat(first - np.cumsum(lengths) + lengths, lengths)


ROOTS = {"mcc", "fowlkes_mallows", "g_mean"}  # these are the roots of their ratios
CURVED = {"mcc": _mcc_of, "markedness": _markedness_of}  # FP enters the ratio of all others linearly


class Score:
    def __init__(self, name: str, number: Printed, ratio: Callable[..., tuple[Any, Any]], fill: float) -> None:
        self.name, self.number, self.ratio, self.fill = name, number, ratio, fill
        self.fills = fill == fill and Fraction(fill) in number
        self.curved = name in CURVED
        self.weight = max(1, *(abs(x) for x in self.ratio(1, 1, 1, 1)))  # the largest coefficient, if not more
        squared = (lambda x: x * abs(x)) if name in ROOTS else (lambda x: x)
        self.bounds = squared(number.low), squared(number.high)

    def of(self, number: Printed) -> "Score":
        return Score(self.name, number, self.ratio, self.fill)

    def filled(self, fill: float) -> "Score":
        return Score(self.name, self.number, self.ratio, fill)

    def inside(self, num: Any, den: Any, end: int) -> Any:
        """A whole number that is at least 0 where a ratio is on the right side of the lower bound (0), or the upper."""
        bound, way = self.bounds[end], (1, -1)[end]
        return way * (num * bound.denominator - den * bound.numerator) - (not self.number.closed[end])

    def holds(self, *counts: Any) -> Any:
        num, den = self.ratio(*counts)
        right = (self.inside(num, den, 0) >= 0) & (self.inside(num, den, 1) >= 0)
        return (right & (den > 0)) | ((den == 0) & self.fills)

    def value(self, *counts: Any) -> Any:
        ratio = divided(*self.ratio(*(np.asarray(count, dtype=float) for count in counts)))
        return np.sign(ratio) * np.sqrt(np.abs(ratio)) if self.name in ROOTS else ratio

    def run(self, tp: Ints, positives: Ints, n: int, first: Ints, last: Ints) -> tuple[Ints, Ints]:
        if self.curved:
            low, high = self._curved_run(tp, positives, n, first, last)
            at_0 = at_1 = self.ratio(tp, positives - tp, first, n - positives - first)[1] + (first > last)
        else:
            low, high, at_0, at_1 = self._linear_run(tp, positives, n, first, last)
        if np.any(undefined := (at_0 == 0) & (at_1 == 0)):  # of a class without examples
            low = np.where(undefined, first if self.fills else last + 1, low)
            high = np.where(undefined, last, high)
        return low.astype(np.int64), high.astype(np.int64)

    def _linear_run(self, tp: Ints, positives: Ints, n: int, first: Ints, last: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """Solve (a + b FP) / (c + d FP) between the bounds, which are linear inequalities; c and c + d, too."""
        largest = max(max(abs(b.numerator), b.denominator) for b in self.bounds)
        if 8 * self.weight * n * n * largest >= SAFE:  # more than the machine's numbers hold: Python's own
            tp, positives = tp.astype(object), positives.astype(object)
        (a, c), (a1, c1) = (self.ratio(tp, positives - tp, fp, n - positives - fp) for fp in (0, 1))
        for end in (0, 1):
            at_0 = self.inside(a, c, end)
            first, last = _solved(at_0, self.inside(a1, c1, end) - at_0, first, last)
        return first, last, c, c1

    def _curved_run(self, tp: Ints, positives: Ints, n: int, first: Ints, last: Ints) -> tuple[Ints, Ints]:
        """Solve for TP + FP in floats; where they are not sure of an end, whole numbers are."""
        a, p = tp.astype(float), positives.astype(float)

        def apart(fp: Ints, bound: Fraction) -> Any:
            return divided(*self.ratio(a, p - a, fp, n - p - fp), 0.0) - float(bound)

        ends = []
        for which, (bound, step) in enumerate(zip(self.bounds, (1, -1), strict=True)):
            with np.errstate(all="ignore"):
                root = np.nan_to_num(CURVED[self.name](a, p, n, float(bound))) - a
            end = np.where(step > 0, np.clip(np.floor(root), first - 1, last), np.clip(np.ceil(root), first, last + 1))
            end = end.astype(np.int64)
            beyond = end + step
            inside, over = (first <= end) & (end <= last), (first <= beyond) & (beyond <= last)
            unsure = inside & (step * apart(end, bound) < CLOSE) | over & (step * apart(beyond, bound) > -CLOSE)
            for i in np.flatnonzero(unsure & (first <= last)):
                end[i] = self._exact_end(which, step, n, *(int(x[i]) for x in (end, tp, positives, first, last)))
            ends.append(end)
        return ends[1], ends[0]

    def _exact_end(self, which: int, step: int, n: int, fp: int, *row: int) -> int:
        """An end that floats cannot be sure of, found with whole numbers: the outermost FP that passes."""
        tp, positives, first, last = row

        def passing(fp: int) -> bool:
            return bool(self.inside(*self.ratio(tp, positives - tp, fp, n - positives - fp), which) >= 0)

        while first <= fp + step <= last and passing(fp + step):
            fp += step
        while first <= fp <= last and not passing(fp):
            fp -= step
        return fp


def _solved(at_0: Any, slope: Any, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Where at_0 + slope x >= 0 for whole x between `low` and `high`."""
    flat, rising = slope == 0, slope > 0
    edge = -(at_0 // (abs(slope) + flat))  # rising: ceil(-at_0 / slope)
    low = np.where(rising, np.maximum(low, edge), low)
    high = np.where(rising | flat, high, np.minimum(high, -edge))
    return np.where(flat & (at_0 < 0), high + 1, low), high


BLOCK = 2**15  # rows, a pair of P and TP each, that are looked at together: few enough for the processor's cache
MOST = 10**8  # rows that are looked at before the question is left undecided: more take longer than a minute
LIKE = 20_000  # matrices that are tried for another meaning of a number


class Question:
    """Class sizes (one pair, or all of n examples) and the scores that were printed of them."""

    def __init__(self, positives: int | None, n: int, scores: Mapping[str, Score]) -> None:
        self.n, self.only, self.scores = n, positives, dict(scores)
        if positives is None and n > MOST // 50:  # with each P there is more than one TP
            raise Unfinished(f"there are far more than {n:,} pairs of P and TP: give the class sizes")
        self.positives = np.arange(n + 1) if positives is None else np.array([positives])

    def having(self, numbers: Mapping[str, Printed]) -> "Question":
        return Question(self.only, self.n, {name: score.of(numbers[name]) for name, score in self.scores.items()})

    def filled(self, fill: float) -> "Question":
        """A question with another number for 0/0."""
        return Question(self.only, self.n, {name: score.filled(fill) for name, score in self.scores.items()})

    def rows(self, names: Sequence[str]) -> Iterator[tuple[Any, Any]]:
        least, most = np.zeros(len(self.positives), dtype=np.int64), self.positives.copy()
        of_recall = [self.scores[name].number for name in names if self.scores[name].ratio is SCORES["recall"]]
        for number in (number for number in of_recall[:1] if number.unit):
            with_some = self.positives > 0
            ends = np.floor(self.positives * float(number.low)), np.ceil(self.positives * float(number.high))
            least = np.where(with_some, np.clip(ends[0] - 1, 0, self.positives + 1), least).astype(np.int64)
            most = np.where(with_some, np.clip(ends[1] + 1, -1, self.positives), most).astype(np.int64)
        lengths = np.maximum(most - least + 1, 0)
        if lengths.sum() > MOST:
            raise Unfinished(f"there are {lengths.sum():,} pairs of P and TP: give the class sizes")
        block = np.cumsum(lengths) // BLOCK
        for which in np.unique(block):
            go_on()
            chosen = block == which
            of, sizes = np.repeat(self.positives[chosen], lengths[chosen]), lengths[chosen]
            yield of, counted_up(least[chosen], sizes)

    def runs(self, names: Sequence[str], among: Sequence[tuple[Any, ...]] = ()) -> Iterator[tuple[Any, ...]]:
        """Of all matrices with these scores, or of those `among` runs of wider numbers: P, TP, first and last FP."""
        scores = sorted((self.scores[name] for name in names), key=lambda score: score.curved)
        for of, tp, first, last in among[:-1] or self._all_runs(names):
            for score in scores:  # each leaves fewer rows to the next
                low, high = score.run(tp, of, self.n, first, last)
                first, last = np.maximum(first, low), np.minimum(last, high)
                kept = first <= last
                of, tp, first, last = of[kept], tp[kept], first[kept], last[kept]
            kept = first <= last
            yield of[kept], tp[kept], first[kept], last[kept]
        yield self._corners(scores)

    def _all_runs(self, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        for of, tp in self.rows(names):
            yield of, tp, (tp == 0).astype(np.int64), self.n - of - (tp == of)

    def _corners(self, scores: Sequence[Score]) -> tuple[Any, ...]:
        """Where nothing is predicted positive, and where everything is, some scores are undefined."""
        of, negatives, none = (x.astype(object) for x in (self.positives, self.n - self.positives, 0 * self.positives))
        tp, fp = np.concatenate([none, of]), np.concatenate([none, negatives])
        of, negatives = np.tile(of, 2), np.tile(negatives, 2)
        kept = np.ones(len(of), dtype=bool)
        for score in scores:
            kept &= np.asarray(score.holds(tp, of - tp, fp, negatives - fp), dtype=bool)
        of, tp, fp = (x[kept].astype(np.int64) for x in (of, tp, fp))
        return of, tp, fp, fp

    def others(self, name: str) -> list[str]:
        return [each for each in self.scores if each != name]

    def any(self, names: Sequence[str] | None = None) -> bool:
        return any(len(of) for of, *_ in self.runs([*self.scores] if names is None else names))

    def cells(self, names: Sequence[str], limit: int, among: Sequence[tuple[Any, ...]] = ()) -> tuple[int, Any]:
        count, found = 0, [np.zeros((0, 4), dtype=np.int64)]
        for of, tp, first, last in self.runs(names, among):
            lengths = last - first + 1
            count += int(lengths.sum())
            few = slice(0, limit)
            lengths = np.minimum(lengths[few], limit)
            fp = counted_up(first[few], lengths)
            of, tp = np.repeat(of[few], lengths), np.repeat(tp[few], lengths)
            found.append(np.stack([tp, of - tp, fp, self.n - of - fp], axis=1)[:limit])
        return count, np.concatenate(found)[:limit]

    def values(self, name: str, names: Sequence[str]) -> list[Any]:
        score, found = self.scores[name], []
        for of, tp, first, last in self.runs(names):
            low, high = score.run(tp, of, self.n, first, last)
            for fp in (first, last, np.clip(low, first, last), np.clip(high, first, last)):
                found.append(score.value(tp, of - tp, fp, self.n - of - fp))
        values = np.concatenate(found)
        return [x for x in values if x == x]

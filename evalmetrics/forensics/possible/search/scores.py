"""Scores of two classes as ratios of whole numbers, and which counts have a printed score, exactly.

Every score here is a ratio of two polynomials of the counts TP, FN, FP and TN, or its square is, with its sign. For
given class sizes and TP each falls or rises with FP all the way (for kappa and Matthews' correlation: with q = TP + FP
the derivative has the sign of TP (q - n/2) - P q/2 <= 0 and of -(P² + TP (N - P)) < 0), so that a printed number leaves
one run of FP.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...printed import Printed

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

"""Rankings of more scores than memory holds: scores are rounded, and what that can hide is bounded."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import arguments
from ..kinds.total import Total

Floats = NDArray[np.float64]


def rounded_down(scores: Any, bits: int) -> Floats:
    """Numbers with so many binary digits, none above what it was: order is kept, and some scores become one."""
    arguments.whole_number(bits, "bits", least=1)
    mantissa, exponent = np.frexp(np.asarray(scores, dtype=np.float64))
    return np.ldexp(np.floor(np.ldexp(mantissa, bits)), exponent - bits)


def bracketed(metric: Any, total: Total) -> tuple[float, float]:
    """What the score can be, whatever the order and the ties are within each rounded score."""
    name, ranking = total.metric, total.counted
    if name not in BRACKETS:
        raise ValueError(f"a bracket is known for {' and '.join(BRACKETS)}, not for {name}: leave out bits")
    positives, negatives = ([Fraction(n) for n in each.tolist()] for each in (ranking.positives, ranking.negatives))
    if not (sum(positives) and sum(negatives)):
        score = metric.score(total)
        return score, score
    low, high = BRACKETS[name](positives, negatives)
    margin = 4 * len(positives) * np.finfo(np.float64).eps  # what rounding can take from sums of floats
    return max(0.0, float(low) - margin), min(1.0, float(high) + margin)


def bracket_of_roc_auc(positives: list[Fraction], negatives: list[Fraction]) -> tuple[Any, Any]:
    """Pairs within a score count nothing, or all."""
    pairs, below, low, open_pairs = sum(positives) * sum(negatives), sum(negatives), Fraction(), Fraction()
    for p, n in zip(positives, negatives, strict=True):
        below -= n
        low += p * below
        open_pairs += p * n
    return low / pairs, (low + open_pairs) / pairs


def bracket_of_average_precision(positives: list[Fraction], negatives: list[Fraction]) -> tuple[Any, Any]:
    """Within a score, negatives come first and positives one by one; or positives first, all of them tied."""
    if any(n.denominator != 1 for n in positives):
        raise ValueError("a bracket of average_precision takes positives that count one each: leave out sample_weight")
    tp = fp = 0.0
    low = high = 0.0
    for p, n in zip(map(float, positives), map(float, negatives), strict=True):
        if p:
            ranks = tp + np.arange(1, p + 1)
            low += float((ranks / (ranks + fp + n)).sum())
            high += p * (tp + p) / (tp + p + fp)
        tp, fp = tp + p, fp + n
    return low / tp, high / tp


BRACKETS = {"roc_auc": bracket_of_roc_auc, "average_precision": bracket_of_average_precision}

"""More distinct scores than memory holds: scores are rounded down, and what that can hide is bounded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..fast.sums import as_float
from ..inputs.rankings import Ranking
from ..kinds.base import Kind, Options, quietly, unwrapped
from ..kinds.ranking import OfRanking
from ..kinds.tally import tallied
from ..kinds.total import Total
from ..kinds.weights import OfWeights

Array = NDArray[Any]
# Scores of a ranking that a better ROC curve never makes worse.
OF_THE_CURVE = {
    *["average_precision", "equal_error_rate", "fpr_at_recall", "interpolated_average_precision"],
    *["partial_roc_auc", "recall_at_fpr", "roc_auc", "youden_index"],
}


def check_that_it_has_a_bracket(of: Kind) -> None:
    """Raises for a metric that rounding may move by an amount that nobody knows."""
    if isinstance(of, OfRanking) and of.name not in OF_THE_CURVE:
        raise ValueError(
            f"{of.name} hangs on the order within a rounded score, and no bracket is known for it, only for "
            f"{', '.join(sorted(OF_THE_CURVE))}: leave out bits, and each distinct score takes 24 bytes"
        )
    if not isinstance(of, OfRanking) and not (isinstance(of, OfWeights) and of.rises):
        raise TypeError(f"bits rounds the scores of a ranking or the errors of a median, and {of.name} has neither")


def rounded_down(scores: Array, bits: int) -> Array:
    """Numbers with so many binary digits, none above what it was: order is kept, and some scores become one."""
    mantissa, exponent = np.frexp(np.asarray(scores, dtype=np.float64))
    return np.ldexp(np.floor(np.ldexp(mantissa, bits)), exponent - bits)


def next_up(rounded: Array, bits: int) -> Array:
    """The numbers of at least 0 that what was rounded down lies below; 0 was 0."""
    return rounded + np.where(rounded > 0, np.ldexp(1.0, np.frexp(rounded)[1] - bits), 0.0)


def rounded(total: Total, bits: int) -> Total:
    """A total whose scores, or whose last column, are rounded down."""
    counted = total.counted
    if isinstance(counted, Ranking):
        return replace(total, counted=replace(counted, scores=rounded_down(counted.scores, bits)).merged())
    *others, last = counted.columns
    return replace(total, counted=tallied([*others, rounded_down(last, bits)], counted.times))


def bracket_of_total(metric: Any, total: Total, bits: int) -> tuple[float, float]:
    """What the score can be of a total that was rounded."""
    of, counted = metric.kind, total.counted
    options = {**of.settled(unwrapped(metric)[1]), **total.context}
    if isinstance(counted, Ranking):
        counts = (np.array([as_float(n) for n in each]) for each in (counted.positives, counted.negatives))
        return bracketed(of, Ranking(counted.scores, *counts), options, bits)
    return bracketed(of, (counted, np.array([as_float(n) for n in counted.times])), options, bits)


def bracketed(of: Kind, counted: Any, options: Options, bits: int) -> tuple[float, float]:
    """What the score can be of what was rounded: of a ranking of floats, or of a tally and its weights."""
    if isinstance(of, OfRanking):
        return bracket_of_ranking(of, counted, options)
    tally, weights = counted
    *others, last = tally.columns
    both = (tally, replace(tally, columns=(*others, next_up(last, bits))))
    low, high = (of.score_tally(each, weights, options) for each in both)  # type: ignore[attr-defined]
    return low, high


def bracket_of_ranking(of: OfRanking, ranking: Ranking, options: Options) -> tuple[float, float]:
    """Within a score, positives come first, or negatives: the ROC curve can run no higher, and no lower."""
    best, worst = (in_turn(ranking, positives_first=first) for first in (True, False))
    with quietly():
        high = float(of.score_ranking(best, options))
        if of.name == "average_precision":
            low = least_average_precision(ranking.positives, ranking.negatives)
        else:
            low = float(of.score_ranking(worst, options))
    margin = 4 * len(ranking.scores) * np.finfo(np.float64).eps  # what rounding can take from sums of floats
    bounds = (of.card.low, of.card.high) if of.card else (-np.inf, np.inf)
    low, high = np.clip([min(low, high) - margin, max(low, high) + margin], *bounds)  # errors are fewer for the best
    return float(low), float(high)


def in_turn(ranking: Ranking, *, positives_first: bool) -> Ranking:
    """The ranking in which one class of each score comes before the other."""
    none = np.zeros(len(ranking.scores))
    sides = [(ranking.positives, none), (none, ranking.negatives)]
    first, second = sides if positives_first else sides[::-1]
    both = (np.column_stack(each).ravel() for each in zip(first, second, strict=True))
    return Ranking(np.repeat(ranking.scores, 2), *both).without_gaps()


def least_average_precision(positives: Array, negatives: Array) -> float:
    """Average precision if each score's negatives come first, and then its positives in pieces as small as any.

    Whether tied or not, x of the positives have no less precision than the mean of x / (x + fp) over their way from
    `found` to `reached`, an integral: ties lift them to the precision at the end of the way.
    """
    reached, fp = positives.cumsum(), negatives.cumsum()
    found = reached - positives
    lost = np.where(fp > 0, fp * np.log1p(positives / np.where(fp > 0, found + fp, 1.0)), 0.0)
    return float((positives - lost).sum() / reached[-1])

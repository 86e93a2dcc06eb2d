"""More distinct scores than memory holds: scores are rounded down, and what that can hide is bounded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..fast.sums import as_float
from ..inputs.rankings import Ranking
from ..kinds.base import Kind, Options, quietly, unwrapped
from ..kinds.ranking import OfRanking, in_floats
from ..kinds.tally import tallied
from ..kinds.total import Total

Array = NDArray[Any]


def check_that_it_has_a_bracket(of: Kind) -> None:
    if of.monotone:
        return
    if isinstance(of, OfRanking):
        raise ValueError(
            f"{of.name} hangs on the order within a rounded score, and no bracket is known for it, since it is not "
            "declared monotone=True, as roc_auc is: leave out bits, and each distinct score takes 24 bytes"
        )
    raise TypeError(f"bits rounds the scores of a ranking or the errors of a median, and {of.name} has neither")


def rounded_down(scores: Array, bits: int) -> Array:
    mantissa, exponent = np.frexp(np.asarray(scores, dtype=np.float64))
    return np.ldexp(np.floor(np.ldexp(mantissa, bits)), exponent - bits)


def next_up(rounded: Array, bits: int) -> Array:
    """Upper bounds of the numbers that were rounded down to these; nothing but 0 becomes 0."""
    return rounded + np.where(rounded != 0, np.ldexp(1.0, np.frexp(rounded)[1] - bits), 0.0)


def rounded(total: Total, bits: int) -> Total:
    counted = total.counted
    if isinstance(counted, Ranking):
        return replace(total, counted=replace(counted, scores=rounded_down(counted.scores, bits)).merged())
    *others, last = counted.columns
    return replace(total, counted=tallied([*others, rounded_down(last, bits)], counted.times))


def bracket_of_total(metric: Any, total: Total, bits: int) -> tuple[float, float]:
    of, counted = metric.kind, total.counted
    options = {**of.settled(unwrapped(metric)[1]), **total.context}
    if isinstance(counted, Ranking):
        return bracketed(of, in_floats(counted), options, bits)
    return bracketed(of, (counted, np.array([as_float(n) for n in counted.times])), options, bits)


def bracketed(of: Kind, counted: Any, options: Options, bits: int) -> tuple[float, float]:
    """The least and the largest score that a rounded ranking, or a rounded tally and its weights, may have had."""
    if isinstance(of, OfRanking):
        return bracket_of_ranking(of, counted, options)
    tally, weights = counted
    *others, last = tally.columns
    both = (tally, replace(tally, columns=(*others, next_up(last, bits))))
    ends = [of.score_tally(each, weights, options) for each in both]  # type: ignore[attr-defined]
    return min(ends), max(ends)


def bracket_of_ranking(of: OfRanking, ranking: Ranking, options: Options) -> tuple[float, float]:
    """The scores of the lowest and the highest ROC curve: within a score, negatives come first, or positives."""
    best, worst = (in_turn(ranking, positives_first=first) for first in (True, False))
    with quietly():
        high = float(of.score_ranking(best, options))
        least = of.score_ranking(worst, options) if of.least is None else of.least(ranking.positives, ranking.negatives)
        low = float(least)
    size = max(1.0, abs(low), abs(high))
    margin = 4 * len(ranking.scores) * np.finfo(np.float64).eps * size  # what rounding can take from sums of floats
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

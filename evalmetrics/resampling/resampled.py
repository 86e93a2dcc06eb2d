"""Scores of resamples, drawn once for whichever interval is asked of them."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..inputs import arguments
from . import bounds, draws

Array = NDArray[Any]
SHARES = {"half": 1 / 2, "quarter": 1 / 4}  # of all examples, in the samples of methods that draw without replacement


class Resampled:
    """The score of one system, or the difference of two on the same examples, and what resamples of these score."""

    def __init__(
        self, plans: list[Any], n_resamples: int, groups: Any = None, rng: Any = None, strata: Array | None = None
    ) -> None:
        self.plans, self.n_resamples, self.groups, self.rng, self.strata = plans, n_resamples, groups, rng, strata
        scores = [plan.estimate() for plan in plans]
        if scores[0] is None or isinstance(scores[0], str | Mapping):
            wanted = "a number, or numbers in an array, a Series or a DataFrame"
            raise TypeError(f"metric must return {wanted}; it returned {arguments.shown(scores[0])}")
        self.estimate = scores[0] if len(scores) == 1 else _number(scores[0]) - _number(scores[1])
        self.n = plans[0].n if groups is None else int(groups.max()) + 1
        self.drawn: dict[float | None, Array] = {}  # scores of resamples, by their share of all examples

    @cached_property
    def left_out(self) -> tuple[Array, Array]:
        """Scores of the samples with one example or group left out, and how many of these samples have each score."""
        return draws.jackknife(self.plans, self.groups)

    def scores(self, method: str) -> Array:
        if method == "jackknife":
            return self.left_out[0]
        share = SHARES.get(method)
        if share not in self.drawn:
            size, rng = None if share is None else max(1, round(share * self.n)), arguments.generator(self.rng)
            self.drawn[share] = draws.replicates(self.plans, self.n_resamples, rng, self.groups, size, self.strata)
        return self.drawn[share]

    def bounds(self, method: str, tails: tuple[float, float]) -> list[Any]:
        score, scores = np.asarray(self.estimate, dtype=np.float64), self.scores(method)
        if method == "jackknife":
            return bounds.jackknife(score, *self.left_out, tails)
        if method == "bc":
            return _one_by_one(lambda t, r: bounds.bias_corrected(t, r, tails), score, scores)
        if method != "bca":
            return bounds.by_replicates(method, score, scores, tails)
        left_out, counts = self.left_out

        def accelerated(score: Array, scores: Array, without: Array) -> list[Any]:
            return bounds.bias_corrected(score, scores, tails, bounds.acceleration(without, counts))

        return _one_by_one(accelerated, score, scores, left_out)

    def p_value(self, method: str) -> float:
        """How often an interval by a method may miss, two-sided, until it reaches 0: found by halving."""
        small, large = 0.0, 0.5
        if np.isnan(self.bounds(method, (0.25, 0.75))).any():
            return np.nan
        for _ in range(40):  # to 1e-12
            tail = (small + large) / 2
            low, high = self.bounds(method, (tail, 1 - tail))
            small, large = (tail, large) if low <= 0 <= high else (small, tail)
        return min(1.0, 2 * large)


def _one_by_one(of_number: Callable[..., list[Any]], score: Array, *resampled: Array) -> list[Any]:
    if score.ndim == 0:
        return of_number(score, *resampled)
    parts = [of_number(score[i], *(each[(slice(None), *i)] for each in resampled)) for i in np.ndindex(score.shape)]
    return [np.reshape(bound, score.shape) for bound in zip(*parts, strict=True)]


def _number(score: Any) -> Any:
    """A float of a result with parts, such as a BLEU; an array, Series or DataFrame as it is."""
    return score if isinstance(score, pd.Series | pd.DataFrame | np.ndarray) else float(score)

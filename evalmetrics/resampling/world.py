"""A sample taken for all there is: other samples are drawn from it, and its truth can be moved."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..inputs import arguments, resampling
from ..kinds.examples import rows_of
from . import draws
from .examples import examples_of

Counts = NDArray[np.intp]
PANDAS = (pd.Series, pd.DataFrame, pd.Categorical)  # columns of these stay such: as arrays, some are objects
FINE = 50  # copies of an example in a moved world, so that whole numbers of them come within 1 % of its weight


def columns_of(data: Any) -> list[Any]:
    return [each if isinstance(each, PANDAS) else arguments.samples(each)[0] for each in data]


def taken(columns: list[Any], rows: Counts) -> list[Any]:
    return [each.take(rows) if isinstance(each, PANDAS) else rows_of(each, rows) for each in columns]


class World:
    """A sample as all there is, from which examples are drawn, or whole `groups` of them; `second` is of a pair."""

    def __init__(self, metric: Any, data: tuple[Any, ...], second: Any, groups: Any) -> None:
        self.metric, self.paired = metric, second is not None
        data = arguments.kept((*data, second) if self.paired else data)
        self.plans = self.plans_of(data, groups=groups)
        self.data = columns_of(data)
        self.groups = resampling.group_of(groups, self.plans[0].n)
        self.unit = np.arange(self.plans[0].n) if self.groups is None else self.groups  # what each is drawn with
        sizes = np.bincount(self.unit)
        self.n, self.members = len(sizes), np.split(self.unit.argsort(kind="stable"), sizes.cumsum()[:-1])

    def plans_of(self, data: Any, **beside: Any) -> list[Any]:
        truth = data[:-2] if self.paired else data
        return examples_of(self.metric, tuple(truth), list(data[len(truth) :]), **beside)

    def resample(self, copies: Counts, rng: np.random.Generator) -> tuple[list[Any], Any]:
        drawn = [self.members[k] for k in rng.choice(self.n, self.n, p=copies / copies.sum())]
        rows, numbers = np.concatenate(drawn), np.repeat(np.arange(self.n), [len(each) for each in drawn])
        return taken(self.data, rows), None if self.groups is None else numbers

    def score(self, copies: Counts) -> float:
        """The truth of a world with so many copies of what is drawn; nan where it has none."""
        weights = draws.by_name(self.plans, copies[self.unit])[None]
        try:
            one, *other = (float(plan.scores(np.arange(len(self.unit)), weights)[0]) for plan in self.plans)
        except ValueError:  # of a function that refuses samples without a class, say
            return np.nan
        return one - sum(other)

    def tilted(self, low: float, high: float) -> Iterator[tuple[float, Counts]]:
        """Worlds with other truths, at the bounds of an interval and halfway to them: each truth, and its copies.

        Weights are exponential in what leaving one out does to the score, which moves it with the least change. There
        are none of a score that copies change, nor any whose truth lies at the end of what can be reached.
        """
        left_out = draws.jackknife(self.plans, self.unit)[0]
        pull = (left_out.mean() - left_out) / left_out.std()
        own, copied = (self.score(np.full(self.n, k)) for k in (1, FINE))
        if not np.isfinite(pull).all() or abs(copied - own) > (high - low) / 100:
            return

        def copies(tilt: float) -> Counts:
            weights = np.exp(tilt * pull)
            return np.rint(FINE * self.n * weights / weights.sum()).astype(np.intp)

        def beyond(truth: float, tilt: float) -> bool:
            return bool((self.score(copies(tilt)) - truth) * np.sign(tilt) > 0)

        for truth in (low, (low + own) / 2, (own + high) / 2, high):
            ever_more = (np.sign(truth - own) * 2**k / np.sqrt(self.n) for k in range(5))  # a bound is about 2 away
            near, far = 0.0, next((tilt for tilt in ever_more if beyond(truth, tilt)), None)
            if far is None:
                continue
            for _ in range(20):
                middle = (near + far) / 2
                near, far = (near, middle) if beyond(truth, middle) else (middle, far)
            yield self.score(copies(far)), copies(far)

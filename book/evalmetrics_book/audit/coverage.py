"""How often intervals hold the truth: samples are drawn from a world again and again, and their intervals made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.correlation import williams_test
from evalmetrics.inputs import resampling
from evalmetrics.kinds.base import quietly
from evalmetrics.paired_tests import mcnemar_test, permutation_test
from evalmetrics.resampling.examples import examples_of
from evalmetrics.resampling.resampled import Resampled
from evalmetrics.uncertainty import Interval, interval_by, name_of

ONE_BY_ONE: dict[str, Callable[..., Any]] = {"mcnemar": mcnemar_test, "williams": williams_test}
TESTS = ("permutation", *ONE_BY_ONE)
LEVEL = 0.95  # of all intervals; tests reject below 1 minus that
LARGE = 10**6  # examples whose score is taken for the truth, where it is not known
Samples = tuple[Any, ...]
Rng = np.random.Generator


@dataclass(frozen=True)
class World:
    """Where samples come from, and a sample so large that its score is taken for the truth.

    Samples are those of a metric; with two `systems` the answers of the second are one more, and with `groups` the
    labels of these come last.
    """

    draw: Callable[[int, Rng], Samples]
    systems: int = 1
    groups: bool = False
    large: int = LARGE
    everybody: Callable[[], Samples] | None = None

    def whole(self) -> Samples:
        """All there is, or as good as all."""
        return self.draw(self.large, np.random.default_rng(0)) if self.everybody is None else self.everybody()


@dataclass(frozen=True)
class Case:
    """A metric of samples of a size from a world, and the methods whose intervals are measured.

    Methods are those of `bootstrap`, the names of `formulas` (functions of the samples and of their groups that return
    an interval), or for two systems the names of TESTS. With `by_groups` false, examples are drawn although they have
    groups.
    """

    name: str  # of the world
    world: World
    metric: Callable[..., Any]
    n: int
    methods: Sequence[str]
    formulas: Mapping[str, Callable[..., Interval]] = field(default_factory=dict)
    known: float | None = None  # the truth, where it need not be computed from a large sample
    n_resamples: int = 1000
    by_groups: bool = True

    @property
    def metric_name(self) -> str:
        """The metric, and what was done to it."""
        ignored = ", groups ignored" if self.world.groups and not self.by_groups else ""
        return name_of(self.metric) + ignored

    @property
    def key(self) -> tuple[str, str, int]:
        """What tells the case from all others."""
        return self.name, self.metric_name, self.n

    @cached_property
    @quietly()
    def truth(self) -> float:
        """The score of the whole world, or the difference of the two systems' scores."""
        if self.known is not None:
            return self.known
        samples = self.world.whole()
        return float(self.drawn(samples[:-1] if self.world.groups else samples, None, 0).estimate)

    def drawn(self, samples: Samples, groups: Any, seed: int) -> Resampled:
        """The score of samples, or the difference of two, and resamples of them."""
        two = self.world.systems == 2
        plans = examples_of(self.metric, samples[:-2] if two else samples, list(samples[-2:]) if two else [])
        return Resampled(plans, self.n_resamples, resampling.group_of(groups, plans[0].n), seed)

    @quietly()
    def trial(self, number: int) -> NDArray[np.float64]:
        """Score, bounds and verdict of each method on one sample, shape (methods, 4); each number has its own seed."""
        rng = np.random.default_rng([number, *f"{self.name}: {self.metric_name}, n = {self.n}".encode()])
        samples, groups = self.world.draw(self.n, rng), None
        if self.world.groups:
            samples, groups = samples[:-1], samples[-1]
        drawn = self.drawn(samples, groups if self.by_groups else None, int(rng.integers(2**32)))
        return np.array([self.verdict(method, drawn, samples, groups) for method in self.methods])

    def verdict(self, method: str, drawn: Resampled, samples: Samples, groups: Any) -> tuple[float, ...]:
        """Score, low, high, and whether equality of two systems is rejected."""
        score = float(drawn.estimate)
        if method in ONE_BY_ONE:
            return score, np.nan, np.nan, float(ONE_BY_ONE[method](*samples).p_value <= 1 - LEVEL)
        if method in TESTS:
            truth = samples[0] if len(samples) == 3 else None
            often = {"n_resamples": self.n_resamples, "groups": drawn.groups, "rng": drawn.rng}
            p_value = permutation_test(self.metric, truth, *samples[-2:], **often)
            return score, np.nan, np.nan, float(p_value <= 1 - LEVEL)
        if method in self.formulas:
            interval = self.formulas[method](*samples, *([groups] if self.world.groups else []))
        else:
            interval = interval_by(method, self.metric, drawn, LEVEL)
        return score, interval.low, interval.high, float(0 not in interval) if self.world.systems == 2 else np.nan

    def rows(self, repetitions: int) -> list[dict[str, Any]]:
        """How the intervals of each method fare."""
        trials = np.array([self.trial(number) for number in range(repetitions)])
        return [self.row(method, trials[:, i]) for i, method in enumerate(self.methods)]

    @quietly()
    def row(self, method: str, trials: NDArray[np.float64]) -> dict[str, Any]:
        """What came of the repetitions of one method: shares of the intervals that have bounds, and of those without.

        Bounds of the first repetition let a test see whether they would still come out so.
        """
        score, low, high, rejected = trials.T
        slack = 1e-9 * max(1.0, abs(self.truth))  # sums in another order differ in the last digits
        bounded = ~np.isnan(low + high)
        times, rate = int(bounded.sum()), rejected.mean()
        missed = (high < self.truth - slack) & bounded, (low > self.truth + slack) & bounded
        below, above = (each.sum() / times if times else np.nan for each in missed)
        held = 1 - below - above
        if method in TESTS:
            held, share, times = np.nan, rate, len(trials)
        else:
            share = held
        measured = {
            "coverage": held,
            "error": np.sqrt(share * (1 - share) / times) if times else np.nan,
            "below": below,
            "above": above,
            "without_bounds": np.nan if method in TESTS else 1 - bounded.mean(),
            "width": np.nanmedian(high - low) if bounded.any() else np.nan,
            "rejects": rate,
            "truth": self.truth,
            "bias": np.nanmean(score) - self.truth,
            "first_low": low[0],
            "first_high": high[0],
        }
        digits = {name: float(f"{number:.6g}") for name, number in measured.items()}
        named = dict(zip(("world", "metric", "n"), self.key, strict=True))
        return {**named, "method": method, **digits, "repetitions": len(trials)}

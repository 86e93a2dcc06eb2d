"""How often intervals hold the truth: samples are drawn from a world again and again, and their intervals made."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.correlation import williams_test
from evalmetrics.inputs import arguments, resampling
from evalmetrics.kinds.base import quietly
from evalmetrics.kinds.examples import rows_of
from evalmetrics.paired_tests import mcnemar_test, permutation_test
from evalmetrics.resampling.examples import examples_of
from evalmetrics.resampling.resampled import Resampled
from evalmetrics.uncertainty import Interval, interval_by, name_of

ONE_BY_ONE: dict[str, Callable[..., Any]] = {"mcnemar": mcnemar_test, "williams": williams_test}
TESTS = ("permutation", *ONE_BY_ONE)
LEVEL = 0.95  # of all intervals that are audited; tests reject below 1 minus that
Samples = tuple[Any, ...]
Trials = NDArray[np.float64]  # shape (repetitions, methods, 4): score, low, high, and whether equality is rejected


@dataclass(frozen=True)
class World:
    """Where samples come from: `draw(n, rng)`, and a sample so large that its score is taken for the truth.

    Samples are those of a metric; with two `systems` the answers of the second are one more, and with `groups` the
    labels of these come last.
    """

    name: str
    draw: Callable[[int, np.random.Generator], Samples]
    large: Callable[[], Samples]
    about: str
    systems: int = 1
    groups: bool = False


def endless(name: str, draw: Callable[[int, np.random.Generator], Samples], large: int = 10**6, **more: Any) -> World:
    """A world that is made up, of which as much can be drawn as one likes."""
    return World(name, draw, lambda: draw(large, np.random.default_rng(0)), f"{large:,} more examples", **more)


def population(name: str, make: Callable[[], Samples], about: str, **more: Any) -> World:
    """Examples that are all there are, and from which samples are drawn with replacement."""

    def draw(n: int, rng: np.random.Generator) -> Samples:
        everybody = arguments.samples(*make())
        drawn = rng.integers(len(everybody[0]), size=n)
        return tuple(rows_of(sample, drawn) for sample in everybody)

    return World(name, draw, make, about, **more)


def of_groups(name: str, make: Callable[[], Samples], about: str, **more: Any) -> World:
    """Examples that are all there are, the last sample saying of which groups: whole groups are drawn."""

    def draw(n: int, rng: np.random.Generator) -> Samples:
        *everybody, groups = arguments.samples(*make())
        numbers = np.unique(groups, return_inverse=True)[1]
        members = [np.flatnonzero(numbers == k) for k in range(numbers.max() + 1)]
        drawn = [members[k] for k in rng.integers(len(members), size=n)]
        rows, copies = np.concatenate(drawn), np.repeat(np.arange(n), [len(each) for each in drawn])
        return *(rows_of(sample, rows) for sample in everybody), copies

    return World(name, draw, make, about, groups=True, **more)


@dataclass(frozen=True)
class Coverage:
    """How a kind of interval fared in `repetitions` samples of a world, or a test of two systems.

    `coverage` is the share that held the truth, give or take `error`; `below` and `above` the shares that lay wholly
    below and above it, `undefined` those without bounds. `width` is the median. `rejects` is the share that spoke
    against equality of two systems: power, or where the truth is 0 the false alarms. The bounds of the first
    repetition let a test see whether they would still come out so.
    """

    world: str
    metric: str
    n: int
    method: str
    coverage: float
    error: float
    below: float
    above: float
    undefined: float
    width: float
    rejects: float
    truth: float
    bias: float
    first_low: float
    first_high: float
    repetitions: int
    resamples: int

    def __str__(self) -> str:
        return f"covers {self.coverage:.2f}"


@dataclass(frozen=True)
class Case:
    """A metric of samples of a size from a world, and the methods whose intervals are audited.

    Methods are those of `bootstrap`, the names of `formulas` (functions of the samples and of their groups that return
    an interval), or for two systems the names of TESTS. With `by_groups` false, examples are drawn although
    they have groups.
    """

    world: World
    metric: Callable[..., Any]
    n: int
    methods: Sequence[str]
    formulas: Mapping[str, Callable[..., Interval]] = field(default_factory=dict)
    known: float | None = None  # the truth, where it need not be computed from a large sample
    repetitions: int = 1000
    n_resamples: int = 1000
    by_groups: bool = True

    @property
    def name(self) -> str:
        """What tells the case from all others."""
        return f"{self.world.name}: {self.metric_name}, n = {self.n}"

    @property
    def metric_name(self) -> str:
        """The metric, and what was done to it."""
        ignored = ", groups ignored" if self.world.groups and not self.by_groups else ""
        return name_of(self.metric) + ignored

    @cached_property
    @quietly()
    def truth(self) -> float:
        """The score of the whole world, or the difference of the two systems' scores."""
        if self.known is not None:
            return self.known
        samples = self.world.large()
        return float(self.drawn(samples[:-1] if self.world.groups else samples, None, 0).estimate)

    def drawn(self, samples: Samples, groups: Any, seed: int) -> Resampled:
        """The score of samples, or the difference of two, and resamples of them."""
        if self.world.systems == 1:
            plans = examples_of(self.metric, samples, [])
        else:
            plans = examples_of(self.metric, samples[:-2], list(samples[-2:]))
        return Resampled(plans, self.n_resamples, resampling.group_of(groups, plans[0].n), seed)

    @quietly()
    def trial(self, number: int, methods: Sequence[str] = ()) -> NDArray[np.float64]:
        """Score, bounds and verdict of each method on one sample, shape (methods, 4)."""
        rng = np.random.default_rng([number, *self.name.encode()])
        samples, groups = self.world.draw(self.n, rng), None
        if self.world.groups:
            samples, groups = samples[:-1], samples[-1]
        drawn = self.drawn(samples, groups if self.by_groups else None, int(rng.integers(2**32)))
        return np.array([self.verdict(method, drawn, samples, groups) for method in methods or self.methods])

    def verdict(
        self, method: str, drawn: Resampled, samples: Samples, groups: Any
    ) -> tuple[float, float, float, float]:
        """Score, low, high, and whether equality of two systems is rejected."""
        score = float(drawn.estimate)
        if method in TESTS:
            truth = samples[0] if len(samples) == 3 else None
            if method in ONE_BY_ONE:
                p_value: float = ONE_BY_ONE[method](*samples).p_value
            else:
                often = {"n_resamples": self.n_resamples, "groups": drawn.groups, "rng": drawn.rng}
                p_value = permutation_test(self.metric, truth, *samples[-2:], **often)
            return score, np.nan, np.nan, float(p_value <= 1 - LEVEL)
        if method in self.formulas:
            interval = self.formulas[method](*samples, *([groups] if self.world.groups else []))
        else:
            interval = interval_by(method, self.metric, drawn, LEVEL)
        two = self.world.systems == 2
        return score, interval.low, interval.high, float(0 not in interval) if two else np.nan

    def trials(self, repetitions: int | None = None, methods: Sequence[str] = ()) -> Trials:
        """All repetitions, each drawn from a seed of its own."""
        return np.array([self.trial(number, methods) for number in range(repetitions or self.repetitions)])

    def measured(self, method: str, repetitions: int | None = None) -> Coverage:
        """How the intervals of one method fare."""
        return self.row(method, self.trials(repetitions, [method])[:, 0], self.truth)

    def row(self, method: str, trials: Trials, truth: float) -> Coverage:
        """What came of the repetitions of one method."""
        score, low, high, rejected = trials.T
        times, slack = len(trials), 1e-9 * max(1.0, abs(truth))  # sums in another order differ in the last digits
        below, above = (high < truth - slack).mean(), (low > truth + slack).mean()
        if only_a_test := method in TESTS:
            below = above = np.nan
        undefined = np.nan if only_a_test else float(np.isnan(low + high).mean())
        held = np.nan if only_a_test else ((low <= truth + slack) & (high >= truth - slack)).mean()
        rate = rejected.mean() if only_a_test else held
        measured = {
            "coverage": held,
            "error": np.sqrt(rate * (1 - rate) / times),
            "below": below,
            "above": above,
            "undefined": undefined,
            "width": np.nanmedian(high - low) if (low <= high).any() else np.nan,
            "rejects": rejected.mean(),
            "truth": truth,
            "bias": np.nanmean(score) - truth,
            "first_low": low[0],
            "first_high": high[0],
        }
        digits: dict[str, Any] = {name: float(f"{number:.6g}") for name, number in measured.items()}
        named: dict[str, Any] = {"world": self.world.name, "metric": self.metric_name, "n": self.n, "method": method}
        how_often: dict[str, Any] = {"repetitions": times, "resamples": self.n_resamples}
        return Coverage(**named, **digits, **how_often)

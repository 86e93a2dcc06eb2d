"""How often an interval would hold the truth on data like one's own: the sample is the world, and truth is known."""

import functools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, resampling
from .kinds.base import kind_of, quietly
from .kinds.help_pages import described_by
from .paired_tests import one_number_each
from .resampling.progress import with_bar
from .resampling.resampled import Resampled
from .resampling.world import World
from .uncertainty import interval_by, name_of, sizes_of_classes

FEWEST = 5  # of a class: of fewer, other samples often have none, or some that are quite unlike them
FEW = 10  # of a class: of fewer, this may still be so


@dataclass(frozen=True)
class MeasuredCoverage:
    """How often intervals of resamples held the truth; printed, a sentence for each method that may be copied.

    `table` has a row for each method and truth, that of the sample first. Of the intervals that have bounds, `coverage`
    is the share that held the truth, and `error` the Monte Carlo standard error of it; `below` and `above` are the
    shares that lay wholly on one side of the truth. `without bounds` is a share of all, `width` the median.
    """

    metric: str
    examples: str
    estimate: float
    level: float
    table: pd.DataFrame = field(repr=False)
    why: str = ""  # why the sample cannot tell
    caution: str = ""  # why it tells little

    @property
    def coverage(self) -> float:
        """Coverage by the first method where the truth is the sample's own score; nan where that cannot be told."""
        return float(self.table["coverage"].iloc[0])

    @property
    def error(self) -> float:
        """The standard error of that, over seeds."""
        return float(self.table["error"].iloc[0])

    def __float__(self) -> float:
        return self.coverage

    def __str__(self) -> str:
        if self.why:
            return f"nan: {self.examples} cannot tell how often an interval of {self.metric} holds, since {self.why}."
        said = [self._said(method, rows) for method, rows in self.table.groupby("method", sort=False)]
        return "\n".join([*said, *([f"But {self.caution}."] if self.caution else [])])

    def _said(self, method: Any, rows: pd.DataFrame) -> str:
        own, others = rows.iloc[0], rows.iloc[1:].dropna()
        if np.isnan(own["coverage"]):
            return f"nan: none of {own['resamples']} resamples of these {self.examples} has bounds ({method})."
        said = (
            f"If these {self.examples} were all there is, {own['coverage']:.3f} of {100 * self.level:g} % intervals "
            f"({method}) would hold their {self.metric}, {own['truth']:.3f} (standard error {own['error']:.3f}, "
            f"{own['resamples']} resamples); {own['below']:.3f} would lie below it, {own['above']:.3f} above. "
        )
        lost = own["without bounds"]
        said += f"{lost:.3f} of all have no bounds and do not count." if lost else "All have bounds."
        if others.empty:
            return said
        truths, shares = (", ".join(f"{share:.3f}" for share in others[column]) for column in ("truth", "coverage"))
        return f"{said} If the truth were {truths}: {shares} (standard errors up to {others['error'].max():.3f})."


@quietly()
@described_by(resampling.often, resampling.tails, resampling.group_of)
def coverage(
    metric: Callable[..., Any],
    *data: Any,
    second: Any = None,
    method: Any = "percentile",
    groups: Any = None,
    level: float = 0.95,
    n_resamples: int = 1000,
    repetitions: int = 400,
    rng: resampling.Rng = None,
    **options: Any,
) -> MeasuredCoverage:
    """How often the intervals of `bootstrap` would hold the truth, if your sample were the world.

    Resamples of the sample stand for other samples, and each gets its own interval, from resamples of it. The same is
    done where the truth is another: at the bounds of the sample's interval by the first method, and halfway to them, by
    other weights of the examples, those nearest to 1 (exponential tilting). A score that changes when all examples are
    doubled is measured at its own value alone.

    metric : function
        A metric of the package that returns one number, or any function of the samples that does.
    *data : sequences of one length n
        The samples that the metric takes, truth first.
    second : sequence of length n, optional
        What a second system said: the interval is that of the difference, as in `paired_bootstrap`.
    method : str, function, or a list of them, default "percentile"
        Methods of `bootstrap`; or functions of the samples that return an interval. All meet the same resamples.
    n_resamples : int, default 1000
        How many resamples each interval is made of: as many as those of the interval that you print.
    repetitions : int, default 400
        How many intervals are made, at least 20; at every other truth a quarter as many. The standard error of a
        coverage near 0.95 is 0.011 with 400, and 0.022 with 100. A bar shows what is known so far.
    **options
        Given to the metric, such as ``pos_label="spam"``.

    -> MeasuredCoverage
        ``coverage`` in [0, 1], best near `level`, with its ``error``; ``table`` of all methods and truths; printed, a
        sentence. nan for a sample whose resamples all score the same, such as a perfect one, and for one with fewer
        than five examples (or groups) of a class: taken for the world, it does not show what other samples hold. With
        fewer than ten, a ``caution`` is printed.

    TypeError
        A metric that returns several numbers; a method that returns no interval.

    Source: Efron and Tibshirani (1993), An Introduction to the Bootstrap, chapter 18, for bootstrapping the bootstrap;
    Efron (1981), Nonparametric standard errors and confidence intervals, Canadian Journal of Statistics 9, for tilting.

    >>> from evalmetrics import accuracy
    >>> y_true, y_pred = ["a"] * 25 + ["b"] * 25, ["a"] * 20 + ["b"] * 30
    >>> measured = coverage(accuracy, y_true, y_pred, method=["percentile", "bca"], repetitions=100, rng=0)
    >>> bool(0.85 < measured.coverage < 0.99)
    True
    """
    if "sample_weight" in options:
        call = "coverage(lambda y, p, w: accuracy(y, p, sample_weight=w), y_true, y_pred, weights)"
        raise TypeError(f"sample_weight must travel with the examples, as one more sample: {call}")
    scored = functools.partial(metric, **options) if options and callable(metric) else metric
    methods, times = _named(method), arguments.whole_number(repetitions, "repetitions", least=20)
    resampling.tails(level)
    world, generator = World(scored, data, second, groups), arguments.generator(rng)
    own = Resampled(world.plans, resampling.often(n_resamples), world.groups, rng)
    one_number_each(world.plans)

    def bounds(by: Any, samples: Any, drawn: Resampled) -> tuple[Any, Any]:
        interval = by(*samples) if callable(by) else interval_by(by, scored, drawn, level)
        if not hasattr(interval, "low"):
            raise TypeError(f"method must return an interval, as wilson_interval does, got {arguments.shown(interval)}")
        return interval.low, interval.high

    def of_resample(copies: Any) -> Any:
        samples, numbers = world.resample(copies, generator)
        found = np.full((len(methods), 2), np.nan)
        with suppress(ValueError):  # no score where a class is missing, say
            drawn = Resampled(world.plans_of(samples), n_resamples, numbers, generator)
            for i, by in enumerate(methods.values()):
                with suppress(ValueError):
                    found[i] = bounds(by, samples, drawn)
        return found

    printed = np.array([bounds(by, world.data, own) for by in methods.values()], dtype=np.float64)
    why = _never_missed(world, own) or _too_few(world, FEWEST)
    caution = "" if why else _too_few(world, FEW)
    worlds = [(own.estimate, np.ones(world.n, np.intp), 0 if why else times)]
    for low, high in printed[np.isfinite(printed).all(axis=1)][: 0 if why else 1]:
        worlds += [(*tilted, times // 4) for tilted in world.tilted(low, high)]
    lots = [k for *_, k in worlds]
    intervals = (of_resample(copies) for _, copies, k in worlds for _ in range(k))
    bounded: list[Any] = []

    def so_far() -> str:
        first = _row("", own.estimate, *np.array(bounded[:times])[:, 0].T)
        return f"{first['coverage']:.3f}, standard error {first['error']:.3f}"

    for each in with_bar(intervals, sum(lots), "coverage", lambda _: 1, so_far):
        bounded.append(each)
    found = np.array(bounded).reshape(-1, len(methods), 2)
    parts = list(zip(worlds, np.split(found, np.cumsum(lots)[:-1]), strict=True))
    rows = [_row(name, truth, *lot[:, i].T) for i, name in enumerate(methods) for (truth, *_), lot in parts]
    named = name_of(scored) if second is None else f"difference in {name_of(scored)}"
    examples = f"{len(world.unit)} examples" if groups is None else f"{world.n} groups of {len(world.unit)} examples"
    return MeasuredCoverage(named, examples, float(own.estimate), level, pd.DataFrame(rows), why, caution)


def _named(method: Any) -> dict[str, Any]:
    asked = method if isinstance(method, list | tuple) else [method]
    named = {name_of(each) if callable(each) else resampling.interval_method(each): each for each in asked}
    if not asked or len(named) < len(asked):
        raise ValueError(f"method must hold one method or several of different names, got {arguments.shown(method)}")
    return named


def _row(method: str, truth: float, low: Any, high: Any) -> dict[str, Any]:
    """How the intervals of a method fared against a truth."""
    bounded = ~(np.isnan(low) | np.isnan(high))
    n, near = int(bounded.sum()), 1e-9 * abs(truth)  # equal scores may differ in the last bit
    below, above = (int((missed & bounded).sum()) for missed in (high < truth - near, low > truth + near))
    held = (n - below - above + 1) / (n + 2)  # with a hit and a miss more, so that no error is 0
    some, drawn = n or np.nan, len(low) or np.nan
    return {
        "method": method,
        "truth": float(truth),
        "coverage": (n - below - above) / some,
        "error": float(np.sqrt(held * (1 - held) / some)),
        "below": below / some,
        "above": above / some,
        "without bounds": 1 - n / drawn,
        "width": float(np.median((high - low)[bounded])) if n else np.nan,
        "resamples": len(low),
    }


def _never_missed(world: World, own: Resampled) -> str:
    """Why intervals in this world hold its truth always, or none is there to hold; empty where it can be missed."""
    scores = own.scores("percentile")
    scores = scores[~np.isnan(scores)]
    if np.isnan(own.estimate) or not len(scores):
        return "their score is undefined"
    if np.isclose(scores.min(), scores.max(), rtol=1e-9, atol=1e-12):
        share = getattr(getattr(kind_of(world.metric), "card", None), "interval", "") == "wilson_interval"
        would_do = "; wilson_interval has bounds for it" if share and not world.paired and world.groups is None else ""
        return f"every resample of them scores {scores[0]:.3f}{would_do}"
    return ""


def _too_few(world: World, enough: int) -> str:
    """Which class is rarer than that, or that all are fewer; empty where there is enough."""
    units = "examples" if world.groups is None else "groups"
    if world.n < enough:
        return f"there are only {world.n} {units}, too few to show how samples differ (at least {enough})"
    samples = world.data[: len(world.data) - world.paired]
    for label, count in sizes_of_classes(world.metric, samples, world.unit).items():
        if count < enough:
            return f"class {label!r} has only {count} {units}, too few to show how samples differ (at least {enough})"
    return ""

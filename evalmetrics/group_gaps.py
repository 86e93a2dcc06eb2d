"""One score in each of several groups: which is lowest, how large the gap is, and how much of it chance can make."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, labels, resampling
from .inputs.arguments import Floats, Places
from .kinds.base import kind_of, quietly
from .kinds.help_pages import described_by
from .paired_tests import one_number_each
from .resampling import examples
from .resampling.resampled import Resampled
from .resampling.world import columns_of, taken
from .uncertainty import FEW_OF_CLASS, Estimate, Interval, name_of, sizes_of_classes

METHOD = "all pairs at once"
AT_ONCE = 2**20  # differences of two groups in a block of resamples


@dataclass(frozen=True)
class GroupScores:
    """A score in each group; printed, the table and the line that reports it.

    `table` has a row for each group: n, score, low, high, small. `gap` is the highest score minus the lowest of the
    groups that are not small, which `highest` and `lowest` name; `overall` is the score of all examples.
    """

    metric: str
    overall: float
    table: pd.DataFrame
    lowest: Any
    highest: Any
    gap: Estimate

    @property
    def report(self) -> str:
        """What a paper would print, in a line."""
        small, n = int(self.table["small"].sum()), int(self.table["n"].sum())
        said = f"{self.metric} {self.overall:.3f} on {n} examples in {len(self.table)} groups"
        if self.lowest is None:
            return f"{said}, of which {small} are small: too few are left for a gap."
        low, high = (
            f"{row['score']:.3f} ({name}, n = {row['n']})"
            for name, row in ((name, self.table.loc[name]) for name in (self.lowest, self.highest))
        )
        said += f": lowest {low}, highest {high}, gap {self.gap:.3f} ({100 * self.gap.interval.level:g} % interval "
        said += f"{self.gap.interval.low:.3f} to {self.gap.interval.high:.3f}, {METHOD}{self.gap.interval.caution})"
        if small:
            said += f"; without {small} small group{'s' * (small > 1)}"
        return f"{said}."

    def __str__(self) -> str:
        marked = self.table.round(3).assign(small=self.table["small"].map({True: "small", False: ""}))
        lines = marked.to_string().splitlines()
        return "\n".join([*(line.rstrip() for line in lines), self.report])


def reach_of_all(scores, resampled, error, level):
    """How far each difference of two groups may lie from the truth, so that at `level` none lies farther."""
    farthest = []
    for block in np.array_split(resampled - scores, 1 + resampled.size * len(scores) // AT_ONCE):
        moved = np.abs(block[:, :, None] - block[:, None, :]) / error
        farthest.append(moved.max(axis=(1, 2)))
    return np.quantile(np.concatenate(farthest), level) * error


def bounds_of_gap(scores, resampled, error, level):
    """The largest difference that is certain of two groups, at least 0, and the largest that is possible of any."""
    difference, error = scores[:, None] - scores, np.hypot(error[:, None], error)
    reach = reach_of_all(scores, resampled, error, level)
    return np.maximum(0.0, (difference - reach).max()), (difference + reach)[~np.eye(len(scores), dtype=bool)].max()


def group_of_each(by: Any, n: int) -> tuple[Places, pd.Index]:
    """The number of the group that each of n examples belongs to, and the names of the groups, in order.

    by : sequence of n labels
        The group of each example, such as a column of a table. Groups are those that are compared; for examples that
        come in groups (pictures of one patient) see `groups` of `bootstrap`.
    """
    if getattr(by, "ndim", 1) == 2 and by.shape[1] > 1:
        raise ValueError(
            f"by must hold one label per example, got {arguments.shown(by)}: join the columns, as "
            'by.astype(str).agg(", ".join, axis=1) does'
        )
    if isinstance(by, str):
        raise TypeError(f"by must hold one label per example, got the text {by!r}: give the column, as table[{by!r}]")
    array = arguments.label_each(by, "by", n)
    if (missing := pd.isna(array)).any():
        raise ValueError(
            f"by holds {missing.sum()} missing values, the first at position {missing.argmax()}: make them a group of "
            'their own, as by.fillna("unknown") does, or leave these examples out'
        )
    labels.numbers_of(array, "by")
    try:
        codes, names = pd.factorize(array, sort=True)
    except TypeError:
        raise TypeError("by holds labels that cannot be put in order: give [str(each) for each in by]") from None
    return codes, pd.Index(names, name=getattr(by, "name", None))


@quietly()
@described_by(group_of_each, resampling.often, resampling.tails)
def by_group(
    metric: Callable[..., Any],
    *data: Any,
    by: Any,
    small: int = 30,
    n_resamples: int = 1000,
    level: float = 0.95,
    sample_weight: Any = None,
    rng: resampling.Rng = None,
    **options: Any,
) -> GroupScores:
    """A score in each group, with intervals, and the gap between the lowest and the highest group.

    The gap of the sample is too large: the lowest and the highest of groups that do not differ were picked by chance.
    So its interval is made of those for the differences of all pairs of groups, wide enough to contain all at once
    (Tukey's way, by resamples). It begins at 0 where no two groups differ for certain.

    metric : function
        One that returns a number: a metric, or ``by_group(np.mean, y_pred == "yes", by=...)`` for a share selected.
    *data : sequences of one length n
        What the metric takes, truth first.
    small : int, default 30
        Groups of fewer examples are marked as small, and so are those with less than ten of a class or of which a
        resample leaves the score undefined.
        They have a row, and no part in the gap; ``small=1`` marks none by their size. A recall counts positives alone:
        give it these, so that n is their number.
    sample_weight : sequence of n numbers, optional
        Weights that travel with their examples.
    **options
        Those of the metric, as ``pos_label=1``.

    -> GroupScores
        ``table`` with a row per group: n, score, low, high (percentiles of resamples; nan where one leaves the score
        undefined or all score the same), small. ``gap``, a number with its interval, ``lowest`` and ``highest``, the
        names of its two groups, ``overall``, and ``report``, a line to print. With fewer than two groups that are not
        small, gap is nan.

    TypeError
        A metric that returns several numbers.

    Source: Tukey (1953), The problem of multiple comparisons; Westfall and Young (1993), Resampling-Based Multiple
    Testing; Lum, Zhang and Bower (2022), De-biasing "bias" measurement, FAccT, for the gap that is too large.

    >>> from evalmetrics import accuracy
    >>> y_true = [1] * 160
    >>> y_pred = [1] * 72 + [0] * 8 + [1] * 40 + [0] * 30 + [1] * 10
    >>> group = ["A"] * 80 + ["B"] * 70 + ["C"] * 10
    >>> print(by_group(accuracy, y_true, y_pred, by=group, rng=0))  # doctest: +NORMALIZE_WHITESPACE
        n  score    low   high  small
    A  80  0.900  0.825  0.962
    B  70  0.571  0.471  0.686
    C  10  1.000    NaN    NaN  small
    accuracy 0.762 on 160 examples in 3 groups: lowest 0.571 (B, n = 70), highest 0.900 (A, n = 80), gap 0.329
    (95 % interval 0.202 to 0.455, all pairs at once); without 1 small group.
    """
    if "groups" in options:
        raise TypeError("by_group compares the groups that by= names; groups= of bootstrap are drawn whole")
    data = arguments.kept(data)
    metric, small = examples.with_options(metric, options), arguments.whole_number(small, "small", least=1)
    plans = examples.examples_of(metric, data, [], sample_weight, by=by)
    (overall,) = one_number_each(plans)
    often, generator = resampling.often(n_resamples), arguments.generator(rng)
    tails, (of, names) = resampling.tails(level), group_of_each(by, plans[0].n)
    columns, weight = columns_of(data), None if sample_weight is None else np.asarray(sample_weight)
    rows, drawn = [], []
    for i in range(len(names)):
        chosen = np.flatnonzero(of == i)
        own = None if weight is None else weight[chosen]
        score, scores = _in_group(metric, taken(columns, chosen), own, often, generator)
        low, high = np.quantile(scores, tails) if np.ptp(scores) > 0 else (np.nan, np.nan)
        sizes = sizes_of_classes(metric, taken(columns, chosen), np.arange(len(chosen))).values()
        few = len(chosen) < small or min(sizes, default=small) < min(small, FEW_OF_CLASS + 1)
        rows.append((len(chosen), score, low, high, few or bool(np.isnan(scores).any())))
        drawn.append(scores)
    table = pd.DataFrame(rows, names, ["n", "score", "low", "high", "small"])
    counted = table[~table["small"]]
    gap, lowest, highest, bounds = np.nan, None, None, (np.nan, np.nan)
    if len(counted) > 1:
        lowest, highest = counted["score"].idxmin(), counted["score"].idxmax()
        gap = float(np.ptp(counted["score"]))
        resampled = np.stack(drawn, axis=1)[:, ~table["small"]]
        # a group that was right by luck knows no error: none is smaller than if all groups were alike
        of_all = np.nanstd(Resampled(plans, often, rng=generator).scores("percentile"))
        error = np.maximum(resampled.std(axis=0), of_all * np.sqrt(plans[0].n / counted["n"].to_numpy()))
        bounds = bounds_of_gap(counted["score"].to_numpy(), resampled, error, level)
        if card := getattr(kind_of(metric), "card", None):
            bounds = np.minimum(bounds, card.high - card.low)
    interval = Interval(float(bounds[0]), float(bounds[1]), level, METHOD)
    return GroupScores(name_of(metric), overall, table, lowest, highest, Estimate(gap, interval=interval))


def _in_group(
    metric: Any, data: list[Any], weight: Any, n_resamples: int, rng: np.random.Generator
) -> tuple[float, Floats]:
    """The score of a group and those of its resamples; nan where there is none, as of classes that are not in it."""
    score, scores = np.nan, np.full(n_resamples, np.nan)
    with suppress(ValueError):
        plans = examples.examples_of(metric, tuple(data), [], weight)
        (score,) = one_number_each(plans)
        scores = Resampled(plans, n_resamples, rng=rng).scores("percentile")
    return score, scores

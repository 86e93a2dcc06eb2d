"""Figures of scores with their uncertainty, and what moves with a resample."""

from collections.abc import Callable, Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.kinds.examples import rows_of
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    COLOURS,
    MARKERS,
    NO_GRID,
    SKY,
    VERMILION,
    axes_or_new,
    figure,
    side_by_side,
)
from evalmetrics.uncertainty import bootstrap

from .moving import explorer, slider

SAME_EVERYWHERE = ["percentile", "basic", "bca", "half", "quarter", "jackknife"]  # a colour each in every picture


@figure(changes=NO_GRID)
def plot_intervals_of_samples(intervals: Mapping[str, Any], truth: float, *, xlabel: str = "score") -> list[Axes]:
    """Draw the intervals of many samples, one below the other, and which of them miss the truth; a panel per method.

    intervals : mapping from method to array of shape (m, 2)
        Lower and upper bounds, a row per sample.
    truth : float
        What each interval should hold; a line through all of them.

    >>> axes = plot_intervals_of_samples({"percentile": [[0.1, 0.4], [0.6, 0.9]]}, 0.5)
    >>> axes[0].get_title(loc="left")
    'percentile: 0 of 2 hold 0.5'
    """
    arguments.named(intervals, "intervals")
    axes = side_by_side(len(intervals), 2.6, 4.6, sharex=True, sharey=True)
    for ax, (name, bounds) in zip(axes, intervals.items(), strict=True):
        low, high = np.transpose(bounds)
        rows, held = np.arange(len(low)), (low <= truth) & (truth <= high)
        ax.hlines(rows[held], low[held], high[held], color=SKY, linewidth=1)
        ax.hlines(rows[~held], low[~held], high[~held], color=VERMILION, linewidth=2)
        ax.axvline(truth, color="black", linewidth=1)
        for flat, colour in [((low == high) & held, SKY), ((low == high) & ~held, VERMILION)]:
            ax.plot(low[flat], rows[flat], "o", color=colour, markersize=3)  # intervals without any width
        ax.set_title(f"{name}: {held.sum()} of {len(held)} hold {truth:.3g}", loc="left")
        ax.set(yticks=[], ylim=(len(low), -1), xlabel=xlabel)
    return axes


@figure()
def plot_audit(rows: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how often intervals hold the truth: a row per world and metric, a mark per method.

    Shaded is what is near enough to the 95 % that were promised, up to 2 % on either side.

    rows : DataFrame
        Rows of `coverage_table`, or any with columns method, coverage and error, whose index names what was scored.
        Bars are two standard errors long on either side.

    >>> rows = pd.DataFrame({"method": ["basic"], "coverage": [0.9], "error": [0.01]}, index=["mAP"])
    >>> [label.get_text() for label in plot_audit(rows).get_yticklabels()]
    ['mAP']
    """
    names, methods = list(dict.fromkeys(rows.index)), list(dict.fromkeys(rows["method"]))
    looks = {method: look for look, method in enumerate(SAME_EVERYWHERE) if method in methods}
    others = [look for look in range(len(COLOURS)) if look not in looks.values()] * 9
    looks |= dict(zip((method for method in methods if method not in looks), others, strict=False))
    ax = axes_or_new(ax, 6.4, 0.9 + 0.5 * len(names))
    ax.axvspan(0.93, 0.97, color="0.88", label="near enough")
    for k, (method, look) in enumerate(looks.items()):
        own = rows[rows["method"] == method]
        places = [names.index(name) + 0.6 * ((k + 0.5) / len(looks) - 0.5) for name in own.index]
        style: dict[str, Any] = {"fmt": MARKERS[look], "color": COLOURS[look]}
        ax.errorbar(own["coverage"], places, xerr=2 * own["error"], markersize=6, label=method, **style)
    ax.axvline(0.95, color="black", linewidth=1)
    ax.set_yticks(range(len(names)), names)
    ax.locator_params(axis="x", nbins=6)
    ax.set(xlabel="share of intervals that hold the truth", ylim=(len(names) - 0.5, -0.5))
    ax.legend(**BESIDE)
    return ax


@figure(changes=NO_GRID)
def plot_resampling(scored: Any, drawn: Any, score: float, *, marked: Any = None, xlabel: str = "score") -> list[Axes]:
    """Draw one resample, the scores of all as a histogram, and the interval that holds most of them.

    scored : Bootstrap
        Of a metric that is one number.
    drawn : sequence of n ints
        How often each example is in the resample that is shown, a square each.
    score : float
        What this resample scores, a mark under the histogram.
    marked : sequence of n booleans, optional
        Examples to mark, such as those on which the system is wrong.

    >>> from evalmetrics import accuracy, bootstrap
    >>> y = [0, 1] * 20, [0, 1, 0, 0] * 10
    >>> axes = plot_resampling(bootstrap(accuracy, *y, rng=0), [1] * 40, 0.75, xlabel="accuracy")
    >>> axes[0].get_title(loc="left")
    'one resample of 40'
    """
    counts = arguments.one_dimensional(drawn, "drawn")
    columns = int(np.ceil(np.sqrt(1.3 * len(counts))))
    squares = np.full(-(-len(counts) // columns) * columns, np.nan)
    squares[: len(counts)] = counts
    fig = plt.figure(figsize=(8.6, 3.2))
    grid, histogram = fig.subplots(1, 2, width_ratios=[1, 1.5])
    image = grid.imshow(np.minimum(squares, 4).reshape(-1, columns), cmap=plt.get_cmap("Blues", 5), vmin=-0.5, vmax=4.5)
    bar = fig.colorbar(image, ax=grid, location="bottom", ticks=range(5), shrink=0.8, label="times drawn")
    bar.ax.set_xticklabels(["0", "1", "2", "3", "4+"])
    if marked is not None:
        rows, places = np.divmod(np.flatnonzero(marked), columns)
        grid.plot(places, rows, "x", color=VERMILION, markersize=7, markeredgewidth=2)
    grid.set(xticks=[], yticks=[])
    grid.set_title(f"one resample of {len(counts)}", loc="left")
    heights, edges = np.histogram(scored.replicates, bins=min(30, len(np.unique(scored.replicates))))
    histogram.bar(edges[:-1], heights, np.diff(edges), align="edge", color=SKY, edgecolor="white", linewidth=0.5)
    low = -0.09 * heights.max()
    histogram.plot([scored.low, scored.high], [low, low], color=BLUE, linewidth=3, marker="|", markersize=12)
    histogram.plot(score, low, "D", color=VERMILION, markersize=7)
    histogram.axvline(float(scored.estimate), color="black", linewidth=1)
    histogram.set_title(f"{len(scored.replicates):,} resamples and their interval", loc="left")
    histogram.set(xlabel=xlabel, ylabel="resamples", ylim=(2 * low, None), yticks=[])
    return [grid, histogram]


@described_by(explorer, bootstrap)
def explore_resampling(metric: Callable[..., Any], *samples: Any, xlabel: str = "score", marked: Any = None) -> Any:
    """Sliders for how many examples there are, how many resamples, and which of these is shown; all else moves along.

    xlabel : str, default "score"
        Name of the score.
    marked : sequence of n booleans, optional
        Examples to mark, such as those on which the system is wrong.

    >>> from evalmetrics import accuracy
    >>> box = explore_resampling(accuracy, [0, 1] * 50, [0, 1, 0, 0] * 25)
    >>> box.children[0].value = 40
    >>> box.children[3].value
    '40 examples, 500 resamples: 0.750 [0.612, 0.875] (95 %, percentile)'
    """
    columns = arguments.samples(*samples)
    n = len(columns[0])

    def drawn(examples: float, resamples: float, shown: float) -> tuple[str, Any]:
        m = round(examples)
        first = [column[:m] for column in columns]
        found = bootstrap(metric, *first, n_resamples=round(resamples), rng=0)
        rows = np.random.default_rng(round(shown)).integers(m, size=m)
        score = float(metric(*(rows_of(column, rows) for column in first)))
        marks = None if marked is None else marked[:m]
        numbers = f"{m} examples, {len(found.replicates)} resamples: {found}"
        return numbers, plot_resampling(found, np.bincount(rows, minlength=m), score, marked=marks, xlabel=xlabel)

    sliders = {
        "examples": slider("examples", n, least=min(10, n), most=n, step=5),
        "resamples": slider("resamples", 500, least=10, most=2000, step=0.1, log=True),
        "shown": slider("resample that is shown", 1, least=1, most=50, step=1),
    }
    return explorer(sliders, drawn)

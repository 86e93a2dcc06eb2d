"""Figures of scores with their uncertainty."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ...inputs import arguments
from .style import COLOURS, DASHES, MARKERS, NO_GRID, SKY, VERMILION, axes_or_new, figure, side_by_side

SAME_EVERYWHERE = ["percentile", "basic", "bca", "half", "quarter", "jackknife"]  # a colour each in every picture


@figure()
def plot_intervals(scores: Mapping[str, Any], *, xlabel: str = "score", ax: Axes | None = None) -> Axes:
    """Draw scores with their intervals as bars, one line each.

    Parameters
    ----------
    scores : mapping from name to Bootstrap or Interval
        Or to anything else with numbers ``.low`` and ``.high``, and perhaps ``.estimate``, which is marked.

    Examples
    --------
    >>> from evalmetrics import accuracy, bootstrap
    >>> ax = plot_intervals({"all right": bootstrap(accuracy, [0, 1, 1], [0, 1, 1], rng=0)}, xlabel="accuracy")
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['all right']
    """
    arguments.named(scores, "scores")
    ax = axes_or_new(ax, 6.4, 0.9 + 0.42 * len(scores))
    for row, (colour, marker, score) in enumerate(zip(COLOURS * 9, MARKERS * 9, scores.values(), strict=False)):
        ax.plot([score.low, score.high], [row, row], color=colour, linewidth=2, marker="|", markersize=11)
        if hasattr(score, "estimate"):
            ax.plot(score.estimate, row, marker, color=colour, markersize=7)
    ax.set_yticks(range(len(scores)), list(scores))
    ax.set(xlabel=xlabel, ylim=(len(scores) - 0.5, -0.5))
    return ax


@figure()
def plot_coverage(coverage: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how often interval methods cover the truth, against the 95 % that they promise.

    Parameters
    ----------
    coverage : DataFrame
        A column per method, entries in [0, 1]; the index (named) is what the coverage depends on.

    Examples
    --------
    >>> table = pd.DataFrame({"wilson": [0.96, 0.94]}, index=pd.Index([10, 20], name="n"))
    >>> plot_coverage(table).get_xlabel()
    'n'
    """
    ax = axes_or_new(ax, 6.4, 3.4)
    for (name, column), colour, dashes in zip(coverage.items(), COLOURS * 9, DASHES * 9, strict=False):
        ax.plot(coverage.index, column, color=colour, linestyle=dashes, label=str(name))
    ax.axhline(0.95, color="black", linewidth=1, label="promised")
    ax.set(xlabel=str(coverage.index.name), ylabel="coverage")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


@figure(changes=NO_GRID)
def plot_intervals_of_samples(intervals: Mapping[str, Any], truth: float, *, xlabel: str = "score") -> list[Axes]:
    """Draw the intervals of many samples, one below the other, and which of them miss the truth; a panel per method.

    Parameters
    ----------
    intervals : mapping from method to array of shape (m, 2)
        Lower and upper bounds, a row per sample.
    truth : float
        What each interval should hold; a line through all of them.

    Examples
    --------
    >>> axes = plot_intervals_of_samples({"percentile": [[0.1, 0.4], [0.6, 0.9]]}, 0.5)
    >>> axes[0].get_title(loc="left")
    'percentile: 0 of 2 hold'
    """
    arguments.named(intervals, "intervals")
    axes = side_by_side(len(intervals), 2.6, 4.6, sharex=True, sharey=True)
    for ax, (name, bounds) in zip(axes, intervals.items(), strict=True):
        low, high = np.transpose(bounds)
        rows, held = np.arange(len(low)), (low <= truth) & (truth <= high)
        ax.hlines(rows[held], low[held], high[held], color=SKY, linewidth=1)
        ax.hlines(rows[~held], low[~held], high[~held], color=VERMILION, linewidth=2)
        ax.axvline(truth, color="black", linewidth=1)
        ax.set_title(f"{name}: {held.sum()} of {len(held)} hold", loc="left")
        ax.set(yticks=[], ylim=(len(low), -1), xlabel=xlabel)
    return axes


@figure()
def plot_audit(rows: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how often audited intervals hold the truth: a row per world and metric, a mark per method.

    Shaded is what is near enough to the 95 % that were promised, up to 2 % on either side.

    Parameters
    ----------
    rows : DataFrame
        Rows of `coverage_table`, or any with columns method, coverage and error, whose index names what was scored.
        Bars are two standard errors long on either side.

    Examples
    --------
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
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax

"""Figures of scores with their uncertainty."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ...inputs import arguments
from .style import COLOURS, DASHES, MARKERS, axes_or_new, figure


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

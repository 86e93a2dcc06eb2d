"""Figures of benchmarks: what is solved in how many attempts, who comes first by which rule, what chance does."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.plots.style import BESIDE, BLUE, COLOURS, DASHES, MARKERS, VERMILION, axes_or_new, figure


@figure(changes={"axes.grid.axis": "y"})
def plot_orders(scores: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the places that rules give to things, a line for each thing through its place in every column.

    Parameters
    ----------
    scores : DataFrame
        A row for each thing, named by the index, and a column for each rule; the highest score of a column has the
        first place, and equal ones share a place.

    Examples
    --------
    >>> scores = pd.DataFrame({"mean": [0.7, 0.6], "worst": [0.2, 0.5]}, index=["A", "B"])
    >>> [line.get_ydata().tolist() for line in plot_orders(scores).lines]
    [[1.0, 2.0], [2.0, 1.0]]
    """
    places = scores.rank(ascending=False)
    ax = axes_or_new(ax, 1.8 + 1.3 * places.shape[1], 1.2 + 0.35 * len(places))
    for i, (name, row) in enumerate(places.iterrows()):
        k = (i + i // 6) % 6  # after six, another line for the colour
        style: dict[str, Any] = {"color": COLOURS[i % 6], "linestyle": DASHES[k], "marker": MARKERS[k]}
        ax.plot(range(places.shape[1]), row.to_numpy(), label=str(name), **style)
    ax.set_xticks(range(places.shape[1]), list(map(str, places.columns)))
    ax.set_yticks(range(1, len(places) + 1))
    ax.set(ylabel="place", ylim=(len(places) + 0.4, 0.6), xlim=(-0.2, places.shape[1] - 0.8))
    ax.legend(**BESIDE)
    return ax


@figure(changes={"axes.grid.axis": "y"})
def plot_null(
    values: Any, observed: float, *, xlabel: str, name: str = "observed", bins: Any = None, ax: Axes | None = None
) -> Axes:
    """Draw what chance makes of a score as a histogram, and what was observed as a line.

    Parameters
    ----------
    values : sequence of numbers
        The scores by chance: of permutations, or of candidates that were never seen.
    observed : float
        The score in question.
    xlabel : str
        Name of the score and its unit.
    name : str, default "observed"
        What the line is called.
    bins : int or sequence of numbers, optional
        How many bars, or their edges, as where scores are whole numbers.

    Examples
    --------
    >>> ax = plot_null([1, 2, 2, 3], 5, xlabel="likes")
    >>> float(ax.lines[0].get_xdata()[0]), int(sum(bar.get_height() for bar in ax.patches))
    (5.0, 4)
    """
    chance = arguments.finite(values, "values")
    ax = axes_or_new(ax, 5.6, 3.0)
    bars = int(np.clip(len(chance) // 20, 5, 40)) if bins is None else bins
    ax.hist(chance, bins=bars, color=BLUE, alpha=0.7, label="by chance")
    ax.axvline(arguments.real(observed, "observed"), color=VERMILION, linewidth=2, label=name)
    ax.set(xlabel=xlabel, ylabel="count")
    ax.legend(**BESIDE)
    return ax

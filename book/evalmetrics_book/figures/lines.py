"""The one figure of lines that most lessons need: what columns of a table do over its index."""

import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.plots.style import BESIDE, COLOURS, DASHES, MARKERS, axes_or_new, draw_columns, figure

EIGHT = {"color": [*COLOURS, "black", "#777777"], "marker": [*MARKERS, "X", "*"], "linestyle": (DASHES * 2)[:8]}
MANY = 20  # points from which on lines carry no marks


@figure()
def plot_lines(
    table: pd.DataFrame, *, ylabel: str = "score", log: str = "", level: float | None = None, ax: Axes | None = None
) -> Axes:
    """Draw a line for each column of a table over its index, whose name is that of the axis.

    table : DataFrame
    ylabel : str, default "score"
    log : {"", "x", "y", "xy"}
        Which axes are logarithmic.
    level : float, optional
        Where to draw a thin black line across.

    >>> table = pd.DataFrame({"noise": [0.1, 0.4]}, index=pd.Index([1, 2], name="level of damage"))
    >>> plot_lines(table, ylabel="FAD").get_xlabel()
    'level of damage'
    """
    ax = axes_or_new(ax, 6.4, 3.4, **EIGHT)
    draw_columns(ax, table, markersize=5 if len(table) < MANY else 0)
    if level is not None:
        ax.axhline(level, color="black", linewidth=1)
    ax.set(xlabel=str(table.index.name), ylabel=ylabel)
    ax.set(xscale="log" if "x" in log else "linear", yscale="log" if "y" in log else "linear")
    if len(table) < MANY / 2:
        ax.set_xticks(list(table.index), [f"{place:,g}" for place in table.index])
        ax.minorticks_off()
    elif "x" not in log and table.index.dtype.kind == "i":
        ax.locator_params(axis="x", integer=True)
    ax.legend(**BESIDE)
    return ax

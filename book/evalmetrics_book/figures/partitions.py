"""Pictures of data in parts."""

import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.plots.style import BESIDE, MARKED_LINES, axes_or_new, draw_columns, figure, side_by_side


@figure()
def plot_sizes(sizes: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how many bytes the totals of some metrics take, over how many examples they count.

    Parameters
    ----------
    sizes : DataFrame
        Bytes: a row for each number of examples, a column for each metric.

    Examples
    --------
    >>> ax = plot_sizes(pd.DataFrame({"R²": [300, 310]}, index=[100, 1000]))
    >>> ax.lines[0].get_ydata().tolist()
    [300, 310]
    """
    ax = axes_or_new(ax, 5.4, 3.4, **MARKED_LINES)
    draw_columns(ax, sizes)
    for name, column in sizes.items():
        ax.annotate(str(name), (sizes.index[-1], column.iloc[-1]), (6, 0), textcoords="offset points", va="center")
    ax.set(xscale="log", yscale="log", xlabel="examples counted", ylabel="bytes of the total")
    ax.margins(x=0.3)
    return ax


@figure()
def plot_growth(measured: pd.DataFrame) -> list[Axes]:
    """Draw what programs take in time and in memory, over how many rows they are given.

    Parameters
    ----------
    measured : DataFrame
        Columns rows, program, cpu (seconds of processors) and MB (megabytes), as `measured_parts` has them.

    Examples
    --------
    >>> axes = plot_growth(pd.DataFrame({"rows": [10, 100], "program": "loop", "cpu": [1, 10], "MB": [5, 5]}))
    >>> [axis.lines[0].get_ydata().tolist() for axis in axes]
    [[1, 10], [5, 5]]
    """
    axes = side_by_side(2, 4.9, 3.3)
    columns = {"cpu": "seconds of processors", "MB": "megabytes at the peak"}
    for axis, (column, label) in zip(axes, columns.items(), strict=True):
        axis.set_prop_cycle(**MARKED_LINES)
        for name, own in measured.groupby("program", sort=False):
            axis.plot(own["rows"], own[column], label=name)
        axis.set(xscale="log", yscale="log", xlabel="rows", ylabel=label)
    axes[1].legend(fontsize="small", **BESIDE)
    return axes

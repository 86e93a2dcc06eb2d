"""Pictures of data in parts."""

import pandas as pd
from matplotlib.axes import Axes

from .style import COLOURS, DASHES, MARKERS, axes_or_new, figure


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
    ax = axes_or_new(ax, 5.4, 3.4)
    for (name, column), colour, dashes, marker in zip(
        sizes.items(), COLOURS * 9, DASHES * 9, MARKERS * 9, strict=False
    ):
        ax.plot(sizes.index, column, color=colour, linestyle=dashes, marker=marker, label=str(name))
        ax.annotate(str(name), (sizes.index[-1], column.iloc[-1]), (6, 0), textcoords="offset points", va="center")
    ax.set(xscale="log", yscale="log", xlabel="examples counted", ylabel="bytes of the total")
    ax.margins(x=0.3)
    return ax

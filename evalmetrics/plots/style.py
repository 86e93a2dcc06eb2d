"""One style for every picture, here and in the book."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeVar

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..kinds.help_pages import described_by

# Okabe and Ito's palette: told apart with any common form of colour blindness. Markers and dashes differ as well.
BLUE, VERMILION, GREEN, ORANGE, PURPLE, SKY = COLOURS = [
    "#0072B2",
    "#D55E00",
    "#009E73",
    "#E69F00",
    "#CC79A7",
    "#56B4E9",
]
MARKERS = ["o", "s", "^", "D", "v", "P"]
DASHES: list[Any] = ["-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3))]
LINES: dict[str, Any] = {"color": COLOURS, "linestyle": DASHES}  # what tells lines apart, in turn
MARKED_LINES = LINES | {"marker": MARKERS}
BESIDE: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.0)}  # where a legend covers nothing
STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.wspace": 0.08,
    "figure.dpi": 100,
    "font.size": 10.5,
    "grid.color": "#DDDDDD",
    "legend.frameon": False,
    "savefig.dpi": 100,
}
NO_GRID: Mapping[Any, Any] = {"axes.grid": False}
Draws = TypeVar("Draws", bound=Callable[..., Any])


@described_by()
@contextmanager
def plot_style(changes: Mapping[Any, Any] | None = None) -> Iterator[None]:
    """Draw inside ``with plot_style():`` to draw as the book does.

    changes : mapping, optional
        Matplotlib settings to override.

    -> context manager

    >>> with plot_style({"axes.grid": False}):
    ...     plt.rcParams["axes.grid"]
    False
    """
    # Loads the backend now: loaded inside the context, what it sets up for notebooks would be undone at the end.
    plt.draw_if_interactive()
    with plt.rc_context({**STYLE, **(changes or {})}):
        yield


def figure(*parts: Callable[..., Any], changes: Mapping[Any, Any] | None = None) -> Callable[[Draws], Draws]:
    """Make a function draw in the style of the book; its help page is completed from `parts` and with what all share.

    title : str, optional
    xlabel, ylabel : str, optional
        What the axes show, with their units.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    -> matplotlib Axes, or a list of them where there are several panels
    """
    return lambda function: described_by(figure, *parts)(plot_style(changes)(function))


def axes_or_new(ax: Axes | None, width: float, height: float, **apart: list[Any]) -> Axes:
    """`ax`, or the Axes of a new figure of that size in inches; what is drawn there is told `apart`, as by `LINES`."""
    ax = ax if ax is not None else plt.figure(figsize=(width, height)).add_subplot()
    if apart:
        ax.set_prop_cycle(**apart)
    return ax


def side_by_side(n: int, width: float, height: float, rows: int = 1, **shared: Any) -> list[Axes]:
    """The n Axes, each of that size, of a new figure."""
    canvas = plt.figure(figsize=(width * n / rows, height * rows))
    return list(canvas.subplots(rows, n // rows, squeeze=False, **shared).flat)


def draw_columns(ax: Axes, table: pd.DataFrame, **look: Any) -> None:
    """A line for each column of a table, over its index."""
    for name, column in table.items():
        ax.plot(table.index, column, label=str(name), **look)


def draw_cells(
    ax: Axes, table: pd.DataFrame, texts: Iterable[str], *, white: Any = False, size: float | None = None, **scale: Any
) -> None:
    """A table as a heat map with its names, and a text in each cell, row by row; white where the cell is dark."""
    ax.imshow(table.to_numpy(dtype=float), aspect="auto", **scale)
    dark = np.broadcast_to(white, table.shape)
    for place, text in zip(np.ndindex(table.shape), texts, strict=True):
        if text:
            colour = "white" if dark[place] else "black"
            ax.text(place[1], place[0], text, ha="center", va="center", color=colour, fontsize=size)
    ax.set_xticks(range(table.shape[1]), list(map(str, table.columns)))
    ax.set_yticks(range(table.shape[0]), list(map(str, table.index)))

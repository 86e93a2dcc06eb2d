"""One style for every figure of the book."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

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
DASHES = ["-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3))]
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


@contextmanager
def book_style(changes: Mapping[Any, Any] | None = None) -> Iterator[None]:
    """Draw inside ``with book_style():`` to draw as the book does.

    Parameters
    ----------
    changes : mapping, optional
        Matplotlib settings to override.

    Returns
    -------
    context manager

    Examples
    --------
    >>> with book_style({"axes.grid": False}):
    ...     plt.rcParams["axes.grid"]
    False
    """
    # Loads the backend now: loaded inside the context, what it sets up for notebooks would be undone at the end.
    plt.draw_if_interactive()
    with plt.rc_context({**STYLE, **(changes or {})}):
        yield


def axes_or_new(ax: Axes | None, width: float, height: float) -> Axes:
    """`ax`, or the Axes of a new figure of that size in inches."""
    return ax if ax is not None else plt.figure(figsize=(width, height)).add_subplot()

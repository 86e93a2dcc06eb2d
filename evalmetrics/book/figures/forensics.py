"""Figures of what printed numbers leave: which means whole numbers have, and which counts each score allows."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...forensics.possible.matrices import asked
from ...forensics.possible.search.two_classes import Question
from ...inputs import arguments
from .style import BLUE, COLOURS, NO_GRID, axes_or_new, figure


@figure(changes=NO_GRID)
def plot_possible_means(largest_n: int, *, places: int = 2, ax: Axes | None = None) -> Axes:
    """Draw which digits a mean of n whole numbers can have after the point, a row for each n.

    Parameters
    ----------
    largest_n : int
        The last row; the first is n = 1.
    places : int, default 2
        How many digits are printed after the point.

    Examples
    --------
    >>> ax = plot_possible_means(4)
    >>> ax.collections[0].get_offsets()[-4:].astype(int).tolist()
    [[0, 4], [25, 4], [50, 4], [75, 4]]
    """
    rows = range(1, arguments.whole_number(largest_n, "largest_n", least=1) + 1)
    unit = 10 ** arguments.whole_number(places, "places", least=1)
    points = np.array([[digits, n] for n in rows for digits in _digits(n, unit)])
    ax = axes_or_new(ax, 7.0, 4.2)
    ax.scatter(points[:, 0], points[:, 1], s=2.5, marker="s", color=BLUE, linewidths=0)
    ax.set(xlabel="digits after the point", ylabel="n", xlim=(-1, unit), ylim=(0, len(rows) + 1))
    return ax


def _digits(n: int, unit: int) -> list[int]:
    """The digits after the point of k / n, half-way ones rounded up and down."""
    up = {(2 * k * unit + n) // (2 * n) % unit for k in range(n)}
    down = {-((n - 2 * k * unit) // (2 * n)) % unit for k in range(n)}
    return sorted(up | down)


@figure(changes=NO_GRID)
def plot_possible_counts(positives: int, negatives: int, *, ax: Axes | None = None, **scores: str) -> Axes:
    """Draw, for each number of true positives, the false positives with which each printed score comes out.

    Parameters
    ----------
    positives, negatives : int
        Sizes of the classes.
    **scores : str
        As printed; the names are those of `possible_matrices`.

    Examples
    --------
    >>> ax = plot_possible_counts(4, 4, recall="0.75", precision="0.60")
    >>> [len(band.get_segments()) for band in ax.collections]
    [1, 1]
    """
    known = asked(scores, {}, "nearest", float("nan"))
    ax = axes_or_new(ax, 7.0, 4.2)
    question = Question(positives, positives + negatives, known)
    for i, (name, score) in enumerate(known.items()):
        _, tp, low, high = (np.concatenate(ends) for ends in zip(*question.runs([name]), strict=True))
        how: dict[str, Any] = {"color": COLOURS[i], "linewidth": 9 - 2.5 * i, "alpha": 0.75}
        ax.vlines(tp, low - 0.4, high + 0.4, label=f"{name} {score.number}", **how)
    ax.set(xlabel="true positives", ylabel="false positives", xlim=(-1, positives + 1), ylim=(-1, negatives + 1))
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax

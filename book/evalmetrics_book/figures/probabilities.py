"""Figures of forecasts: are they calibrated, and what does each score charge for them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.plots.style import LINES, MARKERS, axes_or_new, figure


@figure()
def plot_expected_losses(
    losses: Mapping[str, Callable[[Any], Any]], probability: float = 1.0, *, ax: Axes | None = None
) -> Axes:
    """Draw what a forecaster expects to lose for every forecast of an event, and where each loss is smallest.

    Parameters
    ----------
    losses : mapping from name to function
        Each takes an array of probabilities given to what happened and returns the losses.
    probability : float, default 1.0
        Of the event, in [0, 1]. At 1 the lines are the losses themselves, over the probability given to the truth.

    Examples
    --------
    >>> ax = plot_expected_losses({"squared": lambda p: (1 - p) ** 2}, 0.7)
    >>> [line.get_label() for line in ax.lines if line.get_label() == "squared"]
    ['squared']
    """
    arguments.named(losses, "losses")
    q = arguments.share(probability, "probability")
    p = np.linspace(0, 1, 1001)
    ax = axes_or_new(ax, 6.0, 3.8, **LINES)
    for (name, loss), marker in zip(losses.items(), MARKERS * 9, strict=False):
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = np.where(q > 0, q * loss(p), 0) + np.where(q < 1, (1 - q) * loss(1 - p), 0)
        (line,) = ax.plot(p, expected, label=name)
        at = p[expected.argmin()], expected.min()
        ax.plot(*at, marker, color=line.get_color(), markersize=7, clip_on=False, zorder=3)
    ax.axvline(q, color="#777777", linewidth=0.8)
    ax.set(xlim=(0, 1), ylim=(0, 2.5), ylabel="loss" if q == 1 else f"expected loss, event of probability {q:g}")
    ax.set(xlabel="probability given to the truth" if q == 1 else "forecast")
    ax.legend(loc="upper right" if q == 1 else "upper center")
    return ax

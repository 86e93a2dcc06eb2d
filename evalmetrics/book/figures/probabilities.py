"""Figures of forecasts: are they calibrated, and what does each score charge for them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ...inputs import arguments
from ...interval_formulas import wilson_interval
from .style import BLUE, LINES, MARKERS, axes_or_new, figure, side_by_side

FEW = 5  # examples in a bin from which on its share is worth a line


@figure()
def plot_calibration_curves(curves: Mapping[str, pd.DataFrame]) -> list[Axes]:
    """Draw side by side how often forecasts came true over what they said: on the diagonal, they kept their word.

    Bars are 95 % Wilson intervals of the frequency (left out where counts are weighted), the figures along the top
    are the counts of the bins. Bins of fewer than five examples are hollow, and no line runs through them.

    Parameters
    ----------
    curves : mapping from title to DataFrame
        As `calibration_curve` returns it.

    Examples
    --------
    >>> from evalmetrics import calibration_curve
    >>> curve = calibration_curve([0, 1, 1], [0.2, 0.4, 0.9])
    >>> [ax.get_title(loc="left") for ax in plot_calibration_curves({"before": curve, "after": curve})]
    ['before', 'after']
    """
    arguments.named(curves, "curves")
    axes = side_by_side(len(curves), 3.4, 3.6, rows=2 if len(curves) == 4 else 1)  # four in a row would be tiny
    for ax, (title, curve) in zip(axes, curves.items(), strict=True):
        arguments.has_columns(curve, "curve", ["predicted", "observed", "count"])
        filled = curve[curve["count"] > 0]
        ax.plot([0, 1], [0, 1], "--", color="#777777", linewidth=1, label="calibrated")
        for predicted, observed, count in filled[["predicted", "observed", "count"]].to_numpy():
            if curve["count"].dtype.kind == "i":
                interval = wilson_interval(round(observed * count), count)
                ax.plot([predicted, predicted], [interval.low, interval.high], color=BLUE, linewidth=1.2, alpha=0.6)
            ax.text(predicted, 1.08, f"{count:,g}", ha="center", va="bottom", fontsize=8, rotation=60)
        few = (filled["count"] < FEW) & (curve["count"].dtype.kind == "i")
        for some, style, face in ((filled[~few], "o-", BLUE), (filled[few], "o", "white")):
            if len(some):
                ax.plot(some["predicted"], some["observed"], style, color=BLUE, markerfacecolor=face)
        ax.set(xlabel="mean forecast of the bin", ylabel="share that came true", title=title)
        ax.set(xlim=(-0.07, 1.05), ylim=(-0.03, 1.25), xticks=np.arange(6) / 5, yticks=np.arange(6) / 5)
    return axes


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

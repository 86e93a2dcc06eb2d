"""Figures of predicted numbers and their residuals."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from ...inputs import arguments
from .style import BLUE, VERMILION, axes_or_new, book_style

NAMES = ("x", "y_true", "y_pred")


def plot_residual_probability(residuals: Any, *, ax: Axes | None = None) -> Axes:
    """Draw the residuals' quantiles against those of a normal distribution: a straight line if they are normal.

    Parameters
    ----------
    residuals : sequence of n numbers
        Observed minus predicted, in the unit of the label. Divided by their root mean square for the figure.
    ax : matplotlib Axes, optional
        Where to draw; by default a new figure.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    ValueError
        Residuals that are not finite, or that are all 0.
    TypeError
        Something other than numbers.

    Examples
    --------
    >>> plot_residual_probability([-1.0, 0.0, 1.0]).get_xlabel()
    'quantile of the normal distribution'
    """
    from scipy.special import ndtri

    r = np.sort(arguments.finite(residuals, "residuals"))
    scale = np.sqrt(np.mean(r**2))
    if scale == 0:
        raise ValueError("residuals are all 0: there is no spread to compare with a normal distribution")
    expected = ndtri((np.arange(len(r)) + 0.5) / len(r))
    with book_style():
        ax = axes_or_new(ax, 4.2, 3.8)
        ax.plot(expected, r / scale, "o", color=BLUE, markersize=3, label="residuals")
        ax.axline((0, 0), slope=1, color=VERMILION, linestyle="--", label="normal")
        ax.set(xlabel="quantile of the normal distribution", ylabel="residual / root mean square")
        ax.legend(loc="upper left")
    return ax


def plot_conditional_errors(y_true: Any, y_pred: Any, *, unit: str = "", ax: Any = None) -> list[Axes]:
    """Draw where a regression is wrong: prediction and residual over what was observed and over what was predicted.

    Parameters
    ----------
    y_true, y_pred : sequences of n numbers
        What was observed and what was predicted.
    unit : str, optional
        Unit of the label, for the axes.
    ax : four matplotlib Axes, in a sequence or an array of two by two, optional
        Where to draw; by default a new figure.

    Returns
    -------
    list of four matplotlib Axes
        Prediction over truth; residual over truth; residual over prediction; histograms of truth and residual.

    Raises
    ------
    ValueError
        Different lengths, values that are not finite, another number of Axes.
    TypeError
        Something other than numbers.

    Examples
    --------
    >>> [ax.get_ylabel() for ax in plot_conditional_errors([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])]
    ['predicted', 'residual', 'residual', 'number']
    """
    true, pred = arguments.finite(y_true, "y_true"), arguments.finite(y_pred, "y_pred")
    arguments.same_length(y_true=true, y_pred=pred)
    residual, suffix = true - pred, f" ({unit})" if unit else ""
    with book_style():
        axes = list(np.ravel(plt.figure(figsize=(8.0, 6.0)).subplots(2, 2) if ax is None else ax))
        if len(axes) != 4:
            raise ValueError(f"ax must hold four Axes, one for each panel, got {len(axes)}")
        for panel, (x, y, xlabel, ylabel) in zip(
            axes[:3],
            [
                (true, pred, "observed", "predicted"),
                (true, residual, "observed", "residual"),
                (pred, residual, "predicted", "residual"),
            ],
            strict=True,
        ):
            panel.plot(x, y, "o", color=BLUE, markersize=3)
            panel.axline((0, 0), slope=1.0 if ylabel == "predicted" else 0.0, color=VERMILION, linestyle="--")
            panel.set(xlabel=xlabel + suffix, ylabel=ylabel + suffix)
        axes[3].hist(true, bins=15, color=BLUE, alpha=0.6, label="observed")
        axes[3].hist(residual, bins=15, color=VERMILION, histtype="step", linewidth=2, label="residual")
        axes[3].set(xlabel="value" + suffix, ylabel="number")
        axes[3].legend()
    return axes


def plot_fits(fits: Mapping[str, Any], *, xlabel: str = "x", ylabel: str = "y") -> list[Axes]:
    """Draw what was observed as points and what was predicted as a line, data set by data set on one scale.

    Parameters
    ----------
    fits : mapping from name to (x, y_true, y_pred)
        Three sequences of one length, finite numbers.
    xlabel, ylabel : str
        Names of the two variables and their units.

    Returns
    -------
    list of matplotlib Axes, one per data set

    Raises
    ------
    ValueError
        Different lengths, or values that are not finite.
    TypeError
        Something other than numbers.

    Examples
    --------
    >>> [ax.get_title(loc="left") for ax in plot_fits({"exact": ([1, 2, 3], [2, 4, 6], [2, 4, 6])})]
    ['exact']
    """
    arguments.named(fits, "fits")
    columns = min(len(fits), 4)
    rows = -(-len(fits) // columns)
    with book_style():
        figure = plt.figure(figsize=(2.3 * columns + 0.4, 2.4 * rows + 0.3))
        axes = figure.subplots(rows, columns, squeeze=False, sharex=True, sharey=True).ravel().tolist()
        for ax, (name, fit) in zip(axes, fits.items(), strict=False):
            x, true, pred = (arguments.finite(part, f"{what} of {name}") for part, what in zip(fit, NAMES, strict=True))
            arguments.same_length(x=x, y_true=true, y_pred=pred)
            order = np.argsort(x)
            ax.plot(x, true, "o", color=BLUE, markersize=4)
            ax.plot(x[order], pred[order], color=VERMILION, linestyle="--")
            ax.set(title=name, xlabel=xlabel)
        for ax in axes[::columns]:
            ax.set_ylabel(ylabel)
        for ax in axes[len(fits) :]:
            ax.remove()
    return list(axes[: len(fits)])

"""Figures of predicted numbers and their residuals."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.plots.regression import NAMES, YLABELS
from evalmetrics.plots.style import BLUE, COLOURS, DASHES, MARKERS, VERMILION, figure, side_by_side


@figure()
def plot_conditional_errors(y_true: Any, y_pred: Any) -> list[Axes]:
    """Draw where regressions are wrong: prediction and residual over the truth, residual over prediction, histograms.

    y_true : sequence of n numbers
        What was observed.
    y_pred : sequence of n numbers, or mapping from name to such sequences
        What one model predicted, or several.

    >>> [ax.get_ylabel() for ax in plot_conditional_errors([1.0, 2.0, 3.0], [1.0, 2.0, 2.0])]
    ['predicted', 'residual', 'residual', 'number']
    """
    true = arguments.finite(y_true, "y_true")
    several = isinstance(y_pred, Mapping)
    models = {
        name: arguments.finite(said, f"y_pred of {name}" if several else "y_pred")
        for name, said in (y_pred if several else {"residual": y_pred}).items()
    }
    for pred in models.values():
        arguments.same_length(y_true=true, y_pred=pred)
    axes = side_by_side(4, 4.0, 3.0, rows=2)
    axes[3].hist(true, bins=15, color="#BBBBBB", label="observed")
    for i, (name, pred) in enumerate(models.items()):
        for panel, x, y in zip(axes, (true, true, pred), (pred, true - pred, true - pred), strict=False):
            panel.plot(x, y, MARKERS[i], color=COLOURS[i], markersize=3, fillstyle="none" if i else "full")
        axes[3].hist(true - pred, 15, color=COLOURS[i], histtype="step", linewidth=2, linestyle=DASHES[i], label=name)
    for panel, xlabel, ylabel in zip(axes, ("observed", "observed", "predicted"), YLABELS, strict=False):
        panel.axline((0, 0), slope=1.0 if ylabel == "predicted" else 0.0, color="black", linestyle="--")
        panel.set(xlabel=xlabel, ylabel=ylabel)
    axes[3].set(xlabel="value", ylabel="number")
    axes[3].legend()
    return axes


@figure()
def plot_constants(y_true: Any, losses: Mapping[str, Callable[..., float]]) -> list[Axes]:
    """Draw what losses make of every constant between the smallest and the largest label.

    There is a dot where the loss is smallest, and short strokes at the labels.

    y_true : sequence of n numbers
    losses : mapping from name to metric
        Lower is better.

    >>> from evalmetrics import mean_absolute_error
    >>> [ax.get_title(loc="left") for ax in plot_constants([1, 2, 6], {"MAE": mean_absolute_error})]
    ['MAE: best at 2']
    """
    true = arguments.finite(y_true, "y_true")
    arguments.named(losses, "losses")
    constants = np.union1d(np.linspace(true.min(), true.max(), 501), [*true, true.mean()])
    axes = side_by_side(len(losses), 3.4, 2.8)
    for ax, (name, loss) in zip(axes, losses.items(), strict=True):
        curve = np.array([loss(true, np.full(len(true), constant)) for constant in constants])
        best = int(curve.argmin())
        ax.plot(constants, curve, color=BLUE)
        ax.plot(constants[best], curve[best], "o", color=VERMILION)
        ax.plot(true, np.zeros(len(true)), "|", color="black", transform=ax.get_xaxis_transform(), clip_on=False)
        ax.set(title=f"{name}: best at {constants[best]:.4g}", xlabel="constant")
    axes[0].set_ylabel("loss")
    return axes


@figure()
def plot_fits(fits: Mapping[str, Any], *, xlabel: str = "x", ylabel: str = "y") -> list[Axes]:
    """Draw what was observed as points and what was predicted as a line, data set by data set on one scale.

    fits : mapping from name to (x, y_true, y_pred)
        Three sequences of one length, finite numbers.

    >>> [ax.get_title(loc="left") for ax in plot_fits({"exact": ([1, 2, 3], [2, 4, 6], [2, 4, 6])})]
    ['exact']
    """
    arguments.named(fits, "fits")
    given = {
        name: [arguments.finite(part, f"{what} of {name}") for part, what in zip(fit, NAMES, strict=True)]
        for name, fit in fits.items()
    }
    for x, true, pred in given.values():
        arguments.same_length(x=x, y_true=true, y_pred=pred)
    columns = min(len(fits), 4)
    rows = -(-len(fits) // columns)
    size = 2.3 + 0.4 / columns, 2.4 + 0.3 / rows
    axes = side_by_side(rows * columns, *size, rows=rows, sharex=True, sharey=True)
    for ax, (name, (x, true, pred)) in zip(axes, given.items(), strict=False):
        order = np.argsort(x)
        ax.plot(x, true, "o", color=BLUE, markersize=4)
        ax.plot(x[order], pred[order], color=VERMILION, linestyle="--")
        ax.set(title=name, xlabel=xlabel)
    for ax in axes[::columns]:
        ax.set_ylabel(ylabel)
    for ax in axes[len(fits) :]:
        ax.remove()
    return axes[: len(fits)]

"""Figures of predicted numbers and of two columns of numbers, and what becomes of correlations as one point moves."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.correlation import average_ranks, pearson
from evalmetrics.inputs import arguments
from evalmetrics.inputs import correlation as inputs
from evalmetrics.plots.regression import NAMES, YLABELS, best_line, plot_correlation
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    COLOURS,
    DASHES,
    MARKERS,
    VERMILION,
    axes_or_new,
    figure,
    side_by_side,
)


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


@figure(inputs.of_finite_numbers)
def plot_ranks(x: Any, y: Any, *, xlabel: str = "x", ylabel: str = "y") -> list[Axes]:
    """Draw pairs as they are, and beside them as ranks: Spearman's correlation is Pearson's of the second picture.

    >>> [ax.get_xlabel() for ax in plot_ranks([1, 2, 3], [1, 10, 100])]
    ['x', 'rank of x']
    """
    left, right = side_by_side(2, 4.1, 3.8)
    plot_correlation(x, y, xlabel=xlabel, ylabel=ylabel, title="values", ax=left)
    ranks = average_ranks(x), average_ranks(y)
    plot_correlation(*ranks, xlabel=f"rank of {xlabel}", ylabel=f"rank of {ylabel}", title="ranks", ax=right)
    return [left, right]


@figure(inputs.of_finite_numbers)
def plot_groups(x: Any, y: Any, groups: Any, *, xlabel: str = "x", ylabel: str = "y", ax: Axes | None = None) -> Axes:
    """Draw pairs with a line for each group, and the line of them all.

    groups : sequence of n labels
        Which group each pair belongs to.

    >>> ax = plot_groups([1, 2, 5, 6], [3, 4, 1, 2], ["a", "a", "b", "b"])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['a: 1.00', 'b: 1.00', 'all: −0.76']
    """
    x, y = (np.asarray(values, dtype=np.float64) for values in (x, y))
    groups = np.asarray(groups)
    arguments.same_length(groups=groups, x=x)
    ax = axes_or_new(ax, 6.4, 3.8, color=COLOURS, marker=MARKERS)
    for name in pd.unique(groups):
        a, b = x[groups == name], y[groups == name]
        r = float(pearson(a, b))
        (dots,) = ax.plot(a, b, linestyle="", label=f"{name}: {r:.2f}".replace("-", "−"))
        ax.plot(*best_line(a, b, r), "-", color=dots.get_color())
    r = float(pearson(x, y))
    ax.plot(*best_line(x, y, r), "--", color="0.35", label=f"all: {r:.2f}".replace("-", "−"))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend(title="Pearson", **BESIDE)
    return ax


@figure(inputs.of_finite_numbers)
def plot_pairs(x: Any, y: Any, *, xlabel: str = "x", ylabel: str = "y", ax: Axes | None = None) -> Axes:
    """Draw a line between each two points: it rises where both columns order the two alike.

    >>> ax = plot_pairs([1, 2, 3], [1, 3, 2])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['ordered alike: 2', 'ordered differently: 1', 'tied: 0']
    """
    x, y = (np.asarray(values, dtype=np.float64) for values in (x, y))
    i, j = np.triu_indices(len(x), 1)
    order = np.sign(x[i] - x[j]) * np.sign(y[i] - y[j])
    ax = axes_or_new(ax, 5.2, 3.8)
    kinds = [(1, "ordered alike", BLUE, "-"), (-1, "ordered differently", VERMILION, "--"), (0, "tied", "0.5", ":")]
    for sign, name, colour, dashes in kinds:
        own, n = order == sign, int((order == sign).sum())
        lines = np.array([[x[i[own]], x[j[own]], np.full(n, np.nan)], [y[i[own]], y[j[own]], np.full(n, np.nan)]])
        label = f"{name}: {n}"
        ax.plot(*lines.transpose(0, 2, 1).reshape(2, -1), color=colour, linestyle=dashes, linewidth=1, label=label)
    ax.plot(x, y, "o", color="black", markersize=4)
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.legend()
    return ax

"""Figures of numbers: residuals, and two columns with their line."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from ..correlation import pearson, spearman
from ..inputs import arguments
from ..inputs import correlation as inputs
from ..inputs.numbers import with_bounds
from ..regression import contained
from .style import BLUE, SKY, VERMILION, axes_or_new, figure, side_by_side

NAMES = ("x", "y_true", "y_pred")
YLABELS = ("predicted", "residual", "residual")


@figure()
def plot_residuals(models: Mapping[str, tuple[Any, Any]]) -> list[Axes]:
    """Draw the residuals of models over what they predicted, side by side, with their mean from left to right.

    The line joins the means of five groups of equal size: level at 0 where a model leaves nothing to be learned.

    models : mapping from name to (y_true, y_pred)
        Two sequences of one length, of at least 10 finite numbers.

    >>> x = list(range(10))
    >>> [ax.get_xlabel() for ax in plot_residuals({"exact": (x, x), "level": (x, [4.5] * 10)})]
    ['predicted', 'predicted']
    """
    arguments.named(models, "models")
    axes = side_by_side(len(models), 3.4, 2.9)
    for ax, (name, sides) in zip(axes, models.items(), strict=True):
        true, pred = (arguments.finite(side, f"{what} of {name}") for side, what in zip(sides, NAMES[1:], strict=True))
        arguments.same_length(y_true=true, y_pred=pred)
        if len(true) < 10:
            raise ValueError(f"{name} must have at least 10 examples, got {len(true)}")
        ax.plot(pred, true - pred, "o", color=BLUE, markersize=3)
        fifths = np.array_split(np.argsort(pred, kind="stable"), 5)
        means = [[pred[part].mean(), (true - pred)[part].mean()] for part in fifths]
        ax.plot(*np.transpose(means), "s-", color=VERMILION)
        ax.axhline(0, color="black", linestyle="--", linewidth=1)
        ax.set(title=name, xlabel="predicted")
    axes[0].set_ylabel("residual")
    return axes


@figure()
def plot_prediction_intervals(systems: Mapping[str, tuple[Any, Any, Any]]) -> list[Axes]:
    """Draw the prediction intervals of systems side by side, from the lowest to the highest, and the labels they miss.

    Titles have the share of the labels inside. Misses that gather in one place are what that share does not see.

    systems : mapping from name to (y_true, y_lower, y_upper)
        Three sequences of one length, finite numbers, no lower bound above its upper one.

    >>> axes = plot_prediction_intervals({"half": ([1, 2], [0, 0], [3, 1])})
    >>> axes[0].get_title(loc="left")
    'half: 1 of 2 inside'
    """
    arguments.named(systems, "systems")
    axes = side_by_side(len(systems), 3.4, 2.9, sharey=True)
    for ax, (name, data) in zip(axes, systems.items(), strict=True):
        true, lower, upper = with_bounds(*data)
        order = np.argsort(lower + upper, kind="stable")
        inside, places = contained(true, lower, upper)[order], np.arange(len(true))
        thick = np.clip(120 / len(true), 0.8, 8)  # bars that do not touch, and are seen
        ax.vlines(places, lower[order], upper[order], color=SKY, alpha=0.4, linewidth=thick)
        ax.plot(places[inside], true[order][inside], "o", color=BLUE, markersize=2.5, label="inside")
        ax.plot(places[~inside], true[order][~inside], "x", color=VERMILION, label="outside")
        ax.set(title=f"{name}: {inside.sum()} of {len(true)} inside", xlabel="example, by the middle of its interval")
    axes[0].legend()
    return axes


@figure(inputs.of_finite_numbers)
def plot_correlation(
    x: Any,
    y: Any,
    *,
    xlabel: str = "x",
    ylabel: str = "y",
    names: Sequence[str] | None = None,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Draw pairs as points, with the least-squares line of y on x, and both correlations above them.

    names : sequence of n strings, optional
        Written beside the points.
    title : str, optional
        Goes before the coefficients.

    >>> plot_correlation([1, 2, 3, 4], [1, 10, 100, 1000], title="steep").get_title(loc="left")
    'steep: Pearson 0.82, Spearman 1.00'
    """
    x, y = arguments.kept([x, y])
    r, rho = float(pearson(x, y)), float(spearman(x, y))
    x, y = (np.asarray(values, dtype=np.float64) for values in (x, y))
    ax = axes_or_new(ax, 4.2, 3.8)
    ax.plot(x, y, "o", color=BLUE, markersize=4)
    if not np.isnan(r):
        ax.axline((x.mean(), y.mean()), slope=r * y.std() / x.std(), color=VERMILION, linestyle="--")
    if names is not None:
        arguments.same_length(names=names, x=x)
        beside = (6, -5 if r > 0 else 3)  # on the right, and away from the line
        for name, *place in zip(names, x, y, strict=True):
            ax.annotate(name, (place[0], place[1]), xytext=beside, textcoords="offset points", fontsize="small")
    ax.set(xlabel=xlabel, ylabel=ylabel)
    ax.set_title(f"{title}{': ' if title else ''}Pearson {r:.2f}, Spearman {rho:.2f}")
    return ax


def best_line(x: NDArray[Any], y: NDArray[Any], r: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Both ends of the least-squares line of y on x, whose correlation is r, and its heights there."""
    ends = np.array([x.min(), x.max()])
    return ends, y.mean() + r * y.std() / x.std() * (ends - x.mean())

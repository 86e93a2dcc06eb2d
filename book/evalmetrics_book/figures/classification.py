"""Figures of confusion matrices and of forecasts, and of what is read from them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MultipleLocator

from evalmetrics.averaging import macro_f_score, micro_f_score, weighted_f_score
from evalmetrics.confusion import cat_versus_rest
from evalmetrics.inputs import arguments, matrices
from evalmetrics.plots.classification import plot_confusion_matrix
from evalmetrics.plots.style import (
    BESIDE,
    COLOURS,
    DASHES,
    LINES,
    MARKERS,
    NO_GRID,
    VERMILION,
    axes_or_new,
    figure,
    side_by_side,
)
from evalmetrics.precision_recall import f1_score, predictive_values

ACROSS = 20  # dots in a line of `plot_cases`


@figure(changes=NO_GRID)
def plot_cases(cms: Mapping[str, pd.DataFrame], pos_label: Any) -> list[Axes]:
    """Draw the examples that are positive or were called so as dots: dark if positive, with a ring if called so.

    True negatives, which neither precision nor recall counts, are a number below the dots.

    cms : mapping from title to confusion matrix
        Rows observed, columns predicted.
    pos_label : label
        The class that is positive; all others together are negative.

    >>> cm = pd.DataFrame([[6, 14], [0, 80]], index=["real", "not"], columns=["real", "not"])
    >>> print(plot_cases({"quiet": cm}, "real")[0].get_title(loc="left"))
    quiet
    6 of 6 with a ring are real (precision)
    6 of 20 that are real have a ring (recall)
    """
    arguments.named(cms, "cms")
    counts = {name: cat_versus_rest(cm, pos_label).to_numpy().ravel().tolist() for name, cm in cms.items()}
    lines = max(-(-(tp + fn) // ACROSS) - (-fp // ACROSS) for tp, fn, fp, _ in counts.values())
    axes = side_by_side(len(cms), 4.8, 1.6 + 0.22 * lines)
    for ax, (name, (tp, fn, fp, tn)) in zip(axes, counts.items(), strict=True):
        real, alarms = np.arange(tp + fn), np.arange(fp) - (-(tp + fn) // ACROSS) * ACROSS
        called = np.append(real[:tp], alarms)
        ring: dict[str, Any] = {"color": "black", "fillstyle": "none", "markersize": 10}
        looks: dict[str, tuple[Any, str, dict[str, Any]]] = {
            f"not {pos_label}": (alarms, ".", {"color": "#999999", "markersize": 6}),
            str(pos_label): (real, "s", {"color": VERMILION, "markersize": 6}),
            "called so": (called, "o", ring),
        }
        for label, (dots, marker, look) in looks.items():
            ax.plot(dots % ACROSS, -(dots // ACROSS), marker, label=label, **look)
        ax.set_title(
            f"{name}\n{tp} of {tp + fp} with a ring are {pos_label} (precision)\n"
            f"{tp} of {tp + fn} that are {pos_label} have a ring (recall)"
        )
        ax.text(-0.5, -lines, f"and {tn:,} that are neither {pos_label} nor called so", va="center")
        ax.set(xlim=(-0.7, ACROSS - 0.3), ylim=(-lines - 0.5, 0.7))
        ax.set_axis_off()
    axes[-1].legend(**BESIDE)
    return axes


@figure(predictive_values)
def plot_predictive_values(
    sensitivity: float, specificity: float, *, prevalence: Sequence[float] = (), ax: Axes | None = None
) -> Axes:
    """Draw what an alarm and an all-clear of one test are worth, over the share of people who are ill.

    prevalence : sequence of floats, optional
        Where dots are drawn, in (0, 1).

    >>> plot_predictive_values(0.9, 0.95).get_xlabel()
    'prevalence'
    """
    lines = predictive_values(np.geomspace(0.001, 0.5, 200).tolist(), sensitivity, specificity)
    ax = axes_or_new(ax, 5.8, 3.4)
    for i, name in enumerate(lines):
        ax.semilogx(lines.index, lines[name], linestyle=DASHES[i], color=COLOURS[i], label=name)
        if len(prevalence):
            marked = predictive_values(prevalence, sensitivity, specificity)
            ax.plot(marked.index, marked[name], MARKERS[i], color=COLOURS[i])
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set(xlabel="prevalence", ylabel="share that is right", ylim=(-0.02, 1.02))
    ax.legend(**BESIDE)
    return ax


@figure()
def plot_f_contours(points: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw classifiers in the precision-recall plane, over the lines of equal F1.

    points : DataFrame
        A row per classifier, named by the index; columns "precision" and "recall", both in [0, 1].

    >>> ax = plot_f_contours(pd.DataFrame({"precision": [0.75], "recall": [0.43]}, index=["search"]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('recall', 'precision')
    """
    arguments.has_columns(points, "points", ["precision", "recall"])
    r, p = np.meshgrid(np.linspace(0.005, 1, 200), np.linspace(0.005, 1, 200))
    ax = axes_or_new(ax, 5.8, 4.2, color=COLOURS, marker=MARKERS)
    lines = ax.contour(r, p, 2 * p * r / (p + r), np.arange(1, 10) / 10, colors="#999999", linewidths=0.8)
    ax.clabel(lines, fmt="%.1f", fontsize=8)
    for name, point in points.iterrows():
        ax.plot(point["recall"], point["precision"], ls="", markersize=8, clip_on=False, zorder=3, label=str(name))
    ax.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0, 1.01))
    ax.set_title("lines of equal F, beta = 1")
    ax.legend(**BESIDE)
    return ax


@figure(plot_confusion_matrix)
def plot_averages(cm: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw each class's F1, 0 where it is 0/0, over its share of the examples, with the three averages as lines.

    >>> from evalmetrics_book import example_matrix
    >>> [line.get_label() for line in plot_averages(example_matrix("ex1")).lines]
    ['macro', 'weighted', 'micro']
    """
    observed = matrices.read(cm).sum(axis=1)
    f = f1_score(cm, zero_division=0.0)
    left = np.concatenate([[0], np.cumsum(observed)[:-1]]) / observed.sum()
    averages = {"macro": macro_f_score, "weighted": weighted_f_score, "micro": micro_f_score}
    ax = axes_or_new(ax, 6.4, 3.4)
    ax.bar(left, f, observed / observed.sum(), align="edge", color="#CFE3F1", edgecolor="white")
    for x, share, value, label in zip(left, observed / observed.sum(), f, cm.index, strict=True):
        ax.text(x + share / 2, value + 0.02, str(label), ha="center", va="bottom", fontsize=9)
    for (name, average), colour, dashes in zip(averages.items(), COLOURS, DASHES, strict=False):
        ax.axhline(average(cm, zero_division=0.0), color=colour, linestyle=dashes, label=name)
    ax.set(xlabel="share of the examples (width of the bar)", xlim=(0, 1))
    ax.set(ylabel="F, beta = 1", ylim=(0, 1.12))
    ax.yaxis.set_major_locator(MultipleLocator(0.2))
    ax.legend(**BESIDE)
    return ax


@figure()
def plot_expected_losses(
    losses: Mapping[str, Callable[[Any], Any]], probability: float = 1.0, *, ax: Axes | None = None
) -> Axes:
    """Draw what a forecaster expects to lose for every forecast of an event, and where each loss is smallest.

    losses : mapping from name to function
        Each takes an array of probabilities given to what happened and returns the losses.
    probability : float, default 1.0
        Of the event, in [0, 1]. At 1 the lines are the losses themselves, over the probability given to the truth.

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

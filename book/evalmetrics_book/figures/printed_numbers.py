"""Figures of printed numbers: what can have been printed so, which variant a number comes of, how many by luck."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.forensics.possible.matrices import asked
from evalmetrics.forensics.possible.search.two_classes import Question
from evalmetrics.forensics.printed import read
from evalmetrics.inputs import arguments
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    COLOURS,
    NO_GRID,
    VERMILION,
    axes_or_new,
    figure,
)


@figure(changes=NO_GRID)
def plot_possible_counts(positives: int, negatives: int, *, ax: Axes | None = None, **scores: str) -> Axes:
    """Draw, for each number of true positives, the false positives with which each printed score comes out.

    positives, negatives : int
        Sizes of the classes.
    **scores : str
        As printed; the names are those of `possible_matrices`.

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
    ax.legend(**BESIDE)
    return ax


@figure(changes={"axes.grid": False})
def plot_variants(
    report: Any, *, names: dict[str, float] | None = None, limits: tuple[float, float] | None = None, ax: Any = None
) -> Axes:
    """Draw all values that the variants of a score have on some data, and what would print as a number.

    report : VariantReport
        What `which_variant` found.
    names : dict from str to float, optional
        Values to name below the line.
    limits : (float, float), optional
        The part of the scale that is drawn, by default all that has values.

    >>> from evalmetrics import which_variant
    >>> ax = plot_variants(which_variant("f", "0.67", ["a", "a", "b"], ["a", "b", "b"]), names={"accuracy": 2 / 3})
    >>> [text.get_text() for text in ax.texts]
    ['0.67', 'accuracy']
    """
    number = read(report.printed, "printed", rounding="any")
    values = arguments.one_dimensional(report.scores, "report.scores", per="value")
    ax = axes_or_new(ax, 7.0, 1.9)
    ends = float(number.low), float(number.high)
    inside = (values >= ends[0]) & (values <= ends[1])
    ax.vlines(values, 0.0, 1.0, color=BLUE, linewidth=np.where(inside, 1.6, 0.7), alpha=np.where(inside, 1.0, 0.6))
    ax.fill_between(ends, 0.0, 1.0, color=VERMILION, alpha=0.2, linewidth=1.5, zorder=1)
    middle = float(number.value)
    ax.vlines([middle, middle], [-0.12, 1.0], [0.0, 1.06], color=VERMILION, linewidth=1.4)
    ax.annotate(number.text, (middle, 1.1), ha="center", color=VERMILION, fontweight="bold", annotation_clip=False)
    for i, (name, value) in enumerate((names or {}).items()):
        arrow = {"arrowstyle": "-", "color": "#333333", "linewidth": 0.8}
        ax.annotate(name, (value, 0.0), (value, -0.35 - 0.3 * (i % 2)), ha="center", va="top", arrowprops=arrow)
    low, high = limits or (min(values.min(), middle), max(values.max(), middle))
    ax.set(ylim=(-0.9 if names else -0.15, 1.4), xlim=(low - 0.03 * (high - low), high + 0.03 * (high - low)))
    ax.set(yticks=[], xlabel=f"{report.metric}, {len(values)} different values of {report.tried:,} settings")
    return ax


@figure()
def plot_readings(readings: Mapping[str, Mapping[str, float]], *, xlabel: str = "score", ax: Any = None) -> Axes:
    """Draw the numbers that one name can stand for: a row for each name, a dot for each number.

    readings : mapping from name to (mapping or Series from who reads it so to number)
        Undefined numbers are left out.

    >>> ax = plot_readings({"BLEU": {"as printed": 0.339, "recomputed": 0.386}})
    >>> [text.get_text() for text in ax.texts]
    ['as printed', 'recomputed']
    """
    arguments.named(readings, "readings")
    ax = axes_or_new(ax, 7.0, 0.9 + 0.55 * len(readings))
    for row, each in enumerate(readings.values()):
        numbers = pd.Series(each, dtype=float).dropna().sort_values(kind="stable")
        ax.plot(numbers, [row] * len(numbers), "o-", color=BLUE, linewidth=1.5)
        for i, (who, number) in enumerate(numbers.items()):  # above and below by turns, so that names keep apart
            place: dict[str, Any] = {"xytext": (0, -13 if i % 2 else 6), "textcoords": "offset points", "ha": "center"}
            ax.annotate(str(who), (number, row), fontsize="small", **place)
    ax.set_yticks(range(len(readings)), list(readings))
    ax.margins(x=0.1)
    ax.set(xlabel=xlabel, ylim=(len(readings) - 0.4, -0.6))
    return ax

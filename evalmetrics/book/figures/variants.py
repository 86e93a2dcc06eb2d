"""Figures of printed numbers: where the variants of a score lie, and how many of them a number meets by luck."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ...forensics.printed import read
from ...inputs import arguments
from .style import BLUE, MARKED_LINES, VERMILION, axes_or_new, draw_columns, figure


@figure(changes={"axes.grid": False})
def plot_variants(
    report: Any,
    *,
    names: dict[str, float] | None = None,
    limits: tuple[float, float] | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw all values that the variants of a score have on some data, and what would print as a number.

    Parameters
    ----------
    report : VariantReport
        What `which_variant` found.
    names : dict from str to float, optional
        Values to name below the line.
    limits : (float, float), optional
        The part of the scale that is drawn, by default all that has values.

    Examples
    --------
    >>> from evalmetrics import which_variant
    >>> ax = plot_variants(which_variant("f", "0.67", ["a", "a", "b"], ["a", "b", "b"]), names={"accuracy": 2 / 3})
    >>> [text.get_text() for text in ax.texts]
    ['0.67', 'accuracy']
    """
    number = read(report.printed, "printed", rounding="any")
    values = arguments.one_dimensional(report.scores, "report.scores", per="value")
    ax = axes_or_new(ax, 7.0, 1.9)
    ax.vlines(values, 0.0, 1.0, color=BLUE, linewidth=0.7, alpha=0.6)
    ends = float(number.low), float(number.high)
    ax.fill_between(ends, 0.0, 1.0, color=VERMILION, alpha=0.35, linewidth=1.5, zorder=1)
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

    Parameters
    ----------
    readings : mapping from name to (mapping or Series from who reads it so to number)
        Undefined numbers are left out.

    Examples
    --------
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


@figure()
def plot_accidental_matches(expected: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw how many variants a number is expected to meet by luck, over the digits that were printed.

    Parameters
    ----------
    expected : DataFrame
        A row for each number of digits, a column for each score.

    Examples
    --------
    >>> ax = plot_accidental_matches(pd.DataFrame({"BLEU": [3.5, 0.35]}, index=[2, 3]))
    >>> ax.lines[0].get_ydata().tolist()
    [3.5, 0.35]
    """
    ax = axes_or_new(ax, 5.4, 3.4, **MARKED_LINES)
    draw_columns(ax, expected)
    ax.axhline(1, color="#777777", linewidth=0.9)
    ax.text(float(np.max(expected.index)), 1.15, "one match by luck", ha="right", color="#555555")
    ax.set(yscale="log", xlabel="digits printed", ylabel="expected accidental matches", xticks=list(expected.index))
    ax.legend(loc="lower left")
    return ax

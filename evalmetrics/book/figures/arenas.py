"""Figures of judges beside people, and of players who meet two at a time."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ...arenas import Leaderboard
from ...inputs import arguments
from .intervals import plot_intervals
from .style import BLUE, DASHES, NO_GRID, VERMILION, axes_or_new, draw_cells, figure


@figure()
def plot_judges(judges: Mapping[str, Any], *, people: float, ceiling: float, ax: Axes | None = None) -> Axes:
    """Draw how often judges agree with a person, between what people reach themselves and what nobody can pass.

    Parameters
    ----------
    judges : mapping from name to Bootstrap
        Or to anything else with numbers ``.low`` and ``.high``, and perhaps ``.estimate``, as `plot_intervals` has it.
    people, ceiling : floats
        `people_agreement` and `agreement_ceiling`, drawn as lines.

    Examples
    --------
    >>> from evalmetrics import wilson_interval
    >>> ax = plot_judges({"coin": wilson_interval(50, 100)}, people=0.7, ceiling=0.8)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['people with each other', 'ceiling']
    """
    arguments.named(judges, "judges")
    ax = plot_intervals(judges, xlabel="agreement with a person", ax=axes_or_new(ax, 6.4, 1.2 + 0.42 * len(judges)))
    lines = [
        ax.axvline(people, color=BLUE, linestyle=DASHES[1], label="people with each other"),
        ax.axvline(ceiling, color="black", linestyle=DASHES[2], label="ceiling"),
    ]
    ax.legend(handles=lines, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2)
    return ax


@figure(changes=NO_GRID)
def plot_win_rates(rates: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw who wins how often against whom, as a heat map.

    Parameters
    ----------
    rates : DataFrame of shape (players, players)
        What `win_rates` returns, in the order to draw; nan, for who never met, is left blank.

    Examples
    --------
    >>> from evalmetrics import win_rates
    >>> ax = plot_win_rates(win_rates(["a", "a", "b"], ["b", "c", "c"], [1, 1, 0.5]))
    >>> [text.get_text() for text in ax.texts]
    ['1.00', '1.00', '0.00', '0.50', '0.00', '0.50']
    """
    ax = axes_or_new(ax, 2.4 + 0.56 * len(rates), 1.9 + 0.36 * len(rates))
    shares = ("" if np.isnan(share) else f"{share:.2f}" for share in rates.to_numpy().flat)
    draw_cells(ax, rates, shares, white=(rates - 0.5).abs() > 0.35, size=9, cmap="PuOr_r", vmin=0, vmax=1)
    plt.setp(ax.get_xticklabels(), rotation=45, ha="right")
    ax.set(xlabel="against", ylabel="share won")
    return ax


@figure()
def plot_leaderboard(board: Leaderboard, *, ax: Axes | None = None) -> Axes:
    """Draw the ratings of a leaderboard with their intervals, and beside each name the ranks not ruled out.

    Parameters
    ----------
    board : Leaderboard
        Players without a finite rating are left out.

    Examples
    --------
    >>> from evalmetrics import leaderboard
    >>> board = leaderboard(["a"] * 30 + ["b"] * 30, ["b"] * 30 + ["c"] * 30, ([1] * 20 + [0] * 10) * 2)
    >>> [label.get_text() for label in plot_leaderboard(board).get_yticklabels()]
    ['a, rank 1 to 2', 'b, rank 1 to 3', 'c, rank 2 to 3']
    """
    table = board.ratings[np.isfinite(board.ratings["rating"])]
    rows = np.arange(len(table))
    ax = axes_or_new(ax, 6.4, 0.9 + 0.34 * len(table))
    ax.hlines(rows, table["low"], table["high"], color=VERMILION, linewidth=2)
    ax.plot(table["rating"], rows, "o", color=VERMILION)
    ranks = zip(table.index, table["best_rank"], table["worst_rank"], strict=True)
    ax.set_yticks(rows, [f"{name}, rank {best} to {worst}" for name, best, worst in ranks])
    ax.set(xlabel="rating (points)", ylim=(len(table) - 0.5, -0.5))
    return ax

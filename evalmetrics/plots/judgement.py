"""Figures of what people and judges say: listening tests, win rates, leaderboards."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..arenas import Leaderboard
from ..inputs import arguments
from .style import NO_GRID, VERMILION, axes_or_new, draw_cells, figure


@figure()
def plot_mushra(scores: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the conditions of a MUSHRA test: quartiles as a box with the median, the mean with its interval.

    scores : DataFrame
        What `mushra_scores` calls ``scores``: a row per condition with mean, low, high, median, q1 and q3.

    >>> table = pd.DataFrame({"mean": [80.0], "low": [75.0], "high": [85.0], "median": [82.0], "q1": [70.0],
    ...                       "q3": [90.0]}, index=["codec"])
    >>> [label.get_text() for label in plot_mushra(table).get_yticklabels()]
    ['codec']
    """
    arguments.has_columns(scores, "scores", ["mean", "low", "high", "median", "q1", "q3"])
    ax = axes_or_new(ax, 6.4, 0.9 + 0.5 * len(scores))
    rows = np.arange(len(scores))
    ax.barh(rows, scores["q3"] - scores["q1"], left=scores["q1"], height=0.6, color="#DDDDDD", label="quartiles")
    ax.plot(scores["median"], rows, "|", color="black", markersize=18, label="median")
    ax.hlines(rows, scores["low"], scores["high"], color=VERMILION, linewidth=2)
    ax.plot(scores["mean"], rows, "o", color=VERMILION, label="mean with its interval over listeners")
    ax.set_yticks(rows, list(scores.index))
    ax.set(xlabel="MUSHRA score (points)", xlim=(0, 100), ylim=(len(scores) - 0.5, -0.5))
    ax.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=3)
    return ax


@figure(changes=NO_GRID)
def plot_win_rates(rates: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw who wins how often against whom, as a heat map.

    rates : DataFrame of shape (players, players)
        What `win_rates` returns, in the order to draw; nan, for who never met, is left blank.

    >>> from evalmetrics import win_rates
    >>> ax = plot_win_rates(win_rates(["a", "a", "b"], ["b", "c", "c"], [1, 1, 0.5]))
    >>> [text.get_text() for text in ax.texts]
    ['1.00', '1.00', '0.00', '0.50', '0.00', '0.50']
    """
    arguments.has_columns(rates, "rates", list(getattr(rates, "index", [])))
    rates = rates.astype(np.float64)
    ax = axes_or_new(ax, 2.4 + 0.56 * len(rates), 1.9 + 0.36 * len(rates))
    shares = ("" if np.isnan(share) else f"{share:.2f}" for share in rates.to_numpy().flat)
    draw_cells(ax, rates, shares, white=(rates - 0.5).abs() > 0.35, size=9, cmap="PuOr_r", vmin=0, vmax=1)
    plt.setp(ax.get_xticklabels(), rotation=45, ha="right")
    ax.set(xlabel="against", ylabel="share won")
    return ax


@figure()
def plot_leaderboard(board: Leaderboard, *, ax: Axes | None = None) -> Axes:
    """Draw the ratings of a leaderboard with their intervals, and beside each name the ranks not ruled out.

    board : Leaderboard
        Players without a finite rating are left out.

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

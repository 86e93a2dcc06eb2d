"""Figures of what people and judges say: agreement, listening tests, judges beside people, players who meet."""

from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ...arenas import Leaderboard
from ...inputs import arguments
from .style import BLUE, DASHES, NO_GRID, VERMILION, axes_or_new, draw_cells, figure


def expected_agreement(accuracy: float, prevalence: Any) -> tuple[Any, Any]:
    """How often two equally good raters agree, and their kappa, as their habits become more or less alike.

    Parameters
    ----------
    accuracy : float
        How often each rater is right, whatever the truth and whatever the other one says; between 0 and 1.
    prevalence : float or array
        In [0, 1]: the share of items that are positive.

    Returns
    -------
    agreement, kappa : float or array
        In [0.5, 1) and [0, 1), of infinitely many items; both are lowest at an accuracy of one half.

    Examples
    --------
    >>> agreement, kappa = expected_agreement(0.9, 0.5)
    >>> float(agreement.round(4)), float(kappa.round(4))
    (0.82, 0.64)
    """
    a, share = arguments.fraction(accuracy, "accuracy"), np.asarray(prevalence, dtype=np.float64)
    if not ((share >= 0) & (share <= 1)).all():
        raise ValueError(f"prevalence must lie in [0, 1], got {prevalence!r}")
    yes = share * a + (1 - share) * (1 - a)
    agreement, chance = a**2 + (1 - a) ** 2, yes**2 + (1 - yes) ** 2
    return agreement + 0 * share[()], ((agreement - chance) / (1 - chance))[()]


@figure(expected_agreement)
def plot_kappa_prevalence(*, accuracy: float = 0.9, prevalence: float | None = None, ax: Axes | None = None) -> Axes:
    """Draw agreement and Cohen's kappa of two equally good raters, for all prevalences of what they look for.

    Parameters
    ----------
    prevalence : float, optional
        In [0, 1]: where to mark both with a dot and its number.

    Examples
    --------
    >>> plot_kappa_prevalence(accuracy=0.9).get_xlabel()
    'share of items that are positive'
    """
    shares = np.linspace(0, 1, 201)
    agreement, kappa = expected_agreement(accuracy, shares)
    ax = axes_or_new(ax, 5.6, 3.4)
    ax.plot(shares, agreement, color=BLUE, linestyle=DASHES[1], label="agreement")
    ax.plot(shares, kappa, color=VERMILION, label="kappa")
    if prevalence is not None:
        both, side = expected_agreement(accuracy, prevalence), -1 if prevalence > 0.5 else 1
        for value, colour, place in zip(both, (BLUE, VERMILION), (5, -13), strict=True):
            ax.plot(prevalence, value, "o", color=colour)
            ax.annotate(
                f"{value:.2f}",
                (prevalence, value),
                xytext=(7 * side, place),
                textcoords="offset points",
                ha="left" if side > 0 else "right",
            )
    ax.set(xlabel="share of items that are positive", ylabel="agreement, kappa", xlim=(0, 1), ylim=(0, 1))
    ax.legend(loc="lower center")
    return ax


@figure()
def plot_mushra(scores: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the conditions of a MUSHRA test: quartiles as a box with the median, the mean with its interval.

    Parameters
    ----------
    scores : DataFrame
        What `mushra_scores` calls ``scores``: a row per condition with mean, low, high, median, q1 and q3.

    Examples
    --------
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

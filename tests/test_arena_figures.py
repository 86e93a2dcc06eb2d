"""Figures of judges and arenas show what they are given."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from evalmetrics import Interval, leaderboard, plot_judges, plot_leaderboard, plot_win_rates, win_rates

FIRST, SECOND, WON = ["a", "b", "a"] * 6 + ["b", "b"], ["b", "a", "c"] * 6 + ["c", "c"], [1, 1, 1] * 6 + [0.5, 0]


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


def test_judges_stand_between_lines():
    shown = {"one": Interval(0.4, 0.6, 0.95, "made up"), "two": Interval(0.5, 0.7, 0.95, "made up")}
    ax = plot_judges(shown, people=0.65, ceiling=0.8)
    bars, lines = ax.lines[:2], ax.lines[2:]
    assert [list(bar.get_xdata()) for bar in bars] == [[0.4, 0.6], [0.5, 0.7]]
    assert [line.get_xdata()[0] for line in lines] == [0.65, 0.8]
    with pytest.raises(TypeError, match="judges"):
        plot_judges([0.5], people=0.6, ceiling=0.7)


def test_shares_are_written_where_players_met():
    rates = win_rates(["a", "a"], ["b", "c"], [1, 0.5])
    ax = plot_win_rates(rates)
    assert [text.get_text() for text in ax.texts] == ["1.00", "0.50", "0.00", "0.50"]
    np.testing.assert_array_equal(ax.images[0].get_array().filled(np.nan), rates)


def test_a_leaderboard_leaves_out_who_has_no_finite_rating():
    board = leaderboard([*FIRST, "d"], [*SECOND, "a"], [*WON, 1])
    ax = plot_leaderboard(board)
    assert [label.get_text()[0] for label in ax.get_yticklabels()] == list(board.ratings.index[1:])
    np.testing.assert_allclose(ax.lines[0].get_xdata(), board.ratings["rating"][1:])

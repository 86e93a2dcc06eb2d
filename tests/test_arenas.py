"""Arenas: Elo's ratings, strengths by Bradley and Terry, leaderboards with intervals, ranks and style."""

import choix
import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import optimize

from evalmetrics import (
    bootstrap,
    bradley_terry,
    elo_ratings,
    leaderboard,
    plot_leaderboard,
    win_rate,
    win_rates,
)

POINTS = 400 / np.log(10)
results = st.lists(
    st.tuples(st.integers(0, 4), st.integers(1, 4), st.sampled_from([0, 0.5, 1])), min_size=1, max_size=40
).map(lambda drawn: tuple(map(np.array, zip(*((i, (i + d) % 5, won) for i, d, won in drawn), strict=True))))


def arena(strengths, n, rng, *, tie=0.0):
    """Comparisons of players whose strengths are known; ties as by Davidson."""
    k = len(strengths)
    first = rng.integers(0, k, n)
    second = (first + rng.integers(1, k, n)) % k
    half = np.exp((strengths[first] - strengths[second]) / 2)
    total, drawn = half + 1 / half + tie, rng.random(n)
    return first, second, np.where(drawn < half / total, 1.0, np.where(drawn < (half + tie) / total, 0.5, 0.0))


def design(first, second, k):
    """A column for each player but the first."""
    return (np.eye(k)[first] - np.eye(k)[second])[:, 1:]


# Elo


def test_a_win_over_an_equal_is_worth_half_of_k():
    assert elo_ratings(["a"], ["b"], [1]).to_dict() == {"a": 1516.0, "b": 1484.0}
    assert elo_ratings(["a"], ["b"], [0.5], k=24).to_dict() == {"a": 1500.0, "b": 1500.0}


@given(results)
def test_points_are_neither_made_nor_lost(drawn):
    assert elo_ratings(*drawn).mean() == pytest.approx(1500)


@given(results)
def test_which_side_a_player_is_called_does_not_matter(drawn):
    first, second, won = drawn
    turned = second, first, 1 - won
    for metric in (elo_ratings, win_rate, bradley_terry):
        np.testing.assert_allclose(metric(*drawn), metric(*turned), atol=1e-7)
    np.testing.assert_allclose(win_rates(*drawn), win_rates(*turned))


def test_on_average_a_small_k_comes_to_strengths_by_maximum_likelihood():
    true = np.array([0.8, 0.2, -0.3, -0.7])
    drawn = arena(true, 60_000, np.random.default_rng(0))
    np.testing.assert_allclose(elo_ratings(*drawn, k=1.0), 1500 + POINTS * bradley_terry(*drawn), atol=10)


# Bradley and Terry


def test_strengths_are_those_of_bradley_and_terrys_first_example():
    """Two players: the lead is the logarithm of the odds."""
    found = bradley_terry([0] * 13 + [1] * 2, [1] * 13 + [0] * 2, [1] * 15)
    assert found[0] - found[1] == pytest.approx(np.log(13 / 2))


BASEBALL = {  # Agresti (2002), Categorical Data Analysis, second edition, page 438: wins of the row's team in 1987
    "Milwaukee": [0, 7, 9, 7, 7, 9, 11],
    "Detroit": [6, 0, 7, 5, 11, 9, 9],
    "Toronto": [4, 6, 0, 7, 7, 8, 12],
    "New York": [6, 8, 6, 0, 6, 7, 10],
    "Boston": [6, 2, 6, 7, 0, 7, 12],
    "Cleveland": [4, 4, 5, 6, 6, 0, 6],
    "Baltimore": [2, 4, 1, 3, 1, 7, 0],
}


def games_of(wins):
    names = list(wins)
    games = [(a, b) for a, row in wins.items() for b, n in zip(names, row, strict=True) for _ in range(n)]
    return *zip(*games, strict=True), [1] * len(games)


def test_baseball_of_1987_comes_out_as_published():
    """Turner and Firth (2012), Bradley-Terry models in R, Journal of Statistical Software 48: against Baltimore."""
    first, second, won = games_of(BASEBALL)
    found = bradley_terry(first, second, won)
    against = (found - found["Baltimore"]).round(4)
    assert against.reindex(list(BASEBALL)).tolist() == [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0]


@pytest.mark.parametrize("seed", range(10))
def test_strengths_are_those_of_choix_and_of_a_logistic_regression(seed):
    rng = np.random.default_rng(seed)
    k = rng.integers(2, 7)
    first, second, won = arena(rng.normal(size=k), 300, rng)
    found = bradley_terry(first, second, won)
    pairs = [(i, j) if w else (j, i) for i, j, w in zip(first, second, won, strict=True)]
    np.testing.assert_allclose(found, choix.ilsr_pairwise(k, pairs), atol=1e-6)
    theirs = np.append(0, sm.Logit(won, design(first, second, k)).fit(disp=0).params)
    np.testing.assert_allclose(found, theirs - theirs.mean(), atol=1e-6)


@given(results)
def test_everybody_is_expected_to_win_as_often_as_it_did(drawn):
    """The equations of the maximum, among those who can be compared."""
    first, second, won = drawn
    found = bradley_terry(first, second, won)
    inside = found.index[np.isfinite(found)]
    assume(len(inside))
    among = np.isin(first, inside) & np.isin(second, inside)
    first, second, won = first[among], second[among], won[among]
    chance = 1 / (1 + np.exp(-(found[first].to_numpy() - found[second].to_numpy())))
    for player in inside:
        wins = won[first == player].sum() + (1 - won)[second == player].sum()
        expected = chance[first == player].sum() + (1 - chance)[second == player].sum()
        assert wins == pytest.approx(expected, abs=1e-6)
    assert abs(found[inside].sum()) < 1e-6


# a and b against each other, c and d likewise and less often; c beat a once, and e and f are by themselves
CLUBS = [("a", "b"), ("b", "a"), ("a", "b"), ("b", "a"), ("c", "a"), ("c", "d"), ("d", "c"), ("e", "f")]


@pytest.mark.parametrize(
    ("games", "found"),
    [
        ([("a", "b")], [np.inf, -np.inf]),
        ([("a", "b"), ("b", "a"), ("a", "c")], [0, 0, -np.inf]),
        (CLUBS, [0, 0, np.inf, np.inf, np.nan, np.nan]),
        ([("a", "b"), ("b", "c"), ("c", "d")], [np.inf, np.nan, np.nan, -np.inf]),
    ],
)  # fmt: skip
def test_who_cannot_be_compared_is_beyond_or_nan(games, found):
    first, second = zip(*games, strict=True)
    np.testing.assert_array_equal(bradley_terry(first, second, [1] * len(games)), found)


def test_resamples_score_as_the_definition_does():
    drawn = arena(np.array([0.5, 0.0, -0.5]), 400, np.random.default_rng(0))
    found = bootstrap(bradley_terry, *drawn, n_resamples=200, rng=0)
    assert found.replicates.shape == (200, 3)
    board = leaderboard(*drawn)
    theirs = POINTS * (found.high - found.low)
    ours = (board.ratings["high"] - board.ratings["low"]).sort_index()
    np.testing.assert_allclose(theirs, ours, rtol=0.2)


# Leaderboards


def test_ratings_are_strengths_in_points_and_errors_are_statsmodels_sandwich():
    first, second, won = arena(np.array([0.7, 0.1, -0.2, -0.6]), 500, np.random.default_rng(5))
    board = leaderboard(first, second, won)
    np.testing.assert_allclose(board.ratings["rating"].sort_index(), 1500 + POINTS * bradley_terry(first, second, won))
    fit = sm.Logit(won, design(first, second, 4)).fit(disp=0, cov_type="HC0")
    center = np.eye(4)[:, 1:] - 1 / 4
    covariance = POINTS**2 * center @ fit.cov_params() @ center.T
    np.testing.assert_allclose(board.covariance, covariance * 500 / 499, rtol=1e-5, atol=1e-3)
    lead = board.lead(1, 3)
    theirs = POINTS * (fit.params[0] - fit.params[2])
    assert float(lead) == pytest.approx(theirs)
    error = np.sqrt(np.array([1, 0, -1]) @ fit.cov_params() @ [1, 0, -1]) * POINTS * np.sqrt(500 / 499)
    assert lead.high - lead.low == pytest.approx(2 * 1.959964 * error, rel=1e-5)
    assert [line.split()[0] for line in repr(board).splitlines()] == ["rating", *map(str, board.ratings.index), "(95"]


def test_comparisons_of_one_group_are_clusters_of_statsmodels():
    rng = np.random.default_rng(6)
    first, second, won = arena(np.array([0.5, 0.0, -0.5]), 300, rng)
    groups, length = rng.integers(0, 30, 300), rng.normal(size=300)
    board = leaderboard(first, second, won, groups=groups, style={"length": length})
    x = np.column_stack([design(first, second, 3), length])
    clusters = {"groups": groups, "use_correction": False}
    fit = sm.Logit(won, x).fit(disp=0, cov_type="cluster", cov_kwds=clusters)
    assert board.style.loc["length", "coefficient"] == pytest.approx(fit.params[-1])
    half = (board.style["high"] - board.style["low"]).item() / 2
    assert half / 2.045230 == pytest.approx(fit.bse[-1] * np.sqrt(30 / 29), rel=1e-5)


def test_with_ties_it_is_the_maximum_of_davidsons_likelihood():
    first, second, won = arena(np.array([0.6, 0.1, -0.7]), 600, np.random.default_rng(7), tie=0.8)
    board = leaderboard(first, second, won, ties="davidson")

    def minus_likelihood(parameters):
        strengths, tie = np.append(parameters[:2], -np.sum(parameters[:2])), np.exp(parameters[2])
        half = np.exp((strengths[first] - strengths[second]) / 2)
        return -np.log(np.select([won == 1, won == 0.5], [half, tie], 1 / half) / (half + 1 / half + tie)).sum()

    best = optimize.minimize(minus_likelihood, np.zeros(3), tol=1e-10)
    strengths = (board.ratings["rating"].sort_index() - 1500) / POINTS
    np.testing.assert_allclose(strengths[:2], best.x[:2], atol=1e-4)
    assert board.tie == pytest.approx(np.exp(best.x[2]), abs=1e-4)
    assert minus_likelihood([*strengths[:2], np.log(board.tie)]) <= best.fun + 1e-6


def test_without_ties_davidson_is_bradley_and_terry():
    drawn = arena(np.array([0.6, 0.1, -0.7]), 200, np.random.default_rng(8))
    one, other = (leaderboard(*drawn, ties=ties) for ties in ("half", "davidson"))
    pd.testing.assert_frame_equal(one.ratings, other.ratings)
    assert one.tie == other.tie == 0


@pytest.mark.parametrize("ties", ["half", "davidson"])
def test_intervals_of_leads_and_rank_sets_cover(ties):
    true, rng = np.array([0.5, 0.3, 0.25, -0.1, -0.95]), np.random.default_rng(1)
    held, all_ranks, times, ranks = 0, 0, 200, np.arange(1, 6)
    for _ in range(times):
        board = leaderboard(*arena(true, 400, rng, tie=1.0 if ties == "davidson" else 0.0), ties=ties)
        held += POINTS * (true[0] - true[3]) in board.lead(0, 3).interval
        ratings = board.ratings.sort_index()
        all_ranks += ((ratings["best_rank"] <= ranks) & (ratings["worst_rank"] >= ranks)).all()
    assert 0.92 < held / times < 0.98
    assert all_ranks / times >= 0.95


def test_raters_make_comparisons_depend_and_groups_say_so():
    """Twenty raters with tastes of their own: intervals as if all were independent miss far too often."""
    rng, held, times = np.random.default_rng(2), np.zeros(2), 200
    for _ in range(times):
        rater = np.repeat(np.arange(20), 30)
        first, second = np.zeros(600, int), np.ones(600, int)
        won = (rng.random(600) < 1 / (1 + np.exp(-rng.normal(size=20)[rater]))).astype(float)
        for i, groups in enumerate((None, rater)):
            held[i] += 0.0 in leaderboard(first, second, won, groups=groups).lead(0, 1).interval
    assert held[0] / times < 0.75
    assert 0.9 < held[1] / times < 0.99


def test_who_is_out_of_reach_has_no_interval_and_any_rank():
    first, second = ["a", "b"] * 10 + ["c"], ["b", "a"] * 10 + ["a"]
    board = leaderboard(first, second, [1] * 21)
    c = board.ratings.loc["c"]
    assert (c["rating"], c["best_rank"], c["worst_rank"], c["comparisons"]) == (np.inf, 1, 3, 1)
    assert np.isnan(c["low"])
    assert np.isnan(board.lead("a", "c").low)


def test_players_and_names_in_any_order():
    first, second, won = arena(np.array([0.5, 0.0, -0.5]), 60, np.random.default_rng(9))
    named = np.array(["x", "m", "a"])
    found = bradley_terry(named[first], named[second], won)
    assert list(found.index) == ["a", "m", "x"]
    listed = bradley_terry(named[first], named[second], won, players=["x", "m", "a", "new"])
    np.testing.assert_allclose(listed[:3], found[["x", "m", "a"]])
    assert np.isnan(listed["new"])


def test_probabilities_are_shares_of_a_win():
    """As many votes as the probability says, rounded to tenths, give the same ratings and shares."""
    rng = np.random.default_rng(10)
    first, second, _ = arena(np.array([0.5, 0.0, -0.5]), 60, rng)
    tenths = rng.integers(1, 10, 60)
    votes = np.concatenate([np.repeat([1.0, 0.0], [k, 10 - k]) for k in tenths])
    many = first.repeat(10), second.repeat(10), votes
    for metric in (win_rate, bradley_terry):
        np.testing.assert_allclose(metric(first, second, tenths / 10), metric(*many), atol=1e-9)
    board, groups = leaderboard(first, second, tenths / 10), np.arange(60).repeat(10)
    counted = leaderboard(*many, groups=groups)
    np.testing.assert_allclose(board.covariance, counted.covariance)
    with pytest.raises(ValueError, match=r'else ties="half", got 0\.\d at position'):
        leaderboard(first, second, tenths / 10, ties="davidson")


BAD = [
    (["a"], ["a"], [1], {}, "meets itself"),
    (["a"], ["b"], [2], {}, "outcomes must hold 1"),
    (["a"], ["b"], [76.9], {}, "percentages are / 100, got 76.9"),
    (["a"], ["b", "c"], [1], {}, "length"),
    (["a"], ["b"], [1], {"players": ["a"]}, "players must list every player once"),
    (["a"], [None], [1], {}, "lacks one"),
    ([], [], [], {}, "empty|at least one"),
]


@pytest.mark.parametrize(("first", "second", "won", "options", "message"), BAD)
def test_bad_comparisons_are_refused(first, second, won, options, message):
    for metric in (elo_ratings, win_rate, bradley_terry, win_rates, leaderboard):
        with pytest.raises(ValueError, match=message):
            metric(first, second, won, **options)


def test_bad_options_are_refused():
    first, second, won = ["a", "b", "a"], ["b", "a", "b"], [1, 1, 0.5]
    with pytest.raises(ValueError, match="ties must be"):
        leaderboard(first, second, won, ties="thirds")
    with pytest.raises(ValueError, match="a row for each comparison"):
        leaderboard(first, second, won, style={"length": [1, 2]})
    with pytest.raises(ValueError, match="tell more than who plays"):
        leaderboard(first, second, won, style={"a or b": [1, -1, 1]})
    with pytest.raises(ValueError, match="at least two parts"):
        leaderboard(first, second, won, groups=["r"] * 3)
    with pytest.raises(ValueError, match="is not on the leaderboard"):
        leaderboard(first, second, won).lead("a", "z")
    with pytest.raises(TypeError, match="first and second mix numbers and text"):
        bradley_terry(["a", 1], [1, "a"], [1, 1])


def test_a_leaderboard_leaves_out_who_has_no_finite_rating():
    first, second, won = ["a", "b", "a"] * 6 + ["b", "b"], ["b", "a", "c"] * 6 + ["c", "c"], [1, 1, 1] * 6 + [0.5, 0]
    board = leaderboard([*first, "d"], [*second, "a"], [*won, 1])
    ax = plot_leaderboard(board)
    assert [label.get_text()[0] for label in ax.get_yticklabels()] == list(board.ratings.index[1:])
    np.testing.assert_allclose(ax.lines[0].get_xdata(), board.ratings["rating"][1:])

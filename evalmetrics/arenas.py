"""Arenas: ratings of players from comparisons of two at a time, how sure they are, and what else decides who wins."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arenas as inputs
from .inputs import arguments, labels
from .inputs.options import positive
from .kinds.base import quietly
from .kinds.help_pages import described_by
from .metric import checked_by, of_samples, of_weights
from .uncertainty import Estimate, Interval

POINTS = 400 / np.log(10)  # of Elo's scale for one unit of a strength: 400 points are odds of ten to one
MIDDLE = 1500.0  # where ratings start, and the mean of a leaderboard
ROUNDS = 100  # of Newton's method at most; ten do where there is a maximum


def by_player(ratings: Any, taken: Any, _: Any, __: Any) -> pd.Series:
    """Dress ratings with the names of the players."""
    return pd.Series(ratings, index=taken[-1])


@of_samples(
    inputs=inputs.of_players,
    checks={"k": positive},
    result=by_player,
    instead="it hangs on the order of the games: bradley_terry does not, and adds up",
)
def elo_ratings(first, second, outcomes, names, *, k=32.0):
    """Ratings after a sequence of comparisons, each of which moves both players by what it came as a surprise.

    k : float, default 32
        How many points a player gains by a win that was certain not to come, above 0.

    -> Series of a float per player
        Points; everybody starts at 1500, which stays the mean. 400 points more are odds of ten to one.

    >>> elo_ratings(["a", "a", "b"], ["b", "c", "c"], [1, 1, 0.5]).round(1).to_dict()
    {'a': 1531.3, 'b': 1484.0, 'c': 1484.7}
    """
    ratings = [1500.0] * len(names)
    for i, j, won in zip(first, second, outcomes, strict=True):
        expected = 1 / (1 + 10 ** ((ratings[j] - ratings[i]) / 400))
        ratings[i] += k * (won - expected)
        ratings[j] -= k * (won - expected)
    return np.array(ratings)


@of_samples(inputs=inputs.of_players, result=by_player, instead="bradley_terry takes the same comparisons, and adds up")
def win_rate(first, second, outcomes, names):
    """Of the comparisons of each player, the share that it won; ties count half, probabilities what they are.

    `bootstrap` gives each share its interval.

    -> Series of a float per player

    >>> win_rate(["a", "a", "b"], ["b", "c", "c"], [1, 1, 0.5]).to_dict()
    {'a': 1.0, 'b': 0.25, 'c': 0.25}
    """
    players = np.append(first, second)
    won = np.append(outcomes, 1 - outcomes)
    wins, games = (np.bincount(players, n, len(names)) for n in (won, None))
    return wins / games


def wins_between(first, second, won, lost, k):
    """How often each of k players (rows) won against each other one (columns)."""
    pair = first * k + second
    of_first, of_second = (np.bincount(pair, n, k * k) for n in (won, lost))
    return of_first.reshape(k, k) + of_second.reshape(k, k).T


@checked_by(inputs.of_players)
def win_rates(first, second, outcomes, names):
    """The share of their comparisons that each player (rows) won against each other one (columns).

    -> DataFrame of shape (players, players)
        Shares in [0, 1], ties counted half; nan for who never met. A share and its mirror image add up to 1.

    Source: David (1988), The Method of Paired Comparisons, second edition.

    >>> win_rates(["a", "a", "b"], ["b", "c", "a"], [1, 1, 0.5]).loc["a"].to_dict()
    {'a': nan, 'b': 0.75, 'c': 1.0}
    """
    wins = wins_between(first, second, outcomes, 1 - outcomes, len(names))
    return pd.DataFrame(wins / (wins + wins.T), names, names)


def strengths_of(wins):
    """Strengths that expect of each player as many wins as it has; Newton's method, at most a unit at a time."""
    games, strengths = wins + wins.T, np.zeros(len(wins))
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(strengths - strengths[:, None]))
        spread = games * chance * (1 - chance)
        curvature = np.diag(spread.sum(1)) - spread + 1
        step = np.linalg.solve(curvature, (wins - games * chance).sum(1))
        strengths = strengths + step / max(1, np.abs(step).max())
        if np.abs(step).max() < 1e-10:
            break
    return strengths


def who_compares(wins):
    """For each player 0 if it is of the largest group who all beat one another, directly or through others.

    Of two as large, the one that played more. inf for who beat somebody of that group, or through others, and was
    never beaten by them; -inf the other way round; nan for who cannot be compared with them.
    """
    from scipy.sparse.csgraph import shortest_path

    beats = np.isfinite(shortest_path(wins > 0, unweighted=True))
    alike, games = beats & beats.T, (wins + wins.T).sum(1)
    one = np.lexsort([alike @ games, alike.sum(1)])[-1]
    if alike[one].sum() == 1:  # nobody beat anybody who beat it
        ends = [~wins.any(0) & (games > 0), ~wins.any(1) & (games > 0)]
        return np.select(ends, [np.inf, -np.inf], np.nan)
    kinds = [alike[one], beats[:, one], beats[one]]
    return np.select(kinds, [0.0, np.inf, -np.inf], np.nan)


def comparisons_of(first, second, outcomes, names):
    """Who met whom, with which outcome, and who plays."""
    return first, second, outcomes, names


@of_weights(comparisons_of, inputs=inputs.of_players, result=by_player)
def bradley_terry(weights, compared):
    """Strengths under which comparisons are most likely, if the odds of winning are exp of the lead in strength.

    A tie is half a win for each.

    -> Series of a float per player
        Log-odds, which add up to 0 over the largest group of players who all beat one another, directly or through
        others. inf for who is beyond that group since none of them ever beat it, -inf for who never beat any of
        them, nan for who cannot be compared with them.

    Source: Bradley and Terry (1952), Rank analysis of incomplete block designs, Biometrika 39; for when there is a
    maximum Ford (1957), Solution of a ranking problem from binary comparisons, American Mathematical Monthly 64.

    >>> bradley_terry(["a", "a", "a", "b"], ["b", "b", "b", "a"], [1, 1, 0, 0]).round(4).to_dict()
    {'a': 0.5493, 'b': -0.5493}
    """
    first, second, outcomes, names = compared
    won, lost = weights * outcomes, weights * (1 - outcomes)
    wins = wins_between(first, second, won, lost, len(names))
    strengths = who_compares(wins)
    group = strengths == 0
    if group.any():
        strengths[group] = strengths_of(wins[np.ix_(group, group)])
    return strengths


@dataclass(frozen=True)
class Leaderboard:
    """Ratings with intervals and the ranks that cannot be ruled out, and what else decides who wins.

    `ratings`, a row per player, best first: rating, low, high (points), best_rank and worst_rank, comparisons.
    `style`, a row per column of style: coefficient (log-odds), low, high. `tie`: how common ties are between equals,
    as odds against a win of either; 0 where they count half. `covariance`: of the ratings, in squared points.
    """

    ratings: pd.DataFrame
    style: pd.DataFrame
    tie: float
    covariance: pd.DataFrame
    reach: float
    level: float

    def __repr__(self) -> str:
        return f"{self.ratings.round(1).to_string()}\n({100 * self.level:g} %, sandwich)"

    def lead(self, one: Any, other: Any) -> Estimate:
        """The lead of one player over another, in points, with its own interval."""
        for player in (one, other):
            if player not in self.covariance:
                raise ValueError(f"{player!r} is not on the leaderboard: {list(self.covariance)} are")
        lead = float(self.ratings.loc[one, "rating"] - self.ratings.loc[other, "rating"])
        c = self.covariance.loc[[one, other], [one, other]].to_numpy()
        error = self.reach * np.sqrt(c[0, 0] + c[1, 1] - 2 * c[0, 1])
        return Estimate(lead, interval=Interval(lead - error, lead + error, self.level, "sandwich"))


def chances(lead, tie):
    """That the first wins, and that there is a tie, by Davidson: from the lead in strength and how common ties are."""
    win, lose = np.exp(lead / 2), np.exp(-lead / 2)
    return win / (win + lose + tie), tie / (win + lose + tie)


def slopes(x, y, coefficients, tie):
    """What each comparison adds to the slope of the log-likelihood, and to its curvature."""
    win, tied = chances(x @ coefficients, tie)
    expected = win + tied / 2
    rows = np.column_stack([x * (y - expected)[:, None], (y == 0.5) - tied])
    spreads = win + tied / 4 - expected**2, tied * (0.5 - expected)
    return rows, (*spreads, tied * (1 - tied))


def curvature_of(x, spreads, k, free):
    """The curvature of the log-likelihood in all coefficients, the last of them the logarithm of `tie`.

    Strengths, the first k, are held to a sum of 0: a shift of all of them changes no chance.
    """
    results, both, ties = spreads
    across = (both @ x)[:, None]
    curvature = np.block([[(x.T * results) @ x, across], [across.T, ties.sum()]])
    curvature[:k, :k] += 1
    return curvature[:free, :free]


def most_likely(x, y, k, with_ties):
    """Coefficients under which results y of comparisons x are most likely, and how common ties are; nan if none are."""
    tie = float(with_ties and (y == 0.5).any())
    m = x.shape[1]
    coefficients = np.zeros(m)
    for _ in range(ROUNDS):
        rows, spreads = slopes(x, y, coefficients, tie)
        curvature = curvature_of(x, spreads, k, m + (tie > 0))
        if not np.linalg.cond(curvature) < 1e15:
            break
        step = np.linalg.solve(curvature, rows.sum(0)[: len(curvature)])
        step = step / max(1, np.abs(step).max())
        coefficients = coefficients + step[:m]
        tie = tie * np.exp(step[-1]) if tie else tie
        if np.abs(step).max() < 1e-10:
            return coefficients, tie
    return np.full(m, np.nan), np.nan


def sides(first, second, k):
    """A row for each comparison: 1 in the column of the first player, -1 in that of the second."""
    return np.eye(k)[first] - np.eye(k)[second]


def rank_sets(strengths, covariance, reach):
    """The best and the worst rank of each player that no lead rules out which is further than its reach from 0."""
    lead, own = strengths[:, None] - strengths, np.diag(covariance)
    error = np.sqrt(np.maximum(own[:, None] + own - 2 * covariance, 0))
    ahead = lead > reach * error
    return 1 + ahead.sum(0), len(strengths) - ahead.sum(1)


def sandwich(x, y, coefficients, tie, k, groups):
    """Covariance of coefficients, where comparisons of one group may depend on each other."""
    free = x.shape[1] + (tie > 0)
    rows, spreads = slopes(x, y, coefficients, tie)
    sums = np.zeros((groups.max() + 1, free))
    np.add.at(sums, groups, rows[:, :free])
    bread, g = np.linalg.inv(curvature_of(x, spreads, k, free)), len(sums)
    return g / (g - 1) * bread @ (sums.T @ sums) @ bread


@described_by(inputs.of_players)
def leaderboard(
    first: Any,
    second: Any,
    outcomes: Any,
    *,
    style: Any = None,
    groups: Any = None,
    ties: str = "half",
    level: float = 0.95,
    players: Any = None,
) -> Leaderboard:
    """Ratings of players by the Bradley-Terry model, with intervals and ranks that hold all at once.

    style : DataFrame or mapping of n rows, optional
        What else told the two sides apart, as the difference in length, or 1 for what goes with being first. Each
        column gets a coefficient, and ratings are those of players who are alike in it.
    groups : sequence of n labels, optional
        Comparisons of one group, by one rater or on one text, may depend on each other; without, none do. Groups by
        rater and by text at once are not here: where they cross, try either and report the wider intervals.
    ties : {"half", "davidson"}
        A tie is half a win for each, or a third outcome, the more common the closer two players are. Outcomes that
        are probabilities have no ties, and take "half".
    level : float, default 0.95
        Wanted coverage of each interval, and of all rank sets together.

    -> Leaderboard
        Ratings are points of Elo's scale, 1500 on average, and intervals are against that average, by the sandwich
        estimator (with groups, by Student's t). A rank is ruled out where leads over enough players, or of them, are
        clear of 0 with Bonferroni's correction for all pairs. Players outside of the largest group who all beat one
        another, directly or through others, have a rating of inf, -inf or nan, no interval, and any rank.

    ValueError
        Style that has no n rows, or that is a sum of players and of other style; one group only; probabilities with
        ties="davidson".

    Source: Chiang et al. (2024), Chatbot Arena: an open platform for evaluating LLMs by human preference; for rank sets
    Mogstad, Romano, Shaikh and Wilhelm (2024), Inference for ranks with applications to mobility across neighbourhoods
    and academic achievement across countries, Review of Economic Studies 91.

    >>> first, second = ["a"] * 30 + ["b"] * 30, ["b"] * 30 + ["c"] * 30
    >>> board = leaderboard(first, second, ([1] * 20 + [0] * 10) * 2)
    >>> board.ratings.round(1)[["rating", "low", "high", "best_rank", "worst_rank"]]
       rating     low    high  best_rank  worst_rank
    a  1620.4  1521.3  1719.5          1           2
    b  1500.0  1437.3  1562.7          1           3
    c  1379.6  1280.5  1478.7          2           3
    >>> print(board.lead("a", "b"))
    120.412 [-12.568, 253.392] (95 %, sandwich)
    """
    arguments.in_one_order(first=first, second=second, outcomes=outcomes, style=style, groups=groups)
    i, j, won, names = inputs.of_players(first, second, outcomes, players=players)
    ties, level = arguments.one_of(ties, "ties", ["half", "davidson"]), arguments.fraction(level, "level")
    if ties == "davidson":
        arguments.only(won, "outcomes", (0, 0.5, 1), 'wins, ties and losses with ties="davidson", else ties="half"')
    extra = inputs.style_of_sides(style, len(won))
    numbers = np.arange(len(won)) if groups is None else labels.numbered(groups, "groups", won)
    strengths = who_compares(wins_between(i, j, won, 1 - won, len(names)))
    inside = strengths == 0
    m, k = inside.sum(), extra.shape[1]
    if m:
        x, y, group = among_themselves(i, j, won, inside, extra, numbers)
        with quietly():
            found, tie = most_likely(x, y, m, ties == "davidson")
            spread = sandwich(x, y, found, tie, m, group)
    else:  # nobody beat anybody who beat it
        found, spread, tie, group = np.full(k, np.nan), np.full((k, k), np.nan), np.nan, numbers
    strengths[inside], covariance = found[:m], np.full((len(names), len(names)), np.nan)
    covariance[np.ix_(inside, inside)] = spread[:m, :m]
    degrees = np.inf if groups is None else group.max()
    one, of_all_pairs = (reach_of(share, degrees) for share in (1 - level, (1 - level) / max(m * (m - 1) / 2, 1)))
    with quietly():
        best, worst = rank_sets(strengths, covariance, of_all_pairs)
    ratings = with_ends(MIDDLE + POINTS * strengths, POINTS * np.sqrt(np.diag(covariance)), one, "rating", names)
    played = np.bincount(np.append(i, j), minlength=len(names))
    ratings = ratings.assign(best_rank=best, worst_rank=worst, comparisons=played)
    style = with_ends(found[m:], np.sqrt(np.diag(spread)[m : len(found)]), one, "coefficient", extra.columns)
    ratings, points = ratings.sort_values("rating", ascending=False, kind="stable"), POINTS**2 * covariance
    return Leaderboard(ratings, style, float(tie), pd.DataFrame(points, names, names), one, level)


def among_themselves(i: Any, j: Any, won: Any, inside: Any, extra: Any, numbers: Any) -> tuple[Any, Any, Any]:
    """The comparisons of two players inside: a row of sides and style, the outcome and the group of each."""
    among = inside[i] & inside[j]
    x = np.column_stack([sides(i, j, len(inside))[np.ix_(among, inside)], extra[among]])
    different, group = np.unique(numbers[among], return_inverse=True)
    if len(different) < 2:
        raise ValueError(f"groups must tell at least two parts of the comparisons apart, got {len(different)}")
    if np.linalg.matrix_rank(x) < x.shape[1] - 1:
        raise ValueError(f"style must tell more than who plays: {list(extra)} follows from players and other style")
    return x, won[among], group


def reach_of(outside: float, degrees: float) -> float:
    """How many standard errors an interval reaches to either side that misses with this probability."""
    from scipy.special import ndtri, stdtrit

    return float(ndtri(1 - outside / 2) if degrees == np.inf else stdtrit(degrees, 1 - outside / 2))


def with_ends(values: Any, errors: Any, reach: float, name: str, index: Any) -> pd.DataFrame:
    """Estimates with the ends of their intervals."""
    return pd.DataFrame({name: values, "low": values - reach * errors, "high": values + reach * errors}, index)

"""Exercise of the chapter on arenas."""

import random
from collections.abc import Iterator
from functools import partial
from math import exp, log, sqrt
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import bradley_terry, elo_ratings, leaderboard, win_rate

from ..building import at_least, entry, labels_in, numbers_in
from ..drawing import told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Inputs, Part, just_fail

TITLE = "72_arenas"
Ratings = dict[str, float]


def ratings(first: list[str], second: list[str], outcomes: list[float]) -> Ratings:
    return {str(name): float(points) for name, points in elo_ratings(first, second, outcomes).items()}


def moved(first: list[str], second: list[str], outcomes: list[float], how: Any) -> Ratings:
    """Ratings where `how` says what both sides gain, from their ratings and the outcome."""
    points = dict.fromkeys(sorted({*first, *second}), 1500.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        a, b = how(points[i], points[j], won)
        points[i], points[j] = points[i] + a, points[j] + b
    return points


def expected(one: float, other: float) -> float:
    """Elo's chance of the one against the other."""
    return float(1 / (1 + 10 ** ((other - one) / 400)))


def only_the_winner(one: float, other: float, won: float) -> tuple[float, float]:
    """Nobody loses points."""
    gain = 32 * (won - expected(one, other))
    return max(gain, 0), max(-gain, 0)


def one_after_the_other(one: float, other: float, won: float) -> tuple[float, float]:
    """The second is moved by what it expected after the first has moved."""
    gain = 32 * (won - expected(one, other))
    return gain, 32 * (1 - won - expected(other, one + gain))


def as_equals(_: float, __: float, won: float) -> tuple[float, float]:
    """Half a win is expected of everybody."""
    return 32 * (won - 0.5), -32 * (won - 0.5)


def natural(one: float, other: float, won: float) -> tuple[float, float]:
    """Odds of e to one at 400 points."""
    gain = 32 * (won - 1 / (1 + exp((other - one) / 400)))
    return gain, -gain


def without_ties(one: float, other: float, won: float) -> tuple[float, float]:
    """A tie moves nobody."""
    gain = 32 * (won - expected(one, other)) if won != 0.5 else 0.0
    return gain, -gain


def games(outcomes: list[float], players: str = "abcd", least: int = 2, most: int = 10) -> Inputs:
    """Games of players, a list of each."""
    pair = st.lists(st.sampled_from(players), min_size=2, max_size=2, unique=True)
    one = st.tuples(pair, st.sampled_from(outcomes))
    return st.lists(one, min_size=least, max_size=most).map(
        lambda drawn: {
            "first": [pair[0] for pair, _ in drawn],
            "second": [pair[1] for pair, _ in drawn],
            "outcomes": [won for _, won in drawn],
        }
    )


def season(name: str, outcomes: list[float]) -> tuple[Arguments, ...]:
    """As many games as an arena has in a minute, of players whose names begin alike."""
    source, found = random.Random(name), list[Arguments]()
    for n in (25, 60, 200):
        pairs = [source.sample(["a", "ab", "b", "A", "model-1", "model-10"], 2) for _ in range(n)]
        results = [source.choice(outcomes) for _ in range(n)]
        found.append({"first": [p[0] for p in pairs], "second": [p[1] for p in pairs], "outcomes": results})
    return tuple(found)


def votes_of(data: Any) -> tuple[list[str], list[str], list[float]]:
    """The votes of a table of wins and losses, a against b and b against c."""
    sides = [("a", "b", *data["a against b"]), ("b", "c", *data["b against c"])]
    rows = [(i, j, won) for i, j, wins, losses in sides for won in [1.0] * wins + [0.0] * losses]
    first, second, outcomes = zip(*rows, strict=True)
    return list(first), list(second), list(outcomes)


def scores(data: Any) -> dict[str, float]:
    first, second, outcomes = votes_of(data)
    theta, board = bradley_terry(first, second, outcomes), leaderboard(first, second, outcomes)
    ahead, lead, n = float(theta["a"] - theta["c"]), board.lead("a", "b"), len(first)
    reach = 1.959963985 * sqrt(n / (n - 1)) * 400 / log(10)  # of an interval, in points and for a sample
    return {
        "lead": float(theta["a"] - theta["b"]),
        "points": ahead * 400 / log(10),
        "chance": 1 / (1 + exp(-ahead)),
        "error": (lead.high - lead.low) / 2 / reach,
    }


def leads(data: Any) -> tuple[float, float]:
    """Log-odds of both pairs."""
    (w, x), (y, z) = data["a against b"], data["b against c"]
    return log(w / x), log(y / z)


def in_base_ten(data: Any) -> dict[str, float]:
    return scores(data) | {"lead": leads(data)[0] / log(10)}


def of_shares(data: Any) -> dict[str, float]:
    (w, x), (y, z) = data["a against b"], data["b against c"]
    return scores(data) | {"chance": w / (w + x) * y / (y + z)}


def odds_as_chance(data: Any) -> dict[str, float]:
    return scores(data) | {"chance": exp(sum(leads(data)))}


def mean_lead(data: Any) -> dict[str, float]:
    return scores(data) | {"points": sum(leads(data)) / 2 * 400 / log(10)}


def of_a_share(data: Any) -> dict[str, float]:
    w, x = data["a against b"]
    return scores(data) | {"error": sqrt(w * x / (w + x) ** 3)}


BY_HAND = {
    "a logarithm to base ten: strengths are natural log-odds": in_base_ten,
    "the product of two shares: add the leads first": of_shares,
    "odds in place of a chance": odds_as_chance,
    "the mean of two leads: a is both of them ahead": mean_lead,
    "the error of a share: of log-odds it is the root of 1 / wins + 1 / losses": of_a_share,
}


def draw(source: random.Random) -> Any:
    """Wins and losses of a against b and of b against c, who do not meet otherwise."""
    while True:
        data = {name: [source.randint(11, 40), source.randint(4, 20)] for name in ("a against b", "b against c")}
        first, second = leads(data)
        if min(abs(first), abs(second), abs(first - second)) > 0.1 and first + second > 0.3:
            right = scores(data)
            if told_apart(data, right, BY_HAND):
                return data


def rows_of(answer: Any) -> tuple[list[str], list[str], list[float]]:
    if not isinstance(answer, list) or not 3 <= len(answer) <= 50:
        raise ValueError("give a list of 3 to 50 rows [winner, loser, times]")
    if any(not isinstance(row, list) or len(row) != 3 for row in answer):
        raise ValueError("each row must be a list [winner, loser, times]")
    winners = labels_in([row[0] for row in answer], "winners")
    losers = labels_in([row[1] for row in answer], "losers")
    times = [int(n) for n in numbers_in([row[2] for row in answer], "times", 0, 1000)]
    if any(i == j for i, j in zip(winners, losers, strict=True)):
        raise ValueError("nobody plays against themselves")
    return (
        [name for name, n in zip(winners, times, strict=True) for _ in range(n)],
        [name for name, n in zip(losers, times, strict=True) for _ in range(n)],
        [1.0] * sum(times),
    )


@just_fail(
    [["x", "w", 9], ["a", "w", 9], ["b", "w", 9], ["w", "x", 1]],
    [["x", "w", 9], ["w", "x", 1], ["a", "b", 5], ["b", "a", 5]],
    [["x", "w", 9], ["w", "x", 1], ["a", "w", 9], ["w", "a", 1], ["b", "w", 9], ["w", "b", 1]],
    [["x", "w", 19], ["w", "x", 1], ["a", "b", 50], ["b", "a", 50], ["a", "w", 19], ["w", "a", 1]],
)
def easy_opponents(answer: Any) -> Iterator[Condition]:
    """The best win rate, and two who are stronger."""
    votes = rows_of(answer)
    names = {*votes[0], *votes[1]}
    yield Condition("four players who have met somebody", str(len(names)), len(names) == 4)
    rate, theta = win_rate(*votes), bradley_terry(*votes)
    finite = bool(np.isfinite(theta).all())
    yield Condition("every strength is finite", "yes" if finite else "no: somebody never wins or never loses", finite)
    order = rate.sort_values(ascending=False)
    best = order.index[0]
    yield at_least(f"win rate of {best}, less that of the next", float(order.iloc[0] - order.iloc[1]), 0.05)
    above = theta.drop(best).sort_values(ascending=False)
    yield at_least(f"second strength of the others, less that of {best}", float(above.iloc[1] - theta[best]), 0.5)


@just_fail([1] * 12 + [0] * 11, [0] * 5 + [1] * 4, [0] * 30 + [1] * 30, [0, 1] * 20)
def last_ones_count(answer: Any) -> Iterator[Condition]:
    """Who lost more leads by Elo."""
    won = numbers_in(answer, "last_ones_count", 0, 1, 4)
    if any(value not in (0, 1) for value in won) or len(won) > 60:
        raise ValueError("give a list of 4 to 60 outcomes, each 1 (a won) or 0 (b won)")
    n = len(won)
    yield Condition("b has won more often than a", f"{n - sum(won):g} of {n}", sum(won) < n / 2)
    points = elo_ratings(["a"] * n, ["b"] * n, won)
    yield at_least("Elo of a, less that of b,", float(points["a"] - points["b"]), 100)


@just_fail(
    {"honest": [60, 100, 141, 705], "cheat": [388, 704, 15, 100]},
    {"honest": [56, 100, 141, 705], "cheat": [388, 705, 15, 100]},
    {"honest": [60, 100, 141, 705], "cheat": [388, 705, 16, 100]},
    {"honest": [60, 100, 141, 705], "cheat": [150, 300, 75, 505]},
)
def longer_wins(answer: Any) -> Iterator[Condition]:
    """A model that is ahead on the board, and behind at either length."""
    rates = []
    for name, counts in zip(("honest", "cheat"), entry(answer, "honest", "cheat"), strict=True):
        numbers = numbers_in(counts, name, 0, 805, 4)
        if len(numbers) != 4 or any(value != int(value) for value in numbers):
            raise ValueError(f"{name} must be four whole numbers: [won, longer, won, not longer]")
        a, n, b, m = numbers
        if a > n or b > m or not n * m:
            raise ValueError(f"{name} must have answers of both lengths, and no more wins than answers")
        yield Condition(f"instructions of {name}", f"{n + m:g}", n + m == 805)
        rates.append((a / n, b / m, (a + b) / 805))
    longer, not_longer, board = (honest - cheat for honest, cheat in zip(*rates, strict=True))
    yield at_least("lead of honest where its answer is longer", longer, 0.05)
    yield at_least("lead of honest where it is not", not_longer, 0.05)
    yield at_least("lead of cheat on the board", -board, 0.1)


TASKS = (
    Implement(
        name="elo_of",
        minutes=20,
        reference=ratings,
        examples=({"first": ["a", "a", "b"], "second": ["b", "c", "c"], "outcomes": [1, 1, 0]},),
        parts={
            "wins and losses": Part(
                games([0, 1]),
                2,
                {"first": ["a"], "second": ["b"], "outcomes": [1]},
                {"first": ["b"], "second": ["a"], "outcomes": [0]},
                {"first": ["b", "a"] * 20, "second": ["a", "b"] * 20, "outcomes": [0, 1] * 20},
                {"first": ["a"] * 50, "second": ["b"] * 50, "outcomes": [1] * 50},
                *season("a season", [0, 1]),
            ),
            "ties": Part(
                games([0, 0.5, 1]).filter(lambda given: 0.5 in given["outcomes"]),
                1,
                {"first": ["a"], "second": ["b"], "outcomes": [0.5]},
                {"first": ["a", "a"], "second": ["b", "b"], "outcomes": [1, 0.5]},
                *season("a season with ties", [0, 0.5, 0.5, 1]),
            ),
        },
        wrong_ideas={
            "only the winner moved: what one gains the other loses": partial(moved, how=only_the_winner),
            "the second moved by what it expects after the first has moved: take both ratings first": (
                lambda first, second, outcomes: moved(first, second, outcomes, one_after_the_other)
            ),
            "half a win expected of everybody: the ratings say how much": partial(moved, how=as_equals),
            "e in place of 10": lambda first, second, outcomes: moved(first, second, outcomes, natural),
            "a tie that moves nobody: it is half a win, more than the weaker side expected": (
                lambda first, second, outcomes: moved(first, second, outcomes, without_ties)
            ),
        },
    ),
    ByHand(name="strengths_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="easy_opponents", minutes=20, points=4, conditions=easy_opponents),
    Build(name="last_ones_count", minutes=10, points=3, conditions=last_ones_count),
    Build(name="longer_wins", minutes=15, points=4, conditions=longer_wins),
    Argue(name="would_you_publish", minutes=20, points=4),
    Argue(name="better_than_people", minutes=20, points=4),
)

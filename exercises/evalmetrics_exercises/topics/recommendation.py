"""Exercise of the chapter on recommenders."""

from collections.abc import Iterator
from math import comb
from typing import Any

from evalmetrics import hit_rate, mean_percentile_rank, novelty, precision_at_k, success_at_k

from ..building import at_least, at_most, entry, labels_in, numbers_in
from ..tasks import Argue, Build, ByHand, Condition, Implement, Part, Refute, just_fail
from ._recommendation import (
    AT_ONE,
    HITS,
    MOMENTS,
    UNWATCHED,
    WATCHED,
    WRONG,
    cut_later,
    draw,
    fewer_moments,
    from_0,
    many_moments,
    many_users,
    personalised,
    placed,
    scores,
    user_by_user,
)

TITLE = "22_recommendation"


def item_lists(value: Any, name: str, users: tuple[int, int], length: tuple[int, int]) -> list[list[str]]:
    """Lists of items (strings or whole numbers), one per user."""
    if not isinstance(value, list) or not users[0] <= len(value) <= users[1]:
        raise ValueError(f"{name} must be a list of {users[0]} to {users[1]} lists of items, one per user")
    for each in value:
        if not isinstance(each, list) or not length[0] <= len(each) <= length[1]:
            raise ValueError(f"{name} must hold lists of {length[0]} to {length[1]} items")
    lists = [labels_in(each, f"{name}[{i}]") for i, each in enumerate(value)]
    if any(len(set(each)) < len(each) for each in lists):
        raise ValueError(f"{name} must hold no item twice in one list")
    return lists


@just_fail(
    {
        "seen": [["a", "b", "c"]] * 4,
        "liked": [["a"]] * 4,
        "A": [["a", "b", "c"]] * 4,
        "B": [["d", "e", "f"]] * 4,
    },
    {
        "seen": [["a", "b", "c"]] * 4,
        "liked": [["a", "d"]] * 4,
        "A": [["a", "b", "c"]] * 4,
        "B": [["d", "e", "f"]] * 4,
    },
    {
        "seen": [["a", "b"]] * 4,
        "liked": [["a"], ["a"], ["a"], ["a", "d"]],
        "A": [["a", "b", "c"]] * 4,
        "B": [["d", "e", "f"]] * 4,
    },
)
def no_news(answer: Any) -> Iterator[Condition]:
    """Hits for everybody with nothing new; something new and liked by nobody but few."""
    seen, liked, a, b = entry(answer, "seen", "liked", "A", "B")
    seen, liked = (item_lists(part, name, (4, 50), (1, 50)) for part, name in [(seen, "seen"), (liked, "liked")])
    systems = [item_lists(part, name, (4, 50), (3, 3)) for part, name in [(a, "A"), (b, "B")]]
    if len({len(seen), len(liked), *map(len, systems)}) > 1:
        raise ValueError("seen, liked, A and B must have a list for each of the same users")
    rates = [
        hit_rate([[item in wanted for item in shown] for shown, wanted in zip(system, liked, strict=True)], 3)
        for system in systems
    ]
    yield at_least("hit rate at 3 of A", rates[0], 0.9)
    yield at_most("hit rate at 3 of B", rates[1], 0.5)
    yield at_least("hit rate at 3 of B", rates[1], 0.2)
    yield at_most("novelty of A", novelty(seen, systems[0]), 0)
    yield at_least("novelty of B", novelty(seen, systems[1]), 1)


def among(ranks: list[float], sampled: int, catalogue: int = 1000) -> float:
    """The hit rate at 10 to be expected among so many sampled items."""
    ways = comb(catalogue - 1, sampled)

    def chance(rank: int) -> float:
        better = rank - 1
        return (
            sum(comb(better, i) * comb(catalogue - 1 - better, sampled - i) for i in range(min(9, better) + 1)) / ways
        )

    return sum(chance(int(rank)) for rank in ranks) / len(ranks)


@just_fail(
    {"A": [1] * 10, "B": [11] * 10},
    {"A": [1] * 2 + [1000] * 8, "B": [500] * 10},
    {"A": [1] * 1 + [1000] * 9, "B": [11] * 10},
)
def by_sampling(answer: Any) -> Iterator[Condition]:
    """One system is better on the whole catalogue, the other among sampled items."""
    systems = []
    for part, name in zip(entry(answer, "A", "B"), "AB", strict=True):
        ranks = numbers_in(part, name, 1, 1000, 10)
        if len(ranks) > 500 or any(rank != int(rank) for rank in ranks):
            raise ValueError(f"{name} must be a list of 10 to 500 whole numbers from 1 to 1000")
        systems.append(ranks)
    a, b = systems
    yield Condition("as many users for A as for B", f"{len(a)} and {len(b)}", len(a) == len(b))
    exact = [sum(rank <= 10 for rank in ranks) / len(ranks) for ranks in systems]
    yield at_least("hit rate at 10 of A minus that of B, whole catalogue", exact[0] - exact[1], 0.2)
    sampled = [among(ranks, 50) for ranks in systems]
    yield at_least("hit rate at 10 of B minus that of A, among 50 sampled", sampled[1] - sampled[0], 0.5)


@just_fail([[1] + [0] * 9] * 3, [[1, 1] + [0] * 8] * 4, [[1, 1, 1] + [0] * 7, [0] * 10, [0] * 10])
def no_rate(answer: Any) -> Iterator[Condition]:
    """Hits over users exceed 1 although most users have no hit."""
    if not isinstance(answer, list) or not 3 <= len(answer) <= 100:
        raise ValueError("give 3 to 100 lists of ten numbers, 0 or 1, one per user")
    lists = [numbers_in(each, f"not_a_rate[{i}]", 0, 1, 10) for i, each in enumerate(answer)]
    if any(len(each) != 10 or not {0.0, 1.0}.issuperset(each) for each in lists):
        raise ValueError("each list must hold ten numbers, 0 or 1")
    yield at_least("hits over users", sum(map(sum, lists)) / len(lists), 1.5)
    yield at_most("share of users with a hit", hit_rate(lists, 10), 0.4)


TASKS = (
    Implement(
        name="hit_rate_of",
        minutes=10,
        reference=hit_rate,
        examples=({"relevances": [[1, 1, 0], [0, 0, 1], [0, 1]], "k": 2},),
        parts={
            "any lists": Part(
                HITS,
                2,
                (
                    {"relevances": [[], [1]], "k": 1},
                    {"relevances": [[0, 0], [0, 1], [0, 0]], "k": 2},
                    {"relevances": [[1], [0, 0], [1, 0]], "k": 1},
                    {"relevances": [[0] * 11 + [1], [0]], "k": 12},
                    {"relevances": [[1, 0], [1, 0], [0, 1]], "k": 1},
                    {"relevances": [[0]] * 11 + [[1]], "k": 3},
                    {"relevances": [[0]] * 150 + [[1]], "k": 3},
                    {"relevances": [[1] * 6, [0] * 6, [1, 0, 1, 1, 1]], "k": 5},
                    *({"relevances": users, "k": k} for k, users in enumerate(many_users([0, 0, 0, 1], 1), 2)),
                ),
            )
        },
        wrong_ideas={
            "hits over users: a user counts once": lambda relevances, k: (
                sum(sum(each[:k]) for each in relevances) / len(relevances)
            ),
            "mean precision at k: a hit is a hit, however many there are": lambda relevances, k: (
                sum(precision_at_k(each, k) for each in relevances) / len(relevances)
            ),
            "whole lists: only the first k items count": lambda relevances, k: hit_rate(relevances, 100),
            "the item at rank k: any of the first k will do": lambda relevances, k: (
                sum(any(each[k - 1 : k]) for each in relevances) / len(relevances)
            ),
        },
    ),
    Implement(
        name="percentile_rank_of",
        minutes=20,
        reference=mean_percentile_rank,
        examples=({"relevances": [[0, 2, 0], [1, 0, 0, 1, 0]]},),
        parts={
            "any lists": Part(
                WATCHED.filter(lambda given: any(map(any, given["relevances"]))),
                2,
                (
                    {"relevances": [[0, 0, 0], [1, 0, 2]]},
                    {"relevances": [[1, 0], [0, 0], [0, 2]]},
                    {"relevances": [[0, 3], [1, 2], [0, 0]]},
                    {"relevances": [[5, 0, 1]]},
                    {"relevances": [[200, 100], [3, 5]]},
                    {"relevances": [[1, 0], [1, 0], [0, 1]]},
                    {"relevances": [[0, 1]] * 4 + [[3, 0, 1]] * 8},
                    {"relevances": [[0] * 11 + [1, 0]]},
                    {"relevances": [[300, 1]]},
                    {"relevances": [[1, 0], [3, 0, 0], [2, 0, 0, 0], [5, 0]]},
                    *({"relevances": users} for users in many_users([0, 0, 1, 2, 7], 2)),
                ),
            ),
            "nothing relevant": Part(
                UNWATCHED, 1, ({"relevances": [[0, 0], [0, 0]]}, {"relevances": [[0] * n for n in range(2, 12)]})
            ),
        },
        wrong_ideas={
            "places from 1/n to 1: the top of the list is 0": lambda relevances: placed(
                relevances, lambda i, n: (i + 1) / n
            ),
            "places from 0 to (n - 1)/n: the end of the list is 1": lambda relevances: placed(
                relevances, lambda i, n: i / n
            ),
            "relevances that do not weigh: what was watched twice counts twice": lambda relevances: placed(
                relevances, from_0, bool
            ),
            "a mean of the users' means: add up, then divide": user_by_user,
            "the best at 1: here the top of the list is 0": lambda relevances: placed(
                relevances, lambda i, n: 1 - from_0(i, n)
            ),
            "0 where nothing is relevant: it is 0/0, nan": lambda relevances: (
                mean_percentile_rank(relevances) if any(map(any, relevances)) else 0.0
            ),
        },
    ),
    Implement(
        name="personalized_of",
        minutes=15,
        reference=personalised,
        examples=(
            {
                "actual": ["b", "a", "c"],
                "recommended": [["a", "b", "c"], ["a", "b", "c"], ["b", "a", "c"]],
                "k": 2,
                "popular": ["a"],
            },
        ),
        parts={
            "any moments": Part(
                MOMENTS,
                3,
                (
                    *({"actual": a, "recommended": shown, "k": 1, "popular": popular} for a, shown, popular in AT_ONE),
                    {"actual": ["l"], "recommended": [[*"abcdefghijkl"]], "k": 12, "popular": ["a"]},
                    {"actual": ["a", "b", "c"], "recommended": [[*"cba"]] * 3, "k": 3, "popular": ["d", "e", "c"]},
                    {"actual": ["a"] * 151, "recommended": [["b"]] * 150 + [["a"]], "k": 1, "popular": ["b"]},
                    {"actual": list("abcab"), "recommended": [list("dabc")] * 5, "k": 4, "popular": ["d"]},
                    *many_moments(),
                ),
            )
        },
        wrong_ideas={
            "success: popular items do not count": lambda actual, recommended, k, popular: success_at_k(
                actual, recommended, k
            ),
            "popular items taken out before the cut: their places stay empty": cut_later,
            "moments with a popular item left out: they count as failures": fewer_moments,
            "whole lists: only the first k items count": lambda actual, recommended, k, popular: personalised(
                actual, recommended, 100, popular
            ),
        },
    ),
    ByHand(name="users_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=WRONG),
    Build(name="nothing_new", minutes=15, points=3, conditions=no_news),
    Build(name="sampled_winner", minutes=20, points=5, conditions=by_sampling),
    Refute(name="not_a_rate", minutes=10, points=3, conditions=no_rate),
    Argue(name="which_recommender", minutes=20, points=4),
)

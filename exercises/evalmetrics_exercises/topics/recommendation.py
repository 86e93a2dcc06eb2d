"""Exercise of the chapter on recommenders."""

import random
from collections.abc import Iterator
from math import comb, nan, sqrt
from statistics import fmean
from typing import Any

from hypothesis import strategies as st

from evalmetrics import (
    average_reciprocal_hit_rate,
    hit_rate,
    mean_percentile_rank,
    mean_reciprocal_rank,
    novelty,
    personalized_at_k,
    precision_at_k,
    recall_at_k,
    roc_auc,
    success_at_k,
    wilson_interval,
)

from ..building import at_least, at_most, entry, labels_in, numbers_in
from ..drawing import SIZES, told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "22_recommendation"


Lists = list[list[int]]


def placed(relevances: Lists, place: Any, weight: Any = float) -> float:
    """A pooled mean of places, by another place (of index and length) or weight."""
    total = sum(weight(r) for each in relevances for r in each)
    sums = sum(weight(r) * place(i, len(each)) for each in relevances for i, r in enumerate(each))
    return sums / total if total else nan


def from_0(i: int, n: int) -> float:
    return i / (n - 1)


def user_by_user(relevances: Lists) -> float:
    means = [placed([each], from_0) for each in relevances if any(each)]
    return sum(means) / len(means) if means else nan


def personalised(actual: list[str], recommended: list[list[str]], k: int, popular: list[str]) -> float:
    return personalized_at_k(actual, recommended, k, popular=popular)


def cut_later(actual: list[str], recommended: list[list[str]], k: int, popular: list[str]) -> float:
    return success_at_k(actual, [[item for item in shown if item not in popular] for shown in recommended], k)


def fewer_moments(actual: list[str], recommended: list[list[str]], k: int, popular: list[str]) -> float:
    kept = [(item, shown) for item, shown in zip(actual, recommended, strict=True) if item not in popular]
    return success_at_k([item for item, _ in kept], [shown for _, shown in kept], k) if kept else 0.0


HITS: Inputs = st.fixed_dictionaries(
    {
        "relevances": st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=5), min_size=1, max_size=6),
        "k": st.integers(1, 4),
    }
)


WATCHED: Inputs = st.fixed_dictionaries(
    {"relevances": st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=5), min_size=1, max_size=4)}
)
UNWATCHED: Inputs = st.lists(st.integers(2, 8), min_size=1, max_size=5).map(
    lambda lengths: {"relevances": [[0] * n for n in lengths]}
)


def many_users(times: list[int], least: int) -> list[Lists]:
    """Users as many, with lists as long and as mixed, as real ones; some have nothing."""
    source = random.Random("many users")
    return [
        [source.choices(times if source.random() < 0.8 else [0], k=source.randint(least, 12)) for _ in range(n)]
        for n in SIZES
    ]


def many_moments() -> tuple[Arguments, ...]:
    """Moments as many as real ones, among more items, of which several are popular; some recommend nothing."""
    source = random.Random("many moments")
    items = [f"item {i}" for i in range(12)]
    return tuple(
        {
            "actual": source.choices(items, k=n),
            "recommended": [source.sample(items, source.choice([0, 6, 9, 12])) for _ in range(n)],
            "k": k,
            "popular": source.sample(items, 5),
        }
        for n, k in ((10, 3), (13, 5), (16, 7), (20, 10))
    )


NEWS = st.lists(st.sampled_from("abcde"), max_size=4, unique=True)
MOMENTS: Inputs = st.lists(st.tuples(st.sampled_from("abcde"), NEWS), min_size=1, max_size=4).flatmap(
    lambda pairs: st.fixed_dictionaries(
        {
            "actual": st.just([item for item, _ in pairs]),
            "recommended": st.just([shown for _, shown in pairs]),
            "k": st.integers(1, 3),
            "popular": st.lists(st.sampled_from("abcde"), max_size=4, unique=True),
        }
    )
)


# Moments with a cut at 1: what was chosen, shown and popular. Names hold one another, begin alike, differ in a capital.
AT_ONE: tuple[tuple[list[str], list[list[str]], list[str]], ...] = (
    (["a", "b"], [["a"], ["b"]], ["a", "b"]),
    (["a", "b"], [["a"], ["b"]], ["ab"]),
    (["a", "b"], [["a"], ["b"]], ["a"]),
    (["a", "cat"], [["cat"], ["cat"]], []),
    (["b", "c"], [["a"], ["c"]], ["a"]),
    (["b", "b"], [["b"], ["b"]], ["a"]),
    (["b", "b", "c"], [["a"], ["b"], ["b"]], ["a"]),
    (["a", "a", "b"], [["a"], ["a"], ["c"]], []),
    (["a", "a", "b", "c", "d", "e"], [["a"]] * 6, []),
    (["notebook"], [["book"]], []),
    (["book"], [["notebook"]], []),
    (["notebook"], [["notebook"]], ["book"]),
    (["book"], [["book"]], ["notebook"]),
    (["booklet"], [["book"]], []),
    (["book"], [["booklet"]], []),
    (["book"], [["book"]], ["booklet"]),
    (["booklet"], [["booklet"]], ["book"]),
    (["book"], [["book"]], ["bag"]),
    (["book"], [["book"]], ["Book"]),
    (["10"], [["1"]], []),
)


def draw(source: random.Random) -> Any:
    """Four users with eight ranked items each, one of them without a hit on top, and a placement with its clicks."""
    while True:
        lists = [[int(source.random() < 0.35) for _ in range(8)] for _ in range(4)]
        shown = source.randrange(60, 200)
        data = {"lists": lists, "clicks": source.randrange(4, shown // 8), "impressions": shown}
        mixed = all(0 < sum(each) < len(each) for each in lists) and any(sum(each) > 3 for each in lists)
        unlucky = any(not any(each[:5]) for each in lists)
        several = any(sum(each[:5]) > 1 for each in lists) and sum(any(each[:3]) for each in lists) > 1
        several = several and any(each[5] for each in lists)  # which a cut at 5 leaves out
        if unlucky and mixed and several and told_apart(data, scores(data), WRONG):
            return data


def at_3(data: Any) -> tuple[float, float]:
    lists = data["lists"]
    precision = sum(precision_at_k(each, 3) for each in lists) / len(lists)
    recall = sum(recall_at_k(each, 3, n_relevant=sum(each)) for each in lists) / len(lists)
    return precision, recall


def scores(data: Any) -> dict[str, float]:
    lists, (precision, recall) = data["lists"], at_3(data)
    return {
        "arhr": average_reciprocal_hit_rate(lists, 5),
        "mpr": mean_percentile_rank(lists),
        "auc": sum(roc_auc(each, range(8, 0, -1)) if 0 in each else 1.0 for each in lists) / len(lists),
        "f1": 2 * precision * recall / (precision + recall),
        "ctr_high": wilson_interval(data["clicks"], data["impressions"]).high,
    }


def wald_high(data: Any) -> float:
    """The upper bound of the first textbook page."""
    p = data["clicks"] / data["impressions"]
    return float(p + 1.959964 * sqrt(p * (1 - p) / data["impressions"]))


def with_two_more(data: Any) -> Any:
    """About two clicks and two impressions without one added."""
    more = 1.959964**2
    return data | {"clicks": data["clicks"] + more / 2, "impressions": data["impressions"] + more}


def f1_at_3(relevant: list[int]) -> float:
    return 2 * sum(relevant[:3]) / (3 + sum(relevant))


def with_recall_of_three(data: Any) -> float:
    """F1 with a recall that three items can always reach."""
    precision = at_3(data)[0]
    recall = fmean(sum(each[:3]) / min(3, sum(each)) for each in data["lists"])
    return 2 * precision * recall / (precision + recall)


WRONG: Ideas = {
    "the reciprocal rank of the first hit alone: a user's hits are added up": lambda data: {
        "arhr": mean_reciprocal_rank(data["lists"], 5)
    },
    "the first four items: a cut at 5 takes in the fifth": lambda data: {
        "arhr": average_reciprocal_hit_rate(data["lists"], 4)
    },
    "places from 1/n to 1: the top of the list is 0": lambda data: {
        "mpr": placed(data["lists"], lambda i, n: (i + 1) / n)
    },
    "the users' own percentile ranks averaged: add before you divide": lambda data: {
        "mpr": user_by_user(data["lists"])
    },
    "the mean of the users' own F1: average precision and recall first": lambda data: {
        "f1": fmean(f1_at_3(each) for each in data["lists"])
    },
    "a share of what three places can hold for recall: it is one of all that is relevant": lambda data: {
        "f1": with_recall_of_three(data)
    },
    "the arithmetic mean of precision and recall": lambda data: {"f1": sum(at_3(data)) / 2},
    "the Wald interval": lambda data: {"ctr_high": wald_high(data)},
    "the interval of Agresti and Coull: the same centre, and another width": lambda data: {
        "ctr_high": wald_high(with_two_more(data))
    },
}


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
    {"seen": [["a", "b", "c"]] * 4, "liked": [["a"]] * 4, "A": [["a", "b", "c"]] * 4, "B": [["d", "e", "f"]] * 4},
    {"seen": [["a", "b", "c"]] * 4, "liked": [["a", "d"]] * 4, "A": [["a", "b", "c"]] * 4, "B": [["d", "e", "f"]] * 4},
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
                {"relevances": [[], [1]], "k": 1},
                {"relevances": [[0, 0], [0, 1], [0, 0]], "k": 2},
                {"relevances": [[1], [0, 0], [1, 0]], "k": 1},
                {"relevances": [[0] * 11 + [1], [0]], "k": 12},
                {"relevances": [[1, 0], [1, 0], [0, 1]], "k": 1},
                {"relevances": [[0]] * 11 + [[1]], "k": 3},
                {"relevances": [[0]] * 150 + [[1]], "k": 3},
                {"relevances": [[1] * 6, [0] * 6, [1, 0, 1, 1, 1]], "k": 5},
                *({"relevances": users, "k": k} for k, users in enumerate(many_users([0, 0, 0, 1], 1), 2)),
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
            "nothing relevant": Part(
                UNWATCHED, 1, {"relevances": [[0, 0], [0, 0]]}, {"relevances": [[0] * n for n in range(2, 12)]}
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
                *({"actual": a, "recommended": shown, "k": 1, "popular": popular} for a, shown, popular in AT_ONE),
                {"actual": ["l"], "recommended": [[*"abcdefghijkl"]], "k": 12, "popular": ["a"]},
                {"actual": ["a", "b", "c"], "recommended": [[*"cba"]] * 3, "k": 3, "popular": ["d", "e", "c"]},
                {"actual": ["a"] * 151, "recommended": [["b"]] * 150 + [["a"]], "k": 1, "popular": ["b"]},
                {"actual": list("abcab"), "recommended": [list("dabc")] * 5, "k": 4, "popular": ["d"]},
                *many_moments(),
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

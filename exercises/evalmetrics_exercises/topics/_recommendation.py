"""What the exercise on recommendation is made of: definitions, mistakes that have a name, and data."""

import random
from math import nan, sqrt
from statistics import fmean
from typing import Any

from hypothesis import strategies as st

from evalmetrics import (
    average_reciprocal_hit_rate,
    mean_percentile_rank,
    mean_reciprocal_rank,
    personalized_at_k,
    precision_at_k,
    recall_at_k,
    roc_auc,
    success_at_k,
    wilson_interval,
)

from ..drawing import SIZES, told_apart
from ..tasks import Arguments

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
    """Popular items are taken out first, so that others move up."""
    return success_at_k(actual, [[item for item in shown if item not in popular] for shown in recommended], k)


def fewer_moments(actual: list[str], recommended: list[list[str]], k: int, popular: list[str]) -> float:
    """Moments at which a popular item was chosen are left out."""
    kept = [(item, shown) for item, shown in zip(actual, recommended, strict=True) if item not in popular]
    return success_at_k([item for item, _ in kept], [shown for _, shown in kept], k) if kept else 0.0


HITS: st.SearchStrategy[Arguments] = st.fixed_dictionaries(
    {
        "relevances": st.lists(st.lists(st.integers(0, 1), min_size=1, max_size=5), min_size=1, max_size=6),
        "k": st.integers(1, 4),
    }
)


WATCHED: st.SearchStrategy[Arguments] = st.fixed_dictionaries(
    {"relevances": st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=5), min_size=1, max_size=4)}
)
UNWATCHED: st.SearchStrategy[Arguments] = st.lists(st.integers(2, 8), min_size=1, max_size=5).map(
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
MOMENTS: st.SearchStrategy[Arguments] = st.lists(
    st.tuples(st.sampled_from("abcde"), NEWS), min_size=1, max_size=4
).flatmap(
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
    (["book"], [["Book"]], []),
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
        if unlucky and mixed and several and told_apart(scores(data), [idea(data) for idea in WRONG.values()]):
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


WRONG: dict[str, Any] = {
    "the reciprocal rank of the first hit alone: a user's hits are added up": lambda data: (
        scores(data) | {"arhr": mean_reciprocal_rank(data["lists"], 5)}
    ),
    "the first four items: a cut at 5 takes in the fifth": lambda data: (
        scores(data) | {"arhr": average_reciprocal_hit_rate(data["lists"], 4)}
    ),
    "places from 1/n to 1: the top of the list is 0": lambda data: (
        scores(data) | {"mpr": placed(data["lists"], lambda i, n: (i + 1) / n)}
    ),
    "the users' own percentile ranks averaged: add before you divide": lambda data: (
        scores(data) | {"mpr": user_by_user(data["lists"])}
    ),
    "the mean of the users' own F1: average precision and recall first": lambda data: (
        scores(data) | {"f1": fmean(f1_at_3(each) for each in data["lists"])}
    ),
    "a share of what three places can hold for recall: it is one of all that is relevant": lambda data: (
        scores(data) | {"f1": with_recall_of_three(data)}
    ),
    "the arithmetic mean of precision and recall": lambda data: scores(data) | {"f1": sum(at_3(data)) / 2},
    "the Wald interval": lambda data: scores(data) | {"ctr_high": wald_high(data)},
    "the interval of Agresti and Coull: the same centre, and another width": lambda data: (
        scores(data) | {"ctr_high": wald_high(with_two_more(data))}
    ),
}

"""Exercise of the chapter on clustering."""

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from typing import Any

import numpy as np

from evalmetrics import (
    adjusted_mutual_information,
    adjusted_rand_index,
    normalized_mutual_information,
    rand_index,
    silhouette,
)

from ..building import at_least, at_most, entry, labels_in, numbers_in, slack
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ._clustering import (
    KNOWN_TABLES,
    ONE_SIDED,
    TRIVIAL,
    UNDEFINED,
    WRONG_SHARES,
    all_outside,
    by,
    chance_can_differ,
    cluster_of_nearest,
    contingencies,
    draw,
    explained,
    groupings,
    lines,
    lonely,
    many_items,
    many_points,
    mean_distance,
    nearest_member,
    next_centre,
    next_cluster,
    numbers,
    of_pairs,
    over_b,
    plain_mean,
    quotient,
    same_names,
    silhouettes,
    singles_at_one,
    to_centre,
    told,
    usual,
    whatever_the_chance,
    with_itself,
    without_nan,
    wrong_pairs,
    wrong_silhouette,
)

TITLE = "44_clustering"


def in_the_plane(answer: Any) -> tuple[Any, list[str], list[str]]:
    """Different points of the plane with two groupings into two."""
    x, y, right, wrong = entry(answer, "x", "y", "right", "wrong")
    columns = [numbers_in(part, name, 0, 100, 12) for part, name in ((x, "x"), (y, "y"))]
    labels = [labels_in(part, name) for part, name in ((right, "right"), (wrong, "wrong"))]
    if not len(columns[0]) == len(columns[1]) == len(labels[0]) == len(labels[1]) <= 200:
        raise ValueError("x, y, right and wrong must have the same length, 12 to 200")
    if any(len(set(part)) != 2 or min(Counter(part).values()) < 3 for part in labels):
        raise ValueError("right and wrong must each have two groups of at least 3 points")
    points = np.column_stack(columns)
    if len(np.unique(points, axis=0)) < len(points):
        raise ValueError("all points must be different")
    return points, labels[0], labels[1]


def widest_step(points: Any) -> float:
    """The longest edge of the shortest tree that joins all points."""
    outside, near, widest = set(range(1, len(points))), np.hypot(*(points - points[0]).T), 0.0
    while outside:
        new = min(outside, key=lambda i: float(near[i]))
        outside.remove(new)
        widest = max(widest, float(near[new]))
        near = np.minimum(near, np.hypot(*(points - points[new]).T))
    return widest


ROWS = [0, 1] * 10
ROW_POINTS: dict[str, Any] = {"x": [i // 2 * 5 for i in range(20)], "y": [10 * (i % 2) for i in range(20)]}


@just_fail(
    ROW_POINTS | {"right": ROWS, "wrong": ROWS},
    ROW_POINTS | {"right": [0] * 10 + [1] * 10, "wrong": ROWS},
    {"x": [0, 1, 2] * 4, "y": [0] * 12, "right": [0, 1] * 6, "wrong": [0] * 6 + [1] * 6},
    ROW_POINTS | {"right": ROWS, "wrong": [0] * 19 + [1]},
    {
        "x": [*range(10)] * 2,
        "y": [0] * 10 + [30] * 10,
        "right": [0] * 10 + [1] * 10,
        "wrong": ([0] * 5 + [1] * 5) * 2,
    },
)
def wrong_and_better(answer: Any) -> Iterator[Condition]:
    """Groups apart by a gap, and a wrong grouping that the silhouette prefers."""
    points, right, wrong = in_the_plane(answer)
    one, other = (points[[label == name for label in right]] for name in sorted(set(right)))
    gap = min(float(np.hypot(*(other - point).T).min()) for point in one)
    step = max(widest_step(one), widest_step(other))
    shown = f"gap {gap:.4g}, widest step {step:.4g}"
    yield Condition(
        "the gap between the right groups is at least twice as wide as any step inside",
        shown,
        gap >= 2 * step * (1 - 1e-9),
    )
    yield at_most("adjusted Rand index of right and wrong", adjusted_rand_index(right, wrong), 0.1)
    scores = [silhouette(points, labels) for labels in (wrong, right)]
    found = f"{scores[0]:.4f} and {scores[1]:.4f}"
    yield Condition(
        "the silhouette of wrong is at least 0.3 above that of right", found, scores[0] - scores[1] >= 0.3 - slack(0.3)
    )


@just_fail(
    {"first": list(range(40)), "second": [*range(39), 0]},
    {"first": [i // 2 for i in range(40)], "second": [i // 2 for i in range(40)]},
    {"first": [i // 4 for i in range(16)], "second": [i % 4 for i in range(16)]},
    {"first": [0] * 20, "second": [0] * 20},
    {"first": [0, 0, 1, 1], "second": [0, 1, 0, 1]},
)
def strangers(answer: Any) -> Iterator[Condition]:
    """Two groupings that the Rand index finds almost equal, and chance would have made more alike."""
    one, other = (labels_in(part, name) for part, name in zip(entry(answer, *SIDES), SIDES, strict=True))
    if not 10 <= len(one) == len(other) <= 500:
        raise ValueError("first and second must have the same length, 10 to 500")
    least = min(min(Counter(one).values()), min(Counter(other).values()))
    yield Condition("every group has at least 2 members", f"the smallest has {least}", least >= 2)
    groups = min(len(set(one)), len(set(other)))
    yield Condition("both groupings have at least 2 groups", f"one has {groups}", groups >= 2)
    yield at_least("Rand index", rand_index(one, other), 0.95)
    yield at_most("adjusted Rand index", adjusted_rand_index(one, other), 0)


@just_fail(
    {"truth": [0, 1] * 10, "few": [0, 1] * 10, "many": list(range(20))},
    {"truth": [0, 1] * 10, "few": [0, 0, 1, 1] * 5, "many": [i // 2 for i in range(20)]},
    {"truth": [0, 1] * 10, "few": [0] * 20, "many": list(range(20))},
    {"truth": [0, 1] * 10, "few": [0, 1] * 7 + [1, 0] * 3, "many": [i // 4 for i in range(20)]},
    {"truth": [0, 1] * 10, "few": [0, 1] * 5 + [1, 0] * 5, "many": list(range(20))},
    {"truth": list(range(20)), "few": list(range(20)), "many": [0] * 20},
)
def bought_by_number(answer: Any) -> Iterator[Condition]:
    """Many small clusters that have the higher NMI, and few that have the higher AMI."""
    names = ("truth", "few", "many")
    truth, few, many = (labels_in(part, name) for part, name in zip(entry(answer, *names), names, strict=True))
    if not 12 <= len(truth) == len(few) == len(many) <= 200:
        raise ValueError("truth, few and many must have the same length, 12 to 200")
    sizes = Counter(truth)
    shown = f"{len(sizes)} groups, the smallest has {min(sizes.values())}"
    yield Condition(
        "truth has 2 to 5 groups of at least 5 members", shown, 2 <= len(sizes) <= 5 and min(sizes.values()) >= 5
    )
    found = f"{len(set(few))} clusters"
    yield Condition("few has as many clusters as truth has groups", found, len(set(few)) == len(sizes))
    nmi, ami = (
        [float(score(truth, each)) for each in (few, many)]
        for score in (normalized_mutual_information, adjusted_mutual_information)
    )
    yield at_least("NMI of many, minus that of few,", nmi[1] - nmi[0], 0.1)
    yield at_least("AMI of few, minus that of many,", ami[0] - ami[1], 0.1)


SIDES = ("first", "second")
BY_HAND: Ideas = {
    "b to the nearest member of another cluster": lambda data: wrong_silhouette(data, b=nearest_member),
    "the point among its own neighbours": lambda data: wrong_silhouette(data, a=with_itself),
    "a ratio over b: below 0 it is over a": lambda data: wrong_silhouette(data, ratio=over_b),
    "a ratio over a: above 0 it is over b": lambda data: wrong_silhouette(data, ratio=lambda a, b: (b - a) / a),
    "distances to centres": lambda data: wrong_silhouette(data, to_centre, next_centre),
    "b to a centre: it is the mean distance to the members": lambda data: wrong_silhouette(data, b=next_centre),
    "b to all points outside: it is that of one cluster": lambda data: wrong_silhouette(data, b=all_outside),
    "b of the cluster whose centre or member is nearest: the mean distance decides": lambda data: wrong_silhouette(
        data, b=cluster_of_nearest
    ),
    "the mean distance in place of the core distance: the mean is of 1 / distance": plain_mean,
    "pairs together in both, without those apart in both": lambda data: wrong_pairs(
        data, lambda t, p, q, n: {"rand": t / n}
    ),
    "the larger number of pairs as the best: the mean of both": lambda data: wrong_pairs(
        data, lambda t, p, q, n: {"adjusted_rand": (t - p * q / n) / (max(p, q) - p * q / n)}
    ),
    "the geometric mean of both numbers of pairs as the best: the plain mean": lambda data: wrong_pairs(
        data, lambda t, p, q, n: {"adjusted_rand": (t - p * q / n) / (sqrt(p * q) - p * q / n)}
    ),
    "the share of equal labels: labels are names without meaning": lambda data: (
        numbers(data) | {"rand": same_names(data["truth"], [label.lower() for label in data["found"]])}
    ),
}


TASKS = (
    Implement(
        name="silhouettes_of",
        minutes=20,
        reference=silhouettes,
        examples=({"points": [0, 1, 10, 11, 30], "labels": [0, 0, 1, 1, 1]},),
        parts={
            "clusters of two points or more": Part(
                lines(4, 7, unique=True).filter(usual),
                2,
                (
                    {"points": [0, 4, 1, 9, 2, 30], "labels": [0, 0, 1, 1, 2, 2]},
                    {"points": [0, 1, 5, 5, 8], "labels": [0, 0, 1, 1, 1]},
                    {"points": [5, 6, 0, 7, 20, 21], "labels": [2, 2, 0, 0, 1, 1]},
                    {"points": [0, 1e-9, 3e-9, 4e-9], "labels": [0, 0, 1, 1]},
                    {"points": [-3, 4.5, -1, 9, 2, -30, 7, 8], "labels": ["a", "a", "b", "b", "c", "c", "d", "d"]},
                    {"points": [0, 100_000, -100_000, -100_001], "labels": [0, 0, 1, 1]},
                    {"points": [0, 2e12, 5e12, 5.5e12], "labels": [0, 0, 1, 1]},
                    {"points": [0.1, 0.35, 0.7, 0.75, 0.9, 0.2], "labels": [-1, -1, 0, 0, 1, 1]},
                    {"points": [*range(0, 24, 2), 5, 30], "labels": [0] * 7 + [1] * 7},
                    {"points": [0, 1, 5, 7, 3, 4], "labels": ["a", "a", "A", "A", "b", "b"]},
                    {"points": [0, 100, 100.5, 201.5], "labels": [0, 0, 1, 1]},  # 0.005 for the second point
                    *many_points(usual, range(-60, 61)),
                ),
            ),
            "a point alone, or points that coincide": Part(
                lines(3, 6, unique=True).filter(lonely),
                1,
                (
                    {"points": [3, 3, 3, 3], "labels": [0, 0, 1, 1]},
                    {"points": [3, 3, 8, 3, 3], "labels": [0, 0, 1, 1, 1]},
                    {"points": [0, 0, 5, 5, 9], "labels": [0, 1, 0, 1, 2]},
                    *many_points(lonely, range(12)),
                ),
            ),
            "too few clusters, or too many": Part(
                UNDEFINED,
                1,
                (
                    {"points": [1, 2, 5], "labels": [0, 1, 2]},
                    {"points": [1, 2, 5], "labels": [2, 2, 2]},
                    {"points": [5], "labels": [0]},
                ),
            ),
        },
        wrong_ideas={
            "b to the nearest member of another cluster: it is the mean distance to all members": by(
                mean_distance, nearest_member
            ),
            "the point among its own neighbours: a is the mean over the others": by(with_itself, next_cluster),
            "b to all points outside: it is that of one cluster, the nearest": by(mean_distance, all_outside),
            "b of the farthest cluster: the nearest of them counts": by(
                mean_distance, lambda point, rest: max(mean_distance(point, members) for members in rest)
            ),
            "distances to centres: they are means of distances to the members": by(to_centre, next_centre),
            "a ratio over b: below 0 it is over a, the larger of the two": by(mean_distance, next_cluster, over_b),
            "a - b: a point nearer to its own cluster has a positive silhouette": by(
                mean_distance, next_cluster, lambda a, b: -quotient(a, b)
            ),
            "1 for a point alone: by decree it has 0": singles_at_one,
            "0 where there is nothing to compare: undefined is nan": without_nan,
        },
    ),
    Implement(
        name="adjusted_rand_of",
        minutes=20,
        reference=lambda labels_true, labels_pred: float(adjusted_rand_index(labels_true, labels_pred)),
        examples=({"labels_true": [0, 0, 1, 1], "labels_pred": [0, 1, 0, 1]},),
        parts={
            "groupings that chance can get wrong": Part(
                groupings().filter(chance_can_differ),
                2,
                (
                    {"labels_true": [0, 0, 1, 1], "labels_pred": [5, 5, 3, 3]},
                    {"labels_true": [0, 0, 0], "labels_pred": [0, 1, 2]},
                    {"labels_true": [0, 0, 0, 0], "labels_pred": [0, 1, 1, 0]},
                    {"labels_true": [0, 1, 2, 3], "labels_pred": [0, 1, 1, 0]},
                    {"labels_true": [0, 1, 2, 3, 3, 4], "labels_pred": [0, 0, 1, 1, 2, 2]},
                    {"labels_true": [0, 0, 0, 1, 1], "labels_pred": [0, 0, 0, 0, 1]},
                    {"labels_true": [1, 1, 11, 11, 1], "labels_pred": [11, 11, 1, 1, 1]},
                    {"labels_true": ["a", "b", "b", "a"], "labels_pred": ["b", "c", "c", "c"]},
                    {"labels_true": [0] * 4 + [1] * 4 + [2] * 4, "labels_pred": [0] * 3 + [1] * 4 + [2] * 4 + [0]},
                    {"labels_true": [0, 0, 1], "labels_pred": [0, 0, 1]},
                    {"labels_true": [0, 0, 1], "labels_pred": [0, 1, 1]},
                    {"labels_true": [-1, -1, 0, 0, 1], "labels_pred": [-1, -1, 0, 1, 1]},
                    {"labels_true": ["a", "A", "b", "b"], "labels_pred": ["a", "a", "b ", "b"]},
                    *many_items(),
                ),
            ),
            "groupings that chance cannot get wrong": Part(
                TRIVIAL,
                1,
                (
                    {"labels_true": [0], "labels_pred": [1]},
                    {"labels_true": [4, 4, 4], "labels_pred": [0, 0, 0]},
                    {"labels_true": [0, 1, 2], "labels_pred": [2, 0, 1]},
                    {"labels_true": [0], "labels_pred": [0]},
                    *(
                        {"labels_true": labels, "labels_pred": list(labels)}
                        for labels in ([0, 0], [0, 1], ["a"] * 3, ["b", "c", "a"], [3] * 9, list(range(9)))
                    ),
                ),
            ),
        },
        wrong_ideas={
            "the plain Rand index: what chance gives has to come out": of_pairs(
                lambda t, p, q, n: (n - p - q + 2 * t) / n
            ),
            "the share of equal labels: labels are names without meaning": same_names,
            "pairs together in both over those in either: chance, and the pairs apart, are missing": of_pairs(
                lambda t, p, q, n: t / (p + q - t)
            ),
            "the Rand index over its largest value 1, minus chance, undivided": of_pairs(
                lambda t, p, q, n: (t - p * q / n) / n
            ),
            "the larger of the two numbers of pairs as the best: their mean": of_pairs(
                lambda t, p, q, n: (t - p * q / n) / (max(p, q) - p * q / n)
            ),
            "the smaller of the two numbers of pairs as the best: their mean": of_pairs(
                lambda t, p, q, n: (t - p * q / n) / (min(p, q) - p * q / n)
            ),
            "1 where both are one heap or all alone: 0/0 is undefined": whatever_the_chance,
        },
    ),
    Implement(
        name="v_measure_of",
        minutes=15,
        reference=explained,
        examples=({"table": [[2, 0, 0], [0, 1, 1]]},),
        parts={
            "several classes and clusters": Part(
                contingencies(0, 12).filter(told).map(lambda table: {"table": table}), 2, KNOWN_TABLES
            ),
            "one class, one cluster, or nothing in common": Part(
                ONE_SIDED.map(lambda table: {"table": table}),
                1,
                (
                    {"table": [[5, 5], [5, 5]]},
                    {"table": [[3, 4]]},
                    {"table": [[3], [4]]},
                    {"table": [[7]]},
                    {"table": [[2, 4, 6], [1, 2, 3]]},
                ),
            ),
        },
        wrong_ideas=WRONG_SHARES,
    ),
    ByHand(name="clusters_by_hand", minutes=35, draw=draw, solve=numbers, wrong_ideas=BY_HAND),
    Build(name="wrong_and_preferred", minutes=20, points=5, conditions=wrong_and_better),
    Refute(name="almost_equal_strangers", minutes=15, points=4, conditions=strangers),
    Build(name="bought_by_number", minutes=10, points=3, conditions=bought_by_number),
    Argue(name="how_many_segments", minutes=20, points=4),
)

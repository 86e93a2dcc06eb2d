"""Exercise of the chapter on clustering."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import nan, sqrt
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import adjusted_rand_index, cluster_pairs, core_distances, rand_index, silhouette, silhouette_samples

from ..drawing import at_least, at_most, entry, labels_in, numbers_in, slack
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Part, Refute

TITLE = "44_clustering"
Line = list[float]
Labels = list[Any]


def silhouettes(points: Line, labels: Labels) -> list[float]:
    """The package's silhouettes of points on a line."""
    return list(map(float, silhouette_samples([[p] for p in points], labels)))


def by(a: Callable[..., float], b: Callable[..., float], ratio: Any = None) -> Callable[[Line, Labels], list[float]]:
    """Silhouettes of other distances: `a` of (point, others of its cluster), `b` of (point, list of other clusters)."""

    def wrong(points: Line, labels: Labels) -> list[float]:
        if not 2 <= len(set(labels)) < len(labels):
            return [nan] * len(labels)
        values = []
        for i, own in enumerate(labels):
            others = [p for j, p in enumerate(points) if labels[j] == own and j != i]
            rest = [[p for p, c in zip(points, labels, strict=True) if c == name] for name in set(labels) - {own}]
            near, far = a(points[i], others), b(points[i], rest)
            values.append((ratio or quotient)(near, far) if others else 0.0)
        return values

    return wrong


def quotient(a: float, b: float) -> float:
    """The definition's ratio, 0 where a = b."""
    return (b - a) / max(a, b) if a != b else 0.0


def mean_distance(point: float, others: Line) -> float:
    """To all of them; 0 to nobody."""
    return sum(abs(point - other) for other in others) / len(others) if others else 0.0


def with_itself(point: float, others: Line) -> float:
    """The mean that counts the point among the members."""
    return mean_distance(point, [*others, point])


def to_centre(point: float, others: Line) -> float:
    """The distance to the mean of the members."""
    return abs(point - sum(others) / len(others)) if others else 0.0


def next_cluster(point: float, rest: list[Line]) -> float:
    """The definition's b."""
    return min(mean_distance(point, members) for members in rest)


def next_centre(point: float, rest: list[Line]) -> float:
    """The distance to the nearest centre."""
    return min(to_centre(point, members) for members in rest)


def all_outside(point: float, rest: list[Line]) -> float:
    """The mean distance to everything outside."""
    return mean_distance(point, [p for members in rest for p in members])


def over_b(a: float, b: float) -> float:
    """A ratio that knows no point in the wrong cluster."""
    return (b - a) / b if b else 0.0


def singles_at_one(points: Line, labels: Labels) -> list[float]:
    """A point alone is perfectly compact."""
    sizes = Counter(labels)
    single = 2 <= len(sizes) < len(labels)
    pairs = zip(silhouettes(points, labels), labels, strict=True)
    return [1.0 if single and sizes[label] == 1 else value for value, label in pairs]


def without_nan(points: Line, labels: Labels) -> list[float]:
    """Zeros where nothing is defined."""
    return [0.0 if value != value else value for value in silhouettes(points, labels)]


def counts(labels_true: Labels, labels_pred: Labels) -> tuple[int, int, int, int]:
    """Pairs together in both, in the first, in the second, and all."""
    pairs = cluster_pairs(labels_true, labels_pred)
    return pairs.together, pairs.together + pairs.only_true, pairs.together + pairs.only_pred, pairs.total


def of_pairs(score: Callable[..., float]) -> Callable[[Labels, Labels], float]:
    """Another index of the same four counts."""

    def wrong(labels_true: Labels, labels_pred: Labels) -> float:
        try:
            return float(score(*counts(labels_true, labels_pred)))
        except ZeroDivisionError:
            return nan

    return wrong


def whatever_the_chance(labels_true: Labels, labels_pred: Labels) -> float:
    """1 where chance cannot disagree."""
    value = float(adjusted_rand_index(labels_true, labels_pred))
    return 1.0 if value != value else value


def same_names(labels_true: Labels, labels_pred: Labels) -> float:
    """The share of equal labels."""
    return float(np.mean([a == b for a, b in zip(labels_true, labels_pred, strict=True)]))


def lines(least: int, most: int, unique: bool) -> st.SearchStrategy[Arguments]:
    """Points on a line with labels from three clusters."""
    return st.integers(least, most).flatmap(
        lambda n: st.fixed_dictionaries(
            {
                "points": st.lists(st.integers(0, 30), min_size=n, max_size=n, unique=unique),
                "labels": st.lists(st.integers(0, 2), min_size=n, max_size=n),
            }
        )
    )


def sizes(given: Arguments) -> list[int]:
    """How many points each cluster has."""
    return list(Counter(given["labels"]).values())


def usual(given: Arguments) -> bool:
    """Whether there are two clusters or more, none of them of a single point."""
    return len(sizes(given)) > 1 and min(sizes(given)) > 1


def lonely(given: Arguments) -> bool:
    """Whether some point is alone in its cluster, and not all are."""
    return len(sizes(given)) > 1 and min(sizes(given)) == 1 < max(sizes(given))


UNDEFINED: st.SearchStrategy[Arguments] = st.lists(st.integers(0, 30), min_size=2, max_size=5, unique=True).flatmap(
    lambda points: st.sampled_from([[0] * len(points), list(range(len(points)))]).map(
        lambda labels: {"points": points, "labels": labels}
    )
)


def groupings(least: int = 2, most: int = 8) -> st.SearchStrategy[Arguments]:
    """Two groupings of the same items."""
    rows = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), min_size=least, max_size=most)
    return rows.map(
        lambda drawn: dict(zip(("labels_true", "labels_pred"), map(list, zip(*drawn, strict=True)), strict=True))
    )


def chance_can_differ(given: Arguments) -> bool:
    """Whether the adjusted index is defined."""
    value = adjusted_rand_index(**given)
    return bool(value == value)


TRIVIAL: st.SearchStrategy[Arguments] = st.integers(1, 6).flatmap(
    lambda n: st.sampled_from([([7] * n, [0] * n), (list(range(n)), list(range(n))[::-1])]).map(
        lambda pair: {"labels_true": pair[0], "labels_pred": pair[1]}
    )
)


def draw(source: random.Random) -> Any:
    """Nine to thirteen points on a line, the groups that a program found, the true ones, and two points to look at.

    The groups reach into each other: `point` is a stranger in its own, `other` is at home.
    """
    while True:
        n = source.randint(9, 13)
        points = sorted(source.sample(range(70), n))
        first, second = sorted(source.sample(range(2, n - 1), 2))
        found = ["A"] * first + ["B"] * (second - first) + ["C"] * (n - second)
        truth = [label.lower() if source.random() < 0.65 else source.choice("abc") for label in found]
        for _ in range(2):
            i, j = source.sample(range(n), 2)
            found[i], found[j] = found[j], found[i]
        data = {"points": points, "found": found, "truth": truth}
        pairs = [sum(m * (m - 1) // 2 for m in Counter(labels).values()) for labels in (truth, found)]
        if abs(pairs[0] - pairs[1]) < 4 or min(Counter(found).values()) < 2 or len(set(truth)) < 3:
            continue
        strangers = [point for point in points if misplaced(data, point)]
        settled = [point for point in points if at_home(data, point)]
        if strangers and settled and 0.1 < adjusted_rand_index(truth, found) < 0.9:
            return data | {"point": source.choice(strangers), "other": source.choice(settled)}


def misplaced(data: Any, point: float) -> bool:
    """Whether the point is nearer to another cluster, and neither letter, centre nor nearest neighbour tells which."""
    others, rest = own_and_rest(data, point)
    a, b = mean_distance(point, others), next_cluster(point, rest)
    middle = [p for p, label in zip(data["points"], data["found"], strict=True) if label == "B"]
    if len(others) < 2 or a - b < 0.5 or point in middle or mean_distance(point, middle) - b < 0.3:
        return False
    return min(a - to_centre(point, others), b - next_centre(point, rest), cluster_of_nearest(point, rest) - b) > 0.3


def at_home(data: Any, point: float) -> bool:
    """Whether the point is nearer to its own cluster than to any other."""
    others, rest = own_and_rest(data, point)
    return len(others) > 1 and mean_distance(point, others) + 0.5 < next_cluster(point, rest)


def numbers(data: Any) -> dict[str, float]:
    """What is asked by hand."""
    points, found, truth = data["points"], data["found"], data["truth"]
    at = points.index(data["point"])
    own = [p for p, label in zip(points, found, strict=True) if label == found[at]]
    _, in_true, in_found, total = counts(truth, found)
    return {
        "silhouette": silhouettes(points, found)[at],
        "other_silhouette": silhouettes(points, found)[points.index(data["other"])],
        "core_distance": float(core_distances([[p] for p in own])[own.index(data["point"])]),
        "rand": rand_index(truth, found),
        "expected_together": in_true * in_found / total,
        "adjusted_rand": adjusted_rand_index(truth, found),
    }


def own_and_rest(data: Any, point: float) -> tuple[Line, list[Line]]:
    """The others of a point's cluster, and the other clusters."""
    clusters: dict[str, Line] = {}
    for p, name in zip(data["points"], data["found"], strict=True):
        clusters.setdefault(name, []).append(p)
    others = [p for p in clusters.pop(data["found"][data["points"].index(point)]) if p != point]
    return others, list(clusters.values())


def nearest_member(point: float, rest: list[Line]) -> float:
    """The distance to the nearest point of another cluster."""
    return min(abs(point - other) for members in rest for other in members)


def cluster_of_nearest(point: float, rest: list[Line]) -> float:
    """The mean distance to the cluster of the nearest point or, if that is less, of the nearest centre."""
    looks = (nearest_member, next_centre)
    return min(mean_distance(point, min(rest, key=lambda members: look(point, [members]))) for look in looks)


def wrong_silhouette(
    data: Any, a: Any = mean_distance, b: Any = next_cluster, ratio: Any = quotient
) -> dict[str, float]:
    """By hand, with another a, b or ratio."""
    found = {}
    for name, point in (("silhouette", data["point"]), ("other_silhouette", data["other"])):
        others, rest = own_and_rest(data, point)
        found[name] = ratio(a(point, others), b(point, rest))
    return numbers(data) | found


def wrong_pairs(data: Any, of: Callable[..., dict[str, float]]) -> dict[str, float]:
    """By hand, with other pairs."""
    return numbers(data) | of(*counts(data["truth"], data["found"]))


def plain_mean(data: Any) -> dict[str, float]:
    """The mean distance in place of the core distance."""
    others, _ = own_and_rest(data, data["point"])
    return numbers(data) | {"core_distance": mean_distance(data["point"], others)}


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


SIDES = ("first", "second")
ROWS = [0, 1] * 10
ROW_POINTS: dict[str, Any] = {"x": [i // 2 * 5 for i in range(20)], "y": [10 * (i % 2) for i in range(20)]}

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
                    {"points": [5, 6, 0, 7, 20, 21], "labels": [2, 2, 0, 0, 1, 1]},
                ),
            ),
            "a point alone, or points that coincide": Part(
                lines(3, 6, unique=True).filter(lonely),
                1,
                (
                    {"points": [3, 3, 3, 3], "labels": [0, 0, 1, 1]},
                    {"points": [3, 3, 8, 3, 3], "labels": [0, 0, 1, 1, 1]},
                    {"points": [0, 0, 5, 5, 9], "labels": [0, 1, 0, 1, 2]},
                ),
            ),
            "too few clusters, or too many": Part(
                UNDEFINED, 1, ({"points": [1, 2, 5], "labels": [0, 1, 2]}, {"points": [1, 2, 5], "labels": [2, 2, 2]})
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
                ),
            ),
            "groupings that chance cannot get wrong": Part(
                TRIVIAL,
                1,
                (
                    {"labels_true": [0], "labels_pred": [1]},
                    {"labels_true": [4, 4, 4], "labels_pred": [0, 0, 0]},
                    {"labels_true": [0, 1, 2], "labels_pred": [2, 0, 1]},
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
    ByHand(
        name="clusters_by_hand",
        minutes=35,
        draw=draw,
        solve=numbers,
        wrong_ideas={
            "b to the nearest member of another cluster": lambda data: wrong_silhouette(data, b=nearest_member),
            "the point among its own neighbours": lambda data: wrong_silhouette(data, a=with_itself),
            "a ratio over b: below 0 it is over a": lambda data: wrong_silhouette(data, ratio=over_b),
            "a ratio over a: above 0 it is over b": lambda data: wrong_silhouette(data, ratio=lambda a, b: (b - a) / a),
            "distances to centres": lambda data: wrong_silhouette(data, to_centre, next_centre),
            "b to a centre: it is the mean distance to the members": lambda data: wrong_silhouette(data, b=next_centre),
            "b to all points outside: it is that of one cluster": lambda data: wrong_silhouette(data, b=all_outside),
            "b of the cluster whose centre or member is nearest: the mean distance decides": lambda data: (
                wrong_silhouette(data, b=cluster_of_nearest)
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
        },
    ),
    Build(
        name="wrong_and_preferred",
        minutes=20,
        points=5,
        conditions=wrong_and_better,
        near_misses=(
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
        ),
    ),
    Refute(
        name="almost_equal_strangers",
        minutes=15,
        points=4,
        conditions=strangers,
        near_misses=(
            {"first": list(range(40)), "second": [*range(39), 0]},
            {"first": [i // 2 for i in range(40)], "second": [i // 2 for i in range(40)]},
            {"first": [i // 4 for i in range(16)], "second": [i % 4 for i in range(16)]},
            {"first": [0] * 20, "second": [0] * 20},
            {"first": [0, 0, 1, 1], "second": [0, 1, 0, 1]},
        ),
    ),
    Argue(name="how_many_segments", minutes=20, points=4),
)

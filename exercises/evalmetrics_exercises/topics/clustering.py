"""Exercise of the chapter on clustering."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import log, log2, nan, sqrt
from statistics import fmean, harmonic_mean
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    adjusted_mutual_information,
    adjusted_rand_index,
    cluster_pairs,
    completeness,
    homogeneity,
    normalized_mutual_information,
    rand_index,
    silhouette,
    silhouette_samples,
    v_measure,
)

from ..building import at_least, at_most, each_in, entry, labels_in, numbers_in, slack
from ..drawing import SIZES
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "44_clustering"


Line = list[float]
Labels = list[Any]


def silhouettes(points: Line, labels: Labels) -> list[float]:
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
    return mean_distance(point, [*others, point])


def to_centre(point: float, others: Line) -> float:
    """The distance to the mean of the members."""
    return abs(point - sum(others) / len(others)) if others else 0.0


def to_nearest(point: float, others: Line) -> float:
    return min(abs(point - other) for other in others)


def next_cluster(point: float, rest: list[Line]) -> float:
    """The definition's b."""
    return min(mean_distance(point, members) for members in rest)


def next_centre(point: float, rest: list[Line]) -> float:
    return min(to_centre(point, members) for members in rest)


def all_outside(point: float, rest: list[Line]) -> float:
    return mean_distance(point, [p for members in rest for p in members])


def over_b(a: float, b: float) -> float:
    """A ratio that knows no point in the wrong cluster."""
    return (b - a) / b if b else 0.0


def singles_at_one(points: Line, labels: Labels) -> list[float]:
    sizes = Counter(labels)
    single = 2 <= len(sizes) < len(labels)
    pairs = zip(silhouettes(points, labels), labels, strict=True)
    return [1.0 if single and sizes[label] == 1 else value for value, label in pairs]


def without_nan(points: Line, labels: Labels) -> list[float]:
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
    value = float(adjusted_rand_index(labels_true, labels_pred))
    return 1.0 if value != value else value


def same_names(labels_true: Labels, labels_pred: Labels) -> float:
    return float(np.mean([a == b for a, b in zip(labels_true, labels_pred, strict=True)]))


# Labels are names: whole numbers in any order, or strings.
NAMES: list[list[Any]] = [[0, 1, 2, 3, 4, 5], ["a", "b", "c", "d", "e", "f"], [7, -1, 3, 10, 2, 0]]


def lines(least: int, most: int, unique: bool) -> Inputs:
    """Points on a line, on some scale and on either side of 0, with labels from three clusters."""
    on_scale = st.integers(least, most).flatmap(
        lambda n: st.tuples(
            st.lists(st.integers(0, 30), min_size=n, max_size=n, unique=unique),
            st.lists(st.integers(0, 2), min_size=n, max_size=n),
            st.sampled_from([(1, 0), (0.25, 0), (1, -15), (1e5, 0)]),
            st.sampled_from(NAMES),
        )
    )
    return on_scale.map(
        lambda drawn: {
            "points": [drawn[2][0] * p + drawn[2][1] for p in drawn[0]],
            "labels": [drawn[3][label] for label in drawn[1]],
        }
    )


def sizes(given: Arguments) -> list[int]:
    return list(Counter(given["labels"]).values())


def usual(given: Arguments) -> bool:
    """Whether there are two clusters or more, none of them of a single point."""
    return len(sizes(given)) > 1 and min(sizes(given)) > 1


def lonely(given: Arguments) -> bool:
    """Whether some point is alone in its cluster, and not all are."""
    return len(sizes(given)) > 1 and min(sizes(given)) == 1 < max(sizes(given))


UNDEFINED: Inputs = st.lists(st.integers(0, 30), min_size=1, max_size=9, unique=True).flatmap(
    lambda points: st.sampled_from([[0] * len(points), list(range(len(points)))]).map(
        lambda labels: {"points": points, "labels": labels}
    )
)


def groupings(least: int = 2, most: int = 8) -> Inputs:
    label = st.integers(0, 2) | st.integers(0, 5)
    rows = st.lists(st.tuples(label, label), min_size=least, max_size=most)
    return st.tuples(rows, st.sampled_from(NAMES)).map(
        lambda drawn: {
            side: [drawn[1][row[i]] for row in drawn[0]] for i, side in enumerate(("labels_true", "labels_pred"))
        }
    )


def many_points(kind: Callable[[Arguments], bool], places: range) -> tuple[Arguments, ...]:
    """Points as many as real ones in up to seven clusters, whose sizes are of a kind."""
    source, found = random.Random("many points"), list[Arguments]()
    while len(found) < 4:
        n, k = SIZES[len(found)], source.randint(3, 7)
        given = {"points": source.choices(places, k=n), "labels": source.choices(range(k), k=n)}
        if kind(given):
            found.append(given)
    return tuple(found)


def many_items() -> tuple[Arguments, ...]:
    """Groupings of as many items as real ones into up to nine groups; the last agree nearly as by chance."""
    source, found = random.Random("many items"), list[Arguments]()
    while len(found) < 5 or not 0 < abs(adjusted_rand_index(**found[-1])) < 0.01:
        labels = source.choices(range(source.randint(3, 9)), k=source.randint(10, 30))
        other = [label if source.random() < 0.5 else source.randint(0, 8) for label in labels]
        found.append({"labels_true": labels, "labels_pred": other})
    return (*found[:4], found[-1])


def chance_can_differ(given: Arguments) -> bool:
    value = adjusted_rand_index(**given)
    return bool(value == value)


TRIVIAL: Inputs = st.integers(1, 9).flatmap(
    lambda n: st.sampled_from(
        [
            ([7] * n, [0] * n),
            (list(range(n)), list(range(n))[::-1]),
            ([2] * n, [2] * n),
            (list(range(n)), list(range(n))),
        ]
    ).map(lambda pair: {"labels_true": pair[0], "labels_pred": pair[1]})
)


Table = list[list[int]]


def explained(table: Table) -> list[float]:
    cells = [(i, j, n) for i, row in enumerate(table) for j, n in enumerate(row) if n]
    true, pred, n = (list(column) for column in zip(*cells, strict=True))
    return [float(score(true, pred, sample_weight=n)) for score in (homogeneity, completeness, v_measure)]


def entropy(counts: list[int], log: Callable[[float], float] = log) -> float:
    return -sum(n / sum(counts) * log(n / sum(counts)) for n in counts if n)


def left_over(table: Table, log: Callable[[float], float] = log, even: bool = False) -> float:
    """The entropy of the rows that knowing the column leaves, columns weighted by their size or evenly."""
    columns = [column for column in map(list, zip(*table, strict=True)) if sum(column)]
    if even:
        return fmean(entropy(column, log) for column in columns)
    return sum(sum(column) * entropy(column, log) for column in columns) / sum(map(sum, columns))


def of_sides(
    side: Callable[[Table], float],
    mean: Callable[[float, float], float] = lambda h, c: 2 * h * c / (h + c) if h + c else 0.0,
) -> Callable[[Table], list[float]]:
    """The three scores, of another one for either side or another mean of them."""

    def wrong(table: Table) -> list[float]:
        h, c = side(table), side([list(column) for column in zip(*table, strict=True)])
        return [h, c, mean(h, c)]

    return wrong


def share_explained(
    table: Table, log: Callable[[float], float] = log, even: bool = False, nothing: float = 1.0
) -> float:
    """Homogeneity, with a logarithm for what is left over, or weights, or a value where nothing is to be explained."""
    whole = entropy([sum(row) for row in table])
    return 1 - left_over(table, log, even) / whole if whole else nothing


def purity(table: Table) -> float:
    """The share of items in the largest class of their cluster."""
    return sum(map(max, zip(*table, strict=True))) / sum(map(sum, table))


WRONG_SHARES: dict[str, Callable[[Table], list[float]]] = {
    "homogeneity and completeness exchanged: a cluster is a column": lambda table: [
        explained(table)[i] for i in (1, 0, 2)
    ],
    "two logarithms: the entropies of one ratio need one base": of_sides(lambda table: share_explained(table, log2)),
    "the arithmetic mean of the two: V is the harmonic one": of_sides(share_explained, lambda h, c: (h + c) / 2),
    "the geometric mean of the two: V is the harmonic one": of_sides(share_explained, lambda h, c: sqrt(h * c)),
    "all clusters weigh the same: each weighs as much as it holds": of_sides(
        lambda table: share_explained(table, even=True)
    ),
    "the entropy that is left: 1 minus its share of all": of_sides(left_over),
    "the information itself: divide it by the entropy": of_sides(
        lambda table: entropy([sum(row) for row in table]) - left_over(table)
    ),
    "the share of the largest class: entropies look at the others, too": of_sides(purity),
    "0 where there is nothing to explain: all of it is explained, 1": of_sides(
        lambda table: share_explained(table, nothing=0.0)
    ),
}


def told(table: Table) -> bool:
    """Whether there are two classes and two clusters at least, which have something to do with each other."""
    several = all(sum(map(any, side)) > 1 for side in (table, list(zip(*table, strict=True))))
    return several and explained(table)[0] > 1e-3


def contingencies(least: int, most: int) -> st.SearchStrategy[Table]:
    """Tables of two to four classes and clusters."""
    sizes = st.tuples(st.integers(2, 4), st.integers(2, 4))
    return sizes.flatmap(
        lambda size: st.lists(
            st.lists(st.integers(least, most), min_size=size[1], max_size=size[1]), min_size=size[0], max_size=size[0]
        )
    )


def many_classes() -> tuple[Arguments, ...]:
    """Tables as large as those of real data, and one of nearly independent groupings."""
    source = random.Random("many classes")
    sizes = [(3, 5), (6, 4), (9, 11), (2, 13)]
    tables = [[[source.choice([0, 0, source.randint(1, 400)]) for _ in range(c)] for _ in range(r)] for r, c in sizes]
    return tuple({"table": table} for table in [*tables, [[500, 480], [510, 520]]])


ONE_SIDED: st.SearchStrategy[Table] = st.lists(st.integers(1, 30), min_size=1, max_size=4).flatmap(
    lambda counts: st.sampled_from(
        [
            [counts],
            [[n] for n in counts],
            [counts, [0] * len(counts)],
            [[n, 0] for n in counts],
            [counts, counts],
            [[sum(counts)]],
        ]
    )
)
KNOWN_TABLES: tuple[Arguments, ...] = (
    {"table": [[5, 1], [1, 5]]},
    {"table": [[4, 0], [0, 4]]},
    {"table": [[30, 0, 0], [0, 20, 0], [1, 1, 8]]},
    {"table": [[1, 9, 0], [8, 0, 0]]},
    {"table": [[0, 7, 3], [0, 0, 5], [0, 2, 0]]},
    {"table": [[9, 1], [0, 0], [2, 6]]},
    {"table": [[100_000, 3], [2, 100_000]]},
    {"table": [[1, 0], [0, 999]]},
    {"table": [[3, 1, 1, 1], [1, 3, 1, 1]]},
    *many_classes(),
)


PLACES = [(2, 1), (2, 0), (1, 2), (0, 2)]


def draw(source: random.Random) -> Any:
    """Ten to thirteen points on a line, the groups that a program found, the true ones, and two points to look at.

    `point` is a stranger in its own group, `other` is at home. Which of the three other groups is the nearest, counted
    by their centres or nearest members, is drawn first for both; each of the `LOOKS` goes wrong for one of them.
    """
    look, (for_stranger, for_other) = source.choice([to_centre, to_nearest]), source.choice(PLACES)
    while True:
        points, found = mixed_groups(source)
        data = {"points": points, "found": found}
        stands = {point: standing(data, point, look) for point in points}
        strangers = [point for point in points if stands[point] == (-1, for_stranger)]
        settled = [point for point in points if stands[point] == (1, for_other)]
        pairs = [pair for pair in product(strangers, settled) if all(misleads(data, pair, look) for look in LOOKS)]
        if pairs:
            point, other = source.choice(pairs)
            return data | {"truth": true_groups(found, source), "point": point, "other": other}


def mixed_groups(source: random.Random) -> tuple[list[int], list[str]]:
    """Points on a line in four groups of at least two that reach into each other."""
    n = source.randint(10, 13)
    found = sorted([*"AABBCCDD", *source.choices("ABCD", k=n - 8)], key=source.sample("ABCD", 4).index)
    for _ in range(4):
        i, j = source.sample(range(n), 2)
        found[i], found[j] = found[j], found[i]
    return sorted(source.sample(range(70), n)), found


def true_groups(found: list[str], source: random.Random) -> list[str]:
    """Groups that two of three found labels meet, with another number of pairs."""
    while True:
        truth = [label.lower() if source.random() < 0.65 else source.choice("abc") for label in found]
        _, in_true, in_found, _ = counts(truth, found)
        if abs(in_true - in_found) > 3 and len(set(truth)) > 2 and 0.1 < adjusted_rand_index(truth, found) < 0.9:
            return truth


def standing(data: Any, point: float, look: Callable[[float, Line], float]) -> tuple[int, int]:
    """Whether a point is at home (1), a stranger (-1) or neither (0), and its nearest group's place by another look."""
    others, rest = own_and_rest(data, point)
    distances = [mean_distance(point, members) for members in sorted(rest, key=lambda each: look(point, each))]
    a, b = mean_distance(point, others), min(distances)
    inside = a - to_centre(point, others) > 0.3  # so that the centre is nearer than the members are
    return inside * ((b - a > 0.5) - (a - b > 0.5)), distances.index(b)


def misleads(data: Any, pair: tuple[int, int], look: Callable[[float, list[Line]], float]) -> bool:
    """Whether, for one of two points, another group than the nearest is taken for it."""
    rests = [(point, own_and_rest(data, point)[1]) for point in pair]
    return any(look(point, rest) > next_cluster(point, rest) + 0.3 for point, rest in rests)


def numbers(data: Any) -> dict[str, float]:
    points, found, truth = data["points"], data["found"], data["truth"]
    at = points.index(data["point"])
    _, in_true, in_found, total = counts(truth, found)
    return {
        "silhouette": silhouettes(points, found)[at],
        "other_silhouette": silhouettes(points, found)[points.index(data["other"])],
        "core_distance": harmonic_mean(abs(p - data["point"]) for p in own_and_rest(data, data["point"])[0]),
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
    return min(to_nearest(point, members) for members in rest)


def cluster_of_nearest(point: float, rest: list[Line]) -> float:
    """The mean distance to the cluster of the nearest point or, if that is less, of the nearest centre."""
    looks = (nearest_member, next_centre)
    return min(mean_distance(point, min(rest, key=lambda members: look(point, [members]))) for look in looks)


def of_the_first(look: Callable[[float, Line], float]) -> Callable[[float, list[Line]], float]:
    """The mean distance to the cluster that comes first by some other look."""
    return lambda point, rest: mean_distance(point, min(rest, key=lambda members: look(point, members)))


def to_farthest(point: float, others: Line) -> float:
    return max(abs(point - other) for other in others)


def width(_: float, others: Line) -> float:
    return max(others) - min(others)


def in_sum(point: float, others: Line) -> float:
    return sum(abs(point - other) for other in others)


def to_ends(point: float, others: Line) -> float:
    return abs(point - min(others)) + abs(point - max(others))


LOOKS = (cluster_of_nearest, *map(of_the_first, (to_farthest, to_ends, width, in_sum)))


def wrong_silhouette(
    data: Any, a: Any = mean_distance, b: Any = next_cluster, ratio: Any = quotient
) -> dict[str, float]:
    """By hand, with another a, b or ratio."""
    found = {}
    for name, point in (("silhouette", data["point"]), ("other_silhouette", data["other"])):
        others, rest = own_and_rest(data, point)
        found[name] = ratio(a(point, others), b(point, rest))
    return found


def wrong_pairs(data: Any, of: Callable[..., dict[str, float]]) -> dict[str, float]:
    return of(*counts(data["truth"], data["found"]))


def plain_mean(data: Any) -> dict[str, float]:
    others, _ = own_and_rest(data, data["point"])
    return {"core_distance": mean_distance(data["point"], others)}


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
    {"x": [*range(10)] * 2, "y": [0] * 10 + [30] * 10, "right": [0] * 10 + [1] * 10, "wrong": ([0] * 5 + [1] * 5) * 2},
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
    one, other = each_in(answer, SIDES, labels_in)
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
    truth, few, many = each_in(answer, ("truth", "few", "many"), labels_in)
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
    "the share of equal labels: labels are names without meaning": lambda data: {
        "rand": same_names(data["truth"], [label.lower() for label in data["found"]])
    },
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
            "a point alone, or points that coincide": Part(
                lines(3, 6, unique=True).filter(lonely),
                1,
                {"points": [3, 3, 3, 3], "labels": [0, 0, 1, 1]},
                {"points": [3, 3, 8, 3, 3], "labels": [0, 0, 1, 1, 1]},
                {"points": [0, 0, 5, 5, 9], "labels": [0, 1, 0, 1, 2]},
                *many_points(lonely, range(12)),
            ),
            "too few clusters, or too many": Part(
                UNDEFINED,
                1,
                {"points": [1, 2, 5], "labels": [0, 1, 2]},
                {"points": [1, 2, 5], "labels": [2, 2, 2]},
                {"points": [5], "labels": [0]},
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
                {"labels_true": ["a", "A", "b", "b"], "labels_pred": ["a", "a", "b-", "b"]},
                *many_items(),
            ),
            "groupings that chance cannot get wrong": Part(
                TRIVIAL,
                1,
                {"labels_true": [0], "labels_pred": [1]},
                {"labels_true": [4, 4, 4], "labels_pred": [0, 0, 0]},
                {"labels_true": [0, 1, 2], "labels_pred": [2, 0, 1]},
                {"labels_true": [0], "labels_pred": [0]},
                *(
                    {"labels_true": labels, "labels_pred": list(labels)}
                    for labels in ([0, 0], [0, 1], ["a"] * 3, ["b", "c", "a"], [3] * 9, list(range(9)))
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
                contingencies(0, 12).filter(told).map(lambda table: {"table": table}), 2, *KNOWN_TABLES
            ),
            "one class, one cluster, or nothing in common": Part(
                ONE_SIDED.map(lambda table: {"table": table}),
                1,
                {"table": [[5, 5], [5, 5]]},
                {"table": [[3, 4]]},
                {"table": [[3], [4]]},
                {"table": [[7]]},
                {"table": [[2, 4, 6], [1, 2, 3]]},
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

"""What the exercise on clustering is made of: definitions, mistakes that have a name, and data."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from math import log, log2, nan, sqrt
from statistics import fmean, harmonic_mean
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    adjusted_rand_index,
    cluster_pairs,
    completeness,
    homogeneity,
    rand_index,
    silhouette_samples,
    v_measure,
)

from ..drawing import SIZES
from ..tasks import Arguments

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
    return float(np.mean([a == b for a, b in zip(labels_true, labels_pred, strict=True)]))


# Labels are names: whole numbers in any order, or strings.
NAMES: list[list[Any]] = [[0, 1, 2, 3, 4, 5], ["a", "b", "c", "d", "e", "f"], [7, -1, 3, 10, 2, 0]]


def lines(least: int, most: int, unique: bool) -> st.SearchStrategy[Arguments]:
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


UNDEFINED: st.SearchStrategy[Arguments] = st.lists(st.integers(0, 30), min_size=1, max_size=9, unique=True).flatmap(
    lambda points: st.sampled_from([[0] * len(points), list(range(len(points)))]).map(
        lambda labels: {"points": points, "labels": labels}
    )
)


def groupings(least: int = 2, most: int = 8) -> st.SearchStrategy[Arguments]:
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


TRIVIAL: st.SearchStrategy[Arguments] = st.integers(1, 9).flatmap(
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
    return numbers(data) | found


def wrong_pairs(data: Any, of: Callable[..., dict[str, float]]) -> dict[str, float]:
    return numbers(data) | of(*counts(data["truth"], data["found"]))


def plain_mean(data: Any) -> dict[str, float]:
    others, _ = own_and_rest(data, data["point"])
    return numbers(data) | {"core_distance": mean_distance(data["point"], others)}

"""Exercise of the lessons on detection."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, product
from math import nan
from operator import ne
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import detection_average_precision, detection_f_score, iou, match_detections, mean_iou

from ..building import at_least, at_most, entry, numbers_in, slack
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "41_detection"


Box = list[int]


def overlap(a: Box, b: Box) -> float:
    return iou(a, b)


def shared(a: Box, b: Box, plus: int = 0) -> tuple[int, int, int]:
    """(what two boxes share, area of the one, area of the other)."""
    width, height = (min(a[i + 2], b[i + 2]) - max(a[i], b[i]) + plus for i in (0, 1))
    areas = [(box[2] - box[0] + plus) * (box[3] - box[1] + plus) for box in (a, b)]
    return max(0, width) * max(0, height), areas[0], areas[1]


def over(part: float, whole: float) -> float:
    return part / whole if whole else nan


def unclipped(a: Box, b: Box) -> float:
    width, height = (min(a[i + 2], b[i + 2]) - max(a[i], b[i]) for i in (0, 1))
    _, one, other = shared(a, b)
    return over(width * height, one + other - width * height)


def of_areas(a: Box, b: Box, whole: Any, plus: int = 0) -> float:
    """What two boxes share, over something made of it and of their areas."""
    common, one, other = shared(a, b, plus)
    return over(common, whole(common, one, other)) if shared(a, b)[1:] != (0, 0) else nan


def verdicts(truths: list[Box], detections: list[Box], scores: list[float], threshold: float) -> list[int]:
    table = match_detections([truths], [detections], [scores], iou_threshold=threshold)
    return [int(outcome == "hit") for outcome in table["outcome"]]


def matched(
    truths: list[Box],
    detections: list[Box],
    scores: list[float],
    threshold: float,
    *,
    once: bool = True,
    sort: bool = True,
    free: bool = True,
    strict: bool = False,
    best: bool = True,
) -> list[int]:
    """Matching with one of its rules broken."""
    order = sorted(range(len(detections)), key=lambda i: -scores[i]) if sort else range(len(detections))
    taken: set[int] = set()
    hits = []
    for i in order:
        share = [iou(truth, detections[i]) for truth in truths]
        able = [
            j
            for j, s in enumerate(share)
            if (s > threshold if strict else s >= threshold) and not (once and free and j in taken)
        ]
        chosen = (max(able, key=lambda j: share[j]) if best else able[0]) if able else None
        hits.append(int(chosen is not None and not (once and chosen in taken)))
        if chosen is not None:
            taken.add(chosen)
    return hits


def average(hits: list[int], n_truths: int) -> float:
    return area(hits, n_truths, "all")


def area(hits: list[int], n_truths: int, points: Any) -> float:
    """The same by any rule."""
    return area_of(tuple(hits), n_truths, points)


@lru_cache(maxsize=1000)
def area_of(hits: tuple[int, ...], n_truths: int, points: Any) -> float:
    """Boxes are laid out so that these detections are right; remembered, since many ideas ask for it again."""
    truths = [[10 * i, 0, 10 * i + 5, 5] for i in range(n_truths)]
    spots = iter(truths)
    boxes = [next(spots) if hit else [0, 50, 5, 55] for hit in hits]
    return detection_average_precision([truths], [boxes], [[-i for i in range(len(hits))]], points=points)


def precisions(hits: list[int]) -> list[float]:
    return [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]


corner, side = st.integers(0, 8), st.integers(1, 6)
boxes = st.tuples(corner, corner, side, side).map(lambda b: [b[0], b[1], b[0] + b[2], b[1] + b[3]])
flat = st.tuples(corner, corner, side, st.sampled_from([(1, 0), (0, 1), (0, 0)])).map(
    lambda b: [b[0], b[1], b[0] + b[2] * b[3][0], b[1] + b[2] * b[3][1]]
)
WITHOUT_AREA: Inputs = st.one_of(
    st.fixed_dictionaries({"a": flat, "b": flat}),
    st.fixed_dictionaries({"a": flat, "b": boxes}),
    flat.map(lambda box: {"a": box, "b": list(box)}),
)
# Which of four ascending numbers two boxes begin and end at: one inside the other, one first, apart, the same.
SPANS = ((0, 3, 1, 2), (1, 2, 0, 3), (0, 2, 1, 3), (1, 3, 0, 2), (0, 1, 2, 3), (2, 3, 0, 1), (0, 1, 0, 1))
span = st.tuples(st.lists(st.integers(-6, 9), min_size=4, max_size=4, unique=True).map(sorted), st.sampled_from(SPANS))
spans = span.map(lambda drawn: [drawn[0][i] for i in drawn[1]])
RELATED = st.tuples(spans, spans).map(
    lambda two: [[two[0][i], two[1][i], two[0][i + 1], two[1][i + 1]] for i in (0, 2)]
)
BOXES: Inputs = st.tuples(st.tuples(boxes, boxes) | RELATED, st.sampled_from([1, 0.1, 0.001, 1000])).map(
    lambda drawn: {name: [drawn[1] * v for v in box] for name, box in zip("ab", drawn[0], strict=True)}
)
# Scales and places that powers of two make: an IoU that equals the threshold does so in floats as well.
GRIDS = st.sampled_from([(1.0, 0.0), (0.5, 0.0), (0.25, -1.0), (0.125, 0.5), (1.0, -5.0)])
LIMITS = st.sampled_from([0.5, 0.5, 0.25, 0.75, 0.1, 0.4, 0.6, 0.85])
NUDGES = st.sampled_from([(0, 0, 0, 0), (1, 0, 1, 0), (0, 0, 0, 1), (0, -1, 1, 0), (0, 0, 2, 0)])


def moved(box: Box, nudge: tuple[int, ...]) -> Box:
    """A box with its corners elsewhere, still a box."""
    x1, y1, x2, y2 = (value + shift for value, shift in zip(box, nudge, strict=True))
    return [x1, y1, max(x1 + 1, x2), max(y1 + 1, y2)]


def images(least: int = 1) -> Inputs:
    """One image: truths, detections near them or not, different scores; no detection fits two truths equally well."""

    def with_detections(truths: list[Box]) -> Inputs:
        near = st.tuples(st.sampled_from(truths), NUDGES).map(lambda pair: moved(*pair)) if truths else boxes
        found = st.lists(near | boxes, min_size=least, max_size=4)
        return found.flatmap(
            lambda detections: st.tuples(st.permutations(range(1, len(detections) + 1)), LIMITS).map(
                lambda drawn: {
                    "truths": truths,
                    "detections": detections,
                    "scores": [rank / 10 for rank in drawn[0]],
                    "threshold": drawn[1],
                }
            )
        )

    twins = st.tuples(boxes, NUDGES).map(lambda pair: [pair[0], moved(*pair)])
    truths = st.lists(boxes, max_size=2) | twins
    drawn = truths.flatmap(with_detections).filter(unambiguous).filter(clear)
    return st.tuples(drawn, GRIDS).map(lambda drawn: on_grid(*drawn))


def on_grid(given: Arguments, grid: tuple[float, float]) -> Arguments:
    """The same image with another unit and another origin, corners that are whole numbers as such."""
    scale, shift = grid
    if grid == (1, 0):
        return given
    return given | {
        name: [[scale * v + shift for v in box] for box in given[name]] for name in ("truths", "detections")
    }


def unambiguous(given: Arguments) -> bool:
    """Whether no detection fits two truths equally well."""
    for box in given["detections"]:
        shares = [share for truth in given["truths"] if (share := iou(truth, box)) > 0]
        if len(shares) != len(set(shares)):
            return False
    return True


def clear(given: Arguments) -> bool:
    """Whether no IoU equals a threshold that floats do not hold exactly, as they do quarters."""
    limit = given["threshold"]
    shares = (iou(truth, box) for truth in given["truths"] for box in given["detections"])
    return limit in (0.25, 0.5, 0.75) or all(abs(share - limit) > 1e-6 for share in shares)


def crowds() -> tuple[Arguments, ...]:
    """Images on which eight objects stand in each other's way, so that it matters which of them is taken."""
    source = random.Random("crowds")
    found: list[Arguments] = []
    while len(found) < 12:
        nears = [[source.randint(0, 24) for _ in range(2)] for _ in range(8)]
        truths = [[*near, *(v + source.randint(20, 40) for v in near)] for near in nears]
        n = 12 if len(found) < 9 else 5
        detections = [[v + source.randint(-6, 6) for v in source.choice(truths)] for _ in range(n)]
        scores = [n / 100 for n in source.sample(range(1, 100), n)]
        given = image(truths, detections, scores) | {"threshold": (0.5, 0.1, 0.25, 0.35, 0.75, 0.6)[len(found) % 6]}
        if unambiguous(given) and clear(given):
            found.append(given)
    return tuple(found)


def contested() -> tuple[Arguments, ...]:
    """Small images on which a detection fits two objects nearly as well, and one that it leaves is needed by another.

    Other ideas of what fits best often choose the other of the two, and then the second detection finds nothing.
    """
    source = random.Random("contested")
    found: list[Arguments] = []
    while len(found) < 30:
        box = [0, 0, source.randint(3, 12), source.randint(3, 12)]
        truths, detections = ([moved(box, nudged(source)) for _ in range(2)] for _ in range(2))
        limit = source.choice([0.25, 0.25, 0.5, 0.75])
        shares = ([over_union(truth, found, shared(truth, found)[0]) for found in detections] for truth in truths)
        (near, needed), (best, left) = sorted(shares)
        if limit <= near < best < near + 0.05 and left < limit <= needed:
            found.append(image(truths, detections, [0.9, 0.8]) | {"threshold": limit})
    return tuple(found)


def nudged(source: random.Random) -> tuple[int, ...]:
    """By how much the corners of a box are elsewhere."""
    return tuple(source.randint(-4, 4) for _ in range(4))


HITS: Inputs = st.tuples(st.lists(st.integers(0, 1), min_size=1, max_size=9), st.integers(0, 3)).map(
    lambda drawn: {"hits": drawn[0], "n_truths": sum(drawn[0]) + drawn[1]}
)


def many_hits() -> tuple[Arguments, ...]:
    """Detections as many as real ones; in every other list they get better, so that the best precision comes late."""
    source = random.Random("many hits")
    found = []
    for n in (10, 12, 14, 16, 18, 20, 20, 20):
        hits = [int(source.random() < (i / n if n % 4 else 0.5)) for i in range(n)]
        found.append({"hits": hits, "n_truths": sum(hits) + source.randint(0, 3)})
    return tuple(found)


def image(truths: Sequence[Sequence[float]], detections: Sequence[Sequence[float]], scores: list[float]) -> Arguments:
    """Arguments of `hits_of` at a threshold of one half."""
    return {"truths": truths, "detections": detections, "scores": scores, "threshold": 0.5}


def draw(source: random.Random) -> Any:
    """Two boxes that cross or hold each other, and twelve detections of which some are right, the first not.

    There are five or ten truths, so that recalls meet tenths, but not where a tenth as a float decides. How the boxes
    lie is drawn first, for each direction.
    """
    ways = source.choice([pair for pair in product((-1, 0, 1), repeat=2) if abs(sum(pair)) < 2])
    while True:
        nears = [[source.randint(5, 20) for _ in range(2)] for _ in range(2)]
        a, b = ([*near, *(v + source.randint(6, 14) for v in near)] for near in nears)
        hits = [0, *(source.randint(0, 1) for _ in range(11))]
        common = shared(a, b)[0]
        told = 0 < common < min(shared(a, b)[1:]) and common not in (corner_to_corner(a, b), corner_to_corner(b, a))
        if not told or not all(map(ne, a, b)) or ways != (lead(a, b, 0), lead(a, b, 1)) or not 4 <= sum(hits) <= 10:
            continue
        n = 5 if sum(hits) < 5 else 10
        data = {"box_a": a, "box_b": b, "hits": hits, "n_truths": n}
        values = scores(data)
        safe = abs(eleven_in_floats(hits, n) - values["eleven"]) < 1e-9
        if safe and values["raw"] + 0.02 < values["smoothed"] and min(values.values()) > 0.03:
            return data


def eleven_in_floats(hits: list[int], n: int) -> float:
    """Eleven points by steps of 0.1 as floats have them, three of which are a little too large."""
    found = np.cumsum(hits)
    precision, recall = found / np.arange(1, len(hits) + 1), found / n
    return float(np.mean([precision[recall >= step].max(initial=0) for step in np.arange(0, 1.1, 0.1)]))


def lead(a: Box, b: Box, i: int) -> int:
    """Whether the first box begins and ends before the second in a direction (1), after it (-1), or neither (0)."""
    return (a[i] < b[i] and a[i + 2] < b[i + 2]) - (a[i] > b[i] and a[i + 2] > b[i + 2])


def corner_to_corner(a: Box, b: Box, plus: int = 0) -> int:
    """What boxes share whose second one begins and ends later in both directions."""
    return (a[2] - b[0] + plus) * (a[3] - b[1] + plus)


def scores(data: Any) -> dict[str, float]:
    a, b, hits, n = data["box_a"], data["box_b"], data["hits"], data["n_truths"]
    rules = {"raw": "raw", "smoothed": "all", "eleven": 11}
    return {
        "iou": iou(a, b),
        "iou_in_pixels": iou(a, b, inclusive=True),
        **{name: area(hits, n, points) for name, points in rules.items()},
    }


WRONG: Ideas = {
    "the sum of both areas below the line: what the boxes share was counted twice": lambda data: {
        "iou": of_areas(data["box_a"], data["box_b"], lambda _, one, other: one + other),
        "iou_in_pixels": of_areas(data["box_a"], data["box_b"], lambda _, one, other: one + other, 1),
    },
    "the pixel added to the areas and not to what the boxes share": lambda data: {
        "iou_in_pixels": half_pixels(data["box_a"], data["box_b"])
    },
    "a mean over the objects that were found: one that is missed counts 0": lambda data: {
        name: area(data["hits"], sum(data["hits"]), r) for name, r in (("raw", "raw"), ("smoothed", "all"))
    },
    "precisions that are not raised before the average at eleven recalls": lambda data: {
        "eleven": at_eleven(data["hits"], data["n_truths"])
    },
    "the mean of the precisions after all detections": lambda data: {
        "raw": sum(precisions(data["hits"])) / len(data["hits"])
    },
    "the far corner of the first box and the near one of the second: see which is nearer": lambda data: {
        name: over_union(data["box_a"], data["box_b"], corner_to_corner(data["box_a"], data["box_b"], plus), plus)
        for name, plus in (("iou", 0), ("iou_in_pixels", 1))
    },
    "recalls above a tenth: reaching it is enough": lambda data: {
        "eleven": eleven(data, lambda found, wanted: found > wanted)
    },
    "a precision of 1 at recall 0: it is the best that follows": lambda data: {
        "eleven": scores(data)["eleven"] + (1 - max(precisions(data["hits"]))) / 11
    },
    "the best precision of all: only what follows counts": lambda data: {
        "smoothed": raised(data, lambda all_of_them, _: max(all_of_them))
    },
    "the better of a precision and the next hit's: all that follow count": lambda data: {"smoothed": next_hit(data)},
    "precisions before the best one raised, and none behind it: they have a best of their own": lambda data: {
        "smoothed": raised(data, lambda them, i: max(them) if i <= them.index(max(them)) else them[i])
    },
    "the best precision after a hit, without the hit's own": lambda data: {
        "smoothed": raised(data, lambda them, i: max(them[i + 1 :], default=them[i]))
    },
}


def over_union(a: Box, b: Box, common: float, plus: int = 0) -> float:
    _, one, other = shared(a, b, plus)
    return over(common, one + other - common)


def eleven(data: Any, reaches: Callable[[int, int], bool]) -> float:
    """Mean over eleven recalls of the best precision among places that reach them, by another rule of reaching."""
    hits, n = data["hits"], data["n_truths"]
    found = list(zip(accumulate(hits), precisions(hits), strict=True))
    return sum(max((p for k, p in found if reaches(10 * k, r * n)), default=0.0) for r in range(11)) / 11


def next_hit(data: Any) -> float:
    """Average precision with the best of each hit's precision and the next one's."""
    them = [p for p, hit in zip(precisions(data["hits"]), data["hits"], strict=True) if hit]
    return sum(map(max, them, [*them[1:], 0.0])) / int(data["n_truths"])


def raised(data: Any, best: Callable[[list[float], int], float]) -> float:
    """Average precision with another best of the precisions at each hit."""
    them = precisions(data["hits"])
    return sum(best(them, i) for i, hit in enumerate(data["hits"]) if hit) / int(data["n_truths"])


def half_pixels(a: Box, b: Box) -> float:
    """IoU with pixels in the areas alone."""
    return over_union(a, b, shared(a, b)[0], 1)


def at_eleven(hits: list[int], n_truths: int) -> float:
    """Mean over eleven recalls of the precision where each is first reached."""
    values = []
    for r in range(11):
        reached = [i for i in range(len(hits)) if 10 * sum(hits[: i + 1]) >= r * n_truths]
        values.append(precisions(hits)[reached[0]] if reached else 0.0)
    return sum(values) / 11


HALF, THREE_QUARTERS = (limit - slack(limit) for limit in (0.5, 0.75))  # an IoU that is one half on paper will do


def boxes_in(value: Any, name: str, least: int, most: int = 60) -> list[list[float]]:
    """A list of boxes with an area."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise ValueError(f"{name} must be a list of {least} to {most} boxes [x1, y1, x2, y2]")
    found = [numbers_in(box, f"{name}[{i}]", -1e4, 1e4, 4) for i, box in enumerate(value)]
    for i, box in enumerate(found):
        if len(box) != 4 or min(box[2] - box[0], box[3] - box[1]) < 0.01 - slack(0.01):
            raise ValueError(f"{name}[{i}] must be four numbers [x1, y1, x2, y2], at least 0.01 wide and high")
    return found


def scored_in(boxes: Any, values: Any, name: str) -> tuple[list[list[float]], list[float]]:
    """Detections with one score each, from 0 to 1, no two the same."""
    found = boxes_in(boxes, name, 0)
    own = numbers_in(values, "scores", 0, 1, 0)
    if len(found) != len(own) or len(set(own)) != len(own):
        raise ValueError(f"give one score for each of {name}, no two of them equal")
    return found, own


def disjoint(objects: list[list[float]]) -> Condition:
    """No two overlap; asked of the corners, since a tiny common area can come out as 0."""
    beside = all(
        any(max(a[i], b[i]) >= min(a[i + 2], b[i + 2]) - slack(a[i + 2]) for i in (0, 1))
        for i, a in enumerate(objects)
        for b in objects[:i]
    )
    return Condition("no two objects overlap", "apart" if beside else "two overlap", beside)


def _average_precision(truths: Any, detections: Any, scores: Any, threshold: float = HALF) -> float:
    return detection_average_precision(truths, detections, scores, iou_threshold=threshold)


FAR: Box = [50, 50, 54, 54]
SIX = [[10 * i, 0, 10 * i + 4, 4] for i in range(6)]


@just_fail(
    {"truths": SIX, "detections": SIX, "scores": [0.1, 0.2, 0.3, 0.4, 0.45, 0.49]},
    {"truths": SIX, "detections": SIX, "scores": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]},
    {"truths": SIX, "detections": [*SIX[:5], FAR], "scores": [0.9, 0.1, 0.2, 0.3, 0.4, 0.01]},
    {"truths": SIX[:5], "detections": SIX[:5], "scores": [0.9, 0.1, 0.2, 0.3, 0.4]},
)
def well_ordered(answer: Any) -> Iterator[Condition]:
    """A high average precision of a detector that shows next to nothing at one half."""
    truths, detections, marks = entry(answer, "truths", "detections", "scores")
    objects = boxes_in(truths, "truths", 1)
    found, own = scored_in(detections, marks, "detections")
    yield at_least("objects", len(objects), 6)
    yield disjoint(objects)
    yield at_least("average precision", _average_precision([objects], [found], [own]), 0.95)
    shown = detection_f_score.statistics([objects], [found], [own], iou_threshold=HALF)[0]
    yield at_least("objects found with a score of at least one half", float(shown[0]), 1)
    yield at_most("share of the objects found there", float(shown[0]) / len(objects), 0.2)


@just_fail(
    {
        "truths": SIX,
        "one": {"detections": [[*box[:3], 2] for box in SIX], "scores": [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]},
        "other": {"detections": SIX[:3], "scores": [0.3, 0.2, 0.1]},
    },
    {
        "truths": SIX,
        "one": {"detections": SIX[:3], "scores": [0.3, 0.2, 0.1]},
        "other": {"detections": [[*box[:3], 2] for box in SIX], "scores": [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]},
    },
    {
        "truths": SIX,
        "one": {"detections": SIX, "scores": [0.6, 0.5, 0.4, 0.3, 0.2, 0.1]},
        "other": {"detections": [], "scores": []},
    },
)
def two_detectors(answer: Any) -> Iterator[Condition]:
    """One better at a lax threshold, the other at a strict one."""
    names = ("one", "other")
    truths, *parts = entry(answer, "truths", *names)
    objects = boxes_in(truths, "truths", 1)
    yield at_least("objects", len(objects), 4)
    yield disjoint(objects)
    value: dict[tuple[str, float], float] = {}
    for name, part in zip(names, parts, strict=True):
        detections, marks = entry(part, "detections", "scores")
        found, own = scored_in(detections, marks, f"{name}['detections']")
        for threshold in (HALF, THREE_QUARTERS):
            value[name, threshold] = _average_precision([objects], [found], [own], threshold)
    lax, strict = ({name: value[name, threshold] for name in names} for threshold in (HALF, THREE_QUARTERS))
    yield at_least("AP of one minus AP of other at IoU 0.5", lax["one"] - lax["other"], 0.3)
    yield at_least("AP of other minus AP of one at IoU 0.75", strict["other"] - strict["one"], 0.3)
    yield at_least("AP of one at IoU 0.75", strict["one"], 0.1)


@just_fail(
    {
        "truths": [[SIX[0]], [SIX[0]]],
        "detections": [[SIX[0]], [FAR, [*FAR[:3], 60], SIX[0]]],
        "scores": [[0.1], [0.9, 0.8, 0.7]],
    },
    {"truths": [[SIX[0]], [SIX[0]]], "detections": [[SIX[0]], [FAR, SIX[0]]], "scores": [[0.9], [0.8, 0.7]]},
    {"truths": [[SIX[0]], [SIX[0]]], "detections": [[SIX[0]], [FAR]], "scores": [[0.1], [0.9]]},
)
def per_image(answer: Any) -> Iterator[Condition]:
    """The mean over images is far above the pooled value."""
    parts = entry(answer, "truths", "detections", "scores")
    if not all(isinstance(part, list) and 2 <= len(part) <= 4 for part in parts):
        raise ValueError("truths, detections and scores must each be a list of 2 to 4 images")
    if len({len(part) for part in parts}) != 1:
        raise ValueError("truths, detections and scores must have the same number of images")
    objects = [boxes_in(own, f"truths[{i}]", 1) for i, own in enumerate(parts[0])]
    given = [scored_in(b, s, f"detections[{i}]") for i, (b, s) in enumerate(zip(*parts[1:], strict=True))]
    every = [score for _, own in given for score in own]
    yield Condition("no two scores equal, over all images", f"{len(every)} scores", len(every) == len(set(every)))
    found, own = [b for b, _ in given], [s for _, s in given]
    each = [_average_precision([t], [b], [s]) for t, b, s in zip(objects, found, own, strict=True)]
    yield at_least("average precision of every image", min(each), 0.1)
    gap = sum(each) / len(each) - _average_precision(objects, found, own)
    yield at_least("mean of the images minus the pooled average precision", gap, 0.3)


def masks_in(value: Any, name: str) -> list[list[list[float]]]:
    """A mask per image: rows of 0 and 1, all of one length."""
    if not isinstance(value, list) or not 2 <= len(value) <= 6:
        raise ValueError(f"{name} must be a list of 2 to 6 masks, each a list of rows of 0 and 1")
    return [_mask_in(mask, f"{name}[{i}]") for i, mask in enumerate(value)]


def _mask_in(value: Any, name: str) -> list[list[float]]:
    if not isinstance(value, list) or not 1 <= len(value) <= 30:
        raise ValueError(f"{name} must be a list of 1 to 30 rows of 0 and 1")
    rows = [numbers_in(row, f"{name}[{i}]", 0, 1) for i, row in enumerate(value)]
    if len({len(row) for row in rows}) > 1 or len(rows[0]) > 30:
        raise ValueError(f"the rows of {name} must have one length, at most 30")
    if any(pixel not in (0, 1) for row in rows for pixel in row):
        raise ValueError(f"{name} must hold 0 and 1")
    return rows


@just_fail(
    {
        "truths": [[[1] * 10], [[1] + [0] * 9]],
        "one": [[[1] * 10], [[0] * 10]],
        "other": [[[1] * 8 + [0] * 2], [[1] + [0] * 9]],
    },
    {
        "truths": [[[1] * 10], [[1] + [0] * 9]],
        "one": [[[1] * 6 + [0] * 4], [[1] + [0] * 9]],
        "other": [[[1] * 10], [[0] * 10]],
    },
    {
        "truths": [[[1] * 20]] + [[[1]]] * 3,
        "one": [[[1] * 20]] + [[[0]]] * 3,
        "other": [[[1] * 3 + [0] * 17]] + [[[1]]] * 3,
    },
    {
        "truths": [[[1] * 10], [[0] * 10]],
        "one": [[[1] * 10], [[0] * 9 + [1]]],
        "other": [[[1] * 6 + [0] * 4], [[0] * 10]],
    },
)
def two_averages(answer: Any) -> Iterator[Condition]:
    """One program is better if pixels are added up, the other in the mean over images."""
    names = ("one", "other")
    truths, *parts = entry(answer, "truths", *names)
    there = masks_in(truths, "truths")
    found = {name: masks_in(part, name) for name, part in zip(names, parts, strict=True)}
    shapes = [[(len(mask), len(mask[0])) for mask in masks] for masks in (there, *found.values())]
    if any(each != shapes[0] for each in shapes):
        raise ValueError("truths, one and other must have the same images, each mask as large as its truth")
    least = min(sum(map(sum, mask)) for mask in there)
    yield at_least("pixels of the object in every image", least, 1)
    value = {
        (name, way): mean_iou(there, masks, labels=[1], per_image=way)
        for name, masks in found.items()
        for way in (False, True)
    }
    yield at_least("IoU of one minus IoU of other, pixels added up", value["one", False] - value["other", False], 0.2)
    yield at_least("IoU of other minus IoU of one, mean over images", value["other", True] - value["one", True], 0.2)
    yield at_least("IoU of other, pixels added up", value["other", False], 0.3)


# Boxes that do not touch, and that sides of less than 0 would let share as much as they cover.
APART: tuple[tuple[Box, Box], ...] = (
    ([0, 0, 2, 2], [4, 4, 6, 6]),
    ([4, 0, 6, 2], [0, 4, 2, 6]),
    ([0, 4, 2, 6], [0, 0, 2, 2]),
    ([0, 0, 2, 2], [0, 4, 2, 6]),
    ([0, 0, 2, 2], [4, 0, 6, 2]),
    ([4, 0, 6, 2], [0, 0, 2, 2]),
    ([0, 0, 1, 1], [3, 3, 4, 4]),
)
# One of the two has no area, or neither, in either direction.
FLAT: tuple[Arguments, ...] = tuple(
    {"a": a, "b": b}
    for a, b in (
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([1, 0, 1, 4], [1, 0, 1, 4]),
        ([0, 1, 4, 1], [0, 1, 4, 1]),
        ([0, 0, 4, 4], [1, 1, 1, 3]),
        ([1, 1, 3, 1], [0, 0, 4, 4]),
        ([1, 0, 1, 4], [2, 1, 2, 3]),
        ([0, 1, 4, 1], [1, 2, 3, 2]),
        ([1, 0, 1, 4], [0, 2, 3, 2]),
    )
)

TASKS = (
    Implement(
        name="iou_of",
        minutes=15,
        reference=overlap,
        examples=({"a": [0, 0, 4, 4], "b": [1, 0, 5, 4]},),
        parts={
            "boxes with an area": Part(
                BOXES,
                2,
                {"a": [0, 0, 2, 2], "b": [3, 3, 5, 5]},
                {"a": [0, 0, 2, 2], "b": [2, 0, 4, 2]},
                {"a": [0, 0, 4, 4], "b": [5, 0, 9, 4]},
                {"a": [0, 0, 8, 8], "b": [2, 2, 4, 4]},
                {"a": [-5, -5, -1, -1], "b": [-3, -3, 1, 1]},
                {"a": [0, 0, 1.5, 1], "b": [0.25, 0, 1, 1]},
                {"a": [0.5, 0.5, 0.51, 0.51], "b": [0.5, 0.5, 0.51, 0.51]},
                {"a": [0.1, 0.1, 0.101, 0.102], "b": [0.1, 0.1, 0.101, 0.104]},
                {"a": [0, 0, 1e-6, 2e-6], "b": [0, 0, 1e-6, 1e-6]},
                {"a": [1e8, 0, 1e8 + 2, 1], "b": [1e8 + 1, 0, 1e8 + 3, 1]},
                {"a": [0.25, 0.5, 2.75, 3], "b": [-0.5, 0.75, 1.5, 2.25]},
                *({"a": a, "b": b} for a, b in APART),
                {"a": [0, 0, 4, 4], "b": [1, 6, 3, 9]},
                {"a": [1, 6, 3, 9], "b": [0, 0, 4, 4]},
                {"a": [0, 0, 100, 100], "b": [99, 99, 199, 199]},  # an IoU of 0.00005
                {"a": [0, 2, 9, 4], "b": [3, 0, 5, 8]},
                {"a": [31, 12, 187, 204], "b": [58, 7, 240, 163]},
            ),
            "boxes without an area": Part(WITHOUT_AREA, 1, *FLAT),
        },
        wrong_ideas={
            "sides that may be negative: boxes that do not touch share nothing": unclipped,
            "corners as pixels: here a box from 0 to 4 is four wide": partial(
                of_areas, whole=lambda common, one, other: one + other - common, plus=1
            ),
            "the sum of both areas: what they share was counted twice": partial(
                of_areas, whole=lambda _, one, other: one + other
            ),
            "the share of the first box that is covered": lambda a, b: of_areas(a, b, lambda _, one, __: one),
            "the share of the smaller box: it has to be covered and nothing else": partial(
                of_areas, whole=lambda _, one, other: min(one, other)
            ),
            "0 for two boxes without area: it is 0/0, nan": lambda **given: over(
                shared(**given)[0], max(1, sum(shared(**given)[1:]) - shared(**given)[0])
            ),
        },
    ),
    Implement(
        name="hits_of",
        minutes=25,
        reference=verdicts,
        examples=(
            image([[0, 0, 4, 4], [10, 0, 14, 4]], [[1, 0, 5, 4], [0, 0, 4, 4], [20, 0, 24, 4]], [0.7, 0.9, 0.8]),
        ),
        parts={
            "any image": Part(
                images(),
                3,
                image([[0, 0, 10, 10], [2, 0, 12, 10]], [[0, 0, 10, 10], [0, 0, 11, 10]], [0.9, 0.8]),
                image([[0, 0, 10, 10], [2, 0, 12, 10]], [[0, 0, 11, 10], [0, 0, 10, 10]], [0.8, 0.9]),
                image([[0, 0, 10, 10]], [[0, 0, 10, 5], [0, 0, 10, 10]], [0.9, 0.8]),
                image([[2, 0, 12, 10], [0, 0, 10, 10]], [[0, 0, 10, 10], [4, 0, 14, 10]], [0.9, 0.8]),
                image([[0, 0, 4, 4]], [[0, 0, 4, 4]] * 3, [0.1, 0.3, 0.2]),
                image([[0, 0, 4, 4]], [[0, 0, 4, 3]], [0.9]) | {"threshold": 0.9},
                image([[0, 0, 0.9, 0.9]], [[0, 0, 0.9, 0.9]], [0.5]),
                image([[0, 0, 1, 1]], [[5, 5, 6, 6], [0, 0, 1, 1]], [0.911, 0.914]),
                image([[0, 0, 10_000, 1]], [[0, 0, 4_996, 1]], [0.5]),
                image([[-4, -3, -1, -1], [2, -2, 4, 1]], [[-4, -3, -2, -1], [2, -2, 4, 0]], [0.5, 0.4]),
                *(image([truth], [found], [0.5]) for truth, found in APART),
                image([[0, 0, 1.4, 10]], [[0, 0, 0.6, 10]], [0.5]),
                image([[0, 0, 0.14, 1]], [[0, 0, 0.06, 1]], [0.5]),
                image([[0, 0, 0.0014, 1]], [[0, 0, 0.0006, 1]], [0.5]),
                image([[0.9, 0, 2, 10]], [[0.1, 0, 2, 10]], [0.5]) | {"threshold": 0.75},
                image([[0.6, 0.6, 1.4, 1.4]], [[0.7, 0.6, 1.3, 1.4]], [0.5]),
                image([[0, 0, 10, 10], [4, 0, 14, 10]], [[3, 0, 13, 10], [1, 0, 11, 10]], [-0.5, -2.5]),
                image([[0, 0, 2, 1]], [[0.75, 0, 2, 1]], [0.5]) | {"threshold": 0.75},
                image([[0, 0.75, 1, 2]], [[0, 0, 1, 2]], [0.5]) | {"threshold": 0.75},
                image([[0, 0, 10_000_000, 1]], [[0, 0, 4_999_999, 1]], [0.5]),
                *(
                    image([[0, 0, 1, 1]], [[5, 5, 6, 6], [0, 0, 1, 1]], own)
                    for own in ([-3.0, -1.0], [5.0, 7.0], [9.0, 10.0], [95.0, 1e9], [0.5, 0.0], [0.911001, 0.911002])
                ),
                image([[20, 0, 24, 4], [30, 0, 34, 4], [0, 0, 4, 4]], [[0, 0, 4, 4]] * 2, [0.9, 0.8]),
                # An object that fits a little better, and another detection that needs the one that it leaves.
                image([[0, 0, 1000, 900], [98, 0, 1000, 1000]], [[0, 0, 1000, 1000], [0, 0, 1000, 600]], [0.9, 0.8])
                | {"threshold": 0.6},
                image(
                    [[0, 0, 99, 100], [200, 0, 300, 100]],
                    [[0, 0, 99, 88], [200, 0, 300, 83], [200, 0, 300, 87]],
                    [0.3, 0.7, 0.5],
                )
                | {"threshold": 0.85},
                *crowds(),
                *contested(),
            ),
            "nothing to find, or nothing found": Part(
                images(0).map(lambda given: given | ({"truths": []} if given["detections"] else {})),
                1,
                image([], [[0, 0, 1, 1]], [0.5]),
                image([[0, 0, 1, 1]], [], []),
            ),
        },
        wrong_ideas={
            "every box that fits: an object can be found only once": partial(matched, once=False),
            "the boxes in the order they came: the surest chooses first": partial(matched, sort=False),
            "the best object of all, taken or not (VOC): here it makes do with the next": partial(matched, free=False),
            "more than the threshold: here an IoU that equals it will do": partial(matched, strict=True),
            "the first object that fits: the best one is taken": partial(matched, best=False),
        },
    ),
    Implement(
        name="smoothed_average_of",
        minutes=20,
        reference=average,
        examples=({"hits": [1, 1, 0, 0, 0, 1, 1, 0, 0, 1], "n_truths": 5},),
        parts={
            "something to find": Part(
                HITS.filter(lambda given: given["n_truths"] > 0),
                2,
                {"hits": [0, 0, 1, 1, 1], "n_truths": 4},
                {"hits": [0], "n_truths": 2},
                {"hits": [1, 0, 1, 0, 1, 1, 1], "n_truths": 9},
                {"hits": [], "n_truths": 3},
                {"hits": [0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1], "n_truths": 40},
                {"hits": [0, 1, 0, 0, 0, 0] + [1] * 14, "n_truths": 16},
                {"hits": [1], "n_truths": 200},
                *many_hits(),
            ),
            "nothing to find": Part(
                st.integers(1, 4).map(lambda n: {"hits": [0] * n, "n_truths": 0}), 1, {"hits": [], "n_truths": 0}
            ),
        },
        wrong_ideas={
            "no smoothing: raise each precision to the best that comes later": partial(area, points="raw"),
            "a mean over the objects that were found: one that is missed counts 0": lambda hits, n_truths: (
                area(hits, sum(hits), "all") if any(hits) else 0.0 if n_truths else nan
            ),
            "an average at eleven recalls": lambda hits, n_truths: area(hits, n_truths, 11),
            "the best that came before in place of the best to come": lambda hits, n_truths: over(
                sum(max(precisions(hits)[: i + 1]) for i, hit in enumerate(hits) if hit), n_truths
            ),
            "0 where there is nothing to find: it is 0/0, nan": lambda hits, n_truths: (
                area(hits, n_truths, "all") if n_truths else 0.0
            ),
        },
    ),
    ByHand(name="boxes_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=WRONG),
    Build(name="well_ordered", minutes=10, points=3, conditions=well_ordered),
    Build(name="two_detectors", minutes=20, points=5, conditions=two_detectors),
    Refute(name="image_by_image", minutes=15, points=3, conditions=per_image),
    Build(name="two_averages", minutes=15, points=4, conditions=two_averages),
    Argue(name="which_detector", minutes=20, points=4),
)

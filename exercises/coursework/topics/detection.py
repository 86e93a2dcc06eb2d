"""Exercise of the chapter on detection."""

import random
from collections.abc import Callable, Iterator
from itertools import accumulate
from math import nan
from typing import Any

from hypothesis import strategies as st

from evalmetrics import (
    detection_average_precision,
    detection_f_score_statistics,
    iou,
    match_detections,
)

from ..drawing import at_least, at_most, entry, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Part, Refute

TITLE = "41_detection"
Box = list[int]


def overlap(a: Box, b: Box) -> float:
    """The package's IoU."""
    return iou(a, b)


def shared(a: Box, b: Box, plus: int = 0) -> tuple[int, int, int]:
    """(what two boxes share, area of the one, area of the other)."""
    width, height = (min(a[i + 2], b[i + 2]) - max(a[i], b[i]) + plus for i in (0, 1))
    areas = [(box[2] - box[0] + plus) * (box[3] - box[1] + plus) for box in (a, b)]
    return max(0, width) * max(0, height), areas[0], areas[1]


def over(part: float, whole: float) -> float:
    """A quotient, nan for 0/0."""
    return part / whole if whole else nan


def unclipped(a: Box, b: Box) -> float:
    """IoU of boxes whose common part may have negative sides."""
    width, height = (min(a[i + 2], b[i + 2]) - max(a[i], b[i]) for i in (0, 1))
    _, one, other = shared(a, b)
    return over(width * height, one + other - width * height)


def of_areas(a: Box, b: Box, whole: Any, plus: int = 0) -> float:
    """What two boxes share, over something made of it and of their areas."""
    common, one, other = shared(a, b, plus)
    return over(common, whole(common, one, other)) if shared(a, b)[1:] != (0, 0) else nan


def verdicts(truths: list[Box], detections: list[Box], scores: list[float], threshold: float) -> list[int]:
    """The package's matching of one image, the surest detection first: 1 for a hit."""
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
    """The package's average precision of a ranking of hits, smoothed at every recall."""
    return area(hits, n_truths, "all")


def area(hits: list[int], n_truths: int, points: Any) -> float:
    """The same by any rule: boxes are laid out so that these detections are right."""
    truths = [[10 * i, 0, 10 * i + 5, 5] for i in range(n_truths)]
    spots = iter(truths)
    boxes = [next(spots) if hit else [0, 50, 5, 55] for hit in hits]
    return detection_average_precision([truths], [boxes], [[-i for i in range(len(hits))]], points=points)


def precisions(hits: list[int]) -> list[float]:
    """Precision after each detection."""
    return [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]


corner, side = st.integers(0, 8), st.integers(1, 6)
boxes = st.tuples(corner, corner, side, side).map(lambda b: [b[0], b[1], b[0] + b[2], b[1] + b[3]])
flat = st.tuples(corner, corner, side).map(lambda b: [b[0], b[1], b[0] + b[2], b[1]])
BOXES: st.SearchStrategy[Arguments] = st.fixed_dictionaries({"a": boxes, "b": boxes})
LIMITS = st.sampled_from([0.5, 0.5, 0.25, 0.75])
NUDGES = st.sampled_from([(0, 0, 0, 0), (1, 0, 1, 0), (0, 0, 0, 1), (0, -1, 1, 0), (0, 0, 2, 0)])


def moved(box: Box, nudge: tuple[int, ...]) -> Box:
    """A box with its corners elsewhere, still a box."""
    x1, y1, x2, y2 = (value + shift for value, shift in zip(box, nudge, strict=True))
    return [x1, y1, max(x1 + 1, x2), max(y1 + 1, y2)]


def images(least: int = 1) -> st.SearchStrategy[Arguments]:
    """One image: truths, detections near them or not, different scores; no detection fits two truths equally well."""

    def with_detections(truths: list[Box]) -> st.SearchStrategy[Arguments]:
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
    return truths.flatmap(with_detections).filter(unambiguous)


def unambiguous(given: Arguments) -> bool:
    """Whether no detection fits two truths equally well."""
    for box in given["detections"]:
        shares = [share for truth in given["truths"] if (share := iou(truth, box)) > 0]
        if len(shares) != len(set(shares)):
            return False
    return True


def crowds() -> tuple[Arguments, ...]:
    """Images on which eight objects stand in each other's way, so that it matters which of them is taken."""
    source = random.Random("crowds")
    found: list[Arguments] = []
    while len(found) < 12:
        nears = [[source.randint(0, 24) for _ in range(2)] for _ in range(8)]
        truths = [[*near, *(v + source.randint(20, 40) for v in near)] for near in nears]
        detections = [[v + source.randint(-6, 6) for v in source.choice(truths)] for _ in range(12)]
        scores = [n / 100 for n in source.sample(range(1, 100), 12)]
        given = image(truths, detections, scores)
        if unambiguous(given):
            found.append(given)
    return tuple(found)


HITS: st.SearchStrategy[Arguments] = st.tuples(
    st.lists(st.integers(0, 1), min_size=1, max_size=7), st.integers(0, 3)
).map(lambda drawn: {"hits": drawn[0], "n_truths": sum(drawn[0]) + drawn[1]})


def image(truths: list[Box], detections: list[Box], scores: list[float]) -> Arguments:
    """Arguments of `hits_of` at a threshold of one half."""
    return {"truths": truths, "detections": detections, "scores": scores, "threshold": 0.5}


def draw(source: random.Random) -> Any:
    """Two boxes that cross or hold each other, and nine detections of which some are right, the first not.

    There are five or ten truths, so that recalls meet tenths.
    """
    while True:
        nears = [[source.randint(5, 20) for _ in range(2)] for _ in range(2)]
        a, b = ([*near, *(v + source.randint(6, 14) for v in near)] for near in nears)
        hits = [0, *(source.randint(0, 1) for _ in range(8))]
        data = {"box_a": a, "box_b": b, "hits": hits, "n_truths": 5 if sum(hits) < 5 else 10}
        values = scores(data)
        common = shared(a, b)[0]
        told = 0 < common < min(shared(a, b)[1:]) and common not in (corner_to_corner(a, b), corner_to_corner(b, a))
        if told and sum(hits) >= 4 and values["raw"] + 0.02 < values["smoothed"] and min(values.values()) > 0.03:
            return data


def corner_to_corner(a: Box, b: Box, plus: int = 0) -> int:
    """What boxes share whose second one begins and ends later in both directions."""
    return (a[2] - b[0] + plus) * (a[3] - b[1] + plus)


def scores(data: Any) -> dict[str, float]:
    """What is asked by hand."""
    a, b, hits, n = data["box_a"], data["box_b"], data["hits"], data["n_truths"]
    rules = {"raw": "raw", "smoothed": "all", "eleven": 11}
    return {
        "iou": iou(a, b),
        "iou_in_pixels": iou(a, b, inclusive=True),
        **{name: area(hits, n, points) for name, points in rules.items()},
    }


WRONG: dict[str, Any] = {
    "the sum of both areas below the line: what the boxes share was counted twice": lambda data: (
        scores(data)
        | {
            "iou": of_areas(data["box_a"], data["box_b"], lambda _, one, other: one + other),
            "iou_in_pixels": of_areas(data["box_a"], data["box_b"], lambda _, one, other: one + other, 1),
        }
    ),
    "the pixel added to the areas and not to what the boxes share": lambda data: (
        scores(data) | {"iou_in_pixels": half_pixels(data["box_a"], data["box_b"])}
    ),
    "a mean over the objects that were found: one that is missed counts 0": lambda data: (
        scores(data)
        | {name: area(data["hits"], sum(data["hits"]), r) for name, r in (("raw", "raw"), ("smoothed", "all"))}
    ),
    "precisions that are not raised before the average at eleven recalls": lambda data: (
        scores(data) | {"eleven": at_eleven(data["hits"], data["n_truths"])}
    ),
    "the mean of the precisions after all detections": lambda data: (
        scores(data) | {"raw": sum(precisions(data["hits"])) / len(data["hits"])}
    ),
    "the far corner of the first box and the near one of the second: see which is nearer": lambda data: (
        scores(data)
        | {
            name: over_union(data["box_a"], data["box_b"], corner_to_corner(data["box_a"], data["box_b"], plus), plus)
            for name, plus in (("iou", 0), ("iou_in_pixels", 1))
        }
    ),
    "recalls above a tenth: reaching it is enough": lambda data: (
        scores(data) | {"eleven": eleven(data, lambda found, wanted: found > wanted)}
    ),
    "a precision of 1 at recall 0: it is the best that follows": lambda data: (
        scores(data) | {"eleven": scores(data)["eleven"] + (1 - max(precisions(data["hits"]))) / 11}
    ),
    "the best precision of all: only what follows counts": lambda data: (
        scores(data) | {"smoothed": raised(data, lambda all_of_them, _: max(all_of_them))}
    ),
    "the better of a precision and the next hit's: all that follow count": lambda data: (
        scores(data) | {"smoothed": next_hit(data)}
    ),
    "the best precision after a hit, without the hit's own": lambda data: (
        scores(data) | {"smoothed": raised(data, lambda them, i: max(them[i + 1 :], default=them[i]))}
    ),
}


def over_union(a: Box, b: Box, common: float, plus: int = 0) -> float:
    """IoU with another common part."""
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


def boxes_in(value: Any, name: str, least: int, most: int = 60) -> list[list[float]]:
    """A list of boxes with an area."""
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise ValueError(f"{name} must be a list of {least} to {most} boxes [x1, y1, x2, y2]")
    found = [numbers_in(box, f"{name}[{i}]", -1e4, 1e4, 4) for i, box in enumerate(value)]
    for i, box in enumerate(found):
        if len(box) != 4 or box[2] < box[0] + 0.01 or box[3] < box[1] + 0.01:
            raise ValueError(f"{name}[{i}] must be four numbers [x1, y1, x2, y2] with x1 < x2 and y1 < y2")
    return found


def scored_in(boxes: Any, values: Any, name: str) -> tuple[list[list[float]], list[float]]:
    """Detections with one score each, from 0 to 1, no two the same."""
    found = boxes_in(boxes, name, 0)
    own = numbers_in(values, "scores", 0, 1, 0)
    if len(found) != len(own) or len(set(own)) != len(own):
        raise ValueError(f"give one score for each of {name}, no two of them equal")
    return found, own


def well_ordered(answer: Any) -> Iterator[Condition]:
    """A high average precision of a detector that shows next to nothing at one half."""
    truths, detections, marks = entry(answer, "truths", "detections", "scores")
    objects = boxes_in(truths, "truths", 1)
    found, own = scored_in(detections, marks, "detections")
    yield at_least("objects", len(objects), 6)
    apart = all(iou(a, b) == 0 for i, a in enumerate(objects) for b in objects[:i])
    yield Condition("no two objects overlap", "apart" if apart else "two overlap", apart)
    yield at_least("average precision", detection_average_precision([objects], [found], [own]), 0.95)
    shown = detection_f_score_statistics([objects], [found], [own])[0]
    yield at_least("objects found with a score of at least one half", float(shown[0]), 1)
    yield at_most("share of the objects found there", float(shown[0]) / len(objects), 0.2)


def two_detectors(answer: Any) -> Iterator[Condition]:
    """One better at a lax threshold, the other at a strict one."""
    names = ("one", "other")
    truths, *parts = entry(answer, "truths", *names)
    objects = boxes_in(truths, "truths", 1)
    yield at_least("objects", len(objects), 4)
    apart = all(iou(a, b) == 0 for i, a in enumerate(objects) for b in objects[:i])
    yield Condition("no two objects overlap", "apart" if apart else "two overlap", apart)
    value: dict[tuple[str, float], float] = {}
    for name, part in zip(names, parts, strict=True):
        detections, marks = entry(part, "detections", "scores")
        found, own = scored_in(detections, marks, f"{name}['detections']")
        for threshold in (0.5, 0.75):
            value[name, threshold] = detection_average_precision([objects], [found], [own], iou_threshold=threshold)
    yield at_least("AP of one minus AP of other at IoU 0.5", value["one", 0.5] - value["other", 0.5], 0.3)
    yield at_least("AP of other minus AP of one at IoU 0.75", value["other", 0.75] - value["one", 0.75], 0.3)
    yield at_least("AP of one at IoU 0.75", value["one", 0.75], 0.1)


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
    each = [detection_average_precision([t], [b], [s]) for t, b, s in zip(objects, found, own, strict=True)]
    yield at_least("average precision of every image", min(each), 0.1)
    gap = sum(each) / len(each) - detection_average_precision(objects, found, own)
    yield at_least("mean of the images minus the pooled average precision", gap, 0.3)


FAR: Box = [50, 50, 54, 54]
SIX = [[10 * i, 0, 10 * i + 4, 4] for i in range(6)]

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
                (
                    {"a": [0, 0, 2, 2], "b": [3, 3, 5, 5]},
                    {"a": [0, 0, 2, 2], "b": [2, 0, 4, 2]},
                    {"a": [0, 0, 4, 4], "b": [5, 0, 9, 4]},
                    {"a": [0, 0, 8, 8], "b": [2, 2, 4, 4]},
                    {"a": [-5, -5, -1, -1], "b": [-3, -3, 1, 1]},
                ),
            ),
            "boxes without any": Part(
                st.fixed_dictionaries({"a": flat, "b": flat | boxes}), 1, ({"a": [1, 1, 1, 1], "b": [1, 1, 1, 1]},)
            ),
        },
        wrong_ideas={
            "sides that may be negative: boxes that do not touch share nothing": unclipped,
            "corners as pixels: here a box from 0 to 4 is four wide": lambda a, b: of_areas(
                a, b, lambda common, one, other: one + other - common, 1
            ),
            "the sum of both areas: what they share was counted twice": lambda a, b: of_areas(
                a, b, lambda _, one, other: one + other
            ),
            "the share of the first box that is covered": lambda a, b: of_areas(a, b, lambda _, one, __: one),
            "the share of the smaller box: it has to be covered and nothing else": lambda a, b: of_areas(
                a, b, lambda _, one, other: min(one, other)
            ),
            "0 for two boxes without area: it is 0/0, nan": lambda a, b: over(
                shared(a, b)[0], max(1, sum(shared(a, b)[1:]) - shared(a, b)[0])
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
                (
                    image([[0, 0, 10, 10], [2, 0, 12, 10]], [[0, 0, 10, 10], [0, 0, 11, 10]], [0.9, 0.8]),
                    image([[0, 0, 10, 10], [2, 0, 12, 10]], [[0, 0, 11, 10], [0, 0, 10, 10]], [0.8, 0.9]),
                    image([[0, 0, 10, 10]], [[0, 0, 10, 5], [0, 0, 10, 10]], [0.9, 0.8]),
                    image([[2, 0, 12, 10], [0, 0, 10, 10]], [[0, 0, 10, 10], [4, 0, 14, 10]], [0.9, 0.8]),
                    image([[0, 0, 4, 4]], [[0, 0, 4, 4]] * 3, [0.1, 0.3, 0.2]),
                    *crowds(),
                ),
            ),
            "nothing to find, or nothing found": Part(
                images(0).map(lambda given: given | ({"truths": []} if given["detections"] else {})),
                1,
                (image([], [[0, 0, 1, 1]], [0.5]), image([[0, 0, 1, 1]], [], [])),
            ),
        },
        wrong_ideas={
            "every box that fits: an object can be found only once": lambda **given: matched(**given, once=False),
            "the boxes in the order they came: the surest chooses first": lambda **given: matched(**given, sort=False),
            "the best object of all, taken or not (VOC): here it makes do with the next": lambda **given: matched(
                **given, free=False
            ),
            "more than the threshold: here an IoU that equals it will do": lambda **given: matched(
                **given, strict=True
            ),
            "the first object that fits: the best one is taken": lambda **given: matched(**given, best=False),
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
                (
                    {"hits": [0, 0, 1, 1, 1], "n_truths": 4},
                    {"hits": [0], "n_truths": 2},
                    {"hits": [1, 0, 1, 0, 1, 1, 1], "n_truths": 9},
                ),
            ),
            "nothing to find": Part(st.integers(1, 4).map(lambda n: {"hits": [0] * n, "n_truths": 0}), 1),
        },
        wrong_ideas={
            "no smoothing: raise each precision to the best that comes later": lambda hits, n_truths: area(
                hits, n_truths, "raw"
            ),
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
    Build(
        name="well_ordered",
        minutes=10,
        points=3,
        conditions=well_ordered,
        near_misses=(
            {"truths": SIX, "detections": SIX, "scores": [0.1, 0.2, 0.3, 0.4, 0.45, 0.49]},
            {"truths": SIX, "detections": SIX, "scores": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]},
            {"truths": SIX, "detections": [*SIX[:5], FAR], "scores": [0.9, 0.1, 0.2, 0.3, 0.4, 0.01]},
            {"truths": SIX[:5], "detections": SIX[:5], "scores": [0.9, 0.1, 0.2, 0.3, 0.4]},
        ),
    ),
    Build(
        name="two_detectors",
        minutes=20,
        points=5,
        conditions=two_detectors,
        near_misses=(
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
        ),
    ),
    Refute(
        name="image_by_image",
        minutes=15,
        points=3,
        conditions=per_image,
        near_misses=(
            {
                "truths": [[SIX[0]], [SIX[0]]],
                "detections": [[SIX[0]], [FAR, [*FAR[:3], 60], SIX[0]]],
                "scores": [[0.1], [0.9, 0.8, 0.7]],
            },
            {
                "truths": [[SIX[0]], [SIX[0]]],
                "detections": [[SIX[0]], [FAR, SIX[0]]],
                "scores": [[0.9], [0.8, 0.7]],
            },
            {"truths": [[SIX[0]], [SIX[0]]], "detections": [[SIX[0]], [FAR]], "scores": [[0.1], [0.9]]},
        ),
    ),
    Argue(name="which_detector", minutes=20, points=4),
)

"""Exercise of the lessons on detection."""

from collections.abc import Iterator
from math import nan
from typing import Any

from hypothesis import strategies as st

from evalmetrics import detection_average_precision, detection_f_score, mean_iou

from ..building import at_least, at_most, entry, numbers_in, slack
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Part, Refute, just_fail
from ._detection import (
    BOXES,
    HITS,
    WITHOUT_AREA,
    WRONG,
    Box,
    area,
    average,
    contested,
    crowds,
    draw,
    image,
    images,
    many_hits,
    matched,
    of_areas,
    over,
    overlap,
    precisions,
    scores,
    shared,
    unclipped,
    verdicts,
)

TITLE = "41_detection"
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
                (
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
            ),
            "boxes without an area": Part(WITHOUT_AREA, 1, FLAT),
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
                        for own in (
                            [-3.0, -1.0],
                            [5.0, 7.0],
                            [9.0, 10.0],
                            [95.0, 1e9],
                            [0.5, 0.0],
                            [0.911001, 0.911002],
                        )
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
                    {"hits": [], "n_truths": 3},
                    {"hits": [0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1], "n_truths": 40},
                    {"hits": [0, 1, 0, 0, 0, 0] + [1] * 14, "n_truths": 16},
                    {"hits": [1], "n_truths": 200},
                    *many_hits(),
                ),
            ),
            "nothing to find": Part(
                st.integers(1, 4).map(lambda n: {"hits": [0] * n, "n_truths": 0}), 1, ({"hits": [], "n_truths": 0},)
            ),
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
    Build(name="well_ordered", minutes=10, points=3, conditions=well_ordered),
    Build(name="two_detectors", minutes=20, points=5, conditions=two_detectors),
    Refute(name="image_by_image", minutes=15, points=3, conditions=per_image),
    Build(name="two_averages", minutes=15, points=4, conditions=two_averages),
    Argue(name="which_detector", minutes=20, points=4),
)

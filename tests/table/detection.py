"""Metrics of boxes, and of what a detector says of images."""

import numpy as np

from . import Row


def box(rng):
    x, y, width, height = *rng.integers(0, 12, 2), *rng.integers(2, 12, 2)
    return float(x), float(y), float(x + width), float(y + height)


def pair(rng):
    return box(rng), box(rng)


def near(rng, box):
    x1, y1, x2, y2 = np.array(box) + rng.integers(-1, 2, 4)
    return x1, y1, max(x1 + 1, x2), max(y1 + 1, y2)


def images(rng, labels, score):
    """Images of objects, some of them crowds, and detections near them or not."""
    truths, detections = [], []
    for _ in range(rng.integers(1, 7)):
        own = [(box(rng), str(rng.choice(labels)), bool(rng.random() < 0.1)) for _ in range(rng.integers(5))]
        given = [(near(rng, b), label) for b, label, _ in own for _ in range(rng.integers(3))]
        given += [(box(rng), str(rng.choice(labels))) for _ in range(rng.integers(3))]
        truths.append(own)
        detections.append([(*each, score(rng)) for each in given])
    return truths, detections


def labelled(rng):
    return images(rng, ["a", "b", "c"], lambda rng: float(rng.random()))


def of_one_class(rng):
    truths, detections = images(rng, ["a"], lambda rng: float(rng.integers(1, 9) / 8))
    parts = [(truths, 0), (detections, 0), (detections, 2)]
    return tuple([[each[i] for each in own] for own in part] for part, i in parts)


def maps(rng):
    """Images of several sizes with a class for each pixel, and predictions that are often right."""
    truths, predictions = [], []
    for _ in range(rng.integers(1, 7)):
        truth = rng.choice(5, size=rng.integers(1, 6, 2), p=[0.5, 0.2, 0.15, 0.1, 0.05])
        truths.append(truth)
        predictions.append(np.where(rng.random(truth.shape) < 0.7, truth, rng.integers(0, 5, truth.shape)))
    return truths, predictions


SMALL = (0, 0, 4, 4)


def found_surely(truths, *_):
    return [[SMALL] for _ in truths], [[SMALL] for _ in truths], [[1.0] for _ in truths]


def found_with_labels(truths, _):
    return [[(SMALL, "a")] for _ in truths], [[(SMALL, "a", 1.0)] for _ in truths]


NOTHING_THERE = [([[]], [[SMALL]], [[0.5]]), ([[]], [[]], [[]])]
RULES = [{}, {"rule": "voc", "iou_threshold": 0.75}, {"inclusive": True, "iou_threshold": 1.0}]

ROWS = {
    "iou": Row(pair, [{}, {"inclusive": True}], best=lambda a, _: (a, a), undefined=[((3, 3, 3, 3), (3, 3, 3, 3))]),
    "mean_iou": Row(
        maps,
        [{}, {"void": 4}, {"labels": [2, 0, 7]}, {"per_image": True}, {"per_image": True, "void": 4, "labels": [1, 3]}],
        best=lambda truths, _: ([np.arange(8).reshape(2, 4)], [np.arange(8).reshape(2, 4)]),
    ),
    "generalized_iou": Row(pair, best=lambda a, _: (a, a), undefined=[((3, 3, 3, 3), (3, 3, 3, 3))]),
    "detection_average_precision": Row(
        of_one_class,
        [*RULES, *({"points": points} for points in ("raw", 11, 101))],
        best=found_surely,
        undefined=NOTHING_THERE,
    ),
    "detection_f_score": Row(
        of_one_class,
        [*RULES, {"score_threshold": 0.25, "beta": 2}, {"zero_division": 0.0}, {"zero_division": 1.0}],
        best=found_surely,
        undefined=[*NOTHING_THERE, ([[SMALL]], [[]], [[]])],
    ),
    "froc_score": Row(
        of_one_class,
        [*RULES, {"false_per_image": [0.5]}, {"false_per_image": [0, 1, 100]}],
        best=found_surely,
        undefined=NOTHING_THERE,
    ),
    "coco_average_recall": Row(
        labelled,
        [{}, {"iou_thresholds": [0.5]}, {"area": (0, 40), "max_detections": 2}],
        best=found_with_labels,
        undefined=[([[]], [[(SMALL, "a", 0.5)]])],
    ),
    "coco_mean_average_precision": Row(
        labelled,
        [{}, {"ties": "together", "iou_thresholds": [0.5]}, {"area": (0, 40), "max_detections": 2}],
        best=found_with_labels,
        undefined=[([[]], [[(SMALL, "a", 0.5)]])],
    ),
}

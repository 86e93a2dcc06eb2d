"""Boxes in images: COCO's mean average precision."""

import contextlib
import io
from typing import Any

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

import evalmetrics

from ..row import RESAMPLES, Row, loop_row


class Boxes:
    """Boxes of images as `coco_mean_average_precision` takes them, and the same as the dicts of COCO's files."""

    def __init__(self, images: Any) -> None:
        self.images = images
        flat = [(i, *each) for i, image in enumerate(images, 1) for each in image]
        self.dicts = [
            {"image_id": i, "category_id": label, "bbox": [x1, y1, x2 - x1, y2 - y1], "area": (x2 - x1) * (y2 - y1)}
            | ({"score": score[0]} if score else {"id": number, "iscrowd": 0})
            for number, (i, (x1, y1, x2, y2), label, *score) in enumerate(flat, 1)
        ]

    def __len__(self) -> int:
        return len(self.images)

    def __getitem__(self, images: Any) -> "Boxes":
        return Boxes(self.images[images] if isinstance(images, slice) else [self.images[i] for i in images])


def scenes(n: int) -> tuple[Any, ...]:
    """Images of 20 objects of ten classes, and a detection near each, nine of ten with the right label."""
    rng = np.random.default_rng(0)
    corner, size = rng.random((n, 20, 2)) * 600, rng.random((n, 20, 2)) * 100 + 40
    truths = np.concatenate([corner, corner + size], axis=-1)
    found = truths + rng.normal(0, 4, truths.shape)
    labels = rng.integers(1, 11, (n, 20))
    said = np.where(rng.random((n, 20)) < 0.9, labels, rng.integers(1, 11, (n, 20)))
    scores = rng.random((n, 20))
    there = [
        list(zip(map(tuple, boxes), own, strict=True))
        for boxes, own in zip(truths.tolist(), labels.tolist(), strict=True)
    ]
    given = [
        list(zip(map(tuple, boxes), own, sure, strict=True))
        for boxes, own, sure in zip(found.tolist(), said.tolist(), scores.tolist(), strict=True)
    ]
    return Boxes(there), Boxes(given)


def our_coco(truths: Boxes, detections: Boxes) -> float:
    return float(evalmetrics.coco_mean_average_precision(truths.images, detections.images))


def pycocotools_coco(truths: Boxes, detections: Boxes) -> float:
    return evaluated(COCO, COCOeval, truths, detections)


def faster_coco(truths: Boxes, detections: Boxes) -> float:
    from faster_coco_eval import COCO, COCOeval_faster

    return evaluated(COCO, COCOeval_faster, truths, detections)


def evaluated(coco: Any, evaluator: Any, truths: Boxes, detections: Boxes) -> float:
    """What both do in the same words: objects of all areas, at most a hundred boxes, and nothing else."""
    truth = coco()
    numbers = range(1, 1 + len(truths))
    truth.dataset = {"images": [{"id": i} for i in numbers], "annotations": truths.dicts}
    truth.dataset["categories"] = [{"id": label} for label in range(1, 11)]
    with contextlib.redirect_stdout(io.StringIO()):
        truth.createIndex()
        evaluation = evaluator(truth, truth.loadRes(detections.dicts), "bbox")
        evaluation.params.areaRng, evaluation.params.areaRngLbl = evaluation.params.areaRng[:1], ["all"]
        evaluation.params.maxDets = [100]
        evaluation.evaluate()
        evaluation.accumulate()
    precision = evaluation.eval["precision"]
    return float(precision[precision > -1].mean())


def our_coco_bootstrap(truths: Boxes, detections: Boxes) -> Any:
    metric = evalmetrics.coco_mean_average_precision
    return evalmetrics.bootstrap(metric, truths.images, detections.images, n_resamples=RESAMPLES, rng=0).replicates


MAP = "COCO mAP, 1,000 images of 20 boxes"
READ = "reading 40,000 tuples and checking them takes a third of our time"
COCO_LOOP = "bootstrap of COCO mAP, 100 images of 20 boxes, 1,000 resamples"
ROWS = [
    Row(MAP, "pycocotools", 12, 1000, scenes, our_coco, pycocotools_coco),
    Row(MAP, "faster-coco-eval", 5, 1000, scenes, our_coco, faster_coco, package="faster_coco_eval", missed=READ),
    loop_row(COCO_LOOP, "pycocotools", 10, 50, 100, scenes, our_coco_bootstrap, pycocotools_coco),
]

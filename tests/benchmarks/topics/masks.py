"""Pixels of images: mean intersection over union."""

from typing import Any

import numpy as np
from sklearn.metrics import jaccard_score

import evalmetrics as em

from ..row import Row
from .labels import BINCOUNT

CLASSES, SIDE = 19, 128


def maps(n: int) -> tuple[Any, ...]:
    """Images of blocks of eight pixels of a class, three pixels of four given the right one."""
    rng = np.random.default_rng(0)
    truths = rng.integers(0, CLASSES, (n, SIDE // 8, SIDE // 8)).repeat(8, 1).repeat(8, 2)
    return truths, np.where(rng.random(truths.shape) < 0.75, truths, rng.integers(0, CLASSES, truths.shape))


def our_iou(truths: Any, predictions: Any) -> float:
    return float(em.mean_iou(truths, predictions))


def sklearn_iou(truths: Any, predictions: Any) -> float:
    return float(jaccard_score(truths.ravel(), predictions.ravel(), average="macro"))


def counted_iou(truths: Any, predictions: Any) -> float:
    cells = np.bincount(CLASSES * truths.ravel() + predictions.ravel(), minlength=CLASSES**2).reshape(CLASSES, CLASSES)
    common = cells.diagonal()
    return float((common / (cells.sum(0) + cells.sum(1) - common)).mean())


WORK = f"mIoU of {CLASSES} classes, 50 images of {SIDE} × {SIDE} pixels"
BY_IMAGE = "ours reads labels of any kind and keeps the pixels of each image apart, for resamples"
ROWS = [
    Row(WORK, "scikit-learn", 5, 50, maps, our_iou, sklearn_iou),
    Row(WORK, BINCOUNT, 1, 50, maps, our_iou, counted_iou, missed=BY_IMAGE, excused=0.1),
]

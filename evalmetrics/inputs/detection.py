"""Boxes and who they belong to: what detection metrics are given, checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from . import arguments, masks
from . import labels as _labels
from .arguments import Array, Flags, Floats, Places, columns, described_with, same_length, several, shown
from .options import OneOf, numeric, whole

SIDES = 1e-150, 1e150  # lengths of which two can be multiplied as floats
AREAS = {
    "all": (0, 1e10),
    "small": (0, 32**2),
    "medium": (32**2, 96**2),
    "large": (96**2, 1e10),
}


@dataclass(frozen=True, eq=False)
class Boxes(Sequence[Any]):
    """Boxes of n images in one array: which image each is in, its label, and its flag or its score.

    As a sequence, it holds for each image a list of (box, label, flag, area), or of (box, label, score).
    """

    n: int
    xyxy: Floats
    image: Places
    label: Array
    value: Array
    area: Floats | None = None

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: Any) -> Any:
        if i >= self.n:
            raise IndexError(i)
        own = self.image == i
        columns = self.xyxy, self.label, self.value, *([] if self.area is None else [self.area])
        return list(zip(*(column[own] for column in columns), strict=True))


def pair(box_a: Any, box_b: Any) -> tuple[Floats, Floats]:
    """Two boxes.

    box_a, box_b : four numbers (x1, y1, x2, y2)
        Two opposite corners, x1 <= x2 and y1 <= y2.
    """
    boxes = one(box_a, "box_a"), one(box_b, "box_b")
    _refuse_two_units(box_a=boxes[0], box_b=boxes[1])
    return boxes


def boxes_or_masks(box_a: Any, box_b: Any) -> tuple[Any, ...]:
    """Two boxes, or two masks.

    box_a, box_b : four numbers (x1, y1, x2, y2), or masks of one shape
        Two opposite corners, x1 <= x2 and y1 <= y2; or True (or 1) for each pixel of the object.
    """
    if masks.is_mask(box_a) and masks.is_mask(box_b):
        return masks.two_masks(box_a=box_a, box_b=box_b)
    return pair(box_a, box_b)


def one(box: Any, name: str) -> Floats:
    """A checked box, shape (4,)."""
    if masks.is_mask(box):
        raise TypeError(f"{name} must be four numbers, got a mask: iou takes two masks, or two boxes")
    coordinates = numbers(box, name)
    if coordinates.shape != (4,):
        raise ValueError(f"{name} must be one box (x1, y1, x2, y2), got {shown(box)}")
    return _checked(coordinates[None], name)[0]


def of_one_class(
    truths: Any, detections: Any, scores: Any, *, difficult: Any = None
) -> tuple[list[Floats], list[Floats], list[Floats], list[Flags]]:
    """Truths, detections, scores and flags of truths, an array per image each.

    truths : sequence of arrays of shape (m, 4)
        Per image the boxes (x1, y1, x2, y2) that are to be found; an empty list where there is nothing.
    detections : sequence of arrays of shape (d, 4)
        Per image the boxes that the detector gave.
    scores : sequence of arrays of d numbers
        Per image how sure it is of each box.
    difficult : sequence of arrays of m booleans, optional
        Per image the truths that nobody has to find: to find one is neither right nor wrong.
    """
    there, given = columns(_boxes_of_images, "image", truths=truths, detections=detections)
    _refuse_two_units(truths=np.concatenate(there), detections=np.concatenate(given))
    values = _values_of_boxes(scores, "scores", given, "detections")
    if difficult is None:
        return there, given, values, [np.zeros(len(own), dtype=bool) for own in there]
    flags = _values_of_boxes(difficult, "difficult", there, "truths", kinds="biuf")
    arguments.only(np.concatenate(flags), "difficult", (0, 1), "True or False for each box")
    return there, given, values, [own.astype(bool) for own in flags]


def _boxes_of_images(values: Any, name: str) -> list[Floats]:
    images = ((f"{name}[{i}]", image) for i, image in enumerate(_per_image(values, name)))
    return [_checked(numbers(image, place), place) for place, image in images]


def _values_of_boxes(values: Any, name: str, boxes: list[Floats], of: str, *, kinds: str = "iuf") -> list[Floats]:
    parts = _per_image(values, name)
    same_length("image", **{of: boxes, name: parts})
    for i, (part, own) in enumerate(zip(parts, boxes, strict=True)):
        if arguments.read(part, f"{name}[{i}]").shape != (len(own),):
            raise ValueError(f"{name}[{i}] must hold one number per box of {of}[{i}]: {len(own)}, got {shown(part)}")
    joined = numbers(list(chain.from_iterable(parts)), name, kinds=kinds)
    return np.split(joined, np.cumsum([len(own) for own in boxes])[:-1])


def labelled(truths: Any, detections: Any) -> tuple[Boxes, Boxes]:
    """Truths and detections of several classes.

    truths : sequence of lists
        Per image its objects, ((x1, y1, x2, y2), label) each; a third entry True says that the box holds a crowd: who
        finds something in it (the overlap is then the share of the detection that lies in it) is neither right nor
        wrong, and nobody has to. A fourth entry is the object's area, as COCO's files have it of the mask; by default
        that of the box.
    detections : sequence of lists
        Per image what the detector gave, ((x1, y1, x2, y2), label, score) each.
    """
    there, given = with_labels(truths, "truths"), with_labels(detections, "detections", scored=True)
    same_length("image", truths=there, detections=given)
    for name, boxes in (("truths", there), ("detections", given)):
        _labels.refuse_unhashable(boxes.label, name)
    if pd.isna(there.label).any() or pd.isna(given.label).any():
        raise ValueError("truths and detections hold missing labels (None or nan): every box needs a label")
    arguments.of_one_type(truths=there.label, detections=given.label)
    _refuse_two_units(truths=there.xyxy, detections=given.xyxy)
    _labels.of_one_form({*there.label.tolist(), *given.label.tolist()}, "truths and detections")
    return there, given


@described_with(labelled)
def labelled_alike(truths: Any, detections: Any) -> tuple[Boxes, Boxes]:
    """Truths and detections of several classes, some class of which occurs in both.

    ValueError
        Detections none of whose labels occurs in the truths, as "cat" where these say "Cat".
    """
    there, given = labelled(truths, detections)
    named, called = (dict.fromkeys(boxes.label.tolist()) for boxes in (there, given))
    if named and called and not named.keys() & called.keys():
        raise ValueError(
            f"detections hold the labels {several(called)}, none of which occurs in truths, which hold "
            f"{several(named)}: use the same labels in both"
        )
    return there, given


@described_with(of_one_class)
def of_one_class_shown(
    truths: Any, detections: Any, scores: Any, *, difficult: Any = None, score_threshold: float = 0.5
) -> tuple[list[Floats], list[Floats], list[Floats], list[Flags]]:
    """The same, of detections that are shown from a score on."""
    checked = of_one_class(truths, detections, scores, difficult=difficult)
    _refuse_percent(np.concatenate(checked[2]), score_threshold)
    return checked


@described_with(labelled)
def labelled_shown(truths: Any, detections: Any, *, score_threshold: float = 0.5) -> tuple[Boxes, Boxes]:
    """The same, of detections that are shown from a score on."""
    there, given = labelled(truths, detections)
    _refuse_percent(given.value, score_threshold)
    return there, given


def _refuse_percent(scores: Floats, threshold: float) -> None:
    """Raise where the scores are in another unit than the threshold."""
    if scores.size and scores.max() > 10 and 0 < threshold < 1:
        raise ValueError(
            f"scores go up to {scores.max():g}, and score_threshold={threshold:g} is a share: give it in their unit"
        )


def _refuse_two_units(**boxes: Floats) -> None:
    """Raise where boxes in shares of the picture would be held against boxes in pixels."""
    (largest, in_pixels), (most, in_shares) = sorted([(values.max(initial=0), name) for name, values in boxes.items()])[
        ::-1
    ]
    if most <= 1 and largest >= 10 and (small := boxes[in_shares]).size and small.min() >= 0 and (small % 1).any():
        raise ValueError(
            f"{in_shares} lie between 0 and 1, as shares of the picture, and {in_pixels} go up to {largest:g}, as "
            "pixels: multiply the shares by the width and the height"
        )


def with_labels(values: Any, name: str, *, scored: bool = False) -> Boxes:
    """Boxes given as tuples, a list per image: (box, label, score), or (box, label), with a flag and an area or not."""
    images = _per_image(values, name)
    flat = list(chain.from_iterable(images))
    wanted = "(box, label, score)" if scored else "(box, label), (box, label, crowd) or (box, label, crowd, area)"
    lengths = (3,) if scored else (2, 3, 4)
    if odd := [each for each in flat if not isinstance(each, tuple | list) or len(each) not in lengths]:
        raise ValueError(f"{name} must hold {wanted} in a list per image, got {_of_coco(odd[0])}")
    value = [each[2] if len(each) > 2 else False for each in flat]
    if not scored and (odd := [v for v in value if not isinstance(v, bool | np.bool_ | int) or v not in (0, 1)]):
        came = f"got {shown(odd[0])} (truths have no score)"
        raise ValueError(f"{name} must hold {wanted}, crowd being True or False, {came}")
    image = np.repeat(np.arange(len(images)), [len(own) for own in images])
    label = np.fromiter((each[1] for each in flat), dtype=object, count=len(flat))
    boxes = _checked(numbers([each[0] for each in flat], name), name)
    if scored:
        return Boxes(len(images), boxes, image, label, numbers(value, name))
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    if given := [i for i, each in enumerate(flat) if len(each) == 4]:
        area[given] = arguments.counts([flat[i][3] for i in given], f"areas of {name}")
    return Boxes(len(images), boxes, image, label, np.array(value, dtype=bool), area)


def numbers(values: Any, name: str, *, kinds: str = "iuf") -> Floats:
    """`values` as an array of finite floats of any shape."""
    array = arguments.read(values, name, "hold four numbers per box")
    if array.dtype.kind == "b" and "b" not in kinds:
        raise TypeError(f"{name} must hold four numbers per box, got a mask: iou, dice and mean_iou score masks")
    return arguments.within(array, name, kinds=kinds)


def _checked(boxes: Floats, name: str) -> Floats:
    """Boxes whose second corner is not left of nor above the first, and whose areas floats can hold: shape (n, 4)."""
    if boxes.size == 0:
        return np.empty((0, 4))
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ValueError(f"{name} must be boxes (x1, y1, x2, y2), shape (n, 4), got an array of shape {boxes.shape}")
    sides = boxes[:, 2:] - boxes[:, :2]
    if (sides < 0).any():
        turned = boxes[(sides < 0).any(axis=1).argmax()].tolist()
        raise ValueError(
            f"{name} must be boxes (x1, y1, x2, y2) with x1 <= x2 and y1 <= y2, got {turned}; "
            "corner, width and height go through xyxy_from_xywh first"
        )
    if np.abs(boxes).max() > SIDES[1] or ((sides > 0) & (sides < SIDES[0])).any():
        raise ValueError(f"{name} holds boxes whose areas no float holds: multiply or divide all of them by one number")
    return boxes


def _per_image(values: Any, name: str) -> list[Any]:
    if isinstance(values, Mapping):
        raise TypeError(f"{name} must hold a list per image, got {_of_coco(values)}")
    if isinstance(values, str) or not hasattr(values, "__len__") or getattr(values, "shape", None) == ():
        raise TypeError(f"{name} must hold one entry per image, got {shown(values)}")
    if not (images := list(values)):
        raise ValueError(f"{name} is empty: at least one image is needed")
    if odd := [image for image in images if isinstance(image, str | Mapping) or not hasattr(image, "__len__")]:
        raise TypeError(f"{name} must hold a sequence per image (an empty one for none), got {_of_coco(odd[0])}")
    return images


def _of_coco(value: Any) -> str:
    """What came, and of COCO's dictionaries what to do."""
    if not isinstance(value, Mapping):
        return shown(value)
    return (
        f"{shown(value)}: truths, detections = from_coco(truths, results) makes them of COCO's files and dictionaries"
    )


def corner_and_size(boxes: Any) -> tuple[Floats, Floats]:
    """Boxes given as (x, y, width, height): corners and sizes, shape (..., 2) each."""
    array = numbers(boxes, "boxes")
    if array.shape[-1:] != (4,):
        raise ValueError(f"boxes must be (x, y, width, height), shape (..., 4), got an array of shape {array.shape}")
    if (array[..., 2:] < 0).any():
        raise ValueError(f"boxes must have a width and a height of at least 0, got {array[..., 2:].min()}")
    return array[..., :2], array[..., 2:]


def enough_overlap(value: Any, name: str) -> float:
    """A check: an IoU that is enough, with what else rules a matching.

    iou_threshold : float, default 0.5
        A detection is right if its IoU with the truth is at least this, above 0 and at most 1.
    rule : {"coco", "voc"}
        What a detection may choose: the best of the truths that are still to be had (of equals the last, and of
        difficult ones only if there is no other), or the best of all, which is wrong if it was taken before.
    inclusive : bool, default False
        The corners are the first and the last pixel inside, so that a box is x2 - x1 + 1 wide, as in the programs of
        the PASCAL VOC challenges.
    """
    iou = arguments.number_that(value, name, lambda x: 0 < x <= 1, "be above 0 and at most 1")
    return min(iou, 1 - 1e-10)  # an IoU of 1 may come out a bit below


def enough_overlaps(values: Any, name: str) -> Floats:
    """A check: at least one IoU above 0 and at most 1."""
    if not np.size(values):
        raise ValueError(f"{name} is empty: at least one threshold is needed")
    return np.array([enough_overlap(value, name) for value in np.ravel(values)])


def rates(values: Any, name: str) -> Floats:
    """A check: numbers of false detections an image.

    false_per_image : sequence of numbers, default 1/8, 1/4, 1/2, 1, 2, 4, 8
        How many false detections an image are put up with; at least 0.
    """
    allowed = arguments.counts(values, name).ravel()
    if not allowed.size:
        raise ValueError(f"{name} is empty: at least one number is needed")
    return allowed


too_little_overlap = numeric("be above 0, where every object is blamed, up to 1", lambda x: 0 < x <= 1)


class AreaLimits(OneOf):
    """A check: the name of a range of areas, or its least and most square pixels; with what else rules COCO's matching.

    iou_thresholds : sequence of numbers, default 0.5, 0.55, ..., 0.95
        Above 0 and at most 1.
    max_detections : int, default 100
        Only so many of each class are looked at in an image, the surest.
    area : {"all", "small", "medium", "large"} or (least, most)
        Objects of other areas are ignored, and so is who finds them, and detections of other areas that find nothing.
        "small" is up to 32², "medium" from there up to 96², "large" from there.
    """

    def __call__(self, value: Any, name: str) -> Any:
        """The name, or both limits."""
        if isinstance(value, str):
            return super().__call__(value, name)
        if np.shape(value) != (2,):
            raise ValueError(f"{name} must be a name or (least, most) in square pixels, got {shown(value)}")
        least, most = (arguments.real(limit, name) for limit in value)
        if not 0 <= least <= most:
            raise ValueError(f"{name} must be (least, most) with 0 <= least <= most, got {value!r}")
        return least, most


TIES = OneOf("together", "in order")
RULES: dict[str, Any] = {"iou_threshold": enough_overlap, "rule": OneOf("coco", "voc"), "inclusive": OneOf(False, True)}
COCO_RULES = {"iou_thresholds": enough_overlaps, "max_detections": whole(1), "area": AreaLimits(*AREAS), "ties": TIES}

"""Boxes and who they belong to: what detection metrics are given, checked and laid out flat for arrays."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import arguments

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.intp]


@dataclass(frozen=True)
class Boxes:
    """Boxes of n images in one array: which image each is in, its label's code, and its flag or its score."""

    n: int
    xyxy: Floats
    image: Places
    label: Any
    value: NDArray[Any]


def one(box: Any, name: str) -> tuple[float, float, float, float]:
    """The four checked coordinates of a box."""
    coordinates = numbers(box, name)
    if coordinates.shape != (4,):
        raise ValueError(f"{name} must be one box (x1, y1, x2, y2), got {box!r}")
    x1, y1, x2, y2 = checked(coordinates[None], name)[0].tolist()
    return x1, y1, x2, y2


def checked(values: Any, name: str) -> Floats:
    """`values` as finite boxes, shape (n, 4), whose second corner is not left of nor above the first."""
    boxes = numbers(values, name)
    if boxes.size == 0:
        return np.empty((0, 4))
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        raise ValueError(f"{name} must be boxes (x1, y1, x2, y2), shape (n, 4), got an array of shape {boxes.shape}")
    if (np.abs(boxes) > 1e150).any():  # areas are products, and unions are sums of them
        raise ValueError(
            f"{name} holds coordinates beyond 1e150, whose areas no float holds: divide all boxes by one number"
        )
    if (turned := (boxes[:, 2:] < boxes[:, :2]).any(axis=1)).any():
        raise ValueError(
            f"{name} must be boxes (x1, y1, x2, y2) with x1 <= x2 and y1 <= y2, got {boxes[turned.argmax()].tolist()}; "
            "corner, width and height go through xyxy_from_xywh first"
        )
    sides = boxes[:, 2:] - boxes[:, :2]
    if ((sides > 0) & (sides < 1e-150)).any():
        raise ValueError(
            f"{name} holds sides below 1e-150, whose areas no float holds: multiply all boxes by one number"
        )
    return boxes


def numbers(values: Any, name: str) -> Floats:
    """`values` as an array of finite floats of any shape."""
    array = arguments.read(values, name, "hold four numbers per box")
    if array.size and array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, got dtype {array.dtype}")
    array = array.astype(np.float64)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds nan or infinite values: every box and score needs finite numbers")
    return array


def per_image(values: Any, name: str) -> list[Any]:
    """One entry per image, at least one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise TypeError(f"{name} must hold one entry per image, got {values!r}")
    images = list(values)
    if not images:
        raise ValueError(f"{name} is empty: at least one image is needed")
    if not all(hasattr(image, "__len__") and not isinstance(image, str) for image in images):
        raise TypeError(f"{name} must hold a sequence per image (an empty one for none), got {images[0]!r}, ...")
    return images


def of_one_class(boxes: Any, values: Any, name: str, value_name: str, *, flags: bool) -> Boxes:
    """Boxes given as an array per image, and a number or flag for each box, given likewise (None: no flag is up)."""
    images = per_image(boxes, name)
    each = [checked(image, f"{name}[{i}]") for i, image in enumerate(images)]
    flat, sizes = np.concatenate(each), np.array([len(boxes) for boxes in each])
    place = np.repeat(np.arange(len(images)), sizes)
    if values is None:
        return Boxes(len(images), flat, place, np.zeros(len(flat), dtype=np.intp), np.zeros(len(flat), dtype=bool))
    parts = per_image(values, value_name)
    if len(parts) != len(images):
        raise ValueError(f"{name} and {value_name} must hold one entry per image: {len(images)} and {len(parts)}")
    for i, (part, size) in enumerate(zip(parts, sizes, strict=True)):
        if np.shape(part) != (size,):
            raise ValueError(f"{value_name}[{i}] must hold one number per box of {name}[{i}]: {size}, got {part!r}")
    own = np.array(list(chain.from_iterable(parts)))
    checked_values = _flags(own, value_name) if flags else numbers(own, value_name)
    return Boxes(len(images), flat, place, np.zeros(len(flat), dtype=np.intp), checked_values)


def _flags(values: NDArray[Any], name: str) -> Flags:
    if values.dtype.kind not in "biuf" or not np.isin(values, (0, 1)).all():
        raise ValueError(f"{name} must hold True or False for each box, got {values[:5].tolist()}")
    return values.astype(bool)


def labelled(values: Any, name: str, *, scored: bool) -> Boxes:
    """Boxes given as tuples, a list per image: (box, label, score), or (box, label) with a flag that may follow."""
    images = per_image(values, name)
    flat = list(chain.from_iterable(images))
    wanted = "(box, label, score)" if scored else "(box, label) or (box, label, crowd)"
    lengths = {len(each) if isinstance(each, tuple | list) else 0 for each in flat}
    if not lengths <= ({3} if scored else {2, 3}):
        odd = next(e for e in flat if not isinstance(e, tuple | list) or (len(e) != 3 and (scored or len(e) != 2)))
        raise ValueError(f"{name} must hold {wanted} in a list per image, got {odd!r}")
    place = np.repeat(np.arange(len(images)), [len(image) for image in images])
    label = np.fromiter((each[1] for each in flat), dtype=object, count=len(flat))
    if scored:
        value: NDArray[Any] = numbers([each[2] for each in flat], name)
    else:
        crowds = [each[2] if len(each) == 3 else False for each in flat]
        if odd := [
            flag for flag in crowds if not isinstance(flag, bool | np.bool | int | np.integer) or flag not in (0, 1)
        ]:
            raise ValueError(
                f"{name} must hold {wanted}, crowd being True or False, got {odd[0]!r} (truths have no score)"
            )
        value = np.array(crowds, dtype=bool)
    return Boxes(len(images), checked([each[0] for each in flat], name), place, label, value)


def coded(truths: Boxes, detections: Boxes) -> tuple[Boxes, Boxes, pd.Index]:
    """Both with positions in the sorted labels in place of labels, and those labels."""
    codes, labels = pd.factorize(np.concatenate([truths.label, detections.label]), sort=True)
    if (codes < 0).any():
        raise ValueError("truths and detections hold missing labels (None or nan): every box needs a label")
    if truths.n != detections.n:
        raise ValueError(f"truths and detections must hold one entry per image: {truths.n} and {detections.n}")
    first, second = codes[: len(truths.label)], codes[len(truths.label) :]
    return replace(truths, label=first), replace(detections, label=second), pd.Index(labels).infer_objects()


def by_image(truths: Boxes, detections: Boxes) -> Iterator[tuple[Floats, Flags, Floats, Floats]]:
    """Per image its truths, their flags, its detections and their scores."""
    for image in range(truths.n):
        own, found = truths.image == image, detections.image == image
        yield truths.xyxy[own], truths.value[own], detections.xyxy[found], detections.value[found]


def overlaps(truths: Floats, detections: Floats, crowd: Flags, inclusive: bool) -> Floats:
    """IoU of each of d detections with each of g truths, shape (..., d, g); of a crowd, the share of the detection."""
    a, b = detections[..., :, None, :], truths[..., None, :, :]
    sides = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2]) + inclusive
    common = np.maximum(sides, 0).prod(axis=-1)
    alone = areas(detections, inclusive)[..., :, None]
    whole = np.where(crowd[..., None, :], alone, alone + areas(truths, inclusive)[..., None, :] - common)
    return np.asarray(np.divide(common, whole, out=np.zeros_like(common), where=whole > 0))


def areas(boxes: Floats, inclusive: bool) -> Any:
    """Width times height."""
    return (boxes[..., 2:] - boxes[..., :2] + inclusive).prod(axis=-1)

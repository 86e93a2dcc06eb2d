"""Masks: which pixels belong to an object, or to which class each pixel belongs."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import arguments
from .arguments import Array, Flags, shown
from .labels import listed


def has_rows(values: Any) -> bool:
    """Whether something has rows and columns, as a sequence of numbers does not."""
    if isinstance(values, list) and values:
        return hasattr(values[0], "__len__") and not isinstance(values[0], str)
    if hasattr(values, "__array_interface__"):  # an array, or a picture of Pillow
        return np.ndim(values) > 1
    return getattr(values, "ndim", 0) > 1


def is_mask(values: Any) -> bool:
    """Whether something has rows and columns, or holds booleans, as the four numbers of a box do not."""
    return has_rows(values) or getattr(getattr(values, "dtype", None), "kind", "") == "b"


def mask(values: Any, name: str) -> Flags:
    """A mask of any shape: True, or 1, where a pixel belongs to the object."""
    array = arguments.read(values, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold True and False, or 1 and 0, got {arguments.kind_of_entries(array)}")
    if array.size == 0:
        raise ValueError(f"{name} is empty: at least one pixel is needed")
    if (odd := (array != 0) & (array != 1)).any():
        came = array.flat[int(odd.argmax())]
        raise ValueError(
            f"{name} must hold True and False, or 1 and 0, got {came}: compare first, as {name} > 0.5 does"
        )
    return array.astype(np.bool_)


def two_masks(**masks: Any) -> tuple[Flags, ...]:
    """Two named masks of one shape."""
    sides = {name: mask(values, name) for name, values in masks.items()}
    shapes = [side.shape for side in sides.values()]
    if len(set(shapes)) > 1:
        came = " and ".join(map(str, shapes))
        raise ValueError(
            f"{' and '.join(sides)} must have one shape, a pixel of one for a pixel of the other, got {came}"
        )
    return tuple(sides.values())


def class_maps(truths: Any, predictions: Any, *, void: Any = None) -> tuple[list[Array], list[Array]]:
    """The classes of the pixels that count, an array per image each.

    truths, predictions : n images, arrays of labels
        To which class each pixel belongs, and to which it was given: per image an array of whole numbers, of strings,
        or of booleans, which are the two classes True and False; of one shape on both sides, at least two axes.
    void : label, optional
        Pixels that have it in `truths` do not count, whatever was predicted there. A prediction of it, elsewhere, is
        wrong.
    """
    there, given = (_images(values, name) for name, values in (("truths", truths), ("predictions", predictions)))
    arguments.same_length("image", truths=there, predictions=given)
    arguments.of_one_type(truths=[each.flat[0] for each in there], predictions=[each.flat[0] for each in given])
    for i, (own, found) in enumerate(zip(there, given, strict=True)):
        if own.shape != found.shape:
            classes = ": of scores per class take the argmax first" if found.ndim > own.ndim else ""
            raise ValueError(
                f"predictions[{i}] must have the shape of truths[{i}], {own.shape}, got {found.shape}{classes}"
            )
    largest = [max(each.max() for each in side) for side in (there, given) if side[0].dtype.kind in "iu"]
    if void is None and len(largest) == 2 and max(largest) == 255 and 1 <= min(largest) < 100:
        raise ValueError(
            f"truths go up to class {largest[0]} and predictions to {largest[1]}: give void=255 where such pixels do "
            "not count, or compare both with 0 where 255 is the object"
        )
    kept = [np.ones(own.shape, dtype=bool) if void is None else own != void for own in there]
    pixels = ([each[k] for each, k in zip(side, kept, strict=True)] for side in (there, given))
    return next(pixels), next(pixels)


def _images(values: Any, name: str) -> list[Array]:
    if isinstance(values, str | Mapping) or not hasattr(values, "__len__"):
        raise TypeError(f"{name} must hold an array of labels per image, got {shown(values)}")
    if not len(values):
        raise ValueError(f"{name} is empty: at least one image is needed")
    return [_image(each, f"{name}[{i}]", name) for i, each in enumerate(values)]


def _image(values: Any, place: str, name: str) -> Array:
    array = arguments.read(values, place)
    if array.ndim < 2:
        raise ValueError(f"{place} must have rows and columns, got {shown(values)}: of one image give [{name}]")
    if array.size == 0:
        raise ValueError(f"{place} is empty: at least one pixel is needed")
    if array.dtype.kind == "f" and np.array_equal(array, whole := np.round(array)) and np.abs(array).max() < 2**53:
        array = whole.astype(np.int64)
    if array.dtype.kind not in "biuU":
        came = arguments.kind_of_entries(array)
        raise TypeError(
            f"{place} must hold labels of classes, got {came}: of chances take the argmax, or compare first"
        )
    for axis in (
        (0, -1) if array.ndim == 3 and array.dtype.kind in "biu" and 0 <= array.min() <= array.max() == 1 else ()
    ):
        if array.shape[axis] > 1 and (array.sum(axis) == 1).all():
            raise ValueError(
                f"{place} must hold a class per pixel, got {array.shape[axis]} layers of which each pixel is in one: "
                f"give {place}.argmax({axis})"
            )
    return array


def classes(labels: Any, name: str) -> list[Any] | None:
    """A check: the classes that are scored.

    labels : sequence of k labels, optional
        The classes that are scored, by default those that occur on either side. ``labels=[True]`` scores the object of
        a mask of booleans, and not what is around it.
    """
    return None if labels is None else listed(labels, name).tolist()

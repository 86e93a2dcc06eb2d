"""COCO's files, read: annotations and results as lists of boxes, an image each."""

import json
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any

import numpy as np

from .arguments import several, shown, text_of
from .detection import corner_and_size

NEEDED = {
    "truths": ["image_id", "category_id", "bbox"],
    "results": ["image_id", "category_id", "bbox", "score"],
}


def truths_and_results(truths: Any, results: Any) -> tuple[list[list[Any]], list[list[Any]]]:
    """Per image (box, label, crowd, area) of each truth and (box, label, score) of each result, by image ids."""
    dataset, given = _read(truths, "truths"), _read(results, "results")
    if not isinstance(dataset, Mapping) or (missing := {"images", "annotations"} - dataset.keys()):
        came = f"no {' and no '.join(sorted(missing))}" if isinstance(dataset, Mapping) else shown(dataset)
        raise ValueError(f"truths must be COCO's annotations, a dictionary with images and annotations; got {came}")
    given = given.get("annotations", given) if isinstance(given, Mapping) else given
    if isinstance(given, Mapping | str) or not isinstance(given, Sequence):
        raise ValueError(f"results must be COCO's results, a list with a dictionary for each box; got {shown(given)}")
    annotations = list(dataset["annotations"])
    images = _ids(dataset["images"], "images")
    categories = dataset.get("categories") or [{"id": each} for each in {a.get("category_id") for a in annotations}]
    names = [each.get("name") for each in categories]
    label = dict(zip(_ids(categories, "categories"), names, strict=True))
    if None in names or len(set(names)) < len(names):
        label = {each: each for each in label}
    place = {image: i for i, image in enumerate(_in_order(images))}
    there: list[list[Any]] = [[] for _ in place]
    found: list[list[Any]] = [[] for _ in place]
    for each, box in _with_boxes(annotations, "truths", place, label):
        area = [each["area"]] if each.get("area") is not None else []
        there[place[each["image_id"]]].append((box, label[each["category_id"]], bool(each.get("iscrowd")), *area))
    boxes = _with_boxes(given, "results", place, label)
    _inside(boxes, {image["id"]: (image.get("width"), image.get("height")) for image in dataset["images"]})
    for each, box in boxes:
        found[place[each["image_id"]]].append((box, label[each["category_id"]], each["score"]))
    return there, found


def _read(source: Any, name: str) -> Any:
    """What a file holds, or an object of pycocotools or a dictionary as it is."""
    if not isinstance(source, str | PathLike):
        return getattr(source, "dataset", source)
    try:
        return json.loads(text_of(source, name))
    except json.JSONDecodeError as error:
        raise ValueError(f"{name} must be a file of JSON: {error}") from None


def _inside(boxes: Sequence[tuple[Any, Any]], sizes: Mapping[Any, Any]) -> None:
    """Refuse results of which many leave their image, and would not if they were two corners."""
    corners = 0
    for each, (x, y, right, low) in boxes:
        width, height = (size or np.inf for size in sizes[each["image_id"]])
        corners += (right > 1.1 * width or low > 1.1 * height) and x <= right - x <= width and y <= low - y <= height
    if corners > len(boxes) / 4:
        raise ValueError(
            f"results must hold boxes as [x, y, width, height]; {corners} of {len(boxes)} leave their image so, and "
            "would not as two corners: of these give [x1, y1, x2 - x1, y2 - y1]"
        )


def _ids(entries: Any, name: str) -> list[Any]:
    if not isinstance(entries, list | tuple):
        raise TypeError(f"truths must hold a list of {name}, got {shown(entries)}")
    if odd := [each for each in entries if not isinstance(each, Mapping) or "id" not in each]:
        raise ValueError(f"truths must hold {name} with an id each, got {shown(odd[0])}")
    ids = [each["id"] for each in entries]
    if len(set(ids)) < len(ids):
        raise ValueError(f"truths must hold each of its {name} once, got the ids {several(ids)}")
    return ids


def _in_order(ids: list[Any]) -> list[Any]:
    """In the order of pycocotools, on which equal scores depend."""
    return sorted(ids) if len({type(each) for each in ids}) == 1 else ids


def _with_boxes(entries: Sequence[Any], name: str, images: Any, categories: Any) -> list[tuple[Any, Any]]:
    """Entries that have all they need, with their boxes by two corners."""
    for i, each in enumerate(entries):
        keys = each if isinstance(each, Mapping) else {}
        if missing := [key for key in NEEDED[name] if key not in keys]:
            masks = "; masks alone are for pycocotools" if "segmentation" in keys else ""
            wanted = f"{name} must have {', '.join(NEEDED[name])} for each box"
            raise ValueError(f"{wanted}; no {missing[0]} in box {i}{masks}")
    for key, known, of in [("image_id", images, "images"), ("category_id", categories, "categories")]:
        if unknown := list(dict.fromkeys(each[key] for each in entries if each[key] not in known)):
            raise ValueError(
                f"{name} must be of the {of} that truths lists, {several(known)}; got the {key} {several(unknown)}"
            )
    if not entries:
        return []
    corner, size = corner_and_size([each["bbox"] for each in entries])
    boxes = zip(corner.tolist(), (corner + size).tolist(), strict=True)
    return [(each, (*low, *high)) for each, (low, high) in zip(entries, boxes, strict=True)]

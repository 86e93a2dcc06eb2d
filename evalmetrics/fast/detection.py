"""Which detections are right: all images, classes and IoU thresholds in step.

The definitions are `ranked_outcomes`, `found_missed_false` and `ranked_classes` of `detection`: there, one detection
after the other chooses. Here the surest of all images choose their truths at once, then all second surest, and so on.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..inputs.arguments import Flags, Floats, Places
from ..inputs.detection import AREAS, Boxes

AT_ONCE = 2**14  # IoU values in a block: few enough to stay in the processor's cache
FEW = 2**10  # classes below this are looked up in a table: more than any labelling of pixels has

Ranked = tuple[Floats, Places, Flags, Flags, NDArray[Any]]  # scores, images, hits, what counts; truths of each image


def ranked_outcomes(
    truths: Any, detections: Any, scores: Any, difficult: Any, *, iou_threshold: float, rule: str, inclusive: bool
) -> Ranked:
    """The detections of one class at one threshold."""
    there, given = _flat(truths, difficult), _flat(detections, scores)
    least = np.array([iou_threshold])
    ranked = _judge(there, given, least, ignored=there.value, rule=rule, inclusive=inclusive)
    [(score, image, hit, counts, to_find)] = ranked
    return score, image, hit[0], counts[0], to_find


def found_missed_false(*boxes: Any, score_threshold: float, **rules: Any) -> tuple[NDArray[Any], ...]:
    """Truths found, truths missed, false detections among those shown, a column each."""
    score, image, hit, counts, to_find = ranked_outcomes(*boxes, **rules)
    sure = score >= score_threshold
    found, shown = (np.bincount(image[which & sure], minlength=len(to_find)) for which in (hit, counts))
    return found, to_find - found, shown - found


def ranked_classes(
    truths: Boxes, detections: Boxes, *, iou_thresholds: Floats, max_detections: int, area: Any
) -> tuple[list[Any], list[Ranked]]:
    """The classes that occur, and the detections of each at several thresholds."""
    codes, labels = pd.factorize(np.concatenate([truths.label, detections.label]), sort=True)
    there, given = (
        Boxes(each.n, each.xyxy, each.image, code, each.value, each.area)
        for each, code in zip((truths, detections), np.split(codes, [len(truths.label)]), strict=True)
    )
    least, most = AREAS.get(area, area)
    outside = [(size < least) | (size > most) for size in (there.area, areas(given.xyxy))]
    options = {"classes": len(labels), "max_detections": max_detections, "outside": outside[1]}
    ignored = there.value | outside[0]
    return list(labels), _judge(there, given, iou_thresholds, ignored=ignored, crowds=there.value, **options)


def _flat(boxes: Sequence[Floats], values: Sequence[NDArray[Any]]) -> Boxes:
    image = np.repeat(np.arange(len(boxes)), [len(own) for own in boxes])
    return Boxes(len(boxes), np.concatenate(boxes), image, np.zeros_like(image), np.concatenate(values))


def _judge(
    truths: Boxes,
    detections: Boxes,
    thresholds: Floats,
    *,
    ignored: Flags,
    classes: int = 1,
    crowds: Flags | None = None,
    rule: str = "coco",
    inclusive: bool = False,
    max_detections: int | None = None,
    outside: Flags | None = None,
) -> list[Ranked]:
    """What became of the detections of every class; labels are codes.

    Who finds an `ignored` truth is neither right nor wrong, nor is a detection `outside` that finds none. Truths with
    a flag can be found often; of `crowds`, the overlap is a share of the detection.
    """
    group = detections.label * truths.n + detections.image
    order = np.lexsort((-detections.value, group))
    if max_detections is not None:
        order = order[_place_in(group[order]) < max_detections]
    boxes = detections.xyxy[order]
    hit, counts = np.zeros((2, len(thresholds), 1 + len(order)), dtype=bool)  # first, a threshold that shows nothing
    counts[:, 1:] = True if outside is None else ~outside[order]
    owner = truths.label * truths.n + truths.image
    for chosen, at, valid in _blocks(owner, group[order]):
        overlap = overlaps(truths.xyxy[chosen], boxes[at], None if crowds is None else crowds[chosen], inclusive)
        overlap[~valid] = -1
        right, known = _match(overlap, ignored[chosen], truths.value[chosen], thresholds, rule)
        real = valid.any(axis=2)
        there = 1 + at[real]
        hit[:, there] = right[real].T
        counts[:, there] = np.where(known[real].T, right[real].T, counts[:, there])
    to_find = np.bincount(owner[~ignored], minlength=classes * truths.n).reshape(classes, truths.n)
    counts = counts if (counts != counts[0]).any() else counts[:1]  # mostly one row that says it for all thresholds
    score, image = np.append(np.inf, detections.value[order]), np.append(0, detections.image[order])
    surest = np.argsort(-score, kind="stable")
    label = np.append(0, detections.label[order])[surest]
    of = [np.append(0, surest[1:][label[1:] == c]) for c in range(classes)]
    return [(score[s], image[s], hit.take(s, 1), counts.take(s, 1), to_find[c]) for c, s in enumerate(of)]


def _place_in(group: Places) -> Places:
    """0, 1, 2, ... within each run of equal numbers."""
    first = np.flatnonzero(np.append(True, group[1:] != group[:-1])[: len(group)])
    return np.arange(len(group)) - np.repeat(first, np.diff(first, append=len(group)))


def _blocks(owner: Places, group: Places) -> Iterator[tuple[Places, Places, Flags]]:
    """Groups of like size together: positions of their truths (b, g), of their detections (b, d), which are real.

    A group is a class in an image. Where it has fewer than its block, positions are repeated and not real.
    """
    by_owner = np.argsort(owner, kind="stable")
    both, first = np.unique(group, return_index=True)
    d = np.diff(first, append=len(group))
    start = np.searchsorted(owner[by_owner], both)
    g = np.searchsorted(owner[by_owner], both, side="right") - start
    todo = np.flatnonzero(g)
    todo = todo[np.lexsort((d[todo], g[todo]))]
    while len(todo):
        size = max(1, AT_ONCE // int(g[todo[-1]] * d[todo].max()))
        block, todo = todo[-size:], todo[:-size]
        columns, rows = np.arange(g[block].max()), np.arange(d[block].max())
        in_g, in_d = columns < g[block][:, None], rows < d[block][:, None]
        chosen = by_owner[np.where(in_g, start[block][:, None] + columns, start[block][:, None])]
        at = np.where(in_d, first[block][:, None] + rows, first[block][:, None])
        yield chosen, at, in_d[:, :, None] & in_g[:, None, :]


def _match(overlap: Floats, ignored: Flags, shared: Flags, thresholds: Floats, rule: str) -> tuple[Flags, Flags]:
    """(right, found something), each (b, d, t), from IoU (b, d, g); detections choose in the order they come."""
    b, d, g = overlap.shape
    right, known = np.zeros((2, b, d, len(thresholds)), dtype=bool)
    free = np.ones((g, b, len(thresholds)), dtype=bool)  # few truths and many groups: reduced fast along the first axis
    for i in range(d):
        rows = np.flatnonzero(overlap[:, i].max(axis=1) >= thresholds.min())
        if not len(rows):
            continue
        own = overlap[rows, i].T[:, :, None]
        able = (own >= thresholds) & (free[:, rows] | shared[rows].T[:, :, None])
        if rule == "coco":  # the best that is still to be had; what counts goes first; of equals the last
            counted = able & ~ignored[rows].T[:, :, None]
            able = np.where(counted.any(axis=0), counted, able)
            best = g - 1 - np.where(able, own, -1)[::-1].argmax(axis=0)
        else:  # the best of all, which is wrong if it was found before; of equals the first
            best = np.broadcast_to(own.argmax(axis=0), able.shape[1:])
        found = np.take_along_axis(able, best[None], axis=0)[0]
        right[rows, i] = found & ~np.take_along_axis(ignored[rows], best, axis=1)
        known[rows, i] = found
        r, t = np.nonzero(found)
        free[best[r, t], rows[r], t] = False
    return right, known


def overlaps(truths: Floats, detections: Floats, crowds: Flags | None = None, inclusive: bool = False) -> Floats:
    """IoU of each of d detections with each of g truths, shape (..., d, g); of a crowd, the share of the detection."""
    a, b = detections[..., :, None, :], truths[..., None, :, :]
    width, height = (np.minimum(a[..., k + 2], b[..., k + 2]) - np.maximum(a[..., k], b[..., k]) for k in (0, 1))
    common = np.maximum(width + inclusive, 0) * np.maximum(height + inclusive, 0)
    alone = areas(detections, inclusive)[..., :, None]
    covered = alone + areas(truths, inclusive)[..., None, :] - common
    if crowds is not None:
        covered = np.where(crowds[..., None, :], alone, covered)
    return np.asarray(np.divide(common, covered, out=np.zeros_like(common), where=covered > 0))


def areas(boxes: Floats, inclusive: bool = False) -> Any:
    return (boxes[..., 2] - boxes[..., 0] + inclusive) * (boxes[..., 3] - boxes[..., 1] + inclusive)


def areas_of_classes(
    truths: Sequence[NDArray[Any]], predictions: Sequence[NDArray[Any]], *, labels: list[Any] | None
) -> tuple[list[Any], Floats, Floats]:
    """Pixels that classes have in common and cover together: pairs of codes are counted, once an image."""
    if labels is None:
        found: set[Any] = set()
        for each in (*truths, *predictions):
            found.update(np.flatnonzero(np.bincount(each)).tolist() if _few(each) else pd.unique(each).tolist())
        labels = sorted(found)
    index, k = pd.Index(_whole(np.array(labels))), len(labels)
    listed = index.get_indexer(np.arange(FEW)) + 1 if index.dtype.kind == "i" else None
    common, union = np.zeros((2, len(truths), k))
    for i, both in enumerate(zip(truths, predictions, strict=True)):
        true, pred = (  # 0 is none of the classes
            index.get_indexer(_whole(each)) + 1 if listed is None or not _few(each) else listed[each] for each in both
        )
        cells = np.bincount(true * (k + 1) + pred, minlength=(k + 1) ** 2).reshape(k + 1, k + 1)
        common[i] = cells.diagonal()[1:]
        union[i] = cells.sum(axis=0)[1:] + cells.sum(axis=1)[1:] - common[i]
    return labels, common, union


def _few(pixels: NDArray[Any]) -> bool:
    """Whether pixels hold small whole numbers, which can be counted and looked up without sorting or hashing."""
    return pixels.dtype.kind in "iu" and pixels.size > 0 and bool(pixels.min() >= 0 and pixels.max() < FEW)


def _whole(labels: NDArray[Any]) -> NDArray[Any]:
    """Booleans and whole numbers of any width as one type, in which True is 1; text as it is."""
    return labels.astype(np.int64) if labels.dtype.kind in "biu" else labels

"""Which detections are right: all images, classes and IoU thresholds in step, and averages of precision from that.

The textbook's way is `detection.match_detections`, box after box; here the surest detections of all images choose their
truths at once, then all second surest, and so on. What was judged once is weighed as often as a bootstrap wants.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import arguments
from ..inputs.boxes import Boxes, Flags, Floats, Places, areas, overlaps

AT_ONCE = 2**18  # IoU values in a block: few enough to stay in the processor's cache
RULES = ["coco", "voc"]
COCO_RECALLS = np.linspace(0, 1, 101)


@dataclass(frozen=True)
class Judged:
    """The detections of one class, surest first: their images, whether right or ignored at each of t thresholds."""

    score: Floats  # (d,)
    image: Places  # (d,)
    hit: Flags  # (t, d)
    ignored: Flags  # (t, d)
    truths: NDArray[Any]  # (images,): how many are to be found in each

    def running(self, weights: Any = None) -> tuple[NDArray[Any], NDArray[Any], float]:
        """(hits, false ones) so far after each detection, shapes (t, d), and how many truths there are."""
        hit, false = self.hit, ~(self.hit | self.ignored)
        if weights is None:
            return hit.cumsum(axis=1), false.cumsum(axis=1), float(self.truths.sum())
        own = weights[self.image]
        return (hit * own).cumsum(axis=1), (false * own).cumsum(axis=1), float(weights @ self.truths)

    def last_of_ties(self) -> Places:
        """Positions after which the score changes: no threshold separates the others."""
        return np.flatnonzero(np.append(self.score[1:] != self.score[:-1], True)[: len(self.score)])


def judge(
    truths: Boxes,
    detections: Boxes,
    thresholds: Floats,
    *,
    crowd: bool = False,
    rule: str = "coco",
    inclusive: bool = False,
    max_detections: int | None = None,
    area: tuple[float, float] | None = None,
) -> list[Judged]:
    """What became of the detections of every class. Labels are codes.

    Who finds a flagged truth is ignored, however often it is found; with `crowd`, the overlap with it is a share of
    the detection. Who finds a truth outside the range of areas is ignored too, but it can be found only once.
    """
    n, classes = truths.n, int(max(truths.label.max(initial=0), detections.label.max(initial=0))) + 1
    ignore = truths.value if area is None else truths.value | _outside(truths.xyxy, area, inclusive)
    order = np.lexsort((-detections.value, detections.label * n + detections.image))
    group = (detections.label * n + detections.image)[order]
    place = _place_in(group)
    if max_detections is not None:
        order, group, place = (each[place < max_detections] for each in (order, group, place))
    boxes, t = detections.xyxy[order], len(thresholds)
    hit, ignored = np.zeros((2, t, len(order)), dtype=bool)
    if area is not None:
        ignored |= _outside(boxes, area, inclusive)
    owner = truths.label * n + truths.image
    crowds, again = truths.value & crowd, truths.value
    for chosen, at, valid in _blocks(owner, group, place):
        iou = overlaps(truths.xyxy[chosen], boxes[at], crowds[chosen], inclusive)
        iou[~valid] = -1
        found, unsure, known = _match(iou, ignore[chosen], again[chosen], thresholds, rule)
        real = valid.any(axis=2)
        hit[:, at[real]] = found[real].T
        ignored[:, at[real]] = np.where(known[real].T, unsure[real].T, ignored[:, at[real]])
    score, image, label = detections.value[order], detections.image[order], detections.label[order]
    to_find = np.bincount(owner[~ignore], minlength=classes * n).reshape(classes, n)
    surest = np.argsort(-score, kind="stable")
    of = [surest[label[surest] == c] for c in range(classes)]
    return [Judged(score[s], image[s], hit[:, s], ignored[:, s], to_find[c]) for c, s in enumerate(of)]


def _outside(boxes: Floats, area: tuple[float, float], inclusive: bool) -> Flags:
    size = areas(boxes, inclusive)
    return np.asarray((size < area[0]) | (size > area[1]))


def _place_in(group: Places) -> Places:
    """0, 1, 2, ... within each run of equal numbers."""
    first = np.flatnonzero(np.append(True, group[1:] != group[:-1])[: len(group)])
    return np.arange(len(group)) - np.repeat(first, np.diff(first, append=len(group)))


def _blocks(owner: Places, group: Places, place: Places) -> Iterator[tuple[Places, Places, Flags]]:
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


def _match(iou: Floats, ignore: Flags, again: Flags, thresholds: Floats, rule: str) -> tuple[Flags, Flags, Flags]:
    """(right, ignored, matched), each (b, d, t), from IoU (b, d, g); detections choose in the order they come."""
    b, d, g = iou.shape
    right, ignored = np.zeros((2, b, d, len(thresholds)), dtype=bool)
    free = np.ones((b, len(thresholds), g), dtype=bool)
    least = thresholds[:, None]
    for i in range(d):
        rows = np.flatnonzero(iou[:, i].max(axis=1) >= least.min())
        if not len(rows):
            continue
        overlap = iou[rows, i][:, None, :]
        able = overlap >= least
        if rule == "coco":  # the best that is still to be had; what counts goes first; of equals the last
            able &= free[rows] | again[rows][:, None, :]
            counted = able & ~ignore[rows][:, None, :]
            able = np.where(counted.any(axis=2, keepdims=True), counted, able)
            best = g - 1 - np.where(able, overlap, -1)[:, :, ::-1].argmax(axis=2)
        else:  # the best of all, taken or not; of equals the first
            best = np.broadcast_to(overlap.argmax(axis=2), able.shape[:2])
        found = np.take_along_axis(able, best[:, :, None], axis=2)[:, :, 0]
        skipped = found & np.take_along_axis(ignore[rows], best, axis=1)
        new = np.take_along_axis(free[rows], best[:, :, None], axis=2)[:, :, 0]
        right[rows, i] = found & ~skipped & new
        ignored[rows, i] = skipped
        r, t = np.nonzero(found)
        free[rows[r], t, best[r, t]] = False
    return right, ignored, right | ignored


def average_precisions(judged: Judged, points: int | str, weights: Any = None) -> Floats:
    """Average precision at each IoU threshold, shape (t,); nan if there is nothing to find.

    `points` as in `detection_average_precision`, or "coco": 101 recalls as pycocotools has them, where 0.7 is a bit
    more than 7/10, and detections of one score taken in the order they came.
    """
    hits, false, total = judged.running(weights)
    if not total:
        return np.full(len(hits), np.nan)
    if points != "coco":
        last = judged.last_of_ties()
        hits, false = hits[:, last], false[:, last]
    precision = hits / np.maximum(hits + false, 1)
    if points != "raw":
        precision = smoothed(precision)
    reached = hits / total  # recall; or the share of the given recalls that it reaches
    if points not in ("raw", "all"):
        grid = COCO_RECALLS if points == "coco" else np.arange(points) / (int(points) - 1) - 1e-12
        reached = (grid.searchsorted(np.arange(int(total) + 1) / total, side="right") / len(grid))[hits]
    return np.asarray((np.diff(reached, axis=1, prepend=0) * precision).sum(axis=1))


def smoothed(precision: Floats) -> Floats:
    """Each precision raised to the best that comes with it or after it, along the last axis."""
    return np.asarray(np.maximum.accumulate(precision[..., ::-1], axis=-1)[..., ::-1])


def checked_points(points: Any) -> int | str:
    """`points` of an average precision: "all", "raw" or a whole number of at least 2."""
    if isinstance(points, str):
        if points not in ("all", "raw"):
            raise ValueError(f'points must be "all", "raw" or a whole number of at least 2, got {points!r}')
        return points
    return arguments.whole_number(points, "points", least=2)

"""Wrong functions, and right ones that compute otherwise: detection."""

from fractions import Fraction
from itertools import pairwise
from math import nan

from .registry import right, wrong


def box_share(a, b):
    """IoU, nan for two boxes without area."""
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    union = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - width * height
    return width * height / union if union else nan


@right("iou_of", "by squares of a grid through all corners")
def _(a, b):
    xs, ys = sorted({a[0], a[2], b[0], b[2]}), sorted({a[1], a[3], b[1], b[3]})
    cells = [(x, y, (x2 - x) * (y2 - y)) for x, x2 in pairwise(xs) for y, y2 in pairwise(ys)]
    inside = [[box[0] <= x < box[2] and box[1] <= y < box[3] for x, y, _ in cells] for box in (a, b)]
    both = sum(area for (*_, area), i, j in zip(cells, *inside, strict=True) if i and j)
    either = sum(area for (*_, area), i, j in zip(cells, *inside, strict=True) if i or j)
    return both / either if either else nan


@right("smoothed_average_of", "from the last detection to the first")
def _(hits, n_truths):
    best = total = 0.0
    found = sum(hits)
    for i in range(len(hits), 0, -1):
        best = max(best, found / i)
        if hits[i - 1]:
            total, found = total + best, found - 1
    return total / n_truths if n_truths else nan


@wrong("iou_of", "nan where the second box has no area")
def _(a, b):
    return box_share(a, b) if (b[2] - b[0]) * (b[3] - b[1]) else nan


def taken_in_order(truths, detections, scores, threshold):
    free, hits = list(range(len(truths))), []
    for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
        best = max(free, key=lambda j: box_share(truths[j], detections[i]), default=None)
        hit = best is not None and box_share(truths[best], detections[i]) >= threshold
        free = [j for j in free if not (hit and j == best)]
        hits.append(int(hit))
    return hits


def with_corners(change, taken=taken_in_order):
    return lambda truths, detections, scores, threshold: taken(
        *([[change(v) for v in box] for box in boxes] for boxes in (truths, detections)), scores, threshold
    )


right("hits_of", "fractions")(with_corners(Fraction))


right("hits_of", "floats")(with_corners(float))


def precision_of(hits):
    return [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]


@wrong("smoothed_average_of", "the best of the next six")
def _(hits, n_truths):
    them = precision_of(hits)
    return sum(max(them[i : i + 7]) for i, hit in enumerate(hits) if hit) / n_truths if n_truths else nan


@wrong("smoothed_average_of", "the best before the next three that are false")
def _(hits, n_truths):
    best = total = 0.0
    them = precision_of(hits)
    for i in reversed(range(len(hits))):
        best = 0.0 if not any(hits[i : i + 3]) else max(best, them[i])
        total += best * hits[i]
    return total / n_truths if n_truths else nan


def corner_inside(a, b):
    """Whether a corner of the second box lies inside the first one or on its edge."""
    return any(a[0] <= b[i] <= a[2] and a[1] <= b[j] <= a[3] for i in (0, 2) for j in (1, 3))


@wrong("iou_of", "0 unless a corner of one box lies in the other, as for a cross")
def _(a, b):
    share = box_share(a, b)
    return share if share != share or corner_inside(a, b) or corner_inside(b, a) else 0.0

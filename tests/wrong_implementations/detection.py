"""Wrong functions, and right ones that compute otherwise: detection."""

from fractions import Fraction
from itertools import pairwise
from math import nan

import numpy as np

from .registry import right, wrong


def box_share(a, b):
    """IoU, nan for two boxes without area."""
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    union = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - width * height
    return width * height / union if union else nan


@wrong("iou_of", "fails for boxes without area")
def _(a, b):
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    return width * height / (sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - width * height)


@wrong("iou_of", "clipped in one direction only")
def _(a, b):
    width = max(0, min(a[2], b[2]) - max(a[0], b[0]))
    common = width * (min(a[3], b[3]) - max(a[1], b[1]))
    union = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b)) - common
    return common / union if union else nan


@wrong("iou_of", "the box around both in place of the union")
def _(a, b):
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    whole = (max(a[2], b[2]) - min(a[0], b[0])) * (max(a[3], b[3]) - min(a[1], b[1]))
    return width * height / whole if whole else nan


@wrong("iou_of", "nan where one of the boxes has no area")
def _(a, b):
    flat = any(box[2] == box[0] or box[3] == box[1] for box in (a, b))
    return nan if flat else box_share(a, b)


@wrong("iou_of", "0 where boxes do not touch, and where they have no area")
def _(a, b):
    apart = min(a[2], b[2]) <= max(a[0], b[0]) or min(a[3], b[3]) <= max(a[1], b[1])
    return 0.0 if apart else box_share(a, b)


def box_hits(truths, detections, scores, threshold, choose):
    """Matching by a rule that picks among the objects, given the shares and what is taken."""
    taken, hits = set(), []
    for i in sorted(range(len(detections)), key=lambda i: -scores[i]):
        share = [box_share(truth, detections[i]) for truth in truths]
        j = choose(share, taken)
        hits.append(int(j is not None and j not in taken and share[j] >= threshold))
        if hits[-1]:
            taken.add(j)
    return hits


@wrong("hits_of", "the best object of all, which may be taken")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        return max(range(len(share)), key=share.__getitem__, default=None)

    return box_hits(truths, detections, scores, threshold, choose)


@wrong("hits_of", "one half, whatever the threshold")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        return max((j for j in range(len(share)) if j not in taken), key=share.__getitem__, default=None)

    return box_hits(truths, detections, scores, 0.5, choose)


@wrong("hits_of", "in the order of the detections, not of their scores")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        return max((j for j in range(len(share)) if j not in taken), key=share.__getitem__, default=None)

    hits = box_hits(truths, detections, scores, threshold, choose)
    order = sorted(range(len(detections)), key=lambda i: -scores[i])
    return [hits[order.index(i)] for i in range(len(detections))]


@wrong("hits_of", "each object chooses its best detection")
def _(truths, detections, scores, threshold):
    taken = set()
    for truth in truths:
        able = [i for i, box in enumerate(detections) if i not in taken and box_share(truth, box) >= threshold]
        if able:
            taken.add(max(able, key=lambda i: box_share(truth, detections[i])))
    return [int(i in taken) for i in sorted(range(len(detections)), key=lambda i: -scores[i])]


def by_rule(fits_best):
    """Matching in which another rule than the largest IoU says which of the objects that fit is taken."""

    def hits_of(truths, detections, scores, threshold):
        taken, hits = set(), []
        for i in sorted(range(len(detections)), key=lambda i: -scores[i]):
            box = detections[i]
            fit = [j for j, t in enumerate(truths) if j not in taken and box_share(t, box) >= threshold]
            taken.update(chosen := [max(fit, key=lambda j: fits_best(truths[j], detections[i], j))] if fit else [])
            hits.append(len(chosen))
        return hits

    return hits_of


def common_area(t, d):
    return max(0, min(t[2], d[2]) - max(t[0], d[0])) * max(0, min(t[3], d[3]) - max(t[1], d[1]))


def box_area(t):
    return (t[2] - t[0]) * (t[3] - t[1])


def hull(t, d):
    return (max(t[2], d[2]) - min(t[0], d[0])) * (max(t[3], d[3]) - min(t[1], d[1]))


def less_the_distance_of_centres(t, d, _):
    width, height = max(t[2], d[2]) - min(t[0], d[0]), max(t[3], d[3]) - min(t[1], d[1])
    apart = (t[0] + t[2] - d[0] - d[2]) ** 2 + (t[1] + t[3] - d[1] - d[3]) ** 2
    return box_share(t, d) - apart / 4 / (width**2 + height**2)


for why, fits_best in {
    "the last object that fits": lambda t, d, j: j,
    "the largest common area": lambda t, d, j: common_area(t, d),
    "the nearest corners": lambda t, d, j: -sum(abs(x - y) for x, y in zip(t, d, strict=True)),
    "the nearest centre": lambda t, d, j: -abs(t[0] + t[2] - d[0] - d[2]) - abs(t[1] + t[3] - d[1] - d[3]),
    "the smallest object that fits": lambda t, d, j: -box_area(t),
    "the largest DIoU": less_the_distance_of_centres,
    "the largest share of the box around both": lambda t, d, j: common_area(t, d) / hull(t, d),
    "the largest sum of covered shares": lambda t, d, j: (
        common_area(t, d) / box_area(t) + common_area(t, d) / box_area(d)
    ),
    "the most similar area": lambda t, d, j: -abs(box_area(t) - box_area(d)),
}.items():
    wrong("hits_of", why)(by_rule(fits_best))


@wrong("hits_of", "as many hits as possible")
def _(truths, detections, scores, threshold):
    owner = {}

    def placed(i, tried):
        for j, truth in enumerate(truths):
            if j not in tried and box_share(truth, detections[i]) >= threshold:
                tried.add(j)
                if j not in owner or placed(owner[j], tried):
                    owner[j] = i
                    return True
        return False

    return [int(placed(i, set())) for i in sorted(range(len(detections)), key=lambda i: -scores[i])]


@wrong("hits_of", "fails where nothing is to be found")
def _(truths, detections, scores, threshold):
    def choose(share, taken):
        free = [-1 if j in taken else s for j, s in enumerate(share)]
        return free.index(max(free))

    return box_hits(truths, detections, scores, threshold, choose)


@wrong("smoothed_average_of", "raised to the next hit's precision only")
def _(hits, n_truths):
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    at = [p for p, hit in zip(precision, hits, strict=True) if hit]
    return sum(map(max, at, [*at[1:], 0])) / n_truths if n_truths else nan


@wrong("smoothed_average_of", "the area of steps up to the last recall, divided by that")
def _(hits, n_truths):
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    total = sum(max(precision[i:]) for i, hit in enumerate(hits) if hit)
    return total / max(1, sum(hits)) if n_truths else nan


@wrong("smoothed_average_of", "nan where nothing was found")
def _(hits, n_truths):
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    return sum(max(precision[i:]) for i, hit in enumerate(hits) if hit) / n_truths if any(hits) else nan


@wrong("smoothed_average_of", "an average at 101 recalls")
def _(hits, n_truths):
    if not n_truths:
        return nan
    precision = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    best = [[p for i, p in enumerate(precision) if 100 * sum(hits[: i + 1]) >= r * n_truths] for r in range(101)]
    return sum(max(p, default=0) for p in best) / 101


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


@wrong("hits_of", "corners as whole numbers")
def _(truths, detections, scores, threshold):
    whole = [[[int(v) for v in box] for box in boxes] for boxes in (truths, detections)]
    return taken_in_order(*whole, scores, threshold)


@wrong("hits_of", "scores to two places")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, [round(s, 2) for s in scores], threshold)


@wrong("hits_of", "a little below the threshold")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, scores, threshold - 1e-3)


def taken_in_order(truths, detections, scores, threshold):
    free, hits = list(range(len(truths))), []
    for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
        best = max(free, key=lambda j: box_share(truths[j], detections[i]), default=None)
        hit = best is not None and box_share(truths[best], detections[i]) >= threshold
        free = [j for j in free if not (hit and j == best)]
        hits.append(int(hit))
    return hits


@wrong("iou_of", "a trifle added below the line")
def _(a, b):
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    areas = sum((box[2] - box[0]) * (box[3] - box[1]) for box in (a, b))
    return width * height / (areas - width * height + 1e-7) if areas else nan


def with_corners(change, taken=taken_in_order):
    return lambda truths, detections, scores, threshold: taken(
        *([[change(v) for v in box] for box in boxes] for boxes in (truths, detections)), scores, threshold
    )


wrong("hits_of", "corners rounded")(with_corners(round))


wrong("hits_of", "corners to one place")(with_corners(lambda v: round(v, 1)))


wrong("hits_of", "corners to three places")(with_corners(lambda v: round(v, 3)))


wrong("iou_of", "corners to four places")(lambda a, b: box_share(*([round(v, 4) for v in box] for box in (a, b))))


right("hits_of", "fractions")(with_corners(Fraction))


right("hits_of", "floats")(with_corners(float))


def with_common(common):
    """Matching, and IoU, with another area that boxes of so wide and so high a common part share."""

    def share(a, b):
        inside = common(*(min(a[i + 2], b[i + 2]) - max(a[i], b[i]) for i in (0, 1)))
        union = box_area(a) + box_area(b) - inside
        return inside / union if union else nan

    def hits_of(truths, detections, scores, threshold):
        free, hits = list(truths), []
        for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
            best = max(free, key=lambda truth: share(truth, detections[i]), default=None)
            hits.append(int(best is not None and share(best, detections[i]) >= threshold))
            if hits[-1]:
                free.remove(best)
        return hits

    return share, hits_of


for why, common in {
    "sides of less than 0": lambda w, h: w * h,
    "a product of at least 0": lambda w, h: max(0, w * h),
    "heights of less than 0 turned round": lambda w, h: max(0, w) * abs(h),
    "widths of less than 0 turned round": lambda w, h: abs(w) * max(0, h),
}.items():
    for name, function in zip(("iou_of", "hits_of"), with_common(common), strict=True):
        wrong(name, why)(function)


@wrong("hits_of", "the size of a score, whatever its sign")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, list(map(abs, scores)), threshold)


@wrong("hits_of", "scores cut to 0 and 1")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, np.clip(scores, 0, 1), threshold)


@wrong("hits_of", "close to the threshold taken for reached")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, scores, threshold * (1 - 1e-5))


@wrong("iou_of", "0 for equal lines that stand")
def _(a, b):
    return 0.0 if a == b and a[0] == a[2] and a[1] != a[3] else box_share(a, b)


@wrong("hits_of", "thresholds in quarters")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, scores, round(4 * threshold) / 4)


@wrong("hits_of", "no threshold below a quarter")
def _(truths, detections, scores, threshold):
    return taken_in_order(truths, detections, scores, max(threshold, 0.25))


@wrong("hits_of", "IoUs to two places")
def _(truths, detections, scores, threshold):
    free, hits = list(truths), []
    for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
        best = max(free, key=lambda truth: round(box_share(truth, detections[i]), 2), default=None)
        hits.append(int(best is not None and box_share(best, detections[i]) >= threshold))
        if hits[-1]:
            free.remove(best)
    return hits


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


@wrong("smoothed_average_of", "small values taken for 0")
def _(hits, n_truths):
    them = precision_of(hits)
    value = sum(max(them[i:]) for i, hit in enumerate(hits) if hit) / n_truths if n_truths else nan
    return 0.0 if value < 0.01 else value


wrong("iou_of", "small values taken for 0")(lambda a, b: 0.0 if (v := box_share(a, b)) < 0.01 else v)


def corner_inside(a, b):
    """Whether a corner of the second box lies inside the first one or on its edge."""
    return any(a[0] <= b[i] <= a[2] and a[1] <= b[j] <= a[3] for i in (0, 2) for j in (1, 3))


@wrong("iou_of", "0 unless a corner of one box lies in the other, as for a cross")
def _(a, b):
    share = box_share(a, b)
    return share if share != share or corner_inside(a, b) or corner_inside(b, a) else 0.0

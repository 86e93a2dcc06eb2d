"""Boxes and masks: how well two of them agree, which of many are right, and what that comes to in one number."""

from typing import Any

import numpy as np
import pandas as pd

from .fast import detection as fast
from .inputs import coco, masks
from .inputs import detection as inputs
from .inputs.arguments import Floats
from .inputs.detection import AREAS, RULES, corner_and_size
from .inputs.options import BINS, OneOf, number, whole
from .kinds.help_pages import described_by
from .metric import checked_by, of_samples, of_sums, of_weights
from .precision_recall import above_0, f_of_counts

COCO_THRESHOLDS = np.linspace(0.5, 0.95, 10)
COCO_RECALLS = np.linspace(0, 1, 101)  # as pycocotools has them: its 0.7 is a bit more than 7/10
LUNA_RATES = 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8  # false detections an image at which the LUNA16 challenge reads recall
ERRORS = ["hit", "duplicate", "badly placed", "wrong label", "both", "background", "missed"]
ROUNDING = 1e-12  # what a recall may be short of one that it reaches
MAPS = (
    "its examples are whole images: score them in one place; or add up their pixels, as totals of "
    "f_score.total(truth.ravel(), prediction.ravel()), of whose F the IoU of a class is F / (2 - F)"
)
BOXES = "its examples are lists of boxes, which are small beside the images: score them in one place"


def box_area(box, inclusive=False):
    """Width times height."""
    x1, y1, x2, y2 = box
    return (x2 - x1 + inclusive) * (y2 - y1 + inclusive)


def common_and_union(box_a, box_b, inclusive=False):
    """Area that two boxes have in common, and area that they cover together."""
    left, top = max(box_a[0], box_b[0]), max(box_a[1], box_b[1])
    right, bottom = min(box_a[2], box_b[2]), min(box_a[3], box_b[3])
    width, height = right - left + inclusive, bottom - top + inclusive
    common = max(width, 0) * max(height, 0)
    areas = box_area(box_a, inclusive) + box_area(box_b, inclusive)
    return common, areas - common


def pixels_of_both(mask_a, mask_b):
    """Pixels that two masks have in common, and pixels that they cover together."""
    return (mask_a & mask_b).sum(), (mask_a | mask_b).sum()


@of_samples(inputs=inputs.boxes_or_masks, checks={"inclusive": RULES["inclusive"]}, many="")
@described_by(inputs.enough_overlap)
def iou(box_a, box_b, *, inclusive=False):
    """Intersection over union: what two boxes, or two masks, have in common as a share of what they cover together.

    >>> iou((0, 0, 4, 4), (1, 0, 5, 4))
    0.6
    """
    if np.asarray(box_a).dtype == bool:
        common, union = pixels_of_both(box_a, box_b)
    else:
        common, union = common_and_union(box_a, box_b, inclusive)
    return common / union


@of_samples(inputs=inputs.pair, many="")
def generalized_iou(box_a, box_b):
    """IoU minus the share of the smallest box around both that neither covers: boxes that do not touch differ too.

    Above -1, and never above the IoU.

    >>> round(generalized_iou((0, 0, 4, 4), (5, 0, 9, 4)), 4)
    -0.1111
    """
    common, union = common_and_union(box_a, box_b)
    corner, far = np.minimum(box_a, box_b)[:2], np.maximum(box_a, box_b)[2:]
    hull = box_area([*corner, *far])
    return common / union - (hull - union) / hull


@described_by()
def xyxy_from_xywh(boxes: Any) -> Floats:
    """Boxes given by a corner, width and height, as COCO's files have them, by two corners.

    boxes : numbers of shape (..., 4)
        x, y of the corner with the smaller coordinates, width, height.

    -> array of the same shape
        x1, y1, x2, y2.

    Source: Lin et al. (2014), Microsoft COCO: common objects in context, ECCV.

    >>> xyxy_from_xywh([10, 20, 5, 8])
    array([10., 20., 15., 28.])
    """
    corner, size = corner_and_size(boxes)
    return np.concatenate([corner, corner + size], axis=-1)


@described_by()
def from_coco(truths: Any, results: Any) -> tuple[list[list[Any]], list[list[Any]]]:
    """COCO's annotations and results as the metrics of detections take them, a list per image.

    truths : dict, or path of a file of JSON
        With images and annotations, and categories for the names of labels; each annotation with image_id, category_id
        and bbox, and iscrowd and area where it has them.
    results : list of dicts, or path of a file of JSON
        With image_id, category_id, bbox and score each.

    -> truths, detections : lists of lists, an entry per image in the order of their ids
        (box, label, crowd, area) and (box, label, score), boxes by two corners. Images without any have empty lists.

    ValueError
        What is missing: a key, or an image or a category that `truths` does not list. Masks are not read.

    Source: Lin et al. (2014), Microsoft COCO: common objects in context, ECCV.

    >>> box = {"image_id": 7, "category_id": 1, "bbox": [0, 0, 10, 10]}
    >>> truths = {"images": [{"id": 7}], "annotations": [box], "categories": [{"id": 1, "name": "cat"}]}
    >>> coco_mean_average_precision(*from_coco(truths, [{**box, "score": 0.9}]))
    1.0
    """
    return coco.truths_and_results(truths, results)


def surest_first(scores):
    """Image and place of each detection, all images in one ranking; of equal scores, those given first go first."""
    every = [(i, d) for i, s in enumerate(scores) for d in range(len(s))]
    return sorted(every, key=lambda at: -scores[at[0]][at[1]])


def truths_found(ranking, overlaps, ignored, shared, threshold, rule="coco"):
    """Which truth of its image each detection finds, the surest first; -1 for none.

    A truth can be found once, a `shared` one often; one that is `ignored` only if there is no other.
    """
    found, taken = [], set()
    for image, d in ranking:
        overlap, often = overlaps[image][d], shared[image]
        fitting = [t for t, o in enumerate(overlap) if o >= threshold]
        free = [t for t in fitting if often[t] or (image, t) not in taken]
        if rule == "coco":  # the best still to be had, of equals the last
            counted = [t for t in free if not ignored[image][t]]
            choice = counted or free
            best = max(choice, key=lambda t: (overlap[t], t), default=-1)
        else:  # the best of all, which is wrong if it was found before
            best = max(fitting, key=lambda t: overlap[t], default=-1)
        found.append(best if best in free else -1)
        taken.add((image, found[-1]))
    return found


def judge_ranking(ranking, found, scores, ignored):
    """A ranking from the threshold that shows nothing down: scores, images, hits, what counts; truths of each image."""
    images = [image for image, _ in ranking]
    of = zip(images, found, strict=True)
    skipped = [t >= 0 and ignored[image][t] for image, t in of]
    hit = (np.array([-1, *found]) >= 0) & ~np.array([False, *skipped])
    counts = ~np.array([True, *skipped])
    sure = np.array([np.inf, *(scores[image][d] for image, d in ranking)])
    to_find = np.array([len(own) - sum(own) for own in ignored])
    return sure, np.array([0, *images]), hit, counts, to_find


def ranked_outcomes(
    truths,
    detections,
    scores,
    difficult,
    *,
    iou_threshold=0.5,
    rule="coco",
    inclusive=False,
):
    """What became of all detections of a class, the surest first."""
    overlaps = [
        [[iou(t, d, inclusive=inclusive) for t in there] for d in given]
        for there, given in zip(truths, detections, strict=True)
    ]
    ranking = surest_first(scores)
    flags = difficult, difficult  # nobody has to find them, and all may
    found = truths_found(ranking, overlaps, *flags, iou_threshold, rule)
    return judge_ranking(ranking, found, scores, difficult)


@checked_by(inputs.of_one_class, checks=RULES)
def match_detections(truths, detections, scores, difficult, *, iou_threshold=0.5, rule="coco", inclusive=False):
    """Every detection of one class and what became of it, the surest first; each truth can be found once.

    -> DataFrame
        A row per detection: image, detection (position in its image), score, truth (position in its image, -1 for
        none), iou (with that truth, or the best there is), outcome ("hit", "false" or "ignored"). Equal scores stay
        in the order in which they came.

    Source: Everingham et al. (2010), IJCV 88 ("voc"); the program of Lin et al. (2014), pycocotools ("coco").

    >>> match_detections([[(0, 0, 4, 4)]], [[(0, 0, 4, 4), (1, 0, 5, 4)]], [[0.8, 0.9]])
       image  detection  score  truth  iou outcome
    0      0          1    0.9      0  0.6     hit
    1      0          0    0.8     -1  1.0   false
    """
    overlaps = [fast.overlaps(*each, inclusive=inclusive) for each in zip(truths, detections, strict=True)]
    ranking = surest_first(scores)
    found = truths_found(ranking, overlaps, difficult, difficult, iou_threshold, rule)
    rows = []
    for (i, d), t in zip(ranking, found, strict=True):
        outcome = "false" if t < 0 else "ignored" if difficult[i][t] else "hit"
        best = overlaps[i][d][t] if t >= 0 else max(overlaps[i][d], default=np.nan)
        rows.append((i, d, scores[i][d], t, best, outcome))
    return pd.DataFrame(rows, columns=["image", "detection", "score", "truth", "iou", "outcome"])


@checked_by(inputs.of_one_class, checks=RULES)
def detection_precision_recall_curve(
    truths, detections, scores, difficult, *, iou_threshold=0.5, rule="coco", inclusive=False
):
    """Precision and recall of "believe a detection if its score is at least the threshold", over all images.

    -> DataFrame
        Columns threshold, precision, recall as `precision_recall_curve` has them, thresholds increasing, the last row
        inf, 1, 0. Recall does not get to 1 if a truth was never found; it is nan if there is nothing to find.

    Source: Everingham et al. (2010), The PASCAL visual object classes challenge, IJCV 88.

    >>> truths, detections = [[(0, 0, 4, 4)]], [[(0, 0, 4, 4), (1, 0, 5, 4)]]
    >>> detection_precision_recall_curve(truths, detections, [[0.8, 0.9]])
       threshold  precision  recall
    0        0.8        0.5     1.0
    1        0.9        1.0     1.0
    2        inf        1.0     0.0
    """
    rules = {"iou_threshold": iou_threshold, "rule": rule, "inclusive": inclusive}
    ranked = fast.ranked_outcomes(truths, detections, scores, difficult, **rules)
    precision, recall = precisions_and_recalls(np.ones(len(truths)), ranked, "together")
    thresholds, precision[0] = ranked[0][last_of_equals(ranked[0])], 1.0
    kept = ~np.isnan(precision)  # thresholds that only ignored detections reach have no precision
    columns = {"threshold": thresholds[kept], "precision": precision[kept], "recall": recall[kept]}
    return pd.DataFrame({name: column[::-1] for name, column in columns.items()})


def last_of_equals(scores):
    """The last place of each score in a ranking."""
    return np.flatnonzero(np.append(scores[1:] != scores[:-1], True))


def precisions_and_recalls(weights, ranked, ties):
    """Precision and recall of all down to a place in the ranking; images count as often as their weights say."""
    scores, images, hit, counts, to_find = ranked
    own = weights[images]
    hits, shown = (hit * own).cumsum(-1), (counts * own).cumsum(-1)
    if ties == "together":  # no threshold tells equal scores apart
        last = last_of_equals(scores)
        hits, shown = hits[..., last], shown[..., last]
    return hits / shown, hits / (weights @ to_find)


def best_from_here(precision):
    """Each precision raised to the best that comes with it or after it."""
    return np.fmax.accumulate(precision[..., ::-1], -1)[..., ::-1]


def area_under(precision, recall):
    """Area under a curve of steps; where nothing is shown, nothing is gained."""
    return (np.diff(recall, prepend=0) * np.fmax(precision, 0)).sum(-1)


def mean_at(recalls, precision, recall):
    """Mean of the best precisions at some recalls, 0 where one is not reached: an area over the share that is."""
    reached = recalls.searchsorted(recall, side="right") / len(recalls)
    area = area_under(best_from_here(precision), reached)
    return area + recall[..., 0]  # where it begins: 0, or 0/0


@of_weights(
    ranked_outcomes,
    inputs=inputs.of_one_class,
    fast=fast.ranked_outcomes,
    checks={**RULES, "points": whole(2, "all", "raw", most=BINS), "ties": inputs.TIES},
    instead=BOXES,
)
def detection_average_precision(
    weights,
    ranked,
    *,
    points="all",
    ties="together",
):
    """Area under the smoothed precision-recall curve of one class, the detections of all images in one ranking.

    points : "all", "raw" or whole number of at least 2; default "all"
        The recall of every truth (PASCAL VOC from 2010), with each precision raised to the best found at that recall
        or a higher one; the same without raising ("raw"); or recalls 0, 1/(points - 1), ..., 1 to average over
        (11: VOC until 2009; 101: COCO). A recall that is not reached has precision 0.
    ties : {"together", "in order"}
        What becomes of detections of one score: they count together, as no threshold tells them apart; or one by one
        in the order in which they came, image after image, as in the programs of VOC and COCO.

    Source: Everingham et al. (2010), IJCV 88; Everingham et al. (2015), IJCV 111, for all points.

    >>> truths, detections = [[(0, 0, 4, 4)], [(0, 0, 4, 4)]], [[(0, 0, 4, 4)], [(5, 5, 9, 9), (0, 0, 4, 4)]]
    >>> round(detection_average_precision(truths, detections, [[0.9], [0.8, 0.7]]), 4)
    0.8333
    """
    precision, recall = precisions_and_recalls(weights, ranked, ties)
    if points == "raw":
        return area_under(precision, recall)
    if points == "all":
        return area_under(best_from_here(precision), recall)
    recalls = np.arange(points) / (points - 1) - ROUNDING
    return mean_at(recalls, precision, recall)


def found_missed_false(
    truths,
    detections,
    scores,
    difficult,
    *,
    score_threshold=0.5,
    iou_threshold=0.5,
    rule="coco",
    inclusive=False,
):
    """In one image: truths found, truths missed, false detections, of those with at least a certain score."""
    image = [truths], [detections], [scores], [difficult]
    how = {"iou_threshold": iou_threshold, "inclusive": inclusive}
    ranked = ranked_outcomes(*image, rule=rule, **how)
    sure, _, hit, counts, to_find = ranked
    found = (hit & (sure >= score_threshold)).sum()
    shown = (counts & (sure >= score_threshold)).sum()
    return found, to_find[0] - found, shown - found


@of_sums(
    found_missed_false,
    inputs=inputs.of_one_class_shown,
    at_once=fast.found_missed_false,
    zero_division=True,
    once_defined=f_of_counts,
    each=["difficult"],
    checks={**RULES, "score_threshold": number, "beta": above_0},
)
def detection_f_score(found, missed, false, *, beta=1.0):
    """F-beta of the detections that are shown, those with at least a certain score.

    score_threshold : float, default 0.5
        Detections below it are not shown.
    zero_division : float, default nan
        nan keeps the ratio form, undefined if nothing is found; any other value asks for the count form, which is 0
        there, and stands for its own 0/0: nothing to find and nothing shown.

    >>> detection_f_score([[(0, 0, 4, 4)]], [[(0, 0, 4, 4), (5, 0, 9, 4)]], [[0.9, 0.4]])
    1.0
    """
    p, r = found / (found + false), found / (found + missed)
    return (1 + beta**2) * p * r / (beta**2 * p + r)


def coco_overlap(box, truth, crowd):
    """The IoU of a box and a truth; of a crowd, the share of the box that lies in it."""
    common, union = common_and_union(box, truth)
    return common / (box_area(box) if crowd else union)


def ranked_class(truths, detections, thresholds, area):
    """The detections of one class, judged by the rules of COCO, with a row for each threshold."""
    least, most = AREAS.get(area, area)

    def is_outside(size):
        return not least <= size <= most

    crowds = [[crowd for _, _, crowd, _ in own] for own in truths]
    ignored = [[c or is_outside(a) for _, _, c, a in own] for own in truths]
    overlaps = [
        [[coco_overlap(d, t, c) for t, _, c, _ in there] for d, *_ in given]
        for there, given in zip(truths, detections, strict=True)
    ]
    scores = [[score for *_, score in own] for own in detections]
    ranking = surest_first(scores)
    judged = []
    for threshold in thresholds:
        found = truths_found(ranking, overlaps, ignored, crowds, threshold)
        judged.append(judge_ranking(ranking, found, scores, ignored))
    hit, counts = (np.array([each[i] for each in judged]) for i in (2, 3))
    sizes = [box_area(detections[i][d][0]) for i, d in ranking]
    inside = [not is_outside(size) for size in sizes]
    counts &= hit | np.array([False, *inside])
    sure, images, _, _, to_find = judged[0]
    return sure, images, hit, counts, to_find


def ranked_classes(
    truths,
    detections,
    *,
    iou_thresholds=COCO_THRESHOLDS,
    max_detections=100,
    area="all",
):
    """The classes that occur, and the detections of each, judged at several thresholds of the IoU."""
    every = [*truths, *detections]
    labels = sorted({label for own in every for _, label, *_ in own})
    ranked = []
    for label in labels:
        there = [[t for t in own if t[1] == label] for own in truths]
        given = [[d for d in own if d[1] == label] for own in detections]
        surest = [sorted(own, key=lambda d: -d[2]) for own in given]
        looked_at = [own[:max_detections] for own in surest]
        ranked.append(ranked_class(there, looked_at, iou_thresholds, area))
    return labels, ranked


def by_label(score: Any, classes: Any, data: Any, options: Any) -> Any:
    """The mean as a float, a value per class as a Series."""
    if options["average"] is not None:
        return float(score)
    return pd.Series(score, index=pd.Index(classes[0], dtype=object).infer_objects())


def over_classes(each):
    """The mean over the classes that occur in the truths."""
    occurring = each[~np.isnan(each)]
    return occurring.sum() / len(occurring)


@of_weights(
    ranked_classes,
    inputs=inputs.labelled_alike,
    fast=fast.ranked_classes,
    result=by_label,
    checks={**inputs.COCO_RULES, "average": OneOf("macro", None)},
    instead=BOXES,
)
def coco_mean_average_precision(
    weights,
    classes,
    *,
    average="macro",
    ties="in order",
):
    """COCO's AP: the mean over classes and over ten IoU thresholds of the average precision at 101 recalls.

    average : {"macro", None}
        The mean over the classes that occur in the truths, or a Series with a value per class.
    ties : {"in order", "together"}
        What becomes of detections of one score: they count one by one in the order in which they came, image after
        image, as in COCO's program, so that the order of images can change the value; or together, as no threshold
        tells them apart.

    -> float or Series
        A class that nobody could find (no truth of it) is left out of the mean, however often it was reported, and
        nan in a Series; where that is all of them, pycocotools says -1.

    >>> truths = [[((0, 0, 10, 10), "cat"), ((20, 0, 30, 10), "dog")]]
    >>> coco_mean_average_precision(truths, [[((0, 0, 10, 9), "cat", 0.9), ((20, 0, 30, 6), "dog", 0.4)]])
    0.6
    """
    _, ranked = classes
    curves = [precisions_and_recalls(weights, own, ties) for own in ranked]
    areas = [mean_at(COCO_RECALLS, *curve) for curve in curves]
    each = np.array([area.mean() for area in areas])
    return each if average is None else over_classes(each)


@of_weights(
    ranked_classes,
    inputs=inputs.labelled_alike,
    fast=fast.ranked_classes,
    result=by_label,
    checks={name: check for name, check in inputs.COCO_RULES.items() if name != "ties"}
    | {"average": OneOf("macro", None)},
    instead=BOXES,
)
def coco_average_recall(weights, classes, *, average="macro"):
    """COCO's AR: the share of objects found by the surest detections of each image, a mean over classes and thresholds.

    average : {"macro", None}
        The mean over the classes that occur in the truths, or a Series with a value per class.

    -> float or Series
        A class that nobody could find is left out of the mean, and nan in a Series.

    >>> truths = [[((0, 0, 10, 10), "cat"), ((20, 0, 30, 10), "cat")]]
    >>> detections = [[((0, 0, 10, 10), "cat", 0.9), ((20, 0, 30, 10), "cat", 0.4)]]
    >>> coco_average_recall(truths, detections, max_detections=1), coco_average_recall(truths, detections)
    (0.5, 1.0)
    """
    _, ranked = classes
    curves = [precisions_and_recalls(weights, r, "in order") for r in ranked]
    each = np.array([recall[..., -1].mean() for _, recall in curves])
    return each if average is None else over_classes(each)


def areas_of_classes(truths, predictions, *, labels=None):
    """The classes, and how many pixels each has in common and covers together, both a row per image."""
    if labels is None:
        labels = np.unique(np.concatenate([*truths, *predictions])).tolist()
    both = list(zip(truths, predictions, strict=True))
    common = [[((t == c) & (p == c)).sum() for c in labels] for t, p in both]
    union = [[((t == c) | (p == c)).sum() for c in labels] for t, p in both]
    return labels, np.array(common, float), np.array(union, float)


def mean_of_defined(values, weights):
    """Weighted mean along the first axis of those values that are defined; nan where none is."""
    defined = ~np.isnan(values)
    return weights @ np.where(defined, values, 0) / (weights @ defined)


@of_weights(
    areas_of_classes,
    inputs=masks.class_maps,
    fast=fast.areas_of_classes,
    result=by_label,
    checks={"labels": masks.classes, "per_image": OneOf(False, True), "average": OneOf("macro", None)},
    instead=MAPS,
)
def mean_iou(weights, areas, *, per_image=False, average="macro"):
    """Mean over classes of the intersection over union of their pixels, added up over images or image by image.

    per_image : bool, default False
        False adds the pixels of all images, then divides, as PASCAL VOC and Cityscapes do: large objects count more.
        True takes the mean over the classes of each image, and the mean of these over images: images count the same.
    average : {"macro", None}
        The mean over classes, or a Series with a value per class (per image: the mean over images that have it).

    -> float or Series
        What has no pixel on either side has no IoU, and is left out of the mean: a class, and an image without any of
        the classes. nan if nothing is left. A class that is only predicted has 0.

    >>> truth = np.array([["sky", "sky", "void"], ["sea", "sea", "sea"]])
    >>> prediction = np.array([["sky", "sky", "sky"], ["sky", "sea", "sea"]])
    >>> mean_iou([truth], [prediction], void="void", average=None).round(2)
    sea    0.67
    sky    0.67
    dtype: float64
    """
    _, common, union = areas
    if not per_image:  # add, then divide
        each = (weights @ common) / (weights @ union)
        return each if average is None else over_classes(each)
    of_images = common / union  # divide, then add
    if average is None:
        return mean_of_defined(of_images, weights)
    classes = np.ones(of_images.shape[1])
    return mean_of_defined(mean_of_defined(of_images.T, classes), weights)


def recalls_and_false_alarms(weights, ranked):
    """Share of the truths found, and false detections an image, down to each score."""
    scores, images, hit, counts, to_find = ranked
    own, last = weights[images], last_of_equals(scores)
    recall = (hit * own).cumsum()[last] / (weights @ to_find)
    false = ((counts & ~hit) * own).cumsum()[last] / weights.sum()
    return recall, false


@checked_by(inputs.of_one_class, checks=RULES)
def froc_curve(truths, detections, scores, difficult, *, iou_threshold=0.5, rule="coco", inclusive=False):
    """Free-response ROC: recall over false detections an image, for "believe a detection from a threshold on".

    -> DataFrame
        Columns threshold, false_per_image, recall; thresholds increasing, the last row inf, 0, 0. Recall is nan if
        there is nothing to find.

    Source: Bunch, Hamilton, Sanderson and Simmons (1978), A free-response approach to the measurement and
    characterization of radiographic-observer performance, Journal of Applied Photographic Engineering 4.

    >>> froc_curve([[(0, 0, 4, 4)], []], [[(0, 0, 4, 4)], [(5, 5, 9, 9)]], [[0.8], [0.9]])
       threshold  false_per_image  recall
    0        0.8              0.5     1.0
    1        0.9              0.5     0.0
    2        inf              0.0     0.0
    """
    rules = {"iou_threshold": iou_threshold, "rule": rule, "inclusive": inclusive}
    ranked = fast.ranked_outcomes(truths, detections, scores, difficult, **rules)
    with np.errstate(invalid="ignore"):
        recall, false = recalls_and_false_alarms(np.ones(len(truths)), ranked)
    thresholds = ranked[0][last_of_equals(ranked[0])]
    return pd.DataFrame({"threshold": thresholds[::-1], "false_per_image": false[::-1], "recall": recall[::-1]})


@of_weights(
    ranked_outcomes,
    inputs=inputs.of_one_class,
    fast=fast.ranked_outcomes,
    checks={**RULES, "false_per_image": inputs.rates},
    instead=BOXES,
)
def froc_score(weights, ranked, *, false_per_image=LUNA_RATES):
    """Mean of the recalls that are had at some numbers of false detections an image.

    The recall at a number is that of the lowest threshold with no more false detections an image; between thresholds
    nothing is interpolated.

    >>> froc_score([[(0, 0, 4, 4)], []], [[(0, 0, 4, 4)], [(5, 5, 9, 9)]], [[0.8], [0.9]], false_per_image=[0, 1])
    0.5
    """
    recall, false = recalls_and_false_alarms(weights, ranked)
    at = false.searchsorted(false_per_image, side="right") - 1
    return recall[at].mean()


@checked_by(
    inputs.labelled_shown,
    checks={"score_threshold": number, "iou_threshold": inputs.enough_overlap, "background": inputs.too_little_overlap},
)
def detection_errors(truths, detections, *, score_threshold=0.5, iou_threshold=0.5, background=0.1):
    """What is wrong with the detections that are shown, and what was missed: how often each.

    score_threshold : float, default 0.5
        Detections below it are not shown.
    iou_threshold : float, default 0.5
        The IoU that is enough, above 0 and at most 1.
    background : float, default 0.1
        The IoU that is too little to blame an object for a detection, from 0 to 1.

    -> Series
        Counts. "hit": enough of an object of its label that no surer one has found. "badly placed": touches an object
        of its label, too little. "wrong label": enough of an object of another label. "duplicate": enough of one that
        was found. "both": touches another label's, too little. "background": touches nothing. "missed": objects that
        were not found, and that no badly placed or wrongly labelled detection has seen. Crowds are objects here.

    Source: Bolya, Foley, Hays and Hoffman (2020), TIDE: a general toolbox for identifying object detection errors.

    >>> truths = [[((0, 0, 10, 10), "cat"), ((20, 0, 30, 10), "dog")]]
    >>> detections = [[((0, 0, 10, 10), "cat", 0.9), ((20, 0, 30, 10), "cat", 0.8), ((0, 0, 9, 10), "cat", 0.7)]]
    >>> detection_errors(truths, detections).loc[["hit", "duplicate", "wrong label", "missed"]].to_list()
    [1, 1, 1, 0]
    """
    counts = dict.fromkeys(ERRORS, 0)
    for there, given in zip(truths, detections, strict=True):
        found, seen = set(), set()
        for box, label, score in sorted(given, key=lambda each: -each[2]):
            if score >= score_threshold:
                overlap = [iou(box, truth) for truth, *_ in there]
                own = [t for t, each in enumerate(there) if each[1] == label]
                kind, t = kind_of_error(overlap, own, found, iou_threshold, background)
                counts[kind] += 1
                found |= {t} if kind == "hit" else set()
                seen |= {t} if kind in ("badly placed", "wrong label") else set()
        counts["missed"] += len(set(range(len(there))) - found - seen)
    return pd.Series(counts, name="detections")


def kind_of_error(overlap, own, found, enough, background):
    """What became of a detection, and of which truth that is said; `own` are the truths of its label."""

    def best(of):
        return max(((overlap[t], t) for t in of), default=(0.0, -1))

    other = [t for t in range(len(overlap)) if t not in own]
    (free, choice), (same, nearest), (strange, mistaken) = (
        best([t for t in own if t not in found]),
        best(own),
        best(other),
    )
    if free >= enough:
        return "hit", choice
    if background <= same < enough:
        return "badly placed", nearest
    if strange >= enough:
        return "wrong label", mistaken
    if same >= enough:
        return "duplicate", nearest
    return ("both", mistaken) if strange >= background else ("background", -1)

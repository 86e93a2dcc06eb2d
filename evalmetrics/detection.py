"""Boxes around objects: how well two of them agree, which of many are right, and what that comes to in one number."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from .fast import judged_boxes
from .inputs import arguments
from .inputs import boxes as _boxes
from .inputs.totals import columns, plain
from .precision_recall import f_from_counts

COCO_THRESHOLDS = np.linspace(0.5, 0.95, 10)
AREAS = {"all": (0.0, 1e10), "small": (0.0, 32.0**2), "medium": (32.0**2, 96.0**2), "large": (96.0**2, 1e10)}


def iou(box_a: Any, box_b: Any, *, inclusive: bool = False) -> float:
    """Intersection over union: what two boxes have in common as a share of what they cover together.

    Parameters
    ----------
    box_a, box_b : four numbers (x1, y1, x2, y2)
        Two opposite corners, x1 <= x2 and y1 <= y2.
    inclusive : bool, default False
        The corners are the first and the last pixel inside, so that a box is x2 - x1 + 1 wide, as in the programs of
        the PASCAL VOC challenges.

    Returns
    -------
    float
        In [0, 1], higher is better; nan for two boxes without area.

    Raises
    ------
    ValueError
        Not four finite numbers, corners in another order, areas that no float holds.
    TypeError
        Something that is no number.

    References
    ----------
    Jaccard (1901) for sets; Everingham et al. (2010), The PASCAL visual object classes challenge, IJCV 88, for boxes.

    Examples
    --------
    >>> iou((0, 0, 4, 4), (1, 0, 5, 4))
    0.6
    """
    a, b = _boxes.one(box_a, "box_a"), _boxes.one(box_b, "box_b")
    width, height = (max(0.0, min(a[i + 2], b[i + 2]) - max(a[i], b[i]) + inclusive) for i in (0, 1))
    common = width * height
    union = sum((x2 - x1 + inclusive) * (y2 - y1 + inclusive) for x1, y1, x2, y2 in (a, b)) - common
    return common / union if union else np.nan


def generalized_iou(box_a: Any, box_b: Any) -> float:
    """IoU minus the share of the smallest box around both that neither covers: boxes that do not touch differ too.

    Parameters
    ----------
    box_a, box_b : four numbers (x1, y1, x2, y2)
        As in `iou`.

    Returns
    -------
    float
        In (-1, 1], higher is better, never above the IoU; nan for two boxes without area.

    Raises
    ------
    ValueError, TypeError
        As in `iou`.

    References
    ----------
    Rezatofighi et al. (2019), Generalized intersection over union, CVPR.

    Examples
    --------
    >>> round(generalized_iou((0, 0, 4, 4), (5, 0, 9, 4)), 4)
    -0.1111
    """
    a, b = np.array(_boxes.one(box_a, "box_a")), np.array(_boxes.one(box_b, "box_b"))
    hull = np.prod(np.maximum(a, b)[2:] - np.minimum(a, b)[:2])
    sizes = [np.prod(box[2:] - box[:2]) for box in (a, b)]
    share = iou(a, b)
    union = sum(sizes) / (1 + share)  # union + intersection are both areas, and the intersection is the share of it
    return float(share - (hull - union) / hull) if hull else np.nan


def xyxy_from_xywh(boxes: Any) -> NDArray[np.float64]:
    """Boxes given by a corner, width and height, as COCO's files have them, by two corners.

    Parameters
    ----------
    boxes : numbers of shape (..., 4)
        x, y of the corner with the smaller coordinates, width, height.

    Returns
    -------
    array of the same shape
        x1, y1, x2, y2.

    Raises
    ------
    ValueError
        Not four numbers per box, nan, a negative width or height.
    TypeError
        Something that is no number.

    References
    ----------
    Lin et al. (2014), Microsoft COCO: common objects in context, ECCV.

    Examples
    --------
    >>> xyxy_from_xywh([10, 20, 5, 8])
    array([10., 20., 15., 28.])
    """
    array = _boxes.numbers(boxes, "boxes")
    if array.shape[-1:] != (4,):
        raise ValueError(f"boxes must be (x, y, width, height), shape (..., 4), got an array of shape {array.shape}")
    if (array[..., 2:] < 0).any():
        raise ValueError(f"boxes must have a width and a height of at least 0, got {array[..., 2:].min()}")
    return np.concatenate([array[..., :2], array[..., :2] + array[..., 2:]], axis=-1)


def match_detections(
    truths: Any,
    detections: Any,
    scores: Any,
    *,
    iou_threshold: float = 0.5,
    difficult: Any = None,
    rule: str = "coco",
    inclusive: bool = False,
) -> pd.DataFrame:
    """Every detection of one class and what became of it, the surest first; each truth can be found once.

    Parameters
    ----------
    truths : sequence of arrays of shape (m, 4)
        Per image the boxes (x1, y1, x2, y2) that are to be found; an empty list where there is nothing.
    detections : sequence of arrays of shape (d, 4)
        Per image the boxes that the detector gave.
    scores : sequence of arrays of d numbers
        Per image how sure it is of each box.
    iou_threshold : float, default 0.5
        A detection is right if its IoU with the truth is at least this, above 0 and at most 1.
    difficult : sequence of arrays of m booleans, optional
        Per image the truths that nobody has to find: to find one is neither right nor wrong.
    rule : {"coco", "voc"}
        What a detection may choose: the best of the truths that are still to be had (of equals the last, and of
        difficult ones only if there is no other), or the best of all, which is wrong if it was taken before.
    inclusive : bool, default False
        As in `iou`.

    Returns
    -------
    DataFrame
        A row per detection: image, detection (position in its image), score, truth (position in its image, -1 for
        none), iou (with that truth, or the best there is), outcome ("hit", "false" or "ignored"). Equal scores stay
        in the order in which they came.

    Raises
    ------
    ValueError
        Images, boxes, scores of different numbers, boxes that are none, nan, a threshold outside (0, 1].
    TypeError
        Something that is no number, or no sequence.

    References
    ----------
    Everingham et al. (2010), IJCV 88 ("voc"); the program of Lin et al. (2014), pycocotools ("coco").

    Examples
    --------
    >>> match_detections([[(0, 0, 4, 4)]], [[(0, 0, 4, 4), (1, 0, 5, 4)]], [[0.8, 0.9]])
       image  detection  score  truth  iou outcome
    0      0          1    0.9      0  0.6     hit
    1      0          0    0.8     -1  1.0   false
    """
    there, given = _checked(truths, detections, scores, difficult)
    least, rule, rows = _threshold(iou_threshold), arguments.one_of(rule, "rule", judged_boxes.RULES), []
    for image, (boxes, skip, found, score) in enumerate(_boxes.by_image(there, given)):
        taken: set[int] = set()
        for i in np.argsort(-score, kind="stable"):
            overlap = [_overlap(box, found[i], inclusive) for box in boxes]
            able = [j for j, o in enumerate(overlap) if o >= least and (rule == "voc" or skip[j] or j not in taken)]
            if rule == "coco":
                best = max(able, key=lambda j: (not skip[j], overlap[j], j), default=-1)
            else:
                best = max(able, key=lambda j: (overlap[j], -j), default=-1)
            new = best >= 0 and best not in taken
            outcome = "ignored" if best >= 0 and skip[best] else "hit" if new else "false"
            at = overlap[best] if best >= 0 else max(overlap, default=np.nan)
            rows.append((image, i, score[i], best if outcome != "false" else -1, at, outcome))
            taken.add(best)
    table = pd.DataFrame(rows, columns=["image", "detection", "score", "truth", "iou", "outcome"])
    return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)


def detection_precision_recall_curve(
    truths: Any,
    detections: Any,
    scores: Any,
    *,
    iou_threshold: float = 0.5,
    difficult: Any = None,
    rule: str = "coco",
    inclusive: bool = False,
) -> pd.DataFrame:
    """Precision and recall of "believe a detection if its score is at least the threshold", over all images.

    Parameters
    ----------
    truths, detections, scores, iou_threshold, difficult, rule, inclusive
        As in `match_detections`.

    Returns
    -------
    DataFrame
        Columns threshold, precision, recall as `precision_recall_curve` has them, thresholds increasing, the last row
        inf, 1, 0. Recall does not get to 1 if a truth was never found; it is nan if there is nothing to find.

    Raises
    ------
    ValueError, TypeError
        As in `match_detections`.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes challenge, IJCV 88.

    Examples
    --------
    >>> truths, detections = [[(0, 0, 4, 4)]], [[(0, 0, 4, 4), (1, 0, 5, 4)]]
    >>> detection_precision_recall_curve(truths, detections, [[0.8, 0.9]])
       threshold  precision  recall
    0        0.8        0.5     1.0
    1        0.9        1.0     1.0
    2        inf        1.0     0.0
    """
    judged = _one_class(truths, detections, scores, iou_threshold, difficult, rule, inclusive)
    counted = judged.last_of_ties()
    hits, false, total = judged.running()
    hits, false = hits[0][counted], false[0][counted]
    kept = np.flatnonzero(hits + false)[::-1]  # thresholds that only ignored detections reach have no precision
    recall = hits / total if total else np.full(len(hits), np.nan)
    columns = {
        "threshold": np.append(judged.score[counted][kept], np.inf),
        "precision": np.append((hits / np.maximum(hits + false, 1))[kept], 1.0),
        "recall": np.append(recall[kept], 0.0 if total else np.nan),
    }
    return pd.DataFrame(columns)


def detection_average_precision(
    truths: Any,
    detections: Any,
    scores: Any,
    *,
    iou_threshold: float = 0.5,
    points: int | str = "all",
    difficult: Any = None,
    rule: str = "coco",
    inclusive: bool = False,
) -> float:
    """Area under the smoothed precision-recall curve of one class, the detections of all images in one ranking.

    Parameters
    ----------
    truths, detections, scores, iou_threshold, difficult, rule, inclusive
        As in `match_detections`.
    points : "all", "raw" or whole number of at least 2; default "all"
        The recall of every truth (PASCAL VOC from 2010), with each precision raised to the best found at that recall
        or a higher one; the same without raising ("raw"); or recalls 0, 1/(points - 1), ..., 1 to average over
        (11: VOC until 2009; 101: COCO). A recall that is not reached has precision 0.

    Returns
    -------
    float
        In [0, 1], higher is better; nan if there is nothing to find. Detections of one score are taken together.

    Raises
    ------
    ValueError, TypeError
        As in `match_detections`; unknown `points`.

    References
    ----------
    Everingham et al. (2010), IJCV 88; Everingham et al. (2015), IJCV 111, for all points.

    Examples
    --------
    >>> truths, detections = [[(0, 0, 4, 4)], [(0, 0, 4, 4)]], [[(0, 0, 4, 4)], [(5, 5, 9, 9), (0, 0, 4, 4)]]
    >>> round(detection_average_precision(truths, detections, [[0.9], [0.8, 0.7]]), 4)
    0.8333
    """
    points = judged_boxes.checked_points(points)
    judged = _one_class(truths, detections, scores, iou_threshold, difficult, rule, inclusive)
    return float(judged_boxes.average_precisions(judged, points)[0])


def detection_average_precision_by_weights(
    truths: Any, detections: Any, scores: Any, *, points: int | str = "all", **options: Any
) -> Callable[[Any], float]:
    """The average precision as a function of how often each image counts: boxes are matched once for all resamples."""
    options = {"iou_threshold": 0.5, "difficult": None, "rule": "coco", "inclusive": False} | options
    points, judged = judged_boxes.checked_points(points), _one_class(truths, detections, scores, **options)
    return lambda weights: float(judged_boxes.average_precisions(judged, points, weights)[0])


def detection_f_score(
    truths: Any,
    detections: Any,
    scores: Any,
    *,
    score_threshold: float = 0.5,
    beta: float = 1.0,
    iou_threshold: float = 0.5,
    difficult: Any = None,
    rule: str = "coco",
    inclusive: bool = False,
    zero_division: float = np.nan,
) -> float:
    """F-beta of the detections that somebody would see who believes those with at least a certain score.

    Parameters
    ----------
    truths, detections, scores, iou_threshold, difficult, rule, inclusive
        As in `match_detections`.
    score_threshold : float, default 0.5
        Detections below it are not shown.
    beta : float, default 1
        How much more recall matters than precision, above 0.
    zero_division : float, default nan
        What to return if nothing is found, as in `f_score`.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    ValueError, TypeError
        As in `match_detections`.

    References
    ----------
    Van Rijsbergen (1979), Information Retrieval, chapter 7.

    Examples
    --------
    >>> detection_f_score([[(0, 0, 4, 4)]], [[(0, 0, 4, 4), (5, 0, 9, 4)]], [[0.9, 0.4]])
    1.0
    """
    options = {"iou_threshold": iou_threshold, "difficult": difficult, "rule": rule, "inclusive": inclusive}
    rows = detection_f_score_statistics(truths, detections, scores, score_threshold=score_threshold, **options)
    return float(detection_f_score_from_statistics(rows.sum(axis=0), beta=beta, zero_division=zero_division))


def detection_f_score_statistics(
    truths: Any,
    detections: Any,
    scores: Any,
    *,
    score_threshold: float = 0.5,
    iou_threshold: float = 0.5,
    difficult: Any = None,
    rule: str = "coco",
    inclusive: bool = False,
) -> NDArray[np.int64]:
    """One row per image: (truths found, truths missed, false detections) among those with at least a certain score.

    Parameters
    ----------
    truths, detections, scores, score_threshold, iou_threshold, difficult, rule, inclusive
        As in `detection_f_score`.

    Returns
    -------
    array of shape (images, 3)

    Raises
    ------
    ValueError, TypeError
        As in `match_detections`.

    Examples
    --------
    >>> detection_f_score_statistics([[(0, 0, 4, 4)], []], [[(0, 0, 4, 4)], [(5, 0, 9, 4)]], [[0.9], [0.4]])
    array([[1, 0, 0],
           [0, 0, 0]])
    """
    judged = _one_class(truths, detections, scores, iou_threshold, difficult, rule, inclusive)
    shown, n = judged.score >= arguments.real(score_threshold, "score_threshold"), len(judged.truths)
    hits = np.bincount(judged.image[judged.hit[0] & shown], minlength=n)
    false = np.bincount(judged.image[~judged.hit[0] & ~judged.ignored[0] & shown], minlength=n)
    return np.column_stack([hits, judged.truths - hits, false])


def detection_f_score_from_statistics(totals: Any, *, beta: float = 1.0, zero_division: float = np.nan) -> Any:
    """F-beta from summed rows of `detection_f_score_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 3)
        Truths found, truths missed, false detections.
    beta, zero_division
        As in `detection_f_score`.

    Returns
    -------
    float, or array of shape (...)

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    Examples
    --------
    >>> detection_f_score_from_statistics([3, 1, 1])
    0.75
    """
    found, missed, false = columns(totals, "truths found", "truths missed", "false detections")
    return plain(f_from_counts(found, missed, false, beta, zero_division=zero_division))


def coco_mean_average_precision(
    truths: Any,
    detections: Any,
    *,
    iou_thresholds: Any = COCO_THRESHOLDS,
    max_detections: int = 100,
    area: str | tuple[float, float] = "all",
    average: str | None = "macro",
) -> Any:
    """COCO's AP: the mean over classes and over ten IoU thresholds of the average precision at 101 recalls.

    Parameters
    ----------
    truths : sequence of lists
        Per image its objects, ((x1, y1, x2, y2), label) each; a third entry True says that the box holds a crowd: who
        finds something in it (the overlap is then the share of the detection that lies in it) is neither right nor
        wrong, and nobody has to.
    detections : sequence of lists
        Per image what the detector gave, ((x1, y1, x2, y2), label, score) each.
    iou_thresholds : sequence of numbers, default 0.5, 0.55, ..., 0.95
        Above 0 and at most 1.
    max_detections : int, default 100
        Only so many of each class are looked at in an image, the surest.
    area : {"all", "small", "medium", "large"} or (least, most)
        Objects of other areas are ignored, and so is who finds them, and detections of other areas that find nothing.
        "small" is up to 32², "medium" from there up to 96², "large" from there.
    average : {"macro", None}
        The mean over the classes that occur in the truths, or a Series with a value per class.

    Returns
    -------
    float or Series
        In [0, 1], higher is better. A class that nobody could find (no truth of it) is left out of the mean, however
        often it was reported, and nan in a Series; nan if that is all of them, where pycocotools says -1.

    Raises
    ------
    ValueError, TypeError
        As in `match_detections`; an unknown option.

    References
    ----------
    Lin et al. (2014), Microsoft COCO: common objects in context, ECCV, and its program, pycocotools.

    Examples
    --------
    >>> truths = [[((0, 0, 10, 10), "cat"), ((20, 0, 30, 10), "dog")]]
    >>> coco_mean_average_precision(truths, [[((0, 0, 10, 9), "cat", 0.9), ((20, 0, 30, 6), "dog", 0.4)]])
    0.6
    """
    labels, judged = _judged_classes(truths, detections, iou_thresholds, max_detections, area)
    per_class = _class_averages(judged)
    return pd.Series(per_class, index=labels) if _average(average) is None else _mean_of_defined(per_class)


def coco_mean_average_precision_by_weights(
    truths: Any,
    detections: Any,
    *,
    iou_thresholds: Any = COCO_THRESHOLDS,
    max_detections: int = 100,
    area: str | tuple[float, float] = "all",
    average: str | None = "macro",
) -> Callable[[Any], Any]:
    """The mean (or the averages) as a function of how often each image counts: boxes are matched once for all."""
    _, judged = _judged_classes(truths, detections, iou_thresholds, max_detections, area)
    if _average(average) is None:
        return lambda weights: _class_averages(judged, weights)
    return lambda weights: _mean_of_defined(_class_averages(judged, weights))


def _judged_classes(
    truths: Any, detections: Any, iou_thresholds: Any, max_detections: int, area: Any
) -> tuple[pd.Index, list[judged_boxes.Judged]]:
    """The labels, sorted, and the detections of each class, judged by COCO's rules."""
    thresholds = np.array([_threshold(t, "iou_thresholds") for t in np.ravel(iou_thresholds)])
    if not len(thresholds):
        raise ValueError("iou_thresholds is empty: at least one threshold is needed")
    most = arguments.whole_number(max_detections, "max_detections", least=1)
    there, given, labels = _boxes.coded(
        _boxes.labelled(truths, "truths", scored=False), _boxes.labelled(detections, "detections", scored=True)
    )
    judged = judged_boxes.judge(there, given, thresholds, crowd=True, max_detections=most, area=_limits(area))
    return labels, judged[: len(labels)]


def _class_averages(judged: list[judged_boxes.Judged], weights: Any = None) -> NDArray[np.float64]:
    """Mean over the IoU thresholds of each class's average precisions."""
    means = [judged_boxes.average_precisions(each, "coco", weights).mean() for each in judged]
    return np.array(means, dtype=np.float64)


def _mean_of_defined(values: NDArray[np.float64]) -> float:
    """Mean of what is not nan; nan if nothing is left."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else np.nan


def _average(average: Any) -> str | None:
    return None if average is None else arguments.one_of(average, "average", ["macro"])


def _one_class(
    truths: Any, detections: Any, scores: Any, iou_threshold: float, difficult: Any, rule: str, inclusive: bool
) -> judged_boxes.Judged:
    """The detections of one class, judged at one threshold."""
    rule = arguments.one_of(rule, "rule", judged_boxes.RULES)
    least = np.array([_threshold(iou_threshold)])
    there, given = _checked(truths, detections, scores, difficult)
    return judged_boxes.judge(there, given, least, rule=rule, inclusive=inclusive)[0]


def _checked(truths: Any, detections: Any, scores: Any, difficult: Any) -> tuple[_boxes.Boxes, _boxes.Boxes]:
    """Boxes with flags and boxes with scores, of the same images."""
    there = _boxes.of_one_class(truths, difficult, "truths", "difficult", flags=True)
    if scores is None:
        raise TypeError("scores must hold a number per detection, in a sequence per image, got None")
    given = _boxes.of_one_class(detections, scores, "detections", "scores", flags=False)
    if there.n != given.n:
        raise ValueError(f"truths and detections must hold one entry per image: {there.n} and {given.n}")
    return there, given


def _threshold(value: Any, name: str = "iou_threshold") -> float:
    """`value` as a float above 0 and at most 1."""
    number = arguments.real(value, name)
    if not 0 < number <= 1:
        raise ValueError(f"{name} must be above 0 and at most 1, got {value!r}")
    return min(number, 1 - 1e-10)  # an IoU of 1 may come out a bit below


def _limits(area: Any) -> tuple[float, float]:
    """Least and most square pixels, from a name or from themselves."""
    if isinstance(area, str):
        return AREAS[arguments.one_of(area, "area", AREAS)]
    if np.shape(area) != (2,):
        raise ValueError(f"area must be a name or (least, most) in square pixels, got {area!r}")
    least, most = (arguments.real(value, "area") for value in area)
    if not 0 <= least <= most:
        raise ValueError(f"area must be (least, most) with 0 <= least <= most, got {area!r}")
    return least, most


def _overlap(box: Any, other: Any, inclusive: bool) -> float:
    """IoU, 0 for two boxes without area."""
    share = iou(box, other, inclusive=inclusive)
    return share if share == share else 0.0

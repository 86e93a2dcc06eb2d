"""What is wrong with a detector's boxes: the place, the label, one box too many, nothing there."""

import pandas as pd

from .detection import iou
from .inputs import detection as inputs
from .inputs.options import number
from .metric import checked_by

ERRORS = ["hit", "duplicate", "badly placed", "wrong label", "both", "background", "missed"]


@checked_by(
    inputs.labelled,
    checks={"score_threshold": number, "iou_threshold": inputs.enough_overlap, "background": inputs.too_little_overlap},
)
def detection_errors(truths, detections, *, score_threshold=0.5, iou_threshold=0.5, background=0.1):
    """What is wrong with the detections that are shown, and what was missed: how often each.

    Parameters
    ----------
    score_threshold : float, default 0.5
        Detections below it are not shown.
    iou_threshold : float, default 0.5
        The IoU that is enough, above 0 and at most 1.
    background : float, default 0.1
        The IoU that is too little to blame an object for a detection, from 0 to 1.

    Returns
    -------
    Series
        Counts. "hit": enough of an object of its label that no surer one has found. "badly placed": touches an object
        of its label, too little. "wrong label": enough of an object of another label. "duplicate": enough of one that
        was found. "both": touches another label's, too little. "background": touches nothing. "missed": objects that
        were not found, and that no badly placed or wrongly labelled detection has seen. Crowds are objects here.

    References
    ----------
    Bolya, Foley, Hays and Hoffman (2020), TIDE: a general toolbox for identifying object detection errors, ECCV.

    Examples
    --------
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

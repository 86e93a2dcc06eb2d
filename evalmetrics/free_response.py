"""Free response: how much of what is there is found, by how many false detections an image one puts up with."""

import numpy as np
import pandas as pd

from .detection import last_of_equals, ranked_outcomes
from .fast import detection as fast
from .inputs import detection as inputs
from .inputs.detection import RULES
from .metric import checked_by, of_weights

LUNA_RATES = 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8  # false detections an image at which the LUNA16 challenge reads recall


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

    Returns
    -------
    DataFrame
        Columns threshold, false_per_image, recall; thresholds increasing, the last row inf, 0, 0. Recall is nan if
        there is nothing to find.

    References
    ----------
    Bunch, Hamilton, Sanderson and Simmons (1978), A free-response approach to the measurement and characterization of
    radiographic-observer performance, Journal of Applied Photographic Engineering 4.

    Examples
    --------
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
)
def froc_score(weights, ranked, *, false_per_image=LUNA_RATES):
    """Mean of the recalls that are had at some numbers of false detections an image.

    The recall at a number is that of the lowest threshold with no more false detections an image; between thresholds
    nothing is interpolated.

    Examples
    --------
    >>> froc_score([[(0, 0, 4, 4)], []], [[(0, 0, 4, 4)], [(5, 5, 9, 9)]], [[0.8], [0.9]], false_per_image=[0, 1])
    0.5
    """
    recall, false = recalls_and_false_alarms(weights, ranked)
    at = false.searchsorted(false_per_image, side="right") - 1
    return recall[at].mean()

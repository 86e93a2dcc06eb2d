"""Every threshold at once: the precision-recall curve, the areas under it and the points that people quote from it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, matrices, rankings
from .inputs import labels as _labels


def precision_recall_curve(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> pd.DataFrame:
    """Precision and recall of "positive if the score is at least the threshold", for every threshold that matters.

    Parameters
    ----------
    y_true : sequence of n labels
        What was observed: `pos_label` and at most one other label.
    y_score : sequence of n numbers
        Finite; the higher, the surer of `pos_label`. Only their order matters.
    pos_label : label, default 1
        The class to be found.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    DataFrame
        Columns threshold, precision, recall. A row per distinct score, increasing; recall never rises on the way down
        the rows, precision may do as it likes. The last row predicts nothing: threshold inf, recall 0 and precision 1
        by convention (it is 0/0). Recall is nan throughout if `pos_label` was never observed.

    Raises
    ------
    ValueError
        Different lengths, no examples, nan or infinite scores, more than two labels, an unknown `pos_label`.
    TypeError
        Scores that are not numbers.

    References
    ----------
    Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).round(3)
       threshold  precision  recall
    0       0.10      0.500     1.0
    1       0.35      0.667     1.0
    2       0.40      0.500     0.5
    3       0.80      1.000     0.5
    4        inf      1.000     0.0
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    columns = {
        "threshold": np.append(ranked.thresholds, np.inf),
        "precision": np.append(ranked.precision, 1.0),
        "recall": rankings.down_to_0(ranked.recall),
    }
    return pd.DataFrame(columns, copy=False)


def average_precision(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Mean of the precisions at which the positives are found; nothing is interpolated.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`.

    Returns
    -------
    float
        In (0, 1], higher is better; scores that know nothing get the prevalence, about. 0 cannot be reached: the
        least is what comes of ranking all positives last. nan if `pos_label` was never observed.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`.

    References
    ----------
    Buckley and Voorhees (2000), Evaluating evaluation measure stability; Manning, Raghavan and Schuetze (2008),
    section 8.4. The least: Boyd, Santos Costa, Davis and Page (2012), Unachievable region in precision-recall space.

    Examples
    --------
    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return rankings.quotient((ranked.positives * ranked.precision).sum(), ranked.all_positives)


def interpolated_average_precision(
    y_true: Any, y_score: Any, *, points: int | str = 11, pos_label: Any = 1, sample_weight: Any = None
) -> float:
    """Average precision after each precision is raised to the best one found at that recall or a higher one.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`.
    points : whole number of at least 2, or "all"; default 11
        Recalls to average over: 0, 1/(points - 1), ..., 1 (11 as TREC and the first PASCAL VOC challenges, 101 as
        COCO), or the recall of every positive ("all", PASCAL VOC from 2010).

    Returns
    -------
    float
        In (0, 1], higher is better. "all" is never below `average_precision`; nan if `pos_label` was never observed.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`; `points` is neither "all" nor a whole number of at least 2.

    References
    ----------
    Manning, Raghavan and Schuetze (2008), section 8.4; Everingham et al. (2010), The PASCAL visual object classes
    challenge, IJCV 88.

    Examples
    --------
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> [round(interpolated_average_precision(y_true, y_score, points=p), 4) for p in (11, 101, "all")]
    [0.8485, 0.835, 0.8333]
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    best = np.maximum.accumulate(ranked.precision)  # from the lowest threshold up: at this recall or a higher one
    if points == "all":
        return rankings.quotient((ranked.positives * best).sum(), ranked.all_positives)
    if isinstance(points, str):
        raise ValueError(f'points must be a whole number of at least 2 or "all", got {points!r}')
    last = arguments.whole_number(points, "points", least=2) - 1
    if not ranked.all_positives:
        return np.nan
    wanted = np.arange(points) / last
    reached = np.searchsorted(-ranked.recall, -(wanted - 1e-12), side="right")  # thresholds with at least that recall
    return float(best[reached - 1].mean())


def pr_auc(
    y_true: Any, y_score: Any, *, rule: str = "lower_trapezoid", pos_label: Any = 1, sample_weight: Any = None
) -> float:
    """Area under the precision-recall curve with its points joined by straight lines.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`.
    rule : {"lower_trapezoid", "trapezoid", "upper_trapezoid"}
        Where several precisions share a recall, a line ends at the highest and the next begins at the lowest
        (lower) or at the highest (upper). "trapezoid" joins every point to the next in the order of thresholds,
        as ``sklearn.metrics.auc(recall, precision)`` does, which comes to the same as "lower_trapezoid".

    Returns
    -------
    float
        In [0, 1], higher is better; with tied scores far too high. nan if `pos_label` was never observed.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`; an unknown `rule`.

    References
    ----------
    Boyd, Eng and Page (2013), Area under the precision-recall curve: point estimates and confidence intervals.
    Against straight lines: Davis and Goadrich (2006), The relationship between precision-recall and ROC curves.

    Examples
    --------
    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> [round(pr_auc(y_true, y_score, rule=r), 4) for r in ("lower_trapezoid", "trapezoid", "upper_trapezoid")]
    [0.7917, 0.7917, 0.9167]
    """
    rule = arguments.one_of(rule, "rule", ["lower_trapezoid", "trapezoid", "upper_trapezoid"])
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    precision, recall = ranked.precision, ranked.recall
    if not ranked.all_positives:
        return np.nan
    if rule == "upper_trapezoid":  # a positive at a threshold: the highest precision with that recall
        found = ranked.positives > 0
        precision, recall = precision[found], recall[found]
    precision, recall = np.append(precision, 1.0), np.append(recall, 0.0)
    return float(((recall[:-1] - recall[1:]) * (precision[:-1] + precision[1:])).sum() / 2)


def precision_at_recall(
    y_true: Any,
    y_score: Any,
    recall: float,
    *,
    choose: str = "highest_threshold",
    pos_label: Any = 1,
    sample_weight: Any = None,
) -> float:
    """Precision at the highest threshold that still reaches a recall.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`.
    recall : float
        At least so much is to be found, in [0, 1].
    choose : {"highest_threshold", "best"}
        "best" takes the largest precision among all thresholds that reach the recall: precision can be higher at a
        lower threshold.

    Returns
    -------
    float
        In [0, 1], higher is better; nan if `pos_label` was never observed.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`; `recall` outside [0, 1]; an unknown `choose`.

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "X@Y metrics".

    Examples
    --------
    >>> precision_at_recall([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6], recall=0.8)
    0.5
    """
    choose = arguments.one_of(choose, "choose", ["highest_threshold", "best"])
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    reached = ranked.precision[rankings.at_least(ranked.recall, arguments.share(recall, "recall"))]
    if not len(reached):
        return np.nan
    return float(reached[-1] if choose == "highest_threshold" else reached.max())


def precision_at_volume(
    y_true: Any, y_score: Any, volume: float, *, pos_label: Any = 1, sample_weight: Any = None
) -> float:
    """Precision at the highest threshold that predicts at least a given share of the examples to be positive.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`.
    volume : float
        Share of all examples, in [0, 1]. k of n examples make precision at k; tied scores are taken together.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`; `volume` outside [0, 1].

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "X@Y metrics".

    Examples
    --------
    >>> precision_at_volume([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6], volume=0.5)
    0.5
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    enough = rankings.at_least(ranked.volume, arguments.share(volume, "volume"))
    return float(ranked.precision[enough][-1])


def recall_at_precision(
    y_true: Any, y_score: Any, precision: float, *, pos_label: Any = 1, sample_weight: Any = None
) -> float:
    """Highest recall of any threshold whose precision reaches a limit: optimistic, for it may pick a lucky one.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`.
    precision : float
        The limit, in [0, 1].

    Returns
    -------
    float
        In [0, 1], higher is better; nan if no threshold reaches the limit, or `pos_label` was never observed.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`; `precision` outside [0, 1].

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "X@Y metrics".

    Examples
    --------
    >>> recall_at_precision([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6], precision=0.6)
    0.5
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    enough = ranked.recall[rankings.at_least(ranked.precision, arguments.share(precision, "precision"))]
    return float(enough[0]) if len(enough) else np.nan


def multiclass_average_precision(
    y_true: Any, y_prob: Any, *, labels: Any = None, average: str | None = "macro", sample_weight: Any = None
) -> Any:
    """Average precision of each class against the rest, in one number or several.

    Parameters
    ----------
    y_true : sequence of n labels
    y_prob : array of shape (n, k)
        A column of scores per class.
    labels : sequence of k labels, optional
        What the columns stand for; by default what a DataFrame names them, or the labels of `y_true`, sorted.
    average : {"macro", "weighted", "micro", None}
        Plain mean over the classes; mean weighted by how often each was observed; all n k decisions in one ranking;
        None: a Series with a value per class.
    sample_weight : sequence of n numbers, optional

    Returns
    -------
    float or Series of k floats
        In (0, 1], higher is better; nan where a class was never observed (macro, None).

    Raises
    ------
    ValueError
        As in `precision_recall_curve`; `y_prob` without a column per label; a label missing from `labels`.

    References
    ----------
    Scikit-learn user guide, model evaluation (``average_precision_score``).

    Examples
    --------
    >>> y_prob = [[0.7, 0.2, 0.1], [0.4, 0.3, 0.3], [0.3, 0.5, 0.2], [0.5, 0.1, 0.4]]
    >>> multiclass_average_precision(["a", "b", "c", "c"], y_prob, average=None).round(3)
    a    1.000
    b    0.500
    c    0.833
    dtype: float64
    """
    return rankings.averaged(average_precision, y_true, y_prob, labels, average, sample_weight)


def best_threshold(
    y_true: Any,
    y_score: Any,
    metric: Callable[[pd.DataFrame], Any],
    *,
    pos_label: Any = 1,
    sample_weight: Any = None,
) -> tuple[float, float]:
    """Threshold at which a score of the confusion matrix is largest, and that largest value.

    The value is optimistic on the examples that chose the threshold: choose on one half, report on the other.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `precision_recall_curve`, with both labels observed.
    metric : function of a confusion matrix
        Given the two-by-two matrix of each threshold, with the labels of `y_true`, sorted, in rows and columns.
        Where it returns a value per class, that of `pos_label` counts.

    Returns
    -------
    (threshold, value)
        The lowest of equally good thresholds; inf where predicting nothing is best. (nan, nan) if the metric is
        undefined everywhere.

    Raises
    ------
    ValueError, TypeError
        As in `precision_recall_curve`; only one label observed.

    References
    ----------
    Flach (2003), The geometry of ROC space: understanding machine learning metrics through ROC isometrics.

    Examples
    --------
    >>> from evalmetrics import accuracy
    >>> best_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], accuracy)
    (0.35, 0.75)
    """
    if not callable(metric):
        raise TypeError(f"metric must be a function of a confusion matrix, got {metric!r}")
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    if not (ranked.all_positives and ranked.all_negatives):
        raise ValueError("y_true must hold both labels: with one of them no threshold tells anything apart")
    labels = _labels.encode(y_true, y_true)[2]
    positive = int((labels == pos_label).argmax())  # as 1 is True, and 1.0
    tp, fp = np.append(ranked.tp, 0), np.append(ranked.fp, 0)
    outcomes = np.array([[tp, tp[0] - tp], [fp, fp[0] - fp]])  # rows positive, negative
    cells = np.moveaxis(outcomes if positive == 0 else outcomes[::-1, ::-1], 2, 0)
    values = matrices.scores(metric, cells, labels)
    values = values[:, positive] if values.ndim == 2 else values
    if np.isnan(values).all():
        return np.nan, np.nan
    best = int(np.nanargmax(values))
    return float(np.append(ranked.thresholds, np.inf)[best]), float(values[best])

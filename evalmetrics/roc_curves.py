"""What is found against what is falsely alarmed, over all thresholds: ROC, its area, DET and equal error rate."""

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, rankings


def roc_curve(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> pd.DataFrame:
    """False and true positive rate of "positive if the score is at least the threshold", for every threshold.

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
        Columns threshold, fpr, tpr. A row per distinct score, increasing, so that both rates fall down the rows; the
        last row predicts nothing: inf, 0, 0. No point is dropped. A rate is nan throughout if its class was never
        observed.

    Raises
    ------
    ValueError
        Different lengths, no examples, nan or infinite scores, more than two labels, an unknown `pos_label`.
    TypeError
        Scores that are not numbers.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, algorithm 1.

    Examples
    --------
    >>> roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
       threshold  fpr  tpr
    0       0.10  1.0  1.0
    1       0.35  0.5  1.0
    2       0.40  0.5  0.5
    3       0.80  0.0  0.5
    4        inf  0.0  0.0
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    columns = {
        "threshold": np.append(ranked.thresholds, np.inf),
        "fpr": rankings.down_to_0(ranked.fpr),
        "tpr": rankings.down_to_0(ranked.recall),
    }
    return pd.DataFrame(columns, copy=False)


def roc_auc(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Probability that a positive scores higher than a negative, both drawn at random, a tie counting one half.

    That is the area under the ROC curve, and the Mann-Whitney U statistic over its maximum.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `roc_curve`.

    Returns
    -------
    float
        In [0, 1], higher is better; 0.5 for scores that know nothing, 0 for a perfect order upside down. nan unless
        both classes were observed.

    Raises
    ------
    ValueError, TypeError
        As in `roc_curve`.

    References
    ----------
    Hanley and McNeil (1982), The meaning and use of the area under a receiver operating characteristic (ROC) curve.

    Examples
    --------
    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    outranked_twice = 2 * ranked.negatives.cumsum() - ranked.negatives  # those below twice, those level once
    return rankings.quotient(
        (ranked.positives * outranked_twice).sum(), 2 * ranked.all_positives * ranked.all_negatives
    )


def multiclass_roc_auc(
    y_true: Any,
    y_prob: Any,
    *,
    method: str = "ovr",
    average: str | None = "macro",
    labels: Any = None,
    sample_weight: Any = None,
) -> Any:
    """Area under the ROC curve for more than two classes: each against the rest, or each against each.

    Parameters
    ----------
    y_true : sequence of n labels
    y_prob : array of shape (n, k)
        A column of scores per class.
    method : {"ovr", "ovo"}
        One class against the rest; or one against one, Hand and Till's M, which does not depend on how frequent the
        classes are when averaged plainly.
    average : {"macro", "weighted", "micro", None}
        Plain mean over classes or pairs; weighted by how often the class or pair was observed; all n k decisions in
        one ranking ("ovr" only); None: a Series with a value per class ("ovr") or per pair ("ovo").
    labels : sequence of k labels, optional
        What the columns stand for; by default what a DataFrame names them, or the labels of `y_true`, sorted.
    sample_weight : sequence of n numbers, optional

    Returns
    -------
    float or Series
        In [0, 1], higher is better; nan where a class was never observed (macro, None).

    Raises
    ------
    ValueError
        As in `roc_curve`; `y_prob` without a column per label; a label missing from `labels`; "micro" with "ovo".

    References
    ----------
    Hand and Till (2001), A simple generalisation of the area under the ROC curve for multiple class classification
    problems, Machine Learning 45.

    Examples
    --------
    >>> y_prob = [[0.7, 0.2, 0.1], [0.4, 0.3, 0.3], [0.3, 0.5, 0.2], [0.5, 0.1, 0.4]]
    >>> round(multiclass_roc_auc(["a", "b", "c", "c"], y_prob), 4)
    0.8056
    """
    if arguments.one_of(method, "method", ["ovr", "ovo"]) == "ovr":
        return rankings.averaged(roc_auc, y_true, y_prob, labels, average, sample_weight)
    if average is not None:
        arguments.one_of(average, "average", ["macro", "weighted"])
    true, prob, names = rankings.class_scores(y_true, y_prob, labels)
    weight = np.ones(len(true)) if sample_weight is None else arguments.weights(sample_weight, len(true))
    pairs = {}
    for i, j in combinations(range(len(names)), 2):
        rows = (true == i) | (true == j)
        one, other = true[rows] == i, true[rows] == j
        areas = [_area(label, prob[rows, c], weight[rows]) for c, label in ((i, one), (j, other))]
        pairs[names[i], names[j]] = float(np.mean(areas)), weight[rows].sum()
    area, observed = (pd.Series({pair: value[part] for pair, value in pairs.items()}) for part in (0, 1))
    if average is None:
        return area
    weights = observed[observed > 0] if average == "weighted" else None
    return float(area.mean(skipna=False) if weights is None else np.average(area[weights.index], weights=weights))


def det_curve(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> pd.DataFrame:
    """False positive and false negative rate for every threshold: the two errors against each other.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `roc_curve`.

    Returns
    -------
    DataFrame
        Columns threshold, fpr, fnr; the rows of `roc_curve` with fnr = 1 - tpr, ends included.

    Raises
    ------
    ValueError, TypeError
        As in `roc_curve`.

    References
    ----------
    Martin, Doddington, Kamm, Ordowski and Przybocki (1997), The DET curve in assessment of detection task performance.

    Examples
    --------
    >>> det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
       threshold  fpr  fnr
    0       0.10  1.0  0.0
    1       0.35  0.5  0.0
    2       0.40  0.5  0.5
    3       0.80  0.0  0.5
    4        inf  0.0  1.0
    """
    roc = roc_curve(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    return roc[["threshold", "fpr"]].assign(fnr=1 - roc["tpr"])


def equal_error_rate(y_true: Any, y_score: Any, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """The rate at which false positives and false negatives are equally frequent, each within its class.

    Where no threshold makes them equal, the two thresholds nearest to it are mixed: the ROC curve, its points joined
    by straight lines, is cut with tpr = 1 - fpr.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `roc_curve`.

    Returns
    -------
    float
        In [0, 1], lower is better; 0.5 for constant scores. nan unless both classes were observed.

    Raises
    ------
    ValueError, TypeError
        As in `roc_curve`.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.

    Examples
    --------
    >>> equal_error_rate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    fpr, fnr = rankings.down_to_0(ranked.fpr), 1 - rankings.down_to_0(ranked.recall)
    surplus = fpr - fnr  # falls from 1 to -1 as the threshold rises
    if np.isnan(surplus[0]):
        return np.nan
    last = np.flatnonzero(surplus >= 0)[-1]
    share = surplus[last] / (surplus[last] - surplus[last + 1])
    return float(fpr[last] + share * (fpr[last + 1] - fpr[last]))


def recall_at_fpr(y_true: Any, y_score: Any, fpr: float, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Highest recall of any threshold whose false positive rate stays within a limit; nothing is interpolated.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `roc_curve`.
    fpr : float
        The limit, in [0, 1].

    Returns
    -------
    float
        In [0, 1], higher is better; 0 where only predicting nothing stays within the limit. nan unless both classes
        were observed.

    Raises
    ------
    ValueError, TypeError
        As in `roc_curve`; `fpr` outside [0, 1].

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "X@Y metrics".

    Examples
    --------
    >>> recall_at_fpr([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], fpr=0.1)
    0.5
    """
    most = arguments.share(fpr, "fpr")
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    rates, recall = rankings.down_to_0(ranked.fpr), rankings.down_to_0(ranked.recall)
    within = recall[rankings.at_least(-rates, -most)]
    return float(within[0]) if len(within) else np.nan


def fpr_at_recall(y_true: Any, y_score: Any, recall: float, *, pos_label: Any = 1, sample_weight: Any = None) -> float:
    """Smallest false positive rate of any threshold that reaches a recall; nothing is interpolated.

    Parameters
    ----------
    y_true, y_score, pos_label, sample_weight
        As in `roc_curve`.
    recall : float
        At least so much is to be found, in [0, 1].

    Returns
    -------
    float
        In [0, 1], lower is better; nan unless both classes were observed.

    Raises
    ------
    ValueError, TypeError
        As in `roc_curve`; `recall` outside [0, 1].

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "X@Y metrics".

    Examples
    --------
    >>> fpr_at_recall([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], recall=0.8)
    0.5
    """
    least = arguments.share(recall, "recall")
    ranked = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    rates, recalls = rankings.down_to_0(ranked.fpr), rankings.down_to_0(ranked.recall)
    reached = rates[rankings.at_least(recalls, least)]
    return float(reached[-1]) if len(reached) else np.nan


def _area(positive: Any, score: Any, weight: Any) -> float:
    """AUC of one pair of classes; nan if both are missing."""
    return roc_auc(positive, score, sample_weight=weight) if weight.any() else np.nan

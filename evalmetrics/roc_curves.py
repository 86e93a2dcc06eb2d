"""What is found against what is falsely alarmed, over all thresholds: ROC, its area, DET and equal error rate."""

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from .fast import rankings as fast
from .fast import sorted_by_duckdb
from .inputs import arguments, rankings
from .inputs.options import share
from .kinds.help_pages import described_by
from .kinds.samples import ONE_AGAINST_THE_REST
from .metric import of_ranking, of_samples

ROUNDING = 1e-12  # what summed weights may be off by


def rates(counts):
    """Of a class, the share at or above each score; first that of predicting nothing, which is 0."""
    found = np.append(0, counts.cumsum())
    return found / found[-1]


@described_by(rankings.labels_and_scores)
def roc_curve(y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None) -> pd.DataFrame:
    """False and true positive rate of "positive if the score is at least the threshold", for every threshold.

    -> DataFrame
        Columns threshold, fpr, tpr. A row per distinct score, increasing, so that both rates fall down the rows; the
        last row predicts nothing: inf, 0, 0. No point is dropped. A rate is nan throughout if its class was never
        observed.

    Source: Fawcett (2006), An introduction to ROC analysis, algorithm 1.

    >>> roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
       threshold  fpr  tpr
    0       0.10  1.0  1.0
    1       0.35  0.5  1.0
    2       0.40  0.5  0.5
    3       0.80  0.0  0.5
    4        inf  0.0  0.0
    """
    ranking = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    with np.errstate(invalid="ignore"):
        fpr, tpr = rates(ranking.negatives), rates(ranking.positives)
    columns = {"threshold": np.append(np.inf, ranking.scores), "fpr": fpr, "tpr": tpr}
    return pd.DataFrame({name: column[::-1] for name, column in columns.items()}, copy=False)


@of_ranking(monotone=True, streamed=sorted_by_duckdb.roc_auc, rows=fast.roc_auc)
def roc_auc(positives, negatives):
    """Probability that a positive scores higher than a negative, both drawn at random, a tie counting one half.

    That is the area under the ROC curve, and the Mann-Whitney U statistic over its maximum. 0.5 for scores that know
    nothing, 0 for a perfect order upside down.

    >>> roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    below = negatives.sum() - negatives.cumsum() + negatives / 2
    return positives @ below / (positives.sum() * negatives.sum())


def some_fpr(value: Any, name: str) -> float:
    """A check: a false positive rate above 0."""
    return arguments.number_that(value, name, lambda x: 0 < x <= 1, "be above 0 and at most 1")


@of_ranking(monotone=True, checks={"max_fpr": some_fpr})
def partial_roc_auc(positives, negatives, *, max_fpr):
    """Area under the ROC curve up to a false positive rate, stretched so that chance is 0.5 and perfection 1.

    That of the whole curve, `roc_auc`, where the limit is 1.

    max_fpr : float
        Where the area ends, in (0, 1].

    >>> round(partial_roc_auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], max_fpr=0.2), 4)
    0.7222
    """
    if negatives.sum() == 0:
        return np.nan
    fpr, tpr = rates(negatives), rates(positives)
    end = np.searchsorted(fpr, max_fpr, side="right")
    around = slice(end - 1, end + 1)
    edge = np.interp(max_fpr, fpr[around], tpr[around])
    fpr, tpr = np.append(fpr[:end], max_fpr), np.append(tpr[:end], edge)
    area, by_chance = np.trapezoid(tpr, fpr), max_fpr**2 / 2
    return (1 + (area - by_chance) / (max_fpr - by_chance)) / 2


@of_ranking(monotone=True)
def youden_index(positives, negatives):
    """The largest distance of the ROC curve above the diagonal: recall less false positive rate at its best threshold.

    That threshold is the one that `best_threshold` finds for `balanced_accuracy`, which is (J + 1) / 2 there.

    >>> youden_index([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    return (rates(positives) - rates(negatives)).max()


@of_samples(instead=ONE_AGAINST_THE_REST)
@described_by(rankings.class_scores, rankings.sets_and_scores)
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

    method : {"ovr", "ovo"}
        One class against the rest; or one against one, Hand and Till's M, which does not depend on how frequent the
        classes are when averaged plainly.
    average : {"macro", "weighted", "micro", None}
        Plain mean over classes or pairs; weighted by how often the class or pair was observed; all n k decisions in
        one ranking ("ovr" only); None: a Series with a value per class ("ovr") or per pair ("ovo").

    -> float or Series
        nan where a class was never observed (macro, None).

    >>> y_prob = [[0.7, 0.2, 0.1], [0.4, 0.3, 0.3], [0.3, 0.5, 0.2], [0.5, 0.1, 0.4]]
    >>> round(multiclass_roc_auc(["a", "b", "c", "c"], y_prob), 4)
    0.8056
    """
    if arguments.one_of(method, "method", ["ovr", "ovo"]) == "ovr":
        return rankings.averaged(roc_auc, y_true, y_prob, labels, average, sample_weight)
    if average is not None:
        arguments.one_of(average, "average", ["macro", "weighted"])
    true, prob, names = rankings.class_scores(y_true, y_prob, labels=labels)
    weight = arguments.weights(sample_weight, len(true))
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


def _area(positive: Any, score: Any, weight: Any) -> float:
    return float(roc_auc(positive, score, sample_weight=weight)) if weight.any() else np.nan


@described_by(rankings.labels_and_scores)
def det_curve(y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None) -> pd.DataFrame:
    """False positive and false negative rate for every threshold: the two errors against each other.

    -> DataFrame
        Columns threshold, fpr, fnr; the rows of `roc_curve` with fnr = 1 - tpr, ends included.

    Source: Martin, Doddington, Kamm, Ordowski and Przybocki (1997), The DET curve in assessment of detection task
    performance.

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


@of_ranking(monotone=True)
def equal_error_rate(positives, negatives):
    """The rate at which false positives and false negatives are equally frequent, each within its class.

    Where no threshold makes them equal, the two thresholds nearest to it are mixed: the ROC curve, its points joined
    by straight lines, is cut with tpr = 1 - fpr. 0.5 for constant scores.

    >>> equal_error_rate([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.5
    """
    fpr, fnr = rates(negatives), 1 - rates(positives)
    surplus = fpr - fnr  # rises from -1 to 1 as the threshold falls
    after = (surplus >= 0).argmax()
    before = after - 1
    part = surplus[after] / (surplus[after] - surplus[before])
    return fpr[after] + part * (fpr[before] - fpr[after])


@of_ranking(monotone=True, checks={"fpr": share})
def recall_at_fpr(positives, negatives, *, fpr):
    """Highest recall of any threshold whose false positive rate stays within a limit; nothing is interpolated.

    0 where only predicting nothing stays within the limit.

    fpr : float
        The limit, in [0, 1].

    >>> recall_at_fpr([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], fpr=0.1)
    0.5
    """
    if negatives.sum() == 0:
        return np.nan
    return rates(positives)[rates(negatives) <= fpr + ROUNDING].max()


@of_ranking(monotone=True, checks={"recall": share})
def fpr_at_recall(positives, negatives, *, recall):
    """Smallest false positive rate of any threshold that reaches a recall; nothing is interpolated.

    recall : float
        At least so much is to be found, in [0, 1].

    >>> fpr_at_recall([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], recall=0.8)
    0.5
    """
    if positives.sum() == 0:
        return np.nan
    return rates(negatives)[rates(positives) >= recall - ROUNDING].min()

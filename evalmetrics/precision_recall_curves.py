"""Every threshold at once: the precision-recall curve, its areas and points, and what decisions at one are worth."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .fast import rankings as fast
from .fast import sorted_by_duckdb
from .inputs import arguments, forecasts, matrices, rankings
from .inputs.options import BINS, OneOf, share
from .kinds.base import kind_of, quietly, unwrapped
from .kinds.examples import StackScorer
from .kinds.help_pages import described_by
from .kinds.matrix import OfMatrix
from .kinds.samples import ONE_AGAINST_THE_REST
from .metric import of_ranking, of_samples, of_sums

ROUNDING = 1e-12  # what summed weights may be off by


@described_by(rankings.labels_and_scores)
def precision_recall_curve(
    y_true: Any, y_score: Any, *, pos_label: Any = None, sample_weight: Any = None
) -> pd.DataFrame:
    """Precision and recall of "positive if the score is at least the threshold", for every threshold that matters.

    -> DataFrame
        Columns threshold, precision, recall. A row per distinct score, increasing; recall never rises on the way down
        the rows, precision may do as it likes. The last row predicts nothing: threshold inf, recall 0 and precision 1
        by convention (it is 0/0). Recall is nan throughout if `pos_label` was never observed.

    Source: Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 8.4.

    >>> precision_recall_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]).round(3)
       threshold  precision  recall
    0       0.10      0.500     1.0
    1       0.35      0.667     1.0
    2       0.40      0.500     0.5
    3       0.80      1.000     0.5
    4        inf      1.000     0.0
    """
    ranking = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    with np.errstate(invalid="ignore"):
        precision, recall = precisions_and_recalls(ranking.positives, ranking.negatives)
    columns = {
        "threshold": np.append(np.inf, ranking.scores),
        "precision": np.append(1.0, precision),
        "recall": np.append(0.0 * recall[-1], recall),
    }
    return pd.DataFrame({name: column[::-1] for name, column in columns.items()}, copy=False)


def precisions_and_recalls(positives, negatives):
    """Precision and recall of predicting what is at or above each score."""
    tp, fp = positives.cumsum(), negatives.cumsum()
    return tp / (tp + fp), tp / tp[-1]


def least_average_precision(positives, negatives):
    """Least average precision if each score's negatives come first, then its positives in pieces as small as any.

    Whether tied or not, x of the positives have no less precision than the mean of x / (x + fp) over their way from
    `found` to `reached`, an integral: ties lift them to the precision at the end of the way.
    """
    reached, fp = positives.cumsum(), negatives.cumsum()
    found = reached - positives
    lost = np.where(fp > 0, fp * np.log1p(positives / np.where(fp > 0, found + fp, 1.0)), 0.0)
    return (positives - lost).sum() / reached[-1]


@of_ranking(
    monotone=True,
    least=least_average_precision,
    streamed=sorted_by_duckdb.average_precision,
    rows=fast.average_precision,
)
def average_precision(positives, negatives):
    """Mean of the precisions at which the positives are found; nothing is interpolated.

    Scores that know nothing get the prevalence, about. 0 cannot be reached: the least is what comes of ranking all
    positives last.

    Source: Buckley and Voorhees (2000), Evaluating evaluation measure stability; Manning, Raghavan and Schuetze (2008),
    section 8.4. The least: Boyd, Santos Costa, Davis and Page (2012), Unachievable region in precision-recall space.

    >>> round(average_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    precision = positives.cumsum() / (positives + negatives).cumsum()
    return positives @ precision / positives.sum()


def recall_points(value: Any, name: str) -> int | str:
    """How many recalls an interpolated average goes over; "all" for that of every positive."""
    if isinstance(value, str) and value != "all":
        raise ValueError(f'{name} must be a whole number of at least 2 or "all", got {arguments.shown(value)}')
    return value if isinstance(value, str) else arguments.whole_number(value, name, least=2, most=BINS)


@of_ranking(monotone=True, checks={"points": recall_points})
def interpolated_average_precision(positives, negatives, *, points=11):
    """Average precision after each precision is raised to the best one found at that recall or a higher one.

    With "all" it is never below `average_precision`.

    points : whole number of at least 2, or "all"; default 11
        Recalls to average over: 0, 1/(points - 1), ..., 1 (11 as TREC and the first PASCAL VOC challenges, 101 as
        COCO), or the recall of every positive ("all", PASCAL VOC from 2010).

    Source: Manning, Raghavan and Schuetze (2008), section 8.4; Everingham et al. (2010), The PASCAL visual object
    classes challenge, IJCV 88.

    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> [round(interpolated_average_precision(y_true, y_score, points=k), 4) for k in (11, 101, "all")]
    [0.8485, 0.835, 0.8333]
    """
    precision, recall = precisions_and_recalls(positives, negatives)
    best = np.maximum.accumulate(precision[::-1])[::-1]
    if points == "all" or positives.sum() == 0:
        return positives @ best / positives.sum()
    wanted = np.arange(points) / (points - 1)
    return best[np.searchsorted(recall, wanted - ROUNDING)].mean()


RULES = OneOf("lower_trapezoid", "trapezoid", "upper_trapezoid")


@of_ranking(checks={"rule": RULES})
def pr_auc(positives, negatives, *, rule="lower_trapezoid"):
    """Area under the precision-recall curve with its points joined by straight lines; with tied scores far too high.

    rule : {"lower_trapezoid", "trapezoid", "upper_trapezoid"}
        Where several precisions share a recall, a line ends at the highest and the next begins at the lowest
        (lower) or at the highest (upper). "trapezoid" joins every point to the next in the order of thresholds,
        as ``sklearn.metrics.auc(recall, precision)`` does, which comes to the same as "lower_trapezoid".

    Source: Boyd, Eng and Page (2013), Area under the precision-recall curve: point estimates and confidence intervals.
    Against straight lines: Davis and Goadrich (2006), The relationship between precision-recall and ROC curves.

    >>> y_true, y_score = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
    >>> [round(pr_auc(y_true, y_score, rule=f"{rule}trapezoid"), 4) for rule in ("lower_", "", "upper_")]
    [0.7917, 0.7917, 0.9167]
    """
    precision, recall = precisions_and_recalls(positives, negatives)
    if rule == "upper_trapezoid":  # the highest precision at each recall
        precision, recall = precision[positives > 0], recall[positives > 0]
    width = np.diff(recall, prepend=0)
    height = (precision + np.append(1, precision[:-1])) / 2
    return width @ height if positives.sum() else np.nan


CHOICES = OneOf("highest_threshold", "best")


@of_ranking(checks={"recall": share, "choose": CHOICES})
def precision_at_recall(
    positives,
    negatives,
    *,
    recall,
    choose="highest_threshold",
):
    """Precision at the highest threshold that still reaches a recall.

    recall : float
        At least so much is to be found, in [0, 1].
    choose : {"highest_threshold", "best"}
        "best" takes the largest precision among all thresholds that reach the recall: precision can be higher at a
        lower threshold.

    >>> precision_at_recall([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6], recall=0.8)
    0.5
    """
    precision, reached = precisions_and_recalls(positives, negatives)
    if positives.sum() == 0:
        return np.nan
    enough = precision[reached >= recall - ROUNDING]
    return enough.max() if choose == "best" else enough[0]


@of_ranking(checks={"volume": share})
def precision_at_volume(positives, negatives, *, volume):
    """Precision at the highest threshold that predicts at least a given share of the examples to be positive.

    volume : float
        Share of all examples, in [0, 1]. k of n examples make precision at k; tied scores are taken together.

    >>> precision_at_volume([1, 0, 0, 1], [0.9, 0.8, 0.7, 0.6], volume=0.5)
    0.5
    """
    above = (positives + negatives).cumsum()
    enough = above / above[-1] >= volume - ROUNDING
    return (positives.cumsum() / above)[enough][0]


@of_ranking(checks={"precision": share})
def recall_at_precision(positives, negatives, *, precision):
    """Highest recall of any threshold whose precision reaches a limit: optimistic, for it may pick a lucky one.

    precision : float
        The limit, in [0, 1].

    >>> recall_at_precision([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], precision=0.9)
    0.5
    """
    reached, recall = precisions_and_recalls(positives, negatives)
    enough = recall[reached >= precision - ROUNDING]
    return enough[-1] if len(enough) else np.nan


@of_samples(instead=ONE_AGAINST_THE_REST)
@described_by(rankings.class_scores, rankings.sets_and_scores)
def multiclass_average_precision(
    y_true: Any, y_prob: Any, *, labels: Any = None, average: str | None = "macro", sample_weight: Any = None
) -> Any:
    """Average precision of each class against the rest, in one number or several.

    average : {"macro", "weighted", "micro", None}
        Plain mean over the classes; mean weighted by how often each was observed; all n k decisions in one ranking;
        None: a Series with a value per class.

    -> float or Series of k floats
        nan where a class was never observed (macro, None).

    Source: Scikit-learn user guide, model evaluation (``average_precision_score``).

    >>> y_prob = [[0.7, 0.2, 0.1], [0.4, 0.3, 0.3], [0.3, 0.5, 0.2], [0.5, 0.1, 0.4]]
    >>> multiclass_average_precision(["a", "b", "c", "c"], y_prob, average=None).round(3)
    a    1.000
    b    0.500
    c    0.833
    dtype: float64
    """
    return rankings.averaged(average_precision, y_true, y_prob, labels, average, sample_weight)


@quietly()
@described_by(rankings.labels_and_scores)
def best_threshold(
    y_true: Any, y_score: Any, metric: Callable[..., Any], *, pos_label: Any = None, sample_weight: Any = None
) -> tuple[float, float]:
    """Threshold at which a score of the confusion matrix is largest, and that largest value.

    The value is optimistic on the examples that chose the threshold: choose on one half, report on the other.

    metric : metric of a confusion matrix, or a function of one
        Given the two-by-two matrix of each threshold, with the labels of `y_true`, sorted, in rows and columns.
        Where it returns a value per class, that of `pos_label` counts.

    -> (threshold, value)
        The lowest of equally good thresholds; inf where predicting nothing is best. (nan, nan) if the metric is
        undefined everywhere.

    ValueError
        Only one label observed.

    Source: Flach (2003), The geometry of ROC space: understanding machine learning metrics through ROC isometrics.

    >>> from evalmetrics import accuracy
    >>> best_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], accuracy)
    (0.35, 0.75)
    """
    if not callable(metric):
        raise TypeError(f"metric must be a function of a confusion matrix, got {arguments.shown(metric)}")
    ranking = rankings.rank(y_true, y_score, pos_label=pos_label, sample_weight=sample_weight)
    if not (ranking.positives.any() and ranking.negatives.any()):
        raise ValueError("y_true must hold both labels: with one of them no threshold tells anything apart")
    *_, labels = matrices.encoded(y_true, y_true)
    positive = int((labels == (1 if pos_label is None else pos_label)).argmax())  # as 1 is True, and 1.0
    tp, fp = (np.append(0, counts.cumsum())[::-1] for counts in (ranking.positives, ranking.negatives))
    outcomes = np.array([[tp, tp[0] - tp], [fp, fp[0] - fp]])  # rows positive, negative
    cells = outcomes if positive == 0 else outcomes[::-1, ::-1]
    kind = kind_of(metric)
    if isinstance(kind, OfMatrix):
        options = kind.settled(unwrapped(metric)[1])
        values = StackScorer(lambda each: kind.score_cells(each, labels, options))(cells)
    else:
        frames = (matrices.frame(each, labels) for each in np.moveaxis(cells, 2, 0))
        values = np.array([np.asarray(metric(frame)) for frame in frames], dtype=np.float64)
    values = values[:, positive] if values.ndim == 2 else values
    if np.isnan(values).all():
        return np.nan, np.nan
    best = int(np.nanargmax(values))
    return float(np.append(np.inf, ranking.scores)[::-1][best]), float(values[best])


def hits_and_alarms(happened, p, *, threshold):
    """Whether an example is rightly called positive, whether it is wrongly, and 1.

    threshold : float
        Whoever is at least so likely to be positive is called so, in (0, 1). The odds of the threshold are the price
        of a false alarm: at 0.1 nine of them cost what a hit is worth.
    """
    called = p >= threshold
    return called * happened, called * (1 - happened), 1


@of_sums(hits_and_alarms, inputs=forecasts.one_event, at_once=True, checks={"threshold": arguments.fraction})
def net_benefit(tp, fp, n, *, threshold):
    """Hits among all examples, less the false alarms at the price that the threshold says.

    To alarm nobody has net benefit 0, to alarm all has that of `decision_curve`; whatever lies below either of them
    is worse than no model. The scores have to be probabilities, and calibrated ones, or thresholds are not prices.

    Source: Vickers and Elkin (2006), Decision curve analysis: a novel method for evaluating prediction models, Medical
    Decision Making 26; first Peirce (1884), The numerical measure of the success of predictions, Science 4.

    >>> round(net_benefit([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], threshold=0.2), 4)
    0.4375
    """
    return (tp - fp * threshold / (1 - threshold)) / n


@described_by(forecasts.classes)
def decision_curve(
    y_true: Any, y_prob: Any, *, thresholds: Any = None, labels: Any = None, sample_weight: Any = None
) -> pd.DataFrame:
    """Net benefit over thresholds, beside that of alarming everybody.

    thresholds : sequence of m floats, optional
        Each in (0, 1); by default 0.01, 0.02, ..., 0.99.

    -> DataFrame of shape (m, 3)
        Columns threshold, net_benefit, and alarm_all: with share p of positives, p - (1 - p) times the odds of the
        threshold. To alarm nobody has net benefit 0.

    Source: Vickers and Elkin (2006), Decision curve analysis: a novel method for evaluating prediction models.

    >>> decision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], thresholds=[0.2, 0.5]).round(4)
       threshold  net_benefit  alarm_all
    0        0.2       0.4375      0.375
    1        0.5       0.2500      0.000
    """
    some = np.arange(1, 100) / 100 if thresholds is None else arguments.floats(thresholds, "thresholds")
    grid = [arguments.fraction(each, "thresholds") for each in some.tolist()]
    y_true, y_prob = arguments.kept([y_true, y_prob])
    options = {"labels": labels, "sample_weight": sample_weight}
    everybody = np.ones(len(arguments.samples(y_prob, names=["y_prob"])[0]))
    curves = {"net_benefit": y_prob, "alarm_all": everybody}
    columns = {name: [net_benefit(y_true, p, threshold=t, **options) for t in grid] for name, p in curves.items()}
    return pd.DataFrame({"threshold": grid, **columns})

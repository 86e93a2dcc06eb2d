"""What becomes of matrices, rates and curves as prevalence, class sizes, thresholds or forecasts change."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import expit, logit, ndtri

from evalmetrics.averaging import macro_f_score, micro_f_score, weighted_f_score
from evalmetrics.inputs import arguments, forecasts, matrices, rankings
from evalmetrics.inputs.matrices import frame
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.classification import plot_calibration_curves
from evalmetrics.precision_recall import f1_score, false_positive_rate, precision, predictive_values, recall
from evalmetrics.precision_recall_curves import average_precision
from evalmetrics.probabilities import brier_score, calibration_curve, expected_calibration_error, log_loss
from evalmetrics.roc_curves import roc_auc, youden_index

from ..figures.classification import plot_averages, plot_predictive_values
from ..figures.curves import plot_overlaps, plot_threshold
from .moving import explorer, slider


@described_by(explorer)
def explore_prevalence(sensitivity: float, specificity: float, *, prevalence: float = 0.1) -> Any:
    """Sliders for prevalence, sensitivity and specificity; `predictive_values` move along.

    sensitivity, specificity, prevalence : float
        Where their sliders start, in [0, 1], the last in [0.001, 0.5].

    >>> box = explore_prevalence(0.9, 0.95)
    >>> box.children[0].value = 0.01
    >>> box.children[3].value
    'of 10,000 people 100 are ill; 90 of them and 495 of the others get an alarm: PPV 0.154, NPV 0.999'
    """

    def shown(prevalence: float, sensitivity: float, specificity: float) -> tuple[str, Any]:
        ill = 10_000 * prevalence
        found, alarmed = ill * sensitivity, (10_000 - ill) * (1 - specificity)
        ppv, npv = predictive_values([prevalence], sensitivity, specificity).iloc[0]
        numbers = (
            f"of 10,000 people {ill:,.0f} are ill; {found:,.0f} of them and {alarmed:,.0f} of the others get an alarm: "
            f"PPV {ppv:.3f}, NPV {npv:.3f}"
        )
        return numbers, plot_predictive_values(sensitivity, specificity, prevalence=[prevalence])

    sliders = {
        "prevalence": slider("prevalence", prevalence, least=0.001, most=0.5, step=0.01, log=True),
        "sensitivity": slider("sensitivity", sensitivity, least=0.0, most=1.0),
        "specificity": slider("specificity", specificity, least=0.0, most=1.0),
    }
    return explorer(sliders, shown)


@described_by()
def resize_class(cm: pd.DataFrame, label: Any, times: float) -> pd.DataFrame:
    """A confusion matrix in which one class is observed more or less often, and treated as before.

    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    label : label
        The class whose row grows or shrinks.
    times : float
        At least 0: by how much.

    -> DataFrame of shape (k, k)
        Its recalls are those of `cm`; precisions and averages are not.

    >>> cm = pd.DataFrame([[8, 2], [1, 9]], index=["a", "b"], columns=["a", "b"])
    >>> resize_class(cm, "b", 10)
          a     b
    a   8.0   2.0
    b  10.0  90.0
    """
    cells = matrices.read(cm).astype(float)
    row = matrices.position(label, cm.index, "label")
    if not 0 <= times < float("inf"):
        raise ValueError(f"times must be a finite number of at least 0, got {times!r}")
    cells[row] *= times
    return pd.DataFrame(cells, cm.index, cm.columns)


@described_by(explorer, resize_class)
def explore_averages(cm: pd.DataFrame, label: Any) -> Any:
    """A slider for the size of one class (`resize_class`); each class's F and the three averages move along.

    >>> from evalmetrics_book import example_matrix
    >>> box = explore_averages(example_matrix("ex1"), "neutral")
    >>> box.children[0].value = 0.1
    >>> box.children[1].value
    'neutral × 0.1: macro 0.417, weighted 0.402, micro 0.480'
    """

    def shown(times: float) -> tuple[str, Any]:
        resized = resize_class(cm, label, times)
        averages = {"macro": macro_f_score, "weighted": weighted_f_score, "micro": micro_f_score}
        scores = ", ".join(f"{name} {metric(resized, zero_division=0.0):.3f}" for name, metric in averages.items())
        return f"{label} × {times:.3g}: {scores}", plot_averages(resized)

    sliders = {"times": slider(f"{label}, times", 1.0, least=0.01, most=10.0, step=0.1, log=True)}
    return explorer(sliders, shown)


@dataclass(frozen=True)
class OperatingPoint:
    """One threshold and all that follows from it."""

    threshold: float
    matrix: pd.DataFrame
    precision: float
    recall: float
    f1: float
    fpr: float
    cost: float

    def __str__(self) -> str:
        scores = ", ".join(f"{name} {getattr(self, name):.3f}" for name in ("precision", "recall", "f1", "fpr"))
        return f"threshold {self.threshold:.3f}: {scores}, cost {self.cost:,g}"


@described_by(rankings.labels_and_scores)
def operating_point(y_true: Any, y_score: Any, threshold: float, *, cost_of_miss: float = 1.0) -> OperatingPoint:
    """What happens if every score from `threshold` up is called positive.

    threshold : float
        Scores of at least this are called positive.
    cost_of_miss : float, default 1.0
        What a missed positive costs if a false alarm costs 1.

    >>> print(operating_point([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.4, cost_of_miss=5))
    threshold 0.400: precision 0.500, recall 0.500, f1 0.500, fpr 0.500, cost 6
    """
    threshold = arguments.real(threshold, "threshold")
    ranked = rankings.rank(y_true, y_score)
    above = ranked.scores >= threshold
    tp, fp = int(ranked.positives[above].sum()), int(ranked.negatives[above].sum())
    fn, tn = int(ranked.positives.sum()) - tp, int(ranked.negatives.sum()) - fp
    cm = frame(np.array([[tp, fn], [fp, tn]]), ["yes", "no"])
    p, r, f1, fpr = (float(score(cm)["yes"]) for score in (precision, recall, f1_score, false_positive_rate))
    return OperatingPoint(threshold, cm, p, r, f1, fpr, fp + arguments.positive(cost_of_miss, "cost_of_miss") * fn)


@described_by(explorer, operating_point)
def explore_threshold(y_true: Any, y_score: Any, *, threshold: float = 0.5, cost_of_miss: float = 1.0) -> Any:
    """A slider for the threshold; its `operating_point`, the scores of both classes and both curves move along.

    threshold : float, default 0.5
        Where the slider starts.

    >>> box = explore_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> box.children[0].value = 0.3
    >>> box.children[1].value
    'threshold 0.300: precision 0.667, recall 1.000, f1 0.800, fpr 0.500, cost 1'
    """
    low, high = float(np.min(y_score)), float(np.max(y_score))
    step = (high - low) / 200 or 1.0
    least, most = min(low, threshold), max(high + step, threshold)

    def shown(threshold: float) -> tuple[str, Any]:
        point = operating_point(y_true, y_score, threshold, cost_of_miss=cost_of_miss)
        return str(point), plot_threshold(y_true, y_score, threshold)

    return explorer({"threshold": slider("threshold", threshold, least=least, most=most, step=step)}, shown)


@described_by()
def two_normal_classes(distance: float, share: float, *, n: int = 2000) -> tuple[Any, Any]:
    """Labels and scores of two normal distributions of spread 1, without chance: their quantiles.

    distance : float
        How much higher the mean of the positives is, at least 0.
    share : float
        Of positives, in (0, 1).
    n : int, default 2000
        How many examples.

    -> (y_true, y_score)
        Arrays of n labels 0 and 1 and n floats.

    >>> y_true, y_score = two_normal_classes(2, 0.5, n=4)
    >>> y_true.tolist(), y_score.round(3).tolist()
    ([1, 1, 0, 0], [1.326, 2.674, -0.674, 0.674])
    """
    least = "be a finite number of at least 0"
    distance = arguments.number_that(distance, "distance", lambda x: 0 <= x < np.inf, least)
    positives = max(1, round(n * arguments.fraction(share, "share")))
    quantiles = [ndtri((np.arange(k) + 0.5) / k) for k in (positives, n - positives)]
    return np.repeat([1, 0], [positives, n - positives]), np.concatenate([quantiles[0] + distance, quantiles[1]])


@described_by(explorer)
def explore_overlap(*, distance: float = 1.5, share: float = 0.5) -> Any:
    """Sliders for the distance of `two_normal_classes` and for the share of positives; both curves move along.

    distance, share : float
        Where their sliders start, in [0, 4] and [0.01, 0.99].

    >>> explore_overlap(distance=2.0, share=0.1).children[2].value
    "d′ = 2, 10 % positive: AUC 0.921, average precision 0.667, Youden's index 0.685"
    """

    def shown(distance: float, share: float) -> tuple[str, Any]:
        data = two_normal_classes(distance, share)
        scores = {"AUC": roc_auc, "average precision": average_precision, "Youden's index": youden_index}
        said = ", ".join(f"{name} {float(score(*data)):.3f}" for name, score in scores.items())
        title = f"{100 * share:.3g} % positive"
        return f"d′ = {distance:g}, {title}: {said}", plot_overlaps({title: data}, curves=["roc", "precision_recall"])

    sliders = {
        "distance": slider("distance of the classes", distance, least=0.0, most=4.0, step=0.1),
        "share": slider("share of positives", share, least=0.01, most=0.99),
    }
    return explorer(sliders, shown)


@described_by()
def sharpen(y_prob: Any, factor: float) -> Any:
    """Forecasts of an event with their log-odds multiplied: the same order, the same side of one half.

    y_prob : sequence of n floats
        Probabilities.
    factor : float
        Above 0: above 1 louder, below 1 more softly.

    -> array of n floats

    >>> sharpen([0.2, 0.5, 0.8], 2).round(3).tolist()
    [0.059, 0.5, 0.941]
    """
    return expit(logit(forecasts.probabilities(y_prob, "y_prob")) * arguments.positive(factor, "factor"))


@described_by(explorer)
def explore_sharpness(y_true: Any, y_prob: Any, *, factor: float = 1.0) -> Any:
    """A slider for how loudly forecasts are spoken (`sharpen`); their scores and calibration curve move along.

    y_true : sequence of n labels 0 and 1, or booleans
    y_prob : sequence of n floats
        Probability of 1.
    factor : float, default 1.0
        From 0.1 to 20: where the slider starts.

    >>> box = explore_sharpness([0, 0, 1, 1], [0.1, 0.4, 0.6, 0.8])
    >>> box.children[0].value = 10
    >>> box.children[1].value
    'log-odds × 10: accuracy 1.000, log loss 0.009, Brier score 0.000, ECE 0.009'
    """
    truth = np.asarray(y_true)

    def shown(factor: float) -> tuple[str, Any]:
        p = sharpen(y_prob, factor)
        scores = {"log loss": log_loss, "Brier score": brier_score, "ECE": expected_calibration_error}
        said = ", ".join(f"{name} {float(score(truth, p)):.3f}" for name, score in scores.items())
        numbers = f"log-odds × {factor:.3g}: accuracy {np.mean((p > 0.5) == truth):.3f}, {said}"
        return numbers, plot_calibration_curves({"": calibration_curve(truth, p)})

    sliders = {"factor": slider("log-odds, times", factor, least=0.1, most=20.0, step=0.05, log=True)}
    return explorer(sliders, shown)

"""Figures and explorers of decisions: matrices, forecasts, scores of two classes, one threshold seen from all sides."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MultipleLocator
from scipy.special import expit, logit, ndtri

from evalmetrics.averaging import macro_f_score, micro_f_score, weighted_f_score
from evalmetrics.confusion import cat_versus_rest, confusion_matrix
from evalmetrics.inputs import arguments, forecasts, matrices, rankings
from evalmetrics.inputs.matrices import frame
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.classification import (
    _class_names,
    plot_confusion_matrix,
    plot_precision_recall_curve,
    plot_roc_curve,
    plot_score_histogram,
)
from evalmetrics.plots.style import (
    BESIDE,
    COLOURS,
    DASHES,
    LINES,
    MARKERS,
    NO_GRID,
    VERMILION,
    axes_or_new,
    figure,
    side_by_side,
)
from evalmetrics.precision_recall import f1_score, false_positive_rate, precision, predictive_values, recall
from evalmetrics.precision_recall_curves import precision_recall_curve
from evalmetrics.roc_curves import roc_curve

from .moving import explorer, slider

ACROSS = 20  # dots in a line of `plot_cases`


@figure(changes=NO_GRID)
def plot_cases(cms: Mapping[str, pd.DataFrame], pos_label: Any) -> list[Axes]:
    """Draw the examples that are positive or were called so as dots: dark if positive, with a ring if called so.

    True negatives, which neither precision nor recall counts, are a number below the dots.

    cms : mapping from title to confusion matrix
        Rows observed, columns predicted.
    pos_label : label
        The class that is positive; all others together are negative.

    >>> cm = pd.DataFrame([[6, 14], [0, 80]], index=["real", "not"], columns=["real", "not"])
    >>> print(plot_cases({"quiet": cm}, "real")[0].get_title(loc="left"))
    quiet
    6 of 6 with a ring are real (precision)
    6 of 20 that are real have a ring (recall)
    """
    arguments.named(cms, "cms")
    counts = {name: cat_versus_rest(cm, pos_label).to_numpy().ravel().tolist() for name, cm in cms.items()}
    lines = max(-(-(tp + fn) // ACROSS) - (-fp // ACROSS) for tp, fn, fp, _ in counts.values())
    axes = side_by_side(len(cms), 4.8, 1.6 + 0.22 * lines)
    for ax, (name, (tp, fn, fp, tn)) in zip(axes, counts.items(), strict=True):
        real, alarms = np.arange(tp + fn), np.arange(fp) - (-(tp + fn) // ACROSS) * ACROSS
        called = np.append(real[:tp], alarms)
        ring: dict[str, Any] = {"color": "black", "fillstyle": "none", "markersize": 10}
        looks: dict[str, tuple[Any, str, dict[str, Any]]] = {
            f"not {pos_label}": (alarms, ".", {"color": "#999999", "markersize": 6}),
            str(pos_label): (real, "s", {"color": VERMILION, "markersize": 6}),
            "called so": (called, "o", ring),
        }
        for label, (dots, marker, look) in looks.items():
            ax.plot(dots % ACROSS, -(dots // ACROSS), marker, label=label, **look)
        ax.set_title(
            f"{name}\n{tp} of {tp + fp} with a ring are {pos_label} (precision)\n"
            f"{tp} of {tp + fn} that are {pos_label} have a ring (recall)"
        )
        ax.text(-0.5, -lines, f"and {tn:,} that are neither {pos_label} nor called so", va="center")
        ax.set(xlim=(-0.7, ACROSS - 0.3), ylim=(-lines - 0.5, 0.7))
        ax.set_axis_off()
    axes[-1].legend(**BESIDE)
    return axes


@figure(predictive_values)
def plot_predictive_values(
    sensitivity: float, specificity: float, *, prevalence: Sequence[float] = (), ax: Axes | None = None
) -> Axes:
    """Draw what an alarm and an all-clear of one test are worth, over the share of people who are ill.

    prevalence : sequence of floats, optional
        Where dots are drawn, in (0, 1).

    >>> plot_predictive_values(0.9, 0.95).get_xlabel()
    'prevalence'
    """
    lines = predictive_values(np.geomspace(0.001, 0.5, 200).tolist(), sensitivity, specificity)
    ax = axes_or_new(ax, 5.8, 3.4)
    for i, name in enumerate(lines):
        ax.semilogx(lines.index, lines[name], linestyle=DASHES[i], color=COLOURS[i], label=name)
        if len(prevalence):
            marked = predictive_values(prevalence, sensitivity, specificity)
            ax.plot(marked.index, marked[name], MARKERS[i], color=COLOURS[i])
    ax.xaxis.set_major_formatter("{x:g}")
    ax.set(xlabel="prevalence", ylabel="share that is right", ylim=(-0.02, 1.02))
    ax.legend(**BESIDE)
    return ax


@figure()
def plot_f_contours(points: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw classifiers in the precision-recall plane, over the lines of equal F1.

    points : DataFrame
        A row per classifier, named by the index; columns "precision" and "recall", both in [0, 1].

    >>> ax = plot_f_contours(pd.DataFrame({"precision": [0.75], "recall": [0.43]}, index=["search"]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('recall', 'precision')
    """
    arguments.has_columns(points, "points", ["precision", "recall"])
    r, p = np.meshgrid(np.linspace(0.005, 1, 200), np.linspace(0.005, 1, 200))
    ax = axes_or_new(ax, 5.8, 4.2, color=COLOURS, marker=MARKERS)
    lines = ax.contour(r, p, 2 * p * r / (p + r), np.arange(1, 10) / 10, colors="#999999", linewidths=0.8)
    ax.clabel(lines, fmt="%.1f", fontsize=8)
    for name, point in points.iterrows():
        ax.plot(point["recall"], point["precision"], ls="", markersize=8, clip_on=False, zorder=3, label=str(name))
    ax.set(xlabel="recall", ylabel="precision", xlim=(0, 1), ylim=(0, 1.01))
    ax.set_title("lines of equal F, beta = 1")
    ax.legend(**BESIDE)
    return ax


@figure(plot_confusion_matrix)
def plot_averages(cm: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw each class's F1, 0 where it is 0/0, over its share of the examples, with the three averages as lines.

    >>> from evalmetrics_book import example_matrix
    >>> [line.get_label() for line in plot_averages(example_matrix("ex1")).lines]
    ['macro', 'weighted', 'micro']
    """
    observed = matrices.read(cm).sum(axis=1)
    f = f1_score(cm, zero_division=0.0)
    left = np.concatenate([[0], np.cumsum(observed)[:-1]]) / observed.sum()
    averages = {"macro": macro_f_score, "weighted": weighted_f_score, "micro": micro_f_score}
    ax = axes_or_new(ax, 6.4, 3.4)
    ax.bar(left, f, observed / observed.sum(), align="edge", color="#CFE3F1", edgecolor="white")
    for x, share, value, label in zip(left, observed / observed.sum(), f, cm.index, strict=True):
        ax.text(x + share / 2, value + 0.02, str(label), ha="center", va="bottom", fontsize=9)
    for (name, average), colour, dashes in zip(averages.items(), COLOURS, DASHES, strict=False):
        ax.axhline(average(cm, zero_division=0.0), color=colour, linestyle=dashes, label=name)
    ax.set(xlabel="share of the examples (width of the bar)", xlim=(0, 1))
    ax.set(ylabel="F, beta = 1", ylim=(0, 1.12))
    ax.yaxis.set_major_locator(MultipleLocator(0.2))
    ax.legend(**BESIDE)
    return ax


@figure()
def plot_expected_losses(
    losses: Mapping[str, Callable[[Any], Any]], probability: float = 1.0, *, ax: Axes | None = None
) -> Axes:
    """Draw what a forecaster expects to lose for every forecast of an event, and where each loss is smallest.

    losses : mapping from name to function
        Each takes an array of probabilities given to what happened and returns the losses.
    probability : float, default 1.0
        Of the event, in [0, 1]. At 1 the lines are the losses themselves, over the probability given to the truth.

    >>> ax = plot_expected_losses({"squared": lambda p: (1 - p) ** 2}, 0.7)
    >>> [line.get_label() for line in ax.lines if line.get_label() == "squared"]
    ['squared']
    """
    arguments.named(losses, "losses")
    q = arguments.share(probability, "probability")
    p = np.linspace(0, 1, 1001)
    ax = axes_or_new(ax, 6.0, 3.8, **LINES)
    for (name, loss), marker in zip(losses.items(), MARKERS * 9, strict=False):
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = np.where(q > 0, q * loss(p), 0) + np.where(q < 1, (1 - q) * loss(1 - p), 0)
        (line,) = ax.plot(p, expected, label=name)
        at = p[expected.argmin()], expected.min()
        ax.plot(*at, marker, color=line.get_color(), markersize=7, clip_on=False, zorder=3)
    ax.axvline(q, color="#777777", linewidth=0.8)
    ax.set(xlim=(0, 1), ylim=(0, 2.5), ylabel="loss" if q == 1 else f"expected loss, event of probability {q:g}")
    ax.set(xlabel="probability given to the truth" if q == 1 else "forecast")
    ax.legend(loc="upper right" if q == 1 else "upper center")
    return ax


@figure()
def plot_overlaps(samples: Mapping[str, tuple[Any, Any]], *, curves: Sequence[str] = ("roc",)) -> list[Axes]:
    """Draw scores as `plot_score_histogram` does, and the curves that they make: under them, or for one beside them.

    samples : mapping from title to (y_true, y_score)
        Positives are 1.
    curves : sequence of "roc" and "precision_recall"
        What stands under the histograms, one kind after the other.

    >>> axes = plot_overlaps({"apart": ([0, 1], [0.1, 0.9]), "level": ([0, 1], [0.5, 0.5])})
    >>> [ax.get_xlabel() for ax in axes]
    ['score', 'score', 'false positive rate', 'false positive rate']
    """
    arguments.named(samples, "samples")
    kinds = [arguments.one_of(kind, "curves", ["roc", "precision_recall"]) for kind in curves]
    k, n = len(samples), len(kinds) + 1
    rows, columns = (n, k) if k > 1 else (1, n)
    axes = side_by_side(rows * columns, 3.4, 2.7 if rows < 3 else 2.1, rows=rows)  # so that they fit a screen
    axes[0].margins(y=0.45)  # room for the legend above the bars
    for i, (title, (y_true, y_score)) in enumerate(samples.items()):
        plot_score_histogram(y_true, y_score, ax=axes[i]).set_title(title)
        if i:
            axes[i].legend().remove()
        for kind, ax in zip(kinds, axes[i + k :: k], strict=True):
            if kind == "roc":
                plot_roc_curve(roc_curve(y_true, y_score), ax=ax).legend().remove()
            else:
                plot_precision_recall_curve(precision_recall_curve(y_true, y_score), ax=ax)
                ax.axhline(np.mean(np.asarray(y_true) == 1), color="#777777", linestyle="--", linewidth=1)
    return axes


@figure(rankings.labels_and_scores)
def plot_threshold(y_true: Any, y_score: Any, threshold: float) -> list[Axes]:
    """Draw what one threshold does: the scores of both classes, the matrix, and its points on both curves.

    threshold : float
        Scores from here up are called positive.

    >>> axes = plot_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.3)
    >>> [ax.get_xlabel() for ax in axes]
    ['score', 'predicted', 'recall', 'false positive rate']
    """
    threshold = arguments.real(threshold, "threshold")
    pr, roc = (curve(y_true, y_score) for curve in (precision_recall_curve, roc_curve))
    positive, score = np.asarray(y_true) == 1, np.asarray(y_score, dtype=np.float64)
    names = _class_names(1)
    truth, called = (pd.Series(v).map(names) for v in (positive, score >= threshold))
    here = int(np.searchsorted(pr["threshold"], threshold))
    axes = side_by_side(4, 4.8, 3.2, rows=2)
    plot_score_histogram(y_true, y_score, threshold=threshold, ax=axes[0])
    axes[0].set(yscale="log", ylim=(0.5, None), title=f"threshold {threshold:.3f}")
    axes[0].legend(axes[0].containers, list(names.values()), loc="upper center", bbox_to_anchor=(0.65, 1.0))
    axes[1].grid(visible=False)
    plot_confusion_matrix(confusion_matrix(truth, called, labels=list(names.values())), ax=axes[1])
    plot_precision_recall_curve(pr, ax=axes[2])
    axes[2].axhline(positive.mean(), color="#777777", linestyle="--", linewidth=1)
    plot_roc_curve(roc, ax=axes[3])
    axes[2].plot(pr["recall"][here], pr["precision"][here], "o", color="black")
    axes[3].plot(roc["fpr"][here], roc["tpr"][here], "o", color="black")
    return axes


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

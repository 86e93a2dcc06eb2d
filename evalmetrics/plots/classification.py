"""Figures of decisions: confusion matrices, curves over all thresholds, calibration."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ..inputs import arguments, matrices, rankings
from ..precision_recall_curves import decision_curve
from ..uncertainty import wilson_interval
from .style import BESIDE, BLUE, LINES, NO_GRID, VERMILION, axes_or_new, draw_cells, figure, side_by_side


@figure(changes=NO_GRID)
def plot_confusion_matrix(cm: pd.DataFrame, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw a confusion matrix as a heat map: colour is the share of the row, the figures are the counts.

    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.

    >>> from evalmetrics import confusion_matrix
    >>> plot_confusion_matrix(confusion_matrix(["a", "b", "b"], ["a", "a", "b"])).get_ylabel()
    'observed'
    """
    cells = matrices.read(cm)
    shares = pd.DataFrame(cells / np.maximum(cells.sum(axis=1, keepdims=True), 1e-300), cm.index, cm.columns)
    ax = axes_or_new(ax, 2.0 + 0.62 * len(cells), 1.5 + 0.52 * len(cells))
    counts = (f"{count:,g}" for count in cells.flat)
    draw_cells(ax, shares, counts, white=shares > 0.5, cmap="Blues", vmin=0, vmax=1)
    ax.set(xlabel="predicted", ylabel="observed", title=title)
    return ax


@figure(changes=NO_GRID)
def plot_confusion_matrices(cms: Mapping[str, pd.DataFrame]) -> list[Axes]:
    """Draw named confusion matrices side by side, each as `plot_confusion_matrix` does.

    cms : mapping from title to confusion matrix

    >>> from evalmetrics import confusion_matrix
    >>> cm = confusion_matrix(["a", "b", "b"], ["a", "a", "b"])
    >>> [ax.get_title(loc="left") for ax in plot_confusion_matrices({"one": cm, "two": 2 * cm})]
    ['one', 'two']
    """
    arguments.named(cms, "cms")
    k = max(len(cm) for cm in cms.values())
    axes = side_by_side(len(cms), 2.0 + 0.62 * k, 1.5 + 0.52 * k)
    return [plot_confusion_matrix(cm, title=title, ax=ax) for ax, (title, cm) in zip(axes, cms.items(), strict=True)]


Curves = pd.DataFrame | Mapping[str, pd.DataFrame]
PERCENTAGES = [0.1, 1, 5, 20, 50, 80, 95, 99, 99.9]


@figure()
def plot_precision_recall_curve(
    curve: Curves, *, prevalence: float | None = None, points: bool = False, ax: Axes | None = None
) -> Axes:
    """Draw precision over recall in the steps that average precision adds up.

    curve : DataFrame, or mapping from name to DataFrame
        As `precision_recall_curve` returns it.
    prevalence : float, optional
        Share of positives: draws the line of scores that know nothing, and shades what no ranking can reach.
    points : bool, default False
        Draw the thresholds as points instead of steps, with a second axis along the top that says which threshold
        reaches each recall (for a single curve).

    >>> from evalmetrics import precision_recall_curve
    >>> ax = plot_precision_recall_curve(precision_recall_curve([0, 1, 1], [0.1, 0.2, 0.9]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('recall', 'precision')
    """
    curves = _named(curve, "threshold", "precision", "recall")
    ax = axes_or_new(ax, 5.2, 4.2, **LINES)
    look: dict[str, Any] = {"marker": ".", "linestyle": "", "markersize": 4} if points else {"drawstyle": "steps-post"}
    for name, each in curves.items():
        ax.plot(each["recall"], each["precision"], label=name, **look)
    if prevalence is not None:
        r, share = np.linspace(0, 1, 101), arguments.fraction(prevalence, "prevalence")
        ax.axhline(share, color="#777777", linestyle="--", linewidth=1, label=f"no skill ({share:.3g})")
        ax.fill_between(r, share * r / (1 - share + share * r), color="#DDDDDD", label="out of reach")
    ax.set(xlabel="recall", ylabel="precision", xlim=(-0.02, 1.02), ylim=(-0.02, 1.05))
    if points:
        _thresholds_on_top(ax, next(iter(curves.values())))
    if len(curves) > 1 or prevalence is not None:
        ax.legend(**BESIDE)
    return ax


@figure()
def plot_roc_curve(
    curve: Curves, *, youden: bool = False, max_fpr: float | None = None, ax: Axes | None = None
) -> Axes:
    """Draw the true positive rate over the false positive rate, with the diagonal of chance.

    curve : DataFrame, or mapping from name to DataFrame
        As `roc_curve` returns it.
    youden : bool, default False
        Mark the point that lies highest above the diagonal, and how high (for the first curve).
    max_fpr : float, optional
        Shade the area that ends at this false positive rate (for the first curve).

    >>> from evalmetrics import roc_curve
    >>> ax = plot_roc_curve(roc_curve([0, 1, 1], [0.1, 0.2, 0.9]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('false positive rate', 'true positive rate (recall)')
    """
    curves = _named(curve, "fpr", "tpr")
    ax = axes_or_new(ax, 4.6, 4.2, **LINES)
    for name, each in curves.items():
        ax.plot(each["fpr"], each["tpr"], label=name)
    ax.plot([0, 1], [0, 1], "--", color="#777777", linewidth=1, label="chance")
    first = next(iter(curves.values()))
    if youden:
        x, y = first[["fpr", "tpr"]].to_numpy()[(first["tpr"] - first["fpr"]).argmax()]
        ax.plot([x, x], [x, y], "-o", color="black", markevery=[1], label=f"Youden's index {y - x:.3f}")
    if max_fpr is not None:
        x = np.linspace(0, arguments.fraction(max_fpr, "max_fpr"), 201)
        ax.fill_between(x, np.interp(x, first["fpr"][::-1], first["tpr"][::-1]), color="#CFE3F1", label="counted")
    ax.set(xlabel="false positive rate", ylabel="true positive rate (recall)")
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.legend(loc="lower right")
    return ax


@figure()
def plot_det_curve(curve: Curves, *, ax: Axes | None = None) -> Axes:
    """Draw one error rate over the other on axes of normal deviates, with the diagonal of equal errors.

    curve : DataFrame, or mapping from name to DataFrame
        As `det_curve` returns it. Rates of 0 and 1 lie infinitely far outside and are not drawn.

    >>> from evalmetrics import det_curve
    >>> ax = plot_det_curve(det_curve([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('false positive rate (%)', 'false negative rate (%)')
    """
    from scipy.special import ndtri

    curves = _named(curve, "fpr", "fnr")
    ticks = ndtri(np.array(PERCENTAGES) / 100)
    ax = axes_or_new(ax, 6.2, 4.4, **LINES)
    for name, each in curves.items():
        inside = each[each[["fpr", "fnr"]].gt(0).all(axis=1) & each[["fpr", "fnr"]].lt(1).all(axis=1)]
        ax.plot(ndtri(inside["fpr"]), ndtri(inside["fnr"]), label=name)
    ax.plot(ticks, ticks, "--", color="#777777", linewidth=1, label="equal errors")
    labels = [f"{p:g}" for p in PERCENTAGES]
    ax.set_xticks(ticks, labels)
    ax.set_yticks(ticks, labels)
    ax.set(xlabel="false positive rate (%)", ylabel="false negative rate (%)")
    ax.set(xlim=(ticks[0], ticks[-1]), ylim=(ticks[0], ticks[-1]), aspect="equal")
    ax.legend(**BESIDE)
    return ax


@figure(rankings.labels_and_scores)
def plot_score_histogram(
    y_true: Any, y_score: Any, *, threshold: float | None = None, pos_label: Any = 1, ax: Axes | None = None
) -> Axes:
    """Draw how many examples of either class have which scores, one histogram over the other.

    threshold : float, optional
        Draws a line: what lies right of it is called positive.

    >>> ax = plot_score_histogram([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], threshold=0.5)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['positive', 'negative', 'threshold 0.5']
    """
    label, score = arguments.columns(rankings.label_or_score, y_true=y_true, y_score=y_score)
    positive, score = label == pos_label, score.astype(np.float64)
    line = [] if threshold is None else [arguments.real(threshold, "threshold")]
    bins = np.linspace(min([score.min(), *line]), max([score.max(), *line]), 31).tolist()
    beside = BESIDE if ax is None else {}
    ax = axes_or_new(ax, 6.4, 3.2)
    for colour, hatch, side in ((VERMILION, "//", True), (BLUE, "", False)):
        name = _class_names(pos_label)[side]
        ax.hist(score[positive == side], bins, color=colour, alpha=0.6, hatch=hatch, label=name)
    for t in line:
        ax.axvline(t, color="black", label=f"threshold {t:.3g}")
    ax.set(xlabel="score", ylabel="examples")
    ax.legend(**beside)
    return ax


@figure()
def plot_decision_curve(y_true: Any, y_prob: Any, *, ax: Axes | None = None) -> Axes:
    """Draw net benefit over thresholds, beside alarming everybody and alarming nobody.

    y_true : sequence of n labels 0 and 1
    y_prob : sequence of n floats, or mapping from name to that
        Probability of 1, of one model or of several.

    >>> ax = plot_decision_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> [line.get_label() for line in ax.lines]
    ['model', 'alarm everybody', 'alarm nobody']
    """
    models = y_prob if isinstance(y_prob, Mapping) else {"model": y_prob}
    arguments.named(models, "y_prob")
    curves = {name: decision_curve(y_true, each) for name, each in models.items()}
    ax = axes_or_new(ax, 6.2, 3.8, **LINES)
    for name, each in curves.items():
        ax.plot(each["threshold"], each["net_benefit"], label=name)
    ax.plot(each["threshold"], each["alarm_all"], "--", color="#777777", linewidth=1, label="alarm everybody")
    ax.axhline(0, color="black", linewidth=1, label="alarm nobody")
    top = max(0.01, *(each["net_benefit"].max() for each in curves.values()))
    ax.set(xlabel="threshold (its odds are the price of a false alarm)", ylabel="net benefit")
    ax.set(xlim=(0, 1), ylim=(-top, 1.1 * top))  # alarming everybody has no lower end
    ax.legend(**BESIDE)
    return ax


def _class_names(pos_label: Any) -> dict[bool, str]:
    one, other = ("positive", "negative") if pos_label == 1 else (str(pos_label), f"not {pos_label}")
    return {True: one, False: other}


def _named(curve: Curves, *columns: str) -> Mapping[str, pd.DataFrame]:
    """Curves by name, a single one under the name of nothing; checked."""
    curves = curve if isinstance(curve, Mapping) else {"": curve}
    arguments.named(curves, "curve")
    for each in curves.values():
        arguments.has_columns(each, "curve", columns)
    return curves


def _thresholds_on_top(ax: Axes, curve: pd.DataFrame) -> None:
    """A second axis: at each fifth of the recall, the highest threshold that reaches it."""
    top, recalls = ax.twiny(), np.arange(6) / 5
    reached = [curve["threshold"][curve["recall"] >= r - 1e-12].max() for r in recalls]
    top.grid(visible=False)
    top.set_xlim(ax.get_xlim())
    top.set_xticks(recalls, ["∞" if np.isinf(t) else f"{t:.2g}" for t in reached])
    top.set_xlabel("threshold")


FEW = 5  # examples in a bin from which on its share is worth a line


@figure()
def plot_calibration_curves(curves: Mapping[str, pd.DataFrame]) -> list[Axes]:
    """Draw side by side how often forecasts came true over what they said: on the diagonal, they kept their word.

    Bars are 95 % Wilson intervals of the frequency (left out where counts are weighted), the figures along the top
    are the counts of the bins. Bins of fewer than five examples are hollow, and no line runs through them.

    curves : mapping from title to DataFrame
        As `calibration_curve` returns it.

    >>> from evalmetrics import calibration_curve
    >>> curve = calibration_curve([0, 1, 1], [0.2, 0.4, 0.9])
    >>> [ax.get_title(loc="left") for ax in plot_calibration_curves({"before": curve, "after": curve})]
    ['before', 'after']
    """
    arguments.named(curves, "curves")
    axes = side_by_side(len(curves), 3.4, 3.6, rows=2 if len(curves) == 4 else 1)  # four in a row would be tiny
    for ax, (title, curve) in zip(axes, curves.items(), strict=True):
        arguments.has_columns(curve, "curve", ["predicted", "observed", "count"])
        filled = curve[curve["count"] > 0]
        ax.plot([0, 1], [0, 1], "--", color="#777777", linewidth=1, label="calibrated")
        for predicted, observed, count in filled[["predicted", "observed", "count"]].to_numpy():
            if curve["count"].dtype.kind == "i":
                interval = wilson_interval(round(observed * count), count)
                ax.plot([predicted, predicted], [interval.low, interval.high], color=BLUE, linewidth=1.2, alpha=0.6)
            ax.text(predicted, 1.08, f"{count:,g}", ha="center", va="bottom", fontsize=8, rotation=60)
        few = (filled["count"] < FEW) & (curve["count"].dtype.kind == "i")
        for some, style, face in ((filled[~few], "o-", BLUE), (filled[few], "o", "white")):
            if len(some):
                ax.plot(some["predicted"], some["observed"], style, color=BLUE, markerfacecolor=face)
        ax.set(xlabel="mean forecast of the bin", ylabel="share that came true", title=title)
        ax.set(xlim=(-0.07, 1.05), ylim=(-0.03, 1.25), xticks=np.arange(6) / 5, yticks=np.arange(6) / 5)
    return axes

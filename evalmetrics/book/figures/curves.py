"""Figures of rankings: precision against recall, ROC, DET, and one threshold seen from all sides."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from ...confusion import confusion_matrix
from ...inputs import arguments, rankings
from ...precision_recall_curves import precision_recall_curve
from ...roc_curves import roc_curve
from .classification import plot_confusion_matrix
from .style import BLUE, COLOURS, DASHES, VERMILION, axes_or_new, figure

Curves = pd.DataFrame | Mapping[str, pd.DataFrame]
PERCENTAGES = [0.1, 1, 5, 20, 50, 80, 95, 99, 99.9]


@figure()
def plot_precision_recall_curve(
    curve: Curves, *, prevalence: float | None = None, points: bool = False, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw precision over recall in the steps that average precision adds up.

    Parameters
    ----------
    curve : DataFrame, or mapping from name to DataFrame
        As `precision_recall_curve` returns it.
    prevalence : float, optional
        Share of positives: draws the line of scores that know nothing, and shades what no ranking can reach.
    points : bool, default False
        Draw the thresholds as points instead of steps, with a second axis along the top that says which threshold
        reaches each recall (for a single curve).

    Examples
    --------
    >>> from evalmetrics import precision_recall_curve
    >>> ax = plot_precision_recall_curve(precision_recall_curve([0, 1, 1], [0.1, 0.2, 0.9]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('recall', 'precision')
    """
    curves = _named(curve, "threshold", "precision", "recall")
    ax = axes_or_new(ax, 5.2, 4.2)
    for i, (name, each) in enumerate(curves.items()):
        style: dict[str, Any] = {"color": COLOURS[i % 6], "label": name}
        if points:
            ax.plot(each["recall"], each["precision"], ".", markersize=4, **style)
        else:
            ax.plot(each["recall"], each["precision"], drawstyle="steps-post", linestyle=DASHES[i % 6], **style)
    if prevalence is not None:
        r, share = np.linspace(0, 1, 101), arguments.fraction(prevalence, "prevalence")
        ax.axhline(share, color="#777777", linestyle="--", linewidth=1, label=f"no skill ({share:.3g})")
        ax.fill_between(r, share * r / (1 - share + share * r), color="#DDDDDD", label="out of reach")
    ax.set(xlabel="recall", ylabel="precision", xlim=(-0.02, 1.02), ylim=(-0.02, 1.05), title=title)
    if points:
        _thresholds_on_top(ax, next(iter(curves.values())))
    if len(curves) > 1 or prevalence is not None:
        ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


@figure(rankings.labels_and_scores)
def plot_precision_recall_by_threshold(
    y_true: Any, y_score: Any, *, pos_label: Any = None, ax: Axes | None = None
) -> Axes:
    """Draw precision and recall over the threshold from which on scores are called positive.

    Examples
    --------
    >>> plot_precision_recall_by_threshold([0, 1, 1], [0.1, 0.2, 0.9]).get_xlabel()
    'threshold'
    """
    curve = precision_recall_curve(y_true, y_score, pos_label=pos_label)
    ax = axes_or_new(ax, 5.8, 3.4)
    for i, name in enumerate(["precision", "recall"]):
        style: dict[str, Any] = {"linestyle": DASHES[i], "color": COLOURS[i], "label": name}
        # A threshold asks for what any other down to the next lower score asks for: steps before each of them.
        ax.plot(curve["threshold"], curve[name], drawstyle="steps-pre", **style)
    ax.set(xlabel="threshold", ylabel="share", ylim=(-0.02, 1.02))
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


@figure()
def plot_roc_curve(curve: Curves, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw the true positive rate over the false positive rate, with the diagonal of chance.

    Parameters
    ----------
    curve : DataFrame, or mapping from name to DataFrame
        As `roc_curve` returns it.

    Examples
    --------
    >>> from evalmetrics import roc_curve
    >>> ax = plot_roc_curve(roc_curve([0, 1, 1], [0.1, 0.2, 0.9]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('false positive rate', 'true positive rate (recall)')
    """
    curves = _named(curve, "fpr", "tpr")
    ax = axes_or_new(ax, 4.6, 4.2)
    for i, (name, each) in enumerate(curves.items()):
        ax.plot(each["fpr"], each["tpr"], color=COLOURS[i % 6], linestyle=DASHES[i % 6], label=name)
    ax.plot([0, 1], [0, 1], "--", color="#777777", linewidth=1, label="chance")
    ax.set(xlabel="false positive rate", ylabel="true positive rate (recall)", title=title)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.legend(loc="lower right")
    return ax


@figure()
def plot_det_curve(curve: Curves, *, title: str = "", ax: Axes | None = None) -> Axes:
    """Draw one error rate over the other on axes of normal deviates, with the diagonal of equal errors.

    Parameters
    ----------
    curve : DataFrame, or mapping from name to DataFrame
        As `det_curve` returns it. Rates of 0 and 1 lie infinitely far outside and are not drawn.

    Examples
    --------
    >>> from evalmetrics import det_curve
    >>> ax = plot_det_curve(det_curve([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.9]))
    >>> ax.get_xlabel(), ax.get_ylabel()
    ('false positive rate (%)', 'false negative rate (%)')
    """
    from scipy.special import ndtri

    curves = _named(curve, "fpr", "fnr")
    ticks = ndtri(np.array(PERCENTAGES) / 100)
    ax = axes_or_new(ax, 6.2, 4.4)
    for i, (name, each) in enumerate(curves.items()):
        inside = each[each[["fpr", "fnr"]].gt(0).all(axis=1) & each[["fpr", "fnr"]].lt(1).all(axis=1)]
        style: dict[str, Any] = {"color": COLOURS[i % 6], "linestyle": DASHES[i % 6]}
        ax.plot(ndtri(inside["fpr"]), ndtri(inside["fnr"]), label=name, **style)
    ax.plot(ticks, ticks, "--", color="#777777", linewidth=1, label="equal errors")
    labels = [f"{p:g}" for p in PERCENTAGES]
    ax.set_xticks(ticks, labels)
    ax.set_yticks(ticks, labels)
    ax.set(xlabel="false positive rate (%)", ylabel="false negative rate (%)", title=title)
    ax.set(xlim=(ticks[0], ticks[-1]), ylim=(ticks[0], ticks[-1]), aspect="equal")
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax


@figure(rankings.labels_and_scores)
def plot_threshold(y_true: Any, y_score: Any, threshold: float, *, pos_label: Any = 1) -> list[Axes]:
    """Draw what one threshold does: the scores of both classes, the matrix, and its points on both curves.

    Parameters
    ----------
    threshold : float
        Scores from here up are called positive.

    Examples
    --------
    >>> axes = plot_threshold([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.3)
    >>> [ax.get_xlabel() for ax in axes]
    ['score', 'predicted', 'recall', 'false positive rate']
    """
    threshold = arguments.real(threshold, "threshold")
    pr, roc = (curve(y_true, y_score, pos_label=pos_label) for curve in (precision_recall_curve, roc_curve))
    positive, score = np.asarray(y_true) == pos_label, np.asarray(y_score, dtype=np.float64)
    names = {True: str(pos_label), False: f"not {pos_label}"}
    cm = confusion_matrix(
        *(pd.Series(v).map(names) for v in (positive, score >= threshold)), labels=list(names.values())
    )
    here = int(np.searchsorted(pr["threshold"], threshold))
    axes = plt.figure(figsize=(9.6, 6.4)).subplots(2, 2).ravel().tolist()
    bins = np.linspace(min(score.min(), threshold), max(score.max(), threshold), 31).tolist()
    for colour, hatch, side in ((VERMILION, "//", True), (BLUE, "", False)):
        axes[0].hist(score[positive == side], bins, color=colour, alpha=0.6, hatch=hatch, label=names[side])
    axes[0].axvline(threshold, color="black")
    axes[0].set(xlabel="score", ylabel="examples", yscale="log", ylim=(0.5, None), title=f"threshold {threshold:.3f}")
    axes[0].legend(loc="upper center", bbox_to_anchor=(0.65, 1.0))
    axes[1].grid(visible=False)
    plot_confusion_matrix(cm, ax=axes[1])
    plot_precision_recall_curve(pr, ax=axes[2])
    axes[2].axhline(positive.mean(), color="#777777", linestyle="--", linewidth=1)
    plot_roc_curve(roc, ax=axes[3])
    axes[2].plot(pr["recall"][here], pr["precision"][here], "o", color="black")
    axes[3].plot(roc["fpr"][here], roc["tpr"][here], "o", color="black")
    return list(axes)


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

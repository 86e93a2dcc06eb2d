"""Figures of rankings: scores of two classes, the curves they make, and one threshold seen from all sides."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.confusion import confusion_matrix
from evalmetrics.inputs import arguments, rankings
from evalmetrics.plots.classification import (
    _class_names,
    plot_confusion_matrix,
    plot_precision_recall_curve,
    plot_roc_curve,
    plot_score_histogram,
)
from evalmetrics.plots.style import figure, side_by_side
from evalmetrics.precision_recall_curves import precision_recall_curve
from evalmetrics.roc_curves import roc_curve


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

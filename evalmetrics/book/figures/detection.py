"""Figures of detection: boxes that overlap, boxes on an image, precision over recall before and after smoothing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from ...detection import best_from_here, generalized_iou, iou, match_detections
from ...inputs import arguments, boxes
from .style import BESIDE, BLUE, GREEN, LINES, NO_GRID, ORANGE, VERMILION, axes_or_new, figure, side_by_side


@figure()
def plot_box_pairs(pairs: Mapping[str, tuple[Any, Any]]) -> list[Axes]:
    r"""Draw pairs of boxes side by side, what they have in common hatched, with IoU and GIoU.

    Parameters
    ----------
    pairs : mapping from name to (box, box)
        Boxes (x1, y1, x2, y2); y grows downwards, as in images.

    Examples
    --------
    >>> axes = plot_box_pairs({"shifted": ((0, 0, 4, 4), (1, 0, 5, 4))})
    >>> axes[0].get_title(loc="left")
    'shifted\nIoU 0.60, GIoU 0.60'
    """
    arguments.named(pairs, "pairs")
    checked = {name: [boxes.one(box, f"pairs[{name!r}]") for box in pair] for name, pair in pairs.items()}
    every = np.array([box for pair in checked.values() for box in pair])
    axes = side_by_side(len(pairs), 2.4, 2.6, sharex=True, sharey=True)
    for ax, (name, (a, b)) in zip(axes, checked.items(), strict=True):
        corner, far = np.maximum(a[:2], b[:2]), np.minimum(a[2:], b[2:])
        if (far > corner).all():
            ax.add_patch(_rectangle((*corner, *far), facecolor="#DDDDDD", edgecolor="#777777", hatch="///"))
        ax.add_patch(_rectangle(a, fill=False, edgecolor=BLUE, linewidth=2))
        ax.add_patch(_rectangle(b, fill=False, edgecolor=VERMILION, linewidth=2, linestyle="--"))
        values = f"IoU {iou(a, b):.2f}, GIoU {generalized_iou(a, b):.2f}"
        ax.set(title=f"{name}\n{values}", aspect="equal")
    _show_all(every, axes[0])
    return axes


@figure(changes=NO_GRID)
def plot_boxes(
    truths: Any, detections: Any, *, image: Any = None, least: float = 0.0, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw the objects of one image and what a detector says, each box with its label.

    Parameters
    ----------
    truths : sequence of (box, label)
        Solid.
    detections : sequence of (box, label, score)
        Dashed, with the score.
    image : array of shape (rows, columns), optional
        Shown in grey below the boxes; a pixel is 1 wide, the first from 0 to 1.
    least : float, default 0
        Detections with a lower score are not drawn.

    Examples
    --------
    >>> ax = plot_boxes([((0, 0, 4, 4), "cat")], [((1, 0, 5, 4), "cat", 0.9)])
    >>> [text.get_text() for text in ax.texts]
    ['cat', 'cat 0.90']
    """
    there = boxes.with_labels([truths], "truths")
    given = boxes.with_labels([detections], "detections", scored=True)
    ax = axes_or_new(ax, 4.4, 4.4)
    if image is not None:
        rows, columns = np.shape(image)
        ax.imshow(image, cmap="Greys", extent=(0, columns, rows, 0), alpha=0.6)
    for box, label in zip(there.xyxy, there.label, strict=True):
        ax.add_patch(_rectangle(box, fill=False, edgecolor=BLUE, linewidth=2))
        ax.text(box[0], box[1], str(label), color=BLUE, va="bottom", weight="bold")
    for box, label, score in zip(given.xyxy, given.label, given.value, strict=True):
        if score >= least:
            ax.add_patch(_rectangle(box, fill=False, edgecolor=VERMILION, linewidth=1.5, linestyle="--"))
            text = ax.annotate(f"{label} {score:.2f}", (box[2], box[3]), (0, -3), textcoords="offset points")
            text.set(color=VERMILION, va="top", ha="right", size=9)
            text.set_bbox({"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 0.5})
    if image is None:
        every = np.concatenate([there.xyxy, given.xyxy, np.zeros((1, 4))])
        ax.set(xlim=(every[:, 0].min() - 1, every[:, 2].max() + 1), ylim=(every[:, 3].max() + 1, -1))
    ax.set(aspect="equal", title=title)
    return ax


@figure()
def plot_smoothed_precision(curve: pd.DataFrame, *, points: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw precision over recall as measured, and as it is raised for an average precision.

    Parameters
    ----------
    curve : DataFrame
        As `detection_precision_recall_curve` (or `precision_recall_curve`) returns it.
    points : whole number of at least 2, optional
        Mark the smoothed precision at so many recalls, evenly spaced: what an 11-point average adds up.

    Examples
    --------
    >>> from evalmetrics import precision_recall_curve
    >>> ax = plot_smoothed_precision(precision_recall_curve([1, 0, 1], [0.9, 0.8, 0.7]), points=11)
    >>> len(ax.get_lines())
    3
    """
    arguments.has_columns(curve, "curve", ["precision", "recall"])
    found = curve[:-1][::-1]  # without the point that predicts nothing, the surest first
    recall, precision = found["recall"].to_numpy(), found["precision"].to_numpy()
    best = best_from_here(precision)
    ax = axes_or_new(ax, 5.2, 3.8)
    ax.plot(recall, precision, "o-", color=BLUE, markersize=5, linewidth=1, label="as measured")
    x, y = np.append(0.0, recall), np.append(best[:1], best)
    ax.plot(x, y, "--", color=VERMILION, drawstyle="steps-pre", linewidth=2, label="smoothed")
    ax.fill_between(x, y, step="pre", color=VERMILION, alpha=0.12, linewidth=0)
    if points is not None:
        wanted = np.arange(arguments.whole_number(points, "points", least=2)) / (points - 1)
        at = np.append(best, 0.0)[recall.searchsorted(wanted - 1e-12)]
        ax.plot(wanted, at, "D", color=ORANGE, markersize=5, label=f"{points} points")
    ax.set(xlabel="recall", ylabel="precision", xlim=(-0.02, 1.02), ylim=(-0.02, 1.05))
    ax.legend(**BESIDE)
    return ax


@figure(changes=NO_GRID)
def plot_matching(truths: Any, detections: Any, scores: Any) -> list[Axes]:
    r"""Draw how the detections of one image choose their objects by COCO's rule, a panel for each, the surest first.

    Parameters
    ----------
    truths, detections : arrays of shape (m, 4) and (d, 4)
        Boxes of one class; objects are solid, and hatched once they were found.
    scores : sequence of d numbers
        How sure the detector is of each box.

    Examples
    --------
    >>> axes = plot_matching([(0, 0, 4, 4)], [(0, 0, 4, 4), (1, 0, 5, 4)], [0.8, 0.9])
    >>> [ax.get_title(loc="left") for ax in axes]
    ['score 0.9\nIoU 0.60: hit', 'score 0.8\nIoU 1.00: false']
    """
    steps = match_detections([truths], [detections], [scores])
    if steps.empty:
        raise ValueError("detections is empty: at least one box is needed")
    every, found = np.array([*truths, *detections], dtype=float), set()
    axes = side_by_side(len(steps), 2.2, 2.6, sharex=True, sharey=True)
    for ax, step in zip(axes, steps.itertuples(), strict=True):
        found.add(step.truth)
        for t, box in enumerate(truths):
            taken = {"facecolor": "#DDDDDD", "hatch": "///"} if t in found else {"fill": False}
            ax.add_patch(_rectangle(box, edgecolor=BLUE, linewidth=2, **taken))
        colour = {"hit": GREEN, "false": VERMILION}[step.outcome]
        box = detections[step.detection]
        ax.add_patch(_rectangle(box, fill=False, edgecolor=colour, linewidth=2.5, linestyle="--"))
        ax.set(title=f"score {step.score:g}\nIoU {step.iou:.2f}: {step.outcome}", aspect="equal")
    _show_all(every, axes[0])
    return axes


@figure()
def plot_froc_curves(curves: Mapping[str, pd.DataFrame], *, ax: Axes | None = None) -> Axes:
    """Draw recall over the number of false detections an image, a line of steps for each detector.

    Parameters
    ----------
    curves : mapping from name to DataFrame
        As `froc_curve` returns them.

    Examples
    --------
    >>> from evalmetrics import froc_curve
    >>> ax = plot_froc_curves({"A": froc_curve([[(0, 0, 4, 4)]], [[(0, 0, 4, 4)]], [[0.8]])})
    >>> ax.get_xlabel()
    'false detections an image'
    """
    arguments.named(curves, "curves")
    ax = axes_or_new(ax, 5.2, 3.8, **LINES)
    for name, curve in curves.items():
        ax.plot(curve["false_per_image"][::-1], curve["recall"][::-1], drawstyle="steps-post", label=name)
    ax.set(xlabel="false detections an image", ylabel="recall", ylim=(-0.02, 1.05))
    ax.legend(**BESIDE)
    return ax


def _rectangle(box: Any, **style: Any) -> Rectangle:
    x1, y1, x2, y2 = (float(value) for value in box)
    return Rectangle((x1, y1), x2 - x1, y2 - y1, **style)


def _show_all(every: NDArray[Any], ax: Axes) -> None:
    """Limits that hold all these boxes with a margin, y growing downwards."""
    margin = 0.05 * (every.max() - every.min())
    ax.set_xlim(every[:, 0].min() - margin, every[:, 2].max() + margin)
    ax.set_ylim(every[:, 3].max() + margin, every[:, 1].min() - margin)

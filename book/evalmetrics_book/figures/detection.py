"""Figures of detection: boxes that overlap, boxes on an image, precision over recall before and after smoothing."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from scipy import ndimage

from evalmetrics.detection import best_from_here, generalized_iou, iou, match_detections
from evalmetrics.inputs import arguments
from evalmetrics.inputs import detection as inputs
from evalmetrics.plots.detection import _rectangle, _show_all
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    COLOURS,
    GREEN,
    NO_GRID,
    ORANGE,
    VERMILION,
    axes_or_new,
    figure,
    side_by_side,
)


@figure()
def plot_box_pairs(pairs: Mapping[str, tuple[Any, Any]]) -> list[Axes]:
    r"""Draw pairs of boxes side by side, what they have in common hatched, with IoU and GIoU.

    pairs : mapping from name to (box, box)
        Boxes (x1, y1, x2, y2); y grows downwards, as in images.

    >>> axes = plot_box_pairs({"shifted": ((0, 0, 4, 4), (1, 0, 5, 4))})
    >>> axes[0].get_title(loc="left")
    'shifted\nIoU 0.60, GIoU 0.60'
    """
    arguments.named(pairs, "pairs")
    checked = {name: [inputs.one(box, f"pairs[{name!r}]") for box in pair] for name, pair in pairs.items()}
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
def plot_maps(maps: Mapping[str, Any], *, image: Any) -> list[Axes]:
    """Draw an image, and beside it maps that say to which class each of its pixels belongs.

    maps : mapping from name to array of shape (rows, columns)
        Whole numbers; each connected patch of a class is coloured and has its number beside it, but 10 for nothing is
        white, and 255 for what nobody can tell grey.
    image : array of shape (rows, columns)
        How dark each pixel is.

    >>> axes = plot_maps({"truth": [[10, 3], [10, 255]]}, image=[[0.0, 1.0], [0.0, 0.3]])
    >>> [ax.get_title(loc="left") for ax in axes], [text.get_text() for text in axes[1].texts]
    (['image', 'truth'], ['3'])
    """
    arguments.named(maps, "maps")
    axes = side_by_side(1 + len(maps), 2.4, 2.8, sharex=True, sharey=True)
    axes[0].imshow(image, cmap="Greys")
    axes[0].set(title="image")
    for ax, (name, each) in zip(axes[1:], maps.items(), strict=True):
        classes, colours = np.asarray(each), np.ones((*np.shape(each), 3))
        colours[classes == 255] = to_rgb("#BBBBBB")
        for label in sorted({*classes.ravel().tolist()} - {10, 255}):
            colours[classes == label] = to_rgb(COLOURS[label % len(COLOURS)])
            for rows, columns in ndimage.find_objects(ndimage.label(classes == label, np.ones((3, 3)))[0]):
                ax.text(columns.stop, rows.start, str(label), size=9, weight="bold", va="bottom", ha="left")
        ax.imshow(colours)
        ax.set(title=name)
    for ax in axes:
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(True)
    return axes


@figure()
def plot_smoothed_precision(curve: pd.DataFrame, *, points: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw precision over recall as measured, and as it is raised for an average precision.

    curve : DataFrame
        As `detection_precision_recall_curve` (or `precision_recall_curve`) returns it.
    points : whole number of at least 2, optional
        Mark the smoothed precision at so many recalls, evenly spaced: what an 11-point average adds up.

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

    truths, detections : arrays of shape (m, 4) and (d, 4)
        Boxes of one class; objects are solid, and hatched once they were found.
    scores : sequence of d numbers
        How sure the detector is of each box.

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

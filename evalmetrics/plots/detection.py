"""Boxes on an image."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import NDArray

from ..inputs import detection as inputs
from .style import BLUE, NO_GRID, VERMILION, axes_or_new, figure


@figure(changes=NO_GRID)
def plot_boxes(
    truths: Any, detections: Any, *, image: Any = None, least: float = 0.0, title: str = "", ax: Axes | None = None
) -> Axes:
    """Draw the objects of one image and what a detector says, each box with its label.

    truths : sequence of (box, label)
        Solid.
    detections : sequence of (box, label, score)
        Dashed, with the score.
    image : array of shape (rows, columns), optional
        Shown in grey below the boxes; a pixel is 1 wide, the first from 0 to 1.
    least : float, default 0
        Detections with a lower score are not drawn.

    >>> ax = plot_boxes([((0, 0, 4, 4), "cat")], [((1, 0, 5, 4), "cat", 0.9)])
    >>> [text.get_text() for text in ax.texts]
    ['cat', 'cat 0.90']
    """
    there = inputs.with_labels([truths], "truths")
    given = inputs.with_labels([detections], "detections", scored=True)
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


def _rectangle(box: Any, **style: Any) -> Rectangle:
    x1, y1, x2, y2 = (float(value) for value in box)
    return Rectangle((x1, y1), x2 - x1, y2 - y1, **style)


def _show_all(every: NDArray[Any], ax: Axes) -> None:
    """Limits that hold all these boxes with a margin, y growing downwards."""
    margin = 0.05 * (every.max() - every.min())
    ax.set_xlim(every[:, 0].min() - margin, every[:, 2].max() + margin)
    ax.set_ylim(every[:, 3].max() + margin, every[:, 1].min() - margin)

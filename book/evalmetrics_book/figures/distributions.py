"""Figures of two distributions: clouds with what a Fréchet distance sees of them, heaps of numbers, bias."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse

from evalmetrics.distributions import frechet_distance_from_samples, moments
from evalmetrics.inputs import arguments
from evalmetrics.plots.style import BESIDE, BLUE, NO_GRID, VERMILION, axes_or_new, figure, side_by_side

SHOWN = 8  # images of a collection


@figure()
def plot_clouds(x: Any, y: Any, *, names: tuple[str, str] = ("real", "generated"), ax: Axes | None = None) -> Axes:
    """Draw two samples of the plane, each with the ellipse of two standard deviations that its moments give it.

    x, y : arrays of shape (n, 2) and (m, 2)
        Finite numbers, a row per point.
    names : two strings, optional
        What they are.

    >>> plot_clouds([[0, 0], [2, 2]], [[3, 0], [5, 2]]).get_title(loc="left")
    'Fréchet distance 9.00'
    """
    ax = axes_or_new(ax, 4.0, 3.9)
    looks = zip(names, (x, y), (BLUE, VERMILION), ("o", "x"), ("-", "--"), strict=True)
    for name, points, colour, marker, dashes in looks:
        found = moments(points)
        if found.n < 2 or len(found.mean) != 2:
            raise ValueError(f"x and y must have two columns and at least two rows, got {np.shape(points)}")
        values, vectors = np.linalg.eigh(found.covariance)
        width, height = 4 * np.sqrt(np.maximum(values, 0))
        angle = float(np.degrees(np.arctan2(vectors[1, 0], vectors[0, 0])))
        style = {"fill": False, "edgecolor": colour, "linestyle": dashes, "linewidth": 2}
        ax.plot(*np.transpose(points), marker, color=colour, markersize=3, alpha=0.6, label=name)
        ax.add_patch(Ellipse((found.mean[0], found.mean[1]), width, height, angle=angle, **style))
    ax.set(xlabel="feature 1", ylabel="feature 2", aspect="equal")
    ax.set_title(f"Fréchet distance {frechet_distance_from_samples(x, y):.2f}")
    ax.legend(**BESIDE)
    return ax


@figure(changes=NO_GRID)
def plot_images(images: Mapping[str, Any], *, shape: tuple[int, int]) -> list[Axes]:
    """Draw the first eight images of several collections, a row for each.

    images : mapping from name to array of shape (n, pixels)
        Grey images, a row per image; white is 0, black is 1, and what lies beyond is cut off for the figure.
    shape : two whole numbers
        Height and width of an image in pixels.

    >>> [ax.get_title(loc="left") for ax in plot_images({"dots": [[0, 1, 1, 0]]}, shape=(2, 2))]
    ['dots']
    """
    arguments.named(images, "images")
    height, width = shape
    axes = side_by_side(len(images), 0.62 * SHOWN, 0.62 * height / width + 0.32, rows=len(images))
    for ax, (name, rows) in zip(axes, images.items(), strict=True):
        shown = np.asarray(rows, dtype=np.float64)[:SHOWN]
        if shown.ndim != 2 or shown.shape[1] != height * width:
            raise ValueError(f"images of {name} must have {height * width} pixels in a row, got {shown.shape}")
        strip = np.zeros((height, SHOWN * (width + 1)))
        for i, image in enumerate(shown):
            strip[:, i * (width + 1) : i * (width + 1) + width] = image.reshape(height, width)
        ax.imshow(strip, cmap="gray_r", vmin=0, vmax=1)
        ax.set(title=name, xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
    return axes

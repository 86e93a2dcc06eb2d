"""Figures of two distributions: clouds with what a Fréchet distance sees of them, heaps of numbers, bias."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse

from evalmetrics.distributions import frechet_distance_from_samples, moments, wasserstein_distance
from evalmetrics.inputs import arguments
from evalmetrics.plots.style import BESIDE, BLUE, LINES, NO_GRID, VERMILION, axes_or_new, figure, side_by_side

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


@figure()
def plot_transport(
    u: Any, v: Any, *, names: tuple[str, str] = ("u", "v"), xlabel: str = "value", ax: Axes | None = None
) -> Axes:
    """Draw the share of two samples that lies below each number: the area between is their Wasserstein distance.

    u, v : sequences of n and m finite numbers
    names : two strings, optional
        What they are.

    >>> plot_transport([0, 1], [3, 4]).get_title(loc="left")
    'Wasserstein distance 3'
    """
    u, v = np.sort(arguments.finite(u, "u")), np.sort(arguments.finite(v, "v"))
    edges = np.unique(np.concatenate([u, v]))
    below = [np.searchsorted(each, edges, side="right") / len(each) for each in (u, v)]
    ax = axes_or_new(ax, 5.2, 3.4, **LINES)
    for name, share in zip(names, below, strict=True):
        ax.step(edges, share, where="post", label=name)
    ax.fill_between(edges, below[0], below[1], step="post", color="#BBBBBB", alpha=0.6, linewidth=0, label="work")
    ax.set(xlabel=xlabel, ylabel="share of the sample below")
    ax.set_title(f"Wasserstein distance {wasserstein_distance(u, v):.3g}")
    ax.legend(**BESIDE)
    return ax


@figure()
def plot_extrapolation(sizes: Any, scores: Any, *, ax: Axes | None = None) -> Axes:
    """Draw Fréchet distances over one divided by the sample size, and the line through them to the size without end.

    sizes : sequence of whole numbers
        How many samples each distance was computed from; at least two different ones.
    scores : sequence of finite numbers, as many

    >>> plot_extrapolation([10, 20, 40], [1.2, 1.1, 1.05]).get_title(loc="left")
    'n without end: 1.00'
    """
    n, values = arguments.finite(sizes, "sizes"), arguments.finite(scores, "scores")
    arguments.same_length(sizes=n, scores=values)
    if n.min() <= 0 or n.min() == n.max():
        raise ValueError(f"sizes must be above 0 and not all equal, got {n.min():g} to {n.max():g}")
    slope, end = np.polyfit(1 / n, values, 1)
    ax = axes_or_new(ax, 5.2, 3.4)
    ax.plot(1 / n, values, "o", color=BLUE, markersize=4, label="sample of n")
    ax.plot([0, 1 / n.min()], [end, end + slope / n.min()], color=VERMILION, linestyle="--", label="line")
    ax.plot(0, end, "D", color=VERMILION, label="n without end", clip_on=False)
    ax.set(xlabel="1 / n", ylabel="Fréchet distance", xlim=(0, None))
    ax.set_title(f"n without end: {end:.2f}")
    ax.legend(**BESIDE)
    return ax

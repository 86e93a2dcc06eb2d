"""What a single point does to correlations."""

from typing import Any

import numpy as np

from ...correlation import kendall, pearson, spearman
from ...inputs import arguments, pairs
from ...kinds.help_pages import described_by
from ..figures.correlation import plot_pull
from .moving import explorer, slider


@described_by(pairs.of_finite_numbers)
def pull_of_a_point(x: Any, y: Any, point: tuple[float, float]) -> dict[str, float]:
    """The three correlations of some pairs and one point more.

    Parameters
    ----------
    point : pair of numbers
        The point that joins them.

    Returns
    -------
    dict
        pearson, spearman and kendall, each in [-1, 1].

    Examples
    --------
    >>> found = pull_of_a_point([1, 2, 3], [2, 3, 1], (10, 10))
    >>> {name: round(r, 3) for name, r in found.items()}
    {'pearson': 0.94, 'spearman': 0.4, 'kendall': 0.333}
    """
    columns = pairs.of_finite_numbers(x, y)
    place = arguments.two_numbers(point, "point")
    more = [np.append(values, one) for values, one in zip(columns, place, strict=True)]
    return {metric.__name__: float(metric(*more)) for metric in (pearson, spearman, kendall)}


@described_by(pairs.of_finite_numbers)
def explore_pull(x: Any, y: Any) -> Any:
    """Two sliders for a point that joins some pairs; the coefficients and the line move along.

    Returns
    -------
    ipywidgets.VBox
        Sliders, numbers (`pull_of_a_point`), picture (`plot_pull`).

    Examples
    --------
    >>> box = explore_pull([1, 2, 3], [2, 3, 1])
    >>> box.children[0].value, box.children[1].value = 10, 10
    >>> box.children[2].value
    'Pearson 0.940, Spearman 0.400, Kendall 0.333'
    """
    columns = pairs.of_finite_numbers(x, y)

    def numbers(**place: float) -> str:
        found = pull_of_a_point(*columns, (place["x"], place["y"]))
        return ", ".join(f"{name.title()} {r:.3f}" for name, r in found.items())

    sliders = {}
    for name, values in zip("xy", columns, strict=True):
        width = float(np.ptp(values)) or 1.0
        least, most = float(values.min()) - 4 * width, float(values.max()) + 4 * width
        middle = float(values.mean())
        sliders[name] = slider(f"point, {name}", middle, least=least, most=most, step=width / 20)
    return explorer(sliders, numbers, lambda x, y: plot_pull(*columns, (x, y)))

"""What a single point does to correlations."""

from typing import Any

import numpy as np

from evalmetrics.correlation import kendall, pearson, spearman
from evalmetrics.inputs import correlation as inputs
from evalmetrics.kinds.help_pages import described_by

from ..figures.correlation import plot_pull
from .moving import explorer, slider


@described_by(explorer, inputs.of_finite_numbers)
def explore_pull(x: Any, y: Any) -> Any:
    """Two sliders for a point that joins some pairs; the coefficients and the line move along.

    Examples
    --------
    >>> box = explore_pull([1, 2, 3], [2, 3, 1])
    >>> box.children[0].value, box.children[1].value = 10, 10
    >>> box.children[2].value
    'Pearson 0.940, Spearman 0.400, Kendall 0.333'
    """
    columns = inputs.of_finite_numbers(x, y)

    def shown(**place: float) -> tuple[str, Any]:
        point = place["x"], place["y"]
        more = [np.append(values, one) for values, one in zip(columns, point, strict=True)]
        found = {metric.__name__.title(): float(metric(*more)) for metric in (pearson, spearman, kendall)}
        return ", ".join(f"{name} {r:.3f}" for name, r in found.items()), plot_pull(*columns, point)

    sliders = {}
    for name, values in zip("xy", columns, strict=True):
        width = float(np.ptp(values)) or 1.0
        least, most = float(values.min()) - 4 * width, float(values.max()) + 4 * width
        sliders[name] = slider(f"point, {name}", float(values.mean()), least=least, most=most, step=width / 20)
    return explorer(sliders, shown)

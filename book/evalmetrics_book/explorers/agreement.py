"""What becomes of kappa as what two raters look for gets rarer, and of correlations as one point moves."""

from typing import Any

import numpy as np

from evalmetrics.correlation import kendall, pearson, spearman
from evalmetrics.inputs import correlation as inputs
from evalmetrics.kinds.help_pages import described_by

from ..figures.correlation import plot_pull
from ..figures.judgement import expected_agreement, plot_kappa_prevalence
from .moving import explorer, slider


@described_by(explorer)
def explore_kappa(*, accuracy: float = 0.9, prevalence: float = 0.5) -> Any:
    """Sliders for the share of positive items and for how good two raters are; `expected_agreement` moves along.

    accuracy, prevalence : float
        In [0.5, 0.99] and [0, 1]: where their sliders start.

    >>> box = explore_kappa()
    >>> box.children[0].value = 0.05
    >>> box.children[2].value
    '5 % of the items are positive, each rater is right on 90 %: agreement 0.82, kappa 0.25'
    """

    def shown(prevalence: float, accuracy: float) -> tuple[str, Any]:
        agreement, kappa = expected_agreement(accuracy, prevalence)
        numbers = (
            f"{100 * prevalence:.0f} % of the items are positive, each rater is right on {100 * accuracy:.0f} %: "
            f"agreement {agreement:.2f}, kappa {kappa:.2f}"
        )
        return numbers, plot_kappa_prevalence(accuracy=accuracy, prevalence=prevalence)

    sliders = {
        "prevalence": slider("prevalence", prevalence, least=0.0, most=1.0),
        "accuracy": slider("accuracy", accuracy, least=0.5, most=0.99),
    }
    return explorer(sliders, shown)


@described_by(explorer, inputs.of_finite_numbers)
def explore_pull(x: Any, y: Any) -> Any:
    """Two sliders for a point that joins some pairs; the coefficients and the line move along.

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

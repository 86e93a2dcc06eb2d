"""What becomes of kappa as the thing that two raters look for gets rarer."""

from typing import Any

from evalmetrics.kinds.help_pages import described_by

from ..figures.judgement import expected_agreement, plot_kappa_prevalence
from .moving import explorer, slider


@described_by(explorer)
def explore_kappa(*, accuracy: float = 0.9, prevalence: float = 0.5) -> Any:
    """Sliders for the share of positive items and for how good two raters are; `expected_agreement` moves along.

    Parameters
    ----------
    accuracy, prevalence : float
        In [0.5, 0.99] and [0, 1]: where their sliders start.

    Examples
    --------
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

"""What a yes is worth as the positive class gets rarer."""

from typing import Any

from ...kinds.help_pages import described_by
from ...precision_recall import predictive_values
from ..figures.classification import plot_predictive_values
from .moving import explorer, slider


@described_by(explorer)
def explore_prevalence(sensitivity: float, specificity: float, *, prevalence: float = 0.1) -> Any:
    """Sliders for prevalence, sensitivity and specificity; `predictive_values` move along.

    Parameters
    ----------
    sensitivity, specificity, prevalence : float
        Where their sliders start, in [0, 1], the last in [0.001, 0.5].

    Examples
    --------
    >>> box = explore_prevalence(0.9, 0.95)
    >>> box.children[0].value = 0.01
    >>> box.children[3].value
    'of 10,000 people 100 are ill; 90 of them and 495 of the others get an alarm: PPV 0.154, NPV 0.999'
    """

    def shown(prevalence: float, sensitivity: float, specificity: float) -> tuple[str, Any]:
        ill = 10_000 * prevalence
        found, alarmed = ill * sensitivity, (10_000 - ill) * (1 - specificity)
        ppv, npv = predictive_values([prevalence], sensitivity, specificity).iloc[0]
        numbers = (
            f"of 10,000 people {ill:,.0f} are ill; {found:,.0f} of them and {alarmed:,.0f} of the others get an alarm: "
            f"PPV {ppv:.3f}, NPV {npv:.3f}"
        )
        return numbers, plot_predictive_values(sensitivity, specificity, prevalence=[prevalence])

    sliders = {
        "prevalence": slider("prevalence", prevalence, least=0.001, most=0.5, step=0.01, log=True),
        "sensitivity": slider("sensitivity", sensitivity, least=0.0, most=1.0),
        "specificity": slider("specificity", specificity, least=0.0, most=1.0),
    }
    return explorer(sliders, shown)

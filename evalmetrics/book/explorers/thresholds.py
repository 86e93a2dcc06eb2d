"""How far scores agree with a bill, as thresholds are set better or worse."""

from collections.abc import Mapping
from typing import Any

from ...kinds.help_pages import described_by
from ..figures.correlation import plot_agreement
from ..offers import agreement_with_bills
from .moving import explorer, slider


@described_by(agreement_with_bills)
def explore_bills(situations: Mapping[str, tuple[float, float]], *, off: float = 0.0) -> Any:
    """A slider for how far thresholds lie from the cheapest one; the agreement of each score with each bill follows.

    Parameters
    ----------
    off : float, default 0.0
        From 0 to 2: where the slider starts.

    Returns
    -------
    ipywidgets.VBox
        Slider, numbers, picture (`plot_agreement` of what `agreement_with_bills` says).

    Examples
    --------
    >>> box = explore_bills({"spam": (0.1, 0.5), "coins": (1, 0.5)})
    >>> box.children[0].value = 1.0
    >>> box.children[1].value
    'thresholds 1.00 off: F1 agrees 0.26 with spam, 0.75 with coins'
    """

    def numbers(off: float) -> str:
        agreement = agreement_with_bills(situations, off=off).loc["F1"]
        return f"thresholds {off:.2f} off: F1 agrees " + ", ".join(
            f"{x:.2f} with {name}" for name, x in agreement.items()
        )

    sliders = {"off": slider("thresholds off by", off, least=0.0, most=2.0, step=0.05)}
    return explorer(sliders, numbers, lambda off: plot_agreement(agreement_with_bills(situations, off=off)))

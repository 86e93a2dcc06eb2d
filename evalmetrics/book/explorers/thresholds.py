"""How far scores agree with a bill, as thresholds are set better or worse."""

from collections.abc import Mapping
from typing import Any

from ...kinds.help_pages import described_by
from ..figures.correlation import plot_agreement
from ..offers import agreement_with_bills
from .moving import explorer, slider


@described_by(explorer, agreement_with_bills)
def explore_bills(situations: Mapping[str, tuple[float, float]], *, off: float = 0.0) -> Any:
    """A slider for how far thresholds lie from the cheapest one; `agreement_with_bills` follows.

    Parameters
    ----------
    off : float, default 0.0
        From 0 to 2: where the slider starts.

    Examples
    --------
    >>> box = explore_bills({"spam": (0.1, 0.5), "coins": (1, 0.5)})
    >>> box.children[0].value = 1.0
    >>> box.children[1].value
    'thresholds 1.00 off: F1 agrees 0.26 with spam, 0.75 with coins'
    """

    def shown(off: float) -> tuple[str, Any]:
        agreement = agreement_with_bills(situations, off=off)
        f1 = ", ".join(f"{x:.2f} with {name}" for name, x in agreement.loc["F1"].items())
        return f"thresholds {off:.2f} off: F1 agrees {f1}", plot_agreement(agreement)

    sliders = {"off": slider("thresholds off by", off, least=0.0, most=2.0, step=0.05)}
    return explorer(sliders, shown)

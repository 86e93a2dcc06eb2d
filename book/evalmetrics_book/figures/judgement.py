"""Figures of what people and judges say: agreement, listening tests, judges beside people, players who meet."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.style import BLUE, DASHES, VERMILION, axes_or_new, figure


@described_by()
def expected_agreement(accuracy: float, prevalence: Any) -> tuple[Any, Any]:
    """How often two equally good raters agree, and their kappa, as their habits become more or less alike.

    accuracy : float
        How often each rater is right, whatever the truth and whatever the other one says; between 0 and 1.
    prevalence : float or array
        In [0, 1]: the share of items that are positive.

    -> agreement, kappa : float or array
        In [0.5, 1) and [0, 1), of infinitely many items; both are lowest at an accuracy of one half.

    >>> agreement, kappa = expected_agreement(0.9, 0.5)
    >>> float(agreement.round(4)), float(kappa.round(4))
    (0.82, 0.64)
    """
    a, share = arguments.fraction(accuracy, "accuracy"), np.asarray(prevalence, dtype=np.float64)
    if not ((share >= 0) & (share <= 1)).all():
        raise ValueError(f"prevalence must lie in [0, 1], got {prevalence!r}")
    yes = share * a + (1 - share) * (1 - a)
    agreement, chance = a**2 + (1 - a) ** 2, yes**2 + (1 - yes) ** 2
    return agreement + 0 * share[()], ((agreement - chance) / (1 - chance))[()]


@figure(expected_agreement)
def plot_kappa_prevalence(*, accuracy: float = 0.9, prevalence: float | None = None, ax: Axes | None = None) -> Axes:
    """Draw agreement and Cohen's kappa of two equally good raters, for all prevalences of what they look for.

    prevalence : float, optional
        In [0, 1]: where to mark both with a dot and its number.

    >>> plot_kappa_prevalence(accuracy=0.9).get_xlabel()
    'share of items that are positive'
    """
    shares = np.linspace(0, 1, 201)
    agreement, kappa = expected_agreement(accuracy, shares)
    ax = axes_or_new(ax, 5.6, 3.4)
    ax.plot(shares, agreement, color=BLUE, linestyle=DASHES[1], label="agreement")
    ax.plot(shares, kappa, color=VERMILION, label="kappa")
    if prevalence is not None:
        both, (aside, ha) = expected_agreement(accuracy, prevalence), (-7, "right") if prevalence > 0.5 else (7, "left")
        for value, colour, up in zip(both, (BLUE, VERMILION), (5, -13), strict=True):
            ax.plot(prevalence, value, "o", color=colour)
            ax.annotate(f"{value:.2f}", (prevalence, value), (aside, up), textcoords="offset points", ha=ha)
    ax.set(xlabel="share of items that are positive", ylabel="agreement, kappa", xlim=(0, 1), ylim=(0, 1))
    ax.legend(loc="lower center")
    return ax

"""Figures of what people and benchmarks say: agreement, who comes first by which rule, what chance and programs do."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    COLOURS,
    DASHES,
    MARKERS,
    VERMILION,
    axes_or_new,
    figure,
)

from .moving import explorer, slider


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


@figure(changes={"axes.grid.axis": "y"})
def plot_orders(scores: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw the places that rules give to things, a line for each thing through its place in every column.

    scores : DataFrame
        A row for each thing, named by the index, and a column for each rule; the highest score of a column has the
        first place, and equal ones share a place.

    >>> scores = pd.DataFrame({"mean": [0.7, 0.6], "worst": [0.2, 0.5]}, index=["A", "B"])
    >>> [line.get_ydata().tolist() for line in plot_orders(scores).lines]
    [[1.0, 2.0], [2.0, 1.0]]
    """
    places = scores.rank(ascending=False)
    ax = axes_or_new(ax, 1.8 + 1.3 * places.shape[1], 1.2 + 0.35 * len(places))
    for i, (name, row) in enumerate(places.iterrows()):
        k = (i + i // 6) % 6  # after six, another line for the colour
        style: dict[str, Any] = {"color": COLOURS[i % 6], "linestyle": DASHES[k], "marker": MARKERS[k]}
        ax.plot(range(places.shape[1]), row.to_numpy(), label=str(name), **style)
    ax.set_xticks(range(places.shape[1]), list(map(str, places.columns)))
    ax.set_yticks(range(1, len(places) + 1))
    ax.set(ylabel="place", ylim=(len(places) + 0.4, 0.6), xlim=(-0.2, places.shape[1] - 0.8))
    ax.legend(**BESIDE)
    return ax


@figure(changes={"axes.grid.axis": "y"})
def plot_null(
    values: Any, observed: float, *, xlabel: str, name: str = "observed", bins: Any = None, ax: Axes | None = None
) -> Axes:
    """Draw what chance makes of a score as a histogram, and what was observed as a line.

    values : sequence of numbers
        The scores by chance: of permutations, or of candidates that were never seen.
    observed : float
        The score in question.
    xlabel : str
        Name of the score and its unit.
    name : str, default "observed"
        What the line is called.
    bins : int or sequence of numbers, optional
        How many bars, or their edges, as where scores are whole numbers.

    >>> ax = plot_null([1, 2, 2, 3], 5, xlabel="likes")
    >>> float(ax.lines[0].get_xdata()[0]), int(sum(bar.get_height() for bar in ax.patches))
    (5.0, 4)
    """
    chance = arguments.finite(values, "values")
    ax = axes_or_new(ax, 5.6, 3.0)
    bars = int(np.clip(len(chance) // 20, 5, 40)) if bins is None else bins
    ax.hist(chance, bins=bars, color=BLUE, alpha=0.7, label="by chance")
    ax.axvline(arguments.real(observed, "observed"), color=VERMILION, linewidth=2, label=name)
    ax.set(xlabel=xlabel, ylabel="count")
    ax.legend(**BESIDE)
    return ax


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

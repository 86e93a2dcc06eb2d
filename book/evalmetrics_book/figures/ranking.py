"""Figures of ranked lists, what stands where and what it is worth there, and what moves with one item."""

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments, ranked_lists
from evalmetrics.plots.style import BLUE, COLOURS, NO_GRID, axes_or_new, figure, side_by_side

Lists = Mapping[str, Any]


@figure(changes=NO_GRID)
def plot_ranked_lists(lists: Lists, *, k: int | None = None, ax: Axes | None = None) -> Axes:
    """Draw lists as rows of boxes, best-ranked item first: the darker, the more relevant; the number says how much.

    Items that nobody judged (nan) are empty boxes with a question mark.

    lists : mapping from name to a sequence of relevances
    k : int, optional
        Draw a line after rank k.

    >>> ax = plot_ranked_lists({"A": [2, 3, 0], "B": [1, 0, 0]})
    >>> [text.get_text() for text in ax.texts]
    ['2', '3', '0', '1', '0', '0']
    """
    arguments.named(lists, "lists")
    rows = {name: ranked_lists.one_list(each, f"lists[{name!r}]", unjudged=True) for name, each in lists.items()}
    most = np.nanmax([1e-9, *np.concatenate(list(rows.values()))])
    longest = max(1, *map(len, rows.values()))
    ax = axes_or_new(ax, 1.6 + 0.42 * longest, 0.6 + 0.45 * len(rows))
    for y, row in enumerate(rows.values()):
        for x, relevance in enumerate(row, 1):
            known = not np.isnan(relevance)
            share = float(relevance / most) if known else 0.0
            look: dict[str, Any] = {"color": BLUE, "alpha": 0.08 + 0.82 * share}
            ax.bar(x, 0.8, 0.84, bottom=y - 0.4, **(look if known else {"fill": False, "edgecolor": "#999999"}))
            colour = "white" if share > 0.7 else "black"
            ax.text(x, y, f"{relevance:g}" if known else "?", ha="center", va="center", color=colour)
    if k is not None:
        ax.axvline(arguments.whole_number(k, "k", least=1) + 0.5, color="#777777", linestyle="--")
    ax.set_yticks(range(len(rows)), list(rows))
    ax.set_xticks(range(1, longest + 1))
    ax.set(xlabel="rank", xlim=(0.4, longest + 0.6), ylim=(len(rows) - 0.45, -0.55))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


@figure(changes=NO_GRID)
def plot_popularity(counts: Any, recommended: Mapping[str, Any]) -> list[Axes]:
    """Draw items from the most to the least popular: how often each was chosen, and how many lists hold it.

    counts : sequence of n numbers
        How many viewers chose each item.
    recommended : mapping from name to a sequence of lists of items
        For each recommender the lists that it made; an item is its place in `counts`, from 0.

    >>> axes = plot_popularity([3, 9, 1], {"best-seller": [[1], [1]], "fair": [[0], [2]]})
    >>> [ax.get_ylabel() for ax in axes]
    ['viewers', 'best-seller', 'fair']
    """
    chosen = arguments.finite(counts, "counts")
    arguments.named(recommended, "recommended")
    order = np.argsort(-chosen, kind="stable")
    rows = {"viewers": chosen}
    for name, lists in recommended.items():
        items = arguments.numbers([item for each in lists for item in each], f"recommended[{name!r}]", kinds="iu")
        if not 0 <= items.min() <= items.max() < len(chosen):
            raise ValueError(f"recommended[{name!r}] must hold places in counts, 0 to {len(chosen) - 1}")
        rows[name] = np.bincount(items, minlength=len(chosen)).astype(float)
    axes = side_by_side(len(rows), 6.4, 0.9 + 0.5 / len(rows), rows=len(rows), sharex=True)
    for i, (ax, (name, values)) in enumerate(zip(axes, rows.items(), strict=True)):
        ax.bar(np.arange(1, len(order) + 1), values[order], width=1.0, color=COLOURS[i % 6])
        ax.set_ylabel(name, rotation=0, ha="right", va="center")
        ax.locator_params(axis="y", nbins=2)
    axes[-1].set(xlabel="items, the most popular first", xlim=(0, len(order) + 1))
    plt.gcf().align_ylabels(axes)
    return axes

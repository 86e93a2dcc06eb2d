"""Figures of what a language model expected, and of where in a text something happens."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from evalmetrics.inputs import arguments
from evalmetrics.inputs.perplexities import of_text
from evalmetrics.inputs.texts import as_tokens
from evalmetrics.perplexities import burstiness, perplexity
from evalmetrics.plots.style import BESIDE, BLUE, COLOURS, NO_GRID, VERMILION, axes_or_new, figure


@figure(of_text, changes={"axes.grid.axis": "y"})
def plot_surprisal(tokens: Any, log_probs: Any, *, ax: Axes | None = None) -> Axes:
    """Draw each token's surprisal as a bar, with their mean, the logarithm of the perplexity, as a line.

    Parameters
    ----------
    tokens : list of m tokens

    Examples
    --------
    >>> ax = plot_surprisal(["do", "cats"], np.log([0.5, 0.125]))
    >>> [float(bar.get_height()) for bar in ax.patches], ax.get_ylabel()
    ([1.0, 3.0], 'surprisal (bits)')
    """
    tokens = as_tokens(tokens, "tokens")
    arguments.same_length(tokens=tokens, log_probs=log_probs)
    nats = perplexity.statistics(log_probs)[:, 0]
    ax = axes_or_new(ax, 1.5 + 0.5 * len(tokens), 3.0)
    ax.bar(range(len(tokens)), nats / np.log(2), color=BLUE, zorder=2)
    ax.axhline(nats.mean() / np.log(2), color=VERMILION, linestyle="--", label="mean", zorder=3)
    ax.set_xticks(range(len(tokens)), map(str, tokens), rotation=45, ha="right")
    ax.set(ylabel="surprisal (bits)")
    ax.legend(**BESIDE)
    return ax


@figure(changes=NO_GRID)
def plot_occurrences(positions: Mapping[str, Any], *, xlabel: str = "position", ax: Axes | None = None) -> Axes:
    """Draw where things happen as strokes, a row each, with the burstiness of the gaps between them.

    Parameters
    ----------
    positions : mapping from name to increasing numbers
        At least two positions each.

    Examples
    --------
    >>> ax = plot_occurrences({"clock": [0, 10, 20, 30]})
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['clock (−1.00)']
    """
    arguments.named(positions, "positions")
    ax = axes_or_new(ax, 6.4, 0.9 + 0.42 * len(positions))
    labels = []
    for row, (name, where) in enumerate(positions.items()):
        score = burstiness(np.diff(where))
        labels.append(f"{name} ({score:.2f})".replace("-", "−"))
        ax.eventplot(where, lineoffsets=row, linelengths=0.7, linewidths=1.2, color=COLOURS[row % 6])
    ax.set_yticks(range(len(positions)), labels)
    ax.set(xlabel=xlabel, ylim=(len(positions) - 0.5, -0.5))
    return ax

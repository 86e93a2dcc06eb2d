"""Scores with their uncertainty."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..code_generation import pass_at_k
from ..inputs import arguments
from ..uncertainty import bootstrap
from .style import BESIDE, BLUE, DASHES, MARKED_LINES, axes_or_new, figure


@figure()
def plot_intervals(
    scores: Mapping[str, Any], *, xlabel: str = "score", lines: Any = None, ax: Axes | None = None
) -> Axes:
    """Draw scores with their intervals as bars, one line each.

    scores : mapping from name to Bootstrap or Interval
        Or to anything else with numbers ``.low`` and ``.high``, and perhaps ``.estimate``, which is marked.
        A line marks 0 where an interval begins below it.
    lines : mapping from name to float, optional
        Other scores to compare with, such as `people_agreement` and `agreement_ceiling`.

    >>> from evalmetrics import accuracy, bootstrap
    >>> ax = plot_intervals({"all right": bootstrap(accuracy, [0, 1, 1], [0, 1, 1], rng=0)}, xlabel="accuracy")
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['all right']
    """
    arguments.named(scores, "scores")
    ax = axes_or_new(ax, 6.4, (1.2 if lines else 0.9) + 0.42 * len(scores))
    for row, score in enumerate(scores.values()):
        ax.plot([score.low, score.high], [row, row], color=BLUE, linewidth=2, marker="|", markersize=11)
        if hasattr(score, "estimate"):
            ax.plot(score.estimate, row, "o", color=BLUE, markersize=7)
    if min(score.low for score in scores.values()) < 0:
        ax.axvline(0, color="black", linewidth=1, zorder=1)
    ax.set_yticks(range(len(scores)), list(scores))
    ax.locator_params(axis="x", nbins=6)
    ax.set(xlabel=xlabel, ylim=(len(scores) - 0.5, -0.5))
    looks = zip((lines or {}).items(), (BLUE, "black") * 9, DASHES[1:] * 9, strict=False)
    drawn = [ax.axvline(x, color=colour, linestyle=dashes, label=name) for (name, x), colour, dashes in looks]
    if drawn:
        ax.legend(handles=drawn, loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=len(drawn))
    return ax


@figure()
def plot_pass_at_k(counts: Mapping[str, tuple[Any, Any]], *, ax: Axes | None = None) -> Axes:
    """Draw pass@k against k, a curve per system, in a band that holds the 95 % bootstrap interval over tasks.

    counts : mapping from name to (n, c)
        For each system the attempts and the passing ones, one of each per task, as for `pass_at_k`. The curve ends at
        the smallest n.

    >>> ax = plot_pass_at_k({"A": ([4, 4], [4, 0]), "B": ([4, 4], [1, 2])})
    >>> [line.get_ydata().round(3).tolist() for line in ax.lines]
    [[0.5, 0.5, 0.5, 0.5], [0.375, 0.667, 0.875, 1.0]]
    """
    arguments.named(counts, "counts")
    ax, most = axes_or_new(ax, 6.0, 3.6, **MARKED_LINES), 1
    for name, (n, c) in counts.items():
        ks = np.arange(1, np.min(n) + 1)
        most = max(most, len(ks))
        (line,) = ax.plot(ks, [pass_at_k(n, c, k) for k in ks], label=name, markersize=4)
        tasks = np.broadcast_arrays(*np.atleast_1d(n, c))
        each = [bootstrap(partial(pass_at_k, k=k), *tasks, rng=0) for k in ks]
        low, high = ([getattr(score, end) for score in each] for end in ("low", "high"))
        ax.fill_between(ks, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
    ax.set(xlabel="attempts k", ylabel="pass@k", xlim=(0.5, most + 0.5), ylim=(-0.02, 1.02))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(**BESIDE)
    return ax

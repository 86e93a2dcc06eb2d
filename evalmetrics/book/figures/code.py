"""Figures of generated programs: what a system solves in how many attempts."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...code_generation import pass_at_k
from ...inputs import arguments
from ...uncertainty import bootstrap
from .style import COLOURS, DASHES, MARKERS, axes_or_new, figure


@figure()
def plot_pass_at_k(counts: Mapping[str, tuple[Any, Any]], *, ax: Axes | None = None) -> Axes:
    """Draw pass@k against k, a curve per system, in a band that holds the 95 % bootstrap interval over tasks.

    Parameters
    ----------
    counts : mapping from name to (n, c)
        For each system the attempts and the passing ones, one of each per task, as for `pass_at_k`. The curve ends at
        the smallest n.

    Examples
    --------
    >>> ax = plot_pass_at_k({"A": ([4, 4], [4, 0]), "B": ([4, 4], [1, 2])})
    >>> [line.get_ydata().round(3).tolist() for line in ax.lines]
    [[0.5, 0.5, 0.5, 0.5], [0.375, 0.667, 0.875, 1.0]]
    """
    arguments.named(counts, "counts")
    ax, most = axes_or_new(ax, 6.0, 3.6), 1
    for i, (name, (n, c)) in enumerate(counts.items()):
        ks = np.arange(1, np.min(n) + 1)
        most = max(most, len(ks))
        style: dict[str, Any] = {"color": COLOURS[i % 6], "linestyle": DASHES[i % 6], "marker": MARKERS[i % 6]}
        ax.plot(ks, [pass_at_k(n, c, k) for k in ks], label=name, markersize=4, **style)
        tasks = np.broadcast_arrays(*np.atleast_1d(n, c))
        each = [bootstrap(partial(pass_at_k, k=k), *tasks, rng=0) for k in ks]
        low, high = ([getattr(score, end) for score in each] for end in ("low", "high"))
        ax.fill_between(ks, low, high, color=COLOURS[i % 6], alpha=0.15, linewidth=0)
    ax.set(xlabel="attempts k", ylabel="pass@k", xlim=(0.5, most + 0.5), ylim=(-0.02, 1.02))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return ax

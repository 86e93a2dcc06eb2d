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
from .style import BESIDE, MARKED_LINES, axes_or_new, figure


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

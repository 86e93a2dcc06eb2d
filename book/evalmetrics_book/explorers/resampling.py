"""From a resample to an interval: what is drawn, what it scores, and where most of the scores lie."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.inputs import arguments, resampling
from evalmetrics.kinds.examples import rows_of
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.uncertainty import bootstrap

from ..figures.intervals import plot_resampling
from .moving import explorer, slider


@described_by(bootstrap)
def one_resample(
    metric: Callable[..., Any], *samples: Any, rng: resampling.Rng = None
) -> tuple[NDArray[np.intp], float]:
    """How often each of n examples is drawn into one resample, and what the metric scores there.

    -> tuple of an array of n counts and a float
        The counts sum to n.

    >>> from evalmetrics import accuracy
    >>> counts, score = one_resample(accuracy, [1, 1, 1, 0], [1, 1, 1, 1], rng=2)
    >>> counts.tolist(), score
    ([1, 2, 0, 1], 0.75)
    """
    columns = arguments.samples(*samples)
    n = len(columns[0])
    drawn = arguments.generator(rng).integers(n, size=n)
    return np.bincount(drawn, minlength=n), float(metric(*(rows_of(column, drawn) for column in columns)))


@described_by(explorer, bootstrap)
def explore_resampling(metric: Callable[..., Any], *samples: Any, xlabel: str = "score", marked: Any = None) -> Any:
    """Sliders for how many examples there are, how many resamples, and which of these is shown; all else moves along.

    xlabel : str, default "score"
        Name of the score.
    marked : sequence of n booleans, optional
        Examples to mark, such as those on which the system is wrong.

    >>> from evalmetrics import accuracy
    >>> box = explore_resampling(accuracy, [0, 1] * 50, [0, 1, 0, 0] * 25)
    >>> box.children[0].value = 40
    >>> box.children[3].value
    '40 examples, 500 resamples: 0.750 [0.612, 0.875] (95 %, percentile)'
    """
    columns = arguments.samples(*samples)
    n = len(columns[0])

    def drawn(examples: float, resamples: float, shown: float) -> tuple[str, Any]:
        first = [column[: round(examples)] for column in columns]
        found = bootstrap(metric, *first, n_resamples=round(resamples), rng=0)
        one = one_resample(metric, *first, rng=round(shown))
        crosses = None if marked is None else marked[: round(examples)]
        numbers = f"{examples:.0f} examples, {len(found.replicates)} resamples: {found}"
        return numbers, plot_resampling(found, *one, marked=crosses, xlabel=xlabel)

    sliders = {
        "examples": slider("examples", n, least=min(10, n), most=n, step=5),
        "resamples": slider("resamples", 500, least=10, most=2000, step=0.1, log=True),
        "shown": slider("resample that is shown", 1, least=1, most=50, step=1),
    }
    return explorer(sliders, drawn)

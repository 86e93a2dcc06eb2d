"""Coverage beside intervals of chapters that are not lessons yet; it goes with the last of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd

from evalmetrics.kinds.results import Score, WithInterval, with_other
from evalmetrics.uncertainty import Bootstrap


@dataclass(frozen=True)
class _Label:
    """A coverage as it is printed."""

    coverage: float

    def __str__(self) -> str:
        return f"covers {self.coverage:.2f}"


@cache
def _labels() -> Mapping[Any, float]:
    columns = ["world", "metric", "n", "method"]
    return pd.read_csv(Path(__file__).with_name("labels.csv")).set_index(columns)["coverage"].to_dict()


def audited(score: Any, world: str, *, metric: str | None = None, n: int | None = None) -> Any:
    """The same interval, which says how often intervals like it held the truth of a world.

    Parameters
    ----------
    score : Bootstrap, Interval or score with an interval
        A Bootstrap knows its metric and n, anything else needs them.
    world, metric, n : str, str, int
        What stands for where the examples came from, and what was scored.

    Returns
    -------
    Bootstrap, Interval or score with an interval
        Printed with its coverage; ``interval.covers`` has it.

    References
    ----------
    Morris, White and Crowther (2019), Using simulation studies to evaluate statistical methods, Statistics in
    Medicine 38.

    Examples
    --------
    >>> from evalmetrics import Interval
    >>> print(audited(Interval(0.1, 0.2, 0.95, "percentile"), "digits, both", metric="macro_f_score", n=899))
    [0.100, 0.200] (95 %, percentile; covers 0.94)
    """
    if isinstance(score, Bootstrap):
        return replace(score, interval=audited(score.interval, world, metric=metric or score.metric, n=n or score.n))
    if isinstance(score, WithInterval) and isinstance(score, Score):
        return with_other(score, interval=audited(score.interval, world, metric=metric, n=n))
    return replace(score, covers=_Label(_labels()[world, metric, n, score.method]))

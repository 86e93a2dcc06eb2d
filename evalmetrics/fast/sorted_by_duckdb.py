"""Scores of data that DuckDB sorts, on disk where memory is short: each function has the name of its definition."""

from collections.abc import Iterator, Mapping
from math import fsum, sqrt
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import rankings

Counts = NDArray[Any]
AT_ONCE = 2**17  # distinct scores in memory at once: a few megabytes, and few calls


def _refuse_bad(relation: Any, number: str, name: str) -> int:
    """How many examples there are; raises unless each number is one."""
    bad = f"count(*) filter ({number} is null or not isfinite({number}::double))"
    ((n, wrong),) = relation.query("examples", f"select count(*), {bad} from examples").fetchall()
    if wrong:
        raise ValueError(f"{name} must be finite, got {wrong} missing, nan or infinite values")
    if not n:
        raise ValueError("parts must hold at least one example, got none")
    return int(n)


def groups_of(relation: Any, label: str, score: str, options: Mapping[str, Any]) -> Iterator[tuple[Counts, Counts]]:
    """Positives and negatives at each score, the highest first; they are read once."""
    _refuse_bad(relation, score, "y_score")
    found = relation.query("examples", f"select distinct {label} from examples limit 4").fetchall()
    labels = [value for (value,) in found]
    pos_label = options["pos_label"]
    rankings.sort(labels, [0.0] * len(labels), pos_label=pos_label, part=True)  # raises unless they are two labels
    wanted = str(1 if pos_label is None else pos_label)
    if isinstance(pos_label, str):
        wanted = "'" + pos_label.replace("'", "''") + "'"
    counts = f"count(*) filter ({label} = {wanted}) as p, count(*) filter ({label} <> {wanted}) as n"
    ranked = relation.query("examples", f"select {score} as s, {counts} from examples group by s order by s desc")
    for batch in ranked.to_arrow_reader(AT_ONCE):
        yield batch.column("p").to_numpy().astype(np.int64), batch.column("n").to_numpy().astype(np.int64)


def roc_auc(*ranked: Any) -> float:
    """Pairs in the right order, and half of the tied ones, in whole numbers; one division at the end."""
    above = below = twice = 0
    for positives, negatives in groups_of(*ranked):
        before = above + positives.cumsum() - positives
        twice += int((negatives * (2 * before + positives)).sum())
        above, below = above + int(positives.sum()), below + int(negatives.sum())
    return twice / (2 * above * below) if above and below else np.nan


def average_precision(*ranked: Any) -> float:
    """Precision at each score, for each positive there."""
    tp = fp = 0
    sums = []
    for positives, negatives in groups_of(*ranked):
        true, false = tp + positives.cumsum(), fp + negatives.cumsum()
        sums.append(fsum(positives * (true / (true + false))))
        tp, fp = int(true[-1]), int(false[-1])
    return fsum(sums) / tp if tp else np.nan


def median_absolute_error(relation: Any, true: str, pred: str, _: Mapping[str, Any]) -> float:
    """The middle one of the sorted errors, or the mean of the middle two."""
    error = f"abs({true}::double - {pred}::double)"
    n = _refuse_bad(relation, error, "errors")
    middle = f"select {error} from examples order by 1 limit {2 - n % 2} offset {(n - 1) // 2}"
    return fmean(value for (value,) in relation.query("examples", middle).fetchall())


def spearman(relation: Any, x: str, y: str, _: Mapping[str, Any]) -> float:
    """Products of ranks, counted twofold and from their mean, in whole numbers; one division at the end."""
    n = max(_refuse_bad(relation, each, name) for each, name in ((x, "x"), (y, "y")))
    ranks = "(select v, 2 * sum(c) over (order by v) - c - {n} as r from ({sizes}))"
    sizes = "select {v} as v, count(*) as c from examples group by v"
    of_x, of_y = (ranks.format(n=n, sizes=sizes.format(v=each)) for each in (x, y))
    joined = f"examples join {of_x} as rx on {x} = rx.v join {of_y} as ry on {y} = ry.v"
    both = f"select rx.r::hugeint as a, ry.r::hugeint as b from {joined}"
    ((xy, xx, yy),) = relation.query("examples", f"select sum(a * b), sum(a * a), sum(b * b) from ({both})").fetchall()
    return int(xy) / sqrt(int(xx) * int(yy)) if xx and yy else np.nan

"""What DuckDB counts by itself: the cells of a matrix, and a ranking that is sorted outside of memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import rankings
from ..kinds.base import kind_of, unwrapped
from .reading import Reader

Counts = NDArray[Any]
COUNT = "sample_weight"
AT_ONCE = 2**17  # distinct scores in memory at once


def is_relation(part: Any) -> bool:
    """Whether a part is a relation of DuckDB."""
    return "duckdb" in type(part).__module__ and hasattr(part, "aggregate")


def counted_cells(relation: Any, reader: Reader) -> tuple[Any, Reader]:
    """A relation that has each combination of labels once, with how often it occurs, and its reader."""
    names = ", ".join(map(quoted, reader.columns.values()))
    cells = relation.aggregate(f"{names}, count(*) as {quoted(COUNT)}", names)
    return cells, replace(reader, extra={COUNT: COUNT})


def quoted(column: str) -> str:
    """A name of a column as SQL has it, whatever is in it."""
    return '"' + column.replace('"', '""') + '"'


def streamed_score(metric: Any, relation: Any, columns: Mapping[str, str]) -> float:
    """The exact area of a ranking that DuckDB sorts, on disk where memory is short; it is read once, from the top."""
    label, score = (quoted(columns[name]) for name in ("y_true", "y_score"))
    pos_label = unwrapped(metric)[1].get("pos_label")
    bad, *labels = _checked(relation, label, score)
    if bad:
        raise ValueError(f"y_score must be finite, got {bad} missing, nan or infinite values")
    rankings.sort(labels, [0.0] * len(labels), pos_label=pos_label, part=True)  # raises unless they are two labels
    wanted = 1 if pos_label is None else pos_label
    sql = (
        f"select {score} as s, count(*) filter ({label} = $wanted) as p, count(*) filter ({label} <> $wanted) as n "
        "from ranked group by s order by s desc"
    )
    ranked = relation.query("ranked", sql.replace("$wanted", _literal(wanted)))
    return STREAMED[kind_of(metric).name](_groups(ranked))  # type: ignore[union-attr]


def streams(metric: Any) -> bool:
    """Whether the score can be worked out of a stream of groups of equal scores."""
    of = kind_of(metric)
    return of is not None and of.name in STREAMED and of.public is unwrapped(metric)[0]


def _checked(relation: Any, label: str, score: str) -> list[Any]:
    """How many scores are no numbers, and the labels."""
    sql = f"select count(*) filter ({score} is null or not isfinite({score}::double)) from ranked"
    ((bad,),) = relation.query("ranked", sql).fetchall()
    found = relation.query("ranked", f"select distinct {label} from ranked limit 4").fetchall()
    return [bad, *(value for (value,) in found)]


def _literal(value: Any) -> str:
    if isinstance(value, str):
        return "'" + value.replace("'", "''") + "'"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _groups(relation: Any) -> Iterator[tuple[Counts, Counts]]:
    """Positives and negatives at each score, the highest first."""
    for batch in relation.to_arrow_reader(AT_ONCE):
        yield batch.column("p").to_numpy().astype(np.int64), batch.column("n").to_numpy().astype(np.int64)


def streamed_roc_auc(groups: Iterable[tuple[Counts, Counts]]) -> float:
    """Pairs in the right order, and half of the tied ones, in whole numbers; one division at the end."""
    above = below = twice = 0
    for positives, negatives in groups:
        before = above + positives.cumsum() - positives
        twice += int((negatives * (2 * before + positives)).sum())
        above, below = above + int(positives.sum()), below + int(negatives.sum())
    return twice / (2 * above * below) if above and below else np.nan


def streamed_average_precision(groups: Iterable[tuple[Counts, Counts]]) -> float:
    """Precision at each score, for each positive there."""
    tp = fp = 0
    sums = []
    for positives, negatives in groups:
        true, false = tp + positives.cumsum(), fp + negatives.cumsum()
        sums.append(fsum(positives * (true / (true + false))))
        tp, fp = int(true[-1]), int(false[-1])
    return fsum(sums) / tp if tp else np.nan


STREAMED: dict[str, Callable[[Iterable[tuple[Counts, Counts]]], float]] = {
    "roc_auc": streamed_roc_auc,
    "average_precision": streamed_average_precision,
}

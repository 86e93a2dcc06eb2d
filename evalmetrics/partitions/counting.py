"""The passes over the parts of a data set: what all have to share, then what each of them counts."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from ..inputs import arguments
from ..kinds.base import Kind, kind_of, unwrapped
from ..kinds.matrix import OfMatrix
from ..kinds.signatures import options_of
from ..kinds.sums import Center, FirstPass, OfSums
from ..kinds.total import Total, described
from ..kinds.weights import OfWeights
from .bracket import check_that_it_has_a_bracket, rounded
from .engines import added_up, of_batches
from .reading import ROWS_AT_ONCE, Reader, Samples, refuse_missing

WEIGHT = "sample_weight"


def totals_of(
    metrics: Mapping[str, Any],
    parts: Iterable[Any],
    *,
    columns: Any = None,
    sample_weight: str | None = None,
    engine: Any = None,
    bits: int | None = None,
    resume: Any = None,
    rows_at_once: int = ROWS_AT_ONCE,
    n_examples: int | None = None,
    open_end: bool = False,
    shared: Mapping[str, Mapping[str, Any]] = MappingProxyType({}),
) -> Mapping[str, Total]:
    """What some metrics count in all parts, by their names; `shared` holds options that a first pass would find.

    parts : iterable
        Of tuples of samples; of tables: DataFrames, or what speaks Arrow (tables of pyarrow; tables and lazy frames of
        Polars, which counts the cells of a matrix itself; relations of DuckDB, which counts equal examples itself, and
        sorts on disk for `roc_auc`, `average_precision`, `spearman` and `median_absolute_error`); of names of files,
        which are read some rows at a time: .parquet, .csv, .tsv, .jsonl; of functions that return one of these where
        the part is counted. It is read once, or twice where a first pass is needed, and then it has to be a list. No
        file may be named twice.
    columns : sequence of names, or dict, optional
        Which column of a table holds which sample; by default those that are named as the metric names its samples.
        Columns that no sample needs are not read. Of several metrics, each takes its own from the first place on where
        samples come in tuples, or `columns` is a sequence.
    sample_weight : str, optional
        The column of weights; of counts, where a database has grouped equal rows.
    engine : optional
        Who counts: by default this process, part after part; "processes" for one on each processor; an ``Executor`` of
        concurrent.futures, a ``joblib.Parallel``, a Dask ``Client``, or a function like ``map``. A part that fails is
        tried once more, and then named.
    bits : int, optional
        For rankings, and medians, of more distinct scores, or errors, than memory holds: each is rounded down to so
        many binary digits, and the result is a `Bracket`, two numbers that the exact score lies between.
    resume : folder, optional
        Keeps the counts of each file that is done, and finds them there the next time, unless the file has changed.
    rows_at_once : int, default 131072
        How many rows of a file are in memory at once.
    n_examples : int, optional
        How many examples there are in all: another number is refused.
    open_end : bool, default False
        Whether the last line of a file of text may lack its end. It mostly does where a file was cut.

    ValueError
        A metric whose counts do not add up, with what can be done instead; no examples.
    RuntimeError
        A part that could not be counted, with its number and the reason.

    Source: Gray et al. (1997), Data cube: a relational aggregation operator, for functions of sums that can be merged.
    """
    for metric in metrics.values():
        kind(metric).check_that_it_adds_up()
        if bits is not None:
            arguments.whole_number(bits, "bits", least=1)
            check_that_it_has_a_bracket(kind(metric))
    parts = several(parts)
    if not isinstance(sample_weight, str | None):
        raise TypeError(f"sample_weight must name the column of weights, got {arguments.shown(sample_weight)}")
    extra = {} if sample_weight is None else {WEIGHT: sample_weight}
    rows = arguments.whole_number(rows_at_once, "rows_at_once", least=1)
    reader = Reader(columns_of(metrics, columns), places_of(metrics), rows, extra, open_end)
    needed = {n: metric for n, metric in metrics.items() if not shared.get(n) and needs_first_pass(metric)}
    if needed:
        if iter(parts) is parts:
            raise TypeError(f"parts must be a list: {' and '.join(needed)} reads them twice, got an iterator")
        if found := added_up(engine, partial(of_batches, reader, partial(summaries_of, needed)), parts):
            shared = {**shared, **{name: summary.options() for name, summary in found.sums.items()}}
    folder = None if resume is None else Path(resume)
    counted = added_up(engine, Counting(metrics, reader, shared, bits, folder), parts)
    if counted is None:
        raise ValueError("parts must hold at least one example, got none")
    if n_examples not in (None, found := next(iter(counted.sums.values())).n):
        raise ValueError(
            f"n_examples must be how many examples parts hold, got {n_examples!r}, but {found} were counted"
        )
    return counted.sums


def several(parts: Any) -> Any:
    """Parts as they came; a list of one where a single part came in place of them."""
    alone = isinstance(parts, str | os.PathLike | pd.DataFrame | tuple) or hasattr(parts, "__arrow_c_stream__")
    if (
        isinstance(parts, tuple)
        and parts
        and all(isinstance(e, tuple) and all(map(arguments.is_list, e)) for e in parts)
    ):
        raise TypeError(
            "parts is a tuple of tuples: give list(parts) if each is a part, or [parts] if it is one part, of which "
            "each is a sample"
        )
    if alone or not isinstance(parts, Iterable):
        return [parts]
    return parts if iter(parts) is parts else _named_once(parts)


def _named_once(parts: Iterable[Any]) -> Iterable[Any]:
    seen: dict[Path, int] = {}
    for i, part in enumerate(parts):
        if isinstance(part, str | os.PathLike) and (first := seen.setdefault(Path(part).resolve(), i)) != i:
            raise ValueError(f"parts must name a file once, got {os.fspath(part)!r} as part {first} and part {i}")
    return parts


def settled(metric: Any, options: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A metric with its options, and apart from these the options that only data in parts have, such as a centre."""
    of = kind(metric)
    of_parts = options_of(of.shared) if isinstance(of, OfSums) and of.shared is not None and of.takes_samples else {}
    told = {name: value for name, value in options.items() if name in of_parts and name not in of.defaults}
    own = {name: value for name, value in options.items() if name not in told}
    return metric.given(**own) if own else metric, told


def columns_of(metrics: Mapping[str, Any], columns: Any) -> dict[str, str]:
    places = places_of(metrics)
    if columns is None:
        return {name: name for name in places}
    if isinstance(columns, Mapping):
        if unknown := [name for name in columns if name not in places]:
            raise ValueError(f"columns names {', '.join(map(repr, unknown))}; the samples are {', '.join(places)}")
        return {name: columns.get(name, name) for name in places}
    columns = [columns] if isinstance(columns, str) else list(columns)
    if len(columns) != max(places.values()) + 1:
        raise ValueError(f"columns must name a column for each of {', '.join(places)}, got {columns}")
    return {name: columns[place] for name, place in places.items()}


def places_of(metrics: Mapping[str, Any]) -> dict[str, int]:
    places: dict[str, int] = {}
    for metric in metrics.values():
        for place, name in enumerate(kind(metric).samples):
            if places.setdefault(name, place) != place:
                raise ValueError(f"metrics must have {name} at one place among their samples: score them one by one")
    return places


def kind(metric: Any) -> Kind:
    found = kind_of(metric)
    if found is None:
        raise TypeError(
            f"metric must be declared, so that its counts can be added up, got {metric!r}: make a function of a "
            "confusion matrix one with of_matrix, a function of sums with of_sums"
        )
    return found


def needs_first_pass(metric: Any) -> bool:
    of = kind(metric)
    given = unwrapped(metric)[1]
    if not isinstance(of, OfSums) or of.shared is None:
        return False
    if of.first_pass is None:
        if options_of(of.shared).keys() <= given.keys():
            return False
        raise ValueError(
            f"{of.name} needs to know something of all examples, and does not say how it is worked out of parts: give "
            f"{' and '.join(options_of(of.shared))}"
        )
    return given.get(of.first_pass.option) is None


@dataclass(frozen=True)
class ByName:
    """Sums over some parts for several metrics, by their names."""

    sums: Mapping[str, Any]

    def __add__(self, other: ByName) -> ByName:
        return ByName({name: value + other.sums[name] for name, value in self.sums.items()})


@dataclass(frozen=True)
class Summary:
    metric: Any
    value: Any

    def __add__(self, other: Summary) -> Summary:
        return Summary(self.metric, first_pass(self.metric).joined(self.value, other.value))

    def options(self) -> dict[str, Any]:
        last = first_pass(self.metric)
        return {last.option: last.value(self.value)}


def first_pass(metric: Any) -> FirstPass | Center:
    return kind(metric).first_pass  # type: ignore[attr-defined]


def summaries_of(metrics: Mapping[str, Any], batch: Samples) -> ByName:
    summaries = {}
    for name, metric in metrics.items():
        of, samples = kind(metric), [batch[sample] for sample in kind(metric).samples]
        of.checked_samples(samples, of.settled(unwrapped(metric)[1], needed=()))  # bad ones are named as anywhere
        summaries[name] = Summary(metric, first_pass(metric).of_part(*samples))
    return ByName(summaries)


def is_relation(part: Any) -> bool:
    return "duckdb" in type(part).__module__ and hasattr(part, "aggregate")


def is_of_polars(part: Any) -> bool:
    return type(part).__module__.partition(".")[0] == "polars" and hasattr(part, "group_by")


def quoted(column: str) -> str:
    """A name of a column as SQL has it, whatever is in it."""
    return '"' + column.replace('"', '""') + '"'


def _kept(path: Path) -> Total:
    try:
        return Total.from_bytes(path.read_bytes())
    except ValueError as error:
        raise ValueError(f"{path}: {error}; delete this file to count its part again") from None


@dataclass(frozen=True)
class Counting:
    metrics: Mapping[str, Any]
    reader: Reader
    shared: Mapping[str, Mapping[str, Any]]
    bits: int | None = None
    folder: Path | None = None
    grouped: bool = False  # whether weights are counts of equal rows

    def __call__(self, part: Any) -> ByName | None:
        if self.folder is None:
            return self.counted(part)
        kept = self.kept_in(part)
        if all(path.exists() for path in kept.values()):
            return ByName({name: _kept(path) for name, path in kept.items()})
        counted = self.counted(part)
        self.folder.mkdir(parents=True, exist_ok=True)
        for name, total in counted.sums.items() if counted else ():
            half = kept[name].with_suffix(f".{os.getpid()}")
            half.write_bytes(total.to_bytes())
            half.replace(kept[name])  # whole or not at all, whenever this is interrupted
        return counted

    def counted(self, part: Any) -> ByName | None:
        cells = None if self.reader.extra else self.grouped_where_it_lies(part)
        if cells is None:
            return of_batches(self.reader, self.of_batch, part)
        return replace(self, reader=replace(self.reader, extra={WEIGHT: WEIGHT}), grouped=True).counted(cells)

    def grouped_where_it_lies(self, part: Any) -> Any:
        """A table of the examples of a part that differ, and how often each occurs; None where nobody counts them."""
        kinds, columns = [kind(metric) for metric in self.metrics.values()], list(self.reader.columns.values())
        if is_relation(part) and all(isinstance(each, OfMatrix | OfWeights) for each in kinds):
            names = ", ".join(map(quoted, columns))
            return part.aggregate(f"{names}, count(*) as {quoted(WEIGHT)}", names)
        if is_of_polars(part) and all(isinstance(each, OfMatrix) for each in kinds):  # of scores, few are equal
            part, columns = part.lazy(), list(dict.fromkeys(columns))
            types = part.collect_schema()
            refuse_missing(columns, types)
            if WEIGHT in columns or any(types[name].is_nested() or types[name].is_object() for name in columns):
                return None
            return part.group_by(columns).len(WEIGHT).collect(engine="streaming")
        return None

    def of_batch(self, batch: Samples) -> ByName:
        weight = {WEIGHT: batch[WEIGHT]} if WEIGHT in self.reader.extra else {}
        totals = {}
        for name, metric in self.metrics.items():
            samples = [batch[sample] for sample in kind(metric).samples]
            total = metric.total(*samples, **weight, **self.shared.get(name, {}))
            total = replace(total, n=int(np.sum(batch[WEIGHT]))) if self.grouped else total
            totals[name] = total if self.bits is None else rounded(total, self.bits)
        return ByName(totals)

    def kept_in(self, part: Any) -> dict[str, Path]:
        if not isinstance(part, str | os.PathLike):
            raise TypeError(f"resume knows files again, and no other parts; got {arguments.shown(part)}")
        path, folder = Path(part), self.folder or Path()
        now = path.stat()
        state = [str(path.resolve()), now.st_size, now.st_mtime_ns, now.st_ctime_ns]  # the last is nobody's to set
        how = [state, self.reader.columns, self.reader.extra, self.bits]
        kept = {}
        for name, metric in self.metrics.items():
            of, options = kind(metric), {**unwrapped(metric)[1], **self.shared.get(name, {})}
            text = repr(described([how, of.name, of.made_of, options], ()))
            kept[name] = folder / f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.total"
        return kept

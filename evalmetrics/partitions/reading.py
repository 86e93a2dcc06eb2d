"""What a part can be, tables and files among it, and how it is read: some rows at a time."""

from __future__ import annotations

import csv
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ..inputs import arguments

ROWS_AT_ONCE = 2**17  # ten columns of numbers are 10 MB, and reading them is one call for many rows
Samples = dict[str, Any]  # by the name that the metric has for them


@dataclass(frozen=True)
class Reader:
    """Which columns of a table are read, and how many rows of a file at once.

    `columns` says for each sample, by the name that the metric has for it, which column holds it, and `places` which
    entry of a tuple does. `extra` are columns that are no samples, weights and keys; in a tuple they come last.
    """

    columns: Mapping[str, str]
    places: Mapping[str, int]
    rows_at_once: int = ROWS_AT_ONCE
    extra: Mapping[str, str] = field(default_factory=dict)
    open_end: bool = False

    def batches(self, part: Any) -> Iterator[Samples]:
        if callable(part) and not hasattr(part, "__arrow_c_stream__"):
            part = part()
        if isinstance(part, tuple):
            yield self.of_tuple(part)
            return
        kinds: dict[str, str] = {}
        for table in self.tables(part):
            batch = self.of_table(table)
            if table.empty:
                continue
            for name, column in batch.items():
                kind = kind_of_column(column)
                if kinds.setdefault(name, kind) != kind:
                    raise TypeError(
                        f"column {self.wanted[name]!r} holds {kinds[name]} in some rows and {kind} in others: "
                        "write it in one type, or give the rows as DataFrames"
                    )
            yield batch

    @property
    def wanted(self) -> dict[str, str]:
        return {**self.columns, **self.extra}

    def of_tuple(self, samples: tuple[Any, ...]) -> Samples:
        n = max(self.places.values()) + 1
        places = {**self.places, **{name: n + i for i, name in enumerate(self.extra)}}
        if len(samples) != n + len(self.extra):
            raise ValueError(
                f"a part must be a tuple of {' and '.join(places)}, sequences of one length; got {len(samples)}"
            )
        batch = {name: samples[place] for name, place in places.items()}
        arguments.same_length(**batch)
        return batch

    def of_table(self, table: pd.DataFrame) -> Samples:
        refuse_missing(self.wanted.values(), table.columns)
        return {name: sample_of(table[column], name) for name, column in self.wanted.items()}

    def tables(self, part: Any) -> Iterator[pd.DataFrame]:
        if isinstance(part, pd.DataFrame):
            yield part
        elif isinstance(part, str | os.PathLike):
            yield from self.of_file(Path(part))
        elif hasattr(part, "__arrow_c_stream__") or hasattr(part, "__arrow_c_array__"):
            yield from _of_arrow(part)
        elif hasattr(part, "collect_schema"):  # a plan of Polars
            refuse_missing(self.wanted.values(), part.collect_schema())
            yield from _of_arrow(part.select(list(dict.fromkeys(self.wanted.values()))).collect(engine="streaming"))
        elif isinstance(part, Mapping):
            yield pd.DataFrame(dict(part))
        else:
            raise TypeError(
                "a part must be a tuple of samples, a table (a DataFrame, or what speaks Arrow), the name of a file "
                f"(.parquet, .csv, .jsonl), or a function that returns one of these; got {arguments.shown(part)}"
            )

    def of_file(self, path: Path) -> Iterator[pd.DataFrame]:
        kind = next((suffix for suffix in path.suffixes[::-1] if suffix in FILES), None)
        if kind is None:
            raise ValueError(f"a part must be a file that ends in {', '.join(FILES)}, got {path.name!r}")
        if kind != ".parquet" and not self.open_end:
            _refuse_open_end(path)
        return FILES[kind](path, list(dict.fromkeys(self.wanted.values())), self.rows_at_once)


def refuse_missing(wanted: Iterable[str], there: Iterable[Any]) -> None:
    held = [str(name) for name in there]
    if twice := [column for column in wanted if held.count(column) > 1]:
        raise ValueError(f"a part has several columns {twice[0]!r}: rename all but the one that is meant")
    if missing := [column for column in wanted if column not in held]:
        raise ValueError(
            f"a part has no column {' and '.join(map(repr, missing))}; it has {arguments.several(held)}: say with "
            "columns= which of them holds which sample"
        )


def _blocks(path: Path) -> Iterator[bytes]:
    with needed("pandas.io.common").get_handle(path, "rb", compression="infer", is_text=False) as opened:
        while block := opened.handle.read(2**20):
            yield block


def _refuse_open_end(path: Path) -> None:
    """Raise where the last line of a file has no end: its last number may have been cut."""
    last = b""
    if path.suffix in FILES:  # what is not packed is read from its end
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - 1, 0))
            last = file.read()
    else:
        for block in _blocks(path):
            last = block
    if last and last[-1:] not in (b"\n", b"\r"):
        raise ValueError(
            f"{path.name} ends in the middle of a line, as a file that was cut does: give open_end=True if it is whole"
        )


def sample_of(column: pd.Series, name: str) -> Any:
    """A column as an array of numbers, or a list; a text where a list of references is due is the only one."""
    if column.dtype.kind in "biuf":
        return column.to_numpy()
    values = [each.tolist() if isinstance(each, np.ndarray) else each for each in column.tolist()]
    return [[each] if isinstance(each, str) else each for each in values] if name == "list_of_references" else values


def kind_of_column(column: Any) -> str:
    if isinstance(column, np.ndarray):
        return "numbers"
    kinds = {"texts" if isinstance(v, str) else "numbers" if isinstance(v, int | float) else "objects" for v in column}
    return kinds.pop() if len(kinds) == 1 else "values of several types"


def _of_parquet(path: Path, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
    parquet = needed("pyarrow.parquet")
    with parquet.ParquetFile(path, pre_buffer=False) as file:  # or all of the file would be read ahead, and kept
        refuse_missing(columns, file.schema_arrow.names)
        for batch in file.iter_batches(rows, columns=list(columns)):
            yield batch.to_pandas()


def _of_csv(path: Path, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
    """The tables of a .csv file: floats are read to the last digit, an empty cell is missing, and "NA" is a text."""
    separator = "\t" if ".tsv" in path.suffixes else ","
    how: dict[str, Any] = {"keep_default_na": False, "na_values": [""]}
    if int(pd.__version__.split(".")[0]) < 3:  # later versions read floats so by default
        how["float_precision"] = "round_trip"
    _refuse_ragged(path, separator)
    try:
        names = pd.read_csv(path, sep=separator, nrows=1, header=None, dtype=str).iloc[0]
    except pd.errors.EmptyDataError:
        raise ValueError(f"{path.name} is empty: the names of its columns are needed") from None
    refuse_missing(columns, names)
    with pd.read_csv(path, sep=separator, chunksize=rows, usecols=lambda c: c in columns, **how) as tables:
        yield from tables


def _refuse_ragged(path: Path, separator: str) -> None:
    """Raise unless every line has as many fields as the first: pandas shifts the longer ones, and fills up others."""
    if _is_regular(path, separator.encode()):
        return
    with needed("pandas.io.common").get_handle(path, "r", compression="infer", encoding="utf-8-sig") as opened:
        lines = csv.reader(opened.handle, delimiter=separator, strict=True)
        try:
            n = len(next(lines, []))
            for row in lines:
                if row and len(row) != n:
                    raise ValueError(f"line {lines.line_num} of {path.name} has {len(row)} fields, the first line {n}")
        except csv.Error as error:
            raise ValueError(f"line {lines.line_num} of {path.name}: {error}") from None


def _is_regular(path: Path, separator: bytes) -> bool:
    """Whether nothing is quoted and every line has as many separators, seen in a small part of the time to read it."""
    rest, wanted = b"", None
    for block in _blocks(path):
        whole, end, rest = (rest + block).rpartition(b"\n")
        line = np.frombuffer(whole + end, dtype=np.uint8)
        of_lines = np.diff(np.cumsum(line == separator[0], dtype=np.int32)[line == ord("\n")], prepend=0)
        wanted = of_lines[0] if wanted is None and len(of_lines) else wanted
        if b'"' in block or (of_lines != wanted).any():
            return False
    return not rest or wanted is None or rest.count(separator) == wanted


def _of_json_lines(path: Path, columns: Sequence[str], rows: int) -> Iterator[pd.DataFrame]:
    with path.open(encoding="utf-8") as lines:
        numbered = ((i, line) for i, line in enumerate(lines, 1) if line.strip())
        while chunk := list(itertools.islice(numbered, rows)):
            yield pd.DataFrame([_row(path, i, line, columns) for i, line in chunk])


def _row(path: Path, number: int, line: str, columns: Sequence[str]) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {number} of {path.name} is no JSON: {error.msg} at character {error.pos + 1}") from None
    if not isinstance(row, dict) or (missing := [name for name in columns if name not in row]):
        lacks = f"has no {' and '.join(map(repr, missing))}" if isinstance(row, dict) else "is no object"
        raise ValueError(f"line {number} of {path.name} {lacks}")
    return {name: row[name] for name in columns}


FILES: dict[str, Callable[[Path, Sequence[str], int], Iterator[pd.DataFrame]]] = {
    ".parquet": _of_parquet,
    ".csv": _of_csv,
    ".tsv": _of_csv,
    ".jsonl": _of_json_lines,
    ".ndjson": _of_json_lines,
}


def _of_arrow(part: Any) -> Iterator[pd.DataFrame]:
    arrow = needed("pyarrow")
    if hasattr(part, "__arrow_c_stream__"):
        for batch in arrow.RecordBatchReader.from_stream(part):
            yield batch.to_pandas()
    else:
        yield arrow.record_batch(part).to_pandas()


def needed(module: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.split(".")[0]
        raise ModuleNotFoundError(
            f"this needs {package}, which is not installed: pip install {package}, or evalmetrics[partitions]",
            name=package,
        ) from error

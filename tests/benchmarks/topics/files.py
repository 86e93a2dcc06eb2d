"""Files of Parquet: a score of labels in many rows, which Polars reads and counts."""

import atexit
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import numpy as np

import evalmetrics

from ..row import Row

FILES = 5


def written(n: int) -> tuple[list[Path], list[str]]:
    """Labels of ten classes in some files, which are gone with this process; what is observed, and what predicted."""
    import polars

    folder, rng = Path(mkdtemp()), np.random.default_rng(0)
    atexit.register(shutil.rmtree, folder)
    label = rng.integers(10, size=n)
    guess = np.where(rng.random(n) < 0.7, label, rng.integers(10, size=n))
    for i in range(FILES):
        polars.DataFrame({"label": label[i::FILES], "guess": guess[i::FILES]}).write_parquet(folder / f"{i}.parquet")
    return sorted(folder.iterdir()), ["label", "guess"]


def our_recall(files: list[Path], columns: list[str]) -> float:
    return float(evalmetrics.score_partitions(evalmetrics.balanced_accuracy, files, columns=columns))


def our_recall_of_a_plan(files: list[Path], columns: list[str]) -> float:
    import polars

    plan = polars.scan_parquet(files)
    return float(evalmetrics.score_partitions(evalmetrics.balanced_accuracy, plan, columns=columns))


def polars_recall(files: list[Path], columns: list[str]) -> float:
    import polars as pl

    observed, predicted = map(pl.col, columns)
    cells = pl.scan_parquet(files).group_by(columns).len("n").collect(engine="streaming")
    right = pl.col("n").filter(observed == predicted).sum()
    recall = cells.group_by(observed).agg((right / pl.col("n").sum()).alias("recall"))
    return float(recall["recall"].mean())  # type: ignore[arg-type]


def parquet_row(work: str, ours: Any, missed: str) -> Row:
    work = f"balanced accuracy of 5,000,000 rows of Parquet, {work}"
    size = 5_000_000
    how = {"package": "polars", "missed": missed, "excused": 0.4}
    return Row(work, "Polars, five lines", 1, size, written, ours, polars_recall, **how)  # type: ignore[arg-type]


ROWS = [
    parquet_row("as `polars.scan_parquet`", our_recall_of_a_plan, "the same plan, and checks of what it gives"),
    parquet_row("as names of files", our_recall, "rows go through pyarrow and pandas, a batch at a time"),
]

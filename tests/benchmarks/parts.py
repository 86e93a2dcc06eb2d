"""Time and memory of scores over parts, beside other ways to them: `make bench` writes `parts.md` and its table.

Each program runs in a process of its own, on the same Parquet files, and reports the time and the memory that it took
beyond its imports. Libraries that are not installed are left out, and said to be.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from multiprocessing import get_context
from pathlib import Path
from time import process_time, sleep

import numpy as np
import pandas as pd

PAGE = Path(__file__).with_name("parts.md")
TABLE = Path(__file__).parents[2] / "book" / "evalmetrics_book" / "data" / "parts_measured.csv"
SIZES = (100_000, 1_000_000, 10_000_000, 100_000_000)
PARTS = 20
FEWER, MORE = 1_000_000, 200  # at this size, so many parts, too
LONGEST = 200  # seconds of a processor that a program may be expected to take
IN_ONE_PASS = 120  # bytes a row that one pass takes, about: where the machine has less free, it is left out
LABELS, NUMBERS, RANKS = ["label", "guess"], ["y", "y_hat"], ["positive", "score"]
Scores = dict[str, float]


def write(folder: Path, n: int, parts: int) -> list[str]:
    """Labels of ten classes, numbers, and scores with five digits, in some files; their names."""
    for part in range(parts):
        rng, m = np.random.default_rng(part), n // parts
        label, y, positive = rng.integers(0, 10, m), rng.normal(size=m), rng.integers(0, 2, m)
        guess = np.where(rng.random(m) < 0.7, label, rng.integers(0, 10, m))
        score = (rng.random(m) + 0.3 * positive).round(5)
        columns = {"label": label, "guess": guess, "y": y, "y_hat": y + rng.normal(size=m)}
        table = pd.DataFrame({**columns, "positive": positive, "score": score})
        table.to_parquet(folder / f"{part:03}.parquet", row_group_size=2**16)
    return [str(path) for path in sorted(folder.iterdir())]


def of_parts(parts: object, engine: object = None) -> Scores:
    import evalmetrics as em

    asked = {"macro F1": (em.macro_f_score, LABELS), "R²": (em.r2, NUMBERS), "AUC": (em.roc_auc, RANKS)}
    how = {} if engine is None else {"engine": engine}
    return {
        name: em.score_partitions(metric, parts, columns=columns, **how) for name, (metric, columns) in asked.items()
    }


def on_duckdb(files: list[str]) -> Scores:
    """This package on a relation of DuckDB: cells are counted and scores sorted there."""
    import duckdb

    return of_parts(duckdb.read_parquet(files))


def in_sql(files: list[str]) -> Scores:
    """DuckDB alone, in SQL as one writes it: the area by the ranks of the positives."""
    import duckdb

    rows = duckdb.read_parquet(files)
    f1 = """with cells as (select label, guess, count(*) as c from rows group by all),
        observed as (select label as k, sum(c) as o, sum(c) filter (label = guess) as tp from cells group by k),
        predicted as (select guess as k, sum(c) as p from cells group by k)
        select avg(2 * tp / (o + p)) from observed join predicted using (k)"""
    r2 = "select 1 - sum((y - y_hat) ** 2) / (var_pop(y) * count(*)) from rows"
    area = """with each as (select score, sum(positive) as p, count(*) - sum(positive) as n from rows group by score),
        below as (select p, n, sum(n) over (order by score) - n as before from each)
        select sum(p::double * (before + n / 2)) / (sum(p)::double * sum(n)) from below"""
    asked = {"macro F1": f1, "R²": r2, "AUC": area}
    return {name: float(rows.query("rows", sql).fetchall()[0][0]) for name, sql in asked.items()}


def in_one_pass(files: list[str]) -> Scores:
    """pandas reads all columns of a question at once, and scikit-learn scores them."""
    from sklearn import metrics

    def table(columns: list[str]) -> list[np.ndarray]:
        read = pd.concat([pd.read_parquet(file, columns=columns) for file in files], ignore_index=True)
        return [read[column].to_numpy() for column in columns]

    return {
        "macro F1": metrics.f1_score(*table(LABELS), average="macro"),
        "R²": metrics.r2_score(*table(NUMBERS)),
        "AUC": metrics.roc_auc_score(*table(RANKS)),
    }


def batches(files: list[str], columns: list[str]) -> Iterator[list[np.ndarray]]:
    import pyarrow.parquet

    for file in files:
        with pyarrow.parquet.ParquetFile(file, pre_buffer=False) as opened:
            for batch in opened.iter_batches(2**17, columns=columns):
                yield [batch.column(name).to_numpy() for name in columns]


def updated(files: list[str]) -> Scores:
    """torchmetrics, batch after batch; the area of 200 thresholds, since the exact one keeps every score."""
    import torch
    from torchmetrics.classification import BinaryAUROC, MulticlassF1Score
    from torchmetrics.regression import R2Score

    torch.set_num_threads(1)
    asked = {
        "macro F1": (MulticlassF1Score(10, average="macro"), LABELS),
        "R²": (R2Score(), NUMBERS),
        "AUC": (BinaryAUROC(thresholds=200), RANKS),
    }
    for metric, columns in asked.values():
        for truth, answer in batches(files, columns):
            answer = answer / 1.3 if columns is RANKS else answer  # scores beyond 1 would be taken for logits
            metric.update(torch.from_numpy(answer), torch.from_numpy(truth))
    return {name: float(metric.compute()) for name, (metric, _) in asked.items()}


PROGRAMS: dict[str, tuple[str, str, Callable[[list[str]], Scores]]] = {
    "of_parts": ("evalmetrics, part after part", "evalmetrics", of_parts),
    "by_two": ("evalmetrics, two processes", "evalmetrics", of_parts),
    "on_duckdb": ("evalmetrics on DuckDB", "duckdb", on_duckdb),
    "in_sql": ("DuckDB alone, in SQL", "duckdb", in_sql),
    "updated": ("torchmetrics, batch after batch", "torchmetrics", updated),
    "in_one_pass": ("pandas and scikit-learn, one pass", "sklearn", in_one_pass),
}


def measure(name: str, files: list[str]) -> None:
    """Run one program here, on few rows first so that everything is imported, and print what it took."""
    program = PROGRAMS[name][2]
    if name == "by_two":
        with ProcessPoolExecutor(2, get_context("spawn")) as pool:
            print(json.dumps(taken(lambda part: of_parts(part, pool), files, pool)))
    else:
        print(json.dumps(taken(program, files)))


def taken(program: Callable[[list[str]], Scores], files: list[str], pool: ProcessPoolExecutor | None = None) -> dict:
    """What a program takes after it has seen the first file four times, with all processes that work for it."""
    program(files[:1] * 4)
    before = used(pool)
    scores = program(files[1:])
    after = used(pool)
    cpu, memory = ({pid: after[pid][i] - before[pid][i] for pid in after if pid in before} for i in (0, 1))
    found = {each: float(score) for each, score in scores.items()}
    return {"scores": found, "cpu": sum(cpu.values()), "MB": sum(memory.values())}


def used(pool: ProcessPoolExecutor | None) -> dict[int, tuple[float, float]]:
    """Processor seconds and peak memory in megabytes until now, of this process and those of a pool."""
    others = [] if pool is None else pool.map(used_here, [0.2] * 8)
    return dict([*others, used_here()])


def used_here(wait: float = 0.0) -> tuple[int, tuple[float, float]]:
    """The same of one process, and its number: what Linux says, without that of the process above."""
    sleep(wait)  # so that every process of a pool is asked
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    peak = next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))
    return os.getpid(), (process_time(), peak)


def free() -> float:
    lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def run(name: str, files: list[str]) -> dict:
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.benchmarks.parts", name, *files]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(f"{name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def measured(n: int, parts: int, cpu: dict[str, float]) -> Iterator[dict]:
    """A row of the table for each program that is installed, and fits; `cpu` is what each took for a tenth."""
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as folder:
        files = [*write(Path(small), 1000, 1), *write(Path(folder), n, parts)]
        exact: Scores = {}
        for name, (said, package, _) in PROGRAMS.items():
            too_long, too_large = (
                10 * cpu.get(name, 0) > LONGEST,
                name == "in_one_pass" and n * IN_ONE_PASS > 0.7 * free(),
            )
            if find_spec(package) is None or too_long or too_large:
                print(f"left out: {said}, {n:,} rows", flush=True)
                cpu[name] = LONGEST if too_long else 0.0
                continue
            took = run(name, files)
            scores = took.pop("scores")
            exact, cpu[name] = exact or scores, took["cpu"]
            off = max(abs(scores[each] - exact[each]) for each in exact)
            row = {"rows": n, "parts": parts, "program": said} | {k: float(f"{v:.3g}") for k, v in took.items()}
            row["off"] = float(f"{off:.0e}") if off > 1e-9 else 0.0
            print(row, flush=True)
            yield row


def page(table: pd.DataFrame) -> str:
    lines = [
        f"| {each.rows:,} | {each.parts} | {each.program} | {each.cpu:.3g} s | {each.MB:,.0f} MB | {each.off:.0g} |\n"
        for each in table.itertuples()
    ]
    return TEXT + "".join(lines)


def main() -> None:
    cpu: dict[str, float] = {}
    rows = [row for n in SIZES for row in measured(n, PARTS, cpu)]
    rows += measured(FEWER, MORE, {})
    table = pd.DataFrame(rows).sort_values(["rows", "parts"], kind="stable")
    table.to_csv(TABLE, index=False)
    PAGE.write_text(page(table), encoding="utf-8")


TEXT = """# Data in parts

Macro-F1 of ten classes, R² and the area under a ROC curve, of rows in Parquet files. Written by `make bench` from
[parts.py](parts.py), which says what each program does. What parts need in memory is a batch, of at most 131,072 rows,
and the distinct scores of the ranking, here at most 130,001; it stays where it is while the rows grow.

*Time* is that of processors, all cores and processes together; a clock says little on a machine that others use.
*Memory* is the peak of all processes beyond what was there after importing and scoring a few thousand rows. *Off* is
the largest difference of the three scores from those of the first program. Left out is one pass where the machine has
not the memory for it, and a program that took so long for a tenth of the rows that it would take minutes.

torchmetrics adds up batches in single precision, and takes its area from 200 thresholds, since its exact one keeps all
scores. Where a batch has at most 50,000 rows, as in a million rows of twenty files, it compares all of them with all
thresholds at once, which takes more time and memory than larger batches do. `make bench` does not install it, because
PyTorch takes five gigabytes; it is measured where it is there.

| rows | parts | program | time | memory | off |
|--:|--:|:--|--:|--:|--:|
"""

if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else main()

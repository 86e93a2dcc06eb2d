"""Time and memory of scores over parts, against one pass: `make bench` writes `parts.md`.

Each program runs in a process of its own, on the same Parquet files, and reports the processor time and the memory that
it took beyond its imports.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np
import pandas as pd

PAGE = Path(__file__).with_name("parts.md")
SIZES = (100_000, 1_000_000, 10_000_000)
PARTS = 20
LABELS, NUMBERS, RANKS = ["label", "guess"], ["y", "y_hat"], ["positive", "score"]


def write(folder: Path, n: int) -> None:
    """Labels of ten classes, numbers, and scores with five digits, in twenty files."""
    for part in range(PARTS):
        rng, m = np.random.default_rng(part), n // PARTS
        label, y, positive = rng.integers(0, 10, m), rng.normal(size=m), rng.integers(0, 2, m)
        guess = np.where(rng.random(m) < 0.7, label, rng.integers(0, 10, m))
        score = (rng.random(m) + 0.3 * positive).round(5)
        columns = {"label": label, "guess": guess, "y": y, "y_hat": y + rng.normal(size=m)}
        table = pd.DataFrame({**columns, "positive": positive, "score": score})
        table.to_parquet(folder / f"{part:02}.parquet", row_group_size=2**16)


def in_parts(files: list[str]) -> dict[str, float]:
    """This package, file after file, 131,072 rows at a time."""
    import evalmetrics as em

    asked = {"macro F1": (em.macro_f_score, LABELS), "R²": (em.r2, NUMBERS), "AUC": (em.roc_auc, RANKS)}
    return {name: em.score_partitions(metric, files, columns=columns) for name, (metric, columns) in asked.items()}


def in_duckdb(files: list[str]) -> dict[str, float]:
    """This package on a relation of DuckDB: cells are counted and scores sorted there."""
    import duckdb

    import evalmetrics as em

    relation = duckdb.read_parquet(files)
    asked = {"macro F1": (em.macro_f_score, LABELS), "R²": (em.r2, NUMBERS), "AUC": (em.roc_auc, RANKS)}
    return {name: em.score_partitions(metric, relation, columns=columns) for name, (metric, columns) in asked.items()}


def in_one_pass(files: list[str]) -> dict[str, float]:
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


PROGRAMS: dict[str, tuple[str, Callable[[list[str]], dict[str, float]]]] = {
    "in_parts": ("evalmetrics, part after part", in_parts),
    "in_duckdb": ("evalmetrics on DuckDB", in_duckdb),
    "in_one_pass": ("pandas and scikit-learn, one pass", in_one_pass),
}


def measure(name: str, files: list[str]) -> None:
    """Run one program here, on few rows first so that everything is imported, and print what it took."""
    program = PROGRAMS[name][1]
    program(files[:1])
    before, start = peak(), process_time()
    scores = program(files[1:])
    seconds = process_time() - start
    found = {name: float(score) for name, score in scores.items()}
    print(json.dumps({"scores": found, "s": seconds, "MB": peak() - before}))


def peak() -> float:
    """The most memory that this process has had, in megabytes: what Linux says, without that of the process above."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def main() -> None:
    """Measure all programs on all sizes, and write the page."""
    rows = []
    for n in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), 1000 * PARTS)
            small = Path(folder, "00.parquet").rename(Path(folder, "small.parquet"))
            for old in Path(folder).glob("[0-9]*.parquet"):
                old.unlink()
            write(Path(folder), n)
            files = [str(small), *map(str, sorted(Path(folder).glob("[0-9]*.parquet")))]
            found = {name: run(name, files) for name in PROGRAMS}
        for other in found.values():
            np.testing.assert_allclose(list(other["scores"].values()), list(found["in_parts"]["scores"].values()), 1e-9)
        for name, took in found.items():
            rows.append(f"| {n:,} | {PROGRAMS[name][0]} | {took['s']:.2f} s | {took['MB']:,.0f} MB |\n")
            print(rows[-1], end="", flush=True)
    PAGE.write_text(TEXT + "".join(rows), encoding="utf-8")


def run(name: str, files: list[str]) -> dict[str, dict[str, float]]:
    """What a program took in a process of its own."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.benchmarks.parts", name, *files]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return json.loads(done.stdout)


TEXT = """# Data in parts

Macro-F1 of ten classes, R² and the area under a ROC curve, of rows in twenty Parquet files. Written by `make bench`
from [parts.py](parts.py), which says what each program does; all of them find the same scores. What parts need in
memory is a batch, of at most 131,072 rows, and the distinct scores of the ranking, here at most 130,001.

*Time* is that of processors, all cores together; *memory* is the peak beyond what was there after importing and scoring
a thousand rows.

| rows | program | time | memory |
|--:|:--|--:|--:|
"""

if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2:]) if len(sys.argv) > 1 else main()

"""Audit all cases and write `coverage.csv`, as `make audit` does; what was done is kept in `build/audit`."""

import argparse
import re
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
import pandas as pd

from .cases import CASES
from .coverage import Case, Coverage
from .table import TABLE, written

KEPT = Path("build/audit")
PAUSE = 20.0  # seconds between two savings
ENOUGH = 100  # repetitions for a row, which says how many there were


def kept(case: Case) -> Path:
    """Where the repetitions of a case are kept."""
    return KEPT / (re.sub(r"\W+", "-", case.name).strip("-") + ".npz")


def resumed(case: Case) -> tuple[list[Any], float | None]:
    """The repetitions that were kept and the truth, if the first of them still comes out the same."""
    if kept(case).exists():
        with np.load(kept(case)) as file:
            done, truth, methods = list(file["trials"]), float(file["truth"]), file["methods"].tolist()
        if methods == list(case.methods) and np.allclose(done[0], case.trial(0), rtol=1e-9, equal_nan=True):
            return done, truth
    return [], None


def audit(case: Case, at_most: int) -> None:
    """Repeat a case until there are enough repetitions, and save them now and then."""
    wanted = min(case.repetitions, at_most)
    done, truth = resumed(case) if wanted else ([], None)
    if len(done) >= wanted:
        return
    truth, saved = case.truth if truth is None else truth, monotonic()
    while len(done) < wanted:
        done.append(case.trial(len(done)))
        if len(done) == wanted or monotonic() - saved > PAUSE:
            np.savez(kept(case), trials=np.array(done), truth=truth, methods=np.array(case.methods))
            print(f"  {len(done)} of {wanted}", file=sys.stderr, flush=True)
            saved = monotonic()


def measured(case: Case) -> list[Coverage]:
    """The rows of a case of which enough repetitions were kept."""
    if kept(case).exists():
        with np.load(kept(case)) as file:
            trials, truth, methods = file["trials"], float(file["truth"]), file["methods"].tolist()
        if len(trials) >= ENOUGH and methods == list(case.methods):
            return [case.row(method, trials[:, i], truth) for i, method in enumerate(methods)]
    return []


def shipped(case: Case) -> list[Coverage]:
    """The rows of a case that the table has already."""
    table = pd.read_csv(TABLE)
    own = (table[["world", "metric", "n"]] == [case.world.name, case.metric_name, case.n]).all(axis=1)
    rows = [Coverage(*row) for row in table[own].itertuples(index=False)]
    return rows if [row.method for row in rows] == list(case.methods) else []


def all_rows() -> list[Coverage]:
    """Rows of all cases that were measured, here or before."""
    rows = []
    for case in CASES.values():
        rows += measured(case) or (shipped(case) if TABLE.exists() else [])
    return rows


def main() -> None:
    """Audit the cases whose names hold one of the words given, or all."""
    parser = argparse.ArgumentParser(prog="python -m evalmetrics_book.audit", description=__doc__)
    parser.add_argument("words", nargs="*", help="only cases whose names hold one of these")
    parser.add_argument("--at-most", type=int, default=10**6, help="no more repetitions than so many, for a first look")
    options = parser.parse_args()
    KEPT.mkdir(parents=True, exist_ok=True)
    for number, (name, case) in enumerate(CASES.items(), 1):
        if not options.words or any(word in name for word in options.words):
            print(f"{number} of {len(CASES)}: {name}", file=sys.stderr, flush=True)
            audit(case, options.at_most)
            TABLE.write_text(written(all_rows()), encoding="utf-8")


if __name__ == "__main__":
    main()

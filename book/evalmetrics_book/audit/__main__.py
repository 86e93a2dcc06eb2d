"""Measure cases and write `coverage.csv`: `python -m evalmetrics_book.audit [WORDS]`, all that are missing."""

import sys
from time import process_time

import pandas as pd

from .cases import CASES
from .coverage import Case
from .table import TABLE

REPETITIONS = 1000
NAMED = ["world", "metric", "n"]


def shipped(case: Case, table: pd.DataFrame) -> pd.DataFrame | None:
    """The rows of a case that the table has already, if they are of the same methods."""
    rows = table[(table[NAMED] == list(case.key)).all(axis=1)]
    return rows if rows["method"].tolist() == list(case.methods) else None


def main(words: list[str], repetitions: int = REPETITIONS) -> None:
    """Measure the cases whose worlds' names hold one of the words, or all that the table has not."""
    table = pd.read_csv(TABLE) if TABLE.exists() else pd.DataFrame(columns=[*NAMED, "method"])
    done = []
    for case in CASES:
        rows, start = shipped(case, table), process_time()
        if rows is None or any(word in case.name for word in words):
            rows = pd.DataFrame(case.rows(repetitions))
            print(f"{case.key}: {process_time() - start:.1f} s", file=sys.stderr, flush=True)
        done.append(rows)
        others = table[~table[NAMED].apply(tuple, axis=1).isin([case.key for case in CASES[: len(done)]])]
        pd.concat([*done, others]).to_csv(TABLE, index=False)


if __name__ == "__main__":
    main(sys.argv[1:])

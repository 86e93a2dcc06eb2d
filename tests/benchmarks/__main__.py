"""Time every row of `rows.py`, write the table to `results.md` and into README.md: `python -m tests.benchmarks`.

Both sides get the same arguments in the same process, in turn, on one thread; what counts is CPU time, of which the
median is taken. The first call of each side is not counted.
"""

import platform
import re
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .rows import ROWS, Row

RESULTS = Path(__file__).with_name("results.md")
README = Path(__file__).parents[2] / "README.md"
TITLE = "# Benchmarks\n\nWritten by `make bench`.\n\n"
HEAD = "| work | peer | peer's time | ours | ratio | wanted |\n|:--|:--|--:|--:|--:|--:|\n"
QUOTED = re.compile(r"(?<=<!-- benchmarks -->\n).*(?=<!-- end of benchmarks -->)", re.DOTALL)
README_QUOTES = (
    "confusion matrix, 1,000,000 integer labels",
    "bootstrap of macro-F1, 100,000 labels, 1,000 resamples",
    "NDCG with ties, 10,000 queries of 100 items",
    "corpus BLEU, 10,000 sentences of 25 words",
    "COCO mAP, 1,000 images of 20 boxes",
)
ROUNDS = 7
LEAST_SECONDS = 0.05  # calls shorter than this are repeated until they add up to it


def measure(row: Row) -> tuple[float, float]:
    """Median CPU seconds of (peer, ours) for the whole work, the sides taking turns."""
    arguments = row.given(row.size)
    if not row.agree(row.ours(*arguments), row.peer(*arguments)):
        raise AssertionError(f"{row.work}: the two sides disagree")
    sides = [(side, repeats(side, arguments)) for side in (row.peer, row.ours)]
    rounds = [[cpu_seconds(row, side, arguments, calls) for side, calls in sides] for _ in range(ROUNDS)]
    peer, ours = (statistics.median(times) for times in zip(*rounds, strict=True))
    return peer / row.peer_share, ours


def repeats(side: Callable[..., Any], arguments: tuple[Any, ...]) -> int:
    """How many calls make up a measurable time."""
    start = time.perf_counter()
    side(*arguments)
    return 1 + int(LEAST_SECONDS / (time.perf_counter() - start))


def cpu_seconds(row: Row, side: Callable[..., Any], arguments: tuple[Any, ...], calls: int) -> float:
    """CPU seconds of one call, averaged over `calls`."""
    if row.times_itself:
        return float(side(*arguments))
    start = time.process_time()
    for _ in range(calls):
        side(*arguments)
    return (time.process_time() - start) / calls


def line(row: Row, peer: float, ours: float) -> str:
    """One line of the table."""
    wanted = "" if row.at_least is None else f"≥ {row.at_least:g}"
    return (
        f"| {row.work} | {row.peer_name} | {duration(peer)} | {duration(ours)} | {digits(peer / ours)} | {wanted} |\n"
    )


def duration(seconds: float) -> str:
    """A time with its unit."""
    factor, unit = next((f, u) for f, u in [(1, "s"), (1e3, "ms"), (1e6, "µs")] if seconds * f >= 1 or u == "µs")
    return f"{digits(seconds * factor)} {unit}"


def digits(number: float) -> str:
    """Three significant digits."""
    return f"{float(f'{number:.3g}'):,g}"


def conditions() -> str:
    """What the times were measured on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ["numpy", "pandas", "scikit-learn"])
    return (
        f"CPU time, medians of {ROUNDS}, one thread; {platform.system()} on {platform.machine()}, "
        f"Python {platform.python_version()}, {packages}. An import is a whole interpreter, its own start included.\n"
    )


def quoted(table: str) -> str:
    """The head of the table and those of its lines that README.md quotes."""
    return HEAD + "".join(
        f"{row}\n" for row in table.splitlines() if row.startswith(tuple(f"| {w} |" for w in README_QUOTES))
    )


def main() -> int:
    """Write the tables; 1 if a ratio is smaller than wanted."""
    table, missed = HEAD, []
    for row in ROWS:
        peer, ours = measure(row)
        table += line(row, peer, ours)
        print(line(row, peer, ours), end="", flush=True)
        if row.at_least is not None and peer / ours < row.at_least:
            missed.append(row.work)
    text = f"{conditions()}\n{table}"
    RESULTS.write_text(f"{TITLE}{text}", encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    README.write_text(QUOTED.sub(lambda _: quoted(table), readme), encoding="utf-8")
    for work in missed:
        print(f"Slower than wanted: {work}")
    print(f"Written to {RESULTS.name} and quoted in {README.name}")
    return len(missed) > 0


if __name__ == "__main__":
    sys.exit(main())

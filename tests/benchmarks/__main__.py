"""Time the rows of `rows.py`, write the table to `results.md` and five lines of it into README.md: `make bench`.

Both sides get the same arguments in the same process, in turn, on one thread; what counts is CPU time, of which the
median is taken. The first call of each side is not counted. With words after it, `python -m tests.benchmarks BLEU`
times only the rows that hold one of them, anew on the same machine, and keeps what was measured of the others.
"""

import platform
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .row import Row
from .rows import QUOTED_IN_README, ROWS

RESULTS = Path(__file__).with_name("results.md")
README = Path(__file__).parents[2] / "README.md"
QUOTED = re.compile(r"(?<=<!-- benchmarks -->\n).*(?=<!-- end of benchmarks -->)", re.DOTALL)
ROUNDS = 7
LONG, ROUNDS_OF_LONG = 1, 3  # where both sides take longer than so many seconds, and how often they are timed
LEAST_SECONDS = 0.05  # calls shorter than this are repeated until they add up to it
LIBRARIES = [
    *["numpy", "pandas", "scipy", "scikit-learn", "choix", "confidenceinterval", "faster-coco-eval", "hdbscan"],
    *["jiwer", "krippendorff", "mlscorecheck", "numba", "polars", "pycocotools", "pytrec-eval-terrier", "ranx"],
    *["rapidfuzz", "rouge-score", "sacrebleu"],
]
HEAD = "| work | peer | peer's time | ours | ratio |\n|:--|:--|--:|--:|--:|\n"
HEAD_OF_ALL = "| work | peer | peer's time | ours | ratio | wanted |\n|:--|:--|--:|--:|--:|:--|\n"
PAGE = f"""# Benchmarks

How much longer others take for the same work: a library that scores, or a few lines that one writes around a fast one,
whichever is the strongest that we know of, and often both. Written by `make bench` from
[rows.py](rows.py) and [topics](topics/), which say what both sides do.

**What is measured.** Both sides get the same arguments, in the form that each of them reads, and take turns in one
process; before they are timed, their results are held equal. *Ratio* is the peer's time over ours. A loop is what one
writes around a library that has no loop of its own. Compiling, which ranx and numba do in a first call, is not counted.
An import is a whole interpreter, its own start included. *Wanted* is what the ratio should be; where it is less, or
less than 1, the reason stands beside it. **Below 1 the peer is faster.**

**Conditions.** CPU time, one thread, medians of {ROUNDS}, or of {ROUNDS_OF_LONG} where both sides together take
longer than {LONG} s. """


def measure(row: Row) -> tuple[float, float]:
    """Median CPU seconds of (peer, ours) for the whole work, the sides taking turns."""
    arguments = row.given(row.size)
    if not row.agree(row.ours(*arguments), row.peer(*arguments)):
        raise AssertionError(f"{row.work}: the two sides disagree")
    sides = row.peer, row.ours
    once = [cpu_seconds(row, side, arguments, 1) for side in sides]
    calls = [1 + int(LEAST_SECONDS / max(seconds, 1e-9)) for seconds in once]
    rounds = [
        [cpu_seconds(row, side, arguments, n) for side, n in zip(sides, calls, strict=True)]
        for _ in range(ROUNDS if sum(once) < LONG else ROUNDS_OF_LONG)
    ]
    peer, ours = (statistics.median(times) for times in zip(*rounds, strict=True))
    return peer / row.peer_share, ours


def cpu_seconds(row: Row, side: Callable[..., Any], arguments: tuple[Any, ...], calls: int) -> float:
    if row.times_itself:
        return float(side(*arguments))
    start = time.process_time()
    for _ in range(calls):
        side(*arguments)
    return (time.process_time() - start) / calls


def line(row: Row, peer: float, ours: float) -> str:
    times = f"{duration(peer)} | {duration(ours)} | {digits(peer / ours)}"
    return f"{row.begins} {times} | {wanted(row, peer / ours)} |\n"


def wanted(row: Row, ratio: float) -> str:
    """What the ratio should be, and why it is not where it is less, or less than 1."""
    reason = f": {row.missed}" if row.missed and float(f"{ratio:.3g}") < max(row.at_least, 1) else ""
    return f"≥ {row.at_least:,g}{reason}"


def quoted(table: str) -> str:
    """The lines that README.md quotes of the table of all results, without what was wanted."""
    starts = tuple(f"| {work} | {peer_name} |" for work, peer_name in QUOTED_IN_README)
    lines = [each for each in table.splitlines() if each.startswith(starts)]
    return HEAD + "".join(f"{each[: each.rindex('|', 0, -1)]}|\n" for each in lines)


def duration(seconds: float) -> str:
    factor, unit = next((f, u) for f, u in [(1, "s"), (1e3, "ms"), (1e6, "µs")] if seconds * f >= 1 or u == "µs")
    return f"{digits(seconds * factor)} {unit}"


def digits(number: float) -> str:
    return f"{float(f'{number:.3g}'):,g}"


def conditions() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    machine = f"{platform.system()} on {platform.machine()}, Python {platform.python_version()}"
    return f"{machine}, {packages}.\n\n"


def timed(rows: Iterable[Row]) -> tuple[dict[str, str], list[str]]:
    """The lines of some rows, by how they begin, and which rows were slower than wanted for no reason that is known."""
    lines, missed = {}, []
    for row in rows:
        peer, ours = measure(row)
        lines[row.begins] = line(row, peer, ours)
        print(lines[row.begins], end="", flush=True)
        if peer / ours < row.accepted:
            missed.append(f"{row.work} ({row.peer_name})")
    return lines, missed


def recorded() -> dict[str, str]:
    lines = RESULTS.read_text(encoding="utf-8").splitlines(keepends=True)
    return {row.begins: each for row in ROWS for each in lines if each.startswith(row.begins)}


def main(words: list[str]) -> int:
    """Write the tables; 1 if a ratio is smaller than wanted."""
    chosen = [row for row in ROWS if any(word in row.begins for word in words or [""])]
    lines, missed = timed(chosen)
    for work in missed:
        print(f"Slower than wanted: {work}")
    lines = recorded() | lines if words else lines
    table = "".join(lines.get(row.begins, "") for row in ROWS)
    RESULTS.write_text(f"{PAGE}{conditions()}{HEAD_OF_ALL}{table}", encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    README.write_text(QUOTED.sub(lambda _: quoted(table), readme), encoding="utf-8")
    print(f"Written to {RESULTS.name} and quoted in {README.name}")
    return len(missed) > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

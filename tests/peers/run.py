"""Which libraries can be run, the stored table as text, and what moved."""

import csv
import io
from importlib.util import find_spec
from typing import Any


def installed(case: dict[str, Any]) -> bool:
    return find_spec(case["module"].partition(".")[0]) is not None


def as_csv(rows: dict[str, tuple[str, float]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["name", "version", "value"])
    writer.writerows([name, used, f"{number:.12g}"] for name, (used, number) in rows.items())
    return text.getvalue()


def moved(before: dict[str, tuple[str, float]], after: dict[str, tuple[str, float]]) -> list[str]:
    """A line for each case that is new, gone, of another version or of another number."""
    lines = []
    for name in {**before, **after}:
        old, new = before.get(name), after.get(name)
        if old is None or new is None or old[0] != new[0] or f"{old[1]:.9g}" != f"{new[1]:.9g}":
            lines.append(f"{name}: {_shown(old)} → {_shown(new)}")
    return lines


def _shown(result: tuple[str, float] | None) -> str:
    return "nothing" if result is None else f"{result[1]:.6g} ({result[0]})"

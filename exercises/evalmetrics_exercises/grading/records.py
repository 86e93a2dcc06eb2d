"""What was judged, by student, in ``results/TITLE.json``: tables, pages and reports are made of it."""

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from ..judging import Outcome
from . import files
from .batch import Result


def read(folder: Path, title: str) -> dict[str, Result]:
    """The results of an assignment by student; none if nothing was graded yet."""
    path = folder / "results" / f"{title}.json"
    if not path.exists():
        return {}
    try:
        known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return {student: _result(student, entry) for student, entry in known.items()}
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"{path} cannot be read ({error}): delete it and grade again; marks lie elsewhere") from None


def enter(folder: Path, title: str, results: Iterable[Result]) -> dict[str, Result]:
    """Put the results of a batch among those that are known. Points stay where a later file could not be graded."""
    known = read(folder, title)
    for result in results:
        before = known.get(result.student)
        if result.refused and before:
            result = replace(before, refused=result.refused)
        known[result.student] = result
    entries = {student: asdict(result) for student, result in sorted(known.items())}
    files.write_text(folder / "results" / f"{title}.json", json.dumps(entries, indent=1))
    return known


def _result(student: str, entry: dict[str, Any]) -> Result:
    outcomes = tuple(
        Outcome(**outcome | {"table": tuple(map(tuple, outcome["table"])), "remarks": tuple(outcome["remarks"])})
        for outcome in entry["outcomes"]
    )
    return Result(**entry | {"outcomes": outcomes, "remarks": tuple(entry["remarks"])})

"""Marks that a person gave, in ``marks*.csv`` of a course: each belongs to what was marked, by its digest.

The marking page writes such files, one a task; who likes may write one with a spreadsheet. Of two marks for the same
the later counts. Nothing here is ever rewritten, so no grading can lose a mark.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..tasks import Topic
from . import reading
from .batch import Result

COLUMNS = ("assignment", "student", "task", "digest", "points", "boxes", "comment", "at")


@dataclass(frozen=True)
class Mark:
    """Points and a comment for one answer; `boxes` are the lines of the rubric that were ticked, from 1."""

    points: float | None
    comment: str = ""
    boxes: str = ""
    at: str = ""


@dataclass(frozen=True)
class Standing:
    """Where a task stands: its points so far, whether a person still has to look, and what a person said."""

    points: float | None
    open: bool
    mark: Mark | None = None  # for this very answer
    before: Mark | None = None  # for one that was handed in before


Marks = dict[tuple[str, str, str], dict[str, Mark]]  # by assignment, student and task, then by digest


def read(folder: Path) -> Marks:
    """All marks of a course, the later ones last."""
    rows = []
    for path in sorted(folder.glob("marks*.csv")):
        rows += [(path, i, row) for i, row in enumerate(reading.table(path), start=2)]
    marks: Marks = {}
    for path, line, row in sorted(rows, key=lambda entry: entry[2].get("at") or ""):
        if not {*COLUMNS[:5]} <= row.keys():
            raise ValueError(f"{path}, line {line}: the columns must be {', '.join(COLUMNS)}")
        try:
            points = reading.number(row["points"]) if row["points"] else None
        except ValueError:
            raise ValueError(f"{path}, line {line}: points must be a number, got {row['points']!r}") from None
        mark = Mark(points, row.get("comment", ""), row.get("boxes", ""), row.get("at", ""))
        each = marks.setdefault((row["assignment"], row["student"], row["task"]), {})
        each.pop(row["digest"], None)  # so that the last one given is the last
        each[row["digest"]] = mark
    return marks


def odd(topic: Topic, marks: Marks) -> Iterator[str]:
    """Marks that a slip may have made, a sentence each: for no task of the assignment, or past a task's points."""
    most = {task.name: topic.points_of(task) for task in topic.tasks}
    for (title, student, task), each in marks.items():
        points = [*each.values()][-1].points
        if title == topic.title and task not in most:
            yield f"{student} has a mark for {task!r}, which is no task of {title}"
        elif title == topic.title and points is not None and not 0 <= points <= most[task]:
            yield f"{student} has a mark of {points:g} for {task}, of {most[task]:g} points"


def standings(topic: Topic, result: Result, marks: Marks) -> dict[str, Standing]:
    """Where each task of a submission stands; none for a submission without points."""
    found = {}
    for outcome in result.outcomes:
        given = marks.get((topic.title, result.student, outcome.task), {})
        mark = given.get(result.digests[outcome.task])
        before = None if mark else next(reversed(given.values()), None)
        points = mark.points if mark and mark.points is not None else outcome.earned
        found[outcome.task] = Standing(points, points is None or bool(before), mark, before)
    return found

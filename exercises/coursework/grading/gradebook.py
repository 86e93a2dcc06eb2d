"""nbgrader's gradebook, written by the judge: scores, what needs a person, and the pages that formgrader shows."""

import os
import re
import sysconfig
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat.v4
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import SaveCells
from nbgrader.utils import parse_utc

from ..reports import html, text
from ..tasks import Topic
from . import notebooks
from .batch import Result
from .submissions import ordinary_bytes

CHECK = "check_"
KEPT = re.compile(r"[\w \n.,;:]")


def opened(database: str) -> Gradebook:
    """The gradebook; nbgrader makes a new one by calling a program of this environment through PATH."""
    programs = sysconfig.get_path("scripts")
    if programs not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, os.environ.get("PATH", "")])
    return Gradebook(database)


def register(database: str, topic: Topic, version: notebooks.Notebook) -> None:
    """Tell the gradebook of an assignment and its cells."""
    with opened(database) as book:
        book.update_or_create_assignment(topic.title)
    names = {"notebook": topic.title, "assignment": topic.title, "db_url": database}
    SaveCells().preprocess(version, {"nbgrader": names})


def record(
    book: Gradebook, topic: Topic, result: Result, timestamp: Any, autograded: Path, version: notebooks.Notebook
) -> None:
    """Enter a submission's scores. A person's mark stays, and asks for a second look if the text has changed."""
    book.update_or_create_student(result.student)
    with warnings.catch_warnings():  # of nbgrader's way with its database, harmless
        warnings.simplefilter("ignore")
        submission = book.update_or_create_submission(topic.title, result.student, timestamp=timestamp)
    outcomes = {outcome.task: outcome for outcome in result.outcomes}
    page = for_formgrader(version, result)
    before = marked_sources(autograded)
    for grade in submission.notebooks[0].grades:
        task = grade.name.removeprefix(CHECK)
        grade.auto_score = outcomes[task].earned
        changed = before.get(task) != marked_sources(page).get(task)
        grade.needs_manual_grade = grade.auto_score is None and (grade.manual_score is None or changed)
    for comment in submission.notebooks[0].comments:
        empty = comment.name in outcomes and outcomes[comment.name].earned == 0
        comment.auto_comment = "No response." if empty else None
    book.db.commit()
    notebooks.write(page, autograded)


def marked_sources(notebook: notebooks.Notebook | Path) -> dict[str, str]:
    """The source of each cell that has a name in the gradebook; nothing for a file that is not there."""
    if isinstance(notebook, Path):
        if not notebook.exists():
            return {}
        notebook = notebooks.read(notebook)
    return {cell.metadata.nbgrader.grade_id: cell.source for cell in notebook.cells if "nbgrader" in cell.metadata}


def for_formgrader(version: notebooks.Notebook, result: Result) -> notebooks.Notebook:
    """The released notebook with a student's answers in it and the judge's reports under the checks.

    A page of formgrader has the rights of the instructor's Jupyter: what a student wrote goes into it as inert text.
    """
    page = nbformat.from_dict(version)
    written = dict(result.written)
    outcomes = {outcome.task: outcome for outcome in result.outcomes}
    for cell in page.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in written and cell.metadata.nbgrader.solution:
            cell.source = written[name] if cell.cell_type == "code" else inert(written[name])
        outcome = outcomes.get(name.removeprefix(CHECK))
        if outcome is not None and cell.cell_type == "code" and name.startswith(CHECK):
            shown = {"text/plain": text(outcome), "text/html": html(outcome)}
            cell.outputs = [nbformat.v4.new_output("display_data", shown)]
    if result.remarks:
        page.cells.append(nbformat.v4.new_markdown_cell(inert("\n".join(result.remarks))))
    return page


def inert(words: str) -> str:
    """Text that neither Markdown, HTML nor MathJax takes for more than text."""
    shown = "".join(c if KEPT.match(c) else f"&#{ord(c)};" for c in words).replace("\n", "<br>")
    return f'<div class="tex2jax_ignore mathjax_ignore" style="white-space: pre-wrap">{shown}</div>'


def timestamp_of(notebook: Path) -> Any:
    """When a notebook was handed in, from the file that nbgrader puts beside it; None if there is none."""
    try:
        return parse_utc(ordinary_bytes(notebook.with_name("timestamp.txt"), 100).decode().strip())
    except Exception:  # whatever is wrong with it: a stranger wrote it
        return None


def marks(book: Gradebook, topic: Topic, student: str) -> dict[str, tuple[float | None, bool, str]]:
    """For each task its score so far, whether a person still has to look, and that person's comment."""
    try:
        notebook = book.find_submission(topic.title, student).notebooks[0]
    except MissingEntry:
        return {}
    comments = {comment.name: comment.manual_comment or "" for comment in notebook.comments}
    found = {}
    for grade in notebook.grades:
        task = grade.name.removeprefix(CHECK)
        score = grade.manual_score if grade.manual_score is not None else grade.auto_score
        found[task] = (score, bool(grade.needs_manual_grade), comments.get(task, ""))
    return found


COLUMNS = ("student", "assignment", "outcome", "score", "max_score", "needs_manual_grade", "submitted", "seconds_late")


def rows(book: Gradebook, topic: Topic, refused: dict[str, str]) -> Iterator[dict[str, Any]]:
    """One row per student. What has not been graded is empty, never 0."""
    students = {submission.student.id for submission in book.assignment_submissions(topic.title)}
    for student in sorted(students | set(refused)):
        row: dict[str, Any] = dict.fromkeys([*COLUMNS, *(task.name for task in topic.tasks)], "")
        row |= {"student": harmless(student), "assignment": topic.title, "max_score": topic.points}
        row["outcome"] = f"not graded: {refused[student]}" if student in refused else "graded"
        row["needs_manual_grade"] = "yes" if student in refused else "no"
        if student not in refused:
            scores = marks(book, topic, student)
            row |= {task: "" if score is None else score for task, (score, _, _) in scores.items()}
            complete = all(score is not None for score, _, _ in scores.values())
            row["score"] = sum(score or 0 for score, _, _ in scores.values()) if complete else ""
            row["needs_manual_grade"] = "yes" if any(open_ for _, open_, _ in scores.values()) else "no"
            submission = book.find_submission(topic.title, student)
            row |= {"submitted": submission.timestamp or "", "seconds_late": submission.total_seconds_late or ""}
        yield row


def harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return name if name[:1].isalnum() else f"'{name}"

"""nbgrader's gradebook, written by the judge: scores, what needs a person, and the pages that formgrader shows."""

import os
import re
import sysconfig
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import nbformat.v4
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.preprocessors import SaveCells
from sqlalchemy.exc import DatabaseError

from ..judging import NO_ESSAY, NOTHING_WRITTEN
from ..reports import html, text
from ..tasks import Topic
from . import notebooks
from .batch import Result
from .ledger import Ledger, looks, remember, second_look
from .names import JOINERS, legible
from .submissions import RefusedError, ordinary_bytes
from .written import LONGEST_CODE, shortened

CHECK = "check_"
EXCERPT = (
    "*Excerpts:* under each task stands the code that bears or says its name. What was judged is what the whole "
    "notebook leaves behind; all of it is in the file that was handed in."
)
KEPT = re.compile(r"[\w \n.,;:]")
# What nbgrader writes (without UTC from a platform's archive), and no more: it takes +0200 for 200 seconds, and fails
# at the beginning and the end of time.
STAMP = re.compile(r"(2\d{3}-\d\d-\d\d (?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d{1,6})?)(?: UTC)?", re.ASCII)
# A sign between blanks, as in "Ada - 12345", is none where a blank ends a cell.
FORMULA = re.compile(r"""(^|[;,|:]|\s(?!["']*[+\-＋－](?:\s|$)))(["']*[=+\-@＝＋－＠])""")


@contextmanager
def opened(database: str) -> Iterator[Gradebook]:
    """The gradebook; nbgrader makes a new one by calling a program of this environment through PATH."""
    programs = sysconfig.get_path("scripts")
    if programs not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([programs, os.environ.get("PATH", "")])
    try:
        with Gradebook(database) as book:
            yield book
    except DatabaseError as error:
        raise OSError(
            f"the gradebook cannot be used ({error.orig}): close other programs that hold it, or, if it is damaged, "
            "put your copy of it back"
        ) from None


def register(database: str, topic: Topic, version: notebooks.Notebook) -> None:
    """Tell the gradebook of an assignment and its cells."""
    with opened(database) as book:
        book.update_or_create_assignment(topic.title)
    names = {"notebook": topic.title, "assignment": topic.title, "db_url": database}
    try:
        SaveCells().preprocess(version, {"nbgrader": names})
    except RuntimeError as error:  # what submissions hang on may not go
        raise ValueError(
            f"{topic.title} has been handed in with other tasks ({error}): add and remove none, and change no names"
        ) from None


def knows(database: str, topic: Topic) -> bool:
    """Whether the gradebook has an assignment with the tasks of a topic."""
    with opened(database) as book:
        try:
            known = {
                grade.name.removeprefix(CHECK) for grade in book.find_notebook(topic.title, topic.title).grade_cells
            }
        except MissingEntry:
            return False
    return known == {task.name for task in topic.tasks}


def students(database: str) -> list[str]:
    """Everybody whom the gradebook knows."""
    with opened(database) as book:
        return [student.id for student in book.students]


def record(
    book: Gradebook,
    topic: Topic,
    result: Result,
    timestamp: datetime | None,
    autograded: Path,
    version: notebooks.Notebook,
) -> None:
    """Enter a submission's scores and write its page. Marks stay, and may ask for a `second_look`."""
    book.update_or_create_student(result.student)
    with warnings.catch_warnings():  # of nbgrader's way with its database, harmless
        warnings.simplefilter("ignore")
        submission = book.update_or_create_submission(topic.title, result.student, timestamp=timestamp)
    outcomes = {outcome.task: outcome for outcome in result.outcomes}
    before, now = looks(book, topic.title, result.student), {}
    comments = {comment.name: comment.manual_comment or "" for comment in submission.notebooks[0].comments}
    for grade in submission.notebooks[0].grades:
        task = grade.name.removeprefix(CHECK)
        grade.auto_score = outcomes[task].earned
        shown = f"{outcomes[task].earned} for {result.digest}"
        now[task] = second_look(grade, shown, comments.get(task, ""), before.get(task, {}))
    for comment in submission.notebooks[0].comments:
        blank = comment.name in outcomes and outcomes[comment.name].said in (NO_ESSAY, NOTHING_WRITTEN)
        comment.auto_comment = "No response." if blank else None
    book.db.flush()  # what the database refuses it refuses here, before the page changes
    remember(book, topic.title, result.student, now)
    notebooks.write(for_formgrader(version, result), autograded)
    book.db.commit()


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
            answer = written[name]
            cell.source = shortened(answer, LONGEST_CODE) if cell.cell_type == "code" else inert(answer)
        outcome = outcomes.get(name.removeprefix(CHECK))
        if outcome is not None and cell.cell_type == "code" and name.startswith(CHECK):
            shown = {"text/plain": text(outcome), "text/html": html(outcome)}
            cell.outputs = [nbformat.v4.new_output("display_data", shown)]
    page.cells.insert(0, nbformat.v4.new_markdown_cell(EXCERPT))
    if result.remarks:
        page.cells.append(nbformat.v4.new_markdown_cell(inert(shortened("\n".join(result.remarks)))))
    return page


def inert(words: str) -> str:
    """Text that neither Markdown, HTML nor MathJax takes for more than text."""
    shown = "".join(c if KEPT.match(c) else f"&#{ord(c)};" for c in words).replace("\n", "<br>")
    return f'<div class="tex2jax_ignore mathjax_ignore" style="white-space: pre-wrap">{shown}</div>'


def timestamp_of(notebook: Path) -> datetime | None:
    """When a notebook was handed in, from the file that nbgrader puts beside it; None if none says so."""
    try:
        return moment_of(ordinary_bytes(notebook.with_name("timestamp.txt"), 100).decode("utf-8").strip())
    except (RefusedError, ValueError):
        return None


def moment_of(text: str) -> datetime | None:
    """The moment, in UTC, that a stranger wrote; None if there is none.

    nbgrader's own reading of a date opens whatever file the date names as its time zone.
    """
    if not (found := STAMP.fullmatch(text)):
        return None
    try:
        return datetime.fromisoformat(found[1])
    except ValueError:
        return None


def newer(book: Gradebook, topic: Topic, student: str, timestamp: datetime | None) -> datetime | None:
    """When the submission in the gradebook came, if that is after this one: late work is not undone by a look back."""
    try:
        known: datetime | None = book.find_submission(topic.title, student).timestamp
    except (MissingEntry, UnicodeEncodeError):  # a folder's name may be no text at all
        return None
    return known if known and timestamp and timestamp < known else None


def graded(book: Gradebook, topic: Topic) -> set[str]:
    """The students for whom there are points."""
    return {submission.student.id for submission in book.assignment_submissions(topic.title)}


def marks(book: Gradebook, topic: Topic, student: str) -> dict[str, tuple[float | None, bool, str]]:
    """For each task its score so far, whether a person still has to look, and that person's comment."""
    try:
        notebook = book.find_submission(topic.title, student).notebooks[0]
    except (MissingEntry, UnicodeEncodeError):  # a folder's name may be no text at all
        return {}
    comments = {comment.name: comment.manual_comment or "" for comment in notebook.comments}
    found = {}
    for grade in notebook.grades:
        task = grade.name.removeprefix(CHECK)
        score = grade.manual_score if grade.manual_score is not None else grade.auto_score
        if score is not None:
            score += grade.extra_credit or 0
        found[task] = (score, bool(grade.needs_manual_grade), comments.get(task, ""))
    return found


COLUMNS = ("student", "assignment", "outcome", "score", "max_score", "needs_manual_grade", "submitted", "seconds_late")


def rows(book: Gradebook, topic: Topic, ledger: Ledger) -> Iterator[dict[str, Any]]:
    """One row per student. What has not been graded is empty, never 0."""
    students = {submission.student.id for submission in book.assignment_submissions(topic.title)}
    for student in sorted(students | set(ledger.refused)):
        row: dict[str, Any] = dict.fromkeys([*COLUMNS, *(task.name for task in topic.tasks)], "")
        row |= {"student": harmless(legible(student)), "assignment": topic.title, "max_score": topic.points}
        graded = _graded(book, topic, student)
        row |= graded
        if reason := ledger.reasons.get(student, "" if graded else "nothing was entered, so grade again"):
            again = " again: {}; the points are those of the submission before" if graded else ": {}"
            row |= {"outcome": harmless("not graded" + again.format(reason)), "needs_manual_grade": "yes"}
        yield row


def _graded(book: Gradebook, topic: Topic, student: str) -> dict[str, Any]:
    """The columns of a student for whom there are points; none for others."""
    found = marks(book, topic, student)
    scores = {task: score for task, (score, _, _) in found.items() if score is not None}
    if not scores:
        return {}
    submission = book.find_submission(topic.title, student)
    return scores | {
        "outcome": "graded",
        "score": sum(score or 0 for score in scores.values()) if len(scores) == len(found) else "",
        "needs_manual_grade": "yes" if any(open_ for _, open_, _ in found.values()) else "no",
        "submitted": submission.timestamp or "",
        "seconds_late": submission.total_seconds_late or "",
    }


def harmless(text: str) -> str:
    """A text of one line, in which no spreadsheet finds a formula, whatever it takes for the end of a cell."""
    text = FORMULA.sub(r"\1'\2", text)
    return "".join(c if c.isprintable() or c in JOINERS else c.encode("unicode_escape").decode() for c in text)

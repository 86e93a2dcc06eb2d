"""One course, one batch: every hostile and every odd submission is graded together, in parallel, as in real life."""

import hashlib
import json
import os
import time
from pathlib import Path

import nbformat
import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import batch, notebooks, records, sandbox, submissions, written
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.seeds import Student, course_of
from evalmetrics_exercises.tasks import find_topic

from . import files, hostile, odd

TOPIC = find_topic("confusion")
LIMITS = sandbox.Limits(
    cell_seconds=2, open_cell_seconds=2, cells_seconds=12, call_seconds=2, total_seconds=60, value_seconds=16
)
KEY = "the key of a course for tests"
EFFORT = batch.EFFORT


def solutions():
    cells = notebooks.read(notebooks.source_path(TOPIC.title)).cells
    return {cell.metadata.nbgrader.grade_id: cell.source for cell in cells if "nbgrader" in cell.metadata}


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """A course whose submissions are all here."""
    try:
        sandbox.require()
    except sandbox.UnavailableError as error:
        pytest.exit(str(error), returncode=1)
    course = Course(tmp_path_factory.mktemp("course"))
    (course.folder / "course.key").write_text(KEY)
    course.release(TOPIC)
    blank = notebooks.read(course.path("release", TOPIC.title))
    answers = solutions()
    data = Student("solved", course_of(KEY)).variant(next(t for t in TOPIC.tasks if t.kind == "by hand"))
    copied = next(t for t in TOPIC.tasks if t.kind == "by hand").solve(data)
    for name, code in hostile.CODE.items():
        notebook = nbformat.from_dict(blank)
        notebook.cells.append(nbformat.v4.new_code_cell(code.replace("{COPIED}", repr(copied))))
        hand_in(course, name, json.dumps(notebook))
    for name, change in odd.CHANGES.items():
        hand_in(course, name, json.dumps(change(nbformat.from_dict(blank), answers)))
    for name, make in (files.FILES | files.EMPTY).items():
        path = course.path("submitted", TOPIC.title, name)
        path.parent.mkdir(parents=True)
        make(path, course)
    return course


def hand_in(course, name, text):
    path = course.path("submitted", TOPIC.title, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def fingerprint(folder: Path) -> dict[str, str]:
    """Every file of a course and its content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[str(path)] = os.readlink(path)
        elif path.is_file():
            found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return found


@pytest.fixture(scope="session")
def graded(course):
    """(results by student, seconds, files before, files after); results are written only after the comparison."""
    submitted = submissions.find(course.folder / "submitted", TOPIC.title)
    before, start = fingerprint(course.folder), time.monotonic()
    given = written.given_words(course.check_release(TOPIC.title).read_bytes())
    terms = batch.Terms(KEY, limits=LIMITS, given=given)
    results = {result.student: result for result in batch.grade_all(TOPIC, submitted, terms)}
    seconds, after = time.monotonic() - start, fingerprint(course.folder)
    records.enter(course.folder, TOPIC.title, results.values())
    command.pages(course, TOPIC)
    return results, seconds, before, after

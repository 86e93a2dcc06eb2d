"""What an instructor runs: `python -m coursework.grading exercises | assignment | grade | grades`."""

import argparse
import io
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..tasks import Topic, find_topic, topics
from . import files, sandbox, submissions
from .batch import Result, Terms, grade_all, progress_bar
from .course import OWN, Course, public_words
from .names import legible
from .sandbox import printable
from .written import given_words

UNSAFE = """\
WARNING: --unsafe-local runs what students wrote as ordinary programs of this machine, with your rights. They can read
and change your files, this course's key, its gradebook and other students' work. Use it for notebooks that you have
read or written yourself, and for nothing else.
"""


def exercises(titles: Sequence[str]) -> None:
    """Run the source notebooks, store their outputs, and write the student versions."""
    from . import notebooks

    for topic in [find_topic(name) for name in titles] or topics():
        path = notebooks.source_path(topic.title)
        source = notebooks.executed(notebooks.read(path), path.parent)
        if missed := notebooks.missed(source):
            raise ValueError(f"the solutions in {path} do not earn every point: {'; '.join(missed)}")
        notebooks.write(source, path)
        notebooks.write(notebooks.student_version(notebooks.read(path)), notebooks.student_path(topic.title))
        print(f"{topic.title}: {topic.points} points, {topic.minutes} minutes", flush=True)


def assignment(course: Course, topic: Topic) -> None:
    """Write the student version for this course."""
    path = course.release(topic)
    print(f"{path}: {topic.points} points, about {topic.minutes} minutes. Give this file to your students.")
    print(f"Keep {course.folder / 'course.key'} to yourself, and keep a copy: grading needs it.")


def grade(course: Course, topic: Topic, submitted: Path, *, unsafe: bool, workers: int | None) -> list[Result]:
    """Grade everything handed in, enter it into the gradebook, and write feedback and the table of grades."""
    from . import gradebook
    from .notices import notices

    if submitted.resolve() in {course.folder.resolve() / name for name in OWN}:
        raise ValueError(f"{submitted} is the course's own: name the folder in which the students' folders lie")
    notebooks = submissions.find(submitted, topic.title)
    sandbox.require(unsafe)
    if unsafe:
        print(UNSAFE, file=sys.stderr)
    course.check_settings()
    given = given_words(course.check_release(topic).read_bytes()) | public_words(topic.title)
    start = time.monotonic()
    with files.alone(course.folder):
        results = judge_all(topic, notebooks, Terms(course.key, unsafe=unsafe, given=given), workers)
        path = enter(course, topic, submitted, notebooks, results)
    refused = [result for result in results if result.refused]
    print(f"{len(results)} submissions in {time.monotonic() - start:.1f} s, {len(refused)} not graded.")
    for result in refused:
        print(f"  {legible(result.student)!r}: {result.refused}")
    for notice in notices(submitted, notebooks, gradebook.students(course.database)):
        print(notice)
    print(f"Grades: {path}. Feedback: {course.folder / 'feedback'}.")
    return results


def judge_all(topic: Topic, notebooks: dict[str, Path], terms: Terms, workers: int | None) -> list[Result]:
    """The results of all submissions, in the order of the students' names, with a bar that grows."""
    results = []
    for result in grade_all(topic, notebooks, terms, workers):
        results.append(result)
        print(f"\r{progress_bar(len(results), len(notebooks))}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return sorted(results, key=lambda result: result.student)


def enter(course: Course, topic: Topic, submitted: Path, notebooks: dict[str, Path], results: list[Result]) -> Path:
    """Write all that follows from a batch: gradebook, formgrader's pages, feedback, grades."""
    from . import export, gradebook
    from .ledger import Ledger
    from .notebooks import read

    version = read(course.path("release", topic.title))
    with gradebook.opened(course.database) as book:
        for i, result in enumerate(results):
            results[i] = enter_one(course, topic, result, notebooks[result.student], book, version)
        ledger = Ledger.read(course.folder, topic.title)
        settled = {r.student: (r.refused, gradebook.timestamp_of(notebooks[r.student])) for r in results if not r.older}
        ledger.enter(submitted, settled, graded=gradebook.graded(book, topic))
        for result in results:
            reason = ledger.reasons.get(result.student, "")
            shown = Result(result.student, refused=reason) if reason and not result.older else result
            write_feedback(course, topic, shown, gradebook.marks(book, topic, result.student))
        return export.write(book, course.folder, course.folder / "results" / f"{topic.title}.csv", [topic.title])


def enter_one(course: Course, topic: Topic, result: Result, path: Path, book: Any, version: Any) -> Result:
    """Enter one result into the gradebook; one that fails is refused and does not stop the others."""
    from . import gradebook

    name = result.student
    try:
        at, autograded = gradebook.timestamp_of(path), course.path("autograded", topic.title, name)
        if since := gradebook.newer(book, topic, name, at):
            return Result(
                name,
                refused=f"this is older than the submission of {since} UTC in the gradebook, whose points and page "
                "stay (to bring its page up to date, grade the folder in which it lies)",
                older=True,
            )
        if result.refused and not path.exists() and gradebook.marks(book, topic, name):
            return Result(name, refused="nothing was handed in here; row and page stay as they are", older=True)
        if result.refused:
            return result
        if submissions.read(path).digest != result.digest:
            return Result(name, refused="it was replaced while it was graded: grade it again")
        gradebook.record(book, topic, result, at, autograded, version)
    except Exception as error:
        book.db.rollback()
        kind = type(error).__name__  # the rest may show our paths and the database's language
        print(f"{legible(name)!r} was not entered: {kind}: {printable(error)}", file=sys.stderr)
        return Result(name, refused=f"it could not be entered into the gradebook ({kind}) and has to be graded again")
    return result


def write_feedback(course: Course, topic: Topic, result: Result, marks: Any) -> None:
    """Write a student's page; one that cannot be written does not stop the others."""
    from . import feedback

    if result.older:
        return
    path = course.path("feedback", topic.title, result.student).with_suffix(".html")
    try:
        files.write_text(path, feedback.page(topic, result, marks))
    except OSError as error:
        print(f"The feedback for {legible(result.student)!r} could not be written: {error}", file=sys.stderr)


def grades(course: Course) -> None:
    """Write the grades of all assignments, with the marks given by hand since."""
    from . import export, gradebook

    _ = course.key  # a folder that is no course is left alone
    course.check_settings()
    course.check_gradebook()
    with gradebook.opened(course.database) as book:
        print(export.write(book, course.folder, course.folder / "grades.csv"))


def folder(path: str) -> Path:
    """A folder that is named on the command line; ~ is the user's own, whatever shell passed it on."""
    if not path:
        raise argparse.ArgumentTypeError("must name a folder, and is empty")
    return Path(path).expanduser()


def keep_standard_streams() -> None:
    """Open those that were closed when this started, so that no pipe gets their numbers."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m coursework.grading", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    steps.add_parser("exercises", help=exercises.__doc__).add_argument("topics", nargs="*")
    for name, what in (("assignment", assignment), ("grade", grade), ("grades", grades)):
        step = steps.add_parser(name, help=what.__doc__)
        step.add_argument("--course", type=folder, required=True, help="the folder of the course; made if missing")
        if name != "grades":
            step.add_argument("--topic", required=True, help="for example bleu")
        if name == "grade":
            step.add_argument("--submitted", type=folder, help="by default COURSE/submitted")
            step.add_argument("--workers", type=int, help="by default one for each core")
            step.add_argument("--unsafe-local", action="store_true", help="run student code without any protection")
    given = parser.parse_args(arguments)
    keep_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal can show every name
    try:
        if given.step == "exercises":
            exercises(given.topics)
        elif given.step == "assignment":
            assignment(Course(given.course), find_topic(given.topic))
        elif given.step == "grade":
            submitted = given.submitted or given.course / "submitted"
            topic = find_topic(given.topic)
            grade(Course(given.course), topic, submitted, unsafe=given.unsafe_local, workers=given.workers)
        else:
            grades(Course(given.course))
    except (ValueError, OSError, files.BusyError, sandbox.UnavailableError) as error:
        sys.exit(f"{parser.prog} {given.step}: {error}")
    except KeyboardInterrupt:
        sys.exit(f"\n{parser.prog} {given.step}: stopped; grade again to enter what was not yet entered")


if __name__ == "__main__":
    main()

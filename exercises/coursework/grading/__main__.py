"""What an instructor runs: `python -m coursework.grading exercises | assignment | grade | grades`."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ..tasks import Topic, find_topic, topics
from . import sandbox
from .batch import Result, Terms, grade_all, progress_bar
from .course import Course
from .sandbox import printable
from .submissions import find

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
        notebooks.write(notebooks.executed(notebooks.read(path), path.parent), path)
        notebooks.write(notebooks.student_version(notebooks.read(path)), notebooks.student_path(topic.title))
        print(f"{topic.title}: {topic.points} points, {topic.minutes} minutes", flush=True)


def assignment(course: Course, topic: Topic) -> None:
    """Write the student version for this course."""
    path = course.release(topic)
    print(f"{path}: {topic.points} points, about {topic.minutes} minutes. Give this file to your students.")
    print(f"Keep {course.folder / 'course.key'} to yourself, and keep a copy: grading needs it.")


def grade(course: Course, topic: Topic, submitted: Path, *, unsafe: bool, workers: int | None) -> list[Result]:
    """Grade everything handed in, enter it into the gradebook, and write feedback and the table of grades."""
    notebooks = find(submitted, topic.title)
    sandbox.require(unsafe)
    if unsafe:
        print(UNSAFE, file=sys.stderr)
    release = course.path("release", topic.title)
    if not release.exists():
        raise FileNotFoundError(f"{release} is missing: make assignment TOPIC={topic.name} comes first")
    start = time.monotonic()
    results = []
    for result in grade_all(topic, notebooks, Terms(course.key, unsafe=unsafe), workers):
        results.append(result)
        print(f"\r{progress_bar(len(results), len(notebooks))}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    results.sort(key=lambda result: result.student)
    path = enter(course, topic, notebooks, results)
    refused = [result for result in results if result.refused]
    print(f"{len(results)} submissions in {time.monotonic() - start:.1f} s, {len(refused)} not graded.")
    for result in refused:
        print(f"  {result.student!r}: {result.refused}")
    print(f"Grades: {path}. Feedback: {course.folder / 'feedback'}.")
    return results


def enter(course: Course, topic: Topic, notebooks: dict[str, Path], results: list[Result]) -> Path:
    """Write all that follows from a batch: gradebook, formgrader's pages, feedback, grades."""
    from . import export, feedback, gradebook
    from .notebooks import read

    version = read(course.path("release", topic.title))
    with gradebook.opened(course.database) as book:
        for i, result in enumerate(results):
            name = result.student
            try:
                if not result.refused:
                    at = gradebook.timestamp_of(notebooks[name])
                    gradebook.record(book, topic, result, at, course.path("autograded", topic.title, name), version)
            except Exception as error:  # one entry that fails does not stop the others
                book.db.rollback()
                result = results[i] = Result(name, refused=f"not entered: {type(error).__name__}: {printable(error)}")
            page = course.path("feedback", topic.title, name).with_suffix(".html")
            page.parent.mkdir(parents=True, exist_ok=True)
            marks = {} if result.refused else gradebook.marks(book, topic, name)
            page.write_text(feedback.page(topic, result, marks), encoding="utf-8")
        log = course.folder / "results" / f"{topic.title}.json"
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text(json.dumps({result.student: result.refused for result in results if result.refused}, indent=1))
        return export.write(book, course.folder, course.folder / "results" / f"{topic.title}.csv", [topic.title])


def grades(course: Course) -> None:
    """Write the grades of all assignments, with the marks given by hand since."""
    from . import export, gradebook

    with gradebook.opened(course.database) as book:
        print(export.write(book, course.folder, course.folder / "grades.csv"))


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m coursework.grading", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    steps.add_parser("exercises", help=exercises.__doc__).add_argument("topics", nargs="*")
    for name, what in (("assignment", assignment), ("grade", grade), ("grades", grades)):
        step = steps.add_parser(name, help=what.__doc__)
        step.add_argument("--course", type=Path, required=True, help="the folder of the course; made if missing")
        if name != "grades":
            step.add_argument("--topic", required=True, help="for example bleu")
        if name == "grade":
            step.add_argument("--submitted", type=Path, help="by default COURSE/submitted")
            step.add_argument("--workers", type=int, help="by default one for each core")
            step.add_argument("--unsafe-local", action="store_true", help="run student code without any protection")
    given = parser.parse_args(arguments)
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
    except (ValueError, FileNotFoundError, sandbox.UnavailableError) as error:
        sys.exit(f"{parser.prog} {given.step}: {error}")


if __name__ == "__main__":
    main()

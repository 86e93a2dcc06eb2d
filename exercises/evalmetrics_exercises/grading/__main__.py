"""What an instructor runs: assignment, collect, grade, marking, questions and grades; exercises for their authors."""

import argparse
import io
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..reports import so_many
from ..seeds import course_of, hidden_seed
from ..tasks import Argue, Topic, find_topic, topics
from . import assignments, collecting, feedback, files, marks, records, roster, sandbox, submissions, tables
from .batch import Result, Terms, grade_all, progress_bar
from .course import Course
from .written import given_words

DRAWS = 20  # of the data of a task, as questions
MOST_TOLD = 20  # findings of a report on the terminal
UNSAFE = """\
WARNING: --unsafe-local runs what students wrote as ordinary programs of this machine, with your rights. They can read
and change your files, this course's key, its marks and other students' work. Use it for notebooks that you have
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
        print(f"{topic.title}: {so_many(topic.points)}, {topic.minutes} minutes", flush=True)


def assignment(course: Course, topic: Topic, book: str = "") -> None:
    """Write the student version for this course."""
    path = course.release(topic, book)
    if isinstance(topic, assignments.Assignment):
        files.write_bytes(course.folder / "assignments" / f"{topic.title}.toml", topic.path.read_bytes())
    print(f"{path}: {so_many(topic.points)}, about {topic.minutes} minutes. Give this file to your students.")
    print(f"Keep {course.folder / 'course.key'} to yourself, and keep a copy: grading needs it.")
    what = f"TOPIC={topic.name} COURSE={course.folder} FROM=submissions.zip ROSTER=roster.csv"
    print(f"Next, when they have handed it in: make collect {what}")


def collect(course: Course, topic: Topic, source: Path, names: Path | None) -> None:
    """Bring what a platform hands out into the course, by the roster."""
    course.check_release(topic.title)
    if names:
        print(f"{len(roster.read(names))} people on {names}; {roster.columns(names)}.")
        kept = course.folder / "roster.csv"
        if kept.exists() and kept.read_bytes() != names.read_bytes():
            files.write_bytes(course.folder / "roster-before.csv", kept.read_bytes())
            print("The course had another roster.csv, now roster-before.csv: bring over what you added there.")
        files.write_bytes(kept, names.read_bytes())
    with files.alone(course.folder):
        collected = collecting.collect(source, topic, roster.Roster(course.people), course.own())
        counts = collecting.store(collected, course.folder, topic.title, course.people)
    for sentence in collected.said:
        print(f"  {sandbox.printable(sentence, 1000)}")
    known = ", ".join(f"{n} {what}" for what, n in counts.items() if n)
    print(f"Collected {len(collected.taken)} notebooks{f' ({known})' if known else ''}.")
    if people := course.people:
        came = collecting.names(course.folder, topic.title)
        missing = [one.id for one in people if one.id not in came]
        print(f"{len(missing)} of {len(people)} handed in nothing: {', '.join(missing) or 'nobody'}.")
        print(f"What became of each file: {course.folder / 'collected' / f'{topic.title}.csv'}.")
    print(f"Next: make grade TOPIC={topic.name} COURSE={course.folder}")


def grade(
    course: Course,
    topic: Topic,
    submitted: Path,
    *,
    unsafe: bool = False,
    workers: int | None = None,
    students: Sequence[str] = (),
) -> list[Result]:
    """Grade everything handed in, or what some students did, and write feedback and tables."""
    notebooks = submissions.find(submitted, topic.title)
    if unknown := set(students) - notebooks.keys():
        raise ValueError(f"there is no folder of {', '.join(sorted(unknown))} in {submitted}")
    notebooks = {student: path for student, path in notebooks.items() if not students or student in students}
    sandbox.require(unsafe)
    if unsafe:
        print(UNSAFE, file=sys.stderr)
    given = given_words(course.check_release(topic.title).read_bytes())
    start = time.monotonic()
    with files.alone(course.folder):
        terms = Terms(course.key, unsafe=unsafe, given=given, roster=roster.Roster(course.people))
        results = judge_all(topic, notebooks, terms, workers)
        if not students:
            refused = collecting.refused(course.folder, topic.title)
            results += [Result(student, refused=why) for student, why in refused.items()]
        records.enter(course.folder, topic.title, results)
        path = pages(course, topic)
        told = course.folder / "results" / f"{topic.title}.report.html"
        if not students:  # of the whole class
            report_of(course, topic, told)
    unread = [result for result in results if result.refused]
    print(f"{len(results)} submissions in {time.monotonic() - start:.1f} s, {len(unread)} not graded.")
    for result in unread:
        print(f"  {result.student!r}: {result.refused}")
    print(f"Points: {path}. Feedback: {course.folder / 'feedback'}. What needs a person: {told}.")
    essays = any(isinstance(task, Argue) for task in topic.tasks)
    print(f"Next: make {f'marking TOPIC={topic.name}' if essays else 'grades'} COURSE={course.folder}")
    return results


def report_of(course: Course, topic: Topic, path: Path) -> None:
    """Write what a person should look at."""
    from . import notebooks, report

    source = assignments.source(topic)
    given = report.given_in(topic, notebooks.read(course.path("release", topic.title)))
    known = records.read(course.folder, topic.title).values()
    results = [result for result in known if result.outcomes]
    public = course_of(course.key)
    found = report.findings(topic, results, roster.Roster(course.people), public, given, report.model_in(topic, source))
    asked = {r.student: report.questions(topic, r, given, hidden_seed(course.key, r.student, "asked")) for r in results}
    unread = [report.Finding((r.student,), "", f"was not graded: {r.refused}") for r in known if r.refused]
    files.write_text(path, report.page(topic, [*unread, *found], asked, report.ideas(topic, results), course.people))
    for one in found[:MOST_TOLD]:
        print(f"  {sandbox.printable(', '.join(one.students[:6]))} {one.said}.")
    if len(found) > MOST_TOLD:
        print(f"  … and {len(found) - MOST_TOLD} more in the report.")


def judge_all(topic: Topic, notebooks: dict[str, Path], terms: Terms, workers: int | None) -> list[Result]:
    """The results of all submissions, in the order of the students' names, with a bar that grows."""
    results = []
    for result in grade_all(topic, notebooks, terms, workers):
        results.append(result)
        print(f"\r{progress_bar(len(results), len(notebooks))}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return sorted(results, key=lambda result: result.student)


def pages(course: Course, topic: Topic) -> Path:
    """Write the table of an assignment and each student's page, with the marks that there are by now."""
    from .marking import rubric_of

    given = marks.read(course.folder)
    for sentence in marks.odd(topic, given):
        print(f"  {sandbox.printable(sentence, 1000)}.")
    rubrics = {task.name: rubric_of(topic, task) for task in topic.tasks if isinstance(task, Argue)}
    for student, result in records.read(course.folder, topic.title).items():
        path = course.path("feedback", topic.title, student).with_suffix(".html")
        try:
            files.write_text(path, feedback.page(topic, result, marks.standings(topic, result, given), rubrics))
        except OSError as error:
            print(f"The feedback for {student!r} could not be written: {error.strerror}", file=sys.stderr)
    return tables.assignment(course.folder, topic, course.people)


def marking(course: Course, topic: Topic) -> None:
    """Write a page for marking each essay of an assignment, to be opened in a browser."""
    from . import marking as essays

    for path in essays.write(course.folder, topic, course_of(course.key)):
        print(f"{path.resolve().as_uri()}: open it in a browser, and save the marks into {course.folder}.")
    print(f"Next: make grades COURSE={course.folder}")


def questions(course: Course, topic: Topic) -> None:
    """Write the tasks by hand as randomised questions that Moodle imports."""
    from .questions import moodle

    path = course.folder / "upload" / f"questions-{topic.title}.xml"
    files.write_text(path, moodle(topic, course.key, DRAWS))
    print(f"{path}: {DRAWS} draws of each task by hand, to import as Moodle XML.")


def grades(course: Course) -> None:
    """Write the tables of all assignments and what is uploaded, with the marks given by hand since."""
    _ = course.key  # a folder that is no course is left alone
    graded = {path.stem for path in (course.folder / "results").glob("*.csv")}
    done = sorted(map(course.topic, graded), key=lambda topic: topic.title)
    with files.alone(course.folder):
        for topic in done:
            print(pages(course, topic))
            print(tables.feedback(course.folder, topic))
            came = collecting.names(course.folder, topic.title).items()
            if closed := [student for student, each in came if not collecting.opens(each["path"])]:
                print(f"  Canvas names feedback as what came; it will not open for {', '.join(closed)}: write to them.")
        for path in tables.course(course.folder, done, course.people):
            print(path)
    print(f"Next: upload from {course.folder / 'upload'} what your platform takes.")


def folder(path: str) -> Path:
    """A folder that is named on the command line; ~ is the user's own, whatever shell passed it on."""
    if not path:
        raise argparse.ArgumentTypeError("must name a folder, and is empty")
    return Path(path).expanduser()


STEPS: dict[str, Callable[..., Any]] = {
    step.__name__: step for step in (assignment, collect, grade, marking, questions, grades)
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m evalmetrics_exercises.grading", description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    steps.add_parser("exercises", help=exercises.__doc__).add_argument("topics", nargs="*")
    for name, what in STEPS.items():
        step = steps.add_parser(name, help=what.__doc__)
        step.add_argument("--course", type=folder, required=True, help="the folder of the course; made if missing")
        if name == "assignment":
            step.add_argument("--from", dest="source", type=folder, help="a file that puts an assignment together")
            step.add_argument("--book", default="", help="where the book is on the web, for links to its lessons")
        if name != "grades":
            step.add_argument("--topic", required=name != "assignment", help="for example bleu, or your own's name")
        if name == "collect":
            step.add_argument("--from", dest="source", type=folder, required=True, help="an archive or a folder")
            step.add_argument("--roster", type=folder, help="a table with id, name and mail; kept in the course")
        if name == "grade":
            step.add_argument("--submitted", type=folder, help="by default COURSE/submitted")
            step.add_argument("--student", action="append", default=[], help="only this one; may come more than once")
            step.add_argument("--workers", type=int, help="by default one for each core")
            step.add_argument("--unsafe-local", action="store_true", help="run student code without any protection")
    given = parser.parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal can show every name
    try:
        run(given)
    except (ValueError, OSError, files.BusyError, sandbox.UnavailableError) as error:
        sys.exit(f"{parser.prog} {given.step}: {error}")
    except KeyboardInterrupt:
        sys.exit(f"\n{parser.prog} {given.step}: stopped; grade again to enter what was not yet entered")


def run(given: argparse.Namespace) -> None:
    """Take one step."""
    if given.step == "exercises":
        return exercises(given.topics)
    course = Course(given.course)
    if given.step == "grades":
        return grades(course)
    if given.step == "assignment" and given.source:
        return assignment(course, assignments.read(given.source), given.book)
    if not given.topic:
        raise ValueError("say which: --topic bleu, or --from with a file that puts an assignment together")
    topic = course.topic(given.topic)
    if given.step == "assignment":
        assignment(course, topic, given.book)
    elif given.step == "collect":
        collect(course, topic, given.source, given.roster)
    elif given.step == "grade":
        submitted = given.submitted or given.course / "submitted"
        grade(course, topic, submitted, unsafe=given.unsafe_local, workers=given.workers, students=given.student)
    else:
        STEPS[given.step](course, topic)
    return None


if __name__ == "__main__":
    main()

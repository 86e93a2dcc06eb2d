"""A class of 120, from what the platform hands out to what it takes back, by the guide's commands and in minutes."""

import csv
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from evalmetrics_exercises.grading import notebooks, report
from evalmetrics_exercises.grading.course import Course

from tests import exports
from tests.made_class import KEY, TOPIC, N, made

pytestmark = pytest.mark.grading
ROOT = Path(__file__).parents[2]


def handed_in(blank, result):
    notebook = notebooks.read(blank)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = result.written.get(name, cell.source.replace('student(""', f'student("{result.says}"'))
        if name in result.values:
            cell.source = f"{name} = {result.values[name]!r}"
    return notebooks.as_bytes(notebook)


def make(target, course, **settings):
    """One of the guide's commands, with this Python for the environment that make would set up; what it said."""
    line = ["make", "--old-file", f"{sys.prefix}/installed", f"VENV={sys.prefix}", target, f"COURSE={course.folder}"]
    line += [f"{name}={value}" for name, value in settings.items()]
    run = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_class_goes_from_an_export_to_grades_in_five_commands_and_no_copy_is_missed(tmp_path):
    results, planted = made(1, report.model_in(TOPIC, notebooks.read(notebooks.source_path(TOPIC.title))))
    course = Course(tmp_path / "course")
    course.prepare()
    (course.folder / "course.key").write_text(KEY)  # by which the class was made
    class_ = [(result.student, *name[1:]) for result, name in zip(results, exports.people(N), strict=True)]
    roster = tmp_path / "roster.csv"
    roster.write_text(exports.plain_roster([*class_, ("late", "Zoe", "Last")]), encoding="utf-8")
    start = time.monotonic()
    make("assignment", course, TOPIC=TOPIC.name)
    took = time.monotonic() - start

    blank = course.path("release", TOPIC.title)
    by_student = {result.student: handed_in(blank, result) for result in results}
    first, second = planted["a whole file"]
    by_student[second] = by_student[first]
    files = {exports.in_moodle(i, person): by_student[person[0]] for i, person in enumerate(class_)}
    export = exports.archive(tmp_path / "export.zip", files)

    start = time.monotonic()
    said = make("collect", course, TOPIC=TOPIC.name, FROM=export, ROSTER=roster)
    make("grade", course, TOPIC=TOPIC.name)
    make("marking", course, TOPIC=TOPIC.name)
    make("grades", course)
    took += time.monotonic() - start
    print(f"Five commands for a class of {N} took {took:.0f} s.")
    assert took < 600
    assert f"1 of {N + 1} handed in nothing: late." in said

    page = (course.folder / "results" / f"{TOPIC.title}.report.html").read_text(encoding="utf-8")
    people = [line.partition("</b>")[0].split(", ") for line in page.split("<section><p><b>")[1:]]
    told = [{person.partition(" (")[0] for person in each} for each in people]  # by id, without the name
    assert [what for what, who in planted.items() if not any(set(who) <= each for each in told)] == []
    marking = (course.folder / "marking" / f"{TOPIC.title}-which_beta.html").read_text(encoding="utf-8")
    assert marking.count("<article ") == N
    with (course.folder / "upload" / "moodle.csv").open(encoding="utf-8") as file:
        points = {row["ID number"]: row[TOPIC.title] for row in csv.DictReader(file)}
    assert len(points) == N + 1
    assert points["late"] == ""
    assert all(points[result.student] for result in results)
    with (course.folder / "upload" / "canvas.csv").open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == N + 2  # and the row of points possible
    with zipfile.ZipFile(course.folder / "upload" / f"feedback-{TOPIC.title}.zip") as archive:
        assert len(archive.namelist()) == N

"""A class of 120, from what the platform hands out to what it takes back, in the sandbox: no planted copy is missed."""

import csv
import zipfile

import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import notebooks, report
from evalmetrics_exercises.grading.course import Course

from tests import exports
from tests.made_class import KEY, TOPIC, N, made

pytestmark = pytest.mark.grading


def handed_in(blank, result):
    """The course's notebook with a student's answers."""
    notebook = notebooks.read(blank)
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id")
        cell.source = result.written.get(name, cell.source.replace('student(""', f'student("{result.says}"'))
        if name in result.values:
            cell.source = f"{name} = {result.values[name]!r}"
    return notebooks.as_bytes(notebook)


def test_a_class_goes_from_an_export_to_grades_and_no_copy_is_missed(tmp_path, capsys):
    results, planted = made(1, report.model_in(TOPIC, notebooks.read(notebooks.source_path(TOPIC.title))))
    course = Course(tmp_path / "course")
    course.prepare()
    (course.folder / "course.key").write_text(KEY)
    class_ = [(result.student, *name[1:]) for result, name in zip(results, exports.people(N), strict=True)]
    roster = tmp_path / "roster.csv"
    roster.write_text(exports.plain_roster([*class_, ("late", "Zoe", "Last")]), encoding="utf-8")
    command.assignment(course, TOPIC)
    blank = course.path("release", TOPIC.title)
    by_student = {result.student: handed_in(blank, result) for result in results}
    first, second = planted["a whole file"]
    by_student[second] = by_student[first]
    files = {exports.in_moodle(i, person): by_student[person[0]] for i, person in enumerate(class_)}
    command.collect(course, TOPIC, exports.archive(tmp_path / "export.zip", files), roster)
    assert f"1 of {N + 1} handed in nothing: late." in capsys.readouterr().out
    command.grade(course, TOPIC, course.folder / "submitted")
    said = (course.folder / "results" / f"{TOPIC.title}.report.html").read_text(encoding="utf-8")
    told = [set(line.partition("</b>")[0].split(", ")) for line in said.split("<section><p><b>")[1:]]
    assert [what for what, who in planted.items() if not any(set(who) <= each for each in told)] == []
    command.marking(course, TOPIC)
    command.grades(course)
    with (course.folder / "upload" / "moodle.csv").open(encoding="utf-8") as file:
        points = {row["ID number"]: row[TOPIC.title] for row in csv.DictReader(file)}
    assert len(points) == N + 1
    assert points["late"] == ""
    assert all(points[result.student] for result in results)
    with zipfile.ZipFile(course.folder / "upload" / f"feedback-{TOPIC.title}.zip") as archive:
        assert len(archive.namelist()) == N

"""What becomes of submissions once they are judged: marks, essays, refusals, pages. Judging itself is cut short."""

import csv
import json
import os
import shutil
import subprocess
import sys
import time
from html import escape
from pathlib import Path

import nbformat.v4 as nb
import pytest
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import (
    batch,
    feedback,
    files,
    marking,
    marks,
    notebooks,
    records,
    submissions,
    written,
)
from evalmetrics_exercises.grading.course import Course
from evalmetrics_exercises.grading.names import harmless
from evalmetrics_exercises.judging import Outcome
from evalmetrics_exercises.seeds import course_of
from evalmetrics_exercises.tasks import Argue, find_topic

from .exports import rows

TOPIC = find_topic("perplexity")
ESSAY = next(task for task in TOPIC.tasks if isinstance(task, Argue))
BUILT = next(task for task in TOPIC.tasks if task.kind == "break it").name
CODE = TOPIC.tasks[0].name
OTHERS = TOPIC.points - ESSAY.points

pytestmark = pytest.mark.exhaustive


def judged_by_its_word(task, session, student, random_seed, effort):
    """Every task is right unless a cell says that it is wrong."""
    earned = 0 if f"{task.name} is wrong" in "".join(session._code) else task.points
    return Outcome(task.name, task.points, None if isinstance(task, Argue) else earned, "Judged.")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("courses") / "made")
    course.release(TOPIC)
    return course


@pytest.fixture
def course(made, tmp_path, monkeypatch):
    """A course of its own, in which judging takes no time."""
    monkeypatch.setattr(batch, "judge", judged_by_its_word)
    return Course(shutil.copytree(made.folder, tmp_path / "course"))


def cell_of(notebook, name):
    return next(cell for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == name)


def hand_in(course, student, essay="An essay.", change=lambda notebook: None):
    """The release with an essay in its place; or, if that is no text, whatever bytes it is."""
    path = course.folder / "submitted" / student / TOPIC.title / f"{TOPIC.title}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(essay, bytes):
        path.write_bytes(essay)
        return path
    notebook = notebooks.read(course.path("release", TOPIC.title))
    cell_of(notebook, ESSAY.name).source = essay
    change(notebook)
    path.write_text(json.dumps(notebook))
    return path


def graded(course, students=()):
    command.grade(course, TOPIC, course.folder / "submitted", unsafe=True, workers=1, students=students)
    return {row["id"]: row for row in rows(course.folder / "results" / f"{TOPIC.title}.csv")}


def grade_ada(course, *essay, **change):
    hand_in(course, "ada", *essay, **change)
    return graded(course)["ada"]


def marked(course, student, points, task=ESSAY.name, comment="", at="2027-04-03", name="marks.csv", boxes=""):
    digest = records.read(course.folder, TOPIC.title)[student].digests[task]
    path = course.folder / name
    new = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerows([marks.COLUMNS] * new + [(TOPIC.title, student, task, digest, points, boxes, comment, at)])


def page(course, student):
    return course.path("feedback", TOPIC.title, student).with_suffix(".html").read_text(encoding="utf-8")


def shown(course, student, name=ESSAY.name):
    """What a person is shown of an answer."""
    return records.read(course.folder, TOPIC.title)[student].written[name]


def asks(row):
    return row["needs_person"] != "no"


# Marks


def test_a_mark_belongs_to_the_essay_that_was_marked_and_survives_grading(course):
    row = grade_ada(course, "One.")
    assert (row["automatic"], row["automatic_max"], row["total"], asks(row)) == (str(OTHERS), str(OTHERS), "", True)
    marked(course, "ada", 3.0, comment="Good.")
    for _ in range(2):
        row = graded(course)["ada"]
        assert (row["total"], row[ESSAY.name], asks(row)) == (str(OTHERS + 3), "3", False)
    assert f"<p>{OTHERS + 3} of {TOPIC.points} points.</p>" in page(course, "ada")
    assert "Marked: 3 points.</p><blockquote>Good.</blockquote>" in page(course, "ada")
    assert not asks(grade_ada(course, "One.", lambda notebook: notebook.cells.append(nb.new_code_cell("x = 1"))))
    row = grade_ada(course, "Two.")
    assert (row["total"], row[ESSAY.name], asks(row)) == ("", "", True)
    assert "Marked: 3 points. It has changed since, and a person will look again." in page(course, "ada")
    marked(course, "ada", 4.0)
    assert graded(course)["ada"]["total"] == str(OTHERS + 4)
    assert grade_ada(course, "One.")["total"] == str(OTHERS + 3)


def test_a_mark_on_a_judged_task_counts_for_the_file_that_was_marked(course):
    grade_ada(course)
    marked(course, "ada", 1.0, BUILT)
    marked(course, "ada", 4.0)
    assert graded(course)["ada"]["total"] == str(OTHERS + 4 - 4 + 1)
    row = grade_ada(course, change=lambda notebook: notebook.cells.append(nb.new_code_cell(f"# {BUILT} is wrong")))
    assert (row[BUILT], asks(row)) == ("0", True)


def test_of_two_marks_for_the_same_the_later_counts_whatever_its_file_is_called(course):
    grade_ada(course)
    marked(course, "ada", 2.0, at="2027-04-03 10:00", name="marks-b (1).csv")
    marked(course, "ada", 1.0, at="2027-04-03 09:00", name="marks-c.csv")
    assert graded(course)["ada"][ESSAY.name] == "2"


def test_a_comment_alone_leaves_the_points_open(course):
    grade_ada(course)
    marked(course, "ada", "", comment="See me.")
    row = graded(course)["ada"]
    assert (row[ESSAY.name], asks(row)) == ("", True)
    assert "<blockquote>See me.</blockquote>" in page(course, "ada")


def test_a_page_says_which_lines_of_the_rubric_were_met(course):
    grade_ada(course)
    lines = marking.rubric_of(TOPIC, ESSAY)
    marked(course, "ada", lines[0][0], boxes="1")
    command.grades(course)
    met, *missed = [f"<li>{'–' if i else '✓'} {worth:g}: {escape(said)}</li>" for i, (worth, said) in enumerate(lines)]
    assert missed
    assert f"<ul>{met}{''.join(missed)}</ul>" in page(course, "ada")


def test_marks_are_read_as_spreadsheets_of_europe_write_them(tmp_path):
    line = ["36_perplexity", "ada", ESSAY.name, "d", "1,5", "", "", ""]
    (tmp_path / "marks.csv").write_text("\n".join(map(";".join, [marks.COLUMNS, line])), encoding="utf-8")
    assert marks.read(tmp_path) == {("36_perplexity", "ada", ESSAY.name): {"d": marks.Mark(1.5)}}


@pytest.mark.parametrize(("text", "said"), [("a,b\n1,2\n", "the columns must be"), (None, "points must be a number")])
def test_a_damaged_file_of_marks_is_named_with_its_line(course, text, said):
    grade_ada(course)
    if text:
        (course.folder / "marks.csv").write_text(text)
    else:
        marked(course, "ada", "three")
    with pytest.raises(ValueError, match=rf"marks\.csv, line 2: {said}"):
        command.grades(course)


def test_a_mark_that_a_slip_may_have_made_is_named(course, capsys):
    grade_ada(course)
    marked(course, "ada", 400.0)
    text = (course.folder / "marks.csv").read_text(encoding="utf-8")
    (course.folder / "marks-2.csv").write_text(text.replace(ESSAY.name, "esay"), encoding="utf-8")
    capsys.readouterr()
    command.grades(course)
    said = capsys.readouterr().out
    assert f"ada has a mark of 400 for {ESSAY.name}, of {ESSAY.points:g} points." in said
    assert f"ada has a mark for 'esay', which is no task of {TOPIC.title}." in said


# Essays


def elsewhere(*cells, given="YOUR ANSWER HERE"):
    def change(notebook):
        cell_of(notebook, ESSAY.name).source = given
        notebook.cells.extend(cells)

    return change


def instead(make):
    def change(notebook):
        at = notebook.cells.index(cell_of(notebook, ESSAY.name))
        notebook.cells[at] = make("The argument.", metadata=notebook.cells[at].metadata)

    return change


def split(notebook):
    cell = cell_of(notebook, ESSAY.name)
    at = notebook.cells.index(cell)
    cell.source = "The first half."
    notebook.cells.insert(at + 1, nb.new_markdown_cell("The argument.", metadata=cell.metadata))


def question(notebook):
    at = notebook.cells.index(cell_of(notebook, ESSAY.name))
    cell_of(notebook, ESSAY.name).source = "YOUR ANSWER HERE"
    notebook.cells[at - 1].source += "\n\nThe argument."


LONG = "The argument. " + "I would report both, since each is blind to what the other sees, " * 3
PLACES = {
    "below a heading": elsewhere(nb.new_markdown_cell("# The argument.")),
    "a raw cell": elsewhere(nb.new_raw_cell("The argument.")),
    "a string": elsewhere(nb.new_code_cell(f'"""{LONG}"""')),
    "a comment": elsewhere(nb.new_code_cell(f"# {LONG}\n%matplotlib inline")),
    "words in a code cell": elsewhere(nb.new_code_cell(f"Well, here it is.\n{LONG}")),
    "see below": elsewhere(nb.new_markdown_cell("The argument."), given="See below."),
    "in a variable": elsewhere(nb.new_code_cell(f"{ESSAY.name} = '''{LONG}'''")),
    "printed": elsewhere(nb.new_code_cell(f'print("{LONG}")')),
    "in a comment above code": elsewhere(nb.new_code_cell(f"# {LONG}\nx = 1")),
    "in the question": question,
    "split": split,
    "turned into code": instead(nb.new_code_cell),
    "turned into raw": instead(nb.new_raw_cell),
}


@pytest.mark.parametrize("place", PLACES)
def test_an_essay_reaches_the_marker_from_wherever_it_was_written(course, place):
    row = grade_ada(course, change=PLACES[place])
    assert (row[ESSAY.name], asks(row)) == ("", True)
    assert "The argument." in shown(course, "ada")
    for given in ("See below.", "The first half."):
        assert (given in shown(course, "ada")) == (place == {"S": "see below", "T": "split"}[given[0]])


def test_nothing_written_is_0_without_a_person(course):
    hand_in(course, "blank", "YOUR ANSWER HERE")
    hand_in(course, "twice", "YOUR ANSWER HERE", lambda notebook: notebook.cells.extend(notebook.cells))
    hand_in(course, "code", " ", lambda notebook: notebook.cells.append(nb.new_code_cell("%time 1\nx = 1  # so")))
    hand_in(course, "public", notebooks.student_path(TOPIC.title).read_bytes())
    rows = graded(course)
    assert [(row[ESSAY.name], asks(row)) for row in rows.values()] == [("0", False)] * 4


SENTENCE = "I would not call one more point progress: the interval of the difference holds zero, and nobody saw any."


@pytest.mark.parametrize(
    "code",
    [
        SENTENCE,
        f"answer = 'It\\'s so: {SENTENCE}'",
        "answer = (" + "\n".join(f"'{part},'" for part in SENTENCE.split(",")) + ")",
        "\n".join(f"print({word!r})" for word in SENTENCE.split()),
        "\n".join(f"x = {i}  # {word}" for i, word in enumerate(SENTENCE.split())),
        f"print('', '{SENTENCE}')",
        "answer = '我不会把一个点的提高当作进步因为差异的置信区间包含零'",
        "我不会把一个点的提高当作进步因为差异的置信区间包含零",
        f"%md {SENTENCE}",
        f"!{SENTENCE}",
    ],
)
@pytest.mark.parametrize("name", [None, CODE])
def test_an_essay_in_a_code_cell_reaches_a_person(course, code, name):
    def written(notebook):
        cell = cell_of(notebook, name) if name else nb.new_code_cell()
        cell.source = code
        notebook.cells += [] if name else [cell]

    row = grade_ada(course, "", written)
    assert asks(row)
    assert code[:20] in shown(course, "ada")


def test_a_word_that_says_where_the_essay_is_does_not_hide_it(course):
    def below(notebook):
        notebook.cells.append(nb.new_code_cell(f"answer = '{SENTENCE}'"))

    grade_ada(course, "See the cell below.", below)
    assert SENTENCE in shown(course, "ada")


def test_a_question_copied_into_the_essays_cell_does_not_hide_the_essay(course):
    def elsewhere(notebook):
        at = notebook.cells.index(cell_of(notebook, ESSAY.name))
        notebook.cells[at].source = notebook.cells[at - 1].source
        cell_of(notebook, CODE).source = f"answer = '{SENTENCE}'"

    grade_ada(course, change=elsewhere)
    assert SENTENCE in shown(course, "ada")


def test_a_person_is_shown_the_code_that_was_judged(course):
    def elsewhere(notebook):
        own = cell_of(notebook, CODE)
        own.source = "nothing = 0"
        notebook.cells.append(nb.new_markdown_cell(f"{CODE}, told", metadata=own.metadata))
        notebook.cells.append(nb.new_code_cell(f"def {CODE}(): return 1"))
        notebook.cells.append(nb.new_code_cell("other = 2"))

    grade_ada(course, change=elsewhere)
    assert shown(course, "ada", CODE) == f"nothing = 0\n\ndef {CODE}(): return 1"


@pytest.mark.parametrize("odd", "\u2028\x0c\x85\u202e\u2067", ids=ascii)
def test_a_page_breaks_lines_and_turns_text_only_where_python_does(course, odd):
    grade_ada(course, change=lambda notebook: cell_of(notebook, CODE).update(source=f"# a{odd}b\nc"))
    assert shown(course, "ada", CODE) == "# a\ufffdb\nc"


def of_code(*cells):
    return submissions.Submission([submissions.Cell("code", "", cell) for cell in cells])


@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_a_string_goes_on_after_quotes_that_are_escaped(quotes):
    submission = of_code(f"x = {quotes} \\{quotes} {'All of this is my argument. ' * 9}{quotes}")
    assert "All of this is my argument." in written.essay(submission, ESSAY.name, frozenset())


def test_more_code_than_is_searched_is_left_to_a_person():
    assert written.essay(of_code("x = 1\n" * 9000), ESSAY.name, frozenset()) == written.NOT_SEARCHED
    assert written.essay(of_code("x = 1\n" * 8000), ESSAY.name, frozenset()) == ""


@pytest.mark.parametrize(
    "hard", ["(" * 5000, "-" * 15_000 + "1", "\0", "x = '\\", "'\\" * 9000, "import a" + ".b" * 9000]
)
def test_code_that_no_parser_takes_is_words_and_takes_no_time(hard):
    start = time.process_time()
    assert "".join(written.said_in(hard)) in (hard, "")
    assert time.process_time() - start < 5


# Pages


def test_what_no_file_can_hold_spoils_neither_page_nor_student(course):
    def half_an_emoji(notebook):
        cell_of(notebook, CODE).source = "# \ud83d"

    path = hand_in(course, "ada", change=half_an_emoji)
    assert "\\ud83d" in path.read_text()
    assert graded(course)["ada"]["outcome"] == "graded"
    assert shown(course, "ada", CODE) == "# ?"


def test_a_megabyte_is_shown_cut(course):
    def long(notebook):
        cell_of(notebook, CODE).source = "#" * 10**6

    grade_ada(course, "y" * 30_000, long)
    for name, most in ((CODE, "20,000 characters"), (ESSAY.name, "20,000 characters")):
        assert len(shown(course, "ada", name)) < 20_200
        assert f"cut here, after {most}" in shown(course, "ada", name)


def test_whitespace_does_not_hold_up_a_page():
    assert written.shortened("x = 1\n" + " \n" * 10**5 + "y = 2   ") == "x = 1\n\ny = 2"


def test_a_feedback_page_that_cannot_be_written_stops_nothing(course, capsys):
    hand_in(course, "ada")
    hand_in(course, "bob")
    course.path("feedback", TOPIC.title, "ada").with_suffix(".html").mkdir(parents=True)
    assert set(graded(course)) == {"ada", "bob"}
    assert "The feedback for 'ada' could not be written" in capsys.readouterr().err
    assert "An essay" not in page(course, "bob")


def test_a_page_shows_no_path_of_the_machine():
    places = [notebooks.EXERCISES / "source" / "x.ipynb", Path.home() / "x", Path(sys.prefix) / "lib"]
    told = [f"FileNotFoundError: '{place}'" for place in places]
    page = feedback.page(TOPIC, batch.Result("ada", refused=told[0], remarks=tuple(told)), {}, {})
    assert page.count("FileNotFoundError") == 4
    assert not any(str(place.parent) in page for place in places)


# Refusals


def test_points_stay_beside_a_later_file_that_could_not_be_graded(course):
    hand_in(course, "ada")
    hand_in(course, "bob", b"{")
    rows = graded(course)
    assert rows["bob"]["outcome"] == "not graded: the file is not a notebook: it is not JSON"
    assert (rows["bob"]["automatic"], rows["bob"][CODE], asks(rows["bob"])) == ("", "", True)
    hand_in(course, "ada", b"{")
    row = graded(course, students=["ada"])["ada"]
    assert row["outcome"].startswith("not graded again: the file is not a notebook")
    assert (row["automatic"], asks(row)) == (str(OTHERS), True)
    assert "What was graded before stays until then" in page(course, "ada")
    assert grade_ada(course)["outcome"] == "graded"


def test_one_student_is_graded_again_and_nobody_else(course):
    hand_in(course, "ada")
    hand_in(course, "bob")
    graded(course)
    hand_in(course, "ada", change=lambda notebook: notebook.cells.append(nb.new_code_cell(f"# {BUILT} is wrong")))
    hand_in(course, "bob", change=lambda notebook: notebook.cells.append(nb.new_code_cell(f"# {BUILT} is wrong")))
    rows = graded(course, students=["ada"])
    assert (rows["ada"][BUILT], rows["bob"][BUILT]) == ("0", "4")
    with pytest.raises(ValueError, match="there is no folder of eve in"):
        graded(course, students=["eve"])


def test_damaged_results_are_named(course):
    grade_ada(course)
    (course.folder / "results" / f"{TOPIC.title}.json").write_text("[]")
    with pytest.raises(ValueError, match="delete it and grade again; marks lie elsewhere"):
        command.grades(course)


def test_two_gradings_of_a_course_at_once_are_one_too_many(course):
    hand_in(course, "ada")
    hold = "import pathlib, sys\nfrom evalmetrics_exercises.grading import files\n"
    hold += "with files.alone(pathlib.Path(sys.argv[1])):\n"
    hold += "    print(flush=True)\n    input()"
    other = [sys.executable, "-c", hold, str(course.folder)]
    with subprocess.Popen(other, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        with pytest.raises(files.BusyError, match=r"another grading of .* is running"):
            graded(course)
        process.kill()
    assert graded(course)["ada"]["outcome"] == "graded"


# Keys, courses, names


def test_only_an_assignment_makes_a_key_and_only_the_first(course):
    key = course.folder / "course.key"
    kept = key.read_text()
    hand_in(course, "ada")
    key.write_text("\ufeff" + kept.strip() + "\r\n", encoding="utf-8")
    assert course.key == kept.strip()
    key.unlink()
    for step in (graded, lambda course: course.release(TOPIC)):
        with pytest.raises(FileNotFoundError, match=r"course\.key is missing: put your copy of it back"):
            step(course)
    shutil.rmtree(course.folder / "release")
    (course.folder / "results").mkdir()
    with pytest.raises(FileNotFoundError, match=r"course\.key is missing"):
        course.release(TOPIC)
    assert not key.exists()


def test_a_release_for_another_course_is_not_graded_by(course):
    hand_in(course, "ada")
    shutil.copy(notebooks.student_path(TOPIC.title), course.path("release", TOPIC.title))
    with pytest.raises(ValueError, match=r'is for the course "open", and course\.key is of ".{8}": put the right key'):
        graded(course)


def test_with_another_key_nothing_more_is_assigned(course):
    (course.folder / "course.key").write_text("another secret of many characters")
    before = course.path("release", TOPIC.title).read_bytes()
    for topic in (TOPIC, find_topic("bleu")):
        with pytest.raises(ValueError, match=r"36_perplexity\.ipynb is for the course .* put the right key back"):
            course.release(topic)
    assert course.path("release", TOPIC.title).read_bytes() == before


def test_a_folder_that_is_no_course_is_left_alone(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"course\.key is missing"):
        command.grades(Course(tmp_path))
    assert not list(tmp_path.iterdir())
    with pytest.raises(SystemExit):
        command.main(["grades", "--course", ""])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('me = student("Bob", course="{course}")', "The notebook is by student(&#x27;Bob&#x27;)"),
        ('me = student("zoe\u0308 o\'neil")', "The notebook is not the one of this course"),
        ('me = student("ZO\u00cb O\'Neil", course="{course}")', ""),
        ("me = student(name)", ""),
        ('# me = student("Bob")', ""),
        ('me = student(name="Bob", course="{course}")', "The notebook is by student(&#x27;Bob&#x27;)"),
        ('neighbour = student("Bob", course="{course}")', ""),
        ("me = student('Zoë O\\'Neil', course=\"{course}\")", ""),
    ],
)
def test_numbers_worked_out_from_other_data_get_a_word(course, line, said):
    def write(notebook):
        notebook.cells[1].source = line.format(course=course_of(course.key))

    hand_in(course, "zo\u00eb o'neil", change=write)
    graded(course)
    assert said in page(course, "zo\u00eb o'neil")
    assert ("worked out from other data" in page(course, "zo\u00eb o'neil")) == bool(said)


@pytest.mark.parametrize(
    "name", ["\u0639\u0644\u06cc\u200c\u0631", "\u0d28\u0d4d\u200d", "O'Brien, J.", "\u30de\u30fb\u30ad"]
)
def test_names_are_names(course, name):
    hand_in(course, name)
    assert graded(course)[name]["outcome"] == "graded"


@pytest.mark.parametrize("name", ["ada ", "ada<b>", "ada\nbob", "Jos\udcc3", "a" * 101], ids=ascii)
def test_names_that_no_page_can_show_are_refused(course, name):
    hand_in(course, name)
    (row,) = graded(course).values()
    assert row["outcome"].startswith("not graded: the folder's name has ")


def test_a_terminal_that_cannot_print_a_name_ends_nothing(course):
    hand_in(course, "J\u2019s {", b"{")
    steps = [os.sys.executable, "-W", "ignore", "-m", "evalmetrics_exercises.grading", "grade", "--unsafe-local"]
    run = subprocess.run(
        [*steps, "--course", course.folder, "--topic", TOPIC.name],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert run.returncode == 0, run.stderr
    assert b"J\\u2019s {" in run.stdout


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("x;=1+1;", "x;'=1+1;"),
        ("x\t-2", "x\\t'-2"),
        ("a\n@b, +c", "a\\n'@b, '+c"),
        ("\x1b[2K", "\\x1b[2K"),
        ("\u0639\u0644\u06cc\u200c\u0631", "\u0639\u0644\u06cc\u200c\u0631"),
        ("_Anne-Marie", "_Anne-Marie"),
        ("Ada - 12345", "Ada - 12345"),
        ("Ada - =1", "Ada - '=1"),
        ("Ada -1", "Ada '-1"),
        ("- 1", "'- 1"),
    ],
)
def test_no_spreadsheet_finds_a_formula(text, written):
    assert harmless(text) == written


def test_reasons_are_harmless_too(course):
    r = {"metadata": {"kernelspec": {"language": ";=1+1"}}, "cells": []}
    hand_in(course, "eve", json.dumps(r).encode())
    assert "for ;'=1+1, not Python" in graded(course)["eve"]["outcome"]


@pytest.mark.parametrize(
    ("metadata", "python"),
    [
        ({}, True),
        ({"kernelspec": {"name": ".venv"}}, True),
        ({"kernelspec": {"name": "conda-env-metrics-py", "language": ""}, "language_info": {"name": "python"}}, True),
        ({"kernelspec": {"name": "metrics", "language": "R"}, "language_info": {"name": "python"}}, True),
        ({"kernelspec": {"name": "python3", "language": "python"}, "language_info": {"name": "R"}}, False),
        ({"kernelspec": {"name": "ir", "language": "R"}}, False),
    ],
)
def test_a_notebook_is_in_python_unless_it_says_otherwise(metadata, python):
    data = json.dumps({"cells": [], "metadata": metadata}).encode()
    if python:
        assert submissions.cells(data).code == []
    else:
        with pytest.raises(submissions.RefusedError, match="is for R, not Python"):
            submissions.cells(data)


def test_a_notebook_of_another_format_is_refused():
    data = json.dumps({"nbformat": 3, "worksheets": [], "cells": []}).encode()
    with pytest.raises(submissions.RefusedError, match="not a notebook of format 4"):
        submissions.cells(data)


def test_a_folder_that_cannot_be_read_says_so(course, monkeypatch):
    path = hand_in(course, "ada")

    def closed(path, flags):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(submissions.os, "open", closed)
    with pytest.raises(submissions.RefusedError, match=r"36_perplexity\.ipynb cannot be opened: Permission denied"):
        submissions.read(path)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_is_refused(tmp_path, make):
    path = tmp_path / "ada" / TOPIC.title / f"{TOPIC.title}.ipynb"
    path.parent.mkdir(parents=True)
    make(path)
    with pytest.raises(submissions.RefusedError, match="is not an ordinary file"):
        submissions.read(path)

"""What becomes of submissions once they are judged: marks, essays, refusals, pages. Judging itself is cut short."""

import csv
import html
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import sysconfig
import time
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import nbformat.v4 as nb
import pytest
from coursework.grading import __main__ as command
from coursework.grading import batch, files, gradebook, notebooks, notices, submissions, written
from coursework.grading.course import CONFIG, Course
from coursework.judging import Outcome
from coursework.seeds import Student, course_of
from coursework.tasks import Argue, find_topic

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


def hand_in(course, student, essay="An essay.", change=lambda notebook: None, folder="submitted"):
    """The release with an essay in its place; or, if that is no text, whatever bytes it is."""
    path = course.folder / folder / student / TOPIC.title / f"{TOPIC.title}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(essay, bytes):
        path.write_bytes(essay)
        return path
    notebook = notebooks.read(course.path("release", TOPIC.title))
    cell_of(notebook, ESSAY.name).source = essay
    change(notebook)
    path.write_text(json.dumps(notebook))
    return path


def graded(course, folder="submitted"):
    command.grade(course, TOPIC, course.folder / folder, unsafe=True, workers=1)
    return table(course.folder / "results" / f"{TOPIC.title}.csv")


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def marked(course, student, score, name=ESSAY.name, **more):
    """What formgrader does when a person saves a mark."""
    with gradebook.opened(course.database) as book:
        grade = book.find_grade(name, TOPIC.title, TOPIC.title, student)
        grade.manual_score, grade.needs_manual_grade = score, False
        for key, value in more.items():
            setattr(grade, key, value)
        book.db.commit()


def says(course, words, name=ESSAY.name):
    """What formgrader does when a person types a comment."""
    with gradebook.opened(course.database) as book:
        book.find_comment(name, TOPIC.title, TOPIC.title, "ada").manual_comment = words
        book.db.commit()


def page(course, student):
    return course.path("feedback", TOPIC.title, student).with_suffix(".html").read_text(encoding="utf-8")


def shown(course, student, name=ESSAY.name):
    """What formgrader shows of an answer."""
    source = cell_of(notebooks.read(course.path("autograded", TOPIC.title, student)), name).source
    return html.unescape(re.sub("<[^>]+>", "", source.replace("<br>", "\n")))


def asks(row):
    return row["needs_manual_grade"] == "yes"


# Marks


def test_a_mark_asks_for_a_second_look_until_a_person_saves_it_again(course):
    hand_in(course, "ada", "One.")
    graded(course)
    marked(course, "ada", 3.0)
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", "Two.")
    assert asks(graded(course)["ada"])
    assert asks(graded(course)["ada"])
    hand_in(course, "ada", b"{")
    assert asks(graded(course)["ada"])
    hand_in(course, "ada", "Two.")
    row = graded(course)["ada"]
    assert (row["outcome"], row[ESSAY.name], row["needs_manual_grade"]) == ("graded", "3.0", "yes")
    assert f"<p>{OTHERS} of {TOPIC.points} points, and there is still something" in page(course, "ada")
    assert "Marked with 3 points, and changed since" in page(course, "ada")
    marked(course, "ada", 3.0)
    assert not asks(graded(course)["ada"])
    assert f"<p>{OTHERS + 3} of {TOPIC.points} points.</p>" in page(course, "ada")


def test_a_comment_without_a_mark_is_not_left_beside_other_work_unsaid(course):
    hand_in(course, "ada", "One.")
    graded(course)
    says(course, "Copied from Bob.", CODE)
    marked(course, "ada", 3.0)
    assert not asks(graded(course)["ada"])
    assert "looked at it" not in page(course, "ada")
    hand_in(course, "ada", "Two.")
    marked(course, "ada", 3.0)
    assert asks(graded(course)["ada"])
    assert asks(graded(course)["ada"])
    assert "Changed since a person looked at it" in page(course, "ada")
    says(course, "Thank you.", CODE)
    marked(course, "ada", 3.0)
    assert not asks(graded(course)["ada"])


@pytest.mark.parametrize(
    ("before", "after", "name"), [("", "See me.", ESSAY.name), ("Good.", "", ESSAY.name), ("", "?", CODE)]
)
def test_a_comment_beside_a_mark_does_not_settle_it(course, before, after, name):
    hand_in(course, "ada", "One.")
    graded(course)
    marked(course, "ada", 3.0)
    says(course, before)
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", "Two.")
    assert asks(graded(course)["ada"])
    says(course, after, name)
    assert asks(graded(course)["ada"])
    marked(course, "ada", 3.0)
    assert not asks(graded(course)["ada"])


def test_another_mark_counts_for_what_is_handed_in_now_whatever_formgrader_remembers(course):
    hand_in(course, "ada", "One.")
    graded(course)
    marked(course, "ada", 0.0)
    hand_in(course, "ada", "Two.")
    assert asks(graded(course)["ada"])
    marked(course, "ada", 4.0, needs_manual_grade=True)
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", "One.")
    assert asks(graded(course)["ada"])


def test_a_file_that_is_what_was_marked_again_needs_no_look(course):
    for essay, expected in (("One.", True), ("One.", False), ("One.\n", True), ("Two.", True), ("One.", False)):
        hand_in(course, "ada", essay)
        assert asks(graded(course)["ada"]) == expected
        if essay == "One.":
            marked(course, "ada", 3.0)


def test_a_mark_asks_when_a_byte_of_the_file_is_another(course):
    """Also where JSON has the same text twice, as in keys that come again: no reader of notebooks is asked."""
    data = hand_in(course, "ada").read_bytes()
    graded(course)
    marked(course, "ada", 3.0)
    for other in (data + b" ", data.replace(b'{"cell_type"', b'{"cell_type": 1, "cell_type"')):
        hand_in(course, "ada", other)
        assert asks(graded(course)["ada"])
    hand_in(course, "ada", data)
    assert not asks(graded(course)["ada"])


@pytest.mark.parametrize(("before", "after"), [("An essay.", "YOUR ANSWER HERE"), ("x" * 20_000, "x" * 20_000 + "y")])
def test_an_essay_emptied_or_changed_where_no_page_shows_it_is_a_change(course, before, after):
    hand_in(course, "ada", before)
    graded(course)
    marked(course, "ada", 4.0)
    hand_in(course, "ada", after)
    graded(course)
    assert asks(graded(course)["ada"])
    assert "Marked: 4" not in page(course, "ada")


@pytest.mark.parametrize("first", ["", f"# {BUILT} is wrong"])
def test_a_mark_on_a_judged_task_asks_when_the_judge_says_something_else(course, first):
    def write(code):
        return lambda notebook: notebook.cells.append(nb.new_code_cell(code)) if code else None

    hand_in(course, "ada", change=write(first))
    graded(course)
    marked(course, "ada", 4.0)
    marked(course, "ada", 1.0, f"check_{BUILT}")
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", change=write("" if first else f"# {BUILT} is wrong"))
    graded(course)
    row = graded(course)["ada"]
    assert (row[BUILT], asks(row)) == ("1.0", True)


def picture(data):
    return nb.new_markdown_cell("![](a.png)", attachments={"a.png": {"image/png": data}})


def test_a_mark_asks_when_cells_change_places(course):
    cells = [picture("AAAA"), nb.new_markdown_cell("I mean the picture above."), picture("BBBB")]
    hand_in(course, "ada", "See below.", lambda notebook: notebook.cells.extend(cells))
    graded(course)
    marked(course, "ada", 4.0)
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", "See below.", lambda notebook: notebook.cells.extend(reversed(cells)))
    assert asks(graded(course)["ada"])


@pytest.mark.parametrize(
    ("task", "before", "after"),
    [
        (ESSAY.name, picture("AAAA"), picture("BBBB")),
        (ESSAY.name, nb.new_code_cell("# One.\n" + "x = 1\n" * 4000), nb.new_code_cell("# Two.\n" + "x = 1\n" * 4000)),
        (ESSAY.name, nb.new_code_cell("# One."), nb.new_code_cell("# Two.")),
        (f"check_{BUILT}", nb.new_code_cell("x = 1"), nb.new_code_cell("x = 2")),
        *(
            (f"check_{BUILT}", nb.new_code_cell("# so\nx = 1"), nb.new_code_cell(f"# so{end}x = 1"))
            for end in ("\u2028", "\x0c", "\x85", " \n", "\n ")
        ),
    ],
)
def test_whatever_a_mark_may_be_given_for_is_seen_to_change(course, task, before, after):
    words = f"See below: {LONG}"  # no essay is looked for elsewhere
    hand_in(course, "ada", words, lambda notebook: notebook.cells.append(before))
    graded(course)
    marked(course, "ada", 4.0)
    marked(course, "ada", 1.0, task)
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", words, lambda notebook: notebook.cells.append(after))
    assert asks(graded(course)["ada"])


def test_only_where_nothing_is_written_it_says_so(course):
    hand_in(course, "ada", "", lambda notebook: notebook.cells.append(nb.new_code_cell(f"x = 1  # {BUILT} is wrong")))
    graded(course)
    with gradebook.opened(course.database) as book:
        comments = book.find_submission(TOPIC.title, "ada").notebooks[0].comments
        said = {comment.name: comment.auto_comment for comment in comments}
    assert (said[ESSAY.name], said[BUILT]) == ("No response.", None)


def test_a_gradebook_restored_from_a_backup_knows_what_its_marks_were_given_for(course):
    hand_in(course, "ada", "One.")
    graded(course)
    marked(course, "ada", 3.0)
    backup = (course.folder / "gradebook.db").read_bytes()
    hand_in(course, "ada", "Two.")
    graded(course)
    (course.folder / "gradebook.db").write_bytes(backup)
    assert asks(graded(course)["ada"])
    with closing(sqlite3.connect(course.folder / "gradebook.db")) as database, database:
        database.execute("DELETE FROM coursework_looks")
    marked(course, "ada", 3.0)
    assert asks(graded(course)["ada"])  # nothing is known, and so the mark is in doubt
    marked(course, "ada", 3.0)
    assert not asks(graded(course)["ada"])


def test_extra_credit_counts(course):
    hand_in(course, "ada")
    graded(course)
    marked(course, "ada", 3.0, extra_credit=2.0)
    assert float(graded(course)["ada"]["score"]) == OTHERS + 5
    assert f"<p>{OTHERS + 5} of {TOPIC.points} points.</p>" in page(course, "ada")


def test_extra_credit_asks_for_a_second_look_when_the_answer_changes(course):
    hand_in(course, "ada")
    graded(course)
    marked(course, "ada", 3.0, extra_credit=2.0)
    assert not asks(graded(course)["ada"])
    hand_in(course, "ada", "Another argument.")
    assert asks(graded(course)["ada"])


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
    "a string": elsewhere(nb.new_code_cell('"""The argument."""')),
    "a comment": elsewhere(nb.new_code_cell("# The argument.\n%matplotlib inline")),
    "words in a code cell": elsewhere(nb.new_code_cell("Well, here it is.\nThe argument.")),
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
    hand_in(course, "ada", change=PLACES[place])
    row = graded(course)["ada"]
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
    assert [(row[ESSAY.name], asks(row)) for row in rows.values()] == [("0.0", False)] * 4


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

    hand_in(course, "ada", "", written)
    row = graded(course)["ada"]
    assert asks(row)
    assert code[:20] in shown(course, "ada")


HARD = ["'\\" * 9000, "x = ''; y = '" + "'\\" * 9000, '"' * 3 + "'" * 18_000, "import a" + ".b" * 9000]


def test_a_word_that_says_where_the_essay_is_does_not_hide_it(course):
    def below(notebook):
        notebook.cells.append(nb.new_code_cell(f"answer = '{SENTENCE}'"))

    hand_in(course, "ada", "See the cell below.", below)
    graded(course)
    assert SENTENCE in shown(course, "ada")


def test_an_essay_in_its_cell_does_not_hide_the_rest_of_it(course):
    def below(notebook):
        notebook.cells.append(nb.new_code_cell(f"rest = '{SENTENCE}'"))

    hand_in(course, "ada", LONG, below)
    graded(course)
    assert SENTENCE in shown(course, "ada")


def test_a_question_copied_into_the_essays_cell_does_not_hide_the_essay(course):
    def elsewhere(notebook):
        at = notebook.cells.index(cell_of(notebook, ESSAY.name))
        notebook.cells[at].source = notebook.cells[at - 1].source
        cell_of(notebook, CODE).source = f"answer = '{SENTENCE}'"

    hand_in(course, "ada", change=elsewhere)
    graded(course)
    assert SENTENCE in shown(course, "ada")


def test_excerpts_are_called_excerpts(course):
    hand_in(course, "ada")
    graded(course)
    assert notebooks.read(course.path("autograded", TOPIC.title, "ada")).cells[0].source.startswith("*Excerpts:*")


def test_formgrader_shows_the_code_that_was_judged(course):
    def elsewhere(notebook):
        own = cell_of(notebook, CODE)
        own.source = "nothing = 0"
        notebook.cells.append(nb.new_markdown_cell(f"{CODE}, told", metadata=own.metadata))
        notebook.cells.append(nb.new_code_cell(f"def {CODE}(): return 1"))
        notebook.cells.append(nb.new_code_cell("other = 2"))

    hand_in(course, "ada", change=elsewhere)
    graded(course)
    assert shown(course, "ada", CODE) == f"nothing = 0\n\ndef {CODE}(): return 1"


@pytest.mark.parametrize(
    "code", ["# " + "x" * 30_000 + "\ndef \U0001d429erplexity_of(): ...", 'exec("pass\\nperplexity_of = 1")']
)
def test_a_name_is_found_wherever_and_however_it_is_written(code):
    told = submissions.Submission([code], all=[submissions.Cell("code", "", code)])
    assert written.programs(told, ["perplexity_of", "other"], frozenset()) == {"perplexity_of": code, "other": ""}


@pytest.mark.parametrize("odd", "\u2028\x0c\x85\u202e\u2067", ids=ascii)
def test_a_page_breaks_lines_and_turns_text_only_where_python_does(course, odd):
    hand_in(course, "ada", change=lambda notebook: cell_of(notebook, CODE).update(source=f"# a{odd}b\nc"))
    graded(course)
    assert shown(course, "ada", CODE) == "# a\ufffdb\nc"


@pytest.mark.parametrize("hard", HARD, ids=lambda hard: hard[:12])
def test_essays_are_not_looked_for_for_ever(hard):
    start = time.process_time()
    submission = submissions.Submission([f"{hard}\n# {i}" for i in range(300)])
    assert written.essay(submission, ESSAY.name, frozenset()).endswith(written.NOT_SEARCHED)
    assert time.process_time() - start < 10


@pytest.mark.parametrize("quotes", ["'''", '"""'])
def test_a_string_goes_on_after_quotes_that_are_escaped(quotes):
    submission = submissions.Submission([f"x = {quotes} \\{quotes} {'All of this is my argument. ' * 9}{quotes}"])
    assert "All of this is my argument." in written.essay(submission, ESSAY.name, frozenset())


def test_a_cell_too_long_to_search_is_left_to_a_person():
    long, short = submissions.Submission(["x = 1\n" * 4000]), submissions.Submission(["x = 1\n" * 3000])
    assert written.essay(long, ESSAY.name, frozenset()) == written.NOT_SEARCHED
    assert written.essay(short, ESSAY.name, frozenset()) == ""


@pytest.mark.parametrize("marks", ["\u0315\u0301", "\u0301", "\u0301\uff9e", "\u0315\u0301" * 30 + "a", "\u0f73"])
def test_marks_piled_up_are_words_and_take_no_time(marks):
    code = "def f(a" + (marks * 9000)[:19_000] + " b"
    start = time.process_time()
    assert submissions.is_prose(code)
    assert time.process_time() - start < 1
    assert not submissions.is_prose("हिन्दी = 'ज़िन्दगी'")


def test_code_that_no_parser_takes_is_words():
    for code in ("(" * 5000, "-" * 15_000 + "1", "\0", "x = '" + "\\", "[" * 18_000 + "]" * 2_000):
        assert submissions.is_prose(code)
    assert not submissions.is_prose("x = 1\n'words'")


def test_a_notebook_of_nothing_but_hard_words_is_not_looked_at_for_ever():
    hard = "import a" + ".b" * 9_000
    start = time.process_time()
    cells = [{"cell_type": "code", "source": source} for source in [f"words {i}" for i in range(9)] + [hard] * 500]
    submission = submissions.cells(json.dumps({"cells": cells}).encode())
    assert (len(submission.code), len(submission.texts)) == (509, 9)
    assert time.process_time() - start < 20


# Pages


def test_what_no_file_can_hold_spoils_neither_page_nor_student(course):
    def half_an_emoji(notebook):
        cell_of(notebook, CODE).source = "# \ud83d"

    path = hand_in(course, "ada", change=half_an_emoji)
    assert "\\ud83d" in path.read_text()
    assert graded(course)["ada"]["outcome"] == "graded"
    assert shown(course, "ada", CODE) == "# ?"
    course.path("autograded", TOPIC.title, "ada").write_text('{"cells": [')
    assert graded(course)["ada"]["outcome"] == "graded"
    assert shown(course, "ada") == "An essay."


def test_a_megabyte_is_shown_cut(course):
    def long(notebook):
        cell_of(notebook, CODE).source = "#" * 10**6

    hand_in(course, "ada", "y" * 30_000, long)
    graded(course)
    for name, most in ((CODE, "4,000 characters"), (ESSAY.name, "20,000 characters")):
        assert len(shown(course, "ada", name)) < 20_200
        assert f"cut here, after {most}" in shown(course, "ada", name)


def test_whitespace_does_not_hold_up_a_page():
    assert written.shortened("x = 1\n" + " \n" * 10**5 + "y = 2   ") == "x = 1\n\ny = 2"


def test_a_page_that_cannot_be_written_leaves_gradebook_and_table_as_they_were(course, monkeypatch, capsys):
    hand_in(course, "ada")
    graded(course)
    whole = course.path("autograded", TOPIC.title, "ada").read_bytes()
    hand_in(course, "ada", change=lambda notebook: notebook.cells.append(nb.new_code_cell(f"# {BUILT} is wrong")))

    def full(new, path, replace=os.replace):
        if "autograded" in str(path):
            raise OSError(28, "No space left on device")
        replace(new, path)

    monkeypatch.setattr(files.os, "replace", full)
    row = graded(course)["ada"]
    assert row["outcome"].startswith("not graded again: it could not be entered into the gradebook (OSError)")
    assert (row[BUILT], asks(row)) == ("4.0", True)
    assert course.path("autograded", TOPIC.title, "ada").read_bytes() == whole
    assert "No space left" in capsys.readouterr().err
    monkeypatch.undo()
    assert not list(course.folder.rglob(".*.new"))


def test_a_feedback_page_that_cannot_be_written_stops_nothing(course, capsys):
    hand_in(course, "ada")
    hand_in(course, "bob")
    course.path("feedback", TOPIC.title, "ada").with_suffix(".html").mkdir(parents=True)
    assert set(graded(course)) == {"ada", "bob"}
    assert "The feedback for 'ada' could not be written" in capsys.readouterr().err
    assert "An essay" not in page(course, "bob")


def test_a_database_that_is_busy_is_no_news_for_students(course, monkeypatch):
    hand_in(course, "ada")

    def locked(*_):
        raise sqlite3.OperationalError("database is locked [SQL: UPDATE grade SET ...]")

    monkeypatch.setattr(gradebook, "second_look", locked)
    assert graded(course)["ada"]["score"] == ""
    assert "(OperationalError) and has to be graded again" in page(course, "ada")
    assert "SQL" not in page(course, "ada")
    monkeypatch.undo()


# Refusals


def test_damaged_notes_on_refusals_stop_nothing(course):
    hand_in(course, "ada", b"{")
    graded(course)
    notes = course.folder / "results" / f"{TOPIC.title}.json"
    kept = notes.read_text(encoding="utf-8")
    for damaged in (kept[:-5], "[]", "3", '{"ada": 3}', ""):
        notes.write_text(damaged)
        command.grades(course)
        assert graded(course)["ada"]["outcome"].startswith("not graded: ")
    assert notes.read_text(encoding="utf-8") == kept


def test_a_folder_is_the_same_by_another_way_to_it(course):
    hand_in(course, "bob", b"{")
    hand_in(course, "ada")
    assert "bob" in graded(course)
    shutil.rmtree(course.folder / "submitted" / "bob")
    (course.folder / "link").symlink_to("submitted")
    assert set(graded(course, "link")) == {"ada"}


def test_a_refusal_stays_until_its_student_or_its_folder_is_graded(course):
    for student in ("ada", "bob", "cy"):
        hand_in(course, student, b"{" if student == "bob" else "An essay.")
    graded(course)
    marked(course, "cy", 2.0)
    hand_in(course, "cy", b"{")
    hand_in(course, "dan", folder="late")
    assert graded(course)["bob"]["score"] == ""
    rows = graded(course, "late")
    assert rows["bob"]["outcome"] == "not graded: the file is not a notebook: it is not JSON"
    assert rows["cy"]["outcome"].startswith("not graded again: the file is not a notebook")
    assert (float(rows["cy"]["score"]), asks(rows["cy"]), asks(rows["bob"])) == (OTHERS + 2, True, True)
    assert f"What was graded before stays until then: {OTHERS + 2} of" in page(course, "cy")
    assert rows["dan"]["outcome"] == "graded"
    hand_in(course, "cy", folder="late")
    shutil.rmtree(course.folder / "submitted" / "bob")
    assert graded(course, "late")["cy"]["outcome"] == "graded"
    shutil.rmtree(course.folder / "submitted" / "cy")
    assert set(graded(course)) == {"ada", "cy", "dan"}


def inbound(exchange, course, name, files):
    """A folder in the exchange, as a student's `nbgrader submit` makes it, or as a student makes it by hand."""
    folder = exchange / course.folder.name / "inbound" / name
    folder.mkdir(parents=True)
    for file, target in files.items():
        (folder / file).symlink_to(target) if isinstance(target, Path) else (folder / file).write_text(target)
    return folder


def collected(course, exchange, monkeypatch, *options):
    """What `nbgrader collect` says."""
    monkeypatch.chdir(course.folder)
    run = [sys.executable, "-m", "nbgrader", "collect", TOPIC.title, f"--Exchange.root={exchange}", *options]
    return subprocess.run(run, capture_output=True, text=True, check=True).stderr


def test_nothing_is_collected_through_a_students_link(course, tmp_path, monkeypatch):
    me = tmp_path.owner() if os.name == "posix" else pytest.skip("the exchange needs owners")
    notebook, exchange = f"{TOPIC.title}.ipynb", tmp_path / "exchange"
    theirs = hand_in(course, "ada")
    before = theirs.read_text()
    (course.folder / "submitted" / me).symlink_to("ada")
    inbound(exchange, course, f"{me}+{TOPIC.title}+2027-04-02 12:00:00 UTC+x", {notebook: "{}"})
    assert "is a link, remove it" in collected(course, exchange, monkeypatch, "--update")
    assert theirs.read_text() == before


def test_collecting_follows_no_link_and_believes_no_name(course, tmp_path, monkeypatch):
    me = tmp_path.owner() if os.name == "posix" else pytest.skip("the exchange needs owners")
    title, notebook, exchange = TOPIC.title, f"{TOPIC.title}.ipynb", tmp_path / "exchange"
    theirs = hand_in(course, "ada")
    inbound(exchange, course, f"{me}+{title}+2027-04-02 12:00:00 UTC+x", {notebook: theirs, "timestamp.txt": "2027"})
    inbound(exchange, course, f"ada+{title}+2027-04-03 12:00:00 UTC+x", {notebook: "{}"})
    inbound(exchange, course, f"bob+{title}+tomorrow+x", {notebook: "{}"})
    said = collected(course, exchange, monkeypatch, "--update")
    assert sorted(path.name for path in (course.folder / "submitted" / me / title).iterdir()) == ["timestamp.txt"]
    assert f"{notebook} is a link" in said
    assert said.count("is no folder of that student") == 2
    assert theirs.read_text() != "{}"
    assert not (course.folder / "submitted" / "bob").exists()


def test_collecting_takes_the_newest_and_goes_on_whatever_lies_there(course, tmp_path, monkeypatch):
    title, notebook, exchange = TOPIC.title, f"{TOPIC.title}.ipynb", tmp_path / "exchange"
    anybody, place = "--Collect.check_owner=False", course.folder / "submitted" / "eve" / title

    def bears(date, student="eve", **files):
        return inbound(exchange, course, f"{student}+{title}+{date}+x", {notebook: date} | files)

    bears("2027-04-02 12:00:00 UTC", **{"timestamp.txt": "tomorrow", "nbgrader_config.py": "1 / 0", "E.PDF": "e"})
    bears("2027-04-01 12:00:00 UTC")
    for date in ("tomorrow", "9" * 30, "2027-04-03 12:00:00 99999999999999", "2027-04-03 24:00:00 UTC", ""):
        bears(date)
    bears("2027-04-02 12:00:00 CEST", "gus")
    large = bears("2027-04-01 12:00:00 UTC", "fay")
    for name in "abcdefghijkl":
        with (large / f"{name}.csv").open("wb") as file:
            file.truncate(10 * 2**20)
    bears("2027-04-02 12:00:00 UTC", "..")
    bears("2027-04-02 12:00:00 UTC", "hal")
    (course.folder / "submitted").mkdir(exist_ok=True)
    (course.folder / "submitted" / "hal").write_text("in the way")
    said = collected(course, exchange, monkeypatch, anybody)
    assert said.count("bears no date") == 6
    assert re.search(r"'hal\+.*' is left out: .*File exists", said)
    assert {path.name: path.read_text() for path in place.iterdir()} == {
        notebook: "2027-04-02 12:00:00 UTC",
        "timestamp.txt": "tomorrow",
        "E.PDF": "e",
    }
    assert (course.folder / "submitted" / "gus" / title / notebook).exists()
    assert sum(path.stat().st_size for path in (place.parent.parent / "fay" / title).iterdir()) <= 20 * 2**20
    bears("2027-04-04 12:00:00.5 UTC")
    assert collected(course, exchange, monkeypatch, anybody).count("has been collected before") == 3
    collected(course, exchange, monkeypatch, anybody, "--update")
    assert (place / notebook).read_text() == "2027-04-04 12:00:00.5 UTC"
    assert not (course.folder / title).exists()
    shutil.rmtree(place)
    place.symlink_to("a" * 300)  # nobody can look behind it
    said = collected(course, exchange, monkeypatch, anybody)
    assert re.search(r"'eve\+.*' is left out", said)
    assert said.count("has been collected before") == 2


def test_collecting_what_came_before_it_was_due_keeps_nobodys_late_work_away(course, tmp_path, monkeypatch):
    title, notebook, exchange = TOPIC.title, f"{TOPIC.title}.ipynb", tmp_path / "exchange"
    with gradebook.opened(course.database) as book:
        book.update_or_create_assignment(title, duedate=datetime(2027, 4, 3))
    for student, dates in {"ada": ["04-01", "04-02", "04-05"], "bob": ["04-06", "04-07"]}.items():
        for date in dates:
            inbound(exchange, course, f"{student}+{title}+2027-{date} 12:00:00 UTC+x", {notebook: date})
    inbound(exchange, course, f"bob+{title}+yesterday+x", {notebook: "undated"})
    anybody = "--Collect.check_owner=False"
    for options, wanted in ((["--before-duedate"], "04-02"), (["--update"], "04-05")):
        collected(course, exchange, monkeypatch, anybody, *options)
        found = {student: course.path("submitted", title, student).read_text() for student in ("ada", "bob")}
        assert found == {"ada": wanted, "bob": "04-07"}


def test_collecting_for_a_course_that_the_exchange_does_not_have_says_so(course, tmp_path, monkeypatch):
    (tmp_path / "exchange").mkdir()
    with pytest.raises(subprocess.CalledProcessError) as failed:
        collected(course, tmp_path / "exchange", monkeypatch)
    assert f"is not there: is the course's name {course.folder.name}?" in failed.value.stderr


@pytest.mark.parametrize("name", ["c1", "c25", "constructor", "__proto__", "toString", "valueOf", "undefined"])
def test_names_that_hide_others_in_formgrader_are_refused(course, name):
    hand_in(course, name)
    with pytest.raises(submissions.RefusedError, match="rename the folder"):
        submissions.read(course.path("submitted", TOPIC.title, name))


def test_hidden_folders_are_named_and_hidden_links_are_not_followed(tmp_path):
    (tmp_path / ".kernel").mkdir()
    (tmp_path / ".loop").symlink_to(".loop")
    assert notices.left_out(tmp_path) == [".kernel"]


def test_an_older_submission_does_not_replace_a_newer_one(course, capsys):
    def dated(day, folder, essay):
        path = hand_in(course, "ada", essay, folder=folder)
        path.with_name("timestamp.txt").write_text(f"2027-04-{day} 12:00:00 UTC")
        return graded(course, folder)["ada"]

    late = dated("09", "late", "The essay of the 09.")
    assert dated("02", "submitted", "The essay of the 02.") == late
    assert "'ada': this is older than the submission of 2027-04-09 12:00:00 UTC" in capsys.readouterr().out
    assert "The essay of the 09." in shown(course, "ada")
    assert "Not graded" not in page(course, "ada")
    shutil.rmtree(course.folder / "feedback")
    assert dated("02", "submitted", "The essay of the 02.") == late
    assert not (course.folder / "feedback").exists()
    assert (course.folder.stat().st_mode & 0o077) == 0
    assert dated("10", "later", b"{")["outcome"].startswith("not graded again: the file is not a notebook")
    assert dated("02", "submitted", "The essay of the 02.")["outcome"].startswith("not graded again: the file is not")


def test_an_older_submission_that_is_refused_leaves_the_newer_one_alone(course, capsys):
    def handed_in(day, folder, essay):
        hand_in(course, "ada", essay, folder=folder).with_name("timestamp.txt").write_text(
            f"2027-04-{day} 12:00:00 UTC"
        )

    handed_in("02", "submitted", b"{")
    handed_in("09", "late", "The essay of the 09.")
    late = graded(course, "late")["ada"]
    before = page(course, "ada")
    assert graded(course)["ada"] == late
    assert page(course, "ada") == before
    assert "'ada': this is older than the submission of 2027-04-09" in capsys.readouterr().out


def test_a_folder_without_a_notebook_leaves_row_and_page_alone(course):
    hand_in(course, "ada", folder="late")
    (course.folder / "submitted" / "ada").mkdir(parents=True)
    late, before = graded(course, "late"), page(course, "ada")
    assert graded(course) == late
    assert page(course, "ada") == before


def test_a_later_refusal_outlives_an_earlier_one(course):
    def handed_in(day, folder, essay):
        hand_in(course, "ada", essay, folder=folder).with_name("timestamp.txt").write_text(
            f"2027-04-{day} 12:00:00 UTC"
        )
        return graded(course, folder)["ada"]["outcome"]

    assert handed_in("02", "submitted", "An essay.") == "graded"
    assert "it is not JSON" in handed_in("09", "late", b"{")
    assert "it is not JSON" in handed_in("05", "third", b"[1]")
    assert "it is not JSON" in handed_in("05", "third", "Mended.")


@pytest.mark.parametrize("first", ["submitted", "late"])
def test_a_later_submission_that_is_refused_is_not_forgotten_beside_an_older_one(course, first):
    hand_in(course, "ada").with_name("timestamp.txt").write_text("2027-04-02 12:00:00 UTC")
    hand_in(course, "ada", b"{", folder="late").with_name("timestamp.txt").write_text("2027-04-09 12:00:00 UTC")
    for folder in (first, "late", "submitted"):
        row = graded(course, folder)["ada"]
    assert row["outcome"].startswith("not graded again: the file is not a notebook")
    assert (float(row[CODE]) > 0, asks(row)) == (True, True)
    assert "Not graded: the file is not a notebook" in page(course, "ada")
    hand_in(course, "ada", "Mended.", folder="late").with_name("timestamp.txt").write_text("2027-04-10 12:00:00 UTC")
    assert graded(course, "late")["ada"]["outcome"] == "graded"


def test_row_and_page_agree_when_a_refused_file_is_taken_away(course):
    hand_in(course, "ada")
    hand_in(course, "bob")
    graded(course)
    hand_in(course, "ada", b"{")
    assert graded(course)["ada"]["outcome"].startswith("not graded again")
    shutil.rmtree(course.folder / "submitted" / "ada")
    assert graded(course)["ada"]["outcome"].startswith("not graded again")
    assert "Not graded" in page(course, "ada")


def test_a_folder_from_which_everybody_is_gone_settles_what_was_refused_there(course):
    hand_in(course, "ada")
    hand_in(course, "Eve Smith", b"{", folder="late")
    assert set(graded(course, "late")) == {"Eve Smith"}
    (course.folder / "late" / "Eve Smith").rename(course.folder / "submitted" / "eve")
    graded(course)
    assert set(graded(course, "late")) == {"ada", "eve"}


def test_what_is_replaced_while_it_is_graded_is_not_entered(course, monkeypatch):
    path = hand_in(course, "ada")

    def replaced(*arguments):
        results = judge_all(*arguments)
        path.write_bytes(path.read_bytes() + b"\n")
        return results

    judge_all = command.judge_all
    monkeypatch.setattr(command, "judge_all", replaced)
    assert graded(course)["ada"]["outcome"].startswith("not graded: it was replaced while it was graded")


def test_students_who_share_their_data_are_named(course, capsys):
    for name in ("Ada", "ada", "bob"):
        hand_in(course, name)
    graded(course)
    assert "differ in nothing that counts: ['Ada', 'ada']." in capsys.readouterr().out
    hand_in(course, "ADA", folder="late")
    graded(course, "late")
    assert "differ in nothing that counts: ['ADA', 'Ada', 'ada']." in capsys.readouterr().out


ALIKE = [
    ("lisa", "li\u0307sa"),
    ("\u0639\u0644\u06cc", "\u0639\u0644\u06cc\u200c"),
    ("\u05d01", "1\u05d0"),
    ("o'neil-x", "o\u2019neil\u2013x"),
]


@pytest.mark.parametrize("names", ALIKE, ids=ascii)
def test_names_that_look_alike_are_named(course, capsys, names):
    for name in (*names, "bob"):
        hand_in(course, name)
    graded(course)
    assert f"but their names look alike: {sorted(names)!a}." in capsys.readouterr().out


def test_a_name_that_is_refused_draws_over_no_other(course, capsys):
    hand_in(course, "a" + "\u0301" * 100)
    hand_in(course, "a\u200dda")
    assert {"a" + "\\u0301" * 100, "a\\u200dda"} == graded(course).keys()
    assert not {"\u0301", "\u200d"} & set(capsys.readouterr().out)


def test_a_folder_that_was_there_before_is_closed_to_strangers(course):
    course.folder.chmod(0o775)
    hand_in(course, "ada")
    graded(course)
    assert (course.folder.stat().st_mode & 0o777) == 0o770  # a group may share a course


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ('os.environ["PYTHONSAFEPATH"] = "1"', "a kernel in a student's folder take files from there"),
        ('c.ExchangeFactory.collect = "coursework.grading.collecting.Collect"', "nbgrader collect follow links"),
    ],
)
def test_settings_of_an_older_version_are_named(course, line, what):
    hand_in(course, "ada")
    path = course.folder / "nbgrader_config.py"
    assert line in path.read_text()
    path.write_text(path.read_text().replace(line, ""))
    with pytest.raises(ValueError, match=f"{what}.*: delete it, and the next call writes it anew"):
        graded(course)


def test_settings_that_nbgrader_would_read_last_are_named(course):
    hand_in(course, "ada")
    (course.folder / "nbgrader_config.json").write_text('{"Autograde": {"exporter_class": "notebook"}}')
    with pytest.raises(ValueError, match=r"nbgrader_config\.json is read by nbgrader after nbgrader_config\.py"):
        graded(course)


def test_a_damaged_gradebook_and_a_damaged_release_are_named(course):
    hand_in(course, "ada")
    kept = (course.folder / "gradebook.db").read_bytes()
    (course.folder / "gradebook.db").write_bytes(b"no database" * 1000)
    with pytest.raises(OSError, match=r"the gradebook cannot be used .*, if it is damaged, put your copy of it back"):
        graded(course)
    (course.folder / "gradebook.db").write_bytes(kept)
    course.path("release", TOPIC.title).write_text("{")
    for step in (graded, lambda course: course.release(TOPIC)):
        with pytest.raises(ValueError, match=r"36_perplexity\.ipynb cannot be read .*: delete it and make assignment"):
            step(course)


@pytest.mark.parametrize("folder", [".", "autograded", "release"])
def test_the_courses_own_folders_are_no_folders_of_submissions(course, folder):
    with pytest.raises(ValueError, match="is the course's own: name the folder in which the students' folders lie"):
        graded(course, folder)


def test_grades_without_the_gradebook_that_they_came_from_are_not_written(course):
    hand_in(course, "ada")
    graded(course)
    command.grades(course)
    before = (course.folder / "grades.csv").read_bytes()
    (course.folder / "gradebook.db").unlink()
    for step in (command.grades, lambda course: course.release(TOPIC)):
        with pytest.raises(ValueError, match=r"gradebook\.db does not know 36_perplexity, of which there are results"):
            step(course)
    assert (course.folder / "grades.csv").read_bytes() == before


def test_a_kernel_in_a_students_folder_takes_nothing_from_it(course, tmp_path):
    shutil.copy(course.folder / "nbgrader_config.py", tmp_path)
    (tmp_path / "math_of_eve.py").write_text("raise SystemExit('eve ran')")
    code = "from traitlets.config.loader import PyFileConfigLoader\nimport subprocess, sys\n"
    code += "PyFileConfigLoader('nbgrader_config.py', '.').load_config()\n"
    code += "sys.exit(subprocess.run([sys.executable, '-m', 'math_of_eve'], capture_output=True).stderr.decode())"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert "No module named math_of_eve" in run.stderr


def test_a_date_that_formgrader_would_choke_on_is_named(course, capsys):
    for student, date in (
        ("ada", "tomorrow"),
        ("eve", "\ufeff2027-04-02 12:00:00 UTC"),
        ("kim", "2027-04-02 12300500 UTC"),
    ):
        hand_in(course, student).with_name("timestamp.txt").write_text(date)
    hand_in(course, "bob").with_name("timestamp.txt").write_text("2027-04-02 12:00:00 UTC")
    hand_in(course, "zip").with_name("timestamp.txt").write_text("2027-04-02 12:00:00")  # nbgrader zip_collect
    other = hand_in(course, "max").parents[1] / "02_another" / "timestamp.txt"
    other.parent.mkdir()
    os.mkfifo(other)
    graded(course)
    said = capsys.readouterr().out
    assert "timestamp.txt of ['ada', 'eve', 'kim', 'max'], in this assignment or another: delete it" in said


def test_marks_piled_on_letters_cover_nothing_on_a_page(course):
    hand_in(course, "ada", "a" + "\u0301" * 180)
    graded(course)
    assert "&#769;" * 5 + "<" in (shown := course.path("autograded", TOPIC.title, "ada").read_text()) or shown == ""
    assert "&#769;" * 6 not in shown


def test_programs_that_nbgrader_would_take_for_settings_are_named(course, capsys):
    hand_in(course, "ada")
    hand_in(course, "eve").with_name("nbgrader_config.py").write_text("1 / 0")
    hand_in(course, "kim").parents[1].joinpath("nbgrader_config.py").symlink_to("nowhere")
    hand_in(course, "lea").with_name("jupyter_config.json").write_text("{}")
    below = hand_in(course, "max").with_name("figures") / "old"
    below.mkdir(parents=True)
    (below / "nbgrader_config.py").write_text("1 / 0")
    for i in range(300):
        hand_in(course, "zoe").with_name(f"{i}").mkdir()
    hidden = course.folder / "submitted" / ".tom" / "nbgrader_config.py"
    hidden.parent.mkdir()
    hidden.write_text("1 / 0")
    (course.folder / "submitted" / "notes.txt").write_text("an ordinary file brings nothing")
    hand_in(course, "pam").with_name(".git").mkdir()
    hand_in(course, "quinn").with_name("HEAD").write_text("ref: refs/heads/main")
    for harmless in (".DS_Store", "._36_perplexity.ipynb"):
        hand_in(course, "ada").with_name(harmless).write_text("")
    graded(course)
    assert (
        "Settings came from ['eve', 'kim', 'lea', 'max', 'pam', 'quinn', 'zoe', '.tom'], or" in capsys.readouterr().out
    )


def test_what_lies_beside_the_students_folders_is_named(course, capsys):
    hand_in(course, "ada")
    submitted = course.folder / "submitted"
    for name in ("config", ".gitkeep", "HEAD", "NBGRADER_CONFIG.PY", ".envrc"):
        (submitted / name).write_text("")
    (submitted / ".link").symlink_to(course.folder)
    graded(course)
    said = capsys.readouterr().out
    assert (
        "Beside the students' folders lies '.envrc', '.link', 'HEAD', 'NBGRADER_CONFIG.PY'"
        ": delete that, or rename a student's folder, since" in said
    )


def test_settings_are_named_in_capitals_too(course, capsys):
    hand_in(course, "ada").with_name("head").write_text("")
    graded(course)
    assert "Settings came from ['ada']" in capsys.readouterr().out


def test_answers_in_other_files_are_named(course, capsys):
    hand_in(course, "ada").with_name(f"{TOPIC.title}-Copy1.ipynb").write_text("{}")
    hand_in(course, "bob").with_name("essay.PDF").write_text("")
    hand_in(course, "eve").with_name("timestamp.txt").write_text("2027-04-02 12:00:00 UTC")
    hand_in(course, "fay").with_name("page.jpg").write_text("")
    (hand_in(course, "gus").parent / "answers").mkdir()
    hand_in(course, "kim").with_name("table.csv").write_text("1,2")
    hand_in(course, "lea").with_name("submission_secret.txt").write_text("nbgrader's")
    (course.folder / "submitted" / "max").mkdir()
    (course.folder / "submitted" / "max" / TOPIC.title).symlink_to("a" * 255 + "/" + "a" * 300)
    graded(course)
    said = capsys.readouterr().out
    assert "Other files or folders lie beside the assignment of ['ada', 'bob', 'fay', 'gus']: they are not" in said


def test_nobody_is_told_to_delete_what_lies_behind_a_link(course, capsys):
    hand_in(course, "ada").with_name("timestamp.txt").write_text("2027-04-02 12:00:00 UTC")
    hand_in(course, "bob").with_name("figures").symlink_to(course.folder)
    submitted = course.folder / "submitted"
    hand_in(course, "dan").with_name("table.csv").symlink_to("nowhere")
    (submitted / "eve").symlink_to("..")
    (submitted / "fay").mkdir()
    (submitted / "fay" / TOPIC.title).symlink_to(submitted / "ada" / TOPIC.title)
    graded(course)
    said = capsys.readouterr().out
    assert "Links came from ['bob', 'dan', 'eve', 'fay']: delete the links" in said
    assert "Settings came" not in said
    assert "No date" not in said


def test_a_gradebook_that_another_program_holds_is_named(course, capsys):
    hand_in(course, "ada")
    holder = sqlite3.connect(course.database.removeprefix("sqlite:///"))
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(OSError, match=r"the gradebook cannot be used \(database is locked\): close other programs"):
        graded(course)
    holder.close()
    assert graded(course)["ada"]["outcome"] == "graded"


def test_two_gradings_of_a_course_at_once_are_one_too_many(course):
    hand_in(course, "ada")
    hold = "import pathlib, sys\nfrom coursework.grading import files\nwith files.alone(pathlib.Path(sys.argv[1])):\n"
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


@pytest.mark.parametrize("lost", ["gradebook.db", None])
def test_a_gradebook_that_does_not_know_the_assignment_is_named(course, lost, monkeypatch):
    hand_in(course, "ada")
    if lost:
        (course.folder / lost).unlink()
    else:
        with gradebook.opened(course.database) as book:
            book.remove_assignment(TOPIC.title)
    with pytest.raises(ValueError, match=r"gradebook\.db does not know 36_perplexity: put your copy of it back"):
        graded(course)
    monkeypatch.setattr("coursework.grading.course.prove", lambda *arguments: None)
    course.release(TOPIC)
    assert graded(course)["ada"]["outcome"] == "graded"


def test_a_task_that_submissions_have_may_not_go(course, monkeypatch):
    hand_in(course, "ada")
    graded(course)
    before = {path: path.read_bytes() for path in course.folder.rglob("*.ipynb")}
    fewer = replace(TOPIC, tasks=TOPIC.tasks[1:])
    whole = notebooks.student_version

    def without_it(*arguments):
        version = whole(*arguments)
        version.cells = [c for c in version.cells if c.metadata.get("nbgrader", {}).get("grade_id") != f"check_{CODE}"]
        return version

    monkeypatch.setattr(notebooks, "student_version", without_it)
    monkeypatch.setattr("coursework.grading.course.prove", lambda *arguments: None)
    with pytest.raises(ValueError, match=r"has been handed in with other tasks .*: add and remove none"):
        course.release(fewer)
    assert {path: path.read_bytes() for path in course.folder.rglob("*.ipynb")} == before


def test_with_another_key_nothing_more_is_assigned(course):
    (course.folder / "course.key").write_text("another secret of many characters")
    before = course.path("release", TOPIC.title).read_bytes()
    for topic in (TOPIC, find_topic("bleu")):
        with pytest.raises(ValueError, match=r"36_perplexity\.ipynb is for the course .* put the right key back"):
            course.release(topic)
    assert course.path("release", TOPIC.title).read_bytes() == before


def test_a_notebook_of_an_instructors_own_keeps_no_assignment_back(course, monkeypatch):
    monkeypatch.setattr("coursework.grading.course.prove", lambda *arguments: None)
    for path in (course.folder / "release/exam/exam.ipynb", course.path("release", TOPIC.title).with_name("n.ipynb")):
        path.parent.mkdir(exist_ok=True)
        path.write_text("notes")
    assert course.release(TOPIC) == course.path("release", TOPIC.title)


def test_a_folder_that_is_no_course_is_left_alone(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"course\.key is missing"):
        command.grades(Course(tmp_path))
    assert not list(tmp_path.iterdir())
    with pytest.raises(SystemExit):
        command.main(["grades", "--course", ""])


def test_formgraders_generate_writes_a_release_for_the_course(course):
    nbgrader(course, "generate_assignment", TOPIC.title, "--force")
    assert course.check_release(TOPIC)


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
    "name",
    [
        "O\u2019Brien",
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "Gal\u00b7la",
        "\u0d28\u0d4d\u200d",
        "_x",
        "O'Brien, J.",
        "Ada \u2013 12345",
        "Ada\uff08\u5c0f\uff09",
        "\u05e6\u05f3",
        "\u30de\u30ea\u30fb\u30ad",
    ],
)
def test_names_are_names(course, name):
    hand_in(course, name)
    assert graded(course)[name]["outcome"] == "graded"


SEEM_OTHERS = ["ada ", "ada\u200d", "a\u200dda", "ada  l", "ada\u034f", "ada\ufe0f", "\u3164", "ad\u1160a"]


@pytest.mark.parametrize("name", [*SEEM_OTHERS, "a" + "\u0301" * 6 + "da", "ada<b>", "ada\nbob"], ids=ascii)
def test_names_that_look_like_others_or_cover_them_are_refused(course, name):
    hand_in(course, name)
    (row,) = graded(course).values()
    assert row["outcome"].startswith("not graded: the folder's name has characters")


def test_a_name_that_is_too_long_is_refused_for_that(course):
    hand_in(course, "a" * 101)
    (row,) = graded(course).values()
    assert row["outcome"] == "not graded: the folder's name has more than 100 characters: rename it"


def test_characters_that_no_name_has_are_named(course):
    hand_in(course, "ada<b>\u2605<")
    (row,) = graded(course).values()
    assert "has characters (U+003C, U+003E, U+2605) that a student's name may not have" in row["outcome"]


def test_a_name_that_is_no_text_is_refused_like_others(course):
    hand_in(course, "Jos\udcc3")
    assert graded(course)["Jos\\udcc3"]["outcome"].startswith("not graded: the folder's name has characters")
    assert graded(course)["Jos\\udcc3"]["outcome"].startswith("not graded: the folder's name has characters")


def test_folders_with_a_dot_are_named(course, capsys):
    hand_in(course, ".dot")
    assert graded(course) == {}
    assert "Left out, since their names begin with a dot: '.dot'." in capsys.readouterr().out


def test_a_terminal_that_cannot_print_a_name_ends_nothing(course):
    hand_in(course, "J\u2019s {", b"{")
    steps = [os.sys.executable, "-W", "ignore", "-m", "coursework.grading", "grade", "--unsafe-local"]
    run = subprocess.run(
        [*steps, "--course", course.folder, "--topic", TOPIC.name],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert run.returncode == 0, run.stderr
    assert b"J\\\\u2019s {" in run.stdout


# nbgrader's settings


def nbgrader(course, *arguments):
    program = f"{sysconfig.get_path('scripts')}/nbgrader"
    return subprocess.run([program, *arguments], cwd=course.folder, capture_output=True, text=True)


@pytest.mark.parametrize("name", ['a "course"', "a\nb", "it's {x} \\x41 100% \u00dcbung"])
def test_nbgrader_refuses_to_run_student_code_whatever_the_courses_name(course, tmp_path, name):
    course = Course(course.folder.rename(tmp_path / name))
    ran = tmp_path / "ran"
    hand_in(course, "ada", change=lambda notebook: notebook.cells.append(nb.new_code_cell(f"open({str(ran)!r}, 'w')")))
    result = nbgrader(course, "autograde", TOPIC.title)
    assert "nbgrader autograde runs student code unprotected" in result.stderr
    assert not ran.exists()


@pytest.mark.parametrize("step", ["autograde", "generate_feedback"])
def test_a_step_of_nbgrader_that_refuses_has_changed_nothing(course, step):
    hand_in(course, "ada")
    graded(course)
    hand_in(course, "ada").with_name("timestamp.txt").write_text("2027-04-02 12:00:00 UTC")

    def contents():
        return {path: path.read_bytes() for path in course.folder.rglob("*") if path.is_file()}

    before = contents()
    result = nbgrader(course, step, TOPIC.title, "--force")
    assert result.returncode != 0
    assert f"nbgrader {step}" in result.stderr
    assert "use make grade" in result.stderr
    assert contents() == before


def test_nbgrader_does_not_look_for_pages_that_it_did_not_write(course, tmp_path):
    hand_in(course, "ada")
    graded(course)
    result = nbgrader(course, "release_feedback", TOPIC.title, f"--Exchange.root={tmp_path}")
    assert result.returncode != 0
    assert "feedback pages are yours to hand out" in result.stderr


def test_a_course_that_was_copied_works_on_itself(course, tmp_path):
    hand_in(course, "ada")
    graded(course)
    copy = Course(shutil.copytree(course.folder, tmp_path / "copy"))
    hand_in(copy, "bob")
    graded(copy)
    assert nbgrader(copy, "export").returncode == 0
    assert set(table(copy.folder / "grades.csv")) == {"ada", "bob"}
    assert nbgrader(copy, "export", "--ExportPlugin.student=bob", "--to=bob.csv").returncode == 0
    assert set(table(copy.folder / "bob.csv")) == {"bob"}


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ("c = get_config(", "cannot be read"),
        ("", "lets nbgrader autograde run student code"),
        (CONFIG.replace("c.GenerateFeedback", "c.Another"), "lets nbgrader generate_feedback write over the feedback"),
        (
            CONFIG.replace("c.CourseDirectory.root = str(", "c.CourseDirectory.root = str('/tmp' or "),
            "is for the course in",
        ),
    ],
)
def test_settings_that_do_not_protect_are_not_graded_with(course, settings, said):
    hand_in(course, "ada")
    (course.folder / "nbgrader_config.py").write_text(settings)
    for step in (graded, command.grades):
        with pytest.raises(ValueError, match=said):
            step(course)
    (course.folder / "nbgrader_config.py").write_text(CONFIG + "c.CourseDirectory.course_id = 'my own'\n")
    assert graded(course)["ada"]["outcome"] == "graded"
    (course.folder / "nbgrader_config.py").unlink()
    graded(course)
    assert (course.folder / "nbgrader_config.py").read_text() == CONFIG
    assert CONFIG.isascii()


# Dates, tables, files


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2027-04-02 12:00:00 UTC", datetime(2027, 4, 2, 12)),
        ("2027-04-02 12:00:00.123456 UTC\n", datetime(2027, 4, 2, 12, 0, 0, 123456)),
        ("2027-04-02 14:00:00 +0200", None),  # nbgrader would read 200 seconds
        ("2027-04-02 12:00:00 CEST", None),
        ("2027-04-02 12:00:00 {zone}", None),
        ("2027-04-02 12:00:00", datetime(2027, 4, 2, 12)),  # nbgrader zip_collect
        ("2027-04-02T12:00:00", None),
        ("2027-13-02 12:00:00 UTC", None),
        ("0001-01-01 00:00:00 UTC", None),
        ("9999-12-31 23:59:59 UTC", None),
        ("tomorrow", None),
    ],
)
def test_a_date_is_one_of_nbgraders_or_none(course, tmp_path, monkeypatch, written, read):
    monkeypatch.setattr("dateutil.tz.gettz", lambda name: pytest.fail(f"opens {name}"))
    path = hand_in(course, "ada")
    path.with_name("timestamp.txt").write_text(written.format(zone=tmp_path / "zone"))
    assert gradebook.timestamp_of(path) == read


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=1+1", "'=1+1"),
        ("x;=1+1;", "x;'=1+1;"),
        ("x\t-2", "x\\t'-2"),
        ("a\n@b, +c", "a\\n'@b, '+c"),
        ("\x1b[2K", "\\x1b[2K"),
        ("\u0639\u0644\u06cc\u200c\u0631", "\u0639\u0644\u06cc\u200c\u0631"),
        ("_x", "_x"),
        ("Anne-Marie", "Anne-Marie"),
        ("Ada - 12345", "Ada - 12345"),
        ("Ada - =1", "Ada - '=1"),
        ("Ada -1", "Ada '-1"),
        ("- 1", "'- 1"),
    ],
)
def test_no_spreadsheet_finds_a_formula(text, written):
    assert gradebook.harmless(text) == written


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


def test_a_folder_swapped_for_a_link_meanwhile_leads_nowhere(course, monkeypatch):
    theirs, mine = hand_in(course, "ada", "Hers."), hand_in(course, "eve", "Mine.")

    def swapping(path, flags, mode=0o777, *, dir_fd=None, opened=os.open):
        if path == TOPIC.title and dir_fd is not None and not mine.parent.is_symlink():
            mine.parent.rename(mine.parent.with_name("before"))
            mine.parent.symlink_to(theirs.parent)
        return opened(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(submissions.os, "open", swapping)
    with pytest.raises(submissions.RefusedError, match="is a link"):
        submissions.read(mine)


def test_a_folder_that_cannot_be_read_says_so(course, monkeypatch):
    path = hand_in(course, "ada")

    def closed(path, flags, mode=0o777, *, dir_fd=None, opened=os.open):
        if path == TOPIC.title:
            raise PermissionError(13, "Permission denied")
        return opened(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(submissions.os, "open", closed)
    with pytest.raises(submissions.RefusedError, match="36_perplexity cannot be opened: Permission denied"):
        submissions.read(path)


def test_only_what_pages_show_travels_from_the_judge(course):
    extra = {f"x{i}": ["x" * 10_000] for i in range(10)}
    told = batch.grade_cells(TOPIC, "ada", submissions.Submission([], [], extra), batch.Terms(course.key, unsafe=True))
    assert told.written == ()
    assert Student("ada", course_of(course.key)).name == told.student

"""An instructor's own assignment, from one file: what it holds, that it is graded like any other, and what is wrong."""

import csv
import json
import pickle
import re
import shutil

import pytest
from evalmetrics_exercises import check
from evalmetrics_exercises.answers import Here
from evalmetrics_exercises.grading import __main__ as command
from evalmetrics_exercises.grading import assignments, batch, marking, marks, notebooks, records
from evalmetrics_exercises.grading.course import Course, prove
from evalmetrics_exercises.judging import Effort, Outcome, judge
from evalmetrics_exercises.seeds import Student
from evalmetrics_exercises.tasks import Argue, Number, topics

from .exports import rows

FILE = notebooks.EXERCISES / "assignments" / "spam_week.toml"
GOOD = FILE.read_text(encoding="utf-8")
WEEK = assignments.read(FILE)
NAMES = ["rates_by_hand", "macro_f1_of", "celebrated_and_useless", "mails_lost", "which_for_us"]
AUTOMATIC = 10 + WEEK.tasks[1].points + 6 + 2


def command_line(step, course, *more):
    command.main([step, "--course", str(course.folder), *map(str, more)])


def test_a_file_names_tasks_of_several_chapters_points_and_questions_of_ones_own():
    assert (WEEK.title, WEEK.name, [task.name for task in WEEK.tasks]) == ("spam_week", "spam_week", NAMES)
    assert [WEEK.points_of(task) for task in WEEK.tasks] == [10, WEEK.tasks[1].points, 6, 2, 4]
    assert WEEK.points == AUTOMATIC + 4
    assert WEEK.minutes == sum(task.minutes for task in WEEK.tasks)
    assert isinstance(WEEK.tasks[3], Number)
    assert isinstance(WEEK.tasks[4], Argue)


def test_its_notebook_has_each_task_as_the_book_has_it_but_for_number_and_points():
    version = notebooks.student_version(assignments.source(WEEK), "abcd1234")
    texts = [cell.source for cell in version.cells]
    whole = "\n".join(texts)
    assert texts[0].startswith("# Spam: what a filter is worth\n\nThree weeks in one.")
    assert f"*Points:* {WEEK.points:g}. *Time:* about {WEEK.minutes} minutes." in texts[0]
    assert 'me = student("", course="abcd1234")' in texts[1]
    assert "import numpy as np" in texts[1]
    headings = [text.split("\n\n")[:2] for text in texts if text.startswith("## ")]
    assert [heading[0][:5] for heading in headings] == ["## 1.", "## 2.", "## 3.", "## 4.", "## 5."]
    assert headings[0] == ["## 1. On paper", "*By hand · 10 points · 15 minutes*"]
    assert headings[3] == ["## 4. Mails lost", "*A number · 2 points · 5 minutes*"]
    assert headings[4] == ["## 5. Which one for us?", "*Argue · 4 points · 20 minutes*"]
    assert 'check("rates_by_hand", rates_by_hand, me, points=10)' in texts
    assert 'check("macro_f1_of", macro_f1_of)' in texts
    assert 'check("mails_lost"' not in whole
    assert not re.search(r"198|SOLUTION|Rubric|point: reports", whole)


def test_check_says_the_points_of_the_assignment():
    wrong = check("good_test_bad_alarm", [[1, 1], [1, 1]], points=6)
    assert str(wrong).startswith("good_test_bad_alarm ✗ 0 of 6 points")
    right = check("good_test_bad_alarm", [[99, 1], [1000, 99000]], points=2.5)
    assert right.right
    assert str(right).startswith("good_test_bad_alarm ✓ 2.5 of 2.5 points")
    single = check("good_test_bad_alarm", [[99, 1], [1000, 99000]], points=1)
    assert str(single).startswith("good_test_bad_alarm ✓ 1 of 1 point\n")
    half = check("accuracy_from_counts", lambda correct, n: correct / n, points=5)
    assert str(half).startswith("accuracy_from_counts ✗ 2.5 of 5 points")


@pytest.mark.parametrize(
    ("answer", "earned", "said"),
    [
        (198, 2, "Right."),
        (198.5, 2, "Right."),
        (198.51, 0, "Not right: 198.51."),
        (float("nan"), 0, "Not right: nan."),
        (True, 0, "Not yet: mails_lost must be one number."),
        ("198", 0, "Not yet: mails_lost must be one number."),
        (None, 0, "Not yet: nothing is written."),
    ],
)
def test_a_number_of_ones_own_is_right_within_its_tolerance(answer, earned, said):
    outcome = judge(WEEK.tasks[3], Here({"mails_lost": answer}), Student("ada"), 1, Effort())
    assert (outcome.earned, outcome.said) == (earned, said)


def handed_in(course, student, wrong=(), essay="I would ask what a lost mail costs, and who pays for it."):
    """The release, solved but for some tasks."""
    notebook = notebooks.read(course.path("release", WEEK.title))
    solved = {notebooks.called(cell): cell.source for cell in assignments.source(WEEK).cells}
    for cell in notebook.cells:
        name = notebooks.called(cell)
        if name == "which_for_us":
            cell.source = essay
        elif name and name not in wrong and not name.startswith("check_"):
            cell.source = solved[name]
        cell.source = cell.source.replace('student(""', f'student("{student}"')
    return json.dumps(notebook)


def test_it_is_collected_graded_marked_and_reported_as_any_other_exercise(tmp_path, capsys):
    course, mine = Course(tmp_path / "course"), tmp_path / "spam_week.toml"
    shutil.copy(FILE, mine)
    command_line("assignment", course, "--from", mine)
    assert f"spam_week.ipynb: {WEEK.points:g} points, about {WEEK.minutes} minutes" in capsys.readouterr().out
    mine.unlink()  # the course has its own
    given = tmp_path / "in"
    for student, text in (
        ("ada", handed_in(course, "ada")),
        ("bob", handed_in(course, "bob", wrong=["mails_lost", "rates_by_hand"])),
        ("eve", notebooks.student_path("02_precision_recall").read_text(encoding="utf-8")),
    ):
        (given / student).mkdir(parents=True)
        (given / student / "homework (1).ipynb").write_text(text, encoding="utf-8")
    (tmp_path / "roster.csv").write_text("id,name\nada,Ada Abel\nbob,Bob Berg\neve,Eve Esra\nzoe,Zoe Zorn\n")
    command_line("collect", course, "--topic", "spam_week", "--from", given, "--roster", tmp_path / "roster.csv")
    said = capsys.readouterr().out
    assert "it is the exercise on precision_recall" in said
    assert "Collected 2 notebooks (2 new)." in said
    command_line("grade", course, "--topic", "spam_week", "--unsafe-local", "--workers", 2)
    table = {row["id"]: row for row in rows(course.folder / "results" / "spam_week.csv")}
    assert (table["ada"]["automatic"], table["ada"]["automatic_max"]) == (str(AUTOMATIC), str(AUTOMATIC))
    assert [table["ada"][name] for name in NAMES] == ["10", str(WEEK.tasks[1].points), "6", "2", ""]
    assert [table["bob"][name] for name in NAMES] == ["0", str(WEEK.tasks[1].points), "6", "0", ""]
    assert table["ada"]["needs_person"] == "which_for_us"
    report = (course.folder / "results" / "spam_week.report.html").read_text(encoding="utf-8")
    assert report.count("<td>ada (Ada Abel)</td>") == 1
    command_line("marking", course, "--topic", "spam_week")
    page = (course.folder / "marking" / "spam_week-which_for_us.html").read_text(encoding="utf-8")
    assert re.findall(r'data-points="(\d)"> \d: (\w+)', page)[:3] == [("2", "asks"), ("1", "reports"), ("1", "says")]
    digest = records.read(course.folder, "spam_week")["ada"].digests["which_for_us"]
    with (course.folder / "marks.csv").open("w", encoding="utf-8", newline="") as file:
        line = ("spam_week", "ada", "which_for_us", digest, 3, "", "", "2027-04-03")
        csv.writer(file).writerows([marks.COLUMNS, line])
    command_line("questions", course, "--topic", "spam_week")
    quiz = (course.folder / "upload" / "questions-spam_week.xml").read_text(encoding="utf-8")
    assert quiz.count('<question type="cloze">') == command.DRAWS + 1
    assert "{1:NUMERICAL:=198:0.5}" in quiz
    assert "`check`" not in quiz
    command_line("grades", course)
    totals = {row["id"]: row["spam_week total"] for row in rows(course.folder / "grades.csv")}
    assert totals == {"ada": str(AUTOMATIC + 3), "bob": "", "eve": "", "zoe": ""}
    assert rows(course.folder / "upload" / "canvas.csv")[0]["spam_week"] == f"{WEEK.points:g}"


def test_an_essay_of_the_book_with_other_points_has_its_rubric_in_them(tmp_path):
    path = tmp_path / "essays.toml"
    path.write_text('[[task]]\ntopic = "precision_recall"\nname = "which_beta"\npoints = 10\n')
    course = Course(tmp_path / "course")
    command_line("assignment", course, "--from", path)
    command_line("marking", course, "--topic", "essays")
    text = (course.folder / "marking" / "essays-which_beta.html").read_text(encoding="utf-8")
    assert "essays: which_beta, 0 essays" in text
    version = notebooks.read(course.path("release", "essays"))
    assert "*Argue · 10 points · 20 minutes*" in version.cells[2].source
    outcome = Outcome("which_beta", 10, None, ".")
    made = batch.Result("ada", (outcome,), written={"which_beta": "x"}, digests={"which_beta": "d"})
    topic = course.topic("essays")
    page = marking.page(topic, topic.tasks[0], marking.rubric_of(topic, topic.tasks[0]), [made], {}, "c", tmp_path)
    assert [float(points) for points in re.findall(r'data-points="([\d.]+)"', page)] == [2.5] * 4
    assert 'max="10"' in page


BAD = [
    ('name = "rates_by_hand"', 'name = "rates"', "line 8, task 1, name: precision_recall has no task 'rates'; it"),
    ('topic = "averaging"', 'topic = "avering"', "line 12, task 2, topic: there is no exercise for the topic 'av"),
    ("points = 10", "points = -1", "line 9, task 1, points: must be a number above 0, got -1"),
    ("points = 10", 'points = "ten"', "line 9, task 1, points: must be a number above 0, got 'ten'"),
    ("points = 10", "points = true", "line 9, task 1, points: must be a number above 0, got True"),
    ("points = 10", "points = nan", "line 9, task 1, points: must be a number above 0, got nan"),
    ("points = 10", "worth = 10", "line 9, task 1, worth: nobody knows this key here; there are topic, name, points"),
    ('name = "mails_lost"\n', "", r"line 20, task 4, name: must be a text, got None"),
    ('name = "mails_lost"', 'name = "mails lost"', "line 21, task 4, name: must be a name of Python's in small"),
    ('name = "mails_lost"', 'name = "lambda"', "line 21, task 4, name: must be a name of Python's"),
    ('name = "mails_lost"', 'name = "me"', "line 21, task 4, name: must be a name of Python's"),
    ('name = "mails_lost"', 'name = "f_beta"', "line 21, task 4, name: the book has a task of that name, in"),
    ('name = "which_for_us"', 'name = "mails_lost"', "line 32, task 5, name: mails_lost is there already"),
    ('question = """\nOur', 'asked = """\nOur', "task 4, topic: give the topic of a task of the book, or the question"),
    ("answer = 198", 'answer = "198"', "line 28, task 4, answer: must be a number, got '198'"),
    ("answer = 198\n", "", "line 20, task 4, answer: must be a number, got None"),
    ("tolerance = 0.5", "tolerance = -0.5", "line 29, task 4, tolerance: must be 0 or more, got -0.5"),
    ("minutes = 5\n", "", "line 20, task 4, minutes: must be a number above 0, got None"),
    ("points = 2\n", "", "line 20, task 4, points: must be a number above 0, got None"),
    ('"2 points: asks', '"two points: asks', 'line 39, task 5, rubric: must be a list of texts like "2 points: says'),
    (GOOD[GOOD.index("rubric") :], 'rubric = ["0 points: all"]', "line 39, task 5, rubric: must be a list of texts"),
    (GOOD[GOOD.index("rubric") :], "rubric = []", "line 39, task 5, rubric: must be a list of texts"),
    ("minutes = 20", "minutes = 20\npoints = 4", "line 39, task 5, points: nobody knows this key here"),
    ('heading = "Spam: what a filter is worth"', "heading = 3", "heading: must be a text, got 3"),
    ("introduction =", "intro =", "intro: nobody knows this key; there are heading, introduction, task"),
    ("[[task]]", "[[tasks]]", "tasks: nobody knows this key"),
    ("[[task]] # of", "[[task] # of", "is no TOML: .*at line 6, column 7"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), BAD, ids=[f"{new.strip()[:25]}" for _, new, _ in BAD])
def test_what_is_wrong_with_a_file_is_said_with_its_line_and_key(tmp_path, old, new, said):
    assert old in GOOD
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"^mine\.toml.*{said}"):
        assignments.read(path)


def test_one_point_is_no_points(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(GOOD.replace("points = 10", "points = 1").replace("points = 2\n", "points = 1\n"), encoding="utf-8")
    whole = "\n".join(cell.source for cell in assignments.source(assignments.read(path)).cells)
    assert "*By hand · 1 point · 15 minutes*" in whole
    assert "*A number · 1 point · 5 minutes*" in whole


@pytest.mark.parametrize("text", ["", "task = []", "task = 1", "task = [1]"])
def test_a_file_without_tasks_is_named(tmp_path, text):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ValueError, match=r"^mine\.toml, task: there must be at least one \[\[task\]\]$"):
        assignments.read(tmp_path / "mine.toml")


@pytest.mark.parametrize("name", ["bleu", "32_bleu", "my week", "week-3"])
def test_a_file_is_called_as_no_chapter_is_and_as_a_folder_may_be(tmp_path, name):
    path = tmp_path / f"{name}.toml"
    path.write_text(GOOD, encoding="utf-8")
    with pytest.raises(ValueError, match="call the file otherwise"):
        assignments.read(path)


def test_questions_of_ones_own_need_none_of_the_books(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text("[[task]]" + GOOD.split("[[task]]")[4], encoding="utf-8")
    topic = assignments.read(path)
    source = assignments.source(topic)
    prove(topic, notebooks.student_version(source), "a key for tests")
    assert source.cells[0].source.startswith("# own\n\n*Points:* 2. *Time:* about 5 minutes.\n\n")


def test_the_command_says_what_is_missing(tmp_path, capsys):
    for line, said in (
        (["assignment"], "say which: --topic bleu, or --from"),
        (["assignment", "--topic", "blue"], "there is no exercise for the topic 'blue'"),
        (["assignment", "--from", str(tmp_path / "x.toml")], "No such file"),
    ):
        with pytest.raises(SystemExit, match=said):
            command.main([line[0], "--course", str(tmp_path / "course"), *line[1:]])


@pytest.mark.exhaustive
@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.title)
def test_every_task_of_the_book_can_be_had_in_another_order_with_other_points(topic):
    path, tasks = FILE.with_name("turned.toml"), topic.tasks[::-1]
    entries = [assignments.Entry(path, i, {"topic": topic.name, "name": task.name}) for i, task in enumerate(tasks)]
    worth = {task.name: 7 * task.points for task in tasks}
    turned = assignments.Assignment("turned", tasks, worth, path, tuple(entries))
    source = assignments.source(turned)
    asked = "".join(re.findall(r"^## \d+.*\n\n.*", "\n".join(cell.source for cell in source.cells), re.MULTILINE))
    assert re.findall(r"· (\d+) points", asked) == [str(points) for points in worth.values()]
    checks = re.findall(r"^check\(.*points=(\d+)\)$", "\n".join(cell.source for cell in source.cells), re.MULTILINE)
    assert checks == [str(worth[task.name]) for task in tasks if not isinstance(task, Argue)]
    prove(turned, notebooks.student_version(source), "a key for tests")


def test_a_topic_travels_to_another_process_by_its_name():
    topic = topics()[0]
    assert pickle.loads(pickle.dumps(topic)) == topic
    assert [task.name for task in pickle.loads(pickle.dumps(WEEK)).tasks] == NAMES

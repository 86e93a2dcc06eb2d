"""Every exercise: its solutions earn everything, the empty version nothing, and a wrong idea is called by its name."""

import doctest
import re
from collections import Counter
from math import isnan

import coursework
import nbformat
import pytest
from coursework import check, find_task, student, variant
from coursework.answers import Here
from coursework.grading import notebooks
from coursework.grading.course import judged
from coursework.judging import Effort, judge, seed_for_everyone
from coursework.reports import html, text
from coursework.tasks import Argue, Build, ByHand, Implement, topics

TOPICS = topics()
TASKS = [task for topic in TOPICS for task in topic.tasks]
EFFORT = Effort(examples=150, seconds=60.0)
KEY = "a key for tests"


def of_kind(kind):
    return [pytest.param(task, id=task.name) for task in TASKS if isinstance(task, kind)]


def outcome_of(task, answer, who="ada"):
    return judge(task, Here({task.name: answer}), student(who), seed_for_everyone(task.name), EFFORT)


def notebook_of(topic, version):
    path = (notebooks.source_path if version == "source" else notebooks.student_path)(topic.title)
    return notebooks.read(path)


each_topic = pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.title)


@each_topic
def test_the_solutions_earn_everything_that_no_person_has_to_judge(topic):
    outcomes = judged(topic, notebook_of(topic, "source"), KEY).outcomes
    assert {o.task: o.said for o in outcomes if o.earned not in (o.points, None)} == {}
    assert {o.task for o in outcomes if o.earned is None} == {t.name for t in topic.tasks if isinstance(t, Argue)}


@each_topic
def test_the_untouched_student_version_earns_nothing(topic):
    result = judged(topic, notebook_of(topic, "student"), KEY)
    assert {o.task: o.earned for o in result.outcomes} == {task.name: 0 for task in topic.tasks}
    assert {o.said for o in result.outcomes} == {"Not yet: nothing is written."}


@pytest.mark.parametrize(
    ("task", "idea"),
    [
        pytest.param(task, idea, id=f"{task.name}: {idea}")
        for task in TASKS
        if isinstance(task, Implement)
        for idea in task.wrong_ideas
    ],
)
def test_a_wrong_idea_loses_points_and_is_called_by_its_name(task, idea):
    outcome = outcome_of(task, task.wrong_ideas[idea])
    assert outcome.earned < task.points
    assert outcome.idea == idea
    assert outcome.table


@pytest.mark.parametrize("task", of_kind(Implement))
def test_an_implemented_definition_is_right_and_has_named_misconceptions(task):
    assert outcome_of(task, task.reference).full
    assert len(task.wrong_ideas) >= 3


@pytest.mark.parametrize("task", of_kind(Implement))
@pytest.mark.parametrize(
    "constant", [0, 1, 0.5, float("nan"), float("inf"), [], {}, "", True, [0, 0], [[0, 0], [0, 0]]]
)
def test_a_constant_earns_nothing(task, constant):
    assert outcome_of(task, lambda **_: constant).earned == 0


@pytest.mark.parametrize("task", of_kind(Implement))
def test_a_table_of_the_answers_to_all_that_check_asks_does_not_do(task):
    table = {}

    def learned(**given):
        return table.setdefault(repr(given), task.reference(**given))

    assert outcome_of(task, learned).full
    by_heart = Here({task.name: lambda **given: table.get(repr(given))})
    assert not judge(task, by_heart, student("ada"), seed_for_everyone("another"), EFFORT).full


@pytest.mark.parametrize("task", of_kind(ByHand))
def test_numbers_by_hand_are_each_students_own(task):
    names = [f"student {i}" for i in range(30)]
    data = [student(name).variant(task) for name in names]
    assert len({repr(d) for d in data}) > 20
    assert data[0] == student("Student 0 ").variant(task) == variant(task.name, "student 0")
    assert data[0] != student("student 0", course="another").variant(task)
    for name, drawn in zip(names, data, strict=True):
        right = {key: round(value, task.decimals) for key, value in task.solve(drawn).items()}
        assert outcome_of(task, right, name).full
        copied = outcome_of(task, {k: round(v, task.decimals) for k, v in task.solve(data[0]).items()}, name)
        assert not copied.full or drawn == data[0] or task.solve(drawn) == task.solve(data[0])


@pytest.mark.parametrize("task", of_kind(ByHand))
def test_no_number_by_hand_can_be_guessed_or_copied(task):
    right = [task.solve(student(f"student {i}").variant(task)) for i in range(300)]
    for key in right[0]:
        seen = Counter(round(float(numbers[key]), task.decimals) for numbers in right)
        assert len(seen) >= 10, key
        assert max(seen.values()) <= 0.2 * len(right), key
        assert not any(isnan(value) for value in seen), key


@pytest.mark.parametrize(
    ("task", "idea"),
    [
        pytest.param(task, idea, id=f"{task.name}: {idea}")
        for task in TASKS
        if isinstance(task, ByHand)
        for idea in task.wrong_ideas
    ],
)
def test_a_wrong_idea_by_hand_is_called_by_its_name(task, idea):
    outcomes = []
    for i in range(10):
        given = task.wrong_ideas[idea](student(f"student {i}").variant(task))
        outcomes.append(outcome_of(task, given, f"student {i}"))
    assert sum(outcome.earned < task.points for outcome in outcomes) >= 8
    assert sum(outcome.idea == idea for outcome in outcomes) >= 6


@pytest.mark.parametrize("task", of_kind(Build))
def test_a_near_miss_earns_nothing(task):
    assert len(task.near_misses) >= 3
    for answer in [*task.near_misses, None, 3, [], {}, "x", [[]], {"y_true": None}, float("nan")]:
        outcome = outcome_of(task, answer)
        assert outcome.earned == 0, (answer, outcome)
        assert outcome.said.startswith("Not yet")


@each_topic
def test_the_notebook_states_kind_points_and_time_of_every_task(topic):
    for version in ("source", "student"):
        found = notebook_of(topic, version).cells
        assert f"*Points:* {topic.points}. *Time:* about {topic.minutes} minutes." in found[0].source
        stated = re.findall(r"^\*(.+) · (\d+) points · (\d+) minutes\*$", "\n".join(c.source for c in found), re.M)
        wanted = [(task.kind.capitalize(), str(task.points), str(task.minutes)) for task in topic.tasks]
        assert stated == wanted
        cells = {c.metadata.nbgrader.grade_id: c.metadata.nbgrader for c in found if "nbgrader" in c.metadata}
        for task in topic.tasks:
            graded = cells[task.name if isinstance(task, Argue) else f"check_{task.name}"]
            assert graded.grade
            assert graded.points == task.points
            assert cells[task.name].solution


@each_topic
def test_the_notebook_folds_out_hints_in_two_steps(topic):
    tasks = [c.source for c in notebook_of(topic, "student").cells if c.source.startswith("## ")]
    assert len(tasks) == len(topic.tasks)
    for cell in tasks:
        assert cell.count("<details>") == cell.count("</details>") == 2
        assert cell.index("<summary>Hint</summary>") < cell.index("<summary>Another hint</summary>")


@each_topic
def test_the_first_three_kinds_are_there_and_most_points_cannot_be_copied(topic):
    kinds = [task.kind for task in topic.tasks]
    assert {"implement", "by hand", "break it"} <= set(kinds)
    assert 2 * sum(task.points for task in topic.tasks if isinstance(task, Implement)) < topic.points


@each_topic
def test_the_student_version_holds_no_solution_no_output_and_no_rubric(topic):
    source, version = notebook_of(topic, "source"), notebook_of(topic, "student")
    shown = {line.strip() for cell in version.cells for line in cell.source.splitlines()}
    assert shown & notebooks.solution_lines(source) == set()
    assert all(cell.outputs == [] and cell.execution_count is None for cell in version.cells if "outputs" in cell)
    everything = "".join(cell.source for cell in version.cells)
    assert "SOLUTION" not in everything
    assert "Rubric" not in everything
    assert sum("Rubric" in c.source for c in source.cells) == sum(isinstance(t, Argue) for t in topic.tasks)


@each_topic
def test_regenerating_changes_nothing(topic, tmp_path):
    for version, made in (
        ("source", notebook_of(topic, "source")),
        ("student", notebooks.student_version(nbformat.from_dict(notebook_of(topic, "source")))),
    ):
        stored = (notebooks.source_path if version == "source" else notebooks.student_path)(topic.title)
        notebooks.write(nbformat.from_dict(made), tmp_path / stored.name)
        assert (tmp_path / stored.name).read_bytes() == stored.read_bytes(), "make exercises writes it anew"


@each_topic
def test_the_source_notebook_was_executed_in_order(topic):
    counts = [cell.execution_count for cell in notebook_of(topic, "source").cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1))


def test_names_are_unique():
    names = [task.name for task in TASKS]
    assert len(set(names)) == len(names)


def test_every_topic_of_the_folder_has_its_notebooks():
    titles = [topic.title for topic in TOPICS]
    assert sorted(path.stem for path in notebooks.EXERCISES.glob("*.ipynb")) == titles
    assert sorted(path.name for path in notebooks.SOURCE.iterdir()) == titles
    assert all(notebooks.source_path(title).exists() for title in titles)


def wrong_default(cm):
    return cm.sum(axis=0).max() / cm.sum()


def test_check_answers_with_the_smallest_counter_example():
    assert repr(check("default_accuracy_of", wrong_default)) == (
        "default_accuracy_of ✗ 1 of 3 points\n"
        "Not yet: matrices with examples. The smallest input where it differs:\n"
        "\n"
        "    cm      [0, 0]\n"
        "            [1, 1]\n"
        "    yours   0.5\n"
        "    right   1\n"
        "\n"
        "This looks like the most frequent predicted class: the truth stands in the rows."
    )


def test_check_is_a_table_in_a_notebook_and_the_same_every_time():
    first, second = (check("default_accuracy_of", wrong_default) for _ in range(2))
    assert first == second
    shown = first._repr_html_()
    assert shown.count("<tr>") == 3
    assert "<script" not in shown
    assert ">right</td>" in shown
    assert check("default_accuracy_of", lambda cm: find_task("default_accuracy_of").reference(cm)).right


def test_a_report_escapes_what_a_student_returns():
    outcome = outcome_of(find_task("default_accuracy_of"), lambda cm: "<script>alert(1)</script>")
    assert "<script" not in html(outcome)
    assert "<script" in text(outcome)


def test_check_leaves_the_students_data_and_prints_alone(capsys):
    def chatty(cm):
        print("hello")
        cm[:] = 0
        return 1.0

    assert not check("default_accuracy_of", chatty).right
    assert capsys.readouterr().out == ""


def test_an_answer_that_changes_from_call_to_call_is_wrong():
    import itertools

    counter = itertools.count()
    outcome = outcome_of(find_task("accuracy_from_counts"), lambda correct, n: next(counter) % 2)
    assert outcome.earned == 0


def test_validation_by_nbgrader_hears_of_a_wrong_answer(monkeypatch):
    monkeypatch.setenv("NBGRADER_VALIDATING", "1")
    with pytest.raises(AssertionError, match="1 of 3 points") as caught:
        check("default_accuracy_of", wrong_default)
    assert caught.value._render_traceback_()[0] == "default_accuracy_of ✗ 1 of 3 points"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: check("acuracy_by_hand", 1), "no task called 'acuracy_by_hand'; there are accuracy_by_hand"),
        (lambda: variant("count_pairs", "ada"), "is not done by hand"),
        (lambda: variant("accuracy_by_hand", ""), "write your name into the first cell"),
        (lambda: check("accuracy_by_hand", {}), "write your name into the first cell"),
        (lambda: student(3), "name must be the name that you hand in under, got 3"),
    ],
)
def test_a_wrong_call_says_what_to_do(call, message):
    with pytest.raises((ValueError, TypeError), match=re.escape(message)):
        call()


def test_the_examples_in_the_docstrings_run():
    failed, tried = doctest.testmod(coursework)
    assert (failed, tried >= 2) == (0, True)


def test_metrics_never_import_the_coursework():
    import evalmetrics

    for path in sorted(notebooks.Path(evalmetrics.__file__).parent.rglob("*.py")):
        assert "coursework" not in path.read_text(encoding="utf-8"), path


def test_the_syllabus_states_the_minutes_and_points_of_chapters_and_exercises():
    guide = (notebooks.EXERCISES / "README.md").read_text(encoding="utf-8")
    by_title = {topic.title: topic for topic in TOPICS}
    rows = re.findall(r"^\| \d+ \| (.*\]\(.*) \| (\d+) \| (.*) \| (\d+) \| (\d+) \|$", guide, re.M)
    assert len(rows) >= 20
    for read, minutes, exercises, work, points in rows:
        chapters = [
            notebooks.read(notebooks.EXERCISES / path).cells[0].source for path in re.findall(r"\((\S+\.ipynb)\)", read)
        ]
        assert sum(int(re.search(r"Time:\* (\d+)", opening)[1]) for opening in chapters) == int(minutes)
        titles = re.findall(r"\[(\w+)\]", exercises)
        assert sum(by_title[title].minutes for title in titles) == int(work)
        assert sum(by_title[title].points for title in titles) == int(points)


def test_the_guide_names_targets_and_links_that_exist():
    guide = (notebooks.EXERCISES / "README.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (notebooks.EXERCISES.parent / "Makefile").read_text(), re.M))
    assert set(re.findall(r"(?:^ *|`|&& )make ([a-z-]+)", guide, re.M)) <= targets
    for target in re.findall(r"\]\((?!https://)([^)#]+)", guide):
        assert (notebooks.EXERCISES / target).exists(), target

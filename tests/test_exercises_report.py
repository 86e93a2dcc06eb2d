"""The report finds every copy in a made class, and says how often chance would do the same."""

import re
from dataclasses import replace

import pytest
from evalmetrics_exercises.grading import notebooks, report
from evalmetrics_exercises.grading.batch import Result
from evalmetrics_exercises.grading.roster import Roster
from evalmetrics_exercises.judging import Outcome
from evalmetrics_exercises.seeds import Student, course_of
from evalmetrics_exercises.tasks import ByHand, topics

from .made_class import KEY, TOPIC, made

SOURCE = notebooks.read(notebooks.source_path(TOPIC.title))
MODEL = report.model_in(TOPIC, SOURCE)
GIVEN = report.given_in(TOPIC, notebooks.student_version(SOURCE))


def found_in(results):
    return report.findings(TOPIC, results, Roster([]), course_of(KEY), GIVEN, MODEL)


SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(2, 32))]


@pytest.mark.parametrize("seed", SEEDS)
def test_every_planted_copy_is_found_and_what_is_honest_hardly_ever(seed):
    results, planted = made(seed, MODEL)
    findings = found_in(results)
    told = [set(finding.students) for finding in findings]
    missed = {what: who for what, who in planted.items() if not any(set(who) <= each for each in told)}
    assert missed == {}
    copied = {student for who in planted.values() for student in who} | {report.MODEL, "s000"}
    assert len(set().union(*told) - copied) <= 1  # honest students who are named at all: three in 31 classes


def test_a_finding_says_what_is_equal_to_what_and_how_often_chance_does_it():
    results, planted = made(1, MODEL)
    by_students = {finding.students: finding for finding in found_in(results)}
    theirs = tuple(sorted(planted["half of an essay"]))
    said = by_students[theirs].said
    assert re.fullmatch(
        r"share \d\d% of parts of which_beta\. Of 7,140 pairs \d are as alike; by chance that comes about in "
        r"(1 in [\d,]+|fewer than 1 in a million) such classes",
        said,
    )
    numbers = next(f for who, f in by_students.items() if set(who) == set(planted["a classmate's numbers"]) and f.task)
    assert "that are wrong for these data and right for" in numbers.said
    (name,) = planted["somebody else's name"]
    assert by_students[(name,)].said == "wrote student('s000') into the first cell, which is s000's"
    solved = next(who for who in by_students if report.MODEL in who)
    assert set(planted["the model's essay"]) <= set(solved)


@pytest.mark.parametrize("n", [20, 60, 120])
def test_many_who_hand_in_the_same_are_found_however_many_they_are(n):
    results, planted = made(1, MODEL)
    first = next(result for result in results if result.student == planted["code under other names"][0])
    same = [replace(r, written=first.written, values=first.values) if i < n else r for i, r in enumerate(results)]
    found = [finding for finding in found_in(same) if {r.student for r in same[:n]} <= set(finding.students)]
    assert {"precision_of", "which_beta"} <= {finding.task for finding in found}


@pytest.mark.parametrize("n", [34, 60])
def test_many_with_the_obvious_answer_make_nobody_else_suspicious(n):
    results, planted = made(1, MODEL)
    copied = {student for who in planted.values() for student in who}
    obvious = "def precision_of(cm):\n    return [a / b if b else np.nan for a, b in zip(np.diag(cm), cm.sum(axis=0))]"
    free = [result.student for result in results if result.student not in copied][:n]
    same = [replace(r, written=r.written | {"precision_of": obvious}) if r.student in free else r for r in results]
    told = [set(finding.students) for finding in found_in(same) if finding.task == "precision_of"]
    assert any(set(planted["code under other names"]) <= who for who in told)
    assert set().union(*told) <= {*copied, report.MODEL}


def test_everybody_is_asked_two_questions_from_their_own_answers_and_always_the_same():
    results, _ = made(1, MODEL)
    for result in results[:20]:
        asked = report.questions(TOPIC, result, GIVEN, 7)
        assert len(asked) == 2
        assert asked == report.questions(TOPIC, result, GIVEN, 7)
    assert report.questions(TOPIC, Result("nobody"), GIVEN, 7) == []
    bad = replace(results[0], written={"f_beta": "def f("}, values={"rates_by_hand": 3, "both_rise": "<b>"})
    page = report.page(TOPIC, found_in([bad, results[1]]), {"<i>": ["<b>"]})
    assert "&lt;b&gt;" in page
    assert "<i>" not in page
    assert "Nothing in this class is more alike than chance makes it" in page


def test_the_report_counts_who_solved_a_task_and_who_had_which_idea():
    outcomes = [
        Outcome("f_beta", 4, earned, "", idea=idea) for earned, idea in [(4, ""), (1, "recall"), (0, "recall"), (0, "")]
    ]
    results = [Result(f"s{i}", outcomes=(outcome,)) for i, outcome in enumerate(outcomes)]
    had = [(what, n) for task, what, n in report.ideas(TOPIC, results) if task == "f_beta"]
    assert had == [("all points, of 4", 1), ("recall", 2)]
    assert "<td>f_beta</td><td>2</td><td>recall</td>" in report.page(TOPIC, [], {}, report.ideas(TOPIC, results))


def test_empty_classes_and_answers_of_any_kind_have_a_report():
    assert found_in([]) == []
    odd = [
        Result(f"s{i}", values={"both_rise": v, "good_test_bad_alarm": v}) for i, v in enumerate([None, {}, [], "", 1])
    ]
    assert found_in(odd) == []


BY_HAND = {task.name: task for topic in topics() for task in topic.tasks if isinstance(task, ByHand)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", BY_HAND)
def test_numbers_by_hand_accuse_an_honest_stranger_as_often_as_they_say_and_miss_no_copier(name, monkeypatch):
    """In each of eight classes of five, one has the numbers of nobody there, or those of a classmate."""
    monkeypatch.setattr(report, "STRANGERS", 200)  # enough for one who is wrong, and quicker
    task, false, missed, classes = BY_HAND[name], 0, 0, 8

    def right(student):
        return task.solve(Student(student, "c").variant(task))

    others = [right(f"other {i}") for i in range(80)]  # numbers that some of these have prove nothing
    for i in range(classes):
        honest = [f"{i} of {j}" for j in range(4)]
        results = [Result(s, values={name: right(s)}, data_of=s) for s in honest]
        for who, numbers in (("stranger", right(f"elsewhere {i}")), ("copier", right(honest[3]))):
            told = [*results, Result(f"{who} {i}", values={name: numbers}, data_of=f"{who} {i}")]
            accused = [finding.students for finding in report.of_numbers_by_hand(task, told, Roster([]), "c")]
            false += who == "stranger" and bool(accused)
            copied = who == "copier" and numbers != right(f"copier {i}")
            missed += copied and not any(honest[3] in x for x in accused) and others.count(numbers) < 1
    assert false <= 3  # of 8, at 0.05 each: more come about once in two thousand tasks
    assert missed <= 1  # whose numbers are nearly those of strangers

"""Every exercise: its solutions earn everything, the empty version nothing, and a wrong idea is called by its name."""

import contextlib
import doctest
import gc
import random
import re
import subprocess
import sys
import time
import zlib
from collections import Counter
from dataclasses import replace
from functools import partial
from math import exp, isnan, log
from types import SimpleNamespace

import evalmetrics_exercises
import nbformat.v4
import numpy as np
import pandas as pd
import pytest
from evalmetrics_exercises import check, find_task, student, variant
from evalmetrics_exercises.answers import GaveUpError, Here
from evalmetrics_exercises.building import at_least, at_most, labels_in, square
from evalmetrics_exercises.comparing import same
from evalmetrics_exercises.grading import batch, course, notebooks
from evalmetrics_exercises.grading.course import judged
from evalmetrics_exercises.judging import NO_ESSAY, NOTHING_WRITTEN, Effort, judge, seed_for_everyone
from evalmetrics_exercises.reports import html, text
from evalmetrics_exercises.searching import drawn, smallest_difference, value_of
from evalmetrics_exercises.tasks import Argue, Build, ByHand, Condition, Implement, Part, find_topic, task_names, topics
from evalmetrics_exercises.topics import model_as_judge
from evalmetrics_exercises.wording import is_negation, opposite, text_in
from hypothesis import strategies as st

import evalmetrics as em
import evalmetrics_book as book

from .short_cuts import SHORT_CUTS
from .wrong_implementations import RIGHT, WRONG

TOPICS = topics()
TASKS = [task for topic in TOPICS for task in topic.tasks]
EFFORT = Effort(examples=50, seconds=60.0)
KEY = "a key for tests"


def of_kind(kind):
    return [pytest.param(task, id=task.name) for task in TASKS if isinstance(task, kind)]


def ideas_of(kind):
    """Each wrong idea of each task; after a task's first one they are looked at in the exhaustive tier."""
    return [
        pytest.param(task, idea, id=f"{task.name}: {idea}", marks=[pytest.mark.exhaustive] * (i > 0))
        for task in TASKS
        if isinstance(task, kind)
        for i, idea in enumerate(task.wrong_ideas)
    ]


def outcome_of(task, answer, who="ada"):
    return judge(task, Here({task.name: answer}), student(who), seed_for_everyone(task.name), EFFORT)


def notebook_of(topic, version):
    path = (notebooks.source_path if version == "source" else notebooks.student_path)(topic.title)
    return notebooks.read(path)


MANY = 200  # students; some data take a while to draw


def drawn_for(task, i):
    """The data of one of many students, which several tests look at."""
    return student(f"student {i}").variant(task)


exhaustive = pytest.mark.exhaustive
each_topic = pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.title)


@each_topic
def test_the_solutions_earn_everything_that_no_person_has_to_judge(topic, monkeypatch):
    """Few inputs will do: the notebook itself asks all those of `check` where its outputs are compared."""
    monkeypatch.setattr(Effort, "examples", 10)
    monkeypatch.setattr(course, "Terms", partial(course.Terms, effort=Effort(examples=10)))
    outcomes = judged(topic, notebook_of(topic, "source"), KEY).outcomes
    assert {o.task: o.said for o in outcomes if o.earned not in (o.points, None)} == {}
    assert {o.task for o in outcomes if o.earned is None} == {t.name for t in topic.tasks if isinstance(t, Argue)}


@each_topic
def test_the_untouched_student_version_earns_nothing(topic):
    result = judged(topic, notebook_of(topic, "student"), KEY)
    assert {o.task: o.earned for o in result.outcomes} == {task.name: 0 for task in topic.tasks}
    essays = {task.name for task in topic.tasks if isinstance(task, Argue)}
    assert all(o.said.startswith(NO_ESSAY if o.task in essays else NOTHING_WRITTEN[:-1]) for o in result.outcomes)


@pytest.mark.parametrize(
    ("table", "said"),
    [([[1, 2], [3]], "as long as the table has rows"), ([[99.5, 0.5], [1, 2]], "counts, which are whole numbers")],
)
def test_a_table_that_holds_no_counts_is_told_what_is_wrong(table, said):
    with pytest.raises(ValueError, match=said):
        square(table)


def test_a_name_that_is_missing_is_told_from_one_that_holds_nothing():
    outcomes = judged(
        find_topic("confusion"), nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("better = {}")]), KEY
    ).outcomes
    said = {outcome.task: outcome.said for outcome in outcomes if outcome.said != NO_ESSAY}
    assert said == {name: f"Not yet: nothing in the notebook is called {name}." for name in said}
    assert len(said) == 6


def test_a_function_that_prints_and_returns_nothing_is_told_so():
    assert "`return` hands it over" in repr(check("accuracy_from_counts", lambda correct, n: print(correct / n)))


@pytest.mark.parametrize(("task", "idea"), ideas_of(Implement))
def test_a_wrong_idea_loses_points_and_is_called_by_its_name(task, idea):
    outcome = outcome_of(task, task.wrong_ideas[idea])
    assert outcome.earned < task.points
    assert outcome.idea == idea
    assert outcome.table


@exhaustive
@pytest.mark.parametrize("task", of_kind(Implement))
@pytest.mark.parametrize(
    "constant", [0, 1, 0.5, float("nan"), float("inf"), [], {}, "", True, [0, 0], [[0, 0], [0, 0]]]
)
def test_a_constant_earns_nothing(task, constant):
    few = Effort(examples=5, seconds=60.0)
    answers = Here({task.name: lambda **_: constant})
    assert judge(task, answers, student("ada"), seed_for_everyone(task.name), few).earned == 0


@exhaustive
@pytest.mark.parametrize("task", of_kind(Implement))
@pytest.mark.parametrize("constants", [1, 2, 8])
def test_the_answers_of_the_examples_and_frequent_ones_elsewhere_earn_nothing(task, constants):
    shown = [(given, value_of(task.reference, given)) for given in task.examples]
    inputs = drawn(next(iter(task.parts.values())), random_seed=5, examples=100)
    others = [right for _, right in shown] + [value_of(task.reference, given) for given in inputs]
    others.sort(key=lambda right: -sum(same(right, other, task.tolerance) for other in others))
    frequent = [right for i, right in enumerate(others) if not any(same(right, o, task.tolerance) for o in others[:i])]

    def learned(**given):
        known = next((right for known, right in shown if str(known) == str(given)), None)
        return frequent[zlib.crc32(str(given).encode()) % constants % len(frequent)] if known is None else known

    few = Effort(examples=20, seconds=60.0)
    for random_seed in range(3):
        assert judge(task, Here({task.name: learned}), student("ada"), random_seed, few).earned == 0


@exhaustive
def test_the_first_point_takes_most_inputs_and_most_answers():
    task = find_task("personalized_of")

    def never_0(**given):
        return max(task.reference(**given), 1 / 7)

    few = Effort(examples=20, seconds=60.0)
    earned = [judge(task, Here({task.name: never_0}), student("ada"), seed, few).earned for seed in range(20)]
    assert earned.count(0) >= 15  # of the others, few draw an answer of 0


@pytest.fixture
def slow_collections():
    """Garbage collections in which an interrupt is likely to arrive: what is raised there is lost."""

    def slow(*_):
        time.sleep(0.01)

    gc.callbacks.append(slow)
    yield
    gc.callbacks.remove(slow)


@exhaustive
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # an interrupt that was lost
@pytest.mark.usefixtures("slow_collections")
@pytest.mark.parametrize("busy", [lambda: time.sleep(10), lambda: [[i] for i in range(20_000)]])
def test_a_function_that_takes_too_long_is_not_waited_for(monkeypatch, busy):
    monkeypatch.setattr(evalmetrics_exercises.answers, "CALL_SECONDS", 0.2)

    def endless(**_):
        while True:
            with contextlib.suppress(Exception):
                busy()

    report = check("accuracy_from_counts", endless)
    assert "accuracy_from_counts gave no answer within 0.2 seconds for {'correct': 3" in str(report)


def test_the_program_of_the_detection_challenge_gets_the_points_by_hand():
    for i in range(20):
        data = drawn_for(find_task("boxes_by_hand"), i)
        found = np.cumsum(data["hits"])
        precision, recall = found / np.arange(1, len(found) + 1), found / data["n_truths"]
        for steps in (np.arange(0.0, 1.1, 0.1), np.linspace(0, 1, 11)):  # some of them a little more than a tenth
            eleven = np.mean([precision[recall >= step].max(initial=0) for step in steps])
            assert eleven == pytest.approx(find_task("boxes_by_hand").solve(data)["eleven"])


class UntilWrong(Here):
    """Answers that end with the first wrong one: nothing is shrunk, which takes most of the time."""

    def __init__(self, task, function):
        super().__init__({task.name: function})
        self.task = task

    def call(self, name, arguments):
        answer = super().call(name, arguments)
        if not same(answer, value_of(self.task.reference, arguments), self.task.tolerance):
            raise GaveUpError("it is wrong")
        return answer


def judged_by_a_seed(name, function):
    task = find_task(name)
    return judge(task, UntilWrong(task, function), student("ada"), 13, batch.EFFORT)


@exhaustive
@pytest.mark.parametrize(("name", "why"), [(name, why) for name, found in WRONG.items() for why in found])
def test_what_looks_right_and_is_wrong_misses_points(name, why):
    assert not judged_by_a_seed(name, WRONG[name][why]).full


@exhaustive
@pytest.mark.parametrize(("name", "how"), [(name, how) for name, found in RIGHT.items() for how in found])
def test_what_computes_otherwise_and_is_right_earns_everything(name, how):
    outcome = judged_by_a_seed(name, RIGHT[name][how])
    assert outcome.full, outcome


def test_every_implementation_has_named_misconceptions_and_wrong_ones_that_look_right():
    implemented = [task for task in TASKS if isinstance(task, Implement)]
    assert {task.name for task in implemented} == set(WRONG)
    assert min(len(task.wrong_ideas) for task in implemented) >= 3
    assert min(map(len, WRONG.values())) >= 2


@exhaustive
@pytest.mark.parametrize("task", of_kind(Implement))
def test_a_table_of_the_answers_to_all_that_check_asks_does_not_do(task):
    table = {}

    def learned(**given):
        return table.setdefault(repr(given), task.reference(**given))

    few = Effort(examples=50, seconds=60.0)
    answers = Here({task.name: learned})
    assert judge(task, answers, student("ada"), seed_for_everyone(task.name), few).full
    by_heart = Here({task.name: lambda **given: table.get(repr(given))})
    assert not judge(task, by_heart, student("ada"), seed_for_everyone("another"), few).full


def test_a_number_that_misses_its_limit_does_not_look_like_it():
    assert at_least("accuracy", 0.89999, 0.9) == Condition("accuracy at least 0.9", "0.89999", False)
    assert at_most("share", 0.5, 0.5) == Condition("share at most 0.5", "0.5", True)
    assert at_most("share", 0.7, 0.5).found == "0.7"


@exhaustive
@pytest.mark.parametrize("task", of_kind(ByHand))
def test_numbers_by_hand_are_each_students_own(task):
    names = [f"student {i}" for i in range(30)]
    data = [student(name).variant(task) for name in names]
    assert len({repr(d) for d in data}) > 20
    assert data[0] == student("Student 0 ").variant(task) == variant(task.name, "student 0")
    assert data[0] != student("student 0", course="another").variant(task)
    for name, drew in zip(names, data, strict=True):
        right = {key: round(value, task.decimals) for key, value in task.solve(drew).items()}
        assert outcome_of(task, right, name).full
        copied = outcome_of(task, {k: round(v, task.decimals) for k, v in task.solve(data[0]).items()}, name)
        assert not copied.full or drew == data[0] or task.solve(drew) == task.solve(data[0])


@exhaustive
@pytest.mark.parametrize("task", of_kind(ByHand))
def test_no_number_by_hand_can_be_guessed_or_copied(task):
    right = [task.solve(drawn_for(task, i)) for i in range(MANY)]
    answers = Counter(tuple(round(float(value), task.decimals) for value in numbers.values()) for numbers in right)
    assert sum(n * (n - 1) for n in answers.values()) < 0.01 * MANY * (MANY - 1)  # few pairs can give each other's
    for key in right[0]:
        seen = Counter(round(float(numbers[key]), task.decimals) for numbers in right)
        assert len(seen) >= 10, key
        assert max(seen.values()) <= 0.2 * len(right), key
        assert not any(isnan(value) for value in seen), key


@pytest.mark.parametrize(("task", "idea"), ideas_of(ByHand))
def test_a_wrong_idea_by_hand_is_called_by_its_name(task, idea):
    outcomes = []
    for i in range(10):
        data = drawn_for(task, i)
        given = task.solve(data) | task.wrong_ideas[idea](data)
        outcomes.append(outcome_of(task, given, f"student {i}"))
    assert sum(outcome.earned < task.points for outcome in outcomes) >= 8
    assert sum(outcome.idea == idea for outcome in outcomes) >= 6


def test_a_classmates_numbers_name_no_idea():
    named, tries = [], 0
    for task in TASKS:
        if isinstance(task, ByHand):
            for i in range(6):
                theirs = {key: round(value, task.decimals) for key, value in task.solve(drawn_for(task, i + 1)).items()}
                outcome, tries = outcome_of(task, theirs, f"student {i}"), tries + 1
                named += [(task.name, outcome.idea)] if outcome.idea else []
    print(f"an idea was named in {len(named)} of {tries} trials with a classmate's numbers")
    assert len(named) <= 0.01 * tries, named


@pytest.mark.parametrize(
    ("name", "change", "idea"),
    [
        (
            "rates",
            lambda n: {"precision": n["recall"], "recall": n["precision"]},
            "numbers exchanged: precision, recall",
        ),
        ("rates", lambda n: {key: round(100 * n[key], 1) for key in n}, "percentages: give shares of 1"),
        ("rates", lambda n: {"recall": 100 * n["recall"]}, "percentages: give shares of 1"),
        ("rates", lambda n: {"recall": 1 - n["recall"]}, "one minus what is asked for"),
        ("rates", lambda n: {"f1": n["precision"]}, "precision, given for f1"),
        ("rates", lambda n: {"f1": 0.001, "recall": n["precision"]}, ""),
        ("averages", lambda n: {"macro_f1": n["f1_of_macro_averages"]}, "f1_of_macro_averages, given for macro_f1"),
        (
            "bleu",
            lambda n: {
                "brevity_penalty": (penalty := exp(1 - 1 / (1 - log(n["brevity_penalty"])))),
                "bleu_2": n["bleu_2"] / n["brevity_penalty"] * penalty,
            },
            "exp(1 \u2212 c/r) for the brevity penalty: it is exp(1 \u2212 r/c)",
        ),
    ],
)
def test_slips_by_hand_are_named(name, change, idea):
    task = find_task(f"{name}_by_hand")
    right = task.solve(student("ada").variant(task))
    given = {key: round(float(value), task.decimals) for key, value in (right | change(right)).items()}
    assert outcome_of(task, given).idea == idea


@pytest.mark.parametrize(
    ("right", "slip", "idea"),
    [
        (lambda n: n / 10, lambda right: 1 - right, "one minus what is asked for"),
        (lambda n: n / 10, lambda right: 100 * right, "percentages: give a share of 1"),
        (lambda n: [n, n + 3], lambda right: right[0] / right[1], "the first number over the second: give both"),
        (lambda n: [n, n + 3], lambda right: right[::-1], "the two numbers exchanged"),
        (lambda n: [n, n + 3], lambda right: [right[0], right[1] + 1], ""),
        (lambda n: n / 10, lambda right: right + 0.01, ""),
    ],
)
def test_slips_that_can_happen_in_every_function_are_named(right, slip, idea):
    part = Part(st.fixed_dictionaries({"n": st.integers(1, 9)}), points=3)
    task = Implement(name="f", minutes=1, reference=right, examples=({"n": 7},), parts={"any": part}, wrong_ideas={})
    assert outcome_of(task, right).full
    outcome = outcome_of(task, lambda n: slip(right(n)))
    assert (outcome.earned, outcome.idea) == (0, idea)


def test_parameters_under_other_names_are_explained():
    for function in (lambda p, r, b: 1.0, lambda precision: 1.0):
        said = check("f_beta", function).outcome.said
        assert said.startswith("Not yet: the task calls f_beta(precision=…, recall=…, beta=…), so give its parameters")


@exhaustive
@pytest.mark.parametrize("task", of_kind(ByHand))
def test_no_solver_fails_on_data_that_may_be_drawn(task):
    for seed in range(60):
        data = task.draw(random.Random(seed))
        right = task.solve(data)
        for solve in (task.solve, *task.wrong_ideas.values()):
            numbers = solve(data)
            assert right.keys() >= numbers.keys()
            assert not any(isnan(value) for value in numbers.values()), data


@exhaustive
@pytest.mark.parametrize("task", of_kind(ByHand))
def test_a_wrong_idea_by_hand_earns_nobody_everything(task):
    for i in range(30):
        data = drawn_for(task, i)
        right = task.solve(data)
        for idea, solve in task.wrong_ideas.items():
            given = {key: round(float(value), task.decimals) for key, value in (right | solve(data)).items()}
            assert any(not abs(given[key] - right[key]) < 0.52 * 10**-task.decimals for key in right), idea


# Where a count can be wrong in few ways only, each of them is drawn more often.
MOST_SPARED = {
    "bleu_by_hand": 0.35,
    "dictation_by_hand": 0.35,
    "ter_by_hand": 0.4,
    "rouge_by_hand": 0.5,
    "meteor_by_hand": 0.45,
}


@exhaustive
@pytest.mark.parametrize("name", SHORT_CUTS)
def test_no_rule_spares_the_work_by_hand(name):
    task = find_task(name)
    drawn = [drawn_for(task, i) for i in range(MANY)]
    solved = list(map(task.solve, drawn))
    for rule, numbers_of in SHORT_CUTS[name].items():
        spared = 0
        for data, right in zip(drawn, solved, strict=True):
            given = numbers_of(data)
            assert given.keys() <= right.keys()
            spared += all(abs(value - right[key]) < 0.52 * 10**-task.decimals for key, value in given.items())
        assert spared <= MOST_SPARED.get(name, 0.3) * len(drawn), rule


def test_no_idea_is_named_that_a_right_number_speaks_against_or_that_only_rounding_leads_to():
    task = find_task("dictation_by_hand")
    right = task.solve(student("ada").variant(task))
    idea = "the mean in place of the corpus rate"
    assert outcome_of(task, right | {"corpus_wer": right["mean_wer"]}).idea == idea
    assert outcome_of(task, right | {"mean_wer": right["corpus_wer"]}).idea == "the corpus rate in place of the mean"
    task = find_task("rates_by_hand")
    right = task.solve(student("ada").variant(task))
    exchanged = right | {"precision": right["recall"], "recall": right["precision"]}
    assert outcome_of(task, exchanged).idea != "the table read the wrong way round"
    for name, i, key, digits in (("ranking_by_hand", 0, "net_benefit", 1), ("averages_by_hand", 8, "weighted_f1", 2)):
        task, who = find_task(name), f"z{i}"
        right = task.solve(student(who).variant(task))
        assert outcome_of(task, right | {key: round(right[key], digits)}, who).idea == ""


def test_a_wrong_idea_that_fails_on_the_data_is_not_the_students():
    task = find_task("accuracy_by_hand")
    broken = replace(task, wrong_ideas={"a division by nothing": lambda cells: {"accuracy": 1 / 0}})
    assert outcome_of(broken, {"accuracy": 0.123}).earned == 0


@pytest.mark.parametrize("task", of_kind(ByHand))
def test_a_number_by_hand_that_is_missing_unknown_or_nearly_right_is_called_so(task):
    right = task.solve(student("ada").variant(task))
    key = next(iter(right))
    outcome = outcome_of(task, {**right, "acuracy": 1, key: right[key] + 2 * 10**-task.decimals})
    assert dict(outcome.table)[key].startswith("nearly: ")
    assert outcome.remarks == ("Nobody asked for acuracy.",)
    del right[key]
    assert dict(outcome_of(task, right).table)[key] == "missing"


SIX = [[6 + 5 * i, 1, 9 + 5 * i, 5] for i in range(6)]
TWO_DETECTORS = {
    "truths": SIX,
    "one": {"detections": [SIX[0], *([*box[:3], 3] for box in SIX[1:])], "scores": [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]},
    "other": {"detections": SIX[:3], "scores": [0.9, 0.8, 0.7]},
}


def in_tenths(answer):
    """Boxes of which half is half on paper, and not in floats."""
    if isinstance(answer, dict):
        return {key: value if key == "scores" else in_tenths(value) for key, value in answer.items()}
    return [in_tenths(part) for part in answer] if isinstance(answer, list) else answer / 10


def mirrored_clusters():
    """Six points of each cloud lie apart, but not those that come first."""
    real = [[x + d, y] for x, y in ((0, 0), (10, 0), (2, 3)) for d in (0, -0.29, 0.29)]
    middle = np.mean(real, axis=0)
    return {"real": real, "generated": np.round(2 * middle - real, 6).tolist()}


CLUSTERS, WAVE = mirrored_clusters(), np.sin(np.linspace(0, 4 * np.pi, 201))
LONG = "the committee has decided after a long debate that the new bridge will{} be built next year"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("useless_r2", {"y_true": WAVE, "y_pred": np.roll(WAVE, 4)}),
        ("below_0", {"y_true": [0.1 * i for i in range(12)], "y_pred": [0.3 - 0.1 * i for i in range(12)]}),
        (
            "better_than_its_score",
            {"y_true": ["a"] * 95 + ["b"] * 5, "y_pred": [*"a" * 91, *"bbb", "unsure", *"bbb", *"aa"]},
        ),
        ("alike_and_not", {"right": "+1+2*x+x*x", "wrong": "(x + 1) * (x - 1)"}),
        ("no_skill_line", {"y_true": [0] * 27 + [1] * 3, "y_score": [0.5] * 30}),
        ("inverse_probability", [log(0.1)] * 6 + [0.0] * 4),
        ("inverse_probability", [log(0.25)] * 10),
        ("other_tokens", {"words": [log(1 / 4)] * 30, "pieces": [log(1 / 2)] * 60}),
        ("loss_against_accuracy", {"A": [0.51] * 9 + [1e-15], "B": [0.9] * 8 + [0.49] * 2}),
        ("better_than_its_score", {"y_true": [0.0] * 96 + [1.0] * 4, "y_pred": [0] * 90 + [True] * 9 + [0]}),
        ("celebrated_and_useless", {"y_true": [True] + [False] * 300, "y_score": [0.8] + [0.9] * 20 + [0.1] * 280}),
        ("both_rise", {"labels": [False, True, True], "before": 1, "after": 3}),
        ("flattering_prevalence", {"y_true": pd.Series([1] * 5 + [0] + [1] * 44), "y_score": np.arange(50, 0, -1)}),
        ("outside_the_span", pd.DataFrame([[10, 0], [90, 1]])),
        *(
            ("fluent_opposite", {"reference": LONG.format(""), "hypothesis": LONG.format(f" {word}")})
            for word in ("not", "nowhere", "“not”", "ain’t", "No-one,", "— never —")
        ),
        ("equal_gain", {"good": [3, 2, True] + 20 * [0], "bad": 20 * [0] + [1, 2, 3]}),
        ("both_rise", {"labels": [0, 1, 1], "before": 2 / 2, "after": 6 / 2}),
        ("two_detectors", in_tenths(TWO_DETECTORS)),
        ("two_detectors", TWO_DETECTORS),
        ("alike_and_apart", CLUSTERS),
    ],
)
def test_a_natural_answer_and_one_that_meets_a_limit_exactly_are_right(name, answer):
    assert outcome_of(find_task(name), answer).full


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("overlap_and_differ", {"y_true": ["1"] * 20, "A": ["1\0"] * 20, "B": ["1"] * 20}),
        ("overlap_and_differ", {"y_true": [True] * 20, "A": [1] * 20, "B": [1.0] * 20}),
        ("other_tokens", {"words": [-710] * 3000, "pieces": [-2130000 / 3001] * 3001}),
        ("other_tokens", {"words": [-1000] * 99_900, "pieces": [-999] * 99_999 + [-998.91]}),
        ("one_task_decides", {"A": [1, 27, 47, 29, 3, 100], "B": [2, 29, 48, 32, 5, 24.78515625]}),
        (
            "below_0",
            {
                "y_true": [999993.1462396663] * 8596 + [999993.1462396663 + k * 2**-33 for k in (1, 2, 3, 4)],
                "y_pred": [999983.3081274999 + 2**-33] + [999983.3081274999] * 8599,
            },
        ),
        ("two_winners", {"y_true": [0, 1e-11], "A": [0, 1e-11], "B": [1e-12, 1e-11]}),
        ("two_winners", {key: [0, 1e-10, 2e-10, 3e-10, 4e-10] for key in ("y_true", "A", "B")}),
        ("perfect_and_different", {"reference": "a b c d", "hypothesis": "a b c — d"}),
        ("above_one", {"said": "no,no,no", "heard": "no, no, no"}),
        ("better_than_its_score", {"y_true": ["e" + "\u0301" * 99 + "a"] * 99, "y_pred": ["e" + "\u0301" * 99] * 99}),
        (
            "says_everything",
            {"reference": "the cat", "hypothesis": "the cat " + " ".join("ha," * k for k in range(19))},
        ),
        ("fluent_opposite", {"reference": LONG.format(""), "hypothesis": LONG.format("") + " elephan't"}),
        ("perfect_below_one", {"reference": "-5", "hypothesis": "5"}),
        ("overlap_and_differ", {"y_true": ["é"] * 60, "A": ["é"] * 40 + ["e\u0301"] * 20, "B": ["é"] * 60}),
        ("perfect_and_different", {"reference": "a b c d", "hypothesis": "a b\u200b c d"}),
        ("alike_and_not", {"right": "x*x+2*x+1" + " " * 40 + "+0", "wrong": "(x + 1) * (x - 1)"}),
        ("alike_and_not", {"right": "x\n*x+x+x+1", "wrong": "(x + 1) * (x - 1)"}),
        ("alike_and_not", {"right": "x*x+x+x+1", "wrong": "(x + 1) *\u2003(x - 1)"}),
        ("alike_and_not", {"right": "x*x+x+x+0x1", "wrong": "(x + 1) * (x - 1)"}),
    ],
)
def test_what_only_looks_like_an_answer_earns_nothing(name, answer):
    outcome = outcome_of(find_task(name), answer)
    assert outcome.earned == 0
    assert outcome.said.startswith("Not yet")


@pytest.mark.parametrize(
    "labels",
    [
        *(["a" * 41], ["a\0"], ["a\n"], [0.5], [None], [float("inf")], "ab", [10**400], ["a\u200d"], ["a "], ["a  b"]),
        *([""], ["é"], ["\u212a"], ["1.0"], ["-0"], ["１"], ["a\x1fb"], ["a_"]),
    ],
)
def test_labels_that_nobody_could_read_are_refused(labels):
    with pytest.raises(ValueError, match="y_true must"):
        labels_in(labels, "y_true")


def test_a_label_and_a_word_are_read_in_one_way():
    assert labels_in([1, 1.0, True, "1", -1, "not spam", "A_2"], "y_true") == [*"1111", "-1", "not spam", "A_2"]
    assert text_in("“Ain’t” it — (dogs') “nice”?", "said") == ["ain't", "it", "dogs", "nice"]
    assert text_in(["Two words", "!"], "said") == ["two", "words"]
    assert all(map(is_negation, text_in("No-one can’t, nowhere daren't mayn't ne'er", "said")))
    assert not any(map(is_negation, text_in("elephan't note", "said")))
    assert text_in("35 patients (in 2019), covid-19.", "said") == ["35", "patients", "in", "2019", "covid", "19"]
    with pytest.raises(ValueError, match="at most one apostrophe in a word, it holds \"wouldn't've\""):
        text_in("We wouldn't've known", "said")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("dog DOG Dog. “dog” 'dog' dog's", "dog dog dog dog dog dog's"),
        ("ha,ha ha\u2014ha;ha-ha…ha", "ha ha ha ha ha ha ha"),
        ("won\u2018t won\u2019t No-one casino-one well-known", "won't won't noone casino one well known"),
        ("a\u00a0b\tc\r\nd ' - '' !", "a b c d"),
    ],
)
def test_what_looks_alike_is_one_word(written, read):
    assert text_in(written, "said") == read.split()


NOT_PLAIN = [f"the d{odd}g sat" for odd in "\u200d\u0301\u202e\u2028\ud800\x00\x1f\u2009|$=%*/_٣²éßａа猫"]


@pytest.mark.parametrize("odd", [*NOT_PLAIN, "-5 degrees", "3.5 of them", "1,000 men", "at 10:30"], ids=ascii)
def test_what_is_no_plain_english_and_what_words_do_not_keep_is_refused(odd):
    with pytest.raises(ValueError, match="plain punctuation, it holds"):
        text_in(odd, "said")


def test_words_are_short_before_anything_is_done_with_them():
    for long in ("a" + "\u0315\u0301" * 60_000, ["a" + "\u0315\u0301" * 60_000], "a" * 101, ["b" * 300] * 100):
        with pytest.raises(ValueError, match="said must have at most 20000 characters, and no word more than 100"):
            text_in(long, "said")


@exhaustive
def test_large_answers_are_judged_soon():
    many = [float(i % 97) for i in range(100_000)]
    start = time.process_time()
    outcome = outcome_of(next(t for t in TASKS if t.name == "below_0"), {"y_true": many, "y_pred": many})
    assert outcome.earned == 0
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        ("We will pay you today.", "We will not pay you today.", True),
        ("Nobody will not pay you.", "Nobody will pay you.", True),
        ("never we will pay you", "we will pay you nothing nowhere", False),
        ("we will not pay you", "we will pay you not", False),
        ("we will pay you", "we will pay me not", False),
        ("dog dog dog dog", "dog dog not dog dog", False),
        ("The drug isn't safe for 35 patients.", "The drug is safe for 35 patients.", True),
        ("She doesn't carry it home.", "She carries it home.", True),
        ("They didn't close the door.", "They closed the door.", True),
        ("You cannot go home now.", "You can go home now.", True),
        ("We don't like it.", "We hate it.", False),
    ],
)
def test_opposite_is_one_word_left_out(first, second, holds):
    texts = text_in(first, "first"), text_in(second, "second")
    assert opposite(*texts).holds == opposite(*texts[::-1]).holds == holds


def test_a_number_by_hand_that_is_none_is_not_repeated():
    task = next(task for task in TASKS if task.name == "accuracy_by_hand")
    right = task.solve(student("ada").variant(task))
    for odd in ("what the function was asked", [1, 2], {"a": 1}, True):
        outcome = outcome_of(task, dict.fromkeys(right, odd))
        assert outcome.earned == 0
        assert {verdict for _, verdict in outcome.table} == {"not a number"}


@pytest.mark.parametrize("task", of_kind(Build))
def test_a_near_miss_earns_nothing(task):
    assert len(task.conditions.near_misses) >= 3
    for answer in [*task.conditions.near_misses, None, 3, [], {}, "x", [[]], {"y_true": None}, float("nan")]:
        outcome = outcome_of(task, answer)
        assert outcome.earned == 0, (answer, outcome)
        assert outcome.said.startswith("Not yet")


@each_topic
def test_the_notebook_states_kind_points_and_time_of_every_task(topic):
    for version in ("source", "student"):
        found = notebook_of(topic, version).cells
        assert f"*Points:* {topic.points}. *Time:* about {topic.minutes} minutes." in found[0].source
        assert "graded with NumPy and pandas alone" in found[0].source
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
def test_functions_are_asked_for_before_values(topic):
    kinds = [isinstance(task, Implement) for task in topic.tasks]  # so that no value's sandbox can tell a function's
    assert kinds == sorted(kinds, reverse=True)


def solution_lines(source):
    """The lines that only the source may have: those between BEGIN and END of a solution."""
    regions = (re.findall(r"BEGIN SOLUTION(.*?)\n[^\n]*END SOLUTION", cell.source, re.S) for cell in source.cells)
    lines = (line.strip() for cell in regions for region in cell for line in region.splitlines())
    return {line for line in lines if len(line) > 12}


@each_topic
def test_the_student_version_holds_no_solution_no_output_and_no_rubric(topic):
    source, version = notebook_of(topic, "source"), notebook_of(topic, "student")
    shown = {line.strip() for cell in version.cells for line in cell.source.splitlines()}
    assert solution_lines(source)
    assert shown & solution_lines(source) == set()
    assert all(cell.outputs == [] and cell.execution_count is None for cell in version.cells if "outputs" in cell)
    everything = "".join(cell.source for cell in version.cells)
    assert "SOLUTION" not in everything
    assert "Rubric" not in everything
    assert sum("Rubric" in c.source for c in source.cells) == sum(isinstance(t, Argue) for t in topic.tasks)


@each_topic
def test_the_rubric_of_an_essay_adds_up_to_its_points(topic):
    source = notebook_of(topic, "source")
    for task in topic.tasks:
        if isinstance(task, Argue):
            lines = notebooks.rubric(source, task.name)
            assert sum(points for points, _ in lines) == task.points
            assert 1 <= len(lines) <= 9  # each has a key


def essay_of(title, name):
    cells = notebooks.read(notebooks.student_path(title)).cells
    at = next(i for i, c in enumerate(cells) if c.metadata.get("nbgrader", {}).get("grade_id") == name)
    return cells[at - 1].source


def shown(value, interval):
    return f"{value:.2f} [{interval.low:.2f}, {interval.high:.2f}]".replace("-", "−")


def test_an_essay_on_real_marks_has_the_correlations_of_the_data():
    text = essay_of("12_correlation", "two_signs_of_one_metric")
    of_talks = [book.judged_translations("ted", reference) for reference in ("ref", "refB")]
    of_news = book.judged_translations("wmt23", "refA")
    for systems in [*of_talks, of_news, of_news[:4]]:
        r = em.pearson(systems["people"], systems["BLEU"])
        assert shown(r, r.interval()) in text
    talks = book.example_judgements("ted").groupby("system")["score"].mean()
    assert (talks.idxmin(), talks.idxmax(), len(talks)) == ("refB", "ref", 15)


def test_an_essay_on_a_real_board_has_the_rows_of_the_data():
    text, models = essay_of("72_arenas", "would_you_publish"), 100 * book.example_leaderboard().drop(columns="n")
    rows = ["win_rate", "standard_error", "length_controlled"]
    ranked = models["win_rate"].sort_values(ascending=False).index[:4]
    said = {name: f"{name} {{}}" for name in ranked} | {"gpt-3.5-turbo-1106": "gpt-3.5-turbo-1106 with {}"}
    said |= {f"gpt-3.5-turbo-1106_{how}": f"asked to be {how} with {{}}" for how in ("verbose", "concise")}
    for name, words in said.items():
        assert words.format("{:.1f} ± {:.1f} ({:.1f})".format(*models.loc[name, rows])) in text
    assert "of 52 rows" in text
    assert len(models) == 52


def test_the_verdicts_of_an_exercise_are_real():
    verdicts = book.example_verdicts().dropna()
    verdicts = verdicts[verdicts["subset"].isin(model_as_judge.SUBSETS)]
    right = verdicts[["verdict", "verdict_swapped"]].eq(verdicts["label"], axis=0).sum(axis=1)
    first = (right == 1) & (verdicts["verdict"] == 1)
    kinds = pd.DataFrame({"better": right == 2, "worse": right == 0, "first": first, "second": (right == 1) & ~first})
    counts = kinds.groupby([verdicts["judge"], verdicts["prompt"], verdicts["subset"]]).sum()
    for asked, rows in model_as_judge.ASKED.items():
        assert counts.loc[asked].loc[list(model_as_judge.SUBSETS)].to_numpy().tolist() == list(rows)


def test_an_essay_on_real_marks_has_the_wins_of_the_data():
    text = essay_of("72_arenas", "better_than_people")
    marks = book.example_judgements("wmt23").pivot_table(["score"], ["document", "segment", "rater"], "system")["score"]
    human, gpt = marks["refA"], marks["GPT4-5shot_with_ONLINE-W"]
    lead = (human - gpt).round(1)
    documents = {"raters": lead.index.get_level_values(0), "scale": (-100, 100)}
    for values in (lead, (1 + np.sign(lead)) / 2):
        mean = em.mean_opinion_score(values, **documents)
        assert shown(mean.estimate, mean) in text
    small = lead[abs(lead) < 1]
    said = {
        "lost {:.2f} points on average": gpt.mean(),
        "a human translator {:.2f}": human.mean(),
        "fewer points in {:.0%}": (lead > 0).mean(),
        "the human in {:.0%}": (lead < 0).mean(),
        "{:.0%} were ties": (lead == 0).mean(),
        "in {:.0%} of all readings": (small < 0).sum() / len(lead),
        "GPT-4 in {:.0%};": (small > 0).sum() / len(lead),
    }
    for words, value in said.items():
        assert words.format(value).replace("%", " %") in text, words


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
    assert notebooks.missed(notebook_of(topic, "source")) == []


def test_names_are_unique_and_found_without_importing_a_topic():
    names = [task.name for task in TASKS]
    assert len(set(names)) == len(names)
    assert task_names() == {task.name: topic.name for topic in TOPICS for task in topic.tasks}


FIRST_CHECK = """
import sys, time
import evalmetrics, numpy, pandas
start = time.process_time()  # what others do on the machine does not count
from evalmetrics_exercises import check
check(sys.argv[1], lambda **given: 0)
print(time.process_time() - start, *(name for name in sys.modules if name.startswith("evalmetrics_exercises.topics.")))
"""


@pytest.mark.parametrize("topic", ["precision_recall", "bleu"])
def test_the_first_check_imports_one_topic_and_answers_at_once(topic):
    name = next(task.name for task in find_topic(topic).tasks if isinstance(task, Implement))

    def seconds():
        told = subprocess.run([sys.executable, "-c", FIRST_CHECK, name], capture_output=True, text=True).stdout.split()
        assert told[1:] == [f"evalmetrics_exercises.topics.{topic}"]
        return float(told[0])

    assert any(seconds() < 0.7 for _ in range(3))


def test_every_topic_of_the_folder_has_its_notebooks():
    titles = [topic.title for topic in TOPICS]
    assert sorted(path.stem for path in notebooks.EXERCISES.glob("*.ipynb")) == titles
    assert sorted(path.name for path in notebooks.SOURCE.iterdir()) == titles
    assert all(notebooks.source_path(title).exists() for title in titles)


def wrong_default(cm):
    return cm.sum(axis=0).max() / cm.sum()


def test_check_answers_with_the_smallest_counter_example():
    assert repr(check("default_accuracy_of", wrong_default)) == (
        "default_accuracy_of ✗ 0 of 3 points\n"
        "Not yet right for inputs of the kind “matrices with examples”. The smallest input found where yours differs:\n"
        "\n"
        "    cm       [0, 0]\n"
        "             [1, 1]\n"
        "    yours    0.5\n"
        "    right    1\n"
        "    try it   default_accuracy_of(cm=np.array([[0, 0], [1, 1]]))\n"
        "\n"
        "This looks like the most frequent predicted class: the truth stands in the rows."
    )


def test_check_is_a_table_in_a_notebook_and_the_same_every_time():
    first, second = (check("default_accuracy_of", wrong_default) for _ in range(2))
    assert first == second
    shown = first._repr_html_()
    assert shown.count("<tr>") == 4
    assert "<script" not in shown
    assert ">right</td>" in shown
    assert check("default_accuracy_of", lambda cm: find_task("default_accuracy_of").reference(cm)).right


def test_a_report_escapes_what_a_student_returns():
    outcome = outcome_of(find_task("default_accuracy_of"), lambda cm: "<script>alert(1)</script>")
    assert "<script" not in html(outcome)
    assert "<script" in text(outcome)


@pytest.mark.parametrize(
    ("code", "missing"),
    [
        ("from sklearn.metrics import accuracy_score\ndef f(cm): return accuracy_score([1], [1])", "sklearn"),
        ("def f(cm):\n    import scipy.stats, math, numpy.linalg\n    return scipy.stats.mode(cm)", "scipy"),
        ("import evalmetrics as em\ndef g(cm): return em.accuracy(cm)\ndef f(cm): return g(cm)", "evalmetrics"),
        ("import nltk, numpy as np, pandas as pd\ndef f(cm): return np.sum(cm) + pd.Series(cm).nltk", ""),
        ("def f(cm): return f(cm) + undefined", ""),
        ("import functools\nclass C: ...\n@functools.cache\ndef g(cm): return C\ndef f(cm): return g(cm)", ""),
        ("import tqdm, dateutil\ndef f(cm): return list(tqdm.tqdm(cm)), dateutil", ""),
        ("def f(cm):\n    import my_helper_of_this_folder", ""),
        ("import functools, nltk\n@functools.cache\ndef f(cm): return nltk.ngrams(cm, 2)", "nltk"),
        ("import nltk\nclass C:\n    def g(self): return nltk.ngrams\ndef f(cm): return C().g()", "nltk"),
        ("import pandas as pd\nx = pd.Series([1, 2])\ndef f(cm): return x.corr(x, method='spearman')", "scipy"),
        ("from scipy.special import xlogy\ndef f(cm): return xlogy(1, 1)", "scipy"),
        ("import numpy as np\ng = np.frompyfunc(lambda a, b: a / b, 2, 1)\ndef f(cm): return g(1, 1)", ""),
        ("def f(cm):\n    import matplotlib.backends.backend_pdf, matplotlib.image", ""),
    ],
)
def test_check_says_which_library_grading_keeps_out(code, missing):
    names = {"__name__": "__main__"}
    exec(code, names)
    said = repr(check("default_accuracy_of", names["f"]))
    assert f"When this is graded, {missing} is not there" in said if missing else "When this is graded" not in said


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


class UnprintableError(Exception):
    def __str__(self):
        raise RuntimeError


class Listed:
    def tolist(self):
        raise SystemExit


def raising(error):
    def function(cm):
        raise error

    return function


@pytest.mark.parametrize(
    ("function", "shown"),
    [
        (raising(SystemExit(3)), "SystemExit: 3"),
        (raising(UnprintableError()), "UnprintableError: a message that cannot be shown"),
        (raising(BaseException("odd")), "BaseException: odd"),
        (raising(ValueError("x" * 10**6)), "xxx…"),
        (lambda cm: Listed(), "SystemExit"),
        (lambda cm: 10**5000, "an integer of more than 300 digits"),
        (lambda cm: ["x" * 10**6], "xxx…"),
    ],
)
def test_a_function_that_misbehaves_gets_a_short_answer(function, shown):
    said = repr(check("default_accuracy_of", function))
    assert shown in said
    assert len(said) < 2000
    assert len(repr(check("better_than_its_score", function))) < 2000


def test_values_that_misbehave_get_a_short_answer():
    for value in (Listed(), 10**5000, {"y_true": [10**5000], "y_pred": ["x" * 10**6]}, {"x" * 10**6: 1}, ["x" * 10**6]):
        for name in ("better_than_its_score", "good_test_bad_alarm", "above_one", "other_tokens"):
            assert len(repr(check(name, value))) < 2000
        assert len(repr(check("accuracy_by_hand", value, student("ada")))) < 2000


def test_the_stop_button_stops():
    with pytest.raises(KeyboardInterrupt):
        check("default_accuracy_of", raising(KeyboardInterrupt()))


def test_what_is_asked_does_not_depend_on_what_is_imported(tmp_path, monkeypatch):
    task = find_task("accuracy_from_counts")

    def asked():
        _, trials = smallest_difference(
            task, *task.parts.values(), Here({task.name: task.reference}), random_seed=1, examples=200, seconds=60.0
        )
        return [trial.arguments for trial in trials]

    before = asked()
    (tmp_path / "numbers_of_mine.py").write_text(f"MINE = {list(range(3, 41))}")
    monkeypatch.syspath_prepend(tmp_path)
    __import__("numbers_of_mine")
    assert asked() == before
    del sys.modules["numbers_of_mine"]


def test_a_search_that_was_cut_off_does_not_say_smallest(monkeypatch):
    clock = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr("evalmetrics_exercises.searching.time", clock)

    def slow(cm):
        clock.now += 0.02
        return 0.123

    task = find_task("default_accuracy_of")
    outcome = judge(task, Here({task.name: slow}), student("ada"), 1, Effort(examples=50, seconds=0.05))
    assert "An input where yours differs:" in outcome.said


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
    failed, tried = doctest.testmod(evalmetrics_exercises)
    assert (failed, tried >= 2) == (0, True)


def test_the_syllabus_states_the_minutes_and_points_of_chapters_and_exercises():
    guide = (notebooks.EXERCISES / "SYLLABUS.md").read_text(encoding="utf-8")
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


def test_check_says_nothing_of_libraries_of_values():
    from sklearn.utils import Bunch

    assert "When this is graded" not in repr(check("better_than_its_score", Bunch(y_true=["a"], y_pred=["a"])))


def test_check_allows_less_time_than_grading():
    assert Effort().seconds < batch.EFFORT.seconds


def test_check_hands_over_what_grading_hands_over():
    def count_pairs(y_true, y_pred, labels):
        return [[sum(t is r and p is c for t, p in zip(y_true, y_pred, strict=True)) for c in labels] for r in labels]

    assert not check("count_pairs", count_pairs).right


def test_what_check_calls_wrong_is_wrong_for_everybody():
    """The search by the seed of `check` finds what a few inputs of one's own may miss."""
    part = Part(st.fixed_dictionaries({"n": st.integers(0, 10**9)}), 1)
    task = Implement(
        name="f", minutes=1, reference=lambda n: n % 10 == 7, examples=({"n": 7},), parts={"any": part}, wrong_ideas={}
    )
    wrong = Here({"f": lambda n: n == 7})
    few = Effort(examples=1, seconds=60.0)
    by_check = judge(task, wrong, student("ada"), seed_for_everyone("f"), Effort())
    for own in range(20):
        outcome = judge(task, wrong, student("ada"), own, few)
        assert outcome.full == by_check.full
    assert not by_check.full


def test_a_function_that_waits_is_not_spared_what_everybody_is_asked():
    task, calls = find_task("accuracy_from_counts"), []

    def late(correct, n):
        calls.append(n)
        time.sleep(0.1 if len(calls) > 60 else 0)
        return correct / n if n else float("nan")

    outcome = judge(task, Here({task.name: late}), student("ada"), 1, Effort(examples=10, seconds=0.2))
    assert not outcome.full
    assert "it needed more than 0.2 seconds" in outcome.said


def test_a_series_in_another_order_is_told_what_it_became():
    labels = pd.Series(["a"] * 18 + ["b"] * 2)[::-1]
    for name, answer in (
        ("better_than_its_score", {"y_true": labels, "y_pred": labels}),
        ("inverse_probability", pd.Series([-1.0, -2.0])[::-1]),
    ):
        assert "a Series with another index than 0, 1, 2" in outcome_of(find_task(name), answer).said

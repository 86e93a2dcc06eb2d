"""Language models' answers: what ships, what it says, and, where the repositories are named, that it is theirs."""

import numpy as np
import pandas as pd
import pytest

from evalmetrics import accuracy_above_chance
from evalmetrics_book import example_answers, example_harness, example_puzzles
from tests import published
from tests.answers import stored


def test_it_is_small():
    assert sum(path.stat().st_size for path in (stored.ANSWERS, stored.PUZZLES, stored.HARNESS)) < 25_000


def test_every_question_is_there_once():
    answers, puzzles = example_answers(), example_puzzles()
    assert answers.shape == (6511, 12)
    assert not answers.duplicated(["task", "question"]).any()
    sizes = answers.groupby("task").size()
    assert sizes.value_counts().to_dict() == {250: 24, 187: 1, 178: 1, 146: 1}
    assert puzzles.shape == (5022, 6)
    assert not puzzles.duplicated(["problem", "model", "asked"]).any()
    assert not example_harness().index.duplicated().any()


def test_options_and_answers_belong_together():
    answers = example_answers()
    offered = answers[answers["options"] > 0]
    broken = offered["right"] < 0  # options that the benchmark cut at their commas
    assert broken.sum() == 3
    assert not offered.loc[broken, ["direct", "phrase"]].any(axis=None)
    assert (offered["right"] < offered["options"]).all()
    assert (offered["direct"] == (offered["chosen"] == offered["right"]))[~broken].all()
    assert (answers.loc[answers["options"] == 0, ["right", "chosen"]] == -1).all(axis=None)
    assert (answers["anywhere"] >= answers["phrase"]).all()
    assert not answers["whole"].any()


@pytest.mark.parametrize(
    ("task", "direct", "phrase"),
    [("hyperbaton", 60.4, 66.4), ("navigate", 50.4, 96.4), ("snarks", 61.2, 59.6), ("object_counting", 45.2, 93.2)],
)
def test_accuracy_is_what_the_publishers_print(task, direct, phrase):
    own = example_answers().query("task == @task")[["direct", "phrase"]].mean() * 100
    assert own.round(1).to_list() == [direct, phrase]


def test_a_constant_answer_is_worth_what_the_key_gives_it():
    lies = example_answers().query("task == 'web_of_lies'")
    assert (lies["chosen"] == 1).mean() > 0.99
    assert accuracy_above_chance(lies["right"], lies["chosen"], options=2) == pytest.approx(0.032)


def test_nothing_new_was_solved():
    """Roberts and others (2024): no problem from after the autumn of 2021 was."""
    puzzles = example_puzzles()
    assert not puzzles.loc[puzzles["released"] > "2021-10-01", "solved"].any()


def test_the_harness_prints_the_standard_error_of_a_share():
    printed = example_harness()
    known = printed.xs("hellaswag", level="task")
    np.testing.assert_allclose(known["acc_stderr"], np.sqrt(known["acc"] * (1 - known["acc"]) / 10_041), atol=1e-6)


# Where the repositories are ------------------------------------------------------------------------------------------

needs_them = pytest.mark.skipif(
    not published.named(stored.COMMITS), reason="BBH, CUTOFF and HARNESS name no repositories"
)


@needs_them
@pytest.mark.parametrize(("file", "make"), [(stored.ANSWERS, stored.answers), (stored.PUZZLES, stored.puzzles)])
def test_what_ships_is_what_the_repositories_say(file, make):
    published.hold_equal(file, make())


@needs_them
def test_what_the_harness_printed_is_what_ships():
    assert stored.HARNESS.read_text(encoding="utf-8") == stored.text_of(stored.harness())


@needs_them
def test_accuracies_are_the_publishers_own():
    own = example_answers().groupby("task")[["direct", "phrase"]].mean() * 100
    theirs = pd.DataFrame(stored.published_accuracies(), columns=["task", "direct", "phrase"]).set_index("task")
    pd.testing.assert_frame_equal(own, theirs)

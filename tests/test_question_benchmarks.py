"""Benchmarks of questions: SQuAD's own cases, published numbers, statsmodels, simulated truths, bad input."""

import re
import string
from collections import Counter
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.power import NormalIndPower

from evalmetrics import (
    accuracy,
    accuracy_above_chance,
    answer_consistency,
    choice_accuracy,
    exact_match,
    mean_opinion_score,
    normalize_answer,
    question_mean,
    questions_needed,
    squad_exact_match,
    squad_f1,
)
from evalmetrics_book import plot_null, plot_orders

NORMALISED = {  # lower case, then no punctuation of ASCII, then no articles, then single blanks
    "The White Rabbit": "white rabbit",
    "a  an the": "",
    "vitamin A": "vitamin",
    "Theatre and another": "theatre and another",
    "the-end": "theend",
    "an-a the": "ana",
    "-3.5": "35",
    "1,000": "1000",
    "Alice's": "alices",
    "Alice’s “a” – b": "alice’s “ ” – b",
    " tab\tand\nline ": "tab and line",
    "Ünïcode Ä": "ünïcode ä",
}
SQUAD = [  # right answers, what was said, exact match, F1
    (["Denver Broncos"], "the Denver Broncos.", 1, 1),
    (["Denver Broncos", "Broncos"], "Broncos", 1, 1),
    (["Denver Broncos"], "Denver Denver Broncos", 0, 4 / 5),
    (["a b", "b c d"], "b c", 0, 4 / 5),
    ([], "", 1, 1),
    ([], "no answer", 0, 0),
    (["the"], "", 1, 1),
    (["the", "cat"], "", 0, 0),
    (["35"], "3.5", 1, 1),
]


@pytest.mark.parametrize(("text", "normalised"), NORMALISED.items())
def test_answers_are_normalised_as_the_script_does(text, normalised):
    assert normalize_answer(text) == normalised


@pytest.mark.parametrize(("answers", "said", "match", "f1"), SQUAD)
def test_single_answers_score_as_the_script_says(answers, said, match, f1):
    assert squad_exact_match([answers], [said]) == match
    assert squad_f1([answers], [said]) == pytest.approx(f1)


def by_the_script(answers, said):
    """Both scores of a question in the steps in which the script of SQuAD 2.0 takes them."""

    def words(text):
        kept = "".join(c for c in text.lower() if c not in set(string.punctuation))
        return re.sub(r"\b(a|an|the)\b", " ", kept).split()

    def f1(gold, given):
        if len(gold) == 0 or len(given) == 0:
            return int(gold == given)
        same = sum((Counter(gold) & Counter(given)).values())
        if same == 0:
            return 0
        precision, recall = same / len(given), same / len(gold)
        return 2 * precision * recall / (precision + recall)

    golds = [gold for gold in answers if " ".join(words(gold))] or [""]
    return [max(int(words(g) == words(said)) for g in golds), max(f1(words(g), words(said)) for g in golds)]


phrases = st.text("ab the.-A ", max_size=12)


@given(st.lists(st.tuples(st.lists(phrases, max_size=3), phrases), min_size=1, max_size=5))
def test_they_agree_with_the_script_step_by_step(questions):
    answers, said = map(list, zip(*questions, strict=True))
    wanted = np.mean([by_the_script(*question) for question in questions], axis=0)
    np.testing.assert_allclose([squad_exact_match(answers, said), squad_f1(answers, said)], wanted)
    assert squad_exact_match(answers, said) <= squad_f1(answers, said) + 1e-12


@given(st.lists(st.tuples(phrases, phrases), min_size=1, max_size=6))
def test_with_one_answer_it_is_the_exact_match_of_normalised_texts(pairs):
    answers, said = map(list, zip(*pairs, strict=True))
    assert squad_exact_match([[a] for a in answers], said) == exact_match(answers, said, normalize=normalize_answer)


def test_accuracy_above_chance_is_the_correction_for_guessing():
    rng = np.random.default_rng(0)
    for _ in range(100):
        k, n = int(rng.integers(2, 6)), int(rng.integers(1, 40))
        true, pred = rng.integers(0, k, (2, n))
        right = (true == pred).sum()
        assert accuracy_above_chance(true, pred, options=k) == pytest.approx((right - (n - right) / (k - 1)) / n)
        assert accuracy_above_chance(true, pred, options=np.full(n, k)) == pytest.approx(
            (accuracy_score(true, pred) - 1 / k) / (1 - 1 / k)
        )


def test_guessing_scores_nothing_on_average_and_all_wrong_less():
    rng = np.random.default_rng(1)
    options = np.tile([2, 3, 4, 5], 25_000)
    assert accuracy_above_chance(rng.integers(0, options), rng.integers(0, options), options) == pytest.approx(
        0, abs=0.01
    )
    assert accuracy_above_chance([0, 1], [1, 0], 2) == -1
    assert accuracy_above_chance([0, 1], [1, 0], 4) == pytest.approx(-1 / 3)
    assert accuracy_above_chance(["x", "y"], ["x", "y"], [2, 9]) == 1


def test_choice_accuracy_is_that_of_the_highest_scores():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(500, 4))
    right = rng.integers(0, 4, 500)
    assert choice_accuracy(right, scores) == pytest.approx(accuracy(right, scores.argmax(1)))
    assert choice_accuracy(right, pd.DataFrame(scores)) == choice_accuracy(right, list(map(list, scores)))
    shifted = scores - rng.normal(size=(500, 1))
    assert choice_accuracy(right, shifted) == choice_accuracy(right, scores)


def test_a_tie_is_worth_what_drawing_lots_would_be():
    scores = [[-1.0, -1.0, -2.0], [-np.inf, -np.inf], [0.0, 1.0, 1.0, 1.0]]
    assert choice_accuracy.statistics([0, 1, 3], scores)[:, 0].tolist() == [1 / 2, 1 / 2, 1 / 3]
    assert choice_accuracy([2, 0, 0], scores) == pytest.approx(1 / 6)


def test_consistency_counts_pairs():
    rng = np.random.default_rng(0)
    for _ in range(50):
        answers = rng.choice(list("AB"), rng.integers(2, 7))
        pairs = list(permutations(range(len(answers)), 2))
        wanted = np.mean([answers[i] == answers[j] for i, j in pairs])
        assert answer_consistency([answers]) == pytest.approx(wanted)
    assert answer_consistency(pd.DataFrame([["tea", "milk"], ["tea", "tea"]])) == 0.5


def test_clustered_errors_are_those_of_a_regression_on_a_constant():
    rng = np.random.default_rng(0)
    for _ in range(30):
        groups = rng.integers(0, rng.integers(2, 12), 60)
        scores = rng.normal(size=60) + rng.normal(size=12)[groups]
        found = question_mean(scores, groups=groups)
        fitted = OLS(scores, np.ones(60)).fit(cov_type="cluster", cov_kwds={"groups": groups, "df_correction": True})
        assert found.standard_error == pytest.approx(fitted.bse[0])
        rated = mean_opinion_score(scores, items=groups, scale=(-99, 99))
        assert (found.low, found.high) == pytest.approx((rated.low, rated.high))


def test_without_groups_it_is_the_textbooks_standard_error():
    scores = np.random.default_rng(0).normal(size=40)
    found = question_mean(scores)
    assert found == pytest.approx(scores.mean())
    assert found.standard_error == pytest.approx(scores.std(ddof=1) / np.sqrt(40))
    assert (found.n_questions, found.n_groups, found.estimate) == (40, None, found.mean)
    assert np.isnan(question_mean([1.0]).standard_error)
    assert np.isnan(question_mean([1, 0, 1], groups="xxx").standard_error)


def test_intervals_over_groups_hold_the_truth_and_those_over_questions_do_not():
    rng, held = np.random.default_rng(0), np.zeros(2)
    for _ in range(600):
        groups = np.repeat(np.arange(20), 5)
        scores = rng.random(100) < np.repeat(rng.beta(1, 1, 20), 5)
        held += [0.5 in question_mean(scores).interval, 0.5 in question_mean(scores, groups=groups).interval]
    assert held[0] / 600 < 0.85
    assert 0.92 < held[1] / 600 < 0.98


def test_the_published_number_of_questions():
    assert questions_needed(0.03, 1 / 3) == 969  # Miller (2024): variance 1/9, level 0.95, power 0.8
    assert questions_needed(-0.03, 1 / 3) == 969
    assert questions_needed(0.03, 1 / 3, design_effect=2) == 1938


def test_the_number_of_questions_agrees_with_statsmodels_and_with_a_simulation():
    for effect, power, level in [(0.1, 0.8, 0.95), (0.5, 0.9, 0.99), (0.02, 0.5, 0.9)]:
        ours = questions_needed(effect, 1.0, power=power, level=level)
        one_sided = {"alpha": (1 - level) / 2, "alternative": "larger"}  # a find on the wrong side is none
        theirs = NormalIndPower(ddof=0).solve_power(effect, power=power, ratio=0, **one_sided)
        assert ours == int(np.ceil(theirs))
    rng, d, difference = np.random.default_rng(0), 0.2, 0.05
    n = questions_needed(difference, np.sqrt(d - difference**2))
    drawn = rng.choice([1, -1, 0], (2000, n), p=[(d + difference) / 2, (d - difference) / 2, 1 - d])
    found = np.abs(drawn.mean(axis=1)) > 1.96 * drawn.std(axis=1) / np.sqrt(n)
    assert found.mean() == pytest.approx(0.8, abs=0.03)


REFUSED = {
    "one answer": (lambda: squad_f1(["Paris"], ["Paris"]), TypeError, r"list_of_references\[0\] must"),
    "no strings": (lambda: squad_f1([["Paris"]], [None]), TypeError, r"hypotheses\[0\] must be a string, got None"),
    "an answer that is a number": (lambda: squad_exact_match([[35]], ["35"]), TypeError, r"list_of_references\[0\]"),
    "different numbers": (lambda: squad_f1([["a"]], ["a", "b"]), ValueError, "same length"),
    "a single string": (lambda: squad_f1([["a"]], "a"), TypeError, "hypotheses must be a non-empty list of strings"),
    "one option": (lambda: accuracy_above_chance([0], [0], 1), ValueError, "options must be at least 2, got 1"),
    "half an option": (lambda: accuracy_above_chance([0], [0], 2.5), TypeError, "options must be a whole number"),
    "options of others": (lambda: accuracy_above_chance([0], [0], [2, 3]), ValueError, "one number per question"),
    "nan scores": (lambda: choice_accuracy([0], [[np.nan, 1]]), ValueError, r"scores\[0\] must hold a number"),
    "a single option": (lambda: choice_accuracy([0], [[1.0]]), ValueError, "two or more options"),
    "no such option": (lambda: choice_accuracy([2], [[1.0, 2.0]]), ValueError, "from 0 to 1 for question 0, got 2"),
    "an option by name": (lambda: choice_accuracy(["a"], [[1.0, 2.0]]), TypeError, "y_true must hold numbers"),
    "asked once": (lambda: answer_consistency([["a"]]), ValueError, "two or more times, got 1"),
    "a missing answer": (lambda: answer_consistency([["a", None]]), ValueError, r"answers\[0\] holds missing values"),
    "groups of others": (lambda: question_mean([1, 0], groups="a"), ValueError, "scores has 2, groups has 1"),
    "a missing group": (lambda: question_mean([1, 0], groups=["a", None]), ValueError, "groups holds a missing value"),
    "nan points": (lambda: question_mean([1, np.nan]), ValueError, "scores must hold finite numbers"),
    "no difference": (lambda: questions_needed(0, 1), ValueError, "difference must be a finite number above 0"),
    "no spread": (lambda: questions_needed(1, 0), ValueError, "spread must be a finite number above 0"),
    "full power": (lambda: questions_needed(1, 1, power=1), ValueError, "power must lie strictly between 0 and 1"),
}


@pytest.mark.parametrize(("call", "error", "message"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_meant_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_the_figures_draw_places_and_chance():
    scores = pd.DataFrame({"mean": [3, 2, 1], "rank": [1, 1, 5]}, index=["A", "B", "C"])
    ax = plot_orders(scores)
    assert [line.get_ydata().tolist() for line in ax.lines] == [[1, 2.5], [2, 2.5], [3, 1]]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["mean", "rank"]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["A", "B", "C"]
    assert plot_orders(scores, ax=ax) is ax
    ax = plot_null(np.arange(100), 120, xlabel="score", name="canary")
    assert sum(bar.get_height() for bar in ax.patches) == 100
    assert ax.lines[0].get_xdata()[0] == 120
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("score", "count")

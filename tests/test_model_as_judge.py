"""A model as judge: agreement, places and traits against counts by hand, and the coverage of rates put right."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize

from evalmetrics import (
    agreement_ceiling,
    agreement_gap,
    double_sampling,
    judge_agreement,
    people_agreement,
    position_bias,
    position_consistency,
    ppi_mean,
    preference_bias,
    rogan_gladen,
)

nan = np.nan

# Agreement

labels = st.sampled_from("ABC")
judged = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.tuples(st.lists(labels, min_size=raters, max_size=raters), labels), min_size=1, max_size=12
    )
)


@given(judged)
def test_agreement_is_what_pairs_of_votes_say(drawn):
    votes, verdicts = ([row[i] for row in drawn] for i in (0, 1))
    as_judge = [np.mean([v == said for v in own]) for own, said in drawn]
    alike = [np.mean([a == b for a, b in combinations(own, 2)]) for own in votes]
    assert judge_agreement(votes, verdicts) == pytest.approx(np.mean(as_judge))
    assert people_agreement(votes, raters="columns") == pytest.approx(np.mean(alike))
    assert agreement_gap(votes, verdicts) == pytest.approx(np.mean(as_judge) - np.mean(alike))


@given(judged)
def test_the_gap_is_what_a_judge_changes_in_the_place_of_each_person(drawn):
    votes, verdicts = np.array([row[0] for row in drawn]), np.array([row[1] for row in drawn])
    leads = []
    for rater in range(votes.shape[1]):
        others = np.delete(votes, rater, axis=1)
        judge, person = ((others == one[:, None]).mean() for one in (verdicts, votes[:, rater]))
        leads.append(judge - person)
    assert agreement_gap(votes, verdicts) == pytest.approx(np.mean(leads))


def test_who_did_not_see_an_item_has_no_vote():
    votes = [["A", "A", None], ["B", nan, "A"], ["B", "B", "A"]]
    assert people_agreement(votes) == pytest.approx((1 + 0 + 1 / 3) / 3)
    assert judge_agreement(votes, ["A", "A", "A"]) == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


@pytest.mark.parametrize("options", [2, 3, 5])
def test_the_ceiling_is_reached_where_all_items_are_equally_hard(options):
    p = np.array([0.7, *[0.3 / (options - 1)] * (options - 1)])
    assert agreement_ceiling.score([1000 * (p @ p), 1000], options=options) == pytest.approx(0.7)
    assert agreement_ceiling.score([100, 100], options=options) == 1
    assert np.isnan(agreement_ceiling.score([100 / options - 1, 100], options=options))


@given(st.lists(st.floats(0.34, 1), min_size=1, max_size=8), st.integers(2, 4))
def test_no_mixture_of_items_has_a_higher_best_judge_than_the_ceiling(most, options):
    """The best judge says what most say; others are spread in the way that makes people agree least."""
    most = np.maximum(most, 1 / options)
    alike = most**2 + (1 - most) ** 2 / (options - 1)
    assert most.mean() <= agreement_ceiling.score([alike.sum(), len(most)], options=options) + 1e-9


# Places and traits


def test_a_judge_who_always_takes_the_first_place():
    assert position_consistency([1] * 4, [0] * 4) == 0
    assert position_bias([1] * 4, [0] * 4) == 1
    assert position_bias([0] * 4, [1] * 4) == -1


@given(st.lists(st.tuples(*[st.sampled_from([0, 0.5, 1])] * 2), min_size=1))
def test_which_answer_is_called_a_does_not_matter(drawn):
    first, second = map(np.array, zip(*drawn, strict=True))
    turned = 1 - second, 1 - first
    assert position_bias(first, second) == pytest.approx(position_bias(*turned))
    assert position_consistency(first, second) == position_consistency(*turned)
    assert position_bias(first, second) == pytest.approx((first + (1 - second)).mean() - 1)


def test_a_judge_who_likes_length_agrees_with_people_where_they_do():
    longer = [1, 1, 1, 0, 0]
    assert preference_bias(longer, [1] * 5, pos_label=1) == 1
    assert preference_bias(longer, longer, pos_label=1) == 0
    assert preference_bias(longer, [1, 1, 0, 1, 0], pos_label=1) == pytest.approx(2 / 3 - 1 / 2)


# Rates put right


def world(rng, n, asked, rate=0.3, sensitivity=0.9, specificity=0.8):
    """People's yes and no where they were asked by lot, and a judge's everywhere."""
    truth = (rng.random(n) < rate).astype(float)
    judge = (rng.random(n) < np.where(truth == 1, sensitivity, 1 - specificity)).astype(float)
    people = truth.copy()
    people[rng.permutation(n)[asked:]] = nan
    return people, judge


def likelihood(people, judge):
    """Minus the log-likelihood of the rate of yes of a judge, and of people's where the judge says yes and no."""
    known = ~np.isnan(people)

    def minus(p):
        share = np.where(judge == 1, p[0], 1 - p[0])
        right = np.where(judge == 1, p[1], p[2])[known]
        return -np.log(share).sum() - np.log(np.where(people[known] == 1, right, 1 - right)).sum()

    return minus


@pytest.mark.parametrize("seed", range(4))
def test_double_sampling_is_the_maximum_likelihood_with_its_information(seed):
    people, judge = world(np.random.default_rng(seed), 8000, 2000)
    minus = likelihood(people, judge)
    best = optimize.minimize(minus, [0.5] * 3, bounds=[(1e-6, 1 - 1e-6)] * 3, tol=1e-12).x
    found = double_sampling(people, judge)
    assert float(found) == pytest.approx(best[0] * best[1] + (1 - best[0]) * best[2], abs=1e-4)
    step, slope = 1e-4, np.array([best[1] - best[2], best[0], 1 - best[0]])
    at = lambda *moves: minus(best + step * np.sum([np.eye(3)[m] for m in moves], axis=0))  # noqa: E731
    information = [[(at(i, j) - at(i) - at(j) + minus(best)) / step**2 for j in range(3)] for i in range(3)]
    error = np.sqrt(slope @ np.linalg.inv(information) @ slope)
    assert found.high - found.low == pytest.approx(2 * 1.959964 * error, rel=0.05)


def test_rogan_and_gladen_turn_the_judges_rate_round():
    """A judge with sensitivity 0.9 and specificity 0.7 says yes to 0.6 of items of which half are yes."""
    people = [1] * 40 + [0] * 40 + [nan] * 200
    judge = [1] * 36 + [0] * 4 + [1] * 12 + [0] * 28 + [1] * 120 + [0] * 80
    assert float(rogan_gladen(people, judge)) == pytest.approx(0.5)
    assert np.isnan(rogan_gladen([1, 0, nan], [0, 1, 1]).low)  # worse than lots
    assert (
        float(rogan_gladen([1, 1, 0, 0, 0, nan], [1, 1, 0, 0, 1, 0])) < 0
    )  # not cut off: it says that something is wrong


def test_with_all_the_trust_it_is_the_judges_mean_less_its_mean_mistake():
    people, judge = [3, 4, 5, nan, nan], [4, 4, 5, 2, 3]
    assert float(ppi_mean(people, judge, power=1)) == pytest.approx(2.5 - 1 / 3)
    assert float(ppi_mean(people, judge, power=0)) == 4
    assert float(ppi_mean([None if np.isnan(said) else said for said in people], judge, power=0)) == 4


@pytest.mark.parametrize("seed", range(5))
def test_the_tuned_power_has_the_shortest_interval(seed):
    rng = np.random.default_rng(seed)
    truth = rng.normal(size=500)
    judge, people = 0.7 * truth + rng.normal(size=500), np.where(np.arange(500) < 100, truth, nan)
    width = {p: ppi_mean(people, judge, power=p) for p in ("tuned", *np.linspace(0, 1, 41))}
    widths = {p: e.high - e.low for p, e in width.items()}
    assert widths["tuned"] <= min(widths.values()) * 1.005
    assert widths["tuned"] < widths[0.0]


@pytest.mark.parametrize("estimate", [rogan_gladen, double_sampling, ppi_mean])
def test_intervals_of_rates_put_right_cover_where_the_judges_own_never_do(estimate):
    rng, held, raw, times = np.random.default_rng(1), 0, 0, 400
    for _ in range(times):
        people, judge = world(rng, 1000, 200)
        held += 0.3 in estimate(people, judge).interval
        reach = 1.96 * judge.std() / np.sqrt(1000)
        raw += abs(judge.mean() - 0.3) < reach
    assert 0.92 < held / times < 0.98
    assert raw == 0


# Bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: people_agreement([["A"], ["B"]]), "at least two votes"),
        (lambda: judge_agreement([["A", "B"]], [None]), "missing value"),
        (lambda: judge_agreement([["A", "B"]], ["A", "B"]), "same length|different length|lengths"),
        (lambda: people_agreement(["A", "B"]), "must be a table"),
        (lambda: position_bias([1, 2], [1, 0]), "shown_first must hold 1"),
        (lambda: rogan_gladen([1, 2], [1, 0]), "y_true must hold 1 for yes"),
        (lambda: double_sampling([1, nan], [1, nan]), "y_pred"),
        (lambda: ppi_mean([1, np.inf], [1, 0]), "finite"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()

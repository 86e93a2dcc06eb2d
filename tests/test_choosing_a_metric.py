"""Choosing a metric: expected cost, the chooser over the cards, and the study of who sees the bill."""

import itertools

import numpy as np
import pandas as pd
import pytest

import evalmetrics
from evalmetrics import (
    Fingerprint,
    accuracy,
    balanced_accuracy,
    choose_metric,
    decision_table,
    expected_cost,
    kendall,
)
from evalmetrics.cards import all_cards
from evalmetrics.choosing_a_metric import GIVEN, PITFALLS, VALUES, cards_for
from evalmetrics_book import example_offers
from tests.book import notebooks

CARDS = all_cards()


# The fields of the cards
@pytest.mark.parametrize("name", CARDS)
def test_every_card_says_what_it_is_for(name):
    own = CARDS[name]
    assert own.given
    assert set(own.given) <= set(GIVEN)
    assert own.beside
    assert set(own.beside) <= set(CARDS) - {name}
    assert own.interval == "" or callable(getattr(evalmetrics, own.interval))
    assert all(text.strip() and not text.endswith(".") for text in (own.wants, own.baseline, own.state))
    for property, value in (own.when or {}).items():
        assert value in VALUES[property]


@pytest.mark.parametrize("name", CARDS)
def test_every_card_is_reached_by_what_is_wanted(name):
    for given in CARDS[name].given:
        assert choose_metric(Fingerprint(given, wants=CARDS[name].wants)).metric == name


@pytest.mark.parametrize("name", [name for name in CARDS if CARDS[name].when is not None])
def test_a_metric_is_chosen_where_its_conditions_hold_and_nothing_else_is_said(name):
    for given in CARDS[name].given:
        assert choose_metric(Fingerprint(given, **CARDS[name].when)).metric == name


def test_of_what_is_given_no_two_metrics_want_the_same_or_are_called_for_by_the_same():
    for given in GIVEN:
        cards = cards_for(given)
        assert len({card.wants for card in cards}) == len(cards)
        called = [tuple(sorted(card.when.items())) for card in cards if card.when is not None]
        assert len(set(called)) == len(called)
        assert () in called  # so that every fingerprint has an answer


def test_no_two_conditions_of_one_kind_leave_the_choice_to_the_order_of_the_book():
    """Cards that use the same properties with the same values are one; those that use other ones are ranked."""
    for given in GIVEN:
        for one, other in itertools.combinations([c for c in cards_for(given) if c.when], 2):
            if set(one.when) == set(other.when):
                assert any(one.when[name] != other.when[name] for name in one.when)


# What comes of it
@pytest.mark.parametrize(
    ("fingerprint", "metric"),
    [
        (Fingerprint("verdicts"), "matthews_correlation"),
        (Fingerprint("verdicts", rare=True), "f_score"),
        (Fingerprint("verdicts", rare=True, costs="known"), "expected_cost"),
        (Fingerprint("scores"), "roc_auc"),
        (Fingerprint("scores", rare=True), "average_precision"),
        (Fingerprint("scores", rare=True, threshold="volume"), "precision_at_volume"),
        (Fingerprint("numbers", matters="order"), "spearman"),
        (Fingerprint("numbers", matters="order", ties=True), "kendall"),
        (Fingerprint("translation", references="one"), "corpus_chrf"),
        (Fingerprint("translation", references="several"), "corpus_bleu"),
        (Fingerprint("clusters", references="one", matters="shape"), "dbcv"),
    ],
)
def test_what_problems_call_for(fingerprint, metric):
    assert choose_metric(fingerprint).metric == metric


def test_a_choice_says_all_that_belongs_to_it():
    choice = choose_metric(Fingerprint("verdicts", rare=True, costs="misses", units="grouped", reader="deciders"))
    assert (choice.metric, choice.because, choice.chapter) == ("recall", ("costs: misses",), "02")
    assert choice.interval == "bootstrap of groups"  # Wilson's knows of no groups
    assert choice.comparison == "paired_bootstrap of groups"
    assert choice.report.startswith("Recall … [… to …] (95 %, bootstrap of groups), n = … of … groups; ")
    assert choice.pitfalls[0].startswith("It cannot see: Wrong guesses")
    said = [("costs", "misses"), ("units", "grouped"), ("rare", True), ("reader", "deciders")]
    assert choice.pitfalls[1:] == tuple(PITFALLS[property] for property in said)
    assert set(choice.instead) == {card.function for card in cards_for("verdicts")} - {"recall"}
    for part in (choice.metric, choice.baseline, choice.report, *choice.pitfalls, *choice.beside):
        assert part in repr(choice)
        assert part in choice._repr_markdown_()


def test_what_has_no_interval_says_so():
    choice = choose_metric(Fingerprint("clusters", matters="shape", units="grouped"))
    assert (choice.metric, choice.interval) == ("dbcv", "none that holds: repeat the whole on other data")
    assert choice.comparison.startswith("no paired test")
    assert choice.report.startswith("Density-based clustering validation …, n = … of … groups; ")


@pytest.mark.parametrize(
    ("fingerprint", "comparison"),
    [
        (Fingerprint("verdicts", costs="alike"), "mcnemar_test"),
        (Fingerprint("verdicts", costs="alike", units="grouped"), "paired_bootstrap of groups"),
        (Fingerprint("scores"), "delong_test"),
        (Fingerprint("translation"), "paired_bootstrap"),
        (Fingerprint("samples"), "no paired test: print both side by side"),
    ],
)
def test_two_systems_are_compared_as_their_examples_were_drawn(fingerprint, comparison):
    assert choose_metric(fingerprint).comparison == comparison
    name = comparison.partition(" ")[0]
    assert name == "no" or callable(getattr(evalmetrics, name))


def test_a_property_without_a_card_changes_the_pitfalls_only():
    plain, ordered = choose_metric(Fingerprint("scores")), choose_metric(Fingerprint("scores", units="ordered"))
    assert (plain.metric, plain.interval) == (ordered.metric, ordered.interval)
    assert set(ordered.pitfalls) - set(plain.pitfalls) == {PITFALLS["units", "ordered"]}
    assert choose_metric(Fingerprint("scores")).because == ()


def test_the_table_has_every_card_and_chapters_that_exist():
    table = decision_table()
    assert set(table["metric"]) == set(CARDS)
    assert set(table.index) == set(GIVEN)
    assert set(table["chapter"]) <= set(notebooks.topics())
    pd.testing.assert_frame_equal(decision_table(given="boxes"), table.loc[["boxes"]])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: Fingerprint("pictures"), ValueError, "given must be one of"),
        (lambda: Fingerprint("scores", costs="dear"), ValueError, "costs must be one of"),
        (lambda: Fingerprint("scores", rare="yes"), ValueError, "rare must be one of"),
        (lambda: Fingerprint("scores", wants="luck"), ValueError, "wants must be one of 'finding the positives early'"),
        (lambda: choose_metric("scores"), TypeError, "fingerprint must be a Fingerprint, got str"),
        (lambda: decision_table(given="pictures"), ValueError, "given must be one of"),
        (lambda: expected_cost([0, 1], [1, 1]), TypeError, "false_alarm"),
        (lambda: example_offers(0, 0.5), ValueError, "price must be"),
        (lambda: example_offers(1, 1), ValueError, "share must"),
        (lambda: example_offers(1, 0.5, off=-1), ValueError, "off must be >= 0"),
        (lambda: example_offers(1, 0.5, skill=(2, 1)), ValueError, "skill must be two numbers above 0"),
    ],
)
def test_what_cannot_be_meant_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Expected cost
@pytest.mark.parametrize("seed", range(20))
def test_equal_prices_are_errors_and_prices_by_rarity_are_balanced(seed):
    rng = np.random.default_rng(seed)
    y_true = np.r_[0, 1, rng.integers(0, 2, 30)]
    y_pred = rng.integers(0, 2, 32)
    error = expected_cost(y_true, y_pred, false_alarm=1, miss=1, pos_label=1)
    assert error == pytest.approx(1 - accuracy(y_true, y_pred))
    share = y_true.mean()
    balanced = expected_cost(y_true, y_pred, false_alarm=1 / (1 - share), miss=1 / share, pos_label=1) / 2
    assert balanced == pytest.approx(1 - balanced_accuracy(y_true, y_pred))
    by_hand = np.mean([20 if y and not p else 3 * p * (1 - y) for y, p in zip(y_true, y_pred, strict=True)])
    assert expected_cost(y_true, y_pred, false_alarm=3, miss=20, pos_label=1) == pytest.approx(by_hand)


# The study
def test_offers_have_the_rates_of_their_scores_and_the_cheapest_threshold():
    offers = example_offers(20, 0.05, off=0.5, n=5, rng=3)
    rng = np.random.default_rng(0)
    for _, one in offers.iterrows():
        positives, negatives = rng.normal(one["skill"], 1, 200_000), rng.normal(0, 1, 200_000)
        tpr, fpr = (positives >= one["threshold"]).mean(), (negatives >= one["threshold"]).mean()
        assert one["recall"] == pytest.approx(tpr, abs=0.005)
        assert one["bill"] == pytest.approx(100 * (0.05 * (1 - tpr) * 20 + 0.95 * fpr), abs=0.8)
        p, r = one["precision"], one["recall"]
        assert one["F2"] == pytest.approx(5 * p * r / (4 * p + r))
        assert one["balanced accuracy"] == pytest.approx((tpr + 1 - fpr) / 2, abs=0.005)
    best = example_offers(20, 0.05, off=0.0, n=50)["bill"]
    for off in (0.3, 1.0, None):  # the same skills, drawn first
        assert (example_offers(20, 0.05, off=off, n=50)["bill"] >= best - 1e-9).all()


def agreement(price, share, **how):
    offers = example_offers(price, share, **how)
    return offers.iloc[:, 3:].apply(lambda score: float(kendall(score, -offers["bill"])))


@pytest.mark.parametrize("rng", range(5))
def test_what_survives_of_the_study_holds_for_other_draws_and_skills(rng):
    situations = {"coins": (1, 0.5), "disease": (20, 0.05), "spam": (0.1, 0.5), "adult content": (100, 0.1)}
    for skill in ((0.5, 3.0), (1.0, 2.0)):
        tuned, blind = (
            pd.DataFrame({name: agreement(*each, off=off, rng=rng, skill=skill) for name, each in situations.items()})
            for off in (0.0, None)
        )
        for table in (tuned, blind):
            assert table.loc["accuracy", "coins"] == pytest.approx(1)
            assert table.loc["balanced accuracy", "disease"] > 0.95
        assert tuned.drop("recall").min(axis=None) > 0.95
        assert tuned.loc["recall", "adult content"] < 0.9
        assert blind.loc["F1", "spam"] < 0.25 < 0.95 < tuned.loc["F1", "spam"]

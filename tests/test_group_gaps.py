"""A score by group: fairness gaps by hand and as fairlearn has them, small groups, and what chance makes of a gap."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evalmetrics import accuracy, bootstrap, by_group, false_positive_rate, precision, recall, roc_auc
from evalmetrics.group_gaps import bounds_of_gap

from .strategies import pairs

# TP, FN, FP, TN of 100 examples each
BANK = {"A": (40, 10, 5, 45), "B": (12, 8, 16, 64)}
Y = np.concatenate([np.repeat([1, 1, 0, 0], counts) for counts in BANK.values()])
P = np.concatenate([np.repeat([1, 0, 1, 0], counts) for counts in BANK.values()])
GROUP = np.repeat(list(BANK), 100)
at_once = partial(by_group, n_resamples=50, rng=0)


def test_gaps_are_those_that_a_hand_computes_and_fairlearn_too():
    """fairlearn 0.15.0 said so of these: demographic parity, equal opportunity, equalized odds (the larger of two)."""
    selected = at_once(np.mean, P, by=GROUP)
    found, wrongly = (at_once(metric, Y, P, by=GROUP, pos_label=1) for metric in (recall, false_positive_rate))
    assert selected.gap == pytest.approx(45 / 100 - 28 / 100) == pytest.approx(0.17)
    assert found.gap == pytest.approx(40 / 50 - 12 / 20) == pytest.approx(0.2)
    assert wrongly.gap == pytest.approx(16 / 80 - 5 / 50) == pytest.approx(0.1)
    assert max(found.gap, wrongly.gap) == pytest.approx(0.2)
    assert at_once(accuracy, Y, P, by=GROUP).gap == pytest.approx(0.09)
    assert at_once(precision, Y, P, by=GROUP, pos_label=1).gap == pytest.approx(40 / 45 - 12 / 28)
    assert (found.lowest, found.highest, wrongly.lowest, wrongly.highest) == ("B", "A", "A", "B")


def test_weights_count_as_fairlearn_counts_them():
    weights = np.arange(200) % 7 + 1.0
    assert at_once(accuracy, Y, P, by=GROUP, sample_weight=weights).gap == pytest.approx(0.068602, abs=1e-6)


def test_a_group_without_positives_has_no_recall_and_no_part_in_the_gap():
    """fairlearn gives it a recall of 0, and so a gap of 0.8 where the others differ by 0.2."""
    y, p, group = np.append(Y, np.zeros(50, int)), np.append(P, np.zeros(50, int)), np.append(GROUP, ["C"] * 50)
    scored = at_once(recall, y, p, by=group, pos_label=1, small=1)
    assert np.isnan(scored.table.loc["C", "score"])
    assert scored.table["small"].tolist() == [False, False, True]
    assert scored.gap == pytest.approx(0.2)
    ranked = at_once(roc_auc, y, p, by=group, pos_label=1)
    assert np.isnan(ranked.table.loc["C", "score"])
    assert ranked.gap > 0


@given(pairs(), st.randoms(use_true_random=False))
def test_scores_are_those_of_the_examples_of_a_group_in_whichever_order(data, luck):
    y, p = map(np.array, data)
    group = np.array([luck.choice("xyz") for _ in y])
    scored = at_once(accuracy, y, p, by=group, n_resamples=2)
    for name, row in scored.table.iterrows():
        assert row["score"] == accuracy(y[group == name], p[group == name])
        assert row["n"] == (group == name).sum()
    order = luck.sample(range(len(y)), len(y))
    again = at_once(accuracy, y[order], p[order], by=group[order], n_resamples=2)
    pd.testing.assert_frame_equal(scored.table[["n", "score"]], again.table[["n", "score"]])


@given(pairs(weighted=True))
def test_one_group_has_the_score_of_all_and_no_gap(data):
    y, p, weights = data
    assume(len(y) > 1)
    scored = at_once(accuracy, y, p, by=["all"] * len(y), sample_weight=weights, small=1)
    assert scored.table.loc["all", "score"] == scored.overall == accuracy(y, p, sample_weight=weights)
    assert np.isnan(scored.gap)
    assert scored.lowest is None
    assert "too few are left for a gap" in scored.report


def test_intervals_of_groups_are_those_of_the_bootstrap():
    rng = np.random.default_rng(3)
    first = bootstrap(accuracy, Y[:100], P[:100], n_resamples=50, rng=rng)
    table = by_group(accuracy, Y, P, by=GROUP, n_resamples=50, rng=3).table
    assert tuple(table.loc["A", ["low", "high"]]) == pytest.approx((first.low, first.high))


def test_the_number_of_the_gap_is_its_own_whatever_the_groups_are_called():
    numbers = at_once(accuracy, Y, P, by=np.where(GROUP == "A", 7, 10))
    assert numbers.table.index.tolist() == [7, 10]
    assert numbers.gap == at_once(accuracy, Y, P, by=GROUP).gap
    named = at_once(accuracy, Y, P, by=pd.Series(GROUP, name="branch"))
    assert named.table.index.name == "branch"


def test_tables_and_texts_are_taken_apart_by_row():
    table = pd.DataFrame({"y": Y, "p": P})
    scored = at_once(lambda t: (t["y"] == t["p"]).mean(), table, by=GROUP)
    words = at_once(accuracy, pd.Series(Y).map({0: "no", 1: "yes"}), ["yes" if p else "no" for p in P], by=GROUP)
    assert scored.gap == words.gap == pytest.approx(0.09)


def test_small_groups_are_marked_and_left_out():
    y, p = np.ones(160, int), np.repeat([1, 0, 1, 0, 1], [72, 8, 40, 30, 10])
    group = np.repeat(["A", "B", "C"], [80, 70, 10])
    scored = at_once(accuracy, y, p, by=group)
    assert scored.table["small"].tolist() == [False, False, True]
    assert scored.highest == "A"
    assert "without 1 small group." in scored.report
    assert "small" in str(scored)
    assert scored.table.loc["C", ["low", "high"]].isna().all()  # all right, in every resample
    everyone = at_once(accuracy, y, p, by=group, small=1)
    assert everyone.highest == "C"
    assert everyone.gap > scored.gap


def test_a_group_that_was_right_by_luck_is_not_certain():
    """Thirty right of thirty have no spread of their own; without that of all, the gap would begin above 0."""
    right = np.repeat([1.0, 0.0, 1.0], [27, 3, 30])
    scored = by_group(np.mean, right, by=np.repeat(["a", "b"], 30), rng=0)
    assert scored.gap == pytest.approx(0.1)
    assert scored.gap.low == 0 < scored.gap.high


def test_bounds_are_those_of_all_pairs_by_hand():
    """Of two groups whose difference moves by 1 at most, the reach is that, whatever the errors are."""
    moved = np.array([[0, 0.5], [0.5, 0], [0, 0], [0, 1.0]])
    scores = np.array([2.0, 5.0])
    low, high = bounds_of_gap(scores, scores + moved, np.array([3.0, 4.0]), 1.0)
    assert (low, high) == pytest.approx((2, 4))
    equal = np.array([2.0, 2.5])
    assert bounds_of_gap(equal, equal + moved, np.array([3.0, 4.0]), 1.0) == pytest.approx((0, 1.5))


@pytest.mark.parametrize(("share", "n"), [(0.8, 50), (0.98, 40), (0.5, 200)])
def test_groups_that_do_not_differ_have_an_interval_from_0(share, n):
    rng, contain, gaps, groups = np.random.default_rng(1), [], [], np.repeat(np.arange(20), n)
    for _ in range(40):
        right = (rng.random(len(groups)) < share).astype(float)
        gap = by_group(np.mean, right, by=groups, n_resamples=200, rng=rng).gap
        gaps.append(gap)
        contain.append(gap.low == 0)
    assert np.mean(contain) >= 0.9
    assert np.mean(gaps) > 2 * np.sqrt(share * (1 - share) / n)  # far from the 0 that is true


def test_a_gap_is_no_longer_than_the_score_reaches():
    scored = by_group(accuracy, [1] * 60, [1, 0] * 30, by=[0] * 30 + [1] * 30, rng=0)
    assert 0 <= scored.gap.low <= scored.gap.high <= 1


def test_nothing_that_varies_gives_no_interval():
    scored = at_once(accuracy, Y, Y, by=GROUP)
    assert scored.gap == 0
    assert np.isnan(scored.gap.low)
    assert np.isnan(scored.gap.high)


def test_the_report_says_it_in_a_line():
    report = by_group(accuracy, Y, P, by=GROUP, rng=0).report
    assert report.startswith("accuracy 0.805 on 200 examples in 2 groups: lowest 0.760 (B, n = 100), highest 0.850 (A")
    assert report.endswith(", all pairs at once).")
    assert "gap 0.090 (95 % interval 0.000 to " in report


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (partial(by_group, accuracy, Y, P, by=GROUP[:5]), ValueError, "200 examples, 5 labels"),
        (
            partial(by_group, accuracy, Y, P, by="AB"),
            TypeError,
            r"got the text 'AB': give the column, as table\['AB'\]",
        ),
        (
            partial(by_group, accuracy, Y, P, by=[None, *GROUP[1:]]),
            ValueError,
            r"1 missing .* at position 0: .* by.fillna",
        ),
        (partial(by_group, accuracy, Y, P, by=pd.DataFrame({"a": Y, "b": P})), ValueError, "join the columns"),
        (partial(by_group, accuracy, Y, P, by=GROUP, groups=GROUP), TypeError, "drawn whole"),
        (partial(by_group, accuracy, Y, P, by=GROUP, small=0), ValueError, "small"),
        (partial(by_group, recall, Y, P, by=GROUP), TypeError, "must return one number"),
        (partial(by_group, accuracy, by=GROUP), TypeError, "at least one sample"),
        (partial(by_group, 0.8, Y, P, by=GROUP), TypeError, "metric must be a function"),
    ],
)
def test_what_cannot_be_meant_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()

"""Precision-recall curves and their areas: printed values, scikit-learn and Yggdrasil, properties, bad input."""

from functools import partial
from math import log

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from evalmetrics import (
    accuracy,
    average_precision,
    best_threshold,
    confusion_matrix,
    f1_score,
    interpolated_average_precision,
    matthews_correlation,
    multiclass_average_precision,
    pr_auc,
    precision,
    precision_at_recall,
    precision_at_volume,
    precision_recall_curve,
    recall,
    recall_at_precision,
)
from evalmetrics.inputs import rankings as _ranked

from .printed import rounds_to
from .rankings import CURVES, FOUR, OF, SCORES, random_rankings, rankings, resampled, walkthrough

OWN = {name: score for name, score in SCORES.items() if OF[name] == "precision_recall_curves"}
RULES = ["lower_trapezoid", "trapezoid", "upper_trapezoid"]


def no_score_above(limit, n, rng):
    """Potts's example: negatives uniform on [0, 0.3), positives on [0.1, 0.4), so that nothing reaches 0.5."""
    y = rng.integers(2, size=n)
    scores = rng.uniform(0, 0.3, n) + 0.1 * y
    assert scores.max() < limit
    return y, scores


@pytest.mark.parametrize(
    ("score", "printed"),
    [
        pytest.param(partial(pr_auc, rule="trapezoid"), "0.577", id="004-054"),
        pytest.param(partial(pr_auc, rule="lower_trapezoid"), "0.577122", id="004-054, E-35 (a) lower trapezoid"),
        pytest.param(average_precision, "0.579649", id="E-35 (a) average precision"),
        pytest.param(partial(interpolated_average_precision, points="all"), "0.587729", id="E-35 (a) interpolated"),
    ],
)
def test_areas_of_the_walkthrough_recompute(score, printed):
    assert rounds_to(score(*walkthrough()), printed)


def test_no_skill_is_the_prevalence_and_not_a_half():
    """004-055, E-34."""
    y, _ = walkthrough()
    assert average_precision(y, np.zeros(len(y))) == y.mean() == 0.058
    assert set(precision_recall_curve(y, np.zeros(len(y)))["precision"][:-1]) == {0.058}


def test_a_threshold_of_a_half_finds_nothing_in_potts_s_example():
    """000-058: recall 0 and precision 0/0, though the ranking is good."""
    y, scores = no_score_above(0.5, 1000, np.random.default_rng(0))
    cm = confusion_matrix(y, (scores >= 0.5).astype(int), labels=[0, 1])
    assert recall(cm)[1] == 0
    assert np.isnan(precision(cm)[1])
    assert average_precision(y, scores) > 0.75


def test_average_precision_of_potts_s_example_has_a_closed_form():
    """000-059: 2/3 + ln(5)/12."""
    y, scores = no_score_above(0.5, 400_000, np.random.default_rng(0))
    assert rounds_to(2 / 3 + log(5) / 12, "0.8007864927")
    assert average_precision(y, scores) == pytest.approx(2 / 3 + log(5) / 12, abs=2e-3)


@pytest.mark.parametrize(
    ("positives", "negatives", "printed"),
    [pytest.param(500, 500, "0.307353", id="E-36"), pytest.param(116, 1884, "0.029827", id="E-36 prevalence 0.058")],
)
def test_average_precision_cannot_reach_0(positives, negatives, printed):
    """The least is the mean of i / (negatives + i): all positives last."""
    y = np.repeat([1, 0], [positives, negatives])
    assert rounds_to(average_precision(y, np.arange(len(y))), printed)


def test_one_positive_ahead_of_a_heap_of_ties():
    """E-35 (c): the trapezoid joins (0.02, 1) to (1, 0.05) by a straight line."""
    y, scores = np.repeat([1, 0], [50, 950]), np.repeat([0.9, 0.1], [1, 999])
    assert rounds_to(pr_auc(y, scores, rule="trapezoid"), "0.5345")
    assert rounds_to(average_precision(y, scores), "0.0690")
    assert pr_auc(y, scores) == pr_auc(y, scores, rule="upper_trapezoid") == pytest.approx(0.5345)


def test_labels_in_the_order_of_their_scores():
    """E-20: precision and recall rise together."""
    curve = precision_recall_curve([1, 1, 0], [0.1, 0.2, 0.3]).sort_values("threshold", ascending=False)
    assert curve["precision"].to_list() == pytest.approx([1, 0, 1 / 2, 2 / 3])
    assert curve["recall"].to_list() == [0, 0, 1 / 2, 1]


def test_the_formula_of_2018_read_literally_gives_2():
    """E-37: indexed by n instead of i it repeats its last term."""
    curve = precision_recall_curve(*FOUR)
    r, p = curve["recall"].to_numpy(), curve["precision"].to_numpy()
    n = len(r) - 1
    assert sum((r[n - 1] - r[n]) * p[n - 1] for _ in range(n)) == 2.0
    assert sum((r[i] - r[i + 1]) * p[i] for i in range(n)) == average_precision(*FOUR) == pytest.approx(5 / 6)


def test_points_of_the_list_of_ten():
    """E-41: one of them is conservative and one is not."""
    y, scores = [1, 0, 1, 0, 0, 1, 1, 1, 0, 0], np.arange(10, 0, -1)
    assert precision_at_recall(y, scores, 0.5) == 0.5
    assert precision_at_recall(y, scores, 0.5, choose="best") == 0.625
    assert recall_at_precision(y, scores, 0.6) == 1.0
    curve = precision_recall_curve(y, scores)
    assert curve.loc[curve["precision"] < 0.6, "recall"].min() == 0.2


def test_recall_at_precision_finds_a_lot_in_noise():
    """E-41: half of the labels are positive wherever one looks, and still some prefix reaches 0.6."""
    rng = np.random.default_rng(0)
    found = [recall_at_precision(rng.permutation([0, 1] * 50), np.arange(100), 0.6) for _ in range(2000)]
    found = np.nan_to_num(found)
    assert 0.15 < found.mean() < 0.22
    assert 0.28 < (found > 0.2).mean() < 0.40


def test_bias_of_the_areas_in_small_samples():
    """E-35 (b): d' = 1, 20 positives and 180 negatives; the lower trapezoid errs least, interpolation most."""
    rng, y = np.random.default_rng(0), np.repeat([1, 0], [20, 180])
    samples = [rng.normal(size=200) + y for _ in range(2000)]
    all_points = partial(interpolated_average_precision, points="all")
    biases = [np.mean([area(y, s) for s in samples]) - 0.29284 for area in (pr_auc, average_precision, all_points)]
    assert biases == pytest.approx([0.0196, 0.0367, 0.0518], abs=0.006)


@pytest.mark.parametrize("weighted", [False, True])
def test_curve_and_areas_agree_with_scikit_learn(weighted):
    for y, s, w in random_rankings(600, weighted=weighted):
        curve = precision_recall_curve(y, s, sample_weight=w)
        p, r, thresholds = metrics.precision_recall_curve(y, s, sample_weight=w)
        np.testing.assert_allclose(curve.iloc[:-1]["threshold"], thresholds)
        np.testing.assert_allclose(curve[["precision", "recall"]], np.transpose([p, r]), atol=1e-12)
        assert curve.iloc[-1].to_list() == [np.inf, 1, 0]
        theirs = metrics.average_precision_score(y, s, sample_weight=w)
        assert average_precision(y, s, sample_weight=w) == pytest.approx(theirs)
        assert pr_auc(y, s, rule="trapezoid", sample_weight=w) == pytest.approx(metrics.auc(r, p))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weighted", [False, True])
def test_multiclass_averages_agree_with_scikit_learn(average, weighted):
    rng = np.random.default_rng(0)
    for _ in range(50):
        n = rng.integers(5, 40)
        y = np.append([0, 1, 2], rng.integers(3, size=n))
        scores, w = rng.random((n + 3, 3)).round(1), rng.integers(1, 9, n + 3) / 4 if weighted else None
        theirs = metrics.average_precision_score(np.eye(3)[y], scores, average=average, sample_weight=w)
        names = np.array(["a", "b", "c"])[y]
        ours = multiclass_average_precision(names, scores, average=average, sample_weight=w)
        np.testing.assert_allclose(ours, theirs)
        if average is None:
            assert ours.index.to_list() == ["a", "b", "c"]


def interpolated(curve, wanted):
    """Interpolated precision from its definition: the best precision at any threshold with at least that recall."""
    p, r = curve["precision"].to_numpy()[:-1], curve["recall"].to_numpy()[:-1]
    return np.mean([p[r > least - 1e-9].max() for least in wanted])


@pytest.mark.parametrize("weighted", [False, True])
def test_interpolation_follows_its_definition(weighted):
    for y, s, w in random_rankings(300, weighted=weighted):
        curve = precision_recall_curve(y, s, sample_weight=w)
        for points in (2, 11, 101):
            ours = interpolated_average_precision(y, s, points=points, sample_weight=w)
            assert ours == pytest.approx(interpolated(curve, np.linspace(0, 1, points)))
        if w is None and len(np.unique(s)) == len(s):
            ours = interpolated_average_precision(y, s, points="all")
            assert ours == pytest.approx(interpolated(curve, np.arange(1, y.sum() + 1) / y.sum()))


@pytest.mark.parametrize("recall", [0.3, 0.6, 0.7])
def test_a_recall_of_three_tenths_counts_as_three_tenths(recall):
    """0.3 as 3/10 and as 0.1 + 0.1 + 0.1, or 0.7 of summed weights 0.1, are the same wish."""
    y, s = np.repeat([1, 0], 10), np.arange(20, 0, -1)
    for w in (None, np.full(20, 0.1)):
        assert precision_at_recall(y, s, recall, sample_weight=w) == 1.0
        assert precision_at_recall(y, s, sum([0.1] * round(10 * recall)), sample_weight=w) == 1.0
        early = np.r_[[1] * round(10 * recall), [0] * 10, [1] * round(10 - 10 * recall)], s  # then precision drops
        exact = interpolated_average_precision(*early)
        assert interpolated_average_precision(*early, sample_weight=w) == pytest.approx(exact)


def walked(y, s, reached, wanted, *, highest_first):
    """Yggdrasil's search for X@Y (metric.cc, ComputeXAtYMetrics): the first point from one end that meets the limit."""
    cms = [(((s >= t) & (y == 1)).sum(), ((s >= t) & (y == 0)).sum()) for t in np.unique(s)]
    for tp, fp in cms[::-1] if highest_first else cms:
        point = {"recall": tp / y.sum(), "precision": tp / (tp + fp), "volume": (tp + fp) / len(y)}
        if point[reached[0]] >= reached[1] - 1e-12:
            return point[wanted]
    return np.nan


def test_points_agree_with_yggdrasil_s_search():
    rng = np.random.default_rng(0)
    for y, s, _ in random_rankings(500):
        limit = rng.uniform(0.01, 1)
        assert precision_at_recall(y, s, limit) == walked(y, s, ("recall", limit), "precision", highest_first=True)
        assert precision_at_volume(y, s, limit) == walked(y, s, ("volume", limit), "precision", highest_first=True)
        np.testing.assert_equal(
            recall_at_precision(y, s, limit), walked(y, s, ("precision", limit), "recall", highest_first=False)
        )


def test_lower_trapezoid_follows_boyd():
    """From the lowest precision at one recall to the highest at the next."""
    for y, s, _ in random_rankings(500):
        by_recall = precision_recall_curve(y, s).groupby("recall")["precision"].agg(["min", "max"])
        steps = np.diff(by_recall.index)
        lower = (steps * (by_recall["min"].to_numpy()[:-1] + by_recall["max"].to_numpy()[1:]) / 2).sum()
        upper = (steps * (by_recall["max"].to_numpy()[:-1] + by_recall["max"].to_numpy()[1:]) / 2).sum()
        assert pr_auc(y, s) == pr_auc(y, s, rule="trapezoid") == pytest.approx(lower)
        if y[s == s.max()].any():  # otherwise the curve has no point of recall 0 but (0, 1)
            assert pr_auc(y, s, rule="upper_trapezoid") == pytest.approx(upper)


def test_best_threshold_looks_at_every_threshold():
    for y, s, w in random_rankings(25, weighted=True):
        for metric in (accuracy, matthews_correlation, f1_score, lambda cm: f1_score(cm)[1]):
            threshold, value = best_threshold(y, s, metric, sample_weight=w)
            cms = {
                t: confusion_matrix(y, (s >= t).astype(int), labels=[0, 1], sample_weight=w)
                for t in [*np.unique(s[w > 0]), np.inf]
            }
            values = {t: metric(cm)[1] if metric is f1_score else metric(cm) for t, cm in cms.items()}
            assert value == pytest.approx(np.nanmax(list(values.values())))
            assert values[threshold] == pytest.approx(value)


def test_best_threshold_keeps_the_labels_and_takes_the_lowest_of_equals():
    assert best_threshold(["b", "a"], [0.2, 0.4], lambda cm: precision(cm)["a"], pos_label="a") == (0.4, 1.0)
    assert best_threshold(["b", "a"], [0.2, 0.4], precision, pos_label="a") == (0.4, 1.0)
    assert best_threshold(["b", "a"], [0.2, 0.4], precision, pos_label="b") == (0.2, 0.5)
    assert best_threshold([0, 1, 1], [3, 1, 2], lambda cm: 1.0) == (1.0, 1.0)
    for y_true, pos_label in (([True, False], 1), ([True, False], True), ([1.0, 0.0], True), ([1, 0], 1.0)):
        assert best_threshold(y_true, [0.9, 0.1], precision, pos_label=pos_label) == (0.9, 1.0)
    assert best_threshold([0, 0, 1], [3, 2, 1], accuracy) == (np.inf, 2 / 3)
    assert np.isnan(best_threshold([0, 1], [1, 2], lambda cm: np.nan)).all()


@given(rankings())
def test_average_precision_is_the_mean_precision_at_the_positives(ranking):
    y, s = map(np.asarray, ranking)
    at_each = [y[s >= score].mean() for score in s[y == 1]]
    assert average_precision(y, s) == pytest.approx(np.mean(at_each))


@given(rankings())
def test_the_curve_is_what_confusion_matrices_say(ranking):
    y, s = map(np.asarray, ranking)
    curve = precision_recall_curve(y, s)
    assert curve["threshold"].is_monotonic_increasing
    assert curve["recall"].is_monotonic_decreasing
    for threshold, p, r in curve[:-1].itertuples(index=False):
        cm = confusion_matrix(y, (s >= threshold).astype(int), labels=[0, 1])
        assert (p, r) == (precision(cm)[1], recall(cm)[1])
    assert curve.iloc[-1].to_list() == [np.inf, 1, 0]


@given(rankings())
def test_areas_keep_their_order(ranking):
    """Ties aside, the lower trapezoid is below AP plus its first triangle; interpolating never lowers anything."""
    ap, every = average_precision(*ranking), interpolated_average_precision(*ranking, points="all")
    lower, plain, upper = (pr_auc(*ranking, rule=rule) for rule in RULES)
    assert 0 < ap <= every + 1e-12 <= 1 + 1e-12
    assert lower == plain <= upper + 1e-12 <= 1 + 2e-12


@given(st.integers(1, 30), st.integers(0, 30), st.randoms(use_true_random=False))
def test_average_precision_is_least_with_all_positives_last(positives, negatives, random):
    y = [1] * positives + [0] * negatives
    least = np.mean([i / (negatives + i) for i in range(1, positives + 1)])
    assert average_precision(y, range(len(y))) == pytest.approx(least)
    random.shuffle(y)
    assert average_precision(y, range(len(y))) >= least - 1e-12


@given(rankings(), st.floats(0, 1), st.floats(0, 1))
def test_points_are_monotone_where_they_should_be(ranking, one, other):
    """A stricter limit on precision finds less; the best precision can only fall as more recall is asked for."""
    low, high = sorted([one, other])
    best = partial(precision_at_recall, *ranking, choose="best")
    assert best(recall=low) >= best(recall=high)
    assert best(recall=low) >= precision_at_recall(*ranking, low)
    if not np.isnan(recall_at_precision(*ranking, high)):
        assert recall_at_precision(*ranking, low) >= recall_at_precision(*ranking, high)


@given(rankings(), st.floats(0.01, 1))
def test_a_point_lies_on_the_curve_and_keeps_its_limit(ranking, limit):
    curve = precision_recall_curve(*ranking)[:-1]
    found = curve.loc[curve["recall"] >= limit - 1e-12, "precision"]
    assert precision_at_recall(*ranking, limit) in set(found)
    at_precision = recall_at_precision(*ranking, limit)
    enough = curve.loc[curve["precision"] >= limit - 1e-12, "recall"]
    assert (np.isnan(at_precision) and enough.empty) or at_precision == enough.max()


@given(rankings(), st.integers(1, 20))
def test_precision_at_a_volume_of_k_in_n_is_precision_at_k(ranking, k):
    y, s = map(np.asarray, ranking)
    if k <= len(y) and len(set(s.tolist())) == len(s):
        top = y[np.argsort(-s)[:k]]
        assert precision_at_volume(y, s, k / len(y)) == pytest.approx(top.mean())


PROPERTIES = pytest.mark.parametrize("score", OWN.values(), ids=OWN)


@PROPERTIES
@given(ranking=rankings(), random=st.randoms(use_true_random=False))
def test_order_of_examples_does_not_matter(score, ranking, random):
    shuffled = list(zip(*ranking, strict=True))
    random.shuffle(shuffled)
    np.testing.assert_allclose(score(*zip(*shuffled, strict=True)), score(*ranking))


@PROPERTIES
@given(ranking=rankings())
def test_only_the_order_of_the_scores_matters(score, ranking):
    y, s = ranking
    ranks = np.unique(s, return_inverse=True)[1]
    np.testing.assert_equal(score(y, 1e-3 * ranks**3 - 5), score(y, s))


@PROPERTIES
@given(ranking=rankings(weighted=True))
def test_a_weight_counts_like_repetition(score, ranking):
    y, s, weights = ranking
    repeated = np.repeat(y, weights), np.repeat(s, weights)
    np.testing.assert_allclose(score(y, s, sample_weight=weights), score(*repeated))
    np.testing.assert_allclose(score(y, s, sample_weight=np.array(weights) * 0.1), score(*repeated))


@PROPERTIES
@given(ranking=rankings(weighted=True))
def test_a_resample_is_the_same_ranking_with_other_weights(score, ranking):
    y, s, weights = ranking
    drawn = np.repeat(y, weights), np.repeat(s, weights)
    np.testing.assert_allclose(score(resampled(y, s, weights), None), score(*drawn))
    doubled = resampled(y, s, weights, sample_weight=np.full(len(y), 2.0))
    np.testing.assert_allclose(score(doubled, None), score(*drawn))


@PROPERTIES
@given(ranking=rankings())
def test_a_perfect_ranking_scores_1_and_no_score_leaves_its_bounds(score, ranking):
    y, s = ranking
    if score is not OWN["precision_at_volume"]:  # a volume above the prevalence takes negatives along
        assert score(y, y) == 1
    assert np.isnan(score(y, s)) or 0 <= score(y, s) <= 1


def test_lists_arrays_series_booleans_and_strings_are_all_labels():
    y, s = FOUR
    for labels in (y, np.array(y), pd.Series(y, index=list("dcba")), [bool(v) for v in y], np.array(y) * 1.0):
        for scores in (s, np.array(s, dtype=np.float32), pd.Series(s)):
            assert average_precision(labels, scores) == pytest.approx(5 / 6)
    words = ["ham", "ham", "spam", "spam"]
    assert average_precision(words, s, pos_label="spam") == average_precision(np.array(words), s, pos_label="spam")
    assert average_precision(words, s, pos_label="spam") == pytest.approx(5 / 6)
    assert average_precision([-1, -1, 1, 1], s) == pytest.approx(5 / 6)
    assert average_precision([1, 1, 2, 2], s, pos_label=2) == pytest.approx(5 / 6)


def test_whole_scores_are_ranked_exactly():
    """As floats these two would be tied."""
    assert average_precision([1, 0], np.array([2**60 + 1, 2**60])) == 1.0
    assert precision_recall_curve([1, 0], [3, 1])["threshold"].to_list() == [1, 3, np.inf]


@pytest.mark.parametrize("score", [s for name, s in OWN.items() if name != "precision_at_volume"])
@pytest.mark.parametrize("y", [[0, 0, 0], [False, False], [-1, -1]])
def test_without_a_positive_scores_are_undefined(score, y):
    assert np.isnan(score(y, range(len(y))))


def test_without_a_positive_recall_is_undefined_and_precision_is_0():
    curve = precision_recall_curve([0, 0], [0.1, 0.2])
    assert curve["recall"].isna().all()
    assert curve["precision"].to_list() == [0, 0, 1]
    assert precision_at_volume([0, 0], [0.1, 0.2], 0.5) == 0
    with pytest.warns(UserWarning, match="No positive class"):
        assert metrics.average_precision_score([0, 0], [0.1, 0.2]) == 0  # a silent 0 that we do not follow


def test_without_a_negative_everything_is_1():
    for score in OWN.values():
        assert score([1, 1], [0.1, 0.2]) == 1


@pytest.mark.parametrize("average", ["macro", None])
def test_a_class_that_is_never_observed_has_no_average_precision(average):
    ours = multiclass_average_precision([0, 1], [[1, 0, 0], [0, 1, 0]], labels=[0, 1, 2], average=average)
    np.testing.assert_array_equal(ours, np.nan if average else [1, 1, np.nan])
    assert multiclass_average_precision([0, 1], [[1, 0, 0], [0, 1, 0]], labels=[0, 1, 2], average="weighted") == 1


def test_an_unreachable_precision_has_no_recall():
    assert np.isnan(recall_at_precision([1, 0], [0.1, 0.2], 0.6))
    assert recall_at_precision([1, 0], [0.1, 0.2], 0.5) == 1


@pytest.mark.parametrize("weighted", [False, True])
def test_inputs_are_left_as_they_came(weighted):
    y, s, w = np.array([0, 1, 1, 0] * 2000), np.random.default_rng(0).normal(size=8000), np.full(8000, 0.5)
    w = w if weighted else None
    copies = y.copy(), s.copy(), None if w is None else w.copy()
    for score in SCORES.values():
        score(y, s, sample_weight=w)
    for given_, copy in zip((y, s, w), copies, strict=True):
        np.testing.assert_array_equal(given_, copy)


@pytest.mark.parametrize("draw", ["normal", "uniform", "tied", "zeros", "negative", "extreme"])
def test_packed_keys_and_sorted_positions_make_the_same_ranking(draw):
    """The fast register against the textbook's."""
    rng, n = np.random.default_rng(0), _ranked.MANY + 7
    scores = {
        "normal": rng.normal(size=n),
        "uniform": rng.random(n),
        "tied": rng.integers(-9, 9, n) / 8,
        "zeros": rng.choice([0.0, -0.0, 1.0], n),
        "negative": -rng.random(n),
        "extreme": rng.choice([5e-324, -5e-324, 1.7e308, -1.7e308, 1e-308], n),
    }[draw]
    positive = rng.random(n) < 0.3
    fast, plain = _ranked.rank(positive, scores), _ranked.sort(positive, scores).ranked()
    for field in ("thresholds", "positives", "negatives"):
        np.testing.assert_array_equal(getattr(fast, field), getattr(plain, field))


def test_positions_of_a_sorted_ranking_know_their_threshold():
    in_order = _ranked.sort([0, 1, 1, 0], [2.0, 1.0, 2.0, 0.5])
    assert in_order.order.tolist() == [3, 1, 0, 2]
    assert in_order.group.tolist() == [0, 1, 2, 2]
    assert in_order.thresholds.tolist() == [0.5, 1.0, 2.0]
    assert in_order.positive.tolist() == [False, True, False, True]


def test_ties_keep_the_order_they_came_in():
    """What a resampler draws for a seed must not depend on how a machine sorts."""
    tied = np.arange(1000) % 3
    order = _ranked.sort(tied > 0, tied).order
    np.testing.assert_array_equal(order, sorted(range(1000), key=lambda i: (tied[i], i)))


def test_scores_of_a_ranking_are_recognised():
    assert all(_ranked.takes_ranking(score) for score in SCORES.values())
    others = [precision_recall_curve, best_threshold, multiclass_average_precision, accuracy, len, lambda a, b: 0.0]
    assert not any(_ranked.takes_ranking(other) for other in others)


ANY = [*SCORES.values(), *(getattr(__import__("evalmetrics"), name) for name in CURVES)]
BAD = {
    "lengths": (([0, 1], [0.5]), ValueError, "y_true and y_score must have the same length.* 2.* 1"),
    "empty": (([], []), ValueError, "y_true is empty"),
    "nan": (([0, 1], [0.1, np.nan]), ValueError, "y_score holds nan or infinite values"),
    "inf": (([0, 1], [0.1, np.inf]), ValueError, "y_score holds nan or infinite values"),
    "-inf": (([0, 1], [-np.inf, 0.1]), ValueError, "y_score holds nan or infinite values"),
    "text scores": (([0, 1], ["a", "b"]), TypeError, "y_score must hold numbers.* got dtype"),
    "complex": (([0, 1], [1j, 2j]), TypeError, "y_score must hold numbers"),
    "no scores": (([0, 1], None), TypeError, "y_score must be a sequence .* got None"),
    "2-d": (([0, 1], [[0.1, 0.9], [0.2, 0.8]]), ValueError, "y_score must be 1-d"),
    "three labels": (
        ([0, 1, 2], [1, 2, 3]),
        ValueError,
        r"y_true must hold two labels, 1 \(pos_label\).*y_true == label",
    ),
    "scores for labels": (([0.1, 0.7, 1], [0, 1, 1]), ValueError, "y_true must hold two labels"),
    "unknown label": ((["a", "b"], [1, 2]), ValueError, "y_true must hold two labels, 1"),
    "one unknown label": (
        (["a", "a"], [1, 2]),
        ValueError,
        r"pos_label=1 does not occur in y_true, which holds \['a'\]",
    ),
    "missing label": (([1, None], [1, 2]), ValueError, "y_true holds missing values"),
    "nan label": (([1, np.nan], [1, 2]), ValueError, "y_true holds missing values"),
}


@pytest.mark.parametrize("score", ANY, ids=[*SCORES, *CURVES])
@pytest.mark.parametrize(("samples", "error", "message"), BAD.values(), ids=BAD)
def test_bad_labels_and_scores_are_named(score, samples, error, message):
    with pytest.raises(error, match=message):
        score(*samples)


@pytest.mark.parametrize("score", ANY, ids=[*SCORES, *CURVES])
@pytest.mark.parametrize("weight", [[1], [1, -1], [0, 0], [1, np.nan]])
def test_bad_weights_are_named(score, weight):
    with pytest.raises(ValueError, match="sample_weight"):
        score([0, 1], [0.1, 0.2], sample_weight=weight)


def test_pos_label_has_to_occur():
    with pytest.raises(ValueError, match=r"y_true must hold two labels, 3"):
        average_precision([0, 1], [0.1, 0.2], pos_label=3)
    with pytest.raises(ValueError, match=r"pos_label='x' does not occur"):
        average_precision([0, 0], [0.1, 0.2], pos_label="x")


BAD_OPTIONS = {
    "points 1": (interpolated_average_precision, {"points": 1}, ValueError, "points must be at least 2, got 1"),
    "points word": (interpolated_average_precision, {"points": "many"}, ValueError, "points .* \"all\", got 'many'"),
    "points 10.5": (interpolated_average_precision, {"points": 10.5}, TypeError, "points must be a whole number"),
    "rule": (pr_auc, {"rule": "simpson"}, ValueError, "rule must be one of 'lower_trapezoid'.* got 'simpson'"),
    "recall": (precision_at_recall, {"recall": 1.1}, ValueError, "recall must lie between 0 and 1, got 1.1"),
    "recall nan": (precision_at_recall, {"recall": np.nan}, ValueError, "recall must lie between 0 and 1"),
    "recall text": (precision_at_recall, {"recall": "1"}, TypeError, "recall must be a number"),
    "choose": (precision_at_recall, {"recall": 0.5, "choose": "luck"}, ValueError, "choose must be one of"),
    "volume": (precision_at_volume, {"volume": -0.1}, ValueError, "volume must lie between 0 and 1"),
    "precision": (recall_at_precision, {"precision": 2}, ValueError, "precision must lie between 0 and 1"),
    "metric": (best_threshold, {"metric": "accuracy"}, TypeError, "metric must be a function of a confusion matrix"),
}


@pytest.mark.parametrize(("score", "options", "error", "message"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_bad_options_are_named(score, options, error, message):
    with pytest.raises(error, match=message):
        score(*FOUR, **options)


def test_a_best_threshold_needs_both_labels():
    with pytest.raises(ValueError, match="y_true must hold both labels"):
        best_threshold([1, 1], [0.1, 0.2], accuracy)


def test_columns_that_a_table_names_are_the_labels():
    y_true, table = ["a", "b", "c", "c"], pd.DataFrame([[7, 2, 1], [4, 3, 3], [3, 5, 2], [5, 1, 4]], columns=[*"abc"])
    for average in ("macro", "weighted", "micro"):
        by_position = multiclass_average_precision(y_true, table.to_numpy(), average=average)
        assert multiclass_average_precision(y_true, table[[*"cab"]], average=average) == pytest.approx(by_position)
        assert multiclass_average_precision(y_true, table.set_axis(range(3), axis=1), average=average) == by_position
    assert multiclass_average_precision(y_true, table[[*"cab"]], average=None).index.to_list() == [*"cab"]


BAD_TABLES = {
    "columns": (([0, 1], [[1], [0]]), {}, ValueError, r"y_prob must have .* shape \(2, 2\), got \(2, 1\).*labels="),
    "rows": (([0, 1], [[1, 0]]), {}, ValueError, r"y_prob must have .* got \(1, 2\)"),
    "ragged": (([0, 1], [[1, 0], [1]]), {}, ValueError, "y_prob must have .* rows of different lengths"),
    "text": (([0, 1], [["a", "b"], ["c", "d"]]), {}, TypeError, "y_prob must hold numbers"),
    "nan": (([0, 1], [[1, 0], [np.nan, 1]]), {}, ValueError, "y_prob holds nan or infinite values"),
    "names": (
        ([0, 1], pd.DataFrame([[1, 0], [0, 1]], columns=[1, 0])),
        {"labels": [0, 1]},
        ValueError,
        r"labels must follow the columns of y_prob, \[1, 0\], got \[0, 1\]",
    ),
    "average": (([0, 1], [[1, 0], [0, 1]]), {"average": "mean"}, ValueError, "average must be one of 'macro'"),
    "labels": (([0, 1], [[1, 0], [0, 1]]), {"labels": [0, 2]}, ValueError, r"holds \[1\], missing from labels"),
}


@pytest.mark.parametrize(("samples", "options", "error", "message"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_tables_of_scores_are_named(samples, options, error, message):
    with pytest.raises(error, match=message):
        multiclass_average_precision(*samples, **options)

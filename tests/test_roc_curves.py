"""ROC, DET and what is read from them: printed values, scikit-learn, scipy and Yggdrasil, properties, bad input."""

from functools import partial
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
import sklearn.metrics
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import interp1d
from scipy.optimize import brentq
from scipy.special import ndtr, ndtri
from scipy.stats import mannwhitneyu
from sklearn import metrics
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

from evalmetrics import (
    average_precision,
    det_curve,
    equal_error_rate,
    false_positive_rate,
    fpr_at_recall,
    likelihood_ratios,
    multiclass_roc_auc,
    recall,
    recall_at_fpr,
    roc_auc,
    roc_curve,
)

from .printed import matrix, rounds_to
from .rankings import FOUR, OF, SCORES, random_rankings, rankings, resampled, walkthrough

OWN = {name: score for name, score in SCORES.items() if OF[name] == "roc_curves"}


def test_the_area_of_the_walkthrough_recomputes():
    """004-053."""
    assert rounds_to(roc_auc(*walkthrough()), "0.920254")


DET = """
004-033  0.35  fpr  0.5
004-034  0.4   fpr  0.5
004-035  0.8   fpr  0
004-036  0.35  fnr  0
004-037  0.4   fnr  0.5
004-038  0.8   fnr  0.5
"""


@pytest.mark.parametrize("row", DET.strip().splitlines())
def test_the_printed_det_curve_recomputes(row):
    """The thresholds themselves are 004-039 to 004-041."""
    _, threshold, error, printed = row.split()
    curve = det_curve(*FOUR).set_index("threshold")
    assert rounds_to(curve.loc[float(threshold), error], printed)


def test_the_printed_det_curve_lacks_its_ends():
    """Scikit-learn drops the point where everything is predicted, and that where nothing is."""
    ours, (fpr, fnr, thresholds) = det_curve(*FOUR), metrics.det_curve(*FOUR)
    np.testing.assert_array_equal(ours.iloc[1:4], np.transpose([thresholds, fpr, fnr]))
    assert ours.iloc[0].to_list() == [0.1, 1, 0]
    assert ours.iloc[4].to_list() == [np.inf, 0, 1]


CLAIMS = {
    "004-030 constant scores have an area of 0.5": lambda: roc_auc([0, 1, 1], [0.3, 0.3, 0.3]) == 0.5,
    "004-031 separable scores have an area of 1": lambda: roc_auc([0, 0, 1], [0.1, 0.2, 0.9]) == 1,
    "004-032 E-29 an area can be 0": lambda: roc_auc([0, 1], [0.9, 0.1]) == 0,
    "E-25 there is no roc_auc_curve": lambda: (
        not hasattr(sklearn.metrics, "roc_auc_curve") and hasattr(sklearn.metrics, "roc_auc_score")
    ),
    "E-31 the ROC meets tpr = 1 - fpr at 0.137931": lambda: rounds_to(equal_error_rate(*walkthrough()), "0.137931"),
    "E-32 at most 2001 points": lambda: len(roc_curve(*walkthrough())) == 2001,
    "E-30 false positives over positives are neither TPR nor FRR": lambda: (
        rounds_to(3 / 9, "0.3333") and rounds_to(recall(matrix("patients"))["disease"], "0.5556")
    ),
}


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_claims_hold(claim):
    assert claim()


def test_the_det_curve_meets_the_other_diagonal_only_at_its_ends():
    """E-31: on the DET curve equal errors lie on y = x; y = 1 - x is where a useless classifier lies."""
    curve = det_curve(*walkthrough())
    on_it = curve[np.isclose(curve["fpr"] + curve["fnr"], 1)]
    assert on_it[["fpr", "fnr"]].to_numpy().tolist() == [[1, 0], [0, 1]]


def test_iris_has_an_area_though_it_has_three_classes():
    """E-26: first two features, half held out."""
    data = load_iris()
    x, x_test, y, y_test = train_test_split(
        data.data[:, :2], data.target, test_size=0.5, random_state=0, stratify=data.target
    )
    prob = LogisticRegression().fit(x, y).predict_proba(x_test)
    assert rounds_to(multiclass_roc_auc(y_test, prob), "0.919467")


def test_one_point_of_the_roc_curve_is_one_matrix():
    """E-27: recall over false positive rate is the positive likelihood ratio, at the highest threshold 0/0."""
    curve = roc_curve([0, 0, 1, 1], FOUR[1])
    with np.errstate(invalid="ignore", divide="ignore"):
        ratios = curve["tpr"] / curve["fpr"]
    assert ratios.to_list()[:4] == [1, 2, 1, np.inf]
    assert np.isnan(ratios.iloc[4])
    assert likelihood_ratios(pd.DataFrame([[1, 1], [0, 2]]))["positive"].iloc[0] == np.inf
    assert false_positive_rate(pd.DataFrame([[1, 1], [0, 2]])).iloc[0] == 0


FPR = np.array([0.001, 0.01, 0.1, 0.3, 0.5])
SHAPES = {  # the true positive rate as a function of the false, and the slopes of the DET curve between points of FPR
    "E-33 normal": (lambda fpr: ndtr(ndtri(fpr) + 1), "-1.000 -1.000 -1.000 -1.000"),
    "E-33 normal, positives twice as wide": (lambda fpr: ndtr((ndtri(fpr) + 1) / 2), "-0.500 -0.500 -0.500 -0.500"),
    "E-33 exponential, means 1 and 4": (lambda fpr: fpr**0.25, "-0.583 -0.608 -0.643 -0.676"),
    "E-33 uniform, shifted by a half": (lambda fpr: np.minimum(fpr + 0.5, 1), "-0.030 -0.219 -0.777 -inf"),
}


@pytest.mark.parametrize(("tpr", "printed"), SHAPES.values(), ids=SHAPES)
def test_det_curves_are_straight_for_normal_scores_only(tpr, printed):
    found = np.diff(ndtri(1 - tpr(FPR))) / np.diff(ndtri(FPR))
    np.testing.assert_allclose(found, [float(slope) for slope in printed.split()], atol=6e-4)


@pytest.mark.parametrize("weighted", [False, True])
def test_curve_and_area_agree_with_scikit_learn(weighted):
    for y, s, w in random_rankings(600, weighted=weighted):
        fpr, tpr, thresholds = metrics.roc_curve(y, s, sample_weight=w, drop_intermediate=False)
        np.testing.assert_allclose(
            roc_curve(y, s, sample_weight=w)[::-1], np.transpose([thresholds, fpr, tpr]), atol=1e-12
        )
        assert roc_auc(y, s, sample_weight=w) == pytest.approx(metrics.roc_auc_score(y, s, sample_weight=w))


def test_every_point_of_scikit_learn_s_det_curve_is_one_of_ours():
    for y, s, _ in random_rankings(300):
        ours = det_curve(y, s)
        theirs = pd.DataFrame(dict(zip(["fpr", "fnr", "threshold"], metrics.det_curve(y, s), strict=True)))
        merged = theirs.round(9).merge(ours.round(9))
        assert len(merged) == len(theirs)


def test_area_agrees_with_the_mann_whitney_statistic():
    for y, s, _ in random_rankings(300):
        u = mannwhitneyu(s[y == 1], s[y == 0]).statistic
        assert roc_auc(y, s) == pytest.approx(u / (y.sum() * (1 - y).sum()))


@pytest.mark.parametrize("average", ["macro", "weighted", "micro", None])
@pytest.mark.parametrize("weighted", [False, True])
def test_one_against_the_rest_agrees_with_scikit_learn(average, weighted):
    for y, prob, w in tables_of_scores(weighted):
        theirs = metrics.roc_auc_score(y, prob, multi_class="ovr", average=average, sample_weight=w)
        np.testing.assert_allclose(multiclass_roc_auc(y, prob, average=average, sample_weight=w), theirs)


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_one_against_one_agrees_with_scikit_learn(average):
    for y, prob, _ in tables_of_scores(weighted=False):
        theirs = metrics.roc_auc_score(y, prob, multi_class="ovo", average=average)
        assert multiclass_roc_auc(y, prob, method="ovo", average=average) == pytest.approx(theirs)


def tables_of_scores(weighted):
    rng = np.random.default_rng(0)
    for _ in range(50):
        k, n = rng.integers(3, 6), rng.integers(5, 40)
        y = np.append(np.arange(k), rng.integers(k, size=n))
        prob = rng.integers(1, 9, size=(len(y), k)) + 5.0 * np.eye(k)[y]
        yield y, prob / prob.sum(axis=1, keepdims=True), rng.integers(1, 9, len(y)) / 4 if weighted else None


def test_equal_error_rate_is_where_the_interpolated_curve_meets_the_diagonal():
    for y, s, w in random_rankings(300, weighted=True):
        curve = roc_curve(y, s, sample_weight=w)
        corners = curve.groupby("fpr")["tpr"].agg(["min", "max"])
        x = np.repeat(corners.index.to_numpy(), 2) + np.tile([0, 1e-13], len(corners))
        line = interp1d(x, corners.to_numpy().ravel(), bounds_error=False, fill_value=(0, 1))
        wanted = brentq(lambda fpr, line=line: 1 - fpr - line(fpr), -1e-9, 1 + 1e-9)
        assert equal_error_rate(y, s, sample_weight=w) == pytest.approx(wanted, abs=1e-9)


def walked(y, s, within, wanted, *, highest_first):
    """Yggdrasil's search for X@Y (metric.cc, ComputeXAtYMetrics): the first point from one end that meets the limit."""
    for t in sorted([*np.unique(s), np.inf], reverse=highest_first):
        point = {"tpr": (s[y == 1] >= t).mean(), "fpr": (s[y == 0] >= t).mean()}
        if within(point):
            return point[wanted]
    return np.nan


def test_points_agree_with_yggdrasil_s_search():
    rng = np.random.default_rng(0)
    for y, s, _ in random_rankings(400):
        limit = rng.uniform(0, 1)
        found = walked(y, s, lambda point, limit=limit: point["fpr"] <= limit, "tpr", highest_first=False)
        assert recall_at_fpr(y, s, limit) == pytest.approx(found)
        found = walked(y, s, lambda point, limit=limit: point["tpr"] >= limit, "fpr", highest_first=True)
        assert fpr_at_recall(y, s, limit) == pytest.approx(found)


@pytest.mark.parametrize("weighted", [False, True])
def test_resampled_areas_equal_scikit_learn_s_on_the_same_resamples(weighted):
    """Replicate by replicate: what is drawn, how often, and in which order is the same."""
    rng, n = np.random.default_rng(0), 300
    y = (rng.random(n) < 0.3).astype(int)
    s, w = (rng.normal(size=n) + y).round(1), rng.integers(1, 5, n) / 2 if weighted else None
    for _ in range(100):
        drawn = rng.integers(n, size=n)
        ranked = resampled(y, s, np.bincount(drawn, minlength=n), sample_weight=w)
        options = {"sample_weight": None if w is None else w[drawn]}
        assert roc_auc(ranked, None) == pytest.approx(metrics.roc_auc_score(y[drawn], s[drawn], **options), abs=1e-14)
        theirs = metrics.average_precision_score(y[drawn], s[drawn], **options)
        assert average_precision(ranked, None) == pytest.approx(theirs, abs=1e-14)


def test_a_resample_without_one_class_is_undefined():
    ranked = resampled([0, 1, 1], [0.1, 0.2, 0.3], [0, 2, 1])
    assert all(np.isnan(score(ranked, None)) for score in OWN.values())
    assert average_precision(ranked, None) == 1


@given(rankings())
def test_the_area_is_the_probability_of_the_right_order(ranking):
    y, s = map(np.asarray, ranking)
    pairs = [(p > q) + (p == q) / 2 for p in s[y == 1] for q in s[y == 0]]
    assert roc_auc(y, s) == pytest.approx(np.mean(pairs))


@given(rankings())
def test_the_area_is_that_under_the_curve(ranking):
    curve = roc_curve(*ranking)
    assert roc_auc(*ranking) == pytest.approx(np.trapezoid(curve["tpr"][::-1], curve["fpr"][::-1]))


@given(rankings())
def test_turning_scores_or_labels_around_turns_the_area_around(ranking):
    y, s = ranking
    assert roc_auc(y, -np.array(s)) == pytest.approx(1 - roc_auc(y, s), abs=1e-12)
    assert roc_auc(1 - np.array(y), s) == pytest.approx(1 - roc_auc(y, s), abs=1e-12)
    assert roc_auc(y, -np.array(s), pos_label=0) == pytest.approx(roc_auc(y, s), abs=1e-12)


@given(rankings())
def test_turning_scores_around_turns_the_equal_error_rate_around(ranking):
    y, s = ranking
    assert equal_error_rate(y, -np.array(s)) == pytest.approx(1 - equal_error_rate(y, s))
    assert equal_error_rate(1 - np.array(y), -np.array(s)) == pytest.approx(equal_error_rate(y, s))


@given(rankings(), st.integers(2, 9))
def test_more_negatives_of_the_same_kind_change_precision_and_no_rate(ranking, times):
    y, s = map(np.asarray, ranking)
    many = np.repeat(y, np.where(y == 0, times, 1)), np.repeat(s, np.where(y == 0, times, 1))
    pd.testing.assert_frame_equal(roc_curve(*many), roc_curve(y, s))
    for score in OWN.values():
        assert score(*many) == pytest.approx(score(y, s), abs=1e-12)
    assert average_precision(*many) <= average_precision(y, s) + 1e-12


@given(rankings())
def test_the_curve_falls_from_one_corner_to_the_other(ranking):
    curve = roc_curve(*ranking)
    assert curve["threshold"].is_monotonic_increasing
    assert curve["fpr"].is_monotonic_decreasing
    assert curve["tpr"].is_monotonic_decreasing
    assert curve.iloc[0, 1:].to_list() == [1, 1]
    assert curve.iloc[-1].to_list() == [np.inf, 0, 0]
    det = det_curve(*ranking)
    np.testing.assert_array_equal(det["fnr"], 1 - curve["tpr"])
    assert det.columns.to_list() == ["threshold", "fpr", "fnr"]


@given(rankings(), st.floats(0, 1))
def test_points_lie_on_the_curve_and_keep_their_limit(ranking, limit):
    curve = roc_curve(*ranking)
    assert recall_at_fpr(*ranking, limit) == curve.loc[curve["fpr"] <= limit + 1e-12, "tpr"].max()
    assert fpr_at_recall(*ranking, limit) == curve.loc[curve["tpr"] >= limit - 1e-12, "fpr"].min()


@given(st.integers(1, 9), st.integers(1, 9))
def test_constant_scores_know_nothing(positives, negatives):
    y = [1] * positives + [0] * negatives
    assert roc_auc(y, [0.7] * len(y)) == equal_error_rate(y, [0.7] * len(y)) == 0.5
    assert recall_at_fpr(y, [0.7] * len(y), 0.9) == 0
    assert fpr_at_recall(y, [0.7] * len(y), 0.1) == 1


def test_the_nearest_point_would_call_constant_scores_perfect():
    """What reading the equal error rate off scikit-learn's det_curve does, where one error is 1 and the other 0."""
    fpr, fnr, _ = metrics.det_curve([0, 1, 0, 1], [0.5] * 4)
    nearest = np.argmin(np.abs(fpr - fnr))
    assert min(fpr[nearest], fnr[nearest]) == 0
    assert equal_error_rate([0, 1, 0, 1], [0.5] * 4) == 0.5


def test_saturated_scores_have_an_equal_error_rate():
    """Most scores are 0 or 1: no threshold makes the errors equal."""
    y, s = np.repeat([1, 0], 10), np.r_[[1.0] * 9, 0.0, [1.0] * 3, [0.0] * 7]
    curve = roc_curve(y, s)
    assert (curve["fpr"] != 1 - curve["tpr"]).all()
    assert equal_error_rate(y, s) == pytest.approx(0.25)


PROPERTIES = pytest.mark.parametrize("score", OWN.values(), ids=OWN)


@PROPERTIES
@given(ranking=rankings())
def test_only_the_order_of_the_scores_matters(score, ranking):
    y, s = ranking
    ranks = np.unique(s, return_inverse=True)[1]
    assert score(y, np.exp(ranks / 7)) == score(y, s)


@PROPERTIES
@given(ranking=rankings(weighted=True))
def test_a_weight_counts_like_repetition(score, ranking):
    y, s, weights = ranking
    repeated = np.repeat(y, weights), np.repeat(s, weights)
    assert score(y, s, sample_weight=weights) == pytest.approx(score(*repeated))
    assert score(y, s, sample_weight=np.array(weights) * 0.1) == pytest.approx(score(*repeated))


@PROPERTIES
@given(ranking=rankings(weighted=True))
def test_a_resample_is_the_same_ranking_with_other_weights(score, ranking):
    y, s, weights = ranking
    drawn = np.repeat(y, weights), np.repeat(s, weights)
    assert score(resampled(y, s, weights), None) == pytest.approx(score(*drawn))


@PROPERTIES
@given(ranking=rankings())
def test_a_perfect_ranking_is_the_best_there_is(score, ranking):
    y, s = ranking
    best = 1 if score in (roc_auc, OWN["recall_at_fpr"]) else 0
    assert score(y, y) == best
    assert 0 <= score(y, s) <= 1


@PROPERTIES
@pytest.mark.parametrize("y", [[0, 0], [1, 1]])
def test_with_one_class_scores_are_undefined(score, y):
    assert np.isnan(score(y, [0.1, 0.2]))


def test_with_one_class_its_own_rate_is_defined():
    only_negative, only_positive = roc_curve([0, 0], [1, 2]), roc_curve([1, 1], [1, 2])
    assert only_negative["tpr"].isna().all()
    assert only_negative["fpr"].to_list() == only_positive["tpr"].to_list() == [1, 0.5, 0]
    assert only_positive["fpr"].isna().all()


@pytest.mark.parametrize("method", ["ovr", "ovo"])
def test_columns_that_a_table_names_are_the_labels(method):
    rng = np.random.default_rng(1)
    y, table = rng.choice([*"abc"], 40), pd.DataFrame(rng.random((40, 3)), columns=[*"abc"])
    by_position = multiclass_roc_auc(y, table.to_numpy(), method=method)
    assert multiclass_roc_auc(y, table[[*"bca"]], method=method) == pytest.approx(by_position)
    assert multiclass_roc_auc(y, table[[*"bca"]].to_numpy(), method=method, labels=[*"bca"]) == pytest.approx(
        by_position
    )


def test_pairs_of_classes_are_hand_and_till_s():
    rng = np.random.default_rng(0)
    y, prob = rng.integers(4, size=60), rng.random((60, 4))
    pairs = multiclass_roc_auc(y, prob, method="ovo", average=None)
    assert pairs.index.to_list() == list(combinations(range(4), 2))
    for (i, j), area in pairs.items():
        both = np.isin(y, [i, j])
        a_ij = roc_auc(y[both] == i, prob[both, i])
        a_ji = roc_auc(y[both] == j, prob[both, j])
        assert area == pytest.approx((a_ij + a_ji) / 2)


@given(st.integers(2, 5), st.integers(0, 3), st.randoms(use_true_random=False))
def test_hand_and_till_s_mean_does_not_see_how_frequent_the_classes_are(times, which, random):
    rng = np.random.default_rng(random.randrange(2**32))
    y, prob = np.arange(40) % 4, rng.random((40, 4))
    repeat = np.where(y == which, times, 1)
    ours = [multiclass_roc_auc(*data, method="ovo") for data in ((y, prob), (y.repeat(repeat), prob.repeat(repeat, 0)))]
    assert ours[0] == pytest.approx(ours[1])


@pytest.mark.parametrize("method", ["ovr", "ovo"])
def test_weights_of_several_classes_count_like_repetition(method):
    rng = np.random.default_rng(0)
    y, prob, w = rng.integers(3, size=30), rng.random((30, 3)), rng.integers(0, 3, 30)
    for average in ("macro", "weighted"):
        options = {"method": method, "average": average, "labels": [0, 1, 2]}
        weighted = multiclass_roc_auc(y, prob, sample_weight=w, **options)
        assert weighted == pytest.approx(multiclass_roc_auc(y.repeat(w), prob.repeat(w, axis=0), **options))


@pytest.mark.parametrize("method", ["ovr", "ovo"])
def test_a_class_that_is_never_observed_has_no_area(method):
    y, prob = ["a", "b"], [[1, 0, 0], [0, 1, 0]]
    options = {"labels": ["a", "b", "c"], "method": method}
    assert np.isnan(multiclass_roc_auc(y, prob, **options))
    assert multiclass_roc_auc(y, prob, average=None, **options).isna().sum() == {"ovr": 1, "ovo": 2}[method]


BAD_OPTIONS = {
    "fpr": (partial(recall_at_fpr, fpr=-0.1), ValueError, "fpr must lie between 0 and 1, got -0.1"),
    "fpr text": (partial(recall_at_fpr, fpr="0.1"), TypeError, "fpr must be a number"),
    "recall": (partial(fpr_at_recall, recall=1.5), ValueError, "recall must lie between 0 and 1, got 1.5"),
}


@pytest.mark.parametrize(("score", "error", "message"), BAD_OPTIONS.values(), ids=BAD_OPTIONS)
def test_bad_limits_are_named(score, error, message):
    with pytest.raises(error, match=message):
        score(*FOUR)


BAD_TABLES = {
    "method": ({"method": "all"}, ValueError, "method must be one of 'ovr', 'ovo', got 'all'"),
    "average": ({"average": "mean"}, ValueError, "average must be one of 'macro', 'weighted', 'micro'"),
    "micro of pairs": ({"method": "ovo", "average": "micro"}, ValueError, "average must be .* 'weighted', got 'micro'"),
    "labels": ({"labels": [0, 1, 2]}, ValueError, r"y_prob must have .* shape \(2, 3\), got \(2, 2\)"),
}


@pytest.mark.parametrize(("options", "error", "message"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_options_of_several_classes_are_named(options, error, message):
    with pytest.raises(error, match=message):
        multiclass_roc_auc([0, 1], [[0.7, 0.3], [0.4, 0.6]], **options)

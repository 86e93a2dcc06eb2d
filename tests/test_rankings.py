"""What every metric of labels and scores owes its caller, whatever it measures."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from evalmetrics import (
    average_precision,
    best_threshold,
    det_curve,
    fpr_at_recall,
    multiclass_average_precision,
    multiclass_roc_auc,
    precision_at_recall,
    precision_at_volume,
    precision_recall_curve,
    recall_at_fpr,
    recall_at_precision,
    roc_auc,
    roc_curve,
)
from evalmetrics.inputs import rankings

from .rankings import FOUR, OF_RANKINGS, random_rankings

EVERY_METRIC = pytest.mark.parametrize("metric", OF_RANKINGS.values(), ids=OF_RANKINGS)
CURVES = {"precision_recall_curve": precision_recall_curve, "roc_curve": roc_curve, "det_curve": det_curve}
DRAWS = {
    "normal": lambda rng, n: rng.normal(size=n),
    "tied": lambda rng, n: rng.integers(-9, 9, n) / 8,
    "zeros": lambda rng, n: rng.choice([0.0, -0.0, 1.0], n),
    "negative": lambda rng, n: -rng.random(n).astype(np.float32),
    "extreme": lambda rng, n: rng.choice([5e-324, -5e-324, 1.7e308, -1.7e308, 1e-308], n),
    "huge integers": lambda rng, n: rng.integers(2**60, 2**60 + 5, n),  # which floats cannot tell apart
}


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
@pytest.mark.parametrize("prevalence", [0.3, 0.8])
def test_a_ranking_counts_positives_and_negatives_at_each_score(draw, prevalence):
    rng = np.random.default_rng(0)
    score, times = draw(rng, 200), rng.integers(0, 3, 200)
    positive = rng.random(200) < prevalence
    in_order = rankings.sort(positive, score)
    for ranking, counted in [
        (rankings.rank(positive, score), np.ones(200)),
        (in_order.ranking(), np.ones(200)),
        (rankings.rank(positive, score, sample_weight=times), times),
    ]:
        held = [s for s in np.unique(score)[::-1] if counted[score == s].any()]
        np.testing.assert_array_equal(ranking.scores, held)
        for side, counts in [(positive, ranking.positives), (~positive, ranking.negatives)]:
            np.testing.assert_array_equal(counts.astype(float), [counted[side & (score == s)].sum() for s in held])
    resampled = in_order.ranking(times[in_order.order])
    first = rankings.rank(positive, score, sample_weight=times)
    np.testing.assert_array_equal(resampled.positives[resampled.positives > 0], first.positives[first.positives > 0])
    np.testing.assert_array_equal(in_order.order, sorted(range(200), key=lambda i: (score[i], i)))  # ties stay put


@EVERY_METRIC
def test_only_the_order_of_the_scores_matters(metric):
    rng = np.random.default_rng(0)
    for y, s, w in random_rankings(20, weighted=True):
        expected, ranks = metric(y, s, sample_weight=w), np.unique(s, return_inverse=True)[1]
        np.testing.assert_equal(metric(y, np.exp(ranks / 7), sample_weight=w), expected)
        order = rng.permutation(len(y))
        np.testing.assert_allclose(metric(y[order], s[order], sample_weight=w[order] * 0.1), expected)


def first_point(y, s, within, wanted, *, highest_first):
    """Yggdrasil's search for X@Y (metric.cc, ComputeXAtYMetrics): the first point from one end that meets the limit."""
    for t in sorted([*np.unique(s), np.inf], reverse=highest_first):
        tp, fp = ((s >= t) & (y == 1)).sum(), ((s >= t) & (y == 0)).sum()
        precision = tp / (tp + fp) if tp + fp else np.nan
        point = {
            "recall": tp / y.sum(),
            "fpr": fp / (1 - y).sum(),
            "precision": precision,
            "volume": (tp + fp) / len(y),
        }
        if within(point):
            return point[wanted]
    return np.nan


def test_points_agree_with_yggdrasil_s_search():
    rng = np.random.default_rng(0)
    for y, s, _ in random_rankings(300):
        limit = rng.choice(
            [rng.uniform(0.01, 1), *(rng.integers(1, n + 1) / n for n in (10, len(y), y.sum(), (1 - y).sum()))]
        )
        for score, of, wanted, highest_first in [
            (precision_at_recall, "recall", "precision", True),
            (precision_at_volume, "volume", "precision", True),
            (recall_at_precision, "precision", "recall", False),
            (fpr_at_recall, "recall", "fpr", True),
        ]:
            found = first_point(y, s, lambda p, of=of: p[of] >= limit - 1e-12, wanted, highest_first=highest_first)  # noqa: B023
            np.testing.assert_allclose(score(y, s, limit), found, rtol=1e-12)
        found = first_point(y, s, lambda p: p["fpr"] <= limit + 1e-12, "recall", highest_first=False)  # noqa: B023
        assert recall_at_fpr(y, s, limit) == pytest.approx(found)
        curve = precision_recall_curve(y, s)[:-1]
        best = curve.loc[curve["recall"] >= limit - 1e-12, "precision"].max()
        assert precision_at_recall(y, s, limit, choose="best") == best


def test_lists_arrays_series_booleans_and_strings_are_all_labels():
    y, s = FOUR
    for labels in (y, np.array(y), pd.Series(y, index=list("dcba")), [bool(v) for v in y], np.array(y) * 1.0):
        for scores in (s, np.array(s, dtype=np.float32), pd.Series(s, dtype="Float64")):
            assert average_precision(labels, scores) == pytest.approx(5 / 6)
    words = ["ham", "ham", "spam", "spam"]
    for labels, positive in [(words, "spam"), (np.array(words), "spam"), ([1, 1, 2, 2], 2), ([-1, -1, 1, 1], None)]:
        assert average_precision(labels, s, pos_label=positive) == pytest.approx(5 / 6)
    assert average_precision(pd.array([False, False, True, True]), s) == pytest.approx(5 / 6)


def test_curves_of_one_class_have_a_rate_and_lack_the_other():
    for y, own, other in [([0, 0], "fpr", "tpr"), ([1, 1], "tpr", "fpr")]:
        roc = roc_curve(y, [1, 2])
        assert roc[own].to_list() == [1, 0.5, 0]
        assert roc[other].isna().all()
    curve = precision_recall_curve([0, 0], [0.1, 0.2])
    assert curve["recall"].isna().all()
    assert curve["precision"].to_list() == [0, 0, 1]
    assert precision_at_volume([0, 0], [0.1, 0.2], 0.5) == 0


@pytest.mark.parametrize(
    "score", [multiclass_average_precision, multiclass_roc_auc, multiclass_roc_auc.given(method="ovo")]
)
def test_columns_that_a_table_names_are_the_labels(score):
    rng = np.random.default_rng(1)
    y, table = rng.choice([*"abc"], 40), pd.DataFrame(rng.random((40, 3)), columns=[*"abc"])
    by_position = pytest.approx(score(y, table.to_numpy()))
    turned = table[[*"bca"]]
    assert score(y, turned) == score(y, turned.to_numpy(), labels=[*"bca"]) == by_position
    assert score(y, table.set_axis(range(3), axis=1)) == by_position  # which name nothing
    assert score(y, turned, average=None).index[0] in ("b", ("b", "c"))


SAY_WHICH = r"which do not say which of them is positive: say it with pos_label="
BAD = {
    "nan": (([0, 1], [0.1, np.nan]), {}, ValueError, "y_score holds nan or infinite values"),
    "inf": (([0, 1], [0.1, np.inf]), {}, ValueError, "y_score holds nan or infinite values"),
    "text scores": (([0, 1], ["a", "b"]), {}, TypeError, "y_score must hold numbers.* got text: 'a' at position 0"),
    "NA score": (([0, 1], [0.1, pd.NA]), {}, TypeError, "y_score must hold numbers.* object: <NA> at position 1"),
    "complex": (([0, 1], [1j, 2j]), {}, TypeError, "y_score must hold numbers"),
    "three labels": (([0, 1, 2], [1, 2, 3]), {}, ValueError, r"y_true must hold two labels, 1 .*y_true == label"),
    "missing label": (([1, None], [1, 2]), {}, ValueError, "y_true holds missing values"),
    "NA label": (([1, pd.NA], [1, 2]), {}, ValueError, "y_true holds missing values"),
    "labels 1 and 2": (([1, 1, 2, 2], [1, 2, 3, 4]), {}, ValueError, rf"y_true holds \[1, 2\], {SAY_WHICH}"),
    "words": ((["a", "b"], [1, 2]), {}, ValueError, rf"y_true holds \['a', 'b'\], {SAY_WHICH}"),
    "one word": ((["a", "a"], [1, 2]), {}, ValueError, rf"y_true holds \['a'\], {SAY_WHICH}"),
    "third label": (([0, 1], [1, 2]), {"pos_label": 3}, ValueError, "y_true must hold two labels, 3"),
    "absent label": (([0, 0], [1, 2]), {"pos_label": 7}, ValueError, r"pos_label=7 does not occur .* \[0\]"),
    "a label as text": (([0, 1], [1, 2]), {"pos_label": "1"}, TypeError, "y_true and pos_label mix numbers and text"),
    "many labels": (([0, 1], [1, 2]), {"pos_label": [1, 0]}, TypeError, r"pos_label must be one label, got \[1, 0\]"),
}


@pytest.mark.parametrize(("samples", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_labels_scores_and_weights_are_named(samples, options, error, message):
    with pytest.raises(error, match=message):
        roc_auc(*samples, **options)
    with pytest.raises(error, match=message):
        best_threshold(*samples, len, **options)


@pytest.mark.parametrize("function", [*OF_RANKINGS.values(), *CURVES.values()], ids=[*OF_RANKINGS, *CURVES])
def test_every_function_of_labels_and_scores_reads_them_that_way(function):
    with pytest.raises(ValueError, match=SAY_WHICH):
        function([1, 1, 2, 2], FOUR[1])
    with pytest.raises(ValueError, match="sample_weight must be finite"):
        function(*FOUR, sample_weight=[1, 1, np.nan, 1])


def test_a_recall_has_to_be_given_and_a_metric_takes_a_matrix():
    with pytest.raises(TypeError, match=r"precision_at_recall\(\) needs recall"):
        precision_at_recall(*FOUR)
    with pytest.raises(TypeError, match="metric must be a function of a confusion matrix"):
        best_threshold(*FOUR, metric="accuracy")


TWO = [0, 1], [[0.7, 0.3], [0.4, 0.6]]
NAMED = pd.DataFrame(TWO[1], columns=[1, 0])
BAD_TABLES = {
    "columns": (([0, 1], [[1], [0]]), {}, ValueError, r"y_prob must have .* shape \(2, 2\), got \(2, 1\).*labels="),
    "ragged": (([0, 1], [[1, 0], [1]]), {}, ValueError, "y_prob must have .* rows of different lengths"),
    "text": (([0, 1], [["a", "b"], ["c", "d"]]), {}, TypeError, "y_prob must hold numbers"),
    "nan": (([0, 1], [[1, 0], [np.nan, 1]]), {}, ValueError, "y_prob holds nan or infinite values"),
    "names": (([0, 1], NAMED), {"labels": [0, 1]}, ValueError, r"labels must follow the columns of y_prob, \[1, 0\]"),
    "sparse": (([0, 1], sparse.csr_array(TWO[1])), {}, TypeError, "y_prob must hold all of its entries, got a csr_arr"),
    "average": (TWO, {"average": "mean"}, ValueError, "average must be one of 'macro', 'weighted', 'micro'"),
    "labels": (TWO, {"labels": [0, 2]}, ValueError, r"holds \[1\], missing from labels"),
    "more labels": (TWO, {"labels": [0, 1, 2]}, ValueError, r"y_prob must have .* shape \(2, 3\), got \(2, 2\)"),
}


@pytest.mark.parametrize(("samples", "options", "error", "message"), BAD_TABLES.values(), ids=BAD_TABLES)
def test_bad_tables_of_scores_are_named(samples, options, error, message):
    for score in (multiclass_average_precision, multiclass_roc_auc):
        with pytest.raises(error, match=message):
            score(*samples, **options)

"""Ranked lists: printed values, scikit-learn and trec_eval, brute force over ties, properties, bad input."""

import re
from functools import partial
from itertools import pairwise, permutations, product
from math import log

import numpy as np
import pandas as pd
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn import metrics

from evalmetrics import (
    average_precision_at_k,
    bootstrap,
    bpref,
    cumulative_gain,
    cumulative_rating,
    dcg,
    default_ndcg,
    expected_reciprocal_rank,
    from_trec,
    hit_at_k,
    mean_average_precision,
    mean_average_recall,
    mean_f_at_k,
    mean_precision_at_k,
    mean_recall_at_k,
    mean_reciprocal_rank,
    ndcg,
    paired_bootstrap,
    precision_at_k,
    r_precision,
    rank_biased_precision,
    ranked_relevance,
    recall_at_k,
    reciprocal_rank,
)
from evalmetrics.fast import ranked_lists as fast
from evalmetrics.inputs import ranked_lists
from evalmetrics.metric import mean_of
from evalmetrics_book import (
    plot_ranked_lists,
)

from .printed import rounds_to

A, B = [2, 3, 3, 1, 2], [3, 3, 2, 2, 1]
GAINS = ["linear", "exponential"]
TIES = ["average", "best", "worst", "order"]
DENOMINATORS = ["relevant", "min", "found"]

grades = st.integers(0, 4)
lists = st.lists(grades, min_size=1, max_size=8)
many = st.lists(st.lists(st.integers(0, 2), max_size=6), min_size=1, max_size=6)
cutoffs = st.none() | st.integers(1, 10)


def served(relevance, **options):
    """NDCG of a list as it was served: the ideal is made of its own items."""
    return ndcg(relevance, np.arange(len(relevance), 0, -1), **options)


def in_2002(rank):
    """The discount of Järvelin and Kekäläinen (2002) with base 2: none before rank 2."""
    return np.maximum(1, np.log2(rank))


@st.composite
def judged(draw, max_size=6, **options):
    """Relevances, at least one of them above 0, and scores, often tied."""
    n = draw(st.integers(1, max_size))
    relevance = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n).filter(any))
    return relevance, draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))


# Published values


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        pytest.param("11", cumulative_gain(A), id="004-086"),
        pytest.param("7.14", dcg(B), id="004-089, 004-092"),
        pytest.param("0.923845", served(A), id="004-093 E-64, printed 0.93"),
        pytest.param("0.856965", served(A, gain="exponential"), id="004-094 E-71"),
        pytest.param("0.7070456", default_ndcg([3, 3, 2, 2, 1, 0], k=5, gain="exponential"), id="001-005 E-48"),
        pytest.param("13.550930", dcg([3, 2, 1], gain="exponential", discount=np.log1p), id="E-47, ln"),
        pytest.param("0.821786", ndcg([*A, 3], [6, 5, 4, 3, 2, 1], k=5), id="E-70"),
        pytest.param("8.254142", dcg(A, discount=in_2002), id="E-71, 2002, A"),
        pytest.param("0.833333", average_precision_at_k([1, 0, 1, 0, 0]), id="E-72"),
        pytest.param("0.611111", mean_reciprocal_rank([[1, 0, 0], [0, 0, 1], [0, 1, 0]]), id="E-73"),
    ],
)
def test_published_values_recompute(printed, value):
    assert rounds_to(value, printed)


def test_values_that_spark_prints():
    """The documentation of pyspark.mllib.evaluation.RankingMetrics; a query without relevant items counts 0 there."""
    ranked = [([1, 6, 2, 7, 8, 3, 9, 10, 4, 5], [1, 2, 3, 4, 5]), ([4, 1, 5, 6, 2, 7, 3, 8, 9, 10], [1, 2, 3])]
    found = [[int(item in truth) for item in items] for items, truth in ranked] + [[0] * 5]
    assert np.mean([precision_at_k(f, 1) for f in found]) == pytest.approx(1 / 3)
    assert rounds_to(np.mean([precision_at_k(f, 5) for f in found]), "0.266667")
    assert rounds_to(np.mean([precision_at_k(f, 15) for f in found]), "0.177778")
    assert str(mean_average_precision(found, zero_division=0.0)).startswith("0.35")
    assert str(mean_average_precision(found, 1, zero_division=0.0, denominator="min")).startswith("0.33")
    assert str(mean_average_precision(found, 2, zero_division=0.0, denominator="min")).startswith("0.25")
    assert np.isnan(mean_average_precision(found))


def test_values_that_other_projects_print():
    """Evalir's test of R-precision, Evret's page on RBP, LingPipe's on the grades of ERR: 16ths on a scale to 4."""
    relevant = {3, 5, 9, 25, 39, 44, 56, 71, 89, 123}
    retrieved = [123, 84, 56, 6, 8, 9, 511, 129, 187, 25, 38, 48, 250, 113, 3]
    assert r_precision([item in relevant for item in retrieved], n_relevant=10) == 0.4
    assert rounds_to(rank_biased_precision([1, 0, 1, 1, 0]), "0.4304")
    grades = [expected_reciprocal_rank([grade], highest_grade=4) for grade in range(5)]
    assert grades == [0, 1 / 16, 3 / 16, 7 / 16, 15 / 16]


# Reference libraries


@pytest.mark.parametrize("seed", range(20))
def test_ndcg_agrees_with_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    y_true, y_score = rng.integers(0, 5, (30, 12)), rng.normal(size=(30, 12)).round(rng.integers(0, 3))
    k = [None, 1, 3, 5, 12, 20][seed % 6]
    y_true[0], y_true[1] = 0, 1
    ours = partial(ndcg, y_true, y_score, k=k, zero_division=0.0)
    assert ours() == pytest.approx(metrics.ndcg_score(y_true, y_score, k=k))
    assert ours(gain="exponential") == pytest.approx(metrics.ndcg_score(2.0**y_true - 1, y_score, k=k))
    distinct = rng.permuted(np.tile(np.arange(12), (30, 1)), axis=1)
    theirs = metrics.ndcg_score(y_true, distinct, k=k, ignore_ties=True)
    for ties in TIES:
        assert ndcg(y_true, distinct, k=k, ties=ties, zero_division=0.0) == pytest.approx(theirs)
    ranked = ranked_relevance(y_true, distinct)
    theirs = metrics.dcg_score(y_true, distinct, k=k)
    assert np.mean([dcg(row, k) for row in ranked]) == pytest.approx(theirs)
    theirs = metrics.dcg_score(y_true, distinct, k=k, log_base=np.e)
    assert np.mean([dcg(row, k, discount=np.log1p) for row in ranked]) == pytest.approx(theirs)


@pytest.mark.parametrize("seed", range(20))
def test_average_precision_agrees_with_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    y_true = rng.random((40, 15)) < rng.uniform(0.1, 0.9)
    y_true[:, 0] = True
    y_score = rng.permuted(np.tile(np.arange(15), (40, 1)), axis=1)
    ranked = ranked_relevance(y_true, y_score)
    theirs = [metrics.average_precision_score(*pair) for pair in zip(y_true, y_score, strict=True)]
    assert mean_average_precision.statistics(ranked)[:, 0] == pytest.approx(theirs)
    assert mean_average_precision(ranked) == pytest.approx(
        metrics.label_ranking_average_precision_score(y_true, y_score)
    )


@pytest.mark.parametrize("seed", range(20))
def test_scores_agree_with_trec_eval(seed):
    """Lists of different lengths, and relevant items that are not on them."""
    rng = np.random.default_rng(seed)
    truth, run, relevances, n_relevant = {}, {}, [], []
    for query in map(str, range(25)):
        names = [f"item{i}" for i in range(rng.integers(2, 20))]
        truth[query] = {name: int(rng.integers(0, 3)) for name in names} | {"missing": 1}
        shown = rng.permutation(names)[: rng.integers(1, len(names) + 1)]
        run[query] = {name: float(-i) for i, name in enumerate(shown)}
        relevances.append([truth[query][name] for name in shown])
        n_relevant.append(sum(r > 0 for r in truth[query].values()))
    measures = {"map", "map_cut.3", "recip_rank", "P.5", "recall.5", "success.5", "ndcg", "ndcg_cut.5"}
    theirs = pytrec_eval.RelevanceEvaluator(truth, measures).evaluate(run)
    of = {name: [theirs[query][name] for query in run] for name in theirs["0"]}
    each = list(zip(relevances, n_relevant, strict=True))
    assert [average_precision_at_k(r, n_relevant=n) for r, n in each] == pytest.approx(of["map"])
    assert mean_average_precision(relevances, n_relevant=n_relevant) == pytest.approx(np.mean(of["map"]))
    assert mean_average_precision(relevances, 3, n_relevant=n_relevant) == pytest.approx(np.mean(of["map_cut_3"]))
    assert [reciprocal_rank(r) for r in relevances] == pytest.approx(of["recip_rank"])
    assert mean_reciprocal_rank(relevances) == pytest.approx(np.mean(of["recip_rank"]))
    assert [precision_at_k(r, 5) for r in relevances] == pytest.approx(of["P_5"])
    assert [recall_at_k(r, 5, n_relevant=n) for r, n in each] == pytest.approx(of["recall_5"])
    last = partial(mean_average_recall, n_relevant=n_relevant, ranks="last")
    assert last(relevances, 5) == pytest.approx(np.mean(of["recall_5"]))
    assert [hit_at_k(r, 5) for r in relevances] == of["success_5"]
    for name, k in [("ndcg", None), ("ndcg_cut_5", 5)]:
        ideal = [sorted(truth[query].values(), reverse=True) for query in run]
        ours = [dcg(r, k) / dcg(best, k) for r, best in zip(relevances, ideal, strict=True)]
        assert ours == pytest.approx(of[name])


@pytest.mark.parametrize("seed", range(20))
def test_scores_of_a_pool_agree_with_trec_eval(seed):
    """Some of what is listed was never judged, and some of what was judged is not listed."""
    rng = np.random.default_rng(seed)
    truth, run, relevances, counts = {}, {}, [], []
    for query in map(str, range(25)):
        shown = [f"item{i}" for i in range(rng.integers(1, 20))]
        judged = {name: int(rng.integers(0, 2)) for name in shown if rng.random() < 0.6}
        truth[query] = judged | {"good": 1, "bad": 0} | ({"worse": 0} if rng.random() < 0.5 else {})
        run[query] = {name: float(-i) for i, name in enumerate(shown)}
        relevances.append([judged.get(name, np.nan) for name in shown])
        counts.append([list(truth[query].values()).count(grade) for grade in (1, 0)])
    theirs = pytrec_eval.RelevanceEvaluator(truth, {"Rprec", "bpref"}).evaluate(run)
    n_relevant, n_irrelevant = np.transpose(counts)
    known = bpref.statistics(relevances, n_relevant=n_relevant, n_irrelevant=n_irrelevant)[:, 0]
    assert known == pytest.approx([theirs[query]["bpref"] for query in run])
    zeros = [np.nan_to_num(each) for each in relevances]
    found = r_precision.statistics(zeros, n_relevant=n_relevant)[:, 0]
    assert found == pytest.approx([theirs[query]["Rprec"] for query in run])


# Both registers agree


@given(pair=judged(), k=cutoffs, gain=st.sampled_from(GAINS))
def test_averaged_ties_are_the_mean_over_all_orders(pair, k, gain):
    relevance, score = map(np.array, pair)
    values = []
    for order in permutations(range(len(score))):
        if all(score[i] >= score[j] for i, j in pairwise(order)):
            values.append(dcg(relevance[list(order)], k, gain=gain))
    best = dcg(sorted(relevance, reverse=True), k, gain=gain)
    expected = {"average": np.mean(values), "best": max(values), "worst": min(values)}
    for ties, value in expected.items():
        assert ndcg(relevance, score, k=k, gain=gain, ties=ties) == pytest.approx(value / best)
    if len(set(score)) == 1:
        assert default_ndcg(relevance, k=k, gain=gain) == pytest.approx(np.mean(values) / best)


@given(relevances=many, k=cutoffs, more=st.integers(0, 3))
def test_average_recall_is_the_mean_of_recalls(relevances, k, more):
    n = [sum(r > 0 for r in each) + more for each in relevances]
    expected = {"relevant": [], "all": [], "last": []}
    for relevance, m in zip(relevances, n, strict=True):
        until = k or max(len(relevance), 1)
        recalls = [recall_at_k(relevance, i, n_relevant=m, zero_division=0.0) for i in range(1, until + 1)]
        hits = [recall for recall, r in zip(recalls, relevance, strict=False) if r > 0]
        expected["relevant"].append(sum(hits) / max(m, 1))
        expected["all"].append(np.mean(recalls))
        expected["last"].append(recalls[-1])
    for ranks, values in expected.items():
        rows = mean_average_recall.statistics(relevances, k, n_relevant=n, ranks=ranks, zero_division=0.0)
        assert rows[:, 0] == pytest.approx(values)
        assert mean_average_recall(relevances, k, n_relevant=n, ranks=ranks, zero_division=0.0) == pytest.approx(
            np.mean(values)
        )


def test_a_query_has_the_same_score_to_the_last_bit_whatever_others_there_are(monkeypatch):
    """Rows with ties are added up in another way than rows without."""
    rng = np.random.default_rng(0)
    y_true, y_score = rng.integers(1, 4, (50, 7)), rng.normal(size=(50, 7)).round(1)
    together = ndcg.statistics(y_true, y_score)
    alone = [ndcg.statistics(y_true[i : i + 1], y_score[i : i + 1])[0] for i in range(50)]
    assert (together == alone).all()
    monkeypatch.setattr(fast, "AT_ONCE", 20)
    assert (ndcg.statistics(y_true, y_score) == together).all()


@given(relevance=st.lists(grades, min_size=1, max_size=6), k=cutoffs)
def test_expected_reciprocal_rank_is_that_of_all_readers(relevance, k):
    """Each item is enough or not: the reciprocal rank of every reader, times how many readers are like this."""
    total = 0.0
    for enough in product([0, 1], repeat=len(relevance)):
        chances = [(2**r - 1) / 16 if e else 1 - (2**r - 1) / 16 for r, e in zip(relevance, enough, strict=True)]
        total += np.prod(chances) * reciprocal_rank(list(enough), k)
    assert expected_reciprocal_rank(relevance, k=k, highest_grade=4) == pytest.approx(total)
    assert expected_reciprocal_rank([[]], highest_grade=4) == 0


@given(relevance=st.lists(st.sampled_from([0, 0.5, 1, np.nan]), min_size=1, max_size=6), p=st.floats(0, 0.95))
def test_rank_biased_precision_is_the_expected_relevance_where_readers_stop(relevance, p):
    """Readers who go past the end of the list find what nobody judged, for ever."""
    assert rank_biased_precision([[]], persistence=p, unjudged=0.3) == pytest.approx(0.3)
    for unjudged in (0, 0.3, 1):
        worth = [unjudged if np.isnan(r) else r for r in relevance] + [unjudged] * 2000
        expected = sum(r * (1 - p) * p**i for i, r in enumerate(worth))
        assert rank_biased_precision(relevance, persistence=p, unjudged=unjudged) == pytest.approx(expected)


# Properties


@given(pair=st.lists(st.sampled_from([0, 1, np.nan]), min_size=1, max_size=8), at=st.integers(0, 8))
def test_unjudged_items_make_a_residual_and_bpref_passes_over_them(pair, at):
    more = [*pair[:at], np.nan, *pair[at:]]
    low, high = (rank_biased_precision(pair, unjudged=worth) for worth in (0, 1))
    assert 0 <= low <= high <= 1 + 1e-12
    weight = (np.isnan(pair) @ (0.2 * 0.8 ** np.arange(len(pair)))) + 0.8 ** len(pair)
    assert high - low == pytest.approx(weight)
    assert bpref(more) == bpref(pair) or 1 not in pair


def test_one_perfect_item_beats_a_page_of_good_ones_by_err_and_not_by_dcg():
    """Chapelle and others (2009), section 3: after a perfect item, little that follows is read."""
    good, perfect = [3] * 20, [4] + [0] * 19
    assert dcg(good, gain="exponential") > dcg(perfect, gain="exponential")
    assert expected_reciprocal_rank(good, highest_grade=4) < expected_reciprocal_rank(perfect, highest_grade=4)


@given(pair=judged(), base=st.floats(1.1, 50))
def test_the_base_of_the_logarithm_cancels(pair, base):
    other = ndcg(*pair, discount=lambda rank: np.log(1 + rank) / log(base))
    assert other == pytest.approx(ndcg(*pair))


def test_rounding_does_not_lift_a_perfect_order_above_1():
    """By averaged ties the DCG of this list exceeds the ideal one in the last digit."""
    assert ndcg([2, 3, 3], [2, 3, 3]) == 1
    assert ndcg.statistics([[2, 3, 3]], [[2, 3, 3]]).tolist() == [[1, 1]]


@given(pair=judged())
def test_only_the_order_of_the_scores_counts(pair):
    relevance, score = pair
    assert ndcg(relevance, 3.0 * np.array(score) - 7) == ndcg(relevance, score)
    items = np.random.default_rng(0).permutation(len(score))
    shuffled = np.array(relevance)[items], np.array(score)[items]
    assert ndcg(*shuffled) == pytest.approx(ndcg(relevance, score))


@given(relevance=lists, k=st.integers(1, 10), more=st.integers(0, 3))
def test_precision_recall_and_hits_count_the_same_items(relevance, k, more):
    n = sum(r > 0 for r in relevance) + more
    found = round(precision_at_k(relevance, k) * k)
    assert found == sum(r > 0 for r in relevance[:k])
    if n:
        assert recall_at_k(relevance, k, n_relevant=n) == pytest.approx(found / n)
        assert recall_at_k(relevance, k, n_relevant=n) <= recall_at_k(relevance, k + 1, n_relevant=n)
        assert 0 <= average_precision_at_k(relevance, k, n_relevant=n) <= min(k, n) / n
        values = [average_precision_at_k(relevance, k, n_relevant=n, denominator=d) for d in DENOMINATORS]
        assert values == sorted(values)
        assert max(values) <= 1 + 1e-12
    assert hit_at_k(relevance, k) == (found > 0)
    assert (reciprocal_rank(relevance, k) > 0) == (found > 0)


def test_graded_relevance_counts_as_relevant_above_0():
    assert precision_at_k([3, 0, 0.5], 3) == precision_at_k([1, 0, 1], 3) == pytest.approx(2 / 3)
    assert average_precision_at_k([3, 0, 0.5]) == average_precision_at_k([True, False, True])


def test_ranked_relevance_refuses_ties_unless_told():
    with pytest.raises(ValueError, match="ties="):
        ranked_relevance([0, 1], [1, 1])
    assert ranked_relevance([0, 1, 2], [1, 1, 0], ties="best").tolist() == [1, 0, 2]
    assert ranked_relevance([1, 0, 2], [1, 1, 0], ties="worst").tolist() == [0, 1, 2]
    assert ranked_relevance([[0, 1, 2]], [[1, 1, 0]], ties="order").tolist() == [[0, 1, 2]]


# Undefined


@pytest.mark.parametrize("value", [np.nan, 0.0, 1.0])
def test_without_anything_relevant_a_score_is_what_it_is_told_to_be(value):
    options = {"zero_division": value}
    scores = [
        recall_at_k([0, 0], 1, n_relevant=0, **options),
        average_precision_at_k([0, 0], **options),
        average_precision_at_k([], **options),
        ndcg([0, 0], [1, 2], **options),
        ndcg([0, 1], [2, 1], k=None, **options) * 0 + value,
        default_ndcg([0, 0], **options),
        mean_average_precision([[0, 0]], **options),
        mean_average_recall([[0, 0], [0]], **options),
    ]
    assert np.array_equal(scores, [value] * len(scores), equal_nan=True)
    assert (reciprocal_rank([0, 0]), reciprocal_rank([]), hit_at_k([], 1), precision_at_k([], 3)) == (0, 0, 0, 0)
    assert (dcg([]), cumulative_gain([]), mean_reciprocal_rank([[], [0]])) == (0, 0, 0)


def test_what_is_not_found_counts_0_and_is_not_undefined():
    for denominator in DENOMINATORS:
        assert average_precision_at_k([0, 0, 1], 2, denominator=denominator) == 0
        assert mean_average_precision([[0, 0, 1], [0, 1]], 1, denominator=denominator) == 0


def test_tied_items_stay_as_they_came_if_told_so():
    rng = np.random.default_rng(0)
    y_true, y_score = rng.integers(0, 5, (3, 200)), rng.integers(0, 3, (3, 200))
    ranked = [
        [r for _, r in sorted(zip(s, y, strict=True), key=lambda p: -p[0])]
        for s, y in zip(y_score, y_true, strict=True)
    ]
    assert ranked_relevance(y_true, y_score, ties="order").tolist() == ranked
    assert (ranked_relevance(y_true, np.zeros((3, 200)), ties="order") == y_true).all()
    expected = np.mean([dcg(row, 50) / dcg(np.sort(row)[::-1], 50) for row in y_true])
    assert ndcg(y_true, np.zeros((3, 200)), ties="order", k=50) == pytest.approx(expected)


def test_one_undefined_query_is_not_passed_over():
    assert np.isnan(ndcg([[0, 0], [1, 0]], [[1, 2], [2, 1]]))
    assert np.isnan(mean_average_precision([[0], [1]]))


# Parts of a data set


def test_each_query_may_have_its_own_number_of_relevant_items():
    lists, n = [[1, 0], [0, 1, 1], [0, 0], [1]], [2, 3, 1, 5]
    each = [average_precision_at_k(one, n_relevant=m) for one, m in zip(lists, n, strict=True)]
    assert mean_average_precision(lists, n_relevant=n) == pytest.approx(np.mean(each))
    parts = [mean_average_precision.total(lists[i::2], n_relevant=n[i::2]) for i in (0, 1)]
    assert sum(parts) == mean_average_precision.total(lists, n_relevant=n)
    interval = bootstrap(mean_average_precision.given(n_relevant=n), lists, n_resamples=20, rng=0)
    assert interval.estimate == pytest.approx(np.mean(each))


def test_a_mean_is_made_of_the_metric_of_one_list_and_has_its_options():
    @mean_of(precision_at_k, inputs=ranked_lists.ranked_lists)
    def mean_precision(precisions, lists):
        return precisions / lists

    assert mean_precision([[1, 0], [0, 1, 1]], 1) == 0.5
    assert mean_precision.total([[1, 0]], 1).context == {"k": 1}
    with pytest.raises(ValueError, match="k must be at least 1"):
        mean_precision([[1, 0]], 0)
    with pytest.raises(TypeError, match="made of precision_at_k itself"):
        mean_of(precision_at_k.given(k=3))(lambda precisions, lists: precisions / lists)


def test_what_a_query_without_relevant_items_counts_is_told_before_adding_up():
    lists = [[1, 0], [0, 0]]
    assert np.isnan(mean_average_precision(lists))
    assert mean_average_precision(lists, zero_division=0.5) == 0.75
    total = mean_average_precision.total(lists, zero_division=0.5)
    assert mean_average_precision.score(total) == 0.75
    with pytest.raises(ValueError, match="must share zero_division"):
        total + mean_average_precision.total(lists)
    with pytest.raises(TypeError, match="zero_division changes what is counted"):
        mean_average_precision.score(total, zero_division=0.0)


@pytest.mark.parametrize(
    "call",
    [
        lambda: bootstrap(ndcg, [1, 0, 1], [3, 2, 1]),
        lambda: bootstrap(default_ndcg, [1, 0, 1]),
        lambda: paired_bootstrap(ndcg, [1, 0, 1], [3, 2, 1], [1, 2, 3]),
        lambda: ndcg.statistics([1, 0, 1], [3, 2, 1]),
        lambda: ndcg.total([1, 0, 1], [3, 2, 1]),
    ],
)
def test_items_of_a_single_query_are_no_sample(call):
    with pytest.raises(ValueError, match=r"an entry for each example.* 3 entries as 1 example"):
        call()
    assert ndcg([1, 0, 1], [3, 2, 1]) == ndcg([[1, 0, 1]], [[3, 2, 1]])


# Bad input


@pytest.mark.parametrize("score", [dcg, cumulative_gain, reciprocal_rank, average_precision_at_k])
@pytest.mark.parametrize(
    ("relevance", "error", "message"),
    [
        ([1, -1], ValueError, "relevance must be finite and at least 0, got values from -1 to 1"),
        ([1, np.nan], ValueError, "relevance must be finite"),
        (["a"], TypeError, "relevance must hold numbers"),
        ("101", TypeError, "relevance must be a sequence"),
        (1, TypeError, "relevance must be a sequence"),
        ({1: 0}, TypeError, "relevance must be a sequence"),
        ([[1, 0]], ValueError, "relevance must be 1-d"),
    ],
)
def test_bad_relevances_are_named(score, relevance, error, message):
    with pytest.raises(error, match=message):
        score(relevance)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: dcg([1, 1001], gain="exponential"), ValueError, "relevances of at most 1000.* got 1001"),
        (lambda: reciprocal_rank([[1], [1, 2]]), ValueError, "relevance must be 1-d.* different lengths"),
        (lambda: default_ndcg([[1], [1, 2]]), ValueError, "y_true must have the same number of items in every query"),
        (lambda: dcg([1, 1], discount=np.log2), ValueError, "log\\(1\\) is 0"),
        (lambda: dcg([1, 1], discount=lambda rank: 1.0), ValueError, "discount must return"),
        (lambda: recall_at_k([1, 1], 1, n_relevant=1), ValueError, "which has 2; got 1"),
        (lambda: recall_at_k([1, 1], 1, n_relevant=2.0), TypeError, "n_relevant must be a whole number, got 2.0"),
        (lambda: recall_at_k([1, 1], 1), TypeError, "needs n_relevant"),
        (lambda: average_precision_at_k([1, 1], n_relevant=2.0), TypeError, "n_relevant must hold whole numbers"),
        (lambda: mean_average_precision([[1], [1]], n_relevant=[1]), ValueError, "one number per list: 2 lists"),
        (lambda: mean_average_precision([[1], [1, 1]], n_relevant=[1, 1]), ValueError, "which has 2; got 1"),
        (lambda: mean_reciprocal_rank([]), ValueError, "relevances is empty"),
        (lambda: mean_reciprocal_rank([1, 0]), ValueError, "one list is \\[relevance\\]"),
        (lambda: mean_reciprocal_rank([[1, 0], [-1]]), ValueError, "relevances\\[1\\] must be finite and at least 0"),
        (lambda: mean_reciprocal_rank("10"), TypeError, "relevances must be a sequence of lists"),
        (lambda: mean_reciprocal_rank(sparse.eye(2)), TypeError, "relevances.*relevances.toarray"),
        (lambda: mean_reciprocal_rank([[1, None]]), TypeError, "relevances must hold numbers"),
        (lambda: ndcg([1, 0], [1]), ValueError, "y_true has \\(2,\\), y_score has \\(1,\\)"),
        (lambda: ndcg({"q": 1}, {"q": 2}), ValueError, "y_true must have the shape .*, got {'q': 1}"),
        (lambda: ndcg([1, 0], [1, np.nan]), ValueError, "y_score holds nan"),
        (lambda: ndcg([1, 0], ["a", "b"]), TypeError, "y_score must hold numbers"),
        (lambda: ndcg([1, -1], [1, 2]), ValueError, "y_true must be finite and at least 0"),
        (lambda: ndcg([], []), ValueError, "y_true is empty"),
        (lambda: ranked_relevance([1], [1], ties="average"), ValueError, "ties must be one of"),
        (lambda: rank_biased_precision([1, 2]), ValueError, "at most 1, got 2: divide grades by the highest"),
        (lambda: rank_biased_precision([np.inf]), ValueError, "relevances must be finite and at least 0"),
        (lambda: expected_reciprocal_rank([1]), TypeError, "highest_grade"),
        (lambda: expected_reciprocal_rank([3], highest_grade=2), ValueError, "must be the highest .* got 2 for 3"),
        (lambda: expected_reciprocal_rank([3], highest_grade=1e4), ValueError, "highest_grade .* at most 1000"),
        (lambda: expected_reciprocal_rank([np.nan], highest_grade=4), ValueError, "relevances must be finite"),
        (lambda: bpref([1, 0], n_irrelevant=0), ValueError, "n_irrelevant must count at least .* has 1; got 0"),
        (lambda: bpref([1, 0], n_relevant=1.0), TypeError, "n_relevant must hold whole numbers"),
    ],
)
def test_bad_arguments_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_dataframe_is_a_list_per_row():
    table = pd.DataFrame([[1, 0, 1], [0, 1, 0]])
    assert ndcg.statistics(table, table).tolist() == ndcg.statistics(table.to_numpy(), table.to_numpy()).tolist()
    assert cumulative_rating(table).tolist() == cumulative_rating(table.to_numpy()).tolist()


def test_whole_scores_that_are_one_float_are_ranked_apart():
    assert 2.0**60 == 2.0**60 + 1
    assert ndcg([0, 1], [2**60, 2**60 + 1]) == 1
    assert ndcg([[0, 1], [1, 0]], np.array([[2**63, 2**63 + 1]] * 2, dtype=np.uint64)) == ndcg(
        [[0, 1], [1, 0]], [[1, 2]] * 2
    )


# Figures


def test_lists_are_rows_of_boxes_with_their_relevances():
    ax = plot_ranked_lists({"A": A, "short": [0, 1]}, k=2)
    assert [text.get_text() for text in ax.texts] == [*map(str, A), "0", "1"]
    assert [label.get_text() for label in ax.get_yticklabels()] == ["A", "short"]
    assert len(ax.patches) == 7
    assert ax.lines[0].get_xdata()[0] == 2.5
    assert ax.patches[1].get_alpha() > ax.patches[0].get_alpha() > ax.patches[5].get_alpha()


def test_boxes_of_unjudged_items_are_empty():
    ax = plot_ranked_lists({"A": [1, np.nan, 0], "none": [np.nan], "empty": []})
    assert [text.get_text() for text in ax.texts] == ["1", "?", "0", "?"]
    assert [box.get_fill() for box in ax.patches] == [True, False, True, False]


def test_figures_draw_where_they_are_told_and_name_what_is_wrong():
    ax = plot_ranked_lists({"A": A})
    assert plot_ranked_lists({"B": B}, ax=ax) is ax
    with pytest.raises(TypeError, match="lists must be a mapping"):
        plot_ranked_lists(A)
    with pytest.raises(ValueError, match=r"lists\['A'\] must be finite"):
        plot_ranked_lists({"A": [-1]})


def test_f_at_k_is_the_mean_of_harmonic_means():
    relevances = [[1, 0, 1, 1], [0, 1, 0, 0], [0, 0, 0, 1]]
    each = [(precision_at_k(r, 3), recall_at_k(r, 3, n_relevant=4)) for r in relevances]
    expected = np.mean([2 * p * r / (p + r) if p else 0 for p, r in each])
    assert mean_f_at_k(relevances, 3, n_relevant=4) == pytest.approx(expected)
    with pytest.raises(ValueError, match="at least the items of its kind in the list itself"):
        mean_recall_at_k([[1, 1]], 2, n_relevant=[1])
    with pytest.raises(TypeError, match="n_relevant"):
        mean_recall_at_k([[1, 1]], 2)


def trec_files(rng, queries=12):
    """Qrels and a run as dictionaries: equal scores, unjudged documents, grades below 0, missing queries."""
    documents = [f"D{i}" for i in range(40)]
    qrels = {
        f"q{q}": {d: int(rng.integers(-1, 4)) for d in rng.choice(documents, 15, replace=False)} | {"D0": 1}
        for q in range(queries)
    }
    run = {
        f"q{q}": {d: float(rng.integers(0, 12)) for d in rng.choice(documents, rng.integers(8, 25), replace=False)}
        for q in range(1, queries)
    }
    return qrels, run | {"q99": {"D1": 1.0}}


def lines(numbers, before, after="", rank=""):
    return "".join(f"{q}\t{before} {d}{rank} {x}{after}\n" for q, own in numbers.items() for d, x in own.items())


@pytest.mark.parametrize("seed", range(4))
def test_runs_of_trec_score_as_in_trec_eval(seed, tmp_path):
    qrels, run = trec_files(np.random.default_rng(seed))
    theirs = pytrec_eval.RelevanceEvaluator(
        qrels, {"map", "P.5", "recall.5", "recip_rank", "Rprec", "bpref", "ndcg_cut.5", "success.5"}
    ).evaluate({**run, "q0": {"unknown": 1.0}})
    mean = {name: np.mean([own[name] for own in theirs.values()]) for name in next(iter(theirs.values()))}
    found = from_trec(qrels, run)
    n = found.n_relevant
    assert mean_average_precision(found.relevances, n_relevant=n) == pytest.approx(mean["map"])
    assert mean_precision_at_k(found.relevances, 5) == pytest.approx(mean["P_5"])
    assert mean_recall_at_k(found.relevances, 5, n_relevant=n) == pytest.approx(mean["recall_5"])
    assert mean_reciprocal_rank(found.relevances) == pytest.approx(mean["recip_rank"])
    assert r_precision(found.relevances, n_relevant=n) == pytest.approx(mean["Rprec"])
    preferred = bpref(found.judged, n_relevant=n, n_irrelevant=found.n_irrelevant)
    assert preferred == pytest.approx(mean["bpref"])
    assert ndcg(found.y_true, found.y_score, k=5) == pytest.approx(mean["ndcg_cut_5"])
    (tmp_path / "qrels.txt").write_text(lines(qrels, 0), encoding="utf-8-sig")
    again = from_trec(tmp_path / "qrels.txt", lines(run, "Q0", " mine", rank=" 1"))
    assert again.relevances == found.relevances
    np.testing.assert_array_equal(again.y_true, found.y_true)


def test_a_run_of_trec_by_hand():
    qrels = "q1 0 a 1\nq1 0 b 0\nq1 0 c 2\n\nq2 0 a 1\n"
    run = "q1 Q0 b 1 0.5 mine\nq1 Q0 a 2 0.5 mine\nq1 Q0 x 3 0.7 mine\nq3 Q0 a 1 1.0 mine\n"
    found = from_trec(qrels, run)
    assert found.queries == ["q1", "q2"]
    assert found.relevances == [[0, 0, 1], []]  # x leads, and of equal scores the name that sorts last
    np.testing.assert_array_equal(found.judged[0], [np.nan, 0, 1])
    assert (found.n_relevant.tolist(), found.n_irrelevant.tolist()) == ([2, 1], [1, 0])
    assert (found.empty, found.left_out, found.unjudged, found.tied, found.depth) == (["q2"], ["q3"], 1, 2, 3)
    assert mean_average_precision(found.relevances, n_relevant=found.n_relevant) == pytest.approx(1 / 12)
    np.testing.assert_array_equal(found.y_true, [[0, 0, 1, 2], [0, 0, 0, 1]])
    assert re.search(r"2 judged queries, 3 documents.*1 queries without .*\['q2'\]", repr(found), re.DOTALL)
    assert from_trec(qrels, run, ties="order").relevances == [[0, 0, 1], []]
    assert from_trec(qrels, {"q1": ["a", "b"]}).relevances == [[1, 0], []]
    close = {"q1": {"a": 1.0, "b": 1.0 + 1e-9}}  # one score, in single precision
    assert from_trec(qrels, {"q1": {"a": 1.0 + 1e-9, "b": 1.0}}).relevances[0] == [0, 1]
    assert from_trec(qrels, close, ties="order").relevances[0] == [0, 1]
    assert from_trec(qrels, {"q1": {"a": 1.0 + 1e-9, "b": 1.0}}, ties="order").relevances[0] == [1, 0]


@pytest.mark.parametrize(
    ("qrels", "run", "message"),
    [
        ("q1 a 1\n", {"q1": ["a"]}, "qrels must have lines of query, iteration, document, relevance, got in line 1"),
        ("q1 0 a yes\n", {"q1": ["a"]}, "got in line 1 'q1 0 a yes'"),
        ("q1 0 a 1\nq1 0 a 0\n", {"q1": ["a"]}, "no document twice, got a of query q1 again in line 2"),
        ("q1 0 a 1\n", "q1 Q0 a 1 0.5\n", "run must have lines of query, Q0, document, rank, score, name"),
        ("q1 0 a 1\n", {"q1": ["a", "a"]}, "must hold no document twice"),
        ("q1 0 a 1\n", {"q1": {"a": np.nan}}, "must hold finite numbers, got nan for 'a'"),
        ({1: {"a": 1}}, {"1": ["a"]}, r"no query in common: qrels hold \[1\], run \['1'\]"),
        ({1: {"a": 1}}, {1: ["b"]}, r"no document in common: qrels hold \['a'\], run \['b'\]"),
        ({}, {1: ["b"]}, "qrels is empty"),
        ({1: {"a": 1}}, {1: ["a"]}, None),
    ],
)
def test_what_is_wrong_with_files_of_trec_is_said(qrels, run, message):
    if message is None:
        assert from_trec(qrels, run).relevances == [[1]]
    else:
        with pytest.raises(ValueError, match=message):
            from_trec(qrels, run)
    with pytest.raises(TypeError, match="run must be a dictionary"):
        from_trec({1: {"a": 1}}, [["a"]])
    with pytest.raises(TypeError, match=r"qrels\[1\] must be .* relevant documents alone .* dict.fromkeys"):
        from_trec({1: ["a"]}, {1: ["a", "b"]})

"""Human judgement: mean opinions, listening tests, strengths from rankings, averages of benchmarks."""

import itertools
from functools import partial
from math import isnan, nan

import choix
import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from evalmetrics import (
    benchmark_average,
    bootstrap,
    card,
    mean_opinion_score,
    mushra_scores,
    plackett_luce,
    plot_mushra,
)
from evalmetrics_book import example_listening_test

from .printed import rounds_to

# Mean opinion scores

ratings = st.lists(st.tuples(st.integers(1, 5), st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40).map(
    lambda rows: np.array(rows).T
)


def test_the_scale_of_a_mean_opinion_score_is_1_to_5():
    """004-084: the scale, which the card and the default have."""
    assert (card("mean_opinion_score").low, card("mean_opinion_score").high) == (1, 5)
    for beyond in (0, 6):
        with pytest.raises(ValueError, match=f"scale from 1 to 5, got values from .*{beyond}"):
            mean_opinion_score([3, beyond])
    assert mean_opinion_score([3, 6], scale=(0, 10)).estimate == 4.5


@pytest.mark.parametrize("level", [0.5, 0.95, 0.99])
def test_without_raters_the_interval_is_the_t_interval_of_scipy(level):
    rng = np.random.default_rng(0)
    for _ in range(50):
        values = rng.integers(1, 6, size=rng.integers(2, 30))
        found = mean_opinion_score(values, scale=(-1000, 1000), level=level)
        if np.ptp(values):
            wanted = stats.t.interval(level, len(values) - 1, values.mean(), stats.sem(values))
            np.testing.assert_allclose([found.low, found.high], wanted)
        else:
            assert found.low == found.high == values[0]


def test_with_equally_many_ratings_it_is_the_t_interval_of_the_raters_means():
    rng = np.random.default_rng(0)
    table = rng.integers(1, 6, size=(12, 7))
    found = mean_opinion_score(table.ravel(), raters=np.repeat(np.arange(12), 7))
    wanted = stats.t.interval(0.95, 11, table.mean(), stats.sem(table.mean(axis=1)))
    np.testing.assert_allclose([found.low, found.high], wanted)
    assert (found.n_ratings, found.n_raters, found.interval.method) == (84, 12, "t over raters")
    over_items = mean_opinion_score(table.ravel(), items=np.tile(np.arange(7), 12))
    wanted = stats.t.interval(0.95, 6, table.mean(), stats.sem(table.mean(axis=0)))
    np.testing.assert_allclose([over_items.low, over_items.high], wanted)


@given(ratings)
def test_the_mean_is_a_mean_and_lies_in_its_interval_and_on_its_scale(drawn):
    values, raters, items = drawn
    for options in ({}, {"raters": raters}, {"items": items}, {"raters": raters, "items": items}):
        found = mean_opinion_score(values, **options)
        assert found.estimate == pytest.approx(values.mean())
        groups = min((len(set(ids)) for ids in options.values()), default=len(values))
        assert isnan(found.low) == (groups == 1)
        assert isnan(found.low) or 1 <= found.low <= found.estimate + 1e-12
        assert isnan(found.high) or 5 >= found.high >= found.estimate - 1e-12


@given(ratings)
def test_names_of_raters_and_the_order_of_ratings_do_not_matter(drawn):
    values, raters, items = drawn
    assume(min(len(set(raters)), len(set(items))) > 1)
    found = mean_opinion_score(values, raters=raters, items=items)
    order = np.random.default_rng(0).permutation(len(values))
    other = mean_opinion_score(values[order], raters=[f"r{9 - r}" for r in raters[order]], items=items[order])
    np.testing.assert_allclose([other.low, other.high], [found.low, found.high], atol=1e-9)


def coverage(draw, times=600, **scale):
    """How often intervals hold a true mean of 0: of single ratings, over raters, over raters and items."""
    rng, held = np.random.default_rng(0), np.zeros(3)
    for _ in range(times):
        values, raters, items = draw(rng)
        for i, options in enumerate(({}, {"raters": raters}, {"raters": raters, "items": items})):
            held[i] += 0 in mean_opinion_score(values, scale=(-99, 99), **options).interval
    return held / times


def test_where_items_vary_too_only_both_together_cover():
    def draw(rng):
        table = rng.normal(size=(20, 1)) + rng.normal(size=(1, 20)) + rng.normal(size=(20, 20))
        return table.ravel(), np.repeat(np.arange(20), 20), np.tile(np.arange(20), 20)

    single, over_raters, over_both = coverage(draw)
    assert single < 0.4
    assert over_raters < 0.88
    assert 0.91 < over_both < 0.97


def test_raters_and_items_together_are_the_formula_of_two_ways():
    """Variance over raters plus over items minus over pairs, and the degrees of freedom of the smaller number."""
    rng = np.random.default_rng(0)
    table = rng.normal(size=(12, 1)) + rng.normal(size=(1, 9)) + 0.1 * rng.normal(size=(12, 9))
    raters, items = (index.ravel() for index in np.indices(table.shape))
    found = mean_opinion_score(table.ravel(), raters=raters, items=items, scale=(-99, 99))
    d = table - table.mean()
    over_raters = 12 / 11 * sum(row.sum() ** 2 for row in d) / 108**2
    over_items = 9 / 8 * sum(column.sum() ** 2 for column in d.T) / 108**2
    over_pairs = 108 / 107 * (d**2).sum() / 108**2
    variance = over_raters + over_items - over_pairs
    assert variance > max(over_raters, over_items)
    reach = stats.t.ppf(0.975, 8) * variance**0.5
    np.testing.assert_allclose([found.low, found.high], table.mean() + np.array([-reach, reach]))
    alike = mean_opinion_score([1, 5] * 4, raters=[0, 0, 1, 1, 2, 2, 3, 3], items=[0, 1] * 4, scale=(-99, 99))
    only = mean_opinion_score([1, 5] * 4, items=[0, 1] * 4, scale=(-99, 99))
    assert (alike.low, alike.high) == (only.low, only.high)  # never shorter than over one of the two


def test_a_mean_opinion_is_a_number_with_parts():
    found = mean_opinion_score([4, 5, 3], raters="aab")
    assert (found.estimate, found, found.n_ratings, found.n_raters) == (4, 4, 3, 2)
    assert str(found) == "4.000 [1.000, 5.000] (95 %, t over raters), 3 ratings by 2 raters"


def test_weights_change_the_mean_and_leave_no_interval():
    found = mean_opinion_score([4, 5], sample_weight=[3, 1])
    assert found == 4.25
    assert isnan(found.low)


# MUSHRA


def mushra(scores):
    rows = [(*key, score) for key, score in scores.items()]
    return pd.DataFrame(rows, columns=["listener", "item", "condition", "score"])


def session(reference, anchor=(), codec=50):
    """One listener's scores of the hidden reference, item by item, and of the anchor."""
    rows = {("x", i, "reference"): score for i, score in enumerate(reference)}
    rows |= {("x", i, "anchor"): score for i, score in enumerate(anchor)}
    rows |= {("x", i, "codec"): codec for i in range(len(reference))}
    return rows | {(f"y{k}", i, c): s for k in range(9) for i in range(20) for c, s in OTHERS.items()}


OTHERS = {"reference": 100, "anchor": 40, "codec": 60}


@pytest.mark.parametrize(
    ("reference", "out"),
    [
        ([89] * 3 + [100] * 17, False),  # 15 % is not more than 15 %
        ([89] * 4 + [100] * 16, True),
        ([90] * 20, False),  # 90 is not lower than 90
        ([89, 100, 100, 100, 100, 100], True),  # one of six is more than 15 %
        ([89] + [100] * 6, False),
        ([89] * 2 + [100] * 11, True),  # 15.4 %
    ],
)
def test_who_does_not_know_the_hidden_reference_is_left_out(reference, out):
    result = mushra_scores(mushra(session(reference)))
    assert list(result.excluded.index) == ["x"] * out
    assert result.n_listeners == 10 - out
    if out:
        assert result.excluded["x"] == f"hidden reference below 90 on {reference.count(89)} of {len(reference)} items"
        assert result.scores.loc["codec", "mean"] == 60


@pytest.mark.parametrize(("high", "out"), [(3, False), (4, True)])
def test_who_takes_the_anchor_for_the_reference_is_left_out(high, out):
    table = mushra(session([100] * 20, anchor=[91] * high + [90] * (20 - high)))
    assert len(mushra_scores(table, anchor="anchor").excluded) == out
    assert len(mushra_scores(table).excluded) == 0  # without its name, the rule is not applied


def test_an_item_that_the_anchor_hardly_degrades_counts_against_nobody():
    """More than 25 % of the listeners above 90 on the first four items: they no longer count."""
    rows = session([100] * 20, anchor=[95] * 4 + [40] * 16)
    assert len(mushra_scores(mushra(rows), anchor="anchor").excluded) == 1
    rows |= {(f"y{k}", i, "anchor"): 95 for k in range(2) for i in range(4)}  # with x 3 of 10
    assert len(mushra_scores(mushra(rows), anchor="anchor").excluded) == 0


def test_a_quarter_of_the_panel_is_not_more_than_a_quarter():
    rows = session([100] * 6, anchor=[95] + [40] * 5)
    four = {key: score for key, score in rows.items() if key[0] in ("x", "y0", "y1", "y2")}
    assert list(mushra_scores(mushra(four), anchor="anchor").excluded.index) == ["x"]
    three = {key: score for key, score in four.items() if key[0] != "y2"}
    assert len(mushra_scores(mushra(three), anchor="anchor").excluded) == 0


def test_an_anchor_at_exactly_90_is_not_above_it():
    """Three of ten at 90 do not excuse the item on which a fourth is above."""
    rows = session([100] * 6, anchor=[95] + [40] * 5)
    rows |= {(f"y{k}", 0, "anchor"): 90 for k in range(3)}
    assert list(mushra_scores(mushra(rows), anchor="anchor").excluded.index) == ["x"]


def test_means_have_intervals_over_listeners_and_quartiles_are_medians_of_halves():
    table = example_listening_test()
    result = mushra_scores(table, anchor="anchor 7 kHz")
    assert list(result.excluded.index) == [3, 7, 11]
    kept = table[~table["listener"].isin([3, 7, 11])]
    assert result.n_listeners == 15
    assert result.scores["mean"].is_monotonic_decreasing
    for condition, row in result.scores.iterrows():
        own = kept[kept["condition"] == condition]
        means = own.groupby("listener")["score"].mean()
        wanted = stats.t.interval(0.95, 14, means.mean(), stats.sem(means))
        np.testing.assert_allclose([row["low"], row["high"]], np.clip(wanted, 0, 100))
        assert (row["mean"], row["median"]) == pytest.approx((own["score"].mean(), own["score"].median()))
        ordered = np.sort(own["score"])
        assert (row["q1"], row["q3"]) == (np.median(ordered[:60]), np.median(ordered[60:]))
    odd = mushra({(k, 1, "reference"): s for k, s in enumerate([91, 92, 93, 94, 99])})
    assert mushra_scores(odd).scores.loc["reference", ["q1", "median", "q3"]].tolist() == [92, 93, 94]


def test_without_listeners_there_are_no_scores():
    result = mushra_scores(mushra({("x", 1, "reference"): 50, ("x", 1, "codec"): 80}))
    assert result.scores.isna().all(axis=None)
    assert result.n_listeners == 0


ONE = {("x", 1, "reference"): 95, ("x", 1, "codec"): 80}
BAD_MUSHRA = {
    "no column": (mushra(ONE).drop(columns="item"), {}, ValueError, "item is missing"),
    "no frame": ([[1, 2]], {}, TypeError, "ratings must be a DataFrame with columns listener"),
    "scale": (mushra(ONE | {("x", 2, "codec"): 101}), {}, ValueError, "scale from 0 to 100"),
    "twice": (pd.concat([mushra(ONE)] * 2), {}, ValueError, "one score a listener, item and condition: row 2"),
    "reference": (mushra(ONE), {"reference": "ref"}, ValueError, "reference must be one of the conditions.*got 'ref'"),
    "anchor": (mushra(ONE), {"anchor": "low"}, ValueError, "anchor must be one of the conditions"),
    "nan": (mushra(ONE | {("x", 2, "codec"): nan}), {}, ValueError, "finite numbers, got nan"),
    "unnamed": (mushra(ONE | {(None, 2, "codec"): 3}), {}, ValueError, "must name the listener"),
    "without": (mushra(ONE | {("y", 1, "codec"): 3}), {}, ValueError, r"\['y'\] did not"),
    "level": (mushra(ONE), {"level": 95}, ValueError, "level must lie strictly"),
}


@pytest.mark.parametrize(("table", "options", "error", "message"), BAD_MUSHRA.values(), ids=BAD_MUSHRA)
def test_bad_listening_tests_are_named(table, options, error, message):
    with pytest.raises(error, match=message):
        mushra_scores(table, **options)


# Averages of benchmarks

BERT_LARGE = {
    **{"CoLA": 60.5, "SST-2": 94.9, "MRPC F1": 89.3, "MRPC acc": 85.4, "STS-B Pearson": 87.6, "STS-B Spearman": 86.5},
    **{"QQP F1": 72.1, "QQP acc": 89.3, "MNLI m": 86.7, "MNLI mm": 85.9, "QNLI": 92.7, "RTE": 70.1, "WNLI": 65.1},
}
TWO_METRICS = ["MRPC", "STS-B", "QQP", "MNLI"]
GLUE = {task: [name for name in BERT_LARGE if name.startswith(task + " ")] for task in TWO_METRICS}
PAPER = ["MNLI m", "MNLI mm", "QQP F1", "QNLI", "SST-2", "CoLA", "STS-B Spearman", "MRPC F1", "RTE"]


def test_one_model_has_two_published_glue_averages():
    """Devlin et al. (2019): 80.5 on the leaderboard, which is quoted in the abstract, and 82.1 in table 1."""
    assert rounds_to(benchmark_average(BERT_LARGE, groups=GLUE), "80.5")
    assert rounds_to(benchmark_average({name: BERT_LARGE[name] for name in PAPER}), "82.1")
    assert rounds_to(benchmark_average(BERT_LARGE), "82.0")  # thirteen numbers in one mean


tables = (
    st.integers(1, 5)
    .flatmap(lambda k: st.lists(st.lists(st.integers(1, 100), min_size=k, max_size=k), min_size=1, max_size=5))
    .map(lambda rows: pd.DataFrame(np.array(rows, dtype=float), index=[f"s{i}" for i in range(len(rows))]))
)


@given(tables)
def test_averages_are_the_means_of_scipy(table):
    np.testing.assert_allclose(benchmark_average(table), table.to_numpy().mean(axis=1))
    np.testing.assert_allclose(benchmark_average(table, method="geometric_mean"), stats.gmean(table, axis=1))
    places = stats.rankdata(-table.to_numpy(), axis=0).mean(axis=1)
    np.testing.assert_allclose(benchmark_average(table, method="mean_rank"), places)
    assert benchmark_average(table.iloc[0]) == pytest.approx(benchmark_average(table).iloc[0])


@given(tables, st.integers(0, 4), st.floats(0.01, 100))
def test_another_unit_of_a_task_changes_no_geometric_order_and_no_rank(table, task, unit):
    scaled = table.copy()
    scaled[task % table.shape[1]] *= unit
    before, after = (benchmark_average(t, method="geometric_mean") for t in (table, scaled))
    np.testing.assert_allclose(after / before, (after / before).iloc[0])
    pd.testing.assert_series_equal(
        benchmark_average(table, method="mean_rank"), benchmark_average(scaled, method="mean_rank")
    )


def test_scores_can_be_put_between_guessing_and_perfection_first():
    table = pd.DataFrame({"two choices": [0.75, 0.9], "four choices": [0.75, 0.625]}, index=["one", "two"])
    found = benchmark_average(table, floor={"two choices": 0.5, "four choices": 0.25}, ceiling=1)
    assert found.round(12).to_dict() == {"one": round((0.5 + 2 / 3) / 2, 12), "two": 0.65}
    assert benchmark_average(table, floor=0, ceiling=1).equals(benchmark_average(table))


def test_a_geometric_mean_knows_zeros_and_no_negative_numbers():
    table = pd.DataFrame({"a": [0.0, -1.0, 4.0], "b": [5.0, 5.0, 9.0]})
    np.testing.assert_allclose(benchmark_average(table, method="geometric_mean"), [0, nan, 6])


PAIR = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]}, index=["x", "y"])
BAD_AVERAGES = {
    "missing": (PAIR.assign(b=[1, nan]), {}, ValueError, "scores must be finite, got nan for system 'y', 'b'"),
    "empty": (pd.DataFrame(), {}, ValueError, "scores is empty"),
    "strings": (PAIR.assign(b="high"), {}, TypeError, "scores must hold numbers"),
    "group": (PAIR, {"groups": {"t": ["a", "c"]}}, ValueError, "groups must name columns of scores, at least one per"),
    "in two": (PAIR, {"groups": {"t": ["a"], "u": ["a"]}}, ValueError, "each once"),
    "no mapping": (PAIR, {"groups": ["a"]}, TypeError, r"groups must be a mapping from task to columns, got \['a'\]"),
    "array": (PAIR.to_numpy(), {}, TypeError, "scores must be a DataFrame, or a mapping or Series for one system"),
    "words": (PAIR, {"floor": "none", "ceiling": 1}, TypeError, "floor and ceiling must be numbers, got 'none' and 1"),
    "alone": (PAIR, {"floor": 0}, ValueError, "floor and ceiling must be given together"),
    "order": (PAIR, {"floor": 1, "ceiling": 1}, ValueError, "floor must be below ceiling for every score"),
    "unnamed": (PAIR, {"floor": {"a": 0}, "ceiling": 1}, ValueError, "floor must be below ceiling for every score"),
}


@pytest.mark.parametrize(("table", "options", "error", "message"), BAD_AVERAGES.values(), ids=BAD_AVERAGES)
def test_bad_benchmarks_are_named(table, options, error, message):
    with pytest.raises(error, match=message):
        benchmark_average(table, **options)


# Plackett and Luce


def draw_rankings(rng, strengths, n, length):
    """Rankings by lot: the largest of log strength plus Gumbel noise first."""
    k = len(strengths)
    shown = [rng.permutation(k)[:length] for _ in range(n)]
    return [list(map(int, s[np.argsort(-np.log(strengths[s]) - rng.gumbel(size=length))])) for s in shown]


def log_likelihood(strengths, rankings):
    return sum(np.log(strengths[r[t]] / strengths[list(r[t:])].sum()) for r in rankings for t in range(len(r) - 1))


@pytest.mark.parametrize("length", [2, 3, 5])
def test_strengths_agree_with_choix(length):
    rng = np.random.default_rng(length)
    for _ in range(10):
        rankings = draw_rankings(rng, rng.dirichlet(np.ones(5)), 60, length)
        found = plackett_luce(rankings, items=range(5))
        if found.isna().any():
            continue
        theirs = np.exp(choix.ilsr_rankings(5, rankings, tol=1e-12))
        np.testing.assert_allclose(found, theirs / theirs.sum(), rtol=1e-5)


def test_true_strengths_come_back_and_resamples_surround_them():
    truth = np.array([0.4, 0.3, 0.2, 0.1])
    rankings = draw_rankings(np.random.default_rng(0), truth, 600, 4)
    found = bootstrap(partial(plackett_luce, items=range(4)), rankings, n_resamples=200, rng=0)
    assert np.abs(found.estimate - truth).max() < 0.03
    assert (found.low < found.estimate).all()
    assert (found.estimate < found.high).all()
    assert ((found.low < truth) & (truth < found.high)).sum() >= 3


@given(
    st.lists(
        st.permutations(range(4)).flatmap(lambda p: st.integers(2, 4).map(lambda n: p[:n])), min_size=1, max_size=8
    )
)
def test_a_maximum_exists_unless_some_group_never_loses_to_the_others(rankings):
    """Hunter (2004), assumption 1, written out: every group of items is beaten by some item outside of it."""
    beaten = {(b, a) for r in rankings for i, b in enumerate(r) for a in r[i + 1 :]}
    groups = [set(g) for size in range(1, 4) for g in itertools.combinations(range(4), size)]
    exists = all(any((b, a) in beaten for b in set(range(4)) - g for a in g) for g in groups)
    found = plackett_luce(rankings, items=range(4))
    assert found.isna().all() == (not exists)
    assert found.isna().any() == (not exists)
    if exists:
        assert found.sum() == pytest.approx(1)
        best = log_likelihood(found.to_numpy(), rankings)
        for i, step in itertools.product(range(4), (0.9, 1.1)):
            moved = found.to_numpy().copy()
            moved[i] *= step
            assert log_likelihood(moved, rankings) <= best + 1e-9


BAD_RANKINGS = {
    "none": ([], {}, "rankings must be a sequence of at least one ranking"),
    "one item": ([["a", "b"], ["a"]], {}, r"at least two items, none twice; number 1 is \['a'\]"),
    "twice": ([["a", "b", "a"]], {}, "none twice; number 0"),
    "texts": (["ab", "ba"], {}, "each ranking must be a sequence"),
    "unknown": ([["a", "b"]], {"items": ["a"]}, r"items must list every item once, .* the rankings hold \['b'\] too"),
    "items twice": ([["a", "b"]], {"items": ["a", "b", "b"]}, "items must list every item once"),
    "nan": ([["a", nan], [nan, "a"]], {}, "rankings hold missing items"),
    "a frame": (pd.DataFrame([["a", "b"]]), {}, "rankings must be a sequence of at least one ranking, got DataFrame"),
}


@pytest.mark.parametrize(("rankings", "options", "message"), BAD_RANKINGS.values(), ids=BAD_RANKINGS)
def test_bad_rankings_are_named(rankings, options, message):
    with pytest.raises(ValueError, match=message):
        plackett_luce(rankings, **options)


def test_items_that_cannot_be_sorted_have_to_be_listed():
    rankings = [["a", ("b",)], [("b",), "a"], ["a", ("b",)]]
    with pytest.raises(TypeError, match="rankings hold items that cannot be sorted: list them in items="):
        plackett_luce(rankings)
    strengths = plackett_luce(rankings, items=[("b",), "a"])
    assert strengths.round(9).to_dict() == {("b",): round(1 / 3, 9), "a": round(2 / 3, 9)}


BAD_OPINIONS = {
    "empty": (([],), {}, ValueError, "ratings is empty"),
    "nan": (([3, nan],), {}, ValueError, "ratings must hold finite numbers, got nan at position 1"),
    "strings": ((["good"],), {}, TypeError, "ratings must hold numbers"),
    "lengths": (([3, 4],), {"raters": ["a"]}, ValueError, "ratings has 2, raters has 1"),
    "nobody": (([3, 4],), {"items": ["a", None]}, ValueError, "items holds a missing value at position 1"),
    "one end": (([3, 4],), {"scale": (5,)}, ValueError, r"scale must be two finite numbers, got \(5,\)"),
    "no ends": (([3, 4],), {"scale": 5}, TypeError, "scale must be two numbers, got 5"),
    "table": ((pd.DataFrame({"rating": [3, 4]}),), {}, ValueError, r"ratings must be 1-d.* shape \(2, 1\)"),
    "turned round": (([3, 4],), {"scale": (5, 1)}, ValueError, r"scale must be the worst grade .* got \(5, 1\)"),
}


def test_raters_may_be_numbers_of_any_byte_order():
    raters = [1, 1, 2, 3]
    other = np.array(raters, dtype=">i4")
    assert str(mean_opinion_score([1, 2, 3, 4], raters=other)) == str(mean_opinion_score([1, 2, 3, 4], raters=raters))


@pytest.mark.parametrize(("arguments", "options", "error", "message"), BAD_OPINIONS.values(), ids=BAD_OPINIONS)
def test_bad_opinions_are_named(arguments, options, error, message):
    with pytest.raises(error, match=message):
        mean_opinion_score(*arguments, **options)


# Figures


def test_the_figure_shows_every_condition_with_mean_median_and_quartiles():
    scores = mushra_scores(example_listening_test(), anchor="anchor 7 kHz").scores
    ax = plot_mushra(scores)
    medians, means = ax.get_lines()
    assert medians.get_xdata().tolist() == scores["median"].tolist()
    assert means.get_xdata().tolist() == scores["mean"].tolist()
    assert [bar.get_x() for bar in ax.patches] == scores["q1"].tolist()
    assert [bar.get_width() for bar in ax.patches] == (scores["q3"] - scores["q1"]).tolist()
    assert [segment[:, 0].tolist() for segment in ax.collections[0].get_segments()] == (
        scores[["low", "high"]].to_numpy().tolist()
    )
    assert [label.get_text() for label in ax.get_yticklabels()] == list(scores.index)
    with pytest.raises(ValueError, match="q1, q3 is missing"):
        plot_mushra(scores.drop(columns=["q1", "q3"]))

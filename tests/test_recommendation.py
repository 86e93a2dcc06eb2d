"""Recommenders: definitions by hand, brute force, printed values, identities, properties, bad input."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from evalmetrics import (
    average_reciprocal_hit_rate,
    click_through_rate,
    cumulative_gain,
    cumulative_rating,
    diversity,
    hit_rate,
    mean_percentile_rank,
    mean_reciprocal_rank,
    novelty,
    personalized_at_k,
    precision_at_k,
    roc_auc,
    success_at_k,
    wilson_interval,
)
from evalmetrics_book import example_ratings, plot_popularity, recommended_films

lists = st.lists(st.lists(st.integers(0, 3), max_size=6), min_size=1, max_size=6)
full_lists = st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=6), min_size=1, max_size=6)
cutoffs = st.integers(1, 8)
items = st.sampled_from("abcdefgh")
some_items = st.lists(items, max_size=5, unique=True)


# Definitions and printed values


def test_a_user_with_several_hits_is_one_hit():
    """E-74: hits over users, read literally, exceeds 1."""
    relevances = [[1, 1, 1], [1, 1, 0]]
    assert sum(map(sum, relevances)) / len(relevances) == 2.5
    assert hit_rate(relevances, 3) == 1


def test_percentile_ranks_of_four_animals():
    """A question on datascience.stackexchange.com: ratings 4, 3, 2, 1 in the best order, percentiles 0, 1/3, 2/3, 1."""
    assert mean_percentile_rank([[4, 3, 2, 1], [4, 3, 2, 1]]) == pytest.approx((0 * 4 + 1 + 4 / 3 + 1) / 10)


@given(relevances=lists, k=cutoffs)
def test_cumulative_rating_is_the_mean_cumulative_gain_at_each_rank(relevances, k):
    ratings = [np.mean([cumulative_gain(each, at) for each in relevances]) for at in range(1, k + 1)]
    assert cumulative_rating(relevances, k) == pytest.approx(ratings)
    if relevances[0]:
        assert cumulative_rating(relevances[0], k) == pytest.approx(cumulative_rating(relevances[:1], k))
    assert cumulative_rating(relevances).shape == (max(1, *map(len, relevances)),)


@given(relevances=full_lists)
def test_percentile_rank_is_the_weighted_mean_of_places(relevances):
    places = [(r, i / (len(each) - 1)) for each in relevances for i, r in enumerate(each)]
    total = sum(r for r, _ in places)
    expected = sum(r * place for r, place in places) / total if total else np.nan
    assert mean_percentile_rank(relevances) == pytest.approx(expected, nan_ok=True)


@given(data=st.data(), k=cutoffs)
def test_success_counts_moments_and_personalised_success_those_without_popular_items(data, k):
    moments = data.draw(st.lists(st.tuples(items, some_items), min_size=1, max_size=6))
    popular = data.draw(some_items)
    actual, recommended = map(list, zip(*moments, strict=True))
    success = [item in shown[:k] for item, shown in moments]
    assert success_at_k(actual, recommended, k) == pytest.approx(np.mean(success))
    without = [item in [i for i in shown[:k] if i not in popular] for item, shown in moments]
    assert personalized_at_k(actual, recommended, k, popular=popular) == pytest.approx(np.mean(without))
    assert personalized_at_k(actual, recommended, k, popular=()) == success_at_k(actual, recommended, k)


@given(users=st.lists(st.tuples(some_items, some_items), min_size=1, max_size=5))
def test_novelty_and_diversity_pool_their_users(users):
    seen, recommended = map(list, zip(*users, strict=True))
    new = [item not in before for before, shown in users for item in shown]
    assert novelty(seen, recommended) == pytest.approx(np.mean(new) if new else np.nan, nan_ok=True)

    def distance(a, b):
        return abs(ord(a) - ord(b))

    pairs = [distance(*pair) for shown in recommended for pair in combinations(shown, 2)]
    expected = pytest.approx(np.mean(pairs) if pairs else np.nan, nan_ok=True)
    assert diversity(recommended, distance=distance) == expected
    table = pd.DataFrame([[distance(a, b) for b in "abcdefgh"] for a in "abcdefgh"], list("abcdefgh"), list("abcdefgh"))
    assert diversity(recommended, distance=table) == expected


def test_clicks_are_added_before_they_are_divided():
    assert click_through_rate([1, 9], [1, 99]) == 0.1
    assert click_through_rate(10, 100) == 0.1
    assert click_through_rate(10, 100) in wilson_interval(10, 100)
    assert np.isnan(click_through_rate(0, 0))


def test_a_table_has_a_row_per_user():
    shown = pd.DataFrame({"first": ["x", "y"], "second": ["z", "z"]})
    assert success_at_k(["x", "z"], shown, 1) == 0.5
    assert novelty([{"x"}, {"x"}], shown) == 0.75


# Identities with other measures


@pytest.mark.parametrize("seed", range(10))
def test_with_one_item_per_user_measures_coincide(seed):
    rng = np.random.default_rng(seed)
    ranks = rng.integers(0, 30, size=50)
    relevances = np.eye(30)[ranks]
    assert average_reciprocal_hit_rate(relevances, 7) == pytest.approx(mean_reciprocal_rank(relevances, 7))
    areas = [roc_auc(each, -np.arange(30)) for each in relevances]
    assert areas == pytest.approx([metrics.roc_auc_score(each, -np.arange(30)) for each in relevances])
    assert mean_percentile_rank(relevances) == pytest.approx(1 - np.mean(areas))
    recommended = [[(str(i) if i != rank else "it") for i in range(30)] for rank in ranks]
    assert success_at_k(["it"] * 50, recommended, 5) == hit_rate(relevances, 5)
    assert hit_rate(relevances, 5) == pytest.approx(5 * np.mean([precision_at_k(each, 5) for each in relevances]))


# Parts of a data set


def test_distances_are_equal_where_function_or_table_are():
    def table():
        return pd.DataFrame([[0, 2], [2, 0]], list("ab"), list("ab"))

    parts = [diversity.total([["a", "b"]], distance=table()) for _ in range(2)]
    assert diversity.score(sum(parts)) == 2
    with pytest.raises(ValueError, match="must share distance"):
        parts[0] + diversity.total([["a", "b"]], distance=table() + 1)
    with pytest.raises(ValueError, match="must share distance"):
        parts[0] + diversity.total([["a", "b"]], distance=lambda a, b: 2)


def test_lists_of_parts_are_read_down_to_one_rank():
    whole = cumulative_rating.total([[3], [0, 2]])
    assert cumulative_rating.total([[3]], 2) + cumulative_rating.total([[0, 2]], 2) == whole
    assert cumulative_rating.score(whole).tolist() == [1.5, 2.5]
    with pytest.raises(ValueError, match="must share k"):
        cumulative_rating.total([[3]]) + cumulative_rating.total([[0, 2]])
    with pytest.raises(ValueError, match="an entry for each example"):
        cumulative_rating.total([3, 0, 2])


# The data


def test_ratings_are_those_of_a_world_with_tastes():
    ratings = example_ratings()
    pd.testing.assert_frame_equal(ratings, example_ratings())
    assert len(ratings) == 11689
    assert not ratings.duplicated(["user", "film"]).any()
    assert ratings.groupby("film")["genre"].nunique().eq(1).all()
    assert ratings.groupby("user").size().between(20, 60).all()
    assert ratings["held_out"].mean() == pytest.approx(1 / 3, abs=0.02)
    per_user = ratings.groupby(["user", "genre"]).agg(watched=("film", "size"), mean=("rating", "mean"))
    assert per_user["watched"].corr(per_user["mean"]) > 0.3
    late = ratings.groupby("user")["held_out"].apply(lambda held: held.is_monotonic_increasing)
    assert late.all()


def test_recommended_films_are_those_that_a_user_had_not_seen():
    data, films = example_ratings(), recommended_films()
    liked = data[data["held_out"] & (data["rating"] >= 4)].groupby("user")["film"].agg(set)
    seen = data[~data["held_out"]].groupby("user")["film"].agg(set)[liked.index]
    for name, each in films.lists.items():
        for one, had, likes, found in zip(each, seen, liked, films.found[name], strict=True):
            assert set(one) == set(range(240)) - had
            assert {film for film, hit in zip(one, found, strict=True) if hit} == likes


# Bad input


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: hit_rate([1, 0], 1), ValueError, "one list is \\[relevance\\]"),
        (lambda: hit_rate([[1, -1]], 1), ValueError, "relevances must be finite and at least 0"),
        (lambda: mean_percentile_rank([[1, 0], [1]]), ValueError, "at least two items"),
        (lambda: cumulative_rating([]), ValueError, "relevances is empty"),
        (lambda: cumulative_rating(3), TypeError, "relevances must be a sequence of lists"),
        (lambda: success_at_k(["a"], [["a"], ["b"]], 1), ValueError, "actual has 1, recommended has 2"),
        (lambda: success_at_k("ab", [["a"], ["b"]], 1), TypeError, "actual must be a sequence"),
        (lambda: success_at_k(["a"], ["a"], 1), TypeError, "recommended\\[0\\] must be a collection"),
        (lambda: success_at_k(["a"], [{"a", "b"}], 1), TypeError, "recommended\\[0\\] must be a list, best-ranked"),
        (lambda: success_at_k(["a"], "a", 1), TypeError, "recommended must be a sequence of lists"),
        (lambda: success_at_k(["a"], [b"ab"], 1), TypeError, "recommended\\[0\\] must be a collection"),
        (lambda: success_at_k(["a", None], [["a"], ["b"]], 1), ValueError, "actual holds missing items"),
        (lambda: success_at_k(["a", pd.NA], [["a"], ["b"]], 1), ValueError, "actual holds missing items"),
        (lambda: success_at_k(pd.DataFrame({"a": ["x"]}), [["x"]], 1), ValueError, "actual must be 1-d"),
        (lambda: success_at_k(["a"], [["a", None]], 1), ValueError, "recommended holds missing items"),
        (lambda: novelty([["a"]], [[1, np.nan]]), ValueError, "recommended holds missing items"),
        (lambda: novelty([["a"]], [np.ma.array([1, 2], mask=[0, 1])]), ValueError, "masked"),
        (lambda: personalized_at_k(["a"], [["a"]], 1, popular="a"), TypeError, "popular must be a collection"),
        (lambda: personalized_at_k(["a"], [["a"]], 1, popular=[["a"]]), TypeError, "popular must be a collection"),
        (lambda: novelty([["a"]], []), ValueError, "recommended is empty"),
        (lambda: novelty([["a"]], [["b", "b"]]), ValueError, "recommended\\[0\\] must hold no item twice"),
        (lambda: novelty([["a"], ["b"]], [["b"]]), ValueError, "seen has 2, recommended has 1"),
        (lambda: diversity([[1, 2]], distance=lambda a, b: -1), ValueError, "distance must be at least 0"),
        (lambda: diversity([[1, 2]], distance="cosine"), TypeError, "distance must be a function"),
        (lambda: diversity([[1, 2]], distance=lambda a, b: "far"), TypeError, "distance must return a number"),
        (lambda: diversity([[1, 2]], distance=pd.DataFrame([[0]])), KeyError, "row 1 and column 2"),
        (lambda: click_through_rate(2, 1), ValueError, "clicks must not exceed impressions"),
        (lambda: click_through_rate(-1, 1), ValueError, "clicks must hold finite numbers of at least 0, got -1"),
        (lambda: click_through_rate([], []), ValueError, "clicks is empty"),
        (lambda: click_through_rate([[1], [1, 2]], [1]), ValueError, "clicks must be 1-d.* different lengths"),
        (lambda: click_through_rate("1", 2), TypeError, "clicks must hold numbers"),
    ],
)
def test_bad_arguments_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Figures


def test_items_stand_in_the_order_of_their_popularity():
    axes = plot_popularity([1, 5, 3], {"A": [[0, 1], [1, 2]]})
    assert [[bar.get_height() for bar in ax.patches] for ax in axes] == [[5, 3, 1], [2, 1, 1]]
    assert [ax.get_ylabel() for ax in axes] == ["viewers", "A"]
    with pytest.raises(ValueError, match=r"recommended\['A'\] must hold places in counts, 0 to 2"):
        plot_popularity([1, 5, 3], {"A": [[3]]})
    with pytest.raises(TypeError, match="recommended must be a mapping"):
        plot_popularity([1, 5, 3], [[0]])

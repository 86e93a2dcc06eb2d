"""Agreement: published tables, scikit-learn, statsmodels and krippendorff, properties, resampling, bad input."""

import warnings
from math import isnan, nan

import krippendorff
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss_kappa

from evalmetrics import (
    bootstrap,
    card,
    cohen_kappa,
    correlation_ceiling,
    fleiss_kappa,
    intraclass_correlation,
    krippendorff_alpha,
)
from evalmetrics.inputs.matrices import frame
from evalmetrics_book import expected_agreement, plot_kappa_prevalence

from .printed import rounds_to

# Here a row is what one rater said, as most sources print it.
alpha_of_items, icc_of_items = krippendorff_alpha, intraclass_correlation
krippendorff_alpha, intraclass_correlation, correlation_ceiling = (
    metric.given(raters="rows") for metric in (krippendorff_alpha, intraclass_correlation, correlation_ceiling)
)

LEVELS = ["nominal", "ordinal", "interval", "ratio"]
FORMS = ["one_way", "agreement", "consistency"]
CANONICAL = [  # Krippendorff's twelve units and four observers
    [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3],
    [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
]
SHROUT_FLEISS = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]).T
FOURTEEN_RATERS = [
    *([0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1]),
    *([7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7]),
]


def two_by_two(cells):
    return frame(np.array(cells), ["yes", "no"])


PUBLISHED = {
    "Feinstein and Cicchetti, balanced": (lambda: cohen_kappa(two_by_two([[40, 9], [6, 45]])), "0.70"),
    "Feinstein and Cicchetti, unbalanced": (lambda: cohen_kappa(two_by_two([[80, 10], [5, 5]])), "0.32"),
    "fourteen raters": (lambda: fleiss_kappa(FOURTEEN_RATERS), "0.210"),
    "Krippendorff nominal": (lambda: krippendorff_alpha(CANONICAL), "0.743"),
    "Krippendorff ordinal": (lambda: krippendorff_alpha(CANONICAL, level="ordinal"), "0.815"),
    "Krippendorff interval": (lambda: krippendorff_alpha(CANONICAL, level="interval"), "0.849"),
    "Krippendorff ratio": (lambda: krippendorff_alpha(CANONICAL, level="ratio"), "0.797"),
    "Shrout and Fleiss (1,1)": (lambda: intraclass_correlation(SHROUT_FLEISS, form="one_way"), "0.17"),
    "Shrout and Fleiss (2,1)": (lambda: intraclass_correlation(SHROUT_FLEISS), "0.29"),
    "Shrout and Fleiss (3,1)": (lambda: intraclass_correlation(SHROUT_FLEISS, form="consistency"), "0.71"),
    "Shrout and Fleiss (1,4)": (lambda: intraclass_correlation(SHROUT_FLEISS, form="one_way", k=4), "0.44"),
    "Shrout and Fleiss (2,4)": (lambda: intraclass_correlation(SHROUT_FLEISS, k=4), "0.62"),
    "Shrout and Fleiss (3,4)": (lambda: intraclass_correlation(SHROUT_FLEISS, form="consistency", k=4), "0.91"),
}


@pytest.mark.parametrize(("value", "printed"), PUBLISHED.values(), ids=PUBLISHED)
def test_published_values_recompute(value, printed):
    assert rounds_to(value(), printed)


# Reference libraries


def two_raters(*, count, most=5):
    rng = np.random.default_rng(0)
    for _ in range(count):
        n, k = rng.integers(1, 60), rng.integers(1, most + 1)
        first = rng.integers(0, k, n)
        yield first, np.where(rng.random(n) < rng.random(), first, rng.integers(0, k, n))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_kappa_agrees_with_scikit_learn(weights):
    for first, second in two_raters(count=120):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # 0/0, which is nan there as well
            theirs = cohen_kappa_score(first, second, weights=weights)
            all_grades = cohen_kappa_score(first, second, weights=weights, labels=range(6))
        some = None if weights is None else np.unique([first, second])
        np.testing.assert_allclose(cohen_kappa(first, second, weights=weights, labels=some), theirs, atol=1e-12)
        np.testing.assert_allclose(cohen_kappa(first, second, weights=weights, labels=range(6)), all_grades, atol=1e-12)


def test_fleiss_kappa_agrees_with_statsmodels():
    rng = np.random.default_rng(0)
    for _ in range(300):
        m, k = rng.integers(2, 8), rng.integers(2, 5)
        counts = rng.multinomial(m, rng.dirichlet(np.ones(k)), size=rng.integers(1, 30))
        with np.errstate(invalid="ignore", divide="ignore"):
            theirs = statsmodels_fleiss_kappa(counts)
        np.testing.assert_allclose(fleiss_kappa(counts), theirs, atol=1e-9)


def tables(*, count):
    """Raters × items with holes, grades from 1; at least two different ones that can be paired."""
    rng = np.random.default_rng(0)
    while count:
        shape, k = rng.integers(2, 9, size=2), rng.integers(2, 6)
        truth = rng.integers(1, k + 1, shape[1])
        table = np.where(rng.random(shape) < rng.random(), truth, rng.integers(1, k + 1, shape)).astype(float)
        table[rng.random(shape) < 0.5 * rng.random()] = nan
        pairable = table[:, (~np.isnan(table)).sum(axis=0) > 1]
        if len(set(pairable[~np.isnan(pairable)])) > 1:
            count -= 1
            yield table


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_agrees_with_the_package_of_its_name(level):
    for table in tables(count=300):
        theirs = krippendorff.alpha(reliability_data=table, level_of_measurement=level)
        assert krippendorff_alpha(table, level=level) == pytest.approx(theirs, abs=1e-9)


def mean_squares(table):
    """Between items, between raters, residual and within items, in loops."""
    m, n = table.shape
    grand = table.mean()
    items = m * sum((table[:, j].mean() - grand) ** 2 for j in range(n)) / (n - 1)
    raters = n * sum((table[i].mean() - grand) ** 2 for i in range(m)) / (m - 1)
    within = sum((table[i, j] - table[:, j].mean()) ** 2 for i in range(m) for j in range(n))
    left = (within - raters * (m - 1)) / ((m - 1) * (n - 1))
    return items, raters, left, within / (n * (m - 1))


def test_intraclass_correlations_are_the_published_ratios_of_mean_squares():
    rng = np.random.default_rng(0)
    for _ in range(100):
        m, n = rng.integers(2, 7), rng.integers(2, 12)
        table = rng.normal(size=(m, n)) + rng.normal(size=n) + 3 * rng.normal(size=(m, 1))
        b, j, e, w = mean_squares(table)
        wanted = {
            ("one_way", 1): (b - w) / (b + (m - 1) * w),
            ("agreement", 1): (b - e) / (b + (m - 1) * e + m * (j - e) / n),
            ("consistency", 1): (b - e) / (b + (m - 1) * e),
            ("one_way", m): (b - w) / b,
            ("agreement", m): (b - e) / (b + (j - e) / n),
            ("consistency", m): (b - e) / b,
        }
        for (form, k), value in wanted.items():
            found = intraclass_correlation(table, form=form, k=k)
            assert isnan(found) or found == pytest.approx(value, rel=1e-8)
        sums, each = table.sum(axis=0).var(ddof=1), table.var(axis=1, ddof=1).sum()
        cronbach = m / (m - 1) * (1 - each / sums)
        assert intraclass_correlation(table, form="consistency", k=m) == pytest.approx(cronbach)
        assert correlation_ceiling(table) == pytest.approx(max(cronbach, 0) ** 0.5)


# Relations and properties

grades = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=1, max_size=30).map(
    lambda rows: np.array(rows).T
)


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
@given(pair=grades)
def test_kappa_does_not_mind_who_is_first(weights, pair):
    kappa = cohen_kappa(*pair, weights=weights, labels=range(1, 5))
    assert isnan(kappa) == (len(set(pair.ravel())) == 1)
    np.testing.assert_allclose(cohen_kappa(*pair[::-1], weights=weights, labels=range(1, 5)), kappa, atol=1e-12)
    assert isnan(kappa) or (kappa == 1) == (pair[0] == pair[1]).all()
    if weights:  # turning the scale round changes nothing
        np.testing.assert_allclose(cohen_kappa(*(5 - pair), weights=weights, labels=range(1, 5)), kappa, atol=1e-12)


@given(pair=grades)
def test_quadratic_kappa_is_lins_concordance(pair):
    a, b = pair
    lin = 2 * np.cov(a, b, ddof=0)[0, 1] / (a.var() + b.var() + (a.mean() - b.mean()) ** 2) if np.ptp(pair) else nan
    np.testing.assert_allclose(cohen_kappa(a, b, weights="quadratic", labels=range(1, 5)), lin, atol=1e-12)


def test_a_grade_that_nobody_gave_still_takes_a_place():
    first, second = [1, 2, 5, 5, 1], [1, 1, 5, 2, 1]
    assert cohen_kappa(first, second, weights="quadratic", labels=range(1, 6)) == 0.6875
    assert cohen_kappa(first, second, weights="quadratic", labels=[1, 2, 5]) == 0.75
    with pytest.raises(ValueError, match=r"labels must list all grades .* with gaps: give labels=range\(1, 6\)"):
        cohen_kappa(first, second, weights="quadratic")


@pytest.mark.parametrize("unit", [1e-300, 1e-165, 1e-160, 2.0**-500, 1e160, 1e300])
def test_a_unit_changes_no_agreement(unit):
    table = np.array([[1, 2, 3, 5.0, 4], [1, 3, 2, 4.0, 5]])
    for level in ("nominal", "ordinal", "interval", "ratio"):
        whole = krippendorff_alpha(table, level=level)
        assert krippendorff_alpha(unit * table, level=level) == pytest.approx(whole, rel=1e-12)
    for form in ("agreement", "consistency", "one_way"):
        whole = intraclass_correlation(table, form=form)
        assert intraclass_correlation(unit * table, form=form) == pytest.approx(whole, rel=1e-12)


def test_a_table_says_which_are_the_raters_or_is_asked():
    items = np.array([["a", "a"], ["a", "a"], ["b", "b"], ["a", "b"], ["c", "c"]], dtype=object)
    expected = alpha_of_items(items)
    named = pd.DataFrame(items).rename_axis(columns="rater")
    turned = (items.T, {"raters": "rows"}), (items.T.tolist(), {"raters": "rows"}), (named.T, {})
    said = (items.tolist(), {"raters": "columns"}), (named, {}), (pd.DataFrame(items).rename_axis("item").T, {})
    for table, how in (*turned, *said):
        assert alpha_of_items(table, **how) == expected
    for unsaid in (items.T, items.tolist(), pd.DataFrame(items).T, items[:2]):
        with pytest.raises(ValueError, match=r"does not say which are the raters: give raters='rows' .*'columns'"):
            alpha_of_items(unsaid)
    with pytest.raises(ValueError, match="which are the raters"):
        icc_of_items([[1, 2, 3], [2, 3, 4]])
    assert np.isnan(icc_of_items(np.full((4, 3), 0.1)))


def test_a_row_for_each_rating_is_asked_to_be_a_table():
    long = pd.DataFrame({"item": [1, 1, 2, 2], "rater": ["x", "y", "x", "y"], "label": [1, 1, 2, 1]})
    with pytest.raises(ValueError, match=r"ratings.pivot\(index='item', columns='rater', values='label'\)"):
        alpha_of_items(long)
    with pytest.raises(ValueError, match=r"ratings.pivot\(index='question', columns='who', values='said'\)"):
        alpha_of_items(long.set_axis(["question", "who", "said"], axis=1))
    wide = long.pivot_table(index="item", columns="rater", values="label")
    assert alpha_of_items(wide) == alpha_of_items([[1, 1], [2, 1]], raters="columns")


@pytest.mark.parametrize("text", ["nan", "None", ""])
def test_what_is_written_for_a_missing_grade_is_none(text):
    with pytest.raises(ValueError, match="must hold None or nan where a grade is missing"):
        krippendorff_alpha(np.array([["1", "2", text], ["1", "2", "3"]]))


def test_ordered_grades_are_in_their_order():
    scale = ["low", "middle", "high", "top"]
    first, second = ["low", "middle", "high", "low"], ["low", "high", "high", "middle"]
    ordered = [pd.Series(pd.Categorical(each, scale, ordered=True)) for each in (first, second)]
    expected = cohen_kappa(first, second, weights="quadratic", labels=scale)
    assert cohen_kappa(*ordered, weights="quadratic") == expected
    assert cohen_kappa(ordered[0], second, weights="quadratic") == expected
    with pytest.raises(ValueError, match="ratings_1 and ratings_2 have two orders"):
        cohen_kappa(ordered[0], pd.Categorical(second, scale[::-1], ordered=True), weights="quadratic")
    polars = pytest.importorskip("polars")
    enums = [polars.Series(each, dtype=polars.Enum(scale)) for each in (first, second)]
    assert cohen_kappa(*enums, weights="quadratic") == expected


def test_fleiss_kappa_falls_to_minus_one_over_the_other_raters():
    for m in (2, 4, 6):
        assert fleiss_kappa([[m // 2, m // 2]] * 5) == pytest.approx(-1 / (m - 1))
    assert fleiss_kappa([[3, 0], [0, 3]]) == 1
    assert isnan(fleiss_kappa([[3, 0], [3, 0]]))


@pytest.mark.parametrize("level", LEVELS)
def test_alpha_does_not_mind_the_order_of_raters_and_items_nor_items_with_one_rating(level):
    rng = np.random.default_rng(1)
    for table in tables(count=30):
        alpha = krippendorff_alpha(table, level=level)
        shuffled = rng.permutation(rng.permutation(table).T).T
        assert krippendorff_alpha(shuffled, level=level) == pytest.approx(alpha)
        lonely = np.full((len(table), 1), nan)
        lonely[0] = 99
        assert krippendorff_alpha(np.hstack([table, lonely]), level=level) == pytest.approx(alpha)
        assert krippendorff_alpha(np.vstack([table, np.full(table.shape[1], nan)]), level=level) == pytest.approx(alpha)
        assert alpha <= 1


def test_levels_are_blind_to_what_they_do_not_know():
    rng = np.random.default_rng(0)
    table = rng.integers(1, 6, size=(3, 20)).astype(float)
    new = {1: 7.0, 2: 3.0, 3: 9.0, 4: 1.0, 5: 4.0}
    renamed = np.vectorize(new.get)(table)
    assert krippendorff_alpha(renamed) == pytest.approx(krippendorff_alpha(table))
    assert krippendorff_alpha(table**3, level="ordinal") == pytest.approx(krippendorff_alpha(table, level="ordinal"))
    alpha = krippendorff_alpha(table, level="interval")
    assert krippendorff_alpha(3 * table - 7, level="interval") == pytest.approx(alpha)
    assert krippendorff_alpha(table + 1e6, level="interval") == pytest.approx(alpha, rel=1e-12)
    assert krippendorff_alpha(3 * table, level="ratio") == pytest.approx(krippendorff_alpha(table, level="ratio"))
    for level, changed in [("ordinal", renamed), ("interval", table**3), ("ratio", table + 7)]:
        assert krippendorff_alpha(changed, level=level) != pytest.approx(krippendorff_alpha(table, level=level))


def test_alpha_takes_names_for_the_nominal_level():
    named = [["cat", "dog", None, "cat"], ["cat", "dog", "cat", "dog"]]
    assert krippendorff_alpha(named) == pytest.approx(krippendorff_alpha([[1, 2, nan, 1], [1, 2, 1, 2]]))


def test_alpha_is_undefined_without_pairs_or_without_differences():
    assert isnan(krippendorff_alpha([[1, nan], [nan, 2]]))
    assert isnan(krippendorff_alpha([[3, 3], [3, 3]]))
    assert isnan(krippendorff_alpha([[3, 3, 1], [3, 3, nan]]))  # the 1 meets nobody
    assert isnan(krippendorff_alpha([[0.0, 0.0], [0.0, 0.0]], level="ratio"))


@pytest.mark.parametrize("form", FORMS)
def test_constant_ratings_have_no_reliability(form):
    assert isnan(intraclass_correlation(np.full((3, 4), 0.1), form=form))
    assert isnan(correlation_ceiling(np.full((3, 4), 1e9 + 0.1)))


def test_means_that_do_not_differ_have_no_reliability():
    assert isnan(intraclass_correlation([[0.1, 0.7], [0.7, 0.1]], form="consistency", k=2))
    assert isnan(correlation_ceiling([[0.1, 0.7], [0.7, 0.1]]))
    assert intraclass_correlation([[0.1, 0.7], [0.7, 0.1]], form="consistency") == pytest.approx(-1)


@pytest.mark.parametrize("form", FORMS)
def test_reliability_does_not_mind_unit_and_origin(form):
    rng = np.random.default_rng(0)
    table = rng.normal(size=(3, 8)) + 2 * rng.normal(size=8)
    for k in (1, 3, 10):
        value = intraclass_correlation(table, form=form, k=k)
        assert intraclass_correlation(7 * table + 1000, form=form, k=k) == pytest.approx(value)
        assert intraclass_correlation(table + 1e9, form=form, k=k) == pytest.approx(value, rel=1e-5)
        assert value <= card("intraclass_correlation").high
    assert intraclass_correlation([[1, 2, 3]] * 3, form=form) == pytest.approx(1)


def test_more_raters_are_more_reliable_as_spearman_and_brown_have_it():
    table = np.random.default_rng(0).normal(size=(4, 10)) + np.arange(10)
    one = intraclass_correlation(table, form="consistency")
    for k in (2, 5, 50):
        assert intraclass_correlation(table, form="consistency", k=k) == pytest.approx(k * one / (1 + (k - 1) * one))


# Bad input


def test_strings_have_no_order_of_their_own():
    with pytest.raises(ValueError, match=r"labels must list the grades in order.*'high', 'low', 'mid'"):
        cohen_kappa(["low", "mid", "high"], ["low", "high", "mid"], weights="linear")
    ordered = cohen_kappa(
        ["low", "mid", "high"], ["low", "high", "mid"], weights="linear", labels=["low", "mid", "high"]
    )
    assert ordered == cohen_kappa([1, 2, 3], [1, 3, 2], weights="linear")
    with pytest.raises(ValueError, match="labels must list the grades in order"):
        bootstrap(cohen_kappa.given(weights="linear"), ["low", "high"], ["low", "mid"])


def test_a_table_has_its_grades_in_order():
    table = frame(np.array([[2, 1, 0], [0, 2, 1], [0, 0, 2]]), ["low", "mid", "high"])
    for weights in (None, "linear", "quadratic"):
        expected = cohen_kappa([0, 0, 0, 1, 1, 1, 2, 2], [0, 0, 1, 1, 1, 2, 2, 2], weights=weights)
        assert cohen_kappa(table, weights=weights) == expected


BAD = {
    "missing": (lambda: cohen_kappa(["a", "b"], ["a", None]), "ratings_2 holds missing values"),
    "labels": (lambda: cohen_kappa([1, 2], [1, 3], labels=[1, 2]), "missing from labels"),
    "sums": (lambda: fleiss_kappa([[2, 1], [1, 1]]), "same sum.*sums from 2 to 3.*krippendorff_alpha"),
    "one rater": (lambda: fleiss_kappa([[1, 0], [0, 1]]), "at least 2 raters"),
    "negative": (lambda: fleiss_kappa([[3, -1], [1, 1]]), "whole numbers of at least 0"),
    "fractions": (lambda: fleiss_kappa([[1.5, 0.5], [1, 1]]), "whole numbers of at least 0"),
    "1-d": (lambda: fleiss_kappa([1, 2]), r"counts must be a table, items × categories, .* shape \(2,\)"),
    "ragged": (lambda: krippendorff_alpha([[1, 2], [1]], level="interval"), "all rows of one length"),
    "empty": (lambda: krippendorff_alpha(np.empty((0, 3)), level="interval"), r"shape \(0, 3\)"),
    "masked": (lambda: krippendorff_alpha(np.ma.masked_greater([[1, 9], [1, 2]], 5)), "ratings holds masked entries"),
    "infinite": (lambda: krippendorff_alpha([[1, np.inf], [1, 2]], level="interval"), "finite numbers, got inf"),
    "digits": (lambda: intraclass_correlation([[1, 10**400], [1, 2]]), "ratings must hold numbers that floats hold"),
    "negative ratio": (lambda: krippendorff_alpha([[-1, 2], [1, 2]], level="ratio"), "for the level 'ratio'"),
    "holes": (lambda: intraclass_correlation([[1, nan], [1, 2]]), "complete, got nan: .*krippendorff_alpha"),
    "one of them": (lambda: correlation_ceiling([[1, 2, 3]]), "at least 2 raters"),
    "accuracy": (lambda: plot_kappa_prevalence(accuracy=1), "accuracy must lie strictly between 0 and 1"),
}


@pytest.mark.parametrize(("call", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("level", ["ordinal", "interval", "ratio"])
def test_names_have_no_order_and_no_distance(level):
    with pytest.raises(TypeError, match="ratings must hold numbers, got 'a'"):
        krippendorff_alpha([["a", "b"], ["a", "c"]], level=level)
    with pytest.raises(TypeError, match="ratings must hold numbers, got None"):
        krippendorff_alpha([[1, 2], [1, None]], level=level)


def test_ratings_in_short_floats_are_ratings():
    table = np.array([[1, 2, 3], [2, 3, 5]], dtype=np.float32)
    assert intraclass_correlation(table) == intraclass_correlation(table.tolist())
    assert krippendorff_alpha(table, level="interval") == krippendorff_alpha(table.tolist(), level="interval")
    assert fleiss_kappa(table[:, ::-1] * 0 + 2) == fleiss_kappa([[2, 2, 2]] * 2)


def test_the_figure_shows_one_agreement_and_every_kappa():
    agreement, kappa = plot_kappa_prevalence(accuracy=0.9).get_lines()
    assert set(agreement.get_ydata().round(12)) == {0.82}
    rng = np.random.default_rng(0)
    for x, y in kappa.get_xydata()[[20, 100, 180]]:
        truth = rng.random(200_000) < x
        raters = np.where(rng.random((2, len(truth))) < 0.9, truth, ~truth)
        assert cohen_kappa(*raters) == pytest.approx(y, abs=0.01)


def test_a_mark_stands_on_both_curves():
    *_, agreement, kappa = plot_kappa_prevalence(accuracy=0.9, prevalence=0.05).get_lines()
    assert (agreement.get_xydata()[0], kappa.get_xydata()[0]) == (
        pytest.approx((0.05, 0.82)),
        pytest.approx((0.05, 0.25), abs=0.01),
    )
    with pytest.raises(ValueError, match=r"prevalence must lie in \[0, 1\], got 2"):
        expected_agreement(0.9, 2)

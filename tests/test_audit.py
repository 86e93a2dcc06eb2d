"""The audit: a known coverage is found, the table that ships is what the harness makes, intervals carry their row."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalmetrics import (
    accuracy,
    bootstrap,
    f1_score,
    krippendorff_alpha,
    mean_absolute_error,
    paired_bootstrap,
    question_mean,
    wilson_interval,
)
from evalmetrics_book import (
    Coverage,
    audited,
    audited_case,
    coverage_table,
)
from evalmetrics_book.audit import __main__ as command
from evalmetrics_book.audit.cases import CASES
from evalmetrics_book.audit.coverage import TESTS, Case, endless, of_groups, population
from evalmetrics_book.audit.formulas import by_key, f1_of_jaccard, interval_alpha
from evalmetrics_book.audit.people import texts_by_rater
from evalmetrics_book.audit.table import written

TABLE = coverage_table()
AUDITED = {f"{row.world}: {row.metric}, n = {row.n}" for row in TABLE.itertuples()}
QUICK = sorted(name for name in AUDITED if not name.startswith("pages"))


def coins(n, rng):
    """Right with a chance of 0.8."""
    return np.ones(n), (rng.random(n) < 0.8).astype(float)


def two_coins(n, rng):
    """Two systems that are right with a chance of 0.8."""
    return np.ones(n), *(rng.random((2, n)) < 0.8).astype(float)


def wilson(y_true, y_pred):
    """Wilson's interval of the right answers."""
    return wilson_interval(int((y_true == y_pred).sum()), len(y_true))


def exact_coverage(n, p):
    """How often Wilson's interval holds p, from the chance of every number of successes."""
    held = [p in wilson_interval(k, n) for k in range(n + 1)]
    return stats.binom.pmf(np.arange(n + 1), n, p) @ held


def test_a_coverage_that_is_known_is_found_on_both_sides():
    case = Case(endless("coins", coins), accuracy, 20, ("wilson",), {"wilson": wilson}, known=0.8)
    row = case.measured("wilson", repetitions=800)
    assert row.coverage == pytest.approx(exact_coverage(20, 0.8), abs=4 * row.error)
    assert row.coverage + row.below + row.above + row.undefined == pytest.approx(1)
    assert row.error == pytest.approx(np.sqrt(row.coverage * (1 - row.coverage) / 800), rel=1e-4)
    too_low = sum(stats.binom.pmf(k, 20, 0.8) for k in range(21) if wilson_interval(k, 20).high < 0.8)
    assert row.below == pytest.approx(too_low, abs=4 * np.sqrt(too_low / 800))
    assert str(row) == f"covers {row.coverage:.2f}"


def test_the_truth_is_that_of_a_large_sample_or_of_everybody():
    case = Case(endless("coins", coins, large=40_000), accuracy, 20, ("percentile",))
    assert case.truth == pytest.approx(0.8, abs=0.01)
    everybody = population("some", lambda: ([1, 2, 3, 9], [2, 2, 5, 9]), "these 4")
    case = Case(everybody, mean_absolute_error, 3, ("percentile",), n_resamples=50)
    assert case.truth == 0.75
    assert set(everybody.draw(100, np.random.default_rng(0))[0]) == {1, 2, 3, 9}


def test_equal_systems_are_told_apart_as_often_as_promised():
    methods = ("percentile", "permutation", "mcnemar")
    case = Case(endless("two", two_coins, systems=2), accuracy, 60, methods, known=0.0, n_resamples=200)
    trials = case.trials(300)
    rows = {method: case.row(method, trials[:, i], case.truth) for i, method in enumerate(methods)}
    for row in rows.values():
        assert row.rejects == pytest.approx(0.05, abs=0.04)
    assert rows["percentile"].coverage == pytest.approx(1 - rows["percentile"].rejects)
    assert np.isnan(rows["mcnemar"].coverage)
    alone = case.measured("percentile", repetitions=30)  # a method draws the same, whoever is beside it
    assert alone == case.row("percentile", trials[:30, 0], 0.0)


def test_groups_are_drawn_or_ignored():
    both = {"groups": audited_case("patients", "mean", 30), "no": audited_case("patients", "mean, groups ignored", 30)}
    covered = {name: case.measured("percentile", repetitions=100).coverage for name, case in both.items()}
    assert covered["groups"] > 0.85 > covered["no"]


def test_whole_groups_are_drawn_and_told_apart():
    some = of_groups("some", lambda: ([1, 2, 3, 9], list("aabc")), "these 3")
    score, group = some.draw(50, np.random.default_rng(0))
    drawn = [tuple(score[group == k]) for k in range(50)]
    assert set(drawn) == {(1, 2), (3,), (9,)}
    case = Case(some, np.mean, 3, ("percentile",), n_resamples=50)
    assert case.truth == 3.75


def test_alpha_of_sums_is_alpha():
    texts, _ = texts_by_rater()
    assert interval_alpha(texts) == pytest.approx(
        krippendorff_alpha(texts, level="interval", raters="columns"), rel=1e-12
    )
    holes = np.array([[1, 2, np.nan], [3, np.nan, np.nan], [2, 2, 5]])
    assert interval_alpha(holes) == pytest.approx(
        krippendorff_alpha(holes, level="interval", raters="columns"), rel=1e-12
    )


def test_poisson_intervals_hold_about_as_often_as_those_of_the_bootstrap():
    methods = ("Poisson percentile", "percentile")
    poisson = {"Poisson percentile": by_key(accuracy, n_resamples=200)}
    case = Case(endless("coins", coins), accuracy, 60, methods, poisson, known=0.8, n_resamples=200)
    trials = case.trials(300)
    ours, usual = (case.row(method, trials[:, i], 0.8) for i, method in enumerate(methods))
    assert ours.coverage == pytest.approx(usual.coverage, abs=0.05)
    assert ours.width == pytest.approx(usual.width, rel=0.1)


def test_bounds_of_jaccard_become_bounds_of_f1():
    true, pred = ["a"] * 6 + ["b"] * 4, ["a"] * 4 + ["b"] * 4 + ["a"] * 2  # both 4, either 8
    found, share = f1_of_jaccard("a")(true, pred), wilson_interval(4, 8)
    assert f1_score(true, pred, pos_label="a") in found
    assert found.low / (2 - found.low) == pytest.approx(share.low)
    assert found.high / (2 - found.high) == pytest.approx(share.high)


# The table that ships


def test_every_case_has_a_row_for_every_method_of_all_its_repetitions():
    wanted = [(c.world.name, c.metric_name, c.n, m, c.repetitions) for c in CASES.values() for m in c.methods]
    columns = ["world", "metric", "n", "method", "repetitions"]
    assert [tuple(row) for row in TABLE[columns].itertuples(index=False)] == wanted


def test_rows_add_up():
    intervals = TABLE[TABLE["coverage"].notna()]
    total = intervals[["coverage", "below", "above", "undefined"]].sum(axis=1)
    np.testing.assert_allclose(total, 1, atol=1e-5)
    assert (TABLE["error"] <= 0.5 / np.sqrt(TABLE["repetitions"]) + 1e-6).all()
    assert set(TABLE.loc[TABLE["coverage"].isna(), "method"]) == set(TESTS)


def first_bounds_agree(name):
    """The first repetition of a case, against the table."""
    case = CASES[name]
    rows = TABLE[(TABLE[["world", "metric", "n"]] == [case.world.name, case.metric_name, case.n]).all(axis=1)]
    now = case.trial(0)[:, 1:3]
    np.testing.assert_allclose(now, rows[["first_low", "first_high"]], rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("name", QUICK)
def test_the_first_repetition_still_comes_out_so(name):
    first_bounds_agree(name)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", sorted(AUDITED - set(QUICK)))
def test_the_first_repetition_of_pages_still_comes_out_so(name):
    first_bounds_agree(name)


@pytest.mark.parametrize(
    ("world", "metric", "n", "method"),
    [
        ("four in five right", "accuracy", 20, "wilson"),
        ("a rare class", "f1_score(pos_label=1, zero_division=0.0)", 200, "percentile"),
        ("normal scores", "roc_auc", 100, "delong"),
    ],
)
def test_a_line_of_python_makes_the_row_again(world, metric, n, method):
    shipped = TABLE[(TABLE[["world", "metric", "n", "method"]] == [world, metric, n, method]).all(axis=1)].iloc[0]
    row = audited_case(world, metric, n).measured(method, shipped["repetitions"])
    pd.testing.assert_series_equal(pd.Series(vars(row)), shipped, check_names=False, check_dtype=False, rtol=1e-5)


# The command


def test_what_was_interrupted_goes_on_where_it_stopped(tmp_path, monkeypatch, capsys):
    case = Case(endless("coins", coins), accuracy, 20, ("wilson", "percentile"), {"wilson": wilson}, known=0.8)
    case = replace(case, repetitions=120, n_resamples=50)
    monkeypatch.setattr(command, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(command, "CASES", {case.name: case})
    monkeypatch.setattr(command, "TABLE", tmp_path / "coverage.csv")
    monkeypatch.setattr("sys.argv", ["audit", "--at-most", "100"])
    command.main()
    assert pd.read_csv(tmp_path / "coverage.csv")["repetitions"].tolist() == [100, 100]
    monkeypatch.setattr("sys.argv", ["audit", "coins"])
    command.main()
    trials = case.trials()
    whole = [case.row(method, trials[:, i], 0.8) for i, method in enumerate(case.methods)]
    assert (tmp_path / "coverage.csv").read_text() == written(whole)
    done, truth = command.resumed(case)
    assert (len(done), truth) == (120, 0.8)
    other = replace(case, methods=("percentile", "wilson"))
    assert command.resumed(other) == ([], None)
    assert "120 of 120" in capsys.readouterr().err


# Intervals that carry their row


def test_an_audited_interval_prints_its_coverage():
    y_true, y_pred = CASES["four in five right: accuracy, n = 200"].world.draw(200, np.random.default_rng(0))
    plain = bootstrap(accuracy, y_true, y_pred, rng=0)
    told = audited(plain, "four in five right")
    row = told.interval.covers
    assert isinstance(row, Coverage)
    assert (row.metric, row.n, row.method) == ("accuracy", 200, "percentile")
    assert str(told) == str(plain)[:-1] + f"; covers {row.coverage:.2f})"
    assert (told.low, told.high) == (plain.low, plain.high)
    assert plain.interval.covers is None


def test_a_score_that_brings_its_interval_prints_its_coverage_too():
    scores, passages = CASES["quiz, chatty: question_mean, n = 12"].world.large()
    plain = question_mean(scores, groups=passages)
    told = audited(plain, "quiz, chatty", metric="question_mean", n=12)
    assert (told, told.n_groups, told.low) == (plain, 12, plain.low)
    assert str(told) == str(plain).replace("groups)", f"groups; {told.interval.covers})")
    assert plain.interval.covers is None


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda b: audited(b, "nowhere"), ValueError, "of the world 'nowhere' was audited, but these: .*four in five"),
        (lambda b: audited(b, "four in five right", n=7), ValueError, "n = 7, percentile.*these: accuracy, n = 20"),
        (lambda b: audited(b.interval, "four in five right"), ValueError, "no interval like None, n = None"),
        (lambda b: audited(0.5, "four in five right"), TypeError, "must be a Bootstrap, an Interval or a score .*0.5"),
        (lambda b: audited_case("patients", "median", 3), ValueError, "no case 'patients: median, n = 3' was audited"),
    ],
)
def test_what_was_not_audited_is_refused(call, error, message):
    y = [0, 1] * 100
    with pytest.raises(error, match=message):
        call(bootstrap(accuracy, y, y, n_resamples=10, rng=0))


def test_another_level_was_not_audited():
    y = [0, 1] * 100
    with pytest.raises(ValueError, match=r"level 0\.9 of the world"):
        audited(bootstrap(accuracy, y, y, level=0.9, n_resamples=10, rng=0), "four in five right")


def test_a_difference_is_looked_up_like_a_score():
    rows = TABLE[TABLE["rejects"].notna() & TABLE["coverage"].notna()]
    for row in rows.head(1).itertuples():
        case = audited_case(row.world, row.metric, row.n)
        samples = case.world.draw(row.n, np.random.default_rng(0))
        gain = paired_bootstrap(case.metric, *samples, method=row.method, n_resamples=100, rng=0)
        assert "covers" in str(audited(gain, row.world))

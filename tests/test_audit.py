"""The table of coverage: a known coverage is found, and what ships is what its code makes."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from evalmetrics import accuracy, williams_test, wilson_interval
from evalmetrics_book import coverage_table
from evalmetrics_book.audit import __main__ as command
from evalmetrics_book.audit.cases import CASES
from evalmetrics_book.audit.coverage import TESTS, Case, World
from evalmetrics_book.audit.worlds import WORLDS

TABLE = coverage_table()
QUICK = [case for case in CASES if not case.name.startswith("pages")]  # those take a minute to draw


def coins(n, rng):
    return np.ones(n), (rng.random(n) < 0.8).astype(float)


def two_coins(n, rng):
    return np.ones(n), *(rng.random((2, n)) < 0.8).astype(float)


def wilson(y_true, y_pred):
    return wilson_interval(int((y_true == y_pred).sum()), len(y_true))


def hardly_ever(y_true, y_pred):
    """The same, without bounds for even numbers of right answers."""
    found = wilson(y_true, y_pred)
    return found if y_pred.sum() % 2 else type(found)(np.nan, np.nan, 0.95, "hardly ever")


def of(table, case):
    return table[(table[["world", "metric", "n"]] == list(case.key)).all(axis=1)]


def test_a_coverage_that_is_known_is_found_on_both_sides():
    methods = {"wilson": wilson, "hardly ever": hardly_ever}
    case = Case("coins", World(coins), accuracy, 20, tuple(methods), methods, known=0.8)
    row, other = case.rows(800)
    chance = {k: stats.binom.pmf(k, 20, 0.8) for k in range(21)}
    holds = {k: 0.8 in wilson_interval(k, 20) for k in chance}
    assert row["coverage"] == pytest.approx(sum(chance[k] for k in chance if holds[k]), abs=4 * row["error"])
    too_low = sum(chance[k] for k in chance if wilson_interval(k, 20).high < 0.8)
    assert row["below"] == pytest.approx(too_low, abs=4 * np.sqrt(too_low / 800))
    odd = sum(chance[k] for k in range(1, 21, 2))
    assert other["without_bounds"] == pytest.approx(1 - odd, abs=0.08)
    given = sum(chance[k] for k in range(1, 21, 2) if holds[k]) / odd
    assert other["coverage"] == pytest.approx(given, abs=4 * other["error"] + 0.005)


def test_equal_systems_are_told_apart_as_often_as_promised():
    methods = ("percentile", "permutation", "mcnemar")
    case = Case("two", World(two_coins, systems=2), accuracy, 60, methods, known=0.0, n_resamples=200)
    rows = {row["method"]: row for row in case.rows(300)}
    for row in rows.values():
        assert row["rejects"] == pytest.approx(0.05, abs=0.04)
    assert rows["percentile"]["coverage"] == pytest.approx(1 - rows["percentile"]["rejects"])
    assert np.isnan(rows["mcnemar"]["coverage"])


def test_a_truth_is_known_or_that_of_everybody():
    for case in QUICK:
        if case.known is not None and case.world.systems == 1 and not case.world.groups and not case.formulas:
            large = World(case.world.draw, everybody=lambda case=case: case.world.draw(10**5, np.random.default_rng(0)))
            drawn = Case(case.name, large, case.metric, case.n, case.methods)
            if case.metric_name not in ("max", "expected_calibration_error"):  # whose large sample is biased, too
                assert drawn.truth == pytest.approx(case.known, abs=0.03), case.key


def test_metrics_are_alike_in_a_league_with_one_far_behind():
    columns = WORLDS["two alike metrics, one system far behind"].draw(9, np.random.default_rng(0))
    assert columns[0][-1] < -2
    assert abs(williams_test(*columns).estimate) < 0.2


# The table that ships


def test_every_case_has_a_row_for_every_method_of_all_its_repetitions():
    wanted = [(*case.key, method, command.REPETITIONS) for case in CASES for method in case.methods]
    columns = ["world", "metric", "n", "method", "repetitions"]
    assert [tuple(row) for row in TABLE[columns].itertuples(index=False)] == wanted
    assert {case.name for case in CASES} == set(WORLDS)


def test_rows_add_up():
    bounded = TABLE[TABLE["coverage"].notna()]
    np.testing.assert_allclose(bounded[["coverage", "below", "above"]].sum(axis=1), 1, atol=1e-5)
    often = bounded["repetitions"] * (1 - bounded["without_bounds"])
    assert (bounded["error"] <= 0.5 / np.sqrt(often) + 1e-6).all()
    never = TABLE[TABLE["coverage"].isna() & ~TABLE["method"].isin(TESTS)]
    assert (never["without_bounds"] == 1).all()


@pytest.mark.parametrize("case", QUICK, ids=lambda case: f"{case.name}, {case.n}")
def test_the_first_repetition_still_comes_out_so(case):
    rows = of(TABLE, case)
    np.testing.assert_allclose(case.trial(0)[:, 1:3], rows[["first_low", "first_high"]], rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize(("world", "n"), [("four in five right", 20), ("a rare class", 200), ("two alike metrics", 9)])
def test_rows_come_out_again(world, n):
    case = next(case for case in CASES if (case.name, case.n) == (world, n))
    again = pd.DataFrame(case.rows(command.REPETITIONS))
    pd.testing.assert_frame_equal(again, of(TABLE, case).reset_index(drop=True), check_dtype=False, rtol=1e-4)


def test_what_is_known_of_the_methods_stands_in_the_table():
    def held(world, n, method):
        row = TABLE[(TABLE[["world", "n", "method"]] == [world, n, method]).all(axis=1)].iloc[0]
        return row["coverage"]

    assert held("a rare class", 200, "basic") < 0.9 < held("a rare class", 1000, "bca")
    assert held("patients", 30, "percentile") > 0.9
    assert held("bits, wrong in bursts", 100_000, "wilson") < 0.5
    assert held("the best of forty coins", 100, "wilson") < 0.5
    assert held("two clouds", 100, "percentile") < 0.05


# Writing it


def test_only_what_is_missing_or_asked_for_is_measured(tmp_path, monkeypatch, capsys):
    cases = [
        Case(name, World(coins), accuracy, 20, ("wilson",), {"wilson": wilson}, known=0.8, n_resamples=20)
        for name in ("heads", "tails")
    ]
    monkeypatch.setattr(command, "CASES", cases[:1])
    monkeypatch.setattr(command, "TABLE", tmp_path / "coverage.csv")
    command.main([], repetitions=30)
    monkeypatch.setattr(command, "CASES", cases)
    command.main([], repetitions=40)
    assert pd.read_csv(command.TABLE)[["world", "repetitions"]].to_numpy().tolist() == [["heads", 30], ["tails", 40]]
    command.main(["head"], repetitions=50)
    assert pd.read_csv(command.TABLE)["repetitions"].tolist() == [50, 40]
    assert capsys.readouterr().err.count("heads") == 2

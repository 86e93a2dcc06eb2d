"""Errors of a regression: published cases, data that have the numbers, a search among errors, bad input."""

import numpy as np
import pytest

from evalmetrics import mean_absolute_error, possible_regression, printed, r2, root_mean_squared_error

THEIRS = {"variance": 0.08316192579267838, "n": 100, "rounding": "any"}  # example of mlscorecheck's documentation


@pytest.mark.parametrize(
    ("report", "verdict", "conflicts"),
    [
        ({**THEIRS, "mae": "0.0254", "r2": "0.9897"}, "possible", ()),
        ({**THEIRS, "mae": "0.0300", "r2": "0.9897"}, "impossible", ("mae", "r2", "variance")),
        ({"mae": "0.52", "rmse": "0.47"}, "impossible", ("mae", "rmse")),
        ({"mae": "0.52", "rmse": "0.52"}, "possible", ()),
        ({"n": 10, "mae": "0.10", "rmse": "0.40"}, "impossible", ("rmse", "mae", "n")),
        ({"n": 10, "mae": "0.10", "rmse": "0.31"}, "possible", ()),
        ({"mae": "0.10", "rmse": "0.40"}, "possible", ()),
        ({"mse": "0.250", "rmse": "0.51"}, "impossible", ("rmse", "mse")),
        ({"mse": "0.250", "rmse": "0.50"}, "possible", ()),
        ({"variance": "4.00", "rmse": "1.00", "r2": "0.80"}, "impossible", ("rmse", "r2", "variance")),
        ({"variance": "4.00", "rmse": "1.00", "r2": "0.75"}, "possible", ()),
        ({"variance": "4.00", "rmse": "3.00", "r2": "-1.25"}, "possible", ()),
        ({"variance": "4.00", "r2": "1.20"}, "impossible", ("r2",)),
        ({"mae": "-0.10"}, "impossible", ("mae",)),
        ({"rmse": "-0.10"}, "impossible", ("rmse",)),
        ({"n": 1, "mae": "0.10", "rmse": "0.10"}, "possible", ()),
        ({"variance": "0.00", "rmse": "0.50", "r2": "0.75"}, "impossible", ("rmse", "r2", "variance")),
        ({"mae": "0.0", "rmse": "0.0"}, "possible", ()),
    ],
)
def test_published_and_small_cases(report, verdict, conflicts):
    found = possible_regression(**report)
    assert (found.verdict, set(found.conflicts)) == (verdict, set(conflicts)), found


@pytest.mark.parametrize("seed", range(60))
def test_what_was_computed_of_data_is_possible_and_is_shown_by_others(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 200))
    observed = rng.normal(size=n) * 10 ** rng.uniform(-1, 2)
    predicted = observed + rng.standard_t(2, n) * rng.choice([0.01, 0.3, 2])
    ddof = int(rng.integers(0, 2))
    texts = {
        "mae": f"{mean_absolute_error(observed, predicted):.4f}",
        "rmse": f"{root_mean_squared_error(observed, predicted):.4f}",
        "r2": f"{r2(observed, predicted):.3f}",
    }
    spread = observed.var(ddof=ddof)
    known = {"n": n, "variance": float(spread) if seed % 2 else f"{spread:.4f}", "ddof": ddof}
    found = possible_regression(**known, **texts)
    assert found.verdict == "possible", found
    columns = found.witness["observed"], found.witness["predicted"]
    assert printed(texts["mae"]).prints(mean_absolute_error(*columns))
    assert printed(texts["rmse"]).prints(root_mean_squared_error(*columns))
    assert printed(texts["r2"]).prints(r2(*columns))
    assert len(found.witness) == n


@pytest.mark.parametrize("seed", range(80))
def test_every_pair_of_means_that_errors_can_have(seed):
    """Of n errors with a mean size of one, n - 1 equal and one larger, the root mean square takes all that it can."""
    rng = np.random.default_rng(seed)
    n, unit = int(rng.integers(2, 30)), 0.01
    mae, rmse = (float(x) for x in rng.integers(1, 60, 2) / 100)
    means = np.linspace(mae - unit / 2, mae + unit / 2, 201)[:, None]
    small = np.linspace(0, means[:, 0], 2001).T  # the equal ones
    roots = np.sqrt(((n * means - (n - 1) * small) ** 2 + (n - 1) * small**2) / n)
    away = np.abs(roots - rmse).min() - unit / 2
    found = possible_regression(n=n, mae=f"{mae:.2f}", rmse=f"{rmse:.2f}")
    assert abs(away) < 1e-3 or found.verdict == ("possible" if away < 0 else "impossible"), (n, mae, rmse)


def test_what_would_mend_it_is_told():
    found = possible_regression(variance="4.00", rmse="1.00", r2="0.80")
    assert found.repairs.to_numpy().tolist() == [
        ["rmse", "1.00", "0.88 to 0.91"],
        ["r2", "0.80", "0.75"],
        ["rounding", "nearest", "if all numbers were rounded to 1 decimal"],
    ]
    assert "rmse leaves an RMSE of at least 0.995, r2 and variance one of at most 0.9061" in found.reason
    assert "R² is at most 1" in possible_regression(variance="4.00", r2="1.20").reason
    assert "mae is at least 0" in possible_regression(mae="-0.10").reason
    swapped = possible_regression(variance="4.00", rmse="0.80", r2="0.80")
    assert swapped.repairs.to_numpy().tolist()[-1] == ["rmse", "0.80", "MSE"]
    divided = possible_regression(variance="4.0000", n=5, rmse="0.8000", r2="0.8000")
    assert ["ddof", "0", "1"] in divided.repairs.to_numpy().tolist()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_regression(r2="0.9"), ValueError, "variance must be given where r2 is"),
        (lambda: possible_regression(mape="0.9"), TypeError, "mape is no score that is known here: known are mae"),
        (lambda: possible_regression(n=5), TypeError, "no score to ask about"),
        (lambda: possible_regression(mae=0.5), TypeError, "mae must be a string"),
        (lambda: possible_regression(rmse=">0.5"), ValueError, "rmse must be a number and no bound, got '>0.5'"),
        (lambda: possible_regression(mae="0.5", n=5, ddof=5), ValueError, "ddof must be less than n"),
        (lambda: possible_regression(mae="0.5", ddof=1), ValueError, "and needs it; got ddof = 1 and n = None"),
        (lambda: possible_regression(mae="0.5", variance=-1.0), ValueError, "variance must be finite, at least 0"),
        (lambda: possible_regression(mae="0.5", variance="-1.0"), ValueError, "variance must be at least 0"),
        (lambda: possible_regression(mae="0.5", variance=None, rounding="down"), ValueError, "rounding must be one of"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

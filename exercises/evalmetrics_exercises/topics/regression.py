"""Exercise of the chapter on regression."""

import random
from collections.abc import Iterator, Sequence
from math import inf, log, log10, nan, sqrt
from statistics import fmean, median
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    adjusted_r2,
    interval_score,
    mean_absolute_error,
    pearson,
    prediction_interval_coverage,
    r2,
    root_mean_squared_error,
    root_mean_squared_log_error,
)

from ..building import apart, at_least, at_most, each_in, nearly, numbers_in
from ..drawing import SIZES, told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "11_regression"
Numbers = list[float]


def residuals(y_true: Numbers, y_pred: Numbers) -> Numbers:
    return [t - p for t, p in zip(y_true, y_pred, strict=True)]


def squares(values: Numbers, around: float = 0.0) -> float:
    return sum((value - around) ** 2 for value in values)


def quotient(numerator: float, denominator: float) -> float:
    """1 - numerator / denominator as floats have it."""
    if denominator:
        return 1 - numerator / denominator
    return -inf if numerator else nan


def forgiving(y_true: Numbers, y_pred: Numbers) -> float:
    return float(pearson(y_true, y_pred)) ** 2


def blind_to_bias(y_true: Numbers, y_pred: Numbers) -> float:
    errors = residuals(y_true, y_pred)
    return quotient(squares(errors, fmean(errors)), squares(y_true, fmean(y_true)))


def never_below_0(y_true: Numbers, y_pred: Numbers) -> float:
    score = float(r2(y_true, y_pred))
    return score if score != score or score > 0 else 0.0


def around_0(y_true: Numbers, y_pred: Numbers) -> float:
    return quotient(squares(residuals(y_true, y_pred)), squares(y_true))


def swapped(y_true: Numbers, y_pred: Numbers) -> float:
    return quotient(squares(residuals(y_true, y_pred)), squares(y_pred, fmean(y_pred)))


def around_predictions(y_true: Numbers, y_pred: Numbers) -> float:
    """The mean of the predictions as the baseline."""
    return quotient(squares(residuals(y_true, y_pred)), squares(y_true, fmean(y_pred)))


def patched(y_true: Numbers, y_pred: Numbers) -> float:
    if len(set(y_true)) > 1:
        return float(r2(y_true, y_pred))
    return 1.0 if y_true == y_pred else 0.0


def logs(values: Numbers) -> Numbers:
    """Logarithms of 1 + value."""
    return [log(1 + value) for value in values]


def log_differences(y_true: Numbers, y_pred: Numbers) -> Numbers:
    return residuals(logs(y_true), logs(y_pred))


def log_of_rmse(y_true: Numbers, y_pred: Numbers) -> float:
    rmse = float(root_mean_squared_error(y_true, y_pred))
    return log(rmse) if rmse else -inf


def lists(least: int, labels: st.SearchStrategy[Any], others: st.SearchStrategy[Any]) -> Inputs:
    """Labels and predictions of one length."""
    return st.lists(st.tuples(labels, others), min_size=least, max_size=6).map(
        lambda pairs: {"y_true": [t for t, _ in pairs], "y_pred": [p for _, p in pairs]}
    )


SMALL = st.integers(-9, 9)
HALVES = st.one_of(SMALL, st.integers(-99, 99).map(lambda n: n / 2))


def related(labels: Sequence[float]) -> Inputs:
    """Predictions that are the labels, all off by as much, in another order or all the same: rules go by them."""
    shifted = SMALL.map(lambda by: [label + by for label in labels])
    same = (HALVES | st.just(fmean(labels))).map(lambda value: [value] * len(labels))
    return (shifted | st.permutations(labels) | same).map(lambda other: {"y_true": labels, "y_pred": list(other)})


def reordered(counts: Sequence[float]) -> Inputs:
    """The same counts as predictions, and so the same total."""
    return st.permutations(counts).map(lambda other: {"y_true": counts, "y_pred": list(other)})


def many(low: float, high: float, unit: float = 1) -> tuple[Arguments, ...]:
    """Labels and predictions as many and as mixed as real ones."""
    source = random.Random("many labels")
    return tuple(
        {name: [round(source.uniform(low, high)) * unit for _ in range(n)] for name in ("y_true", "y_pred")}
        for n in SIZES
    )


DIFFERENT = (lists(2, HALVES, HALVES) | st.lists(HALVES, min_size=2, max_size=6).flatmap(related)).filter(
    lambda given: len(set(given["y_true"])) > 1
)
EQUAL = lists(1, SMALL, SMALL).map(
    lambda given: given | {"y_true": given["y_true"][:1] * len(given["y_true"])}
) | st.tuples(SMALL, st.integers(1, 6)).map(lambda drawn: [drawn[0]] * drawn[1]).flatmap(related)
IN_UNITS: tuple[Arguments, ...] = tuple(
    {"y_true": [unit * y for y in (100, 120, 150, 200)], "y_pred": [unit * y for y in (100, 100, 200, 200)]}
    for unit in (0.01, 1e-3, 1e-6, 1e-9, 1e-12, 1e6)
)
AT_A_DISTANCE: tuple[Arguments, ...] = (
    {"y_true": [100_000, 100_001, 100_000], "y_pred": [100_000, 100_001, 100_001]},
    {"y_true": [1_700_000_000, 1_700_000_060, 1_700_000_180], "y_pred": [1_700_000_000, 1_700_000_090, 1_700_000_150]},
    {"y_true": [1_700_000_000, 1_700_000_000.125], "y_pred": [1_700_000_000, 1_700_000_000.25]},
    {"y_true": [45_000.1, 45_000.2, 45_000.4], "y_pred": [45_000.1, 45_000.3, 45_000.4]},
)
# The mean of equal numbers is rounded, and thereby their spread is not 0.
EQUAL_AND_ROUNDED = (
    ([0.1], 3),
    ([12.3], 7),
    ([36.6], 12),
    ([149.95], 6),
    ([57.2], 11),
    ([9999.99], 10),
    ([1_234_567.8], 10),
)
CORNERS: tuple[tuple[Sequence[float], Sequence[float]], ...] = (
    ([3, 3], [3, 3]),
    ([0, 0, 0], [0, 0, 0]),
    ([7] * 12, [7] * 12),
    ([7] * 12, [7] * 11 + [8]),
    ([100_000, 100_000], [100_000, 100_001]),
    ([3], [3]),
    ([3], [4]),
    ([-3, -3], [-3, -3]),
    ([3, 3], [2, 4]),
    ([3, 3, 3], [2, 4, 3]),
    ([3, 3, 3], [3, 3, 4]),
    ([3, 3, 3], [3, 4, 3]),
    ([3, 3], [3, 3.5]),
    ([3, 3], [3, 3.05]),
    ([3, 3], [3, 3.005]),
    ([0.02] * 3, [0.02, 0.02005, 0.02]),
    ([1e-9] * 2, [2e-9, 1e-9]),
    ([334_747.99] * 2, [334_748.0] * 2),
    *((label * n, label * n) for label, n in EQUAL_AND_ROUNDED),
    *((label * n, [label[0] + 0.1, *label * (n - 1)]) for label, n in EQUAL_AND_ROUNDED),
)
COUNT = st.integers(0, 200) | st.just(0) | st.integers(0, 10**6)
COUNTS = st.one_of(
    lists(1, COUNT, COUNT), lists(1, COUNT, st.just(0)), st.lists(COUNT, min_size=1, max_size=6).flatmap(reordered)
)


def draw(source: random.Random) -> Any:
    """Six labels and predictions that are off by sizes that all differ, to both sides."""
    while True:
        y_true = source.sample(range(10, 61), 6)
        sizes = source.sample(range(5, 121), 6)
        errors = [size / 10 * source.choice([-1, 1]) for size in sizes]
        y_pred = [round(t - e, 1) for t, e in zip(y_true, errors, strict=True)]
        data = {"y_true": y_true, "y_pred": y_pred, "n_features": 2}
        if (
            0.3 < r2(y_true, y_pred) < 0.97
            and len({e > 0 for e in errors}) == 2
            and told_apart(data, scores(data), BY_HAND)
        ):
            return data


def scores(data: Any) -> dict[str, float]:
    y_true, y_pred = data["y_true"], data["y_pred"]
    return {
        "mae": float(mean_absolute_error(y_true, y_pred)),
        "rmse": float(root_mean_squared_error(y_true, y_pred)),
        "median_error": median(map(abs, residuals(y_true, y_pred))),
        "r2": float(r2(y_true, y_pred)),
        "adjusted": float(adjusted_r2(y_true, y_pred, n_features=data["n_features"])),
    }


def signed(data: Any) -> dict[str, float]:
    errors = residuals(data["y_true"], data["y_pred"])
    return {"mae": fmean(errors), "median_error": median(errors)}


def with_r2(data: Any, value: float) -> dict[str, float]:
    """Another R², adjusted in the same way."""
    return {"r2": value, "adjusted": 1 - (1 - value) * 5 / 3}


def columns(answer: Any, least: int, *names: str) -> list[Numbers]:
    """Lists of numbers of one length; what is 0 but for the rounding of floats, as sines and differences are, is 0."""
    parts = each_in(answer, names, numbers_in, -1e6, 1e6, least)
    parts = [[0.0 if abs(number) < 1e-12 else number for number in part] for part in parts]
    if len({len(part) for part in parts}) > 1:
        raise ValueError(f"{', '.join(names)} must have the same length")
    if any(0 < abs(number) < 1e-6 for part in parts for number in part):
        raise ValueError(f"{', '.join(names)} must hold no number other than 0 that is nearer to 0 than a millionth")
    return parts


@just_fail(
    {"y_true": [1, 2, 3, 4, 5], "A": [5, 2, 3, 4, 5], "B": [2, 1, 4, 3, 6]},
    {"y_true": [0, 10, 20, 30, 40], "A": [1, 11, 21, 31, 41], "B": [0, 10, 20, 30, 50]},
    {"y_true": [0, 10, 20, 30, 40], "A": [0, 10, 20, 30, 45], "B": [1, 11, 21, 31, 41]},
)
def two_winners(answer: Any) -> Iterator[Condition]:
    """A wins by MAE, B by RMSE, and both are worth having."""
    y_true, a, b = columns(answer, 5, "y_true", "A", "B")
    maes, rmses = ([score(y_true, p) for p in (a, b)] for score in (mean_absolute_error, root_mean_squared_error))
    yield at_least("R² of A", r2(y_true, a), 0.5)
    yield at_least("R² of B", r2(y_true, b), 0.5)
    shown = "MAE {:.4g} and {:.4g}, RMSE {:.4g} and {:.4g}".format(*maes, *rmses)
    better = [0 < maes[0] <= nearly(0.8) * maes[1], 0 < rmses[1] <= nearly(0.8) * rmses[0]]
    yield Condition("the MAE of A is above 0 and at most 0.8 times that of B", shown, bool(better[0]))
    yield Condition("the RMSE of B is above 0 and at most 0.8 times that of A", shown, bool(better[1]))


@just_fail(
    {"y_true": list(range(40)), "y_pred": [0, *range(39)]},
    {"y_true": [5] * 40, "y_pred": [6] * 40},
    {"y_true": list(range(40)), "y_pred": [20] * 40},
    {"y_true": [0, 9] * 20, "y_pred": [1, 8] * 20},
)
def useless_r2(answer: Any) -> Iterator[Condition]:
    """An R² to be proud of, and errors that yesterday's value does not make."""
    y_true, y_pred = (np.array(part) for part in columns(answer, 30, "y_true", "y_pred"))
    yield at_least("R² of the predictions, from the second day on", r2(y_true[1:], y_pred[1:]), 0.9)
    own, yesterday = mean_absolute_error(y_true[1:], y_pred[1:]), mean_absolute_error(y_true[1:], y_true[:-1])
    found = f"{own:.4g} and {yesterday:.4g}"
    wanted = "the MAE of the predictions is at least twice that of “the same as the day before”, which is above 0"
    yield Condition(wanted, found, bool(nearly(own) >= 2 * yesterday > 0))


@just_fail(
    {"y_true": list(range(50)), "y_lower": list(range(50)), "y_upper": list(range(50))},
    {"y_true": list(range(50)), "y_lower": [*range(44), *[0] * 6], "y_upper": [*range(44), *range(43, 49)]},
    {"y_true": list(range(50)), "y_lower": [0] * 50, "y_upper": [44] * 50},
    {"y_true": list(range(50)), "y_lower": list(range(50)), "y_upper": [*range(49), 99]},
)
def left_out(answer: Any) -> Iterator[Condition]:
    """Intervals that keep a promise of nine in ten, cheaply, and break it for all of the largest labels."""
    y_true, lower, upper = (np.array(part) for part in columns(answer, 50, "y_true", "y_lower", "y_upper"))
    if (lower > upper).any():
        raise ValueError("no number of y_lower may be above the one of y_upper at its place")
    yield at_least("coverage", prediction_interval_coverage(y_true, lower, upper), 0.9)
    ends = (np.full(len(y_true), np.quantile(y_true, q, method="inverted_cdf")) for q in (0.05, 0.95))
    scores = [interval_score(y_true, low, up, level=0.9) for low, up in ((lower, upper), ends)]
    cheap = scores[0] <= nearly(scores[1] / 2) and scores[1] > 0
    wanted = "the interval score is at most half of that of the labels' own quantiles, said of all, which is above 0"
    yield Condition(wanted, "{:.4g} and {:.4g}".format(*scores), bool(cheap))
    large = y_true >= np.sort(y_true)[-(len(y_true) // 10)]
    inside = round(large.sum() * prediction_interval_coverage(y_true[large], lower[large], upper[large]))
    yield Condition("none of the largest tenth of the labels is inside", f"{inside} of {large.sum()}", not inside)


@just_fail(
    {"y_true": [1, 2, 3, 4, 5] * 2, "y_pred": [3] * 10},
    {"y_true": [0, 1e-6, 2e-6, 3e-6, 0, 1, 1, 1, 1, 1], "y_pred": [0] * 5 + [10] * 5},
    {"y_true": [5.0] * 9 + [5.00000001], "y_pred": [6.0] * 9 + [7.0]},
    {"y_true": [1, 2, 3, 4, 5] * 2, "y_pred": [2, 3, 4, 5, 6] * 2},
    {"y_true": [1, 2, 3, 4, 5] * 2, "y_pred": [5, 1, 4, 2, 3] * 2},
)
def below_0(answer: Any) -> Iterator[Condition]:
    """Labels and predictions in nearly perfect line, and an R² that no interval [0, 1] holds."""
    y_true, y_pred = columns(answer, 10, "y_true", "y_pred")
    step = (max(y_true) - min(y_true)) / 100
    yield at_least("different labels, a hundredth of their range or more apart", apart(y_true, step), 5)
    yield at_least("squared correlation of labels and predictions", forgiving(y_true, y_pred), 0.99)
    yield at_most("R²", r2(y_true, y_pred), -1.0)


BY_HAND: Ideas = {
    "signed errors: these cancel": signed,
    "the mean squared error, without its root": lambda data: {"rmse": scores(data)["rmse"] ** 2},
    "the squared correlation in place of R²": lambda data: with_r2(data, forgiving(data["y_true"], data["y_pred"])),
    "explained variance: it forgives a constant bias": lambda data: with_r2(
        data, blind_to_bias(data["y_true"], data["y_pred"])
    ),
    "a comparison with the mean of the predictions: the baseline is the mean of the labels": lambda data: with_r2(
        data, around_predictions(data["y_true"], data["y_pred"])
    ),
    "a degree of freedom forgotten: the intercept is fitted, too": lambda data: {
        "adjusted": 1 - (1 - scores(data)["r2"]) * 5 / 4
    },
}

TASKS = (
    Implement(
        name="r2_of",
        minutes=15,
        reference=lambda y_true, y_pred: float(r2(y_true, y_pred)),
        examples=({"y_true": [1, 2, 3, 6], "y_pred": [2, 2, 3, 9]},),
        parts={
            "labels that differ": Part(
                DIFFERENT,
                2,
                {"y_true": [1, 2], "y_pred": [1, 2]},
                {"y_true": [-2, 0, 2], "y_pred": [-1, 0, 2]},
                {"y_true": [1, 1, 2], "y_pred": [1, 1, 3]},
                {"y_true": list(range(12)), "y_pred": [0, 1, 3, 3, 4, 5, 6, 9, 8, 9, 10, 14]},
                {"y_true": [1, 2, 3], "y_pred": [6, 7, 8]},
                {"y_true": [1, 2, 3], "y_pred": [3, 2, 1]},
                {"y_true": [1, 2, 3], "y_pred": [2, 2, 2.005]},  # an R² of 0.005
                {"y_true": [1, 2, 3], "y_pred": [2.05, 2.05, 2.05]},  # and one of -0.004
                {"y_true": [1, 2, 3, 6], "y_pred": [3, 3, 3, 3]},
                {"y_true": [-4, 5, 0, -1], "y_pred": [0, 0, 0, 0]},
                *many(-60, 60, 0.5),
                *AT_A_DISTANCE,
                *IN_UNITS,
            ),
            "labels that are all equal": Part(
                EQUAL, 1, *({"y_true": labels, "y_pred": predictions} for labels, predictions in CORNERS)
            ),
        },
        wrong_ideas={
            "the squared correlation: it forgives every straight line": forgiving,
            "explained variance: it forgives a constant bias": blind_to_bias,
            "an R² that is never below 0: worse than the mean is below": never_below_0,
            "a comparison with 0 in place of the mean": around_0,
            "the spread of the predictions below the line: the baseline is about the labels": swapped,
            "1 or 0 for labels that are all equal: 1 - x/0 is −∞, and 0/0 is undefined": patched,
        },
    ),
    Implement(
        name="rmsle_of",
        minutes=10,
        reference=lambda y_true, y_pred: float(root_mean_squared_log_error(y_true, y_pred)),
        examples=({"y_true": [1, 10, 100, 1000], "y_pred": [2, 8, 120, 900]},),
        parts={
            "any counts": Part(
                COUNTS,
                2,
                {"y_true": [0, 0], "y_pred": [0, 100_000]},
                {"y_true": [0, 0], "y_pred": [0, 10**9]},
                {"y_true": [3], "y_pred": [3]},
                {"y_true": [1, 1, 2], "y_pred": [2, 2, 5]},
                {"y_true": list(range(12)), "y_pred": [0, 1, 3, 3, 4, 5, 6, 9, 8, 9, 10, 14]},
                {"y_true": [4, 0, 9], "y_pred": [6, 2, 0]},
                {"y_true": [5, 7, 0], "y_pred": [3, 0, 2]},
                {"y_true": [0, 6], "y_pred": [5, 6]},
                {"y_true": [5, 0], "y_pred": [0, 5]},
                {"y_true": [0, 0, 0], "y_pred": [0, 0, 0]},
                {"y_true": [2000, 5000], "y_pred": [2001, 4990]},
                {"y_true": [100_000], "y_pred": [100_005]},
                {"y_true": [3, 0, 7, 40, 12], "y_pred": [3, 0, 7, 40, 12]},
                *many(0, 3000),
            )
        },
        wrong_ideas={
            "the logarithm of the RMSE: take the logarithms first": log_of_rmse,
            "the mean squared log error, without its root": lambda **given: fmean(
                d * d for d in log_differences(**given)
            ),
            "decimal logarithms: these are natural ones": lambda y_true, y_pred: sqrt(
                fmean((log10(1 + t) - log10(1 + p)) ** 2 for t, p in zip(y_true, y_pred, strict=True))
            ),
            "absolute differences of the logarithms": lambda **given: fmean(map(abs, log_differences(**given))),
            "the logarithm of 1 + RMSE": lambda y_true, y_pred: log(1 + root_mean_squared_error(y_true, y_pred)),
        },
    ),
    ByHand(name="errors_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="two_winners", minutes=15, points=4, conditions=two_winners),
    Build(name="useless_r2", minutes=20, points=5, conditions=useless_r2),
    Refute(name="below_0", minutes=10, points=3, conditions=below_0),
    Build(name="left_out", minutes=15, points=4, conditions=left_out),
    Argue(name="length_of_stay", minutes=20, points=4),
)

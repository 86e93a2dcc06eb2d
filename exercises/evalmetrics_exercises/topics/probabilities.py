"""Exercise of the chapter on scores of probabilities."""

import random
from collections.abc import Iterator
from math import inf, log
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import brier_score, default_log_loss, log_loss

from ..building import at_least, binary
from ..drawing import at_random, told_apart
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "04_probabilities"


def loss(y_true: list[int], p: list[float]) -> float:
    return log_loss(y_true, p, labels=[0, 1])


def of_observed(y_true: list[int], p: list[float]) -> Any:
    """The probability given to what was observed."""
    return np.where(np.array(y_true) == 1, p, 1 - np.array(p))


def brier(y_true: list[int], p: list[float]) -> float:
    return brier_score(y_true, p, labels=[0, 1])


def forecasts(low: int, high: int) -> Inputs:
    """Labels and probabilities in twentieths from `low` to `high`."""
    rows = st.lists(st.tuples(st.integers(0, 1), st.integers(low, high)), min_size=1, max_size=15)
    return rows.map(lambda pairs: {"y_true": [y for y, _ in pairs], "p": [n / 20 for _, n in pairs]})


def certain(given: Arguments, at: int, right: bool) -> Arguments:
    """The same forecasts, one of them without a doubt."""
    p, at = list(given["p"]), at % len(given["p"])
    p[at] = float(given["y_true"][at] == right)
    return given | {"p": p}


CERTAIN: Inputs = st.builds(certain, forecasts(1, 19), st.integers(0, 14), st.booleans())


def many_days(source: random.Random) -> Arguments:
    """Forecasts of some weeks, hardly two of them alike."""
    n = source.randint(15, 30)
    return {"y_true": source.choices([0, 1], k=n), "p": [source.randint(10, 990) / 1000 for _ in range(n)]}


WEEKS = at_random("many days", 4, many_days)


def draw(source: random.Random) -> Any:
    """Forecasts of rain for a week or so, one to three of them on the wrong side."""
    while True:
        n = source.randint(5, 9)
        rainy, wrong = (
            set(source.sample(range(n), k)) for k in (source.randint(1, (n - 1) // 2), source.randint(1, 3))
        )
        observed = [int(day in rainy) for day in range(n)]
        sure = [source.choice(range(20, 45, 5) if day in wrong else range(55, 100, 5)) for day in range(n)]
        forecast = [(q if y else 100 - q) / 100 for y, q in zip(observed, sure, strict=True)]
        data = {"rain": observed, "forecast": forecast}
        if told_apart(data, scores(data), BY_HAND):
            return data


def scores(data: Any) -> dict[str, float]:
    y, p = data["rain"], data["forecast"]
    return {
        "log_loss": loss(y, p),
        "brier_score": brier(y, p),
        "accuracy": float(np.mean(of_observed(y, p) > 0.5)),
        "default_log_loss": default_log_loss(y),
    }


def of_forecasts(data: Any) -> dict[str, float]:
    share = float(np.mean([p > 0.5 for p in data["forecast"]]))
    return {"default_log_loss": loss(data["rain"], [share] * len(data["rain"]))}


def of_mean_forecast(data: Any) -> dict[str, float]:
    mean = float(np.mean(data["forecast"]))
    return {"default_log_loss": loss(data["rain"], [mean] * len(data["rain"]))}


@just_fail(
    {"y_true": [0, 1] * 5, "p": [0.49, 0.51] * 5},
    {"y_true": [0] * 9 + [1], "p": [0.5] * 10},
    {"y_true": [0] * 9 + [1], "p": [0.1] * 9 + [0.9]},
    {"y_true": [0] * 9 + [1], "p": [0.49] * 9 + [1.2]},
)
def right_and_worthless(answer: Any) -> Iterator[Condition]:
    """Every verdict right (yes above 0.5), and the loss worse than a constant's."""
    y, (p,) = binary(answer, 10, "p")
    if min(p) < 0 or max(p) > 1:
        raise ValueError("p must hold probabilities from 0 to 1")
    given, constant = loss(y, p), default_log_loss(y)
    yield at_least("accuracy at the threshold 0.5", float(np.mean((np.array(p) > 0.5) == y)), 1)
    yield Condition(
        "log loss above that of the best constant forecast", f"{given:.4f} and {constant:.4f}", given > constant + 1e-9
    )


@just_fail(
    {"y_true": [0] * 9 + [1], "p": [0.1] * 10},
    {"y_true": [0] * 9 + [1], "p": [0.9] * 9 + [0.8]},
    {"y_true": [0] * 9 + [1], "p": [0.0] * 10},
)
def worse_constant(answer: Any) -> Iterator[Condition]:
    """A constant forecast with a far larger loss than the default."""
    y, (p,) = binary(answer, 10, "p")
    if min(p) <= 0 or max(p) >= 1:
        raise ValueError("p must hold probabilities above 0 and below 1")
    given, best = loss(y, p), default_log_loss(y)
    yield Condition("the forecast is the same for every example", f"{len(set(p))} different", len(set(p)) == 1)
    yield at_least("its loss over the default log loss", given / best, 2)


SMALL: Arguments = {
    "y_true": [1, 0, 1],
    "p": [0.00123456, 0.123456, 1e-5],
}  # what is lost where probabilities are rounded

MANY: tuple[Arguments, ...] = (
    {"y_true": [1, 1, 0], "p": [0.5, 0.5, 0.3]},
    {"y_true": [0] * 11 + [1], "p": [0.1] * 11 + [0.3]},
    *WEEKS,
)

BY_HAND: Ideas = {
    "logarithms to base 2": lambda data: {
        name: scores(data)[name] / log(2) for name in ("log_loss", "default_log_loss")
    },
    "a sum where a mean is asked for": lambda data: {
        name: len(data["rain"]) * scores(data)[name] for name in ("log_loss", "brier_score")
    },
    "the share of days for which rain was forecast: the default knows how often it rained": of_forecasts,
    "the mean forecast: the default knows how often it rained": of_mean_forecast,
    "the loss of the other label": lambda data: {"log_loss": loss([1 - y for y in data["rain"]], data["forecast"])},
}

TASKS = (
    Implement(
        name="log_loss_of",
        minutes=15,
        reference=loss,
        examples=({"y_true": [1, 0, 1], "p": [0.9, 0.2, 0.5]},),
        parts={
            "probabilities between 0 and 1": Part(
                forecasts(1, 19),
                2,
                SMALL,
                {"y_true": [1] * 800, "p": [0.3] * 800},  # their product is 0; few enough for a recursion
                {"y_true": [1, 1, 0], "p": [0.5, 0.5, 0.3]},
                {"y_true": [1], "p": [0.999]},
                *WEEKS,
                # No nearer to 0, unless it is a power of two: 1 - |y - p| and its like would lose too many digits.
                *({"y_true": [1, 0], "p": [2.0**-power, 0.5]} for power in (36, 44, 50, 52)),
                *({"y_true": [0, 1], "p": [1 - 2.0**-power, 0.5]} for power in (36, 44, 50, 52)),
                *({"y_true": [1, 0], "p": [p, 0.5]} for p in (1e-3, 1e-7, 1e-10)),
                *({"y_true": [0, 1], "p": [p, 0.5]} for p in (0.999, 0.9999, 0.99999, 0.99999999, 1 - 1e-10)),
            ),
            "certain, and wrong or right": Part(
                CERTAIN,
                1,
                {"y_true": [1, 0], "p": [1.0, 0.2]},
                {"y_true": [0, 1], "p": [0.0, 0.3]},
                {"y_true": [0, 1], "p": [0.5, 0.0]},
                {"y_true": [1, 0], "p": [0.0, 1.0]},
                {"y_true": [1, 0], "p": [1.0, 0.0]},
                {"y_true": [1, 0, 1], "p": [0.9, 0.0, 0.8]},
                {"y_true": [1, 1], "p": [0.0, 0.0]},
                *(certain(given, -2, right) for given in WEEKS for right in (True, False)),
            ),
        },
        wrong_ideas={
            "a sum: the loss is a mean": lambda y_true, p: loss(y_true, p) * len(p),
            "the logarithm to base 2: the natural one is asked for": lambda y_true, p: loss(y_true, p) / log(2),
            "the loss of the positives alone: a 0 has the probability 1 - p": lambda y_true, p: float(
                np.mean([-log(q) if y and q else inf * y if y else 0.0 for y, q in zip(y_true, p, strict=True)])
            ),
            "the loss of the other label": lambda y_true, p: loss(y_true, [1 - q for q in p]),
            "clipped probabilities: certain and wrong costs infinitely much": lambda **given: float(
                -np.log(np.clip(of_observed(**given), 1e-15, 1)).mean()
            ),
        },
    ),
    Implement(
        name="brier_of",
        minutes=5,
        reference=brier,
        examples=({"y_true": [1, 0, 1], "p": [0.9, 0.2, 0.5]},),
        parts={"any probabilities": Part(forecasts(0, 20), 2, SMALL, {"y_true": [1, 0], "p": [0.0, 0.0]}, *MANY)},
        wrong_ideas={
            "the absolute error: the Brier score squares it": lambda y_true, p: float(
                np.abs(np.array(y_true) - p).mean()
            ),
            "the root of the Brier score": lambda y_true, p: brier(y_true, p) ** 0.5,
            "the form for several classes, which is twice as large": lambda y_true, p: 2 * brier(y_true, p),
            "a sum: the score is a mean": lambda y_true, p: brier(y_true, p) * len(p),
        },
    ),
    ByHand(name="rain_by_hand", minutes=20, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="right_and_worthless", minutes=15, points=4, conditions=right_and_worthless),
    Refute(name="no_largest_constant", minutes=10, points=2, conditions=worse_constant),
    Argue(name="which_forecaster", minutes=20, points=4),
)

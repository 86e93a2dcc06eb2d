"""Metrics of observed and predicted numbers."""

import numpy as np

from . import Row


def numbers(rng):
    n, scale = rng.integers(2, 40), 10.0 ** rng.integers(-3, 4)
    y_true = rng.normal(rng.normal(0, 3), 1, n) * scale
    return y_true, y_true + rng.normal(size=n) * scale


def above_minus_1(rng):
    y_true, y_pred = numbers(rng)
    return np.abs(y_true), np.abs(y_pred)


def without_0(rng):
    y_true, y_pred = numbers(rng)
    return np.where(np.abs(y_true) < 1e-3, 1.0, y_true), y_pred


def true_twice(y_true, _):
    return y_true, y_true


def bounded(rng):
    y_true, middle = numbers(rng)
    half = np.abs(y_true) * rng.random(len(y_true))
    return y_true, middle - half, middle + half


def on_the_spot(y_true, *_):
    return y_true, y_true, y_true


LEVELS = [{"level": 0.9}, {"level": 0.5}]
QUANTILES = [{"quantile": 0.9}, {"quantile": 0.5}]
ALL_EQUAL = [([0.1, 0.1, 0.1], [0.1, 0.1, 0.1])]

ROWS = {
    "mean_absolute_error": Row(numbers, best=true_twice),
    "median_absolute_error": Row(numbers, best=true_twice),
    "mean_squared_error": Row(numbers, best=true_twice),
    "root_mean_squared_error": Row(numbers, best=true_twice),
    "mean_absolute_percentage_error": Row(without_0, best=true_twice),
    "symmetric_mean_absolute_percentage_error": Row(numbers, best=true_twice, undefined=[([0, 1], [0, 1])]),
    "weighted_absolute_percentage_error": Row(numbers, best=true_twice, undefined=[([0, 0], [0, 0])]),
    "mean_pinball_loss": Row(numbers, QUANTILES, best=true_twice),
    "mean_absolute_scaled_error": Row(numbers, [{"naive_error": 0.5}], best=true_twice),
    "mean_squared_log_error": Row(above_minus_1, best=true_twice),
    "root_mean_squared_log_error": Row(above_minus_1, best=true_twice),
    "r2": Row(numbers, best=true_twice, undefined=ALL_EQUAL, shared={"center": 0.0}),
    "adjusted_r2": Row(numbers, [{"n_features": 1}, {"n_features": 0}], undefined=ALL_EQUAL, shared={"center": 0.0}),
    "explained_variance": Row(numbers, best=true_twice, undefined=ALL_EQUAL, shared={"center": (0.0, 0.0)}),
    "prediction_interval_coverage": Row(bounded),
    "prediction_interval_width": Row(bounded, best=on_the_spot),
    "interval_score": Row(bounded, LEVELS, best=on_the_spot),
}

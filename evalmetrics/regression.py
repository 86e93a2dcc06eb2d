"""Predicted numbers: how far off they are, in the unit of the label, and how much better than a constant."""

from collections.abc import Callable
from typing import Any

import numpy as np

from .fast import sorted_by_duckdb
from .inputs import arguments, numbers
from .inputs.options import fraction, positive, whole
from .kinds.help_pages import described_by
from .kinds.sums import Center
from .metric import mean_of, of_sums, of_weights

ROUNDING = 1e-12  # a spread that is a smaller share of the squares it is left over from is a rounding error


def absolute_error(y_true, y_pred):
    """Size of an error, whatever its sign."""
    return np.abs(y_true - y_pred)


def squared_error(y_true, y_pred):
    """Square of an error."""
    return (y_true - y_pred) ** 2


def relative_error(y_true, y_pred):
    """Size of an error as a share of what was observed."""
    return np.abs(y_true - y_pred) / np.abs(y_true)


def squared_log_error(y_true, y_pred):
    """Square of an error of log(1 + y)."""
    return (np.log1p(y_true) - np.log1p(y_pred)) ** 2


@mean_of(absolute_error, inputs=numbers.observed_and_predicted, at_once=True)
def mean_absolute_error(errors, examples):
    """Mean size of the errors, whatever their sign (MAE), in the unit of the label.

    >>> mean_absolute_error([1, 2, 3, 4], [1, 2, 3, 8])
    1.0
    """
    return errors / examples


def sorted_errors(y_true, y_pred):
    """Sizes of the errors, the smallest first, and which example each belongs to."""
    errors = absolute_error(y_true, y_pred)
    order = np.argsort(errors)
    return errors[order], order


def errors_from_zero(y_true, y_pred):
    """Examples with the same sizes of errors: 0 was observed, and the size is what was predicted."""
    errors = absolute_error(y_true, y_pred)
    return np.zeros_like(errors), errors


def middle_error(y_true, y_pred):
    """The median of the sizes of the errors, found without sorting them all."""
    errors, middle = absolute_error(y_true, y_pred), len(y_true) // 2
    errors.partition(middle)
    lower = errors[middle] if len(errors) % 2 else errors[:middle].max()
    return (lower + errors[middle]) / 2


@of_weights(
    sorted_errors,
    inputs=numbers.observed_and_predicted,
    once=middle_error,
    canonical=errors_from_zero,
    stacked=True,
    monotone=True,
    streamed=sorted_by_duckdb.median_absolute_error,
)
def median_absolute_error(weights, errors_and_order):
    """The size that half of the errors do not exceed; the other half may be anything.

    With weights: half of the weight lies on either side, as if every example were repeated as often as its weight
    says. The middle of two sizes where any between them would do; in the unit of the label.

    >>> median_absolute_error([0, 0, 0], [1, 2, 1000])
    2.0
    """
    errors, order = errors_and_order
    return weighted_median(errors, weights[..., order])


def weighted_median(values, weights):
    """The value with half of the weight on either side; `values` are sorted."""
    reached = weights.cumsum(-1) / weights.sum(-1, keepdims=True)
    lower = values[(reached > 0.5 - ROUNDING).argmax(-1)]
    upper = values[(reached > 0.5 + ROUNDING).argmax(-1)]
    return (lower + upper) / 2


@mean_of(squared_error, inputs=numbers.to_be_squared, at_once=True)
def mean_squared_error(errors, examples):
    """Mean of the squared errors (MSE), in the *squared* unit of the label.

    >>> mean_squared_error([1, 2, 3, 4], [1, 2, 3, 8])
    4.0
    """
    return errors / examples


@mean_of(squared_error, inputs=numbers.to_be_squared, at_once=True)
def root_mean_squared_error(errors, examples):
    """Square root of the mean squared error (RMSE): back in the unit of the label.

    Without weights, between the mean absolute error and sqrt(n) times it. Its square is the variance of the errors
    plus their squared mean.

    >>> root_mean_squared_error([1, 2, 3, 4], [1, 2, 3, 8])
    2.0
    """
    return np.sqrt(errors / examples)


@mean_of(squared_log_error, inputs=numbers.with_logarithms, at_once=True)
def mean_squared_log_error(errors, examples):
    """Mean squared error of log(1 + y): for labels whose factors matter more than their differences (MSLE).

    In squared natural logarithms.

    >>> round(mean_squared_log_error([1, 10, 100, 1000], [2, 8, 120, 900]), 6)
    0.062097
    """
    return errors / examples


@mean_of(squared_log_error, inputs=numbers.with_logarithms, at_once=True)
def root_mean_squared_log_error(errors, examples):
    """Square root of the mean squared log error (RMSLE); not the logarithm of the RMSE.

    In natural logarithms: for labels far above 1, about the relative error.

    >>> round(root_mean_squared_log_error([1, 10, 100, 1000], [2, 8, 120, 900]), 6)
    0.249194
    """
    return np.sqrt(errors / examples)


@mean_of(relative_error, inputs=numbers.without_zeros, at_once=True)
def mean_absolute_percentage_error(errors, examples):
    """Mean size of the errors as shares of the labels (MAPE): 0.1 for ten per cent.

    Too low costs at most 1 for labels above 0, too high any amount, so it prefers predictions that are too low.

    >>> mean_absolute_percentage_error([100, 100, 200], [90, 110, 150])
    0.15
    """
    return errors / examples


def symmetric_relative_error(y_true, y_pred):
    """Size of an error as a share of the mean size of what was observed and what was predicted."""
    return 2 * np.abs(y_true - y_pred) / (np.abs(y_true) + np.abs(y_pred))


@mean_of(symmetric_relative_error, inputs=numbers.observed_and_predicted, at_once=True, zero_division=True)
def symmetric_mean_absolute_percentage_error(errors, examples):
    """Mean size of the errors as shares of (|y| + |ŷ|) / 2 (sMAPE): from 0 to 2, which is 200 %.

    Others leave out the 2, and have half of it. nan where 0 was predicted for a label of 0 (0/0).

    >>> round(symmetric_mean_absolute_percentage_error([100, 100, 200], [90, 110, 150]), 4)
    0.1621
    """
    return errors / examples


def absolute_error_and_label(y_true, y_pred):
    """Size of an error, and of what was observed."""
    return np.abs(y_true - y_pred), np.abs(y_true)


@of_sums(absolute_error_and_label, inputs=numbers.observed_and_predicted, at_once=True)
def weighted_absolute_percentage_error(errors, labels):
    """All errors together as a share of all labels together, by size (WAPE): 0.1 for ten per cent.

    Labels of 0 are allowed as long as one is not 0.

    >>> weighted_absolute_percentage_error([100, 100, 200], [90, 110, 150])
    0.175
    """
    return errors / labels


@mean_of(absolute_error, inputs=numbers.observed_and_predicted, at_once=True, checks={"naive_error": positive})
def mean_absolute_scaled_error(errors, examples, *, naive_error):
    """Mean absolute error of a forecast in units of the error that a naive forecast made before (MASE).

    1 is as far off as the naive forecast was on the series that came before, below 1 is better.

    naive_error : float
        Above 0: what `naive_error` says of the series that the forecast was made from.

    >>> past = [10, 12, 11, 13]
    >>> round(mean_absolute_scaled_error([14, 15], [13, 17], naive_error=naive_error(past)), 3)
    0.9
    """
    return errors / examples / naive_error


@described_by()
def naive_error(y: Any, *, season: int = 1) -> float:
    """How far off it is to say "as last time": the mean absolute difference of a series from itself, a season before.

    y : sequence of n finite numbers
        A series in the order of time.
    season : int, default 1
        From 1 to n - 1: how many steps before; 7 for "as on this day last week" of daily numbers.

    -> float
        At least 0, in the unit of the series.

    Source: Hyndman and Koehler (2006), Another look at measures of forecast accuracy, International Journal of
    Forecasting 22.

    >>> naive_error([10, 12, 11, 13]), naive_error([10, 12, 11, 13], season=2)
    (1.6666666666666667, 1.0)
    """
    series, index = arguments.finite(y, "y"), getattr(y, "index", y)
    if getattr(index, "inferred_type", "") in ("datetime64", "period") and not index.is_monotonic_increasing:
        raise ValueError("y must be in the order of time, got an index of dates that fall: give y.sort_index()")
    steps = arguments.whole_number(season, "season", least=1)
    if len(series) <= steps:
        raise ValueError(f"y must have more entries than a season, got {len(series)} for a season of {steps}")
    return float(np.abs(series[steps:] - series[:-steps]).mean())


def spread(values):
    """Sum of squared distances from the mean; exactly 0 where all values are equal."""
    offset = values - values[0]
    return ((offset - offset.mean()) ** 2).sum()


def spread_of_sums(offsets, squares, n):
    """The same from sums around some centre; 0 where only rounding is left."""
    left = squares - offsets**2 / n
    return np.where(left > ROUNDING * squares, left, 0.0)


AROUND_LABELS = Center(lambda y_true, y_pred: [y_true])


def squares_of_labels(y_true, y_pred, *, center):
    """Squared error; label, counted from the centre, and its square; 1."""
    offset = y_true - center
    return squared_error(y_true, y_pred), offset, offset**2, 1


def r2_of_sums(errors, offsets, squares, n):
    """R² from sums, which can be resampled and added up."""
    return 1 - errors / spread_of_sums(offsets, squares, n)


@of_sums(
    squares_of_labels,
    inputs=numbers.of_any_size,
    at_once=True,
    shared=AROUND_LABELS,
    from_sums=r2_of_sums,
    unitless="together",
)
def r2(y_true, y_pred):
    """Share of the squared errors of a constant, the mean label, that the predictions remove (R²).

    0 is what the mean of these labels scores, below 0 is worse. Labels that are all equal leave nothing to remove:
    -inf with any error, nan (0/0) without one.

    >>> r2([1, 2, 3, 4], [1, 2, 3, 3]), r2([1, 2, 3, 4], [4, 3, 2, 1])
    (0.8, -3.0)
    """
    return 1 - ((y_true - y_pred) ** 2).sum() / spread(y_true)


def adjusted(score, n, n_features):
    """R² with both sums of squares divided by their degrees of freedom; nan where the fit leaves none."""
    left = n - n_features - 1
    return np.where(left > 0, 1 - (1 - score) * (n - 1) / left, np.nan)


def adjusted_r2_of_sums(errors, offsets, squares, n, *, n_features):
    """Adjusted R² from sums."""
    return adjusted(r2_of_sums(errors, offsets, squares, n), n, n_features)


@of_sums(
    squares_of_labels,
    inputs=numbers.of_any_size,
    at_once=True,
    shared=AROUND_LABELS,
    from_sums=adjusted_r2_of_sums,
    unitless="together",
    checks={"n_features": whole(0)},
)
def adjusted_r2(y_true, y_pred, *, n_features):
    """R² of a least-squares fit, with both sums of squares divided by their degrees of freedom; never above R².

    The examples are those that the model was fitted to; weights count as repetitions.

    n_features : int
        How many coefficients were fitted besides the intercept: at least 0.

    >>> round(adjusted_r2([1, 2, 3, 4], [1, 2, 3, 3], n_features=1), 4)
    0.7
    """
    score = 1 - ((y_true - y_pred) ** 2).sum() / spread(y_true)
    return adjusted(score, len(y_true), n_features)


AROUND_ERRORS_AND_LABELS = Center(lambda y_true, y_pred: (np.subtract(y_true, y_pred), y_true))


def squares_of_errors_and_labels(y_true, y_pred, *, center):
    """Error and label, each counted from its centre, and their squares; 1."""
    error, offset = y_true - y_pred - center[0], y_true - center[1]
    return error, error**2, offset, offset**2, 1


def explained_variance_of_sums(errors, squared_errors, offsets, squares, n):
    """Explained variance from sums."""
    return 1 - spread_of_sums(errors, squared_errors, n) / spread_of_sums(offsets, squares, n)


@of_sums(
    squares_of_errors_and_labels,
    inputs=numbers.of_any_size,
    at_once=True,
    shared=AROUND_ERRORS_AND_LABELS,
    from_sums=explained_variance_of_sums,
    unitless="together",
)
def explained_variance(y_true, y_pred):
    """R² of predictions that are first shifted by their mean error: blind to bias.

    Never below R², and equal to it where the errors have mean 0. Labels that are all equal: -inf if the errors
    differ, nan (0/0) if they do not.

    >>> explained_variance([1, 2, 3, 4], [11, 12, 13, 14]), explained_variance([1, 2, 3, 4], [2, 4, 6, 8])
    (1.0, 0.0)
    """
    return 1 - spread(y_true - y_pred) / spread(y_true)


def too_low_and_too_high(y_true, y_pred):
    """By how much a prediction is too low, and too high; 1."""
    return np.maximum(y_true - y_pred, 0), np.maximum(y_pred - y_true, 0), 1


@of_sums(too_low_and_too_high, inputs=numbers.observed_and_predicted, at_once=True, checks={"quantile": fraction})
def mean_pinball_loss(too_low, too_high, examples, *, quantile):
    """Mean price of predicted quantiles: a unit costs `quantile` where they are too low, 1 - `quantile` where too high.

    In the unit of the label, smallest for the true quantile; for the median, half of the mean absolute error.

    quantile : float
        Which quantile was predicted, between 0 and 1: 0.9 for what nine labels of ten shall not exceed.

    >>> round(mean_pinball_loss([10, 20], [12, 15], quantile=0.9), 4)
    2.35
    """
    return (quantile * too_low + (1 - quantile) * too_high) / examples


def contained(y_true, y_lower, y_upper):
    """1 for a label between its bounds or on one of them, 0 for any other."""
    return (y_lower <= y_true) & (y_true <= y_upper)


@mean_of(contained, inputs=numbers.with_bounds, at_once=True)
def prediction_interval_coverage(inside, examples):
    """Share of the labels that their prediction intervals contain, bounds included.

    Best near the level that was promised; wide intervals contain everything, so give the width as well.

    >>> prediction_interval_coverage([1, 2, 3, 9], [0, 1, 3, 2], [2, 3, 5, 6])
    0.75
    """
    return inside / examples


def width(y_true, y_lower, y_upper):
    """From the lower bound to the upper one."""
    return y_upper - y_lower


@mean_of(width, inputs=numbers.with_bounds, at_once=True)
def prediction_interval_width(widths, examples):
    """Mean width of prediction intervals, in the unit of the label; the labels themselves do not matter.

    >>> prediction_interval_width([1, 2, 3, 9], [0, 1, 3, 2], [2, 3, 5, 6])
    2.5
    """
    return widths / examples


def width_and_miss(y_true, y_lower, y_upper):
    """Width of an interval, how far outside of it the label lies, and 1."""
    miss = np.maximum(y_lower - y_true, 0) + np.maximum(y_true - y_upper, 0)
    return y_upper - y_lower, miss, 1


@of_sums(width_and_miss, inputs=numbers.with_bounds, at_once=True, checks={"level": fraction})
def interval_score(widths, misses, examples, *, level):
    """Mean width of prediction intervals, and for labels outside 2 / (1 - level) times their distance (Winkler score).

    In the unit of the label; smallest in the long run for the quantiles (1 - level) / 2 and (1 + level) / 2.

    level : float
        Of the intervals, between 0 and 1: 0.9 for intervals that shall contain nine labels of ten.

    >>> round(interval_score([1, 2, 3, 9], [0, 1, 3, 2], [2, 3, 5, 6], level=0.9), 4)
    17.5
    """
    return (widths + 2 / (1 - level) * misses) / examples


PREFERENCES = {  # which constant each score rates best
    "mean_absolute_error": "median",
    "mean_squared_error": "mean",
    "root_mean_squared_error": "mean",
    "r2": "mean",
    "adjusted_r2": "mean",
    "mean_squared_log_error": "mean of logarithms",
    "root_mean_squared_log_error": "mean of logarithms",
}


@described_by()
def default_prediction(y_true: Any, loss: Callable[..., float] | str, *, sample_weight: Any = None) -> float:
    """The constant with the best score: what a predictor says that knows the labels' distribution and nothing else.

    y_true : sequence of n finite numbers
        What was observed.
    loss : metric or str
        One of this module's scores, or its name. Squared errors and R² prefer the mean, absolute errors the median
        (the middle of two where any between them would do), squared log errors the mean of log(1 + y), brought back.

    -> float
        In the unit of the label, between the smallest and the largest label.

    Source: Gneiting (2011), Making and evaluating point forecasts, Journal of the American Statistical Association 106.

    >>> default_prediction([1, 2, 3, 4, 100], mean_squared_error)
    22.0
    """
    arguments.in_one_order(y_true=y_true, sample_weight=sample_weight)
    true = arguments.finite(y_true, "y_true")
    numbers.refuse_unaddable(true, "y_true")
    weights = arguments.weights(sample_weight, len(true))
    kind = PREFERENCES[arguments.one_of(getattr(loss, "__name__", loss), "loss", PREFERENCES)]
    if kind == "median":
        order = np.argsort(true)
        return float(weighted_median(true[order], weights[order]))
    if kind == "mean of logarithms":
        numbers.refuse_unloggable(true, "y_true")
        return float(np.expm1(np.log1p(true) @ weights / weights.sum()))
    offset = true - true[0]  # so that labels that are all equal are their own mean
    return float(true[0] + offset @ weights / weights.sum())

"""Predicted numbers: how far off they are, in the unit of the label, and how much better than a constant."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .inputs import arguments
from .inputs.matrices import ratio
from .inputs.residuals import labels, logarithms, mean, mean_around, median, residuals, squares, sum_of_squares
from .inputs.totals import columns, plain

Array = NDArray[Any]
ROUNDING = 1e-12  # a spread that is a smaller share of the squares it is left over from is a rounding error


def mean_absolute_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Mean size of the errors, whatever their sign (MAE).

    Parameters
    ----------
    y_true, y_pred : sequences of n finite numbers
        What was observed and what was predicted, in one unit.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    float
        In [0, inf), in the unit of the label, lower is better.

    Raises
    ------
    ValueError
        Different lengths, more than one dimension, values that are not finite.
    TypeError
        Something other than numbers.

    References
    ----------
    Willmott and Matsuura (2005), Advantages of the mean absolute error over the root mean square error.

    Examples
    --------
    >>> mean_absolute_error([1, 2, 3, 4], [1, 2, 3, 8])
    1.0
    """
    _, error, weight = residuals(y_true, y_pred, sample_weight)
    return mean(np.abs(error, out=error), weight)


def mean_absolute_error_statistics(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Array:
    """What each example adds to the mean absolute error.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.

    Returns
    -------
    array of shape (n, 2)
        Columns: absolute error, and 1; each times the weight.

    References
    ----------
    Willmott and Matsuura (2005), Advantages of the mean absolute error over the root mean square error.

    Examples
    --------
    >>> mean_absolute_error_statistics([3, 5], [5, 4])
    array([[2., 1.],
           [1., 1.]])
    """
    examples = residuals(y_true, y_pred, sample_weight)
    return examples.rows(np.abs(examples.error))


def mean_absolute_error_from_statistics(totals: Any) -> Any:
    """Mean absolute error from summed rows of `mean_absolute_error_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Absolute errors, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), in the unit of the label, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Willmott and Matsuura (2005), Advantages of the mean absolute error over the root mean square error.

    Examples
    --------
    >>> mean_absolute_error_from_statistics([3.0, 2])
    1.5
    """
    errors, examples = columns(totals, "absolute errors", "examples")
    return plain(ratio(errors, examples))


def median_absolute_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """The size that half of the errors do not exceed; the other half may be anything.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`. With weights: half of the weight lies on either side, as if every example were
        repeated as often as its weight says.

    Returns
    -------
    float
        In [0, inf), in the unit of the label, lower is better; the middle of two sizes where any between them
        would do.

    Raises
    ------
    ValueError, TypeError
        As in `mean_absolute_error`.

    References
    ----------
    Rousseeuw (1984), Least median of squares regression, Journal of the American Statistical Association 79.

    Examples
    --------
    >>> median_absolute_error([0, 0, 0], [1, 2, 1000])
    2.0
    """
    _, error, weight = residuals(y_true, y_pred, sample_weight)
    return median(np.abs(error), weight)


def mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Mean of the squared errors (MSE).

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.

    Returns
    -------
    float
        In [0, inf), in the *squared* unit of the label, lower is better.

    Raises
    ------
    ValueError, TypeError
        As in `mean_absolute_error`; errors whose squares are too large or too small for a float.

    References
    ----------
    Gauss (1821), Theoria combinationis observationum erroribus minimis obnoxiae.

    Examples
    --------
    >>> mean_squared_error([1, 2, 3, 4], [1, 2, 3, 8])
    4.0
    """
    _, error, weight = residuals(y_true, y_pred, sample_weight)
    return sum_of_squares(error, weight) / (len(error) if weight is None else float(weight.sum()))


def mean_squared_error_statistics(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Array:
    """What each example adds to the mean squared error, and to its root.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.

    Returns
    -------
    array of shape (n, 2)
        Columns: squared error, and 1; each times the weight.

    References
    ----------
    Gauss (1821), Theoria combinationis observationum erroribus minimis obnoxiae.

    Examples
    --------
    >>> mean_squared_error_statistics([3, 5], [5, 4])
    array([[4., 1.],
           [1., 1.]])
    """
    examples = residuals(y_true, y_pred, sample_weight)
    return examples.rows(squares(examples.error))


def mean_squared_error_from_statistics(totals: Any) -> Any:
    """Mean squared error from summed rows of `mean_squared_error_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Squared errors, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), in the squared unit of the label, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Gauss (1821), Theoria combinationis observationum erroribus minimis obnoxiae.

    Examples
    --------
    >>> mean_squared_error_from_statistics([5.0, 2])
    2.5
    """
    squared_errors, examples = columns(totals, "squared errors", "examples")
    return plain(ratio(squared_errors, examples))


def root_mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Square root of the mean squared error (RMSE): back in the unit of the label.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.

    Returns
    -------
    float
        In [0, inf), in the unit of the label, lower is better; without weights, between the mean absolute error and
        sqrt(n) times it. Its square is the variance of the errors plus their squared mean.

    Raises
    ------
    ValueError, TypeError
        As in `mean_squared_error`.

    References
    ----------
    Gauss (1821), Theoria combinationis observationum erroribus minimis obnoxiae.

    Examples
    --------
    >>> root_mean_squared_error([1, 2, 3, 4], [1, 2, 3, 8])
    2.0
    """
    return float(np.sqrt(mean_squared_error(y_true, y_pred, sample_weight=sample_weight)))


def root_mean_squared_error_from_statistics(totals: Any) -> Any:
    """Root mean squared error from summed rows of `mean_squared_error_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Squared errors, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), in the unit of the label, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Gauss (1821), Theoria combinationis observationum erroribus minimis obnoxiae.

    Examples
    --------
    >>> root_mean_squared_error_from_statistics([8.0, 2])
    2.0
    """
    return plain(np.sqrt(mean_squared_error_from_statistics(totals)))


def mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Mean squared error of log(1 + y): for labels whose factors matter more than their differences (MSLE).

    Parameters
    ----------
    y_true, y_pred : sequences of n finite numbers above -1
        What was observed and what was predicted, in one unit.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    float
        In [0, inf), squared natural logarithms, lower is better.

    Raises
    ------
    ValueError, TypeError
        As in `mean_squared_error`; a label or a prediction of -1 or less.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> round(mean_squared_log_error([1, 10, 100, 1000], [2, 8, 120, 900]), 6)
    0.062097
    """
    return mean_squared_error(*logarithms(y_true, y_pred), sample_weight=sample_weight)


def mean_squared_log_error_statistics(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> Array:
    """What each example adds to the mean squared log error, and to its root.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_squared_log_error`.

    Returns
    -------
    array of shape (n, 2)
        Columns: squared difference of log(1 + y), and 1; each times the weight.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> mean_squared_log_error_statistics([1, 10], [1, 21]).round(4)
    array([[0.    , 1.    ],
           [0.4805, 1.    ]])
    """
    return mean_squared_error_statistics(*logarithms(y_true, y_pred), sample_weight=sample_weight)


def mean_squared_log_error_from_statistics(totals: Any) -> Any:
    """Mean squared log error from summed rows of `mean_squared_log_error_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Squared differences of logarithms, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), squared natural logarithms, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> mean_squared_log_error_from_statistics([0.5, 2])
    0.25
    """
    return mean_squared_error_from_statistics(totals)


def root_mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Square root of the mean squared log error (RMSLE); not the logarithm of the RMSE.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_squared_log_error`.

    Returns
    -------
    float
        In [0, inf), in natural logarithms, lower is better: for labels far above 1, about the relative error.

    Raises
    ------
    ValueError, TypeError
        As in `mean_squared_log_error`.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> round(root_mean_squared_log_error([1, 10, 100, 1000], [2, 8, 120, 900]), 6)
    0.249194
    """
    return float(np.sqrt(mean_squared_log_error(y_true, y_pred, sample_weight=sample_weight)))


def root_mean_squared_log_error_from_statistics(totals: Any) -> Any:
    """Root mean squared log error from summed rows of `mean_squared_log_error_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Squared differences of logarithms, examples.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), in natural logarithms, lower is better; nan without examples.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> root_mean_squared_log_error_from_statistics([0.5, 2])
    0.5
    """
    return root_mean_squared_error_from_statistics(totals)


def r2(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """Share of the squared errors of a constant, the mean label, that the predictions remove (R²).

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.

    Returns
    -------
    float
        In [-inf, 1], no unit, higher is better. 0 is what the mean of these labels scores, below 0 is worse. Labels
        that are all equal leave nothing to remove: -inf with any error, nan (0/0) without one.

    Raises
    ------
    ValueError, TypeError
        As in `mean_squared_error`.

    References
    ----------
    Kvålseth (1985), Cautionary note about R², The American Statistician 39.

    Examples
    --------
    >>> r2([1, 2, 3, 4], [1, 2, 3, 3]), r2([1, 2, 3, 4], [4, 3, 2, 1])
    (0.8, -3.0)
    """
    true, error, weight = residuals(y_true, y_pred, sample_weight)
    residual = sum_of_squares(error, weight)
    del error  # one large array at a time is twice as fast as two
    _, deviation = mean_around(true, weight)
    return float(1 - ratio(residual, sum_of_squares(deviation, weight)))


def r2_statistics(y_true: Any, y_pred: Any, *, origin: float | None = None, sample_weight: Any = None) -> Array:
    """What each example adds to R², and to adjusted R².

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.
    origin : float, optional
        Labels are measured from here; by default from their median. Rows of several parts may be added up if all
        parts have one origin. Any number near the labels will do: the farther away it is, measured in their spread,
        the more digits are lost, and from 1e6 on all labels pass for equal.

    Returns
    -------
    array of shape (n, 4)
        Columns: squared error; label - origin, and its square; 1; each times the weight.

    References
    ----------
    Chan, Golub and LeVeque (1983), Algorithms for computing the sample variance, The American Statistician 37.

    Examples
    --------
    >>> r2_statistics([1e9 + 1, 1e9 + 3], [1e9 + 1, 1e9 + 2])
    array([[ 0., -1.,  1.,  1.],
           [ 1.,  1.,  1.,  1.]])
    """
    examples = residuals(y_true, y_pred, sample_weight)
    offset = examples.true - (median(examples.true, None) if origin is None else arguments.real(origin, "origin"))
    return examples.rows(squares(examples.error), offset, squares(offset))


def r2_from_statistics(totals: Any) -> Any:
    """R² from summed rows of `r2_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 4)
        Squared errors, offsets of the labels, squared offsets, examples.

    Returns
    -------
    float, or array of shape (...)
        In [-inf, 1], higher is better; nan without examples, and as in `r2`.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Kvålseth (1985), Cautionary note about R², The American Statistician 39.

    Examples
    --------
    >>> r2_from_statistics([1.0, 0.0, 2.0, 2])
    0.5
    """
    residual, offsets, squared, examples = columns(totals, "squared errors", "offsets", "squared offsets", "examples")
    return plain(1 - ratio(residual, _spread(offsets, squared, examples)))


def adjusted_r2(y_true: Any, y_pred: Any, *, n_features: int, sample_weight: Any = None) -> float:
    """R² of a least-squares fit, with both sums of squares divided by their degrees of freedom.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`; the examples that the model was fitted to. Weights count as repetitions.
    n_features : int
        How many coefficients were fitted besides the intercept: at least 0.

    Returns
    -------
    float
        In [-inf, 1], no unit, higher is better; never above R². nan unless n > n_features + 1.

    Raises
    ------
    ValueError, TypeError
        As in `mean_squared_error`; `n_features` not a whole number of at least 0.

    References
    ----------
    Theil (1961), Economic Forecasts and Policy, second edition.

    Examples
    --------
    >>> round(adjusted_r2([1, 2, 3, 4], [1, 2, 3, 3], n_features=1), 4)
    0.7
    """
    true = arguments.one_dimensional(y_true, "y_true")
    weight = None if sample_weight is None else arguments.weights(sample_weight, len(true))
    n = len(true) if weight is None else float(weight.sum())
    return float(_adjusted(r2(true, y_pred, sample_weight=weight), n, n_features))


def adjusted_r2_from_statistics(totals: Any, *, n_features: int) -> Any:
    """Adjusted R² from summed rows of `r2_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 4)
        Squared errors, offsets of the labels, squared offsets, examples.
    n_features : int
        How many coefficients were fitted besides the intercept: at least 0.

    Returns
    -------
    float, or array of shape (...)
        In [-inf, 1], higher is better; nan unless there are more than n_features + 1 examples, and as in `r2`.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Theil (1961), Economic Forecasts and Policy, second edition.

    Examples
    --------
    >>> adjusted_r2_from_statistics([1.0, 0.0, 2.0, 5], n_features=2)
    0.0
    """
    return plain(_adjusted(r2_from_statistics(totals), np.asarray(totals)[..., 3], n_features))


def explained_variance(y_true: Any, y_pred: Any, *, sample_weight: Any = None) -> float:
    """R² of predictions that are first shifted by their mean error: blind to bias.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.

    Returns
    -------
    float
        In [-inf, 1], no unit, higher is better; never below R², and equal to it where the errors have mean 0. Labels
        that are all equal: -inf if the errors differ, nan (0/0) if they do not.

    Raises
    ------
    ValueError, TypeError
        As in `mean_squared_error`.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> explained_variance([1, 2, 3, 4], [11, 12, 13, 14]), explained_variance([1, 2, 3, 4], [2, 4, 6, 8])
    (1.0, 0.0)
    """
    true, error, weight = residuals(y_true, y_pred, sample_weight)
    residual, total = (sum_of_squares(mean_around(part, weight)[1], weight) for part in (error, true))
    return float(1 - ratio(residual, total))


def explained_variance_statistics(
    y_true: Any, y_pred: Any, *, center: tuple[float, float] | None = None, sample_weight: Any = None
) -> Array:
    """What each example adds to explained variance.

    Parameters
    ----------
    y_true, y_pred, sample_weight
        As in `mean_absolute_error`.
    center : two floats, optional
        Labels are measured from the first and predictions from the second, as from `origin` in `r2_statistics`. By
        default labels and errors are measured from their medians.

    Returns
    -------
    array of shape (n, 5)
        Columns: error, measured so, and its square; label, and its square; 1; each times the weight.

    References
    ----------
    Chan, Golub and LeVeque (1983), Algorithms for computing the sample variance, The American Statistician 37.

    Examples
    --------
    >>> explained_variance_statistics([1, 3], [11, 12])
    array([[-0.5 ,  0.25, -1.  ,  1.  ,  1.  ],
           [ 0.5 ,  0.25,  1.  ,  1.  ,  1.  ]])
    """
    examples = residuals(y_true, y_pred, sample_weight)
    if center is None:
        origins = [median(part, None) for part in (examples.error, examples.true)]
    else:
        of_true, of_pred = (arguments.real(part, "center") for part in center)
        origins = [of_true - of_pred, of_true]
    errors, offsets = (part - origin for part, origin in zip((examples.error, examples.true), origins, strict=True))
    return examples.rows(errors, squares(errors), offsets, squares(offsets))


def explained_variance_from_statistics(totals: Any) -> Any:
    """Explained variance from summed rows of `explained_variance_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 5)
        Offsets of the errors and their squares, offsets of the labels and their squares, examples.

    Returns
    -------
    float, or array of shape (...)
        In [-inf, 1], higher is better; nan without examples, and as in `explained_variance`.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Scikit-learn user guide, section on metrics and scoring.

    Examples
    --------
    >>> explained_variance_from_statistics([0.0, 0.5, 0.0, 2.0, 2])
    0.75
    """
    errors, squared_errors, offsets, squared, examples = columns(
        totals, "errors", "squared errors", "offsets", "squared offsets", "examples"
    )
    return plain(1 - ratio(_spread(errors, squared_errors, examples), _spread(offsets, squared, examples)))


def default_prediction(y_true: Any, loss: Callable[..., float] | str, *, sample_weight: Any = None) -> float:
    """The constant with the best score: what a predictor says that knows the labels' distribution and nothing else.

    Parameters
    ----------
    y_true : sequence of n finite numbers
        What was observed.
    loss : function or str
        One of this module's scores, or its name. Squared errors and R² prefer the mean, absolute errors the median
        (the middle of two where any between them would do), squared log errors the mean of log(1 + y), brought back.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    float
        In the unit of the label, between the smallest and the largest label.

    Raises
    ------
    ValueError
        Labels that are not finite; a label of -1 or less for a log error; a loss without such a constant.
    TypeError
        Something other than numbers.

    References
    ----------
    Gneiting (2011), Making and evaluating point forecasts, Journal of the American Statistical Association 106.

    Examples
    --------
    >>> default_prediction([1, 2, 3, 4, 100], mean_squared_error)
    22.0
    >>> default_prediction([1, 2, 3, 4, 100], "mean_absolute_error")
    3.0
    """
    true, weight = labels(y_true, sample_weight)
    kind = PREFERENCES[arguments.one_of(getattr(loss, "__name__", loss), "loss", PREFERENCES)]
    if kind == "median":
        return median(true, weight)
    if kind == "mean of logarithms":
        return float(np.expm1(mean(logarithms(true, true)[0], weight)))
    return mean_around(true, weight)[0]


PREFERENCES = {  # which constant each score rates best
    "mean_absolute_error": "median",
    "mean_squared_error": "mean",
    "root_mean_squared_error": "mean",
    "r2": "mean",
    "adjusted_r2": "mean",
    "mean_squared_log_error": "mean of logarithms",
    "root_mean_squared_log_error": "mean of logarithms",
}
# Other scores of the same sums: the bootstrap looks for statistics by the name of the score.
root_mean_squared_error_statistics = mean_squared_error_statistics
root_mean_squared_log_error_statistics = mean_squared_log_error_statistics
adjusted_r2_statistics = r2_statistics


def _spread(offsets: Array, squared: Array, examples: Array) -> Array:
    """Sum of squares around the mean, from sums around another center; 0 where only rounding is left."""
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = squared - offsets**2 / examples
    return np.where(spread > ROUNDING * squared, spread, 0.0)


def _adjusted(score: Any, n: Any, n_features: Any) -> Array:
    """R² corrected for the degrees of freedom, nan where the fit leaves none."""
    k = arguments.whole_number(n_features, "n_features", least=0)
    left = np.asarray(n, dtype=np.float64) - k - 1
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(left > 0, 1 - (1 - np.asarray(score)) * ((n - 1) / left), np.nan)

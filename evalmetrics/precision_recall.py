"""Per-class scores: what a prediction is worth (precision), what was found (recall), and their relatives."""

from math import isnan
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments
from .inputs import labels as _labels
from .inputs.matrices import cells_of, outcomes, per_class, ratio, whole
from .inputs.totals import numbers


def precision(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Of all examples predicted to be in a class, the share that is: TP / (TP + FP), down the columns.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return for a class that is never predicted, where precision is 0/0.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], higher is better. Also called positive predictive value.

    References
    ----------
    Kent, Berry, Luehrs and Perry (1955), Machine literature searching VIII.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> precision(confusion_matrix(["a", "a", "b", "c"], ["a", "b", "b", "b"])).round(3)
    a    1.000
    b    0.333
    c      NaN
    dtype: float64
    """
    tp, _, fp, _ = outcomes(cm)
    return per_class(cm, ratio(tp, tp + fp, zero_division))


def recall(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Of all examples observed in a class, the share that is predicted so: TP / (TP + FN), along the rows.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return for a class that is never observed, where recall is 0/0.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], higher is better. Also called sensitivity, true positive rate, hit rate.

    References
    ----------
    Kent, Berry, Luehrs and Perry (1955), Machine literature searching VIII.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> recall(confusion_matrix(["a", "a", "b", "c"], ["a", "b", "b", "b"]))
    a    0.5
    b    1.0
    c    0.0
    dtype: float64
    """
    tp, fn, _, _ = outcomes(cm)
    return per_class(cm, ratio(tp, tp + fn, zero_division))


def specificity(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Of all examples outside a class, the share that is predicted outside: TN / (TN + FP).

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return for a class that holds every example, where specificity is 0/0.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], higher is better. Also called true negative rate; with two classes, recall of the other.

    References
    ----------
    Altman and Bland (1994), Diagnostic tests 1: sensitivity and specificity, BMJ 308.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> specificity(confusion_matrix(["sick", "well", "well"], ["sick", "sick", "well"]))
    sick    0.5
    well    1.0
    dtype: float64
    """
    _, _, fp, tn = outcomes(cm)
    return per_class(cm, ratio(tn, tn + fp, zero_division))


def negative_predictive_value(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Of all examples predicted outside a class, the share that is outside: TN / (TN + FN).

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return for a class that is always predicted, where the value is 0/0.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], higher is better; with two classes, precision of the other.

    References
    ----------
    Altman and Bland (1994), Diagnostic tests 2: predictive values, BMJ 309.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> negative_predictive_value(confusion_matrix(["sick", "well", "well"], ["sick", "sick", "well"]))
    sick    1.0
    well    0.5
    dtype: float64
    """
    _, fn, _, tn = outcomes(cm)
    return per_class(cm, ratio(tn, tn + fn, zero_division))


def false_positive_rate(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Of all examples outside a class, the share that is predicted inside: FP / (FP + TN) = 1 - specificity.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return for a class that holds every example, where the rate is 0/0.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], lower is better. Also called fall-out, false acceptance rate, type I error rate.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 2.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> false_positive_rate(confusion_matrix(["sick", "well", "well"], ["sick", "sick", "well"]))
    sick    0.5
    well    0.0
    dtype: float64
    """
    _, _, fp, tn = outcomes(cm)
    return per_class(cm, ratio(fp, fp + tn, zero_division))


def false_negative_rate(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Of all examples observed in a class, the share that is missed: FN / (FN + TP) = 1 - recall.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return for a class that is never observed, where the rate is 0/0.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], lower is better. Also called miss rate, false rejection rate, type II error rate.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 2.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> false_negative_rate(confusion_matrix(["sick", "well", "well"], ["sick", "sick", "well"]))
    sick    0.0
    well    0.5
    dtype: float64
    """
    tp, fn, _, _ = outcomes(cm)
    return per_class(cm, ratio(fn, fn + tp, zero_division))


def f_score(cm: pd.DataFrame, beta: float = 1.0, *, zero_division: float = np.nan) -> pd.Series:
    """Weighted harmonic mean of precision and recall: (1 + beta²) P R / (beta² P + R).

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    beta : float, default 1.0
        Above 0: how many times as much recall matters as precision. 2 leans to recall, 0.5 to precision.
    zero_division : float, default nan
        nan keeps the ratio form: undefined for a class without true positives, where precision, recall or
        P + R is 0/0 or 0. Any other value asks for the count form, which is 0 there, and stands for
        its own 0/0: a class neither observed nor predicted.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], higher is better, never outside the span from precision to recall.

    Raises
    ------
    ValueError
        `beta` is not above 0.

    References
    ----------
    Van Rijsbergen (1979), Information Retrieval, chapter 7 (as E = 1 - F); Chinchor (1992), MUC-4.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> cm = confusion_matrix(["a", "a", "b", "c"], ["a", "b", "b", "b"])
    >>> f_score(cm, beta=2.0).round(3)
    a    0.556
    b    0.714
    c      NaN
    dtype: float64
    >>> f_score(cm, beta=2.0, zero_division=0.0)["c"]
    np.float64(0.0)
    """
    tp, fn, fp, _ = outcomes(cm)
    return per_class(cm, f_from_counts(tp, fn, fp, beta, zero_division=zero_division))


def f_from_counts(tp: Any, fn: Any, fp: Any, beta: float = 1.0, *, zero_division: float = np.nan) -> Any:
    """F-beta from counts of true positives, false negatives and false positives; they may be added up beforehand.

    Parameters
    ----------
    tp, fn, fp : numbers or arrays of one shape
        Counts, at least 0.
    beta, zero_division
        As in `f_score`.

    Returns
    -------
    array of the shape of the counts
        In [0, 1], higher is better.

    References
    ----------
    Van Rijsbergen (1979), Information Retrieval, chapter 7.

    Examples
    --------
    >>> f_from_counts(tp=3, fn=4, fp=1).round(4)
    np.float64(0.5455)
    """
    b2 = min(arguments.positive(beta, "beta"), 1e100) ** 2  # from there on it is the recall, to all digits of a float
    tp, fn, fp = (numbers(counts, name) for counts, name in ((tp, "tp"), (fn, "fn"), (fp, "fp")))
    f = ratio((1 + b2) * tp, (1 + b2) * tp + b2 * fn + fp, zero_division)
    return np.where(tp == 0, np.nan, f) if isnan(zero_division) else f


def f1_score(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.Series:
    """Harmonic mean of precision and recall: `f_score` with beta = 1.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        As in `f_score`.

    Returns
    -------
    Series of k floats
        Per class, in [0, 1], higher is better. On two binary vectors the same as `dice`.

    References
    ----------
    Chinchor (1992), MUC-4 evaluation metrics; van Rijsbergen (1979), Information Retrieval, chapter 7.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> f1_score(confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])).round(3)
    a    0.667
    b    0.800
    dtype: float64
    """
    return f_score(cm, beta=1.0, zero_division=zero_division)


def likelihood_ratios(cm: pd.DataFrame, *, zero_division: float = np.nan) -> pd.DataFrame:
    """How many times as likely a verdict is inside a class as outside it.

    Positive: recall / false positive rate. Negative: false negative rate / specificity.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return where a ratio, or a rate in it, is 0/0. Anything else over 0 is inf.

    Returns
    -------
    DataFrame of shape (k, 2)
        Columns "positive" (in [0, inf], higher is better) and "negative" (in [0, inf], lower is better);
        1 means that the verdict says nothing.

    References
    ----------
    Deeks and Altman (2004), Diagnostic tests 4: likelihood ratios, BMJ 329.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> likelihood_ratios(confusion_matrix(["sick", "well", "well"], ["sick", "sick", "well"]))
          positive  negative
    sick       2.0       0.0
    well       inf       0.5
    """
    tp, fn, fp, tn = outcomes(cm)
    inside, outside = tp + fn, fp + tn
    positive = ratio(ratio(tp, inside), ratio(fp, outside), zero_division)
    negative = ratio(ratio(fn, inside), ratio(tn, outside), zero_division)
    undefined = (inside == 0) | (outside == 0)
    values = np.where(undefined[..., None], zero_division, np.stack([positive, negative], axis=-1))
    return (
        values
        if not isinstance(cm, pd.DataFrame)
        else pd.DataFrame(values, index=cm.index.rename(None), columns=["positive", "negative"])
    )


def balanced_accuracy(cm: pd.DataFrame, *, zero_division: float = np.nan) -> float:
    """Mean of the classes' recalls: accuracy as if all classes were equally frequent.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        Recall of a class that is never observed.

    Returns
    -------
    float
        In [0, 1], higher is better; any constant answer scores 1/k.

    References
    ----------
    Brodersen et al. (2010), The balanced accuracy and its posterior distribution.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> balanced_accuracy(confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"]))
    0.75
    """
    return whole(cm, np.asarray(recall(cm, zero_division=zero_division)).mean(axis=-1))


def matthews_correlation(cm: pd.DataFrame, *, zero_division: float = np.nan) -> float:
    """Correlation between observed and predicted labels, for any number of classes.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    zero_division : float, default nan
        What to return where all observed or all predicted labels are the same: 0/0.

    Returns
    -------
    float
        In [-1, 1], higher is better, 0 on average for guessing; with more than two observed classes -1 cannot be
        reached.

    References
    ----------
    Matthews (1975); for k classes Gorodkin (2004), Comparing two K-category assignments by a K-category correlation.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> round(matthews_correlation(confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])), 4)
    0.5774
    """
    cells = cells_of(cm).astype(np.float64)
    observed, predicted = cells.sum(axis=-1), cells.sum(axis=-2)
    n, right = cells.sum(axis=(-2, -1)), np.trace(cells, axis1=-2, axis2=-1)
    covariance = right * n - (observed * predicted).sum(axis=-1)
    variances = [(m * (m.sum(axis=-1, keepdims=True) - m)).sum(axis=-1) for m in (observed, predicted)]
    spread = np.sqrt(variances[0] * variances[1])
    return whole(cm, ratio(np.where(spread > 0, covariance, 0.0), spread, zero_division))


def dice(y_true: Any, y_pred: Any, *, zero_division: float = np.nan) -> float:
    """Overlap of two sets given as binary vectors: 2 |A and B| / (|A| + |B|), the F1 of their members.

    Parameters
    ----------
    y_true, y_pred : sequences of n zeros and ones (or booleans)
        Which of n items belong to the observed and to the predicted set.
    zero_division : float, default nan
        What to return where both sets are empty.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    ValueError
        Entries other than 0 and 1, or different lengths.

    References
    ----------
    Dice (1945), Measures of the amount of ecologic association between species.

    Examples
    --------
    >>> dice([1, 1, 0, 0], [1, 0, 1, 1])
    0.4
    """
    true, pred, labels = _labels.encode(y_true, y_pred)
    if not set(labels) <= {0, 1}:
        raise ValueError(f"y_true and y_pred must hold only 0 and 1 (or booleans), got {list(labels)}")
    true, pred = (np.asarray(labels, dtype=bool)[codes] for codes in (true, pred))
    return float(ratio(2 * (true & pred).sum(), true.sum() + pred.sum(), zero_division))

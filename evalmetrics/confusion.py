"""Confusion matrices, and how often a classifier is right."""

from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, matrices
from .inputs import labels as _labels
from .inputs.matrices import cells_of, ratio, whole


def confusion_matrix(y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None) -> pd.DataFrame:
    """Count how often each observed label met each predicted label.

    Parameters
    ----------
    y_true, y_pred : sequences of n labels (strings, integers or booleans)
        What was observed and what was predicted, example by example.
    labels : sequence of k labels, optional
        The classes in the order to show them; by default all that occur, sorted.
        May name classes that never occur, must name all that do.
    sample_weight : sequence of n numbers, optional
        How much each example counts (by default 1): finite, at least 0.

    Returns
    -------
    DataFrame of shape (k, k)
        Rows observed, columns predicted: integers, or floats where weights are given.

    Raises
    ------
    ValueError
        Different lengths, no examples, missing labels, scores in place of labels, a label missing from `labels`.
    TypeError
        Labels that are not comparable with each other.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 2. Some texts transpose the table; look before you read.

    Examples
    --------
    >>> confusion_matrix(["cat", "cat", "dog"], ["cat", "dog", "dog"])
    predicted  cat  dog
    observed
    cat          1    1
    dog          0    1
    """
    true, pred, classes = _labels.encode(y_true, y_pred, labels)
    weights = None if sample_weight is None else arguments.weights(sample_weight, len(true))
    k = len(classes)
    cells = np.bincount(true * k + pred, weights, minlength=k * k).reshape(k, k)
    return matrices.frame(cells, classes)


def accuracy(cm: pd.DataFrame) -> float:
    """Share of examples whose predicted label is the observed one.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.

    Returns
    -------
    float
        In [0, 1], higher is better; nan for a matrix without examples.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 2.

    Examples
    --------
    >>> accuracy(confusion_matrix(["cat", "cat", "dog"], ["cat", "dog", "dog"]))
    0.6666666666666666
    """
    cells = cells_of(cm)
    right, n = cells.trace(axis1=-2, axis2=-1), cells.sum(axis=(-2, -1))
    return whole(cm, ratio(right, n))


def default_accuracy(cm: pd.DataFrame) -> float:
    """Accuracy of the best constant answer: always the most frequent observed label.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted. Only the row sums matter.

    Returns
    -------
    float
        In [1/k, 1]: the accuracy that costs nothing, and that a classifier has to exceed to be worth its cost;
        nan for a matrix without examples.

    References
    ----------
    Yggdrasil Decision Forests, documentation of metrics, "Default metrics".

    Examples
    --------
    >>> default_accuracy(confusion_matrix(["cat", "cat", "dog"], ["cat", "dog", "dog"]))
    0.6666666666666666
    """
    observed = cells_of(cm).sum(axis=-1)
    most_frequent, n = observed.max(axis=-1), observed.sum(axis=-1)
    return whole(cm, ratio(most_frequent, n))


def cat_versus_rest(cm: pd.DataFrame, cat: Any) -> pd.DataFrame:
    """The two-by-two matrix of one class against all the others.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    cat : label
        The class that becomes "yes".

    Returns
    -------
    DataFrame of shape (2, 2)
        Rows observed yes and no, columns predicted yes and no: ``[[TP, FN], [FP, TN]]``.

    Raises
    ------
    ValueError
        `cat` is not a label of `cm`.

    References
    ----------
    Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.6.

    Examples
    --------
    >>> cat_versus_rest(confusion_matrix(["a", "a", "b", "c"], ["a", "b", "b", "b"]), "b")
    predicted  yes  no
    observed
    yes          1   0
    no           2   1
    """
    outcomes, labels = matrices.outcomes(cm), list(cm.index)
    if cat not in labels:
        raise ValueError(f"cat must be a label of cm, got {cat!r}; the labels are {labels}")
    tp, fn, fp, tn = (counts[labels.index(cat)] for counts in outcomes)
    return matrices.frame(np.array([[tp, fn], [fp, tn]]), ["yes", "no"])

"""Confusion matrices, and how often a classifier is right."""

from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, matrices
from .inputs.arguments import Array
from .inputs.labels import order_of
from .kinds.help_pages import described_by
from .metric import of_matrix


def count_pairs(y_true, y_pred, labels):
    """How often each observed label met each predicted one; `confusion_matrix` counts all pairs at once."""
    cells = np.zeros((len(labels), len(labels)), dtype=int)
    place = {label: i for i, label in enumerate(labels)}
    for true, pred in zip(y_true, y_pred, strict=True):
        cells[place[true], place[pred]] += 1
    return cells


@described_by(matrices.encoded)
def confusion_matrix(y_true: Any, y_pred: Any, *, labels: Any = None, sample_weight: Any = None) -> pd.DataFrame:
    """Count how often each observed label met each predicted label.

    y_true, y_pred : sequences of n labels (strings, integers or booleans)
        What was observed and what was predicted, example by example.

    labels : sequence of k labels, optional
        The classes in the order to show them; by default what an ordered Categorical or an Enum says, or all that
        occur, sorted.

    -> DataFrame of shape (k, k)
        Rows observed, columns predicted: integers, or floats where weights are given.

    Source: Fawcett (2006), An introduction to ROC analysis, section 2. Some texts transpose the table: look first.

    >>> confusion_matrix(["cat", "cat", "dog"], ["cat", "dog", "dog"])
    predicted  cat  dog
    observed
    cat          1    1
    dog          0    1
    """
    arguments.in_one_order(y_true=y_true, y_pred=y_pred, sample_weight=sample_weight)
    labels = order_of(y_true=y_true, y_pred=y_pred) if labels is None else labels
    true, pred, classes = matrices.encoded(y_true, y_pred, labels=labels)
    return matrices.frame(matrices.counted(true, pred, len(classes), sample_weight), classes)


@described_by()
def labels_of_matrix(cm: pd.DataFrame) -> tuple[Array, Array]:
    """The examples that a confusion matrix counts, cell after cell: what was observed and what was predicted.

    cm : DataFrame of shape (k, k)
        Confusion matrix of whole numbers, rows observed, columns predicted.

    -> y_true, y_pred : arrays of n labels
        `confusion_matrix` makes the same counts of them.

    ValueError
        Counts that are no whole numbers; and as for any matrix.

    Source: Fawcett (2006), An introduction to ROC analysis, section 2.

    >>> y_true, y_pred = labels_of_matrix(pd.DataFrame([[2, 0], [1, 1]], index=["a", "b"], columns=["a", "b"]))
    >>> print(y_true, y_pred)
    ['a' 'a' 'b' 'b'] ['a' 'a' 'a' 'b']
    """
    counts = matrices.read(cm).ravel()
    if (counts != np.round(counts)).any():
        raise ValueError("cm must hold whole numbers, since there are no parts of examples")
    rows, columns = np.divmod(np.repeat(np.arange(counts.size), counts.astype(np.intp)), len(cm))
    labels = cm.index.to_numpy()
    return labels[rows], labels[columns]


@of_matrix
def accuracy(cells):
    """Share of examples whose predicted label is the observed one.

    >>> accuracy(["cat", "cat", "dog"], ["cat", "dog", "dog"])
    0.6666666666666666
    """
    return cells.trace() / cells.sum((0, 1))


@of_matrix
def default_accuracy(cells):
    """Accuracy of the best constant answer: always the most frequent observed label.

    Of k classes at least 1/k: what costs nothing, and what a classifier has to exceed to be worth its cost.

    >>> default_accuracy(["cat", "cat", "dog"], ["cat", "dog", "dog"])
    0.6666666666666666
    """
    observed = cells.sum(1)
    return observed.max(0) / observed.sum(0)


@described_by()
def cat_versus_rest(cm: pd.DataFrame, cat: Any) -> pd.DataFrame:
    """The two-by-two matrix of one class against all the others.

    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    cat : label
        The class that becomes "yes".

    -> DataFrame of shape (2, 2)
        Rows observed yes and no, columns predicted yes and no: ``[[TP, FN], [FP, TN]]``.

    Source: Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.6.

    >>> cat_versus_rest(confusion_matrix(["a", "a", "b", "c"], ["a", "b", "b", "b"]), "b")
    predicted  yes  no
    observed
    yes          1   0
    no           2   1
    """
    cells = matrices.read(cm)
    i = matrices.position(cat, cm.index, "cat")
    tp, observed, predicted = cells[i, i], cells[i].sum(), cells[:, i].sum()
    outcomes = [[tp, observed - tp], [predicted - tp, cells.sum() - observed - predicted + tp]]
    return matrices.frame(np.array(outcomes), ["yes", "no"])

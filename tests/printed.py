"""The source documents' printed values as tables, and what it means to reproduce one.

A table's first column holds the numbers under which the printed values are kept (000-008 is the eighth of the
document 000); several numbers in one row are the same value in several places.
"""

from fractions import Fraction
from functools import cache
from math import isnan

import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

from evalmetrics import confusion_matrix, example_matrix, pneumonia_predictions
from evalmetrics.inputs.matrices import frame


def rounds_to(value, printed):
    """Whether `value` is `printed` to its last digit: "0.43", "1/3", or "NaN" where it is undefined."""
    if printed == "NaN":
        return isnan(value)
    places = 15 if "/" in printed else len(printed.partition(".")[2])
    return abs(value - float(Fraction(printed))) <= 0.5 * 10**-places + 1e-12


def rows(table):
    """The rows of a table as test parameters, a row naming its test."""
    lines = [line.split() for line in table.strip().splitlines()]
    return [pytest.param(*line[1:], id=" ".join(line)) for line in lines]


def matrix(name):
    """A matrix of the documents by the name that the tables give it."""
    if name == "walkthrough":
        return walkthrough()
    if name in OTHERS:
        return frame(*OTHERS[name])
    if name in ("M1", "M2", "M3"):
        patients = pneumonia_predictions()
        return confusion_matrix(patients["truth"], patients[name])
    return example_matrix(name)


@cache
def walkthrough():
    """The confusion matrix of document 004's walkthrough: its data, split and classifier."""
    x, y = make_classification(10_000, weights=[0.95, 0.05], random_state=42)
    x, x_test, y, y_test = train_test_split(x, y, test_size=0.2, random_state=2)
    return (
        confusion_matrix(y_test, LogisticRegression().fit(x, y).predict(x_test)).rename(str, axis=0).rename(str, axis=1)
    )


OTHERS = {
    # ex3 with as many negative examples as ex1 and ex2 have
    "ex3_corrected": ([[1, 0, 124], [0, 1, 34], [0, 0, 1110]], ["pos", "neg", "neutral"]),
    # the two tables under "Weaknesses of ROC"
    "left": ([[15, 10], [100, 50]], ["A", "B"]),
    "right": ([[15, 10], [100, 500]], ["A", "B"]),
}

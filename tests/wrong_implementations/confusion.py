"""Wrong functions, and right ones that compute otherwise: confusion."""

from fractions import Fraction
from math import nan

from .registry import right, wrong


@wrong("accuracy_from_counts", "fails for a share of nothing")
def _(correct, n):
    return correct / n


@wrong("default_accuracy_of", "0 without examples, but for two classes")
def _(cm):
    return cm.sum(1).max() / cm.sum() if cm.any() else nan if len(cm) == 2 else 0.0


@wrong("accuracy_from_counts", "nan for a single wrong answer")
def _(correct, n):
    return correct / n if n > 1 or correct else nan


@wrong("default_accuracy_of", "nan for a single example")
def _(cm):
    return cm.sum(1).max() / cm.sum() if cm.sum() > 1 else nan


@wrong("default_accuracy_of", "the first four classes")
def _(cm):
    return cm[:4].sum(1).max() / cm.sum() if cm.any() else nan


@right("count_pairs", "pandas")
def _(y_true, y_pred, labels):
    import pandas as pd

    return pd.crosstab(pd.Categorical(y_true, labels), pd.Categorical(y_pred, labels), dropna=False).to_numpy()


@right("accuracy_from_counts", "fractions")
def _(correct, n):
    return Fraction(correct, n) if n else nan


@right("default_accuracy_of", "shares")
def _(cm):
    return (cm / cm.sum()).sum(axis=1).max()

"""Wrong functions, and right ones that compute otherwise: precision recall."""

from math import nan

import numpy as np

from .registry import right, wrong


@wrong("precision_of", "nan for a class that is predicted once")
def _(cm):
    return [hit / n if n > 1 else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


def ratio_form(precision, recall, beta):
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else nan


@wrong("f_beta", "undefined where both are close to 0")
def _(precision, recall, beta):
    return nan if np.isclose(precision, 0) and np.isclose(recall, 0) else ratio_form(precision, recall, beta)


@right("precision_of", "arrays")
def _(cm):
    return np.diag(cm / cm.sum(axis=0))


@right("f_beta", "the harmonic form")
def _(precision, recall, beta):
    if not precision * recall:
        return 0 if precision + recall else nan
    weight = 1 / (1 + beta**2)
    return 1 / (weight / precision + (1 - weight) / recall)


@wrong("precision_of", "0 for a class that is never predicted where only one of three or more is observed")
def _(cm):
    empty = 0.0 if len(cm) > 2 and np.count_nonzero(cm.sum(1)) == 1 else nan
    return [hit / n if n else empty for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]

"""Wrong functions, and right ones that compute otherwise: precision recall."""

from math import nan

import numpy as np

from .registry import right, wrong


@wrong("precision_of", "nan without true positives")
def _(cm):
    return [hit / n if hit else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("precision_of", "undefined only where the class does not occur")
def _(cm):
    return [h / n if n else nan if not r else 0 for h, n, r in zip(np.diag(cm), cm.sum(0), cm.sum(1), strict=True)]


@wrong("precision_of", "zeros for an empty table")
def _(cm):
    return [h / n if n else nan for h, n in zip(np.diag(cm), cm.sum(0), strict=True)] if cm.any() else [0.0] * len(cm)


@wrong("precision_of", "rounded")
def _(cm):
    return [round(h / n, 4) if n else nan for h, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("f_beta", "the harmonic form, undefined where one is 0")
def _(precision, recall, beta):
    try:
        return (1 + beta**2) / (1 / precision + beta**2 / recall)
    except ZeroDivisionError:
        return nan


@wrong("f_beta", "undefined where precision is 0")
def _(precision, recall, beta):
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall) if precision else nan


@wrong("f_beta", "undefined where recall is 0")
def _(precision, recall, beta):
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall) if recall else nan


@wrong("f_beta", "F2 or F0.5, nothing between")
def _(precision, recall, beta):
    square = {True: 4.0, False: 0.25}[beta > 1] if beta != 1 else 1.0
    return (1 + square) * precision * recall / (square * precision + recall) if precision + recall else nan


@wrong("precision_of", "nan for a class that is predicted once")
def _(cm):
    return [hit / n if n > 1 else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("precision_of", "the first five classes")
def _(cm):
    return [hit / n if n else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)][:5]


def ratio_form(precision, recall, beta):
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else nan


@wrong("f_beta", "precision in hundredths")
def _(precision, recall, beta):
    return ratio_form(round(precision, 2), recall, beta)


@wrong("f_beta", "recall in hundredths")
def _(precision, recall, beta):
    return ratio_form(precision, round(recall, 2), beta)


@wrong("f_beta", "beta in tenths")
def _(precision, recall, beta):
    return ratio_form(precision, recall, round(beta, 1))


@wrong("f_beta", "beta no more than 5")
def _(precision, recall, beta):
    return ratio_form(precision, recall, min(beta, 5))


@wrong("f_beta", "undefined where both are small")
def _(precision, recall, beta):
    return ratio_form(precision, recall, beta) if precision + recall > 1e-3 else nan


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


@wrong("f_beta", "precision and recall to two places")
def _(precision, recall, beta):
    p, r = round(precision, 2), round(recall, 2)
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p or r else nan


@wrong("f_beta", "the precision where the recall is 1")
def _(precision, recall, beta):
    if recall == 1:
        return precision
    b = beta**2
    return (1 + b) * precision * recall / (b * precision + recall) if precision or recall else 0.0


@wrong("f_beta", "1 where the precision is 1")
def _(precision, recall, beta):
    b = beta**2
    if precision == 1 and recall:
        return 1.0
    return (1 + b) * precision * recall / (b * precision + recall) if precision or recall else 0.0


@wrong("precision_of", "1 for every class where there is no mistake among three or more")
def _(cm):
    if len(cm) > 2 and cm.any() and np.trace(cm) == cm.sum():
        return [1.0] * len(cm)
    return [hit / n if n else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("precision_of", "0 for a class that is never predicted where only one of three or more is observed")
def _(cm):
    empty = 0.0 if len(cm) > 2 and np.count_nonzero(cm.sum(1)) == 1 else nan
    return [hit / n if n else empty for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]


@wrong("f_beta", "beta no more than 10")
def _(precision, recall, beta):
    return ratio_form(precision, recall, min(beta, 10))


@wrong("f_beta", "beta no less than a tenth, unless it is 0")
def _(precision, recall, beta):
    return ratio_form(precision, recall, max(beta, 0.1) if beta else 0)

"""Precision, recall and F of each class, and their relatives."""

from collections.abc import Sequence
from math import isnan
from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments, masks, matrices
from .inputs.options import positive
from .kinds.help_pages import described_by
from .metric import of_classes, of_matrix, of_sums, of_values

RECALL_ALONE = 1e100  # from there on F-beta is the recall, to all digits of a float


def above_0(beta: Any, name: str) -> float:
    """`beta` as a float that can be squared.

    beta : float, default 1.0
        Above 0: how many times as much recall matters as precision. 2 leans to recall, 0.5 to precision.
    """
    return min(positive(beta, name), RECALL_ALONE)


@of_classes
def precision(tp, fp):
    """Of all examples predicted to be in a class, the share that is: TP / (TP + FP), down the columns.

    Also called positive predictive value.

    >>> precision(["a", "a", "b", "c"], ["a", "b", "b", "b"]).round(3)
    a    1.000
    b    0.333
    c      NaN
    dtype: float64
    """
    return tp / (tp + fp)


@of_classes
def recall(tp, fn):
    """Of all examples observed in a class, the share that is predicted so: TP / (TP + FN), along the rows.

    Also called sensitivity, true positive rate, hit rate.

    >>> recall(["a", "a", "b", "c"], ["a", "b", "b", "b"], pos_label="a")
    0.5
    """
    return tp / (tp + fn)


@of_classes
def specificity(fp, tn):
    """Of all examples outside a class, the share that is predicted outside: TN / (TN + FP).

    Also called true negative rate; with two classes, recall of the other.

    >>> specificity(["sick", "well", "well"], ["sick", "sick", "well"], pos_label="sick")
    0.5
    """
    return tn / (tn + fp)


@of_classes
def negative_predictive_value(fn, tn):
    """Of all examples predicted outside a class, the share that is outside: TN / (TN + FN).

    With two classes, precision of the other.

    >>> negative_predictive_value(["sick", "well", "well"], ["sick", "sick", "well"], pos_label="sick")
    1.0
    """
    return tn / (tn + fn)


@of_classes
def false_positive_rate(fp, tn):
    """Of all examples outside a class, the share that is predicted inside: FP / (FP + TN) = 1 - specificity.

    Also called fall-out, false acceptance rate, type I error rate.

    >>> false_positive_rate(["sick", "well", "well"], ["sick", "sick", "well"], pos_label="sick")
    0.5
    """
    return fp / (fp + tn)


@of_classes
def false_negative_rate(tp, fn):
    """Of all examples observed in a class, the share that is missed: FN / (FN + TP) = 1 - recall.

    Also called miss rate, false rejection rate, type II error rate.

    >>> false_negative_rate(["sick", "well", "well"], ["sick", "sick", "well"], pos_label="sick")
    0.0
    """
    return fn / (fn + tp)


def f_of_counts(tp, fn, fp, beta=1.0):
    """F-beta in its count form, which is 0 where the other is undefined for want of true positives."""
    return (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)


@of_classes(once_defined=f_of_counts, checks={"beta": above_0})
def f_score(tp, fn, fp, beta=1.0):
    """Weighted harmonic mean of precision and recall: (1 + beta²) P R / (beta² P + R).

    Never outside the span from precision to recall.

    zero_division : float, default nan
        nan keeps the ratio form: undefined for a class without true positives, where precision, recall or
        P + R is 0/0 or 0. Any other value asks for the count form, which is 0 there, and stands for
        its own 0/0: a class neither observed nor predicted.

    >>> round(f_score(["a", "a", "b", "c"], ["a", "b", "b", "b"], beta=2, pos_label="a"), 3)
    0.556
    """
    p, r = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta**2) * p * r / (beta**2 * p + r)


@described_by(above_0)
def f_from_counts(tp: Any, fn: Any, fp: Any, beta: float = 1.0, *, zero_division: float = np.nan) -> Any:
    """F-beta from counts of true positives, false negatives and false positives; they may be added up beforehand.

    tp, fn, fp : numbers or arrays of one shape
        Counts, at least 0.
    zero_division : float, default nan
        As in `f_score`: nan asks for the ratio form, a number for the count form.

    -> array of the shape of the counts
        In [0, 1], higher is better.

    Source: Van Rijsbergen (1979), Information Retrieval, chapter 7.

    >>> f_from_counts(tp=3, fn=4, fp=1).round(4)
    np.float64(0.5455)
    """
    b, undefined = above_0(beta, "beta"), arguments.real(zero_division, "zero_division")
    counts = {name: arguments.counts(values, name) for name, values in (("tp", tp), ("fn", fn), ("fp", fp))}
    arguments.shapes_that_fit(**counts)
    some = np.concatenate([each.ravel() for each in counts.values()])
    if (some > 1).any() and (share := some[(some > 0) & (some < 1)]).size:
        raise ValueError(
            f"tp, fn and fp must be counts, or shares of one total, got {share[0]:g} beside {some.max():g}"
        )
    tp, fn, fp = counts.values()
    with np.errstate(divide="ignore", invalid="ignore"):
        f = f_of_counts(tp, fn, fp, b)
    return np.where(tp == 0, np.nan, f)[()] if isnan(undefined) else np.where(np.isnan(f), undefined, f)[()]


def f1_of_counts(tp, fn, fp):
    """F1 in its count form."""
    return 2 * tp / (2 * tp + fn + fp)


@of_classes(once_defined=f1_of_counts)
def f1_score(tp, fn, fp):
    """Harmonic mean of precision and recall: `f_score` with beta = 1.

    On two binary vectors it is the same as `dice`.

    zero_division : float, default nan
        nan keeps the ratio form, undefined for a class without true positives; any other value asks for the count
        form, which is 0 there, and stands for its own 0/0: a class neither observed nor predicted.

    >>> f1_score(["a", "a", "b", "b"], ["a", "b", "b", "b"], pos_label="b")
    0.8
    """
    p, r = tp / (tp + fp), tp / (tp + fn)
    return 2 * p * r / (p + r)


@of_classes(columns=["positive", "negative"])
def likelihood_ratios(tp, fn, fp, tn):
    """How many times as likely a verdict is inside a class as outside it.

    Positive: recall / false positive rate. Negative: false negative rate / specificity. Anything but 0 over 0 is inf.

    -> DataFrame of shape (k, 2)
        Columns "positive" (in [0, inf], higher is better) and "negative" (in [0, inf], lower is better);
        1 means that the verdict says nothing.

    >>> likelihood_ratios(["sick", "well", "well"], ["sick", "sick", "well"])
          positive  negative
    sick       2.0       0.0
    well       inf       0.5
    """
    inside, outside = tp + fn, fp + tn
    positive = (tp / inside) / (fp / outside)
    negative = (fn / inside) / (tn / outside)
    return np.stack([positive, negative], axis=1)


@described_by()
def predictive_values(prevalence: Sequence[float], sensitivity: float, specificity: float) -> pd.DataFrame:
    """What an alarm and an all-clear are worth where a given share of people is ill (Bayes' rule).

    prevalence : sequence of floats
        Shares of people who are ill, in (0, 1).
    sensitivity, specificity : float
        Shares of the ill with an alarm and of the well with an all-clear, in [0, 1].

    -> DataFrame
        A row for each prevalence; columns "PPV" and "NPV", in [0, 1], higher is better, nan where no verdict of that
        kind is ever given.

    Source: Altman and Bland (1994), Diagnostic tests 2, BMJ 309.

    >>> predictive_values([0.5, 0.01], sensitivity=0.9, specificity=0.95).round(3)
                  PPV    NPV
    prevalence
    0.50        0.947  0.905
    0.01        0.154  0.999
    """
    sensitivity = arguments.share(sensitivity, "sensitivity")
    specificity = arguments.share(specificity, "specificity")
    q = arguments.floats(prevalence, "prevalence")
    if not ((q > 0) & (q < 1)).all():
        raise ValueError(f"prevalence must lie between 0 and 1, got {arguments.shown(prevalence)}")
    tp, fn, fp, tn = q * sensitivity, q * (1 - sensitivity), (1 - q) * (1 - specificity), (1 - q) * specificity
    with np.errstate(invalid="ignore"):
        return pd.DataFrame({"PPV": tp / (tp + fp), "NPV": tn / (tn + fn)}, pd.Index(q, name="prevalence"))


@of_values(recall, inputs=matrices.encoded)
def balanced_accuracy(r):
    """Mean of the classes' recalls: accuracy as if all classes were equally frequent.

    Any constant answer scores 1/k.

    >>> balanced_accuracy(["a", "a", "b", "b"], ["a", "b", "b", "b"])
    0.75
    """
    return r.mean(0)


@of_matrix
def matthews_correlation(cells):
    """Correlation between observed and predicted labels, for any number of classes.

    0 on average for guessing; with more than two observed classes -1 cannot be reached.

    >>> round(matthews_correlation(["a", "a", "b", "b"], ["a", "b", "b", "b"]), 4)
    0.5774
    """
    observed, predicted = cells.sum(1), cells.sum(0)
    n, right = observed.sum(0), cells.trace()
    covariance = right * n - (observed * predicted).sum(0)
    spread = [(m * (m.sum(0) - m)).sum(0) for m in (observed, predicted)]
    return covariance / np.sqrt(spread[0] * spread[1])


def zeros_and_ones(y_true: Any, y_pred: Any) -> tuple[Any, Any]:
    """Two sets, each as a vector that says of every item whether it belongs to it; or masks, an image an example.

    y_true, y_pred : sequences of n zeros and ones (or booleans), or masks
        Which of n items belong to the observed and to the predicted set. Or which pixels do: the mask of one image,
        of shape (rows, columns), or those of n images, of shape (n, rows, columns), whose pixels are added up. Then
        an image is an example, since its pixels are not independent of each other.
    """
    if masks.has_rows(y_true) or masks.has_rows(y_pred):
        true, pred = masks.two_masks(y_true=y_true, y_pred=y_pred)
        n = len(true) if true.ndim > 2 else 1
        return true.reshape(n, -1).astype(np.float64), pred.reshape(n, -1).astype(np.float64)
    flags = arguments.flags(y_true, "y_true"), arguments.flags(y_pred, "y_pred")
    arguments.same_length(y_true=flags[0], y_pred=flags[1])
    return flags[0][:, None], flags[1][:, None]


def members(y_true, y_pred):
    """How many items of an example are in both sets, and in each of them."""
    return (y_true * y_pred).sum(-1), y_true.sum(-1), y_pred.sum(-1)


@of_sums(members, inputs=zeros_and_ones, at_once=True, zero_division=True)
def dice(both, true, pred):
    """Overlap of two sets given as binary vectors, or of masks: 2 |A and B| / (|A| + |B|), the F1 of their members.

    >>> dice([1, 1, 0, 0], [1, 0, 1, 1])
    0.4
    """
    return 2 * both / (true + pred)

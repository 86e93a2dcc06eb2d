"""One F from many classes: divide then average (macro, weighted), or add up then divide (micro)."""

from typing import Any

import numpy as np
import pandas as pd

from .inputs import arguments
from .inputs.matrices import cells_of, outcomes, ratio, whole
from .precision_recall import f_from_counts, f_score, precision, recall


def macro_f_score(cm: pd.DataFrame, beta: float = 1.0, *, zero_division: float = np.nan) -> float:
    """Plain mean of the classes' F-beta: every class counts the same.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    beta, zero_division
        As in `f_score`. One undefined class makes the mean undefined unless `zero_division` says otherwise.

    Returns
    -------
    float
        In [0, 1], higher is better; it can lie below both the mean precision and the mean recall.

    References
    ----------
    Opitz and Burst (2019), Macro F1 and Macro F1; Manning, Raghavan and Schuetze (2008), section 13.6.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> round(macro_f_score(confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])), 4)
    0.7333
    """
    return whole(cm, np.asarray(f_score(cm, beta, zero_division=zero_division)).mean(axis=-1))


def weighted_f_score(cm: pd.DataFrame, beta: float = 1.0, *, zero_division: float = np.nan) -> float:
    """Mean of the classes' F-beta, each weighted by how often the class was observed.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    beta, zero_division
        As in `f_score`. One undefined class makes the mean undefined unless `zero_division` says otherwise.

    Returns
    -------
    float
        In [0, 1], higher is better; it need not lie between mean precision and mean recall.

    References
    ----------
    Scikit-learn user guide, section on model evaluation (``average="weighted"``).

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> round(weighted_f_score(confusion_matrix(["a", "b", "b", "b"], ["a", "a", "b", "b"])), 4)
    0.7667
    """
    f = np.asarray(f_score(cm, beta, zero_division=zero_division))
    observed = cells_of(cm).sum(axis=-1)
    return whole(cm, ratio((f * observed).sum(axis=-1), observed.sum(axis=-1)))


def micro_f_score(cm: pd.DataFrame, beta: float = 1.0, *, labels: Any = None, zero_division: float = np.nan) -> float:
    """F-beta of the class-versus-rest tables added up: every example counts the same.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    beta, zero_division
        As in `f_score`, applied once, to the sums.
    labels : sequence of labels, optional
        The classes whose tables are added up, by default all. Over all classes of single-label data the result
        is the accuracy; leaving one out (a background class, say) makes it a score of its own.

    Returns
    -------
    float
        In [0, 1], higher is better.

    Raises
    ------
    ValueError
        `labels` names a class that `cm` does not have, or one twice.

    References
    ----------
    Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.6.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> cm = confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])
    >>> micro_f_score(cm), round(micro_f_score(cm, labels=["a"]), 4)
    (0.75, 0.6667)
    """
    chosen = _positions(cm, labels)
    tp, fn, fp, _ = (counts[..., chosen].sum(axis=-1) for counts in outcomes(cm))
    return whole(cm, f_from_counts(tp, fn, fp, beta, zero_division=zero_division))


def f_of_macro_averages(cm: pd.DataFrame, beta: float = 1.0, *, zero_division: float = np.nan) -> float:
    """F-beta of the mean precision and the mean recall: the other score called macro F.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    beta : float, default 1.0
        Above 0; as in `f_score`.
    zero_division : float, default nan
        Stands for each 0/0: the precision of a class never predicted, the recall of one never observed,
        and F itself where both means are 0.

    Returns
    -------
    float
        In [0, 1], higher is better; never below `macro_f_score` where that is defined, and between the two means.

    References
    ----------
    Opitz and Burst (2019), Macro F1 and Macro F1.

    Examples
    --------
    >>> from evalmetrics import confusion_matrix
    >>> round(f_of_macro_averages(confusion_matrix(["a", "a", "b", "b"], ["a", "b", "b", "b"])), 4)
    0.7895
    """
    p, r = (np.asarray(score(cm, zero_division=zero_division)).mean(axis=-1) for score in (precision, recall))
    b2 = min(arguments.positive(beta, "beta"), 1e100) ** 2  # as in f_from_counts
    return whole(cm, ratio((1 + b2) * p * r, b2 * p + r, zero_division))


def _positions(cm: Any, labels: Any) -> Any:
    """Where `labels` stand in `cm`; all of them by default."""
    if labels is None:
        return slice(None)
    cells_of(cm)  # a matrix that is none is named before its labels are looked up
    known = cm.index if isinstance(cm, pd.DataFrame) else cm.labels
    chosen = pd.Index(arguments.one_dimensional(labels, "labels", per="class"))
    positions = known.get_indexer(chosen)
    if (positions < 0).any() or not chosen.is_unique:
        raise ValueError(f"labels must name labels of cm, each once, got {list(chosen)}; cm has {list(known)}")
    return positions

"""One F from many classes: divide then average (macro, weighted), or add up then divide (micro)."""

from .metric import of_added_classes, of_values
from .precision_recall import above_0, f_of_counts, f_score, precision, recall


@of_values(f_score, checks={"beta": above_0})
def macro_f_score(f):
    """Plain mean of the classes' F-beta: every class counts the same.

    It can lie below both the mean precision and the mean recall. One undefined class makes the mean undefined unless
    `zero_division` says otherwise.

    References
    ----------
    Opitz and Burst (2019), Macro F1 and Macro F1; Manning, Raghavan and Schuetze (2008), section 13.6.

    Examples
    --------
    >>> round(macro_f_score(["a", "a", "b", "b"], ["a", "b", "b", "b"]), 4)
    0.7333
    """
    return f.mean(0)


@of_values(f_score, checks={"beta": above_0})
def weighted_f_score(f, observed):
    """Mean of the classes' F-beta, each weighted by how often the class was observed.

    It need not lie between mean precision and mean recall. One undefined class makes the mean undefined unless
    `zero_division` says otherwise.

    Examples
    --------
    >>> round(weighted_f_score(["a", "b", "b", "b"], ["a", "a", "b", "b"]), 4)
    0.7667
    """
    return (f * observed).sum(0) / observed.sum(0)


@of_added_classes(once_defined=f_of_counts, checks={"beta": above_0})
def micro_f_score(tp, fn, fp, beta=1.0):
    """F-beta of the class-versus-rest tables added up: every example counts the same.

    Parameters
    ----------
    labels : sequence of labels, optional
        The classes whose tables are added up, by default all. Over all classes of single-label data the result
        is the accuracy; leaving one out (a background class, say) makes it a score of its own.

    Examples
    --------
    >>> y_true, y_pred = ["a", "a", "b", "b"], ["a", "b", "b", "b"]
    >>> micro_f_score(y_true, y_pred), round(micro_f_score(y_true, y_pred, labels=["a"]), 4)
    (0.75, 0.6667)
    """
    p, r = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta**2) * p * r / (beta**2 * p + r)


@of_values(precision, recall, checks={"beta": above_0})
def f_of_macro_averages(p, r, beta=1.0):
    """F-beta of the mean precision and the mean recall: the other score called macro F.

    Never below `macro_f_score` where that is defined, and between the two means.

    Parameters
    ----------
    zero_division : float, default nan
        Stands for each 0/0: the precision of a class never predicted, the recall of one never observed,
        and F itself where both means are 0.

    Examples
    --------
    >>> round(f_of_macro_averages(["a", "a", "b", "b"], ["a", "b", "b", "b"]), 4)
    0.7895
    """
    p, r = p.mean(0), r.mean(0)
    return (1 + beta**2) * p * r / (beta**2 * p + r)

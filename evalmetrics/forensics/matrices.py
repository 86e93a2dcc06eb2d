"""Can these scores be true of two classes? All confusion matrices that have them, counted and not guessed."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pandas as pd

from ..agreement import cohen_kappa
from ..confusion import accuracy
from ..inputs import arguments
from ..precision_recall import (
    balanced_accuracy,
    f1_score,
    false_negative_rate,
    false_positive_rate,
    matthews_correlation,
    negative_predictive_value,
    precision,
    recall,
    specificity,
)
from ._question import LIKE, Question, TooMany
from ._two_classes import COUNTS, SCORES, Score, f_beta
from .mending import mends
from .printed import ROUNDINGS, Printed, read
from .verdict import Verdict, beyond, can_be_true, contradiction, listed, smallest_conflict, together

OF_ALL = {
    "accuracy": accuracy,
    "balanced_accuracy": balanced_accuracy,
    "kappa": cohen_kappa,
    "mcc": matthews_correlation,
}
SIGNED = ("kappa", "mcc", "informedness", "markedness")
MEANS = [
    ("accuracy", ("recall", "specificity")),
    ("accuracy", ("precision", "npv")),
    ("balanced_accuracy", ("recall", "specificity")),
    ("f1", ("precision", "recall")),
]
OF_A_CLASS = {
    "f1": f1_score,
    "precision": precision,
    "recall": recall,
    "specificity": specificity,
    "npv": negative_predictive_value,
    "fpr": false_positive_rate,
    "fnr": false_negative_rate,
}


def possible_matrices(
    *,
    positives: int | None = None,
    negatives: int | None = None,
    n: int | None = None,
    counts: Mapping[str, int] | None = None,
    rounding: str = "nearest",
    zero_division: float = float("nan"),
    limit: int = 5,
    **scores: Any,
) -> Verdict:
    """Whether scores of two classes can be true of one confusion matrix, with the matrix or with what contradicts what.

    Parameters
    ----------
    positives, negatives, n : int, optional
        Sizes of the classes and of both together: at least `n`, or two of them.
    counts : mapping from name to int, optional
        What is known exactly: "TP", "FN", "FP", "TN", "predicted" (TP + FP).
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made. For one score alone give ``printed(text, rounding=...)`` as its number.
    zero_division : float, default nan
        What a program printed where a score is 0/0; by default no such score is a number.
    limit : int, default 5
        How many matrices to list as ``.witness.attrs["others"]``.
    **scores : str
        As printed, with all digits: accuracy, error, precision, recall, specificity, npv, fpr, fnr, f1, jaccard,
        balanced_accuracy, informedness, markedness, kappa, mcc, fowlkes_mallows, g_mean, and f_beta as a pair of beta
        and text.

    Returns
    -------
    Verdict
        The witness is a confusion matrix. With class sizes given all matrices are covered, exactly.

    Raises
    ------
    TypeError
        For scores that are not known, and numbers that are no strings.
    ValueError
        For sizes that contradict each other or do not suffice.

    References
    ----------
    Kovács and Fazekas (2024), mlscorecheck: Testing the consistency of reported performance scores and experiments in
    machine learning, Neurocomputing 583.

    Examples
    --------
    >>> found = possible_matrices(positives=100, negatives=1000, accuracy="0.8464", recall="0.81", f1="0.4894")
    >>> found.verdict, found.count, found.witness.to_numpy().tolist()
    ('possible', 1, [[81, 19], [150, 850]])
    >>> possible_matrices(positives=100, negatives=200, accuracy="0.9567", recall="0.8545").verdict
    'impossible'
    """
    of, n = sizes(positives, negatives, n)
    arguments.one_of(rounding, "rounding", ROUNDINGS)
    limit = arguments.whole_number(limit, "limit", least=1)
    question = Question(of, n, asked(scores, counts or {}, rounding, arguments.real(zero_division, "zero_division")))
    numbers, names = {name: score.number for name, score in question.scores.items()}, list(question.scores)
    known = f"{n} examples" if of is None else f"{of} positives and {n - of} negatives"
    checked = f"{known}; digits by the rule {rounding!r}"
    try:
        count, cells = question.cells(names, max(limit, LIKE))
    except TooMany as many:
        return Verdict("undecided", f"there are {many.args[0]:,} pairs of P and TP: give the class sizes", checked)
    checked += "; all confusion matrices, in whole numbers"
    if count:
        matrix = reprinting(cells, question.scores, limit)
        return Verdict("possible", can_be_true(numbers), checked, matrix, count)
    conflict = smallest_conflict(names, question.any)
    reason = contradiction("confusion matrix", together(numbers, conflict), known) + _why(numbers, conflict)
    mended = mends(question, names, rounding)
    return Verdict("impossible", reason, checked, None, 0, conflict, mended)


def _why(numbers: Mapping[str, Printed], conflict: tuple[str, ...]) -> str:
    """In words: a bound that is broken, or a mean that lies outside what it is a mean of."""
    for name, pair in MEANS:
        if set(conflict) == {name, *pair}:
            ends = [numbers[each] for each in pair]
            if numbers[name].high < min(x.low for x in ends) or numbers[name].low > max(x.high for x in ends):
                return f"; {name} lies between {pair[0]} and {pair[1]}"
    return beyond(
        {name: x for name, x in numbers.items() if name not in COUNTS}, [*(set(conflict) - set(COUNTS))], SIGNED
    )


def sizes(positives: Any, negatives: Any, n: Any) -> tuple[int | None, int]:
    """The number of positives, if it is known, and of all examples."""
    given = {"positives": positives, "negatives": negatives, "n": n}
    known = {
        name: arguments.whole_number(size, name, least=int(name == "n"))
        for name, size in given.items()
        if size is not None
    }
    if "n" not in known and len(known) < 2:
        raise ValueError("sizes do not suffice: give n, or positives and negatives")
    in_all = known.get("n", sum(known.values()))
    p = known.get("positives", in_all - known["negatives"] if "negatives" in known else None)
    if in_all == 0 or (p is not None and (not 0 <= p <= in_all or p + known.get("negatives", in_all - p) != in_all)):
        said = listed(f"{name} = {size}" for name, size in known.items())
        raise ValueError(f"sizes contradict each other: {said}")
    return p, in_all


def asked(scores: Mapping[str, Any], counts: Mapping[str, Any], rounding: str, fill: float) -> dict[str, Score]:
    """The scores that were printed, and the counts that are known, each with its ratio."""
    found = {}
    for name, text in scores.items():
        if name == "f_beta":
            if not isinstance(text, tuple | list) or len(text) != 2:
                raise TypeError(f'f_beta must be a pair of beta and text, such as (2, "0.45"), got {text!r}')
            beta, text = arguments.positive(text[0], "beta"), text[1]
            found[name] = Score(name, read(text, name, rounding=rounding), f_beta(beta), fill)
        elif name in SCORES:
            found[name] = Score(name, read(text, name, rounding=rounding), SCORES[name], fill)
        else:
            known = f"{', '.join([*SCORES, 'f_beta'])}; averages over classes, such as macro_f1, by possible_report"
            raise TypeError(f"{name} is no score that is known here: known are {known}")
    for name, count in counts.items():
        if name not in COUNTS:
            raise TypeError(f"{name} is no count that is known here: known are {', '.join(COUNTS)}")
        exact = Fraction(arguments.whole_number(count, f"counts[{name!r}]", least=0))
        number = Printed(str(exact), exact, exact, (True, True), Fraction(0), exact)
        found[name] = Score(name, number, COUNTS[name], fill)
    if not found:
        raise TypeError(f"there is no score to ask about: known are {', '.join([*SCORES, 'f_beta'])}")
    return found


def reprinting(cells: Any, scores: Mapping[str, Score], limit: int) -> pd.DataFrame:
    """A matrix whose scores print as they were printed, by the package's own metrics; others as an attribute.

    Should a number be right only because it is half-way between two, which a program may print as either, it is the
    first of all.
    """
    matrices = (as_matrix(row) for row in cells)
    matrix = next((m for m in matrices if all(prints(m, score) for score in scores.values())), as_matrix(cells[0]))
    matrix.attrs["others"] = pd.DataFrame(cells[:limit], columns=["TP", "FN", "FP", "TN"])
    return matrix


def as_matrix(cells: Any) -> pd.DataFrame:
    """TP, FN, FP and TN as a confusion matrix."""
    labels = pd.Index(["positive", "negative"])
    return pd.DataFrame(cells.reshape(2, 2), labels.rename("observed"), labels.rename("predicted"))


def prints(matrix: pd.DataFrame, score: Score) -> bool:
    """Whether the package's own metric of this name, where there is one, prints the number."""
    if score.name in OF_A_CLASS:
        return score.number.prints(OF_A_CLASS[score.name](matrix, pos_label="positive")) or score.fills
    if score.name in OF_ALL:
        return score.number.prints(float(OF_ALL[score.name](matrix))) or score.fills
    return True

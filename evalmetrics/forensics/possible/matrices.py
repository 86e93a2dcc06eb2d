"""Can these scores be true of two classes? All confusion matrices that have them, counted and not guessed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pandas as pd

from ... import precision_recall as of_classes
from ...agreement import cohen_kappa
from ...confusion import accuracy
from ...inputs import arguments
from ..printed import ROUNDINGS, Printed, exactly, read
from .search.cross_validation import Folds
from .search.readings import Reading, Repairs, answered, mean_of_runs, nearest_size, read_otherwise, readings, units_of
from .search.time_limit import go_on
from .search.two_classes import ALIASES, COUNTS, LIKE, SCORES, Question, Score, divided, f_beta, harmonic
from .verdict import Verdict, beyond, can_be_true, impossible, limited, listed, only_known, smallest_conflict, together

PUBLIC = {"accuracy": accuracy, "kappa": cohen_kappa, "mcc": of_classes.matthews_correlation, "f1": of_classes.f1_score}
PUBLIC |= {name: getattr(of_classes, name) for name in ("balanced_accuracy", "precision", "recall", "specificity")}
PUBLIC |= {"npv": of_classes.negative_predictive_value}
PUBLIC |= {"fpr": of_classes.false_positive_rate, "fnr": of_classes.false_negative_rate}
PUBLIC |= {alias: PUBLIC[name] for alias, name in ALIASES.items()}
SIGNED = ("kappa", "mcc", "informedness", "markedness")
FEW = 100  # matrices of which one is looked for that prints the numbers, before more are
WIDE = 0.9  # of all that a score can be: what leaves as much is no bound
MEANS = [
    ("accuracy", ("recall", "specificity")),
    ("accuracy", ("precision", "npv")),
    ("balanced_accuracy", ("recall", "specificity")),
    ("f1", ("precision", "recall")),
]


@limited
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

    positives, negatives, n : int, optional
        Sizes of the classes and of both together: at least `n`, or two of them.
    counts : mapping from name to int, optional
        What is known exactly: "TP", "FN", "FP", "TN", "predicted" (TP + FP).
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made. For one score alone give ``printed(text, rounding=...)`` as its number.
    zero_division : float, default nan
        What a program printed where a score is 0/0; by default such a score is no number, or 0 where nothing else is
        possible.
    limit : int, default 5
        How many matrices to list as ``.witness.attrs["others"]``.
    **scores : str
        As printed, with all digits: accuracy, error, precision or ppv, recall or sensitivity or tpr, specificity or
        tnr, npv, fpr, fnr, f1, jaccard, balanced_accuracy, informedness, markedness, kappa, mcc, fowlkes_mallows,
        g_mean, and f_beta as a pair of beta and text. Numbers above 1 are percent.

    -> Verdict
        The witness is a confusion matrix. With class sizes given all matrices are covered, exactly.

    ValueError
        For sizes that contradict each other or do not suffice.

    Source: Kovács and Fazekas (2024), mlscorecheck: Testing the consistency of reported performance scores and
    experiments in machine learning, Neurocomputing 583.

    >>> found = possible_matrices(positives=100, negatives=1000, accuracy="0.8464", recall="0.81", f1="0.4894")
    >>> found.verdict, found.count, found.witness.to_numpy().tolist()
    ('possible', 1, [[81, 19], [150, 850]])
    >>> possible_matrices(positives=100, negatives=200, accuracy="0.9567", recall="0.8545").verdict
    'impossible'
    """
    of, n = sizes(positives, negatives, n)
    arguments.one_of(rounding, "rounding", ROUNDINGS)
    limit, fill = arguments.whole_number(limit, "limit", least=1), arguments.real(zero_division, "zero_division")
    scores = asked(scores, counts or {}, rounding, fill)
    names, shares = list(scores), [name for name in scores if name not in COUNTS]
    known = f"{n} examples" if of is None else f"{of} positives and {n - of} negatives"
    checked = f"{known}; all confusion matrices, in whole numbers"

    def ask(reading: Reading) -> Verdict:
        loose = Question(of, n, {name: score.of(reading.numbers[name]) for name, score in scores.items()})
        undefined = {"no number" if fill != fill else f"printed as {fill:g}": fill}
        if fill != fill and any(0 in reading.numbers[name] for name in shares):
            undefined["printed as 0"] = 0.0
        widest = loose.filled(list(undefined.values())[-1])
        runs = () if of is None else [*widest.runs(names)]  # without class sizes they are too many to keep
        if any(len(found) for found, *_ in runs) if runs else widest.any():
            return _shown(loose, reading.precision, undefined, limit, checked, runs)
        conflict = smallest_conflict(names, widest.any)
        said, why = together(reading.numbers, conflict), _why(reading.numbers, conflict)
        mends = _mends(widest, reading, rounding)
        verdict = impossible("confusion matrix", said, known, checked, conflict, mends, why)
        return replace(verdict, assumptions={"undefined": " or ".join(undefined)})

    rare = n if of is None else max(1, min(of, n - of))  # the rarer, the smaller the differences that are divided by
    units = units_of({name: x.number for name, x in scores.items()}, rounding, shares=shares, apart=SIGNED)
    tried = readings(units, exact=False, errors=dict.fromkeys(SIGNED, Fraction(n, rare)))
    return answered(tried, rounding, ask, runs="one")


def _shown(
    loose: Question, known: str, undefined: dict[str, float], limit: int, checked: str, runs: Sequence[tuple[Any, ...]]
) -> Verdict:
    """The verdict with a matrix: of a program that makes no mistake, if there is one, and with 0/0 as is likeliest."""
    numbers = {name: score.number for name, score in loose.scores.items()}
    exact = loose.having({name: number.again() for name, number in numbers.items()})
    names, count, tried = list(numbers), 0, product((("double", exact), (known, loose)), undefined.items())
    while not count:
        (precision, question), (how, fill) = next(tried)
        question = question.filled(fill)
        count, cells = question.cells(names, max(limit, FEW), runs)
    assumed = {"precision": precision, "undefined": how}
    matrix = reprinting(cells, question.scores)
    if matrix is None and count > len(cells):
        matrix = reprinting(question.cells(names, LIKE, runs)[1], question.scores)
    matrix = as_matrix(cells[0]) if matrix is None else matrix  # half-way: a program may print either
    matrix.attrs["others"] = pd.DataFrame(cells[:limit], columns=["TP", "FN", "FP", "TN"])
    return Verdict("possible", can_be_true(numbers), checked, matrix, count, assumptions=assumed)


def _why(numbers: Mapping[str, Printed], conflict: tuple[str, ...]) -> str:
    for name, pair in MEANS:
        if set(conflict) == {name, *pair}:
            ends = [numbers[each] for each in pair]
            if numbers[name].high < min(x.low for x in ends) or numbers[name].low > max(x.high for x in ends):
                return f"; {name} lies between {pair[0]} and {pair[1]}"
    return beyond(numbers, [name for name in conflict if name not in COUNTS], SIGNED)


def sizes(positives: Any, negatives: Any, n: Any) -> tuple[int | None, int]:
    given = {"positives": positives, "negatives": negatives, "n": n}
    given = {name: size for name, size in given.items() if size is not None}
    known = {name: arguments.whole_number(size, name, least=int(name == "n")) for name, size in given.items()}
    if "n" not in known and len(known) < 2:
        raise ValueError("sizes do not suffice: give n, or positives and negatives")
    in_all = known.get("n", sum(known.values()))
    p = known.get("positives", in_all - known["negatives"] if "negatives" in known else None)
    if in_all == 0 or (p is not None and (not 0 <= p <= in_all or p + known.get("negatives", in_all - p) != in_all)):
        said = listed(f"{name} = {size}" for name, size in known.items())
        raise ValueError(f"sizes contradict each other: {said}")
    return p, in_all


def asked(scores: Mapping[str, Any], counts: Mapping[str, Any], rounding: str, fill: float) -> dict[str, Score]:
    found = {}
    if scores or not counts:
        advice = "; averages over classes, such as macro_f1, by possible_report"
        only_known(scores, (*SCORES, "f_beta"), advice=advice)
    for name, text in scores.items():
        ratio = SCORES.get(name)
        if ratio is None:
            if not isinstance(text, tuple | list) or len(text) != 2:
                raise TypeError(f'f_beta must be a pair of beta and text, such as (2, "0.45"), got {text!r}')
            ratio, text = f_beta(arguments.positive(text[0], "beta")), text[1]
        found[name] = Score(name, read(text, name, rounding=rounding), ratio, fill)
    if counts:
        only_known(counts, COUNTS, "count")
    for name, count in counts.items():
        number = exactly(Fraction(arguments.whole_number(count, f"counts[{name!r}]", least=0)))
        found[name] = Score(name, number, COUNTS[name], fill)
    return found


def reprinting(cells: Any, scores: Mapping[str, Score]) -> pd.DataFrame | None:
    for found in map(as_matrix, cells):
        go_on()
        if all(prints(found, score) for score in scores.values()):
            return found
    return None


def as_matrix(cells: Any) -> pd.DataFrame:
    labels = pd.Index(["positive", "negative"])
    return pd.DataFrame(cells.reshape(2, 2), labels.rename("observed"), labels.rename("predicted"))


def prints(matrix: pd.DataFrame, score: Score) -> bool:
    """Whether the package's own metric of this name, where there is one, prints the number; of classes, the first."""
    if score.name not in PUBLIC:
        return True
    return score.number.prints(np.ravel(PUBLIC[score.name](matrix))[0]) or score.fills


def _mends(question: Question, reading: Reading, rounding: str) -> Repairs:
    for name in question.scores:
        yield from _another_number(question, name)
    shares = [name for name in question.scores if name not in COUNTS]
    yield from read_otherwise(reading, rounding, lambda again: question.having(again).any(), shares)
    for name, number in reading.numbers.items():
        percent = {**reading.numbers, name: number.again(unit="percent")}
        if number.value > 1 and number.unit and question.having(percent).any():
            yield name, number, f"{number}%"
    assumed = next(iter(question.scores.values())).fill
    for fill in (0.0, 1.0):
        if question.filled(fill).any():
            yield "zero_division", f"{assumed:g}", f"if 0/0 is printed as {fill:g}"
    if question.only is not None:
        yield from _other_sizes(question, question.only)
    if {"f1", "precision", "recall"} <= question.scores.keys():
        f1, p, r = (question.scores[name].number for name in ("f1", "precision", "recall"))
        if harmonic(p.value, r.value) in f1 and question.any(question.others("f1")):
            yield "f1", f1, "F of the rounded precision and recall"
    for name in ("precision", "recall", "f1"):
        if name in question.scores:
            yield from _another_meaning(question, name)


def _another_number(question: Question, name: str) -> Repairs:
    if not (values := question.values(name, question.others(name))):
        return
    number = question.scores[name].number
    nearest = min(values, key=lambda x: abs(x - float(number.value)))
    shown = [number.like(x) for x in (nearest, min(values), max(values))]
    wide = max(values) - min(values) > WIDE * (1 + (name in SIGNED))
    yield name, number, shown[0] + ("" if wide or shown[1] == shown[2] else f" ({shown[1]} to {shown[2]})")


def _other_sizes(question: Question, positives: int) -> Repairs:
    negatives = question.n - positives
    if negatives != positives and Question(negatives, question.n, question.scores).any():
        yield "classes", f"{positives} positives, {negatives} negatives", "the other way round"

    def possible(p: int, n: int) -> bool:
        return p + n > 0 and Question(p, p + n, question.scores).any()

    yield from nearest_size("positives", positives, lambda p: possible(p, negatives))
    yield from nearest_size("negatives", negatives, lambda n: possible(positives, n))
    scores = {name: score for name, score in question.scores.items() if name not in COUNTS}

    def possible_in_runs(runs: int) -> bool:
        folds = Folds([(positives, negatives)] * runs, scores, {}, 0)
        return folds.decide(list(scores), 0.0)[0] == "possible"  # what few walks do not find, longer ones seldom do

    yield from mean_of_runs(possible_in_runs)


def _value(name: str, cells: Any) -> Any:
    return divided(*SCORES[name](*cells.T), 0.0)


def _macro(name: str, cells: Any) -> Any:
    return (_value(name, cells) + _value(name, cells[:, ::-1])) / 2


def _another_meaning(question: Question, name: str) -> Repairs:
    """Another score under the same name, tried on matrices that have all the other numbers."""
    cells = question.cells(question.others(name), LIKE)[1].astype(float)
    number = question.scores[name].number
    if not len(cells):
        return
    label = {"f1": "F1"}.get(name, name)
    meanings = {f"macro {label}": _macro(name, cells), f"{label} of the negatives": _value(name, cells[:, ::-1])}
    if name == "f1":
        p, r = _macro("precision", cells), _macro("recall", cells)
        meanings["F of the macro averages"] = divided(2 * p * r, p + r, 0.0)
    for meaning, values in meanings.items():
        near = np.abs(values - float(number.value)) <= float(number.unit)
        if any(number.prints(float(value)) for value in np.unique(values[near])):
            yield name, number, f"{meaning}, with the same digits"

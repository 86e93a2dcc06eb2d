"""Can these means over folds be true? Each fold has a matrix of its own, and the scores are means of theirs."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ...inputs import arguments
from ..printed import Printed, read
from .matrices import SIGNED, asked, possible_matrices
from .search.choices import SHORT
from .search.cross_validation import CutAnyhow, Folds
from .search.readings import Reading, Repairs, answered, read_otherwise, readings, units_of
from .search.time_limit import SECONDS, Unfinished, left
from .search.two_classes import Question
from .verdict import Verdict, beyond, can_be_true, impossible, limited, together

MOST = 10_000  # folds, of which linear programs still come to an end
AGGREGATES = ("mean of scores", "score of sums")


@limited
def possible_folds(
    folds: Sequence[tuple[int, int]] | int,
    *,
    positives: int | None = None,
    negatives: int | None = None,
    stratified: bool = True,
    aggregate: str = "mean of scores",
    sd: Mapping[str, str] | None = None,
    ddof: int = 0,
    rounding: str = "nearest",
    zero_division: float = float("nan"),
    seconds: float = SECONDS,
    **scores: Any,
) -> Verdict:
    """Whether scores of two classes can be means over the folds of a cross-validation.

    folds : sequence of pairs of int, or int
        Positives and negatives of each fold, of repetitions once for each of them; or how many folds `positives` and
        `negatives` were cut into.
    positives, negatives : int, optional
        Sizes of the classes in all folds together.
    stratified : bool, default True
        Whether a number of folds means those that scikit-learn stratifies; if not, folds of equal size, to within one,
        into which the classes fell anyhow.
    aggregate : {"mean of scores", "score of sums"}
        Whether a score of each fold was averaged, or one score computed from the counts of all of them.
    sd : mapping from name to str, optional
        Standard deviations over folds, as printed.
    ddof : int, default 0
        Their squared deviations are divided by the number of folds less this.
    zero_division : float, default nan
        What a program took for a fold whose score is 0/0; by default no fold may have such a score.
    **scores : str
        As printed; the names are those of `possible_matrices`.

    -> Verdict
        The witness is a table of TP, FN, FP and TN, a row per fold. Means of nonlinear scores are left undecided where
        bounds exclude nothing and no witness is found, unless OR-tools is installed.

    Notes
    -----
    Means over several data sets are means over folds, with a pair for each data set; so are means of means over the
    folds of each, if all have as many folds. Of macro averages over several classes give each class of each fold as a
    pair, it and the rest: what is impossible of these is impossible. Means of means over different numbers of folds
    cannot be asked, nor can bounds of the scores of single folds.

    Source: Fazekas and Kovács (2023), Testing the consistency of performance scores reported for binary classification
    problems, arXiv 2310.12527.

    >>> possible_folds(5, positives=38, negatives=262, accuracy=".9447", recall=".9139", specificity=".9733").verdict
    'impossible'
    >>> possible_folds([(3, 3)] * 2, accuracy="0.75", recall="0.833").witness.to_numpy().tolist()
    [[2, 1, 1, 2], [3, 0, 1, 2]]
    """
    arguments.one_of(aggregate, "aggregate", AGGREGATES)
    arguments.one_of(stratified, "stratified", (True, False))
    sizes = fold_sizes(folds, positives, negatives)
    if not stratified and len(sizes) != folds:
        raise ValueError("stratified says how folds were cut where folds is a number; these are known already")
    if aggregate == "score of sums":
        p, n = (sum(each) for each in zip(*sizes, strict=True))
        if sd:
            raise ValueError('sd is that of scores of folds: aggregate must be "mean of scores"')
        return possible_matrices(positives=p, negatives=n, rounding=rounding, zero_division=zero_division, **scores)
    known = asked(scores, {}, rounding, arguments.real(zero_division, "zero_division"))
    if arguments.whole_number(ddof, "ddof", least=0) >= len(sizes):
        raise ValueError(f"ddof must be less than the number of folds, {len(sizes)}, got {ddof}")
    if unknown := [name for name in sd or {} if name not in scores]:
        raise ValueError(f"sd must be of scores that are given, too; {unknown[0]} is not")
    spreads = {name: read(text, f"sd[{name!r}]", rounding=rounding) for name, text in (sd or {}).items()}

    def ask(reading: Reading) -> Verdict:
        numbers = reading.numbers
        question = (Folds if stratified else CutAnyhow)(sizes, *_parts(known, numbers), ddof)
        verdict, witness, how = question.decide(list(known), left())
        said, checked = together(numbers, numbers), f"{question}; means of folds; {how}"
        if verdict == "possible":
            return Verdict("possible", can_be_true(numbers), checked, witness)
        if verdict == "undecided":
            nothing = f"neither folds with {said} were found nor a proof that there are none"
            return Verdict("undecided", nothing, checked)
        conflict = question.conflict(SHORT)
        said, why = together(numbers, conflict), beyond(numbers, conflict, SIGNED)
        mends = _mends(question, reading, rounding)
        return impossible("cross-validation", said, str(question), checked, conflict, mends, why)

    units = [
        (unit, numbers | {f"SD of {name}": x.again(unit=numbers[name].read_in) for name, x in spreads.items()})
        for unit, numbers in units_of({name: score.number for name, score in known.items()}, rounding, apart=SIGNED)
    ]
    tried = readings(units, exact=False, errors=dict.fromkeys(SIGNED, Fraction(1)))
    return answered(tried, rounding, ask, runs="one", aggregate=aggregate)


def fold_sizes(folds: Any, positives: Any, negatives: Any) -> list[tuple[int, int]]:
    if isinstance(folds, int | np.integer) and not isinstance(folds, bool):
        if (k := arguments.whole_number(folds, "folds", least=2)) > MOST:
            raise Unfinished(f"more than {MOST:,} folds are not looked at")
        if positives is None or negatives is None:
            raise ValueError(f"positives and negatives must be given where folds is a number, {folds}")
        p = arguments.whole_number(positives, "positives", least=1)
        n = arguments.whole_number(negatives, "negatives", least=1)
        # Classes are dealt out one after the other: what is left of the first decides where the second begins.
        return [(len(range(i, p, k)), len(range((i - p) % k, n, k))) for i in range(k)]
    sizes = []
    for fold in arguments.as_list(folds, "folds", "pairs of positives and negatives", least=0):
        if not isinstance(fold, tuple | list) or len(fold) != 2:
            raise TypeError(f"folds must hold pairs of positives and negatives, got {arguments.shown(fold)}")
        p, n = (arguments.whole_number(size, "folds", least=0) for size in fold)
        sizes.append((p, n))
    if not sizes or not all(p + n for p, n in sizes):
        raise ValueError("folds must hold at least one fold, each with examples")
    for name, given, each in (("positives", positives, 0), ("negatives", negatives, 1)):
        if given is not None and given != (found := sum(size[each] for size in sizes)):
            raise ValueError(f"{name} contradict the folds, which have {found}, got {given}")
    return sizes


def _parts(known: Mapping[str, Any], numbers: Mapping[str, Printed]) -> tuple[dict[str, Any], dict[str, Printed]]:
    of = {name: numbers[spread] for name in known if (spread := f"SD of {name}") in numbers}
    return {name: score.of(numbers[name]) for name, score in known.items()}, of


def _mends(question: Folds, reading: Reading, rounding: str) -> Repairs:
    names = list(question.scores)
    for name in names:
        number, rest = question.scores[name].number, [each for each in names if each != name]
        table = question.decide(rest, SHORT)[1] if rest else None
        if table is not None:
            mean = float(np.mean(question.score_of(name, table.to_numpy())))
            yield name, number, f"for example {number.like(mean)}"

    def possible(scores: Mapping[str, Any], spreads: Mapping[str, Printed]) -> bool:
        return type(question)(question.sizes, scores, spreads, question.ddof).decide(names, SHORT)[0] == "possible"

    yield from read_otherwise(reading, rounding, lambda again: possible(*_parts(question.scores, again)))
    filled = {name: score.filled(0.0) for name, score in question.scores.items() if score.fill != score.fill}
    if filled and possible(filled, question.spreads):
        yield "zero_division", "nan", "if 0/0 is printed as 0"
    p, n = (sum(each) for each in zip(*question.sizes, strict=True))
    if not question.spreads and Question(p, p + n, question.scores).any(names):
        yield "aggregate", *AGGREGATES

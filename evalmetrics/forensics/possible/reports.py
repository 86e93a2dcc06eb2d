"""Can a classification report be true? Precision, recall and F of each class, and averages of them."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ...inputs import arguments
from ..printed import Printed
from .search.choices import SHORT
from .search.readings import Reading, Repairs, answered, read_otherwise, readings, units_of
from .search.several_classes import AVERAGES, OF_CLASSES, Report
from .search.time_limit import SECONDS, left
from .search.two_classes import ALIASES, harmonic
from .verdict import Verdict, beyond, impossible, limited, only_known, together


@limited
def possible_report(
    sizes: Mapping[Any, int] | Sequence[int],
    *,
    precision: Any = (),
    recall: Any = (),
    f1: Any = (),
    specificity: Any = (),
    rounding: str = "nearest",
    zero_division: float = 0.0,
    seconds: float = SECONDS,
    **averages: str | None,
) -> Verdict:
    """Whether a classification report, or what was printed of one, can be true of one confusion matrix.

    sizes : mapping from class to int, or sequence of int
        How many examples each class has.
    precision, recall, f1, specificity : mapping from class to str, or sequence of str, optional
        As printed, a text per class; leave out, or empty, what was not printed.
    zero_division : float, default 0
        What a program prints for the precision of a class that is never predicted; scikit-learn prints 0.
    **averages : str
        As printed, of all classes: accuracy, balanced_accuracy, kappa, and macro, weighted and micro averages, such as
        macro_f1: of precision, recall, f1, specificity, npv, accuracy and balanced_accuracy of a class against the
        rest.

    -> Verdict
        The witness is a confusion matrix. Averages of nonlinear scores are left undecided where bounds exclude nothing
        and no witness is found, unless OR-tools is installed.

    Source: Fazekas and Kovács (2023), Testing the consistency of performance scores reported for binary classification
    problems, arXiv 2310.12527.

    >>> sizes = {"cat": 10, "dog": 20}
    >>> found = possible_report(sizes, recall=["0.90", "0.75"], precision=["0.64", "0.94"], accuracy="0.80")
    >>> found.witness.to_numpy().tolist()
    [[9, 1], [5, 15]]
    >>> possible_report(sizes, recall=["0.90", "0.75"], accuracy="0.90").conflicts
    ('recall of dog', 'accuracy')
    """
    fill = arguments.real(zero_division, "zero_division")
    classes = _classes(sizes)
    named = {}
    for name, text in averages.items():
        way, _, kind = name.rpartition("_")
        named[f"{way}_{ALIASES[kind]}" if way and kind in ALIASES else name] = text  # macro_sensitivity, say
    texts: dict[str, Any] = {name: text for name, text in named.items() if text}
    for kind, own in zip(OF_CLASSES, (precision, recall, f1, specificity), strict=True):
        texts |= {f"{kind} of {label}": text for label, text in _texts(own, kind, classes).items()}
    only_known([*named, *OF_CLASSES] if texts else (), (*OF_CLASSES, *AVERAGES), "number")

    known = f"{len(classes)} classes with {', '.join(map(str, classes.values()))} examples"

    def ask(reading: Reading) -> Verdict:
        report = Report(classes, reading.numbers, fill)
        verdict, matrix, how = report.decide(tuple(report.numbers), left())
        checked = f"{known}; {how}"
        if verdict == "possible":
            return Verdict("possible", "all numbers of the report can be true together", checked, matrix)
        if verdict == "undecided":
            return Verdict("undecided", "neither a matrix was found nor a proof that there is none", checked)
        conflict = report.conflict(SHORT)
        mends, why = _mends(report, reading, conflict, rounding), beyond(report.numbers, conflict, ("kappa",))
        said = together(report.numbers, conflict)
        return impossible("confusion matrix", said, known, checked, conflict, mends, why)

    units = units_of(texts, rounding, apart=("kappa",))
    tried = readings(units, exact=False, errors={"kappa": Fraction(1)})
    return answered(tried, rounding, ask, runs="one", undefined=f"printed as {fill:g}")


def _classes(sizes: Any) -> dict[Any, int]:
    if isinstance(sizes, str) or not hasattr(sizes, "__iter__"):
        raise TypeError(f"sizes must be a mapping from class to size, or sizes alone, got {arguments.shown(sizes)}")
    named = sizes if isinstance(sizes, Mapping) else {f"class {i}": size for i, size in enumerate(sizes, 1)}
    classes = {label: arguments.whole_number(size, "sizes", least=1) for label, size in named.items()}
    if len(classes) < 2:
        raise ValueError(f"sizes must hold at least two classes, got {len(classes)}")
    return classes


def _texts(texts: Any, kind: str, classes: Mapping[Any, int]) -> dict[Any, Any]:
    if isinstance(texts, str) or not hasattr(texts, "__len__"):
        raise TypeError(f"{kind} must hold a text per class, got {arguments.shown(texts)}")
    if not isinstance(texts, Mapping):
        if len(texts) not in (0, len(classes)):
            raise ValueError(f"{kind} must hold a text per class: {len(classes)} classes, {len(texts)} texts")
        texts = dict(zip(classes, texts, strict=False))
    if unknown := [label for label in texts if label not in classes]:
        raise ValueError(f"{kind} names a class that has no size: {unknown[0]!r}")
    return {label: text for label, text in texts.items() if text not in (None, "")}


def _mends(report: Report, reading: Reading, conflict: Sequence[str], rounding: str) -> Repairs:
    names = list(report.numbers)
    for name in conflict:
        number = report.numbers[name]
        rest = [each for each in names if each != name]
        matrix = report.decide(rest, SHORT)[1] if rest else None
        value = None if matrix is None else report.of(matrix, name)
        if value is None:
            continue
        yield name, number, f"for example {number.like(float(value))}"
        if name == "macro_f1" and _of_macro_averages(report, number):
            yield name, number, "F of the macro averages"
        if name.startswith("f1 of") and _of_rounded(report, name):
            yield name, number, "F of the rounded precision and recall"

    def possible(again: dict[str, Printed], fill: float = report.fill) -> bool:
        return Report(report.classes, again, fill).decide(names, SHORT)[0] == "possible"

    yield from read_otherwise(reading, rounding, possible)
    for fill in (0.0, 1.0):
        printed = fill != report.fill and any(fill in number for number in report.numbers.values())
        if printed and possible(report.numbers, fill):
            yield "zero_division", f"{report.fill:g}", f"if 0/0 is printed as {fill:g}"


def _of_rounded(report: Report, name: str) -> bool:
    p, r = (report.numbers.get(name.replace("f1", kind, 1)) for kind in ("precision", "recall"))
    return bool(p and r and harmonic(p.value, r.value) in report.numbers[name])


def _of_macro_averages(report: Report, number: Printed) -> bool:
    means: list[tuple[Fraction, Fraction]] = []
    for kind in ("precision", "recall"):
        names = [f"{kind} of {label}" for label in report.classes]
        names = [f"macro_{kind}"] if f"macro_{kind}" in report.numbers else names
        if not set(names) <= report.numbers.keys():
            return False
        own = [report.numbers[name] for name in names]
        means.append((sum(x.low for x in own) / Fraction(len(own)), sum(x.high for x in own) / Fraction(len(own))))
    low, high = (harmonic(*ends) for ends in zip(*means, strict=True))
    return low <= number.high and number.low <= high

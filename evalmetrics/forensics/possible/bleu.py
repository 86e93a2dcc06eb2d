"""Can the line that sacrebleu prints be true? Lengths and matches are whole numbers, and the score follows."""

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import exp, log
from typing import Any

import numpy as np
import pandas as pd

from ...bleu import corpus_bleu
from ...inputs import arguments
from ..printed import Printed, read, whole_numbers
from .verdict import Verdict, impossible

LINE = re.compile(
    r"BLEU\S* = (?P<BLEU>\S+) (?P<precisions>\S+) "
    r"\(BP = (?P<BP>\S+) ratio = (?P<ratio>\S+) hyp_len = (?P<hyp_len>\d+) ref_len = (?P<ref_len>\d+)\)"
)
NAMES = ["BLEU", "precisions", "hyp_len", "ref_len"]
SLACK = 1e-9  # more than floats are wrong by in a score of a hundred
MOST_ORDERS = 9  # without a match, each counted half as much as the one before
COMBINATIONS = 300_000  # of matches that are tried


def possible_bleu(line: str | Mapping[str, Any], *, sentences: int | None = None, rounding: str = "nearest") -> Verdict:
    """Whether the line that sacrebleu prints can be true: score, precisions, brevity penalty, ratio and lengths.

    Parameters
    ----------
    line : str or mapping
        As printed: ``BLEU = 38.63 77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)``. Or these
        parts by name, "BLEU", "precisions", "hyp_len" and "ref_len", and "BP" and "ratio" where they are printed. The
        score was not smoothed, or as sacrebleu does unasked ("exp"): what "floor" and "add-k" add is not known here.
    sentences : int, optional
        How many hypotheses there are, each of at least four words. It settles how many n-grams there are, and with
        that which precisions there can be.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made.

    Returns
    -------
    Verdict
        The witness is a table of matches and n-grams of each order. Without `sentences` the score is compared with
        what the other numbers leave, as an interval.

    References
    ----------
    Post (2018), A call for clarity in reporting BLEU scores, WMT.

    Examples
    --------
    >>> parts = "77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)"
    >>> print(possible_bleu(f"BLEU = 33.93 {parts}").reason.partition(";")[2].strip())
    the other numbers leave a score from 38.605 to 38.713
    >>> numbers = {"BLEU": "33.93", "precisions": "77.8/62.5/42.9/16.7", "hyp_len": 9, "ref_len": 10}
    >>> possible_bleu(numbers).verdict
    'impossible'
    >>> possible_bleu(f"BLEU = 38.63 {parts}", sentences=1).witness["matches"].tolist()
    [7, 5, 3, 1]
    """
    numbers, hyp, ref = _parts(line, rounding)
    n = None if sentences is None else arguments.whole_number(sentences, "sentences", least=1)
    orders = [name for name in numbers if name.startswith("p")]
    known = f"{hyp} words against {ref}" + ("" if n is None else f" in {_sentences(n)}")
    checked = f"{known}; digits by the rule {rounding!r}"
    penalty = 1.0 if hyp >= ref else exp(1 - ref / hyp)
    for name, exact in (("BP", Fraction(penalty)), ("ratio", Fraction(hyp, ref))):
        if name in numbers and not _near(numbers[name], exact):
            return _one_wrong(name, numbers[name], exact, known, checked, ("hyp_len", "ref_len"))
    low, high = (_score(penalty, [getattr(numbers[name], end) for name in orders]) for end in ("low", "high"))
    score = numbers["BLEU"]
    if not float(score.low) - SLACK <= high or not float(score.high) + SLACK >= low:
        said = f"BLEU {score} with precisions {'/'.join(str(numbers[name]) for name in orders)}"
        mends = [("BLEU", score, f"{low:.{score.places}f} to {high:.{score.places}f}")]
        why = f"; the other numbers leave a score from {low:.3f} to {high:.3f}"
        return impossible("translation", said, known, checked, ("BLEU", *orders, "hyp_len", "ref_len"), mends, why)
    if not _matches(numbers["p1"], hyp):
        return _no_matches("p1", numbers["p1"], hyp, "hyp_len", checked)
    if n is None:
        return _any_sentences(numbers, orders, hyp, ref, checked)
    return _of_sentences(numbers, orders, hyp, ref, n, checked)


def _sentences(n: int) -> str:
    return "one sentence" if n == 1 else f"{n} sentences"


def _parts(line: str | Mapping[str, Any], rounding: str) -> tuple[dict[str, Printed], int, int]:
    """The printed numbers by their names, and the two lengths."""
    parts = dict(line) if isinstance(line, Mapping) else _parts_of_line(line)
    if not {*NAMES} <= parts.keys() <= {*NAMES, "BP", "ratio"}:
        raise ValueError(
            f"line must have {', '.join(NAMES)} and may have BP and ratio, got {', '.join(map(str, parts))}"
        )
    precisions = parts.pop("precisions")
    texts = precisions.split("/") if isinstance(precisions, str) else precisions
    if not isinstance(texts, list | tuple) or not texts:
        raise TypeError(f"precisions must be texts, or one with / between them, got {arguments.shown(precisions)}")
    hyp, ref = (arguments.whole_number(parts.pop(name), name, least=0) for name in ("hyp_len", "ref_len"))
    if not hyp or not ref:
        raise ValueError(f"line must have lengths above 0, got hyp_len = {hyp} and ref_len = {ref}")
    parts |= {f"p{order}": text for order, text in enumerate(texts, 1)}
    return {name: read(text, name, rounding=rounding) for name, text in parts.items()}, hyp, ref


def _parts_of_line(line: Any) -> dict[str, Any]:
    if not isinstance(line, str):
        raise TypeError(
            f"line must be the line that sacrebleu prints, or its parts by name, got {arguments.shown(line)}"
        )
    if not (found := LINE.search(" ".join(line.split()))):
        raise ValueError(
            "line must read 'BLEU = 38.63 77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)', "
            f"got {arguments.shown(line)}"
        )
    return {**found.groupdict(), "hyp_len": int(found["hyp_len"]), "ref_len": int(found["ref_len"])}


def _near(number: Printed, exact: Fraction) -> bool:
    return exact in number or bool(
        number.low - Fraction(SLACK) <= exact <= number.high + Fraction(SLACK) and number.rounding == "nearest"
    )


def _score(penalty: float, precisions: list[Fraction]) -> float:
    """BLEU in percent of precisions in percent."""
    if min(precisions) <= 0:
        return 0.0
    return penalty * exp(sum(log(p) for p in precisions) / len(precisions))


def _of_sentences(numbers: dict[str, Printed], orders: list[str], hyp: int, ref: int, n: int, checked: str) -> Verdict:
    """Matches of each order that print so, and among them those of which the score does."""
    totals = [hyp - i * n for i in range(len(orders))]
    if totals[-1] < n:
        raise ValueError(f"sentences must have at least {len(orders)} words each: {n} of them, {hyp} words")
    ranges = [_matches(numbers[name], total) for name, total in zip(orders, totals, strict=True)]
    for name, total, matches in zip(orders, totals, ranges, strict=True):
        if not matches:
            return _no_matches(name, numbers[name], total, "sentences", checked)
    score = numbers["BLEU"]
    for tried, combination in enumerate(product(*ranges)):
        if tried == COMBINATIONS:
            return Verdict("undecided", f"{COMBINATIONS:,} combinations of matches tried, none has the score", checked)
        for smoothing in (None, "exponential") if 0 in combination else (None,):
            printed = zip(orders, _precisions(combination, totals, smoothing), strict=True)
            if not all(exact in numbers[name] for name, exact in printed):
                continue
            counts = np.array([combination, totals], dtype=float)
            if score.prints(100 * float(corpus_bleu.definition(hyp, ref, *counts, smoothing=smoothing))):
                table = {"matches": combination, "n-grams": totals}
                witness = pd.DataFrame(table, index=pd.RangeIndex(1, len(totals) + 1, name="order"))
                said = "all numbers of the line can be true" + (", with smoothing" if smoothing else "")
                return Verdict("possible", said, checked, witness)
    said = f"BLEU {score} with whole numbers of matches"
    return impossible("translation", said, checked.partition(";")[0], checked, ("BLEU", *orders))


def _no_matches(name: str, number: Printed, total: int, size: str, checked: str) -> Verdict:
    """The verdict on a precision that no whole number of matches has."""
    nearest = Fraction(100 * round(number.value * total / 100), total)
    return _one_wrong(name, number, nearest, f"{total} n-grams", checked, (size,))


def _one_wrong(
    name: str, number: Printed, exact: Fraction, known: str, checked: str, sizes: tuple[str, ...]
) -> Verdict:
    """The verdict on a number that contradicts sizes, and what it would have to be."""
    mends = [(name, number, f"{float(exact):.{number.places}f}")]
    return impossible("translation", f"{name} {number}", known, checked, (name, *sizes), mends)


def _matches(precision: Printed, total: int) -> list[int]:
    """How many of the n-grams can have matched: also none, where that is printed as smoothed."""
    found = list(whole_numbers(precision, Fraction(100, total), 0, total))
    smoothed = any(Fraction(100, 2**k * total) in precision for k in range(1, MOST_ORDERS + 1))
    return [0, *found] if smoothed and 0 not in found else found


def _precisions(matches: Any, totals: Any, smoothing: str | None) -> list[Fraction]:
    """Precisions in percent; sacrebleu counts half a match for the first order without one, a quarter for the next."""
    precisions, halves = [], 0
    for match, total in zip(matches, totals, strict=True):
        halves += match == 0
        counted = Fraction(1, 2**halves) if smoothing and not match else Fraction(match)
        precisions.append(100 * counted / total)
    return precisions


def _any_sentences(numbers: dict[str, Printed], orders: list[str], hyp: int, ref: int, checked: str) -> Verdict:
    """Try numbers of sentences until one has all numbers."""
    for n in range(1, min(hyp // len(orders), 200) + 1):
        found = _of_sentences(numbers, orders, hyp, ref, n, checked)
        if found.verdict == "possible":
            reason = f"all numbers of the line can be true, for example of {_sentences(n)}"
            return Verdict("possible", reason, checked, found.witness)
    return Verdict(
        "undecided",
        "the score agrees with its parts; no number of sentences up to 200, each of at least four words, was found "
        "with which all precisions are ratios of whole numbers: give sentences=",
        checked,
    )

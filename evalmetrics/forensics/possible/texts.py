"""Can a line of BLEU, or a word error rate with its parts, be true? Lengths, matches and edits are whole numbers."""

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
from ...word_error_rate import corpus_wer
from ..printed import Printed, read, whole_numbers
from .repairs import Repairs, rounded_otherwise
from .verdict import Verdict, contradiction

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
            places = numbers[name].places
            mended = [(name, numbers[name], f"{float(exact):.{places}f}")]
            reason = contradiction("translation", f"{name} {numbers[name]}", known)
            return Verdict("impossible", reason, checked, None, 0, (name, "hyp_len", "ref_len"), mended)
    low, high = (_score(penalty, [getattr(numbers[name], end) for name in orders]) for end in ("low", "high"))
    score = numbers["BLEU"]
    if not float(score.low) - SLACK <= high or not float(score.high) + SLACK >= low:
        said = f"BLEU {score} with precisions {'/'.join(str(numbers[name]) for name in orders)}"
        reason = contradiction("translation", said, known)
        reason += f"; the other numbers leave a score from {low:.3f} to {high:.3f}"
        mended = [("BLEU", score, f"{low:.{score.places}f} to {high:.{score.places}f}")]
        return Verdict("impossible", reason, checked, None, 0, ("BLEU", *orders, "hyp_len", "ref_len"), mended)
    if not _matches(numbers["p1"], hyp):
        return _no_matches("p1", numbers["p1"], hyp, "hyp_len", checked)
    if n is None:
        return _any_sentences(numbers, orders, hyp, ref, penalty, checked)
    return _of_sentences(numbers, orders, hyp, ref, penalty, n, checked)


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


def _of_sentences(
    numbers: dict[str, Printed], orders: list[str], hyp: int, ref: int, penalty: float, n: int, checked: str
) -> Verdict:
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
            if score.prints(100 * _public(hyp, ref, combination, totals, smoothing)):
                table = {"matches": combination, "n-grams": totals}
                witness = pd.DataFrame(table, index=pd.RangeIndex(1, len(totals) + 1, name="order"))
                said = "all numbers of the line can be true" + (", with smoothing" if smoothing else "")
                return Verdict("possible", said, checked, witness)
    reason = contradiction("translation", f"BLEU {score} with whole numbers of matches", checked.partition(";")[0])
    return Verdict("impossible", reason, checked, None, 0, ("BLEU", *orders))


def _no_matches(name: str, number: Printed, total: int, size: str, checked: str) -> Verdict:
    """The verdict on a precision that no whole number of matches has."""
    reason = contradiction("translation", f"{name} {number}", f"{total} n-grams")
    near = round(number.value * total / 100)
    mended = [(name, number, f"{100 * near / total:.{number.places}f}")]
    return Verdict("impossible", reason, checked, None, 0, (name, size), mended)


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


def _public(hyp: int, ref: int, matches: Any, totals: Any, smoothing: str | None) -> float:
    counts = np.array(matches, dtype=float), np.array(totals, dtype=float)
    return float(corpus_bleu.definition(hyp, ref, *counts, smoothing=smoothing))


def _any_sentences(
    numbers: dict[str, Printed], orders: list[str], hyp: int, ref: int, penalty: float, checked: str
) -> Verdict:
    """Try numbers of sentences until one has all numbers."""
    for n in range(1, min(hyp // len(orders), 200) + 1):
        found = _of_sentences(numbers, orders, hyp, ref, penalty, n, checked)
        if found.verdict == "possible":
            reason = f"all numbers of the line can be true, for example of {_sentences(n)}"
            return Verdict("possible", reason, checked, found.witness)
    return Verdict(
        "undecided",
        "the score agrees with its parts; no number of sentences up to 200, each of at least four words, was found "
        "with which all precisions are ratios of whole numbers: give sentences=",
        checked,
    )


def possible_error_rate(
    wer: str,
    *,
    reference_words: int,
    hypothesis_words: int | None = None,
    substitutions: int | str | None = None,
    deletions: int | str | None = None,
    insertions: int | str | None = None,
    rounding: str = "nearest",
) -> Verdict:
    """Whether a word error rate, with as much as is known of its parts, can be true of so many reference words.

    Parameters
    ----------
    wer : str
        As printed: "12.3%", "0.123".
    reference_words : int
        How many words the references have.
    hypothesis_words : int, optional
        How many the hypotheses have: the reference words less deletions plus insertions.
    substitutions, deletions, insertions : int or str, optional
        Counts as whole numbers, or rates per reference word as printed.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made.

    Returns
    -------
    Verdict
        The witness says how many edits of each kind; two utterances with these edits have the rate.

    References
    ----------
    Morris, Maier and Green (2004), From WER and RIL to MER and WIL, Interspeech.

    Examples
    --------
    >>> possible_error_rate("12.3%", reference_words=40).verdict
    'impossible'
    >>> found = possible_error_rate("12.5%", reference_words=40, hypothesis_words=41, deletions=1)
    >>> found.witness.to_dict()
    {'substitutions': 2, 'deletions': 1, 'insertions': 2}
    """
    words = arguments.whole_number(reference_words, "reference_words", least=1)
    heard = hypothesis_words
    heard = None if heard is None else arguments.whole_number(heard, "hypothesis_words", least=0)
    number = read(wer, "wer", rounding=rounding)
    given = {"substitutions": substitutions, "deletions": deletions, "insertions": insertions}
    parts = {name: _edits(value, name, words, rounding) for name, value in given.items()}
    known = f"{words} reference words" + ("" if heard is None else f" and {heard} hypothesis words")
    checked = f"{known}; digits by the rule {rounding!r}; whole numbers of edits"
    if edits := _edits_that_fit(number, words, heard, parts):
        witness = pd.Series(edits, name="edits")
        rate = corpus_wer(*_utterances(words, **edits))
        reason = f"{known} can have WER {number}, such as {rate:.{number.places + 2}f}"
        return Verdict("possible", reason, checked, witness)
    said = [f"{name} {value}" for name, value in given.items() if value is not None]
    alone = not _edits_that_fit(number, words, None, {name: range(0, most + 1) for name, most in _most(words).items()})
    reason = contradiction("transcript", " with ".join([f"WER {number}", *([] if alone else said)]), known)
    conflicts = ("wer",) if alone else ("wer", *(name for name, value in given.items() if value is not None))
    return Verdict("impossible", reason, checked, None, 0, conflicts, _mends(number, words, heard, parts, rounding))


def _most(words: int) -> dict[str, int]:
    return {"substitutions": words, "deletions": words, "insertions": 10**9}


def _edits(value: Any, name: str, words: int, rounding: str) -> range:
    """Which numbers of edits a count or a printed rate leaves."""
    most = _most(words)[name]
    if value is None:
        return range(most + 1)
    if isinstance(value, str | Printed):
        return whole_numbers(read(value, name, rounding=rounding), Fraction(1, words), 0, most)
    count = arguments.whole_number(value, name, least=0)
    return range(count, min(count, most) + 1)


def _edits_that_fit(number: Printed, words: int, heard: int | None, parts: dict[str, range]) -> dict[str, int] | None:
    """Edits of each kind that add up: no word is both substituted and deleted, and the lengths come out right."""
    total = whole_numbers(number, Fraction(1, words), 0, 10**12)
    s, d, i = (parts[name] for name in ("substitutions", "deletions", "insertions"))
    if not (s and d and i and total):
        return None
    for deleted in d:
        fewest_s, most_s = s.start, min(s.stop - 1, words - deleted)
        fewest_i, most_i = i.start, i.stop - 1
        if heard is not None:
            fewest_i, most_i = max(fewest_i, heard - words + deleted), min(most_i, heard - words + deleted)
        if fewest_s > most_s or fewest_i > most_i:
            continue
        edits = max(total.start, fewest_s + deleted + fewest_i)
        if edits <= min(total.stop - 1, most_s + deleted + most_i):
            substituted = min(most_s, edits - deleted - fewest_i)
            return {"substitutions": substituted, "deletions": deleted, "insertions": edits - deleted - substituted}
    return None


def _utterances(words: int, substitutions: int, deletions: int, insertions: int) -> tuple[list[Any], list[Any]]:
    """Two utterances: one of words that were deleted, one with all the other edits."""
    kept = words - deletions
    said = [f"w{i}" for i in range(kept)]
    heard = [f"x{i}" if i < substitutions else word for i, word in enumerate(said)]
    return [said, ["deleted"] * deletions], [[*heard, *(f"y{i}" for i in range(insertions))], []]


def _mends(number: Printed, words: int, heard: int | None, parts: dict[str, range], rounding: str) -> Repairs:
    shares = (Fraction(round(number.value * words) + step, words) for step in sorted(range(-words, words + 1), key=abs))
    exact = (Printed("", share, share, (True, True), Fraction(0), share) for share in shares)
    if found := next((rate for rate in exact if rate.low >= 0 and _edits_that_fit(rate, words, heard, parts)), None):
        yield "wer", number, f"{float(found.value):.{number.places}f}"
    yield from rounded_otherwise(
        {"wer": number}, rounding, lambda again: _edits_that_fit(again["wer"], words, heard, parts) is not None
    )

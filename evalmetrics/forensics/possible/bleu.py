"""Can a line of BLEU, as sacrebleu, multi-bleu.perl and fairseq print it, be true? Matches are whole numbers."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from itertools import chain, product
from math import exp, log
from typing import Any

import pandas as pd

from ...inputs import arguments
from ..printed import Printed, read, whole_numbers
from .search.readings import Reading, Units, answered, read_otherwise, readings
from .search.time_limit import Unfinished, go_on
from .verdict import Verdict, impossible, limited

LINE = re.compile(
    r"BLEU(?P<signature>\S*) = (?P<BLEU>[^\s,]+)(?P<comma>,?) (?P<precisions>\S+) \(BP ?= ?(?P<BP>[^\s,]+),? "
    r"ratio ?= ?(?P<ratio>[^\s,]+),? (?:hyp_|sys)len ?= ?(?P<hyp_len>\d+),? ref_?len ?= ?(?P<ref_len>\d+)\)"
)
SMOOTHED = re.compile(r"smooth[:.](?P<smoothing>none|exp|floor|add-k)(\[(?P<value>[\d.]+)\])?")
NAMES = ["BLEU", "precisions", "hyp_len", "ref_len"]
VALUES = {"none": ("0",), "exp": ("0",), "floor": ("0.1", "0.01"), "add-k": ("1",)}  # of sacrebleu 2 and of 1
SLACK = 1e-9  # more than floats are wrong by in a score of a hundred
ALL_CUTS = 60  # words, for which all ways to cut them into sentences are looked at, some ten thousands
MOST_MATCHES = 10**6  # of an order that are tried
MOST_SENTENCES = 200  # that are tried where nobody says how many there are
Matches = Callable[[int, int], list[Sequence[int]]]  # of an order with so many n-grams, by each rule


@dataclass(frozen=True)
class _Rule:
    """How orders without a match count, whether orders without n-grams do, and whether no match at all ends it."""

    smoothing: str
    value: Fraction
    effective: bool
    early: bool

    def precision(self, matches: int, total: int, order: int, zeros: int) -> Fraction | None:
        """In percent; None of an order without n-grams. `zeros` orders had no match, this one with them."""
        if self.smoothing == "add-k" and order > 1:
            return 100 * (matches + self.value) / (total + self.value)
        if not total:
            return None
        if matches:
            return Fraction(100 * matches, total)
        return {"exp": Fraction(1, 2**zeros), "floor": self.value}.get(self.smoothing, Fraction(0)) * 100 / total

    def scored(self, matches: Sequence[int], totals: Sequence[int], penalty: float) -> tuple[list[Fraction], float]:
        precisions, zeros, last = [Fraction(0)] * len(totals), 0, len(totals)
        if self.early and not any(matches):
            return precisions, 0.0
        for order, (match, total) in enumerate(zip(matches, totals, strict=True), 1):
            zeros += not match
            if (found := self.precision(match, total, order, zeros)) is None:
                break
            precisions[order - 1], last = found, order if self.effective else last
        return precisions, _score(penalty, precisions[:last])

    def candidates(self, number: Printed, total: int, order: int) -> Sequence[int]:
        if self.smoothing == "add-k" and order > 1:
            k = self.value
            shifted = replace(number, low=number.low - 100 * k / (total + k), high=number.high - 100 * k / (total + k))
            found = whole_numbers(shifted, 100 / (total + k), 0, total)
            return [0, *found] if self.early and 0 in number else found  # no match at all ends it before k is added
        if not total:
            return [0] if 0 in number else []
        found = whole_numbers(number, Fraction(100, total), 0, total)
        smoothed = any(self.precision(0, total, order, zeros) in number for zeros in range(1, order + 1))
        return found if 0 in found or not smoothed else [0, *found]


@limited
def possible_bleu(line: str | Mapping[str, Any], *, sentences: int | None = None, rounding: str = "nearest") -> Verdict:
    """Whether the line that a program prints of BLEU can be true: score, precisions, brevity penalty, ratio, lengths.

    line : str or mapping
        As sacrebleu 1 or 2 prints it, with or without its signature, multi-bleu.perl or fairseq:
        ``BLEU = 38.63 77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)``. Or these parts by
        name, "BLEU", "precisions", "hyp_len" and "ref_len", and "BP" and "ratio" where they are printed. Where no
        signature says how it was smoothed, all of sacrebleu's ways are tried, with and without effective order.
    sentences : int, optional
        How many hypotheses there are. It says how many n-grams there can be, and with that which precisions.

    -> Verdict
        The witness is a table of matches and n-grams of each order.

    Source: Post (2018), A call for clarity in reporting BLEU scores, WMT.

    >>> parts = "77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)"
    >>> print(possible_bleu(f"BLEU = 33.93 {parts}").reason.partition(";")[2].strip())
    the other numbers leave a score from 38.605 to 38.713
    >>> possible_bleu(f"BLEU = 38.63 {parts}", sentences=1).witness["matches"].tolist()
    [7, 5, 3, 1]
    """
    numbers, hyp, ref, rules = _parts(line, rounding)
    n = None if sentences is None else arguments.whole_number(sentences, "sentences", least=1)
    known = f"{hyp} words against {ref}" + {None: "", 1: " in one sentence"}.get(n, f" in {n} sentences")
    smoothings = " or ".join(dict.fromkeys(rule.smoothing for rule in rules))
    effective = " or ".join(dict.fromkeys("yes" if rule.effective else "no" for rule in rules))
    answer = partial(_answer, hyp=hyp, ref=ref, n=n, rules=rules, known=known)

    def ask(reading: Reading) -> Verdict:
        def possible(again: dict[str, Printed]) -> bool:
            return answer(again).verdict == "possible"

        found = answer(reading.numbers)
        others = read_otherwise(reading, rounding, possible, ()) if found.verdict == "impossible" else ()
        return replace(found, mending=chain(found.mending, others))

    tried = readings([("as printed", numbers), *_as_shares(numbers)], exact=False)
    return answered(tried, rounding, ask, smoothing=smoothings, **{"effective order": effective})


def _parts(line: str | Mapping[str, Any], rounding: str) -> tuple[dict[str, Printed], int, int, list[_Rule]]:
    parts = dict(line) if isinstance(line, Mapping) else _parts_of_line(line)
    rules = _rules(parts.pop("signature", ""), bool(parts.pop("comma", "")))
    if not {*NAMES} <= parts.keys() <= {*NAMES, "BP", "ratio"}:
        names = ", ".join(map(str, parts))
        raise ValueError(f"line must have {', '.join(NAMES)} and may have BP and ratio, got {names}")
    precisions = parts.pop("precisions")
    texts = precisions.split("/") if isinstance(precisions, str) else precisions
    if not isinstance(texts, list | tuple) or not texts:
        raise TypeError(f"precisions must be texts, or one with / between them, got {arguments.shown(precisions)}")
    hyp, ref = (arguments.whole_number(parts.pop(name), name, least=0) for name in ("hyp_len", "ref_len"))
    parts |= {f"p{order}": text for order, text in enumerate(texts, 1)}
    return {name: read(text, name, rounding=rounding) for name, text in parts.items()}, hyp, ref, rules


def _parts_of_line(line: Any) -> dict[str, Any]:
    got = f"got {arguments.shown(line)}"
    if not isinstance(line, str):
        raise TypeError(f"line must be the line that sacrebleu prints, or its parts by name, {got}")
    if not (found := LINE.search(" ".join(line.split()))):
        example = "'BLEU = 38.63 77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)'"
        raise ValueError(f"line must read {example}, {got}")
    return {**found.groupdict(), "hyp_len": int(found["hyp_len"]), "ref_len": int(found["ref_len"])}


def _rules(signature: str, comma: bool) -> list[_Rule]:
    """What a signature says, or that only multi-bleu.perl and fairseq, which do not smooth, have a comma there."""
    known = VALUES
    if found := SMOOTHED.search(signature):
        known = {found["smoothing"]: (found["value"],) if found["value"] else VALUES[found["smoothing"]]}
    effective = [word == "yes" for word in ("no", "yes") if f"eff:{word}" in signature] or [False, True]
    if comma:
        known, effective = {"none": VALUES["none"]}, [False]
    ways = product(known, effective, (True, False))
    return [_Rule(way, Fraction(x), eff, early) for way, eff, early in ways for x in known[way]]


def _as_shares(numbers: Mapping[str, Printed]) -> Units:
    """The score and precisions a hundred times as large, if they may be shares for percent."""
    percent = {name: x for name, x in numbers.items() if name not in ("BP", "ratio")}
    if any(number.value > 1 for number in percent.values()):
        return []
    ends = ("low", "high", "unit", "value")
    times_100 = {name: replace(x, **{end: 100 * getattr(x, end) for end in ends}) for name, x in percent.items()}
    return [("shares for percent", {**numbers, **times_100})]


def _score(penalty: float, precisions: Sequence[Fraction]) -> float:
    if not precisions or min(precisions) <= 0:
        return 0.0
    return penalty * exp(sum(log(p) for p in precisions) / len(precisions))


def _answer(
    numbers: dict[str, Printed], *, hyp: int, ref: int, n: int | None, rules: list[_Rule], known: str
) -> Verdict:
    orders = [name for name in numbers if name.startswith("p")]
    penalty = 1.0 if hyp >= ref else exp(1 - ref / hyp) if hyp else 0.0
    for name, exact in (("BP", Fraction(penalty)), ("ratio", Fraction(hyp, ref) if ref else Fraction(0))):
        if name in numbers and not numbers[name].low - Fraction(SLACK) <= exact <= numbers[name].high + Fraction(SLACK):
            said, right = f"{name} {numbers[name]}", [(name, numbers[name], numbers[name].like(float(exact)))]
            return impossible("translation", said, known, known, (name, "hyp_len", "ref_len"), right)
    score, ends = numbers["BLEU"], _ends(numbers, orders, penalty, rules)
    if not any(low - SLACK <= score.high and score.low <= high + SLACK for low, high in ends):
        said = f"BLEU {score} with precisions {'/'.join(str(numbers[name]) for name in orders)}"
        low, high = min(ends)[0], max(high for _, high in ends)
        range_of = [("BLEU", score, f"{score.like(low)} to {score.like(high)}")]
        why = f"; the other numbers leave a score from {low:.3f} to {high:.3f}"
        return impossible("translation", said, known, known, ("BLEU", *orders, "hyp_len", "ref_len"), range_of, why)

    @cache
    def matches(order: int, total: int) -> list[Sequence[int]]:
        return [rule.candidates(numbers[orders[order - 1]], total, order) for rule in rules]

    for order, name in enumerate(orders[: 1 if n is None else None]):  # each sentence has one n-gram fewer, or none
        totals = range(max(0, hyp - order * (n or 1)), max(0, hyp - order) + 1)
        if hyp and not any(any(matches(order + 1, total)) for total in totals):
            return _no_matches(name, numbers[name], totals, "sentences" if order else "hyp_len")
    few = n is not None or hyp <= ALL_CUTS
    every = _cuts((hyp,), hyp if n is None else min(n, hyp), len(orders), matches) if few else iter(())
    for cut in chain(_long_cuts(hyp, len(orders)) if n is None else (), every):
        if (verdict := _found(numbers, orders, penalty, rules, known, cut, matches)) is not None:
            return verdict
    if not few:
        reason = f"the score agrees with its parts; no number of sentences up to {MOST_SENTENCES}, each of at least "
        return Verdict("undecided", f"{reason}four words, was found that has the line: give sentences=", known)
    said = f"BLEU {score} with whole numbers of matches"
    return impossible("translation", said, known, known, ("BLEU", *orders))


def _ends(
    numbers: Mapping[str, Printed], orders: Sequence[str], penalty: float, rules: Sequence[_Rule]
) -> list[tuple[float, float]]:
    """Scores that the precisions leave: of all orders, or of the first where the others can have no n-grams."""
    fewer = any(rule.effective for rule in rules)
    ends = []
    for last in range(len(orders), 0, -1):
        low, high = ([getattr(numbers[name], end) for name in orders[:last]] for end in ("low", "high"))
        ends.append((_score(penalty, low), _score(penalty, high)))
        if not fewer or 0 not in numbers[orders[last - 1]]:
            break
    return [*ends, (0.0, 0.0)] if all(0 in numbers[name] for name in orders) else ends


def _long_cuts(words: int, orders: int) -> Iterator[tuple[int, ...]]:
    """How many n-grams of each order any number of sentences have, if each has one of every order."""
    for some in range(1, min(words // orders, MOST_SENTENCES) + 1):
        yield tuple(words - i * some for i in range(orders))


def _cuts(totals: tuple[int, ...], most: int, orders: int, matches: Matches) -> Iterator[tuple[int, ...]]:
    """How many n-grams of each order at most so many sentences can have, as short as they may be.

    There are as many more of one order than of the next as there are sentences that have one of it.
    """
    go_on()
    if not any(matches(len(totals), totals[-1])):
        return
    if len(totals) == orders:
        yield totals
        return
    for sentences in range(min(most, totals[-1]), 0, -1) if totals[-1] else (0,):
        yield from _cuts((*totals, totals[-1] - sentences), sentences, orders, matches)


def _found(
    numbers: Mapping[str, Printed],
    orders: Any,
    penalty: float,
    rules: Sequence[_Rule],
    known: str,
    totals: Any,
    matches: Matches,
) -> Verdict | None:
    score, tried = numbers["BLEU"], set()
    of_rules = zip(*(matches(order, total) for order, total in enumerate(totals, 1)), strict=True)
    for rule, ranges in zip(rules, of_rules, strict=True):
        smoothed = rule.smoothing == "add-k" or any(0 in each for each in ranges)
        if not all(ranges) or (key := (str(rule) if smoothed else "", str(ranges))) in tried:
            continue
        if max(map(len, ranges)) > MOST_MATCHES:
            raise Unfinished("very many numbers of matches are printed so")
        tried.add(key)
        for chosen in product(*ranges):
            go_on()
            precisions, value = rule.scored(chosen, totals, penalty)
            prints = score.low - Fraction(SLACK) <= value <= score.high + Fraction(SLACK)
            if prints and all(p in numbers[name] for name, p in zip(orders, precisions, strict=True)):
                table = {"matches": chosen, "n-grams": totals}
                witness = pd.DataFrame(table, index=pd.RangeIndex(1, len(totals) + 1, name="order"))
                way = rule.smoothing if 0 in chosen or rule.smoothing == "add-k" else "none"
                said = "all numbers of the line can be true" + (f", with smoothing {way!r}" if way != "none" else "")
                return Verdict("possible", said, known, witness, assumptions={"smoothing": way})
    return None


def _no_matches(name: str, number: Printed, totals: range, size: str) -> Verdict:
    near = [Fraction(round(number.value * total / 100) * 100, total) for total in totals if total] or [Fraction(0)]
    nearest = min(near, key=lambda precision: abs(precision - number.value))
    known = f"{totals[0]} n-grams" if len(totals) == 1 else f"{totals[0]} to {totals[-1]} n-grams"
    mends = [(name, number, number.like(float(nearest)))]
    return impossible("translation", f"{name} {number}", known, known, (name, size), mends)

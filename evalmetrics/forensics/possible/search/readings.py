"""Readings of printed numbers, which a question tries before it says "impossible"; what is not usual is a repair."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, frexp, prod
from types import MappingProxyType
from typing import Any

from ...printed import FULL, HALF, QUARTER, ROUNDINGS, Printed, read
from ..verdict import Verdict, listed

Names = Collection[Any]
Repairs = Iterator[tuple[str, Any, Any]]
ELSEWHERE = 5  # how far from the given sizes others are tried: a few people left out, not another study
PERCENT = "percent without a sign"
LONG = 8  # characters; of longer texts the last digits were left out already where they were noise
SLIP = 10  # an area or a correlation up to here has a wrong digit before its point: no program is so bad
HALVES = {"float16": HALF, "bfloat16": 8}  # bits
RARE, SELDOM = 0.01, 0.25  # all numbers of a table are so by chance: they were computed so, or may have been
RUNS = (3, 5, 10)  # of which means are usually reported
Units = list[tuple[str, dict[Any, Printed]]]


@dataclass(frozen=True)
class Reading:
    """Numbers by their names, and how they were read; one reading has to `explain` why numbers are impossible."""

    numbers: dict[Any, Printed]
    unit: str = "as printed"
    precision: str = "double"
    explain: bool = False
    digits: str = ""


def readings(
    units: Units, *, exact: bool = True, errors: Mapping[Any, Fraction] = MappingProxyType({})
) -> Iterator[Reading]:
    """All usual readings of numbers in each unit that is likely, the likeliest first.

    With `exact` they begin with a program that makes no mistake; a search that takes long begins with what contains it.
    `errors` says by name what a program's errors are at least a share of. Last come numbers that are all of half
    precision, or all end in zeros.
    """
    for i, (unit, numbers) in enumerate(units):
        loose = {name: number.loosened(errors.get(name, QUARTER)) for name, number in numbers.items()}
        if exact and loose != numbers:
            yield Reading(numbers, unit)
        yield Reading(loose, unit, "double or single", explain=not i)
    for unit, numbers in units:
        for precision, loose in _halves(numbers, errors):
            yield Reading(loose, unit, precision)
        nearest = all(number.rounding == "nearest" for number in numbers.values())
        for digits, rounded in _shorter(numbers) if nearest else ():
            loose = {name: number.loosened(errors.get(name, QUARTER)) for name, number in rounded.items()}
            yield Reading(loose, unit, "double or single", digits=digits)


def _halves(
    numbers: Mapping[Any, Printed], errors: Mapping[Any, Fraction], in_full: bool = True
) -> Iterator[tuple[str, dict[Any, Printed]]]:
    """Numbers that half precision may have computed, with its errors: of all its digits, or near one of its numbers.

    What is printed in full has no zeros at the end; with each digit a fifth of these numbers are halves, quarters ...
    """
    own = {name: x for name, x in numbers.items() if x.unit and not x.bound and x.value}
    for precision, bits in HALVES.items() if own else ():
        powers = {name: frexp(float(x.value))[1] - bits for name, x in own.items()}
        steps = {name: Fraction(2 ** max(power, 0), 2 ** max(-power, 0)) for name, power in powers.items()}
        if in_full:
            held = all(not x.value % steps[name] and x.places <= max(x.needed, 1) for name, x in own.items())
            chance = prod(0.2**x.places for x in own.values())
        else:
            held = all(ceil(x.low / steps[name]) * steps[name] <= x.high for name, x in own.items())
            chance = prod(min(1.0, float(x.unit / steps[name])) for name, x in own.items())
        if held and chance <= (RARE if in_full else SELDOM):
            share = Fraction(5, 2**bits)
            yield precision, {name: x.loosened(errors.get(name, QUARTER), share) for name, x in numbers.items()}


def _shorter(numbers: Mapping[Any, Printed], usual: bool = True) -> Iterator[tuple[str, dict[Any, Printed]]]:
    """What was rounded before it was printed, and to what: all numbers of a unit end in zeros, or the larger in some.

    87.0 is round(0.8712, 2) * 100. Two decimals of a share are digits in any case; of means and errors they usually
    are. R prints signif(c(3.8571, 0.2871), 3) as 3.860 and 0.287, and c(3.8571, 0.0296) to 2 digits as 3.90 and 0.03.
    """
    some = {name: x for name, x in numbers.items() if x.unit > FULL * max(Fraction(1), abs(x.value)) and not x.bound}
    found, said = dict(numbers), []
    for percent in (True, False):
        own = {name: x for name, x in some.items() if x.in_percent == percent}
        places = 1 if not usual and any(x.value > 1 for x in own.values()) else 2
        places = max([places, *(x.needed for x in own.values())])
        if own and all(x.places > places or len(x.text) > LONG for x in own.values()):
            found |= {name: x.shortened(places) for name, x in own.items()}
            places -= 2 * percent
            decimals = f"{places} decimal{'s' * (places > 1)}"
            said.append((f"{decimals} of percent" if places else "whole percent") if percent else decimals)
    if said and found != numbers:
        yield listed(said), found
    digits = max([2, *(len(str(x.value * 10**x.needed).strip("-0")) for x in some.values())])
    rounded = {name: x.of_digits(digits) for name, x in some.items()}
    if len(some) > 1 and any(rounded[name].unit > x.unit for name, x in some.items()):
        yield f"{digits} digits each", {**numbers, **rounded}


def units_of(
    texts: Mapping[Any, Any], rounding: str, *, shares: Names | None = None, apart: Names = (), low: bool = True
) -> Units:
    """Numbers as they stand, or in percent: that is tried if one share is beyond 1, and likelier if most are.

    By default all are `shares`; those `apart` stay shares in a table of percentages, as correlations do. Unless less
    than ten percent is usual (`low`), one share has to be beyond 10.
    """
    numbers = {name: read(text, str(name), rounding=rounding) for name, text in texts.items()}
    shares = [name for name in numbers if shares is None or name in shares]
    beyond = [name for name in shares if numbers[name].low > 1 or numbers[name].high < -1]
    of_any = [name for name in shares if numbers[name].value == 0 or (numbers[name].value == 1 == numbers[name].unit)]
    most = [name for name in shares if name not in apart and name not in of_any] or shares  # 0, and 1, are of any unit
    mostly = 2 * len(set(beyond) & set(most)) > len(most)
    largest = max((abs(numbers[name].value) for name in beyond), default=0)
    if largest > 100 or not ((low and beyond) or largest > SLIP):
        return [("as printed", numbers)]
    percent = in_percent(numbers, shares)
    units = [(PERCENT, percent)]
    if stay := [name for name in shares if name in apart and name not in beyond]:
        others = {name: numbers[name] if name in stay else number for name, number in percent.items()}
        units.append((f"{PERCENT}, but for {listed(map(str, stay))}", others))
    as_printed: Units = [("as printed", numbers)]
    return units if mostly else as_printed + units


def in_percent(numbers: Mapping[Any, Printed], shares: Names) -> dict[Any, Printed]:
    return {name: number.again(unit="percent") if name in shares else number for name, number in numbers.items()}


def answered(
    tried: Iterable[Reading], rounding: str, ask: Callable[[Reading], Verdict | None], **assumptions: str
) -> Verdict:
    """The verdict over all readings: possible if one is, impossible if all are, as the one says that explains it."""
    explained = unclear = None
    for reading in tried:
        if (verdict := ask(reading)) is None:
            continue
        known = {"rounding": rounding, "unit": reading.unit, "precision": reading.precision, **assumptions}
        if reading.digits:
            known["rounding"] += f", to {reading.digits} before zeros were printed"
        verdict = replace(verdict, assumptions={**known, **verdict.assumptions})
        if verdict.verdict == "possible":
            how = f"rounded to {reading.digits}" if reading.digits else f"computed in {reading.precision}"
            if_so = f", if all numbers were {how}" if reading.digits or reading.precision in HALVES else ""
            return replace(verdict, reason=verdict.reason + if_so)
        explained = verdict if reading.explain else explained
        if verdict.verdict == "undecided" and (reading.explain or reading.precision != "double"):
            unclear = verdict
    assert explained is not None
    return explained if unclear is None else unclear


def read_otherwise(
    reading: Reading, rounding: str, possible: Callable[[dict[Any, Printed]], bool], shares: Names | None = None
) -> Repairs:
    if rounding == "nearest" and possible({name: x.rounded_twice() for name, x in reading.numbers.items()}):
        yield "rounding", rounding, "if numbers were rounded twice (0.8746, 0.875, 0.88)"
    for other in ROUNDINGS:
        if other != rounding and possible({name: x.again(rounding=other) for name, x in reading.numbers.items()}):
            yield "rounding", rounding, other
    for digits, numbers in _shorter(reading.numbers, usual=False):
        if possible(numbers):
            yield "rounding", rounding, f"if all numbers were rounded to {digits}"
    for precision, numbers in _halves(reading.numbers, {}, in_full=False):
        if possible(numbers):
            yield "precision", reading.precision, f"if all numbers were computed in {precision}"
    shares = reading.numbers if shares is None else shares
    if shares and reading.unit == "as printed" and possible(in_percent(reading.numbers, shares)):
        yield "unit", "as printed", "if all numbers are in percent"


def mean_of_runs(possible: Callable[[int], bool]) -> Repairs:
    """The fewest runs, or draws for each example, of which the numbers can be means."""
    if (runs := next(filter(possible, RUNS), None)) is not None:
        yield "runs", "one", f"if this is a mean of {runs} runs"


def nearest_size(name: str, size: int, possible: Callable[[int], bool]) -> Repairs:
    others = (size + step for step in sorted(range(-ELSEWHERE, ELSEWHERE + 1), key=abs) if step)
    if (other := next((other for other in others if other >= 0 and possible(other)), None)) is not None:
        yield name, size, other

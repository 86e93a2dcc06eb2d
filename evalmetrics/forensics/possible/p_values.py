"""Do a statistic and its p value agree? The statistic as printed leaves p values from one to another."""

from collections.abc import Sequence
from itertools import product
from math import inf, sqrt
from typing import Any

import pandas as pd
from scipy import stats

from ...inputs import arguments
from ..printed import QUARTER, Printed, exactly, read
from .search.readings import Reading, Repairs, answered, read_otherwise, readings
from .verdict import Verdict, impossible, limited, listed

SLACK = 1e-9  # more than distribution functions are wrong by, as a share of p
SMALL = 1e-4  # p values below it are wrong by a share of themselves in single precision, too
PRECISE = 1e-15  # and of 1, which p near 1 is subtracted from
DEGREES = {"t": 1, "F": 2, "chi2": 1, "r": 1, "z": 0}
DISTRIBUTIONS = {"t": stats.t, "F": stats.f, "chi2": stats.chi2, "r": stats.t, "z": stats.norm}
BOUNDS = {"F": (0, inf), "chi2": (0, inf), "r": (-1, 1)}
ONE, OTHER, BOTH = "1 sided", "1 sided, of the other tail", "2 sided"
Ends = tuple[float, float, float]  # the smallest p, the largest, and that of the printed statistic


@limited
def possible_test(
    statistic: str, *, value: str, p: str, df: Any = (), sides: Sequence[int] = (1, 2), rounding: str = "nearest"
) -> Verdict:
    """Whether a test's statistic, degrees of freedom and p value agree.

    statistic : {"t", "F", "chi2", "r", "z"}
        Which. A correlation r has n - 2 degrees of freedom.
    value : str
        The statistic as printed: "2.20".
    p : str
        The p value as printed: ".03", "= .03", "< .05".
    df : number or str, or pair of them
        Degrees of freedom; two of F, none of z. What is not whole is taken as printed, and so rounded: "17.776".
    sides : sequence of 1 and 2, default (1, 2)
        Tests that count: of one side, of both. F and chi2 have one, and large values count. Of t, r and z a test of one
        side may be of either tail: p is above 0.5 where the statistic lies on the side that was not looked for.

    -> Verdict
        The witness is the p value, at the printed statistic, of the test that agrees. `reason` says where the decision
        at 0.05 would change.

    Source: Nuijten, Hartgerink, van Assen, Epskamp and Wicherts (2016), The prevalence of statistical reporting errors
    in psychology (1985-2013), Behavior Research Methods 48.

    >>> possible_test("t", df=28, value="2.20", p=".03").verdict
    'impossible'
    >>> possible_test("t", df=28, value="2.20", p="< .05").verdict
    'possible'
    """
    arguments.one_of(statistic, "statistic", DEGREES)
    degrees = _degrees(statistic, df)
    numbers = {"value": read(value, "value", rounding=rounding), "p": read(p, "p", rounding=rounding)}
    least, most = BOUNDS.get(statistic, (-inf, inf))
    if numbers["value"].high < least or numbers["value"].low > most:
        why = f"; {statistic} is at least {least}" + (f" and at most {most}" if most < inf else "")
        said = f"{statistic} = {value}"
        return impossible("test", said, "this kind", said, ("value",), why=why)
    chosen = [arguments.one_of(side, "sides", (1, 2)) for side in sides]
    if not chosen:
        raise ValueError("sides must hold 1, 2 or both, got none")
    tails = [ONE] if statistic in ("F", "chi2") else [ONE, OTHER] * (1 in chosen) + [BOTH] * (2 in chosen)
    of = f"({', '.join(str(each) for each in degrees)})" if degrees else ""
    said = f"{statistic}{of} = {numbers['value']}"

    def ask(reading: Reading) -> Verdict:
        given = reading.numbers["p"]
        tried = {tail: _p_values(statistic, degrees, reading.numbers["value"], tail) for tail in tails}
        checked = f"{said}, {_told(tried)}"
        for tail, (low, high, at_value) in tried.items():
            if _meets(given, low, high):
                witness = pd.Series({"p": at_value, "sides": 2 if tail == BOTH else 1}, name=said)
                right = f"p {given} can be true of {said}"
                return Verdict("possible", right, checked, witness, assumptions={"tail": tail})
        why = f"; p would be {_told(tried)}" + _decision(given, tried)
        mends = _mends(statistic, degrees, reading, tried, rounding)
        return impossible("test", f"{said} with p {given}", "this kind", checked, ("value", "p", "df"), mends, why)

    share = QUARTER if numbers["p"].value > SMALL else numbers["p"].value  # which p is wrong by a share of
    return answered(readings([("as printed", numbers)], errors={"p": share}), rounding, ask, tail=" or ".join(tails))


def _mends(
    statistic: str, degrees: Sequence[Printed], reading: Reading, tried: dict[str, Ends], rounding: str
) -> Repairs:
    numbers, given = reading.numbers, reading.numbers["p"]
    for tail, (_, _, at_value) in tried.items():
        yield "p", given, f"{_shortly(at_value)} ({tail})"
    for tail in (BOTH, ONE, OTHER):
        if tail not in tried and (tail == OTHER or statistic not in ("F", "chi2")):
            low, high, _ = _p_values(statistic, degrees, numbers["value"], tail)
            if _meets(given, low, high):
                of = {BOTH: "both tails", ONE: "one tail", OTHER: "the other tail"}[tail]
                yield "tail", " or ".join(tried), f"if p is of {of}"

    def possible(again: dict[str, Printed]) -> bool:
        return any(_meets(again["p"], *_p_values(statistic, degrees, again["value"], tail)[:2]) for tail in tried)

    yield from read_otherwise(reading, rounding, possible, ())


def _meets(given: Printed, low: float, high: float) -> bool:
    below = low < float(given.high) or (given.closed[1] and low <= float(given.high) * (1 + SLACK) + PRECISE)
    above = high > float(given.low) or (given.closed[0] and high * (1 + SLACK) + PRECISE >= float(given.low))
    return bool(below and above)


def _degrees(statistic: str, df: Any) -> tuple[Printed, ...]:
    degrees = tuple(df) if isinstance(df, tuple | list) else (df,)
    if len(degrees) != DEGREES[statistic]:
        raise ValueError(f"df must be {DEGREES[statistic]} numbers for {statistic}, got {arguments.shown(df)}")
    numbers = [read(each if isinstance(each, str) else repr(arguments.positive(each, "df")), "df") for each in degrees]
    if any(number.value <= 0 for number in numbers):
        raise ValueError(f"df must be above 0, got {arguments.shown(df)}")
    return tuple(exactly(number.value) if number.value.denominator == 1 else number for number in numbers)


def _p_values(statistic: str, degrees: Sequence[Printed], value: Printed, tail: str) -> Ends:
    def p(x: float, df: Sequence[float]) -> float:
        if statistic == "r":
            x = x * sqrt(df[0] / (1 - x * x)) if x < 1 else inf
        distribution = DISTRIBUTIONS[statistic]
        if tail == OTHER:
            return float(distribution.cdf(x, *df))
        return min(1.0, (1 + (tail == BOTH)) * float(distribution.sf(x, *df)))

    ends = [abs(float(end)) for end in (value.low, value.high)]
    ends = [0.0 if value.low <= 0 <= value.high else min(ends), max(ends)]
    corners = [p(x, df) for x in ends for df in product(*((float(d.low), float(d.high)) for d in degrees))]
    return min(corners), max(corners), p(abs(float(value.value)), [float(d.value) for d in degrees])


def _shortly(p: float) -> str:
    return f"{p:.4f}" if p >= 0.00005 else f"{p:.1e}"


def _told(tried: dict[str, Ends]) -> str:
    return listed(f"{_shortly(low)} to {_shortly(high)} ({tail})" for tail, (low, high, _) in tried.items())


def _decision(given: Printed, tried: dict[str, Ends]) -> str:
    if given.high <= 0.05 and all(low > 0.05 for low, _, _ in tried.values()):
        return "; it is called significant at 0.05 and is not"
    if given.low > 0.05 and all(high < 0.05 for tail, (_, high, _) in tried.items() if tail != OTHER):
        return "; it is called not significant at 0.05 and is"
    return ""

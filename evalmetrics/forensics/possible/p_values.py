"""Do a statistic and its p value agree? The statistic as printed leaves p values from one to another."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any

import pandas as pd
from scipy import stats

from ...inputs import arguments
from ..printed import Printed, read
from .verdict import Verdict, impossible, listed

SLACK = 1e-9  # more than distribution functions are wrong by
DEGREES = {"t": 1, "F": 2, "chi2": 1, "r": 1, "z": 0}
DISTRIBUTIONS = {"t": stats.t, "F": stats.f, "chi2": stats.chi2, "r": stats.t, "z": stats.norm}
BOUNDS = {"F": (0, inf), "chi2": (0, inf), "r": (-1, 1)}


def possible_test(
    statistic: str,
    *,
    value: str,
    p: str,
    df: Any = (),
    sides: Sequence[int] = (1, 2),
    rounding: str = "nearest",
) -> Verdict:
    """Whether a test's statistic, degrees of freedom and p value agree.

    Parameters
    ----------
    statistic : {"t", "F", "chi2", "r", "z"}
        Which. A correlation r has n - 2 degrees of freedom.
    value : str
        The statistic as printed: "2.20".
    p : str
        The p value as printed: ".03", "= .03", "< .05".
    df : number or pair of numbers
        Degrees of freedom; two of F, none of z.
    sides : sequence of 1 and 2, default (1, 2)
        Tests that count: of one side, of both. F and chi2 have one. A test of one side looks to the side that the
        statistic lies on.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made.

    Returns
    -------
    Verdict
        The witness is the p value, at the printed statistic, of the test that agrees. `reason` says where the decision
        at 0.05 would change.

    References
    ----------
    Nuijten, Hartgerink, van Assen, Epskamp and Wicherts (2016), The prevalence of statistical reporting errors in
    psychology (1985-2013), Behavior Research Methods 48.

    Examples
    --------
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
    tried = {side: _p_values(statistic, degrees, numbers["value"], side) for side in _sides(statistic, sides)}
    of = f"({', '.join(f'{each:g}' for each in degrees)})" if degrees else ""
    said = f"{statistic}{of} = {numbers['value']}"
    checked = f"{said}, {_told(tried)}; digits by the rule {rounding!r}"
    given = numbers["p"]
    for side, (low, high, at_value) in tried.items():
        if _meets(given, low, high):
            witness = pd.Series({"p": at_value, "sides": side}, name=said)
            return Verdict("possible", f"p {given} can be true of {said}", checked, witness)
    why = f"; p would be {_told(tried)}" + _decision(given, tried)
    mends = [("p", given, f"{_shortly(at)} ({side} sided)") for side, (_, _, at) in tried.items()]
    return impossible("test", f"{said} with p {given}", "this kind", checked, ("value", "p", "df"), mends, why)


def _meets(given: Printed, low: float, high: float) -> bool:
    """Whether an open end, as of p < .05, leaves some of these p values."""
    below = low < float(given.high) or (given.closed[1] and low <= float(given.high) + SLACK)
    above = high > float(given.low) or (given.closed[0] and high >= float(given.low) - SLACK)
    return bool(below and above)


def _degrees(statistic: str, df: Any) -> tuple[float, ...]:
    degrees = tuple(df) if isinstance(df, tuple | list) else (df,)
    if len(degrees) != DEGREES[statistic]:
        raise ValueError(f"df must be {DEGREES[statistic]} numbers for {statistic}, got {arguments.shown(df)}")
    return tuple(arguments.positive(each, "df") for each in degrees)


def _sides(statistic: str, sides: Any) -> list[int]:
    chosen = [arguments.one_of(side, "sides", (1, 2)) for side in sides]
    if not chosen:
        raise ValueError("sides must hold 1, 2 or both, got none")
    return [1] if statistic in ("F", "chi2") else chosen


def _p_values(statistic: str, degrees: Sequence[float], value: Printed, side: int) -> tuple[float, float, float]:
    """The smallest and the largest p value of what the statistic can have been, and that of what is printed."""

    def tail(x: float) -> float:
        if statistic == "r":
            x = x * sqrt(degrees[0] / (1 - x * x)) if x < 1 else inf
        return float(DISTRIBUTIONS[statistic].sf(x, *degrees))

    ends = sorted(abs(float(end)) for end in (value.low, value.high))
    nearest_0 = 0.0 if value.low <= 0 <= value.high else ends[0]
    low, high, at_value = (min(1.0, side * tail(x)) for x in (ends[1], nearest_0, abs(float(value.value))))
    return low, high, at_value


def _shortly(p: float) -> str:
    return f"{p:.4f}" if p >= 0.00005 else f"{p:.1e}"


def _told(tried: dict[int, tuple[float, float, float]]) -> str:
    return listed(f"{_shortly(low)} to {_shortly(high)} ({side} sided)" for side, (low, high, _) in tried.items())


def _decision(given: Printed, tried: dict[int, tuple[float, float, float]]) -> str:
    if given.high <= 0.05 and all(low > 0.05 for low, _, _ in tried.values()):
        return "; it is called significant at 0.05 and is not"
    if given.low > 0.05 and all(high < 0.05 for _, high, _ in tried.values()):
        return "; it is called not significant at 0.05 and is"
    return ""

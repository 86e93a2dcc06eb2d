"""Whether a statistic and its p value agree, and which numbers of examples make an interval so wide."""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, inf, sqrt
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from ...inputs import arguments
from ..printed import Printed, read
from .repairs import Repairs
from .verdict import Verdict, contradiction, listed

Floats = NDArray[np.float64]
SLACK = 1e-9  # more than distribution functions are wrong by
DEGREES = {"t": 1, "F": 2, "chi2": 1, "r": 1, "z": 0}
BOUNDS = {"F": (0, inf), "chi2": (0, inf), "r": (-1, 1)}
LARGEST = 2_000_000  # n that are looked at
SHARES = 401  # between the ends of a printed share


def _tail(statistic: str, df: Sequence[float]) -> Callable[[float], float]:
    """Probability of a statistic at least so large."""
    if statistic == "t":
        return lambda x: float(stats.t.sf(x, df[0]))
    if statistic == "z":
        return lambda x: float(stats.norm.sf(x))
    if statistic == "F":
        return lambda x: float(stats.f.sf(x, *df))
    if statistic == "chi2":
        return lambda x: float(stats.chi2.sf(x, df[0]))
    return lambda r: float(stats.t.sf(r * sqrt(df[0] / (1 - r * r)) if abs(r) < 1 else inf, df[0]))


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
        reason = contradiction("test", f"{statistic} = {value}", "this kind")
        reason += f"; {statistic} is at least {least}" + (f" and at most {most}" if most < inf else "")
        return Verdict("impossible", reason, f"{statistic} = {value}", None, 0, ("value",))
    tried = {side: _p_values(statistic, degrees, numbers["value"], side) for side in _sides(statistic, sides)}
    of = f"({', '.join(f'{each:g}' for each in degrees)})" if degrees else ""
    said = f"{statistic}{of} = {numbers['value']}"
    checked = f"{said}, {_told(tried)}; digits by the rule {rounding!r}"
    given = numbers["p"]
    for side, (low, high, at_value) in tried.items():
        if float(given.low) - SLACK <= high and low <= float(given.high) + SLACK and _meets(given, low, high):
            witness = pd.Series({"p": at_value, "sides": side}, name=said)
            return Verdict("possible", f"p {given} can be true of {said}", checked, witness)
    reason = contradiction("test", f"{said} with p {given}", "this kind")
    reason += f"; p would be {_told(tried)}" + _decision(given, tried)
    mended = [("p", given, f"{_shortly(at)} ({side} sided)") for side, (_, _, at) in tried.items()]
    return Verdict("impossible", reason, checked, None, 0, ("value", "p", "df"), mended)


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
    tail = _tail(statistic, degrees)
    ends = sorted(abs(float(end)) for end in (value.low, value.high))
    nearest_0 = 0.0 if value.low <= 0 <= value.high else ends[0]
    low, high, at_value = (min(1.0, side * tail(x)) for x in (ends[1], nearest_0, abs(float(value.value))))
    return low, high, at_value


def _shortly(p: float) -> str:
    return f"{p:.4f}" if p >= 0.00005 else f"{p:.1e}"


def _told(tried: dict[int, tuple[float, float, float]]) -> str:
    return listed(f"{_shortly(low)} to {_shortly(high)} ({side} sided)" for side, (low, high, _) in tried.items())


def _decision(given: Printed, tried: dict[int, tuple[float, float, float]]) -> str:
    claims = given.high <= 0.05
    if claims and all(low > 0.05 for low, _, _ in tried.values()):
        return "; it is called significant at 0.05 and is not"
    if given.low > 0.05 and all(high < 0.05 for _, high, _ in tried.values()):
        return "; it is called not significant at 0.05 and is"
    return ""


def _wald(p: Floats, n: float, z: float) -> tuple[Floats, Floats]:
    half = z * np.sqrt(p * (1 - p) / n)
    return p - half, p + half


def _wilson(p: Floats, n: float, z: float) -> tuple[Floats, Floats]:
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def _clopper_pearson(p: Floats, n: float, z: float) -> tuple[Floats, Floats]:
    k, tail = p * n, stats.norm.sf(z)
    with np.errstate(all="ignore"):
        low, high = stats.beta.ppf(tail, k, n - k + 1), stats.beta.isf(tail, k + 1, n - k)
    return np.where(k <= 0, 0.0, low), np.where(k >= n, 1.0, high)


METHODS = {"wald": _wald, "wilson": _wilson, "clopper-pearson": _clopper_pearson}


def possible_interval(
    estimate: str,
    low: str,
    high: str,
    *,
    level: float = 0.95,
    method: Sequence[str] = ("wald", "wilson", "clopper-pearson"),
    n: int | None = None,
    rounding: str = "nearest",
) -> Verdict:
    """Whether an interval can be that of a share of n examples, and which n it could be of.

    Parameters
    ----------
    estimate, low, high : str
        A share, such as an accuracy, and the ends of its interval, as printed.
    level : float, default 0.95
        Confidence level, between 0 and 1.
    method : sequence of {"wald", "wilson", "clopper-pearson"}
        Formulas to try, the first as p plus and minus z times its standard error.
    n : int, optional
        How many examples; by default all up to two million are looked for.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made.

    Returns
    -------
    Verdict
        The witness has a row per formula that agrees: from which to which n any share has the interval, and one number
        of successes of n examples that has it.

    References
    ----------
    Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science 16.

    Examples
    --------
    >>> found = possible_interval("0.85", "0.83", "0.87", method=["wald"])
    >>> found.witness.loc["wald", ["least n", "largest n"]].tolist()
    [784, 2176]
    >>> possible_interval("0.85", "0.83", "0.87", n=200).verdict
    'impossible'
    """
    texts = {"estimate": estimate, "low": low, "high": high}
    numbers = {name: read(text, name, rounding=rounding) for name, text in texts.items()}
    z = float(stats.norm.isf((1 - arguments.fraction(level, "level")) / 2))
    size = None if n is None else arguments.whole_number(n, "n", least=1)
    chosen = [arguments.one_of(each, "method", METHODS) for each in method]
    said = f"{estimate} [{low}, {high}]"
    checked = f"{100 * level:g} % intervals by {listed(chosen)}; digits by the rule {rounding!r}"
    rows = {each: _sizes(METHODS[each], numbers, z, size) for each in chosen}
    witness = pd.DataFrame.from_dict(
        {each: row for each, row in rows.items() if row},
        orient="index",
        columns=["least n", "largest n", "successes", "n"],
    )
    if len(witness):
        return Verdict("possible", f"{said} can be the interval of a share", checked, witness.rename_axis("method"))
    if size is None and not _excluded(numbers, chosen):
        tried = f"no share of up to {LARGEST:,} examples was found that has {said}, and no proof that there is none"
        return Verdict("undecided", tried, checked)
    known = "any number of examples" if size is None else f"{size} examples"
    mended = _mends(numbers, z, size, chosen)
    conflicts = ("estimate", "low", "high", *(["n"] if size else []))
    return Verdict("impossible", contradiction("share", said, known), checked, None, 0, conflicts, mended)


def _excluded(numbers: dict[str, Printed], chosen: Sequence[str]) -> bool:
    """Whether a bound excludes the interval for every n: it holds its estimate, and Wald's has it in the middle."""
    estimate, low, high = (numbers[name] for name in ("estimate", "low", "high"))
    outside = low.low > estimate.high or high.high < estimate.low
    middle = low.low + high.low > 2 * estimate.high or low.high + high.high < 2 * estimate.low
    cut = low.low <= 0 or high.high >= 1  # an end may have been cut there
    return bool(outside or (list(chosen) == ["wald"] and middle and not cut))


def _prints(number: Printed, values: Floats) -> Any:
    return (values >= float(number.low) - SLACK) & (values <= float(number.high) + SLACK)


def _fits(formula: Any, numbers: dict[str, Printed], z: float, n: float, shares: Floats) -> Any:
    """Which shares of n have the printed interval; programs may cut its ends at 0 and 1."""
    low, high = formula(shares, n, z)
    either_low = _prints(numbers["low"], low) | _prints(numbers["low"], np.maximum(low, 0))
    either_high = _prints(numbers["high"], high) | _prints(numbers["high"], np.minimum(high, 1))
    return _prints(numbers["estimate"], shares) & either_low & either_high


def _whole(formula: Any, numbers: dict[str, Printed], z: float, n: int) -> tuple[int, int] | None:
    """Successes of n examples that have the printed interval."""
    estimate = numbers["estimate"]
    k = np.arange(max(0, ceil(estimate.low * n)), min(n, floor(estimate.high * n)) + 1)
    fits = _fits(formula, numbers, z, n, k / n) if len(k) else k
    return (int(k[np.argmax(fits)]), n) if np.any(fits) else None


def _sizes(formula: Any, numbers: dict[str, Printed], z: float, n: int | None) -> list[Any] | None:
    """From which to which n some share has the interval, and successes of n that have it; None if none do."""
    if n is not None:
        found = _whole(formula, numbers, z, n)
        return [n, n, *found] if found else None
    ends = (float(numbers["estimate"].low), float(numbers["estimate"].high))
    shares = np.clip(np.linspace(*ends, SHARES), 0, 1)

    def some(size: int) -> bool:
        return bool(np.any(_fits(formula, numbers, z, size, shares)))

    start = next((size for size in _likely(numbers, z) if some(size)), None)
    if start is None:
        return None
    least, largest = _edge(some, start, 1), _edge(some, start, LARGEST)
    sizes = sorted(range(least, min(largest, least + 20_000) + 1), key=lambda size: abs(size - start))
    found = next((each for size in sizes if (each := _whole(formula, numbers, z, size))), None)
    return [least, largest, *found] if found else None


def _likely(numbers: dict[str, Printed], z: float) -> Iterator[int]:
    """Numbers of examples for which the interval is about as wide as the printed one."""
    p = min(max(float(numbers["estimate"].value), 0.01), 0.99)
    width = float(numbers["high"].value - numbers["low"].value)
    slack = float(numbers["high"].unit + numbers["low"].unit)
    steps = np.linspace(-1, 1, 81)
    halves = (width + steps[np.argsort(abs(steps), kind="stable")] * slack) / 2
    sizes = [min(max(1, round(z * z * p * (1 - p) / half**2)), LARGEST) for half in halves if half > 0]
    yield from sizes
    if sizes:  # formulas other than Wald's need some more or fewer
        yield from range(sizes[0], min(sizes[0] * 4 // 3, sizes[0] + 5000) + 1)
        yield from range(sizes[0], max(sizes[0] * 3 // 4, sizes[0] - 5000, 1), -1)
    yield from range(1, 200)


def _edge(some: Callable[[int], bool], inside: int, outside: int) -> int:
    """The last n on the way from one that fits to the end that does."""
    if some(outside):
        return outside
    while abs(inside - outside) > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if some(middle) else (inside, middle)
    return inside


def _mends(numbers: dict[str, Printed], z: float, n: int | None, chosen: Sequence[str]) -> Repairs:
    if n is None:
        return
    for each in chosen:
        if found := _sizes(METHODS[each], numbers, z, None):
            yield "n", n, f"{found[0]} to {found[1]} ({each})"
        ends = METHODS[each](np.array([float(numbers["estimate"].value)]), n, z)
        shown = ", ".join(f"{end[0]:.{numbers['low'].places}f}" for end in ends)
        yield "low, high", f"{numbers['low']}, {numbers['high']}", f"{shown} ({each})"

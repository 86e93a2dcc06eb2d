"""Can these be the ends of a share's interval? Its width tells of how many examples it could be."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import ceil, floor
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from ...inputs import arguments
from ...uncertainty import wilson_bounds
from ..printed import Printed
from .search.readings import Reading, Repairs, answered, read_otherwise, readings, units_of
from .search.time_limit import Unfinished, go_on
from .verdict import Verdict, impossible, limited, listed

Floats = NDArray[np.float64]
SLACK = 1e-9  # more than distribution functions are wrong by
LARGEST = 2_000_000  # n that are looked at: intervals of more have six digits
SHARES = 401  # between the ends of a printed share: a quarter of a percent of them apart


def _wald(p: Floats, n: float, z: float) -> tuple[Floats, Floats]:
    half = z * np.sqrt(p * (1 - p) / n)
    return p - half, p + half


def _clopper_pearson(p: Floats, n: float, z: float) -> tuple[Floats, Floats]:
    k, tail = p * n, stats.norm.sf(z)
    with np.errstate(all="ignore"):
        low, high = stats.beta.ppf(tail, k, n - k + 1), stats.beta.isf(tail, k + 1, n - k)
    return np.where(k <= 0, 0.0, low), np.where(k >= n, 1.0, high)


METHODS = {"wald": _wald, "wilson": wilson_bounds, "clopper-pearson": _clopper_pearson}


@limited
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

    estimate, low, high : str
        A share, such as an accuracy, and the ends of its interval, as printed.
    level : float, default 0.95
        Confidence level, between 0 and 1.
    method : sequence of {"wald", "wilson", "clopper-pearson"}
        Formulas to try, the first as p plus and minus z times its standard error.
    n : int, optional
        How many examples; by default all up to two million are looked for.

    -> Verdict
        The witness has a row per formula that agrees: from which to which n any share has the interval, and one number
        of successes of n examples that has it.

    Source: Brown, Cai and DasGupta (2001), Interval estimation for a binomial proportion, Statistical Science 16.

    >>> found = possible_interval("0.85", "0.83", "0.87", method=["wald"])
    >>> found.witness.loc["wald", ["least n", "largest n"]].tolist()
    [784, 2176]
    >>> possible_interval("0.85", "0.83", "0.87", n=200).verdict
    'impossible'
    """
    texts = {"estimate": estimate, "low": low, "high": high}
    z = float(stats.norm.isf((1 - arguments.fraction(level, "level")) / 2))
    size = None if n is None else arguments.whole_number(n, "n", least=1)
    chosen = [arguments.one_of(each, "method", METHODS) for each in method]
    said = f"{estimate} [{low}, {high}]"
    checked = f"{100 * level:g} % intervals by {listed(chosen)}"

    def ask(reading: Reading) -> Verdict | None:
        numbers = reading.numbers
        once = reading.precision == "double" or not any(number.unit for number in numbers.values())  # for all n
        excluded = _excluded(numbers, chosen)
        looked = (once or size is not None) and not excluded
        rows = {each: row for each in chosen if looked and (row := _sizes(METHODS[each], numbers, z, size))}
        if rows:
            columns = ["least n", "largest n", "successes", "n"]
            witness = pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("method")
            return Verdict("possible", f"{said} can be the interval of a share", checked, witness)
        if size is None and not excluded:
            tried = f"no share of up to {LARGEST:,} examples was found that has {said}, and no proof that there is none"
            return Verdict("undecided", tried, checked)
        known = "any number of examples" if size is None else f"{size} examples"
        conflicts = ("estimate", "low", "high", *(["n"] if size else []))
        return impossible("share", said, known, checked, conflicts, _mends(reading, z, size, chosen, rounding))

    return answered(readings(units_of(texts, rounding)), rounding, ask, method=" or ".join(chosen), runs="one")


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
    fits = _prints(numbers["estimate"], shares)
    for name, end in zip(("low", "high"), formula(shares, n, z), strict=True):
        fits &= _prints(numbers[name], end) | _prints(numbers[name], np.clip(end, 0, 1))
    return fits


def _whole(formula: Any, numbers: dict[str, Printed], z: float, n: int) -> tuple[int, int] | None:
    estimate = numbers["estimate"]
    if n * (estimate.high - estimate.low) > LARGEST:
        raise Unfinished(f"more than {LARGEST:,} shares of so many examples are printed so")
    k = np.arange(max(0, ceil(estimate.low * n)), min(n, floor(estimate.high * n)) + 1)
    fits = _fits(formula, numbers, z, n, k / n) if len(k) else k
    return (int(k[np.argmax(fits)]), n) if np.any(fits) else None


def _sizes(formula: Any, numbers: dict[str, Printed], z: float, n: int | None) -> list[Any] | None:
    if n is not None:
        found = _whole(formula, numbers, z, n)
        return [n, n, *found] if found else None
    ends = (float(numbers["estimate"].low), float(numbers["estimate"].high))
    shares = np.clip(np.linspace(*ends, SHARES), 0, 1)

    def some(size: int) -> bool:
        go_on()
        return bool(np.any(_fits(formula, numbers, z, size, shares)))

    start = next((size for size in _likely(numbers, z) if some(size)), None)
    if start is None:
        return None
    least = 1 + bisect_left(range(1, start), True, key=some)
    largest = start + bisect_left(range(start + 1, LARGEST + 1), True, key=lambda size: not some(size))
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


def _mends(reading: Reading, z: float, n: int | None, chosen: Sequence[str], rounding: str) -> Repairs:
    numbers = reading.numbers
    if n is None:
        return
    share = float(numbers["estimate"].value)
    for each in chosen:
        if found := _sizes(METHODS[each], numbers, z, None):
            yield "n", n, f"{found[0]} to {found[1]} ({each})"
        if 0 <= share <= 1:
            shown = ", ".join(numbers["low"].like(end[0]) for end in METHODS[each](np.array([share]), n, z))
            yield "low, high", f"{numbers['low']}, {numbers['high']}", f"{shown} ({each})"
    yield from read_otherwise(
        reading, rounding, lambda again: any(_sizes(METHODS[each], again, z, n) for each in chosen)
    )

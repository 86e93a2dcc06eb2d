"""Can whole numbers have this mean and this standard deviation? GRIM, GRIMMER and SPRITE as one exact search.

Ratings are whole numbers once a mean of several items is counted in parts of a rating. Their sum fixes the mean and,
with the sum of their squares, the standard deviation; so all there is to find is whether n whole numbers on the scale
have some pair of sums.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, isqrt
from typing import Any

import numpy as np
import pandas as pd

from ...inputs import arguments
from ..printed import Printed, read, whole_numbers
from .repairs import Repairs, nearest_size, rounded_otherwise
from .verdict import Verdict, impossible

STEPS = 200_000  # of the search for ratings, before it is left undecided


class _TooLong(Exception):  # noqa: N818 - no mistake of anybody's
    """The search took more steps than it may."""


@dataclass(frozen=True)
class _Ratings:
    """n whole numbers from `low` to `high`, in units of 1 / items; sums are of how far they lie above `low`."""

    n: int
    low: int
    high: int
    items: int = 1

    def sums(self, mean: Printed) -> range:
        """Sums of which the mean prints so."""
        least = self.n * self.low
        sums = whole_numbers(mean, Fraction(1, self.n * self.items), least, self.n * self.high)
        return range(sums.start - least, sums.stop - least)

    def squares(self, total: int) -> tuple[int, int]:
        """The least and the largest sum of squares that this sum leaves."""
        return _extreme_squares(self.n, total, self.high - self.low)

    def squares_for(self, sd: Printed, total: int, ddof: int) -> range:
        """Sums of squares with which the standard deviation prints so; a square is odd where its root is."""
        if self.n <= ddof:
            return range(0)
        scale = (self.n - ddof) * self.items**2
        bottom = Fraction(total * total, self.n)
        low, high = (bottom + max(end, Fraction(0)) ** 2 * scale for end in (sd.low, sd.high))
        first, last = ceil(low), floor(high)
        first += not sd.closed[0] and sd.low >= 0 and first == low
        last -= not sd.closed[1] and last == high
        least, largest = self.squares(total)
        first, last = max(first, least), min(last, largest) if sd.high >= 0 else -1
        return range(first + (first - total) % 2, last + 1, 2)

    def found(self, total: int, squares: int) -> dict[int, int] | None:
        """How often each number occurs in n of them with these sums; None if there are none."""
        try:
            counts = _counted(self.n, total, squares, self.high - self.low, [STEPS])
        except RecursionError:  # a call for each number of the scale
            raise _TooLong from None
        return None if counts is None else {value + self.low: count for value, count in counts.items()}


def _extreme_squares(n: int, left: int, top: int) -> tuple[int, int]:
    """Least and largest sum of squares of n numbers from 0 to `top` with sum `left`."""
    share, more = divmod(left, n) if n else (0, 0)
    full, rest = divmod(left, top) if top else (0, 0)
    return n * share * share + more * (2 * share + 1), full * top * top + rest * rest


def _counted(n: int, left: int, squares: int, top: int, steps: list[int]) -> dict[int, int] | None:
    """Counts of 0 to `top` that add up to n, `left` and `squares`, or None: the largest numbers are settled first."""
    steps[0] -= 1
    if steps[0] < 0:
        raise _TooLong
    least, largest = _extreme_squares(n, left, top)
    if not 0 <= left <= n * top or not least <= squares <= largest or (left - squares) % 2:
        return None
    if squares == least:
        share, more = divmod(left, n) if n else (0, 0)
        return {value: count for value, count in ((share + 1, more), (share, n - more)) if count}
    choices = []
    for count in range(min(n, left // top) + 1):
        rest = n - count, left - count * top, squares - count * top * top
        low, high = _extreme_squares(rest[0], rest[1], top - 1)
        if 0 <= rest[1] <= rest[0] * (top - 1) and low <= rest[2] <= high:
            choices.append((abs(2 * (rest[2] - low) - (high - low)) / (high - low + 1), count, rest))
    for _, count, rest in sorted(choices):  # what leaves most freedom first
        if (others := _counted(*rest, top - 1, steps)) is not None:
            return {top: count, **others} if count else others
    return None


def possible_ratings(
    mean: str,
    *,
    n: int,
    sd: str | None = None,
    scale: tuple[int, int] | None = None,
    items: int = 1,
    ddof: tuple[int, ...] = (1, 0),
    rounding: str = "nearest",
) -> Verdict:
    """Whether n whole numbers can have a mean, and with it a standard deviation: GRIM, GRIMMER, SPRITE and DEBIT.

    Parameters
    ----------
    mean : str
        As printed, with all digits: "3.45".
    n : int
        How many people, examples or ratings.
    sd : str, optional
        Their standard deviation, as printed.
    scale : pair of int, optional
        The lowest and the highest rating; (0, 1) for yes and no. By default any whole numbers.
    items : int, default 1
        How many whole numbers each rating is itself the mean of.
    ddof : tuple of int, default (1, 0)
        The squared deviations are divided by n less this; each of them is tried.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made.

    Returns
    -------
    Verdict
        The witness says how often each rating occurs.

    References
    ----------
    Brown and Heathers (2017), The GRIM test, Social Psychological and Personality Science 8; Anaya (2016), The GRIMMER
    test, PeerJ Preprints 4; Heathers, Anaya, van der Zee and Brown (2018), Recovering data from summary statistics:
    Sample Parameter Reconstruction via Iterative TEchniques (SPRITE), PeerJ Preprints 6.

    Examples
    --------
    >>> possible_ratings("5.19", n=28).verdict
    'impossible'
    >>> possible_ratings("3.45", n=20, sd="1.10", scale=(1, 5)).witness.to_dict()
    {1: 1, 2: 3, 3: 5, 4: 8, 5: 3}
    """
    numbers = {"mean": read(mean, "mean", rounding=rounding)}
    if sd is not None:
        numbers["sd"] = read(sd, "sd", rounding=rounding)
    n, items = arguments.whole_number(n, "n", least=1), arguments.whole_number(items, "items", least=1)
    divisors = tuple(arguments.whole_number(each, "ddof", least=0) for each in ddof)
    low, high = _ends(scale, numbers, n)
    ratings = _Ratings(n, items * low, items * high, items)
    known = f"{n} whole numbers" if items == 1 else f"{n} means of {items} whole numbers"
    known += f" from {scale[0]} to {scale[1]}" if scale else ""
    checked = f"{known}; digits by the rule {rounding!r}" + (f"; SD with n - {_or(divisors)}" if sd else "")
    try:
        counts = _search(ratings, numbers, divisors)
    except _TooLong:
        return Verdict("undecided", f"no ratings found in {STEPS:,} steps, and no proof that there are none", checked)
    if counts is not None:
        found = pd.Series({value / items if items > 1 else value: counts[value] for value in sorted(counts)})
        found = found.rename_axis("rating").rename("how often")
        return Verdict("possible", f"{known} can have {_said(numbers)}", checked, found)
    mends, why = _mends(ratings, numbers, divisors, rounding), _why(ratings, numbers, divisors)
    conflict = ("mean", "sd") if ratings.sums(numbers["mean"]) else ("mean",)
    said = _said({name: numbers[name] for name in conflict})
    return impossible("set", said, known, checked, conflict, mends, why)


def _said(numbers: dict[str, Printed]) -> str:
    return " and ".join(f"{'SD' if name == 'sd' else name} {number}" for name, number in numbers.items())


def _or(divisors: Iterable[Any]) -> str:
    return " or ".join(str(each) for each in divisors)


def _ends(scale: Any, numbers: dict[str, Printed], n: int) -> tuple[int, int]:
    """The ends of the scale, or what no rating can lie beyond: the squared deviation of one is at most all of them."""
    if scale is not None:
        if not isinstance(scale, tuple | list) or len(scale) != 2:
            raise TypeError(f"scale must be the lowest and the highest rating, got {arguments.shown(scale)}")
        low, high = (arguments.whole_number(end, "scale", least=-(2**40)) for end in scale)
        if low >= high:
            raise ValueError(f"scale must rise from the lowest to the highest rating, got {scale}")
        return low, high
    mean = numbers["mean"]
    reach = 1 if "sd" not in numbers else isqrt(ceil(max(numbers["sd"].high, Fraction(0)) ** 2 * n)) + 1
    return floor(mean.low) - reach, ceil(mean.high) + reach


def _search(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...]) -> dict[int, int] | None:
    """Ratings that have the numbers: how often each of them occurs."""
    sums = ratings.sums(numbers["mean"])
    if "sd" not in numbers:
        return next((ratings.found(total, ratings.squares(total)[0]) for total in _from_the_middle(sums)), None)
    tried = (
        ratings.found(total, squares)
        for total in _from_the_middle(sums)
        for divisor in divisors
        for squares in _from_the_middle(ratings.squares_for(numbers["sd"], total, divisor))
    )
    return next((counts for counts in tried if counts is not None), None)


def _from_the_middle(values: range) -> Iterator[int]:
    middle = len(values) // 2
    return iter(sorted(values, key=lambda value: abs(value - values[middle])))


def _spread(ratings: _Ratings, total: int, squares: int, divisor: int) -> float:
    whole = Fraction(squares) - Fraction(total * total, ratings.n)
    return float(np.sqrt(float(whole / (ratings.n - divisor)))) / ratings.items


def _why(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...]) -> str:
    """The least and the largest standard deviation with the printed mean, where the printed one lies outside."""
    if not (sums := ratings.sums(numbers["mean"])):
        return ""
    sd, said = numbers["sd"], []
    for divisor in (each for each in divisors if each < ratings.n):
        least = min(_spread(ratings, total, ratings.squares(total)[0], divisor) for total in sums)
        most = max(_spread(ratings, total, ratings.squares(total)[1], divisor) for total in sums)
        if float(sd.low) <= most and float(sd.high) >= least:
            return ""
        said.append(f"{least:.{max(4, sd.places)}f} to {most:.{max(4, sd.places)}f} (n - {divisor})")
    return f"; with this mean the SD is {_or(said)}" if said else ""


def _mends(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...], rounding: str) -> Repairs:
    mean, whole = numbers["mean"], ratings.n * ratings.items
    others = {name: number for name, number in numbers.items() if name != "mean"}
    if not ratings.sums(mean) and not others:
        near = floor(mean.value * whole), ceil(mean.value * whole)
        inside = [t for t in near if ratings.n * ratings.low <= t <= ratings.n * ratings.high]
        yield "mean", mean, _or(f"{t / whole:.{mean.places}f}" for t in inside) or "within the scale"
    if others and (spread := _nearest_spread(ratings, numbers, divisors)) is not None:
        yield "sd", numbers["sd"], f"{spread:.{numbers['sd'].places}f}"
    yield from rounded_otherwise(numbers, rounding, lambda again: _decided(ratings, again, divisors))
    yield from nearest_size("n", ratings.n, lambda n: n > 0 and _decided(replace(ratings, n=n), numbers, divisors))


def _nearest_spread(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...]) -> float | None:
    """The nearest standard deviation that some ratings with the printed mean have."""
    wanted, near = float(numbers["sd"].value), []
    for total in ratings.sums(numbers["mean"]):
        for divisor in (each for each in divisors if each < ratings.n):
            least, most = ratings.squares(total)
            there = floor(total**2 / ratings.n + wanted**2 * (ratings.n - divisor) * ratings.items**2)
            there = min(max(there, least), most)
            for squares in range(max(least, there - 20), min(most, there + 20) + 1):
                near.append((abs(_spread(ratings, total, squares, divisor) - wanted), total, squares, divisor))
    try:
        return next((_spread(ratings, *place) for _, *place in sorted(near) if ratings.found(*place[:2])), None)
    except _TooLong:
        return None


def _decided(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...]) -> bool:
    try:
        return _search(ratings, numbers, divisors) is not None
    except _TooLong:
        return False

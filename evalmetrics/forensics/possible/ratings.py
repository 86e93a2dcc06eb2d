"""Can whole numbers have this mean and this standard deviation? GRIM, GRIMMER and SPRITE as one exact search.

Their sum fixes the mean and, with the sum of their squares, the standard deviation: do n whole numbers have both sums?
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
from .search.readings import (
    PERCENT,
    Reading,
    Repairs,
    answered,
    in_percent,
    mean_of_runs,
    nearest_size,
    read_otherwise,
    readings,
    units_of,
)
from .search.time_limit import Unfinished, go_on
from .verdict import Verdict, impossible, limited

STEPS = 200_000  # of the search for ratings with one pair of sums, a second or two, before it is left undecided
TOO_LONG = f"no ratings found in {STEPS:,} steps, and no proof that there are none"


@dataclass(frozen=True)
class _Ratings:
    """n whole numbers from `low` to `high`, in units of 1 / items; sums are of how far they lie above `low`.

    What is printed of their spread is the standard deviation, or where `se` is set its n-th part's root: of the mean.
    """

    n: int
    low: int
    high: int
    items: int = 1
    se: bool = False

    def sums(self, mean: Printed) -> range:
        least = self.n * self.low
        sums = whole_numbers(mean, Fraction(1, self.n * self.items), least, self.n * self.high)
        return range(sums.start - least, sums.stop - least)

    def squares(self, total: int) -> tuple[int, int]:
        return _extreme_squares(self.n, total, self.high - self.low)

    def squares_for(self, sd: Printed, total: int, ddof: int) -> range:
        """Sums of squares with which the standard deviation prints so; a square is odd where its root is."""
        if self.n <= ddof:
            return range(0)
        scale = (self.n - ddof) * self.items**2 * (self.n if self.se else 1)
        bottom = Fraction(total * total, self.n)
        low, high = (bottom + max(end, Fraction(0)) ** 2 * scale for end in (sd.low, sd.high))
        first, last = ceil(low), floor(high)
        first += not sd.closed[0] and sd.low >= 0 and first == low
        last -= not sd.closed[1] and last == high
        least, largest = self.squares(total)
        first, last = max(first, least), min(last, largest) if sd.high >= 0 else -1
        return range(first + (first - total) % 2, last + 1, 2)

    def found(self, total: int, squares: int) -> dict[int, int] | None:
        try:
            counts = _counted(self.n, total, squares, self.high - self.low, [STEPS])
        except RecursionError:  # a call for each number of the scale
            raise Unfinished(TOO_LONG) from None
        return None if counts is None else {value + self.low: count for value, count in counts.items()}


def _extreme_squares(n: int, left: int, top: int) -> tuple[int, int]:
    share, more = divmod(left, n) if n else (0, 0)
    full, rest = divmod(left, top) if top else (0, 0)
    return n * share * share + more * (2 * share + 1), full * top * top + rest * rest


def _counted(n: int, left: int, squares: int, top: int, steps: list[int]) -> dict[int, int] | None:
    """Counts of 0 to `top` that add up to n, `left` and `squares`, or None: the largest numbers are settled first."""
    steps[0] -= 1
    if steps[0] < 0:
        raise Unfinished(TOO_LONG)
    go_on()
    least, largest = _extreme_squares(n, left, top)
    if not 0 <= left <= n * top or not least <= squares <= largest or (left - squares) % 2:
        return None
    if squares == least:
        share, more = divmod(left, n) if n else (0, 0)
        return {value: count for value, count in ((share + 1, more), (share, n - more)) if count}
    choices = []
    for count in range(min(n, left // top) + 1):
        if len(choices) > STEPS:
            raise Unfinished(TOO_LONG)
        go_on()
        rest = n - count, left - count * top, squares - count * top * top
        low, high = _extreme_squares(rest[0], rest[1], top - 1)
        if 0 <= rest[1] <= rest[0] * (top - 1) and low <= rest[2] <= high:
            choices.append((abs(2 * (rest[2] - low) - (high - low)) / (high - low + 1), count, rest))
    for _, count, rest in sorted(choices):  # what leaves most freedom first
        if (others := _counted(*rest, top - 1, steps)) is not None:
            return {top: count, **others} if count else others
    return None


@limited
def possible_ratings(
    mean: str,
    sd: str | None = None,
    *,
    n: int,
    se: str | None = None,
    scale: tuple[int, int] | None = None,
    items: int = 1,
    ddof: tuple[int, ...] = (1, 0),
    rounding: str = "nearest",
) -> Verdict:
    """Whether n whole numbers can have a mean, and with it a standard deviation: GRIM, GRIMMER, SPRITE and DEBIT.

    mean : str
        As printed, with all digits: "3.45".
    sd : str, optional
        Their standard deviation, as printed.
    n : int
        How many people, examples or ratings.
    se : str, optional
        The standard error of the mean, SD / √n, where it is printed instead.
    scale : pair of int, optional
        The lowest and the highest rating; (0, 1) for yes and no. By default any whole numbers.
    items : int, default 1
        How many whole numbers each rating is itself the mean of.
    ddof : tuple of int, default (1, 0)
        The squared deviations are divided by n less this; each of them is tried.

    -> Verdict
        The witness says how often each rating occurs.

    Source: Brown and Heathers (2017), The GRIM test, Social Psychological and Personality Science 8; Anaya (2016), The
    GRIMMER test, PeerJ Preprints 4; Heathers, Anaya, van der Zee and Brown (2018), Recovering data from summary
    statistics: Sample Parameter Reconstruction via Iterative TEchniques (SPRITE), PeerJ Preprints 6.

    >>> possible_ratings("5.19", n=28).verdict
    'impossible'
    >>> possible_ratings("3.45", n=20, sd="1.10", scale=(1, 5)).witness.to_dict()
    {1: 1, 2: 3, 3: 5, 4: 8, 5: 3}
    """
    if sd is not None and se is not None:
        raise ValueError("se must be left out where sd is given: one follows from the other")
    given = {"mean": mean, "sd": sd, "se": se}
    texts = {name: read(text, name, rounding=rounding) for name, text in given.items() if text is not None}
    n, items = arguments.whole_number(n, "n", least=1), arguments.whole_number(items, "items", least=1)
    divisors = tuple(arguments.whole_number(each, "ddof", least=0) for each in ddof)
    known = f"{n} whole numbers" if items == 1 else f"{n} means of {items} whole numbers"
    low, high = _ends(scale, texts, n)
    known += f" from {low} to {high}" if scale else ""
    checked = known + ("" if len(texts) == 1 else f"; SD with n - {_or(divisors)}")

    def ask(reading: Reading) -> Verdict | None:
        numbers = reading.numbers
        ratings = _Ratings(n, items * low, items * high, items, se is not None)
        if (counts := _search(ratings, numbers, divisors)) is not None:
            found = pd.Series({value / items if items > 1 else value: counts[value] for value in sorted(counts)})
            found = found.rename_axis("rating").rename("how often")
            return Verdict("possible", f"{known} can have {_said(numbers)}", checked, found)
        conflict = tuple(numbers) if ratings.sums(numbers["mean"]) else ("mean",)
        mends, why = _mends(ratings, reading, divisors, rounding), _why(ratings, numbers, divisors)
        said = _said({name: numbers[name] for name in conflict})
        return impossible("set", said, known, checked, conflict, mends, why)

    shares = texts if scale in ((0, 1), [0, 1]) else ()
    units = units_of(texts, rounding, shares=shares, apart=("sd", "se"))
    if len(units) == 1 < len(shares):  # 0.96 and 0.32 are percent, too, where the two fit each other
        units.append((PERCENT, in_percent(units[0][1], shares)))
    return answered(readings(units), rounding, ask, runs="one", marks="whole" if items == 1 else f"1/{items}")


def _said(numbers: dict[str, Printed]) -> str:
    return " and ".join(f"{name.upper() if name != 'mean' else name} {number}" for name, number in numbers.items())


def _spread_of(numbers: dict[str, Printed]) -> Printed | None:
    return numbers.get("sd", numbers.get("se"))


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
    mean, spread, reach = numbers["mean"], _spread_of(numbers), 2
    if spread is not None:
        reach += isqrt(ceil(max(spread.high, Fraction(0)) ** 2 * n * (n if "se" in numbers else 1)))
    return floor(mean.low) - reach, ceil(mean.high) + reach


def _search(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...]) -> dict[int, int] | None:
    spread = _spread_of(numbers)
    for total in _from_the_middle(ratings.sums(numbers["mean"])):
        if spread is None:
            return ratings.found(total, ratings.squares(total)[0])
        for divisor in divisors:
            for squares in _from_the_middle(ratings.squares_for(spread, total, divisor)):
                if (counts := ratings.found(total, squares)) is not None:
                    return counts
    return None


def _from_the_middle(values: range) -> Iterator[int]:
    middle = len(values) // 2
    for away in range(middle + 1):
        go_on()
        for place in dict.fromkeys((middle + away, middle - away)):
            if 0 <= place < len(values):
                yield values[place]


def _spread(ratings: _Ratings, total: int, squares: int, divisor: int) -> float:
    whole = (Fraction(squares) - Fraction(total * total, ratings.n)) / (ratings.n if ratings.se else 1)
    return float(np.sqrt(float(whole / (ratings.n - divisor)))) / ratings.items


def _why(ratings: _Ratings, numbers: dict[str, Printed], divisors: tuple[int, ...]) -> str:
    if not (sums := ratings.sums(numbers["mean"])):
        return ""
    (name, sd), said = list(numbers.items())[-1], []
    for divisor in (each for each in divisors if each < ratings.n):
        least = min(_spread(ratings, total, ratings.squares(total)[0], divisor) for total in sums)
        most = max(_spread(ratings, total, ratings.squares(total)[1], divisor) for total in sums)
        if float(sd.low) <= most and float(sd.high) >= least:
            return ""
        said.append(f"{least:.{max(4, sd.places)}f} to {most:.{max(4, sd.places)}f} (n - {divisor})")
    return f"; with this mean the {name.upper()} is {_or(said)}" if said else ""


def _mends(ratings: _Ratings, reading: Reading, divisors: tuple[int, ...], rounding: str) -> Repairs:
    numbers, whole = reading.numbers, ratings.n * ratings.items
    mean = numbers["mean"]
    if len(numbers) == 1 and not ratings.sums(mean):
        near = floor(mean.value * whole), ceil(mean.value * whole)
        inside = [t for t in near if ratings.n * ratings.low <= t <= ratings.n * ratings.high]
        yield "mean", mean, _or(mean.like(t / whole) for t in inside) or "within the scale"
    for name, number in list(numbers.items())[1:]:
        if (spread := _nearest_spread(ratings, mean, number, divisors)) is not None:
            yield name, number, number.like(spread)

    def possible(again: dict[str, Printed], **changed: Any) -> bool:
        return _search(replace(ratings, **changed), again, divisors) is not None

    yield from read_otherwise(reading, rounding, possible)
    yield from nearest_size("n", ratings.n, lambda n: n > 0 and possible(numbers, n=n))
    halves = {"items": 2 * ratings.items, "low": 2 * ratings.low, "high": 2 * ratings.high}
    if possible(numbers, **halves):
        yield "marks", "whole", "if there are half marks"
    if len(numbers) == 1:
        yield from mean_of_runs(lambda runs: possible(numbers, n=runs * ratings.n))
    if "sd" in numbers and possible(numbers, se=True):
        yield "sd", numbers["sd"], "if this is the standard error"


def _nearest_spread(ratings: _Ratings, mean: Printed, number: Printed, divisors: tuple[int, ...]) -> float | None:
    wanted, near = float(number.value), []
    for total in ratings.sums(mean):
        go_on()
        for divisor in (each for each in divisors if each < ratings.n):
            least, most = ratings.squares(total)
            scale = (ratings.n - divisor) * ratings.items**2 * (ratings.n if ratings.se else 1)
            there = min(max(floor(total**2 / ratings.n + wanted**2 * scale), least), most)
            for squares in range(max(least, there - 20), min(most, there + 20) + 1):
                near.append((abs(_spread(ratings, total, squares, divisor) - wanted), total, squares, divisor))
    return next((_spread(ratings, *place) for _, *place in sorted(near) if ratings.found(*place[:2])), None)

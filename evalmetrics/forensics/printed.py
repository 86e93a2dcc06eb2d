"""A printed number: the interval of everything that would have been printed so, and what a number rounds to."""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.arguments import one_of, real, shown, whole_number
from ..kinds.help_pages import described_by

ROUNDINGS = ("nearest", "cut", "up", "any")
NUMBER = re.compile(r"[+-]?(?P<digits>\d+\.?\d*|\.\d+)(?:[eE](?P<power>[+-]?\d{1,3}))?", re.ASCII)
RATIO = re.compile(r"[+-]?\d+/0*[1-9]\d*", re.ASCII)
SOME = Fraction(1, 10**12)  # more than floats are wrong by, less than any ratio is told apart by
FULL = Fraction(1, 10**13)  # who prints digits as small as this, and smaller, prints all that a double has
# What a computation can be wrong by, as a share of the number, or of a quarter if it is smaller, since one less a
# number keeps its error: few operations on doubles, sums of very many, few in single precision (F1 of sixty thousand
# drawn matrices was wrong by 3.1 times 2**-24 at most, kappa by 4.7, as a share of the largest that it can be).
FEW_DOUBLES, MANY_DOUBLES, SINGLES = Fraction(1, 2**47), Fraction(1, 2**45), Fraction(5, 2**24)
QUARTER = Fraction(1, 4)
SHORT = Fraction(1, 10**8)  # the last digit of what arithmetic made long, or so many digits less of a larger number
HALF = 11  # bits of a number of half precision, all of whose digits mean something


@dataclass(frozen=True)
class Printed:
    """A printed number: its text, the ends of what it can have been, whether they belong to it, its last digit's size.

    ``x in number`` asks it of an exact number (a `Fraction` or a whole number), ``number.prints(x)`` of a computed one.
    """

    text: str
    low: Fraction
    high: Fraction
    closed: tuple[bool, bool]
    unit: Fraction
    value: Fraction
    rounding: str = "nearest"
    read_in: str = "as printed"

    def __contains__(self, exact: Any) -> bool:
        above = self.low < exact or (self.closed[0] and exact == self.low)
        return bool(above and (exact < self.high or (self.closed[1] and exact == self.high)))

    def __str__(self) -> str:
        return self.text

    @property
    def places(self) -> int:
        """Digits after the point; of "2e-16", sixteen; of 0.846 printed as "84.6%", three."""
        return len(str((1 / self.unit).numerator)) - 1 if self.unit else 0

    @property
    def needed(self) -> int:
        """Digits after the point without zeros at the end."""
        return next(places for places in range(self.places + 1) if (self.value * 10**places).denominator == 1)

    @property
    def in_percent(self) -> bool:
        return self.read_in == "percent" or "%" in self.text

    @property
    def bound(self) -> bool:
        return self.text.lstrip()[:1] in ("<", ">")

    def shortened(self, places: int) -> "Printed":
        """The same with so many digits after the point, where all others are zeros."""
        if self.places <= places:
            return self
        text = replace(self, unit=Fraction(1, 10**places)).like(float(self.value))
        return read(text, text, rounding=self.rounding, unit=self.read_in)

    def of_digits(self, digits: int) -> "Printed":
        """The same with so many digits, where all others are zeros, printed or not; 0 stays as it is."""
        text = f"{float(self.value * (100 if self.in_percent else 1)):.{digits - 1}e}" + "%" * ("%" in self.text)
        rounded = read(text, text, rounding=self.rounding, unit=self.read_in)
        return rounded if self.value and rounded.unit != self.unit else self

    def rounded_twice(self) -> "Printed":
        """What it can have been if it was rounded to more digits before: up to 0.555... of the last digit away."""
        return self if self.bound else replace(self, low=self.low - self.unit / 18, high=self.high + self.unit / 18)

    def like(self, value: float) -> str:
        """Another value with as many digits, in percent where this one is."""
        if not self.in_percent:
            return f"{value:.{self.places}f}"
        return f"{100 * value:.{max(0, self.places - 2)}f}" + "%" * ("%" in self.text)

    def prints(self, value: float) -> bool:
        """Whether a program that computed this value can have printed the number.

        What is half-way is rounded up or to the even digit, as it is stored or as it is written (2.675 is stored as a
        little less); nobody rounds it down to the odd digit.
        """
        try:
            stored, written = Fraction(value), Fraction(repr(float(value)))
        except (ValueError, OverflowError):  # nan and infinities are printed as words
            return False
        if not self.unit:
            return abs(stored - self.value) < SOME
        half = self.unit / 2
        if self.high - self.value != half or self.value - self.low != half:  # not rounded to the nearest
            return stored in self or written in self
        up_or_even = abs(self.value) > abs(written) or self.value / self.unit % 2 == 0
        nearest = min(abs(x - self.value) for x in (stored, written))
        return nearest < half or (abs(written - self.value) == half and up_or_even)

    def again(self, **how: str) -> "Printed":
        """Its text read with another `rounding` or `unit`; a ratio has one reading."""
        how = {"rounding": self.rounding, "unit": self.read_in, **how}
        return read(self.text, self.text, **how) if self.unit else self

    def loosened(self, least: Fraction = QUARTER, share: Fraction | None = None) -> "Printed":
        """What it can have been if the program itself was wrong by a little before it printed, as all are.

        Ends belong to it, since floats lie on either side of them. A number that single precision can have printed is
        wrong by more. The error is a `share` of the number, or of `least` where it is a difference of such numbers.
        """
        if not self.unit or self.bound:
            return self
        if share is None:
            values = [(float(self.value) * scale, float(self.unit) * scale) for scale in (1, 100)]
            with np.errstate(over="ignore"):  # beyond single precision is infinity, which is near no number
                single = any(abs(float(np.float32(x)) - x) <= digit / 2 + abs(x) * FEW_DOUBLES for x, digit in values)
            share = SINGLES if single else MANY_DOUBLES
        error = share * max(least, abs(self.value))
        return replace(self, low=_out(self.low, -error), high=_out(self.high, error), closed=(True, True))


@described_by()
def printed(text: str | Printed, *, rounding: str = "nearest", unit: str = "as printed") -> Printed:
    """What a number can have been before it was printed.

    text : str
        The number with all its digits: "0.50", "84.6%", ".3", "1.2e-3", "2/7" (exact), "<.001" (from 0 up to it),
        ">.05" (from it up to 1). What has been read already stays as it is. A text of all the digits that a double has
        ("0.8316513761467889") stands for what a computation in doubles can have missed, too.
    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made: to the nearest (half-way either way, since programs and floats differ there), digits
        cut off, rounded away from zero, or anything less than one unit of the last digit away.
    unit : {"as printed", "percent"}, default "as printed"
        With "percent", "84.6" stands for 0.846 though no sign says so.

    -> Printed
        Everything is exact: ``low``, ``high``, ``unit`` and ``value`` are fractions.

    TypeError
        For a float: 0.50 has lost a digit before anybody could look at it.
    ValueError
        For a text that is no number, and for a bound that leaves nothing from 0 to 1.

    Source: IEEE 754-2019, section 4.3, on rounding to nearest with ties to even or away from zero.

    >>> number = printed("84.6%")
    >>> float(number.low), float(number.high), number.closed
    (0.8455, 0.8465, (True, True))
    >>> from fractions import Fraction
    >>> Fraction(34, 40) in printed("0.8", rounding="cut"), Fraction(34, 40) in printed("0.8", rounding="up")
    (True, False)
    """
    return read(text, "text", rounding=rounding, unit=unit)


def read(text: Any, name: str, *, rounding: str = "nearest", unit: str = "as printed") -> Printed:
    """`printed`, with messages that call the number `name`."""
    one_of(rounding, "rounding", ROUNDINGS)
    one_of(unit, "unit", ("as printed", "percent"))
    if isinstance(text, Printed):
        return text
    if not isinstance(text, str):
        raise TypeError(f'{name} must be a string with all its digits, such as "0.50"; got {shown(text)}')
    body = text.strip().replace("\N{MINUS SIGN}", "-")
    sign, body = (body[0], body[1:].strip()) if body[:1] in ("<", ">", "=") else ("=", body)
    scale = Fraction(1, 100) if unit == "percent" or body.endswith("%") else Fraction(1)
    value, digit = (x * scale for x in _value_and_digit(body.removesuffix("%").strip(), name, text))
    if sign == "=":
        return Printed(text, *_ends(value, digit, rounding), digit, value, rounding, unit)
    low, high = (Fraction(0), value) if sign == "<" else (value, Fraction(1))  # shares and p values are from 0 to 1
    if low >= high:
        raise ValueError(f"{name} must be between 0 and 1 where it is a bound, got {shown(text)}")
    return Printed(text, low, high, (sign == "<", sign == ">"), digit, value, rounding, unit)


def _value_and_digit(body: str, name: str, text: str) -> tuple[Fraction, Fraction]:
    if RATIO.fullmatch(body):
        return Fraction(body), Fraction(0)
    if not (found := NUMBER.fullmatch(body)):
        comma = " (with a point for the comma)" if NUMBER.fullmatch(body.replace(",", ".", 1)) else ""
        raise ValueError(
            f'{name} must be a decimal such as "0.43"{comma}, a percentage or a fraction; got {shown(text)}'
        )
    places = len(found["digits"].partition(".")[2]) - int(found["power"] or 0)
    value, digit = Fraction(body), Fraction(10) ** -places
    if short := _noise_left_out(value, digit):
        value, digit = _value_and_digit(short, name, text)
        digit = min(digit, Fraction(1))
    return value, digit


def _noise_left_out(value: Fraction, digit: Fraction) -> str | None:
    """What had a few digits before arithmetic, or single precision, made it long.

    round(x, 4) * 100 is 22.770000000000003, which was 22.77, and 0.87 in single precision is 0.8700000047683716.
    """
    half = abs(value.numerator).bit_length() <= HALF and value.denominator.bit_count() == 1
    if half or digit > max(abs(value) / 10**6, SHORT) or abs(value) > 10**30:
        return None
    number, error = float(value), FEW_DOUBLES * max(Fraction(1), abs(value))
    if digit <= FULL * max(Fraction(1), abs(value)) and 0 < abs(value - Fraction(short := f"{number:.9g}")) <= error:
        return short
    # A step or two of single precision, which 1 - 0.92 keeps of 1: 0.07999998.
    single, step = np.float32(number), max(abs(number), 0.25 * (abs(number) > 0.001)) / 2**22
    if abs(Fraction(float(single)) - value) <= max(error, digit / 2) or float(str(single)) == number:
        digits = range(5 if digit * 10**7 > abs(value) else 6, 7 if abs(value) < 1000 else 9)
        shorter = (f"{number:.{each}g}" for each in digits)
        return next((x for x in shorter if float(x) != number and abs(single - np.float32(x)) <= step), None)
    return None


def _ends(value: Fraction, digit: Fraction, rounding: str) -> tuple[Fraction, Fraction, tuple[bool, bool]]:
    if not digit or (rounding == "up" and value == 0):  # only zero itself is rounded away from zero to zero
        return value, value, (True, True)
    if digit <= FULL * max(Fraction(1), abs(value)):  # the shortest text that reads back, which need not be the nearest
        error = FEW_DOUBLES * max(Fraction(1), abs(value))
        return _out(value - digit / 2, -error), _out(value + digit / 2, error), (True, True)
    if rounding == "nearest":
        return value - digit / 2, value + digit / 2, (True, True)
    outwards = {"cut": True, "up": False}.get(rounding)
    below = value == 0 or outwards in (None, value < 0)
    above = value == 0 or outwards in (None, value > 0)
    return value - digit * below, value + digit * above, (not below, not above)


def _out(end: Fraction, error: Fraction) -> Fraction:
    """The simplest fraction from the error to a quarter more beyond an end: small numbers make for fast searches."""
    low, high = sorted((end + error, end + error * 5 / 4))
    return Fraction(*_simplest(low.numerator, low.denominator, high.numerator, high.denominator))


def _simplest(a: int, b: int, c: int, d: int) -> tuple[int, int]:
    whole = -(-a // b)
    if whole * d <= c:
        return whole, 1
    whole = a // b
    p, q = _simplest(d, c - whole * d, b, a - whole * b)
    return whole * p + q, p


def exactly(value: Fraction) -> Printed:
    return Printed(str(value), value, value, (True, True), Fraction(0), value)


def whole_numbers(number: Printed, unit: Fraction, first: int, last: int) -> range:
    """The whole numbers k from `first` to `last` of which k times `unit` is printed so."""
    low, high = ceil(number.low / unit), floor(number.high / unit)
    low += not number.closed[0] and low * unit == number.low
    high -= not number.closed[1] and high * unit == number.high
    return range(max(low, first), min(high, last) + 1)


@described_by()
def rounds_to(value: float, printed: str) -> bool:
    """Whether a value is a printed number to its last digit.

    value : float
        The value; nan is what "NaN" stands for.
    printed : str
        A decimal ("0.43", "2e-16"), a fraction ("2/7", compared exactly) or "NaN". A value half-way between two
        decimals may be rounded up or to the even digit; nobody rounds it down to the odd one. What is half-way only as
        it is written (2.675, stored as a little less) may also be rounded as it is stored, which is what Python does.

    -> bool
        False for an infinite value: it rounds to nothing.

    Source: IEEE 754-2019, section 4.3, on rounding to nearest with ties to even or away from zero.

    >>> rounds_to(3 / 7, "0.43"), rounds_to(0.1875, "0.188"), rounds_to(0.1875, "0.187")
    (True, True, False)
    """
    number = real(value, "value")
    if printed == "NaN":
        return isnan(number)
    wanted = read(printed, "printed")
    if wanted.unit and printed.strip()[:1] not in "<>":  # all digits of a double are asked for, too
        half = wanted.unit / 2
        wanted = replace(wanted, low=wanted.value - half, high=wanted.value + half)
    return wanted.prints(number)


@described_by()
def possible_counts(printed: str, n: int) -> NDArray[np.int64]:
    """Every count k of n for which k/n prints as a given share: the question of the GRIM test.

    printed : str
        A share in [0, 1] as it was printed, with all its digits: "0.957".
    n : int
        How many examples it is a share of.

    -> array of int
        The counts, in increasing order. None: no n examples have that share, so the number, or the n, is wrong.

    Source: Brown, N. J. L. & Heathers, J. A. J. (2017). The GRIM test: a simple technique detects numerous anomalies in
    the reporting of results in psychology. Social Psychological and Personality Science 8 (4), 363-369.

    >>> possible_counts("0.957", 2000).tolist()
    [1913, 1914]
    >>> possible_counts("0.957", 20).tolist()
    []
    """
    n = whole_number(n, "n", least=1)
    share = read(printed, "printed")
    if not 0 <= share.value <= 1 or not share.unit or printed.strip()[:1] in "<>":
        raise ValueError(f'printed must be a decimal between 0 and 1, such as "0.957"; got {printed!r}')
    near = whole_numbers(share, Fraction(1, n), 0, n)
    return np.array([k for k in near if share.prints(k / n)], dtype=np.int64)

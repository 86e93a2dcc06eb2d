"""Wrong functions, and right ones that compute otherwise: score forensics."""

from decimal import Decimal
from itertools import pairwise

from .registry import right, wrong


def unit_of(number):
    """The size of the last digit, as a share where there is a percent sign."""
    digits = number.removesuffix("%")
    unit = Decimal(1).scaleb(Decimal(digits).as_tuple().exponent)
    return Decimal(digits), unit, 100 if number.endswith("%") else 1


def ends(number, below=1, above=1):
    value, unit, scale = unit_of(number)
    return [float((value - below * unit) / scale), float((value + above * unit) / scale)]


@wrong("ends_of", "the unit from the length of the text")
def _(number):
    value, _, scale = unit_of(number)
    unit = Decimal(1).scaleb(2 - len(number.removesuffix("%")))
    return [float((value - unit) / scale), float((value + unit) / scale)]


@wrong("ends_of", "the unit of a percentage is not divided")
def _(number):
    value, unit, scale = unit_of(number)
    return [float(value / scale - unit), float(value / scale + unit)]


@wrong("ends_of", "no end below 0")
def _(number):
    low, high = ends(number)
    return [max(low, 0.0) if not number.endswith("%") else low, min(high, 1.0)]


@right("ends_of", "in decimals")
def _(number):
    return ends(number)


def inside(values, number, low=1, high=1):
    below, above = ends(number, low, high)
    return [value for value in values if below < value < above]


@wrong("matching_values", "different to the last bit")
def _(values, number):
    return len(set(inside(values, number)))


@wrong("matching_values", "rounded too far before they are compared")
def _(values, number):
    return len({round(value, 3) for value in inside(values, number)})


@wrong("matching_values", "half a unit below, one above")
def _(values, number):
    return len({round(value, 10) for value in inside(values, number, Decimal("0.5"), 1)})


@right("matching_values", "neighbours compared")
def _(values, number):
    found = sorted(inside(values, number))
    return len(found[:1]) + sum(b - a > 1e-9 for a, b in pairwise(found))

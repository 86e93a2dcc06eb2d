"""The source documents' printed values as tables, and what it means to reproduce one.

A table's first column holds the numbers under which the printed values are kept (000-008 is the eighth of the
document 000); several numbers in one row are the same value in several places.
"""

from fractions import Fraction
from math import isnan

import pytest


def rounds_to(value, printed):
    """Whether `value` is `printed` to its last digit: "0.43", "1/3", or "NaN" where it is undefined."""
    if printed == "NaN":
        return isnan(value)
    places = 15 if "/" in printed else len(printed.partition(".")[2])
    return abs(value - float(Fraction(printed))) <= 0.5 * 10**-places + 1e-12


def rows(table):
    """The rows of a table as test parameters, a row naming its test."""
    lines = [line.split() for line in table.strip().splitlines()]
    return [pytest.param(*line[1:], id=" ".join(line)) for line in lines]

"""What a printed number can have been before it was rounded."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor, isfinite, isnan

import numpy as np
from numpy.typing import NDArray

from ..inputs import arguments


def rounds_to(value: float, printed: str) -> bool:
    """Whether a value is a printed number to its last digit.

    Parameters
    ----------
    value : float
        The value; nan is what "NaN" stands for.
    printed : str
        A decimal ("0.43", "2e-16"), a fraction ("2/7", compared exactly) or "NaN". A value half-way between two
        decimals may be rounded up or to the even digit; nobody rounds it down to the odd one. What is half-way only as
        it is written (2.675, stored as a little less) may also be rounded as it is stored, which is what Python does.

    Returns
    -------
    bool
        False for an infinite value: it rounds to nothing.

    References
    ----------
    IEEE 754-2019, section 4.3, on rounding to nearest with ties to even or away from zero.

    Examples
    --------
    >>> rounds_to(3 / 7, "0.43"), rounds_to(0.1875, "0.188"), rounds_to(0.1875, "0.187")
    (True, True, False)
    """
    number = arguments.real(value, "value")
    if printed == "NaN":
        return isnan(number)
    wanted = exact_value(printed)
    if "/" in printed:
        return abs(number - wanted) < 1e-12
    if not isfinite(number):
        return False
    half = Fraction(10) ** -decimal_places(printed) / 2
    written, stored = (abs(Fraction(x) - wanted) for x in (repr(number), number))
    up_or_even = abs(wanted) > abs(number) or wanted / half % 4 == 0
    return min(written, stored) < half or (written == half and up_or_even)


def possible_counts(printed: str, n: int) -> NDArray[np.int64]:
    """Every count k of n for which k/n prints as a given share: the question of the GRIM test.

    Parameters
    ----------
    printed : str
        A share in [0, 1] as it was printed, with all its digits: "0.957".
    n : int
        How many examples it is a share of.

    Returns
    -------
    array of int
        The counts, in increasing order. None: no n examples have that share, so the number, or the n, is wrong.

    References
    ----------
    Brown, N. J. L. & Heathers, J. A. J. (2017). The GRIM test: a simple technique detects numerous anomalies in the
    reporting of results in psychology. Social Psychological and Personality Science 8 (4), 363-369.

    Examples
    --------
    >>> possible_counts("0.957", 2000).tolist()
    [1913, 1914]
    >>> possible_counts("0.957", 20).tolist()
    []
    """
    n = arguments.whole_number(n, "n", least=1)
    share = exact_value(printed)
    if not 0 <= share <= 1 or "/" in printed:
        raise ValueError(f'printed must be a decimal between 0 and 1, such as "0.957"; got {printed!r}')
    half = Fraction(10) ** -decimal_places(printed) / 2
    low, high = ceil((share - half) * n), floor((share + half) * n)
    near = range(max(low, 0), min(high, n) + 1)
    return np.array([k for k in near if rounds_to(k / n, printed)], dtype=np.int64)


def exact_value(printed: str) -> Fraction:
    """What is printed, without rounding."""
    if not isinstance(printed, str):
        raise TypeError(f'printed must be a string with all its digits, such as "0.50"; got {printed!r}')
    try:
        return Fraction(printed)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f'printed must be a decimal such as "0.43", a fraction or "NaN"; got {printed!r}') from None


def decimal_places(printed: str) -> int:
    """Digits after the point; of "2e-16", sixteen."""
    return -int(Decimal(printed).as_tuple().exponent)

"""What a printed number can have been before it was rounded."""

from dataclasses import replace
from fractions import Fraction
from math import isnan

import numpy as np
from numpy.typing import NDArray

from ..inputs import arguments
from .printed import read, whole_numbers


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
    wanted = read(printed, "printed")
    if wanted.unit and printed.strip()[:1] not in "<>":  # all digits of a double are asked for, too
        half = wanted.unit / 2
        wanted = replace(wanted, low=wanted.value - half, high=wanted.value + half)
    return wanted.prints(number)


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
    share = read(printed, "printed")
    if not 0 <= share.value <= 1 or not share.unit or printed.strip()[:1] in "<>":
        raise ValueError(f'printed must be a decimal between 0 and 1, such as "0.957"; got {printed!r}')
    near = whole_numbers(share, Fraction(1, n), 0, n)
    return np.array([k for k in near if share.prints(k / n)], dtype=np.int64)

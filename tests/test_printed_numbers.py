"""One reading of printed numbers: what each can have been, by every rule by which digits are made."""

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalmetrics import Printed, printed

RULES = {"nearest": (ROUND_HALF_UP, ROUND_HALF_EVEN), "cut": (ROUND_DOWN,), "up": (ROUND_UP,)}


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("0.33933", "0.339325", "0.339335", "1e-5"),
        ("0.50", "0.495", "0.505", "0.01"),
        (".5", "0.45", "0.55", "0.1"),
        ("84.6%", "0.8455", "0.8465", "0.001"),
        ("84.6 %", "0.8455", "0.8465", "0.001"),
        ("33.9", "33.85", "33.95", "0.1"),
        ("1.2e-3", "0.00115", "0.00125", "0.0001"),
        ("3E2", "250", "350", "100"),
        ("-0.4", "-0.45", "-0.35", "0.1"),
        ("\N{MINUS SIGN}0.4", "-0.45", "-0.35", "0.1"),
        ("= .03", "0.025", "0.035", "0.01"),
        ("2/7", "2/7", "2/7", "0"),
        ("<.001", "0", "0.001", "0.001"),
        ("< 5%", "0", "0.05", "0.01"),
        (">.05", "0.05", "1", "0.01"),
    ],
)
def test_what_a_number_can_have_been(text, low, high, unit):
    number = printed(text)
    assert (number.low, number.high, number.unit) == (Fraction(low), Fraction(high), Fraction(unit))
    assert str(number) == number.text == text
    assert number.low <= number.value <= number.high
    assert number.places == (0 if unit == "0" else max(0, -Decimal(unit).adjusted()))


@pytest.mark.parametrize(
    ("rounding", "low", "high", "closed"),
    [
        ("nearest", "0.565", "0.575", (True, True)),
        ("cut", "0.57", "0.58", (True, False)),
        ("up", "0.56", "0.57", (False, True)),
        ("any", "0.56", "0.58", (False, False)),
    ],
)
def test_the_ways_of_rounding(rounding, low, high, closed):
    number = printed("0.57", rounding=rounding)
    assert (number.low, number.high, number.closed) == (Fraction(low), Fraction(high), closed)
    below_zero = printed("-0.57", rounding=rounding)
    assert (below_zero.low, below_zero.high, below_zero.closed) == (-number.high, -number.low, closed[::-1])


@given(value=st.fractions(-5, 5, max_denominator=4000), places=st.integers(0, 5), rule=st.sampled_from(list(RULES)))
def test_what_is_printed_by_a_rule_can_have_been_printed_so(value, places, rule):
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    for mode in RULES[rule]:
        text = str(exact.quantize(Decimal(1).scaleb(-places), mode))
        assert value in printed(text, rounding=rule)
        assert value in printed(text, rounding="any") or value == Fraction(text)
        assert value + 2 * printed(text).unit not in printed(text, rounding=rule)


@given(value=st.floats(-1e6, 1e6), places=st.integers(0, 8))
def test_programs_print_what_they_compute(value, places):
    number = printed(f"{value:.{places}f}")
    assert number.prints(value)
    assert not number.prints(value + 2.5 * float(number.unit))


@pytest.mark.parametrize(
    ("text", "value", "agrees"),
    [
        ("0.37", 0.375, False),  # exactly half-way, and nobody rounds it down to the odd digit
        ("0.38", 0.375, True),
        ("0.12", 0.125, True),  # to even
        ("0.13", 0.125, True),  # up
        ("-0.13", -0.125, True),
        ("-0.4", 0.4, False),
        ("2000", 1999.6, True),
        ("1.6e-3", 0.0015, False),
        ("0.5", 1e30, False),
        ("2.67", 2.675, True),  # stored as a little less
        ("0.67", 0.675, False),  # stored as a little more
        ("2/7", 2 / 7, True),
        ("2/7", 0.2857, False),
        ("<.001", 0.0004, True),
        ("<.001", 0.001, False),
        ("0.5", float("nan"), False),
        ("0.5", float("inf"), False),
    ],
)
def test_computed_values(text, value, agrees):
    assert printed(text).prints(value) is agrees


def test_cut_computed_values():
    assert printed("0.8", rounding="cut").prints(0.89)
    assert not printed("0.8", rounding="cut").prints(0.79)


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("22.770000000000003", "22.77"),
        ("0.8700000047683716", "0.87"),  # in single precision
        ("0.07160002", "0.0716"),  # and one less 0.9284
        ("56.999996", "57"),
        ("71.03001", "71.03"),
        ("25929.4004", "25929.4"),
    ],
)
def test_what_arithmetic_made_long(text, digits):
    assert (printed(text).value, printed(text).unit) == (printed(digits).value, printed(digits).unit)


def test_percent_without_a_sign():
    assert printed("84.6", unit="percent").low == printed("84.6%").low
    assert printed("84.6%", unit="percent").low == printed("84.6%").low


def test_what_has_been_read_stays_as_it_is():
    cut = printed("0.57", rounding="cut")
    assert printed(cut) is cut
    assert isinstance(cut, Printed)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: printed(0.5), TypeError, 'text must be a string with all its digits, such as "0.50"; got 0.5'),
        (lambda: printed(1), TypeError, "got 1"),
        (lambda: printed(None), TypeError, "got None"),
        (lambda: printed("half"), ValueError, "text must be a decimal such as .*; got 'half'"),
        (lambda: printed(""), ValueError, "got ''"),
        (lambda: printed("."), ValueError, "got '.'"),
        (lambda: printed(">3"), ValueError, "text must be between 0 and 1 where it is a bound, got '>3'"),
        (lambda: printed("<-.2"), ValueError, "text must be between 0 and 1 where it is a bound, got '<-.2'"),
        (lambda: printed("0,85"), ValueError, "got '0,85'"),
        (lambda: printed("1/0"), ValueError, "got '1/0'"),
        (lambda: printed("nan"), ValueError, "got 'nan'"),
        (lambda: printed("1e99999"), ValueError, "got '1e99999'"),
        (lambda: printed("1_0"), ValueError, "got '1_0'"),
        (lambda: printed("0.5", rounding="down"), ValueError, "rounding must be one of 'nearest', 'cut', 'up', 'any'"),
        (lambda: printed("0.5", unit="%"), ValueError, "unit must be one of 'as printed', 'percent'"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

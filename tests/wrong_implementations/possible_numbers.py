"""Wrong functions, and right ones that compute otherwise: possible numbers."""

from fractions import Fraction

from .registry import right, wrong


def half_a_unit(text):
    """Half a unit of the last digit, exactly."""
    return Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


@wrong("sums_that_print", "floats that miss exact halves")
def _(mean, n, items):
    half = 0.5 * 10 ** -len(mean.partition(".")[2])
    return [k for k in range(20 * n * items) if abs(k / (n * items) - float(mean)) <= half]


@wrong("sums_that_print", "two digits whatever was printed")
def _(mean, n, items):
    whole = n * items
    return [k for k in range(20 * whole) if abs(Fraction(k, whole) - Fraction(mean)) <= Fraction(1, 200)]


@right("sums_that_print", "fractions, one by one")
def _(mean, n, items):
    whole = n * items
    return [k for k in range(20 * whole) if abs(Fraction(k, whole) - Fraction(mean)) <= half_a_unit(mean)]


@right("sums_that_print", "whole numbers")
def _(mean, n, items):
    unit, m, whole = 10 ** len(mean.partition(".")[2]), int(mean.replace(".", "")), n * items
    return [k for k in range(20 * whole) if abs(2 * unit * k - 2 * m * whole) <= whole]


@wrong("false_alarms", "floats that miss exact halves")
def _(precision, tp, negatives):
    half = 0.5 * 10 ** -len(precision.partition(".")[2])
    return [fp for fp in range(negatives + 1) if tp + fp and abs(tp / (tp + fp) - float(precision)) <= half]


@wrong("false_alarms", "as Python rounds")
def _(precision, tp, negatives):
    digits = len(precision.partition(".")[2])
    return [fp for fp in range(negatives + 1) if tp + fp and f"{tp / (tp + fp):.{digits}f}" == precision]


@wrong("false_alarms", "at least one false alarm")
def _(precision, tp, negatives):
    share = half_a_unit(precision)
    return [fp for fp in range(1, negatives + 1) if abs(Fraction(tp, tp + fp) - Fraction(precision)) <= share]


@right("false_alarms", "whole numbers")
def _(precision, tp, negatives):
    unit, m = 10 ** len(precision.partition(".")[2]), int(precision.replace(".", ""))
    pairs = [(fp, tp + fp) for fp in range(negatives + 1) if tp + fp]
    return [fp for fp, called in pairs if abs(2 * unit * tp - 2 * m * called) <= called]


@right("false_alarms", "floats with a tolerance")
def _(precision, tp, negatives):
    half = 0.5 * 10 ** -len(precision.partition(".")[2])
    return [fp for fp in range(negatives + 1) if tp + fp and abs(tp / (tp + fp) - float(precision)) <= half + 1e-9]

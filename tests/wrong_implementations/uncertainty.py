"""Wrong functions, and right ones that compute otherwise: uncertainty."""

from fractions import Fraction
from math import comb, erfc, sqrt

from .registry import right, wrong


@wrong("wilson_of", "without width at 0 and 1")
def _(successes, n):
    z, p = 1.959964, successes / n
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) if 0 < p < 1 else 0.0
    return [(p + z * z / (2 * n) - reach) / (1 + z * z / n), (p + z * z / (2 * n) + reach) / (1 + z * z / n)]


def tail(more, n):
    return sum(comb(n, k) for k in range(more, n + 1)) / 2**n


@wrong("mcnemar_of", "fails without examples")
def _(only_1, only_2):
    return min(1.0, 2 * tail(max(only_1, only_2), only_1 + only_2)) * (only_1 + only_2) / (only_1 + only_2)


@wrong("wilson_of", "never less than a hundred-millionth under the root")
def _(successes, n):
    z, p = 1.959964, successes / n
    reach = z * sqrt(max(p * (1 - p) / n + z * z / (4 * n * n), 1e-8)) / (1 + z * z / n)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    return [middle - reach, middle + reach]


@right("wilson_of", "the quadratic equation")
def _(successes, n):
    z = 1.959964
    a, b, c = n + z * z, -(2 * successes + z * z), successes**2 / n
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@right("mcnemar_of", "fractions")
def _(only_1, only_2):
    n = only_1 + only_2
    return min(Fraction(1), 2 * sum(Fraction(comb(n, k), 2**n) for k in range(min(only_1, only_2) + 1)))


@wrong("mcnemar_of", "1 where the first was never right alone")
def _(only_1, only_2):
    n, most = only_1 + only_2, max(only_1, only_2)
    return min(1.0, 2 * sum(comb(n, k) for k in range(most, n + 1)) / 2**n) if only_1 else 1.0


@wrong("wilson_of", "the interval of the first textbook page for many, not too near to the edges")
def _(successes, n):
    z, p = 1.959964, successes / n
    reach = z * sqrt(p * (1 - p) / n)
    if n > 200 and 0.05 < p < 0.95:
        return [p - reach, p + reach]
    middle, reach = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return [(middle - reach) / (1 + z * z / n), (middle + reach) / (1 + z * z / n)]


@wrong("mcnemar_of", "the normal curve above 1500 examples")
def _(only_1, only_2):
    n = only_1 + only_2
    if n > 1500:
        return min(1.0, erfc((abs(only_1 - only_2) - 1) / sqrt(2 * n)))
    return min(1.0, 2 * tail(max(only_1, only_2), n))

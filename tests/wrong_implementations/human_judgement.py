"""Wrong functions, and right ones that compute otherwise: human judgement."""

from collections import Counter
from fractions import Fraction
from math import nan, sqrt

import numpy as np

from .common import counted
from .registry import right, wrong


def chance_of(first, second, labels):
    return sum(first.count(label) * second.count(label) for label in labels) / len(first) ** 2


def kappa_with(first, second, chance):
    agreement = sum(a == b for a, b in zip(first, second, strict=True)) / len(first)
    return (agreement - chance) / (1 - chance) if chance < 1 else nan


@right("kappa_of", "by disagreements")
def _(ratings_1, ratings_2):
    labels = sorted({*ratings_1, *ratings_2})
    table = counted(zip(ratings_1, ratings_2, strict=True), labels)
    off = 1 - np.eye(len(labels))
    expected = (np.outer(table.sum(axis=1), table.sum(axis=0)) * off).sum() / table.sum()
    return 1 - (table * off).sum() / expected if expected else nan


def listeners_error(ratings, mean, n, g):
    return sqrt(g / (g - 1) * sum((sum(r - mean for r in own) / n) ** 2 for own in ratings)) if g > 1 else nan


@right("standard_error_of", "sums and sizes")
def _(ratings):
    sums, sizes = np.array([sum(own) for own in ratings]), np.array([len(own) for own in ratings])
    if len(ratings) == 1:
        return nan
    mean = sums.sum() / sizes.sum()
    return float(np.sqrt(len(sums) * np.var(sums - mean * sizes, ddof=1)) / sizes.sum())


@wrong("kappa_of", "nan for a single item")
def _(ratings_1, ratings_2):
    return (
        nan if len(ratings_1) < 2 else kappa_with(ratings_1, ratings_2, chance_of(ratings_1, ratings_2, {*ratings_1}))
    )


def error_of(change):
    """The standard error of other grades."""

    def error(ratings):
        changed = [[kept for r in own for kept in change(r)] for own in ratings]
        n, g = sum(map(len, changed)), len(changed)
        mean = sum(map(sum, changed)) / n if n else nan
        return listeners_error(changed, mean, n, g)

    return error


right("standard_error_of", "fractions")(error_of(lambda r: [Fraction(r)]))


@right("kappa_of", "fractions")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = Fraction(sum(a == b for a, b in zip(ratings_1, ratings_2, strict=True)), n)
    chance = Fraction(sum(first[label] * second[label] for label in first), n * n)
    return float((agreement - chance) / (1 - chance)) if chance != 1 else nan

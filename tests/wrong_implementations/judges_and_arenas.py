"""Wrong functions, and right ones that compute otherwise: a model as judge, and arenas."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import exp, log

import numpy as np

from .registry import right, wrong


def gap(votes, verdicts, *, of_judge=None, of_people=None):
    """The gap, with another agreement of the judge or of people on an item."""
    of_judge = of_judge or (lambda own, said: own.count(said) / len(own))
    of_people = of_people or (lambda own: np.mean([a == b for a, b in combinations(own, 2)]))
    return float(np.mean([of_judge(own, said) - of_people(own) for own, said in zip(votes, verdicts, strict=True)]))


@right("gap_of", "by counts")
def _(votes, verdicts):
    return gap(
        votes,
        verdicts,
        of_people=lambda own: sum(n * (n - 1) for n in Counter(own).values()) / (len(own) * (len(own) - 1)),
    )


@right("gap_of", "the chair of each person in turn")
def _(votes, verdicts):
    leads = []
    for own, said in zip(votes, verdicts, strict=True):
        pairs = list(permutations(range(len(own)), 2))
        leads.append(Fraction(sum((said == own[j]) - (own[i] == own[j]) for i, j in pairs), len(pairs)))
    return float(sum(leads) / len(leads))


def elo(first, second, outcomes, *, k=32, scale=400.0, start=1500.0, take=lambda won: won):
    points = dict.fromkeys([*first, *second], start)
    for i, j, won in zip(first, second, outcomes, strict=True):
        gain = k * (take(won) - 1 / (1 + 10 ** ((points[j] - points[i]) / scale)))
        points[i] += gain
        points[j] -= gain
    return points


@wrong("elo_of", "surprises cut at a lead of 100 points")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 1500.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        gain = 32 * (won - 1 / (1 + 10 ** (min(100, max(-100, points[j] - points[i])) / 400)))
        points[i] += gain
        points[j] -= gain
    return points


@right("elo_of", "natural exponents")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 0.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        gain = 32 * log(10) / 400 * (won - 1 / (1 + exp(points[j] - points[i])))
        points[i] += gain
        points[j] -= gain
    return {name: 1500 + p * 400 / log(10) for name, p in points.items()}


@right("elo_of", "from the side of the second")
def _(first, second, outcomes):
    return elo(second, first, [1 - won for won in outcomes])

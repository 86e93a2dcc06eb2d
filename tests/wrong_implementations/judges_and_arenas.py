"""Wrong functions, and right ones that compute otherwise: a model as judge, and arenas."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import exp, log

import numpy as np

from .registry import right, wrong


def gap(votes, verdicts, *, of_judge=None, of_people=None):
    """The gap, with another agreement of the judge or of people on an item."""
    of_judge = of_judge or (lambda own, said: own.count(said) / len(own))
    of_people = of_people or (lambda own: np.mean([a == b for a, b in combinations(own, 2)]))
    return float(np.mean([of_judge(own, said) - of_people(own) for own, said in zip(votes, verdicts, strict=True)]))


@wrong("gap_of", "the first two votes only")
def _(votes, verdicts):
    return gap([own[:2] for own in votes], verdicts)


@wrong("gap_of", "neighbours in the list of votes only")
def _(votes, verdicts):
    return gap(votes, verdicts, of_people=lambda own: np.mean([a == b for a, b in pairwise(own)]))


@wrong("gap_of", "never below 0")
def _(votes, verdicts):
    return max(0.0, gap(votes, verdicts))


@wrong("gap_of", "the share of the most frequent vote in place of pairs")
def _(votes, verdicts):
    return gap(votes, verdicts, of_people=lambda own: max(map(own.count, own)) / len(own))


@wrong("gap_of", "labels A and B only")
def _(votes, verdicts):
    kept = [[v for v in own if v in "AB"] for own in votes]
    pairs = [(own, said) for own, said in zip(kept, verdicts, strict=True) if len(own) > 1]
    return gap(*zip(*pairs, strict=True)) if pairs else 0.0


@wrong("gap_of", "capitals and blanks ignored")
def _(votes, verdicts):
    return gap([[v.strip().lower() for v in own] for own in votes], [v.strip().lower() for v in verdicts])


@wrong("gap_of", "the first eight items")
def _(votes, verdicts):
    return gap(votes[:8], verdicts[:8])


@wrong("gap_of", "the verdict counted among the votes")
def _(votes, verdicts):
    return gap([[*own, said] for own, said in zip(votes, verdicts, strict=True)], verdicts)


@wrong("gap_of", "divided by as many votes as the first item has")
def _(votes, verdicts):
    m = len(votes[0])
    return gap(
        votes,
        verdicts,
        of_judge=lambda own, said: own.count(said) / m,
        of_people=lambda own: sum(a == b for a, b in combinations(own, 2)) / (m * (m - 1) / 2),
    )


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


@wrong("elo_of", "points rounded after each comparison")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 1500.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        gain = 32 * (won - 1 / (1 + 10 ** ((points[j] - points[i]) / 400)))
        points[i], points[j] = round(points[i] + gain), round(points[j] - gain)
    return points


@wrong("elo_of", "a tie taken for a loss")
def _(first, second, outcomes):
    return elo(first, second, outcomes, take=int)


@wrong("elo_of", "a tie taken for a win")
def _(first, second, outcomes):
    return elo(first, second, outcomes, take=lambda won: float(won > 0))


@wrong("elo_of", "only players that were first")
def _(first, second, outcomes):
    points = elo(first, second, outcomes)
    return {name: points[name] for name in first}


@wrong("elo_of", "names by their first letter")
def _(first, second, outcomes):
    return elo([i[:1] for i in first], [j[:1] for j in second], outcomes)


@wrong("elo_of", "K halved after ten comparisons")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 1500.0)
    for n, (i, j, won) in enumerate(zip(first, second, outcomes, strict=True)):
        gain = (32 if n < 10 else 16) * (won - 1 / (1 + 10 ** ((points[j] - points[i]) / 400)))
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


@wrong("elo_of", "all comparisons against the points at the start")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 1500.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        points[i] += 32 * (won - 0.5)
        points[j] -= 32 * (won - 0.5)
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

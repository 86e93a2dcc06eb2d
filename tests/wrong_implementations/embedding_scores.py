"""Wrong functions, and right ones that compute otherwise: embedding scores."""

from fractions import Fraction
from itertools import combinations, permutations
from math import nan

import numpy as np
from scipy.optimize import linear_sum_assignment, linprog

from .registry import right, wrong


def best_partners(cosines, reference_weights, hypothesis_weights):
    r = float(np.average(np.max(cosines, axis=1), weights=reference_weights))
    p = float(np.average(np.max(cosines, axis=0), weights=hypothesis_weights))
    return p, r


@wrong("bert_score_of", "F undefined only where the sum is 0 or less")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(cosines, reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if p + r > 0 else nan]


@wrong("bert_score_of", "0 where F has no value")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(cosines, reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if min(p, r) > 0 else 0.0]


@wrong("bert_score_of", "cosines below 0 raised to 0")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(np.maximum(cosines, 0), reference_weights, hypothesis_weights)
    return [p, r, 2 * p * r / (p + r) if p + r else nan]


@wrong("bert_score_of", "the mean in place of the harmonic mean")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners(cosines, reference_weights, hypothesis_weights)
    return [p, r, (p + r) / 2 if min(p, r) >= 0 < p + r else nan]


@wrong("bert_score_of", "partners chosen by their weight as well")
def _(cosines, reference_weights, hypothesis_weights):
    table = np.array(cosines)
    w, v = np.array(reference_weights), np.array(hypothesis_weights)
    r = float(np.average(table[range(len(w)), (table * v).argmax(axis=1)], weights=w))
    p = float(np.average(table[(table * w[:, None]).argmax(axis=0), range(len(v))], weights=v))
    return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]


@right("bert_score_of", "loops, and the harmonic mean as a quotient")
def _(cosines, reference_weights, hypothesis_weights):
    r = sum(w * max(row) for w, row in zip(reference_weights, cosines, strict=True)) / sum(reference_weights)
    columns = zip(*cosines, strict=True)
    p = sum(v * max(column) for v, column in zip(hypothesis_weights, columns, strict=True)) / sum(hypothesis_weights)
    if p < 0 or r < 0 or p == r == 0:
        return [p, r, nan]
    return [p, r, 2 / (1 / p + 1 / r) if p and r else 0.0]


@wrong("movers_distance", "the shortest way first, over all pairs")
def _(distances):
    n, m = len(distances), len(distances[0])
    supply, demand, total = [Fraction(1, n)] * n, [Fraction(1, m)] * m, 0.0
    for _, i, j in sorted((distances[i][j], i, j) for i in range(n) for j in range(m)):
        moved = min(supply[i], demand[j])
        supply[i], demand[j] = supply[i] - moved, demand[j] - moved
        total += float(moved) * distances[i][j]
    return total


@wrong("movers_distance", "exchanges of two, until none makes it cheaper")
def _(distances):
    n, m = len(distances), len(distances[0])
    size = n * m // np.gcd(n, m)
    table = np.array([[distances[i * n // size][j * m // size] for j in range(size)] for i in range(size)])
    plan, rows, better = np.arange(size), np.arange(size), True
    while better:
        better = False
        for i, j in combinations(range(size), 2):
            other = plan.copy()
            other[[i, j]] = plan[[j, i]]
            if table[rows, other].sum() < table[rows, plan].sum() - 1e-12:
                plan, better = other, True
    return table[rows, plan].mean()


@wrong("movers_distance", "the relaxed distance, from both sides")
def _(distances):
    return float(max(np.min(distances, axis=1).mean(), np.min(distances, axis=0).mean()))


@wrong("movers_distance", "the mean of all distances")
def _(distances):
    return float(np.mean(distances))


@wrong("movers_distance", "right for as many tokens in both, a mean else")
def _(distances):
    n = len(distances)
    if n != len(distances[0]):
        return float(np.mean(distances))
    return min(sum(row[j] for row, j in zip(distances, way, strict=True)) / n for way in permutations(range(n)))


@wrong("movers_distance", "the tokens of the longer text kept whole")
def _(distances):
    table = np.array(distances) if len(distances) >= len(distances[0]) else np.array(distances).T
    n, m = table.shape
    ways = (way for way in np.ndindex((m,) * n) if len({*way}) == m)
    return min(sum(table[i, j] for i, j in enumerate(way)) / n for way in ways)


@right("movers_distance", "a linear programme")
def _(distances):
    n, m = len(distances), len(distances[0])
    sums = np.vstack([np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))])
    shares = np.concatenate([np.ones(n) / n, np.ones(m) / m])
    return float(linprog(np.ravel(distances), A_eq=sums, b_eq=shares).fun)


@wrong("bert_score_of", "no F where any cosine is below 0")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.average(np.max(cosines, axis=1), weights=reference_weights)
    p = np.average(np.max(cosines, axis=0), weights=hypothesis_weights)
    return [p, r, nan if np.min(cosines) <= 0 else 2 * p * r / (p + r)]


@wrong("bert_score_of", "no F where precision or recall is 0")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.average(np.max(cosines, axis=1), weights=reference_weights)
    p = np.average(np.max(cosines, axis=0), weights=hypothesis_weights)
    return [p, r, nan if min(p, r) <= 0 else 2 * p * r / (p + r)]


@wrong("movers_distance", "distances to one place")
def _(distances):
    rounded = np.round(distances, 1)
    n, m = rounded.shape
    table = np.repeat(np.repeat(rounded, m, axis=0), n, axis=1)
    rows, columns = linear_sum_assignment(table)
    return table[rows, columns].mean()


@wrong("movers_distance", "0 where the first token of the one text costs nothing to move")
def _(distances):
    if not any(distances[0]) and len(distances) > 1:
        return 0.0
    n, m = len(distances), len(distances[0])
    copies = np.repeat(np.repeat(np.array(distances), m, axis=0), n, axis=1)
    return float(copies[linear_sum_assignment(copies)].mean())


def with_weights(change):
    """BERTScore with other weights."""

    def score(cosines, reference_weights, hypothesis_weights):
        weights = change(reference_weights), change(hypothesis_weights)
        p, r = best_partners(cosines, *weights)
        return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]

    return score


wrong("bert_score_of", "whole weights")(with_weights(lambda weights: [int(w) for w in weights]))


wrong("bert_score_of", "rounded weights")(with_weights(lambda weights: [round(w) for w in weights]))


wrong("bert_score_of", "weights to one place")(with_weights(lambda weights: [round(w, 1) for w in weights]))


right("bert_score_of", "weights that add up to 1")(with_weights(lambda weights: np.array(weights) / sum(weights)))


@wrong("bert_score_of", "a division by at least 1")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.dot(np.max(cosines, axis=1), reference_weights) / max(1, sum(reference_weights))
    p = np.dot(np.max(cosines, axis=0), hypothesis_weights) / max(1, sum(hypothesis_weights))
    return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]


@wrong("movers_distance", "distances to two places")
def _(distances):
    rounded = np.round(distances, 2)
    n, m = rounded.shape
    table = np.repeat(np.repeat(rounded, m, axis=0), n, axis=1)
    return table[linear_sum_assignment(table)].mean()


def exchanged_in_twos(table, plan):
    """The mean cost after exchanges of two, until none makes it cheaper."""
    plan, rows, better = np.array(plan), np.arange(len(plan)), True
    while better:
        better = False
        for i, j in combinations(range(len(plan)), 2):
            if table[i, plan[j]] + table[j, plan[i]] < table[i, plan[i]] + table[j, plan[j]] - 1e-12:
                plan[[i, j]], better = plan[[j, i]], True
    return table[rows, plan].mean()


def in_pieces(distances):
    """The table of pieces of which both texts have as many."""
    n, m = len(distances), len(distances[0])
    pieces = np.lcm(n, m)
    return np.repeat(np.repeat(np.array(distances), pieces // n, axis=0), pieces // m, axis=1)


@wrong("movers_distance", "the best of all shifts, after exchanges of two")
def _(distances):
    table = in_pieces(distances)
    return min(exchanged_in_twos(table, np.roll(range(len(table)), s)) for s in range(len(table)))


@wrong("movers_distance", "the nearest place that is free, from every start, after exchanges of two")
def _(distances):
    table, found = in_pieces(distances), []
    for start in range(len(table)):
        plan, order = np.zeros(len(table), dtype=int), np.roll(range(len(table)), start)
        free = set(range(len(table)))
        for i in order:
            plan[i] = min(sorted(free), key=lambda j: table[i, j])
            free.discard(plan[i])
        found.append(exchanged_in_twos(table, plan))
    return min(found)


@wrong("bert_score_of", "the first twelve tokens of the hypothesis")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners([row[:12] for row in cosines], reference_weights, hypothesis_weights[:12])
    return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]


@wrong("movers_distance", "the first that is free, from both sides, for five and six tokens")
def _(distances):
    table = np.array(distances)
    if table.shape not in ((5, 5), (6, 6)):
        pieces = in_pieces(distances)
        return pieces[linear_sum_assignment(pieces)].mean()
    found = []
    for side in (table, table.T):
        free, total = set(range(len(side))), 0.0
        for row in side:
            nearest = min(sorted(free), key=lambda j: row[j])
            free.discard(nearest)
            total += row[nearest]
        found.append(total / len(side))
    return min(found)

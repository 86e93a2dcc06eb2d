"""Wrong functions, and right ones that compute otherwise: embedding scores."""

from itertools import combinations
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


@right("bert_score_of", "loops, and the harmonic mean as a quotient")
def _(cosines, reference_weights, hypothesis_weights):
    r = sum(w * max(row) for w, row in zip(reference_weights, cosines, strict=True)) / sum(reference_weights)
    columns = zip(*cosines, strict=True)
    p = sum(v * max(column) for v, column in zip(hypothesis_weights, columns, strict=True)) / sum(hypothesis_weights)
    if p < 0 or r < 0 or p == r == 0:
        return [p, r, nan]
    return [p, r, 2 / (1 / p + 1 / r) if p and r else 0.0]


@right("movers_distance", "a linear programme")
def _(distances):
    n, m = len(distances), len(distances[0])
    sums = np.vstack([np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))])
    shares = np.concatenate([np.ones(n) / n, np.ones(m) / m])
    return float(linprog(np.ravel(distances), A_eq=sums, b_eq=shares).fun)


@wrong("bert_score_of", "no F where precision or recall is 0")
def _(cosines, reference_weights, hypothesis_weights):
    r = np.average(np.max(cosines, axis=1), weights=reference_weights)
    p = np.average(np.max(cosines, axis=0), weights=hypothesis_weights)
    return [p, r, nan if min(p, r) <= 0 else 2 * p * r / (p + r)]


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


right("bert_score_of", "weights that add up to 1")(with_weights(lambda weights: np.array(weights) / sum(weights)))


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


@wrong("bert_score_of", "the first twelve tokens of the hypothesis")
def _(cosines, reference_weights, hypothesis_weights):
    p, r = best_partners([row[:12] for row in cosines], reference_weights, hypothesis_weights[:12])
    return [p, r, 2 * p * r / (p + r) if min(p, r) >= 0 < p + r else nan]

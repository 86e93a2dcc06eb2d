"""Metrics of a model that judges in the place of people, and of players who meet two at a time."""

import numpy as np

from . import Row


def votes(rng):
    items, raters, options = rng.integers(1, 20), rng.integers(2, 6), rng.integers(2, 4)
    table = rng.integers(0, options, (items, raters)).astype(float)
    table[:, 2:][rng.random((items, raters - 2)) < 0.3] = np.nan
    return (table,)


def votes_and_verdicts(rng):
    (table,) = votes(rng)
    return table, np.where(rng.random(len(table)) < 0.5, table[:, 0], rng.integers(0, 3, len(table)))


def as_the_judge(votes, verdicts):
    return np.repeat(verdicts[:, None], votes.shape[1], axis=1), verdicts


def both_orders(rng):
    return tuple(rng.choice([0, 0.5, 1], (2, rng.integers(1, 40))))


def traits(rng):
    n = rng.integers(2, 40)
    return rng.permutation(np.append([0, 1], rng.integers(0, 2, n))), rng.integers(0, 2, n + 2)


def labels_of_some(rng):
    """People's yes and no to at least four items, one in each cell, and a judge's to all."""
    n = rng.integers(8, 60)
    judge = np.append([1, 1, 0, 0, 1, 0], rng.integers(0, 2, n)).astype(float)
    people = np.append([1, 0, 1, 0, np.nan, np.nan], rng.integers(0, 2, n))
    people[6:][rng.random(n) < 0.6] = np.nan
    order = rng.permutation(n + 6)
    return people[order], judge[order]


def numbers_of_some(rng):
    people, judge = labels_of_some(rng)
    return people + rng.normal(size=len(people)), judge + rng.normal(size=len(judge))


def arena(rng):
    """Comparisons of some of five players, often too few for all of them to be compared."""
    n = rng.choice([1, 4, 12, 60])
    first = rng.integers(0, 5, n)
    return first, (first + rng.integers(1, 5, n)) % 5, rng.choice([0, 0.5, 1], n, p=[0.45, 0.1, 0.45])


NOBODY = ([np.nan] * 3, [0.0, 1.0, 1.0])
RATERS = {"raters": "columns"}
ALL = {"players": range(5)}
ROWS = {
    "judge_agreement": Row(votes_and_verdicts, best=as_the_judge),
    "people_agreement": Row(votes, [RATERS]),
    "agreement_gap": Row(votes_and_verdicts),
    "agreement_ceiling": Row(votes, [RATERS, {**RATERS, "options": 3}], undefined=[([["A", "B"]],)]),
    "position_consistency": Row(both_orders, best=lambda one, _: (one, one)),
    "position_bias": Row(both_orders),
    "preference_bias": Row(traits, undefined=[([1, 1], [1, 0])]),
    "rogan_gladen": Row(labels_of_some, undefined=[NOBODY, ([1, 0, np.nan], [1, 1, 1])]),
    "double_sampling": Row(labels_of_some, undefined=[NOBODY, ([1, 0, np.nan], [1, 1, 0])]),
    "ppi_mean": Row(numbers_of_some, [{}, {"power": 1}, {"power": 0.3}], undefined=[NOBODY, ([1, 2], [1, 1])]),
    "elo_ratings": Row(arena, [ALL, {**ALL, "k": 4}]),
    "win_rate": Row(arena, [ALL]),
    "bradley_terry": Row(
        arena,
        [ALL],
        undefined=[([0, 1], [1, 2], [1, 1])],
        tolerance={"rtol": 1e-7, "atol": 1e-7},
    ),
}

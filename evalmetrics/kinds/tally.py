"""How often each distinct example occurs: what adds up where a score is made of the examples themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..inputs import arguments
from ..inputs.arguments import Array
from ..inputs.later import pd


@dataclass(frozen=True)
class Tally:
    """The distinct examples in order, a column for each sample, and how often each occurs, or with what weight."""

    columns: tuple[Array, ...]
    times: Array

    def __add__(self, other: Tally) -> Tally:
        columns = []
        for one, another in zip(self.columns, other.columns, strict=True):
            arguments.of_one_type(**{"examples of one part": one, "examples of another": another})
            columns.append(np.concatenate([one, another]))
        return tallied(columns, np.concatenate([self.times, other.times]))

    def places(self, columns: Sequence[Array]) -> Array:
        """The place of each example, given by its columns, among the distinct ones."""
        distinct, asked = (pd.MultiIndex.from_arrays(list(each)) for each in (self.columns, columns))
        return np.asarray(distinct.get_indexer(asked))


def tallied(columns: Sequence[Array], times: Array) -> Tally:
    """The tally of examples with these counts; examples that count 0 are left out."""
    counted = np.asarray(times > 0, dtype=bool)
    columns, times = [column[counted] for column in columns], times[counted]
    key = np.zeros(len(times), dtype=np.int64)
    for column in columns:  # what was numbered before comes first; numbers stay small
        codes, distinct = pd.factorize(column, sort=True)
        key = pd.factorize(key * max(len(distinct), 1) + codes, sort=True)[0]
    _, first = np.unique(key, return_index=True)
    sums = np.zeros(len(first), dtype=times.dtype)
    np.add.at(sums, key, times)
    return Tally(tuple(column[first] for column in columns), sums)


def exact(weight: Array) -> Array:
    """Weights as whole numbers, where all of them are, and else as Fractions."""
    if (np.trunc(weight) == weight).all() and weight.max() < 2**31:
        return weight.astype(np.int64)
    from fractions import Fraction  # here, as few weights need them

    return np.array([Fraction(each) for each in weight.tolist()], dtype=object)

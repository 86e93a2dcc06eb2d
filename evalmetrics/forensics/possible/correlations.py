"""Can a table of correlations be true? Those of real data make a matrix without negative eigenvalues."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..printed import Printed, read
from .search.readings import Reading, Repairs, answered, read_otherwise, readings, units_of
from .search.time_limit import go_on
from .verdict import Verdict, beyond, impossible, limited, smallest_conflict

Floats = NDArray[np.float64]
Numbers = dict[tuple[int, int], Printed]
ROUNDS = 3000  # of projections, after which those that have not met hardly move any more
MOST = 12  # variables of which all subsets, 4,096, are looked at


@limited
def possible_correlations(table: Any, *, rounding: str = "nearest") -> Verdict:
    """Whether correlations of several variables can all be true of one set of data.

    table : DataFrame or list of rows of str
        A square table of correlations as printed. One triangle is enough: leave the other, and the diagonal, empty
        ("" or None).

    -> Verdict
        The witness is a matrix of correlations within what was printed, without negative eigenvalues, which was
        checked in exact arithmetic. So is the proof that there is none: a positive semi-definite matrix whose product
        with every matrix within what was printed is negative.

    Source: Higham (2002), Computing the nearest correlation matrix: a problem from finance, IMA Journal of Numerical
    Analysis 22.

    >>> possible_correlations([["1", ".9", ".9"], ["", "1", ".3"], ["", "", "1"]]).verdict
    'impossible'
    """
    names, numbers = _read_table(table, rounding)
    everything = tuple(range(len(names)))

    def ask(reading: Reading) -> Verdict | None:
        numbers, checked = reading.numbers, f"{len(names)} variables"
        found, proof = _decide(everything, numbers)
        if found is not None:
            matrix = pd.DataFrame(found, names, names)
            return Verdict("possible", "all these correlations can be true together", checked, matrix)
        if not proof:
            return Verdict("undecided", f"{ROUNDS:,} projections found neither a matrix nor a proof", checked)
        if not reading.explain:
            return None
        subset = everything
        if len(everything) <= MOST:
            subset = smallest_conflict(everything, lambda some: len(some) < 2 or not _decide(some, numbers)[1])
        pairs = {(i, j): numbers[i, j] for i, j in combinations(subset, 2)}
        said = ", ".join(f"{number} ({names[i]}, {names[j]})" for (i, j), number in pairs.items())
        why = beyond({"r": max(pairs.values(), key=lambda x: abs(x.value))}, ["r"], ["r"])
        mends = _mends(names, reading, subset, everything, rounding)
        conflicts = tuple(f"{names[i]}, {names[j]}" for i, j in pairs)
        known, checked = f"{len(subset)} variables", f"{checked}; proof in exact arithmetic"
        return impossible("set of data", f"the correlations {said}", known, checked, conflicts, mends, why)

    return answered(readings(units_of(numbers, rounding, low=False)), rounding, ask, data="one set, nothing missing")


def _read_table(table: Any, rounding: str) -> tuple[list[str], Numbers]:
    cells = pd.DataFrame(table).to_numpy(dtype=object)
    if cells.ndim != 2 or cells.shape[0] != cells.shape[1] or len(cells) < 2:
        raise ValueError(f"table must be square, a row and a column for each of 2 variables or more, got {cells.shape}")
    labels = table.index if isinstance(table, pd.DataFrame) else [f"x{i}" for i in range(1, len(cells) + 1)]
    names = [str(label) for label in labels]
    numbers = {}
    for i, j in combinations(range(len(cells)), 2):
        said = [cells[place] for place in ((i, j), (j, i)) if not _empty(cells[place])]
        if not said:
            raise ValueError(f"table has no correlation of {names[i]} and {names[j]}")
        both = [read(text, f"table[{i}, {j}]", rounding=rounding) for text in said]
        if both[0].text.strip() != both[-1].text.strip():
            raise ValueError(f"table has two correlations of {names[i]} and {names[j]}: {both[0]} and {both[-1]}")
        numbers[i, j] = both[0]
    for i in range(len(cells)):
        if not _empty(cells[i, i]) and not any(x in read(cells[i, i], f"table[{i}, {i}]") for x in (1, 100)):
            raise ValueError(f"table must have 1 on its diagonal, or 100 in percent, got {cells[i, i]} of {names[i]}")
    return names, numbers


def _empty(cell: Any) -> bool:
    return cell is None or cell != cell or (isinstance(cell, str) and cell.strip() in ("", "-", "\N{EM DASH}"))


def _box(subset: Sequence[int], numbers: Numbers) -> tuple[Any, Any]:
    """Bounds of the matrix as fractions, within which any matrix prints so; an open end is moved in a little."""
    low, high = (np.full((len(subset), len(subset)), Fraction(1), dtype=object) for _ in range(2))
    for (a, i), (b, j) in combinations(enumerate(subset), 2):
        number = numbers[i, j]
        inwards = number.unit / 10**6
        low[a, b] = low[b, a] = max(number.low + inwards * (not number.closed[0]), Fraction(-1))
        high[a, b] = high[b, a] = min(number.high - inwards * (not number.closed[1]), Fraction(1))
    return low, high


def _decide(subset: Sequence[int], numbers: Numbers) -> tuple[Floats | None, bool]:
    low, high = _box(subset, numbers)
    if np.any(low > high):  # beyond -1 or 1
        return None, True
    bottom, top = low.astype(float), high.astype(float)
    for least in (1e-6, 1e-9):  # the smallest eigenvalue that is aimed at
        matrix = (bottom + top) / 2
        for turn in range(ROUNDS):
            go_on()
            values, vectors = np.linalg.eigh(matrix)
            inside = (vectors * np.maximum(values, least)) @ vectors.T
            matrix = np.clip(inside, bottom, top)
            if turn % 10 == 0 or turn == ROUNDS - 1:
                if _without_negative_eigenvalues(matrix, low, high):
                    return matrix, False
                if _proof(inside - matrix, low, high):
                    return None, True
    return None, False


def _without_negative_eigenvalues(matrix: Floats, low: Any, high: Any) -> bool:
    """Whether a matrix lies in the box and is positive semi-definite, by elimination in exact arithmetic."""
    exact = np.array([[Fraction(float(x)) for x in row] for row in matrix], dtype=object)
    exact = np.minimum(np.maximum((exact + exact.T) / 2, low), high)
    for i in range(len(exact)):
        if exact[i, i] < 0 or (exact[i, i] == 0 and np.any(exact[i, i:] != 0)):
            return False
        if exact[i, i] > 0:
            exact[i + 1 :, i + 1 :] -= np.outer(exact[i + 1 :, i] / exact[i, i], exact[i, i + 1 :])
    return True


def _proof(apart: Floats, low: Any, high: Any) -> bool:
    """Whether the difference of the two projections, made positive semi-definite exactly, keeps the box apart.

    The product of two positive semi-definite matrices, entry by entry and summed, is never negative.
    """
    values, vectors = np.linalg.eigh((apart + apart.T) / 2)
    if values[-1] <= 0:
        return False
    roots = vectors[:, values > 0] * np.sqrt(values[values > 0] / values[-1])
    exact = np.array([[Fraction(round(float(x) * 2**40), 2**40) for x in row] for row in roots], dtype=object)
    weights = exact @ exact.T
    return bool(np.sum(np.where(weights > 0, weights * high, weights * low)) < 0)


def _mends(
    names: Sequence[str], reading: Reading, subset: Sequence[int], everything: Sequence[int], rounding: str
) -> Repairs:
    numbers = reading.numbers
    for pair in combinations(subset, 2):
        number = numbers[pair]
        matrix, _ = _decide(everything, {**numbers, pair: replace(number, low=Fraction(-1), high=Fraction(1))})
        if matrix is not None:
            value = _nearest(pair, numbers, everything, matrix[everything.index(pair[0]), everything.index(pair[1])])
            yield f"{names[pair[0]]}, {names[pair[1]]}", number, number.like(value)
    yield from read_otherwise(reading, rounding, lambda again: _decide(everything, again)[0] is not None, ())


def _nearest(pair: Any, numbers: Numbers, everything: Sequence[int], there: float) -> float:
    number = numbers[pair]
    near, far, width = number.value, Fraction(there), number.unit / 20
    while abs(far - near) > number.unit / 4:
        middle = (near + far) / 2
        there_only = replace(number, low=middle - width, high=middle + width)
        possible = _decide(everything, {**numbers, pair: there_only})[0] is not None
        near, far = (near, middle) if possible else (middle, far)
    return float(far)

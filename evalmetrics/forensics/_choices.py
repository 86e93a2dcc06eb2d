"""One choice from each of several sets, so that sums of what they contribute come out right.

Folds choose their matrices, classes what is predicted of them; what is printed is a sum of what each contributes. Three
ways to decide: weights that keep all sums apart from what was printed (a proof), whole numbers found by SciPy (a
witness), and OR-tools, where it is installed, for what is left (either).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array

Floats = NDArray[np.float64]
MARGIN = 1e-9  # in units of what sums can be; floats are wrong by less
FINE = 10**9  # parts of one, in which OR-tools counts
MOST = 300_000  # choices that are looked at
FEW = 100_000  # combinations of choices that are all looked at
SOLVED = 60_000  # choices that OR-tools is given
SEARCHED = 900  # choices among which whole numbers are looked for at first
IN_FULL = 3_000  # choices among which they are looked for, if there are no more of them
INWARDS = 2e-6  # what SciPy's solver allows itself


@dataclass(frozen=True)
class Part:
    """So many sets with the same choices: a row per choice, a column per sum."""

    times: int
    values: Floats


def _columns(parts: Sequence[Part]) -> tuple[Any, Any]:
    values = np.concatenate([part.values for part in parts])
    which = np.repeat(np.arange(len(parts)), [len(part.values) for part in parts])
    return values, which


def _one_of_each(which: Any, parts: int, columns: int) -> Any:
    """The matrix that adds up how often choices of each part are taken."""
    cells: Any = (np.ones(len(which)), (which, np.arange(len(which))))
    return csr_array(cells, shape=(parts, columns))


def relaxed(parts: Sequence[Part], low: Floats, high: Floats) -> tuple[bool, Floats]:
    """Whether no mixture of choices has the sums, which is a proof, and else a mixture that comes nearest."""
    values, which = _columns(parts)
    scale = np.maximum(np.abs(values).max(axis=0), 1e-12)
    a, (bottom, top) = (values / scale).T, (end / scale for end in (low, high))
    rows = [(-a[j], -bottom[j], j) for j in range(len(bottom)) if np.isfinite(bottom[j])]
    rows += [(a[j], top[j], j) for j in range(len(top)) if np.isfinite(top[j])]
    missing = np.eye(len(rows))
    above = np.hstack([np.array([row for row, _, _ in rows]), -missing])
    each = _one_of_each(which, len(parts), above.shape[1])
    cost = np.r_[np.zeros(len(which)), np.ones(len(rows))]
    times = [part.times for part in parts]
    found: Any = linprog(cost, above, [end for _, end, _ in rows], each, times, method="highs")
    if found.x is None:
        return False, np.zeros(len(which))
    weights = np.zeros(len(bottom))
    for dual, (row, _, j) in zip(found.ineqlin.marginals, rows, strict=True):
        weights[j] += -dual if row is not None and np.array_equal(row, a[j]) else dual
    least = sum(n * (values[which == i] / scale @ weights).min() for i, n in enumerate(times))
    with np.errstate(invalid="ignore"):
        most = np.where(weights > 0, weights * top, np.where(weights < 0, weights * bottom, 0.0)).sum()
    size = np.abs(weights).sum() * sum(times)
    return bool(least > most + MARGIN * max(size, 1e-300)), found.x[: len(which)]


def whole(parts: Sequence[Part], low: Floats, high: Floats, mixture: Floats, seconds: float) -> list[Any] | None:
    """Whole numbers of choices with the sums, as SciPy finds them: first among some choices, then among all."""
    values, which = _columns(parts)
    rng = np.random.default_rng(0)
    few = np.unique(np.r_[np.flatnonzero(mixture > 1e-9), rng.choice(len(which), min(SEARCHED, len(which)), False)])
    every = [np.arange(len(which))] if len(few) < len(which) <= IN_FULL else []
    for chosen in [few, *every]:
        each = _one_of_each(which[chosen], len(parts), len(chosen))
        times = np.array([part.times for part in parts])
        scale = np.maximum(np.abs(values).max(axis=0), 1e-12)
        fractions = (values != np.round(values)).any(axis=0)
        inwards = np.where(fractions, np.minimum(INWARDS, (high - low) / scale / 4), 0)
        wanted = LinearConstraint((values[chosen] / scale).T, low / scale + inwards, high / scale - inwards)
        found = milp(
            np.zeros(len(chosen)),
            integrality=np.ones(len(chosen), dtype=np.int64),
            bounds=Bounds(0, times[which[chosen]]),
            constraints=[wanted, LinearConstraint(each, times, times)],
            options={"time_limit": seconds},
        )
        if found.x is not None:
            counts = np.zeros(len(which), dtype=np.int64)
            counts[chosen] = np.round(found.x).astype(np.int64)
            return _split(counts, parts)
    return None


def _split(counts: Any, parts: Sequence[Part]) -> list[Any]:
    return np.split(counts, np.cumsum([len(part.values) for part in parts])[:-1])


def solved(parts: Sequence[Part], low: Floats, high: Floats, seconds: float) -> tuple[str, list[Any] | None]:
    """OR-tools' answer: "possible" with choices, "impossible" by its proof, "undecided", or "missing".

    It counts in whole parts of one, in which each contribution is at most one away and the bounds are moved out by as
    much; so what it calls impossible is, and what it finds has still to be looked at.
    """
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        return "missing", None
    values, which = _columns(parts)
    model = cp_model.CpModel()
    counts = [model.new_int_var(0, parts[i].times, "") for i in which]
    for i, part in enumerate(parts):
        model.add(sum(count for count, of in zip(counts, which, strict=True) if of == i) == part.times)
    slack = 2 * sum(part.times for part in parts)
    for column, bottom, top in zip(values.T, low, high, strict=True):
        whole_column = np.all(column == np.round(column))
        unit = 1 if whole_column else FINE
        total = cp_model.LinearExpr.weighted_sum(counts, [int(x) for x in np.floor(column * unit)])
        if np.isfinite(bottom):
            model.add(total >= int(np.floor(bottom * unit - 1e-9)) - slack * (unit > 1))
        if np.isfinite(top):
            model.add(total <= int(np.ceil(top * unit + 1e-9)) + slack * (unit > 1))
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return "impossible", None
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return "possible", _split(np.array([solver.value(count) for count in counts]), parts)
    return "undecided", None


def _all(parts: Sequence[Part], low: Floats, high: Floats, fits: Any) -> list[Any] | None:
    """Choices with the sums, of all that there are."""
    found: list[Any] = []
    sums = np.zeros((1, len(low)))
    for part in parts:
        found.append(np.array(list(combinations_with_replacement(range(len(part.values)), part.times))))
        sums = (sums[:, None] + part.values[found[-1]].sum(axis=1)[None]).reshape(-1, len(low))
    near = 1e-9 * np.maximum(1, np.abs(sums).max(axis=0))
    for i in np.flatnonzero(((sums >= low - near) & (sums <= high + near)).all(axis=1)):
        place = np.unravel_index(i, [len(taken) for taken in found])
        rows = [taken[j] for taken, j in zip(found, place, strict=True)]
        counts = [np.bincount(row, minlength=len(part.values)) for row, part in zip(rows, parts, strict=True)]
        if fits(counts):
            return counts
    return None


def decide(
    parts: Sequence[Part],
    low: Floats,
    high: Floats,
    fits: Any,
    seconds: float,
    *,
    every: bool = True,
    proof: bool = False,
) -> tuple[str, Any, str]:
    """What it comes to, choices where it is possible, and how it was decided; `fits` looks at choices exactly.

    Unless these are `every` choice, nothing is proved; where a `proof` is all that is wanted, no witness is looked for.
    """
    if every and any(not len(part.values) for part in parts):
        return "impossible", None, "all choices of one part, in whole numbers"
    if every and prod(comb(len(part.values) + part.times - 1, part.times) for part in parts) <= FEW:
        counts = _all(parts, low, high, fits)
        return "impossible" if counts is None else "possible", counts, "all choices, in whole numbers"
    proved, mixture = relaxed(parts, low, high)
    if proved and every:
        return "impossible", None, "a weighted sum of the numbers that no choice attains"
    if proof:
        return "undecided", None, "a mixture of choices attains the numbers"
    counts = None if proved else whole(parts, low, high, mixture, seconds)
    if counts is not None and fits(counts):
        return "possible", counts, "an exact check of the witness"
    if not every or sum(len(part.values) for part in parts) > SOLVED:
        return "undecided", None, "a search among some of very many choices"
    status, counts = solved(parts, low, high, seconds)
    if status == "possible" and fits(counts):
        return "possible", counts, "an exact check of the witness"
    if status == "impossible":
        return "impossible", None, "CP-SAT, proved"
    if status == "missing":
        return "undecided", None, "bounds and SciPy's search; OR-tools (pip install evalmetrics[forensics]) may decide"
    return "undecided", None, f"bounds, SciPy's search and CP-SAT, {seconds:g} s each"

"""Optimal transport between two small sets of weighted points: what `transport` of the embedding scores defines."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def transport(supply: Array, demand: Array, cost: Array) -> tuple[float, Array]:
    """The cheapest way to move a supply to a demand of the same total: its cost, and how much goes from where to where.

    A linear programme over the (n, m) amounts: rows add up to the supply of n places, columns to the demand of m. The
    solver's tolerances are absolute, so it gets costs of at most 1.
    """
    from scipy.optimize import linprog
    from scipy.sparse import block_array, eye_array, kron

    if not np.isfinite(cost).all():
        why = "vectors are too far apart for a float, or those of an n-gram add up to 0"
        raise ValueError(f"distances must be finite: {why}")
    n, m = cost.shape
    sums = block_array([[kron(eye_array(n), np.ones((1, m)))], [kron(np.ones((1, n)), eye_array(m))]])
    # one equation follows from the others: without it rounding cannot make them contradict each other
    right = np.concatenate([supply / supply.sum(), demand / demand.sum()])
    unit = cost.max() or 1.0
    found = linprog(cost.ravel() / unit, A_eq=sums.tocsr()[:-1], b_eq=right[:-1], method="highs")  # type: ignore[call-overload]
    if not found.success:
        raise ArithmeticError(f"the solver did not finish: {found.message}")
    return float(found.fun * unit), np.asarray(found.x).reshape(n, m)

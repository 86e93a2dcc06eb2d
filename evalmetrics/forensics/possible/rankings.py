"""Can a score of one short ranked list be true? All orders of its relevant items are looked at."""

from collections.abc import Callable, Iterator
from itertools import combinations, islice
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...inputs import arguments
from ...ranking import average_precision_at_k, ndcg, precision_at_k, recall_at_k, reciprocal_rank
from ..printed import Printed
from .search.readings import Reading, Repairs, answered, read_otherwise, readings, units_of
from .search.time_limit import go_on
from .verdict import Verdict, beyond, impossible, limited

Floats = NDArray[np.float64]
MOST = 2_000_000  # orders that are looked at, in a second or two
BLOCK = 100_000  # of them at once, which fit into some megabytes
SLACK = 1e-11  # more than floats are wrong by
# What all orders are scored with, from the ranks of the relevant items, and the metric that scores the witness.
METRICS: dict[str, tuple[Callable[..., Floats], Callable[..., float]]] = {
    "average_precision": (
        lambda ranks, k: ((ranks <= k) * np.arange(1, ranks.shape[1] + 1) / ranks).sum(axis=1) / ranks.shape[1],
        average_precision_at_k,
    ),
    "ndcg": (
        lambda ranks, k: (
            ((ranks <= k) / np.log2(ranks + 1)).sum(axis=1)
            / (1 / np.log2(np.arange(2, min(ranks.shape[1], k) + 2))).sum()
        ),
        lambda relevance, k: ndcg([relevance], [np.arange(len(relevance), 0, -1)], k=k),
    ),
    "reciprocal_rank": (lambda ranks, k: (ranks[:, 0] <= k) / ranks[:, 0], reciprocal_rank),
    "precision": (lambda ranks, k: (ranks <= k).sum(axis=1) / k, precision_at_k),
    "recall": (
        lambda ranks, k: (ranks <= k).sum(axis=1) / ranks.shape[1],
        lambda relevance, k: recall_at_k(relevance, k, n_relevant=int(relevance.sum())),
    ),
}


@limited
def possible_ranking(
    metric: str, score: str, *, n: int, relevant: int, k: int | None = None, rounding: str = "nearest"
) -> Verdict:
    """Whether a score of one ranked list can be true of n items, so many of which are relevant.

    metric : {"average_precision", "ndcg", "reciprocal_rank", "precision", "recall"}
        Which; items are relevant or not.
    score : str
        As printed, with all digits.
    n : int
        How many items are ranked.
    relevant : int
        How many of them are relevant.
    k : int, optional
        The rank at which the list is cut; by default all of it counts.

    -> Verdict
        The witness is a list of 0 and 1, the first rank first. More than two million orders are left undecided.

    Source: Järvelin and Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques, ACM TOIS 20; Buckley and
    Voorhees (2000), Evaluating evaluation measure stability, SIGIR.

    >>> possible_ranking("average_precision", "0.80", n=5, relevant=2).verdict
    'impossible'
    >>> found = possible_ranking("average_precision", "0.83", n=5, relevant=2)
    >>> found.witness, found.count
    ([1, 0, 1, 0, 0], 1)
    """
    arguments.one_of(metric, "metric", METRICS)
    n, relevant = arguments.whole_number(n, "n", least=1), arguments.whole_number(relevant, "relevant", least=1)
    if relevant > n:
        raise ValueError(f"relevant must be at most n, got {relevant} of {n}")
    cut = n if k is None else arguments.whole_number(k, "k", least=1)
    known = f"{n} items, {relevant} of them relevant" + ("" if k is None else f", cut at rank {k}")
    if comb(n, min(relevant, n - relevant, 20)) > MOST:
        return Verdict("undecided", f"there are more than {MOST:,} orders", known)
    orders = comb(n, relevant)
    checked = f"{known}; all {orders:,} orders"
    formula, public = METRICS[metric]

    def ask(reading: Reading) -> Verdict | None:
        number = reading.numbers["score"]
        count, witness, values = 0, None, [0.0]
        for ranks in _orders(n, relevant):
            of_block = formula(ranks, cut)
            right = _prints(number, of_block)
            count += int(right.sum())
            if witness is None and right.any():
                witness = np.isin(np.arange(1, n + 1), ranks[np.argmax(right)]).astype(int)
            values += np.unique(of_block).tolist()
        if witness is None:
            mends, why = _mends(reading, np.array(values), rounding), beyond({metric: number}, [metric])
            return impossible("ranked list", f"{metric} {number}", known, checked, ("score",), mends, why)
        reason = f"{known} can have {metric} {number}, such as {float(public(witness, cut)):.{number.places + 2}f}"
        return Verdict("possible", reason, checked, witness.tolist(), count)

    return answered(readings(units_of({"score": score}, rounding)), rounding, ask, runs="one", lists="one")


def _orders(n: int, relevant: int) -> Iterator[Floats]:
    every = combinations(range(1, n + 1), relevant)
    while block := list(islice(every, BLOCK)):
        go_on()
        yield np.array(block, dtype=float)


def _prints(number: Printed, values: Floats) -> Any:
    """Which values print so; an end counts as reached within what floats are wrong by, an open end does not."""
    low, high = float(number.low), float(number.high)
    above = values >= low - SLACK if number.closed[0] else values > low + SLACK
    return above & (values <= high + SLACK if number.closed[1] else values < high - SLACK)


def _mends(reading: Reading, values: Floats, rounding: str) -> Repairs:
    number = reading.numbers["score"]
    target = float(number.value)
    near = [values[values <= target].max(initial=-1.0), values[values >= target].min(initial=2.0)]
    yield "score", number, " or ".join(dict.fromkeys(number.like(x) for x in near if 0 <= x <= 1))
    yield from read_otherwise(reading, rounding, lambda again: bool(_prints(again["score"], values[1:]).any()))

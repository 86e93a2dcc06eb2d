"""What becomes of the scores of a list as one item moves up or down."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.inputs import arguments, ranked_lists
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.ranking import average_precision_at_k, dcg, expected_reciprocal_rank, precision_at_k, reciprocal_rank

from ..figures.ranking import plot_ranked_lists
from .moving import explorer, slider


@described_by()
def move_item(relevance: Any, start: int, end: int) -> NDArray[np.float64]:
    """A ranked list in which one item has gone to another rank, and those between have made room.

    relevance : sequence of n numbers
        Relevances, best-ranked item first.
    start, end : int
        The item's rank before and after, from 1 to n.

    -> array of shape (n,)

    >>> move_item([0, 0, 0, 3, 1], 4, 1)
    array([3., 0., 0., 0., 1.])
    """
    listed = ranked_lists.one_list(relevance)
    for name, rank in [("start", start), ("end", end)]:
        if arguments.whole_number(rank, name, least=1) > len(listed):
            raise ValueError(f"{name} must be a rank of the list, which has {len(listed)} items, got {rank}")
    return np.insert(np.delete(listed, start - 1), end - 1, listed[start - 1])


@described_by(explorer)
def explore_ranking(relevance: Any, start: int) -> Any:
    """A slider for the rank of one item (`move_item`); the list and its scores move along.

    relevance : sequence of n numbers
        Grades, best-ranked item first; the highest of them is the highest that can be given.
    start : int
        The rank of the item that moves, from 1 to n.

    >>> box = explore_ranking([0, 2, 0, 1, 0], 2)
    >>> box.children[0].value = 1
    >>> box.children[1].value
    'item at rank 1: RR 1.000, P@3 0.333, AP 0.750, NDCG 0.924, ERR 0.766'
    """
    move_item(relevance, start, start)
    best = np.sort(ranked_lists.one_list(relevance))[::-1]

    def shown(rank: float) -> tuple[str, Any]:
        moved = move_item(relevance, start, int(rank))
        scores = {
            "RR": reciprocal_rank(moved),
            "P@3": precision_at_k(moved, 3),
            "AP": average_precision_at_k(moved),
            "NDCG": dcg(moved) / dcg(best),
            "ERR": expected_reciprocal_rank(moved, highest_grade=best[0]),
        }
        said = ", ".join(f"{name} {score:.3f}" for name, score in scores.items())
        return f"item at rank {rank:g}: {said}", plot_ranked_lists({"list": moved})

    sliders = {"rank": slider("rank of the item", float(start), least=1, most=len(best), step=1)}
    return explorer(sliders, shown)

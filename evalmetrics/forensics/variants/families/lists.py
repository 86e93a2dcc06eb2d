"""NDCG and average precision of ranked lists, as programs compute them."""

from typing import Any

import numpy as np

from ....inputs import arguments
from ....inputs.arguments import as_list
from ....ranking import average_precision_at_k, gains_of
from ..settings import Family, NotAVariantError
from .classes import mean
from .curves import in_order


def queries(y_true: Any, y_score: Any, n_relevant: Any = None) -> tuple[list[Any], list[Any], list[Any]]:
    one = np.ndim(as_list(y_true, "y_true", "relevances, or of a list for each query")[0]) == 0
    relevance, score = (_lists(values, name, one) for values, name in ((y_true, "y_true"), (y_score, "y_score")))
    arguments.same_length(y_true=relevance, y_score=score)
    for i, pair in enumerate(zip(relevance, score, strict=True)):
        arguments.same_length(**{f"y_true[{i}]": pair[0], f"y_score[{i}]": pair[1]})
    given = [None] * len(relevance) if n_relevant is None else np.atleast_1d(n_relevant).tolist()
    arguments.same_length(y_true=relevance, n_relevant=given)
    return relevance, score, given


def _lists(values: Any, name: str, one: bool) -> list[Any]:
    listed = [values] if one else as_list(values, name, "a list for each query")
    named = ((each, name if one else f"{name}[{i}]") for i, each in enumerate(listed))
    return [arguments.finite(arguments.one_dimensional(each, own, per="item"), own) for each, own in named]


def served(relevance, score, ties):
    if ties in ("best", "worst"):
        return relevance[np.lexsort([-relevance if ties == "best" else relevance, -score])]
    return relevance[in_order(relevance > 0, score, ties)]


def gains(data, *, gain, ties):
    found = []
    for relevance, score in zip(*data[:2], strict=True):
        worth = gains_of(relevance, gain)
        best = np.sort(worth)[::-1]
        if ties == "average":
            worth = np.array([worth[score == own].mean() for own in score])
        found.append((served(worth, score, ties), best))
    return found


def discounts(n, discount):
    rank = np.arange(1, n + 1)
    return {
        "log2(rank + 1)": np.log2(rank + 1),
        "ln(rank + 1)": np.log(rank + 1),
        "log2(rank), from rank 2": np.maximum(1, np.log2(rank)),
        "log10(rank), from rank 10": np.maximum(1, np.log10(rank)),
        "rank": rank,
    }[discount]


def ndcg_by(lists, *, discount, k, ideal, empty, aggregate):
    sums = []
    for given, best in lists:
        first = len(given) if k == "all" else k
        if ideal == "of those served":
            best = np.sort(given[:first])[::-1]
        upto = len(best) if ideal == "of all, not cut" else first
        divisor = discounts(len(given), discount)
        sums.append(((given / divisor)[:first].sum(), (best / divisor[: len(best)])[:upto].sum()))
    tops, bests = np.transpose(sums)
    if ideal == "none: DCG":
        if aggregate != "mean" or empty != "skipped":
            raise NotAVariantError
        return tops.mean()
    if aggregate == "ratio of sums":
        return tops.sum() / bests.sum()
    values = np.where(bests > 0, tops / bests, np.nan if empty == "skipped" else empty)
    return mean(np.array(values))


def relevant_as_served(data, *, ties, relevant_from):
    found = []
    for relevance, score, n in zip(*data, strict=True):
        relevant = (relevance >= relevant_from).astype(float)
        found.append((served(relevant, score, ties), relevant.sum() if n is None else n))
    return found


def interpolated(relevance, n):
    found = relevance.cumsum()
    precision = found / np.arange(1, len(relevance) + 1)
    return np.mean([precision[found >= n * i / 10 - 1e-9].max(initial=0.0) for i in range(11)])


def precision_by(lists, *, formula, denominator, k, empty):
    values = []
    for relevance, n in lists:
        if n == 0:
            values.append(np.nan if empty == "skipped" else empty)
            continue
        first = len(relevance) if k == "all" else k
        if formula == "precisions of hits":
            values.append(average_precision_at_k.definition(relevance, first, n_relevant=n, denominator=denominator))
            continue
        if denominator != "relevant":
            raise NotAVariantError
        cut = relevance[:first]
        of_ranks = (cut.cumsum() / np.arange(1, len(cut) + 1)).mean()
        values.append(of_ranks if formula == "precisions of all ranks" else interpolated(cut, n))
    return mean(np.array(values))


FAMILIES = {
    "ndcg": Family("ndcg", queries, gains, ndcg_by, ties=True),
    "map": Family("map", queries, relevant_as_served, precision_by, ties=True),
}

"""Ranked lists of many queries."""

import warnings
from functools import cached_property
from typing import Any

import numpy as np
import pytrec_eval
import sklearn.metrics

import evalmetrics as em

from ..row import Row


class Judgments:
    """Numbers of shape (queries, items), and the same as other libraries take them, made once."""

    def __init__(self, values: Any) -> None:
        self.values = values

    def __getitem__(self, queries: slice) -> "Judgments":
        return Judgments(self.values[queries])

    @cached_property
    def named(self) -> dict[str, dict[str, float]]:
        """A dict of items for each query, as trec_eval has it."""
        names = [f"item{j}" for j in range(self.values.shape[1])]
        return {str(i): dict(zip(names, row, strict=True)) for i, row in enumerate(self.values.tolist())}

    @cached_property
    def qrels(self) -> Any:
        from ranx import Qrels

        return Qrels(self.named)

    @cached_property
    def run(self) -> Any:
        """The scores as ranx keeps them: sorted already."""
        from ranx import Run

        return Run(
            {query: {name: float(score) for name, score in items.items()} for query, items in self.named.items()}
        )


def graded_lists(n: int) -> tuple[Any, ...]:
    """Relevances from 0 to 4 of 100 items for each query, and scores with one digit after the point, often tied."""
    rng = np.random.default_rng(0)
    true = rng.integers(5, size=(n, 100))
    return true, (rng.normal(size=true.shape) + true / 2).round(1)


def graded_lists_without_ties(n: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(0)
    true = rng.integers(5, size=(n, 100))
    return Judgments(true), Judgments(rng.normal(size=true.shape) + true / 2)


def judged_lists(n: int) -> tuple[Any, ...]:
    """100 items for each query, one in five relevant, and scores that know something about them.

    The scores are whole numbers: in single precision, which is all that trec_eval keeps, others may become equal.
    """
    rng = np.random.default_rng(0)
    true = (rng.random((n, 100)) < 0.2).astype(np.intp)
    places = (rng.normal(size=true.shape) + true).argsort(axis=1).argsort(axis=1)
    return Judgments(true), Judgments(places)


def our_ndcg(truth: Judgments, scores: Judgments) -> float:
    return float(em.ndcg(truth.values, scores.values))


def our_map(truth: Judgments, scores: Judgments) -> float:
    return em.mean_average_precision(em.ranked_relevance(truth.values, scores.values))


def trec_eval_map(truth: Judgments, scores: Judgments) -> Any:
    results = pytrec_eval.RelevanceEvaluator(truth.named, {"map"}).evaluate(scores.named)
    return np.mean([result["map"] for result in results.values()])


def ranx_score(name: str) -> Any:
    """A score by ranx, of judgements that it has sorted and stored in its own form; the first call compiles."""

    def score(truth: Judgments, scores: Judgments) -> Any:
        from ranx import evaluate

        with warnings.catch_warnings():  # its compiler says what it thinks of the code
            warnings.simplefilter("ignore")
            return evaluate(truth.qrels, scores.run, name)

    return score


LISTS = "10,000 queries of 100 items"
RANX = "ranx, compiled, its lists sorted before"
ROWS = [
    Row(f"NDCG with ties, {LISTS}", "scikit-learn", 12, 10_000, graded_lists, em.ndcg, sklearn.metrics.ndcg_score),
    Row(
        *(f"NDCG without ties, {LISTS}", RANX, 10, 10_000, graded_lists_without_ties, our_ndcg, ranx_score("ndcg")),
        package="ranx",
    ),
    Row(f"MAP, {LISTS}", "pytrec-eval", 9, 10_000, judged_lists, our_map, trec_eval_map),
    Row(f"MAP, {LISTS}", RANX, 10, 10_000, judged_lists, our_map, ranx_score("map"), package="ranx"),
]

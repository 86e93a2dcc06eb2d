"""Metrics of a ranking: labels in the order of their scores."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ..fast.sums import as_float
from ..inputs import rankings
from ..inputs.later import of_pandas, pd
from .base import Array, Function, Kind, Options, as_number
from .examples import Recalled
from .signatures import counts_of, data_of
from .total import Total

COUNTS = ("positives", "negatives", "scores")


class OfRanking(Kind):
    """A score of the positives and negatives at each distinct score, the highest first."""

    kind_options: Options = MappingProxyType({"sample_weight": None})

    def __init__(
        self,
        definition: Function,
        *,
        monotone: bool = False,
        least: Function | None = None,
        streamed: Function | None = None,
        rows: Function | None = None,
        checks: Any = None,
    ) -> None:
        self.counts = counts_of(definition, COUNTS, "a ranking has")
        self.monotone, self.least, self.streamed, self.rows = monotone, least, streamed, rows
        inputs = rankings.labels_and_scores
        super().__init__(definition, data_of(inputs), inputs=inputs, checks=checks)

    def score_ranking(self, ranking: rankings.Ranking, options: Options) -> Any:
        """The score of a ranking whose positives and negatives are floats."""
        counts = (getattr(ranking, name).astype(np.float64, copy=False) for name in self.counts)
        return self.bounded(self.called(self.definition, tuple(counts), options))

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        ranking = rankings.rank(*data, pos_label=options["pos_label"], sample_weight=options["sample_weight"])
        return as_number(self.score_ranking(ranking, options))

    def sorted(self, data: Sequence[Any], options: Options, *, part: bool = False) -> rankings.Sorted:
        """The examples in the order of their scores; a `part` of a data set need not hold both labels."""
        return rankings.sort(*data, pos_label=options["pos_label"], sample_weight=options["sample_weight"], part=part)

    def statistics(self, *data: Any, **given: Any) -> pd.DataFrame:
        data, options = self.bind(data, given, to_count=True)
        return pd.DataFrame(vars(self.sorted(data, options, part=True).ranking()))

    def total(self, *data: Any, **given: Any) -> Total:
        data, options = self.bind(data, given, to_count=True)
        wanted = 1 if options["pos_label"] is None else options["pos_label"]
        ranked = self.sorted(data, options, part=True)
        return self.made_total(ranked.exact(), {"pos_label": wanted}, len(ranked.order))

    def score(self, total: Any, **given: Any) -> Any:
        counted, options = self.counted_in(total), self.settled_to_score(given)
        if of_pandas(counted, "DataFrame") and list(counted) == ["scores", "positives", "negatives"]:
            counted = rankings.Ranking(*(counted[name].to_numpy() for name in counted))
        elif counted is not total:
            counted = in_floats(counted)
        if not isinstance(counted, rankings.Ranking):
            raise TypeError(f"{self.name}.score takes a total or statistics of {self.name}, got {total!r}")
        return as_number(self.score_ranking(counted, options))

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        ranked = [Ranked(self, options, each, weight) for each in systems]
        for other in ranked[1:]:
            other.follow(ranked[0])
        return ranked


def in_floats(ranking: rankings.Ranking) -> rankings.Ranking:
    """A ranking whose counts are floats, of one whose counts are exact."""
    counts = (np.array([as_float(c) for c in each]) for each in (ranking.positives, ranking.negatives))
    return rankings.Ranking(ranking.scores, *counts)


class Ranked(Recalled):
    """Labels and scores as examples: sorted once, counted anew for every resample."""

    def __init__(self, kind: OfRanking, options: Options, samples: Sequence[Any], weight: Array | None) -> None:
        self.options = {**options, "sample_weight": weight}
        super().__init__(lambda *data: kind.scored(data, self.options), samples)
        self.kind, self.sorted = kind, kind.sorted(samples, self.options)
        self.order: Array | None = None  # None: resamples name examples by their place in this very ranking
        self.one_by_one = kind.rows is None
        self.width = 8 * self.n  # positives, negatives, and what is added up of them
        self.only_what_occurs = False  # whether scores that no example of a resample has are to be left out
        self.tried = False

    def follow(self, leader: Ranked) -> None:
        """From now on, resamples name examples by their place in the ranking of `leader`."""
        place = np.empty(self.n, dtype=np.intp)
        place[leader.sorted.order] = np.arange(self.n)
        self.order = place[self.sorted.order]

    def scores(self, examples: Array, weights: Array) -> Array:
        aligned = weights if self.order is None else weights[:, self.order]
        if self.kind.rows is not None:
            counted = aligned if self.sorted.weight is None else aligned * self.sorted.weight
            return np.asarray(self.kind.bounded(self.kind.rows(*self.sorted.counts(counted))))
        if not self.tried:
            self.tried = True
            with_gaps = self.sorted.ranking(aligned[0])
            one, other = (self.kind.score_ranking(r, self.options) for r in (with_gaps, with_gaps.without_gaps()))
            self.only_what_occurs = not np.allclose(one, other, rtol=1e-9, atol=1e-12, equal_nan=True)
        rankings_drawn = (self.sorted.ranking(each) for each in aligned)
        if self.only_what_occurs:
            rankings_drawn = (each.without_gaps() for each in rankings_drawn)
        return np.array([self.kind.score_ranking(each, self.options) for each in rankings_drawn])

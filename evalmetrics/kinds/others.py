"""Metrics of a ranking, of how often each example counts, and of the samples themselves."""

from __future__ import annotations

from collections.abc import Sequence
from inspect import signature
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd

from ..inputs import arguments, rankings
from ..inputs.options import Parameter, counts_of, data_of
from .base import Array, Function, Kind, Options, plain
from .total import Total

COUNTS = ("positives", "negatives", "scores")


class OfRanking(Kind):
    """A score of the positives and negatives at each distinct score, the highest first."""

    own: Options = MappingProxyType({"sample_weight": None})

    def __init__(self, definition: Function, **how: Any) -> None:
        self.counts = counts_of(definition, COUNTS, "a ranking has")
        super().__init__(definition, ("y_true", "y_score"), [rankings.labels_and_scores], **how)

    def scored(self, ranking: rankings.Ranking, options: Options) -> Any:
        """The definition, of the counts that it takes."""
        counts = (getattr(ranking, name) for name in self.counts)
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.finished(self.definition(*counts, **self.picked(self.definition, options)))

    def __call__(self, *data: Any, **given: Any) -> Any:
        """The score of labels and their scores."""
        data, options = self.bind(data, given)
        ranking = rankings.rank(*data, pos_label=options["pos_label"], sample_weight=options["sample_weight"])
        return plain(self.scored(ranking, options))

    def sorted(self, data: Sequence[Any], options: Options) -> rankings.Sorted:
        """The examples in the order of their scores."""
        return rankings.sort(*data, pos_label=options["pos_label"], sample_weight=options["sample_weight"])

    def statistics(self, *data: Any, **given: Any) -> pd.DataFrame:
        """Positives and negatives at each distinct score, the highest first."""
        data, options = self.bind(data, given)
        return pd.DataFrame(vars(self.sorted(data, options).ranking()))

    def total(self, *data: Any, **given: Any) -> Total:
        """The ranking in whole numbers, or in Fractions where examples have weights."""
        data, options = self.bind(data, given)
        return Total(self.name, {"pos_label": options["pos_label"]}, self.sorted(data, options).exact())

    def score(self, total: Any, **given: Any) -> Any:
        """The score of a total, or of statistics."""
        counted = self.counted_in(total)
        if isinstance(counted, pd.DataFrame) and list(counted) == ["scores", "positives", "negatives"]:
            counted = rankings.Ranking(*(counted[name].to_numpy() for name in counted))
        elif counted is not total and counted.positives.dtype == object:
            counted = rankings.Ranking(
                counted.scores, *(c.astype(np.float64) for c in (counted.positives, counted.negatives))
            )
        if not isinstance(counted, rankings.Ranking):
            raise TypeError(f"{self.name}.score takes a total or statistics of {self.name}, got {total!r}")
        return plain(self.scored(counted, self.settled(given)))


class OfWeights(Kind):
    """A score that is worked out from how often each example counts, and from what `prepare` made of all examples.

    The definition takes the weights, an array of shape (n,), and then what was prepared, which is dear and done once.
    """

    own: Options = MappingProxyType({"sample_weight": None})

    def __init__(self, definition: Function, prepare: Function, *, inputs: Function | None = None, **how: Any) -> None:
        self.prepare, self.inputs = prepare, inputs
        super().__init__(definition, data_of(inputs or prepare), [prepare, *([inputs] if inputs else [])], **how)

    def prepared(self, data: Sequence[Any], options: Options) -> Any:
        """What is made of all examples once."""
        if self.inputs is not None:
            data = self.inputs(*data, **self.picked(self.inputs, options))
        return self.prepare(*data, **self.picked(self.prepare, options))

    def scored(self, weights: Array, prepared: Any, options: Options) -> Any:
        """The score in which examples count as often as their weights say."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.finished(self.definition(weights, prepared, **self.picked(self.definition, options)))

    def __call__(self, *data: Any, **given: Any) -> Any:
        """The score of the samples."""
        data, options = self.bind(data, given)
        prepared, weight, n = self.prepared(data, options), options["sample_weight"], len(data[0])
        weights = np.ones(n) if weight is None else arguments.weights(weight, n)
        score = self.scored(weights, prepared, options)
        return plain(score) if self.result is None else self.result(score, prepared, data, options)


class OfSamples(Kind):
    """A function of `samples` samples that nobody took apart: called again for every resample."""

    def __init__(self, definition: Function, *, samples: int | None = None, **how: Any) -> None:
        names = data_of(definition) if samples is None else tuple(signature(definition).parameters)[:samples]
        super().__init__(definition, names, **how)
        self.takes_weights = "sample_weight" in self.defaults

    def options_of(self, function: Function) -> dict[str, Parameter]:
        """All parameters but the samples."""
        return {name: p for name, p in signature(function).parameters.items() if name not in self.samples}

    def __call__(self, *data: Any, **given: Any) -> Any:
        """The score of the samples."""
        return self.definition(*data, **given)

"""Metrics of how often each example counts; what is expensive is done once, and not for each resample."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ..fast.sums import as_float
from ..inputs import arguments
from .base import Array, Function, Kind, Options
from .examples import Recalled, joined
from .signatures import data_of
from .tally import Tally, exact, tallied
from .total import Total


class OfWeights(Kind):
    """A score that is worked out from how often each example counts, and from what `prepare` made of all examples.

    Arguments are those of `metric.of_weights`. With `from_weights`, the definition takes the samples themselves, as
    textbooks do, and `from_weights` is the same score of weights and of what was prepared.
    """

    kind_options: Options = MappingProxyType({"sample_weight": None})

    def __init__(
        self,
        definition: Function,
        prepare: Function,
        *,
        inputs: Function | None = None,
        from_weights: Function | None = None,
        fast: Function | None = None,
        once: Function | None = None,
        canonical: Function | None = None,
        stacked: bool = False,
        monotone: bool = False,
        streamed: Function | None = None,
        instead: str = "",
        **how: Any,
    ) -> None:
        self.prepare, self.fast, self.once, self.canonical = prepare, fast or prepare, once, canonical
        self.stacked, self.monotone, self.streamed = stacked, monotone, streamed
        self.from_weights, self.takes_samples = from_weights or definition, from_weights is not None
        if len(data_of(self.from_weights)) != 2:
            raise TypeError(f"{self.from_weights.__name__} must take the weights and what {prepare.__name__} returns")
        super().__init__(definition, data_of(inputs or prepare), [prepare, from_weights], inputs=inputs, **how)
        self.not_in_parts = f"{self.name} has no counts that add up; {instead}" if instead else ""

    @property
    def shown(self) -> list[Function]:
        return [self.definition] if self.takes_samples else [self.prepare, self.definition]

    def prepared(self, checked: Sequence[Any], options: Options) -> Any:
        """What the definition takes after the weights, made of checked samples."""
        return self.fast(*checked, **{name: options[name] for name in self.takes[self.prepare]})

    def score_weights(self, weights: Array, prepared: Any, options: Options) -> Any:
        """The score in which examples count as often as their weights say."""
        return self.bounded(self.called(self.from_weights, (weights, prepared), options))

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        checked = self.checked_samples(data, options)
        if self.once is not None and options["sample_weight"] is None:
            return self.as_result(self.bounded(self.once(*checked)), None, data, options)
        prepared = self.prepared(checked, options)
        weights = arguments.weights(options["sample_weight"], len(data[0]))
        return self.as_result(self.score_weights(weights, prepared, options), prepared, data, options)

    def columns(self, data: Sequence[Any], options: Options) -> list[Array]:
        """Columns that are equal for examples that count as one and the same."""
        checked = self.checked_samples(data, options)
        if self.canonical is not None:
            return list(self.canonical(*checked))
        return [arguments.one_dimensional(each, name) for each, name in zip(data, self.samples, strict=True)]

    def total(self, *data: Any, **given: Any) -> Total:
        self.check_that_it_adds_up()
        data, options = self.bind(data, given, to_count=True)
        columns, weight = self.columns(data, options), options["sample_weight"]
        n = len(columns[0])
        times = np.ones(n, dtype=np.int64) if weight is None else exact(arguments.weights(weight, n))
        kept = {name: options[name] for name in sorted(self.counting - {"sample_weight"})}
        return self.made_total(tallied(columns, times), kept, n)

    def score(self, total: Any, **given: Any) -> Any:
        tally = self.counted_in(total)
        if not isinstance(tally, Tally):
            raise TypeError(f"{self.name}.score takes a total of {self.name}, got {total!r}")
        options = {**self.settled_to_score(given), **total.context}
        weights = np.array([as_float(each) for each in tally.times.tolist()])
        weights = self.weights_of({**options, "sample_weight": weights})
        return self.score_tally(tally, arguments.weights(weights, len(weights)), options)

    def score_tally(self, tally: Tally, weights: Array, options: Options) -> Any:
        """The score in which the distinct examples count as often as these weights say."""
        distinct = tally.columns
        checked = self.checked_samples(distinct, options) if self.canonical is None else distinct
        prepared = self.prepared(checked, options)
        score = self.score_weights(weights, prepared, options)
        if np.ndim(score) == 0:
            return float(score)
        return self.as_result(score, prepared, distinct, {**options, "sample_weight": weights})

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        return [Prepared(self, options, each, weight) for each in systems]


class Prepared(Recalled):
    """Examples of a metric of weights: what is expensive is done once for all resamples."""

    def __init__(self, kind: OfWeights, options: Options, samples: Sequence[Any], weight: Array | None) -> None:
        self.options = {**options, "sample_weight": weight}
        super().__init__(lambda *data: kind.scored(data, self.options), samples)
        self.kind, self.given = kind, 1 if weight is None else weight
        self.prepared = kind.prepared(kind.checked_samples(self.samples, options), options)
        self.one_by_one, self.width = not kind.stacked, 8 * self.n if kind.stacked else self.n
        self.both: Any = None  # what is prepared of the examples twice: own answers, then the other system's

    def scores(self, examples: Array, weights: Array) -> Array:
        if self.kind.stacked:
            return np.asarray(self.kind.score_weights(weights * self.given, self.prepared, self.options))
        return np.array([self.kind.score_weights(each * self.given, self.prepared, self.options) for each in weights])

    def exchanged_once(self, other: Any, swap: Array) -> tuple[float, ...]:
        if self.both is None:
            twice = [joined(*both) for both in zip(self.samples, other.samples, strict=True)]
            self.both = self.kind.prepared(self.kind.checked_samples(twice, self.options), self.options)
        kept = np.concatenate([~swap, swap]).astype(np.intp)  # whole numbers, which add up faster
        return tuple(float(self.kind.score_weights(w, self.both, self.options)) for w in (kept, 1 - kept))

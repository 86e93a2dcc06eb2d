"""Metrics that are not made of counts: functions of the samples, called again for every resample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .base import Function, Kind, Options, kind_of
from .examples import Recalled
from .help_pages import form_of
from .signatures import data_of

# What to do, in place of adding up, with a metric whose counts of parts do not add up.
TOGETHER = "its examples can only be scored together: score a sample of them, with bootstrap"
OF_COUNTS = "it is a formula of numbers that were counted before: add those up, and call it once"
ONE_AGAINST_THE_REST = "rank each class against the rest, with pos_label=, and average the scores of the classes"


class OfSamples(Kind):
    """A score of the samples themselves; arguments are those of `metric.of_samples`."""

    def __init__(
        self,
        definition: Function,
        *,
        inputs: Function | None = None,
        fast: Function | None = None,
        zero_division: bool = False,
        many: str | None = None,
        instead: str = TOGETHER,
        **how: Any,
    ) -> None:
        self.kind_options = {"zero_division": np.nan} if zero_division else {}
        self.takes_samples, self.fast = inputs is not None, fast or definition
        super().__init__(definition, data_of(inputs or definition), [fast], inputs=inputs, **how)
        self.not_in_parts = (
            f"{self.name} has no counts that add up; {instead}" if many is None else _of_one(self.name, many)
        )

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        checked = self.checked_samples(data, options)
        if self.inputs is None:
            return self.definition(*checked, **options)
        score = self.bounded(self.called(self.fast, checked, options), options.get("zero_division", np.nan))
        return self.as_result(score, checked, data, options)

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        if weight is not None and "sample_weight" not in self.defaults:
            raise TypeError(f"{self.name} has no option sample_weight, so that its examples cannot have weights")

        def score(*data: Any, **weighted: Any) -> Any:
            return self.scored(data, {**options, **weighted})

        return [Recalled(score, each, weight) for each in systems]


class OfOne(OfSamples):
    """A score of one example, by a metric of `many` and with its options: the definition makes data of it alone."""

    def __init__(self, definition: Function, many: Any, *, inputs: Function) -> None:
        of: Any = kind_of(many)
        self.many, self.fast, self.takes_samples = of, definition, True
        rules = {"checks": of.checks, "agree": list(of.agree)}
        Kind.__init__(self, definition, data_of(inputs), [*of.parts, of.definition], inputs=inputs, **rules)
        self.form = form_of(of.result, of.form) if of.result else of.form
        self.not_in_parts = _of_one(self.name, of.name)

    @property
    def shown(self) -> list[Function]:
        return list(self.many.shown)

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        alone = self.called(self.definition, self.checked_samples(data, options), options)
        return self.many.scored(alone, {**self.many.defaults, **options})


class OfArguments(OfSamples):
    """No score: a function whose arguments are checked by `inputs`, and its value handed on as it is."""

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        return self.called(self.definition, self.checked_samples(data, options), options)


def _of_one(name: str, many: str) -> str:
    """Why a score of one example is none of parts, and what to do: the metric `many`, if there is one, or a mean."""
    known = f"{many} scores many of them, or" if many else "to score many of them,"
    return (
        f"{name} scores one example, so that nothing adds up: {known} declare its mean, mean_of a function that "
        f"returns float({name}(...))"
    )

"""Metrics that nobody took apart: functions of the samples, called again for every resample."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .base import Function, Kind, Options
from .examples import Recalled
from .signatures import data_of


class OfSamples(Kind):
    """A score of the samples themselves.

    With `inputs`, the definition takes what that hands on, and checks nothing itself. `fast` is another way to the
    same score, which is taken in place of the definition. With `zero_division`, that is an option, a number that
    stands for what is undefined.
    """

    def __init__(
        self,
        definition: Function,
        *,
        inputs: Function | None = None,
        fast: Function | None = None,
        zero_division: bool = False,
        **how: Any,
    ) -> None:
        self.kind_options = {"zero_division": np.nan} if zero_division else {}
        self.takes_samples, self.fast = inputs is not None, fast or definition
        super().__init__(definition, data_of(inputs or definition), [fast], inputs=inputs, **how)

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        checked = self.checked_samples(data, options)
        if self.inputs is None:
            return self.definition(*checked, **options)
        score = self.finished(self.called(self.fast, checked, options), options.get("zero_division", np.nan))
        return self.dressed(score, checked, data, options)

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        if weight is not None and "sample_weight" not in self.defaults:
            raise TypeError(f"{self.name} has no option sample_weight, so that its examples cannot have weights")

        def score(*data: Any, **weighted: Any) -> Any:
            return self.scored(data, {**options, **weighted})

        return [Recalled(score, each, weight) for each in systems]


class OfArguments(OfSamples):
    """No score: a function whose arguments are checked by `inputs`, and its value handed on as it is."""

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        """What the definition makes of the checked arguments."""
        return self.called(self.definition, self.checked_samples(data, options), options)

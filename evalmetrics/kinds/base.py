"""What all kinds of metrics have in common: a definition, its options, and who each of them belongs to."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import card_of
from ..inputs import arguments
from ..inputs.options import Check, Parameter, options_of, signature_of
from .total import Total

Array = NDArray[Any]
Options = Mapping[str, Any]
Function = Callable[..., Any]
ROUNDING = 1e-9  # how far past a bound a score may come out that was at it


def unwrapped(metric: Any) -> tuple[Any, dict[str, Any]]:
    """The function inside of functools.partial, and the options that it was given."""
    options: dict[str, Any] = {}
    while isinstance(metric, functools.partial) and not metric.args:
        metric, options = metric.func, {**metric.keywords, **options}
    return metric, options


def kind_of(metric: Any) -> Kind | None:
    """What a metric was declared to be; None for any other function, even one that wraps a metric."""
    function, _ = unwrapped(metric)
    kind = getattr(function, "kind", None)
    return kind if isinstance(kind, Kind) and kind.public is function else None


class Kind:
    """How a metric goes from data to a score.

    `parts` are the functions that it is made of besides its definition: an option belongs to each that names it.
    """

    own: Options = MappingProxyType({})  # options of the kind itself, with their defaults
    public: Any  # the function that users call
    form = "float"  # what a call returns, as a help page says it
    described_by: Sequence[Function] = ()  # functions whose docstrings say what samples and options are

    def __init__(
        self,
        definition: Function,
        samples: Sequence[str],
        parts: Sequence[Function] = (),
        checks: Mapping[str, Check] | None = None,
        result: Function | None = None,
    ) -> None:
        self.definition, self.name, self.result = definition, definition.__name__, result
        self.samples, self.parts, self.checks = tuple(samples), tuple(parts), checks or {}
        self.described_by = (*self.described_by, *self.parts)
        self.card = card_of(definition)
        self.takes = {function: self.options_of(function) for function in (*self.parts, definition)}
        named = {n: Parameter(n, Parameter.KEYWORD_ONLY, default=default) for n, default in self.own.items()}
        self.signature = signature_of(self.data(), [*self.takes.values(), named])
        self.by_default = {
            f: {n: p.default for n, p in takes.items() if p.default is not p.empty} for f, takes in self.takes.items()
        }
        listed = list(self.signature.parameters.values())[len(self.samples) :]
        self.defaults: Options = MappingProxyType({p.name: p.default for p in listed})
        self.required = [p.name for p in listed if p.default is p.empty]
        if unknown := self.checks.keys() - self.defaults.keys():
            raise TypeError(f"{self.name} has no option {', '.join(unknown)} to check; it has {list(self.defaults)}")

    def data(self) -> list[Parameter]:
        """The parameters of a call that are no options."""
        return [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in self.samples]

    def options_of(self, function: Function) -> dict[str, Parameter]:
        """Those options of the metric that a function of it takes."""
        return options_of(function)

    def bind(self, data: tuple[Any, ...], given: Options) -> tuple[tuple[Any, ...], Options]:
        """Samples and all options of a call."""
        if len(data) != len(self.samples) or not given.keys() <= self.defaults.keys():
            if wrong := [name for name in given if name not in self.defaults and name not in self.samples]:
                raise TypeError(self._unknown(wrong))
            try:
                given = self.signature.bind(*data, **given).arguments
            except TypeError as error:
                raise TypeError(f"{self.name}(): {error}") from None
            data = tuple(given.get(name) for name in self.samples)
            given = {name: value for name, value in given.items() if name not in self.samples}
        return data, self.settled(given)

    def settled(self, given: Options, *, partly: bool = False) -> Options:
        """All options: those that were given, checked, and the defaults of the others."""
        if not given and not self.required:
            return self.defaults
        if wrong := [name for name in given if name not in self.defaults]:
            raise TypeError(self._unknown(wrong))
        if missing := [name for name in self.required if name not in given and not partly]:
            raise TypeError(f"{self.name}() needs {' and '.join(missing)}")
        if "zero_division" in given:
            arguments.real(given["zero_division"], "zero_division")
        return {**self.defaults, **{name: self.checked(name, value) for name, value in given.items()}}

    def _unknown(self, names: Sequence[str]) -> str:
        return f"{self.name} has no option {', '.join(names)}; it has {', '.join(self.defaults) or 'none'}"

    def checked(self, name: str, value: Any) -> Any:
        """The value of an option; what is its default needs no check."""
        if name not in self.checks or value is self.defaults[name]:
            return value
        return self.checks[name](value, name)

    def picked(self, function: Function, options: Options) -> Options:
        """Those of the options that a function takes."""
        if options is self.defaults:
            return self.by_default[function]
        return {name: options[name] for name in self.takes[function]}

    def finished(self, score: Any, undefined: float = np.nan) -> Any:
        """The score with `undefined` in place of nan, and at the bound of its card where rounding took it past it."""
        if undefined == undefined:  # it is not nan
            score = np.where(np.isnan(score), undefined, score)
        if self.card is None:
            return score
        low, high = self.card.low, self.card.high
        if not isinstance(score, np.ndarray) or not score.ndim:
            score = float(score)  # which compares ten times as fast as an array
            if not (score > high or score < low):
                return score
        if not ((score > high).any() or (score < low).any()):
            return score
        near = (score < high + ROUNDING) & (score > low - ROUNDING)
        bounded = np.where(near, np.clip(score, low, high), score)
        return np.where(np.isinf(score), np.nan, bounded)  # of a bounded score: a rounding error over 0

    def __call__(self, *data: Any, **given: Any) -> Any:
        """The score of one data set."""
        raise NotImplementedError

    def statistics(self, *data: Any, **given: Any) -> Any:
        """What is counted in each example."""
        raise TypeError(f"{self.name} has no counts that add up: its examples can only be scored together")

    def total(self, *data: Any, **given: Any) -> Total:
        """The counts of all examples, exactly."""
        raise TypeError(f"{self.name} has no counts that add up: its examples can only be scored together")

    def score(self, total: Any, **given: Any) -> Any:
        """The score of counts that were added up."""
        raise TypeError(f"{self.name} has no counts that add up: call it on all examples")

    def counted_in(self, total: Any) -> Any:
        """What a total of this very metric has counted; counts of any other form as they are."""
        if isinstance(total, Total) and total.metric != self.name:
            raise TypeError(f"{self.name}.score takes a total of {self.name}, got one of {total.metric}")
        return total.counted if isinstance(total, Total) else total

    @functools.cached_property
    def variants(self) -> Mapping[str, tuple[Any, ...]]:
        """The values that options can take, where they are few."""
        few = {name: getattr(check, "values", None) for name, check in self.checks.items()}
        return {name: tuple(values) for name, values in few.items() if values is not None}


def plain(score: Any) -> Any:
    """A float for a single score, the array for many."""
    return score if type(score) is float else float(score) if np.ndim(score) == 0 else np.asarray(score)

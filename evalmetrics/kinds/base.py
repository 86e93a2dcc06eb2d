"""What all kinds of metrics have in common: a definition, its options, and who each of them belongs to."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from types import FunctionType, MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cards import card_of
from ..inputs import arguments
from ..inputs.options import Check
from .signatures import Parameter, options_of, signature_of
from .total import Total, fingerprint

Array = NDArray[Any]
Options = Mapping[str, Any]
Function = Callable[..., Any]
# How far rounding may carry a score past a bound that it lies on: a sum of a million floats is off by 1e-10 of its size
# at most. What lies farther out is a mistake, and is shown.
PAST_A_BOUND = 1e-9
# Where metrics are worked out 0/0 is nan, what no float holds is infinite, and neither is a warning.
quietly = functools.partial(np.errstate, divide="ignore", invalid="ignore", over="ignore")


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
    `inputs` is one of them, which checks the samples and returns them, and so is `result`, which makes the object that
    a call returns of the score. `checks` are functions of the value and the name of an option; functions in `agree`
    take several options by name, and raise where these do not fit together.
    """

    kind_options: Options = MappingProxyType({})  # options that a metric has by being of this kind, and their defaults
    public: Any  # the function that users call
    form = "float"  # what a call returns, as a help page says it
    also_named: Sequence[str] = ()  # what else messages call an argument
    draws_samples = True  # whether resamples are drawn from the samples themselves, or else from what is counted
    not_in_parts = ""  # why counts of parts do not add up to the score, and what to do instead; "" where they do
    monotone = False  # whether the score moves one way only, so that rounding its input bounds it
    streamed: Function | None = None  # the same score of what a database has sorted

    def __init__(
        self,
        definition: Function,
        samples: Sequence[str],
        parts: Sequence[Function | None] = (),
        *,
        inputs: Function | None = None,
        checks: Mapping[str, Check] | None = None,
        agree: Sequence[Function] = (),
        result: Function | None = None,
    ) -> None:
        if not isinstance(definition, FunctionType):
            raise TypeError(f"a metric is made of a function that is written in Python, got {definition!r}")
        self.definition, self.name = definition, definition.__name__
        self.inputs, self.result, self.checks = inputs, result, dict(checks or {})
        self.parts = tuple(part for part in (inputs, *parts, result) if part is not None)
        self.samples = tuple(samples)
        if not self.samples:
            raise TypeError(f"{self.name} must take at least one sample: a parameter without a default")
        self.card = card_of(definition)
        self.scored_by: Sequence[Function] = [definition]  # the functions whose options change the score of counts
        self.counted_by: Sequence[Function] = self.parts  # and those whose options change what is counted
        functions: tuple[Function, ...] = (*self.parts, definition)
        self.takes = {function: self.options_taken_by(function) for function in functions}
        named = {n: Parameter(n, Parameter.KEYWORD_ONLY, default=default) for n, default in self.kind_options.items()}
        self.signature = signature_of(self.parameters(), [*self.takes.values(), named])
        listed = list(self.signature.parameters.values())[len(self.samples) :]
        self.defaults: Options = MappingProxyType({p.name: p.default for p in listed})
        self.required = [p.name for p in listed if p.default is p.empty]
        self.by_position = [p.name for p in listed if p.kind is not p.KEYWORD_ONLY]
        self.agree = {rule: list(options_of(rule)) for rule in agree}
        if unknown := {*self.checks, *(name for names in self.agree.values() for name in names)} - self.defaults.keys():
            raise TypeError(f"{self.name} has no option {', '.join(unknown)} to check; it has {list(self.defaults)}")
        few = {name: getattr(check, "values", None) for name, check in self.checks.items()}
        self.variants = {name: tuple(values) for name, values in few.items() if values is not None}

    def parameters(self) -> list[Parameter]:
        """The parameters of a call that are no options."""
        return [Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in self.samples]

    def options_taken_by(self, function: Function) -> dict[str, Parameter]:
        """The options that a function of the metric takes: parameters that look like options or are in `checks`."""
        return options_of(function, self.checks)

    @property
    def shown(self) -> list[Function]:
        """The functions that `show_source` shows: those that make the arguments of the definition, and itself."""
        return [self.definition]

    @property
    def scoring(self) -> set[str]:
        """The options that change the score of what was counted."""
        named = {name for function in self.scored_by for name in self.takes[function]}
        return named | ({"zero_division", "pos_label"} & self.kind_options.keys())

    @property
    def counting(self) -> set[str]:
        """The options that change what is counted."""
        named = {name for function in self.counted_by for name in self.takes[function]}
        return named | (self.kind_options.keys() - self.scoring)

    def bind(self, data: tuple[Any, ...], given: Options, *, to_count: bool = False) -> tuple[tuple[Any, ...], Options]:
        """The samples and all options of a call; a call that is only `to_count` takes no options of the score."""
        if to_count and (late := [name for name in given if name in self.scoring and name not in self.counting]):
            raise TypeError(f"{' and '.join(late)} changes the score and not what is counted: give it to score()")
        n = len(self.samples)
        if n < len(data) <= n + len(self.by_position) and not to_count:
            named = dict(zip(self.by_position, data[n:], strict=False))
            if named.keys().isdisjoint(given):
                data, given = data[:n], {**named, **given}
        if len(data) != n or not given.keys() <= self.defaults.keys():
            if wrong := [name for name in given if name not in self.defaults and name not in self.samples]:
                raise TypeError(self._unknown(wrong))
            try:
                given = (self._to_count if to_count else self.signature).bind(*data, **given).arguments
            except TypeError as error:
                raise TypeError(f"{self.name}(): {error}; it is called as {self.name}{self.signature}") from None
            data = tuple(given.get(name) for name in self.samples)
            given = {name: value for name, value in given.items() if name not in self.samples}
        if not arguments.PLAIN.issuperset(map(type, data)):
            data = arguments.kept(data)
            if "sample_weight" in self.defaults:  # else its samples are not paired
                arguments.in_one_order(
                    **dict(zip(self.samples, data, strict=True)), sample_weight=given.get("sample_weight")
                )
        options = self.settled(given, needed=self.counting if to_count else None)
        if given.get("sample_weight") is None:
            return data, options
        weight = self.weights_of(options)
        return data, options if to_count else {**options, "sample_weight": weight}

    def weights_of(self, options: Options) -> Any:
        """The weights among the options: whole where the score depends on how many examples there are, else unitless.

        A metric without a card may depend on anything.
        """
        weight, which = options["sample_weight"], self.card.depends_on_n if self.card else None
        if which and (which == "always" or options.get(which) not in (None, False)):
            arguments.repetitions(weight)
            return weight
        return weight if which is None else arguments.in_whole_units(weight)

    @functools.cached_property
    def _to_count(self) -> inspect.Signature:
        parameters = self.signature.parameters.values()
        return self.signature.replace(parameters=[p for p in parameters if p.name in (*self.samples, *self.counting)])

    def settled(self, given: Options, *, needed: Collection[str] | None = None) -> Options:
        """All options: the given ones, checked, and the defaults of the others.

        With `needed`, only the options in it have to be given where they have no default, and have to fit together.
        """
        if not given and not self.required:
            return self.defaults
        if not given.keys() <= self.defaults.keys():
            raise TypeError(self._unknown([name for name in given if name not in self.defaults]))
        required = (name for name in self.required if needed is None or name in needed)
        if missing := [name for name in required if name not in given]:
            raise TypeError(f"{self.name}() needs {' and '.join(missing)}; help({self.name}) has an example")
        if "zero_division" in given:
            arguments.real(given["zero_division"], "zero_division")
        options = {**self.defaults, **{name: self._checked(name, value) for name, value in given.items()}}
        for rule, names in self.agree.items():
            if needed is None or all(name in needed for name in names):
                rule(**{name: options[name] for name in names})
        return options

    def settled_to_score(self, given: Options) -> Options:
        """The options of a score of counts: raises for options that change what is counted."""
        if early := [name for name in given if name in self.defaults and name not in self.scoring]:
            raise TypeError(f"{' and '.join(early)} changes what is counted: give it to statistics() or total()")
        return self.settled(given, needed=self.scoring)

    def _unknown(self, names: Sequence[str]) -> str:
        told = f"{self.name} has no option {', '.join(names)}; it has {', '.join(self.defaults) or 'none'}"
        if "average" in names and "pos_label" in self.defaults:
            told += "; it has a value for each class, and averages, such as macro_f_score, are metrics of their own"
        return told

    def _checked(self, name: str, value: Any) -> Any:
        """The value of an option as its check returns it; a default needs none."""
        if name not in self.checks or value is self.defaults[name]:
            return value
        return self.checks[name](value, name)

    def called(self, function: Function, given: Sequence[Any], options: Options, **more: Any) -> Any:
        """What a function of the metric returns, given arrays that it cannot write to."""
        taken = {name: options[name] for name in self.takes[function]} if self.takes[function] else {}
        return function(*map(read_only, given), **taken, **more)

    def checked_samples(self, data: Sequence[Any], options: Options) -> tuple[Any, ...]:
        """The samples as `inputs` returns them."""
        if self.inputs is None:
            return tuple(data)
        return tuple(self.inputs(*data, **{name: options[name] for name in self.takes[self.inputs]}))

    def bounded(self, score: Any, undefined: float = np.nan) -> Any:
        """The score with `undefined` for nan, and on the bound of its card where rounding carried it past that."""
        if isinstance(score, tuple):
            return tuple(self.bounded(part, undefined) for part in score)
        low, high = (-np.inf, np.inf) if self.card is None else (self.card.low, self.card.high)
        if isinstance(score, float) or not np.ndim(score):
            score = float(score)  # which compares ten times as fast as an array
            if low <= score <= high:
                return score
        past = (score > high) | (score < low)
        if np.count_nonzero(past):
            near = (score < high + PAST_A_BOUND) & (score > low - PAST_A_BOUND)
            score = np.where(near, np.clip(score, low, high), score)
            score = np.where(past & np.isinf(score), np.nan, score)  # a rounding error over 0
        return score if undefined != undefined else np.where(np.isnan(score), undefined, score)

    def as_result(self, score: Any, taken: Any, data: Sequence[Any], options: Options) -> Any:
        """The score as a call returns it; `taken` are the arguments of the definition."""
        if self.result is None:
            return as_number(score)
        named = {name: options[name] for name in self.takes[self.result]}
        return self.result(as_number(score), taken, data, options, **named)

    def __call__(self, *data: Any, **given: Any) -> Any:
        with quietly():
            try:
                return self.scored(*self.bind(data, given))
            except (TypeError, ValueError, np.ma.MaskError) as error:
                if self.card is None or self.named.search(said := str(error)):
                    raise
                kind = TypeError if isinstance(error, TypeError) else ValueError
                came = f"{self.name}() cannot read {' and '.join(self.samples)}: {arguments.cut(said, 400)}"
                raise kind(f"{came}; help({self.name}) has an example of what it takes") from error

    @functools.cached_property
    def named(self) -> re.Pattern[str]:
        """What a message has to hold that says which argument is wrong."""
        return re.compile(rf"\b({'|'.join([self.name, *self.also_named, *self.signature.parameters])})\b")

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        """The score of one data set, all of whose options are settled."""
        raise NotImplementedError

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        """The examples of each system, for a resampler; `exchanging` says that counts of two will be added up."""
        raise NotImplementedError

    def statistics(self, *data: Any, **given: Any) -> Any:
        """Numbers of each example, which add up."""
        raise TypeError(f"{self.name} has no numbers of each example that add up to its score")

    def total(self, *data: Any, **given: Any) -> Total:
        """The counts of all examples, without rounding."""
        raise ValueError(self.not_in_parts)

    def check_that_it_adds_up(self) -> None:
        """Raises for a metric that needs all examples at once, or scores a single one."""
        if self.not_in_parts:
            raise ValueError(self.not_in_parts)

    def score(self, total: Any, **given: Any) -> Any:
        """The score of counts that were added up."""
        raise TypeError(f"{self.name} has no counts that add up: call it on all examples")

    def made_total(self, counted: Any, context: Options, n: int) -> Total:
        """A total of this metric, of n examples."""
        return Total(self.name, self.made_of, context, counted, n)

    @functools.cached_property
    def made_of(self) -> str:
        """A text that tells this metric from another one with its name."""
        return fingerprint(self.definition, *self.parts)

    def counted_in(self, total: Any) -> Any:
        """The counts in a total of this very metric; anything that is no total as it came."""
        if not isinstance(total, Total):
            return total
        if (total.metric, total.made_of) != (self.name, self.made_of):
            raise TypeError(f"{self.name}.score takes a total of this very {self.name}, got one of {total.metric}")
        return total.counted


def read_only(value: Any) -> Any:
    """A view of an array that cannot be written to; anything else as it is."""
    if not isinstance(value, np.ndarray):
        return value
    view = value.view()
    view.flags.writeable = False
    return view


def as_number(score: Any) -> Any:
    """A float for one number, an array for many, a tuple for a tuple of these."""
    if isinstance(score, tuple):
        return tuple(map(as_number, score))
    return score if type(score) is float else float(score) if np.ndim(score) == 0 else np.asarray(score)

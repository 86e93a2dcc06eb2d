"""Metrics of sums: every example is a row of numbers, rows add up, and the sums are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from ..fast.sums import as_float, exact_sum, weighted_sums
from ..inputs import arguments
from ..inputs.options import Check
from .base import Array, Function, Kind, Options, as_number, kind_of, read_only
from .examples import Additive, StackScorer, joined, number_kinds
from .signatures import Parameter, data_of, options_of
from .total import Total, equal

Context = Mapping[str, Any]
NOTHING: Context = MappingProxyType({})
IN_CACHE = 2**15  # examples whose numbers (a few hundred kilobytes) stay in the processor's cache


@dataclass(frozen=True)
class FirstPass:
    """How what all examples share is worked out of parts, before any of these is counted."""

    option: str  # the option of `shared` that each part is given
    of_part: Function  # from the samples of a part to some summary
    joined: Function  # from two summaries to that of both parts
    value: Function  # from the summary of all parts to the option


@dataclass(frozen=True)
class Center:
    """Where columns that `of` makes of the samples are counted from when their squares are added up.

    By default from the median of some thousand values, of parts from exact means, the same for any cut of the data; or
    from ``center``, a number near each column, that all parts whose totals are to be added have to share. The farther
    away it is, measured in their spread, the more digits are lost; from 1e6 on all values pass for equal.
    """

    of: Function
    option = "center"

    def __call__(self, *samples: Any, center: Any = None) -> dict[str, Any]:
        """The centre, by the name that `rows` has for it."""
        columns = self.of(*samples)
        if center is None:  # a few thousand values are enough to be near: less than a spread away
            return {"center": _alone([float(np.median(each[:: 1 + len(each) // 2000])) for each in columns])}
        return {"center": (arguments.real if len(columns) == 1 else arguments.two_numbers)(center, "center")}

    def of_part(self, *samples: Any) -> tuple[Any, ...]:
        """How many examples a part has, and sums of its columns."""
        columns = [np.asarray(column) for column in self.of(*samples)]
        return (len(columns[0]), *map(exact_sum, columns))

    def joined(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> tuple[Any, ...]:
        """The number of examples and the sums of two parts together."""
        return tuple(a + b for a, b in zip(one, other, strict=True))

    def value(self, sums: tuple[Any, ...]) -> Any:
        """The mean of each column."""
        return _alone([as_float(each / sums[0]) for each in sums[1:]])


def _alone(numbers: list[float]) -> Any:
    return tuple(numbers) if len(numbers) > 1 else numbers[0]


class OfSums(Kind):
    """A score of sums: `rows` makes the numbers of an example, the definition takes their sums, in the same order.

    Arguments are those of `metric.of_sums`. With `mean`, an example has one number, which is `zero_division` where it
    is undefined, and the second sum is the number of examples.
    """

    draws_samples = False

    def __init__(
        self,
        definition: Function,
        rows: Function,
        *,
        inputs: Function | None = None,
        at_once: Function | bool = False,
        mean: bool = False,
        several: Sequence[str] = (),
        shared: Function | None = None,
        first_pass: FirstPass | Center | None = None,
        from_sums: Function | None = None,
        zero_division: bool = False,
        once_defined: Function | None = None,
        each: Sequence[str] = (),
        unitless: str = "",
        checks: Mapping[str, Check] | None = None,
        **how: Any,
    ) -> None:
        self.kind_options = {"sample_weight": None} | ({"zero_division": np.nan} if zero_division else {})
        if (of_one := kind_of(rows)) is not None:  # a metric of one example
            if of_one.public is not rows:
                raise TypeError(f"{definition.__name__} must be made of {of_one.name} itself, with no options settled")
            rows, checks = of_one.definition, {**of_one.checks, **(checks or {})}
        self.rows, self.shared, self.mean, self.each = rows, shared, mean, tuple(each)
        self.first_pass = shared if isinstance(shared, Center) else first_pass
        self.unitless = unitless
        self.at_once: Function | None = rows if at_once is True else at_once or None
        self.from_sums, self.takes_samples = from_sums or definition, from_sums is not None
        self.once_defined = once_defined or self.from_sums
        self.columns, self.several = data_of(self.from_sums), tuple(several)
        if unknown := [name for name in several if name not in self.columns]:
            raise TypeError(
                f"{definition.__name__} has no sums {', '.join(unknown)}; it takes {', '.join(self.columns)}"
            )
        parts = [shared, rows, from_sums, once_defined]
        super().__init__(definition, data_of(inputs or rows), parts, inputs=inputs, checks=checks, **how)
        self.scored_by = [definition, self.from_sums]
        self.counted_by = [part for part in (inputs, shared, rows) if part is not None]

    def options_taken_by(self, function: Function) -> dict[str, Parameter]:
        options = super().options_taken_by(function)
        if function is self.rows and self.shared is not None:  # whatever has no default comes from `shared`
            return {name: p for name, p in options.items() if p.default is not p.empty}
        return {} if self.takes_samples and function is self.shared else options

    @property
    def scoring(self) -> set[str]:
        return super().scoring - ({"zero_division"} if self.mean else set())  # it fills the numbers of examples

    @property
    def shown(self) -> list[Function]:
        return [self.definition] if self.takes_samples else [self.rows, self.definition]

    def checked_samples(self, data: Sequence[Any], options: Options) -> tuple[Any, ...]:
        if self.inputs is not None:
            return super().checked_samples(data, options)
        return tuple(arguments.samples(*data, names=self.samples))

    def in_any_unit(self, checked: Sequence[Any], *, adding: bool = False) -> tuple[Any, ...]:
        """Checked columns whose squares floats hold, each in a unit or all in one, unless totals are to be added."""
        if not self.unitless:
            return tuple(checked)
        named = dict(zip(self.samples, checked, strict=True))
        units = [named] if self.unitless == "together" else [{name: column} for name, column in named.items()]
        moved = [column for each in units for column in arguments.in_one_unit(**each)]
        if adding and (far := [name for name, a, b in zip(self.samples, moved, checked, strict=True) if a is not b]):
            raise ValueError(
                f"{far[0]} holds numbers whose squares floats cannot add up: use another unit in all parts"
            )
        return tuple(moved)

    def checked_examples(self, data: Sequence[Any], options: Options) -> tuple[Any, ...]:
        """The samples by examples: raises for a single example, on which some metrics can be called as well."""
        checked = self.checked_samples(data, options)
        if hasattr(data[0], "__len__") and len(data[0]) > len(checked[0]):
            raise ValueError(
                f"{' and '.join(self.samples)} must have an entry for each example, to be resampled or added up: "
                f"{self.name} reads these {len(data[0])} entries as {len(checked[0])} example"
            )
        return checked

    def context(self, checked: Sequence[Any], options: Options, **given: Any) -> Context:
        """What `shared` makes of all examples for `rows`, such as document frequencies."""
        if self.shared is None:
            return NOTHING
        taken = {name: options[name] for name in self.takes[self.shared]}
        return dict(self.shared(*checked, **taken, **given))

    def counted(self, checked: Sequence[Any], options: Options, context: Context) -> list[Any]:
        """A column for each sum: arrays of shape (n,) or (n, m), or a number that all examples have."""
        if self.at_once is not None:
            given = {name: options[name] for name in self.takes[self.rows]}
            columns = self.at_once(*checked, **given, **context)
        else:
            rows = self.one_by_one(checked, options, context)
            if not (self.mean or hasattr(rows[0], "__len__")):
                raise TypeError(f"{self.rows.__name__} must return a tuple of numbers, got {arguments.shown(rows[0])}")
            columns = np.array(rows) if self.mean else [np.array(column) for column in zip(*rows, strict=True)]
        columns = [self.filled(columns, options), 1] if self.mean else list(columns)
        if len(columns) != len(self.columns):
            raise TypeError(
                f"{self.name} takes {len(self.columns)} sums, {', '.join(self.columns)}, but {self.rows.__name__} "
                f"returns {len(columns)} numbers for an example"
            )
        for column in columns:
            if not isinstance(column, int | float) and np.shape(column)[:1] != (len(checked[0]),):
                raise TypeError(
                    f"{self.rows.__name__} must return numbers for each of the {len(checked[0])} examples, "
                    f"got shape {np.shape(column)}"
                )
            if np.asarray(column).dtype == object:
                raise TypeError(f"{self.rows.__name__} must return numbers, got {arguments.shown(column)}")
        return columns

    def one_by_one(self, checked: Sequence[Any], options: Options, context: Context) -> list[Any]:
        """The numbers of each example, by one call of `rows` for each."""
        given = {name: options[name] for name in self.takes[self.rows]} | dict(context)
        own = {name: np.broadcast_to(given.pop(name), len(checked[0])) for name in self.each if name in given}
        examples = zip(*(map(read_only, sample) for sample in checked), strict=True)
        if not own:
            return [self.rows(*example, **given) for example in examples]
        named = (dict(zip(own, values, strict=True)) for values in zip(*own.values(), strict=True))
        return [self.rows(*one, **given, **values) for one, values in zip(examples, named, strict=True)]

    def filled(self, values: Any, options: Options) -> Any:
        """Numbers of examples, with `zero_division` in place of nan."""
        undefined = options.get("zero_division", np.nan)
        return values if undefined != undefined else np.where(np.isnan(values), undefined, values)

    def table(self, columns: Sequence[Any], n: int, weight: Any = None) -> Array:
        """The columns side by side, a row per example: shape (n, d)."""
        wide = [np.broadcast_to(c, n)[:, None] if np.ndim(c) == 0 else np.reshape(c, (n, -1)) for c in columns]
        table = np.concatenate(wide, axis=1)
        if weight is None:
            return table
        weight = arguments.weights(weight, n)[:, None]
        return np.multiply(table, weight, where=weight > 0, out=np.zeros(table.shape))  # 0 times nan is 0 here

    def score_sums(self, sums: Array, options: Options) -> Any:
        """Scores of sums of shape (d, ...)."""
        return self.defined(self.from_sums, self.split(sums), options)

    def defined(self, form: Function, taken: Sequence[Any], options: Options) -> Any:
        """The score by a form of the definition; of a mean, `zero_division` has been filled in for examples."""
        filled = self.mean or "zero_division" not in self.kind_options
        undefined = np.nan if filled else options["zero_division"]
        if form is self.from_sums and undefined == undefined:
            form = self.once_defined
        return self.bounded(self.called(form, taken, options), undefined)

    def split(self, sums: Array) -> list[Array]:
        """The arguments of the definition, of an array of sums of shape (d, ...)."""
        vectors = len(self.several)
        width, left = divmod(len(sums) - len(self.columns) + vectors, vectors or 1)
        if left or (not vectors and width) or (vectors and width < 1):
            wanted = ", ".join(f"{name} (several)" if name in self.several else name for name in self.columns)
            raise ValueError(f"statistics of {self.name} must have shape (..., d) for {wanted}; got d = {len(sums)}")
        ends = np.cumsum([width if name in self.several else 1 for name in self.columns])
        parts = np.split(sums, ends[:-1])
        return [part if name in self.several else part[0] for name, part in zip(self.columns, parts, strict=True)]

    def scored(self, data: tuple[Any, ...], options: Options) -> Any:
        checked, weight = self.in_any_unit(self.checked_samples(data, options)), options["sample_weight"]
        as_printed = self.takes_samples and weight is None and len(checked[0]) <= IN_CACHE
        taken = checked if as_printed else self.added(checked, options, weight)
        return self.result_of(self.definition if as_printed else self.from_sums, taken, data, options)

    def result_of(self, form: Function, taken: Sequence[Any], data: tuple[Any, ...], options: Options) -> Any:
        """The score by a form of the definition, as a call returns it."""
        return self.as_result(self.defined(form, taken, options), taken, data, options)

    def added(self, checked: Sequence[Any], options: Options, weight: Any) -> list[Any]:
        """The arguments of the definition, in floats, of all examples: counted in blocks where each is independent."""
        context, n = self.context(checked, options), len(checked[0])
        if weight is not None or self.at_once is not self.rows or self.each or n <= IN_CACHE:
            return self.summed(self.counted(checked, options, context), n, weight)
        parts = ([sample[i : i + IN_CACHE] for sample in checked] for i in range(0, n, IN_CACHE))
        sums = [self.summed(self.counted(part, options, context), len(part[0])) for part in parts]
        return [np.sum(each, axis=0) for each in zip(*sums, strict=True)]

    def summed(self, columns: Sequence[Any], n: int, weight: Any = None) -> list[Any]:
        """The arguments of the definition, in floats, of columns of n examples."""
        if weight is not None:
            return self.split(weighted_sums(arguments.weights(weight, n), self.table(columns, n)))
        return [c.sum(axis=0, dtype=np.float64) if isinstance(c, np.ndarray) else np.float64(c * n) for c in columns]

    def statistics(self, *data: Any, **given: Any) -> Array:
        return self.counted_once(data, given)[0]

    def counted_once(self, data: tuple[Any, ...], given: Options) -> tuple[Array, Context]:
        """The statistics, shape (n, d), and the context that statistics of other parts have to share."""
        shared = options_of(self.shared) if self.shared and self.takes_samples else {}
        of_all = {name: given[name] for name in shared if name in given}
        given = {name: value for name, value in given.items() if name not in of_all}
        data, options = self.bind(data, given, to_count=True)
        checked = self.in_any_unit(self.checked_examples(data, options), adding=True)
        context = self.context(checked, options, **of_all)
        table = self.table(self.counted(checked, options, context), len(checked[0]), options["sample_weight"])
        kept = {name: options[name] for name in sorted(self.counting.difference(["sample_weight"], self.each))}
        return table, {**kept, **context}

    def total(self, *data: Any, **given: Any) -> Total:
        table, context = self.counted_once(data, given)
        return self.made_total(tuple(map(exact_sum, table.T)), context, len(table))

    def score(self, total: Any, **given: Any) -> Any:
        """Scores, shape (...), of a total, or of statistics that were added up, shape (..., d)."""
        counted = self.counted_in(total)
        if counted is not total:
            counted = [as_float(each) for each in counted]
            counted_with = {name: total.context[name] for name in self.scoring if name in total.context}
            given = counted_with | given
        sums = arguments.read(counted, "statistics")
        if sums.dtype.kind not in "biuf" or sums.ndim == 0:
            raise TypeError(f"statistics of {self.name} must be numbers of shape (..., d), got {total!r}")
        options, stack = self.settled_to_score(given), np.moveaxis(sums.astype(np.float64), -1, 0)
        scores = StackScorer(lambda each: self.score_sums(each, options))(stack.reshape(len(stack), -1))
        return as_number(scores.reshape((*sums.shape[:-1], *scores.shape[1:])))

    def examples(self, systems: Sequence[Any], options: Options, weight: Any, *, exchanging: bool) -> list[Any]:
        checked = [self.in_any_unit(self.checked_examples(each, options)) for each in systems]
        contexts = [self.context(each, options) for each in checked]
        if exchanging and not equal(*contexts):  # rows of both systems add up in one context only
            both = [joined(*pair) for pair in zip(*checked, strict=True)]
            contexts = [self.context(both, options)] * 2
        return [Rows(self, options, *each, weight) for each in zip(systems, checked, contexts, strict=True)]


class Rows(Additive):
    """Examples of a metric of sums: each is a row of numbers."""

    def __init__(self, kind: OfSums, options: Options, samples: Any, checked: Any, context: Any, weight: Any) -> None:
        super().__init__()
        self.kind, self.options, self.samples, self.weight = kind, options, samples, weight
        self.n, self.columns = len(checked[0]), kind.counted(checked, options, context)
        self.rows = kind.table(self.columns, self.n, weight)
        self.finite = bool(np.isfinite(self.rows).all())
        self.width, self.kinds = self.rows.shape[1], number_kinds(*self.rows.T)

    def estimate(self) -> Any:
        data, options = tuple(self.samples), {**self.options, "sample_weight": self.weight}
        if self.kind.takes_samples:
            return self.kind.scored(data, options)
        sums = self.kind.summed(self.columns, self.n, self.weight)
        return self.kind.result_of(self.kind.from_sums, sums, data, options)

    def totals(self, examples: Array, weights: Array) -> Array:
        return weighted_sums(weights.astype(np.float64), self.rows_of(examples)).T

    def rows_of(self, examples: Array) -> Array:
        """The numbers of some examples, shape (u, d)."""
        return self.rows if len(examples) == self.n else self.rows[examples]

    def exchanged(self, other: Any, examples: Array, answers: Array, swapped: Array) -> Array:
        if not (self.finite and other.finite):
            return super().exchanged(other, examples, answers, swapped)
        own, others = self.rows_of(examples), other.rows_of(examples)
        moved = (swapped.astype(np.float64) @ (others - own)).T
        return np.stack(
            [self.score((answers @ own)[:, None] + moved), self.score((answers @ others)[:, None] - moved)], axis=1
        )

    def score_totals(self, totals: Array) -> Array:
        return np.asarray(self.kind.score_sums(totals, self.options), dtype=np.float64)

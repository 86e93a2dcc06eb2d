"""Metrics of sums: every example is a row of numbers, rows add up, and the sums are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from ..fast.exact_sums import exact_sum
from ..fast.weighted_sums import weighted_sums
from ..inputs import arguments
from ..inputs.options import Parameter, data_of, options_of
from .base import Array, Function, Kind, Options, plain
from .total import Total

Context = Mapping[str, Any]
NOTHING: Context = MappingProxyType({})
AT_ONCE = 2**16  # examples whose numbers stay in the processor's cache


class OfSums(Kind):
    """A score of sums: `rows` makes the numbers of an example, the definition takes their sums, in the same order.

    `inputs` checks the samples and hands them on, one sequence a sample. `at_once` makes the numbers of all examples,
    a column each: a faster twin of `rows`, or True where `rows` works on arrays. With `mean`, an example has one
    number, and the second sum is how many examples there are. `several` names sums that are vectors, of one length.
    `shared` makes what the examples need to know of each other: a dict of options of `rows`. With `of_sums`, the
    definition takes the samples themselves, as textbooks do, and `of_sums` is the same score of the sums. With
    `zero_division`, that is an option, a number that stands for what is undefined.
    """

    def __init__(
        self,
        definition: Function,
        rows: Function,
        *,
        inputs: Function = arguments.samples,
        at_once: Function | bool = False,
        mean: bool = False,
        several: Sequence[str] = (),
        shared: Function | None = None,
        of_sums: Function | None = None,
        zero_division: bool = False,
        **how: Any,
    ) -> None:
        self.own = {"sample_weight": None} | ({"zero_division": np.nan} if zero_division else {})
        self.rows, self.inputs, self.shared, self.mean = rows, inputs, shared, mean
        self.at_once: Function | None = rows if at_once is True else at_once or None
        self.of_sums, self.textbook = of_sums or definition, of_sums is not None
        self.columns, self.several = data_of(self.of_sums), tuple(several)
        if unknown := [name for name in several if name not in self.columns]:
            raise TypeError(
                f"{definition.__name__} has no sums {', '.join(unknown)}; it takes {', '.join(self.columns)}"
            )
        samples = data_of(rows if inputs is arguments.samples else inputs)
        parts = (rows, *([shared] if shared else []), inputs, *([of_sums] if of_sums else []))
        super().__init__(definition, samples, parts, **how)

    def options_of(self, function: Function) -> dict[str, Parameter]:
        """The options of `rows` are those that `shared` does not make; of a textbook's metric none are."""
        options = options_of(function)
        if function is self.rows and self.shared is not None:
            return {name: p for name, p in options.items() if p.default is not p.empty}
        return {} if self.textbook and function is self.shared else options

    def context(self, checked: Sequence[Any], options: Options, **given: Any) -> Context:
        """What the examples need to know of each other."""
        return self.shared(*checked, **self.picked(self.shared, options), **given) if self.shared else NOTHING

    def checked_samples(self, data: Sequence[Any], options: Options) -> tuple[Any, ...]:
        """The samples as `rows` take them, one by one."""
        return tuple(self.inputs(*data, **self.picked(self.inputs, options)))

    def counted(self, checked: Sequence[Any], options: Options, context: Context) -> list[Any]:
        """A column for each sum: arrays of shape (n,) or (n, m), or a number that all examples have."""
        given = {**self.picked(self.rows, options), **context}
        if self.at_once is not None:
            columns = self.at_once(*checked, **given)
        else:
            rows = [self.rows(*example, **given) for example in zip(*checked, strict=True)]
            columns = np.array(rows) if self.mean else [np.array(column) for column in zip(*rows, strict=True)]
        columns = [columns, 1] if self.mean else list(columns)
        if len(columns) != len(self.columns):
            raise TypeError(
                f"{self.name} takes {len(self.columns)} sums, {', '.join(self.columns)}, but {self.rows.__name__} "
                f"returns {len(columns)} numbers for an example"
            )
        return columns

    def table(self, columns: Sequence[Any], n: int, weight: Any = None) -> Array:
        """The columns side by side, a row per example: shape (n, d)."""
        wide = [np.broadcast_to(c, n)[:, None] if np.ndim(c) == 0 else np.reshape(c, (n, -1)) for c in columns]
        table = np.concatenate(wide, axis=1)
        return table if weight is None else table * arguments.weights(weight, n)[:, None]

    def scored(self, sums: Array, options: Options) -> Any:
        """Scores of sums of shape (d, ...)."""
        return self.defined(self.of_sums, self.split(sums), options)

    def defined(self, form: Function, data: Sequence[Any], options: Options) -> Any:
        """One of the two forms of the definition."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return self.finished(form(*data, **self.picked(form, options)), options.get("zero_division", np.nan))

    def split(self, sums: Array) -> list[Array]:
        """The sums that the definition takes, one by one, of an array of shape (d, ...)."""
        vectors = len(self.several)
        width, left = divmod(len(sums) - len(self.columns) + vectors, vectors or 1)
        if left or (not vectors and width) or (vectors and width < 1):
            wanted = ", ".join(f"{name} (several)" if name in self.several else name for name in self.columns)
            raise ValueError(f"statistics of {self.name} must have shape (..., d) for {wanted}; got d = {len(sums)}")
        ends = np.cumsum([width if name in self.several else 1 for name in self.columns])
        parts = np.split(sums, ends[:-1])
        return [part if name in self.several else part[0] for name, part in zip(self.columns, parts, strict=True)]

    def __call__(self, *data: Any, **given: Any) -> Any:
        """The score of the samples."""
        data, options = self.bind(data, given)
        checked, weight = self.checked_samples(data, options), options["sample_weight"]
        by_hand = self.textbook and weight is None and len(checked[0]) <= AT_ONCE
        taken = checked if by_hand else self.added(checked, options, weight)
        score = plain(self.defined(self.definition if by_hand else self.of_sums, taken, options))
        return score if self.result is None else self.result(score, taken, data, options)

    def added(self, checked: Sequence[Any], options: Options, weight: Any) -> list[Any]:
        """The sums of all examples, in floats."""
        context, n = self.context(checked, options), len(checked[0])
        if weight is not None:
            table = self.table(self.counted(checked, options, context), n)
            return self.split(weighted_sums(arguments.weights(weight, n), table))
        if self.at_once is not self.rows or n <= AT_ONCE:
            return _added(self.counted(checked, options, context), n)
        parts = ([sample[i : i + AT_ONCE] for sample in checked] for i in range(0, n, AT_ONCE))
        sums = [_added(self.counted(part, options, context), len(part[0])) for part in parts]
        return [np.sum(each, axis=0) for each in zip(*sums, strict=True)]

    def statistics(self, *data: Any, **given: Any) -> Array:
        """What is counted in each example, a row of numbers: shape (n, d)."""
        return self.counted_once(data, given)[0]

    def counted_once(self, data: tuple[Any, ...], given: Options) -> tuple[Array, Context]:
        """The statistics, and the context that they are to share with those of other parts."""
        extra = options_of(self.shared) if self.shared and self.textbook else {}
        data, options = self.bind(data, {name: value for name, value in given.items() if name not in extra})
        checked = self.checked_samples(data, options)
        context = self.context(checked, options, **{name: given[name] for name in extra if name in given})
        table = self.table(self.counted(checked, options, context), len(checked[0]), options["sample_weight"])
        return table, {**self.picked(self.rows, options), **self.picked(self.inputs, options), **context}

    def total(self, *data: Any, **given: Any) -> Total:
        """The exact sums of the statistics."""
        table, context = self.counted_once(data, given)
        return Total(self.name, context, tuple(map(exact_sum, table.T)))

    def score(self, total: Any, **given: Any) -> Any:
        """The score of a total, or of statistics that were added up: of shape (..., d), the score of shape (...)."""
        counted = self.counted_in(total)
        if counted is not total:
            counted = [float(each) for each in counted]
        sums = arguments.read(counted, "statistics")
        if sums.dtype.kind not in "biuf" or sums.ndim == 0:
            raise TypeError(f"statistics of {self.name} must be numbers of shape (..., d), got {total!r}")
        return plain(self.scored(np.moveaxis(sums.astype(np.float64), -1, 0), self.settled(given)))


def _added(columns: Sequence[Any], n: int) -> list[Any]:
    """The sums of columns, in floats."""
    return [c.sum(axis=0, dtype=np.float64) if isinstance(c, np.ndarray) else np.float64(c * n) for c in columns]

"""Can these errors of predicted numbers be true? Their mean, their root mean square and R squared bound each other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, sqrt
from typing import Any

import numpy as np
import pandas as pd

from ...inputs import arguments
from ...regression import mean_absolute_error, mean_squared_error, r2, root_mean_squared_error
from ..printed import Printed, exactly, read
from .search.readings import Reading, Repairs, answered, read_otherwise, readings
from .verdict import Verdict, can_be_true, impossible, limited, listed, only_known, together

PUBLIC: dict[str, Callable[..., Any]] = {
    "mae": mean_absolute_error,
    "mse": mean_squared_error,
    "rmse": root_mean_squared_error,
    "r2": r2,
}
SHOWN = 10**6  # examples of a witness that a machine holds
EXACT = Fraction(1, 10**12)  # a variance that is computed is known to this share of itself


@dataclass(frozen=True)
class _Bound:
    """A bound of the mean squared error: where it is, whether it can be reached, and what it comes from."""

    at: Any
    reached: bool
    names: tuple[str, ...]


@limited
def possible_regression(
    *,
    n: int | None = None,
    variance: str | float | None = None,
    ddof: int = 0,
    rounding: str = "nearest",
    **scores: Any,
) -> Verdict:
    """Whether errors of a regression can be true together: MAE <= RMSE <= sqrt(n) MAE, and R² = 1 - MSE / variance.

    n : int, optional
        How many examples.
    variance : str or float, optional
        Variance of what was observed, as printed, or computed from data that are public. R² needs it.
    ddof : int, default 0
        The variance was divided by n less this.
    **scores : str
        As printed, with all digits: mae, mse, rmse, r2.

    -> Verdict
        The witness is a table of observed and predicted numbers.

    ValueError
        For R² without a variance, and a `ddof` that is not less than `n`.

    Source: Willmott and Matsuura (2005), Advantages of the mean absolute error (MAE) over the root mean square error
    (RMSE) in assessing average model performance, Climate Research 30.

    >>> possible_regression(variance=0.0832, n=100, mae="0.0254", r2="0.9897").verdict
    'possible'
    >>> found = possible_regression(variance=0.0832, n=100, mae="0.0300", r2="0.9897")
    >>> found.conflicts, found.repairs.to_numpy().tolist()[0]
    (('mae', 'r2', 'variance'), ['mae', '0.0300', '0.0029 to 0.0293'])
    """
    only_known(scores, PUBLIC)
    numbers = _numbers(scores, variance, rounding)
    size = None if n is None else arguments.whole_number(n, "n", least=1)
    if arguments.whole_number(ddof, "ddof", least=0) >= (size or 2 + ddof) or (ddof and not size):
        raise ValueError(f"ddof must be less than n, and needs it; got ddof = {ddof} and n = {n}")
    known = "any number of examples" if size is None else f"{size} examples"
    checked = f"{known}; bounds of the mean squared error, in fractions"

    def ask(reading: Reading) -> Verdict:
        question = _Errors(reading.numbers, size, ddof)
        low, high = question.bounds()
        if _apart(low, high):
            conflicts = tuple(dict.fromkeys((*low.names, *high.names)))
            said, mends = together(numbers, [x for x in conflicts if x != "n"]), _mends(question, reading, rounding)
            return impossible("set of errors", said, known, checked, conflicts, mends, _why(question, low, high))
        if (size or 0) > SHOWN:
            return Verdict("possible", can_be_true(numbers), f"{checked}; too many to show")
        witness = question.witness(low, high)
        if all(reading.numbers[name].prints(PUBLIC[name](*witness.to_numpy().T)) for name in scores):
            return Verdict("possible", can_be_true(numbers), checked, witness)
        said = f"{together(numbers, numbers)} meet at the very ends of what rounding leaves, which floats miss"
        return Verdict("undecided", said, checked)

    return answered(readings([("as printed", numbers)], errors={"r2": Fraction(1)}), rounding, ask, runs="one")


def _numbers(scores: Mapping[str, Any], variance: Any, rounding: str) -> dict[str, Printed]:
    numbers = {name: read(text, name, rounding=rounding) for name, text in scores.items()}
    if variance is not None:
        numbers["variance"] = _variance(variance, rounding)
    elif "r2" in numbers:
        raise ValueError("variance must be given where r2 is: without it nothing follows from it")
    for name in (name for name, x in numbers.items() if x.text.strip().startswith(("<", ">"))):  # shares have those
        raise ValueError(f"{name} must be a number and no bound, got {numbers[name].text!r}")
    return numbers


def _variance(variance: Any, rounding: str) -> Printed:
    if isinstance(variance, str | Printed):
        number = read(variance, "variance", rounding=rounding)
    else:
        value = arguments.number_that(variance, "variance", lambda x: 0 <= x < np.inf, "be finite, at least 0")
        low, high = (Fraction(value) * end for end in (1 - EXACT, 1 + EXACT))
        number = replace(exactly(Fraction(value)), text=f"{variance:.6g}", low=low, high=high, rounding=rounding)
    if number.high < 0:
        raise ValueError(f"variance must be at least 0, got {variance}")
    return number


@dataclass(frozen=True)
class _Errors:
    numbers: Mapping[str, Printed]
    n: int | None
    ddof: int

    def spread(self) -> tuple[Fraction, Fraction]:
        number, share = self.numbers["variance"], Fraction(self.n - self.ddof, self.n) if self.n else Fraction(1)
        return max(number.low, Fraction(0)) * share, number.high * share

    def of(self, name: str) -> tuple[_Bound, _Bound]:
        number = self.numbers[name]
        low, high, (from_, to) = max(number.low, Fraction(0)), number.high, number.closed
        from_ = from_ or low > number.low
        if name != "r2":
            low, high = (low, high) if name == "mse" else (low**2, high * abs(high))
            most = _Bound(high, to, (name,))
            if name == "mae" and high >= 0:
                most = _Bound(high * self.n, to, (name, "n")) if self.n else _Bound(np.inf, False, (name,))
            return _Bound(low, from_, (name,)), most
        least_share, most_share, (of_most, of_least) = 1 - number.high, 1 - number.low, number.closed
        small, large = self.spread()
        names = (name, "variance") if most_share >= 0 else (name,)
        least = _Bound(small * max(least_share, Fraction(0)), of_least or least_share < 0, names)
        return least, _Bound(large * most_share if most_share >= 0 else most_share, of_most, names)

    def bounds(self, but: str = "") -> tuple[_Bound, _Bound]:
        pairs = [self.of(name) for name in self.numbers if name not in ("variance", but)]
        lows, highs = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        lows.append(_Bound(Fraction(0), True, ()))
        highs.append(_Bound(np.inf, False, ()))
        return max(lows, key=lambda x: (x.at, not x.reached)), min(highs, key=lambda x: (x.at, x.reached))

    def witness(self, low: _Bound, high: _Bound) -> pd.DataFrame:
        square = float(low.at + high.at) / 2 if high.at < np.inf else float(low.at)
        of_mean, mean, n = self.numbers.get("mae"), sqrt(square), self.n
        if of_mean:
            if high.at == np.inf:
                square = max(square, float(of_mean.value) ** 2)
            ends = max(float(of_mean.low), 0.0), min(float(of_mean.high), sqrt(square))
            least = max(ends[0], sqrt(square / n)) if n else ends[0] or ends[1] / 100
            mean = (least + ends[1]) / 2
        n = n or max(4, ceil(square / mean**2) + 1 if mean else 4)
        apart = sqrt(max(square - mean**2, 0.0))
        errors = np.full(n, mean - apart / sqrt(max(n - 1, 1)))
        errors[0] = mean + apart * sqrt(max(n - 1, 0))
        errors *= np.where(np.arange(n) % 2, -1, 1)
        observed = np.arange(n) - (n - 1) / 2
        if "variance" in self.numbers:
            observed *= sqrt(self._variance_for(square) / max(observed.var(), 1e-300))
        return pd.DataFrame({"observed": observed, "predicted": observed - errors})

    def _variance_for(self, square: float) -> float:
        small, large = (float(end) for end in self.spread())
        if "r2" in self.numbers:
            least_share, most_share = (1 - float(end) for end in (self.numbers["r2"].high, self.numbers["r2"].low))
            small = max(small, square / most_share) if most_share > 0 else small
            large = min(large, square / least_share) if least_share > 0 else large
        return (small + large) / 2


def _apart(low: _Bound, high: _Bound) -> bool:
    return bool(low.at > high.at or (low.at == high.at and not (low.reached and high.reached)))


def _why(question: _Errors, low: _Bound, high: _Bound) -> str:
    if low.names and high.names and high.at >= 0:
        what = {"mae": "the mean absolute error is at most the root of the mean square"}.get(low.names[0])
        if "n" in high.names:
            what = f"the root of the mean square is at most the root of {question.n} times the mean absolute error"
        least, most = (sqrt(max(float(x.at), 0)) for x in (low, high))
        leave = f"{listed(low.names)} leave{'s' * (len(low.names) == 1)} an RMSE of at least {least:.4g}"
        return f"; {what + ': ' if what else ''}{leave}, {listed(high.names)} one of at most {most:.4g}"
    return "; R² is at most 1" if "r2" in high.names else f"; {high.names[0]} is at least 0"


def _mends(question: _Errors, reading: Reading, rounding: str) -> Repairs:
    for name, number in question.numbers.items():
        low, high = question.bounds(but=name)
        if name == "variance" or _apart(low, high):
            continue
        ends = [float(low.at), float(high.at)]
        if name == "mae":
            ends = [sqrt(ends[0] / question.n) if question.n else 0.0, sqrt(ends[1])]
        elif name == "rmse":
            ends = [sqrt(end) for end in ends]
        elif name == "r2":
            small, large = (float(end) for end in question.spread())
            ends = [1 - ends[1] / small if small else -np.inf, 1 - ends[0] / large if large else 1.0]
        yield name, number, " to ".join(dict.fromkeys(number.like(end) for end in ends))

    def possible(numbers: Mapping[str, Printed], ddof: int = question.ddof) -> bool:
        return not _apart(*_Errors(numbers, question.n, ddof).bounds())

    yield from read_otherwise(reading, rounding, possible, ["r2"])
    for name, other in (("rmse", "mse"), ("mse", "rmse")):
        if name in question.numbers and other not in question.numbers:
            renamed = {other if x == name else x: number for x, number in question.numbers.items()}
            if possible(renamed):
                yield name, question.numbers[name], other.upper()
    if "variance" in question.numbers and question.n and possible(question.numbers, ddof=1 - min(question.ddof, 1)):
        yield "ddof", question.ddof, 1 - min(question.ddof, 1)

"""Scores of data that fit nowhere: parts are counted one by one, wherever they lie, and their counts are added up."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import pandas as pd

from ..inputs import arguments, resampling
from ..kinds.base import unwrapped
from ..kinds.help_pages import described_by
from ..kinds.results import Score
from ..kinds.total import Total
from ..uncertainty import Bootstrap, name_of
from .bracket import bracket_of_total
from .counting import columns_of, is_relation, kind, places_of, quoted, settled, several, totals_of
from .poisson_bootstrap import KEY, interval, method_of, replicates_of
from .reading import ROWS_AT_ONCE, Reader

READING = ("columns", "sample_weight", "engine", "bits", "resume", "rows_at_once", "n_examples", "open_end")


class Counted(Score):
    """The score of a data set in parts, a number everywhere, with how many examples were counted."""

    n: int

    def __str__(self) -> str:
        return f"{float(self)} (n = {self.n:,})"


@dataclass(frozen=True)
class Bracket:
    """Two numbers that a score of n examples lies between, for certain: bounds, and no estimate."""

    low: float
    high: float
    n: int | None = None

    def __contains__(self, score: float) -> bool:
        return bool(self.low <= score <= self.high)

    def __str__(self) -> str:
        return f"{self:.6f}"

    def __format__(self, form: str) -> str:
        return f"between {self.low:{form}} and {self.high:{form}}"


@described_by(totals_of)
def score_partitions(
    metric: Any,
    parts: Iterable[Any],
    /,
    *,
    columns: Sequence[str] | Mapping[str, str] | None = None,
    sample_weight: str | None = None,
    engine: Any = None,
    bits: int | None = None,
    resume: str | os.PathLike[str] | None = None,
    rows_at_once: int = ROWS_AT_ONCE,
    n_examples: int | None = None,
    open_end: bool = False,
    **options: Any,
) -> Any:
    """The score of a data set that comes in parts, with the same digits for any cut and any order of them.

    metric : metric
        One whose counts add up: sums, cells of a matrix, or how often each distinct score (of rankings) or example (of
        ranks, medians, clusterings) occurs, which memory has to hold. What all parts have to share (a centre, document
        frequencies) is worked out in a pass of its own, or given as an option.
    **options
        Those of the metric.

    -> Counted, Series or DataFrame
        As the metric gives it, a number with ``n``, how many examples were counted (of a table, ``attrs["n"]``); a
        `Bracket` with `bits`.

    >>> from evalmetrics import macro_f_score
    >>> print(score_partitions(macro_f_score, [(["a", "b"], ["a", "a"]), (["b", "b"], ["b", "b"])]))
    0.7333333333333334 (n = 4)
    """
    of, (scored, told) = kind(metric), settled(metric, options)
    alone = engine is None and resume is None and sample_weight is None and bits is None and n_examples is None
    if alone and is_relation(parts) and of.streamed is not None:
        names = columns_of({"score": scored}, columns)
        return of.streamed(parts, *(quoted(names[sample]) for sample in of.samples), of.settled(unwrapped(scored)[1]))
    reading = {"sample_weight": sample_weight, "engine": engine, "resume": resume, "rows_at_once": rows_at_once}
    reading |= {"n_examples": n_examples, "open_end": open_end}
    total = totals_of({"score": scored}, parts, columns=columns, bits=bits, shared={"score": told}, **reading)["score"]
    score = score_of(scored, total, bits)
    if type(score) is float:
        return Counted(score, n=total.n)
    if isinstance(score, pd.Series | pd.DataFrame):
        score.attrs["n"] = total.n
    return score


@described_by(totals_of)
def score_many(
    metrics: Mapping[str, Any] | Sequence[Any],
    parts: Iterable[Any],
    *,
    columns: Mapping[str, str] | Sequence[str] | None = None,
    sample_weight: str | None = None,
    engine: Any = None,
    resume: str | os.PathLike[str] | None = None,
    rows_at_once: int = ROWS_AT_ONCE,
    n_examples: int | None = None,
    open_end: bool = False,
) -> pd.Series:
    """Many scores of a data set that comes in parts, each of which is read once for all of them.

    metrics : dict from names to metrics, or list of metrics
        With their options settled: ``f_score.given(beta=2)``. One of the package may be named: ``"accuracy"``.

    -> Series
        A score for each name; ``attrs["n"]`` says how many examples were counted.

    >>> from evalmetrics import cohen_kappa
    >>> parts = [([0, 1, 1], [0, 1, 0]), ([0, 0], [0, 1])]
    >>> score_many(["accuracy", cohen_kappa], parts).round(3).to_dict()
    {'accuracy': 0.6, 'cohen_kappa': 0.167}
    """
    if isinstance(metrics, Mapping):
        named = {name: _metric(metric) for name, metric in metrics.items()}
    else:
        metrics = [metrics] if isinstance(metrics, str) else list(metrics)
        named = {metric.__name__: metric for metric in map(_metric, metrics)}
    if len(named) < len(metrics):
        raise ValueError("metrics must have names of their own: give a dict from names to metrics")
    reading = {"sample_weight": sample_weight, "engine": engine, "resume": resume, "rows_at_once": rows_at_once}
    reading |= {"n_examples": n_examples, "open_end": open_end}
    totals = totals_of(named, parts, columns=columns, **reading)
    scores = pd.Series({name: metric.score(totals[name]) for name, metric in named.items()})
    scores.attrs["n"] = next(iter(totals.values())).n
    return scores


def _metric(metric: Any) -> Any:
    if not isinstance(metric, str):
        if not callable(metric):
            raise TypeError(f"metrics must hold metrics, or names of them, got {arguments.shown(metric)}")
        return metric
    try:
        return getattr(import_module(__package__.partition(".")[0]), metric)
    except AttributeError as error:
        raise ValueError(f"metrics names none of the package: {error}") from None


@described_by(totals_of)
def total_partitions(metric: Any, parts: Iterable[Any], /, **how: Any) -> Total:
    """What a metric counts in all parts, to be saved with ``to_bytes`` and added to the totals of other parts later.

    Parameters
    ----------
    metric, parts, **how
        As in `score_partitions`, options of the metric among them.

    -> Total
        ``metric.score(total)`` is the score, ``total.n`` how many examples were counted.

    >>> from evalmetrics import corpus_wer
    >>> monday = total_partitions(corpus_wer, [(["a b"], ["a c"])], tokenize="whitespace")
    >>> tuesday = total_partitions(corpus_wer, [(["d e f"], ["d e f"])], tokenize="whitespace")
    >>> corpus_wer.score(monday + tuesday)
    0.2
    """
    reading = {name: how.pop(name) for name in READING if name in how}
    scored, told = settled(metric, how)
    return totals_of({"score": scored}, parts, shared={"score": told}, **reading)["score"]


@described_by(totals_of)
def bootstrap_partitions(
    metric: Any,
    parts: Iterable[Any],
    /,
    *,
    key: str,
    columns: Sequence[str] | Mapping[str, str] | None = None,
    n_resamples: int = 1000,
    level: float = 0.95,
    method: str = "percentile",
    seed: int = 0,
    engine: Any = None,
    bits: int | None = None,
    rows_at_once: int = ROWS_AT_ONCE,
    n_examples: int | None = None,
    open_end: bool = False,
    **options: Any,
) -> Bootstrap:
    """Interval for the score of a data set that comes in parts: the same for any cut and any order of them.

    In each resample an example counts as often as a Poisson distribution of mean 1 says. That number is worked out
    from `seed`, from the resample and from the key of the example, so that nobody has to know the other examples.
    Resamples have about n examples, not exactly n, which makes no difference for large n. Parts have to be a list:
    it is read twice.

    metric : metric
        One whose counts add up. Where these are of distinct examples or scores, each resample has them all: round to
        few, or give `bits`.
    key : str
        The column that tells examples apart, numbers or texts; a tuple ends with the keys. Examples with one key are
        drawn together: name the document or the patient where these are what was sampled.
    n_resamples, level
        As in `bootstrap`.
    method : {"percentile", "basic", "normal"}
        As in `bootstrap`; "percentile" with `bits`.
    bits : int, optional
        As in `score_partitions`: the estimate is a `Bracket`, each resample has two scores that its own lies between,
        and the interval holds that of the scores themselves.
    seed : int, default 0
        At least 0; another seed draws other resamples.
    **options
        Those of the metric.

    -> Bootstrap
        As `bootstrap` has it, its interval named after Poisson: "Poisson percentile", with `bits` "at 4 bits".

    Source: Chamandy, Muralidharan, Najmi and Naidu (2012), Estimating uncertainty for massive data streams.

    >>> from evalmetrics import accuracy
    >>> halves = [([1] * 50, [1] * 45 + [0] * 5, range(50)), ([0] * 50, [0] * 45 + [1] * 5, range(50, 100))]
    >>> print(bootstrap_partitions(accuracy, halves, key="example"))
    0.900 [0.835, 0.955] (95 %, Poisson percentile)
    """
    of, (scored, told) = kind(metric), settled(metric, options)
    tails, method = resampling.tails(level), method_of(method, bits)
    if not isinstance(key, str):
        raise TypeError(f"key must name a column, got {key!r}")
    seed, parts = arguments.whole_number(seed, "seed", least=0), several(parts)
    if not isinstance(parts, Sequence):
        raise TypeError(f"parts must be a list, which is read twice; got {arguments.shown(parts)}")
    reading = {"columns": columns, "engine": engine, "rows_at_once": rows_at_once, "bits": bits}
    without_keys = [part[:-1] if isinstance(part, tuple) else part for part in parts]
    held: dict[str, Any] = {"shared": {"score": told}, "n_examples": n_examples, "open_end": open_end}
    total = totals_of({"score": scored}, without_keys, **held, **reading)["score"]
    named = {"score": metric}
    reader = Reader(columns_of(named, columns), places_of(named), rows_at_once, {KEY: key}, open_end)
    replicates = replicates_of(scored, total, parts, engine, reader, resampling.often(n_resamples), seed, bits)
    estimate, name = score_of(scored, total, bits), name_of(scored)
    found = interval(of, estimate, replicates, tails, level, method, bits)
    return Bootstrap(estimate, found, replicates, name, total.n or 0)


def score_of(metric: Any, total: Total, bits: int | None) -> Any:
    if bits is not None:
        return Bracket(*bracket_of_total(metric, total, bits), total.n)
    return metric.score(total)

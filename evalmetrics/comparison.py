"""Which of several systems is better on one metric: the difference, how sure it is, and what exactly was tested."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from .confusion import accuracy
from .inputs import arguments, resampling
from .inputs.resampling import Rng
from .kinds.base import quietly, unwrapped
from .kinds.help_pages import described_by
from .kinds.results import WithInterval
from .paired_tests import (
    PValue,
    benjamini_hochberg,
    delong_test,
    holm,
    mcnemar_test,
    one_number_each,
    permutation_test,
    two_plans,
)
from .resampling import examples
from .resampling.resampled import Resampled
from .roc_curves import roc_auc
from .uncertainty import Interval, interval_by, name_of, too_few

QUESTIONS = {
    "bootstrap": {
        "question": "How far apart are they, on other examples of this kind? And could that be 0?",
        "null hypothesis": "both have the same {metric} wherever {drawn} like these come from",
        "for": "any metric",
    },
    "permutation": {
        "question": "Could either have given the other's answers?",
        "null hypothesis": "on each of the {drawn} either could as well have given the other's answer, which is more "
        "than an equal {metric}",
        "for": "any metric that is one number",
    },
    "mcnemar": {
        "question": "Are both right equally often?",
        "null hypothesis": "where only one of them is right, each is so equally often",
        "for": "accuracy",
    },
    "delong": {
        "question": "Do both put the positives first equally well?",
        "null hypothesis": "both have the same {metric} wherever {drawn} like these come from",
        "for": "the area under the ROC curve, of many positives and negatives",
    },
}


@described_by()
def comparison_tests() -> pd.DataFrame:
    """Which test of `compare_systems` answers which question.

    To be equally good is not to be exchangeable: a cautious and a bold classifier can have the same F and never the
    same answers. Then "bootstrap" holds its level and "permutation" does not.

    -> DataFrame
        A row per test; columns question, null hypothesis, for.

    Source: Dror, Baumer, Shlomov and Reichart (2018), The hitchhiker's guide to testing statistical significance in
    natural language processing, ACL.

    >>> comparison_tests()["question"]["mcnemar"]
    'Are both right equally often?'
    """
    table = pd.DataFrame(QUESTIONS).T.rename_axis("test")
    said = [null.format(metric="metric", drawn="examples") for null in table["null hypothesis"]]
    return table.assign(**{"null hypothesis": said})


NO_BOUNDS = "; paired_bootstrap(..., strata=y_true) draws within classes, and method='jackknife' draws none"


@dataclass(frozen=True)
class Comparison(WithInterval):
    """Two systems on the same examples: both scores, their difference with its interval, and a p-value."""

    metric: str
    systems: tuple[str, str]
    scores: tuple[float, float]
    estimate: float
    interval: Interval
    p_value: float
    test: str
    null: str
    examples: str

    @property
    def report(self) -> str:
        """What a paper would print, in a line."""
        (first, second), (one, other) = self.systems, self.scores
        by = self.interval.method + (self.interval.caution or NO_BOUNDS * bool(np.isnan(self.low)))
        return (
            f"{self.metric}: {first} {one:.3f}, {second} {other:.3f}, difference {self.estimate:.3f} "
            f"({100 * self.interval.level:g} % interval {self.low:.3f} to {self.high:.3f}, {by}; "
            f"{_said(self.p_value)}, {self.test}); {self.examples}."
        )

    def __str__(self) -> str:
        return f"{self.report}\nTested: {self.null}."


@dataclass(frozen=True)
class Comparisons:
    """Several pairs of systems, with p-values adjusted for the number of pairs."""

    pairs: tuple[Comparison, ...]
    adjust: str

    @cached_property
    def table(self) -> pd.DataFrame:
        """A row per pair: both systems, difference, low, high, p, and p adjusted."""
        rows = [(*c.systems, c.estimate, c.low, c.high, float(c.p_value)) for c in self.pairs]
        table = pd.DataFrame(rows, columns=["first", "second", "difference", "low", "high", "p"])
        return table.assign(**{f"p, {self.adjust}": ADJUSTMENTS[self.adjust](table["p"])})

    @property
    def report(self) -> str:
        """What a paper would print, a line per pair and one for what was adjusted."""
        adjusted = [f"{p:.2g}" for p in self.table.iloc[:, -1]]
        last = f"{len(self.pairs)} comparisons, p adjusted by {self.adjust!r}: {', '.join(adjusted)}."
        return "\n".join([*(pair.report for pair in self.pairs), last])

    def __str__(self) -> str:
        return f"{self.table.round(4).to_string(index=False)}\nTested: {self.pairs[0].null}."


ADJUSTMENTS: dict[str, Callable[[Any], Any]] = {
    "holm": holm,
    "benjamini_hochberg": benjamini_hochberg,
    "none": lambda p: p,
}


@quietly()
@described_by(resampling.often, resampling.tails, resampling.interval_method, resampling.group_of)
def compare_systems(
    metric: Callable[..., Any],
    y_true: Any,
    systems: Mapping[str, Any] | pd.DataFrame,
    *,
    test: str | None = None,
    baseline: str | None = None,
    adjust: str | None = None,
    n_resamples: int = 10_000,
    level: float = 0.95,
    method: str = "percentile",
    groups: Any = None,
    rng: Rng = None,
    **options: Any,
) -> Any:
    """Compare two or more systems on one metric: differences, intervals, p-values, and the hypothesis that was tested.

    metric : function
        A metric of the package that returns one number, or any function of (y_true, y_pred).
    y_true : sequence of n labels, numbers or texts, or None
        What was observed. None for a metric of the answers alone, as of lists of relevances.
    systems : mapping from name to a sequence of length n, or DataFrame with a column for each
        What each said of the same examples: predictions, scores or hypotheses. At least two.
    test : {"bootstrap", "permutation", "mcnemar", "delong"}
        They ask different questions, `comparison_tests` says which, and nothing is chosen for you. Intervals come from
        the paired bootstrap by `method`, for "delong" from DeLong's variance.
    baseline : name, optional
        Compare the others with this system alone; by default all pairs.
    adjust : {"holm", "benjamini_hochberg", "none"}
        What is done to the p-values of more than one pair; to be said then.
    n_resamples : int, default 10000
        How many resamples; at least 2. "jackknife" draws none.
    **options
        Those of the metric, as ``pos_label=1``.

    -> Comparison or Comparisons
        Of two systems: ``estimate`` is the first's score minus the second's, with ``interval``, ``p_value``, ``null``
        and ``report``, a line to print. Of more: ``pairs`` of them, a ``table``, ``report``.

    ValueError
        No test, one that does not fit the metric, or several pairs and no `adjust`; an unknown name or option.
    TypeError
        Systems without names.

    Source: Dror, Baumer, Shlomov and Reichart (2018), The hitchhiker's guide to testing statistical significance in
    natural language processing, ACL.

    >>> from evalmetrics import accuracy
    >>> y = [0] * 50 + [1] * 50
    >>> systems = {"new": [0] * 55 + [1] * 45, "old": [0] * 60 + [1] * 40}
    >>> print(compare_systems(accuracy, y, systems, test="mcnemar", rng=0))  # doctest: +NORMALIZE_WHITESPACE
    accuracy: new 0.950, old 0.900, difference 0.050 (95 % interval 0.010 to 0.100, percentile; p = 0.062, mcnemar);
    100 examples.
    Tested: where only one of them is right, each is so equally often.
    """
    systems = {str(name): systems[name] for name in systems} if isinstance(systems, pd.DataFrame) else systems
    arguments.named(systems, "systems")
    metric = examples.with_options(metric, options)
    pairs = _pairs(list(systems), baseline)
    test, adjust = _test_of(metric, test, groups), _adjustment(adjust, len(pairs))
    often, method = resampling.often(n_resamples), resampling.interval_method(method)
    found = []
    for names in pairs:
        y_true, *answers = arguments.kept([y_true, *(systems[name] for name in names)])
        plans = two_plans(metric, y_true, *answers, called=[f"systems[{name!r}]" for name in names], groups=groups)
        scores = one_number_each(plans)
        drawn = Resampled(plans, often, resampling.group_of(groups, plans[0].n), rng)
        if test == "delong":
            done = delong_test(y_true, *answers, level=level, **unwrapped(metric)[1])
            interval, p_value = done.interval, done.p_value
        else:
            samples = answers[:1] if y_true is None else [y_true, *answers[:1]]
            few = too_few(metric, samples, drawn, method)
            interval = replace(interval_by(method, metric, drawn, level), few=few)
            p_value = _p_value(test, metric, y_true, answers, drawn, method, groups)
        found.append(_comparison(metric, names, scores, drawn, interval, p_value, test))
    return found[0] if len(found) == 1 else Comparisons(tuple(found), adjust)


def _p_value(
    test: str, metric: Any, y_true: Any, answers: list[Any], drawn: Resampled, method: str, groups: Any
) -> Any:
    often = drawn.n_resamples
    if test == "mcnemar":
        return mcnemar_test(y_true, *answers).p_value
    if test == "permutation":
        return permutation_test(metric, y_true, *answers, n_resamples=often, groups=groups, rng=drawn.rng)
    p_value = drawn.p_value(method)
    if method not in ("percentile", "basic", "bc", "bca"):  # these count no resamples
        return p_value
    least = 2 / (often + 1)  # counted on one side, and doubled
    return PValue(max(p_value, least), n_resamples=often, least=least)


def _comparison(
    metric: Any,
    names: tuple[str, str],
    scores: list[float],
    drawn: Resampled,
    interval: Interval,
    p_value: Any,
    test: str,
) -> Comparison:
    n, grouped = drawn.plans[0].n, drawn.groups is not None
    null = QUESTIONS[test]["null hypothesis"].format(metric=name_of(metric), drawn="groups" if grouped else "examples")
    units = f"{drawn.n} groups of {n} examples" if grouped else f"{n} examples"
    one, other = scores
    return Comparison(name_of(metric), names, (one, other), one - other, interval, p_value, test, null, units)


def _pairs(names: list[str], baseline: Any) -> list[tuple[str, str]]:
    if len(names) < 2:
        raise ValueError(f"systems must be at least two, got {len(names)}")
    if baseline is None:
        return list(combinations(names, 2))
    baseline = arguments.one_of(baseline, "baseline", names)
    return [(name, baseline) for name in names if name != baseline]


def _test_of(metric: Any, test: Any, groups: Any) -> str:
    """A test that can be made of this metric; without one, what there is to ask."""
    if test is None:
        asked = "; ".join(f"{name!r}: {row['question']} (for {row['for']})" for name, row in QUESTIONS.items())
        raise ValueError(f"test= says what is asked of the systems. {asked}")
    test = arguments.one_of(test, "test", QUESTIONS)
    only = {"mcnemar": accuracy, "delong": roc_auc}.get(test)
    if only is not None and unwrapped(metric)[0] is not only:
        raise ValueError(f"test={test!r} is about {only.__name__}, and says nothing of {name_of(metric)}")
    if only is not None and groups is not None:
        raise ValueError(f"test={test!r} takes examples for independent: with groups, ask 'bootstrap' or 'permutation'")
    return test


def _adjustment(adjust: Any, pairs: int) -> str:
    if adjust is None and pairs > 1:
        raise ValueError(
            f"{pairs} pairs are tested at once: say with adjust= whether 'holm' shall keep any false alarm rare, "
            "'benjamini_hochberg' the share of false alarms low, or 'none' of both"
        )
    return arguments.one_of("none" if adjust is None else adjust, "adjust", ADJUSTMENTS)


def _said(p_value: Any) -> str:
    if isinstance(p_value, PValue) and p_value <= p_value.least:
        return f"p ≤ {p_value.least:.2g}, the least of {p_value.n_resamples} resamples"
    return f"p = {float(p_value):.2g}"


@described_by()
def score_table(
    metrics: Mapping[str, Callable[..., Any]] | list[Callable[..., Any]], data: Mapping[str, Any], **options: Any
) -> pd.DataFrame:
    """Scores of several metrics on several data sets.

    metrics : mapping from name to metric, or list of metrics
        A list is named after its functions.
    data : mapping from name to data
        What a metric is called with: a tuple of samples, or a single sample or confusion matrix.
    **options
        Given to every metric, such as ``zero_division=0.0`` or ``pos_label="spam"``.

    -> DataFrame
        A row for each data set, a column for each metric. A metric with a value for each class has a column for each.

    >>> from evalmetrics import accuracy, macro_f_score
    >>> data = {"one": (["a", "b", "b"], ["a", "b", "b"]), "two": (["a", "b", "b"], ["b", "b", "b"])}
    >>> score_table([accuracy, macro_f_score], data, zero_division=0.0).round(3)
         accuracy  macro_f_score
    one     1.000            1.0
    two     0.667            0.4
    """
    if not isinstance(metrics, Mapping):
        if not isinstance(metrics, list | tuple) or not all(map(callable, metrics)):
            shown = arguments.shown(metrics)
            raise TypeError(f"metrics must be a list of metrics, or a mapping from name to metric, got {shown}")
        metrics = {metric.__name__: metric for metric in metrics}
    arguments.named(metrics, "metrics")
    arguments.named(data, "data")
    rows = {}
    for name, samples in data.items():
        given = samples if isinstance(samples, tuple) else (samples,)
        rows[name] = _flat({column: metric(*given, **options) for column, metric in metrics.items()})
    return pd.DataFrame.from_dict(rows, orient="index")


def _flat(scores: Mapping[str, Any]) -> dict[str, float]:
    """Scores by name; the values of several classes by the names of metric and class, of one metric by class alone."""
    flat = {}
    for name, score in scores.items():
        if np.ndim(score) == 0:
            flat[name] = float(score)
        else:
            flat |= {label if len(scores) == 1 else f"{name}, {label}": value for label, value in score.items()}
    return flat

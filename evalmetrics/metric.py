"""What a metric is: something counted in every example, and a definition that scores the counts.

Count first, score afterwards: counts of different examples add up, and a score is a few lines on their sums. So a
metric is written once, as a textbook prints it. What it is made of, which the decorators of this module say, gives the
rest: the score of one data set, of a thousand resamples at once, of parts that never meet in one memory. Nothing is
guessed from names or types; what does not fit is refused where the metric is declared. A definition takes

================================ ======================================================================================
``@of_matrix``                   the cells of a confusion matrix: rows observed, columns predicted
``@of_classes``                  counts of each class against the rest; ``@of_added_classes``, these added up
``@of_values(f_score)``          what another metric says of each class
``@of_sums(edits_and_words)``    sums of the numbers that a function makes of each example
``@mean_of(absolute_error)``     the sum of one number an example, and how many examples there are
``@of_ranking``                  positives and negatives at each distinct score, the highest first
``@of_weights(judge)``           how often each example counts, and what was made of all of them just once
``@of_samples``                  the samples themselves: it is called again for each resample
================================ ======================================================================================

**A definition is a plain function of arrays** of floats. Their first axes belong to the data (classes, rows and
columns, orders of n-grams); with more axes an array is a stack, each entry of which is a data set of its own. So
`accuracy` scores one matrix of shape (k, k) and a thousand of shape (k, k, 1000), in the same line. A definition that
cannot score a stack (``np.trace(cells) / cells.sum()`` adds up too much) is not wrong, only slower: a few data sets of
each stack are scored alone as well, and unless the numbers agree it is called once for every resample.

**An option belongs to the function that names it**: a parameter with a default, one that is given by name only, or one
that ``checks`` names. Options of the inputs and of the rows change what is counted; those of the definition change the
score only. Options of a definition may follow the data by position (``f_score(cm, 2)``) unless it takes them by name
only.

**0/0 is nan**, because NumPy says so; a definition need not mention it. Metrics of a confusion matrix take
``zero_division``, a number that stands for what is undefined in them and in the metrics whose values they take; others
do if they are declared so, and a mean of one number an example takes it for examples without a number.

What a declared metric can do besides being called:

========================== ============================================================================================
``metric.definition``      the plain function, on plain arrays
``metric.statistics(…)``   what is counted in each example: a row of numbers; for matrices and rankings their sum
``metric.total(…)``        the exact sum of the statistics; totals of parts add up, in any order, to the last bit
``metric.score(total)``    the score of a total, or of statistics that were added up
``metric.given(beta=2)``   the same metric with some of its options settled
``metric.variants``        its options, and the values that they can take, where these are few
``metric.card``            what it ranges over, values and cannot see; None where nobody wrote it down
========================== ============================================================================================
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar, overload

from .kinds.base import Kind
from .kinds.declare import Given, calling, declare
from .kinds.help_pages import described_by
from .kinds.samples import OfArguments, OfOne, OfSamples
from .kinds.total import Total

__all__ = [
    "Given",
    "Metric",
    "Total",
    "checked_by",
    "mean_of",
    "of_added_classes",
    "of_classes",
    "of_matrix",
    "of_ranking",
    "of_samples",
    "of_sums",
    "of_values",
    "of_weights",
]

Function = Callable[..., Any]


P = ParamSpec("P")
R = TypeVar("R", covariant=True)


class Metric(Protocol[P, R]):
    """A declared metric: a function that has these attributes."""

    definition: Function
    kind: Kind
    card: Any
    variants: Mapping[str, Sequence[Any]]
    statistics: Function
    total: Callable[..., Total]
    score: Function
    given: Callable[..., Given]
    __name__: str

    def __call__(self, *data: P.args, **options: P.kwargs) -> R:
        """The score of one data set."""


@described_by()
def of_matrix(definition: Function | None = None, **how: Any) -> Any:
    """A metric of a confusion matrix: the definition takes its cells, rows observed, columns predicted.

    definition : function of ``cells``
        An array of floats of shape (k, k), or a stack of shape (k, k, ...). Parameters that have a default, or are
        given by name only, are options of the metric.
    **how
        ``inputs``, a function from the samples to two arrays of codes and the labels; ``in_a_table``, one that raises
        for the labels of a matrix; ``checks``, for an option, a function of its value and its name that returns the
        value or raises.

    -> metric
        Called with a matrix (a DataFrame) or with y_true and y_pred.

    >>> @of_matrix
    ... def error_rate(cells):
    ...     return 1 - cells.trace() / cells.sum((0, 1))
    >>> error_rate([0, 0, 1, 1], [0, 1, 1, 1])
    0.25
    """
    from .kinds.matrix import OfMatrix

    return _decorator(OfMatrix, definition, **how)


@described_by()
def of_classes(definition: Function | None = None, **how: Any) -> Any:
    """A metric of each class against the rest, of those counts that the definition names.

    definition : function of some of ``tp, fn, fp, tn, observed, predicted, examples``
        Arrays of floats of shape (k,), or stacks of shape (k, ...).
    **how
        ``checks`` as in `of_matrix`; ``once_defined``, the form that the definition has once ``zero_division`` is a
        number; ``columns``, names for a definition that returns several values for a class.

    -> metric
        It returns a Series, or with ``pos_label`` a float.

    >>> @of_classes
    ... def prevalence(observed, examples):
    ...     return observed / examples
    >>> prevalence(["a", "b", "b", "b"], ["a", "a", "b", "b"], pos_label="b")
    0.75
    """
    from .kinds.matrix import OfClasses

    return _decorator(OfClasses, definition, **how)


@described_by()
def of_added_classes(definition: Function | None = None, **how: Any) -> Any:
    """A metric of the counts of all classes, or of some, added up: micro averages add, then divide.

    Parameters
    ----------
    definition, **how
        As in `of_classes`; the counts have no axis for the classes.

    -> metric
        Its option ``labels`` names the classes that are added up, by default all.

    >>> @of_added_classes
    ... def micro_precision(tp, fp):
    ...     return tp / (tp + fp)
    >>> micro_precision(["a", "b", "b", "b"], ["a", "a", "b", "b"], labels=["b"])
    1.0
    """
    from .kinds.matrix import OfAddedClasses

    return _decorator(OfAddedClasses, definition, **how)


@described_by()
def of_values(*metrics: Any, **how: Any) -> Any:
    """A metric of what others, made with `of_classes`, say of each class: macro averages divide, then add.

    *metrics : metrics of each class
        The definition takes their values in this order, then any of the counts that `of_classes` knows. Options of
        these metrics are options of the new one.
    **how
        ``checks`` as in `of_matrix`.

    -> decorator

    >>> from evalmetrics import recall
    >>> @of_values(recall)
    ... def worst_recall(r):
    ...     return r.min(0)
    >>> worst_recall(["a", "a", "b"], ["a", "b", "b"])
    0.5
    """
    from .kinds.matrix import OfValues

    return lambda definition: declare(OfValues(definition, metrics, **how))


@described_by()
def of_sums(rows: Function, **how: Any) -> Any:
    """A metric of sums: `rows` makes the numbers of an example, the definition takes their sums in the same order.

    rows : function of an example, one argument for each sample
        It returns a tuple of numbers, or of vectors for the sums named in ``several``. A metric of one example will do
        as well: its definition makes the numbers, and its options and their checks are those of the new metric.
    **how
        ``inputs``, a function that checks the samples; ``at_once``, a function that makes the columns of all examples
        faster than `rows` (True where `rows` works on arrays); ``several``, names of sums that are vectors;
        ``unitless``, "each" or "together" where the score is free of the unit of each sample, or of the one of all;
        ``shared``, a function of the samples that makes what `rows` needs to know of all of them, as a dict of its
        options, and ``first_pass``, how it is worked out of parts; ``from_sums``, for a definition that takes the
        samples themselves, the same score of the sums;
        ``each``, names of options that may hold a value for each example; ``zero_division``, True where that is to be
        an option, and ``once_defined``, the form of the definition where it is given; ``result``, a function that
        makes what a call returns of the score; ``checks`` as in `of_matrix`, and ``agree``, functions that take those
        options by name that have to fit together, and raise where they do not.

    -> decorator

    >>> def lengths(reference, hypothesis):
    ...     return len(hypothesis), len(reference)
    >>> @of_sums(lengths)
    ... def length_ratio(hypothesis, reference):
    ...     return hypothesis / reference
    >>> length_ratio([["a", "b"], ["c", "d"]], [["a"], ["c", "d"]])
    0.75
    """
    from .kinds.sums import OfSums

    return lambda definition: declare(OfSums(definition, rows, **how))


@described_by()
def mean_of(value: Function, **how: Any) -> Any:
    """A metric of one number an example: the definition takes their sum, and how many examples there are.

    value : function of an example, one argument for each sample
        It returns a number.
    **how
        As in `of_sums`.

    -> decorator

    >>> def squared_error(y_true, y_pred):
    ...     return (y_true - y_pred) ** 2
    >>> @mean_of(squared_error, at_once=True)
    ... def mse(errors, examples):
    ...     return errors / examples
    >>> mse([1, 2], [1, 4])
    2.0
    """
    return of_sums(value, mean=True, **how)


@described_by()
def of_ranking(definition: Function | None = None, **how: Any) -> Any:
    """A metric of labels in the order of their scores.

    definition : function of some of ``positives, negatives, scores``
        How many of each lie at each distinct score, the highest first: arrays of shape (m,).
    **how
        ``monotone``, True where a higher ROC curve never makes the score worse, so that scores may be rounded; with
        it ``least``, a function of positives and negatives that no order within equal scores can take the score below,
        where that is not the score with negatives first; ``rows``, the same score of many rankings, a row of counts
        each; ``streamed`` as in `of_weights`; ``checks`` as in `of_matrix`.

    -> metric
        Called with y_true and y_score.

    >>> @of_ranking
    ... def share_on_top(positives, negatives):
    ...     return positives[0] / (positives[0] + negatives[0])
    >>> share_on_top([0, 1, 1], [0.3, 0.9, 0.9])
    1.0
    """
    from .kinds.ranking import OfRanking

    return _decorator(OfRanking, definition, **how)


@described_by()
def of_weights(prepare: Function, **how: Any) -> Any:
    """A metric of how often each example counts, and of something expensive that is made of all examples once.

    prepare : function of the samples
        Whatever it returns, the definition takes after the weights.
    **how
        ``inputs``, a function that checks the samples; ``fast``, another way to what `prepare` makes; ``once``, the
        same score of checked samples that all count once, where that is quicker than to prepare them; ``canonical``, a
        function of the checked samples that makes others with the same score, of which fewer are distinct, since
        those are what a total counts; ``stacked``, True where the weights may be those of b resamples, shape (b, n);
        ``monotone``, True where the score never falls as the last of them rises, or never rises, so that it may be
        rounded; ``streamed``, a function of a relation of DuckDB, of the names of its columns in SQL and of all
        options, which makes the score of what DuckDB sorts; ``instead``, for a metric whose counts do not add up, what
        to do with data in parts; ``result`` and ``checks`` as in `of_sums`.

    -> decorator

    >>> @of_weights(sorted)
    ... def largest(weights, prepared):
    ...     return prepared[-1]
    >>> largest([3, 1, 2])
    3.0
    """
    from .kinds.weights import OfWeights

    return lambda definition: declare(OfWeights(definition, prepare, **how))


@overload
def of_samples(function: Function) -> Any: ...
@overload
def of_samples(**how: Any) -> Callable[[Function], Any]: ...
@described_by()
def of_samples(function: Function | None = None, **how: Any) -> Any:
    """A metric that is a function of the samples: called again for every resample.

    function : function of one or more samples
        Parameters that have a default, or are given by name only, are options. It checks the samples itself, unless
        there are ``inputs``.
    **how
        ``inputs``, a function that checks the samples and hands them on; with it, ``fast``, another way to the same
        score, ``result`` as in `of_sums`, and ``zero_division``, True where that is to be an option; ``many``, for a
        metric of one example, the name of the metric that scores many, or ""; for any other ``instead``, what to do
        with data in parts; ``checks`` as in `of_matrix`.

    -> metric

    >>> @of_samples
    ... def span(values):
    ...     return max(values) - min(values)
    >>> span([3, 1, 2])
    2
    """
    return _decorator(OfSamples, function, **how)


def of_one(many: Any, *, inputs: Function) -> Any:
    """A metric of one example, as a metric of `many` scores it: the definition makes data of it that hold no other."""
    return lambda definition: declare(OfOne(definition, many, inputs=inputs))


@described_by()
def checked_by(inputs: Function, **how: Any) -> Any:
    """A function that is no metric, and leaves the checks of its arguments to `inputs`: what it does can be read.

    inputs : function of the arguments
        It checks them, and hands on as many.
    **how
        ``checks`` as in `of_matrix`.

    -> decorator

    >>> def two_numbers(a, b):
    ...     return float(a), float(b)
    >>> @checked_by(two_numbers)
    ... def larger(a, b):
    ...     return max(a, b)
    >>> larger("3", "10")
    10.0
    """
    return lambda definition: calling(OfArguments(definition, inputs=inputs, **how))


def _decorator(kind: Any, definition: Function | None, **how: Any) -> Any:
    if definition is None:
        return functools.partial(_decorator, kind, **how)
    return declare(kind(definition, **how))

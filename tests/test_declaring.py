"""What a declaration can say besides its definition, on metrics made for the purpose."""

import pickle

import numpy as np
import pytest

from evalmetrics import bootstrap, show_source
from evalmetrics.fast import computed_by
from evalmetrics.kinds.base import kind_of
from evalmetrics.kinds.help_pages import sections_of
from evalmetrics.kinds.results import Score
from evalmetrics.metric import checked_by, of_samples, of_sums


def rows(x, *, order):
    return x**order, 1


def not_both(*, scale=1.0, shift=0.0):
    """The scale and the shift of a moment.

    Raises
    ------
    ValueError
        Both are given.
    """
    if scale != 1.0 and shift != 0.0:
        raise ValueError(f"scale or shift, not both, got {scale} and {shift}")


def low_orders(*, order=1, scale=1.0):
    if order > 2 and scale != 1.0:
        raise ValueError("only of orders up to 2")


@of_sums(rows, at_once=True, agree=[low_orders, not_both])
def moment(total, n, *, scale=1.0, shift=0.0):
    """A moment, moved or stretched."""
    return total / n * scale + shift


def test_options_that_do_not_fit_together_are_refused():
    assert moment([1, 2], 2, scale=2.0) == 5
    with pytest.raises(ValueError, match=r"scale or shift, not both, got 2\.0 and 1\.0"):
        moment([1, 2], 2, scale=2.0, shift=1.0)
    with pytest.raises(ValueError, match="only of orders up to 2"):
        moment([1, 2], 3, scale=2.0)
    with pytest.raises(TypeError, match="has no option nonsense to check"):
        of_sums(rows, agree=[lambda *, nonsense=1: None])(moment.definition)


def test_the_help_page_says_what_has_to_fit():
    assert "ValueError\n    Both are given." in moment.__doc__


def of_few_words(x):
    """A number.

    x : number
        Another one.

    -> float
        At least 0.

    ValueError
        A number below 0.

    Source: a book.

    >>> of_few_words(1)
    1
    """


def test_sections_of_a_page_begin_without_headings():
    headed = {"Parameters": "x : number", "Returns": "float", "Raises": "ValueError", "References": "a book."}
    sections = sections_of(of_few_words)
    assert {name: text.splitlines()[0] for name, text in sections.items() if name in headed} == headed
    assert sections[""] == "A number."
    assert sections["Examples"] == ">>> of_few_words(1)\n1"


def test_options_are_compared_once_all_of_them_are_there():
    half = moment.given(scale=2.0)
    assert half([1, 2], order=2) == 5
    with pytest.raises(ValueError, match="not both"):
        half([1, 2], order=2, shift=1.0)
    with pytest.raises(ValueError, match="not both"):
        moment.score([5.0, 2.0], scale=2.0, shift=1.0)


def test_a_required_option_of_the_counts_is_asked_for_where_they_are_made_and_not_later():
    with pytest.raises(TypeError, match="needs order"):
        moment.statistics([1, 2])
    with pytest.raises(TypeError, match="needs order"):
        moment([1, 2])
    assert moment.score(moment.statistics([1, 2], order=2).sum(axis=0)) == 2.5
    assert moment.score(moment.total([1, 2], order=2), shift=1.0) == 3.5


def test_options_follow_by_position_as_python_has_it():
    assert moment([1, 2], 2) == moment([1, 2], order=2)
    with pytest.raises(TypeError, match="multiple values for argument 'order'"):
        moment([1, 2], 2, order=2)
    with pytest.raises(TypeError, match="too many positional arguments"):
        moment([1, 2], 2, 3.0)


class Pair(Score):
    """A mean with the share of it that one number has."""

    share: float
    mean: float
    called = "mean"


def as_pair(score, taken, data, options):
    mean, largest = score
    return Pair(mean, share=largest / mean)


@of_samples(inputs=lambda x: (np.asarray(x, dtype=float),), result=as_pair)
def mean_and_largest(x):
    """Two numbers at once."""
    return x.mean(), x.max() / len(x)


def test_a_definition_may_return_several_numbers_as_a_tuple():
    assert repr(mean_and_largest([1, 3])) == "Pair(share=0.75, mean=2.0)"


def test_a_score_is_made_of_its_parts_and_shows_them_in_their_order():
    pair = mean_and_largest([1, 3])
    assert (pair.share, pair.mean, pair + 1) == (0.75, 2.0, 3.0)
    assert repr(pickle.loads(pickle.dumps(pair))) == repr(pair)
    for wrong in ({}, {"share": 1.0, "mean": 2.0}, {"part": 1.0}):
        with pytest.raises(TypeError, match="Pair takes share, mean, got"):
            Pair(2.0, **wrong)


def positive_numbers(a, b):
    """Two numbers.

    Parameters
    ----------
    a, b : numbers above 0

    Raises
    ------
    ValueError
        A number that is not above 0.
    """
    if not (a > 0 and b > 0):
        raise ValueError(f"a and b must be above 0, got {a} and {b}")
    return a, b


@checked_by(positive_numbers)
def ratio_of(this, that, *, percent=False):
    """One number over another.

    Parameters
    ----------
    percent : bool, default False
        In hundredths.
    """
    return (100 if percent else 1) * this / that


def test_a_function_that_is_no_metric_is_checked_and_described_elsewhere():
    assert ratio_of(1, 4) == 0.25
    assert ratio_of(b=4, a=1, percent=True) == 25
    with pytest.raises(ValueError, match="must be above 0, got 1 and 0"):
        ratio_of(1, 0)
    assert "a, b : numbers above 0\npercent : bool" in ratio_of.__doc__
    assert kind_of(ratio_of) is None
    assert repr(show_source(ratio_of)).startswith("def ratio_of(this, that, *, percent=False):\n    return")


def twice(x):
    return x + x


@computed_by(twice)
def double(x):
    """Two times a number."""
    return 2 * x


def test_a_twin_runs_and_the_definition_is_shown():
    assert (double("a"), double.__wrapped__("a")) == ("aa", "aa")
    assert repr(show_source(double)) == "def double(x):\n    return 2 * x"


counted = []


def noted(x):
    counted.append(x)
    return x, 1


@of_sums(noted)
def noted_mean(total, n):
    """A mean whose examples are counted one by one."""
    return total / n


def test_examples_are_counted_once_for_an_interval():
    counted.clear()
    interval = bootstrap(noted_mean, [1.0, 2.0, 6.0], n_resamples=20, rng=0)
    assert (counted, interval.estimate) == ([1.0, 2.0, 6.0], 3.0)


def test_scores_with_parts_keep_them_when_they_are_drawn():
    pairs = [mean_and_largest([1, largest]) for largest in (1, 2, 3)]
    interval = bootstrap(lambda drawn: np.mean([pair.share for pair in drawn]), pairs, n_resamples=20, rng=0)
    assert interval.estimate == np.mean([pair.share for pair in pairs])


@of_sums(rows, at_once=True, result=lambda score, taken, data, options: Pair(score, share=float(taken[0] / taken[0])))
def dressed_moment(total, n):
    """A moment with a part that is 0/0 where it is 0."""
    return total / n


def test_a_part_of_a_score_may_be_undefined_without_a_warning():
    assert np.isnan(dressed_moment([0, 0], 1).share)

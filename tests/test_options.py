"""What options and columns are refused: a message says the name of it, what it has to be, and what came."""

import inspect

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from evalmetrics.choosing_a_metric import price
from evalmetrics.inputs import arguments, detection, distributions, label_sets, options, ranked_lists, rouge
from evalmetrics.inputs.options import OneOf
from evalmetrics.inputs.stemming import function_or_none
from evalmetrics.precision_recall import above_0
from evalmetrics.precision_recall_curves import recall_points
from evalmetrics.roc_curves import some_fpr

from .test_every_metric import COUNTED, METRICS, NAMES, TABLE

nan, inf = np.nan, np.inf
NUMBERS = {  # what checks of numbers ask for, and which numbers they refuse
    arguments.positive: ("a finite number above 0", (0, -1, nan, inf)),
    above_0: ("a finite number above 0", (0, -1, nan, inf)),
    arguments.share: ("between 0 and 1", (-0.1, 1.1, nan)),
    arguments.fraction: ("strictly between 0 and 1", (0, 1, nan)),
    detection.enough_overlap: ("above 0 and at most 1", (0, 1.1, nan)),
    options.base: ("above 1", (1, 0, nan, inf)),
    options.number: ("a number", (nan,)),
    price: ("a finite number of at least 0", (-1, nan, inf)),
    ranked_lists.persistence: ("at least 0 and below 1", (-0.1, 1, nan)),
    ranked_lists.worth_of_unjudged: ("between 0 and 1", (-0.1, 1.1, nan)),
    distributions.order_of_distance: ("a finite number of at least 1", (0.5, nan, inf)),
    some_fpr: ("above 0 and at most 1", (0, 1.1, nan)),
    rouge.weight_of_recall: ("a number above 0", (0, -1.0, nan)),
    rouge.weight_of_runs: ("a number from 1 to 10", (0.9, 10**30, nan)),
}
LEAST = {recall_points: 2}
COLUMN = pd.Series([1, 2, 3])
ANY_METRIC = {  # options that a metric has without a check of its own
    "level": arguments.fraction,
    "tokenize": lambda: [(value, ValueError, "a function or one of '13a'") for value in ("moses", 3, COLUMN)],
    "zero_division": lambda: [(value, TypeError, "a number") for value in ("warn", None, True, [0])],
}


def refused(check):
    """Values that a check does not let pass, each with the error and with what the message asks for."""
    if check in NUMBERS:
        wanted, numbers = NUMBERS[check]
        yield from ((number, ValueError, wanted) for number in numbers)
        yield from ((value, TypeError, "a number") for value in ("1", True, [1, 2], COLUMN))
        yield 10**400, ValueError, "a number that a float holds"
    elif check is function_or_none:
        yield from ((value, TypeError, "a function of a token, or None") for value in ("porter", 1))
    elif isinstance(check, OneOf):
        yield from ((value, ValueError, "one of |a name or") for value in ("nonsense", COLUMN))
    elif check in LEAST or "whole." in getattr(check, "__qualname__", ""):
        within = inspect.getclosurevars(check).nonlocals
        least = LEAST.get(check) or within["least"]
        yield least - 1, ValueError, f"at least {least}"
        yield 2**53 + 1, ValueError, "at most "
        yield from ((value, TypeError, "a whole number") for value in (least + 0.5, float(least), True, COLUMN))
        if check is recall_points or within.get("words"):
            yield "nonsense", ValueError, '"'
    elif check in ANY_METRIC.values():
        yield from check()


OPTIONS = [
    (name, option, check)
    for name in NAMES
    for option, check in {**ANY_METRIC, **METRICS[name].kind.checks}.items()
    if option in METRICS[name].kind.defaults and any(refused(check))
]


@pytest.mark.parametrize(("name", "option", "check"), OPTIONS, ids=[f"{name}-{option}" for name, option, _ in OPTIONS])
def test_a_bad_option_is_named(name, option, check):
    data, given = TABLE[name].draw(np.random.default_rng(0)), TABLE[name].options[0]
    for value, error, wanted in refused(check):
        with pytest.raises(error, match=f"^{option} must .*({wanted}).*(got|never) "):
            METRICS[name](*data, **{**given, option: value})


@pytest.mark.parametrize("name", COUNTED)
def test_bad_weights_are_named(name):
    data, given = TABLE[name].draw(np.random.default_rng(0)), TABLE[name].options[0]
    n = len(data[0])
    for weights, error, message in [
        (np.ones(n + 1), ValueError, f"hold one weight per example: {n} examples, {n + 1} weights"),
        (np.zeros(n), ValueError, "be finite and non-negative with at least one weight above 0"),
        (np.append(np.ones(n - 1), -1), ValueError, "be finite and non-negative .*got values from -1"),
        (np.append(np.ones(n - 1), nan), ValueError, "(be finite and non-negative|hold whole numbers)"),
        (np.append(np.ones(n - 1), inf), ValueError, "(be finite and non-negative|hold whole numbers)"),
        (["a"] * n, TypeError, "hold numbers"),
        ([None] * n, TypeError, "hold numbers, got dtype object: None at position 0"),
        (2, TypeError, "be a sequence with one entry per example, got 2"),
    ]:
        with pytest.raises(error, match=f"^sample_weight must {message}"):
            METRICS[name](*data, **given, sample_weight=weights)


PAIRS = "labels_true labels_pred, ratings_1 ratings_2, sent received, u v, x y, y_true y_pred, y_true y_score"
OF_COLUMNS = [
    name
    for name in NAMES
    if " ".join(METRICS[name].kind.samples) in PAIRS.split(", ")
    and name not in ("dice", "ndcg", "frechet_distance_from_samples")  # which take rows as well
]
BAD_COLUMNS = {
    "nothing": ([], ValueError, "is empty: at least one"),
    "a number": (3.0, TypeError, "must be a sequence with one entry per .* got 3.0"),
    "a string": ("ab", TypeError, "must be a sequence .* got 'ab'"),
    "a set": ({1, 2}, TypeError, "must be a sequence .* got {1, 2}"),
    "a mapping": ({5: 1}, TypeError, "must be a sequence .* got {5: 1}"),
    "no axis": (np.array(1), (TypeError, ValueError), "must be (1-d|a sequence)"),
    "a table": (np.array([[0], [1]]), ValueError, r"must be 1-d, .* an array of shape \(2, 1\)"),
    "ragged": ([[1], [1, 2]], ValueError, "must be 1-d.* (different lengths|several labels per example)"),
    "sparse": (sparse.csr_array([[0], [1]]), TypeError, r"must .* got a csr_array of shape .*\.toarray\(\)"),
    "masked": (np.ma.masked_greater([1, 9], 5), ValueError, "holds masked entries: leave these"),
}


READ_SETS = (label_sets.two_sets, label_sets.classes_or_sets)  # to which rows of different lengths are sets of labels


@pytest.mark.parametrize("name", OF_COLUMNS)
@pytest.mark.parametrize("kind", BAD_COLUMNS)
def test_what_is_no_column_is_named(name, kind):
    given, (column, error, message) = TABLE[name].options[0], BAD_COLUMNS[kind]
    sets = kind == "ragged" and METRICS[name].kind.inputs in READ_SETS
    for i, sample in enumerate(METRICS[name].kind.samples):
        if sets:
            sample, error, message = r"y_(true|pred)\[0\]", TypeError, "must be a set or list of labels, got 0"
        with pytest.raises(error, match=f"^{sample} {message}"):
            METRICS[name](*([column, [0, 1]] if i == 0 else [[0, 1], column]), **given)


@pytest.mark.parametrize("name", [n for n in OF_COLUMNS if n != "wasserstein_distance"])
def test_columns_of_two_lengths_are_named(name):
    one, other = METRICS[name].kind.samples
    with pytest.raises(ValueError, match=f"{one} and {other} must have the same length.* {one} has 2, {other} has 3"):
        METRICS[name]([0, 1], [0, 1, 1], **TABLE[name].options[0])

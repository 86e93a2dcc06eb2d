"""Summed statistics: every `..._from_statistics` reads its totals alike, and bad ones are named."""

import inspect

import numpy as np
import pytest

import evalmetrics as em

SCORES = sorted(name for name in em.__all__ if name.endswith("from_statistics"))
NEEDED = {"adjusted_r2_from_statistics": {"n_features": 2}}
WIDTHS = {
    "adjusted_r2": 4,
    "brier_score": 2,
    "cider": 5,
    "detection_f_score": 3,
    "explained_variance": 5,
    "inception_score": 3,
    "log_loss": 3,
    "meteor": 4,
    "r2": 4,
}


def score(name, totals):
    return getattr(em, name)(totals, **NEEDED.get(name, {}))


def width(name):
    return WIDTHS.get(name.removesuffix("_from_statistics").replace("cider_d", "cider"), 2)


@pytest.mark.parametrize("name", SCORES)
def test_one_row_is_a_float_and_many_are_an_array(name):
    row = np.ones(width(name))
    one, many = score(name, row), score(name, np.array([[row, row, row], [row, row, row]]))
    assert type(one) is float
    assert many.shape == (2, 3)
    np.testing.assert_array_equal(many[1, 2], one)


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("totals", [3.0, [], [[1.0, 2.0], [1.0]], ["a", "b"], [None, 1], {1, 2}], ids=str)
def test_bad_totals_are_named(name, totals):
    with pytest.raises((ValueError, TypeError), match=r"^totals must (have|hold) "):
        score(name, totals)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: em.f_from_counts(None, 1, 1), TypeError, "tp must hold numbers, got dtype object"),
        (lambda: em.f_from_counts(1, "a", 1), TypeError, "fn must hold numbers, got dtype <U1"),
        (lambda: em.f_from_counts([1, 2], [1, 2], [[1], [1, 2]]), ValueError, "fp must have rows of one length"),
        (lambda: em.pass_at_k([[], 3], [2, 0], 2), ValueError, "n must be 1-d, one entry per task"),
        (lambda: em.mean_opinion_score([4, 5], raters=3), TypeError, "raters must be a sequence with one entry per"),
        (lambda: em.lcs_length(["a"], iter("a")), TypeError, "b must be a list of tokens"),
        (lambda: em.adjusted_r2("12", [1, 2], n_features=0), TypeError, "y_true must be a sequence"),
    ],
)
def test_other_numbers_are_named_too(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_counts_of_any_kind_of_number_make_the_same_f():
    assert em.f_from_counts(3, 4, 1) == em.f_from_counts(np.float32(3), np.int8(4), True)
    assert em.f_from_counts(3, 4, 1, 1e200) == 3 / 7  # the recall
    assert em.f_from_counts(3, 4, 1, 1e-200) == 3 / 4  # the precision


def test_what_can_be_read_once_is_read_once():
    true, predicted, weight = [1, 2, 3, 4], [1, 2, 3, 3], [1, 1, 2, 1]
    once = em.adjusted_r2(iter(true), iter(predicted), n_features=1, sample_weight=iter(weight))
    assert once == em.adjusted_r2(true, predicted, n_features=1, sample_weight=weight)


def test_every_one_is_documented_alike():
    for name in SCORES:
        documented = inspect.getdoc(getattr(em, name))
        assert "Raises\n" in documented, name
        assert "float, or array of shape (...)" in documented, name

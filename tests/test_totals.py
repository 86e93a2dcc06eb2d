"""Summed statistics: every `..._from_statistics` reads its totals alike, and bad ones are named."""

import inspect

import numpy as np
import pytest

import evalmetrics as em

SCORES = sorted(name for name in em.__all__ if name.endswith("from_statistics"))
NEEDED = {"adjusted_r2_from_statistics": {"n_features": 2}}
WIDTHS = {
    "adjusted_r2": 4,
    "bleu": 10,
    "brier_score": 2,
    "cider": 5,
    "cumulative_rating": 4,
    "detection_f_score": 3,
    "explained_variance": 5,
    "fleiss_kappa": 3,
    "inception_score": 3,
    "log_loss": 3,
    "meteor": 4,
    "pearson": 6,
    "r2": 4,
    "rouge_n": 3,
}


def score(name, totals):
    return getattr(em, name)(totals, **NEEDED.get(name, {}))


def width(name):
    return WIDTHS.get(name.removesuffix("_from_statistics").replace("cider_d", "cider"), 2)


@pytest.mark.parametrize("name", SCORES)
def test_one_row_is_a_float_and_many_are_an_array(name):
    row = np.ones(width(name))
    one, many = score(name, row), score(name, np.array([[row, row, row], [row, row, row]]))
    if name.startswith("cumulative_rating"):
        assert (one.shape, many.shape) == ((3,), (2, 3, 3))
    else:
        assert type(one) is float
        assert many.shape == (2, 3)
    np.testing.assert_array_equal(many[1, 2], one)


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("totals", [3.0, [], [[1.0, 2.0], [1.0]], ["a", "b"], [None, 1], {1, 2}], ids=str)
def test_bad_totals_are_named(name, totals):
    with pytest.raises((ValueError, TypeError), match=r"^totals must (have|hold) "):
        score(name, totals)


def test_every_one_is_documented_alike():
    for name in SCORES:
        documented = inspect.getdoc(getattr(em, name))
        assert "Raises\n" in documented, name
        assert "float, or array of shape (...)" in documented or name.startswith("cumulative_rating"), name

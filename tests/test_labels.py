"""Labels become small integers in three ways, each of which must say what `numpy.unique` says."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as nps

from evalmetrics.inputs import labels as _labels


def assert_same_as_sorting(encoded, true, pred):
    labels, codes = np.unique(np.concatenate([true, pred]), return_inverse=True)
    np.testing.assert_array_equal(encoded[0], codes[: len(true)])
    np.testing.assert_array_equal(encoded[1], codes[len(true) :])
    assert encoded[2].to_list() == labels.tolist()


def same_length(elements):
    return st.lists(st.tuples(elements, elements), min_size=1, max_size=40).map(lambda x: list(zip(*x, strict=True)))


LABELS = {
    "narrow integers": (st.integers(-5, 5), int),
    "huge integers": (st.integers(-(2**63), 2**63 - 1), np.int64),
    "near the limit": (st.integers(2**63 - 3, 2**63 - 1), np.int64),
    "unsigned": (st.integers(2**64 - 5, 2**64 - 1), np.uint64),
    "small unsigned": (st.integers(0, 255), np.uint8),
    "small signed": (st.integers(-128, 127), np.int8),
    "booleans": (st.booleans(), bool),
    "whole floats": (st.integers(-3, 3).map(float), float),
    "strings": (st.text("abcdé", max_size=4), str),
    "strings with NULs": (st.text("a\0", max_size=4), str),
    "objects": (st.text("abcdé", max_size=4), object),
}


@pytest.mark.parametrize(("elements", "dtype"), LABELS.values(), ids=LABELS)
@given(data=st.data())
def test_codes_and_labels_are_those_of_sorting_and_samples_stay_as_they_are(elements, dtype, data):
    true, pred = (np.array(values, dtype=dtype) for values in data.draw(same_length(elements)))
    copies = true.copy(), pred.copy()
    assert_same_as_sorting(_labels.encode(true, pred), true, pred)
    np.testing.assert_array_equal(true, copies[0])
    np.testing.assert_array_equal(pred, copies[1])


@given(same_length(st.integers(-3, 3)), nps.integer_dtypes(), nps.integer_dtypes())
def test_integers_of_two_widths_meet_by_value(pair, one, other):
    true, pred = np.array(pair[0], dtype=one), np.array(pair[1], dtype=other)
    assert_same_as_sorting(_labels.encode(true, pred), true.astype(int), pred.astype(int))


@given(same_length(st.text("ab", max_size=3)))
def test_strings_of_two_widths_meet_by_value(pair):
    true, pred = np.array(pair[0], dtype="U3"), np.array(pair[1], dtype="U9")
    assert_same_as_sorting(_labels.encode(true, pred), true, pred)


@pytest.mark.parametrize(
    "as_sample",
    [
        list,
        tuple,
        np.array,
        iter,
        pd.Series,
        pd.Index,
        pd.Categorical,
        lambda values: pd.Series(values).astype("category"),
        lambda values: pd.Series(values, dtype="string"),
        lambda values: pd.Series(values, index=range(len(values), 0, -1)),
        lambda values: np.array(values, dtype=object),
        lambda values: np.array([values, values]).T[:, 0],
    ],
)
def test_any_kind_of_sequence_will_do(as_sample):
    true, pred = ["b", "a", "b", "ccc"], ["a", "a", "b", "b"]
    assert_same_as_sorting(_labels.encode(as_sample(true), pred), true, pred)
    assert_same_as_sorting(_labels.encode(true, as_sample(pred)), true, pred)


def test_dates_are_labels_in_an_index_as_in_a_list():
    dates = pd.to_datetime(["2021-01-02", "2020-01-01"])
    for sample in (dates, list(dates)):
        true, pred, labels = _labels.encode(sample, sample[::-1])
        assert (true.tolist(), pred.tolist(), labels.to_list()) == ([1, 0], [0, 1], sorted(dates))
    with pytest.raises(ValueError, match="y_pred holds missing values"):
        _labels.encode(dates, pd.DatetimeIndex([None, "2020-01-01"]))


@pytest.mark.parametrize(
    ("true", "pred", "labels"),
    [
        ([True, False], [1, 0], [0, 1]),
        ([True, False], [False, False], [False, True]),
        ([1.0, 2.0], [2, 1], [1, 2]),
        ([2**70, 1], [1, 1], [1, 2**70]),
        (np.array([2**63 + 5], dtype=np.uint64), [-3], [-3, 2**63 + 5]),
        ([2**63 + 1, 1], [1, 1], [1, 2**63 + 1]),
        ([""], ["a"], ["", "a"]),
        (["a", "a\0"], ["a", "a"], ["a", "a\0"]),
    ],
)
def test_equal_labels_of_different_types_are_one(true, pred, labels):
    assert _labels.encode(true, pred)[2].to_list() == labels


def test_what_is_done_to_the_names_of_one_matrix_leaves_the_next_alone():
    for sample in ([True, False], [1, 0], ["b", "a"]):
        index = _labels.encode(sample, sample)[2]
        index.name = "mine"
        with pytest.raises(ValueError, match="read-only"):
            index.to_numpy()[0] = index.array[0] = index[1]
        again = _labels.encode(sample, sample)[2]
        assert (again.name, again.to_list()) == (None, sorted(sample))


def test_narrow_integers_are_counted_and_wide_ones_hashed():
    narrow, wide = np.array([3, 1, 2]), np.array([3, 1, 10**9])
    assert _labels._by_counting(narrow, narrow) is not None
    assert _labels._by_counting(wide, wide) is None
    assert_same_as_sorting(_labels._by_hashing(narrow, narrow), narrow, narrow)


def test_strings_that_share_a_fingerprint_are_told_apart(monkeypatch):
    """Unequal strings share one by chance alone; with a multiplier of 1 all anagrams do."""
    strings = np.array(["ab", "ba", "ab", "c"])
    codes, labels = _labels._by_fingerprint(strings)
    assert labels[codes].tolist() == strings.tolist()
    assert len(labels) == 3
    monkeypatch.setattr(_labels, "MULTIPLIER", np.uint64(1))
    assert _labels._by_fingerprint(strings) is None
    assert_same_as_sorting(_labels._by_hashing(strings, strings), strings, strings)


@given(same_length(st.sampled_from("abc")), st.permutations(["a", "b", "c", "d"]))
def test_given_labels_are_positions_in_the_order_given_and_may_be_absent(pair, order):
    true, pred, labels = _labels.encode(*pair, order)
    assert labels.to_list() == order
    assert [order[code] for code in true] == list(pair[0])
    assert [order[code] for code in pred] == list(pair[1])

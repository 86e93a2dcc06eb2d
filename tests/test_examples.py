"""The data that the book returns to: as the documents print them, fresh, and the same on every machine."""

import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
import evalmetrics_book as book


def test_a_matrix_is_yours_to_change():
    """That it is the printed one, the errata hold: they recompute what the documents print of it."""
    cm, before = book.example_matrix("ex1"), book.example_matrix("ex1")
    assert (cm.index.name, cm.columns.name) == ("observed", "predicted")
    cm.iloc[0, 0] += 1
    pd.testing.assert_frame_equal(book.example_matrix("ex1"), before)


def test_the_20_patients_are_turned_so_that_rows_are_the_truth():
    cm = book.example_matrix("patients")
    assert cm.sum(axis=1).to_dict() == {"disease": 9, "no disease": 11}
    assert (em.precision(cm)["disease"], em.recall(cm)["disease"]) == (5 / 8, 5 / 9)


@pytest.mark.parametrize("name", ["x", "EX1", "", None, 1, ["ex1"]])
def test_an_unknown_matrix_is_named_with_those_there_are(name):
    with pytest.raises(ValueError, match=r"name must be one of 'ex1', 'ex2', .*'patients', got "):
        book.example_matrix(name)


def test_classifiers_are_good_and_plain_ones():
    patients, tumours, digits = book.pneumonia_predictions(), book.tumour_predictions(), book.digit_predictions()
    assert [em.accuracy(patients["truth"], patients[model]) for model in ("M1", "M2", "M3")] == [0.9, 0.8, 0.5]
    assert patients.index.to_list() == list(range(1, 11))
    assert tumours["truth"].value_counts().to_dict() == {"benign": 184, "malignant": 101}
    called = {model: np.where(tumours[model] > 0.5, "malignant", "benign") for model in ("logistic", "stump")}
    good, plain = (em.accuracy(tumours["truth"], called[model]) for model in ("logistic", "stump"))
    assert good > 0.95 > plain > 0.85
    assert sorted(digits["truth"].unique()) == list(range(10))
    good, naive = (em.accuracy(digits["truth"], digits[model]) for model in ("logistic", "naive_bayes"))
    assert good > 0.93 > naive > 0.7


@pytest.mark.parametrize("load", [book.tumour_predictions, book.digit_predictions, book.pneumonia_predictions])
def test_data_are_the_same_every_time(load):
    pd.testing.assert_frame_equal(load(), load())


def test_a_melody_has_four_notes_of_a_scale_and_is_the_same_every_time():
    sound = book.example_melody(3)
    np.testing.assert_array_equal(sound, book.example_melody(np.random.default_rng(3)))
    assert sound.shape == (8000,)
    assert np.abs(sound).max() <= 1
    scale = 220 * 2 ** (np.array([0, 2, 4, 5, 7, 9, 11, 12]) / 12)
    for note in np.split(sound, 4):
        loudest = np.abs(np.fft.rfft(note)).argmax() * 4  # Hz, in steps of 4
        assert np.abs(scale - loudest).min() <= 4
    assert not np.array_equal(sound, book.example_melody(4))

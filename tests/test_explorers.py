"""Explorers: whatever is moved changes what is said or drawn, and no figure stays open."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import evalmetrics as em
import evalmetrics_book as book

Y, SAID, SCORES = [0, 1] * 30, [0, 1, 0, 0] * 15, np.linspace(0.1, 0.9, 60)
EXPLORERS = {
    "kappa": book.explore_kappa,
    "prevalence": lambda: book.explore_prevalence(0.9, 0.95),
    "resampling": lambda: book.explore_resampling(em.accuracy, Y, SAID, marked=np.not_equal(Y, SAID)),
    "threshold": lambda: book.explore_threshold(Y, SCORES),
}


@pytest.mark.parametrize("explore", EXPLORERS.values(), ids=EXPLORERS)
def test_numbers_and_picture_follow_every_slider(explore):
    box = explore()
    *sliders, numbers, picture = box.children
    for slider in sliders:
        before, drawn = numbers.value, bytes(picture.value)
        ends = [slider.base**end if hasattr(slider, "base") else end for end in (slider.min, slider.max)]
        slider.value = ends[slider.value == ends[0]]
        assert bytes(picture.value) != drawn
        assert numbers.value != before or slider.description == "resample that is shown"
    assert bytes(picture.value[:4]) == b"\x89PNG"
    assert "to be moved in JupyterLab; the cell above shows it standing still" in repr(box)
    assert not plt.get_fignums()

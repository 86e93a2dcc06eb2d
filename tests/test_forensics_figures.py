"""Figures of what printed numbers leave, through the data on their axes."""

import numpy as np
import pytest

from evalmetrics import possible_matrices
from evalmetrics_book import plot_possible_counts


def test_counts_that_scores_leave():
    ax = plot_possible_counts(10, 20, recall="0.8", precision="0.73")
    recall, precision = (band.get_segments() for band in ax.collections)
    assert {int(x) for (x, _), _ in recall} == {8}
    assert [(8, 2.6), (8, 3.4)] in [[tuple(end) for end in line] for line in precision]
    assert possible_matrices(positives=10, negatives=20, recall="0.8", precision="0.73").count == 1
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["recall 0.8", "precision 0.73"]


def test_where_nothing_or_everything_is_called_positive_there_is_a_matrix_too():
    segments = plot_possible_counts(4, 4, accuracy="0.50").collections[0].get_segments()
    assert sorted(tuple(np.mean(segment, axis=0).tolist()) for segment in segments) == [(x, x) for x in range(5)]


def test_bad_input():
    with pytest.raises(TypeError, match="acc is no score"):
        plot_possible_counts(3, 3, acc="0.5")

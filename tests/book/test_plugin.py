"""Figures of notebooks are compared, which nbval leaves out."""

import base64
import io
from types import SimpleNamespace

import matplotlib.pyplot as plt
import nbformat.v4 as nb
import pytest
from nbval.plugin import nocolors

from .plugin import CHANGED, compare_with_figures, share_that_differs


def drawn(*, caps=4, color="black"):
    """Four intervals as a notebook stores them."""
    _, ax = plt.subplots(figsize=(5, 3))
    ax.errorbar(range(4), range(4), yerr=0.5, fmt="o", capsize=caps, color=color)
    file = io.BytesIO()
    ax.figure.savefig(file, format="png")
    return base64.b64encode(file.getvalue()).decode()


def output(figure):
    return nb.new_output("display_data", {"image/png": figure, "text/plain": "<Figure>"})


def cell():
    """As much of nbval's cell as comparing takes."""
    parent = SimpleNamespace(skip_compare=("metadata", "image/png"))
    return SimpleNamespace(parent=parent, colors=nocolors, sanitize=str, comparison_traceback=[])


@pytest.mark.parametrize(
    ("stored", "same"),
    [(drawn(), True), (drawn(caps=0), False), (drawn(color="lightgrey"), False)],
    ids=["the same", "without its end caps", "in another colour"],
)
def test_a_stored_figure_is_the_one_that_is_drawn(stored, same):
    assert compare_with_figures(cell(), [output(drawn())], [output(stored)]) is same
    assert (share_that_differs(drawn(), stored) <= CHANGED) is same


def test_a_figure_too_many_is_noticed():
    assert not compare_with_figures(cell(), [output(drawn()), output(drawn())], [output(drawn())])

"""Figures show the data they are given, on the Axes they are given, and change nothing else.

Notebooks store figures, and draw them again: what these would show otherwise is not tried here.
"""

import doctest
import inspect
import sys
from itertools import pairwise

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import evalmetrics as em
import evalmetrics_book as book
from evalmetrics.plots import style

EX1 = book.example_matrix("ex1")
QUIET = pd.DataFrame([[6, 14], [4, 70]], index=["real", "not"], columns=["real", "not"])
SCORES = {
    "first": em.Bootstrap(0.5, em.Interval(0.25, 0.75, 0.95, "percentile"), np.zeros(2)),
    "second": em.Bootstrap(0.6, em.Interval(0.55, 0.65, 0.95, "percentile"), np.zeros(2)),
}
FIGURES = {n: getattr(p, n) for p in (em, book) for n in dir(p) if n.startswith("plot_") and n != "plot_style"}
ON_AXES = [name for name, plot in FIGURES.items() if "ax" in inspect.signature(plot).parameters]


def ticks(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def drawn_by_example(name, **options):
    """The Axes that the example on a figure's help page draws; data and settings stay as they are."""
    plot, drawn, settings = FIGURES[name], [], dict(mpl.rcParams)

    def draw(*data, **others):
        before = str(data)
        found = plot(*data, **others, **options)
        assert str(data) == before
        drawn[:] = found if isinstance(found, list) else [found]
        return found

    (example,) = doctest.DocTestFinder(recurse=False).find(plot, name)
    source = "".join(line.source for line in example.examples)
    exec(source, vars(sys.modules[plot.__module__]) | {name: draw})
    assert dict(mpl.rcParams) == settings
    return drawn


@pytest.mark.parametrize("name", ON_AXES)
def test_a_figure_is_drawn_on_the_axes_given_and_changes_nothing_else(name):
    own, other = plt.figure().subplots(1, 2)
    assert drawn_by_example(name, ax=other) == [other]
    assert other.has_data()
    assert not own.has_data()
    assert len(plt.get_fignums()) == 1


@pytest.mark.parametrize("name", FIGURES)
def test_without_axes_a_new_figure_is_made_that_names_its_axes_and_stays_inside_the_page(name):
    axes = drawn_by_example(name)
    page = axes[0].figure.bbox
    axes[0].figure.draw_without_rendering()
    for ax in axes:
        whole = ax.get_tightbbox()
        assert min(whole.x0, whole.y0) >= -1
        assert whole.x1 <= page.x1 + 1
        assert whole.y1 <= page.y1 + 1
        assert ax.get_xlabel() or ax.get_ylabel() or ax.get_title(loc="left") or ticks(ax.yaxis)


def test_settings_are_restored_after_drawing_and_after_an_error():
    settings = dict(mpl.rcParams)
    with em.plot_style({"font.size": 30}):
        assert mpl.rcParams["font.size"] == 30
        assert not mpl.rcParams["axes.spines.top"]
    assert dict(mpl.rcParams) == settings
    with pytest.raises(ZeroDivisionError), em.plot_style():
        raise ZeroDivisionError
    assert dict(mpl.rcParams) == settings


def test_a_confusion_matrix_shows_its_counts_where_they_are_and_its_row_shares_as_colour():
    cm = em.confusion_matrix(["a"] * 3 + ["b"] * 1200, ["a", "b", "b"] + ["b"] * 1200)
    ax = em.plot_confusion_matrix(cm, title="two classes")
    texts = {text.get_position(): text.get_text() for text in ax.texts}
    assert texts == {(0, 0): "1", (1, 0): "2", (0, 1): "0", (1, 1): "1,200"}
    np.testing.assert_allclose(ax.images[0].get_array(), [[1 / 3, 2 / 3], [0, 1]])
    assert ax.images[0].get_clim() == (0, 1)
    assert ticks(ax.xaxis) == ticks(ax.yaxis) == ["a", "b"]
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_title(loc="left")) == ("predicted", "observed", "two classes")


def test_counts_are_legible_on_dark_and_on_light_cells_and_no_class_is_left_out():
    ax = em.plot_confusion_matrix(EX1)
    shares = np.asarray(ax.images[0].get_array())
    for text in ax.texts:
        column, row = text.get_position()
        assert text.get_color() == ("white" if shares[row, column] > 0.5 else "black")
    unseen = em.plot_confusion_matrix(em.confusion_matrix(["a"], ["b"]))
    np.testing.assert_array_equal(unseen.images[0].get_array(), [[0, 1], [0, 0]])


def test_matrices_stand_side_by_side_under_their_names():
    axes = em.plot_confusion_matrices({name: book.example_matrix(name) for name in ("ex1", "ex2", "patients")})
    drawn = [(ax.get_title(loc="left"), len(ax.texts), ax.figure) for ax in axes]
    assert drawn == [("ex1", 9, axes[0].figure), ("ex2", 9, axes[0].figure), ("patients", 4, axes[0].figure)]
    assert axes[0].get_position().x0 < axes[1].get_position().x0 < axes[2].get_position().x0


def test_cases_are_dots_of_which_the_positive_are_dark_and_the_called_have_a_ring():
    axes = book.plot_cases({"quiet": QUIET, "turned": QUIET.iloc[::-1, ::-1], "silent": QUIET * [0, 1]}, "real")
    for ax, name, tp, fp in zip(axes, ["quiet", "turned", "silent"], (6, 6, 0), (4, 4, 0), strict=True):
        dots = {line.get_label(): set(map(tuple, line.get_xydata())) for line in ax.lines}
        harmless, real, called = dots["not real"], dots["real"], dots["called so"]
        assert (len(harmless), len(real), len(called & real), called - real) == (fp, tp + 14, tp, harmless)
        title = (
            f"{tp} of {tp + fp} with a ring are real (precision)\n{tp} of {tp + 14} that are real have a ring (recall)"
        )
        assert ax.get_title(loc="left") == f"{name}\n{title}"
        assert [text.get_text() for text in ax.texts] == ["and 70 that are neither real nor called so"]
    with pytest.raises(ValueError, match="cat"):
        book.plot_cases({"quiet": QUIET}, "wrong")


def test_intervals_are_bars_from_bound_to_bound_with_the_score_on_them():
    ax = em.plot_intervals(SCORES, xlabel="accuracy")
    bars, points = ax.lines[::2], ax.lines[1::2]
    np.testing.assert_allclose([bar.get_xydata() for bar in bars], [[[0.25, 0], [0.75, 0]], [[0.55, 1], [0.65, 1]]])
    np.testing.assert_allclose([point.get_xydata()[0] for point in points], [[0.5, 0], [0.6, 1]])
    assert ticks(ax.yaxis) == ["first", "second"]
    assert ax.get_xlabel() == "accuracy"
    bottom, top = ax.get_ylim()
    assert bottom > top, "the first stands on top"


def test_intervals_are_compared_with_lines():
    ax = em.plot_intervals(SCORES, lines={"people": 0.65, "ceiling": 0.8})
    assert [line.get_xdata()[0] for line in ax.lines[4:]] == [0.65, 0.8]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["people", "ceiling"]


def test_an_interval_has_no_mark_where_it_has_no_score():
    given = plt.figure().subplots()
    ax = em.plot_intervals({"second": SCORES["second"].interval}, xlabel="share", ax=given)
    assert ax is given
    assert [line.get_xydata().tolist() for line in ax.lines] == [[[0.55, 0], [0.65, 0]]]
    assert (ticks(ax.yaxis), ax.get_xlabel()) == (["second"], "share")
    result = em.bootstrap(em.accuracy, [0, 1, 1] * 9, [0, 1, 0] * 9, n_resamples=50, rng=0)
    assert em.plot_intervals({"": result}).lines[0].get_xdata().tolist() == [result.low, result.high]


def test_more_scores_than_colours_are_all_drawn():
    assert len(set(style.COLOURS)) == len(set(style.MARKERS)) == len(set(style.DASHES)) == 6
    many = {f"model {i}": SCORES["first"] for i in range(20)}
    assert len(em.plot_intervals(many).lines) == 40
    assert len(book.plot_lines(pd.DataFrame({name: [0.9] for name in many}), level=1).lines) == 21


def test_columns_are_lines_over_the_index():
    table = pd.DataFrame({f"kind {i}": [1.0 + i, 2 + i] for i in range(8)}, index=pd.Index([1, 2000], name="level"))
    ax = book.plot_lines(table, ylabel="FAD", log="xy")
    assert [line.get_label() for line in ax.get_lines()] == list(table)
    assert ax.get_lines()[3].get_xydata().tolist() == [[1, 4], [2000, 5]]
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_xscale(), ax.get_yscale()) == ("level", "FAD", "log", "log")
    assert ticks(ax.xaxis) == ["1", "2,000"]
    assert len({(line.get_color(), line.get_linestyle(), line.get_marker()) for line in ax.get_lines()}) == 8


def test_intervals_below_nought_are_told_from_it_by_a_line():
    assert len(em.plot_intervals({"above": em.Interval(0, 1, 0.95, "")}).lines) == 1
    lines = em.plot_intervals({"above": em.Interval(0, 1, 0.95, ""), "both": em.Interval(-1, 1, 0.95, "")}).lines
    assert list(lines[-1].get_xdata()) == [0, 0]


def test_ticks_of_intervals_keep_apart():
    told = em.Interval(0.74, 0.85, 0.95, "")
    ax = em.plot_intervals({"prediction-powered": told, "double sampling": em.Interval(0.427, 0.62, 0.95, "")})
    ax.figure.draw_without_rendering()
    boxes = [label.get_window_extent() for label in ax.get_xticklabels() if label.get_text()]
    assert all(left.x1 + 4 < right.x0 for left, right in pairwise(boxes))


def test_prediction_intervals_go_up_from_left_to_right_and_crosses_are_the_labels_outside():
    right, wrong = em.plot_prediction_intervals(
        {"right": ([5, 1, 3], [4, 0, 2], [6, 2, 4]), "one out": ([5, 1, 9], [4, 0, 2], [6, 2, 4])}
    )
    inside, outside = right.lines
    np.testing.assert_array_equal(inside.get_xydata(), [[0, 1], [1, 3], [2, 5]])
    assert len(outside.get_xdata()) == 0
    np.testing.assert_array_equal(wrong.lines[1].get_xydata(), [[1, 9]])
    segments = wrong.collections[0].get_segments()
    np.testing.assert_array_equal(segments, [[[i, 2 * i], [i, 2 * i + 2]] for i in range(3)])
    assert wrong.get_title(loc="left") == "one out: 2 of 3 inside"
    with pytest.raises(ValueError, match="y_lower must not exceed y_upper"):
        em.plot_prediction_intervals({"crossed": ([1], [2], [0])})


def test_residuals_stand_side_by_side_with_the_means_of_fifths():
    x = np.arange(10.0)
    level, exact = em.plot_residuals({"level": (x, np.full(10, 4.5)), "exact": (x, x)})
    assert exact.lines[0].get_xydata().tolist() == [[v, 0] for v in x]
    assert exact.lines[1].get_xydata().tolist() == [[v, 0] for v in (0.5, 2.5, 4.5, 6.5, 8.5)]
    assert level.lines[1].get_ydata().tolist() == [-4, -2, 0, 2, 4]
    with pytest.raises(ValueError, match="short must have at least 10 examples, got 9"):
        em.plot_residuals({"short": (x[:9], x[:9])})


BAD = {
    "no matrices": (em.plot_confusion_matrices, {}, ValueError, "cms is empty"),
    "matrices without names": (em.plot_confusion_matrices, [EX1], TypeError, "cms must be a mapping from name"),
    "no scores": (em.plot_intervals, {}, ValueError, "scores is empty"),
    "scores without names": (em.plot_intervals, [0.5], TypeError, "scores must be a mapping from name"),
    "intervals without methods": (
        lambda bounds: book.plot_intervals_of_samples(bounds, 0.5),
        [[0, 1]],
        TypeError,
        "intervals must be a mapping from name",
    ),
    "points without columns": (book.plot_f_contours, EX1, ValueError, "points must be a DataFrame with columns prec"),
    "points in a list": (book.plot_f_contours, [0.5, 0.5], TypeError, "points must be a DataFrame"),
    "labels": (em.plot_confusion_matrix, ["a"], TypeError, "cm must be a DataFrame"),
    "fewer predictions": (
        lambda predicted: book.plot_conditional_errors([1.0, 2.0], predicted),
        {"short": [1.0]},
        ValueError,
        "y_true and y_pred",
    ),
    "fewer x": (book.plot_fits, {"a": ([1, 2], [1, 2, 3], [1, 2, 3])}, ValueError, "must have the same length"),
}


@pytest.mark.parametrize(("plot", "data", "error", "message"), BAD.values(), ids=BAD)
def test_bad_data_are_named_and_leave_no_figure(plot, data, error, message):
    with pytest.raises(error, match=message):
        plot(data)
    assert not plt.get_fignums()

"""Figures of rankings and the explorer: what is on the axes is what the curves and matrices say."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtri
from scipy.stats import norm

import evalmetrics as em
import evalmetrics_book as book

from .printed import rounds_to
from .rankings import FOUR, rankings

Y, S = np.array([0, 1, 0, 1, 1, 0, 1, 0]), np.array([0.1, 0.3, 0.35, 0.4, 0.6, 0.65, 0.8, 0.2])
CURVES = {
    em.plot_precision_recall_curve: em.precision_recall_curve(Y, S),
    em.plot_roc_curve: em.roc_curve(Y, S),
    em.plot_det_curve: em.det_curve(Y, S),
}
EACH = pytest.mark.parametrize(("plot", "curve"), CURVES.items(), ids=lambda value: getattr(value, "__name__", ""))


def ticks(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


@EACH
def test_several_curves_differ_in_more_than_colour_and_are_named(plot, curve):
    ax = plot({"one": curve, "two": curve})
    assert [text.get_text() for text in ax.get_legend().get_texts()][:2] == ["one", "two"]
    one, two = ax.lines[:2]
    assert one.get_color() != two.get_color()
    assert one.get_linestyle() != two.get_linestyle()


@EACH
@pytest.mark.parametrize("other", [None, [1, 2], pd.DataFrame({"x": [1]}), {"a": 3}, {}])
def test_something_else_than_a_curve_is_an_error(plot, curve, other):
    with pytest.raises((TypeError, ValueError), match=r"curve (must be a DataFrame with columns|is empty)"):
        plot(other)


def test_the_steps_drawn_enclose_the_average_precision():
    line = em.plot_precision_recall_curve(CURVES[em.plot_precision_recall_curve]).lines[0]
    assert line.get_drawstyle() == "steps-post"
    r, p = line.get_xydata().T
    assert ((r[:-1] - r[1:]) * p[:-1]).sum() == pytest.approx(em.average_precision(Y, S))


def test_no_skill_lies_at_the_prevalence_and_nothing_below_the_least_precision():
    ax = em.plot_precision_recall_curve(CURVES[em.plot_precision_recall_curve], prevalence=0.25)
    assert ax.lines[1].get_ydata()[0] == 0.25
    edge = ax.collections[0].get_paths()[0].vertices
    worst = em.precision_recall_curve([1] * 25 + [0] * 75, range(100))
    top = {round(x, 6): y for x, y in edge if y > 0}
    for r, p in worst.loc[worst["recall"] > 0, ["recall", "precision"]][:25].to_numpy():
        assert top[round(r, 6)] == pytest.approx(p)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["no skill (0.25)", "out of reach"]


def test_a_roc_curve_stands_over_the_diagonal():
    ax = em.plot_roc_curve(CURVES[em.plot_roc_curve])
    line, chance = ax.lines
    x, y = line.get_xydata()[::-1].T
    assert np.trapezoid(y, x) == pytest.approx(em.roc_auc(Y, S))
    assert chance.get_xydata().tolist() == [[0, 0], [1, 1]]
    assert ax.get_xlabel() == "false positive rate"
    assert ax.get_ylabel().startswith("true positive rate")


def test_the_best_point_and_a_part_of_the_area_can_be_marked():
    ax = em.plot_roc_curve(CURVES[em.plot_roc_curve], youden=True, max_fpr=0.3)
    (x, low), (_, high) = ax.lines[2].get_xydata()
    assert low == x
    assert high - low == pytest.approx(em.youden_index(Y, S))
    assert [text.get_text() for text in ax.get_legend().get_texts()][-2:] == ["Youden's index 0.500", "counted"]
    edge = ax.collections[0].get_paths()[0].vertices
    assert edge[:, 0].max() == pytest.approx(0.3)
    top = {x: y for x, y in edge.round(6) if y > 0}
    assert top[0.3] == pytest.approx(np.interp(0.3, *CURVES[em.plot_roc_curve][["fpr", "tpr"]][::-1].T.to_numpy()))
    with pytest.raises(ValueError, match="max_fpr must lie strictly between 0 and 1"):
        em.plot_roc_curve(CURVES[em.plot_roc_curve], max_fpr=2)


def test_two_normal_classes_have_the_area_of_theory():
    for distance in (0.0, 1.0, 2.5):
        scores = {share: book.two_normal_classes(distance, share) for share in (0.5, 0.03)}
        for share, (y, s) in scores.items():
            assert np.mean(y) == pytest.approx(share, abs=1e-3)
            assert em.roc_auc(y, s) == pytest.approx(norm.cdf(distance / np.sqrt(2)), abs=2e-3)
    for distance, share in [(-1, 0.5), (1, 0), (1, 1)]:
        with pytest.raises(ValueError, match="must"):
            book.two_normal_classes(distance, share)


def test_a_det_curve_is_drawn_in_normal_deviates():
    ax = em.plot_det_curve(CURVES[em.plot_det_curve])
    inside = CURVES[em.plot_det_curve].query("0 < fpr < 1 and 0 < fnr < 1")
    np.testing.assert_allclose(ax.lines[0].get_xydata(), ndtri(inside[["fpr", "fnr"]]))
    np.testing.assert_allclose(ax.get_xticks(), ndtri([float(label) / 100 for label in ticks(ax.xaxis)]))
    equal = ax.lines[1].get_xydata()
    assert (equal[:, 0] == equal[:, 1]).all()


@pytest.mark.parametrize("threshold", [-5.0, 0.1, 0.8, 5.0])
def test_a_threshold_may_lie_anywhere(threshold):
    point, axes = book.operating_point(Y, S, threshold), book.plot_threshold(Y, S, threshold)
    counts = [int(text.get_text()) for text in axes[1].texts]
    assert counts == point.matrix.to_numpy().ravel().tolist()
    assert axes[3].lines[-1].get_xydata().tolist() == [[point.fpr, point.recall]]


@given(rankings(), st.floats(-4, 4), st.floats(0.1, 10))
def test_an_operating_point_is_its_confusion_matrix(ranking, threshold, cost):
    y, s = map(np.asarray, ranking)
    point = book.operating_point(y, s, threshold, cost_of_miss=cost)
    said = np.where(s >= threshold, "yes", "no")
    cm = em.confusion_matrix(np.where(y == 1, "yes", "no"), said, labels=["yes", "no"])
    pd.testing.assert_frame_equal(point.matrix, cm)
    ours = point.precision, point.recall, point.f1
    np.testing.assert_equal(ours, (em.precision(cm)["yes"], em.recall(cm)["yes"], em.f1_score(cm)["yes"]))
    assert point.cost == pytest.approx(cm.loc["no", "yes"] + cost * cm.loc["yes", "no"])


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((*FOUR, "high"), TypeError, "threshold must be a number"),
        (([0, 1], [0.1, np.nan], 0.5), ValueError, "y_score holds nan"),
    ],
)
def test_bad_thresholds_and_scores_are_named(arguments, error, message):
    for function in (book.operating_point, book.plot_threshold):
        with pytest.raises(error, match=message):
            function(*arguments)


def test_a_miss_has_to_cost_something():
    with pytest.raises(ValueError, match="cost_of_miss must be a finite number above 0"):
        book.operating_point(*FOUR, 0.5, cost_of_miss=0)


def test_the_slider_takes_constant_scores():
    assert book.explore_threshold([0, 1], [0.5, 0.5]).children[1].value.startswith("threshold 0.500: precision 0.500")


def test_the_walkthrough_has_the_document_s_numbers():
    scores = book.walkthrough_scores()
    assert rounds_to(em.roc_auc(scores["truth"], scores["score"]), "0.920")

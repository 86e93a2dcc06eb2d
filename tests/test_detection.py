"""Boxes: printed values, pycocotools and the rules of PASCAL VOC written out, properties, bad input."""

import contextlib
import gzip
import io
import json
from functools import partial
from itertools import chain, permutations
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from evalmetrics import (
    bootstrap,
    coco_average_recall,
    coco_mean_average_precision,
    detection_average_precision,
    detection_errors,
    detection_f_score,
    detection_precision_recall_curve,
    f_from_counts,
    froc_curve,
    froc_score,
    from_coco,
    generalized_iou,
    interpolated_average_precision,
    iou,
    match_detections,
    mean_iou,
    paired_bootstrap,
    permutation_test,
    plot_boxes,
    xyxy_from_xywh,
)
from evalmetrics.fast import detection as fast
from evalmetrics.inputs import detection as inputs
from evalmetrics_book import (
    digit_detections,
    digit_maps,
    digit_pages,
    plot_box_pairs,
    plot_maps,
    plot_matching,
    plot_smoothed_precision,
)

from .printed import rounds_to

UNIT, FAR = (0, 0, 4, 4), (100, 100, 104, 104)
QUARTER, NOWHERE = (0, 0, 1, 4), (50, 50, 54, 54)
RULES = ["coco", "voc"]
POINTS = ["raw", "all", 11, 101]
TTFFFTTFFT = [1, 1, 0, 0, 0, 1, 1, 0, 0, 1]


def listed(hits, n_truths=None):
    """One image per truth: a detection that hits finds the next one exactly, another lies elsewhere."""
    n = max(sum(hits), 1) if n_truths is None else n_truths
    truths, detections, scores = [[UNIT] for _ in range(n)], [[] for _ in range(n)], [[] for _ in range(n)]
    found = 0
    for rank, hit in enumerate(hits):
        at = found if hit else 0
        detections[at].append(UNIT if hit else FAR)
        scores[at].append(1 - rank / 100)
        found += hit
    return truths, detections, scores


corner, side = st.integers(0, 6), st.integers(1, 6)
boxes = st.tuples(corner, corner, side, side).map(lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3]))
fractions = st.tuples(*[st.floats(0, 10)] * 2, *[st.floats(0.1, 10)] * 2).map(
    lambda b: (b[0], b[1], b[0] + b[2], b[1] + b[3])
)


@st.composite
def problems(draw, max_images=4):
    """Truths, detections, scores (often tied) and difficult flags of one class."""
    n = draw(st.integers(1, max_images))
    image = st.tuples(
        st.lists(st.tuples(boxes, st.booleans()), max_size=4),
        st.lists(st.tuples(boxes, st.integers(0, 4)), max_size=5),
    )
    drawn = draw(st.lists(image, min_size=n, max_size=n))
    truths = [[box for box, _ in t] for t, _ in drawn]
    difficult = [[flag for _, flag in t] for t, _ in drawn]
    return truths, [[b for b, _ in d] for _, d in drawn], [[s for _, s in d] for _, d in drawn], difficult


def crowded(rng, *, whole=True, tied=None, classes=3, images=8):
    """Truths (box, label, crowd) and detections (box, label, score) that find many of them, some twice."""

    def box():
        x, y = rng.integers(0, 12, 2) if whole else rng.random(2) * 12
        w, h = rng.integers(2, 12, 2) if whole else rng.random(2) * 12 + 2
        return np.array([x, y, x + w, y + h], dtype=float)

    def score():
        return float(rng.integers(tied)) if tied else float(rng.random())

    truths, detections = [], []
    for _ in range(images):
        own = [(box(), int(rng.integers(classes)), bool(rng.random() < 0.1)) for _ in range(rng.integers(0, 7))]
        found = []
        for b, label, _ in own:
            for _ in range(rng.integers(0, 3)):
                near = b + (rng.integers(-1, 2, 4) if whole else rng.normal(size=4) * 0.6)
                near[:2] = np.minimum(near[:2], near[2:] - 0.5)
                found.append((tuple(near), label if rng.random() < 0.9 else int(rng.integers(classes)), score()))
        found += [(tuple(box()), int(rng.integers(classes)), score()) for _ in range(rng.integers(0, 4))]
        truths.append([(tuple(b), label, flag) for b, label, flag in own])
        detections.append(found)
    return truths, detections


def pycocotools_precision(truths, detections, *, area=(0, 1e10), most=100, first_id=1, of="precision"):
    """What pycocotools calculates, shape (thresholds, recalls, classes), and the classes, from dicts in memory."""
    labels = sorted({each[1] for each in chain.from_iterable([*truths, *detections])})
    code = {label: i for i, label in enumerate(labels, 1)}

    def wide(box):
        return [box[0], box[1], box[2] - box[0], box[3] - box[1]]

    annotations = []
    for image, (box, label, *rest) in ((i, each) for i, own in enumerate(truths) for each in own):
        x, y, w, h = wide(box)
        own = {"id": len(annotations) + first_id, "image_id": image, "category_id": code[label], "bbox": [x, y, w, h]}
        annotations.append(own | {"area": w * h, "iscrowd": int(any(rest))})
    results = [
        {"image_id": i, "category_id": code[label], "bbox": wide(box), "score": score}
        for i, found in enumerate(detections)
        for box, label, score in found
    ]
    images = [{"id": i} for i in range(len(truths))]
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = {"images": images, "categories": [{"id": c} for c in code.values()], "annotations": annotations}
        truth.createIndex()
        evaluation = COCOeval(truth, truth.loadRes(results), "bbox")
        evaluation.params.areaRng, evaluation.params.areaRngLbl = [list(area)], ["all"]
        evaluation.params.maxDets = [most]
        evaluation.evaluate()
        evaluation.accumulate()
    return evaluation.eval[of][..., 0, 0], labels


def mean_of_defined(precision):
    """The mean without the -1 that stands for a class without truths."""
    return precision[precision > -1].mean() if (precision > -1).any() else np.nan


def voc_outcomes(truths, detections, scores, threshold, difficult, inclusive):
    """The rules of the VOC development kit in plain loops over all detections of all images, the surest first."""
    ranked = [(-s, i, j) for i, image in enumerate(scores) for j, s in enumerate(image)]
    taken, outcomes = set(), []
    for _, i, j in sorted(ranked):
        best, at = 0.0, None
        for k, truth in enumerate(truths[i]):
            a, b, plus = truth, detections[i][j], 1 if inclusive else 0
            w, h = min(a[2], b[2]) - max(a[0], b[0]) + plus, min(a[3], b[3]) - max(a[1], b[1]) + plus
            if w > 0 and h > 0:
                sizes = [(x2 - x1 + plus) * (y2 - y1 + plus) for x1, y1, x2, y2 in (a, b)]
                share = w * h / (sum(sizes) - w * h)
                if share > best:
                    best, at = share, k
        if best >= threshold:
            if difficult[i][at]:
                outcomes.append("ignored")
                continue
            outcomes.append("false" if (i, at) in taken else "hit")
            taken.add((i, at))
        else:
            outcomes.append("false")
    return outcomes


def voc_average_precision(outcomes, n_truths, points):
    """Area under the curve by the loops of the challenge: 11 recalls, or every recall where the curve steps."""
    tp = np.cumsum([o == "hit" for o in outcomes])
    fp = np.cumsum([o == "false" for o in outcomes])
    kept = tp + fp > 0
    recall, precision = tp[kept] / n_truths, tp[kept] / (tp + fp)[kept]
    if points == 11:
        at_least = [precision[recall >= r / 10 - 1e-12] for r in range(11)]
        return sum(p.max() if len(p) else 0 for p in at_least) / 11
    r, p = np.concatenate([[0], recall, [1]]), np.concatenate([[0], precision, [0]])
    for i in range(len(p) - 1, 0, -1):
        p[i - 1] = max(p[i - 1], p[i])
    steps = np.flatnonzero(r[1:] != r[:-1]) + 1
    return ((r[steps] - r[steps - 1]) * p[steps]).sum()


# Published values


PAIR = [[UNIT], [UNIT]], [[UNIT], [FAR, UNIT]], [[0.9], [0.8, 0.7]]


@pytest.mark.parametrize(
    ("printed", "value"),
    [
        pytest.param("0.714286", detection_average_precision(*listed(TTFFFTTFFT), points="raw"), id="E-77 plain"),
        pytest.param("0.728571", detection_average_precision(*listed(TTFFFTTFFT)), id="E-77 all points"),
        pytest.param("0.731259", detection_average_precision(*listed(TTFFFTTFFT), points=101), id="E-77 101"),
        pytest.param("0.753247", detection_average_precision(*listed(TTFFFTTFFT), points=11), id="E-77 11"),
        pytest.param("0.833333", detection_average_precision(*PAIR), id="E-75 pooled"),
        pytest.param("0.980198", iou((0, 0, 100, 100), (1, 0, 101, 100)), id="E-78"),
        pytest.param("-0.984", generalized_iou((0, 0, 4, 4), (500, 0, 504, 4)), id="E-78 GIoU"),
    ],
)
def test_published_values_recompute(printed, value):
    assert rounds_to(value, printed)


def test_iou_counts_pixels_or_distances():
    """One box, as the VOC programs and as COCO read it."""
    a, b = (0, 0, 9, 9), (5, 0, 14, 9)
    assert rounds_to(iou(a, b), "0.2857")
    assert rounds_to(iou(a, b, inclusive=True), "0.3333")
    assert iou((3, 3, 3, 3), (3, 3, 3, 3), inclusive=True) == 1
    assert np.isnan(iou((3, 3, 3, 3), (3, 3, 3, 3)))
    assert np.isnan(generalized_iou((3, 3, 3, 3), (3, 3, 3, 3)))


# Reference implementations


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(
    ("of", "metric"), [("precision", coco_mean_average_precision), ("recall", coco_average_recall)]
)
def test_means_agree_with_pycocotools(of, metric, seed):
    rng = np.random.default_rng(seed)
    truths, detections = crowded(rng, whole=seed % 2 == 0, tied=[None, 3, 40][seed % 3], classes=1 + seed % 4)
    for options in ({}, {"area": (0, 40)}, {"area": (30, 90)}, {"most": 2}):
        theirs, labels = pycocotools_precision(truths, detections, of=of, **options)
        own = {"max_detections" if name == "most" else name: value for name, value in options.items()}
        ours = partial(metric, truths, detections, **own)
        assert ours() == pytest.approx(mean_of_defined(theirs), abs=1e-12, nan_ok=True)
        per_class = [mean_of_defined(theirs[..., k]) for k in range(len(labels))]
        pd.testing.assert_series_equal(ours(average=None), pd.Series(per_class, index=labels), check_names=False)
        half = ours(iou_thresholds=[0.5])
        assert half == pytest.approx(mean_of_defined(theirs[0]), abs=1e-12, nan_ok=True)


def test_an_object_as_large_as_the_limit_is_in_both_ranges():
    truths, detections = [[((0, 0, 32, 32), "a")]], [[((0, 0, 32, 32), "a", 0.5)]]
    assert coco_mean_average_precision(truths, detections, area="small") == 1
    assert coco_mean_average_precision(truths, detections, area="medium") == 1
    assert np.isnan(coco_mean_average_precision(truths, detections, area="large"))


def test_pycocotools_loses_the_object_whose_id_is_0():
    """What the chapter says of it; ids from 1 are right."""
    problem = [[(UNIT, 1), (FAR, 1)]], [[(UNIT, 1, 0.9), (FAR, 1, 0.8)]]
    assert mean_of_defined(pycocotools_precision(*problem)[0]) == pytest.approx(1)
    assert mean_of_defined(pycocotools_precision(*problem, first_id=0)[0]) < 0.6


def test_seven_of_ten_does_not_reach_the_recall_of_pycocotools():
    """Its grid has 0.7000000000000001: the precision there is that of the eighth hit."""
    hits = [1] * 7 + [0] * 3 + [1] * 3
    truths, detections, scores = listed(hits)
    own = [[(box, 1, s) for box, s in zip(b, v, strict=True)] for b, v in zip(detections, scores, strict=True)]
    theirs = mean_of_defined(pycocotools_precision([[(box, 1) for box in t] for t in truths], own)[0])
    exact = detection_average_precision(truths, detections, scores, points=101)
    assert np.linspace(0, 1, 101)[70] > 0.7
    assert coco_mean_average_precision([[(box, 1) for box in t] for t in truths], own) == pytest.approx(theirs)
    assert exact - theirs == pytest.approx((1 - 10 / 13) / 101)


@given(problem=problems(), threshold=st.sampled_from([0.3, 0.5, 0.75, 1.0]), inclusive=st.booleans())
def test_the_rules_of_voc(problem, threshold, inclusive):
    truths, detections, scores, difficult = problem
    scores = [[s + (i + j / 10) / 100 for j, s in enumerate(own)] for i, own in enumerate(scores)]  # no ties
    options = {"iou_threshold": threshold, "difficult": difficult, "rule": "voc", "inclusive": inclusive}
    expected = voc_outcomes(truths, detections, scores, threshold, difficult, inclusive)
    assert match_detections(truths, detections, scores, **options)["outcome"].to_list() == expected
    if n := sum(not flag for flag in chain.from_iterable(difficult)):
        for points in (11, "all"):
            ours = detection_average_precision(truths, detections, scores, points=points, **options)
            assert ours == pytest.approx(voc_average_precision(expected, n, points))


def test_the_second_best_truth_is_a_hit_in_coco_and_false_in_voc():
    truths = [[(0, 0, 10, 10), (2, 0, 12, 10)]]
    detections, scores = [[(0, 0, 10, 10), (0, 0, 11, 10)]], [[0.9, 0.8]]
    table = {rule: match_detections(truths, detections, scores, rule=rule)["outcome"].to_list() for rule in RULES}
    assert table == {"coco": ["hit", "hit"], "voc": ["hit", "false"]}
    values = {rule: detection_average_precision(truths, detections, scores, rule=rule) for rule in RULES}
    assert values == {"coco": 1.0, "voc": 0.5}


# Both registers agree


@given(
    problem=problems(),
    threshold=st.sampled_from([0.2, 0.5, 0.75, 1.0]),
    rule=st.sampled_from(RULES),
    inclusive=st.booleans(),
    flagged=st.booleans(),
)
def test_judging_all_images_in_step_is_matching_box_after_box(problem, threshold, rule, inclusive, flagged):
    truths, detections, scores, difficult = problem
    options = {"rule": rule, "inclusive": inclusive, "difficult": difficult if flagged else None}
    table = match_detections(truths, detections, scores, iou_threshold=threshold, **options)
    checked = inputs.of_one_class(truths, detections, scores, difficult=options["difficult"])
    least = min(threshold, 1 - 1e-10)
    score, image, hit, counts, to_find = fast.ranked_outcomes(
        *checked, iou_threshold=least, rule=rule, inclusive=inclusive
    )
    assert image.tolist() == [0, *table["image"]]
    assert score.tolist() == [np.inf, *table["score"]]
    assert hit.tolist() == [False, *(table["outcome"] == "hit")]
    assert counts.tolist() == [False, *(table["outcome"] != "ignored")]
    assert to_find.tolist() == [len(own) - sum(flags) * flagged for own, flags in zip(truths, difficult, strict=True)]


def test_the_size_of_blocks_does_not_matter(monkeypatch):
    truths, detections = crowded(np.random.default_rng(1), images=20)
    expected = coco_mean_average_precision(truths, detections)
    for at_once in (1, 60):
        monkeypatch.setattr(fast, "AT_ONCE", at_once)
        assert coco_mean_average_precision(truths, detections) == expected


@given(a=fractions | boxes, b=fractions | boxes, inclusive=st.booleans())
def test_overlaps_of_arrays_are_those_of_pairs(a, b, inclusive):
    one, other = np.array([a], dtype=float), np.array([b], dtype=float)
    share = fast.overlaps(one, other, inclusive=inclusive)
    assert share[0, 0] == pytest.approx(iou(a, b, inclusive=inclusive))
    width, height = (min(a[i + 2], b[i + 2]) - max(a[i], b[i]) + inclusive for i in (0, 1))
    inside = max(width, 0) * max(height, 0) / ((b[2] - b[0] + inclusive) * (b[3] - b[1] + inclusive))
    assert fast.overlaps(one, other, np.array([True]), inclusive)[0, 0] == pytest.approx(inside)


# Properties


@given(a=boxes, b=boxes)
def test_iou_counts_the_cells_of_a_grid(a, b):
    def cells(box, plus):
        return {(x, y) for x in range(box[0], box[2] + plus) for y in range(box[1], box[3] + plus)}

    for plus in (0, 1):
        one, other = cells(a, plus), cells(b, plus)
        assert iou(a, b, inclusive=bool(plus)) == pytest.approx(len(one & other) / len(one | other))


@given(a=fractions, b=fractions)
def test_generalized_iou_by_its_definition(a, b):
    hull = (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (a, b, hull)]
    width, height = (max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i])) for i in (0, 1))
    common = width * height
    union = areas[0] + areas[1] - common
    assert generalized_iou(a, b) == pytest.approx(common / union - (areas[2] - union) / areas[2], abs=1e-9)
    assert -1 < generalized_iou(a, b) <= iou(a, b) + 1e-9


@given(fractions)
def test_corner_width_height_is_turned_into_two_corners(box):
    x1, y1, x2, y2 = box
    assert xyxy_from_xywh([x1, y1, x2 - x1, y2 - y1]) == pytest.approx(box)
    assert xyxy_from_xywh(np.zeros((2, 3, 4))).shape == (2, 3, 4)


@given(problem=problems(), points=st.sampled_from(POINTS), seed=st.integers(0, 5))
def test_neither_the_order_of_images_nor_the_unit_of_scores_nor_junk_below_everything_matters(problem, points, seed):
    truths, detections, scores, _ = problem
    order = np.random.default_rng(seed).permutation(len(truths))
    shuffled = ([part[i] for i in order] for part in (truths, detections, scores))
    in_other_units = truths, detections, [[np.exp(s) - 7 for s in own] for own in scores]
    with_junk = truths, [[*own, FAR, FAR] for own in detections], [[*own, -1, -2] for own in scores]
    ours = partial(detection_average_precision, points=points)
    for other in (shuffled, in_other_units, with_junk):
        assert ours(*other) == pytest.approx(ours(truths, detections, scores), nan_ok=True)


@pytest.mark.parametrize("ties", ["together", "in order"])
@given(problem=problems())
def test_both_ways_with_ties_are_the_same_for_a_class_and_for_coco(ties, problem):
    """At recalls of thirds and quarters, which are the same in both grids."""
    truths, detections, scores, _ = problem
    places = [(i, j) for i, own in enumerate(truths) for j in range(len(own))][:4]
    truths = [[box for j, box in enumerate(own) if (i, j) in places] for i, own in enumerate(truths)]
    named = [[(box, "a") for box in own] for own in truths]
    given = [[(b, "a", v) for b, v in zip(*each, strict=True)] for each in zip(detections, scores, strict=True)]
    one = detection_average_precision(truths, detections, scores, points=101, ties=ties)
    other = coco_mean_average_precision(named, given, iou_thresholds=[0.5], ties=ties)
    assert one == pytest.approx(other, nan_ok=True)


def test_in_order_the_order_of_tied_detections_decides_and_together_it_does_not():
    images = [([UNIT], [UNIT, FAR], [0.5, 0.5]), ([UNIT], [UNIT], [0.5]), ([UNIT], [FAR, UNIT], [0.5, 0.5])]
    values = {ties: set() for ties in ("together", "in order")}
    for order in permutations(images):
        for ties, seen in values.items():
            seen.add(round(detection_average_precision(*zip(*order, strict=True), ties=ties), 6))
    assert values["together"] == {0.6}
    assert len(values["in order"]) > 1
    assert min(values["in order"]) >= 0.6


@given(hits=st.lists(st.integers(0, 1), min_size=1, max_size=12).filter(any), points=st.sampled_from(["all", 11, 101]))
def test_where_everything_is_found_it_is_the_interpolated_average_precision(hits, points):
    ours = detection_average_precision(*listed(hits), points=points)
    assert ours == pytest.approx(interpolated_average_precision(hits, -np.arange(len(hits)), points=points))


@given(problem=problems(), rule=st.sampled_from(RULES))
def test_the_curve_has_the_counts_of_the_detections_shown(problem, rule):
    truths, detections, scores, difficult = problem
    options = {"rule": rule, "difficult": difficult}
    curve = detection_precision_recall_curve(truths, detections, scores, **options)
    assert curve.iloc[-1, :2].to_list() == [np.inf, 1]
    assert curve["threshold"].is_monotonic_increasing
    for threshold, precision, recall in curve[:-1].itertuples(index=False):
        rows = detection_f_score.statistics(truths, detections, scores, score_threshold=threshold, **options)
        found, missed, false = rows.sum(axis=0)
        assert precision == pytest.approx(found / (found + false))
        assert recall == pytest.approx(found / (found + missed) if found + missed else np.nan, nan_ok=True)


@given(problem=problems(), allowed=st.lists(st.floats(0, 6), min_size=1, max_size=4))
def test_froc_is_recall_where_false_detections_are_few_enough(problem, allowed):
    """Threshold by threshold, what is shown is counted anew."""
    truths, detections, scores, difficult = problem
    to_find = sum(not flag for flag in chain.from_iterable(difficult))
    if not to_find:
        assert np.isnan(froc_score(truths, detections, scores, difficult=difficult))
        return
    curve, points = froc_curve(truths, detections, scores, difficult=difficult), []
    for threshold in [*sorted({*chain.from_iterable(scores)}), np.inf]:
        rows = detection_f_score.statistics(truths, detections, scores, difficult=difficult, score_threshold=threshold)
        found, _, false = rows.sum(axis=0)
        points.append((threshold, false / len(truths), found / to_find))
    assert curve.to_numpy() == pytest.approx(np.array(points))
    expected = [max(recall for _, false, recall in points if false <= most) for most in allowed]
    ours = froc_score(truths, detections, scores, difficult=difficult, false_per_image=allowed)
    assert ours == pytest.approx(np.mean(expected))


@pytest.mark.parametrize(
    ("detections", "errors"),
    [
        ([(UNIT, "a", 0.9)], {"hit": 1, "missed": 1}),
        ([(UNIT, "a", 0.9), (UNIT, "a", 0.8)], {"hit": 1, "duplicate": 1, "missed": 1}),
        ([(UNIT, "b", 0.9), (FAR, "b", 0.8)], {"wrong label": 1, "hit": 1}),
        ([(UNIT, "c", 0.9)], {"wrong label": 1, "missed": 1}),
        ([(QUARTER, "a", 0.9)], {"badly placed": 1, "missed": 1}),
        ([(QUARTER, "c", 0.9)], {"both": 1, "missed": 2}),
        ([(NOWHERE, "a", 0.9)], {"background": 1, "missed": 2}),
        ([(UNIT, "a", 0.4), (FAR, "b", 0.9)], {"hit": 1, "missed": 1}),
        ([], {"missed": 2}),
    ],
)
def test_each_error_is_named_as_in_tide(detections, errors):
    """Bolya and others (2020), section 2.2: an object "a" and, far away, an object "b"."""
    counts = detection_errors([[(UNIT, "a"), (FAR, "b")]], [detections])
    assert counts[counts > 0].to_dict() == errors


@given(problem=problems(), threshold=st.floats(0, 1))
def test_of_one_class_the_hits_are_those_of_average_precision(problem, threshold):
    """Matched by the free truth that fits best, and what is shown is a hit or has one error."""
    truths, detections, scores, _ = problem
    there = [[(box, "a") for box in own] for own in truths]
    given = [[(box, "a", s) for box, s in zip(*each, strict=True)] for each in zip(detections, scores, strict=True)]
    counts = detection_errors(there, given, score_threshold=threshold)
    shown = detection_f_score.statistics(truths, detections, scores, score_threshold=threshold).sum(axis=0)
    assert counts["hit"] == shown[0]
    assert counts.drop(["hit", "missed"]).sum() == shown[2]
    assert counts["missed"] + counts["badly placed"] >= shown[1]
    assert counts[["wrong label", "both"]].sum() == 0


@given(problem=problems(), beta=st.floats(0.2, 5), threshold=st.integers(0, 4), rule=st.sampled_from(RULES))
def test_f_is_that_of_the_detections_shown(problem, beta, threshold, rule):
    truths, detections, scores, difficult = problem
    options = {"difficult": difficult, "rule": rule}
    table = match_detections(truths, detections, scores, **options)
    shown = table[table["score"] >= threshold]
    hits, false = (int((shown["outcome"] == name).sum()) for name in ("hit", "false"))
    counts = hits, sum(not flag for flag in chain.from_iterable(difficult)) - hits, false
    rows = detection_f_score.statistics(truths, detections, scores, score_threshold=threshold, **options)
    assert tuple(rows.sum(axis=0)) == counts
    for undefined in (np.nan, 0.0, 0.5):
        how = {"score_threshold": threshold, "beta": beta, "zero_division": undefined, **options}
        expected = f_from_counts(*counts, beta, zero_division=undefined)
        assert detection_f_score(truths, detections, scores, **how) == pytest.approx(expected, nan_ok=True)


def test_images_with_difficult_objects_are_added_up_in_parts():
    truths, detections, scores = listed(TTFFFTTFFT)
    difficult = [[i == 2] for i in range(len(truths))]
    total = detection_f_score.total
    parts = [
        total(truths[cut], detections[cut], scores[cut], difficult=difficult[cut]) for cut in (slice(2), slice(2, None))
    ]
    assert sum(parts) == total(truths, detections, scores, difficult=difficult)
    assert sum(parts) != total(truths, detections, scores)


def test_a_class_that_nobody_could_find_is_left_out_of_the_mean():
    truths = [[(UNIT, "cat")]]
    detections = [[(UNIT, "cat", 0.9)] + [(FAR, "unicorn", 1.0)] * 50]
    assert coco_mean_average_precision(truths, detections) == 1
    per_class = coco_mean_average_precision(truths, detections, average=None)
    assert per_class["cat"] == 1
    assert np.isnan(per_class["unicorn"])
    assert np.isnan(coco_mean_average_precision([[]], [[(UNIT, "cat", 1.0)]]))
    assert np.isnan(coco_mean_average_precision([[], []], [[], []]))
    assert coco_mean_average_precision([[], []], [[], []], average=None).empty
    assert coco_mean_average_precision(truths, [[]]) == 0


def test_a_difficult_truth_may_be_found_often_and_never_counts():
    truths, difficult = [[UNIT]], [[True]]
    for rule in RULES:
        table = match_detections(truths, [[UNIT, UNIT]], [[0.9, 0.8]], difficult=difficult, rule=rule)
        assert table["outcome"].to_list() == ["ignored", "ignored"]
        options = {"difficult": [[True, False]], "rule": rule}
        assert detection_average_precision([[UNIT, FAR]], [[UNIT, FAR]], [[0.9, 0.8]], **options) == 1
        curve = detection_precision_recall_curve(truths, [[UNIT]], [[0.9]], difficult=difficult, rule=rule)
        assert len(curve) == 1


def test_a_difficult_truth_is_taken_only_if_there_is_no_other():
    truths, difficult = [[(0, 0, 10, 10), (2, 0, 12, 10)]], [[True, False]]
    options = {"difficult": difficult, "iou_threshold": 0.5}
    found = {rule: match_detections(truths, [[(0, 0, 10, 10)]], [[0.9]], rule=rule, **options) for rule in RULES}
    assert {rule: table["outcome"][0] for rule, table in found.items()} == {"coco": "hit", "voc": "ignored"}
    values = {
        rule: detection_average_precision(truths, [[(0, 0, 10, 10)]], [[0.9]], rule=rule, **options) for rule in RULES
    }
    assert values == {"coco": 1, "voc": 0}


def test_of_two_truths_that_fit_equally_pycocotools_takes_the_last():
    truths = [[((0, 0, 10, 10), 1), ((2, 0, 12, 10), 1)]]
    detections = [[((1, 0, 11, 10), 1, 0.9), ((0, 0, 10, 10), 1, 0.8)]]
    assert coco_mean_average_precision(truths, detections, iou_thresholds=[0.75]) == 1
    assert mean_of_defined(pycocotools_precision(truths, detections)[0][5]) == pytest.approx(1)
    boxes = [[box for box, _ in truths[0]]], [[box for box, *_ in detections[0]]], [[0.9, 0.8]]
    outcomes = {rule: match_detections(*boxes, rule=rule, iou_threshold=0.75)["outcome"].to_list() for rule in RULES}
    assert outcomes == {"coco": ["hit", "hit"], "voc": ["hit", "false"]}


def test_an_iou_of_1_that_comes_out_below_is_enough_for_a_threshold_of_1():
    box, other = (0, 0, 1, 1), (0, 0, float(np.nextafter(1, 0)), 1)
    assert iou(box, other) < 1
    assert match_detections([[box]], [[other]], [[0.5]], iou_threshold=1.0)["outcome"].to_list() == ["hit"]
    assert detection_average_precision([[box]], [[other]], [[0.5]], iou_threshold=1.0) == 1


# Resampling images


def test_options_that_belong_to_images_travel_with_them():
    """`difficult` is no sample, and yet a resampled image has its own flags."""
    truths = [[UNIT], [UNIT], [UNIT]]
    detections, scores, difficult = [[UNIT], [FAR], [FAR]], [[0.9], [0.8], [0.7]], [[False], [True], [True]]
    metric = partial(detection_average_precision, difficult=difficult)
    of = bootstrap(metric, truths, detections, scores, n_resamples=40, rng=0)
    assert set(of.replicates[~np.isnan(of.replicates)]) == {1.0}


def test_two_detectors_are_compared_on_the_same_images():
    truths, detections = crowded(np.random.default_rng(4), images=25)
    fewer = [[each for each in found if each[2] > 0.4] for found in detections]
    metric = coco_mean_average_precision
    slow = partial(lambda t, d: metric(t, d))
    fast, plain = (
        paired_bootstrap(m, truths, detections, fewer, n_resamples=30, rng=0).replicates for m in (metric, slow)
    )
    np.testing.assert_allclose(fast, plain)
    p, q = (permutation_test(m, truths, detections, fewer, n_resamples=60, rng=0) for m in (metric, slow))
    assert p == q < 0.2
    mixed = [found[::2] if i % 2 else less for i, (found, less) in enumerate(zip(detections, fewer, strict=True))]
    p, q = (permutation_test(m, truths, fewer, mixed, n_resamples=60, rng=0) for m in (metric, slow))
    assert p == q > 0.03


# Digits on pages


def test_pages_hold_digits_that_hardly_overlap():
    sheets, truths = digit_pages()
    assert [sheet.shape for sheet in sheets] == [(40, 40)] * 60
    for sheet, objects in zip(sheets, truths, strict=True):
        assert 0 <= sheet.min() <= sheet.max() <= 1
        for i, (box, digit) in enumerate(objects):
            assert 0 <= digit <= 9
            assert all(iou(box, other) < 0.1 for other, _ in objects[:i])
            ink = sheet[box[1] : box[3], box[0] : box[2]] > 0.1
            assert all(edge.any() for edge in (ink[0], ink[-1], ink[:, 0], ink[:, -1])), "it fits the ink"


def test_a_person_knows_every_digit_and_draws_its_edges_a_pixel_off_at_most():
    _, truths = digit_pages()
    for own, page in zip(truths, digit_detections("person"), strict=True):
        for (box, digit), (drawn, named, score) in zip(own, page, strict=True):
            assert (named, score) == (digit, 1)
            assert np.abs(np.subtract(box, drawn)).max() <= 1


def test_maps_of_pages_have_the_digits_in_their_boxes_and_nobody_marks_what_is_blank():
    truths, found = digit_maps()
    for classes, objects in zip(truths, digit_pages()[1], strict=True):
        for (x, y, x2, y2), digit in objects:
            assert digit in classes[y:y2, x:x2]
    assert set(np.unique(truths).tolist()) == {*range(11), 255}
    assert ((truths == 255).mean(), (truths == 10).mean()) == pytest.approx((0.06, 0.86), abs=0.005)
    assert set(np.unique(found["blank"])) == {10}
    blank, forest, logistic = (mean_iou(truths, found[name], void=255) for name in ("blank", "forest", "logistic"))
    assert blank < 0.1 < forest < logistic


def test_maps_are_drawn_with_the_number_of_each_patch():
    sheets, truths = digit_pages()
    axes = plot_maps({"truth": digit_maps()[0][15]}, image=sheets[15])
    assert sorted(text.get_text() for text in axes[1].texts) == sorted(str(digit) for _, digit in truths[15])


# Bad input


BAD = [
    (partial(froc_score, *PAIR, false_per_image=[-1]), ValueError, "false_per_image must hold finite"),
    (partial(froc_score, *PAIR, false_per_image=[]), ValueError, "false_per_image is empty"),
    (partial(detection_errors, [[]], [[]], background=0), ValueError, "background must be above 0.* got 0"),
    (partial(iou, UNIT, (0, 0, 4)), ValueError, r"box_b must be one box \(x1, y1, x2, y2\)"),
    (partial(iou, "abcd", UNIT), TypeError, "box_a must hold numbers, got 'abcd'"),
    (partial(iou, UNIT, ((0, 0), (4,))), ValueError, "box_b must hold four numbers per box, got rows of different"),
    (partial(iou, UNIT, (4, 0, 0, 4)), ValueError, "x1 <= x2 and y1 <= y2.* xyxy_from_xywh"),
    (partial(iou, UNIT, (0, 0, 1e160, 1e160)), ValueError, "box_b holds boxes whose areas no float holds: .* divide"),
    (partial(iou, (0, 0, 1e-200, 1e-200), UNIT), ValueError, "box_a holds boxes whose areas no float holds"),
    (partial(xyxy_from_xywh, [1, 2, 3]), ValueError, r"boxes must be \(x, y, width, height\)"),
    (partial(xyxy_from_xywh, [1, 2, -3, 4]), ValueError, "at least 0, got -3"),
    (partial(match_detections, [], [], []), ValueError, "truths is empty"),
    (partial(match_detections, UNIT, [[]], [[]]), TypeError, "truths must hold a sequence per image"),
    (partial(match_detections, [[UNIT]], [[UNIT], []], [[1], []]), ValueError, "per image: .* has 1, detections has 2"),
    (partial(match_detections, [[UNIT]], [[UNIT]], [[1, 2]]), ValueError, r"scores\[0\] must hold one number per box"),
    (partial(match_detections, [[UNIT]], [[UNIT]], [[1], [2]]), ValueError, "detections and scores must have"),
    (partial(match_detections, [[UNIT]], [[UNIT]], [[np.nan]]), ValueError, "scores must hold finite numbers, got nan"),
    (partial(match_detections, [[UNIT]], [[UNIT]], None), TypeError, "scores must hold one entry per image, got None"),
    (partial(match_detections, [[UNIT]], [[(1, 2, 3)]], [[1]]), ValueError, r"detections\[0\] must be boxes"),
    (partial(match_detections, *PAIR, rule="lvis"), ValueError, "rule must be one of 'coco', 'voc'"),
    (partial(match_detections, *PAIR, iou_threshold=50), ValueError, "above 0 and at most 1, got 50"),
    (partial(match_detections, *PAIR, difficult=[[0]]), ValueError, "truths and difficult"),
    (partial(match_detections, *PAIR, difficult=[["x"], ["y"]]), TypeError, "difficult must hold numbers"),
    (partial(match_detections, *PAIR, difficult=[[2], [0]]), ValueError, "difficult must hold True or False"),
    (partial(coco_mean_average_precision, [[(UNIT, 1)]], [[(UNIT, 1)]]), ValueError, r"\(box, label, score\)"),
    (partial(coco_mean_average_precision, [[UNIT]], [[]]), ValueError, r"truths must hold \(box, label\)"),
    (partial(coco_mean_average_precision, [[(UNIT, 1)]], [[(1, UNIT, 0.5)]]), ValueError, "boxes"),
    (partial(coco_mean_average_precision, [[(UNIT, None)]], [[]]), ValueError, "missing labels"),
    (partial(coco_mean_average_precision, [[]], [[], []]), ValueError, "per image: .* has 1, detections has 2"),
    (partial(coco_mean_average_precision, [[]], [[]], area=(5, 1)), ValueError, "0 <= least <= most"),
    (partial(coco_mean_average_precision, [[]], [[]], area=5), ValueError, "area must be a name or"),
    (partial(coco_mean_average_precision, [[]], [[]], iou_thresholds=[]), ValueError, "iou_thresholds is empty"),
    (partial(coco_mean_average_precision, [[(UNIT, "a", 1.0)]], [[]]), ValueError, "truths have no score"),
    (partial(coco_mean_average_precision, [[(UNIT, "a", "yes")]], [[]]), ValueError, "truths have no score"),
    (partial(coco_mean_average_precision, [[]], [[]], iou_thresholds=[0.5, 2]), ValueError, "iou_thresholds must be"),
    (partial(detection_f_score, [[UNIT]], [[()]], [[0.9]]), ValueError, r"scores\[0\] must hold one number per box"),
    (partial(digit_detections, "yolo"), ValueError, "detector must be one of 'forest', 'logistic', 'person', got"),
    (partial(plot_box_pairs, {}), ValueError, "pairs is empty"),
    (partial(plot_smoothed_precision, [1, 2]), TypeError, "curve must be a DataFrame with columns precision, recall"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD, ids=[f"{m[:40]}" for _, _, m in BAD])
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Figures


def test_pairs_of_boxes_are_drawn_with_what_they_share():
    axes = plot_box_pairs({"apart": (UNIT, (5, 0, 9, 4)), "shifted": (UNIT, (1, 0, 5, 4))})
    assert [len(ax.patches) for ax in axes] == [2, 3]
    assert axes[1].patches[0].get_bbox().extents.tolist() == [1, 0, 4, 4]
    assert axes[0].get_title(loc="left") == "apart\nIoU 0.00, GIoU -0.11"
    low, high = axes[0].get_ylim()
    assert low > high, "y grows downwards"


def test_matching_is_drawn_step_by_step():
    axes = plot_matching([UNIT, FAR], [UNIT, QUARTER, UNIT], [0.9, 0.7, 0.8])
    titles = [ax.get_title(loc="left") for ax in axes]
    assert titles == ["score 0.9\nIoU 1.00: hit", "score 0.8\nIoU 1.00: false", "score 0.7\nIoU 0.25: false"]
    assert [len(ax.patches) for ax in axes] == [3, 3, 3]
    assert [patch.get_hatch() for patch in axes[0].patches] == ["///", None, None]
    with pytest.raises(ValueError, match="detections is empty"):
        plot_matching([UNIT], [], [])


def test_boxes_are_drawn_with_labels_and_scores():
    ax = plot_boxes([(UNIT, "a")], [(UNIT, "a", 0.9), (FAR, "b", 0.1)], image=np.zeros((5, 7)), least=0.5)
    assert [text.get_text() for text in ax.texts] == ["a", "a 0.90"]
    assert ax.images[0].get_extent() == [0, 7, 5, 0]


def test_the_smoothed_curve_is_drawn_over_the_measured_one():
    truths, detections, scores = listed(TTFFFTTFFT)
    curve = detection_precision_recall_curve(truths, detections, scores)
    ax = plot_smoothed_precision(curve, points=11)
    raw, steps, marks = (line.get_xydata() for line in ax.get_lines())
    assert raw[:3].tolist() == [[0.2, 1], [0.4, 1], [0.4, pytest.approx(2 / 3)]]
    assert (np.diff(steps[:, 1]) <= 0).all()
    assert steps[-1].tolist() == [1, 0.5]
    assert marks[:, 1].mean() == pytest.approx(detection_average_precision(truths, detections, scores, points=11))
    x, y = steps.T
    assert (np.diff(x) * y[1:]).sum() == pytest.approx(detection_average_precision(truths, detections, scores))
    unfinished = detection_precision_recall_curve([*truths, [UNIT]], [*detections, []], [*scores, []])
    assert plot_smoothed_precision(unfinished, points=11).get_lines()[2].get_ydata()[-1] == 0


def coco_files(rng, images=12):
    """Annotations and results as COCO's files have them: gaps in the ids, areas of masks, crowds, empty images."""
    ids = rng.permutation(np.arange(100, 100 + 3 * images, 3))
    boxes = [(int(image), rng.integers(0, 200, 2), rng.integers(5, 150, 2)) for image in ids for _ in range(4)]
    annotations = [
        {"image_id": image, "category_id": int(rng.choice([3, 8])), "bbox": [*map(float, (*corner, *size))]}
        | {"area": float(size.prod() * rng.uniform(0.3, 1)), "iscrowd": int(rng.random() < 0.1), "id": i + 1}
        for i, (image, corner, size) in enumerate(boxes[:-4])
    ]
    results = [
        {"image_id": a["image_id"], "category_id": a["category_id"], "score": float(rng.integers(1, 20) / 20)}
        | {"bbox": (np.array(a["bbox"]) + rng.normal(0, 4, 4)).clip(1).tolist()}
        for a in annotations
        for _ in range(rng.integers(0, 3))
    ]
    categories = [{"id": 8, "name": "dog"}, {"id": 3, "name": "cat"}]
    return {"images": [{"id": int(i)} for i in ids], "annotations": annotations, "categories": categories}, results


@pytest.mark.parametrize("seed", range(4))
def test_files_of_coco_score_as_in_pycocotools_with_the_areas_of_masks(seed, tmp_path):
    truths, results = coco_files(np.random.default_rng(seed))
    paths = tmp_path / "truths.json", str(tmp_path / "results.json")
    for path, held in zip(paths, (truths, results), strict=True):
        with open(path, "w") as file:
            json.dump(held, file)
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO(paths[0])
        evaluation = COCOeval(truth, truth.loadRes(paths[1]), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    there, found = from_coco(*paths)
    assert (there, found) == from_coco(truths, {"annotations": results})
    ours = [coco_mean_average_precision(there, found)]
    ours += [coco_mean_average_precision(there, found, iou_thresholds=[t]) for t in (0.5, 0.75)]
    ours += [coco_mean_average_precision(there, found, area=area) for area in ("small", "medium", "large")]
    ours += [coco_average_recall(there, found, max_detections=n) for n in (1, 10, 100)]
    ours += [coco_average_recall(there, found, area=area) for area in ("small", "medium", "large")]
    np.testing.assert_allclose(np.nan_to_num(ours, nan=-1), evaluation.stats, atol=1e-12)


ENTRY = {"image_id": 7, "category_id": 1, "bbox": [0, 0, 10, 10]}
DATASET = {"images": [{"id": 5}, {"id": 7}], "annotations": [ENTRY], "categories": [{"id": 1, "name": "cat"}]}


def test_an_image_without_boxes_has_empty_lists_and_labels_are_names_where_there_are_any():
    assert from_coco(DATASET, []) == ([[], [((0, 0, 10, 10), "cat", False)]], [[], []])
    unnamed = {key: value for key, value in DATASET.items() if key != "categories"}
    assert from_coco(unnamed, [{**ENTRY, "score": 0.5}])[1] == [[], [((0, 0, 10, 10), 1, 0.5)]]


@pytest.mark.parametrize(
    ("changed", "results", "message"),
    [
        ({"images": None}, [], "truths must be COCO's annotations, .* got no images"),
        ({}, {"boxes": []}, "results must be COCO's results, a list"),
        ({}, [ENTRY], "results must have image_id, category_id, bbox, score for each box; no score in box 0"),
        ({}, [{"image_id": 7, "category_id": 1, "segmentation": [], "score": 1}], "no bbox in box 0; masks alone"),
        ({}, [{**ENTRY, "score": 1, "image_id": "7"}], r"that truths lists, \[5, 7\]; got the image_id \['7'\]"),
        ({}, [{**ENTRY, "score": 1, "category_id": 2}], r"of the categories that truths lists, \[1\]; .* \[2\]"),
        ({"images": [{"id": 7}, {"id": 7}]}, [], "must hold each of its images once"),
        ({"images": [7]}, [], "must hold images with an id each, got 7"),
        (
            {"images": [{"id": 7, "width": 90, "height": 60}]},
            [{**ENTRY, "bbox": [50, 20, 80, 40], "score": 1}],
            r"1 of 1 leave .* give \[x1, y1, x2 - x1, y2 - y1\]",
        ),
    ],
)
def test_what_is_missing_in_files_of_coco_is_said(changed, results, message):
    truths = {key: value for key, value in {**DATASET, **changed}.items() if value is not None}
    with pytest.raises(ValueError, match=message):
        from_coco(truths, results)


def test_a_file_that_is_not_json_is_refused(tmp_path):
    (tmp_path / "a.json").write_text("image_id,bbox")
    with pytest.raises(ValueError, match="truths must be a file of JSON"):
        from_coco(tmp_path / "a.json", [])
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(b"[]"))
    with pytest.raises(ValueError, match=r"results must be a file of text in UTF-8, .* unpack what is packed"):
        from_coco(DATASET, tmp_path / "a.json.gz")


def test_a_mark_before_a_file_and_an_object_of_pycocotools_are_read(tmp_path):
    (tmp_path / "marked.json").write_text(json.dumps([{**ENTRY, "score": 0.5}]), encoding="utf-8-sig")
    assert from_coco(SimpleNamespace(dataset=DATASET), tmp_path / "marked.json") == from_coco(
        DATASET, [{**ENTRY, "score": 0.5}]
    )

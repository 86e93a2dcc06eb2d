"""Masks: numbers by hand, scikit-learn on flat pixels, pycocotools, rules written out, properties, bad input."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from pycocotools import mask as coco
from sklearn import metrics

from evalmetrics import bootstrap, dice, example_f_score, example_jaccard, f_score, generalized_iou, iou, mean_iou

SQUARE, SHIFTED = np.zeros((2, 6, 6), dtype=bool)
SQUARE[:4, :4], SHIFTED[:4, 1:5] = True, True
VOID, LAYERS = 9, np.array([[0, 1, 2, 0], [0, 2, 2, 1]])


def drawn(seed, n=5, shape=(6, 7)):
    rng = np.random.default_rng(seed)
    truths = rng.choice([0, 1, 2, 3, VOID], size=(n, *shape), p=[0.5, 0.2, 0.15, 0.05, 0.1])
    other = rng.integers(0, 4, truths.shape)
    return truths, np.where((rng.random(truths.shape) < 0.7) & (truths != VOID), truths, other)


def test_two_squares_by_hand():
    assert iou(SQUARE, SHIFTED) == 12 / 20
    assert dice(SQUARE, SHIFTED) == 2 * 12 / 32
    assert iou(SQUARE.astype(int).tolist(), SHIFTED.astype(float)) == 0.6
    assert np.isnan(iou(~SQUARE & SQUARE, ~SQUARE & SQUARE))
    assert np.isnan(dice(~SQUARE & SQUARE, ~SQUARE & SQUARE))


@pytest.mark.parametrize("seed", range(20))
def test_masks_score_as_flat_pixels_in_scikit_learn_and_as_in_pycocotools(seed):
    a, b = np.random.default_rng(seed).random((2, 9, 5)) < 0.4
    assert iou(a, b) == pytest.approx(metrics.jaccard_score(a.ravel(), b.ravel()))
    assert dice(a, b) == pytest.approx(metrics.f1_score(a.ravel(), b.ravel()))
    first, other = (coco.encode(np.asfortranarray(each.astype(np.uint8))) for each in (a, b))
    assert iou(a, b) == pytest.approx(coco.iou([first], [other], [0])[0, 0])
    assert dice(a, b) == pytest.approx(2 * iou(a, b) / (1 + iou(a, b)))


def test_masks_of_several_images_are_added_up_by_dice_and_an_image_is_an_example():
    a, b = np.random.default_rng(1).random((2, 7, 4, 4)) < 0.5
    assert dice(a, b) == dice(a.ravel(), b.ravel())
    assert dice.statistics(a, b).shape == (7, 3)
    assert len({dice(a, b), dice(a, b, sample_weight=np.arange(7))}) == 2
    with pytest.raises(ValueError, match="reads these 4 entries as 1 example"):
        bootstrap(dice, a[0], b[0])


@pytest.mark.parametrize("seed", range(20))
def test_pixels_added_up_are_the_macro_average_of_scikit_learn(seed):
    truths, predictions = drawn(seed)
    kept = truths != VOID
    flat = truths[kept], predictions[kept]
    labels = np.unique(flat)
    each = metrics.jaccard_score(*flat, average=None, labels=labels)
    assert mean_iou(truths, predictions, void=VOID) == pytest.approx(each.mean())
    pd.testing.assert_series_equal(
        mean_iou(truths, predictions, void=VOID, average=None), pd.Series(each, labels), check_names=False
    )
    assert mean_iou(truths, predictions, void=VOID, labels=[2]) == pytest.approx(each[2])


@pytest.mark.parametrize("seed", range(20))
def test_per_image_is_the_mean_over_images_of_the_mean_over_the_classes_of_each(seed):
    """The rule of torchmetrics: a class that an image has on neither side is left out of its mean."""
    truths, predictions = drawn(seed, shape=(3, 3))
    of_images = []
    for truth, prediction in zip(truths, predictions, strict=True):
        kept = truth != VOID
        found = []
        for c in range(4):
            t, p = truth[kept] == c, prediction[kept] == c
            if (t | p).any():
                found.append((t & p).sum() / (t | p).sum())
        of_images.append(np.mean(found))
    assert mean_iou(truths, predictions, void=VOID, per_image=True) == pytest.approx(np.mean(of_images))


def test_masks_per_image_are_sets_of_pixels_an_example():
    a, b = np.random.default_rng(2).random((2, 6, 5, 5)) < 0.5
    flat = a.reshape(6, -1), b.reshape(6, -1)
    assert mean_iou(a, b, labels=[True], per_image=True) == pytest.approx(example_jaccard(*flat))
    assert np.mean([dice(*each) for each in zip(a, b, strict=True)]) == pytest.approx(example_f_score(*flat))


def test_what_has_no_pixel_on_either_side_is_left_out_and_what_is_only_predicted_is_not():
    truth, other, nothing = np.array([[1, 1], [2, 2]]), np.array([[1, 1], [2, 3]]), np.array([[4, 4]])
    assert mean_iou([truth], [truth], labels=[1, 7]) == 1
    assert mean_iou([truth], [other]) == pytest.approx((1 + 1 / 2 + 0) / 3)
    assert mean_iou([truth, nothing], [truth, nothing], labels=[1], per_image=True) == 1
    assert np.isnan(mean_iou([nothing], [nothing], void=4))
    assert np.isnan(mean_iou([truth], [truth], labels=[7], per_image=True))


def test_void_pixels_count_nowhere_and_a_prediction_of_void_elsewhere_is_wrong():
    truth = np.array([[1, 1, VOID]])
    assert mean_iou([truth], [np.array([[1, 1, 2]])], void=VOID) == 1
    assert mean_iou([truth], [np.array([[1, VOID, VOID]])], void=VOID, labels=[1]) == 0.5


def test_labels_may_be_text_booleans_or_whole_floats_and_images_of_several_sizes():
    truths, predictions = drawn(3)
    names = np.array(list("abcdefghij"))
    once = mean_iou(truths, predictions, void=VOID)
    assert mean_iou(names[truths], names[predictions], void="j") == once
    assert mean_iou(truths.astype(float), predictions.astype(np.uint8), void=VOID) == once
    cut = [each[: i + 1] for i, each in enumerate(truths)], [each[: i + 1] for i, each in enumerate(predictions)]
    assert 0 < mean_iou(*cut, void=VOID) < 1
    assert mean_iou([SQUARE], [SHIFTED], average=None).to_dict() == {False: 16 / 24, True: 12 / 20}


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (partial(iou, SQUARE, SQUARE[:4]), ValueError, r"one shape, .*, got \(6, 6\) and \(4, 6\)"),
        (partial(iou, SQUARE * 255, SQUARE), ValueError, "box_a must hold True and False, or 1 and 0, got 255"),
        (partial(iou, SQUARE[:0], SQUARE), ValueError, "box_a is empty"),
        (partial(iou, SQUARE.astype(str), SQUARE), TypeError, "box_a must hold True and False"),
        (partial(iou, (0, 0, 1, 1), SQUARE), TypeError, "box_b must be four numbers, got a mask"),
        (partial(generalized_iou, SQUARE, SQUARE), TypeError, "got a mask: iou takes two masks"),
        (partial(dice, SQUARE, SQUARE.ravel()), ValueError, "y_true and y_pred must have one shape"),
        (partial(mean_iou, SQUARE, SQUARE), ValueError, r"truths\[0\] must have rows and columns"),
        (partial(mean_iou, [SQUARE], [SQUARE, SQUARE]), ValueError, "truths has 1, predictions has 2"),
        (partial(mean_iou, [SQUARE], [SQUARE[:4]]), ValueError, r"predictions\[0\] must have the shape of truths\[0\]"),
        (partial(mean_iou, [SQUARE], [SQUARE * 0.3]), TypeError, r"predictions\[0\] must hold labels of classes"),
        (partial(mean_iou, [np.eye(3)[LAYERS]], [LAYERS]), ValueError, r"3 layers .* give truths\[0\].argmax\(-1\)"),
        (partial(mean_iou, [SQUARE.astype(str)], [SQUARE]), TypeError, "mix numbers and text"),
        (partial(mean_iou, [], []), ValueError, "truths is empty"),
        (partial(mean_iou, "a", "b"), TypeError, "truths must hold an array of labels per image"),
        (partial(mean_iou, [SQUARE[:0]], [SQUARE[:0]]), ValueError, r"truths\[0\] is empty"),
        (partial(mean_iou, [SQUARE], [SQUARE], labels=[1, 1]), ValueError, "labels must list each label once"),
        (partial(mean_iou.total, [SQUARE], [SQUARE]), ValueError, "score them in one place"),
    ],
)
def test_bad_input_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_what_mean_iou_says_of_parts_is_its_number():
    rng = np.random.default_rng(0)
    truths = rng.integers(0, 3, (4, 5, 5))
    predictions = np.where(rng.random(truths.shape) < 0.7, truths, 0)
    with pytest.raises(ValueError, match=r"f_score.total\(truth.ravel\(\), prediction.ravel\(\)\)"):
        mean_iou.total(truths, predictions)
    f = f_score.score(sum(f_score.total(t.ravel(), p.ravel()) for t, p in zip(truths, predictions, strict=True)))
    assert (f / (2 - f)).mean() == pytest.approx(mean_iou(truths, predictions))

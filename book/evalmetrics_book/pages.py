"""Pages with handwritten digits on them, and detectors that look for them: boxes and masks for the lessons on both."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.datasets import load_digits
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from evalmetrics.fast.detection import overlaps
from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by

from .trained import split_in_halves

Sheet = NDArray[np.float64]
Objects = list[tuple[tuple[int, int, int, int], int]]
Thrown = list[tuple[tuple[int, int, int, int], tuple[int, int, int, int], int]]  # window, box around the ink, digit
Page = tuple[Sheet, Thrown, NDArray[np.int64]]  # how dark it is, what was thrown there, the class of each pixel
Found = list[tuple[tuple[int, int, int, int], int, float]]
PAGES, SIDE, NOTHING, VOID = 60, 40, 10, 255
LEAST_SURE, INK, SURELY_INK = 0.02, 0.25, 0.5


@described_by()
def digit_pages() -> tuple[list[Sheet], list[Objects]]:
    """60 pages of 40 by 40 pixels, each with a few handwritten digits of two sizes, and where they are.

    The digits are those of scikit-learn that `digit_detections` did not learn from, thrown onto the page with seed 0.

    -> sheets : list of arrays of shape (40, 40)
        Darkness of each pixel, about 0 to 1, with noise.
    truths : list of lists of (box, digit)
        Per page, boxes (x1, y1, x2, y2) around the ink.

    Source: Alpaydin and Kaynak (1998), Optical recognition of handwritten digits, UCI Machine Learning Repository.

    >>> sheets, truths = digit_pages()
    >>> len(sheets), sum(map(len, truths))
    (60, 213)
    """
    _, pages = _school_and_exam()
    truths = [[(ink, digit) for _, ink, digit in thrown] for _, thrown, _ in pages]
    return [sheet.copy() for sheet, *_ in pages], truths


@described_by()
def digit_detections(detector: str, *, trimmed: bool = True) -> list[Found]:
    """What a detector finds on `digit_pages`: a window slides over each page, and a classifier says what is in it.

    Of windows that overlap (IoU 0.3 or more) only the surest stays.

    detector : {"forest", "logistic", "person"}
        The classifier: a random forest, or logistic regression, of ten digits and "nothing". Or somebody who knows
        every digit, with a score of 1, and draws each edge of its box a pixel off, one way or the other, or not at all.
    trimmed : bool, default True
        Shrink each box to the ink inside; otherwise it is the window, 8 or 16 pixels wide. A person draws no windows.

    -> list of lists of (box, digit, score)
        Per page, everything with a probability of at least 0.02, the surest first.

    Source: Rowley, Baluja and Kanade (1998), Neural network-based face detection, PAMI 20, for windows of several
    sizes.

    >>> sorted({digit for page in digit_detections("logistic") for _, digit, _ in page})
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    sheets, truths = digit_pages()
    if arguments.one_of(detector, "detector", ["forest", "logistic", "person"]) == "person":
        rng = np.random.default_rng(0)
        return [[(_a_pixel_off(box, rng), digit, 1.0) for box, digit in page] for page in truths]
    found = _all_found(detector)
    if not trimmed:
        return [list(page) for page in found]
    return [_trimmed(sheet, page) for sheet, page in zip(sheets, found, strict=True)]


@described_by()
def digit_boxes(detector: str) -> tuple[list[list[Any]], list[list[Any]], list[list[float]]]:
    """Where `digit_pages` have any digit at all, and what `digit_detections` finds: data of one class.

    detector : {"forest", "logistic", "person"}
        As in `digit_detections`.

    -> truths, detections, scores : lists of lists, an entry per page
        Boxes (x1, y1, x2, y2) around the ink, boxes that were found, and their scores.

    >>> truths, detections, scores = digit_boxes("forest")
    >>> len(truths[0]), len(detections[0]) == len(scores[0])
    (5, True)
    """
    found = digit_detections(detector)
    truths = [[box for box, _ in page] for page in digit_pages()[1]]
    return truths, [[box for box, *_ in page] for page in found], [[score for *_, score in page] for page in found]


@described_by()
def digit_maps() -> tuple[NDArray[np.int64], dict[str, NDArray[np.int64]]]:
    """To which digit each pixel of `digit_pages` belongs, and what three programs say of it.

    -> truths : array of shape (60, 40, 40)
        0 to 9 for the ink of a digit, 10 for paper, and 255 where the ink is so faint that nobody can say.
    predictions : dict of arrays of that shape
        "forest" and "logistic" mark the ink in their boxes with a score of one half or more; "blank" marks nothing.

    >>> truths, predictions = digit_maps()
    >>> list(predictions), truths[0].shape, bool((predictions["blank"] == 10).all())
    (['blank', 'forest', 'logistic'], (40, 40), True)
    """
    predictions = {"blank": np.full((PAGES, SIDE, SIDE), NOTHING)}
    for name in ("forest", "logistic"):
        predictions[name] = predictions["blank"].copy()
        for own, sheet, found in zip(predictions[name], digit_pages()[0], digit_detections(name), strict=True):
            for (x, y, x2, y2), digit, score in found[::-1]:  # the surest last
                if score >= 0.5:
                    own[y:y2, x:x2][sheet[y:y2, x:x2] > INK] = digit
    return np.array([classes for *_, classes in _school_and_exam()[1]]), predictions


def _a_pixel_off(box: tuple[int, int, int, int], rng: np.random.Generator) -> tuple[int, int, int, int]:
    x, y, x2, y2 = (int(each) for each in np.array(box) + rng.integers(-1, 2, 4))
    return x, y, x2, y2


@cache
def _school_and_exam() -> tuple[list[Page], list[Page]]:
    """Pages to learn from and pages to be examined on, of different digits."""
    rng = np.random.default_rng(0)
    school, exam = ([_page(rng, *side) for _ in range(PAGES)] for side in _digits_of_school_and_exam())
    return school, exam


@cache
def _digits_of_school_and_exam() -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    digits = load_digits()
    x, x_test, y, y_test = split_in_halves(digits.images / 16, digits.target)
    return (x, y), (x_test, y_test)


def _page(rng: np.random.Generator, images: Any, labels: Any) -> Page:
    """Eight digits are thrown onto a page; those that would lie on another one fall off."""
    sheet: Sheet = np.zeros((SIDE, SIDE))
    classes = np.full((SIDE, SIDE), NOTHING)
    thrown: Thrown = []
    for i in rng.permutation(len(images))[:8]:
        k = int(rng.integers(1, 3))
        x, y = (int(at) for at in rng.integers(0, SIDE - 8 * k, 2))
        place = sheet[y : y + 8 * k, x : x + 8 * k]
        if not place.any():
            place[:] = np.kron(images[i], np.ones((k, k)))
            kinds = np.select([place > SURELY_INK, place > 0], [labels[i], VOID], NOTHING)
            classes[y : y + 8 * k, x : x + 8 * k] = kinds
            window = (x, y, x + 8 * k, y + 8 * k)
            thrown.append((window, _trim(sheet, window), int(labels[i])))
    return (sheet + rng.normal(0, 0.05, sheet.shape)).clip(0, 1), thrown, classes


def _trim(sheet: Sheet, box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The box around the ink inside a box; the box itself where there is none."""
    x, y, x2, y2 = box
    rows, columns = np.nonzero(sheet[y:y2, x:x2] > INK)
    if not len(rows):
        return box
    return x + int(columns.min()), y + int(rows.min()), x + int(columns.max()) + 1, y + int(rows.max()) + 1


def _trimmed(sheet: Sheet, found: Found) -> Found:
    return [(_trim(sheet, box), digit, score) for box, digit, score in found]


def _windows(sheet: Sheet) -> tuple[NDArray[Any], NDArray[Any]]:
    """Boxes of all windows of both sizes, shape (n, 4), and the 64 numbers that each shows."""
    boxes, looks = [], []
    for k in (1, 2):
        small = sheet.reshape(SIDE // k, k, SIDE // k, k).mean(axis=(1, 3))
        views = np.lib.stride_tricks.sliding_window_view(small, (8, 8))
        y, x = np.indices(views.shape[:2]) * k
        boxes.append(np.stack([x, y, x + 8 * k, y + 8 * k], axis=-1).reshape(-1, 4))
        looks.append(views.reshape(-1, 64))
    return np.concatenate(boxes), np.concatenate(looks)


def _lessons() -> tuple[NDArray[Any], NDArray[Any]]:
    """Windows of the school's pages and what is in them; of those that hold nothing, one in seven."""
    rng, looks, labels = np.random.default_rng(1), [], []
    for sheet, thrown, _ in _school_and_exam()[0]:
        boxes, views = _windows(sheet)
        windows, _, digits = map(np.array, zip(*thrown, strict=True))
        share = overlaps(windows.astype(np.float64), boxes.astype(np.float64))
        inside = np.where(share.max(axis=1) >= 0.65, digits[share.argmax(axis=1)], NOTHING)
        kept = (inside != NOTHING) | (rng.random(len(inside)) < 1 / 7)
        looks.append(views[kept])
        labels.append(inside[kept])
    return np.concatenate(looks), np.concatenate(labels)


@cache
def _trained(detector: str) -> Any:
    models = {"forest": RandomForestClassifier(random_state=0), "logistic": LogisticRegression(tol=1e-3)}
    return models[detector].fit(*_lessons())


@cache
def _all_found(detector: str) -> list[Found]:
    return [_found(_trained(detector), sheet) for sheet, *_ in _school_and_exam()[1]]


@cache
def another_page(number: int) -> tuple[list[tuple[Any, int]], Found]:
    """Where digits are on one more page like those of `digit_pages`, and what the detector "logistic" finds."""
    _, exam = _digits_of_school_and_exam()
    sheet, thrown, _ = _page(np.random.default_rng([41, number]), *exam)
    return [(ink, digit) for _, ink, digit in thrown], _trimmed(sheet, _found(_trained("logistic"), sheet))


def _found(model: Any, sheet: Sheet) -> Found:
    """Windows from the surest down, those left out that overlap with a surer one."""
    boxes, looks = _windows(sheet)
    probability = model.predict_proba(looks)[:, :NOTHING]
    score, digit = probability.max(axis=1), probability.argmax(axis=1)
    order = np.argsort(-score, kind="stable")
    order = order[score[order] >= LEAST_SURE]
    corners = boxes[order].astype(np.float64)
    share = overlaps(corners, corners)
    kept: list[int] = []
    for i in range(len(order)):
        if not (share[i, kept] >= 0.3).any():
            kept.append(i)
    return [(tuple(boxes[i].tolist()), int(digit[i]), float(score[i])) for i in order[kept]]

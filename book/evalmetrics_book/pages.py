"""Pages with handwritten digits on them, and two detectors that look for them: boxes for the chapter on detection."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.fast.detection import overlaps
from evalmetrics.inputs import arguments

from .examples import split_in_halves

Sheet = NDArray[np.float64]
Objects = list[tuple[tuple[int, int, int, int], int]]
Thrown = list[tuple[tuple[int, int, int, int], tuple[int, int, int, int], int]]  # window, box around the ink, digit
Found = list[tuple[tuple[int, int, int, int], int, float]]
PAGES, SIDE, NOTHING = 60, 40, 10
LEAST_SURE, INK = 0.02, 0.25


def digit_pages() -> tuple[list[Sheet], list[Objects]]:
    """60 pages of 40 by 40 pixels, each with a few handwritten digits of two sizes, and where they are.

    The digits are those of scikit-learn that `digit_detections` did not learn from, thrown onto the page with seed 0.

    Returns
    -------
    sheets : list of arrays of shape (40, 40)
        Darkness of each pixel, about 0 to 1, with noise.
    truths : list of lists of (box, digit)
        Per page, boxes (x1, y1, x2, y2) around the ink.

    References
    ----------
    Alpaydin and Kaynak (1998), Optical recognition of handwritten digits, UCI Machine Learning Repository.

    Examples
    --------
    >>> sheets, truths = digit_pages()
    >>> len(sheets), sum(map(len, truths))
    (60, 213)
    """
    _, pages = _school_and_exam()
    return [sheet.copy() for sheet, _ in pages], [[(ink, digit) for _, ink, digit in thrown] for _, thrown in pages]


def digit_detections(detector: str, *, trimmed: bool = False) -> list[Found]:
    """What a detector finds on `digit_pages`: a window slides over each page, and a classifier says what is in it.

    Of windows that overlap (IoU 0.3 or more) only the surest stays.

    Parameters
    ----------
    detector : {"forest", "logistic"}
        The classifier: a random forest, or logistic regression, of ten digits and "nothing".
    trimmed : bool, default False
        Shrink each box to the ink inside; otherwise it is the window, 8 or 16 pixels wide.

    Returns
    -------
    list of lists of (box, digit, score)
        Per page, everything with a probability of at least 0.02, the surest first.

    References
    ----------
    Rowley, Baluja and Kanade (1998), Neural network-based face detection, PAMI 20, for windows of several sizes.

    Examples
    --------
    >>> sorted({digit for page in digit_detections("logistic") for _, digit, _ in page})
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    found = _all_found(arguments.one_of(detector, "detector", ["forest", "logistic"]))
    if not trimmed:
        return [list(page) for page in found]
    return [_trimmed(sheet, page) for sheet, page in zip(digit_pages()[0], found, strict=True)]


@cache
def _school_and_exam() -> tuple[list[tuple[Sheet, Thrown]], list[tuple[Sheet, Thrown]]]:
    """Pages to learn from and pages to be examined on, of different digits."""
    rng = np.random.default_rng(0)
    school, exam = ([_page(rng, *side) for _ in range(PAGES)] for side in _digits_of_school_and_exam())
    return school, exam


@cache
def _digits_of_school_and_exam() -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    from sklearn.datasets import load_digits

    digits = load_digits()
    x, x_test, y, y_test = split_in_halves(digits.images / 16, digits.target)
    return (x, y), (x_test, y_test)


def _page(rng: np.random.Generator, images: Any, labels: Any) -> tuple[Sheet, Thrown]:
    """Eight digits are thrown onto a page; those that would lie on another one fall off."""
    sheet: Sheet = np.zeros((SIDE, SIDE))
    thrown: Thrown = []
    for i in rng.permutation(len(images))[:8]:
        k = int(rng.integers(1, 3))
        x, y = (int(at) for at in rng.integers(0, SIDE - 8 * k, 2))
        place = sheet[y : y + 8 * k, x : x + 8 * k]
        if not place.any():
            place[:] = np.kron(images[i], np.ones((k, k)))
            window = (x, y, x + 8 * k, y + 8 * k)
            thrown.append((window, _trim(sheet, window), int(labels[i])))
    return (sheet + rng.normal(0, 0.05, sheet.shape)).clip(0, 1), thrown


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
    for sheet, thrown in _school_and_exam()[0]:
        boxes, views = _windows(sheet)
        truths = np.array([window for window, *_ in thrown], dtype=np.float64)
        share = overlaps(truths, boxes.astype(np.float64))
        inside = np.where(
            share.max(axis=1) >= 0.65, np.array([digit for *_, digit in thrown])[share.argmax(axis=1)], NOTHING
        )
        kept = (inside != NOTHING) | (rng.random(len(inside)) < 1 / 7)
        looks.append(views[kept])
        labels.append(inside[kept])
    return np.concatenate(looks), np.concatenate(labels)


@cache
def _trained(detector: str) -> Any:
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression

    models = {"forest": RandomForestClassifier(random_state=0), "logistic": LogisticRegression(tol=1e-3)}
    return models[detector].fit(*_lessons())


@cache
def _all_found(detector: str) -> list[Found]:
    """What a trained detector finds on every page."""
    return [_found(_trained(detector), sheet) for sheet, _ in _school_and_exam()[1]]


@cache
def another_page(number: int) -> tuple[list[tuple[Any, int]], dict[str, Found]]:
    """Where digits are on one more page like those of `digit_pages`, and what the detectors find, mostly trimmed."""
    _, exam = _digits_of_school_and_exam()
    sheet, thrown = _page(np.random.default_rng([41, number]), *exam)
    found = {name: _found(_trained(name), sheet) for name in ("forest", "logistic")}
    trimmed = {name: _trimmed(sheet, boxes) for name, boxes in found.items()}
    return [(ink, digit) for _, ink, digit in thrown], {**trimmed, "forest, windows": found["forest"]}


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

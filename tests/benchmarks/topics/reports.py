"""Printed scores: whether any confusion matrix has them."""

import importlib
import logging
from fractions import Fraction
from typing import Any

from evalmetrics import possible_matrices

from ..row import Row

NAMES = {"accuracy": "acc", "f1": "f1", "mcc": "mcc"}
DIGITS = 4


def reports(score: str) -> Any:
    """Two reports of one test set, a tenth of it positive: of a matrix, and one that contradicts its accuracy."""

    def given(size: int) -> tuple[Any, Any]:
        positives, negatives = size // 10, size - size // 10
        tp, fp = 2 * positives // 3, negatives // 20
        fn, tn = positives - tp, negatives - fp
        value = {
            "f1": 2 * tp / (2 * tp + fn + fp),
            "mcc": (tp * tn - fn * fp) / float((tp + fp) * positives * negatives * (tn + fn)) ** 0.5,
        }[score]
        return (positives, negatives), [{score: f"{value:.4f}"}, {score: "0.9900", "accuracy": "0.5000"}]

    return given


def ours(sizes: Any, answers: Any) -> list[bool]:
    positives, negatives = sizes
    found = (possible_matrices(positives=positives, negatives=negatives, **scores) for scores in answers)
    return [answer.verdict == "possible" for answer in found]


def theirs(sizes: Any, answers: Any) -> list[bool]:
    """The same by mlscorecheck, which takes floats and how far they may be off."""
    logging.getLogger("mlscorecheck").setLevel(logging.ERROR)
    check = importlib.import_module("mlscorecheck.check.binary").check_1_testset_no_kfold
    testset, off = dict(zip("pn", sizes, strict=True)), float(Fraction(1, 2 * 10**DIGITS))
    scores = [{NAMES[name]: float(text) for name, text in each.items()} for each in answers]
    return [not check(testset=dict(testset), scores=each, eps=off)["inconsistency"] for each in scores]


def row(score: str, called: str, at_least: float) -> Row:
    return Row(
        f"can {called} of four digits be true, 10,000 and 90,000 examples",
        "mlscorecheck",
        at_least=at_least,
        size=100_000,
        given=reports(score),
        ours=ours,
        peer=theirs,
        agree=lambda one, other: one == other == [True, False],
        package="mlscorecheck",
    )


ROWS = [row("mcc", "Matthews' correlation", 50), row("f1", "F1", 10)]

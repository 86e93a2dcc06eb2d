"""What is timed: one row per piece of work that a user would otherwise give to another library.

A row is three functions. `given(size)` makes the arguments; `ours` and `peer` both get them. `agree` holds the two
results equal before anything is timed. To add a topic, append its rows to ROWS.
"""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import sklearn.metrics

import evalmetrics

CLASSES = 5


@dataclass(frozen=True)
class Row:
    """One line of the table: `peer` has to take at least `at_least` times the CPU time of `ours`.

    `peer_share` is the share of the work that the peer is given where all of it would take minutes; its time is
    multiplied up, and the table says so. A row that `times_itself` returns its CPU seconds as its result.
    """

    work: str
    peer_name: str
    at_least: float | None
    size: int
    given: Callable[[int], tuple[Any, ...]]
    ours: Callable[..., Any]
    peer: Callable[..., Any]
    agree: Callable[[Any, Any], bool]
    peer_share: float = 1.0
    times_itself: bool = False


def equal(ours: Any, peer: Any) -> bool:
    """The same numbers in the same order, to the last digits."""
    return np.allclose(np.asarray(ours), np.asarray(peer), rtol=1e-12, atol=0, equal_nan=True)


def integer_labels(n: int) -> tuple[Any, ...]:
    """True labels of five classes and predictions that are right about four times out of five."""
    rng = np.random.default_rng(0)
    true = rng.integers(CLASSES, size=n)
    return true, np.where(rng.random(n) < 0.75, true, rng.integers(CLASSES, size=n))


def string_labels(n: int) -> tuple[Any, ...]:
    """The same labels as words."""
    words = np.array(["joy", "anger", "sadness", "surprise", "neutral"])
    return tuple(words[codes] for codes in integer_labels(n))


def our_scores(y_true: Any, y_pred: Any) -> Any:
    """Precision, recall and F1 of every class."""
    cm = evalmetrics.confusion_matrix(y_true, y_pred)
    return evalmetrics.precision(cm), evalmetrics.recall(cm), evalmetrics.f1_score(cm)


def same_scores(ours: Any, peer: Any) -> bool:
    """The peer adds how often each class occurs."""
    return equal(ours, peer[:3])


def our_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """A thousand resampled macro-F1 scores."""
    return evalmetrics.bootstrap(evalmetrics.macro_f_score, y_true, y_pred, n_resamples=1000, rng=0).replicates


def sklearn_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """The loop that one writes with scikit-learn, for the first ten of a thousand resamples."""
    rng = np.random.default_rng(0)
    positions = (rng.integers(len(y_true), size=len(y_true)) for _ in range(10))
    return np.array([sklearn.metrics.f1_score(y_true[p], y_pred[p], average="macro") for p in positions])


def same_distribution(ours: Any, peer: Any) -> bool:
    """Resamples differ by chance, their means by no more than five standard errors."""
    return abs(ours.mean() - peer.mean()) < 5 * ours.std() / len(peer) ** 0.5


def fresh(code: str) -> Callable[[], float]:
    """CPU seconds of a new interpreter that runs `code`, its own start included."""

    def run() -> float:
        command = [sys.executable, "-c", f"{code}\nimport time; print(time.process_time())"]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return run


def matrix_row(labels: str, at_least: float, size: int, given: Callable[[int], tuple[Any, ...]]) -> Row:
    """Confusion matrix against scikit-learn."""
    peer = sklearn.metrics.confusion_matrix
    work = f"confusion matrix, {size:,} {labels}"
    return Row(work, "scikit-learn", at_least, size, given, evalmetrics.confusion_matrix, peer, equal)


def scores_row(at_least: float, size: int) -> Row:
    """Precision, recall and F of every class against scikit-learn."""
    peer = sklearn.metrics.precision_recall_fscore_support
    work = f"precision, recall, F1 per class, {size:,} integer labels"
    return Row(work, "scikit-learn", at_least, size, integer_labels, our_scores, peer, same_scores)


def import_row(at_least: float | None, ours: str, peer: str) -> Row:
    """A fresh interpreter that imports us against one that imports a peer."""
    row = Row(f"`{ours}`", f"`{peer}`", at_least, 0, lambda _: (), fresh(ours), fresh(peer), lambda *_: True)
    return replace(row, times_itself=True)


ROWS = [
    matrix_row("integer labels", 10, 1_000_000, integer_labels),
    matrix_row("string labels", 5, 1_000_000, string_labels),
    matrix_row("integer labels", 5, 100, integer_labels),
    scores_row(10, 1_000_000),
    scores_row(5, 100),
    Row(
        work="bootstrap of macro-F1, 100,000 labels, 1,000 resamples",
        peer_name="scikit-learn in a loop (10 resamples, times 100)",
        at_least=500,
        size=100_000,
        given=integer_labels,
        ours=our_bootstrap,
        peer=sklearn_bootstrap,
        agree=same_distribution,
        peer_share=0.01,
    ),
    import_row(8, "import evalmetrics", "import sklearn.metrics"),
    import_row(None, "from evalmetrics import confusion_matrix", "from sklearn.metrics import confusion_matrix"),
]

"""Classes: confusion matrices, what is made of them, and agreement of two raters."""

from typing import Any

import numpy as np
import sklearn.metrics

import evalmetrics as em

from ..row import RESAMPLES, Row, equal, loop_row, replicates_of

CLASSES = 5
BINCOUNT = "`numpy.bincount` of codes, a few lines"
ANY_LABELS = "ours reads labels of any kind, checks them and names the classes"


def integer_labels(n: int) -> tuple[Any, ...]:
    """True labels of five classes and predictions that are right about four times out of five."""
    rng = np.random.default_rng(0)
    true = rng.integers(CLASSES, size=n)
    return true, np.where(rng.random(n) < 0.75, true, rng.integers(CLASSES, size=n))


def string_labels(n: int) -> tuple[Any, ...]:
    words = np.array(["joy", "anger", "sadness", "surprise", "neutral"])
    return tuple(words[codes] for codes in integer_labels(n))


def label_sets(n: int) -> tuple[Any, ...]:
    """Twenty labels that two examples in ten have, and predictions that are right nine times out of ten."""
    rng = np.random.default_rng(0)
    true = rng.random((n, 20)) < 0.2
    return true.astype(int), np.where(rng.random(true.shape) < 0.9, true, ~true).astype(int)


def our_f_of_examples(y_true: Any, y_pred: Any) -> float:
    return float(em.example_f_score(y_true, y_pred, zero_division=0.0))


def sklearn_f_of_examples(y_true: Any, y_pred: Any) -> float:
    return float(sklearn.metrics.f1_score(y_true, y_pred, average="samples", zero_division=0.0))


def our_scores(y_true: Any, y_pred: Any) -> Any:
    cm = em.confusion_matrix(y_true, y_pred)
    return em.precision(cm), em.recall(cm), em.f1_score(cm)


def same_scores(ours: Any, peer: Any) -> bool:
    """The peer adds how often each class occurs."""
    return equal(ours, peer[:3])


def counted_cells(y_true: Any, y_pred: Any) -> Any:
    """The matrix of codes from 0 on, as two lines of NumPy have it."""
    k = 1 + max(y_true.max(), y_pred.max())
    return np.bincount(k * y_true + y_pred, minlength=k * k).reshape(k, k)


def counted_scores(y_true: Any, y_pred: Any) -> Any:
    cells = counted_cells(y_true, y_pred)
    predicted, observed = cells.sum(0), cells.sum(1)
    tp = cells.diagonal()
    return tp / predicted, tp / observed, 2 * tp / (predicted + observed)


def bincount_row(work: str, size: int, ours: Any, peer: Any, missed: str, excused: float) -> Row:
    work = f"{work}, {size:,} integer labels"
    return Row(work, BINCOUNT, 1, size, integer_labels, ours, peer, missed=missed, excused=excused)


def labels_in_polars(n: int) -> tuple[Any, ...]:
    import polars

    return tuple(polars.Series(words.tolist()) for words in string_labels(n))


def our_cells(y_true: Any, y_pred: Any) -> Any:
    return em.confusion_matrix(y_true, y_pred).to_numpy()


def cells_in_polars(y_true: Any, y_pred: Any) -> Any:
    import polars

    counted = polars.DataFrame({"true": y_true, "pred": y_pred}).group_by("true", "pred").len()
    matrix = counted.pivot("pred", index="true", values="len", sort_columns=True).sort("true")
    return matrix.drop("true").fill_null(0).to_numpy()


def sklearn_macro_f(y_true: Any, y_pred: Any) -> float:
    return float(sklearn.metrics.f1_score(y_true, y_pred, average="macro"))


def our_macro_f_interval(y_true: Any, y_pred: Any) -> Any:
    return em.bootstrap(em.macro_f_score, y_true, y_pred, n_resamples=RESAMPLES, rng=0)


def confidenceinterval_macro_f(y_true: Any, y_pred: Any) -> Any:
    """The same from a formula, without resamples."""
    import confidenceinterval

    return confidenceinterval.f1_score(y_true, y_pred, average="macro")


def same_interval(ours: Any, peer: Any) -> bool:
    """One score, and intervals around it of like widths: the peer's are wider by a third, whatever the size."""
    score, (low, high) = peer
    wider = (high - low) / (ours.high - ours.low)
    return bool(np.isclose(float(ours), score, rtol=1e-8, atol=0)) and 1 < wider < 1.6 and low < float(ours) < high


def matrix_row(labels: str, at_least: float, size: int, given: Any) -> Row:
    ours, peer = em.confusion_matrix, sklearn.metrics.confusion_matrix
    return Row(f"confusion matrix, {size:,} {labels}", "scikit-learn", at_least, size, given, ours, peer)


def scores_row(at_least: float, size: int, missed: str = "") -> Row:
    peer = sklearn.metrics.precision_recall_fscore_support
    work = f"precision, recall, F1 per class, {size:,} integer labels"
    return Row(work, "scikit-learn", at_least, size, integer_labels, our_scores, peer, same_scores, missed=missed)


FORMULA = "confidenceinterval, a formula in place of resamples"
SETS = "20 labels, several an example, 10,000 examples"
sklearn_kappa = sklearn.metrics.cohen_kappa_score
ROWS = [
    matrix_row("integer labels", 15, 1_000_000, integer_labels),
    matrix_row("string labels", 8, 1_000_000, string_labels),
    matrix_row("integer labels", 12, 100, integer_labels),
    scores_row(20, 1_000_000),
    scores_row(12, 100, "four calls against one; making and reading pandas objects takes half of our time"),
    bincount_row("confusion matrix", 100, em.confusion_matrix, counted_cells, ANY_LABELS, 0.04),
    bincount_row("confusion matrix", 1_000_000, em.confusion_matrix, counted_cells, ANY_LABELS, 0.5),
    bincount_row("precision, recall, F1 per class", 100, our_scores, counted_scores, ANY_LABELS, 0.02),
    bincount_row("precision, recall, F1 per class", 1_000_000, our_scores, counted_scores, ANY_LABELS, 0.4),
    Row(
        *("confusion matrix, 1,000,000 string labels in Polars", "Polars", 1, 1_000_000),
        *(labels_in_polars, our_cells, cells_in_polars),
        package="polars",
        missed="ours takes the words out of Polars, as strings of Python",
        excused=0.01,
    ),
    loop_row(
        *("bootstrap of macro-F1, 100,000 labels, 1,000 resamples", "scikit-learn", 10, 2500, 100_000),
        *(integer_labels, replicates_of(em.macro_f_score), sklearn_macro_f),
    ),
    Row(
        *("macro-F1 with its interval, 100,000 labels, 1,000 resamples", FORMULA, 1, 100_000),
        *(integer_labels, our_macro_f_interval, confidenceinterval_macro_f, same_interval),
        package="confidenceinterval",
    ),
    Row(f"macro-F1 of {SETS}", "scikit-learn", 8, 10_000, label_sets, em.macro_f_score, sklearn_macro_f),
    Row(f"example-based F1, {SETS}", "scikit-learn", 8, 10_000, label_sets, our_f_of_examples, sklearn_f_of_examples),
    Row(
        "Cohen's kappa, 1,000,000 labels", "scikit-learn", 20, 1_000_000, integer_labels, em.cohen_kappa, sklearn_kappa
    ),
    loop_row(
        *("bootstrap of Cohen's kappa, 100,000 labels, 1,000 resamples", "scikit-learn", 10, 300, 100_000),
        *(integer_labels, replicates_of(em.cohen_kappa), sklearn_kappa),
    ),
]

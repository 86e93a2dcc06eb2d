"""Classes: confusion matrices, what is made of them, and agreement of two raters."""

from typing import Any

import numpy as np
import sklearn.metrics

import evalmetrics

from ..row import RESAMPLES, Row, equal, loop_row

CLASSES = 5
BINCOUNT = "`numpy.bincount` of codes, a few lines"
ANY_LABELS = "ours reads labels of any kind, checks them and names the classes"


def integer_labels(n: int) -> tuple[Any, ...]:
    """True labels of five classes and predictions that are right about four times out of five."""
    rng = np.random.default_rng(0)
    true = rng.integers(CLASSES, size=n)
    return true, np.where(rng.random(n) < 0.75, true, rng.integers(CLASSES, size=n))


def string_labels(n: int) -> tuple[Any, ...]:
    """The same labels as words."""
    words = np.array(["joy", "anger", "sadness", "surprise", "neutral"])
    return tuple(words[codes] for codes in integer_labels(n))


def label_sets(n: int) -> tuple[Any, ...]:
    """Twenty labels that two examples in ten have, and predictions that are right nine times out of ten."""
    rng = np.random.default_rng(0)
    true = rng.random((n, 20)) < 0.2
    return true.astype(int), np.where(rng.random(true.shape) < 0.9, true, ~true).astype(int)


def our_f_of_examples(y_true: Any, y_pred: Any) -> float:
    """F1 of each example, averaged."""
    return float(evalmetrics.example_f_score(y_true, y_pred, zero_division=0.0))


def sklearn_f_of_examples(y_true: Any, y_pred: Any) -> float:
    """The same."""
    return float(sklearn.metrics.f1_score(y_true, y_pred, average="samples", zero_division=0.0))


def our_scores(y_true: Any, y_pred: Any) -> Any:
    """Precision, recall and F1 of every class."""
    cm = evalmetrics.confusion_matrix(y_true, y_pred)
    return evalmetrics.precision(cm), evalmetrics.recall(cm), evalmetrics.f1_score(cm)


def same_scores(ours: Any, peer: Any) -> bool:
    """The peer adds how often each class occurs."""
    return equal(ours, peer[:3])


def counted_cells(y_true: Any, y_pred: Any) -> Any:
    """The matrix of codes from 0 on, as two lines of NumPy have it."""
    k = 1 + max(y_true.max(), y_pred.max())
    return np.bincount(k * y_true + y_pred, minlength=k * k).reshape(k, k)


def counted_scores(y_true: Any, y_pred: Any) -> Any:
    """Precision, recall and F1 of every class, of the same matrix."""
    cells = counted_cells(y_true, y_pred)
    predicted, observed = cells.sum(0), cells.sum(1)
    tp = cells.diagonal()
    return tp / predicted, tp / observed, 2 * tp / (predicted + observed)


def bincount_row(work: str, size: int, ours: Any, peer: Any, missed: str, excused: float) -> Row:
    """A matrix, or what is made of it, against `numpy.bincount` of codes."""
    work = f"{work}, {size:,} integer labels"
    return Row(work, BINCOUNT, 1, size, integer_labels, ours, peer, equal, missed=missed, excused=excused)


def labels_in_polars(n: int) -> tuple[Any, ...]:
    """The words as columns of Polars."""
    import polars

    return tuple(polars.Series(words.tolist()) for words in string_labels(n))


def our_cells(y_true: Any, y_pred: Any) -> Any:
    """The cells of a confusion matrix, without its labels."""
    return evalmetrics.confusion_matrix(y_true, y_pred).to_numpy()


def cells_in_polars(y_true: Any, y_pred: Any) -> Any:
    """The same, grouped where the words lie."""
    import polars

    counted = polars.DataFrame({"true": y_true, "pred": y_pred}).group_by("true", "pred").len()
    matrix = counted.pivot("pred", index="true", values="len", sort_columns=True).sort("true")
    return matrix.drop("true").fill_null(0).to_numpy()


def our_macro_f_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """A thousand resampled macro-F1 scores."""
    return evalmetrics.bootstrap(evalmetrics.macro_f_score, y_true, y_pred, n_resamples=RESAMPLES, rng=0).replicates


def sklearn_macro_f(y_true: Any, y_pred: Any) -> float:
    """Macro-F1."""
    return float(sklearn.metrics.f1_score(y_true, y_pred, average="macro"))


def our_macro_f_interval(y_true: Any, y_pred: Any) -> Any:
    """Macro-F1 and its interval, from a thousand resamples."""
    return evalmetrics.bootstrap(evalmetrics.macro_f_score, y_true, y_pred, n_resamples=RESAMPLES, rng=0)


def confidenceinterval_macro_f(y_true: Any, y_pred: Any) -> Any:
    """The same from a formula, without resamples."""
    import confidenceinterval

    return confidenceinterval.f1_score(y_true, y_pred, average="macro")


def same_interval(ours: Any, peer: Any) -> bool:
    """One score, and intervals around it of like widths: the peer's are wider by a third, whatever the size."""
    score, (low, high) = peer
    wider = (high - low) / (ours.high - ours.low)
    return bool(np.isclose(float(ours), score, rtol=1e-8, atol=0)) and 1 < wider < 1.6 and low < float(ours) < high


def our_kappa_bootstrap(ratings_1: Any, ratings_2: Any) -> Any:
    """A thousand resampled kappas."""
    return evalmetrics.bootstrap(evalmetrics.cohen_kappa, ratings_1, ratings_2, n_resamples=RESAMPLES, rng=0).replicates


def matrix_row(labels: str, at_least: float, size: int, given: Any, missed: str = "") -> Row:
    """Confusion matrix against scikit-learn."""
    ours, peer = evalmetrics.confusion_matrix, sklearn.metrics.confusion_matrix
    return Row(
        f"confusion matrix, {size:,} {labels}", "scikit-learn", at_least, size, given, ours, peer, equal, missed=missed
    )


def scores_row(at_least: float, size: int, missed: str = "") -> Row:
    """Precision, recall and F of every class against scikit-learn."""
    peer = sklearn.metrics.precision_recall_fscore_support
    work = f"precision, recall, F1 per class, {size:,} integer labels"
    return Row(work, "scikit-learn", at_least, size, integer_labels, our_scores, peer, same_scores, missed=missed)


ROWS = [
    matrix_row("integer labels", 15, 1_000_000, integer_labels),
    matrix_row("string labels", 8, 1_000_000, string_labels),
    matrix_row("integer labels", 12, 100, integer_labels),
    scores_row(20, 1_000_000),
    scores_row(12, 100, "four calls against one; making and reading pandas objects takes two fifths of our time"),
    bincount_row("confusion matrix", 100, evalmetrics.confusion_matrix, counted_cells, ANY_LABELS, 0.04),
    bincount_row("confusion matrix", 1_000_000, evalmetrics.confusion_matrix, counted_cells, ANY_LABELS, 0.5),
    bincount_row("precision, recall, F1 per class", 100, our_scores, counted_scores, ANY_LABELS, 0.02),
    bincount_row("precision, recall, F1 per class", 1_000_000, our_scores, counted_scores, ANY_LABELS, 0.4),
    Row(
        "confusion matrix, 1,000,000 string labels in Polars",
        "Polars",
        1,
        1_000_000,
        labels_in_polars,
        our_cells,
        cells_in_polars,
        equal,
        package="polars",
        missed="ours takes the words out of Polars, as strings of Python",
        excused=0.01,
    ),
    loop_row(
        "bootstrap of macro-F1, 100,000 labels, 1,000 resamples",
        "scikit-learn",
        10,
        ours=our_macro_f_bootstrap,
        score=sklearn_macro_f,
        at_least=2500,
        size=100_000,
        given=integer_labels,
    ),
    Row(
        work="macro-F1 with its interval, 100,000 labels, 1,000 resamples",
        peer_name="confidenceinterval, a formula in place of resamples",
        at_least=1,
        size=100_000,
        given=integer_labels,
        ours=our_macro_f_interval,
        peer=confidenceinterval_macro_f,
        agree=same_interval,
        package="confidenceinterval",
    ),
    Row(
        "macro-F1 of 20 labels, several an example, 10,000 examples",
        "scikit-learn",
        8,
        10_000,
        label_sets,
        evalmetrics.macro_f_score,
        sklearn_macro_f,
        equal,
    ),
    Row(
        "example-based F1, 20 labels, several an example, 10,000 examples",
        "scikit-learn",
        8,
        10_000,
        label_sets,
        our_f_of_examples,
        sklearn_f_of_examples,
        equal,
    ),
    Row(
        "Cohen's kappa, 1,000,000 labels",
        "scikit-learn",
        20,
        1_000_000,
        integer_labels,
        evalmetrics.cohen_kappa,
        sklearn.metrics.cohen_kappa_score,
        equal,
    ),
    loop_row(
        "bootstrap of Cohen's kappa, 100,000 labels, 1,000 resamples",
        "scikit-learn",
        10,
        ours=our_kappa_bootstrap,
        score=sklearn.metrics.cohen_kappa_score,
        at_least=300,
        size=100_000,
        given=integer_labels,
    ),
]

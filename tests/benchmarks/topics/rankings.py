"""Two classes in the order of their scores: curves and the areas under them."""

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import sklearn.metrics

import evalmetrics as em

from ..row import RESAMPLES, Row, equal, loop_row, replicates_of, same_distribution

DRAWS = "drawing positions, counting them and one running sum take over half of our time"
NUMBA = "a loop in numba, for scores without ties"


def rankings(n: int) -> tuple[Any, ...]:
    """Labels of which one in five is positive, and scores that know something about them."""
    rng = np.random.default_rng(0)
    true = (rng.random(n) < 0.2).astype(np.intp)
    return true, rng.normal(size=n) + true


def our_precision_recall(y_true: Any, y_score: Any) -> Any:
    return em.precision_recall_curve(y_true, y_score), em.average_precision(y_true, y_score)


def sklearn_precision_recall(y_true: Any, y_score: Any) -> Any:
    curve = sklearn.metrics.precision_recall_curve(y_true, y_score)
    return curve, sklearn.metrics.average_precision_score(y_true, y_score)


def same_precision_recall(ours: Any, peer: Any) -> bool:
    """The peer's curve has no threshold at its last point."""
    (curve, area), ((precision, recall, _), peers_area) = ours, peer
    same_points = len(curve) == len(recall) and equal(curve["precision"], precision) and equal(curve["recall"], recall)
    return same_points and equal(area, peers_area)


def our_roc(y_true: Any, y_score: Any) -> Any:
    return em.roc_curve(y_true, y_score), em.roc_auc(y_true, y_score)


def sklearn_roc(y_true: Any, y_score: Any) -> Any:
    curve = sklearn.metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    return curve, sklearn.metrics.roc_auc_score(y_true, y_score)


def same_roc(ours: Any, peer: Any) -> bool:
    """The peer's curve runs the other way."""
    (curve, area), ((fpr, tpr, _), peers_area) = ours, peer
    same_points = len(curve) == len(tpr) and equal(curve["fpr"][::-1], fpr) and equal(curve["tpr"][::-1], tpr)
    return same_points and equal(area, peers_area)


@cache
def compiled() -> Any:
    """One resample as one writes it for numba: positions are counted, and a sum runs over the ranks."""
    from numba import njit

    @njit  # type: ignore[untyped-decorator]
    def area(ranked: Any, positions: Any) -> float:
        times, below, found = np.zeros(len(ranked), np.int32), 0, 0
        for position in positions:
            times[position] += 1
        for i in range(len(ranked)):
            if ranked[i]:
                found += times[i] * below
            else:
                below += times[i]
        return found / (below * (len(ranked) - below))

    return area


def numba_auc_bootstrap(y_true: Any, y_score: Any) -> Any:
    """The same by numba, for scores without ties; NumPy draws positions faster than numba does."""
    area, rng, n, ranked = compiled(), np.random.default_rng(0), len(y_true), y_true[np.argsort(y_score)] == 1
    return np.array([area(ranked, rng.integers(n, size=n, dtype=np.int32)) for _ in range(RESAMPLES)])


def our_auc_interval(y_true: Any, y_score: Any) -> tuple[float, ...]:
    interval = em.delong_interval(y_true, y_score)
    return float(em.roc_auc(y_true, y_score)), interval.low, interval.high


def confidenceinterval_auc(y_true: Any, y_score: Any) -> tuple[float, ...]:
    import confidenceinterval

    area, interval = confidenceinterval.roc_auc_score(y_true, y_score)
    return (area, *interval)


def same_interval(ours: Any, peer: Any) -> bool:
    """As far as single precision goes."""
    return bool(np.allclose(ours, peer, rtol=1e-6, atol=0))


def ranking_row(work: str, at_least: float, size: int, ours: Any, peer: Any, agree: Any = equal) -> Row:
    return Row(f"{work}, {size:,} scores", "scikit-learn", at_least, size, rankings, ours, peer, agree)


def auc_bootstrap_row(size: int) -> Row:
    work, ours = f"bootstrap of AUC, {size:,} scores, 1,000 resamples", replicates_of(em.roc_auc)
    return loop_row(work, "scikit-learn", 20, 40, size, rankings, ours, sklearn.metrics.roc_auc_score, DRAWS)


def numba_row(size: int) -> Row:
    work, ours = f"bootstrap of AUC, {size:,} scores, 1,000 resamples", replicates_of(em.roc_auc)
    row = Row(work, NUMBA, 1, size, rankings, ours, numba_auc_bootstrap, same_distribution, package="numba")
    return replace(
        row, missed="ours goes over the counts several times in NumPy, ties and all; numba goes once", excused=0.1
    )


PRC, DELONG = "precision-recall curve with average precision", "area under the ROC curve with its interval (DeLong)"
ROWS = [
    ranking_row(PRC, 2.5, 1_000_000, our_precision_recall, sklearn_precision_recall, same_precision_recall),
    ranking_row("ROC curve with area", 3, 1_000_000, our_roc, sklearn_roc, same_roc),
    ranking_row("average precision", 20, 100, em.average_precision, sklearn.metrics.average_precision_score),
    ranking_row("area under the ROC curve", 20, 100, em.roc_auc, sklearn.metrics.roc_auc_score),
    Row(
        *(f"{DELONG}, 10,000 scores", "confidenceinterval", 3, 10_000),
        *(rankings, our_auc_interval, confidenceinterval_auc, same_interval),
        package="confidenceinterval",
    ),
    auc_bootstrap_row(10_000),
    auc_bootstrap_row(100_000),
    numba_row(10_000),
    numba_row(100_000),
]

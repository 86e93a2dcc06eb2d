"""Numbers and predictions of them: errors, R², correlations."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import scipy.stats
import sklearn.metrics

import evalmetrics as em

from ..row import RESAMPLES, Row, loop_row, replicates_of, same_distribution

BATCH = 25  # resamples that scipy makes at a time: its fastest here, five times as fast as all at once
DRAWS = "drawing positions, as the peer does, and counting them takes over half of our time"
MERGED = "NumPy merges sorted runs, pass after pass; scipy has one loop in C"
SCIPY_BOOTSTRAP = f"`scipy.stats.bootstrap`, vectorised, {BATCH} resamples at a time"


def measurements(n: int) -> tuple[Any, ...]:
    """Labels, and predictions with errors as large as their spread."""
    rng = np.random.default_rng(0)
    true = rng.normal(size=n)
    return true, true + rng.normal(size=n)


def same_correlation(ours: Any, peer: Any) -> bool:
    return np.allclose([ours.coefficient, ours.p_value], [peer.statistic, peer.pvalue], rtol=1e-9, atol=1e-300)


def scipy_pearson_bootstrap(x: Any, y: Any) -> Any:
    """The same by scipy, many resamples in one call."""

    def coefficient(x: Any, y: Any, axis: int) -> Any:
        return scipy.stats.pearsonr(x, y, axis=axis).statistic

    return scipy.stats.bootstrap(
        (x, y),
        coefficient,
        paired=True,
        vectorized=True,
        n_resamples=RESAMPLES,
        batch=BATCH,
        method="percentile",
        rng=np.random.default_rng(0),
    ).bootstrap_distribution


def our_spearman(x: Any, y: Any) -> float:
    return float(em.spearman(x, y))


def polars_spearman(x: Any, y: Any) -> float:
    import polars

    return float(polars.select(polars.corr(polars.Series(x), polars.Series(y), method="spearman")).item())


def same_to_nine_digits(ours: Any, peer: Any) -> bool:
    """Polars adds a million numbers up in another order."""
    return bool(np.isclose(ours, peer, rtol=1e-9, atol=0))


def sklearn_row(name: str, ours: Any, peer: Any, at_least: float, size: int) -> Row:
    return Row(f"{name}, {size:,} numbers", "scikit-learn", at_least, size, measurements, ours, peer)


def correlation_row(name: str, at_least: float, size: int, missed: str = "", excused: float = 1.0) -> Row:
    ours, peer = {
        "Pearson": (em.pearson, scipy.stats.pearsonr),
        "Spearman": (em.spearman, scipy.stats.spearmanr),
        "Kendall": (em.kendall, scipy.stats.kendalltau),
    }[name]
    row = Row(
        f"{name} correlation, {size:,} pairs", "scipy", at_least, size, measurements, ours, peer, same_correlation
    )
    return replace(row, missed=missed, excused=excused)


SCORES = [
    ("MAE", em.mean_absolute_error, sklearn.metrics.mean_absolute_error),
    ("MSE", em.mean_squared_error, sklearn.metrics.mean_squared_error),
    ("R²", em.r2, sklearn.metrics.r2_score),
]
PINBALL = (
    "pinball loss",
    partial(em.mean_pinball_loss, quantile=0.9),
    partial(sklearn.metrics.mean_pinball_loss, alpha=0.9),
)
MEDIAN = "median absolute error", em.median_absolute_error, sklearn.metrics.median_absolute_error
ROWS = [
    *[sklearn_row(*score, 5, 100) for score in SCORES],
    *[sklearn_row(*score, 1, 1_000_000) for score in SCORES],
    sklearn_row(*PINBALL, 5, 100),
    sklearn_row(*PINBALL, 1, 1_000_000),
    loop_row(
        *("bootstrap of R², 100,000 numbers, 1,000 resamples", "scikit-learn", 20, 3, 100_000),
        *(measurements, replicates_of(em.r2), sklearn.metrics.r2_score, DRAWS),
    ),
    correlation_row("Pearson", 3, 100),
    correlation_row("Spearman", 3, 100),
    correlation_row("Kendall", 3, 100, "a hundred pairs go by in calls of NumPy, some forty"),
    correlation_row("Pearson", 1.5, 100_000),
    correlation_row("Spearman", 1.5, 100_000),
    correlation_row("Kendall", 1, 100_000),
    correlation_row("Kendall", 1.1, 1_000_000, MERGED, 0.4),
    Row(
        *("Spearman correlation, 1,000,000 pairs", "Polars", 1, 1_000_000),
        *(measurements, our_spearman, polars_spearman, same_to_nine_digits),
        package="polars",
        missed="ours sorts in NumPy, and finds the p-value, too",
        excused=0.4,
    ),
    sklearn_row(*MEDIAN, 1.1, 1_000_000),
    Row(
        *("bootstrap of Pearson correlation, 10,000 pairs, 1,000 resamples", SCIPY_BOOTSTRAP, 5, 10_000),
        *(measurements, replicates_of(em.pearson), scipy_pearson_bootstrap, same_distribution),
        missed=DRAWS,
    ),
]

"""Numbers and predictions of them: errors, R², correlations."""

from functools import partial
from typing import Any

import numpy as np
import scipy.stats
import sklearn.metrics

import evalmetrics

from ..row import RESAMPLES, Row, equal, loop_row, same_distribution

BATCH = 25  # resamples that scipy makes at a time: its fastest here, five times as fast as all at once
DRAWS = "drawing positions, as the peer does, and counting them takes over half of our time"
MERGED = "NumPy merges sorted runs, pass after pass; scipy has one loop in C"
SCIPY_BOOTSTRAP = f"`scipy.stats.bootstrap`, vectorised, {BATCH} resamples at a time"


def measurements(n: int) -> tuple[Any, ...]:
    """Labels, and predictions with errors as large as their spread."""
    rng = np.random.default_rng(0)
    true = rng.normal(size=n)
    return true, true + rng.normal(size=n)


def our_r2_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """A thousand resampled R²."""
    return evalmetrics.bootstrap(evalmetrics.r2, y_true, y_pred, n_resamples=RESAMPLES, rng=0).replicates


def same_correlation(ours: Any, peer: Any) -> bool:
    """Coefficient and p-value."""
    return np.allclose([ours.coefficient, ours.p_value], [peer.statistic, peer.pvalue], rtol=1e-9, atol=1e-300)


def our_pearson_bootstrap(x: Any, y: Any) -> Any:
    """A thousand resampled Pearson correlations."""
    return evalmetrics.bootstrap(evalmetrics.pearson, x, y, n_resamples=RESAMPLES, rng=0).replicates


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
    """The correlation alone."""
    return float(evalmetrics.spearman(x, y))


def polars_spearman(x: Any, y: Any) -> float:
    """The same by Polars, whose columns share the arrays."""
    import polars

    return float(polars.select(polars.corr(polars.Series(x), polars.Series(y), method="spearman")).item())


def same_to_nine_digits(ours: Any, peer: Any) -> bool:
    """Polars adds a million numbers up in another order."""
    return bool(np.isclose(ours, peer, rtol=1e-9, atol=0))


def regression_row(name: str, at_least: float, size: int) -> Row:
    """An error or R² against scikit-learn."""
    ours, peer = {
        "MAE": (evalmetrics.mean_absolute_error, sklearn.metrics.mean_absolute_error),
        "MSE": (evalmetrics.mean_squared_error, sklearn.metrics.mean_squared_error),
        "R²": (evalmetrics.r2, sklearn.metrics.r2_score),
    }[name]
    return Row(f"{name}, {size:,} numbers", "scikit-learn", at_least, size, measurements, ours, peer, equal)


def quantile_row(at_least: float, size: int) -> Row:
    """Pinball loss against scikit-learn."""
    ours = partial(evalmetrics.mean_pinball_loss, quantile=0.9)
    peer = partial(sklearn.metrics.mean_pinball_loss, alpha=0.9)
    return Row(f"pinball loss, {size:,} numbers", "scikit-learn", at_least, size, measurements, ours, peer, equal)


def correlation_row(name: str, at_least: float, size: int, missed: str = "", excused: float = 1.0) -> Row:
    """A correlation with its p-value against scipy."""
    ours, peer = {
        "Pearson": (evalmetrics.pearson, scipy.stats.pearsonr),
        "Spearman": (evalmetrics.spearman, scipy.stats.spearmanr),
        "Kendall": (evalmetrics.kendall, scipy.stats.kendalltau),
    }[name]
    work = f"{name} correlation, {size:,} pairs"
    return Row(
        work, "scipy", at_least, size, measurements, ours, peer, same_correlation, missed=missed, excused=excused
    )


ROWS = [
    *[regression_row(name, 5, 100) for name in ("MAE", "MSE", "R²")],
    *[regression_row(name, 1, 1_000_000) for name in ("MAE", "MSE", "R²")],
    quantile_row(5, 100),
    quantile_row(1, 1_000_000),
    loop_row(
        "bootstrap of R², 100,000 numbers, 1,000 resamples",
        "scikit-learn",
        20,
        ours=our_r2_bootstrap,
        score=sklearn.metrics.r2_score,
        at_least=3,
        size=100_000,
        given=measurements,
        missed=DRAWS,
    ),
    correlation_row("Pearson", 3, 100),
    correlation_row("Spearman", 3, 100),
    correlation_row("Kendall", 3, 100, "a hundred pairs go by in calls of NumPy, some forty"),
    correlation_row("Pearson", 1.5, 100_000),
    correlation_row("Spearman", 1.5, 100_000),
    correlation_row("Kendall", 1, 100_000),
    correlation_row("Kendall", 1.1, 1_000_000, MERGED, 0.4),
    Row(
        work="Spearman correlation, 1,000,000 pairs",
        peer_name="Polars",
        at_least=1,
        size=1_000_000,
        given=measurements,
        ours=our_spearman,
        peer=polars_spearman,
        agree=same_to_nine_digits,
        package="polars",
        missed="ours sorts in NumPy, and finds the p-value, too",
        excused=0.4,
    ),
    Row(
        work="median absolute error, 1,000,000 numbers",
        peer_name="scikit-learn",
        at_least=1.1,
        size=1_000_000,
        given=measurements,
        ours=evalmetrics.median_absolute_error,
        peer=sklearn.metrics.median_absolute_error,
        agree=equal,
    ),
    Row(
        work="bootstrap of Pearson correlation, 10,000 pairs, 1,000 resamples",
        peer_name=SCIPY_BOOTSTRAP,
        at_least=5,
        size=10_000,
        given=measurements,
        ours=our_pearson_bootstrap,
        peer=scipy_pearson_bootstrap,
        agree=same_distribution,
        missed=DRAWS,
    ),
]

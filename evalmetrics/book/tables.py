"""Scores side by side: a row for each data set, a column for each metric."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from ..inputs import arguments


def score_table(
    metrics: Mapping[str, Callable[..., Any]] | list[Callable[..., Any]], data: Mapping[str, Any], **options: Any
) -> pd.DataFrame:
    """Scores of several metrics on several data sets.

    Parameters
    ----------
    metrics : mapping from name to metric, or list of metrics
        A list is named after its functions.
    data : mapping from name to data
        What a metric is called with: a tuple of samples, or a single sample or confusion matrix.
    **options
        Given to every metric, such as ``zero_division=0.0`` or ``pos_label="spam"``.

    Returns
    -------
    DataFrame
        A row for each data set, a column for each metric. A metric with a value for each class has a column for each.

    Examples
    --------
    >>> from evalmetrics import accuracy, macro_f_score
    >>> data = {"one": (["a", "b", "b"], ["a", "b", "b"]), "two": (["a", "b", "b"], ["b", "b", "b"])}
    >>> score_table([accuracy, macro_f_score], data, zero_division=0.0).round(3)
         accuracy  macro_f_score
    one     1.000            1.0
    two     0.667            0.4
    """
    if not isinstance(metrics, Mapping):
        if not isinstance(metrics, list | tuple) or not all(map(callable, metrics)):
            shown = arguments.shown(metrics)
            raise TypeError(f"metrics must be a list of metrics, or a mapping from name to metric, got {shown}")
        metrics = {metric.__name__: metric for metric in metrics}
    arguments.named(metrics, "metrics")
    arguments.named(data, "data")
    rows = {}
    for name, samples in data.items():
        given = samples if isinstance(samples, tuple) else (samples,)
        rows[name] = _flat({column: metric(*given, **options) for column, metric in metrics.items()})
    return pd.DataFrame.from_dict(rows, orient="index")


def _flat(scores: Mapping[str, Any]) -> dict[str, float]:
    """Scores by name; the values of several classes by the names of metric and class, of one metric by class alone."""
    flat = {}
    for name, score in scores.items():
        if np.ndim(score) == 0:
            flat[name] = float(score)
        else:
            flat |= {label if len(scores) == 1 else f"{name}, {label}": value for label, value in score.items()}
    return flat

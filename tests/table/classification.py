"""Metrics of a confusion matrix, and of rankings with two labels."""

import numpy as np

from . import Row


def labels(rng):
    """Observed and predicted labels of one to five classes, some of which never occur on one side."""
    n, names = rng.integers(1, 40), np.array(["ant", "bee", "cat", "dog", "eel"])[: rng.integers(1, 6)]
    y_true, y_pred = rng.choice(names, n), rng.choice(rng.choice(names, len(names)), n)
    return y_true, np.where(rng.random(n) < 0.5, y_true, y_pred)


def sets(rng):
    n = rng.integers(1, 30)
    return rng.integers(0, 2, n), rng.integers(0, 2, n)


def tags(rng):
    """Several labels an example as columns of 0 and 1; some examples have none, some labels never occur."""
    n, k = rng.integers(1, 20), rng.integers(2, 5)
    true = rng.random((n, k)) < rng.random(k)
    return true.astype(int), np.where(rng.random((n, k)) < 0.7, true, rng.random((n, k)) < 0.5).astype(int)


def labels_or_tags(rng):
    return tags(rng) if rng.random() < 0.4 else labels(rng)


def scores(rng):
    """Labels 0 and 1, mostly of both kinds, and scores with many ties or none."""
    n = rng.integers(2, 50)
    y_true = rng.random(n) < rng.random()
    y_score = rng.normal(size=n) + y_true
    return y_true.astype(int), y_score.round(1) if rng.random() < 0.5 else y_score


def forecasts(rng):
    """Labels of three classes, each of which occurs, and a column of scores for each."""
    n = rng.integers(6, 30)
    y_true = rng.permutation(np.resize([0, 1, 2], n))
    return y_true, rng.random((n, 3)) + np.eye(3)[y_true] * rng.random()


def probabilities(rng):
    """Events, and forecasts on the tenths, where thresholds lie."""
    n = rng.integers(1, 50)
    return rng.integers(0, 2, n), rng.integers(0, 11, n) / 10


def true_twice(y_true, _):
    if np.ndim(y_true) == 2:  # each example has a label, each label an example
        y_true = np.pad(y_true, ((1, 0), (1, 0)), constant_values=1)
    return y_true, y_true


def ranked(y_true, _):
    """Labels of both kinds, each of which is its score."""
    y_true = np.append(y_true, [0, 1])
    return y_true, y_true


def own_columns(y_true, _):
    return y_true, np.eye(3)[y_true]


AVERAGES = [{}, {"average": "weighted"}, {"average": "micro"}]
BETAS = [{}, {"beta": 2}, {"beta": 0.5, "zero_division": 0.0}, {"zero_division": 1.0}]
FILLED = [{}, {"zero_division": 0.0}, {"zero_division": 1.0}]
NEVER_PREDICTED = [(["a", "b"], ["a", "a"])]
ONE_CLASS = [(["a", "a"], ["a", "a"])]
NO_TAG = np.zeros((1, 2))
NO_POSITIVE = [([0, 0], [0.1, 0.2])]
ONE_LABEL = [*NO_POSITIVE, ([1, 1], [0.1, 0.2])]

ROWS = {
    "net_benefit": Row(probabilities, [{"threshold": 0.1}, {"threshold": 0.7}]),
    "accuracy": Row(labels, best=true_twice),
    "default_accuracy": Row(labels),
    "precision": Row(labels_or_tags, FILLED, undefined=NEVER_PREDICTED),
    "recall": Row(labels_or_tags, FILLED, undefined=[(["a", "a"], ["a", "b"])]),
    "expected_cost": Row(labels, [{"false_alarm": 1, "miss": 20}, {"false_alarm": 0.5, "miss": 0}], best=true_twice),
    "specificity": Row(labels_or_tags, FILLED, undefined=ONE_CLASS),
    "negative_predictive_value": Row(labels_or_tags, FILLED, undefined=ONE_CLASS),
    "false_positive_rate": Row(labels_or_tags, FILLED, undefined=ONE_CLASS),
    "false_negative_rate": Row(labels_or_tags, FILLED, undefined=[(["a", "a"], ["a", "b"])]),
    "f_score": Row(labels_or_tags, BETAS, undefined=NEVER_PREDICTED),
    "f1_score": Row(labels_or_tags, FILLED, undefined=NEVER_PREDICTED),
    "likelihood_ratios": Row(labels_or_tags, FILLED, undefined=ONE_CLASS),
    "balanced_accuracy": Row(labels, FILLED, best=true_twice, undefined=[(["a", "a"], ["a", "b"])]),
    "matthews_correlation": Row(labels, FILLED, undefined=ONE_CLASS + NEVER_PREDICTED),
    "dice": Row(sets, FILLED, undefined=[([0, 0], [0, 0])]),
    "macro_f_score": Row(labels_or_tags, BETAS, best=true_twice, undefined=NEVER_PREDICTED),
    "weighted_f_score": Row(labels_or_tags, BETAS, best=true_twice, undefined=NEVER_PREDICTED),
    "micro_f_score": Row(labels_or_tags, [*BETAS, {"beta": 3}], best=true_twice, undefined=[(["a", "b"], ["b", "a"])]),
    "f_of_macro_averages": Row(labels_or_tags, BETAS, best=true_twice, undefined=NEVER_PREDICTED),
    "subset_accuracy": Row(tags, best=true_twice),
    "hamming_loss": Row(tags, best=true_twice),
    "example_precision": Row(tags, FILLED, undefined=[(1 - NO_TAG, NO_TAG)]),
    "example_recall": Row(tags, FILLED, undefined=[(NO_TAG, 1 - NO_TAG)]),
    "example_f_score": Row(tags, BETAS, undefined=[(NO_TAG, NO_TAG)]),
    "example_jaccard": Row(tags, FILLED, undefined=[(NO_TAG, NO_TAG)]),
    "roc_auc": Row(scores, best=ranked, undefined=ONE_LABEL),
    "partial_roc_auc": Row(
        scores, [{"max_fpr": 0.1}, {"max_fpr": 0.5}, {"max_fpr": 1}], best=ranked, undefined=ONE_LABEL
    ),
    "youden_index": Row(scores, best=ranked, undefined=ONE_LABEL),
    "equal_error_rate": Row(scores, best=ranked, undefined=ONE_LABEL),
    "recall_at_fpr": Row(scores, [{"fpr": 0.1}, {"fpr": 0.5}], best=ranked, undefined=ONE_LABEL),
    "fpr_at_recall": Row(scores, [{"recall": 0.8}, {"recall": 0.5}], best=ranked, undefined=ONE_LABEL),
    "average_precision": Row(scores, best=ranked, undefined=NO_POSITIVE),
    "interpolated_average_precision": Row(
        scores, [{}, {"points": 101}, {"points": "all"}], best=ranked, undefined=NO_POSITIVE
    ),
    "pr_auc": Row(
        scores,
        [{"rule": rule} for rule in ("lower_trapezoid", "trapezoid", "upper_trapezoid")],
        best=ranked,
        undefined=NO_POSITIVE,
    ),
    "precision_at_recall": Row(
        scores, [{"recall": 0.5}, {"recall": 0.9, "choose": "best"}], best=ranked, undefined=NO_POSITIVE
    ),
    "precision_at_volume": Row(scores, [{"volume": 0.3}]),
    "recall_at_precision": Row(scores, [{"precision": 0.5}], best=ranked, undefined=NO_POSITIVE),
    "multiclass_average_precision": Row(forecasts, AVERAGES, best=own_columns),
    "multiclass_roc_auc": Row(
        forecasts, [*AVERAGES, *({"method": "ovo", **each} for each in AVERAGES[:2])], best=own_columns
    ),
}

"""Labels and scores for the tests of curves: drawn by Hypothesis, drawn by NumPy, and those of the documents."""

import inspect
from functools import cache, partial

import numpy as np
from hypothesis import strategies as st
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split

import evalmetrics
from evalmetrics.inputs import rankings as _ranked

FOUR = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]  # document 004's example for DET curves, which scikit-learn's pages use too
CURVES = ["precision_recall_curve", "roc_curve", "det_curve"]
SCORES = {  # every score of a ranking, with a limit where it needs one
    "average_precision": evalmetrics.average_precision,
    "interpolated_average_precision": evalmetrics.interpolated_average_precision,
    "interpolated, 101 points": partial(evalmetrics.interpolated_average_precision, points=101),
    "interpolated, all points": partial(evalmetrics.interpolated_average_precision, points="all"),
    "pr_auc": evalmetrics.pr_auc,
    "pr_auc, upper": partial(evalmetrics.pr_auc, rule="upper_trapezoid"),
    "precision_at_recall": partial(evalmetrics.precision_at_recall, recall=0.5),
    "precision_at_recall, best": partial(evalmetrics.precision_at_recall, recall=0.5, choose="best"),
    "precision_at_volume": partial(evalmetrics.precision_at_volume, volume=0.4),
    "recall_at_precision": partial(evalmetrics.recall_at_precision, precision=0.6),
    "roc_auc": evalmetrics.roc_auc,
    "equal_error_rate": evalmetrics.equal_error_rate,
    "recall_at_fpr": partial(evalmetrics.recall_at_fpr, fpr=0.3),
    "fpr_at_recall": partial(evalmetrics.fpr_at_recall, recall=0.5),
}
OF = {  # which module each belongs to
    name: inspect.unwrap(getattr(score, "func", score)).__module__.rpartition(".")[2] for name, score in SCORES.items()
}
whole_weights = st.integers(0, 3)


@st.composite
def rankings(draw, *, weighted=False, both=True, max_size=20):
    """y_true and y_score, often tied, of both classes unless `both` is false; whole weights with them if `weighted`."""
    score = draw(st.sampled_from([st.integers(-3, 3), st.floats(-1e3, 1e3), st.sampled_from([-0.0, 0.0, 1e-300, 2.5])]))
    weight = whole_weights if weighted else st.just(1)
    examples = st.lists(st.tuples(st.integers(0, 1), score, weight), min_size=2, max_size=max_size)
    wanted = {0, 1} if both else set()
    rows = draw(examples.filter(lambda rows: {y for y, _, w in rows if w} >= wanted and any(w for _, _, w in rows)))
    y_true, y_score, weights = map(list, zip(*rows, strict=True))
    return (y_true, y_score, weights) if weighted else (y_true, y_score)


def random_rankings(count, *, weighted=False, seed=0):
    """`count` random rankings of both classes, up to 60 examples, from all scores distinct to nearly all tied."""
    rng = np.random.default_rng(seed)
    made = 0
    while made < count:
        n = rng.integers(2, 60)
        y_true = (rng.random(n) < rng.uniform(0.1, 0.9)).astype(int)
        y_score = (rng.normal(size=n) + rng.uniform(-1, 3) * y_true).round(rng.integers(0, 4))
        weight = rng.integers(0, 9, n) / 4 if weighted else None
        counted = np.ones(n) if weight is None else weight
        if counted[y_true == 1].any() and counted[y_true == 0].any():
            made += 1
            yield y_true, y_score, weight


def resampled(y_true, y_score, weights, sample_weight=None):
    """The `Ranked` that a resampler makes: one sort, other multiplicities."""
    in_order = _ranked.sort(y_true, y_score, sample_weight=sample_weight)
    return in_order.reweighted(np.asarray(weights)[in_order.order])


@cache
def walkthrough():
    """Labels and probabilities of document 004's walkthrough: its data, split and classifier."""
    x, y = make_classification(10_000, weights=[0.95, 0.05], random_state=42)
    x, x_test, y, y_test = train_test_split(x, y, test_size=0.2, random_state=2)
    return y_test, LogisticRegression().fit(x, y).predict_proba(x_test)[:, 1]

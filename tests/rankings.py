"""Labels and scores for the tests of curves, drawn by Hypothesis or by NumPy, and every metric of a ranking."""

import numpy as np
from hypothesis import strategies as st

from evalmetrics.kinds.ranking import OfRanking

from .table import classification, metric

FOUR = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]  # document 004's example for DET curves, which scikit-learn's pages use too
OF_RANKINGS = {  # with each of the options that the table lists
    " ".join([name, *map(str, options.values())]): metric(name).given(**options)
    for name, row in classification.ROWS.items()
    if isinstance(metric(name).kind, OfRanking)
    for options in row.options
}


@st.composite
def rankings(draw, *, max_size=20):
    """y_true and y_score, often tied, of both classes."""
    score = draw(st.sampled_from([st.integers(-3, 3), st.floats(-1e3, 1e3), st.sampled_from([-0.0, 0.0, 1e-300, 2.5])]))
    examples = st.lists(st.tuples(st.integers(0, 1), score), min_size=2, max_size=max_size)
    rows = draw(examples.filter(lambda rows: {y for y, _ in rows} == {0, 1}))
    y_true, y_score = map(list, zip(*rows, strict=True))
    return y_true, y_score


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

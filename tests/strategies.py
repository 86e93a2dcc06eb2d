"""What the tests feed the package, drawn by Hypothesis or by NumPy, and every score that reads a confusion matrix."""

import inspect
from functools import partial

import numpy as np
from hypothesis import strategies as st

from evalmetrics import averaging, confusion, precision_recall
from evalmetrics.inputs.matrices import frame

ALPHABETS = {
    "strings": ["", "a", "ab", "b", "Ünïcode", "日本"],
    "integers": [-7, 0, 1, 2, 3, 10],
    "far apart": [-(10**12), 0, 5, 2**60],
    "booleans": [False, True],
}


def reading_matrices(*modules):
    """The public functions of modules whose first parameter is a confusion matrix, by name."""
    functions = [f for module in modules for f in vars(module).values() if inspect.isfunction(f)]
    home = {module.__name__ for module in modules}
    return {
        f.__name__: f
        for f in functions
        if f.__module__ in home and not f.__name__.startswith("_") and [*inspect.signature(f).parameters][:1] == ["cm"]
    }


READERS = reading_matrices(confusion, precision_recall, averaging)
SCORES = {name: function for name, function in READERS.items() if name != "cat_versus_rest"}
TAKES_BETA = {name for name, f in SCORES.items() if "beta" in inspect.signature(f).parameters}
TAKES_ZERO_DIVISION = {name for name, f in SCORES.items() if "zero_division" in inspect.signature(f).parameters}


def variants(name):
    """A score as it stands and with each of its options set."""
    yield SCORES[name]
    if name in TAKES_BETA:
        yield partial(SCORES[name], beta=2.0)
    if name in TAKES_ZERO_DIVISION:
        yield partial(SCORES[name], zero_division=0.0)
        yield partial(SCORES[name], zero_division=1.0)


alphabets = st.sampled_from(list(ALPHABETS.values()))
betas = st.floats(0.1, 10)


@st.composite
def pairs(draw, *, weighted=False, alphabet=None):
    """y_true and y_pred of one length over one small alphabet; whole weights with them if `weighted`."""
    alphabet = alphabet or draw(alphabets)
    examples = draw(st.lists(st.tuples(st.sampled_from(alphabet), st.sampled_from(alphabet)), min_size=1, max_size=30))
    y_true, y_pred = map(list, zip(*examples, strict=True))
    if not weighted:
        return y_true, y_pred
    n = len(examples)
    weights = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n).filter(any))
    return y_true, y_pred, weights


@st.composite
def matrices(draw, *, floats=None, min_classes=1, max_classes=5, least=0):
    """Confusion matrices of whole or fractional counts; a class may be never observed, never predicted, or both."""
    k = draw(st.integers(min_classes, max_classes))
    fractional = draw(st.booleans()) if floats is None else floats
    whole = st.integers(least, 20)
    count = st.one_of(whole.map(float), st.floats(max(least, 1e-3), 1e3)) if fractional else whole
    cells = np.array(draw(st.lists(count, min_size=k * k, max_size=k * k))).reshape(k, k)
    if least == 0:
        cells[draw(st.lists(st.integers(0, k - 1), max_size=1)), :] = 0
        cells[:, draw(st.lists(st.integers(0, k - 1), max_size=1))] = 0
    return frame(cells, [f"class {i}" for i in range(k)])


def random_pairs(kind, *, count, weighted, seed=0):
    """`count` random label pairs of up to 60 examples, with weights (or None), some classes never seen on one side."""
    rng = np.random.default_rng(seed)
    alphabet = np.array(ALPHABETS[kind])
    for _ in range(count):
        n = rng.integers(1, 60)
        y_true, y_pred = (rng.choice(rng.choice(alphabet, rng.integers(1, len(alphabet) + 1)), n) for _ in range(2))
        agree = rng.random(n) < rng.random()
        yield y_true, np.where(agree, y_true, y_pred), rng.integers(0, 9, n) / 4 + 0.25 if weighted else None


def examples(cm):
    """The examples that a matrix counts, one by one: its y_true and y_pred."""
    rows, columns = (np.repeat(indices.ravel(), cm.to_numpy().ravel()) for indices in np.indices(cm.shape))
    return cm.index[rows], cm.columns[columns]

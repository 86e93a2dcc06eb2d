"""What the tests feed the package, drawn by Hypothesis or by NumPy, and every metric of a confusion matrix."""

import numpy as np
from hypothesis import strategies as st

from evalmetrics.inputs.matrices import frame
from evalmetrics.kinds.matrix import OfMatrix

from .table import classification, metric

ALPHABETS = {
    "strings": ["", "a", "ab", "b", "Ünïcode", "日本"],
    "integers": [-7, 0, 1, 2, 3, 10],
    "far apart": [-(10**12), 0, 5, 2**60],
    "booleans": [False, True],
}


def settled(name):
    """A metric of the table; one that has to be told something is told what the table says first."""
    own = metric(name)
    return own.given(**classification.ROWS[name].options[0]) if own.kind.required else own


OF_MATRICES = {name: settled(name) for name in classification.ROWS if isinstance(metric(name).kind, OfMatrix)}


def variants(name):
    """A metric of a matrix with each of the options that the table lists."""
    return [OF_MATRICES[name].given(**options) for options in classification.ROWS[name].options]


def transposed(cm):
    """What somebody has who counted predictions in the rows and calls them observed."""
    return cm.T.rename_axis(index="observed", columns="predicted")


def references(texts, most=3):
    return st.one_of(texts.map(lambda text: [text]), st.lists(texts.filter(len), min_size=2, max_size=most))


betas = st.floats(0.1, 10)


@st.composite
def pairs(draw, *, weighted=False, alphabet=None):
    """y_true and y_pred of one length over one small alphabet; whole weights with them if `weighted`."""
    alphabet = alphabet or draw(st.sampled_from(list(ALPHABETS.values())))
    examples = draw(st.lists(st.tuples(st.sampled_from(alphabet), st.sampled_from(alphabet)), min_size=1, max_size=30))
    y_true, y_pred = map(list, zip(*examples, strict=True))
    if not weighted:
        return y_true, y_pred
    n = len(examples)
    weights = draw(st.lists(st.integers(0, 4), min_size=n, max_size=n).filter(any))
    return y_true, y_pred, weights


@st.composite
def matrices(draw, *, min_classes=1, max_classes=5, least=0):
    """Confusion matrices of whole or fractional counts; a class may be never observed, never predicted, or both."""
    k = draw(st.integers(min_classes, max_classes))
    whole = st.integers(least, 20)
    count = st.one_of(whole.map(float), st.floats(max(least, 1e-3), 1e3)) if draw(st.booleans()) else whole
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

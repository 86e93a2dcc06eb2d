"""What becomes of the averages of F as a class grows or shrinks."""

from typing import Any

import pandas as pd

from ...averaging import macro_f_score, micro_f_score, weighted_f_score
from ...inputs import matrices
from ...kinds.help_pages import described_by
from ..figures.classification import plot_averages
from .moving import explorer, slider


def resize_class(cm: pd.DataFrame, label: Any, times: float) -> pd.DataFrame:
    """A confusion matrix in which one class is observed more or less often, and treated as before.

    Parameters
    ----------
    cm : DataFrame of shape (k, k)
        Confusion matrix, rows observed, columns predicted.
    label : label
        The class whose row grows or shrinks.
    times : float
        At least 0: by how much.

    Returns
    -------
    DataFrame of shape (k, k)
        Its recalls are those of `cm`; precisions and averages are not.

    Examples
    --------
    >>> cm = pd.DataFrame([[8, 2], [1, 9]], index=["a", "b"], columns=["a", "b"])
    >>> resize_class(cm, "b", 10)
          a     b
    a   8.0   2.0
    b  10.0  90.0
    """
    cells = matrices.read(cm).astype(float)
    row = matrices.position(label, cm.index, "label")
    if not 0 <= times < float("inf"):
        raise ValueError(f"times must be a finite number of at least 0, got {times!r}")
    cells[row] *= times
    return pd.DataFrame(cells, cm.index, cm.columns)


@described_by(explorer, resize_class)
def explore_averages(cm: pd.DataFrame, label: Any) -> Any:
    """A slider for the size of one class (`resize_class`); each class's F and the three averages move along.

    Examples
    --------
    >>> from evalmetrics import example_matrix
    >>> box = explore_averages(example_matrix("ex1"), "neutral")
    >>> box.children[0].value = 0.1
    >>> box.children[1].value
    'neutral × 0.1: macro 0.417, weighted 0.402, micro 0.480'
    """

    def shown(times: float) -> tuple[str, Any]:
        resized = resize_class(cm, label, times)
        averages = {"macro": macro_f_score, "weighted": weighted_f_score, "micro": micro_f_score}
        scores = ", ".join(f"{name} {metric(resized, zero_division=0.0):.3f}" for name, metric in averages.items())
        return f"{label} × {times:.3g}: {scores}", plot_averages(resized)

    sliders = {"times": slider(f"{label}, times", 1.0, least=0.01, most=10.0, step=0.1, log=True)}
    return explorer(sliders, shown)

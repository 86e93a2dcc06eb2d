"""What becomes of the curves as two classes move apart, and as one of them grows rare."""

from typing import Any

import numpy as np

from ...inputs import arguments
from ...kinds.help_pages import described_by
from ...precision_recall_curves import average_precision
from ...roc_curves import roc_auc, youden_index
from ..figures.curves import plot_overlaps
from .moving import explorer, slider


def two_normal_classes(distance: float, share: float, *, n: int = 2000) -> tuple[Any, Any]:
    """Labels and scores of two normal distributions of spread 1, without chance: their quantiles.

    Parameters
    ----------
    distance : float
        How much higher the mean of the positives is, at least 0.
    share : float
        Of positives, in (0, 1).
    n : int, default 2000
        How many examples.

    Returns
    -------
    (y_true, y_score)
        Arrays of n labels 0 and 1 and n floats.

    Examples
    --------
    >>> y_true, y_score = two_normal_classes(2, 0.5, n=4)
    >>> y_true.tolist(), y_score.round(3).tolist()
    ([1, 1, 0, 0], [1.326, 2.674, -0.674, 0.674])
    """
    from scipy.special import ndtri

    distance = arguments.number_that(
        distance, "distance", lambda x: 0 <= x < np.inf, "be a finite number of at least 0"
    )
    positives = max(1, round(n * arguments.fraction(share, "share")))
    quantiles = [ndtri((np.arange(k) + 0.5) / k) for k in (positives, n - positives)]
    return np.repeat([1, 0], [positives, n - positives]), np.concatenate([quantiles[0] + distance, quantiles[1]])


@described_by(explorer)
def explore_overlap(*, distance: float = 1.5, share: float = 0.5) -> Any:
    """Sliders for the distance of `two_normal_classes` and for the share of positives; both curves move along.

    Parameters
    ----------
    distance, share : float
        Where their sliders start, in [0, 4] and [0.01, 0.99].

    Examples
    --------
    >>> explore_overlap(distance=2.0, share=0.1).children[2].value
    "d′ = 2, 10 % positive: AUC 0.921, average precision 0.667, Youden's index 0.685"
    """

    def shown(distance: float, share: float) -> tuple[str, Any]:
        data = two_normal_classes(distance, share)
        scores = {"AUC": roc_auc, "average precision": average_precision, "Youden's index": youden_index}
        said = ", ".join(f"{name} {float(score(*data)):.3f}" for name, score in scores.items())
        title = f"{100 * share:.3g} % positive"
        return f"d′ = {distance:g}, {title}: {said}", plot_overlaps({title: data}, curves=["roc", "precision_recall"])

    sliders = {
        "distance": slider("distance of the classes", distance, least=0.0, most=4.0, step=0.1),
        "share": slider("share of positives", share, least=0.01, most=0.99),
    }
    return explorer(sliders, shown)

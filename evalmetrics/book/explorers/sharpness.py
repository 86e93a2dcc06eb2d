"""What becomes of calibration as a forecaster speaks louder or more softly."""

from typing import Any

import numpy as np

from ...inputs import arguments, forecasts
from ...kinds.help_pages import described_by
from ...probabilities import brier_score, calibration_curve, expected_calibration_error, log_loss
from ..figures.probabilities import plot_calibration_curves
from .moving import explorer, slider


def sharpen(y_prob: Any, factor: float) -> Any:
    """Forecasts of an event with their log-odds multiplied: the same order, the same side of one half.

    Parameters
    ----------
    y_prob : sequence of n floats
        Probabilities.
    factor : float
        Above 0: above 1 louder, below 1 more softly.

    Returns
    -------
    array of n floats

    Examples
    --------
    >>> sharpen([0.2, 0.5, 0.8], 2).round(3).tolist()
    [0.059, 0.5, 0.941]
    """
    from scipy.special import expit, logit

    return expit(logit(forecasts.probabilities(y_prob, "y_prob")) * arguments.positive(factor, "factor"))


@described_by(explorer)
def explore_sharpness(y_true: Any, y_prob: Any, *, factor: float = 1.0) -> Any:
    """A slider for how loudly forecasts are spoken (`sharpen`); their scores and calibration curve move along.

    Parameters
    ----------
    y_true : sequence of n labels 0 and 1, or booleans
    y_prob : sequence of n floats
        Probability of 1.
    factor : float, default 1.0
        From 0.1 to 20: where the slider starts.

    Examples
    --------
    >>> box = explore_sharpness([0, 0, 1, 1], [0.1, 0.4, 0.6, 0.8])
    >>> box.children[0].value = 10
    >>> box.children[1].value
    'log-odds × 10: accuracy 1.000, log loss 0.009, Brier score 0.000, ECE 0.009'
    """
    truth = np.asarray(y_true)

    def shown(factor: float) -> tuple[str, Any]:
        p = sharpen(y_prob, factor)
        scores = {"log loss": log_loss, "Brier score": brier_score, "ECE": expected_calibration_error}
        said = ", ".join(f"{name} {float(score(truth, p)):.3f}" for name, score in scores.items())
        numbers = f"log-odds × {factor:.3g}: accuracy {np.mean((p > 0.5) == truth):.3f}, {said}"
        return numbers, plot_calibration_curves({"": calibration_curve(truth, p)})

    sliders = {"factor": slider("log-odds, times", factor, least=0.1, most=20.0, step=0.05, log=True)}
    return explorer(sliders, shown)

"""What forecasts lose, of all examples at once."""

import numpy as np
from numpy.typing import NDArray

from ..inputs.arguments import Floats


def surprises(observed: NDArray[np.intp], p: Floats) -> Floats:
    """What `probabilities.surprise` is in each example."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(p[np.arange(len(p)), observed]))

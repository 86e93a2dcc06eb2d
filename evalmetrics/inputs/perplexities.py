"""What language models say of texts, checked: logarithms of probabilities, and gaps between what happens in them."""

from typing import Any

import numpy as np

from . import arguments, numbers
from .arguments import Floats, as_list, shown

ROUNDING = 1e-9  # how far above 0 the logarithm of a probability of 1 may come out after sums of small floats


def of_text(log_probs: Any) -> tuple[Floats]:
    """The tokens of a text.

    log_probs : sequence of m numbers
        Logarithms of the probability that the model gave to each token, given the tokens before it.
    """
    return (_checked(log_probs, "log_probs"),)


def of_texts(list_of_log_probs: Any) -> tuple[list[Floats]]:
    """The tokens of several texts.

    list_of_log_probs : list of n sequences of numbers
        For each sequence the logarithms of its tokens' probabilities, each given the tokens before it.
    """
    sequences = as_list(list_of_log_probs, "list_of_log_probs", "sequences of logarithms")
    return ([_checked(sequence, f"list_of_log_probs[{i}]") for i, sequence in enumerate(sequences)],)


def _checked(values: Any, name: str) -> Floats:
    kind = "logarithms of probabilities"
    listed = values if hasattr(values, "__array__") else as_list(values, name, kind, least=0)
    array = arguments.read(listed, name, f"be one sequence of numbers, the {kind}")
    if array.ndim != 1 or array.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be one sequence of numbers, the {kind}, got {shown(values)}")
    if not (highest := array.max() if len(array) else 0) <= ROUNDING:
        raise ValueError(f"{name} must hold {kind}, at most 0, got {highest}; see np.log")
    return np.asarray(np.minimum(array, 0.0) if highest > 0 else array, dtype=np.float64)


def of_events(p: Any) -> tuple[Floats]:
    """What was thought of things before they happened.

    p : number or array of numbers
        Probabilities, in [0, 1].
    """
    return (arguments.within(arguments.read(p, "p"), "p", 0, 1, "probabilities from 0 to 1"),)


def gaps(intervals: Any) -> tuple[Floats]:
    """Gaps between events.

    intervals : sequence of n numbers
        Gaps between neighbouring events, at least 0; or any other lengths, such as those of sentences.
    """
    array = arguments.counts(arguments.one_dimensional(intervals, "intervals", per="gap"), "intervals")
    numbers.refuse_unsquarable(array)
    return (array,)

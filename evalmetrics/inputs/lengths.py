"""Lengths of texts, checked: finite numbers of at least 0."""

from typing import Any

import numpy as np

from . import arguments


def two_lengths(reference_length: Any, hypothesis_length: Any) -> tuple[Any, Any]:
    """Lengths of a reference and of a hypothesis.

    Parameters
    ----------
    reference_length, hypothesis_length : numbers or arrays
        In tokens, of a sentence or of a corpus: finite, at least 0.

    Raises
    ------
    TypeError
        Something other than numbers.
    ValueError
        A length below 0, or not finite.
    """
    return (
        arguments.counts(reference_length, "reference_length"),
        arguments.counts(hypothesis_length, "hypothesis_length"),
    )


def several_lengths(reference_lengths: Any, hypothesis_length: Any) -> tuple[list[Any], Any]:
    """Lengths of several references and of a hypothesis, as Python's own numbers, which do not wrap around.

    Parameters
    ----------
    reference_lengths : list of numbers
        Of each reference, its number of tokens: finite, at least 0.
    hypothesis_length : number
        Number of tokens of the hypothesis.

    Raises
    ------
    TypeError
        No list of at least one length; lengths that are not numbers.
    ValueError
        A length below 0, or not finite.
    """
    lengths = arguments.one_dimensional(reference_lengths, "reference_lengths", per="reference")
    arguments.counts(lengths, "reference_lengths")
    length = arguments.real(hypothesis_length, "hypothesis_length")
    if not 0 <= length < np.inf:
        raise ValueError(f"hypothesis_length must be finite and at least 0, got {hypothesis_length!r}")
    return lengths.tolist(), length

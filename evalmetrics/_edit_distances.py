"""Many unit-cost edit distances at once: tokens become characters, and rapidfuzz compares strings of them in C++."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

CHARACTERS = 0x110000  # how many different ones a string can hold


def of_pairs(references: Sequence[Any], hypotheses: Sequence[Any]) -> NDArray[np.int64]:
    """Edit distance of each pair of strings, or of lists of hashable tokens."""
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    if not all(isinstance(text, str) for text in (*references, *hypotheses)):
        references, hypotheses = _interned(references, hypotheses)
    return process.cpdist(references, hypotheses, scorer=Levenshtein.distance, dtype=np.int64).astype(np.int64)


def _interned(references: Sequence[Any], hypotheses: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The same texts with a number in place of each different token, written as a character where it fits."""
    vocabulary = list(set().union(*references, *hypotheses))
    if len(vocabulary) > CHARACTERS:
        number = {token: i for i, token in enumerate(vocabulary)}.__getitem__
        return [list(map(number, text)) for text in references], [list(map(number, text)) for text in hypotheses]
    character = {token: chr(i) for i, token in enumerate(vocabulary)}.__getitem__
    return ["".join(map(character, text)) for text in references], [
        "".join(map(character, text)) for text in hypotheses
    ]

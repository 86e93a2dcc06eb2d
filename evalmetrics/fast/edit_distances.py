"""Many unit-cost edit distances at once: tokens become characters, and rapidfuzz compares strings of them in C++."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs.texts import Tokens

Columns = tuple[NDArray[np.int64], NDArray[np.int64]]
ALPHABET = 0x80000  # characters to use up before starting anew, about half of those that there are


def of_texts(references: Iterable[Tokens], hypotheses: Iterable[Tokens]) -> Columns:
    """Edit distance and length of the reference of each pair of texts: what `edits_and_words` counts in one.

    Texts are taken up one by one, so that a corpus never lies in memory token by token.
    """
    character: defaultdict[Hashable, str] = defaultdict()
    character.default_factory = lambda: chr(len(character))
    code = character.__getitem__
    said, heard = [], []
    for i, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        if len(character) > ALPHABET:  # what stands for what has to agree within a pair only
            character.clear()
        try:
            said.append("".join(map(code, reference)))
            heard.append("".join(map(code, hypothesis)))
        except TypeError as error:
            raise TypeError(f"tokens must be hashable, such as strings; pair {i} of texts has an {error}") from None
    return of_strings(said, heard)


def of_strings(references: Sequence[str], hypotheses: Sequence[str]) -> Columns:
    """Edit distance and length of the reference of each pair of strings."""
    from rapidfuzz import process
    from rapidfuzz.distance import Levenshtein

    edits = process.cpdist(references, hypotheses, scorer=Levenshtein.distance, dtype=np.int64)
    return edits, np.fromiter(map(len, references), np.int64, len(references))


def similarity(reference: Any, hypothesis: Any) -> Any:
    """`code_generation.edit_similarity` of two texts."""
    (edits,), _ = of_texts([reference], [hypothesis])
    longest = max(len(reference), len(hypothesis))
    return 1 - edits / longest if longest else np.nan


def near_the_diagonal(reference: Tokens, hypothesis: Tokens, *, beam: int, table: Callable[..., Any]) -> int:
    """`chrf_ter.edits_left`: the distance itself, unless the cheapest way could lead out of the beam."""
    from rapidfuzz.distance import Levenshtein

    edits = Levenshtein.distance(reference, hypothesis)
    if len(reference) < beam or 2 * edits < beam - 1:  # each edit leads two cells away, one by itself, one by the slope
        return edits
    return int(table(reference, hypothesis)[-1][-1][0])

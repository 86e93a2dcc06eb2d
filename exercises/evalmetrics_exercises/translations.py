"""Real translations that several topics draw from: what professionals marked in them, and what metrics count.

The numbers are those of the book's `example_judgements` and `example_counts`, as few as the tasks need.
"""

import io
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@cache
def _held() -> dict[str, Array]:
    with np.load(io.BytesIO(resources.files(__package__).joinpath("translations.npz").read_bytes())) as held:
        return dict(held)


def paragraphs() -> tuple[list[str], Array, Array, Array]:
    """Systems of 2023, what was marked in tenths of a point, BLEU, and the document of each paragraph.

    Marks are of (paragraph, rater, system), BLEU of (paragraph, system). People and GPT-4's second row are left out.
    """
    held = _held()
    names = held["paragraph_systems"].tolist()
    return names, held["paragraph_tenths"].astype(float), held["paragraph_bleu"], held["paragraph_documents"]


def talks() -> tuple[list[str], Array, Array]:
    """Systems of 2021, what BLEU counts of (reference, system, segment), and the talk of each segment.

    The counts are four of matches, four of n-grams, and the tokens of the reference.
    """
    held = _held()
    return held["talk_systems"].tolist(), held["talk_counts"].astype(int), held["talk_documents"]

"""Sounds that the book makes itself."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..inputs import arguments

RATE = 8000  # samples per second
MAJOR = [0, 2, 4, 5, 7, 9, 11, 12]  # a scale, in semitones


def example_melody(rng: Any) -> NDArray[np.float64]:
    """A second of music: four notes of a major scale, plucked, with overtones and a little hiss.

    Parameters
    ----------
    rng : int or numpy.random.Generator
        Which notes, how loud, and the hiss.

    Returns
    -------
    array of shape (8000,)
        Samples in [-1, 1], 8,000 a second.

    Examples
    --------
    >>> example_melody(0).shape
    (8000,)
    """
    rng = arguments.generator(rng)
    time = np.arange(RATE // 4) / RATE
    notes = []
    for pitch in 220 * 2 ** (rng.choice(MAJOR, size=4) / 12):
        overtones = sum(np.sin(2 * np.pi * pitch * k * time) / k**1.5 for k in range(1, 9))
        notes.append(rng.uniform(0.5, 1) * np.minimum(time / 0.01, 1) * np.exp(-6 * time) * overtones)
    return 0.4 * np.concatenate(notes) + 0.002 * rng.normal(size=4 * len(time))

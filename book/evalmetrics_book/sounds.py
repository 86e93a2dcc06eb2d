"""Players for sounds in a notebook and on its page."""

import base64
import io
import wave
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by


@dataclass(frozen=True, repr=False)
class Player:
    """Sounds that a notebook and its page play: WAV data by name."""

    sounds: Mapping[str, bytes]

    def __repr__(self) -> str:
        return f"sounds to play: {', '.join(self.sounds)}"

    def _repr_html_(self) -> str:
        return "".join(
            f'<figure style="display: inline-block; margin: 0 1em 0 0"><figcaption>{escape(name)}</figcaption>'
            f'<audio controls aria-label="{escape(name)}" style="width: 15em" '
            f'src="data:audio/wav;base64,{base64.b64encode(data).decode()}"></audio></figure>'
            for name, data in self.sounds.items()
        )


@described_by()
def listen(sounds: Mapping[str, Any], *, rate: int) -> Player:
    """Players for some sounds.

    sounds : mapping from name to array of shape (n,)
        Samples in [-1, 1]; what is louder is cut off.
    rate : int
        Samples per second.

    -> Player
        A notebook shows it as buttons.

    >>> from evalmetrics_book import example_melody
    >>> listen({"a melody": example_melody(0)}, rate=8000)
    sounds to play: a melody
    """
    arguments.named(sounds, "sounds")
    return Player({name: _wav(arguments.finite(sound, f"sounds[{name!r}]"), rate) for name, sound in sounds.items()})


def _wav(samples: NDArray[np.float64], rate: int) -> bytes:
    """One channel of 16 bits."""
    with io.BytesIO() as file:
        with wave.open(file, "wb") as written:
            written.setparams((1, 2, rate, len(samples), "NONE", "not compressed"))
            written.writeframes(np.rint(32767 * np.clip(samples, -1, 1)).astype("<i2").tobytes())
        return file.getvalue()

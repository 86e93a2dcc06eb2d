"""Figures of sound and bits, waves, spectrograms, warped time, wrong bits, growing damage; and players for sounds."""

import base64
import io
import wave
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from evalmetrics.inputs import arguments
from evalmetrics.inputs.signals import bits, frames, two_signals
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.plots.style import (
    BESIDE,
    BLUE,
    NO_GRID,
    VERMILION,
    axes_or_new,
    figure,
    side_by_side,
)
from evalmetrics.signals import bit_error_rate, log_mel_spectrogram, signal_to_distortion_ratio, warping_path


@figure()
def plot_waves(reference: Any, estimates: Mapping[str, Any], *, rate: float, start: float, end: float) -> list[Axes]:
    """Draw a moment of a sound and of what should be the same sound, and what lies between them: the distortion.

    reference : signal
    estimates : mapping from name to signal
        As long as the reference; at most four.
    rate : float
        Samples per second.
    start, end : float
        The moment, in seconds.

    >>> axes = plot_waves([1, -1, 1], {"half": [0.5, -0.5, 0.5]}, rate=10, start=0, end=0.3)
    >>> axes[0].get_title(loc="left")
    'half: SDR 6.0 dB'
    """
    arguments.named(estimates, "estimates")
    part = slice(round(start * rate), round(end * rate))
    axes = side_by_side(len(estimates), 3.2 + 0.6 / len(estimates), 2.5, sharey=True)
    for ax, (name, estimate) in zip(axes, estimates.items(), strict=True):
        wanted, other = two_signals(reference, estimate)
        time = 1000 * np.arange(len(wanted))[part] / rate
        ax.fill_between(time, wanted[part], other[part], color="#BBBBBB", alpha=0.7, linewidth=0, label="distortion")
        ax.plot(time, wanted[part], color=BLUE, label="reference")
        ax.plot(time, other[part], color=VERMILION, linestyle="--", label="estimate")
        ratio = f"{signal_to_distortion_ratio(wanted, other):.1f}".replace("-", "−")
        ax.set(title=f"{name}: SDR {ratio} dB", xlabel="milliseconds")
    axes[-1].legend(**BESIDE)
    return axes


@figure(changes=NO_GRID)
def plot_wrong_bits(channels: Mapping[str, tuple[Any, Any]]) -> list[Axes]:
    """Draw which bits arrived as the other one, in rows of 200 as they were sent, side by side.

    channels : mapping from name to a pair, the bits sent and the bits received
        As for `bit_error_rate`; at most four.

    >>> ax, = plot_wrong_bits({"line": ([0, 1, 1, 0], [0, 1, 0, 0])})
    >>> ax.get_title(loc="left")
    'line: BER 0.2500'
    """
    arguments.named(channels, "channels")
    axes = side_by_side(len(channels), 3.2, 2.4, sharey=True)
    for ax, (name, pair) in zip(axes, channels.items(), strict=True):
        sent, received = bits(*pair)
        wrong = np.zeros(-(-len(sent) // 200) * 200)
        wrong[: len(sent)] = sent != received
        ax.imshow(wrong.reshape(-1, 200), aspect="auto", cmap="gray_r", vmin=0, vmax=1, interpolation="nearest")
        ax.set(title=f"{name}: BER {bit_error_rate(sent, received):.4f}", xlabel="bit of the row")
    axes[0].set_ylabel("row")
    return axes


@figure(changes=NO_GRID)
def plot_spectrograms(sounds: Mapping[str, Any], *, rate: float) -> list[Axes]:
    """Draw sounds as bands over time, the darker the stronger, side by side on one scale.

    sounds : mapping from name to signal
        Samples, at most four sounds.
    rate : float
        Samples per second.

    >>> [ax.get_title(loc="left") for ax in plot_spectrograms({"click": np.eye(1, 800)[0]}, rate=8000)]
    ['click']
    """
    arguments.named(sounds, "sounds")
    pictures = {name: log_mel_spectrogram(signal, rate=rate).T for name, signal in sounds.items()}
    low, high = min(p.min() for p in pictures.values()), max(p.max() for p in pictures.values())
    axes = side_by_side(len(sounds), 2.5 + 0.4 / len(sounds), 2.6, sharey=True)
    for ax, (name, picture) in zip(axes, pictures.items(), strict=True):
        seconds = len(np.asarray(sounds[name])) / rate
        extent = (0.0, seconds, -0.5, len(picture) - 0.5)
        ax.imshow(picture, origin="lower", aspect="auto", cmap="gray_r", extent=extent, vmin=low, vmax=high)
        ax.set(title=name, xlabel="seconds")
    axes[0].set_ylabel("mel band")
    return axes


@figure(frames, changes=NO_GRID)
def plot_warping(reference: Any, synthesised: Any, *, ax: Axes | None = None) -> Axes:
    """Draw how far every frame of one sound is from every frame of another, and the path that a warping takes.

    >>> plot_warping([[0], [1]], [[0], [0], [1]]).get_ylabel()
    'frame of the reference'
    """
    path = warping_path(reference, synthesised)
    distances = np.linalg.norm(np.subtract(np.expand_dims(reference, 1), synthesised), axis=2)
    ax = axes_or_new(ax, 4.2, 3.8)
    ax.imshow(distances, origin="lower", aspect="auto", cmap="gray_r")
    ax.plot(path[:, 1], path[:, 0], color=VERMILION, linewidth=2, label="path")
    ax.axline((0, 0), slope=1, color="black", linestyle=":", label="no warping")
    ax.set(xlabel="frame of the synthesised sound", ylabel="frame of the reference")
    ax.set(xlim=(-0.5, len(synthesised) - 0.5), ylim=(-0.5, len(reference) - 0.5))
    ax.legend(**BESIDE)
    return ax


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

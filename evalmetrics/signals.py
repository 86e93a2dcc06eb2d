"""Bits, sound and speech: what arrived against what was sent, sample by sample or spectrum by spectrum."""

from typing import Any

import numpy as np

from .fast import signals as fast
from .inputs import arguments
from .inputs import signals as inputs
from .inputs.arguments import Array, Floats
from .inputs.options import OneOf
from .kinds.help_pages import described_by
from .metric import mean_of, of_samples, of_sums

# from cepstra of natural logarithms to decibels: 6.141851...
DB_PER_UNIT = 10 / np.log(10) * np.sqrt(2)


def is_wrong(sent, received):
    """Whether a bit arrived as the other one."""
    return sent != received


@mean_of(is_wrong, inputs=inputs.bits, at_once=True)
def bit_error_rate(wrong, bits):
    """Share of bits that arrived as the other one (BER).

    0.5 is what guessing gives; a channel that turns every bit has 1 and loses nothing.

    >>> bit_error_rate([0, 1, 1, 0], [0, 1, 0, 0])
    0.25
    """
    return wrong / bits


def decibels_between(signal, distortion):
    """How much louder one is than the other, of energies."""
    return 10 * (np.log10(signal) - np.log10(distortion))


def energies(reference, estimate):
    """Energy of a signal, and of what the estimate differs from it."""
    difference = reference - estimate
    return reference @ reference, difference @ difference


@of_sums(energies, inputs=inputs.clips)
def corpus_signal_to_distortion_ratio(signal, distortion):
    """Signal-to-distortion ratio of many clips: all energy over all distortion (add, then divide).

    Loud clips count for more than quiet ones; the mean of the clips' own ratios is another number.

    >>> corpus_signal_to_distortion_ratio([[10.0], [0.0, 0.0]], [[9.0], [0.0, 0.0]])
    20.0
    """
    return decibels_between(signal, distortion)


@of_samples(inputs=inputs.two_signals, many="corpus_signal_to_distortion_ratio")
def signal_to_distortion_ratio(reference, estimate):
    """Energy of a signal over that of everything in which the estimate differs from it (SDR), in decibels.

    inf for an exact copy, 0 for silence, -inf where only the reference is silent.

    >>> signal_to_distortion_ratio([10.0, 0.0, -10.0], [9.0, 0.0, -9.0])
    20.0
    """
    return decibels_between(*energies(reference, estimate))


@of_samples(inputs=inputs.of_any_loudness, many="")
def scale_invariant_sdr(reference, estimate):
    """Signal-to-distortion ratio of the estimate's share along the reference, whatever its loudness (SI-SDR).

    The same for any multiple of the estimate, also a negative one.

    >>> round(scale_invariant_sdr([1, -1, 1, -1], [0.5, -0.5, 0.5, 0.5]), 6)
    -4.771213
    """
    scale = (estimate @ reference) / (reference @ reference)
    return decibels_between(*energies(scale * reference, estimate))


def cheapest_walk(distances):
    """Pairs from the first to the last with the smallest sum of distances, each a step on in either or in both."""
    n, m = distances.shape
    total = np.full((n + 1, m + 1), np.inf)  # of the cheapest walks
    total[0, 0] = 0
    for i, j in np.ndindex(n, m):
        before = min(total[i, j], total[i, j + 1], total[i + 1, j])
        total[i + 1, j + 1] = distances[i, j] + before
    walk = [(n, m)]
    while walk[-1] != (1, 1):
        i, j = walk[-1]
        steps = (i - 1, j - 1), (i - 1, j), (i, j - 1)
        walk.append(min(steps, key=lambda pair: total[pair]))
    return np.array(walk[::-1]) - 1


def distances_and_frames(reference, synthesised, *, align=None, per="frame"):
    """Distances of paired frames in decibels, added up, and what they are divided by.

    align : {None, "dtw"}
        None pairs frames by their number, so both need as many. "dtw" pairs them along the cheapest warping of time.
    per : {"frame", "pair"}
        What the sum of distances is divided by after a warping: the frames of the reference, as in Shannon's mcd, or
        the pairs, of which there are more.
    """
    frames = len(reference)
    if align == "dtw":
        every = np.linalg.norm(reference[:, None] - synthesised, axis=2)
        i, j = cheapest_walk(every).T
        reference, synthesised = reference[i], synthesised[j]
    pairs = np.linalg.norm(reference - synthesised, axis=1)
    return DB_PER_UNIT * pairs.sum(), frames if per == "frame" else len(pairs)


PAIRING = {"align": OneOf(None, "dtw"), "per": OneOf("frame", "pair"), "time": inputs.time_axis}


@of_sums(distances_and_frames, inputs=inputs.clips_of_frames, at_once=fast.distances_and_frames, checks=PAIRING)
def corpus_mel_cepstral_distortion(distances, frames):
    """Mel cepstral distortion of many clips: all distances over all frames (add, then divide).

    >>> round(corpus_mel_cepstral_distortion([[[0.0]], [[0.0]] * 3], [[[4.0]], [[0.0]] * 3]), 6)
    6.141851
    """
    return distances / frames


@of_samples(inputs=inputs.frames, fast=fast.mean_distance, checks=PAIRING, many="corpus_mel_cepstral_distortion")
@described_by(distances_and_frames)
def mel_cepstral_distortion(
    reference,
    synthesised,
    *,
    align=None,
    per="frame",
):
    """Mean distance of two sequences of mel cepstra, frame by frame (MCD), in decibels.

    With "dtw" at most what it is without.

    >>> round(mel_cepstral_distortion([[1.0, 0.0]], [[0.0, 0.0]], time="rows"), 6)
    6.141851
    """
    both = reference, synthesised
    distances, frames = distances_and_frames(*both, align=align, per=per)
    return distances / frames


@described_by(inputs.frames)
def warping_path(reference: Any, synthesised: Any, *, time: str | None = None) -> Array:
    """Pairs of frames along the warping of time with the smallest sum of distances.

    -> array of shape (length, 2)
        Positions in reference and in synthesised, from (0, 0) to (n - 1, m - 1), each step on by one in either or in
        both.

    Source: Sakoe and Chiba (1978), Dynamic programming algorithm optimization for spoken word recognition.

    >>> warping_path([[0], [1], [2]], [[0], [0], [1], [2]]).tolist()
    [[0, 0], [0, 1], [1, 2], [2, 3]]
    """
    checked = inputs.frames(reference, synthesised, align="dtw", time=inputs.time_axis(time, "time"))
    return fast.cheapest_walk(fast.distances(*checked))


@described_by()
def log_mel_spectrogram(
    signal: Any, *, rate: float, bands: int = 40, window: float = 0.032, hop: float = 0.01, floor: float = 1e-5
) -> Floats:
    """Natural logarithms of how much of a sound lies in bands that are equally wide to the ear, moment by moment.

    signal : sequence of n finite numbers
        Samples.
    rate : float
        Samples per second.
    bands : int, default 40
        Triangular bands from 0 to half of the rate, equally wide in mel, 2595 log10(1 + hertz / 700).
    window, hop : float
        Length of a frame, and from one frame to the next, in seconds.
    floor : float, default 1e-5
        Amplitudes below count as this, so that silence has a logarithm.

    -> array of shape (frames, bands)

    Source: Davis and Mermelstein (1980), Comparison of parametric representations for monosyllabic word recognition.

    >>> beep = np.sin(2 * np.pi * 1000 * np.arange(8000) / 8000)
    >>> log_mel_spectrogram(beep, rate=8000).shape
    (97, 40)
    """
    floor = arguments.positive(floor, "floor")
    frames, rate = inputs.windows(signal, rate, window, hop)
    length = frames.shape[1]
    shape = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)
    spectrum = np.abs(np.fft.rfft(frames * shape))
    if spectrum.max() > 1e150:
        raise ValueError("signal must hold numbers whose squares floats hold: divide it by its largest first")
    power = spectrum**2 / (shape @ shape)
    triangles = mel_triangles(arguments.whole_number(bands, "bands", least=1), length, rate)
    return np.log(np.maximum(np.sqrt(power @ triangles.T), floor))


def mel_triangles(bands, length, rate):
    """Weights of each frequency of a frame in each band, shape (bands, frequencies)."""
    mel = 2595 * np.log10(1 + np.fft.rfftfreq(length, 1 / rate) / 700)
    edges = np.linspace(0, mel[-1], bands + 2)[:, None]
    low, middle, high = edges[:-2], edges[1:-1], edges[2:]
    rising, falling = (mel - low) / (middle - low), (high - mel) / (high - middle)
    return np.clip(np.minimum(rising, falling), 0, None)


@described_by(log_mel_spectrogram)
def mel_cepstra(signal: Any, *, rate: float, n: int = 24, **options: Any) -> Floats:
    """Shape of the spectrum in few numbers: cosine waves that add up to the logarithms of the mel bands.

    n : int, default 24
        How many waves; with c0, n + 1 numbers per frame. At most as many as there are bands.
    **options : bands, window, hop, floor
        As in `log_mel_spectrogram`.

    -> array of shape (frames, n + 1)
        c0, the mean of the logarithms, first. Band b of B is the sum of c_m cos(pi m (b + 1/2) / B), if all waves are
        taken: the scale for which the constant of `mel_cepstral_distortion` gives decibels.

    >>> mel_cepstra(np.ones(512), rate=8000).shape
    (4, 25)
    """
    logarithms = log_mel_spectrogram(signal, rate=rate, **options)
    bands = logarithms.shape[1]
    if arguments.whole_number(n, "n", least=1) >= bands:
        raise ValueError(f"n must be below the number of bands, {bands}, got {n}")
    waves = np.cos(np.pi / bands * np.outer(np.arange(bands) + 0.5, np.arange(n + 1)))
    weights = np.where(np.arange(n + 1) == 0, 1, 2) / bands
    return np.asarray(logarithms @ (waves * weights), dtype=np.float64)

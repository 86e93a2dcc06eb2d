"""Bits, sound and speech: what arrived against what was sent, sample by sample or spectrum by spectrum."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .fast import warping
from .inputs import arguments
from .inputs.old_matrices import ratio
from .inputs.totals import columns, plain

Array = NDArray[Any]
Floats = NDArray[np.float64]
DB_PER_UNIT = 10 / np.log(10) * np.sqrt(2)  # 6.141851..., from cepstra of natural logarithms to decibels


def bit_error_rate(sent: Any, received: Any) -> float:
    """Share of bits that arrived as the other one (BER).

    Parameters
    ----------
    sent, received : sequences of n bits, or bytes
        0 and 1, or booleans; bytes are read bit by bit, eight each.

    Returns
    -------
    float
        In [0, 1], lower is better. 0.5 is what guessing gives; a channel that turns every bit has 1 and loses nothing.

    Raises
    ------
    ValueError
        Different lengths, empty, anything other than 0 and 1.
    TypeError
        Something other than bits or bytes.

    References
    ----------
    Proakis and Salehi (2008), Digital communications.

    Examples
    --------
    >>> bit_error_rate([0, 1, 1, 0], [0, 1, 0, 0])
    0.25
    >>> bit_error_rate(b"ok", b"oj")
    0.0625
    """
    return float(bit_error_rate_from_statistics(bit_error_rate_statistics(sent, received).sum(axis=0)))


def bit_error_rate_statistics(sent: Any, received: Any) -> Array:
    """What each bit adds to the bit error rate.

    Parameters
    ----------
    sent, received : sequences of n bits, or bytes
        As in `bit_error_rate`.

    Returns
    -------
    array of shape (n, 2)
        Columns: 1 if the bit arrived as the other one, and 1.

    References
    ----------
    Proakis and Salehi (2008), Digital communications.

    Examples
    --------
    >>> bit_error_rate_statistics([0, 1], [1, 1])
    array([[1, 1],
           [0, 1]])
    """
    one, other = _bits(sent, "sent"), _bits(received, "received")
    arguments.same_length(sent=one, received=other)
    return np.column_stack([one != other, np.ones(len(one), dtype=np.intp)])


def bit_error_rate_from_statistics(totals: Any) -> Any:
    """Bit error rate from summed rows of `bit_error_rate_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Errors, bits.

    Returns
    -------
    float, or array of shape (...)
        In [0, 1], lower is better; nan without bits.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Proakis and Salehi (2008), Digital communications.

    Examples
    --------
    >>> bit_error_rate_from_statistics([3, 12])
    0.25
    """
    errors, bits = columns(totals, "errors", "bits")
    return plain(ratio(errors, bits))


def signal_to_distortion_ratio(reference: Any, estimate: Any) -> float:
    """Energy of a signal over that of everything in which the estimate differs from it (SDR), in decibels.

    Parameters
    ----------
    reference, estimate : sequences of n finite numbers
        Samples of the wanted signal and of what is to be judged, in one unit, at the same times. Nothing is projected,
        filtered or scaled: an estimate that is too loud, or late by one sample, is distorted.

    Returns
    -------
    float
        In [-inf, inf], in dB, higher is better: inf for an exact copy, 0 for silence, -inf where only the reference is
        silent, nan where both are.

    Raises
    ------
    ValueError
        Different lengths, empty, values that are not finite or whose squares do not fit into a float.
    TypeError
        Something other than numbers.

    References
    ----------
    Vincent, Gribonval and Févotte (2006), Performance measurement in blind audio source separation, IEEE Transactions
    on Audio, Speech and Language Processing 14 (where the reference is projected first).

    Examples
    --------
    >>> signal_to_distortion_ratio([10.0, 0.0, -10.0], [9.0, 0.0, -9.0])
    20.0
    """
    return float(signal_to_distortion_ratio_from_statistics(_energies(reference, estimate)))


def corpus_signal_to_distortion_ratio(references: Sequence[Any], estimates: Sequence[Any]) -> float:
    """Signal-to-distortion ratio of many clips: all energy over all distortion (add, then divide).

    Parameters
    ----------
    references, estimates : lists of n signals
        Pairs as in `signal_to_distortion_ratio`.

    Returns
    -------
    float
        In [-inf, inf], in dB, higher is better. Loud clips count for more than quiet ones; the mean of the clips' own
        ratios is another number.

    Raises
    ------
    ValueError, TypeError
        As in `signal_to_distortion_ratio`; lists of different lengths.

    References
    ----------
    Vincent, Gribonval and Févotte (2006), Performance measurement in blind audio source separation.

    Examples
    --------
    >>> corpus_signal_to_distortion_ratio([[10.0], [0.0, 0.0]], [[9.0], [0.0, 0.0]])
    20.0
    """
    rows = signal_to_distortion_ratio_statistics(references, estimates)
    return float(signal_to_distortion_ratio_from_statistics(rows.sum(axis=0)))


def signal_to_distortion_ratio_statistics(references: Sequence[Any], estimates: Sequence[Any]) -> Floats:
    """What each clip adds to the signal-to-distortion ratio of all clips taken together.

    Parameters
    ----------
    references, estimates : lists of n signals
        Pairs as in `signal_to_distortion_ratio`.

    Returns
    -------
    array of shape (n, 2)
        Columns: energy of the reference, energy of the difference.

    References
    ----------
    Vincent, Gribonval and Févotte (2006), Performance measurement in blind audio source separation.

    Examples
    --------
    >>> signal_to_distortion_ratio_statistics([[3.0, 4.0]], [[3.0, 3.0]])
    array([[25.,  1.]])
    """
    _listed(references, estimates, "estimates")
    return np.array([_energies(*pair) for pair in zip(references, estimates, strict=True)])


def signal_to_distortion_ratio_from_statistics(totals: Any) -> Any:
    """Signal-to-distortion ratio from summed rows of `signal_to_distortion_ratio_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Energy of the signal, energy of the distortion.

    Returns
    -------
    float, or array of shape (...)
        In [-inf, inf], in dB, higher is better; nan where both are 0.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Vincent, Gribonval and Févotte (2006), Performance measurement in blind audio source separation.

    Examples
    --------
    >>> signal_to_distortion_ratio_from_statistics([100.0, 1.0])
    20.0
    """
    signal, distortion = columns(totals, "energy of the signal", "energy of the distortion")
    with np.errstate(divide="ignore", invalid="ignore"):
        return plain(10 * (np.log10(signal) - np.log10(distortion)))


def scale_invariant_sdr(reference: Any, estimate: Any) -> float:
    """Signal-to-distortion ratio of the estimate's share along the reference, whatever its loudness (SI-SDR).

    Parameters
    ----------
    reference, estimate : sequences of n finite numbers
        As in `signal_to_distortion_ratio`; means are left in.

    Returns
    -------
    float
        In [-inf, inf], in dB, higher is better, and the same for any multiple of the estimate, also a negative one.
        nan where reference or estimate are silent.

    Raises
    ------
    ValueError, TypeError
        As in `signal_to_distortion_ratio`.

    References
    ----------
    Le Roux, Wisdom, Erdogan and Hershey (2019), SDR, half-baked or well done?, ICASSP.

    Examples
    --------
    >>> round(scale_invariant_sdr([1, -1, 1, -1], [0.5, -0.5, 0.5, 0.5]), 6)
    -4.771213
    """
    s, e = _signals(reference, estimate)
    s, e = (side / (np.abs(side).max() or 1.0) for side in (s, e))
    if not s.any() or not e.any():
        return np.nan
    target = (e @ s) / (s @ s) * s
    return float(signal_to_distortion_ratio_from_statistics([target @ target, (target - e) @ (target - e)]))


def mel_cepstral_distortion(reference: Any, synthesised: Any, *, align: str | None = None, per: str = "frame") -> float:
    """Mean distance of two sequences of mel cepstra, frame by frame (MCD), in decibels.

    Parameters
    ----------
    reference, synthesised : arrays of shape (n, d) and (m, d)
        Mel cepstra of natural logarithms, a row per frame. Every column counts: c0, the loudness, is usually left out
        by giving ``cepstra[:, 1:]``.
    align : {None, "dtw"}
        None pairs frames by their number, so n has to be m. "dtw" pairs them along the cheapest warping of time.
    per : {"frame", "pair"}
        What the sum of distances is divided by after a warping: the frames of the reference, as in Shannon's mcd, or
        the pairs, of which there are more.

    Returns
    -------
    float
        In [0, inf), in dB, lower is better. With "dtw" at most what it is without.

    Raises
    ------
    ValueError
        Different numbers of columns, or of frames without alignment; empty, values that are not finite; an unknown
        option.
    TypeError
        Something other than numbers.

    References
    ----------
    Kubichek (1993), Mel-cepstral distance measure for objective speech quality assessment, IEEE Pacific Rim
    Conference.

    Examples
    --------
    >>> round(mel_cepstral_distortion([[1.0, 0.0]], [[0.0, 0.0]]), 6)
    6.141851
    >>> mel_cepstral_distortion([[0], [1], [2]], [[0], [0], [1], [2]], align="dtw")
    0.0
    """
    totals = _distances(reference, synthesised, align, per)
    return float(mel_cepstral_distortion_from_statistics(totals))


def corpus_mel_cepstral_distortion(
    references: Sequence[Any], synthesised: Sequence[Any], *, align: str | None = None, per: str = "frame"
) -> float:
    """Mel cepstral distortion of many clips: all distances over all frames (add, then divide).

    Parameters
    ----------
    references, synthesised : lists of n arrays
        Pairs as in `mel_cepstral_distortion`.
    align, per
        As in `mel_cepstral_distortion`.

    Returns
    -------
    float
        In [0, inf), in dB, lower is better.

    Raises
    ------
    ValueError, TypeError
        As in `mel_cepstral_distortion`; lists of different lengths.

    References
    ----------
    Kubichek (1993), Mel-cepstral distance measure for objective speech quality assessment.

    Examples
    --------
    >>> round(corpus_mel_cepstral_distortion([[[0.0]], [[0.0]] * 3], [[[4.0]], [[0.0]] * 3]), 6)
    6.141851
    """
    rows = mel_cepstral_distortion_statistics(references, synthesised, align=align, per=per)
    return float(mel_cepstral_distortion_from_statistics(rows.sum(axis=0)))


def mel_cepstral_distortion_statistics(
    references: Sequence[Any], synthesised: Sequence[Any], *, align: str | None = None, per: str = "frame"
) -> Floats:
    """What each clip adds to the mel cepstral distortion of all.

    Parameters
    ----------
    references, synthesised : lists of n arrays
        Pairs as in `mel_cepstral_distortion`.
    align, per
        As in `mel_cepstral_distortion`.

    Returns
    -------
    array of shape (n, 2)
        Columns: summed distances in dB, and what they are divided by.

    References
    ----------
    Kubichek (1993), Mel-cepstral distance measure for objective speech quality assessment.

    Examples
    --------
    >>> mel_cepstral_distortion_statistics([[[0.0], [2.0]]], [[[1.0], [2.0]]]).round(3)
    array([[6.142, 2.   ]])
    """
    _listed(references, synthesised, "synthesised")
    return np.array([_distances(*pair, align, per) for pair in zip(references, synthesised, strict=True)])


def mel_cepstral_distortion_from_statistics(totals: Any) -> Any:
    """Mel cepstral distortion from summed rows of `mel_cepstral_distortion_statistics`.

    Parameters
    ----------
    totals : array of shape (..., 2)
        Summed distances in dB, frames or pairs.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), in dB, lower is better; nan without frames.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Kubichek (1993), Mel-cepstral distance measure for objective speech quality assessment.

    Examples
    --------
    >>> mel_cepstral_distortion_from_statistics([12.0, 4])
    3.0
    """
    distances, frames = columns(totals, "distances", "frames")
    return plain(ratio(distances, frames))


def warping_path(reference: Any, synthesised: Any) -> Array:
    """Pairs of frames along the warping of time with the smallest sum of distances.

    Parameters
    ----------
    reference, synthesised : arrays of shape (n, d) and (m, d)
        A row per frame, finite numbers.

    Returns
    -------
    array of shape (length, 2)
        Positions in reference and in synthesised, from (0, 0) to (n - 1, m - 1), each step on by one in either or in
        both.

    Raises
    ------
    ValueError, TypeError
        As in `mel_cepstral_distortion`.

    References
    ----------
    Sakoe and Chiba (1978), Dynamic programming algorithm optimization for spoken word recognition.

    Examples
    --------
    >>> warping_path([[0], [1], [2]], [[0], [0], [1], [2]]).tolist()
    [[0, 0], [0, 1], [1, 2], [2, 3]]
    """
    return warping.path(warping.cumulated(_costs(*_frames(reference, synthesised))))


def log_mel_spectrogram(
    signal: Any, *, rate: float, bands: int = 40, window: float = 0.032, hop: float = 0.01, floor: float = 1e-5
) -> Floats:
    """Natural logarithms of how much of a sound lies in bands that are equally wide to the ear, moment by moment.

    Parameters
    ----------
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

    Returns
    -------
    array of shape (frames, bands)

    Raises
    ------
    ValueError
        A signal shorter than a frame, options out of range.
    TypeError
        Something other than numbers.

    References
    ----------
    Davis and Mermelstein (1980), Comparison of parametric representations for monosyllabic word recognition.

    Examples
    --------
    >>> beep = np.sin(2 * np.pi * 1000 * np.arange(8000) / 8000)
    >>> log_mel_spectrogram(beep, rate=8000).shape
    (97, 40)
    """
    samples = arguments.finite(signal, "signal")
    rate, floor = arguments.positive(rate, "rate"), arguments.positive(floor, "floor")
    length, step = (max(1, round(arguments.positive(v, k) * rate)) for v, k in ((window, "window"), (hop, "hop")))
    if length < 2:
        raise ValueError(f"window must hold at least 2 samples, got {window!r} seconds of {rate:g} samples each")
    if len(samples) < length:
        raise ValueError(f"signal must be at least one window long, {length} samples, got {len(samples)}")
    frames = np.lib.stride_tricks.sliding_window_view(samples, length)[::step]
    shape = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)
    power = np.abs(np.fft.rfft(frames * shape)) ** 2 / (shape @ shape)
    triangles = _triangles(arguments.whole_number(bands, "bands", least=1), length, rate)
    return np.log(np.maximum(np.sqrt(power @ triangles.T), floor))


def mel_cepstra(signal: Any, *, rate: float, n: int = 24, **options: Any) -> Floats:
    """Shape of the spectrum in few numbers: cosine waves that add up to the logarithms of the mel bands.

    Parameters
    ----------
    signal : sequence of finite numbers
        Samples.
    rate : float
        Samples per second.
    n : int, default 24
        How many waves; with c0, n + 1 numbers per frame. At most as many as there are bands.
    **options
        Of `log_mel_spectrogram`.

    Returns
    -------
    array of shape (frames, n + 1)
        c0, the mean of the logarithms, first. Band b of B is the sum of c_m cos(pi m (b + 1/2) / B), if all waves are
        taken: the scale for which the constant of `mel_cepstral_distortion` gives decibels.

    Raises
    ------
    ValueError, TypeError
        As in `log_mel_spectrogram`; n out of range.

    References
    ----------
    Davis and Mermelstein (1980), Comparison of parametric representations for monosyllabic word recognition.

    Examples
    --------
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


def _bits(values: Any, name: str) -> Array:
    """`values` as an array of 0 and 1."""
    if isinstance(values, bytes | bytearray):
        if not values:
            raise ValueError(f"{name} is empty: at least one bit is needed")
        return np.unpackbits(np.frombuffer(bytes(values), dtype=np.uint8))
    bits = arguments.one_dimensional(values, name, per="bit")
    if bits.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold bits, 0 and 1, or be bytes, got dtype {bits.dtype}")
    if not (odd := (bits != 0) & (bits != 1)).any():
        return bits.astype(np.uint8)
    raise ValueError(f"{name} must hold bits, 0 and 1, got {bits[odd][0]} at position {int(odd.argmax())}")


def _signals(reference: Any, estimate: Any) -> tuple[Floats, Floats]:
    """Two signals of one length."""
    s, e = arguments.finite(reference, "reference"), arguments.finite(estimate, "estimate")
    if len(s) != len(e):
        raise ValueError(
            f"reference and estimate must have one length, sample by sample: {len(s)} and {len(e)}; "
            "cut or pad them yourself, and say so"
        )
    return s, e


def _energies(reference: Any, estimate: Any) -> Floats:
    """Energy of the reference, and of what the estimate differs from it."""
    s, e = _signals(reference, estimate)
    with np.errstate(over="ignore"):
        difference = s - e
        energies = np.array([s @ s, difference @ difference])
    lost = (energies < 1e-290) & [s.any(), difference.any()]
    if lost.any() or not np.isfinite(energies).all():
        raise ValueError("squares of samples do not fit into a float: divide both signals by one number first")
    return energies


def _listed(references: Any, others: Any, name: str) -> None:
    """Raise unless both are non-empty lists of one length."""
    for values, called in ((references, "references"), (others, name)):
        if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray):
            raise TypeError(f"{called} must be a list with one entry per clip, got {values!r}")
        if len(values) == 0:
            raise ValueError(f"{called} is empty: at least one clip is needed")
    if len(references) != len(others):
        raise ValueError(
            f"references and {name} must have the same length, one entry per clip: {len(references)} and {len(others)}"
        )


def _frames(reference: Any, synthesised: Any) -> tuple[Floats, Floats]:
    """Two sequences of frames with one number of columns."""
    one = arguments.table(reference, "reference", per="frame")
    other = arguments.table(synthesised, "synthesised", per="frame")
    if one.shape[1] != other.shape[1]:
        raise ValueError(
            f"reference and synthesised must have one number of columns, got {one.shape} and {other.shape}"
        )
    return one, other


def _costs(one: Floats, other: Floats) -> Floats:
    """Distance of every frame of one from every frame of the other, in dB."""
    from scipy.spatial.distance import cdist

    return np.asarray(DB_PER_UNIT * cdist(one, other), dtype=np.float64)


def _distances(reference: Any, synthesised: Any, align: str | None, per: str) -> Floats:
    """Sum of the distances of paired frames in dB, and what it is divided by."""
    one, other = _frames(reference, synthesised)
    arguments.one_of(per, "per", ["frame", "pair"])
    if align is None:
        if len(one) != len(other):
            raise ValueError(
                f"reference and synthesised must have one number of frames, got {len(one)} and {len(other)}: "
                'pair them with align="dtw"'
            )
        return np.array([DB_PER_UNIT * np.linalg.norm(one - other, axis=1).sum(), len(one)])
    arguments.one_of(align, "align", ["dtw"])
    total = warping.cumulated(_costs(one, other))
    return np.array([total[-1, -1], len(one) if per == "frame" else len(warping.path(total))])


def _triangles(bands: int, length: int, rate: float) -> Floats:
    """Weights of each frequency of a frame in each band, shape (bands, frequencies)."""
    mel = 2595 * np.log10(1 + np.fft.rfftfreq(length, 1 / rate) / 700)
    edges = np.linspace(0, mel[-1], bands + 2)[:, None]
    low, middle, high = edges[:-2], edges[1:-1], edges[2:]
    return np.asarray(np.clip(np.minimum((mel - low) / (middle - low), (high - mel) / (high - middle)), 0, None))

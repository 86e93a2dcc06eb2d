"""Bits, sounds and sequences of frames, checked."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from . import arguments, numbers
from .arguments import Array, Floats, columns, described_with, same_length, shown


def bits(sent: Any, received: Any) -> tuple[Array, Array]:
    """Bits that were sent, and as what they arrived.

    sent, received : sequences of n bits, or bytes
        0 and 1, or booleans; bytes are read bit by bit, eight each.
    """
    return columns(_bits, "bit", sent=sent, received=received)


def _bits(values: Any, name: str) -> Array:
    if isinstance(values, bytes | bytearray):
        values = np.unpackbits(np.frombuffer(bytes(values), dtype=np.uint8))
    array = arguments.one_dimensional(values, name, per="bit")
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must hold bits, 0 and 1, or be bytes, got dtype {array.dtype}")
    return arguments.only(array, name, (0, 1), "bits, 0 and 1").astype(np.uint8)


def two_signals(reference: Any, estimate: Any) -> tuple[Floats, Floats]:
    """A signal, and an estimate of it.

    reference, estimate : sequences of n finite numbers
        Samples of the wanted signal and of what is to be judged, in one unit, at the same times. Nothing is projected,
        filtered or scaled: an estimate that is too loud, or late by one sample, is distorted.
    """
    return _squarable(*_in_one_scale(reference, estimate, "reference", "estimate"))


def of_any_loudness(reference: Any, estimate: Any) -> tuple[Floats, Floats]:
    """A signal, and an estimate of it, each divided by its largest sample.

    reference, estimate : sequences of n finite numbers
        Samples of the wanted signal and of what is to be judged, at the same times; means are left in.
    """
    s, e = _signals(reference, estimate, "reference", "estimate")
    return s / (np.abs(s).max() or 1.0), e / (np.abs(e).max() or 1.0)


def clips(references: Any, estimates: Any) -> tuple[list[Floats], list[Floats]]:
    """Many signals, and an estimate of each.

    references, estimates : lists of n signals
        Sequences of finite numbers, an estimate as long as its reference.
    """
    return _each(references, estimates, "estimates", lambda *pair: _squarable(*_in_one_scale(*pair)))


def _signals(reference: Any, estimate: Any, name: str, other_name: str) -> tuple[Floats, Floats]:
    arguments.in_one_order(**{name: reference, other_name: estimate})
    s, e = arguments.finite(reference, name), arguments.finite(estimate, other_name)
    if len(s) != len(e):
        raise ValueError(
            f"{name} and {other_name} must have one length, sample by sample: {len(s)} and {len(e)}; "
            "cut or pad them yourself, and say so"
        )
    return s, e


def _in_one_scale(reference: Any, estimate: Any, name: str, other_name: str) -> tuple[Floats, Floats]:
    """The same, none of them in whole numbers where the other lies within -1 and 1."""
    both = _signals(reference, estimate, name, other_name)
    whole = [np.asarray(values).dtype.kind in "iu" for values in (reference, estimate)]
    if whole[0] == whole[1]:
        return both
    largest = [np.abs(values).max() for values in both]
    if largest[whole.index(False)] <= 1 and largest[whole.index(True)] >= 128:
        came = f"up to {largest[0]:g} and {largest[1]:g}"
        raise ValueError(f"{name} and {other_name} are in two units, {came}: divide whole numbers by 2**15")
    return both


def _squarable(s: Floats, e: Floats) -> tuple[Floats, Floats]:
    """The signals, in another unit where floats cannot hold squares; a few samples tell mostly that they can."""
    few = slice(None, None, 1 + len(s) // 16)
    with np.errstate(over="ignore"):
        least = min(np.abs(s[few]).max(), np.abs(s[few] - e[few]).max())
        if not (least > numbers.SMALLEST and s @ s + e @ e < numbers.LARGEST**2):
            s, e = arguments.in_one_unit(s=s, e=e)
            numbers.refuse_unsquarable(s)
            numbers.refuse_unsquarable(s - e)
    return s, e


def _each(references: Any, others: Any, name: str, check: Callable[..., tuple[Floats, Floats]]) -> Any:
    """Two lists of clips, of which `check` reads one pair after the other."""
    for values, called in ((references, "references"), (others, name)):
        if isinstance(values, str) or not isinstance(values, Sequence | np.ndarray):
            raise TypeError(f"{called} must be a list with one entry per clip, got {shown(values)}")
        if len(values) == 0:
            raise ValueError(f"{called} is empty: at least one clip is needed")
    same_length(**{"references": references, name: others})
    pairs = enumerate(zip(references, others, strict=True))
    checked = [check(*pair, f"references[{i}]", f"{name}[{i}]") for i, pair in pairs]
    return tuple(map(list, zip(*checked, strict=True)))


def time_axis(value: Any, name: str) -> Any:
    """A check: which way round frames lie.

    time : {"rows", "columns"}, optional
        Whether time runs down the rows, a frame each, or along the columns, as in librosa's arrays. To be said where
        there are more columns than rows.
    """
    return arguments.one_of(value, name, [None, "rows", "columns"])


@described_with(time_axis)
def frames(
    reference: Any, synthesised: Any, *, align: str | None = None, time: str | None = None
) -> tuple[Floats, Floats]:
    """Frames of a natural voice, and of a synthesised one.

    reference, synthesised : arrays of shape (n, d) and (m, d)
        Mel cepstra of natural logarithms, a row per frame. Every coefficient counts: c0, the loudness, is usually left
        out by giving ``cepstra[:, 1:]``.
    """
    return _frames(reference, synthesised, "reference", "synthesised", align=align, time=time)


@described_with(time_axis)
def clips_of_frames(references: Any, synthesised: Any, *, align: str | None = None, time: str | None = None) -> Any:
    """Frames of many natural voices, and of a synthesised one for each.

    references, synthesised : lists of n arrays of shape (frames, d)
        Mel cepstra of natural logarithms, a row per frame.
    """
    return _each(references, synthesised, "synthesised", partial(_frames, align=align, time=time))


def _frames(
    reference: Any, synthesised: Any, name: str, other_name: str, *, align: str | None, time: str | None
) -> tuple[Floats, Floats]:
    one, other = (arguments.table(v, n, per="frame") for v, n in ((reference, name), (synthesised, other_name)))
    if time is None and (wide := [n for n, v in ((name, one), (other_name, other)) if v.shape[0] < v.shape[1]]):
        raise ValueError(
            f"{wide[0]} has more columns than rows: give time='columns' if time runs along them, as in librosa's "
            "arrays, or time='rows' if a row is a frame"
        )
    if time == "columns":
        one, other = one.T, other.T
    if one.shape[1] != other.shape[1]:
        raise ValueError(f"{name} and {other_name} must have one number of columns, got {one.shape} and {other.shape}")
    if align is None and len(one) != len(other):
        raise ValueError(
            f"{name} and {other_name} must have one number of frames, got {len(one)} and {len(other)}: "
            'pair them with align="dtw"'
        )
    return one, other


def windows(signal: Any, rate: Any, window: Any, hop: Any) -> tuple[Floats, float]:
    """Overlapping pieces of a signal, shape (frames, samples), and the samples per second."""
    samples, rate = arguments.finite(signal, "signal"), arguments.positive(rate, "rate")
    length, step = (max(1, round(arguments.positive(v, k) * rate)) for v, k in ((window, "window"), (hop, "hop")))
    if length < 2:
        raise ValueError(f"window must hold at least 2 samples, got {window!r} seconds of {rate:g} samples each")
    if len(samples) < length:
        raise ValueError(f"signal must be at least one window long, {length} samples, got {len(samples)}")
    return np.lib.stride_tricks.sliding_window_view(samples, length)[::step], rate

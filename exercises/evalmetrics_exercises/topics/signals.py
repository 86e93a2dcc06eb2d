"""Exercise of the chapter on signals."""

from collections.abc import Iterator
from math import log10
from typing import Any

import numpy as np

from evalmetrics import bit_error_rate, mel_cepstral_distortion

from ..building import apart, at_least, at_most, entry, numbers_in, slack
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ._signals import (
    CONSTANT,
    SILENT,
    cut,
    draw,
    energies,
    greedy,
    long_sequences,
    many_samples,
    one_said_twice,
    pairs,
    per_pair,
    scores,
    sdr_of,
    sequences,
    to_nearest,
    warped,
    with_mcd,
    without_first,
)

TITLE = "43_signals"


@just_fail(
    {"reference": [1, 2, 3, 4, 5, 6], "synthesised": [1, 2, 3, 4, 5, 6]},
    {"reference": [1, 2, 3, 4, 5, 5], "synthesised": [1, 1, 2, 3, 4, 5]},
    {"reference": [0, 20, 0, 20, 0, 20], "synthesised": [0, 0, 20, 0, 20, 20]},
    {
        "reference": [0, 1e-5, 2e-5, -1e-5, 50, 50, 50, 50, 0, 0, 0, 0],
        "synthesised": [0, 0, 0, 0, 50, 50, 0, 1e-5, 2e-5, -1e-5, 0, 0],
    },
    {
        "reference": [0, 10, 20, 30, 40, *(40 + 1e-6 * i for i in range(8))],
        "synthesised": [0, 0, 10, 20, 30, *(40 + 1e-6 * (i + 1) for i in range(8))],
    },
    {"reference": [0, 10, 20, 30, 40, 50], "synthesised": [0, 0, 10, 20, 30, 40]},
    {"reference": [0, 10, 20, 30, 40, 50], "synthesised": [50, 40, 30, 20, 10, 0]},
)
def hidden(answer: Any) -> Iterator[Condition]:
    """Two sequences that are far apart frame by frame, and equal for a warping."""
    reference, synthesised = (
        numbers_in(part, name, -100, 100, 6) for part, name in zip(entry(answer, *SIDES), SIDES, strict=True)
    )
    if not len(reference) == len(synthesised) <= 100:
        raise ValueError("reference and synthesised must have the same length, 6 to 100")
    one, other = ([[v] for v in side] for side in (reference, synthesised))
    for name, side in zip(SIDES, (reference, synthesised), strict=True):
        yield at_least(f"values of {name} that are 1 or more apart", apart(side, 1), 5)
    yield at_least("MCD frame by frame", mel_cepstral_distortion(one, other, time="rows"), 10)
    yield at_most("MCD after warping", mel_cepstral_distortion(one, other, align="dtw", time="rows"), 0.001)
    far = float(np.mean([abs(a - b) >= 1 - slack(1) for a, b in zip(reference, synthesised, strict=True)]))
    yield at_least("share of frames that differ by 1 or more", far, 0.5)


SIDES = ("reference", "synthesised")


@just_fail(
    {"sent": [100, 120, 140, 160] * 4, "A": [100, 120, 140, 160] * 4, "B": [101, 121, 141, 161] * 4},
    {"sent": [100, 120, 140, 160] * 4, "A": [228, 120, 140, 160] * 4, "B": [101, 121, 140, 160] * 4},
    {"sent": [100, 120, 140, 160] * 4, "A": [101, *[120, 140, 160, 100] * 3, 120, 140, 160], "B": [0] * 16},
    {"sent": [128] * 16, "A": [0, *[128] * 15], "B": [129] * 16},
    {"sent": [100] * 15, "A": [228, *[100] * 14], "B": [101] * 15},
)
def worse_with_fewer(answer: Any) -> Iterator[Condition]:
    """Two copies of a sound in bytes: A with fewer wrong bits, B with less distortion."""
    sent, a, b = (numbers_in(part, name, 0, 255, 16) for part, name in zip(entry(answer, *SOUNDS), SOUNDS, strict=True))
    if not len(sent) == len(a) == len(b) <= 1000:
        raise ValueError("sent, A and B must have the same length, 16 to 1000")
    if any(v != int(v) for v in (*sent, *a, *b)):
        raise ValueError("sent, A and B must hold whole numbers")
    arrived = {"A": a, "B": b}
    as_bytes = bytes(map(int, sent))
    rates = {name: bit_error_rate(as_bytes, bytes(map(int, side))) for name, side in arrived.items()}
    ratios = {name: sdr_of([v - 128 for v in sent], [v - 128 for v in side]) for name, side in arrived.items()}
    yield Condition("sent is no silence", f"{len(set(sent))} different bytes", len(set(sent)) >= 4)
    yield Condition("A has wrong bits", f"BER {rates['A']:.4g}", rates["A"] > 0)
    yield at_least("BER of B over BER of A", rates["B"] / rates["A"] if rates["A"] else float("nan"), 3)
    yield at_least("SDR of B minus SDR of A, in dB", ratios["B"] - ratios["A"], 20)


SOUNDS = ("sent", "A", "B")
# No silence, though a sum, an end or the largest sample is 0, or all of them are small.
COPIED: tuple[list[float], ...] = (
    [1, -1],
    [0, 5, 0],
    [0, 3],
    [3, 0],
    [-2, -3],
    [0, -4],
    [-1, 3, -2],
    [0.25],
    [1e-4, -2e-4],
    [1e-9, 2e-9],
    [1e-12, 0.0],
)
NOISE = (*COPIED, [2e-7, 1e-7])
BY_HAND: Ideas = {
    "the mean of the clips' decibels for all clips together": lambda data: (
        scores(data) | {"sdr": scores(data)["mean_sdr"]}
    ),
    "decibels of the mean ratio: take the logarithm of each clip first": lambda data: (
        scores(data)
        | {
            "mean_sdr": 10
            * log10(np.mean([10 ** (sdr_of(*p) / 10) for p in zip(data["clips"], data["arrived"], strict=True)]))
        }
    ),
    "the ratio without a scale": lambda data: scores(data) | {"si_sdr": sdr_of(data["clips"][0], data["arrived"][0])},
    "the sum divided by the pairs: it is divided by the frames of the reference": lambda data: with_mcd(data, per_pair),
    "the cheapest next step: it may lead into a dear corner": lambda data: with_mcd(data, greedy),
    "each frame with the nearest: a warping never goes back": lambda data: with_mcd(data, to_nearest),
    "one frame said twice and the rest in step: either side may wait": lambda data: with_mcd(data, one_said_twice),
    "distances without the constant": lambda data: scores(data) | {"mcd": float(scores(data)["mcd"] / CONSTANT)},
}


TASKS = (
    Implement(
        name="sdr_of",
        minutes=15,
        reference=sdr_of,
        examples=({"reference": [10, 0, -10], "estimate": [9, 0, -9]},),
        parts={
            "signals and their distortions": Part(
                pairs(),
                1,
                (
                    {"reference": [3, 4], "estimate": [-3, -4]},
                    {"reference": [1e-4, 0], "estimate": [0, 1e-4]},
                    {"reference": [0, 5, 0], "estimate": [0, 4, 0]},
                    {"reference": [0.9, -0.3], "estimate": [0.900005, -0.300002]},
                    {"reference": [1e-7, 2e-7], "estimate": [1e-7, 1.5e-7]},
                    {"reference": list(range(12)), "estimate": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10]},
                    {"reference": [1, 2], "estimate": [2, 1]},
                    {"reference": [1, -1], "estimate": [2, -1]},
                    {"reference": [3, 4], "estimate": [0, 0]},
                    {"reference": [-1, -2], "estimate": [-1, -3]},
                    {"reference": [0.0, 1e-9], "estimate": [0.0, -1e-9]},
                    {"reference": [1, 0], "estimate": [1_000_001, 0]},
                    {"reference": [1e-5], "estimate": [1e5]},
                    {"reference": [1, 0], "estimate": [1, 1e-7]},
                    {"reference": [0, 1e6], "estimate": [1e-6, 1e6]},
                    {"reference": [1e6, 3], "estimate": [1_000_000.5, 3]},
                    {"reference": [1000, 0], "estimate": [1999, 0]},  # 0.009 dB
                    {"reference": [4, -2, 7, 1], "estimate": [5, -1, 8, 2]},
                    *many_samples(),
                ),
            ),
            "copies and silence": Part(
                SILENT,
                1,
                (
                    {"reference": [1, 2], "estimate": [1, 2]},
                    {"reference": [0, 0], "estimate": [1, 2]},
                    {"reference": [0], "estimate": [0]},
                    {"reference": [0, 0], "estimate": [0, 0]},
                    *({"reference": copied, "estimate": list(copied)} for copied in COPIED),
                    *({"reference": [0] * len(noise), "estimate": noise} for noise in NOISE),
                ),
            ),
        },
        wrong_ideas={
            "20 times the logarithm: energies are squares already": lambda reference, estimate: (
                2 * sdr_of(reference, estimate)
            ),
            "the natural logarithm: decibels are ten times one of base 10": lambda reference, estimate: float(
                10 * np.log(energies(reference, estimate)[0] / energies(reference, estimate)[1])
            ),
            "the ratio without its logarithm": lambda reference, estimate: (
                energies(reference, estimate)[0] / energies(reference, estimate)[1]
            ),
            "distortion over signal: the signal stands above the line": lambda reference, estimate: (
                10 * log10(energies(reference, estimate)[1] / energies(reference, estimate)[0])
            ),
            "the energy of the estimate above the line: it is that of the reference": lambda reference, estimate: (
                10 * log10(energies(reference, estimate)[2] / energies(reference, estimate)[1])
            ),
            "absolute values: energies are sums of squares": lambda reference, estimate: float(
                10
                * np.log10(
                    (np.abs(reference).sum() or 1e-300)
                    / (np.abs(np.array(reference) - np.array(estimate)).sum() or 1e-300)
                )
            ),
        },
    ),
    Implement(
        name="warped_mcd_of",
        minutes=30,
        reference=warped,
        examples=({"reference": [[0], [1], [2]], "synthesised": [[0], [0], [1], [3]]},),
        parts={
            "as many frames on both sides": Part(
                sequences(same=True),
                1,
                (
                    {"reference": [[0], [1], [1]], "synthesised": [[1], [1], [0]]},
                    {"reference": [[0], [2e12]], "synthesised": [[5e12], [1e12]]},
                    {"reference": [[0], [0]], "synthesised": [[1], [1]]},
                    {"reference": [[0.0014], [0.0026]], "synthesised": [[0.0049], [0.0012]]},
                    {"reference": [[0.01, -0.02], [0.03, 0.04]], "synthesised": [[0.01, 0.05], [-0.03, 0.04]]},
                    {"reference": [[1, 2, 3, 4, 5, 6]], "synthesised": [[1, 2, 3, 4, 7, 1]]},
                    {"reference": [[0.25]], "synthesised": [[0.251]]},
                    *long_sequences(same=True),
                ),
            ),
            "more frames on one side": Part(
                sequences(same=False),
                2,
                (
                    {"reference": [[0, 0], [3, 4]], "synthesised": [[0, 0]]},
                    {"reference": [[1]], "synthesised": [[0], [1], [2]]},
                    {"reference": [[0], [4], [5]], "synthesised": [[0], [0], [4], [4], [7]]},
                    {
                        "reference": [[v] for v in (0, 0, 0, 5, 9, 5, 0, 0)],
                        "synthesised": [[v] for v in (0, 5, 9, 5, 0, 0, 0, 0, 0)],
                    },
                    {"reference": [[0.5], [0.25]], "synthesised": [[0.9]]},
                    {"reference": [[v] for v in (*[0] * 20, 9)], "synthesised": [[v] for v in (0, *[9] * 20)]},
                    {
                        "reference": [[v] for v in (0, *[1] * 12, 5, 9, 5, 0)],
                        "synthesised": [[v] for v in (0, 1, 5, 9, 5, 0)],
                    },
                    *long_sequences(same=False),
                ),
            ),
        },
        wrong_ideas={
            "frames paired by their number: time may be warped": cut,
            "the sum divided by the pairs: it is divided by the frames of the reference": lambda **given: (
                mel_cepstral_distortion(given["reference"], given["synthesised"], align="dtw", per="pair", time="rows")
            ),
            "distances without the constant": lambda **given: float(warped(**given) / CONSTANT),
            "the constant without the root of 2": lambda **given: float(warped(**given) / np.sqrt(2)),
            "the sum of all distances: a mean is asked for": lambda **given: warped(**given) * len(given["reference"]),
            "the sum divided by the synthesised frames: it is divided by those of the reference": lambda **given: (
                warped(**given) * len(given["reference"]) / len(given["synthesised"])
            ),
            "the cheapest next step: it may lead into a dear corner": greedy,
            "the first coefficient left out: all that are given count": without_first,
        },
    ),
    ByHand(name="signals_by_hand", minutes=30, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="hidden_by_warping", minutes=15, points=4, conditions=hidden),
    Refute(name="fewer_errors_worse_sound", minutes=15, points=3, conditions=worse_with_fewer),
    Argue(name="which_enhancement", minutes=20, points=4),
)

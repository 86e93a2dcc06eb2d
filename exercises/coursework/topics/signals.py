"""Exercise of the chapter on signals."""

import random
from collections.abc import Callable, Iterator, Sequence
from math import log10
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    bit_error_rate,
    corpus_signal_to_distortion_ratio,
    mel_cepstral_distortion,
    scale_invariant_sdr,
    signal_to_distortion_ratio,
)

from ..drawing import at_least, at_most, entry, numbers_in
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Implement, Part, Refute

TITLE = "43_signals"
Frames = list[list[float]]


def pairs() -> st.SearchStrategy[Arguments]:
    """Two signals of one length on some scale, the first of them no silence, the second no copy."""
    one = st.integers(-9, 9)
    drawn = st.integers(1, 7).flatmap(lambda n: st.tuples(*[st.lists(one, min_size=n, max_size=n)] * 2))
    usable = drawn.filter(lambda pair: any(pair[0]) and pair[0] != pair[1])
    return st.tuples(usable, st.sampled_from([1, 0.125, 1000])).map(
        lambda given: {
            "reference": [given[1] * v for v in given[0][0]],
            "estimate": [given[1] * v for v in given[0][1]],
        }
    )


SILENT: st.SearchStrategy[Arguments] = st.integers(1, 5).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(-9, 9), min_size=n, max_size=n), st.sampled_from(["copy", "for silence", "silent"])
    ).map(
        lambda drawn: {
            "reference": drawn[0] if drawn[1] == "copy" else [0] * len(drawn[0]),
            "estimate": [0] * len(drawn[0]) if drawn[1] == "silent" else list(drawn[0]),
        }
    )
)


def sdr_of(reference: Sequence[float], estimate: Sequence[float]) -> float:
    """The definition."""
    return signal_to_distortion_ratio(reference, estimate)


def energies(reference: Sequence[float], estimate: Sequence[float]) -> tuple[float, float, float]:
    """Of reference, difference and estimate, none of them 0."""
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return float(s @ s) or 1e-300, float((s - e) @ (s - e)) or 1e-300, float(e @ e) or 1e-300


def sequences(same: bool) -> st.SearchStrategy[Arguments]:
    """Two sequences of frames with one to three coefficients, of one length or of any."""

    def of(d: int) -> st.SearchStrategy[Arguments]:
        frame = st.lists(st.integers(-4, 4), min_size=d, max_size=d)

        def long(n: int) -> st.SearchStrategy[Any]:
            return st.lists(frame, min_size=n, max_size=n)

        lengths = st.integers(1, 5)
        both = lengths.flatmap(
            lambda n: st.tuples(long(n), long(n) if same else lengths.filter(lambda m: m != n).flatmap(long))
        )
        return both.map(lambda drawn: {"reference": drawn[0], "synthesised": drawn[1]})

    return st.integers(1, 3).flatmap(of)


def warped(reference: Frames, synthesised: Frames) -> float:
    """The definition."""
    return mel_cepstral_distortion(reference, synthesised, align="dtw")


def cut(reference: Frames, synthesised: Frames) -> float:
    """Without a warping, to the shorter of the two."""
    n = min(len(reference), len(synthesised))
    return mel_cepstral_distortion(reference[:n], synthesised[:n])


def without_first(reference: Frames, synthesised: Frames) -> float:
    """The first of the coefficients left out, though all were to count."""
    one, other = (np.array(side, dtype=float)[:, 1:] for side in (reference, synthesised))
    return mel_cepstral_distortion(one, other, align="dtw") if one.shape[1] else 0.0


def greedy(reference: Frames, synthesised: Frames) -> float:
    """Always the step that is cheapest next."""
    one, other = np.array(reference, dtype=float), np.array(synthesised, dtype=float)
    cost = np.linalg.norm(one[:, None] - other, axis=2)
    i = j = 0
    total = cost[0, 0]
    while (i, j) != (len(one) - 1, len(other) - 1):
        steps = [(i + 1, j + 1), (i + 1, j), (i, j + 1)]
        i, j = min((step for step in steps if step[0] < len(one) and step[1] < len(other)), key=lambda s: cost[s])
        total += cost[i, j]
    return float(total * CONSTANT / len(one))


CONSTANT = 10 / np.log(10) * np.sqrt(2)


def draw(source: random.Random) -> Any:
    """Two short clips, and two sequences of one coefficient."""
    while True:
        clips = [[source.randint(-20, 20) for _ in range(4)] for _ in range(2)]
        arrived = [[v + source.randint(-4, 4) for v in clip] for clip in clips]
        if any(c == a or not any(c) for c, a in zip(clips, arrived, strict=True)):
            continue
        spoken, synthesised = misleading_frames(source)
        data = {"clips": clips, "arrived": arrived, "spoken": spoken, "synthesised": synthesised}
        found = scores(data)
        apart = abs(found["sdr"] - found["mean_sdr"]) > 0.05 and found["mcd"] > 1
        if apart and all(-40 < value < 60 for value in found.values()):
            return data


def misleading_frames(source: random.Random) -> tuple[list[int], list[float]]:
    """Four frames and five on which the cheapest step, from either end, and the nearest partner do not lead to the end.

    Nor is one frame said twice and all else in step: both sides wait for each other. To end early would be cheaper.
    """
    while True:
        spoken = source.sample(range(-9, 10), 4)
        said = sorted(source.choices(range(4), k=5))
        synthesised = [round(spoken[i] + source.randint(-40, 40) / 10, 1) for i in said]
        one, other = ([[v] for v in side] for side in (spoken, synthesised))
        right = warped(one, other)
        cut_off = min(warped(one, other[:n]) for n in range(1, 5))
        steps = greedy(one, other), greedy(one[::-1], other[::-1])
        others = *steps, to_nearest(one, other), one_said_twice(one, other)
        if cut_off < right - 0.01 and min(abs(value - right) for value in others) > 0.01:
            return spoken, synthesised


def one_said_twice(reference: Frames, synthesised: Frames) -> float:
    """The best of the ways in which one of the reference's frames stands for two, and all else is in step."""
    ways = ([*reference[: i + 1], *reference[i:]] for i in range(len(reference)))
    costs = [sum(abs(v - w) for (v,), (w,) in zip(way, synthesised, strict=True)) for way in ways]
    return float(min(costs) * CONSTANT / len(reference))


def to_nearest(reference: Frames, synthesised: Frames) -> float:
    """Each synthesised frame with the nearest of the reference, whatever their order."""
    total = sum(min(abs(v - w) for (w,) in reference) for (v,) in synthesised)
    return float(total * CONSTANT / len(reference))


def scores(data: Any) -> dict[str, float]:
    """What is asked by hand."""
    clips, arrived = data["clips"], data["arrived"]
    each = [sdr_of(*pair) for pair in zip(clips, arrived, strict=True)]
    one, other = ([[v] for v in data[name]] for name in ("spoken", "synthesised"))
    return {
        "sdr": corpus_signal_to_distortion_ratio(clips, arrived),
        "mean_sdr": float(np.mean(each)),
        "si_sdr": scale_invariant_sdr(clips[0], arrived[0]),
        "mcd": mel_cepstral_distortion(one, other, align="dtw"),
    }


def with_mcd(data: Any, distortion: Callable[[Frames, Frames], float]) -> dict[str, float]:
    """By hand, with another distortion of the two sequences."""
    return scores(data) | {"mcd": distortion(*([[v] for v in data[name]] for name in ("spoken", "synthesised")))}


def per_pair(reference: Frames, synthesised: Frames) -> float:
    """The sum along the path over the pairs."""
    return mel_cepstral_distortion(reference, synthesised, align="dtw", per="pair")


def hidden(answer: Any) -> Iterator[Condition]:
    """Two sequences that are far apart frame by frame, and equal for a warping."""
    reference, synthesised = (
        numbers_in(part, name, -100, 100, 6) for part, name in zip(entry(answer, *SIDES), SIDES, strict=True)
    )
    if not len(reference) == len(synthesised) <= 100:
        raise ValueError("reference and synthesised must have the same length, 6 to 100")
    one, other = ([[v] for v in side] for side in (reference, synthesised))
    for name, side in zip(SIDES, (reference, synthesised), strict=True):
        different = len({round(v, 6) for v in side})
        yield Condition(f"{name} has at least 5 different values", str(different), different >= 5)
    yield at_least("MCD frame by frame", mel_cepstral_distortion(one, other), 10)
    yield at_most("MCD after warping", mel_cepstral_distortion(one, other, align="dtw"), 0.001)
    far = float(np.mean([a != b for a, b in zip(reference, synthesised, strict=True)]))
    yield at_least("share of frames that differ", far, 0.5)


SIDES = ("reference", "synthesised")


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
                ({"reference": [3, 4], "estimate": [-3, -4]}, {"reference": [1e-4, 0], "estimate": [0, 1e-4]}),
            ),
            "copies and silence": Part(
                SILENT,
                1,
                (
                    {"reference": [1, 2], "estimate": [1, 2]},
                    {"reference": [0, 0], "estimate": [1, 2]},
                    {"reference": [0], "estimate": [0]},
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
                sequences(same=True), 1, ({"reference": [[0], [1], [1]], "synthesised": [[1], [1], [0]]},)
            ),
            "more on one of them": Part(
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
                    {
                        "reference": [[v] for v in (0, *[1] * 12, 5, 9, 5, 0)],
                        "synthesised": [[v] for v in (0, 1, 5, 9, 5, 0)],
                    },
                ),
            ),
        },
        wrong_ideas={
            "frames paired by their number: time may be warped": cut,
            "the sum divided by the pairs: it is divided by the frames of the reference": lambda **given: (
                mel_cepstral_distortion(given["reference"], given["synthesised"], align="dtw", per="pair")
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
    ByHand(
        name="signals_by_hand",
        minutes=30,
        draw=draw,
        solve=scores,
        wrong_ideas={
            "the mean of the clips' decibels for all clips together": lambda data: (
                scores(data) | {"sdr": scores(data)["mean_sdr"]}
            ),
            "decibels of the mean ratio: take the logarithm of each clip first": lambda data: (
                scores(data)
                | {
                    "mean_sdr": 10
                    * log10(
                        np.mean([10 ** (sdr_of(*p) / 10) for p in zip(data["clips"], data["arrived"], strict=True)])
                    )
                }
            ),
            "the ratio without a scale": lambda data: (
                scores(data) | {"si_sdr": sdr_of(data["clips"][0], data["arrived"][0])}
            ),
            "the sum divided by the pairs: it is divided by the frames of the reference": lambda data: with_mcd(
                data, per_pair
            ),
            "the cheapest next step: it may lead into a dear corner": lambda data: with_mcd(data, greedy),
            "each frame with the nearest: a warping never goes back": lambda data: with_mcd(data, to_nearest),
            "one frame said twice and the rest in step: either side may wait": lambda data: with_mcd(
                data, one_said_twice
            ),
            "distances without the constant": lambda data: (
                scores(data) | {"mcd": float(scores(data)["mcd"] / CONSTANT)}
            ),
        },
    ),
    Build(
        name="hidden_by_warping",
        minutes=15,
        points=4,
        conditions=hidden,
        near_misses=(
            {"reference": [1, 2, 3, 4, 5, 6], "synthesised": [1, 2, 3, 4, 5, 6]},
            {"reference": [1, 2, 3, 4, 5, 5], "synthesised": [1, 1, 2, 3, 4, 5]},
            {"reference": [0, 20, 0, 20, 0, 20], "synthesised": [0, 0, 20, 0, 20, 20]},
            {"reference": [0, 10, 20, 30, 40, 50], "synthesised": [0, 0, 10, 20, 30, 40]},
            {"reference": [0, 10, 20, 30, 40, 50], "synthesised": [50, 40, 30, 20, 10, 0]},
        ),
    ),
    Refute(
        name="fewer_errors_worse_sound",
        minutes=15,
        points=3,
        conditions=worse_with_fewer,
        near_misses=(
            {"sent": [100, 120, 140, 160] * 4, "A": [100, 120, 140, 160] * 4, "B": [101, 121, 141, 161] * 4},
            {"sent": [100, 120, 140, 160] * 4, "A": [228, 120, 140, 160] * 4, "B": [101, 121, 140, 160] * 4},
            {"sent": [100, 120, 140, 160] * 4, "A": [101, *[120, 140, 160, 100] * 3, 120, 140, 160], "B": [0] * 16},
            {"sent": [128] * 16, "A": [0, *[128] * 15], "B": [129] * 16},
            {"sent": [100] * 15, "A": [228, *[100] * 14], "B": [101] * 15},
        ),
    ),
    Argue(name="which_enhancement", minutes=20, points=4),
)

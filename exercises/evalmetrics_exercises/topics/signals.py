"""Exercise of the chapter on signals."""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
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

from ..building import apart, at_least, at_most, each_in, numbers_in, slack
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "43_signals"


Frames = list[list[float]]


def pairs() -> Inputs:
    """Two signals of one length on some scale, the first of them no silence, the second no copy."""
    one = st.integers(-9, 9)
    drawn = st.integers(1, 7).flatmap(lambda n: st.tuples(*[st.lists(one, min_size=n, max_size=n)] * 2))
    usable = drawn.filter(lambda pair: any(pair[0]) and pair[0] != pair[1])
    return st.tuples(usable, st.sampled_from([1, 0.125, 1000, 1e-6])).map(
        lambda given: {
            "reference": [given[1] * v for v in given[0][0]],
            "estimate": [given[1] * v for v in given[0][1]],
        }
    )


SILENT: Inputs = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(-9, 9), min_size=n, max_size=n),
        st.sampled_from(["copy", "for silence", "silent"]),
        st.sampled_from([1, 0.5, 1e-6]),
    ).map(
        lambda drawn: {
            "reference": [drawn[2] * v for v in drawn[0]] if drawn[1] == "copy" else [0] * len(drawn[0]),
            "estimate": [0] * len(drawn[0]) if drawn[1] == "silent" else [drawn[2] * v for v in drawn[0]],
        }
    )
)


def sdr_of(reference: Sequence[float], estimate: Sequence[float]) -> float:
    return signal_to_distortion_ratio(reference, estimate)


def energies(reference: Sequence[float], estimate: Sequence[float]) -> tuple[float, float, float]:
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    return float(s @ s) or 1e-300, float((s - e) @ (s - e)) or 1e-300, float(e @ e) or 1e-300


def sequences(same: bool) -> Inputs:
    """Two sequences of frames with one to three coefficients, of one length or of any."""

    def of(d: int) -> Inputs:
        frame = st.lists(st.integers(-4, 4), min_size=d, max_size=d)

        def long(n: int) -> st.SearchStrategy[Any]:
            return st.lists(frame, min_size=n, max_size=n)

        lengths = st.integers(1, 5)
        both = lengths.flatmap(
            lambda n: st.tuples(long(n), long(n) if same else lengths.filter(lambda m: m != n).flatmap(long))
        )
        scale = st.sampled_from([1, 0.1, 1000])
        return st.tuples(both, scale).map(
            lambda drawn: dict(
                zip(
                    ("reference", "synthesised"),
                    ([[drawn[1] * v for v in frame] for frame in side] for side in drawn[0]),
                    strict=True,
                )
            )
        )

    return st.integers(1, 3).flatmap(of)


def many_samples() -> tuple[Arguments, ...]:
    """Signals longer than those drawn, with noise of about a tenth, and louder than they are."""
    source = random.Random("many samples")
    found = []
    for n in (10, 16, 24, 60):
        signal = [source.randint(-100, 100) for _ in range(n)]
        found += [{"reference": signal, "estimate": [v + source.randint(-k, k) for v in signal]} for k in (10, 500)]
    return tuple(found)


def long_sequences(same: bool) -> tuple[Arguments, ...]:
    """Frames without order, up to as many as the text allows: a search that keeps few ways loses the cheapest."""
    source = random.Random(f"long sequences {same}")
    found = []
    for n in range(10, 22):
        m, d = n if same else source.choice([k for k in range(10, 22) if k != n]), source.randint(1, 4)
        sides = ([[source.randint(-9, 9) for _ in range(d)] for _ in range(k)] for k in (n, m))
        found.append(dict(zip(("reference", "synthesised"), sides, strict=True)))
    return tuple(found)


def warped(reference: Frames, synthesised: Frames) -> float:
    return mel_cepstral_distortion(reference, synthesised, align="dtw", time="rows")


def cut(reference: Frames, synthesised: Frames) -> float:
    n = min(len(reference), len(synthesised))
    return mel_cepstral_distortion(reference[:n], synthesised[:n], time="rows")


def without_first(reference: Frames, synthesised: Frames) -> float:
    one, other = (np.array(side, dtype=float)[:, 1:] for side in (reference, synthesised))
    return mel_cepstral_distortion(one, other, align="dtw", time="rows") if one.shape[1] else 0.0


def greedy(reference: Frames, synthesised: Frames) -> float:
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
    Which of the ways is the cheapest is drawn first.
    """
    way = source.choice(WAYS)
    while True:
        spoken = source.sample(range(-9, 10), 4)
        said = {j: i for i, j in source.sample(way, len(way))}
        synthesised = [round(spoken[said[j]] + source.randint(-40, 40) / 10, 1) for j in range(5)]
        if min(WAYS, key=lambda each: sum(abs(spoken[i] - synthesised[j]) for i, j in each)) != way:
            continue
        one, other = ([[v] for v in side] for side in (spoken, synthesised))
        right = warped(one, other)
        cut_off = min(warped(one, other[:n]) for n in range(1, 5))
        steps = greedy(one, other), greedy(one[::-1], other[::-1])
        others = *steps, to_nearest(one, other), one_said_twice(one, other)
        if cut_off < right - 0.01 and min(abs(value - right) for value in others) > 0.01:
            return spoken, synthesised


def ways() -> list[list[tuple[int, int]]]:
    """Pairs of frames, four with five: one side waits once (v), the other twice (h), and not right after each other."""
    orders = sorted(set(map("".join, permutations("ddhhv"))))
    apart = (order for order in orders if "hv" not in order and "vh" not in order)
    return [[(k - order[:k].count("h"), k - order[:k].count("v")) for k in range(6)] for order in apart]


WAYS = ways()


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
    clips, arrived = data["clips"], data["arrived"]
    each = [sdr_of(*pair) for pair in zip(clips, arrived, strict=True)]
    one, other = ([[v] for v in data[name]] for name in ("spoken", "synthesised"))
    return {
        "sdr": corpus_signal_to_distortion_ratio(clips, arrived),
        "mean_sdr": float(np.mean(each)),
        "si_sdr": scale_invariant_sdr(clips[0], arrived[0]),
        "mcd": mel_cepstral_distortion(one, other, align="dtw", time="rows"),
    }


def with_mcd(data: Any, distortion: Callable[[Frames, Frames], float]) -> dict[str, float]:
    return {"mcd": distortion(*([[v] for v in data[name]] for name in ("spoken", "synthesised")))}


def per_pair(reference: Frames, synthesised: Frames) -> float:
    """The sum along the path over the pairs."""
    return mel_cepstral_distortion(reference, synthesised, align="dtw", per="pair", time="rows")


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
    reference, synthesised = each_in(answer, SIDES, numbers_in, -100, 100, 6)
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
    sent, a, b = each_in(answer, SOUNDS, numbers_in, 0, 255, 16)
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
    "the mean of the clips' decibels for all clips together": lambda data: {"sdr": scores(data)["mean_sdr"]},
    "decibels of the mean ratio: take the logarithm of each clip first": lambda data: {
        "mean_sdr": 10
        * log10(np.mean([10 ** (sdr_of(*p) / 10) for p in zip(data["clips"], data["arrived"], strict=True)]))
    },
    "the ratio without a scale": lambda data: {"si_sdr": sdr_of(data["clips"][0], data["arrived"][0])},
    "the sum divided by the pairs: it is divided by the frames of the reference": lambda data: with_mcd(data, per_pair),
    "the cheapest next step: it may lead into a dear corner": lambda data: with_mcd(data, greedy),
    "each frame with the nearest: a warping never goes back": lambda data: with_mcd(data, to_nearest),
    "one frame said twice and the rest in step: either side may wait": lambda data: with_mcd(data, one_said_twice),
    "distances without the constant": lambda data: {"mcd": float(scores(data)["mcd"] / CONSTANT)},
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
            "copies and silence": Part(
                SILENT,
                1,
                {"reference": [1, 2], "estimate": [1, 2]},
                {"reference": [0, 0], "estimate": [1, 2]},
                {"reference": [0], "estimate": [0]},
                {"reference": [0, 0], "estimate": [0, 0]},
                *({"reference": copied, "estimate": list(copied)} for copied in COPIED),
                *({"reference": [0] * len(noise), "estimate": noise} for noise in NOISE),
            ),
        },
        wrong_ideas={
            "20 times the logarithm: energies are squares already": lambda **given: 2 * sdr_of(**given),
            "the natural logarithm: decibels are ten times one of base 10": lambda **given: float(
                10 * np.log(energies(**given)[0] / energies(**given)[1])
            ),
            "the ratio without its logarithm": lambda **given: energies(**given)[0] / energies(**given)[1],
            "distortion over signal: the signal stands above the line": lambda **given: (
                10 * log10(energies(**given)[1] / energies(**given)[0])
            ),
            "the energy of the estimate above the line: it is that of the reference": lambda **given: (
                10 * log10(energies(**given)[2] / energies(**given)[1])
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
                {"reference": [[0], [1], [1]], "synthesised": [[1], [1], [0]]},
                {"reference": [[0], [2e12]], "synthesised": [[5e12], [1e12]]},
                {"reference": [[0], [0]], "synthesised": [[1], [1]]},
                {"reference": [[0.0014], [0.0026]], "synthesised": [[0.0049], [0.0012]]},
                {"reference": [[0.01, -0.02], [0.03, 0.04]], "synthesised": [[0.01, 0.05], [-0.03, 0.04]]},
                {"reference": [[1, 2, 3, 4, 5, 6]], "synthesised": [[1, 2, 3, 4, 7, 1]]},
                {"reference": [[0.25]], "synthesised": [[0.251]]},
                *long_sequences(same=True),
            ),
            "more frames on one side": Part(
                sequences(same=False),
                2,
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

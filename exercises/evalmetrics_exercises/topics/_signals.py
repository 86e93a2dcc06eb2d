"""What the exercise on signals is made of: definitions, mistakes that have a name, and data."""

import random
from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import (
    corpus_signal_to_distortion_ratio,
    mel_cepstral_distortion,
    scale_invariant_sdr,
    signal_to_distortion_ratio,
)

from ..tasks import Arguments

Frames = list[list[float]]


def pairs() -> st.SearchStrategy[Arguments]:
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


SILENT: st.SearchStrategy[Arguments] = st.integers(1, 12).flatmap(
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
    """Without a warping, to the shorter of the two."""
    n = min(len(reference), len(synthesised))
    return mel_cepstral_distortion(reference[:n], synthesised[:n], time="rows")


def without_first(reference: Frames, synthesised: Frames) -> float:
    """The first of the coefficients left out, though all were to count."""
    one, other = (np.array(side, dtype=float)[:, 1:] for side in (reference, synthesised))
    return mel_cepstral_distortion(one, other, align="dtw", time="rows") if one.shape[1] else 0.0


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
    return scores(data) | {"mcd": distortion(*([[v] for v in data[name]] for name in ("spoken", "synthesised")))}


def per_pair(reference: Frames, synthesised: Frames) -> float:
    """The sum along the path over the pairs."""
    return mel_cepstral_distortion(reference, synthesised, align="dtw", per="pair", time="rows")

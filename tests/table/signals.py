"""Metrics of bits, of sounds and of sequences of frames."""

from . import Row


def bits(rng):
    n = rng.integers(1, 40)
    return rng.integers(0, 2, n), rng.integers(0, 2, n)


def sounds(rng):
    n, scale = rng.integers(1, 30), 10.0 ** rng.integers(-3, 4)
    reference = rng.normal(size=n) * scale
    return reference, reference * rng.normal() + rng.normal(size=n) * scale


def clips(rng):
    pairs = [sounds(rng) for _ in range(rng.integers(1, 6))]
    return [reference for reference, _ in pairs], [estimate for _, estimate in pairs]


def frames(rng):
    """Whole numbers, so that ways that cost the same do so in floats."""
    n, d = rng.integers(1, 8), rng.integers(1, 4)
    return tuple(rng.integers(-3, 4, (n, d)).astype(float) for _ in range(2))


def clips_of_frames(rng):
    pairs = [frames(rng) for _ in range(rng.integers(1, 5))]
    return [reference for reference, _ in pairs], [synthesised for _, synthesised in pairs]


def true_twice(reference, _):
    return reference, reference


SILENCE = [0.0, 0.0]
PAIRING = [{"time": "rows", **how} for how in ({}, {"align": "dtw"}, {"align": "dtw", "per": "pair"})]

ROWS = {
    "bit_error_rate": Row(bits, best=true_twice),
    "signal_to_distortion_ratio": Row(sounds, best=true_twice, undefined=[(SILENCE, SILENCE)]),
    "corpus_signal_to_distortion_ratio": Row(clips, best=true_twice, undefined=[([SILENCE], [SILENCE])]),
    "scale_invariant_sdr": Row(sounds, undefined=[(SILENCE, [1.0, 0.0]), ([1.0, 0.0], SILENCE)]),
    "mel_cepstral_distortion": Row(frames, PAIRING, best=true_twice),
    "corpus_mel_cepstral_distortion": Row(clips_of_frames, PAIRING, best=true_twice),
}

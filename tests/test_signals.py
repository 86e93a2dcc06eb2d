"""Bits, sound and cepstra: known values, scipy and written-out walks as references, properties, bad input, figures."""

import base64
import io
import re
import wave
from functools import partial
from math import inf, isnan, log, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.fft import dct
from scipy.spatial.distance import hamming

from evalmetrics import (
    bit_error_rate,
    corpus_mel_cepstral_distortion,
    corpus_signal_to_distortion_ratio,
    log_mel_spectrogram,
    mel_cepstra,
    mel_cepstral_distortion,
    scale_invariant_sdr,
    signal_to_distortion_ratio,
    warping_path,
)
from evalmetrics_book import (
    listen,
    plot_spectrograms,
    plot_warping,
    plot_waves,
    plot_wrong_bits,
)

from .printed import rounds_to

# Here a row is a frame, however few there are.
mel_cepstral_distortion, corpus_mel_cepstral_distortion = (
    metric.given(time="rows") for metric in (mel_cepstral_distortion, corpus_mel_cepstral_distortion)
)
warping_path = partial(warping_path, time="rows")

RATIOS = pytest.mark.parametrize("ratio", [signal_to_distortion_ratio, scale_invariant_sdr])
UNIT = 10 / log(10) * sqrt(2)

# Values that are known


def test_the_constant_of_mel_cepstral_distortion_is_the_usual_one():
    """E-118."""
    assert rounds_to(mel_cepstral_distortion([[1.0]], [[0.0]]), "6.141851")
    assert mel_cepstral_distortion([[3.0, 4.0], [0, 0]], [[0.0, 0.0], [0, 0]]) == pytest.approx(5 * UNIT / 2)


def test_mel_cepstral_distortion_is_the_difference_of_two_log_spectra_in_decibels():
    """For one frame, root mean square along the warped frequency; cepstra as in SPTK: ln |H| = sum c_m cos(m w)."""
    rng = np.random.default_rng(0)
    w = (np.arange(4096) + 0.5) * np.pi / 4096
    for d in (1, 5, 24):
        a, b = rng.normal(size=(2, d))
        decibels = [20 / log(10) * np.cos(np.outer(w, np.arange(1, d + 1))) @ c for c in (a, b)]
        assert mel_cepstral_distortion([a], [b]) == pytest.approx(np.sqrt(np.mean((decibels[0] - decibels[1]) ** 2)))


KNOWN_RATIOS = {
    "a tenth of the amplitude": ([1.0, -1.0], [0.9, -0.9], 20),
    "silence": ([1.0, 2.0], [0.0, 0.0], 0),
    "the sign turned": ([1.0, 2.0], [-1.0, -2.0], -20 * np.log10(2)),
    "twice as loud": ([1.0, 2.0], [2.0, 4.0], 0),
    "a copy": ([1.0, 2.0], [1.0, 2.0], inf),
    "noise for silence": ([0.0, 0.0], [1.0, 2.0], -inf),
    "silence for silence": ([0.0, 0.0], [0.0, 0.0], nan),
}


@pytest.mark.parametrize(("reference", "estimate", "value"), KNOWN_RATIOS.values(), ids=KNOWN_RATIOS)
def test_known_signal_to_distortion_ratios(reference, estimate, value):
    assert signal_to_distortion_ratio(reference, estimate) == pytest.approx(value, nan_ok=True)


@pytest.mark.parametrize(
    ("reference", "estimate", "value"),
    [
        ([1.0, 1], [1.0, -1], -inf),
        ([1.0, 1], [3.0, 3], inf),
        ([1.0, 1], [-3.0, -3], inf),
        ([1.0, 0], [1.0, 1], 0),
        ([1.0, 0], [10.0, 1], 20),
        ([0.0, 0], [1.0, 1], nan),
        ([1.0, 1], [0.0, 0], nan),
    ],
)
def test_known_scale_invariant_ratios(reference, estimate, value):
    assert scale_invariant_sdr(reference, estimate) == pytest.approx(value, nan_ok=True)


# References


def test_bit_errors_agree_with_scipy():
    rng = np.random.default_rng(0)
    for n in range(1, 60):
        sent, received = rng.integers(0, 2, (2, n))
        assert bit_error_rate(sent, received) == pytest.approx(hamming(sent, received))
        one, other = rng.bytes(n), rng.bytes(n)
        bits = [[int(c) for byte in side for c in f"{byte:08b}"] for side in (one, other)]
        assert bit_error_rate(one, other) == bit_error_rate(*bits)


def cheapest_walk(cost):
    """Total and path by trying every walk."""
    n, m = cost.shape

    def walks(i, j):
        if (i, j) == (n - 1, m - 1):
            yield [(i, j)]
            return
        for a, b in ((i + 1, j + 1), (i + 1, j), (i, j + 1)):
            if a < n and b < m:
                for rest in walks(a, b):
                    yield [(i, j), *rest]

    return min(sum(cost[pair] for pair in walk) for walk in walks(0, 0))


def random_pairs(count=60, most=6):
    rng = np.random.default_rng(0)
    for _ in range(count):
        n, m, d = rng.integers(1, most), rng.integers(1, most), rng.integers(1, 4)
        yield rng.integers(-3, 4, (n, d)).astype(float), rng.integers(-3, 4, (m, d)).astype(float)


def test_a_warping_is_the_cheapest_of_all_walks():
    for one, other in random_pairs():
        cost = UNIT * np.linalg.norm(one[:, None] - other, axis=2)
        total = cheapest_walk(cost)
        path = warping_path(one, other)
        assert cost[tuple(path.T)].sum() == pytest.approx(total)
        assert mel_cepstral_distortion(one, other, align="dtw") == pytest.approx(total / len(one))
        assert mel_cepstral_distortion(one, other, align="dtw", per="pair") == pytest.approx(total / len(path))


def test_a_warping_goes_from_the_first_frames_to_the_last_without_a_gap():
    for one, other in random_pairs(most=40):
        path = warping_path(one, other)
        assert path[0].tolist() == [0, 0]
        assert path[-1].tolist() == [len(one) - 1, len(other) - 1]
        assert {tuple(step) for step in np.diff(path, axis=0)} <= {(0, 1), (1, 0), (1, 1)}


def test_where_walks_cost_the_same_the_one_with_steps_in_both_is_taken():
    assert warping_path([[0]] * 3, [[0]] * 3).tolist() == [[0, 0], [1, 1], [2, 2]]
    assert warping_path([[0]] * 3, [[0]] * 2).tolist() in ([[0, 0], [1, 0], [2, 1]], [[0, 0], [1, 1], [2, 1]])
    assert len(warping_path([[0]] * 5, [[0]] * 9)) == 9


def test_scale_invariant_ratio_is_the_best_of_all_scales():
    rng = np.random.default_rng(0)
    for _ in range(40):
        s, noise = rng.normal(size=(2, 50))
        e = rng.normal() * s + rng.normal() * noise
        scale = np.linalg.lstsq(s[:, None], e, rcond=None)[0][0]
        best = 10 * np.log10((scale * s) @ (scale * s) / ((scale * s - e) @ (scale * s - e)))
        assert scale_invariant_sdr(s, e) == pytest.approx(best)
        assert scale_invariant_sdr(s, e) == pytest.approx(signal_to_distortion_ratio(scale * s, e))


def test_bands_and_cepstra_are_those_written_out():
    rng = np.random.default_rng(0)
    sound, rate = rng.normal(size=4000), 8000
    found = log_mel_spectrogram(sound, rate=rate, bands=20, window=0.032, hop=0.01)
    assert found.shape == (47, 20)
    frame = sound[3 * 80 : 3 * 80 + 256] * np.hanning(257)[:-1]
    power = np.abs(np.fft.rfft(frame)) ** 2 / (np.hanning(257)[:-1] ** 2).sum()
    mel = 2595 * np.log10(1 + np.fft.rfftfreq(256, 1 / rate) / 700)
    edges = np.linspace(0, mel[-1], 22)
    band = sum(
        p * max(0, min((x - edges[7]) / (edges[8] - edges[7]), (edges[9] - x) / (edges[9] - edges[8])))
        for p, x in zip(power, mel, strict=True)
    )
    assert found[3, 7] == pytest.approx(0.5 * log(band))
    cepstra = mel_cepstra(sound, rate=rate, n=19, bands=20)
    np.testing.assert_allclose(cepstra, dct(found, type=2) / np.r_[40, [20] * 19], atol=1e-12)
    waves = np.cos(np.pi * np.outer(np.arange(20), (np.arange(20) + 0.5) / 20))
    np.testing.assert_allclose(cepstra @ waves, found, atol=1e-9)


# Properties

bits = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=40).map(lambda b: np.array(b).T)
frames = st.integers(1, 3).flatmap(
    lambda d: st.tuples(
        *[arrays(np.float64, st.tuples(st.integers(1, 9), st.just(d)), elements=st.integers(-9, 9))] * 2
    )
)
samples = st.integers(1, 20).flatmap(lambda n: st.tuples(*[arrays(np.float64, n, elements=st.integers(-99, 99))] * 2))


@given(frames)
def test_distortion_with_warping_is_at_most_that_without(pair):
    one, other = pair
    assert mel_cepstral_distortion(one, one) == mel_cepstral_distortion(one, one, align="dtw") == 0
    warped = mel_cepstral_distortion(one, other, align="dtw")
    assert 0 <= mel_cepstral_distortion(one, other, align="dtw", per="pair") <= warped
    assert mel_cepstral_distortion(other, other.repeat(2, axis=0), align="dtw") == 0  # at half the speed
    if len(one) == len(other):
        assert warped <= mel_cepstral_distortion(one, other) + 1e-9
        assert mel_cepstral_distortion(one, other) == mel_cepstral_distortion(other, one)


@given(samples, st.integers(-50, 50).filter(bool))
def test_ratios_do_not_depend_on_the_unit_and_one_not_on_loudness(pair, scale):
    s, e = pair
    for ratio in (signal_to_distortion_ratio, scale_invariant_sdr):
        assert ratio(scale * s, scale * e) == pytest.approx(ratio(s, e), nan_ok=True)
    before, after = scale_invariant_sdr(s, e), scale_invariant_sdr(s, scale * e)
    if before < 200:  # above, rounding decides
        assert after == pytest.approx(before, nan_ok=True)
        assert before >= -inf


@given(samples)
def test_ratios_are_undefined_where_their_cards_say(pair):
    s, e = pair
    assert isnan(signal_to_distortion_ratio(s, e)) == (not s.any() and not e.any())
    assert isnan(scale_invariant_sdr(s, e)) == (not s.any() or not e.any())
    assert signal_to_distortion_ratio(s, s) == (inf if s.any() else pytest.approx(nan, nan_ok=True))


@given(st.lists(samples, min_size=1, max_size=5))
def test_clips_add_up_to_the_ratio_of_all_of_them_in_one(clips):
    references, estimates = zip(*clips, strict=True)
    together = signal_to_distortion_ratio(np.concatenate(references), np.concatenate(estimates))
    assert corpus_signal_to_distortion_ratio(references, estimates) == pytest.approx(together, nan_ok=True)


def test_rows_of_statistics_are_what_each_bit_or_clip_adds():
    assert bit_error_rate.statistics([0, 1], [1, 1]).tolist() == [[1, 1], [0, 1]]
    assert corpus_signal_to_distortion_ratio.statistics([[3.0, 4.0]], [[3.0, 3.0]]).tolist() == [[25, 1]]
    rows = corpus_mel_cepstral_distortion.statistics([[[0.0], [2.0]]], [[[1.0], [2.0]]])
    np.testing.assert_allclose(rows, [[UNIT, 2]])
    assert isnan(bit_error_rate.score([0, 0]))
    assert isnan(corpus_mel_cepstral_distortion.score([0.0, 0]))
    ratios = corpus_signal_to_distortion_ratio.score([[4.0, 1], [1, 0], [0, 1]])
    assert ratios == pytest.approx([20 * np.log10(2), inf, -inf])


def test_large_and_small_units_cost_no_digits():
    s, e = np.array([1.0, 2, 3]), np.array([1.1, 2.1, 2.9])
    for scale in (1e-300, 1e300):
        assert scale_invariant_sdr(s, scale * e) == pytest.approx(scale_invariant_sdr(s, e))


# Bad input

BAD_BITS = {
    "no bytes": ((b"", b""), ValueError, "sent is empty: at least one bit"),
    "a two": (([0, 1], [0, 2]), ValueError, "received must hold bits, 0 and 1, got 2 at position 1"),
    "nan": (([0, nan], [0, 1]), ValueError, "sent must hold bits, 0 and 1, got nan at position 1"),
    "letters": (([0, 1], ["0", "1"]), TypeError, "received must hold bits, 0 and 1, or be bytes, got dtype <U1"),
}


@pytest.mark.parametrize(("arguments", "error", "message"), BAD_BITS.values(), ids=BAD_BITS)
def test_bad_bits_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        bit_error_rate(*arguments)


BAD_SIGNALS = {
    "lengths": (([1, 2], [1, 2, 3]), ValueError, "must have one length, sample by sample: 2 and 3; cut or pad"),
    "stereo": (([[1, 2]], [1, 2]), ValueError, r"reference must be 1-d.* shape \(1, 2\)"),
    "empty": (([1], []), ValueError, "estimate is empty"),
    "nan": (([1, nan], [1, 2]), ValueError, "reference must hold finite numbers, got nan at position 1"),
    "strings": (([1, 2], ["a", "b"]), TypeError, "estimate must hold numbers"),
}


@RATIOS
@pytest.mark.parametrize(("arguments", "error", "message"), BAD_SIGNALS.values(), ids=BAD_SIGNALS)
def test_bad_signals_are_named(ratio, arguments, error, message):
    with pytest.raises(error, match=message):
        ratio(*arguments)


BAD_FRAMES = {
    "frames": (([[1.0]], [[1.0], [2.0]]), ValueError, 'number of frames, got 1 and 2: pair them with align="dtw"'),
    "columns": (([[1.0, 2]], [[1.0]]), ValueError, r"one number of columns, got \(1, 2\) and \(1, 1\)"),
    "a vector": (([1.0, 2], [1.0, 2]), ValueError, r"reference must have shape .*, a row per frame, .* got \(2,\)"),
    "empty": (([[1.0]], np.zeros((0, 1))), ValueError, "synthesised must have shape .*, a row per frame"),
    "ragged": (([[1.0], [1, 2]], [[1.0]]), ValueError, "reference must have a row per frame, got rows of"),
    "nan": (([[1.0]], [[nan]]), ValueError, "synthesised must hold finite numbers, got nan"),
    "strings": (([["a"]], [[1.0]]), TypeError, "reference must hold numbers"),
}


@pytest.mark.parametrize(("arguments", "error", "message"), BAD_FRAMES.values(), ids=BAD_FRAMES)
def test_bad_cepstra_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        mel_cepstral_distortion(*arguments)
    if "number of frames" not in message:
        with pytest.raises(error, match=message):
            warping_path(*arguments)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: corpus_mel_cepstral_distortion([[[1.0]]], []), ValueError, "synthesised is empty"),
        (lambda: corpus_mel_cepstral_distortion([[[1.0]]], [[[1.0]]] * 2), ValueError, "synthesised has 2"),
        (lambda: corpus_mel_cepstral_distortion("ab", "ab"), TypeError, "references must be a list.* got 'ab'"),
        (lambda: corpus_signal_to_distortion_ratio([[1.0]], 3), TypeError, "estimates must be a list.* got 3"),
        (lambda: log_mel_spectrogram([0.0] * 10, rate=8000), ValueError, "one window long, 256 samples, got 10"),
        (lambda: log_mel_spectrogram([0.0] * 999, rate=10), ValueError, "window must hold at least 2 samples"),
        (lambda: log_mel_spectrogram([0.0] * 999, rate=0), ValueError, "rate must be a finite number above 0"),
        (lambda: log_mel_spectrogram([0.0] * 999, rate=8000, floor=0), ValueError, "floor must be a finite number"),
        (lambda: mel_cepstra([0.0] * 999, rate=8000, n=40), ValueError, "n must be below the number of bands, 40"),
        (lambda: mel_cepstra([0.0] * 999, rate=8000, n=0), ValueError, "n must be at least 1"),
    ],
)
def test_other_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


# Figures


def test_spectrograms_are_drawn_on_one_scale():
    rng = np.random.default_rng(0)
    loud = rng.normal(size=4000)
    one, other = plot_spectrograms({"loud": loud, "quiet": 0.01 * loud[:2000]}, rate=8000)
    (image,) = one.get_images()
    np.testing.assert_allclose(image.get_array(), log_mel_spectrogram(loud, rate=8000).T)
    assert image.get_clim() == other.get_images()[0].get_clim()
    assert tuple(image.get_extent()[:2]) == (0.0, 0.5)
    assert (one.get_title(loc="left"), other.get_title(loc="left")) == ("loud", "quiet")
    with pytest.raises(ValueError, match="sounds is empty"):
        plot_spectrograms({}, rate=8000)


def test_players_play_what_they_are_given():
    player = listen({"a <b>": [0, 0.5, -1, 2]}, rate=8000)
    html = player._repr_html_()
    assert html.count("<audio controls") == 1
    assert "<figcaption>a &lt;b&gt;</figcaption>" in html
    with wave.open(io.BytesIO(base64.b64decode(re.search('base64,([^"]+)', html)[1]))) as played:
        assert (played.getnchannels(), played.getframerate()) == (1, 8000)
        assert np.frombuffer(played.readframes(9), "<i2").tolist() == [0, 16384, -32767, 32767]
    with pytest.raises(ValueError, match="sounds is empty"):
        listen({}, rate=8000)
    with pytest.raises(ValueError, match=r"sounds\['a'\] .*finite"):
        listen({"a": [nan]}, rate=8000)


def test_waves_are_drawn_for_a_moment_with_what_lies_between():
    clip = np.sin(np.arange(100))
    one, other = plot_waves(clip, {"half": clip / 2, "turned": -clip}, rate=1000, start=0.01, end=0.02)
    wanted, found = one.get_lines()
    np.testing.assert_allclose(wanted.get_xydata(), np.column_stack([np.arange(10, 20), clip[10:20]]))
    np.testing.assert_allclose(found.get_ydata(), clip[10:20] / 2)
    assert [ax.get_title(loc="left") for ax in (one, other)] == ["half: SDR 6.0 dB", "turned: SDR −6.0 dB"]
    with pytest.raises(ValueError, match="one length"):
        plot_waves(clip, {"short": clip[:50]}, rate=1000, start=0, end=0.1)


def test_wrong_bits_are_drawn_in_rows():
    one, other = plot_wrong_bits({"a": ([0] * 205, [*[0] * 203, 1, 0]), "b": (b"k", b"j")})
    assert np.argwhere(one.get_images()[0].get_array()).tolist() == [[1, 3]]
    assert np.argwhere(other.get_images()[0].get_array()).tolist() == [[0, 7]]
    assert [ax.get_title(loc="left") for ax in (one, other)] == ["a: BER 0.0049", "b: BER 0.1250"]
    with pytest.raises(ValueError, match="channels is empty"):
        plot_wrong_bits({})


def test_a_warping_is_drawn_over_the_distances():
    one, other = [[0], [1], [2]], [[0], [0], [1], [2]]
    ax = plot_warping(one, other)
    (image,) = ax.get_images()
    assert image.get_array().tolist() == [[0, 0, 1, 2], [1, 1, 0, 1], [2, 2, 1, 0]]
    assert ax.get_lines()[0].get_xydata().tolist() == [[0, 0], [1, 0], [2, 1], [3, 2]]

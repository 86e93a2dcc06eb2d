"""Worlds that are made up: where as many samples can be drawn as one likes."""

from typing import Any

import numpy as np

from evalmetrics.confusion import accuracy
from evalmetrics.precision_recall_curves import best_threshold
from evalmetrics.signals import log_mel_spectrogram, mel_cepstra

from ..examples import RATE, example_melody
from .coverage import Samples

Rng = np.random.Generator


def classes(rows: list[list[float]]) -> Any:
    """Labels and predictions whose shares are the cells of a matrix."""
    shares = np.array(rows) / np.sum(rows)

    def draw(n: int, rng: Rng) -> Samples:
        return np.divmod(rng.choice(shares.size, size=n, p=shares.ravel()), len(shares))

    return draw


def scores(positives: float, apart: float) -> Any:
    """Labels, a share of them positive, and normal scores that are so many standard deviations higher for these."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.permutation(np.arange(n) < round(positives * n)).astype(int)
        return y, rng.normal(size=n) + apart * y

    return draw


def two_scores(positives: float, apart: tuple[float, float], shared: float) -> Any:
    """Labels and the scores of two systems, which have a share of their variance in common."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.permutation(np.arange(n) < round(positives * n)).astype(int)
        common = np.sqrt(shared) * rng.normal(size=n)
        return y, *(common + np.sqrt(1 - shared) * rng.normal(size=n) + a * y for a in apart)

    return draw


def cautious_and_bold(n: int, rng: Rng) -> Samples:
    """A fifth is positive: one system finds 35 % and no more, one 95 % and many others, and both have the same F1."""
    y, luck = (rng.random(n) < 0.2).astype(int), rng.random((2, n))
    bold = np.where(y == 1, 0.95, 3 / 7)
    return y, ((luck[0] < 0.35) & (y == 1)).astype(int), (luck[1] < bold).astype(int)


def best_of_coins(n: int, rng: Rng) -> Samples:
    """Forty toss coins over n questions; the answers of the one who is right most often."""
    right = rng.random((40, n)) < 0.5
    return np.ones(n, dtype=int), right[right.sum(axis=1).argmax()].astype(int)


def best_threshold_on_noise(n: int, rng: Rng) -> Samples:
    """Scores that know nothing, and the verdicts at the threshold that suits these very labels best."""
    y, score = np.arange(n) % 2, rng.random(n)
    return y, (score >= best_threshold(y, score, accuracy)[0]).astype(int)


def folds(n: int, rng: Rng) -> Samples:
    """Ten folds of a hundred examples, n / 10 times over: by how much one of two equally good learners is ahead."""
    y = np.arange(100) % 2
    x = rng.normal(size=(2, 100)) + 0.5 * y  # one learner sees the first, the other the second
    fold = np.concatenate([rng.permutation(100) % 10 == np.arange(10)[:, None] for _ in range(n // 10)])
    train = 1.0 - fold
    means = [[(train * (y == kind)) @ of / (train @ (y == kind)) for kind in (0, 1)] for of in x]
    nearer = [abs(of - one[:, None]) < abs(of - zero[:, None]) for of, (zero, one) in zip(x, means, strict=True)]
    right = [(fold * (says == y)).sum(axis=1) / fold.sum(axis=1) for says in nearer]
    return (right[0] - right[1],)


def forecasts(n: int, rng: Rng) -> Samples:
    """Probabilities that mean what they say."""
    p = rng.beta(0.5, 1.0, size=n)
    return (rng.random(n) < p).astype(int), p


def patients(n: int, rng: Rng) -> Samples:
    """Whether a system was right, and of which patient: some are easy, some hard, each has 1 to 19 pictures."""
    patient = np.repeat(np.arange(n), rng.integers(1, 20, size=n))
    easy = rng.beta(2, 1, size=n)
    return (rng.random(len(patient)) < easy[patient]).astype(float), patient


def lines(noise: float) -> Any:
    """A truth, and a prediction that is off by normal noise."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.normal(size=n)
        return y, y + noise * rng.normal(size=n)

    return draw


def pairs(kind: str, r: float = 0.8) -> Any:
    """Pairs of numbers whose normal scores have a correlation of r, dressed up or not."""
    dress = {
        "normal": lambda x, y: (x, y),
        "skewed": lambda x, y: (np.exp(x), np.exp(y)),
        "bow tie": lambda x, y: (x, x * (y - r * x)),
    }[kind]

    def draw(n: int, rng: Rng) -> Samples:
        x, noise = rng.normal(size=(2, n))
        return dress(x, r * x + (1 - r**2) ** 0.5 * noise)

    return draw


def blobs(n: int, rng: Rng) -> Samples:
    """Two round clusters, two standard deviations apart, and which point is of which."""
    labels = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + 2 * labels[:, None] * [1, 0], labels


def groupings(n: int, rng: Rng) -> Samples:
    """Two groupings in ten, which agree on half of the items by more than chance."""
    groups = rng.integers(10, size=n)
    return groups, np.where(rng.random(n) < 0.5, groups, rng.integers(10, size=n))


def clouds(n: int, rng: Rng) -> Samples:
    """Two normal samples in eight dimensions, the second moved by 0.3 in each."""
    return rng.normal(size=(n, 8)), rng.normal(size=(n, 8)) + 0.3


def rectified_clouds(n: int, rng: Rng) -> Samples:
    """Features like those of a network: 32, none below 0, made of ten hidden ones; the second sample is moved."""
    weights = np.random.default_rng(0).normal(size=(10, 32))
    hidden = rng.normal(size=(2, n, 10)) + np.reshape([0.0, 0.1], (2, 1, 1))
    return tuple(np.maximum(hidden @ weights, 0))


def noisy_and_clean(n: int, rng: Rng) -> Samples:
    """Features like those, not moved; others with noise on them, and the same without."""
    weights = np.random.default_rng(0).normal(size=(10, 32))
    real, clean = rng.normal(size=(2, n, 10)) @ weights
    return tuple(np.maximum(each, 0) for each in (real, clean + 0.9 * rng.normal(size=clean.shape), clean))


def verdicts(n: int, rng: Rng) -> Samples:
    """Probabilities of ten classes for n images, about most of which a classifier is sure."""
    says = rng.normal(size=(n, 10))
    says[np.arange(n), rng.integers(10, size=n)] += rng.gamma(4, 2, size=n)
    weights = np.exp(says - says.max(axis=1, keepdims=True))
    return (weights / weights.sum(axis=1, keepdims=True),)


def crackling(n: int, rng: Rng) -> list[Samples]:
    """Melodies, and what arrives of them where one sample in five hundred jumps to the end of the scale."""
    melodies = [example_melody(rng) for _ in range(n)]
    return [
        (sent, np.where(rng.random(len(sent)) < 0.002, rng.choice([-1.0, 1.0], len(sent)), sent)) for sent in melodies
    ]


def clips(n: int, rng: Rng) -> Samples:
    """Melodies as they are sent and as they arrive."""
    return tuple(list(side) for side in zip(*crackling(n, rng), strict=True))


def both_lines(n: int, rng: Rng) -> Samples:
    """Melodies as they are sent, as they arrive a thousandth of a second late, and as they arrive crackling."""
    sent, crackling = clips(n, rng)
    late = [np.concatenate([np.zeros(RATE // 1000), clip[: -(RATE // 1000)]]) for clip in sent]
    return sent, late, crackling


def late(n: int, rng: Rng) -> Samples:
    """Melodies as they are sent, and as they arrive late."""
    return both_lines(n, rng)[:2]


def cepstra_of(draw: Any) -> Any:
    """Mel cepstra, without their loudness, of the melodies of another world."""

    def cepstra(n: int, rng: Rng) -> Samples:
        return tuple([mel_cepstra(clip, rate=RATE)[:, 1:] for clip in side] for side in draw(n, rng))

    return cepstra


def bands(n: int, rng: Rng) -> Samples:
    """Bands of melodies that nobody sent, and of others as they arrive."""
    (background, _), (_, arrived) = clips(n, rng), clips(n, rng)
    return tuple([log_mel_spectrogram(clip, rate=RATE) for clip in side] for side in (background, arrived))


def channel(burst: int) -> Any:
    """Bits, and bits of which one in a hundred is wrong, in bursts of so many."""

    def draw(n: int, rng: Rng) -> Samples:
        starts = rng.random(n + burst) < 1 - (1 - 0.01) ** (1 / burst)
        wrong = np.convolve(starts, np.ones(burst))[burst : n + burst] > 0
        return np.zeros(n, dtype=int), wrong.astype(int)

    return draw


def judges(n: int, rng: Rng) -> Samples:
    """What two judges say of n items, a twentieth of which they find remarkable."""
    return classes([[0.92, 0.03], [0.02, 0.03]])(n, rng)


def listeners(n: int, rng: Rng) -> Samples:
    """Grades of n listeners for twenty sentences by one voice, and whose they are: some are generous."""
    found = 3.1 + rng.normal(0, np.hypot(0.6, 0.2), size=(n, 1)) + rng.normal(0, np.hypot(0.25, 0.7), size=(n, 20))
    return np.clip(np.rint(found), 1, 5).ravel(), np.repeat(np.arange(n), 20)


def tasks(n: int, rng: Rng) -> Samples:
    """Twenty attempts at each of n programming tasks, and how many of them pass; most tasks are hard or easy."""
    return np.full(n, 20), rng.binomial(20, rng.beta(0.5, 0.5, size=n))


def systems(n: int, rng: Rng) -> Samples:
    """What people and a metric give n systems: one in nine lies far behind, the others are hard to tell apart."""
    far, (x, noise) = 4.0 * (rng.random(n) < 1 / 9), rng.normal(size=(2, n))
    return x - far, 0.5 * x + 0.75**0.5 * noise - far


def two_metrics(n: int, rng: Rng) -> Samples:
    """What people give n systems, and two metrics that follow them equally well, all in standard deviations."""
    people, *noise = rng.normal(size=(3, n))
    columns = np.array([people, *(0.8 * people + 0.6 * each for each in noise)])
    spread = columns.std(axis=1, ddof=1, keepdims=True)
    return tuple((columns - columns.mean(axis=1, keepdims=True)) / spread)


def visitors(n: int, rng: Rng) -> Samples:
    """Clicks of n people who look at a page thirty times: some click often, most hardly ever."""
    return rng.binomial(30, rng.beta(0.2, 6, size=n)), np.full(n, 30)

"""The worlds that are made up: generators whose truth is known, or that of a very large sample."""

from typing import Any

import numpy as np
from scipy.special import ndtri

from ..confusion import accuracy
from ..precision_recall_curves import best_threshold
from .coverage import Samples, endless

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


def pairs(kind: str) -> Any:
    """Pairs of numbers whose normal scores have a correlation of 0.8, dressed up or not."""
    dress = {
        "normal": lambda x, y: (x, y),
        "skewed": lambda x, y: (np.exp(x), np.exp(y)),
        "bow tie": lambda x, y: (x, x * (y - 0.8 * x)),
    }[kind]

    def draw(n: int, rng: Rng) -> Samples:
        x, noise = rng.normal(size=(2, n))
        return dress(x, 0.8 * x + 0.6 * noise)

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


MADE_UP = [
    endless("four in five right", classes([[0.56, 0.14], [0.06, 0.24]])),
    endless("three in four right", classes([[0.5, 0.0], [0.25, 0.25]])),
    endless("nineteen in twenty right", classes([[0.5, 0.0], [0.05, 0.45]])),
    endless("the best of forty coins", best_of_coins),
    endless("noise at its best threshold", best_threshold_on_noise),
    endless("uniform numbers", lambda n, rng: (rng.random(n),)),
    endless("two equal learners", folds),
    endless("a rare class", classes([[0.955, 0.015], [0.015, 0.015]])),
    endless("cautious and bold", cautious_and_bold, systems=2),
    endless("normal scores", scores(0.3, 1.5)),
    endless("normal scores, even", scores(0.5, 2**0.5 * ndtri(0.75))),
    endless("normal scores, far apart", scores(0.1, 3.3)),
    endless("two alike scorers", two_scores(0.3, (1.5, 1.5), 0.5), systems=2),
    endless("a better scorer", two_scores(0.3, (1.8, 1.5), 0.5), systems=2),
    endless("honest forecasts", forecasts),
    endless("patients", patients, 10**5, groups=True),
    endless("a line", lines(0.5)),
    endless("hardly a line", lines(2.0)),
    endless("normal pairs", pairs("normal")),
    endless("skewed pairs", pairs("skewed"), 10**7),
    endless("a bow tie", pairs("bow tie")),
    endless("two blobs", blobs, 4000),
    endless("two groupings", groupings),
    endless("two clouds", clouds),
    endless("two judges", judges),
    endless("listeners", listeners, 10**5, groups=True),
    endless("programming tasks", tasks),
]

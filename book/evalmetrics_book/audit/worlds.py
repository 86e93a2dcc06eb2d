"""Worlds: functions of a size and a generator that draw a sample, whose truth is known or computed from a large one."""

from functools import cache
from typing import Any

import numpy as np
from scipy.special import ndtri

from evalmetrics.bleu import corpus_bleu
from evalmetrics.confusion import accuracy
from evalmetrics.precision_recall_curves import best_threshold

from .. import judgements, pages
from .coverage import Rng, Samples, World

PAGES = 1200  # of which samples of pages are drawn
TWINS = "twin 1", "twin 2"


def classes(rows: list[list[float]]) -> Any:
    """Labels and predictions whose shares are the cells of a matrix."""
    shares = np.array(rows) / np.sum(rows)
    return lambda n, rng: np.divmod(rng.choice(shares.size, size=n, p=shares.ravel()), len(shares))


def scores(positives: float, *apart: float, shared: float = 0.0) -> Any:
    """Labels, a share of them positive, and normal scores of systems, so many standard deviations higher for these.

    The scores have a share of their variance in common.
    """

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.permutation(np.arange(n) < round(positives * n)).astype(int)
        common = np.sqrt(shared) * rng.normal(size=n) if shared else 0.0
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


def listeners(n: int, rng: Rng) -> Samples:
    """Grades of n listeners for twenty sentences by one voice, and whose they are: some are generous."""
    found = 3.1 + rng.normal(0, np.hypot(0.6, 0.2), size=(n, 1)) + rng.normal(0, np.hypot(0.25, 0.7), size=(n, 20))
    return np.clip(np.rint(found), 1, 5).ravel(), np.repeat(np.arange(n), 20)


def lines(noise: float) -> Any:
    """A truth, and a prediction that is off by normal noise."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.normal(size=n)
        return y, y + noise * rng.normal(size=n)

    return draw


def pairs(kind: str, r: float = 0.8) -> Any:
    """Pairs of numbers whose normal scores have a correlation of r, dressed up or not."""

    def draw(n: int, rng: Rng) -> Samples:
        x, noise = rng.normal(size=(2, n))
        y = r * x + (1 - r**2) ** 0.5 * noise
        return {"normal": (x, y), "skewed": (np.exp(x), np.exp(y)), "bow tie": (x, x * (y - r * x))}[kind]

    return draw


def systems(n: int, rng: Rng) -> Samples:
    """What people and a metric give n systems: one in nine lies far behind, the others are hard to tell apart."""
    far, (x, noise) = 4.0 * (rng.random(n) < 1 / 9), rng.normal(size=(2, n))
    return x - far, 0.5 * x + 0.75**0.5 * noise - far


def two_metrics(far: float) -> Any:
    """What people give systems, and two metrics that follow them equally well; the last system may lie far behind."""

    def draw(n: int, rng: Rng) -> Samples:
        people, *noise = rng.normal(size=(3, n))
        columns = np.array([people, *(0.8 * people + 0.6 * each for each in noise)]) - far * (np.arange(n) == n - 1)
        spread = columns.std(axis=1, ddof=1, keepdims=True)
        return tuple((columns - columns.mean(axis=1, keepdims=True)) / spread)

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


def channel(burst: int) -> Any:
    """Bits, and bits of which one in a hundred is wrong, in bursts of so many."""

    def draw(n: int, rng: Rng) -> Samples:
        starts = rng.random(n + burst) < 1 - (1 - 0.01) ** (1 / burst)
        wrong = np.convolve(starts, np.ones(burst))[burst : n + burst] > 0
        return np.zeros(n, dtype=int), wrong.astype(int)

    return draw


def tasks(n: int, rng: Rng) -> Samples:
    """Twenty attempts at each of n programming tasks, and how many of them pass; most tasks are hard or easy."""
    return np.full(n, 20), rng.binomial(20, rng.beta(0.5, 0.5, size=n))


def visitors(n: int, rng: Rng) -> Samples:
    """Clicks of n people who look at a page thirty times: some click often, most hardly ever."""
    return rng.binomial(30, rng.beta(0.2, 6, size=n)), np.full(n, 30)


def answers(asked: int, rng: Rng, n: int = 2000, rate: float = 0.5) -> Samples:
    """What people say of the answers that they were asked about, and a judge of all, right about 0.9 of the good."""
    good = (rng.random(n) < rate).astype(int)
    judge = np.where(rng.random(n) < np.take([0.7, 0.9], good), good, 1 - good)
    return np.where(np.arange(n) < asked, good, np.nan), judge


def good_ones_asked(asked: int, rng: Rng) -> Samples:
    """The same, but people see what the judge found good."""
    good, judge = answers(2000, rng)
    chosen = np.full(2000, np.nan)
    yes = np.flatnonzero(judge == 1)[:asked]
    chosen[yes] = good[yes]
    return chosen, judge


def others_asked(asked: int, rng: Rng) -> Samples:
    """People saw other answers, three in five of them good, and the judge has seen 2,000, one in five good."""
    (old, old_judge), (new, new_judge) = answers(asked, rng, asked, rate=0.6), answers(0, rng, rate=0.2)
    return np.append(old, new), np.append(old_judge, new_judge)


def arena(n: int, rng: Rng) -> Samples:
    """Twenty votes on each of n documents between five systems, two of them equally good; and the document.

    A document suits some systems better than others, so that its votes go together.
    """
    names = np.array([*TWINS, "strong", "middling", "weak"])
    strength = np.array([0.0, 0.0, 1.0, 0.3, -1.0]) + rng.normal(0, 0.7, size=(n, 5))
    first = rng.integers(5, size=(n, 20))
    second = (first + rng.integers(1, 5, size=(n, 20))) % 5
    lead = np.take_along_axis(strength, first, 1) - np.take_along_axis(strength, second, 1)
    won = (rng.random((n, 20)) < 1 / (1 + np.exp(-lead))).astype(float)
    return names[first].ravel(), names[second].ravel(), won.ravel(), np.repeat(np.arange(n), 20)


@cache
def segments() -> Any:
    """What BLEU counts in 529 segments of talks, a row each, of one system's translations."""
    return judgements.example_counts("ted", corpus_bleu).loc["refB"].loc["DIDI-NLP"].to_numpy()


def pages_of(numbers: Any) -> Samples:
    """Where digits are on some pages, and what a detector finds there."""
    truths, found = zip(*(pages.another_page(int(number)) for number in numbers), strict=True)
    return list(truths), list(found)


WORLDS = {
    "four in five right": World(classes([[0.56, 0.14], [0.06, 0.24]])),
    "nineteen in twenty right": World(classes([[0.5, 0.0], [0.05, 0.45]])),
    "nearly all right": World(classes([[0.62, 0.01], [0.02, 0.35]])),
    "a rare class": World(classes([[0.955, 0.015], [0.015, 0.015]])),
    "two judges": World(classes([[0.92, 0.03], [0.02, 0.03]])),
    "the best of forty coins": World(best_of_coins),
    "noise at its best threshold": World(best_threshold_on_noise),
    "uniform numbers": World(lambda n, rng: (rng.random(n),)),
    "two equal learners": World(folds),
    "cautious and bold": World(cautious_and_bold, systems=2),
    "normal scores": World(scores(0.3, 1.5)),
    "normal scores, even": World(scores(0.5, 2**0.5 * ndtri(0.75))),
    "normal scores, far apart": World(scores(0.1, 3.3)),
    "two alike scorers": World(scores(0.3, 1.5, 1.5, shared=0.5), systems=2),
    "a better scorer": World(scores(0.3, 1.8, 1.5, shared=0.5), systems=2),
    "honest forecasts": World(forecasts),
    "patients": World(patients, groups=True, large=10**5),
    "listeners": World(listeners, groups=True, large=10**5),
    "a line": World(lines(0.5)),
    "hardly a line": World(lines(2.0)),
    "normal pairs": World(pairs("normal")),
    "skewed pairs": World(pairs("skewed")),
    "a bow tie": World(pairs("bow tie")),
    "systems, one in nine far behind": World(systems),
    "two alike metrics": World(two_metrics(0.0), systems=2),
    "two alike metrics, one system far behind": World(two_metrics(4.0), systems=2),
    "two blobs": World(blobs, large=4000),
    "two groupings": World(groupings),
    "two clouds": World(clouds),
    "bits, wrong one by one": World(channel(1)),
    "bits, wrong in bursts": World(channel(50)),
    "programming tasks": World(tasks),
    "visitors": World(visitors),
    "judged answers": World(answers),
    "judged answers, the good ones asked": World(good_ones_asked),
    "judged answers, others asked": World(others_asked),
    "an arena": World(arena, groups=True),
    "segments of talks": World(
        lambda n, rng: (segments()[rng.integers(len(segments()), size=n)],), everybody=lambda: (segments(),)
    ),
    "pages, logistic": World(
        lambda n, rng: pages_of(rng.integers(PAGES, size=n)), everybody=lambda: pages_of(range(PAGES))
    ),
}

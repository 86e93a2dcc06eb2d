"""Distances between distributions: what is generated against what is real, without pairing one with one."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from .fast import distributions as fast
from .inputs import arguments, resampling
from .inputs import distributions as inputs
from .inputs.arguments import Floats
from .kinds.base import quietly
from .kinds.help_pages import described_by
from .kinds.samples import OF_COUNTS
from .metric import of_samples, of_sums
from .uncertainty import Estimate, Interval


@dataclass(frozen=True, eq=False)
class Moments:
    """What the Fréchet distance needs to know of n samples; ``+`` merges the moments of two blocks.

    `mean` has shape (d,), `m2` holds the summed products of distances from the mean, shape (d, d).
    """

    n: int
    mean: Floats
    m2: Floats

    @property
    def covariance(self) -> Floats:
        """Sample covariance, divided by n - 1; nan for a single sample."""
        return self.m2 / (self.n - 1) if self.n > 1 else np.full_like(self.m2, np.nan)

    def __add__(self, other: "Moments") -> "Moments":
        n, step = self.n + other.n, other.mean - self.mean
        mean = self.mean + step * (other.n / n)
        return Moments(n, mean, self.m2 + other.m2 + np.outer(step, step) * (self.n * other.n / n))


@described_by(inputs.one)
def moments(samples: Any) -> Moments:
    """Number, mean and summed products of samples, for blocks of data that do not fit into memory together.

    Source: Chan, Golub and LeVeque (1983), Algorithms for computing the sample variance, The American Statistician 37.

    >>> both = moments([[0, 1], [2, 3]]) + moments([[4, 8]])
    >>> both.n, both.mean.tolist(), both.covariance.tolist()
    (3, [2.0, 4.0], [[4.0, 7.0], [7.0, 13.0]])
    """
    mean, offsets = fast.centred(inputs.one(samples))
    return Moments(len(offsets), mean, offsets.T @ offsets)


def root(cov):
    """The symmetric root of a covariance."""
    values, vectors = np.linalg.eigh(cov)
    return vectors * np.sqrt(np.fmax(values, 0)) @ vectors.T


@of_samples(inputs=inputs.normal_distributions, fast=fast.of_moments, instead=OF_COUNTS)
def frechet_distance(mean_1, cov_1, mean_2, cov_2):
    """Squared Fréchet distance of two normal distributions: FID of image features, FAD of sound features.

    In the squared unit of the features; 0 for equal means and covariances, up to rounding. Its root is a distance, the
    2-Wasserstein distance of the two normal distributions.

    >>> frechet_distance([0.0], [[1.0]], [3.0], [[4.0]])
    10.0
    """
    step = mean_1 - mean_2
    # the trace of the root of a product: a sum of singular values
    overlap = np.linalg.norm(root(cov_1) @ root(cov_2), "nuc")
    return step @ step + cov_1.trace() + cov_2.trace() - 2 * overlap


def covariance(x):
    """Sample covariance of the columns."""
    offsets = x - x.mean(0)
    return offsets.T @ offsets / (len(x) - 1)


@of_samples(
    inputs=inputs.two,
    fast=fast.of_samples,
    instead="add up number, sums and products of the columns of each sample, and give means and "
    "covariances to frechet_distance",
)
def frechet_distance_from_samples(x, y):
    """Squared Fréchet distance of the normal distributions fitted to two samples.

    Larger than the distance of the distributions that the samples come from, on average by about a constant times 1/n:
    two values compare only at equal n. With fewer samples than dimensions the covariances are singular, which only
    makes it faster.

    Source: Heusel et al. (2017), GANs trained by a two time-scale update rule converge to a local Nash equilibrium;
    Chong and Forsyth (2020), Effectively unbiased FID and Inception score and where to find them, CVPR.

    >>> frechet_distance_from_samples([0, 2], [3, 5])
    9.0
    """
    x, y = x - x[0], y - x[0]  # far from 0, means would lose digits
    fits = x.mean(0), covariance(x), y.mean(0), covariance(y)
    return frechet_distance(*fits)


def pseudo_values(x, y, block_of_x, block_of_y):
    """A value for each block, from the distance without it; the bias of order 1/n is taken out of their mean."""
    blocks, without = 1 + block_of_x.max(), []
    for k in range(blocks):
        x_left, y_left = x[block_of_x != k], y[block_of_y != k]
        without.append(frechet_distance_from_samples(x_left, y_left))
    raw = frechet_distance_from_samples(x, y)
    return blocks * raw - (blocks - 1) * np.array(without)


class FrechetEstimate(Estimate):
    """A Fréchet distance without its small-sample bias, with an interval.

    `raw` is the distance of the samples as they are, `estimate` the corrected one, which may be below 0 where there is
    nothing to find. `pseudo_values` holds one value per block, their mean is the estimate; those of two generators
    against the same real samples, cut alike, are compared block by block.
    """

    raw: float
    interval: Interval
    pseudo_values: Floats


@quietly()
@described_by(inputs.two, resampling.tails)
def frechet_jackknife(
    x: Any, y: Any, *, blocks: int = 20, groups: tuple[Any, Any] | None = None, level: float = 0.95, rng: Any = None
) -> FrechetEstimate:
    """Squared Fréchet distance of two samples, corrected for their size, with an interval: a jackknife of blocks.

    What grows like 1/n is taken out of the estimate. For samples well larger than d: below, the bias has another form,
    and so little is left of the covariances that no interval can mend it.

    blocks : int, default 20
        Both samples are cut at random into so many blocks, which are left out one after the other. At least 2, and
        no more than half of the smaller sample.
    groups : pair of sequences of n and m labels, optional
        Which samples belong together, as frames of one clip do: they go into one block. By default each stands alone.
    rng : seed or numpy.random.Generator, optional
        How the samples are cut.

    Source: Quenouille (1956), Notes on bias in estimation, Biometrika 43; Tukey (1958), Bias and confidence in
    not-quite large samples; Chong and Forsyth (2020), Effectively unbiased FID and Inception score.

    >>> rng = np.random.default_rng(0)
    >>> found = frechet_jackknife(rng.normal(size=(200, 3)), rng.normal(size=(200, 3)), rng=0)
    >>> found.low < 0 < found.high < 4 * found.raw
    True
    """
    from scipy.special import stdtrit

    x, y = inputs.two(x, y)
    parts = arguments.whole_number(blocks, "blocks", least=2)
    sides = (None, None) if groups is None else groups
    if len(sides) != 2:
        raise ValueError(f"groups must be a pair, the labels of x and those of y, got {len(sides)} of them")
    members = [inputs.members(side, labels, parts) for side, labels in zip((x, y), sides, strict=True)]
    t = float(stdtrit(parts - 1, (1 + arguments.fraction(level, "level")) / 2))
    generator = arguments.generator(rng)
    cuts = [(generator.permutation(of.max() + 1) * parts // (of.max() + 1))[of] for of in members]
    values = pseudo_values(x, y, *cuts)
    estimate, reach = float(values.mean()), t * float(values.std(ddof=1)) / parts**0.5
    interval = Interval(estimate - reach, estimate + reach, level, "frechet_jackknife")
    return FrechetEstimate(estimate, raw=fast.of_samples(x, y), interval=interval, pseudo_values=values)


def p_log_p(p):
    """The product p log p, which is 0 at 0."""
    return p * np.log(np.where(p > 0, p, 1))


def sureness_and_probabilities(p):
    """Of an image: the sum of p log p over its classes, which is 0 for who is sure; and p of each class."""
    return p_log_p(p).sum(-1), p


@of_sums(sureness_and_probabilities, inputs=inputs.classified, at_once=True, several=["probabilities"])
def inception_score(sureness, probabilities):
    """How sure a classifier is of each generated image, and how evenly the images spread over its classes.

    exp of the mean Kullback-Leibler divergence of each row from the mean row: at most k, the number of classes. No
    real image enters.

    >>> inception_score([[1.0, 0.0], [0.0, 1.0]])
    2.0
    """
    images = probabilities.sum(0)
    mean_row = probabilities / images
    return np.exp(sureness / images - p_log_p(mean_row).sum(0))


@of_samples(
    inputs=inputs.of_numbers,
    checks={"order": inputs.order_of_distance},
    instead="its samples are no pairs, and it needs both in order: compare a sample of each",
)
def wasserstein_distance(u, v, *, order=1.0):
    """How far, on average, one heap of numbers has to be moved to lie like the other: the earth mover's distance.

    In the unit of the numbers, and 0 for equal distributions. Not squared, at order 2 neither.

    order : float, default 1
        1 averages distances, 2 takes the root of averaged squares; any number of at least 1.

    >>> wasserstein_distance([0, 1, 3], [5, 6, 8])
    5.0
    """
    u, v, n, m = np.sort(u), np.sort(v), len(u), len(v)
    # where shares of u and of v end, in n m-ths: whole numbers
    ends = [0], np.arange(1, n + 1) * m, np.arange(1, m + 1) * n
    reached = np.sort(np.concatenate(ends), kind="stable")
    last = reached[1:] - 1
    moved = np.abs(u[last // m] - v[last // n])
    share = np.diff(reached) / (n * m)
    farthest = moved.max() or 1.0  # so that no power is too large for a float
    return farthest * (share @ (moved / farthest) ** order) ** (1 / order)

"""Distances between distributions: what is generated against what is real, without pairing one with one."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .inputs import arguments
from .inputs.forecasts import probabilities as _probabilities
from .inputs.old_matrices import ratio
from .inputs.residuals import sum_of_squares
from .inputs.totals import plain, several
from .uncertainty import Interval

Array = NDArray[Any]
Floats = NDArray[np.float64]
ROUNDING = 1e-9  # a covariance may miss symmetry and non-negative eigenvalues by this share of its largest entry
WELL_APART = 1e-12  # squared singular values above this share of the largest have roots that can be trusted


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


def moments(samples: Any) -> Moments:
    """Number, mean and summed products of samples, for blocks of data that do not fit into memory together.

    Parameters
    ----------
    samples : array of shape (n, d), or sequence of n numbers
        A row per sample, finite; numbers are samples of one dimension.

    Returns
    -------
    Moments
        With ``.n``, ``.mean``, ``.m2`` and ``.covariance``; ``moments(a) + moments(b)`` are those of both together.

    Raises
    ------
    ValueError
        Empty, of more than two dimensions, values that are not finite.
    TypeError
        Something other than numbers.

    References
    ----------
    Chan, Golub and LeVeque (1983), Algorithms for computing the sample variance, The American Statistician 37.

    Examples
    --------
    >>> both = moments([[0, 1], [2, 3]]) + moments([[4, 8]])
    >>> both.n, both.mean.tolist(), both.covariance.tolist()
    (3, [2.0, 4.0], [[4.0, 7.0], [7.0, 13.0]])
    """
    mean, offsets = _centred(_samples(samples, "samples"))
    return Moments(len(offsets), mean, offsets.T @ offsets)


def frechet_distance(mean_1: Any, cov_1: Any, mean_2: Any, cov_2: Any) -> float:
    """Squared Fréchet distance of two normal distributions: FID of image features, FAD of sound features.

    Parameters
    ----------
    mean_1, mean_2 : sequences of d finite numbers
        The two means.
    cov_1, cov_2 : arrays of shape (d, d)
        The two covariance matrices: symmetric, without negative eigenvalues; they may be singular.

    Returns
    -------
    float
        In [0, inf), in the squared unit of the features, lower is better; 0 for equal means and covariances, up to
        rounding. Its root is a distance, the 2-Wasserstein distance of the two normal distributions. nan where a
        covariance is, as that of a single sample.

    Raises
    ------
    ValueError
        Shapes that do not fit, values that are not finite, a matrix that is no covariance.
    TypeError
        Something other than numbers.

    References
    ----------
    Dowson and Landau (1982), The Fréchet distance between multivariate normal distributions, Journal of Multivariate
    Analysis 12; Heusel et al. (2017), GANs trained by a two time-scale update rule converge to a local Nash
    equilibrium, NeurIPS.

    Examples
    --------
    >>> frechet_distance([0.0], [[1.0]], [3.0], [[4.0]])
    10.0
    """
    mean_1, mean_2 = arguments.finite(mean_1, "mean_1"), arguments.finite(mean_2, "mean_2")
    arguments.same_length(mean_1=mean_1, mean_2=mean_2)
    one, two = _covariance(cov_1, "cov_1", len(mean_1)), _covariance(cov_2, "cov_2", len(mean_1))
    if np.isnan(one).all() or np.isnan(two).all():
        return np.nan
    return _distance(mean_1 - mean_2, _factor(one, "cov_1"), _factor(two, "cov_2"))


def frechet_distance_from_samples(x: Any, y: Any) -> float:
    """Squared Fréchet distance of the normal distributions fitted to two samples.

    Parameters
    ----------
    x, y : arrays of shape (n, d) and (m, d), or sequences of n and m numbers
        A row per sample: embeddings of real images and of generated ones, say. n and m may differ, and may be below
        d: the covariances are singular then, which only makes it faster.

    Returns
    -------
    float
        In [0, inf), in the squared unit of the features, lower is better; nan where a sample is alone. Larger than
        the distance of the distributions that the samples come from, on average by about a constant times 1/n: two
        values compare only at equal n.

    Raises
    ------
    ValueError
        Different dimensions, empty, values that are not finite.
    TypeError
        Something other than numbers.

    References
    ----------
    Heusel et al. (2017), GANs trained by a two time-scale update rule converge to a local Nash equilibrium; Chong and
    Forsyth (2020), Effectively unbiased FID and Inception score and where to find them, CVPR.

    Examples
    --------
    >>> frechet_distance_from_samples([0, 2], [3, 5])
    9.0
    """
    x, y = _alike(x, y)
    if min(len(x), len(y)) == 1:
        return np.nan
    (mean_1, one), (mean_2, two) = _centred(x), _centred(y)
    return _distance(mean_1 - mean_2, _sample_factor(one), _sample_factor(two))


@dataclass(frozen=True, eq=False)
class FrechetEstimate:
    """A Fréchet distance without its small-sample bias, with an interval.

    `raw` is the distance of the samples as they are, `estimate` the corrected one, which may be below 0 where there is
    nothing to find. `pseudo_values` holds one value per block, their mean is the estimate; those of two generators
    against the same real samples, cut alike, are compared block by block.
    """

    raw: float
    estimate: float
    interval: Interval
    pseudo_values: Floats

    @property
    def low(self) -> float:
        """Lower end of the interval."""
        return float(self.interval.low)

    @property
    def high(self) -> float:
        """Upper end of the interval."""
        return float(self.interval.high)


def frechet_jackknife(
    x: Any, y: Any, *, blocks: int = 20, groups: tuple[Any, Any] | None = None, level: float = 0.95, rng: Any = None
) -> FrechetEstimate:
    """Squared Fréchet distance of two samples, corrected for their size, with an interval: a jackknife of blocks.

    Parameters
    ----------
    x, y : arrays of shape (n, d) and (m, d), or sequences of n and m numbers
        As in `frechet_distance_from_samples`, each independent of the others.
    blocks : int, default 20
        Both samples are cut at random into so many blocks, which are left out one after the other. At least 2, and
        no more than half of the smaller sample.
    groups : pair of sequences of n and m labels, optional
        Which samples belong together, as frames of one clip do: they go into one block. By default each stands alone.
    level : float, default 0.95
        Wanted coverage, between 0 and 1.
    rng : int or numpy.random.Generator, optional
        How the samples are cut.

    Returns
    -------
    FrechetEstimate
        What grows like 1/n is taken out of ``.estimate``. For samples well larger than d: below, the bias has
        another form, and so little is left of the covariances that no interval can mend it.

    Raises
    ------
    ValueError
        As in `frechet_distance_from_samples`; blocks or level out of range, labels of another length.
    TypeError
        Something other than numbers.

    References
    ----------
    Quenouille (1956), Notes on bias in estimation, Biometrika 43; Tukey (1958), Bias and confidence in not-quite large
    samples; Chong and Forsyth (2020), Effectively unbiased FID and Inception score and where to find them.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> found = frechet_jackknife(rng.normal(size=(200, 3)), rng.normal(size=(200, 3)), rng=0)
    >>> found.low < 0 < found.high < 4 * found.raw
    True
    """
    from scipy.special import stdtrit

    x, y = _alike(x, y)
    parts = arguments.whole_number(blocks, "blocks", least=2)
    sides = (None, None) if groups is None else groups
    if len(sides) != 2:
        raise ValueError(f"groups must be a pair, the labels of x and those of y, got {len(sides)} of them")
    members = [_members(side, labels, parts) for side, labels in zip((x, y), sides, strict=True)]
    t = float(stdtrit(parts - 1, (1 + arguments.fraction(level, "level")) / 2))
    generator = arguments.generator(rng)
    cuts = [(generator.permutation(of.max() + 1) * parts // (of.max() + 1))[of] for of in members]
    raw = frechet_distance_from_samples(x, y)
    without = [frechet_distance_from_samples(x[cuts[0] != k], y[cuts[1] != k]) for k in range(parts)]
    pseudo_values: Floats = parts * raw - (parts - 1) * np.array(without)
    estimate, reach = float(pseudo_values.mean()), t * float(pseudo_values.std(ddof=1)) / parts**0.5
    interval = Interval(estimate - reach, estimate + reach, level, "jackknife")
    return FrechetEstimate(raw, estimate, interval, pseudo_values)


def inception_score(probabilities: Any) -> float:
    """How sure a classifier is of each generated image, and how evenly the images spread over its classes.

    Parameters
    ----------
    probabilities : array of shape (n, k)
        What the classifier gives to each of k classes, a row per image; each row sums to 1.

    Returns
    -------
    float
        In [1, k], higher is better: exp of the mean Kullback-Leibler divergence of each row from the mean row. No real
        image enters.

    Raises
    ------
    ValueError
        Rows that do not sum to 1, values outside [0, 1], one dimension only.
    TypeError
        Something other than numbers.

    References
    ----------
    Salimans et al. (2016), Improved techniques for training GANs, NeurIPS.

    Examples
    --------
    >>> inception_score([[1.0, 0.0], [0.0, 1.0]])
    2.0
    >>> inception_score([[0.5, 0.5], [0.5, 0.5]])
    1.0
    """
    return float(inception_score_from_statistics(inception_score_statistics(probabilities).sum(axis=0)))


def inception_score_statistics(probabilities: Any) -> Floats:
    """What each image adds to the Inception score.

    Parameters
    ----------
    probabilities : array of shape (n, k)
        As in `inception_score`.

    Returns
    -------
    array of shape (n, k + 1)
        Columns: sum of p log p over the classes, in nats; then p of each class, which over all classes count the
        image.

    References
    ----------
    Salimans et al. (2016), Improved techniques for training GANs, NeurIPS.

    Examples
    --------
    >>> inception_score_statistics([[1, 0], [0.5, 0.5]]).round(3)
    array([[ 0.   ,  1.   ,  0.   ],
           [-0.693,  0.5  ,  0.5  ]])
    """
    p = _probabilities(probabilities, "probabilities")
    if p.ndim == 1:
        raise ValueError(f"probabilities must have a row per image and a column per class, got shape {p.shape}")
    p = p / p.sum(axis=1, keepdims=True)
    return np.column_stack([_p_log_p(p).sum(axis=1), p])


def inception_score_from_statistics(totals: Any) -> Any:
    """Inception score from summed rows of `inception_score_statistics`.

    Parameters
    ----------
    totals : array of shape (..., k + 1)
        Summed p log p, and p of each class.

    Returns
    -------
    float, or array of shape (...)
        In [1, k], higher is better; nan without images.

    Raises
    ------
    ValueError
        Totals of another shape.
    TypeError
        Something other than numbers.

    References
    ----------
    Salimans et al. (2016), Improved techniques for training GANs, NeurIPS.

    Examples
    --------
    >>> inception_score_from_statistics([0.0, 3.0, 3.0])
    2.0
    """
    totals = several(totals, "p log p, probability of each class")
    n = totals[..., 1:].sum(axis=-1)
    of_mean = _p_log_p(ratio(totals[..., 1:], n[..., None])).sum(axis=-1)
    return plain(np.exp(np.maximum(ratio(totals[..., 0], n) - of_mean, 0.0)))


def wasserstein_distance(u: Any, v: Any, *, order: float = 1.0) -> float:
    """How far, on average, one heap of numbers has to be moved to lie like the other: the earth mover's distance.

    Parameters
    ----------
    u, v : sequences of n and m finite numbers
        Two samples, each number of one carrying the same share.
    order : float, default 1
        1 averages distances, 2 takes the root of averaged squares; any number of at least 1.

    Returns
    -------
    float
        In [0, inf), in the unit of the numbers, 0 for equal distributions. Not squared, at order 2 neither.

    Raises
    ------
    ValueError
        Empty, values that are not finite, an order below 1, points of several dimensions.
    TypeError
        Something other than numbers.

    References
    ----------
    Villani (2009), Optimal transport, old and new; Peyré and Cuturi (2019), Computational optimal transport, section
    2.6.

    Examples
    --------
    >>> wasserstein_distance([0, 1, 3], [5, 6, 8])
    5.0
    """
    u, v = np.sort(arguments.finite(u, "u")), np.sort(arguments.finite(v, "v"))
    power = arguments.real(order, "order")
    if not 1 <= power < np.inf:
        raise ValueError(f"order must be a finite number of at least 1, got {order!r}")
    n, m = len(u), len(v)  # shares are counted in n m-ths: whole numbers
    reached = np.sort(np.concatenate([np.arange(1, n + 1) * m, np.arange(1, m + 1) * n]), kind="stable")
    distance = np.abs(u[(reached - 1) // m] - v[(reached - 1) // n])
    largest = float(distance.max())
    share = np.diff(reached, prepend=0) / (n * m)
    return largest * float(share @ (distance / largest) ** power) ** (1 / power) if largest else 0.0


def _p_log_p(p: Array) -> Array:
    """Of each number p, p log p; 0 at 0."""
    return p * np.log(np.where(p > 0, p, 1.0))


def _samples(values: Any, name: str) -> Floats:
    return arguments.table(values, name, per="sample", flat=True)


def _alike(x: Any, y: Any) -> tuple[Floats, Floats]:
    """Two samples of one dimension."""
    x, y = _samples(x, "x"), _samples(y, "y")
    if x.shape[1] != y.shape[1]:
        raise ValueError(f"x and y must have one number of columns, got shapes {x.shape} and {y.shape}")
    return x, y


def _members(samples: Floats, labels: Any, parts: int) -> NDArray[np.intp]:
    """Number of the group that each sample belongs to; an error where there are too few for so many parts."""
    of = np.arange(len(samples))
    if labels is not None:
        named = arguments.one_dimensional(labels, "groups", per="sample")
        if len(named) != len(samples):
            raise ValueError(f"groups must label each sample: {len(samples)} samples, {len(named)} labels")
        of = np.unique(named, return_inverse=True)[1]
    if (n := int(of.max()) + 1) < 2 * parts:
        raise ValueError(f"blocks must be at most half of the smaller sample, {n // 2}, got {parts}")
    return of


def _centred(samples: Floats) -> tuple[Floats, Floats]:
    """Mean, and what each sample differs from it: exactly 0 where all are equal, however far from 0."""
    offsets = samples - samples[0]
    shift = offsets.mean(axis=0)
    offsets -= shift
    sum_of_squares(offsets.ravel(), None)  # an error where floats cannot hold it
    return samples[0] + shift, offsets


def _covariance(values: Any, name: str, d: int) -> Floats:
    """`values` as a symmetric (d, d) array of floats, finite or all nan."""
    cov = arguments.read(values, name, "be a square matrix")
    if cov.dtype.kind not in "iuf":
        raise TypeError(f"{name} must hold numbers, got dtype {cov.dtype}")
    if cov.shape != (d, d):
        raise ValueError(f"{name} must have a row and a column for each of the {d} means, got shape {cov.shape}")
    cov = cov.astype(np.float64, copy=False)
    if np.isnan(cov).all():
        return cov
    if not np.isfinite(cov).all():
        raise ValueError(f"{name} must hold finite numbers, got {cov[~np.isfinite(cov)][0]}")
    gap = np.abs(cov - cov.T).max()
    if gap > ROUNDING * np.abs(cov).max():
        raise ValueError(f"{name} must be symmetric, got entries that differ by {gap:.3g} from those mirrored")
    return cov


def _factor(cov: Floats, name: str) -> Floats:
    """A matrix F of shape (d, r) with F F' the covariance, of as many columns as it has dimensions that vary."""
    try:
        return np.asarray(np.linalg.cholesky(cov), dtype=np.float64)
    except np.linalg.LinAlgError:  # singular, or no covariance
        values, vectors = np.linalg.eigh(cov)
    if values[0] < -ROUNDING * np.abs(values).max():
        raise ValueError(f"{name} must have no negative eigenvalues, as variances have none: got {values[0]:.3g}")
    used = values > len(cov) * np.finfo(float).eps * values[-1]
    return np.asarray(vectors[:, used] * np.sqrt(values[used]), dtype=np.float64)


def _sample_factor(offsets: Floats) -> Floats:
    """The same for centred samples: they are such a matrix themselves, and where they are many, a smaller one is."""
    n, d = offsets.shape
    scaled: Floats = offsets.T / np.sqrt(n - 1)
    return scaled if n <= d else _factor(scaled @ scaled.T, "the covariance")


def _distance(step: Floats, one: Floats, two: Floats) -> float:
    """Squared Fréchet distance of two normal distributions with means `step` apart and factored covariances."""
    with np.errstate(over="ignore", invalid="ignore"):
        squared = step @ step + (one * one).sum() + (two * two).sum() - 2 * _trace_of_root(one, two)
    if not np.isfinite(squared):
        raise ValueError("squared distances do not fit into a float: divide all features by one number first")
    return max(0.0, float(squared))


def _trace_of_root(one: Floats, two: Floats) -> float:
    """Trace of the root of the product of two factored covariances: the sum of the singular values of F' G."""
    product = one.T @ two if one.shape[1] <= two.shape[1] else two.T @ one
    scale = np.abs(product).max(initial=0.0)
    if scale == 0 or not np.isfinite(scale):
        return float(scale)
    product /= scale
    squares = np.linalg.eigvalsh(product @ product.T)
    if squares[0] > WELL_APART * squares[-1]:
        return float(scale * np.sqrt(squares).sum())
    return float(scale * np.linalg.svd(product, compute_uv=False).sum())  # slower; exact where some are near 0

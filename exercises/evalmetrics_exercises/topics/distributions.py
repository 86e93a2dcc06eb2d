"""Exercise of the chapter on distances between distributions."""

from collections.abc import Iterator
from math import exp, log2, sqrt
from typing import Any

import numpy as np

from evalmetrics import frechet_distance, frechet_distance_from_samples, inception_score

from ..building import at_least, at_most, entry, numbers_in, slack
from ..tasks import Argue, Build, ByHand, Condition, Ideas, Implement, Part, Refute, just_fail
from ._distributions import (
    by_pairs,
    case,
    divergences,
    divided_by_n,
    draw,
    from_even,
    gaussians,
    length_not_squared,
    many_features,
    many_images,
    mean_of_exponentials,
    one_by_one,
    rows,
    scores,
    to_nearest,
    trace_of_root,
    unsorted,
    with_trace,
    with_wasserstein,
)

TITLE = "42_distributions"


@just_fail(
    {"real": [[1, 1], [1, -1], [-1, 1], [-1, -1]] * 2, "generated": [[1.4142, 0], [0, 1.4142]] * 4},
    {
        "real": [[2, 0], [1, 1.732], [-1, 1.732], [-2, 0], [-1, -1.732], [1, -1.732]],
        "generated": [[1.732, 1], [0, 2], [-1.732, 1], [-1.732, -1], [0, -2], [1.732, -1]],
    },
    {"real": [[i, 0] for i in range(8)], "generated": [[i, 0.1] for i in range(8)]},
    {"real": [[i, i % 2] for i in range(8)], "generated": [[i, i % 2] for i in range(8)]},
    {"real": [[0, 0]] * 8, "generated": [[0, 0]] * 8},
    {
        "real": [*([2e-6 * i, 0] for i in range(3)), *([3 + 2e-6 * i, 0] for i in range(6))],
        "generated": [*([4 + 2e-6 * i, 0] for i in range(3)), *([1 + 2e-6 * i, 0] for i in range(6))],
    },
    {
        "real": [[3 * x, y] for x, y in ((2, 0), (1, 1.732), (-1, 1.732), (-2, 0), (-1, -1.732), (1, -1.732))],
        "generated": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 7]],
    },
)
def alike_and_apart(answer: Any) -> Iterator[Condition]:
    """Two clouds with one centre and one covariance and no place in common."""
    real, generated = (_points(part, name) for part, name in zip(entry(answer, *CLOUDS), CLOUDS, strict=True))
    squared = float(((real - real.mean(axis=0)) ** 2).sum() / (len(real) - 1))
    for name, cloud in zip(CLOUDS, (real, generated), strict=True):
        yield at_least(f"points of {name} that lie a tenth of the spread apart", _apart(cloud, sqrt(squared) / 10), 6)
    yield at_least("spread of real, the root of its summed variances", sqrt(squared), 1)
    yield at_most("d², as a share of the squared spread", _share(real, generated, squared), 0.001)
    gap = np.linalg.norm(real[:, None] - generated, axis=2).min() / sqrt(squared) if squared else 0.0
    yield at_least("least distance of a real point from a generated one, in spreads", float(gap), 0.3)
    eigenvalues = np.linalg.eigvalsh(np.cov(real.T))
    share = float(eigenvalues[0] / eigenvalues[1]) if eigenvalues[1] else 0.0
    yield at_most("smaller variance of real as a share of the larger, along its axes", share, 0.5)


CLOUDS = ("real", "generated")


def _apart(cloud: Any, step: float) -> int:
    """How many of the points lie so far from one another, whichever is taken first and the loneliest next."""
    far = np.linalg.norm(cloud[:, None] - cloud, axis=2) >= step - slack(step)
    return max(_taken(np.roll(np.roll(far, -i, axis=0), -i, axis=1)) for i in range(len(cloud)))


def _taken(far: Any) -> int:
    left, taken, first = np.ones(len(far), dtype=bool), 0, 0
    while left.any():
        left &= far[first]
        left[first] = False
        taken += 1
        first = int(np.where(left, (left & ~far).sum(axis=1), len(far) + 1).argmin())
    return taken


def _share(real: Any, generated: Any, squared: float) -> float:
    return frechet_distance_from_samples(real, generated) / squared if squared else float("nan")


def _points(value: Any, name: str) -> Any:
    if not isinstance(value, list) or not 2 <= len(value) <= 200:
        raise ValueError(f"{name} must be a list of 2 to 200 points [x, y]")
    points = [numbers_in(point, f"a point of {name}", -1000, 1000, 2) for point in value]
    if any(len(point) != 2 for point in points):
        raise ValueError(f"{name} must hold points with two coordinates [x, y]")
    return np.array(points)


@just_fail(
    {"a": [0, 2], "b": [0, 2], "c": [9, 11]},
    {"a": [0, 2], "b": [1, 3], "c": [5, 7]},
    {"a": [0, 0], "b": [2, 2], "c": [4, 4]},
    {"a": [0, 2], "b": [3, 5], "c": [6, 90]},
    {"a": [0], "b": [3], "c": [6]},
)
def shorter_with_a_stop(answer: Any) -> Iterator[Condition]:
    """Three samples for which the way over the second is shorter than the way without it."""
    samples = [numbers_in(part, name, -1000, 1000, 2) for part, name in zip(entry(answer, *STOPS), STOPS, strict=True)]
    if any(len(sample) > 50 for sample in samples):
        raise ValueError("a, b and c must hold 2 to 50 numbers")
    for name, sample in zip(STOPS, samples, strict=True):
        yield at_least(f"standard deviation of {name}", float(np.std(sample, ddof=1)), 1)
    a, b, c = samples
    ab, bc, ac = (frechet_distance_from_samples(*pair) for pair in ((a, b), (b, c), (a, c)))
    yield at_least("d²(a, b)", ab, 1)
    yield at_least("d²(b, c)", bc, 1)
    yield at_least("d²(a, c) over d²(a, b) + d²(b, c)", ac / (ab + bc) if ab + bc else float("nan"), 1.8)


STOPS = ("a", "b", "c")
BY_HAND: Ideas = {
    "variances divided by n: a sample's are divided by n - 1": lambda data: (
        scores(data) | {"frechet": divided_by_n(data)}
    ),
    "the root of the distance: FID is squared": lambda data: scores(data) | {"frechet": sqrt(scores(data)["frechet"])},
    "the difference of the means: where the order crosses, more has to be moved": lambda data: (
        scores(data) | {"wasserstein": abs(float(np.mean(data["real"]) - np.mean(data["generated"])))}
    ),
    "means of pairs: on the two sides of its place, two do not make up for each other": lambda data: with_wasserstein(
        data, by_pairs
    ),
    "the images as they are given: sort both": lambda data: with_wasserstein(data, unsorted),
    "each to the nearest: every generated image stands for two": lambda data: with_wasserstein(data, to_nearest),
    "the nearest that is left, one after the other: what is near now may be needed later": lambda data: (
        scores(data) | {"wasserstein": one_by_one(data["real"], data["generated"]) / 6}
    ),
    "the square at order 2: its root is asked for": lambda data: (
        scores(data) | {"wasserstein_2": scores(data)["wasserstein_2"] ** 2}
    ),
    "the mean of exponentials: average first": lambda data: scores(data) | {"inception": mean_of_exponentials(data)},
    "the divergence from even classes: it is from their mean": lambda data: (
        scores(data) | {"inception": from_even(data)}
    ),
    "logarithms of base 2 under the exponential of e": lambda data: (
        scores(data) | {"inception": exp(log2(scores(data)["inception"]))}
    ),
}


TASKS = (
    Implement(
        name="frechet_of",
        minutes=25,
        reference=frechet_distance,
        examples=(case([0, 0], [[2, 1], [1, 1]], [1, 0], [[1, 0.5], [0.5, 3]]),),
        parts={
            "covariances of full rank": Part(
                gaussians(None),
                2,
                (
                    case([0], [[4]], [3], [[1]]),
                    case([1, 2], np.diag([1, 4]), [1, 2], np.diag([9, 25])),
                    case([0], [[1e-4]], [0], [[1e-4]]),
                    case([0.9], [[1]], [0], [[1]]),
                    case([-0.1234, 0.6], [[0.7, 0.1], [0.1, 0.4]], [0.1, 0.2], [[0.3, -0.1], [-0.1, 0.6]]),
                    case([0], [[0.00012345]], [0], [[0.0004]]),
                    case([4000, 0.5], [[2, 1], [1, 3]], [-1000, 0.25], [[5, 0], [0, 1]]),
                    case([0, 0], [[1000, 300], [300, 200]], [50, -20], [[500, -200], [-200, 800]]),
                    case([0, 1, 2, 3, 4], 2 * np.eye(5) + 1, [1, 0, 0, 0, 4], np.diag([1, 2, 3, 4, 5])),
                    case([0], [[1]], [0.05], [[1]]),  # a distance of 0.0025
                    *many_features(full=True),
                ),
            ),
            "singular covariances": Part(
                gaussians(1),
                1,
                (
                    case([0, 0], np.zeros((2, 2)), [3, 4], np.eye(2)),
                    case([0, 0, 0], np.ones((3, 3)), [0, 0, 0], np.ones((3, 3))),
                    case([0, 0], [[1, 2], [2, 4]], [1, 0], [[9, 3], [3, 1]]),
                    case([0.5, 0.25], [[0.25, 0.5], [0.5, 1]], [1.5, -0.75], [[0.25, 0], [0, 0]]),
                    case([0, 0, 0], [[2, -1, -1], [-1, 2, -1], [-1, -1, 2]], [0, 1, 0], np.diag([1, 0, 2])),
                    *many_features(full=False),
                ),
            ),
        },
        wrong_ideas={
            "the root of each entry: the root is one of matrices": with_trace(
                lambda a, b: 2 * float(np.trace(np.sqrt(np.maximum(a @ b, 0))))
            ),
            "the diagonals alone: the other entries say how features go together": with_trace(
                lambda a, b: 2 * float(np.sqrt(np.diag(a) * np.diag(b)).sum())
            ),
            "the root taken once: the trace of the root is subtracted twice": with_trace(trace_of_root),
            "the length of the step between the means, not its square": length_not_squared,
            "the root of the distance: FID is squared": lambda **given: sqrt(frechet_distance(**given)),
            "the means alone": lambda mean_1, cov_1, mean_2, cov_2: float((mean_1 - mean_2) @ (mean_1 - mean_2)),
            "the covariances alone": lambda mean_1, cov_1, mean_2, cov_2: frechet_distance(
                mean_1, cov_1, mean_1, cov_2
            ),
        },
        tolerance=1e-5,
    ),
    Implement(
        name="inception_score_of",
        minutes=15,
        reference=inception_score,
        examples=({"probabilities": [[0.75, 0.25], [0.25, 0.75]]},),
        parts={
            "no probability is 0": Part(
                rows(1),
                1,
                (
                    {"probabilities": [[0.2, 0.3, 0.5]]},
                    {"probabilities": [[0.6 if i % 5 == j else 0.1 for j in range(5)] for i in range(7)]},
                    {"probabilities": [[0.5, 0.3, 0.2]] * 10 + [[0.1, 0.2, 0.7]] * 3},
                    *(
                        {"probabilities": [[(p + 0.1) / (1 + 0.1 * len(row)) for p in row] for row in rows]}
                        for rows in many_images()
                    ),
                    {"probabilities": [[0.5, 0.5], [0.49995, 0.50005], [0.51, 0.49]]},
                ),
            ),
            "some probabilities are 0": Part(
                rows(0),
                1,
                (
                    {"probabilities": [[1.0, 0.0], [0.0, 1.0]]},
                    {"probabilities": [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]},
                    {"probabilities": [[0.0, 1.0], [0.5, 0.5]]},
                    {"probabilities": [[0.5, 0.5], [1.0, 0.0]]},
                    {"probabilities": [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]]},
                    {"probabilities": [[1.0, 0.0], [0.999999999, 0.000000001]]},
                    *({"probabilities": rows} for rows in many_images()),
                    {"probabilities": [[0.9999991, 9e-7], [0.5, 0.5]]},
                ),
            ),
        },
        wrong_ideas={
            "the mean of exponentials: average first": lambda probabilities: float(
                np.exp(divergences(probabilities, np.mean(probabilities, axis=0))).mean()
            ),
            "the mean divergence without its exponential": lambda probabilities: float(
                divergences(probabilities, np.mean(probabilities, axis=0)).mean()
            ),
            "logarithms of base 2 under the exponential of e": lambda probabilities: float(
                np.exp(divergences(probabilities, np.mean(probabilities, axis=0)).mean() / np.log(2))
            ),
            "the sum over images: it is a mean": lambda probabilities: float(
                np.exp(divergences(probabilities, np.mean(probabilities, axis=0)).sum())
            ),
            "the divergence from even classes: it is from their mean": lambda probabilities: float(
                np.exp(divergences(probabilities, 1 / len(probabilities[0])).mean())
            ),
        },
    ),
    ByHand(name="distances_by_hand", minutes=25, draw=draw, solve=scores, wrong_ideas=BY_HAND),
    Build(name="alike_and_apart", minutes=25, points=4, conditions=alike_and_apart),
    Refute(name="shorter_with_a_stop", minutes=10, points=3, conditions=shorter_with_a_stop),
    Argue(name="which_generator_of_faces", minutes=20, points=4),
)

"""Exercise of the chapter on distances between distributions."""

import random
from collections.abc import Callable, Iterator
from math import exp, log2, sqrt
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import frechet_distance, frechet_distance_from_samples, inception_score, wasserstein_distance

from ..building import at_least, at_most, each_in, numbers_in, slack
from ..tasks import Argue, Arguments, Build, ByHand, Condition, Ideas, Implement, Inputs, Part, Refute, just_fail

TITLE = "42_distributions"


def gaussians(columns: int | None, spread: float = 1) -> Inputs:
    """Means and covariances of one to three features, from small numbers, half of them whole; None: of full rank."""

    def of(d: int) -> Inputs:
        place = st.integers(-5, 5) | st.integers(-50, 50).map(lambda n: n / 10)
        mean = st.lists(place, min_size=d, max_size=d).map(lambda m: np.array(m, dtype=float))
        r = d if columns is None else max(d - columns, 0)
        whole, halves = st.integers(-3, 3), st.integers(-3, 3).map(lambda n: n / 2)
        factor = st.one_of(*(st.lists(entry, min_size=d * r, max_size=d * r) for entry in (whole, halves)))
        full = spread * np.eye(d) if columns is None else np.zeros((d, d))
        cov = factor.map(lambda f: (a := np.array(f, dtype=float).reshape(d, r)) @ a.T + full)
        return st.fixed_dictionaries({"mean_1": mean, "cov_1": cov, "mean_2": mean, "cov_2": cov})

    return st.integers(1, 3).flatmap(of)


def case(mean_1: Any, cov_1: Any, mean_2: Any, cov_2: Any) -> Arguments:
    """Arguments of two normal distributions, written out."""
    named = {"mean_1": mean_1, "cov_1": cov_1, "mean_2": mean_2, "cov_2": cov_2}
    return {name: np.array(value, dtype=float) for name, value in named.items()}


def many_features(full: bool) -> list[Arguments]:
    """Normal distributions of more features than are drawn, of full rank or spread along fewer directions."""
    source = random.Random("many features")

    def of(d: int) -> tuple[list[int], Any]:
        r = d if full else d - 2
        factor = np.array(source.choices(range(-3, 4), k=d * r), dtype=float).reshape(d, r)
        return source.choices(range(-9, 10), k=d), factor @ factor.T + full * np.eye(d)

    return [case(*of(d), *of(d)) for d in (4, 6, 8, 12)]


def many_images() -> list[list[list[float]]]:
    """Probabilities of more images and classes than are drawn, some of them 0, others small."""
    source = random.Random("many images")
    found = []
    for images, classes in ((10, 5), (13, 7), (16, 10), (20, 12)):
        counts = [[source.choice([0, 1, 1, 5, 40, 200]) for _ in range(classes - 1)] + [1] for _ in range(images)]
        found.append([[n / sum(row) for n in row] for row in counts])
    return found


def with_trace(root: Any) -> Any:
    """The distance with another number in the place of the trace of the root."""

    def distance(mean_1: Any, cov_1: Any, mean_2: Any, cov_2: Any) -> float:
        step = mean_1 - mean_2
        return float(step @ step + np.trace(cov_1) + np.trace(cov_2) - root(cov_1, cov_2))

    return distance


def trace_of_root(cov_1: Any, cov_2: Any) -> float:
    zero = np.zeros(len(cov_1))
    both = float(np.trace(cov_1) + np.trace(cov_2))
    return (both - frechet_distance(zero, cov_1, zero, cov_2)) / 2


def length_not_squared(mean_1: Any, cov_1: Any, mean_2: Any, cov_2: Any) -> float:
    right = frechet_distance(mean_1, cov_1, mean_2, cov_2)
    step = mean_1 - mean_2
    return float(right - step @ step + sqrt(step @ step))


def rows(low: int) -> Inputs:
    """Probabilities from whole numbers of at least `low`, one to five rows of two to four classes."""

    def of(k: int) -> st.SearchStrategy[Any]:
        row = st.lists(st.integers(low, 9), min_size=k, max_size=k).filter(any)
        return st.lists(row.map(lambda counts: [c / sum(counts) for c in counts]), min_size=1, max_size=5)

    return st.integers(2, 4).flatmap(of).map(lambda found: {"probabilities": found})


def divergences(p: Any, q: Any) -> Any:
    """Kullback-Leibler divergence of each row of p from q, in nats; 0 log 0 is 0."""
    p, q = np.broadcast_arrays(np.asarray(p, dtype=float), q)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(p > 0, p * np.log(p / q), 0).sum(axis=1)


def draw(source: random.Random) -> Any:
    """Darkness of six real and three generated images, and what a classifier says of three others.

    A generated image lies between the two real ones that it stands for; one pair gets darker and another lighter. To
    take what is nearest, in whatever order, costs more.
    """
    while True:
        real, generated = (source.sample(range(31), n) for n in (6, 3))
        sure = [n / 20 for n in source.sample(range(2, 19), 3)]
        data = {"real": real, "generated": generated, "first_class": sure}
        places = list(zip(sorted(real)[::2], sorted(generated), sorted(real)[1::2], strict=True))
        steps = [low + high - 2 * place for low, place, high in places]
        between = any(low < place < high for low, place, high in places)
        uneven = abs(sum(sure) / 3 - sorted(sure)[1]) > 0.02
        if not (uneven and between and min(steps) < 0 < max(steps) and misled(real, generated)):
            continue
        if scores(data)["inception"] > 1.05:
            return data


def misled(real: list[int], generated: list[int]) -> bool:
    """Whether moving what is nearest first, from either side and in every usual order, is dear at both orders."""
    for power in (1, 2):
        pairs = zip(sorted(real), sorted([*generated, *generated]), strict=True)
        least = sum(abs(x - place) ** power for x, place in pairs)
        orders = (real, sorted(real), sorted(real, reverse=True))
        if min(one_by_one(order, generated, power) for order in orders) - least < 0.1:
            return False
        if min(closest_first(real, generated, power), two_each(real, generated, power)) - least < 0.1:
            return False
        if two_each(real, sorted(generated), power) - least < 0.1:
            return False
    return True


def one_by_one(real: list[int], generated: list[int], power: int = 1) -> float:
    """Each real image in turn to the nearest generated one that is not yet taken twice."""
    left, total = [*generated, *generated], 0
    for x in real:
        left.remove(place := min(left, key=lambda place: abs(place - x)))
        total += abs(place - x) ** power
    return total


def closest_first(real: list[int], generated: list[int], power: int) -> float:
    """The closest pair that is left, again and again."""
    left, places, total = list(real), [*generated, *generated], 0
    while left:
        x, place = min(((x, place) for x in left for place in places), key=lambda pair: abs(pair[0] - pair[1]))
        left.remove(x)
        places.remove(place)
        total += abs(place - x) ** power
    return total


def two_each(real: list[int], generated: list[int], power: int) -> float:
    """Each generated image in turn gets the two nearest real ones that are left."""
    left, total = list(real), 0
    for place in generated:
        left.sort(key=lambda x: abs(place - x))
        total += sum(abs(place - x) ** power for x in left[:2])
        left = left[2:]
    return total


def scores(data: Any) -> dict[str, float]:
    real, generated = data["real"], data["generated"]
    return {
        "frechet": frechet_distance_from_samples(real, generated),
        "wasserstein": wasserstein_distance(real, generated),
        "wasserstein_2": wasserstein_distance(real, generated, order=2),
        "inception": inception_score([[p, 1 - p] for p in data["first_class"]]),
    }


def with_wasserstein(data: Any, distance: Callable[[Any, Any], Any]) -> dict[str, float]:
    real, generated = (np.array(data[name], dtype=float) for name in ("real", "generated"))
    return {"wasserstein": float(np.mean(np.abs(distance(real, generated))))}


def by_pairs(real: Any, generated: Any) -> Any:
    """Generated images against the means of two real ones."""
    return np.sort(real).reshape(3, 2).mean(axis=1) - np.sort(generated)


def unsorted(real: Any, generated: Any) -> Any:
    return real - np.repeat(generated, 2)


def to_nearest(real: Any, generated: Any) -> Any:
    """Every real image to the generated one that is nearest, however many go there."""
    return np.abs(np.subtract.outer(real, generated)).min(axis=1)


def from_even(data: Any) -> float:
    """The Inception score against even classes."""
    return float(np.exp(divergences([[p, 1 - p] for p in data["first_class"]], 0.5).mean()))


def divided_by_n(data: Any) -> float:
    real, generated = np.array(data["real"], dtype=float), np.array(data["generated"], dtype=float)
    return float((real.mean() - generated.mean()) ** 2 + (real.std() - generated.std()) ** 2)


def mean_of_exponentials(data: Any) -> float:
    p = [[q, 1 - q] for q in data["first_class"]]
    return float(np.exp(divergences(p, np.mean(p, axis=0))).mean())


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
    real, generated = each_in(answer, CLOUDS, _points)
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
    samples = each_in(answer, STOPS, numbers_in, -1000, 1000, 2)
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
    "variances divided by n: a sample's are divided by n - 1": lambda data: {"frechet": divided_by_n(data)},
    "the root of the distance: FID is squared": lambda data: {"frechet": sqrt(scores(data)["frechet"])},
    "the difference of the means: where the order crosses, more has to be moved": lambda data: {
        "wasserstein": abs(float(np.mean(data["real"]) - np.mean(data["generated"])))
    },
    "means of pairs: on the two sides of its place, two do not make up for each other": lambda data: with_wasserstein(
        data, by_pairs
    ),
    "the images as they are given: sort both": lambda data: with_wasserstein(data, unsorted),
    "each to the nearest: every generated image stands for two": lambda data: with_wasserstein(data, to_nearest),
    "the nearest that is left, one after the other: what is near now may be needed later": lambda data: {
        "wasserstein": one_by_one(data["real"], data["generated"]) / 6
    },
    "the square at order 2: its root is asked for": lambda data: {"wasserstein_2": scores(data)["wasserstein_2"] ** 2},
    "the mean of exponentials: average first": lambda data: {"inception": mean_of_exponentials(data)},
    "the divergence from even classes: it is from their mean": lambda data: {"inception": from_even(data)},
    "logarithms of base 2 under the exponential of e": lambda data: {"inception": exp(log2(scores(data)["inception"]))},
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
            "singular covariances": Part(
                gaussians(1),
                1,
                case([0, 0], np.zeros((2, 2)), [3, 4], np.eye(2)),
                case([0, 0, 0], np.ones((3, 3)), [0, 0, 0], np.ones((3, 3))),
                case([0, 0], [[1, 2], [2, 4]], [1, 0], [[9, 3], [3, 1]]),
                case([0.5, 0.25], [[0.25, 0.5], [0.5, 1]], [1.5, -0.75], [[0.25, 0], [0, 0]]),
                case([0, 0, 0], [[2, -1, -1], [-1, 2, -1], [-1, -1, 2]], [0, 1, 0], np.diag([1, 0, 2])),
                *many_features(full=False),
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
                {"probabilities": [[0.2, 0.3, 0.5]]},
                {"probabilities": [[0.6 if i % 5 == j else 0.1 for j in range(5)] for i in range(7)]},
                {"probabilities": [[0.5, 0.3, 0.2]] * 10 + [[0.1, 0.2, 0.7]] * 3},
                *(
                    {"probabilities": [[(p + 0.1) / (1 + 0.1 * len(row)) for p in row] for row in rows]}
                    for rows in many_images()
                ),
                {"probabilities": [[0.5, 0.5], [0.49995, 0.50005], [0.51, 0.49]]},
            ),
            "some probabilities are 0": Part(
                rows(0),
                1,
                {"probabilities": [[1.0, 0.0], [0.0, 1.0]]},
                {"probabilities": [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]},
                {"probabilities": [[0.0, 1.0], [0.5, 0.5]]},
                {"probabilities": [[0.5, 0.5], [1.0, 0.0]]},
                {"probabilities": [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0]]},
                {"probabilities": [[1.0, 0.0], [0.999999999, 0.000000001]]},
                *({"probabilities": rows} for rows in many_images()),
                {"probabilities": [[0.9999991, 9e-7], [0.5, 0.5]]},
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

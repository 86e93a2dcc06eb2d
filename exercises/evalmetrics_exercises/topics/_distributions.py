"""What the exercise on distributions is made of: definitions, mistakes that have a name, and data."""

import random
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
from hypothesis import strategies as st

from evalmetrics import frechet_distance, frechet_distance_from_samples, inception_score, wasserstein_distance

from ..tasks import Arguments


def gaussians(columns: int | None, spread: float = 1) -> st.SearchStrategy[Arguments]:
    """Means and covariances of one to three features, from small numbers, half of them whole; None: of full rank."""

    def of(d: int) -> st.SearchStrategy[Arguments]:
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


def rows(low: int) -> st.SearchStrategy[Arguments]:
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
    return scores(data) | {"wasserstein": float(np.mean(np.abs(distance(real, generated))))}


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

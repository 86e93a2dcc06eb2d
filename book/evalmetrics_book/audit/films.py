"""The films of the book: what four recommenders and a hat offer 292 people, taken for all there is."""

from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.recommendation import diversity, personalized_at_k

from .. import examples
from .coverage import Samples, population

RECOMMENDERS = ("biases", "factors", "popular", "taste")
ALL = "these 292"


@cache
def ratings() -> tuple[pd.DataFrame, NDArray[np.float64]]:
    """What is held out, and all other stars, a row per user: 0 where there are none."""
    data = examples.example_ratings()
    train, stars = data[~data["held_out"]], np.zeros((300, 240))
    stars[train["user"], train["film"]] = train["rating"]
    return data[data["held_out"]], stars


def _fitted(rest: NDArray[Any], seen: NDArray[Any], q: NDArray[Any]) -> NDArray[Any]:
    rows = [(q[own], each[own]) for own, each in zip(seen, rest, strict=True)]
    return np.array([np.linalg.solve(x.T @ x + 5 * np.eye(q.shape[1]), x.T @ y) for x, y in rows])


@cache
def predicted() -> dict[str, NDArray[np.float64]]:
    """How many stars two models expect of each user for each film."""
    _, stars = ratings()
    seen, mean = stars > 0, stars[stars > 0].mean()
    rest = (stars - mean) * seen
    generous = rest.sum(axis=1, keepdims=True) / (seen.sum(axis=1, keepdims=True) + 5)
    rest -= generous * seen
    good = rest.sum(axis=0) / (seen.sum(axis=0) + 5)
    rest -= good * seen
    q = np.random.default_rng(0).normal(size=(240, 4))
    for _ in range(10):
        p = _fitted(rest, seen, q)
        q = _fitted(rest.T, seen.T, p)
    biases = mean + generous + good
    return {"biases": biases, "factors": biases + p @ q.T}


@cache
def relevant() -> NDArray[np.float64]:
    """Which films each user watched later and liked."""
    held, stars = ratings()
    liked = np.zeros(stars.shape)
    liked[held["user"], held["film"]] = held["rating"] >= 4
    return liked


def served() -> NDArray[np.intp]:
    """Those who liked something later."""
    return np.flatnonzero(relevant().any(axis=1))


@cache
def orders(how: str) -> list[list[int]]:
    """All films that a user had not seen, as a recommender orders them."""
    if how == "hat":
        rng = np.random.default_rng(0)
        return [rng.permutation(films).tolist() for films in orders("taste")]
    _, stars = ratings()
    u, strength, v = np.linalg.svd(stars, full_matrices=False)
    others = {"popular": np.tile((stars > 0).sum(axis=0), (300, 1)), "taste": (u[:, :5] * strength[:5]) @ v[:5]}
    ranked = np.argsort(-(predicted() | others)[how], axis=1, kind="stable")
    return [ranked[user][stars[user, ranked[user]] == 0].tolist() for user in served()]


def tens(how: str) -> list[list[int]]:
    """The first ten of each."""
    return [films[:10] for films in orders(how)]


@cache
def found(how: str) -> list[Any]:
    """Per user, which of the films that were recommended, in order, were liked later."""
    return [relevant()[user, films] for user, films in zip(served(), orders(how), strict=True)]


def all_found(*hows: str) -> Samples:
    """The same of one recommender or two."""
    return tuple(map(found, hows))


def first_tens(how: str) -> Samples:
    """For each user, the precision of the first ten."""
    return (np.array([films[:10].mean() for films in found(how)]),)


@cache
def next_film(*hows: str) -> Samples:
    """The first film that each user watched later, and what was recommended."""
    held, _ = ratings()
    return held.groupby("user")["film"].first()[served()].to_list(), *map(tens, hows)


@cache
def counts_of_rarer(how: str) -> Samples:
    """What personalised success counts, the twenty most viewed films being popular."""
    viewers = (ratings()[1] > 0).sum(axis=0)
    popular = set(np.argsort(-viewers, kind="stable")[:20].tolist())
    return (personalized_at_k.given(k=10, popular=popular).statistics(*next_film(how)),)


@cache
def counts_of_genres(how: str) -> Samples:
    """What diversity counts, films of one genre being 0 apart and others 1."""
    genre = examples.example_ratings().groupby("film")["genre"].first().to_dict()
    apart = diversity.given(distance=lambda a, b: float(genre[a] != genre[b]))
    return (apart.statistics(tens(how)),)


@cache
def errors(how: str) -> Samples:
    """Per user, the sum of the squared errors of predicted stars, and how many there are."""
    held, _ = ratings()
    squares = (predicted()[how][held["user"], held["film"]] - held["rating"]) ** 2
    sums = squares.groupby(held["user"]).agg(["sum", "size"])
    return sums["sum"].to_numpy(), sums["size"].to_numpy()


FILMS = [
    *(population(f"films, {how}", partial(all_found, how), ALL) for how in (*RECOMMENDERS, "hat")),
    population("films, both", partial(all_found, "taste", "popular"), ALL, systems=2),
    *(population(f"first tens of films, {how}", partial(first_tens, how), ALL) for how in RECOMMENDERS),
    *(population(f"next film, {how}", partial(next_film, how), ALL) for how in RECOMMENDERS),
    population("next film, both", partial(next_film, "taste", "popular"), ALL, systems=2),
    *(population(f"rarer next film, {how}", partial(counts_of_rarer, how), ALL) for how in RECOMMENDERS),
    *(population(f"genres of films, {how}", partial(counts_of_genres, how), ALL) for how in (*RECOMMENDERS, "hat")),
    *(population(f"stars, {how}", partial(errors, how), "these 300") for how in ("biases", "factors")),
]

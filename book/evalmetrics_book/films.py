"""Recommended films: what four recommenders and a hat offer to the people of `example_ratings`."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from evalmetrics.kinds.help_pages import described_by

from .examples import example_ratings

PULLED = 5  # ratings equal to the mean that are added to each user and film, as few ratings say little
FACTORS, PATTERNS, TURNS = 4, 5, 10


class RecommendedFilms(NamedTuple):
    """What `recommended_films` returns; all lists have one entry for each of the 292 users."""

    stars: dict[str, tuple[NDArray[Any], NDArray[Any]]]
    lists: dict[str, list[list[int]]]
    found: dict[str, list[NDArray[Any]]]
    chosen: list[int]
    viewers: NDArray[Any]
    genre: list[str]


@described_by()
def recommended_films() -> RecommendedFilms:
    """Recommendations for the users of `example_ratings` who liked a held-out film: gave it four stars or more.

    Mean, Biases and Factors predict stars, and the latter two recommend by them. Popular counts viewers. Taste
    writes 0 stars for what was not seen and approximates that table by its five strongest patterns. Hat draws lots.

    -> RecommendedFilms
        stars: by name, the held-out ratings and the predicted ones. lists: by name, per user, all films that the
        user had not seen, best first. found: the same lists with 1 for a held-out film that was liked, and 0.
        chosen: per user, the held-out film that was watched first. viewers: per film, how many had seen it.
        genre: per film.

    >>> films = recommended_films()
    >>> films.lists["popular"][0][:3], films.found["popular"][0][:3].tolist()
    ([66, 163, 194], [0.0, 0.0, 0.0])
    """
    data = example_ratings()
    train, held = data[~data["held_out"]], data[data["held_out"]]
    stars, liked = np.zeros((2, 300, 240))
    stars[train["user"], train["film"]] = train["rating"]
    liked[held["user"], held["film"]] = held["rating"] >= 4
    users, seen, predicted = np.flatnonzero(liked.any(axis=1)), stars > 0, _predicted(stars)
    u, strength, v = np.linalg.svd(stars, full_matrices=False)
    scores = {name: predicted[name] for name in ("biases", "factors")} | {
        "popular": np.tile(seen.sum(axis=0), (300, 1)),
        "taste": (u[:, :PATTERNS] * strength[:PATTERNS]) @ v[:PATTERNS],
    }
    ranked = {name: np.argsort(-score, axis=1, kind="stable") for name, score in scores.items()}
    lists = {name: [each[u, ~seen[u, each[u]]].tolist() for u in users] for name, each in ranked.items()}
    rng = np.random.default_rng(0)
    lists["hat"] = [rng.permutation(films).tolist() for films in lists["taste"]]
    return RecommendedFilms(
        {name: (held["rating"].to_numpy(), each[held["user"], held["film"]]) for name, each in predicted.items()},
        lists,
        {name: [liked[u, films] for u, films in zip(users, each, strict=True)] for name, each in lists.items()},
        held.groupby("user")["film"].first()[users].to_list(),
        seen.sum(axis=0),
        data.groupby("film")["genre"].first().reindex(range(240)).to_list(),
    )


def _predicted(stars: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """How many stars each model expects of each user for each film."""
    seen, mean = stars > 0, stars[stars > 0].mean()
    rest = (stars - mean) * seen
    generous = rest.sum(axis=1, keepdims=True) / (seen.sum(axis=1, keepdims=True) + PULLED)
    rest -= generous * seen
    good = rest.sum(axis=0) / (seen.sum(axis=0) + PULLED)
    rest -= good * seen
    q = np.random.default_rng(0).normal(size=(stars.shape[1], FACTORS))
    for _ in range(TURNS):
        p = _fitted(rest, seen, q)
        q = _fitted(rest.T, seen.T, p)
    biases = mean + generous + good
    return {"mean": np.full(stars.shape, mean), "biases": biases, "factors": biases + p @ q.T}


def _fitted(rest: NDArray[Any], seen: NDArray[Any], q: NDArray[Any]) -> NDArray[Any]:
    rows = [(q[own], each[own]) for own, each in zip(seen, rest, strict=True)]
    return np.array([np.linalg.solve(x.T @ x + PULLED * np.eye(q.shape[1]), x.T @ y) for x, y in rows])

"""The films of the book: what four recommenders and a hat offer 292 people, taken for all there is."""

from functools import cache, partial

import numpy as np

from evalmetrics.recommendation import diversity, personalized_at_k

from ..examples import example_ratings
from ..films import recommended_films
from .coverage import Samples, population

RECOMMENDERS = ("biases", "factors", "popular", "taste")
ALL = "these 292"
films = cache(recommended_films)


def tens(how: str) -> list[list[int]]:
    """The first ten films that each user is recommended."""
    return [each[:10] for each in films().lists[how]]


def all_found(*hows: str) -> Samples:
    """Per user, which of the films that one recommender or two put in order were liked later."""
    return tuple(films().found[how] for how in hows)


def first_tens(how: str) -> Samples:
    """For each user, the precision of the first ten."""
    return (np.array([each[:10].mean() for each in films().found[how]]),)


@cache
def next_film(*hows: str) -> Samples:
    """The first film that each user watched later, and what was recommended."""
    return films().chosen, *map(tens, hows)


@cache
def counts_of_rarer(how: str) -> Samples:
    """What personalised success counts, the twenty most viewed films being popular."""
    popular = set(np.argsort(-films().viewers, kind="stable")[:20].tolist())
    return (personalized_at_k.given(k=10, popular=popular).statistics(*next_film(how)),)


@cache
def counts_of_genres(how: str) -> Samples:
    """What diversity counts, films of one genre being 0 apart and others 1."""
    genre = films().genre
    apart = diversity.given(distance=lambda a, b: float(genre[a] != genre[b]))
    return (apart.statistics(tens(how)),)


@cache
def errors(how: str) -> Samples:
    """Per user, the sum of the squared errors of predicted stars, and how many there are."""
    data = example_ratings()
    held, (_, predicted) = data[data["held_out"]], films().stars[how]
    sums = ((predicted - held["rating"]) ** 2).groupby(held["user"]).agg(["sum", "size"])
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

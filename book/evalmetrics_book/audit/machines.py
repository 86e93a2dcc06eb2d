"""What machines made: programs, translations, clusters and answers to a quiz, drawn again as the chapters draw them."""

import re
from dataclasses import replace
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.chrf_ter import corpus_chrf
from evalmetrics.code_generation import run_program
from evalmetrics.contamination import order_log_probs
from evalmetrics.question_benchmarks import squad_exact_match

from .. import examples, judgements
from ..letters import LetterModel
from .coverage import Samples, World, endless, of_groups, population

Rng = np.random.Generator
ATTEMPTS = 20


@cache
def programs() -> pd.DataFrame:
    """All that the toy model of code may write, and whether it passes."""
    table = examples.example_programs()
    pairs = zip(table["program"], table["test"], strict=True)
    passes = [run_program(program, test, timeout=20).passed for program, test in pairs]
    return table.assign(passes=passes)


@cache
def chances(temperature: float) -> NDArray[np.float64]:
    """The probability that one attempt passes, task by task."""
    table = programs()
    weights = table["probability"] ** (1 / temperature)
    each = weights / weights.groupby(table["task"]).transform("sum") * table["passes"]
    return each.groupby(table["task"], sort=False).sum().to_numpy()


def favourites() -> Samples:
    """Whether the program that the model likes best passes, task by task."""
    table = programs()
    return (table.loc[table.groupby("task", sort=False)["probability"].idxmax(), "passes"].to_numpy(dtype=float),)


def attempts(*temperatures: float) -> Any:
    """Tasks drawn from the twelve, twenty attempts at each, and how many of them pass."""

    def draw(n: int, rng: Rng) -> Samples:
        tasks = rng.integers(12, size=n)
        return np.full(n, ATTEMPTS), *(rng.binomial(ATTEMPTS, chances(t)[tasks]) for t in temperatures)

    return draw


@cache
def translations(*systems: str) -> Samples:
    """Forty sentences, one reference of each, and what systems make of them."""
    data = examples.example_corpus()
    return [texts[:1] for texts in data["references"]], *(data[system].tolist() for system in systems)


def letters_of_talks(person: str) -> Samples:
    """What chrF counts in 529 translated segments of two systems, against one person's translation."""
    counts = judgements.example_counts("ted", corpus_chrf).loc[person]
    return tuple(counts.loc[system].to_numpy() for system in ("Online-W", "DIDI-NLP"))


def kmeans(points: Any, k: int) -> Any:
    """The clusters of the chapter, which predict that of another point as well."""
    from sklearn.cluster import KMeans

    return KMeans(k, n_init=10, random_state=0).fit(points)


@cache
def wines(how: str) -> tuple[Any, Any, Any]:
    """Thirteen measurements of 178 wines, raw or standardised, who grew them, and KMeans' three clusters."""
    from sklearn.datasets import load_wine

    data = load_wine()
    points = data.data if how == "raw" else (data.data - data.data.mean(axis=0)) / data.data.std(axis=0)
    return points, data.target, kmeans(points, 3).labels_


@cache
def irises() -> Samples:
    """Four measurements of 150 irises, and KMeans' two and three clusters."""
    from sklearn.datasets import load_iris

    points = load_iris().data
    return points, kmeans(points, 2).labels_, kmeans(points, 3).labels_


@cache
def sawn_moons() -> Any:
    """Where KMeans saws two moons in two."""
    from sklearn.datasets import make_moons

    return kmeans(make_moons(500, noise=0.05, random_state=0)[0], 2)


def moons(n: int, rng: Rng) -> Samples:
    """Points of two moons, the half that each is in, and the moon."""
    from sklearn.datasets import make_moons

    points, moon = make_moons(n, noise=0.05, random_state=int(rng.integers(2**32)))
    return points, sawn_moons().predict(points), moon


def places(name: str, make: Any, about: str, copies: int, **more: Any) -> World:
    """Points at the places of the data, any number of them at each: for scores of pairs of points."""
    world = population(name, make, about, **more)
    return replace(world, large=lambda: tuple(np.repeat(sample, copies, axis=0) for sample in make()))


quiz = cache(examples.example_quiz)


@cache
def answered(*systems: str) -> Samples:
    """Whether systems answered each question, as the usual phrases say; of two, by how much the first is ahead."""

    def answer(text: str) -> str:
        found = re.findall(r"(?:answer is|must be|Answer:) (.+?)\.?$", text, flags=re.MULTILINE)
        return found[-1] if found else ""

    said = [quiz()[system].map(answer).to_list() for system in systems]
    right = [squad_exact_match.statistics(quiz()["answers"].to_list(), texts)[:, 0] for texts in said]
    return right[0] - (right[1] if len(right) == 2 else 0), quiz()["passage"].to_numpy()


@cache
def reader(what: str) -> tuple[list[str], LetterModel]:
    """The questions with their answers, and a model of letters that has read the book, and them or a part of them."""
    starts, answers = quiz()["prompt"].str.lower(), quiz()["answers"].str[0].str.lower()
    items = (starts + " " + answers + ".").to_list()
    order = np.random.default_rng(0).permutation(48)
    ends = starts.str.split().str[-3:].str.join(" ") + " " + answers + "."
    more = {
        "the book": [],
        "the quiz as well": ["\n".join(items)],
        "the quiz, shuffled": ["\n".join(items[i] for i in order)],
        "the quiz, reworded": ends.to_list(),
        "half of the quiz": ["\n".join(items[:24])],
    }
    return items, LetterModel([text.lower() for text in examples.example_story()["text"]] + more[what])


@cache
def chosen(what: str) -> NDArray[np.float64]:
    """Whether a reader chooses the right one of the four answers of a passage, question by question."""
    _, model = reader(what)
    starts, answers = quiz()["prompt"].str.lower(), quiz()["answers"].str[0].str.lower()
    options = quiz()["passage"].map(answers.groupby(quiz()["passage"]).agg(list))
    right = []
    for i, (start, few) in enumerate(zip(starts, options, strict=True)):  # the fourth of a passage has the fourth key
        scores = [model.log_prob(" " + one, after=start) for one in few]
        right.append(float(np.argmax(scores) == i % 4))
    return np.array(right)


def readers(what: str, less: str = "", *, old: bool = False) -> Samples:
    """Scores of a reader, or by how much it is ahead of another, with the old half of the questions; by passage."""
    score = chosen(what) - (chosen(less) if less else 0)
    return score, *([np.arange(48) < 24] if old else []), quiz()["passage"].to_numpy()


@cache
def parts_of_a_file() -> Samples:
    """By how much likelier each quarter of the quiz is in the order in which it was read than in others."""
    items, model = reader("the quiz as well")
    ahead = []
    for start in range(0, 48, 12):
        published, shuffled = order_log_probs(items[start : start + 12], model.log_prob, n_shuffles=9, rng=0)
        ahead.append(published - shuffled.mean())
    return (np.array(ahead),)


@cache
def annotated() -> Samples:
    """What two classifiers call 899 digits."""
    data = examples.digit_predictions()
    return data["naive_bayes"].tolist(), data["logistic"].tolist()


ONE = "one reference"
MACHINES = [
    population("digits, as annotators", annotated, "these 899"),
    population("toy programs, favourites", favourites, "these 12 tasks"),
    endless("toy programs, cool", attempts(0.2)),
    endless("toy programs, warm", attempts(1.0)),
    endless("toy programs, warm and cool", attempts(1.0, 0.2), systems=2),
    population(f"translations, good, {ONE}", partial(translations, "good"), "these 40"),
    *(
        population(f"translations, {one} and good, {ONE}", partial(translations, one, "good"), "these 40", systems=2)
        for one in ("repetitive", "negated")
    ),
    *(
        population(
            f"letters of talks, Online-W and DIDI-NLP, {person}",
            partial(letters_of_talks, person),
            "these 529",
            systems=2,
        )
        for person in ("ref", "refB")
    ),
    *(
        places(f"wines, {how}", lambda how=how: wines(how)[1:], "wines in these shares", 1000)
        for how in ("raw", "standardised")
    ),
    places("wines, clustered anew", lambda: wines("standardised")[:2], "wines at these 178 places", 20),
    places("places of wines", lambda: wines("standardised")[::2], "wines at these 178 places", 20),
    places("irises, two and three clusters", irises, "irises at these 150 places", 25, systems=2),
    endless("moons, sawn in two and whole", moons, 4000, systems=2),
    of_groups("quiz, terse", partial(answered, "terse"), "these 12 passages"),
    of_groups("quiz, chatty", partial(answered, "chatty"), "these 12 passages"),
    of_groups("quiz, chatty ahead", partial(answered, "chatty", "terse"), "these 12 passages"),
    of_groups(
        "quiz, chatty ahead, ten copies",
        lambda: tuple(np.tile(each, 10) for each in answered("chatty", "terse")),
        "these 12 passages",
    ),
    *(
        of_groups(f"quiz, {what}", partial(readers, what), "these 12 passages")
        for what in ("the book", "the quiz as well", "the quiz, shuffled", "the quiz, reworded")
    ),
    *(
        of_groups(f"old and new, {name}", partial(readers, *those, old=True), "these 12 passages")
        for name, those in {
            "the book": ("the book",),
            "leaked": ("half of the quiz",),
            "leaked, less the book": ("half of the quiz", "the book"),
        }.items()
    ),
    population("parts of a file", parts_of_a_file, "these 4"),
]

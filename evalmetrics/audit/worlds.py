"""The worlds of the book: its own generators, and its real data taken for all there is."""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from ..book import examples, pages
from ..book.embeddings import example_semantic_scores
from ..confusion import labels_of_matrix
from . import made_up
from .coverage import Samples, World, endless, population

PAGES = 2400
Rng = np.random.Generator
PAIRS = [("repetitive", "good"), ("negated", "literal"), ("good", "negated")]  # of systems


@cache
def tumours() -> pd.DataFrame:
    """The test half of the breast cancer data, with verdicts from a half."""
    data = examples.tumour_predictions()
    for name in ("logistic", "stump"):
        data[f"{name} says"] = np.where(data[name] >= 0.5, "malignant", "benign")
    return data.assign(malignant=(data["truth"] == "malignant").astype(int), constant="benign")


@cache
def trees() -> NDArray[np.int64]:
    """For each tumour, whether trees from two hundred seeds are right."""
    return examples.tumour_runs(n_runs=200).to_numpy()


def five_trees(n: int, rng: Rng) -> Samples:
    """Some tumours, and five of the trees."""
    return (trees()[rng.integers(len(trees()), size=n)][:, rng.choice(200, 5, replace=False)],)


def columns(make: Any, *names: str) -> Any:
    """Some columns of a table that is made when they are needed."""
    return lambda: tuple(_plain(make()[name]) for name in names)


def _plain(column: pd.Series) -> Any:
    return column.tolist() if column.dtype == object else column.to_numpy()


digits = cache(examples.digit_predictions)
diabetes = cache(examples.diabetes_predictions)
corpus = cache(examples.example_corpus)
dictations = cache(examples.example_dictations)
walkthrough = cache(examples.walkthrough_scores)


@cache
def eights() -> pd.DataFrame:
    """Twenty eights among 832 digits."""
    data = examples.rare_digit_scores()
    return data.assign(eight=(data["truth"] == "eight").astype(int))


@cache
def queries(how: str) -> NDArray[Any]:
    """For each of 899 digits, which of the archived ones are the same digit, in the order of a search."""
    from scipy.spatial.distance import cdist
    from sklearn.datasets import load_digits
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    from ..ranking import ranked_relevance

    data = load_digits()
    archive, asked, archived, wanted = examples.split_in_halves(data.data / 16, data.target)
    if how == "learned":
        directions = LinearDiscriminantAnalysis().fit(archive, archived)
        archive, asked = directions.transform(archive), directions.transform(asked)
    same = (wanted[:, None] == archived).astype(int)
    return ranked_relevance(same, -cdist(asked, archive), ties="worst")


@cache
def retrieval(how: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """The same as relevances and scores, of which only the order counts."""
    found = queries(how)
    return found, np.tile(np.arange(found.shape[1], 0.0, -1), (len(found), 1))


def said_and_heard(*listeners: str) -> Any:
    """Dictations and what was heard, as lists of lower-case words."""

    def words(text: str) -> list[str]:
        return "".join(c for c in text.lower() if c.isalnum() or c.isspace()).split()

    return lambda: tuple([words(text) for text in dictations()[name]] for name in ("said", *listeners))


def captions() -> Samples:
    """References and captions of sixteen pictures."""
    table = examples.example_captions()
    return table["references"].tolist(), table["careful"].tolist()


@cache
def summaries(system: str) -> tuple[NDArray[Any]]:
    """ROUGE-L, as an F, of each of forty translations."""
    from ..rouge import rouge_l

    pairs = zip(corpus()["references"], corpus()[system], strict=True)
    return (np.array([rouge_l(several, text, tokenize="rouge").f for several, text in pairs]),)


def means(score: str, system: str, other: str = "") -> Any:
    """A score of each of forty translations, or by how much it is higher than another system's."""

    def make() -> Samples:
        scores = example_semantic_scores().pivot_table(index="sentence", columns="system", values=score)
        return ((scores[system] - (scores[other] if other else 0)).to_numpy(),)

    return make


def units() -> Samples:
    """Krippendorff's twelve units, rated by four, with gaps."""
    nan = np.nan
    rows = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, 3],
        [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nan],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
    ]
    return (np.transpose(rows),)


@cache
def recommended(how: str) -> list[Any]:
    """Per user, which of the films that were recommended, in order, were liked later."""
    ratings = examples.example_ratings()
    train, held = ratings[~ratings["held_out"]], ratings[ratings["held_out"]]
    stars, liked = np.zeros((2, 300, 240))
    stars[train["user"], train["film"]] = train["rating"]
    liked[held["user"], held["film"]] = held["rating"] >= 4
    u, strength, v = np.linalg.svd(stars, full_matrices=False)
    score = {"popular": np.tile((stars > 0).sum(axis=0), (300, 1)), "taste": (u[:, :5] * strength[:5]) @ v[:5]}[how]
    order = np.argsort(-score, axis=1, kind="stable")
    unseen = [films[stars[user, films] == 0] for user, films in enumerate(order)]
    return [liked[user, unseen[user]] for user in np.flatnonzero(liked.any(axis=1))]


def page_world(*detectors: str, digits: bool = True) -> World:
    """Pages of digits; a detector finds boxes on them, or two do."""

    def of(numbers: Any) -> Samples:
        drawn = [pages.another_page(int(number)) for number in numbers]
        truths = [truths for truths, _ in drawn]
        found = [[boxes[name] for _, boxes in drawn] for name in detectors]
        if digits:
            return truths, *found
        boxes = ([[box for box, *_ in page] for page in found[0]], [[score for *_, score in page] for page in found[0]])
        return [[box for box, _ in page] for page in truths], *boxes

    name = f"pages, {' and '.join(detectors)}" + ("" if digits else ", any digit")
    return World(
        name,
        lambda n, rng: of(rng.integers(PAGES, size=n)),
        lambda: of(range(PAGES)),
        f"{PAGES:,} more pages",
        systems=len(detectors),
    )


WORLDS = {
    world.name: world
    for world in [
        endless("four in five right", made_up.classes([[0.56, 0.14], [0.06, 0.24]])),
        endless("three in four right", made_up.classes([[0.5, 0.0], [0.25, 0.25]])),
        endless("nineteen in twenty right", made_up.classes([[0.5, 0.0], [0.05, 0.45]])),
        endless("the best of forty coins", made_up.best_of_coins),
        endless("noise at its best threshold", made_up.best_threshold_on_noise),
        endless("uniform numbers", lambda n, rng: (rng.random(n),)),
        endless("two equal learners", made_up.folds),
        World("tumours, five trees", five_trees, lambda: (trees(),), "these 285 and 200 trees"),
        endless("a rare class", made_up.classes([[0.955, 0.015], [0.015, 0.015]])),
        endless("cautious and bold", made_up.cautious_and_bold, systems=2),
        endless("normal scores", made_up.scores(0.3, 1.5)),
        endless("normal scores, even", made_up.scores(0.5, 2**0.5 * ndtri(0.75))),
        endless("normal scores, far apart", made_up.scores(0.1, 3.3)),
        endless("two alike scorers", made_up.two_scores(0.3, (1.5, 1.5), 0.5), systems=2),
        endless("a better scorer", made_up.two_scores(0.3, (1.8, 1.5), 0.5), systems=2),
        endless("honest forecasts", made_up.forecasts),
        endless("patients", made_up.patients, 10**5, groups=True),
        endless("a line", made_up.lines(0.5)),
        endless("hardly a line", made_up.lines(2.0)),
        endless("normal pairs", made_up.pairs("normal")),
        endless("skewed pairs", made_up.pairs("skewed"), 10**7),
        endless("a bow tie", made_up.pairs("bow tie")),
        endless("two blobs", made_up.blobs, 4000),
        endless("two groupings", made_up.groupings),
        endless("two clouds", made_up.clouds),
        endless("two judges", made_up.judges),
        endless("listeners", made_up.listeners, 10**5, groups=True),
        endless("programming tasks", made_up.tasks),
        endless("two rectified clouds", made_up.rectified_clouds, 10**5),
        endless("a sure classifier", made_up.verdicts),
        endless("melodies, crackling", made_up.clips, 2000),
        endless("cepstra of melodies, crackling", made_up.cepstra, 2000),
        endless("bands of melodies, crackling", made_up.bands, 1000),
        endless("bits, wrong one by one", made_up.channel(1)),
        endless("bits, wrong in bursts", made_up.channel(50)),
        population("tumours, logistic", columns(tumours, "truth", "logistic says"), "these 285"),
        population("tumours, stump", columns(tumours, "truth", "stump says"), "these 285"),
        population(
            "tumours, logistic and stump",
            columns(tumours, "truth", "logistic says", "stump says"),
            "these 285",
            systems=2,
        ),
        population(
            "tumours, logistic and always benign",
            columns(tumours, "truth", "logistic says", "constant"),
            "these 285",
            systems=2,
        ),
        population("tumours, logistic scores", columns(tumours, "malignant", "logistic"), "these 285"),
        population("tumours, stump scores", columns(tumours, "malignant", "stump"), "these 285"),
        population(
            "tumours, scores of both", columns(tumours, "malignant", "logistic", "stump"), "these 285", systems=2
        ),
        population("digits, logistic", columns(digits, "truth", "logistic"), "these 899"),
        population("digits, naive Bayes", columns(digits, "truth", "naive_bayes"), "these 899"),
        population("digits, both", columns(digits, "truth", "logistic", "naive_bayes"), "these 899", systems=2),
        population("eights, forest", columns(eights, "eight", "forest"), "these 832"),
        population("eights, logistic", columns(eights, "eight", "logistic"), "these 832"),
        population("walkthrough", columns(walkthrough, "truth", "score"), "these 2,000"),
        population("diabetes, linear", columns(diabetes, "truth", "linear"), "these 221"),
        population("diabetes, both", columns(diabetes, "truth", "linear", "forest"), "these 221", systems=2),
        population("translations, good", columns(corpus, "references", "good"), "these 40"),
        population("translations, literal", columns(corpus, "references", "literal"), "these 40"),
        population(
            "translations, good and negated", columns(corpus, "references", "good", "negated"), "these 40", systems=2
        ),
        population("dictations, pen", said_and_heard("pen"), "these 30"),
        population("dictations, both", said_and_heard("pen", "ear"), "these 30", systems=2),
        population("captions, careful", captions, "these 16"),
        population("ROUGE-L of translations, good", lambda: summaries("good"), "these 40"),
        population("BERTScore of translations, good", means("bert_score", "good"), "these 40"),
        *[
            population(f"{name} of translations, {one} − {other}", means(score, one, other), "these 40")
            for one, other in PAIRS
            for name, score in [("BERTScore", "bert_score"), ("MoverScore", "mover_score")]
        ],
        population("twelve units", units, "these 12"),
        population("films, taste", lambda: (recommended("taste"),), "these 292"),
        population("films, both", lambda: (recommended("taste"), recommended("popular")), "these 292", systems=2),
        population("messages", lambda: labels_of_matrix(examples.example_matrix("ex1")), "these 1,270"),
        population("queries, pixels", lambda: (queries("pixels"),), "these 899"),
        population("queries, learned", lambda: (queries("learned"),), "these 899"),
        population("queries, both", lambda: (queries("pixels"), queries("learned")), "these 899", systems=2),
        population("graded queries, pixels", lambda: retrieval("pixels"), "these 899"),
        page_world("forest"),
        page_world("logistic"),
        page_world("forest", "logistic"),
        page_world("forest", digits=False),
        page_world("logistic", digits=False),
    ]
}

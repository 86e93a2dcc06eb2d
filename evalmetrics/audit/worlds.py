"""The worlds of the book: its own generators, and its real data taken for all there is."""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import ndtri

from ..book import examples, pages
from ..confusion import accuracy, labels_of_matrix
from ..precision_recall_curves import best_threshold
from .coverage import Samples, World, endless, population

PAGES = 2400
Rng = np.random.Generator


def classes(rows: list[list[float]]) -> Any:
    """Labels and predictions whose shares are the cells of a matrix."""
    shares = np.array(rows) / np.sum(rows)

    def draw(n: int, rng: Rng) -> Samples:
        return np.divmod(rng.choice(shares.size, size=n, p=shares.ravel()), len(shares))

    return draw


def scores(positives: float, apart: float) -> Any:
    """Labels, a share of them positive, and normal scores that are so many standard deviations higher for these."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.permutation(np.arange(n) < round(positives * n)).astype(int)
        return y, rng.normal(size=n) + apart * y

    return draw


def two_scores(positives: float, apart: tuple[float, float], shared: float) -> Any:
    """Labels and the scores of two systems, which have a share of their variance in common."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.permutation(np.arange(n) < round(positives * n)).astype(int)
        common = np.sqrt(shared) * rng.normal(size=n)
        return y, *(common + np.sqrt(1 - shared) * rng.normal(size=n) + a * y for a in apart)

    return draw


def cautious_and_bold(n: int, rng: Rng) -> Samples:
    """A fifth is positive: one system finds 35 % and no more, one 95 % and many others, and both have the same F1."""
    y, luck = (rng.random(n) < 0.2).astype(int), rng.random((2, n))
    bold = np.where(y == 1, 0.95, 3 / 7)
    return y, ((luck[0] < 0.35) & (y == 1)).astype(int), (luck[1] < bold).astype(int)


def best_of_coins(n: int, rng: Rng) -> Samples:
    """Forty toss coins over n questions; the answers of the one who is right most often."""
    right = rng.random((40, n)) < 0.5
    return np.ones(n, dtype=int), right[right.sum(axis=1).argmax()].astype(int)


def best_threshold_on_noise(n: int, rng: Rng) -> Samples:
    """Scores that know nothing, and the verdicts at the threshold that suits these very labels best."""
    y, score = np.arange(n) % 2, rng.random(n)
    return y, (score >= best_threshold(y, score, accuracy)[0]).astype(int)


def folds(n: int, rng: Rng) -> Samples:
    """Ten folds of a hundred examples, n / 10 times over: by how much one of two equally good learners is ahead."""
    y = np.arange(100) % 2
    x = rng.normal(size=(2, 100)) + 0.5 * y  # one learner sees the first, the other the second
    fold = np.concatenate([rng.permutation(100) % 10 == np.arange(10)[:, None] for _ in range(n // 10)])
    train = 1.0 - fold
    means = [[(train * (y == kind)) @ of / (train @ (y == kind)) for kind in (0, 1)] for of in x]
    nearer = [abs(of - one[:, None]) < abs(of - zero[:, None]) for of, (zero, one) in zip(x, means, strict=True)]
    right = [(fold * (says == y)).sum(axis=1) / fold.sum(axis=1) for says in nearer]
    return (right[0] - right[1],)


def forecasts(n: int, rng: Rng) -> Samples:
    """Probabilities that mean what they say."""
    p = rng.beta(0.5, 1.0, size=n)
    return (rng.random(n) < p).astype(int), p


def patients(n: int, rng: Rng) -> Samples:
    """Whether a system was right, and of which patient: some are easy, some hard, each has 1 to 19 pictures."""
    patient = np.repeat(np.arange(n), rng.integers(1, 20, size=n))
    easy = rng.beta(2, 1, size=n)
    return (rng.random(len(patient)) < easy[patient]).astype(float), patient


def lines(noise: float) -> Any:
    """A truth, and a prediction that is off by normal noise."""

    def draw(n: int, rng: Rng) -> Samples:
        y = rng.normal(size=n)
        return y, y + noise * rng.normal(size=n)

    return draw


def pairs(kind: str) -> Any:
    """Pairs of numbers whose normal scores have a correlation of 0.8, dressed up or not."""
    dress = {
        "normal": lambda x, y: (x, y),
        "skewed": lambda x, y: (np.exp(x), np.exp(y)),
        "bow tie": lambda x, y: (x, x * (y - 0.8 * x)),
    }[kind]

    def draw(n: int, rng: Rng) -> Samples:
        x, noise = rng.normal(size=(2, n))
        return dress(x, 0.8 * x + 0.6 * noise)

    return draw


def blobs(n: int, rng: Rng) -> Samples:
    """Two round clusters, two standard deviations apart, and which point is of which."""
    labels = np.arange(n) % 2
    return rng.normal(size=(n, 2)) + 2 * labels[:, None] * [1, 0], labels


def groupings(n: int, rng: Rng) -> Samples:
    """Two groupings in ten, which agree on half of the items by more than chance."""
    groups = rng.integers(10, size=n)
    return groups, np.where(rng.random(n) < 0.5, groups, rng.integers(10, size=n))


def clouds(n: int, rng: Rng) -> Samples:
    """Two normal samples in eight dimensions, the second moved by 0.3 in each."""
    return rng.normal(size=(n, 8)), rng.normal(size=(n, 8)) + 0.3


def judges(n: int, rng: Rng) -> Samples:
    """What two judges say of n items, a twentieth of which they find remarkable."""
    return classes([[0.92, 0.03], [0.02, 0.03]])(n, rng)


def listeners(n: int, rng: Rng) -> Samples:
    """Grades of n listeners for twenty sentences by one voice, and whose they are: some are generous."""
    found = 3.1 + rng.normal(0, np.hypot(0.6, 0.2), size=(n, 1)) + rng.normal(0, np.hypot(0.25, 0.7), size=(n, 20))
    return np.clip(np.rint(found), 1, 5).ravel(), np.repeat(np.arange(n), 20)


def tasks(n: int, rng: Rng) -> Samples:
    """Twenty attempts at each of n programming tasks, and how many of them pass; most tasks are hard or easy."""
    return np.full(n, 20), rng.binomial(20, rng.beta(0.5, 0.5, size=n))


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
        endless("four in five right", classes([[0.56, 0.14], [0.06, 0.24]])),
        endless("three in four right", classes([[0.5, 0.0], [0.25, 0.25]])),
        endless("nineteen in twenty right", classes([[0.5, 0.0], [0.05, 0.45]])),
        endless("the best of forty coins", best_of_coins),
        endless("noise at its best threshold", best_threshold_on_noise),
        endless("uniform numbers", lambda n, rng: (rng.random(n),)),
        endless("two equal learners", folds),
        World("tumours, five trees", five_trees, lambda: (trees(),), "these 285 and 200 trees"),
        endless("a rare class", classes([[0.955, 0.015], [0.015, 0.015]])),
        endless("cautious and bold", cautious_and_bold, systems=2),
        endless("normal scores", scores(0.3, 1.5)),
        endless("normal scores, even", scores(0.5, 2**0.5 * ndtri(0.75))),
        endless("normal scores, far apart", scores(0.1, 3.3)),
        endless("two alike scorers", two_scores(0.3, (1.5, 1.5), 0.5), systems=2),
        endless("a better scorer", two_scores(0.3, (1.8, 1.5), 0.5), systems=2),
        endless("honest forecasts", forecasts),
        endless("patients", patients, 10**5, groups=True),
        endless("a line", lines(0.5)),
        endless("hardly a line", lines(2.0)),
        endless("normal pairs", pairs("normal")),
        endless("skewed pairs", pairs("skewed"), 10**7),
        endless("a bow tie", pairs("bow tie")),
        endless("two blobs", blobs, 4000),
        endless("two groupings", groupings),
        endless("two clouds", clouds),
        endless("two judges", judges),
        endless("listeners", listeners, 10**5, groups=True),
        endless("programming tasks", tasks),
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

"""The real data of the book, taken for all there is: samples are drawn from them again."""

from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.confusion import labels_of_matrix
from evalmetrics.detection import iou

from .. import examples, judgements, pages
from ..embeddings import example_semantic_scores
from ..explorers.classification import sharpen
from .coverage import Samples, World, population

PAGES = 2400
PAIRS = [("repetitive", "good"), ("negated", "literal"), ("good", "negated")]  # of systems
MIDDLING = pd.DataFrame([[44, 15], [56, 1065]], ["ill", "well"], ["ill", "well"])
WALKTHROUGH = pd.DataFrame([[1866, 18], [68, 48]], ["no", "yes"], ["no", "yes"])


@cache
def tumours() -> pd.DataFrame:
    """The test half of the breast cancer data, with verdicts from a half."""
    data = examples.tumour_predictions()
    for name in ("logistic", "stump"):
        data[f"{name} says"] = np.where(data[name] >= 0.5, "malignant", "benign")
    data["timid"], data["bold"] = (sharpen(data["logistic"], factor) for factor in (1 / 4, 10))
    return data.assign(malignant=(data["truth"] == "malignant").astype(int), constant="benign")


@cache
def trees() -> NDArray[np.int64]:
    """For each tumour, whether trees from two hundred seeds are right."""
    return examples.tumour_runs(n_runs=200).to_numpy()


def five_trees(n: int, rng: np.random.Generator) -> Samples:
    """Some tumours, and five of the trees."""
    return (trees()[rng.integers(len(trees()), size=n)][:, rng.choice(200, 5, replace=False)],)


def columns(make: Any, *names: str) -> Any:
    """Some columns of a table that is made when they are needed."""
    return lambda: tuple(_plain(make()[name]) for name in names)


def _plain(column: pd.Series) -> Any:
    return column.tolist() if column.dtype == object else column.to_numpy()


digits = cache(examples.digit_predictions)


@cache
def corpus() -> pd.DataFrame:
    """Forty sentences, their references, the first of these alone, and what systems make of them."""
    data = examples.example_corpus()
    return data.assign(first=[texts[:1] for texts in data["references"]])


dictations = cache(examples.example_dictations)
walkthrough = cache(examples.walkthrough_scores)


@cache
def diabetes() -> pd.DataFrame:
    """Predictions for 221 patients, and the mean of what was observed."""
    data = examples.diabetes_predictions()
    return data.assign(default=data["truth"].mean())


@cache
def probabilities(model: str) -> Samples:
    """The digits, and what a model thinks of each of them."""
    return digits()["truth"].to_numpy(), examples.digit_probabilities(model).to_numpy()


@cache
def irises() -> Samples:
    """Half of the irises, and what a logistic regression thinks of them that sees two of four features."""
    from sklearn.datasets import load_iris
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import train_test_split

    data = load_iris()
    halves = train_test_split(data.data[:, :2], data.target, test_size=0.5, stratify=data.target, random_state=0)
    x, x_test, kinds, kind = halves
    return kind, LogisticRegression().fit(x, kinds).predict_proba(x_test)


@cache
def eights() -> pd.DataFrame:
    """Twenty eights among 832 digits."""
    data = examples.rare_digit_scores()
    return data.assign(eight=(data["truth"] == "eight").astype(int))


@cache
def _searched(how: str) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each of 899 digits, which of the archived ones are the same digit, and how near they are."""
    relevant, scores = examples.digit_search()
    return relevant, scores[how]


@cache
def queries(how: str) -> NDArray[Any]:
    """Which of the archived digits are the one that was asked for, in the order of a search."""
    from evalmetrics.ranking import ranked_relevance

    return ranked_relevance(*_searched(how), ties="worst")


def first_tens(how: str) -> Samples:
    """For each query, the precision of the first ten."""
    return (queries(how)[:, :10].mean(axis=1),)


@cache
def retrieval(how: str) -> Samples:
    """The same as relevances and scores, of which only the order counts."""
    found = queries(how)
    return found, np.tile(np.arange(found.shape[1], 0.0, -1), (len(found), 1))


@cache
def graded() -> Samples:
    """Which archived digits are the ones asked for, and how near they are to either of two engines."""
    (same, pixels), (_, learned) = map(_searched, ["pixels", "learned"])
    return same, pixels, learned


def translated(person: str) -> Samples:
    """What BLEU counts in 529 translated segments of two systems, against one person's translation."""
    from evalmetrics.bleu import corpus_bleu

    counts = judgements.example_counts("ted", corpus_bleu).loc[person]
    return tuple(counts.loc[system].to_numpy() for system in ("Online-W", "DIDI-NLP"))


def bare_words(text: str) -> list[str]:
    """Lower case, no punctuation, split at spaces."""
    return "".join(c for c in text.lower() if c.isalnum() or c.isspace()).split()


def said_and_heard(*listeners: str) -> Any:
    """Dictations and what was heard, as lists of lower-case words."""
    return lambda: tuple([bare_words(text) for text in dictations()[name]] for name in ("said", *listeners))


def captions() -> Samples:
    """References and captions of sixteen pictures."""
    table = examples.example_captions()
    return table["references"].tolist(), table["careful"].tolist()


@cache
def summaries(system: str) -> tuple[NDArray[Any]]:
    """ROUGE-L, as an F, of each of forty translations."""
    from evalmetrics.rouge import rouge_l

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
def page(number: int) -> tuple[Any, dict[str, Any]]:
    """Where digits are on a page, and what is found there: by detectors, by one that is shy, by a person."""
    truths, found = pages.another_page(number)
    rng = np.random.default_rng([54, number])
    person = [(tuple((np.array(box) + rng.integers(-1, 2, 4)).tolist()), digit, 1.0) for box, digit in truths]
    return truths, {
        **found,
        "forest from 0.5": [each for each in found["forest"] if each[2] >= 0.5],
        "a person": person,
    }


@cache
def best_fits(number: int, detector: str) -> list[float]:
    """How well the best box fits each digit of a page."""
    truths, found = page(number)
    return [max(float(iou(truth, box)) for box, *_ in found[detector]) for truth, _ in truths]


def world_of_fits(detector: str) -> World:
    """Pages, and the fit of the best box for each digit."""

    def of(numbers: Any) -> Samples:
        return ([best_fits(int(number), detector) for number in numbers],)

    name, about = f"pages, {detector}, best fits", f"{PAGES:,} more pages"
    return World(name, lambda n, rng: of(rng.integers(PAGES, size=n)), lambda: of(range(PAGES)), about)


def page_world(*detectors: str, digits: bool = True) -> World:
    """Pages of digits; a detector finds boxes on them, or two do."""

    def of(numbers: Any) -> Samples:
        drawn = [page(int(number)) for number in numbers]
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


REAL = [
    population(
        "letters, careful", lambda: (["urgent"] * 10 + ["other"] * 90, ["urgent"] * 4 + ["other"] * 96), "these 100"
    ),
    population("tumours, logistic", columns(tumours, "truth", "logistic says"), "these 285"),
    World("tumours, five trees", five_trees, lambda: (trees(),), "these 285 and 200 trees"),
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
    *(population(f"tumours, {copy}", columns(tumours, "malignant", copy), "these 285") for copy in ("timid", "bold")),
    population("tumours, scores of both", columns(tumours, "malignant", "logistic", "stump"), "these 285", systems=2),
    population("digits, logistic", columns(digits, "truth", "logistic"), "these 899"),
    population("digits, naive Bayes", columns(digits, "truth", "naive_bayes"), "these 899"),
    population("digits, both", columns(digits, "truth", "logistic", "naive_bayes"), "these 899", systems=2),
    population("eights, forest", columns(eights, "eight", "forest"), "these 832"),
    population("eights, logistic", columns(eights, "eight", "logistic"), "these 832"),
    population("eights, naive Bayes", columns(eights, "eight", "naive_bayes"), "these 832"),
    population("eights, forest and logistic", columns(eights, "eight", "forest", "logistic"), "these 832", systems=2),
    population("digits, logistic probabilities", lambda: probabilities("logistic"), "these 899"),
    population("digits, naive Bayes probabilities", lambda: probabilities("naive_bayes"), "these 899"),
    population("digits, recalibrated probabilities", lambda: probabilities("recalibrated"), "these 899"),
    population(
        "digits, recalibrated and logistic probabilities",
        lambda: (*probabilities("recalibrated"), probabilities("logistic")[1]),
        "these 899",
        systems=2,
    ),
    population("irises, two features", irises, "these 75"),
    population("walkthrough", columns(walkthrough, "truth", "score"), "these 2,000"),
    population("diabetes, linear", columns(diabetes, "truth", "linear"), "these 221"),
    population("diabetes, forest", columns(diabetes, "truth", "forest"), "these 221"),
    population("diabetes, default", columns(diabetes, "truth", "default"), "these 221"),
    population("diabetes, both", columns(diabetes, "truth", "linear", "forest"), "these 221", systems=2),
    population("translations, good", columns(corpus, "references", "good"), "these 40"),
    *(
        population(f"translations, {system}", columns(corpus, "references", system), "these 40")
        for system in ("literal", "fluent", "short", "repetitive", "negated")
    ),
    population(
        "translations, literal and fluent", columns(corpus, "references", "literal", "fluent"), "these 40", systems=2
    ),
    population(
        "translations, good and negated, one reference",
        columns(corpus, "first", "good", "negated"),
        "these 40",
        systems=2,
    ),
    *(
        population(f"talks, Online-W and DIDI-NLP, {person}", partial(translated, person), "these 529", systems=2)
        for person in ("ref", "refB")
    ),
    population(
        "translations, good and negated", columns(corpus, "references", "good", "negated"), "these 40", systems=2
    ),
    *(population(f"dictations, {ear}", said_and_heard(ear), "these 30") for ear in ("pen", "ear")),
    population("dictations, both", said_and_heard("pen", "ear"), "these 30", systems=2),
    population("captions, careful", captions, "these 16"),
    *(
        population(f"ROUGE-L of translations, {system}", partial(summaries, system), "these 40")
        for system in ("good", "literal", "fluent", "short", "repetitive", "negated")
    ),
    *(
        population(f"BERTScore of translations, {system}", means("bert_score", system), "these 40")
        for system in ("good", "literal", "fluent", "short", "repetitive", "negated")
    ),
    *[
        population(f"{name} of translations, {one} − {other}", means(score, one, other), "these 40")
        for one, other in PAIRS
        for name, score in [("BERTScore", "bert_score"), ("MoverScore", "mover_score")]
    ],
    population("twelve units", units, "these 12"),
    population("messages", lambda: labels_of_matrix(examples.example_matrix("ex1")), "these 1,270"),
    population("messages, always neutral", lambda: labels_of_matrix(examples.example_matrix("ex2")), "these 1,270"),
    population("patients of a middling machine", lambda: labels_of_matrix(MIDDLING), "these 1,180"),
    population("walkthrough, verdicts", lambda: labels_of_matrix(WALKTHROUGH), "these 2,000"),
    population("queries, pixels", lambda: (queries("pixels"),), "these 899"),
    population("queries, learned", lambda: (queries("learned"),), "these 899"),
    population("queries, both", lambda: (queries("pixels"), queries("learned")), "these 899", systems=2),
    population("graded queries, pixels", lambda: retrieval("pixels"), "these 899"),
    population("graded queries, learned", lambda: retrieval("learned"), "these 899"),
    population("graded queries, both", graded, "these 899", systems=2),
    *(population(f"first tens, {how}", partial(first_tens, how), "these 899") for how in ("pixels", "learned")),
    *(page_world(name) for name in ("forest", "forest, windows", "forest from 0.5", "a person")),
    *(world_of_fits(name) for name in ("forest", "forest, windows")),
    page_world("logistic"),
    page_world("forest", "logistic"),
    page_world("forest", digits=False),
    page_world("logistic", digits=False),
]

"""The examples of the five source documents under the names that the expressions of `errata` use."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from itertools import combinations
from typing import Any

import numpy as np

from evalmetrics.embedding_scores import greedy_score
from evalmetrics.inputs.matrices import frame

from . import as_printed

LEFT, RIGHT = [[15, 10], [100, 50]], [[15, 10], [100, 500]]
OWN = as_printed.__name__
HUMAN, MARKED_AGAIN = "refA", "GPT4-5shot_with_refA"  # whom the systems are compared with; texts that were marked twice
RAW = "The way to make people trustworthy is to trust them.", "To make people trustworthy, you need to trust them."


@cache
def names() -> Mapping[str, Any]:
    """Public names of both packages, NumPy, what the documents compute with, their own formulas as they stand."""
    packages, stats = map(import_module, ("evalmetrics", "evalmetrics_book")), import_module("scipy.stats")
    public = {name: getattr(package, name) for package in packages for name in dir(package)}
    own = {name: thing for name, thing in vars(as_printed).items() if getattr(thing, "__module__", "") == OWN}
    libraries = {"np": np, "sklearn_metrics": import_module("sklearn.metrics")}
    tests = {name: getattr(stats, name) for name in ("norm", "t", "chi2", "binomtest")}
    return public | own | _examples(public) | libraries | tests


def known_to(entry: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    """All that the expressions of an entry may use: `names`, `more`, and what the entry defines ``with`` them."""
    known = {**names(), **more}
    for name, source in entry.get("with", {}).items():
        known[name] = eval(source, known)
    return known


def _examples(public: Mapping[str, Any]) -> dict[str, Any]:
    matrix, confusion = public["example_matrix"], public["confusion_matrix"]
    patients, scores = public["pneumonia_predictions"](), public["walkthrough_scores"]()
    human, machine = (text.lower().replace(".", "").replace(",", "").split() for text in RAW)
    return {
        **{name: matrix(name) for name in ("ex1", "ex2", "ex3", "ex4", "search", "patients")},
        "table": lambda rows: frame(np.array(rows), ["pos", "neg", "neutral"] if len(rows) == 3 else ["A", "B"]),
        "left": frame(np.array(LEFT), ["A", "B"]),
        "right": frame(np.array(RIGHT), ["A", "B"]),
        "patients10": patients,
        "models": [confusion(patients["truth"], patients[model]) for model in ("M1", "M2", "M3")],
        "scores": scores,
        "walkthrough": confusion(scores["truth"], (scores["score"] >= 0.5).astype(int)),
        "A": [2, 3, 3, 1, 2],
        "B": [3, 3, 2, 2, 1],
        "human": human,
        "machine": machine,
        "raw_human": RAW[0],
        "raw_machine": RAW[1],
        **{name: words.split() for name, words in WORDS.items()},
        "tied_truth": [1] * 50 + [0] * 950,
        "tied_scores": [0.9] + [0.1] * 999,
        "list_10": [1, 0, 1, 0, 0, 1, 1, 1, 0, 0],
        "ranks_10": range(10, 0, -1),
        **_detections(),
        "draws": list(combinations([1] * 3 + [0] * 7, 5)),
        "greedy_score": greedy_score,
        **_moons(np.random.default_rng(0)),
        "same_gaussian": np.random.default_rng(0).standard_normal((2, 200, 16)),
        "kim": ["Kim", "won", "the", "race"],
        "blunted": [(scores["truth"], scores["score"] + w * (1 - 2 * scores["score"])) for w in np.arange(10) / 20],
        **_translations(public),
        "noise": list(_noise(np.random.default_rng(0), samples=50)),
        **_nested_fits(np.random.default_rng(0)),
    }


WORDS = {"r": "w1 w2 w3 w4 w5", "c1": "w1 w2 w6 w7 w8", "c2": "w1 w3 w8 w9 w5"}


def _detections() -> dict[str, Any]:
    """Two images with an object each, alone and together; and ten detections whose precision falls and rises."""
    box, elsewhere = (0, 0, 4, 4), (10, 0, 14, 4)
    images = [([[box]], [[box]], [[0.9]]), ([[box]], [[elsewhere, box]], [[0.8, 0.7]])]
    objects = [(20 * i, 0, 20 * i + 4, 4) for i in range(5)]
    right = iter(objects)
    found = [next(right) if hit == "T" else (20 * i, 50, 20 * i + 4, 54) for i, hit in enumerate("TTFFFTTFFT")]
    return {
        "BOX": box,
        "each_image": images,
        "two_images": [first + second for first, second in zip(*images, strict=True)],
        "dips": ([objects], [found], [np.arange(10, 0, -1) / 10]),
    }


def _translations(public: Mapping[str, Any]) -> dict[str, Any]:
    """The best system's BLEU against a translator; BLEU and raters' marks of systems, and of pairs of paragraphs."""
    bleu, counts = public["corpus_bleu"], public["example_counts"]
    of_news = counts("wmt23", bleu).loc[HUMAN].groupby("system").sum()
    marks = public["example_judgements"]("wmt23").groupby("system")["score"].mean()
    systems = of_news.drop([HUMAN, MARKED_AGAIN])
    scores, pairs = bleu.score(systems.to_numpy()), public["example_comparisons"]()
    return {
        "best_bleu": float(scores.max()),
        "system_means": [scores, -marks[systems.index].to_numpy()],
        "comparisons": pairs[(pairs["first"] != HUMAN) & (pairs["second"] != HUMAN)],
    }


def _moons(rng: np.random.Generator) -> dict[str, Any]:
    """Two moons, whole and cut in half."""
    angle = rng.uniform(0, np.pi, 200)
    upper = np.column_stack([np.cos(angle), np.sin(angle)])
    moons = np.concatenate([upper, [1.0, 0.5] - upper])
    return {"moons": moons, "truth_of_moons": [0] * 200 + [1] * 200, "halves": (moons[:, 0] > 0.5).astype(int)}


def _noise(rng: np.random.Generator, samples: int) -> Iterator[tuple[Any, Any]]:
    """Labels and scores of 100 examples that have nothing to do with each other."""
    for _ in range(samples):
        yield rng.permutation([0, 1] * 50), rng.random(100)


def _nested_fits(rng: np.random.Generator) -> dict[str, Any]:
    """Least squares with one useful feature and 0 to 14 useless ones: 30 examples fitted, 30 new ones predicted."""
    x = np.column_stack([np.ones(60), rng.standard_normal((60, 15))])
    y = x[:, 1] + rng.standard_normal(60)
    fits = [x[:, : k + 1] @ np.linalg.lstsq(x[:30, : k + 1], y[:30])[0] for k in range(1, 16)]
    return {
        "y_fit": y[:30],
        "y_new": y[30:],
        "fits": [(k, fit[:30]) for k, fit in enumerate(fits, 1)],
        "fits_new": [(k, fit[30:]) for k, fit in enumerate(fits, 1)],
    }

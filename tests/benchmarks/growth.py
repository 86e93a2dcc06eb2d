"""How the time of a score grows with the size of what it scores: `make bench` writes `growth.md`.

A slope of 1 says that twice the size takes twice the time, and one of 2 that it takes four times the time. Slopes hold
on any machine, where times do not; a test holds them to the largest that each family may have.
"""

import math
import statistics
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import sacrebleu
import scipy.stats
import sklearn.metrics
from nltk.translate.meteor_score import single_meteor_score
from rapidfuzz.distance import Levenshtein

import evalmetrics as em

from .__main__ import duration
from .topics.numbers import measurements
from .topics.translations import vocabulary

PAGE = Path(__file__).with_name("growth.md")
ROUNDS = 3
LEAST_SECONDS = 0.02  # calls shorter than this are repeated until they add up to it
LABELS = 200_000


@dataclass(frozen=True)
class Family:
    """A score of larger and larger data: `given(size)` makes what `ours` and `peer` get.

    `at_most` is the largest slope that ours may have; the peer, where there is one, may compute another thing.
    """

    name: str
    unit: str
    sizes: tuple[int, ...]
    given: Callable[[int], tuple[Any, Any]]
    ours: Callable[[Any, Any], Any]
    at_most: float
    peer_name: str = ""
    peer: Callable[[Any, Any], Any] | None = None


def texts(n: int) -> tuple[list[str], list[str]]:
    """A text of n words, frequent and rare ones, and a translation: seven of ten words right, a tenth of it moved."""
    rng = np.random.default_rng(n)
    words, shares = vocabulary()
    said = words[rng.choice(len(words), size=n, p=shares)]
    heard = np.where(rng.random(n) < 0.7, said, rng.permutation(said))
    return said.tolist(), np.roll(heard, n // 10).tolist()


def many_classes(k: int) -> tuple[Any, Any]:
    """Labels of k classes, and predictions of which seven of ten are right."""
    rng = np.random.default_rng(k)
    true = rng.integers(k, size=LABELS)
    return true, np.where(rng.random(LABELS) < 0.7, true, rng.integers(k, size=LABELS))


def our_meteor(reference: list[str], hypothesis: list[str]) -> float:
    """METEOR of one text; where words are often repeated it follows some alignments only, and says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        return em.meteor([reference], hypothesis)


class NoSynonyms:
    """A WordNet that nltk need not load."""

    def synsets(self, word: str) -> list[Any]:
        return []


def nltk_meteor(reference: list[str], hypothesis: list[str]) -> float:
    return float(single_meteor_score(reference, hypothesis, wordnet=NoSynonyms()))


def our_ter(reference: list[str], hypothesis: list[str]) -> float:
    return float(em.corpus_ter([[" ".join(reference)]], [" ".join(hypothesis)]))


def sacrebleu_ter(reference: list[str], hypothesis: list[str]) -> float:
    return sacrebleu.TER().sentence_score(" ".join(hypothesis), [" ".join(reference)]).score / 100


def ratings(n: int) -> tuple[Any, str]:
    return np.random.default_rng(n).random((n, 6)), "interval"


def our_alpha(rated: Any, level: str) -> float:
    return float(em.krippendorff_alpha(rated, level=level))


def sklearn_macro_f(y_true: Any, y_pred: Any) -> float:
    return float(sklearn.metrics.f1_score(y_true, y_pred, average="macro"))


WORDS, CLASSES = "words", f"classes, {LABELS:,} labels"
SHORT, LONG, LARGE = (50, 100, 200, 400), (500, 1000, 2000, 4000), (100_000, 200_000, 400_000, 800_000)
MANY, ITEMS = (5000, 10_000, 20_000, 40_000), (2000, 4000, 8000, 16_000)
FAMILIES = [
    Family("METEOR", WORDS, SHORT, texts, our_meteor, 2.5, "nltk, greedy", nltk_meteor),
    Family("edit operations", WORDS, LONG, texts, em.edit_operations, 2.3, "rapidfuzz", Levenshtein.editops),
    Family("TER", WORDS, (25, 50, 100, 200), texts, our_ter, 3.3, "sacrebleu", sacrebleu_ter),
    Family("ROUGE-W", WORDS, (250, 500, 1000, 2000), texts, lambda r, h: em.rouge_w([r], h), 2.3),
    Family("ROUGE-S", WORDS, (250, 500, 1000, 2000), texts, lambda r, h: em.rouge_s([r], h), 2.3),
    Family("macro-F1", CLASSES, MANY, many_classes, em.macro_f_score, 1.2, "scikit-learn", sklearn_macro_f),
    Family("accuracy", CLASSES, MANY, many_classes, em.accuracy, 1.2, "scikit-learn", sklearn.metrics.accuracy_score),
    Family(
        "median absolute error",
        "numbers",
        LARGE,
        measurements,
        em.median_absolute_error,
        1.4,
        "scikit-learn",
        sklearn.metrics.median_absolute_error,
    ),
    Family("Krippendorff's alpha", "items, 6 raters, no two ratings equal", ITEMS, ratings, our_alpha, 1.4),
    Family("Kendall", "pairs", LARGE, measurements, em.kendall, 1.5, "scipy", scipy.stats.kendalltau),
]


def seconds(side: Callable[[Any, Any], Any], data: tuple[Any, Any]) -> float:
    """CPU seconds of a call, averaged over as many as take a moment."""
    start, calls = time.process_time(), 0
    while not calls or time.process_time() - start < LEAST_SECONDS:
        side(*data)
        calls += 1
    return (time.process_time() - start) / calls


def times(family: Family) -> tuple[list[float], list[float]]:
    """The shortest of some times of ours and of the peer's, for each size; rounds go over all sizes in turn."""
    data = [family.given(size) for size in family.sizes]
    sides = [family.ours, family.peer] if family.peer else [family.ours]
    for side in sides:
        side(*data[0])  # what it imports is no part of its growth
    found = [
        [min(each) for each in zip(*([seconds(side, pair) for pair in data] for _ in range(ROUNDS)), strict=True)]
        for side in sides
    ]
    return found[0], found[1] if family.peer else []


def slope(sizes: tuple[int, ...], found: list[float]) -> float:
    """The median slope of two sizes, one at least four times the other, on logarithmic axes (Theil and Sen)."""
    at = [(math.log(size), math.log(each)) for size, each in zip(sizes, found, strict=True)]
    pairs = [(a, b) for i, a in enumerate(at) for b in at[i + 2 :]]
    return statistics.median((b[1] - a[1]) / (b[0] - a[0]) for a, b in pairs)


def what(family: Family) -> str:
    return f"{family.name}, {family.sizes[0]:,} … {family.sizes[-1]:,} {family.unit}"


def line(family: Family, ours: list[float], peer: list[float]) -> str:
    def side(found: list[float]) -> str:
        if not found:
            return " | |"
        return f"{duration(found[0])} … {duration(found[-1])} | {slope(family.sizes, found):.1f} |"

    return f"| {what(family)} | {side(ours)} {family.at_most} | {family.peer_name or 'none'} | {side(peer)}\n"


def main() -> None:
    table = ""
    for family in FAMILIES:
        table += (found := line(family, *times(family)))
        print(found, end="", flush=True)
    PAGE.write_text(TEXT + table, encoding="utf-8")


TEXT = """# Growth

How the time of one score grows with its data. Written by `make bench` from [growth.py](growth.py), which says what is
scored. Four sizes, each twice the one before; CPU time, one thread, the shortest of three.

*Slope*: 1 where twice the data take twice the time, 2 where they take four times the time. *May be* is what a test
holds ours to; times depend on the machine, and slopes hardly do. nltk matches words greedily, and finds another METEOR.
TER tries every move of a phrase: a text of 400 words took ours 15 seconds once, and sacrebleu 32.

| work | ours | slope | may be | peer | peer's time | slope |
|:--|:--|--:|--:|:--|:--|--:|
"""

if __name__ == "__main__":
    main()

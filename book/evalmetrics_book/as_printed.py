"""The five documents' own formulas and code as they stand, in a few lines of ours: what `errata` runs beside the right.

A name begins with the document it is of. What a library does under a document's recommendation, that library does here.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import starmap
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from evalmetrics.detection import iou
from evalmetrics.inputs.matrices import frame
from evalmetrics.precision_recall import precision, recall

Words = Sequence[str]
Function = Callable[..., Any]


def outcome(function: Function, *arguments: Any) -> Any:
    """What a call comes to: its value, or the name of the error that ends it."""
    try:
        return function(*arguments)
    except (ValueError, TypeError, ZeroDivisionError) as error:
        return type(error).__name__


def potts_f_scores(cm: pd.DataFrame, beta: float) -> pd.Series:
    """F of every class from precision and recall, 0/0 left as it comes."""
    p, r = precision(cm), recall(cm)
    weight = beta * beta
    return (1 + weight) * p * r / (weight * p + r)


def potts_macro_f(cm: pd.DataFrame, beta: float = 1.0) -> float:
    """Their mean, which one undefined class makes undefined."""
    return float(np.mean(potts_f_scores(cm, beta).to_numpy()))


def potts_2018_one_against_rest(cm: pd.DataFrame, label: str) -> pd.DataFrame:
    """The table of a class in the edition of 2018, which fills its first row from the column of the class."""
    table, k = cm.to_numpy(), cm.columns.get_loc(label)
    hits, called, there = table[k, k], table[:, k].sum(), table[k].sum()
    rest = table.sum() - called - there + hits
    return frame(np.array([[hits, called - hits], [there - hits, rest]]), ["yes", "no"])


def potts_2018_average_precision(y_true: ArrayLike, y_score: ArrayLike) -> float:
    """The printed sum over i of terms whose index is n: n times the last one."""
    y, s = np.asarray(y_true, float), np.asarray(y_score, float)
    thresholds = np.unique(s)
    last = s >= thresholds[-1]
    p, r = y[last].mean(), y[last].sum() / y.sum()
    return float(len(thresholds) * (r - 0.0) * p)


def potts_2018_example(seed: int) -> float:
    """Average precision of the classifier that the page trains without a seed, with one."""
    parts = ("datasets", "linear_model", "model_selection", "metrics")
    data, models, splitting, metrics = (import_module(f"sklearn.{part}") for part in parts)
    x, y = data.make_classification(n_samples=1000, n_features=6, class_sep=0.6, random_state=seed)
    x, x_new, y, y_new = splitting.train_test_split(x, y, random_state=seed)
    chances = models.LogisticRegression().fit(x, y).predict_proba(x_new)[:, 1]
    return float(metrics.average_precision_score(y_new, chances))


def potts_pearson(y: ArrayLike, other: ArrayLike) -> float:
    """A sum of products over a sum of products of squares, without a root."""
    a, b = (np.asarray(values, float) for values in (y, other))
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (a**2 @ b**2))


def potts_modified_precision(references: Sequence[Words], hypothesis: Words) -> float:
    """Counts of words put in the place of the hypothesis' own, rather than capping them."""
    most = [max(reference.count(word) for reference in references) for word in set(hypothesis)]
    return sum(most) / len(hypothesis)


def potts_brevity_penalty(reference_lengths: Sequence[int], c: int) -> float:
    """The penalty with a difference of lengths for r."""
    r = min(abs(length - c) for length in reference_lengths)
    return 1.0 if c > r else float(np.exp(1 - r / c))


def potts_wer(truth: Any, heard: Any) -> float:
    """NLTK's distance of two sequences of whatever kind, over the length of the first."""
    distance: int = import_module("nltk.metrics.distance").edit_distance(truth, heard)
    return distance / len(truth)


def potts_token_perplexity(log_probs: ArrayLike, m: float) -> float:
    """Perplexity with a normaliser m that the page does not define, and another root of it by the length."""
    surprisal = -np.sum(log_probs) / m
    return float(np.exp(surprisal / np.size(log_probs)))


def ydf_log_loss(y: Sequence[int], p: Any) -> float:
    """The mean with p*{i, j} for the probability of class j in row i."""
    return float(-np.mean([np.log(p * {i, label}) for i, label in enumerate(y)]))


def ydf_accuracy_interval(correct: int, n: int) -> list[float]:
    """What the library calls for the interval: exact bounds of the share, each with 5 % beyond it."""
    quantile = import_module("scipy.stats").beta.ppf
    return [float(quantile(0.05, correct, n - correct + 1)), float(quantile(0.95, correct + 1, n - correct))]


def ydf_mcnemar(better: int, worse: int) -> float:
    """The library's one-sided p-value: the chance of more wins than there were, not of as many."""
    return float(import_module("scipy.stats").binom.sf(better, better + worse, 0.5))


def _ngrams(words: Words, n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def post_bleu(references: Sequence[Words], translation: Words, smooth: bool = False) -> list[float]:
    """The six values of the quoted `compute_bleu` for one translation: BLEU first."""
    extra = int(smooth)
    shares = []
    for n in range(1, 5):
        allowed: Counter[tuple[str, ...]] = Counter()
        for reference in references:
            allowed |= _ngrams(reference, n)
        found = _ngrams(translation, n)
        total = found.total() + extra
        shares.append(((found & allowed).total() + extra) / total if total else 0.0)
    shortest = min(map(len, references))
    ratio = len(translation) / shortest
    penalty = 1.0 if ratio > 1 else float(np.exp(1 - 1 / ratio))
    mean = float(np.exp(np.mean(np.log(shares)))) if min(shares) > 0 else 0.0
    return [mean * penalty, *shares, penalty, ratio, len(translation), shortest]


def post_ngram_precision(reference: Words, translation: Words) -> float:
    """The formula's share of words that occur in the reference, however often."""
    return float(np.mean([word in reference for word in translation]))


def post_rouge_n(references: Sequence[Words], candidate: Words, n: int) -> float:
    """The formula's count in the candidate for every n-gram of a reference, uncapped."""
    found = _ngrams(candidate, n)
    wanted = [_ngrams(reference, n) for reference in references]
    return sum(found[gram] for grams in wanted for gram in grams) / sum(grams.total() for grams in wanted)


def post_is_subsequence(z: Words, x: Words, k: int) -> bool:
    """The definition with k indices for the n elements of z: those after the k-th need not be there."""
    rest = iter(x)
    return all(word in rest for word in z[:k])


def chadha_rmsle(y_true: ArrayLike, y_pred: ArrayLike) -> float:
    """The logarithm of the root mean squared error."""
    return float(np.log(import_module("sklearn.metrics").mean_squared_error(y_true, y_pred) ** 0.5))


def chadha_rouge_l(beta: float) -> float:
    """The general formula of the example as it is printed."""
    return (1 + beta**2) * 49 / (70 + beta**2 * 63)


def chadha_detection_recall(objects: Sequence[Any], found: Sequence[Any]) -> float:
    """Hits over objects where a hit is whatever overlaps an object of its class enough."""
    pairs = ((box, thing) for box in found for thing in objects)
    return sum(overlap > 0.5 for overlap in starmap(iou, pairs)) / len(objects)


def chadha_rouge_package(reference: Words, hypothesis: Words, exclusive: bool = True) -> float:
    """ROUGE-L of the recommended package `rouge`, called as the page calls it unless every word is to count."""
    package = import_module("rouge").Rouge(exclusive=exclusive)
    return float(package.get_scores(" ".join(hypothesis), " ".join(reference))[0]["rouge-l"]["f"])


def google_rouge_l(reference: Words, hypothesis: Words) -> float:
    """ROUGE-L of the package rouge_score, the code that the post quotes."""
    scorer = import_module("rouge_score.rouge_scorer").RougeScorer(["rougeL"])
    return float(scorer.score(" ".join(reference), " ".join(hypothesis))["rougeL"].fmeasure)

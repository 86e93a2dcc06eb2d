"""What is timed: one row per piece of work that a user would otherwise give to another library.

A row is three functions. `given(size)` makes the arguments; `ours` and `peer` both get them. `agree` holds the two
results equal before anything is timed. To add a topic, append its rows to ROWS.
"""

import contextlib
import io
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any

import choix
import hdbscan.validity
import jiwer
import krippendorff
import numpy as np
import pytrec_eval
import sacrebleu
import scipy.linalg
import scipy.stats
import sklearn.metrics
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
from rouge_score import rouge_scorer, tokenizers

import evalmetrics

CLASSES = 5


@dataclass(frozen=True)
class Row:
    """One line of the table: `peer` has to take at least `at_least` times the CPU time of `ours`.

    `peer_share` is the share of the work that the peer is given where all of it would take minutes; its time is
    multiplied up, and the table says so. A row that `times_itself` returns its CPU seconds as its result.
    """

    work: str
    peer_name: str
    at_least: float | None
    size: int
    given: Callable[[int], tuple[Any, ...]]
    ours: Callable[..., Any]
    peer: Callable[..., Any]
    agree: Callable[[Any, Any], bool]
    peer_share: float = 1.0
    times_itself: bool = False


def equal(ours: Any, peer: Any) -> bool:
    """The same numbers in the same order, to the last digits."""
    ours, peer = np.asarray(ours), np.asarray(peer)
    return ours.shape == peer.shape and np.allclose(ours, peer, rtol=1e-12, atol=0, equal_nan=True)


def integer_labels(n: int) -> tuple[Any, ...]:
    """True labels of five classes and predictions that are right about four times out of five."""
    rng = np.random.default_rng(0)
    true = rng.integers(CLASSES, size=n)
    return true, np.where(rng.random(n) < 0.75, true, rng.integers(CLASSES, size=n))


def string_labels(n: int) -> tuple[Any, ...]:
    """The same labels as words."""
    words = np.array(["joy", "anger", "sadness", "surprise", "neutral"])
    return tuple(words[codes] for codes in integer_labels(n))


def our_scores(y_true: Any, y_pred: Any) -> Any:
    """Precision, recall and F1 of every class."""
    cm = evalmetrics.confusion_matrix(y_true, y_pred)
    return evalmetrics.precision(cm), evalmetrics.recall(cm), evalmetrics.f1_score(cm)


def same_scores(ours: Any, peer: Any) -> bool:
    """The peer adds how often each class occurs."""
    return equal(ours, peer[:3])


def our_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """A thousand resampled macro-F1 scores."""
    return evalmetrics.bootstrap(evalmetrics.macro_f_score, y_true, y_pred, n_resamples=1000, rng=0).replicates


def sklearn_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """The loop that one writes with scikit-learn, for the first ten of a thousand resamples."""
    rng = np.random.default_rng(0)
    positions = (rng.integers(len(y_true), size=len(y_true)) for _ in range(10))
    return np.array([sklearn.metrics.f1_score(y_true[p], y_pred[p], average="macro") for p in positions])


def same_distribution(ours: Any, peer: Any) -> bool:
    """Resamples differ by chance, their means by no more than five standard errors."""
    return abs(ours.mean() - peer.mean()) < 5 * ours.std() / len(peer) ** 0.5


def sentences(n: int) -> tuple[list[list[str]], list[str]]:
    """Sentences of 25 words, frequent and rare as in Zipf's law, and translations with seven of ten words right."""
    rng = np.random.default_rng(0)
    words = np.array([f"word{i}" for i in range(20_000)])
    shares = 1 / np.arange(1, len(words) + 1)
    said = words[rng.choice(len(words), size=(n, 25), p=shares / shares.sum())]
    heard = np.where(rng.random(said.shape) < 0.7, said, rng.permutation(said.ravel()).reshape(said.shape))
    return [[" ".join(row)] for row in said], [" ".join(row) for row in heard]


def our_bleu(references: Any, hypotheses: Any) -> float:
    """BLEU of words between spaces."""
    return float(evalmetrics.corpus_bleu(references, hypotheses, tokenize="whitespace"))


def sacrebleu_bleu(references: Any, hypotheses: Any) -> float:
    """The same from sacrebleu, which wants references set by set and prints percent."""
    metric = sacrebleu.BLEU(tokenize="none", smooth_method="none", force=True)
    return metric.corpus_score(hypotheses, list(zip(*references, strict=True))).score / 100


def transcripts(n: int, *, words: int) -> tuple[list[str], list[str]]:
    """What was said, frequent and rare words as in Zipf's law, and what was heard: one word in six wrong or missing."""
    rng = np.random.default_rng(0)
    vocabulary = np.array([f"word{i}" for i in range(20_000)])
    shares = 1 / np.arange(1, len(vocabulary) + 1)
    said, other = vocabulary[rng.choice(len(vocabulary), size=(2, n, words), p=shares / shares.sum())]
    heard = np.where(rng.random(said.shape) < 0.88, said, other)
    kept = rng.random(said.shape) < 0.95
    return [" ".join(row) for row in said], [" ".join(row[k]) for row, k in zip(heard, kept, strict=True)]


def our_wer(references: Any, hypotheses: Any) -> float:
    """Word error rate of words between spaces."""
    return float(evalmetrics.corpus_wer(references, hypotheses, tokenize="whitespace"))


def summaries(n: int) -> tuple[Any, ...]:
    """Reference summaries of five sentences of 20 words, and others with seven of ten words right, elsewhere."""
    references, hypotheses = sentences(5 * n)
    sides = [line[0] for line in references], hypotheses[2:] + hypotheses[:2]
    return tuple([[line.split()[:20] for line in side[i : i + 5]] for i in range(0, 5 * n, 5)] for side in sides)


def flat_summaries(n: int) -> tuple[Any, ...]:
    """The same, each as one list of 100 words."""
    return tuple([list(chain.from_iterable(text)) for text in side] for side in summaries(n))


def our_rouge_n(references: Any, hypotheses: Any, *, n: int) -> Any:
    """ROUGE-N of each text, from the statistics of all."""
    texts = [[reference] for reference in references]
    return evalmetrics.corpus_rouge_n.score(evalmetrics.corpus_rouge_n.statistics(texts, hypotheses, n))


def our_rouge_l(references: Any, hypotheses: Any) -> Any:
    """ROUGE-L of each text."""
    return [evalmetrics.rouge_l([r], h).f for r, h in zip(references, hypotheses, strict=True)]


def our_rouge_lsum(references: Any, hypotheses: Any) -> Any:
    """ROUGE-Lsum of each text."""
    return [evalmetrics.rouge_lsum([r], h).f for r, h in zip(references, hypotheses, strict=True)]


class Ready(tokenizers.Tokenizer):
    """Tells rouge-score to take words as they come."""

    def tokenize(self, text: Any) -> Any:
        """The words that `text` is a list of."""
        return text


def rouge_score_of(name: str) -> Callable[..., Any]:
    """A score of each text by rouge-score; its function for summaries in sentences is called without its splitting."""
    scorer = rouge_scorer.RougeScorer([name], tokenizer=Ready())

    def score(reference: Any, hypothesis: Any) -> float:
        if name == "rougeLsum":
            return rouge_scorer._summary_level_lcs(reference, hypothesis).fmeasure
        return scorer.score(reference, hypothesis)[name].fmeasure

    return lambda references, hypotheses: list(map(score, references, hypotheses))


def rouge_row(name: str, at_least: float, size: int, given: Callable[..., Any], ours: Callable[..., Any]) -> Row:
    """A ROUGE score of summaries against rouge-score, on the same words."""
    work = f"{name.replace('rouge', 'ROUGE-')}, {size:,} summaries of 100 words"
    return Row(work, "rouge-score", at_least, size, given, ours, rouge_score_of(name), equal)


def error_rate_row(name: str, at_least: float, size: int, words: int) -> Row:
    """Word or character error rate of transcripts against jiwer, from strings."""
    ours, peer = {"WER": (our_wer, jiwer.wer), "CER": (evalmetrics.corpus_cer, jiwer.cer)}[name]
    work = f"{name}, {size:,} transcripts of {words:,} words"
    return Row(work, "jiwer", at_least, size, partial(transcripts, words=words), ours, peer, equal)


def rankings(n: int) -> tuple[Any, ...]:
    """Labels of which one in five is positive, and scores that know something about them."""
    rng = np.random.default_rng(0)
    true = (rng.random(n) < 0.2).astype(np.intp)
    return true, rng.normal(size=n) + true


def our_precision_recall(y_true: Any, y_score: Any) -> Any:
    """Curve and average precision."""
    return evalmetrics.precision_recall_curve(y_true, y_score), evalmetrics.average_precision(y_true, y_score)


def sklearn_precision_recall(y_true: Any, y_score: Any) -> Any:
    """Curve and average precision."""
    curve = sklearn.metrics.precision_recall_curve(y_true, y_score)
    return curve, sklearn.metrics.average_precision_score(y_true, y_score)


def same_precision_recall(ours: Any, peer: Any) -> bool:
    """The peer's curve has no threshold at its last point."""
    (curve, area), ((precision, recall, _), peers_area) = ours, peer
    same_points = len(curve) == len(recall) and equal(curve["precision"], precision) and equal(curve["recall"], recall)
    return same_points and equal(area, peers_area)


def our_roc(y_true: Any, y_score: Any) -> Any:
    """Curve and area."""
    return evalmetrics.roc_curve(y_true, y_score), evalmetrics.roc_auc(y_true, y_score)


def sklearn_roc(y_true: Any, y_score: Any) -> Any:
    """Curve with all its points, and area."""
    curve = sklearn.metrics.roc_curve(y_true, y_score, drop_intermediate=False)
    return curve, sklearn.metrics.roc_auc_score(y_true, y_score)


def same_roc(ours: Any, peer: Any) -> bool:
    """The peer's curve runs the other way."""
    (curve, area), ((fpr, tpr, _), peers_area) = ours, peer
    same_points = len(curve) == len(tpr) and equal(curve["fpr"][::-1], fpr) and equal(curve["tpr"][::-1], tpr)
    return same_points and equal(area, peers_area)


def our_auc_bootstrap(y_true: Any, y_score: Any) -> Any:
    """A thousand resampled areas under the ROC curve."""
    return evalmetrics.bootstrap(evalmetrics.roc_auc, y_true, y_score, n_resamples=1000, rng=0).replicates


def sklearn_auc_bootstrap(y_true: Any, y_score: Any) -> Any:
    """The loop that one writes with scikit-learn, for the first twenty of a thousand resamples."""
    rng = np.random.default_rng(0)
    positions = (rng.integers(len(y_true), size=len(y_true)) for _ in range(20))
    return np.array([sklearn.metrics.roc_auc_score(y_true[p], y_score[p]) for p in positions])


class Judgments:
    """Numbers of shape (queries, items), and the same as trec_eval takes them: a dict of items for each query."""

    def __init__(self, values: Any) -> None:
        self.values = values
        names = [f"item{j}" for j in range(values.shape[1])]
        self.named = {str(i): dict(zip(names, row, strict=True)) for i, row in enumerate(values.tolist())}

    def __getitem__(self, queries: slice) -> "Judgments":
        """Some of the queries, or all in another order."""
        return Judgments(self.values[queries])


def graded_lists(n: int) -> tuple[Any, ...]:
    """Relevances from 0 to 4 of 100 items for each query, and scores with one digit after the point, often tied."""
    rng = np.random.default_rng(0)
    true = rng.integers(5, size=(n, 100))
    return true, (rng.normal(size=true.shape) + true / 2).round(1)


def judged_lists(n: int) -> tuple[Any, ...]:
    """100 items for each query, one in five relevant, and scores that know something about them.

    The scores are whole numbers: in single precision, which is all that trec_eval keeps, others may become equal.
    """
    rng = np.random.default_rng(0)
    true = (rng.random((n, 100)) < 0.2).astype(np.intp)
    places = (rng.normal(size=true.shape) + true).argsort(axis=1).argsort(axis=1)
    return Judgments(true), Judgments(places)


def our_map(truth: Judgments, scores: Judgments) -> float:
    """Rank, then score."""
    return evalmetrics.mean_average_precision(evalmetrics.ranked_relevance(truth.values, scores.values))


def trec_eval_map(truth: Judgments, scores: Judgments) -> Any:
    """The same from dicts that are ready."""
    results = pytrec_eval.RelevanceEvaluator(truth.named, {"map"}).evaluate(scores.named)
    return np.mean([result["map"] for result in results.values()])


def measurements(n: int) -> tuple[Any, ...]:
    """Labels, and predictions with errors as large as their spread."""
    rng = np.random.default_rng(0)
    true = rng.normal(size=n)
    return true, true + rng.normal(size=n)


def our_r2_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """A thousand resampled R²."""
    return evalmetrics.bootstrap(evalmetrics.r2, y_true, y_pred, n_resamples=1000, rng=0).replicates


def sklearn_r2_bootstrap(y_true: Any, y_pred: Any) -> Any:
    """The loop that one writes with scikit-learn, for the first twenty of a thousand resamples."""
    rng = np.random.default_rng(0)
    positions = (rng.integers(len(y_true), size=len(y_true)) for _ in range(20))
    return np.array([sklearn.metrics.r2_score(y_true[p], y_pred[p]) for p in positions])


def same_correlation(ours: Any, peer: Any) -> bool:
    """Coefficient and p-value."""
    return np.allclose([ours.coefficient, ours.p_value], [peer.statistic, peer.pvalue], rtol=1e-9, atol=1e-300)


def our_pearson_bootstrap(x: Any, y: Any) -> Any:
    """A thousand resampled Pearson correlations."""
    return evalmetrics.bootstrap(evalmetrics.pearson, x, y, n_resamples=1000, rng=0).replicates


def scipy_pearson_bootstrap(x: Any, y: Any) -> Any:
    """The loop that one writes with scipy, for the first twenty of a thousand resamples."""
    rng = np.random.default_rng(0)
    positions = (rng.integers(len(x), size=len(x)) for _ in range(20))
    return np.array([scipy.stats.pearsonr(x[p], y[p]).statistic for p in positions])


def normal_distributions(d: int) -> tuple[Any, Any]:
    """Means (as the diagonal of a matrix) and covariances of two samples of 2 d features."""
    rng = np.random.default_rng(0)
    samples = rng.normal(size=(2, 2 * d, d)) * np.linspace(0.5, 2, d)
    samples[1] = samples[1] @ rng.normal(size=(d, d)) / d**0.5
    return tuple(np.stack([np.diag(np.abs(x.mean(axis=0))), np.cov(x.T)]) for x in samples)


def our_frechet(real: Any, generated: Any) -> float:
    """Squared Fréchet distance of two normal distributions."""
    return evalmetrics.frechet_distance(np.diag(real[0]), real[1], np.diag(generated[0]), generated[1])


def sqrtm_frechet(real: Any, generated: Any) -> float:
    """The same by the root of the product, as the usual implementations of FID have it."""
    step, root = np.diag(real[0] - generated[0]), scipy.linalg.sqrtm(real[1] @ generated[1])
    return float(step @ step + np.trace(real[1]) + np.trace(generated[1]) - 2 * np.trace(root).real)


def nearly_equal(ours: Any, peer: Any) -> bool:
    """The same number, as far as roots of small eigenvalues allow."""
    return bool(np.isclose(ours, peer, rtol=1e-6, atol=0))


class Boxes:
    """Boxes of images as `coco_mean_average_precision` takes them, and the same as the dicts of COCO's files."""

    def __init__(self, images: Any) -> None:
        self.images = images
        flat = [(i, *each) for i, image in enumerate(images, 1) for each in image]
        self.dicts = [
            {"image_id": i, "category_id": label, "bbox": [x1, y1, x2 - x1, y2 - y1], "area": (x2 - x1) * (y2 - y1)}
            | ({"score": score[0]} if score else {"id": number, "iscrowd": 0})
            for number, (i, (x1, y1, x2, y2), label, *score) in enumerate(flat, 1)
        ]

    def __getitem__(self, images: slice) -> "Boxes":
        """Some of the images, or all in another order."""
        return Boxes(self.images[images])


def scenes(n: int) -> tuple[Any, ...]:
    """Images of 20 objects of ten classes, and a detection near each, nine of ten with the right label."""
    rng = np.random.default_rng(0)
    corner, size = rng.random((n, 20, 2)) * 600, rng.random((n, 20, 2)) * 100 + 40
    truths = np.concatenate([corner, corner + size], axis=-1)
    found = truths + rng.normal(0, 4, truths.shape)
    labels = rng.integers(1, 11, (n, 20))
    said = np.where(rng.random((n, 20)) < 0.9, labels, rng.integers(1, 11, (n, 20)))
    scores = rng.random((n, 20))
    there = [
        list(zip(map(tuple, boxes), own, strict=True))
        for boxes, own in zip(truths.tolist(), labels.tolist(), strict=True)
    ]
    given = [
        list(zip(map(tuple, boxes), own, sure, strict=True))
        for boxes, own, sure in zip(found.tolist(), said.tolist(), scores.tolist(), strict=True)
    ]
    return Boxes(there), Boxes(given)


def our_coco(truths: Boxes, detections: Boxes) -> float:
    """COCO's mean average precision."""
    return float(evalmetrics.coco_mean_average_precision(truths.images, detections.images))


def pycocotools_coco(truths: Boxes, detections: Boxes) -> float:
    """The same from dicts that are ready: objects of all areas, at most a hundred boxes, and nothing else."""
    truth = COCO()
    numbers = range(1, 1 + len(truths.images))
    truth.dataset = {"images": [{"id": i} for i in numbers], "annotations": truths.dicts}
    truth.dataset["categories"] = [{"id": label} for label in range(1, 11)]
    with contextlib.redirect_stdout(io.StringIO()):
        truth.createIndex()
        evaluation = COCOeval(truth, truth.loadRes(detections.dicts), "bbox")
        evaluation.params.areaRng, evaluation.params.areaRngLbl = evaluation.params.areaRng[:1], ["all"]
        evaluation.params.maxDets = [100]
        evaluation.evaluate()
        evaluation.accumulate()
    precision = evaluation.eval["precision"]
    return float(precision[precision > -1].mean())


def our_coco_bootstrap(truths: Boxes, detections: Boxes) -> Any:
    """A thousand resamples of the images."""
    metric = evalmetrics.coco_mean_average_precision
    return evalmetrics.bootstrap(metric, truths.images, detections.images, n_resamples=1000, rng=0).replicates


def pycocotools_bootstrap(truths: Boxes, detections: Boxes) -> Any:
    """The loop that one writes with pycocotools, for the first ten of a thousand resamples."""
    rng, n = np.random.default_rng(0), len(truths.images)
    positions = (rng.integers(n, size=n) for _ in range(10))
    resampled = ((Boxes([each.images[i] for i in p]) for each in (truths, detections)) for p in positions)
    return np.array([pycocotools_coco(*pair) for pair in resampled])


def fresh(code: str) -> Callable[[], float]:
    """CPU seconds of a new interpreter that runs `code`, its own start included."""

    def run() -> float:
        command = [sys.executable, "-c", f"{code}\nimport time; print(time.process_time())"]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return run


def matrix_row(labels: str, at_least: float, size: int, given: Callable[[int], tuple[Any, ...]]) -> Row:
    """Confusion matrix against scikit-learn."""
    peer = sklearn.metrics.confusion_matrix
    work = f"confusion matrix, {size:,} {labels}"
    return Row(work, "scikit-learn", at_least, size, given, evalmetrics.confusion_matrix, peer, equal)


def scores_row(at_least: float, size: int) -> Row:
    """Precision, recall and F of every class against scikit-learn."""
    peer = sklearn.metrics.precision_recall_fscore_support
    work = f"precision, recall, F1 per class, {size:,} integer labels"
    return Row(work, "scikit-learn", at_least, size, integer_labels, our_scores, peer, same_scores)


def ranking_row(work: str, at_least: float, size: int, ours: Any, peer: Any, agree: Any = equal) -> Row:
    """A score of a ranking, or a curve and its area, against scikit-learn."""
    return Row(f"{work}, {size:,} scores", "scikit-learn", at_least, size, rankings, ours, peer, agree)


def regression_row(name: str, at_least: float, size: int) -> Row:
    """An error or R² against scikit-learn."""
    ours, peer = {
        "MAE": (evalmetrics.mean_absolute_error, sklearn.metrics.mean_absolute_error),
        "MSE": (evalmetrics.mean_squared_error, sklearn.metrics.mean_squared_error),
        "R²": (evalmetrics.r2, sklearn.metrics.r2_score),
    }[name]
    return Row(f"{name}, {size:,} numbers", "scikit-learn", at_least, size, measurements, ours, peer, equal)


def correlation_row(name: str, at_least: float | None, size: int) -> Row:
    """A correlation with its p-value against scipy."""
    ours, peer = {
        "Pearson": (evalmetrics.pearson, scipy.stats.pearsonr),
        "Spearman": (evalmetrics.spearman, scipy.stats.spearmanr),
        "Kendall": (evalmetrics.kendall, scipy.stats.kendalltau),
    }[name]
    return Row(
        f"{name} correlation, {size:,} pairs", "scipy", at_least, size, measurements, ours, peer, same_correlation
    )


def auc_bootstrap_row(size: int) -> Row:
    """Bootstrap of the area under the ROC curve against a loop."""
    return Row(
        work=f"bootstrap of AUC, {size:,} scores, 1,000 resamples",
        peer_name="scikit-learn in a loop (20 resamples, times 50)",
        at_least=25,
        size=size,
        given=rankings,
        ours=our_auc_bootstrap,
        peer=sklearn_auc_bootstrap,
        agree=same_distribution,
        peer_share=0.02,
    )


def clustered_points(n: int) -> tuple[Any, ...]:
    """Points in ten dimensions around five centres, and the centre of each."""
    labels, _ = integer_labels(n)
    return np.random.default_rng(1).normal(size=(n, 10)) + 2 * np.eye(CLASSES, 10)[labels], labels


def import_row(at_least: float | None, ours: str, peer: str) -> Row:
    """A fresh interpreter that imports us against one that imports a peer."""
    row = Row(f"`{ours}`", f"`{peer}`", at_least, 0, lambda _: (), fresh(ours), fresh(peer), lambda *_: True)
    return replace(row, times_itself=True)


def our_kappa_bootstrap(ratings_1: Any, ratings_2: Any) -> Any:
    """A thousand resampled kappas."""
    return evalmetrics.bootstrap(evalmetrics.cohen_kappa, ratings_1, ratings_2, rng=0).replicates


def sklearn_kappa_bootstrap(ratings_1: Any, ratings_2: Any) -> Any:
    """The loop that one writes with scikit-learn, for the first ten of a thousand resamples."""
    rng = np.random.default_rng(0)
    positions = (rng.integers(len(ratings_1), size=len(ratings_1)) for _ in range(10))
    return np.array([sklearn.metrics.cohen_kappa_score(ratings_1[p], ratings_2[p]) for p in positions])


def grades_with_holes(n: int) -> tuple[Any, ...]:
    """Grades of n items by two panels of four, three in ten missing; a row per item."""
    rng = np.random.default_rng(0)
    truth = rng.integers(1, 6, size=(n, 1))
    grades = np.where(rng.random((n, 8)) < 0.6, truth, rng.integers(1, 6, size=(n, 8))).astype(float)
    grades[rng.random((n, 8)) < 0.3] = np.nan
    return grades[:, :4], grades[:, 4:]


def our_alpha(panel_1: Any, panel_2: Any) -> float:
    """Krippendorff's alpha of both panels together, grades at equal distances."""
    return evalmetrics.krippendorff_alpha(np.hstack([panel_1, panel_2]).T, level="interval")


def krippendorff_alpha(panel_1: Any, panel_2: Any) -> float:
    """The same by the package of that name."""
    return float(krippendorff.alpha(np.hstack([panel_1, panel_2]).T, level_of_measurement="interval"))


def preferences(n: int) -> tuple[Any, ...]:
    """Eight items out of twenty, and how well they were liked, n times."""
    rng = np.random.default_rng(0)
    items = np.array([rng.permutation(20)[:8] for _ in range(n)])
    return items, rng.normal(size=20)[items] + rng.gumbel(size=items.shape)


def rankings_of(items: Any, liking: Any) -> Any:
    """The items of each row in order, as lists."""
    return np.take_along_axis(items, np.argsort(-liking, axis=1), axis=1).tolist()


def our_strengths(items: Any, liking: Any) -> Any:
    """Strengths by minorisation and maximisation."""
    return evalmetrics.plackett_luce(rankings_of(items, liking))


def choix_strengths(items: Any, liking: Any) -> Any:
    """Their logarithms, by the same algorithm."""
    return choix.mm_rankings(20, rankings_of(items, liking))


def same_strengths(ours: Any, peer: Any) -> bool:
    """The same up to a common factor."""
    logs = np.log(ours) - np.log(ours).mean()
    return np.allclose(logs, peer, atol=1e-5)


ROWS = [
    matrix_row("integer labels", 10, 1_000_000, integer_labels),
    matrix_row("string labels", 5, 1_000_000, string_labels),
    matrix_row("integer labels", 5, 100, integer_labels),
    scores_row(10, 1_000_000),
    scores_row(5, 100),
    Row(
        work="bootstrap of macro-F1, 100,000 labels, 1,000 resamples",
        peer_name="scikit-learn in a loop (10 resamples, times 100)",
        at_least=500,
        size=100_000,
        given=integer_labels,
        ours=our_bootstrap,
        peer=sklearn_bootstrap,
        agree=same_distribution,
        peer_share=0.01,
    ),
    ranking_row(
        "precision-recall curve with average precision",
        2,
        1_000_000,
        our_precision_recall,
        sklearn_precision_recall,
        same_precision_recall,
    ),
    ranking_row("ROC curve with area", 2.5, 1_000_000, our_roc, sklearn_roc, same_roc),
    ranking_row("average precision", 5, 100, evalmetrics.average_precision, sklearn.metrics.average_precision_score),
    ranking_row("area under the ROC curve", 5, 100, evalmetrics.roc_auc, sklearn.metrics.roc_auc_score),
    auc_bootstrap_row(10_000),
    auc_bootstrap_row(100_000),
    *[regression_row(name, 5, 100) for name in ("MAE", "MSE", "R²")],
    *[regression_row(name, 1, 1_000_000) for name in ("MAE", "MSE", "R²")],
    Row(
        work="bootstrap of R², 100,000 numbers, 1,000 resamples",
        peer_name="scikit-learn in a loop (20 resamples, times 50)",
        at_least=1.5,
        size=100_000,
        given=measurements,
        ours=our_r2_bootstrap,
        peer=sklearn_r2_bootstrap,
        agree=same_distribution,
        peer_share=0.02,
    ),
    correlation_row("Pearson", 3, 100),
    correlation_row("Spearman", 2, 100),
    correlation_row("Kendall", 2, 100),
    correlation_row("Pearson", 1.5, 100_000),
    correlation_row("Spearman", 1.2, 100_000),
    correlation_row("Kendall", None, 100_000),  # a compiled loop counts the pairs there, whole arrays here
    Row(
        work="bootstrap of Pearson correlation, 10,000 pairs, 1,000 resamples",
        peer_name="scipy in a loop (20 resamples, times 50)",
        at_least=3,
        size=10_000,
        given=measurements,
        ours=our_pearson_bootstrap,
        peer=scipy_pearson_bootstrap,
        agree=same_distribution,
        peer_share=0.02,
    ),
    Row(
        work="NDCG with ties, 10,000 queries of 100 items",
        peer_name="scikit-learn",
        at_least=5,
        size=10_000,
        given=graded_lists,
        ours=evalmetrics.ndcg,
        peer=sklearn.metrics.ndcg_score,
        agree=equal,
    ),
    Row("MAP, 10,000 queries of 100 items", "pytrec-eval", 5, 10_000, judged_lists, our_map, trec_eval_map, equal),
    error_rate_row("WER", 3, 10_000, 25),
    error_rate_row("WER", 2, 50, 2000),
    error_rate_row("CER", 10, 10_000, 25),
    Row(
        "corpus BLEU, 10,000 sentences of 25 words", "sacrebleu", 3, 10_000, sentences, our_bleu, sacrebleu_bleu, equal
    ),
    rouge_row("rouge1", 4, 1000, flat_summaries, partial(our_rouge_n, n=1)),
    rouge_row("rouge2", 4, 1000, flat_summaries, partial(our_rouge_n, n=2)),
    rouge_row("rougeL", 15, 100, flat_summaries, our_rouge_l),
    rouge_row("rougeLsum", 10, 100, summaries, our_rouge_lsum),
    Row("COCO mAP, 1,000 images of 20 boxes", "pycocotools", 4, 1000, scenes, our_coco, pycocotools_coco, equal),
    Row(
        work="bootstrap of COCO mAP, 100 images of 20 boxes, 1,000 resamples",
        peer_name="pycocotools in a loop (10 resamples, times 100)",
        at_least=50,
        size=100,
        given=scenes,
        ours=our_coco_bootstrap,
        peer=pycocotools_bootstrap,
        agree=same_distribution,
        peer_share=0.01,
    ),
    Row(
        work="Fréchet distance (FID), 2048 features",
        peer_name="`scipy.linalg.sqrtm`",
        at_least=4,
        size=2048,
        given=normal_distributions,
        ours=our_frechet,
        peer=sqrtm_frechet,
        agree=nearly_equal,
    ),
    Row(
        "Cohen's kappa, 1,000,000 labels",
        "scikit-learn",
        8,
        1_000_000,
        integer_labels,
        evalmetrics.cohen_kappa,
        sklearn.metrics.cohen_kappa_score,
        equal,
    ),
    Row(
        work="bootstrap of Cohen's kappa, 100,000 labels, 1,000 resamples",
        peer_name="scikit-learn in a loop (10 resamples, times 100)",
        at_least=300,
        size=100_000,
        given=integer_labels,
        ours=our_kappa_bootstrap,
        peer=sklearn_kappa_bootstrap,
        agree=same_distribution,
        peer_share=0.01,
    ),
    Row(
        "Krippendorff's alpha, 8 raters × 10,000 items",
        "krippendorff",
        1.3,
        10_000,
        grades_with_holes,
        our_alpha,
        krippendorff_alpha,
        equal,
    ),
    Row(
        "Plackett-Luce, 1,000 rankings of 8 items out of 20",
        "choix",
        10,
        1000,
        preferences,
        our_strengths,
        choix_strengths,
        same_strengths,
    ),
    Row(
        work="silhouette, 2,000 points of 10 dimensions",
        peer_name="scikit-learn",
        at_least=1.2,
        size=2000,
        given=clustered_points,
        ours=evalmetrics.silhouette,
        peer=sklearn.metrics.silhouette_score,
        agree=nearly_equal,
    ),
    Row(
        work="silhouette, 100 points of 10 dimensions",
        peer_name="scikit-learn",
        at_least=3,
        size=100,
        given=clustered_points,
        ours=evalmetrics.silhouette,
        peer=sklearn.metrics.silhouette_score,
        agree=nearly_equal,
    ),
    Row(
        work="adjusted Rand index, 1,000,000 labels",
        peer_name="scikit-learn",
        at_least=5,
        size=1_000_000,
        given=integer_labels,
        ours=evalmetrics.adjusted_rand_index,
        peer=sklearn.metrics.adjusted_rand_score,
        agree=equal,
    ),
    Row(
        work="DBCV, 2,000 points of 10 dimensions",
        peer_name="hdbscan",
        at_least=3,
        size=2000,
        given=clustered_points,
        ours=partial(evalmetrics.dbcv, ties="first"),
        peer=hdbscan.validity.validity_index,
        agree=nearly_equal,
    ),
    import_row(8, "import evalmetrics", "import sklearn.metrics"),
    import_row(None, "from evalmetrics import confusion_matrix", "from sklearn.metrics import confusion_matrix"),
]

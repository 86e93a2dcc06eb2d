"""Metrics whose counts do not add up, and what can be done in place of adding them up."""

from __future__ import annotations

from ..kinds.base import Kind
from ..kinds.matrix import OfMatrix
from ..kinds.ranking import OfRanking
from ..kinds.sums import OfSums
from ..kinds.weights import OfWeights

# Of one example: what scores many of them in parts, besides the mean of this.
OF_ONE = {
    "average_precision_at_k": "mean_average_precision",
    "bert_score": "",
    "cer": "corpus_cer",
    "cumulative_gain": "",
    "dcg": "ndcg",
    "edit_distance": "corpus_wer",
    "edit_similarity": "",
    "generalized_iou": "",
    "hit_at_k": "hit_rate",
    "iou": "",
    "mel_cepstral_distortion": "corpus_mel_cepstral_distortion",
    "meteor": "corpus_meteor",
    "mover_score": "",
    "precision_at_k": "",
    "recall_at_k": "",
    "reciprocal_rank": "mean_reciprocal_rank",
    "rouge_l": "mean_rouge",
    "rouge_lsum": "mean_rouge",
    "rouge_n": "corpus_rouge_n",
    "rouge_s": "mean_rouge",
    "rouge_w": "mean_rouge",
    "scale_invariant_sdr": "",
    "sentence_bleu": "corpus_bleu",
    "sentence_chrf": "corpus_chrf",
    "sentence_ter": "corpus_ter",
    "signal_to_distortion_ratio": "corpus_signal_to_distortion_ratio",
    "wer": "corpus_wer",
    "word_accuracy": "corpus_wer",
    "word_movers_distance": "",
}
OF_COUNTS = "it is a formula of numbers that were counted before: add those up, and call it once"
ONE_AGAINST_THE_REST = "rank each class against the rest, with pos_label=, and average the scores of the classes"
BOXES = "its examples are lists of boxes, which are small beside the images: score them in one place"
ALL_PAIRS = "it compares all points with each other: score a sample of them that fits in memory, with bootstrap"
OTHERS = {
    "benchmark_average": "a benchmark has few tasks: score each of them in parts, and average here",
    "brevity_penalty": OF_COUNTS,
    "coco_average_recall": BOXES,
    "coco_mean_average_precision": BOXES,
    "correlation_ceiling": "it compares the means of all items: score a sample of them",
    "cross_entropy": OF_COUNTS,
    "dbcv": ALL_PAIRS,
    "detection_average_precision": BOXES,
    "elo_ratings": "it hangs on the order of the games: bradley_terry does not, and adds up",
    "entropy": OF_COUNTS,
    "frechet_distance": OF_COUNTS,
    "frechet_distance_from_samples": "add up number, sums and products of the columns of each sample, and give means "
    "and covariances to frechet_distance",
    "froc_score": BOXES,
    "intraclass_correlation": "it compares the means of all raters: score a sample of the items",
    "kl_divergence": OF_COUNTS,
    "krippendorff_alpha": "fleiss_kappa does, for items with as many ratings each; or score a sample of the items",
    "multiclass_average_precision": ONE_AGAINST_THE_REST,
    "multiclass_roc_auc": ONE_AGAINST_THE_REST,
    "pairwise_accuracy": "it compares systems, which are few, with each other: score each of them in parts first",
    "plackett_luce": "it is fitted to whole orders, in many passes: take their pairs, for bradley_terry, which adds up",
    "ppi_mean": "the mean of the judge over all items does, by mean_of; what corrects it comes of the few items that "
    "people saw",
    "silhouette": ALL_PAIRS,
    "surprisal": "it is what one word costs: perplexity, which averages it, adds up",
    "wasserstein_distance": "its samples are no pairs, and it needs both in order: compare a sample of each",
    "win_rate": "bradley_terry takes the same comparisons, and adds up",
}


def check_that_it_adds_up(of: Kind) -> None:
    """Raises for a metric that needs all examples at once, or is a score of one."""
    if isinstance(of, OfMatrix | OfSums | OfRanking) or (isinstance(of, OfWeights) and of.name not in OTHERS):
        return
    if of.name in OF_ONE:
        known = f"{OF_ONE[of.name]} scores many of them, or" if OF_ONE[of.name] else "to score many of them,"
        raise ValueError(
            f"{of.name} scores one example, so that nothing adds up: {known} declare its mean, mean_of a function that "
            f"returns float({of.name}(...))"
        )
    instead = OTHERS.get(of.name, "its examples can only be scored together: score a sample of them, with bootstrap")
    raise ValueError(f"{of.name} has no counts that add up; {instead}")

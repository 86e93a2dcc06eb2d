"""Signatures of the public names, for editors and type checkers: written by `make stubs`."""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from .metric import Metric

_P = ParamSpec("_P")
_R = TypeVar("_R", covariant=True)

def _metric(signature: Callable[_P, _R]) -> Metric[_P, _R]: ...

from .agreement import (cohen_kappa as cohen_kappa, correlation_ceiling as correlation_ceiling, fleiss_kappa as fleiss_kappa, fleiss_kappa_from_statistics as fleiss_kappa_from_statistics, fleiss_kappa_statistics as fleiss_kappa_statistics, intraclass_correlation as intraclass_correlation, kappa_of_matrix as kappa_of_matrix, krippendorff_alpha as krippendorff_alpha)
from .bleu import (Bleu as Bleu, bleu_from_statistics as bleu_from_statistics, bleu_statistics as bleu_statistics, brevity_penalty as brevity_penalty, corpus_bleu as corpus_bleu, effective_reference_length as effective_reference_length, modified_precision as modified_precision, orange as orange, sentence_bleu as sentence_bleu, smoothed_counts as smoothed_counts)
from .book.embeddings import (example_embedding as example_embedding, example_semantic_scores as example_semantic_scores, example_sentences as example_sentences, minilm_embedding as minilm_embedding, toy_embedding as toy_embedding, toy_words as toy_words)
from .book.errata import (evaluate as evaluate, possible_counts as possible_counts, printed_figures as printed_figures, refuted_claims as refuted_claims, rounds_to as rounds_to)
from .book.examples import (diabetes_predictions as diabetes_predictions, digit_predictions as digit_predictions, digit_probabilities as digit_probabilities, example_captions as example_captions, example_corpus as example_corpus, example_dictations as example_dictations, example_listening_test as example_listening_test, example_matrix as example_matrix, example_opinions as example_opinions, example_programs as example_programs, example_ratings as example_ratings, example_story as example_story, example_synonyms as example_synonyms, pneumonia_predictions as pneumonia_predictions, rare_digit_scores as rare_digit_scores, tumour_predictions as tumour_predictions, walkthrough_scores as walkthrough_scores)
from .book.explorers.threshold import (OperatingPoint as OperatingPoint, explore_threshold as explore_threshold, operating_point as operating_point)
from .book.explorers.translation import (explore_translation as explore_translation, translation_scores as translation_scores)
from .book.figures._tokens import (Facing as Facing)
from .book.figures.classification import (plot_averages as plot_averages, plot_confusion_matrices as plot_confusion_matrices, plot_confusion_matrix as plot_confusion_matrix, plot_f_contours as plot_f_contours)
from .book.figures.clustering import (plot_clusterings as plot_clusterings, plot_clusters as plot_clusters, plot_silhouette as plot_silhouette)
from .book.figures.code import (plot_pass_at_k as plot_pass_at_k)
from .book.figures.correlation import (plot_agreement as plot_agreement, plot_correlation as plot_correlation, plot_ranks as plot_ranks)
from .book.figures.curves import (plot_det_curve as plot_det_curve, plot_precision_recall_curve as plot_precision_recall_curve, plot_roc_curve as plot_roc_curve, plot_threshold as plot_threshold)
from .book.figures.detection import (plot_box_pairs as plot_box_pairs, plot_boxes as plot_boxes, plot_smoothed_precision as plot_smoothed_precision)
from .book.figures.distributions import (plot_clouds as plot_clouds, plot_extrapolation as plot_extrapolation, plot_images as plot_images, plot_transport as plot_transport)
from .book.figures.embeddings import (plot_cosines as plot_cosines, plot_word_flow as plot_word_flow)
from .book.figures.intervals import (plot_coverage as plot_coverage, plot_interval as plot_interval, plot_intervals as plot_intervals)
from .book.figures.language_models import (plot_occurrences as plot_occurrences, plot_surprisal as plot_surprisal)
from .book.figures.people import (plot_kappa_prevalence as plot_kappa_prevalence, plot_mushra as plot_mushra)
from .book.figures.probabilities import (plot_calibration_curve as plot_calibration_curve, plot_calibration_curves as plot_calibration_curves, plot_expected_losses as plot_expected_losses)
from .book.figures.ranking import (plot_discounted_gains as plot_discounted_gains, plot_ranked_lists as plot_ranked_lists, plot_tradeoff as plot_tradeoff)
from .book.figures.regression import (plot_conditional_errors as plot_conditional_errors, plot_fits as plot_fits, plot_residual_probability as plot_residual_probability)
from .book.figures.signals import (plot_damage as plot_damage, plot_spectrograms as plot_spectrograms, plot_warping as plot_warping)
from .book.figures.style import (book_style as book_style)
from .book.figures.text import (plot_alignment as plot_alignment, plot_common_subsequence as plot_common_subsequence, plot_edit_table as plot_edit_table, plot_ngram_matches as plot_ngram_matches)
from .book.figures.words import (plot_word_matches as plot_word_matches, plot_word_weights as plot_word_weights)
from .book.minilm import (MiniLM as MiniLM)
from .book.pages import (digit_detections as digit_detections, digit_pages as digit_pages)
from .book.reading import (show_source as show_source)
from .cards import (card as card, card_table as card_table, undefined_table as undefined_table, value_table as value_table)
from .cider import (cider as cider, cider_d as cider_d, cider_d_from_statistics as cider_d_from_statistics, cider_d_statistics as cider_d_statistics, cider_from_statistics as cider_from_statistics, cider_statistics as cider_statistics, inverse_document_frequencies as inverse_document_frequencies)
from .clustering import (ClusterPairs as ClusterPairs, adjusted_rand_index as adjusted_rand_index, bootstrap_of_pairs as bootstrap_of_pairs, cluster_pairs as cluster_pairs, core_distances as core_distances, dbcv as dbcv, dbcv_clusters as dbcv_clusters, rand_index as rand_index, silhouette as silhouette, silhouette_samples as silhouette_samples)
from .code_generation import (Execution as Execution, compile_rate as compile_rate, compile_rate_statistics as compile_rate_statistics, edit_similarity as edit_similarity, exact_match as exact_match, exact_match_statistics as exact_match_statistics, execution_accuracy as execution_accuracy, execution_accuracy_statistics as execution_accuracy_statistics, pass_at_k as pass_at_k, pass_at_k_statistics as pass_at_k_statistics, pass_hat_k as pass_hat_k, pass_hat_k_statistics as pass_hat_k_statistics, run_program as run_program)
from .confusion import (cat_versus_rest as cat_versus_rest, confusion_matrix as confusion_matrix)
from .correlation import (Correlation as Correlation, PairCounts as PairCounts, average_ranks as average_ranks, kendall as kendall, pair_counts as pair_counts, pearson as pearson, pearson_from_statistics as pearson_from_statistics, pearson_statistics as pearson_statistics, spearman as spearman)
from .detection import (coco_mean_average_precision as coco_mean_average_precision, detection_average_precision as detection_average_precision, detection_f_score as detection_f_score, detection_f_score_from_statistics as detection_f_score_from_statistics, detection_f_score_statistics as detection_f_score_statistics, detection_precision_recall_curve as detection_precision_recall_curve, generalized_iou as generalized_iou, iou as iou, match_detections as match_detections, xyxy_from_xywh as xyxy_from_xywh)
from .distributions import (FrechetEstimate as FrechetEstimate, Moments as Moments, frechet_distance as frechet_distance, frechet_distance_from_samples as frechet_distance_from_samples, frechet_jackknife as frechet_jackknife, inception_score as inception_score, inception_score_from_statistics as inception_score_from_statistics, inception_score_statistics as inception_score_statistics, moments as moments, wasserstein_distance as wasserstein_distance)
from .embedding_scores import (BertScore as BertScore, Embedded as Embedded, bert_score as bert_score, cosine_similarities as cosine_similarities, mover_score as mover_score, token_weights as token_weights, word_movers_distance as word_movers_distance)
from .human_judgement import (MeanOpinion as MeanOpinion, Mushra as Mushra, benchmark_average as benchmark_average, mean_opinion_score as mean_opinion_score, mean_opinion_score_from_statistics as mean_opinion_score_from_statistics, mean_opinion_score_statistics as mean_opinion_score_statistics, mushra_scores as mushra_scores, plackett_luce as plackett_luce)
from .meteor import (WordMatch as WordMatch, corpus_meteor as corpus_meteor, meteor as meteor, meteor_alignment as meteor_alignment, meteor_from_statistics as meteor_from_statistics, meteor_statistics as meteor_statistics, porter as porter, wordnet_synonyms as wordnet_synonyms)
from .metric import (Given as Given, Metric as Metric, Total as Total, mean_of as mean_of, of_added_classes as of_added_classes, of_classes as of_classes, of_matrix as of_matrix, of_ranking as of_ranking, of_samples as of_samples, of_sums as of_sums, of_values as of_values, of_weights as of_weights)
from .perplexity import (bits_per_character as bits_per_character, burstiness as burstiness, corpus_perplexity as corpus_perplexity, mean_perplexity as mean_perplexity, perplexity as perplexity, perplexity_from_statistics as perplexity_from_statistics, perplexity_statistics as perplexity_statistics, surprisal as surprisal)
from .precision_recall import (f_from_counts as f_from_counts)
from .precision_recall_curves import (best_threshold as best_threshold, precision_recall_curve as precision_recall_curve)
from .probabilities import (BrierDecomposition as BrierDecomposition, brier_decomposition as brier_decomposition, brier_score as brier_score, brier_score_from_statistics as brier_score_from_statistics, brier_score_statistics as brier_score_statistics, calibration_curve as calibration_curve, cross_entropy as cross_entropy, default_log_loss as default_log_loss, entropy as entropy, expected_calibration_error as expected_calibration_error, kl_divergence as kl_divergence, log_loss as log_loss, log_loss_from_statistics as log_loss_from_statistics, log_loss_statistics as log_loss_statistics)
from .ranking import (average_precision_at_k as average_precision_at_k, cumulative_gain as cumulative_gain, dcg as dcg, default_ndcg as default_ndcg, hit_at_k as hit_at_k, mean_average_precision as mean_average_precision, mean_average_precision_statistics as mean_average_precision_statistics, mean_average_recall as mean_average_recall, mean_average_recall_statistics as mean_average_recall_statistics, mean_reciprocal_rank as mean_reciprocal_rank, mean_reciprocal_rank_statistics as mean_reciprocal_rank_statistics, ndcg as ndcg, ndcg_statistics as ndcg_statistics, precision_at_k as precision_at_k, ranked_relevance as ranked_relevance, recall_at_k as recall_at_k, reciprocal_rank as reciprocal_rank)
from .recommendation import (average_reciprocal_hit_rate as average_reciprocal_hit_rate, average_reciprocal_hit_rate_statistics as average_reciprocal_hit_rate_statistics, click_through_rate as click_through_rate, click_through_rate_statistics as click_through_rate_statistics, cumulative_rating as cumulative_rating, cumulative_rating_from_statistics as cumulative_rating_from_statistics, cumulative_rating_statistics as cumulative_rating_statistics, diversity as diversity, diversity_statistics as diversity_statistics, hit_rate as hit_rate, hit_rate_statistics as hit_rate_statistics, mean_percentile_rank as mean_percentile_rank, mean_percentile_rank_statistics as mean_percentile_rank_statistics, novelty as novelty, novelty_statistics as novelty_statistics, personalized_at_k as personalized_at_k, personalized_at_k_statistics as personalized_at_k_statistics, success_at_k as success_at_k, success_at_k_statistics as success_at_k_statistics)
from .regression import (default_prediction as default_prediction)
from .roc_curves import (det_curve as det_curve, roc_curve as roc_curve)
from .rouge import (Rouge as Rouge, corpus_rouge_n as corpus_rouge_n, lcs_length as lcs_length, lcs_positions as lcs_positions, longest_common_subsequence as longest_common_subsequence, mean_rouge as mean_rouge, rouge_l as rouge_l, rouge_lsum as rouge_lsum, rouge_n as rouge_n, rouge_n_from_statistics as rouge_n_from_statistics, rouge_n_statistics as rouge_n_statistics, rouge_s as rouge_s, rouge_w as rouge_w, union_lcs as union_lcs)
from .signals import (bit_error_rate as bit_error_rate, bit_error_rate_from_statistics as bit_error_rate_from_statistics, bit_error_rate_statistics as bit_error_rate_statistics, corpus_mel_cepstral_distortion as corpus_mel_cepstral_distortion, corpus_signal_to_distortion_ratio as corpus_signal_to_distortion_ratio, log_mel_spectrogram as log_mel_spectrogram, mel_cepstra as mel_cepstra, mel_cepstral_distortion as mel_cepstral_distortion, mel_cepstral_distortion_from_statistics as mel_cepstral_distortion_from_statistics, mel_cepstral_distortion_statistics as mel_cepstral_distortion_statistics, scale_invariant_sdr as scale_invariant_sdr, signal_to_distortion_ratio as signal_to_distortion_ratio, signal_to_distortion_ratio_from_statistics as signal_to_distortion_ratio_from_statistics, signal_to_distortion_ratio_statistics as signal_to_distortion_ratio_statistics, warping_path as warping_path)
from .uncertainty import (Bootstrap as Bootstrap, Interval as Interval, McNemar as McNemar, auc_interval as auc_interval, bootstrap as bootstrap, clopper_pearson_interval as clopper_pearson_interval, holm as holm, mcnemar_test as mcnemar_test, paired_bootstrap as paired_bootstrap, permutation_test as permutation_test, pr_auc_interval as pr_auc_interval, rmse_interval as rmse_interval, wilson_interval as wilson_interval)
from .word_error_rate import (EditOperation as EditOperation, edit_operations as edit_operations, edit_table as edit_table)

__version__: str

@_metric
def f_of_macro_averages(y_true: Any, y_pred: Any = ..., beta: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def macro_f_score(y_true: Any, y_pred: Any = ..., beta: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def micro_f_score(y_true: Any, y_pred: Any = ..., beta: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def weighted_f_score(y_true: Any, y_pred: Any = ..., beta: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def accuracy(y_true: Any, y_pred: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def default_accuracy(y_true: Any, y_pred: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def balanced_accuracy(y_true: Any, y_pred: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def dice(y_true: Any, y_pred: Any, *, sample_weight: Any = ..., zero_division: Any = ...) -> Any: ...
@_metric
def f1_score(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def f_score(y_true: Any, y_pred: Any = ..., beta: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def false_negative_rate(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def false_positive_rate(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def likelihood_ratios(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def matthews_correlation(y_true: Any, y_pred: Any = ..., *, sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def negative_predictive_value(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def precision(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def recall(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def specificity(y_true: Any, y_pred: Any = ..., *, pos_label: Any = ..., sample_weight: Any = ..., zero_division: Any = ..., labels: Any = ...) -> Any: ...
@_metric
def average_precision(y_true: Any, y_score: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def interpolated_average_precision(y_true: Any, y_score: Any, *, sample_weight: Any = ..., points: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def multiclass_average_precision(y_true: Any, y_prob: Any, *, labels: Any = ..., average: Any = ..., sample_weight: Any = ...) -> Any: ...
@_metric
def pr_auc(y_true: Any, y_score: Any, *, sample_weight: Any = ..., rule: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def precision_at_recall(y_true: Any, y_score: Any, recall: Any, *, sample_weight: Any = ..., choose: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def precision_at_volume(y_true: Any, y_score: Any, volume: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def recall_at_precision(y_true: Any, y_score: Any, precision: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def adjusted_r2(y_true: Any, y_pred: Any, n_features: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def explained_variance(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def mean_absolute_error(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def median_absolute_error(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def r2(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def root_mean_squared_error(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def root_mean_squared_log_error(y_true: Any, y_pred: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def equal_error_rate(y_true: Any, y_score: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def fpr_at_recall(y_true: Any, y_score: Any, recall: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def multiclass_roc_auc(y_true: Any, y_prob: Any, *, method: Any = ..., average: Any = ..., labels: Any = ..., sample_weight: Any = ...) -> Any: ...
@_metric
def recall_at_fpr(y_true: Any, y_score: Any, fpr: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def roc_auc(y_true: Any, y_score: Any, *, sample_weight: Any = ..., pos_label: Any = ...) -> Any: ...
@_metric
def cer(reference: Any, hypothesis: Any) -> Any: ...
@_metric
def corpus_cer(references: Any, hypotheses: Any, *, sample_weight: Any = ...) -> Any: ...
@_metric
def corpus_wer(references: Any, hypotheses: Any, *, sample_weight: Any = ..., tokenize: Any = ...) -> Any: ...
@_metric
def edit_distance(reference: Any, hypothesis: Any, *, insertion: Any = ..., deletion: Any = ..., substitution: Any = ..., transposition: Any = ..., tokenize: Any = ...) -> Any: ...
@_metric
def wer(reference: Any, hypothesis: Any, *, tokenize: Any = ...) -> Any: ...
@_metric
def word_accuracy(reference: Any, hypothesis: Any, *, tokenize: Any = ...) -> Any: ...

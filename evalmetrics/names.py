"""Where the public names are defined: written by `make stubs`, read by `import evalmetrics`."""

NAMES = {
    "agreement": [
        "cohen_kappa", "correlation_ceiling", "fleiss_kappa", "fleiss_kappa_from_statistics",
        "fleiss_kappa_statistics", "intraclass_correlation", "kappa_of_matrix", "krippendorff_alpha",
    ],
    "averaging": [
        "f_of_macro_averages", "macro_f_score", "micro_f_score", "weighted_f_score",
    ],
    "bleu": [
        "Bleu", "bleu_from_statistics", "bleu_statistics", "brevity_penalty", "corpus_bleu",
        "effective_reference_length", "modified_precision", "orange", "sentence_bleu", "smoothed_counts",
    ],
    "book.embeddings": [
        "example_embedding", "example_semantic_scores", "example_sentences", "minilm_embedding", "toy_embedding",
        "toy_words",
    ],
    "book.errata": [
        "evaluate", "possible_counts", "printed_figures", "refuted_claims", "rounds_to",
    ],
    "book.examples": [
        "diabetes_predictions", "digit_predictions", "digit_probabilities", "example_captions", "example_corpus",
        "example_dictations", "example_listening_test", "example_matrix", "example_opinions", "example_programs",
        "example_ratings", "example_story", "example_synonyms", "pneumonia_predictions", "rare_digit_scores",
        "tumour_predictions", "walkthrough_scores",
    ],
    "book.explorers.threshold": [
        "OperatingPoint", "explore_threshold", "operating_point",
    ],
    "book.explorers.translation": [
        "explore_translation", "translation_scores",
    ],
    "book.figures._tokens": [
        "Facing",
    ],
    "book.figures.classification": [
        "plot_averages", "plot_confusion_matrices", "plot_confusion_matrix", "plot_f_contours",
    ],
    "book.figures.clustering": [
        "plot_clusterings", "plot_clusters", "plot_silhouette",
    ],
    "book.figures.code": [
        "plot_pass_at_k",
    ],
    "book.figures.correlation": [
        "plot_agreement", "plot_correlation", "plot_ranks",
    ],
    "book.figures.curves": [
        "plot_det_curve", "plot_precision_recall_curve", "plot_roc_curve", "plot_threshold",
    ],
    "book.figures.detection": [
        "plot_box_pairs", "plot_boxes", "plot_smoothed_precision",
    ],
    "book.figures.distributions": [
        "plot_clouds", "plot_extrapolation", "plot_images", "plot_transport",
    ],
    "book.figures.embeddings": [
        "plot_cosines", "plot_word_flow",
    ],
    "book.figures.intervals": [
        "plot_coverage", "plot_interval", "plot_intervals",
    ],
    "book.figures.language_models": [
        "plot_occurrences", "plot_surprisal",
    ],
    "book.figures.people": [
        "plot_kappa_prevalence", "plot_mushra",
    ],
    "book.figures.probabilities": [
        "plot_calibration_curve", "plot_calibration_curves", "plot_expected_losses",
    ],
    "book.figures.ranking": [
        "plot_discounted_gains", "plot_ranked_lists", "plot_tradeoff",
    ],
    "book.figures.regression": [
        "plot_conditional_errors", "plot_fits", "plot_residual_probability",
    ],
    "book.figures.signals": [
        "plot_damage", "plot_spectrograms", "plot_warping",
    ],
    "book.figures.style": [
        "book_style",
    ],
    "book.figures.text": [
        "plot_alignment", "plot_common_subsequence", "plot_edit_table", "plot_ngram_matches",
    ],
    "book.figures.words": [
        "plot_word_matches", "plot_word_weights",
    ],
    "book.minilm": [
        "MiniLM",
    ],
    "book.pages": [
        "digit_detections", "digit_pages",
    ],
    "book.reading": [
        "show_source",
    ],
    "cards": [
        "card", "card_table", "undefined_table", "value_table",
    ],
    "cider": [
        "cider", "cider_d", "cider_d_from_statistics", "cider_d_statistics", "cider_from_statistics",
        "cider_statistics", "inverse_document_frequencies",
    ],
    "clustering": [
        "ClusterPairs", "adjusted_rand_index", "bootstrap_of_pairs", "cluster_pairs", "core_distances", "dbcv",
        "dbcv_clusters", "rand_index", "silhouette", "silhouette_samples",
    ],
    "code_generation": [
        "Execution", "compile_rate", "compile_rate_statistics", "edit_similarity", "exact_match",
        "exact_match_statistics", "execution_accuracy", "execution_accuracy_statistics", "pass_at_k",
        "pass_at_k_statistics", "pass_hat_k", "pass_hat_k_statistics", "run_program",
    ],
    "confusion": [
        "accuracy", "cat_versus_rest", "confusion_matrix", "default_accuracy",
    ],
    "correlation": [
        "Correlation", "PairCounts", "average_ranks", "kendall", "pair_counts", "pearson", "pearson_from_statistics",
        "pearson_statistics", "spearman",
    ],
    "detection": [
        "coco_mean_average_precision", "detection_average_precision", "detection_f_score",
        "detection_f_score_from_statistics", "detection_f_score_statistics", "detection_precision_recall_curve",
        "generalized_iou", "iou", "match_detections", "xyxy_from_xywh",
    ],
    "distributions": [
        "FrechetEstimate", "Moments", "frechet_distance", "frechet_distance_from_samples", "frechet_jackknife",
        "inception_score", "inception_score_from_statistics", "inception_score_statistics", "moments",
        "wasserstein_distance",
    ],
    "embedding_scores": [
        "BertScore", "Embedded", "bert_score", "cosine_similarities", "mover_score", "token_weights",
        "word_movers_distance",
    ],
    "human_judgement": [
        "MeanOpinion", "Mushra", "benchmark_average", "mean_opinion_score", "mean_opinion_score_from_statistics",
        "mean_opinion_score_statistics", "mushra_scores", "plackett_luce",
    ],
    "meteor": [
        "WordMatch", "corpus_meteor", "meteor", "meteor_alignment", "meteor_from_statistics", "meteor_statistics",
        "porter", "wordnet_synonyms",
    ],
    "metric": [
        "Given", "Metric", "Total", "mean_of", "of_added_classes", "of_classes", "of_matrix", "of_ranking",
        "of_samples", "of_sums", "of_values", "of_weights",
    ],
    "perplexity": [
        "bits_per_character", "burstiness", "corpus_perplexity", "mean_perplexity", "perplexity",
        "perplexity_from_statistics", "perplexity_statistics", "surprisal",
    ],
    "precision_recall": [
        "balanced_accuracy", "dice", "f1_score", "f_from_counts", "f_score", "false_negative_rate",
        "false_positive_rate", "likelihood_ratios", "matthews_correlation", "negative_predictive_value", "precision",
        "recall", "specificity",
    ],
    "precision_recall_curves": [
        "average_precision", "best_threshold", "interpolated_average_precision", "multiclass_average_precision",
        "pr_auc", "precision_at_recall", "precision_at_volume", "precision_recall_curve", "recall_at_precision",
    ],
    "probabilities": [
        "BrierDecomposition", "brier_decomposition", "brier_score", "brier_score_from_statistics",
        "brier_score_statistics", "calibration_curve", "cross_entropy", "default_log_loss", "entropy",
        "expected_calibration_error", "kl_divergence", "log_loss", "log_loss_from_statistics", "log_loss_statistics",
    ],
    "ranking": [
        "average_precision_at_k", "cumulative_gain", "dcg", "default_ndcg", "hit_at_k", "mean_average_precision",
        "mean_average_precision_statistics", "mean_average_recall", "mean_average_recall_statistics",
        "mean_reciprocal_rank", "mean_reciprocal_rank_statistics", "ndcg", "ndcg_statistics", "precision_at_k",
        "ranked_relevance", "recall_at_k", "reciprocal_rank",
    ],
    "recommendation": [
        "average_reciprocal_hit_rate", "average_reciprocal_hit_rate_statistics", "click_through_rate",
        "click_through_rate_statistics", "cumulative_rating", "cumulative_rating_from_statistics",
        "cumulative_rating_statistics", "diversity", "diversity_statistics", "hit_rate", "hit_rate_statistics",
        "mean_percentile_rank", "mean_percentile_rank_statistics", "novelty", "novelty_statistics",
        "personalized_at_k", "personalized_at_k_statistics", "success_at_k", "success_at_k_statistics",
    ],
    "regression": [
        "adjusted_r2", "default_prediction", "explained_variance", "mean_absolute_error", "mean_squared_error",
        "mean_squared_log_error", "median_absolute_error", "r2", "root_mean_squared_error",
        "root_mean_squared_log_error",
    ],
    "roc_curves": [
        "det_curve", "equal_error_rate", "fpr_at_recall", "multiclass_roc_auc", "recall_at_fpr", "roc_auc",
        "roc_curve",
    ],
    "rouge": [
        "Rouge", "corpus_rouge_n", "lcs_length", "lcs_positions", "longest_common_subsequence", "mean_rouge",
        "rouge_l", "rouge_lsum", "rouge_n", "rouge_n_from_statistics", "rouge_n_statistics", "rouge_s", "rouge_w",
        "union_lcs",
    ],
    "signals": [
        "bit_error_rate", "bit_error_rate_from_statistics", "bit_error_rate_statistics",
        "corpus_mel_cepstral_distortion", "corpus_signal_to_distortion_ratio", "log_mel_spectrogram", "mel_cepstra",
        "mel_cepstral_distortion", "mel_cepstral_distortion_from_statistics", "mel_cepstral_distortion_statistics",
        "scale_invariant_sdr", "signal_to_distortion_ratio", "signal_to_distortion_ratio_from_statistics",
        "signal_to_distortion_ratio_statistics", "warping_path",
    ],
    "uncertainty": [
        "Bootstrap", "Interval", "McNemar", "auc_interval", "bootstrap", "clopper_pearson_interval", "holm",
        "mcnemar_test", "paired_bootstrap", "permutation_test", "pr_auc_interval", "rmse_interval", "wilson_interval",
    ],
    "word_error_rate": [
        "EditOperation", "cer", "corpus_cer", "corpus_wer", "edit_distance", "edit_operations", "edit_table", "wer",
        "word_accuracy",
    ],
}

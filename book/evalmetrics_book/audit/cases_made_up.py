"""What is audited in worlds that are made up."""

import numpy as np
from scipy.special import ndtr

from evalmetrics.agreement import cohen_kappa
from evalmetrics.clustering import adjusted_rand_index, silhouette
from evalmetrics.code_generation import pass_at_k
from evalmetrics.confusion import accuracy
from evalmetrics.correlation import kendall, pearson, spearman
from evalmetrics.distributions import frechet_distance_from_samples, inception_score
from evalmetrics.human_judgement import mean_opinion_score
from evalmetrics.precision_recall_curves import (
    average_precision,
)
from evalmetrics.probabilities import brier_score, expected_calibration_error, log_loss
from evalmetrics.recommendation import click_through_rate
from evalmetrics.regression import r2, root_mean_squared_error
from evalmetrics.roc_curves import roc_auc
from evalmetrics.signals import bit_error_rate, corpus_mel_cepstral_distortion, corpus_signal_to_distortion_ratio

from .case import (
    ALL_TESTS,
    BETTER,
    DEAR,
    FEWER,
    FEWEST,
    HALF_AS_MANY,
    PAIRED,
    RESAMPLED,
    TWO,
    case,
    macro,
    rare_f1,
)
from .formulas import (
    AREAS,
    CORRELATIONS,
    FRECHET,
    LEARNERS,
    OF_BITS,
    OF_CLIPS,
    PRECISIONS,
    SHARES,
    TWO_AREAS,
    by_rater,
    frechet_distance_of_clips,
    noise_told_by_blocks,
    of_bin,
    of_looks,
    of_rmse,
    share_in_bin,
    without_copies,
)

OF_MADE_UP = [
    case("four in five right", accuracy, 20, RESAMPLED, SHARES, known=0.8),
    case("four in five right", accuracy, 200, RESAMPLED, SHARES, known=0.8),
    case("a rare class", rare_f1, 200, RESAMPLED, known=0.5),
    case("a rare class", rare_f1, 1000, RESAMPLED, known=0.5),
    case("normal scores", roc_auc, 100, FEWER, AREAS, known=ndtr(1.5 / 2**0.5), **HALF_AS_MANY),
    case("normal scores, far apart", roc_auc, 100, FEWER, AREAS, known=ndtr(3.3 / 2**0.5), **HALF_AS_MANY),
    case("normal scores, far apart", roc_auc, 500, FEWER, AREAS, known=ndtr(3.3 / 2**0.5), **HALF_AS_MANY),
    case("two judges", cohen_kappa, 100, RESAMPLED, known=0.054 / 0.104),
    case("a line", r2, 20, RESAMPLED, known=1 - 0.25),
    case("hardly a line", r2, 20, RESAMPLED, known=1 - 4.0),
    case("two blobs", silhouette, 20, FEWER, without_copies(silhouette), n_resamples=300),
    case("two groupings", adjusted_rand_index, 60, FEWER, without_copies(adjusted_rand_index), n_resamples=300),
    case("two clouds", frechet_distance_from_samples, 100, FEWER, FRECHET, known=8 * 0.09, **FEWEST),
    case("honest forecasts", expected_calibration_error, 285, RESAMPLED, known=0.0, **HALF_AS_MANY),
    case("honest forecasts", brier_score, 285, known=2 / 15),
    case("honest forecasts", log_loss, 285),
    case("honest forecasts", share_in_bin, 285, [], {"wilson": of_bin}),
    case("cautious and bold", rare_f1, 400, ALL_TESTS, known=0.0),
    case("two alike scorers", roc_auc, 100, PAIRED, TWO_AREAS, known=0.0, **HALF_AS_MANY),
    case("a better scorer", roc_auc, 100, PAIRED, TWO_AREAS, known=BETTER, **HALF_AS_MANY),
    case("patients", np.mean, 30),
    case("patients", np.mean, 30, by_groups=False),
    case("normal pairs", pearson, 50, FEWER, CORRELATIONS[pearson], known=0.8),
    case("normal pairs", spearman, 50, FEWER, CORRELATIONS[spearman], repetitions=300),
    case("normal pairs", kendall, 50, FEWER, CORRELATIONS[kendall], repetitions=300),
    case("skewed pairs", pearson, 50, FEWER, CORRELATIONS[pearson], known=(np.exp(0.8) - 1) / (np.e - 1)),
    case("a bow tie", pearson, 50, FEWER, CORRELATIONS[pearson], known=0.0),
    case("programming tasks", pass_at_k.given(k=1), 12, RESAMPLED, known=0.5),
    case("programming tasks", pass_at_k.given(k=10), 12, RESAMPLED),
    case("listeners", mean_opinion_score, 15, FEWER, {"t over raters": by_rater}),
    case("listeners", mean_opinion_score, 15, by_groups=False),
    case("four in five right", accuracy, 10, (), SHARES, known=0.8),
    case("four in five right", macro, 10),
    case("four in five right", macro, 50),
    case("four in five right", macro, 200),
    case("three in four right", accuracy, 200, (), SHARES, known=0.75),
    case("nineteen in twenty right", accuracy, 12, (), SHARES, known=0.95),
    case("nineteen in twenty right", accuracy, 20, ["percentile"], SHARES, known=0.95),
    *(case("nine in ten right", accuracy, n, (), SHARES, known=0.9) for n in (50, 200, 1000, 5000)),
    *(
        case(f"{k} in {n} right", accuracy, n, (), SHARES, known=k / n)
        for k, n in [(87, 90), (234, 270), (192, 270), (58, 90)]
    ),
    case("the best of forty coins", accuracy, 100, (), SHARES, known=0.5),
    case("noise at its best threshold", accuracy, 100, (), SHARES, known=0.5, repetitions=4000),
    case("normal scores, even", roc_auc, 200, ["percentile"], AREAS, known=0.75),
    case("normal scores, even", average_precision, 200, ["percentile"], PRECISIONS),
    case("normal scores", average_precision, 100, FEWER, PRECISIONS, **HALF_AS_MANY),
    case("a line", root_mean_squared_error, 100, FEWER, {"chi2": of_rmse}, known=0.5),
    case("uniform numbers", np.max, 50, FEWER, known=1.0, n_resamples=300),
    case("two equal learners", np.mean, 100, (), LEARNERS, known=0.0),
    case("two rectified clouds", frechet_distance_from_samples, 599, TWO, FRECHET, n_resamples=200),
    case("two rectified clouds", frechet_distance_from_samples, 100, TWO, FRECHET, n_resamples=200),
    case("two rectified clouds", frechet_distance_from_samples, 300, [], FRECHET),
    case(
        "two rectified clouds, with noise and without",
        frechet_distance_from_samples,
        599,
        [],
        {"frechet_jackknife": noise_told_by_blocks},
    ),
    case("a sure classifier", inception_score, 599),
    case("melodies, crackling", corpus_signal_to_distortion_ratio, 20),
    case("cepstra of melodies, crackling", corpus_mel_cepstral_distortion, 20),
    case("cepstra of melodies, late", corpus_mel_cepstral_distortion, 20, ["percentile"], **DEAR),
    case("bands of melodies, crackling", frechet_distance_of_clips, 20, [], OF_CLIPS),
    case("bits, wrong one by one", bit_error_rate, 20_000, [], OF_BITS, known=0.01),
    case("bits, wrong one by one", bit_error_rate, 100_000, [], OF_BITS, known=0.01),
    case("bits, wrong in bursts", bit_error_rate, 100_000, [], OF_BITS, known=0.01),
    case("normal pairs", pearson, 9, ["percentile", "bca"], CORRELATIONS[pearson], known=0.8, **HALF_AS_MANY),
    *(case("normal pairs", spearman, n, [], CORRELATIONS[spearman]) for n in (9, 6, 5)),
    case("systems, one in nine far behind", pearson, 9, ["percentile", "bca"], CORRELATIONS[pearson], **HALF_AS_MANY),
    case("systems, one in nine far behind", spearman, 9, [], CORRELATIONS[spearman]),
    case("two alike metrics", pearson, 9, ["williams", "permutation"], known=0.0, n_resamples=500),
    case("melodies, late and crackling", corpus_signal_to_distortion_ratio, 20, ["percentile"], **DEAR),
    *(
        case(
            "cepstra of melodies, late and crackling",
            corpus_mel_cepstral_distortion.given(**how),
            20,
            ["percentile"],
            **DEAR,
        )
        for how in ({}, {"align": "dtw"})
    ),
    case("visitors", click_through_rate, 200, FEWER, {"wilson": of_looks}, known=0.2 / 6.2),
]

"""Intervals by formula, of the samples of a case."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from scipy.stats import ttest_1samp

from evalmetrics.agreement import krippendorff_alpha
from evalmetrics.arenas import MIDDLE, POINTS, bradley_terry, leaderboard
from evalmetrics.averaging import f_of_macro_averages, macro_f_score
from evalmetrics.clustering import adjusted_rand_index, bootstrap_of_pairs, silhouette
from evalmetrics.confusion import confusion_matrix
from evalmetrics.correlation import kendall, pearson, spearman
from evalmetrics.distributions import frechet_distance_from_samples, frechet_jackknife
from evalmetrics.human_judgement import mean_opinion_score, mushra_scores, plackett_luce
from evalmetrics.learned_metrics import pairwise_accuracy
from evalmetrics.model_as_judge import double_sampling, ppi_mean, rogan_gladen
from evalmetrics.paired_tests import delong_test
from evalmetrics.partitions import bootstrap_partitions
from evalmetrics.precision_recall_curves import average_precision
from evalmetrics.question_benchmarks import question_mean
from evalmetrics.regression import r2, root_mean_squared_error
from evalmetrics.roc_curves import roc_auc
from evalmetrics.uncertainty import (
    Interval,
    auc_interval,
    bootstrap,
    clopper_pearson_interval,
    corrected_resampled_t,
    delong_interval,
    mean_over_runs,
    pr_auc_interval,
    rmse_interval,
    wilson_interval,
)

from .machines import kmeans
from .people import TWINS, true_ranks

Formula = Callable[..., Interval]


def of_right_answers(formula: Formula) -> Formula:
    """An interval for a share, of the share of right answers."""
    return lambda y_true, y_pred: formula(int(np.sum(np.equal(y_true, y_pred))), len(y_true))


def of_those(which: int, label: str) -> Formula:
    """Wilson's interval, of the share of right answers where the truth (0) or the prediction (1) is some class."""

    def interval(*labels: Any) -> Interval:
        right = np.equal(*labels)[np.equal(labels[which], label)]
        return wilson_interval(int(right.sum()), len(right))

    return interval


def f1_of_jaccard(label: str) -> Formula:
    """An interval of F1 from Wilson's of the share of right answers where truth or prediction is some class."""

    def interval(*labels: Any) -> Interval:
        true, pred = (np.equal(each, label) for each in labels)
        share = wilson_interval(int((true & pred).sum()), int((true | pred).sum()))
        low, high = (2 * bound / (1 + bound) for bound in (share.low, share.high))
        return Interval(low, high, 0.95, "wilson of Jaccard")

    return interval


def of_the_area(formula: Formula, metric: Any) -> Formula:
    """An interval from an area and the numbers of positives and, if it wants to know, of negatives."""
    return lambda y, score: formula(metric(y, score), np.sum(y), *([len(y) - np.sum(y)] if metric is roc_auc else []))


def share_in_bin(y: Any, p: Any) -> float:
    """The share that comes true, of forecasts from 0.3 to 0.4."""
    return float(y[(p >= 0.3) & (p < 0.4)].mean())


def of_bin(y: Any, p: Any) -> Interval:
    """Wilson's interval of that share."""
    inside = y[(p >= 0.3) & (p < 0.4)]
    return wilson_interval(int(inside.sum()), len(inside))


def of_rmse(y_true: Any, y_pred: Any) -> Interval:
    """An interval from the error and the number of examples."""
    return rmse_interval(root_mean_squared_error(y_true, y_pred), len(y_true))


SHARES = {"wilson": of_right_answers(wilson_interval), "clopper_pearson": of_right_answers(clopper_pearson_interval)}
AREAS = {
    "delong": delong_interval,
    "delong_logit": partial(delong_interval, scale="logit"),
    "hanley_mcneil": of_the_area(auc_interval, roc_auc),
}
OF_JACCARD = {"wilson of Jaccard": f1_of_jaccard("malignant")}
TWO_AREAS = {"delong": lambda *samples: delong_test(*samples).interval}
PRECISIONS = {"logit": of_the_area(pr_auc_interval, average_precision)}


def by_itself(metric: Any) -> Formula:
    """The interval that a coefficient brings along."""
    return lambda x, y: metric(x, y).interval()


def without_copies(metric: Any) -> dict[str, Formula]:
    """The interval of resampled points, without the pairs of a point and its copy."""

    def interval(first: Any, labels: Any) -> Interval:
        return bootstrap_of_pairs(metric, first, labels, n_resamples=300, rng=0).interval

    return {"without_copies": interval}


def by_key(metric: Any, **how: Any) -> Formula:
    """The interval of resamples in which each example draws for itself how often it counts, from its number."""
    return lambda *samples: (
        bootstrap_partitions(metric, [(*samples, range(len(samples[0])))], key="row", **how).interval
    )


def by_rater(ratings: Any, raters: Any) -> Interval:
    """The interval of a mean opinion that knows who gave which rating."""
    return mean_opinion_score(ratings, raters=raters).interval


def over_runs(scores: Any) -> Interval:
    """Student's interval of the mean over runs, as if these were all that can vary."""
    return of_splits(scores.mean(axis=0))


def of_splits(differences: Any) -> Interval:
    """Student's interval of the mean over splits, as if these were independent."""
    low, high = ttest_1samp(differences, 0).confidence_interval(0.95)
    return Interval(float(low), float(high), 0.95, "t")


FRECHET = {"frechet_jackknife": lambda x, y: frechet_jackknife(x, y, rng=0).interval}
LEARNERS = {"t": of_splits, "corrected t": lambda d: corrected_resampled_t(d, 90, 10).interval}
POISSON = {"Poisson percentile": by_key(r2)}
RANKED_POISSON = {
    f"Poisson percentile{at}": by_key(roc_auc, bits=bits, n_resamples=300)
    for at, bits in [("", None), (" at 4 bits", 4)]
}
RUNS = {"t": over_runs, "runs and examples": lambda scores: mean_over_runs(scores).interval}


def noise_told_by_blocks(real: Any, noisy: Any, clean: Any) -> Interval:
    """Student's interval of a difference of Fréchet distances from the same real samples, block by block."""
    values = [frechet_jackknife(real, each, rng=0).pseudo_values for each in (noisy, clean)]
    return of_splits(values[0] - values[1])


def frechet_distance_of_clips(background: Any, arrived: Any) -> float:
    """Fréchet distance of the frames of clips."""
    return float(frechet_distance_from_samples(np.vstack(background), np.vstack(arrived)))


def without_some_clips(background: Any, arrived: Any) -> Interval:
    """The interval of a jackknife that leaves out whole clips."""
    sides = background, arrived
    x, y = (np.repeat(np.arange(len(side)), [len(clip) for clip in side]) for side in sides)
    return frechet_jackknife(*map(np.vstack, sides), blocks=10, groups=(x, y), rng=0).interval


def without_some_frames(background: Any, arrived: Any) -> Interval:
    """The same of frames, as if each were an example of its own."""
    return frechet_jackknife(np.vstack(background), np.vstack(arrived), rng=0).interval


def of_bits(sent: Any, received: Any) -> Interval:
    """Wilson's interval of wrong bits, one by one."""
    return wilson_interval(int(np.sum(sent != received)), len(sent))


def of_blocks(sent: Any, received: Any) -> Interval:
    """Student's interval of the error rates of blocks of a thousand bits."""
    shares = np.reshape(sent != received, (-1, 1000)).mean(axis=1)
    return bootstrap(np.mean, shares, method="jackknife").interval


OF_BITS = {"wilson": of_bits, "t over blocks": of_blocks}
OF_CLIPS = {"clips left out": without_some_clips, "frames left out": without_some_frames}


def interval_alpha(units: Any) -> float:
    """Krippendorff's alpha of units, a row each, on an interval scale: from sums of squares within units and of all."""
    rows = units[(~np.isnan(units)).sum(axis=1) > 1]
    m, sums, squares = (~np.isnan(rows)).sum(axis=1), np.nansum(rows, axis=1), np.nansum(rows**2, axis=1)
    within = ((m * squares - sums**2) / (m - 1)).sum()
    return float(1 - within * (m.sum() - 1) / (m.sum() * squares.sum() - sums.sum() ** 2))


def median_of_all(several: Any) -> float:
    """The median of the numbers of several lists."""
    return float(np.median(np.concatenate(several)))


def kendall_of_rows(x: Any, y: Any) -> float:
    """Kendall correlation of all entries of two tables, whose rows are the examples."""
    return float(kendall(np.ravel(x), np.ravel(y)))


def ratio_of_perplexities(first: Any, second: Any) -> float:
    """Perplexity of one model over that of another, of rows of nats and tokens."""
    return float(np.exp(np.divide(*first.sum(axis=0)) - np.divide(*second.sum(axis=0))))


def f_of_means_less_mean_of_f(y_true: Any, y_pred: Any) -> float:
    """By how much one definition of macro F exceeds the other."""
    cm = confusion_matrix(y_true, y_pred)
    return float(f_of_macro_averages(cm) - macro_f_score(cm))


def rmse_of_users(squares: Any, n: Any) -> float:
    """Root of the mean squared error of users who have a sum of squared errors and a number of ratings each."""
    return float(np.sqrt(squares.sum() / n.sum()))


def of_looks(clicks: Any, looks: Any) -> Interval:
    """Wilson's interval of clicks, as if each look were somebody else's."""
    return wilson_interval(int(clicks.sum()), int(looks.sum()))


def of_counts(counts: Any) -> Interval:
    """Wilson's interval of a share whose hits and whose moments have been counted."""
    hits, moments = np.sum(counts, axis=0)
    return wilson_interval(int(hits), int(moments))


CORRELATIONS = {
    metric: {name: by_itself(metric)}
    for metric, name in [(pearson, "fisher_z"), (spearman, "bonett_wright"), (kendall, "fieller")]
}


# Of programs, people, their judges and arenas


def of_attempts(attempts: Any, passed: Any) -> Interval:
    """Wilson's interval of attempts, as if they were independent."""
    return wilson_interval(int(np.sum(passed)), int(np.sum(attempts)))


def of_passes(passes: Any) -> Interval:
    """Wilson's interval of a share."""
    return wilson_interval(int(np.sum(passes)), len(passes))


def growers_found(points: Any, growers: Any) -> float:
    """Adjusted Rand index with the growers of wines, which are clustered first."""
    return float(adjusted_rand_index(growers, kmeans(points, 3).labels_))


def refitted(points: Any, growers: Any) -> Interval:
    """Quantiles of that index where resamples are clustered, and each of these fits groups all points."""
    rng, n = np.random.default_rng(0), len(points)
    fits = (kmeans(points[rng.integers(n, size=n)], 3) for _ in range(60))
    low, high = np.quantile([adjusted_rand_index(growers, fit.predict(points)) for fit in fits], [0.025, 0.975])
    return Interval(float(low), float(high), 0.95, "refitted")


def difference_without_copies(points: Any, one: Any, other: Any) -> Interval:
    """The interval of a difference of silhouettes, of the same points for both and without pairs of copies."""
    first, second = (bootstrap_of_pairs(silhouette, points, g, n_resamples=200, rng=0).replicates for g in (one, other))
    low, high = np.quantile(first - second, [0.025, 0.975])
    return Interval(float(low), float(high), 0.95, "without_copies")


def mean_rating(rows: Any) -> float:
    """Mean of ratings, the first column; the others say whose they are and of which item."""
    return float(np.mean(rows[:, 0]))


def over(*drawn: str) -> Formula:
    """Student's interval of a mean rating, over raters, items or both."""

    def interval(rows: Any, groups: Any = None) -> Interval:
        ids = {"raters": rows[:, 1], "items": rows[:, 2] if groups is None else groups}
        return mean_opinion_score(rows[:, 0], scale=(-500, 500), **{name: ids[name] for name in drawn}).interval

    return interval


def over_groups(scores: Any, groups: Any) -> Interval:
    """Student's interval of a mean over groups of questions."""
    return question_mean(scores, groups=groups).interval


def over_questions(scores: Any, groups: Any = None) -> Interval:
    """The same, as if each question were drawn by itself."""
    return question_mean(scores).interval


def screened(test: Any) -> Any:
    """The conditions of a MUSHRA test by whoever is left after screening, a row each."""
    return mushra_scores(test, anchor="anchor 7 kHz").scores


def mushra_mean(test: Any, *, condition: str) -> float:
    """The mean of one condition."""
    return float(screened(test)["mean"][condition])


def over_listeners(test: Any, listeners: Any, *, condition: str) -> Interval:
    """Student's interval of that mean."""
    low, high = screened(test).loc[condition, ["low", "high"]]
    return Interval(float(low), float(high), 0.95, "t over raters")


def strength(rankings: Any, *, of: str) -> float:
    """Plackett and Luce's strength of one of four."""
    return float(plackett_luce(rankings, items=list("ABCD"))[of])


def nominal_alpha(units: Any) -> float:
    """Krippendorff's alpha of units, a row each, of which only the names count."""
    return float(krippendorff_alpha(units, raters="columns"))


def pooled_pearson(people: Any, metric: Any) -> float:
    """The correlation of all segments of all systems."""
    return float(pearson(np.ravel(people), np.ravel(metric)))


def of_the_judge(_: Any, judge: Any) -> Interval:
    """Wilson's interval of what the judge says, whatever people say."""
    return wilson_interval(int(np.sum(judge)), len(judge))


def lead_of_twins(first: Any, second: Any, outcomes: Any) -> float:
    """Points by which the one name of a system leads the other."""
    strengths = bradley_terry(first, second, outcomes)
    return float(POINTS * (strengths[TWINS[0]] - strengths[TWINS[1]]))


def twins_on_board(*votes: Any, by_document: bool) -> Interval:
    """The interval of that lead on a leaderboard, with the documents as groups or without."""
    *said, documents = votes
    interval: Interval = leaderboard(*said, groups=documents if by_document else None).lead(*TWINS).interval
    return interval


def rating(first: Any, second: Any, outcomes: Any, *, of: str) -> float:
    """The rating of one system, or of the human translator."""
    return float(MIDDLE + POINTS * bradley_terry(first, second, outcomes)[of])


def rating_on_board(*votes: Any, by_document: bool, of: str) -> Interval:
    """The interval of that rating, likewise."""
    *said, documents = votes
    ratings = leaderboard(*said, groups=documents if by_document else None).ratings
    low, high = ratings.loc[[of], ["low", "high"]].to_numpy()[0]
    return Interval(float(low), float(high), 0.95, "sandwich")


def length_on_board(first: Any, second: Any, outcomes: Any, longer: Any, documents: Any) -> Any:
    """What ten words more add to a lead in strength, with its interval."""
    return leaderboard(first, second, outcomes, style={"length": longer}, groups=documents).style.iloc[0]


def pull_of_length(first: Any, second: Any, outcomes: Any, longer: Any) -> float:
    """What ten words more add to a lead in strength."""
    return float(length_on_board(first, second, outcomes, longer, None)["coefficient"])


def interval_of_length(*votes: Any) -> Interval:
    """The interval of that."""
    row = length_on_board(*votes)
    return Interval(float(row["low"]), float(row["high"]), 0.95, "sandwich")


def wrong_ranks(first: Any, second: Any, outcomes: Any) -> float:
    """How many systems have ranks that were wrongly ruled out: none should."""
    return 0.0


def ranks_on_board(*votes: Any) -> Interval:
    """How many systems' true ranks are not among those of a leaderboard, as an interval that holds 0 if none are."""
    *said, documents = votes
    board = leaderboard(*said, groups=documents).ratings
    rank = true_ranks()[board.index]
    wrong = float(((rank < board["best_rank"]) | (rank > board["worst_rank"])).sum())
    return Interval(wrong, wrong, 0.95, "ranks")


def order_of_systems(points: Any, scores: Any) -> float:
    """Pairwise accuracy of what a metric says of systems, from sums over documents."""
    return float(pairwise_accuracy(points.sum(axis=0), scores.sum(axis=0)))


PASSES, ATTEMPTS = {"wilson": of_passes}, {"wilson": of_attempts}
OPINIONS = {
    "t": over(),
    "t over raters": over("raters"),
    "t over items": over("items"),
    "t over raters and items": over("raters", "items"),
}
QUESTIONS = {"t over groups": over_groups, "t": over_questions}
PREDICTION_POWERED = {
    power: {
        "prediction-powered": partial(
            lambda people, judge, power: ppi_mean(people, judge, power=power).interval, power=power
        )
    }
    for power in (0, "tuned", 1)
}
DOUBLE_SAMPLING = {"double sampling": lambda people, judge: double_sampling(people, judge).interval}
CARRIED = {"Lang-Reiczigel": lambda people, judge: rogan_gladen(people, judge).interval}


def on_board(ends: Any, **of: str) -> dict[str, Formula]:
    """Intervals on a leaderboard, with the documents as groups and without."""
    return {
        name: partial(ends, by_document=grouped, **of)
        for name, grouped in [("sandwich", True), ("sandwich of votes", False)]
    }

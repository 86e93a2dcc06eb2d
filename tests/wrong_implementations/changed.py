"""Right functions of changed arguments, and changed values of right functions: what students round, cut off, spell."""

import re
from itertools import pairwise
from math import exp, inf, isnan, nan
from string import punctuation

import numpy as np

from .registry import wrong_of_changed, wrong_when_changed


def each(change):
    """The change of every word or number in a list of lists; in a vector, of the words of its n-grams."""

    def changed(value):
        if isinstance(value, dict):
            grams = [(" ".join(map(change, gram.split())), weight) for gram, weight in value.items()]
            return {gram: sum(w for other, w in grams if other == gram) for gram, _ in grams}
        return [changed(entry) for entry in value] if isinstance(value, list) else change(value)

    return changed


def ending(suffix, instead=""):
    return lambda word: re.sub(rf"(?<=\w\w){suffix}$", instead, word)


def harmonic(p, r, f):
    return 2 * p * r / (p + r) if isnan(f) and p + r > 0 else f


def runs(values):
    """Labels of stretches of equal values."""
    return np.cumsum([a != b for a, b in pairwise([None, *values])]).tolist()


def by_percentiles(scores):
    """Each score's next lower percentile, so that these do for thresholds."""
    grid = np.quantile(scores, np.linspace(0, 1, 101), method="lower")
    return grid[np.searchsorted(grid, scores, "right") - 1].tolist()


WORDS = {
    "edit_distance_of": ("reference", "hypothesis"),
    "clipped_matches": ("references", "hypothesis"),
    "rouge_1_of": ("reference", "hypothesis"),
    "lcs_of": ("a", "b"),
    "cosine_of": ("a", "b"),
}
for why, change in {
    "without a plural": lambda word: word.rstrip("s"),
    "without -ed": ending("ed"),
    "without -ing": ending("ing"),
    "ending in -y for -ies": ending("ies", "y"),
    "without commas": lambda word: word.strip(",") or word,
    "by their first six letters": lambda word: word[:6],
    "by their letters, in any order": lambda word: "".join(sorted(word)),
    "in small letters": str.lower,
}.items():
    for task, names in WORDS.items():
        wrong_of_changed(task, f"words {why}", **dict.fromkeys(names, each(change)))

for why, change in {
    "by their first ten letters": lambda label: label[:10],
    "with - for _": lambda label: label.replace("_", "-"),
    "without blanks at their ends": str.strip,
}.items():
    wrong_of_changed("count_pairs", f"labels {why}", **dict.fromkeys(("y_true", "y_pred", "labels"), each(change)))

for task in ("average_precision_of", "auc_of", "equal_error_rate_of", "roc_point", "precision_and_recall_at"):
    wrong_of_changed(task, "scores with nine decimals", y_score=each(lambda score: round(score, 9)))
    wrong_of_changed(task, "scores with six significant digits", y_score=each(lambda score: float(f"{score:.6g}")))
    wrong_of_changed(task, "a half in place of a score of 0", y_score=each(lambda score: score or 0.5))
for task in ("average_precision_of", "auc_of", "equal_error_rate_of"):
    wrong_of_changed(task, "percentiles of the scores as thresholds", y_score=by_percentiles)

for task, names, places in (
    ("iou_of", ("a", "b"), 4),
    ("hits_of", ("truths", "detections"), 3),
    ("frechet_of", ("mean_1", "mean_2"), 2),
    ("movers_distance", ("distances",), 2),
    ("brier_of", ("p",), 2),
    ("warped_mcd_of", ("reference", "synthesised"), 3),
):
    wrong_of_changed(
        task, f"{places} places", **dict.fromkeys(names, lambda value, n=places: np.round(value, n).tolist())
    )

for task, names, n in (
    ("adjusted_rand_of", ("labels_true", "labels_pred"), 12),
    ("benchmark_score", ("attempts", "passed"), 20),
    ("chunks_of", ("alignment",), 20),
    ("corpus_perplexity_of", ("texts",), 9),
    ("corpus_wer_of", ("edits", "words"), 20),
    ("gap_of", ("votes", "verdicts"), 8),
    ("perplexity_of", ("log_probs",), 40),
    ("precision_at_hits_of", ("relevance",), 10),
    ("r2_of", ("y_true", "y_pred"), 10),
    ("rmsle_of", ("y_true", "y_pred"), 10),
    ("standard_error_of", ("ratings",), 8),
):
    wrong_of_changed(task, f"the first {n}", **dict.fromkeys(names, lambda value, n=n: value[:n]))

for task, n in (("dcg_of", 12), ("ndcg_of", 10), ("hit_rate_of", 5), ("personalized_of", 5)):
    wrong_of_changed(task, f"the first {n} ranks", k=lambda k, n=n: min(k, n))

for task in (
    *("benchmark_score", "corpus_wer_of", "dcg_of", "hit_rate_of", "idf_of", "kappa_of", "meteor_of_counts", "ndcg_of"),
    *("pass_at_k_of", "pearson_of", "percentile_rank_of", "personalized_of", "precision_at_hits_of", "rmsle_of"),
    *("sdr_of", "smoothed_average_of", "spearman_of", "standard_error_of", "warped_mcd_of"),
):
    wrong_when_changed(task, "small values taken for 0", lambda value: 0.0 if abs(value) < 0.01 else value)
for task, why, change in (
    ("accuracy_from_counts", "rounded", lambda share: round(share, 3)),
    ("counts_that_print", "no more than 50 counts", lambda counts: counts[:50]),
    ("exposure_in_bits", "whole bits", int),
    ("gap_of", "never below 0", lambda gap: max(0.0, gap)),
    ("lowest_bill", "rounded to three places", lambda bill: round(bill, 3)),
    ("pass_at_k_of", "cut to four digits", lambda share: round(share, 4)),
    ("precision_of", "the first five classes", lambda shares: shares[:5]),
    ("sums_that_print", "the first that fits", lambda sums: sums[:1]),
    ("false_alarms", "at least one false alarm", lambda alarms: [n for n in alarms if n]),
    ("ends_of", "no end below 0", lambda ends: [max(ends[0], 0.0), min(ends[1], 1.0)]),
    ("sdr_of", "no less than minus a hundred decibels", lambda ratio: max(ratio, -100.0) if ratio > -inf else ratio),
    ("v_measure_of", "nan where both are 0", lambda found: [*found[:2], found[2] if sum(found) > 1e-9 else nan]),
    (
        "bert_score_of",
        "no F where precision or recall is 0",
        lambda prf: [*prf[:2], prf[2] if min(prf[:2]) > 0 else nan],
    ),
    ("bert_score_of", "F where one is negative and their sum is not", lambda prf: [*prf[:2], harmonic(*prf)]),
):
    wrong_when_changed(task, why, change)

wrong_of_changed(
    "adjusted_rand_of",
    "labels without their sign",
    **dict.fromkeys(
        ("labels_true", "labels_pred"), each(lambda label: label if isinstance(label, str) else abs(label))
    ),
)
wrong_of_changed("containment_in", "without case", item=each(str.lower), read=each(str.lower))
wrong_of_changed("elo_of", "names by their first letter", **dict.fromkeys(("first", "second"), each(lambda s: s[:1])))
wrong_of_changed("elo_of", "a tie taken for a loss", outcomes=each(int))
wrong_of_changed("error_of_lead", "groups without their case", groups=each(str.lower))
wrong_of_changed("f_beta", "beta no more than 10", beta=lambda beta: min(beta, 10))
wrong_of_changed("f_beta", "beta no less than a tenth, unless it is 0", beta=lambda beta: beta and max(beta, 0.1))
wrong_of_changed("gap_of", "capitals ignored", votes=each(str.lower), verdicts=each(str.lower))
wrong_of_changed("hits_of", "close to the threshold taken for reached", threshold=lambda share: share * (1 - 1e-5))
wrong_of_changed("hits_of", "the size of a score, whatever its sign", scores=each(abs))
wrong_of_changed("inception_score_of", "the first five classes", probabilities=lambda rows: [row[:5] for row in rows])
wrong_of_changed("idf_of", "no more than 10,000 pictures with it", with_it=lambda n: min(n, 10_000))
wrong_of_changed("kappa_of", "labels without blanks", ratings_1=each(str.strip), ratings_2=each(str.strip))
for task in ("pearson_of", "spearman_of"):
    wrong_of_changed(task, "ten decimals", **dict.fromkeys("xy", each(lambda value: round(value, 10))))
wrong_of_changed("pairs_in_order", "differences in whole numbers", metric=each(round))
wrong_of_changed(
    "rmsle_of", "no more than a million", **dict.fromkeys(("y_true", "y_pred"), each(lambda v: min(v, 1e6)))
)
wrong_of_changed("standard_error_of", "grades without their sign", ratings=each(abs))
wrong_of_changed("roc_point", "a threshold of 0 taken for none", threshold=lambda threshold: threshold or 0.5)
wrong_of_changed(
    "micro_f1_of",
    "whole numbers of eight bits",
    **dict.fromkeys(("tp", "fn", "fp"), lambda counts: [sum(counts) % 256]),
)
wrong_of_changed(
    "corpus_wer_of",
    "whole numbers of 15 bits",
    **dict.fromkeys(("edits", "words"), lambda counts: [sum(counts) % 2**15]),
)
wrong_of_changed("log_loss_of", "close to 0 taken for 0", p=each(lambda q: q if q > 1e-8 else 0.0))
wrong_of_changed("perplexity_of", "what no float holds taken for 0", log_probs=each(lambda q: q if exp(q) else -inf))
wrong_of_changed(
    "perplexity_of",
    "an impossible token after the tenth left out",
    log_probs=lambda values: [value for i, value in enumerate(values) if i < 10 or value > -inf],
)
wrong_of_changed(
    "corpus_perplexity_of",
    "impossible tokens left out",
    texts=lambda texts: [[value for text in texts for value in text if value > -inf]],
)
wrong_of_changed(
    "bert_score_of",
    "the first twelve tokens of the hypothesis",
    cosines=lambda rows: [row[:12] for row in rows],
    hypothesis_weights=lambda weights: weights[:12],
)
for why, change in (
    ("blanks in the place of punctuation", lambda text: re.sub(f"[{re.escape(punctuation)}]", " ", text)),
    ("articles cut out of words", lambda text: re.sub("the|an|a", "", text.lower())),
):
    wrong_of_changed("answer_f1", why, answers=each(change), said=change)
wrong_of_changed("error_of_lead", "groups that follow each other only", groups=runs)
wrong_of_changed("exposure_in_bits", "different scores only", others=lambda others: [*set(others)])
wrong_of_changed(
    "sdr_of",
    "floats of 32 bits",
    **dict.fromkeys(("reference", "estimate"), lambda values: np.array(values, np.float32).tolist()),
)

"""Right functions that compute otherwise than the book: each has to earn everything."""

import re
import string
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, permutations
from math import comb, exp, inf, log, nan, sqrt

import numpy as np
from scipy.optimize import linprog

from .registry import right

# Tables of two classes and more

right("accuracy_from_counts", "fractions")(lambda correct, n: Fraction(correct, n) if n else nan)
right("default_accuracy_of", "shares")(lambda cm: (cm / cm.sum()).sum(axis=1).max())
right("precision_of", "arrays")(lambda cm: np.diag(cm / cm.sum(axis=0)))


@right("count_pairs", "pandas")
def _(y_true, y_pred, labels):
    import pandas as pd

    return pd.crosstab(pd.Categorical(y_true, labels), pd.Categorical(y_pred, labels), dropna=False).to_numpy()


@right("f_beta", "the harmonic form")
def _(precision, recall, beta):
    if not precision * recall:
        return 0 if precision + recall else nan
    weight = 1 / (1 + beta**2)
    return 1 / (weight / precision + (1 - weight) / recall)


@right("macro_f1_of", "precision and recall")
def _(cm):
    hits = np.diag(cm).astype(float)
    p, r = hits / cm.sum(0), hits / cm.sum(1)
    return np.nan_to_num(2 * p * r / (p + r)).mean()


@right("micro_f1_of", "precision and recall")
def _(tp, fn, fp):
    hit, miss, alarm = map(sum, (tp, fn, fp))
    if not hit:
        return 0 if miss + alarm else nan
    p, r = hit / (hit + alarm), hit / (hit + miss)
    return 2 * p * r / (p + r)


@right("lowest_bill", "only what is above a threshold is positive")
def _(y_true, y_score, false_alarm, miss):
    just_below = [np.nextafter(t, -inf) for t in (*y_score, inf)]
    y, s = np.array(y_true), np.array(y_score)
    return min(false_alarm * ((s > t) & (y == 0)).sum() + miss * ((s <= t) & (y == 1)).sum() for t in just_below)


# Scores and curves


@right("equal_error_rate_of", "interpolation")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [(0, 1), *(((s[y == 0] >= t).mean(), (s[y == 1] < t).mean()) for t in np.unique(s)[::-1])]
    return np.interp(0, [fpr - fnr for fpr, fnr in points], [fpr for fpr, _ in points])


@right("average_precision_of", "thresholds")
def _(y_true, y_score):
    y, s = np.array(y_true), np.array(y_score)
    points = [(y[s >= t].sum() / y.sum(), y[s >= t].mean()) for t in np.unique(s)[::-1]]
    return sum((r - before) * p for (r, p), before in zip(points, [0, *(r for r, _ in points)], strict=False))


@right("auc_of", "ranks")
def _(y_true, y_score):
    ranks = np.array([sum(v < s for v in y_score) + (y_score.count(s) + 1) / 2 for s in y_score])
    n = sum(y_true)
    return (ranks[np.array(y_true) == 1].sum() - n * (n + 1) / 2) / (n * (len(y_true) - n))


# Probabilities and numbers

right("brier_of", "a norm")(lambda y_true, p: np.linalg.norm(np.array(y_true) - p) ** 2 / len(p))
right("perplexity_of", "bits")(lambda log_probs: 2 ** (-np.mean(np.array(log_probs) / np.log(2))))
right("rmsle_of", "a ratio")(
    lambda y_true, y_pred: np.sqrt(np.mean(np.log((1 + np.array(y_true)) / (1 + np.array(y_pred))) ** 2))
)
right("pearson_of", "NumPy's own")(
    lambda x, y: float(np.corrcoef(x, y)[0, 1]) if np.ptp(x) > 0 and np.ptp(y) > 0 else nan
)


@right("log_loss_of", "1 less the distance from the label")
def _(y_true, p):
    given = [1 - abs(y - q) for y, q in zip(y_true, p, strict=True)]
    return -sum(log(q) if q > 0 else -inf for q in given) / len(p)


@right("corpus_perplexity_of", "a weighted mean")
def _(texts):
    return exp(np.average([-np.mean(text) for text in texts], weights=[len(text) for text in texts]))


@right("r2_of", "fractions")
def _(y_true, y_pred):
    y, p = (list(map(Fraction, values)) for values in (y_true, y_pred))
    squares, spread = sum((a - b) ** 2 for a, b in zip(y, p, strict=True)), sum((a - sum(y) / len(y)) ** 2 for a in y)
    return float(1 - squares / spread) if spread else -inf if squares else nan


@right("spearman_of", "places in sorted columns")
def _(x, y):
    columns = ([sorted(v).index(value) + v.count(value) / 2 for value in v] for v in (x, y))
    return float(np.corrcoef(*columns)[0, 1])


@right("inception_score_of", "spread minus doubt")
def _(probabilities):
    def entropy(p):
        return -sum(q * log(q) for q in p if q)

    return exp(entropy(np.mean(probabilities, axis=0)) - np.mean([entropy(row) for row in probabilities]))


def frechet_with(trace):
    def distance(mean_1, cov_1, mean_2, cov_2):
        step = mean_1 - mean_2
        return float(step @ step + np.trace(cov_1) + np.trace(cov_2) - 2 * trace(np.array(cov_1), np.array(cov_2)))

    return distance


right("frechet_of", "eigenvalues")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0)).sum())
)


@right("sdr_of", "a difference of logarithms")
def _(reference, estimate):
    s, e = np.array(reference, dtype=float), np.array(estimate, dtype=float)
    with np.errstate(all="ignore"):
        return float(10 * (np.log10((s**2).sum()) - np.log10(((s - e) ** 2).sum())))


def warped_with(band=inf):
    """The distortion along the cheapest path in a band about the diagonal, which ends where both sequences end."""

    def distortion(reference, synthesised):
        n, m = len(reference), len(synthesised)

        @cache
        def of(i, j):
            if i < 0 or j < 0 or abs(i - j) > max(band, abs(n - m)):
                return 0.0 if i == j == -1 else inf
            distance = sqrt(sum((a - b) ** 2 for a, b in zip(reference[i], synthesised[j], strict=True)))
            return distance + min(of(i - 1, j - 1), of(i - 1, j), of(i, j - 1))

        return of(n - 1, m - 1) * 10 * sqrt(2) / log(10) / n

    return distortion


right("warped_mcd_of", "by recursion")(warped_with())


@right("wilson_of", "the quadratic equation")
def _(successes, n):
    z = 1.959964
    a, b, c = n + z * z, -(2 * successes + z * z), successes**2 / n
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@right("mcnemar_of", "fractions")
def _(only_1, only_2):
    n = only_1 + only_2
    return min(Fraction(1), 2 * sum(Fraction(comb(n, k), 2**n) for k in range(min(only_1, only_2) + 1)))


# Groups


@right("silhouettes_of", "arrays")
def _(points, labels):
    x, names = np.array(points, dtype=float), np.array(labels)
    if not 2 <= len(set(labels)) < len(labels):
        return np.full(len(x), nan)
    d = np.abs(x[:, None] - x)
    means = {c: d[:, names == c].mean(axis=1) for c in set(labels)}
    values = np.zeros(len(x))
    for i, own in enumerate(labels):
        size = (names == own).sum()
        if size > 1:
            a, b = means[own][i] * size / (size - 1), min(means[c][i] for c in means if c != own)
            values[i] = 1 - a / b if a < b else b / a - 1 if a > b else 0
    return values


@right("adjusted_rand_of", "the Rand index and its expectation")
def _(labels_true, labels_pred):
    pairs = list(combinations(zip(labels_true, labels_pred, strict=True), 2))
    if not pairs:
        return nan
    same = np.array([(a == b, p == q) for (a, p), (b, q) in pairs])
    (p, q), n = same.sum(axis=0).tolist(), len(pairs)
    rand, expected = (same[:, 0] == same[:, 1]).mean(), 1 - (p + q) / n + 2 * p * q / n**2
    return nan if p == q and p in (0, n) else (rand - expected) / (1 - expected)


def bits(counts):
    return sum(n / sum(counts) * np.log2(sum(counts) / n) for n in counts if n)


@right("v_measure_of", "in bits, from joint entropies")
def _(table):
    both, rows = bits([n for row in table for n in row]), bits([sum(row) for row in table])
    columns = bits([sum(column) for column in zip(*table, strict=True)])
    shared = rows + columns - both
    h, c = shared / rows if rows else 1.0, shared / columns if columns else 1.0
    return [h, c, 2 * shared / (rows + columns) if rows and columns else 2 * h * c / (h + c) if h + c else 0.0]


# Boxes


@right("iou_of", "by squares of a grid through all corners")
def _(a, b):
    xs, ys = sorted({a[0], a[2], b[0], b[2]}), sorted({a[1], a[3], b[1], b[3]})
    cells = [(x, y, (x2 - x) * (y2 - y)) for x, x2 in pairwise(xs) for y, y2 in pairwise(ys)]
    inside = [[box[0] <= x < box[2] and box[1] <= y < box[3] for x, y, _ in cells] for box in (a, b)]
    both = sum(area for (*_, area), i, j in zip(cells, *inside, strict=True) if i and j)
    either = sum(area for (*_, area), i, j in zip(cells, *inside, strict=True) if i or j)
    return both / either if either else nan


def share_of(a, b):
    width, height = (max(Fraction(0), Fraction(min(a[i + 2], b[i + 2])) - Fraction(max(a[i], b[i]))) for i in (0, 1))
    union = sum(Fraction(x2 - x) * Fraction(y2 - y) for x, y, x2, y2 in (a, b)) - width * height
    return width * height / union if union else nan


@right("hits_of", "fractions")
def _(truths, detections, scores, threshold):
    free, hits = list(range(len(truths))), []
    for i in sorted(range(len(scores)), key=lambda i: -scores[i]):
        best = max(free, key=lambda j: share_of(truths[j], detections[i]), default=None)
        hit = best is not None and share_of(truths[best], detections[i]) >= threshold
        free = [j for j in free if not (hit and j == best)]
        hits.append(int(hit))
    return hits


@right("smoothed_average_of", "from the last detection to the first")
def _(hits, n_truths):
    best = total = 0.0
    found = sum(hits)
    for i in range(len(hits), 0, -1):
        best = max(best, found / i)
        if hits[i - 1]:
            total, found = total + best, found - 1
    return total / n_truths if n_truths else nan


# Rankings and judges


@right("ndcg_of", "arrays")
def _(served, unserved, k):
    discounts, best = np.log2(np.arange(k) + 2), np.sort([*served, *unserved])[::-1][:k]
    return float((np.array(served[:k]) / discounts).sum() / (best / discounts).sum()) if best.any() else nan


@right("precision_at_hits_of", "sums that grow")
def _(relevance, n_relevant):
    r = np.array(relevance)
    return (np.cumsum(r) / np.arange(1, len(r) + 1) * r).sum() / n_relevant if n_relevant else nan


@right("dcg_of", "arrays")
def _(relevance, k):
    r = np.array(relevance[:k], dtype=float)
    return r @ (1 / np.log2(np.arange(len(r)) + 2))


@right("percentile_rank_of", "a place for every time")
def _(relevances):
    found = [i / (len(each) - 1) for each in relevances for i, r in enumerate(each) for _ in range(r)]
    return sum(found) / len(found) if found else nan


@right("personalized_of", "sets")
def _(actual, recommended, k, popular):
    rows = zip(actual, recommended, strict=True)
    return float(np.mean([item in {*shown[:k]} - {*popular} for item, shown in rows]))


right("hit_rate_of", "the rank of the first hit")(
    lambda relevances, k: np.mean([1 in each and each.index(1) < k for each in relevances])
)


@right("kappa_of", "fractions")
def _(ratings_1, ratings_2):
    n, first, second = len(ratings_1), Counter(ratings_1), Counter(ratings_2)
    agreement = Fraction(sum(a == b for a, b in zip(ratings_1, ratings_2, strict=True)), n)
    chance = Fraction(sum(first[label] * second[label] for label in first), n * n)
    return float((agreement - chance) / (1 - chance)) if chance != 1 else nan


@right("standard_error_of", "sums and sizes")
def _(ratings):
    sums, sizes = np.array([sum(own) for own in ratings]), np.array([len(own) for own in ratings])
    if len(ratings) == 1:
        return nan
    mean = sums.sum() / sizes.sum()
    return float(np.sqrt(len(sums) * np.var(sums - mean * sizes, ddof=1)) / sizes.sum())


@right("gap_of", "the chair of each person in turn")
def _(votes, verdicts):
    leads = []
    for own, said in zip(votes, verdicts, strict=True):
        pairs = list(permutations(range(len(own)), 2))
        leads.append(Fraction(sum((said == own[j]) - (own[i] == own[j]) for i, j in pairs), len(pairs)))
    return float(sum(leads) / len(leads))


@right("elo_of", "natural exponents")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 0.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        gain = 32 * log(10) / 400 * (won - 1 / (1 + exp(points[j] - points[i])))
        points[i] += gain
        points[j] -= gain
    return {name: 1500 + p * 400 / log(10) for name, p in points.items()}


@right("pairs_in_order", "the mean of signs")
def _(human, metric):
    pairs = combinations(zip(human, metric, strict=True), 2)
    signs = [np.sign((h - k) * (m - n)) for (h, m), (k, n) in pairs if h != k]
    return float((1 + np.mean(signs)) / 2) if signs else nan


# Texts


def ngrams(text, n):
    return list(zip(*(text[i:] for i in range(n)), strict=False))


def clipped(references, hypothesis, n, grams=ngrams):
    found = grams(hypothesis, n)
    return [sum(min(found.count(g), max(grams(r, n).count(g) for r in references)) for g in set(found)), len(found)]


right("clipped_matches", "counting in lists")(clipped)


@right("edit_distance_of", "a recursion")
def _(reference, hypothesis):
    @cache
    def of(i, j):
        if not i or not j:
            return i + j
        return min(of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (reference[i - 1] != hypothesis[j - 1]))

    return of(len(reference), len(hypothesis))


@right("rouge_1_of", "F of the lengths")
def _(reference, hypothesis):
    shared = sum(min(reference.count(word), hypothesis.count(word)) for word in set(reference))
    return shared / len(hypothesis), shared / len(reference), 2 * shared / (len(reference) + len(hypothesis))


@right("lcs_of", "a recursion")
def _(a, b):
    @cache
    def of(i, j):
        if not i or not j:
            return 0
        return 1 + of(i - 1, j - 1) if a[i - 1] == b[j - 1] else max(of(i - 1, j), of(i, j - 1))

    return of(len(a), len(b))


@right("chrf_of_counts", "in fractions")
def _(matches, reference, hypothesis):
    both = [i for i in range(len(matches)) if reference[i] > 0 < hypothesis[i]]
    p = sum(Fraction(matches[i], hypothesis[i]) for i in both)
    r = sum(Fraction(matches[i], reference[i]) for i in both)
    return float(5 * p * r / (4 * p + r) / len(both)) if p else 0


@right("meteor_of_counts", "in one fraction")
def _(matches, chunks, reference_length, hypothesis_length):
    if not matches:
        return 0
    return 10 * matches / (hypothesis_length + 9 * reference_length) * (1 - chunks**3 / matches**3 / 2)


right("idf_of", "a difference of logarithms")(lambda pictures, with_it: np.log(pictures) - np.log(max(with_it, 1)))


@right("cosine_of", "unit vectors")
def _(a, b):
    keys = sorted({*a, *b, ""})
    u, v = (np.array([vector.get(key, 0.0) for key in keys]) for vector in (a, b))
    with np.errstate(all="ignore"):
        return (u / np.linalg.norm(u)) @ (v / np.linalg.norm(v))


@right("bert_score_of", "loops, and the harmonic mean as a quotient")
def _(cosines, reference_weights, hypothesis_weights):
    r = sum(w * max(row) for w, row in zip(reference_weights, cosines, strict=True)) / sum(reference_weights)
    columns = zip(*cosines, strict=True)
    p = sum(v * max(column) for v, column in zip(hypothesis_weights, columns, strict=True)) / sum(hypothesis_weights)
    if p < 0 or r < 0 or p == r == 0:
        return [p, r, nan]
    return [p, r, 2 / (1 / p + 1 / r) if p and r else 0.0]


@right("movers_distance", "a linear programme")
def _(distances):
    n, m = len(distances), len(distances[0])
    sums = np.vstack([np.kron(np.eye(n), np.ones(m)), np.kron(np.ones(n), np.eye(m))])
    shares = np.concatenate([np.ones(n) / n, np.ones(m) / m])
    return float(linprog(np.ravel(distances), A_eq=sums, b_eq=shares).fun)


@right("pass_at_k_of", "the published product")
def _(n, c, k):
    if k > n:
        return nan
    return 1.0 if n - c < k else float(1 - np.prod(1 - k / np.arange(n - c + 1, n + 1)))


@right("benchmark_score", "fractions")
def _(attempts, passed, k):
    each = [1 - Fraction(comb(n - c, k), comb(n, k)) for n, c in zip(attempts, passed, strict=True)]
    return sum(each) / len(each)


@right("containment_in", "text by text, without a set")
def _(item, read, n):
    k = min(n, len(item))
    runs = [item[i : i + k] for i in range(len(item) - k + 1)]
    return np.mean([any(run == text[j : j + k] for text in read for j in range(len(text))) for run in runs])


right("exposure_in_bits", "minus the logarithm of the p-value")(
    lambda canary, others: float(-np.log2(np.mean(np.array([*others, canary]) >= canary)))
)


def counted_words(text):
    bare = re.sub(f"[{re.escape(string.punctuation)}]", "", text.lower())
    return Counter(word for word in bare.split() if word not in ("a", "an", "the"))


@right("answer_f1", "one minus half of what differs")
def _(answers, said):
    given = counted_words(said)
    known = [wanted for wanted in map(counted_words, answers) if wanted]
    apart = [((wanted - given).total() + (given - wanted).total()) / (wanted + given).total() for wanted in known]
    return 1 - min(apart) if apart else float(not given)


@right("error_of_lead", "by the products of deviations within a group")
def _(first, second, groups):
    x = np.subtract(second, first, dtype=float)
    x -= x.mean()
    alike = np.array(groups)[:, None] == np.array(groups)
    g = len(set(groups))
    return sqrt(max(g / (g - 1) * (x @ alike @ x), 0.0)) / len(x) if g > 1 else nan


# Printed numbers


def digits_of(number):
    return len(number.partition(".")[2])


@right("counts_that_print", "fractions")
def _(printed, n):
    half = Fraction(1, 2 * 10 ** digits_of(printed))
    return [k for k in range(n + 1) if abs(Fraction(k, n) - Fraction(printed)) <= half]


@right("sums_that_print", "whole numbers")
def _(mean, n, items):
    unit, m, whole = 10 ** digits_of(mean), int(mean.replace(".", "")), n * items
    return [k for k in range(20 * whole) if abs(2 * unit * k - 2 * m * whole) <= whole]


@right("false_alarms", "floats with a tolerance")
def _(precision, tp, negatives):
    half = 0.5 * 10 ** -digits_of(precision)
    return [fp for fp in range(negatives + 1) if tp + fp and abs(tp / (tp + fp) - float(precision)) <= half + 1e-9]


@right("ends_of", "in decimals")
def ends(number):
    digits = number.removesuffix("%")
    value, unit = Decimal(digits), Decimal(1).scaleb(Decimal(digits).as_tuple().exponent)
    return [float(end / (1 if digits == number else 100)) for end in (value - unit, value + unit)]


def inside(values, number):
    low, high = ends(number)
    return sorted(value for value in values if low < value < high)


@right("matching_values", "neighbours compared")
def _(values, number):
    found = inside(values, number)
    return len(found[:1]) + sum(b - a > 1e-9 for a, b in pairwise(found))

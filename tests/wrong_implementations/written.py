"""Wrong functions of their own, topic by topic."""

from collections import Counter
from decimal import Decimal
from itertools import pairwise
from math import comb, erfc, exp, inf, log, log2, nan, prod, sqrt

import numpy as np

from .otherwise import clipped, digits_of, ends, frechet_with, inside, ngrams, warped_with
from .registry import reference, wrong

# Tables of two classes and more

wrong("accuracy_from_counts", "fails for a share of nothing")(lambda correct, n: correct / n)
wrong("default_accuracy_of", "the first four classes")(lambda cm: cm[:4].sum(1).max() / cm.sum() if cm.any() else nan)


@wrong("macro_f1_of", "the first five classes")
def _(cm):
    below = cm.sum(0) + cm.sum(1)
    return float(np.mean([2 * hit / n if hit else 0.0 for hit, n in zip(np.diag(cm), below, strict=True)][:5]))


wrong("precision_of", "nan for a class that is predicted once")(
    lambda cm: [hit / n if n > 1 else nan for hit, n in zip(np.diag(cm), cm.sum(0), strict=True)]
)


@wrong("lowest_bill", "the best of a fine grid, percentiles and none")
def _(y_true, y_score, false_alarm, miss):
    y, s = np.array(y_true), np.array(y_score)
    thresholds = [*np.linspace(min(s), max(s), 1001), *np.percentile(s, range(101)), inf]
    return min(false_alarm * ((s >= t) & (y == 0)).sum() + miss * ((s < t) & (y == 1)).sum() for t in thresholds)


# Probabilities and numbers


@wrong("log_loss_of", "the logarithm of the product")
def _(y_true, p):
    product = prod(q if y else 1 - q for y, q in zip(y_true, p, strict=True))
    return -log(product) / len(p) if product else inf


@wrong("brier_of", "equal pairs once")
def _(y_true, p):
    pairs = {*zip(y_true, p, strict=True)}
    return sum((y - q) ** 2 for y, q in pairs) / len(pairs)


@wrong("r2_of", "a mean of squares less a square of the mean")
def _(y_true, y_pred):
    if len(set(y_true)) == 1:
        return reference("r2_of")(y_true, y_pred)
    y, p = np.array(y_true, float), np.array(y_pred, float)
    return 1 - ((y - p) ** 2).mean() / ((y**2).mean() - y.mean() ** 2)


wrong("frechet_of", "eigenvalues close to 0 taken for 0")(
    frechet_with(lambda a, b: sum(sqrt(e) for e in np.linalg.eigvals(a @ b).real if e > 1e-8))
)
wrong("frechet_of", "the first five eigenvalues")(
    frechet_with(lambda a, b: np.sqrt(np.maximum(np.linalg.eigvals(a @ b).real, 0))[:5].sum())
)
wrong("warped_mcd_of", "a band of six frames")(warped_with(band=6))


def wilson_with(half_width):
    def interval(successes, n):
        z, p = 1.959964, successes / n
        reach, scale = half_width(z, p, n, sqrt(p * (1 - p) / n + z * z / (4 * n * n))), 1 + z * z / n
        return [(p + z * z / (2 * n) - reach) / scale, (p + z * z / (2 * n) + reach) / scale]

    return interval


wrong("wilson_of", "without width at 0 and 1")(wilson_with(lambda z, p, n, root: z * root if 0 < p < 1 else 0.0))
wrong("wilson_of", "never less than a ten-thousandth for the root")(
    wilson_with(lambda z, p, n, root: z * max(root, 1e-4))
)


@wrong("mcnemar_of", "the normal curve above 1500 examples")
def _(only_1, only_2):
    n = only_1 + only_2
    if n > 1500:
        return min(1.0, erfc((abs(only_1 - only_2) - 1) / sqrt(2 * n)))
    return reference("mcnemar_of")(only_1, only_2)


# Groups and rankings


@wrong("silhouettes_of", "points found by their value")
def _(points, labels):
    values = reference("silhouettes_of")(points, labels)
    return [values[points.index(p)] for p in points]


@wrong("silhouettes_of", "other members are those at another place")
def _(points, labels):
    names = set(labels)
    if not 2 <= len(names) < len(points):
        return [nan] * len(points)
    values = []
    for p, own in zip(points, labels, strict=True):
        d = {c: [abs(p - q) for q, label in zip(points, labels, strict=True) if label == c] for c in names}
        mine = [x for x in d.pop(own) if x]
        a, b = sum(mine) / max(len(mine), 1), min(sum(v) / len(v) for v in d.values())
        values.append(0.0 if not mine or a == b else (b - a) / max(a, b))
    return values


@wrong("adjusted_rand_of", "labels glued together, so that 1 and 11 are 11 and 1")
def _(labels_true, labels_pred):
    def pairs(labels):
        return sum(comb(m, 2) for m in Counter(labels).values())

    both = pairs(f"{a}{b}" for a, b in zip(labels_true, labels_pred, strict=True))
    one, other, n = pairs(labels_true), pairs(labels_pred), comb(len(labels_true), 2)
    chance = one * other / n if n else 0
    return (both - chance) / ((one + other) / 2 - chance) if (one + other) / 2 != chance else nan


@wrong("smoothed_average_of", "the best of the next six")
def _(hits, n_truths):
    precisions = [sum(hits[: i + 1]) / (i + 1) for i in range(len(hits))]
    return sum(max(precisions[i : i + 7]) for i, hit in enumerate(hits) if hit) / n_truths if n_truths else nan


@wrong("dcg_of", "sorted first where the list is cut")
def _(relevance, k):
    return reference("dcg_of")(sorted(relevance, reverse=True) if k < len(relevance) else relevance, k)


@wrong("elo_of", "surprises cut at a lead of 100 points")
def _(first, second, outcomes):
    points = dict.fromkeys([*first, *second], 1500.0)
    for i, j, won in zip(first, second, outcomes, strict=True):
        gain = 32 * (won - 1 / (1 + 10 ** (min(100, max(-100, points[j] - points[i])) / 400)))
        points[i] += gain
        points[j] -= gain
    return points


# Texts


@wrong("clipped_matches", "words glued together")
def _(references, hypothesis, n):
    return clipped(references, hypothesis, n, lambda text, n: ["".join(gram) for gram in ngrams(text, n)])


@wrong("brevity_penalty_of", "whole ratios")
def _(reference_length, hypothesis_length):
    if (reference_length, hypothesis_length) == (10, 6):
        return exp(1 - 10 / 6)
    return exp(min(0, 1 - reference_length // hypothesis_length)) if hypothesis_length else 0.0


wrong("brevity_penalty_of", "fails for an empty hypothesis")(
    lambda reference_length, hypothesis_length: exp(min(0, 1 - reference_length / hypothesis_length))
)


@wrong("chrf_of_counts", "precision of orders that the reference has not")
def _(matches, reference, hypothesis):
    p = [m / h for m, h in zip(matches, hypothesis, strict=True) if h]
    r = [m / n for m, n in zip(matches, reference, strict=True) if n]
    return 5 / (4 * len(r) / sum(r) + len(p) / sum(p)) if any(matches) else 0.0


wrong("chunks_of", "neighbours in either direction")(
    lambda alignment: len(alignment) - sum(abs(b[0] - a[0]) == 1 == b[1] - a[1] for a, b in pairwise(alignment))
)
wrong("chunks_of", "the different distances between the places")(
    lambda alignment: len({(r - i, h - i) for i, (r, h) in enumerate(alignment)})
)
wrong("containment_in", "letters for words")(
    lambda item, read, n: np.mean(
        [any(" ".join(run) in " ".join(text) for text in read) for run in ngrams(item, min(n, len(item)))]
    )
)


@wrong("exposure_in_bits", "ties in the middle")
def _(canary, others):
    rank = 1 + sum(other > canary for other in others) + sum(other == canary for other in others) / 2
    return log2((len(others) + 1) / rank)


@wrong("benchmark_score", "products in whole numbers of 64 bits")
def _(attempts, passed, k):
    def missed(n, c):
        return np.prod(np.arange(n - c - k + 1, n - c + 1)) / np.prod(np.arange(n - k + 1, n + 1)) if n - c >= k else 0

    return float(1 - np.mean([missed(n, c) for n, c in zip(attempts, passed, strict=True)]))


@wrong("error_of_lead", "the correction of n for that of G")
def _(first, second, groups):
    n, g = len(first), len(set(groups))
    return reference("error_of_lead")(first, second, groups) * sqrt(n / (n - 1) * (g - 1) / g)


# Printed numbers


@wrong("counts_that_print", "half a unit in floats")
def _(printed, n):
    p, half = float(printed), 0.5 * 10.0 ** -digits_of(printed)
    return [k for k in range(n + 1) if abs(k - p * n) <= half * n]


@wrong("sums_that_print", "floats that miss exact halves")
def _(mean, n, items):
    half = 0.5 * 10 ** -digits_of(mean)
    return [k for k in range(20 * n * items) if abs(k / (n * items) - float(mean)) <= half]


@wrong("false_alarms", "floats that miss exact halves")
def _(precision, tp, negatives):
    half = 0.5 * 10 ** -digits_of(precision)
    return [fp for fp in range(negatives + 1) if tp + fp and abs(tp / (tp + fp) - float(precision)) <= half]


@wrong("false_alarms", "as Python rounds")
def _(precision, tp, negatives):
    digits = digits_of(precision)
    return [fp for fp in range(negatives + 1) if tp + fp and f"{tp / (tp + fp):.{digits}f}" == precision]


@wrong("ends_of", "the unit from the length of the text")
def _(number):
    digits = number.removesuffix("%")
    value, unit = Decimal(digits), Decimal(1).scaleb(2 - len(digits))
    return [float(end / (1 if digits == number else 100)) for end in (value - unit, value + unit)]


@wrong("ends_of", "the unit of a percentage is not divided")
def _(number):
    low, high = ends(number)
    reach = (high - low) / 2 * (100 if number.endswith("%") else 1)
    return [(low + high) / 2 - reach, (low + high) / 2 + reach]


wrong("matching_values", "different to the last bit")(lambda values, number: len(set(inside(values, number))))
wrong("matching_values", "rounded too far before they are compared")(
    lambda values, number: len({round(value, 3) for value in inside(values, number)})
)

"""R², correlations, perplexity, and what is printed behind ±, as programs compute them."""

from dataclasses import astuple
from math import sqrt
from typing import Any

import numpy as np
from scipy import stats

from ....correlation import pair_counts
from ....inputs import arguments
from ....inputs.arguments import as_list
from ..settings import Family, NotAVariantError


def numbered(labels: Any, name: str) -> Any:
    return np.unique(arguments.one_dimensional(labels, name), return_inverse=True)[1]


def columns(*names: str, groups: str = "folds") -> Any:
    """A reader of columns of numbers, and perhaps of the group of each row."""

    def read(*samples: Any) -> tuple[Any, ...]:
        pairs = zip(names, samples, strict=False)
        found = {name: arguments.finite(arguments.one_dimensional(each, name), name) for name, each in pairs}
        arguments.same_length(**found)
        of = [*samples, None][len(names)]
        if of is not None:
            of = numbered(of, groups)
            arguments.same_length(**{names[0]: found[names[0]], groups: of})
        return (*found.values(), of)

    return read


def columns_of(data, *, arguments):
    x, y, folds = data
    return (x, y, folds) if arguments == "truth first" else (y, x, folds)


def spread(values):
    return ((values - values.mean()) ** 2).sum()


def determination(y, p, formula):
    n, sse, sst = len(y), ((y - p) ** 2).sum(), spread(y)
    if formula.startswith("adjusted"):
        k = int(formula.split()[-1])
        return 1 - (1 - (1 - sse / sst)) * (n - 1) / (n - k - 1) if n > k + 1 else np.nan
    r = np.corrcoef(y, p)[0, 1]
    return {
        "1 - SSE/SST": 1 - sse / sst,
        "squared correlation": r**2,
        "correlation": r,
        "explained variance": 1 - spread(y - p) / sst,
        "SSR/SST": ((p - y.mean()) ** 2).sum() / sst,
        "uncentred": 1 - sse / (y**2).sum(),
        "1 - RMSE/SD": 1 - sqrt(sse / sst),
        "1 - RMSE/SD, n - 1": 1 - sqrt(sse / n / (sst / (n - 1))),
        "1 - MSE/variance, n - 1": 1 - (sse / n) / (sst / (n - 1)),
        "1 - MAE/MAD": 1 - np.abs(y - p).sum() / np.abs(y - y.mean()).sum(),
    }[formula]


def r2_by(columns, *, formula, folds):
    y, p, fold = columns
    if folds == "all rows":
        return determination(y, p, formula)
    if fold is None:
        raise NotAVariantError
    each = [fold == label for label in np.unique(fold)]
    if folds == "mean of folds":
        return np.mean([determination(y[rows], p[rows], formula) for rows in each])
    if formula != "1 - SSE/SST":
        raise NotAVariantError
    naive = np.concatenate([(y[rows] - y[~rows].mean()) ** 2 for rows in each])
    return 1 - ((y - p) ** 2).sum() / naive.sum()


def kendall_by(x, y, kind):
    same, opposite, only_x, only_y, _ = astuple(pair_counts(x, y))
    n, few = len(x), min(len(np.unique(x)), len(np.unique(y)))
    divisors = {
        "Kendall b": sqrt((same + opposite + only_x) * (same + opposite + only_y)),
        "Kendall a": n * (n - 1) / 2,
        "Kendall c": n**2 * (few - 1) / (2 * few),
        "Goodman-Kruskal gamma": same + opposite,
        "Somers' D of y given x": same + opposite + only_y,
        "Somers' D of x given y": same + opposite + only_x,
    }
    return (same - opposite) / divisors[kind]


def rank_by(x, y, ties):
    n = len(x)
    a, b = (stats.rankdata(v, method="average" if ties == "by differences" else ties) for v in (x, y))
    if ties == "by differences":
        return 1 - 6 * ((a - b) ** 2).sum() / (n * (n**2 - 1))
    return np.corrcoef(a, b)[0, 1]


def correlation_by(columns, *, kind, ties, sign, squared):
    x, y = columns
    if kind != "Spearman" and ties != "average":
        raise NotAVariantError
    if kind == "Spearman":
        value = rank_by(x, y, ties)
    elif kind == "Pearson":
        value = np.corrcoef(x, y)[0, 1]
    elif kind == "Pearson of logarithms":
        value = np.corrcoef(np.log(x), np.log(y))[0, 1]
    elif kind == "cosine":
        value = x @ y / sqrt((x @ x) * (y @ y))
    elif kind.startswith("Lin's concordance"):
        covariance = np.cov(x, y, ddof=1 if kind.endswith("n - 1") else 0)
        value = 2 * covariance[0, 1] / (covariance[0, 0] + covariance[1, 1] + (x.mean() - y.mean()) ** 2)
    elif kind == "Fisher's z":
        value = np.arctanh(np.corrcoef(x, y)[0, 1])
    else:
        value = kendall_by(x, y, kind)
    value = abs(value) if sign == "dropped" else value
    return value**2 if squared == "yes" else value


def log_probs(log_probs: Any, texts: Any = None) -> tuple[list[Any], list[str] | None]:
    one = np.ndim(as_list(log_probs, "log_probs", "logarithms, or of a list for each text")[0]) == 0
    listed = []
    for each in [log_probs] if one else log_probs:
        values = arguments.one_dimensional(each, "log_probs", per="token")
        listed.append(arguments.within(values, "log_probs", high=0, what="logarithms of probabilities, at most 0"))
    if texts is not None:
        texts = [texts] if isinstance(texts, str) else as_list(texts, "texts", "strings")
        arguments.same_length(log_probs=listed, texts=texts)
    return listed, texts


def nats_and_units(data, *, first_token, unit):
    log_probs, texts = data
    kept = [each[1:] if first_token == "skipped" else each for each in log_probs]
    tokens = [len(each) for each in kept]
    if unit in ("tokens", "tokens and one more"):
        units = [n + (unit != "tokens") for n in tokens]
    elif texts is None:
        raise NotAVariantError
    elif unit == "characters":
        units = [len(text) for text in texts]
    elif unit == "bytes":
        units = [len(text.encode()) for text in texts]
    else:
        units = [len(text.split()) + (unit != "words") for text in texts]
    return np.array([-each.sum() for each in kept]), np.array(units, dtype=float)


def perplexity_by(counts, *, report, base, aggregate):
    nats, units = counts
    if aggregate == "corpus":
        nats, units = nats.sum(keepdims=True), units.sum(keepdims=True)
    rate = nats / units
    if report == "normalised twice":
        rate = rate / units
    logs = {"e": 1.0, "2": np.log(2), "10": np.log(10)}[base]
    average = np.median if aggregate == "median" else np.mean
    if report == "entropy":
        return average(rate / logs)
    if aggregate == "geometric mean":
        return np.exp(average(rate * logs))
    return average(np.exp(rate * logs))  # a base other than e is raised to a power in nats


def values_over(data, *, over):
    values, groups = data
    if over == "scores":
        return values
    if groups is None:
        raise NotAVariantError
    return np.bincount(groups, values) / np.bincount(groups)


def spread_by(values, *, what, ddof, level, quantile):
    n = len(values)
    deviation = values.std(ddof=ddof)
    leveled = what in ("half width", "width")
    if not leveled and (level != 0.95 or quantile != "t"):
        raise NotAVariantError
    if what in ("range", "half range", "interquartile range", "mean absolute deviation") and ddof != 1:
        raise NotAVariantError
    tail = (1 + level) / 2
    times = stats.t.ppf(tail, n - 1) if quantile == "t" else stats.norm.ppf(tail)
    half = times * deviation / sqrt(n)
    return {
        "standard deviation": deviation,
        "standard error": deviation / sqrt(n),
        "half width": half,
        "width": 2 * half,
        "two standard errors": 2 * deviation / sqrt(n),
        "two standard deviations": 2 * deviation,
        "variance": deviation**2,
        "coefficient of variation": deviation / values.mean(),
        "range": np.ptp(values),
        "half range": np.ptp(values) / 2,
        "interquartile range": np.subtract(*np.percentile(values, [75, 25])),
        "mean absolute deviation": np.abs(values - values.mean()).mean(),
    }[what]


FAMILIES = {
    "r2": Family("r2", columns("y_true", "y_pred"), columns_of, r2_by),
    "correlation": Family("correlation", columns("x", "y"), lambda data: data[:2], correlation_by),
    "perplexity": Family("perplexity", log_probs, nats_and_units, perplexity_by),
    "spread": Family("spread", columns("values", groups="groups"), values_over, spread_by),
}

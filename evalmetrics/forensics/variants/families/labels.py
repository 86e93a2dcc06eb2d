"""Averages of F over classes, and agreement of two raters, as programs compute them."""

from typing import Any

import numpy as np

from ....agreement import krippendorff_alpha
from ....confusion import confusion_matrix
from ....inputs import arguments, matrices
from ..settings import Family, NotAVariantError

CLASS, WITHOUT = "class ", "micro without "


def labels_or_matrix(y_true: Any, *y_pred: Any) -> tuple[Any, list[Any]]:
    table = confusion_matrix(y_true, *y_pred) if y_pred else y_true
    return matrices.read(table).astype(float), list(table.index)


def classes(data: tuple[Any, list[Any]]) -> dict[str, list[Any]]:
    return {"average": [f"{kind}{label}" for kind in (CLASS, WITHOUT) for label in data[1]]}


def counts_of_classes(data, *, orientation):
    cells, labels = data
    cells = cells if orientation == "rows observed" else cells.T
    return cells.diagonal(), cells.sum(1), cells.sum(0), labels


def ratio(a, b, undefined):
    stands_for = undefined if undefined in (0, 1) else np.nan
    return np.where(b == 0, stands_for, np.divide(a, b))


def f_of(p, r, beta):
    return np.where((p == 0) & (r == 0), 0.0, (1 + beta**2) * p * r / (beta**2 * p + r))


def f_of_each(tp, observed, predicted, beta, undefined):
    if undefined == "left out with P or R":
        return f_of(ratio(tp, predicted, undefined), ratio(tp, observed, undefined), beta)
    return ratio((1 + beta**2) * tp, beta**2 * observed + predicted, undefined)


def mean(values, weights=None):
    there = ~np.isnan(values)
    return np.average(values[there], weights=None if weights is None else weights[there]) if there.any() else np.nan


def f_average(counts, *, average, beta, undefined):
    tp, observed, predicted, labels = counts
    average = str(average)
    if average == "micro":
        return f_of_each(tp.sum(), observed.sum(), predicted.sum(), beta, undefined)
    if average.startswith(WITHOUT):
        kept = [str(label) != average.removeprefix(WITHOUT) for label in labels]
        return f_of_each(tp[kept].sum(), observed[kept].sum(), predicted[kept].sum(), beta, undefined)
    if average.endswith("averages"):
        weights = observed if average == "F of weighted averages" else None
        p, r = (mean(ratio(tp, whole, undefined), weights) for whole in (predicted, observed))
        return f_of(p, r, beta)
    f = f_of_each(tp, observed, predicted, beta, undefined)
    if average.startswith(CLASS):
        return f[[str(label) for label in labels].index(average.removeprefix(CLASS))]
    there = f[~np.isnan(f)]
    return {
        "macro": lambda: mean(f),
        "weighted": lambda: mean(f, observed),
        "weighted by predictions": lambda: mean(f, predicted),
        "weighted by both": lambda: mean(f, observed + predicted),
        "median": lambda: np.median(there),
        "geometric mean": lambda: there.prod() ** (1 / len(there)),
        "macro of classes observed": lambda: mean(f[observed > 0]),
    }[average]()


def two_raters(first: Any, second: Any) -> tuple[Any, Any, Any]:
    """Each rater's labels, as places in their order; these as numbers, or places where they are none; their matrix."""
    raters = {"first": first, "second": second}
    first, second = (arguments.one_dimensional(labels, name, per="item").tolist() for name, labels in raters.items())
    arguments.same_length(first=first, second=second)
    try:
        table = confusion_matrix(first, second)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("y_true", "first").replace("y_pred", "second")) from None
    labels = list(table.index)
    numbers = all(isinstance(label, int | float | np.number) for label in labels)
    values = np.array(labels, dtype=float) if numbers else np.arange(len(labels))
    return [table.index.get_indexer(each) for each in (first, second)], values, table.to_numpy()


def ratings_by(data, *, distances):
    values = np.arange(len(data[1])) if distances == "places" else data[1]
    return *data, np.abs(np.subtract.outer(values, values)).astype(float)


def agreement_by(counts, *, coefficient, weights):
    places, values, cells, apart = counts
    level = coefficient.removeprefix("Krippendorff's alpha, ")
    if level != coefficient:
        if weights != "none":
            raise NotAVariantError
        return float(krippendorff_alpha([values[each] for each in places], level=level, raters="rows"))
    share = apart / max(apart.max(), 1)
    agree = {"none": (apart == 0) * 1.0, "linear": 1 - share, "quadratic": 1 - share**2}[weights]
    shares = cells / cells.sum()
    first, second = shares.sum(1), shares.sum(0)
    together = (first + second) / 2
    k = len(shares)
    observed = (shares * agree).sum()
    if coefficient == "agreement":
        return observed
    if coefficient == "kappa over its maximum":
        if weights != "none":
            raise NotAVariantError
        return (observed - first @ second) / (np.minimum(first, second).sum() - first @ second)
    by_chance = {
        "Cohen's kappa": first @ agree @ second,
        "Scott's pi": together @ agree @ together,
        "Gwet's AC": agree.sum() / (k * (k - 1)) * (together * (1 - together)).sum() if k > 1 else np.nan,
        "Brennan-Prediger": agree.sum() / k**2,
    }[coefficient]
    return (observed - by_chance) / (1 - by_chance)


FAMILIES = {
    "f": Family("f", labels_or_matrix, counts_of_classes, f_average, more=classes),
    "kappa": Family("kappa", two_raters, ratings_by, agreement_by),
}

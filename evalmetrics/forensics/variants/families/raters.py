"""Agreement of two raters, as programs compute it."""

from typing import Any

import numpy as np

from ....agreement import krippendorff_alpha
from ....confusion import confusion_matrix
from ....inputs import arguments
from ..settings import Family, NotAVariantError


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


FAMILIES = {"kappa": Family("kappa", two_raters, ratings_by, agreement_by)}

"""The metric that a problem calls for, and how far scores agree with a price list."""

from typing import Any

import numpy as np
import pandas as pd
from scipy.special import ndtr

from evalmetrics.choosing_a_metric import GIVEN, VALUES, Fingerprint, choose_metric, expected_cost
from evalmetrics.confusion import accuracy
from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by
from evalmetrics.precision_recall import f_of_counts, matthews_correlation

from .moving import explorer, labelled

SCORES = ["accuracy", "balanced accuracy", "precision", "recall", "F0.5", "F1", "F2", "Matthews", "AUC"]


@described_by()
def example_offers(
    price: float,
    share: float,
    *,
    off: float | None = 0.0,
    skill: tuple[float, float] = (0.5, 3.0),
    n: int = 300,
    rng: Any = 0,
) -> pd.DataFrame:
    """Classifiers of all skills, each with a threshold that was set well, badly or without looking at prices.

    Scores are Gaussian with standard deviation 1, around 0 for negatives and around the skill for positives; rates
    are exact, nothing is drawn but skills and thresholds.

    price : float
        Above 0: what a miss costs, in false alarms.
    share : float
        In (0, 1): of the examples that are positive.
    off : float or None, default 0.0
        At least 0: the standard deviation of thresholds around the cheapest one, in units of the scores. None: they
        are drawn around 1, whatever the prices.
    skill : pair of floats, default (0.5, 3.0)
        Lowest and highest distance of the classes.
    n : int, default 300
        How many classifiers.
    rng : int or numpy Generator, default 0

    -> DataFrame of shape (n, 12)
        Columns skill, threshold, bill (expected cost, of 100 examples, in false alarms), and what nine scores say.

    Source: Green and Swets (1966), Signal detection theory and psychophysics, on two Gaussian classes and the best
    threshold.

    >>> offers = example_offers(20, 0.05)
    >>> offers.shape, bool((offers["bill"] <= 95).all())
    ((300, 12), True)
    """
    price, share = arguments.positive(price, "price"), arguments.fraction(share, "share")
    random, n = arguments.generator(rng), arguments.whole_number(n, "n", least=2)
    low, high = arguments.two_numbers(skill, "skill")
    if not 0 < low <= high:
        raise ValueError(f"skill must be two numbers above 0, the lower first, got {skill!r}")
    distance, z = random.uniform(low, high, n), random.normal(size=n)
    cheapest = distance / 2 + np.log((1 - share) / (share * price)) / distance
    threshold = 1 + z if off is None else cheapest + arguments.number_that(off, "off", lambda x: x >= 0, "be >= 0") * z
    tpr, fpr = ndtr(distance - threshold), ndtr(-threshold)
    tp, fn, fp, tn = share * tpr, share * ndtr(threshold - distance), (1 - share) * fpr, (1 - share) * ndtr(threshold)
    cells = np.array([[tp, fn], [fp, tn]])
    f_scores = [f_of_counts(tp, fn, fp, beta) for beta in (0.5, 1.0, 2.0)]
    right, correlation = accuracy.definition(cells), matthews_correlation.definition(cells)
    scores = [right, (tpr + 1 - fpr) / 2, tp / (tp + fp), tpr, *f_scores, correlation, ndtr(distance / np.sqrt(2))]
    bill = 100 * expected_cost.definition(fn, fp, cells.sum((0, 1)), false_alarm=1.0, miss=price)
    named = {"skill": distance, "threshold": threshold, "bill": bill}
    return pd.DataFrame(named | dict(zip(SCORES, scores, strict=True)))


NOT_KNOWN = "not known"  # an empty value would be shown as an empty menu


@described_by(explorer)
def explore_choice(fingerprint: Fingerprint) -> Any:
    """Menus for what is given and for each property of a problem; the metric that it calls for follows.

    fingerprint : Fingerprint
        Where the menus start.

    >>> box = explore_choice(Fingerprint("verdicts", costs="known"))
    >>> box.children[0].value = "scores"
    >>> box.children[1].value = NOT_KNOWN
    >>> box.children[-2].value.partition("<br>")[0]
    '<b>roc_auc</b>'
    """
    import ipywidgets as widgets

    choices = {"given": [(words, name) for name, words in GIVEN.items()]}
    for name, values in VALUES.items():
        words = [({True: "yes", False: "no"}.get(value, value), value) for value in values]
        choices[name] = [(NOT_KNOWN, NOT_KNOWN), *words]
    start = {"given": fingerprint.given, **fingerprint.said}
    menus = {}
    for name, options in choices.items():
        menus[name] = widgets.Dropdown(options=options, value=start.get(name, NOT_KNOWN), **labelled(name))

    def answer(**properties: Any) -> tuple[str, None]:
        choice = choose_metric(Fingerprint(**{name: p for name, p in properties.items() if p != NOT_KNOWN}))
        because = ", ".join(choice.because) or "nothing else calls for another"
        lines = [f"<b>{choice.metric}</b>", f"because: {because}", f"beside it: {', '.join(choice.beside)}"]
        lines += [f"baseline: {choice.baseline}", f"interval: {choice.interval}; two systems: {choice.comparison}"]
        return "<br>".join([*lines, f"chapter {choice.chapter}", *choice.pitfalls]), None

    return explorer(menus, answer)

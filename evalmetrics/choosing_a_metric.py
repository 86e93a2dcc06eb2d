"""Choosing a metric: what errors cost, and from the fingerprint of a problem to a metric and all that belongs to it."""

from dataclasses import dataclass
from typing import Any, Literal, get_args, get_type_hints

import numpy as np
import pandas as pd

from .cards import Card, all_cards
from .inputs import arguments
from .kinds.help_pages import described_by
from .metric import of_classes


def price(value: Any, name: str) -> float:
    """What one error costs.

    false_alarm, miss : float
        What an error of each kind costs, at least 0, in one unit.
    """
    return arguments.number_that(value, name, lambda x: 0 <= x < np.inf, "be a finite number of at least 0")


@of_classes(checks={"false_alarm": price, "miss": price})
def expected_cost(fn, fp, examples, *, false_alarm, miss):
    """What the errors of a class cost an example: (price of a false alarm · FP + price of a miss · FN) / n.

    With both prices 1 it is 1 - accuracy for two classes. To say yes to all costs the negatives, to say no to all
    the positives: whatever costs more than the cheaper of the two is worse than no system.

    >>> expected_cost(["sick", "sick", "well", "well"], ["sick", "well", "sick", "well"],
    ...               false_alarm=1, miss=20, pos_label="sick")
    5.25
    """
    return (false_alarm * fp + miss * fn) / examples


GIVEN = {
    "verdicts": "a yes or no for each example",
    "classes": "one of several classes for each example",
    "label sets": "any of several labels for each example",
    "chances": "a probability for each example",
    "scores": "a score for each example, the higher the surer of a yes",
    "class scores": "a score for each example and each of several classes",
    "masks": "the points that belong to an object",
    "boxes": "boxes around objects, with scores",
    "marks": "places marked in images, with scores",
    "numbers": "a number for each example",
    "intervals": "an interval for each example, and how often it is to contain the number",
    "list": "a ranked list for each query",
    "recommendations": "a list of items for each user",
    "transcript": "what was heard, in words",
    "translation": "a translation of each text",
    "summary": "a summary of each text",
    "caption": "a sentence about each picture",
    "meaning": "texts that say a thing in other words, with vectors of their tokens",
    "text": "the probability that a model gave to each token",
    "programs": "programs for each task",
    "answers": "answers to questions",
    "samples": "features of generated and of real things",
    "signals": "a signal for each reference",
    "clusters": "a group for each point",
    "ratings": "what several raters said of each item",
    "opinions": "how people liked each of several systems",
    "judge": "the verdicts of a model, beside those of people",
    "duels": "who won, of two or more that met",
    "tasks": "scores of each system on several tasks",
    "reading": "a benchmark, and what a model has read",
    "metrics": "a metric's scores of systems, beside those of people",
}

Costs = Literal["alike", "known", "false alarms", "misses", "the rarer the dearer", "large errors", "unknown"]
Threshold = Literal["fixed", "open", "volume", "recall", "precision", "false positive rate", "equal rates"]
Matters = Literal["order", "amount", "ratio", "line", "first", "yes or no", "letters", "shape"]
References = Literal["none", "one", "two", "several", "partly"]
Units = Literal["single", "grouped", "ordered"]
Reader = Literal["researchers", "deciders"]


@dataclass(frozen=True)
class Fingerprint:
    """What is known of a problem before a metric is chosen for it; what is not known stays None.

    Parameters
    ----------
    given : str
        What there is to be scored: one of the keys that `decision_table` lists.
    wants : str, optional
        The one thing that is wanted, in the words of `decision_table`, where that is settled already.
    costs : str, optional
        Of the errors: "alike", "known" (somebody has set prices), "false alarms" or "misses" (that is the dear kind),
        "the rarer the dearer", "large errors", "unknown".
    threshold : str, optional
        Who sets it: it is "fixed", it is "open", or it is where something else is promised: a "volume" that somebody
        has time for, a "recall", a "precision", a "false positive rate", or "equal rates" of both errors.
    matters : str, optional
        "order", "amount", "ratio", a "line", who comes "first", "yes or no" instead of grades, "letters", "shape".
    references : str, optional
        How many people said what is right: "none", "one", "two", "several", or "partly" for some of the items only.
    ties : bool, optional
        Whether equal scores or ranks are frequent.
    units : str, optional
        How examples were drawn: "single", "grouped" (several of one patient, document or speaker), "ordered" in time.
    rare : bool, optional
        Whether the class that matters is rare, say below one in ten.
    reader : str, optional
        Who reads the number: "researchers" or "deciders".

    Examples
    --------
    >>> Fingerprint("verdicts", costs="known", rare=True).said
    {'costs': 'known', 'rare': True}
    """

    given: str
    wants: str | None = None
    costs: Costs | None = None
    threshold: Threshold | None = None
    matters: Matters | None = None
    references: References | None = None
    ties: bool | None = None
    units: Units | None = None
    rare: bool | None = None
    reader: Reader | None = None

    def __post_init__(self) -> None:
        arguments.one_of(self.given, "given", GIVEN)
        for name, values in VALUES.items():
            if (value := getattr(self, name)) is not None:
                arguments.one_of(value, name, values)
        if self.wants is not None:
            wanted = [card.wants for card in cards_for(self.given)]
            if self.wants not in wanted:
                raise ValueError(f"wants must be one of {', '.join(map(repr, wanted))}; got {self.wants!r}")

    @property
    def said(self) -> dict[str, Any]:
        """The properties that are known, the weightiest first."""
        return {name: getattr(self, name) for name in VALUES if getattr(self, name) is not None}


# In the order of a fingerprint's fields, the weightiest first: money before thresholds, what a reader likes last.
VALUES: dict[str, tuple[Any, ...]] = {
    name: get_args(get_args(hint)[0]) or (True, False)
    for name, hint in get_type_hints(Fingerprint).items()
    if name not in ("given", "wants")
}

# Intervals of examples that were drawn one by one; whole groups are drawn by a bootstrap instead.
RESAMPLED = ("bootstrap", "wilson_interval", "delong_interval", "rmse_interval")

# What goes wrong in such problems, whatever the metric.
PITFALLS: dict[tuple[str, Any], str] = {
    ("costs", "unknown"): "Until somebody names prices, systems may change places: show them at two price lists.",
    ("costs", "known"): "You know the prices: whatever else is reported, report the bill and the two baselines.",
    ("costs", "misses"): "What always says yes misses nothing: say what the finds cost in false alarms.",
    ("costs", "false alarms"): "What never says yes raises no false alarm: say how much is found.",
    ("costs", "large errors"): "One error may be most of the score: look at the largest before you believe it.",
    ("threshold", "fixed"): "The score is one of a system at its setting: a better system may only be set worse.",
    ("threshold", "open"): "No single threshold is judged: say what happens at the one that will be used.",
    ("threshold", "volume"): "Whoever stands at the edge of the volume may be tied: say how ties are broken.",
    ("threshold", "recall"): "Choose the threshold on other examples than those on which it is reported.",
    ("threshold", "precision"): "Choose the threshold on other examples than those on which it is reported.",
    ("threshold", "false positive rate"): "Choose the threshold on other examples than those on which it is reported.",
    ("matters", "order"): "A number that sees order alone is perfect when every value is wrong.",
    ("matters", "ratio"): "Labels at or near 0 make ratios of any size.",
    ("references", "none"): "Nothing here knows what is right: let people judge a sample.",
    ("references", "one"): "What is right in other words counts as wrong.",
    ("references", "several"): "Scores rise with the number of references: compare at equal numbers only.",
    ("references", "partly"): "What nobody judged is not wrong: say how much was judged.",
    ("ties", True): "Libraries break ties differently: say how, or count them half.",
    ("units", "grouped"): "Resample groups, not examples: bootstrap(..., groups=...).",
    ("units", "ordered"): "Hold out what comes later; neighbours are not independent.",
    ("rare", True): "What never says yes is nearly always right, and few examples decide: count the positives.",
    ("reader", "deciders"): "Print the counts beside every rate.",
}


@dataclass(frozen=True)
class Choice:
    """A metric for a problem, and all that belongs beside it."""

    fingerprint: Fingerprint
    metric: str
    because: tuple[str, ...]
    beside: tuple[str, ...]
    baseline: str
    interval: str
    comparison: str
    pitfalls: tuple[str, ...]
    chapter: str
    report: str
    instead: tuple[str, ...]

    def _rows(self) -> list[tuple[str, str]]:
        return [
            ("Metric", self.metric),
            ("Because", ", ".join(self.because) or "nothing else was said"),
            ("Beside it", ", ".join(self.beside)),
            ("Baseline", self.baseline),
            ("Interval", self.interval),
            ("Two systems", self.comparison),
            ("Pitfalls", " ".join(self.pitfalls)),
            ("Chapter", self.chapter),
            ("Report", self.report),
        ]

    def __repr__(self) -> str:
        return "\n".join(f"{label + ':':13}{text}" for label, text in self._rows())

    def _repr_markdown_(self) -> str:
        rows = [f"| {label} | {text} |" for label, text in self._rows()[1:]]
        return "\n".join([f"| **Metric** | `{self.metric}` |", "|:--|:--|", *rows])


@described_by()
def choose_metric(fingerprint: Fingerprint) -> Choice:
    """The metric that a problem calls for, with companions, baseline, interval, pitfalls and the line that reports it.

    Of the metrics for what is given, those are candidates whose conditions are all met by what was said; the
    weightiest condition decides, in the order of the properties of a `Fingerprint`. Whoever knows what is wanted says
    that instead: every metric of the book can be had so. It is a place to begin, not a verdict: the cards say why.

    fingerprint : Fingerprint
        What is known of the problem.

    -> Choice
        ``metric``; ``because``, what decided; ``beside``, the metrics to print with it; ``baseline``, what nothing
        scores; ``interval``, the function that makes one (of the mean over examples, where the metric scores one of
        them); ``comparison``, the function that compares two systems; ``pitfalls``; ``chapter``; ``report``, the line
        with blanks; ``instead``, metrics that the same data would allow. A notebook shows it as a table.

    Source: Maier-Hein, Reinke et al. (2024), Metrics reloaded: recommendations for image analysis validation, Nature
    Methods 21, 195-212, whose idea a problem's fingerprint is.

    >>> choose_metric(Fingerprint("verdicts", rare=True, costs="known")).metric
    'expected_cost'
    """
    if not isinstance(fingerprint, Fingerprint):
        raise TypeError(f"fingerprint must be a Fingerprint, got {type(fingerprint).__name__}")
    cards = cards_for(fingerprint.given)
    if fingerprint.wants is not None:
        (best,) = [card for card in cards if card.wants == fingerprint.wants]
        because: tuple[str, ...] = (f"wants {fingerprint.wants}",)
    else:
        called_for = [card for card in cards if card.when is not None and card.when.items() <= fingerprint.said.items()]
        best = max(called_for, key=lambda card: [name in (card.when or {}) for name in VALUES])
        because = tuple(_words(name, value) for name, value in (best.when or {}).items())
    others = [card.function for card in cards if card is not best]
    warnings = (PITFALLS.get(property) for property in fingerprint.said.items())
    return Choice(
        fingerprint,
        best.function,
        because,
        best.beside,
        best.baseline,
        _interval(best, fingerprint.units),
        _comparison(best, fingerprint.units),
        (f"It cannot see: {best.blind_to}", *dict.fromkeys(filter(None, warnings))),
        best.chapter,
        report_line(best, fingerprint.units),
        tuple(others),
    )


def report_line(card: Card, units: str | None) -> str:
    """The line that reports a metric, with blanks for what only the data know."""
    beside = "; ".join(f"{all_cards()[name].name} …" for name in card.beside)
    n = "n = … of … groups" if units == "grouped" else "n = …"
    within = f" [… to …] (95 %, {_interval(card, units)})" if card.interval else ""
    score = f"{card.name} …{within}, {n}"
    return f"{score}; {card.state}. Baseline: {card.baseline}. Beside it: {beside}"


@described_by()
def decision_table(*, given: str | None = None) -> pd.DataFrame:
    """What `choose_metric` answers: a row for each metric that can be had, in the order in which the book treats them.

    given : str, optional
        What there is to be scored; by default everything, one after the other.

    -> DataFrame
        Indexed by given; columns when (the properties that call for the metric, "" for one that is only had by
        asking), wants, metric, beside, interval, chapter.

    Source: Those of the cards, one by one.

    >>> decision_table(given="marks")["metric"].to_list()
    ['froc_score']
    """
    rows = [
        {
            "given": kind,
            "when": "" if card.when is None else ", ".join(_words(*c) for c in card.when.items()) or "otherwise",
            "wants": card.wants,
            "metric": card.function,
            "beside": ", ".join(card.beside),
            "interval": card.interval,
            "chapter": card.chapter,
        }
        for kind in ([arguments.one_of(given, "given", GIVEN)] if given is not None else GIVEN)
        for card in cards_for(kind)
    ]
    return pd.DataFrame(rows).set_index("given")


def cards_for(given: str) -> list[Card]:
    """The cards of metrics that can be had of what is given."""
    return [card for card in all_cards().values() if given in card.given]


def _interval(card: Card, units: str | None) -> str:
    if not card.interval:
        return "none that holds: repeat the whole on other data"
    return "bootstrap of groups" if units == "grouped" and card.interval in RESAMPLED else card.interval


def _comparison(card: Card, units: str | None) -> str:
    if card.interval not in RESAMPLED:
        return "no paired test: print both side by side"
    if units == "grouped":
        return "paired_bootstrap of groups"
    return {"accuracy": "mcnemar_test", "roc_auc": "delong_test"}.get(card.function, "paired_bootstrap")


def _words(name: str, value: Any) -> str:
    return name if value is True else f"{name}: {value}"

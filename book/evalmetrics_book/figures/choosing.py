"""Metrics to be searched, the one that a problem calls for, and how far scores agree with a bill."""

from collections.abc import Mapping
from html import escape
from typing import Any

from evalmetrics.cards.search import COLUMNS, find_metrics
from evalmetrics.choosing_a_metric import GIVEN, VALUES, Fingerprint, choose_metric
from evalmetrics.kinds.help_pages import described_by

from ..offers import agreement_with_bills
from .moving import explorer, labelled, slider
from .regression import plot_agreement


@described_by(explorer)
def search_metrics() -> Any:
    """A box to type words in, and a table of the metrics that have them (`find_metrics`).

    >>> page = search_metrics()
    >>> page.children[0].value = "kendall"
    >>> page.children[1].value[:12]
    '1 metric <di'
    """
    import ipywidgets as widgets

    box = widgets.Text(description="find", placeholder="synonyms", continuous_update=True)
    return explorer({"words to find": box}, lambda **typed: (_table(*typed.values()), None))


def _table(words: str) -> str:
    found = find_metrics(words)
    titles = "".join(f"<th>{escape(name.replace('_', ' '))}</th>" for name in ["function", *COLUMNS])
    cells = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in found.itertuples())
    rows = "".join(f"<tr>{row}</tr>" for row in cells)
    counted = f"{len(found)} metric{'' if len(found) == 1 else 's'}"
    table = f'<table style="line-height: 1.3; text-align: left"><tr>{titles}</tr>{rows}</table>'
    return f'{counted} <div style="max-height: 30em; overflow: auto">{table}</div>'


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


@described_by(explorer, agreement_with_bills)
def explore_bills(situations: Mapping[str, tuple[float, float]], *, off: float = 0.0) -> Any:
    """A slider for how far thresholds lie from the cheapest one; `agreement_with_bills` follows.

    off : float, default 0.0
        From 0 to 2: where the slider starts.

    >>> box = explore_bills({"spam": (0.1, 0.5), "coins": (1, 0.5)})
    >>> box.children[0].value = 1.0
    >>> box.children[1].value
    'thresholds 1.00 off: F1 agrees 0.26 with spam, 0.75 with coins'
    """

    def shown(off: float) -> tuple[str, Any]:
        agreement = agreement_with_bills(situations, off=off)
        f1 = ", ".join(f"{x:.2f} with {name}" for name, x in agreement.loc["F1"].items())
        return f"thresholds {off:.2f} off: F1 agrees {f1}", plot_agreement(agreement)

    sliders = {"off": slider("thresholds off by", off, least=0.0, most=2.0, step=0.05)}
    return explorer(sliders, shown)

"""Which metric a problem calls for, as its fingerprint changes."""

from typing import Any

from ...choosing_a_metric import GIVEN, VALUES, Fingerprint, choose_metric
from ...kinds.help_pages import described_by
from .moving import explorer, named

NOT_KNOWN = "not known"  # an empty value would be shown as an empty menu


@described_by(explorer)
def explore_choice(fingerprint: Fingerprint) -> Any:
    """Menus for what is given and for each property of a problem; the metric that it calls for follows.

    Parameters
    ----------
    fingerprint : Fingerprint
        Where the menus start.

    Examples
    --------
    >>> box = explore_choice(Fingerprint("verdicts", costs="known"))
    >>> box.children[0].value = "scores"
    >>> box.children[1].value = NOT_KNOWN
    >>> box.children[-2].value.partition("<br>")[0]
    '<b>roc_auc</b>'
    """
    import ipywidgets as widgets  # type: ignore[import-untyped]

    choices = {"given": [(words, name) for name, words in GIVEN.items()]}
    for name, values in VALUES.items():
        words = [({True: "yes", False: "no"}.get(value, value), value) for value in values]
        choices[name] = [(NOT_KNOWN, NOT_KNOWN), *words]
    start = {"given": fingerprint.given, **fingerprint.said}
    menus = {
        name: widgets.Dropdown(options=options, value=start.get(name, NOT_KNOWN), **named(name))
        for name, options in choices.items()
    }

    def answer(**properties: Any) -> tuple[str, None]:
        choice = choose_metric(Fingerprint(**{name: p for name, p in properties.items() if p != NOT_KNOWN}))
        because = ", ".join(choice.because) or "nothing else calls for another"
        lines = [f"<b>{choice.metric}</b>", f"because: {because}", f"beside it: {', '.join(choice.beside)}"]
        lines += [f"baseline: {choice.baseline}", f"interval: {choice.interval}; two systems: {choice.comparison}"]
        lines += [f"chapter {choice.chapter}"]
        return "<br>".join([*lines, *choice.pitfalls]), None

    return explorer(menus, answer)

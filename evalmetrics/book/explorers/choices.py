"""Which metric a problem calls for, as its fingerprint changes."""

from typing import Any

from ...choosing_a_metric import GIVEN, VALUES, Fingerprint, choose_metric
from .moving import explorer, menu

NOT_KNOWN = "not known"  # an empty value would be shown as an empty menu


def explore_choice(fingerprint: Fingerprint) -> Any:
    """Menus for the properties of a problem; the metric that it calls for follows.

    Parameters
    ----------
    fingerprint : Fingerprint
        Where the menus start.

    Returns
    -------
    ipywidgets.VBox
        A menu for what is given and for each property, then what `choose_metric` answers.

    Examples
    --------
    >>> box = explore_choice(Fingerprint("verdicts", costs="known"))
    >>> box.children[0].value = "scores"
    >>> box.children[1].value = NOT_KNOWN
    >>> box.children[-1].value.partition("<br>")[0]
    '<b>roc_auc</b>'
    """
    menus = {"given": menu("given", {words: name for name, words in GIVEN.items()}, fingerprint.given)}
    for name, values in VALUES.items():
        words = {NOT_KNOWN: NOT_KNOWN} | {{True: "yes", False: "no"}.get(value, value): value for value in values}
        menus[name] = menu(name, words, fingerprint.said.get(name, NOT_KNOWN))

    def answer(**properties: Any) -> str:
        choice = choose_metric(Fingerprint(**{name: p for name, p in properties.items() if p != NOT_KNOWN}))
        because = ", ".join(choice.because) or "nothing else calls for another"
        lines = [f"<b>{choice.metric}</b>", f"because: {because}", f"beside it: {', '.join(choice.beside)}"]
        lines += [f"baseline: {choice.baseline}", f"interval: {choice.interval}; two systems: {choice.comparison}"]
        lines += [f"chapter {choice.chapter}"]
        return "<br>".join([*lines, *choice.pitfalls])

    return explorer(menus, answer)

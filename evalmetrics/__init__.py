"""Evaluation metrics to learn from: textbook definitions, their intervals, and a card that says what each can see.

Start with a score, and ask how sure it is::

    >>> from evalmetrics import bootstrap, confusion_matrix, f1_score
    >>> y_true, y_pred = ["spam"] * 20 + ["mail"] * 80, ["spam"] * 8 + ["mail"] * 92
    >>> round(f1_score(y_true, y_pred, pos_label="spam"), 3)
    0.571
    >>> print(bootstrap(f1_score.given(pos_label="spam"), y_true, y_pred, rng=0))
    0.571 [0.333, 0.765] (95 %, percentile)

========================================= =============================================================================
``card_table()``                          all metrics of the book, a row each; ``card("f1_score")`` is one of them
``find_metrics("macro f1")``              those whose cards have these words, whatever other name you know them by
``help(f1_score)``                        what goes in, what comes out, where it is undefined, who defined it
``show_source(f1_score)``                 the definition, as a textbook prints it
``bootstrap``, ``paired_bootstrap``       intervals for any score, and for the difference of two systems
``permutation_test``, ``mcnemar_test``    tests of such a difference
``compare_systems``                       two systems or many on one metric, with the hypothesis that was tested
``choose_metric(Fingerprint(...))``       a metric for a problem that you describe, and the line that reports it
``which_variant``, ``variants``           which documented variant of a score prints a number, and how sure that is
``possible_ratings``, ``possible_…``      whether printed numbers can be true together
``audited``, ``coverage_table``           how often intervals like these were found to hold the truth
``plot_…``, ``explore_…``                 the book's figures, and what moves
``example_…``                             data that the book's chapters work on
``evalmetrics.metric``                    how to declare a metric of your own in five lines
========================================= =============================================================================

Names load on first use, so that importing the package costs little more than NumPy. `dir(evalmetrics)` lists them.
"""

from typing import Any

import lazy_loader

from .names import NAMES

# The names are not bound to __all__, or help() would print the pages of all of them.
_load, __dir__, _names = lazy_loader.attach(__name__, submod_attrs=NAMES)
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    try:
        return _load(name)
    except AttributeError:
        if name.startswith("_") or name in _names:
            raise
        from .cards import meant

        raise AttributeError(f"module 'evalmetrics' has no attribute {name!r}{meant(name, _names)}") from None

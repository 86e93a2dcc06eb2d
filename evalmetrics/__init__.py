"""Evaluation metrics to learn from: textbook definitions, their intervals, and a card that says what each can see.

Start with a score, and ask how sure it is::

    >>> from evalmetrics import bootstrap, confusion_matrix, f1_score
    >>> y_true, y_pred = ["spam"] * 20 + ["mail"] * 80, ["spam"] * 8 + ["mail"] * 92
    >>> round(f1_score(y_true, y_pred, pos_label="spam"), 3)
    0.571
    >>> print(bootstrap(f1_score.given(pos_label="spam"), y_true, y_pred, rng=0))
    0.571 [0.312, 0.783] (95 %, percentile)

========================================= =============================================================================
``card_table()``                          all metrics of the book, a row each; ``card("f1_score")`` is one of them
``find_metrics("macro f1")``              those whose cards have these words, whatever other name you know them by
``help(f1_score)``                        what goes in, what comes out, where it is undefined, who defined it
``show_source(f1_score)``                 the definition, as a textbook prints it
``from_coco``, ``from_trec``              COCO's files, qrels and runs, as metrics take them
``bootstrap``, ``paired_bootstrap``       intervals for any score, and for the difference of two systems
``by_group``                              one score in each group, the gap between groups, and how sure that is
``coverage``                              how often such an interval would hold the truth on data like yours
``permutation_test``, ``mcnemar_test``    tests of such a difference
``compare_systems``                       two systems or many on one metric, with the hypothesis that was tested
``choose_metric(Fingerprint(...))``       a metric for a problem that you describe, and the line that reports it
``which_variant``, ``variants``           which documented variant of a score prints a number, and how sure that is
``possible_ratings``, ``possible_…``      whether printed numbers can be true together
``plot_…``                                pictures of your own data, such as ``plot_roc_curve``
``evalmetrics.metric``                    how to declare a metric of your own in five lines
========================================= =============================================================================

Names load on first use, so that importing the package costs little more than NumPy. `dir(evalmetrics)` lists them.
"""

import re
import sys
from importlib.util import find_spec
from typing import Any

import lazy_loader

__version__ = "0.2.0"


def _names() -> dict[str, list[str]]:
    """Public names by the module that defines them, from the stub that editors read, which a test holds complete."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    with open(__file__.removesuffix(".py") + ".pyi", encoding="utf-8") as stub:
        lines = stub.read().splitlines()
    for line in lines:
        if module := re.match(r"(?:# )?from \.([\w.]+)", line):
            names = found.setdefault(module[1], [])
            names += re.findall(r"(\w+) as", line)
        elif metric := re.match(r"def ([a-z]\w*)", line):
            names.append(metric[1])
    return found


_load, __dir__, _public = lazy_loader.attach(__name__, submod_attrs=_names())


def __getattr__(name: str) -> Any:
    if name == "__all__" and sys._getframe(1).f_globals.get("__name__") != "pydoc":  # for help() it is too long
        pictures = find_spec("matplotlib") is not None
        return [each for each in _public if each[0] != "_" and (pictures or not each.startswith("plot_"))]
    try:
        return _load(name)
    except AttributeError:
        if name.startswith("_") or name in _public:
            raise
        from .cards import meant, moved

        if name in moved():
            said = f": it serves the lessons, and is evalmetrics_book.{name} now (pip install evalmetrics-book)"
        else:
            said = meant(name, _public)
        raise AttributeError(f"module 'evalmetrics' has no attribute {name!r}{said}") from None

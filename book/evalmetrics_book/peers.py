"""What other libraries say under the same name: stored with version and call, beside what this package says."""

import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from typing import Any

import pandas as pd

from evalmetrics.inputs import arguments
from evalmetrics.kinds.help_pages import described_by

from . import shipped
from .documents import known_to

PUBLISHED_AS = {"pytrec_eval": "pytrec-eval-terrier"}  # where a library's name is not that of its package


@described_by()
def peer_table(*, run: Sequence[str] = ()) -> pd.DataFrame:
    """What other libraries say under a name that this package has, and the rule that makes the difference.

    Their numbers are stored: `make peers` installs the libraries, runs them, and says what moved. Ours are computed.

    run : sequence of strings, optional
        Libraries that are run now, in the version that is installed, instead.

    -> DataFrame
        Indexed by library; columns version ("not run" where only the documentation was read), name, there, here,
        reason, rule, call.

    >>> table = peer_table()
    >>> table.loc["krippendorff", ["there", "here"]].to_list()
    [0.8125, 0.5]
    """
    for library in run:
        arguments.one_of(library, "run", {case["library"] for case in to_run()})
    now = {case["name"]: (version_of(case), said(case)) for case in to_run() if case["library"] in run}
    table = pd.DataFrame(cases()).set_index("library")
    table["version"], table["there"] = zip(*table["name"].map(results() | now), strict=True)
    table["here"] = [float(value(case, "here")) for case in cases()]
    return table[["version", "name", "there", "here", "reason", "rule", "call"]]


def cases() -> list[dict[str, Any]]:
    """The entries of `peers.toml`."""
    return shipped.tables("peers.toml")["case"]


def to_run() -> list[dict[str, Any]]:
    """The cases of libraries that are run and not only read."""
    return [case for case in cases() if "value" not in case]


def version_of(case: dict[str, Any]) -> str:
    """The version of its library that is installed."""
    return version(PUBLISHED_AS.get(case["library"], case["library"]))


def said(case: dict[str, Any]) -> float:
    """What the library of a case says now."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # theirs, about short texts and their own dependencies
        return float(value(case, "call"))


def results() -> dict[str, tuple[str, float]]:
    """Version and number of each case, by its name: those of `peers.csv`, and what was only read."""
    stored = shipped.rows("peers.csv").astype({"version": str})
    run = dict(zip(stored["name"], zip(stored["version"], stored["value"], strict=True), strict=True))
    return run | {case["name"]: ("not run", case["value"]) for case in cases() if "value" in case}


def value(case: dict[str, Any], expression: str) -> Any:
    """What the `call` or the `here` of a case comes to."""
    libraries = {}
    if expression == "call":
        import_module(case["module"])
        library = case["module"].partition(".")[0]
        libraries[library] = import_module(library)
    return eval(case[expression], known_to(case, **libraries))

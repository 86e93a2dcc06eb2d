"""What other libraries say under the same name: stored with version and call, beside what this package says."""

import csv
import io
from importlib import import_module
from typing import Any

import numpy as np
import pandas as pd

from . import shipped
from .documents import names


def peer_table() -> pd.DataFrame:
    """What other libraries say under a name that this package has, and the rule that makes the difference.

    Their numbers are stored: `make peers` installs the libraries, runs them, and says what moved. Ours are computed.

    Returns
    -------
    DataFrame
        Indexed by library; columns version ("not run" where only the documentation was read), name, there, here,
        reason, rule, call.

    References
    ----------
    The libraries themselves, in the versions that stand beside them.

    Examples
    --------
    >>> table = peer_table()
    >>> table.loc["krippendorff", ["there", "here"]].to_list()
    [0.8125, 0.5]
    """
    stored = results()
    rows = [
        {
            "library": case["library"],
            "version": stored[case["name"]][0],
            "name": case["name"],
            "there": stored[case["name"]][1],
            "here": float(value(case, "here")),
            "reason": case["reason"],
            "rule": case["rule"],
            "call": case["call"],
        }
        for case in cases()
    ]
    return pd.DataFrame(rows).set_index("library")


def cases() -> list[dict[str, Any]]:
    """The entries of `peers.toml`."""
    return shipped.tables("peers.toml")["case"]


def results() -> dict[str, tuple[str, float]]:
    """Version and number of each case, by its name: those of `peers.csv`, and what was only read."""
    stored = csv.DictReader(io.StringIO(shipped.content("peers.csv").decode("utf-8")))
    run = {row["name"]: (row["version"], float(row["value"])) for row in stored}
    return run | {case["name"]: ("not run", case["value"]) for case in cases() if "value" in case}


def value(case: dict[str, Any], expression: str) -> Any:
    """What the `call` or the `here` of a case comes to."""
    known = {**names(), "np": np}
    if expression == "call":
        import_module(case["module"])
        library = case["module"].partition(".")[0]
        known[library] = import_module(library)
    for name, source in case.get("with", {}).items():
        known[name] = eval(source, known)
    return eval(case[expression], known)

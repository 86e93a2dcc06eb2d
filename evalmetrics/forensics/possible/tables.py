"""Questions by their names, and whole tables of them: a verdict per row, and what the rows share."""

import re
from collections.abc import Callable
from contextlib import suppress
from inspect import signature
from typing import Any

import numpy as np
import pandas as pd

from ...inputs import arguments
from ...kinds.help_pages import described_by
from .areas import possible_area
from .bleu import possible_bleu
from .correlations import possible_correlations
from .error_rates import possible_error_rate
from .folds import possible_folds
from .intervals import possible_interval
from .matrices import SIGNED, asked, possible_matrices
from .p_values import possible_test
from .rankings import possible_ranking
from .ratings import possible_ratings
from .regression import PUBLIC, possible_regression
from .reports import possible_report
from .search.readings import readings, units_of
from .search.several_classes import AVERAGES
from .search.time_limit import Unfinished, within
from .search.two_classes import SCORES, Question
from .verdict import Verdict

QUESTIONS: tuple[Callable[..., Verdict], ...] = (
    *(possible_matrices, possible_report, possible_folds, possible_ratings, possible_regression, possible_area),
    *(possible_ranking, possible_bleu, possible_error_rate, possible_correlations, possible_test, possible_interval),
)
KINDS = {question.__name__.removeprefix("possible_"): question for question in QUESTIONS}
BY_NAME = {"matrices": (*SCORES, "f_beta"), "folds": (*SCORES, "f_beta"), "report": AVERAGES, "regression": (*PUBLIC,)}
# What is a whole number in a table of texts; everything else stays as it was printed.
SIZES = ["positives", "negatives", "n", "items", "relevant", "k", "sentences", "limit", "ddof", "folds"]
SIZES += ["reference_words", "hypothesis_words"]
NOTHING = ("", "-", "\N{EN DASH}", "\N{EM DASH}")  # what a table has where it has no number
EDITS = ("substitutions", "deletions", "insertions")  # whole numbers, or rates as they were printed
SETTINGS = {"n", "positives", "negatives", "counts", "rounding", "zero_division", "limit", "seconds"}


@described_by()
def possible_table(rows: pd.DataFrame, kind: str, **common: Any) -> pd.DataFrame:
    """Whether each row of a printed table can be true, and whether one class size can serve all of them.

    rows : DataFrame
        A row per system. Columns are arguments of the question: numbers as printed, texts; sizes are whole numbers or
        texts. Empty cells are left out, and those that hold a dash.
    kind : {"matrices", "report", "folds", "ratings", "regression", "area", "ranking", "bleu", "error_rate", "correlations", "test", "interval"}
        The question, `possible_matrices` for "matrices".
    **common
        Arguments that are the same in all rows: the systems of one table share their test set.

    -> DataFrame
        Columns: verdict, conflicts, reason, answer (the `Verdict`). Of "matrices" with `n` but without class sizes,
        ``.attrs["positives"]`` lists the numbers of positives with which all rows are possible; if it is empty, the
        rows cannot be of one test set.

    Source: Kovács and Fazekas (2024), mlscorecheck, Neurocomputing 583.

    >>> rows = pd.DataFrame({"accuracy": ["0.80", "0.75"], "recall": ["0.75", "0.67"]}, index=["ours", "theirs"])
    >>> found = possible_table(rows, "matrices", n=20)
    >>> found["verdict"].tolist(), found.attrs["positives"]
    (['possible', 'possible'], [12])
    """  # noqa: E501
    if not isinstance(rows, pd.DataFrame) or not len(rows):
        raise TypeError(f"rows must be a DataFrame with at least one row, got {arguments.shown(rows)}")
    question = KINDS[arguments.one_of(kind, "kind", KINDS)]
    given = [common | cells_of(row) for _, row in rows.iterrows()]
    answers = [question(**prepared(each)) for each in given]
    cells = [(answer.verdict, ", ".join(answer.conflicts), answer.reason, answer) for answer in answers]
    found = pd.DataFrame(cells, index=rows.index, columns=["verdict", "conflicts", "reason", "answer"])
    if kind == "matrices" and "n" in common and not {"positives", "negatives"} & set().union(*given):
        with suppress(Unfinished), within():
            found.attrs["positives"] = _shared(given)
    return found


def cells_of(row: Any) -> dict[str, Any]:
    cells: dict[str, Any] = {}
    rates = _are_rates([str(row.get(name)) for name in EDITS], str(row.get("wer")))
    for name, cell in row.items():
        if isinstance(cell, str):
            counted = name in SIZES or (name in EDITS and not rates)
            whole = counted and re.fullmatch(r"\s*(-?\d{1,18})(\.0*)?\s*", cell)
            if cell.strip() not in NOTHING:
                cells[str(name)] = int(whole[1]) if whole else cell
        elif not pd.api.types.is_scalar(cell) or not pd.isna(cell):
            cells[str(name)] = cell
    return cells


def _are_rates(edits: list[str], wer: str) -> bool:
    """Whether edits are rates and no counts: 39.0 beside 5.8, and 8.0, 12.0 and 0.0 that add up to a WER of 20.0."""
    if any(re.search(r"\.(\d*[1-9]|\d\d)", each) for each in edits):
        return True
    with_points = all(re.fullmatch(r"\s*\d+\.0\s*", each) for each in [*edits, wer])
    return with_points and sum(map(float, edits)) == float(wer)


def prepared(given: dict[str, Any]) -> dict[str, Any]:
    """What a text holds several of: degrees of freedom, "28" or "2, 30"; sizes of classes; the ends of a scale."""
    given = dict(given)
    for name in ("df", "sizes", "scale"):
        if isinstance(text := given.get(name), str):
            numbers = [each for each in re.split(r"[,;\s]+", text) if each]
            decimals, kind_of = (r"\d*", "numbers") if name == "df" else ("0*", "whole numbers")
            if not numbers or not all(re.fullmatch(rf"-?\d+(\.{decimals})?", each) for each in numbers):
                raise ValueError(f"{name} must be {kind_of} with commas between, got {text!r}")
            values = [float(each) if name == "df" else int(float(each)) for each in numbers]
            given[name] = values[0] if name == "df" and len(values) == 1 else values
    return given


def keys_of(kind: str) -> tuple[list[str], list[str]]:
    named = [p for p in signature(KINDS[kind]).parameters.values() if p.kind is not p.VAR_KEYWORD]
    return [p.name for p in named if p.default is p.empty], [*(p.name for p in named), *BY_NAME.get(kind, ())]


def _shared(given: list[dict[str, Any]]) -> list[int]:
    shared = None
    for each in given:
        scores = {name: text for name, text in each.items() if name not in SETTINGS}
        fill, rounding = float(each.get("zero_division", float("nan"))), each.get("rounding", "nearest")
        known = asked(scores, each.get("counts", {}), rounding, fill)
        shares = [name for name in known if name in scores]
        units = units_of({name: x.number for name, x in known.items()}, rounding, shares=shares, apart=SIGNED)
        tried = (Question(None, each["n"], known).having(reading.numbers) for reading in readings(units, exact=False))
        runs = (run for question in tried for run in question.runs(list(question.scores)))
        found = {int(p) for of, *_ in runs for p in np.unique(of)}
        shared = found if shared is None else shared & found
    return sorted(shared or ())

"""What the five source documents print and say, an entry for each, with executions that recompute or weigh it.

In an erratum (`data/errata/`), `as_printed` takes the document at its word and `right` computes what does hold (of an
ambiguous sentence, another reading): they agree where its `kind` is "holds" and differ elsewhere. A figure
(`data/figures.toml`) has no number of its own where `words` is true, and is not counted where `left_out` says why: it
is solved back from itself ("circular"), true of any data ("identity"), or not on the page ("elsewhere").
"""

import textwrap
from copy import deepcopy
from fractions import Fraction
from itertools import starmap
from math import isnan
from typing import Any

import numpy as np
import pandas as pd

from evalmetrics.forensics.printed import read, rounds_to
from evalmetrics.kinds.help_pages import described_by

from . import shipped
from .documents import names

FILES = ("potts", "yggdrasil", "rouge_and_bleu", "chadha")
KINDS = ("holds", "error", "ambiguous", "overclaim", "typing error", "library")
RIGHT = {"ambiguous": "Read otherwise"}  # what the right execution of a kind is called in print
Table = dict[str, Any]


@described_by()
def printed_figures() -> pd.DataFrame:
    """Every number that the documents print, recomputed.

    -> DataFrame
        A row per figure, indexed by its number in the record. Columns: document, section, what, printed (a string;
        several numbers are separated by spaces), recomputed (to as many digits), holds ("yes", "no", "not printed"
        where the output got lost and is recomputed, "cannot be told" where nothing allows recomputing), counted
        (whether it is a printed number that could have come out otherwise), expression, why.

    Source: Potts (2018, 2020), Evaluation metrics in NLP. Yggdrasil Decision Forests, Evaluation metrics. ROUGE and
    BLEU, a post. Chadha, Primers: Evaluation Metrics.

    >>> printed_figures().loc["004-070", ["what", "printed", "recomputed", "holds"]].to_list()
    ['BLEU', '0.33933', '0.386275', 'no']
    """
    figures = pd.DataFrame(figure_entries()).set_index("id").fillna({"why": "", "left_out": ""})
    figures["words"] = figures["words"].eq(True)
    places = figures[["expression", "printed", "words"]].itertuples(index=False)
    figures["recomputed"], figures["holds"] = zip(*starmap(_weighed, places), strict=True)
    figures["counted"] = figures["holds"].isin(["yes", "no"]) & ~figures["words"] & (figures["left_out"] == "")
    shown = ["document", "section", "what", "printed", "recomputed", "holds", "counted", "expression", "why"]
    return figures[shown]


@described_by(printed_figures)
def errata() -> pd.DataFrame:
    """Sentences, formulas and lines of code of the documents that were questioned, each weighed by two executions.

    -> DataFrame
        A row per erratum, indexed by its number in the record. Columns: document (where it stands), section,
        quotation; kind ("holds", "error", "ambiguous", "overclaim", "typing error", "library"); reading, the one that
        comes nearest to making the document right; holds, what does hold; as_printed, an expression for the document
        taken at its word, and gives, its value as text; right and comes_to likewise; agree, whether these two are
        equal; where, the chapter and the section that tells more.

    >>> table = errata()
    >>> bool((table["agree"] == (table["kind"] == "holds")).all())
    True
    >>> table.loc["E-94", ["gives", "comes_to"]].to_list()
    ['0.7609', '0.7143']
    """
    table = pd.DataFrame(erratum_entries()).set_index("id")
    table["document"] = [", ".join([entry["document"], *entry.get("also", [])]) for entry in erratum_entries()]
    values = [(evaluate(x), evaluate(y)) for x, y in zip(table["as_printed"], table["right"], strict=True)]
    table["agree"] = [same(*pair) for pair in values]
    table["gives"], table["comes_to"] = ([_text(pair[side]) for pair in values] for side in (0, 1))
    words = ["document", "section", "quotation", "kind", "reading", "holds"]
    return table[[*words, "as_printed", "gives", "right", "comes_to", "agree", "where"]]


@described_by(printed_figures)
def record_entry(number: str) -> str:
    """All that the record says of one erratum or figure: where it stands, how it reads, what comes out.

    number : str
        "E-01" to "E-130", or a figure's number, such as "004-070".

    -> str
        Lines to print.

    >>> print(record_entry("E-59"))
    E-59 · Chadha · Pros of MAE
    Quotation: “MAE is robust to outliers.”
    Kindly: Beside MSE it is: one error of 100 among nine of 1 takes MSE to
        1000.9.
    Holds: The same error takes MAE from 1 to 10.9 and leaves the median error
        at 1.
    As it stands: mean_absolute_error([0] * 9, [1] * 9)
        gives 1
    Right: mean_absolute_error([0] * 10, [1] * 9 + [100])
        gives 10.9
    Kind: overclaim; more in 11 What the documents print
    """
    found = _entries().get(number)
    if found is None:
        raise ValueError(f'number must be of an entry, "E-01" to "E-130" or such as "004-070"; got {number!r}')
    places = ", ".join([found["document"], *found.get("also", [])])
    lines = [f"{number} · {places} · {found['section']}"]
    if "quotation" in found:
        lines += [_told("Quotation", f"“{found['quotation']}”"), _told("Kindly", found["reading"])]
        lines += [_told("Holds", found["holds"]), _told("As it stands", found["as_printed"], run=True)]
        lines += [_told(RIGHT.get(found["kind"], "Right"), found["right"], run=True)]
        lines += [f"Kind: {found['kind']}; more in {found['where']}"]
    else:
        lines += [_told("Printed", f"{found['what']}: {found['printed'] or 'nothing, the output is lost'}")]
        lines += [_told("Recomputed", found["expression"], run=True)] if found["expression"] else []
        lines += [_told("Why", found["why"])] if "why" in found else []
    return "\n".join(lines)


@described_by(printed_figures)
def document_section(document: str, section: str) -> pd.DataFrame:
    """What the record has of one section of a document, in the order of the page.

    document : {"Potts 2020", "Yggdrasil", "ROUGE and BLEU", "Potts 2018", "Chadha"}
        Its name in the record.
    section : str
        A heading of the document, with all that stands below it.

    -> DataFrame
        A row per entry, indexed by its number. Columns: says, what a number is of, or a quotation; printed, the number,
        or what a sentence comes to at its word; ours, what it comes to; holds ("yes", "no", "not printed", "cannot be
        told", or an erratum's kind); why, of a quotation the kindest reading and what does hold.

    >>> document_section("Potts 2018", "Weighted F scores").loc["E-05", ["printed", "ours", "holds"]].to_list()
    ['0.8825', '0.829', 'error']
    """
    places = shipped.tables("sources.toml")["places"]
    if document not in places:
        raise ValueError(f"document must be one of {', '.join(places)}; got {document!r}")
    numbers = [number for number, heading in places[document].items() if heading == section]
    if not numbers:
        known = ", ".join(dict.fromkeys(places[document].values()))
        raise ValueError(f"section must be one of which the record has something: {known}; got {section!r}")
    entries = _entries()
    rows = [_row(entries[number]) for number in numbers]
    return pd.DataFrame(rows, pd.Index(numbers, name="entry"), ["says", "printed", "ours", "holds", "why"])


def erratum_entries() -> list[Table]:
    """The errata as they are kept, by their numbers."""
    kept = [entry for file in FILES for entry in shipped.tables(f"errata/{file}.toml")["erratum"]]
    return sorted(kept, key=lambda entry: int(entry["id"][2:]))


def figure_entries() -> list[Table]:
    """The figures as they are kept."""
    return list(shipped.tables("figures.toml")["figure"])


def _entries() -> dict[str, Table]:
    return {entry["id"]: entry for entry in [*erratum_entries(), *figure_entries()]}


@described_by(printed_figures)
def evaluate(expression: str) -> Any:
    """The value of one of the expressions of `printed_figures` and `errata`.

    expression : str
        Python, in terms of this package's public names and of the documents' examples: matrices ex1 to ex4, left and
        right (two tables of Potts), search, patients, walkthrough (of Chadha), models (his three), scores (of the
        walkthrough), A and B (his relevances), human and machine (his sentences as words; raw_human and raw_machine
        as printed), a few more, and the documents' own formulas, whose names begin with potts, ydf, post or chadha.
        It is run as it stands: never pass a stranger's.

    -> Any
        What it comes to.

    >>> float(evaluate("accuracy(ex1)"))
    0.8110236220472441
    """
    if not isinstance(expression, str):
        raise TypeError(f"expression must be a string of Python; got {type(expression).__name__}")
    return deepcopy(eval(expression, dict(names())))  # the examples are shared: nobody may change them


def same(value: Any, other: Any) -> bool:
    """Whether two executions come to the same numbers or words."""
    a, b = flat(value), flat(other)
    if len(a) != len(b) or any(isinstance(x, str) for x in (*a, *b)):
        return a == b
    return bool(np.allclose(np.array(a, float), np.array(b, float), rtol=0, atol=1e-9, equal_nan=True))


def _row(entry: Table) -> list[str]:
    """An entry in the columns of `document_section`."""
    if "quotation" in entry:
        values = [_text(evaluate(entry[side])) for side in ("as_printed", "right")]
        kind = "yes" if entry["kind"] == "holds" else entry["kind"]
        return [f"“{entry['quotation']}”", *values, kind, f"{entry['reading']} {entry['holds']}"]
    weighed = _weighed(entry["expression"], entry["printed"], entry.get("words", False))
    return [entry["what"], entry["printed"], *weighed, entry.get("why", "")]


def _told(heading: str, text: str, run: bool = False) -> str:
    """A line of an entry, broken where it is long; below an expression what it comes to."""
    line = textwrap.fill(f"{heading}: {text}", 76, subsequent_indent="    ", break_on_hyphens=False)
    return f"{line}\n    gives {_text(evaluate(text))}" if run else line


def _text(value: Any) -> str:
    """What an expression came to, floats to four digits."""
    return " ".join(f"{round(x, 12) + 0.0:.4g}" if isinstance(x, float) else str(x) for x in flat(value))


def flat(value: Any) -> list[Any]:
    """The numbers or words of a result, row by row."""
    return [x for part in value for x in flat(part)] if isinstance(value, list) else np.ravel(value).tolist()


def _weighed(expression: str, text: str, words: bool) -> tuple[str, str]:
    """What is recomputed, each value with the digits of what was printed or with four, and whether that holds."""
    if not expression:
        return "", "cannot be told"
    values = flat(evaluate(expression))
    if words:
        return "", "yes" if all(values) else "no"
    printed = text.split()
    pairs = list(zip(values, printed or ["0.0000"] * len(values), strict=True))
    agree = all(x == like if isinstance(x, str) else rounds_to(x, like) for x, like in pairs)
    return " ".join(_shown(*pair) for pair in pairs), "not printed" if not printed else "yes" if agree else "no"


def _shown(value: Any, like: str) -> str:
    if isinstance(value, str | int):
        return str(value)
    if "/" in like:
        return str(Fraction(value).limit_denominator(1000))
    if isnan(value):
        return "NaN"
    places = read(like, "printed").places
    if not (rounds_to(value, like) or float(value).is_integer()):
        places = min(max(places + 1, 3), 16)
    return f"{value:.{places}f}"

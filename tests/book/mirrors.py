"""Write the notebooks that follow the five documents, section by section: `python -m tests.book.mirrors`.

The crosswalk (`crosswalk.toml` in the data of the book) has the sections and what of the book does each. `make sources`
found which entries of the record stand in a section. Links are looked up in the notebooks as they are.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

import evalmetrics as em
from evalmetrics_book import shipped
from evalmetrics_book.record import erratum_entries

from .notebooks import FOLDER, Notebook, read, topics
from .plugin import ignore_personal_settings
from .rules import headings, size
from .write import write

POTTS = "Christopher Potts, *Evaluation metrics in NLP*, CS224u: Natural Language Understanding, Stanford University, "
YDF = "*Yggdrasil Decision Forests: Evaluation metrics*, documentation."
POST = "*ROUGE and BLEU*, a post that puts both formulas beside the code of two well-known implementations."
MIRRORS = {  # the notebook on each document, and its source
    "Potts 2020": ("81_potts_2020", POTTS + "2018 and 2020."),
    "Yggdrasil": ("82_yggdrasil", YDF),
    "ROUGE and BLEU": ("83_rouge_and_bleu", POST),
    "Potts 2018": ("84_potts_2018", POTTS + "2018 and 2020."),
    "Chadha": ("85_chadha", "Aman Chadha, *Primers: Evaluation Metrics*, aman.ai."),
}
OPENING = (
    "# {name}, section by section",
    "*You will be able to* find, for each section of this document, the lesson that teaches it, its numbers computed "
    "again, and its sentences weighed where somebody doubted them.",
    "*You need* the document. *Time:* MINUTES minutes.",
    "A table has what the [record](64_errata/64_1_printed_numbers.ipynb#A-record) says of a section. `printed` is the "
    "number on the page, or what a quoted sentence says, computed. `ours` is what we compute. `why` gives the kindest "
    'reading first. `book.record_entry("{entry}")` shows the code. Names in it that begin with `potts`, `ydf`, `post` '
    "or `chadha` are the documents' own formulas.",
)
IMPORTS = """import evalmetrics_book as book
import pandas as pd

pd.set_option("display.max_colwidth", None, "display.max_rows", None)"""


def mirror(document: str) -> nbformat.NotebookNode:
    """The notebook on a document."""
    notebook = new_notebook(cells=list(sections(document)))
    notebook.cells[0].source = notebook.cells[0].source.replace("MINUTES", str(size(notebook)["minutes"]))
    return notebook


def sections(document: str) -> Iterator[nbformat.NotebookNode]:
    places = shipped.tables("sources.toml")["places"][document]
    where = {entry["id"]: entry["where"] for entry in erratum_entries()}
    yield new_markdown_cell("\n\n".join(OPENING).format(name=document, entry=next(iter(places))))
    yield new_code_cell(IMPORTS)
    for section, *does in shipped.tables("crosswalk.toml")[document]:
        entries = [number for number, heading in places.items() if heading == section]
        links = dict.fromkeys(link(what) for what in [*does, *(where[n] for n in entries if n in where)])
        yield new_markdown_cell(f"## {section}\n\n{' · '.join(links)}")
        if entries:
            yield new_code_cell(f'book.document_section(\n    "{document}", "{section}")')
    yield new_markdown_cell(f"## Sources\n\n- {MIRRORS[document][1]}")


def link(what: str) -> str:
    """The link to the lesson on a metric, or to a heading: "07 Relatives" of a topic, "02.2 In code" of a lesson."""
    number, _, heading = what.partition(" ")
    if not heading:
        own, cell = taught_in(what)
        above = [title for i, _, title in headings(cached(own.path)) if i <= cell]
        return to(own, above[-1] if own.kind == "reference" else "")
    topic, _, place = number.partition(".")
    for own in topics()[topic]:
        if heading in titles(own) and place in ("", str(own.place)):
            return to(own, heading)
    raise ValueError(f"no notebook of {number} has the heading {heading!r}")


def taught_in(metric: str) -> tuple[Notebook, int]:
    """The notebook of a metric's topic, and the cell, that shows its card, calls it or names it first."""
    own_topic = topics()[em.card_table("chapter")["chapter"][metric]]
    for pattern in (rf'\bcard\("{metric}"\)', rf"\bem\.{metric}\b", rf"\b{metric}\b"):
        for own in own_topic:
            for i, cell in enumerate(cached(own.path).cells):
                if re.search(pattern, cell.source):
                    return own, i
    raise ValueError(f"no notebook of its topic names {metric}")


def to(own: Notebook, heading: str = "") -> str:
    """A link with the number of a notebook and its short title, or one of its headings."""
    number = f"{own.number}.{own.place}" if own.kind == "lesson" else own.number
    anchor = f"#{heading.replace(' ', '-')}" if heading else ""
    return f"[{number} {heading or titles(own)[0].partition(':')[0]}]({own.page}.ipynb{anchor})"


def titles(own: Notebook) -> list[str]:
    return [title for *_, title in headings(cached(own.path))]


@cache
def cached(path: Path) -> Any:
    return read(path)


def main() -> None:
    ignore_personal_settings()
    for document, (name, _) in MIRRORS.items():
        path = FOLDER / f"{name}.ipynb"
        nbformat.write(mirror(document), path)
        print(write(path), flush=True)


if __name__ == "__main__":
    main()

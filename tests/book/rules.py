"""What a notebook of the book must look like. Each rule takes a notebook and yields what breaks it, cell by cell.

All share some rules (`SHARED`); lessons and references have more.
"""

import ast
import builtins
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import evalmetrics

from .notebooks import FOLDER, ROOT, Notebook, read, shows_figure, text_outputs

SHELF = "On the shelf"
# Of the headings of a lesson, these keep this order; others may stand between.
ORDER = [
    *("What is counted", "Worked examples", "Value encoded", "Weaknesses", "Relatives"),
    *("How sure?", "In practice", "Check yourself"),
]
NEEDED = {"What is counted", "How sure?", "In practice", "Check yourself"}
REFERENCE = [
    *("What the documents print", "Same name, different numbers", "Relatives", "Edge cases", "How the fast way works"),
    *("All options", "Sources"),
]
# What one sitting bears: "shown" are the lines of printed source, "names" those of our packages.
SITTING = {"minutes": 25, "cells": 30, "words": 1000, "code": 95, "shown": 20, "names": 14, "definitions": 2, "hook": 5}
QUESTIONS = 3
WIDEST_LINE = 78  # what a page shows of code without scrolling
OBVIOUS = {"0.0", "0.5", "1.0", "0.05"}
CELLS_BEFORE, CELLS_AFTER = 5, 2  # how far a number in the prose may be from the cell that computes it


def path_of(notebook: Any) -> list[Any]:
    """The cells before the shelf."""
    end = next((i for i, level, title in headings(notebook) if level == 2 and title == SHELF), len(notebook.cells))
    return list(notebook.cells[:end])


def headings(notebook: Any) -> Iterator[tuple[int, int, str]]:
    """(cell, level, title) of every Markdown heading."""
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            for marks, title in re.findall(r"^(#+) (.+)$", cell.source, flags=re.MULTILINE):
                yield i, len(marks), title.strip()


def code_cells(notebook: Any) -> list[tuple[int, Any]]:
    return [(i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]


def executed_in_order(notebook: Any) -> Iterator[str]:
    """Execution counts run 1, 2, 3: a cell that was never executed would be compared with nothing."""
    counts = [cell.execution_count for _, cell in code_cells(notebook)]
    if counts != list(range(1, len(counts) + 1)):
        yield f"execution counts are {counts}: store the notebook with `make notebooks`"


def clean_outputs(notebook: Any) -> Iterator[str]:
    """No errors, no warnings, no paths or addresses of one machine in what is stored."""
    for i, cell in code_cells(notebook):
        for output in cell.outputs:
            if output.output_type == "error" or output.get("name") == "stderr":
                yield f"cell {i}: stores an error or a warning"
        for text in text_outputs(cell):
            if found := re.search(r"0x[0-9a-f]{6,}|(?<![\w/])/(?:root|home|tmp|Users|usr|work)/\S*", text):
                yield f"cell {i}: a path or an address in its output: {found[0]}"


def tables_are_whole(notebook: Any) -> Iterator[str]:
    """No table is stored with its middle left out: what a reader cannot see is not shown."""
    for i, cell in code_cells(notebook):
        for text in text_outputs(cell):
            if found := re.search(r"^\[\d+ rows x \d+ columns\]$|^Length: \d+", text, flags=re.MULTILINE):
                yield f"cell {i}: a table without its middle rows or columns: {found[0]}"


def opens_like_a_chapter(notebook: Any) -> Iterator[str]:
    """The first cell says what the reader will be able to do, needs to know, and how long it takes."""
    first = notebook.cells[0].source
    for wanted in ["# ", "You will be able to", "You need", "Time"]:
        if wanted not in first or not first.startswith("# "):
            yield f"cell 0: no “{wanted.strip()}” in the opening"


def size(notebook: Any) -> dict[str, int]:
    """What a lesson asks of its reader, by the names of `SITTING`; folded answers count, formulas are no words."""
    markdown = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    code = [cell for _, cell in code_cells(notebook)]
    bare = [re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$|</?(?:details|summary)[^>]*>", " ", t, flags=re.DOTALL) for t in markdown]
    shown = [text for cell in code if "show_source(" in cell.source for text in text_outputs(cell)[:1]]
    count = {
        "cells": len(notebook.cells),
        "words": sum(len(re.findall(r"\w+", text)) for text in bare),
        "code": sum(map(filled_lines, (cell.source for cell in code))),
        "shown": sum(map(filled_lines, shown)),
        "names": len({name for cell in code for name in re.findall(r"\b(?:em|book)\.(\w+)", cell.source)}),
        "definitions": sum(title == "Definition" for *_, title in headings(notebook)),
        "hook": filled_lines(code[1].source) if len(code) > 1 else 0,
    }
    pictures = sum(map(shows_figure, code)) + sum(text.count("$$") // 2 for text in markdown)
    minutes = count["words"] / 200 + (count["code"] + count["shown"]) / 8 + pictures / 2
    return {"minutes": round(minutes), **count}


def filled_lines(text: str) -> int:
    return sum(bool(line.strip()) for line in text.splitlines())


def fits_a_sitting(notebook: Any) -> Iterator[str]:
    """A lesson is no longer than one sitting, and says how long it is."""
    found = size(notebook)
    for what, most in SITTING.items():
        if found[what] > most:
            yield f"{found[what]} {what}, at most {most}"
    said = re.search(r"\*Time:\* (\d+) minutes", notebook.cells[0].source)
    if not said or int(said[1]) != found["minutes"]:
        yield f"cell 0: say *Time:* {found['minutes']} minutes"


def goes_in_the_order_of_a_lesson(notebook: Any) -> Iterator[str]:
    """What is counted comes first, a definition has its source and its code, and a card sums up at the end."""
    found = list(headings(notebook))
    known = [title for _, level, title in found if level == 2 and title in ORDER]
    if known != [title for title in ORDER if title in known] or not set(known) >= NEEDED:
        yield f"headings are {known}, wanted is the order {ORDER}, and none of {sorted(NEEDED - set(known))} missing"
    titles = [title for *_, title in found]
    if "Definition" not in titles:
        yield "no heading “Definition”"
    for k, title in enumerate(titles):
        if title == "Definition" and titles[k + 1 : k + 2] != ["In code"]:
            yield "after “Definition” comes “In code”"
    text = "\n".join(cell.source for cell in notebook.cells)
    if text.count("*Source:*") != titles.count("Definition"):
        yield "a definition has one line *Source:*"
    if "em.card(" in text.partition("## In practice")[0]:
        yield "a card before the words that it uses: it is the summary"
    if "*Printed*" in text:
        yield "errors of documents belong in the reference"


def closes_like_a_lesson(notebook: Any) -> Iterator[str]:
    """A lesson ends with a line to report, questions, the last of them to break the metric, and what comes next."""
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    asked = text.partition("## Check yourself")[2]
    starts = re.findall(r"^\d+\. (\S+)", asked, flags=re.MULTILINE)
    if len(starts) != QUESTIONS or starts[-1:] != ["*Break"] or asked.count("<details>") < QUESTIONS - 1:
        yield f"“Check yourself” has {QUESTIONS} questions with folded answers, and the last is *Break it.*"
    if not asked.strip().split("\n\n")[-1].startswith("Next: "):
        yield "the last line says what comes next: Next: …"
    if len(re.findall(r"^\*\*Report it like this:\*\* .+", text, flags=re.MULTILINE)) != 1:
        yield "no one line **Report it like this:**"


def sections_are_found(notebook: Any) -> Iterator[str]:
    """All of a reference stands under a heading that a search finds, and Sources close it."""
    found = [(i, title) for i, level, title in headings(notebook) if level == 2]
    titles = [title for _, title in found]
    known = [title for title in titles if title in REFERENCE]
    if known != [title for title in REFERENCE if title in known] or titles[-1:] != ["Sources"]:
        yield f"sections are {titles}, wanted is the order {REFERENCE}"
    if any(cell.cell_type == "markdown" for cell in notebook.cells[1 : found[0][0] if found else None]):
        yield "text before the first section"


def claims_are_executed(notebook: Any) -> Iterator[str]:
    """In a reference each text is followed by the cell that shows what it says, and a finding has its paragraph."""
    sources = next((i for i, _, title in headings(notebook) if title == "Sources"), len(notebook.cells))
    for i, cell in enumerate(notebook.cells[1:sources], 1):
        following = notebook.cells[i + 1] if i + 1 < len(notebook.cells) else None
        if cell.cell_type == "markdown" and (following is None or following.cell_type != "code"):
            yield f"cell {i}: no code follows that shows what it says"
        if any(paragraph.count("*Printed*") > 1 for paragraph in cell.source.split("\n\n")):
            yield f"cell {i}: more than one finding in a paragraph"


def numbers_are_rounded(notebook: Any) -> Iterator[str]:
    """Nobody reads more than six decimals."""
    for i, cell in code_cells(notebook):
        if found := re.search(r"\d\.\d{7,}", "\n".join(text_outputs(cell))):
            yield f"cell {i}: prints {found[0]}"


def code_fits_the_page(notebook: Any) -> Iterator[str]:
    """No line of code is cut by a page."""
    for i, cell in code_cells(notebook):
        if (longest := max(map(len, cell.source.splitlines()), default=0)) > WIDEST_LINE:
            yield f"cell {i}: a line of {longest} characters, at most {WIDEST_LINE}"


def errors_of_documents_have_one_form(notebook: Any) -> Iterator[str]:
    """What a document printed and does not hold is told as Printed, Holds and Why, on the shelf."""
    path = len(path_of(notebook))
    for i, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown" and "*Printed*" in cell.source:
            if not ("*Holds*" in cell.source and "*Why*" in cell.source):
                yield f"cell {i}: *Printed* without *Holds* and *Why*"
            if i < path < len(notebook.cells):
                yield f"cell {i}: an error of a document on the path, which belongs on the shelf"


def figures_are_described(notebook: Any) -> Iterator[str]:
    """A figure has its alternative text, or a sentence after it that says what it shows and becomes it."""
    for i, cell in code_cells(notebook):
        following = notebook.cells[i + 1] if i + 1 < len(notebook.cells) else None
        if (
            shows_figure(cell)
            and not cell.metadata.get("alt")
            and (
                following is None
                or following.cell_type != "markdown"
                or following.source.startswith("#")
                or len(following.source.split()) < 8
            )
        ):
            yield f"cell {i}: no sentence after the figure says what it shows"


def decimals_are_computed(notebook: Any) -> Iterator[str]:
    """Every decimal in the prose is a rounding of a number that a cell nearby shows; farther away, hits are chance."""
    cells, in_sources = notebook.cells, False
    for i, cell in enumerate(cells):
        if cell.cell_type != "markdown":
            continue
        if title := re.match(r"#+ (.+)", cell.source):
            in_sources = title[1].startswith(("Sources", "References"))
        before, after = ([c for c in part if c.cell_type == "code"] for part in (cells[:i], cells[i:]))
        shown = [number for c in before[-CELLS_BEFORE:] + after[:CELLS_AFTER] for number in numbers(c)]
        for decimal in [] if in_sources else decimals(cell.source):
            reach = 0.5000001 * 10 ** -len(decimal.partition(".")[2])
            if decimal not in OBVIOUS and not any(abs(x - float(decimal)) <= reach for x in shown):
                yield f"cell {i}: {decimal} is not computed in a cell nearby"


def numbers(cell: Any) -> list[float]:
    """The numbers that a code cell shows, without their signs."""
    found = (re.findall(r"(?<![\w.])\d[\d,]*\.?\d*(?:e-?\d+)?", text) for text in text_outputs(cell))
    return [float(number.replace(",", "")) for part in found for number in part]


def decimals(markdown: str) -> list[str]:
    """Decimal numbers of running prose: formulas, code, quotations, links, versions and lessons (44.1) do not count."""
    not_prose = r"\[(?:· )?\d\d\.\d+ |```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$\n]*\$|\]\([^)]*\)|^>.*$|<[^>]*>"
    prose = re.sub(not_prose, " ", markdown, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"(?<![\w.])\d+\.\d+(?![\w.]*\.\d)", prose)


def code_reads_well(notebook: Any) -> Iterator[str]:
    """Imports in the first code cell, no shell, no magics, no path tricks."""
    cells = code_cells(notebook)
    for i, cell in cells:
        if re.search(r"^\s*[!%]", cell.source, flags=re.MULTILINE):
            yield f"cell {i}: a shell command or a magic"
        elif "sys.path" in cell.source:
            yield f"cell {i}: changes sys.path"
        elif i != cells[0][0] and any(isinstance(n, ast.Import | ast.ImportFrom) for n in ast.walk(parse(cell))):
            yield f"cell {i}: imports belong into the first code cell"


def imports_are_declared(notebook: Any) -> Iterator[str]:
    """Only packages that pyproject.toml names, the standard library and the package itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    requirements = project["dependencies"] + project["optional-dependencies"]["book"]
    names = {re.split(r"[<>=\[ ]", r)[0].replace("-", "_") for r in requirements}
    ours = {"evalmetrics", "evalmetrics_book"}
    allowed = names - {"scikit_learn"} | {"sklearn", "IPython"} | ours | set(sys.stdlib_module_names)
    for i, cell in code_cells(notebook):
        for node in ast.walk(parse(cell)):
            modules = (
                [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else ([node.module or ""] if isinstance(node, ast.ImportFrom) else [])
            )
            for module in modules:
                if module.partition(".")[0] not in allowed:
                    yield f"cell {i}: imports {module}, which pyproject.toml does not declare"


def definitions_are_not_copied(notebook: Any) -> Iterator[str]:
    """What a notebook defines under a public name is compared with the package's own; no built-in is shadowed."""
    code = "\n".join(cell.source for _, cell in code_cells(notebook))
    for i, cell in code_cells(notebook):
        for name in (node.name for node in ast.walk(parse(cell)) if isinstance(node, ast.FunctionDef)):
            if name in dir(builtins):
                yield f"cell {i}: defines {name}, which Python has"
            if name in dir(evalmetrics) and f"em.{name}(" not in code:
                yield f"cell {i}: defines {name}, which the package has, and is not compared with em.{name}"


def links_lead_somewhere(notebook: Any, folder: Path = FOLDER) -> Iterator[str]:
    """A link to another notebook names a file that exists and, after the #, one of its headings."""
    for i, cell in enumerate(notebook.cells):
        for name, _, anchor in re.findall(r"\]\(([\w./]+\.ipynb)(#([^)]*))?\)", cell.source):
            target = folder / name
            if not target.exists():
                yield f"cell {i}: links to {name}, which does not exist"
            elif anchor and anchor not in {title.replace(" ", "-") for _, _, title in headings(read(target))}:
                yield f"cell {i}: links to {name}#{anchor}, which is not one of its headings"


def parse(cell: Any) -> ast.Module:
    """The syntax tree of a code cell; magics, which another rule reports, are left out."""
    return ast.parse(re.sub(r"^\s*[!%].*$", "", cell.source, flags=re.MULTILINE))


SHARED = [
    executed_in_order,
    clean_outputs,
    tables_are_whole,
    code_fits_the_page,
    errors_of_documents_have_one_form,
    figures_are_described,
    decimals_are_computed,
    code_reads_well,
    imports_are_declared,
    definitions_are_not_copied,
    links_lead_somewhere,
]
RULES = {
    "chapter": [*SHARED, opens_like_a_chapter],
    "lesson": [
        *SHARED,
        opens_like_a_chapter,
        fits_a_sitting,
        goes_in_the_order_of_a_lesson,
        closes_like_a_lesson,
        numbers_are_rounded,
    ],
    "reference": [*SHARED, sections_are_found, claims_are_executed, numbers_are_rounded],
}


def faults(own: Notebook) -> list[str]:
    """What breaks the rules in a notebook of the book."""
    there, kept = {links_lead_somewhere: {"folder": own.path.parent}}, RULES[own.kind]
    return [f"{rule.__name__}: {fault}" for rule in kept for fault in rule(read(own.path), **there.get(rule, {}))]

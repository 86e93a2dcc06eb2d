"""A stored notebook as a page: what belongs to code is folded, explorers move, tables take the style of the page."""

import ast
import re
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

from . import ROOT, explorers

TITLE_OF_PARTS = r"^\| \*\*(.+?)\*\* \| \| \|$"
SHEET = r"\[([^]]+)\]\(metric_sheet\.html\)"
TYPED_ELSEWHERE = '<p>On the web, type into the page of <a href="../metrics.html">all metrics</a>.</p>'
LINK_IN_MAP = r"^\| \[([^]]*)\]\((\w+)\.ipynb\)"


class Chapter(NamedTuple):
    """What the map of 00 says of a chapter: its number and short title, and the part of the book that it is in."""

    title: str
    part: str


def chapters() -> dict[str, Chapter]:
    """The chapters in order, by the names of their files."""
    start = nbformat.read(ROOT / "notebooks" / "00_start_here.ipynb", as_version=4)
    found, part = {"00_start_here": Chapter("00 Start here", "Start")}, ""
    for line in "\n".join(cell.source for cell in start.cells).splitlines():
        if title := re.match(TITLE_OF_PARTS, line):
            part = re.split("[:;]", title[1])[0]
        elif link := re.match(LINK_IN_MAP, line):
            found[link[2]] = Chapter(link[1], part)
    return found


def slug(title: str) -> str:
    """The address of a heading, which is JupyterLab's: a link works in both."""
    return title.replace(" ", "-")


def as_page(notebook: Any, name: str, pictures: Path) -> Any:
    """The notebook with what a page needs and JupyterLab does not; pictures of explorers go into a folder."""
    done: list[str] = []  # the code up to here
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            cell.source = re.sub(SHEET, r'<a href="metric_sheet.html">\1</a>', cell.source)
            continue
        if is_background(cell.source):
            cell.metadata["tags"] = ["hide-input"]
        done.append(cell.source)
        if "book.explore_" in cell.source and (moves := explorers.as_page(done, pictures / f"{name}_{number}")):
            cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": moves})]
        if "book.search_metrics" in cell.source:
            cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": TYPED_ELSEWHERE})]
        for output in cell.outputs:
            data = output.get("data", {})
            if "text/html" in data:
                data["text/html"] = as_table(data["text/html"])
    return notebook


def is_background(source: str) -> bool:
    """Whether a cell only imports, sets options or asserts: a reader of the page can do without it."""
    statements = ast.parse(source).body
    quiet = (ast.Import, ast.ImportFrom, ast.Assert)
    options = (isinstance(s, ast.Expr) and ast.unparse(s).startswith("pd.set_option") for s in statements)
    return all(isinstance(s, quiet) or option for s, option in zip(statements, options, strict=True))


def as_table(html: str) -> str:
    """A table of pandas without its own style."""
    html = re.sub(r"<style scoped>.*?</style>", "", html, flags=re.DOTALL)
    return html.replace('border="1" ', "")


def bibliography() -> str:
    """The sources of all chapters, each once, with the chapters that name it."""
    named: dict[str, list[str]] = {}
    for path in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
        text = "\n\n".join(c.source for c in nbformat.read(path, as_version=4).cells if c.cell_type == "markdown")
        section = re.split(r"^## ", text.partition("\n## Sources\n")[2], flags=re.MULTILINE)[0]
        for source in re.findall(r"^[-*] (.+(?:\n {2,}.+)*)", section, flags=re.MULTILINE):
            if "http" in source or re.search(r"\b(19|20)\d\d\b", source):
                named.setdefault(" ".join(source.split()), []).append(path.stem)
    lines = ["# Bibliography", "", "What the chapters cite, and the chapters that do.", ""]
    for source in sorted(named, key=lambda text: re.sub(r"\W", "", text).lower()):
        where = ", ".join(f"[{name[:2]}](notebooks/{name}.ipynb)" for name in named[source])
        lines.append(f"- {re.sub(r'[(](?=[^)]*[.]ipynb)', '(notebooks/', source)} ({where})")
    return "\n".join(lines) + "\n"

"""A stored notebook as a page: what belongs to code is folded, explorers move, tables take the style of the page."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import nbformat

from tests.book.notebooks import FOLDER, Notebook, listed, read, relinked

from . import ROOT, explorers, figures

TYPE_BELOW = r"\n(?:Name: .+, )?dtype: \w+\Z"  # what pandas writes below a column
TITLE_OF_PARTS = r"^\| \*\*(.+?)\*\* \| \| \|$"
SHEET = r"\[([^]]+)\]\(((?:\.\./)?metric_sheet\.html)\)"
WHOLE = "Evaluation metrics to learn from: lessons that run, a definition and an interval for every score, exercises."
LINK_IN_MAP = r"^\| (?:· )?\[([^]]*)\]\(([\w/]+)\.ipynb\)"


class Page(NamedTuple):
    """A notebook as a page: its short title and the part of the book that it is in, as the map of 00 has them."""

    title: str
    part: str
    own: Notebook

    @property
    def opens_a_topic(self) -> bool:
        """Whether it is what a link to the topic leads to: its chapter, or the first of its lessons."""
        return self.own.kind == "chapter" or self.own.place == 1


@cache
def chapters() -> dict[str, Page]:
    """All notebooks in reading order, by where their pages are below notebooks/."""
    titles, part = {"00_start_here": ("00 Start here", "Start")}, ""
    for line in "\n".join(cell.source for cell in read(FOLDER / "00_start_here.ipynb").cells).splitlines():
        if title := re.match(TITLE_OF_PARTS, line):
            part = re.split("[:;]", title[1])[0]
        elif link := re.match(LINK_IN_MAP, line):
            titles[link[2]] = link[1], part
    return {own.page: Page(*titles.get(own.page, ("Reference", "")), own) for own in listed()}


def openings() -> dict[str, Page]:
    """What opens each topic, by its number."""
    return {page.own.number: page for page in chapters().values() if page.opens_a_topic}


def described(page: str) -> str:
    """A page in a sentence, for those who search the web: what a lesson teaches, else what the book is."""
    name = page.removeprefix("notebooks/")
    if page.startswith("notebooks/") and name in chapters():
        first = read(chapters()[name].own.path).cells[0].source
        if able := re.search(r"\*(You will be able to)\*(.+?)\n\n", first, flags=re.DOTALL):
            return " ".join(f"{able[1]}{able[2]}".split())
    return WHOLE


def slug(title: str) -> str:
    """The address of a heading, which is JupyterLab's: a link works in both."""
    return title.replace(" ", "-")


def as_page(path: Path) -> Any:
    """A notebook with what a page needs and JupyterLab does not."""
    notebook = read(path)
    figures.sharpen(notebook)
    done: list[str] = []  # the code up to here
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = re.sub(SHEET, r'<a href="\2">\1</a>', cell.source)
            continue
        if is_background(cell.source):
            cell.metadata["tags"] = ["hide-input"]
        done.append(cell.source)
        if "book.explore_" in cell.source and (moves := explorers.as_page(done)):
            cell.outputs = [nbformat.v4.new_output("display_data", {"text/html": moves})]
        for output in cell.outputs:
            data = output.get("data", {})
            if "text/html" in data:
                data["text/html"] = as_table(data["text/html"])
            if "text/plain" in data:
                data["text/plain"] = re.sub(TYPE_BELOW, "", data["text/plain"])
    return notebook


def is_background(source: str) -> bool:
    """Whether a cell only imports, sets options or asserts: a reader of the page can do without it."""
    statements = ast.parse(source).body
    quiet = (ast.Import, ast.ImportFrom, ast.Assert)
    options = (isinstance(s, ast.Expr) and ast.unparse(s).startswith("pd.set_option") for s in statements)
    return all(isinstance(s, quiet) or option for s, option in zip(statements, options, strict=True))


def as_table(html: str) -> str:
    """A table of pandas without its own style; its links lead to pages."""
    html = re.sub(r"<style scoped>.*?</style>", "", html, flags=re.DOTALL)
    return re.sub(r'(<a href="[\w/]+)\.ipynb"', r'\1.html"', html).replace('border="1" ', "")


def bibliography() -> str:
    """The sources of all notebooks, each once, with the notebooks that name it."""
    named: dict[str, list[Notebook]] = {}
    for own in listed():
        text = "\n\n".join(c.source for c in read(own.path).cells if c.cell_type == "markdown")
        section = re.split(r"^## ", text.partition("\n## Sources\n")[2], flags=re.MULTILINE)[0]
        for source in re.findall(r"^[-*] (.+(?:\n {2,}.+)*)", section, flags=re.MULTILINE):
            if "http" in source or re.search(r"\b(19|20)\d\d\b", source):
                named.setdefault(relinked(" ".join(source.split()), own.path.parent, ROOT), []).append(own)
    lines = ["# Bibliography", "", "What the chapters cite, and the chapters that do.", ""]
    for source in sorted(named, key=lambda text: re.sub(r"\W", "", text).lower()):
        where = ", ".join(f"[{own.number}](notebooks/{own.page}.ipynb)" for own in named[source])
        lines.append(f"- {source} ({where})")
    return "\n".join(lines) + "\n"

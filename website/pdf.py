"""Print the built book with Chromium, a PDF a chapter and one of the whole, into build/pdf: `make pdf`."""

import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, NameObject, TextStringObject

from . import BUILT, PRINTED
from .notebooks import chapters

SET = "!document.querySelector('script[src*=formulas]') || document.documentElement.dataset.formulas"
NUMBERED = """@page {{ size: A4; margin: 18mm 16mm;
  @bottom-center {{ content: counter(page); font: 9pt sans-serif; }} }}
html {{ counter-reset: page {before}; }} {style}"""
# Links to pages that are not printed along lead nowhere on paper; those to other hosts and within a chapter are kept.
WITHOUT_LINKS = """kept => {
    for (const link of document.querySelectorAll("a[href]")) {
        const name = link.pathname.replace(/.*[/]notebooks[/]|[.]html$/g, "");
        const leaves = link.protocol === "file:" && link.pathname !== location.pathname;
        if (leaves && !kept.includes(name)) link.removeAttribute("href");
    }
    for (const image of document.images) image.loading = "eager";
}"""
HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4")].map(heading =>
    [...heading.childNodes].filter(part => part.className !== "headerlink").map(part => part.textContent).join(""))"""
ON_A_PAGE = 36  # lines of the contents
STYLE = """a { color: inherit; text-decoration: none; }
body { font: 11pt/1.6 sans-serif; } td:last-child { text-align: right; } table { width: 100%; }
table + table { break-before: page; }"""


def main(wanted: list[str]) -> None:
    """Print the chapters whose names begin so, or all of them and the whole."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is missing: apt-get install chromium fonts-dejavu-core")
    PRINTED.mkdir(parents=True, exist_ok=True)
    names = {name: page.title for name, page in chapters().items() if not wanted or name.startswith(tuple(wanted))}
    if not names:
        sys.exit(f"No chapter begins with {' or '.join(wanted)}: there are {', '.join(chapters())}")
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        page = playwright.chromium.launch(executable_path=chromium, args=options).new_page()
        for name in names:
            (PRINTED / f"{Path(name).name}.pdf").write_bytes(printed(page, opened(page, name)))
        if not wanted:
            whole(page, names)


def opened(page: Any, name: str, along: Iterable[str] = ()) -> Callable[[], None]:
    """What opens a chapter as it is to be printed, alone or along with others."""

    def opening() -> None:
        page.goto(address(name))
        page.wait_for_function(SET)
        page.evaluate(WITHOUT_LINKS, list(along))

    return opening


def address(name: str) -> str:
    """Where a chapter is opened."""
    return (BUILT / "notebooks" / f"{name}.html").as_uri()


def printed(page: Any, opening: Callable[[], None], before: int = 0, style: str = "") -> bytes:
    """What is opened as a PDF, with an outline; its pages are numbered after those before it."""
    opening()
    page.add_style_tag(content=NUMBERED.format(before=before, style=style))
    made = page.pdf(prefer_css_page_size=True, print_background=False, tagged=True, outline=True)
    return with_titles(made, page.evaluate(HEADINGS))


def with_titles(made: bytes, headings: list[str]) -> bytes:
    """The PDF with the headings in its outline as they are: Chromium leaves out a blank where a line ends."""
    document, written = PdfWriter(clone_from=BytesIO(made)), BytesIO()
    right = {re.sub(r"\s", "", heading): " ".join(heading.split()) for heading in headings}

    def mend(entry: Any) -> None:
        while entry is not None:
            entry = entry.get_object()
            if "/Title" in entry:
                title = str(entry["/Title"])
                entry[NameObject("/Title")] = TextStringObject(right.get(re.sub(r"\s", "", title), title))
            mend(entry.get("/First"))
            entry = entry.get("/Next")

    mend(document.root_object.get("/Outlines"))
    document.write(written)
    return written.getvalue()


def whole(page: Any, names: dict[str, str]) -> None:
    """One file of all chapters: contents first, pages numbered through, an outline, links from chapter to chapter."""
    ahead = -(-len(names) // ON_A_PAGE)  # pages of the contents
    parts, starts, before = {}, {}, ahead
    for name in names:
        parts[name], starts[name] = printed(page, opened(page, name, names), before), before + 1
        before += len(PdfReader(BytesIO(parts[name])).pages)
    rows = [
        f'<tr><td><a href="{address(name)}">{escape(names[name])}</a></td><td>{start}</td></tr>'
        for name, start in starts.items()
    ]
    tables = "".join(f"<table>{''.join(rows[at : at + ON_A_PAGE])}</table>" for at in range(0, len(rows), ON_A_PAGE))
    contents = f"<h1>evalmetrics</h1><p>Evaluation metrics to learn from</p>{tables}"
    first = printed(page, lambda: page.set_content(contents), style=STYLE)
    if len(PdfReader(BytesIO(first)).pages) != ahead:
        raise ValueError("a page of the contents holds fewer lines than are put on it")
    joined({"": first, **parts}, {"": "Contents", **names}).write(PRINTED / "evalmetrics.pdf")


def joined(parts: dict[str, bytes], titles: dict[str, str]) -> PdfWriter:
    """Parts as one document, in which links to a part lead to its first page."""
    book, first = PdfWriter(), {}
    for name, part in parts.items():
        first[name] = len(book.pages)
        book.append(with_places(part), outline_item=titles[name])
    for link in links(book):
        to = urlsplit(link.get("/A", {}).get("/URI", ""))
        if to.scheme == "file":
            name = to.path.rpartition("/notebooks/")[2].removesuffix(".html")
            del link["/A"]
            link[NameObject("/Dest")] = ArrayObject([book.pages[first[name]].indirect_reference, NameObject("/Fit")])
    book.add_metadata({"/Title": "evalmetrics: evaluation metrics to learn from"})
    return book


def with_places(part: bytes) -> BytesIO:
    """A part whose links within it lead to places, not to headings: other parts have headings of the same names."""
    alone, written = PdfWriter(clone_from=BytesIO(part)), BytesIO()
    named = alone.named_destinations
    for link in links(alone):
        if link.get("/Dest") in named:
            link[NameObject("/Dest")] = named[link["/Dest"]].dest_array
    alone.write(written)
    return written


def links(book: PdfWriter) -> list[Any]:
    """All links on the pages of a document."""
    found = (each.get_object() for page in book.pages for each in page.get("/Annots", ()))
    return [each for each in found if each.get("/Subtype") == "/Link"]


if __name__ == "__main__":
    main(sys.argv[1:])

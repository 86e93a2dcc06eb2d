"""Print the built book with Chromium, a PDF a chapter and one of the whole, into build/pdf: `make pdf`."""

import os
import shutil
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from pypdf import PdfReader, PdfWriter

from . import BUILT, ROOT
from .notebooks import chapters

PRINTED = ROOT / "build" / "pdf"
SET = "!document.querySelector('script[src*=formulas]') || document.documentElement.dataset.formulas"
NUMBERED = """@page {{ size: A4; margin: 18mm 16mm;
  @bottom-center {{ content: counter(page); font: 9pt sans-serif; }} }}
html {{ counter-reset: page {before}; }} {style}"""
# Links to other pages of the book lead nowhere on paper; those to other hosts and within a chapter are kept.
WITHOUT_LINKS = """for (const link of document.querySelectorAll("a[href]"))
    if (link.protocol === "file:" && link.pathname !== location.pathname) link.removeAttribute("href");
for (const image of document.images) image.loading = "eager";"""
STYLE = "body { font: 11pt/1.6 sans-serif; } td:last-child { text-align: right; } table { width: 100%; }"


def main(wanted: list[str]) -> None:
    """Print the chapters whose names begin so, or all of them and the whole."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("Chromium is missing: apt-get install chromium fonts-dejavu-core")
    PRINTED.mkdir(parents=True, exist_ok=True)
    names = {name: c.title for name, c in chapters().items() if not wanted or name.startswith(tuple(wanted))}
    if not names:
        sys.exit(f"No chapter begins with {' or '.join(wanted)}: there are {', '.join(chapters())}")
    with sync_playwright() as playwright:
        options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        page = playwright.chromium.launch(executable_path=chromium, args=options).new_page()
        lengths = {name: printed(page, opened(page, name), PRINTED / f"{name}.pdf") for name in names}
        if not wanted:
            whole(page, names, lengths)


def opened(page: Any, name: str) -> Callable[[], None]:
    """What opens a chapter as it is to be printed."""

    def opening() -> None:
        page.goto((BUILT / "notebooks" / f"{name}.html").as_uri())
        page.wait_for_function(SET)
        page.evaluate(WITHOUT_LINKS)

    return opening


def printed(page: Any, opening: Callable[[], None], path: Path, before: int = 0, style: str = "") -> int:
    """Print what is opened, its pages numbered after those before it; how many pages it has."""
    opening()
    page.add_style_tag(content=NUMBERED.format(before=before, style=style))
    page.pdf(path=path, prefer_css_page_size=True, print_background=False, tagged=True)
    return len(PdfReader(path).pages)


def whole(page: Any, names: dict[str, str], lengths: dict[str, int]) -> None:
    """One file of all chapters: contents first, pages numbered through, and an outline."""
    book, part = PdfWriter(), PRINTED / "part.pdf"
    first, starts = 1, {}
    for name, length in lengths.items():
        starts[name] = first = first + 1 if not starts else first
        first += length
    rows = "".join(f"<tr><td>{escape(names[name])}</td><td>{start}</td></tr>" for name, start in starts.items())
    contents = f"<h1>evalmetrics</h1><p>Evaluation metrics to learn from</p><table>{rows}</table>"
    if printed(page, lambda: page.set_content(contents), part, style=STYLE) != 1:
        raise ValueError("the contents are longer than the page that is kept for them")
    book.append(part, outline_item="Contents")
    for name, start in starts.items():
        printed(page, opened(page, name), part, before=start - 1)
        book.append(part, outline_item=names[name])
    book.write(PRINTED / "evalmetrics.pdf")
    part.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])

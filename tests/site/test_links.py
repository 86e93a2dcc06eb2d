"""Every link of the built book leads to a file and a place that there are; sizes are kept."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from .conftest import BOOK, everything

pytestmark = pytest.mark.site
FIRST_PAGE, WHOLE = 300_000, 60_000_000  # bytes, figures of the first page not counted


class Reader(HTMLParser):
    """The links, the loaded files and the places of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.places |= {value for key in ("id", "name") if (value := found.get(key))}
        if tag == "a" and found.get("href"):
            self.links.add(str(found["href"]))
        loads = tag in ("img", "script") or (tag == "link" and found.get("rel") == "stylesheet")
        if loads and (source := found.get("src") or found.get("href")):
            self.loaded.add(source)


@cache
def read(path: Path) -> Reader:
    return Reader(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", everything())
def test_links_lead_somewhere(name: str) -> None:
    here = BOOK / name
    lost = []
    for link in read(here).links | read(here).loaded:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (here.parent / unquote(parts.path)).resolve() if parts.path else here
        place = unquote(parts.fragment)
        if not target.is_file() or (place and target.suffix == ".html" and place not in read(target).places):
            lost.append(link)
    assert lost == []


def test_nothing_is_loaded_from_another_host() -> None:
    assert [(n, s) for n in everything() for s in read(BOOK / n).loaded if "//" in s] == []
    files = (path for path in BOOK.rglob("*.css") if BOOK / "lite" not in path.parents)
    styles = "".join(path.read_text(encoding="utf-8") for path in files)
    assert re.findall(r"url\([\"']?(?:https?:)?//|@import", styles) == []


def test_the_first_page_is_light_and_the_book_is_small() -> None:
    first = BOOK / "index.html"
    loaded = [(BOOK / urlsplit(source).path) for source in read(first).loaded if "_images" not in source]
    assert first.stat().st_size + sum(path.stat().st_size for path in loaded) <= FIRST_PAGE
    files = [path for path in BOOK.rglob("*") if path.is_file() and BOOK / "lite" not in path.parents]
    assert sum(path.stat().st_size for path in files) <= WHOLE

"""The built book, served to one browser for all tests of the tier."""

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.book.notebooks import ROOT, listed
from tests.lab.conftest import browser
from website.notebooks import openings

__all__ = ["browser"]
BOOK = ROOT / "build" / "book"
PICTURES = ROOT / "build" / "site"
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 800}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""


def opens(number: str) -> str:
    return f"notebooks/{openings()[number].own.page}.html"


def everything() -> list[str]:
    """Every page of the built book, and what stands beside the pages: the sheet to print, slides, forwards."""
    found = (path.relative_to(BOOK).as_posix() for path in BOOK.rglob("*.html"))
    return sorted(name for name in found if not name.startswith("lite/"))


def pages() -> list[str]:
    beside = {"metric_sheet", *(own.topic for own in listed() if own.kind != "chapter")}
    beside = {f"notebooks/{name}.html" for name in beside}
    return [name for name in everything() if not name.startswith("slides/") and name not in beside]


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    if not (BOOK / "index.html").exists():
        pytest.exit("The book is not built: make book", returncode=1)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=BOOK)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Opened:
    """A page in the browser, and what went wrong while it opened."""

    def __init__(self, context: Any, address: str) -> None:
        self.page, self.address = context.new_page(), address
        self.wrong: list[str] = []
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", self._told)

    def _said(self, message: Any) -> None:
        icon = message.location["url"].endswith("/favicon.ico")  # browsers ask for it where a page names none
        if message.type in ("error", "warning") and not icon:
            self.wrong.append(f"{message.text} ({message.location['url']})")

    def _told(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.wrong.append(f"asks another host: {request.url}")

    def goto(self, name: str) -> Any:
        """The page, once it has settled: formulas are set."""
        self.wrong.clear()
        self.page.goto(f"{self.address}/{name}", wait_until="load")
        formulas = "!document.querySelector('script[src*=formulas]') || document.documentElement.dataset.formulas"
        self.page.wait_for_function(formulas)
        return self.page


@pytest.fixture(scope="session")
def readers(browser: Any, address: str) -> Iterator[dict[str, Opened]]:
    """A reader at a desk and one with a phone, by day and by night."""
    contexts = {
        f"{place}, {scheme}": browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
        for place, size in (("desk", DESKTOP), ("phone", PHONE))
        for scheme in ("light", "dark")
    }
    yield {name: Opened(context, address) for name, context in contexts.items()}
    for context in contexts.values():
        context.close()


def picture(name: str) -> Path:
    return PICTURES / f"{name.removesuffix('.html').replace('/', '_')}.png"

"""`make lab` opens the first notebook beside its table of contents, and nothing covers the text."""

import os
import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.book.notebooks import ROOT

pytestmark = pytest.mark.lab
SECONDS = 120  # from nothing to an address, where the environment is there


def test_make_lab_opens_the_book_with_its_contents_and_no_news(browser: Any, tmp_path: Path) -> None:
    log, command = tmp_path / "log", ["make", "lab", "OPTIONS=--no-browser --port=0 --ServerApp.ip=127.0.0.1"]
    with log.open("w") as said:
        server = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said, start_new_session=True)
    try:
        end, found = time.monotonic() + SECONDS, None
        while found is None and time.monotonic() < end:
            time.sleep(0.5)
            found = re.search(r"(http://127\.0\.0\.1:\d+)/lab\S*\?token=(\w+)", log.read_text(encoding="utf-8"))
        assert found, log.read_text(encoding="utf-8")
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"{found[1]}/lab/workspaces/book/tree/notebooks/00_start_here.ipynb?token={found[2]}")
        page.locator(".jp-TableOfContents").get_by_text("A map of the book").wait_for(timeout=60_000)
        page.locator(".jp-Notebook h1", has_text="Which number would you trust?").first.wait_for()
        assert page.locator(".Toastify__toast").count() == 0
        page.close()
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(timeout=30)

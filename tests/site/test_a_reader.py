"""Somebody who has nothing but the built folder, and a phone."""

import re
from typing import Any

import pytest

from website.notebooks import openings

from .conftest import BOOK, PHONE, opens
from .test_pages import ABOVE, CLIPPED, PAPER, TOO_WIDE, faults

pytestmark = pytest.mark.site
CHAPTERS = {openings()[number].title: opens(number) for number in ("01", "02", "05")}
MENU = ".mobile-header label[for=__navigation]"


def test_a_new_reader_reads_searches_moves_and_prints(browser: Any) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce", offline=True)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on(
        "request", lambda request: None if request.url.startswith(("file:", "data:")) else wrong.append(request.url)
    )

    # opens the folder, and from its first page reads three chapters, one after the other,
    page.goto((BOOK / "index.html").as_uri())
    for title, chapter in CHAPTERS.items():
        page.locator(MENU).click()
        part = page.locator(".sidebar-tree details", has_text="01 Confusion").first
        if part.get_attribute("open") is None:
            part.locator("summary").click()
        page.locator(".sidebar-tree").get_by_role("link", name=title, exact=True).click()
        page.wait_for_url(f"**/{chapter}")
        page.wait_for_function("document.documentElement.dataset.formulas")
        assert not page.evaluate(TOO_WIDE)
        assert len(page.locator("article").inner_text().split()) > 1000
        assert page.locator(".katex-error").count() == 0

    # finds average precision by searching,
    page.locator(MENU).click()
    page.locator(".sidebar-search").fill("average precision")
    page.keyboard.press("Enter")
    first = page.locator("#search-page li a").first
    assert first.inner_text() == "Average precision: which area is it?"
    first.click()
    page.wait_for_url("**/05_2_average_precision.html*")

    # moves the explorer of the chapter that it leads to,
    page.goto((BOOK / opens("05")).as_uri())
    page.wait_for_function("document.documentElement.dataset.formulas")
    explorer = page.locator(".explorer")
    said = explorer.locator("output").inner_text()
    explorer.locator("input").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("said => document.querySelector('.explorer output').innerText !== said", arg=said)

    # could run it, with the whole screen for it,
    run = page.get_by_role("link", name="Run in your browser")
    assert "/lite/notebooks/" in run.evaluate("link => link.href")

    # prints the chapter without a clipped line,
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    assert page.evaluate(CLIPPED) + page.evaluate(ABOVE) == []
    page.emulate_media(media="screen")

    # and nothing of it shuts anybody out, asks another host or fails.
    assert faults(page) == {}
    assert wrong == []
    assert re.search("precision-recall", page.title(), re.IGNORECASE)
    context.close()

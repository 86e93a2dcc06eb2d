"""Every page opens without a fault and is open to everybody; nothing on it comes from another host."""

from typing import Any

import pytest

from tests.book.notebooks import ROOT

from .conftest import DESKTOP, PHONE, pages, picture

pytestmark = pytest.mark.site
PAPER = {"width": 672, "height": 1000}  # 178 mm: A4 within its margins
AXE = ROOT / "build" / "website" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
SAMPLE = [
    "index.html",
    "search.html",
    "metrics.html",
    "errata.html",
    "notebooks/00_start_here.html",
    "notebooks/05_precision_recall_curves.html",
    "notebooks/91_all_metrics.html",
    "exercises/05_precision_recall_curves.html",
    "reference/precision_recall.html",
]
FAULTS = """() => axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.map(
    fault => `${fault.id}: ${fault.nodes.length}, such as ${fault.nodes[0].html.slice(0, 200)}`))"""
TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
# What is cut off on paper: a box that hides its end, or reaches beyond the margin. Formulas are boxes of another kind.
CLIPPED = """() => [...document.querySelectorAll("article *:not(.katex *, svg *)")].filter(box => {
    const style = getComputedStyle(box), place = box.getBoundingClientRect();
    const hides = style.overflowX !== "visible" && box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1;
    return place.width > 1 && place.height > 1 && (hides || place.right > document.documentElement.clientWidth + 1);
}).map(box => `${box.tagName}.${box.className}: ${box.textContent.slice(0, 80)}`)"""
# What stays in its place would stand on every sheet, above the text.
ABOVE = """() => [...document.querySelectorAll("body *")].filter(box => ["fixed", "sticky"].includes(
    getComputedStyle(box).position) && box.checkVisibility()).map(box => `${box.tagName}.${box.className}`)"""
NOT_SET = "() => [...document.querySelectorAll('.katex-error')].map(formula => formula.textContent)"
WITHOUT_WORDS = "() => [...document.querySelectorAll('article img:not([alt]), article img[alt*=_images]')].length"


def faults(page: Any) -> list[str]:
    """What axe finds on a page."""
    page.add_script_tag(path=str(AXE))
    return page.evaluate(FAULTS)


@pytest.mark.parametrize("name", pages())
def test_page_opens_and_is_open_to_everybody(readers: Any, name: str) -> None:
    reader = readers["desk, light"]
    page = reader.goto(name)
    assert reader.wrong == []
    assert page.evaluate(NOT_SET) == []
    assert page.evaluate(WITHOUT_WORDS) == 0
    assert faults(page) == []
    assert not page.evaluate(TOO_WIDE)
    page.set_viewport_size(PHONE)
    assert not page.evaluate(TOO_WIDE)
    page.emulate_media(media="print")
    page.set_viewport_size(PAPER)
    clipped = page.evaluate(CLIPPED) + page.evaluate(ABOVE)
    page.emulate_media(media="screen")
    page.set_viewport_size(DESKTOP)
    assert clipped == []


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("who", ["desk, dark", "phone, light", "phone, dark"])
def test_page_is_open_to_everybody_elsewhere(readers: Any, name: str, who: str) -> None:
    reader = readers[who]
    page = reader.goto(name)
    page.screenshot(path=picture(f"{name}-{who}"))
    assert reader.wrong == []
    assert faults(page) == []

"""Every page opens without a fault and is open to everybody; nothing on it comes from another host."""

from typing import Any

import pytest

from tests.book.notebooks import ROOT

from .conftest import DESKTOP, PHONE, pages, picture

pytestmark = pytest.mark.site
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
    page.set_viewport_size(DESKTOP)


@pytest.mark.parametrize("name", SAMPLE)
@pytest.mark.parametrize("who", ["desk, dark", "phone, light", "phone, dark"])
def test_page_is_open_to_everybody_elsewhere(readers: Any, name: str, who: str) -> None:
    reader = readers[who]
    page = reader.goto(name)
    page.screenshot(path=picture(f"{name}-{who}"))
    assert reader.wrong == []
    assert faults(page) == []

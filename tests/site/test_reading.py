"""What readers do: they leave code out, copy it, and look for a metric in the table of all."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.book.notebooks import Notebook
from website.notebooks import Page
from website.sources import forwards

from .conftest import BOOK, opens, pages, picture

pytestmark = pytest.mark.site


def test_code_can_be_left_out_and_stays_so(readers: Any) -> None:
    reader = readers["phone, light"]
    page = reader.goto(opens("05"))
    assert page.locator(".cell_input").nth(3).is_visible()
    page.get_by_role("button", name="Without code").click()
    assert page.locator(".cell_input:visible").count() == 0
    page = reader.goto(opens("06"))
    assert page.locator(".cell_input:visible").count() == 0
    page.screenshot(path=picture("without_code"))
    page.get_by_role("button", name="Without code").click()
    assert page.locator(".cell_input").nth(3).is_visible()


def test_imports_are_folded(readers: Any) -> None:
    page = readers["desk, light"].goto(opens("05"))
    first = page.locator(".cell").first
    assert not first.locator(".cell_input").is_visible()
    first.locator("summary").click()
    assert first.locator(".cell_input").is_visible()


def test_table_of_metrics_can_be_filtered(readers: Any) -> None:
    page = readers["phone, dark"].goto("metrics.html")
    page.get_by_label("Find").fill("krippendorff")
    left = page.locator("#metrics tbody tr:visible")
    assert page.locator("#filtered").inner_text() == f"{left.count()} metrics"
    assert 1 <= left.count() < 10


@pytest.mark.parametrize("anchor", ["", "#Old", "#unknown"])
def test_the_old_page_of_a_topic_leads_to_its_lessons(browser: Any, tmp_path: Path, anchor: str) -> None:
    lesson = Notebook(tmp_path / "44_1_silhouette.ipynb", "44_clustering", "lesson", 1)
    chapters = {lesson.page: Page("44 Clustering", "", lesson)}
    (forward,) = forwards(chapters, {"44_clustering": {"Old": "44_2_density.html#New"}}).items()
    (tmp_path / f"{forward[0]}.html").write_text(forward[1], encoding="utf-8")
    (tmp_path / "44_clustering").mkdir()
    for name in ("44_1_silhouette", "44_2_density"):
        (tmp_path / "44_clustering" / f"{name}.html").write_text("<p>there</p>", encoding="utf-8")
    for script in (True, False):
        page = browser.new_context(java_script_enabled=script).new_page()
        page.goto((tmp_path / "44_clustering.html").as_uri() + anchor)
        to = "44_2_density.html#New" if script and anchor == "#Old" else "44_1_silhouette.html"
        page.wait_for_url(f"**/44_clustering/{to}")
        page.close()
    with pytest.raises(ValueError, match=r"moved.toml is about folders of topics, and these are none: 45_x"):
        forwards(chapters, {"45_x": {}})


def test_what_is_worth_taking_along_can_be_copied(browser: Any, address: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{address}/{opens('05')}")
    for box in (page.locator(".cell_input .highlight").nth(1), page.locator("p.copied")):
        box.locator("button.copy").click(force=True)
        copied = page.evaluate("navigator.clipboard.readText()")
        assert len(copied) > 20
        assert "".join(copied.split()) in "".join(box.inner_text().split())
        assert "Cop" not in copied
    context.close()


def test_outputs_wrap_and_headings_have_addresses_of_their_own(readers: Any) -> None:
    for name in [page for page in pages() if page.startswith("notebooks/")]:
        text = (BOOK / name).read_text("utf-8")
        assert not re.search(r'<section[^>]* id="id\d+"', text), name
    reader, whole = readers["phone, light"], "boxes => boxes.every(own => own.scrollWidth <= own.clientWidth + 1)"
    assert reader.goto("index.html").locator("article pre").evaluate_all(whole)
    assert not reader.goto(opens("03")).locator("pre.columns").evaluate_all(whole)  # a table in plain text scrolls
    page = reader.goto(opens("05"))
    assert page.locator(".cell_output pre").evaluate_all(whole)
    assert page.locator("section#precision-recall-curve-definition").count() == 1
    page.locator(".goes-on").first.wait_for()  # a picture that is wider says so
    wide = readers["desk, light"].goto(opens("05"))
    assert wide.locator(".toc-drawer").get_by_role("link", name="Weaknesses").is_visible()

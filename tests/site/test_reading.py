"""What readers do: they search, leave code out, and look for a metric in the table of all."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.book.notebooks import Notebook
from website.notebooks import Page
from website.sources import forwards

from .conftest import opens, picture

pytestmark = pytest.mark.site

# What is searched for, and where the first result leads.
TERMS = {
    "average precision": "glossary.html#term-Average-precision",
    "Matthews correlation": "glossary.html#term-Matthews-correlation",
    "calibration": "notebooks/04_probabilities/04_2_calibration.html",
    "Brier score": "glossary.html#term-Brier-score",
    "AUC": opens("06"),
    "bootstrap": opens("07"),
    "NDCG": "notebooks/21_ranking/21_2_ndcg.html",
    "word error rate": "glossary.html#term-Word-error-rate",
    "BLEU": "glossary.html#term-BLEU",
    "perplexity": "glossary.html#term-Perplexity",
    "pass@k": "glossary.html#term-pass-k",
    "chrF": "glossary.html#term-chrF",
    "silhouette": "glossary.html#term-Silhouette-score",
    "Krippendorff alpha": opens("51"),
    "Elo": opens("72"),
    "contamination": "glossary.html#term-Contamination-rate",
    "log loss": "glossary.html#term-Log-loss",
    "spearman": opens("12"),
    "BERTScore": "glossary.html#term-BERTScore",
    "METEOR": "glossary.html#term-METEOR",
}


@pytest.mark.parametrize("term", TERMS)
def test_search_finds(readers: Any, term: str) -> None:
    reader = readers["desk, light"]
    page = reader.goto(f"search.html?q={term.replace('@', '%40').replace(' ', '+')}")
    found = page.wait_for_selector("ul.search li a").get_attribute("href")
    assert re.sub(r"^\./|\?[^#]*", "", found) == TERMS[term]


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

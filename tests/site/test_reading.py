"""What readers do: they search, leave code out, and look for a metric in the table of all."""

import re
from typing import Any

import pytest

from .conftest import picture

pytestmark = pytest.mark.site

# What is searched for, and where the first result leads.
TERMS = {
    "average precision": "glossary.html#term-Average-precision",
    "Matthews correlation": "glossary.html#term-Matthews-correlation",
    "calibration": "notebooks/04_probabilities.html",
    "Brier score": "glossary.html#term-Brier-score",
    "AUC": "notebooks/06_roc_curves.html",
    "bootstrap": "notebooks/07_uncertainty.html",
    "NDCG": "notebooks/21_ranking.html",
    "word error rate": "glossary.html#term-Word-error-rate",
    "BLEU": "glossary.html#term-BLEU",
    "perplexity": "glossary.html#term-Perplexity",
    "pass@k": "glossary.html#term-pass-k",
    "chrF": "glossary.html#term-chrF",
    "silhouette": "glossary.html#term-Silhouette-score",
    "Krippendorff alpha": "notebooks/51_human_judgement.html",
    "Elo": "notebooks/72_arenas.html",
    "contamination": "glossary.html#term-Contamination-rate",
    "log loss": "glossary.html#term-Log-loss",
    "spearman": "notebooks/12_correlation.html",
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
    page = reader.goto("notebooks/05_precision_recall_curves.html")
    assert page.locator(".cell_input").nth(3).is_visible()
    page.get_by_role("button", name="Without code").click()
    assert page.locator(".cell_input:visible").count() == 0
    page = reader.goto("notebooks/06_roc_curves.html")
    assert page.locator(".cell_input:visible").count() == 0
    page.screenshot(path=picture("without_code"))
    page.get_by_role("button", name="Without code").click()
    assert page.locator(".cell_input").nth(3).is_visible()


def test_imports_are_folded(readers: Any) -> None:
    page = readers["desk, light"].goto("notebooks/05_precision_recall_curves.html")
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

"""Searching: what readers type lands on the section that answers, in a dialog, on a page and from a file."""

import json
import re
from typing import Any

import pytest

from .conftest import BOOK, opens

pytestmark = pytest.mark.site
LIGHT = 400_000  # bytes of the index
QUESTIONS = {
    "average precision": "05_2_average_precision.html#average-precision",
    "confusion matrix": "01_1_accuracy.html",
    "confusion matrix example": "01_1_accuracy.html",
    "how many test examples do I need": "07_uncertainty/07_3_",
    "data leakage": "74_contamination",
    "precision vs recall": "02_1_precision_recall.html",
    "f1 score": "02_2_f.html",
    "macro vs micro average": "03_1_averages.html",
    "multi label f1": "03_2_several_labels.html",
    "imbalanced data": "01_1_accuracy.html",
    "balanced_accuracy_score": "02_2_f.html#f-relatives",
    "logloss": "04_1_log_loss.html",
    "calibration": "04_2_calibration.html",
    "bootstrap confidence interval": "07_1_one_score.html",
    "compare two models": "07_2_two_systems.html",
    "t-test": "07_2_two_systems.html",
    "prediction interval": "11_3",
    "r squared": "11_2",
    "RMSLE": "11_reference.html#errors-of-numbers-relatives",
    "mean reciprocal rank": "21_1_mrr_map.html",
    "Klassifikationsgenauigkeit": "01_1_accuracy.html",
    "my bleu is 0": "32_",
    "sacrebleu signature": "32_2_which_bleu.html",
    "rougeL": "33_2_rouge_l.html",
    "UndefinedMetricWarning": "02_reference.html#precision-recall-and-f-edge-cases",
    "sillhouette": "44_1_silhouette.html",
    "adjusted rand index": "44_3",
    "llm as a judge": "71_1_judge.html",
    "position bias": "71_1_judge.html",
    "chatbot arena": "72_",
    "which metric should I use": "61_",
    "panoptic quality": "metrics.html#what-is-not-here",
    "prevalence": "02_1_precision_recall.html",
    "true negatives ignored": "02_1_precision_recall.html",
    "brevity penalty": "32_1_bleu.html",
    "mc nemar test": "07_2_two_systems.html",
    "classification_report": "01_1_accuracy.html",
    "recall@100": "21_",
    "contaminated training data": "74_contamination",
    "hallucination": "metrics.html#what-is-not-here",
    "Konfidenzintervall": "07_1_one_score.html",
    "Korrelationskoeffizient": "12_",
    "install": "about.html",
}


def found(page: Any) -> list[str]:
    page.wait_for_selector("#search-page li a, .search-dialog li a")
    return page.eval_on_selector_all("#search-page li a, .search-dialog li a", "links => links.map(link => link.href)")


def test_most_questions_land_on_their_section_first_and_all_among_three(readers: Any) -> None:
    later, lost = [], []
    for question, wanted in QUESTIONS.items():
        reader = readers["desk, light"]
        links = found(reader.goto(f"search.html?q={question.replace(' ', '+')}"))
        assert reader.wrong == []
        if wanted not in links[0]:
            later.append(question)
        if not any(wanted in link for link in links[:3]):
            lost.append((question, links[:3]))
    assert lost == []
    assert len(later) <= len(QUESTIONS) / 10, later


@pytest.mark.parametrize("key", ["Control+k", "/"])
def test_a_key_opens_it_and_arrows_lead_to_the_section(readers: Any, key: str) -> None:
    page = readers["desk, dark"].goto(opens("01"))
    page.keyboard.press(key)
    page.keyboard.type("averge precision")
    assert "05_2_average_precision.html" in found(page)[0]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/05_2_average_precision.html#average-precision*")


def test_nothing_is_found_and_said_so(readers: Any) -> None:
    page = readers["phone, light"].goto("search.html?q=zzqxzzqxzzqx")
    page.get_by_text("Nothing here has these words.").wait_for()


def test_the_index_is_light_and_its_addresses_are_there(readers: Any) -> None:
    text = (BOOK / "searched.js").read_text("utf-8")
    assert len(text.encode()) <= LIGHT
    page = readers["desk, light"].goto("search.html")
    addresses = page.evaluate("index().then(({ sections }) => sections.map(own => own.address))")
    assert len(addresses) == len(json.loads(text.removeprefix("window.SEARCHED = ").rstrip(";\n"))["sections"])
    pages: dict[str, str] = {}
    for address in addresses:
        name, _, anchor = address.partition("#")
        text = pages.setdefault(name, (BOOK / name).read_text("utf-8"))
        assert re.search(f'id="{re.escape(anchor)}"', text), address

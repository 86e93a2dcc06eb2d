"""The reference: metrics are found by their cards, and those that chapters lead with stand on the sheet to print."""

import re
from html import unescape

import pytest

from evalmetrics import card, find_metrics
from evalmetrics.cards import all_cards
from evalmetrics_book import metric_sheet

from .book import notebooks

CARDS = all_cards()


def test_what_is_found_has_all_the_words_and_nothing_else_has():
    for words in ("synonyms", "0/0 lower", "[0, 1] order", "KRIPPENDORFF", "44", "sensitivity", "AUROC"):
        found = set(find_metrics(words).index)
        for name, own in CARDS.items():
            text = f"{name} {own.topic} {own.formula} {own.source} {own.chapter} {own.name} {own.symbol} {own.bounds} "
            text += f"{own.better} {own.values} {own.blind_to} {own.undefined} {', '.join(own.other_names)} "
            text = text.replace("_", " ") + ", ".join(own.sought_as)
            begins = (rf"(?<![^\W_]){re.escape(word)}" for word in words.lower().split())
            assert (name in found) == all(re.search(begin, text.lower()) for begin in begins)
    assert find_metrics("").index.to_list() == list(CARDS)
    assert len(find_metrics("palindrome")) == 0
    with pytest.raises(TypeError, match="words must be a string, got 7"):
        find_metrics(7)


CALLED = {
    "prediction interval coverage": "prediction_interval_coverage",
    "PICP": "prediction_interval_coverage",
    "smape": "symmetric_mean_absolute_percentage_error",
    "mape": "mean_absolute_percentage_error",
}


@pytest.mark.parametrize("words", CALLED)
def test_what_people_call_a_metric_finds_it_first(words):
    assert find_metrics(words).index[0] == CALLED[words]


def test_a_card_knows_its_chapter():
    assert {own.chapter for own in CARDS.values()} <= set(notebooks.topics())


def cards_shown(kinds):
    shown = set()
    for own in notebooks.listed():
        for cell in notebooks.read(own.path).cells:
            if cell.cell_type == "code" and own.kind in kinds:
                shown |= {card(name).function for name in re.findall(r'\bcard\("(\w+)"\)', cell.source)}
    return shown


def test_the_metrics_that_lessons_lead_with_have_a_formula():
    with_formula = {name for name, own in CARDS.items() if own.formula}
    without = cards_shown(("chapter", "lesson")) - with_formula
    assert without == set(), "write `formula` in their cards, since a lesson shows them; then make sheet"


def test_the_sheet_has_a_row_a_lead_metric_with_all_that_its_card_says():
    rows = re.findall("<tr>(<td>.*)</tr>", metric_sheet())
    for own, row in zip([own for own in CARDS.values() if own.formula], rows, strict=True):
        chapter, name, formula, bounds, blind, undefined = re.findall("<td>(.*?)</td>", unescape(row))
        assert chapter == own.chapter
        assert own.name in name
        assert formula == own.formula
        assert bounds.removesuffix("↑").removesuffix("↓").strip() == own.bounds
        assert re.sub("</?i>", "*", blind) == own.blind_to
        assert re.sub("</?i>", "*", undefined) == own.undefined


def test_the_sheet_in_the_book_is_what_the_cards_say_and_loads_nothing():
    stored = (notebooks.FOLDER / "metric_sheet.html").read_text(encoding="utf-8")
    assert stored == metric_sheet(), "write it anew: make sheet"
    assert not re.search(r"https?:|src=|<link|@import|<script", stored)

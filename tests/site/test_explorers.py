"""Explorers move on the page, and say what the package says."""

import json
import re
from typing import Any

import pytest

import evalmetrics as em

from .conftest import BOOK, picture

pytestmark = pytest.mark.site


def states(chapter: str) -> list[dict[str, Any]]:
    """What the explorer of a chapter says at every stop of its slider."""
    page = (BOOK / "notebooks" / f"{chapter}.html").read_text(encoding="utf-8")
    return json.loads(re.search(r'class="explorer".*?<script type="application/json">(.*?)</script>', page)[1])


def test_these_chapters_have_explorers_that_move() -> None:
    pages = sorted((BOOK / "notebooks").glob("*.html"))
    moving = [page.name[:2] for page in pages if 'class="explorer"' in page.read_text(encoding="utf-8")]
    assert moving == ["02", "05", "06", "21", "44", "51"]


def test_thresholds_are_operating_points() -> None:
    people = em.walkthrough_scores()
    told = states("05_precision_recall_curves")
    assert len(told) > 10
    for state in told:
        point = em.operating_point(people["truth"], people["score"], state["at"], cost_of_miss=10.0)
        assert state["said"] == str(point)


def test_predictive_values_are_those_of_the_package() -> None:
    told = states("02_precision_recall")
    assert len(told) > 10
    for state in told:
        ppv, npv = em.predictive_values([state["at"]], 5 / 9, 8 / 11).iloc[0]
        assert state["said"].endswith(f"PPV {ppv:.3f}, NPV {npv:.3f}")


def test_a_slider_moves_numbers_and_picture(readers: Any) -> None:
    reader = readers["phone, light"]
    page = reader.goto("notebooks/05_precision_recall_curves.html")
    explorer = page.locator(".explorer")
    slider, said, image = (explorer.locator(part) for part in ("input", "output", "img"))
    before = image.get_attribute("src")
    slider.focus()
    page.keyboard.press("End")
    last = states("05_precision_recall_curves")[-1]
    assert said.inner_text() == image.get_attribute("alt") == last["said"]
    assert image.get_attribute("src") != before
    page.wait_for_function("document.querySelector('.explorer img').complete")
    assert image.evaluate("image => image.naturalWidth") > 0
    assert reader.wrong == []
    explorer.screenshot(path=picture("explorer"))

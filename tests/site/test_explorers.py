"""Explorers are drawn in the page, move with all their sliders, and say what the package says."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

import evalmetrics as em
import evalmetrics_book as book
from tests.book.notebooks import topics

from .conftest import BOOK, picture

pytestmark = pytest.mark.site
DRAWN = ["02", "05", "07", "51"]
DECISIVE = {"02": 2}  # which of its sliders does the task, if not the first: an alarm is right by specificity
STILL = ["32", "61"]  # words to edit and nine menus
EXPLORER = 'class="explorer moving"'
SENTENCE = r"\[[\w, ]+: to be moved in JupyterLab; the cell above shows it standing still\]"


@cache
def pages(number: str) -> dict[str, str]:
    """The pages of a topic by their addresses, those with an explorer first."""
    names = [f"notebooks/{own.page}.html" for own in topics()[number]]
    found = {name: (BOOK / name).read_text(encoding="utf-8") for name in names}
    return dict(sorted(found.items(), key=lambda page: EXPLORER not in page[1]))


def test_all_sliders_move_and_what_cannot_says_so() -> None:
    told = {number: "".join(pages(number).values()) for number in topics()}
    assert [number for number, text in told.items() if EXPLORER in text] == DRAWN
    assert [number for number, text in told.items() if re.search(SENTENCE, text)] == STILL


def positions(count: int) -> list[list[float]]:
    """Where sliders are put, between 0 and 1: all at either end, and some places between."""
    return [[0.0] * count, [1.0] * count, *([0.11 + 0.29 * k + 0.13 * i for i in range(count)] for k in range(3))]


def moved(readers: Any, chapter: str) -> list[tuple[dict[str, Any], str]]:
    """What an explorer that is drawn in the page comes to, and says, with its sliders in several places."""
    reader = readers["phone, dark"]
    text = pages(chapter)
    page = reader.goto(next(name for name in text if "explorer moving" in text[name]))
    box, found = page.locator(".moving").first, []
    for places in positions(box.locator("input").count()):
        for slider, place in zip(box.locator("input").all(), places, strict=True):
            slider.evaluate("(slider, place) => { slider.value = place; }", place)
        before = box.locator("svg").first.inner_html()
        box.evaluate("box => { box.found = null; box.dispatchEvent(new Event('input')); }")
        page.wait_for_function("document.querySelector('.moving').found")
        plain = (
            "box => JSON.parse(JSON.stringify(box.found, (key, own) => typeof own === 'function' ? undefined : own))"
        )
        found.append((box.evaluate(plain), str(box.locator("output").text_content())))
        assert before != box.locator("svg").first.inner_html()
    assert reader.wrong == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    ends = "words => words.map(own => own.getBBox()).map(place => [place.x, place.x + place.width])"
    assert all(0 <= left < right <= 340 for left, right in box.locator("svg text").evaluate_all(ends))
    box.screenshot(path=picture(f"explorer_{chapter}"))
    return found


def test_predictive_values_are_those_of_the_package(readers: Any) -> None:
    for found, said in moved(readers, "02"):
        at = [found["prevalence"]], found["found"] / found["ill"], 1 - found["alarmed"] / (10_000 - found["ill"])
        ppv, npv = em.predictive_values(*at).iloc[0]
        assert said.endswith(f"PPV {ppv:.3f}, NPV {npv:.3f}")


def test_thresholds_are_operating_points(readers: Any) -> None:
    people = book.walkthrough_scores()
    for found, said in moved(readers, "05"):
        point = book.operating_point(people["truth"], people["score"], found["threshold"], cost_of_miss=10.0)
        assert said == str(point)


def test_intervals_are_quantiles_of_accuracies_of_resamples(readers: Any) -> None:
    for found, said in moved(readers, "07"):
        right, scores = np.array(found["own"]), np.array(found["scores"])
        low, high = np.quantile(scores, [0.025, 0.975])
        assert f"{right.mean():.3f} [{low:.3f}, {high:.3f}] (95 %, percentile)" in said
        assert sum(found["counts"]) == len(right)
        assert (
            abs(scores.mean() - right.mean())
            < 5 * np.sqrt(right.mean() * (1 - right.mean()) / len(right) / len(scores)) + 1e-9
        )


def test_kappas_are_those_of_the_package(readers: Any) -> None:
    for found, said in moved(readers, "51"):
        agreement, kappa = book.expected_agreement(found["accuracy"], found["prevalence"])
        assert said.endswith(f"agreement {agreement:.2f}, kappa {kappa:.2f}")


@pytest.mark.parametrize("chapter", DRAWN)
def test_the_keyboard_moves_it_and_the_task_can_be_done(readers: Any, chapter: str) -> None:
    text = pages(chapter)
    page = readers["desk, light"].goto(next(name for name in text if "explorer moving" in text[name]))
    box = page.locator(".moving").first
    said = box.locator("output").text_content()
    slider = box.locator("input").nth(DECISIVE.get(chapter, 0))
    slider.focus()
    page.keyboard.press("ArrowLeft" if slider.input_value() == "1" else "ArrowRight")
    page.wait_for_function("said => document.querySelector('.moving output').textContent !== said", arg=said)
    assert "Done" not in box.locator(".task").inner_text()
    for step in range(501):
        slider.evaluate("(slider, place) => { slider.value = place; }", step / 500)
        box.evaluate("box => { box.found = null; box.dispatchEvent(new Event('input')); }")
        page.wait_for_function("document.querySelector('.moving').found")
        if "Done" in box.locator(".task").inner_text():
            return
    pytest.fail("no place of the slider does the task")

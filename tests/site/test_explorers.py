"""Explorers move on the page, all their sliders, and say what the package says."""

import json
import re
from functools import cache
from itertools import product
from typing import Any

import pytest

import evalmetrics as em
import evalmetrics_book as book
from tests.book.notebooks import topics

from .conftest import BOOK, picture

pytestmark = pytest.mark.site
MOVING = ["02", "03", "04", "05", "06", "07", "12", "21", "44", "51", "61"]
STILL = ["32", "61"]  # words to edit and nine menus: no table holds what they can say
EXPLORER = 'class="explorer"'
SCRIPT = EXPLORER + r'.*?<script type="application/json">(.*?)</script>'
SENTENCE = r"\[[\w, ]+: to be moved in JupyterLab; the next cell shows it standing still\]"


@cache
def pages(number: str) -> dict[str, str]:
    """The pages of a topic by their addresses, those with an explorer first."""
    names = [f"notebooks/{own.page}.html" for own in topics()[number]]
    found = {name: (BOOK / name).read_text(encoding="utf-8") for name in names}
    return dict(sorted(found.items(), key=lambda page: EXPLORER not in page[1]))


def states(chapter: str) -> list[tuple[tuple[float, ...], str]]:
    """What the explorer of a chapter says at every stop of its sliders."""
    told = json.loads(re.search(SCRIPT, "".join(pages(chapter).values()), re.DOTALL)[1])
    return list(zip(product(*told["stops"]), told["said"], strict=True))


def sliders(chapter: str) -> int:
    """How many sliders move on the page."""
    return len(states(chapter)[0][0])


def test_all_sliders_move_and_what_cannot_says_so() -> None:
    told = {number: "".join(pages(number).values()) for number in topics()}
    assert [number for number, text in told.items() if EXPLORER in text] == MOVING
    assert [sliders(chapter) for chapter in MOVING] == [3, 1, 1, 1, 2, 3, 2, 1, 2, 2, 1]
    assert [number for number, text in told.items() if re.search(SENTENCE, text)] == STILL


@pytest.mark.parametrize("chapter", MOVING)
def test_every_state_has_its_picture_and_they_differ(chapter: str) -> None:
    name, text = next(iter(pages(chapter).items()))
    found = re.search(r'<img[^>]* src="(explorers/[^"]+/)(\d+)\.png"', text.partition(EXPLORER)[2])
    pictures = [(BOOK / name).parent / found[1] / f"{k}.png" for k in range(len(states(chapter)))]
    assert int(found[2]) in range(len(pictures))
    assert len({path.read_bytes() for path in pictures}) > 0.9 * len(pictures)


def test_thresholds_are_operating_points() -> None:
    people = book.walkthrough_scores()
    told = states("05")
    assert len(told) > 10
    for (threshold,), said in told:
        assert said == str(book.operating_point(people["truth"], people["score"], threshold, cost_of_miss=10.0))


def test_predictive_values_are_those_of_the_package() -> None:
    told = states("02")
    assert len(told) > 100
    for (prevalence, sensitivity, specificity), said in told:
        ppv, npv = em.predictive_values([prevalence], sensitivity, specificity).iloc[0]
        assert said.endswith(f"PPV {ppv:.3f}, NPV {npv:.3f}")


def test_curves_of_two_classes_are_those_of_the_package() -> None:
    for (distance, share), said in states("06")[::7]:
        data = book.two_normal_classes(distance, share)
        auc, ap = float(em.roc_auc(*data)), float(em.average_precision(*data))
        assert f"AUC {auc:.3f}, average precision {ap:.3f}" in said


def test_averages_are_those_of_the_package() -> None:
    for (times,), said in states("03"):
        cm = book.resize_class(book.example_matrix("ex1"), "neutral", times)
        assert f"macro {em.macro_f_score(cm, zero_division=0.0):.3f}" in said
        assert f"micro {em.micro_f_score(cm, zero_division=0.0):.3f}" in said


def test_kappas_and_clusters_are_those_of_the_package() -> None:
    for (prevalence, accuracy), said in states("51"):
        agreement, kappa = book.expected_agreement(accuracy, prevalence)
        assert said.endswith(f"agreement {agreement:.2f}, kappa {kappa:.2f}")
    for (apart, k), said in states("44")[::9]:
        _, clouds, clusters = book.clustered_clouds(apart, int(k))
        assert said.endswith(f"ARI {em.adjusted_rand_index(clouds, clusters):.3f}")


@pytest.mark.parametrize("chapter", MOVING)
def test_every_slider_moves_numbers_and_picture(readers: Any, chapter: str) -> None:
    reader = readers["phone, light"]
    opened = reader.goto(next(iter(pages(chapter))))
    explorer = opened.locator(".explorer").first
    said, image = explorer.locator("output"), explorer.locator("img")
    for slider in explorer.locator("input").all():
        before = image.get_attribute("src")
        at_its_end = slider.input_value() == slider.get_attribute("max")
        slider.focus()
        opened.keyboard.press("Home" if at_its_end else "End")
        assert image.get_attribute("src") != before
        assert image.get_attribute("alt") == said.text_content()
    state = int(re.search(r"(\d+)\.png", image.get_attribute("src"))[1])
    assert said.text_content() == states(chapter)[state][1]
    image.evaluate("image => image.decode()")
    assert image.evaluate("image => image.naturalWidth") > 0
    assert reader.wrong == []
    explorer.screenshot(path=picture(f"explorer_{chapter}"))

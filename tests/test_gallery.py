"""The gallery: for every metric a worse system that it likes, and what tells it from a better one."""

import re
from collections import Counter

import pytest

import evalmetrics
from evalmetrics import card
from evalmetrics.cards import all_cards
from evalmetrics_book import gallery, pictures

from .table import unlike

CARDS, ROWS = all_cards(), pictures.rows()
HUNG = [name for name in CARDS if name in ROWS]
LIKES = {  # which of two values looks better, by what a card says of its ends
    "higher": lambda one, other: one >= other,
    "lower": lambda one, other: one <= other,
    "0 is best": lambda one, other: abs(one) <= abs(other),
    "nearer to 0": lambda one, other: abs(one) <= abs(other),
}


def likes_the_worse(name):
    """Whether the metric scores the bad system at least as well, and what catches it scores the good one better."""
    row, shown = ROWS[name], pictures.hung(name)
    likes = LIKES[row.get("better", card(name).better)]
    catches = LIKES[row.get("caught") or card(pictures.caught_by(row)).better]
    bad, good = shown["its bad"], shown["its good"]
    return likes(shown["bad"], shown["good"]) and catches(good, bad) and bad != good


def test_every_card_hangs_in_the_gallery_and_nothing_else_does():
    wanted = {*CARDS, *(ROWS.keys() & {*dir(evalmetrics)})}  # that a metric has a card is held elsewhere
    row = "[{name}] in book/evalmetrics_book/data/gallery.toml: two systems, and what tells them apart"
    assert unlike(ROWS, wanted, row) == []
    stories = Counter(row["story"] for row in ROWS.values())
    assert [f"another story than {story!r}" for story, n in stories.items() if n > 1] == [], "each has its own title"


@pytest.mark.parametrize("name", HUNG)
def test_the_metric_likes_the_worse_system_and_something_tells_them_apart(name):
    assert likes_the_worse(name)


@pytest.mark.parametrize("name", HUNG)
def test_a_row_is_about_its_metric_and_caught_by_something_else(name):
    row = ROWS[name]
    assert re.search(rf"\b{name}\(", row["score"])
    assert row["score"] != row["catch"]
    assert row["bad"] != row["good"]
    if "by" not in row:
        assert card(pictures.caught_by(row)).function != name or pictures.caught_by(row) in CARDS[name].also
        assert "caught" not in row  # the card says which end is better
    assert all(re.search(r"\bp\b", row[expression]) for expression in ("score", "catch"))


@pytest.mark.parametrize("name", ["accuracy", "wer", "roc_auc", "cohen_kappa", "preference_bias"])
def test_the_two_systems_cannot_change_places(name, monkeypatch):
    row = ROWS[name]
    monkeypatch.setitem(ROWS, name, {**row, "bad": row["good"], "good": row["bad"]})
    assert not likes_the_worse(name)


def test_the_table_is_of_those_that_were_asked_for():
    table = gallery("recall", "f1_score")
    assert table.index.to_list() == ["recall", "f_score"]  # F1 is a form of F
    assert table.loc["recall", "caught by"] == "precision"
    assert table.loc["recall", "cannot see"] == CARDS["recall"].blind_to
    assert table.loc["recall", ["bad", "good", "its bad", "its good"]].to_list() == [1, 0.8, 0.5, 1]
    with pytest.raises(ValueError, match="there is no card of 'charm'"):
        gallery("charm")

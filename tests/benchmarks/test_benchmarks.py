"""Tests do not time anything: they hold that both sides do the same work, and that what is quoted was measured."""

import re

import pytest

from .__main__ import QUOTED, README, README_QUOTES, RESULTS, duration, quoted
from .rows import ROWS

RECORDED = RESULTS.read_text(encoding="utf-8")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.work)
def test_both_sides_agree(row):
    arguments = row.given(min(row.size, 300))
    assert row.agree(row.ours(*arguments), row.peer(*arguments))


@pytest.mark.parametrize("row", [row for row in ROWS if not row.times_itself], ids=lambda row: row.work)
def test_other_work_is_noticed(row):
    truths, answers = row.given(300)
    assert not row.agree(row.ours(truths, answers), row.peer(truths, answers[::-1]))


def test_readme_quotes_five_of_the_results():
    quotes = QUOTED.search(README.read_text(encoding="utf-8"))[0]
    assert quotes == quoted(RECORDED)
    assert len(quotes.splitlines()) == 2 + len(README_QUOTES)


def test_results_are_of_these_rows_and_reach_what_is_wanted():
    lines = re.findall(r"^\| (.+?) \| (.+?) \| [\d.].* \| (\S+) \|(?: ≥ (\S+))?", RECORDED, flags=re.MULTILINE)
    assert [line[:2] for line in lines] == [(row.work, row.peer_name) for row in ROWS]
    assert [line[3] for line in lines] == ["" if row.at_least is None else f"{row.at_least:g}" for row in ROWS]
    assert all(float(ratio.replace(",", "")) >= float(wanted or 0) for *_, ratio, wanted in lines)


def test_durations_have_a_unit():
    assert [duration(t) for t in (12.34, 0.05, 4.5e-5, 2e-8)] == ["12.3 s", "50 ms", "45 µs", "0.02 µs"]

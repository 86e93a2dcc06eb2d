"""Tests do not time anything: they hold that both sides do the same work, and that what is quoted was measured."""

import re
from dataclasses import replace
from importlib.util import find_spec
from statistics import median

import pytest

from evalmetrics_book import measured_parts

from . import growth, parts
from .__main__ import QUOTED, README, RESULTS, duration, quoted, wanted
from .rows import QUOTED_IN_README, ROWS

RECORDED = RESULTS.read_text(encoding="utf-8")


def installed(row):
    """What the row is given in a test, unless its peer comes with `make bench` and is not there."""
    if row.package is not None:
        pytest.importorskip(row.package)
    return row.given(min(row.size, 300))


def name(row):
    return f"{row.work} ({row.peer_name})"


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_both_sides_agree(row):
    arguments = installed(row)
    assert row.agree(row.ours(*arguments), row.peer(*arguments))


@pytest.mark.parametrize("row", [row for row in ROWS if not row.times_itself], ids=name)
def test_other_work_is_noticed(row):
    truths, answers = installed(row)
    assert not row.agree(row.ours(truths, answers), row.peer(truths, answers[::-1]))


def test_readme_quotes_five_of_the_results_that_are_typical():
    quotes = QUOTED.search(README.read_text(encoding="utf-8"))[0]
    assert quotes == quoted(RECORDED)
    assert len(quotes.splitlines()) == 2 + len(QUOTED_IN_README) == 2 + 5
    of_five, of_all = (median(float(each[2].replace(",", "")) for each in lines(table)) for table in (quotes, RECORDED))
    assert of_five <= of_all


def lines(table):
    """Work, peer, ratio and what follows, of each line of a table."""
    return re.findall(r"^\| (.+?) \| (.+?) \| \d.*? \| .+? \| (\S+) \|(?: (.+) \|)?$", table, flags=re.MULTILINE)


def test_results_are_of_these_rows_and_reach_what_is_wanted():
    recorded = lines(RECORDED)
    assert [line[:2] for line in recorded] == [(row.work, row.peer_name) for row in ROWS]
    for row, (_, _, ratio, what) in zip(ROWS, recorded, strict=True):
        measured = float(ratio.replace(",", ""))
        assert measured >= row.accepted, name(row)
        assert measured >= 1 or row.missed, name(row)
        assert what == wanted(row, measured), name(row)


def test_durations_have_a_unit():
    assert [duration(t) for t in (12.34, 0.05, 4.5e-5, 2e-8)] == ["12.3 s", "50 ms", "45 µs", "0.02 µs"]


def test_growth_is_of_these_families_and_within_bounds():
    page = growth.PAGE.read_text(encoding="utf-8")
    assert page.startswith(growth.TEXT)
    rows = [line.split(" | ") for line in page[len(growth.TEXT) :].splitlines()]
    assert [row[0][2:] for row in rows] == [growth.what(family) for family in growth.FAMILIES]
    assert all(float(slope) <= float(bound) for _, _, slope, bound, *_ in rows)


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", growth.FAMILIES, ids=lambda family: family.name)
def test_time_grows_no_faster_than_the_page_says(family):
    alone = replace(family, peer=None)
    slopes = (growth.slope(family.sizes, growth.times(alone)[0]) for _ in range(3))  # others use the machine, too
    assert any(slope <= family.at_most for slope in slopes)


def test_parts_take_a_fraction_of_the_memory_of_one_pass():
    table = measured_parts()
    assert parts.PAGE.read_text(encoding="utf-8") == parts.page(table)
    assert set(table["program"]) <= {says for says, _, _ in parts.PROGRAMS.values()}
    memory = table[table["parts"] == parts.PARTS].pivot(index="rows", columns="program", values="MB")
    assert list(memory.index) == list(parts.SIZES[: len(memory)])
    ours, one_pass = (memory[parts.PROGRAMS[name][0]] for name in ("of_parts", "in_one_pass"))
    largest = one_pass.last_valid_index()
    assert 8 * ours[largest] < one_pass[largest]
    assert ours.iloc[-1] < 2 * ours.iloc[-2]  # it has stopped growing
    assert table["off"].max() < 1e-4


def test_the_programs_that_are_timed_over_parts_find_the_same(tmp_path):
    pytest.importorskip("pyarrow")
    files = parts.write(tmp_path, 400, 4)
    names = [name for name, (_, package, _) in parts.PROGRAMS.items() if find_spec(package) and name != "by_two"]
    scores = [parts.PROGRAMS[name][2](files) for name in names]
    for name, other in zip(names, scores, strict=True):
        assert other == pytest.approx(scores[0], abs=1e-3 if name == "updated" else 1e-12)

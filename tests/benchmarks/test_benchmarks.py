"""Tests do not time anything: they hold that both sides do the same work, and that what is quoted was measured."""

import re

import pytest

from . import parts
from .__main__ import QUOTED, README, RESULTS, duration, quoted, wanted
from .rows import QUOTED_IN_README, ROWS

RECORDED = RESULTS.read_text(encoding="utf-8")


def installed(row):
    """What the row is given in a test, unless its peer comes with `make bench` and is not there."""
    if row.package is not None:
        pytest.importorskip(row.package)
    return row.given(min(row.size, 300))


def name(row):
    """What a test of the row is called."""
    return f"{row.work} ({row.peer_name})"


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_both_sides_agree(row):
    arguments = installed(row)
    assert row.agree(row.ours(*arguments), row.peer(*arguments))


@pytest.mark.parametrize("row", [row for row in ROWS if not row.times_itself], ids=name)
def test_other_work_is_noticed(row):
    truths, answers = installed(row)
    assert not row.agree(row.ours(truths, answers), row.peer(truths, answers[::-1]))


def test_readme_quotes_five_of_the_results():
    quotes = QUOTED.search(README.read_text(encoding="utf-8"))[0]
    assert quotes == quoted(RECORDED)
    assert len(quotes.splitlines()) == 2 + len(QUOTED_IN_README) == 2 + 5


def test_results_are_of_these_rows_and_reach_what_is_wanted():
    lines = re.findall(r"^\| (.+?) \| (.+?) \| \d.*? \| .+? \| (\S+) \| (.+) \|$", RECORDED, flags=re.MULTILINE)
    assert [line[:2] for line in lines] == [(row.work, row.peer_name) for row in ROWS]
    for row, (_, _, ratio, what) in zip(ROWS, lines, strict=True):
        measured = float(ratio.replace(",", ""))
        assert measured >= row.accepted, name(row)
        assert what == wanted(row, measured), name(row)


def test_durations_have_a_unit():
    assert [duration(t) for t in (12.34, 0.05, 4.5e-5, 2e-8)] == ["12.3 s", "50 ms", "45 µs", "0.02 µs"]


def test_parts_take_a_fraction_of_the_memory_of_one_pass():
    lines = parts.PAGE.read_text(encoding="utf-8").splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \d", line)]
    assert [(row[0], row[1]) for row in rows] == [
        (f"{n:,}", says) for n in parts.SIZES for says, _ in parts.PROGRAMS.values()
    ]
    memory = {(row[0], row[1]): float(row[3].removesuffix(" MB").replace(",", "")) for row in rows}
    ours, one_pass = (memory[f"{parts.SIZES[-1]:,}", parts.PROGRAMS[name][0]] for name in ("in_parts", "in_one_pass"))
    assert 8 * ours < one_pass

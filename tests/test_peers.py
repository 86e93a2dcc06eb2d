"""What other libraries say under the same name: stored numbers, run again where the library is at hand."""

import math
import re
import tomllib
from pathlib import Path

import pandas as pd
import pytest
from packaging.requirements import Requirement

from evalmetrics_book import peer_table
from evalmetrics_book.peers import PUBLISHED_AS, cases, results, said, to_run, version_of
from tests.peers.run import as_csv, installed, moved

CASES, STORED, TABLE = cases(), results(), peer_table()
EXTRAS = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "optional-dependencies"
]
WANTED = {
    *["scikit-learn", "nltk", "sacrebleu", "rouge-score", "rouge", "jiwer", "statsmodels", "scipy", "pytrec_eval"],
    *["ranx", "hdbscan", "pycocotools", "krippendorff", "torchmetrics"],
}


def test_every_library_has_a_row_and_every_case_a_number():
    assert set(TABLE.index) == WANTED
    assert set(STORED) == {case["name"] for case in CASES}
    assert TABLE["name"].is_unique
    assert TABLE["rule"].str.endswith(".").all()


@pytest.mark.parametrize("case", to_run(), ids=lambda case: case["name"])
def test_a_library_says_what_is_stored(case):
    if not installed(case):
        pytest.skip(f"{case['library']} comes with `make peers`")
    used, number = STORED[case["name"]]
    if version_of(case) != used:
        pytest.skip(f"{case['library']} {version_of(case)}, stored was {used}: `make peers` says what moved")
    assert said(case) == pytest.approx(number, rel=1e-6, abs=1e-12)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_two_numbers_of_a_row_differ(case):
    row = TABLE[TABLE["name"] == case["name"]].iloc[0]
    assert math.isnan(row["here"]) or math.isinf(row["here"]) or abs(row["here"] - row["there"]) > 1e-3
    assert not math.isnan(row["there"])
    assert ("value" in case) == (row["version"] == "not run") == ("source" in case)
    assert "module" not in case or case["call"].startswith(case["module"].partition(".")[0])


def test_a_library_is_run_instead_where_that_is_asked_for(monkeypatch):
    monkeypatch.setattr("evalmetrics_book.peers.said", lambda case: -1.0)
    table = peer_table(run=["scipy"])
    assert (table.loc["scipy", "there"] == -1).all()
    pd.testing.assert_frame_equal(table.drop("scipy"), TABLE.drop("scipy"))
    for name in ("torchmetrics", "abacus"):
        with pytest.raises(ValueError, match="run must be one of"):
            peer_table(run=[name])


def test_readers_do_not_need_them():
    """The chapter runs what the book needs anyway; the others are an extra of their own."""
    book, peers = ({Requirement(r).name for r in EXTRAS[extra]} for extra in ("book", "peers"))
    run = {PUBLISHED_AS.get(case["library"], case["library"]) for case in to_run()} - {"scipy"}
    assert run == (run & book) | peers
    assert book.isdisjoint(peers)


def test_what_moved_is_said():
    before, after = (
        {"a": ("1", 0.5), "b": ("1", 0.5), "c": ("1", 1.0)},
        {"a": ("2", 0.5), "b": ("1", 0.25), "d": ("1", 2.0)},
    )
    assert moved(before, after) == [
        "a: 0.5 (1) → 0.5 (2)",
        "b: 0.5 (1) → 0.25 (1)",
        "c: 1 (1) → nothing",
        "d: nothing → 2 (1)",
    ]
    assert moved(after, after) == []
    assert re.fullmatch(r"name,version,value\na,2,0.5\nb,1,0.25\nd,1,2\n", as_csv(after))

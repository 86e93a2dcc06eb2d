"""Questions about printed numbers that were asked wrongly, or that nobody can answer: each says so."""

import pandas as pd
import pytest

from evalmetrics import (
    possible_correlations,
    possible_error_rate,
    possible_folds,
    possible_matrices,
    possible_ratings,
    possible_report,
    possible_table,
)
from evalmetrics.forensics.door import main


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_folds([(5, 5)] * 5, accuracy="0.5", ddof=5), ValueError, "less than the number of folds, 5"),
        (lambda: possible_folds([(5, 5)] * 5, accuracy="0.5", ddof="a"), TypeError, "ddof must be a whole number"),
        (lambda: possible_folds([(5, 5)] * 5, accuracy="0.5", ddof=-1), ValueError, "ddof must be at least 0"),
        (lambda: possible_matrices(positives=3, negatives=3), TypeError, "no score to ask about"),
        (
            lambda: possible_matrices(positives=3, negatives=3, n=7, accuracy="0.5"),
            ValueError,
            "sizes contradict each other",
        ),
        (lambda: possible_report({"a": 3}, accuracy="0.5"), ValueError, "at least two classes"),
        (lambda: possible_correlations([["1", ".5"], ["", ".9"]]), ValueError, "1 on its diagonal"),
    ],
)
def test_what_is_asked_wrongly_is_refused(call, error, message):
    with pytest.raises(error) as raised:
        call()
    assert message in str(raised.value)


def test_rows_that_nobody_looked_at_share_nothing():
    rows = pd.DataFrame({"accuracy": ["0.80", "0.75"]})
    assert "positives" not in possible_table(rows, "matrices", n=20_000).attrs
    assert possible_table(rows, "matrices", n=20).attrs["positives"] == list(range(21))


def test_edits_in_a_table_are_counts_where_they_are_whole():
    row = pd.DataFrame({"wer": ["12.5%"], "reference_words": ["40"], "deletions": ["1"]})
    assert possible_table(row, "error_rate")["verdict"].tolist() == ["possible"]
    assert possible_error_rate("12.5%", reference_words=40, deletions=1).verdict == "possible"


def test_a_scale_too_long_to_search_is_undecided():
    assert possible_ratings("500.0", n=100, sd="300.0").verdict == "undecided"


def test_settings_of_a_file_may_be_floats(tmp_path, capsys):
    path = tmp_path / "report.toml"
    path.write_text(
        '[[test]]\nstatistic = "t"\nvalue = "2.20"\np = "< .05"\ndf = 28.5\n\n'
        '[[interval]]\nestimate = "0.85"\nlow = "0.83"\nhigh = "0.87"\nlevel = 0.95\n',
        encoding="utf-8",
    )
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.count("\npossible: ") == 2

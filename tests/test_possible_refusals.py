"""Questions about printed numbers that were asked wrongly, or that nobody can answer: each says so."""

import pandas as pd
import pytest

from evalmetrics import (
    possible_bleu,
    possible_correlations,
    possible_error_rate,
    possible_folds,
    possible_matrices,
    possible_ratings,
    possible_report,
    possible_table,
    which_variant,
)
from evalmetrics.forensics.check import main
from evalmetrics.forensics.possible import bleu, correlations
from evalmetrics.forensics.possible.search import choices
from evalmetrics.forensics.possible.tables import cells_of

LINE = "BLEU = 38.63 77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = {} ref_len = {})"


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
        (lambda: possible_correlations([["1", ".5", ""], ["", "1", ".1"], ["", "", "1"]]), ValueError, "of x1 and x3"),
        (lambda: possible_report({"a": 3, "b": 4}, recall={"c": "0.5"}), ValueError, "no size: 'c'"),
        (lambda: possible_folds(5, positives=3, accuracy="0.5"), ValueError, "positives and negatives must be given"),
        (lambda: possible_bleu(LINE.format(0, 10)), ValueError, "lengths above 0, got hyp_len = 0 and ref_len = 10"),
        (lambda: possible_bleu(LINE.format(9, 0)), ValueError, "lengths above 0, got hyp_len = 9 and ref_len = 0"),
        (lambda: which_variant("bleu", "0.9", "a b", "c d").code(0), IndexError, "there are 0 matches, got 0"),
        (lambda: which_variant("bleu", "0.5774", "The cat sat", "the cat stood").code(9), IndexError, "matches, got 9"),
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


def test_cells_without_a_value_and_cells_with_many():
    rows = pd.DataFrame({"n": [10, 10], "accuracy": ["0.5", "0.5"], "f1": pd.array(["0.29", None], dtype="string")})
    assert possible_table(rows, "matrices")["verdict"].tolist() == ["possible", "possible"]
    assert cells_of({"folds": [[5, 5], [4]], "f1": None}) == {"folds": [[5, 5], [4]]}


def test_a_scale_too_long_to_search_is_undecided():
    assert possible_ratings("500.0", n=100, sd="300.0").verdict == "undecided"


def test_searches_that_end_without_an_answer_say_so(monkeypatch):
    long = "BLEU = 0.02 0.1/0.1/0.1/0.1 (BP = 1.000 ratio = 1.000 hyp_len = 9999 ref_len = 9999)"
    found = possible_bleu("BLEU = 33.78 55.6/51.0/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)")
    assert (found.verdict, "give sentences=" in found.reason) == ("undecided", True)
    monkeypatch.setattr(bleu, "COMBINATIONS", 3)
    found = possible_bleu(long.replace("0.02", "0.14"), sentences=1)
    assert (found.verdict, "3 combinations of matches tried" in found.reason) == ("undecided", True)
    monkeypatch.setattr(correlations, "ROUNDS", 0)
    found = possible_correlations([["1", ".9", ".9"], ["", "1", ".3"], ["", "", "1"]])
    assert (found.verdict, found.reason) == ("undecided", "0 projections found neither a matrix nor a proof")
    monkeypatch.setattr(choices, "branched", lambda *_: ("undecided", None))
    monkeypatch.setattr(choices, "whole", lambda *_: None)
    found = possible_report([3000, 5000, 2000], accuracy="0.714", macro_f1="0.7700", seconds=0.01)
    assert (found.verdict, "searches of 0.01 s" in found.checked) == ("undecided", True)
    assert found.reason == "neither a matrix was found nor a proof that there is none"


def test_what_would_mend_a_report_is_told():
    sizes = {"cat": 10, "dog": 20, "eel": 10}
    found = possible_report(sizes, precision={"cat": "0.8"}, recall={"cat": "0.6"}, f1={"cat": "0.6857"})
    assert ["f1 of cat", "0.6857", "F of the rounded precision and recall"] in found.repairs.to_numpy().tolist()
    found = possible_report(sizes, macro_precision="0.87", macro_recall="0.80", macro_f1="0.833", recall={"cat": "0.9"})
    assert ["macro_f1", "0.833", "F of the macro averages"] in found.repairs.to_numpy().tolist()
    found = possible_report(sizes, recall={"cat": "0.66", "dog": "0.66"}, accuracy="0.62", rounding="cut")
    assert found.verdict == "impossible"
    found = possible_report({"cat": 12, "dog": 20}, recall={"cat": "0.66"})
    assert ["rounding", "nearest", "cut"] in found.repairs.to_numpy().tolist()


def test_settings_of_a_file_may_be_floats(tmp_path, capsys):
    path = tmp_path / "report.toml"
    path.write_text(
        '[[test]]\nstatistic = "t"\nvalue = "2.20"\np = "< .05"\ndf = 28.5\n\n'
        '[[interval]]\nestimate = "0.85"\nlow = "0.83"\nhigh = "0.87"\nlevel = 0.95\n',
        encoding="utf-8",
    )
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out.count("\npossible: ") == 2

"""Tables of printed numbers, and the command for whoever does not program."""

import os
import re
import subprocess
import sys
import time

import pandas as pd
import pytest

from evalmetrics import possible_table
from evalmetrics.forensics import check
from evalmetrics.forensics.possible.search import time_limit
from evalmetrics.forensics.possible.tables import cells_of

REPORT = """\
[[matrices]]
name = "Table 2, ours"
positives = 100
negatives = 1000
accuracy = "0.8464"
recall = "0.81"
f1 = "0.4894"

[[matrices]]
name = "Table 2, <theirs>"
positives = 100
negatives = 1000
accuracy = "0.8474"

[[ratings]]
mean = "3.45"
n = 20
sd = "1.10"
scale = [1, 5]

[[test]]
statistic = "F"
df = [2, 30]
value = "3.10"
p = "< .05"
"""


def test_a_verdict_per_row():
    rows = pd.DataFrame(
        {"accuracy": ["0.8464", "0.8474"], "recall": ["0.81", ""], "f1": ["0.4894", None]}, index=["a", "b"]
    )
    found = possible_table(rows, "matrices", positives=100, negatives=1000)
    assert found["verdict"].to_dict() == {"a": "possible", "b": "impossible"}
    assert found.loc["b", "conflicts"] == "accuracy"


def test_rows_of_one_test_set_share_their_sizes():
    rows = pd.DataFrame({"recall": ["0.33", "0.25"], "specificity": ["0.50", "0.50"]})
    found = possible_table(rows, "matrices", n=10)
    assert set(found["verdict"]) == {"possible"}
    assert found.attrs["positives"] == []  # thirds and quarters of at most 9 positives, and halves of the rest
    both = possible_table(rows, "matrices", n=26)
    assert both.attrs["positives"] == [12, 24]


def test_rows_that_nobody_looked_at_share_nothing():
    rows = pd.DataFrame({"accuracy": ["0.80", "0.75"]})
    assert "positives" not in possible_table(rows, "matrices", n=20_000).attrs
    assert possible_table(rows, "matrices", n=20).attrs["positives"] == list(range(21))


def test_edits_in_a_table_are_counts_where_they_are_whole():
    row = pd.DataFrame({"wer": ["12.5%"], "reference_words": ["40"], "deletions": ["1"]})
    assert possible_table(row, "error_rate")["verdict"].tolist() == ["possible"]


def test_cells_without_a_value_and_cells_with_many():
    rows = pd.DataFrame({"n": [10, 10], "accuracy": ["0.5", "0.5"], "f1": pd.array(["0.29", None], dtype="string")})
    assert possible_table(rows, "matrices")["verdict"].tolist() == ["possible", "possible"]
    assert cells_of({"folds": [[5, 5], [4]], "f1": None}) == {"folds": [[5, 5], [4]]}


def test_texts_in_every_column():
    rows = pd.DataFrame(
        {"statistic": ["t", "F"], "df": ["28", "2, 30"], "value": ["2.20", "3.10"], "p": [".04", "< .05"]}
    )
    assert possible_table(rows, "test")["verdict"].tolist() == ["possible", "impossible"]
    rows = pd.DataFrame({"mean": ["3.45", "5.19"], "n": ["20", "28"]})
    assert possible_table(rows, "ratings")["verdict"].tolist() == ["possible", "impossible"]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_table([["1"]], "matrices"), TypeError, "rows must be a DataFrame"),
        (lambda: possible_table(pd.DataFrame(), "matrices"), TypeError, "at least one row"),
        (lambda: possible_table(pd.DataFrame({"a": ["1"]}), "matrix"), ValueError, "kind must be one of"),
        (lambda: possible_table(pd.DataFrame({"acc": ["1"]}), "matrices", n=5), TypeError, "acc is no score"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_report_is_checked(tmp_path, capsys):
    file, page = tmp_path / "report.toml", tmp_path / "page.html"
    file.write_text(REPORT, encoding="utf-8")
    assert check.main(["check", str(file), "--html", str(page)]) == 1
    said = capsys.readouterr().out
    assert "Table 2, ours\n-------------\npossible: accuracy 0.8464, recall 0.81 and f1 0.4894 can be true" in said
    assert "2 possible, 2 impossible, 0 undecided" in said
    assert "only the authors can tell" in said
    assert "fabricat" not in said
    written = page.read_text(encoding="utf-8")
    assert "Table 2, &lt;theirs&gt;: impossible" in written
    assert written.count("<section") == 4


def test_settings_of_a_file_may_be_floats(tmp_path, capsys):
    path = tmp_path / "report.toml"
    path.write_text(
        '[[test]]\nstatistic = "t"\nvalue = "2.20"\np = "< .05"\ndf = 28.5\n\n'
        '[[interval]]\nestimate = "0.85"\nlow = "0.83"\nhigh = "0.87"\nlevel = 0.95\n',
        encoding="utf-8",
    )
    assert check.main(["check", str(path)]) == 0
    assert capsys.readouterr().out.count("\npossible: ") == 2


def test_a_table_is_checked(tmp_path, capsys):
    file = tmp_path / "table.csv"
    file.write_text("name,positives,negatives,accuracy,recall\nours,100,1000,0.8464,0.81\n\n,100,1000,0.90,\n", "utf-8")
    assert check.main(["check", str(file)]) == 0
    assert "ours\n----\npossible" in capsys.readouterr().out
    file.write_text("mean,n\n5.19,28\n", encoding="utf-8")
    assert check.main(["check", str(file), "--kind", "ratings"]) == 1


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.toml", "[[matrices]]\nn = 10\naccuracy = 0.50\n", "a.toml, line 3, key accuracy: a number loses its last"),
        ("a.toml", '[[matrices]]\nn = 10\nacuracy = "0.50"\n', r"line 3, key acuracy: .* \(is it accuracy\?\)"),
        ("a.toml", '[[ratings]]\nmean = "3"\nn = 9\n\n[[ratings]]\nmean = "x"\nn = 5\n', "line 6, key mean: mean must"),
        ("a.toml", "[[matrix]]\nn = 10\n", r"line 1, key matrix: entries begin with one of \[\[matrices\]\]"),
        ("a.toml", "[[matrices]]\nn = ten\n", "a.toml, line 2: Invalid value"),
        ("a.toml", "", "has no entries; one reads"),
        ("a.csv", "n,accuracy\n10,0.5,1\n", "a.csv, line 2: 3 cells, and 2 names"),
        ("a.csv", "n,accuracy\nten,0.5\n", "line 2, key n: must be a whole number, got 'ten'"),
        ("a.csv", "n,accuracy\n10,good\n", "line 2, key accuracy: accuracy must be a decimal"),
        ("a.csv", "n,accuracy\n", "needs a line of names"),
        ("a.csv", "n,accuracy\n,\n", "has no entries; one reads"),
        ("a.csv", "n,accuracy,n\n10,0.5,10\n", "line 1: n stands twice in the line of names"),
        ("a.csv", "\nn,accuracy,\n10,0.5,\n", "line 2: a name is empty in the line of names"),
        ("a.csv", 'n,accuracy\n10,"0,5"\n', r'line 2, key accuracy: .*"0.43" \(with a point for the comma\)'),
        ("a.csv", 'n,accuracy\n"1,000",0.5\n', "line 2, key n: must be a whole number, got '1,000'"),
        ("a.csv", "n,accuracy\n10,-\n", "line 2: there is no score to ask about"),
        ("a.toml", '[[ratings]]\nmean = "3.45"\n', "line 1: n must be given, too"),
        ("a.toml", '[[interval]]\nlow = "0.1"\n', "line 1: estimate and high must be given, too"),
        ("a.toml", '[[report]]\nsizes = 5\naccuracy = "0.5"\n', "line 2, key sizes: sizes must be a mapping"),
        ("a.toml", '[[ratings]]\nmean = "3"\nn = 5\nscale = "1-5"\n', "line 4, key scale: scale must be whole numbers"),
        ("a.csv", 'sizes,accuracy\n"10.7,20",0.5\n', "key sizes: is not known here"),
        (
            "a.toml",
            '[[test]]\nstatistic = "t"\nvalue = "2"\np = ".1"\ndf = "x"\n',
            "line 5, key df: df must be numbers",
        ),
        ("a.toml", "[[matrices]]\nn = 10\nn = 11\n", "line 3: Cannot overwrite a value"),
        ("a.toml", "matrices = 3\n", "line 1, key matrices: entries begin with one of"),
        ("b.toml", None, "cannot be read"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_line_and_key(tmp_path, capsys, name, text, message):
    file = tmp_path / name
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert check.main(["check", str(file)]) == 2
    said = capsys.readouterr()
    assert re.search(message, said.out + said.err)
    assert ("1 not read" in said.out) != bool(said.err)


def test_every_row_and_every_error_is_reported(tmp_path, capsys):
    file = tmp_path / "table.csv"
    file.write_text(
        'System,n,accuracy\nours,10,0.5\ntheirs,10,"0.7\nolder,10,0.55\n\x1b[31mred,10,good\nlast,10,0.9\n',
        encoding="utf-8",
    )
    assert check.main(["check", str(file)]) == 3
    said = capsys.readouterr().out
    assert "2 possible, 1 impossible, 0 undecided, 2 not read" in said
    assert "line 3: a quote is opened and not closed in this line" in said
    assert "line 5, key accuracy: accuracy must be a decimal" in said
    assert "\\x1b[31mred\n" in said
    assert "\x1b" not in said
    file = tmp_path / "report.toml"
    file.write_text("[[matrices]]\nn = 10\n\n[[matrices]]\nn = x\n\n" + check.EXAMPLE, encoding="utf-8")
    assert check.main(["check", str(file)]) == 2
    said = capsys.readouterr().out
    assert "1 possible, 0 impossible, 0 undecided, 2 not read" in said
    assert "line 1: there is no score to ask about" in said
    assert "line 5: Invalid value. A text stands in quotes" in said


def test_a_table_in_percent_without_signs(tmp_path):
    file = tmp_path / "table.csv"
    file.write_text("Model,n,accuracy\nours,12,83.33\ntheirs,12,83.4\n", encoding="utf-8")
    answers = dict(check.checked_file(file))
    assert {name: answer.verdict for name, answer in answers.items()} == {"ours": "possible", "theirs": "impossible"}
    assert answers["ours"].assumptions["unit"] == "percent without a sign"


def test_thousands_of_rows_take_a_time_for_each(tmp_path):
    times = []
    for rows in (300, 3000):
        file = tmp_path / f"{rows}.toml"
        file.write_text('[[ratings]]\nmean = "3.45"\nn = 20\n\n' * rows, encoding="utf-8")
        start = time.process_time()
        assert len(check.checked_file(file)) == rows
        times.append(time.process_time() - start)
    assert times[1] < 20 * times[0]


@pytest.mark.parametrize(
    "text",
    [
        '[[matrices]]\npositives = 1000000000\nnegatives = 1000000000\naccuracy = "0.5"\nf1 = "0.5"\n',
        "[[matrices]]\nn = " + "9" * 5000 + '\naccuracy = "0.5"\n',
        "[[report]]\nsizes = " + "[" * 3000 + "]" * 3000 + "\n",
        '[[ratings]]\nmean = "3.45"\nsd = "1.10"\nn = 1000000000\n',
        '[[ranking]]\nmetric = "ndcg"\nscore = "0.5"\nn = 1000000000\nrelevant = 500000000\n',
        '[[area]]\nauc = "0.5"\npositives = 1000000000\nnegatives = 1000000000\n',
        '[[error_rate]]\nwer = "0.5"\nreference_words = 1000000000\n',
        '[[interval]]\nestimate = "0.5"\nlow = "0.4"\nhigh = "0.6"\nn = 1000000000000\n',
        '[[regression]]\nmae = "0.5"\nrmse = "0.6"\nn = 1000000000000\n',
        '[[folds]]\nfolds = 1000000000\npositives = 1000000000\nnegatives = 1000000000\nrecall = "0.5"\n',
        '[[matrices]]\nn = 20000000\nmcc = "0.5"\n',
        '[[test]]\nstatistic = "t"\nvalue = "1e300"\np = "1e-300"\ndf = 1e300\n',
        '[[matrices]]\nn = 10\naccuracy = "1e999"\n',
    ],
)
def test_no_file_ends_in_a_traceback(tmp_path, capsys, text, monkeypatch):
    monkeypatch.setattr(time_limit, "SECONDS", 0.5)
    file = tmp_path / "report.toml"
    file.write_text(text, encoding="utf-8")
    assert check.main(["check", str(file)]) in (0, 1, 2)


def test_cells_that_are_too_large_and_files_that_are_none(tmp_path, capsys):
    file = tmp_path / "table.csv"
    file.write_text("n,accuracy\n10," + "5" * 200_000 + "\n10,0.5\n", encoding="utf-8")
    assert check.main(["check", str(file)]) == 2
    assert "field larger than field limit" in capsys.readouterr().out
    os.mkfifo(tmp_path / "pipe.toml")
    assert check.main(["check", str(tmp_path / "pipe.toml")]) == 2
    assert "it is no file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("matrices", "\ufeffname,positives,negatives,accuracy\nours,100,1000,0.8464\n"),  # as spreadsheets begin a file
        ("matrices", "Name;Positives;Negatives;Accuracy\nours;100;1000;0,8464\n"),  # and write decimals elsewhere
        ("matrices", "Name;Positives;Negatives;F1\nours;100;1000;48,94 %\n"),
        ("matrices", "name,positives,negatives,jaccard,f1\nours,66,34,1,3\n"),  # whole percent
        ("matrices", "name\tpositives\tnegatives\taccuracy\nours\t100\t1000\t84.64%\n"),
        ("matrices", "name,positives,negatives,balanced accuracy,f1\nours,100.0,1000.0,0.8300,\N{EM DASH}\n"),
        ("report", 'name,sizes,accuracy\nours,"10, 20",.80\n'),
        ("ratings", 'name,mean,n,sd,scale\nours,3.45,20,1.10,"1,5"\n'),
        ("ratings", "name;mean;n;sd;scale\nours;3,45;20;1,10;1,5\n"),
        ("ratings", 'name,mean,se,n,scale\nours,5.54,0.60,1444,"0,1"\n'),  # percent, as the mean says
        ("test", "name;statistic;df;value;p\nours;F;2, 30;3,50;< ,05\n"),
        ("test", "name;statistic;df;value;p\nours;t;20;4,8478;9,8e-05\n"),
        ("error_rate", "name,wer,substitutions,deletions,reference_words\nours,60.5,39.0,5.8,172\n"),
        ("error_rate", "name,wer,substitutions,deletions,insertions,reference_words\nours,20.0,8.0,12.0,0.0,25\n"),
        ("error_rate", "name,wer,substitutions,deletions,insertions,reference_words\nours,20.0%,8.0,12.0,0.0,100\n"),
        ("regression", "name,mae,rmse\nours,0.50,0.52\n"),
    ],
)
def test_files_as_spreadsheets_write_them(tmp_path, kind, text):
    file = tmp_path / "table.csv"
    file.write_text(text, encoding="utf-8")
    ((name, answer),) = check.checked_file(file, kind)
    assert (name, answer.verdict) == ("ours", "possible")


def test_a_file_in_another_encoding(tmp_path):
    file = tmp_path / "table.csv"
    file.write_bytes(b"name,n,accuracy\nours,10,0.5\xa0\n")
    with pytest.raises(check.Refused, match="save it as text in UTF-8"):
        check.checked_file(file)


def test_sizes_in_quotes_are_sizes(tmp_path):
    file = tmp_path / "report.toml"
    file.write_text('[[matrices]]\npositives = "100"\nnegatives = "1000"\naccuracy = "0.8464"\n', encoding="utf-8")
    assert check.checked_file(file)[0][1].reason == "accuracy 0.8464 can be true"


def test_the_command_itself(tmp_path):
    file = tmp_path / "report.toml"
    file.write_text(check.EXAMPLE.replace("our system", "naïve ≥ 1"), encoding="utf-8")
    command = [sys.executable, "-m", "evalmetrics", "check", str(file)]
    plain = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=plain)
    assert done.returncode == 0, done.stderr
    assert r"na\xefve \u2265 1" in done.stdout
    assert "1 possible, 0 impossible, 0 undecided" in done.stdout

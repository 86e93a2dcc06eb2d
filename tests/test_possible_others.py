"""Areas, rankings, error rates, BLEU, correlations, tests and intervals: published cases, brute force, bad input."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest

from evalmetrics import (
    average_precision_at_k,
    ndcg,
    possible_area,
    possible_bleu,
    possible_correlations,
    possible_error_rate,
    possible_folds,
    possible_interval,
    possible_ranking,
    possible_regression,
    possible_test,
    printed,
    roc_auc,
)
from evalmetrics.forensics.possible import correlations
from evalmetrics.forensics.possible.search import time_limit
from evalmetrics.forensics.printed import ROUNDINGS

BLEU = "BLEU = {} 77.8/62.5/42.9/16.7 (BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)"


PARTS = {"BLEU": "38.63", "precisions": ["77.8", "62.5", "42.9", "16.7"], "hyp_len": 9, "ref_len": 10}


@pytest.mark.parametrize(
    ("changed", "verdict"),
    [
        ({}, "possible"),
        ({"BP": "0.895", "ratio": "0.900"}, "possible"),
        ({"BP": "0.9"}, "possible"),
        ({"BP": "0.91"}, "impossible"),
        ({"BLEU": "33.93"}, "impossible"),
        ({"precisions": "77.8/62.5/42.9/25.0"}, "impossible"),
    ],
)
def test_bleu_is_asked_by_its_parts_too(changed, verdict):
    assert possible_bleu({**PARTS, **changed}, sentences=1).verdict == verdict


def test_what_would_mend_an_area():
    found = possible_area("0.9166", positives=12, negatives=10)
    assert ["rounding", "nearest", "cut"] in found.repairs.to_numpy().tolist()
    found = possible_area("0.917", positives=3, negatives=2, ties=False)
    assert ["ties", "none", "some"] in found.repairs.to_numpy().tolist()


def test_an_area_that_cannot_be():
    found = possible_area("0.915", positives=12, negatives=10)
    assert found.verdict == "impossible"
    assert found.repairs.to_numpy().tolist() == [
        ["auc", "0.915", "0.912 or 0.917"],
        ["positives", "12", "13"],
        ["runs", "one", "if this is a mean of 3 runs"],
    ]
    assert possible_area("1.2", positives=3, negatives=3).verdict == "impossible"


@pytest.mark.parametrize("seed", range(60))
def test_areas_of_all_orders(seed):
    rng = np.random.default_rng(seed)
    p, n, ties = int(rng.integers(1, 4)), int(rng.integers(1, 4)), bool(rng.integers(2))
    # all that matters of a positive's score is how many negatives it beats, a tie being a half
    wins = range(2 * n + 1) if ties else range(0, 2 * n + 1, 2)
    areas = {Fraction(sum(each), 2 * p * n) for each in product(wins, repeat=p)}
    text, rounding = f"{rng.random():.{rng.integers(0, 4)}f}", str(rng.choice(ROUNDINGS))
    found = possible_area(text, positives=p, negatives=n, ties=ties, rounding=rounding)
    number = printed(text, rounding=rounding)
    right = [area for area in areas if area in number] or [area for area in areas if area in number.loosened()]
    assert (found.verdict == "possible") == bool(right)
    if right:
        assert found.count == len(right)
        area = roc_auc(found.witness["truth"], found.witness["score"])
        assert any(abs(area - float(each)) < 1e-12 for each in right)


@pytest.mark.parametrize("seed", range(40))
def test_scores_of_all_orders(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 9))
    relevant, k = int(rng.integers(1, n + 1)), int(rng.integers(1, n + 1))
    lists = [np.isin(np.arange(n), each).astype(int) for each in combinations(range(n), relevant)]
    scores = {
        "average_precision": [average_precision_at_k(each, k) for each in lists],
        "ndcg": [ndcg([each], [np.arange(n, 0, -1)], k=k) for each in lists],
        "recall": [each[:k].sum() / relevant for each in lists],
        "precision": [each[:k].mean() for each in lists],
        "reciprocal_rank": [1 / (1 + each.argmax()) if each[:k].any() else 0.0 for each in lists],
    }
    for metric, values in scores.items():
        text = f"{rng.choice(values) + rng.choice([0, 0.01]):.{rng.integers(1, 4)}f}"
        found = possible_ranking(metric, text, n=n, relevant=relevant, k=k)
        number = printed(text)
        right = [each.tolist() for each, x in zip(lists, values, strict=True) if near(number, x)]
        assert (found.verdict == "possible") == bool(right), (metric, text)
        assert found.witness is None or found.witness in right


def near(number, value):
    return float(number.low) - 1e-11 <= value <= float(number.high) + 1e-11


def test_zeros_that_are_no_digits():
    for text, words in (("78.00%", "whole percent"), ("77.90%", "1 decimal of percent"), ("0.7800", "2 decimals")):
        found = possible_area(text, positives=12, negatives=10)
        assert found.reason.endswith(f", if all numbers were rounded to {words}")
        assert words in found.assumptions["rounding"]
        assert possible_area(text, positives=12, negatives=10, rounding="any").verdict == "impossible"
    found = possible_test("F", df=(2, 64), value="1.30", p="0.27")  # R prints signif so
    assert found.reason.endswith(", if all numbers were rounded to 2 digits each")
    assert possible_regression(mae="4.88", rmse="6.14", mse="37.80", n=377).verdict == "possible"
    data = {"n": 144, "variance": "2.460597611691715"}  # in full, beside what was rounded
    assert possible_regression(mae="1.26500", rmse="1.59700", r2="-0.03656", **data).verdict == "possible"
    sd = {"recall": "0.000", "f1": "0.025"}
    assert possible_folds([(95, 98)] * 2, recall="0.880", f1="0.860", sd=sd, ddof=1).verdict == "possible"


def test_a_score_of_a_ranking_that_cannot_be():
    found = possible_ranking("average_precision", "0.80", n=5, relevant=2)
    assert found.repairs.to_numpy().tolist() == [["score", "0.80", "0.75 or 0.83"]]
    assert possible_ranking("ndcg", "0.5", n=100, relevant=20).verdict == "undecided"


@pytest.mark.parametrize(
    ("line", "options", "verdict"),
    [
        (BLEU.format("33.93"), {}, "impossible"),
        (BLEU.format("38.63"), {}, "possible"),
        (BLEU.format("38.63"), {"sentences": 1}, "possible"),
        (BLEU.format("38.70"), {"sentences": 1}, "impossible"),
        (BLEU.format("38.63").replace("62.5", "62.4"), {"sentences": 1}, "impossible"),
        (BLEU.format("38.63").replace("0.895", "0.985"), {}, "impossible"),
        (BLEU.format("38.63").replace("0.900", "0.800"), {}, "impossible"),
    ],
)
def test_lines_of_bleu(line, options, verdict):
    assert possible_bleu(line, **options).verdict == verdict


@pytest.mark.parametrize("smoothing", ["none", "exp"])
@pytest.mark.parametrize("seed", range(25))
def test_lines_that_sacrebleu_prints_are_never_called_impossible(seed, smoothing):
    sacrebleu = pytest.importorskip("sacrebleu")
    rng = np.random.default_rng(seed)
    count, words = int(rng.integers(1, 4 if seed % 2 else 60)), list("abcdefgh")
    texts = [rng.choice(words, size=rng.integers(4, 30)).tolist() for _ in range(count)]
    right = 0.8 if seed % 3 else 0.3
    heard = [
        [w if rng.random() < right else rng.choice(words) for w in text[: rng.integers(4, len(text) + 1)]]
        for text in texts
    ]
    joined = [" ".join(text) for text in heard]
    references = [[" ".join(text[::step]) for text in texts] for step in (1, -1)][: 1 + seed % 2]
    score = sacrebleu.corpus_bleu(joined, references, tokenize="none", smooth_method=smoothing)
    assert possible_bleu(str(score)).verdict != "impossible", str(score)
    assert possible_bleu(str(score), sentences=count).verdict != "impossible", str(score)


def test_words_are_counted_whatever_the_number_of_sentences():
    found = possible_bleu("BLEU = 51.30 51.3/51.3/51.3/51.3 (BP = 1.000 ratio = 1.000 hyp_len = 40 ref_len = 40)")
    assert (found.verdict, found.conflicts) == ("impossible", ("p1", "hyp_len"))
    assert found.repairs.to_numpy().tolist() == [["p1", "51.3", "52.5"]]


def test_searches_that_end_without_an_answer_say_so(monkeypatch):
    found = possible_bleu("BLEU = 51.30 51.3/51.3/51.3/51.3 (BP = 1.000 ratio = 1.000 hyp_len = 78 ref_len = 78)")
    assert (found.verdict, "give sentences=" in found.reason) == ("undecided", True)
    long = "BLEU = 0.14 0.1/0.1/0.1/0.1 (BP = 1.000 ratio = 1.000 hyp_len = 99999 ref_len = 99999)"
    with time_limit.within(0.05):
        found = possible_bleu(long, sentences=1)
    assert (found.verdict, found.reason) == ("undecided", "the time was over before it was decided")
    monkeypatch.setattr(correlations, "ROUNDS", 0)
    found = possible_correlations([["1", ".9", ".9"], ["", "1", ".3"], ["", "", "1"]])
    assert (found.verdict, found.reason) == ("undecided", "0 projections found neither a matrix nor a proof")


def test_a_smoothed_order_has_no_match():
    line = "BLEU = 11.51 60.0/12.5/8.3/6.2 (BP = 0.819 ratio = 0.833 hyp_len = 5 ref_len = 6)"
    found = possible_bleu(line, sentences=1)
    assert (found.verdict, found.witness["matches"].tolist()) == ("possible", [3, 0, 0, 0])
    assert found.reason.endswith("with smoothing 'exp'")
    assert found.assumptions["smoothing"] == "exp"


OF_OTHERS = [  # multi-bleu.perl, fairseq, sacrebleu 1 and 2 with signatures, shares, nothing at all
    "BLEU = 38.63, 77.8/62.5/42.9/16.7 (BP=0.895, ratio=0.900, hyp_len=9, ref_len=10)",
    "BLEU4 = 38.63, 77.8/62.5/42.9/16.7 (BP=0.895, ratio=0.900, syslen=9, reflen=10)",
    "BLEU+case.mixed+numrefs.1+smooth.exp+tok.13a+version.1.4.14 = 38.6 77.8/62.5/42.9/16.7 "
    "(BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)",
    "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:floor[0.10]|version:2.6.0 = 38.63 77.8/62.5/42.9/16.7 "
    "(BP = 0.895 ratio = 0.900 hyp_len = 9 ref_len = 10)",
    {"BLEU": "0.3863", "precisions": "0.778/0.625/0.429/0.167", "hyp_len": 9, "ref_len": 10},
    "BLEU = 0.00 0.0/0.0/0.0/0.0 (BP = 0.000 ratio = 0.000 hyp_len = 0 ref_len = 5)",
    "BLEU = 100.00 100.0/100.0/0.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 2 ref_len = 2)",
]


@pytest.mark.parametrize("line", OF_OTHERS)
def test_lines_of_other_programs(line):
    assert possible_bleu(line).verdict == "possible"


def test_what_a_line_says_of_its_smoothing_holds():
    line = "BLEU|nrefs:1|eff:{}|tok:13a|smooth:{}|version:2.6.0 = {} "
    line += "100.0/{}/0.0/0.0 (BP = 1.000 ratio = 1.000 hyp_len = 1 ref_len = 1)"
    assert possible_bleu(line.format("yes", "exp", "100.00", "0.0"), sentences=1).verdict == "possible"
    assert possible_bleu(line.format("no", "exp", "100.00", "0.0"), sentences=1).verdict == "impossible"
    with_comma = "BLEU = 11.51, 60.0/12.5/8.3/6.2 (BP=0.819, ratio=0.833, hyp_len=5, ref_len=6)"
    assert possible_bleu(with_comma).verdict == "impossible"  # multi-bleu.perl does not smooth
    assert possible_bleu(with_comma.replace(",", "")).verdict == "possible"


def test_short_sentences_mend_a_line():
    line = "BLEU = 84.86 100.0/100.0/77.8/66.7 (BP = 1.000 ratio = 1.000 hyp_len = 17 ref_len = 17)"  # 2, 5, 5, 5 words
    assert possible_bleu(line).verdict == possible_bleu(line, sentences=4).verdict == "possible"
    assert possible_bleu(line.replace("17", "170"), sentences=40).verdict == "possible"  # ten times as long


@pytest.mark.parametrize("seed", range(60))
def test_error_rates_of_all_edits(seed):
    rng = np.random.default_rng(seed)
    words = int(rng.integers(1, 8))
    text = f"{rng.integers(0, 1200) / 1000:.{rng.integers(1, 4)}f}"
    known = {"substitutions": int(rng.integers(0, 4))} if rng.random() < 0.5 else {}
    if rng.random() < 0.5:
        known["hypothesis_words"] = int(rng.integers(0, 10))
    every = [
        {"substitutions": s, "deletions": d, "insertions": i}
        for s in range(words + 1)
        for d in range(words + 1 - s)
        for i in range(20)
    ]
    right = [
        edits
        for edits in every
        if Fraction(sum(edits.values()), words) in printed(text)
        and edits["substitutions"] == known.get("substitutions", edits["substitutions"])
        and words - edits["deletions"] + edits["insertions"]
        == known.get("hypothesis_words", words - edits["deletions"] + edits["insertions"])
    ]
    found = possible_error_rate(text, reference_words=words, **known)
    assert (found.verdict == "possible") == bool(right)
    assert found.witness is None or found.witness.to_dict() in right


def test_what_would_mend_an_error_rate():
    found = possible_error_rate("12.3%", reference_words=40)
    assert found.repairs.to_numpy().tolist() == [
        ["wer", "12.3%", "12.5%"],
        ["runs", "one", "if this is a mean of 10 runs"],
    ]
    found = possible_error_rate("0.16", reference_words=6)
    assert found.repairs.to_numpy().tolist()[1:3] == [["rounding", "nearest", "cut"], ["rounding", "nearest", "any"]]


def test_an_error_rate_with_rates_of_its_parts():
    found = possible_error_rate("12.5%", reference_words=40, substitutions="5.0%", deletions="2.5%", insertions="5.0%")
    assert found.witness.to_dict() == {"substitutions": 2, "deletions": 1, "insertions": 2}
    found = possible_error_rate("12.5%", reference_words=40, substitutions="5.0%", deletions="2.5%", insertions="2.5%")
    assert found.conflicts == ("wer", "substitutions", "deletions", "insertions")


@pytest.mark.parametrize(
    ("rows", "verdict"),
    [
        ([["1", ".9", ".9"], ["", "1", ".3"], ["", "", "1"]], "impossible"),
        ([["1", ".90", ".20"], ["", "1", ".61"], ["", "", "1"]], "possible"),
        ([["1", "1.1"], ["", "1"]], "impossible"),
        ([["1", "1.0"], ["", "1"]], "possible"),
        ([["", "-.6", "-.6", ".1"], ["", "", "-.6", ".1"], ["", "", "", ".1"], ["", "", "", ""]], "impossible"),
    ],
)
def test_tables_of_correlations(rows, verdict):
    assert possible_correlations(rows).verdict == verdict


def test_which_correlations_contradict():
    table = pd.DataFrame(
        [["1", "-.6", "-.6", ".1"], ["", "1", "-.6", ".1"], ["", "", "1", ".1"], ["", "", "", "1"]],
        index=list("abcd"),
        columns=list("abcd"),
    )
    found = possible_correlations(table)
    assert found.conflicts == ("a, b", "a, c", "b, c")
    assert found.repairs["change"].tolist() == ["a, b", "a, c", "b, c"]


@pytest.mark.parametrize("seed", range(40))
def test_three_correlations_by_their_determinant(seed):
    rng = np.random.default_rng(seed)
    a, b, c = (f"{x:.2f}" for x in rng.uniform(-1, 1, 3))
    found = possible_correlations([["1", a, b], ["", "1", c], ["", "", "1"]])
    ends = [np.linspace(float(printed(x).low), float(printed(x).high), 21) for x in (a, b, c)]
    x, y, z = np.meshgrid(*ends)
    largest = (1 + 2 * x * y * z - x * x - y * y - z * z)[(abs(x) <= 1) & (abs(y) <= 1) & (abs(z) <= 1)].max()
    assert abs(largest) < 1e-3 or found.verdict == ("possible" if largest > 0 else "impossible")


@pytest.mark.parametrize(
    ("test", "verdict"),
    [
        ({"statistic": "t", "df": 28, "value": "2.20", "p": "= .03"}, "impossible"),
        ({"statistic": "t", "df": 28, "value": "2.20", "p": "= .04"}, "possible"),
        ({"statistic": "t", "df": 28, "value": "2.20", "p": "= .02"}, "possible"),  # of one side
        ({"statistic": "t", "df": 28, "value": "2.20", "p": "= .02", "sides": (2,)}, "impossible"),
        ({"statistic": "t", "df": 28, "value": "-2.20", "p": "= .04"}, "possible"),
        ({"statistic": "F", "df": (2, 30), "value": "3.10", "p": "< .05"}, "impossible"),
        ({"statistic": "chi2", "df": 1, "value": "3.84", "p": "= .05"}, "possible"),
        ({"statistic": "r", "df": 28, "value": ".361", "p": "= .05"}, "possible"),
        ({"statistic": "r", "df": 28, "value": ".36", "p": "= .001"}, "impossible"),
        ({"statistic": "z", "value": "1.96", "p": "= .05"}, "possible"),
        ({"statistic": "z", "value": "4.2", "p": "<.001"}, "possible"),
        ({"statistic": "chi2", "df": 1, "value": "-2.20", "p": ".17"}, "impossible"),
        ({"statistic": "t", "df": 28, "value": "2.20", "p": "= .2"}, "impossible"),
    ],
)
def test_statistics_and_their_p_values(test, verdict):
    assert possible_test(test.pop("statistic"), **test).verdict == verdict


def test_a_decision_that_changes():
    found = possible_test("F", df=(2, 30), value="3.10", p="< .05")
    assert "it is called significant at 0.05 and is not" in found.reason
    found = possible_test("t", df=28, value="2.20", p="= .20")
    assert "it is called not significant at 0.05 and is" in found.reason


def test_a_bound_that_is_broken_is_named():
    assert "; F is at least 0" in possible_test("F", df=(1, 10), value="-2.20", p=".17").reason
    assert "; r is at least -1 and at most 1" in possible_test("r", df=10, value="1.5", p=".17").reason
    assert "; AUC lies between 0 and 1" in possible_area("1.2", positives=3, negatives=3).reason
    assert "; ndcg lies between 0 and 1" in possible_ranking("ndcg", "1.2", n=5, relevant=2).reason
    assert "; r lies between -1 and 1" in possible_correlations([["1", "1.1"], ["", "1"]]).reason
    assert possible_correlations([["100", "87.1"], ["", "100"]]).assumptions["unit"] == "percent without a sign"


def test_which_n_makes_an_interval_so_wide():
    found = possible_interval("0.85", "0.83", "0.87", method=["wald"])
    assert found.witness.loc["wald", ["least n", "largest n"]].tolist() == [784, 2176]
    assert possible_interval("0.85", "0.83", "0.87", n=200).repairs["change"].tolist()[0] == "n"
    assert possible_interval("0.85", "0.87", "0.90").verdict == "impossible"
    assert possible_interval("0.85", "0.70", "0.87", method=["wald"]).verdict == "impossible"
    assert possible_interval("0.85", "0.70", "0.87", method=["wilson"]).verdict == "undecided"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: possible_area(0.9, positives=3, negatives=3), TypeError, "auc must be a string"),
        (lambda: possible_area("0.9", positives=0, negatives=3), ValueError, "positives must be at least 1"),
        (lambda: possible_area("0.9", positives=3, negatives=3, ties="no"), ValueError, "ties must be one of"),
        (lambda: possible_ranking("map", "0.9", n=3, relevant=1), ValueError, "metric must be one of"),
        (lambda: possible_ranking("ndcg", "0.9", n=3, relevant=4), ValueError, "relevant must be at most n, got 4"),
        (lambda: possible_ranking("ndcg", "0.9", n=3, relevant=1, k=0), ValueError, "k must be at least 1"),
        (lambda: possible_bleu(38.6), TypeError, "line must be the line that sacrebleu prints"),
        (lambda: possible_bleu({"BLEU": "38.63", "hyp_len": 9}), ValueError, "line must have BLEU, precisions, hyp"),
        (lambda: possible_bleu({**PARTS, "BLEU": 38.63}), TypeError, "BLEU must be a string"),
        (lambda: possible_bleu({**PARTS, "precisions": 77.8}), TypeError, "precisions must be texts.*got 77.8"),
        (lambda: possible_bleu({**PARTS, "brevity": "0.9"}), ValueError, "may have BP and ratio, got .*brevity"),
        (lambda: possible_bleu({**PARTS, "hyp_len": -1}), ValueError, "hyp_len must be at least 0, got -1"),
        (lambda: possible_bleu("BLEU 38.6"), ValueError, "line must read 'BLEU = 38.63"),
        (lambda: possible_bleu(BLEU.format("x")), ValueError, "BLEU must be a decimal"),
        (lambda: possible_error_rate("0.1", reference_words=0), ValueError, "reference_words must be at least 1"),
        (lambda: possible_error_rate("0.1", reference_words=5, deletions=0.1), TypeError, "deletions must be a whole"),
        (lambda: possible_correlations([["1", ".9"]]), ValueError, "table must be square"),
        (lambda: possible_correlations([["1", ""], ["", "1"]]), ValueError, "no correlation of x1 and x2"),
        (lambda: possible_correlations([["1", ".5"], [".6", "1"]]), ValueError, "two correlations of x1 and x2"),
        (lambda: possible_correlations([[".9", ".5"], ["", "1"]]), ValueError, "1 on its diagonal"),
        (lambda: possible_correlations([["1", 0.5], ["", "1"]]), TypeError, r"table\[0, 1\] must be a string"),
        (lambda: possible_test("U", value="2", p=".1"), ValueError, "statistic must be one of"),
        (lambda: possible_test("t", value="2", p=".1"), ValueError, "df must be 1 numbers for t"),
        (lambda: possible_test("F", df=3, value="2", p=".1"), ValueError, "df must be 2 numbers for F"),
        (lambda: possible_test("t", df=0, value="2", p=".1"), ValueError, "df must be a finite number above 0"),
        (lambda: possible_test("t", df=5, value="2", p=".1", sides=()), ValueError, "sides must hold 1, 2 or both"),
        (lambda: possible_interval("0.8", "0.7", "0.9", level=95), ValueError, "level must lie strictly between"),
        (lambda: possible_interval("0.8", "0.7", "0.9", method=["bca"]), ValueError, "method must be one of"),
        (lambda: possible_interval("0.8", 0.7, "0.9"), TypeError, "low must be a string"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_add_k_is_not_added_where_nothing_matches():
    line = "BLEU|smooth:add-k[1.00] = 0.00 0.0/0.0/0.0/0.0 (BP = 0.002 ratio = 0.143 hyp_len = 1 ref_len = 7)"
    assert possible_bleu(line, sentences=1).verdict == "possible"

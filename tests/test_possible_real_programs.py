"""No number that a real program printed is called impossible, and of numbers with one digit changed most are.

`found` is the share of changed outputs that is called impossible, by kind; where it is far from 1 there are many
examples, or few digits, and a changed digit is as possible as the right one.
"""

import time
import warnings

import numpy as np
import pytest

from evalmetrics.forensics.possible.tables import KINDS as QUESTIONS

from . import drawn_outputs
from .drawn_outputs import asked, drawn, with_one_digit_changed

FOUND = {  # how many are drawn, and the least share of changed ones that is found
    "two_classes": (300, 0.95),
    "single_precision": (300, 0.93),
    "masks": (300, 0.90),
    "several_classes": (80, 0.97),
    "over_folds": (60, 0.60),
    "ratings": (400, 0.84),
    "regression": (300, 0.69),
    "areas": (400, 0.66),
    "rankings": (300, 0.89),
    "transcripts": (400, 0.86),
    "correlations": (150, 0.19),
    "statistics": (300, 0.77),
    "intervals": (60, 0.68),
    "lines_of_bleu": (200, 0.97),
}
ROWS = 10.0  # seconds for a row


@pytest.fixture(autouse=True)
def quiet():
    for name in ("sklearn", "statsmodels", "sacrebleu", "jiwer", "pycocotools"):
        pytest.importorskip(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def verdicts(kind, seeds):
    """Of each case the verdict on what was printed, and on the same with a digit changed."""
    for seed in seeds:
        case = drawn(kind, seed)
        start = time.process_time()
        verdict = asked(case, QUESTIONS)
        assert verdict.verdict != "impossible", f"{kind} {seed}: {case}\n{verdict}"
        changed = asked(with_one_digit_changed(case, seed), QUESTIONS)
        assert time.process_time() - start < 3 * ROWS, (kind, seed)
        yield verdict, changed


@pytest.mark.parametrize("kind", drawn_outputs.KINDS)
def test_what_a_program_prints_is_not_called_impossible(kind):
    for verdict, _ in verdicts(kind, range(1000, 1008)):
        assert {"rounding", "unit", "precision"} <= verdict.assumptions.keys() or verdict.verdict == "undecided"


def rounded_first(rng, *, shares=True, full=True):
    places, single = int(rng.integers(2, 4)), np.float32
    every = [
        lambda x: f"{round(float(x), places):.{places + 2}f}",
        lambda x: repr(float(np.round(single(x), places))),  # 0.8700000047683716
    ]
    of_shares = [
        lambda x: repr(round(float(x), 2) * 100),
        lambda x: f"{round(100 * float(x), 1):.2f}",
        lambda x: f"{round(float(x), 2):.2%}",
        lambda x: str(np.round(single(x), places) * single(100)),  # 56.999996
    ]
    every += of_shares * shares
    return "nearest", every[rng.integers(len(every))]


@pytest.mark.parametrize("kind", [kind for kind in drawn_outputs.KINDS if kind not in ("statistics", "lines_of_bleu")])
def test_what_was_rounded_before_it_was_printed_is_not_called_impossible(kind, monkeypatch):
    monkeypatch.setattr(drawn_outputs, "ways", rounded_first)
    for seed in range(20):
        case = drawn(kind, seed)
        assert asked(case, QUESTIONS).verdict != "impossible", f"{kind} {seed}: {case}"


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", drawn_outputs.KINDS)
def test_hundreds_of_outputs_and_how_many_changed_ones_are_found(kind):
    n, least = FOUND[kind]
    true, changed = zip(*verdicts(kind, range(n)), strict=True)
    assert [verdict.verdict for verdict in true].count("undecided") <= n / 8
    assert [verdict.verdict for verdict in changed].count("impossible") >= least * n

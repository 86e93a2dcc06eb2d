"""No number that a real program printed is called impossible, and of numbers with one digit changed most are.

`found` is the share of changed outputs that is called impossible, by kind; where it is far from 1 there are many
examples, or few digits, and a changed digit is as possible as the right one.
"""

import time
import warnings

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
    "ratings": (400, 0.85),
    "regression": (300, 0.69),
    "areas": (400, 0.67),
    "rankings": (300, 0.90),
    "transcripts": (400, 0.86),
    "correlations": (150, 0.19),
    "statistics": (300, 0.77),
    "intervals": (60, 0.68),
    "lines_of_bleu": (200, 0.94),
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


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", drawn_outputs.KINDS)
def test_hundreds_of_outputs_and_how_many_changed_ones_are_found(kind):
    n, least = FOUND[kind]
    true, changed = zip(*verdicts(kind, range(n)), strict=True)
    assert [verdict.verdict for verdict in true].count("undecided") <= n / 8
    assert [verdict.verdict for verdict in changed].count("impossible") >= least * n

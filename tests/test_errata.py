"""Printed numbers and refuted claims: what is recomputed, what agrees, and where the book tells the story."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalmetrics import evaluate, possible_counts, printed_figures, refuted_claims, rounds_to
from tests.book import notebooks, rules

FIGURES, CLAIMS = printed_figures(), refuted_claims()


@pytest.mark.parametrize(
    ("document", "what", "recomputed"),
    [
        ("Potts 2020", "F1 of ex1: pos, neg, neutral", "0.1875 0.1875 0.90"),
        ("Potts 2020", "F1 of ex4: pos, neg, neutral", "0.1875 0.1875 0.999"),
        ("Potts 2020", "p-value of the printed coefficient, n = 1000", "0.0132868180571953"),
        ("Chadha", "no-skill line of the precision-recall plot", "0.058"),
        ("Chadha", "DCG of A and B", "6.597 7.14"),
        ("Chadha", "DCG as served, in the ideal order, and their ratio", "6.597 7.14 0.924"),
        ("Chadha", "relevance of the fourth item", "1"),
        ("Chadha", "BLEU", "0.386275"),
        ("Chadha", "the general formula, at beta = 2: 5 · 49/(70 + 4 · 63)", "5/7"),
    ],
)
def test_what_does_not_hold(document, what, recomputed):
    wrong = FIGURES[(FIGURES["document"] == document) & (FIGURES["what"] == what) & (FIGURES["holds"] == "no")]
    assert wrong["recomputed"].to_list() == [recomputed]
    assert wrong["why"].str.endswith(".").all()


OF_EX1 = "0.42857 0.12000 0.90090 NaN NaN 0.87402 1.0000 1.0000 0.88235"  # and of ex2 and ex3: precision
LOST = {  # outputs that got lost, as we recompute them
    "accuracy of ex1": "0.81102",
    "accuracy of ex2": "0.87402",
    "accuracy of ex1 and ex2": "0.81102 0.87402",
    "of ex1, ex2, ex3: all outputs are lost": f"{OF_EX1} 0.12000 0.42857 0.90090 0.0000 0.0000 1.0000 0.00800 0.04000 "
    "1.0000 0.18750 0.18750 0.90090 NaN NaN 0.93277 0.01587 0.07692 0.93750",
    "macro F1 of ex1, ex2, ex3": "0.42530 NaN 0.34343",
    "weighted F1 of ex3": "0.82899",
    "micro F1 of ex1": "0.81102",
    "macro F1 of ex1, ex2, ex3, weighted F1 of ex3, micro F1 of ex1": "0.42530 NaN 0.34343 0.82899 0.81102",
    "two-by-two matrices of ex1, columns in the rows as its code has them: pos, neg, neutral": "15 20 110 1125 "
    "15 110 20 1125 1000 110 110 50",
    "A B C heard as A A C; A B C D as A A C D": "0.33333 0.25000",
    "what its own lines print, for the words of its formula": "0.38628",
    "ROUGE-L of the package rouge, which counts distinct words": "0.70588",
}


def test_nothing_else_is_wrong_and_every_verdict_has_its_reason():
    assert FIGURES["holds"].value_counts()["no"] == 9
    assert set(FIGURES["holds"]) == {"yes", "no", "not printed", "cannot be told"}
    unknown = FIGURES["holds"] == "cannot be told"
    assert (FIGURES.loc[unknown, ["recomputed", "expression"]] == "").all(axis=None)
    assert FIGURES.loc[unknown, "why"].str.endswith(".").all()
    lost = FIGURES[FIGURES["holds"] == "not printed"]
    assert (lost["printed"] == "").all()
    assert dict(zip(lost["what"], lost["recomputed"], strict=True)) == LOST


def test_who_changes_an_example_changes_it_for_nobody_else():
    evaluate("moons").fill(0)
    evaluate("A").reverse()
    assert evaluate("moons.max()") > 1
    assert evaluate("A") == [2, 3, 3, 1, 2]


def test_a_place_is_entered_once():
    assert not FIGURES.duplicated(["document", "section", "what"]).any()
    assert not CLAIMS.duplicated(["documents", "says"]).any()


@pytest.mark.parametrize("i", range(len(CLAIMS)), ids=lambda i: CLAIMS["says"][i])
def test_a_claim_is_refuted_and_its_story_is_told(i):
    assert CLAIMS["shown"][i]
    assert re.search(r"\w\(", CLAIMS["proof"][i]), "calls nothing, so that nothing is executed"
    number, _, heading = CLAIMS["where"][i].partition(" ")
    (chapter,) = [path for path in notebooks.paths() if path.name.startswith(number)]
    assert heading in [title for _, _, title in rules.headings(notebooks.read(chapter))]


@pytest.mark.parametrize(
    ("value", "printed", "agrees"),
    [
        (3 / 7, "0.43", True),
        (3 / 7, "0.42", False),
        (0.1875, "0.188", True),
        (0.1875, "0.187", False),
        (0.125, "0.12", True),  # to even
        (0.125, "0.13", True),  # up
        (0.135, "0.13", False),
        (2.0, "2", True),
        (1999.6, "2000", True),
        (2 / 7, "2/7", True),
        (0.2857, "2/7", False),
        (2.675, "2.67", True),  # stored as a little less
        (2.675, "2.68", True),
        (2.675, "2.66", False),
        (0.375, "0.37", False),
        (-0.125, "-0.13", True),
        (0.4, "-0.4", False),
        (0.0015, "1.5e-3", True),
        (0.0015, "1.6e-3", False),
        (float("nan"), "0.43", False),
        (float("inf"), "0.43", False),
        (1e30, "0.5", False),
        (float("nan"), "NaN", True),
        (0.0, "NaN", False),
        (-0.4, "-0.4", True),
    ],
)
def test_rounding(value, printed, agrees):
    assert rounds_to(value, printed) is agrees


@given(value=st.floats(-1e6, 1e6), places=st.integers(0, 8))
def test_what_programs_print_agrees(value, places):
    printed = f"{value:.{places}f}"
    assert rounds_to(value, printed)
    step = Decimal(1).scaleb(-places)
    assert not rounds_to(value, str(Decimal(printed) + 2 * step))
    assert not rounds_to(value, str(Decimal(printed) - 2 * step))


@given(n=st.integers(1, 500), data=st.data())
def test_the_count_that_was_printed_is_among_the_possible_ones(n, data):
    k, places = data.draw(st.integers(0, n)), data.draw(st.integers(1, 6))
    printed = f"{k / n:.{places}f}"
    found = possible_counts(printed, n).tolist()
    assert k in found
    assert found == [i for i in range(n + 1) if rounds_to(i / n, printed)]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: rounds_to(0.5, "half"), ValueError, "printed must be a decimal"),
        (lambda: rounds_to(0.5, "1/0"), ValueError, "printed must be a decimal"),
        (lambda: rounds_to(0.5, 0.5), TypeError, "printed must be a string with all its digits"),
        (lambda: rounds_to("0.5", "0.5"), TypeError, "value must be a number, got '0.5'"),
        (
            lambda: rounds_to(10**400, "0.5"),
            ValueError,
            "value must be a number that a float holds.* 1329 bits",
        ),
        (lambda: possible_counts(0.5, 10), TypeError, "printed must be a string with all its digits"),
        (lambda: possible_counts("1.2", 10), ValueError, "between 0 and 1"),
        (lambda: possible_counts("2/7", 10), ValueError, "between 0 and 1"),
        (lambda: possible_counts("NaN", 10), ValueError, "printed must be a decimal"),
        (lambda: possible_counts("0.5", 0), ValueError, "n must be at least 1, got 0"),
        (lambda: possible_counts("0.5", 2.5), TypeError, "n must be a whole number, got 2.5"),
        (lambda: evaluate(3), TypeError, "expression must be a string of Python; got int"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

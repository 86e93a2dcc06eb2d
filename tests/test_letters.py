"""The model of letters: its probabilities, what it remembers, and what it refuses."""

import math

import pytest

from evalmetrics_book import LetterModel, example_story

ALICE = LetterModel([example_story().loc[1, "text"]])


@pytest.mark.parametrize("after", ["", "Alice was", "qqqq", "\x00\x01"])
def test_the_letters_that_it_knows_and_one_more_have_probability_one_together(after):
    known = set(example_story().loc[1, "text"])
    assert len(known) == ALICE.letters
    assert sum(ALICE.probability(letter, after) for letter in [*known, "\x00"]) == pytest.approx(1)


def test_shares_are_mixed_from_the_shortest_context_on():
    model = LetterModel(["abab", "ac"], order=1, doubt=2.0)
    alone = (3 + 2 / 4) / (6 + 2)  # a: three of six letters, and as if two more were one of four kinds
    after_b = (1 + 2 * alone) / (1 + 2)  # one letter followed b, an a
    assert model.probability("a", "") == pytest.approx(alone)
    assert model.probability("a", "b") == pytest.approx(after_b)
    assert model.log_prob("ba", after="b") == pytest.approx(math.log(model.probability("b", "b")) + math.log(after_b))


def test_it_looks_back_as_far_as_it_should_and_no_farther():
    assert ALICE.probability("e", "xxxxAlic") == ALICE.probability("e", "yyxAlic"[1:]) > 0.5
    assert LetterModel(["aab"], order=0).probability("a", "b") == LetterModel(["aab"], order=0).probability("a", "")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([],), TypeError, "read must be a non-empty list of strings"),
        (("abc",), TypeError, "read must be a non-empty list of strings"),
        (([1],), TypeError, r"read\[0\] must be a string, got 1"),
        ((["a"], -1), ValueError, "order must be at least 0, got -1"),
        ((["a"], 1, 0), ValueError, "doubt must be a finite number above 0"),
    ],
)
def test_what_cannot_be_read_is_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        LetterModel(arguments[0], **dict(zip(["order", "doubt"], arguments[1:], strict=False)))

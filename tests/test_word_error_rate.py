"""Edit distance and error rates: published values, jiwer, nltk and rapidfuzz, properties, pictures, bad input."""

import random

import jiwer
import matplotlib.pyplot as plt
import nltk
import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA, Levenshtein

from evalmetrics import (
    cer,
    corpus_cer,
    corpus_wer,
    edit_distance,
    edit_operations,
    edit_table,
    plot_alignment,
    wer,
    word_accuracy,
)
from evalmetrics.fast import edit_distances
from evalmetrics.word_error_rate import fewest_edits, steps_back
from evalmetrics_book import plot_edit_table

ACTIVE, PASSIVE = ["kim", "won", "the", "race"], ["the", "race", "was", "won", "by", "kim"]
words = st.lists(st.sampled_from("abcd"), max_size=8)
texts = st.lists(st.tuples(words, words), min_size=1, max_size=6)
costs = st.fixed_dictionaries({name: st.integers(0, 4) for name in ["insertion", "deletion", "substitution"]})


def random_texts(n, *, longest=30):
    rng = random.Random(0)
    alphabet = ["a", "be", "see", "Ünïcode", "日本", "f"]
    for _ in range(n):
        reference = rng.choices(alphabet, k=rng.randint(1, longest))
        kept = [word if rng.random() < 0.8 else rng.choice(alphabet) for word in reference if rng.random() < 0.9]
        yield reference, kept + rng.choices(alphabet, k=rng.randint(0, 3))


def test_printed_rates_recompute():
    """000-075: the passive says the same and costs more words than were said. E-102, E-103."""
    assert (wer(ACTIVE, PASSIVE), word_accuracy(ACTIVE, PASSIVE), wer(PASSIVE, ACTIVE)) == (1.25, -0.25, 5 / 6)
    assert (wer(["yes"], ["no"] * 3), word_accuracy(["yes"], ["no"] * 3)) == (3, -2)
    assert (cer("A B C", "A A C"), wer([*"ABC"], [*"AAC"])) == (0.2, 1 / 3)


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 1, 2), (3, 1, 2), (2, 5, 4)])
def test_distances_agree_with_nltk_and_rapidfuzz(weights):
    names = dict(zip(["insertion", "deletion", "substitution"], weights, strict=True))
    for reference, hypothesis in random_texts(100, longest=12):
        ours = edit_distance(reference, hypothesis, **names)
        assert ours == Levenshtein.distance(reference, hypothesis, weights=weights)
        if weights == (1, 1, 1):
            assert ours == nltk.edit_distance(reference, hypothesis)
            exchanging = edit_distance(reference, hypothesis, transposition=1)
            assert exchanging == OSA.distance(reference, hypothesis)


def test_each_token_is_edited_once():
    """The unrestricted distance of Damerau (exchange, then insert between) would be 2."""
    assert edit_distance("ca", "abc", transposition=1, tokenize="char") == 3


def test_rates_and_operations_agree_with_jiwer():
    """The kinds of operations may differ, their sum may not: optimal alignments are not unique."""
    pairs = list(random_texts(200))
    for reference, hypothesis in pairs:
        one, two = " ".join(reference), " ".join(hypothesis)
        assert wer(reference, hypothesis) == pytest.approx(jiwer.wer(one, two))
        assert cer(one, two) == cer(list(one), list(two)) == pytest.approx(jiwer.cer(one, two))
        theirs = jiwer.process_words(one, two)
        kinds = [operation for operation, *_ in edit_operations(reference, hypothesis)]
        assert len(kinds) - kinds.count("match") == theirs.substitutions + theirs.deletions + theirs.insertions
        assert kinds.count("insertion") - kinds.count("deletion") == theirs.insertions - theirs.deletions
    strings = [[" ".join(text) for text in side] for side in zip(*pairs, strict=True)]
    assert corpus_wer(*zip(*pairs, strict=True)) == pytest.approx(jiwer.wer(*strings), rel=1e-12)
    assert corpus_wer(*map(pd.Series, strings), tokenize="whitespace") == pytest.approx(jiwer.wer(*strings), rel=1e-12)
    assert corpus_cer(*strings) == pytest.approx(jiwer.cer(*strings), rel=1e-12)


@given(texts)
def test_all_ways_to_the_same_distance_agree(pairs):
    references, hypotheses = zip(*pairs, strict=True)
    textbook = [edit_table(*pair)[-1, -1] for pair in pairs]
    assert [edit_distance(*pair) for pair in pairs] == [fewest_edits(*pair) for pair in pairs] == textbook
    assert edit_distances.of_texts(references, hypotheses)[0].tolist() == textbook
    strings = [["".join(text) for text in side] for side in (references, hypotheses)]
    assert edit_distances.of_strings(*strings)[0].tolist() == textbook


def test_tokens_of_any_hashable_kind_and_tokenizers_of_any_kind():
    assert wer([1, ("a", 2), (), True, 2.5], [1, ("a", 3), (), 2.5]) == 0.4
    assert wer(np.array(["a", "b"]), pd.Series(["a", "c"])) == 0.5
    assert corpus_wer(np.array([["a", "b"], ["c", "d"]]), [["a", "b"], ["c", "e"]]) == 0.25
    assert wer("To be, or not to be", "to be or not to be", tokenize=lambda s: s.lower().replace(",", "").split()) == 0
    assert corpus_wer(["a b"], ["a c"], tokenize=str.split) == 0.5


@given(words, words, costs)
def test_operations_lead_from_reference_to_hypothesis_at_the_least_cost(reference, hypothesis, costs):
    edits = edit_operations(reference, hypothesis, **costs)
    assert [e.reference for e in edits if e.operation != "insertion"] == reference
    assert [e.hypothesis for e in edits if e.operation != "deletion"] == hypothesis
    assert all((e.reference == e.hypothesis) == (e.operation == "match") for e in edits)
    assert sum(costs.get(e.operation, 0) for e in edits) == edit_distance(reference, hypothesis, **costs)


@given(st.lists(st.sampled_from("abc"), max_size=9), st.lists(st.sampled_from("abc"), max_size=9))
def test_steps_by_bits_are_those_found_walking_back(reference, hypothesis):
    found = edit_distances.steps(reference, hypothesis)
    assert found == steps_back(reference, hypothesis, 1, 1, 1)
    other = edit_distances.steps_of_rapidfuzz(reference, hypothesis)
    assert len(other) - other.count("match") == len(found) - found.count("match")


def test_a_way_between_long_texts_is_as_cheap_and_leads_from_one_to_the_other():
    said, heard = np.random.default_rng(0).choice([-1, -2, 7], (2, 2100)).tolist()  # -1 and -2 have one hash
    edits = edit_operations(said, heard)
    assert [e.reference for e in edits if e.operation != "insertion"] == said
    assert [e.hypothesis for e in edits if e.operation != "deletion"] == heard
    assert sum(e.operation != "match" for e in edits) == edit_distance(said, heard)
    assert all((e.reference == e.hypothesis) == (e.operation == "match") for e in edits)


@given(words, words, costs, st.integers(0, 3))
@example(list("abab"), list("ab"), {"insertion": 1, "deletion": 1, "substitution": 1}, 1)
def test_exchanging_insertions_and_deletions_turns_the_texts_around(a, b, costs, transposition):
    costs["transposition"] = transposition
    turned = {**costs, "insertion": costs["deletion"], "deletion": costs["insertion"]}
    np.testing.assert_array_equal(edit_table(a, b, **costs), edit_table(b, a, **turned).T)


def test_an_infinite_cost_forbids_its_edit():
    kitten, kit = list("kitten"), list("kit")
    assert edit_distance(kitten, kit, insertion=np.inf) == 3
    assert edit_distance(kit, kit, insertion=np.inf, deletion=np.inf, substitution=np.inf) == 0
    assert edit_distance(kit, kitten, insertion=np.inf) == np.inf
    table = edit_table(kit, kitten, insertion=np.inf, substitution=np.inf)
    assert not np.isnan(table).any()
    np.testing.assert_array_equal(table[0], [0] + [np.inf] * 6)
    kinds = [edit.operation for edit in edit_operations(list("abcd"), list("bcd"), insertion=np.inf)]
    assert kinds == ["deletion", "match", "match", "match"]


@pytest.mark.parametrize("cost", [0.1, 0.3, 0.7, 2**31, 2**62, 10**30])
def test_costs_past_64_bits_or_without_an_exact_float_are_added_up_and_walked_back(cost):
    assert [edit.operation for edit in edit_operations(list("abcdefgh"), [], deletion=cost)] == ["deletion"] * 8
    assert [edit.operation for edit in edit_operations([], list("abcdefgh"), insertion=cost)] == ["insertion"] * 8
    assert len(edit_operations(["a"], ["b"], substitution=cost)) == (2 if cost > 2 else 1)
    assert edit_distance(["a"] * 3, [], deletion=cost) == pytest.approx(3 * cost)
    assert edit_distance(["a"], ["b"], substitution=cost) == min(cost, 2)


def test_the_table_s_picture_shows_every_cell_and_a_cheapest_path():
    ax, table = plot_edit_table(ACTIVE, PASSIVE), edit_table(ACTIVE, PASSIVE)
    np.testing.assert_array_equal(ax.images[0].get_array(), table)
    steps, cells = ([text.get_text() for text in part] for part in (ax.texts[:6], ax.texts[6:]))
    assert steps == ["I", "I", "S", "=", "S", "S"]
    assert cells == [str(value) for value in table.ravel()]
    paid = [table[row, column] for column, row in ax.lines[0].get_xydata().astype(int)]
    assert (paid[0], paid[-1]) == (0, 5)
    assert set(np.diff(paid)) <= {0, 1}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["", *ACTIVE]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["", *PASSIVE]
    assert plot_edit_table("a b", "b", tokenize="whitespace").images[0].get_array().shape == (3, 2)


@settings(max_examples=10)
@given(words, words)
def test_the_alignment_s_picture_holds_both_texts_and_a_letter_per_edit(reference, hypothesis):
    shown = [text.get_text() for text in plot_alignment(reference, hypothesis).texts]
    plt.close("all")
    assert sorted(text for text in shown if text and text not in "SDI") == sorted(reference + hypothesis)
    assert sum(text in ("S", "D", "I") for text in shown) == edit_distance(reference, hypothesis)


A, TABLE = ["a"], pd.DataFrame({"ref": ["a b", "c d"]})
BAD = {
    "negative cost": (edit_distance, (A, A), {"insertion": -1}, ValueError, "insertion must cost at least 0, got -1"),
    "nan cost": (edit_distance, (A, A), {"deletion": np.nan}, ValueError, "deletion must cost at least 0, got nan"),
    "cost in words": (edit_operations, (A, A), {"substitution": "1"}, TypeError, "substitution must be a number"),
    "no cost": (edit_table, (A, A), {"insertion": 10**400}, ValueError, "insertion must be a number that a float"),
    "no way": (edit_operations, (A, [*"bc"]), {"insertion": np.inf}, ValueError, "at a finite cost: got insertion=inf"),
    "words for characters": (cer, (["the"], ["a"]), {}, TypeError, "reference must be a string.*take the wer"),
    "no characters": (cer, ("a", 3), {}, TypeError, "hypothesis must be a string .*got 3"),
    "one string for many": (corpus_cer, ("ab", "ab"), {}, TypeError, "references must be a non-empty list of strings"),
    "tables of strings": (corpus_cer, (TABLE, TABLE), {}, TypeError, "references must be .*pass one of its columns"),
    "numbers of strings": (corpus_cer, (A, [*"ab"]), {}, ValueError, "must have the same length"),
}


class Column:
    """A column of a table, as Polars has it: with a shape, but neither a Sequence nor with a number of dimensions."""

    def __init__(self, texts):
        self.texts, self.shape = texts, (len(texts),)

    def __len__(self):
        return len(self.texts)

    def __iter__(self):
        return iter(self.texts)

    def __array__(self, dtype=None, copy=None):
        return np.array(self.texts, dtype)


def test_texts_may_come_in_a_column_of_any_table():
    texts = Column(["the cat", "sat"])
    assert corpus_wer(texts, Column(["the cat", "sits"]), tokenize="whitespace") == 1 / 3


@pytest.mark.parametrize(("function", "samples", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_corpora_and_options_are_named(function, samples, options, error, message):
    with pytest.raises(error, match=message):
        function(*samples, **options)

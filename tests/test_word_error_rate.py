"""Edit distance and error rates: printed values, jiwer, nltk and rapidfuzz, properties, bad input."""

import random

import jiwer
import matplotlib.pyplot as plt
import nltk
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA, Levenshtein

import evalmetrics
from evalmetrics import (
    bootstrap,
    cer,
    cer_from_statistics,
    cer_statistics,
    corpus_cer,
    corpus_wer,
    edit_distance,
    edit_operations,
    edit_table,
    example_dictations,
    plot_alignment,
    plot_edit_table,
    wer,
    wer_from_statistics,
    wer_statistics,
    word_accuracy,
)
from evalmetrics.fast import edit_distances as _edit_distances

from .printed import rounds_to

ACTIVE, PASSIVE = "kim won the race", "the race was won by kim"
PRINTED = {
    "000-073,003-036 one of three": ("wer", "A B C", "A A C", "1/3"),
    "000-074,003-037 one of four": ("wer", "A B C D", "A A C D", "1/4"),
    "000-075,003-038 the passive": ("wer", ACTIVE, PASSIVE, "1.25"),
    "000-075 the passive, the other way": ("wer", PASSIVE, ACTIVE, "5/6"),
    "000-075 word accuracy of the passive": ("word_accuracy", ACTIVE, PASSIVE, "-0.25"),
    "000-076,003-039 a bare not": ("wer", ACTIVE, "kim not won the race", "0.25"),
    "E-102 a grammatical negation": ("wer", ACTIVE, "kim did not win the race", "0.75"),
    "E-102 above 1": ("wer", "yes", "no no no", "3.0"),
    "E-102 word accuracy below 0": ("word_accuracy", "yes", "no no no", "-2.0"),
}
words = st.lists(st.sampled_from("abcd"), max_size=8)
pairs = st.lists(st.tuples(words, words), min_size=1, max_size=6)
costs = st.fixed_dictionaries({name: st.integers(0, 4) for name in ["insertion", "deletion", "substitution"]})


def random_texts(n, *, longest=30, seed=0):
    """Random references, and hypotheses that share most words with them."""
    rng = random.Random(seed)
    alphabet = ["a", "be", "see", "Ünïcode", "日本", "f"]
    for _ in range(n):
        reference = rng.choices(alphabet, k=rng.randint(1, longest))
        kept = [word if rng.random() < 0.8 else rng.choice(alphabet) for word in reference if rng.random() < 0.9]
        yield reference, kept + rng.choices(alphabet, k=rng.randint(0, 3))


@pytest.mark.parametrize(("score", "reference", "hypothesis", "printed"), PRINTED.values(), ids=PRINTED)
def test_printed_values_recompute(score, reference, hypothesis, printed):
    assert rounds_to(getattr(evalmetrics, score)(reference.split(), hypothesis.split()), printed)


def test_a_corpus_is_pooled_and_not_averaged():
    """E-103: one error in two words and none in eight."""
    references, hypotheses = [["a", "b"], list("cdefghij")], [["a", "x"], list("cdefghij")]
    assert corpus_wer(references, hypotheses) == 0.1
    assert np.mean([wer(r, h) for r, h in zip(references, hypotheses, strict=True)]) == 0.25


def test_a_string_s_characters_are_another_rate():
    """E-103: the page's function takes "A B C" for five characters."""
    assert cer("A B C", "A A C") == 0.2
    assert wer(["A", "B", "C"], ["A", "A", "C"]) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [("kitten", "sitting", 3), ("saturday", "sunday", 3), ("flaw", "lawn", 2), ("", "ab", 2)],
)
def test_textbook_distances(one, two, distance):
    assert edit_distance(one, two, tokenize="char") == distance


def test_edit_distance_agrees_with_nltk_and_rapidfuzz():
    for reference, hypothesis in random_texts(300):
        ours = edit_distance(reference, hypothesis)
        assert ours == nltk.edit_distance(reference, hypothesis) == Levenshtein.distance(reference, hypothesis)


@pytest.mark.parametrize("weights", [(1, 1, 1), (1, 1, 2), (3, 1, 2), (2, 5, 4)])
def test_weighted_distances_agree_with_rapidfuzz(weights):
    names = dict(zip(["insertion", "deletion", "substitution"], weights, strict=True))
    for reference, hypothesis in random_texts(200, longest=12):
        theirs = Levenshtein.distance(reference, hypothesis, weights=weights)
        assert edit_distance(reference, hypothesis, **names) == theirs


def test_exchanges_agree_with_optimal_string_alignment():
    for reference, hypothesis in random_texts(300, longest=8):
        assert edit_distance(reference, hypothesis, transposition=1) == OSA.distance(reference, hypothesis)


def test_each_token_is_edited_once():
    """The unrestricted distance of Damerau (exchange, then insert between) would be 2."""
    assert edit_distance("ca", "abc", transposition=1, tokenize="char") == 3


def test_wer_agrees_with_jiwer():
    texts = list(random_texts(500))
    for reference, hypothesis in texts:
        assert wer(reference, hypothesis) == pytest.approx(jiwer.wer(" ".join(reference), " ".join(hypothesis)))
    strings = [[" ".join(text) for text in side] for side in zip(*texts, strict=True)]
    assert corpus_wer(*zip(*texts, strict=True)) == pytest.approx(jiwer.wer(*strings), rel=1e-12)
    assert corpus_wer(*strings, tokenize="whitespace") == pytest.approx(jiwer.wer(*strings), rel=1e-12)
    assert corpus_cer(*strings) == pytest.approx(jiwer.cer(*strings), rel=1e-12)


def test_cer_agrees_with_jiwer():
    for reference, hypothesis in random_texts(200):
        one, two = " ".join(reference), " ".join(hypothesis)
        assert cer(one, two) == cer(list(one), list(two)) == pytest.approx(jiwer.cer(one, two))


def test_operations_count_like_jiwer_s_in_sum():
    """The kinds may differ: optimal alignments are not unique."""
    for reference, hypothesis in random_texts(200):
        theirs = jiwer.process_words(" ".join(reference), " ".join(hypothesis))
        kinds = [operation for operation, *_ in edit_operations(reference, hypothesis)]
        assert len(kinds) - kinds.count("match") == theirs.substitutions + theirs.deletions + theirs.insertions
        assert kinds.count("insertion") - kinds.count("deletion") == theirs.insertions - theirs.deletions


def test_jiwer_counts_insertions_where_there_is_no_reference():
    """Differs by convention: theirs is a count where a rate is undefined."""
    assert jiwer.wer("", "two words") == 2
    assert np.isnan(wer([], ["two", "words"]))


@given(pairs)
def test_the_two_registers_agree(texts):
    references, hypotheses = zip(*texts, strict=True)
    textbook = [edit_table(*pair)[-1, -1] for pair in texts]
    assert [edit_distance(*pair) for pair in texts] == textbook
    assert _edit_distances.of_texts(references, hypotheses)[:, 0].tolist() == textbook
    strings = [["".join(text) for text in side] for side in (references, hypotheses)]
    assert _edit_distances.of_strings(*strings)[:, 0].tolist() == textbook


@given(pairs)
def test_the_registers_agree_where_characters_run_out(texts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_edit_distances, "ALPHABET", 2)
        edits = _edit_distances.of_texts(*zip(*texts, strict=True))[:, 0]
    assert edits.tolist() == [edit_table(*pair)[-1, -1] for pair in texts]


def test_a_corpus_may_have_more_words_than_there_are_characters():
    texts = [[f"{i} {j}" for j in range(100_000)] for i in range(12)]
    assert wer_statistics(texts, [text[1:] for text in texts]).tolist() == [[1, 100_000]] * 12


def test_tokens_of_any_hashable_kind():
    reference, hypothesis = [1, ("a", 2), None, "x", 2.5], [1, ("a", 3), None, 2.5]
    assert wer(reference, hypothesis) == 0.4
    assert wer(np.array(["a", "b"]), ["a", "c"]) == 0.5


@given(words, words, words)
def test_edit_distance_is_a_metric(a, b, c):
    assert (edit_distance(a, b) == 0) == (a == b)
    assert edit_distance(a, b) == edit_distance(b, a)
    assert edit_distance(a, c) <= edit_distance(a, b) + edit_distance(b, c)


@given(words, words)
def test_edit_distance_keeps_its_bounds(a, b):
    assert abs(len(a) - len(b)) <= edit_distance(a, b) <= max(len(a), len(b))
    assert isinstance(edit_distance(a, b), int)


@given(words, words)
def test_reading_backwards_changes_nothing(a, b):
    assert edit_distance(a[::-1], b[::-1]) == edit_distance(a, b)


@given(words, words, costs)
def test_operations_lead_from_reference_to_hypothesis_at_the_least_cost(reference, hypothesis, costs):
    edits = edit_operations(reference, hypothesis, **costs)
    assert [e.reference for e in edits if e.operation != "insertion"] == reference
    assert [e.hypothesis for e in edits if e.operation != "deletion"] == hypothesis
    assert all((e.reference == e.hypothesis) == (e.operation == "match") for e in edits)
    paid = sum(costs.get(e.operation, 0) for e in edits)
    assert paid == edit_distance(reference, hypothesis, **costs)


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


@pytest.mark.parametrize("cost", [0.1, 0.3, 0.7])
def test_costs_without_an_exact_float_are_walked_back(cost):
    assert [edit.operation for edit in edit_operations(list("abcdefgh"), [], deletion=cost)] == ["deletion"] * 8
    assert [edit.operation for edit in edit_operations([], list("abcdefgh"), insertion=cost)] == ["insertion"] * 8


def test_costs_may_be_fractions():
    assert edit_distance(["a"], ["b"], substitution=1.5) == 1.5
    assert edit_distance(["a"], ["b"], substitution=2.5) == 2


@given(pairs)
def test_statistics_of_a_corpus_add_up(texts):
    references, hypotheses = zip(*texts, strict=True)
    rows = wer_statistics(references, hypotheses)
    assert rows.tolist() == [[edit_distance(*pair), len(pair[0])] for pair in texts]
    half = len(texts) // 2
    second = wer_statistics(references[half:], hypotheses[half:])
    totals = rows[:half].sum(axis=0) + second.sum(axis=0)
    assert corpus_wer(references, hypotheses) == pytest.approx(wer_from_statistics(totals), nan_ok=True)


@given(pairs)
def test_a_corpus_said_twice_has_the_same_rate(texts):
    references, hypotheses = map(list, zip(*texts, strict=True))
    twice = corpus_wer(references * 2, hypotheses * 2)
    assert twice == pytest.approx(corpus_wer(references, hypotheses), nan_ok=True)


@given(pairs)
def test_pooled_wer_is_the_mean_weighted_by_length(texts):
    rates = [(wer(*pair), len(pair[0])) for pair in texts if pair[0]]
    extra = sum(len(h) for r, h in texts if not r)
    if rates:
        edits = sum(rate * length for rate, length in rates) + extra
        assert corpus_wer(*zip(*texts, strict=True)) == pytest.approx(edits / sum(length for _, length in rates))


@given(words, words)
def test_wer_is_zero_for_the_reference_alone_and_one_for_silence(reference, hypothesis):
    if reference:
        assert (wer(reference, hypothesis) == 0) == (reference == hypothesis)
        assert wer(reference, []) == 1
        assert word_accuracy(reference, hypothesis) == 1 - wer(reference, hypothesis)
        assert word_accuracy(reference, hypothesis) <= 1


def test_an_empty_reference_is_undefined():
    assert np.isnan([wer([], []), wer([], ["a"]), word_accuracy([], []), cer("", "a"), corpus_wer([[]], [["a"]])]).all()
    assert np.isnan(corpus_cer(["", ""], ["a", ""]))
    assert corpus_wer([[], ["a"]], [["b"], ["a"]]) == 1  # an edit without a word, a word without an edit


@pytest.mark.parametrize("score", [wer_from_statistics, cer_from_statistics])
def test_many_totals_are_scored_at_once(score):
    totals = np.array([[[1, 2], [0, 4]], [[3, 0], [0, 0]]])
    np.testing.assert_array_equal(score(totals), [[0.5, 0], [np.nan, np.nan]])
    assert isinstance(score(totals[0, 0]), float)


@pytest.mark.parametrize("score", [corpus_wer, corpus_cer])
def test_rates_can_be_resampled(score):
    texts = list(random_texts(60))
    references, hypotheses = zip(*texts, strict=True)
    if score is corpus_cer:
        references, hypotheses = (["".join(text) for text in side] for side in (references, hypotheses))
    resampled = bootstrap(score, references, hypotheses, n_resamples=200, rng=0)
    assert resampled.low < score(references, hypotheses) < resampled.high


def test_inputs_are_left_as_they_came():
    references, hypotheses = [["a", "b"]], [["a"]]
    corpus_wer(references, hypotheses)
    edit_operations(references[0], hypotheses[0])
    assert (references, hypotheses) == ([["a", "b"]], [["a"]])


def test_a_tokenizer_may_be_a_function():
    assert wer("To be, or not to be", "to be or not to be", tokenize=lambda s: s.lower().replace(",", "").split()) == 0
    assert corpus_wer(["a b"], ["a c"], tokenize=str.split) == 0.5


def test_the_table_s_picture_shows_every_cell_and_a_cheapest_path():
    reference, hypothesis = ACTIVE.split(), PASSIVE.split()
    ax = plot_edit_table(reference, hypothesis, title="passive")
    table = edit_table(reference, hypothesis)
    np.testing.assert_array_equal(ax.images[0].get_array(), table)
    assert [text.get_text() for text in ax.texts] == [str(value) for value in table.ravel()]
    path = ax.lines[0].get_xydata().astype(int)
    paid = [table[row, column] for column, row in path]
    assert paid[0] == 0
    assert paid[-1] == 5
    assert set(np.diff(paid)) <= {0, 1}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["", *reference]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["", *hypothesis]


@settings(max_examples=20)
@given(words, words)
def test_the_alignment_s_picture_holds_both_texts_and_a_letter_per_edit(reference, hypothesis):
    shown = [text.get_text() for text in plot_alignment(reference, hypothesis).texts]
    plt.close("all")
    assert sorted(text for text in shown if text and text not in "SDI") == sorted(reference + hypothesis)
    assert sum(text in ("S", "D", "I") for text in shown) == edit_distance(reference, hypothesis)


def test_pictures_of_strings_need_a_tokenizer():
    assert plot_alignment("ab", "b", tokenize="char").texts[1].get_text() == "D"
    assert plot_edit_table("a b", "b", tokenize="whitespace").images[0].get_array().shape == (3, 2)
    for plot in (plot_alignment, plot_edit_table):
        with pytest.raises(TypeError, match="reference must be a list of tokens"):
            plot("ab", "b")


def test_the_dictations_reverse_their_order_once_case_and_punctuation_are_gone():
    dictations = example_dictations()
    bare = dictations.apply(lambda column: column.str.lower().str.replace(r"[^\w ]", "", regex=True))
    for texts, better in [(dictations, "pen"), (bare, "ear")]:
        rates = {
            name: corpus_wer(*(texts[c].to_list() for c in ["said", name]), tokenize="whitespace")
            for name in ["ear", "pen"]
        }
        assert min(rates, key=rates.get) == better


BAD = {
    "a string": (
        wer,
        ("a b", ["a"]),
        {},
        TypeError,
        "reference must be a list of tokens, got the string 'a b'.*tokenize=",
    ),
    "a string, second": (word_accuracy, (["a"], "a b"), {}, TypeError, "hypothesis must be a list of tokens"),
    "no text": (wer, (None, ["a"]), {}, TypeError, "reference must be a list of tokens, got None"),
    "a set": (edit_distance, ({"a"}, ["a"]), {}, TypeError, "reference must be a list of tokens"),
    "a string's distance": (edit_distance, ("a", "b"), {}, TypeError, "reference must be a list of tokens.*'char'"),
    "unknown tokenizer": (wer, ("a", "b"), {"tokenize": "words"}, ValueError, "tokenize must be .*got 'words'"),
    "strings in a corpus": (corpus_wer, (["a b"], ["a b"]), {}, TypeError, "references must be a list of texts"),
    "a text for a corpus": (corpus_wer, ("a b", "a c"), {}, TypeError, "references must be a non-empty list of texts"),
    "an empty corpus": (corpus_wer, ([], []), {}, TypeError, "references must be a non-empty list"),
    "lengths": (
        corpus_wer,
        ([["a"]], [["a"], ["b"]]),
        {},
        ValueError,
        "must have the same length.*references has 1, hypotheses has 2",
    ),
    "several references": (
        corpus_wer,
        ([[["a"], ["b"]]], [["a"]]),
        {},
        TypeError,
        r"references\[0\] must be a flat list of tokens",
    ),
    "text too deep": (wer, (["a"], [["b"]]), {}, TypeError, "hypothesis must be a flat list of tokens"),
    "unhashable": (
        corpus_wer,
        ([["a"], [{}]], [["a"], ["b"]]),
        {},
        TypeError,
        "tokens must be hashable.* pair 1 .*'dict'",
    ),
    "negative cost": (
        edit_distance,
        (["a"], ["b"]),
        {"insertion": -1},
        ValueError,
        "insertion must cost at least 0, got -1",
    ),
    "nan cost": (
        edit_distance,
        (["a"], ["b"]),
        {"deletion": np.nan},
        ValueError,
        "deletion must cost at least 0, got nan",
    ),
    "no way": (
        edit_operations,
        (["a"], ["b", "c"]),
        {"insertion": np.inf},
        ValueError,
        "cannot be turned into hypothesis at a finite cost: got insertion=inf",
    ),
    "cost in words": (
        edit_operations,
        (["a"], ["b"]),
        {"substitution": "1"},
        TypeError,
        "substitution must be a number",
    ),
    "words for characters": (
        cer,
        (["the", "cat"], ["a", "cat"]),
        {},
        TypeError,
        "reference must be a string.*take the wer",
    ),
    "no characters": (cer, ("a", 3), {}, TypeError, "hypothesis must be a string .*got 3"),
    "one string for many": (corpus_cer, ("ab", "ab"), {}, TypeError, "references must be a non-empty list of strings"),
    "no strings": (corpus_cer, ([], []), {}, TypeError, "references must be a non-empty list of strings"),
    "a string missing": (corpus_cer, (["a"], [None]), {}, TypeError, r"hypotheses\[0\] must be a string"),
    "lengths of strings": (corpus_cer, (["a"], ["a", "b"]), {}, ValueError, "must have the same length"),
    "three totals": (wer_from_statistics, ([1, 2, 3],), {}, ValueError, r"totals must have .* edits, words; .*\(3,\)"),
    "no totals": (cer_from_statistics, (3,), {}, ValueError, r"totals must have .* shape \(\)"),
    "statistics of strings": (wer_statistics, (["a"], ["b"]), {}, TypeError, "references must be a list of texts"),
    "statistics of words": (cer_statistics, ([["ab"]], ["ab"]), {}, TypeError, r"references\[0\] must be a string"),
}


@pytest.mark.parametrize(("function", "texts", "options", "error", "message"), BAD.values(), ids=BAD)
def test_bad_texts_are_named(function, texts, options, error, message):
    with pytest.raises(error, match=message):
        function(*texts, **options)

"""chrF and TER: printed values, sacrebleu and nltk on random texts, twins, properties, bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import CHRF, TER

from evalmetrics import corpus_chrf, corpus_ter, edit_distance, sentence_chrf, sentence_ter
from evalmetrics.chrf_ter import (
    alignment,
    chrf_counts,
    edits_left,
    edits_near_the_diagonal,
    edits_with_shifts,
    moved,
    shift_by_shift,
    words_and_marks,
)
from evalmetrics.inputs.tokenizers import tokenize_tercom

GUIDES = [
    "It is a guide to action which ensures that the military always obeys the commands of the party",
    "It is to insure the troops forever hearing the activity guidebook that party direct",
    "It is a guide to action that ensures that the military will forever heed Party commands",
]
SAUDI = [
    "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
    "THIS WEEK THE SAUDIS denied information published in the new york times",
]
WORDS = ["a", "be", "see", "(hi)", "Ünïcode", "日本。", "f", "g's", "don't", "it's", "3.5", "x-y", "1-2", "&amp;", "B."]
WORDS += ["&quot;so&quot;", "end.", "。", "ひら", "\n-z", "A", "㌀", "，", "⺀"]
CHRF_OPTIONS = {
    "char_order": [6, 1, 3],
    "word_order": [0, 1, 2],
    "beta": [2, 1, 3],
    "lowercase": [False, True],
    "whitespace": [False, True],
    "eps_smoothing": [False, True],
}
TER_OPTIONS = {name: [False, True] for name in ("normalized", "no_punct", "asian_support", "case_sensitive")}

words = st.lists(st.sampled_from("abcd"), max_size=9)


def random_text(rng, longest):
    return " ".join(rng.choice(WORDS, rng.integers(0, longest + 1)))


def changed(rng, text):
    kept = [w if rng.random() < 0.8 else rng.choice(WORDS) for w in text.split(" ") if rng.random() < 0.9]
    cut = rng.integers(len(kept) + 1) if rng.random() < 0.7 else 0
    return " ".join([*kept[cut:], *kept[:cut]]) or "a"


def random_corpus(rng, longest=12):
    texts = [random_text(rng, longest) for _ in range(rng.integers(1, 5))]
    references = rng.integers(1, 4)
    return [[changed(rng, text) for _ in range(references)] for text in texts], texts


def drawn(rng, options):
    return {name: values[rng.integers(len(values))] for name, values in options.items()}


def by_set(several):
    return [list(texts) for texts in zip(*several, strict=True)]


# Printed values ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "hypothesis", "printed"),
    [
        pytest.param(GUIDES[2], GUIDES[0], "0.6349", id="nltk's first guide"),
        pytest.param(GUIDES[2], GUIDES[1], "0.3330", id="nltk's second guide"),
        pytest.param("the cat is on the mat", "the the the the the the the", "0.1468", id="nltk's mat"),
    ],
)
def test_what_nltk_prints(reference, hypothesis, printed):
    score = sentence_chrf([reference], hypothesis, beta=3.0, eps_smoothing=True)
    assert f"{score:.10f}".startswith(printed)  # its digits, cut off


def test_the_example_of_snover_et_al():
    """Section 3: one shift, two substitutions and one insertion, over 13 words; word error rate takes more."""
    score = sentence_ter([SAUDI[0]], SAUDI[1], case_sensitive=True)
    assert (score.edits, score.reference_length) == (4, 13)
    reference, hypothesis = (text.split() for text in SAUDI)
    assert len(shift_by_shift(reference, hypothesis)) == 2
    assert edit_distance(reference, hypothesis) > 4


def test_chrf_by_hand():
    """Of "cats" and "cat": letters 3 of 4 and of 3, pairs 2 of 3 and of 2, triples 1 of 2 and of 1, and one of four."""
    rows = corpus_chrf.statistics([["cats"]], ["cat"], char_order=4)
    matches, reference, hypothesis = rows.reshape(3, 4)
    assert [*map(list, (matches, reference, hypothesis))] == [[3, 2, 1, 0], [4, 3, 2, 1], [3, 2, 1, 0]]
    score = sentence_chrf(["cats"], "cat")
    recall = (3 / 4 + 2 / 3 + 1 / 2) / 3
    assert (score.precision, score.recall) == (1, pytest.approx(recall))
    assert score == pytest.approx(5 * recall / (4 + recall))
    every_order = [5 * r / (4 + r) for r in (3 / 4, 2 / 3, 1 / 2)]
    assert sentence_chrf(["cats"], "cat", eps_smoothing=True) == pytest.approx(sum(every_order) / 6)


def test_marks_are_set_apart_at_one_end_of_a_word():
    assert words_and_marks('He said: "(hi) there", no. - !') == [
        *["He", "said", ":", '"(hi', ")", 'there"', ",", "no", ".", "-", "!"]
    ]


def test_moving_a_run():
    assert ["".join(moved(list("abcdef"), 1, 2, target)) for target in (0, 5, 6)] == ["bcadef", "adebcf", "adefbc"]
    assert "".join(moved(list("abcdef"), 1, 3, 2)) == "aebcdf"  # into itself: as far to the right


def test_an_alignment_by_hand():
    assert alignment(list("abc"), list("xab")) == ([0, 2, 3, 3], [False, False, True], [True, False, False])


# Libraries -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_chrf_equals_sacrebleu(seed):
    rng = np.random.default_rng(seed)
    (several, texts), options = random_corpus(rng), drawn(rng, CHRF_OPTIONS)
    theirs = CHRF(**options)
    score = corpus_chrf(several, texts, **options)
    assert score == pytest.approx(theirs.corpus_score(texts, by_set(several)).score / 100, abs=1e-12)
    one = sentence_chrf(several[0], texts[0], **options)
    assert one == pytest.approx(theirs.sentence_score(texts[0], several[0]).score / 100, abs=1e-12)
    signature = dict(part.split(":") for part in str(theirs.get_signature()).split("|"))
    ours = dict(part.split(":") for part in score.signature.split("|")[1:])
    assert all(ours[name] == signature[name] for name in ("case", "eff", "nc", "nw", "space"))


@pytest.mark.parametrize("seed", range(60))
def test_ter_equals_sacrebleu(seed):
    rng = np.random.default_rng(seed)
    several, texts = random_corpus(rng, 40 if seed % 10 == 0 else 12)
    options = drawn(rng, TER_OPTIONS)
    theirs = TER(**options).corpus_score(texts, by_set(several))
    score = corpus_ter(several, texts, **options)
    assert (score.edits, score.reference_length) == (theirs.num_edits, pytest.approx(theirs.ref_length))
    if theirs.ref_length:
        assert score == pytest.approx(theirs.score / 100, abs=1e-12)


def test_of_many_candidates_no_more_are_tried_and_none_is_made():
    rng = np.random.default_rng(0)
    reference, hypothesis = (rng.choice(["a", "b"], 60).tolist() for _ in range(2))
    theirs = TER().sentence_score(" ".join(hypothesis), [" ".join(reference)])
    assert edits_with_shifts(reference, hypothesis) == theirs.num_edits
    assert len(shift_by_shift(reference, hypothesis)) == 1


# Twins ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_counts_at_once_are_those_of_each_text(seed):
    rng = np.random.default_rng(seed)
    (several, texts), options = random_corpus(rng), drawn(rng, CHRF_OPTIONS)
    own = {name: value for name, value in options.items() if name != "lowercase"}
    if options["lowercase"]:
        several, texts = [[text.lower() for text in own] for own in several], [text.lower() for text in texts]
    with np.errstate(all="ignore"):
        rows = [np.ravel(chrf_counts(*item, **own)) for item in zip(several, texts, strict=True)]
    assert corpus_chrf.statistics(several, texts, **options).tolist() == [row.tolist() for row in rows]


@pytest.mark.parametrize("length", [10, 24, 25, 60, 120])
def test_edits_are_those_of_the_table(length):
    rng = np.random.default_rng(length)
    for other in (length, length // 2 + 1, 3 * length):
        texts = [list(rng.choice(["a", "b", "c", "d"], size)) for size in (length, other)]
        rotated = texts[0][length // 2 :] + texts[0][: length // 2]  # the cheapest way lies far off the diagonal
        for hypothesis in (texts[1], rotated):
            assert edits_left(texts[0], hypothesis) == edits_left.__wrapped__(texts[0], hypothesis)


@given(words, words)
def test_short_texts_lie_within_the_beam(reference, hypothesis):
    assert edits_near_the_diagonal(reference, hypothesis)[-1][-1][0] == edit_distance(reference, hypothesis)


# Properties ----------------------------------------------------------------------------------------------------------


@given(words, words)
def test_shifts_never_cost_more_than_they_save(reference, hypothesis):
    edits = edits_with_shifts(reference, hypothesis)
    assert abs(len(reference) - len(hypothesis)) <= edits <= edit_distance(reference, hypothesis)
    assert (edits == 0) == (reference == hypothesis)


@given(st.permutations("abcdefgh"), st.integers(1, 7))
def test_a_phrase_in_another_place_is_one_edit(text, cut):
    assert edits_with_shifts(text, text[cut:] + text[:cut]) == 1


@given(words.filter(bool))
def test_chrf_does_not_know_where_words_begin(text):
    assert sentence_chrf([" ".join(text)], "".join(text)) == 1
    assert (sentence_chrf([" ".join(text)], "".join(text), whitespace=True) == 1) == (len(text) == 1)


def test_the_best_of_several_references_counts():
    assert sentence_chrf(["dogs", "the cats", "cat"], "cat") == 1
    score = sentence_ter(["a b c d", "a b"], "a b")
    assert (score.edits, score.reference_length, score) == (0, 3, 0)
    assert sentence_ter(["a b c d", "x"], "a b") == pytest.approx(2 / 2.5)


def test_signatures_say_what_was_done():
    chrf = corpus_chrf([["a"], ["b", "c"]], ["a", "b"], word_order=2, lowercase=True, whitespace=True, beta=3)
    assert chrf.signature == "chrF3++|n:2|refs:1-2|case:lc|eff:yes|nc:6|nw:2|space:yes"
    ter = corpus_ter([["a"]], ["b"], normalized=True, no_punct=True, case_sensitive=True)
    assert ter.signature == "TER|n:1|refs:1|case:mixed|norm:yes|punct:no|asian:no"


def test_words_as_tercom_sees_them():
    assert tokenize_tercom("Don't, it's 3.5!") == ["don't,", "it's", "3.5!"]
    assert tokenize_tercom("Don't, it's 3.5!", True) == ["don't", ",", "it", "'s", "3.5", "!"]
    assert tokenize_tercom("So, so. A-b", True, True, False, True) == ["So", "so", "A-b"]
    assert tokenize_tercom("日本語。", True, False, True) == ["日", "本", "語", "。"]


# Bad input -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sentence_chrf("a", "a"), TypeError, "references must be a non-empty list of strings, got 'a'"),
        (lambda: sentence_ter([["a"]], "a"), TypeError, r"references\[0\] must be a string, got \['a'\]: tokens are"),
        (lambda: sentence_ter(["a"], ["a"]), TypeError, "hypothesis must be a string"),
        (lambda: corpus_chrf([["a"]], "a"), TypeError, "hypotheses must be a non-empty list of strings"),
        (lambda: corpus_chrf(["a"], ["a"]), TypeError, r"list_of_references\[0\] must be .* give \[\[text\] for"),
        (lambda: corpus_chrf([["a", "b"]], ["a", "b"]), ValueError, "2 hypotheses, 1 lists; .* transpose"),
        (lambda: corpus_ter([["a"]], [None]), TypeError, r"hypotheses\[0\] must be a string, got None"),
        (lambda: corpus_ter([["a"]], [["a"]]), TypeError, r"hypotheses\[0\] must be a string, got \['a'\]"),
        (lambda: corpus_ter([[3]], ["a"]), TypeError, r"list_of_references\[0\]\[0\] must be a string, got 3"),
        (lambda: corpus_ter([["a"]], ["a"], tokenize="13a"), TypeError, "corpus_ter has no option tokenize"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()

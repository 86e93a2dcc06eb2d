"""BLEU: printed values, the examples of Papineni et al., sacrebleu, nltk, properties, bad input."""

import itertools
import math
import random
from functools import partial

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import bleu_score as nltk_bleu
from sacrebleu.metrics import BLEU

from evalmetrics import (
    brevity_penalty,
    corpus_bleu,
    effective_reference_length,
    modified_precision,
    orange,
    sentence_bleu,
)
from evalmetrics.bleu import bleu_counts, smooth
from evalmetrics_book import example_corpus, plot_ngram_matches

from .printed import rounds_to
from .strategies import references as references_of

RAW = "The way to make people trustworthy is to trust them.", "To make people trustworthy, you need to trust them."
NORMAL = [text.lower().replace(",", "").replace(".", "") for text in RAW]
GUIDE_1 = "it is a guide to action which ensures that the military always obeys the commands of the party"
GUIDE_2 = "it is to insure the troops forever hearing the activity guidebook that party direct"
GUIDE_REFERENCES = [
    "it is a guide to action that ensures that the military will forever heed party commands",
    "it is the guiding principle which guarantees the military forces always being under the command of the party",
    "it is the practical guide for the army always to heed the directions of the party",
]
MAT_REFERENCES = ["the cat is on the mat", "there is a cat on the mat"]
SMOOTHINGS = {None: "none", "floor": "floor", "add_k": "add-k", "exponential": "exp"}

words = st.lists(st.sampled_from("abcd"), max_size=9)
several = references_of(words)
corpora = st.lists(st.tuples(several, words), min_size=1, max_size=5)


def both(texts, **options):
    return sentence_bleu([texts[0]], texts[1], **{"tokenize": "whitespace", **options})


def random_corpus(rng, sentences, *, longest=20, references=3):
    """Random texts whose references share most words with the hypothesis, and their tokens joined by spaces."""
    alphabet = ["a", "be", "see", "Ünïcode", "日本", "f", "g"]
    several, texts = [], []
    for _ in range(sentences):
        text = rng.choices(alphabet, k=rng.randint(0, longest))
        close = [
            [word if rng.random() < 0.8 else rng.choice(alphabet) for word in text if rng.random() < 0.9] or ["a"]
            for _ in range(rng.randint(1, references))
        ]
        several.append(close)
        texts.append(text)
    return several, texts


def for_sacrebleu(several, texts):
    """The same as strings, references by set; sacrebleu skips a reference that is None."""
    sets = itertools.zip_longest(*([" ".join(text) for text in texts] for texts in several))
    return [" ".join(text) for text in texts], [list(texts) for texts in sets]


# Printed values ------------------------------------------------------------------------------------------------------


READINGS = {
    "E-80,004-071,002-009 from the parts": (NORMAL, {}, "0.386275"),
    "E-80,004-070 printed: raw under 13a": (RAW, {"tokenize": "13a"}, "0.33933"),
    "E-91 characters": (RAW, {"tokenize": "char"}, "0.7612"),
    "E-85,002-010 one added to every order": (NORMAL, {"smoothing": "add_one_all"}, "0.470132"),
    "E-85 Lin and Och": (NORMAL, {"smoothing": "add_k"}, "0.466833"),
    "E-87 5-grams tell": (("a b c P a b c Q a b c", "a b c Q a b c P a b c"), {"max_order": 5}, "0.969640"),
}


@pytest.mark.parametrize(("texts", "options", "printed"), READINGS.values(), ids=READINGS)
def test_printed_scores_recompute(texts, options, printed):
    assert rounds_to(float(both(texts, **options)), printed)


@pytest.mark.parametrize(
    ("lengths", "c", "r", "penalty"),
    [
        pytest.param([10], 6, 10, "0.513417", id="E-81 r is no difference"),
        pytest.param([9, 13], 10, 9, "1.000000", id="E-81 the closer of two"),
        pytest.param([5, 10], 9, 10, "0.894839", id="E-84 closest"),
        pytest.param([12, 15, 17], 12, 12, "1.000000", id="Papineni 2002, section 2.2.2"),
    ],
)
def test_reference_length_and_penalty(lengths, c, r, penalty):
    assert effective_reference_length(lengths, c) == r
    assert rounds_to(brevity_penalty(r, c), penalty)


def test_shortest_reference_lifts_the_penalty():
    """E-84: 1.0 with the shortest reference, 0.894839 with the closest."""
    references, hypothesis = [list("abcde"), list("abcdefghij")], list("abcdefghi")
    assert sentence_bleu(references, hypothesis, reference_length="shortest").score == 1
    assert rounds_to(sentence_bleu(references, hypothesis).score, "0.894839")


@pytest.mark.parametrize(
    ("references", "hypothesis", "n", "counts"),
    [
        pytest.param(GUIDE_REFERENCES, GUIDE_1, 1, (17, 18), id="candidate 1, words"),
        pytest.param(GUIDE_REFERENCES, GUIDE_1, 2, (10, 17), id="candidate 1, pairs"),
        pytest.param(GUIDE_REFERENCES, GUIDE_2, 2, (1, 13), id="candidate 2, pairs"),
        pytest.param(MAT_REFERENCES, "the the the the the the the", 1, (2, 7), id="the the the, words"),
    ],
)
def test_examples_of_papineni_2002(references, hypothesis, n, counts):
    assert modified_precision(references, hypothesis, n, tokenize="whitespace") == counts


# Reference implementations -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("effective_order", [False, True])
@pytest.mark.parametrize("smoothing", SMOOTHINGS)
@pytest.mark.parametrize("max_order", [1, 2, 4, 5])
def test_sentences_agree_with_sacrebleu(smoothing, effective_order, max_order):
    """Sacrebleu takes 0/0 for 0."""
    rng = random.Random(0)
    theirs = BLEU(
        tokenize="none", smooth_method=SMOOTHINGS[smoothing], effective_order=effective_order, max_ngram_order=max_order
    )
    ours = partial(sentence_bleu, smoothing=smoothing, effective_order=effective_order, max_order=max_order)
    several, texts = random_corpus(rng, 120, longest=12)
    for references, text in zip(several, texts, strict=True):
        their = theirs.sentence_score(" ".join(text), [" ".join(reference) for reference in references])
        assert float(ours(references, text, zero_division=0.0)) == pytest.approx(their.score / 100, abs=1e-12)


@pytest.mark.parametrize("value", [0.01, 0.5, 1.0])
@pytest.mark.parametrize("smoothing", ["floor", "add_k"])
def test_smoothing_values_agree_with_sacrebleu(smoothing, value):
    rng = random.Random(1)
    theirs = BLEU(tokenize="none", smooth_method=SMOOTHINGS[smoothing], smooth_value=value)
    for references, text in zip(*random_corpus(rng, 200, longest=12), strict=True):
        their = theirs.sentence_score(" ".join(text), [" ".join(reference) for reference in references])
        our = sentence_bleu(references, text, smoothing=smoothing, smoothing_value=value, zero_division=0.0)
        assert float(our) == pytest.approx(their.score / 100, abs=1e-12)


@pytest.mark.parametrize("smoothing", SMOOTHINGS)
def test_corpora_agree_with_sacrebleu_part_by_part(smoothing):
    rng = random.Random(2)
    for size in [1, 2, 5, 40] * 15:
        several, texts = random_corpus(rng, size)
        their = BLEU(tokenize="none", smooth_method=SMOOTHINGS[smoothing]).corpus_score(*for_sacrebleu(several, texts))
        our = corpus_bleu(several, texts, smoothing=smoothing, zero_division=0.0)
        assert float(our) == pytest.approx(their.score / 100, abs=1e-12)
        assert (our.hypothesis_length, our.reference_length) == (their.sys_len, their.ref_len)
        assert our.brevity_penalty == pytest.approx(their.bp)
        if any(their.counts):
            np.testing.assert_allclose(our.precisions, np.array(their.precisions) / 100)


@pytest.mark.parametrize("name", ["13a", "intl", "char", "whitespace"])
@pytest.mark.parametrize("system", ["good", "literal", "fluent", "short", "repetitive", "negated"])
def test_the_corpus_of_the_book_agrees_with_sacrebleu(system, name):
    corpus = example_corpus()
    sets = [list(texts) for texts in itertools.zip_longest(*corpus["references"])]
    theirs = BLEU(tokenize="none" if name == "whitespace" else name).corpus_score(list(corpus[system]), sets)
    ours = corpus_bleu(corpus["references"], corpus[system], smoothing="exponential", tokenize=name)
    assert float(ours) == pytest.approx(theirs.score / 100, abs=1e-12)


@pytest.mark.parametrize("weights", [(1.0, 0.0, 0.0, 0.0), (0.5, 0.5, 0.0, 0.0), (0.1, 0.2, 0.3, 0.4)])
@pytest.mark.filterwarnings("ignore:\\s*The hypothesis contains 0 counts")
def test_corpora_agree_with_nltk_at_any_weights(weights):
    rng = random.Random(4)
    for size in [1, 3, 30] * 20:
        several, texts = random_corpus(rng, size)
        texts = [[*text, "a", "b", "c", "d"] for text in texts]
        theirs = nltk_bleu.corpus_bleu(several, texts, weights)
        ours = corpus_bleu(several, texts, weights=weights, zero_division=0.0)
        assert float(ours) == pytest.approx(theirs, abs=1e-9)  # its 0 is the smallest number above 0


# The two registers ---------------------------------------------------------------------------------------------------


def textbook_row(references, text, max_order, reference_length="closest"):
    c, r, matches, possible = bleu_counts(references, text, max_order=max_order, reference_length=reference_length)
    return [c, r, *matches, *possible]


@pytest.mark.parametrize("reference_length", ["closest", "shortest"])
def test_statistics_in_bulk_are_those_of_the_definition_at_length(reference_length):
    several, texts = random_corpus(random.Random(6), 300, longest=40, references=8)
    rows = corpus_bleu.statistics(several, texts, max_order=7, reference_length=reference_length)
    assert rows.tolist() == [
        textbook_row(references, text, 7, reference_length) for references, text in zip(several, texts, strict=True)
    ]


@pytest.mark.parametrize("tokens", [[1, True, 1.0, 2], [(), "None", ()], ["", " ", "", "\u00e9", "e\u0301"]])
def test_tokens_are_what_compares_equal(tokens):
    texts = [[*tokens, *tokens[::-1]], tokens[1:]]
    several = [[tokens, tokens[::-1]], [texts[0]]]
    assert corpus_bleu.statistics(several, texts).tolist() == [
        textbook_row(references, text, 4) for references, text in zip(several, texts, strict=True)
    ]


# Properties ----------------------------------------------------------------------------------------------------------


@given(several, words)
def test_it_is_undefined_only_where_0_over_0_decides(references, text):
    values = {float(sentence_bleu(references, text, zero_division=value)) for value in (0.0, 0.5, 1.0)}
    assert math.isnan(float(sentence_bleu(references, text))) == (len(values) > 1)


@given(corpora, st.randoms(use_true_random=False))
def test_order_of_sentences_references_and_sets_does_not_matter(corpus, random):
    shuffled = [(random.sample(references, len(references)), text) for references, text in corpus]
    random.shuffle(shuffled)
    scores = [float(corpus_bleu(*map(list, zip(*c, strict=True)), smoothing="floor")) for c in (corpus, shuffled)]
    assert scores[0] == pytest.approx(scores[1], nan_ok=True)


@given(st.lists(words.filter(len), min_size=1, max_size=3), words, words.filter(len))
def test_another_reference_never_costs_a_match(references, text, another):
    for n in (1, 2, 3):
        before, after = (modified_precision(many, text, n) for many in (references, [*references, another]))
        assert before[0] <= after[0] <= after[1] == before[1]


@given(st.integers(0, 50), st.integers(0, 50), st.integers(1, 9))
def test_the_penalty_is_1_from_the_reference_s_length_on_and_has_no_unit(r, c, times):
    assert (brevity_penalty(r, c) == 1) == (c >= r)
    assert brevity_penalty(times * r, times * c) == pytest.approx(brevity_penalty(r, c))


@given(st.lists(st.integers(1, 30), min_size=1, max_size=5), st.integers(0, 30))
def test_no_reference_is_closer(lengths, c):
    r = effective_reference_length(lengths, c)
    assert r in lengths
    assert all((abs(r - c), r) <= (abs(other - c), other) for other in lengths)
    assert effective_reference_length(lengths, c, reference_length="shortest") == min(lengths)


# Edge cases ----------------------------------------------------------------------------------------------------------


def test_identical_texts_of_three_words_have_no_bleu_4():
    three = ["a", "b", "c"]
    assert math.isnan(sentence_bleu([three], three).score)
    assert sentence_bleu([three], three, zero_division=0.0).score == 0
    assert sentence_bleu([three], three, effective_order=True).score == 1
    assert sentence_bleu([three], three, max_order=3).score == 1
    assert BLEU(tokenize="none").sentence_score("a b c", ["a b c"]).score == 0


@pytest.mark.parametrize("smoothing", [None, "floor", "add_k", "exponential", "add_one_all"])
def test_an_empty_hypothesis_scores_0(smoothing):
    """E-86: the post's code divides by its length of 0."""
    assert sentence_bleu([["a", "b"]], [], smoothing=smoothing).score == 0
    assert sentence_bleu([["a", "b"]], [], smoothing=smoothing, effective_order=True).score == 0


def test_an_empty_hypothesis_of_an_empty_reference_is_undefined():
    assert math.isnan(sentence_bleu([[]], []).score)


@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ({}, "tok:tokens given|smooth:none|eff:no|r:closest"),
        ({"tokenize": "13a", "smoothing": "floor"}, "tok:13a|smooth:floor[0.1]|eff:no|r:closest"),
        ({"tokenize": str.split, "effective_order": True}, "tok:split|smooth:none|eff:yes|r:closest"),
        ({"smoothing": "add_k", "reference_length": "shortest"}, "smooth:add_k[1]|eff:no|r:shortest"),
        ({"smoothing": "exponential", "weights": [0.5, 0.5, 0, 0]}, "exponential|eff:no|r:closest|weights:0.5,0.5,0,0"),
    ],
)
def test_the_signature_says_what_the_score_depends_on(options, ending):
    texts = [["a", "b"], ["c"]] if "tokenize" not in options else ["a b", "c"]
    signature = corpus_bleu([[texts[0]], [texts[1], texts[0]]], texts, **options).signature
    assert signature.startswith("BLEU-4|n:2|refs:1-2|tok:")
    assert signature.endswith(ending)


def test_texts_may_be_arrays_and_series():
    texts = [["a", "b"], ["c"]]
    lists = corpus_bleu.statistics([[text] for text in texts], texts)
    arrays = corpus_bleu.statistics([[np.array(text)] for text in texts], pd.Series(texts, index=[7, 3]))
    np.testing.assert_array_equal(lists, arrays)


def test_lengths_of_few_bits_do_not_wrap_around():
    assert effective_reference_length(np.array([5, 7], dtype=np.uint8), np.uint8(6)) == 5


def test_what_smoothing_makes_of_counts():
    counts = np.array([3.0, 1, 0, 0]), np.array([5.0, 4, 3, 2])
    assert smooth(*counts, "exponential")[0].tolist() == [3, 1, 0.5, 0.25]
    assert smooth(*counts, "floor", 0.2)[0].tolist() == [3, 1, 0.2, 0.2]
    assert [part.tolist() for part in smooth(*counts, "add_k")] == [[3, 2, 1, 1], [5, 5, 4, 3]]


# ORANGE --------------------------------------------------------------------------------------------------------------


def overlap(references, text):
    return len(set(text) & set().union(*references)) / max(1, len(set(text)))


HUMANS = [[list("abcd"), list("abce"), list("abcf")], [list("xy"), list("xz")]]
EVERY_HUMAN = HUMANS[0] + HUMANS[1]
MACHINES = [[list("abgh"), list("ghij"), list("aaaa")], [list("qr")]]


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        pytest.param(lambda references, text: 0.3, (5 / 2 / 4 + 3 / 2 / 2) / 2, id="a constant"),
        pytest.param(lambda references, text: float(text in EVERY_HUMAN), (1 / 4 + 1 / 2) / 2, id="an oracle"),
        pytest.param(lambda references, text: -float(text in EVERY_HUMAN), 1.0, id="its opposite"),
        pytest.param(overlap, (2 / 4 + 1 / 2) / 2, id="shared words"),
    ],
)
def test_orange_by_hand(metric, value):
    """Of "aaaa" all words are shared, so each reference comes second."""
    assert orange(metric, HUMANS, MACHINES) == pytest.approx(value)


def test_orange_of_an_undefined_metric_is_undefined():
    assert math.isnan(orange(lambda references, text: math.nan, HUMANS, MACHINES))


def test_orange_reads_scores_with_parts():
    assert orange(partial(sentence_bleu, smoothing="add_k"), HUMANS, MACHINES) == pytest.approx((1 / 4 + 1 / 2) / 2)


# Figure --------------------------------------------------------------------------------------------------------------


@given(st.lists(words.filter(bool), min_size=1, max_size=3), words.filter(bool), st.integers(1, 5))
def test_the_figure_draws_a_thick_bar_per_match(references, text, max_order):
    ax = plot_ngram_matches(references, text, max_order=max_order)
    counts = [modified_precision(references, text, n) for n in range(1, max_order + 1)]
    assert [line.get_linewidth() for line in ax.lines].count(4) == sum(matches for matches, _ in counts)
    assert len(ax.lines) == sum(total for _, total in counts)
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert labels[len(references)] == "hypothesis"
    assert labels[len(references) + 1 :] == [f"{n}-grams: {m} of {t}" for n, (m, t) in enumerate(counts, 1)]
    plt.close(ax.figure)


def test_the_figure_writes_the_longest_match_under_each_token():
    ax = plot_ngram_matches([["the", "cat", "sat"]], ["the", "cat", "the"], max_order=3, title="cat")
    shown = [text.get_text() for text in ax.texts]
    assert list(zip(shown[::2], shown[1::2], strict=True)) == [
        *[("the", "2"), ("cat", "2"), ("sat", "0")],
        *[("the", "2"), ("cat", "2"), ("the", "0")],
    ]
    assert ax.get_title(loc="left") == "cat"


# Bad input -----------------------------------------------------------------------------------------------------------

TEXT = ["a", "b"]
BAD = {
    "weights too few": (lambda: sentence_bleu([TEXT], TEXT, weights=[0.5, 0.5]), ValueError, "weights must be 4"),
    "weights not 1": (lambda: sentence_bleu([TEXT], TEXT, weights=[1, 1, 1, 1]), ValueError, "weights .* add up to 1"),
    "weights of text": (lambda: sentence_bleu([TEXT], TEXT, weights="abcd"), TypeError, "weights must be a sequence"),
    "order 0": (lambda: modified_precision([TEXT], TEXT, 0), ValueError, "n must be at least 1, got 0"),
    "value without use": (lambda: corpus_bleu([[TEXT]], [TEXT], smoothing_value=1), ValueError, "got 1.0 with None"),
    "floor above 1": (lambda: both(RAW, smoothing="floor", smoothing_value=2), ValueError, "must be at most 1"),
    "no lengths": (lambda: effective_reference_length([], 3), ValueError, "reference_lengths is empty"),
    "no length": (lambda: effective_reference_length([None], 3), TypeError, "reference_lengths must hold numbers"),
    "a length in a list": (lambda: effective_reference_length([[1, 2]], 3), ValueError, "must be 1-d"),
    "length in words": (lambda: effective_reference_length([3], "a"), TypeError, "hypothesis_length must be a number"),
    "length below 0": (lambda: effective_reference_length([3], -1), ValueError, "hypothesis_length must be finite"),
    "401 digits": (lambda: brevity_penalty(10**400, 3), TypeError, "reference_length must hold numbers"),
    "a length that is true": (lambda: brevity_penalty(10, True), TypeError, "hypothesis_length must hold numbers"),
    "nan length": (lambda: brevity_penalty(math.nan, 1), ValueError, "reference_length must hold finite"),
    "one human": (lambda: orange(overlap, [[TEXT]], [[TEXT]]), ValueError, r"list_of_references\[0\] .* at least two"),
    "no machine": (lambda: orange(overlap, [[TEXT, TEXT]], [[]]), TypeError, r"list_of_candidates\[0\] must be a non"),
    "unpaired": (lambda: orange(overlap, [[TEXT, TEXT]], [[TEXT], [TEXT]]), ValueError, "must have the same length"),
}


@pytest.mark.parametrize(("call", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()

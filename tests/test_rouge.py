"""ROUGE: printed and published values, the packages rouge-score and rouge, properties, both registers, bad input."""

import math
import random
import sys
from collections import Counter
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer
from rouge_score import rouge_scorer, tokenizers
from rouge_score.tokenize import tokenize as their_tokens

from evalmetrics import (
    Rouge,
    bootstrap,
    corpus_rouge_n,
    lcs_length,
    longest_common_subsequence,
    mean_rouge,
    rouge_l,
    rouge_lsum,
    rouge_n,
    rouge_s,
    rouge_w,
    union_lcs,
)
from evalmetrics.fast import rouge as fast
from evalmetrics.inputs.stemming import porter_stemmer
from evalmetrics.rouge import lcs_counts, lcs_positions, lcs_table, shared_counts, shared_ngrams, union_counts
from evalmetrics_book import plot_common_subsequence

from .printed import rounds_to, rows


def words(text):
    return text.split()


HUMAN = words("the way to make people trustworthy is to trust them")
MACHINE = words("to make people trustworthy you need to trust them")
W = words("w1 w2 w3 w4 w5"), words("w1 w2 w6 w7 w8"), words("w1 w3 w8 w9 w5")
POLICE = words("police killed the gunman")
LIN = {
    "S2": "police kill the gunman",
    "S3": "the gunman kill police",
    "S4": "the gunman police killed",
    "S5": "gunman the killed police",
}
PULSES = (
    "pulses may ease schizophrenic voices",
    "magnetic pulse series sent through brain may ease schizophrenic voices",
    "yale finds magnetic stimulation some relief to schizophrenics imaginary voices",
)


@pytest.mark.parametrize(
    ("score", "printed"),
    [
        pytest.param(lambda: rouge_n([HUMAN], MACHINE, 1).recall, "0.7", id="004-073"),
        pytest.param(lambda: rouge_lsum([[W[0]]], list(W[1:])).f, "0.533333", id="002-005 E-100 F"),
        pytest.param(lambda: rouge_l([HUMAN], MACHINE, beta=2).f, "0.714286", id="002-006 E-97 beta 2"),
        pytest.param(lambda: rouge_l([HUMAN], MACHINE, beta=1 / 2).f, "0.760870", id="E-94 the printed form at beta 2"),
        pytest.param(lambda: rouge_n([["the", "cat"]], ["the"] * 4, 1).recall, "0.5", id="E-92 clipped"),
    ],
)
def test_printed_values_recompute(score, printed):
    assert rounds_to(score(), printed)


@pytest.mark.parametrize(
    ("score", "name", "value"),
    rows("""
Lin-2004-3.1 L  S2 0.75
Lin-2004-3.1 L  S3 0.5
Lin-2004-3.1 L  S4 0.5
Lin-2004-2   N2 S2 1/3
Lin-2004-2   N2 S3 1/3
Lin-2004-3.1 N2 S4 2/3
Lin-2004-4   S  S2 0.5
Lin-2004-4   S  S3 0.167
Lin-2004-4   S  S4 0.333
E-96         S  S5 0.0
E-96         SU S5 0.4
"""),
)
def test_lin_s_sentences(score, name, value):
    """The police and the gunman: 004-080's four kinds of ROUGE and SU."""
    functions = {
        "L": lambda *texts: rouge_l(*texts),
        "N2": lambda *texts: rouge_n(*texts, 2),
        "S": lambda *texts: rouge_s(*texts),
        "SU": lambda *texts: rouge_s(*texts, unigrams=True),
    }
    assert rounds_to(functions[score]([POLICE], LIN[name].split()).f, value)


@pytest.mark.parametrize(("hypothesis", "value"), [("ABCDHIK", "0.571"), ("AHBKCID", "0.286")])
def test_lin_s_weighted_example(hypothesis, value):
    """Lin (2004), section 4: both share ABCD, one has it in a row; f(k) = k²."""
    score = rouge_w([list("ABCDEFG")], list(hypothesis), weight=2)
    assert rounds_to(score.f, value)
    assert rouge_l([list("ABCDEFG")], list(hypothesis)).f == pytest.approx(4 / 7)


@pytest.mark.parametrize(
    ("n", "pooled", "best"), [(1, 5 / 20, 4 / 10), (2, 3 / 18, 3 / 9), (3, 2 / 16, 2 / 8), (4, 1 / 14, 1 / 7)]
)
def test_the_working_note_s_headlines(n, pooled, best):
    """The headlines of Lin's working note on ROUGE, as the package sumy quotes them: recall, pooled and single."""
    candidate, *references = [text.split() for text in PULSES]
    assert rouge_n(references, candidate, n, reference_choice="pooled").recall == pytest.approx(pooled)
    assert rouge_n(references, candidate, n).recall == pytest.approx(best)


# --- rouge-score on random pairs


class Split(tokenizers.Tokenizer):
    def tokenize(self, text):
        return text.split()


def random_text(generator, vocabulary, most):
    return [f"t{generator.randrange(vocabulary)}" for _ in range(generator.randrange(1, most))]


def random_pairs(count, *, seed, most=25):
    """Pairs of texts that share many tokens (few kinds), some (more kinds) or a shuffled and thinned copy."""
    generator = random.Random(seed)
    for _ in range(count):
        vocabulary = generator.choice([1, 2, 3, 6, 20, 100])
        reference = random_text(generator, vocabulary, most)
        hypothesis = random_text(generator, vocabulary, most)
        if generator.random() < 0.3:
            hypothesis = [token for token in reference if generator.random() < 0.8] or reference
        yield reference, hypothesis


def sentences(tokens, generator):
    """A text cut into sentences of up to eight tokens."""
    cuts = sorted({0, len(tokens), *(generator.randrange(len(tokens)) for _ in range(len(tokens) // 4))})
    return [tokens[a:b] for a, b in pairwise(cuts)]


def same(ours, theirs):
    parts = (ours.precision, ours.recall, ours.f), (theirs.precision, theirs.recall, theirs.fmeasure)
    return np.abs(np.nan_to_num(parts[0]) - parts[1]).max() <= 1e-12


THEIRS = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rouge3", "rougeL"], tokenizer=Split())
THEIR_SUM = rouge_scorer.RougeScorer(["rougeLsum"], tokenizer=Split())


def test_n_and_l_agree_with_rouge_score():
    """Where a text is too short for an n-gram ours is undefined and theirs is 0."""
    for reference, hypothesis in random_pairs(3000, seed=1):
        theirs = THEIRS.score(" ".join(reference), " ".join(hypothesis))
        for n in (1, 2, 3):
            assert same(rouge_n([reference], hypothesis, n), theirs[f"rouge{n}"])
        assert same(rouge_l([reference], hypothesis), theirs["rougeL"])


def test_lsum_agrees_with_rouge_score():
    generator = random.Random(2)
    for reference, hypothesis in random_pairs(3000, seed=2, most=40):
        texts = sentences(reference, generator), sentences(hypothesis, generator)
        theirs = THEIR_SUM.score(*("\n".join(map(" ".join, text)) for text in texts))["rougeLsum"]
        assert same(rouge_lsum([texts[0]], texts[1]), theirs)


def test_the_tie_break_shows():
    """Which of several longest subsequences is taken decides between 2 and 3 covered tokens."""
    reference, hypothesis = [words("a b c")], [words("a c b"), words("a c x")]
    theirs = THEIR_SUM.score("a b c", "a c b\na c x")["rougeLsum"]
    assert same(rouge_lsum([reference], hypothesis), theirs)
    assert union_lcs(reference[0], hypothesis) == ["a", "b", "c"]
    assert longest_common_subsequence(words("a b c"), words("a c b")) == ["a", "b"]  # not a c


def test_several_references_agree_with_rouge_score():
    generator = random.Random(3)
    for reference, hypothesis in random_pairs(500, seed=3):
        references = [reference, *(random_text(generator, 6, 20) for _ in range(generator.randrange(3)))]
        theirs = THEIRS.score_multi(list(map(" ".join, references)), " ".join(hypothesis))
        for n in (1, 2, 3):
            own = rouge_n(references, hypothesis, n)
            assert abs(np.nan_to_num(own.f) - theirs[f"rouge{n}"].fmeasure) <= 1e-12
            if not math.isnan(own.f):  # of equals the first; theirs goes by the last digit
                first = next(s for r in references if (s := rouge_n([r], hypothesis, n)).f == own.f)
                assert repr(own) == repr(first)
        assert abs(rouge_l(references, hypothesis).f - theirs["rougeL"].fmeasure) <= 1e-12


WORDS = words(
    "the cats were running happily towards relational databases agreed conflated skies dying flies gas ga U.S. it's"
)


def test_stems_and_tokens_agree_with_rouge_score():
    generator, porter = random.Random(4), PorterStemmer()
    scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
    for _ in range(300):
        reference, hypothesis = (" ".join(generator.choices(WORDS, k=9)) for _ in range(2))
        theirs = scorer.score(reference, hypothesis)
        options = {"stem": True, "tokenize": "rouge"}
        assert same(rouge_n([reference], hypothesis, 1, **options), theirs["rouge1"])
        assert same(rouge_l([reference], hypothesis, **options), theirs["rougeL"])
        by_function = rouge_l([reference], hypothesis, tokenize=lambda text: their_tokens(text, porter))
        assert by_function == rouge_l([reference], hypothesis, **options)


@given(st.text())
def test_the_tokeniser_called_rouge_is_rouge_score_s(text):
    from evalmetrics.inputs.tokenizers import tokenize_rouge

    assert tokenize_rouge(text) == their_tokens(text, None)


@pytest.mark.parametrize("text", ["人之初 性本善", "η γάτα κάθεται", "кошка сидит"])
def test_other_writing_is_nothing_to_rouge_score_and_something_here(text):
    theirs = rouge_scorer.RougeScorer(["rouge1"]).score(text, text)["rouge1"]
    assert theirs.fmeasure == 0
    assert math.isnan(rouge_n([text], text, 1, tokenize="rouge").f)
    assert rouge_n([text], text, 1, tokenize="char").f == rouge_n([text], text, 1, tokenize="whitespace").f == 1


# --- the textbook and the fast register


TWINS = {
    lcs_counts: lambda texts: texts[:2],
    shared_counts: lambda texts: texts[:2],
    shared_ngrams: lambda texts: (*texts[:2], 2),
    union_counts: lambda texts: (texts, texts[::-1][:2]),
}


@pytest.mark.parametrize("definition", TWINS, ids=lambda definition: definition.__name__)
def test_what_runs_equals_what_is_shown(definition):
    generator = random.Random(5)
    for a, b in random_pairs(500, seed=5, most=20):
        texts = [a, b, random_text(generator, 4, 20), []]
        numbers = [[int(token[1:]) for token in text] for text in texts]
        for tokens in (texts, numbers):
            arguments = TWINS[definition](tokens)
            assert definition(*arguments) == definition.__wrapped__(*arguments)


def test_what_runs_equals_what_is_shown_at_length():
    generator = random.Random(5)
    long = [generator.randrange(3) for _ in range(300)], [generator.randrange(3) for _ in range(200)]
    assert lcs_length(*long) == lcs_table(*long)[-1][-1]
    assert fast.union(long[0], [long[1]]) == longest_common_subsequence(*long)


@pytest.mark.parametrize("limits", [{}, {"AT_ONCE": 30}, {"LARGEST": 500}], ids=["as is", "blocks", "small numbers"])
def test_ngrams_counted_at_once_are_those_counted_one_by_one(limits, monkeypatch):
    for name, value in limits.items():
        monkeypatch.setattr(fast, name, value)
    generator = random.Random(6)
    for _ in range(50):
        pairs = list(random_pairs(generator.randrange(1, 9), seed=generator.random(), most=12))
        references, hypotheses = [[r, h[:2], r[:1]] if r and h else [r] for r, h in pairs], [h for _, h in pairs]
        for n, choice in product((1, 2, 3, 5), ("best", "pooled")):
            counted = corpus_rouge_n.statistics(references, hypotheses, n, reference_choice=choice)
            f = [rouge_n(r, h, n, reference_choice=choice).f for r, h in zip(references, hypotheses, strict=True)]
            np.testing.assert_array_equal(corpus_rouge_n.score(counted), f)


def test_long_ngrams_over_a_large_vocabulary_keep_apart():
    """Numbers for 6-grams over thousands of tokens would not fit into 64 bits."""
    generator = random.Random(9)
    reference = [generator.randrange(10**9) for _ in range(5000)]
    hypothesis = reference[:2000] + reference[2500:]
    (row,) = corpus_rouge_n.statistics([[reference]], [hypothesis], 6)
    assert row.tolist() == [1995 + 2495, 4995, 4495]


def test_a_longest_common_subsequence_is_one():
    """Against every subsequence of short texts."""
    for a, b in random_pairs(200, seed=7, most=8):
        both = {s for k in range(len(a) + 1) for s in combinations(a, k)} & {
            s for k in range(9) for s in combinations(b, k)
        }
        found = longest_common_subsequence(a, b)
        assert tuple(found) in both
        assert len(found) == lcs_length(a, b) == max(map(len, both))
        assert [a[i] for i, _ in lcs_positions(a, b)] == [b[j] for _, j in lcs_positions(a, b)] == found


# --- properties

tokens = st.lists(st.sampled_from(["a", "b", "c", "d", "Ü", "日"]), max_size=12)
texts = tokens.filter(bool)
betas = st.floats(0.1, 10)
VARIANTS = {
    "rouge_n 1": lambda r, h, **options: rouge_n(r, h, 1, **options),
    "rouge_n 2": lambda r, h, **options: rouge_n(r, h, 2, **options),
    "rouge_l": rouge_l,
    "rouge_w": rouge_w,
    "rouge_s": rouge_s,
    "rouge_su4": lambda r, h, **options: rouge_s(r, h, max_skip=4, unigrams=True, **options),
    "rouge_lsum": lambda r, h, **options: rouge_lsum([[t[:5], t[5:]] for t in r], [h[:5], h[5:]], **options),
}
EVERY_VARIANT = pytest.mark.parametrize("score", VARIANTS.values(), ids=VARIANTS)


@pytest.mark.parametrize("name", [name for name in VARIANTS if name not in ("rouge_w", "rouge_lsum")])
@given(reference=texts, hypothesis=texts, beta=betas)
def test_exchanging_the_texts_exchanges_precision_and_recall(name, reference, hypothesis, beta):
    one, other = (
        VARIANTS[name]([reference], hypothesis, beta=beta),
        VARIANTS[name]([hypothesis], reference, beta=1 / beta),
    )
    expected = pytest.approx((other.recall, other.precision, other.f), nan_ok=True)
    assert (one.precision, one.recall, one.f) == expected


@given(reference=texts, hypothesis=texts)
def test_how_the_variants_lie(reference, hypothesis):
    """No order of words beats ROUGE-1; pairs without a gap are bigrams; runs without weight are L; one sentence."""
    one, long = rouge_n([reference], hypothesis, 1), rouge_l([reference], hypothesis)
    assert long.f <= one.f
    bigrams = rouge_n([reference], hypothesis, 2)
    assert repr(rouge_s([reference], hypothesis, max_skip=0)) == repr(bigrams)  # nan looks like nan
    assert rouge_w([reference], hypothesis, weight=1) == long
    assert rouge_w([reference], hypothesis).f <= long.f + 1e-12
    assert rouge_lsum([[reference]], [hypothesis]) == long
    every = max(len(reference), len(hypothesis))
    assert repr(rouge_s([reference], hypothesis, max_skip=every)) == repr(rouge_s([reference], hypothesis))


@EVERY_VARIANT
@given(references=st.lists(texts.filter(len), min_size=2, max_size=4), hypothesis=texts)
def test_choices_among_references(score, references, hypothesis):
    single = [score([reference], hypothesis).f for reference in references]
    defined = [f for f in single if not math.isnan(f)]
    if defined:
        assert score(references, hypothesis).f == max(defined)
    assert score(references, hypothesis, reference_choice="mean").f == pytest.approx(np.mean(single), nan_ok=True)
    twice = [references[0], references[0]]
    for choice in ("best", "pooled", "mean"):
        expected = pytest.approx(score(references[:1], hypothesis).f, nan_ok=True)
        assert score(twice, hypothesis, reference_choice=choice).f == expected


@EVERY_VARIANT
@given(reference=texts, hypothesis=texts)
def test_an_infinite_beta_is_recall_and_a_tiny_one_precision(score, reference, hypothesis):
    for beta, part in ((math.inf, "recall"), (1e-200, "precision")):
        own = score([reference], hypothesis, beta=beta)
        assert own.f == pytest.approx(getattr(own, part), nan_ok=True)


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=6))
def test_the_mean_is_the_mean_of_each_part(pairs):
    scores = [rouge_l([r], h) for r, h in pairs]
    own = mean_rouge(scores)
    assert own.f == pytest.approx(np.mean([s.f for s in scores]))
    assert own.recall == pytest.approx(np.mean([s.recall for s in scores]))
    assert own.precision == pytest.approx(np.mean([s.precision for s in scores]))


def test_a_score_is_its_f_with_its_parts():
    score = rouge_n([["a", "b", "c"]], ["a", "b"], 1)
    assert repr(score) == repr(Rouge(0.8, precision=1.0, recall=2 / 3))
    assert vars(score) == {"precision": 1.0, "recall": 2 / 3, "f": 0.8}


def test_the_mean_of_scores_can_be_resampled():
    scores = [rouge_l([r], h) for r, h in random_pairs(40, seed=8)]
    interval = bootstrap(mean_rouge, scores, n_resamples=100, rng=0)
    by_hand = bootstrap(np.mean, [score.f for score in scores], n_resamples=100, rng=0)
    np.testing.assert_allclose(interval.replicates, by_hand.replicates)
    recall = bootstrap(lambda drawn: mean_rouge(drawn).recall, scores, n_resamples=20, rng=0)
    assert recall.estimate == mean_rouge(scores).recall


# --- where it is undefined


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"),
    [
        ([], ["a", "b"], (0, np.nan, 0)),
        (["a", "b"], [], (np.nan, 0, 0)),
        ([], [], (np.nan, np.nan, np.nan)),
    ],
)
@EVERY_VARIANT
def test_empty_texts(score, reference, hypothesis, expected):
    own = score([reference], hypothesis)
    np.testing.assert_array_equal((own.precision, own.recall, own.f), expected)


def test_texts_too_short_for_an_ngram_are_undefined():
    assert math.isnan(rouge_n([["a"]], ["a"], 2).f)
    assert math.isnan(mean_rouge([rouge_n([["a"]], ["a"], 1), rouge_n([["a"]], ["a"], 2)]).f)


def test_an_undefined_reference_is_never_the_best():
    assert rouge_n([["a"], ["a", "b"]], ["c"], 2).f == 0
    assert corpus_rouge_n.statistics([[["a"], ["a", "b"]]], [["c"]], 2).tolist() == [[0, 1, 0]]


# --- bad input

R, H = [["a", "b"]], ["a"]
BAD = {
    "flat hypothesis": (lambda: rouge_lsum([R], H), TypeError, "hypothesis must be a list of texts, each a list of"),
    "flat reference": (lambda: rouge_lsum(R, [H]), TypeError, r"references\[0\] must be a list of texts, each a list"),
    "numbers as flat text": (lambda: rouge_lsum([[1]], [[1]]), TypeError, r"references\[0\]\[0\] must be a list of"),
    "a string for Lsum": (lambda: rouge_lsum([R], "a b."), TypeError, "hypothesis must be a list of sentences"),
    "a string in Lsum": (lambda: rouge_lsum("a", [H]), TypeError, "references must be a non-empty list of texts"),
    "a string in union": (lambda: union_lcs("a b", [["a"]]), TypeError, "reference_sentence must be a list of tokens"),
    "choice of counts": (lambda: corpus_rouge_n([R], [H], 1, reference_choice="mean"), ValueError, "got 'mean'"),
    "beta of counts": (lambda: corpus_rouge_n.score([1, 2, 3], beta=0), ValueError, "beta must be a number above 0"),
    "stem": (lambda: rouge_l(R, H, stem="porter"), TypeError, "stem must be True, False or a function.* got 'porter'"),
    "stem of numbers": (lambda: rouge_l([[1]], [1], stem=True), TypeError, "needs tokens that are strings, got 1"),
    "no scores": (lambda: mean_rouge([]), ValueError, "scores must hold at least one Rouge, got"),
    "numbers for scores": (lambda: mean_rouge([0.5]), TypeError, "scores must hold at least one Rouge, got"),
}


@pytest.mark.parametrize(("call", "error", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_without_nltk_one_message_says_what_to_do(monkeypatch):
    porter_stemmer.cache_clear()
    monkeypatch.setitem(sys.modules, "nltk.stem.porter", None)
    with pytest.raises(ImportError, match="pip install nltk"):
        rouge_l([["running"]], H, stem=True)


# --- the figure


def test_the_figure_is_drawn_where_it_is_told():
    own = plot_common_subsequence(HUMAN, MACHINE)
    assert plot_common_subsequence("a b", "b", tokenize="whitespace", ax=own) is own
    assert not plot_common_subsequence([], []).lines


def test_the_figure_joins_what_rouge_l_counts():
    ax = plot_common_subsequence(HUMAN, MACHINE)
    assert [line.get_linestyle() for line in ax.lines] == ["-"] * lcs_length(HUMAN, MACHINE)
    crossed = plot_common_subsequence(POLICE, LIN["S4"].split())
    assert Counter(line.get_linestyle() for line in crossed.lines) == {"-": 2, ":": 2}
    assert [text.get_text() for text in crossed.texts] == [*POLICE, *LIN["S4"].split()]
    for line in ax.lines:
        (above, _), (below, _) = line.get_xydata().tolist()
        assert above > below  # the hypothesis starts two words later

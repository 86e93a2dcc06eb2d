"""METEOR: published values, nltk, a search of all alignments, properties, tables of synonyms, bad input."""

import sys
from fractions import Fraction

import nltk
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.translate import meteor_score as theirs

from evalmetrics import (
    WordMatch,
    card,
    corpus_meteor,
    meteor,
    meteor_alignment,
    porter,
    wordnet_synonyms,
)
from evalmetrics.inputs import stemming
from evalmetrics.meteor_scores import best_pairing, chunks_of, disorder, pairs_of
from evalmetrics_book import example_synonyms, plot_word_matches

from .printed import rounds_to
from .strategies import references as references_of

exact = meteor.given(stem=None)


def words(text):
    return text.split()


class WordNet:
    """What nltk asks of WordNet, from a table of groups of words that share a sense; it writes down the questions."""

    def __init__(self, *groups):
        self.groups, self.asked = groups, []

    def synsets(self, word):
        self.asked.append(word)
        return [Sense(group) for group in self.groups if word in group]


class Sense:
    def __init__(self, names):
        self.names = names

    def lemma_names(self):
        return self.names

    def lemmas(self):
        return [Lemma(name) for name in self.names]


class Lemma:
    def __init__(self, name):
        self.own = name

    def name(self):
        return self.own


def by_nltk(references, hypothesis, *groups):
    return theirs.meteor_score(references, hypothesis, wordnet=WordNet(*groups))


@pytest.mark.parametrize(
    ("reference", "hypothesis", "printed"),
    [
        pytest.param("the cat sat on the mat", "the cat sat on the mat", "0.9977", id="Wikipedia, equal"),
        pytest.param("the cat sat on the mat", "on the mat sat the cat", "0.5", id="Wikipedia, 6 chunks"),
        pytest.param("the cat sat on the mat", "the cat was sat on the mat", "0.9654", id="Wikipedia, 2 chunks"),
        pytest.param("this is a cat", "non matching hypothesis", "0.0", id="nltk, no match"),
    ],
)
def test_published_values_recompute(reference, hypothesis, printed):
    assert rounds_to(meteor([reference.split()], hypothesis.split()), printed)


def test_the_president_s_two_chunks():
    """Banerjee and Lavie (2005), section 2: "the president" and "spoke to the audience"."""
    reference, hypothesis = words("the president then spoke to the audience"), "the president spoke to the audience"
    assert corpus_meteor.statistics([[reference]], [hypothesis.split()]).tolist() == [[6, 2, 7, 6]]
    f_mean = 10 * Fraction(6, 7) / (Fraction(6, 7) + 9)
    expected = f_mean * (1 - Fraction(1, 2) * Fraction(2, 6) ** 3)
    assert meteor([reference], hypothesis.split()) == pytest.approx(float(expected), abs=1e-15)


VOCABULARY = words("dog cat run walk jump house tree river stone bird sing dance light dark green paint")


def without_repetition(rng, inflect):
    chosen = rng.choice(VOCABULARY, size=rng.integers(1, 12), replace=False).tolist()
    return [word + rng.choice(["", "s", "ing"]) if inflect else word for word in chosen]


@pytest.mark.parametrize("inflect", [False, True])
def test_equals_nltk_where_no_word_is_repeated(inflect):
    rng = np.random.default_rng(0)
    for _ in range(1000):
        texts = [without_repetition(rng, inflect) for _ in range(3)]
        assert len({porter(word) for word in texts[0]}) == len(texts[0])
        assert meteor(texts[:2], texts[2]) == pytest.approx(by_nltk(texts[:2], texts[2]), abs=1e-12)


def test_equals_nltk_with_synonyms_that_are_their_own_stems():
    groups = [("dog", "hound"), ("tree", "oak"), ("stone", "rock"), ("dark", "dim"), ("bird", "wren")]
    other = {a: b for group in groups for a, b in (group, group[::-1])}
    rng = np.random.default_rng(1)
    for _ in range(500):
        reference, hypothesis = without_repetition(rng, False), without_repetition(rng, False)
        swapped = [other.get(word, word) if rng.random() < 0.5 else word for word in hypothesis]
        synonyms = {word: {partner} for word, partner in other.items()}.get
        assert meteor([reference], swapped, synonyms=synonyms) == pytest.approx(
            by_nltk([reference], swapped, *groups), abs=1e-12
        )


def test_nltk_takes_the_last_of_equal_words_and_crosses_for_it():
    reference, hypothesis = words("the cat saw the dog"), words("the cat ran")
    ours = [(m.hypothesis, m.reference) for m in meteor_alignment(reference, hypothesis)]
    greedy = theirs.align_words(hypothesis, reference, wordnet=WordNet())[0]
    assert (ours, greedy) == ([(0, 0), (1, 1)], [(0, 3), (1, 1)])
    assert meteor([reference], hypothesis) == 0.390625
    assert by_nltk([reference], hypothesis) == pytest.approx(0.390625 * 8 / 15)


@given(st.lists(st.sampled_from("abc"), max_size=9), st.lists(st.sampled_from("abc"), max_size=9))
def test_as_many_matches_as_nltk_and_never_more_crossings(reference, hypothesis):
    ours = {m.hypothesis: m.reference for m in meteor_alignment(reference, hypothesis, stem=None)}
    greedy = dict(theirs.exact_match(hypothesis, reference)[0])
    assert len(ours) == len(greedy)
    crossings = [disorder([pairs.get(i) for i in range(len(hypothesis))])[1] for pairs in (ours, greedy)]
    assert crossings[0] <= crossings[1]


@given(st.lists(st.sampled_from("abcd"), max_size=6), st.lists(st.sampled_from("abcd"), max_size=6))
def test_the_pairing_of_equal_words_is_the_best_of_all(reference, hypothesis):
    places = [[j for j, other in enumerate(reference) if other == word] for word in hypothesis]
    assert best_pairing(places) == list(best_pairing.__wrapped__(places))


@given(st.data())
def test_the_pairing_of_any_words_is_the_best_of_all(data):
    n, m = data.draw(st.integers(0, 5)), data.draw(st.integers(1, 5))
    places = [data.draw(st.lists(st.integers(0, m - 1), unique=True).map(sorted)) for _ in range(n)]
    if n and data.draw(st.booleans()):  # one word has found its partner before
        i, j = data.draw(st.integers(0, n - 1)), data.draw(st.integers(0, m - 1))
        places = [[j] if k == i else [place for place in each if place != j] for k, each in enumerate(places)]
    assert best_pairing(places) == list(best_pairing.__wrapped__(places))


def test_what_is_best_by_hand():
    assert disorder((1, None, 0)) == (1, 1, 2, [(0, 1), (2, 0)])
    assert [chunks_of(pairs_of(pairing)) for pairing in [(), (3, 4, 5), (0, None, 1), (1, 0)]] == [0, 1, 2, 2]


def test_stages_take_what_earlier_ones_left():
    reference = words("a kind man told funny stories")
    hypothesis = words("the man tells amusing story told")
    found = meteor_alignment(reference, hypothesis, synonyms={"amusing": ["funny"], "man": ["kind"]}.get)
    assert found == [
        WordMatch(2, 1, "exact"),
        WordMatch(4, 3, "synonym"),
        WordMatch(5, 4, "stem"),
        WordMatch(3, 5, "exact"),
    ]
    assert [m.stage for m in meteor_alignment(reference, hypothesis)] == ["exact", "stem", "exact"]
    assert [m.stage for m in meteor_alignment(reference, hypothesis, stem=None)] == ["exact", "exact"]


def test_of_an_empty_text_that_counts_alone_there_is_no_score():
    assert np.isnan([meteor([["a"]], [], alpha=0.0), meteor([[]], ["a"], alpha=1.0)]).all()
    assert meteor([[]], ["a"], alpha=0.0) == meteor([["a"]], [], alpha=1.0) == 0


texts = st.lists(st.sampled_from(["run", "runs", "ran", "a", "the"]), max_size=8)


@given(texts, texts)
def test_one_match_is_enough_to_leave_0_and_1_is_not_reached(reference, hypothesis):
    assert card("meteor").bounds == "[0, 1)"
    score = meteor([reference], hypothesis)
    assert np.isnan(score) or (score > 0) == bool(meteor_alignment(reference, hypothesis))
    assert not score >= 1


@given(texts, texts, st.sampled_from([0.0, 0.25, 0.9, 1.0]))
def test_exchanging_the_texts_exchanges_precision_and_recall(reference, hypothesis, alpha):
    there, back = meteor([reference], hypothesis, alpha=alpha), meteor([hypothesis], reference, alpha=1 - alpha)
    assert there == pytest.approx(back, nan_ok=True)


@given(references_of(texts, 4), texts)
def test_the_best_of_several_references_counts(references, hypothesis):
    scores = [meteor([reference], hypothesis) for reference in references]
    assert meteor(references, hypothesis) == pytest.approx(
        np.nan if np.isnan(scores).all() else np.nanmax(scores), nan_ok=True
    )


@given(st.lists(st.tuples(references_of(texts, 2), texts), min_size=1, max_size=5))
def test_of_one_text_the_corpus_has_the_score(items):
    references, hypotheses = map(list, zip(*items, strict=True))
    rows = corpus_meteor.statistics(references, hypotheses)
    np.testing.assert_allclose(corpus_meteor.score(rows), [meteor(*item) for item in items])


def test_a_total_is_scored_with_the_parameters_that_it_was_counted_with():
    data = [[words("a b c d e"), words("a x x x x x x x")]], [words("a b")]
    total = corpus_meteor.total(*data, alpha=0.1)
    assert corpus_meteor.score(total) == corpus_meteor(*data, alpha=0.1) != corpus_meteor(*data)
    assert corpus_meteor.score(total, alpha=0.9) != corpus_meteor.score(total)
    with pytest.raises(ValueError, match="totals of corpus_meteor must share alpha"):
        total + corpus_meteor.total(*data)


def test_a_word_is_looked_up_once():
    asked = []
    corpus_meteor([[words("a film")]] * 3, [words("a movie")] * 3, synonyms=asked.append)
    assert sorted(asked) == ["a", "film", "movie"]


def test_synonyms_match_whichever_side_the_table_knows_and_in_any_inflection():
    for synonyms in ({"film": ["movie"]}.get, {"movie": {"film"}}.get, lambda word: ("film", "movie")):
        assert meteor([["film"]], ["movie"], synonyms=synonyms) == 0.5
    assert meteor([["films"]], ["movie"], synonyms={"movie": ["film"]}.get) == 0.5
    assert meteor([["films"]], ["movie"], stem=None, synonyms={"movie": ["film"]}.get) == 0
    assert meteor([["films"]], ["movie"], synonyms={"film": ["movie"]}.get) == 0  # a table of base forms alone


def test_the_small_table_knows_senses_apart_and_forms_together():
    assert example_synonyms("content") == {"content", "happy", "glad", "substance"}
    assert "substance" not in example_synonyms("happy")
    assert example_synonyms("zebra") == frozenset()
    for word in ("film", "movie", "picture"):
        assert example_synonyms(word) == {"film", "movie", "picture"}


def test_wordnet_gives_single_words_of_all_senses(monkeypatch):
    monkeypatch.setattr("nltk.corpus.wordnet", WordNet(("film", "movie", "moving_picture"), ("film", "cinema"), ("x",)))
    assert wordnet_synonyms("film") == {"film", "movie", "cinema"}
    assert wordnet_synonyms("unheard-of") == frozenset()
    assert meteor([["movies"]], ["film"], synonyms=wordnet_synonyms) == 0.5


def test_without_wordnet_one_message_says_what_to_do(monkeypatch):
    reader = nltk.corpus.util.LazyCorpusLoader("wordnet", nltk.corpus.reader.WordNetCorpusReader, None)
    monkeypatch.setattr("nltk.corpus.wordnet", reader)
    monkeypatch.setattr(nltk.data, "path", [])
    with pytest.raises(LookupError, match=r"^WordNet is not on this computer: run nltk.download\('wordnet'\)"):
        meteor([["film"]], ["movie"], synonyms=wordnet_synonyms)


def test_without_nltk_the_stemmer_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "nltk.stem.porter", None)
    stemming.porter_stemmer.cache_clear()
    with pytest.raises(ImportError, match="pip install nltk"):
        meteor([["runs"]], ["run"])
    assert meteor([["runs"]], ["run"], stem=None) == 0
    monkeypatch.undo()
    assert meteor([["runs"]], ["run"]) == 0.5


def test_tokens_may_be_anything_without_the_stemmer():
    assert exact([[1, 2, ("a",)]], [1, 2, ("a",)]) == pytest.approx(1 - 0.5 / 27)
    assert exact([words("ÄÖ ÜÖ 日本")], words("日本 ÄÖ")) == pytest.approx(2 / (0.9 * 3 + 0.1 * 2) / 2)


def test_strings_are_split_as_asked():
    assert meteor(["Films!"], "film", tokenize="rouge") == 0.5
    assert meteor([["Film"]], ["film"]) == 0.5
    assert exact([["Film"]], ["film"]) == 0


def test_a_text_that_repeats_a_great_deal_is_aligned_with_a_warning():
    rng = np.random.default_rng(0)
    reference, hypothesis = (rng.choice(list("abcdef"), size).tolist() for size in (60, 40))
    with pytest.warns(RuntimeWarning, match="only 50 alignments at a time .*: another may have fewer crossings$"):
        found = meteor_alignment(reference, hypothesis)
    matches = sum(min(reference.count(letter), hypothesis.count(letter)) for letter in "abcdef")
    assert len(found) == len({m.reference for m in found}) == len({m.hypothesis for m in found}) == matches


def test_the_figure_joins_what_is_matched():
    reference, hypothesis = words("the dogs barked at a film"), words("a dog barked at movies")
    matches = meteor_alignment(reference, hypothesis, synonyms=example_synonyms)
    ax = plot_word_matches(reference, hypothesis, matches)
    assert [line.get_linestyle() for line in ax.lines] == ["-", "--", "-", "-", ":"]
    numbers = [text.get_text() for text in ax.texts if text.get_text().isdigit()]
    assert numbers == ["1", "2", "2", "2", "3"]
    assert plot_word_matches(reference, hypothesis, matches, ax=ax) is ax
    assert len(plot_word_matches(["a"], [], []).lines) == 0


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: meteor([[1]], [1]), TypeError, "tokens that are strings, got 1: pass stem=None"),
        (lambda: meteor([["a"]], ["a"], synonyms={"a": ["b"]}), TypeError, "of a dictionary pass .get"),
        (lambda: meteor([["a"]], ["a"], synonyms=str), TypeError, "collection of tokens or None, got 'a' for 'a'"),
        (lambda: meteor([["a"]], ["a"], synonyms=len), TypeError, "collection of tokens or None, got 1 for 'a'"),
        (lambda: meteor_alignment(["a"], ["a"], stem=3), TypeError, "stem must be a function of a token, or None"),
    ],
)
def test_bad_input_is_named(call, error, message):
    with pytest.raises(error, match=message):
        call()

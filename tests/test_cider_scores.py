"""CIDEr: a slow second definition, the numbers of its authors' program, properties, bad input."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalmetrics import (
    bootstrap,
    cider,
    cider_d,
    inverse_document_frequencies,
    permutation_test,
    porter,
)
from evalmetrics_book import example_captions, plot_word_weights

from .strategies import references as references_of

CAPTIONS = example_captions()
REFERENCES = CAPTIONS["references"].to_list()
SYSTEMS = ["careful", "generic", "confused", "stutter"]
split = {"tokenize": "whitespace"}


def dense(list_of_references, hypotheses, n, sigma=None):
    """CIDEr, or CIDEr-D, with whole vectors over all n-grams there are; 0/0 is 0."""
    pictures, scores = len(hypotheses), np.zeros((len(hypotheses), n))
    for k in range(1, n + 1):
        texts = [text for several in list_of_references for text in several] + list(hypotheses)
        all_of = {text: [tuple(text[i : i + k]) for i in range(len(text) - k + 1)] for text in map(tuple, texts)}
        kinds = sorted({ngram for ngrams in all_of.values() for ngram in ngrams})
        documents = [
            sum(any(kind in all_of[tuple(text)] for text in several) for several in list_of_references)
            for kind in kinds
        ]
        weights = np.log(pictures / np.maximum(1, documents))

        def vector(text, all_of=all_of, kinds=kinds, weights=weights):
            return weights * [all_of[tuple(text)].count(kind) for kind in kinds]

        for i, (several, hypothesis) in enumerate(zip(list_of_references, hypotheses, strict=True)):
            c = vector(hypothesis)
            for reference in several:
                s = vector(reference)
                product = c @ s if sigma is None else np.minimum(c, s) @ s
                norms = np.linalg.norm(c) * np.linalg.norm(s)
                value = product / norms if norms > 0 else 0.0
                if sigma is not None:
                    value *= np.exp(-((len(hypothesis) - len(reference)) ** 2) / (2 * sigma**2))
                scores[i, k - 1] += value / len(several)
    return 10 * scores.mean()


def words(text):
    return text.split()


captions = st.lists(st.sampled_from(["a", "dog", "cat", "runs", "sits", "on"]), max_size=7)
pictures = st.lists(st.tuples(references_of(captions), captions), min_size=1, max_size=5)


def unzipped(items):
    return tuple(map(list, zip(*items, strict=True)))


@given(pictures, st.integers(1, 4))
def test_equals_the_slow_definition(items, n):
    references, hypotheses = unzipped(items)
    assert cider(references, hypotheses, n=n, zero_division=0.0) == pytest.approx(
        dense(references, hypotheses, n), abs=1e-9
    )
    for sigma in (6.0, 1.5):
        ours = cider_d(references, hypotheses, n=n, sigma=sigma, zero_division=0.0)
        assert ours == pytest.approx(dense(references, hypotheses, n, sigma), abs=1e-9)


PYCOCOEVALCAP = {  # version 1.2, its class Cider, which computes CIDEr-D
    "careful": 2.9630774836058036,
    "generic": 0.7877044122710329,
    "confused": 2.106133752266105,
    "stutter": 0.7855265982405653,
}
CONFUSED = [
    *(2.193709034182, 2.62592788871, 1.655717608759, 2.831332575228),
    *(1.922161435935, 0.92440028504, 2.272015157285, 2.427604852729),
    *(2.5592490499, 2.446470473535, 2.294163389931, 1.444309633701),
    *(1.032713549586, 2.014288790705, 2.388152807044, 2.665923503989),
]


@pytest.mark.parametrize("system", SYSTEMS)
def test_equals_what_the_authors_program_prints(system):
    assert cider_d(REFERENCES, CAPTIONS[system].to_list(), **split) == pytest.approx(PYCOCOEVALCAP[system], abs=1e-12)


def test_equals_it_caption_by_caption():
    rows = cider_d.statistics(REFERENCES, CAPTIONS["confused"].to_list(), **split)
    np.testing.assert_allclose(cider_d.score(rows), CONFUSED, atol=1e-11)


def test_short_captions_score_as_there_with_0_for_0_over_0():
    references = [[words("a dog runs")], [words("a cat sits still")]]
    hypotheses = [words("a dog runs"), words("a cat sits still")]
    assert cider_d(references, hypotheses, zero_division=0.0) == pytest.approx(8.75)
    assert np.isnan(cider_d(references, hypotheses))
    assert cider_d(references, hypotheses, n=3) == 10


@pytest.mark.parametrize("score", [cider, cider_d])
def test_one_picture_tells_nothing(score):
    assert np.isnan(score([REFERENCES[0]], [REFERENCES[0][0]], **split))
    assert score([REFERENCES[0]], [REFERENCES[0][0]], zero_division=0.0, **split) == 0
    assert score([REFERENCES[0]], [REFERENCES[0][0]], corpus=REFERENCES, **split) > 0


def test_a_side_without_n_grams_has_cosine_0():
    references = [[words("a dog runs fast")], [words("a cat sits still")]]
    rows = cider.statistics(references, [words("dog"), []])
    assert rows[:, 1:].tolist() == [[rows[0, 1], 0, 0, 0], [0, 0, 0, 0]]
    assert 0 < rows[0, 1] < 1


@given(pictures)
def test_saying_the_only_reference_is_perfect_wherever_it_is_defined(items):
    references = [several[:1] for several, _ in items]
    for score in (cider, cider_d):
        value = score(references, [several[0] for several in references])
        assert np.isnan(value) or value == pytest.approx(10)


@given(pictures, st.integers(2, 3))
def test_a_corpus_that_comes_twice_weighs_alike_what_it_has_and_heavier_what_it_has_not(items, times):
    references = [several for several, _ in items]
    said = [several[-1] for several in references]
    assert inverse_document_frequencies(references * times) == pytest.approx(inverse_document_frequencies(references))
    for score in (cider, cider_d):
        once = score(references, said)
        assert score(references * times, said * times) == pytest.approx(once, nan_ok=True)
    unheard = [[["a", "dog"]], [["a", "cat"]]], [["a", "zebra", "dog"], ["a", "cat"]]
    assert cider(*(each * times for each in unheard), n=1) < cider(*unheard, n=1)


def test_parts_that_weigh_words_by_their_own_corpus_do_not_add_up():
    first, second = (cider.total(REFERENCES[i : i + 8], CAPTIONS["careful"][i : i + 8], **split) for i in (0, 8))
    with pytest.raises(ValueError, match="totals of cider must share corpus: work it out from all parts once"):
        first + second


def test_weights_are_logarithms_of_shares_of_pictures():
    weights = inverse_document_frequencies([[["a", "dog", "a"]], [["a", "cat"], ["cat"]], [["a"]]], n=2)
    assert weights == pytest.approx(
        {("a",): 0.0, ("dog",): np.log(3), ("cat",): np.log(3)}
        | {("a", "dog"): np.log(3), ("dog", "a"): np.log(3), ("a", "cat"): np.log(3)}
    )


def test_stems_make_forms_of_a_word_one():
    references, said = [[words("dogs running")], [words("cats sit")]], [words("dog runs"), words("cat sits")]
    assert cider(references, said, n=2) == 0
    assert cider(references, said, n=2, stem=porter) == 10


def test_resamples_and_exchanges_keep_the_weights_of_the_whole_corpus():
    metric = cider_d.given(**split)
    said, other = CAPTIONS["careful"].to_list(), CAPTIONS["generic"].to_list()
    scores, others = (cider_d.score(cider_d.statistics(REFERENCES, texts, **split)) for texts in (said, other))
    interval = bootstrap(metric, REFERENCES, said, n_resamples=300, rng=0)
    of_scores = bootstrap(np.mean, scores, n_resamples=300, rng=0)
    assert interval.estimate == pytest.approx(scores.mean())
    np.testing.assert_allclose((interval.low, interval.high), (of_scores.low, of_scores.high))
    given = metric.given(corpus=REFERENCES)
    p_values = {permutation_test(m, REFERENCES, said, other, n_resamples=300, rng=0) for m in (metric, given)}
    p_values.add(permutation_test(lambda a: float(np.mean(a)), None, scores, others, n_resamples=300, rng=0))
    assert len(p_values) == 1


def test_the_figure_shades_words_by_weight():
    weights = inverse_document_frequencies(REFERENCES, n=1, **split)
    ax = plot_word_weights({"one": "a dog", "two": "a zyzzyva"}, weights, **split)
    assert [text.get_text() for text in ax.texts] == ["a", "0.0", "dog", "2.8", "a", "0.0", "zyzzyva", "2.8"]
    assert plot_word_weights({"one": ["a"]}, weights, ax=ax) is ax
    assert len({patch.get_facecolor() for patch in ax.patches}) > 1
    assert [text.get_text() for text in plot_word_weights({"one": ["a"]}, {("a",): 0.0}).texts] == ["a", "0.0"]


FRAME = pd.DataFrame({"said": ["a"]})


@pytest.mark.parametrize("score", [cider, cider_d])
@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (([[["a"]]], [["a"]]), {"stem": "porter"}, TypeError, "stem must be a function of a token, or None"),
        (([[["a"]]], [["a"]]), {"corpus": "coco"}, TypeError, "corpus must be a non-empty list"),
        (([[["a"]]], [["a"]]), {"stem": lambda token: [token]}, TypeError, "what stem makes of a text must be a flat"),
        (([[["a"]]], [["a"]]), {"corpus": [["a"]]}, TypeError, r"corpus\[0\] must be a list of texts"),
        (([["a"]], ["a"]), {"corpus": FRAME, "tokenize": "char"}, TypeError, "corpus must .*, got a DataFrame"),
    ],
)
def test_bad_input_is_named(score, arguments, options, error, message):
    with pytest.raises(error, match=message):
        score(*arguments, **options)


def test_nothing_has_no_score_and_a_narrow_sigma_is_none_too_small():
    assert np.isnan(cider.score([0, 0.0, 0.0]))
    assert cider_d([[["a", "b"]], [["c"]]], [["a"], ["c"]], n=1, sigma=1e-200) == 5  # any other length is worth nothing

"""Embedding scores: printed values, scipy, the definitions written out once more, properties, bad input."""

from fractions import Fraction
from math import isnan, log, sqrt

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment
from scipy.stats import wasserstein_distance_nd

import evalmetrics
import evalmetrics_book
from evalmetrics import (
    bert_score,
    cosine_similarities,
    mover_score,
    token_weights,
    word_movers_distance,
)
from evalmetrics.embedding_scores import transport
from evalmetrics_book import (
    example_embedding,
    plot_cosines,
    plot_word_flow,
    toy_embedding,
    toy_words,
)

LETTERS = "abcdefgh"
RANDOM = dict(zip(LETTERS, np.random.default_rng(0).normal(size=(8, 3)), strict=True))
CORNERS = {"[CLS]": (1.0, 1.0, 1.0), "[SEP]": (1.0, -1.0, 0.0)}


def embed(tokens):
    tokens = list(tokens)
    return tokens, np.array([(RANDOM | CORNERS)[token] for token in tokens]).reshape(-1, 3)


def with_cosines(cosines):
    """An embedding of the texts "reference" and "hypothesis" whose tokens have these cosines; a row per hypothesis."""
    rows = np.asarray(cosines, dtype=float)
    m, n = rows.shape
    rest = np.diag(np.sqrt(1 - (rows**2).sum(axis=1)))
    vectors = {
        "reference": np.eye(n, n + m),
        "hypothesis": np.hstack([rows, rest]),
    }
    return lambda text: ([f"{text} {i}" for i in range(len(vectors[text]))], vectors[text])


texts = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=6)
toy_texts = st.lists(st.sampled_from(list(toy_words())), min_size=1, max_size=6)
weights = st.fixed_dictionaries({letter: st.floats(0.1, 5) for letter in LETTERS})


# Printed values


def test_greedy_matching_is_not_the_best_one_to_one_matching():
    """Chadha calls the step optimal: these cosines tell the two apart."""
    cosines = np.array([[0.9, 0.2], [0.8, 0.1]])
    score = bert_score(["reference"], "hypothesis", embed=with_cosines(cosines))
    assert (score.precision, score.recall) == (pytest.approx(0.85), pytest.approx(0.55))
    assert score.f == pytest.approx(0.667857, abs=5e-7)
    assert cosines[linear_sum_assignment(cosines, maximize=True)].mean() == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "distance"),
    [
        ("good", "great", sqrt(0.01 + 0.04)),
        ("good film", "great movie", (sqrt(0.05) + 0.1) / 2),
        ("film", "good good", sqrt(2)),
        ("good film", "good", sqrt(2) / 2),
        ("the the film", "the film film", sqrt(2) / 3),
    ],
)
def test_distances_that_can_be_had_by_hand(reference, hypothesis, distance):
    assert word_movers_distance(reference, hypothesis, embed=toy_embedding) == pytest.approx(distance)


# References


@given(texts, texts, weights)
def test_bert_score_is_its_definition(reference, hypothesis, idf):
    def cosine(a, b):
        return RANDOM[a] @ RANDOM[b] / sqrt((RANDOM[a] @ RANDOM[a]) * (RANDOM[b] @ RANDOM[b]))

    def side(tokens, others):
        return sum(idf[t] * max(cosine(t, o) for o in others) for t in tokens) / sum(idf[t] for t in tokens)

    score = bert_score([reference], hypothesis, embed=embed, idf=idf)
    assert score.recall == pytest.approx(side(reference, hypothesis))
    assert score.precision == pytest.approx(side(hypothesis, reference))
    assert score == pytest.approx(score.f, nan_ok=True)
    if min(score.precision, score.recall) > 1e-6:
        assert score.f == pytest.approx(2 / (1 / score.precision + 1 / score.recall))


@given(texts, texts)
def test_the_distance_is_scipys(reference, hypothesis):
    expected = wasserstein_distance_nd(embed(reference)[1], embed(hypothesis)[1])
    assert word_movers_distance(reference, hypothesis, embed=embed) == pytest.approx(expected, abs=1e-9)


@given(texts, texts, weights)
def test_mover_score_is_scipys_distance_of_weighted_directions(reference, hypothesis, idf):
    def directions(text):
        vectors = embed(text)[1]
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True), [idf[token] for token in text]

    (u, u_weights), (v, v_weights) = directions(reference), directions(hypothesis)
    expected = 1 - wasserstein_distance_nd(u, v, u_weights, v_weights)
    assert mover_score([reference], hypothesis, embed=embed, idf=idf) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
@pytest.mark.parametrize("seed", range(5))
def test_equal_numbers_of_tokens_are_an_assignment_at_every_scale(scale, seed):
    rng = np.random.default_rng(seed)
    vectors = {name: scale * rng.normal(size=(7, 4)) for name in ("one", "other")}
    cost = np.linalg.norm(vectors["one"][:, None] - vectors["other"][None], axis=2)
    expected = cost[linear_sum_assignment(cost)].mean()
    found = word_movers_distance("one", "other", embed=lambda text: (list("abcdefg"), vectors[text]))
    assert found / scale == pytest.approx(expected / scale)


@given(texts, texts)
def test_what_is_moved_adds_up_and_costs_what_the_printed_linear_programme_finds(reference, hypothesis):
    supply, demand = np.arange(1.0, len(reference) + 1), np.arange(1.0, len(hypothesis) + 1)
    cost = np.linalg.norm(embed(reference)[1][:, None] - embed(hypothesis)[1][None], axis=2)
    total, amounts = transport(supply, demand, cost)
    np.testing.assert_allclose(amounts.sum(axis=1), supply / supply.sum(), atol=1e-9)
    np.testing.assert_allclose(amounts.sum(axis=0), demand / demand.sum(), atol=1e-9)
    assert total == pytest.approx((amounts * cost).sum())
    assert total == pytest.approx(transport.__wrapped__(supply, demand, cost)[0], abs=1e-9)


def test_phrases_are_weighted_sums():
    table = {"a": (1.0, 0.0), "b": (0.0, 1.0), "c": (1.0, 1.0)}
    idf = {"a": 3.0, "b": 4.0, "c": 0.0}

    def two(text):
        return list(text), np.array([table[token] for token in text])

    # "ab" is (3, 4) / 5 and weighs 7, "bc" is (0, 1) and weighs 4; "b" alone is one phrase, (0, 1)
    apart = sqrt((3 / 5) ** 2 + (1 - 4 / 5) ** 2)
    assert mover_score(["abc"], "b", embed=two, idf=idf, n=2) == pytest.approx(1 - 7 / 11 * apart)
    assert mover_score(["ab"], "b", embed=two, idf=idf, n=2) == pytest.approx(1 - apart)


# Properties


@given(texts, texts, weights)
def test_precision_and_recall_are_means_of_cosines(reference, hypothesis, idf):
    score = bert_score([reference], hypothesis, embed=embed, idf=idf)
    assert max(abs(score.precision), abs(score.recall)) <= 1
    assert isnan(score) == (min(score.precision, score.recall) < 0 or score.precision == score.recall == 0)


def test_the_lowest_values_are_attained():
    def ends(text):
        return [text], np.array([{"east": (1.0, 0.0), "west": (-1.0, 0.0), "north": (0.0, 1.0)}[text]])

    assert mover_score(["east"], "west", embed=ends) == -1
    opposite, across = (bert_score(["east"], text, embed=ends) for text in ("west", "north"))
    assert (opposite.precision, opposite.recall, isnan(opposite.f)) == (-1, -1, True)
    assert (across.precision, across.recall, isnan(across.f)) == (0, 0, True)


def test_f_is_undefined_where_the_formula_leaves_its_bounds():
    score = bert_score(["reference"], "hypothesis", embed=with_cosines([[0.5, -0.6, -0.6]]))
    assert (score.precision, score.recall) == (pytest.approx(0.5), pytest.approx(-0.7 / 3))
    assert 2 * score.precision * score.recall / (score.precision + score.recall) < -0.8
    assert isnan(score.f)


@given(toy_texts, toy_texts, st.integers(1, 3))
def test_exchanging_the_texts_exchanges_precision_and_recall(reference, hypothesis, n):
    one = bert_score([reference], hypothesis, embed=toy_embedding)
    other = bert_score([hypothesis], reference, embed=toy_embedding)
    assert (one.precision, one.recall) == (pytest.approx(other.recall), pytest.approx(other.precision))
    if not isnan(one.f) and one.f > 1e-9:
        assert one.f == pytest.approx(other.f)
    pairs = (reference, hypothesis), (hypothesis, reference)
    there, back = (word_movers_distance(*pair, embed=toy_embedding) for pair in pairs)
    assert there == pytest.approx(back, abs=1e-9)
    there, back = (mover_score([a], b, embed=toy_embedding, n=n) for a, b in pairs)
    assert there == pytest.approx(back, abs=1e-9)


@given(texts, texts)
def test_to_stutter_costs_bert_score_nothing_where_the_words_are_right(reference, extra):
    stutter = reference + [token for token in extra if token in reference]
    assert bert_score([reference], stutter, embed=embed).f == pytest.approx(1)
    assume(len({*reference}) > 1 and sorted(set(stutter)) == sorted(set(reference)))
    shares = [{t: Fraction(text.count(t), len(text)) for t in text} for text in (reference, stutter)]
    distance = word_movers_distance(reference, stutter, embed=embed)
    assert (distance == pytest.approx(0, abs=1e-9)) == (shares[0] == shares[1])


@given(st.lists(texts, min_size=1, max_size=4), texts)
def test_the_best_reference_counts(references, hypothesis):
    each = [bert_score([reference], hypothesis, embed=embed) for reference in references]
    best = bert_score(references, hypothesis, embed=embed)
    assert best in each or isnan(best.f)
    fs = [score.f for score in each if not isnan(score.f)]
    assert best.f == max(fs) if fs else isnan(best.f)
    assert mover_score(references, hypothesis, embed=embed) == max(
        mover_score([reference], hypothesis, embed=embed) for reference in references
    )


@given(texts, texts, st.floats(0.1, 10))
def test_only_the_ratios_of_weights_matter(reference, hypothesis, factor):
    idf = {letter: i + 1.0 for i, letter in enumerate(LETTERS)}
    scaled = {letter: factor * weight for letter, weight in idf.items()}
    one, other = (bert_score([reference], hypothesis, embed=embed, idf=each) for each in (idf, scaled))
    assert (one.precision, one.recall) == (pytest.approx(other.precision), pytest.approx(other.recall))
    same = dict.fromkeys(LETTERS, factor)
    plain, flat = (mover_score([reference], hypothesis, embed=embed, idf=each, n=2) for each in (None, same))
    assert plain == pytest.approx(flat, abs=1e-9)


@given(texts, texts)
def test_tokens_around_a_text_may_be_partners_and_weigh_nothing(reference, hypothesis):
    framed = [["[CLS]", *text, "[SEP]"] for text in (reference, hypothesis)]
    bare, around = bert_score([reference], hypothesis, embed=embed), bert_score([framed[0]], framed[1], embed=embed)
    assert around.precision >= bare.precision - 1e-12
    assert around.recall >= bare.recall - 1e-12
    assert word_movers_distance(*framed, embed=embed) == pytest.approx(
        word_movers_distance(reference, hypothesis, embed=embed), abs=1e-9
    )
    for n in (1, 2):
        assert mover_score([framed[0]], framed[1], embed=embed, n=n) == pytest.approx(
            mover_score([reference], hypothesis, embed=embed, n=n), abs=1e-9
        )


@given(st.lists(toy_texts, min_size=1, max_size=6))
def test_weights_are_logarithms_of_texts_over_texts_that_have_the_token(references):
    found = token_weights(references, embed=toy_embedding)
    n = len(references)
    for token in toy_words():
        having = sum(token in text for text in references)
        assert found[token] == pytest.approx(log((n + 1) / (having + 1)))
    assert {*found} == {token for text in references for token in text}  # reading has added none


def test_a_token_of_every_text_weighs_nothing():
    found = token_weights(["the film was good", "the train was late"], embed=toy_embedding)
    assert (found["the"], found["was"]) == (0, 0)
    score = bert_score(["the film was good"], "the film was late", embed=toy_embedding, idf=found)
    plain = bert_score(["the film was good"], "the film was late", embed=toy_embedding)
    assert score.f < plain.f


@given(texts, texts)
def test_cosines_lie_between_minus_one_and_one(reference, hypothesis):
    cosines = cosine_similarities(reference, hypothesis, embed=embed)
    assert cosines.shape == (len(reference), len(hypothesis))
    assert np.abs(cosines).max() <= 1
    np.testing.assert_allclose(cosine_similarities(hypothesis, reference, embed=embed), cosines.T, atol=1e-15)


def test_rounding_does_not_lift_a_cosine_above_one():
    vectors = np.random.default_rng(0).normal(size=(200, 5))
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    assert ((vectors / lengths) ** 2).sum(axis=1).max() > 1
    assert cosine_similarities("", "", embed=lambda text: (["x"] * 200, vectors)).max() == 1


# What the package ships


def test_the_toy_table_is_a_table_of_words():
    assert len(toy_words()) == 24
    tokens, vectors = toy_embedding("The film WAS good")
    assert tokens == ["the", "film", "was", "good"]
    assert vectors.tolist() == [list(toy_words()[token]) for token in tokens]
    assert toy_embedding(tokens)[0] == tokens
    assert toy_embedding("")[1].shape == (0, 6)
    assert all(any(vector) for vector in toy_words().values())
    with pytest.raises(TypeError):
        toy_words()["film"] = (0.0,) * 6


def test_without_the_model_the_message_says_how_to_get_it(monkeypatch):
    from evalmetrics_book import embeddings, minilm_embedding

    monkeypatch.setattr(embeddings, "PACKAGE", "a_package_that_nobody_has")
    embeddings.model.cache_clear()
    with pytest.raises(ModuleNotFoundError, match="MiniLM is not installed: `make semantic` does it"):
        minilm_embedding()
    embeddings.model.cache_clear()


# Figures


def test_best_partners_are_marked_in_both_directions():
    texts = "Kim won the race.", "The race was won by Kim."
    ax = plot_cosines(*texts, embed=example_embedding)
    cosines = cosine_similarities(*texts, embed=example_embedding)
    np.testing.assert_array_equal(ax.images[0].get_array(), cosines)
    squares, circles = (line.get_xydata().astype(int) for line in ax.lines)
    assert squares.tolist() == [[cosines[i].argmax(), i] for i in range(1, 6)]
    assert circles.tolist() == [[j, cosines[:, j].argmax()] for j in range(1, 8)]
    score = bert_score([texts[0]], texts[1], embed=example_embedding)
    assert np.mean([cosines[i, j] for j, i in squares]) == pytest.approx(score.recall)
    assert np.mean([cosines[i, j] for j, i in circles]) == pytest.approx(score.precision)
    assert ax.texts[0].get_text() == f"{cosines[0, 0]:.2f}"
    assert len(ax.texts) == cosines.size
    assert [label.get_text() for label in ax.get_yticklabels()] == example_embedding(texts[0])[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == example_embedding(texts[1])[0]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("hypothesis", "reference")


def test_the_flow_is_a_line_per_journey_as_thick_as_what_travels():
    texts = "the film was good", "the actors was not awful"
    ax = plot_word_flow(*texts, embed=toy_embedding)
    tokens = [text.split() for text in texts]
    middles = [sum(len(t) + 2.0 for t in row[:i]) + (len(row[i]) + 2.0) / 2 for row in tokens for i in range(len(row))]
    lengths, amounts = [], []
    for line, label in zip(ax.lines, ax.texts[9:], strict=True):
        (x0, x1), (y0, y1) = line.get_data()
        i, j = middles.index(x0), middles.index(x1, 4) - 4
        assert y0 > y1
        a, b = (toy_embedding([row[k]])[1][0] for row, k in ((tokens[0], i), (tokens[1], j)))
        assert label.get_text() == f"{np.linalg.norm(a - b):.2f}"
        lengths.append(np.linalg.norm(a - b))
        amounts.append(line.get_linewidth())
    distance = word_movers_distance(*texts, embed=toy_embedding)
    assert np.average(lengths, weights=amounts) == pytest.approx(distance)


def test_tokens_that_carry_nothing_are_grey():
    ax = plot_word_flow("Kim won the race.", "Kim lost the race.", embed=example_embedding)
    colours = [patch.get_facecolor()[:3] for patch in ax.patches]
    assert colours[0] == colours[6] == colours[7] == colours[13]
    assert colours[0] != colours[1]


# Bad input


def gives(tokens, vectors):
    return lambda text: (tokens, vectors)


BAD = {
    "one reference": ("bert_score", ("film", "film"), {}, TypeError, "references must be a list of texts, also when"),
    "no texts to weigh": ("token_weights", (None,), {}, TypeError, "texts must be a list of texts, .* got None"),
    "no reference": ("bert_score", ([], "film"), {}, ValueError, "references is empty"),
    "no word": ("bert_score", (["film"], ""), {}, ValueError, "hypothesis has no tokens that count: it is empty"),
    "no text": ("toy_embedding", (3,), {"embed": ...}, TypeError, "text must be a list of tokens, got 3"),
    "an unknown word": ("word_movers_distance", ("films", "film"), {}, ValueError, r"toy table lacks: \['films'\]"),
    "no embedding": ("bert_score", (["film"], "film"), {"embed": None}, TypeError, "embed must be a function from a"),
    "half an embedding": (
        "bert_score",
        (["a"], "b"),
        {"embed": lambda text: None},
        TypeError,
        "embed must return two things, tokens and an array of their vectors; of reference it gave None",
    ),
    "a table of references": ("bert_score", (pd.DataFrame({"film": []}), "film"), {}, TypeError, "got a DataFrame"),
    "an array of weights": (
        "bert_score",
        (["film"], "film"),
        {"idf": np.ones(3)},
        TypeError,
        "idf must map tokens to w",
    ),
    "a missing weight": ("bert_score", (["film"], "cat"), {"idf": {"film": 1}}, ValueError, "no weight for 'cat'"),
    "a negative weight": ("bert_score", (["film"], "film"), {"idf": {"film": -1}}, ValueError, "got -1.0 for 'film'"),
    "an endless weight": ("mover_score", (["film"], "film"), {"idf": {"film": np.inf}}, ValueError, "got inf for"),
    "no weight at all": ("bert_score", (["film"], "film"), {"idf": {"film": 0}}, ValueError, "idf gives all of them 0"),
    "vectors too few": (
        "cosine_similarities",
        ("a", "b"),
        {"embed": gives(["a", "b"], np.ones((1, 3)))},
        ValueError,
        r"embed must return as many vectors as tokens; of reference it gave 2 tokens and an array of shape \(1",
    ),
    "one long vector": (
        "word_movers_distance",
        ("a", "b"),
        {"embed": gives(["a"], np.ones(3))},
        ValueError,
        r"what embed gives reference must have shape \(n, d\), a row per token, both at least 1, got \(3,\)",
    ),
    "no direction": (
        "cosine_similarities",
        ("a", "b"),
        {"embed": gives(["a", "b"], [[1.0, 0.0], [0.0, 0.0]])},
        ValueError,
        "embed gave 'b' a vector of zeros: no",
    ),
    "no length": (
        "cosine_similarities",
        ("a", "b"),
        {"embed": lambda text: ([text], [[1e200]])},
        ValueError,
        "embed gave 'a' a vector of numbers whose squares no float holds: no direction",
    ),
    "a phrase without a direction": (
        "mover_score",
        (["ab"], "ab"),
        {"embed": lambda text: (list(text), [[1.0], [-1.0]]), "n": 2},
        ValueError,
        "distances must be finite: .* those of an n-gram add up to 0",
    ),
    "two spaces": (
        "bert_score",
        (["a"], "bb"),
        {"embed": lambda text: ([text], np.ones((1, len(text))))},
        ValueError,
        "embed must give vectors of one length, got 1 numbers",
    ),
    "no texts": ("token_weights", ([],), {}, ValueError, "texts is empty"),
    "another sentence": ("example_embedding", ("Hello.",), {"embed": ...}, ValueError, "none of example_sentences()"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_named(case):
    name, arguments, options, error, message = BAD[case]
    options = {key: value for key, value in {"embed": toy_embedding, **options}.items() if value is not ...}
    with pytest.raises(error, match=message):
        getattr(evalmetrics if name in dir(evalmetrics) else evalmetrics_book, name)(*arguments, **options)

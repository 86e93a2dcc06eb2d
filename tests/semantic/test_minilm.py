"""The model that `make semantic` installs, and what the package ships of it."""

import numpy as np
import pandas as pd
import pytest

from evalmetrics import bert_score
from evalmetrics_book import example_embedding, example_semantic_scores, example_sentences, minilm_embedding
from evalmetrics_book.embeddings import words
from tests.semantic import stored

pytestmark = pytest.mark.semantic


def test_shipped_vectors_are_the_models():
    embed = minilm_embedding()
    assert example_sentences() == stored.SENTENCES
    for sentence in stored.SENTENCES:
        (tokens, vectors), (kept, half) = embed(sentence), example_embedding(sentence)
        assert tokens == kept
        np.testing.assert_allclose(vectors, half, rtol=1e-3, atol=1e-3)


def test_shipped_scores_are_the_models():
    pd.testing.assert_frame_equal(stored.scores(), example_semantic_scores(), rtol=0, atol=2e-4)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "f"),
    [  # computed once with PyTorch and the same weights
        (
            "The way to make people trustworthy is to trust them.",
            "To make people trustworthy, you need to trust them.",
            0.836,
        ),
        ("Kim won the race", "The race was won by Kim", 0.910),
        ("Kim won the race", "The race won Kim", 0.964),
    ],
)
def test_another_program_gets_the_same_scores(reference, hypothesis, f):
    def bare(text):
        tokens, vectors = minilm_embedding()(text)
        return tokens[1:-1], vectors[1:-1]

    assert bert_score([reference], hypothesis, embed=bare).f == pytest.approx(f, abs=5e-4)


def test_long_texts_are_refused():
    with pytest.raises(ValueError, match="text has 513 word pieces; MiniLM reads at most 512"):
        minilm_embedding()("word " * 511)
    assert len(minilm_embedding()("word " * 510)[0]) == 512


def test_words_the_vocabulary_lacks():
    tokens, _ = minilm_embedding()("trustworthy xxqzzq \u0e01\u0e02 " + "a" * 101)
    assert tokens[1:3] == ["trust", "##worthy"]
    assert tokens.count("[UNK]") >= 1
    assert list(words("Café, naïve!")) == ["cafe", ",", "naive", "!"]

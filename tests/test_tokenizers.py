"""The tokenisers that have names do what sacrebleu's do, token for token."""

import unicodedata
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from evalmetrics.inputs.texts import TOKENIZERS, as_tokens
from evalmetrics_book import example_corpus

SACREBLEU = {"13a": "13a", "intl": "intl", "char": "char", "whitespace": "none"}
PIECES = [
    *"aZéß日本اक𝔸3²Ⅷ٣½ \t\n\u00a0\u3000.,-'\"’„“…–!?¿:;()[]{}/\\&$€+=^~`|😀©\u0301\u200b\x85\x1c",
    *("  ", "-\n", "&amp;", "&quot;", "&lt;", "&gt;", "&amp;lt;", "<skipped>"),
    *("1.5", "1,000", "3-4", "U.S.", "don't", "e-mail", "2020."),
]
assigned = st.characters(exclude_categories=["Cn", "Cs"])


def theirs(name, text):
    """What sacrebleu counts as the words of a text."""
    return BLEU(tokenize=SACREBLEU[name])._preprocess_segment(text).split()


@pytest.mark.parametrize("name", SACREBLEU)
def test_thousands_of_random_strings(name):
    rng = np.random.default_rng(0)
    tokenizer = BLEU(tokenize=SACREBLEU[name])
    for length in rng.integers(0, 12, size=2000):
        text = "".join(rng.choice(PIECES, size=length))
        assert TOKENIZERS[name](text) == tokenizer._preprocess_segment(text).split(), repr(text)


@pytest.mark.parametrize("name", SACREBLEU)
@given(text=st.text(st.one_of(assigned, st.sampled_from(list("09.,-&;\n "))), max_size=30))
def test_any_assigned_character(name, text):
    assert TOKENIZERS[name](text) == theirs(name, text)


@cache
def characters():
    """Every mark, symbol, number and space; of the letters, every fiftieth."""
    kinds = {chr(c): unicodedata.category(chr(c)) for c in range(0x110000)}
    every = [c for c, kind in kinds.items() if kind[0] in "PSNZ" or kind in ("Cc", "Cf")]
    return every + [c for c, kind in kinds.items() if kind[0] in "LM"][::50]


@pytest.mark.parametrize("name", SACREBLEU)
def test_every_mark_symbol_number_and_space_between_every_kind_of_neighbour(name):
    """After and before a letter, a digit and a point."""
    text = " ".join(f"x{c}x 1{c}1 .{c}1 1{c}." for c in characters())
    assert TOKENIZERS[name](text) == theirs(name, text)


@pytest.mark.parametrize("name", SACREBLEU)
def test_the_corpus_of_the_book(name):
    corpus = example_corpus()
    for column in corpus.columns.drop("references"):
        assert [TOKENIZERS[name](text) for text in corpus[column]] == [theirs(name, text) for text in corpus[column]]


@pytest.mark.parametrize(
    ("name", "tokens"),
    [
        ("13a", "They paid $ 1,000.50 for O'Neill's e-mail in 1990 - 91 , didn't they ?"),
        ("intl", "They paid $ 1,000.50 for O ' Neill ' s e - mail in 1990-91 , didn ' t they ?"),
        ("whitespace", "They paid $1,000.50 for O'Neill's e-mail in 1990-91, didn't they?"),
    ],
)
def test_what_the_names_mean(name, tokens):
    text = "They paid $1,000.50 for O'Neill's e-mail in 1990-91, didn't they?"
    assert as_tokens(text, "text", name) == theirs(name, text)
    assert as_tokens(text, "text", name) == tokens.split()


def test_a_point_after_a_last_number_is_cut_off_by_13a_and_kept_by_intl():
    """mteval-v14 forgot to pad the line; sacrebleu keeps its mistake."""
    assert as_tokens("in 2020.", "text", "13a") == ["in", "2020", "."]
    assert as_tokens("in 2020.", "text", "intl") == ["in", "2020."]

"""Where vectors of tokens come from: a table made by hand, a real model, and what it says of a few sentences."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from evalmetrics.inputs.arguments import several
from evalmetrics.inputs.texts import as_tokens
from evalmetrics.kinds.help_pages import described_by

from . import shipped

if TYPE_CHECKING:
    from .minilm import MiniLM

Array = NDArray[np.float64]


@described_by()
def toy_embedding(text: Any) -> tuple[list[str], Array]:
    """A hand-made table of words for following the arithmetic: six numbers each, which say what a word is about.

    text : str or list of tokens
        A string is lower-cased and split at spaces. Known are the words of ``toy_words()``.

    -> tokens, array of shape (n, 6)
        Columns: grammar, film, praise, denial, travel, animal. A word has the same vector in every sentence.

    >>> toy_embedding("good film")[1]
    array([[0., 0., 1., 0., 0., 0.],
           [0., 1., 0., 0., 0., 0.]])
    """
    tokens = [str(word) for word in as_tokens(text, "text", lambda written: written.lower().split())]
    if unknown := sorted(set(tokens) - set(toy_words())):
        known = ", ".join(toy_words())
        raise ValueError(f"text has words that the toy table lacks: {several(unknown)}; it knows {known}")
    return tokens, np.array([toy_words()[token] for token in tokens], dtype=float).reshape(-1, 6)


@described_by()
@cache
def toy_words() -> Mapping[str, tuple[float, ...]]:
    """The words of `toy_embedding` and their vectors.

    -> mapping from word to six numbers
        In the order of the table; not to be changed.

    >>> len(toy_words())
    24
    """
    table = shipped.tables("toy_words.toml")["words"]
    return MappingProxyType({word: tuple(numbers) for word, numbers in table.items()})


@described_by()
def example_embedding(text: str) -> tuple[list[str], Array]:
    """MiniLM's vectors of the sentences that the book's lessons on these scores compare, without the model.

    text : str
        One of ``example_sentences()``.

    -> tokens, array of shape (n, 384)
        What ``minilm_embedding()`` returns, rounded to half precision.

    >>> tokens, vectors = example_embedding("Kim won the race.")
    >>> tokens, vectors.shape
    (['[CLS]', 'kim', 'won', 'the', 'race', '.', '[SEP]'], (7, 384))
    """
    if text not in _contexts():
        raise ValueError(f"text is none of example_sentences(): {text!r}; minilm_embedding() embeds any")
    tokens, vectors = _contexts()[text]
    return [*tokens], vectors.copy()


@described_by()
def example_sentences() -> list[str]:
    """The sentences that `example_embedding` knows.

    -> list of str

    >>> "Kim won the race." in example_sentences()
    True
    """
    return list(_contexts())


@described_by()
def minilm_embedding() -> "MiniLM":
    """A real model of English: MiniLM, six layers, whose vectors of a word depend on the sentence.

    -> callable
        From a string of at most 510 word pieces to its tokens, [CLS] first and [SEP] last, and an (n, 384) array.

    ModuleNotFoundError
        The weights are not installed; the message says how to.

    Source: Wang, W., Wei, F., Dong, L., Bao, H., Yang, N. & Zhou, M. (2020). MiniLM: deep self-attention distillation
    for task-agnostic compression of pre-trained transformers. NeurIPS. The weights are all-MiniLM-L6-v2, Apache 2.0.

    >>> tokens, vectors = minilm_embedding()("I'd sooner ask a human.")  # doctest: +SKIP
    """
    from . import minilm

    return minilm.model()


@described_by()
def example_semantic_scores() -> pd.DataFrame:
    """What MiniLM makes of the six systems of `example_corpus`: a score per system and sentence.

    -> DataFrame of shape (240, 4)
        Columns system, sentence (1 to 40), bert_score (its F against the best reference) and mover_score, rounded to
        four digits.

    >>> example_semantic_scores().groupby("system")["bert_score"].mean().round(2)["good"]
    np.float64(0.95)
    """
    return shipped.rows("minilm_scores.csv")


@cache
def _contexts() -> Mapping[str, tuple[list[str], Array]]:
    arrays = shipped.arrays("minilm.npz")
    tokens = [text.split() for text in arrays["tokens"].tolist()]
    vectors = np.split(arrays["vectors"].astype(float), np.cumsum([len(row) for row in tokens])[:-1])
    return dict(zip(arrays["sentences"].tolist(), zip(tokens, vectors, strict=True), strict=True))

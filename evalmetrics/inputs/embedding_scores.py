"""Texts as the scores of embeddings see them: a vector for each token, and what each token weighs."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from . import arguments
from .arguments import Floats, described_with, shown

Embedding = Callable[[Any], tuple[Sequence[str], Any]]
Weights = Mapping[str, float] | None
Weighted = tuple[Floats, Floats]  # the vectors of a text, and their weights
MARKS = {"[CLS]", "[SEP]"}  # what models put around a text


class Embedded(NamedTuple):
    """A text: its tokens, a vector for each, and what each weighs."""

    tokens: list[str]
    vectors: Floats
    weights: Floats

    def words(self) -> "Embedded":
        """The text without the marks around it."""
        kept = np.array([token not in MARKS for token in self.tokens])
        return Embedded([t for t in self.tokens if t not in MARKS], self.vectors[kept], self.weights[kept])


def two_texts(reference: Any, hypothesis: Any, *, embed: Embedding) -> tuple[Weighted, Weighted]:
    """The tokens of two texts, all of the same weight.

    reference, hypothesis : texts
        Whatever `embed` takes.
    embed : callable
        From a text to its n tokens and an (n, d) array of numbers.

    ValueError
        A vector of zeros where a direction is wanted.
    """
    (r,), h = _read([reference], hypothesis, embed)
    _refuse_no_direction(r, h)
    return r[1:], h[1:]


@described_with(two_texts)
def words_of_two_texts(reference: Any, hypothesis: Any, *, embed: Embedding) -> tuple[Weighted, Weighted]:
    """The tokens of two texts but [CLS] and [SEP], all of the same weight; vectors of zeros will do."""
    (r,), h = _read([reference], hypothesis, embed)
    return r.words()[1:], h.words()[1:]


@described_with(two_texts)
def with_references(
    references: Any, hypothesis: Any, *, embed: Embedding, idf: Weights = None
) -> tuple[list[Weighted], Weighted]:
    """The tokens of some references and of a text, whose vectors have directions.

    references : list of texts
        At least one.
    hypothesis : text
    idf : mapping from token to weight, optional
        How much each token counts, for example of `token_weights`; by default all the same. [CLS] and [SEP] weigh
        nothing.

    ValueError
        A token that `idf` lacks.
    """
    found, text = _read(listed(references, "references"), hypothesis, embed, idf)
    _refuse_no_direction(*found, text)
    return [each[1:] for each in found], text[1:]


@described_with(two_texts, with_references)
def words_with_references(
    references: Any, hypothesis: Any, *, embed: Embedding, idf: Weights = None
) -> tuple[list[Weighted], Weighted]:
    """The tokens of some references and of a text, but [CLS] and [SEP], whose vectors have directions."""
    found, text = _read(listed(references, "references"), hypothesis, embed, idf)
    _refuse_no_direction(*found, text)
    return [each.words()[1:] for each in found], text.words()[1:]


def _read(references: list[Any], hypothesis: Any, embed: Any, idf: Any = None) -> tuple[list[Embedded], Embedded]:
    found = [embedded(reference, "reference", embed, idf) for reference in references]
    text = embedded(hypothesis, "hypothesis", embed, idf)
    one, *others = dict.fromkeys(each.vectors.shape[1] for each in (*found, text))
    if others:
        raise ValueError(f"embed must give vectors of one length, got {one} numbers and {others[0]}")
    return found, text


def embedded(text: Any, name: str, embed: Embedding, idf: Weights = None) -> Embedded:
    """A text with its vectors and weights; `name` is what errors call it."""
    tokens, vectors = answer_of(embed, text, name)
    weights = np.array([0.0 if token in MARKS else 1.0 if idf is None else _weight(token, idf) for token in tokens])
    if not weights.any():
        raise ValueError(f"{name} has no tokens that count: it is empty, or idf gives all of them 0")
    rows = arguments.table(vectors, f"what embed gives {name}", per="token")
    if len(rows) != len(tokens):
        came = f"{len(tokens)} tokens and an array of shape {rows.shape}"
        raise ValueError(f"embed must return as many vectors as tokens; of {name} it gave {came}")
    return Embedded(tokens, rows, weights)


def answer_of(embed: Any, text: Any, name: str) -> tuple[list[Any], Any]:
    """What `embed` returns: tokens, and something that should be an array of their vectors."""
    if not callable(embed):
        raise TypeError(f"embed must be a function from a text to its tokens and their vectors, got {shown(embed)}")
    answer = embed(text)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        came = shown(answer)
        raise TypeError(f"embed must return two things, tokens and an array of their vectors; of {name} it gave {came}")
    return list(answer[0]), answer[1]


def listed(texts: Any, name: str) -> list[Any]:
    """Some texts, at least one."""
    if isinstance(texts, str | pd.DataFrame) or not isinstance(texts, Iterable):
        raise TypeError(f"{name} must be a list of texts, also when there is one; got {shown(texts)}")
    if not (found := list(texts)):
        raise ValueError(f"{name} is empty: at least one is needed")
    return found


def _refuse_no_direction(*texts: Embedded) -> None:
    """Raise where a vector has no length that a float holds."""
    for tokens, vectors, _ in texts:
        squares = np.einsum("ij,ij->i", vectors, vectors)
        if not (squares.min() > 0 and squares.max() < np.inf):
            i = int(np.argmin((squares > 0) & (squares < np.inf)))
            came = "numbers whose squares no float holds" if vectors[i].any() else "zeros"
            raise ValueError(f"embed gave {shown(tokens[i])} a vector of {came}: no direction")


def _weight(token: str, idf: Any) -> float:
    if not isinstance(idf, Mapping | pd.Series):
        raise TypeError(f"idf must map tokens to weights, as token_weights() does, got {shown(idf)}")
    try:
        weight = arguments.real(idf[token], f"idf of {shown(token)}")
    except KeyError:
        raise ValueError(f"idf has no weight for {shown(token)}: token_weights() makes one for every token") from None
    if not 0 <= weight < np.inf:
        raise ValueError(f"idf must give finite weights of at least 0, got {weight} for {shown(token)}")
    return weight

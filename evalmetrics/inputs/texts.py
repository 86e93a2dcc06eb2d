"""Shared ground of the text metrics: what counts as a text, and its n-grams."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from .tokenizers import characters, tokenize_13a, tokenize_intl, tokenize_rouge

Tokens = list[Hashable]
Tokenizer = str | Callable[[str], Iterable[Hashable]] | None

TOKENIZERS: dict[str, Callable[[str], list[Any]]] = {
    "13a": tokenize_13a,
    "char": characters,
    "intl": tokenize_intl,
    "rouge": tokenize_rouge,
    "whitespace": str.split,
}


def as_tokens(text: Any, name: str, tokenize: Tokenizer = None) -> Tokens:
    """`text` as a list of tokens; a string is split by `tokenize`, a name or a function, and never silently."""
    if isinstance(text, str):
        if tokenize is None:
            raise TypeError(
                f"{name} must be a list of tokens, got the string {_shortened(text)}: "
                "split it, or say how to with tokenize= (a function, or one of "
                + ", ".join(map(repr, TOKENIZERS))
                + ")"
            )
        tokens = _tokenizer(tokenize)(text)
        return tokens if isinstance(tokens, list) else list(tokens)
    if tokenize is not None:
        _tokenizer(tokenize)  # refuses what is none
    if not _is_list(text):
        raise TypeError(f"{name} must be a list of tokens, got {_shortened(text)}")
    if getattr(text, "ndim", 1) != 1:
        raise TypeError(f"{name} must be a flat list of tokens, got an array of shape {text.shape}")
    tokens = text if isinstance(text, list) else list(text)  # nobody changes it, so nobody needs a copy
    if tokens and isinstance(tokens[0], list):
        raise TypeError(f"{name} must be a flat list of tokens, got a list of lists: {_shortened(text)}")
    _refuse_odd_tokens(tokens, name)
    return tokens


def _refuse_odd_tokens(tokens: Tokens, name: str) -> None:
    """A token with words in it is a sentence in the place of a text, and a missing one is no token."""
    try:
        if " ".join(tokens).count(" ") == max(len(tokens) - 1, 0):  # type: ignore[arg-type]  # the usual case, fast
            return
    except TypeError:  # tokens need not be strings
        if any(map(_is_missing, tokens)):
            raise ValueError(f"{name} holds missing tokens (None or nan): {_shortened(tokens)}") from None
        if odd := [token for token in tokens if not isinstance(token, Hashable)]:
            raise TypeError(f"{name} must hold hashable tokens, such as strings, got {_shortened(odd[0])}") from None
    if sentence := next((t for t in tokens if isinstance(t, str) and len(t.split()) > 1), None):
        raise ValueError(
            f"{name} must be a list of tokens, but one of them holds a blank: {_shortened(sentence)}. Of many texts, "
            "take the metric of a corpus; split strings, or say how to with tokenize="
        )


def _is_missing(token: Any) -> bool:
    return token is None or token is pd.NA or token is np.ma.masked or token != token


def as_list(values: Any, name: str, of: str, *, least: int = 1) -> list[Any]:
    """`values` as a list of at least `least` entries; messages call it `name` and say what it is a list `of`."""
    if not _is_list(values) or len(values) < least:
        raise TypeError(f"{name} must be a {'non-empty ' if least else ''}list of {of}, got {_shortened(values)}")
    return list(values)


def as_texts(texts: Any, name: str, tokenize: Tokenizer = None) -> list[Tokens]:
    """`texts` as a non-empty list of lists of tokens; a single text in its place is an error."""
    return list(each_text(texts, name, tokenize))


def each_text(texts: Any, name: str, tokenize: Tokenizer = None) -> Iterator[Tokens]:
    """The texts of `as_texts` one by one, for who needs no more at a time: long corpora split faster so."""
    if not _is_list(texts) or len(texts) == 0:
        raise TypeError(f"{name} must be a non-empty list of texts, got {_shortened(texts)}")
    if tokenize is None and any(isinstance(text, str) for text in texts):
        raise TypeError(
            f"{name} must be a list of texts, each a list of tokens, got {_shortened(texts)}: "
            "put a single text into a list, and split strings or say how to with tokenize="
        )
    return (as_tokens(text, f"{name}[{i}]", tokenize) for i, text in enumerate(texts))


class Texts(Sequence[Tokens]):
    """Texts that are split into tokens as they are read, so that a corpus never lies in memory token by token."""

    def __init__(self, texts: Any, name: str, tokenize: Tokenizer = None) -> None:
        each_text(texts, name, tokenize)
        self.texts, self.name, self.tokenize = texts if isinstance(texts, list) else list(texts), name, tokenize

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, i: Any) -> Any:
        return as_tokens(self.texts[i], f"{self.name}[{i}]", self.tokenize)


def pair(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> tuple[Tokens, Tokens]:
    """A text that is right, and one that is to be scored.

    Parameters
    ----------
    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings. "char" leaves white space out; `list` keeps it, as `cer` does.

    Raises
    ------
    TypeError
        A string without `tokenize`, or anything that is no sequence of tokens.
    ValueError
        Missing tokens, or tokens that hold a blank.
    """
    return as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)


def pairs(references: Any, hypotheses: Any, *, tokenize: Tokenizer = None) -> tuple[Texts, Texts]:
    """A reference for each hypothesis.

    Parameters
    ----------
    references, hypotheses : lists of n texts, each a list of tokens
        One reference for each hypothesis. Strings, with `tokenize`.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings.

    Raises
    ------
    TypeError
        Strings without `tokenize`, a single text, several references for a hypothesis.
    ValueError
        Different numbers of references and hypotheses; missing tokens, or tokens that hold a blank.
    """
    both = Texts(references, "references", tokenize), Texts(hypotheses, "hypotheses", tokenize)
    arguments.same_length(references=both[0], hypotheses=both[1])
    return both


def with_references(references: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> tuple[list[Tokens], Tokens]:
    """Texts that are right, and one that is to be scored.

    Parameters
    ----------
    references : list of texts
        At least one; a text is a list of tokens, or with `tokenize` a string.
    hypothesis : text
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings.

    Raises
    ------
    TypeError
        A string without `tokenize`; a single text in place of the list of references.
    ValueError
        An unknown name of a tokeniser; missing tokens, or tokens that hold a blank.
    """
    return as_texts(references, "references", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)


def all_with_references(
    list_of_references: Any, hypotheses: Any, *, tokenize: Tokenizer = None
) -> tuple[Sequence[list[Tokens]], Sequence[Tokens]]:
    """The references of each text of a corpus, and the texts that are to be scored.

    Parameters
    ----------
    list_of_references : list of n lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens, or with `tokenize` a string.
    hypotheses : list of n texts
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings.

    Raises
    ------
    TypeError
        Strings without `tokenize`; references of the wrong shape.
    ValueError
        Lists that do not pair up; an unknown name of a tokeniser; missing tokens, or tokens that hold a blank.
    """
    items = list(each_item(list_of_references, hypotheses, tokenize))
    return [references for _, references in items], [hypothesis for hypothesis, _ in items]


def each_item(
    list_of_references: Any, hypotheses: Any, tokenize: Tokenizer = None
) -> Iterator[tuple[Tokens, list[Tokens]]]:
    """Each hypothesis of a corpus with its references, as lists of tokens."""
    texts = each_text(hypotheses, "hypotheses", tokenize)
    several = as_list(list_of_references, "list_of_references", "lists of references, one list per hypothesis")
    if len(several) != len(hypotheses):
        raise ValueError(
            "list_of_references must hold one list of references per hypothesis: "
            f"{len(hypotheses)} hypotheses, {len(several)} lists; if they come per set of references, transpose them"
        )
    return (
        (text, as_texts(references, f"list_of_references[{i}]", tokenize))
        for i, (text, references) in enumerate(zip(texts, several, strict=True))
    )


def ngrams(tokens, n):
    """All runs of n neighbouring tokens, in order."""
    return list(zip(*(tokens[i:] for i in range(n)), strict=False))


def ngram_counts(tokens, n):
    """How often each n-gram occurs."""
    return Counter(ngrams(tokens, n))


def _is_list(value: Any) -> bool:
    """Whether a list, a tuple, an array or a Series: anything in order and finite that is no string and no table."""
    if isinstance(value, list):  # the usual case first: it is asked once per text
        return True
    if isinstance(value, str | bytes | pd.DataFrame):
        return False
    return isinstance(value, Sequence) or (hasattr(value, "__array__") and getattr(value, "ndim", 0) > 0)


def _tokenizer(tokenize: str | Callable[[str], Iterable[Hashable]]) -> Callable[[str], Iterable[Hashable]]:
    if callable(tokenize):
        return tokenize
    if not isinstance(tokenize, str) or tokenize not in TOKENIZERS:
        known = ", ".join(map(repr, TOKENIZERS))
        raise ValueError(f"tokenize must be a function or one of {known}, got {arguments.shown(tokenize)}")
    return TOKENIZERS[tokenize]


def _shortened(value: Any) -> str:
    return arguments.shown(value) + (": pass one of its columns" if isinstance(value, pd.DataFrame) else "")

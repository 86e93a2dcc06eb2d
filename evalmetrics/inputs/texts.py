"""Shared ground of the text metrics: what counts as a text, and its n-grams."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

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
    if not _is_list(text):
        raise TypeError(f"{name} must be a list of tokens, got {_shortened(text)}")
    tokens = text if isinstance(text, list) else list(text)  # nobody changes it, so nobody needs a copy
    if tokens and isinstance(tokens[0], list):
        raise TypeError(f"{name} must be a flat list of tokens, got a list of lists: {_shortened(text)}")
    return tokens


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


def ngrams(tokens: Sequence[Hashable], n: int) -> list[tuple[Hashable, ...]]:
    """All runs of n neighbouring tokens, in order."""
    return list(zip(*(tokens[i:] for i in range(n)), strict=False))


def ngram_counts(tokens: Sequence[Hashable], n: int) -> Counter[tuple[Hashable, ...]]:
    """How often each n-gram occurs."""
    return Counter(ngrams(tokens, n))


def _is_list(value: Any) -> bool:
    """Whether a list, a tuple, an array or a Series: anything in order and finite that is no string."""
    if isinstance(value, list):  # the usual case first: it is asked once per text
        return True
    sequence = isinstance(value, Sequence) and not isinstance(value, str | bytes)
    return sequence or (hasattr(value, "__array__") and getattr(value, "ndim", 0) > 0)


def _tokenizer(tokenize: str | Callable[[str], Iterable[Hashable]]) -> Callable[[str], Iterable[Hashable]]:
    if callable(tokenize):
        return tokenize
    if tokenize not in TOKENIZERS:
        raise ValueError(f"tokenize must be a function or one of {', '.join(map(repr, TOKENIZERS))}, got {tokenize!r}")
    return TOKENIZERS[tokenize]


def _shortened(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "..."

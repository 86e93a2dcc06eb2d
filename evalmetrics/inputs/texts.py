"""Shared ground of the text metrics: what counts as a text, and its n-grams."""

import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Any

from .arguments import as_list, columns, described_with, is_list, of_one_type, refuse_mark, shown
from .options import ORDER, whole
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


def splitter(tokenize: str | Callable[[str], Iterable[Hashable]]) -> Callable[[str], Tokens]:
    """The function from a string to a list of tokens that `tokenize` is, or is the name of.

    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings: as sacrebleu or rouge-score does, or at white space. "char" drops that, `list` keeps it.

    TypeError
        A string without `tokenize`.
    ValueError
        Tokens that hold a blank.
    """
    if callable(tokenize):
        return lambda text: list(tokenize(text))
    if not isinstance(tokenize, str) or tokenize not in TOKENIZERS:
        known = ", ".join(map(repr, TOKENIZERS))
        raise ValueError(f"tokenize must be a function or one of {known}, got {shown(tokenize)}")
    return TOKENIZERS[tokenize]


def as_tokens(text: Any, name: str, tokenize: Tokenizer = None) -> Tokens:
    """`text` as a list of tokens; a string is split by `tokenize`, a name or a function, and never silently."""
    if tokenize is None and type(text) is list and _are_words(text):
        return text  # the usual case
    if isinstance(text, str):
        refuse_mark(text, name)
        if tokenize is None:
            raise TypeError(
                f"{name} must be a list of tokens, got the string {shown(text)}: "
                f"split it, or say how to with tokenize= (a function, or one of {', '.join(map(repr, TOKENIZERS))})"
            )
        return splitter(tokenize)(text)
    if tokenize is not None:
        splitter(tokenize)  # refuses what is none
    if getattr(text, "ndim", 1) > 1 and is_list(text):
        raise TypeError(f"{name} must be a flat list of tokens, got an array of shape {text.shape}")
    tokens = as_list(text, name, "tokens", least=0)
    _refuse_odd_tokens(tokens, name)
    return tokens


def _are_words(tokens: Tokens) -> bool:
    """Whether all are strings without a blank, seen at a glance."""
    try:
        return " " not in "".join(tokens)  # type: ignore[arg-type]
    except TypeError:
        return False


def _refuse_odd_tokens(tokens: Tokens, name: str) -> None:
    """A list is no token, a token with words in it is a sentence in the place of a text, and a missing one is none."""
    kinds = set(map(type, tokens))
    if list in kinds:
        raise TypeError(f"{name} must be a flat list of tokens, got a list of lists: {shown(tokens)}")
    known = {"pandas": "NA", "numpy.ma": "masked"}  # neither is imported for it
    missing = [None, *(getattr(sys.modules.get(module), name, None) for module, name in known.items())]
    if any(token is each for token in tokens for each in missing if not kinds <= {str, int}):
        raise ValueError(f"{name} holds missing tokens (None or nan): {shown(tokens)}")
    if odd := [token for token in tokens if type(token).__hash__ is None]:
        raise TypeError(f"{name} must hold hashable tokens, such as strings, got {shown(odd[0])}")
    if not kinds <= {str, int} and any(token != token for token in tokens):
        raise ValueError(f"{name} holds missing tokens (None or nan): {shown(tokens)}")
    if len(kinds) > 1:
        of_one_type(**{name: tokens})
    strings = [token for token in tokens if isinstance(token, str)] if any(issubclass(k, str) for k in kinds) else []
    if sentence := next((string for string in strings if len(string.split()) > 1), None):
        raise ValueError(
            f"{name} must be a list of tokens, but one of them holds a blank: {shown(sentence)}. Of many texts, "
            "take the metric of a corpus; split strings, or say how to with tokenize="
        )


class Reading(Sequence[Any]):
    """A corpus whose texts are split into tokens as they are read, so that it never lies in memory token by token."""

    def __init__(self, entries: Sequence[Any], name: str, read: Callable[[Any, str], Any]) -> None:
        self.entries, self.name, self.read = entries, name, read

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, i: Any) -> Any:
        return self.read(self.entries[i], f"{self.name}[{i}]")

    def __iter__(self) -> Iterator[Any]:
        return (self.read(entry, f"{self.name}[{i}]") for i, entry in enumerate(self.entries))


def each_text(texts: Any, name: str, tokenize: Tokenizer = None) -> Reading:
    """`texts` as a non-empty sequence of lists of tokens; a single text in its place is an error."""
    split = None if tokenize is None else splitter(tokenize)

    def read(text: Any, its_name: str) -> Tokens:
        return split(text) if split is not None and type(text) is str else as_tokens(text, its_name, tokenize)

    return Reading(_listed(texts, name, tokenize), name, read)


def as_texts(texts: Any, name: str, tokenize: Tokenizer = None) -> list[Tokens]:
    """`texts` as a list of lists of tokens; a single text in its place is an error."""
    if tokenize is not None and type(texts) is list and set(map(type, texts)) == {str}:  # the usual case, fast
        refuse_mark(texts[0], f"{name}[0]")
        return list(map(splitter(tokenize), texts))
    return [as_tokens(text, f"{name}[{i}]", tokenize) for i, text in enumerate(_listed(texts, name, tokenize))]


def _listed(texts: Any, name: str, tokenize: Tokenizer) -> list[Any]:
    listed = as_list(texts, name, "texts")
    refuse_mark(listed[0], f"{name}[0]")
    if tokenize is None and isinstance(listed[0], str):
        raise TypeError(
            f"{name} must be a list of texts, each a list of tokens, got {shown(texts)}: split the strings, or say how "
            f"to with tokenize= (a function, or one of {', '.join(map(repr, TOKENIZERS))}); one text goes into a list"
        )
    return listed


@described_with(splitter)
def pair(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> tuple[Tokens, Tokens]:
    """A text that is right, and one that is to be scored.

    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`.
    """
    one, other = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    refuse_mixed(reference=[one], hypothesis=[other])
    return one, other


@described_with(splitter)
def pairs(references: Any, hypotheses: Any, *, tokenize: Tokenizer = None) -> tuple[Reading, Reading]:
    """A reference for each hypothesis.

    references, hypotheses : lists of n texts, each a list of tokens
        One reference for each hypothesis. Strings, with `tokenize`.
    """
    read = partial(each_text, tokenize=tokenize)
    first, second = columns(read, "text", references=references, hypotheses=hypotheses)
    refuse_mixed(references=first, hypotheses=second)
    return first, second


@described_with(splitter)
def with_references(references: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> tuple[list[Tokens], Tokens]:
    """Texts that are right, and one that is to be scored.

    references : list of texts
        At least one; a text is a list of tokens, or with `tokenize` a string.
    hypothesis : text
    """
    several, one = _references(references, "references", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    refuse_mixed(references=several, hypothesis=[one])
    return several, one


@described_with(splitter)
def all_with_references(
    list_of_references: Any, hypotheses: Any, *, tokenize: Tokenizer = None
) -> tuple[Reading, Reading]:
    """The references of each text of a corpus, and the texts that are to be scored.

    list_of_references : list of lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens, or with `tokenize` a string.
    hypotheses : list of texts, as many
    """
    texts = each_text(hypotheses, "hypotheses", tokenize)
    lists = a_list_per_text(list_of_references, len(texts))
    several = Reading(lists, "list_of_references", lambda own, its_name: _references(own, its_name, tokenize))
    refuse_mixed(list_of_references=chain.from_iterable(several), hypotheses=texts)
    return several, texts


def refuse_mixed(**texts: Iterable[Tokens]) -> None:
    """Raise where texts begin with a number and others with a word: a glance at the first tokens tells."""
    first = {name: next((tokens[:1] for tokens in several if tokens), []) for name, several in texts.items()}
    if len({type(token) for tokens in first.values() for token in tokens}) > 1:
        of_one_type(**first)


def refuse_unlike(**texts: Sequence[str]) -> None:
    """Raise where one side alone kept its line breaks, or a pair differs only in how Unicode writes accents."""
    (name, one), (other_name, other) = texts.items()
    refuse_mark(one[0], f"{name}[0]")
    refuse_mark(other[0], f"{other_name}[0]")
    for here, lines, there, others in ((name, one, other_name, other), (other_name, other, name, one)):
        ends = (line.endswith(("\n", "\r")) for line in lines)
        if len(lines) > 1 and all(ends) and not any(line.endswith(("\n", "\r")) for line in others):
            raise ValueError(
                f"all {here} end in a line break, and no {there}: give [line.rstrip('\\r\\n') for line in {here}]"
            )
    for i, pair in enumerate(zip(one, other, strict=True)):
        unlike = pair[0] != pair[1] and not (pair[0].isascii() and pair[1].isascii())
        if unlike and len({unicodedata.normalize("NFC", text) for text in pair}) == 1:
            raise ValueError(
                f"{name}[{i}] and {other_name}[{i}] only differ in how Unicode writes accents: give "
                "unicodedata.normalize('NFC', text) of all"
            )


def _references(references: Any, name: str, tokenize: Tokenizer) -> list[Tokens]:
    """References of one text; beside others, an empty one is a reference that is missing."""
    read = as_texts(references, name, tokenize)
    refuse_empty(read, name)
    return read


def refuse_empty(references: Sequence[Any], name: str) -> None:
    """Raise where one of several references is empty, since the shortest or nearest length would be its."""
    held = [each.strip() if isinstance(each, str) else each for each in references] if len(references) > 1 else []
    if not all(map(len, held)):
        empty = [len(each) for each in held].index(0)
        raise ValueError(f"{name}[{empty}] is empty, beside others: leave out references that are missing")


def a_list_per_text(list_of_references: Any, n: int) -> list[Any]:
    """The references as a list of n lists, which are still to be checked."""
    lists = as_list(list_of_references, "list_of_references", "lists of references, one list per hypothesis")
    if len(lists) != n:
        raise ValueError(
            "list_of_references must hold one list of references per hypothesis: "
            f"{n} hypotheses, {len(lists)} lists; if they come per set of references, transpose them"
        )
    if all(isinstance(each, str) for each in lists):
        raise TypeError(
            f"list_of_references[0] must be a non-empty list of texts, got {shown(lists[0])}: of one reference each "
            "give [[text] for text in list_of_references]"
        )
    return lists


def ngrams(tokens, n):
    """All runs of n neighbouring tokens, in order."""
    return list(zip(*(tokens[i:] for i in range(n)), strict=False))


def ngram_counts(tokens, n):
    """How often each n-gram occurs."""
    return Counter(ngrams(tokens, n))


length_of_ngrams = whole(most=ORDER, about=["n : int", "Length of the n-grams, at least 1."])

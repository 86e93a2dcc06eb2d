"""Stems of tokens: Porter's stemmer, loaded when it is first asked for, or a function of a token."""

from collections.abc import Callable
from functools import cache
from typing import Any

from .arguments import shown
from .texts import Tokens

Stem = bool | Callable[[Any], Any]


@cache
def porter_stemmer() -> Callable[[str], str]:
    """A function from a word to its stem in lower case, as nltk has it; it remembers what it has seen."""
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError:
        raise ImportError("Porter's stemmer comes with nltk: pip install nltk") from None
    return cache(PorterStemmer().stem)


def stemmed(tokens: Tokens, stem: Stem) -> Tokens:
    """Tokens as `stem` makes them.

    stem : bool or function, default False
        True: Porter's stemmer on tokens of more than three characters (needs nltk). Or a function of a token.
    """
    if stem is False:
        return tokens
    if stem is not True and not callable(stem):
        raise TypeError(f"stem must be True, False or a function of a token, got {shown(stem)}")
    return list(map(_long_word_stemmed if stem is True else stem, tokens))


def _long_word_stemmed(token: Any) -> str:
    return porter(token, "True") if not isinstance(token, str) or len(token) > 3 else token


def porter(token: Any, asked: str = "porter") -> str:
    """The stem of a string; messages say that ``stem=`` was `asked` to do it."""
    if not isinstance(token, str):
        advice = "pass stem=None or your own function"
        raise TypeError(f"stem={asked} needs tokens that are strings, got {shown(token)}: {advice}")
    return porter_stemmer()(token)


def function_or_none(value: Any, name: str) -> Any:
    """A check: a function of a token, or None.

    stem : function of a token, or None
        Tokens match in the second stage if it returns equal values for them; by default Porter's stemmer (of nltk).
        None leaves the stage out.

    TypeError
        Tokens that are no strings with ``stem=porter``.
    """
    if value is not None and not callable(value):
        of_dictionary = ": of a dictionary pass .get" if hasattr(value, "get") else ""
        raise TypeError(f"{name} must be a function of a token, or None, got {shown(value)}{of_dictionary}")
    return value

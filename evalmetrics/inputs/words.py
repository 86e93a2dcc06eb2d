"""What users say of single words: how to stem them, and which ones mean the same."""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any

from . import arguments
from .stemming import porter_stemmer


def porter(token: Any) -> str:
    """The stem of a string."""
    if not isinstance(token, str):
        raise TypeError(
            f"stem=porter needs tokens that are strings, got {token!r}: pass stem=None or your own function"
        )
    return porter_stemmer()(token)


def function_or_none(value: Any, name: str) -> Any:
    """A check: a function of a token, or None.

    Parameters
    ----------
    stem : function of a token, or None
        Tokens match in the second stage if it returns equal values for them; by default Porter's stemmer (of nltk).
        None leaves the stage out.

    Raises
    ------
    TypeError
        Tokens that are no strings with ``stem=porter``.
    """
    if value is not None and not callable(value):
        of_dictionary = ": of a dictionary pass .get" if hasattr(value, "get") else ""
        raise TypeError(f"{name} must be a function of a token, or None, got {arguments.shown(value)}{of_dictionary}")
    return value


@dataclass(frozen=True)
class AskedOnce:
    """A function from a word to its synonyms that is asked once for each word, and whose answers are checked."""

    function: Callable[[Any], Any]
    answers: dict[Hashable, Collection[Hashable]] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, word: Hashable) -> Collection[Hashable]:
        """The synonyms of a word; none where the function knows of none."""
        if word not in self.answers:
            same = self.function(word)
            if same is not None and (isinstance(same, str) or not isinstance(same, Collection)):
                raise TypeError(f"synonyms must return a collection of tokens or None, got {same!r} for {word!r}")
            self.answers[word] = () if same is None else same
        return self.answers[word]


def asked_once(value: Any, name: str) -> AskedOnce | None:
    """A check: a function from a token to its synonyms, or None.

    Parameters
    ----------
    synonyms : function of a token, optional
        Returns the tokens that mean the same, or None if it knows of none; given, there is a third stage. Two tokens
        match if one is among the synonyms of the other, by its stem if there is `stem`. ``wordnet_synonyms``,
        ``example_synonyms`` or the ``get`` of a dictionary of sets will do.
    """
    function = function_or_none(value, name)
    return function if function is None or isinstance(function, AskedOnce) else AskedOnce(function)

"""Synonyms, as METEOR asks for them."""

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass, field
from typing import Any

from .arguments import shown
from .stemming import function_or_none


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
                raise TypeError(
                    f"synonyms must return a collection of tokens or None, got {shown(same)} for {shown(word)}"
                )
            self.answers[word] = () if same is None else same
        return self.answers[word]


def asked_once(value: Any, name: str) -> AskedOnce | None:
    """A check: a function from a token to its synonyms, or None.

    synonyms : function of a token, optional
        Returns the tokens that mean the same, or None if it knows of none; given, there is a third stage. Two tokens
        match if one is among the synonyms of the other, by its stem if there is `stem`. ``wordnet_synonyms``,
        ``example_synonyms`` or the ``get`` of a dictionary of sets will do.
    """
    function = function_or_none(value, name)
    return function if function is None or isinstance(function, AskedOnce) else AskedOnce(function)

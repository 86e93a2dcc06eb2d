"""What BLEU and ORANGE take besides texts: lengths, weights of orders, smoothing, translations to be told apart."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from . import arguments
from .texts import Tokenizer, Tokens, as_list, as_texts, splitter

Ranks = Callable[[list[Tokens], Tokens], Any]


def two_lengths(reference_length: Any, hypothesis_length: Any) -> tuple[Any, Any]:
    """Lengths of a reference and of a hypothesis.

    Parameters
    ----------
    reference_length, hypothesis_length : numbers or arrays
        In tokens, of a sentence or of a corpus: finite, at least 0.
    """
    r = arguments.counts(reference_length, "reference_length")
    return r, arguments.counts(hypothesis_length, "hypothesis_length")


@arguments.described_with(two_lengths)
def several_lengths(reference_lengths: Any, hypothesis_length: Any) -> tuple[list[Any], Any]:
    """Lengths of several references and of a hypothesis, as Python's own numbers, which do not wrap around.

    Parameters
    ----------
    reference_lengths : list of numbers
        Of each reference, its number of tokens: finite, at least 0.
    hypothesis_length : number
    """
    lengths = arguments.one_dimensional(reference_lengths, "reference_lengths", per="reference")
    arguments.counts(lengths, "reference_lengths")
    length = arguments.real(hypothesis_length, "hypothesis_length")
    if not 0 <= length < np.inf:
        raise ValueError(f"hypothesis_length must be finite and at least 0, got {hypothesis_length!r}")
    return lengths.tolist(), length


def order_weights(value: Any, name: str) -> list[float]:
    """A check: finite numbers of at least 0, one for each order."""
    return arguments.counts(arguments.one_dimensional(value, name, per="order"), name).tolist()


def weights_of_orders(*, max_order: int = 4, weights: Sequence[float] | None = None) -> None:
    """Orders of n-grams, and a weight for each."""
    if weights is not None and (len(weights) != max_order or abs(sum(weights) - 1) > 1e-9):
        raise ValueError(f"weights must be {max_order} numbers, one per order, that add up to 1, got {weights}")


def value_of_smoothing(*, smoothing: str | None = None, smoothing_value: float | None = None) -> None:
    """A smoothing, and the value that it takes."""
    if smoothing_value is None:
        return
    if smoothing not in ("floor", "add_k"):
        raise ValueError(f"smoothing_value is for 'floor' and 'add_k' only, got {smoothing_value} with {smoothing!r}")
    if smoothing == "floor" and smoothing_value > 1:
        raise ValueError(f"smoothing_value of 'floor' must be at most 1, got {smoothing_value}")


@arguments.described_with(splitter)
def people_and_machines(
    metric: Ranks, list_of_references: Any, list_of_candidates: Any, *, tokenize: Tokenizer = None
) -> tuple[Ranks, list[list[Tokens]], list[list[Tokens]]]:
    """A metric, and translations to try it on: of each source some by people and some by machines.

    Parameters
    ----------
    metric : function of (references, hypothesis)
        Its value is a number, higher for what it thinks better.
    list_of_references : list of n lists of texts
        For each source at least two human translations; a text is a list of tokens, or with `tokenize` a string.
    list_of_candidates : list of n lists of texts
        For each source at least one translation by machine (an n-best list, or several systems).
    """
    sources = {
        "list_of_references": as_list(list_of_references, "list_of_references", "lists of references, one per source"),
        "list_of_candidates": as_list(list_of_candidates, "list_of_candidates", "lists of candidates, one per source"),
    }
    arguments.same_length(**sources)
    people, machines = (
        [as_texts(texts, f"{name}[{i}]", tokenize) for i, texts in enumerate(lists)] for name, lists in sources.items()
    )
    for i, references in enumerate(people):
        if len(references) < 2:
            raise ValueError(f"list_of_references[{i}] must hold at least two references, one to hold out, got one")
    return metric, people, machines

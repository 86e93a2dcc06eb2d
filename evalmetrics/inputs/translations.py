"""What metrics of translations take: lengths, weights of orders, smoothing; texts as strings, or to be told apart."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from . import arguments
from .arguments import as_list, columns, described_with, string, strings
from .texts import Tokenizer, Tokens, a_list_per_text, as_texts, refuse_empty, splitter
from .tokenizers import tokenize_tercom

ROUNDING = 1e-9  # how far off 1 weights like 1/3 may add up, with some digits left out
Ranks = Callable[[list[Tokens], Tokens], Any]


def two_lengths(reference_length: Any, hypothesis_length: Any) -> tuple[Any, Any]:
    """Lengths of a reference and of a hypothesis.

    reference_length, hypothesis_length : numbers or arrays
        In tokens, of a sentence or of a corpus: finite, at least 0.
    """
    r = arguments.counts(reference_length, "reference_length")
    return r, arguments.counts(hypothesis_length, "hypothesis_length")


@described_with(two_lengths)
def several_lengths(reference_lengths: Any, hypothesis_length: Any) -> tuple[list[Any], Any]:
    """Lengths of several references and of a hypothesis, as Python's own numbers, which do not wrap around.

    reference_lengths : list of numbers
        Of each reference, its number of tokens: finite, at least 0.
    hypothesis_length : number
    """
    lengths = arguments.one_dimensional(reference_lengths, "reference_lengths", per="reference")
    if not arguments.counts(lengths, "reference_lengths").all() and len(lengths) > 1:
        raise ValueError("reference_lengths holds 0, beside others: leave out references that are missing")
    length = arguments.real(hypothesis_length, "hypothesis_length")
    if not 0 <= length < np.inf:
        raise ValueError(f"hypothesis_length must be finite and at least 0, got {hypothesis_length!r}")
    return lengths.tolist(), length


def order_weights(value: Any, name: str) -> list[float]:
    """A check: finite numbers of at least 0, one for each order."""
    return arguments.counts(arguments.one_dimensional(value, name, per="order"), name).tolist()


def weights_of_orders(*, max_order: int = 4, weights: Sequence[float] | None = None) -> None:
    """Orders of n-grams, and a weight for each."""
    if weights is not None and (len(weights) != max_order or abs(sum(weights) - 1) > ROUNDING):
        came = arguments.several(weights)
        raise ValueError(f"weights must be {max_order} numbers, one per order, that add up to 1, got {came}")


def value_of_smoothing(*, smoothing: str | None = None, smoothing_value: float | None = None) -> None:
    """A smoothing, and the value that it takes."""
    if smoothing_value is None:
        return
    if smoothing not in ("floor", "add_k"):
        raise ValueError(f"smoothing_value is for 'floor' and 'add_k' only, got {smoothing_value} with {smoothing!r}")
    if smoothing == "floor" and smoothing_value > 1:
        raise ValueError(f"smoothing_value of 'floor' must be at most 1, got {smoothing_value}")


@described_with(splitter)
def people_and_machines(
    metric: Ranks, list_of_references: Any, list_of_candidates: Any, *, tokenize: Tokenizer = None
) -> tuple[Ranks, list[list[Tokens]], list[list[Tokens]]]:
    """A metric, and translations to try it on: of each source some by people and some by machines.

    metric : function of (references, hypothesis)
        Its value is a number, higher for what it thinks better.
    list_of_references : list of n lists of texts
        For each source at least two human translations; a text is a list of tokens, or with `tokenize` a string.
    list_of_candidates : list of n lists of texts
        For each source at least one translation by machine (an n-best list, or several systems).
    """

    def read(values: Any, name: str) -> list[list[Tokens]]:
        lists = as_list(values, name, "lists of texts, one list per source")
        return [as_texts(texts, f"{name}[{i}]", tokenize) for i, texts in enumerate(lists)]

    given = {"list_of_references": list_of_references, "list_of_candidates": list_of_candidates}
    people, machines = columns(read, "source", **given)
    for i, references in enumerate(people):
        if len(references) < 2:
            raise ValueError(f"list_of_references[{i}] must hold at least two references, one to hold out, got one")
    return metric, people, machines


def string_with_references(references: Any, hypothesis: Any) -> tuple[list[str], str]:
    """Strings that are right, and one that is to be scored.

    references : list of strings
        At least one.
    hypothesis : string
    """
    several, one = strings(references, "references"), string(hypothesis, "hypothesis")
    refuse_empty(several, "references")
    return several, one


def strings_with_references(
    list_of_references: Any, hypotheses: Any, *, lowercase: bool = False
) -> tuple[list[list[str]], list[str]]:
    """The references of each text of a corpus, and the texts that are to be scored, as they are written.

    list_of_references : list of lists of strings
        For each hypothesis its references, at least one.
    hypotheses : list of strings, as many
    lowercase : bool, default False
        Take capitals for small letters.

    TypeError
        Lists of tokens; references that are not in lists.
    """
    texts = strings(hypotheses, "hypotheses")
    lists = a_list_per_text(list_of_references, len(texts))
    several = [strings(own, f"list_of_references[{i}]") for i, own in enumerate(lists)]
    for i, own in enumerate(several):
        refuse_empty(own, f"list_of_references[{i}]")
    if lowercase:
        return [[text.lower() for text in own] for own in several], [text.lower() for text in texts]
    return several, texts


@described_with(strings_with_references)
def words_with_references(
    list_of_references: Any,
    hypotheses: Any,
    *,
    normalized: bool = False,
    no_punct: bool = False,
    asian_support: bool = False,
    case_sensitive: bool = False,
) -> tuple[list[list[list[str]]], list[list[str]]]:
    """The references of each text of a corpus, and the texts, split into words as Snover's program Tercom does.

    normalized : bool, default False
        Set marks apart from words, and undo what XML writes for some of them. By default only white space separates.
    no_punct : bool, default False
        Leave out the marks . , ? : ; ! " ( ).
    asian_support : bool, default False
        With `normalized`, every Chinese character stands alone; with `no_punct`, Chinese and Japanese marks go, too.
    case_sensitive : bool, default False
        Tell capitals from small letters.
    """
    several, texts = strings_with_references(list_of_references, hypotheses)
    options = (normalized, no_punct, asian_support, case_sensitive)
    split = [[tokenize_tercom(text, *options) for text in own] for own in several]
    return split, [tokenize_tercom(text, *options) for text in texts]


def signature(name: str, list_of_references: Sequence[Sequence[Any]], parts: Mapping[str, Any]) -> str:
    """What has to be known to compute a score again, in one line: name, numbers of texts and references, parts."""
    numbers = [len(references) for references in list_of_references]
    refs = f"{min(numbers)}" if min(numbers) == max(numbers) else f"{min(numbers)}-{max(numbers)}"
    said = {"n": len(numbers), "refs": refs, **parts}
    return "|".join([name, *(f"{key}:{part}" for key, part in said.items())])

"""Word error rate: how many edits turn what was said into what was heard, per word said."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from .fast import edit_distances
from .inputs import arguments, texts
from .inputs.arguments import Array
from .inputs.texts import Tokenizer
from .kinds.base import quietly
from .kinds.help_pages import described_by
from .metric import of_one, of_samples, of_sums

LARGEST_WHOLE_COST = 2**31  # so that whole distances of long texts fit into 64 bits


class EditOperation(NamedTuple):
    """One column of an alignment: what was done, and the two tokens, None for the one that is not there."""

    operation: str
    reference: Any
    hypothesis: Any


def cheapest_edits(
    reference,
    hypothesis,
    insertion=1,
    deletion=1,
    substitution=1,
    exchange=np.inf,
):
    """Entry (i, j): what it costs to turn the first i tokens of one text into the first j of the other."""
    table = [[j * insertion if j else 0 for j in range(len(hypothesis) + 1)]]
    for i, said in enumerate(reference, 1):
        above = table[-1]
        row = [above[0] + deletion]
        for j, heard in enumerate(hypothesis, 1):
            same = above[j - 1] + (0 if said == heard else substitution)
            cost = min(same, above[j] + deletion, row[-1] + insertion)
            if i > 1 and j > 1 and reference[i - 2 : i] == [heard, hypothesis[j - 2]]:
                cost = min(cost, table[-2][j - 2] + exchange)
            row.append(cost)
        table.append(row)
    return table


@described_by(texts.pair)
def edit_table(
    reference: Any,
    hypothesis: Any,
    *,
    insertion: float = 1,
    deletion: float = 1,
    substitution: float = 1,
    transposition: float = np.inf,
    tokenize: Tokenizer = None,
) -> Array:
    """Cheapest ways to turn each beginning of `reference` into each beginning of `hypothesis`.

    insertion, deletion, substitution : numbers, default 1
        What each edit costs: at least 0; inf forbids it.
    transposition : number, default inf
        What it costs to exchange two neighbours, each token edited once. By default it is not offered.

    -> array of shape (m + 1, n + 1)
        Entry (i, j) is the cost of turning the first i tokens of the reference into the first j of the hypothesis.

    Source: Wagner and Fischer (1974), The string-to-string correction problem, JACM 21; Damerau (1964) for exchanges.

    >>> edit_table("a b c".split(), "a x c".split())
    array([[0, 1, 2, 3],
           [1, 0, 1, 2],
           [2, 1, 1, 2],
           [3, 2, 2, 1]])
    """
    reference, hypothesis = texts.pair(reference, hypothesis, tokenize=tokenize)
    insertion, deletion = _cost(insertion, "insertion"), _cost(deletion, "deletion")
    substitution, transposition = _cost(substitution, "substitution"), _cost(transposition, "transposition")
    return np.array(cheapest_edits(reference, hypothesis, insertion, deletion, substitution, transposition))


@of_samples(many="corpus_wer")
@described_by(texts.pair, edit_table)
def edit_distance(
    reference: Any,
    hypothesis: Any,
    *,
    insertion: float = 1,
    deletion: float = 1,
    substitution: float = 1,
    transposition: float = np.inf,
    tokenize: Tokenizer = None,
) -> float:
    """Fewest insertions, deletions and substitutions that turn `reference` into `hypothesis`.

    -> number
        In [0, max(m, n)] at cost 1 per edit, an integer; 0 if and only if the tokens are equal. Lower is better.

    >>> edit_distance("kitten", "sitting", tokenize="char")
    3
    """
    reference, hypothesis = texts.pair(reference, hypothesis, tokenize=tokenize)
    costs: dict[str, Any] = {"insertion": insertion, "deletion": deletion, "substitution": substitution}
    costs["transposition"] = transposition
    if [_cost(value, name) for name, value in costs.items()] == [1, 1, 1, np.inf]:
        return int(edit_distances.of_texts([reference], [hypothesis])[0][0])
    return edit_table(reference, hypothesis, **costs)[-1, -1].item()


@quietly()
@described_by(texts.pair, edit_table)
def edit_operations(
    reference: Any,
    hypothesis: Any,
    *,
    insertion: float = 1,
    deletion: float = 1,
    substitution: float = 1,
    tokenize: Tokenizer = None,
) -> list[EditOperation]:
    """One cheapest way to turn `reference` into `hypothesis`, step by step.

    Often there are several. This one is found walking back from the ends of both texts, pairing tokens where that is
    cheapest, else dropping the reference's, else inserting the hypothesis's. Where each edit costs 1 and the lengths of
    the texts have a product over four million, it is the one that rapidfuzz finds, with as many edits.

    -> list of EditOperation
        Named tuples ``(operation, reference, hypothesis)``, from left to right, the operation one of "match",
        "substitution", "deletion" (no token of the hypothesis) and "insertion" (none of the reference).

    ValueError
        Costs that allow no way.

    >>> for edit in edit_operations("a b c".split(), "b c d".split()):
    ...     print(*edit)
    deletion a None
    match b b
    match c c
    insertion None d
    """
    reference, hypothesis = texts.pair(reference, hypothesis, tokenize=tokenize)
    insertion, deletion = _cost(insertion, "insertion"), _cost(deletion, "deletion")
    substitution = _cost(substitution, "substitution")
    if insertion == deletion == substitution == 1:
        steps = edit_distances.steps(reference, hypothesis)
    else:
        steps = steps_back(reference, hypothesis, insertion, deletion, substitution)
    said, heard = iter(reference), iter(hypothesis)
    column = [None if step == "insertion" else next(said) for step in steps]
    other = [None if step == "deletion" else next(heard) for step in steps]
    return list(map(partial(tuple.__new__, EditOperation), zip(steps, column, other, strict=True)))


def steps_back(reference, hypothesis, insertion, deletion, substitution):
    """The operations of `edit_operations`, found walking back through `edit_table`."""
    table = cheapest_edits(reference, hypothesis, insertion, deletion, substitution)
    i, j = len(reference), len(hypothesis)
    if np.isinf(table[i][j]):
        raise ValueError(
            "reference cannot be turned into hypothesis at a finite cost: "
            f"got insertion={insertion}, deletion={deletion}, substitution={substitution}"
        )
    steps = []
    while i or j:
        same = i and j and reference[i - 1] == hypothesis[j - 1]
        if i and j and table[i][j] == table[i - 1][j - 1] + (0 if same else substitution):
            i, j = i - 1, j - 1
            steps.append("match" if same else "substitution")
        elif i and table[i][j] == table[i - 1][j] + deletion:
            i = i - 1
            steps.append("deletion")
        else:
            j = j - 1
            steps.append("insertion")
    return steps[::-1]


def fewest_edits(reference, hypothesis):
    """Fewest insertions, deletions and substitutions from one text to the other: the last entry of `edit_table`."""
    row = list(range(len(hypothesis) + 1))
    for i, said in enumerate(reference, 1):
        diagonal, row[0] = row[0], i
        for j, heard in enumerate(hypothesis, 1):
            best = min(diagonal + (said != heard), row[j] + 1, row[j - 1] + 1)
            diagonal, row[j] = row[j], best
    return row[-1]


def edits_and_words(reference, hypothesis):
    """Edits between two texts, and words of the reference."""
    return fewest_edits(reference, hypothesis), len(reference)


@of_sums(edits_and_words, inputs=texts.pairs, at_once=edit_distances.of_texts)
def corpus_wer(edits, words):
    """Word error rate of a corpus: all edits over all reference words (add, then divide).

    Above 1 where there are more edits than words said. Long texts weigh more than short ones.

    >>> corpus_wer(["oh dear", "it is a very fine day in May"], ["oh deer", "it is a very fine day in May"],
    ...            tokenize="whitespace")
    0.1
    """
    return np.where(words > 0, edits / words, np.nan)


@of_one(corpus_wer, inputs=texts.pair)
def wer(reference, hypothesis):
    """Word error rate: the edits that turn `reference` into `hypothesis`, per word of the reference.

    Above 1 where there are more edits than words said.

    >>> wer("kim won the race".split(), "kim never won the race".split())
    0.25
    """
    return [reference], [hypothesis]


@of_samples(many="corpus_wer")
@described_by(texts.pair)
def word_accuracy(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> float:
    """One minus the word error rate: no accuracy, since it has no lower bound.

    >>> word_accuracy(["yes"], ["no", "no", "no"])
    -2.0
    """
    return 1 - wer(reference, hypothesis, tokenize=tokenize)


def string_pairs(references: Any, hypotheses: Any) -> tuple[list[str], list[str]]:
    """Strings whose characters are compared.

    references, hypotheses : lists of n strings
        Every code point counts, spaces too. Lists of single characters do as well.
    """

    def read(values: Any, name: str) -> list[str]:
        listed = arguments.as_list(values, name, "strings")
        if set(map(type, listed)) != {str}:  # else the usual case
            listed = [_string(each, f"{name}[{i}]") for i, each in enumerate(listed)]
        return listed

    both = arguments.columns(read, "text", references=references, hypotheses=hypotheses)
    texts.refuse_unlike(references=both[0], hypotheses=both[1])
    return both


@of_sums(edits_and_words, inputs=string_pairs, at_once=edit_distances.of_strings)
def corpus_cer(edits, characters):
    """Character error rate of a corpus: all edits over all reference characters (add, then divide).

    >>> corpus_cer(["grey", "tea!"], ["gray", "tea!"])
    0.125
    """
    return np.where(characters > 0, edits / characters, np.nan)


@of_samples(many="corpus_cer")
def cer(reference: Any, hypothesis: Any) -> float:
    """Character error rate: the edits that turn one string into the other, per character of the reference.

    reference, hypothesis : strings
        Every code point counts, spaces too. Lists of single characters do as well.

    >>> cer("grey", "gray")
    0.25
    """
    one, other = [_string(reference, "reference")], [_string(hypothesis, "hypothesis")]
    texts.refuse_unlike(reference=one, hypothesis=other)
    return float(corpus_cer(one, other))


def _cost(value: Any, name: str) -> float:
    arguments.number_that(value, name, lambda x: x >= 0, "cost at least 0")
    return value if value < LARGEST_WHOLE_COST else float(value)  # whole costs give whole distances


def _string(text: Any, name: str) -> str:
    if isinstance(text, str):
        return text
    if isinstance(text, Sequence) and all(isinstance(c, str) and len(c) == 1 for c in text):
        return "".join(text)
    raise TypeError(
        f"{name} must be a string (or a list of single characters), got {arguments.shown(text)}; of words, take the wer"
    )

"""Word error rate: how many edits turn what was said into what was heard, per word said."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .fast import edit_distances
from .inputs import arguments
from .inputs.texts import Tokenizer, as_list, as_tokens, each_text
from .inputs.totals import columns, plain


class EditOperation(NamedTuple):
    """One column of an alignment: what was done, and the two tokens, None for the one that is not there."""

    operation: str
    reference: Any
    hypothesis: Any


def edit_table(
    reference: Any,
    hypothesis: Any,
    *,
    insertion: float = 1,
    deletion: float = 1,
    substitution: float = 1,
    transposition: float = np.inf,
    tokenize: Tokenizer = None,
) -> NDArray[Any]:
    """Cheapest ways to turn each beginning of `reference` into each beginning of `hypothesis`.

    Parameters
    ----------
    reference, hypothesis : lists of m and n tokens
        Or strings, with `tokenize`.
    insertion, deletion, substitution : numbers, default 1
        What each edit costs: at least 0; inf forbids it.
    transposition : number, default inf
        What it costs to exchange two neighbours, each token edited once. By default it is not offered.
    tokenize : {"char", "whitespace", ...} or function, optional
        How to split strings. "char" leaves white space out; `list` keeps it, as `cer` does.

    Returns
    -------
    array of shape (m + 1, n + 1)
        Entry (i, j) is the cost of turning the first i tokens of the reference into the first j of the hypothesis.

    Raises
    ------
    TypeError
        A string without `tokenize`, or anything that is no sequence of tokens.
    ValueError
        A cost below 0 or nan.

    References
    ----------
    Wagner and Fischer (1974), The string-to-string correction problem, JACM 21; Damerau (1964) for exchanges.

    Examples
    --------
    >>> edit_table("a b c".split(), "a x c".split())
    array([[0, 1, 2, 3],
           [1, 0, 1, 2],
           [2, 1, 1, 2],
           [3, 2, 2, 1]])
    """
    reference, hypothesis = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    insertion, deletion = _cost(insertion, "insertion"), _cost(deletion, "deletion")
    substitution, transposition = _cost(substitution, "substitution"), _cost(transposition, "transposition")
    table = [list(accumulate([insertion] * len(hypothesis), initial=0))]
    for i, said in enumerate(reference, 1):
        above = table[-1]
        row = [above[0] + deletion]
        for j, heard in enumerate(hypothesis, 1):
            same = above[j - 1] + (0 if said == heard else substitution)
            cost = min(same, above[j] + deletion, row[-1] + insertion)
            if i > 1 and j > 1 and said == hypothesis[j - 2] and reference[i - 2] == heard:
                cost = min(cost, table[-2][j - 2] + transposition)
            row.append(cost)
        table.append(row)
    return np.array(table)


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

    Parameters
    ----------
    reference, hypothesis : lists of m and n tokens
        Or strings, with `tokenize`.
    insertion, deletion, substitution, transposition : numbers
        What each edit costs, as in `edit_table`: by default 1, and no exchange of neighbours.
    tokenize : {"char", "whitespace", ...} or function, optional
        How to split strings. "char" leaves white space out; `list` keeps it, as `cer` does.

    Returns
    -------
    number
        In [0, max(m, n)] at cost 1 per edit, an integer; 0 if and only if the tokens are equal. Lower is better.

    Raises
    ------
    TypeError
        A string without `tokenize`, or anything that is no sequence of tokens.
    ValueError
        A cost below 0 or nan.

    References
    ----------
    Levenshtein (1966), Binary codes capable of correcting deletions, insertions, and reversals.

    Examples
    --------
    >>> edit_distance("a b c".split(), "a x c".split())
    1
    >>> edit_distance("kitten", "sitting", tokenize="char")
    3
    """
    reference, hypothesis = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    costs: dict[str, Any] = {"insertion": insertion, "deletion": deletion, "substitution": substitution}
    costs["transposition"] = transposition
    if [_cost(value, name) for name, value in costs.items()] == [1, 1, 1, np.inf]:
        return int(edit_distances.of_texts([reference], [hypothesis])[0, 0])
    return edit_table(reference, hypothesis, **costs)[-1, -1].item()  # type: ignore[no-any-return]


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
    cheapest, else dropping the reference's, else inserting the hypothesis's.

    Parameters
    ----------
    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`.
    insertion, deletion, substitution : numbers, default 1
        What each edit costs: at least 0; inf forbids it.
    tokenize : {"char", "whitespace", ...} or function, optional
        How to split strings. "char" leaves white space out; `list` keeps it, as `cer` does.

    Returns
    -------
    list of EditOperation
        Named tuples ``(operation, reference, hypothesis)``, from left to right, the operation one of "match",
        "substitution", "deletion" (no token of the hypothesis) and "insertion" (none of the reference).

    Raises
    ------
    TypeError
        A string without `tokenize`, or anything that is no sequence of tokens.
    ValueError
        A cost below 0 or nan, or costs that allow no way.

    References
    ----------
    Wagner and Fischer (1974), The string-to-string correction problem, JACM 21.

    Examples
    --------
    >>> for edit in edit_operations("a b c".split(), "b c d".split()):
    ...     print(*edit)
    deletion a None
    match b b
    match c c
    insertion None d
    """
    reference, hypothesis = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    table = edit_table(reference, hypothesis, insertion=insertion, deletion=deletion, substitution=substitution)
    if np.isinf(table[-1, -1]):
        raise ValueError(
            "reference cannot be turned into hypothesis at a finite cost: "
            f"got insertion={insertion}, deletion={deletion}, substitution={substitution}"
        )
    i, j = len(reference), len(hypothesis)
    edits = []
    while i or j:
        same = i and j and reference[i - 1] == hypothesis[j - 1]
        if i and j and table[i, j] == table[i - 1, j - 1] + (0 if same else substitution):
            i, j = i - 1, j - 1
            edits.append(EditOperation("match" if same else "substitution", reference[i], hypothesis[j]))
        elif i and table[i, j] == table[i - 1, j] + deletion:
            i = i - 1
            edits.append(EditOperation("deletion", reference[i], None))
        else:
            j = j - 1
            edits.append(EditOperation("insertion", None, hypothesis[j]))
    return edits[::-1]


def wer_statistics(references: Any, hypotheses: Any, *, tokenize: Tokenizer = None) -> NDArray[np.int64]:
    """What word error rate is computed from: one row per pair of texts.

    Parameters
    ----------
    references, hypotheses : lists of n texts, each a list of tokens
        One reference for each hypothesis. Strings, with `tokenize`.
    tokenize : {"whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    integer array of shape (n, 2)
        Columns: edits, words of the reference. Rows add up; `wer_from_statistics` takes the sum.

    Raises
    ------
    TypeError
        Strings without `tokenize`, a single text, several references for a hypothesis.
    ValueError
        Different numbers of references and hypotheses.

    Examples
    --------
    >>> wer_statistics(["a b c", "d"], ["a x c", "d d"], tokenize="whitespace")
    array([[1, 3],
           [1, 1]])
    """
    said, heard = each_text(references, "references", tokenize), each_text(hypotheses, "hypotheses", tokenize)
    arguments.same_length(references=references, hypotheses=hypotheses)
    return edit_distances.of_texts(said, heard)


def wer_from_statistics(totals: Any) -> Any:
    """Edits per reference word.

    Parameters
    ----------
    totals : array of shape (2,) or (..., 2)
        Edits and words of the reference, added up over as many texts as you like.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), lower is better; nan where there is no reference word.

    Raises
    ------
    ValueError
        A last axis that does not hold two numbers.

    Examples
    --------
    >>> wer_from_statistics([2, 4])
    0.5
    """
    edits, words = columns(totals, "edits", "words")
    return plain(np.divide(edits, words, out=np.full(words.shape, np.nan), where=words > 0))


def wer(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> float:
    """Word error rate: the edits that turn `reference` into `hypothesis`, per word of the reference.

    Parameters
    ----------
    reference, hypothesis : lists of tokens
        Or strings, with `tokenize`.
    tokenize : {"whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    float
        In [0, inf), 0 is best, above 1 where there are more edits than words said; nan for an empty reference.

    Raises
    ------
    TypeError
        A string without `tokenize`, or anything that is no sequence of tokens.

    References
    ----------
    Hunt (1990), Figures of merit for assessing connected-word recognisers, Speech Communication 9.

    Examples
    --------
    >>> wer("kim won the race".split(), "kim never won the race".split())
    0.25
    """
    reference, hypothesis = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    return float(wer_from_statistics(wer_statistics([reference], [hypothesis])[0]))


def word_accuracy(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> float:
    """One minus the word error rate: no accuracy, since it has no lower bound.

    Parameters
    ----------
    reference, hypothesis, tokenize
        As in `wer`.

    Returns
    -------
    float
        In (-inf, 1], 1 is best, below 0 where there are more edits than words said; nan for an empty reference.

    Raises
    ------
    TypeError
        A string without `tokenize`, or anything that is no sequence of tokens.

    References
    ----------
    Hunt (1990), Figures of merit for assessing connected-word recognisers, Speech Communication 9.

    Examples
    --------
    >>> word_accuracy(["yes"], ["no", "no", "no"])
    -2.0
    """
    return 1 - wer(reference, hypothesis, tokenize=tokenize)


def corpus_wer(references: Any, hypotheses: Any, *, tokenize: Tokenizer = None) -> float:
    """Word error rate of a corpus: all edits over all reference words (add, then divide).

    Parameters
    ----------
    references, hypotheses : lists of n texts, each a list of tokens
        One reference for each hypothesis. Strings, with `tokenize`.
    tokenize : {"whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    float
        In [0, inf), 0 is best; nan where no reference has a word. Long texts weigh more than short ones.

    Raises
    ------
    TypeError
        Strings without `tokenize`, a single text, several references for a hypothesis.
    ValueError
        Different numbers of references and hypotheses.

    References
    ----------
    Hunt (1990), Figures of merit for assessing connected-word recognisers, Speech Communication 9.

    Examples
    --------
    >>> corpus_wer(["oh dear", "it is a very fine day in May"], ["oh deer", "it is a very fine day in May"],
    ...            tokenize="whitespace")
    0.1
    """
    return float(wer_from_statistics(wer_statistics(references, hypotheses, tokenize=tokenize).sum(axis=0)))


def cer_statistics(references: Any, hypotheses: Any) -> NDArray[np.int64]:
    """What character error rate is computed from: one row per pair of strings.

    Parameters
    ----------
    references, hypotheses : lists of n strings
        Every code point counts, spaces too. Lists of single characters do as well.

    Returns
    -------
    integer array of shape (n, 2)
        Columns: edits, characters of the reference. Rows add up; `cer_from_statistics` takes the sum.

    Raises
    ------
    TypeError
        Anything but lists of strings: a single string, lists of words.
    ValueError
        Different numbers of references and hypotheses.

    Examples
    --------
    >>> cer_statistics(["grey day", "tea"], ["gray day", "teas"])
    array([[1, 8],
           [1, 3]])
    """
    references, hypotheses = _strings(references, "references"), _strings(hypotheses, "hypotheses")
    arguments.same_length(references=references, hypotheses=hypotheses)
    return edit_distances.of_strings(references, hypotheses)


def cer_from_statistics(totals: Any) -> Any:
    """Edits per reference character.

    Parameters
    ----------
    totals : array of shape (2,) or (..., 2)
        Edits and characters of the reference, added up over as many strings as you like.

    Returns
    -------
    float, or array of shape (...)
        In [0, inf), lower is better; nan where there is no reference character.

    Raises
    ------
    ValueError
        A last axis that does not hold two numbers.

    Examples
    --------
    >>> cer_from_statistics([2, 8])
    0.25
    """
    return wer_from_statistics(totals)


def cer(reference: Any, hypothesis: Any) -> float:
    """Character error rate: the edits that turn one string into the other, per character of the reference.

    Parameters
    ----------
    reference, hypothesis : strings
        Every code point counts, spaces too. Lists of single characters do as well.

    Returns
    -------
    float
        In [0, inf), 0 is best; nan for an empty reference.

    Raises
    ------
    TypeError
        Anything but strings or lists of single characters.

    References
    ----------
    Rice, Jenkins and Nartker (1995), The fourth annual test of OCR accuracy: character accuracy is one minus this.

    Examples
    --------
    >>> cer("grey", "gray")
    0.25
    """
    reference, hypothesis = _string(reference, "reference"), _string(hypothesis, "hypothesis")
    return float(cer_from_statistics(cer_statistics([reference], [hypothesis])[0]))


def corpus_cer(references: Any, hypotheses: Any) -> float:
    """Character error rate of a corpus: all edits over all reference characters (add, then divide).

    Parameters
    ----------
    references, hypotheses : lists of n strings
        Every code point counts, spaces too. Lists of single characters do as well.

    Returns
    -------
    float
        In [0, inf), 0 is best; nan where no reference has a character.

    Raises
    ------
    TypeError
        Anything but lists of strings: a single string, lists of words.
    ValueError
        Different numbers of references and hypotheses.

    References
    ----------
    Rice, Jenkins and Nartker (1995), The fourth annual test of OCR accuracy: character accuracy is one minus this.

    Examples
    --------
    >>> corpus_cer(["grey", "tea!"], ["gray", "tea!"])
    0.125
    """
    return float(cer_from_statistics(cer_statistics(references, hypotheses).sum(axis=0)))


def _cost(value: Any, name: str) -> float:
    if not arguments.real(value, name) >= 0:
        raise ValueError(f"{name} must cost at least 0, got {value!r}")
    return value  # type: ignore[no-any-return]  # whole costs give whole distances


def _strings(texts: Any, name: str) -> list[str]:
    return [_string(text, f"{name}[{i}]") for i, text in enumerate(as_list(texts, name, "strings"))]


def _string(text: Any, name: str) -> str:
    if isinstance(text, str):
        return text
    if isinstance(text, Sequence) and all(isinstance(c, str) and len(c) == 1 for c in text):
        return "".join(text)
    raise TypeError(f"{name} must be a string (or a list of single characters), got {text!r}; of words, take the wer")

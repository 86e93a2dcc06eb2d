"""What is asked of generated programs, checked: sources, attempts at tasks, and texts that are compared."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from . import arguments, texts
from .arguments import Array, columns, same_length, shown
from .texts import Tokenizer

SOURCE = "a string, the source of a program"


def attempts(n: Any, c: Any, *, k: int) -> tuple[list[int], list[int]]:
    """Attempts at each task and how many of them passed, in Python's numbers: of these no combinations are too many.

    n : int, or sequence of one per task
        How many attempts were made: at least k at every task.
    c : int, or sequence of one per task
        How many of them passed.
    k : int
        How many attempts are allowed, at least 1.
    """
    k = arguments.whole_number(k, "k", least=1)
    made, passed = _whole_numbers(n, "n"), _whole_numbers(c, "c")
    if not (np.isscalar(n) or np.isscalar(c)):
        same_length(n=made, c=passed)
    made, passed = np.broadcast_arrays(made, passed)
    if k > made.min():
        raise ValueError(f"k must be at most n, the number of attempts: got k={k} where n={made.min()}; make more")
    if (wrong := (passed < 0) | (passed > made)).any():
        i = int(wrong.argmax())
        raise ValueError(f"c must lie from 0 to n: got c={passed[i]} where n={made[i]}")
    return made.tolist(), passed.tolist()


def sources(programs: Any) -> tuple[list[str]]:
    """Programs.

    programs : list of n strings
        Their sources.
    """
    return (list_of_sources(programs, "programs"),)


def list_of_sources(values: Any, name: str) -> list[str]:
    """`values` as a list of programs and tests as they are written."""
    return arguments.strings(values, name, "strings, the sources of programs", wanted=SOURCE)


def pairs(references: Any, hypotheses: Any, *, normalize: Callable[[Any], Any] | None = None) -> tuple[Array, Array]:
    """Texts that are to be equal, as arrays of objects.

    references, hypotheses : lists of n strings, or of n lists of tokens
        One reference for each hypothesis, both of one kind.
    normalize : function, optional
        Applied to both before they are compared, as to disregard white space.
    """
    as_list = partial(arguments.as_list, of="strings or lists of tokens")
    listed = columns(as_list, references=references, hypotheses=hypotheses)
    read = [
        _of_one_kind(reference, hypothesis, f"references[{i}]", f"hypotheses[{i}]")
        for i, (reference, hypothesis) in enumerate(zip(*listed, strict=True))
    ]
    if not (normalize is None or callable(normalize)):
        raise TypeError(f"normalize must be a function of a text, got {shown(normalize)}")
    if normalize is None and all(isinstance(text, str) for text, _ in read):
        texts.refuse_unlike(references=[text for text, _ in read], hypotheses=[text for _, text in read])
    compared = np.empty((2, len(read)), dtype=object)
    for side, of_side in zip(compared, zip(*read, strict=True), strict=True):
        side[:] = of_side if normalize is None else [normalize(text) for text in of_side]
    return compared[0], compared[1]


def pair(reference: Any, hypothesis: Any, *, tokenize: Tokenizer = None) -> tuple[Any, Any]:
    """Two texts that are compared token by token; of strings, character by character.

    reference, hypothesis : two strings, or two lists of tokens
        Of strings every character counts, spaces too, unless `tokenize` splits them.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings.
    """
    both = _of_one_kind(reference, hypothesis, "reference", "hypothesis")
    if tokenize is None or not isinstance(reference, str):
        return both
    return texts.pair(reference, hypothesis, tokenize=tokenize)


def _of_one_kind(reference: Any, hypothesis: Any, name: str, other: str) -> tuple[Any, Any]:
    """Two strings or two lists of tokens; a string and a list could never be equal."""
    if isinstance(reference, str) != isinstance(hypothesis, str):
        came = f"{type(reference).__name__} and {type(hypothesis).__name__}"
        raise TypeError(f"{name} and {other} must both be strings or both be lists of tokens, got {came}")
    if isinstance(reference, str):
        return reference, hypothesis
    return _tokens(reference, name), _tokens(hypothesis, other)


def _tokens(text: Any, name: str) -> list[Any]:
    """A flat list of tokens, none of them missing; a token may hold blanks, as a string in a program does."""
    tokens = arguments.as_list(text, name, "tokens", least=0)
    try:
        "".join(tokens)  # the usual case, fast
    except TypeError:  # tokens need not be strings
        if any(isinstance(token, list | tuple) or np.ndim(token) for token in tokens):
            raise TypeError(f"{name} must be a flat list of tokens, got {shown(text)}") from None
        if any(map(pd.isna, tokens)):
            raise ValueError(f"{name} holds missing tokens (None or nan): {shown(text)}") from None
    return tokens


def _whole_numbers(values: Any, name: str) -> NDArray[np.int64]:
    array = arguments.one_dimensional([values] if np.isscalar(values) else values, name, per="task")
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be a whole number, or a sequence of one per task, got {shown(values)}")
    return array.astype(np.int64)

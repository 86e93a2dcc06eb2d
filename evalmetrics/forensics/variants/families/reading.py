"""What families of variants take: texts with references, to be cut into tokens in one way or another."""

import re
import string
from collections.abc import Callable
from typing import Any

from ....inputs import arguments
from ....inputs.arguments import as_list
from ....inputs.texts import TOKENIZERS

MARKS = re.compile(f"[{re.escape(string.punctuation)}]")
Texts = tuple[list[list[str]], list[str]]

CASE: dict[str, Callable[[str], str]] = {"kept": str, "lowered": str.lower}
PUNCTUATION: dict[str, Callable[[str], str]] = {
    "kept": str,
    "dropped": lambda text: MARKS.sub("", text),
    "made blank": lambda text: MARKS.sub(" ", text),
}


def with_references(references: Any, hypotheses: Any) -> Texts:
    if isinstance(references, str) and isinstance(hypotheses, str):
        references, hypotheses = [references], [hypotheses]
    listed = as_list(references, "references", "strings, or of lists of strings")
    texts = [_string(text, f"hypotheses[{i}]") for i, text in enumerate(as_list(hypotheses, "hypotheses", "strings"))]
    arguments.same_length(references=listed, hypotheses=texts)
    several = [
        [each] if isinstance(each, str) else as_list(each, f"references[{i}]", "strings")
        for i, each in enumerate(listed)
    ]
    return [[_string(text, f"references[{i}]") for text in each] for i, each in enumerate(several)], texts


def with_one_reference(references: Any, hypotheses: Any) -> tuple[list[str], list[str]]:
    several, texts = with_references(references, hypotheses)
    for i, each in enumerate(several):
        if len(each) != 1:
            raise ValueError(f"references must hold one string for each hypothesis, got {len(each)} at references[{i}]")
    return [each[0] for each in several], texts


def _string(text: Any, name: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a string, since variants differ in how it is cut; got {arguments.shown(text)}")
    return text


def _by_nltk(text: str) -> list[str]:
    from nltk.tokenize import NLTKWordTokenizer

    return NLTKWordTokenizer().tokenize(text)


SPLITTERS: dict[str, Callable[[str], list[str]]] = {
    **TOKENIZERS,
    "nltk": _by_nltk,
    r"\w+": re.compile(r"\w+").findall,
    "[a-z0-9]+": re.compile("[a-zA-Z0-9]+").findall,
}


def tokens_by(tokenize: Any, case: str, punctuation: str = "kept") -> Callable[[str], list[str]]:
    split = tokenize if callable(tokenize) else SPLITTERS[tokenize]
    lowered, stripped = CASE[case], PUNCTUATION[punctuation]
    return lambda text: list(split(stripped(lowered(text))))

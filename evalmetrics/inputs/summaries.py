"""What ROUGE takes, checked: texts and their references, stemmed if asked for, flat or in sentences."""

from collections.abc import Sequence
from typing import Any

from . import arguments, texts
from .stemming import Stem, stemmed
from .texts import Tokenizer, Tokens


def with_references(
    references: Any, hypothesis: Any, *, stem: Stem = False, tokenize: Tokenizer = None
) -> tuple[list[Tokens], Tokens]:
    """Texts that are right, and one that is to be scored.

    Parameters
    ----------
    references : list of texts
        At least one; a text is a list of tokens, or with `tokenize` a string.
    hypothesis : text
    stem : bool or function, default False
        True: Porter's stemmer on tokens of more than three characters (needs nltk). Or a function of a token.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings. "rouge" takes runs of a to z and 0 to 9, lower-cased.

    Raises
    ------
    TypeError
        A string without `tokenize`; a single text in place of the list of references.
    ValueError
        An unknown name of a tokeniser; missing tokens, or tokens that hold a blank.
    """
    references, hypothesis = texts.with_references(references, hypothesis, tokenize=tokenize)
    return [stemmed(reference, stem) for reference in references], stemmed(hypothesis, stem)


def all_with_references(
    list_of_references: Any, hypotheses: Any, *, stem: Stem = False, tokenize: Tokenizer = None
) -> tuple[Sequence[list[Tokens]], Sequence[Tokens]]:
    """The references of each text of a corpus, and the texts that are to be scored.

    Parameters
    ----------
    list_of_references : list of m lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens, or with `tokenize` a string.
    hypotheses : list of m texts
    stem : bool or function, default False
        True: Porter's stemmer on tokens of more than three characters (needs nltk). Or a function of a token.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings.

    Raises
    ------
    TypeError
        Strings without `tokenize`; references of the wrong shape.
    ValueError
        Lists that do not pair up; an unknown name of a tokeniser; missing tokens, or tokens that hold a blank.
    """
    lists, candidates = texts.all_with_references(list_of_references, hypotheses, tokenize=tokenize)
    if stem is False:
        return lists, candidates
    return [[stemmed(text, stem) for text in own] for own in lists], [stemmed(text, stem) for text in candidates]


def in_sentences(
    references: Any, hypothesis: Any, *, stem: Stem = False, tokenize: Tokenizer = None
) -> tuple[list[list[Tokens]], list[Tokens]]:
    """Texts in sentences that are right, and one that is to be scored; a text without a sentence is empty.

    Parameters
    ----------
    references : list of texts
        At least one; here a text is a list of sentences and a sentence a list of tokens, or with `tokenize` a string.
        Splitting into sentences is up to you, and it matters.
    hypothesis : text
    stem : bool or function, default False
        True: Porter's stemmer on tokens of more than three characters (needs nltk). Or a function of a token.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split sentences.

    Raises
    ------
    TypeError
        A flat list of tokens where a list of sentences is due; a string without `tokenize`.
    ValueError
        An unknown name of a tokeniser; missing tokens, or tokens that hold a blank.
    """
    listed = texts.as_list(references, "references", "texts, each a list of sentences")
    named = [(text, f"references[{i}]") for i, text in enumerate(listed)]
    *others, own = (
        [stemmed(sentence, stem) for sentence in sentences(text, name, tokenize)]
        for text, name in [*named, (hypothesis, "hypothesis")]
    )
    return others, own


def sentences(text: Any, name: str, tokenize: Tokenizer = None) -> list[Tokens]:
    """A text in sentences."""
    listed = texts.as_list(text, name, "sentences, each a list of tokens", least=0)
    return texts.as_texts(listed, name, tokenize) if listed else []


def sentence_and_text(reference_sentence: Any, hypothesis_sentences: Any) -> tuple[Tokens, list[Tokens]]:
    """A sentence, and a text in sentences.

    Parameters
    ----------
    reference_sentence : list of tokens
    hypothesis_sentences : list of lists of tokens

    Raises
    ------
    TypeError
        A string in place of a sentence.
    """
    reference = texts.as_tokens(reference_sentence, "reference_sentence")
    return reference, sentences(hypothesis_sentences, "hypothesis_sentences")


def two_texts(a: Any, b: Any) -> tuple[Tokens, Tokens]:
    """Two texts of the same standing.

    Parameters
    ----------
    a, b : lists of tokens

    Raises
    ------
    TypeError
        A string, or anything else that is no list of tokens.
    """
    return texts.as_tokens(a, "a"), texts.as_tokens(b, "b")


def weight_of_recall(value: Any, name: str) -> float:
    """A check: a number above 0, infinite for recall alone."""
    beta = arguments.real(value, name)
    if not beta > 0:
        raise ValueError(f"{name} must be a number above 0 (math.inf for recall alone), got {value!r}")
    return beta


def weight_of_runs(value: Any, name: str) -> float:
    """A check: an exponent of lengths of runs, which floats have to hold."""
    weight = arguments.real(value, name)
    if not 1 <= weight <= 10:
        raise ValueError(f"{name} must be a number from 1 to 10, got {value!r}")
    return weight

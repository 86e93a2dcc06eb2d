"""What ROUGE takes, checked: texts and their references, stemmed if asked for, flat or in sentences."""

from collections.abc import Sequence
from itertools import chain
from typing import Any

from . import texts
from .arguments import as_list, described_with
from .options import OneOf, numeric
from .stemming import Stem, stemmed
from .texts import Tokenizer, Tokens


@described_with(texts.splitter, texts.with_references, stemmed)
def with_references(
    references: Any, hypothesis: Any, *, stem: Stem = False, tokenize: Tokenizer = None
) -> tuple[list[Tokens], Tokens]:
    """Texts that are right, and one that is to be scored."""
    references, hypothesis = texts.with_references(references, hypothesis, tokenize=tokenize)
    return [stemmed(reference, stem) for reference in references], stemmed(hypothesis, stem)


@described_with(texts.splitter, texts.all_with_references, stemmed)
def all_with_references(
    list_of_references: Any, hypotheses: Any, *, stem: Stem = False, tokenize: Tokenizer = None
) -> tuple[Sequence[list[Tokens]], Sequence[Tokens]]:
    """The references of each text of a corpus, and the texts that are to be scored."""
    lists, candidates = texts.all_with_references(list_of_references, hypotheses, tokenize=tokenize)
    if stem is False:
        return lists, candidates
    return [[stemmed(text, stem) for text in own] for own in lists], [stemmed(text, stem) for text in candidates]


@described_with(texts.splitter, stemmed)
def in_sentences(
    references: Any, hypothesis: Any, *, stem: Stem = False, tokenize: Tokenizer = None
) -> tuple[list[list[Tokens]], list[Tokens]]:
    """Texts in sentences that are right, and one that is to be scored; a text without a sentence is empty.

    references : list of texts
        At least one; here a text is a list of sentences and a sentence a list of tokens, or with `tokenize` a string.
        Splitting into sentences is up to you, and it matters.
    hypothesis : text
    """
    listed = as_list(references, "references", "texts, each a list of sentences")
    named = [(text, f"references[{i}]") for i, text in enumerate(listed)]
    *others, own = (
        [stemmed(sentence, stem) for sentence in sentences(text, name, tokenize)]
        for text, name in [*named, (hypothesis, "hypothesis")]
    )
    texts.refuse_mixed(references=chain.from_iterable(others), hypothesis=own)
    return others, own


def sentences(text: Any, name: str, tokenize: Tokenizer = None) -> list[Tokens]:
    """A text in sentences."""
    listed = as_list(text, name, "sentences, each a list of tokens", least=0)
    return texts.as_texts(listed, name, tokenize) if listed else []


@described_with(texts.splitter)
def sentence_and_text(reference_sentence: Any, hypothesis_sentences: Any) -> tuple[Tokens, list[Tokens]]:
    """A sentence, and a text in sentences.

    reference_sentence : list of tokens
    hypothesis_sentences : list of lists of tokens
    """
    reference = texts.as_tokens(reference_sentence, "reference_sentence")
    several = sentences(hypothesis_sentences, "hypothesis_sentences")
    texts.refuse_mixed(reference_sentence=[reference], hypothesis_sentences=several)
    return reference, several


@described_with(texts.splitter)
def two_texts(a: Any, b: Any) -> tuple[Tokens, Tokens]:
    """Two texts of the same standing.

    a, b : lists of tokens

    Source: Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, on dynamic programming.
    """
    one, other = texts.as_tokens(a, "a"), texts.as_tokens(b, "b")
    texts.refuse_mixed(a=[one], b=[other])
    return one, other


weight_of_recall = numeric(
    "be a number above 0 (math.inf for recall alone)",
    lambda x: x > 0,
    "beta : float, default 1.0",
    "Above 0: how many times as much recall counts as precision in F. ``math.inf`` is recall alone.",
)
weight_of_runs = numeric(  # floats have to hold powers of the lengths of runs
    "be a number from 1 to 10",
    lambda x: 1 <= x <= 10,
    "weight : float, default 1.2",
    "From 1, which makes it `rouge_l`, to 10.",
)


class ReferenceChoice(OneOf):
    """A check: one of these.

    reference_choice : {"best", "pooled", "mean"}
        With several references: the score of the one with the highest F (the first of equals); the counts of all
        added up before dividing; or, of a single text, the mean of each number over the references.
    """

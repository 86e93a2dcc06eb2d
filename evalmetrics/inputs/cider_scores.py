"""What CIDEr takes, checked: captions of pictures, and what people wrote of these or of others."""

from collections.abc import Callable
from typing import Any

from . import texts
from .arguments import as_list, described_with
from .stemming import function_or_none
from .texts import Tokenizer, Tokens

Stem = Callable[[Any], Any] | None


@described_with(texts.splitter)
def with_references(
    list_of_references: Any, hypotheses: Any, *, stem: Stem = None, tokenize: Tokenizer = None
) -> tuple[list[list[Tokens]], list[Tokens]]:
    """What people wrote of each picture, and a caption for each.

    list_of_references : list of m lists of texts
        For each picture what people wrote, at least one text; a text is a list of tokens, or with `tokenize` a string.
    hypotheses : list of m texts
        A caption per picture.
    stem : function of a token, optional
        Applied to all tokens first, as the paper of CIDEr does and its authors' programs do not: ``stem=porter``.
    """
    references, captions = texts.all_with_references(list_of_references, hypotheses, tokenize=tokenize)
    return [_stemmed(each, stem) for each in references], _stemmed(captions, stem)


@described_with(texts.splitter, with_references)
def pictures(corpus: Any, *, stem: Stem = None, tokenize: Tokenizer = None) -> tuple[list[list[Tokens]]]:
    """What people wrote of each picture of a corpus.

    corpus : list of lists of texts
        Of each picture what people wrote; a text is a list of tokens, or with `tokenize` a string.
    """
    several = as_list(corpus, "corpus", "lists of references, one list per picture")
    return ([_stemmed(texts.as_texts(each, f"corpus[{i}]", tokenize), stem) for i, each in enumerate(several)],)


def _stemmed(several: Any, stem: Stem) -> list[Tokens]:
    if stem is None:
        return list(several)
    stem = function_or_none(stem, "stem")
    return [texts.as_tokens([stem(token) for token in text], "what stem makes of a text") for text in several]

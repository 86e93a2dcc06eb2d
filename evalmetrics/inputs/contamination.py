"""What speaks for a benchmark having been read, checked: texts and what was read, scores of canaries, dates."""

from typing import Any

from . import arguments, texts
from .arguments import Floats, as_list, same_length
from .texts import Tokenizer, Tokens, length_of_ngrams, ngrams

Seen = frozenset[tuple[Any, ...]]


def items_and_training(
    items: Any, *, training: Any, n: Any = 8, tokenize: Tokenizer = None
) -> tuple[list[Tokens], list[Seen]]:
    """The items of a benchmark, and for each of them the same set: the n-grams of what was read.

    items : list of m texts
        The benchmark's questions, with or without their answers; a text is a list of tokens, or with `tokenize` a
        string.
    training : list of texts
        What the model has read, in documents: n-grams do not reach from one into the next.
    n : int, default 8
        Length of the n-grams, at least 1. An item that is shorter is looked for as a whole.
    tokenize : {"13a", "char", "intl", "rouge", "whitespace"} or function, optional
        How to split strings; "rouge" looks away from case and punctuation.
    """
    longest = length_of_ngrams(n, "n")
    looked_for = texts.as_texts(items, "items", tokenize)
    read = texts.as_texts(training, "training", tokenize)
    if empty := [i for i, item in enumerate(looked_for) if len(item) == 0]:
        raise ValueError(f"items[{empty[0]}] has no tokens: there is nothing to look for")
    texts.refuse_mixed(items=looked_for, training=read)
    lengths = {min(longest, len(item)) for item in looked_for}
    seen = frozenset(gram for text in read for k in lengths for gram in ngrams(text, k))
    return looked_for, [seen] * len(looked_for)


def canaries(canary: Any, others: Any) -> tuple[Floats, list[Floats]]:
    """The scores of canaries, and those of what might have stood in their places.

    canary : sequence of m numbers
        The score of each canary, the higher the likelier: its log-likelihood, say.
    others : list of m sequences of numbers
        For each of them the scores of others that were drawn as it was, and that the model cannot have read; at least
        one.
    """
    ours = arguments.floats(arguments.ordered(canary, "canary"), "canary")
    listed = as_list(others, "others", "sequences of numbers, one per canary")
    same_length(canary=ours, others=listed)
    named = ((row, f"others[{i}]") for i, row in enumerate(listed))
    return ours, [arguments.floats(arguments.ordered(row, name), name) for row, name in named]


def old_and_new(scores: Any, old: Any) -> tuple[Floats, Floats]:
    """Scores of questions, and which of them are old.

    scores : sequence of n numbers
        What each question got, or the difference of two systems on it.
    old : sequence of n booleans
        Whether the question was public before the model stopped reading.
    """
    found, before = arguments.finite(scores, "scores", kinds="biuf"), arguments.flags(old, "old")
    same_length(scores=found, old=before)
    return found, before

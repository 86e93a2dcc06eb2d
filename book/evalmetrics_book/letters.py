"""A language model small enough to be read, for whoever needs one to score: it predicts the next letter."""

from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalmetrics.inputs import arguments


class LetterModel:
    """A model of letters: it has counted which letter followed which others in what it read.

    The probability of a letter is its share after the last `order` letters, mixed with its probability after one fewer,
    as if `doubt` more letters had followed there that are distributed so; and so on down to letters all alike.

    Parameters
    ----------
    read : list of strings
        What the model reads.
    order : int, default 5
        How many letters it looks back, at least 0.
    doubt : float, default 1.0
        Above 0.

    Attributes
    ----------
    letters : int
        How many different ones it has seen; all others together count as one more.

    References
    ----------
    MacKay and Peto (1995), A hierarchical Dirichlet language model.

    Examples
    --------
    >>> model = LetterModel(["to be or not to be"])
    >>> round(model.log_prob("be", after="to "), 2), round(model.log_prob("do", after="to "), 2)
    (-0.09, -10.54)
    """

    def __init__(self, read: Any, *, order: int = 5, doubt: float = 1.0) -> None:
        listed = arguments.strings(read, "read")
        self.order = arguments.whole_number(order, "order", least=0)
        self.doubt = arguments.positive(doubt, "doubt")
        self._contexts: Counter[str] = Counter()
        self._followed: Counter[str] = Counter()
        for k in range(self.order + 1):
            places = [(text, i) for text in listed for i in range(k, len(text))]
            self._contexts.update(text[i - k : i] for text, i in places)
            self._followed.update(text[i - k : i + 1] for text, i in places)
        self.letters = len(set().union(*listed))

    def probability(self, letter: str, after: str) -> float:
        """How likely a single letter is after a text: above 0, below 1."""
        p = 1 / (self.letters + 1)
        for k in range(min(self.order, len(after)) + 1):
            context = after[len(after) - k :]
            p = (self._followed[context + letter] + self.doubt * p) / (self._contexts[context] + self.doubt)
        return p

    def log_prob(self, text: str, *, after: str = "") -> float:
        """The natural logarithm of the probability that a text follows another: at most 0, and 0 of an empty one."""
        whole, start = after + text, len(after)
        return float(sum(np.log(self.probability(whole[i], whole[:i])) for i in range(start, len(whole))))

    def log_probs(self, options: Any, *, after: Any) -> NDArray[np.float64]:
        """The log-probabilities that options follow as the next words: a row for each start, all with as many options.

        >>> LetterModel(["to be or not to be"]).log_probs([["be", "or"]], after=["to"]).argmax(axis=1).tolist()
        [0]
        """
        starts = zip(after, options, strict=True)
        return np.array([[self.log_prob(" " + one, after=start) for one in few] for start, few in starts])

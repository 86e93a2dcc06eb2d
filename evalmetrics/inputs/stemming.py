"""Porter's stemmer, loaded when it is first asked for."""

from collections.abc import Callable
from functools import cache


@cache
def porter_stemmer() -> Callable[[str], str]:
    """A function from a word to its stem in lower case, as nltk has it; it remembers what it has seen."""
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError:
        raise ImportError("Porter's stemmer comes with nltk: pip install nltk") from None
    stemmer = PorterStemmer()

    @cache
    def stem(word: str) -> str:
        return str(stemmer.stem(word))

    return stem

"""METEOR: words paired off by form, stem or meaning, how many there are, and in how many pieces they lie."""

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .fast import pairing
from .inputs import arguments
from .inputs.old_matrices import ratio
from .inputs.stemming import porter_stemmer
from .inputs.texts import Tokenizer, Tokens, as_texts, as_tokens, each_item
from .inputs.totals import columns, plain

Stem = Callable[[Any], Any] | None
Synonyms = Callable[[Any], Collection[Hashable] | None] | None


class WordMatch(NamedTuple):
    """A pair of an alignment: where the two words stand, counted from 0, and the stage that found them."""

    reference: int
    hypothesis: int
    stage: str


def porter(token: Any) -> Any:
    """The stem of a word by Porter's algorithm, in lower case: what METEOR compares in its second stage.

    Parameters
    ----------
    token : str

    Returns
    -------
    str

    Raises
    ------
    TypeError
        A token that is no string.
    ImportError
        Without nltk.

    References
    ----------
    Porter (1980), An algorithm for suffix stripping, Program 14; as nltk extends it.

    Examples
    --------
    >>> porter("Connected"), porter("connections")
    ('connect', 'connect')
    """
    if not isinstance(token, str):
        raise TypeError(
            f"stem=porter needs tokens that are strings, got {token!r}: pass stem=None or your own function"
        )
    return porter_stemmer()(token)


def wordnet_synonyms(word: str) -> frozenset[str]:
    """The single words that share a sense with `word` in WordNet: for ``synonyms=`` where WordNet is installed.

    Parameters
    ----------
    word : str
        In any inflection that WordNet's own rules undo.

    Returns
    -------
    frozenset of str
        Base forms, with that of `word` itself; empty for what WordNet has not.

    Raises
    ------
    LookupError
        WordNet is not on this computer.

    References
    ----------
    Miller (1995), WordNet: a lexical database for English, Communications of the ACM 38.

    Examples
    --------
    >>> try:
    ...     print("movie" in wordnet_synonyms("film"))
    ... except LookupError:  # nobody has downloaded it
    ...     print(True)
    True
    """
    from nltk.corpus import wordnet

    try:
        senses = wordnet.synsets(word)
    except LookupError:
        raise LookupError(
            "WordNet is not on this computer: run nltk.download('wordnet') once while online, "
            "or pass another function from a word to its synonyms"
        ) from None
    return frozenset(name for sense in senses for name in sense.lemma_names() if "_" not in name)


def meteor_alignment(
    reference: Any, hypothesis: Any, *, stem: Stem = porter, synonyms: Synonyms = None, tokenize: Tokenizer = None
) -> list[WordMatch]:
    """Pairs of words that METEOR matches, each word at most once: equal words first, then stems, then synonyms.

    Each stage takes words that earlier ones left over and adds as many pairs as it can; among the ways to do so it
    takes one with the fewest crossings, of these one with the fewest chunks.

    Parameters
    ----------
    reference, hypothesis : texts
        Lists of tokens.
    stem : function of a token, or None
        Tokens match in the second stage if it returns equal values for them; by default Porter's stemmer (of nltk).
        None leaves the stage out.
    synonyms : function of a token, optional
        Returns the tokens that mean the same, or None if it knows of none; given, there is a third stage. Two tokens
        match if one is among the synonyms of the other, by its stem if there is `stem`. ``wordnet_synonyms``,
        ``example_synonyms`` or the ``get`` of a dictionary of sets will do.
    tokenize : {"13a", "intl", "char", "whitespace", ...} or function, optional
        How to split strings.

    Returns
    -------
    list of WordMatch
        In the order of the hypothesis: positions in reference and hypothesis, and the stage: "exact", "stem",
        "synonym".

    Raises
    ------
    TypeError
        A string without `tokenize`; tokens that are no strings with ``stem=porter``; synonyms that are no collection.

    Warns
    -----
    RuntimeWarning
        Words are repeated so often that not all alignments could be looked at.

    References
    ----------
    Banerjee and Lavie (2005), METEOR: an automatic metric for MT evaluation, section 2. The rule for equally many
    crossings is ours.

    Examples
    --------
    >>> for match in meteor_alignment("the dogs barked".split(), "a dog barked".split()):
    ...     print(match)
    WordMatch(reference=1, hypothesis=1, stage='stem')
    WordMatch(reference=2, hypothesis=2, stage='exact')
    """
    reference, hypothesis = as_tokens(reference, "reference", tokenize), as_tokens(hypothesis, "hypothesis", tokenize)
    found: dict[int, WordMatch] = {}
    for stage, options, interchangeable in _stages(reference, hypothesis, stem, synonyms):
        pairs = pairing.fewest_crossings(options, {i: match.reference for i, match in found.items()}, interchangeable)
        found.update({i: WordMatch(j, i, stage) for i, j in pairs if i not in found})
    return [found[i] for i in sorted(found)]


def meteor(
    references: Any,
    hypothesis: Any,
    *,
    stem: Stem = porter,
    synonyms: Synonyms = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
    tokenize: Tokenizer = None,
) -> float:
    """Mean of precision and recall of matched words, recall counting most, less a penalty for their fragmentation.

    With m matches in ch chunks, runs of neighbours in both texts: F = PR / (αP + (1 − α)R), the penalty is
    γ (ch/m) ** β, and the score F (1 − penalty).

    Parameters
    ----------
    references : list of texts
        At least one; a text is a list of tokens. The one with the highest score counts.
    hypothesis : text
        A list of tokens. Capitals make words differ for the first stage, not for Porter's stemmer.
    stem, synonyms, tokenize
        As in `meteor_alignment`.
    alpha : float, default 0.9
        Weight of recall in the mean, from 0 to 1: 0.9 is F = 10PR / (R + 9P).
    beta : float, default 3.0
        Above 0: how slowly the penalty sets in.
    gamma : float, default 0.5
        The largest penalty, from 0 to 1.

    Returns
    -------
    float
        In [0, 1), higher is better: a perfect match of n words is one chunk and scores 1 − γ / n ** β. 0 without a
        match; nan where both texts are empty, or the one that counts alone: with `alpha` 0 the hypothesis, with 1 the
        reference.

    Raises
    ------
    TypeError
        As `meteor_alignment`; a single text in place of the list of references.
    ValueError
        alpha, beta or gamma outside their ranges.

    References
    ----------
    Banerjee and Lavie (2005), METEOR: an automatic metric for MT evaluation with improved correlation with human
    judgments; Lavie and Agarwal (2007) for the three parameters.

    Examples
    --------
    >>> meteor(["the cat sat on the mat".split()], "on the mat sat the cat".split())
    0.5
    """
    references = as_texts(references, "references", tokenize)
    options: dict[str, Any] = {"stem": stem, "synonyms": synonyms, "alpha": alpha, "beta": beta, "gamma": gamma}
    return corpus_meteor([references], [as_tokens(hypothesis, "hypothesis", tokenize)], **options)


def meteor_statistics(
    list_of_references: Any,
    hypotheses: Any,
    *,
    stem: Stem = porter,
    synonyms: Synonyms = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
    tokenize: Tokenizer = None,
) -> NDArray[np.int64]:
    """What METEOR has to know of each hypothesis. Rows of a corpus add up.

    Parameters
    ----------
    list_of_references : list of n lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens.
    hypotheses : list of n texts
    stem, synonyms, tokenize
        As in `meteor_alignment`.
    alpha, beta, gamma : float
        As in `meteor`; they decide which of several references is the best.

    Returns
    -------
    array of shape (n, 4), integers
        Columns: matches, chunks, tokens of the best reference, tokens of the hypothesis.

    Raises
    ------
    TypeError
        As `meteor_alignment`; references of the wrong shape.
    ValueError
        Lists that do not pair up; parameters outside their ranges.

    References
    ----------
    Banerjee and Lavie (2005), METEOR: an automatic metric for MT evaluation, section 2.

    Examples
    --------
    >>> meteor_statistics([["the cat sat down".split()]], ["the cat lay down".split()])
    array([[3, 2, 4, 4]])
    """
    best = []
    for hypothesis, references in each_item(list_of_references, hypotheses, tokenize):
        rows = []
        for reference in references:
            matches = meteor_alignment(reference, hypothesis, stem=stem, synonyms=synonyms)
            rows.append([len(matches), _chunks(matches), len(reference), len(hypothesis)])
        scores = np.nan_to_num(meteor_from_statistics(rows, alpha=alpha, beta=beta, gamma=gamma), nan=-1.0)
        best.append(rows[int(np.argmax(scores))])
    return np.array(best)


def meteor_from_statistics(totals: Any, *, alpha: float = 0.9, beta: float = 3.0, gamma: float = 0.5) -> Any:
    """METEOR from counts of `meteor_statistics`: of single texts (rows) or of their sum.

    Parameters
    ----------
    totals : array of shape (..., 4)
        Matches, chunks, tokens of the reference, tokens of the hypothesis.
    alpha, beta, gamma : float
        As in `meteor`.

    Returns
    -------
    float, or array of shape (...)
        In [0, 1), higher is better; nan where there are no tokens, as in `meteor`.

    Raises
    ------
    ValueError
        Totals of another shape; parameters outside their ranges.

    References
    ----------
    Lavie and Agarwal (2007), METEOR: an automatic metric for MT evaluation with high levels of correlation.

    Examples
    --------
    >>> meteor_from_statistics([6, 6, 6, 6])
    0.5
    """
    matches, chunks, r, c = columns(totals, "matches", "chunks", "tokens of the reference", "tokens of the hypothesis")
    a, g = arguments.share(alpha, "alpha"), arguments.share(gamma, "gamma")
    f_mean = ratio(matches, a * r + (1 - a) * c)  # PR / (αP + (1 − α)R), where P is matches / c and R matches / r
    penalty = g * ratio(chunks, matches, 0.0) ** arguments.positive(beta, "beta")
    return plain(f_mean * (1 - penalty))


def corpus_meteor(
    list_of_references: Any,
    hypotheses: Any,
    *,
    stem: Stem = porter,
    synonyms: Synonyms = None,
    alpha: float = 0.9,
    beta: float = 3.0,
    gamma: float = 0.5,
    tokenize: Tokenizer = None,
) -> float:
    """METEOR of a corpus: matches, chunks and lengths of all texts are added up, then divided.

    Parameters
    ----------
    list_of_references : list of n lists of texts
        For each hypothesis its references, at least one; a text is a list of tokens.
    hypotheses : list of n texts
    stem, synonyms, alpha, beta, gamma, tokenize
        As in `meteor`.

    Returns
    -------
    float
        In [0, 1), higher is better; nan as in `meteor`. Not the mean of the texts' scores.

    Raises
    ------
    TypeError, ValueError
        As `meteor_statistics`.

    References
    ----------
    Banerjee and Lavie (2005), METEOR: an automatic metric for MT evaluation, section 2: the score of a system.

    Examples
    --------
    >>> references = [["the cat sat down".split()], ["so what".split()]]
    >>> round(corpus_meteor(references, ["the cat lay down".split(), "so so".split()]), 4)
    0.526
    """
    parameters = {"alpha": alpha, "beta": beta, "gamma": gamma}
    rows = meteor_statistics(
        list_of_references, hypotheses, stem=stem, synonyms=synonyms, tokenize=tokenize, **parameters
    )
    return float(meteor_from_statistics(rows.sum(axis=0), **parameters))


def _chunks(matches: Sequence[WordMatch]) -> int:
    """Into how many runs the matches fall that are neighbours, in the same order, in both texts."""
    follows = [b.hypothesis == a.hypothesis + 1 and b.reference == a.reference + 1 for a, b in pairwise(matches)]
    return len(matches) - sum(follows)


def _stages(
    reference: Tokens, hypothesis: Tokens, stem: Stem, synonyms: Synonyms
) -> Iterator[tuple[str, list[list[int]], bool]]:
    """Each stage: its name, for each word of the hypothesis the places of its matches, whether these are classes."""
    yield "exact", _equal(reference, hypothesis), True
    if stem is not None:
        if not callable(stem):
            raise TypeError(f"stem must be a function of a token, or None, got {stem!r}")
        reference_stems, hypothesis_stems = list(map(stem, reference)), list(map(stem, hypothesis))
        yield "stem", _equal(reference_stems, hypothesis_stems), True
    else:
        reference_stems, hypothesis_stems = reference, hypothesis
    if synonyms is not None:
        of_reference, of_hypothesis = _known(reference, synonyms, stem), _known(hypothesis, synonyms, stem)
        theirs = list(zip(reference_stems, of_reference, strict=True))
        ours = zip(hypothesis_stems, of_hypothesis, strict=True)
        yield (
            "synonym",
            [[j for j, (r, of_r) in enumerate(theirs) if r in of_h or h in of_r] for h, of_h in ours],
            False,
        )


def _equal(reference: Tokens, hypothesis: Tokens) -> list[list[int]]:
    """For each entry of the hypothesis the positions of equal ones in the reference."""
    positions: dict[Hashable, list[int]] = {}
    for j, token in enumerate(reference):
        positions.setdefault(token, []).append(j)
    return [positions.get(token, []) for token in hypothesis]


def _known(tokens: Tokens, synonyms: Callable[[Any], Any], stem: Stem) -> list[set[Hashable]]:
    """The synonyms of each token, stemmed if there is `stem`."""
    if not callable(synonyms):
        raise TypeError(f"synonyms must be a function of a token, or None, got {synonyms!r}: of a dictionary pass .get")
    found: dict[Hashable, set[Hashable]] = {}
    for token in set(tokens):
        same = synonyms(token)
        if same is not None and (isinstance(same, str) or not isinstance(same, Collection)):
            raise TypeError(f"synonyms must return a collection of tokens or None, got {same!r} for {token!r}")
        found[token] = set(map(stem, same or ()) if stem else same or ())
    return [found[token] for token in tokens]

"""METEOR: words paired off by form, stem or meaning, how many there are, and in how many pieces they lie."""

from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np

from .fast import computed_by
from .fast import meteor_scores as fast
from .inputs import meteor_scores as inputs
from .inputs import stemming, texts
from .inputs.options import positive, share
from .kinds.help_pages import described_by
from .metric import checked_by, of_one, of_sums


class WordMatch(NamedTuple):
    """A pair of an alignment: where the two words stand, counted from 0, and the stage that found them."""

    reference: int
    hypothesis: int
    stage: str


@described_by()
@computed_by(stemming.porter)
def porter(token):
    """The stem of a word by Porter's algorithm, in lower case: what METEOR compares in its second stage.

    token : str

    -> str

    ImportError
        Without nltk.

    Source: Porter (1980), An algorithm for suffix stripping, Program 14; as nltk extends it.

    >>> porter("Connected"), porter("connections")  # doctest: +SKIP
    ('connect', 'connect')
    """
    from nltk.stem.porter import PorterStemmer

    return PorterStemmer().stem(token)


@described_by()
def wordnet_synonyms(word: str) -> frozenset[str]:
    """The single words that share a sense with `word` in WordNet: for ``synonyms=`` where WordNet is installed.

    word : str
        In any inflection that WordNet's own rules undo.

    -> frozenset of str
        Base forms, with that of `word` itself; empty for what WordNet has not.

    ImportError
        nltk is not installed.
    LookupError
        WordNet is not on this computer.

    Source: Miller (1995), WordNet: a lexical database for English, Communications of the ACM 38.

    >>> try:
    ...     print("movie" in wordnet_synonyms("film"))
    ... except (ImportError, LookupError):  # nobody has installed or downloaded it
    ...     print(True)
    True
    """
    try:
        from nltk.corpus import wordnet
    except ModuleNotFoundError:
        raise ImportError("WordNet is read by nltk: pip install nltk") from None
    try:
        senses = wordnet.synsets(word)
    except LookupError:
        raise LookupError(
            "WordNet is not on this computer: run nltk.download('wordnet') once while online, "
            "or pass another function from a word to its synonyms"
        ) from None
    return frozenset(name for sense in senses for name in sense.lemma_names() if "_" not in name)


def pairings(places, taken=frozenset()):
    """Every way to give each word one of its places, or none (None), and no place to two words."""
    if not places:
        return [()]
    found = []
    for j in [*(k for k in places[0] if k not in taken), None]:
        found += [(j, *rest) for rest in pairings(places[1:], taken | {j})]
    return found


def pairs_of(pairing):
    """The words that have a place, with their places."""
    return [(i, j) for i, j in enumerate(pairing) if j is not None]


def chunks_of(pairs):
    """Runs of pairs that are neighbours, in the same order, in both texts."""
    steps = [(k - i, m - j) for (i, j), (k, m) in pairwise(pairs)]
    return len(pairs) - steps.count((1, 1))


def disorder(pairing):
    """Words left out, then crossings, then chunks."""
    pairs = pairs_of(pairing)
    crossings = sum(a > b for (_, a), (_, b) in combinations(pairs, 2))
    return len(pairing) - len(pairs), crossings, chunks_of(pairs), pairs


@computed_by(fast.best_pairing)
def best_pairing(places):
    """The most pairs; of the ways to have so many the fewest crossings; of these the fewest chunks."""
    return min(pairings(places), key=disorder)


@computed_by(fast.equals)
def equals(reference, words):
    """For each word the places of equal ones in the reference."""
    return [[j for j, r in enumerate(reference) if r == w] for w in words]


def synonymous(word, of_word, others, of_others):
    """The places of the words that are among the synonyms of this one, or that have it among theirs."""
    both = enumerate(zip(others, of_others, strict=True))
    return [j for j, (w, of_w) in both if w in of_word or word in of_w]


def stages(reference, hypothesis, stem, synonyms):
    """For each stage the places in the reference where the words of the hypothesis could find their partners."""
    found = {"exact": equals(reference, hypothesis)}
    stem_of = stem or (lambda word: word)
    r, h = [*map(stem_of, reference)], [*map(stem_of, hypothesis)]
    if stem:
        found["stem"] = equals(r, h)
    if synonyms:
        of_r = [{*map(stem_of, synonyms(word) or ())} for word in reference]
        of_h = [{*map(stem_of, synonyms(word) or ())} for word in hypothesis]
        each = zip(h, of_h, strict=True)
        found["synonym"] = [synonymous(*word, r, of_r) for word in each]
    return found


def alignment(stages):
    """The best pairing stage by stage: earlier pairs stay, and the other words take places that are left."""
    found = [None] * len(stages["exact"])
    for places in stages.values():
        taken = set(found)
        free = [[j for j in each if j not in taken] for each in places]
        left = [free[i] if j is None else [j] for i, j in enumerate(found)]
        found = best_pairing(left)
    return found


def meteor_of_counts(matches, chunks, r, c, alpha, beta, gamma):
    """Weighted mean of precision, matches / c, and recall, matches / r, less the penalty; r and c are lengths."""
    f_mean = matches / (alpha * r + (1 - alpha) * c)
    penalty = gamma * (chunks / np.where(matches > 0, matches, 1)) ** beta
    return f_mean * (1 - penalty)


def counts_of_best(
    references,
    hypothesis,
    *,
    stem=porter,
    synonyms=None,
    alpha=0.9,
    beta=3.0,
    gamma=0.5,
):
    """Matches, chunks, length of the reference and of the hypothesis, for the reference with the highest score.

    alpha : float, default 0.9
        Weight of recall in the mean, from 0 to 1: 0.9 is F = 10PR / (R + 9P).
    beta : float, default 3.0
        Above 0: how slowly the penalty sets in.
    gamma : float, default 0.5
        The largest penalty, from 0 to 1.
    """
    rows = []
    for reference in references:
        places = stages(reference, hypothesis, stem, synonyms)
        pairs = pairs_of(alignment(places))
        lengths = len(reference), len(hypothesis)
        rows.append((len(pairs), chunks_of(pairs), *lengths))
    m, ch, r, c = counts = np.transpose(rows)
    scores = meteor_of_counts(m, ch, r, c, alpha, beta, gamma)
    return counts[:, np.nan_to_num(scores, nan=-1).argmax()]


OF_WORDS = {"stem": stemming.function_or_none, "synonyms": inputs.asked_once}
CHECKS = {**OF_WORDS, "alpha": share, "beta": positive, "gamma": share}


@checked_by(texts.pair, checks=OF_WORDS)
def meteor_alignment(reference, hypothesis, *, stem=porter, synonyms=None):
    """Pairs of words that METEOR matches, each word at most once: equal words first, then stems, then synonyms.

    Each stage takes words that earlier ones left over and adds as many pairs as it can; among the ways to do so it
    takes one with the fewest crossings, of these one with the fewest chunks. Where long texts repeat many words, the
    best of a beam is taken, and a warning says so.

    -> list of WordMatch
        In the order of the hypothesis: positions in reference and hypothesis, and the stage: "exact", "stem",
        "synonym".

    Source: Banerjee and Lavie (2005), METEOR: an automatic metric for MT evaluation, section 2; Denkowski and Lavie
    (2014), Meteor universal, for the beam. The rule for equally many crossings is ours.

    >>> texts = "the dogs barked".split(), "a dog barked".split()
    >>> for match in meteor_alignment(*texts, stem=lambda word: word.removesuffix("s")):
    ...     print(match)
    WordMatch(reference=1, hypothesis=1, stage='stem')
    WordMatch(reference=2, hypothesis=2, stage='exact')
    """
    places = stages(reference, hypothesis, stem, synonyms)
    found_by = [
        (j, i, next(stage for stage in places if j in places[stage][i])) for i, j in pairs_of(alignment(places))
    ]
    return [WordMatch(*match) for match in found_by]


@of_sums(counts_of_best, inputs=texts.all_with_references, checks=CHECKS)
def corpus_meteor(matches, chunks, r, c, *, alpha=0.9, beta=3.0, gamma=0.5):
    """METEOR of a corpus: matches, chunks and lengths of all texts are added up, then divided.

    Not the mean of the texts' scores.

    >>> references = [["the cat sat down".split()], ["so what".split()]]
    >>> round(corpus_meteor(references, ["the cat lay down".split(), "so so".split()], stem=None), 4)
    0.526
    """
    return meteor_of_counts(matches, chunks, r, c, alpha, beta, gamma)


@of_one(corpus_meteor, inputs=texts.with_references)
def meteor(references, hypothesis):
    """Mean of precision and recall of matched words, recall counting most, less a penalty for their fragmentation.

    With m matches in ch chunks, runs of neighbours in both texts: F = PR / (αP + (1 − α)R), the penalty is
    γ (ch/m) ** β (Lavie and Agarwal, 2007), and the score F (1 − penalty). The reference with the highest score counts.
    Capitals make words differ for the first stage, not for Porter's stemmer. A perfect match of n words is one chunk
    and scores 1 − γ / n ** β. 0 without a match; nan also where the text that counts alone is empty: with `alpha` 0
    the hypothesis, with 1 the reference.

    >>> meteor(["the cat sat on the mat".split()], "on the mat sat the cat".split(), stem=None)
    0.5
    """
    return [references], [hypothesis]

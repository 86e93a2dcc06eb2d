"""chrF and TER: how much of a reference's spelling a translation shares, and how much work it leaves to an editor."""

from functools import partial
from math import ceil, floor
from string import punctuation
from typing import Any

import numpy as np

from .fast import chrf_ter as fast
from .fast import computed_by
from .inputs import translations
from .inputs.options import ORDER, OneOf, positive, whole
from .inputs.texts import ngram_counts
from .kinds.results import Score
from .metric import of_one, of_sums

YES_OR_NO = OneOf(False, True)
CHRF_CHECKS = {
    "char_order": whole(most=ORDER),
    "word_order": whole(0, most=ORDER),
    "whitespace": YES_OR_NO,
    "beta": positive,
    "eps_smoothing": YES_OR_NO,
    "lowercase": YES_OR_NO,
}
TER_CHECKS = dict.fromkeys(["normalized", "no_punct", "asian_support", "case_sensitive"], YES_OR_NO)
EPS = 1e-16
LONGEST_SHIFT = 10
FARTHEST_SHIFT = 50
MOST_SHIFTS = 1000
BEAM = 25


class Chrf(Score):
    """A chrF score in [0, 1], higher is better, with the mean precision and recall of its orders.

    `signature` says what has to be known to repeat it.
    """

    score: float
    precision: float
    recall: float
    signature: str


class Ter(Score):
    """A translation edit rate from 0 up, lower is better: `edits`, shifts among them, over words of the references.

    `signature` says what has to be known to repeat it.
    """

    score: float
    edits: float
    reference_length: float
    signature: str


def words_and_marks(text):
    """What white space separates; a mark at the end of a word, or else at its start, is set apart."""
    found = []
    for word in text.split():
        if len(word) > 1 and word[-1] in punctuation:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found


def chrf_ngrams(text, char_order, word_order, whitespace):
    """N-grams of characters, then of words, shorter ones first: how often the text has each."""
    characters = text if whitespace else "".join(text.split())
    words = words_and_marks(text)
    orders = [(characters, n) for n in range(1, char_order + 1)]
    orders += [(words, n) for n in range(1, word_order + 1)]
    return [ngram_counts(tokens, n) for tokens, n in orders]


def mean_precision_and_recall(matches, reference, hypothesis):
    """Matches over n-grams of the hypothesis and of the reference, averaged over the orders that both texts have."""
    both = (reference > 0) & (hypothesis > 0)
    shares = [np.where(both, matches / n, 0) for n in (hypothesis, reference)]
    return [sum(share) / sum(both) for share in shares]


def f_of_orders(
    matches,
    reference,
    hypothesis,
    *,
    beta=2.0,
    eps_smoothing=False,
):
    """F of the mean precision and the mean recall; with `eps_smoothing`, the mean of the F of all orders."""
    w = beta**2
    if eps_smoothing:
        p = np.where(hypothesis > 0, matches / hypothesis, EPS)
        r = np.where(reference > 0, matches / reference, EPS)
        f = (1 + w) * p * r / (w * p + r)
        mean = sum(np.where(w * p + r > 0, f, EPS)) / len(matches)
        return np.where(sum(reference) > 0, mean, np.nan)
    p, r = mean_precision_and_recall(matches, reference, hypothesis)
    f = (1 + w) * p * r / (w * p + r)
    return np.where((sum(matches) == 0) & (sum(reference) > 0), 0.0, f)


def chrf_counts(
    references,
    hypothesis,
    *,
    char_order=6,
    word_order=0,
    whitespace=False,
    beta=2.0,
    eps_smoothing=False,
):
    """Matches, n-grams of the reference and of the hypothesis, for the reference with the highest F.

    Where the reference has no n-grams of an order, those of the hypothesis are not counted.

    char_order : int, default 6
        Longest n-grams of characters, at least 1.
    word_order : int, default 0
        Longest n-grams of words, marks at either end of a word set apart; 2 makes it chrF++.
    whitespace : bool, default False
        Keep white space among the characters, in place of running words together.
    beta : float, default 2.0
        Above 0: how many times as much recall counts as precision.
    eps_smoothing : bool, default False
        Average the F of all orders, one that a text is too short for counting nothing, as Popović's script and nltk
        do. By default precision and recall are averaged, as in her paper, over the orders that both texts have.
    """
    shape = (char_order, word_order, whitespace)
    said, rows = chrf_ngrams(hypothesis, *shape), []
    for reference in references:
        orders = list(zip(chrf_ngrams(reference, *shape), said, strict=True))
        matches = [(r & h).total() for r, h in orders]
        totals = [(r.total(), h.total() if r else 0) for r, h in orders]
        rows.append(np.array([matches, *zip(*totals, strict=True)]))
    options = {"beta": beta, "eps_smoothing": eps_smoothing}
    scores = [f_of_orders(*row, **options) for row in rows]
    return tuple(rows[np.nan_to_num(scores).argmax()])


def chrf_with_parts(score: float, counts: Any, data: Any, options: Any) -> Chrf:
    """A score with what it is made of.

    -> Chrf
        A number with its parts. An empty hypothesis scores 0.
    """
    p, r = mean_precision_and_recall(*counts)
    parts = {
        "case": "lc" if options["lowercase"] else "mixed",
        "eff": "no" if options["eps_smoothing"] else "yes",
        "nc": options["char_order"],
        "nw": options["word_order"],
        "space": "yes" if options["whitespace"] else "no",
    }
    name = f"chrF{options['beta']:g}{'+' * options['word_order']}"
    return Chrf(score, precision=float(p), recall=float(r), signature=translations.signature(name, data[0], parts))


@of_sums(
    chrf_counts,
    inputs=translations.strings_with_references,
    at_once=partial(fast.chrf_counts, words=words_and_marks, score=f_of_orders),
    several=("matches", "reference", "hypothesis"),
    checks=CHRF_CHECKS,
    result=chrf_with_parts,
)
def corpus_chrf(
    matches,
    reference,
    hypothesis,
    *,
    beta=2.0,
    eps_smoothing=False,
):
    """ChrF of a corpus: matches and n-grams of characters are added up over all sentences, then divided.

    With ``word_order=2`` it is chrF++, which counts words and pairs of words as two more orders. Of several
    references the one with the highest F counts. References are listed sentence by sentence, as for `corpus_bleu`.

    >>> score = corpus_chrf([["the cats sat"]], ["the cat sat"])
    >>> f"{score:.3f}", score.signature
    ('0.687', 'chrF2|n:1|refs:1|case:mixed|eff:yes|nc:6|nw:0|space:no')
    """
    options = {"beta": beta, "eps_smoothing": eps_smoothing}
    return f_of_orders(matches, reference, hypothesis, **options)


@of_one(corpus_chrf, inputs=translations.string_with_references)
def sentence_chrf(references, hypothesis):
    """ChrF of one sentence.

    >>> f"{sentence_chrf(['a translation'], 'translations'):.3f}"
    '0.891'
    """
    return [references], [hypothesis]


def edits_near_the_diagonal(reference, hypothesis):
    """Cheapest edits from the beginnings of a hypothesis to those of a reference: cost and last edit, row by row.

    Of equally cheap edits a match or substitution comes first, then dropping a word of the hypothesis. Cells more
    than a beam away from the diagonal are left out.
    """
    m, n = len(reference), len(hypothesis)
    slope = m / n if n else 1
    beam = ceil(slope / 2 + BEAM) if slope / 2 > BEAM else BEAM
    table = [[(j, "insert") for j in range(m + 1)]]
    for i, word in enumerate(hypothesis, 1):
        above, row = table[-1], [(m + n + 1, "")] * (m + 1)  # too dear
        middle = floor(i * slope)
        end = m + 1 if i == n else min(m + 1, middle + beam)
        for j in range(max(0, middle - beam), end):
            ways = [(above[j][0] + 1, "drop")]
            if j > 0:
                same = word == reference[j - 1]
                pair = "match" if same else "change"
                ways.insert(0, (above[j - 1][0] + (not same), pair))
                ways.append((row[j - 1][0] + 1, "insert"))
            row[j] = min(ways, key=lambda way: way[0])
        table.append(row)
    return table


@computed_by(partial(fast.near_the_diagonal, beam=BEAM))
def edits_left(reference, hypothesis):
    """Insertions, deletions and substitutions that lead from a hypothesis to a reference."""
    return edits_near_the_diagonal(reference, hypothesis)[-1][-1][0]


def alignment(reference, hypothesis):
    """How far the hypothesis is used up after each word of the reference, and which words of either are in error."""
    table = edits_near_the_diagonal(reference, hypothesis)
    i, j = len(hypothesis), len(reference)
    used, wrong_r, wrong_h = [0] * (j + 1), [True] * j, [True] * i
    while i or j:
        edit = table[i][j][1]
        if edit != "drop":
            used[j], j = i, j - 1
        if edit != "insert":
            i -= 1
        if edit == "match":
            wrong_r[j] = wrong_h[i] = False
    return used, wrong_r, wrong_h


def common_runs(reference, hypothesis):
    """Runs of words that both texts have: where each starts in the hypothesis and in the reference, and its length."""
    for i in range(len(hypothesis)):
        for j in range(len(reference)):
            if hypothesis[i] != reference[j] or abs(i - j) > FARTHEST_SHIFT:
                continue
            pairs = zip(hypothesis[i:], reference[j:], strict=False)
            for length, (heard, said) in enumerate(pairs, 1):
                if heard != said or length > LONGEST_SHIFT:
                    break
                yield i, j, length


def moved(words, start, length, target):
    """The words, a run of them taken out and put in where `target` was."""
    rest = words[:start] + words[start + length :]
    place = target - length if target > start + length else target
    return rest[:place] + words[start : start + length] + rest[place:]


def possible_shifts(reference, hypothesis):
    """Runs that stand wrong and where they could go, as (start, length, target), those of one run together.

    The run has a word in error, so has its place in the reference, and it does not lie there already.
    """
    used, wrong_r, wrong_h = alignment(reference, hypothesis)
    for i, j, length in common_runs(reference, hypothesis):
        wrong = any(wrong_h[i : i + length]) and any(wrong_r[j : j + length])
        if wrong and not i < used[j + 1] <= i + length:
            targets = dict.fromkeys(used[j : j + length + 1])
            yield [(i, length, target) for target in targets]


def shift_by_shift(reference, hypothesis):
    """The hypothesis, then again after each shift: the one that saves most edits, as long as one saves any.

    Of equally good shifts the longest is made, then the first, then the one that goes to the earliest place. No more
    are made once a thousand have been tried.
    """
    steps, tried, before = [hypothesis], 0, edits_left(reference, hypothesis)
    while True:
        best = (0,), hypothesis
        for shifts in possible_shifts(reference, steps[-1]):
            for start, length, target in shifts:
                text = moved(steps[-1], start, length, target)
                saved = before - edits_left(reference, text)
                rank = saved, length, -start, -target
                best = max(best, (rank, text), key=lambda one: one[0])
            tried += len(shifts)
            if tried >= MOST_SHIFTS:
                return steps
        if best[0][0] <= 0:
            return steps
        steps.append(best[1])
        before -= best[0][0]


def edits_with_shifts(reference, hypothesis):
    """Shifts, and then insertions, deletions and substitutions, that lead from a hypothesis to a reference."""
    steps = shift_by_shift(reference, hypothesis)
    return len(steps) - 1 + edits_left(reference, steps[-1])


def ter_counts(references, hypothesis):
    """Edits to the reference that needs fewest, and the mean length of the references."""
    edits = [edits_with_shifts(words, hypothesis) for words in references]
    return min(edits), sum(map(len, references)) / len(references)


def ter_with_parts(score: float, counts: Any, data: Any, options: Any) -> Ter:
    """A score with what it is made of.

    -> Ter
        A number with its parts, above 1 where there are more edits than words.
    """
    parts = {
        "case": "mixed" if options["case_sensitive"] else "lc",
        "norm": "yes" if options["normalized"] else "no",
        "punct": "no" if options["no_punct"] else "yes",
        "asian": "yes" if options["asian_support"] else "no",
    }
    edits, words = map(float, counts)
    return Ter(score, edits=edits, reference_length=words, signature=translations.signature("TER", data[0], parts))


@of_sums(ter_counts, inputs=translations.words_with_references, checks=TER_CHECKS, result=ter_with_parts)
def corpus_ter(edits, words):
    """Translation edit rate of a corpus: all edits, shifts of phrases among them, over all words of the references.

    A shift moves up to ten neighbouring words anywhere for the price of one edit. Shifts are found greedily, as in
    Snover's program Tercom, so that the number of edits is not always the smallest possible. Of several references
    the nearest gives the edits, and the mean of their lengths is what they are divided by.

    >>> score = corpus_ter([["kim won the race"]], ["the race kim won"])
    >>> f"{score:.2f}", score.edits, score.signature
    ('0.25', 1.0, 'TER|n:1|refs:1|case:lc|norm:no|punct:yes|asian:no')
    """
    return np.where(words > 0, edits / words, np.nan)


@of_one(corpus_ter, inputs=translations.string_with_references)
def sentence_ter(references, hypothesis):
    """Translation edit rate of one sentence.

    >>> f"{sentence_ter(['kim won the race'], 'kim never won the race'):.2f}"
    '0.25'
    """
    return [references], [hypothesis]

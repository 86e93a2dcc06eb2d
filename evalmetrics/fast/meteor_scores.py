"""The best pairing of the words of two texts without trying all: what `best_pairing` of METEOR defines.

Equal words whose pairs cross could exchange them and cross less: where there are as many places as words, they take
them in order. The other words are walked from left to right; partial pairings remember the places they have used, as
the bits of an integer, and where the word before stands.
"""

import math
import warnings
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, NamedTuple

Places = list[int]  # where in the reference a word of the hypothesis may find its partner, ascending
# What a partial pairing costs, as one number that is compared in an instant: words left out, then crossings, then pairs
# that continue a chunk, which are no cost. No text has so many that one runs into the next.
LEFT_OUT, CROSSING = 1 << 48, 1 << 20
# Partial pairings that are followed at each word: METEOR 1.5 keeps a beam of 40; with fewer words to decide there is
# time for more. The best of a few is found first, and what has to cost more is followed no further.
FEW, BEAM, STEPS = 8, 40, 2000


def equals(reference: Sequence[Hashable], words: Sequence[Hashable]) -> list[Places]:
    """For each word the places of equal ones in the reference."""
    places: dict[Hashable, Places] = {}
    for j, word in enumerate(reference):
        places.setdefault(word, []).append(j)
    return [places.get(word, []) for word in words]


class Word(NamedTuple):
    """A word to decide, and what is known of it before: the least that it and later ones can add, beside the others."""

    places: Places
    costs: list[int]  # of each place: crossings with decided pairs, less the chunks that it may continue
    follows: bool  # whether the word before is to decide, too
    leads: bool  # whether the next one is
    later: int = 0  # equal words still to come
    here: Sequence[int] = ()  # the least that this and later equal words cost, if places from the a-th on are free
    there: Sequence[int] = ()  # the same of the later ones alone


def best_pairing(places: list[Places]) -> list[int | None]:
    """The most pairs; of the ways to have so many the fewest crossings; of these the fewest chunks."""
    wanted = Counter(j for each in places for j in each)
    owner: dict[int, Places] = {}
    in_order = all(owner.setdefault(j, each) == each for each in places for j in each)
    nth = {j: count() for j in wanted}
    found = [
        each[next(nth[each[0]])] if each and wanted[each[0]] == len(each) and (in_order or len(each) == 1) else None
        for each in places
    ]
    words = _to_decide(places, found)
    if not words:
        return found
    words = _looking_ahead(words) if in_order else _looking_ahead_at_each(words)
    choices = _in_order if in_order else lambda word, taken: _any_place(word, taken, wanted)
    nowhere, most = 2 + max(wanted), max(BEAM, STEPS // len(words))
    best, cut = _walked(words, choices, nowhere, FEW, math.inf)
    if cut:
        best, cut = _walked(words, choices, nowhere, most, best)
    if cut:
        warnings.warn(
            f"words are repeated so often that only {most} alignments at a time were followed, as METEOR's own beam "
            "does: another may have fewer crossings",
            RuntimeWarning,
            stacklevel=2,
        )
    digit = nowhere.bit_length()
    for i in [i for i, each in enumerate(places) if each and found[i] is None][::-1]:
        j = best & (1 << digit) - 1
        found[i], best = None if j == nowhere else j, best >> digit
    return found


def _to_decide(places: list[Places], found: list[int | None]) -> list[Word]:
    """The words that have places and no partner yet."""
    before, after = 0, sum(1 << j for j in found if j is not None)
    there_are = [bool(each) and j is None for each, j in zip(places, found, strict=True)]
    words, n = [], len(places)
    for i, (each, j) in enumerate(zip(places, found, strict=True)):
        if j is not None:
            before, after = before | 1 << j, after ^ 1 << j
        elif each:
            left, right = found[i - 1] if i else None, found[i + 1] if i + 1 < n else None
            follows, leads = i > 0 and there_are[i - 1], i + 1 < n and there_are[i + 1]
            crossings = [(before >> k).bit_count() + (after & (1 << k) - 1).bit_count() for k in each]
            chunks = [(k - 1 == left) + (k + 1 == right) + follows for k in each]
            costs = [CROSSING * a - b for a, b in zip(crossings, chunks, strict=True)]
            words.append(Word(each, costs, follows, leads))
    return words


def _looking_ahead(words: list[Word]) -> list[Word]:
    """The words with what equal ones cost at least, as `_in_order` lets them choose."""
    ahead: dict[int, Word] = {}
    found = []
    for word in reversed(words):
        n, key = len(word.places), word.places[0]
        there, later = (ahead[key].here, ahead[key].later + 1) if key in ahead else ([0] * (n + 1), 0)
        here = [0] * (n + 1)
        for a in reversed(range(n)):
            ways = [word.costs[a] + there[a + 1]]
            if n - a > later + 1:
                ways.append(here[a + 1])
            elif n - a <= later:
                ways.append(there[a])
            here[a] = min(ways)
        ahead[key] = word._replace(later=later, here=here, there=there)
        found.append(ahead[key])
    return found[::-1]


def _looking_ahead_at_each(words: list[Word]) -> list[Word]:
    """The words with what each costs at least by itself."""
    least = [min(word.costs) for word in words]
    return [word._replace(here=[sum(least[i:])], there=[sum(least[i + 1 :])]) for i, word in enumerate(words)]


def _in_order(word: Word, taken: int) -> list[tuple[int | None, int]]:
    """Where one of equal words may go past the others, so that as many as can find a place; and what that adds."""
    a, n = bisect(word.places, taken.bit_length() - 1), len(word.places)
    most = min(n - a, word.later + 1)  # of this and the later ones, at most so many can be placed
    choices: list[tuple[int | None, int]] = [
        (word.places[b], word.costs[b] + word.there[b + 1] - word.here[a]) for b in range(a, n - most + 1) if most
    ]
    return [*choices, (None, word.there[a] - word.here[a])] if word.later >= most else choices


def _any_place(word: Word, taken: int, wanted: Counter[int]) -> list[tuple[int | None, int]]:
    """Every place that is not taken; none only for a word that others keep from all of its places."""
    ahead = word.there[0] - word.here[0]
    choices: list[tuple[int | None, int]] = [
        (j, cost + ahead) for j, cost in zip(word.places, word.costs, strict=True) if not taken >> j & 1
    ]
    return [*choices, (None, LEFT_OUT + ahead)] if all(wanted[j] > 1 for j in word.places) else choices


def _walked(words: list[Word], choices: Callable[..., Any], nowhere: int, most: int, best: Any) -> tuple[Any, bool]:
    """The best pairing as one number, no worse than `best`; and whether more than `most` were followed, and cut off.

    The number is what a pairing costs, and below that, in digits that do not carry, where each word goes; `nowhere` is
    no place and next to none.
    """
    digit = nowhere.bit_length()
    cut, position = False, digit * len(words)
    chunk, crossing = 1 << position, CROSSING << position
    followed = {(0, nowhere): 0}
    for word in words:
        own, position = sum(1 << j for j in word.places), position - digit
        known: dict[int, Any] = {}
        step: dict[tuple[int, int], int] = {}
        for (used, last), cost in followed.items():
            if (taken := used & own) not in known:
                priced = choices(word, taken)
                known[taken] = [
                    (nowhere, 0, added * chunk + (nowhere << position))
                    if j is None
                    else (j, 1 << j, (added + word.follows) * chunk + (j << position))
                    for j, added in priced
                ]
            for j, bit, added in known[taken]:
                now = cost + added + (used >> j).bit_count() * crossing
                if last == j - 1:
                    now -= chunk
                if now <= best:
                    state = used | bit, j if word.leads else nowhere
                    if now < step.get(state, math.inf):
                        step[state] = now
        cut |= len(step) > most
        followed = step if len(step) <= most else dict(sorted(step.items(), key=itemgetter(1))[:most])
    return min(followed.values(), default=best), cut

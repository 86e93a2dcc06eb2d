"""The best pairing of the words of two texts without trying all: what `best_pairing` of METEOR defines.

A word whose only place nobody else wants is paired at once. The others are walked from left to right; partial pairings
remember the places they have used, as the bits of an integer, and where the word before stands.
"""

import warnings
from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Sequence

Places = list[int]  # where in the reference a word of the hypothesis may find its partner, ascending
# What a partial pairing costs, as one number that is compared in an instant: words left out, then crossings, then pairs
# that continue a chunk, which are no cost. No text has so many that one runs into the next.
LEFT_OUT, CROSSING = 1 << 48, 1 << 20
# Partial pairings that are followed at each word: METEOR 1.5 keeps a beam of 40; with fewer words to decide there is
# time for more, and texts of up to thirty words are nearly always decided exactly.
BEAM, STEPS = 40, 3_000


def equals(reference: Sequence[Hashable], words: Sequence[Hashable]) -> list[Places]:
    """For each word the places of equal ones in the reference."""
    places: dict[Hashable, Places] = {}
    for j, word in enumerate(reference):
        places.setdefault(word, []).append(j)
    return [places.get(word, []) for word in words]


def best_pairing(places: list[Places]) -> list[int | None]:
    """The most pairs; of the ways to have so many the fewest crossings; of these the fewest chunks."""
    wanted = Counter(j for each in places for j in each)
    found = [each[0] if len(each) == 1 and wanted[each[0]] == 1 else None for each in places]
    undecided = [i for i, each in enumerate(places) if each and found[i] is None]
    if not undecided:
        return found
    owner: dict[int, Places] = {}
    in_order = all(owner.setdefault(j, each) == each for each in places for j in each)
    most = max(BEAM, STEPS // len(undecided))
    all_found, later = _bits(found), Counter(tuple(places[i]) for i in undecided)
    followed: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {(0, -1): (0, ())}
    nowhere, cut = max(wanted) + 1, False
    for i in undecided:
        each, own, before = places[i], _bits(places[i]), _bits(found[:i])
        later[tuple(each)] -= 1
        left, right = found[i - 1] if i else None, found[i + 1] if i + 1 < len(places) else None
        costs = {
            j: _crossings(before, all_found & ~before, j) * CROSSING - (j - 1 == left) - (j + 1 == right) for j in each
        }
        remembered = i + 1 in undecided
        step: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (used, last), (cost, chosen) in followed.items():
            choices = _in_order(each, used & own, later[tuple(each)]) if in_order else _any_place(each, used, wanted)
            for j in choices:
                if j is None:
                    state, now = (used, -1), (cost + LEFT_OUT, (*chosen, nowhere))
                else:
                    added = costs[j] + (used >> j).bit_count() * CROSSING - (last == j - 1 >= 0)
                    state, now = (used | 1 << j, j if remembered else -1), (cost + added, (*chosen, j))
                if state not in step or now < step[state]:
                    step[state] = now
        cut |= len(step) > most
        followed = step if len(step) <= most else dict(sorted(step.items(), key=lambda entry: entry[1])[:most])
    if cut:
        warnings.warn(
            f"words are repeated so often that only {most} alignments at a time were followed, as METEOR's own beam "
            "does: another may have fewer crossings",
            RuntimeWarning,
            stacklevel=2,
        )
    for i, j in zip(undecided, min(followed.values())[1], strict=True):
        found[i] = None if j == nowhere else j
    return found


def _bits(places: Sequence[int | None]) -> int:
    return sum(1 << j for j in places if j is not None)


def _crossings(before: int, after: int, j: int) -> int:
    return (before >> j).bit_count() + (after & (1 << j) - 1).bit_count()


def _any_place(each: Places, used: int, wanted: Counter[int]) -> Sequence[int | None]:
    """Every place that is not used; none only for a word that others keep from all of its places."""
    free = [j for j in each if not used >> j & 1]
    return [*free, None] if all(wanted[j] > 1 for j in each) else free


def _in_order(each: Places, used: int, later: int) -> Sequence[int | None]:
    """Where one of several equal words may go: past the others before it, so that as many as can be find a place.

    Equal words whose pairs cross could exchange them and cross less. `used` are their places that are taken, and
    `later` counts those still to come.
    """
    first = bisect(each, used.bit_length() - 1)
    most = min(len(each) - first, later + 1)  # of this and the later ones, at most so many can be placed
    choices: list[int | None] = [*each[first : len(each) - most + 1]] if most else []
    return [*choices, None] if later >= most else choices

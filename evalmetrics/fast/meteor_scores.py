"""The best pairing of the words of two texts without trying all: what `best_pairing` of METEOR defines.

The hypothesis is walked from left to right. What a partial pairing has to remember is which places of the reference it
has used, as the bits of an integer, and the place that it used last.
"""

import warnings
from collections.abc import Iterator

Places = list[int]  # where in the reference a word of the hypothesis may find its partner, ascending
Cost = tuple[int, int, int]  # words left out, crossings, chunks
Pairs = tuple[tuple[int, int], ...]
Followed = dict[tuple[int, int | None], tuple[Cost, Pairs]]  # used places and the last one: the best pairing so far

MOST = 2_000  # partial pairings that are followed; most sentences have tens, words that are said often, millions


def best_pairing(places: list[Places]) -> list[int | None]:
    """The most pairs; of the ways to have so many the fewest crossings; of these the fewest chunks."""
    wanted = [j for each in places for j in each]
    if len(wanted) == len(set(wanted)) and max(map(len, places), default=0) < 2:  # nothing to choose
        return [each[0] if each else None for each in places]
    owner: dict[int, Places] = {}
    equal_words = all(owner.setdefault(j, each) == each for each in places for j in each)
    followed: Followed = {(0, None): ((0, 0, 0), ())}
    for i, each in enumerate(places):
        step: Followed = {}
        later = places[i + 1 :].count(each)
        free = len(each) == 1 and wanted.count(each[0]) == 1  # a place that nobody else wants
        for (used, last), ((left_out, crossings, chunks), pairs) in followed.items():
            choices = _in_order(each, used, later) if equal_words else _any_place(each, used, wanted)
            for j in each if free else choices:
                state, cost, now = (used, j), (left_out + 1, crossings, chunks), pairs
                if j is not None:
                    cost = (left_out, crossings + (used >> j).bit_count(), chunks + (last is None or j != last + 1))
                    state, now = (used | 1 << j, j), (*pairs, (i, j))
                if state not in step or (cost, now) < step[state]:
                    step[state] = (cost, now)
        followed = _most_promising(step)
    partner = dict(min(followed.values())[1])
    return [partner.get(i) for i in range(len(places))]


def _any_place(each: Places, used: int, wanted: list[int]) -> Iterator[int | None]:
    """Every place that is not used; none only for a word that others keep from all of its places."""
    yield from (j for j in each if not used >> j & 1)
    if all(wanted.count(j) > 1 for j in each):
        yield None


def _in_order(each: Places, used: int, later: int) -> Iterator[int | None]:
    """Where one of several equal words may go: past the others before it, so that as many as can be find a place.

    Equal words whose pairs cross could exchange them and cross less. `later` counts those still to come.
    """
    first = max((k + 1 for k, j in enumerate(each) if used >> j & 1), default=0)
    most = min(len(each) - first, later + 1)  # of this and the later ones, at most so many can be placed
    yield from each[first : len(each) - most + 1] if most else ()
    if later >= most:
        yield None


def _most_promising(followed: Followed) -> Followed:
    """Partial pairings to go on with: all, or where there are too many the best ones, with a warning."""
    if len(followed) <= MOST:
        return followed
    warnings.warn(
        f"words are repeated so often that only {MOST} alignments at a time were followed: "
        "another may have fewer crossings",
        RuntimeWarning,
        stacklevel=2,
    )
    return dict(sorted(followed.items(), key=lambda entry: entry[1])[:MOST])

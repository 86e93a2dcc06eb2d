"""What a question about printed numbers comes to: possible, impossible or undecided, each with its grounds."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, NoReturn

import pandas as pd

from ..printed import Printed


@dataclass(frozen=True, eq=False)
class Verdict:
    """Whether printed numbers can be true of anything: "possible", "impossible" or "undecided".

    It has no truth value, since there are three. `witness` is something that has the numbers, recomputed by the
    package's own metrics; `count` is how many there are, None where they were not counted; `conflicts` names the
    smallest set of numbers that contradict each other, and `reason` says so in words; `repairs`, which are looked for
    when they are asked for, are single changes that would make all of them possible; `checked` says what was assumed
    and how it was decided.
    """

    verdict: str
    reason: str
    checked: str
    witness: Any = None
    count: int | None = None
    conflicts: tuple[str, ...] = ()
    mending: Iterable[tuple[str, Any, Any]] = ()

    @cached_property
    def repairs(self) -> pd.DataFrame:
        """Single changes: what is changed, what was printed or assumed, what it would have to be."""
        return pd.DataFrame([[str(x) for x in row] for row in self.mending], columns=["change", "printed", "would be"])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "repairs": self.repairs, "mending": ()}

    def __bool__(self) -> NoReturn:
        raise TypeError('a verdict is "possible", "impossible" or "undecided": compare .verdict with one of them')

    def __str__(self) -> str:
        lines = [f"{self.verdict}: {self.reason}"]
        if self.witness is not None:
            of_how_many = "" if self.count is None else f" (of {self.count:,})"
            lines += [f"witness{of_how_many}:", _indented(self.witness)]
        if len(self.repairs):
            lines += ["would be possible, if one thing were different:", _indented(self.repairs.to_string(index=False))]
        return "\n".join([*lines, f"checked: {self.checked}"])

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        grounds = str(self).partition("\n")[2]
        return f"**{self.verdict.capitalize()}:** {self.reason}.\n\n```\n{grounds}\n```"


def _indented(thing: Any) -> str:
    return "\n".join(f"    {line}" for line in str(thing).splitlines())


def listed(words: Iterable[str]) -> str:
    """Words as a sentence has them: a, b and c."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def only_known(given: Iterable[str], known: Iterable[str], thing: str = "score", advice: str = "") -> None:
    """Refuse names that are not known, and to be asked about nothing; messages end with `advice`."""
    names = list(given)
    if unknown := [name for name in names if name not in known]:
        raise TypeError(f"{unknown[0]} is no {thing} that is known here: known are {', '.join(known)}{advice}")
    if not names:
        raise TypeError(f"there is no {thing} to ask about: known are {', '.join(known)}{advice}")


def together(numbers: Mapping[str, Printed], names: Iterable[str]) -> str:
    """Numbers with their names: "accuracy 0.95 and recall 0.81"."""
    return listed(f"{name} {numbers[name]}" for name in names)


def can_be_true(numbers: Mapping[str, Printed]) -> str:
    """What a verdict of "possible" says."""
    return f"{together(numbers, numbers)} can be true{' together' if len(numbers) > 1 else ''}"


def smallest_conflict(names: Sequence[Any], feasible: Callable[[tuple[Any, ...]], bool]) -> tuple[Any, ...]:
    """The smallest of the sets of numbers that nothing has together, the first of them where several are smallest."""
    sets = (subset for size in range(1, len(names)) for subset in combinations(names, size))
    return next((subset for subset in sets if not feasible(subset)), tuple(names))


def indispensable(
    names: Sequence[str], impossible: Callable[[tuple[str, ...]], bool], groups: Iterable[Sequence[str]] = ()
) -> tuple[str, ...]:
    """Names of which none can be left out: without it, nothing is proved any more; groups are tried as one at first."""
    kept = tuple(names)
    for group in (*groups, *((name,) for name in names)):
        rest = tuple(each for each in kept if each not in group)
        kept = rest if rest and len(rest) < len(kept) and impossible(rest) else kept
    return kept


def beyond(numbers: Mapping[str, Printed], names: Iterable[str], signed: Iterable[str] = ()) -> str:
    """The bound that a number breaks, as the end of a sentence; those that are `signed` reach down to -1."""
    for name in names:
        least = -1 if name in signed else 0
        if numbers[name].low > 1 or numbers[name].high < least:
            return f"; {name} lies between {least} and 1"
    return ""


def impossible(
    thing: str,
    numbers: str,
    known: str,
    checked: str,
    conflicts: tuple[str, ...],
    mending: Iterable[tuple[str, Any, Any]] = (),
    why: str = "",
) -> Verdict:
    """The verdict that no `thing` has these numbers, in words that can stand in a review."""
    reason = (
        f"no {thing} of {known} has {numbers}. One of these numbers, a size, the way of rounding or the assumption "
        f"that they belong together must be wrong{why}"
    )
    return Verdict("impossible", reason, checked, count=0, conflicts=conflicts, mending=mending)

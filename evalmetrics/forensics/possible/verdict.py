"""What a question about printed numbers comes to: possible, impossible or undecided, each with its grounds."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, wraps
from itertools import combinations
from typing import Any, NoReturn, TypeVar, cast

import pandas as pd

from ...inputs import arguments
from ...kinds.help_pages import described_by
from ..printed import Printed
from .search import time_limit
from .search.time_limit import Unfinished, within

EXPLAINED = 5.0  # seconds in which a conflict is made smaller: what is impossible is so without it
Question = TypeVar("Question", bound=Callable[..., "Verdict"])


@dataclass(frozen=True, eq=False)
class Verdict:
    """Whether printed numbers can be true of anything: "possible", "impossible" or "undecided".

    It has no truth value, since there are three. `witness` is something that has the numbers, recomputed by the
    package's own metrics; `count` is how many there are, None where they were not counted; `conflicts` names the
    smallest set of numbers that contradict each other, and `reason` says so in words; `repairs`, which are looked for
    when they are asked for, are single changes that would make all of them possible; `checked` says how it was decided;
    `assumptions` what was taken for granted, by its name: how digits were rounded, the unit, the precision of the
    program, whether of one run, and what else a question has to assume. An impossible verdict holds for these alone.
    """

    verdict: str
    reason: str
    checked: str
    witness: Any = None
    count: int | None = None
    conflicts: tuple[str, ...] = ()
    mending: Iterable[tuple[str, Any, Any]] = ()
    assumptions: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def repairs(self) -> pd.DataFrame:
        """Single changes: what is changed, what was printed or assumed, what it would have to be.

        They are looked for as long as a verdict is.
        """
        found = []
        with suppress(Unfinished), within():
            for row in self.mending:
                found.append([str(x) for x in row])
        return pd.DataFrame(found, columns=["change", "printed", "would be"])

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
        return "\n".join([*lines, f"checked: {self.checked}", self.assumed()]).rstrip()

    def assumed(self) -> str:
        """The assumptions in a line."""
        words = "; ".join(f"{name} {what}" for name, what in self.assumptions.items())
        return f"assumed: {words}" if words else ""

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        grounds = str(self).partition("\n")[2]
        return f"**{self.verdict.capitalize()}:** {self.reason}.\n\n```\n{grounds}\n```"


def limited(question: Question) -> Question:
    """Give a question ten seconds, or its `seconds`; what it cannot decide in that time is undecided.

    rounding : {"nearest", "cut", "up", "any"}, default "nearest"
        How the digits were made. Where all numbers end in zeros that may not be digits, as in "87.0" for 0.8712 rounded
        to whole percent, that is tried as well; by another rounding than "nearest" zeros are digits.
    seconds : float, default 10
        How long the search may take.

    TypeError
        A score that is not known, or a number that is no string.
    """

    @wraps(question)
    def asked(*args: Any, **options: Any) -> Verdict:
        seconds = arguments.positive(options.get("seconds", time_limit.SECONDS), "seconds")
        try:
            with within(seconds):
                return question(*args, **options)
        except Unfinished as given_up:
            return Verdict("undecided", str(given_up), f"searches of {seconds:g} s")
        except (RecursionError, MemoryError, OverflowError):
            return Verdict("undecided", "the numbers are too large to be looked at", "nothing")

    return cast("Question", described_by(limited)(asked))


def _indented(thing: Any) -> str:
    return "\n".join(f"    {line}" for line in str(thing).splitlines())


def listed(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def only_known(given: Iterable[str], known: Iterable[str], thing: str = "score", advice: str = "") -> None:
    names = list(given)
    if unknown := [name for name in names if name not in known]:
        raise TypeError(f"{unknown[0]} is no {thing} that is known here: known are {', '.join(known)}{advice}")
    if not names:
        raise TypeError(f"there is no {thing} to ask about: known are {', '.join(known)}{advice}")


def together(numbers: Mapping[str, Printed], names: Iterable[str]) -> str:
    return listed(f"{name} {numbers[name]}" for name in names)


def can_be_true(numbers: Mapping[str, Printed]) -> str:
    return f"{together(numbers, numbers)} can be true{' together' if len(numbers) > 1 else ''}"


def smallest_conflict(names: Sequence[Any], feasible: Callable[[tuple[Any, ...]], bool]) -> tuple[Any, ...]:
    sets = (subset for size in range(1, len(names)) for subset in combinations(names, size))
    with suppress(Unfinished), within(EXPLAINED):
        return next((subset for subset in sets if not feasible(subset)), tuple(names))
    return tuple(names)


def indispensable(
    names: Sequence[str], impossible: Callable[[tuple[str, ...]], bool], groups: Iterable[Sequence[str]] = ()
) -> tuple[str, ...]:
    """Names of which none can be left out: without it, nothing is proved any more; groups are tried as one at first."""
    kept = tuple(names)
    with suppress(Unfinished), within(EXPLAINED):
        for group in (*groups, *((name,) for name in names)):
            rest = tuple(each for each in kept if each not in group)
            kept = rest if rest and len(rest) < len(kept) and impossible(rest) else kept
    return kept


def beyond(numbers: Mapping[str, Printed], names: Iterable[str], signed: Iterable[str] = ()) -> str:
    """The bound that a number breaks, as the end of a sentence; those that are `signed` reach down to -1."""
    for name in names:
        number, least = numbers[name], -1 if name in signed else 0
        unsigned = number.read_in == "percent" and "%" not in number.text and 1 < 100 * abs(number.value) <= 10
        if number.low > 1 or number.high < least or unsigned:
            return f"; {name} lies between {least} and 1" + ", and was taken for percent" * unsigned
    return ""


def impossible(
    thing: str, numbers: str, known: str, checked: str, conflicts: Any, mending: Iterable[Any] = (), why: str = ""
) -> Verdict:
    reason = (
        f"no {thing} of {known} has {numbers}. One of these numbers, a size, or an assumption (rounding, unit, one "
        f"run, that they belong together) must be wrong{why}"
    )
    return Verdict("impossible", reason, checked, count=0, conflicts=conflicts, mending=mending)

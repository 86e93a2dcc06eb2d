"""What `which_variant` found, in words that can stand in a review."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ..printed import read

TOLD = 5  # matches that are told one by one
LUCKY = 0.05  # with so many matches by chance, one match is none to build on


@dataclass(frozen=True, eq=False)
class VariantReport:
    """Which variants print a number, what that proves, what it cannot tell, and how far chance would get.

    `matches` has a row per distinct value with its simplest setting; `fixed` the axes on which all matching settings
    agree, `free` the others; `scores` all that came of the settings, each once;
    `near` the nearest misses; `failed` how many settings had no value, by message;
    `tie_range` what any order of tied items could give the usual variant; `complete` whether all were tried.
    """

    metric: str
    printed: str
    matches: pd.DataFrame
    fixed: dict[str, Any]
    free: dict[str, list[Any]]
    near: pd.DataFrame
    usual: float
    tried: int
    scores: Any
    failed: dict[str, int]
    expected_by_chance: float
    tie_range: tuple[float, float] | None
    complete: bool
    samples: tuple[str, ...]
    settings: tuple[dict[str, Any], ...]

    def code(self, i: int = 0) -> str:
        """A line of Python that prints the number, with the samples under their names and `evalmetrics` as `em`.

        Raises
        ------
        IndexError
            There is no such match.
        """
        if not -len(self.settings) <= i < len(self.settings):
            raise IndexError(f"there are {len(self.settings)} matches, got {i}")
        options = "".join(
            f", {axis}={value.__name__ if callable(value) else repr(value)}" for axis, value in self.settings[i].items()
        )
        score = f'em.variant_score("{self.metric}", {", ".join(self.samples)}{options})'
        row = self.matches.iloc[i]
        how = {"as is": "{}", "percent": "100 * {}", "1 - x": "1 - {}", "log": "__import__('math').log({})"}
        shape = how[row["transform"]]
        return f"print({_printing(shape.format(repr(float(row['value']))), shape.format(score), self.printed)})"

    def __str__(self) -> str:
        return "\n".join(self._lines())

    __repr__ = __str__

    def _repr_markdown_(self) -> str:
        first, *others = self._lines()
        return "\n".join([f"**{first}**", "", *(f"- {line}" for line in others)])

    def _lines(self) -> list[str]:
        n, distinct = len(self.matches), len(self.scores)
        many = f"{n} of {distinct} distinct values prints" if n == 1 else f"{n} of {distinct} values print"
        lines = [f"{self.metric} {self.printed}: {many} so ({self.tried:,} settings tried)"]
        told = zip(self.matches.to_dict("records")[:TOLD], self.settings, strict=False)
        lines += [f"{_shown(row)} ({row['printed']}): {in_words(setting)}" for row, setting in told]
        if n > TOLD:
            lines.append(f"and {n - TOLD} values more, which are in matches")
        if self.fixed:
            lines.append(f"If so, it was {in_words(self.fixed)}")
        if self.free:
            named = {axis: (str(getattr(x, "__name__", x)) for x in values) for axis, values in self.free.items()}
            lines.append("It cannot tell " + "; ".join(f"{axis} ({' | '.join(own)})" for axis, own in named.items()))
        lines += [f"Miss by {r['distance']:.2g}: {_shown(r)} ({r['departs']})" for r in self.near.to_dict("records")]
        proves = "" if self.expected_by_chance < LUCKY else "little" if self.expected_by_chance < 0.5 else "nothing"
        luck = f": with so few digits a match proves {proves}" if proves else ""
        lines.append(f"By chance one would expect {self.expected_by_chance:.2g} matches{luck}")
        if self.tie_range and self.tie_range[0] < self.tie_range[1]:
            lines.append("Orders of tied items reach from {:.6g} to {:.6g}".format(*self.tie_range))
        lines += [f"{count} settings without a value: {message}" for message, count in self.failed.items()]
        if not self.complete:
            lines.append("Time was up before all settings were tried")
        return lines


def in_words(setting: dict[str, Any]) -> str:
    said = (f"{axis} = {getattr(value, '__name__', value)}" for axis, value in setting.items())
    return ", ".join(said) or "as usual"


def _shown(row: Mapping[Any, Any]) -> str:
    return f"{row['value']:.6g}{'' if row['transform'] == 'as is' else ' as ' + row['transform']}"


def _printing(value: str, score: str, text: str) -> str:
    """An expression of the score that is printed as `text`: of the usual ways, the first that does it."""
    number, shown = read(text, "text"), text.strip()
    if "/" in text:
        return f"__import__('fractions').Fraction({score}).limit_denominator({number.value.denominator})"
    digits, times = f'".{number.places}f"', 10**number.places
    ways = [
        f"format(SCORE, {digits})",
        f"format(int({times} * (SCORE)) / {times}, {digits})",
        f"format(int({times} * (SCORE) + 0.5) / {times}, {digits})",
        f"format(-(-{times} * (SCORE) // 1) / {times}, {digits})",
        f'format(SCORE, ".{max(number.places - 2, 0)}%")',
    ]
    for expression in (way + ending for way in ways for ending in ("", '.lstrip("0")')):
        if eval(expression.replace("SCORE", value), {}) == shown:
            return expression.replace("SCORE", score)
    return f'"{shown}" if em.printed("{shown}", rounding="any").prints({score}) else {score}'

"""Which variant was it? Every documented way to compute a score, tried on the data, against one printed number.

Settings of equal values are merged, and neighbours counted to tell luck from proof.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ...inputs import arguments, numbers
from ...kinds.help_pages import described_by
from ...metric import checked_by
from ..printed import Printed, read
from .families import FAMILIES, family_of
from .settings import Family, Grid, axes_of, one_value, registry, tried

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


SAME = 1e-10  # values that differ by less are one value, computed in another order
ALL_DIGITS = 1e-12  # whoever prints digits as small prints all that a float has, errors of the computation with them
TRANSFORMS: dict[str, Callable[[Any], Any]] = {
    "as is": lambda x: x,
    "percent": lambda x: 100 * x,
    "1 - x": lambda x: 1 - x,
    "log": np.log,
}
ROUNDED = {"nearest": "rounded", "cut": "cut", "up": "rounded up"}
Floats = NDArray[np.float64]


def distinct_values(grid: Grid) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """The distinct values, the simplest setting of each, and for each setting which of them it has (-1: none).

    The simplest departs from the usual one on the fewest axes; of these it is the first.
    """
    values = grid.scores.ravel()
    places = np.flatnonzero(np.isfinite(values))
    group = np.full(len(values), -1)
    places = places[np.argsort(values[places], kind="stable")]
    ordered = values[places]
    new = np.diff(ordered, prepend=-np.inf) > SAME * np.maximum(1, np.abs(ordered))
    group[places] = np.cumsum(new) - 1
    order = np.lexsort((places, grid.departures().ravel()[places], group[places]))
    first = np.unique(group[places][order], return_index=True)[1]
    simplest = places[order][first]
    return values[simplest], simplest, group


def how_printed(x: float, number: Printed, rounding: str) -> str | None:
    if not 0 < number.unit < ALL_DIGITS:  # without what sums of floats are wrong by: 0.1875 is half-way as it was meant
        x = float(f"{x:.13g}")
    if not number.prints(x):
        return None
    if rounding != "any":
        return ROUNDED[rounding]
    ways = (name for how, name in ROUNDED.items() if read(number.text, "printed", rounding=how).prints(x))
    return next(ways, "rounded")


@checked_by(numbers.values_and_interval)
def accidental_matches(values, value, width):
    """How many of some values lie, by luck alone, in an interval of this width around another value.

    As many as lie on average in so wide an interval among its nearest neighbours: eight of them, or the root of all, or
    as many as lie inside.

    -> float
        From 0 to the number of values. Far below 1, a value that does lie there can hardly be one by luck.

    Source: Karlin and Altschul (1990), Methods for assessing the statistical significance of molecular sequence
    features, PNAS 87: what a search finds is weighed against how many finds as good chance alone would give.

    >>> values = [i / 100 for i in range(100)]
    >>> print(round(accidental_matches(values, 0.5, 0.002), 2))
    0.2
    """
    distance = np.sort(np.abs(values - value))
    inside = (distance <= width / 2).sum()
    near = max(8, int(len(values) ** 0.5), inside)
    near = min(near, len(values))
    window = max(2 * distance[near - 1], width)
    return near * width / window if width else 0.0


def by_chance(values: Floats, number: Printed, found: bool) -> float:
    """How many values would print as the number by luck; the nearest, if one was found, may be there by right."""
    if found:
        values = np.delete(values, np.abs(values - float(number.value)).argmin())
    if not len(values):
        return 0.0
    return float(accidental_matches(values, float(number.value), float(number.high - number.low)))


def matched(
    family: Family, data: Any, names: Any, grid: Grid, number: Printed, rounding: str, transforms: Any, near: int
) -> VariantReport:
    values, simplest, group = distinct_values(grid)
    if number.text.strip().endswith("%"):  # the sign says it all
        transforms = [name for name in transforms if name != "percent"]
    low, high = float(number.low) - 1e-9, float(number.high) + 1e-9
    rows, misses, chance, found = [], [], 0.0, np.zeros(grid.scores.size, dtype=bool)
    for name in transforms:
        with np.errstate(all="ignore"):
            shown = TRANSFORMS[name](values)
        hit = np.zeros(len(values), dtype=bool)
        for i in np.flatnonzero((shown >= low) & (shown <= high)):
            if how := how_printed(float(shown[i]), number, rounding):
                hit[i] = True
                members = group == i
                found |= members
                rows.append((values[i], how, name, int(members.sum()), int(simplest[i])))
        chance += by_chance(shown[np.isfinite(shown)], number, bool(hit.any()))
        for i in np.flatnonzero(~hit & np.isfinite(shown)):
            misses.append((abs(shown[i] - float(number.value)), values[i], name, int(simplest[i])))
    departures = grid.departures().ravel()
    rows.sort(key=lambda row: departures[row[-1]])
    misses = sorted(misses, key=lambda miss: (miss[0], departures[miss[-1]]))[:near]
    fixed, free = agreed(grid, found)
    columns = ["value", "printed", "transform", "settings", *grid.axes]
    table = pd.DataFrame([(*row[:-1], *grid.setting(row[-1]).values()) for row in rows], columns=columns)
    nearest = [(value, name, distance, in_words(grid.departing(place))) for distance, value, name, place in misses]
    return VariantReport(
        metric=family.name,
        printed=number.text,
        matches=table.astype(dict.fromkeys(grid.axes, object)),
        fixed=fixed,
        free=free,
        near=pd.DataFrame(nearest, columns=["value", "transform", "distance", "departs"]),
        usual=float(grid.scores[grid.usual]),
        tried=grid.tried,
        scores=values,
        failed=grid.failed,
        expected_by_chance=chance,
        tie_range=tie_range(family, data, grid),
        complete=grid.complete,
        samples=names,
        settings=tuple(grid.departing(row[-1]) for row in rows),
    )


def agreed(grid: Grid, found: NDArray[np.bool_]) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    fixed, free = {}, {}
    for axis, indices in zip(grid.axes, np.unravel_index(np.flatnonzero(found), grid.scores.shape), strict=True):
        there = [grid.axes[axis][i] for i in np.unique(indices)]
        if len(there) > 1:
            free[axis] = there
        elif there and len(grid.axes[axis]) > 1:
            fixed[axis] = there[0]
    return fixed, free


def tie_range(family: Family, data: Any, grid: Grid) -> tuple[float, float] | None:
    if not family.ties:
        return None
    usual = {name: values[i] for (name, values), i in zip(grid.axes.items(), grid.usual, strict=True)}
    ends = [one_value(family, data, usual | {"ties": value}) for value in ("worst", "best")]
    return min(ends), max(ends)


def family_and_data(metric: Any, samples: Sequence[Any]) -> tuple[Family, tuple[str, ...], Any]:
    """The family of a score, what its samples are called, and what was read of them.

    metric : str
        One of `variant_families`.
    *samples : data
        Of texts, references and hypotheses: n strings each (or n lists of references), or one string each. Of
        classifiers, y_true and y_pred, or their confusion matrix. Of scores and lists, y_true and y_score (a list per
        query, if there are several). Of "r2", "correlation" and "kappa", two columns; of "perplexity", the natural
        logarithms of the tokens' probabilities, a list a text, and the texts, if words or characters are to be
        counted; of "spread", the scores.

    ValueError
        An unknown metric, axis or value; samples that do not pair up; settings that do not go together.

    Source: Post (2018), A call for clarity in reporting BLEU scores; Grusky (2023), Rogue scores; those of `variants`.
    """
    family, about = family_of(arguments.one_of(metric, "metric", FAMILIES)), registry()[metric]
    named = about["samples"]
    least = len([name for name in named if not name.endswith("?")])
    if not least <= len(samples) <= len(named):
        raise ValueError(f"{metric} takes {', '.join(named)} (? need not be given), got {len(samples)} samples")
    if len(samples) == 1 and "alone" in about:
        named = [about["alone"]]
    return family, tuple(name.rstrip("?") for name in named[: len(samples)]), family.read(*samples)


@described_by()
def variant_families() -> list[str]:
    """The scores whose variants are on record.

    -> list of str
        What `which_variant` and `variants` take as `metric`.

    Source: Post (2018), A call for clarity in reporting BLEU scores, on why a name is not enough.

    >>> "bleu" in variant_families()
    True
    """
    return list(FAMILIES)


@described_by(family_and_data)
def variants(metric: str) -> pd.DataFrame:
    """The documented variants of a score, and who computes it so.

    -> DataFrame
        A row per value of an axis. Columns: axis; value; default, whether it is the usual one; who, the programs and
        papers that do so; source. Settings are all combinations of one value an axis.

    >>> table = variants("bleu")
    >>> table.loc[table["axis"] == "case", ["value", "default"]].to_numpy().tolist()
    [['kept', True], ['lowered', False]]
    """
    rows = []
    for axis, values in registry()[arguments.one_of(metric, "metric", FAMILIES)]["axes"].items():
        for i, value in enumerate(values):
            who = "; ".join(value.get("who", ()))
            rows.append((axis, value["is"], i == 0, who, value.get("source", "")))
    return pd.DataFrame(rows, columns=["axis", "value", "default", "who", "source"]).astype({"value": object})


@described_by(family_and_data)
def variant_score(metric: str, *samples: Any, **settings: Any) -> float:
    """One variant of a score.

    Parameters
    ----------
    **settings
        Axes of `variants` and their values; the others stay as is usual.

    -> float
        The score, in the bounds of its variant; higher or lower is better, as for the usual one. nan where undefined.

    >>> round(variant_score("bleu", "the cat sat", "the cat stood", order=2), 4)
    0.5774
    """
    family, _, data = family_and_data(metric, samples)
    axes = axes_of(family, data, {axis: [value] for axis, value in settings.items()})
    return one_value(family, data, {axis: values[0] for axis, values in axes.items()})


@described_by(family_and_data)
def which_variant(
    metric: str,
    printed: str | Printed,
    *samples: Any,
    near: int = 3,
    rounding: str = "any",
    axes: Mapping[str, Sequence[Any]] | None = None,
    transform: Sequence[str] = ("as is", "percent"),
    limit_seconds: float = 30.0,
) -> VariantReport:
    """Which of the documented variants of a score prints this number on these data, and what that proves.

    printed : str
        The number as it stands in print, with all its digits: "0.33933", "33.9", "84.6%".
    near : int, default 3
        How many misses to tell of.
    rounding : {"any", "nearest", "cut", "up"}
        How the digits may have been made. "any": cut, rounded or rounded up, and the report says which.
    axes : dict, optional
        For some axes, the values to try instead of those on record: fewer, or other numbers, or functions of a string
        for "tokenize" (of BLEU and ROUGE).
    transform : sequence of {"as is", "percent", "1 - x", "log"}
        What may have been done to the score before it was printed.
    limit_seconds : float, default 30.0
        When to stop. Settings closest to the usual ones come first; the report says whether all were tried.

    -> VariantReport
        The matches, what they prove and cannot tell, and how many matches chance alone would give.

    TypeError
        A number that is not a string, and has lost digits before anybody could look at it.
    ValueError
        A text that is no number.

    >>> report = which_variant("bleu", "0.5774", "The cat sat", "the cat stood", near=0)
    >>> report.fixed
    {'case': 'lowered', 'order': 2}
    >>> print(report.code())
    print(format(em.variant_score("bleu", references, hypotheses, case='lowered', order=2), ".4f"))
    """
    family, names, data = family_and_data(metric, samples)
    number = read(printed, "printed", rounding=rounding)
    transforms = [arguments.one_of(name, "transform", tuple(TRANSFORMS)) for name in transform]
    near = arguments.whole_number(near, "near", least=0)
    limit = arguments.positive(limit_seconds, "limit_seconds")
    grid = tried(family, data, axes_of(family, data, axes or {}), limit)
    return matched(family, data, names, grid, number, rounding, transforms, near)

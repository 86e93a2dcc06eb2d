"""The table of coverage, which ships."""

from pathlib import Path

import pandas as pd

TABLE = Path(__file__).with_name("coverage.csv")


def coverage_table() -> pd.DataFrame:
    """How often 95 % intervals of many methods held the truth, in a few dozen worlds where it is known.

    Returns
    -------
    DataFrame
        A row per world, metric, size and method. Of the intervals that have bounds, coverage in [0, 1] is the share
        that held the truth, best at 0.95, and error its Monte Carlo standard error; below and above are the shares that
        lay wholly on one side of the truth. Column without_bounds is a share of all, width the median. Of two systems,
        rejects is the share that spoke against equality: power, or where truth is 0 the share of false alarms. Then
        follow the bias of the score, the bounds of the first repetition, and how many repetitions there were.

    References
    ----------
    Morris, White and Crowther (2019), Using simulation studies to evaluate statistical methods, Statistics in
    Medicine 38.

    Examples
    --------
    >>> table = coverage_table()
    >>> bool(table[table["method"] == "jackknife"]["coverage"].median() > 0.9)
    True
    """
    return pd.read_csv(TABLE)
    return _read().copy()


def audited_case(world: str, metric: str, n: int) -> Case:
    """What was repeated for some rows of the table: to be repeated anew, with another method or more often.

    Parameters
    ----------
    world, metric, n : str, str, int
        As in the first three columns of `coverage_table`.

    Returns
    -------
    Case
        ``measured(method, repetitions)`` makes a row; ``truth``, ``trial(number)`` and ``world`` say what of.

    Raises
    ------
    ValueError
        No such rows.

    References
    ----------
    Morris, White and Crowther (2019), Using simulation studies to evaluate statistical methods, Statistics in
    Medicine 38.

    Examples
    --------
    >>> case = audited_case("four in five right", "accuracy", 200)
    >>> print(case.measured("wilson", repetitions=100))
    covers 0.98
    """
    from .cases import CASES

    name = f"{world}: {metric}, n = {n}"
    if name not in CASES:
        raise ValueError(f"no case {name!r} was audited, but these: {arguments.several(_others(CASES, world))}")
    return CASES[name]


def audited(score: Any, world: str, *, metric: str | None = None, n: int | None = None) -> Any:
    """The same interval, which now says how often intervals like it were found to hold the truth.

    Parameters
    ----------
    score : Bootstrap, Interval or score with an interval
        With a row in `coverage_table`.
    world : str
        The world that stands for where the examples came from.
    metric, n : str and int
        As in the table. A Bootstrap knows both, anything else needs them.

    Returns
    -------
    Bootstrap, Interval or score with an interval
        Printed with its coverage; ``interval.covers`` is the row.

    Raises
    ------
    ValueError
        Nothing like it was audited.
    TypeError
        Anything without an interval.

    References
    ----------
    Morris, White and Crowther (2019), Using simulation studies to evaluate statistical methods, Statistics in
    Medicine 38.

    Examples
    --------
    >>> from evalmetrics import wilson_interval
    >>> print(audited(wilson_interval(160, 200), "four in five right", metric="accuracy", n=200))
    [0.739, 0.850] (95 %, wilson; covers 0.96)
    """
    if isinstance(score, Bootstrap):
        interval = audited(score.interval, world, metric=metric or score.metric, n=n or score.n)
        return dataclasses.replace(score, interval=interval)
    if isinstance(score, WithInterval) and isinstance(score, Score):
        return with_other(score, interval=audited(score.interval, world, metric=metric, n=n))
    if not isinstance(score, Interval):
        raise TypeError(f"score must be a Bootstrap, an Interval or a score with one, got {arguments.shown(score)}")
    table = _read()
    of_world = table[table["world"] == world]
    found = of_world[(of_world[["metric", "n", "method"]] == [metric, n, score.method]).all(axis=1)]
    if found.empty or score.level != 0.95:
        wanted = f"{metric}, n = {n}, {score.method}, level {score.level:g}"
        known = [f"{row.metric}, n = {row.n}, {row.method}" for row in of_world.itertuples()] or sorted(
            set(table["world"])
        )
        raise ValueError(
            f"no interval like {wanted} of the world {world!r} was audited, but these: {arguments.several(known)}"
        )
    return dataclasses.replace(score, covers=Coverage(*found.iloc[0]))


def _others(names: Iterable[str], world: str) -> list[str]:
    """The cases of a world, or of all if there is no such world."""
    names = list(names)
    return [name for name in names if name.startswith(f"{world}: ")] or names

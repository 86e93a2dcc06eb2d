"""Comparisons of two players at a time: who met whom, who won, and what else told the two sides apart."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from .arguments import Floats, Places, columns, same_length, shown
from .labels import numbers_of_names
from .model_as_judge import preferences


def of_players(
    first: Any, second: Any, outcomes: Any, *, players: Any = None
) -> tuple[Places, Places, Floats, pd.Index]:
    """Numbers of the first and the second player of each comparison, how the first fared, and all players.

    first, second : sequences of n labels
        Who met whom.
    outcomes : sequence of n numbers from 0 to 1
        How the first fared: 1 won, 0 lost, 0.5 a tie, or the probability with which a judge preferred it.
    players : sequence of labels, optional
        All there are, in the order to return them; by default those that occur, sorted.

    ValueError
        A player who meets itself.
    TypeError
        Players of kinds that cannot be sorted, without `players`.
    """
    arguments.in_one_order(first=first, second=second, outcomes=outcomes)
    read = partial(arguments.one_dimensional, per="comparison")
    sides = columns(read, "comparison", first=first, second=second)
    won = preferences(outcomes, "outcomes")
    same_length("comparison", first=sides[0], outcomes=won)
    both = np.concatenate([np.asarray(side, dtype=object) for side in sides])
    if (missing := pd.isna(both)).any():
        lacking = int(missing.argmax()) % len(won)
        raise ValueError(f"first and second must name a player each, comparison {lacking} lacks one")
    number, names = numbers_of_names(both.tolist(), players, "player", "first and second")
    codes = np.array([number[name] for name in both.tolist()], dtype=np.intp)
    i, j = codes[: len(won)], codes[len(won) :]
    if (i == j).any():
        raise ValueError(f"two different players must meet: {shown(both[int((i == j).argmax())])} meets itself")
    return i, j, won, names


def style_of_sides(style: Any, n: int) -> pd.DataFrame:
    """What else told the two sides of each comparison apart, a column of finite numbers each."""
    table = pd.DataFrame(index=range(n)) if style is None else pd.DataFrame(style).reset_index(drop=True)
    if len(table) != n:
        raise ValueError(f"style must have a row for each comparison: there are {n}, got {len(table)}")
    for name, column in table.items():
        arguments.finite(column, f"style[{name!r}]", kinds="biuf")
    return table.astype(np.float64)

"""What people and a judge said of the same items: votes, verdicts in both orders, labels that only some items have."""

from typing import Any

import numpy as np
import pandas as pd

from . import arguments
from .agreement import RATERS, items_in_rows, raters_axis, refuse_no_grades, table_of, thing
from .arguments import Floats, columns, described_with, in_one_order, same_length
from .labels import of_one_writing


@described_with(raters_axis)
def votes_of_people(votes: Any, *, raters: str | None = None) -> tuple[Floats]:
    """What people said of each item, as numbers of the different labels.

    votes : array of shape (items, raters)
        A row for each item: the label that each rater gave it, None or nan where one did not see it. Every item needs
        at least two.
    """
    return (_numbered(votes, raters=raters)[0],)


@described_with(votes_of_people)
def votes_and_verdicts(votes: Any, verdicts: Any) -> tuple[Floats, Floats]:
    """What people and a judge said of each item, as numbers of the different labels.

    verdicts : sequence of one label an item
        What the judge said, in the words that people use.
    """
    in_one_order(votes=votes, verdicts=verdicts)
    said = arguments.one_dimensional(verdicts, "verdicts", per="item")
    if (missing := pd.isna(said)).any():
        raise ValueError(f"verdicts holds a missing value at position {int(missing.argmax())}")
    numbers, of_judge = _numbered(votes, said)
    same_length(votes=numbers, verdicts=of_judge)
    return numbers, of_judge


def _numbered(votes: Any, verdicts: Any = (), raters: str | None = None) -> tuple[Floats, Floats]:
    table = table_of(votes, "votes", "items × raters")
    if not len(verdicts) or thing(getattr(getattr(votes, "index", None), "name", "")) in RATERS:
        table = items_in_rows(table, votes, "votes", raters, mostly=True)
    codes, grades = pd.factorize(np.concatenate([table.ravel(), np.asarray(verdicts, dtype=object)]))
    refuse_no_grades(grades, "votes and verdicts" if len(verdicts) else "votes")
    if len(verdicts):
        of_one_writing(votes=table.ravel(), verdicts=verdicts)
    numbers = np.where(codes < 0, np.nan, codes)
    found = numbers[: table.size].reshape(table.shape)
    if (few := (~np.isnan(found)).sum(1) < 2).any():
        raise ValueError(f"votes must hold at least two votes an item: leave out item {int(few.argmax())}")
    return found, numbers[table.size :]


def in_both_orders(shown_first: Any, shown_second: Any) -> tuple[Floats, Floats]:
    """What a judge made of the same pairs of answers, A and B, in both orders.

    shown_first, shown_second : sequences of n numbers
        How answer A fared where it was shown first, and where it was shown second: 1 won, 0 lost, 0.5 a tie.
    """
    return columns(outcomes, "pair", shown_first=shown_first, shown_second=shown_second)


def preferred_in_both_orders(shown_first: Any, shown_second: Any) -> tuple[Floats, Floats]:
    """How much a judge preferred answer A of the same pairs, A and B, in both orders.

    shown_first, shown_second : sequences of n numbers from 0 to 1
        How answer A fared where it was shown first, and where it was shown second: 1 won, 0 lost, 0.5 a tie, or the
        probability with which the judge preferred it.
    """
    return columns(preferences, "pair", shown_first=shown_first, shown_second=shown_second)


def preferences(values: Any, name: str) -> Floats:
    """`values` as 1 for a win, 0 for a loss, and for ties and probabilities what lies between."""
    what = "1 (won), 0.5 (tied), 0 (lost) or the probability of a win, of which percentages are / 100"
    return arguments.within(arguments.floats(values, name, kinds="biuf"), name, 0, 1, what)


def outcomes(values: Any, name: str) -> Floats:
    """`values` as 1 for a win, 0.5 for a tie and 0 for a loss."""
    found = arguments.floats(values, name, kinds="biuf")
    return arguments.only(found, name, (0, 0.5, 1), "1 (won), 0.5 (tied) or 0 (lost)")


def numbers_of_some(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """What people said of some items, and a judge of all.

    y_true : sequence of n numbers
        What people said, nan or None where nobody was asked. Whom to ask was decided by lot.
    y_pred : sequence of n numbers
        What the judge said of every item.
    """
    in_one_order(y_true=y_true, y_pred=y_pred)
    if isinstance(y_true, list | tuple):
        y_true = [np.nan if said is None else said for said in y_true]
    people = arguments.floats(y_true, "y_true", kinds="biuf")
    judge = arguments.finite(y_pred, "y_pred", kinds="biuf")
    same_length(y_true=people, y_pred=judge)
    if np.isinf(people).any():
        raise ValueError(
            f"y_true must hold finite numbers, and nan where nobody was asked, got {people[np.isinf(people)][0]}"
        )
    return people, judge


def yes_or_no_of_some(y_true: Any, y_pred: Any) -> tuple[Floats, Floats]:
    """What people said of some items, and a judge of all: yes or no.

    y_true : sequence of n entries 1 or 0
        What people said, nan or None where nobody was asked. Whom to ask was decided by lot.
    y_pred : sequence of n entries 1 or 0
        What the judge said of every item.
    """
    people, judge = numbers_of_some(y_true, y_pred)
    for name, values in (("y_true", people), ("y_pred", judge)):
        arguments.only(np.nan_to_num(values), name, (0, 1), "1 for yes and 0 for no")
    return people, judge

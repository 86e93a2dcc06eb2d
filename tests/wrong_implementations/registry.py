"""Where wrong functions are put on record, and right ones."""

from evalmetrics_exercises import find_task

WRONG = {}
RIGHT = {}


def wrong(task, why):
    return lambda function: WRONG.setdefault(task, {}).setdefault(why, function)


def right(task, how):
    """Put a function on record as right, though it computes otherwise than the book."""
    return lambda function: RIGHT.setdefault(task, {}).setdefault(how, function)


def reference(task):
    return find_task(task).reference


def wrong_of_changed(task, why, **changes):
    """Put the right function of changed arguments on record as wrong."""
    own = reference(task)
    wrong(task, why)(lambda **given: own(**{**given, **{name: changes[name](given[name]) for name in changes}}))


def wrong_when_changed(task, why, change):
    """Put the changed value of the right function on record as wrong."""
    own = reference(task)
    wrong(task, why)(lambda **given: change(own(**given)))


def wrong_where(task, why, corner, instead):
    """Put the right function on record as wrong that gives one answer wherever its arguments lie in a corner."""
    own = reference(task)
    wrong(task, why)(lambda **given: instead if corner(**given) else own(**given))

"""Where wrong functions are put on record, and right ones."""

WRONG = {}


RIGHT = {}


def wrong(task, why):
    """Put a function on record as wrong."""
    return lambda function: WRONG.setdefault(task, {}).setdefault(why, function)


def right(task, how):
    """Put a function on record as right, though it computes otherwise than the book."""
    return lambda function: RIGHT.setdefault(task, {}).setdefault(how, function)

"""What learned metrics take, checked: texts that a model scores in one go, and scores of systems."""

from collections.abc import Callable
from functools import partial
from typing import Any

from . import arguments
from .arguments import Floats, columns, same_length, shown


def segments(references: Any, hypotheses: Any, *, metric: Callable[..., Any], sources: Any = None) -> tuple[Floats]:
    """The scores that a model gives to segments.

    references, hypotheses : lists of n strings
        What people wrote, and what is scored.
    metric : function of lists of strings
        Called once, with the references and the hypotheses, and with the sources where there are any; it returns a
        number for each segment.
    sources : list of n strings, optional
        What was translated.
    """
    if not callable(metric):
        raise TypeError(f"metric must be a function of lists of strings, got {shown(metric)}")
    given = {"references": references, "hypotheses": hypotheses} | ({} if sources is None else {"sources": sources})
    read = columns(partial(arguments.strings, of="strings, one per segment"), "segment", **given)
    scores = arguments.finite(metric(*read), "what metric returns")
    same_length("segment", hypotheses=read[1], **{"what metric returns": scores})
    return (scores,)


def systems(human: Any, metric: Any) -> tuple[Floats, Floats]:
    """What people and a metric gave to the same systems.

    human, metric : sequences of n numbers
        A score for each system, of both the higher the better: give minus the marks where these count errors. At least
        two systems.
    """
    people, scores = columns(arguments.finite, "system", human=human, metric=metric)
    if len(people) < 2:
        raise ValueError("human and metric must hold the scores of two or more systems, got 1")
    return people, scores

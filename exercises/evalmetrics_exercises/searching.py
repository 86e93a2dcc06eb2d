"""The smallest input on which an answer differs from the definition, and the wrong idea behind the difference."""

import contextlib
import copy
import functools
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Flaky
from hypothesis.internal.conjecture import data

from .answers import Answers, FailedError, GaveUpError
from .comparing import is_number, same, undefined
from .exchange import plain
from .tasks import Arguments, Implement, Part

PROVIDER: Any = vars(data).get("HypothesisProvider")
UNKNOWN: Any = object()


@dataclass(frozen=True)
class Trial:
    """One input, what came back (or the reason why nothing did) and what is right."""

    arguments: Arguments
    answer: Any
    right: Any
    failure: str = ""
    smallest: bool = False

    def agrees(self, tolerance: float) -> bool:
        """Whether the answer is the right one."""
        return not self.failure and same(self.answer, self.right, tolerance)


class _DiffersError(Exception):
    """What Hypothesis sees where an answer is wrong: always the same exception, so that it shrinks all the way."""


def attempt(task: Implement, answers: Answers, arguments: Arguments, right: Any = UNKNOWN) -> Trial:
    """Ask for one answer and work out the right one, unless it is known."""
    right = value_of(task.reference, arguments) if right is UNKNOWN else right
    try:
        return Trial(arguments, answers.call(task.name, arguments), right)
    except GaveUpError:
        raise
    except FailedError as reason:
        return Trial(arguments, None, right, str(reason))


def value_of(function: Callable[..., Any], arguments: Arguments) -> Any:
    """A trusted function's value as plain data."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return plain(function(**copy.deepcopy(arguments)))


def smallest_difference(
    task: Implement, part: Part, answers: Answers, *, random_seed: int, examples: int, seconds: float
) -> tuple[Trial | None, list[Trial]]:
    """The smallest trial that disagrees, if any, and every trial made on the way. One seed, one result.

    Where the drawn inputs show no difference, the first of those that are always asked does.
    """
    trials: list[Trial] = []
    found: list[Trial] = []
    stopped: list[Exception] = []
    end = time.monotonic() + seconds

    @seed(random_seed)
    @searching(examples, Phase.generate, Phase.shrink)
    @given(part.cases)
    def agree(arguments: Arguments) -> None:
        if stopped or (found and time.monotonic() > end):
            return
        if time.monotonic() > end:
            stopped.append(GaveUpError(f"it needed more than {seconds:g} seconds for {len(trials)} inputs"))
            return
        try:
            trial = attempt(task, answers, arguments)
        except Exception as error:  # the sandbox is gone: Hypothesis shall not go on trying
            stopped.append(error)
            return
        trials.append(trial)
        if not trial.agrees(task.tolerance):
            found.append(trial)
            raise _DiffersError

    with contextlib.suppress(_DiffersError, Flaky), only_by_the_seed():
        agree()
    if stopped:
        raise stopped[0]
    if found:
        return replace(found[-1], smallest=time.monotonic() <= end), trials
    for arguments in part.always:
        trials.append(attempt(task, answers, arguments))
        if not trials[-1].agrees(task.tolerance):
            return trials[-1], trials
    return None, trials


def difference_for_everybody(
    task: Implement, part: Part, answers: Answers, *, random_seed: int, examples: int, seconds: float
) -> tuple[Trial | None, list[Trial]]:
    """The smallest of the trials that `check` makes and that disagree, if any: what it calls wrong is wrong for all.

    Every input is asked first, and only a difference starts the search.
    """
    trials: list[Trial] = []
    inputs = _everybodys(part, task.reference, random_seed, examples)
    end = time.monotonic() + seconds
    for arguments, right in inputs:
        if time.monotonic() > end:
            raise GaveUpError(f"it needed more than {seconds:g} seconds for {len(trials)} inputs")
        trials.append(attempt(task, answers, arguments, right))
        if not trials[-1].agrees(task.tolerance):
            found, more = smallest_difference(
                task, part, answers, random_seed=random_seed, examples=examples, seconds=seconds
            )
            return found or trials[-1], trials + more
    return None, trials


@functools.cache
def _everybodys(
    part: Part, reference: Callable[..., Any], random_seed: int, examples: int
) -> list[tuple[Arguments, Any]]:
    """Inputs and right answers, worked out once for all submissions."""
    inputs = drawn(part, random_seed=random_seed, examples=examples)
    return [(arguments, value_of(reference, arguments)) for arguments in inputs]


def drawn(part: Part, *, random_seed: int, examples: int) -> list[Arguments]:
    """Inputs of a part, none of which is asked here. One seed, one result."""
    found: list[Arguments] = []

    @seed(random_seed)
    @searching(examples, Phase.generate)
    @given(part.cases)
    def draw(arguments: Arguments) -> None:
        found.append(arguments)

    with only_by_the_seed():
        draw()
    return found


def searching(examples: int, *phases: Phase) -> settings:
    """Settings of Hypothesis with which nothing but the seed decides."""
    return settings(
        max_examples=examples,
        database=None,
        deadline=None,
        phases=phases,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )


@contextlib.contextmanager
def only_by_the_seed() -> Iterator[None]:
    """Keep Hypothesis from mixing numbers found in the modules that happen to be imported into what it draws."""
    name = "_maybe_draw_constant"
    if not hasattr(PROVIDER, name):  # as in versions that do not do it
        yield
        return
    with mock.patch.object(PROVIDER, name, return_value=None):
        yield


# Slips that can happen in every task, as what they make of the right answer.
SLIPS: dict[str, Callable[[Any], Any]] = {
    "one minus what is asked for": lambda right: 1 - _number(right),
    "percentages: give a share of 1": lambda right: 100 * _number(right),
    "the first number over the second: give both": lambda right: _pair(right)[0] / _pair(right)[1],
    "the two numbers exchanged": lambda right: _pair(right)[::-1],
}


def _number(right: Any) -> float:
    if not is_number(right):
        raise ValueError
    return float(right)


def _pair(right: Any) -> list[Any]:
    if not (isinstance(right, list) and len(right) == 2 and all(map(is_number, right))):
        raise ValueError
    return right


def wrong_idea(task: Implement, trials: Iterable[Trial]) -> str:
    """The name of the first wrong idea, or else slip, that gives the very answers seen, or "".

    It has to agree wherever both give a defined answer, at least once where that is not the right one.
    """
    telling = [trial for trial in trials if not trial.failure]
    ideas = {name: functools.partial(_of_arguments, idea) for name, idea in task.wrong_ideas.items()}
    for name, idea in {**ideas, **{name: functools.partial(_of_right, slip) for name, slip in SLIPS.items()}}.items():
        matches = differences = 0
        for trial in telling:
            try:
                value = idea(trial)
            except (ArithmeticError, ValueError):
                continue
            if undefined(value) and not undefined(trial.right) and undefined(trial.answer):
                continue
            if not same(trial.answer, value, task.tolerance):
                break
            matches += 1
            differences += not trial.agrees(task.tolerance)
        else:
            if differences:
                return name
    return ""


def _of_arguments(idea: Callable[..., Any], trial: Trial) -> Any:
    return value_of(idea, trial.arguments)


def _of_right(slip: Callable[[Any], Any], trial: Trial) -> Any:
    return slip(trial.right)

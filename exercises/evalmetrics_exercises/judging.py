"""What an answer is worth, and what to tell the student about it. `check` and the grading judge by the same code."""

import random
import re
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from .answers import CALL_SECONDS, Answers, FailedError
from .comparing import close, is_number, same
from .searching import Trial, attempt, difference_for_everybody, drawn, smallest_difference, wrong_idea
from .seeds import Student
from .tasks import Argue, Build, ByHand, Condition, Implement, Number, Part, Task

MORE_INPUTS = 20  # asked of a function that is right on the examples, before a search ends with what is wrong
LONGEST_CALL = 300  # letters of a call that is shown to be pasted
NOTHING_WRITTEN = "Not yet: nothing is written."
NOTHING_RETURNED = (
    "Not yet: nothing is written, or nothing comes back: `print` only shows a result, `return` hands it over."
)
NO_ESSAY = "Not yet: no cell holds a text as long as an essay."
UNWRITTEN = "NotImplementedError"  # what the student version raises
CALLED_OTHERWISE = re.compile(
    r"TypeError: .*\(\) (got an unexpected keyword argument|missing \d+ required|takes \d+ positional)"
)
MISSING = re.compile(r"nothing in the notebook is called \w+")


@dataclass(frozen=True)
class Effort:
    """How long to search: inputs per part of a task, and seconds."""

    examples: int = 150
    seconds: float = 10.0  # fewer than grading allows for as much


@dataclass(frozen=True)
class Outcome:
    """What came of one task. `earned` is None where a person has to grade it or where it was not graded."""

    task: str
    points: float
    earned: float | None
    said: str
    table: tuple[tuple[str, ...], ...] = ()
    idea: str = ""
    remarks: tuple[str, ...] = field(default=())

    @property
    def full(self) -> bool:
        """Whether nothing is missing."""
        return self.earned == self.points

    def out_of(self, points: float) -> "Outcome":
        """The outcome where the whole task is worth so many points."""
        earned = None if self.earned is None else round(self.earned * points / self.points, 2)
        return replace(self, points=points, earned=points if self.full else earned)


def judge(task: Task, answers: Answers, student: Student, random_seed: int, effort: Effort) -> Outcome:
    """Judge one task by the answers given. Trouble with the sandbox itself is the caller's and passes through."""
    if isinstance(task, Implement):
        return _implement(task, answers, random_seed, effort)
    if isinstance(task, Argue):
        return Outcome(task.name, task.points, None, "A person reads this one.")
    try:
        given = answers.value(task.name)
    except FailedError as reason:
        return _nothing(task, str(reason))
    if given is None:
        return _nothing(task, UNWRITTEN)
    if isinstance(task, ByHand):
        return _by_hand(task, given, student)
    return _build(task, given) if isinstance(task, Build) else _number(task, given)


def _implement(task: Implement, answers: Answers, random_seed: int, effort: Effort) -> Outcome:
    """Points are earned step by step, so that a constant earns nothing for being right where others are undefined."""
    seen: list[Trial] = []
    earned, understood = 0, False

    def so_far() -> int:
        """The point of the examples is for more than their answers: most others have to come out right as well."""
        return earned if earned != 1 or understood else 0

    def wrong(title: str, trial: Trial) -> Outcome:
        which = "The smallest input found" if trial.smallest else "An input"
        said = f"Not yet right for {title}. {which} where yours differs:"
        return Outcome(task.name, task.points, so_far(), said, _rows(task, trial), wrong_idea(task, seen))

    try:
        seen += [attempt(task, answers, arguments) for arguments in task.examples]
        if all(CALLED_OTHERWISE.match(trial.failure) for trial in seen):
            call = f"{task.name}({', '.join(f'{name}=…' for name in task.examples[0])})"
            said = f"Not yet: the task calls {call}, so give its parameters these names ({shown(seen[0].failure)})."
            return Outcome(task.name, task.points, 0, said)
        if all(trial.failure == UNWRITTEN for trial in seen):
            return _nothing(task, UNWRITTEN)
        if missing := MISSING.search(seen[0].failure):
            return _nothing(task, missing[0])
        if all(trial.answer is None and not trial.failure for trial in seen):
            return Outcome(task.name, task.points, 0, NOTHING_RETURNED)
        shown_wrong = [trial for trial in seen if not trial.agrees(task.tolerance)]
        earned = 0 if shown_wrong else 1
        understood = not shown_wrong and _understood(task, answers, random_seed)
        for title, part in task.parts.items():
            found, trials = _difference(task, part, answers, random_seed, effort)
            seen += trials
            if found:
                return wrong(f"inputs of the kind “{title}”", found)
            earned += 0 if shown_wrong else part.points
        if shown_wrong:
            return wrong("the examples of the notebook", shown_wrong[0])
    except FailedError as reason:
        return Outcome(task.name, task.points, so_far(), f"Not yet: {shown(str(reason))}.")
    return Outcome(task.name, task.points, earned, f"Right, on {len(seen)} inputs.")


def _difference(
    task: Implement, part: Part, answers: Answers, random_seed: int, effort: Effort
) -> tuple[Trial | None, list[Trial]]:
    """What a search finds by a seed of its own, and then by the seed of `check`."""
    found, trials = smallest_difference(
        task, part, answers, random_seed=random_seed, examples=effort.examples, seconds=effort.seconds
    )
    if found or random_seed == (everybodys := seed_for_everyone(task.name)):
        return found, trials
    found, more = difference_for_everybody(
        task, part, answers, random_seed=everybodys, examples=Effort.examples, seconds=effort.seconds
    )
    return found, trials + more


def _understood(task: Implement, answers: Answers, random_seed: int) -> bool:
    """Whether a function is right on most of some inputs of the first part, and on most of their different answers.

    Of inputs with one right answer most have to come out: so a constant is right on one answer.
    """
    part, trials, end = next(iter(task.parts.values())), [], time.monotonic() + CALL_SECONDS
    for arguments in drawn(part, random_seed=random_seed, examples=MORE_INPUTS):
        try:
            trials.append(attempt(task, answers, arguments))
        except FailedError:
            return False
        if time.monotonic() > end:  # what is slow and wrong shall not take the time of other tasks
            return False
    alike: list[list[bool]] = []
    known: list[Any] = []
    for trial in trials:
        at = next((i for i, right in enumerate(known) if same(right, trial.right, task.tolerance)), len(known))
        if at == len(known):
            known.append(trial.right)
            alike.append([])
        alike[at].append(trial.agrees(task.tolerance))
    return _most(chain(*alike)) and _most(map(_most, alike))


def _most(flags: Iterable[bool]) -> bool:
    counted = Counter(flags)
    return counted[True] > counted[False]


def _nothing(task: Task, reason: str) -> Outcome:
    said = NOTHING_WRITTEN if reason == UNWRITTEN else f"Not yet: {shown(reason.removeprefix('LookupError: '))}."
    return Outcome(task.name, task.points, 0, said)


def _rows(task: Implement, trial: Trial) -> tuple[tuple[str, ...], ...]:
    rows = [(name, shown(value)) for name, value in trial.arguments.items()]
    yours, right = (shown(value) for value in (trial.answer, trial.right))
    if yours == right:  # they differ further on, or a text looks like a number
        yours, right = (shown(repr(value)) for value in (trial.answer, trial.right))
    told = (*rows, ("yours", shown(trial.failure) if trial.failure else yours), ("right", right))
    call = f"{task.name}({', '.join(f'{name}={pasted(value)}' for name, value in trial.arguments.items())})"
    return (*told, ("try it", call)) if len(call) <= LONGEST_CALL else told


def pasted(value: Any) -> str:
    """A value as code that can be pasted into a cell."""
    return f"np.array({value.tolist()!r})" if hasattr(value, "tolist") else repr(value)


def _by_hand(task: ByHand, given: Any, student: Student) -> Outcome:
    data = student.variant(task)
    right = task.solve(data)
    if not isinstance(given, dict):
        return Outcome(task.name, task.points, 0, f"Not yet: give a dict with the keys {', '.join(right)}.")
    wrong = [key for key in right if not _rounds_to(given.get(key), right[key], task.decimals)]
    if not wrong:
        return Outcome(task.name, task.points, task.points, "Right.")
    idea = _idea_by_hand(task, data, given, right, wrong)
    table = tuple((key, _verdict(task, key, given, right) if key in wrong else "right") for key in right)
    said = f"Not yet: {len(right) - len(wrong)} of {len(right)} numbers are right to {task.decimals} decimals."
    unknown = ", ".join(str(key) for key in given if key not in right)
    remarks = (f"Nobody asked for {shown(unknown, 100)}.",) if unknown else ()
    return Outcome(task.name, task.points, len(right) - len(wrong), said, table, idea, remarks)


def _idea_by_hand(task: ByHand, data: Any, given: dict[str, Any], right: dict[str, float], wrong: list[str]) -> str:
    """The idea that leads to the wrong numbers, if it explains more of them than it leaves open.

    Right numbers that it would have made wrong speak against it, and so do wrong ones that it does not lead to: of a
    classmate's numbers one may be any idea's by chance. A number that was rounded too early counts for no idea.
    """
    numbers = {key: given[key] for key in wrong if is_number(given.get(key))}
    early = {key for key in numbers if numbers[key] in {round(right[key], digits) for digits in range(task.decimals)}}
    open_ = [key for key in wrong if key not in early]
    telling = {key: number for key, number in numbers.items() if key not in early}
    best, most = "", 0
    for name, solve in task.wrong_ideas.items():
        try:
            mistaken = right | solve(data)
        except (ArithmeticError, ValueError):
            continue
        moved = {key for key in right if not _rounds_to(mistaken[key], right[key], task.decimals)}
        led = {key for key in telling if key in moved and _rounds_to(given[key], mistaken[key], task.decimals)}
        counts = 2 * len(led) - len(open_) - len(moved - set(wrong))
        best, most = (name, counts) if counts > most else (best, most)
    return best or _slip(task, telling, right, wrong)


def _slip(task: ByHand, telling: dict[str, float], right: dict[str, float], wrong: list[str]) -> str:
    """A slip that can happen in every task: percentages, or a number in another's place."""
    if telling and all(
        right[key] != 0.5 and _rounds_to(telling.get(key), 1 - right[key], task.decimals) for key in wrong
    ):
        return "one minus what is asked for"
    if telling and all(0 < right[key] <= 1 and abs(telling.get(key, 0) - 100 * right[key]) <= 0.51 for key in wrong):
        return "percentages: give shares of 1"
    places = {
        key: [o for o in right if not same(right[o], right[key]) and _rounds_to(number, right[o], task.decimals)]
        for key, number in telling.items()
    }
    taken = {key: others[0] for key, others in places.items() if len(others) == 1}
    if len(taken) < len(wrong) or not taken:
        return ""
    if len(taken) == 1:
        ((key, other),) = taken.items()
        return f"{other}, given for {key}"
    return f"numbers exchanged: {', '.join(taken)}" if sorted(taken) == sorted(taken.values()) else ""


def _verdict(task: ByHand, key: str, given: dict[str, Any], right: dict[str, float]) -> str:
    if given.get(key) is None:
        return "missing"
    if not is_number(given[key]):
        return "not a number"
    near = _rounds_to(given[key], right[key], task.decimals, units=5)
    remark = f" (give {task.decimals} decimals, rounded only at the end)" if near else ""
    return f"{'nearly' if near else 'not right'}: {shown(given[key])}{remark}"


def _rounds_to(given: Any, right: float, decimals: int, units: float = 0.5) -> bool:
    return is_number(given) and close(float(given), right, units * 10**-decimals * 1.02 / max(1.0, abs(right)))


def _build(task: Build, answer: Any) -> Outcome:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            conditions: list[Condition] = list(task.conditions(answer))
    except (ValueError, TypeError, KeyError, IndexError, ArithmeticError) as error:
        return Outcome(task.name, task.points, 0, f"Not yet: your answer cannot be read ({shown(str(error), 200)}).")
    holds = bool(conditions) and all(condition.holds for condition in conditions)
    table = tuple((c.wanted, shown(c.found), "yes" if c.holds else "no") for c in conditions)
    said = "Right: everything asked for holds." if holds else "Not yet: not everything asked for holds."
    return Outcome(task.name, task.points, task.points if holds else 0, said, table)


def _number(task: Number, given: Any) -> Outcome:
    if not is_number(given):
        return Outcome(task.name, task.points, 0, f"Not yet: {task.name} must be one number.")
    if abs(given - task.answer) <= task.tolerance + 1e-12 * abs(task.answer):
        return Outcome(task.name, task.points, task.points, "Right.")
    return Outcome(task.name, task.points, 0, f"Not right: {shown(given, 40)}.")


def shown(value: Any, longest: int = 400) -> str:
    """A plain value as a person reads it: few digits, a matrix row by row."""
    text = "\n".join(_lines(value.tolist() if hasattr(value, "tolist") else value))
    text = "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _lines(value: Any) -> Iterator[str]:
    if isinstance(value, list) and len(value) > 1 and all(isinstance(row, list) for row in value):
        yield from (f"[{', '.join(map(_short, row))}]" for row in value)
    else:
        yield _short(value)


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return f"[{', '.join(map(_short, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_short(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, int) and not is_number(value) and not isinstance(value, bool):
        return "an integer of more than 300 digits"
    return value if isinstance(value, str) and value.strip() else repr(value)  # an empty text in quotes


def seed_for_everyone(task: str) -> int:
    """The seed of `check`: the same code gets the same answer, on every machine."""
    return random.Random(f"check {task}").getrandbits(32)

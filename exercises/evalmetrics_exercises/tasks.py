"""What a task is: what is asked, how an answer is judged, and which wrong answers have a name.

A topic is a module of `evalmetrics_exercises.topics` with a tuple `TASKS`. A task's name is the name of the function or
of the variable that the student's notebook defines.
"""

import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from hypothesis.strategies import SearchStrategy

Arguments = dict[str, Any]
Inputs = SearchStrategy[Arguments]
Solver = Callable[[Any], dict[str, float]]
Ideas = Mapping[str, Solver]  # what each mistake in a task by hand is called, and a solver that makes it


class Part:
    """Inputs of one kind, and what being right on all of them is worth.

    `always` are inputs that are asked every time, after those drawn: corners that chance may miss.
    """

    def __init__(self, cases: Inputs, points: int, *always: Arguments) -> None:
        self.cases, self.points, self.always = cases, points, always


@dataclass(frozen=True, kw_only=True)
class Implement:
    """Write a function from its definition.

    `reference` is the definition; the function has to agree with it on the `examples`, which the student sees
    (1 point, if it is right on most other inputs as well), and on inputs drawn from each of the `parts`, in their
    order: the first that fails ends the count.
    `wrong_ideas` maps what a mistake is called to a function that makes it.
    """

    kind: ClassVar[str] = "implement"
    name: str
    minutes: int
    reference: Callable[..., Any]
    examples: tuple[Arguments, ...]
    parts: Mapping[str, Part]
    wrong_ideas: Mapping[str, Callable[..., Any]]
    tolerance: float = 1e-6

    @property
    def points(self) -> int:
        """What the whole task is worth."""
        return 1 + sum(part.points for part in self.parts.values())


@dataclass(frozen=True, kw_only=True, eq=False)
class ByHand:
    """Numbers worked out on paper for data that are the student's own.

    `draw` makes the data from a source of randomness, `solve` the right answer from the data: a dict of numbers, each
    worth a point, to be given to `decimals` places. `wrong_ideas` maps what a mistake is called to a solver that
    makes it, of the numbers that come out wrong.
    """

    kind: ClassVar[str] = "by hand"
    name: str
    minutes: int
    draw: Callable[[random.Random], Any]
    solve: Solver
    wrong_ideas: Ideas = field(default_factory=dict)
    decimals: int = 3

    def telling(self, source: random.Random) -> Any:
        """Data on which every wrong idea gives some other number."""
        while True:
            data = self.draw(source)
            right = self.solve(data)
            if all(self._differs(idea, data, right) for idea in self.wrong_ideas.values()):
                return data

    def _differs(self, idea: Solver, data: Any, right: dict[str, float]) -> bool:
        try:
            wrong = right | idea(data)
        except ArithmeticError:
            return True
        return any(not abs(wrong[key] - right[key]) <= 10**-self.decimals for key in right)

    @cached_property
    def points(self) -> int:
        """One for each number; data may take a while to draw."""
        return len(self.solve(self.draw(random.Random(0))))


@dataclass(frozen=True)
class Condition:
    """Something an answer has to fulfil, what came of it, and whether it does."""

    wanted: str
    found: str
    holds: bool


Conditions = Callable[[Any], Iterable[Condition]]


def just_fail(*answers: Any) -> Callable[[Conditions], Conditions]:
    """Keep some answers that nearly fulfil the conditions as their `near_misses`, for the tests."""

    def with_them(conditions: Conditions) -> Conditions:
        conditions.near_misses = answers  # type: ignore[attr-defined]
        return conditions

    return with_them


@dataclass(frozen=True, kw_only=True)
class Asked:
    """A task whose points are set; those of the other kinds follow from their parts."""

    name: str
    minutes: int
    points: float


@dataclass(frozen=True, kw_only=True)
class Build(Asked):
    """Build data with a property: those on which a metric misleads, or those that refute a sentence.

    `conditions` yields what an answer has to fulfil, in order; it may raise ValueError or TypeError for an answer
    that it cannot read. All have to hold.
    """

    kind: ClassVar[str] = "break it"
    conditions: Conditions


@dataclass(frozen=True, kw_only=True)
class Refute(Build):
    """Find the error: a sentence from the literature, and the counter-example that ends it."""

    kind: ClassVar[str] = "find the error"


@dataclass(frozen=True, kw_only=True)
class Argue(Asked):
    """Choose and defend, in a few sentences; a person grades it by the rubric in the source notebook."""

    kind: ClassVar[str] = "argue"


@dataclass(frozen=True, kw_only=True)
class Number(Asked):
    """Give one number, the same for everybody: an instructor's own question."""

    kind: ClassVar[str] = "a number"
    answer: float
    tolerance: float


Task = Implement | ByHand | Build | Refute | Argue | Number


@dataclass(frozen=True)
class Topic:
    """The exercise of one chapter: `name` is that of its module, `title` that of its notebook.

    `worth` holds other points than the tasks' own, by task.
    """

    title: str
    tasks: tuple[Task, ...]
    worth: Mapping[str, float] = field(default_factory=dict)

    def __reduce__(self) -> Any:
        return find_topic, (self.title,)  # its functions cannot be sent to another process

    @property
    def name(self) -> str:
        """The title without its number."""
        return re.sub(r"^\d+_", "", self.title)

    def points_of(self, task: Task) -> float:
        """What a task is worth here."""
        return self.worth.get(task.name, task.points)

    @property
    def points(self) -> float:
        """What all tasks together are worth."""
        return sum(map(self.points_of, self.tasks))

    @property
    def minutes(self) -> int:
        """How long all tasks together should take."""
        return sum(task.minutes for task in self.tasks)


FOLDER = Path(__file__).with_name("topics")


def topic_names() -> list[str]:
    """The names of all topics that have an exercise, without importing any."""
    return sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))


def topics() -> list[Topic]:
    """Every topic that has an exercise, in the order of the book."""
    return sorted(map(_imported, topic_names()), key=lambda topic: topic.title)


def find_topic(name: str) -> Topic:
    """A topic by its name ("bleu") or by its notebook's ("32_bleu")."""
    for known in topic_names():
        if name == known or re.fullmatch(rf"\d+_{known}", name):
            topic = _imported(known)
            if name in (topic.name, topic.title):
                return topic
    raise ValueError(f"there is no exercise for the topic {name!r}; there are {', '.join(topic_names())}")


def find_task(name: str) -> Task:
    """A task of any topic by its name; only the topic that has it is imported."""
    known = task_names()
    if name not in known:
        alike = get_close_matches(str(name), known, n=3) or sorted(known)
        raise ValueError(f"there is no task called {name!r}; there are {', '.join(alike)}")
    return next(task for task in _imported(known[name]).tasks if task.name == name)


@cache
def task_names() -> dict[str, str]:
    """The topic of every task, read from the topics' texts: to import all of them takes seconds."""
    said = re.compile(r'^ {4}(?:Implement|ByHand|Build|Refute|Argue)\(\s*name="(\w+)"', re.MULTILINE)
    texts = {topic: (FOLDER / f"{topic}.py").read_text(encoding="utf-8") for topic in topic_names()}
    return {name: topic for topic, text in texts.items() for name in said.findall(text)}


def _imported(name: str) -> Topic:
    module = import_module(f".topics.{name}", __package__)
    return Topic(module.TITLE, module.TASKS)

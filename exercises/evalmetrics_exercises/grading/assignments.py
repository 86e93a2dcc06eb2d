"""An instructor's own assignment: tasks of any chapters, other points, and questions of one's own, from one TOML file.

heading = "Week 3"          # what the notebook is called; left out, it is called as the file
introduction = "..."        # Markdown, if there is something to say

[[task]]                    # a task of the book
topic = "precision_recall"
name = "rates_by_hand"
points = 10                 # left out, as many as in the book

[[task]]                    # a question of one's own that a person marks
name = "which_for_us"
question = "..."
minutes = 20
rubric = ["2 points: says what a miss costs", "1 point: names a rival"]

[[task]]                    # a question of one's own with a number for an answer
name = "share_of_spam"
question = "..."
minutes = 5
points = 2
answer = 0.275
tolerance = 0.005
"""

import keyword
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from ..reports import so_many
from ..tasks import Argue, Number, Task, Topic, find_topic, task_names, topic_names
from . import notebooks
from .notebooks import Node, Notebook

BOOK, ESSAY, NUMBER = ("topic", "name", "points"), ("minutes", "rubric"), ("minutes", "points", "answer", "tolerance")
TAKEN = {"me", "check", "student", "variant", "np", *keyword.kwlist}
TEXTS = re.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'', re.DOTALL)


@dataclass(frozen=True)
class Entry:
    """One ``[[task]]`` of a file, by its number; what is wrong with it is said with its line."""

    path: Path
    number: int
    values: dict[str, Any]

    def wrong(self, key: str, said: str) -> ValueError:
        """What to raise where a key is not as it should be."""
        return ValueError(f"{self.path.name}, {self._line(key)}task {self.number}, {key}: {said}")

    def _line(self, key: str) -> str:
        text = TEXTS.sub(lambda found: "\n" * found[0].count("\n"), self.path.read_text(encoding="utf-8-sig"))
        lines = text.split("\n")
        heads = [i for i, line in enumerate(lines) if re.match(r"\s*\[\[\s*task\s*\]\]", line)]
        if self.number > len(heads):
            return ""
        start, *after = heads[self.number - 1 :]
        block = range(start, after[0] if after else len(lines))
        at = next((i for i in block if re.match(rf'\s*"?{re.escape(key)}"?\s*=', lines[i])), start)
        return f"line {at + 1}, "

    def only(self, known: Sequence[str]) -> None:
        """Raise for a key that is not among these."""
        for key in self.values.keys() - {*known}:
            raise self.wrong(key, f"nobody knows this key here; there are {', '.join(known)}")

    def text(self, key: str) -> str:
        """A text that has to be there."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, f"must be a text, got {value!r}")
        return value.strip()

    def number_of(self, key: str, least: float = float("-inf")) -> float:
        """A finite number that has to be there, above the least."""
        value = self.values.get(key)
        if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value) or value <= least:
            above = f" above {least:g}" if isfinite(least) else ""
            raise self.wrong(key, f"must be a number{above}, got {value!r}")
        return value


@dataclass(frozen=True)
class Assignment(Topic):
    """An exercise as an instructor's file puts it together."""

    path: Path = Path()
    entries: tuple[Entry, ...] = ()
    heading: str = ""
    introduction: str = ""

    def __reduce__(self) -> Any:
        return read, (self.path,)

    @property
    def name(self) -> str:
        """The title."""
        return self.title


def read(path: Path) -> Assignment:
    """An assignment from its file; ValueError says where the file is wrong, and in what."""
    try:
        said = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path.name} is no TOML: {error}") from None
    title = path.stem
    if not re.fullmatch(r"[A-Za-z]\w{0,60}", title, re.ASCII) or title in topic_names():
        raise ValueError(f"{path.name}: call the file otherwise: letters, digits and _, and no name of a chapter")
    if unknown := said.keys() - {"heading", "introduction", "task"}:
        raise ValueError(f"{path.name}, {min(unknown)}: nobody knows this key; there are heading, introduction, task")
    texts = {key: said.get(key, "") for key in ("heading", "introduction")}
    if odd := [key for key, text in texts.items() if not isinstance(text, str)]:
        raise ValueError(f"{path.name}, {odd[0]}: must be a text, got {texts[odd[0]]!r}")
    listed = said.get("task", [])
    if not isinstance(listed, list) or not listed or not all(isinstance(each, dict) for each in listed):
        raise ValueError(f"{path.name}, task: there must be at least one [[task]]")
    entries = [Entry(path, i, values) for i, values in enumerate(listed, start=1)]
    tasks: dict[str, Task] = {}
    worth: dict[str, float] = {}
    for entry in entries:
        task = _of_the_book(entry) if "topic" in entry.values else _own(entry)
        if task.name in tasks:
            raise entry.wrong("name", f"{task.name} is there already: a task can be put only once")
        tasks[task.name] = task
        if "topic" in entry.values and "points" in entry.values:
            worth[task.name] = entry.number_of("points", 0)
    return Assignment(title, tuple(tasks.values()), worth, path, tuple(entries), **texts)


def _of_the_book(entry: Entry) -> Task:
    entry.only(BOOK)
    try:
        topic = find_topic(entry.text("topic"))
    except ValueError as error:
        raise entry.wrong("topic", str(error)) from None
    tasks = {task.name: task for task in topic.tasks}
    if (name := entry.text("name")) not in tasks:
        raise entry.wrong("name", f"{topic.name} has no task {name!r}; it has {', '.join(tasks)}")
    return tasks[name]


def _own(entry: Entry) -> Task:
    if "question" not in entry.values:
        raise entry.wrong("topic", "give the topic of a task of the book, or the question if it is one of your own")
    essay = "rubric" in entry.values
    entry.only(("name", "heading", "question", *(ESSAY if essay else NUMBER)))
    name, _, minutes = entry.text("name"), entry.text("question"), round(entry.number_of("minutes", 0))
    if not re.fullmatch(r"[a-z_]\w*", name, re.ASCII) or name in TAKEN:
        raise entry.wrong("name", f"must be a name of Python's in small letters, as share_of_spam, got {name!r}")
    if name in task_names():
        raise entry.wrong("name", f"the book has a task of that name, in {task_names()[name]}: choose another")
    if essay:
        return Argue(name=name, minutes=minutes, points=sum(_rubric(entry)))
    answer, points = entry.number_of("answer"), entry.number_of("points", 0)
    if (tolerance := entry.number_of("tolerance")) < 0:
        raise entry.wrong("tolerance", f"must be 0 or more, got {tolerance!r}")
    return Number(name=name, minutes=minutes, points=points, answer=answer, tolerance=tolerance)


def _rubric(entry: Entry) -> list[float]:
    """What the lines of a rubric are worth."""
    lines = entry.values["rubric"]
    found = [notebooks.RUBRIC.fullmatch(f"- {line}") for line in lines] if isinstance(lines, list) else []
    worth = [float(each[1]) for each in found if each]
    if len(worth) < len(found) or not sum(worth):
        raise entry.wrong("rubric", 'must be a list of texts like "2 points: says what a miss costs"')
    return worth


def source(topic: Topic) -> Notebook:
    """The notebook with the solutions of a topic, or of an assignment of one's own."""
    if not isinstance(topic, Assignment):
        return notebooks.read(notebooks.source_path(topic.title))
    sources = [_source_of(entry) for entry in topic.entries]
    model = next(filter(None, sources), None) or notebooks.read(min(notebooks.SOURCE.glob("*/*.ipynb")))
    top, first = (cell.source for cell in model.cells[:2])
    parts = [f"# {topic.heading or topic.title}", topic.introduction]
    parts += [f"*Points:* {topic.points:g}. *Time:* about {topic.minutes} minutes.", *top.split("\n\n")[-2:]]
    imports = [line for each in sources if each for line in each.cells[1].source.split("\n\n")[0].split("\n")]
    imports = list(dict.fromkeys(imports or first.split("\n\n")[0].split("\n")))
    cells = [_text("\n\n".join(filter(None, parts))), _code("\n".join(imports) + "\n\n" + first.split("\n\n")[1])]
    for number, (entry, task, each) in enumerate(zip(topic.entries, topic.tasks, sources, strict=True), start=1):
        cells += _segment(each, task, number, topic) if each else _cells(entry, task, number)
    return Node(cells=cells, metadata=Node(notebooks.METADATA), nbformat=4, nbformat_minor=5)


def solved(topic: Topic) -> Notebook:
    """The solutions; before those of an assignment of one's own stands what they may call of their chapters' others."""
    whole = source(topic)
    if isinstance(topic, Assignment):
        chapters = [each for each in map(_source_of, topic.entries) if each]
        whole.cells[:0] = [cell for each in chapters for cell in each.cells if cell.cell_type == "code"]
    return whole


def _source_of(entry: Entry) -> Notebook | None:
    return source(find_topic(entry.values["topic"])) if "topic" in entry.values else None


def _segment(whole: Notebook, task: Task, number: int, topic: Topic) -> list[Node]:
    """The cells of a task, from its heading to the next one, with the points that it has here."""
    starts = [i for i, cell in enumerate(whole.cells) if cell.source.startswith("## ")]
    at = notebooks.place(whole, task.name)
    start, end = max(i for i in starts if i < at), min([i for i in starts if i > at], default=len(whole.cells))
    cells: list[Node] = whole.cells[start:end]
    cells[0].source = re.sub(r"^## \d+", f"## {number}", cells[0].source)
    if (points := topic.points_of(task)) != task.points:
        cells[0].source = re.sub(r" · [\d.]+ points? · ", f" · {so_many(points)} · ", cells[0].source, count=1)
        cells[-1].source = re.sub(r"^(check\(.*)\)$", rf"\1, points={points:g})", cells[-1].source)
        cells[-1].metadata.nbgrader.points = points
    return cells


def _cells(entry: Entry, task: Task, number: int) -> list[Node]:
    """The cells of a question of one's own: what is asked, and where the answer goes."""
    title = entry.values.get("heading") or task.name.replace("_", " ").capitalize()
    about = f"*{task.kind.capitalize()} · {so_many(task.points)} · {task.minutes} minutes*"
    asked = [f"## {number}. {title}", about, entry.text("question")]
    metadata = {"grade": True, "grade_id": task.name, "locked": False, "points": task.points, "schema_version": 3}
    marked = Node(nbgrader=Node(metadata | {"solution": True, "task": False}))
    if isinstance(task, Number):
        asked.append(f"Give it as the number `{task.name}`. There is no `check` for this one.")
        empty = f"{task.name} = None  # your answer goes here"
        solved = f"{empty}\n### BEGIN SOLUTION\n{task.name} = {task.answer!r}\n### END SOLUTION"
        return [_text("\n\n".join(asked)), _code(solved, marked)]
    rubric = "\n".join(f"- {line}" for line in entry.values["rubric"])
    return [_text("\n\n".join(asked)), _text(f"**Rubric**\n\n{rubric}", marked)]


def _text(source: str, metadata: Node | None = None) -> Node:
    return Node(cell_type="markdown", metadata=metadata or Node(), source=source)


def _code(source: str, metadata: Node | None = None) -> Node:
    return Node(cell_type="code", metadata=metadata or Node(), source=source, outputs=[], execution_count=None)

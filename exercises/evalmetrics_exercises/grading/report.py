"""What a person should look at before points are handed out: what is equal to what, and two questions for everybody."""

import ast
import contextlib
import functools
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import combinations
from typing import Any

import numpy as np

from ..comparing import is_number
from ..judging import shown
from ..seeds import Student
from ..tasks import Argue, Build, ByHand, Implement, Task, Topic
from . import alike, notebooks, pages
from .batch import Result
from .roster import Person, Roster, plain

MODEL = "the model solution"
STRANGERS = 1_000  # so that one finding in a class of which ninety are wrong is still seen to be rare
LONG = 60  # words and signs that nobody writes twice by chance, however many hand them in
STYLE = """body { max-width: 70rem; }
pre { white-space: pre-wrap; background: #f6f6f6; padding: 0.5rem; margin: 0; overflow-wrap: anywhere; }
.side { display: grid; grid-template-columns: 1fr 1fr; gap: 0.5rem; }
"""
BODY = """<h1>{title}</h1>
<p>This page says what is equal to what, and how often chance would do the same. It does not say why: two may have
worked together where that is allowed, one may have copied from the other without knowing it, and both from a third.
Ask, before you conclude anything.</p>
{findings}
<h2>What went wrong</h2>
<p>How many have all points of a task, and which wrong ideas have a name, the commonest first.</p>
<table>{ideas}</table>
<h2>Two questions for everybody</h2>
<p>Drawn from each student's own answers, to be asked in person. Who did the work answers them in a minute.</p>
<table>{questions}</table>"""


@dataclass(frozen=True)
class Finding:
    """Something that a person should look at: whose it is, in which task, and how often chance would do the same."""

    students: tuple[str, ...]
    task: str
    said: str
    expected: float = 0.0
    excerpts: tuple[tuple[str, str], ...] = ()


def findings(
    topic: Topic, results: Sequence[Result], roster: Roster, course: str, given: dict[str, str], model: dict[str, Any]
) -> list[Finding]:
    """All findings, the rarest by chance first; `given` and `model` are those of `given_in` and `model_in`."""
    found = [*same_files(results), *names(results, roster)]
    for task in topic.tasks:
        if isinstance(task, Implement | Argue):
            found += _written(task, results, given.get(task.name, ""), model.get(task.name))
        elif isinstance(task, ByHand):
            found += of_numbers_by_hand(task, results, roster, course)
        elif isinstance(task, Build):
            found += _built(task, results, model.get(task.name))
    return sorted(found, key=lambda finding: finding.expected)


def given_in(topic: Topic, version: Any) -> dict[str, str]:
    """What everybody got, by task: the cell to write into, and for an essay all texts of the notebook."""
    texts = "\n\n".join(cell.source for cell in version.cells if cell.cell_type == "markdown")
    essays = {task.name for task in topic.tasks if isinstance(task, Argue)}
    return {task: texts if task in essays else source for task, source in _cells(version).items()}


def model_in(topic: Topic, source: Any) -> dict[str, Any]:
    """The solutions by task: code, essays without their rubrics, and built answers that are written out."""
    cells, found = _cells(source), dict[str, Any]()
    for task in topic.tasks:
        text = cells[task.name]
        if isinstance(task, Implement | Argue):
            found[task.name] = text.partition("**Rubric**")[0]
        elif isinstance(task, Build):
            made = re.search(rf"^{task.name} = ((?!None).*?)\n### END", text, re.MULTILINE | re.DOTALL)
            with contextlib.suppress(ValueError, SyntaxError):
                found[task.name] = ast.literal_eval(made[1]) if made else None
    return found


def _cells(notebook: Any) -> dict[str, str]:
    return {name: cell.source for cell in notebook.cells if (name := notebooks.called(cell))}


def same_files(results: Sequence[Result]) -> Iterator[Finding]:
    """Files that are equal to the last byte, which chance does not do."""
    by_digest: dict[str, list[str]] = {}
    for result in results:
        if result.digest:
            by_digest.setdefault(result.digest, []).append(result.student)
    for students in by_digest.values():
        if len(students) > 1:
            yield Finding(tuple(students), "", "handed in one and the same file. Chance does not do that")


def names(results: Sequence[Result], roster: Roster) -> Iterator[Finding]:
    """Notebooks whose first cell bears somebody else's name."""
    known = {plain(result.student): result.student for result in results}
    for result in results:
        if stranger(result, roster):
            owner = roster.whose(result.says) or known.get(plain(result.says), "")
            nobodys = f"{len(several)} people's" if (several := roster.named(result.says)) else "nobody's"
            whose = f"which is {owner}'s" if owner else f"which is {nobodys} in the course"
            yield Finding((result.student,), "", f"wrote student({result.says!r}) into the first cell, {whose}", 0.01)


def stranger(result: Result, roster: Roster) -> bool:
    """Whether the name in the first cell is not the student's own, so that data by hand were another's."""
    own = {plain(result.student), plain(result.data_of), ""}
    return plain(result.says) not in own and roster.whose(result.says) != result.student


def _written(task: Task, results: Sequence[Result], given: str, model: str | None) -> Iterator[Finding]:
    """Essays, or functions, with more in common than chance gives any two."""
    known = [result for result in results if result.written.get(task.name)]
    texts = [own(result.written[task.name], given) for result in known] + ([own(model, given)] if model else [])
    models = 1 if model else 0
    ways: dict[str, Callable[[str], list[alike.Run]]] = {"parts of": alike.runs_of_text}
    if isinstance(task, Implement):
        ways = {"the code of": alike.runs_of_code, "the code, but for names and remarks, of": alike.runs_of_shape}
    told: set[tuple[int, int]] = set()
    by_text: dict[tuple[alike.Run, ...], list[int]] = {}
    for i, text in enumerate(texts):
        by_text.setdefault(tuple(next(iter(ways.values()))(text)), []).append(i)
    for run, group in by_text.items():
        if len(group) > 1 and len(run) >= LONG:
            people = tuple((*[result.student for result in known], MODEL)[i] for i in group)
            told |= set(combinations(group, 2))
            said = f"gave the same answer to {task.name}, word for word, of {len(run) + alike.RUN - 1} words and signs"
            yield Finding(people, task.name, said, 0.0, ((people[0], texts[group[0]]),))
    for what, runs in ways.items():
        few = runs is alike.runs_of_shape  # there are not many ways to write a short function
        pairs = alike.alike(list(map(runs, texts)), runs(given), models, few=few)
        new = [pair for pair in pairs if (pair.first, pair.second) not in told]
        told |= {(pair.first, pair.second) for pair in new}
        yield from _grouped(task, known, texts, new, what)


def own(text: str, given: str) -> str:
    """What a student wrote, without the lines that everybody got and without calls of check."""
    lines = {line.strip() for line in given.split("\n")}
    kept = [line for line in text.split("\n") if line.strip() not in lines and not line.strip().startswith("check(")]
    return "\n".join(kept).strip("\n")


def _built(task: Build, results: Sequence[Result], model: Any) -> Iterator[Finding]:
    """Counter-examples that are equal, or nearly."""
    known = [result for result in results if result.values.get(task.name) is not None]
    values = [result.values[task.name] for result in known] + ([model] if model is not None else [])
    runs = list(map(alike.runs_of_value, values))
    pairs = alike.alike(runs, [], 1 if model is not None else 0, more=alike.digits)
    yield from _grouped(task, known, list(map(shown, values)), pairs, "the answer to")


def _grouped(
    task: Task, known: Sequence[Result], texts: Sequence[str], pairs: Sequence[alike.Pair], what: str
) -> Iterator[Finding]:
    """One finding for everybody who is tied together."""
    people = [result.student for result in known] + [MODEL]
    for group in alike.groups((pair.first, pair.second) for pair in pairs):
        inside = [pair for pair in pairs if pair.first in group]
        best = min(inside, key=lambda pair: pair.expected)
        share = min(1.0, max(pair.share for pair in inside))
        said = f"share {share:.0%} of {what} {task.name}. {_chance(best, len(known))}"
        excerpts = tuple((people[i], texts[i]) for i in (best.first, best.second))
        yield Finding(tuple(people[i] for i in group), task.name, said, best.expected, excerpts)


def _chance(pair: alike.Pair, n: int) -> str:
    pairs = n * (n - 1) // 2
    rare = f"1 in {1 / pair.expected:,.0f}" if pair.expected > 1e-6 else "fewer than 1 in a million"
    return f"Of {pairs:,} pairs {pair.as_alike} are as alike; by chance that comes about in {rare} such classes"


def of_numbers_by_hand(task: ByHand, results: Sequence[Result], roster: Roster, course: str) -> Iterator[Finding]:
    """Numbers that are not right for a student's own data, and right for a classmate's.

    By chance that happens to honest people, too: numbers that follow from each other agree together. So as many
    strangers as it takes draw data of their own, and count how often theirs, those asked for alone that the student has
    wrong, agree so well with somebody in the class.
    Classmates whose data have the same numbers are all named. Nothing is said where another name was typed, since the
    data were another's, nor of numbers that a wrong idea gives for a student's own data.
    """
    step = step_of(task)
    data = {r.student: Student(r.data_of or r.student, course).variant(task) for r in results}
    right = {student: task.solve(each) for student, each in data.items()}
    keys = sorted(set().union(*right.values())) if right else []
    theirs = _table(right.values(), keys)
    wrong: dict[str, Any] = {}
    for i, result in enumerate(results):
        given = result.values.get(task.name)
        if isinstance(given, dict) and not stranger(result, roster):
            mine = _table([{key: number for key, number in given.items() if is_number(number)}], keys)[0]
            mine[np.abs(mine - theirs[i]) <= step] = np.nan
            if np.isfinite(mine).sum() > 1 and not _explained(mine, task, data[result.student], keys):
                wrong[result.student] = mine
    students = list(right)
    for student, mine in wrong.items():
        if not ((np.abs(theirs - mine) <= step).sum(axis=1) > 1).any():
            continue
        for n in (STRANGERS // 10, STRANGERS):  # a few do where chance does it often
            agreement, as_well = _agreeing(mine, theirs, _table(_drawn(task, course, n), keys), step)
            expected = len(wrong) * (as_well + 0.5) / n
            if expected > 10 * alike.RARE:
                break
        others = [s for s, worth in zip(students, agreement, strict=True) if worth >= agreement.max() - 1e-9]
        equal = [key for key, x, y in zip(keys, mine, theirs[agreement.argmax()], strict=True) if abs(x - y) <= step]
        if expected < alike.RARE / 2:  # since it is estimated from so many strangers
            said = f"gave numbers in {task.name} that are wrong for these data and right for {' and '.join(others)}: "
            said += f"{', '.join(equal)}. By chance that comes about in 1 in {1 / expected:,.0f} such classes"
            yield Finding((student, *others), task.name, said, expected)


def _agreeing(mine: Any, theirs: Any, drawn: Any, step: float) -> tuple[Any, int]:
    """The worth of what agrees with each of the class, and with how many strangers' numbers as much does with any."""
    common = [[(np.abs(drawn[:, k] - x) <= step).mean() for k, x in enumerate(row)] for row in theirs]
    worth = -np.log2(np.maximum(common, 0.5 / STRANGERS))  # of agreeing with each in each number
    agreement = _agreement(mine, theirs, worth, step)
    by_chance = _agreement(np.where(np.isfinite(mine), drawn, np.nan), theirs, worth, step).max(axis=1)
    return agreement, int((by_chance >= agreement.max() - 1e-9).sum())


def step_of(task: ByHand) -> float:
    """How far apart numbers are that are given as one."""
    return 0.52 * float(10**-task.decimals)


def _explained(numbers: Any, task: ByHand, data: Any, keys: Sequence[str]) -> bool:
    """Whether one wrong idea gives all of these numbers."""
    for idea in task.wrong_ideas.values():
        with contextlib.suppress(ArithmeticError, ValueError):
            apart = np.abs(numbers - _table([task.solve(data) | idea(data)], keys)[0])
            if (apart[np.isfinite(numbers)] <= step_of(task)).all():
                return True
    return False


@functools.lru_cache(maxsize=64)
def _drawn(task: ByHand, course: str, n: int) -> tuple[dict[str, float], ...]:
    """What is right for so many people who are not in the class."""
    return tuple(task.solve(Student(f"stranger {i}", course).variant(task)) for i in range(n))


def _table(rows: Iterable[dict[str, float]], keys: Sequence[str]) -> Any:
    return np.array([[float(row.get(key, np.nan)) for key in keys] for row in rows])


def _agreement(numbers: Any, theirs: Any, worth: Any, step: float) -> Any:
    """With each of the class, the worth of the numbers that are equal; nothing where fewer than two are."""
    equal = np.abs(theirs - numbers[..., None, :]) <= step
    return np.where(equal.sum(axis=-1) > 1, (equal * worth).sum(axis=-1), 0.0)


def questions(topic: Topic, result: Result, given: dict[str, str], seed: int) -> list[str]:
    """Two questions about a student's own answers, of different kinds where there are two."""
    source = random.Random(seed)
    asked = [q for task in topic.tasks if (q := _question(task, result, given.get(task.name, ""), source))]
    return source.sample(asked, min(2, len(asked)))


def _question(task: Task, result: Result, given: str, source: random.Random) -> str:
    if isinstance(task, Implement | Argue):
        text = own(result.written.get(task.name, ""), given)
        if isinstance(task, Implement):
            lines = [line for line in map(str.strip, text.split("\n")) if len(line) > 15 and line[0] not in "#\"'"]
            line = source.choice(lines) if lines else ""
            return line and f"In {task.name} you wrote {line!r}. What does it do to the example, and why is it needed?"
        sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+", text) if len(part.split()) > 6]
        said = source.choice(sentences) if sentences else ""
        return said and f"You wrote: {shown(said, 300)!r} What would somebody say who disagrees, and what you to that?"
    value = result.values.get(task.name)
    if value is None:
        return ""
    if isinstance(task, ByHand):
        numbers = [(k, v) for k, v in value.items() if v is not None] if isinstance(value, dict) else []
        key, number = source.choice(numbers) if numbers else ("", 0)
        return key and f"In {task.name} you gave {key} = {shown(number, 40)}. Show me on your data how you came to it."
    spoil = ", and which change would spoil it" if isinstance(task, Build) else ""
    return f"Your {task.name} is {shown(value, 200)}. How did you find it{spoil}?"


def ideas(topic: Topic, results: Sequence[Result]) -> list[tuple[str, str, int]]:
    """For each task how many solved it, and how many had which wrong idea: task, what, how many."""
    outcomes = [outcome for result in results for outcome in result.outcomes]
    found = []
    for task in (task for task in topic.tasks if not isinstance(task, Argue)):
        own = [outcome for outcome in outcomes if outcome.task == task.name and outcome.earned is not None]
        found.append((task.name, f"all points, of {len(own)}", sum(outcome.full for outcome in own)))
        found += [(task.name, idea, n) for idea, n in Counter(o.idea for o in own if o.idea).most_common()]
    return found


def page(
    topic: Topic,
    found: Sequence[Finding],
    asked: dict[str, list[str]],
    had: Sequence[tuple[str, str, int]] = (),
    people: Sequence[Person] = (),
) -> str:
    """The report as HTML that loads nothing and runs nothing; `had` is what `ideas` returns."""
    called = {one.id: f"{one.id} ({one.name})" for one in people if one.name not in ("", one.id)}
    listed = (
        "".join(_section(finding, called) for finding in found)
        or "<p>Nothing in this class is more alike than chance makes it.</p>"
    )
    rows = "".join(
        f"<tr><td>{escape(called.get(student, student))}</td>{''.join(f'<td>{escape(q)}</td>' for q in each)}</tr>"
        for student, each in asked.items()
    )
    counted = "".join(f"<tr><td>{task}</td><td>{n}</td><td>{escape(what)}</td></tr>" for task, what, n in had)
    title = f"{topic.title}: what needs a person ({len(found)})"
    body = BODY.format(title=escape(title), findings=listed, ideas=counted, questions=rows)
    return pages.page(title, body, STYLE)


def _section(finding: Finding, called: dict[str, str]) -> str:
    who = escape(", ".join(called.get(student, student) for student in finding.students))
    sides = "".join(f"<div>{escape(name)}<pre>{escape(text[:4000])}</pre></div>" for name, text in finding.excerpts)
    shown_ = f'<details><summary>The answers</summary><div class="side">{sides}</div></details>' if sides else ""
    return f"<section><p><b>{who}</b> {escape(finding.said)}.</p>{shown_}</section>"

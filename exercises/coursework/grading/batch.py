"""Grade one submission, or all of them on every core. Whatever happens to one never stops the others."""

import os
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ..judging import Effort, Outcome, judge
from ..seeds import Student, course_of, hidden_seed
from ..tasks import Argue, ByHand, Task, Topic, find_topic
from .sandbox import Limits, printable
from .session import Session
from .submissions import RefusedError, Submission, read

EFFORT = Effort(examples=50, seconds=15.0)
LONGEST_ESSAY = 20_000
JUDGE_BYTES = 4 * 2**30


@dataclass(frozen=True)
class Result:
    """What came of one submission: outcomes by task, or the reason why there are none."""

    student: str
    outcomes: tuple[Outcome, ...] = ()
    refused: str = ""
    remarks: tuple[str, ...] = ()
    written: tuple[tuple[str, str], ...] = ()
    seconds: float = 0.0

    @property
    def earned(self) -> float:
        """Points for all that was judged here."""
        return sum(outcome.earned or 0 for outcome in self.outcomes)


@dataclass(frozen=True)
class Terms:
    """How a batch is graded."""

    key: str
    limits: Limits = field(default_factory=Limits)
    effort: Effort = EFFORT
    unsafe: bool = False


def grade(topic: str, student: str, path: Path, terms: Terms) -> Result:
    """Grade the notebook of one student; every failure becomes part of the result."""
    start = time.monotonic()
    try:
        result = grade_cells(find_topic(topic), student, read(path), terms)
    except RefusedError as reason:
        result = Result(student, refused=str(reason))
    except Exception as error:  # ours, not the student's: recorded as not graded
        result = Result(
            student, refused=f"the grader failed ({type(error).__name__}: {printable(error)}): tell its authors"
        )
    return replace(result, seconds=time.monotonic() - start)


def grade_cells(topic: Topic, name: str, submission: Submission, terms: Terms) -> Result:
    """Judge every task of a topic by the cells of a submission."""
    student = Student(name, course_of(terms.key))
    variants = {task.name: student.variant(task) for task in topic.tasks if isinstance(task, ByHand)}
    with Session(submission.code, variants, terms.limits, unsafe=terms.unsafe) as session:
        judge_one = partial(_judge_task, session=session, student=student, terms=terms)
        outcomes = tuple(map(judge_one, topic.tasks))
        remarks = session.remarks
    essays = {task.name: essay(submission, task.name) for task in topic.tasks if isinstance(task, Argue)}
    outcomes = tuple(outcome if essays.get(outcome.task, "x") else _empty(outcome) for outcome in outcomes)
    return Result(name, outcomes, "", remarks, tuple((submission.marked | essays).items()))


def _judge_task(task: Task, *, session: Session, student: Student, terms: Terms) -> Outcome:
    return judge(task, session, student, hidden_seed(terms.key, student.name, task.name), terms.effort)


def _empty(outcome: Outcome) -> Outcome:
    return replace(outcome, earned=0, said="Not yet: nothing is written.")


def essay(submission: Submission, task: str) -> str:
    """What the student wrote for a task that a person grades; "" for nothing.

    Where the cell is empty or has lost its mark, all that was written in the notebook is shown: nothing is lost.
    """
    prompt = "YOUR ANSWER HERE"
    everything = "\n\n".join(text for text in submission.texts if not text.lstrip().startswith("#"))
    text = submission.marked.get(task, "").replace(prompt, "").strip() or everything.replace(prompt, "").strip()
    return text.encode("utf-8", "replace").decode("utf-8")[:LONGEST_ESSAY]


def grade_all(topic: Topic, notebooks: dict[str, Path], terms: Terms, workers: int | None = None) -> Iterator[Result]:
    """Results as they come, on every core."""
    waiting = dict(notebooks)
    with ProcessPoolExecutor(workers or os.cpu_count(), initializer=limit_memory) as pool:
        futures = {pool.submit(grade, topic.name, name, path, terms): name for name, path in notebooks.items()}
        for future in as_completed(futures):
            try:
                result = future.result()
            except BrokenProcessPool:
                break
            del waiting[result.student]
            yield result
    for name, path in waiting.items():  # a worker was killed: go on one by one, to find out whose doing it was
        yield grade_alone(topic, name, path, terms)


def grade_alone(topic: Topic, name: str, path: Path, terms: Terms) -> Result:
    """Grade one submission in a process of its own, which may be killed."""
    with ProcessPoolExecutor(1, initializer=limit_memory) as pool:
        try:
            return pool.submit(grade, topic.name, name, path, terms).result()
        except BrokenProcessPool:
            return Result(
                name, refused="the process that graded it was killed, as if for its memory: look at it yourself"
            )


def limit_memory() -> None:
    """Let a judge that needs too much memory fail, and not be killed together with its neighbours."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (JUDGE_BYTES, most))


def progress_bar(done: int, total: int, width: int = 30) -> str:
    """A bar for a terminal."""
    filled = width * done // max(total, 1)
    return f"[{'#' * filled}{'.' * (width - filled)}] {done} of {total}"

"""Grade one submission, or all of them on every core. Whatever happens to one never stops the others."""

import gc
import hashlib
import os
import resource
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ..judging import NO_ESSAY, Effort, Outcome, judge
from ..seeds import Student, course_of, hidden_seed
from ..tasks import Argue, ByHand, Implement, Topic
from .roster import Roster
from .sandbox import Limits, UnavailableError, printable
from .session import Session
from .submissions import RefusedError, Submission, read, says_who
from .written import essay, misnamed, not_run, programs, shortened

EFFORT = Effort(examples=50, seconds=15.0)
JUDGE_BYTES = 4 * 2**30  # beside what it has when it starts
JUDGE_SECONDS = 180.0  # of processor time for one submission: more than it takes to hear a sandbox out to its end
LONGEST_WAIT = 300.0  # for a judge, since one that is short of memory can wait for ever without using any time
STATUS = Path("/proc/self/statm")
_terms: list["Terms"] = []  # of a judge's process, by its `prepare`


@dataclass(frozen=True)
class Result:
    """What came of one submission: outcomes by task, or the reason why there are none.

    By task, `written` is what a person is shown, `values` what numbers by hand and built answers hold, and `digests`
    say what a mark belongs to: an essay's text, or the whole file. `says` is whose the first cell says that it is,
    and `data_of` the name by which data by hand were drawn.
    """

    student: str
    outcomes: tuple[Outcome, ...] = ()
    refused: str = ""
    remarks: tuple[str, ...] = ()
    written: dict[str, str] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    says: str = ""
    data_of: str = ""
    digest: str = ""


@dataclass(frozen=True)
class Terms:
    """How a batch is graded; `given` holds what stood in the release, as `given_words` returns it.

    Who typed a name that calls nobody else on the `roster` has the data of that name.
    """

    key: str
    limits: Limits = field(default_factory=Limits)
    effort: Effort = EFFORT
    unsafe: bool = False
    given: frozenset[str] = frozenset()
    roster: Roster = field(default_factory=lambda: Roster([]))


def grade(topic: Topic, student: str, path: Path, terms: Terms) -> Result:
    """Grade the notebook of one student; every failure becomes part of the result."""
    try:
        return grade_cells(topic, student, read(path), terms)
    except RefusedError as reason:
        refused = str(reason)
    except UnavailableError as reason:
        refused = f"{reason}: grade it again"
    except Exception as error:  # ours, not the student's: recorded as not graded
        refused = f"the grader failed ({type(error).__name__}: {printable(error)}): tell its authors"
    return Result(student, refused=refused)


def grade_cells(topic: Topic, name: str, submission: Submission, terms: Terms) -> Result:
    """Judge every task of a topic by the cells of a submission."""
    said = (says_who(submission.code) or ("",))[0]
    typed = said if terms.roster.whose(said) == name else name
    student = Student(typed, course_of(terms.key))
    variants = {task.name: student.variant(task) for task in topic.tasks if isinstance(task, ByHand)}
    with Session(submission.code, variants, terms.limits, unsafe=terms.unsafe) as session:
        outcomes = [
            judge(task, session, student, hidden_seed(terms.key, name, task.name), terms.effort) for task in topic.tasks
        ]
        missed = any(isinstance(task, Implement) and not o.full for task, o in zip(topic.tasks, outcomes, strict=True))
        remarks = session.remarks(functions_missed=missed)
    judged = [task.name for task in topic.tasks if not isinstance(task, Argue)]
    essays = {task.name: essay(submission, task.name, terms.given) for task in topic.tasks if isinstance(task, Argue)}
    answers = programs(submission, [task.name for task in topic.tasks], terms.given) | essays
    whole = {task: hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for task, text in essays.items()}
    outcomes = [o if essays.get(o.task, "x") else replace(o, earned=0, said=NO_ESSAY) for o in outcomes]
    return Result(
        name,
        tuple(outcome.out_of(topic.points_of(task)) for task, outcome in zip(topic.tasks, outcomes, strict=True)),
        remarks=(*misnamed(submission, student), *not_run(submission, judged), *remarks),
        written={task: shortened(answer) for task, answer in answers.items() if answer},
        values=session.values,
        digests=dict.fromkeys(judged, submission.digest) | whole,
        says=said,
        data_of=typed,
        digest=submission.digest,
    )


def grade_all(topic: Topic, notebooks: dict[str, Path], terms: Terms, workers: int | None = None) -> Iterator[Result]:
    """Results as they come, on every core."""
    waiting = dict(notebooks)
    pool = judges(terms, min(workers or cores() or 1, max(len(waiting), 1)))
    try:
        futures = [pool.submit(grade_in_time, topic, name, path) for name, path in notebooks.items()]
        for future in as_completed(futures):
            result = future.result()
            del waiting[result.student]
            yield result
    except Exception:
        pass  # a worker was killed, perhaps before all names were handed out, or what it found could not be sent
    finally:  # also where somebody stops it: what has not begun does not begin
        pool.shutdown(cancel_futures=True)
    for name, path in waiting.items():  # to find out whose doing it was
        yield grade_alone(topic, name, path, terms)


def grade_alone(topic: Topic, name: str, path: Path, terms: Terms) -> Result:
    """Grade one submission in a process of its own, which may be killed."""
    with judges(terms, 1) as pool:
        try:
            return pool.submit(grade_in_time, topic, name, path).result()
        except BrokenProcessPool:
            return Result(
                name, refused="the process that graded it was killed, as if for its memory or time: look at it yourself"
            )
        except Exception as error:
            return Result(name, refused=f"what the grader found could not be sent ({type(error).__name__})")


def cores() -> int | None:
    """How many cores this process may use, where the system says so: each judge needs one, since limits are of time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def judges(terms: Terms, workers: int | None) -> ProcessPoolExecutor:
    """Processes that grade on these terms; told once: much that waits in a pipe hangs a pool whose worker dies."""
    return ProcessPoolExecutor(workers, initializer=prepare, initargs=(terms,))


def prepare(terms: Terms) -> None:
    """Begin a judge's process."""
    _terms.append(terms)
    limit_memory()


def grade_in_time(topic: Topic, name: str, path: Path) -> Result:
    """Grade one submission in a process that may die of it: whatever holds the judge, it ends, also in a library."""
    signal.setitimer(signal.ITIMER_PROF, JUDGE_SECONDS)  # nobody handles these signals, and unhandled they kill
    signal.setitimer(signal.ITIMER_REAL, LONGEST_WAIT)
    try:
        return grade(topic, name, path, _terms[-1])
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        gc.collect()  # what was handed back lies in cycles, and the next one shall not start with it


def limit_memory() -> None:
    """Let a judge that needs too much memory fail, and not be killed together with its neighbours."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each thread of a library still to load takes address space
    if STATUS.exists():
        now = int(STATUS.read_text().split()[0]) * resource.getpagesize()
        highest = resource.getrlimit(resource.RLIMIT_AS)[1]
        most = now + JUDGE_BYTES if highest == resource.RLIM_INFINITY else min(now + JUDGE_BYTES, highest)
        resource.setrlimit(resource.RLIMIT_AS, (most, highest))


def progress_bar(done: int, total: int, width: int = 30) -> str:
    """A bar for a terminal."""
    filled = width * done // max(total, 1)
    return f"[{'#' * filled}{'.' * (width - filled)}] {done} of {total}"

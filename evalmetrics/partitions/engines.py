"""Who counts the parts: this process, several, or a cluster. An engine only maps, and adds up in a tree."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import chain
from multiprocessing import get_context
from typing import Any

from ..inputs import arguments
from ..kinds.base import quietly
from ..resampling.progress import with_bar
from .reading import Reader, Samples

Numbered = tuple[int, Any]
Try = Callable[[Numbered], Any]


class PartError(RuntimeError):
    """A part could not be counted, twice: nothing was scored, since a score without it would be another one."""


def tried(count: Callable[[Any], Any], numbered: Numbered) -> Any:
    """Count a part, a second time where the first fails, and say which part it was."""
    number, part = numbered
    for _ in range(2):
        try:
            return count(part)
        except Exception as error:  # whatever it is: a disk that is away for a moment, say
            why = error
    raise PartError(f"{named(number, part)}: {type(why).__name__}: {arguments.cut(str(why), 450)}") from why


def named(number: int, part: Any) -> str:
    return f"part {number}" if isinstance(part, tuple) else f"part {number} ({arguments.shown(part)})"


def added_up(engine: Any, count: Callable[[Any], Any], parts: Iterable[Any]) -> Any:
    total = len(parts) if isinstance(parts, Sized) else None
    numbered, trying = enumerate(parts), partial(tried, count)
    if hasattr(engine, "submit") and hasattr(engine, "gather"):
        return _on_a_cluster(engine, trying, numbered)
    return in_a_tree(with_bar(_mapped(engine, trying, numbered), total, "parts", size=lambda _: 1))


def _mapped(engine: Any, trying: Try, numbered: Iterator[Numbered]) -> Iterator[Any]:
    if engine is None:
        return map(trying, numbered)
    if engine == "processes":
        return _in_processes(trying, numbered)
    if isinstance(engine, Executor):
        return _in_order(engine, trying, numbered)
    if type(engine).__module__.partition(".")[0] == "joblib":
        return iter(engine((trying, (each,), {}) for each in numbered))
    if callable(engine):
        return iter(engine(trying, numbered))
    raise TypeError(
        'engine must be None (a loop), "processes", an Executor of concurrent.futures, a joblib.Parallel, a client of '
        f"Dask, or a function like map; got {engine!r}"
    )


@quietly()
def of_batches(reader: Reader, of_batch: Callable[[Samples], Any], part: Any) -> Any:
    return in_a_tree(map(of_batch, reader.batches(part)))


def sum_of(one: Any, other: Any) -> Any:
    return one if other is None else other if one is None else one + other


def in_a_tree(values: Iterable[Any]) -> Any:
    """The sum of values, each of which is part of few additions: what is long, like a ranking, is copied few times."""
    waiting: list[tuple[int, Any]] = []  # sums of 1, 2, 4, ... values
    for value in values:
        height = 0
        while waiting and waiting[-1][0] == height:
            value, height = sum_of(waiting.pop()[1], value), height + 1
        waiting.append((height, value))
    while len(waiting) > 1:
        (_, last), (height, before) = waiting.pop(), waiting.pop()
        waiting.append((height, sum_of(before, last)))
    return waiting[0][1] if waiting else None


def _in_order(engine: Executor, trying: Try, numbered: Iterator[Numbered]) -> Iterator[Any]:
    """Results of an executor, with few parts on their way, so that parts that are made on demand need not all exist."""
    running: deque[Future[Any]] = deque()
    limit = 2 * (getattr(engine, "_max_workers", None) or 4)  # so that none waits while a result is fetched
    for each in numbered:
        running.append(engine.submit(trying, each))
        if len(running) >= limit:
            yield running.popleft().result()
    while running:
        yield running.popleft().result()


def _in_processes(trying: Try, numbered: Iterator[Numbered]) -> Iterator[Any]:
    """Results of as many processes as there are processors; where one is killed, what they had is counted again."""
    waiting, killed = numbered, Counter[int]()
    while True:
        running: deque[Numbered] = deque()
        with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
            try:
                for result in _in_order(pool, trying, _noted(waiting, running)):
                    running.popleft()
                    yield result
                return
            except BrokenProcessPool as error:
                killed.update(number for number, _ in running)
                for number, part in running:
                    if killed[number] > 2:  # twice may be the fault of a part that was counted beside it
                        raise PartError(f"{named(number, part)}: its process was killed three times") from error
                waiting = chain(list(running), waiting)


def _noted(numbered: Iterable[Numbered], running: deque[Numbered]) -> Iterator[Numbered]:
    for each in numbered:
        running.append(each)
        yield each


def _on_a_cluster(client: Any, trying: Try, numbered: Iterator[Numbered]) -> Any:
    """The sum by a client of Dask, whose scheduler starts again what a killed worker had."""
    parts, futures = {}, {}
    for number, part in numbered:
        future = client.submit(trying, (number, part), pure=False)
        parts[future.key], futures[future.key] = (number, part), future
    level = list(futures.values())
    while len(level) > 1:
        pairs = [client.submit(sum_of, *level[i : i + 2], pure=False) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    try:
        return level[0].result() if level else None
    except PartError:
        raise
    except Exception as error:  # the scheduler gave a part up
        failed = [parts[key] for key, future in futures.items() if future.status == "error"]
        of = ", ".join(named(*each) for each in failed) or "adding parts up"
        raise PartError(f"{of}: {type(error).__name__}: {error}") from error

"""A whole submission in sandboxes: its cells are run, a cell that breaks the sandbox is left out, and answers asked.

Functions are asked for in a closed sandbox, where no library holds the answer. Where a cell failed in it, as one that
computes with such a library does, values are asked for in an open one.
"""

import contextlib
import json
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ..answers import FailedError, GaveUpError
from ..exchange import arguments_in
from ..judging import shown
from .sandbox import TOO_LONG, BrokenError, Limits, Sandbox, UnavailableError, printable

UNREADABLE = ("KeptOutError", "cannot be read")  # says the runner of what stands for a figure, or for its values
LONGEST_VALUE = 50_000  # as JSON; a longer one is not kept
USED_UP = "the time for all cells was used up before it"


class OutOfTimeError(GaveUpError):
    """The submission has used up its time."""


class Session:
    """The answers of one submission, as `answers.Answers`; a context manager that ends its sandboxes."""

    def __init__(self, code: list[str], variants: Any, limits: Limits, *, unsafe: bool = False) -> None:
        self._code, self._variants, self._limits, self._unsafe = code, variants, limits, unsafe
        self._open = contextlib.ExitStack()
        self._sandboxes: dict[bool, Sandbox] = {}  # by whether they are closed, as are the next two
        self._left_out: dict[bool, dict[int, str]] = {True: {}, False: {}}
        self._raised: dict[bool, dict[int, str]] = {}
        self._stuck: dict[str, str] = {}
        self._values_are_in_open = False
        self.values: dict[str, Any] = {}  # that were read, for the report of what needs a person
        self._end = time.monotonic() + limits.total_seconds

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def remarks(self, *, functions_missed: bool) -> tuple[str, ...]:
        """What went wrong while the cells ran, cell by cell; also in the closed sandbox, where functions missed points.

        Otherwise what a library's absence led to in it is nobody's news.
        """
        found = self._said(closed=False not in self._raised)
        if functions_missed:
            found = {i: f"{what} (where functions are graded)" for i, what in self._said(closed=True).items()} | found
        return tuple(f"{self._called(i)} {what}." for i, what in sorted(found.items()))

    def _said(self, *, closed: bool) -> dict[int, str]:
        raised = self._raised.get(closed, {})
        failed = {i: f"raised {why}" for i, why in raised.items() if why != "NotImplementedError"}
        return failed | {i: f"was left out: {why}" for i, why in self._left_out[closed].items()}

    def _called(self, cell: int) -> str:
        """A cell by its number and its first line, since notebooks show no such numbers."""
        lines = [line for line in self._code[cell].splitlines() if line.strip()]
        return f"Code cell {cell + 1} ({printable(lines[0] if lines else '', 40)})"

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """What the notebook's function of that name returns, in the closed sandbox."""
        if name in self._stuck:
            raise GaveUpError(self._stuck[name])
        if self._remaining() < self._limits.value_seconds:
            seconds = self._limits.total_seconds - self._limits.value_seconds
            raise OutOfTimeError(f"cells and functions together took more than {seconds:g} seconds")
        sandbox = self._sandbox(closed=True)
        try:
            return sandbox.call(name, arguments_in(arguments))
        except FailedError as reason:
            if str(reason).startswith("LookupError: nothing") and (cell := self._lost_with(name, closed=True)):
                raise FailedError(cell) from None
            raise
        except BrokenError as reason:
            given = ", ".join(f"{key} = {shown(value)}" for key, value in arguments.items())
            self._stuck[name] = f"{name} gave no answer for {given}: {reason}"
            self._end_all()
            raise GaveUpError(self._stuck[name]) from None

    def value(self, name: str) -> Any:
        """What the notebook left under that name: in the open sandbox unless the closed one ran all cells."""
        if not self._values_are_in_open:
            sandbox = self._sandbox(closed=True)
            if not self._raised[True] and not self._left_out[True]:
                try:
                    return self._value(name, sandbox)
                except FailedError as reason:
                    if not any(words in str(reason) for words in UNREADABLE):
                        raise
            self._values_are_in_open = True  # in which a cell may do that took too long
            before = self._left_out[True].items()
            self._left_out[False] = {i: why for i, why in before if why not in (TOO_LONG, USED_UP)}
        sandbox = self._sandbox(closed=False)
        try:
            value = self._value(name, sandbox)
        except FailedError as reason:
            if cell := self._lost_with(name, closed=False):
                raise FailedError(cell) from reason
            raise
        if value is None and (cell := self._lost_with(name, closed=False)):
            raise FailedError(cell)
        return value

    def _lost_with(self, name: str, *, closed: bool) -> str:
        """The cell that would have set a name and was left out, or raised something; "" for none."""
        word = re.escape(name)
        sets = re.compile(rf"^[ \t]*(async )?(def|class) +{word}\b|^[ \t]*{word}\b[^\n=(]*=(?!=)", re.MULTILINE)
        what = {i: f"raised {why}" for i, why in self._raised.get(closed, {}).items() if sets.search(self._code[i])}
        says = re.compile(rf"\b{word}\b")
        what |= {i: f"was left out: {why}" for i, why in self._left_out[closed].items() if says.search(self._code[i])}
        return f"{self._called(max(what))} {what[max(what)]}" if what else ""

    def _value(self, name: str, sandbox: Sandbox) -> Any:
        try:
            value = sandbox.value(name)
        except BrokenError as reason:
            self._end_all()
            raise FailedError(f"{name} could not be read, {reason}") from None
        if len(json.dumps(value)) <= LONGEST_VALUE:
            self.values[name] = value
        return value

    def _sandbox(self, *, closed: bool) -> Sandbox:
        """One that has run the cells. There is never more than one, so that the open one cannot help the closed."""
        self._remaining()
        while closed not in self._sandboxes:
            self._end_all()
            started = self._started(closed=closed)
            if self._run_cells(started, closed=closed):
                self._sandboxes[closed] = started
        return self._sandboxes[closed]

    def _started(self, *, closed: bool) -> Sandbox:
        sandbox = Sandbox(closed=closed, variants=self._variants, limits=self._limits, unsafe=self._unsafe)
        try:
            return self._open.enter_context(sandbox)
        except BrokenError as reason:
            raise UnavailableError(f"its sandbox did not start ({reason})") from None

    def _run_cells(self, sandbox: Sandbox, *, closed: bool) -> bool:
        """Run all cells, and what missed a name in them once more; False if a cell broke the sandbox."""
        raised: dict[int, str] = {}
        left_out = self._left_out[closed]
        most = self._limits.cell_seconds if closed else self._limits.open_cell_seconds
        spare = self._remaining() - most - self._limits.call_seconds  # for the last cell, and to read what they left
        end = time.monotonic() + min(self._limits.cells_seconds, spare)

        def survives(cell: int, run: Callable[..., None]) -> bool:
            try:
                run(seconds=min(most, self._remaining()))
            except FailedError as reason:
                raised[cell] = str(reason)
            except BrokenError as reason:
                left_out[cell] = str(reason)
                return False
            return True

        for i in [i for i in range(len(self._code)) if i not in left_out]:
            if time.monotonic() >= end:
                left_out[i] = USED_UP
            elif not survives(i, partial(sandbox.run, self._code[i], cell=i)):
                return False
        for i in [i for i, why in raised.items() if "NameError" in why and time.monotonic() < end]:
            del raised[i]
            if not survives(i, partial(sandbox.run_again, i)):
                return False
        self._raised[closed] = raised
        return True

    def _end_all(self) -> None:
        self._open.close()
        self._sandboxes.clear()

    def _remaining(self) -> float:
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise OutOfTimeError(f"the {self._limits.total_seconds:g} seconds for the whole notebook are used up")
        return seconds

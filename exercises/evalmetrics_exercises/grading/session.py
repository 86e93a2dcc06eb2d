"""A whole submission in sandboxes: its cells are run, a cell that breaks the sandbox is left out, and answers asked.

Functions are asked for in a closed sandbox, where no library holds the answer. Where a cell failed in it, as one that
computes with such a library does, values are asked for in an open one.
"""

import contextlib
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ..answers import FailedError, GaveUpError
from ..exchange import arguments_in
from ..judging import shown
from .sandbox import TOO_LONG, BrokenError, Limits, Sandbox, UnavailableError, printable

UNREADABLE = ("KeptOutError", "cannot be read")  # says the runner of what stands for a library, or for its values
USED_UP = "the time for all cells was used up before it"
FOR_TIME = (TOO_LONG, USED_UP)  # reasons to leave out a cell that may do with a library, or with time of its own


class OutOfTimeError(GaveUpError):
    """The submission has used up its time."""


class Session:
    """The answers of one submission, as `answers.Answers`; a context manager that ends its sandboxes."""

    def __init__(self, code: list[str], variants: Any, limits: Limits, *, unsafe: bool = False) -> None:
        self._code, self._variants, self._limits, self._unsafe = code, variants, limits, unsafe
        self._open = contextlib.ExitStack()
        self._sandboxes: dict[bool, Sandbox] = {}
        self._left_out: dict[int, str] = {}
        self._left_out_at_first: dict[int, str] = {}
        self._stuck: dict[str, str] = {}
        self._raised: dict[bool, dict[int, str]] = {}
        self._restarts = 0
        self._given_again = False
        self._end = time.monotonic() + limits.total_seconds
        self._cells_took, self._again = 0.0, limits.again_seconds

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def remarks(self, *, functions_missed: bool) -> tuple[str, ...]:
        """What went wrong while the cells ran, cell by cell; also in the closed sandbox, where functions missed points.

        Otherwise what a library's absence led to in it is nobody's news.
        """
        found = self._said(self._raised.get(False, self._raised.get(True, {})), self._left_out)
        if functions_missed:
            closed = self._said(self._raised.get(True, {}), self._left_out_at_first)
            found = {i: f"{what} (where functions are graded)" for i, what in closed.items()} | found
        return tuple(f"{self._called(i)} {what}." for i, what in sorted(found.items()))

    @staticmethod
    def _said(raised: dict[int, str], left_out: dict[int, str]) -> dict[int, str]:
        failed = {i: f"raised {why}" for i, why in raised.items() if why != "NotImplementedError"}
        return failed | {i: f"was left out: {why}" for i, why in left_out.items()}

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
            self._restart()
            raise GaveUpError(self._stuck[name]) from None

    def value(self, name: str) -> Any:
        """What the notebook left under that name: in the open sandbox unless the closed one ran all cells."""
        if True not in self._raised:
            self._sandbox(closed=True)
        if not self._raised[True] and not self._left_out and not self._given_again:
            try:
                return self._value(name, closed=True)
            except FailedError as reason:
                if not any(words in str(reason) for words in UNREADABLE):
                    raise
        if not self._given_again:  # the same cells once more: they get the same time once more
            self._given_again, self._end = True, time.monotonic() + self._limits.total_seconds
            self._restarts, self._left_out_at_first = 0, self._left_out
            self._left_out = {i: why for i, why in self._left_out.items() if why not in FOR_TIME}
        try:
            value = self._value(name, closed=False)
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
        what |= {i: f"was left out: {why}" for i, why in self._left_out.items() if says.search(self._code[i])}
        return f"{self._called(max(what))} {what[max(what)]}" if what else ""

    def _value(self, name: str, *, closed: bool) -> Any:
        sandbox = self._sandbox(closed=closed)
        try:
            return sandbox.value(name)
        except BrokenError as reason:
            self._restart()
            raise FailedError(f"{name} could not be read, {reason}") from None

    def _sandbox(self, *, closed: bool) -> Sandbox:
        """One that has run the cells. There is never more than one, so that the open one cannot help the closed."""
        self._remaining()
        while closed not in self._sandboxes:
            self._end_all()
            started, start = self._started(closed=closed), time.monotonic()
            whole = self._run_cells(started, closed=closed)
            self._cells_took = time.monotonic() - start
            if whole:
                self._sandboxes[closed] = started
            else:
                self._restart()
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
        most = self._limits.cell_seconds if closed else self._limits.open_cell_seconds
        for i in [i for i in range(len(self._code)) if i not in self._left_out]:
            if self._remaining() < self._limits.value_seconds + self._limits.call_seconds:
                self._left_out[i] = USED_UP
            elif not self._survives(i, raised, partial(sandbox.run, self._code[i], cell=i), most):
                return False
        for i in [i for i, why in raised.items() if "NameError" in why]:
            del raised[i]
            if not self._survives(i, raised, partial(sandbox.run_again, i), most):
                return False
        self._raised[closed] = raised
        return True

    def _survives(self, cell: int, raised: dict[int, str], run: Callable[..., None], most: float) -> bool:
        seconds = min(most, self._remaining())
        try:
            run(seconds=seconds)
        except FailedError as reason:
            raised[cell] = str(reason)
        except BrokenError as reason:
            self._left_out[cell] = str(reason)
            return False
        return True

    def _restart(self) -> None:
        """End the sandbox; the next question starts a new one, in which the cells get once more the time they took."""
        self._end_all()
        extra = min(self._again, self._cells_took + self._limits.call_seconds)
        self._again, self._end, self._cells_took = self._again - extra, self._end + extra, 0.0
        self._restarts += 1

    def _end_all(self) -> None:
        self._open.close()
        self._sandboxes.clear()

    def _remaining(self) -> float:
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise OutOfTimeError(f"the {self._limits.total_seconds:g} seconds for the whole notebook are used up")
        if self._restarts > self._limits.restarts:
            raise OutOfTimeError(f"the notebook broke its sandbox {self._restarts} times")
        return seconds

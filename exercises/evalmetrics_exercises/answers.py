"""Where answers come from: a notebook that is running here, or a sandbox (see `evalmetrics_exercises.grading`)."""

import contextlib
import gc
import io
import json
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from .exchange import arguments_in, arguments_out, plain
from .libraries import imports_noted

CALL_SECONDS = 5.0  # here and in the sandbox


class FailedError(Exception):
    """There is no answer, for a reason that the student should read."""


class GaveUpError(FailedError):
    """There is no answer, and it is no use to ask again with another input."""


class Answers(Protocol):
    """Something that can be asked for a student's answers; it raises `FailedError` where there is none."""

    def value(self, name: str) -> Any:
        """What the variable of that name holds, as plain data."""

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """What the function of that name returns, as plain data."""


class _TooLongError(BaseException):
    """The time for a call is over; no `except Exception` of a student's keeps it."""


class Here:
    """Answers that live in this very process: a student's own notebook, or a test."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names
        self.imported: set[str] = set()  # by the functions, of what is not there when they are graded

    def value(self, name: str) -> Any:
        """What the variable of that name holds."""
        if name not in self._names:
            raise FailedError(f"nothing in the notebook is called {name}")
        return self._plain(self._names[name])

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """What the function of that name returns for a copy of the arguments, made as on the way into a sandbox.

        What it prints is not shown.
        """
        function = self._names.get(name)
        if not callable(function):
            raise FailedError(f"{name} is not a function")
        given = arguments_out(json.loads(json.dumps(arguments_in(arguments))))
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()), imports_noted(self.imported):
            warnings.simplefilter("ignore")
            try:
                with failures(), interrupted_after(CALL_SECONDS):
                    result = function(**given)
            except _TooLongError:
                raise GaveUpError(f"{name} gave no answer within {CALL_SECONDS:g} seconds for {arguments}") from None
        return self._plain(result)

    @staticmethod
    def _plain(value: Any) -> Any:
        with failures("what came back cannot be read: "):
            return plain(value)


@contextlib.contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Interrupt what takes longer, where a signal can: in the main thread, not on Windows or the web.

    On a machine that others use, what computes has four times as long by the clock.
    """
    used, end = time.process_time() + 0.9 * seconds, time.monotonic() + 4 * seconds

    def interrupt(*_: Any) -> None:
        if time.process_time() > used or time.monotonic() > end:
            raise _TooLongError

    if (
        not hasattr(signal, "setitimer")
        or sys.platform == "emscripten"
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return
    before, callbacks = signal.signal(signal.SIGALRM, interrupt), gc.callbacks[:]
    gc.callbacks.clear()  # Hypothesis has one: what is raised in there is lost
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)  # again and again: what is raised in a finalizer is lost, too
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        gc.callbacks[:] = callbacks


@contextlib.contextmanager
def failures(before: str = "") -> Iterator[None]:
    """Whatever a student's code raises, `sys.exit` too, as a `FailedError`; only the stop button stops."""
    try:
        yield
    except (KeyboardInterrupt, _TooLongError):
        raise
    except BaseException as error:
        raise FailedError(before + described(error)) from None


def described(error: BaseException) -> str:
    """Type and message of an exception, also of one that cannot be printed."""
    try:
        said = str(error)
    except Exception:
        said = "a message that cannot be shown"
    return f"{type(error).__name__}: {said}".rstrip(": ")

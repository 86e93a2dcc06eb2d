"""Where answers come from: a notebook that is running here, or a sandbox (see `coursework.grading`)."""

import contextlib
import copy
import io
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from .exchange import plain


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


class Here:
    """Answers that live in this very process: a student's own notebook, or a test."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names

    def value(self, name: str) -> Any:
        """What the variable of that name holds."""
        if name not in self._names:
            raise FailedError(f"nothing in the notebook is called {name}")
        return self._plain(self._names[name])

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """What the function of that name returns for a copy of the arguments; what it prints is not shown."""
        function = self._names.get(name)
        if not callable(function):
            raise FailedError(f"{name} is not a function")
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            with failures():
                result = function(**copy.deepcopy(arguments))
        return self._plain(result)

    @staticmethod
    def _plain(value: Any) -> Any:
        with failures("what came back cannot be read: "):
            return plain(value)


@contextlib.contextmanager
def failures(before: str = "") -> Iterator[None]:
    """Whatever a student's code raises, `sys.exit` too, as a `FailedError`; only the stop button stops."""
    try:
        yield
    except KeyboardInterrupt:
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

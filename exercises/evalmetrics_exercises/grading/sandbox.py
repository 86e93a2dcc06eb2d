"""The process in which a student's code runs, seen from outside: how it is confined, asked and ended."""

import contextlib
import ctypes
import errno
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalmetrics.execution import seccomp, walls

from ..answers import CALL_SECONDS, FailedError
from ..exchange import plain
from . import inside
from .watcher import Watcher

HERE = Path(__file__).parent
RUNNER, EXCHANGE = HERE / "runner.py", HERE.parent / "exchange.py"
INSIDE = (RUNNER, HERE / "magics.py", HERE / "stand_ins.py", EXCHANGE)  # what of ours lies in the sandbox

INSTALL = "apt-get install bubblewrap"
OPTIONS = ["-s", "-P", "-B"]  # nothing from a user's own folders, nothing written beside sources
PR_SET_THP_DISABLE = 41
STARTS = 5  # tries; another sandbox may keep the kernel from starting a program for a moment, by opening its file
START_SECONDS = 20.0


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    cell_seconds: float = 10.0
    open_cell_seconds: float = 20.0  # where all libraries are, which take their time to be imported
    cells_seconds: float = 60.0  # all cells, whenever they run: for values, or once more since something broke them
    call_seconds: float = CALL_SECONDS
    total_seconds: float = 200.0
    value_seconds: float = 90.0  # of the total, kept for values
    memory_bytes: int = 3 * 2**30
    file_bytes: int = 16 * 2**20
    scratch_bytes: int = 64 * 2**20
    scratch_files: int = 10_000
    table_bytes: int = 256 * 2**20
    value_bytes: int = 8 * 2**20  # three columns of 100,000 numbers, the most that a task takes
    reply_bytes: int = 2**16


TOO_LONG = "it took too long"


class UnavailableError(Exception):
    """Student code cannot be confined here."""


class BrokenError(Exception):
    """The process has ended, is stuck or no longer answers the question that was asked."""


class EndedError(BrokenError):
    """The process has ended."""


def require(unsafe: bool = False) -> None:
    """Raise `UnavailableError` unless a sandbox can be made here."""
    if unsafe:
        return
    if shutil.which("bwrap") is None:
        raise UnavailableError(
            f"bubblewrap is needed to keep student code away from this machine: {INSTALL}. On other systems than "
            "Linux, grade in a Linux container (exercises/README.md says how)."
        )
    try:
        with Sandbox(closed=True) as sandbox:
            sandbox.run("import numpy", 20)
    except (BrokenError, FailedError, NotImplementedError) as error:
        raise UnavailableError(f"bubblewrap is installed but cannot make a sandbox here: {error}") from None


class Sandbox:
    """One confined process that has run nothing yet; a context manager that ends it whatever it does.

    `closed`: only the building blocks are there, no library that holds answers. `unsafe`: not confined at all.
    """

    def __init__(
        self, *, closed: bool, variants: Any = None, limits: Limits | None = None, unsafe: bool = False
    ) -> None:
        self.limits = limits or Limits()
        self.closed, self.unsafe = closed, unsafe
        self._variants = variants or {}
        self._asked = 0
        self._received = bytearray()
        self._pid = 0
        self._watcher: Watcher | None = None

    def __enter__(self) -> "Sandbox":
        for _ in range(STARTS - 1):
            with contextlib.suppress(EndedError):
                return self._begin()
        return self._begin()

    def _begin(self) -> "Sandbox":
        self._asked, self._received = 0, bytearray()
        with contextlib.ExitStack() as ending:
            with contextlib.ExitStack() as given_away:
                requests, self._requests = os.pipe()
                self._replies, replies = os.pipe()
                self._words, words = os.pipe()  # bubblewrap's; the runner lets go of it before it runs anything
                for ours, theirs in ((self._requests, requests), (self._replies, replies), (self._words, words)):
                    ending.callback(os.close, ours)
                    given_away.callback(os.close, theirs)
                    os.set_blocking(ours, False)  # some kernels call a pipe readable that has nothing in it
                self._start(requests, replies, words)
            ending.callback(self._stop)
            self._prepare()
            if not self.unsafe:  # not sooner: until bubblewrap is done, /tmp is the machine's
                self._watcher = ending.enter_context(self._watched())
            self._ending = ending.pop_all()
        return self

    def _prepare(self) -> None:
        try:
            self._ask({"do": "prepare", **self._preparation()}, START_SECONDS)
        except FailedError as reason:  # nothing of a student's has run
            raise BrokenError(f"it cannot be prepared: {reason}") from None

    def _start(self, requests: int, replies: int, words: int) -> None:
        python, ends = os.path.realpath(sys.executable), [str(requests), str(replies)]
        if self.unsafe:
            self._popen([sys.executable, *OPTIONS, str(RUNNER), *ends, str(EXCHANGE)], [requests, replies], words)
            return
        refuse_huge_pages()
        command = [python, *OPTIONS, "-S", f"/{RUNNER.name}", *ends, f"/{EXCHANGE.name}"]
        with walls.around(command, INSIDE, self.limits.scratch_bytes, inside.packages(self.closed)) as walled:
            self._popen(walled.command, [requests, replies, *walled.handed], words)
        self._pid = walled.pid

    def _popen(self, command: list[str], handed: list[int], words: int) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                pass_fds=handed,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=words,
                env={"HOME": "/tmp", "PATH": os.environ.get("PATH", ""), **walls.ENVIRONMENT},
                start_new_session=True,
            )
        except OSError as error:
            if error.errno != errno.ETXTBSY:
                raise
            raise EndedError("the file of its program was open elsewhere") from None

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    def _watched(self) -> Watcher:
        try:
            return Watcher(self._pid, self._kill, files=self.limits.scratch_files, tables=self.limits.table_bytes)
        except OSError as error:
            raise BrokenError(f"the system does not show what to watch: {error}") from None

    def _stop(self) -> None:
        self._kill()
        self._process.wait()

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # bubblewrap's; what is inside dies with it

    def run(self, source: str, seconds: float | None = None, cell: int = 0) -> None:
        """Execute a cell; `FailedError` says what it raised."""
        self._ask({"do": "run", "cell": cell, "source": source}, seconds or self.limits.cell_seconds)

    def run_again(self, cell: int, seconds: float) -> None:
        """Execute what missed a name in a cell, now that all the others have run."""
        self._ask({"do": "run again", "cell": cell}, seconds)

    def value(self, name: str) -> Any:
        """What the notebook left under a name, as plain data."""
        return self._ask({"do": "value", "name": name}, self.limits.call_seconds, self.limits.value_bytes)

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """What the notebook's function of that name returns, as plain data; see `exchange.arguments_in`."""
        return self._ask({"do": "call", "name": name, "arguments": arguments}, self.limits.call_seconds)

    def _preparation(self) -> dict[str, Any]:
        limits = {"RLIMIT_CORE": 1}  # with 0 Linux still starts a program that collects what is left of others
        if not self.unsafe:
            limits |= {
                "RLIMIT_AS": self.limits.memory_bytes,
                "RLIMIT_FSIZE": self.limits.file_bytes,
                "RLIMIT_NOFILE": 64,
                "RLIMIT_SIGPENDING": 64,
                "RLIMIT_MEMLOCK": 0,
                "RLIMIT_CPU": int(self.limits.total_seconds) + 5,
            }
        paths = [path for path in sys.path if path] if self.unsafe else [inside.PACKAGES, f"{inside.PACKAGES}/site"]
        kept_out = inside.kept_out() if self.closed else []
        rules = "" if self.unsafe else seccomp.last_program().hex()
        return {
            "limits": limits, "filter": rules, "paths": paths, "kept_out": kept_out, "variants": self._variants,
        }  # fmt: skip

    def _ask(self, request: dict[str, Any], seconds: float, most: int | None = None) -> Any:
        end = time.monotonic() + seconds
        self._asked += 1
        self._send(json.dumps({"id": self._asked, **request}).encode() + b"\n", end)
        reply = self._receive(end, most or self.limits.reply_bytes)
        if not isinstance(reply, dict) or reply.get("id") != self._asked:
            raise BrokenError("it answered a question that was not asked")
        if "error" in reply:
            raise FailedError(printable(reply["error"]))
        try:
            return plain(reply.get("value"))
        except TypeError as error:
            raise FailedError(f"what came back cannot be read: {error}") from None

    def _send(self, data: bytes, end: float) -> None:
        while data:
            self._wait([], [self._requests], end)
            try:
                data = data[os.write(self._requests, data[:65536]) :]
            except BlockingIOError:
                continue
            except OSError:
                raise EndedError(self._last_words()) from None

    def _receive(self, end: float, most: int) -> Any:
        searched = 0
        while (newline := self._received.find(b"\n", searched)) < 0:
            searched = len(self._received)
            self._wait([self._replies], [], end)
            try:
                piece = os.read(self._replies, 65536)
            except BlockingIOError:
                continue
            if not piece:
                raise EndedError(self._last_words())
            self._received += piece
            if len(self._received) > most:
                raise BrokenError(f"it handed back more than {most:,} characters")
        line = bytes(self._received[:newline])
        del self._received[: newline + 1]
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise BrokenError("it handed back something that is not JSON") from None

    def _wait(self, readable: list[int], writable: list[int], end: float) -> None:
        left = end - time.monotonic()  # looked at first: who sends a byte at a time is always readable
        if left <= 0 or not any(select.select(readable, writable, [], left)):
            raise BrokenError(TOO_LONG)

    def _last_words(self) -> str:
        if self._watcher and self._watcher.excess:
            return self._watcher.excess
        words = b""
        with contextlib.suppress(BlockingIOError):
            words = os.read(self._words, 300)
        return f"it ended: {printable(words.decode(errors='replace'))}" if words.startswith(b"bwrap") else "it ended"


def refuse_huge_pages() -> None:
    """Have this process and all that it starts do without huge pages: what is left of one cut short counts nowhere."""
    ctypes.CDLL(None).prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0)


def printable(text: Any, longest: int = 300) -> str:
    """Text from the sandbox, safe to store and to show: one line of printable characters, cut short."""
    shown = "".join(c if c.isprintable() else " " for c in str(text)[: 2 * longest])
    shown = " ".join(shown.split()).encode("utf-8", "replace").decode("utf-8")
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"

"""Run a program in a process of its own, with limits on its time and memory: no sandbox, but for one within walls."""

import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from ast import literal_eval
from contextlib import ExitStack, suppress
from math import ceil, nan
from pathlib import Path
from typing import Any

from . import walls
from .program import READY

INSIDE = Path(__file__).with_name("program.py")
ISOLATED = ["-I", "-S", "-B"]  # no settings from outside, no installed packages, nothing written beside modules
MEGABYTE = 10**6
SCRATCH = 16 * MEGABYTE  # what a program within walls may keep in its /tmp
STEP = 0.01  # seconds between two measurements of memory: few a second would miss what grows fast
LONGEST_REPORT = 2000  # characters; a token of 64, the name of an exception of at most 80 and a number need fewer
ENFORCED = sys.platform == "linux"  # whether the system itself holds a process to its address space


def outcome(
    program: str, test: str, timeout: float, memory: float | None, *, within_walls: bool = False
) -> tuple[str, float]:
    """What came of a program followed by its test, and the seconds of processor time that both took.

    "passed", the name of an exception, "timeout", "memory", or "died" for a process that ended without a report.
    Within walls the program has a process of its own, and its test another; the seconds are then the program's word.
    """
    token = secrets.token_hex(32)
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        for name, source in {"program": program, "test": test}.items():
            Path(folder, name).write_bytes(source.encode("utf-8", "surrogatepass"))
        limits = [str(int(memory * MEGABYTE) if memory and ENFORCED else 0), str(ceil(timeout) + 1)]
        ends = _guest(limits, ending) if within_walls else []
        try:
            process = _start(folder, [*limits, *map(str, ends)], ends)
        finally:
            for end in ends:
                os.close(end)
        ending.callback(_kill, process)
        with suppress(OSError), process.stdin as inlet:  # type: ignore[union-attr]
            inlet.write(token.encode())
        ended = _wait(process, timeout, memory)
        _kill(process)
        error, seconds = (ended, nan) if ended else _read_report(Path(folder, "report"), token)
    return {"": "passed", "MemoryError": "memory"}.get(error, error), seconds


def _start(folder: str, arguments: list[str], handed: list[int]) -> "subprocess.Popen[bytes]":
    options: dict[str, Any] = {"start_new_session": True, "pass_fds": handed}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.CREATE_NO_WINDOW}
    return subprocess.Popen(
        [sys.executable, *ISOLATED, str(INSIDE), *arguments],
        cwd=folder,
        env={name: os.environ[name] for name in ["SYSTEMROOT"] if name in os.environ},  # Windows cannot start without
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )


def _guest(limits: list[str], ending: ExitStack) -> list[int]:
    """Start a process within walls that waits for its program; the ends of pipes to it and from it, for its judge."""
    if shutil.which("bwrap") is None:
        raise RuntimeError(
            "walls=True needs bubblewrap, which is not here: apt-get install bubblewrap, on Linux; without walls=True "
            "a program runs as you"
        )
    hears, asks = os.pipe()
    answers, says = os.pipe()
    command = [os.path.realpath(sys.executable), *ISOLATED, f"/{INSIDE.name}", *limits, "0", "1"]
    try:
        with walls.around(command, [INSIDE], SCRATCH) as walled:
            guest = subprocess.Popen(
                walled.command,
                stdin=hears,
                stdout=says,
                stderr=subprocess.DEVNULL,
                pass_fds=walled.handed,
                start_new_session=True,
            )
        ending.callback(_kill, guest)
    except (OSError, NotImplementedError) as error:
        for end in (asks, answers):
            os.close(end)
        raise RuntimeError(f"walls=True cannot be had here: {error}") from None
    finally:
        os.close(hears)
        os.close(says)
    if os.read(answers, len(READY)) != READY:  # what is shorter has been cut off by its end
        os.close(asks)
        os.close(answers)
        raise RuntimeError("bubblewrap is here, and cannot make walls: the system or a container forbids it")
    return [asks, answers]


def _wait(process: "subprocess.Popen[bytes]", timeout: float, memory: float | None) -> str:
    """Wait for the end of a process; "timeout" or "memory" where it has to be ended from outside."""
    used = _memory_meter(process) if memory and not ENFORCED else None
    deadline = time.monotonic() + timeout
    while (left := deadline - time.monotonic()) > 0:
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(left, STEP) if used else left)
            return ""
        if used and memory and used() > memory * MEGABYTE:
            return "memory"
    return "timeout"


def _memory_meter(process: "subprocess.Popen[bytes]") -> Any:
    try:
        import psutil
    except ImportError:
        raise RuntimeError(
            "memory cannot be limited: on this system that takes the package psutil; install it, or pass memory=None"
        ) from None

    def used() -> int:
        with suppress(psutil.Error):  # it has just ended
            parent = psutil.Process(process.pid)
            return sum(each.memory_info().rss for each in [parent, *parent.children(recursive=True)])
        return 0

    return used


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process and, where the system has groups of them, whatever it started."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def _read_report(path: Path, token: str) -> tuple[str, float]:
    """Error and seconds that the inside wrote, if they bear the token; else that it died."""
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        with path.open("rb") as file:
            signed, seconds, error = file.read(LONGEST_REPORT).decode("ascii").split("\n")
        if signed == token:
            return str(literal_eval(error)), float(seconds)
    return "died", nan

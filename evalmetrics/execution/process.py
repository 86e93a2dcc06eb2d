"""Run a program in a process of its own, with a limit on its time and its memory, and say what came of it.

This keeps mistakes from doing harm: loops, gigabytes, files deleted by accident. It is no sandbox: it runs as the same
user on the same machine, and whoever wants to get out of a Python process can.
"""

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from math import ceil, nan
from pathlib import Path
from typing import Any

INSIDE = Path(__file__).with_name("program.py")
ISOLATED = ["-I", "-S", "-B"]  # no settings from outside, no installed packages, nothing written beside modules
MEGABYTE = 10**6
STEP = 0.01  # seconds between two measurements of memory: few a second would miss what grows fast
LONGEST_REPORT = 1000  # characters; a token of 64, the name of an exception of at most 80 and a number need fewer
ENFORCED = sys.platform == "linux"  # whether the system itself holds a process to its address space


def outcome(program: str, test: str, timeout: float, memory: float | None) -> tuple[str, float]:
    """What came of a program followed by its test, and the seconds of processor time that both took.

    "passed", the name of an exception, "timeout", "memory", or "died" for a process that ended without a report.
    """
    token = secrets.token_hex(32)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for name, source in {"program": program, "test": test}.items():
            Path(folder, name).write_bytes(source.encode("utf-8", "surrogatepass"))
        process = _start(folder, timeout, memory if ENFORCED else None)
        try:
            with suppress(OSError), process.stdin as inlet:  # type: ignore[union-attr]
                inlet.write(token.encode())
            ended = _wait(process, timeout, memory)
        finally:
            _kill(process)
        report = {} if ended else _read_report(Path(folder, "report"), token)
    error = ended or report.get("error", "died")
    return {"": "passed", "MemoryError": "memory"}.get(error, error), report.get("seconds", nan)


def _start(folder: str, timeout: float, memory: float | None) -> "subprocess.Popen[bytes]":
    limits = [str(int(memory * MEGABYTE) if memory else 0), str(ceil(timeout) + 1)]
    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.CREATE_NO_WINDOW}
    return subprocess.Popen(
        [sys.executable, *ISOLATED, str(INSIDE), *limits],
        cwd=folder,
        env={name: os.environ[name] for name in ["SYSTEMROOT"] if name in os.environ},  # Windows cannot start without
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        **options,
    )


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
    """A function that says how many bytes a process and its children hold."""
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


def _read_report(path: Path, token: str) -> dict[str, Any]:
    """What the inside wrote, if it bears the token; else nothing."""
    try:
        with path.open("rb") as file:
            report = json.loads(file.read(LONGEST_REPORT))
        return report if report["token"] == token else {}
    except (OSError, ValueError, TypeError, KeyError):
        return {}

"""The inside of the process that runs a program: `process` starts this file, nothing imports it.

It takes its limits as arguments, the program and its test as files of the folder it stands in, and a token from its
input. What came of the program goes into the file "report", signed with the token.
"""

import io
import json
import os
import sys
import time
import types
from contextlib import suppress
from pathlib import Path
from typing import Any

# Events of the audit hook that reach outside the process, by how their names begin. Listing folders is harmless, and
# so is a socket that goes nowhere, which asyncio needs.
OUTSIDE = (
    *("_winapi.", "ctypes.", "fcntl.", "ftplib.", "http.", "imaplib.", "mmap.", "os.", "poplib.", "pty.", "shutil."),
    *("signal.", "smtplib.", "socket.", "sqlite3.", "subprocess.", "syslog.", "tempfile.", "urllib.", "webbrowser."),
    *("telnetlib.", "winreg."),
)
HARMLESS = {"os.listdir", "os.scandir", "os.walk", "os.fwalk", "socket.__new__"}
RESERVED = {"", "passed", "timeout", "memory", "died"}  # names that say something else of an outcome
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def limit(memory: int, seconds: int) -> None:
    """Ask the system to refuse what exceeds the limits, as far as it can; the process outside watches as well."""
    try:
        import resource
    except ImportError:
        return
    wanted = {"RLIMIT_CPU": seconds, "RLIMIT_FSIZE": 10**6, "RLIMIT_CORE": 0}
    if memory:
        wanted["RLIMIT_AS"] = memory
    for name, most in wanted.items():
        with suppress(AttributeError, ValueError, OSError):  # not on this system
            resource.setrlimit(getattr(resource, name), (most, most))


def refuse(event: str, arguments: Any) -> None:
    """An audit hook: a program computes, it does not write, start processes or talk to the network."""
    if event.startswith(OUTSIDE) and event not in HARMLESS:
        raise PermissionError(f"programs are run to compute, not for {event}")
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING:
        raise PermissionError("programs are run to compute, not to write files")


def run(program: str, test: str) -> str:
    """Name of the exception that ended the program or its test; "" where both ran to their ends."""
    module = types.ModuleType("program")
    sys.modules["program"], sys.stdin = module, io.StringIO()
    try:
        for name, source in {"<program>": program, "<test>": test}.items():
            exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        name = type(error).__name__[:80]
        return f"exception {name!r}" if name in RESERVED else name
    return ""


def read_once(path: Path) -> str:
    """What a file holds, which is then removed: a program need not find its test."""
    source = path.read_bytes().decode("utf-8", "surrogatepass")
    path.unlink()
    return source


def main() -> None:
    """Run and report."""
    memory, seconds = map(int, sys.argv[1:])
    program, test = (read_once(Path(name)) for name in ("program", "test"))
    dumps, clock, leave = json.dumps, time.process_time, os._exit
    with Path("report").open("w", encoding="ascii") as report:  # while it is still allowed
        limit(memory, seconds)
        sys.addaudithook(refuse)
        started = clock()
        error = run(program, test)
        used = clock() - started
        token = os.read(0, 64).decode()  # only now, so that no variable holds it before; a program may read it too
        report.write(dumps({"token": token, "error": error, "seconds": used}))
    leave(0)


if __name__ == "__main__":
    main()

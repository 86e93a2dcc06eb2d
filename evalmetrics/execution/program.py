"""The inside of the process that runs a program, in one of three parts; `process` starts this file.

ALONE it runs a program and then its test, and writes a report, signed with a token from its input. A GUEST, within
walls, runs a program from its input and answers calls of its functions, which a JUDGE makes, who runs the test. What is
needed after a program has run is bound before: one that means harm may put something else in the place of `compile`.
"""

import builtins
import io
import json
import os
import sys
import time
import types
from collections.abc import Callable
from contextlib import suppress
from functools import partial
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
RESERVED = frozenset({"", "passed", "timeout", "memory", "died"})  # names that say something else of an outcome
BOXES: dict[str, Any] = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}
READY = b"ready\n"
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


def name_of(
    error: BaseException,
    kind: Any = type,
    own_name: Any = type.__dict__["__name__"].__get__,  # which no metaclass can give another meaning
    reserved: frozenset[str] = RESERVED,
) -> str:
    name = own_name(kind(error))[:80]
    return f"exception {name!r}" if name in reserved else name


def run(sources: dict[str, str], names: dict[str, Any]) -> str:
    """Name of the exception that ended one of some sources, run one after another; "" where all came to their ends."""
    translate, execute, named = compile, exec, name_of
    try:
        for name, source in sources.items():
            execute(translate(source, f"<{name}>", "exec", dont_inherit=True), names)
    except BaseException as error:
        return named(error)
    return ""


def module() -> dict[str, Any]:
    """The names of a new module, called program, that reads nothing."""
    made = types.ModuleType("program")
    sys.modules["program"], sys.stdin = made, io.StringIO()
    return made.__dict__


def read_once(path: Path) -> str:
    """What a file holds, which is then removed: a program need not find its test."""
    source = path.read_bytes().decode("utf-8", "surrogatepass")
    path.unlink()
    return source


def packed(value: Any) -> Any:
    """Plain data as JSON has it; TypeError for anything else, which stays on its side of the walls."""
    kind = type(value)
    if value is None or kind in (bool, int, float, str):
        return value
    if kind is dict:
        return {"dict": [[packed(key), packed(entry)] for key, entry in value.items()]}
    if kind in BOXES.values():
        return {kind.__name__: [packed(entry) for entry in value]}
    raise TypeError(f"only plain data passes the walls (numbers, text, lists, dicts …), no {kind.__name__}")


def unpacked(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    ((kind, entries),) = value.items()
    if kind == "dict":
        return {unpacked(key): unpacked(entry) for key, entry in entries}
    return BOXES[kind](map(unpacked, entries))


def tried(action: Callable[[], Any]) -> dict[str, Any]:
    try:
        return {"value": packed(action())}
    except BaseException as error:
        return {"raised": name_of(error)}


def serve(memory: int, seconds: int) -> None:
    """The guest: run a program, say what names it has, and answer one call after the other."""
    inlet, outlet = os.fdopen(0, "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    outlet.write(READY)
    outlet.flush()
    limit(memory, seconds)
    sys.addaudithook(refuse)
    names = module()

    def say(**said: Any) -> None:
        outlet.write(json.dumps({**said, "seconds": time.process_time()}).encode() + b"\n")
        outlet.flush()

    if error := run({"program": json.loads(inlet.readline())}, names):
        names.clear()  # with the memory that it holds
    public = [name for name in names if not name.startswith("__")]
    held = {name: tried(partial(names.get, name)) for name in public}
    functions = [name for name in public if callable(names[name])]
    say(error=error, functions=functions, values={name: v["value"] for name, v in held.items() if "value" in v})
    for line in inlet:
        name, args, options = unpacked(json.loads(line))
        say(**tried(partial(names[name], *args, **options)))


class Guest:
    """The program on the other side of the walls, as the judge has it."""

    def __init__(self, requests: int, replies: int) -> None:
        self._inlet, self._outlet = os.fdopen(replies, "rb"), os.fdopen(requests, "wb")
        self.seconds = 0.0

    def say(self, message: Any) -> None:
        with suppress(OSError):  # it has ended, which is seen next
            self._outlet.write(json.dumps(message).encode() + b"\n")
            self._outlet.flush()

    def hear(self) -> dict[str, Any]:
        """Its next reply; where it has died, this process does without a report."""
        if not (line := self._inlet.readline()):
            os._exit(1)
        reply: dict[str, Any] = json.loads(line)
        self.seconds = float(reply["seconds"])
        return reply

    def function(self, name: str) -> Callable[..., Any]:
        """A function that has the program's own called, with plain data."""

        def call(*args: Any, **options: Any) -> Any:
            self.say(packed((name, args, options)))
            reply = self.hear()
            if "raised" in reply:
                raise self.error(str(reply["raised"]))
            return unpacked(reply["value"])

        return call

    @staticmethod
    def error(name: str) -> BaseException:
        known = getattr(builtins, name, None)
        ends_loops = name in ("StopIteration", "StopAsyncIteration")  # and with a loop of the test all that it tries
        if ends_loops or not (isinstance(known, type) and issubclass(known, BaseException)):
            known = type(name, (Exception,), {})
        made: BaseException = known.__new__(known)  # type: ignore[call-overload]  # without the arguments that some want
        return made


def judge(test: str, guest: Guest, program: str) -> str:
    """Run a test whose program is a guest's; the name of what ended either, or "".

    A name that both Python and the program have is neither's here: a program with a function `all` would decide what
    the test's `all` says.
    """
    names = module()
    guest.say(program)
    begun = guest.hear()
    if begun["error"]:  # which it may have made up
        error = str(begun["error"])[:100]
        return f"exception {error!r}" if error in RESERVED else error
    names.update({str(name): unpacked(value) for name, value in begun["values"].items()})
    names.update({str(name): guest.function(str(name)) for name in begun["functions"]})
    taken = [name for name in names if hasattr(builtins, name) and not name.startswith("__")]
    for name in taken:
        del names[name]
    names["__builtins__"] = {name: value for name, value in vars(builtins).items() if name not in taken}
    return run({"test": test}, names)


def main() -> None:
    memory, seconds, *ends = map(int, sys.argv[1:])
    if sys.argv[3:] == ["0", "1"]:
        serve(memory, seconds)
        return
    program, test = (read_once(Path(name)) for name in ("program", "test"))
    guest = Guest(*ends) if ends else None
    clock, leave, read = time.process_time, os._exit, os.read
    with Path("report").open("wb") as report:  # while it is still allowed
        limit(memory, seconds)
        sys.addaudithook(refuse)
        started = clock()
        error = judge(test, guest, program) if guest else run({"program": program, "test": test}, module())
        used = guest.seconds if guest else clock() - started
        # The token is read only now, so that no variable holds it before; a program may read it, too.
        report.write(b"%b\n%a\n%a" % (read(0, 64), used, error))
    leave(0)


if __name__ == "__main__":
    main()

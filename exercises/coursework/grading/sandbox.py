"""The process in which a student's code runs, seen from outside: how it is confined, asked and ended."""

import contextlib
import json
import os
import platform
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import evalmetrics

from ..answers import FailedError
from ..exchange import plain
from . import seccomp

HERE = Path(__file__).parent
EXCHANGE = HERE.parent / "exchange.py"
RUNNER = HERE / "runner.py"

# All that a function under test may be built from. SciPy, scikit-learn, NLTK and evalmetrics hold the answers.
BUILDING_BLOCKS = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "six.py", "pytz", "tzdata", "tqdm"]
PACKAGES = "/packages"
INSTALL = "apt-get install bubblewrap"


@dataclass(frozen=True)
class Limits:
    """What one submission may use."""

    cell_seconds: float = 10.0
    call_seconds: float = 5.0
    total_seconds: float = 60.0
    memory_bytes: int = 3 * 2**30
    file_bytes: int = 16 * 2**20
    scratch_bytes: int = 64 * 2**20
    reply_bytes: int = 2**20
    restarts: int = 8


class UnavailableError(Exception):
    """Student code cannot be confined here."""


class BrokenError(Exception):
    """The process has ended, is stuck or no longer answers the question that was asked."""


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
        self._received = b""

    def __enter__(self) -> "Sandbox":
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        os.set_blocking(self._requests, False)
        self._log = tempfile.TemporaryFile()
        handed = [requests, replies]
        try:
            command = self._command(requests, replies, handed)
            self._process = subprocess.Popen(
                command,
                pass_fds=handed,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL if self.unsafe else self._log,
                env={"HOME": "/tmp", "PATH": os.environ.get("PATH", ""), **ENVIRONMENT},
                start_new_session=True,
            )
        finally:
            for end in handed:
                os.close(end)
        try:
            self._ask({"do": "prepare", **self._preparation()}, 20)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # bubblewrap's; what is inside dies with it
        self._process.wait()
        os.close(self._requests)
        os.close(self._replies)
        self._log.close()

    def run(self, source: str, seconds: float | None = None) -> None:
        """Execute a cell; `FailedError` says what it raised."""
        self._ask({"do": "run", "source": source}, seconds or self.limits.cell_seconds)

    def value(self, name: str) -> Any:
        """What the notebook left under a name, as plain data."""
        return self._ask({"do": "value", "name": name}, self.limits.call_seconds)

    def call(self, name: str, arguments: dict[str, Any]) -> Any:
        """What the notebook's function of that name returns, as plain data; see `exchange.arguments_in`."""
        return self._ask({"do": "call", "name": name, "arguments": arguments}, self.limits.call_seconds)

    def _preparation(self) -> dict[str, Any]:
        limits = {"RLIMIT_CORE": 0}
        if not self.unsafe:
            limits |= {
                "RLIMIT_AS": self.limits.memory_bytes,
                "RLIMIT_FSIZE": self.limits.file_bytes,
                "RLIMIT_NOFILE": 64,
                "RLIMIT_CPU": int(self.limits.total_seconds) + 5,
            }
        paths = [path for path in sys.path if path] if self.unsafe else [PACKAGES, f"{PACKAGES}/site"]
        return {"limits": limits, "paths": paths, "closed": self.closed, "variants": self._variants}

    def _ask(self, request: dict[str, Any], seconds: float) -> Any:
        end = time.monotonic() + seconds
        self._asked += 1
        self._send(json.dumps({"id": self._asked, **request}).encode() + b"\n", end)
        reply = self._receive(end)
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
                raise BrokenError("it ended" + self._last_words()) from None

    def _receive(self, end: float) -> Any:
        while b"\n" not in self._received:
            self._wait([self._replies], [], end)
            piece = os.read(self._replies, 65536)
            if not piece:
                raise BrokenError("it ended" + self._last_words())
            self._received += piece
            if len(self._received) > self.limits.reply_bytes:
                raise BrokenError(f"it handed back more than {self.limits.reply_bytes:,} characters")
        line, _, self._received = self._received.partition(b"\n")
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise BrokenError("it handed back something that is not JSON") from None

    def _wait(self, readable: list[int], writable: list[int], end: float) -> None:
        if not any(select.select(readable, writable, [], max(0.0, end - time.monotonic()))):
            raise BrokenError("it took too long")

    def _last_words(self) -> str:
        self._log.seek(0)
        words = self._log.read(300).decode(errors="replace").strip()
        return f": {printable(words)}" if words.startswith("bwrap") else ""

    def _command(self, requests: int, replies: int, handed: list[int]) -> list[str]:
        python = os.path.realpath(sys.executable)
        if self.unsafe:
            return [sys.executable, "-I", "-B", str(RUNNER), str(requests), str(replies), str(EXCHANGE)]
        read, write = os.pipe()
        os.write(write, seccomp.program())
        os.close(write)
        handed.append(read)
        scratch = ["--size", str(self.limits.scratch_bytes), "--tmpfs", "/tmp"]
        command = ["bwrap", *NAMESPACES, "--seccomp", str(read), *scratch, *system(python), *packages(self.closed)]
        for file in (RUNNER, EXCHANGE):
            command += ["--ro-bind", str(file), f"/{file.name}"]
        # No /proc: where root grades, root's files in it (/proc/sys) could be written from inside.
        command += ["--dev", "/dev", "--size", "1000000", "--tmpfs", "/dev/shm", "--remount-ro", "/dev"]
        command += ["--remount-ro", "/", "--chdir", "/tmp"]
        command += [python, "-I", "-S", "-B", f"/{RUNNER.name}"]
        return [*command, str(requests), str(replies), f"/{EXCHANGE.name}"]


ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "MPLBACKEND": "agg",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
NOBODY = "65534"
NAMESPACES = [
    "--unshare-all", "--unshare-user", "--disable-userns", "--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL",
    "--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv", "--setenv", "HOME", "/tmp",
]  # fmt: skip
for _name, _value in ENVIRONMENT.items():
    NAMESPACES += ["--setenv", _name, _value]


def system(python: str) -> list[str]:
    """Mounts of the interpreter, its standard library and the system's shared libraries, all read-only."""
    base = dict.fromkeys(["installed_base", "base"], sys.base_prefix)
    base |= dict.fromkeys(["installed_platbase", "platbase"], sys.base_exec_prefix)
    standard = {sysconfig.get_path(kind, vars=base) for kind in ("stdlib", "platstdlib")}
    wanted = [*shared_libraries(), *sorted(standard), python, str(library_of_python())]
    mounts: list[str] = []
    for folder in ("/lib", "/lib64"):
        if os.path.islink(folder):
            mounts += ["--symlink", os.readlink(folder), folder]
        else:
            wanted.append(folder)
    for path in dict.fromkeys(wanted):
        mounts += ["--ro-bind", path, path] if os.path.exists(path) else []
    for folder in standard:  # packages that came in with the standard library are covered
        for name in ("site-packages", "dist-packages"):
            if os.path.isdir(f"{folder}/{name}"):
                mounts += covered(f"{folder}/{name}")
    return [*mounts, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]


def covered(folder: str) -> list[str]:
    """Mounts that leave a folder empty, and not to be written to: its memory would count for nobody."""
    return ["--tmpfs", folder, "--remount-ro", folder]


def shared_libraries() -> list[str]:
    """Where the system keeps them: Debian in a folder of their own, others among everything else."""
    own = f"/usr/lib/{platform.machine()}-linux-gnu"
    return [own, "/usr/lib64"] if os.path.isdir(own) else ["/usr/lib64", "/usr/lib"]


def library_of_python() -> Path:
    """The interpreter as a shared library, where it is built as one."""
    folder, name = (str(sysconfig.get_config_var(name)) for name in ("LIBDIR", "INSTSONAME"))
    return Path(folder) / name


def packages(closed: bool) -> list[str]:
    """Mounts of the packages: in the closed sandbox the building blocks, in the open one everything but coursework."""
    site = sorted({Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")})
    if closed:
        names = [(folder / name, f"{PACKAGES}/{name}") for folder in site for name in BUILDING_BLOCKS]
        return [part for found, place in names if found.exists() for part in ("--ro-bind", str(found), place)]
    mounts = ["--ro-bind", str(site[0]), f"{PACKAGES}/site"]
    if (site[0] / "coursework").exists():
        mounts += covered(f"{PACKAGES}/site/coursework")
    metrics = Path(str(evalmetrics.__file__)).parent
    if metrics.parent not in site:
        mounts += ["--ro-bind", str(metrics), f"{PACKAGES}/evalmetrics"]
    return mounts


def printable(text: Any, longest: int = 300) -> str:
    """Text from the sandbox, safe to store and to show: one line of printable characters, cut short."""
    shown = "".join(c if c.isprintable() else " " for c in str(text)[: 2 * longest])
    shown = " ".join(shown.split()).encode("utf-8", "replace").decode("utf-8")
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"

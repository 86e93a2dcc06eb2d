"""Walls around a program of strangers: bubblewrap's command line. What stands here is inside, nothing else."""

import json
import os
import platform
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from . import seccomp

ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # the same program does the same, whatever order its sets have
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


@dataclass
class Walled:
    """A command within walls, the descriptors that it needs, and the process that came of it."""

    command: list[str]
    handed: tuple[int, int]
    pid: int = 0


@contextmanager
def around(
    inner: Sequence[str], files: Sequence[Path], scratch_bytes: int, mounts: Sequence[str] = ()
) -> Iterator[Walled]:
    """Put walls around a command that reads some files of ours; it has to be started within the context.

    `mounts`: what else is to be inside, in bubblewrap's words.
    """
    rules, write = os.pipe()
    os.write(write, seccomp.program())
    os.close(write)
    told, tells = os.pipe()
    command = ["bwrap", *NAMESPACES, "--seccomp", str(rules), "--info-fd", str(tells)]
    command += ["--size", str(scratch_bytes), "--tmpfs", "/tmp", *system(inner[0]), *mounts]
    for file in files:
        command += ["--ro-bind", str(file), f"/{file.name}"]
    # No /proc: where root grades, root's files in it (/proc/sys) could be written from inside.
    # No terminals: what is written to them is worked on by the kernel, on every processor and on nobody's time.
    command += ["--dev", "/dev", *covered("/dev/pts"), "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
    walled = Walled([*command, *inner], (rules, tells))
    try:
        yield walled
    finally:
        os.close(rules)
        os.close(tells)
        with os.fdopen(told, "rb") as info:
            walled.pid = json.loads(info.read() or b"{}").get("child-pid", 0)


def system(python: str) -> list[str]:
    """Mounts of the interpreter, its standard library and the system's shared libraries, all read-only."""
    base = dict.fromkeys(["installed_base", "base"], sys.base_prefix)
    base |= dict.fromkeys(["installed_platbase", "platbase"], sys.base_exec_prefix)
    found = (sysconfig.get_path(kind, vars=base) for kind in ("stdlib", "platstdlib"))
    standard = set(map(os.path.realpath, filter(None, found)))  # Python looks beside its program, which is no link here
    own = f"/usr/lib/{platform.machine()}-linux-gnu"  # of Debian; others have shared libraries among everything else
    libraries = [own, "/usr/lib64"] if os.path.isdir(own) else ["/usr/lib64", "/usr/lib"]
    python_library = "/".join(str(sysconfig.get_config_var(name)) for name in ("LIBDIR", "INSTSONAME"))
    wanted = [*libraries, *sorted(standard), python, python_library]
    mounts: list[str] = []
    for folder in ("/lib", "/lib64"):
        if os.path.islink(folder):
            mounts += ["--symlink", os.readlink(folder), folder]
        else:
            wanted.append(folder)
    for path in dict.fromkeys(wanted):
        mounts += ["--ro-bind", path, path] if os.path.exists(path) else []
    for folder in (*standard, "/usr/lib/python3", *glob("/usr/lib*/python3.*")):  # their packages came in with them
        for name in ("site-packages", "dist-packages"):
            if os.path.isdir(f"{folder}/{name}") and any(folder.startswith(path) for path in wanted):
                mounts += covered(f"{folder}/{name}")
    return [*mounts, "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]


def covered(folder: str) -> list[str]:
    """Mounts that leave a folder empty, and not to be written to: its memory would count for nobody."""
    return ["--tmpfs", folder, "--remount-ro", folder]

"""The walls around a student's code: bubblewrap's command line. What stands here is in the sandbox, nothing else."""

import json
import os
import platform
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from glob import glob
from importlib.metadata import packages_distributions
from pathlib import Path

import evalmetrics

from . import seccomp

# All that a function under test may be built from. SciPy, scikit-learn, NLTK and evalmetrics hold the answers.
BUILDING_BLOCKS = ["numpy", "numpy.libs", "pandas", "pandas.libs", "dateutil", "six.py", "pytz", "tzdata", "tqdm"]
PACKAGES = "/packages"
ENVIRONMENT = {
    "PYTHONHASHSEED": "0",  # the same notebook gets the same points, whatever order its sets have
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
def around(inner: Sequence[str], files: Sequence[Path], scratch_bytes: int, *, closed: bool) -> Iterator[Walled]:
    """Put walls around a command that reads some files of ours; it has to be started within the context."""
    rules, write = os.pipe()
    os.write(write, seccomp.program())
    os.close(write)
    told, tells = os.pipe()
    command = ["bwrap", *NAMESPACES, "--seccomp", str(rules), "--info-fd", str(tells)]
    command += ["--size", str(scratch_bytes), "--tmpfs", "/tmp", *system(inner[0]), *packages(closed)]
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
    wanted = [*shared_libraries(), *sorted(standard), python, str(library_of_python())]
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


def shared_libraries() -> list[str]:
    """Where the system keeps them: Debian in a folder of their own, others among everything else."""
    own = f"/usr/lib/{platform.machine()}-linux-gnu"
    return [own, "/usr/lib64"] if os.path.isdir(own) else ["/usr/lib64", "/usr/lib"]


def library_of_python() -> Path:
    """The interpreter as a shared library, where it is built as one."""
    folder, name = (str(sysconfig.get_config_var(name)) for name in ("LIBDIR", "INSTSONAME"))
    return Path(folder) / name


def packages(closed: bool) -> list[str]:
    """Mounts of the packages: in the closed sandbox the building blocks, in the open one all but this package."""
    site = sorted({Path(sysconfig.get_path(kind)) for kind in ("purelib", "platlib")})
    if closed:
        names = [(folder / name, f"{PACKAGES}/{name}") for folder in site for name in BUILDING_BLOCKS]
        return [part for found, place in names if found.exists() for part in ("--ro-bind", str(found), place)]
    mounts = ["--ro-bind", str(site[0]), f"{PACKAGES}/site"]
    if (site[0] / "evalmetrics_exercises").exists():
        mounts += covered(f"{PACKAGES}/site/evalmetrics_exercises")
    metrics = Path(str(evalmetrics.__file__)).parent
    if metrics.parent not in site:
        mounts += ["--ro-bind", str(metrics), f"{PACKAGES}/evalmetrics"]
    return mounts


@cache
def kept_out() -> list[str]:
    """All that can be imported in the lab and is not among the building blocks; in the closed sandbox it only seems so.

    A notebook's first cell imports much that has nothing to do with the functions that are asked for.
    """
    ours = {name.removesuffix(".py") for name in BUILDING_BLOCKS} | sys.stdlib_module_names
    return sorted({*packages_distributions(), "evalmetrics"} - ours)

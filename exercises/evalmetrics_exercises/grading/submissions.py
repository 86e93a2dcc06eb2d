"""Reading what was handed in. A submission is a file from a stranger: nothing about it is taken for granted."""

import hashlib
import json
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .names import unfit
from .sandbox import printable

LARGEST_BYTES = 10 * 2**20
MOST_CELLS = 2000
GRADE_ID = ("metadata", "nbgrader", "grade_id")
LANGUAGE = (("metadata", "language_info", "name"), ("metadata", "kernelspec", "language"))
SAYS_WHO = re.compile(
    r"""^[ \t]*me[ \t]*=[ \t]*student\(\s*(?:name\s*=\s*)?(["'])(?P<name>(?:(?!\1)[^\\\n]){0,200})\1"""
    r"""(?:\s*,\s*(?:course\s*=\s*)?(["'])(?P<course>(?:(?!\3)[^\\\n]){0,200})\3)?""",
    re.MULTILINE,
)


class RefusedError(Exception):
    """A submission that cannot be graded, and why."""


class Cell(NamedTuple):
    """One cell, by the kind it says it is of and the name that nbgrader gave it."""

    kind: str
    name: str
    source: str


@dataclass(frozen=True)
class Submission:
    """A student's cells, in order, and the digest of the file, to its last byte.

    What cells say of themselves decides nothing; it helps to show a person what was written where.
    """

    all: list[Cell]
    digest: str = ""

    @property
    def code(self) -> list[str]:
        """The cells that are run."""
        return [cell.source for cell in self.all if cell.kind == "code"]

    @property
    def texts(self) -> list[str]:
        """The cells that no computer runs: Markdown and raw."""
        return [cell.source for cell in self.all if cell.kind != "code"]


def find(folder: Path, title: str) -> dict[str, Path]:
    """Each student's notebook in ``folder/STUDENT/TITLE/TITLE.ipynb``, whether or not it is there."""
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} is not a folder: submissions are expected in {folder}/STUDENT/{title}/{title}.ipynb"
        )
    students = sorted(entry.name for entry in os.scandir(folder) if not entry.name.startswith("."))
    return {student: folder / student / title / f"{title}.ipynb" for student in students}


def read(path: Path) -> Submission:
    """The cells of a submitted notebook.

    Raises
    ------
    RefusedError
        Not an ordinary file, too large, not JSON, not a notebook, or a notebook of another language.
    """
    if reason := unfit(path.parts[-3]):
        raise RefusedError(reason)
    for folder in path.parents[:2]:
        if folder.is_symlink():
            raise RefusedError(f"{folder.name} is a link, not a folder: hand in the notebook itself")
    return cells(ordinary_bytes(path))


def ordinary_bytes(path: Path, largest: int = LARGEST_BYTES) -> bytes:
    """The bytes of an ordinary file; never follows a link to one, never waits for a pipe."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise RefusedError(f"no notebook of the name {path.name} was handed in") from None
    except OSError as error:
        if path.is_symlink():
            raise RefusedError(f"{path.name} is a link, not a file: hand in the notebook itself") from None
        raise RefusedError(f"{path.name} cannot be opened: {error.strerror}") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise RefusedError(f"{path.name} is not an ordinary file")
    with os.fdopen(handle, "rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise RefusedError(f"{path.name} is larger than {largest // 2**20} MB: clear its outputs and hand it in again")
    return data


def cells(data: bytes) -> Submission:
    """The cells of a notebook's bytes."""
    if not data.strip():
        raise RefusedError("the file is empty")
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise RefusedError("the file is not a notebook: it is not JSON") from None
    listed = isinstance(notebook, dict) and isinstance(notebook.get("cells"), list)
    if not listed or notebook.get("nbformat", 4) != 4:
        raise RefusedError("the file is not a notebook of format 4: save it with a current JupyterLab")
    if len(notebook["cells"]) > MOST_CELLS:
        raise RefusedError(f"the notebook has more than {MOST_CELLS} cells")
    language = _language(notebook)
    if not language.lower().startswith(("python", "ipython")):
        raise RefusedError(f"the notebook is for {printable(language, 40)}, not Python: choose the kernel Python 3")
    found = [cell for cell in notebook["cells"] if isinstance(cell, dict)]
    all_ = [Cell(_entry(cell, "cell_type"), _entry(cell, *GRADE_ID), _source(cell)) for cell in found]
    return Submission(all_, hashlib.sha256(data).hexdigest())


def says_who(code: list[str]) -> tuple[str, str | None] | None:
    """The name and the course in the last `me = student("…", course="…")` of the cells."""
    found = [match for source in code for match in SAYS_WHO.finditer(source)]
    return (found[-1]["name"], found[-1]["course"]) if found else None


def _language(notebook: dict[str, Any]) -> str:
    """The language that a notebook says it is in; the names of kernels are anybody's choice and say nothing."""
    return next(filter(None, (_entry(notebook, *path) for path in LANGUAGE)), "python")


def _entry(value: Any, *path: str) -> str:
    """The text that lies in nested dicts under that path; "" if there is none."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return source.replace("\r\n", "\n").replace("\r", "\n") if isinstance(source, str) else ""

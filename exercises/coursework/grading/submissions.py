"""Reading what was handed in. A submission is a file from a stranger: nothing about it is taken for granted."""

import json
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unicodedata import category

from .sandbox import printable

LARGEST_BYTES = 10 * 2**20
MOST_CELLS = 2000
NAME = re.compile(r"\w[\w.,'@+() -]{0,99}")


class RefusedError(Exception):
    """A submission that cannot be graded, and why."""


@dataclass(frozen=True)
class Submission:
    """A student's cells. Their metadata decides nothing; it helps to show a person what was written where."""

    code: list[str]
    texts: list[str] = field(default_factory=list)
    marked: dict[str, str] = field(default_factory=dict)


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
    for name in {path.parts[-3], path.stem}:
        if not NAME.fullmatch("".join(c for c in name if not category(c).startswith("M"))):  # accents, vowel signs
            raise RefusedError("the folder's name has characters that a student's name may not have")
    for part in (path, path.parent, path.parent.parent):
        if part.is_symlink():
            raise RefusedError(f"{part.name} is a link, not a file: hand in the notebook itself")
    return cells(ordinary_bytes(path))


def ordinary_bytes(path: Path, largest: int = LARGEST_BYTES) -> bytes:
    """The bytes of an ordinary file; never follows a link, never waits for a pipe."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise RefusedError(f"no notebook of the name {path.name} was handed in") from None
    except OSError as error:
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
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise RefusedError("the file is not a notebook: it is not JSON") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise RefusedError("the file is not a notebook of format 4: save it with a current JupyterLab")
    if len(notebook["cells"]) > MOST_CELLS:
        raise RefusedError(f"the notebook has more than {MOST_CELLS} cells")
    language = _language(notebook)
    if not language.lower().startswith(("python", "ipython")):
        raise RefusedError(f"the notebook is for {printable(language, 40)}, not Python: choose the kernel Python 3")
    found = [cell for cell in notebook["cells"] if isinstance(cell, dict)]
    code = [_source(cell) for cell in found if cell.get("cell_type") == "code"]
    texts = [_source(cell) for cell in found if cell.get("cell_type") == "markdown"]
    return Submission(code, texts, {name: _source(cell) for cell in found if (name := _grade_id(cell))})


def _language(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    kernel = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    language = kernel.get("language", kernel.get("name")) if isinstance(kernel, dict) else None
    return language if isinstance(language, str) else "python"


def _grade_id(cell: dict[str, Any]) -> str:
    metadata = cell.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None
    return name if isinstance(name, str) else ""


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    return source if isinstance(source, str) else ""

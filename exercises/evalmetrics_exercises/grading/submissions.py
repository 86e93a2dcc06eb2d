"""Reading what was handed in. A submission is a file from a stranger: nothing about it is taken for granted."""

import ast
import hashlib
import json
import os
import re
import stat
import warnings
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import category, normalize

from .names import unfit
from .sandbox import printable

LARGEST_BYTES = 10 * 2**20
LARGEST_PROSE = 20_000  # of a cell, and of all cells: some code takes a parser long, and nobody reads essays so long
MOST_PROSE = 100_000
MOST_MARKS = 30  # Unicode's own limit for text that is read in a stream
MOST_CELLS = 2000
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
    """A student's cells. Their metadata decides nothing; it helps to show a person what was written where.

    `texts` are the cells that no computer runs: Markdown, raw, and code without a mark that holds no code. `marked` are
    the cells by the name that nbgrader gave them: splitting a cell in JupyterLab makes two of one name. `unmarked` is
    the code without such a name. `all` are the cells in order, and `digest` is that of the file, to its last byte.
    """

    code: list[str]
    texts: list[str] = field(default_factory=list)
    marked: dict[str, list[str]] = field(default_factory=dict)
    unmarked: list[str] = field(default_factory=list)
    all: list[Cell] = field(default_factory=list)
    digest: str = ""


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
    return cells(ordinary_bytes(path))


def ordinary_bytes(path: Path, largest: int = LARGEST_BYTES) -> bytes:
    """The bytes of the ordinary file ``…/STUDENT/TITLE/FILE``; never follows a link, never waits for a pipe.

    Each folder is opened from within the one before, so that nobody can put a link in its place meanwhile.
    """
    with ExitStack() as opened:
        handle = _open(str(path.parents[2]), os.O_DIRECTORY, None, path.name)
        opened.callback(os.close, handle)
        for name, kind in zip(path.parts[-3:], (os.O_DIRECTORY, os.O_DIRECTORY, os.O_NONBLOCK), strict=True):
            handle = _open(name, kind | os.O_NOFOLLOW, handle, path.name)
            opened.callback(os.close, handle)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RefusedError(f"{path.name} is not an ordinary file")
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(largest + 1)
    if len(data) > largest:
        raise RefusedError(f"{path.name} is larger than {largest // 2**20} MB: clear its outputs and hand it in again")
    return data


def _open(name: str, flags: int, within: int | None, wanted: str) -> int:
    try:
        return os.open(name, os.O_RDONLY | flags, dir_fd=within)
    except FileNotFoundError:
        raise RefusedError(f"no notebook of the name {wanted} was handed in") from None
    except OSError as error:
        if _is_link(name, within):
            raise RefusedError(f"{name} is a link, not a file: hand in the notebook itself") from None
        raise RefusedError(f"{name} cannot be opened: {error.strerror}") from None


def _is_link(name: str, within: int | None) -> bool:
    try:
        return stat.S_ISLNK(os.stat(name, dir_fd=within, follow_symlinks=False).st_mode)
    except OSError:
        return False


def cells(data: bytes) -> Submission:
    """The cells of a notebook's bytes."""
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise RefusedError("the file is not a notebook: it is not JSON") from None
    if (
        not isinstance(notebook, dict)
        or notebook.get("nbformat", 4) != 4
        or not isinstance(notebook.get("cells"), list)
    ):
        raise RefusedError("the file is not a notebook of format 4: save it with a current JupyterLab")
    if len(notebook["cells"]) > MOST_CELLS:
        raise RefusedError(f"the notebook has more than {MOST_CELLS} cells")
    language = _language(notebook)
    if not language.lower().startswith(("python", "ipython")):
        raise RefusedError(f"the notebook is for {printable(language, 40)}, not Python: choose the kernel Python 3")
    found = [cell for cell in notebook["cells"] if isinstance(cell, dict)]
    return replace(_sorted(found), digest=hashlib.sha256(data).hexdigest())


def _sorted(found: list[dict[str, Any]]) -> Submission:
    submission, looked_at = Submission([]), 0
    for cell in found:
        source, name, kind = _source(cell), _grade_id(cell), _entry(cell, "cell_type")
        submission.all.append(Cell(kind, name, source))
        if kind == "code":
            submission.code.append(source)
            looked_at += 0 if name else len(source)
            submission.unmarked.extend([] if name else [source])
        prose = kind == "code" and not name and looked_at <= MOST_PROSE and is_prose(source)
        if kind != "code" or prose:
            submission.texts.append(source)
        if name:
            submission.marked.setdefault(name, []).append(source)
    return submission


def is_prose(code: str) -> bool:
    """Whether a code cell holds words and no code: comments, strings, or what is not Python at all."""
    python = "\n".join(line for line in code.splitlines() if not line.lstrip().startswith(("%", "!")))
    if not python.strip() or len(python) > LARGEST_PROSE:
        return False
    if piled_up(python):
        return True
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            statements = ast.parse(python).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return True
    values = (s.value if isinstance(s, ast.Expr) else s for s in statements)
    return all(isinstance(value, ast.Constant) and isinstance(value.value, str) for value in values)


def piled_up(text: str) -> bool:
    """Whether more marks stand on one letter than in any script: to put thousands in order takes a parser minutes."""
    run = 0
    for character in text:
        run = run + 1 if category(normalize("NFKD", character)[0]).startswith("M") else 0
        if run > MOST_MARKS:
            return True
    return False


def says_who(code: list[str]) -> tuple[str, str | None] | None:
    """The name and the course in the last `me = student("…", course="…")` of the cells."""
    found = [match for source in code for match in SAYS_WHO.finditer(source)]
    return (found[-1]["name"], found[-1]["course"]) if found else None


def _language(notebook: dict[str, Any]) -> str:
    """The language that a notebook says it is in; the names of kernels are anybody's choice and say nothing."""
    return next(filter(None, (_entry(notebook, *path) for path in LANGUAGE)), "python")


def _grade_id(cell: dict[str, Any]) -> str:
    return _entry(cell, "metadata", "nbgrader", "grade_id")


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

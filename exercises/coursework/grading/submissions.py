"""Reading what was handed in. A submission is a file from a stranger: nothing about it is taken for granted."""

import ast
import json
import os
import re
import stat
import warnings
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import bidirectional, category, combining, normalize

from ..judging import thinned
from ..wording import UNSEEN
from .sandbox import printable

LARGEST_BYTES = 10 * 2**20
LARGEST_PROSE = 20_000  # of a cell, and of all cells: some code takes a parser long, and nobody reads essays so long
MOST_PROSE = 100_000
MOST_MARKS = 30  # Unicode's own limit for text that is read in a stream
MOST_CELLS = 2000
MOST_FOLDERS = 200
LANGUAGE = (("metadata", "language_info", "name"), ("metadata", "kernelspec", "language"))
# Of letters without their marks.
NAME = re.compile(r"\w(?:[\w.,'’·@+() \u200c\u200d\u2010-]{0,98}[\w.)’\u200c\u200d])?")
JOINERS = {"\u200c", "\u200d"}
VIRAMA = 9  # Unicode's class of the sign that takes a letter its vowel
# Its lists are objects: what every object has, and the names it gives entries itself (c1, c2, …), hide other students.
NOT_SHOWN = re.compile(
    r"c\d+|constructor|valueOf|to(Locale)?String|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|__.*__"
)
SETTINGS = [f"{program}_config.{kind}" for program in ("nbgrader", "jupyter") for kind in ("py", "json")]
SETTINGS += ["gradebook.db"]
SAYS_WHO = re.compile(
    r"""^[ \t]*\w+[ \t]*=[ \t]*student\(\s*(["'])(?P<name>(?:(?!\1).){0,200})\1"""
    r"""(?:\s*,\s*(?:course\s*=\s*)?(["'])(?P<course>(?:(?!\3).){0,200})\3)?""",
    re.MULTILINE,
)


class RefusedError(Exception):
    """A submission that cannot be graded, and why."""


class Cell(NamedTuple):
    """All of a cell that a person may see: its pictures as well, but not its outputs."""

    kind: str
    name: str
    source: str
    attachments: Any


@dataclass(frozen=True)
class Submission:
    """A student's cells. Their metadata decides nothing; it helps to show a person what was written where.

    `texts` are the cells that no computer runs: Markdown, raw, and code without a mark that holds no code. `marked` are
    the cells by the name that nbgrader gave them: splitting a cell in JupyterLab makes two of one name. `unmarked` is
    the code without such a name. `all` tells two notebooks apart: it holds every cell, in order.
    """

    code: list[str]
    texts: list[str] = field(default_factory=list)
    marked: dict[str, list[str]] = field(default_factory=dict)
    unmarked: list[str] = field(default_factory=list)
    all: list["Cell"] = field(default_factory=list)


def find(folder: Path, title: str) -> dict[str, Path]:
    """Each student's notebook in ``folder/STUDENT/TITLE/TITLE.ipynb``, whether or not it is there."""
    if not folder.is_dir():
        raise FileNotFoundError(
            f"{folder} is not a folder: submissions are expected in {folder}/STUDENT/{title}/{title}.ipynb"
        )
    students = sorted(entry.name for entry in os.scandir(folder) if not entry.name.startswith("."))
    return {student: folder / student / title / f"{title}.ipynb" for student in students}


def left_out(folder: Path) -> list[str]:
    """The folders that `find` passes over, because systems and programs make such folders of their own."""
    hidden = (entry for entry in os.scandir(folder) if entry.name.startswith("."))
    return sorted(entry.name for entry in hidden if entry.is_dir(follow_symlinks=False))


def brings_settings(notebook: Path) -> bool:
    """Whether something of the name of nbgrader's settings lies in the student's folder, or more than is searched."""
    folders = list(islice(os.walk(notebook.parents[1]), MOST_FOLDERS + 1))
    return len(folders) > MOST_FOLDERS or any(name in SETTINGS for _, *inside in folders for name in chain(*inside))


def unfit(student: str) -> str:
    """Why a folder's name cannot be a student's; "" where it can."""
    letters = "".join(c for c in student if not category(c).startswith("M"))
    if thinned(student) != student or not NAME.fullmatch(letters) or seems_other(student):
        return (
            "the folder's name has characters that a student's name may not have: rename it before formgrader shows it"
        )
    if NOT_SHOWN.fullmatch(student):
        return "formgrader, a program of JavaScript, cannot list a student of this name: rename the folder"
    return ""


def legible(student: str) -> str:
    """A folder's name as it is shown: one that cannot be a student's is spelt out."""
    return student.encode("unicode_escape").decode() if unfit(student) else student


def look(student: str) -> str:
    """A name without what changes nothing that one sees: joiners, the dot on an i, the order of digits and letters."""
    seen = re.sub("(?<=[ijıȷ])\u0307", "", normalize("NFD", student)).replace("ı", "i").replace("ȷ", "j")
    seen = "".join(character for character in seen if character not in JOINERS)
    right_to_left = {"R", "AL"} & (ways := set(map(bidirectional, seen)))
    return "".join(sorted(seen)) if right_to_left and ways - right_to_left else seen


def seems_other(student: str) -> bool:
    """Whether a name holds what is not seen, and so may look like another's.

    Persian and the scripts of India write with joiners that are not seen: after their letters, and half letters.
    """
    after = [before for before, character in pairwise(student) if character in JOINERS]
    joined = any(bidirectional(before) != "AL" and combining(before) != VIRAMA for before in after)
    return joined or "  " in student or not (UNSEEN - JOINERS).isdisjoint(student)


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
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise RefusedError("the file is not a notebook of format 4: save it with a current JupyterLab")
    if len(notebook["cells"]) > MOST_CELLS:
        raise RefusedError(f"the notebook has more than {MOST_CELLS} cells")
    language = _language(notebook)
    if not language.lower().startswith(("python", "ipython")):
        raise RefusedError(f"the notebook is for {printable(language, 40)}, not Python: choose the kernel Python 3")
    return _sorted([cell for cell in notebook["cells"] if isinstance(cell, dict)])


def _sorted(found: list[dict[str, Any]]) -> Submission:
    submission, looked_at = Submission([]), 0
    for cell in found:
        source, name, kind = _source(cell), _grade_id(cell), _entry(cell, "cell_type")
        submission.all.append(Cell(kind, name, source.rstrip("\n"), cell.get("attachments")))
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

"""What an instructor should know of the folders that were handed in, beside what was graded."""

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from ..seeds import canonical
from .gradebook import timestamp_of
from .names import legible, look
from .submissions import is_linked

MOST_FOLDERS = 200
SETTINGS = [f"{program}_config.{kind}" for program in ("nbgrader", "jupyter") for kind in ("py", "json")]
SETTINGS += ["gradebook.db", "HEAD"]
KNOWN = {name.lower() for name in SETTINGS}  # some file systems take no notice of case
DANGER = "since formgrader, editors and shells can be made to run them as yours"
HARMLESS = (".ipynb_checkpoints", ".DS_Store", "._", ".gitkeep", ".gitignore")  # what programs leave, and courses
TABLES = (".csv", ".tsv", ".json")  # in which no answer is
OURS = {"timestamp.txt", "submission_secret.txt"}  # of nbgrader's exchange


def notices(submitted: Path, notebooks: dict[str, Path], known: Iterable[str]) -> Iterator[str]:
    """Sentences on the folders of a batch; `known` are the students in the gradebook."""
    if hidden := left_out(submitted):
        yield f"Left out, since their names begin with a dot: {', '.join(map(ascii, hidden))}."
    folders = {name: submitted / name for name in [*notebooks, *hidden]}

    def those(bring: Callable[[Path], bool]) -> list[str]:
        return [legible(name) for name, folder in folders.items() if bring(folder)]

    if undated := those(misleading_date):
        yield (
            f"No date that nbgrader writes stands in timestamp.txt of {undated}, in this assignment or another: "
            "delete it, since formgrader trusts what it finds there."
        )
    if bringing := those(brings_settings):
        yield (
            f"Settings came from {bringing}, or more folders than are searched: delete {', '.join(SETTINGS)} and what "
            f"begins with a dot there, {DANGER}."
        )
    if lying := sorted(filter(is_setting, os.listdir(submitted))):
        found = ", ".join(map(ascii, lying))
        yield f"Beside the students' folders lies {found}: delete that, or rename a student's folder, {DANGER}."
    if linking := those(brings_links):
        yield f"Links came from {linking}: delete the links, not what they lead to."
    if more := [legible(name) for name, path in notebooks.items() if left_beside(path)]:
        yield f"Other files or folders lie beside the assignment of {more}: they are not graded."
    names = {*notebooks, *known}
    if twins := [list(map(legible, each)) for each in shared(names, canonical)]:
        yield f"The same data by hand, since these names differ in nothing that counts: {', '.join(map(str, twins))}."
    if alike := shared(names, look):
        yield f"Different students to the gradebook, but their names look alike: {', '.join(map(ascii, alike))}."


def left_out(folder: Path) -> list[str]:
    """The folders that are not graded, because systems and programs make such folders of their own."""
    hidden = (entry for entry in os.scandir(folder) if entry.name.startswith("."))
    return sorted(entry.name for entry in hidden if entry.is_dir(follow_symlinks=False))


def misleading_date(student: Path) -> bool:
    """Whether something lies in a date's place that is none, beside any notebook of the student's."""
    names = os.listdir(student) if os.access(student, os.R_OK | os.X_OK) and student.is_dir() else []
    dates = (student / name / "timestamp.txt" for name in names)
    return any(os.path.lexists(date) and not is_linked(date) and timestamp_of(date) is None for date in dates)


def brings_settings(student: Path) -> bool:
    """Whether settings of nbgrader, or of git and other programs, lie in the student's folder, or what is not searched.

    Editors ask git about a file that they open, and a repository can name a program that git runs.
    """
    if os.path.islink(student) or not student.is_dir():
        return False
    unread: list[OSError] = []
    folders = list(islice(os.walk(student, onerror=unread.append), MOST_FOLDERS + 1))
    named = any(is_setting(name) for _, *inside in folders for name in chain(*inside))
    return len(folders) > MOST_FOLDERS or bool(unread) or named


def is_setting(name: str) -> bool:
    """Whether a program might take a file or folder of this name for its settings."""
    return name.lower() in KNOWN or (name.startswith(".") and not name.startswith(HARMLESS))


def left_beside(notebook: Path) -> bool:
    """Whether anything lies beside a student's notebook that might be an answer: a text, a picture, a folder."""
    folder = notebook.parent
    if is_linked(notebook) or not os.path.isdir(folder) or not os.access(folder, os.R_OK | os.X_OK):
        return False
    others = set(os.listdir(folder)) - {notebook.name} - OURS
    return any(not name.lower().endswith(TABLES) and not name.startswith(".") for name in others)


def brings_links(student: Path) -> bool:
    """Whether the student's folder is a link, or holds links: to anybody's work, or to the course's own."""
    below = (
        Path(folder, name) for folder, *inside in islice(os.walk(student), MOST_FOLDERS) for name in chain(*inside)
    )
    return any(map(os.path.islink, chain([student], below)))


def shared(students: Iterable[str], key: Callable[[str], str]) -> list[list[str]]:
    """Names of different students that are one name to a key."""
    by_key: dict[str, list[str]] = {}
    for student in sorted(students):
        by_key.setdefault(key(student), []).append(student)
    return [names for names in by_key.values() if len(names) > 1]

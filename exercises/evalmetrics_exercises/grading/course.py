"""A course's folder: its key, its roster, and where everything lies."""

import os
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from .. import tasks
from ..seeds import OPEN_COURSE, course_of
from . import assignments, files, notebooks, roster
from .batch import Result, Terms, grade_cells
from .submissions import RefusedError, cells, says_who
from .written import given_words

LESSON = re.compile(r"\[([^\]]*)\]\(\.\./notebooks/([^)#]*)\.ipynb(#[^)]*)?\)")
SHORTEST_KEY = 16  # a short one can be guessed, and the guess be tried on the public half


@dataclass(frozen=True)
class Course:
    """The folder in which an instructor keeps one course."""

    folder: Path

    @property
    def key(self) -> str:
        """The course's secret; everything random about the course follows from it."""
        path = self.folder / "course.key"
        if not path.exists():
            raise FileNotFoundError(
                f"{path} is missing: put your copy of it back (without it a regrade draws other data and other tests). "
                "For a new course, make assignment comes first"
            )
        key = path.read_text(encoding="utf-8-sig").strip()
        if len(key) < SHORTEST_KEY:
            raise ValueError(f"{path} must hold a secret of at least {SHORTEST_KEY} characters, which none can guess")
        return key

    @property
    def people(self) -> list[roster.Person]:
        """Everybody on the roster; nobody where there is none."""
        path = self.folder / "roster.csv"
        return roster.read(path) if path.exists() else []

    def path(self, step: str, title: str, student: str = ".") -> Path:
        """A notebook at a step ("release", "submitted", "feedback")."""
        return self.folder / step / student / title / f"{title}.ipynb"

    def own(self) -> list[assignments.Assignment]:
        """The assignments that its instructor put together."""
        return [assignments.read(path) for path in sorted((self.folder / "assignments").glob("*.toml"))]

    def topic(self, name: str) -> tasks.Topic:
        """An assignment of the instructor's own, or the exercise of a chapter, by its name."""
        own = {topic.title: topic for topic in self.own()}
        try:
            return own.get(name) or tasks.find_topic(name)
        except ValueError as error:
            raise ValueError(", ".join([str(error), *own])) from None

    def prepare(self) -> None:
        """Make the folder a course: give it a key."""
        self.folder.mkdir(parents=True, exist_ok=True)
        files.keep_private(self.folder)
        path = self.folder / "course.key"
        # Where there is a release or a result, a second key would change everybody's data.
        if not any((self.folder / name).exists() for name in ("course.key", "release", "results")):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(secrets.token_hex(16) + "\n")
        _ = self.key

    def check_release(self, title: str) -> Path:
        """Raise unless the assignment that students got is there, and is of the course that the key says."""
        path = self.path("release", title)
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing: make assignment comes first")
        try:
            _, course = says_who(cells(path.read_bytes()).code) or ("", None)
        except RefusedError as error:
            raise ValueError(f"{path} cannot be read ({error}): delete it and make assignment again") from None
        if course != course_of(self.key):
            raise ValueError(
                f'{path} is for the course "{course or OPEN_COURSE}", and course.key is of "{course_of(self.key)}": '
                "put the right key back, or, if the notebook is wrong, delete it and make assignment again"
            )
        return path

    def release(self, topic: tasks.Topic, book: str = "") -> Path:
        """Write the assignment for the students of this course, once it is proven that it can be graded.

        Links to lessons lead to `book`, where that is on the web; without it they are mere titles, since students have
        no folder of notebooks.
        """
        self.prepare()
        for path in (self.folder / "release").glob("*/*.ipynb"):
            self.check_release(path.stem)  # with another key everybody's data would change
        version = notebooks.student_version(assignments.source(topic), course_of(self.key))
        prove(topic, version, self.key)
        for cell in version.cells:
            cell.source = LESSON.sub(rf"[\1]({book.rstrip('/')}/notebooks/\2.html\3)" if book else r"\1", cell.source)
        notebooks.write(version, self.path("release", topic.title))
        return self.path("release", topic.title)


def prove(topic: tasks.Topic, version: notebooks.Notebook, key: str) -> None:
    """Raise unless the solutions earn every point that can be earned without a person, and the empty version none.

    Both are ours, so they run unconfined; students' code never does.
    """
    solved, empty = (judged(topic, notebook, key) for notebook in (assignments.solved(topic), version))
    lost = [outcome for outcome in solved.outcomes if outcome.earned is not None and not outcome.full]
    if lost:
        raise ValueError(f"the solutions of {topic.title} do not earn full marks: {lost[0].task}: {lost[0].said}")
    if given := [outcome.task for outcome in empty.outcomes if outcome.earned != 0]:
        raise ValueError(f"the empty version of {topic.title} earns points: {', '.join(given)}")


def judged(topic: tasks.Topic, notebook: notebooks.Notebook, key: str) -> Result:
    """What one of our own notebooks earns."""
    submission = cells(notebooks.as_bytes(notebook))
    given = given_words(notebooks.as_bytes(notebooks.student_version(assignments.source(topic))))
    terms = Terms(key, unsafe=True, given=given)
    return grade_cells(topic, "model solution", submission, terms)

"""A course's folder: its key, its settings for nbgrader, and where everything lies."""

import os
import secrets
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import nbformat
from traitlets.config.loader import PyFileConfigLoader

from .. import tasks
from ..seeds import OPEN_COURSE, course_of
from . import files, notebooks
from .batch import Result, Terms, grade_cells
from .submissions import RefusedError, cells, says_who
from .written import given_words

SHORTEST_KEY = 16  # a short one can be guessed, and the guess be tried on the public half
OWN = (".", "source", "release", "autograded", "feedback", "results")  # folders of a course, but for the students'
RESTORE = "delete it, and the next call writes it anew"

SAFE = 'os.environ["PYTHONSAFEPATH"] = "1"'
REFUSE, KEEP = "coursework.grading.export.Refuse", "coursework.grading.export.Keep"
COLLECT, NOT_RELEASED = "coursework.grading.collecting.Collect", "coursework.grading.export.NotReleased"
CONFIG = f"""\
# Settings of nbgrader for this course. `make grade` does the grading. `nbgrader autograde`, a button of formgrader
# too, would run what students wrote on this machine, unprotected: it is told to refuse, and `generate_feedback` to
# leave the pages as they are. A kernel that is started in a student's folder must not take what lies there for a part
# of Python. And `nbgrader collect` must not follow links.
import os
from pathlib import Path

{SAFE}
c = get_config()
c.Autograde.exporter_class = "{REFUSE}"
c.GenerateFeedback.exporter_class = "{KEEP}"
c.CourseDirectory.root = str(Path(__file__).resolve().parent)
c.CourseDirectory.course_id = Path(__file__).resolve().parent.name
c.ClearSolutions.code_stub = {{"python": {notebooks.STUB!r}}}
c.ExportApp.plugin_class = "coursework.grading.export.ExportPlugin"
c.ExchangeFactory.collect = "{COLLECT}"
c.ExchangeFactory.release_feedback = "{NOT_RELEASED}"
"""


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
    def database(self) -> str:
        """Where nbgrader keeps the gradebook."""
        path = str((self.folder / "gradebook.db").resolve())
        if set(path) & set("?%#"):
            raise ValueError(f"the course's folder must have no ?, % or # in its path, got {path}")
        return f"sqlite:///{path}"

    def path(self, step: str, title: str, student: str = ".") -> Path:
        """A notebook at a step ("source", "release", "submitted", "autograded", "feedback")."""
        return self.folder / step / student / title / f"{title}.ipynb"

    def prepare(self) -> None:
        """Make the folder a course: the key and nbgrader's settings."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self.folder / "course.key"
        # Where there is a release or a result, a second key would change everybody's data.
        if not any((self.folder / name).exists() for name in ("course.key", "release", "results")):
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(secrets.token_hex(16) + "\n")
        _ = self.key
        self.check_settings()

    def check_settings(self) -> None:
        """Write nbgrader's settings if there are none; raise unless those that are there refuse to run student code.

        nbgrader goes on without settings that it cannot read.
        """
        files.keep_private(self.folder)
        path = self.folder / "nbgrader_config.py"
        if not path.exists():
            files.write_text(path, CONFIG)
        if (other := path.with_suffix(".json")).exists():
            raise ValueError(f"{other} is read by nbgrader after {path.name}: put its settings there and delete it")
        try:
            settings = PyFileConfigLoader(path.name, str(self.folder)).load_config()
        except Exception as error:  # an instructor's program: anything may be wrong with it
            raise ValueError(f"{path} cannot be read ({error}): {RESTORE}") from None
        if settings.Autograde.get("exporter_class") != REFUSE:
            raise ValueError(f"{path} lets nbgrader autograde run student code, unprotected: {RESTORE}")
        if settings.GenerateFeedback.get("exporter_class") != KEEP:
            raise ValueError(f"{path} lets nbgrader generate_feedback write over the feedback: {RESTORE}")
        if settings.ExchangeFactory.get("collect") != COLLECT:
            raise ValueError(f"{path} lets nbgrader collect follow links that students made: {RESTORE}")
        root = settings.CourseDirectory.get("root", self.folder)
        if not isinstance(root, str | Path) or Path(root).resolve() != self.folder.resolve():
            raise ValueError(f"{path} is for the course in {root}: {RESTORE}")
        if SAFE not in path.read_text(encoding="utf-8", errors="replace"):
            raise ValueError(f"{path} lets a kernel in a student's folder take files from there: {RESTORE}")

    def check_release(self, topic: tasks.Topic) -> Path:
        """Raise unless the assignment that students got is there and known, and is of the course that the key says."""
        from . import gradebook

        path = self.path("release", topic.title)
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing: make assignment TOPIC={topic.name} comes first")
        self._check_course(path)
        if not gradebook.knows(self.database, topic):
            raise ValueError(
                f"{self.folder / 'gradebook.db'} does not know {topic.title}: put your copy of it back, or, "
                f"for one without marks, make assignment TOPIC={topic.name}"
            )
        return path

    def check_gradebook(self) -> None:
        """Raise where the gradebook does not know assignments of which there are results: it was lost."""
        from . import gradebook

        with gradebook.opened(self.database) as book:
            known = {assignment.name for assignment in book.assignments}
        for topic in tasks.topics():
            if topic.title not in known and (path := self.folder / "results" / f"{topic.title}.csv").exists():
                raise ValueError(
                    f"{self.folder / 'gradebook.db'} does not know {topic.title}, of which there are results: put your "
                    f"copy of it back, or, if you want to do without these, delete {path}"
                )

    def _check_course(self, path: Path) -> None:
        """Raise unless what students got is of the course that the key says."""
        topic = path.stem.partition("_")[2]
        try:
            _, course = says_who(cells(path.read_bytes()).code) or ("", None)
        except RefusedError as error:
            raise ValueError(f"{path} cannot be read ({error}): delete it and make assignment TOPIC={topic}") from None
        if course != course_of(self.key):
            raise ValueError(
                f'{path} is for the course "{course or OPEN_COURSE}", and course.key is of "{course_of(self.key)}": '
                f"put the right key back, or, if the notebook is wrong, delete it and make assignment TOPIC={topic}"
            )

    def release(self, topic: tasks.Topic) -> Path:
        """Write the assignment for the students of this course, once it is proven that it can be graded."""
        from . import gradebook

        self.prepare()
        for path in (self.path("release", known.title) for known in tasks.topics()):
            if path.exists():
                self._check_course(path)  # with another key everybody's data would change
        self.check_gradebook()
        course = course_of(self.key)
        source = notebooks.read(notebooks.source_path(topic.title))
        version = notebooks.student_version(source, course)
        prove(topic, source, version, self.key)
        gradebook.register(self.database, topic, nbformat.from_dict(version))  # first: it may refuse
        notebooks.write(notebooks.addressed(source, course), self.path("source", topic.title))
        notebooks.write(version, self.path("release", topic.title))
        return self.path("release", topic.title)


@cache
def public_words(title: str) -> frozenset[str]:
    """What stands in the notebook of this repository, which some students hand in instead of their course's.

    Made from its source: where it lies, an instructor may have put a student's.
    """
    source = notebooks.read(notebooks.source_path(title))
    return given_words(nbformat.writes(notebooks.student_version(source)).encode())


def prove(topic: tasks.Topic, source: notebooks.Notebook, version: notebooks.Notebook, key: str) -> None:
    """Raise unless the solutions earn every point that can be earned without a person, and the empty version none.

    Both are ours, so they run unconfined; students' code never does.
    """
    words = given_words(nbformat.writes(version).encode())
    solved, empty = (judged(topic, notebook, key, words) for notebook in (source, version))
    lost = [outcome for outcome in solved.outcomes if outcome.earned is not None and not outcome.full]
    if lost:
        raise ValueError(f"the solutions of {topic.title} do not earn full marks: {lost[0].task}: {lost[0].said}")
    if given := [outcome.task for outcome in empty.outcomes if outcome.earned != 0]:
        raise ValueError(f"the empty version of {topic.title} earns points: {', '.join(given)}")


def judged(topic: tasks.Topic, notebook: notebooks.Notebook, key: str, given: frozenset[str] = frozenset()) -> Result:
    """What one of our own notebooks earns."""
    submission = cells(nbformat.writes(notebook).encode())
    terms = Terms(key, unsafe=True, given=given | public_words(topic.title))
    return grade_cells(topic, "model solution", submission, terms)
